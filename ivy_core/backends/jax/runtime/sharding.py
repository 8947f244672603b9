"""Arrays in parts on several devices: their placements, and kernels that leave each part there.

A slice whose bounds are data makes XLA gather the whole array on every device, so for such arrays
the bounds are compiled in; an integer stays data (a gather, of which each device does its part).
A write selects between the array and the value, padded to its shape: only borders are exchanged.
"""

from __future__ import annotations

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec, SingleDeviceSharding

from ivy_core.backends.placement import Mesh, Placement
from ivy_core.devices import Device, device_named
from ivy_core.utils.exceptions import IvyDeviceError

from ..host.policy import SHARDED_KERNELS, SHARDED_STARTS
from .processes import gathered, is_whole_here, put_in_parts, spans_processes

# Classes of shardings of arrays on one device; a hot path looks before it calls `is_sharded`.
ON_ONE_DEVICE = frozenset({SingleDeviceSharding, type(None)})


def is_sharded(x) -> bool:
    """Return whether a native array lies on several devices; a traced one has no place yet."""
    if isinstance(x, jax.core.Tracer):  # to ask for its sharding takes a look through the program
        return False
    if getattr(type(x), "lies_in_parts", False):  # it may not be computed yet
        return True
    sharding = getattr(x, "sharding", None)
    return type(sharding) not in ON_ONE_DEVICE and len(sharding.device_set) > 1


def mesh_among(natives) -> jax.sharding.Mesh | None:
    """Return the mesh of the first native array that lies in parts; None if there is none."""
    for each in natives:
        sharding = getattr(each, "sharding", None)
        if type(sharding) in ON_ONE_DEVICE or isinstance(each, jax.core.Tracer):
            continue
        if isinstance(sharding, NamedSharding) and not sharding.is_fully_replicated:
            return sharding.mesh
    return None


# placements


@functools.lru_cache(maxsize=256)
def native_placement(placement: Placement, devices: tuple[Device, ...]) -> NamedSharding:
    """Return the sharding of a placement on a mesh; ``devices`` are named where it has others."""
    mesh = placement.where
    by_name = {device: native_device(device, devices) for device in mesh.devices}
    grid = np.array([by_name[device] for device in mesh.devices]).reshape(mesh.shape)
    native = jax.sharding.Mesh(grid, mesh.axis_names, axis_types=(AxisType.Auto,) * grid.ndim)
    return NamedSharding(native, PartitionSpec(*placement.partition))


def native_device(device, devices):
    """Return the ``jax.Device`` of a name."""
    kind, _, number = str(device).partition(":")
    try:
        if number:  # an id: those of a second process do not begin at 0
            return _devices_by_id(kind)[int(number)]
        return jax.local_devices(backend=kind)[0]
    except (RuntimeError, KeyError):
        raise IvyDeviceError(
            f"jax: device {device!r} is not available; allowed are {', '.join(devices)}"
        ) from None


@functools.cache
def _devices_by_id(kind: str) -> dict[int, jax.Device]:
    return {device.id: device for device in jax.devices(kind)}


@functools.lru_cache(maxsize=256)
def placement_on(device: jax.Device) -> Placement:
    """Return the placement of an array on one device."""
    return Placement(_device_name(device))


def _device_name(device: jax.Device) -> Device:
    return device_named(f"{device.platform}:{device.id}")


@functools.lru_cache(maxsize=256)
def placement_of_sharding(sharding, shape: tuple[int, ...]) -> Placement:
    """Return the placement of an array of some shape that lies on several devices."""
    if isinstance(sharding, NamedSharding):
        native = sharding.mesh
        mesh = Mesh(
            native.devices.shape,
            tuple(map(str, native.axis_names)),
            tuple(map(_device_name, native.devices.flat)),
        )
        return Placement(mesh, tuple(sharding.spec))
    return _placement_of_parts(sharding.devices_indices_map(shape), shape)


