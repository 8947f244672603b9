"""Gradients of the NumPy backend: it computes none, and says who does."""

from __future__ import annotations

from ivy_core.utils.exceptions import IvyNotImplementedException


def _raise_no_gradients(name):
    raise IvyNotImplementedException(
        f"numpy: {name}: NumPy computes no gradients; the backends jax, torch and tensorflow do"
    )


def bind_custom_gradient_function(func, custom_grad_func):
    return func  # NumPy has no gradients: the function's own one is never asked for


def execute_with_gradients(
    func, xs, /, *, retain_grads=False, xs_grad_idxs=((0,),), ret_grad_idxs=((0,),)
):
    _raise_no_gradients("execute_with_gradients")


def grad(func, argnums=0, *, checkpoints=False):
    _raise_no_gradients("grad")


def is_variable(x, /, *, exclusive=False):
    return False


def jac(func):
    _raise_no_gradients("jac")


def jvp(func, primals, tangents):
    _raise_no_gradients("jvp")


def requires_gradient(x):
    return False


def stop_gradient(x, /, *, preserve_type=True):
    return x.copy()


def value_and_grad(func, *, checkpoints=False):
    _raise_no_gradients("value_and_grad")


def vjp(func, *primals):
    _raise_no_gradients("vjp")
