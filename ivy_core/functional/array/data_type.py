"""Data types: asking about them, converting, promoting, and the defaults."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

import ivy_core as ivy
from ivy_core import defaults
from ivy_core.arrays.array import Array
from ivy_core.arrays.lens_builders import broadcast_lens
from ivy_core.arrays.write import store
from ivy_core.backend_handler import current_backend
from ivy_core.backends.holder import held, read
from ivy_core.devices import Device
from ivy_core.dtypes import DTYPES, Dtype, as_dtype, promote_dtypes, promote_pair, to_numpy_dtype
from ivy_core.registry import compositional, handle_nestable, handle_view, primary, standalone
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from ..operands import as_array
from .creation import Shape

_SCALARS = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def _dtype_of(value) -> Dtype:
    """Return the dtype of an array or a Python scalar, or the one that ``value`` stands for."""
    if isinstance(value, Array):
        return value.dtype
    if type(value) in _SCALARS:
        return DTYPES[_SCALARS[type(value)]]
    if isinstance(value, (list, tuple)):
        return as_dtype(np.asarray(value).dtype)
    if not isinstance(value, (type, np.dtype)) and hasattr(value, "shape"):
        return as_dtype(value.dtype)
    return as_dtype(value)


def _native_dtype_if(dtype: Dtype, as_native: bool):
    return ivy.as_native_dtype(dtype) if as_native else dtype


@standalone
def as_ivy_dtype(dtype_in: str, /) -> Dtype:
    """Name of a data type, whichever way it is given.

    Parameters
    ----------
    dtype_in, Python type or dtype of any framework: What to look up.

    Returns: a string that compares equal to the plain name.

    Raises: IvyValueError if there is no such data type.

    >>> ivy.as_ivy_dtype("float32"), ivy.as_ivy_dtype(int)
    (ivy.float32, ivy.int64)
    """
    return as_dtype(dtype_in)


@primary
def as_native_dtype(dtype_in: str, /):
    """Object by which the backend itself knows a data type.

    Parameters
    ----------
    dtype_in, Python type or dtype of any framework: What to look up.

    Returns
    -------
    native dtype
        ``numpy.dtype`` on NumPy and JAX, ``torch.dtype``, ``tf.DType``.

    Raises: IvyValueError if there is no such data type.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.as_native_dtype("float32")
    dtype('float32')
    """
    return current_backend().as_native_dtype(dtype_in)


@compositional(follows="array_api")
@handle_nestable
def astype(
    x: Array,
    dtype: Dtype,
    /,
    *,
    copy: bool = True,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Copy of an array in another data type.

    Parameters
    ----------
    x: What to convert. A real dtype drops the imaginary parts of complex numbers.
    dtype: Data type of the result.
    copy: False: return ``x`` itself where it is of that dtype already.
    device: Where the result shall live.

    Returns: of the shape of ``x``.

    >>> ivy.astype(ivy.asarray([1.7, -1.7]), ivy.int64)
    ivy.array([ 1, -1])
    """
    if copy:
        result = ivy.array(x, dtype=dtype, device=device)
    else:
        result = ivy.asarray(x, dtype=dtype, device=device)
    if out is not None:
        store(out, read(result), exact=True)
        return out
    return result


@compositional(follows="array_api")
@handle_nestable
@handle_view
def broadcast_arrays(*arrays: Array, copy: bool | None = None) -> list[Array]:
    """Views of arrays, all of the shape that they broadcast to.

    Parameters
    ----------
    *arrays : Array
        What to broadcast.
    copy: True for copies.

    Returns
    -------
    list of Array
        Read-only views.

    Raises: IvyBroadcastShapeError if the shapes do not broadcast.

    >>> ivy.broadcast_arrays(ivy.asarray([1, 2]), ivy.asarray(3))
    [ivy.array([1, 2]), ivy.array([3, 3])]
    """
    arrays = [as_array(x) for x in arrays]
    shape = ivy.broadcast_shapes(*[x.shape for x in arrays])
    return [ivy.broadcast_to(x, shape, copy=copy) for x in arrays]


