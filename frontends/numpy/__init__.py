"""The NumPy API on any backend: ``import frontends.numpy as np``.

A name is where NumPy's documentation says it is. What is not native runs in real NumPy on the host
and comes back, with one warning per function (:func:`set_fallback`).

Functions are imported, an area at a time, when one of the area is first asked for.
"""

from __future__ import annotations

import importlib as _importlib
import types as _types

import numpy as _np

from frontends.common.host import FallbackError, FallbackWarning
from frontends.common.sections import read_sections as _read_sections
from frontends.common.whole_module import present_whole as _present_whole
from ivy_core.utils.exceptions import IvyAttributeError

from . import adapters as _adapters
from . import host_module as _host_module
from . import introspection as _introspection  # noqa: F401  rewritten programs import it
from . import methods as _methods
from . import operators as _operators
from .scalar_names import (
    False_, True_, bool, bool_, byte, bytes_, cdouble, character, clongdouble, complex128,
    complex64, complexfloating, csingle, datetime64, double, dtype, dtypes, e, euler_gamma,
    exceptions, finfo, flexible, float16, float32, float64, floating, generic, half, iinfo,
    inexact, inf, int16, int32, int64, int8, int_, intc, integer, intp, isdtype, isscalar,
    issubdtype, long, longdouble, longlong, nan, newaxis, number, object_, pi, sctypeDict,
    short, signedinteger, single, str_, timedelta64, typecodes, typing, ubyte, uint, uint16,
    uint32, uint64, uint8, uintc, uintp, ulong, ulonglong, unsignedinteger, ushort, void,
)  # fmt: skip
from .fallback import fallback_function, set_fallback
from .fallback import give_implementation as _give_implementation
from .ndarray import flatiter, ndarray
from .ufuncs.dispatch import ufunc
from .watching import errstate, seterr
from .ufuncs.table import UFUNCS as _UFUNCS

globals().update(_UFUNCS)
_methods.attach_methods(ndarray)
_operators.attach_operators()
_adapters.install()

# Which file defines which functions; a file is imported when one of them is first asked for.
_AREAS = _read_sections(__file__, "areas.txt")
_HOMES = {name: area for area, names in _AREAS.items() for name in names.split()}
__version__ = _np.__version__
__all__ = list(_np.__all__)  # what a star import gives; a missing name comes from __getattr__

_SUBMODULES = ("fft", "lib", "linalg", "random")


def __getattr__(name: str):
    """Find a name that is not there yet: of an area, a submodule, or NumPy's own object."""
    if name in globals():  # a module asks that has copied this function among all names
        raise IvyAttributeError(f"module 'numpy' has no attribute {name!r}")
    if name in _HOMES:
        return _import_area(_HOMES[name])[name]
    if name in _SUBMODULES:
        return _importlib.import_module(f".{name}", __name__)
    try:
        real = getattr(_np, name)
    except AttributeError as err:  # it says what has taken the place of a name of NumPy 1
        raise IvyAttributeError(str(err)) from None
    value = real
    if isinstance(real, _types.ModuleType):
        value = _host_module.present_module(real)
    elif callable(real) and not isinstance(real, type) and name not in _PASSED_THROUGH:
        value = fallback_function(real, name, name not in _OF_NUMPY_ALONE)
        value.__module__, value.__qualname__ = __name__, name  # where pickle finds it again
        _give_implementation(value, real)
    globals()[name] = value
    return value


def _import_area(area: str) -> dict[str, object]:
    """Import an area's names here, unless set already; return a dict of all its functions."""
    module, here = _importlib.import_module(f".{area}", __name__), globals()
    found = {name: getattr(module, name) for name in _AREAS[area].split()}
    for name, function in found.items():
        here.setdefault(name, function)
    return found


_PASSED_THROUGH = frozenset({
    "geterr", "seterrcall", "geterrcall", "set_printoptions", "get_printoptions",
    "printoptions", "getbufsize", "setbufsize", "show_config", "show_runtime", "info", "test",
    "get_include", "s_", "save", "savez", "savez_compressed",
    "savetxt", "index_exp", "array2string", "format_float_positional",
    "format_float_scientific", "base_repr", "binary_repr", "typename", "mintypecode",
    "isdtype", "iterable", "broadcast_shapes", "get_array_wrap",
})  # fmt: skip

# Files and dates, which no backend has: they run in NumPy without a word.
_OF_NUMPY_ALONE = frozenset({
    "array_repr", "array_str", "busday_count", "busday_offset", "datetime_as_string",
    "datetime_data", "fromfile", "fromregex", "genfromtxt", "is_busday", "isnat", "load", "loadtxt",
})  # fmt: skip


def __dir__():
    return sorted({*globals(), *_HOMES, *dir(_np)})


_present_whole(__name__, lambda: [*_HOMES, *_SUBMODULES, *vars(_np)])
