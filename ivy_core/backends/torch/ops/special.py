"""Special functions of the PyTorch backend.

``torch.special`` where it is right over the whole range; where it has no gradient, it gets ours.
The rest are the methods of ``backends/common``: PyTorch's Bessel functions J and Y are wrong by
1e-7 between 5 and 5.4 and have no gradient, nor has Airy's, and ``gammainc`` has nine digits, which
are enough for single precision. ``ndtr`` loses its lower tail and is made of ``erfc``; ``i0`` of
float32 overflows before its value does, and is computed in double precision.
"""

from __future__ import annotations

import functools
import math
import types

import numpy as np
import torch

from ivy_core.backends.common.special import functions, gamma
from ivy_core.backends.loading import load_backend
from ivy_core.defaults import current
from ivy_core.utils.exceptions import IvyNotImplementedException

from .. import to_native_dtype
from ..host.kernels import host_memory
from ..kernels.dtype_sets import FLOATS

_NARROW = frozenset({torch.float16, torch.bfloat16})  # few kernels on the CPU


class Namespace:
    """PyTorch under the names that NumPy has."""

    asarray = staticmethod(torch.as_tensor)
    where, power, round = torch.where, torch.pow, torch.round
    exp, expm1, log, log1p, sqrt = torch.exp, torch.expm1, torch.log, torch.log1p, torch.sqrt
    ones_like, stack = torch.ones_like, torch.stack
    sin, cos, floor, abs, isnan = torch.sin, torch.cos, torch.floor, torch.abs, torch.isnan

    @staticmethod
    def maximum(x, y):
        return torch.maximum(x, y) if isinstance(y, torch.Tensor) else torch.clamp(x, min=y)

    @staticmethod
    def minimum(x, y):
        return torch.minimum(x, y) if isinstance(y, torch.Tensor) else torch.clamp(x, max=y)


def _with_gradient(name, function, slopes):
    """Return ``function`` with gradients by its slopes, of which one may be None: that raises."""

    class Special(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*arrays):
            return function(*arrays)

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx, upstream):
            needed = zip(slopes, ctx.needs_input_grad, strict=True)
            return tuple(
                upstream * _call_slope_or_raise(name, slope, ctx.saved_tensors) if wanted else None
                for slope, wanted in needed
            )

        @staticmethod
        def jvp(ctx, *tangents):
            known = [
                _call_slope_or_raise(name, slope, ctx.saved_tensors) * tangent
                for slope, tangent in zip(slopes, tangents, strict=True)
                if tangent is not None
            ]
            return sum(known[1:], known[0])

    return Special.apply


def _with_limit_at_infinity(function, limit_of):
    """Return ``function`` with ``limit_of(x)`` at infinities, where PyTorch's own is nan."""
    return lambda x: torch.where(torch.isinf(x), limit_of(x), function(x))


def _call_slope_or_raise(name, slope, arrays):
    if slope is None:
        raise IvyNotImplementedException(
            f"{name}: the derivative by the first argument is not implemented"
        )
    return slope(*arrays)


def _compute_by_numpy(name):
    """Return a function by name: NumPy's on host memory, else the common one on tensors."""
    method = functools.partial(functions.METHODS[name][0], Namespace)

    def call(*arrays):
        memories = [host_memory(x.detach()) for x in arrays]
        if any(memory is None for memory in memories):
            return method(*arrays)
        numpys = load_backend("numpy").implementations[name]
        return torch.from_numpy(np.asarray(numpys(*memories)))

    return call


_POLYGAMMA = types.SimpleNamespace(
    zeta=torch.special.zeta, lgamma=torch.special.gammaln, digamma=torch.special.digamma
)
_functions = functions.bind(
    Namespace,
    _with_gradient,
    {
        **{name: _compute_by_numpy(name) for name in ("betainc", "igamma", "igammac")},
        "polygamma": functools.partial(gamma.polygamma, Namespace, native=_POLYGAMMA),
        "i0": _with_limit_at_infinity(torch.special.i0, torch.abs),
        "i1": _with_limit_at_infinity(torch.special.i1, torch.clone),
        "ndtr": lambda x: 0.5 * torch.special.erfc(-math.sqrt(0.5) * x),
    },
)


def _native_with_gradient(name, native):
    """Return PyTorch's function with the gradient that it lacks."""
    slopes = functions.METHODS[name][1]
    known = tuple(s if s is None else functools.partial(s, _functions) for s in slopes)
    return _with_gradient(name, native, known)


