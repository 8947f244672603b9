"""Functions of functions, ``torch.func`` and ``autograd.functional``, against real PyTorch."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as ours

from .test_autograd import compare, grads, host, leaf  # noqa: F401

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def jacobians(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    functional = torch.autograd.functional
    return (
        functional.jacobian(lambda x: x * x.sum(), a),
        functional.jacobian(lambda x, y: (x * y, (x + y).sum()), (a, b)),
        functional.hessian(lambda x: (x**3).sum(), a),
        functional.hessian(lambda x, y: (x * y * y).sum(), (a, b)),
    )


@program
def products_with_jacobians(torch):
    a, ones = leaf(torch, 3), torch.ones(3)
    functional = torch.autograd.functional
    return (
        functional.vjp(lambda x: x * x, a, ones),
        functional.jvp(lambda x: x * x, a, ones),
        functional.hvp(lambda x: (x**3).sum(), a, ones),
        functional.vhp(lambda x: (x**3).sum(), a, ones),
    )


@program
def gradients(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    func = torch.func
    return (
        func.grad(lambda x: (x**3).sum())(a),
        func.grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(a, b),
        func.grad_and_value(lambda x: x.sin().sum())(a),
        func.grad(lambda d: (d["a"] * d["b"][0]).sum())({"a": a, "b": [b]})["b"][0],
        func.grad(lambda x: ((x * x).sum(), x * 2), has_aux=True)(a),
    )


@program
def products(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    y, pull = torch.func.vjp(lambda x, y: (x * y, x.sum()), a, b)
    return (
        y,
        pull((torch.ones(3), torch.tensor(2.0))),
        torch.func.vjp(torch.sin, a)[1](b),
        torch.func.jvp(lambda x, y: x * y, (a, b), (b, a)),
    )


@program
def jacobians_of_arrays(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    func = torch.func
    return (
        func.jacrev(lambda x: x * x)(a),
        func.jacfwd(lambda x: x * x.sum())(a),
        func.hessian(lambda x: (x**3).sum())(a),
        func.jacrev(lambda x, y: x * y, argnums=(0, 1))(a, b),
    )


@program
def mapped(torch):
    a, b = leaf(torch, 2, 3).detach(), leaf(torch, 3).detach()
    vmap = torch.func.vmap
    return (
        vmap(lambda row, scale: (row * scale).sum(), in_dims=(0, None))(a, b),
        vmap(lambda column: column * 2, in_dims=1, out_dims=1)(a),
        vmap(torch.func.grad(lambda row: (row**2).sum()))(a),
    )


@program
def mapped_function_that_writes_in_place(torch):
    def shifted(row):
        y = torch.zeros_like(row)
        y[1:] = row[:-1]
        y.add_(row)
        y[0] = 5.0
        return y

    return (torch.func.vmap(shifted)(leaf(torch, 2, 3).detach()),)


@program
def transforms_of_what_requires_gradients(torch):
    a = leaf(torch, 3)
    y = torch.func.grad(lambda x: (x**3).sum())(a)
    (y * y).sum().backward()
    (mapped,) = torch.autograd.grad(torch.func.vmap(lambda x: x * x)(a).sum(), a)
    return y, a.grad, mapped


@program
def transforms_in_one_another(torch):
    a = leaf(torch, 3).detach()
    func = torch.func
    return (
        func.grad(func.grad(lambda x: x**3))(torch.tensor(2.0)),
        func.jacfwd(func.jacrev(lambda x: (x**3).sum()))(a),
    )


@program
def checks_of_gradients(torch):
    a = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 1j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    return (
        torch.autograd.gradcheck(lambda x: x**3, (a,)),
        torch.autograd.gradgradcheck(lambda x: x.sin() * x, (a,)),
        torch.autograd.gradcheck(lambda x: x * x * 2j, (z,)),
        torch.autograd.gradcheck(lambda x: (x * a).abs(), (z,)),
        torch.autograd.gradcheck(lambda x: x.detach() * x, (a,), raise_exception=False),
    )


@program
def fast_checks_of_gradients(torch):
    a = torch.tensor([[1.0, 2.0], [0.5, -1.0]], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([0.3, 0.7], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 1j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    wrong = {"raise_exception": False, "fast_mode": True}
    return (
        torch.autograd.gradcheck(lambda a, b: (a @ b, a.sin()), (a, b), fast_mode=True),
        torch.autograd.gradcheck(lambda a, b: (a @ b, a.detach() * a), (a, b), **wrong),
        torch.autograd.gradcheck(lambda a, b: (a @ b.detach() * b, a), (a, b), **wrong),
        torch.autograd.gradcheck(lambda z: z * z, (z,), fast_mode=True),
        torch.autograd.gradgradcheck(lambda a: a.sin() * a, (a,), fast_mode=True),
    )


def test_a_fast_check_calls_the_function_a_few_times(grads):  # noqa: F811
    def calls(torch):
        made = []
        x = torch.ones(30, dtype=torch.float64, requires_grad=True)
        torch.autograd.gradcheck(lambda x: made.append(1) or x**2, (x,), fast_mode=True)
        return len(made)

    assert calls(ours) <= calls(real)


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(grads, name):  # noqa: F811
    compare(host(PROGRAMS[name](ours)), host(PROGRAMS[name](real)))


def test_wrong_gradients_are_named(grads):  # noqa: F811
    a = ours.tensor([1.0], dtype=ours.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0"):
        ours.autograd.gradcheck(lambda x: x.detach() * x, (a,))


def test_no_scalar_has_no_gradient(grads):  # noqa: F811
    with pytest.raises(RuntimeError, match="a scalar Tensor"):
        ours.func.grad(lambda x: x * 2)(ours.ones(3))
