"""``torch.multiprocessing``: Python's ``multiprocessing``, whose processes share tensors' memory.

Tensors that are sent to another process, as arguments or through a queue, are moved to shared
memory, and the other process has the same. A forked process has what was shared before; where the
backend does not survive a fork, it goes on with NumPy.
"""

import multiprocessing
import sys
from multiprocessing import *  # noqa: F403

from ivy_core import forks

from .reductions import init_reductions
from .spawn import (
    ENV_VAR_PARALLEL_START,
    ProcessContext,
    ProcessExitedException,
    ProcessRaisedException,
    SpawnContext,
    spawn,
    start_processes,
)

_has_descriptors = sys.platform not in ("darwin", "win32")
_all_sharing_strategies = {"file_system"} | ({"file_descriptor"} if _has_descriptors else set())
_strategy = "file_descriptor" if _has_descriptors else "file_system"


def set_sharing_strategy(new_strategy: str) -> None:
    """Choose how memory is handed over; here it is by descriptors of files, whichever is chosen.

    References: PyTorch documentation, torch.multiprocessing.set_sharing_strategy.
    """
    global _strategy
    if new_strategy not in _all_sharing_strategies:
        raise AssertionError(
            f"invalid sharing strategy {new_strategy!r}, expected one of {_all_sharing_strategies}"
        )
    _strategy = new_strategy


def get_sharing_strategy() -> str:
    """Get the strategy that :func:`set_sharing_strategy` has set."""
    return _strategy


def get_all_sharing_strategies() -> set[str]:
    """List the strategies that :func:`set_sharing_strategy` takes."""
    return _all_sharing_strategies


init_reductions()
forks.follow()

__all__ = ["get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy"]
__all__ += multiprocessing.__all__
