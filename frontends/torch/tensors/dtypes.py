"""Data types as PyTorch has them: their objects, what they promote to, and the default ones."""

from __future__ import annotations

import functools
import math

import ml_dtypes
import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core import dtypes as core
from ivy_core.dtypes import DTYPES, Dtype
from ivy_core.utils.exceptions import IvyNotImplementedException

from ..dispatch.errors import entry


class _NoCore(IvyNotImplementedException, AttributeError):
    """No dtype of the core stands for one of PyTorch's: ``hasattr`` says so, too."""


@citing("torch.{}")
class dtype:
    """A data type of PyTorch's.

    Attributes
    ----------
    name : str
        The core's name of it, ``'float32'``.
    core : ivy.Dtype
        The core's data type.
    is_floating_point, is_complex, is_signed : bool
        What its numbers are.
    itemsize : int
        Size of one element, in bytes.

    >>> torch.float, torch.float is torch.float32, torch.half.itemsize
    (torch.float32, True, 2)
    """

    __slots__ = ("__weakref__", "core", "is_complex", "is_floating_point", "is_signed", "itemsize",
                 "kind", "name")  # fmt: skip

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'torch.dtype' instances")

    def __getattr__(self, name: str):
        if name == "core":  # not set: see NAMED_ALONE
            raise _NoCore(
                f"not supported: tensors of {self!r}; no backend computes in it, "
                "use torch.bfloat16, or torch.int8 and torch.uint8"
            )
        if name == "is_signed":
            raise RuntimeError(f"{self!r} has no sign: it is undefined for types of bits")
        raise AttributeError(f"'torch.dtype' object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str | tuple:
        return (dtype_named, (self.name,))

    def __copy__(self) -> dtype:
        return self

    def __deepcopy__(self, memo) -> dtype:
        return self

    def to_complex(self) -> dtype:
        """Return the complex type whose parts are as precise as this one."""
        if self.is_complex:
            return self
        wide = self.name == "float64"
        if self.name in ("float16", "bfloat16"):
            return dtype_named("complex64")  # no backend computes in complex32
        return dtype_named("complex128" if wide else "complex64")

    def to_real(self) -> dtype:
        """Return the type of the parts of a complex one; any other as it is."""
        return dtype_named(_REAL.get(self.name, self.name))


dtype.__module__ = "torch"
_REAL = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}


def _make_dtype(name: str) -> dtype:
    made, of_core = object.__new__(dtype), DTYPES[name]
    made.name, made.core, made.itemsize, made.kind = name, of_core, of_core.itemsize, of_core.kind
    made.is_floating_point, made.is_complex = of_core.is_float, of_core.is_complex
    made.is_signed = of_core.kind in "ifc"
    return made


_BY_NAME: dict[str, dtype] = {name: _make_dtype(name) for name in DTYPES}
# Types that no backend computes in: programs name them in tables and ask for their limits. Kind,
# size and sign of each; those without a sign raise when they are asked for it, as in PyTorch.
NAMED_ALONE: dict[str, dtype] = {}


def _add_dtypes_without_core(
    names: str, kind: str, itemsize: int = 1, signed: bool | None = None
) -> None:
    """Add dtypes that no array has to NAMED_ALONE; None leaves ``is_signed`` unset."""
    for name in names.split():
        made = NAMED_ALONE[name] = object.__new__(dtype)
        made.name, made.kind, made.itemsize = name, kind, itemsize
        made.is_floating_point, made.is_complex = kind == "f", kind == "c"
        if signed is not None:
            made.is_signed = signed


_add_dtypes_without_core(
    "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float4_e2m1fn_x2", "f", 1, True
)
_add_dtypes_without_core("float8_e8m0fnu", "f", 1, False)
_add_dtypes_without_core("complex32", "c", 4, True)
_add_dtypes_without_core("int1 int2 int3 int4 int5 int6 int7", "V", 1, True)
_add_dtypes_without_core("uint1 uint2 uint3 uint4 uint5 uint6 uint7", "V", 1, False)
_add_dtypes_without_core("bits1x8 bits2x4 bits4x2 bits8 qint8 quint8 quint2x4 quint4x2", "V")
_add_dtypes_without_core("bits16", "V", 2)
_add_dtypes_without_core("qint32", "V", 4)
uint8, int8, int16, int32, int64 = map(_BY_NAME.get, ("uint8", "int8", "int16", "int32", "int64"))
uint16, uint32, uint64, bool_ = map(_BY_NAME.get, ("uint16", "uint32", "uint64", "bool"))
float16, bfloat16, float32, float64 = map(
    _BY_NAME.get, ("float16", "bfloat16", "float32", "float64")
)
complex64, complex128 = map(_BY_NAME.get, ("complex64", "complex128"))
# the spellings that PyTorch's own module has besides
SPELLINGS: dict[str, dtype] = {
    **_BY_NAME, **NAMED_ALONE, "bit": NAMED_ALONE["uint1"], "chalf": NAMED_ALONE["complex32"],
    "half": float16, "float": float32, "double": float64, "short": int16, "int": int32,
    "long": int64, "cfloat": complex64, "cdouble": complex128,
}  # fmt: skip
_SHOWN = {
    "bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int",
    "int64": "Long", "float16": "Half", "bfloat16": "BFloat16", "float32": "Float",
    "float64": "Double", "complex64": "ComplexFloat", "complex128": "ComplexDouble",
    "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
}  # fmt: skip
_OF_PYTHON = {bool: bool_, int: int64, float: float64, complex: complex128}


