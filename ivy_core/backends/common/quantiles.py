"""Position of a quantile in sorted values: two neighbours, and the weight between them.

``xp`` is a namespace that has ``floor``, ``ceil``, ``round`` and ``where`` for the arrays at hand.
"""

from __future__ import annotations

from ivy_core.utils.exceptions import IvyValueError

# Continuous estimators of Hyndman and Fan: their parameters alpha and beta.
_ESTIMATORS = {
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
    "interpolated_inverted_cdf": (0.0, 1.0),
}
METHODS = ("linear", "lower", "higher", "nearest", "midpoint", *_ESTIMATORS)


def neighbours(xp, count: int, q, method: str):
    """Return the positions of the lower and the upper neighbour, and the weight of the upper one.

    Parameters
    ----------
    count : int
        Number of sorted values.
    q : array, floating
        Parts, between 0 and 1.
    method : str
        One of :data:`METHODS`.

    Raises
    ------
    IvyValueError
        If there is no such method.
    """
    last = count - 1
    if method in _ESTIMATORS:
        alpha, beta = _ESTIMATORS[method]
        at = count * q + (alpha + q * (1 - alpha - beta)) - 1
    elif method == "lower":
        at = xp.floor(last * q)
    elif method == "higher":
        at = xp.ceil(last * q)
    elif method == "nearest":
        at = xp.round(last * q)
    elif method == "midpoint":
        at = 0.5 * (xp.floor(last * q) + xp.ceil(last * q))
    elif method == "linear":
        at = last * q
    else:
        raise IvyValueError(
            f"quantile: interpolation must be one of {', '.join(METHODS)}, not {method!r}"
        )
    below = xp.floor(at)
    weight = at - below
    below, above = (xp.where(i < 0, 0 * i, i) for i in (below, below + 1))
    below, above = (xp.where(i > last, 0 * i + last, i) for i in (below, above))
    return below, above, weight


def interpolated(xp, low, high, weight):
    """Return the value at ``weight`` of the way from ``low`` to ``high``; it never overshoots."""
    gap = high - low
    return xp.where(weight >= 0.5, high - gap * (1 - weight), low + gap * weight)