def _with_half_in_single(function):
    def call(x, /):
        return function(x.float()).to(x.dtype) if x.dtype in _NARROW else function(x)

    return call


def _native_in_double(function):
    def call(x, /):  # float32 kernels miss the last digits in places
        return function(x.double()).to(x.dtype)

    return call


def _binary_with_half_in_single(function):
    def call(x1, x2, /):
        if x1.dtype in _NARROW:
            return function(x1.float(), x2.float()).to(x1.dtype)
        if x1.shape != x2.shape:
            x1, x2 = torch.broadcast_tensors(x1, x2)
        return function(x1, x2)

    return call


def _make_unary_in_double(name):
    """Return the common function by name, computed in double, in the argument's dtype."""
    function = getattr(_functions, name)

    def call(x, /):
        return function(x.double()).to(x.dtype)

    return call


_IN_SINGLE = {  # in double precision too, whose first digits are right
    "igamma": _native_with_gradient("igamma", torch.special.gammainc),
    "igammac": _native_with_gradient("igammac", torch.special.gammaincc),
}


def _make_binary_by_precision(name):
    """Return a function by name, computed in double; below, by ``_IN_SINGLE``'s of fewer digits."""
    double = getattr(_functions, name)
    single = _IN_SINGLE.get(name, double)

    def call(x1, x2, /):
        dtype = torch.result_type(x1, x2)
        function = double if dtype is torch.float64 else single
        return function(*torch.broadcast_tensors(x1.double(), x2.double())).to(dtype)

    return call


def floating(x):
    if not isinstance(x, torch.Tensor):
        return torch.as_tensor(x, dtype=to_native_dtype(current.float))
    if x.dtype in FLOATS:
        return x
    dtype = np.cbrt.resolve_dtypes((np.dtype(str(x.dtype).removeprefix("torch.")), None))[1]
    return x.to(getattr(torch, dtype.name))


airy_ai = _make_unary_in_double("airy_ai")
digamma = _with_half_in_single(torch.special.digamma)
entr = _with_half_in_single(torch.special.entr)
erf = _with_half_in_single(torch.special.erf)
erfc = _with_half_in_single(torch.special.erfc)
erfcx = _with_half_in_single(torch.special.erfcx)
erfinv = _with_half_in_single(torch.special.erfinv)
i0 = _make_unary_in_double("i0")
i0e = _with_half_in_single(torch.special.i0e)
i1 = _make_unary_in_double("i1")
i1e = _with_half_in_single(torch.special.i1e)
j0 = _make_unary_in_double("j0")
j1 = _make_unary_in_double("j1")
k0 = _native_in_double(_native_with_gradient("k0", torch.special.modified_bessel_k0))
k0e = _native_in_double(_native_with_gradient("k0e", torch.special.scaled_modified_bessel_k0))
k1 = _native_in_double(_native_with_gradient("k1", torch.special.modified_bessel_k1))
k1e = _native_in_double(_native_with_gradient("k1e", torch.special.scaled_modified_bessel_k1))
lgamma = _with_half_in_single(torch.special.gammaln)
log_ndtr = _native_in_double(torch.special.log_ndtr)
ndtr = _make_unary_in_double("ndtr")
ndtri = _with_half_in_single(torch.special.ndtri)
spherical_bessel_j0 = _make_unary_in_double("spherical_bessel_j0")
y0 = _make_unary_in_double("y0")
y1 = _make_unary_in_double("y1")

betaln = _make_binary_by_precision("betaln")
igamma = _make_binary_by_precision("igamma")
igammac = _make_binary_by_precision("igammac")
xlog1py = _binary_with_half_in_single(torch.special.xlog1py)
xlogy = _binary_with_half_in_single(torch.special.xlogy)
zeta = _binary_with_half_in_single(_native_with_gradient("zeta", torch.special.zeta))


def betainc(a, b, x, /):
    a, b, x = (floating(each) for each in (a, b, x))
    wide = torch.broadcast_tensors(a.double(), b.double(), x.double())
    return _functions.betainc(*wide).to(x.dtype)


def polygamma(n, x, /):
    x = floating(x)
    wide = torch.broadcast_tensors(torch.as_tensor(n, device=x.device).double(), x.double())
    return _functions.polygamma(*wide).to(x.dtype)
