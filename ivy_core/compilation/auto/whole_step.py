"""Whether a step of training is on the way to be one program: its parts then need none of theirs.

Eagerly the backward pass and the optimizer's step become programs after some calls; to compile
these while a thread compiles the whole step takes as long again, and nothing calls them later.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


class _State:
    is_coming = False


def is_coming() -> bool:
    """Return whether the step that runs now will be a program before long.

    Examples
    --------
    >>> is_coming()
    False
    """
    return _State.is_coming


@contextlib.contextmanager
def while_coming() -> Iterator[None]:
    """Have :func:`is_coming` return True in a ``with`` block."""
    before, _State.is_coming = _State.is_coming, True
    try:
        yield
    finally:
        _State.is_coming = before
