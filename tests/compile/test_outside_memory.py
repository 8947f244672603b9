"""Compiled functions of tensors whose memory NumPy's arrays show, and may write to."""

from __future__ import annotations

import numpy as real
import pytest

import ivy_core as ivy


def scaled(x, y):
    return x * 2 + y


def added(x, y):
    x += y
    return x.sum()


def row_by_row(x, y):
    for i in range(3):
        x[i] = x[i - 1] * 0.5 + y[0]
    return x.sum(1)


def step(x, y):
    weight = y[0].detach().clone().requires_grad_()
    ((x @ weight - 1.0) ** 2).mean().backward()
    y[1] = weight.grad
    return weight.grad


@pytest.mark.parametrize("function", [scaled, added, row_by_row, step])
@pytest.mark.parametrize("backend", ["jax", "tensorflow", "torch"], indirect=True)
def test_numpy_sees_what_is_written_and_is_read(backend, function):
    import torch as theirs

    import frontends.torch as ours

    if backend == "torch" and function is step:
        pytest.skip("PyTorch's own engine records gradients on its backend")
    found = []
    for torch, run in ((theirs, function), (ours, ivy.compile(function))):
        memory = real.arange(12, dtype="float32").reshape(4, 3) / 10
        x, y = torch.from_numpy(memory), torch.ones(4, 3)
        shown = y.numpy()  # from now on these show one memory
        results = []
        for _ in range(3):
            results.append(run(x, y).numpy().copy())
            memory[0, 0] += 1.0  # by NumPy, between the calls
        found.append([*results, memory, shown, x.numpy()])
    for mine, own in zip(*found, strict=True):
        real.testing.assert_allclose(mine, own, rtol=1e-6)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_they_are_compiled(backend):
    import frontends.torch as torch

    x = torch.from_numpy(real.ones((4, 3), "float32"))
    assert ivy.compile(added, fallback="raise")(x, torch.ones(4, 3)) == 24
