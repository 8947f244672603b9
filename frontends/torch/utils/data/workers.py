"""Workers of a loader: threads that fetch batches ahead.

PyTorch's workers are processes. A process that has used JAX or TensorFlow must not be forked, and
frameworks release the interpreter's lock where they compute: threads are what is safe on all.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass


@dataclass(frozen=True)
class WorkerInfo:
    """What a worker knows of itself.

    Attributes
    ----------
    id : int
        Its number, from 0.
    num_workers : int
    seed : int
    dataset : Dataset
        Its copy.
    """

    id: int
    num_workers: int
    seed: int
    dataset: object


class _Here(threading.local):
    info: WorkerInfo | None = None


here = _Here()


def get_worker_info() -> WorkerInfo | None:
    """Return what the worker that calls knows of itself; None outside of workers.

    References
    ----------
    PyTorch documentation, ``torch.utils.data.get_worker_info``.

    Examples
    --------
    >>> from frontends.torch.utils.data import get_worker_info
    >>> get_worker_info() is None
    True
    """
    return here.info
