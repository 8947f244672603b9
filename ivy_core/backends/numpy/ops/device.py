"""Devices of the NumPy backend."""

from __future__ import annotations

from ivy_core.devices import Device
from ivy_core.utils.exceptions import IvyValueError

from .. import devices, placement_of, to_native_device


def as_ivy_dev(device, /):
    return Device(to_native_device(device))


def as_native_dev(device, /):
    return to_native_device(device)


def available_devices():
    return devices()


def dev(x, /, *, as_native=False):
    placement = placement_of(x)
    return to_native_device(placement) if as_native else placement.device


def gpu_is_available():
    return num_gpus() > 0


def num_gpus():
    return 0


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    return x


def tpu_is_available():
    return False
