"""Placements: where the elements of an array lie, on one device or in parts on several."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from itertools import chain

from ..devices import Device
from ..utils.exceptions import IvyDeviceError, IvyTypeError, IvyValueError


@dataclass(frozen=True, slots=True, repr=False)
class Mesh:
    """Devices in a grid, whose axes have names.

    Parameters
    ----------
    shape : tuple of int
        Number of devices along each axis.
    axis_names : tuple of str
        Name of each axis.
    devices : tuple of Device
        The devices in C order; :func:`ivy_core.mesh` finds them.

    Raises
    ------
    IvyValueError
        If the numbers do not agree, or a name or a device is there twice.

    Examples
    --------
    >>> Mesh((1, 2), ("rows", "cols"), ("cpu:0", "cpu:1"))
    Mesh(cpu, rows=1, cols=2)
    """

    shape: tuple[int, ...]
    axis_names: tuple[str, ...]
    devices: tuple[Device, ...]

    def __post_init__(self):
        put = object.__setattr__
        put(self, "shape", tuple(self.shape))
        put(self, "axis_names", tuple(self.axis_names))
        put(self, "devices", tuple([Device(device) for device in self.devices]))
        if not all(type(n) is int and n > 0 for n in self.shape):
            raise IvyValueError(f"mesh: shape {self.shape} was given; positive ints are allowed")
        if len(self.axis_names) != len(self.shape) or not all(
            isinstance(name, str) for name in self.axis_names
        ):
            raise IvyValueError(
                f"mesh: axis_names {self.axis_names} were given; allowed are {len(self.shape)} "
                "strings, one an axis"
            )
        if len(self.devices) != math.prod(self.shape):
            raise IvyValueError(
                f"mesh: {len(self.devices)} devices were given; a mesh of shape {self.shape} has "
                f"{math.prod(self.shape)}"
            )
        for what, given in (("axis name", self.axis_names), ("device", self.devices)):
            if len(set(given)) != len(given):
                raise IvyValueError(f"mesh: each {what} is allowed once, not as in {given}")

    @property
    def kind(self) -> str:
        """Kind of the devices: ``"cpu"``, ``"gpu"``, ``"tpu"``."""
        return self.devices[0].partition(":")[0]

    def __repr__(self) -> str:
        axes = [f"{name}={n}" for name, n in zip(self.axis_names, self.shape, strict=True)]
        return f"Mesh({', '.join([self.kind, *axes])})"


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """Placement of an array: on a device, or cut in equal parts over a mesh of devices.

    Parameters
    ----------
    where : str, native device, Device or Mesh
        The device or the devices.
    partition : sequence of (str, tuple of str or None), optional
        For each axis of the array the name of the mesh axis (or the names of several) along which
        its parts lie. None, and axes that are not named: each device has the whole axis. Parts
        along the mesh axes that appear nowhere are copies of each other.

    Raises
    ------
    IvyValueError
        If a mesh has no such axis, an axis appears twice, or a single device is given a partition.

    Examples
    --------
    >>> Placement("cpu")
    Placement('cpu')
    >>> mesh = Mesh((2, 1), ("rows", "cols"), ("cpu:0", "cpu:1"))
    >>> Placement(mesh, ("rows", None)) == Placement(mesh, ["rows"])
    True
    >>> Placement(mesh, ("rows",))
    Placement(Mesh(cpu, rows=2, cols=1), ('rows',))
    """

    where: Device | Mesh
    partition: tuple[str | tuple[str, ...] | None, ...] = ()

    def __post_init__(self):
        put = object.__setattr__
        if isinstance(self.partition, str):
            raise IvyTypeError(
                f"Placement: partition {self.partition!r} was given; a sequence is needed, with an "
                "entry for each axis of the array"
            )
        partition = list(map(_partition_entry, self.partition))
        while partition and partition[-1] is None:  # which says no more than that it is left out
            partition.pop()
        put(self, "partition", tuple(partition))
        if not isinstance(self.where, Mesh):
            put(self, "where", Device(self.where))
        allowed = self.where.axis_names if isinstance(self.where, Mesh) else ()
        named = list(chain.from_iterable(map(_mesh_axes_of_entry, partition)))
        if not set(named) <= set(allowed) or len(set(named)) != len(named):
            raise IvyValueError(
                f"Placement: partition {self.partition} was given; the axes of {self.where!r}, "
                f"{allowed}, are allowed, each once"
            )

    @property
    def devices(self) -> tuple[Device, ...]:
        """All devices that have a part of the array."""
        return self.where.devices if isinstance(self.where, Mesh) else (self.where,)

    @property
    def device(self) -> Device | Placement:
        """The device if it is a single one, else the placement itself: what ``x.device`` is."""
        return self if isinstance(self.where, Mesh) else self.where

    def parts(self, axis: int) -> int:
        """Return in how many parts an axis of the array is cut."""
        if axis >= len(self.partition):
            return 1
        lengths = dict(zip(self.where.axis_names, self.where.shape, strict=True))
        return math.prod(lengths[name] for name in _mesh_axes_of_entry(self.partition[axis]))

    def fitted(self, shape: tuple[int, ...]) -> Placement:
        """Return the placement for an array of any shape: what cannot be cut equally is not cut.

        Examples
        --------
        >>> mesh = Mesh((2, 2), ("rows", "cols"), [f"cpu:{i}" for i in range(4)])
        >>> Placement(mesh, ("rows", "cols")).fitted((4, 3, 2)).partition
        ('rows',)
        """
        kept = [
            names if shape[axis] % self.parts(axis) == 0 else None
            for axis, names in enumerate(self.partition[: len(shape)])
        ]
        return Placement(self.where, tuple(kept))

    def check_axes(self, shape: tuple[int, ...]) -> None:
        """Raise if an array of this shape has fewer axes than are to be cut.

        Raises
        ------
        IvyValueError
            Naming both.
        """
        if len(self.partition) > len(shape):
            raise IvyValueError(
                f"to_placement: a partition of {len(self.partition)} axes was given, "
                f"{self.partition}; the array has {len(shape)}"
            )

    def __repr__(self) -> str:
        if isinstance(self.where, Mesh):
            return f"Placement({self.where!r}, {self.partition!r})"
        return f"Placement({str(self.where)!r})"


def _partition_entry(names) -> str | tuple[str, ...] | None:
    """Return mesh axes of one array axis: None for no name, one name, or a tuple of several."""
    if names is None or isinstance(names, str):
        return names
    names = tuple(names)
    return names if len(names) > 1 else names[0] if names else None


def _mesh_axes_of_entry(names: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if names is None else (names,) if isinstance(names, str) else names


@functools.cache
def placement_named(name: str) -> Placement:
    """Return the placement on the device of a name that a framework gave; made once.

    Examples
    --------
    >>> placement_named("cpu") is placement_named("cpu")
    True
    """
    return Placement(name)


def single_device(device, backend: str, devices: list[Device]):
    """Get the device of a placement, for a backend whose arrays lie on one device each.

    Parameters
    ----------
    device : Placement or any
        What is no placement is returned as it is.
    backend : str
        Name of the backend, for the error.
    devices : list of Device
        Those that are allowed.

    Raises
    ------
    IvyDeviceError
        If it is a mesh.
    """
    if isinstance(device, Placement):
        device = device.where
    if isinstance(device, Mesh):
        raise IvyDeviceError(
            f"{backend}: {device!r} was given, but an array of this backend lies on one device; "
            f"allowed are {', '.join(map(repr, map(str, devices)))}. For a mesh call "
            "ivy.set_backend('jax') before arrays are made, or place it on one device"
        )
    return device