@primary(view=broadcast_lens, follows="array_api")
def broadcast_to(
    x: Array, /, shape: Shape, *, copy: bool | None = None, out: Array | None = None
) -> Array:
    """Read-only view of an array, repeated to a larger shape.

    Parameters
    ----------
    x: What to broadcast.
    shape: The shape to reach; an axis of length one may become longer, and axes may come in front.
    copy: True for an array of its own; else a view where NumPy has one.

    Returns: of that shape.

    Raises: IvyBroadcastShapeError if ``x`` does not broadcast to it.

    >>> ivy.broadcast_to(ivy.asarray([1, 2]), (2, 2))
    ivy.array([[1, 2],
               [1, 2]])
    """
    return current_backend(x).broadcast_to(x, shape, copy=copy, out=out)


@standalone(follows="array_api")
@handle_nestable
def can_cast(from_: Dtype | Array, to: Dtype, /) -> bool:
    """Return whether every value of one data type fits another.

    Parameters
    ----------
    from_: What is converted.
    to: What it is converted to.

    Returns: as ``numpy.can_cast`` with ``casting='safe'``.

    >>> ivy.can_cast(ivy.int32, ivy.float64), ivy.can_cast(ivy.int64, ivy.int32)
    (True, False)
    """
    from_, to = _dtype_of(from_), as_dtype(to)
    if "bfloat16" in (from_, to):
        return promote_pair(from_, to) == to
    return bool(np.can_cast(to_numpy_dtype(from_), to_numpy_dtype(to)))


@standalone
def check_float(x) -> bool:
    """Return whether ``x`` is a Python number that may stand for a float.

    Parameters
    ----------
    x : object
        What to look at.

    Returns: true for a float or an int, False for a bool and anything else.

    >>> ivy.check_float(1.5), ivy.check_float(True)
    (True, False)
    """
    return isinstance(x, (int, float)) and not isinstance(x, bool)


@compositional
def closest_valid_dtype(type: str | None = None, /, *, as_native: bool = False):
    """Data type that the backend has and that comes closest to the one wanted.

    Parameters
    ----------
    type : Dtype, optional
        The one wanted; the default dtype if None.

    Returns
    -------
    Dtype or native dtype
        ``type`` itself where the backend has it, else one that holds its values.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.closest_valid_dtype("bfloat16")
    ivy.float32
    """
    found = defaults.current.dtype if type is None else as_dtype(type)
    return _native_dtype_if(found if ivy.valid_dtype(found) else DTYPES["float32"], as_native)


@compositional
def default_complex_dtype(*, input=None, complex_dtype: str | None = None, as_native: bool = False):
    """Default data type for complex numbers.

    Parameters
    ----------
    input : Array or scalar or nested sequence, optional
        If it is complex, its data type is returned.
    complex_dtype: Returned as it is, if given.

    Returns
    -------
    Dtype or native dtype
        The one set by :func:`set_default_complex_dtype`, ``complex128`` where none is.

    >>> ivy.default_complex_dtype()
    ivy.complex128
    """
    return _native_dtype_if(
        _given_or_default_dtype("complex", "c", complex_dtype, input), as_native
    )


@compositional
def default_dtype(*, dtype: str | None = None, item=None, as_native: bool = False):
    """Default data type of new arrays.

    Parameters
    ----------
    dtype: Returned as it is, if given.
    item : Array or scalar or nested sequence, optional
        Gives the data type that it would have as an array.

    Returns
    -------
    Dtype or native dtype
        The one set by :func:`set_default_dtype`, else the default float dtype.

    >>> ivy.default_dtype(), ivy.default_dtype(item=[1, 2])
    (ivy.float64, ivy.int64)
    """
    if dtype is not None:
        found = as_dtype(dtype)
    elif item is None:
        found = defaults.current.dtype
    elif isinstance(item, Array) or hasattr(item, "dtype"):
        found = _dtype_of(item)
    else:
        found = defaults.of_kind(_dtype_of(item))
    return _native_dtype_if(found, as_native)


