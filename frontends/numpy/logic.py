"""Truth value testing, comparison of whole arrays, and questions about types."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as _np

from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.compilation.trace.symbolic_numbers import as_bool
from ivy_core.utils.exceptions import IvyTypeError

from .arguments import int_axis, value_or
from .conversion import real_and_imaginary
from .errors import entry
from .fallback import to_host
from .func_wrapper import asarray, ivy, numpy_function
from .one_calls import one_call
from .policy import COMPARED_ELEMENTS
from .protocols import overridable
from .ufuncs.out import result_or_out
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any
_NO_VALUE = _np._NoValue


@numpy_function(kind="exact", core="all", keep_0d=True)
def all(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, *, where=_NO_VALUE):
    """Return whether all elements along axes are true."""
    if axis is not None and type(axis) is not int:
        axis = int_axis(axis)
    if out is None and where is _NO_VALUE:
        return ivy.all(a, axis=axis, keepdims=bool(value_or(keepdims)))
    return UFUNCS["logical_and"].reduce(
        a, axis, None, out, value_or(keepdims), where=value_or(where, True)
    )


@numpy_function(kind="exact", core="any", keep_0d=True)
def any(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, *, where=_NO_VALUE):
    """Return whether any element along axes is true."""
    if axis is not None and type(axis) is not int:
        axis = int_axis(axis)
    if out is None and where is _NO_VALUE:
        return ivy.any(a, axis=axis, keepdims=bool(value_or(keepdims)))
    return UFUNCS["logical_or"].reduce(
        a, axis, None, out, value_or(keepdims), where=value_or(where, True)
    )


@numpy_function(kind="composed")
@one_call(on_host=True)
def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike | Scalar = 1.0e-5,
    atol: ArrayLike | Scalar = 1.0e-8,
    equal_nan=False,
):
    """Compare two arrays for equality within ``atol + rtol * abs(b)``.

    >>> np.isclose([1.0, 2.0], [1.0 + 1e-9, 2.1])
    array([ True, False])
    """
    if b.dtype.kind in "iub":
        b = b.astype(_np.result_type(b.dtype, 1.0))
    near = UFUNCS["absolute"](a - b) <= atol + rtol * UFUNCS["absolute"](b)
    close = (near & UFUNCS["isfinite"](b)) | (a == b)
    if equal_nan:
        close = close | (UFUNCS["isnan"](a) & UFUNCS["isnan"](b))
    return close


def _allclose_on_host(a, b, *args, **kwargs) -> bool:
    """Compute NumPy's ``allclose``; of a few numbers in plain Python, which is faster."""
    arrays = type(a) is type(b) is _np.ndarray  # numbers come as they are
    if not arrays or args or kwargs or a.size > COMPARED_ELEMENTS or a.shape != b.shape:
        return _np.allclose(a, b, *args, **kwargs)
    if not a.dtype == b.dtype == _FLOAT:
        return _np.allclose(a, b, *args, **kwargs)
    for x, y in zip(a.ravel().tolist(), b.ravel().tolist(), strict=True):
        if x != y and not (abs(x - y) <= 1e-8 + 1e-5 * abs(y) and math.isfinite(y)):
            return False
    return True


_FLOAT = _np.dtype(_np.float64)


@numpy_function(kind="composed", host=_allclose_on_host)
@one_call(on_host=True)
def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike | Scalar = 1.0e-5,
    atol: ArrayLike | Scalar = 1.0e-8,
    equal_nan=False,
):
    """Return whether all elements are equal within a tolerance, as a Python bool."""
    return as_bool(all(isclose(a, b, rtol, atol, equal_nan)))


@numpy_function(kind="exact")
def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan=False):
    """Return whether two arrays have the same shape and elements, as a Python bool."""
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan and a1.dtype.kind in "fc" and a2.dtype.kind in "fc":
        same = same | (UFUNCS["isnan"](a1) & UFUNCS["isnan"](a2))
    return as_bool(all(same))


