"""Sorting of JAX arrays: on the host where they are there, compiled under a trace."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.host import kernels, searching
from ivy_core.backends.common.searching import check_keys, check_search, check_top_k
from ivy_core.utils.exceptions import IvyValueError

from ..kernels.axes import normal_axis
from ..kernels.reductions import on_host
from ..runtime.memory import taken_from_host
from ..runtime.stored_programs import jit

_static = functools.partial(jit, static_argnames=("axis", "descending", "stable"))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    axis = axis if axis is None else normal_axis(axis, x.ndim)
    if on_host(x):
        return taken_from_host(
            kernels.sort(np.asarray(x), axis=axis, descending=descending, stable=stable)
        )
    return _sort(x, axis=axis, descending=descending, stable=stable)


@_static
def _sort(x, *, axis, descending, stable):
    return jnp.sort(x, axis=axis, descending=descending, stable=stable)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    axis = axis if axis is None else normal_axis(axis, x.ndim)
    if on_host(x):
        at = kernels.argsort(np.asarray(x), axis=axis, descending=descending, stable=stable)
        return taken_from_host(at)
    return _argsort(x, axis=axis, descending=descending, stable=stable)


@_static
def _argsort(x, *, axis, descending, stable):
    return jnp.argsort(x, axis=axis, descending=descending, stable=stable).astype("int64")


def lexsort(keys, /, *, axis=-1):
    check_keys(keys)
    axis = normal_axis(axis, keys[0].ndim)
    if on_host(*keys):
        return taken_from_host(searching.lexsort([np.asarray(key) for key in keys], axis))
    return jnp.lexsort(keys, axis).astype("int64")


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    check_search(x, side, sorter)
    if on_host(x, v) and (sorter is None or on_host(sorter)):
        sorter = None if sorter is None else np.asarray(sorter)
        at = searching.searchsorted(np.asarray(x), np.asarray(v), side, sorter)
        return taken_from_host(np.asarray(at, ret_dtype or "int64"))
    return _searchsorted(x, v, sorter, side=side, dtype=ret_dtype or np.dtype("int64"))


@functools.partial(jit, static_argnames=("side", "dtype"))
def _searchsorted(x, v, sorter, *, side, dtype):
    return jnp.searchsorted(x, v, side=side, sorter=sorter).astype(dtype)


for _function in (sort, argsort, searchsorted):
    _function.takes_padded = True  # what they ask of it, and their kernels, know of padding


_BITS = {2: "int16", 4: "int32", 8: "int64"}


def top_k(x, k, /, *, axis=-1, largest=True, sorted=True):
    k, axis = check_top_k(x, k, axis)
    if on_host(x) and x.dtype.kind != "V":  # bfloat16 is no dtype that NumPy can select
        memory = np.asarray(x)
        at = searching.top_k(memory, k, axis, largest)
        return taken_from_host(np.take_along_axis(memory, at, axis)), taken_from_host(at)
    return _top_k(x, k, axis=axis, largest=largest)


@functools.partial(jit, static_argnames=("k", "axis", "largest"))
def _top_k(x, k, *, axis, largest) -> tuple:
    """Return the k extremes, best first, and int64 indices along an axis; nan counts as largest."""
    moved = jnp.moveaxis(x, axis, -1)
    if jnp.iscomplexobj(x):
        at = jnp.argsort(moved, axis=-1, descending=largest, stable=True)[..., :k]
    else:
        key = _sortable_integers(moved)
        at = jax.lax.top_k(key if largest else ~key, k)[1]
    values = jnp.take_along_axis(moved, at, axis=-1)
    return jnp.moveaxis(values, -1, axis), jnp.moveaxis(at, -1, axis).astype("int64")


def _sortable_integers(x):
    """Return integers that sort as real elements do, nan above all and -0.0 as 0.0."""
    if x.dtype == bool:
        return x.astype("uint8")
    if jnp.issubdtype(x.dtype, jnp.integer):
        return x
    bits = _BITS[x.dtype.itemsize]
    most = jnp.iinfo(bits).max
    key = jax.lax.bitcast_convert_type(jnp.where(x == 0, jnp.zeros_like(x), x), bits)  # no -0.0
    return jnp.where(jnp.isnan(x), most, jnp.where(key < 0, key ^ most, key))
