"""Gradients of the JAX backend.

For complex numbers JAX pulls back with the transposed derivative, PyTorch and TensorFlow with its
conjugate, so that a real function rises along its gradient. Here all do the latter.
"""

from __future__ import annotations

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common import differentiation
from ivy_core.backends.common.differentiation import Autodiff, Leaves, Traced
from ivy_core.backends.common.outer_writes import noted

from .indexing import is_tracer


def _conj_if_complex(native):
    return native.conj() if jnp.iscomplexobj(native) else native


def _transform_with_writes(function, transform) -> tuple:
    """Return the results of ``transform(run)``; do what ``function`` wrote to outer arrays.

    Their values come out beside the results, as what is not differentiated.
    """
    put_values = None

    def run(leaves):
        nonlocal put_values
        results, others = function(leaves)
        stand_ins, put_values = writes.taken()
        return results, (others, stand_ins)

    with noted(is_tracer) as writes:
        *found, (others, values) = transform(run)
    put_values(values)
    return (*found, others)


def _pullback(function, leaves, retain) -> tuple:
    """Return outputs, the function's other results, and ``pull``: cotangents to gradients."""
    outputs, pull_native, others = _transform_with_writes(
        function, lambda run: jax.vjp(run, leaves, has_aux=True)
    )

    def pull(cotangents, last=False):
        given = [
            jnp.zeros_like(output) if cotangent is None else _conj_if_complex(cotangent)
            for output, cotangent in zip(outputs, cotangents, strict=True)
        ]
        (gradients,) = pull_native(given)
        return [_conj_if_complex(gradient) for gradient in gradients]

    return outputs, others, pull


def _pushforward(function, leaves, tangents) -> tuple:
    """Return outputs, the function's other results, and the outputs' tangents."""
    outputs, moved, others = _transform_with_writes(
        function, lambda run: jax.jvp(run, (leaves,), (tangents,), has_aux=True)
    )
    return outputs, others, moved


def _jacobian(function, leaves):
    """Return by output a list of its Jacobians by leaf, forwards or backwards, as is cheaper."""
    shapes = jax.eval_shape(function, leaves)[0]
    inputs = sum(math.prod(leaf.shape) for leaf in leaves)
    wide = inputs <= sum(math.prod(output.shape) for output in shapes)
    if wide and not any(map(jnp.iscomplexobj, leaves)):
        # an entry of the input a pass, not one of the output; a while loop allows no other way
        return jax.jacfwd(function, has_aux=True)(leaves)[0]
    _, pull_native, _ = jax.vjp(function, leaves, has_aux=True)
    return [_rows_of_jacobian(pull_native, shapes, at) for at in range(len(shapes))]


def _rows_of_jacobian(pull_native, shapes, at) -> list:
    """Return the Jacobians of output number ``at``, one for each leaf."""
    shape = shapes[at].shape
    count = math.prod(shape)

    def row(unit):
        given = [jnp.zeros(s.shape, s.dtype) for s in shapes]
        given[at] = unit.reshape(shape)
        return pull_native(given)[0]

    rows = jax.vmap(row)(jnp.eye(count, dtype=shapes[at].dtype))
    return [each.reshape((*shape, *each.shape[1:])) for each in rows]


def _call_computation(compute):
    return compute()


_AUTODIFF = Autodiff(
    "jax",
    _pullback,
    _pushforward,
    _jacobian,
    _call_computation,
    jnp.ones_like,
    jax.lax.stop_gradient,
    cuts_loops=True,
)


def bind_custom_gradient_function(func, custom_grad_func):
    def bound(*xs):
        inputs = Leaves("jax", xs)
        traced = Traced("jax", lambda variables, arrays: func(*inputs.filled(variables, arrays)))

        @jax.custom_vjp
        def call(variables, arrays):
            return traced(variables, arrays)

        def forward(variables, arrays):
            results = traced(variables, arrays)
            return results, (variables, arrays, results)

        def backward(kept, cotangents):
            variables, arrays, results = kept
            given = inputs.filled(variables, arrays)
            upstream = traced.parts.gradients([_conj_if_complex(c) for c in cotangents[0]])
            gradients = custom_grad_func((*given, traced.parts.filled(*results)), upstream)
            nest = (gradients,) if len(xs) == 1 else gradients
            found = inputs.variables_in(nest, "bind_custom_gradient_function: gradients")
            return [_conj_if_complex(g) for g in found], [None] * len(arrays)

        call.defvjp(forward, backward)
        results = call(inputs.variables, inputs.arrays)
        return traced.parts.filled(*results)

    return bound


def execute_with_gradients(
    func, xs, /, *, retain_grads=False, xs_grad_idxs=((0,),), ret_grad_idxs=((0,),)
):
    return differentiation.execute_with_gradients(
        _AUTODIFF, func, xs, retain_grads, xs_grad_idxs, ret_grad_idxs
    )


def grad(func, argnums=0, *, checkpoints=False):
    return differentiation.grad(_AUTODIFF, func, argnums, checkpoints)


def is_variable(x, /, *, exclusive=False):
    return not exclusive and isinstance(x, jax.Array)


def jac(func):
    return differentiation.jac(_AUTODIFF, func)


def jvp(func, primals, tangents):
    return differentiation.jvp(_AUTODIFF, func, primals, tangents)


def requires_gradient(x):
    return is_tracer(x) and hasattr(x, "primal")  # a tracer of jax.grad or jax.jvp at work


def solve_on_host(system, parameters, wanted):
    return jax.lax.custom_linear_solve(
        functools.partial(system.product, parameters),
        wanted,
        _callback_that_solves(system, parameters),
        _callback_that_solves(*system.transposed(parameters)),
    )


def _callback_that_solves(system, parameters):
    """Return a function of a matrix, which it does not use, and of the right hand sides."""

    def on_host(*values):
        *parameters, wanted = map(np.asarray, values)
        return system.solve(parameters, wanted)

    def solve(_, wanted):
        kind = jax.ShapeDtypeStruct(wanted.shape, wanted.dtype)
        return jax.pure_callback(on_host, kind, *parameters, wanted, vmap_method="sequential")

    return solve


def stop_gradient(x, /, *, preserve_type=True):
    return jax.lax.stop_gradient(x)


def value_and_grad(func, *, checkpoints=False):
    return differentiation.value_and_grad(_AUTODIFF, func, checkpoints=checkpoints)


def vjp(func, *primals):
    return differentiation.vjp(_AUTODIFF, func, *primals)
