"""Messages of the command line: standard output, standard error, and the exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TextIO

from transpile.errors import TranspileError

OK, WOULD_CHANGE, FAILED, INTERRUPTED = 0, 1, 2, 130
_STDOUT = "standard output"
_WIDE = 1000  # columns


def show(renderable: object, stream: TextIO | None = None) -> None:
    """Print a table or what else rich shows, on standard output if no stream is given."""
    from rich.console import Console  # loading it takes longer than to rewrite a file

    screen, shown = Console(file=stream), io.StringIO()
    # In a file or a pipe a line is as long as it is: `grep` finds whole names and places.
    width = screen.width if screen.is_terminal or "COLUMNS" in os.environ else _WIDE
    Console(file=shown, width=width, force_terminal=screen.is_terminal).print(renderable)
    if stream is None:
        write_stdout(shown.getvalue().encode())
    else:
        stream.write(shown.getvalue())


def print_text(text: str) -> None:
    """Print a text and an end of line on standard output."""
    write_stdout(f"{text}\n".encode())


def write_stdout(data: bytes) -> None:
    """Write bytes to standard output; raise a `TranspileError` where that cannot be."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_stdout()
        raise TranspileError(f"cannot be written: {error.strerror}", file=_STDOUT) from None


def forget_stdout() -> None:
    """Let the flush at exit not complain about what could not be written before."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """Print a line on standard error."""
    with contextlib.suppress(BrokenPipeError):
        print(f"transpile: {message}", file=sys.stderr)
