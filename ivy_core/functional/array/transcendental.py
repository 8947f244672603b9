"""Exponentials, logarithms, powers with real exponents, trigonometry, element by element."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary
def angle(z: Array, /, *, deg: bool = False, out: Array | None = None) -> Array:
    """Angle of each element with the positive real axis, counterclockwise.

    Parameters
    ----------
    z : Array, any numeric or boolean dtype
        Points in the complex plane; a negative real number lies at ``pi``.
    deg: Whether the result is in degrees; else it is in radians.

    Returns: of the same shape, floating, in ``[-pi, pi]``.

    References: NumPy ``angle``.

    >>> ivy.angle(ivy.asarray([1j, -1.0]), deg=True)
    ivy.array([ 90., 180.])
    """
    return current_backend(z).angle(z, deg=deg, out=out)


@primary(ufunc="cbrt")
def cbrt(x: Array, /, *, out: Array | None = None) -> Array:
    """Cube root of each element.

    Parameters
    ----------
    x, any real dtype: Values; negative ones have negative roots.

    Returns: of the same shape, floating.

    References: NumPy ``cbrt``.

    >>> ivy.cbrt(ivy.asarray([8.0, -27.0]))
    ivy.array([ 2., -3.])
    """
    return current_backend(x).cbrt(x, out=out)


@primary(ufunc="deg2rad")
def deg2rad(x: Array, /, *, out: Array | None = None) -> Array:
    """Angles in radians for angles in degrees.

    Parameters
    ----------
    x, any real dtype: Angles, in degrees.

    Returns: of the same shape, floating.

    References: NumPy ``deg2rad``.

    >>> ivy.deg2rad(ivy.asarray([0.0, 180.0]))
    ivy.array([0.        , 3.14159265])
    """
    return current_backend(x).deg2rad(x, out=out)


@primary(ufunc="exp2")
def exp2(x: Array, /, *, out: Array | None = None) -> Array:
    """``2 ** x`` for each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Exponents.

    Returns: of the same shape, floating or complex.

    References: NumPy ``exp2``.

    >>> ivy.exp2(ivy.asarray([3.0, -1.0]))
    ivy.array([8. , 0.5])
    """
    return current_backend(x).exp2(x, out=out)


@primary(ufunc="float_power")
def float_power(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Power, ``x1 ** x2``, in double precision at least.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Bases and exponents; they broadcast.

    Returns: of the broadcast shape, float64 or complex128.

    References: NumPy ``float_power``.

    >>> ivy.float_power(ivy.asarray([2, 4]), ivy.asarray([-1, -2]))
    ivy.array([0.5   , 0.0625])
    """
    return current_backend(x1, x2).float_power(x1, x2, out=out)


