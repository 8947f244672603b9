"""Manipulation functions of the JAX backend.

The view functions serve native arrays here: the lens that makes the view of an Array is read.
"""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ...arrays import lens_builders as lenses
from ...arrays.lens_builders import implementation
from ..common.axes import check_lengths
from .axes import normal_axis

reshape = implementation(lenses.reshape_lens)
ravel = implementation(lenses.ravel_lens)
flatten = implementation(lenses.flatten_lens)
unflatten = implementation(lenses.unflatten_lens)
expand_dims = implementation(lenses.expand_dims_lens)
squeeze = implementation(lenses.squeeze_lens)
expand = implementation(lenses.expand_lens)
permute_dims = implementation(lenses.permute_dims_lens)
swapaxes = implementation(lenses.swapaxes_lens)
moveaxis = implementation(lenses.moveaxis_lens)
flip = implementation(lenses.flip_lens)
fliplr = implementation(lenses.fliplr_lens)
flipud = implementation(lenses.flipud_lens)
rot90 = implementation(lenses.rot90_lens)


def roll(x, /, shift, *, axis=None):
    # the shift is data: a kernel for each would be compiled
    return _roll(x, np.asarray(shift, np.int64), tuple(axis) if isinstance(axis, list) else axis)


_roll = jax.jit(jnp.roll, static_argnums=2)


def repeat(x, repeats, /, *, axis=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    x = x if x.ndim else x.reshape(1)
    axis = normal_axis(axis, x.ndim)
    # NumPy says which element comes to stand where, and what is not allowed
    return _pick(x, np.repeat(np.arange(x.shape[axis]), repeats), axis)


@functools.partial(jax.jit, static_argnums=2)
def _pick(x, places, axis):
    return jnp.take(x, places, axis, mode="clip")


def tile(x, repetitions, /):
    repetitions = lenses.repetitions_of(repetitions)
    check_lengths(repetitions)  # XLA's own words are of tensor types
    return _tile(x, repetitions)


_tile = jax.jit(jnp.tile, static_argnums=1)
