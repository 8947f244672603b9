"""Memory of the host that tensors lie on: looked at by NumPy, or handed over, not copied."""

from __future__ import annotations

import numpy as np
import torch

from .indexing import is_tracer, tensor_from_host


def memory_on_host(native) -> np.ndarray | None:
    # what is traced, or what gradients are recorded for, is PyTorch's to do
    if type(native) is not torch.Tensor or native.requires_grad or is_tracer(native):
        return None
    try:
        return native.numpy()
    except (TypeError, RuntimeError):  # on another device; conjugated lazily; bfloat16
        return None


def adopt(memory: np.ndarray, like=None):
    return tensor_from_host(memory)


def release_memory() -> None:
    pass  # a tensor gives its memory up when it ends
