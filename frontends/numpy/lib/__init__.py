"""``numpy.lib``: ``stride_tricks`` is native, the other submodules are NumPy's own."""

from __future__ import annotations

import numpy as _np

from . import stride_tricks


def __getattr__(name: str):
    return getattr(_np.lib, name)


def __dir__():
    return sorted({*dir(_np.lib), "stride_tricks"})


__all__ = ["stride_tricks"]
