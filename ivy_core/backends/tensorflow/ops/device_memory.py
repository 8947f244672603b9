"""Memory and load of the TensorFlow backend's devices."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common import machine
from ivy_core.utils.exceptions import IvyNotImplementedException

from .. import to_native_device
from ..runtime.internals import list_local_devices
from .device import as_ivy_dev


def clear_cached_mem_on_dev(device, /):
    to_native_device(device)  # TensorFlow has no call that empties its allocator


def dev_util(device, /):
    if as_ivy_dev(device).startswith("cpu"):
        return machine.utilisation()
    raise IvyNotImplementedException(
        f"tensorflow: dev_util: TensorFlow does not tell how busy {as_ivy_dev(device)} is"
    )


def total_mem_on_dev(device, /):
    if as_ivy_dev(device).startswith("cpu"):
        return machine.total_memory()
    name = to_native_device(device)
    if list_local_devices is None:
        raise IvyNotImplementedException(
            f"tensorflow: total_mem_on_dev: TensorFlow does not tell the memory of {name}"
        )
    limits = {each.name: each.memory_limit for each in list_local_devices()}
    return limits[name] / machine.GIGABYTE


def used_mem_on_dev(device, /, *, process_specific=False):
    name = as_ivy_dev(device)
    if name.startswith("cpu"):
        return machine.used_memory(process_specific)
    return tf.config.experimental.get_memory_info(name.upper())["current"] / machine.GIGABYTE