def dtype_named(name: str) -> dtype:
    """Return the type of a name."""
    return _BY_NAME.get(name) or NAMED_ALONE[name]


def shown(kind: dtype | Dtype) -> str:
    """Return the name that PyTorch's messages have for a type: ``Long`` for int64."""
    return _SHOWN[kind.name]


@functools.lru_cache(maxsize=512)
def of_native(native) -> dtype:
    """Return the type that a framework's own data type stands for."""
    alone = NAMED_ALONE.get(str(native).partition(".")[2])
    return alone or _BY_NAME[core.as_dtype(native).name]


@citing(None)
def as_dtype(value, default: dtype | None = None) -> dtype | None:
    """Return the type that an argument ``dtype=`` stands for.

    PyTorch takes its own types, and Python's ``float``, ``int``, ``bool`` and ``complex``.

    Raises: TypeError for anything else.
    """
    if type(value) is dtype:
        return value
    if value is None:
        return default
    if value in _OF_PYTHON:
        return _OF_PYTHON[value]
    module = type(value).__module__.partition(".")[0]
    if module == "torch" or isinstance(value, Dtype):  # real PyTorch's, or the core's
        return of_native(value)
    raise TypeError(f"dtype must be torch.dtype, not {type(value).__name__}")


# default types

default_slot = [float32]  # of all threads, as in PyTorch
on_default_change: list = []  # called when it has been set


@entry
@citing("torch.{}")
def set_default_dtype(d: dtype, /) -> None:
    """Set the type of floating-point tensors without a given type.

    Parameters
    ----------
    d : dtype
        ``torch.float16``, ``bfloat16``, ``float32`` or ``float64``.

    Raises: TypeError if it is no floating-point type.

    >>> torch.set_default_dtype(torch.float64)
    >>> torch.tensor(0.5).dtype
    torch.float64
    >>> torch.set_default_dtype(torch.float32)
    """
    if type(d) is not dtype:
        raise TypeError(f"invalid dtype object: only floating-point types are supported, not {d!r}")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    default_slot[0] = d
    for tell in on_default_change:
        tell()


@citing("torch.{}")
def get_default_dtype() -> dtype:
    """Return the type of floating-point tensors without a given type.

    >>> torch.get_default_dtype()
    torch.float32
    """
    return default_slot[0]


# What the classes of tensors of each type were called before there was ``dtype``.
LEGACY_NAMES = {
    "float32": "FloatTensor", "float64": "DoubleTensor", "float16": "HalfTensor",
    "bfloat16": "BFloat16Tensor", "uint8": "ByteTensor", "int8": "CharTensor",
    "int16": "ShortTensor", "int32": "IntTensor", "int64": "LongTensor", "bool": "BoolTensor",
    "complex64": "ComplexFloatTensor", "complex128": "ComplexDoubleTensor",
    "uint16": "UInt16Tensor", "uint32": "UInt32Tensor", "uint64": "UInt64Tensor",
}  # fmt: skip


@functools.cache
@citing(None)
def host_dtype(dtype: str) -> np.dtype:
    """Return NumPy's dtype of that name; that of ``bfloat16`` comes from ml_dtypes.

    Raises: TypeError if nothing on the host has it.

    Examples
    --------
    >>> from frontends.torch.tensors.dtypes import host_dtype
    >>> host_dtype("bfloat16").itemsize
    2
    """
    if dtype in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        import ml_dtypes  # loaded for those who have such numbers

        return np.dtype(getattr(ml_dtypes, dtype))
    return np.dtype(dtype)


# C++ names of types, as the errors of conversions have them
_NAMES_IN_ERRORS = {
    "float16": "c10::Half", "bfloat16": "c10::BFloat16", "float32": "float", "float64": "double",
    "int32": "int",
}  # fmt: skip
_NUMBERS = frozenset({int, float, complex})


@functools.cache
def _number_bounds(kind: dtype) -> tuple[float, float]:
    """Return the least and the largest number that PyTorch converts to a real type."""
    if kind.is_floating_point:
        most = float(ml_dtypes.finfo(kind.name).max)
        return -most, most
    limits = np.iinfo(kind.name)
    return (limits.min or -limits.max), limits.max  # what is negative wraps in unsigned types


@citing(None)
def checked_number(value, kind: dtype):
    """Return a number of Python's that a tensor is filled with, whole for a type of integers.

    Raises: RuntimeError if it is beyond the type's range, or not finite where that is of integers,
    or has an imaginary part where that is real; OverflowError for an integer of more than 64 bits.
    """
    if type(value) is int and not -(2**63) <= value < 2**63:
        if value >= 2**64:
            raise OverflowError("int too big to convert")
        if value < 0:
            raise OverflowError("can't convert negative int to unsigned")
        if kind.is_floating_point:
            value = float(value)  # half precision takes no ints as large
    if type(value) not in _NUMBERS or kind.is_complex or kind.name == "bool":
        return value
    if type(value) is complex and not value.imag:
        value = value.real
    low, high = _number_bounds(kind)
    if type(value) is complex:
        fits = False
    elif kind.is_floating_point:
        fits = low <= value <= high or value != value or value in (math.inf, -math.inf)
        converted = value
    else:
        fits = low <= value <= high  # nan is not
        if kind.kind == "u" and type(value) is float and value < 0:
            fits = False  # ints alone wrap
        converted = int(value) if fits else None
        if fits and converted < 0 and kind.kind == "u":
            converted += high + 1
    if fits:
        return converted
    name = _NAMES_IN_ERRORS.get(kind.name, f"{kind.name}_t")
    raise RuntimeError(f"value cannot be converted to type {name} without overflow")
