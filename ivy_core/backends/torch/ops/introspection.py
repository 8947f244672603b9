"""The PyTorch backend's description of itself."""

from __future__ import annotations

import torch


def container_types():
    return [torch.nn.ParameterDict]


def multiprocessing(context=None):
    processes = torch.multiprocessing
    return processes if context is None else processes.get_context(context)
