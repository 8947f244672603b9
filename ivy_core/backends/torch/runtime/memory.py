"""Memory of the host that tensors lie on: looked at by NumPy, or handed over, not copied."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.memory import PLAIN, put

from ..host.policy import WRITE_ELEMENTS
from ..ops.indexing import is_recorded, is_tracer, is_transforming, share_memory, tensor_from_host
from .internals import count_write, is_compiling, modes, transformation


def is_eager() -> bool:
    return not is_transforming()


def memory_on_host(native) -> np.ndarray | None:
    # what is traced, or what gradients are recorded for, is PyTorch's to do
    if type(native) is not torch.Tensor or native.requires_grad:
        return None
    if (modes() or transformation() is not None or is_compiling()) and is_tracer(native):
        return None
    try:
        return native.numpy()
    except (TypeError, RuntimeError):  # on another device; conjugated lazily; bfloat16
        return None


_CLASSES = {
    torch.bool: np.bool_, torch.int32: np.int32, torch.int64: np.int64,
    torch.float32: np.float32, torch.float64: np.float64,
}  # fmt: skip


def scalar_on_host(native) -> np.generic | None:
    # to have NumPy look at a tensor's memory takes three times as long
    if type(native) is torch.Tensor and native.is_cpu and not native.requires_grad:
        cls = _CLASSES.get(native.dtype)
        if cls is not None and not is_tracer(native):
            return cls(native.item())
    memory = memory_on_host(native)
    return None if memory is None else memory[()]


def listed(native) -> list | None:
    if type(native) is torch.Tensor and native.dtype in _CLASSES and not is_recorded(native):
        return native.tolist()
    return None


def adopt(memory: np.ndarray, like=None):
    return tensor_from_host(memory)


def release_memory() -> None:
    pass  # a tensor gives its memory up when it ends


def write_by_host(native, function, args) -> bool:
    host = memory_on_host(native)
    if host is None or native.numel() > WRITE_ELEMENTS:
        return False
    given = []
    for value in args:
        if isinstance(value, torch.Tensor):
            memory = memory_on_host(value)
            if memory is None:
                return False
            value = memory.copy() if share_memory(value, native) else memory
        given.append(value)
    try:
        function(host, *given)
    finally:
        count_write(native)  # functional views look at it
    return True


def put_on_host(native, index, value) -> bool:
    host = memory_on_host(native)
    if host is None:
        return False
    if type(value) in PLAIN:
        if type(index) is np.ndarray:
            put(host, index, value)
        else:
            host[index] = value
        count_write(native)  # functional views look at it
        return True
    if host.size > WRITE_ELEMENTS:
        return False
    if type(value) is torch.Tensor or isinstance(value, torch.Tensor):
        given, value = value, memory_on_host(value)
        if value is None:
            return False
        if share_memory(given, native):
            value = value.copy()  # NumPy gets `x[::2] = x[:5]` wrong
    else:
        value = np.asarray(value)
        if np.may_share_memory(value, host):
            value = value.copy()
    put(host, index, value)
    count_write(native)
    return True
