"""What to print of a rod."""

from numpy import *  # noqa: F403

from .compat import np


def lines(rod):
    """Yield lines of text."""
    t = rod.temperatures
    yield f"mean {mean(t):.6f} K, spread {std(t):.6f} K, hottest at {argmax(t[1:]) + 1}"  # noqa: F405
    yield np.array2string(t[:: len(t) // 6 or 1], precision=3)
    counts, edges = np.histogram(t, bins=4, range=(250, 400))
    yield f"{counts.tolist()} {edges.dtype} {repr(t.sum() > 0)} {max(t) == t.max()}"  # noqa: F405
