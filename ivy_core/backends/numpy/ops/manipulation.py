"""Manipulation functions of the NumPy backend: NumPy's own."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.shapes import (
    expanded_shape,
    flat_shape,
    unflat_shape,
    wanted_lengths,
)


def reshape(x, /, shape, *, copy=None, order="C", allowzero=True):
    if not allowzero:
        shape = wanted_lengths(shape, x.shape, allowzero)
    return np.reshape(x, shape, order=order, copy=copy)


def ravel(x, /, *, copy=None, order="C"):
    if copy is False and order != "K":
        return np.reshape(x, -1, order=order, copy=False)
    return np.array(np.ravel(x, order)) if copy else np.ravel(x, order)


def flatten(x, /, *, copy=None, start_dim=0, end_dim=-1, order="C"):
    return np.reshape(x, flat_shape(x.shape, start_dim, end_dim), order=order, copy=copy)


def unflatten(x, /, dim, shape):
    return np.reshape(x, unflat_shape(x.shape, dim, shape))


def expand_dims(x, /, axis=0):
    return np.expand_dims(x, axis)


def squeeze(x, /, axis=None):
    return np.squeeze(x, tuple(axis) if isinstance(axis, list) else axis)


def expand(x, shape, /):
    return np.broadcast_to(x, expanded_shape(x.shape, shape))


permute_dims = np.transpose
swapaxes = np.swapaxes
moveaxis = np.moveaxis
fliplr = np.fliplr
flipud = np.flipud


def flip(x, /, *, axis=None):
    flipped = np.flip(x, tuple(axis) if isinstance(axis, list) else axis)
    return flipped if x.ndim else x[...]  # NumPy gives a scalar, which is no view


def rot90(x, /, *, k=1, axes=(0, 1)):
    return np.rot90(x, k, axes)


def roll(x, /, shift, *, axis=None):
    return np.roll(x, shift, axis)


def repeat(x, repeats, /, *, axis=None):
    return np.repeat(x, repeats, axis)


def tile(x, repetitions, /):
    return np.tile(x, repetitions)
