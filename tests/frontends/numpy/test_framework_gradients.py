"""Gradients that the frameworks themselves take of functions written for NumPy."""

from __future__ import annotations

import importlib

import numpy as real
import pytest

import frontends.numpy as np
from ivy_core.utils.exceptions import IvyRecordedException
from tests.frontends.numpy.test_gradients import central_differences

POINT = real.array([0.5, -0.25, 1.0])
on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
on_torch = pytest.mark.parametrize("backend", ["torch"], indirect=True)
on_tensorflow = pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)


@pytest.fixture
def framework(backend):
    return importlib.import_module(backend)


def energy(a, np=np):
    u = np.array(a)
    u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    u[u < 0] = 0
    return (u**2).sum()


def cubes(a):
    out = np.zeros(3)
    out[0] = a[0] ** 3
    out[1:] = np.asarray(a)[1:] ** 3
    return out


GRADIENT = central_differences(lambda np, x: energy(x, np), POINT)
HESSIAN = real.diag([2.0, 0.0, 2.0])


def check(actual, expected=GRADIENT, cls=None):
    assert cls is None or type(actual) is cls
    real.testing.assert_allclose(real.asarray(actual), expected, atol=1e-9)


@on_jax
def test_transformations_of_jax(backend, framework):
    jax, x = framework, framework.numpy.array(POINT)
    check(jax.grad(energy)(x), cls=type(x))
    check(jax.grad(fun=energy, argnums=0)(np.array(POINT)), cls=np.ndarray)
    check(jax.jit(jax.grad(energy))(x), cls=type(x))
    value, slope = jax.value_and_grad(energy)(x)
    check(slope)
    check(value, energy(POINT, real))
    _, aux = jax.grad(lambda x: (energy(x), np.asarray(x) * 2), has_aux=True)(x)
    check(aux, POINT * 2)
    check(jax.hessian(energy)(x), HESSIAN)
    check(jax.jacrev(cubes)(x), real.diag(3 * POINT**2))
    check(jax.grad(lambda x: jax.checkpoint(cubes)(x).sum())(x), 3 * POINT**2)
    check(jax.jit(energy)(x), energy(POINT, real))
    check(jax.vmap(energy)(jax.numpy.stack([x, 2 * x])), [energy(POINT, real), 4 * 1.25])


@on_torch
def test_transformations_of_torch(backend, framework):
    torch, x = framework, framework.tensor(POINT)
    check(torch.func.grad(energy)(x), cls=torch.Tensor)
    check(torch.func.grad(energy)(np.array(POINT)), cls=np.ndarray)
    slope, value = torch.func.grad_and_value(energy)(x)
    check(slope)
    check(value, energy(POINT, real))
    check(torch.func.hessian(energy)(x), HESSIAN)
    check(torch.func.jacrev(cubes)(x), real.diag(3 * POINT**2))
    check(torch.autograd.functional.jacobian(cubes, x), real.diag(3 * POINT**2))
    check(torch.autograd.functional.hessian(energy, x), HESSIAN)
    check(torch.vmap(energy)(torch.stack([x, 2 * x])), [energy(POINT, real), 4 * 1.25])
    leaf = torch.tensor(POINT, requires_grad=True)
    check(torch.autograd.grad(energy(leaf), leaf)[0])
    torch.autograd.backward(energy(leaf))
    check(leaf.grad)
    energy(leaf).backward()
    check(leaf.grad, 2 * GRADIENT)
    with pytest.raises(AttributeError, match="'numpy.float64' object has no attribute 'backward'"):
        energy(np.array(POINT)).backward()  # noqa: B018
    assert not hasattr(np.array(POINT), "backward")
    assert torch.autograd.gradcheck(cubes, leaf)


def chosen(a):
    """Branches and loops on values, texts, and what is not contiguous."""
    x = np.array(a)
    total = x[0] if x[0] > 0.25 else x[1] * 3
    while total < 4:
        total = total * 1.5 + max(x[1], 0.1) * x[2]
    assert str(x[0]).startswith("0.")
    return total + np.ravel(np.stack([x, x * x]).T)[int(x[2] * 1.5)]


