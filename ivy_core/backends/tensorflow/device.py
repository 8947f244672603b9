"""Devices of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ...devices import Device
from ...utils.exceptions import IvyNotImplementedException, IvyValueError
from ..common import machine
from . import device_of, devices, to_native_device


def as_ivy_dev(device, /):
    return Device(to_native_device(device))


def as_native_dev(device, /):
    return to_native_device(device)


def available_devices():
    # TensorFlow prefers the others
    return sorted(devices(), key=lambda name: name.startswith("cpu"))


def clear_cached_mem_on_dev(device, /):
    to_native_device(device)  # TensorFlow has no call that empties its allocator


def dev(x, /, *, as_native=False):
    return to_native_device(device_of(x)) if as_native else device_of(x)


def dev_util(device, /):
    if as_ivy_dev(device).startswith("cpu"):
        return machine.utilisation()
    raise IvyNotImplementedException(
        f"tensorflow: dev_util: TensorFlow does not tell how busy {as_ivy_dev(device)} is"
    )


def gpu_is_available():
    return num_gpus() > 0


def num_gpus():
    return len(tf.config.list_physical_devices("GPU"))


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    with tf.device(device):
        return tf.identity(x)


def total_mem_on_dev(device, /):
    if as_ivy_dev(device).startswith("cpu"):
        return machine.total_memory()
    from tensorflow.python.client import device_lib  # no public function tells the limit

    name = to_native_device(device)
    limits = {d.name: d.memory_limit for d in device_lib.list_local_devices()}
    return limits[name] / machine.GIGABYTE


def tpu_is_available():
    return bool(tf.config.list_physical_devices("TPU"))


def used_mem_on_dev(device, /, *, process_specific=False):
    name = as_ivy_dev(device)
    if name.startswith("cpu"):
        return machine.used_memory(process_specific)
    return tf.config.experimental.get_memory_info(name.upper())["current"] / machine.GIGABYTE
