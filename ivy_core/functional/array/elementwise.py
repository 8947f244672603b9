"""Arithmetic and rounding, element by element; quotients are in :mod:`.division`."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.arrays.lens_builders import imag_lens, real_lens
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, handle_nestable, primary


@primary(ufunc="absolute", follows="array_api")
def abs(x: Array, /, *, out: Array | None = None) -> Array:
    """Absolute value of each element, ``|x|``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values. The smallest integer of a signed dtype is its own absolute value.

    Returns: of the same shape and dtype; for complex input the real dtype of its parts.

    >>> ivy.abs(ivy.asarray([-3, 4]))
    ivy.array([3, 4])
    """
    return current_backend(x).abs(x, out=out)


@primary(ufunc="add", follows="array_api")
def add(
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    alpha: complex | None = None,
    out: Array | None = None,
) -> Array:
    """Sum of two arrays, ``x1 + x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    alpha: ``x2`` is multiplied by it first.

    Returns: of the broadcast shape and the promoted dtype.

    Raises: IvyBroadcastShapeError if the shapes do not broadcast.

    >>> ivy.add(ivy.asarray([1, 2]), ivy.asarray([0.5, 0.5]))
    ivy.array([1.5, 2.5])
    """
    return current_backend(x1, x2).add(x1, x2, alpha=alpha, out=out)


@primary(ufunc="ceil", follows="array_api")
def ceil(x: Array, /, *, out: Array | None = None) -> Array:
    """Smallest integer not less than each element.

    Parameters
    ----------
    x, any real dtype: Values; integers and booleans come back as they are.

    Returns: of the same shape and dtype.

    >>> ivy.ceil(ivy.asarray([-1.5, 1.5]))
    ivy.array([-1.,  2.])
    """
    return current_backend(x).ceil(x, out=out)


@primary(ufunc="conjugate", follows="array_api")
def conj(x: Array, /, *, out: Array | None = None) -> Array:
    """Complex conjugate of each element.

    Parameters
    ----------
    x, any numeric dtype: Values; real ones come back as they are.

    Returns: of the same shape and dtype.

    >>> ivy.conj(ivy.asarray([1.0 + 2.0j]))
    ivy.array([1.-2.j])
    """
    return current_backend(x).conj(x, out=out)


@primary(ufunc="floor", follows="array_api")
def floor(x: Array, /, *, out: Array | None = None) -> Array:
    """Largest integer not greater than each element.

    Parameters
    ----------
    x, any real dtype: Values; integers and booleans come back as they are.

    Returns: of the same shape and dtype.

    >>> ivy.floor(ivy.asarray([-1.5, 1.5]))
    ivy.array([-2.,  1.])
    """
    return current_backend(x).floor(x, out=out)


@primary(view=imag_lens, follows="array_api")
def imag(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Imaginary part of each element; of complex arrays a view.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; the imaginary part of real ones is 0.
    copy: True for an array of its own; else a view where NumPy has one.

    Returns
    -------
    Array
        Of the same shape; for complex input the real dtype of its parts, else of the same dtype.

    >>> ivy.imag(ivy.asarray([1.0 + 2.0j]))
    ivy.array([2.])
    """
    return current_backend(x).imag(x, copy=copy, out=out)


