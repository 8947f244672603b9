"""Control flow of the JAX backend: Python's own for known values, JAX's for traced ones."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from ivy_core.backends.common import control_flow
from ivy_core.backends.common.control_flow import Branches, LoopState
from ivy_core.utils.nests import leaves_of, rebuilt

from .indexing import is_tracer


def _is_traced(value) -> bool:
    """Return whether a value is unknown: ``jax.grad``'s tracers of known values do not count."""
    while is_tracer(value):
        if not hasattr(value, "primal"):
            return True
        value = value.primal
    return False


def _has_unknown_leaf(nest) -> bool:
    return any(map(_is_traced, leaves_of(nest)))


def _as_bool_scalar(value):
    """Return a value of one element as a bool array without axes."""
    return jnp.reshape(value, ()).astype(bool)


def if_else(cond, body_fn, orelse_fn, vars):
    chosen = control_flow.call(cond, vars) if callable(cond) else cond
    if not _is_traced(chosen):
        return control_flow.call(body_fn if chosen else orelse_fn, vars)
    branches = Branches("jax", body_fn, orelse_fn, vars, jax.eval_shape)
    found = jax.lax.cond(
        _as_bool_scalar(chosen), branches.body, branches.orelse, branches.state.arrays
    )
    return branches.filled(found)


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(vars)
    while not _has_unknown_leaf(values):
        proceed = test_fn(*values)
        if _is_traced(proceed):
            break
        if not proceed:
            return values
        values = control_flow.new_values("while_loop", body_fn(*values), len(values))
    loop = LoopState("while_loop", "jax", values, lambda values: body_fn(*values), jax.eval_shape)
    filled = loop.state.filled
    found = jax.lax.while_loop(
        lambda arrays: _as_bool_scalar(test_fn(*filled(arrays))), loop.body, loop.arrays
    )
    return filled(found)


def for_loop(iterable, body_fn, vars):
    values = control_flow.positional(vars)
    counted = isinstance(iterable, (range, jax.Array)) and len(iterable) > 0
    if not counted or not _has_unknown_leaf((values, iterable)):
        return control_flow.for_loop(iterable, body_fn, values)

    def turn(i, arrays):
        if isinstance(iterable, range):
            return loop.body(arrays, iterable.start + i * iterable.step)
        return loop.body(arrays, jax.lax.dynamic_index_in_dim(iterable, i, keepdims=False))

    step = lambda values, item: body_fn(item, values)
    loop = LoopState("for_loop", "jax", values, step, jax.eval_shape, (iterable[0],))
    return loop.state.filled(jax.lax.fori_loop(0, len(iterable), turn, loop.arrays))


def associative_scan(x, fn, /, *, reverse=False, axis=0):
    leaves = [jnp.asarray(leaf) for leaf in leaves_of(x)]
    control_flow.scanned_axes(leaves, axis)

    def combine(first, second):
        found = fn(rebuilt(x, first), rebuilt(x, second))
        return control_flow.combined_leaves(found, len(leaves))

    # of lists: JAX does not know all of our nests
    return rebuilt(x, jax.lax.associative_scan(combine, leaves, reverse, axis) if leaves else [])
