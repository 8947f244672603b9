"""What the host computes otherwise than the NumPy backend does: without warnings, or faster."""

from __future__ import annotations

import numpy as np

from ...utils.exceptions import IvyValueError
from ..common.memory import aligned_copy


def clip(x, min=None, max=None, /):
    """Return the elements within bounds: two ufuncs, which np.clip takes longer to choose."""
    if min is not None:
        x = np.maximum(x, min)
    return x if max is None else np.minimum(x, max)


def sort(x, /, *, axis=-1, descending=False, stable=True):
    """Return the elements in order; as values they need no stable sort."""
    x = aligned_copy(x.reshape(-1) if axis is None else x)  # which a tensor takes as it is
    x.sort(-1 if axis is None else axis)
    return np.flip(x, -1 if axis is None else axis) if descending else x


def _spread(x, axis, correction, keepdims):
    count = x.size if axis is None else np.prod([x.shape[i] for i in np.atleast_1d(axis)])
    if count <= correction:
        raise IvyValueError("NumPy warns of it")
    return x.var(axis, ddof=correction, keepdims=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    """Return the variance; TensorFlow answers where there are too few elements, without words."""
    return _spread(x, axis, correction, keepdims)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    """Return the standard deviation; as the variance."""
    return np.sqrt(_spread(x, axis, correction, keepdims))


def nanmax(x, /, *, axis=None, keepdims=False):
    """Return the largest elements but nan, which is left where there is nothing else."""
    return np.fmax.reduce(x, axis, keepdims=keepdims)


def nanmin(x, /, *, axis=None, keepdims=False):
    """Return the smallest elements but nan, which is left where there is nothing else."""
    return np.fmin.reduce(x, axis, keepdims=keepdims)


def _without_nan(function):
    def call(x, /, **options):
        axis, keepdims = options.get("axis"), options.get("keepdims", False)
        if x.dtype.kind in "fc" and np.isnan(x).all(axis, keepdims=keepdims).any():
            raise IvyValueError("NumPy warns of it")
        return function(x, **options)

    return call


nanmean = _without_nan(np.nanmean)
nanmedian = _without_nan(np.nanmedian)


def log10(x, /):
    """Return the logarithm to base 10; NumPy's own misses a bit in single precision."""
    return np.log10(x.astype(np.float64)).astype(x.dtype) if x.dtype == "f" else np.log10(x)


def _by_blas(product):
    """Return a product of matrices; a large one of what BLAS has no loops for is TensorFlow's."""

    def call(x1, x2, /, **options):
        if x1.dtype.char not in "fdFD" and x1.size > 1024:
            raise IvyValueError("NumPy's own loops are slow")
        return product(x1, x2, **options)

    return call


dot, inner, matmul = _by_blas(np.dot), _by_blas(np.inner), _by_blas(np.matmul)
tensordot, vecdot = _by_blas(np.tensordot), _by_blas(np.vecdot)
