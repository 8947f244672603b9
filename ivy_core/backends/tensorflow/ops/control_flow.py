"""Control flow of the TensorFlow backend: Python's own, and TensorFlow's within a tf.function."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common import control_flow
from ivy_core.backends.common.control_flow import Branches, LoopState
from ivy_core.utils.nests import leaves_of


def _is_symbolic(value) -> bool:
    """Return whether a value is a graph's tensor, or a variable while a graph is traced."""
    return tf.is_symbolic_tensor(value) or (
        isinstance(value, tf.Variable) and not tf.executing_eagerly()
    )


def _has_symbolic_leaf(nest) -> bool:
    return any(map(_is_symbolic, leaves_of(nest)))


def _as_bool_scalar(value):
    return tf.reshape(tf.cast(value, tf.bool), ())


def _trace_once(function, arrays) -> None:
    """Trace a function of arrays for what it notes down itself; return nothing."""
    specs = [tf.TensorSpec(array.shape, array.dtype) for array in arrays]
    graph = tf.function(lambda *given: function(list(given)), autograph=False)
    graph.get_concrete_function(*specs)


def if_else(cond, body_fn, orelse_fn, vars):
    chosen = control_flow.call(cond, vars) if callable(cond) else cond
    if not _is_symbolic(chosen):
        return control_flow.call(body_fn if chosen else orelse_fn, vars)
    branches = Branches("tensorflow", body_fn, orelse_fn, vars, _trace_once)
    arrays = branches.state.arrays
    found = tf.cond(
        _as_bool_scalar(chosen), lambda: branches.body(arrays), lambda: branches.orelse(arrays)
    )
    return branches.filled(tf.nest.flatten(found))


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(vars)
    while not _has_symbolic_leaf(values):
        proceed = test_fn(*values)
        if _is_symbolic(proceed):
            break
        if not proceed:
            return values
        values = control_flow.new_values("while_loop", body_fn(*values), len(values))
    loop = LoopState(
        "while_loop", "tensorflow", values, lambda values: body_fn(*values), _trace_once
    )
    filled = loop.state.filled
    found = tf.while_loop(
        lambda *arrays: _as_bool_scalar(test_fn(*filled(arrays))),
        lambda *arrays: loop.body(arrays),
        loop.arrays,
    )
    return filled(found)


def for_loop(iterable, body_fn, vars):
    values = control_flow.positional(vars)
    counted = isinstance(iterable, range) or (tf.is_tensor(iterable) and iterable.shape.rank)
    if not counted or not _has_symbolic_leaf((values, iterable)):
        return control_flow.for_loop(iterable, body_fn, values)
    in_range = isinstance(iterable, range)
    length = len(iterable) if in_range else tf.shape(iterable, tf.int64)[0]

    def turn(i, *arrays):
        item = iterable.start + i * iterable.step if in_range else iterable[i]
        return [i + 1, *loop.body(arrays, item)]

    step = lambda values, item: body_fn(item, values)
    first = next(iter(iterable), 0) if in_range else tf.zeros(iterable.shape[1:], iterable.dtype)
    loop = LoopState("for_loop", "tensorflow", values, step, _trace_once, (first,))
    _, *found = tf.while_loop(
        lambda i, *arrays: i < length, turn, [tf.constant(0, tf.int64), *loop.arrays]
    )
    return loop.state.filled(found)
