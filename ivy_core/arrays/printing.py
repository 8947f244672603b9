"""Print the values of arrays, as the modes for significant figures and decimals say."""

from __future__ import annotations

import numpy as np

from ..modes import current


def text_of(host: np.ndarray, prefix: str) -> str:
    """Return the values as text, rounded if a mode says so.

    Parameters
    ----------
    host : numpy.ndarray
        The values.
    prefix : str
        What stands before them in the first line; the others are indented by as much.
    """
    figures, decimals = current.array_significant_figures, current.array_decimal_values
    if figures is None and decimals is None or host.dtype.kind not in "fc":
        return np.array2string(host, separator=", ", prefix=prefix)
    if figures is not None:
        host = to_significant_figures(host, figures)
    if decimals is not None:
        host = np.round(host, decimals)
    # 17 digits, fewer where fewer tell the number: NumPy would cut at 8 what has been rounded
    return np.array2string(host, separator=", ", prefix=prefix, precision=17)


def to_significant_figures(x: np.ndarray, figures: int) -> np.ndarray:
    """Return floating-point numbers rounded to a number of significant figures."""
    if x.dtype.kind == "c":
        parts = [to_significant_figures(part, figures) for part in (x.real, x.imag)]
        return (parts[0] + 1j * parts[1]).astype(x.dtype)
    if x.dtype.kind != "f":
        return x
    wide = x.astype(np.float64)
    ordinary = np.isfinite(wide) & (wide != 0)
    sizes = np.where(ordinary, np.abs(wide), 1.0)
    places = figures - 1 - np.floor(np.log10(sizes))
    # by whole powers of ten, which are exact, unlike 10 ** -3; in two steps beyond 1e300
    up, more_up, down, more_down = (
        10.0 ** np.clip(power, 0, 300) for power in (places, places - 300, -places, -places - 300)
    )
    with np.errstate(over="ignore"):  # what is rounded up from the largest number is infinite
        rounded = np.round(wide * up * more_up / down / more_down) / more_up / up * more_down * down
        return np.where(ordinary, rounded, wide).astype(x.dtype)
