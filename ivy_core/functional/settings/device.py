"""Devices: where arrays live."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core import defaults
from ivy_core.arrays.array import Array
from ivy_core.arrays.conversions import live_arrays
from ivy_core.backend_handler import current_backend
from ivy_core.backends.placement import Mesh, Placement
from ivy_core.devices import Device
from ivy_core.registry import compositional, primary, standalone
from ivy_core.utils.exceptions import IvyDeviceError


@primary
def as_ivy_dev(device: str, /) -> Device:
    """Name of a device, as arrays give it.

    Parameters
    ----------
    device : str or native device
        What to look up.

    Returns: ``"cpu"``, ``"cuda:0"`` or the like.

    Raises: IvyTypeError if the backend has no such device.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.as_ivy_dev("cpu")
    'cpu'
    """
    return current_backend().as_ivy_dev(device)


@primary(like=as_ivy_dev)
def as_native_dev(device: str, /):
    """Object by which the backend itself knows a device.

    Returns
    -------
    native device
        ``"cpu"`` on NumPy, ``jax.Device``, ``torch.device``, a device string of TensorFlow.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.as_native_dev("cpu")
    'cpu'
    """
    return current_backend().as_native_dev(device)


@primary
def available_devices() -> list[Device]:
    """Names of the devices that the backend can use, its own default first.

    Returns: list of Device

    >>> with ivy.with_backend("numpy"):
    ...     ivy.available_devices()
    ['cpu']
    """
    return current_backend().available_devices()


@compositional
def default_device(device: str | None = None, /, *, item=None, as_native: bool = False):
    """Device on which new arrays are made.

    Parameters
    ----------
    device : str or native device, optional
        Returned, if given.
    item : Array, optional
        Its device is returned, if given.

    Returns
    -------
    Device or native device
        The one set by :func:`set_default_device`, else the backend's default.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.default_device()
    'cpu'
    """
    if device is None and item is not None:
        device = ivy.dev(item)
    if device is None:
        device = defaults.current.device or ivy.available_devices()[0]
    return ivy.as_native_dev(device) if as_native else ivy.as_ivy_dev(device)


@primary
def dev(x: Array, /, *, as_native: bool = False):
    """Device of an array.

    Parameters
    ----------
    x : Array or native array
        What to ask.

    Returns
    -------
    Device or native device
        The :class:`Placement` of an array that lies in parts on several devices.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.dev(ivy.asarray([1]))
    'cpu'
    """
    return current_backend(x).dev(x, as_native=as_native)


@standalone
def get_all_arrays_on_dev(device: str, /) -> list:
    """Arrays alive now on a device; another name of :func:`get_all_ivy_arrays_on_dev`.

    Parameters
    ----------
    device : str or native device
        Name of the device, as :func:`dev` gives it.

    Returns: list of Array

    >>> x = ivy.asarray([1, 2])
    >>> any(y is x for y in ivy.get_all_arrays_on_dev(x.device))
    True
    """
    return get_all_ivy_arrays_on_dev(device)


@standalone
def get_all_ivy_arrays_on_dev(device: str, /) -> list:
    """Arrays alive now on a device, those that have a part there among them.

    Parameters
    ----------
    device : str or native device
        Name of the device, as :func:`dev` gives it; ``"cpu"`` is ``"cpu:0"``, whichever backend
        the arrays are of.

    Returns: list of Array

    >>> x = ivy.asarray([1, 2])
    >>> any(y is x for y in ivy.get_all_ivy_arrays_on_dev(x.device))
    True
    """
    wanted = _device_kind_and_index(device)
    found = []
    for x in live_arrays():
        placement = Array.placement.fget(x)  # a tensor of PyTorch's API shows no such attribute
        if any(_device_kind_and_index(device) == wanted for device in placement.devices):
            found.append(x)
    return found


def _device_kind_and_index(device) -> tuple[str, str]:
    """Return kind and index of a device, whichever backend has named it."""
    if hasattr(device, "platform"):  # a jax.Device
        return device.platform, str(device.id)
    kind, _, index = str(device).lower().removeprefix("/device:").partition(":")
    return "gpu" if kind == "cuda" else kind, index or "0"


@primary
def gpu_is_available() -> bool:
    """Return whether the backend can use a GPU.

    Returns: bool

    >>> with ivy.with_backend("numpy"):
    ...     ivy.gpu_is_available()
    False
    """
    return current_backend().gpu_is_available()


@standalone
def num_cpu_cores(*, logical: bool = True) -> int:
    """Number of CPU cores of this machine.

    Parameters
    ----------
    logical : bool, optional
        Count each hardware thread. Without it: half of them where a core has two, as far as the
        operating system tells.

    Returns: int

    >>> ivy.num_cpu_cores() >= ivy.num_cpu_cores(logical=False) > 0
    True
    """
    count = os.cpu_count() or 1
    return count if logical else _count_physical_cores() or count


def _count_physical_cores() -> int | None:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            text = lines.read()
    except OSError:
        return None
    cores = set()
    for block in text.split("\n\n"):
        pairs = dict(line.split(":", 1) for line in block.splitlines() if ":" in line)
        entries = {name.strip(): value.strip() for name, value in pairs.items()}
        if "core id" in entries:
            cores.add((entries.get("physical id"), entries["core id"]))
    return len(cores) or None


@primary
def num_gpus() -> int:
    """Number of GPUs that the backend can use.

    Returns: int

    >>> with ivy.with_backend("numpy"):
    ...     ivy.num_gpus()
    0
    """
    return current_backend().num_gpus()


@compositional
def default_placement() -> Placement:
    """Placement of new arrays.

    Returns
    -------
    Placement
        The one set by :func:`set_default_placement` or :func:`set_default_device`, else that on
        the backend's default device.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.default_placement()
    Placement('cpu')
    """
    device = ivy.default_device()
    return device if isinstance(device, Placement) else Placement(device)


@compositional
def mesh(
    shape: tuple[int, ...],
    axis_names: tuple[str, ...],
    /,
    *,
    devices: Sequence[str] | None = None,
) -> Mesh:
    """Grid of devices, on which arrays can lie in parts.

    Parameters
    ----------
    shape: Number of devices along each axis.
    axis_names : tuple of str
        Name of each axis.
    devices : sequence of str, optional
        The devices, in C order. By default the first of the backend's, all of its default's kind.

    Returns: Mesh

    Raises: IvyDeviceError if there are not so many devices.
    Raises: IvyValueError if the arguments do not agree.

    See Also
    --------
    set_default_placement : places new arrays.
    to_placement : places an array.

    References: JAX, ``jax.make_mesh``.

    >>> with ivy.with_backend("jax"):
    ...     ivy.mesh((1, 1), ("rows", "cols"))
    Mesh(cpu, rows=1, cols=1)
    """
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    axis_names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
    if devices is None:
        found = ivy.available_devices()
        kind = found[0].partition(":")[0]
        found = [device for device in found if device.partition(":")[0] == kind]
        devices = found[: math.prod(shape)]
        if len(devices) < math.prod(shape):
            raise IvyDeviceError(
                f"mesh: {math.prod(shape)} devices are needed for shape {shape}; there are "
                f"{', '.join([repr(str(device)) for device in found])}; the backend 'jax' has the "
                "CPU as several: set XLA_FLAGS=--xla_force_host_platform_device_count="
                f"{math.prod(shape)} before it is imported, or run with `transpile --devices`"
            )
    return Mesh(shape, axis_names, tuple([ivy.as_ivy_dev(device) for device in devices]))


@compositional
def set_default_device(device: str, /):
    """Set the device on which new arrays are made.

    Parameters
    ----------
    device : str or native device
        In force until :func:`unset_default_device`, or to the end of a ``with`` block.

    Returns
    -------
    context manager
        Takes the default back at the end of the block.

    Raises: IvyTypeError if the backend has no such device.

    >>> with ivy.set_default_device("cpu"):
    ...     ivy.default_device().partition(":")[0]
    'cpu'
    """
    return defaults.set("device", ivy.as_ivy_dev(device))


@compositional
def set_default_placement(placement: Placement | str, /):
    """Set the placement of new arrays: a device, or a mesh of devices and a partition.

    Parameters
    ----------
    placement : Placement, str or native device
        In force until :func:`unset_default_placement`, or to the end of a ``with`` block. Axes that
        a new array has not got, or that cannot be cut equally, are not cut.

    Returns
    -------
    context manager
        Takes the default back at the end of the block.

    Raises: IvyDeviceError if the backend has no such device, or has one device and is given a mesh.

    >>> with ivy.set_default_placement(ivy.Placement("cpu")):
    ...     ivy.zeros((2,)).device.partition(":")[0]
    'cpu'
    """
    return defaults.set("device", ivy.as_ivy_dev(placement))


@primary
def to_device(
    x: Array, device: Device, /, *, stream: int | None = None, out: Array | None = None
) -> Array:
    """Array with the same values on another device.

    Parameters
    ----------
    x: What to move.
    device : str, native device or Placement
        Where to.
    stream : None
        The array API's argument; no backend offers a choice of streams here.

    Returns: on that device.

    Raises: IvyTypeError if the backend has no such device.
    Raises: IvyValueError if ``stream`` is not None.

    References: Array API standard 2024.12, ``array.to_device``.

    >>> ivy.to_device(ivy.asarray([1, 2]), "cpu")
    ivy.array([1, 2])
    """
    return current_backend(x).to_device(x, device, stream=stream, out=out)


@compositional
def to_placement(x: Array, placement: Placement | str, /, *, out: Array | None = None) -> Array:
    """Array with the same values, placed on a device or in parts on a mesh of devices.

    Parameters
    ----------
    x: What to place.
    placement : Placement, str or native device
        Where to.

    Returns: there; of the class of ``x``, a tensor of PyTorch's frontend say.

    Raises: IvyDeviceError if the backend has no such device, or has one device and is given a mesh.
    Raises: IvyValueError if ``x`` has fewer axes than are to be cut.

    >>> ivy.to_placement(ivy.asarray([1, 2]), ivy.Placement("cpu"))
    ivy.array([1, 2])
    """
    own = type(x).to_placement if isinstance(x, Array) else Array.to_placement
    if out is None and own is not Array.to_placement:  # a frontend's: its tape knows of the move
        return own(x, placement)
    return ivy.to_device(x, placement, out=out)


@primary
def tpu_is_available() -> bool:
    """Return whether the backend can use a TPU.

    Returns: bool

    >>> with ivy.with_backend("numpy"):
    ...     ivy.tpu_is_available()
    False
    """
    return current_backend().tpu_is_available()


@standalone
def unset_default_device() -> None:
    """Take back the last :func:`set_default_device`.

    >>> ivy.unset_default_device()
    """
    defaults.unset("device")


@standalone
def unset_default_placement() -> None:
    """Take back the last :func:`set_default_placement`.

    >>> ivy.unset_default_placement()
    """
    defaults.unset("device")
