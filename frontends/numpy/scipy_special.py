"""Derivatives of ``scipy.special``: its functions of arrays that a gradient is recorded of.

Each rule says a function of SciPy's in functions that have derivatives; the values are SciPy's own
where they are known (:mod:`.scipy_rules`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np

from frontends.common.conversion import is_recorded
from ivy_core.arrays.array import Array
from ivy_core.utils.exceptions import IvyRecordedException

from .fallback import to_host
from .func_wrapper import asarray, ivy
from .scipy_rules import NoRule, values_by_scipy, with_values

frontend = sys.modules[__package__]


def call_ufunc(function: np.ufunc, inputs: tuple):
    """Call a ufunc of ``scipy.special`` that has a rule.

    Parameters
    ----------
    function : numpy.ufunc
        Its name is in ``UFUNCS``.
    inputs : tuple
        Array-likes, at least one of which is recorded.

    Raises
    ------
    IvyRecordedException
        If the rule does not differentiate by that one, or the dtype is none of real numbers.
    """
    try:
        return _by_rule(function, inputs)
    except NoRule:
        raise IvyRecordedException from None


def _by_rule(function: np.ufunc, inputs: tuple):
    known = values_by_scipy(function, inputs, {})
    dtype = _result_dtype(function, inputs) if known is None else known.dtype
    if dtype.kind != "f":
        raise NoRule
    given = [x if type(x) in (int, float) else asarray(x) for x in inputs]
    given = [x.astype(dtype) if isinstance(x, Array) else x for x in given]
    return with_values(UFUNCS[function.__name__](*given), known)


def _result_dtype(function: np.ufunc, inputs: tuple) -> np.dtype:
    """Return the dtype that a ufunc gives for inputs whose values are not known."""
    stand_ins = [x if type(x) in (int, float) else np.ones((), asarray(x).dtype) for x in inputs]
    return function(*stand_ins).dtype


def _constant(x):
    """Return NumPy's own of what a rule does not differentiate by; NoRule where it is recorded."""
    if is_recorded(x):
        raise NoRule
    return to_host(x)


def _gamma_sign(x):
    """Return the sign of the gamma function."""
    x = ivy.stop_gradient(asarray(x))
    return frontend.where((x > 0) | (frontend.floor(x) % 2 == 0), 1.0, -1.0).astype(x.dtype)


def _gamma(x):
    return _gamma_sign(x) * frontend.exp(ivy.lgamma(asarray(x)))


def _beta(a, b):
    sign = _gamma_sign(a) * _gamma_sign(b) * _gamma_sign(asarray(a) + b)
    return sign * frontend.exp(_betaln(a, b))


def _betaln(a, b):
    a, b = asarray(a), asarray(b)
    return ivy.lgamma(a) + ivy.lgamma(b) - ivy.lgamma(a + b)


def _boxcox(x, power):
    x = asarray(x)
    power = _constant(power)
    if np.ndim(power):
        raise NoRule
    return frontend.log(x) if power == 0 else frontend.expm1(power * frontend.log(x)) / power


def _huber(delta, residual):
    residual, delta = asarray(residual), asarray(delta)
    size = frontend.abs(residual)
    linear = delta * (size - 0.5 * delta)
    return frontend.where(size <= delta, 0.5 * residual**2, linear)


def _pseudo_huber(delta, residual):
    ratio = asarray(residual) / delta
    return asarray(delta) ** 2 * (frontend.sqrt(1 + ratio * ratio) - 1)


def _relative_entropy(x, y):
    return ivy.xlogy(asarray(x), asarray(x) / y)


def _logit(x):
    x = asarray(x)
    return frontend.log(x) - frontend.log1p(-x)


def _log_expit(x):
    return -frontend.logaddexp(0.0, -asarray(x))


def _of_one(name: str) -> Callable:
    """Return the rule that is a function of the core, of one array."""
    return lambda x: getattr(ivy, name)(asarray(x))


def _of_two(name: str) -> Callable:
    return lambda x, y: getattr(ivy, name)(asarray(x), asarray(y))


def _by_second(name: str) -> Callable:
    """Return the rule that is a function of the core which knows no derivative by its first."""
    return lambda a, x: getattr(ivy, name)(_like(_constant(a), x), asarray(x))


def _like(constant, x):
    return asarray(constant).astype(asarray(x).dtype)


# By the name of the ufunc
UFUNCS = {
    "beta": _beta,
    "betaln": _betaln,
    "boxcox": _boxcox,
    "cbrt": lambda x: frontend.cbrt(x),
    "entr": _of_one("entr"),
    "erf": _of_one("erf"),
    "erfc": _of_one("erfc"),
    "erfcx": _of_one("erfcx"),
    "erfinv": _of_one("erfinv"),
    "exp10": lambda x: frontend.exp(math.log(10) * asarray(x)),
    "exp2": lambda x: frontend.exp2(x),
    "expit": _of_one("sigmoid"),
    "expm1": lambda x: frontend.expm1(x),
    "gamma": _gamma,
    "gammainc": _by_second("igamma"),
    "gammaincc": _by_second("igammac"),
    "gammaln": _of_one("lgamma"),
    "huber": _huber,
    "i0": _of_one("i0"),
    "i0e": _of_one("i0e"),
    "i1": _of_one("i1"),
    "i1e": _of_one("i1e"),
    "j0": _of_one("j0"),
    "j1": _of_one("j1"),
    "k0": _of_one("k0"),
    "k0e": _of_one("k0e"),
    "k1": _of_one("k1"),
    "k1e": _of_one("k1e"),
    "kl_div": lambda x, y: _relative_entropy(x, y) - x + y,
    "log1p": lambda x: frontend.log1p(x),
    "log_expit": _log_expit,
    "log_ndtr": _of_one("log_ndtr"),
    "logit": _logit,
    "ndtr": _of_one("ndtr"),
    "ndtri": _of_one("ndtri"),
    "pseudo_huber": _pseudo_huber,
    "psi": _of_one("digamma"),
    "rel_entr": _relative_entropy,
    "rgamma": lambda x: 1 / _gamma(x),
    "xlog1py": _of_two("xlog1py"),
    "xlogy": _of_two("xlogy"),
    "y0": _of_one("y0"),
    "y1": _of_one("y1"),
}


def _logsumexp(a, axis=None, b=None, keepdims=False):
    a = asarray(a)
    largest = ivy.stop_gradient(a).max(axis=axis, keepdims=True)
    largest = frontend.where(frontend.isfinite(largest), largest, 0)
    shares = frontend.exp(a - largest)
    total = frontend.sum(shares if b is None else shares * asarray(b), axis=axis, keepdims=True)
    found = frontend.log(total) + largest
    return found if keepdims else frontend.sum(found, axis=axis)


def _softmax(x, axis=None):
    return frontend.exp(_log_softmax(x, axis))


def _log_softmax(x, axis=None):
    x = asarray(x)
    return x - _logsumexp(x, axis, keepdims=True)


def _polygamma(n, x):
    order = _constant(n)
    if np.ndim(order):
        raise NoRule
    return ivy.polygamma(int(order), asarray(x))


def _multigammaln(a, d):
    return ivy.multigammaln(asarray(a), int(_constant(d)))


# By the name of the function
RULES = {
    "log_softmax": _log_softmax,
    "logsumexp": _logsumexp,
    "multigammaln": _multigammaln,
    "polygamma": _polygamma,
    "softmax": _softmax,
}

__all__ = ["RULES", "UFUNCS", "call_ufunc"]
