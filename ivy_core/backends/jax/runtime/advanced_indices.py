"""Indices with arrays and masks, of arrays in parts on several devices.

What a mask picks is found by sorting: devices exchange parts of it in pairs, and none gathers the
mask. The host reads counts, and the lowest and the highest index, alone.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec

from ivy_core.utils.exceptions import IvyIndexError

from ..host.policy import PADDED_LEAST_ELEMENTS
from .internals import HAS_SHARD_MAP
from .padded import PaddedArray
from .processes import gathered
from .sharding import is_sharded, mesh_among
from .stored_programs import jit


@jit
def _stack_min_and_max(indices):
    return jnp.stack([jnp.min(indices), jnp.max(indices)])


def bounds(indices) -> np.ndarray:
    """Return indices on the host, of those on several devices only the lowest and the highest."""
    if is_sharded(indices) and indices.size:
        return gathered(_stack_min_and_max(indices))
    return gathered(indices)


def positions(mask) -> list:
    """Find the indices of nonzero elements, an array an axis; the host reads their number alone."""
    if mesh_among((mask,)) is None:
        return list(_nonzero(mask, size=int(count_true(mask))))
    (at,) = picked(mask, ())
    return list(_unraveled(at, shape=tuple(mask.shape))) if mask.ndim > 1 else [at]


@jit
def count_true(mask):
    return jnp.count_nonzero(mask)


@functools.partial(jit, static_argnames="size")
def _nonzero(mask, size):
    return [at.astype(np.int64) for at in jnp.nonzero(mask, size=size)]


@functools.partial(jit, static_argnames="shape")
def _unraveled(at, shape):
    return jnp.unravel_index(at, shape)


def picked(mask, arrays: Sequence) -> list:
    """Return flat elements where a mask is true: their positions, and those of arrays of its shape.

    What is picked is sorted to the front, which devices exchange part by part, and laid out in
    equal parts again. The host reads how many there are.
    """
    mesh = mesh_among((mask, *arrays))
    if mesh is None:
        return list(_picked_whole(mask, *arrays, size=int(count_true(mask))))
    count, ordered = _true_first(mask, *arrays)
    size = int(count)
    return [_beginning(each, size=size, mesh=mesh) for each in ordered]


@functools.partial(jit, static_argnames="size")
def _picked_whole(mask, *arrays, size) -> tuple:
    (at,) = jnp.nonzero(mask.reshape(-1), size=size)
    return at.astype(np.int64), *[x.reshape(-1)[at] for x in arrays]


@jit
def _true_first(mask, *arrays) -> tuple:
    """Return the number of true elements, and positions and arrays sorted with theirs first."""
    mask = mask.reshape(-1) != 0
    flat = [lax.iota(np.int64, mask.size), *[x.reshape(-1) for x in arrays]]
    # a stable sort by the mask would sort positions as well
    _, *ordered = lax.sort((~mask, *flat), num_keys=2, is_stable=False)
    return jnp.count_nonzero(mask), ordered


@functools.partial(jit, static_argnames=("size", "mesh"))
def _beginning(x, size, mesh):
    """Return the first elements of a flat array, in equal parts where they are worth it."""
    parts = relaid(x, size, mesh)
    if size >= PADDED_LEAST_ELEMENTS:
        place = NamedSharding(mesh, PartitionSpec(mesh.axis_names))
        parts = lax.with_sharding_constraint(parts, place)
        return parts if parts.size == size else PaddedArray(parts, (size,))
    return parts[:size]


@functools.partial(jit, static_argnames="mesh")
def spread(x, mask, values, mesh):
    """Return ``x`` where a mask of its shape is false, and a flat array's values where it is true.

    They are sorted to where they belong, part by part.
    """
    flat = mask.reshape(-1)
    _, order = lax.sort((~flat, lax.iota(np.int64, flat.size)), num_keys=2, is_stable=False)
    values = relaid(values.astype(x.dtype), flat.size, mesh)[: flat.size]
    _, values = lax.sort((order, values), num_keys=1, is_stable=False)
    return jnp.where(mask, values.reshape(mask.shape), x)


def relaid(x, length: int, mesh):
    """Return a flat array in equal parts, of which the first elements are those of another one.

    Parameters
    ----------
    x : tracer
    length : int
        How many elements are wanted: as many as there are in ``x``, or none; the result is padded
        to a multiple of the devices.

    Each part goes to the devices that it overlaps, in a permute for each distance between them.
    """
    count, names = mesh.size, mesh.axis_names
    size, wanted = -(-x.size // count), -(-length // count)
    x = lax.pad(x, jnp.zeros((), x.dtype), [(0, size * count - x.size, 0)])
    if size == wanted or not HAS_SHARD_MAP:
        return lax.pad(x, jnp.zeros((), x.dtype), [(0, (wanted - size) * count, 0)])
    away: dict[int, list] = {}  # pairs of devices, by how far the second one is from the first
    for here in range(count):
        for there in range(count):
            if here * size < (there + 1) * wanted and there * wanted < (here + 1) * size:
                away.setdefault((there - here) % count, []).append((here, there))

    def exchange(mine):
        me, found = lax.axis_index(names), jnp.zeros(wanted, mine.dtype)
        wide = lax.pad(mine, jnp.zeros((), mine.dtype), [(wanted, wanted, 0)])
        index = me * wanted + lax.iota(np.int64, wanted)
        for distance, pairs in away.items():
            there, here = (me + distance) % count, (me - distance) % count
            sent = lax.dynamic_slice_in_dim(wide, there * wanted - me * size + wanted, wanted)
            got = lax.ppermute(sent, names, pairs) if distance else sent
            is_there = (index >= here * size) & (index < (here + 1) * size)
            found = lax.select(is_there, got, found)
        return found

    spec = PartitionSpec(names)
    return jax.shard_map(exchange, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)(x)


def checked_index(index, shape: tuple[int, ...]) -> tuple:
    """Return an index with arrays as JAX takes it: masks as positions, all within bounds.

    Raises
    ------
    IvyIndexError
        If the index does not fit the shape, in NumPy's words.
    """
    entries = list(index) if isinstance(index, tuple) else [index]
    used = sum(_count_indexed_axes(entry) for entry in entries)
    if used > len(shape):
        raise IvyIndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, but {used} were "
            "indexed"
        )
    found, axis = [], 0
    for entry in entries:
        if entry is Ellipsis:
            axis += len(shape) - used
            found.append(entry)
        elif is_mask(entry) and np.ndim(entry):
            for i, (given, wanted) in enumerate(zip(entry.shape, shape[axis:], strict=False)):
                if given != wanted:
                    raise IvyIndexError(
                        "boolean index did not match indexed array along axis "
                        f"{axis + i}; size of axis is {wanted} but size of corresponding boolean "
                        f"axis is {given}"
                    )
            found += positions(entry) if isinstance(entry, jax.Array) else np.nonzero(entry)
            axis += np.ndim(entry)
        else:
            if hasattr(entry, "dtype") and not is_mask(entry) or type(entry) is int:
                _check_index_bounds(entry, shape[axis], axis)
            found.append(entry)
            axis += _count_indexed_axes(entry)
    _check_one_shape(found)
    return tuple(found)


def _check_one_shape(entries: list) -> None:
    """Raise if index arrays do not broadcast together."""
    shapes = [tuple(entry.shape) for entry in entries if hasattr(entry, "shape")]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        shown = " ".join(str(shape).replace(" ", "") for shape in shapes)
        raise IvyIndexError(
            f"shape mismatch: indexing arrays could not be broadcast together with shapes {shown}"
        ) from None


def _check_index_bounds(entry, length: int, axis: int) -> None:
    """Raise if an index array is of no integers or out of bounds, as far as it is known."""
    if np.dtype(getattr(entry, "dtype", int)).kind not in "iu":
        raise IvyIndexError("arrays used as indices must be of integer (or boolean) type")
    known = bounds(entry)
    bad = known[(known < -length) | (known >= length)]
    if bad.size:
        raise IvyIndexError(
            f"index {bad.flat[0]} is out of bounds for axis {axis} with size {length}"
        )


def is_mask(entry) -> bool:
    """Return whether an entry of an index is a boolean, or an array of booleans."""
    if isinstance(entry, (bool, np.bool_)):
        return True
    return hasattr(entry, "dtype") and np.dtype(entry.dtype).kind == "b"


def _count_indexed_axes(entry) -> int:
    """Return the number of axes an index entry uses: 0 for None and ``...``, ndim of a mask."""
    if entry is None or entry is Ellipsis:
        return 0
    return np.ndim(entry) if is_mask(entry) else 1
