"""``ivy.grad``, ``vmap`` and their kin of compiled functions, and within these."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError, CompileWarning

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
X = real.arange(8.0)
ENERGY = 2 * X * X + real.array([1.0] * 7 + [0.0])  # the gradient
ROWS = real.arange(16.0).reshape(2, 8)


def weighed(x):
    y = ivy.zeros_like(x)
    for i in range(8):
        y[i] = x[i] ** 2 * i
    return y


def energy(x):
    y = weighed(x)
    y[1:] += x[:-1]
    if x[0] > 100:
        y *= 2
    return ivy.sum(y)


compiled_energy = ivy.compile(energy)


def smooth_energy(x):
    y = weighed(x)
    y[1:] += x[:-1]
    return ivy.sum(y)


def gradient_step(x):
    g = ivy.grad(energy)(x)
    x -= 0.5 * g
    return g


def gradient_of_compiled(x):
    return ivy.value_and_grad(compiled_energy)(x)[1]


def mapped(rows):
    return ivy.vmap(weighed)(rows) + 1


def jacobian_of(x):
    return ivy.jac(smooth_energy)(x)


def same(got, want):
    real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)


@on_jax
@pytest.mark.parametrize("how", ["grad", "jac", "value_and_grad", "execute_with_gradients"])
def test_gradients_of_a_compiled_function(backend, how):
    compiled, x = ivy.compile(smooth_energy if how == "jac" else energy), ivy.asarray(X)
    if how == "execute_with_gradients":
        same(ivy.execute_with_gradients(compiled, x)[1], ENERGY)
    elif how == "value_and_grad":
        value, gradient = ivy.value_and_grad(compiled)(x)
        same(value, energy(ivy.asarray(X)).to_scalar())
        same(gradient, ENERGY)
    else:
        same(getattr(ivy, how)(compiled)(x), ENERGY)


@on_jax
def test_maps_and_second_gradients_of_a_compiled_function(backend):
    compiled = ivy.compile(energy)
    same(ivy.vmap(ivy.compile(weighed))(ivy.asarray(ROWS)), ROWS**2 * X)
    same(ivy.jac(ivy.compile(weighed))(ivy.asarray(X)), real.diag(2 * X * X))
    second = ivy.grad(lambda x: ivy.sum(ivy.grad(compiled)(x)))
    same(second(ivy.asarray(X)), 2 * X)


@on_jax
@pytest.mark.parametrize(
    ("function", "given", "wanted"),
    [
        (gradient_step, X, ENERGY),
        (mapped, ROWS, ROWS**2 * X + 1),
        (jacobian_of, X, ENERGY),
        (gradient_of_compiled, X, ENERGY),
    ],
)
def test_transformations_within_a_compiled_function(backend, function, given, wanted):
    """The functions that are transformed are converted too: loops, branches, writes."""
    compiled = ivy.compile(function, fallback="raise")
    for _ in range(2):
        x = ivy.asarray(given)
        same(compiled(x), wanted)
    if function is gradient_step:
        same(x, X - 0.5 * ENERGY)


@on_jax
@pytest.mark.parametrize(
    ("function", "given", "wanted"),
    [(ivy.grad(smooth_energy), X, ENERGY), (ivy.vmap(weighed), ROWS, ROWS**2 * X)],
)
def test_what_a_transformation_gives_is_compiled(backend, function, given, wanted):
    same(ivy.compile(function, fallback="raise")(ivy.asarray(given)), wanted)


def sum_by_branches(x):
    total = x[0] * 0
    for i in range(3):
        if x[i] > 0.5:
            total += x[i] ** 2
        else:
            total -= x[i]
    return total


def largest_square(x):
    found = 0.0
    for i in range(3):
        found = max(found, x[i] ** 2)
    return found


@pytest.mark.parametrize("backend", ["torch"], indirect=True)
@pytest.mark.parametrize("function", [sum_by_branches, largest_square])
def test_gradients_of_numbers_that_branches_choose(backend, function):
    """PyTorch has no gradient of these; they were 0, without a word."""
    x = np.array([0.5, 0.25, 0.75])
    expected = ivy.grad(function)(x)
    assert expected.any()
    with pytest.warns(CompileWarning, match="runs eagerly"):
        found = ivy.compile(lambda x: ivy.grad(function)(x))(x)
    same(found, real.asarray(expected))


@on_jax
def test_torch_func_of_the_frontend(backend):
    import torch as theirs

    import frontends.torch as torch

    def loss(torch, w, x):
        y = torch.zeros(3)
        y[0] = (w * x).sum()
        for i in range(1, 3):
            y[i] = y[i - 1] * 2
        return y.sum()

    def gradients(torch, w, x):
        return torch.func.grad(lambda w: loss(torch, w, x))(w)

    given = [[1.0, 2.0], [3.0, 4.0]]
    want = gradients(theirs, *map(theirs.tensor, given))
    compiled = ivy.compile(lambda w, x: gradients(torch, w, x), fallback="silent")
    for _ in range(2):
        same(compiled(*map(torch.tensor, given)).numpy(), want.numpy())


compiling = pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
POINT = real.array([0.5, 1.5, 0.7, 2.0])


def writes_outside(x):
    """It writes what is differentiated to an array of its caller's, and numbers."""
    out = ivy.zeros(4)

    def inner(v):
        out[0] = 2.0
        out[1:] = v[1:] * 3
        return ivy.sum(v * v * out)

    return ivy.grad(inner)(x) + out


