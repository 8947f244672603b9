"""NumPy arrays that become tensors."""

from __future__ import annotations

import functools

import numpy as np
import tensorflow as tf

from .internals import is_in_device_scope
from .memory import adopt, is_eager

_HELD = frozenset("biufc")


def taken_from_host(array: np.ndarray, like=None) -> tf.Tensor:
    """Return a tensor for an array of NumPy's that the caller gives up, as ``adopt`` does.

    In a graph it is a constant of it.
    """
    if array.dtype.kind in _HELD and is_eager() and (like is not None or is_on_cpu()):
        return adopt(array)
    return tf.constant(array)


def is_on_cpu() -> bool:
    """Return whether a new tensor lies on the CPU."""
    return not is_in_device_scope() and _has_only_cpu()


@functools.cache
def _has_only_cpu() -> bool:
    """Return whether tensors lie on the CPU unless the caller names a device."""
    return not tf.config.list_logical_devices("GPU")
