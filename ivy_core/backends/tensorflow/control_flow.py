"""Control flow of the TensorFlow backend: Python's own, and TensorFlow's within a tf.function."""

from __future__ import annotations

import tensorflow as tf

from ...utils import control_flow
from ...utils.control_flow import State, cast_all, check_shapes, common_dtype
from ...utils.leaves import leaves_of


def _is_unknown(value) -> bool:
    return tf.is_symbolic_tensor(value) or (
        isinstance(value, tf.Variable) and not tf.executing_eagerly()
    )


def _any_unknown(nest) -> bool:
    return any(map(_is_unknown, leaves_of(nest)))


def _results_of(function):
    """Return the function from arrays to the shapes and dtypes of what ``function`` returns."""

    def results_of(arrays):
        specs = [tf.TensorSpec(array.shape, array.dtype) for array in arrays]
        graph = tf.function(lambda *given: function(list(given)), autograph=False)
        return graph.get_concrete_function(*specs).structured_outputs

    return results_of


def if_else(cond, body_fn, orelse_fn, vars):
    chosen = control_flow.call(cond, vars) if callable(cond) else cond
    if not _is_unknown(chosen):
        return control_flow.call(body_fn if chosen else orelse_fn, vars)
    state = State("tensorflow", vars)
    ends = []

    def branch(function):
        def run(arrays):
            end = State("tensorflow", control_flow.call(function, state.filled(arrays)))
            ends.append(end)
            return end.arrays

        return run

    branches = branch(body_fn), branch(orelse_fn)
    shapes = [_results_of(run)(state.arrays) for run in branches]
    end = ends[0]
    end.check(ends[1], "if_else: body_fn and orelse_fn return different nests")
    for a, b in zip(*shapes, strict=True):
        check_shapes(a, b, "if_else: body_fn and orelse_fn return different shapes")
    dtypes = [common_dtype(end.backend, a, b) for a, b in zip(*shapes, strict=True)]
    body, orelse = [
        lambda run=run: cast_all(end.backend, run(state.arrays), dtypes) for run in branches
    ]
    return end.filled(tf.nest.flatten(tf.cond(_as_bool(chosen), body, orelse)))


def _as_bool(value):
    return tf.reshape(tf.cast(value, tf.bool), ())


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(vars)
    while not _any_unknown(values):
        proceed = test_fn(*values)
        if _is_unknown(proceed):
            break
        if not proceed:
            return values
        values = control_flow.new_values("while_loop", body_fn(*values), len(values))
    state = State("tensorflow", values)
    body = _body("while_loop", state, lambda arrays: body_fn(*state.filled(arrays)))
    arrays = control_flow.settled(state, _results_of(body), "while_loop: body_fn")
    dtypes = [array.dtype for array in arrays]
    found = tf.while_loop(
        lambda *arrays: _as_bool(test_fn(*state.filled(arrays))),
        lambda *arrays: cast_all(state.backend, body(arrays), dtypes),
        arrays,
    )
    return state.filled(found)


def _body(name, state, function):
    what = f"{name}: body_fn returns another nest than it takes"

    def body(arrays):
        values = control_flow.new_values(name, function(arrays), len(state.nest))
        return state.arrays_of(values, what)

    return body


def for_loop(iterable, body_fn, vars):
    values = control_flow.positional(vars)
    counted = isinstance(iterable, range) or (tf.is_tensor(iterable) and iterable.shape.rank)
    if not counted or not _any_unknown((values, iterable)):
        return control_flow.for_loop(iterable, body_fn, values)
    state = State("tensorflow", values)
    length = len(iterable) if isinstance(iterable, range) else tf.shape(iterable, tf.int64)[0]

    def item(i):
        return iterable.start + i * iterable.step if isinstance(iterable, range) else iterable[i]

    def at(i):
        return _body("for_loop", state, lambda arrays: body_fn(item(i), state.filled(arrays)))

    first = tf.constant(0, tf.int64)
    arrays = control_flow.settled(state, _results_of(at(first)), "for_loop: body_fn")
    dtypes = [array.dtype for array in arrays]
    _, *found = tf.while_loop(
        lambda i, *arrays: i < length,
        lambda i, *arrays: [i + 1, *cast_all(state.backend, at(i)(arrays), dtypes)],
        [first, *arrays],
    )
    return state.filled(found)
