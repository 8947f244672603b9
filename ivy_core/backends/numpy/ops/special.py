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


def _compute_in_double(function, dtype, *arrays):
    """Return ``function(*arrays)`` in ``dtype``, broadcast, computed in double by blocks."""
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


def _make_unary_in_double(name):
    """Return the common function by name, computed in double, in the argument's float dtype."""
    function = getattr(_functions, name)

    def call(x, /):
        x, dtype = floating(x)
        return _compute_in_double(function, dtype, x)

    return call


def _make_binary_in_double(name):
    """Return the common function by name, computed in double, in the operands' float dtype."""
    function = getattr(_functions, name)

    def call(x1, x2, /):
        x1, x2 = np.asarray(x1), np.asarray(x2)
        dtype = np.hypot.resolve_dtypes((x1.dtype, x2.dtype, None))[2]
        return _compute_in_double(function, dtype, x1, x2)

    return call


airy_ai = _make_unary_in_double("airy_ai")
digamma = _make_unary_in_double("digamma")
entr = _make_unary_in_double("entr")
erf = _make_unary_in_double("erf")
erfc = _make_unary_in_double("erfc")
erfcx = _make_unary_in_double("erfcx")
erfinv = _make_unary_in_double("erfinv")
i0 = _make_unary_in_double("i0")
i0e = _make_unary_in_double("i0e")
i1 = _make_unary_in_double("i1")
i1e = _make_unary_in_double("i1e")
j0 = _make_unary_in_double("j0")
j1 = _make_unary_in_double("j1")
k0 = _make_unary_in_double("k0")
k0e = _make_unary_in_double("k0e")
k1 = _make_unary_in_double("k1")
k1e = _make_unary_in_double("k1e")
lgamma = _make_unary_in_double("lgamma")
log_ndtr = _make_unary_in_double("log_ndtr")
ndtr = _make_unary_in_double("ndtr")
ndtri = _make_unary_in_double("ndtri")
spherical_bessel_j0 = _make_unary_in_double("spherical_bessel_j0")
y0 = _make_unary_in_double("y0")
y1 = _make_unary_in_double("y1")

betaln = _make_binary_in_double("betaln")
igamma = _make_binary_in_double("igamma")
igammac = _make_binary_in_double("igammac")
xlog1py = _make_binary_in_double("xlog1py")
xlogy = _make_binary_in_double("xlogy")
zeta = _make_binary_in_double("zeta")


def betainc(a, b, x, /):
    dtype = np.result_type(a, b, x)  # of numbers without dtype the default one
    dtype = np.cbrt.resolve_dtypes((dtype, None))[1]
    return _compute_in_double(_functions.betainc, dtype, *map(np.asarray, (a, b, x)))


def polygamma(n, x, /):
    x, dtype = floating(x)
    return _compute_in_double(_functions.polygamma, dtype, np.asarray(n, np.float64), x)
