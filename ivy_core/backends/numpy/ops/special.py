"""Special functions of the NumPy backend, all by the methods of ``backends/common``."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.special import functions

from ..host.policy import SPECIAL_BLOCK_ELEMENTS

_functions = functions.bind(np)


def floating(x):
    """Return an array, and the dtype in which NumPy computes a function of real numbers of it."""
    x = np.asarray(x)
    return x, np.cbrt.resolve_dtypes((x.dtype, None))[1]


def _in_double(function, dtype, *arrays):
    """Return a function of elements, computed in double precision, in a dtype."""
    arrays = np.broadcast_arrays(*arrays)
    with np.errstate(all="ignore"):
        if arrays[0].size <= SPECIAL_BLOCK_ELEMENTS:
            return function(*[x.astype(np.float64) for x in arrays]).astype(dtype)
        result = np.empty(arrays[0].shape, dtype)
        flat, lines = result.reshape(-1), [x.reshape(-1) for x in arrays]
        for start in range(0, flat.size, SPECIAL_BLOCK_ELEMENTS):
            part = slice(start, start + SPECIAL_BLOCK_ELEMENTS)
            flat[part] = function(*[x[part].astype(np.float64) for x in lines])
    return result


def _of_one(name):
    function = getattr(_functions, name)

    def call(x, /):
        x, dtype = floating(x)
        return _in_double(function, dtype, x)

    return call


def _of_two(name):
    function = getattr(_functions, name)

    def call(x1, x2, /):
        x1, x2 = np.asarray(x1), np.asarray(x2)
        dtype = np.hypot.resolve_dtypes((x1.dtype, x2.dtype, None))[2]
        return _in_double(function, dtype, x1, x2)

    return call


airy_ai = _of_one("airy_ai")
digamma = _of_one("digamma")
entr = _of_one("entr")
erf = _of_one("erf")
erfc = _of_one("erfc")
erfcx = _of_one("erfcx")
erfinv = _of_one("erfinv")
i0 = _of_one("i0")
i0e = _of_one("i0e")
i1 = _of_one("i1")
i1e = _of_one("i1e")
j0 = _of_one("j0")
j1 = _of_one("j1")
k0 = _of_one("k0")
k0e = _of_one("k0e")
k1 = _of_one("k1")
k1e = _of_one("k1e")
lgamma = _of_one("lgamma")
log_ndtr = _of_one("log_ndtr")
ndtr = _of_one("ndtr")
ndtri = _of_one("ndtri")
spherical_bessel_j0 = _of_one("spherical_bessel_j0")
y0 = _of_one("y0")
y1 = _of_one("y1")

betaln = _of_two("betaln")
igamma = _of_two("igamma")
igammac = _of_two("igammac")
xlog1py = _of_two("xlog1py")
xlogy = _of_two("xlogy")
zeta = _of_two("zeta")


def betainc(a, b, x, /):
    dtype = np.result_type(a, b, x)  # of numbers without dtype the default one
    dtype = np.cbrt.resolve_dtypes((dtype, None))[1]
    return _in_double(_functions.betainc, dtype, *map(np.asarray, (a, b, x)))


def polygamma(n, x, /):
    x, dtype = floating(x)
    return _in_double(_functions.polygamma, dtype, np.asarray(n, np.float64), x)