@primary(ufunc="multiply", follows="array_api")
def multiply(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Product of two arrays, ``x1 * x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Integers wrap around.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.multiply(ivy.asarray([1, 2]), 1.5)
    ivy.array([1.5, 3. ])
    """
    return current_backend(x1, x2).multiply(x1, x2, out=out)


@primary(ufunc="negative", follows="array_api")
def negative(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements with the opposite sign, ``-x``.

    Parameters
    ----------
    x, any numeric dtype: Values; unsigned integers wrap around.

    Returns: of the same shape and dtype.

    >>> ivy.negative(ivy.asarray([1, -2]))
    ivy.array([-1,  2])
    """
    return current_backend(x).negative(x, out=out)


@primary(ufunc="positive", follows="array_api")
def positive(x: Array, /, *, out: Array | None = None) -> Array:
    """Copy of the elements, ``+x``.

    Parameters
    ----------
    x, any numeric dtype: Values.

    Returns: of the same shape and dtype.

    >>> ivy.positive(ivy.asarray([1, -2]))
    ivy.array([ 1, -2])
    """
    return current_backend(x).positive(x, out=out)


@primary(ufunc="power", follows="array_api")
def pow(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Power, ``x1 ** x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Bases and exponents; they broadcast. Integers wrap around; a negative real base with a
        broken exponent gives nan.

    Returns: of the broadcast shape and the promoted dtype.

    Notes
    -----
    An integer to a negative integer power is an error where the values are at hand without cost
    (numpy, tensorflow); on the other backends it gives the reciprocal, truncated.

    >>> ivy.pow(ivy.asarray([1, 2, 3]), 2)
    ivy.array([1, 4, 9])
    """
    return current_backend(x1, x2).pow(x1, x2, out=out)


@primary(view=real_lens, follows="array_api")
def real(x: Array, /, *, copy: bool | None = None, out: Array | None = None) -> Array:
    """Real part of each element; a view.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.
    copy: True for an array of its own; else a view where NumPy has one.

    Returns
    -------
    Array
        Of the same shape; for complex input the real dtype of its parts, else of the same dtype.

    >>> ivy.real(ivy.asarray([1.0 + 2.0j]))
    ivy.array([1.])
    """
    return current_backend(x).real(x, copy=copy, out=out)


@primary
def round(x: Array, /, *, decimals: int = 0, out: Array | None = None) -> Array:
    """Elements rounded; halves go to the even neighbour.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; of complex ones both parts are rounded.
    decimals: Number of decimal places to keep; negative for places before the point.

    Returns: of the same shape and dtype (float16 for booleans).

    References: Array API standard 2024.12, ``round``; NumPy ``round`` for ``decimals``.

    >>> ivy.round(ivy.asarray([0.5, 1.5, 2.75]))
    ivy.array([0., 2., 3.])
    >>> ivy.round(ivy.asarray([0.125, 2.75]), decimals=1)
    ivy.array([0.1, 2.8])
    """
    return current_backend(x).round(x, decimals=decimals, out=out)


@primary(ufunc="sign", follows="array_api")
def sign(x: Array, /, *, out: Array | None = None) -> Array:
    """Sign of each element: -1, 0 or 1; of complex ones ``x / |x|``.

    Parameters
    ----------
    x, any numeric dtype: Values; nan stays nan.

    Returns: of the same shape and dtype.

    >>> ivy.sign(ivy.asarray([-2.5, 0.0, 3.0]))
    ivy.array([-1.,  0.,  1.])
    """
    return current_backend(x).sign(x, out=out)


@primary(ufunc="sqrt", follows="array_api")
def sqrt(x: Array, /, *, out: Array | None = None) -> Array:
    """Square root of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan. Complex values have a branch cut along the negative
        real axis.

    Returns: of the same shape, floating or complex.

    >>> ivy.sqrt(ivy.asarray([4.0, 9.0]))
    ivy.array([2., 3.])
    """
    return current_backend(x).sqrt(x, out=out)


@primary(ufunc="square", follows="array_api")
def square(x: Array, /, *, out: Array | None = None) -> Array:
    """Square of each element, ``x * x``.

    Parameters
    ----------
    x, any numeric dtype: Values; integers wrap around.

    Returns: of the same shape and dtype.

    >>> ivy.square(ivy.asarray([2, -3]))
    ivy.array([4, 9])
    """
    return current_backend(x).square(x, out=out)


@primary(ufunc="subtract", follows="array_api")
def subtract(
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    alpha: complex | None = None,
    out: Array | None = None,
) -> Array:
    """Difference of two arrays, ``x1 - x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric dtype
        Operands; they broadcast, and promote as NumPy's do. Integers wrap around.
    alpha: ``x2`` is multiplied by it first.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.subtract(ivy.asarray([1, 2]), ivy.asarray([0.5, 0.5]))
    ivy.array([0.5, 1.5])
    """
    return current_backend(x1, x2).subtract(x1, x2, alpha=alpha, out=out)


@primary(ufunc="trunc", follows="array_api")
def trunc(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements rounded towards zero.

    Parameters
    ----------
    x, any real dtype: Values; integers and booleans come back as they are.

    Returns: of the same shape and dtype.

    >>> ivy.trunc(ivy.asarray([-1.5, 1.5]))
    ivy.array([-1.,  1.])
    """
    return current_backend(x).trunc(x, out=out)


@primary(ufunc="fabs")
def fabs(x: Array, /, *, out: Array | None = None) -> Array:
    """Absolute value of each element, as a floating number.

    Parameters
    ----------
    x, any real dtype: Values.

    Returns: of the same shape, floating.

    References: NumPy ``fabs``.

    >>> ivy.fabs(ivy.asarray([-3, 4]))
    ivy.array([3., 4.])
    """
    return current_backend(x).fabs(x, out=out)


@primary(ufunc="heaviside")
def heaviside(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Step function: 0 below zero, 1 above, and ``x2`` at zero.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Values, and what the step is at zero; they broadcast. A nan in ``x1`` stays nan.

    Returns: of the broadcast shape, floating.

    References: NumPy ``heaviside``.

    >>> ivy.heaviside(ivy.asarray([-1.5, 0.0, 2.0]), 0.5)
    ivy.array([0. , 0.5, 1. ])
    """
    return current_backend(x1, x2).heaviside(x1, x2, out=out)


@compositional
@handle_nestable
def nan_to_num(
    x: Array,
    /,
    *,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    out: Array | None = None,
) -> Array:
    """Elements with nan and the infinities replaced by numbers.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; of complex ones both parts are treated.
    copy: Whether the result is a new array; else ``x`` itself is changed.
    nan: What nan becomes.
    posinf, neginf : float, optional
        What the infinities become; by default the largest and the smallest number of the dtype.

    Returns: of the same shape and dtype.

    References: NumPy ``nan_to_num``.

    >>> ivy.nan_to_num(ivy.asarray([1.0, ivy.nan, -ivy.inf]), neginf=-9.0)
    ivy.array([ 1.,  0., -9.])
    """
    x = ivy.asarray(x)
    if out is None and not copy:
        out = x
    if x.dtype.is_complex:
        result = ivy.positive(x)
        for part in (ivy.real(result), ivy.imag(result)):
            ivy.nan_to_num(part, nan=nan, posinf=posinf, neginf=neginf, out=part)
        return result if out is None else ivy.positive(result, out=out)
    if not x.dtype.is_float:
        if out is x:
            return x
        return ivy.bitwise_or(x, x, out=out)
    largest = ivy.finfo(x.dtype).max
    replaced = ivy.where(ivy.isnan(x), nan, x)
    upper = largest if posinf is None else posinf
    replaced = ivy.where(ivy.isinf(x, detect_negative=False), upper, replaced)
    lower = -largest if neginf is None else neginf
    return ivy.where(ivy.isinf(x, detect_positive=False), lower, replaced, out=out)


@primary(ufunc="rint")
def rint(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements rounded to integers, as floating numbers; halves go to the even neighbour.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; of complex ones both parts are rounded.

    Returns: of the same shape, floating or complex.

    References: NumPy ``rint``.

    >>> ivy.rint(ivy.asarray([0.5, 1.5, -1.7]))
    ivy.array([ 0.,  2., -2.])
    """
    return current_backend(x).rint(x, out=out)


@compositional
def fix(x: Array, /, *, out: Array | None = None) -> Array:
    """Nearest integer towards zero, of each element.

    Parameters
    ----------
    x, any real dtype: Values.

    Returns: of the same shape and dtype.

    References: NumPy ``fix``.

    >>> ivy.fix(ivy.asarray([2.7, -2.7]))
    ivy.array([ 2., -2.])
    """
    return ivy.trunc(x, out=out)


@primary(promote=("input", "end", "weight"))
def lerp(input: Array, end: Array, weight: Array | float, /, *, out: Array | None = None) -> Array:
    """Point between two others, ``input + weight * (end - input)``.

    Parameters
    ----------
    input, end : Array, any numeric dtype
        Where the weights 0 and 1 are.
    weight: How far from ``input``; all three broadcast.

    Returns: of the broadcast shape and the promoted dtype; exactly ``end`` where the weight is 1.

    References: PyTorch ``lerp``.

    >>> ivy.lerp(ivy.asarray([0.0, 10.0]), ivy.asarray([4.0, 20.0]), 0.25)
    ivy.array([ 1. , 12.5])
    """
    return current_backend(input, end, weight).lerp(input, end, weight, out=out)
