"""Elementwise functions: one value out for each value in, with broadcasting.

Those of the array API standard are here, NumPy's further ones in :mod:`.elementwise_extra`.
"""

from __future__ import annotations

from ..array.array import Array
from ..array.lenses import imag_lens, real_lens
from ..backend_handler import current_backend
from ..registry import primary


@primary(ufunc="absolute")
def abs(x: Array, /, *, out: Array | None = None) -> Array:
    """Absolute value of each element, ``|x|``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values. The smallest integer of a signed dtype is its own absolute value.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype; for complex input the real dtype of its parts.

    References
    ----------
    Array API standard 2024.12, ``abs``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.abs(ivy.asarray([-3, 4]))
    ivy.array([3, 4])
    """
    return current_backend(x).abs(x, out=out)


@primary(ufunc="arccos")
def acos(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse cosine of each element, in radians, in ``[0, pi]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Cosines; real values outside ``[-1, 1]`` give nan. Complex values have branch cuts along
        the real axis outside ``[-1, 1]``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``acos``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.acos(ivy.asarray([1.0, -1.0]))
    ivy.array([0.        , 3.14159265])
    """
    return current_backend(x).acos(x, out=out)


@primary(ufunc="arccosh")
def acosh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic cosine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 1 give nan. Complex values have a branch cut along the real axis
        below 1.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``acosh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.acosh(ivy.asarray([1.0, 2.0]))
    ivy.array([0.       , 1.3169579])
    """
    return current_backend(x).acosh(x, out=out)


@primary(ufunc="add")
def add(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Sum of two arrays, ``x1 + x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    Raises
    ------
    IvyBroadcastShapeError
        If the shapes do not broadcast.

    References
    ----------
    Array API standard 2024.12, ``add``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.add(ivy.asarray([1, 2]), ivy.asarray([0.5, 0.5]))
    ivy.array([1.5, 2.5])
    """
    return current_backend(x1, x2).add(x1, x2, out=out)


@primary(ufunc="arcsin")
def asin(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse sine of each element, in radians, in ``[-pi/2, pi/2]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Sines; real values outside ``[-1, 1]`` give nan. Complex values have branch cuts along the
        real axis outside ``[-1, 1]``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``asin``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.asin(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 1.57079633])
    """
    return current_backend(x).asin(x, out=out)


@primary(ufunc="arcsinh")
def asinh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values. Complex ones have branch cuts along the imaginary axis outside ``[-1j, 1j]``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``asinh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.asinh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.88137359])
    """
    return current_backend(x).asinh(x, out=out)


@primary(ufunc="arctan")
def atan(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse tangent of each element, in radians, in ``[-pi/2, pi/2]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Tangents. Complex values have branch cuts along the imaginary axis outside ``[-1j, 1j]``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``atan``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atan(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.78539816])
    """
    return current_backend(x).atan(x, out=out)


