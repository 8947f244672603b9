"""Arrays by their parts: those that a process has, and arrays made of what it reads for its own."""

from __future__ import annotations

from collections.abc import Callable

import jax
import numpy as np
from jax.sharding import NamedSharding

from ivy_core.utils.exceptions import IvyDeviceError

from .memory import settled, taken_from_host
from .padded import PaddedArray, is_padded, padding_for, placed
from .processes import PROCESSES, gathered
from .sharding import fitted_to


def own_parts(native) -> list[tuple[tuple[int, ...], np.ndarray]]:
    """List where the parts of this process begin, and their elements; one process has each part.

    See :meth:`ivy_core.backends.contract.Backend.own_parts`.
    """
    shape, cut = tuple(native.shape), native.padded if is_padded(native) else settled(native)
    if not isinstance(getattr(cut, "sharding", None), NamedSharding):
        if not getattr(cut, "is_fully_addressable", True):
            raise IvyDeviceError(
                f"jax: an array of shape {shape} lies on {native.sharding} of another process; "
                "place it on a mesh of the devices of all first"
            )
        return [((0,) * len(shape), gathered(cut))] if PROCESSES.index == 0 else []
    if PROCESSES.index and cut.is_fully_addressable:  # each process has all of it
        return []
    found = []
    for shard in cut.addressable_shards:
        if shard.replica_id == 0:
            begins = tuple([each.start or 0 for each in shard.index])
            rest = [slice(max(n - begin, 0)) for n, begin in zip(shape, begins, strict=True)]
            part = np.asarray(shard.data)[tuple(rest)]
            if part.size or 0 in shape:
                found.append((begins, part))
    return found


def from_parts(shape: tuple[int, ...], dtype: np.dtype, device, read: Callable):
    """Return an array of which each process reads what its devices need.

    See :meth:`ivy_core.backends.contract.Backend.from_parts`.
    """
    if not isinstance(device, NamedSharding):
        made = taken_from_host(read(tuple(map(slice, shape))))
        return made if device is None else placed(made, device)
    found = padding_for(device, shape)
    sharding, lengths = (fitted_to(device, shape), shape) if found is None else found
    known: dict = {}  # devices with copies of a part ask for it one after the other

    def part(index):
        bounds = [each.indices(n)[:2] for each, n in zip(index, lengths, strict=True)]
        key = tuple(bounds)
        if key not in known:
            inside = [slice(min(b, n), min(e, n)) for (b, e), n in zip(bounds, shape, strict=True)]
            margins = [
                (0, e - b - (s.stop - s.start)) for (b, e), s in zip(bounds, inside, strict=True)
            ]
            elements = read(tuple(inside))
            known[key] = np.pad(elements, margins) if np.any(margins) else elements
        return known[key]

    native = jax.make_array_from_callback(lengths, sharding, part)
    return native if found is None else PaddedArray(native, shape)
