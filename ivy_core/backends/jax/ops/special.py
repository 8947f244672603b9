"""Special functions of the JAX backend.

JAX's own where they are right over the whole range in both precisions, with the gradients that they
have; else the methods of ``backends/common``: XLA's ``digamma``, ``igamma`` and ``zeta`` lose all
digits in places in single precision, its ``zeta`` is wrong for negative numbers, its ``i0``
overflows before its value does, and it has no Bessel functions of other kinds.
"""

from __future__ import annotations

import functools
import math
import types

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_derivatives import SymbolicZero

from ivy_core.backends.common.special import functions, gamma
from ivy_core.utils.exceptions import IvyNotImplementedException

from ..kernels import half_precision
from ..runtime.stored_programs import jit


class Namespace:
    """``jax.numpy``, and loops that are not unrolled."""

    fori_loop = staticmethod(jax.lax.fori_loop)

    def __getattr__(self, name):
        return getattr(jnp, name)


_native = jit
_BY_SHAPE = {  # the derivatives by the shape of the gamma distribution, XLA's own
    "igamma": jax.lax.igamma_grad_a,
    "igammac": lambda a, x: -jax.lax.igamma_grad_a(a, x),
}


def _with_gradient(name, function, slopes):
    """Return the function with a derivative: a slope for each argument, None refuses one."""
    if name in _BY_SHAPE:
        slopes = (_BY_SHAPE[name], slopes[1])

    @jax.custom_jvp
    def call(*arrays):
        return function(*arrays)

    def derivative(arrays, tangents):
        result = call(*arrays)
        total = jnp.zeros_like(result)
        for slope, tangent in zip(slopes, tangents, strict=True):
            if isinstance(tangent, SymbolicZero):
                continue
            if slope is None:
                raise IvyNotImplementedException(
                    f"{name}: the derivative by the first argument is not implemented"
                )
            total = total + slope(*arrays) * tangent
        return result, total

    call.defjvp(derivative, symbolic_zeros=True)
    return call


def _zeta(s, q):
    # JAX's is wrong for negative q; which terms there are is not known before
    method = functools.partial(functions.METHODS["zeta"][0], Namespace())
    return jax.lax.cond(jnp.all(q > 0), jax.scipy.special.zeta, method, s, q)


def _polygamma_by_native(n, x):
    native = types.SimpleNamespace(
        zeta=_zeta, lgamma=jax.scipy.special.gammaln, digamma=_functions.digamma
    )
    return gamma.polygamma(Namespace(), n, x, native)


_functions = functions.bind(
    Namespace(), _with_gradient, {"zeta": _zeta, "polygamma": _polygamma_by_native}
)
_IN_SINGLE = {  # JAX's own, which are right, with the derivatives of the others
    name: _with_gradient(
        name,
        function,
        tuple([functools.partial(s, _functions) for s in functions.METHODS[name][1]]),
    )
    for name, function in (
        ("xlogy", jax.scipy.special.xlogy), ("xlog1py", jax.scipy.special.xlog1py)
    )
}  # fmt: skip


def _unary_in_double(name):
    """Return the common function by name, computed in double, in the argument's dtype."""
    function = getattr(_functions, name)

    def call(x, /):
        return function(x.astype(jnp.float64)).astype(x.dtype)

    return jit(call)


def _single_or_double(single, double):
    """Return a function that computes float32 by ``single``, other dtypes by ``double``."""

    def call(x, /):
        return single(x) if x.dtype == jnp.float32 else double(x)

    return jit(call)


def _binary_by_precision(name):
    """Return a function by name, computed in double, or in float32 if ``_IN_SINGLE`` has it."""
    double, single = getattr(_functions, name), _IN_SINGLE.get(name)

    def call(x1, x2, /):
        dtype = jnp.result_type(x1, x2)
        is_single = single is not None and dtype != jnp.float64
        wide = jnp.float32 if is_single else jnp.float64
        arrays = jnp.broadcast_arrays(jnp.asarray(x1, wide), jnp.asarray(x2, wide))
        return (single if is_single else double)(*arrays).astype(dtype)

    return jit(call)


def floating(x):
    x = jnp.asarray(x)
    if jnp.issubdtype(x.dtype, jnp.floating):
        return x
    return x.astype(np.cbrt.resolve_dtypes((x.dtype, None))[1])


def _normal_cdf(x):
    # in double precision: JAX's own is off by 1e-5 in the lower tail
    wide = x.astype(jnp.float64)
    return (0.5 * jax.scipy.special.erfc(-math.sqrt(0.5) * wide)).astype(x.dtype)


def _bounded_erf(x):
    # XLA's is 1.0000002 near 4 in single precision, a probability above 1; the slope stays its own
    y = jax.scipy.special.erf(x)
    return y + jax.lax.stop_gradient(jnp.clip(y, -1, 1) - y)


airy_ai = _unary_in_double("airy_ai")
digamma = _unary_in_double("digamma")
entr = _native(jax.scipy.special.entr)
erf = _native(_bounded_erf)
erfc = _native(jax.scipy.special.erfc)
erfcx = _unary_in_double("erfcx")
erfinv = _native(jax.scipy.special.erfinv)
i0 = _unary_in_double("i0")
i0e = _native(jax.scipy.special.i0e)
i1 = _unary_in_double("i1")
i1e = _native(jax.scipy.special.i1e)
j0 = _unary_in_double("j0")
j1 = _unary_in_double("j1")
k0 = _unary_in_double("k0")
k0e = _unary_in_double("k0e")
k1 = _unary_in_double("k1")
k1e = _unary_in_double("k1e")
lgamma = _native(jax.scipy.special.gammaln)
log_ndtr = _unary_in_double("log_ndtr")
ndtr = _single_or_double(_normal_cdf, _unary_in_double("ndtr"))
ndtri = _native(half_precision.in_single(jax.scipy.special.ndtri))
spherical_bessel_j0 = _unary_in_double("spherical_bessel_j0")
y0 = _unary_in_double("y0")
y1 = _unary_in_double("y1")

betaln = _binary_by_precision("betaln")
igamma = _binary_by_precision("igamma")
igammac = _binary_by_precision("igammac")
xlog1py = _binary_by_precision("xlog1py")
xlogy = _binary_by_precision("xlogy")
zeta = _binary_by_precision("zeta")


@jit
def betainc(a, b, x, /):
    dtype = floating(x).dtype
    wide = jnp.broadcast_arrays(*(jnp.asarray(each, jnp.float64) for each in (a, b, x)))
    return _functions.betainc(*wide).astype(dtype)


def polygamma(n, x, /):
    return _polygamma(n, floating(x))


@jit
def _polygamma(n, x):
    wide = jnp.broadcast_arrays(jnp.asarray(n, jnp.float64), x.astype(jnp.float64))
    return _functions.polygamma(*wide).astype(x.dtype)