@primary(ufunc="arctan2")
def atan2(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Angle of the point ``(x2, x1)``, in radians, in ``[-pi, pi]``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Ordinates ``x1`` and abscissae ``x2``; they broadcast. Signs of zeros choose the quadrant.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    Array API standard 2024.12, ``atan2``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atan2(ivy.asarray([1.0, -1.0]), ivy.asarray([0.0, -1.0]))
    ivy.array([ 1.57079633, -2.35619449])
    """
    return current_backend(x1, x2).atan2(x1, x2, out=out)


@primary(ufunc="arctanh")
def atanh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones outside ``[-1, 1]`` give nan, those at -1 and 1 infinities. Complex
        values have branch cuts along the real axis outside ``[-1, 1]``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``atanh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.atanh(ivy.asarray([0.0, 0.5]))
    ivy.array([0.        , 0.54930614])
    """
    return current_backend(x).atanh(x, out=out)


@primary(ufunc="bitwise_and")
def bitwise_and(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in both operands, ``x1 & x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_and``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_and(ivy.asarray([12, 10]), 6)
    ivy.array([4, 2])
    """
    return current_backend(x1, x2).bitwise_and(x1, x2, out=out)


@primary(ufunc="invert")
def bitwise_invert(x: Array, /, *, out: Array | None = None) -> Array:
    """Bits flipped, ``~x``; the logical complement of booleans.

    Parameters
    ----------
    x : Array, integer or boolean
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_invert``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_invert(ivy.asarray([0, 5]))
    ivy.array([-1, -6])
    """
    return current_backend(x).bitwise_invert(x, out=out)


@primary(ufunc="left_shift")
def bitwise_left_shift(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Bits of ``x1`` moved up by ``x2`` places, ``x1 << x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Values and numbers of places; they broadcast. As many places as there are bits, or more,
        and negative numbers of places, leave zero.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_left_shift``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_left_shift(ivy.asarray([1, 3]), 2)
    ivy.array([ 4, 12])
    """
    return current_backend(x1, x2).bitwise_left_shift(x1, x2, out=out)


@primary(ufunc="bitwise_or")
def bitwise_or(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in either operand, ``x1 | x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_or``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_or(ivy.asarray([12, 10]), 6)
    ivy.array([14, 14])
    """
    return current_backend(x1, x2).bitwise_or(x1, x2, out=out)


@primary(ufunc="right_shift")
def bitwise_right_shift(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Bits of ``x1`` moved down by ``x2`` places, ``x1 >> x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Values and numbers of places; they broadcast. The sign is kept: all bits shifted out leave
        0 or -1.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_right_shift``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_right_shift(ivy.asarray([9, -9]), 2)
    ivy.array([ 2, -3])
    """
    return current_backend(x1, x2).bitwise_right_shift(x1, x2, out=out)


@primary(ufunc="bitwise_xor")
def bitwise_xor(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Bits that are set in exactly one operand, ``x1 ^ x2``.

    Parameters
    ----------
    x1, x2 : Array, integer or boolean
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``bitwise_xor``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_xor(ivy.asarray([12, 10]), 6)
    ivy.array([10, 12])
    """
    return current_backend(x1, x2).bitwise_xor(x1, x2, out=out)


@primary(ufunc="ceil")
def ceil(x: Array, /, *, out: Array | None = None) -> Array:
    """Smallest integer not less than each element.

    Parameters
    ----------
    x : Array, any real dtype
        Values; integers and booleans come back as they are.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``ceil``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.ceil(ivy.asarray([-1.5, 1.5]))
    ivy.array([-1.,  2.])
    """
    return current_backend(x).ceil(x, out=out)


@primary(promote=("x", "min", "max"))
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
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the dtype that ``x`` and the bounds promote to.

    References
    ----------
    Array API standard 2024.12, ``clip``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.clip(ivy.asarray([1, 5, 9]), 2, 6)
    ivy.array([2, 5, 6])
    """
    return current_backend(x, min, max).clip(x, min, max, out=out)


@primary(ufunc="conjugate")
def conj(x: Array, /, *, out: Array | None = None) -> Array:
    """Complex conjugate of each element.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values; real ones come back as they are.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``conj``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.conj(ivy.asarray([1.0 + 2.0j]))
    ivy.array([1.-2.j])
    """
    return current_backend(x).conj(x, out=out)


@primary(ufunc="copysign")
def copysign(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Magnitude of ``x1`` with the sign of ``x2``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Magnitudes and signs; they broadcast. The sign of a zero and of a nan counts.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    Array API standard 2024.12, ``copysign``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.copysign(ivy.asarray([1.0, 2.0]), -0.0)
    ivy.array([-1., -2.])
    """
    return current_backend(x1, x2).copysign(x1, x2, out=out)


@primary(ufunc="cos")
def cos(x: Array, /, *, out: Array | None = None) -> Array:
    """Cosine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Angles, in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``cos``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.cos(ivy.asarray([0.0]))
    ivy.array([1.])
    """
    return current_backend(x).cos(x, out=out)


@primary(ufunc="cosh")
def cosh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic cosine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Hyperbolic angles.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``cosh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.cosh(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 1.54308063])
    """
    return current_backend(x).cosh(x, out=out)


@primary(ufunc="divide")
def divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient of two arrays, ``x1 / x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Dividends and divisors; they broadcast. Division by zero gives infinities and nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating or complex; float64 for integers.

    References
    ----------
    Array API standard 2024.12, ``divide``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.divide(ivy.asarray([1, 3]), 2)
    ivy.array([0.5, 1.5])
    """
    return current_backend(x1, x2).divide(x1, x2, out=out)


@primary(ufunc="equal")
def equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether elements are equal, ``x1 == x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. A nan equals nothing.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``equal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.equal(ivy.asarray([1, 2]), ivy.asarray([1.0, 3.0]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).equal(x1, x2, out=out)


@primary(ufunc="exp")
def exp(x: Array, /, *, out: Array | None = None) -> Array:
    """Exponential of each element, ``e ** x``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Exponents.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``exp``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.exp(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 2.71828183])
    """
    return current_backend(x).exp(x, out=out)


@primary(ufunc="expm1")
def expm1(x: Array, /, *, out: Array | None = None) -> Array:
    """``exp(x) - 1``, exact also where ``x`` is close to zero.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Exponents.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``expm1``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.expm1(ivy.asarray([0.0, 1e-10]))
    ivy.array([0.e+00, 1.e-10])
    """
    return current_backend(x).expm1(x, out=out)


@primary(ufunc="floor")
def floor(x: Array, /, *, out: Array | None = None) -> Array:
    """Largest integer not greater than each element.

    Parameters
    ----------
    x : Array, any real dtype
        Values; integers and booleans come back as they are.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``floor``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.floor(ivy.asarray([-1.5, 1.5]))
    ivy.array([-2.,  1.])
    """
    return current_backend(x).floor(x, out=out)


@primary(ufunc="floor_divide")
def floor_divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards minus infinity, ``x1 // x2``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Dividends and divisors; they broadcast. An integer divided by zero gives 0.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``floor_divide``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.floor_divide(ivy.asarray([7, -7]), 2)
    ivy.array([ 3, -4])
    """
    return current_backend(x1, x2).floor_divide(x1, x2, out=out)


@primary(ufunc="greater")
def greater(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 > x2``, element by element.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Complex values compare by real, then
        by imaginary part.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``greater``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.greater(ivy.asarray([1, 2, 3]), 2)
    ivy.array([False, False,  True])
    """
    return current_backend(x1, x2).greater(x1, x2, out=out)


@primary(ufunc="greater_equal")
def greater_equal(
    x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None
) -> Array:
    """Whether ``x1 >= x2``, element by element.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Complex values compare by real, then
        by imaginary part.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``greater_equal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.greater_equal(ivy.asarray([1, 2, 3]), 2)
    ivy.array([False,  True,  True])
    """
    return current_backend(x1, x2).greater_equal(x1, x2, out=out)


@primary(ufunc="hypot")
def hypot(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Length of the hypotenuse, ``sqrt(x1**2 + x2**2)``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Legs; they broadcast. An infinite leg gives infinity, even beside nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    Array API standard 2024.12, ``hypot``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.hypot(ivy.asarray([3.0]), ivy.asarray([4.0]))
    ivy.array([5.])
    """
    return current_backend(x1, x2).hypot(x1, x2, out=out)


@primary(view=imag_lens)
def imag(x: Array, /, *, out: Array | None = None) -> Array:
    """Imaginary part of each element; of complex arrays a view.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; the imaginary part of real ones is 0.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape; for complex input the real dtype of its parts, else of the same dtype.

    References
    ----------
    Array API standard 2024.12, ``imag``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.imag(ivy.asarray([1.0 + 2.0j]))
    ivy.array([2.])
    """
    return current_backend(x).imag(x, out=out)


@primary(ufunc="isfinite")
def isfinite(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are neither infinite nor nan.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``isfinite``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.isfinite(ivy.asarray([1.0, ivy.inf, ivy.nan]))
    ivy.array([ True, False, False])
    """
    return current_backend(x).isfinite(x, out=out)


@primary
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
    x : Array, any numeric or boolean dtype
        Values; a complex one is infinite if one of its parts is.
    detect_positive, detect_negative : bool, optional
        Which infinities count; both do for complex input, whatever is given.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``isinf``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.isinf(ivy.asarray([1.0, ivy.inf, -ivy.inf]), detect_negative=False)
    ivy.array([False,  True, False])
    """
    return current_backend(x).isinf(
        x, detect_positive=detect_positive, detect_negative=detect_negative, out=out
    )


@primary(ufunc="isnan")
def isnan(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are nan.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; a complex one is nan if one of its parts is.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``isnan``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.isnan(ivy.asarray([1.0, ivy.nan]))
    ivy.array([False,  True])
    """
    return current_backend(x).isnan(x, out=out)


@primary(ufunc="less")
def less(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 < x2``, element by element.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Complex values compare by real, then
        by imaginary part.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``less``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.less(ivy.asarray([1, 2, 3]), 2)
    ivy.array([ True, False, False])
    """
    return current_backend(x1, x2).less(x1, x2, out=out)


@primary(ufunc="less_equal")
def less_equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether ``x1 <= x2``, element by element.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Complex values compare by real, then
        by imaginary part.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``less_equal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.less_equal(ivy.asarray([1, 2, 3]), 2)
    ivy.array([ True,  True, False])
    """
    return current_backend(x1, x2).less_equal(x1, x2, out=out)


@primary(ufunc="log")
def log(x: Array, /, *, out: Array | None = None) -> Array:
    """Natural logarithm of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan, 0 gives minus infinity. Complex values have a branch
        cut along the negative real axis.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``log``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.log(ivy.asarray([1.0, ivy.e]))
    ivy.array([0., 1.])
    """
    return current_backend(x).log(x, out=out)


@primary(ufunc="log10")
def log10(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm to the base 10 of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan, 0 gives minus infinity.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``log10``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.log10(ivy.asarray([1.0, 1000.0]))
    ivy.array([0., 3.])
    """
    return current_backend(x).log10(x, out=out)


@primary(ufunc="log1p")
def log1p(x: Array, /, *, out: Array | None = None) -> Array:
    """``log(1 + x)``, exact also where ``x`` is close to zero.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below -1 give nan, -1 gives minus infinity.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``log1p``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.log1p(ivy.asarray([0.0, 1e-10]))
    ivy.array([0.e+00, 1.e-10])
    """
    return current_backend(x).log1p(x, out=out)


@primary(ufunc="log2")
def log2(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm to the base 2 of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan, 0 gives minus infinity.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``log2``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.log2(ivy.asarray([1.0, 8.0]))
    ivy.array([0., 3.])
    """
    return current_backend(x).log2(x, out=out)


@primary(ufunc="logaddexp")
def logaddexp(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``log(exp(x1) + exp(x2))``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Logarithms; they broadcast.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    Array API standard 2024.12, ``logaddexp``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logaddexp(ivy.asarray([0.0, 1000.0]), ivy.asarray([0.0, 1000.0]))
    ivy.array([6.93147181e-01, 1.00069315e+03])
    """
    return current_backend(x1, x2).logaddexp(x1, x2, out=out)


@primary(ufunc="logical_and")
def logical_and(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether both operands are true (not zero).

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``logical_and``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logical_and(ivy.asarray([True, True]), ivy.asarray([True, False]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).logical_and(x1, x2, out=out)


@primary(ufunc="logical_not")
def logical_not(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether elements are false (zero).

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``logical_not``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logical_not(ivy.asarray([True, False]))
    ivy.array([False,  True])
    """
    return current_backend(x).logical_not(x, out=out)


@primary(ufunc="logical_or")
def logical_or(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether one operand or both are true (not zero).

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``logical_or``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logical_or(ivy.asarray([True, False]), ivy.asarray([False, False]))
    ivy.array([ True, False])
    """
    return current_backend(x1, x2).logical_or(x1, x2, out=out)


@primary(ufunc="logical_xor")
def logical_xor(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether exactly one operand is true (not zero).

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``logical_xor``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logical_xor(ivy.asarray([True, True]), ivy.asarray([True, False]))
    ivy.array([False,  True])
    """
    return current_backend(x1, x2).logical_xor(x1, x2, out=out)


@primary(ufunc="maximum")
def maximum(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greater of two elements; nan if either is nan.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``maximum``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.maximum(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([ 3., nan])
    """
    return current_backend(x1, x2).maximum(x1, x2, out=out)


@primary(ufunc="minimum")
def minimum(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Lesser of two elements; nan if either is nan.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``minimum``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.minimum(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([ 1., nan])
    """
    return current_backend(x1, x2).minimum(x1, x2, out=out)


@primary(ufunc="multiply")
def multiply(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Product of two arrays, ``x1 * x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. Integers wrap around.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``multiply``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.multiply(ivy.asarray([1, 2]), 1.5)
    ivy.array([1.5, 3. ])
    """
    return current_backend(x1, x2).multiply(x1, x2, out=out)


@primary(ufunc="negative")
def negative(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements with the opposite sign, ``-x``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values; unsigned integers wrap around.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``negative``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.negative(ivy.asarray([1, -2]))
    ivy.array([-1,  2])
    """
    return current_backend(x).negative(x, out=out)


@primary(ufunc="nextafter")
def nextafter(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Next value after ``x1`` in the direction of ``x2`` that the dtype can hold.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Starting points and directions; they broadcast.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    Array API standard 2024.12, ``nextafter``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.nextafter(ivy.asarray([1.0]), 2.0) > 1.0
    ivy.array([ True])
    """
    return current_backend(x1, x2).nextafter(x1, x2, out=out)


@primary(ufunc="not_equal")
def not_equal(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Whether elements differ, ``x1 != x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do. A nan differs from everything.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``not_equal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.not_equal(ivy.asarray([1, 2]), ivy.asarray([1.0, 3.0]))
    ivy.array([False,  True])
    """
    return current_backend(x1, x2).not_equal(x1, x2, out=out)


@primary(ufunc="positive")
def positive(x: Array, /, *, out: Array | None = None) -> Array:
    """Copy of the elements, ``+x``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``positive``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.positive(ivy.asarray([1, -2]))
    ivy.array([ 1, -2])
    """
    return current_backend(x).positive(x, out=out)


@primary(ufunc="power")
def pow(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Power, ``x1 ** x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Bases and exponents; they broadcast. Integers wrap around; a negative real base with a
        broken exponent gives nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    Notes
    -----
    An integer to a negative integer power is an error where the values are at hand without cost
    (numpy, tensorflow); on the other backends it gives the reciprocal, truncated.

    References
    ----------
    Array API standard 2024.12, ``pow``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.pow(ivy.asarray([1, 2, 3]), 2)
    ivy.array([1, 4, 9])
    """
    return current_backend(x1, x2).pow(x1, x2, out=out)


@primary(view=real_lens)
def real(x: Array, /, *, out: Array | None = None) -> Array:
    """Real part of each element; a view.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape; for complex input the real dtype of its parts, else of the same dtype.

    References
    ----------
    Array API standard 2024.12, ``real``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.real(ivy.asarray([1.0 + 2.0j]))
    ivy.array([1.])
    """
    return current_backend(x).real(x, out=out)


@primary(ufunc="reciprocal")
def reciprocal(x: Array, /, *, out: Array | None = None) -> Array:
    """Reciprocal of each element, ``1 / x``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values. Integers give integers: 0 unless ``x`` is 1 or -1 (the reciprocal of an integer 0
        means nothing).
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``reciprocal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.reciprocal(ivy.asarray([2.0, 4.0]))
    ivy.array([0.5 , 0.25])
    """
    return current_backend(x).reciprocal(x, out=out)


@primary(ufunc="remainder")
def remainder(
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    modulus: bool = True,
    out: Array | None = None,
) -> Array:
    """Remainder of the division of ``x1`` by ``x2``, ``x1 % x2``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Dividends and divisors; they broadcast. An integer divided by zero leaves 0, a floating
        number nan.
    modulus : bool, optional
        Whether the remainder has the sign of the divisor (Python's rule); else it has that of the
        dividend (C's).
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``remainder``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.remainder(ivy.asarray([7, -7]), 3)
    ivy.array([1, 2])
    >>> ivy.remainder(ivy.asarray([7, -7]), 3, modulus=False)
    ivy.array([ 1, -1])
    """
    return current_backend(x1, x2).remainder(x1, x2, modulus=modulus, out=out)


@primary
def round(x: Array, /, *, decimals: int = 0, out: Array | None = None) -> Array:
    """Elements rounded; halves go to the even neighbour.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; of complex ones both parts are rounded.
    decimals : int, optional
        Number of decimal places to keep; negative for places before the point.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype (float16 for booleans).

    References
    ----------
    Array API standard 2024.12, ``round``; NumPy ``round`` for ``decimals``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.round(ivy.asarray([0.5, 1.5, 2.75]))
    ivy.array([0., 2., 3.])
    >>> ivy.round(ivy.asarray([0.125, 2.75]), decimals=1)
    ivy.array([0.1, 2.8])
    """
    return current_backend(x).round(x, decimals=decimals, out=out)


@primary(ufunc="sign")
def sign(x: Array, /, *, out: Array | None = None) -> Array:
    """Sign of each element: -1, 0 or 1; of complex ones ``x / |x|``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values; nan stays nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``sign``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sign(ivy.asarray([-2.5, 0.0, 3.0]))
    ivy.array([-1.,  0.,  1.])
    """
    return current_backend(x).sign(x, out=out)


@primary(ufunc="signbit")
def signbit(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether the sign bit is set: of negative numbers, and of -0.0.

    Parameters
    ----------
    x : Array, any real dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, boolean.

    References
    ----------
    Array API standard 2024.12, ``signbit``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.signbit(ivy.asarray([-0.0, 0.0, -3.0]))
    ivy.array([ True, False,  True])
    """
    return current_backend(x).signbit(x, out=out)


@primary(ufunc="sin")
def sin(x: Array, /, *, out: Array | None = None) -> Array:
    """Sine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Angles, in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``sin``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sin(ivy.asarray([0.0]))
    ivy.array([0.])
    """
    return current_backend(x).sin(x, out=out)


@primary(ufunc="sinh")
def sinh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic sine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Hyperbolic angles.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``sinh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sinh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 1.17520119])
    """
    return current_backend(x).sinh(x, out=out)


@primary(ufunc="sqrt")
def sqrt(x: Array, /, *, out: Array | None = None) -> Array:
    """Square root of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan. Complex values have a branch cut along the negative
        real axis.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``sqrt``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sqrt(ivy.asarray([4.0, 9.0]))
    ivy.array([2., 3.])
    """
    return current_backend(x).sqrt(x, out=out)


@primary(ufunc="square")
def square(x: Array, /, *, out: Array | None = None) -> Array:
    """Square of each element, ``x * x``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values; integers wrap around.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``square``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.square(ivy.asarray([2, -3]))
    ivy.array([4, 9])
    """
    return current_backend(x).square(x, out=out)


@primary(ufunc="subtract")
def subtract(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Difference of two arrays, ``x1 - x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric dtype
        Operands; they broadcast, and promote as NumPy's do. Integers wrap around.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``subtract``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.subtract(ivy.asarray([1, 2]), ivy.asarray([0.5, 0.5]))
    ivy.array([0.5, 1.5])
    """
    return current_backend(x1, x2).subtract(x1, x2, out=out)


@primary(ufunc="tan")
def tan(x: Array, /, *, out: Array | None = None) -> Array:
    """Tangent of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Angles, in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``tan``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.tan(ivy.asarray([0.0, 0.5]))
    ivy.array([0.        , 0.54630249])
    """
    return current_backend(x).tan(x, out=out)


@primary(ufunc="tanh")
def tanh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic tangent of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Hyperbolic angles.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``tanh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.tanh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.76159416])
    """
    return current_backend(x).tanh(x, out=out)


@primary(ufunc="trunc")
def trunc(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements rounded towards zero.

    Parameters
    ----------
    x : Array, any real dtype
        Values; integers and booleans come back as they are.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    Array API standard 2024.12, ``trunc``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.trunc(ivy.asarray([-1.5, 1.5]))
    ivy.array([-1.,  1.])
    """
    return current_backend(x).trunc(x, out=out)
