"""Truth and differences on NumPy arrays."""

from __future__ import annotations

import numpy as np

_all, _any = np.logical_and.reduce, np.logical_or.reduce


def all(x, /, *, axis=None, keepdims=False):
    return _all(x, axis, None, None, keepdims)


def any(x, /, *, axis=None, keepdims=False):
    return _any(x, axis, None, None, keepdims)


def diff(x, /, *, n=1, axis=-1, prepend=None, append=None):
    given = {k: v for k, v in (("prepend", prepend), ("append", append)) if v is not None}
    result = np.diff(x, n, axis, **given)
    return result.copy() if result is x else result
