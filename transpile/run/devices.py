"""Programs that run on several devices: what JAX is told before it starts, and their mesh."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

from transpile.errors import TranspileError

AXES = ("rows", "cols", "planes", "cubes")  # names of a mesh's axes
_WHOLE = "none"  # stands for an axis of arrays that is not cut
INDEX, COUNT, COORDINATOR = "IVY_PROCESS_INDEX", "IVY_PROCESS_COUNT", "IVY_COORDINATOR"
_FLAG = "--xla_force_host_platform_device_count"
_THREADS = "128"


@dataclass(frozen=True, slots=True)
class Devices:
    """Devices that a program's arrays lie on.

    Attributes
    ----------
    shape : tuple of int
        Devices along each axis of their mesh.
    partition : tuple of (str or None)
        For each axis of a new array the axis of the mesh along which it is cut.
    processes : int
        How many processes have them, each as many.
    """

    shape: tuple[int, ...]
    partition: tuple[str | None, ...]
    processes: int = 1

    @property
    def in_each_process(self) -> int:
        """The number of devices of each process."""
        return math.prod(self.shape) // self.processes


def devices_from_options(
    devices: int | None, mesh: str | None, partition: str | None, processes: int | None
) -> Devices | None:
    """Return the devices that ``--devices``, ``--mesh``, ``--partition``, ``--processes`` ask for.

    Returns
    -------
    Devices or None
        None where none of them is given.

    Raises
    ------
    TranspileError
        Where they make no sense, or do not fit each other.

    Examples
    --------
    >>> devices_from_options(8, None, None, None)
    Devices(shape=(8,), partition=('rows',), processes=1)
    >>> devices_from_options(None, "4x2", "none,rows", 2)
    Devices(shape=(4, 2), partition=(None, 'rows'), processes=2)
    """
    if devices is mesh is partition is processes is None:
        return None
    for name, number in (("devices", devices), ("processes", processes)):
        if number is not None and number < 1:
            raise TranspileError(f"--{name} must be at least 1, not {number}")
    if partition is not None and devices is mesh is None:
        raise TranspileError("--partition needs --devices or --mesh")
    processes = 1 if processes is None else processes
    shape = (devices or processes,) if mesh is None else _mesh_shape(mesh)
    if devices is not None and math.prod(shape) != devices:
        raise TranspileError(
            f"--mesh {mesh} has {math.prod(shape)} devices, --devices says {devices}: "
            "leave one of them out"
        )
    if math.prod(shape) % processes:
        raise TranspileError(
            f"{math.prod(shape)} devices cannot be shared by {processes} processes: "
            f"write a multiple of {processes}"
        )
    names = AXES[: len(shape)]
    return Devices(shape, names if partition is None else _partition(partition, names), processes)


def _mesh_shape(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-9]\d*(x[1-9]\d*)*", text):
        raise TranspileError(f"bad --mesh {text!r}: write 8, 4x2 or the like")
    shape = tuple(map(int, text.split("x")))
    if len(shape) > len(AXES):
        raise TranspileError(f"--mesh {text} has {len(shape)} axes: at most {len(AXES)} can be cut")
    return shape


def _partition(text: str, names: tuple[str, ...]) -> tuple[str | None, ...]:
    entries = tuple(entry.strip() for entry in text.split(","))
    for entry in entries:
        if entry not in (*names, _WHOLE):
            raise TranspileError(
                f"unknown axis {entry!r} of --partition: choose from {', '.join((*names, _WHOLE))}"
            )
        if entry != _WHOLE and entries.count(entry) > 1:
            raise TranspileError(f"--partition {text} cuts two axes along {entry}: name each once")
    return tuple(None if entry == _WHOLE else entry for entry in entries)


def set_flags(devices: Devices, environ: dict[str, str] | os._Environ) -> None:
    """Have XLA show the CPU as so many devices; it reads this when it starts.

    A machine with accelerators uses those, whatever is said of the CPU.

    Examples
    --------
    >>> environ = {"XLA_FLAGS": "--xla_dump_to=x"}
    >>> set_flags(Devices((4,), ("rows",), processes=2), environ)
    >>> environ["XLA_FLAGS"]
    '--xla_dump_to=x --xla_force_host_platform_device_count=2'
    """
    kept = [flag for flag in environ.get("XLA_FLAGS", "").split() if not flag.startswith(_FLAG)]
    environ["XLA_FLAGS"] = " ".join([*kept, f"{_FLAG}={devices.in_each_process}"])
    if math.prod(devices.shape) > 1:  # two programs may wait for one another's threads, else
        environ.setdefault("NPROC", _THREADS)


def with_processes(devices: Devices, environ: Mapping[str, str]) -> tuple[Devices, bool]:
    """Return devices with the number of processes that there are, and whether they are started.

    Raises
    ------
    TranspileError
        Where a launcher has started another number than ``--processes`` says, or the devices cannot
        be shared.
    """
    from ivy_core.distributed.launchers import find_rank  # other programs do not wait for it

    try:
        rank = find_rank(environ)
    except ValueError as error:
        raise TranspileError(str(error).removeprefix("initialize: ")) from None
    if rank is None:
        return devices, devices.processes == 1
    if rank.count == devices.processes:
        return devices, True
    if devices.processes > 1:
        raise TranspileError(
            f"--processes says {devices.processes}, {rank.launcher} has started {rank.count}: "
            "leave --processes out"
        )
    if math.prod(devices.shape) % rank.count:
        raise TranspileError(
            f"{math.prod(devices.shape)} devices cannot be shared by the {rank.count} processes "
            f"of {rank.launcher}: write a multiple of {rank.count}"
        )
    return Devices(devices.shape, devices.partition, rank.count), True


def place_new_arrays(core: ModuleType, devices: Devices) -> None:
    """Join the processes, and have new arrays lie on the mesh of all their devices."""
    try:
        if devices.processes > 1:
            core.distributed.initialize(devices=devices.in_each_process)
        mesh = core.mesh(devices.shape, AXES[: len(devices.shape)])
        core.set_default_placement(core.Placement(mesh, devices.partition))
    except (ValueError, RuntimeError, core.exceptions.IvyException) as error:
        raise TranspileError(str(error)) from None
