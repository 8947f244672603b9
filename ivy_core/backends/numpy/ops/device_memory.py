"""Memory and load of the NumPy backend's devices."""

from __future__ import annotations

from ivy_core.backends.common import machine

from .. import to_native_device


def clear_cached_mem_on_dev(device, /):
    to_native_device(device)  # NumPy keeps nothing, but knows which devices there are


def dev_util(device, /):
    to_native_device(device)
    return machine.utilisation()


def total_mem_on_dev(device, /):
    to_native_device(device)
    return machine.total_memory()


def used_mem_on_dev(device, /, *, process_specific=False):
    to_native_device(device)
    return machine.used_memory(process_specific)