def _placement_of_parts(parts: dict, shape: tuple[int, ...]) -> Placement:
    """Return the placement of parts (device to index), on a mesh that is made for it."""
    at = {
        device: tuple([each.start or 0 for each in index]) for device, index in parts.items()
    }  # by device where its part begins
    counts = [len({start[axis] for start in at.values()}) for axis in range(len(shape))]
    ordered = sorted(at, key=lambda device: (at[device], device.id))
    copies = len(ordered) // math.prod(counts)
    names = [f"axis_{axis}" for axis in range(len(shape))]
    mesh = Mesh((*counts, copies), (*names, "copies"), tuple(map(_device_name, ordered)))
    return Placement(mesh, tuple(names))


def fitted_to(device, shape: tuple[int, ...]):
    """Choose the placement of an array of this shape on a device or a mesh."""
    return _fitted_sharding(device, tuple(shape)) if isinstance(device, NamedSharding) else device


@functools.lru_cache(maxsize=1024)
def _fitted_sharding(sharding: NamedSharding, shape: tuple[int, ...]) -> NamedSharding:
    """Return a sharding without the partition of axes that the mesh does not divide evenly."""
    partition = placement_of_sharding(sharding, shape).fitted(shape).partition
    return NamedSharding(sharding.mesh, PartitionSpec(*partition))


def moved(native, device):
    """Return a native array on a device or a mesh; parts go from device to device."""
    if isinstance(native, jax.core.Tracer):
        return jax.device_put(native, device)
    if spans_processes(device):
        if is_whole_here(native):
            return put_in_parts(gathered(native), device)
    elif not is_whole_here(native):
        return jax.device_put(gathered(native), device)
    here = getattr(native, "sharding", None)
    if isinstance(device, NamedSharding):
        if isinstance(here, NamedSharding):
            if here.mesh.devices.ravel().tolist() == device.mesh.devices.ravel().tolist():
                return _program_that_moves(device)(native)
        elif _is_on_host(native):
            # device_put would compile a program for each shape: 50 ms for 8 devices, 4 s for 512
            return put_in_parts(np.asarray(native), device)
    if jax.device_count() == 1 and not isinstance(device, NamedSharding):
        # not bound to it: what is computed from bound arrays is bound, and has its own programs
        return jax.device_put(native)
    return jax.device_put(native, device)  # between other devices by way of the host


def _is_on_host(native) -> bool:
    """Return whether an array of plain numbers lies on one CPU, whose memory is the host's."""
    place = getattr(native, "sharding", None)
    if type(place) is not SingleDeviceSharding or not isinstance(native.dtype, np.dtype):
        return False
    (device,) = native.devices()
    return device.platform == "cpu" and not native.weak_type


@functools.lru_cache(maxsize=256)
def _program_that_moves(sharding: NamedSharding):
    return jax.jit(lambda x: x, out_shardings=sharding)


def placed_like(device, x):
    """Choose the placement of an array made after ``x``: that of ``x`` where it has its own."""
    if device is not None or isinstance(x, jax.core.Tracer):  # which XLA gives a place
        return device
    return x.sharding if getattr(x, "committed", False) else None


def padded_along(x, value, axis: int, margins: tuple[int, int, int]):
    """Pad an array along an axis as ``lax.pad`` does: before, behind, and between its elements.

    Of an array in parts XLA pads wrongly between elements (JAX 0.10.2): each element is one row of
    a table here, whose other columns are the gap.
    """
    before, behind, gap = margins
    if gap and x.shape[axis]:
        table = x.reshape(*x.shape[: axis + 1], 1, *x.shape[axis + 1 :])
        columns = [(0, 0, 0)] * table.ndim
        columns[axis + 1] = (0, gap, 0)
        lengths = list(x.shape)
        lengths[axis] *= gap + 1
        x, behind = lax.pad(table, value, columns).reshape(lengths), behind - gap
    padding = [(0, 0, 0)] * x.ndim
    padding[axis] = (before, behind, 0)
    return lax.pad(x, value, padding)


# basic indices

_kernels: dict = {}
_seen: dict[tuple, set] = {}


