"""Special functions, element by element.

Each is computed to the precision of its dtype over the whole range (a relative error within 1e-10
for float64 and 1e-5 for float32, near a zero of the function an absolute one), and has a gradient
where no note says otherwise. A framework's own function serves where it is right to that precision;
the others are published methods, which ``backends/common/special_*.py`` names.
"""

from __future__ import annotations

import math

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, primary
from ivy_core.utils.exceptions import IvyValueError


@primary(ufunc="cbrt")
def airy_ai(x: Array, /, *, out: Array | None = None) -> Array:
    """Airy's function of the first kind, Ai, of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 9.2; PyTorch, ``torch.special.airy_ai``.

    >>> ivy.airy_ai(ivy.asarray([0.0, 1.0]))
    ivy.array([0.35502805, 0.13529242])
    """
    return current_backend(x).airy_ai(x, out=out)


@primary(promote=("a", "b", "x"))
def betainc(a: Array, b: Array, x: Array, /, *, out: Array | None = None) -> Array:
    """Regularised incomplete beta function, the beta distribution's cumulative probability.

    Parameters
    ----------
    a, b : Array, any real dtype
        Shapes, not negative.
    x, any real dtype: Upper limit of the integral, in [0, 1]. The three broadcast.

    Returns: of the broadcast shape, floating, in [0, 1]; nan for arguments elsewhere.

    Notes
    -----
    Right to 1e-10 for shapes up to 1e5. There is a derivative by ``x`` alone, and those of it.

    References: DLMF 8.17; SciPy, ``scipy.special.betainc``.

    >>> ivy.betainc(ivy.asarray([1.0, 2.0]), 1.0, 0.5)
    ivy.array([0.5 , 0.25])
    """
    return current_backend(a, b, x).betainc(a, b, x, out=out)


