"""Memory and load of the JAX backend's devices."""

from __future__ import annotations

from ...utils.exceptions import IvyNotImplementedException
from ..common import machine
from . import to_native_device
from .device import as_ivy_dev


def clear_cached_mem_on_dev(device, /):
    to_native_device(device)  # JAX has no call that empties its allocator


def dev_util(device, /):
    if to_native_device(device).platform == "cpu":
        return machine.utilisation()
    raise IvyNotImplementedException(
        f"jax: dev_util: JAX does not tell how busy {as_ivy_dev(device)} is"
    )


def total_mem_on_dev(device, /):
    device = to_native_device(device)
    if device.platform == "cpu":
        return machine.total_memory()
    return device.memory_stats()["bytes_limit"] / machine.GIGABYTE


def used_mem_on_dev(device, /, *, process_specific=False):
    device = to_native_device(device)
    if device.platform == "cpu":
        return machine.used_memory(process_specific)
    return device.memory_stats()["bytes_in_use"] / machine.GIGABYTE
