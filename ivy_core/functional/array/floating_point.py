"""The parts of floating-point numbers: sign, exponent, fraction, and their neighbours."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary(ufunc="copysign", follows="array_api")
def copysign(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Magnitude of ``x1`` with the sign of ``x2``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Magnitudes and signs; they broadcast. The sign of a zero and of a nan counts.

    Returns: of the broadcast shape, floating.

    >>> ivy.copysign(ivy.asarray([1.0, 2.0]), -0.0)
    ivy.array([-1., -2.])
    """
    return current_backend(x1, x2).copysign(x1, x2, out=out)


@primary(ufunc="nextafter", follows="array_api")
def nextafter(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Next value after ``x1`` in the direction of ``x2`` that the dtype can hold.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Starting points and directions; they broadcast.

    Returns: of the broadcast shape, floating.

    >>> ivy.nextafter(ivy.asarray([1.0]), 2.0) > 1.0
    ivy.array([ True])
    """
    return current_backend(x1, x2).nextafter(x1, x2, out=out)


@primary(ufunc="frexp")
def frexp(x: Array, /) -> tuple[Array, Array]:
    """Mantissas and exponents, with ``x == mantissa * 2**exponent``.

    Parameters
    ----------
    x, any real dtype: Values. Zeros, infinities and nan are their own mantissas, with exponent 0.

    Returns
    -------
    tuple of Array
        Mantissas, floating, of a magnitude in ``[0.5, 1)``, and exponents, int32.

    References: NumPy ``frexp``.

    >>> ivy.frexp(ivy.asarray([1.0, -12.0]))
    (ivy.array([ 0.5 , -0.75]), ivy.array([1, 4]))
    """
    return current_backend(x).frexp(x)


@primary(ufunc="ldexp")
def ldexp(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``x1 * 2**x2``.

    Parameters
    ----------
    x1, x2 : Array, real (x1) and integer (x2)
        Mantissas and exponents; they broadcast.

    Returns: of the broadcast shape, floating.

    References: NumPy ``ldexp``.

    >>> ivy.ldexp(ivy.asarray([0.5, -0.75]), ivy.asarray([1, 4]))
    ivy.array([  1., -12.])
    """
    return current_backend(x1, x2).ldexp(x1, x2, out=out)


@primary(ufunc="modf")
def modf(x: Array, /) -> tuple[Array, Array]:
    """Fractional and integral parts; both have the sign of ``x``.

    Parameters
    ----------
    x, any real dtype: Values. The fractional part of an infinity is zero.

    Returns
    -------
    tuple of Array
        Fractional and integral parts, both floating and of the same shape.

    References: NumPy ``modf``.

    >>> ivy.modf(ivy.asarray([1.5, -2.25]))
    (ivy.array([ 0.5 , -0.25]), ivy.array([ 1., -2.]))
    """
    return current_backend(x).modf(x)


@primary(ufunc="spacing")
def spacing(x: Array, /, *, out: Array | None = None) -> Array:
    """Distance to the next number, away from zero, that the dtype can hold.

    Parameters
    ----------
    x, any real dtype: Values. The distance has their sign, but in half precision, where it is that
        to the next number upwards, as in NumPy; that of infinities and nan is nan.

    Returns: of the same shape, floating.

    References: NumPy ``spacing``.

    >>> ivy.spacing(ivy.asarray([1.0, -1.0]))
    ivy.array([ 2.22044605e-16, -2.22044605e-16])
    """
    return current_backend(x).spacing(x, out=out)


@primary(ufunc="signbit", follows="array_api")
def signbit(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether the sign bit is set: of negative numbers, and of -0.0.

    Parameters
    ----------
    x, any real dtype: Values.

    Returns: of the same shape, boolean.

    >>> ivy.signbit(ivy.asarray([-0.0, 0.0, -3.0]))
    ivy.array([ True, False,  True])
    """
    return current_backend(x).signbit(x, out=out)
