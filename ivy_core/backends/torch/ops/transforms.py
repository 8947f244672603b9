"""Functions transformed into functions, of the PyTorch backend."""

from __future__ import annotations

import torch

from ivy_core.backends.common import batching


def _vmap_over_axes(function, leaves, axes):
    """Return a list of results by ``torch.func.vmap``, each entry with draws of its own."""
    mapped = torch.func.vmap(function, in_dims=(axes,), randomness="different")
    # mapped over one entry of zeros: the results tell shapes and dtypes
    if not leaves[0].shape[axes[0]]:
        one = [
            leaf.new_zeros([*leaf.shape[:axis], 1, *leaf.shape[axis + 1 :]])
            for leaf, axis in zip(leaves, axes, strict=True)
        ]
        return [result[:0] for result in mapped(one)]
    # clones: a function may write into what it is given
    return mapped([leaf.clone() for leaf in leaves])


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("torch", _vmap_over_axes, torch.stack, func, in_axes, out_axes)
