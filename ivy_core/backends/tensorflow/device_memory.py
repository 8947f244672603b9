"""Memory and load of the TensorFlow backend's devices."""

from __future__ import annotations

import tensorflow as tf

from ...utils.exceptions import IvyNotImplementedException
from ..common import machine
from . import to_native_device
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
    from tensorflow.python.client import device_lib  # no public function tells the limit

    name = to_native_device(device)
    limits = {d.name: d.memory_limit for d in device_lib.list_local_devices()}
    return limits[name] / machine.GIGABYTE


def used_mem_on_dev(device, /, *, process_specific=False):
    name = as_ivy_dev(device)
    if name.startswith("cpu"):
        return machine.used_memory(process_specific)
    return tf.config.experimental.get_memory_info(name.upper())["current"] / machine.GIGABYTE
