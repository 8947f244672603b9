"""Axes of NumPy arrays, counted from the front."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.axes import normalizers


def _raise_native_axis_error(axis, ndim):
    np.sum(np.empty((1,) * ndim), axis)


normal_axis, normal_axes = normalizers(_raise_native_axis_error)
