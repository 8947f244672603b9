"""Processes that are forked off one whose backend does not survive a fork: they use NumPy.

JAX and TensorFlow compute by threads, which a forked process does not have: it would wait for them
for ever. So what is pending is computed before the fork, and the new process goes on with NumPy.
"""

from __future__ import annotations

import contextlib
import gc
import os
import threading
import warnings
from collections.abc import Iterator

from .arrays.array import Array
from .arrays.conversions import convert_live_arrays, live_arrays
from .arrays.host import to_numpy
from .arrays.memory import writing
from .backend_handler import active_backend, set_backend, with_backend
from .backends.loading import load_backend


class _Here(threading.local):
    arrays: list[Array] | None = None  # those alive, in a block of `prepared`


_here = _Here()


@contextlib.contextmanager
def prepared() -> Iterator[None]:
    """Prepare this process for the forks of a block, without a warning.

    Examples
    --------
    >>> import os
    >>> from ivy_core import forks
    >>> with forks.prepared():
    ...     child = os.fork()
    ...     if not child:
    ...         forks.go_on_with_numpy()
    ...         os._exit(0)
    >>> os.waitpid(child, 0)[1]
    0
    """
    if survives():
        yield
        return
    with with_backend("numpy"):
        pass  # its functions are composed here, once, and not in each new process
    # looked for once, and not in each new process: that would copy the pages of all objects
    _here.arrays = computed_arrays()
    try:
        with warnings.catch_warnings():
            # of JAX, and from Python 3.12 on of Python, about threads and forks
            warnings.filterwarnings("ignore", r"(?s).*fork\(\)", RuntimeWarning)
            warnings.filterwarnings("ignore", r"(?s).*fork\(\)", DeprecationWarning)
            yield
    finally:
        _here.arrays = None


def is_prepared() -> bool:
    """Return whether this thread is in a block of :func:`prepared`."""
    return _here.arrays is not None


def survives() -> bool:
    """Return whether a forked process can go on with the backend of this one."""
    return not active_backend().CAPABILITIES.compiles


def computed_arrays() -> list[Array]:
    """Return all arrays, with their values at hand: the threads that compute are not forked."""
    arrays = live_arrays()
    for x in arrays:
        if hasattr(x, "_data"):
            to_numpy(x)
    return arrays


def follow() -> None:
    """Have each process that is forked off this one, by whatever, go on with NumPy from now on.

    Nothing happens where the backend survives a fork.
    """
    if hasattr(os, "register_at_fork") and not _followed:
        _followed.append(True)
        # no other thread is in the middle of a write, whose lock the child would wait for
        os.register_at_fork(
            before=writing.acquire, after_in_parent=writing.release, after_in_child=writing.release
        )
        os.register_at_fork(before=_compute_pending_arrays, after_in_child=go_on_with_numpy)
        # JAX's own words
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called\.", RuntimeWarning)


_followed: list[bool] = []


def _compute_pending_arrays() -> None:
    """Await all arrays before a fork, unless the backend survives it or it is prepared."""
    if not (survives() or is_prepared()):
        computed_arrays()


def go_on_with_numpy() -> None:
    """Do in the forked process what lets it go on; nothing where the backend survives."""
    if not survives():
        gc.freeze()  # a collection would copy the pages of all objects
        set_backend("numpy", dynamic=False)
        convert_live_arrays(load_backend("numpy"), _here.arrays)