@primary(ufunc="logaddexp2")
def logaddexp2(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``log2(2**x1 + 2**x2)``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Logarithms to the base 2; they broadcast.

    Returns: of the broadcast shape, floating.

    References: NumPy ``logaddexp2``.

    >>> ivy.logaddexp2(ivy.asarray([0.0, 1000.0]), ivy.asarray([0.0, 1000.0]))
    ivy.array([1.000e+00, 1.001e+03])
    """
    return current_backend(x1, x2).logaddexp2(x1, x2, out=out)


@primary(ufunc="rad2deg")
def rad2deg(x: Array, /, *, out: Array | None = None) -> Array:
    """Angles in degrees for angles in radians.

    Parameters
    ----------
    x, any real dtype: Angles, in radians.

    Returns: of the same shape, floating.

    References: NumPy ``rad2deg``.

    >>> ivy.rad2deg(ivy.asarray([0.0, ivy.pi]))
    ivy.array([  0., 180.])
    """
    return current_backend(x).rad2deg(x, out=out)


@primary
def sinc(x: Array, /, *, out: Array | None = None) -> Array:
    """Normalised sinc function, ``sin(pi * x) / (pi * x)``; 1 at zero.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.

    Returns: of the same shape, floating or complex; float64 for integers.

    References: NumPy ``sinc``.

    >>> ivy.sinc(ivy.asarray([0.0, 0.5]))
    ivy.array([1.        , 0.63661977])
    """
    return current_backend(x).sinc(x, out=out)


@primary(ufunc="arccos", follows="array_api")
def acos(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse cosine of each element, in radians, in ``[0, pi]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Cosines; real values outside ``[-1, 1]`` give nan. Complex values have branch cuts along
        the real axis outside ``[-1, 1]``.

    Returns: of the same shape, floating or complex.

    >>> ivy.acos(ivy.asarray([1.0, -1.0]))
    ivy.array([0.        , 3.14159265])
    """
    return current_backend(x).acos(x, out=out)


@primary(ufunc="arccosh", follows="array_api")
def acosh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic cosine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 1 give nan. Complex values have a branch cut along the real axis
        below 1.

    Returns: of the same shape, floating or complex.

    >>> ivy.acosh(ivy.asarray([1.0, 2.0]))
    ivy.array([0.       , 1.3169579])
    """
    return current_backend(x).acosh(x, out=out)


@primary(ufunc="arcsin", follows="array_api")
def asin(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse sine of each element, in radians, in ``[-pi/2, pi/2]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Sines; real values outside ``[-1, 1]`` give nan. Complex values have branch cuts along the
        real axis outside ``[-1, 1]``.

    Returns: of the same shape, floating or complex.

    >>> ivy.asin(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 1.57079633])
    """
    return current_backend(x).asin(x, out=out)


@primary(ufunc="arcsinh", follows="array_api")
def asinh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values. Complex ones have branch cuts along the imaginary axis outside ``[-1j, 1j]``.

    Returns: of the same shape, floating or complex.

    >>> ivy.asinh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.88137359])
    """
    return current_backend(x).asinh(x, out=out)


@primary(ufunc="arctan", follows="array_api")
def atan(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse tangent of each element, in radians, in ``[-pi/2, pi/2]``.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Tangents. Complex values have branch cuts along the imaginary axis outside ``[-1j, 1j]``.

    Returns: of the same shape, floating or complex.

    >>> ivy.atan(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.78539816])
    """
    return current_backend(x).atan(x, out=out)


@primary(ufunc="arctan2", follows="array_api")
def atan2(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Angle of the point ``(x2, x1)``, in radians, in ``[-pi, pi]``.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Ordinates ``x1`` and abscissae ``x2``; they broadcast. Signs of zeros choose the quadrant.

    Returns: of the broadcast shape, floating.

    >>> ivy.atan2(ivy.asarray([1.0, -1.0]), ivy.asarray([0.0, -1.0]))
    ivy.array([ 1.57079633, -2.35619449])
    """
    return current_backend(x1, x2).atan2(x1, x2, out=out)


@primary(ufunc="arctanh", follows="array_api")
def atanh(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones outside ``[-1, 1]`` give nan, those at -1 and 1 infinities. Complex
        values have branch cuts along the real axis outside ``[-1, 1]``.

    Returns: of the same shape, floating or complex.

    >>> ivy.atanh(ivy.asarray([0.0, 0.5]))
    ivy.array([0.        , 0.54930614])
    """
    return current_backend(x).atanh(x, out=out)


@primary(ufunc="cos", follows="array_api")
def cos(x: Array, /, *, out: Array | None = None) -> Array:
    """Cosine of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Angles, in radians.

    Returns: of the same shape, floating or complex.

    >>> ivy.cos(ivy.asarray([0.0]))
    ivy.array([1.])
    """
    return current_backend(x).cos(x, out=out)


@primary(ufunc="cosh", follows="array_api")
def cosh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic cosine of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Hyperbolic angles.

    Returns: of the same shape, floating or complex.

    >>> ivy.cosh(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 1.54308063])
    """
    return current_backend(x).cosh(x, out=out)


@primary(ufunc="exp", follows="array_api")
def exp(x: Array, /, *, out: Array | None = None) -> Array:
    """Exponential of each element, ``e ** x``.

    Parameters
    ----------
    x, any numeric or boolean dtype: Exponents.

    Returns: of the same shape, floating or complex.

    >>> ivy.exp(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 2.71828183])
    """
    return current_backend(x).exp(x, out=out)


@primary(ufunc="expm1", follows="array_api")
def expm1(x: Array, /, *, out: Array | None = None) -> Array:
    """``exp(x) - 1``, exact also where ``x`` is close to zero.

    Parameters
    ----------
    x, any numeric or boolean dtype: Exponents.

    Returns: of the same shape, floating or complex.

    >>> ivy.expm1(ivy.asarray([0.0, 1e-10]))
    ivy.array([0.e+00, 1.e-10])
    """
    return current_backend(x).expm1(x, out=out)


@primary(ufunc="hypot", follows="array_api")
def hypot(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Length of the hypotenuse, ``sqrt(x1**2 + x2**2)``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Legs; they broadcast. An infinite leg gives infinity, even beside nan.

    Returns: of the broadcast shape, floating.

    >>> ivy.hypot(ivy.asarray([3.0]), ivy.asarray([4.0]))
    ivy.array([5.])
    """
    return current_backend(x1, x2).hypot(x1, x2, out=out)


