"""Gradients of the step before: let go of right before a program that replaces them runs.

What users hold, read or may still need keeps its values, as in PyTorch.
"""

from __future__ import annotations

import weakref

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy

WIDTH = 256  # a weight of 256 kB


@pytest.fixture(autouse=True)
def has_programs(backend):
    if backend != "jax":
        pytest.skip(f"{backend}: makes no programs of gradients")


def prepared(torch, clears=lambda x: True):
    """Return a layer, and a step that clears its gradients where it is to."""
    torch.manual_seed(0)
    layer = torch.nn.Linear(WIDTH, WIDTH)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.01, momentum=0.9)

    def step(x):
        if clears(x):
            optimizer.zero_grad()
        loss = layer(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    return layer, step


def batch(torch, count=8, seed=0):
    drawn = np.random.default_rng(seed).normal(size=(count, WIDTH))
    return torch.tensor(drawn.astype(np.float32))


def assert_same(mine, wanted):
    np.testing.assert_allclose(mine.detach().numpy(), wanted.detach().numpy(), 1e-4, 1e-7)


def test_they_are_gone_when_the_program_runs():
    layer, step = prepared(ours)
    compiled, seen = ivy.compile(step, fallback="raise"), []
    for _ in range(4):
        compiled(batch(ours))
    for program in compiled._programs.values():
        if hasattr(program, "binding") and program.replaced:
            call = program.binding._call

            def spy(*given, call=call):
                seen.append((old() is None, layer.weight.grad is None))
                return call(*given)

            program.binding._call = spy
    for _ in range(2):
        old = weakref.ref(layer.weight.grad._data)
        compiled(batch(ours))
        assert layer.weight.grad is not None
    assert seen == [(True, True)] * 2


def test_a_gradient_that_is_held_keeps_its_values():
    (layer, step), (other, other_step) = prepared(ours), prepared(real)
    compiled, held = ivy.compile(step, fallback="raise"), []
    for seed in range(6):
        compiled(batch(ours, seed=seed))
        other_step(batch(real, seed=seed))
        held.append((layer.weight.grad, other.weight.grad))
    assert len({id(mine) for mine, _ in held}) == 6
    for mine, wanted in held:
        assert_same(mine, wanted)
    assert_same(layer.weight, other.weight)


def test_gradients_are_added_to_where_a_batch_is_another():
    clears = [lambda x: x.shape[0] == 8] * 2
    (layer, step), (other, other_step) = prepared(ours, clears[0]), prepared(real, clears[1])
    compiled = ivy.compile(step, fallback="raise")
    for seed, count in enumerate([8, 8, 8, 8, 4, 4, 8, 8, 4, 8]):
        assert_same(compiled(batch(ours, count, seed)), other_step(batch(real, count, seed)))
        assert_same(layer.weight.grad, other.weight.grad)
    assert_same(layer.weight, other.weight)


def test_a_gradient_that_is_read_before_it_is_cleared():
    def with_sum(torch):
        layer, step = prepared(torch)

        def stepped(x):
            before = None if layer.weight.grad is None else layer.weight.grad
            total = 0.0 if before is None else before.sum()
            return step(x), total, before

        return layer, stepped

    (layer, step), (_, other_step) = with_sum(ours), with_sum(real)
    compiled = ivy.compile(step, fallback="raise")
    compiled(batch(ours)), other_step(batch(real))
    for seed in range(5):
        mine, wanted = compiled(batch(ours, seed=seed)), other_step(batch(real, seed=seed))
        for one, another in zip(mine, wanted, strict=True):
            assert_same(one, another)
    assert layer.weight.grad is not mine[2]


def test_a_gradient_that_is_returned_unread():
    def with_old(torch):
        layer, step = prepared(torch)

        def stepped(x):
            before = layer.weight.grad
            return step(x), before

        return layer, stepped

    (layer, step), (other, other_step) = with_old(ours), with_old(real)
    compiled = ivy.compile(step, fallback="raise")
    compiled(batch(ours)), other_step(batch(real))
    for seed in range(5):
        mine, wanted = layer.weight.grad, other.weight.grad
        found = compiled(batch(ours, seed=seed))[1]
        assert found is mine
        assert_same(found, wanted)
        other_step(batch(real, seed=seed))