@on_torch
def test_branches_on_values_under_torch_func(backend, framework):
    torch, x = framework, framework.tensor(POINT)
    expected = central_differences(lambda _, x: chosen(np.array(x)), POINT)
    real.testing.assert_allclose(torch.func.grad(chosen)(x), expected, atol=1e-6)
    real.testing.assert_allclose(torch.func.jacrev(chosen)(x), expected, atol=1e-6)
    _, moved = torch.func.jvp(chosen, (x,), (torch.ones(3, dtype=x.dtype),))
    assert float(moved) == pytest.approx(expected.sum())
    with pytest.raises(IvyRecordedException):
        torch.vmap(chosen)(torch.stack([x, x]))


LEAVING = [
    lambda x: float(x[0]) * x[1],
    lambda x: x[0].item() * x[1],
    lambda x: x.tolist()[0] * x[1],
    lambda x: (real.asarray(x) * x).sum(),
    lambda x: real.array([x[0], 1.0])[0] * x[1],
]


@pytest.mark.parametrize("program", LEAVING)
@on_torch
def test_what_leaves_a_graph_of_torch_is_refused(backend, framework, program):
    """It had no share in the gradient, silently."""
    torch, leaf = framework, framework.tensor(POINT, requires_grad=True)
    with pytest.raises(IvyRecordedException, match="stop_gradient"):
        torch.autograd.grad(program(np.asarray(leaf)), leaf)
    with pytest.raises(IvyRecordedException, match="stop_gradient"):
        torch.func.grad(lambda x: program(np.asarray(x)))(leaf.detach())
    found = program(np.asarray(leaf.detach()))
    assert real.isfinite(float(found))
    assert str(np.asarray(leaf)[0]) == "0.5" and bool(np.asarray(leaf)[0])


@on_torch
def test_arrays_of_tensors_are_copies(backend, framework):
    tensor = framework.tensor(POINT)
    copy, shared = np.array(tensor), np.asarray(tensor)
    copy[0], shared[1] = 5.0, 7.0
    assert tensor.tolist() == [0.5, 7.0, 1.0] and copy.tolist() == [5.0, -0.25, 1.0]


@on_torch
def test_what_a_gradient_needs_of_torch_is_not_written_over(backend, framework):
    def squares(a):
        u = np.array(a)
        u *= u
        return u.sum()

    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        framework.func.grad(squares)(framework.tensor(POINT))


def _gradient_of_tape(tensorflow, function, given):
    with tensorflow.GradientTape() as tape:
        tape.watch(given)
        result = function(given)
    return tape.gradient(result, given)


@on_tensorflow
def test_tapes_of_tensorflow(backend, framework):
    for given in (framework.constant(POINT), framework.Variable(POINT), np.array(POINT)):
        check(_gradient_of_tape(framework, energy, given))
        with framework.GradientTape() as tape:
            tape.watch(given)
            result = cubes(given)
        check(tape.jacobian(result, given), real.diag(3 * POINT**2))


@on_tensorflow
def test_functions_of_tensorflow(backend, framework):
    tensorflow = framework

    def quadratic(a):
        u = np.array(a)
        u[1:] *= u[:-1]
        return (u * u).sum()

    x, graph = tensorflow.constant(POINT), tensorflow.function(quadratic, autograph=False)
    assert float(graph(x)) == pytest.approx(float(quadratic(np.array(POINT))))
    expected = central_differences(lambda _, x: quadratic(np.array(x)), POINT)
    real.testing.assert_allclose(_gradient_of_tape(tensorflow, graph, x), expected, atol=1e-6)
    with tensorflow.GradientTape() as tape:
        tape.watch(x)
        y = tensorflow.reduce_sum(np.asarray(x) * 2)
    check(tape.gradient(y, x), [2, 2, 2])


