"""Elementwise functions beyond the array API standard, most of them NumPy's."""

from __future__ import annotations

import ivy_core as ivy

from ..arrays.array import Array
from ..backend_handler import current_backend
from ..registry import compositional, handle_nestable, primary


@primary
def angle(z: Array, /, *, deg: bool = False, out: Array | None = None) -> Array:
    """Angle of each element with the positive real axis, counterclockwise.

    Parameters
    ----------
    z : Array, any numeric or boolean dtype
        Points in the complex plane; a negative real number lies at ``pi``.
    deg : bool, optional
        Whether the result is in degrees; else it is in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating, in ``[-pi, pi]``.

    References
    ----------
    NumPy ``angle``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.angle(ivy.asarray([1j, -1.0]), deg=True)
    ivy.array([ 90., 180.])
    """
    return current_backend(z).angle(z, deg=deg, out=out)


@primary(ufunc="bitwise_count")
def bitwise_count(x: Array, /, *, out: Array | None = None) -> Array:
    """Number of bits that are set in the absolute value of each element.

    Parameters
    ----------
    x : Array, integer or boolean
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, uint8.

    References
    ----------
    NumPy ``bitwise_count``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.bitwise_count(ivy.asarray([7, -8]))
    ivy.array([3, 1])
    """
    return current_backend(x).bitwise_count(x, out=out)


@primary(ufunc="cbrt")
def cbrt(x: Array, /, *, out: Array | None = None) -> Array:
    """Cube root of each element.

    Parameters
    ----------
    x : Array, any real dtype
        Values; negative ones have negative roots.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating.

    References
    ----------
    NumPy ``cbrt``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.cbrt(ivy.asarray([8.0, -27.0]))
    ivy.array([ 2., -3.])
    """
    return current_backend(x).cbrt(x, out=out)


@primary(ufunc="deg2rad")
def deg2rad(x: Array, /, *, out: Array | None = None) -> Array:
    """Angles in radians for angles in degrees.

    Parameters
    ----------
    x : Array, any real dtype
        Angles, in degrees.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating.

    References
    ----------
    NumPy ``deg2rad``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.deg2rad(ivy.asarray([0.0, 180.0]))
    ivy.array([0.        , 3.14159265])
    """
    return current_backend(x).deg2rad(x, out=out)


@primary(ufunc="divmod")
def divmod(x1: Array | complex, x2: Array | complex, /) -> tuple[Array, Array]:
    """Quotient and remainder at once, ``(x1 // x2, x1 % x2)``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Dividends and divisors; they broadcast.

    Returns
    -------
    tuple of Array
        Quotients, rounded towards minus infinity, and remainders, which have the divisors' sign;
        both of the broadcast shape and the promoted dtype.

    References
    ----------
    NumPy ``divmod``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.divmod(ivy.asarray([7, -7]), 3)
    (ivy.array([ 2, -3]), ivy.array([1, 2]))
    """
    return current_backend(x1, x2).divmod(x1, x2)


@primary(ufunc="exp2")
def exp2(x: Array, /, *, out: Array | None = None) -> Array:
    """``2 ** x`` for each element.

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
    NumPy ``exp2``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.exp2(ivy.asarray([3.0, -1.0]))
    ivy.array([8. , 0.5])
    """
    return current_backend(x).exp2(x, out=out)


@primary(ufunc="fabs")
def fabs(x: Array, /, *, out: Array | None = None) -> Array:
    """Absolute value of each element, as a floating number.

    Parameters
    ----------
    x : Array, any real dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating.

    References
    ----------
    NumPy ``fabs``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.fabs(ivy.asarray([-3, 4]))
    ivy.array([3., 4.])
    """
    return current_backend(x).fabs(x, out=out)


