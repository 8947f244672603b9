"""Arrays joined, split and padded, of the JAX backend."""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.shapes import joined
from ivy_core.utils.exceptions import refuse

from ..runtime.barriers import unfused
from ..runtime.internals import constant_of
from ..runtime.stored_programs import jit
from .indexing import is_tracer


def concat(arrays, /, *, axis=0):
    try:
        if any(map(is_tracer, arrays)):
            padded = _padded_by_constants(arrays, axis)
            if padded is not None:
                return padded
        return _concat(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, joined, np.concatenate, arrays, axis)


def joins_traced():
    return jax.device_count() == 1  # each of several may have a part of an array


def joined_flat(natives, /):
    return unfused.bind(lax.concatenate([lax.reshape(x, (x.size,)) for x in natives], 0))


def parts_of_flat(native, shapes, /):
    native, parts, begin = unfused.bind(native), [], 0
    for shape in shapes:
        end = begin + math.prod(shape)
        parts.append(lax.reshape(lax.slice(native, (begin,), (end,)), shape))
        begin = end
    return parts


def _padded_by_constants(arrays, axis: int):
    """Return a traced array between constants of one element's value, padded; None of others.

    XLA's CPU backend computes what is concatenated before each use: three steps of a stencil of 112
    x 96 that is padded first took 89 us, then 57, compiled in half of the time.
    """
    known = list(map(constant_of, arrays))
    if (
        sum(each is None for each in known) != 1
        or len(arrays) not in (2, 3)
        or type(axis) is not int
    ):
        return None
    at = next(n for n, each in enumerate(known) if each is None)
    x, others = arrays[at], [np.asarray(each) for n, each in enumerate(known) if n != at]
    if any(each.ndim != x.ndim or each.dtype != x.dtype or not each.size for each in others):
        return None
    value = others[0].ravel()[:1]
    if any(each.tobytes() != value.tobytes() * each.size for each in others):
        return None
    shapes = {(*each.shape[:axis], *each.shape[axis:][1:]) for each in (x, *others)}
    if axis < 0 or axis >= x.ndim or len(shapes) > 1:
        return None
    lengths = [0 if n == at else each.shape[axis] for n, each in enumerate(arrays)]
    x, margins = _before_padding(x, value)
    before, behind, _ = margins[axis]
    margins[axis] = before + sum(lengths[:at]), behind + sum(lengths[at:]), 0
    return lax.pad(x, value[0], margins)


def _before_padding(x, value) -> tuple:
    """Return the array that was padded with a value, and its margins: all axes are padded at once.

    For any other array these are itself and no margins.
    """
    none = [(0, 0, 0)] * x.ndim
    parent = getattr(x, "parent", None)  # of another version of JAX it has none
    if parent is None or parent.primitive is not lax.pad_p:
        return x, none
    source, old = parent.in_tracers
    margins, old = list(parent.params["padding_config"]), constant_of(old)
    if old is None or np.asarray(old).tobytes() != value.tobytes():
        return x, none
    return (x, none) if any(within for _, _, within in margins) else (source, margins)


def stack(arrays, /, *, axis=0):
    try:
        return _stack(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, joined, np.stack, arrays, axis)


_concat = jit(jnp.concatenate, static_argnums=1)
_stack = jit(jnp.stack, static_argnums=1)
hstack = jit(jnp.hstack)
vstack = jit(jnp.vstack)
dstack = jit(jnp.dstack)
column_stack = jit(jnp.column_stack)
