"""Sizes of layers: a number, or one of each axis.

References
----------
PyTorch documentation, ``torch.nn.Conv2d``: "a single int" or "a tuple of two ints".
"""

from __future__ import annotations

from collections.abc import Iterable


def repeated(n: int):
    """Return a function that gives a tuple: of what it is given, or of ``n`` times that."""

    def parse(x) -> tuple:
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    return parse


single, pair, triple, quadruple, sextuple = map(repeated, (1, 2, 3, 4, 6))
# PyTorch's own names for them, which layers that people write import
_ntuple, _single, _pair, _triple, _quadruple = repeated, single, pair, triple, quadruple


def reversed_repeated(sizes, n: int = 2) -> list:
    """Return each size ``n`` times, that of the last axis first, as ``pad`` wants them."""
    return [size for size in reversed(sizes) for _ in range(n)]
