"""Division and what is left of it, element by element: quotients, remainders, common divisors."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary(ufunc="divide", follows="array_api")
def divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient of two arrays, ``x1 / x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Dividends and divisors; they broadcast. Division by zero gives infinities and nan.

    Returns: of the broadcast shape, floating or complex; float64 for integers.

    >>> ivy.divide(ivy.asarray([1, 3]), 2)
    ivy.array([0.5, 1.5])
    """
    return current_backend(x1, x2).divide(x1, x2, out=out)


@primary(ufunc="floor_divide", follows="array_api")
def floor_divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards minus infinity, ``x1 // x2``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Dividends and divisors; they broadcast. An integer divided by zero gives 0.

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.floor_divide(ivy.asarray([7, -7]), 2)
    ivy.array([ 3, -4])
    """
    return current_backend(x1, x2).floor_divide(x1, x2, out=out)


@primary(ufunc="reciprocal", follows="array_api")
def reciprocal(x: Array, /, *, out: Array | None = None) -> Array:
    """Reciprocal of each element, ``1 / x``.

    Parameters
    ----------
    x : Array, any numeric dtype
        Values. Integers give integers: 0 unless ``x`` is 1 or -1 (the reciprocal of an integer 0
        means nothing).

    Returns: of the same shape and dtype.

    >>> ivy.reciprocal(ivy.asarray([2.0, 4.0]))
    ivy.array([0.5 , 0.25])
    """
    return current_backend(x).reciprocal(x, out=out)


@primary(ufunc="remainder", follows="array_api")
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

    Returns: of the broadcast shape and the promoted dtype.

    >>> ivy.remainder(ivy.asarray([7, -7]), 3)
    ivy.array([1, 2])
    >>> ivy.remainder(ivy.asarray([7, -7]), 3, modulus=False)
    ivy.array([ 1, -1])
    """
    return current_backend(x1, x2).remainder(x1, x2, modulus=modulus, out=out)


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

    References: NumPy ``divmod``.

    >>> ivy.divmod(ivy.asarray([7, -7]), 3)
    (ivy.array([ 2, -3]), ivy.array([1, 2]))
    """
    return current_backend(x1, x2).divmod(x1, x2)


@primary(ufunc="fmod", like=remainder)
def fmod(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Remainder of a division, with the sign of the dividend.

    References: NumPy ``fmod``.

    >>> ivy.fmod(ivy.asarray([7, -7]), 3)
    ivy.array([ 1, -1])
    """
    return current_backend(x1, x2).fmod(x1, x2, out=out)


@primary(ufunc="gcd")
def gcd(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Greatest common divisor, of the absolute values.

    Parameters
    ----------
    x1, x2 : Array, integer
        Operands; they broadcast, and promote as NumPy's do.

    Returns: of the broadcast shape and the promoted dtype.

    References: NumPy ``gcd``.

    >>> ivy.gcd(ivy.asarray([12, -18]), 8)
    ivy.array([4, 2])
    """
    return current_backend(x1, x2).gcd(x1, x2, out=out)


@primary(ufunc="lcm", like=gcd)
def lcm(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Least common multiple, of the absolute values.

    References: NumPy ``lcm``.

    >>> ivy.lcm(ivy.asarray([4, -6]), 10)
    ivy.array([20, 30])
    """
    return current_backend(x1, x2).lcm(x1, x2, out=out)


@primary(ufunc="floor_divide", like=floor_divide)
def trunc_divide(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards zero.

    References: PyTorch ``div``, ``rounding_mode='trunc'``.

    >>> ivy.trunc_divide(ivy.asarray([7, -7]), 2)
    ivy.array([ 3, -3])
    """
    return current_backend(x1, x2).trunc_divide(x1, x2, out=out)
