"""Memory and load of the PyTorch backend's devices."""

from __future__ import annotations

import torch

from ivy_core.backends.common import machine

from .. import to_native_device


def clear_cached_mem_on_dev(device, /):
    if to_native_device(device).type == "cuda":
        with torch.cuda.device(device):
            torch.cuda.empty_cache()


def dev_util(device, /):
    if to_native_device(device).type == "cpu":
        return machine.utilisation()
    return float(torch.cuda.utilization(device))


def total_mem_on_dev(device, /):
    if to_native_device(device).type == "cpu":
        return machine.total_memory()
    return torch.cuda.mem_get_info(device)[1] / machine.GIGABYTE


def used_mem_on_dev(device, /, *, process_specific=False):
    if to_native_device(device).type == "cpu":
        return machine.used_memory(process_specific)
    if process_specific:  # with what PyTorch keeps for later, as the driver counts it
        return torch.cuda.memory_reserved(device) / machine.GIGABYTE
    free, total = torch.cuda.mem_get_info(device)
    return (total - free) / machine.GIGABYTE
