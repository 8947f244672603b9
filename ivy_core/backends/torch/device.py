"""Devices of the PyTorch backend."""

from __future__ import annotations

import torch

from ...devices import Device
from ...utils.exceptions import IvyValueError
from ..common import machine
from . import device_of, devices, to_native_device


def as_ivy_dev(device, /):
    return Device(to_native_device(device))


def as_native_dev(device, /):
    return to_native_device(device)


def available_devices():
    return devices()


def clear_cached_mem_on_dev(device, /):
    if to_native_device(device).type == "cuda":
        with torch.cuda.device(device):
            torch.cuda.empty_cache()


def dev(x, /, *, as_native=False):
    return to_native_device(device_of(x)) if as_native else device_of(x)


def dev_util(device, /):
    if to_native_device(device).type == "cpu":
        return machine.utilisation()
    return float(torch.cuda.utilization(device))


def gpu_is_available():
    return num_gpus() > 0


def num_gpus():
    return torch.cuda.device_count()


def to_device(x, device, /, *, stream=None):
    if stream is not None:
        raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
    return x.to(device)


def total_mem_on_dev(device, /):
    if to_native_device(device).type == "cpu":
        return machine.total_memory()
    return torch.cuda.mem_get_info(device)[1] / machine.GIGABYTE


def tpu_is_available():
    return False


def used_mem_on_dev(device, /, *, process_specific=False):
    if to_native_device(device).type == "cpu":
        return machine.used_memory(process_specific)
    if process_specific:  # with what PyTorch keeps for later, as the driver counts it
        return torch.cuda.memory_reserved(device) / machine.GIGABYTE
    free, total = torch.cuda.mem_get_info(device)
    return (total - free) / machine.GIGABYTE
