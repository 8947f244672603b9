"""Orthogonal polynomials of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.special.polynomials import check_degrees, polynomial

from .special import floating


def _polynomial_function(name):
    def call(x, n, /):
        (x, dtype), n = floating(x), check_degrees(name, n)
        with np.errstate(all="ignore"):
            return polynomial(np, name, x.astype(np.float64), n).astype(dtype)

    return call


chebyshev_polynomial_t = _polynomial_function("chebyshev_polynomial_t")
chebyshev_polynomial_u = _polynomial_function("chebyshev_polynomial_u")
chebyshev_polynomial_v = _polynomial_function("chebyshev_polynomial_v")
chebyshev_polynomial_w = _polynomial_function("chebyshev_polynomial_w")
hermite_polynomial_h = _polynomial_function("hermite_polynomial_h")
hermite_polynomial_he = _polynomial_function("hermite_polynomial_he")
laguerre_polynomial_l = _polynomial_function("laguerre_polynomial_l")
legendre_polynomial_p = _polynomial_function("legendre_polynomial_p")
shifted_chebyshev_polynomial_t = _polynomial_function("shifted_chebyshev_polynomial_t")
shifted_chebyshev_polynomial_u = _polynomial_function("shifted_chebyshev_polynomial_u")
shifted_chebyshev_polynomial_v = _polynomial_function("shifted_chebyshev_polynomial_v")
shifted_chebyshev_polynomial_w = _polynomial_function("shifted_chebyshev_polynomial_w")
