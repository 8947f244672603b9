"""Grids of coordinates, and joining written as an index."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS

from .arguments import lengths, supported_dtype
from .conversion import array_from_host, as_array, copied
from .errors import entry
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import ivy, numpy_function
from .manipulation import concatenate
from .policy import HOST_ELEMENTS
from .protocols import answered_like

ArrayLike = Scalar = Any


@numpy_function(kind="grid")
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Return coordinate arrays from coordinate vectors.

    Parameters
    ----------
    *xi : array-like
        Vectors.
    copy : bool
        False gives views of them.
    sparse : bool
        Whether each has its own axis alone, so that they broadcast to the grid.
    indexing : {'xy', 'ij'}
        Order of the first two axes.

    References
    ----------
    NumPy reference, numpy.meshgrid.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    shape0 = (1,) * ndim
    parts = [
        ivy.reshape(as_array(x), shape0[:i] + (-1,) + shape0[i + 1 :]) for i, x in enumerate(xi)
    ]
    if indexing == "xy" and ndim > 1:
        parts[0] = ivy.reshape(parts[0], (1, -1) + shape0[2:])
        parts[1] = ivy.reshape(parts[1], (-1, 1) + shape0[2:])
    if not sparse:
        shape = np.broadcast_shapes(*[p.shape for p in parts])
        parts = [ivy.broadcast_to(p, shape) for p in parts]
    return tuple([copied(p) if copy else p for p in parts])


class _Grid:
    """``np.mgrid`` and ``np.ogrid``: a grid written as an index."""

    def __init__(self, real):
        self._real = real

    @entry
    def __getitem__(self, key):
        return from_host(self._real[_key_to_host(key)])

    def __len__(self):
        return 0


def _key_to_host(key):
    if isinstance(key, tuple):
        return tuple([_key_to_host(k) for k in key])
    if isinstance(key, slice):
        return slice(to_host(key.start), to_host(key.stop), to_host(key.step))
    return to_host(key)


mgrid = _Grid(np.mgrid)


ogrid = _Grid(np.ogrid)


class _Concatenator:
    """``np.r_`` and ``np.c_``: pieces joined along an axis, written as an index."""

    def __init__(self, real, axis, ndmin, trans1d):
        self._real = real
        self._settings = axis, ndmin, trans1d

    @entry
    def __getitem__(self, key):
        try:
            return self._concatenate_pieces(key if isinstance(key, tuple) else (key,))
        except UnsupportedDtype:
            pass  # real NumPy answers, outside of this clause: its errors have no context then
        return from_host(self._real[_key_to_host(key)])

    def _concatenate_pieces(self, key):
        """Join the pieces of a key, a tuple, as ``np.r_``; a matrix is real NumPy's."""
        axis, ndmin, trans1d = self._settings
        if any(isinstance(k, str) for k in key):
            if not _is_axes_directive(key[0]):
                return self._real[tuple([_key_to_host(k) for k in key])]  # a matrix: host only
            numbers = [int(n) for n in key[0].split(",")]
            axis, ndmin, trans1d = (*numbers, *(axis, ndmin, trans1d)[len(numbers) :])
            key = key[1:]
        pieces, kinds = [], []
        for item in key:
            if isinstance(item, slice):
                piece = array_from_host(np.r_[_key_to_host(item)])
                given_ndim = 1
                kinds.append(piece.dtype)
            elif type(item) in PYTHON_NUMBERS or isinstance(item, np.generic):
                kinds.append(item if type(item) in PYTHON_NUMBERS else item.dtype)
                piece = as_array(item).reshape(1)
                given_ndim = 0
            else:
                piece = as_array(item)
                kinds.append(piece.dtype)
                given_ndim = piece.ndim
            pieces.append(self._add_dimensions(piece, given_ndim, ndmin, trans1d))
        dtype = np.result_type(*kinds)
        return concatenate([ivy.astype(p, dtype, copy=False) for p in pieces], axis)

    def _add_dimensions(self, piece, given_ndim, ndmin, trans1d):
        """Return a piece with ``ndmin`` axes or more, its own axes beginning at ``trans1d``."""
        missing = ndmin - piece.ndim
        if missing <= 0:
            return piece
        if given_ndim == 0:
            return piece.reshape((1,) * ndmin)
        piece = piece.reshape((1,) * missing + piece.shape)
        if trans1d != -1:
            order = list(range(ndmin))
            at = trans1d + missing + 1 if trans1d < 0 else trans1d
            axes = order[:at] + order[missing:] + order[at:missing]
            piece = ivy.permute_dims(piece, tuple(axes))
        return piece

    def __len__(self):
        return 0


def _is_axes_directive(directive) -> bool:
    """Return whether it is a text of ints, such as "0,2,1" in ``np.r_``; False for no text."""
    try:
        return bool([int(n) for n in directive.split(",")])
    except (AttributeError, ValueError):
        return False


r_ = _Concatenator(np.r_, 0, 1, -1)


c_ = _Concatenator(np.c_, -1, 2, 0)


@numpy_function
def indices(dimensions, dtype=int, sparse=False):
    """Return the indices of a grid, one array an axis."""
    shape = lengths(tuple(dimensions))
    dtype = supported_dtype(dtype)
    ndim = len(shape)
    if not sparse and ndim * math.prod(shape) <= HOST_ELEMENTS:
        return array_from_host(np.indices(shape, dtype))
    parts = [
        ivy.reshape(
            array_from_host(np.arange(n, dtype=dtype)), (1,) * i + (n,) + (1,) * (ndim - i - 1)
        )
        for i, n in enumerate(shape)
    ]
    if sparse:
        return tuple(parts)
    if not parts:
        return ivy.empty((0,), dtype=dtype)
    return ivy.stack([ivy.broadcast_to(p, shape) for p in parts], axis=0)


@entry
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """Construct an array by calling a function on the coordinate arrays of a grid.

    References: NumPy reference, numpy.fromfunction.
    """
    if like is not None:
        given = {"dtype": dtype, "like": like, **kwargs}
        answer = answered_like(np.fromfunction, (function, shape), given)
        if answer is not NotImplemented:
            return answer
    return function(*indices(shape, dtype=dtype), **kwargs)


fromfunction.real = np.fromfunction


__all__ = ["c_", "fromfunction", "indices", "meshgrid", "mgrid", "ogrid", "r_"]
