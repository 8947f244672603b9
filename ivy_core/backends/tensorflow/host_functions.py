"""What the host computes otherwise than the NumPy backend does: without warnings, or faster."""

from __future__ import annotations

import numpy as np

from ...utils.exceptions import IvyValueError
from ..common.host_functions import all, any, log10, nanmax, nanmean, nanmin, std, var
from ..common.memory import aligned_copy

__all__ = [
    "all", "any", "clip", "dot", "inner", "log10", "matmul", "nanmax", "nanmean", "nanmedian",
    "nanmin", "sort", "std", "tensordot", "var", "vecdot",
]  # fmt: skip

_MOST_BY_LOOPS = 1024  # elements of a factor that NumPy's own loops are fast enough for


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


def nanmedian(x, /, *, axis=None, keepdims=False):
    """Return the median of the numbers; TensorFlow answers where there are none, silently."""
    if x.dtype.kind in "fc" and np.isnan(x).all(axis).any():
        raise IvyValueError("nanmedian: NumPy would warn of slices that are all nan")
    return np.nanmedian(x, axis, keepdims=keepdims)


def _by_blas(product):
    """Return a product of matrices; a large one of what BLAS has no loops for is TensorFlow's."""

    def call(x1, x2, /, **options):
        if x1.dtype.char not in "fdFD" and x1.size > _MOST_BY_LOOPS:
            raise IvyValueError("NumPy has slow loops for these numbers")
        return product(x1, x2, **options)

    return call


dot, inner, matmul = _by_blas(np.dot), _by_blas(np.inner), _by_blas(np.matmul)
tensordot, vecdot = _by_blas(np.tensordot), _by_blas(np.vecdot)
