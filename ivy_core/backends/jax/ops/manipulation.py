"""Manipulation functions of the JAX backend.

Its view functions come from their lenses: :func:`ivy_core.arrays.lens_builders.implementation`.
"""

from __future__ import annotations

import functools

import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.axes import check_lengths
from ivy_core.backends.common.shapes import repetitions_of
from ivy_core.defaults import current

from .. import is_tracer, to_native_device
from ..kernels.axes import normal_axis
from ..runtime.padded import placed
from ..runtime.sharding import is_sharded
from ..runtime.stored_programs import jit


def roll(x, /, shift, *, axis=None):
    axis = tuple(axis) if isinstance(axis, list) else axis
    shift = np.asarray(shift, np.int64)
    if is_sharded(x):  # of a shift that is data XLA knows no border, and gathers
        return _roll_by(x, tuple(shift.tolist()) if shift.ndim else int(shift), axis)
    # the shift is an argument: as a constant it would be compiled in, a kernel for each shift
    return _roll(x, shift, axis)


_roll = jit(jnp.roll, static_argnums=2)
_roll_by = jit(jnp.roll, static_argnums=(1, 2))


def repeat(x, repeats, /, *, axis=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    x = x if x.ndim else x.reshape(1)
    axis = normal_axis(axis, x.ndim)
    # np.repeat of the positions says which element goes where, and raises what NumPy raises
    made = _take_clipped(x, np.repeat(np.arange(x.shape[axis]), repeats), axis)
    return _placed_by_default(made, x)


@functools.partial(jit, static_argnums=2)
def _take_clipped(x, places, axis):
    return jnp.take(x, places, axis, mode="clip")


def tile(x, repetitions, /):
    repetitions = repetitions_of(repetitions)
    check_lengths(repetitions)  # XLA's own words are of tensor types
    return _placed_by_default(_tile(x, repetitions), x)


_tile = jit(jnp.tile, static_argnums=1)


def _placed_by_default(made, x):
    """Return repetitions of an array that is in no parts where the default has new arrays."""
    if current.device is None or is_tracer(made):
        return made
    if is_sharded(x) and not x.sharding.is_fully_replicated:
        return made
    return placed(made, to_native_device(current.device))
