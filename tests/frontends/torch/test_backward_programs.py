"""When a backward pass that comes again becomes a program."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.torch as ours
from frontends.torch.autograd import program

theirs = pytest.importorskip("torch", reason="answers are compared with PyTorch's")


def gradients(torch, look=lambda: None, steps=12):
    """Return a weight's gradients of passes over one and the same graph."""
    x = torch.tensor([[0.5, -1.0, 2.0]])
    w = torch.linspace(-1.0, 1.0, 12).reshape(3, 4).requires_grad_()
    found = []
    for _ in range(steps):
        w.grad = None
        ((x @ w).tanh() ** 2).mean().backward()
        found.append(w.grad.tolist())
        look()
    return found


def test_a_graph_that_takes_long_to_compile_is_traced_and_waits(backend, monkeypatch):
    if backend != "jax":
        pytest.skip("a thread compiles passes on JAX alone")
    monkeypatch.setattr(program, "BACKWARDS_WHILE_COMPILING", 2)
    monkeypatch.setattr(program, "STEPS_OF_PASS_COMPILED_AT_ONCE", 4)
    monkeypatch.setattr(program, "SECONDS_TO_COMPILE_STEP", 4.0)
    monkeypatch.setattr(program, "SECONDS_OF_NODE", 1.0)
    made, states = [], []

    def counted(*args):
        made.append(whole(*args))
        return made[-1]

    def look():
        states.extend((each.left, each.is_prepared) for each in made)

    whole = program._compile_backward
    monkeypatch.setattr(program, "_compile_backward", counted)
    found = gradients(ours, look, 30)
    np.testing.assert_allclose(found, gradients(theirs, steps=30), rtol=1e-5)
    waiting = states[0][0]
    assert waiting > 2, "it waits for as many passes as it takes to compile"
    assert states[: waiting + 2] == [
        *[(left, left <= 2) for left in range(waiting, -1, -1)], (0, True)
    ]  # fmt: skip


@pytest.mark.parametrize("alike", [8, 4])
def test_a_graph_with_many_nodes_alike_is_traced_when_its_program_may_pay(
    backend, monkeypatch, alike
):
    if backend != "jax":
        pytest.skip("a thread compiles passes on JAX alone")
    monkeypatch.setattr(program, "BACKWARDS_WHILE_COMPILING", 1)
    monkeypatch.setattr(program, "STEPS_OF_PASS_COMPILED_AT_ONCE", 12)
    monkeypatch.setattr(program, "NODES_ALIKE_TRACED_AT_ONCE", 5)
    monkeypatch.setattr(program, "SECONDS_TO_COMPILE_STEP", 1e-4)
    traced, at = [], []
    whole = program._compile_backward

    def noted(*args):
        traced.append(len(at))
        return whole(*args)

    monkeypatch.setattr(program, "_compile_backward", noted)

    def run(torch):
        w, found = torch.linspace(-1.0, 1.0, 9).reshape(3, 3).requires_grad_(), []
        for step in range(20):
            if torch is ours:
                at.append(step)
            w.grad, x = None, torch.ones(2, 3) * 0.5
            for _ in range(alike):
                x = (x @ w).tanh()
            x.sum().backward()
            found.append(w.grad.tolist())
        return found

    np.testing.assert_allclose(run(ours), run(theirs), rtol=1e-5, atol=1e-6)
    assert len(traced) == 1
    assert (traced[0] > program.BACKWARDS_BEFORE_COMPILING) == (alike == 8)
