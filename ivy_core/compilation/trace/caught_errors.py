"""Errors that a traced function catches: one of the trace's own may be among them."""

from __future__ import annotations

from pathlib import Path

from ..source.source_map import is_converted
from .trace import Unsupported

_CALLING = str(Path(__file__).parents[1] / "source" / "conversion.py")


class Context:
    """The context manager of a ``with`` statement; one that swallows errors may take the trace's.

    Parameters
    ----------
    manager : context manager
    """

    def __init__(self, manager):
        self._manager = manager

    def __enter__(self):
        return self._manager.__enter__()

    def __exit__(self, kind, err, traceback):
        swallowed = self._manager.__exit__(kind, err, traceback)
        if err is None or not swallowed:
            return False
        if not isinstance(err, Exception):
            return False  # the trace's own
        check_caught(err)
        return True


def check_caught(err: BaseException) -> None:
    """Refuse to go on behind an error of the trace's own, or one that may be.

    Only one that the user's own statements raise, on no branch and in no loop of the program, is
    sure to be raised in each call.

    Raises
    ------
    Unsupported
    """
    if not isinstance(err, Exception):
        raise err
    at = err.__traceback__
    while at is not None:
        filename = at.tb_frame.f_code.co_filename
        if not is_converted(filename) and filename != _CALLING:
            raise Unsupported(f"{type(err).__name__} is caught, which may not be raised each time")
        at = at.tb_next