@primary(ufunc="log", follows="array_api")
def log(x: Array, /, *, out: Array | None = None) -> Array:
    """Natural logarithm of each element.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Values; real ones below 0 give nan, 0 gives minus infinity. Complex values have a branch
        cut along the negative real axis.

    Returns: of the same shape, floating or complex.

    >>> ivy.log(ivy.asarray([1.0, ivy.e]))
    ivy.array([0., 1.])
    """
    return current_backend(x).log(x, out=out)


@primary(ufunc="log10", follows="array_api")
def log10(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm to the base 10 of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; real ones below 0 give nan, 0 gives minus infinity.

    Returns: of the same shape, floating or complex.

    >>> ivy.log10(ivy.asarray([1.0, 1000.0]))
    ivy.array([0., 3.])
    """
    return current_backend(x).log10(x, out=out)


@primary(ufunc="log1p", follows="array_api")
def log1p(x: Array, /, *, out: Array | None = None) -> Array:
    """``log(1 + x)``, exact also where ``x`` is close to zero.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; real ones below -1 give nan, -1 gives minus infinity.

    Returns: of the same shape, floating or complex.

    >>> ivy.log1p(ivy.asarray([0.0, 1e-10]))
    ivy.array([0.e+00, 1.e-10])
    """
    return current_backend(x).log1p(x, out=out)


@primary(ufunc="log2", follows="array_api")
def log2(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm to the base 2 of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values; real ones below 0 give nan, 0 gives minus infinity.

    Returns: of the same shape, floating or complex.

    >>> ivy.log2(ivy.asarray([1.0, 8.0]))
    ivy.array([0., 3.])
    """
    return current_backend(x).log2(x, out=out)


@primary(ufunc="logaddexp", follows="array_api")
def logaddexp(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """``log(exp(x1) + exp(x2))``, without overflow on the way.

    Parameters
    ----------
    x1, x2 : Array, any real dtype
        Logarithms; they broadcast.

    Returns: of the broadcast shape, floating.

    >>> ivy.logaddexp(ivy.asarray([0.0, 1000.0]), ivy.asarray([0.0, 1000.0]))
    ivy.array([6.93147181e-01, 1.00069315e+03])
    """
    return current_backend(x1, x2).logaddexp(x1, x2, out=out)


@primary(ufunc="sin", follows="array_api")
def sin(x: Array, /, *, out: Array | None = None) -> Array:
    """Sine of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Angles, in radians.

    Returns: of the same shape, floating or complex.

    >>> ivy.sin(ivy.asarray([0.0]))
    ivy.array([0.])
    """
    return current_backend(x).sin(x, out=out)


@primary(ufunc="sinh", follows="array_api")
def sinh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic sine of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Hyperbolic angles.

    Returns: of the same shape, floating or complex.

    >>> ivy.sinh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 1.17520119])
    """
    return current_backend(x).sinh(x, out=out)


@primary(ufunc="tan", follows="array_api")
def tan(x: Array, /, *, out: Array | None = None) -> Array:
    """Tangent of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Angles, in radians.

    Returns: of the same shape, floating or complex.

    >>> ivy.tan(ivy.asarray([0.0, 0.5]))
    ivy.array([0.        , 0.54630249])
    """
    return current_backend(x).tan(x, out=out)


@primary(ufunc="tanh", follows="array_api")
def tanh(x: Array, /, *, out: Array | None = None) -> Array:
    """Hyperbolic tangent of each element.

    Parameters
    ----------
    x, any numeric or boolean dtype: Hyperbolic angles.

    Returns: of the same shape, floating or complex.

    >>> ivy.tanh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.76159416])
    """
    return current_backend(x).tanh(x, out=out)
