"""``loss_parallel``: cross-entropy of logits whose classes are cut over ranks.

References
----------
PyTorch documentation, ``torch.distributed.tensor.parallel.loss_parallel``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from frontends.torch.dispatch.docstrings import citing

from ..rules import Settings


@citing("torch.distributed.tensor.parallel.{}")
@contextlib.contextmanager
def loss_parallel() -> Iterator[None]:
    """Compute ``cross_entropy`` in a ``with`` block without gathering classes that are cut.

    Targets may be plain tensors, which all ranks have alike.
    """
    before, Settings.losses_in_parts = Settings.losses_in_parts, True
    try:
        yield
    finally:
        Settings.losses_in_parts = before


__all__ = ["loss_parallel"]
