"""Searching in JAX arrays."""

from __future__ import annotations

import functools

import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.axes import reduced_shape
from ivy_core.utils.exceptions import IvyValueError, refuse_natively

from ..kernels.axes import normal_axes, normal_axis
from ..kernels.reductions import complex_argextreme, on_host, truth
from ..runtime.advanced_indices import positions
from ..runtime.memory import taken_from_host
from ..runtime.sharding import is_sharded
from ..runtime.stored_programs import jit

_static = functools.partial(jit, static_argnames=("axis", "keepdims", "dtype", "select_last_index"))


def _compose_argextreme(search, largest, name):
    """Return argmax (``largest``) or argmin; ``search`` finds it among real numbers."""

    @_static
    def function(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
        shape = reduced_shape(x.shape, normal_axes(axis, x.ndim), keepdims)
        if axis is None or not x.ndim:
            x, axis = x.reshape(-1), 0
        axis = normal_axis(axis, x.ndim)
        if not x.shape[axis]:
            known = IvyValueError(f"attempt to get {name} of an empty sequence")
            refuse_natively(known, search, x, axis)
        x = jnp.flip(x, axis) if select_last_index else x
        if jnp.iscomplexobj(x):
            at = complex_argextreme(jnp.moveaxis(x, axis, -1), largest)
        else:
            at = search(x, axis)
        at = x.shape[axis] - 1 - at if select_last_index else at
        return at.reshape(shape).astype(dtype or "int64")

    return function


argmax = _compose_argextreme(jnp.argmax, True, "argmax")
argmin = _compose_argextreme(jnp.argmin, False, "argmin")


def argwhere(x, /):
    if on_host(x):
        return taken_from_host(np.argwhere(np.asarray(x)))
    if is_sharded(x) and x.ndim:
        return _columns(positions(x))
    return jnp.argwhere(x)  # without a size: under a trace this raises JAX's own error


@jit
def _columns(arrays):
    return jnp.stack(arrays, axis=1)


@functools.partial(jit, static_argnames=("axis", "keepdims", "dtype"))
def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None):
    axes = normal_axes(axis, x.ndim)
    return jnp.sum(x != 0, axis=axes, keepdims=keepdims, dtype=dtype or "int64")


def nonzero(x, /, *, size=None, fill_value=0):
    if not x.ndim:
        raise IvyValueError("nonzero: an array without axes has no indices")
    if size is None and on_host(x):
        return [taken_from_host(at) for at in np.asarray(x).nonzero()]
    if size is None and is_sharded(x):
        return positions(x)
    return _nonzero(x, size=size, fill_value=fill_value)


argwhere.takes_padded = nonzero.takes_padded = True  # of those in parts alone


@functools.partial(jit, static_argnames=("size", "fill_value"))
def _nonzero(x, *, size, fill_value) -> list:
    return [at.astype("int64") for at in jnp.nonzero(x, size=size, fill_value=fill_value)]


@jit
def where(condition, x1, x2, /):
    return jnp.where(truth(condition), x1, x2)
