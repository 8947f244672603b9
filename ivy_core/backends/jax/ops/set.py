"""Distinct elements of JAX arrays.

How many there are depends on the values, so they are found on the host, and under a trace JAX's own
error says so. What lies on several devices is sorted there: the host reads the number alone.
"""

from __future__ import annotations

import functools

import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.host import kernels

from ..runtime.advanced_indices import picked
from ..runtime.memory import taken_from_host
from ..runtime.sharding import is_sharded
from ..runtime.stored_programs import jit


def unique_all(x, /):
    if is_sharded(x):
        return _unique_with_all(x)
    return [taken_from_host(part) for part in kernels.unique_all(np.asarray(x))]


def unique_counts(x, /):
    if is_sharded(x):
        values, _, _, counts = _unique_with_all(x)
        return [values, counts]
    return [taken_from_host(part) for part in kernels.unique_counts(np.asarray(x))]


def unique_inverse(x, /):
    if is_sharded(x):
        values, _, inverse, _ = _unique_with_all(x)
        return [values, inverse]
    return [taken_from_host(part) for part in kernels.unique_inverse(np.asarray(x))]


def unique_values(x, /):
    if is_sharded(x):
        return _unique_with_all(x)[0]
    return taken_from_host(kernels.unique_values(np.asarray(x)))


for _function in (unique_all, unique_counts, unique_inverse, unique_values):
    _function.takes_padded = True  # what is sorted stays in its parts


def _unique_with_all(x) -> list:
    """Return distinct values, their first indices, the inverse indices, and the counts."""
    ordered, order, first, inverse = _sort_and_mark_first(x)
    values, places, counts = _values_indices_counts(*picked(first, (ordered, order)), size=x.size)
    return [values, places, inverse, counts]


@jit
def _sort_and_mark_first(x) -> tuple:
    """Return the sorted elements, their indices, marks of the first equals, and inverses."""
    # pairs are sorted, which devices exchange part by part; `flat[order]` would be gathered
    flat, index = x.reshape(-1), jnp.arange(x.size, dtype="int64")
    ordered, order = lax.sort((flat, index), num_keys=1, is_stable=True)
    first = jnp.concatenate([jnp.ones(min(1, x.size), bool), ordered[1:] != ordered[:-1]])
    number = jnp.cumsum(first, dtype="int64") - 1
    _, inverse = lax.sort((order, number), num_keys=1, is_stable=False)
    return ordered, order, first, inverse.reshape(x.shape)


@functools.partial(jit, static_argnames="size")
def _values_indices_counts(at, values, places, size) -> tuple:
    """Return distinct values, indices and counts; ``at`` are positions of first equals."""
    return values, places, jnp.diff(jnp.append(at, size))
