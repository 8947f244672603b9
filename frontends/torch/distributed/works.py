"""Handles of what was begun with ``async_op=True``: it is done when the call returns."""

from __future__ import annotations

from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing


@citing("torch.distributed.{}")
class Work:
    """Handle of a collective or message.

    Parameters
    ----------
    finish : callable, optional
        What is still to be done, when it is waited for: a message is received then.
    source : int
        The rank that sends it.
    found : list
        The tensors of the result.
    """

    def __init__(self, finish: Callable | None = None, source: int = -1, found=()) -> None:
        self._finish, self._source, self._found = finish, source, list(found)

    def wait(self, timeout=None) -> bool:
        """Wait until the result is there."""
        if self._finish is not None:
            finish, self._finish = self._finish, None
            finish()
        return True

    def is_completed(self) -> bool:
        """Return whether the result is there."""
        return self._finish is None

    def is_success(self) -> bool:
        """Return whether it is there, and no error was raised."""
        return self._finish is None

    def result(self) -> list:
        """Return the tensors of the result."""
        self.wait()
        return self._found

    def source_rank(self) -> int:
        """Return the rank that a message comes from."""
        return self._source

    def synchronize(self) -> None:
        """Wait until the result is there."""
        self.wait()

    def exception(self) -> None:
        """Return None: an error is raised where it happens."""


__all__ = ["Work"]
