"""``numpy.ctypeslib``: NumPy's own functions, given arrays of the frontend."""

from __future__ import annotations

import functools

import numpy as np

from ivy_core.arrays.array import Array

from .conversion import array_on_memory
from .fallback import to_host
from .host_module import host_module

__getattr__, __dir__, __all__ = host_module(__name__)


def as_array(obj, shape=None):
    """Return an array on the memory of a ctypes array or of what a pointer leads to.

    References: NumPy reference, numpy.ctypeslib.as_array.
    """
    if isinstance(obj, Array):
        return obj
    return array_on_memory(np.ctypeslib.as_array(obj, shape))


def ndpointer(dtype=None, ndim=None, shape=None, flags=None):
    """Return a class for ``argtypes`` that takes arrays of a dtype, rank, shape and layout.

    What C code writes reaches an array of the frontend on the NumPy backend only.

    References: NumPy reference, numpy.ctypeslib.ndpointer.
    """
    return _subclass_that_takes_frontend_arrays(np.ctypeslib.ndpointer(dtype, ndim, shape, flags))


@functools.cache
def _subclass_that_takes_frontend_arrays(real: type) -> type:
    def from_param(cls, obj):
        return real.from_param.__func__(cls, to_host(obj))

    return type(real.__name__, (real,), {"from_param": classmethod(from_param)})
