"""Standard streams of several processes: what all of them print is printed once, by the first.

The collectives of JAX's CPU devices print a line on standard output for each new connection. So
Python's own stream gets a descriptor of its own, and what else is written to standard output, by C
code or a process that is started, goes through a pipe without these lines.
"""

from __future__ import annotations

import io
import os
import re
import sys
import threading

from ivy_core.backends.contract import ProcessGroup

_STDOUT = 1
_HEAD = b"[Gloo] Rank "
# Threads write their lines piece by piece, at the same time.
_PIECE = re.compile(
    rb"\[Gloo\] Rank |\d+| is connected to | peer ranks\. |"
    rb"Expected number of connected peer ranks is : |\n"
)
_CHUNK = 1 << 16


class Output:
    """Standard output of one process of several.

    Parameters
    ----------
    is_shown : bool
        Whether it goes where it went before; else nowhere.

    Attributes
    ----------
    errors : text stream
        Standard error, where a process that fails shows why.
    """

    def __init__(self, is_shown: bool) -> None:
        self._reader = None
        self.errors = sys.stderr
        if not is_shown:
            sys.stderr = open(os.devnull, "w")  # warnings are the same in all processes
        sys.stdout.flush()
        if not _is_real(sys.stdout):  # a notebook, a test: there is no descriptor to take
            if not is_shown:
                sys.stdout = io.StringIO()
            return
        self._own = os.dup(_STDOUT) if is_shown else os.open(os.devnull, os.O_WRONLY)
        sys.stdout = sys.__stdout__ = _stream_on(self._own, sys.stdout)
        if not is_shown:
            os.dup2(self._own, _STDOUT)
            return
        reading, writing = os.pipe()
        os.dup2(writing, _STDOUT)
        os.close(writing)
        self._reader = threading.Thread(target=self._pass_on, args=(reading,), daemon=True)
        self._reader.start()

    def _pass_on(self, reading: int) -> None:
        """Write what comes through the pipe to the screen, whole lines, without the noise."""
        held = b""
        while chunk := os.read(reading, _CHUNK):
            shown, held = without_noise(held + chunk)
            os.write(self._own, shown)
        if not held.startswith(_HEAD):
            os.write(self._own, held)

    def finish(self) -> None:
        """Write what is still under way; from then on standard output is as it was."""
        if sys.stdout is not None and not sys.stdout.closed:
            try:
                sys.stdout.flush()
            except OSError:  # the reader has closed the pipe: what is left goes nowhere
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if self._reader is not None:
            os.dup2(self._own, _STDOUT)  # the pipe has no other end for writing then
            self._reader.join(timeout=2)
            self._reader = None


def without_noise(text: bytes) -> tuple[bytes, bytes]:
    """Return a text without gloo's lines, and the rest of it that may be the beginning of one.

    Examples
    --------
    >>> line = b"[Gloo] Rank 0 is connected to 1 peer ranks. "
    >>> line += b"Expected number of connected peer ranks is : 1\\n"
    >>> without_noise(b"5\\n" + line + b"6\\n" + line[:20])
    (b'5\\n6\\n', b'[Gloo] Rank 0 is con')
    """
    shown = b""
    while (begin := text.find(_HEAD)) >= 0:
        end, missing = begin, 0  # ends of lines
        while found := _PIECE.match(text, end):
            end = found.end()
            missing += (found[0] == _HEAD) - (found[0] == b"\n")
            if not missing:
                break
        if missing and len(text) - end < len(_HEAD) + 40:  # the rest of a piece is to come
            return shown + text[:begin], text[begin:]
        shown, text = shown + text[:begin], text[end:]
    begun = next((n for n in range(len(_HEAD) - 1, 0, -1) if text.endswith(_HEAD[:n])), 0)
    return shown + text[: len(text) - begun], text[len(text) - begun :]


class SharedInput(io.TextIOBase):
    """Standard input of process 0, which all processes read alike.

    Parameters
    ----------
    group : ProcessGroup
        The processes.
    stream : text stream
        What process 0 reads.
    """

    def __init__(self, group: ProcessGroup, stream) -> None:
        self._group, self._stream = group, stream

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        return self._share(lambda: self._stream.readline(size))

    def read(self, size: int | None = -1, /) -> str:
        return self._share(lambda: self._stream.read(-1 if size is None else size))

    def _share(self, read) -> str:
        """Return the text that process 0 reads."""
        given = read().encode() if self._group.index == 0 and self._stream is not None else b""
        return self._group.share(given).decode()


def _is_real(stream) -> bool:
    """Return whether a stream is the process's own standard output."""
    try:
        return stream is sys.__stdout__ and stream.fileno() == _STDOUT
    except (AttributeError, OSError, ValueError):
        return False


def _stream_on(descriptor: int, like) -> io.TextIOWrapper:
    """Return a text stream like another one on a descriptor, which stays open to the end."""
    return open(
        descriptor,
        "w",
        encoding=like.encoding,
        errors=like.errors,
        buffering=1,  # a process that is ended by a signal has shown its lines
        closefd=False,
    )
