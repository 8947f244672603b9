"""Data types, scalar types and constants of NumPy's namespace."""

from __future__ import annotations

import numpy as _np
from numpy import (
    bytes_,
    character,
    clongdouble,
    datetime64,
    dtype,
    e,
    errstate,
    euler_gamma,
    exceptions,
    finfo,
    flexible,
    iinfo,
    inf,
    longdouble,
    nan,
    newaxis,
    object_,
    pi,
    str_,
    timedelta64,
    typing,
    void,
)

from .errors import entry
from .scalar_types import (
    bool_,
    complex64,
    complex128,
    complexfloating,
    float16,
    float32,
    float64,
    floating,
    generic,
    inexact,
    int8,
    int16,
    int32,
    int64,
    integer,
    number,
    signedinteger,
    uint8,
    uint16,
    uint32,
    uint64,
    unsignedinteger,
)

bool = bool_
byte, ubyte, short, ushort = int8, uint8, int16, uint16
intc, uintc, int_, uint, long, ulong = int32, uint32, int64, uint64, int64, uint64
intp, uintp, longlong, ulonglong = int64, uint64, int64, uint64
half, single, double, csingle, cdouble = float16, float32, float64, complex64, complex128
True_ = _np.True_
False_ = _np.False_
sctypeDict = _np.sctypeDict
typecodes = _np.typecodes


def _real(kind):
    """Return NumPy's own class for one of our scalar classes."""
    if isinstance(kind, type) and issubclass(kind, generic):
        return getattr(_np, kind.__name__)
    return kind


@entry
def issubdtype(arg1, arg2):
    """Return whether a dtype is lower than or equal to another in the type hierarchy."""
    return _np.issubdtype(_real(arg1), _real(arg2))


@entry
def isdtype(dtype, kind):
    """Return whether a dtype is of a kind."""
    kinds = tuple(_real(k) for k in kind) if isinstance(kind, tuple) else _real(kind)
    return _np.isdtype(_np.dtype(dtype), kinds)


@entry
def isscalar(element):
    """Return whether ``element`` is a scalar type."""
    return isinstance(element, generic) or _np.isscalar(element)


def __getattr__(name: str):
    """Find a class of ``numpy.dtypes``, of which this module has the name."""
    return getattr(_np.dtypes, name)


__all__ = [
    "False_", "True_", "bool", "bool_", "byte", "bytes_", "cdouble", "character", "clongdouble",
    "complex128", "complex64", "complexfloating", "csingle", "datetime64", "double", "dtype", "e",
    "errstate", "euler_gamma", "exceptions", "finfo", "flexible", "float16", "float32", "float64",
    "floating", "generic", "half", "iinfo", "inexact", "inf", "int16", "int32", "int64", "int8",
    "int_", "intc", "integer", "intp", "isdtype", "isscalar", "issubdtype", "long", "longdouble",
    "longlong", "nan", "newaxis", "number", "object_", "pi", "sctypeDict", "short",
    "signedinteger", "single", "str_", "timedelta64", "typecodes", "typing", "ubyte", "uint",
    "uint16", "uint32", "uint64", "uint8", "uintc", "uintp", "ulong", "ulonglong",
    "unsignedinteger", "ushort", "void",
]  # fmt: skip
