"""Devices of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.devices import Device
from ivy_core.utils.exceptions import IvyValueError

from .. import devices, placement_of, to_native_device


def as_ivy_dev(device, /):
    return Device(to_native_device(device))


def as_native_dev(device, /):
    return to_native_device(device)


def available_devices():
    # TensorFlow prefers the others
    return sorted(devices(), key=lambda name: name.startswith("cpu"))


def dev(x, /, *, as_native=False):
    placement = placement_of(x)
    return to_native_device(placement) if as_native else placement.device


def gpu_is_available():
    return num_gpus() > 0


def num_gpus():
    return len(tf.config.list_physical_devices("GPU"))


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    with tf.device(device):
        return tf.identity(x)


def tpu_is_available():
    return bool(tf.config.list_physical_devices("TPU"))
