"""Special functions of the TensorFlow backend.

TensorFlow's own where they are right over the whole range; else the methods of
``backends/common``: its ``erf`` of float64 is nan for large numbers, ``erfinv`` infinite before 1,
``igamma`` of float64 has nine digits for large shapes, ``k0`` and its kin have values below 0.

``igamma``, ``zeta``, ``digamma`` and the Bessel functions lose digits in places in single
precision: TensorFlow computes them in double precision for all dtypes, with the derivatives of the
others, and what it takes for nan or for infinite at poles and at borders is put right.
"""

from __future__ import annotations

import functools
import types

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.special import functions, gamma
from ivy_core.backends.common.special.series import INFINITY, NAN
from ivy_core.defaults import current

from .. import to_native_dtype
from ..kernels.raw_operations import FLOATS, constant

_NARROW = frozenset({tf.float16, tf.bfloat16})
_raw = tf.raw_ops


class Namespace:
    """TensorFlow under the names that NumPy has, of tensors in double precision."""

    exp, expm1, log, log1p, sqrt = tf.exp, tf.math.expm1, tf.math.log, tf.math.log1p, tf.sqrt
    sin, cos, floor, abs, isnan = tf.sin, tf.cos, tf.floor, tf.abs, tf.math.is_nan
    power, round, maximum, minimum = tf.pow, tf.round, tf.maximum, tf.minimum
    ones_like, stack = staticmethod(tf.ones_like), staticmethod(tf.stack)
    asarray = staticmethod(tf.convert_to_tensor)

    @staticmethod
    def where(condition, x, y):
        return tf.where(condition, tf.cast(x, tf.float64), tf.cast(y, tf.float64))


_BY_SHAPE = {  # the derivatives by the shape of the gamma distribution, TensorFlow's own
    "igamma": lambda a, x: _raw.IgammaGradA(a=a, x=x),
    "igammac": lambda a, x: -_raw.IgammaGradA(a=a, x=x),
}


def _with_gradient(name, function, slopes):
    """Return ``function`` with gradients by its slopes, of which one may be None: that is nan."""
    if name in _BY_SHAPE:
        slopes = (_BY_SHAPE[name], slopes[1])

    @tf.custom_gradient
    def call(*arrays):
        def gradient(upstream):
            return tuple(upstream * (NAN if s is None else s(*arrays)) for s in slopes)

        return function(*arrays), gradient if len(slopes) > 1 else lambda dy: gradient(dy)[0]

    return call


def _digamma(x):
    # the pole at zero has the sign of the side from which it is looked at
    return tf.where(x == 0.0, -1.0 / x, tf.math.digamma(x))


def _zeta(s, q):
    pole = (q <= 0.0) & (q == tf.floor(q)) & (q > -INFINITY) & (s > 1.0)
    return tf.where(pole, constant(INFINITY, q), tf.math.zeta(s, q))


def _with_limit_at_infinity(function, limit_of):
    """Return ``function`` with ``limit_of(x)`` at infinities, where TensorFlow's own is nan."""
    return lambda x: tf.where(tf.math.is_inf(x), limit_of(x), function(x))


def _vanishing_at_infinity(function):
    """Return ``function`` with zero at infinity and nan below zero."""
    finite = _with_limit_at_infinity(function, tf.zeros_like)
    return lambda x: tf.where(x < 0.0, constant(NAN, x), finite(x))


_bessel = tf.math.special
_POLYGAMMA = types.SimpleNamespace(zeta=_zeta, lgamma=tf.math.lgamma, digamma=_digamma)
_functions = functions.bind(
    Namespace,
    _with_gradient,
    {
        "digamma": _digamma, "zeta": _zeta,
        "polygamma": functools.partial(gamma.polygamma, Namespace, native=_POLYGAMMA),
        "i0": _with_limit_at_infinity(_bessel.bessel_i0, tf.abs),
        "i1": _with_limit_at_infinity(_bessel.bessel_i1, tf.identity),
        "j0": _with_limit_at_infinity(_bessel.bessel_j0, tf.zeros_like),
        "j1": _with_limit_at_infinity(_bessel.bessel_j1, tf.zeros_like),
        "y0": _vanishing_at_infinity(_bessel.bessel_y0),
        "y1": _vanishing_at_infinity(_bessel.bessel_y1),
    },
)  # fmt: skip


