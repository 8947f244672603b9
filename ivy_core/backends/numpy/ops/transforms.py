"""Functions transformed into functions, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common import batching


def _map_over_axes(function, leaves, axes) -> list:
    """Return results of ``function`` on lists of copied entries, stacked along a new first axis."""
    # copies: a function may write into what it is given
    moved = [np.moveaxis(x, axis, 0).copy() for x, axis in zip(leaves, axes, strict=True)]
    length = len(moved[0])
    if not length:  # called on zeros: its results tell shapes and dtypes
        return [
            np.empty((0, *np.shape(result)), np.asarray(result).dtype)
            for result in function([np.zeros(x.shape[1:], x.dtype) for x in moved])
        ]
    results = [function([x[i, ...] for x in moved]) for i in range(length)]
    return [np.stack(entries) for entries in zip(*results, strict=True)]


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("numpy", _map_over_axes, np.stack, func, in_axes, out_axes)
