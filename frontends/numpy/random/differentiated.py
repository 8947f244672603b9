"""Draws whose parameters a gradient is recorded of: the draw as a function of its parameters.

NumPy draws the number, with the parameters' values. Where a distribution is moved and stretched by
its parameters, the number has a derivative by them while what was drawn stays as it is.

References
----------
Kingma and Welling, "Auto-Encoding Variational Bayes", 2014, section 2.4.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np

from frontends.common.conversion import is_recorded
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown
from ivy_core.utils.exceptions import IvyRecordedException

from ..fallback import to_host
from ..func_wrapper import asarray, ivy


def _of_location_and_scale(draw, loc, scale) -> dict:
    return {"loc": np.ones_like(draw), "scale": _ratio(draw - loc, scale)}


def _of_scale(draw, scale) -> dict:
    return {"scale": _ratio(draw, scale)}


def _of_bounds(draw, low, high) -> dict:
    share = _ratio(draw - low, high - low)
    return {"low": 1 - share, "high": share}


def _of_logarithm(draw, mean, sigma) -> dict:
    return {"mean": draw, "sigma": draw * _ratio(np.log(draw) - mean, sigma)}


def _ratio(draw, scale):
    """Return a quotient, and 0 where the scale is 0: nothing was drawn there."""
    return np.divide(draw, scale, out=np.zeros_like(draw), where=np.not_equal(scale, 0))


# By a function's name: its parameters, and the derivative of a draw by each of them
_DERIVATIVES: dict[str, tuple[tuple[str, ...], Callable]] = {
    **dict.fromkeys(
        ("normal", "laplace", "logistic", "gumbel"), (("loc", "scale"), _of_location_and_scale)
    ),
    **dict.fromkeys(("exponential", "rayleigh"), (("scale",), _of_scale)),
    "uniform": (("low", "high"), _of_bounds),
    "lognormal": (("mean", "sigma"), _of_logarithm),
}


def draw_with_gradient(real: Callable, name: str, args, kwargs):
    """Draw by ``real``, with the derivative by the parameters that are recorded.

    Raises
    ------
    IvyRecordedException
        If the distribution has none, or something else is recorded.
    """
    if name not in _DERIVATIVES:
        raise IvyRecordedException
    names, derivatives = _DERIVATIVES[name]
    given = inspect.signature(real).bind(*args, **kwargs)
    given.apply_defaults()
    recorded = {key: value for key, value in given.arguments.items() if is_recorded(value)}
    if not recorded or not recorded.keys() <= set(names):
        raise IvyRecordedException
    values = {
        key: shown(value) if isinstance(value, Array) else to_host(value)
        for key, value in given.arguments.items()
    }
    drawn = np.asarray(real(**values))
    slopes = derivatives(drawn, *[np.asarray(values[key], float) for key in names])
    result = asarray(drawn)
    for key, value in recorded.items():
        # the difference is 0: the draw keeps its value
        result = result + (value - ivy.stop_gradient(value)) * asarray(slopes[key])
    return result


__all__ = ["draw_with_gradient"]
