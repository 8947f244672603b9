"""Normalization by NumPy on small arrays: its own calls of mean and variance take three times."""

from __future__ import annotations

import math

import numpy as np

from ..half_precision import in_single


@in_single
def layer_norm(x, scale, offset, /, *, normalized_idxs, eps=1e-5, new_std=1.0):
    """Bring the values along some axes to mean 0 and standard deviation 1.

    Parameters
    ----------
    x : np.ndarray, floating
    scale, offset : np.ndarray or None
        What the normalized values are multiplied by, and what is added then.
    normalized_idxs : sequence of int
        The axes.
    eps, new_std : float
        What is added to the variance; what the result is multiplied by in the end.

    Returns
    -------
    np.ndarray

    Examples
    --------
    >>> layer_norm(np.array([1.0, 3.0]), None, None, normalized_idxs=[0], eps=0.0)
    array([-1.,  1.])
    """
    axes = tuple(normalized_idxs)
    count = math.prod([x.shape[axis] for axis in axes])
    mean = np.add.reduce(x, axes, None, None, True)
    mean /= count
    y = x - mean
    variance = np.add.reduce(y * y, axes, None, None, True)
    variance /= count
    variance += eps
    y /= np.sqrt(variance, out=variance)
    if scale is not None:
        y = y * scale
    if offset is not None:
        y = y + offset
    return y if new_std == 1 else y * new_std


__all__ = ["layer_norm"]
