"""Pickling of tensors for other processes: ``torch.multiprocessing.reductions``."""

from __future__ import annotations

import os
import time
from multiprocessing import resource_sharer, util
from multiprocessing.reduction import ForkingPickler

from ..nn.parameter import Parameter
from ..tensors.protocols import reduced_to_shared
from ..tensors.tensor import GradTensor, Tensor


def reduce_tensor(tensor: Tensor) -> tuple:
    """Reduce a tensor to its shared memory, for a pickle that is sent to another process."""
    return reduced_to_shared(tensor)


def init_reductions() -> None:
    """Have processes share the memory of the tensors that are sent to them."""
    for kind in (Tensor, GradTensor, Parameter):
        ForkingPickler.register(kind, reduce_tensor)
    _register_wait_at_exit()
    util.register_after_fork(_sharer, _register_wait_at_exit)


# A process that has put a tensor into a queue hands its memory over when that is taken out.
_sharer = resource_sharer._resource_sharer
_PATIENCE = 10.0  # seconds that one which ends waits for that
_BEFORE_SOCKETS = 1  # their files are removed at 0, when a receiver may still have to connect
_AFTER_QUEUES = -10  # these send what is left at -5


def _register_wait_at_exit(sharer: object = None) -> None:
    """Have the process wait at its end; the argument is what a callback after a fork gets."""
    util.Finalize(None, _keep_socket, exitpriority=_BEFORE_SOCKETS)
    util.Finalize(None, _wait_until_taken, exitpriority=_AFTER_QUEUES)


def _keep_socket() -> None:
    """Have the file of the socket, by which tensors are taken, removed after the wait only."""
    listener = getattr(getattr(_sharer, "_listener", None), "_listener", None)
    if getattr(listener, "_unlink", None) is not None:  # pipes have none
        listener._unlink.cancel()
        path, later = listener._address, _AFTER_QUEUES - 1
        listener._unlink = util.Finalize(listener, os.unlink, args=(path,), exitpriority=later)


def _wait_until_taken() -> None:
    """Wait, 10 seconds at most, until receivers have taken what this process shares."""
    end = time.monotonic() + _PATIENCE
    while getattr(_sharer, "_cache", None) and time.monotonic() < end:
        time.sleep(0.005)
    resource_sharer.stop(_PATIENCE)  # what it hands over has left the cache before that is done


__all__ = ["init_reductions", "reduce_tensor"]
