"""Meta-learning: against gradients that PyTorch's autograd finds through the written-out steps."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import (
    IvyBroadcastShapeError,
    IvyNotImplementedException,
    IvyValueError,
)

torch = pytest.importorskip("torch")

TASKS = np.array([[1.0, -2.0], [3.0, 0.5], [0.5, 4.0]])
START = {"w": np.array([0.5, 1.5]), "b": np.array([0.25])}
RATE, STEPS = 0.1, 3


def cost(task, v):
    """Return a cost whose second derivatives are no constants."""
    return ivy.mean(ivy.square(ivy.add(ivy.multiply(v.w, v.w), v.b) - task.x))


def written_out(second_order, average, *, inner=("w", "b"), outer=("w", "b")):
    """Return cost, gradients and adapted variables, of PyTorch's own operations."""

    def torch_cost(x, v):
        return ((v["w"] * v["w"] + v["b"] - x) ** 2).mean()

    roots = {k: torch.from_numpy(a).requires_grad_() for k, a in START.items()}
    costs, slopes, adapted = [], [], []
    for x in torch.from_numpy(TASKS):
        v, states = dict(roots), []
        if not second_order:
            v = {k: a.detach().requires_grad_() for k, a in v.items()}
        states.append(v)
        for _ in range(STEPS):
            by = [v[k] for k in inner]
            steps = torch.autograd.grad(torch_cost(x, v), by, create_graph=second_order)
            v = {**v, **{k: v[k] - RATE * g for k, g in zip(inner, steps, strict=True)}}
            if not second_order:
                v = {k: a.detach().requires_grad_() for k, a in v.items()}
            states.append(v)
        adapted.append(v)
        used = states if average else states[-1:]
        task_cost = sum(torch_cost(x, s) for s in used) / len(used)
        costs.append(task_cost)
        if not second_order:
            by = [[s[k] for k in outer] for s in used]
            found = [
                torch.autograd.grad(torch_cost(x, s), b) for s, b in zip(used, by, strict=True)
            ]
            slopes.append([sum(parts) / len(used) for parts in zip(*found, strict=True)])
    total = sum(costs) / len(costs)
    if second_order:
        slopes = [torch.autograd.grad(total, [roots[k] for k in outer])]
    means = [sum(parts).numpy() / len(slopes) for parts in zip(*slopes, strict=True)]
    return total.item(), dict(zip(outer, means, strict=True)), adapted


def containers(backend):
    if backend == "numpy":
        return None
    variables = ivy.Container({k: ivy.asarray(a) for k, a in START.items()})
    return ivy.Container(x=ivy.asarray(TASKS)), variables


@pytest.fixture
def step(one_program):
    """Return a function that calls one for tasks and variables, which JAX compiles whole.

    What it returns are dicts in place of Containers; the last one is of the variables given.
    """

    def run(name, start, **options):
        @one_program
        def native(given):
            variables = ivy.Container(given["v"])
            batch = ivy.Container(x=given["x"])
            found = getattr(ivy, name)(batch, cost, None, variables, STEPS, RATE, **options)
            return found[0], *map(dict, found[1:]), dict(variables)

        arrays = {key: ivy.asarray(a) for key, a in start.items()}
        return native({"x": ivy.asarray(TASKS), "v": arrays})

    return run


STEP = {"maml_step": True, "fomaml_step": False}
each_step = pytest.mark.parametrize("name", STEP)


@each_step
@pytest.mark.parametrize("average", [False, True])
def test_one_task_after_another(backend, assert_matches, name, average, step):
    if backend == "numpy":
        return  # it has no gradients
    expected, slopes, adapted = written_out(STEP[name], average)
    found = step(name, START, batched=False, average_across_steps=average, return_inner_v="all")
    np.testing.assert_allclose(float(found[0]), expected, rtol=1e-10)
    for key in START:
        assert_matches(found[1][key], slopes[key], rtol=1e-10)
        rows = np.stack([v[key].detach().numpy() for v in adapted])
        assert_matches(found[2][key], rows, rtol=1e-10)
        np.testing.assert_array_equal(np.asarray(found[3][key]), START[key])