def adds_outside(x):
    out = ivy.ones(4)

    def inner(v):
        out[...] += v
        return ivy.sum(v * out)

    value, gradient = ivy.value_and_grad(inner)(x)
    return value + gradient * out


def long_loop(x):
    def inner(v):
        total = v[0] * 0
        for i in range(4):  # ivy: roll
            total = total + v[i] * v[i] * i
        return total

    return ivy.grad(inner)(x)


def branch_in_place(x):
    def inner(v):
        y = v * v
        if v[0] > 100:
            y *= 2
        return ivy.sum(y)

    return ivy.grad(inner)(x)


def branch_by_value(x):
    def inner(v):
        if v[0] > 100:
            v = v * v
        else:
            v = v * 3
        return ivy.sum(v)

    return ivy.grad(inner)(x)


def place_of_a_value(x):
    def inner(v):
        y = ivy.zeros(4)
        y[int(x[3])] = v[0] * 2
        return ivy.sum(y * ivy.arange(4.0))

    return ivy.grad(inner)(x)


def own_operands(x):
    """It writes over what the gradient of an earlier step needs."""

    def inner(v):
        y = ivy.zeros_like(v)
        y[0] = v[0]
        for i in range(1, 4):
            y[i] = y[i - 1] * v[i]
        return ivy.sum(y)

    return ivy.grad(inner)(x)


def descent(x):
    w = x * 1
    for _ in range(60):

        def loss(v):
            y = ivy.zeros_like(v)
            y[1:] = v[:-1] * v[1:]
            return ivy.sum(y * y)

        w -= 0.001 * ivy.grad(loss)(w)
    return w


@compiling
@pytest.mark.parametrize(
    "function",
    [
        writes_outside, adds_outside, long_loop, branch_in_place, branch_by_value, place_of_a_value,
        own_operands, descent,
    ],
)  # fmt: skip
def test_gradients_within_a_compiled_function(backend, function):
    """Where PyTorch's autograd does not see what the program does, the function runs eagerly."""
    want = real.asarray(function(ivy.asarray(POINT)))
    compiled = ivy.compile(function, fallback="silent")
    for _ in range(2):
        same(compiled(ivy.asarray(POINT)), want)


@pytest.mark.parametrize("backend", ["torch"], indirect=True)
def test_what_pytorch_differentiates_in_a_program(backend):
    def written(x, out):
        def inner(v):
            out[1:] = v[1:] * 3
            return ivy.sum(v * out)

        return ivy.grad(inner)(x)

    compiled = ivy.compile(written, fallback="raise")
    for _ in range(2):
        out = ivy.zeros(4)
        same(compiled(ivy.asarray(POINT), out), [0, *(6 * POINT[1:])])
        same(out, [0, *(3 * POINT[1:])])
    assert ivy.compile(descent, fallback="raise").explain(ivy.asarray(POINT))[0].what == "rolled"
    (note,) = ivy.compile(branch_by_value).explain(ivy.asarray(POINT)).eager
    assert "no gradient" in note.reason


FOUND = {"calls": 0, "total": None}
HALVES = real.array([[0.5, 1.0], [2.0, 3.0], [0.0, -1.0]])


def by_value(x):
    if ivy.sum(x) > 1:
        return ivy.sum(x * x)
    while ivy.max(x) < 8:
        x = 2 * x + 1
    return ivy.sum(x * x * x)


def written_first(x):
    FOUND["calls"] += 1
    FOUND["total"] += 1
    y = x * 1
    if y[0] > 1:
        y[1] = y[0] * 3
    return y * 2


def rows_of(function, rows):
    return real.stack([real.asarray(function(ivy.asarray(row))) for row in rows])


@compiling
@pytest.mark.filterwarnings("ignore:.*runs eagerly.*that requires a gradient is given")
def test_maps_of_a_compiled_function_with_branches(backend):
    """A map calls it for one entry after another, and says so."""
    values = rows_of(by_value, HALVES)
    gradients = rows_of(ivy.grad(by_value), HALVES)
    compiled = ivy.compile(by_value)
    with pytest.warns(CompileWarning, match="by_value runs eagerly .* entry by entry"):
        same(ivy.vmap(compiled)(ivy.asarray(HALVES)), values)
    same(ivy.vmap(compiled, in_axes=1)(ivy.asarray(HALVES.T)), values)
    same(ivy.vmap(ivy.grad(compiled))(ivy.asarray(HALVES)), gradients)
    found = ivy.vmap(ivy.value_and_grad(compiled))(ivy.asarray(HALVES))
    same(found[0], values)
    same(found[1], gradients)
    total = lambda rows: ivy.sum(ivy.vmap(compiled)(rows))
    same(ivy.grad(total)(ivy.asarray(HALVES)), gradients)
    nested = ivy.vmap(ivy.vmap(compiled))(ivy.asarray(real.stack([HALVES, HALVES])))
    same(nested, real.stack([values, values]))
    strict = ivy.compile(by_value, fallback="raise")
    with pytest.raises(CompileError, match="entry by entry"):
        ivy.vmap(strict)(ivy.asarray(HALVES))
    same(strict(ivy.asarray(HALVES[0])), values[0])


@compiling
def test_what_a_mapped_function_wrote_before_it_needed_a_value(backend):
    FOUND["calls"], FOUND["total"] = 0, ivy.zeros(2)
    mapped = ivy.vmap(ivy.compile(written_first, fallback="silent"))
    same(mapped(ivy.asarray(HALVES)), [[1, 2], [4, 12], [0, -2]])
    assert FOUND["calls"] == 3
    same(FOUND["total"], [3, 3])
