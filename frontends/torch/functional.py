"""``torch.functional``: functions of the package under the name of the file that PyTorch has.

References
----------
PyTorch, ``torch.functional``.
"""

from __future__ import annotations

import frontends.torch as torch

_NAMES = """
    atleast_1d atleast_2d atleast_3d align_tensors broadcast_shapes broadcast_tensors cartesian_prod
    block_diag cdist chain_matmul einsum istft lu norm meshgrid split stft tensordot unique
    unique_consecutive unravel_index
""".split()


def __getattr__(name: str):
    if name not in _NAMES:
        raise AttributeError(f"module 'torch.functional' has no attribute {name!r}")
    return getattr(torch, name)


def __dir__():
    return sorted(_NAMES)
