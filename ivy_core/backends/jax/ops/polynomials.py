"""Orthogonal polynomials of the JAX backend."""

from __future__ import annotations

import functools

import jax.numpy as jnp

from ivy_core.backends.common.special.polynomials import check_degrees, polynomial

from ..runtime.stored_programs import jit
from .special import floating


def _make_polynomial(name):
    """Return the primary of this name: the common recurrence, in double precision."""

    @functools.partial(jit, static_argnums=1)
    def of_degrees(x, degrees):
        return polynomial(jnp, name, x.astype(jnp.float64), degrees).astype(x.dtype)

    def call(x, n, /):
        x, n = floating(x), check_degrees(name, n)
        if n.ndim:  # arrays are no key of a compiled program
            return of_degrees.__wrapped__(x, n)
        return of_degrees(x, int(n))

    return call


chebyshev_polynomial_t = _make_polynomial("chebyshev_polynomial_t")
chebyshev_polynomial_u = _make_polynomial("chebyshev_polynomial_u")
chebyshev_polynomial_v = _make_polynomial("chebyshev_polynomial_v")
chebyshev_polynomial_w = _make_polynomial("chebyshev_polynomial_w")
hermite_polynomial_h = _make_polynomial("hermite_polynomial_h")
hermite_polynomial_he = _make_polynomial("hermite_polynomial_he")
laguerre_polynomial_l = _make_polynomial("laguerre_polynomial_l")
legendre_polynomial_p = _make_polynomial("legendre_polynomial_p")
shifted_chebyshev_polynomial_t = _make_polynomial("shifted_chebyshev_polynomial_t")
shifted_chebyshev_polynomial_u = _make_polynomial("shifted_chebyshev_polynomial_u")
shifted_chebyshev_polynomial_v = _make_polynomial("shifted_chebyshev_polynomial_v")
shifted_chebyshev_polynomial_w = _make_polynomial("shifted_chebyshev_polynomial_w")
