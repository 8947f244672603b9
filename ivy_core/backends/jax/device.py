"""Devices of the JAX backend."""

from __future__ import annotations

import jax

from ...devices import Device
from ...utils.exceptions import IvyNotImplementedException, IvyValueError
from ..common import machine
from . import device_of, devices, to_native_device


def as_ivy_dev(device, /):
    return Device(to_native_device(device))


def as_native_dev(device, /):
    return to_native_device(device)


def available_devices():
    return devices()


def clear_cached_mem_on_dev(device, /):
    to_native_device(device)  # JAX has no call that empties its allocator


def dev(x, /, *, as_native=False):
    return to_native_device(device_of(x)) if as_native else device_of(x)


def dev_util(device, /):
    if to_native_device(device).platform == "cpu":
        return machine.utilisation()
    raise IvyNotImplementedException(
        f"jax: dev_util: JAX does not tell how busy {as_ivy_dev(device)} is"
    )


def gpu_is_available():
    return num_gpus() > 0


def num_gpus():
    return sum(device.platform == "gpu" for device in jax.devices())


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    return jax.device_put(x, device)


def total_mem_on_dev(device, /):
    device = to_native_device(device)
    if device.platform == "cpu":
        return machine.total_memory()
    return device.memory_stats()["bytes_limit"] / machine.GIGABYTE


def tpu_is_available():
    return any(device.platform == "tpu" for device in jax.devices())


def used_mem_on_dev(device, /, *, process_specific=False):
    device = to_native_device(device)
    if device.platform == "cpu":
        return machine.used_memory(process_specific)
    return device.memory_stats()["bytes_in_use"] / machine.GIGABYTE
