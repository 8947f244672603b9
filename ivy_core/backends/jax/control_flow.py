"""Control flow of the JAX backend: Python's own for known values, JAX's for traced ones."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from ...utils import control_flow
from ...utils.control_flow import State, cast_all, check_shapes, common_dtype
from ...utils.leaves import leaves_of
from .indexing import is_tracer


def _is_unknown(value) -> bool:
    """Return whether a value is traced; one that is merely differentiated is known."""
    while is_tracer(value):
        if not hasattr(value, "primal"):
            return True
        value = value.primal
    return False


def _any_unknown(nest) -> bool:
    return any(map(_is_unknown, leaves_of(nest)))


def if_else(cond, body_fn, orelse_fn, vars):
    chosen = control_flow.call(cond, vars) if callable(cond) else cond
    if not _is_unknown(chosen):
        return control_flow.call(body_fn if chosen else orelse_fn, vars)
    state = State("jax", vars)
    ends = []

    def branch(function):
        def run(arrays):
            end = State("jax", control_flow.call(function, state.filled(arrays)))
            ends.append(end)
            return end.arrays

        return run

    branches = branch(body_fn), branch(orelse_fn)
    shapes = [jax.eval_shape(run, state.arrays) for run in branches]
    end = ends[0]
    end.check(ends[1], "if_else: body_fn and orelse_fn return different nests")
    for a, b in zip(*shapes, strict=True):
        check_shapes(a, b, "if_else: body_fn and orelse_fn return different shapes")
    dtypes = [common_dtype(end.backend, a, b) for a, b in zip(*shapes, strict=True)]
    body, orelse = [
        lambda arrays, run=run: cast_all(end.backend, run(arrays), dtypes) for run in branches
    ]
    return end.filled(jax.lax.cond(_as_bool(chosen), body, orelse, state.arrays))


def _as_bool(value):
    return jnp.reshape(value, ()).astype(bool)


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(vars)
    while not _any_unknown(values):
        proceed = test_fn(*values)
        if _is_unknown(proceed):
            break
        if not proceed:
            return values
        values = control_flow.new_values("while_loop", body_fn(*values), len(values))
    state = State("jax", values)
    body = _body("while_loop", state, lambda arrays: body_fn(*state.filled(arrays)))
    arrays = control_flow.settled(
        state, lambda arrays: jax.eval_shape(body, arrays), "while_loop: body_fn"
    )
    found = jax.lax.while_loop(
        lambda arrays: _as_bool(test_fn(*state.filled(arrays))), _in_dtypes(body, arrays), arrays
    )
    return state.filled(found)


def _body(name, state, function):
    what = f"{name}: body_fn returns another nest than it takes"

    def body(arrays):
        values = control_flow.new_values(name, function(arrays), len(state.nest))
        return state.arrays_of(values, what)

    return body


def _in_dtypes(body, arrays):
    dtypes = [array.dtype for array in arrays]
    return lambda arrays: [a.astype(d) for a, d in zip(body(arrays), dtypes, strict=True)]


def for_loop(iterable, body_fn, vars):
    values = control_flow.positional(vars)
    counted = isinstance(iterable, (range, jax.Array)) and len(iterable) > 0
    if not counted or not _any_unknown((values, iterable)):
        return control_flow.for_loop(iterable, body_fn, values)
    state = State("jax", values)

    def item(i):
        if isinstance(iterable, range):
            return iterable.start + i * iterable.step
        return jax.lax.dynamic_index_in_dim(iterable, i, keepdims=False)

    def at(i):
        return _body("for_loop", state, lambda arrays: body_fn(item(i), state.filled(arrays)))

    first = jnp.asarray(0)
    arrays = control_flow.settled(
        state, lambda arrays: jax.eval_shape(at(first), arrays), "for_loop: body_fn"
    )
    found = jax.lax.fori_loop(
        0, len(iterable), lambda i, arrays: _in_dtypes(at(i), arrays)(arrays), arrays
    )
    return state.filled(found)
