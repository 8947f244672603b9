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
_NOISE = re.compile(
    rb"\[Gloo\] Rank \d+ is connected to \d+ peer ranks\. "
    rb"Expected number of connected peer ranks is : \d+\n"
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
            held = _NOISE.sub(b"", held + chunk)
            begun = held.rfind(b"[Gloo]")  # of which the end may be in the next chunk
            whole = len(held) if begun < 0 or b"\n" in held[begun:] else begun
            os.write(self._own, held[:whole])
            held = held[whole:]
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
