"""``numpy.ctypeslib``: NumPy's own functions, given arrays of the frontend."""

from __future__ import annotations

import functools

import numpy as np

from .fallback import to_host
from .host_module import host_module

__getattr__, __dir__, __all__ = host_module(__name__)


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
