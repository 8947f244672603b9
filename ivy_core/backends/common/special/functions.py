"""The special functions of one array namespace, each with the derivatives by its arguments.

A backend calls :func:`bind` with its namespace and with what gives a function its gradient there
(``jax.custom_jvp``, ``torch.autograd.Function``, ``tf.custom_gradient``). The derivatives, which
are made of the same functions, are so differentiable in their turn. Derivatives by differentiating
the methods themselves would be those of Chebyshev series, and nan where a method is not used.
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable

from . import bessel, error, gamma
from .series import INFINITY, NAN

_BELL = 1.0 / math.sqrt(2.0 * math.pi)
_SLOPE = 2.0 / math.sqrt(math.pi)


def xlogy(xp, x, y):
    """Return ``x * log(y)``; 0 where x is 0 and y a number."""
    zero = (x == 0.0) & ~xp.isnan(y)
    return xp.where(zero, 0.0, x * xp.log(xp.where(zero, 1.0, y)))


def xlog1py(xp, x, y):
    """Return ``x * log1p(y)``; 0 where x is 0 and y a number."""
    zero = (x == 0.0) & ~xp.isnan(y)
    return xp.where(zero, 0.0, x * xp.log1p(xp.where(zero, 1.0, y)))


def entr(xp, x):
    """Return ``-x * log(x)``, 0 at 0 and minus infinity below."""
    positive = x > 0.0
    result = xp.where(positive, -x * xp.log(xp.where(positive, x, 1.0)), -INFINITY)
    return xp.where(xp.isnan(x), NAN, xp.where(x == 0.0, 0.0, result))


def _divide_or_limit(f, value, x, limit):
    """Return ``value / x``, and ``limit`` where x is 0."""
    zero = x == 0.0
    return f.xp.where(zero, limit, value / f.xp.where(zero, 1.0, x))


def _sign(f, x):
    return f.xp.where(x < 0.0, -1.0, f.xp.where(x > 0.0, 1.0, 0.0 * x))


def _slope_of_x_log_y(log_name) -> Callable:
    """Return a function, d(x log(y)) / dx; 0 where ``0 * log(0)`` counts as 0."""

    def slope(f, x, y):
        found = getattr(f.xp, log_name)(y)
        return f.xp.where((x == 0.0) & ~f.xp.isnan(y) & ~(found > -INFINITY), 0.0, found)

    return slope


_igamma_by_x = lambda f, a, x: f.igamma_slope(a, x)  # noqa: E731

# name: the method, and for each argument the derivative, or None where no method is known
METHODS: dict[str, tuple[Callable, tuple[Callable | None, ...]]] = {
    "erf": (error.erf, (lambda f, x: _SLOPE * f.xp.exp(-x * x),)),
    "erfc": (error.erfc, (lambda f, x: -_SLOPE * f.xp.exp(-x * x),)),
    "erfcx": (error.erfcx, (lambda f, x: 2.0 * x * f.erfcx(x) - _SLOPE,)),
    "erfinv": (error.erfinv, (lambda f, x: f.xp.exp(f.xp.power(f.erfinv(x), 2.0)) / _SLOPE,)),
    "ndtr": (error.ndtr, (lambda f, x: _BELL * f.xp.exp(-0.5 * x * x),)),
    "log_ndtr": (
        error.log_ndtr,
        (lambda f, x: math.sqrt(2.0 / math.pi) / f.erfcx(-math.sqrt(0.5) * x),),
    ),
    "ndtri": (error.ndtri, (lambda f, x: f.xp.exp(0.5 * f.xp.power(f.ndtri(x), 2.0)) / _BELL,)),
    "lgamma": (gamma.lgamma, (lambda f, x: f.digamma(x),)),
    "digamma": (gamma.digamma, (lambda f, x: f.zeta(2.0 * f.xp.ones_like(x), x),)),
    "polygamma": (gamma.polygamma, (None, lambda f, n, x: f.polygamma(n + 1.0, x))),
    "zeta": (gamma.zeta, (None, lambda f, s, q: -s * f.zeta(s + 1.0, q))),
    "igamma": (gamma.igamma, (None, _igamma_by_x)),
    "igammac": (gamma.igammac, (None, lambda f, a, x: -f.igamma_slope(a, x))),
    "igamma_slope": (
        gamma.igamma_slope,
        (
            lambda f, a, x: f.igamma_slope(a, x) * (f.xp.log(x) - f.digamma(a)),
            lambda f, a, x: f.igamma_slope(a, x) * ((a - 1.0) / x - 1.0),
        ),
    ),
    "betainc": (gamma.betainc, (None, None, lambda f, a, b, x: f.betainc_slope(a, b, x))),
    "betainc_slope": (
        gamma.betainc_slope,
        (
            lambda f, a, b, x: (
                f.betainc_slope(a, b, x) * (f.xp.log(x) - f.digamma(a) + f.digamma(a + b))
            ),
            lambda f, a, b, x: (
                f.betainc_slope(a, b, x) * (f.xp.log1p(-x) - f.digamma(b) + f.digamma(a + b))
            ),
            lambda f, a, b, x: f.betainc_slope(a, b, x) * ((a - 1.0) / x - (b - 1.0) / (1.0 - x)),
        ),
    ),
    "betaln": (
        gamma.betaln,
        (
            lambda f, a, b: f.digamma(a) - f.digamma(a + b),
            lambda f, a, b: f.digamma(b) - f.digamma(a + b),
        ),
    ),
    "xlogy": (xlogy, (_slope_of_x_log_y("log"), lambda f, x, y: x / y)),
    "xlog1py": (xlog1py, (_slope_of_x_log_y("log1p"), lambda f, x, y: x / (1.0 + y))),
    "entr": (entr, (lambda f, x: f.xp.where(x < 0.0, NAN, -f.xp.log(x) - 1.0),)),
    "i0": (bessel.i0, (lambda f, x: f.i1(x),)),
    "i0e": (bessel.i0e, (lambda f, x: f.i1e(x) - _sign(f, x) * f.i0e(x),)),
    "i1": (bessel.i1, (lambda f, x: f.i0(x) - _divide_or_limit(f, f.i1(x), x, 0.5),)),
    "i1e": (
        bessel.i1e,
        (lambda f, x: f.i0e(x) - _divide_or_limit(f, f.i1e(x), x, 0.5) - _sign(f, x) * f.i1e(x),),
    ),
    "j0": (bessel.j0, (lambda f, x: -f.j1(x),)),
    "j1": (bessel.j1, (lambda f, x: f.j0(x) - _divide_or_limit(f, f.j1(x), x, 0.5),)),
    "y0": (bessel.y0, (lambda f, x: -f.y1(x),)),
    "y1": (bessel.y1, (lambda f, x: f.y0(x) - _divide_or_limit(f, f.y1(x), x, -INFINITY),)),
    "k0": (bessel.k0, (lambda f, x: -f.k1(x),)),
    "k0e": (bessel.k0e, (lambda f, x: f.k0e(x) - f.k1e(x),)),
    "k1": (bessel.k1, (lambda f, x: -f.k0(x) - _divide_or_limit(f, f.k1(x), x, INFINITY),)),
    "k1e": (
        bessel.k1e,
        (lambda f, x: f.k1e(x) - f.k0e(x) - _divide_or_limit(f, f.k1e(x), x, INFINITY),),
    ),
    "spherical_bessel_j0": (bessel.spherical_bessel_j0, (lambda f, x: -f.spherical_bessel_j1(x),)),
    "spherical_bessel_j1": (
        bessel.spherical_bessel_j1,
        (
            lambda f, x: (
                f.spherical_bessel_j0(x)
                - 2.0 * _divide_or_limit(f, f.spherical_bessel_j1(x), x, 1.0 / 3.0)
            ),
        ),
    ),
    "airy_ai": (bessel.airy_ai, (lambda f, x: f.airy_ai_prime(x),)),
    "airy_ai_prime": (bessel.airy_ai_prime, (lambda f, x: x * f.airy_ai(x),)),
}


def bind(
    xp, with_gradient: Callable | None = None, native: dict[str, Callable] | None = None
) -> types.SimpleNamespace:
    """Return the functions of a namespace, of arrays in double precision and of one shape.

    Parameters
    ----------
    xp : namespace
    with_gradient : callable, optional
        Takes a name, a function and its derivatives, and returns the function that has them.
    native : dict of callable, optional
        By name the framework's own functions, which stand for the methods where they are as right.
    """
    native = {} if native is None else native
    functions = types.SimpleNamespace(xp=xp)
    for name, (method, slopes) in METHODS.items():
        function = native.get(name, functools.partial(method, xp))
        if with_gradient is not None:
            known = tuple(s if s is None else functools.partial(s, functions) for s in slopes)
            function = with_gradient(name, function, known)
        setattr(functions, name, function)
    return functions