@compositional
def default_float_dtype(*, input=None, float_dtype: str | None = None, as_native: bool = False):
    """Default data type for floating-point numbers.

    Parameters
    ----------
    input : Array or scalar or nested sequence, optional
        If it is floating, its data type is returned.
    float_dtype: Returned as it is, if given.

    Returns
    -------
    Dtype or native dtype
        The one set by :func:`set_default_float_dtype`, ``float64`` where none is.

    >>> ivy.default_float_dtype()
    ivy.float64
    """
    return _native_dtype_if(_given_or_default_dtype("float", "f", float_dtype, input), as_native)


@compositional
def default_int_dtype(*, input=None, int_dtype: str | None = None, as_native: bool = False):
    """Default data type for integers.

    Parameters
    ----------
    input : Array or scalar or nested sequence, optional
        If it is an integer, its data type is returned.
    int_dtype: Returned as it is, if given.

    Returns
    -------
    Dtype or native dtype
        The one set by :func:`set_default_int_dtype`, ``int64`` where none is.

    >>> ivy.default_int_dtype()
    ivy.int64
    """
    return _native_dtype_if(_given_or_default_dtype("int", "iu", int_dtype, input), as_native)


@compositional
def default_uint_dtype(*, input=None, uint_dtype: str | None = None, as_native: bool = False):
    """Default data type for unsigned integers.

    Parameters
    ----------
    input : Array or scalar or nested sequence, optional
        If it is an unsigned integer, its data type is returned.
    uint_dtype: Returned as it is, if given.

    Returns
    -------
    Dtype or native dtype
        The one set by :func:`set_default_uint_dtype`, ``uint64`` where none is.

    >>> ivy.default_uint_dtype()
    ivy.uint64
    """
    return _native_dtype_if(_given_or_default_dtype("uint", "u", uint_dtype, input), as_native)


def _given_or_default_dtype(name, kinds, given, value) -> Dtype:
    """Return the given dtype, else the value's if of these kinds, else the default ``name``."""
    if given is not None:
        return as_dtype(given)
    if value is not None and (isinstance(value, Array) or hasattr(value, "dtype")):
        found = _dtype_of(value)
        if found.kind in kinds:
            return found
    return getattr(defaults.current, name)


@standalone
@handle_nestable
def dtype(x: Array, /, *, as_native: bool = False):
    """Data type of an array.

    Parameters
    ----------
    x : Array or native array
        What to ask.

    Returns: Dtype or native dtype

    >>> ivy.dtype(ivy.asarray([1.5]))
    ivy.float64
    """
    if as_native:
        return held(x).dtype if isinstance(x, Array) else x.dtype
    return _dtype_of(x)


@standalone
def dtype_bits(dtype_in: str, /) -> int:
    """Number of bits that an element takes.

    Parameters
    ----------
    dtype_in : Dtype
        The data type; ``bool`` counts as one bit.

    Returns: int

    >>> ivy.dtype_bits("float32"), ivy.dtype_bits("bool")
    (32, 1)
    """
    found = _dtype_of(dtype_in)
    return 1 if found.is_bool else 8 * found.itemsize


