"""Memory of ours on the host that a framework's arrays may lie on without a copy."""

from __future__ import annotations

import math

import numpy as np

ALIGNMENT = 64  # bytes: XLA and TensorFlow take such memory as it is, and copy any other


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return an array of unset elements, in C order, whose memory begins at a multiple of 64.

    Examples
    --------
    >>> x = aligned_empty((2, 3), np.dtype("float32"))
    >>> x.shape, x.dtype.name, x.ctypes.data % ALIGNMENT
    ((2, 3), 'float32', 0)
    """
    count = math.prod(shape) * dtype.itemsize
    raw = np.empty(count + ALIGNMENT, np.uint8)
    at = -raw.__array_interface__["data"][0] % ALIGNMENT
    return raw[at : at + count].view(dtype).reshape(shape)


def aligned_copy(array: np.ndarray) -> np.ndarray:
    """Return the elements on such memory."""
    made = aligned_empty(array.shape, array.dtype)
    made[...] = array
    return made