@primary(ufunc="hypot")
def betaln(a: Array, b: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm of the magnitude of the beta function.

    Parameters
    ----------
    a, any real dtype: First argument.
    b, any real dtype: Second argument; it broadcasts with the first.

    Returns: of the broadcast shape, floating.

    References: DLMF 5.12; SciPy, ``scipy.special.betaln``.

    >>> ivy.betaln(ivy.asarray([1.0, 2.0]), 3.0)
    ivy.array([-1.09861229, -2.48490665])
    """
    return current_backend(a, b).betaln(a, b, out=out)


@primary(ufunc="cbrt")
def digamma(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithmic derivative of the gamma function, of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; nan at negative integers, an infinity at 0.

    References: DLMF 5.2.2; SciPy, ``scipy.special.digamma``.

    >>> ivy.digamma(ivy.asarray([1.0, 2.0]))
    ivy.array([-0.57721566,  0.42278434])
    """
    return current_backend(x).digamma(x, out=out)


@primary(ufunc="cbrt", follows="scipy.special")
def entr(x: Array, /, *, out: Array | None = None) -> Array:
    """Entropy ``-x * log(x)`` of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; 0 at 0, minus infinity below.

    >>> ivy.entr(ivy.asarray([0.0, 0.5, -1.0]))
    ivy.array([0.        , 0.34657359,       -inf])
    """
    return current_backend(x).entr(x, out=out)


@primary(ufunc="cbrt")
def erf(x: Array, /, *, out: Array | None = None) -> Array:
    """Error function of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating, in [-1, 1].

    References: DLMF 7.2.1; SciPy, ``scipy.special.erf``.

    >>> ivy.erf(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.84270079])
    """
    return current_backend(x).erf(x, out=out)


@primary(ufunc="cbrt")
def erfc(x: Array, /, *, out: Array | None = None) -> Array:
    """Complement ``1 - erf(x)`` of the error function, without its cancellation.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating, in [0, 2].

    References: DLMF 7.2.2; SciPy, ``scipy.special.erfc``.

    >>> ivy.erfc(ivy.asarray([0.0, 10.0]))
    ivy.array([1.00000000e+00, 2.08848758e-45])
    """
    return current_backend(x).erfc(x, out=out)


@primary(ufunc="cbrt")
def erfcx(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled complement ``exp(x**2) * erfc(x)`` of the error function.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 7.2.3; SciPy, ``scipy.special.erfcx``.

    >>> ivy.erfcx(ivy.asarray([0.0, 100.0]))
    ivy.array([1.        , 0.00564161])
    """
    return current_backend(x).erfcx(x, out=out)


@primary(ufunc="cbrt")
def erfinv(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse of the error function, of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at -1 and 1, nan beyond.

    References: DLMF 7.17; SciPy, ``scipy.special.erfinv``.

    >>> ivy.erfinv(ivy.asarray([0.0, 0.5]))
    ivy.array([0.        , 0.47693628])
    """
    return current_backend(x).erfinv(x, out=out)


@primary(ufunc="cbrt")
def i0(x: Array, /, *, out: Array | None = None) -> Array:
    """Modified Bessel function of the first kind of order 0.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 10.25; NumPy, ``numpy.i0``.

    >>> ivy.i0(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 1.26606588])
    """
    return current_backend(x).i0(x, out=out)


@primary(ufunc="cbrt")
def i0e(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled modified Bessel function ``exp(-|x|) * i0(x)``.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 10.25; SciPy, ``scipy.special.i0e``.

    >>> ivy.i0e(ivy.asarray([0.0, 1000.0]))
    ivy.array([1.        , 0.01261724])
    """
    return current_backend(x).i0e(x, out=out)


@primary(ufunc="cbrt")
def i1(x: Array, /, *, out: Array | None = None) -> Array:
    """Modified Bessel function of the first kind of order 1.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 10.25; SciPy, ``scipy.special.i1``.

    >>> ivy.i1(ivy.asarray([0.0, 1.0]))
    ivy.array([0.       , 0.5651591])
    """
    return current_backend(x).i1(x, out=out)


@primary(ufunc="cbrt")
def i1e(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled modified Bessel function ``exp(-|x|) * i1(x)``.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    References: DLMF 10.25; SciPy, ``scipy.special.i1e``.

    >>> ivy.i1e(ivy.asarray([0.0, 1000.0]))
    ivy.array([0.        , 0.01261093])
    """
    return current_backend(x).i1e(x, out=out)


@primary(ufunc="hypot")
def igamma(a: Array, /, x: Array, *, out: Array | None = None) -> Array:
    """Regularised lower incomplete gamma function P(a, x).

    Parameters
    ----------
    a, any real dtype: Shape, not negative.
    x, any real dtype: Upper limit of the integral, not negative.

    Returns: of the broadcast shape, floating, in [0, 1]; nan for negative arguments.

    Notes
    -----
    There is no derivative by ``a`` on PyTorch, as for ``torch.special.gammainc``.

    References: DLMF 8.2.4; SciPy, ``scipy.special.gammainc``.

    >>> ivy.igamma(ivy.asarray([1.0, 2.0]), 1.0)
    ivy.array([0.63212056, 0.26424112])
    """
    return current_backend(a, x).igamma(a, x, out=out)


@primary(ufunc="hypot")
def igammac(a: Array, /, x: Array, *, out: Array | None = None) -> Array:
    """Regularised upper incomplete gamma function Q(a, x), which is 1 - P(a, x).

    Parameters
    ----------
    a, any real dtype: Shape, not negative.
    x, any real dtype: Lower limit of the integral, not negative.

    Returns: of the broadcast shape, floating, in [0, 1]; nan for negative arguments.

    Notes
    -----
    There is no derivative by ``a`` on PyTorch, as for ``torch.special.gammaincc``.

    References: DLMF 8.2.4; SciPy, ``scipy.special.gammaincc``.

    >>> ivy.igammac(ivy.asarray([1.0, 2.0]), 1.0)
    ivy.array([0.36787944, 0.73575888])
    """
    return current_backend(a, x).igammac(a, x, out=out)


@primary(ufunc="cbrt")
def j0(x: Array, /, *, out: Array | None = None) -> Array:
    """Bessel function of the first kind of order 0.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; 0 at infinity.

    References: DLMF 10.2; SciPy, ``scipy.special.j0``.

    >>> ivy.j0(ivy.asarray([0.0, 1.0]))
    ivy.array([1.        , 0.76519769])
    """
    return current_backend(x).j0(x, out=out)


@primary(ufunc="cbrt")
def j1(x: Array, /, *, out: Array | None = None) -> Array:
    """Bessel function of the first kind of order 1.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; 0 at infinity.

    References: DLMF 10.2; SciPy, ``scipy.special.j1``.

    >>> ivy.j1(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.44005059])
    """
    return current_backend(x).j1(x, out=out)


@primary(ufunc="cbrt")
def k0(x: Array, /, *, out: Array | None = None) -> Array:
    """Modified Bessel function of the second kind of order 0.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at 0, nan below.

    References: DLMF 10.25; SciPy, ``scipy.special.k0``.

    >>> ivy.k0(ivy.asarray([0.5, 1.0]))
    ivy.array([0.92441907, 0.42102444])
    """
    return current_backend(x).k0(x, out=out)


@primary(ufunc="cbrt")
def k0e(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled modified Bessel function ``exp(x) * k0(x)``.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at 0, nan below.

    References: DLMF 10.25; SciPy, ``scipy.special.k0e``.

    >>> ivy.k0e(ivy.asarray([0.5, 1000.0]))
    ivy.array([1.52410939, 0.03962832])
    """
    return current_backend(x).k0e(x, out=out)


@primary(ufunc="cbrt")
def k1(x: Array, /, *, out: Array | None = None) -> Array:
    """Modified Bessel function of the second kind of order 1.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at 0, nan below.

    References: DLMF 10.25; SciPy, ``scipy.special.k1``.

    >>> ivy.k1(ivy.asarray([0.5, 1.0]))
    ivy.array([1.65644112, 0.60190723])
    """
    return current_backend(x).k1(x, out=out)


@primary(ufunc="cbrt")
def k1e(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled modified Bessel function ``exp(x) * k1(x)``.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at 0, nan below.

    References: DLMF 10.25; SciPy, ``scipy.special.k1e``.

    >>> ivy.k1e(ivy.asarray([0.5, 1000.0]))
    ivy.array([2.73100971, 0.03964813])
    """
    return current_backend(x).k1e(x, out=out)


@primary(ufunc="cbrt")
def lgamma(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm of the magnitude of the gamma function.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns
    -------
    Array
        Of the same shape, floating; infinite at 0, at negative integers and at both infinities.

    References: DLMF 5.2; Python, ``math.lgamma``.

    >>> ivy.lgamma(ivy.asarray([0.5, 3.0]))
    ivy.array([0.57236494, 0.69314718])
    """
    return current_backend(x).lgamma(x, out=out)


@primary(ufunc="cbrt", follows="scipy.special")
def log_ndtr(x: Array, /, *, out: Array | None = None) -> Array:
    """Logarithm of the normal distribution function.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating.

    >>> ivy.log_ndtr(ivy.asarray([0.0, -100.0]))
    ivy.array([-6.93147181e-01, -5.00552421e+03])
    """
    return current_backend(x).log_ndtr(x, out=out)


@compositional
def multigammaln(a: Array, p: int, /, *, out: Array | None = None) -> Array:
    """Logarithm of the multivariate gamma function.

    Parameters
    ----------
    a, any real dtype: Arguments, above ``(p - 1) / 2``; there is no value elsewhere, and no check.
    p: Dimension, from 1.

    Returns: of the shape of ``a``, floating.

    Raises: IvyValueError if ``p`` is less than 1.

    References: DLMF 35.3.4; SciPy, ``scipy.special.multigammaln``.

    >>> ivy.multigammaln(ivy.asarray([1.5, 3.0]), 2)
    ivy.array([0.45158271, 1.55019499])
    """
    if p < 1:
        raise IvyValueError(f"multigammaln: dimension {p} was given; 1 and more are allowed")
    total = ivy.add(ivy.lgamma(a), 0.25 * p * (p - 1) * math.log(math.pi))
    for j in range(1, p):
        total = ivy.add(total, ivy.lgamma(ivy.subtract(a, 0.5 * j)))
    return ivy.positive(total, out=out)


@primary(ufunc="cbrt")
def ndtr(x: Array, /, *, out: Array | None = None) -> Array:
    """Normal distribution function: how much of the distribution is below each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating, in [0, 1].

    References: DLMF 7.18; SciPy, ``scipy.special.ndtr``.

    >>> ivy.ndtr(ivy.asarray([0.0, -10.0]))
    ivy.array([5.00000000e-01, 7.61985302e-24])
    """
    return current_backend(x).ndtr(x, out=out)


@primary(ufunc="cbrt", follows="scipy.special")
def ndtri(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse of the normal distribution function, of each element.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; infinite at 0 and 1, nan beyond.

    >>> ivy.ndtri(ivy.asarray([0.5, 0.975]))
    ivy.array([0.        , 1.95996398])
    """
    return current_backend(x).ndtri(x, out=out)


@primary
def polygamma(n: Array | int, x: Array, /, *, out: Array | None = None) -> Array:
    """Derivative of order ``n`` of the digamma function.

    Parameters
    ----------
    n, integer: Orders; the result is nan for negative ones.
    x, any real dtype: Arguments; they broadcast with the orders.

    Returns
    -------
    Array
        Of the broadcast shape and the dtype of ``x``, or the floating dtype for that; infinite at 0
        and the negative integers.

    References: DLMF 5.15; SciPy, ``scipy.special.polygamma``.

    >>> ivy.polygamma(1, ivy.asarray([1.0, 2.0]))
    ivy.array([1.64493407, 0.64493407])
    """
    return current_backend(n, x).polygamma(n, x, out=out)


@primary(ufunc="cbrt")
def spherical_bessel_j0(x: Array, /, *, out: Array | None = None) -> Array:
    """Spherical Bessel function of the first kind of order 0, ``sin(x) / x``.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; 1 at 0.

    References: DLMF 10.49.3; PyTorch, ``torch.special.spherical_bessel_j0``.

    >>> ivy.spherical_bessel_j0(ivy.asarray([0.0, 2.0]))
    ivy.array([1.        , 0.45464871])
    """
    return current_backend(x).spherical_bessel_j0(x, out=out)


@primary(ufunc="hypot", follows="scipy.special")
def xlog1py(x: Array, y: Array, /, *, out: Array | None = None) -> Array:
    """Product ``x * log1p(y)``, 0 where x is 0.

    Parameters
    ----------
    x, any real dtype: Factor.
    y, any real dtype: Argument of the logarithm, less 1.

    Returns: of the broadcast shape, floating.

    >>> ivy.xlog1py(ivy.asarray([0.0, 2.0]), ivy.asarray([-1.0, 1.0]))
    ivy.array([0.        , 1.38629436])
    """
    return current_backend(x, y).xlog1py(x, y, out=out)


@primary(ufunc="hypot", follows="scipy.special")
def xlogy(x: Array, y: Array, /, *, out: Array | None = None) -> Array:
    """Product ``x * log(y)``, 0 where x is 0.

    Parameters
    ----------
    x, any real dtype: Factor.
    y, any real dtype: Argument of the logarithm.

    Returns: of the broadcast shape, floating.

    >>> ivy.xlogy(ivy.asarray([0.0, 2.0]), ivy.asarray([0.0, 2.0]))
    ivy.array([0.        , 1.38629436])
    """
    return current_backend(x, y).xlogy(x, y, out=out)


@primary(ufunc="cbrt")
def y0(x: Array, /, *, out: Array | None = None) -> Array:
    """Bessel function of the second kind of order 0.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; minus infinity at 0, nan below.

    References: DLMF 10.2; SciPy, ``scipy.special.y0``.

    >>> ivy.y0(ivy.asarray([0.5, 1.0]))
    ivy.array([-0.44451873,  0.08825696])
    """
    return current_backend(x).y0(x, out=out)


@primary(ufunc="cbrt")
def y1(x: Array, /, *, out: Array | None = None) -> Array:
    """Bessel function of the second kind of order 1.

    Parameters
    ----------
    x, any real dtype: Arguments.

    Returns: of the same shape, floating; minus infinity at 0, nan below.

    References: DLMF 10.2; SciPy, ``scipy.special.y1``.

    >>> ivy.y1(ivy.asarray([0.5, 1.0]))
    ivy.array([-1.47147239, -0.78121282])
    """
    return current_backend(x).y1(x, out=out)


@primary(ufunc="hypot")
def zeta(x: Array, q: Array, /, *, out: Array | None = None) -> Array:
    """Hurwitz zeta function, the sum of ``(k + q) ** -x`` over ``k = 0, 1, ...``.

    Parameters
    ----------
    x, any real dtype: Exponents; infinite at 1, nan below.
    q, any real dtype: What the sum starts with; not positive ones need whole exponents.

    Returns: of the broadcast shape, floating.

    Notes
    -----
    There is no derivative by ``x``: it is an error on JAX and PyTorch, nan on TensorFlow.

    References: DLMF 25.11.1; SciPy, ``scipy.special.zeta``.

    >>> ivy.zeta(ivy.asarray([2.0, 4.0]), 1.0)
    ivy.array([1.64493407, 1.08232323])
    """
    return current_backend(x, q).zeta(x, q, out=out)