@numpy_function(kind="exact")
def array_equiv(a1: ArrayLike, a2: ArrayLike):
    """Return whether two arrays have equal elements after broadcasting, as a Python bool."""
    try:
        _np.broadcast_shapes(a1.shape, a2.shape)
    except ValueError:
        return False
    return as_bool(all(a1 == a2))


def _is_signed_infinity(x, out, name, sign):
    """Test for infinity of a sign, 1 or -1, into ``out`` if given; TypeError for complex ones."""
    if x.dtype.kind == "c":
        raise IvyTypeError(
            f"This operation is not supported for {x.dtype} values because it would be ambiguous."
        )
    infinite = UFUNCS["isinf"](x)
    return result_or_out(infinite & (x < 0 if sign < 0 else x > 0), out, name)


@numpy_function(keep_0d=True)
def isneginf(x: ArrayLike, out=None):
    """Test elements for negative infinity."""
    return _is_signed_infinity(x, out, "isneginf", -1)


@numpy_function(keep_0d=True)
def isposinf(x: ArrayLike, out=None):
    """Test elements for positive infinity."""
    return _is_signed_infinity(x, out, "isposinf", 1)


@numpy_function
def iscomplex(x: ArrayLike):
    """Test elements for an imaginary part that is not zero."""
    if x.dtype.kind == "c":
        return real_and_imaginary(x)[1] != 0
    return ivy.zeros(x.shape, dtype="bool")


@numpy_function
def isreal(x: ArrayLike):
    """Test elements for an imaginary part of zero."""
    if x.dtype.kind == "c":
        return real_and_imaginary(x)[1] == 0
    return ivy.ones(x.shape, dtype="bool")


@entry
@overridable(_np.iscomplexobj)
def iscomplexobj(x):
    """Return whether the dtype is complex, as a Python bool.

    References: NumPy reference, numpy.iscomplexobj.
    """
    if isinstance(x, Array):
        return x.dtype.kind == "c"
    return builtins.bool(_np.iscomplexobj(to_host(x)))


@entry
@overridable(_np.isrealobj)
def isrealobj(x):
    """Return whether the dtype is not complex, as a Python bool.

    References: NumPy reference, numpy.isrealobj.
    """
    return not iscomplexobj(x)


def _array_as_dtype(value):
    """Return the dtype of an array, and anything else as it is."""
    return value.dtype if isinstance(value, Array) else value


@entry
@overridable(_np.can_cast)
def can_cast(from_, to, casting="safe"):
    """Return whether a dtype may be cast to another one.

    References: NumPy reference, numpy.can_cast.
    """
    return _np.can_cast(_array_as_dtype(from_), to, casting)


@entry
@overridable(_np.result_type)
def result_type(*arrays_and_dtypes):
    """Return the dtype that the arguments promote to.

    References: NumPy reference, numpy.result_type.
    """
    return _np.result_type(*[_array_as_dtype(v) for v in arrays_and_dtypes])


@entry
def promote_types(type1, type2, /):
    """Return the smallest dtype that both may be cast to safely.

    References: NumPy reference, numpy.promote_types.
    """
    return _np.promote_types(type1, type2)


@entry
@overridable(_np.min_scalar_type)
def min_scalar_type(a, /):
    """Return the smallest dtype that holds a number; of an array, its own.

    References: NumPy reference, numpy.min_scalar_type.
    """
    return _np.min_scalar_type(to_numpy(a) if isinstance(a, Array) else a)


@entry
@overridable(_np.common_type)
def common_type(*arrays):
    """Return the inexact scalar type that all arrays go into.

    References: NumPy reference, numpy.common_type.
    """
    stand_ins = [_np.empty(0, a.dtype if hasattr(a, "dtype") else asarray(a).dtype) for a in arrays]
    return _np.common_type(*stand_ins)


__all__ = [
    "all", "allclose", "any", "array_equal", "array_equiv", "can_cast", "common_type", "isclose",
    "iscomplex", "iscomplexobj", "isneginf", "isposinf", "isreal", "isrealobj", "min_scalar_type",
    "promote_types", "result_type",
]  # fmt: skip
