"""General functions of the PyTorch backend."""

from __future__ import annotations

import torch

from ..common import batching


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    dtype = elements.dtype
    # torch.isin has none of these
    if dtype.is_complex:
        found = (elements[..., None] == test_elements.reshape(-1)).any(-1)
        return ~found if invert else found
    if dtype in (torch.bool, torch.float16, torch.bfloat16):
        elements, test_elements = elements.float(), test_elements.float()
    return torch.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)


def container_types():
    return [torch.nn.ParameterDict]


def multiprocessing(context=None):
    processes = torch.multiprocessing
    return processes if context is None else processes.get_context(context)


def _map(function, leaves, axes):
    mapped = torch.func.vmap(function, in_dims=(axes,), randomness="different")
    if not leaves[0].shape[axes[0]]:  # mapped over one entry, for what its results are like
        one = [
            leaf.new_zeros([*leaf.shape[:axis], 1, *leaf.shape[axis + 1 :]])
            for leaf, axis in zip(leaves, axes, strict=True)
        ]
        return [result[:0] for result in mapped(one)]
    # clones: a function may write into what it is given
    return mapped([leaf.clone() for leaf in leaves])


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("torch", _map, torch.Tensor.permute, func, in_axes, out_axes)
