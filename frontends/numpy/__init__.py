"""The NumPy API on any backend: ``import frontends.numpy as np``.

A name is where NumPy's documentation says it is. What is not native runs in real NumPy on the host
and comes back, with one warning per function (:func:`set_fallback`).
"""

from __future__ import annotations

import numpy as _np

from . import methods as _methods
from . import operators as _operators
from .creation import *
from .dtypes import *
from .fallback import FallbackError, FallbackWarning, fallback_function, set_fallback
from .functional import *
from .indexing import *
from .linear_algebra import *
from .logic import *
from .manipulation import *
from .mathematics import *
from .ndarray import flatiter, ndarray
from .padding import *
from .polynomial_legacy import *
from .sets import *
from .sorting import *
from .statistics import *
from .ufunc import UFUNCS as _UFUNCS
from .ufunc import ufunc

globals().update(_UFUNCS)
_methods.attach_methods(ndarray)
_operators.attach_operators()

__version__ = _np.__version__
__all__ = list(_np.__all__)  # what a star import gives; a missing name comes from __getattr__

_SUBMODULES = ("fft", "lib", "linalg", "random")


def __getattr__(name: str):
    """Find a name that is not native: a submodule, or NumPy's own object."""
    import importlib

    if name in _SUBMODULES:
        return importlib.import_module(f".{name}", __name__)
    try:
        real = getattr(_np, name)
    except AttributeError:
        raise AttributeError(f"module 'numpy' has no attribute {name!r}") from None
    value = real
    if callable(real) and not isinstance(real, type) and name not in _PASSED_THROUGH:
        value = fallback_function(real, name)
    globals()[name] = value
    return value


_PASSED_THROUGH = frozenset({
    "seterr", "geterr", "seterrcall", "geterrcall", "set_printoptions", "get_printoptions",
    "printoptions", "getbufsize", "setbufsize", "show_config", "show_runtime", "info", "test",
    "get_include", "s_", "array_str", "array_repr", "save", "savez", "savez_compressed",
    "savetxt", "index_exp", "array2string", "format_float_positional",
    "format_float_scientific", "base_repr", "binary_repr", "typename", "mintypecode",
    "isdtype", "iterable", "broadcast_shapes", "bmat", "get_array_wrap",
})  # fmt: skip


def __dir__():
    return sorted({*globals(), *dir(_np)})