def _igamma(a, x):
    return tf.where((a == 0.0) & (x > 0.0), constant(1.0, x), tf.math.igamma(a, x))


def _igammac(a, x):
    return tf.where((a == 0.0) & (x > 0.0), constant(0.0, x), tf.math.igammac(a, x))


_IN_SINGLE = {
    name: _with_gradient(
        name,
        function,
        tuple([s and functools.partial(s, _functions) for s in functions.METHODS[name][1]]),
    )
    for name, function in (("igamma", _igamma), ("igammac", _igammac))
}


def _with_half_in_single(function):
    def call(x, /):
        if x.dtype in _NARROW:
            return tf.cast(function(tf.cast(x, tf.float32)), x.dtype)
        return function(x)

    return call


def _make_unary_in_double(name):
    """Return the common function by name, computed in double, in the argument's dtype."""
    function = getattr(_functions, name)

    def call(x, /):
        return tf.cast(function(tf.cast(x, tf.float64)), x.dtype)

    return call


def _make_binary_by_precision(name):
    """Return a function by name, computed in double; below, by ``_IN_SINGLE``'s of fewer digits."""
    double = getattr(_functions, name)
    single = _IN_SINGLE.get(name, double)  # in double precision too, whose first digits are right

    def call(x1, x2, /):
        function = double if x1.dtype == tf.float64 else single
        return tf.cast(function(*_broadcast_in_double(x1, x2)), x1.dtype)

    return call


def _broadcast_in_double(x1, x2) -> tuple[tf.Tensor, tf.Tensor]:
    x1, x2 = tf.cast(x1, tf.float64), tf.cast(x2, tf.float64)
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    if x1.shape != x2.shape or x1.shape.rank is None:
        x1, x2 = tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape)
    return x1, x2


def floating(x):
    if not isinstance(x, tf.Tensor):
        return tf.constant(x, to_native_dtype(current.float))
    if x.dtype in FLOATS:
        return x
    dtype = np.cbrt.resolve_dtypes((np.dtype(x.dtype.as_numpy_dtype), None))[1]
    return tf.cast(x, tf.as_dtype(dtype))


airy_ai = _make_unary_in_double("airy_ai")
digamma = _make_unary_in_double("digamma")
entr = _make_unary_in_double("entr")
erf = _with_half_in_single(lambda x: tf.math.erf(tf.clip_by_value(x, -10, 10)))  # nan far beyond
erfc = _with_half_in_single(tf.math.erfc)
erfcx = _make_unary_in_double("erfcx")
erfinv = _make_unary_in_double("erfinv")
i0 = _make_unary_in_double("i0")
i0e = _with_half_in_single(tf.math.bessel_i0e)
i1 = _make_unary_in_double("i1")
i1e = _with_half_in_single(tf.math.bessel_i1e)
j0 = _make_unary_in_double("j0")
j1 = _make_unary_in_double("j1")
k0 = _make_unary_in_double("k0")
k0e = _make_unary_in_double("k0e")
k1 = _make_unary_in_double("k1")
k1e = _make_unary_in_double("k1e")
lgamma = _with_half_in_single(tf.math.lgamma)
log_ndtr = _make_unary_in_double("log_ndtr")
ndtr = _make_unary_in_double("ndtr")
ndtri = _with_half_in_single(tf.math.ndtri)
spherical_bessel_j0 = _make_unary_in_double("spherical_bessel_j0")
y0 = _make_unary_in_double("y0")
y1 = _make_unary_in_double("y1")

betaln = _make_binary_by_precision("betaln")
igamma = _make_binary_by_precision("igamma")
igammac = _make_binary_by_precision("igammac")
xlog1py = _make_binary_by_precision("xlog1py")
xlogy = _make_binary_by_precision("xlogy")
zeta = _make_binary_by_precision("zeta")


def betainc(a, b, x, /):
    a, b, x = (floating(each) for each in (a, b, x))
    a, b = _broadcast_in_double(a, b)
    (a, x64), (b, _) = _broadcast_in_double(a, x), _broadcast_in_double(b, x)
    return tf.cast(_functions.betainc(a, b, x64), x.dtype)


def polygamma(n, x, /):
    x = floating(x)
    return tf.cast(_functions.polygamma(*_broadcast_in_double(n, x)), x.dtype)
