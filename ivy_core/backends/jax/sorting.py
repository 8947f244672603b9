"""Sorting of JAX arrays: on the host where they are there, compiled under a trace."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ...utils.exceptions import IvyValueError
from ..common import host_kernels, host_searching
from ..common.searching import check_keys, check_search
from .axes import normal_axis
from .memory import from_host
from .reductions import on_host

_static = functools.partial(jax.jit, static_argnames=("axis", "descending", "stable"))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    axis = axis if axis is None else normal_axis(axis, x.ndim)
    if on_host(x):
        return from_host(
            host_kernels.sort(np.asarray(x), axis=axis, descending=descending, stable=stable)
        )
    return _sort(x, axis=axis, descending=descending, stable=stable)


@_static
def _sort(x, *, axis, descending, stable):
    return jnp.sort(x, axis=axis, descending=descending, stable=stable)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    axis = axis if axis is None else normal_axis(axis, x.ndim)
    if on_host(x):
        at = host_kernels.argsort(np.asarray(x), axis=axis, descending=descending, stable=stable)
        return from_host(at)
    return _argsort(x, axis=axis, descending=descending, stable=stable)


@_static
def _argsort(x, *, axis, descending, stable):
    return jnp.argsort(x, axis=axis, descending=descending, stable=stable).astype("int64")


def lexsort(keys, /, *, axis=-1):
    check_keys(keys)
    axis = normal_axis(axis, keys[0].ndim)
    if on_host(*keys):
        return from_host(host_searching.lexsort([np.asarray(key) for key in keys], axis))
    return jnp.lexsort(keys, axis).astype("int64")


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    check_search(x, side, sorter)
    if on_host(x, v) and (sorter is None or on_host(sorter)):
        sorter = None if sorter is None else np.asarray(sorter)
        at = host_searching.searchsorted(np.asarray(x), np.asarray(v), side, sorter)
        return from_host(np.asarray(at, ret_dtype or "int64"))
    return _searchsorted(x, v, sorter, side=side, dtype=ret_dtype or np.dtype("int64"))


@functools.partial(jax.jit, static_argnames=("side", "dtype"))
def _searchsorted(x, v, sorter, *, side, dtype):
    return jnp.searchsorted(x, v, side=side, sorter=sorter).astype(dtype)
