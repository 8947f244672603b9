"""Padding by a constant: which calls of ``pad`` a framework's own function serves."""

from __future__ import annotations

import numpy as np

from ..dtypes import as_dtype, to_numpy_dtype


def pairs(pad_width, ndim: int) -> tuple[tuple[int, int], ...] | None:
    """Return the widths before and after each axis; None for forms that NumPy has to spell out."""
    if type(pad_width) is int:
        return ((pad_width, pad_width),) * ndim
    if not isinstance(pad_width, (tuple, list)) or len(pad_width) != ndim:
        return None
    found = []
    for pair in pad_width:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return None
        first, last = pair
        if type(first) is not int or type(last) is not int:
            return None
        found.append((first, last))
    return tuple(found)


def covers_constant(x, pad_width, *, mode="constant", constant_values=0, **others) -> bool:
    """Return whether ``x`` is padded by one constant that its dtype holds, at plain widths.

    It is a ``partial_mixed_handler``: what else is given, and every mistake, is the body's.
    """
    if mode != "constant" or type(constant_values) not in (bool, int, float):
        return False
    found = pairs(pad_width, x.ndim)
    if found is None or not set(others) <= _IGNORED or any(min(pair) < 0 for pair in found):
        return False
    dtype = as_dtype(x.dtype)
    if dtype.kind in "fc" or not constant_values:
        return True
    if dtype.kind == "b" or type(constant_values) is float:
        return False
    info = np.iinfo(to_numpy_dtype(dtype))
    return info.min <= constant_values <= info.max


_IGNORED = frozenset({"stat_length", "end_values", "reflect_type"})