@primary(ufunc="float_power")
def float_power(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Power, ``x1 ** x2``, in double precision at least.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Bases and exponents; they broadcast.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, float64 or complex128.

    References
    ----------
    NumPy ``float_power``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.float_power(ivy.asarray([2, 4]), ivy.asarray([-1, -2]))
    ivy.array([0.5   , 0.0625])
    """
    return current_backend(x1, x2).float_power(x1, x2, out=out)


@primary(ufunc="fmax")
def fmax(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greater of two elements; of a nan and a number the number.

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
    NumPy ``fmax``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.fmax(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([3., 5.])
    """
    return current_backend(x1, x2).fmax(x1, x2, out=out)


@primary(ufunc="fmin")
def fmin(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Lesser of two elements; of a nan and a number the number.

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
    NumPy ``fmin``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.fmin(ivy.asarray([1.0, 5.0]), ivy.asarray([3.0, ivy.nan]))
    ivy.array([1., 5.])
    """
    return current_backend(x1, x2).fmin(x1, x2, out=out)


@primary(ufunc="fmod")
def fmod(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Remainder of a division, with the sign of the dividend.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Dividends and divisors; they broadcast. An integer divided by zero leaves 0, a floating
        number nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    NumPy ``fmod``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.fmod(ivy.asarray([7, -7]), 3)
    ivy.array([ 1, -1])
    """
    return current_backend(x1, x2).fmod(x1, x2, out=out)


@primary(ufunc="frexp")
def frexp(x: Array, /) -> tuple[Array, Array]:
    """Mantissas and exponents, with ``x == mantissa * 2**exponent``.

    Parameters
    ----------
    x : Array, any real dtype
        Values. Zeros, infinities and nan are their own mantissas, with exponent 0.

    Returns
    -------
    tuple of Array
        Mantissas, floating, of a magnitude in ``[0.5, 1)``, and exponents, int32.

    References
    ----------
    NumPy ``frexp``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.frexp(ivy.asarray([1.0, -12.0]))
    (ivy.array([ 0.5 , -0.75]), ivy.array([1, 4]))
    """
    return current_backend(x).frexp(x)


@primary(ufunc="gcd")
def gcd(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greatest common divisor, of the absolute values.

    Parameters
    ----------
    x1, x2 : Array, integer
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    NumPy ``gcd``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.gcd(ivy.asarray([12, -18]), 8)
    ivy.array([4, 2])
    """
    return current_backend(x1, x2).gcd(x1, x2, out=out)


@primary(ufunc="heaviside")
def heaviside(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Step function: 0 below zero, 1 above, and ``x2`` at zero.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Values, and what the step is at zero; they broadcast. A nan in ``x1`` stays nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    NumPy ``heaviside``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.heaviside(ivy.asarray([-1.5, 0.0, 2.0]), 0.5)
    ivy.array([0. , 0.5, 1. ])
    """
    return current_backend(x1, x2).heaviside(x1, x2, out=out)


@primary
def isreal(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether the imaginary part of elements is zero.

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
    NumPy ``isreal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.isreal(ivy.asarray([1.0 + 0.0j, 1.0j]))
    ivy.array([ True, False])
    """
    return current_backend(x).isreal(x, out=out)


@primary(ufunc="lcm")
def lcm(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Least common multiple, of the absolute values.

    Parameters
    ----------
    x1, x2 : Array, integer
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    NumPy ``lcm``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.lcm(ivy.asarray([4, -6]), 10)
    ivy.array([20, 30])
    """
    return current_backend(x1, x2).lcm(x1, x2, out=out)


@primary(ufunc="ldexp")
def ldexp(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``x1 * 2**x2``.

    Parameters
    ----------
    x1, x2 : Array, real (x1) and integer (x2)
        Mantissas and exponents; they broadcast.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    NumPy ``ldexp``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.ldexp(ivy.asarray([0.5, -0.75]), ivy.asarray([1, 4]))
    ivy.array([  1., -12.])
    """
    return current_backend(x1, x2).ldexp(x1, x2, out=out)


@primary(ufunc="logaddexp2")
def logaddexp2(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``log2(2**x1 + 2**x2)``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Logarithms to the base 2; they broadcast.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape, floating.

    References
    ----------
    NumPy ``logaddexp2``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.logaddexp2(ivy.asarray([0.0, 1000.0]), ivy.asarray([0.0, 1000.0]))
    ivy.array([1.000e+00, 1.001e+03])
    """
    return current_backend(x1, x2).logaddexp2(x1, x2, out=out)


@primary(ufunc="modf")
def modf(x: Array, /) -> tuple[Array, Array]:
    """Fractional and integral parts; both have the sign of ``x``.

    Parameters
    ----------
    x : Array, any real dtype
        Values. The fractional part of an infinity is zero.

    Returns
    -------
    tuple of Array
        Fractional and integral parts, both floating and of the same shape.

    References
    ----------
    NumPy ``modf``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.modf(ivy.asarray([1.5, -2.25]))
    (ivy.array([ 0.5 , -0.25]), ivy.array([ 1., -2.]))
    """
    return current_backend(x).modf(x)


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
    x : Array, any numeric or boolean dtype
        Values; of complex ones both parts are treated.
    copy : bool, optional
        Whether the result is a new array; else ``x`` itself is changed.
    nan : float, optional
        What nan becomes.
    posinf, neginf : float, optional
        What the infinities become; by default the largest and the smallest number of the dtype.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    References
    ----------
    NumPy ``nan_to_num``.

    Examples
    --------
    >>> import ivy_core as ivy
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


@primary(ufunc="rad2deg")
def rad2deg(x: Array, /, *, out: Array | None = None) -> Array:
    """Angles in degrees for angles in radians.

    Parameters
    ----------
    x : Array, any real dtype
        Angles, in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating.

    References
    ----------
    NumPy ``rad2deg``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.rad2deg(ivy.asarray([0.0, ivy.pi]))
    ivy.array([  0., 180.])
    """
    return current_backend(x).rad2deg(x, out=out)


@primary(ufunc="rint")
def rint(x: Array, /, *, out: Array | None = None) -> Array:
    """Elements rounded to integers, as floating numbers; halves go to the even neighbour.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; of complex ones both parts are rounded.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    NumPy ``rint``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.rint(ivy.asarray([0.5, 1.5, -1.7]))
    ivy.array([ 0.,  2., -2.])
    """
    return current_backend(x).rint(x, out=out)


@primary
def sinc(x: Array, /, *, out: Array | None = None) -> Array:
    """Normalised sinc function, ``sin(pi * x) / (pi * x)``; 1 at zero.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex; float64 for integers.

    References
    ----------
    NumPy ``sinc``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sinc(ivy.asarray([0.0, 0.5]))
    ivy.array([1.        , 0.63661977])
    """
    return current_backend(x).sinc(x, out=out)


@primary(ufunc="spacing")
def spacing(x: Array, /, *, out: Array | None = None) -> Array:
    """Distance to the next number, away from zero, that the dtype can hold.

    Parameters
    ----------
    x : Array, any real dtype
        Values. The distance has their sign; that of infinities and nan is nan.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating.

    References
    ----------
    NumPy ``spacing``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.spacing(ivy.asarray([1.0, -1.0]))
    ivy.array([ 2.22044605e-16, -2.22044605e-16])
    """
    return current_backend(x).spacing(x, out=out)


@primary(ufunc="floor_divide")
def trunc_divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards zero.

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
    PyTorch ``div``, ``rounding_mode='trunc'``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.trunc_divide(ivy.asarray([7, -7]), 2)
    ivy.array([ 3, -3])
    """
    return current_backend(x1, x2).trunc_divide(x1, x2, out=out)
