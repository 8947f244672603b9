"""Comparisons, extremes, logic and the kinds of numbers, element by element."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, handle_nestable, primary

from ..operands import as_array


@primary(promote=("x", "min", "max"), follows="array_api")
def clip(
    x: Array | complex,
    /,
    min: Array | complex | None = None,
    max: Array | complex | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """Elements limited to an interval, ``minimum(maximum(x, min), max)``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values; nan stays nan.
    min, max : Array or scalar, optional
        Bounds; they broadcast with ``x``. None is no bound. Where ``min`` exceeds ``max`` the
        result is ``max``.

    Returns: of the broadcast shape and the dtype that ``x`` and the bounds promote to.

    >>> ivy.clip(ivy.asarray([1, 5, 9]), 2, 6)
    ivy.array([2, 5, 6])
    """
    return current_backend(x, min, max).clip(x, min, max, out=out)


@primary(ufunc="fmax")
def fmax(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greater of two elements; of a nan and a number the number.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.

    Returns: of the broadcast shape and the promoted dtype.

    References: NumPy ``fmax``.

    >>> ivy.fmax(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([3., 5.])
    """
    return current_backend(x1, x2).fmax(x1, x2, out=out)


@primary(ufunc="fmin", like=fmax)
def fmin(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Lesser of two elements; of a nan and a number the number.

    References: NumPy ``fmin``.

    >>> ivy.fmin(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([1., 5.])
    """
    return current_backend(x1, x2).fmin(x1, x2, out=out)


@primary
def isreal(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether the imaginary part of elements is zero.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.

    Returns: of the same shape, boolean.

    References: NumPy ``isreal``.

    >>> ivy.isreal(ivy.asarray([1.0 + 0.0j, 1.0j]))
    ivy.array([ True, False])
    """
    return current_backend(x).isreal(x, out=out)


@primary(ufunc="equal", follows="array_api")
def equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether elements are equal, ``x1 == x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. A nan equals nothing.

    Returns: of the broadcast shape, boolean.

    >>> ivy.equal(ivy.asarray([1, 2]), ivy.asarray([1.0, 3.0]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).equal(x1, x2, out=out)


@primary(ufunc="greater", follows="array_api")
def greater(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 > x2``, element by element.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Complex values compare by real, then
        by imaginary part.

    Returns: of the broadcast shape, boolean.

    >>> ivy.greater(ivy.asarray([1, 2, 3]), 2)
    ivy.array([False, False,  True])
    """
    return current_backend(x1, x2).greater(x1, x2, out=out)


@primary(ufunc="greater_equal", follows="array_api", like=greater)
def greater_equal(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Whether ``x1 >= x2``, element by element.

    >>> ivy.greater_equal(ivy.asarray([1, 2, 3]), 2)
    ivy.array([False,  True,  True])
    """
    return current_backend(x1, x2).greater_equal(x1, x2, out=out)


@primary(ufunc="isfinite", follows="array_api")
def isfinite(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are neither infinite nor nan.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.

    Returns: of the same shape, boolean.

    >>> ivy.isfinite(ivy.asarray([1.0, ivy.inf, ivy.nan]))
    ivy.array([ True, False, False])
    """
    return current_backend(x).isfinite(x, out=out)


@primary(follows="array_api")
def isinf(
    x: Array,
    /,
    *,
    detect_positive: bool = True,
    detect_negative: bool = True,
    out: Array | None = None,
) -> Array:
    """Whether elements are infinite.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; a complex one is infinite if one of its parts is.
    detect_positive, detect_negative : bool, optional
        Which infinities count; both do for complex input, whatever is given.

    Returns: of the same shape, boolean.

    >>> ivy.isinf(ivy.asarray([1.0, ivy.inf, -ivy.inf]), detect_negative=False)
    ivy.array([False,  True, False])
    """
    return current_backend(x).isinf(
        x, detect_positive=detect_positive, detect_negative=detect_negative, out=out
    )


@primary(ufunc="isnan", follows="array_api")
def isnan(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are nan.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; a complex one is nan if one of its parts is.

    Returns: of the same shape, boolean.

    >>> ivy.isnan(ivy.asarray([1.0, ivy.nan]))
    ivy.array([False,  True])
    """
    return current_backend(x).isnan(x, out=out)


@primary(ufunc="less", follows="array_api", like=greater)
def less(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 < x2``, element by element.

    >>> ivy.less(ivy.asarray([1, 2, 3]), 2)
    ivy.array([ True, False, False])
    """
    return current_backend(x1, x2).less(x1, x2, out=out)


@primary(ufunc="less_equal", follows="array_api", like=greater)
def less_equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 <= x2``, element by element.

    >>> ivy.less_equal(ivy.asarray([1, 2, 3]), 2)
    ivy.array([ True,  True, False])
    """
    return current_backend(x1, x2).less_equal(x1, x2, out=out)


@primary(ufunc="logical_and", follows="array_api")
def logical_and(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether both operands are true (not zero).

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.

    Returns: of the broadcast shape, boolean.

    >>> ivy.logical_and(ivy.asarray([True, True]), ivy.asarray([True, False]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).logical_and(x1, x2, out=out)


@primary(ufunc="logical_not", follows="array_api")
def logical_not(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are false (zero).

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.

    Returns: of the same shape, boolean.

    >>> ivy.logical_not(ivy.asarray([True, False]))
    ivy.array([False,  True])
    """
    return current_backend(x).logical_not(x, out=out)


@primary(ufunc="logical_or", follows="array_api", like=logical_and)
def logical_or(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether one operand or both are true (not zero).

    >>> ivy.logical_or(ivy.asarray([True, False]), ivy.asarray([False, False]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).logical_or(x1, x2, out=out)


@primary(ufunc="logical_xor", follows="array_api", like=logical_and)
def logical_xor(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether exactly one operand is true (not zero).

    >>> ivy.logical_xor(ivy.asarray([True, True]), ivy.asarray([True, False]))
    ivy.array([False,  True])
    """
    return current_backend(x1, x2).logical_xor(x1, x2, out=out)


@primary(ufunc="maximum", follows="array_api", like=fmax)
def maximum(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greater of two elements; nan if either is nan.

    >>> ivy.maximum(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([ 3., nan])
    """
    return current_backend(x1, x2).maximum(x1, x2, out=out)


@primary(ufunc="minimum", follows="array_api", like=fmax)
def minimum(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Lesser of two elements; nan if either is nan.

    >>> ivy.minimum(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([ 1., nan])
    """
    return current_backend(x1, x2).minimum(x1, x2, out=out)


@primary(ufunc="not_equal", follows="array_api")
def not_equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether elements differ, ``x1 != x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. A nan differs from everything.

    Returns: of the broadcast shape, boolean.

    >>> ivy.not_equal(ivy.asarray([1, 2]), ivy.asarray([1.0, 3.0]))
    ivy.array([False,  True])
    """
    return current_backend(x1, x2).not_equal(x1, x2, out=out)


@compositional
def isclose(
    a: Array,
    b: Array,
    /,
    *,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether elements are equal within a tolerance, ``|a - b| <= atol + rtol * |b|``.

    Parameters
    ----------
    a, b : Array, any numeric or boolean dtype
        Operands; they broadcast.
    rtol: Tolerance relative to ``b``.
    atol: Tolerance that is added to that.
    equal_nan: Whether two nans are equal.

    Returns: of the broadcast shape, boolean; infinities are close to themselves only.

    References: NumPy ``isclose``.

    >>> ivy.isclose(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0 + 1e-9, 2.1]))
    ivy.array([ True, False])
    """
    a, b = (as_array(each) for each in (a, b))
    if not (b.dtype.is_float or b.dtype.is_complex):
        b = ivy.astype(b, "float64")  # differences of integers would wrap around
    near = ivy.less_equal(
        ivy.abs(ivy.subtract(a, b)), ivy.add(atol, ivy.multiply(rtol, ivy.abs(b)))
    )
    near = ivy.logical_and(near, ivy.isfinite(b))
    if equal_nan:
        near = ivy.logical_or(near, ivy.logical_and(ivy.isnan(a), ivy.isnan(b)))
    return ivy.logical_or(near, ivy.equal(a, b), out=out)


@compositional(like=isclose)
@handle_nestable
def allclose(
    a: Array,
    b: Array,
    /,
    *,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether all elements are equal within a tolerance; see :func:`isclose`.

    Returns: boolean, without dimensions: a program that is traced has no truth yet.

    References: NumPy ``allclose``.

    >>> ivy.allclose(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0 + 1e-9, 2.0]))
    ivy.array(True)
    """
    close = ivy.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return ivy.all(close, out=out)
