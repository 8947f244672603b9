"""Failures of ranks as ``torchrun`` shows them: PyTorch's ``elastic.multiprocessing.errors``.

References
----------
PyTorch documentation, "Error Propagation" of ``torch.distributed.elastic``.
"""

from __future__ import annotations

import functools
import json
import os
import time
import traceback
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing

_FILE = "TORCHELASTIC_ERROR_FILE"


class ErrorHandler:
    """Writes a failure into the file that ``torchrun`` has named for this process."""

    def initialize(self) -> None:
        """Do nothing: what PyTorch's handler sets up, a traceback at a signal, is Python's."""

    def record_exception(self, e: BaseException) -> None:
        """Write an exception and its traceback, unless no file is named.

        Parameters
        ----------
        e : BaseException
        """
        path = os.environ.get(_FILE)
        if path:
            told = {
                "message": f"{type(e).__name__}: {e}",
                "extraInfo": {
                    "py_callstack": "".join(traceback.format_exception(e)),
                    "timestamp": str(int(time.time())),
                },
            }
            with open(path, "w") as file:
                json.dump({"message": told}, file)


def get_error_handler() -> ErrorHandler:
    """Return the handler that :func:`record` uses by default."""
    return ErrorHandler()


@citing("torch.distributed.elastic.multiprocessing.errors.{}")
def record(fn: Callable, error_handler: ErrorHandler | None = None) -> Callable:
    """Have ``torchrun`` show the traceback of what a function raises.

    Parameters
    ----------
    fn : callable
        The script's main function.
    error_handler : ErrorHandler, optional
        What writes an exception down.

    Raises: whatever the function raises.

    >>> from frontends.torch.distributed.elastic import record
    >>> record(abs)(-3)
    3
    """
    handler = error_handler or get_error_handler()

    @functools.wraps(fn)
    def recorded(*args, **kwargs):
        handler.initialize()
        try:
            return fn(*args, **kwargs)
        except SystemExit as error:
            if error.code == 0:  # the status would be the script's, not the function's
                return None
            raise
        except Exception as error:
            handler.record_exception(error)
            raise

    return recorded


__all__ = ["ErrorHandler", "get_error_handler", "record"]