@each_step
def test_all_tasks_at_once(backend, assert_matches, name, step):
    """Rows of variables adapt each to its own task; their gradients add up to those of one."""
    if backend == "numpy":
        return
    rows = {k: np.repeat(a[None], len(TASKS), 0) for k, a in START.items()}
    expected, slopes, adapted = written_out(STEP[name], False)
    found = step(name, rows, return_inner_v="first")
    np.testing.assert_allclose(float(found[0]), expected, rtol=1e-10)
    for key in START:
        assert_matches(ivy.sum(found[1][key], axis=0), slopes[key], rtol=1e-10)
        assert_matches(found[2][key], adapted[0][key].detach().numpy()[None], rtol=1e-10)


@each_step
@pytest.mark.parametrize("keep", [True, False])
def test_some_variables_adapt_and_others_are_learned(backend, assert_matches, name, keep, step):
    if backend == "numpy":
        return
    names = {"inner_v": "w" if keep else "b", "outer_v": "b" if keep else "w"}
    chosen = {key: ivy.Container({name: True}) for key, name in names.items()}
    expected, slopes, _ = written_out(STEP[name], False, inner=("w",), outer=("b",))
    found = step(name, START, batched=False, keep_inner_v=keep, keep_outer_v=keep, **chosen)
    np.testing.assert_allclose(float(found[0]), expected, rtol=1e-10)
    assert list(found[1]) == ["b"]
    assert_matches(found[1]["b"], slopes["b"], rtol=1e-10)


@each_step
def test_another_cost_other_data_and_another_update(backend, assert_matches, name):
    if backend == "numpy":
        return
    batch, variables = containers(backend)
    seen = []

    def half(v, slopes, rate, stop_gradients):
        seen.append(stop_gradients)
        return ivy.subtract(v, ivy.multiply(slopes, rate / 2))

    found, plain = (
        getattr(ivy, name)(batch, cost, outer, variables, STEPS, rate, batched=False, **more)
        for outer, rate, more in (
            (lambda task, v: 2 * cost(task, v), 2 * RATE, {
                "inner_optimization_step": half, "num_tasks": 3,
                "inner_batch_fn": lambda task: task, "outer_batch_fn": lambda task: task,
            }),
            (None, RATE, {}),
        )
    )  # fmt: skip
    np.testing.assert_allclose(float(found[0]), 2 * float(plain[0]), rtol=1e-10)
    assert_matches(found[1].w, 2 * np.asarray(plain[1].w), rtol=1e-10)
    assert set(seen) == {not STEP[name]}


@pytest.mark.parametrize("batched", [False, True])
def test_reptile_goes_where_variables_adapt_to(backend, assert_matches, batched):
    if backend == "numpy":
        return
    batch, variables = containers(backend)
    if batched:
        rows = {k: ivy.asarray(np.repeat(a[None], 3, 0)) for k, a in START.items()}
        variables = ivy.Container(rows)
    expected, _, adapted = written_out(False, True)
    found = ivy.reptile_step(
        batch, cost, variables, STEPS, RATE, batched=batched, return_inner_v="all"
    )
    np.testing.assert_allclose(float(found[0]), expected, rtol=1e-10)
    for key, start in START.items():
        rows = np.stack([v[key].detach().numpy() for v in adapted])
        slopes = ivy.sum(found[1][key], axis=0) if batched else found[1][key]
        assert_matches(slopes, ((start - rows) / RATE).mean(0), rtol=1e-9)
        assert_matches(found[2][key], rows, rtol=1e-10)


def test_what_is_refused(backend):
    batch = ivy.Container(x=ivy.asarray(TASKS))
    variables = ivy.Container({k: ivy.asarray(a) for k, a in START.items()})
    if backend == "numpy":
        with pytest.raises(IvyNotImplementedException):
            ivy.maml_step(batch, cost, None, variables, 1, RATE, batched=False)
    for step in (ivy.maml_step, ivy.fomaml_step):
        with pytest.raises(IvyValueError, match="0 inner steps"):
            step(batch, cost, None, variables, 0, RATE, batched=False)
        with pytest.raises(IvyValueError, match="'last'.*'first' and 'all'"):
            step(batch, cost, None, variables, 1, RATE, return_inner_v="last")
        with pytest.raises(IvyBroadcastShapeError, match=r"'b' of shape \(1,\).*3 tasks"):
            step(batch, cost, None, variables, 1, RATE)
        with pytest.raises(IvyBroadcastShapeError, match="'2', '3'"):
            ragged = ivy.Container(x=batch.x, y=batch.x[:2])
            step(ragged, cost, None, variables, 1, RATE, batched=False)
    with pytest.raises(IvyValueError, match="0 tasks"):
        ivy.reptile_step(batch, cost, variables, 1, RATE, num_tasks=0)
