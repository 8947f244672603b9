"""Gradients of the TensorFlow backend, by tf.GradientTape."""

from __future__ import annotations

import math

import tensorflow as tf

from ivy_core.backends.common import differentiation
from ivy_core.backends.common.differentiation import Autodiff, Leaves, Traced

from ..host.policy import JACOBIAN_ROWS
from .indexing import is_recorded
from .transforms import batched


def _pullback(function, leaves, retain) -> tuple:
    """Return outputs, other results, and a function from cotangents to gradients by the leaves."""
    # new tensors: what the function reads by a closure, not as an argument, is a constant
    variables = [tf.identity(leaf) for leaf in leaves]
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        tape.watch(variables)
        outputs, others = function(variables)

    def pull(cotangents, last=False):
        chosen = [at for at, cotangent in enumerate(cotangents) if cotangent is not None]
        gradients = tape.gradient(
            [outputs[at] for at in chosen],
            variables,
            [cotangents[at] for at in chosen],
            unconnected_gradients=tf.UnconnectedGradients.ZERO,
        )
        return [tf.convert_to_tensor(gradient) for gradient in gradients]

    return outputs, others, pull


def _pushforward(function, leaves, tangents) -> tuple:
    """Return outputs, other results, and the tangents of the outputs."""
    # the derivative of the pullback, which is linear, by its cotangents
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        outputs, others, pull = _pullback(function, leaves, False)
        cotangents = [tf.zeros_like(output) for output in outputs]
        tape.watch(cotangents)
        gradients = pull(cotangents)
    moved = tape.gradient(
        gradients, cotangents, tangents, unconnected_gradients=tf.UnconnectedGradients.ZERO
    )
    return outputs, others, [tf.convert_to_tensor(each) for each in moved]


def _jacobian(function, leaves) -> list:
    """Return, for each output, a list with one Jacobian a leaf: output axes, then the leaf's."""
    outputs, _, pull = _pullback(function, leaves, False)
    return [_jacobians_of_output(pull, outputs, at) for at in range(len(outputs))]


def _jacobians_of_output(pull, outputs, at) -> list:
    """Return the Jacobians of output number ``at``, one for each leaf."""
    shape = tuple(outputs[at].shape)
    count = math.prod(shape)

    def row(unit):
        cotangents = [None] * len(outputs)
        cotangents[at] = tf.reshape(unit, shape)
        # the conjugate of what a real function rises along: the derivative, where there is one
        return [tf.math.conj(gradient) for gradient in pull(cotangents)]

    units = tf.eye(count, dtype=outputs[at].dtype)
    if 0 < count <= JACOBIAN_ROWS and tf.executing_eagerly():
        rows = [tf.stack(each) for each in zip(*map(row, tf.unstack(units)), strict=True)]
    else:
        rows = batched(lambda units: row(units[0]), [units])
    return [tf.reshape(each, (*shape, *each.shape[1:])) for each in rows]


def _call_computation(compute):
    return compute()


_AUTODIFF = Autodiff(
    "tensorflow",
    _pullback,
    _pushforward,
    _jacobian,
    _call_computation,
    tf.ones_like,
    tf.stop_gradient,
)


def bind_custom_gradient_function(func, custom_grad_func):
    def bound(*xs):
        inputs = Leaves("tensorflow", xs)
        traced = Traced("tensorflow", lambda variables: func(*inputs.filled(variables)))

        @tf.custom_gradient
        def call(*variables):
            results = traced(list(variables))[0]

            def backward(*upstream):
                outputs = traced.parts
                kept = (*inputs.filled(variables), outputs.filled(results))
                gradients = custom_grad_func(kept, outputs.gradients(upstream))
                nest = (gradients,) if len(xs) == 1 else gradients
                return inputs.variables_in(nest, "bind_custom_gradient_function: gradients")

            return results, backward

        results = call(*inputs.variables)
        return traced.parts.filled(results)

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
    return isinstance(x, tf.Variable)


def jac(func):
    return differentiation.jac(_AUTODIFF, func)


def jvp(func, primals, tangents):
    return differentiation.jvp(_AUTODIFF, func, primals, tangents)


def requires_gradient(x):
    return isinstance(x, tf.Variable) and x.trainable


def solve_on_host(system, parameters, wanted):
    def on_host(*values):
        return system.solve(values[:-1], values[-1])

    @tf.custom_gradient
    def solve(*natives):
        *parameters, wanted = natives
        if tf.executing_eagerly():
            solution = tf.convert_to_tensor(on_host(*[native.numpy() for native in natives]))
        else:
            solution = tf.numpy_function(on_host, natives, wanted.dtype)
            solution.set_shape(wanted.shape)

        def backward(upstream):
            other, transposed = system.transposed(parameters)
            by_wanted = tf.math.conj(solve_on_host(other, transposed, tf.math.conj(upstream)))
            # the tape of a second derivative has not seen the solution, but what it is made of
            solved = (
                solve_on_host(system, parameters, wanted) if is_recorded(*natives) else solution
            )
            with tf.GradientTape(watch_accessed_variables=False) as tape:
                tape.watch(parameters)
                product = system.product(parameters, solved)
            return *tape.gradient(product, parameters, -by_wanted), by_wanted

        return solution, backward

    return solve(*parameters, wanted)


def stop_gradient(x, /, *, preserve_type=True):
    stopped = tf.stop_gradient(x)
    return tf.Variable(stopped) if preserve_type and is_variable(x) else stopped


def value_and_grad(func, *, checkpoints=False):
    return differentiation.value_and_grad(_AUTODIFF, func, checkpoints=checkpoints)


def vjp(func, *primals):
    return differentiation.vjp(_AUTODIFF, func, *primals)