def kernel_for(kind: str, x, stack, starts, build):
    """Return a compiled kernel for a stack of lenses over a sharded array, and its argument.

    Parameters
    ----------
    kind : str
        Tells the kernels of different callers apart.
    starts : tuple
        Where each entry of the stack begins; traced ones stay data.
    build : callable
        Returns the kernel, given a function from the argument to the list of all starts.
    """
    places = compiled_starts(stack, starts, x.shape)
    key = (kind, tuple([lens.key for lens in stack]), x.shape, x.dtype, x.sharding, places)
    kernel = _kernels.get(key)
    if kernel is None:
        if len(_kernels) > SHARDED_KERNELS:
            _kernels.clear()
            _seen.clear()

        def all_starts(data):
            rest = iter(data)
            return [next(rest) if place is None else place for place in places]

        kernel = _kernels[key] = build(all_starts)
    data = [start for start, place in zip(starts, places, strict=True) if place is None]
    return kernel, data


def compiled_starts(stack, starts, shape) -> tuple:
    """Return each start to compile in; None for an integer's, for all if traced or too many."""
    data = (None,) * len(starts)
    if not all(type(start) is int for start in starts):
        return data
    at, places = 0, []
    for lens in stack:
        here = starts[at : at + len(lens.starts)]
        at += len(here)
        entries = [entry for entry in lens.key if entry is not None] if here else ()
        places += [None if e == "int" else start for e, start in zip(entries, here, strict=True)]
    places = tuple(places)
    seen = _seen.setdefault((tuple([lens.key for lens in stack]), shape), set())
    if places not in seen:
        if len(seen) >= SHARDED_STARTS:  # a window that slides: one kernel for all the others
            return data
        seen.add(places)
    return places


def _partial_entries(key, starts):
    """Yield axis, entry and start of each axis that an index does not take whole."""
    steps = [entry for entry in key if entry is not None]
    for axis, (entry, start) in enumerate(zip(steps, starts, strict=True)):
        if entry == "int" or len(entry) == 2:
            yield axis, entry, start


def slice_read(x, key, starts, shape):
    """Read the elements of a basic index; see the lens ``Index``."""
    for axis, entry, start in _partial_entries(key, starts):
        if entry == "int":
            at = jnp.reshape(jnp.asarray(start, np.int64), (1,))
            x = jnp.take(x, at, axis=axis, mode="clip")
            continue
        length, step = entry
        first, span = _extent_of_slice(length, step, start)
        if type(first) is int:
            x = lax.slice_in_dim(x, first, first + span, abs(step), axis)
        else:
            x = lax.dynamic_slice_in_dim(x, first, span, axis)
            x = lax.slice_in_dim(x, 0, None, abs(step), axis) if abs(step) > 1 else x
        x = lax.rev(x, (axis,)) if step < 0 else x
    return x.reshape(shape)


def _extent_of_slice(length: int, step: int, start) -> tuple:
    """Return a slice's lowest index, and the length from there to its highest one."""
    if not length:
        return 0, 0
    return start + (length - 1) * step if step < 0 else start, (length - 1) * abs(step) + 1


def slice_write(x, key, starts, value):
    """Return ``x`` with ``value`` where a basic index points: selected, position by position."""
    if math.prod(value.shape) == 0:
        return x
    steps = [entry for entry in key if entry is not None]
    value = value.reshape([1 if entry == "int" else entry[0] for entry in steps])
    chosen = None
    for axis, entry, start in _partial_entries(key, starts):
        count = x.shape[axis]
        position = lax.broadcasted_iota(
            np.int32, [1] * axis + [count] + [1] * (x.ndim - axis - 1), axis
        )
        if entry == "int":
            here = position == start
        else:
            length, step = entry
            value = lax.rev(value, (axis,)) if step < 0 else value
            first, span = _extent_of_slice(length, step, start)
            zero, gap = jnp.zeros((), value.dtype), abs(step) - 1
            if type(first) is int:
                value = padded_along(value, zero, axis, (first, count - first - span, gap))
            else:
                value = padded_along(value, zero, axis, (0, count - span, gap))
                value = jnp.roll(value, first, axis)
            here = (position >= first) & (position < first + span)
            here = here & ((position - first) % abs(step) == 0) if abs(step) > 1 else here
        chosen = here if chosen is None else chosen & here
    if chosen is None:
        return jnp.broadcast_to(value, x.shape)
    return jnp.where(chosen, value, x)
