"""Data types, scalar types and constants of NumPy's namespace."""

from __future__ import annotations

import numpy as _np
from numpy import (
    False_,
    True_,
    bool_,
    byte,
    bytes_,
    cdouble,
    character,
    clongdouble,
    complex64,
    complex128,
    complexfloating,
    csingle,
    datetime64,
    double,
    dtype,
    dtypes,
    e,
    euler_gamma,
    exceptions,
    finfo,
    flexible,
    float16,
    float32,
    float64,
    floating,
    generic,
    half,
    iinfo,
    inexact,
    inf,
    int8,
    int16,
    int32,
    int64,
    int_,
    intc,
    integer,
    intp,
    isdtype,
    issubdtype,
    long,
    longdouble,
    longlong,
    nan,
    newaxis,
    number,
    object_,
    pi,
    short,
    signedinteger,
    single,
    str_,
    timedelta64,
    typecodes,
    typing,
    ubyte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulong,
    ulonglong,
    unsignedinteger,
    ushort,
    void,
)

from ivy_core.compilation.trace.symbolic_numbers import SymbolicScalar

from .errors import entry
from .scalar_types import BackendScalar

bool = bool_
# without the classes that ml_dtypes, which JAX imports, adds to NumPy's table
sctypeDict = {key: kind for key, kind in _np.sctypeDict.items() if kind.__module__ == "numpy"}


@entry
def isscalar(element):
    """Return whether ``element`` is a scalar type."""
    # in a program that is compiled, a number of Python's is one that stands for it
    return type(element) in (BackendScalar, SymbolicScalar) or _np.isscalar(element)


__all__ = [
    "False_", "True_", "bool", "bool_", "byte", "bytes_", "cdouble", "character", "clongdouble",
    "complex128", "complex64", "complexfloating", "csingle", "datetime64", "double", "dtype",
    "dtypes", "e", "euler_gamma", "exceptions", "finfo", "flexible", "float16",
    "float32", "float64", "floating", "generic", "half", "iinfo", "inexact", "inf", "int16",
    "int32", "int64", "int8", "int_", "intc", "integer", "intp", "isdtype", "isscalar",
    "issubdtype", "long", "longdouble", "longlong", "nan", "newaxis", "number", "object_", "pi",
    "sctypeDict", "short", "signedinteger", "single", "str_", "timedelta64", "typecodes",
    "typing", "ubyte", "uint", "uint16", "uint32", "uint64", "uint8", "uintc", "uintp", "ulong",
    "ulonglong", "unsignedinteger", "ushort", "void",
]  # fmt: skip
