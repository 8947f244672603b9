"""``numpy.lib.stride_tricks``: windows, and views made of strides."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy_core.arrays.lens_builders import as_strided_lens, sliding_window_lens
from ivy_core.arrays.lenses import ReadOnly
from ivy_core.arrays.views import functional_view, new_array, shadow
from ivy_core.backends.loading import backend_for

from ..conversion import as_array
from ..func_wrapper import numpy_function
from ..manipulation import broadcast_arrays, broadcast_to
from ..ndarray import ndarray

ArrayLike = Scalar = Any


@numpy_function(keep_0d=True)
def sliding_window_view(x: ArrayLike, window_shape, axis=None, *, subok=False, writeable=False):
    """Return a view with sliding windows over an array, read-only.

    References: NumPy reference, numpy.lib.stride_tricks.sliding_window_view.
    """
    x = as_array(x)
    window_shape = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    data = getattr(x, "_data", None)
    if isinstance(data, np.ndarray):
        view = np.lib.stride_tricks.sliding_window_view(
            data, window_shape, axis, writeable=writeable
        )
        return new_array(ndarray, view)
    return functional_view(x, sliding_window_lens(x, window_shape, axis), ndarray)


@numpy_function(keep_0d=True)
def as_strided(x: ArrayLike, shape=None, strides=None, subok=False, writeable=True):
    """Return a view with the given shape and strides (in bytes), which may show elements twice.

    On JAX and TensorFlow, whose arrays have no memory to step through, it stays within the array
    or, of a view, its base.

    References: NumPy reference, numpy.lib.stride_tricks.as_strided.
    """
    x = as_array(x)
    shape = x.shape if shape is None else tuple(int(n) for n in shape)
    strides = x.strides if strides is None else tuple(int(n) for n in strides)
    data = getattr(x, "_data", None) if not hasattr(x, "_view") else None
    if isinstance(data, np.ndarray):
        view = np.lib.stride_tricks.as_strided(data, shape, strides, writeable=writeable)
        return new_array(ndarray, view)
    view = _view_by_steps(x, data, shape, strides)
    return view if writeable else functional_view(view, ReadOnly(shape), ndarray)


def _view_by_steps(x: ndarray, data, shape: tuple, strides: tuple) -> ndarray:
    """Return a view of an array that NumPy does not hold; ``data`` is its own, None of a view."""
    size = x.dtype.itemsize
    # one element is never stepped from: NumPy takes any stride there
    strides = tuple([step if n > 1 else 0 for n, step in zip(shape, strides, strict=True)])
    if any(step % size for step in strides):
        raise ValueError("as_strided: strides must be multiples of the item size on this backend")
    forward = all(step >= 0 for step in strides)
    if data is not None and forward and backend_for(data).CAPABILITIES.mutable:
        steps = tuple([step // size for step in strides])
        return new_array(ndarray, data.as_strided(shape, steps, data.storage_offset()))
    base, first = _base_and_offset(x)
    lens = as_strided_lens(base, shape, strides, offset=first * size)
    return functional_view(base, lens, ndarray)


def _base_and_offset(x: ndarray):
    """Return the base of ``x``, or ``x``, and how many elements into it ``x`` begins."""
    if not hasattr(x, "_view"):
        return x, 0
    base = x._view.base
    layout, whole = shadow(x), shadow(base)
    start = layout.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return base, start


def __getattr__(name: str):
    return getattr(np.lib.stride_tricks, name)


__all__ = ["as_strided", "broadcast_arrays", "broadcast_to", "sliding_window_view"]
