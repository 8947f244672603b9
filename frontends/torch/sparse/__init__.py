"""torch.sparse: sparse tensors, of which only some elements are kept."""

from __future__ import annotations

from .creation import SPARSE_TYPES as _SPARSE_TYPES
from .operations import log_softmax, softmax, sum
from .products import addmm, mm, sampled_addmm

globals().update(_SPARSE_TYPES)
__all__ = ["addmm", "log_softmax", "mm", "sampled_addmm", "softmax", "sum", *_SPARSE_TYPES]  # noqa: PLE0604