@dataclass(frozen=True)
class Finfo:
    """Limits of a floating-point data type, as Python numbers."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype

    @property
    def tiny(self) -> float:
        return self.smallest_normal

    @property
    def resolution(self) -> float:
        return float(10 ** -int(-np.log10(self.eps)))


@dataclass(frozen=True)
class Iinfo:
    """Limits of an integer data type."""

    bits: int
    max: int
    min: int
    dtype: Dtype


@standalone(follows="array_api")
def finfo(type: Dtype | Array, /) -> Finfo:
    """Machine limits of a floating-point data type.

    Parameters
    ----------
    type, floating or complex: For a complex dtype the limits are those of its parts.

    Returns: with ``bits``, ``eps``, ``max``, ``min``, ``smallest_normal`` and ``dtype``.

    Raises: IvyTypeError if the dtype is neither floating nor complex.

    >>> ivy.finfo("float32").eps
    1.1920928955078125e-07
    """
    return _finfo_of_dtype(_dtype_of(type))


@functools.cache
def _finfo_of_dtype(found: Dtype) -> Finfo:
    if found.kind not in "fc":
        raise IvyTypeError(f"finfo: {found} is not a floating-point data type")
    if found == "bfloat16":
        import ml_dtypes

        info = ml_dtypes.finfo("bfloat16")
    else:
        info = np.finfo(to_numpy_dtype(found))
    limits = (float(getattr(info, n)) for n in ("eps", "max", "min", "smallest_normal"))
    return Finfo(int(info.bits), *limits, as_dtype(info.dtype))


@standalone(follows="array_api")
def iinfo(type: Dtype | Array, /) -> Iinfo:
    """Machine limits of an integer data type.

    Parameters
    ----------
    type, integer: What to ask about.

    Returns: with ``bits``, ``max``, ``min`` and ``dtype``.

    Raises: IvyTypeError if the dtype is no integer dtype.

    >>> ivy.iinfo("int8").max
    127
    """
    found = _dtype_of(type)
    if found.kind not in "iu":
        raise IvyTypeError(f"iinfo: {found} is not an integer data type")
    info = np.iinfo(to_numpy_dtype(found))
    return Iinfo(info.bits, int(info.max), int(info.min), found)


@compositional
def infer_default_dtype(dtype: str, /, *, as_native: bool = False):
    """Default data type of the kind of another one.

    Parameters
    ----------
    dtype : Dtype
        Says which kind: bool, integer, unsigned integer, floating or complex.

    Returns: Dtype or native dtype

    >>> ivy.infer_default_dtype("int8")
    ivy.int64
    """
    return _native_dtype_if(defaults.of_kind(as_dtype(dtype)), as_native)


@compositional
def invalid_dtype(dtype_in: str | None, /) -> bool:
    """Return whether the backend lacks a data type.

    Parameters
    ----------
    dtype_in : Dtype or None
        What to ask about; None stands for the default dtype.

    Returns: bool

    >>> ivy.invalid_dtype("float32")
    False
    """
    return not ivy.valid_dtype(dtype_in)


@standalone
@handle_nestable
def is_bool_dtype(dtype_in: Dtype | Array | complex, /) -> bool:
    """Return whether a data type is boolean.

    Parameters
    ----------
    dtype_in : Dtype, Array, scalar or nested sequence
        A data type, or something that has one.

    Returns: bool

    >>> ivy.is_bool_dtype("bool"), ivy.is_bool_dtype(ivy.asarray(1))
    (True, False)
    """
    return _dtype_of(dtype_in).kind == "b"


@standalone(like=is_bool_dtype)
@handle_nestable
def is_complex_dtype(dtype_in: Dtype | Array | complex, /) -> bool:
    """Return whether a data type is complex.

    >>> ivy.is_complex_dtype("complex64"), ivy.is_complex_dtype(ivy.asarray(1.0))
    (True, False)
    """
    return _dtype_of(dtype_in).kind == "c"


@standalone(like=is_bool_dtype)
@handle_nestable
def is_float_dtype(dtype_in: Dtype | Array | complex, /) -> bool:
    """Return whether a data type is floating-point.

    >>> ivy.is_float_dtype("float16"), ivy.is_float_dtype(ivy.asarray(1))
    (True, False)
    """
    return _dtype_of(dtype_in).kind == "f"


@standalone(like=is_bool_dtype)
@handle_nestable
def is_int_dtype(dtype_in: Dtype | Array | complex, /) -> bool:
    """Return whether a data type is an integer one, signed or not.

    >>> ivy.is_int_dtype("uint8"), ivy.is_int_dtype(ivy.asarray(1.0))
    (True, False)
    """
    return _dtype_of(dtype_in).kind in "iu"


@standalone(like=is_bool_dtype)
@handle_nestable
def is_uint_dtype(dtype_in: Dtype | Array | complex, /) -> bool:
    """Return whether a data type is an unsigned integer one.

    >>> ivy.is_uint_dtype("uint8"), ivy.is_uint_dtype(ivy.asarray(1))
    (True, False)
    """
    return _dtype_of(dtype_in).kind == "u"


@standalone(follows="array_api")
def isdtype(dtype: Dtype, kind: str | tuple) -> bool:
    """Return whether a data type is of a kind.

    Parameters
    ----------
    dtype: What to ask about.
    kind : Dtype, str or tuple of these
        A data type, or one of 'bool', 'signed integer', 'unsigned integer', 'integral',
        'real floating', 'complex floating' and 'numeric'; of several, any.

    Returns: bool

    Raises: IvyValueError if there is no such kind.

    >>> ivy.isdtype(ivy.float32, "numeric"), ivy.isdtype(ivy.int8, (ivy.bool, "real floating"))
    (True, False)
    """
    found = as_dtype(dtype)
    if isinstance(kind, tuple):
        return any(isdtype(found, each) for each in kind)
    if isinstance(kind, str) and kind in _KINDS:
        return found.kind in _KINDS[kind]
    try:
        return found == as_dtype(kind)
    except IvyValueError:
        raise IvyValueError(
            f"isdtype: {kind!r} is neither a data type nor one of {', '.join(_KINDS)}"
        ) from None


@standalone
def promote_types(type1: str, type2: str, /) -> Dtype:
    """Data type that two others promote to.

    Parameters
    ----------
    type1, type2 : Dtype
        What is combined.

    Returns: as ``numpy.promote_types``.

    >>> ivy.promote_types("int8", "uint8")
    ivy.int16
    """
    return promote_pair(as_dtype(type1), as_dtype(type2))


@compositional
@handle_nestable
def promote_types_of_inputs(x1: Array | complex, x2: Array | complex, /) -> tuple[Array, ...]:
    """Two operands as arrays of the data type that they promote to.

    Parameters
    ----------
    x1, x2 : Array, native array or scalar
        Operands; a Python scalar takes the dtype of the other one where it can.

    Returns
    -------
    tuple of Array
        The two, of one dtype, each of its own shape. Native arrays where native arrays were given
        and no Array.

    >>> ivy.promote_types_of_inputs(ivy.asarray([1, 2]), 0.5)
    (ivy.array([1., 2.]), ivy.array(0.5))
    """
    promoted = ivy.type_promote_arrays(x1, x2)
    given = (x1, x2)
    if any(isinstance(x, Array) for x in given) or not any(ivy.is_native_array(x) for x in given):
        return promoted
    return tuple([read(x) for x in promoted])


@standalone(follows="array_api")
@handle_nestable
def result_type(*arrays_and_dtypes: Array | Dtype) -> Dtype:
    """Data type that arrays, data types and Python scalars promote to.

    Parameters
    ----------
    *arrays_and_dtypes : Array, Dtype or Python scalar
        What is combined; scalars give way to the others, as NumPy has it.

    Returns: Dtype

    Raises: IvyDtypePromotionError if there is no argument.

    >>> ivy.result_type(ivy.asarray([1], dtype="int8"), ivy.float32, 2.0)
    ivy.float32
    """
    scalars = frozenset([type(v) for v in arrays_and_dtypes if type(v) in _SCALARS])
    return promote_dtypes(
        tuple([_dtype_of(v) for v in arrays_and_dtypes if type(v) not in _SCALARS]), scalars
    )


@standalone(convenience=True)
def set_default_complex_dtype(complex_dtype: str, /):
    """Set the default data type for Python's complex numbers.

    Parameters
    ----------
    complex_dtype : str
        In force until :func:`unset_default_complex_dtype`, or to the end of a ``with`` block.

    Returns
    -------
    context manager
        Takes the default back at the end of the block.

    Raises: IvyValueError if it is no dtype of that kind.

    >>> with ivy.set_default_complex_dtype("complex64"):
    ...     ivy.default_complex_dtype()
    ivy.complex64
    """
    return defaults.set("complex", complex_dtype)


@standalone(convenience=True)
def set_default_dtype(dtype: str, /):
    """Set the default data type of new arrays.

    Parameters
    ----------
    dtype: In force until :func:`unset_default_dtype`, or to the end of a ``with`` block.

    Returns
    -------
    context manager
        Takes the default back at the end of the block.

    Raises: IvyValueError if there is no such dtype.

    >>> with ivy.set_default_dtype("float32"):
    ...     ivy.default_dtype()
    ivy.float32
    """
    return defaults.set("dtype", dtype)


@standalone(convenience=True, like=set_default_complex_dtype)
def set_default_float_dtype(float_dtype: str, /):
    """Set the default data type for Python's floats.

    Parameters
    ----------
    float_dtype : str
        In force until :func:`unset_default_float_dtype`, or to the end of a ``with`` block.

    >>> with ivy.set_default_float_dtype("float32"):
    ...     ivy.default_float_dtype()
    ivy.float32
    """
    return defaults.set("float", float_dtype)


@standalone(convenience=True, like=set_default_complex_dtype)
def set_default_int_dtype(int_dtype: str, /):
    """Set the default data type for Python's ints.

    Parameters
    ----------
    int_dtype: In force until :func:`unset_default_int_dtype`, or to the end of a ``with`` block.

    >>> with ivy.set_default_int_dtype("int32"):
    ...     ivy.default_int_dtype()
    ivy.int32
    """
    return defaults.set("int", int_dtype)


@standalone(convenience=True, like=set_default_complex_dtype)
def set_default_uint_dtype(uint_dtype: str, /):
    """Set the default data type for unsigned integers.

    Parameters
    ----------
    uint_dtype: In force until :func:`unset_default_uint_dtype`, or to the end of a ``with`` block.

    >>> with ivy.set_default_uint_dtype("uint8"):
    ...     ivy.default_uint_dtype()
    ivy.uint8
    """
    return defaults.set("uint", uint_dtype)


@primary(promote=("x1", "x2"))
def type_promote_arrays(x1: Array | complex, x2: Array | complex, /) -> tuple[Array, ...]:
    """Two arrays, brought to the data type that they promote to.

    Parameters
    ----------
    x1, x2 : Array or scalar
        Operands; a Python scalar takes the dtype of the other one where it can.

    Returns
    -------
    tuple of Array
        The two, of one dtype, each of its own shape.

    >>> ivy.type_promote_arrays(ivy.asarray([1, 2]), ivy.asarray([0.5]))
    (ivy.array([1., 2.]), ivy.array([0.5]))
    """
    return current_backend(x1, x2).type_promote_arrays(x1, x2)


@standalone(convenience=True)
def unset_default_complex_dtype() -> None:
    """Take back the last :func:`set_default_complex_dtype`.

    >>> _ = ivy.set_default_complex_dtype("complex64")
    >>> ivy.unset_default_complex_dtype()
    >>> ivy.default_complex_dtype()
    ivy.complex128
    """
    defaults.unset("complex")


@standalone(convenience=True)
def unset_default_dtype() -> None:
    """Take back the last :func:`set_default_dtype`.

    >>> _ = ivy.set_default_dtype("float32")
    >>> ivy.unset_default_dtype()
    >>> ivy.default_dtype()
    ivy.float64
    """
    defaults.unset("dtype")


@standalone(convenience=True)
def unset_default_float_dtype() -> None:
    """Take back the last :func:`set_default_float_dtype`.

    >>> _ = ivy.set_default_float_dtype("float32")
    >>> ivy.unset_default_float_dtype()
    >>> ivy.default_float_dtype()
    ivy.float64
    """
    defaults.unset("float")


@standalone(convenience=True)
def unset_default_int_dtype() -> None:
    """Take back the last :func:`set_default_int_dtype`.

    >>> _ = ivy.set_default_int_dtype("int32")
    >>> ivy.unset_default_int_dtype()
    >>> ivy.default_int_dtype()
    ivy.int64
    """
    defaults.unset("int")


@standalone(convenience=True)
def unset_default_uint_dtype() -> None:
    """Take back the last :func:`set_default_uint_dtype`.

    >>> _ = ivy.set_default_uint_dtype("uint8")
    >>> ivy.unset_default_uint_dtype()
    >>> ivy.default_uint_dtype()
    ivy.uint64
    """
    defaults.unset("uint")


@primary(like=invalid_dtype)
def valid_dtype(dtype_in: str | None, /) -> bool:
    """Return whether the backend has a data type.

    >>> ivy.valid_dtype("float32")
    True
    """
    return current_backend().valid_dtype(dtype_in)
