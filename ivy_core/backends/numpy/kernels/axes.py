"""Axes of NumPy arrays, counted from the front."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.axes import normalizers


def _check_axis_natively(axis, ndim) -> None:
    """Raise NumPy's own error by a sum along a bad axis."""
    np.sum(np.empty((1,) * ndim), axis)


normal_axis, normal_axes = normalizers(_check_axis_natively)
