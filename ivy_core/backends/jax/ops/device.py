"""Devices of the JAX backend."""

from __future__ import annotations

import jax
from jax.sharding import Sharding

from ivy_core.devices import Device
from ivy_core.utils.exceptions import IvyValueError

from .. import devices, placement_of, to_native_device
from ..runtime.padded import placed
from ..runtime.sharding import placement_of_sharding


def as_ivy_dev(device, /):
    device = to_native_device(device)
    if isinstance(device, Sharding):
        return placement_of_sharding(device, ()).device
    return Device(device)


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
    return sum(device.platform == "gpu" for device in jax.devices())


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    if isinstance(device, Sharding):
        placement_of_sharding(device, x.shape).check_axes(x.shape)
    return placed(x, device, least=0)


def tpu_is_available():
    return any(device.platform == "tpu" for device in jax.devices())