def written(write):
    target = np.zeros(3)
    write(target)
    return target.sum()


# Functions of native arrays, and their gradients.
OF_NATIVES = [
    (lambda x: written(lambda u: u.__setitem__(slice(None), x)), [1, 1, 1]),
    (lambda x: written(lambda u: u.__setitem__(slice(2), (x[0], 1.5))), [1, 0, 0]),
    (lambda x: written(lambda u: np.copyto(u, x)), [1, 1, 1]),
    (lambda x: written(lambda u: np.put(u, [0, 1], x)), [1, 1, 0]),
    (lambda x: written(lambda u: np.place(u, u == 0, x)), [1, 1, 1]),
    (lambda x: written(lambda u: u.fill(x[0])), [3, 0, 0]),
    (lambda x: np.full(3, x).sum(), [1, 1, 1]),
    (lambda x: np.sum([x[0], 2.0]), [1, 0, 0]),
    (lambda x: np.array([x[0], x[2]]).sum(), [1, 0, 1]),
    (lambda x: np.linalg.norm([x[0], 1.2]), [0.5 / 1.3, 0, 0]),
]


@pytest.mark.parametrize(("function", "expected"), OF_NATIVES)
@on_jax
def test_native_arrays_given_to_functions_on_jax(backend, framework, function, expected):
    check(framework.grad(function)(framework.numpy.array(POINT)), expected)


@pytest.mark.parametrize(("function", "expected"), OF_NATIVES)
@on_torch
def test_native_arrays_given_to_functions_on_torch(backend, framework, function, expected):
    leaf = framework.tensor(POINT, requires_grad=True)
    check(framework.autograd.grad(function(leaf), leaf)[0], expected)


@pytest.mark.parametrize(("function", "expected"), OF_NATIVES)
@on_tensorflow
def test_native_arrays_given_to_functions_on_tensorflow(backend, framework, function, expected):
    check(_gradient_of_tape(framework, function, framework.constant(POINT)), expected)
    check(_gradient_of_tape(framework, function, framework.Variable(POINT)), expected)


@on_jax
def test_methods_that_arrays_of_the_framework_lack(backend, framework):
    def program(a):
        a[0] = 1.0
        return a.sum()

    with pytest.raises(TypeError) as caught:
        framework.grad(program)(framework.numpy.array(POINT))
    assert "np.asarray(x)" in caught.value.__notes__[0]
    with pytest.raises(AttributeError) as caught:
        framework.grad(lambda a: a.tofile("none"))(framework.numpy.array(POINT))
    assert "np.asarray(x)" in caught.value.__notes__[0]
    with pytest.raises(TypeError) as caught:  # which says nothing of NumPy
        framework.grad(lambda a: len(3))(framework.numpy.array(POINT))
    assert not any("asarray" in note for note in getattr(caught.value, "__notes__", []))
    check(framework.grad(program)(np.array(POINT)), [0, 1, 1])


def _written_more_than_once(a):
    x, out = np.asarray(a), np.zeros((3, 2))
    out[[1, 1, -2], 0] = x
    out[(x < 9).astype(int), 1] = x**2  # places that a graph does not know
    return (out**2).sum()


LAST = [0, 0, 2 * POINT[2] + 4 * POINT[2] ** 3]


@on_torch
def test_what_torch_writes_more_than_once_holds_the_last(backend, framework):
    x = framework.tensor(POINT)
    check(framework.func.grad(_written_more_than_once)(x), LAST)
    check(framework.func.jvp(_written_more_than_once, (x,), (framework.ones_like(x),))[1], LAST[2])


@on_tensorflow
def test_what_tensorflow_writes_more_than_once_holds_the_last(backend, framework):
    graph = framework.function(_written_more_than_once, autograph=False)
    for function in (_written_more_than_once, graph):
        check(_gradient_of_tape(framework, function, framework.constant(POINT)), LAST)
