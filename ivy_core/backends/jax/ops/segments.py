"""Reductions by segment, of the JAX backend."""

from __future__ import annotations

import functools

import jax.numpy as jnp
from jax import lax

from ivy_core.backends.common.segments import checked_number, extreme

from ..runtime.stored_programs import jit_of_layer


def _drop_negative_segments(segment_ids, number):
    """Map negative segment ids behind the last one: JAX would count them from the end."""
    ids = segment_ids.astype(jnp.int64)
    return jnp.where(ids < 0, number, ids)


@functools.partial(jit_of_layer, static_argnames="number")
def _sum_segments(data, segment_ids, number):
    """Return the sums of each segment's rows; rows with a negative id are left out."""
    result = jnp.zeros((number, *data.shape[1:]), data.dtype)
    return result.at[_drop_negative_segments(segment_ids, number)].add(data, mode="drop")


@functools.partial(jit_of_layer, static_argnames=("number", "largest"))
def _extreme_of_segments(data, segment_ids, number, largest):
    """Return each segment's largest or smallest elements; equal ones share the gradient."""
    ids = _drop_negative_segments(segment_ids, number)
    start = jnp.full((number, *data.shape[1:]), extreme(data.dtype, not largest), data.dtype)
    place = start.at[ids]
    known = lax.stop_gradient(data)
    result = place.max(known, mode="drop") if largest else place.min(known, mode="drop")
    if not jnp.issubdtype(data.dtype, jnp.floating):
        return result
    # the derivative is that of a mean of the rows that have the extreme, which JAX has no rule for
    is_extreme = known == result.at[ids].get(mode="fill", fill_value=jnp.nan)
    count = jnp.zeros(result.shape, data.dtype).at[ids].add(is_extreme, mode="drop")
    moved = jnp.where(is_extreme & jnp.isfinite(known), data - known, 0)
    moved = jnp.zeros(result.shape, data.dtype).at[ids].add(moved, mode="drop")
    return result + moved / jnp.maximum(count, 1)


def unsorted_segment_max(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_max", data, segment_ids, num_segments)
    return _extreme_of_segments(data, segment_ids, number=number, largest=True)


def unsorted_segment_min(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_min", data, segment_ids, num_segments)
    return _extreme_of_segments(data, segment_ids, number=number, largest=False)


def unsorted_segment_sum(data, segment_ids, num_segments):
    number = checked_number("unsorted_segment_sum", data, segment_ids, num_segments)
    return _sum_segments(data, segment_ids, number=number)
