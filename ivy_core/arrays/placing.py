"""Placing of new arrays: by the default placement, or like the array that they are made after.

What a frontend makes on the host (drawn numbers, values of NumPy's) goes through here. An operand
of a call does not: it follows the others.
"""

from __future__ import annotations

from ..backends.holder import held, waiting
from ..backends.loading import backend_for, backend_of_class
from ..defaults import current


def placed_by_default(native):
    """Return a new native array where :func:`ivy_core.set_default_placement` has new arrays."""
    return native if current.device is None else _placed(native, current.device)


def placed_like(native, like):
    """Return a new native array on the devices of an Array, in parts where that is in parts."""
    placement = placement_in_parts(like)
    if placement is None or _parts_of(native) == placement:
        return native
    return _placed(native, placement)


def placement_in_parts(x):
    """Return the placement of an Array on several devices; None for one on a single one."""
    return _parts_of(held(x))


def _parts_of(native):
    kind = type(native)
    if kind in waiting and not getattr(kind, "lies_in_parts", False):
        return None  # NumPy's memory: the framework has not been given it yet
    backend = backend_of_class(kind)
    if backend is None or not backend.stays_on_devices(native) or backend.is_tracer(native):
        return None
    return backend.placement_of(native)


def _placed(native, placement):
    backend = backend_for(native)
    device = backend.to_native_device(placement)
    return backend.implementations["array"](native, device=device, copy=None)
