"""Whether a step of training is on the way to be one program: its parts then need none of theirs.

Eagerly the backward pass and the optimizer's step become programs after some calls; to compile
these while a thread compiles the whole step takes as long again, and nothing calls them later.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator


class _State(threading.local):  # another thread's step may be compiled meanwhile, or none
    is_coming = False


_state = _State()


def is_coming() -> bool:
    """Return whether the step that runs now will be a program before long.

    Examples
    --------
    >>> is_coming()
    False
    """
    return _state.is_coming


@contextlib.contextmanager
def while_coming() -> Iterator[None]:
    """Have :func:`is_coming` return True in a ``with`` block."""
    before, _state.is_coming = _state.is_coming, True
    try:
        yield
    finally:
        _state.is_coming = before
