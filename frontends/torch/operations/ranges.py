"""Numbers at equal distances, with the bits of PyTorch's kernels for the CPU.

These count from a start, or from the nearer end, and round a product and a sum once. In `arange`
they count anew from each eighth number (fourth or sixteenth, by type), which is rounded before;
what is left of a length that is no multiple of two such groups is counted from the start.
"""

from __future__ import annotations

import numpy as np

# How many numbers a vector of PyTorch's has, by the bytes of one.
LANES = {2: 16, 4: 8, 8: 4}
_SPLIT = 134217729.0  # 2**27 + 1: cuts a double into halves whose products are exact


def count_from(start: float, step: float, count: int, cast, itemsize: int) -> np.ndarray:
    """Return `count` numbers from a start.

    Parameters
    ----------
    start, step : float
        The first number, and the distance to the next one.
    count : int
        How many.
    cast : callable
        Rounds doubles to a type, and gives them as doubles.
    itemsize : int
        Bytes of a number of that type.

    Returns
    -------
    numpy.ndarray
        Doubles that the type has.

    Examples
    --------
    >>> single = lambda x: np.asarray(x, np.float32).astype(np.float64)
    >>> count_from(0.1, 0.1, 3, single, 4).astype(np.float32).tolist()
    [0.10000000149011612, 0.20000000298023224, 0.30000001192092896]
    """
    lanes = LANES[itemsize]
    places = np.arange(count, dtype=np.float64)
    found = cast(_multiply_add(places, step, start))
    whole = count - count % (2 * lanes)
    firsts = np.repeat(found[:whole:lanes], lanes)
    found[:whole] = cast(_multiply_add(places[:whole] % lanes, step, firsts))
    return found


def divide(start: float, end: float, steps: int, cast, itemsize: int) -> np.ndarray:
    """Return `steps` numbers from a start to an end, both among them: arguments as `count_from`.

    Examples
    --------
    >>> divide(0.0, 1.0, 5, np.asarray, 8).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    start, end = float(cast(start)), float(cast(end))
    if steps == 1:
        return cast(np.asarray([start]))
    places = np.arange(steps, dtype=np.float64)
    before, behind = places, steps - 1 - places
    if itemsize == 2:  # each operation rounds by itself
        step = float(cast(cast(end - start) / cast(float(steps - 1))))
        lower = cast(start + cast(step * cast(before)))
        upper = cast(end - cast(step * cast(behind)))
    else:
        step = float(cast(cast(end - start) / (steps - 1)))
        lower = cast(_multiply_add(before, step, start))
        upper = cast(_multiply_add(behind, -step, end))
    return np.where(places < steps // 2, lower, upper)


def _multiply_add(a: np.ndarray, b: float, c) -> np.ndarray:
    """Return a * b + c, rounded once.

    References
    ----------
    T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
    Mathematik 18 (1971).
    """
    product = a * b
    with np.errstate(over="ignore", invalid="ignore"):
        high_a, high_b = (_SPLIT * x - (_SPLIT * x - x) for x in (a, b))
        low_a, low_b = a - high_a, b - high_b
        left = low_a * low_b - (product - high_a * high_b - low_a * high_b - high_a * low_b)
        total = product + c
        part = total - product
        left = left + ((product - (total - part)) + (c - part))
        rounded = total + left
    return np.where(np.isfinite(rounded), rounded, total)  # halves of huge numbers overflow


__all__ = ["LANES", "count_from", "divide"]
