"""The differentiation at work, and what it writes to tensors that were made outside of it.

PyTorch records such writes as part of the graph; when the function has returned the tensors would
keep it, and could not be read by NumPy any more.
"""

from __future__ import annotations

import contextlib
import threading
import weakref

from .internals import base_of


class _Depth(threading.local):
    """Count of nested differentiations: within another one, graphs must be kept."""

    value = 0


depth = _Depth()


class _Written(threading.local):
    """Tensors that took recorded values in the gradient at work; None outside of one."""

    bases: list | None = None


_written = _Written()


def note_recorded_write(target, value) -> None:
    """Note a tensor that is about to be written to, if it becomes recorded by that."""
    if value.requires_grad and _written.bases is not None and not target.requires_grad:
        base = base_of(target)
        _written.bases.append(weakref.ref(target if base is None else base))


@contextlib.contextmanager
def noting_writes(outputs: list):
    """Have tensors that recorded values are written to forget, afterwards, how these were computed.

    Arrays that a differentiated function finds outside keep the values alone. The innermost call of
    several leaves that to the outermost. ``outputs`` is the list that will hold the results: one
    that is such a tensor itself is replaced by a view, which remembers.
    """
    if _written.bases is not None:
        yield
        return
    _written.bases = []
    try:
        yield
    finally:
        bases, _written.bases = _written.bases, None
        for base in [ref() for ref in bases]:
            if base is not None and base.grad_fn is not None:
                for at, output in enumerate(outputs):
                    if output is base:
                        outputs[at] = base.view_as(base)
                base.detach_()


__all__ = ["depth", "note_recorded_write", "noting_writes"]
