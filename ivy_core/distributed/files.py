"""Files of several processes: what all of them write is written once, by process 0.

A call that changes files (``open`` for writing, ``os.mkdir``, ``os.rename``) waits until each
process has come to it. Then process 0 does it, and all go on with what came of it: the file is
there for all of them, or all have the same exception. So whatever a program asks of its files in
between it is told alike in all processes. The others write to files without a name.

Only calls of the program count, in its main thread. What JAX and Python write for themselves, and
what :mod:`tempfile` makes, whose names differ, is each process's own.
"""

from __future__ import annotations

import builtins
import functools
import io
import itertools
import os
import pickle
import re
import sys
import tempfile
import threading
from collections.abc import Callable

from ivy_core.backends.contract import ProcessGroup
from ivy_core.utils.exceptions import IvyException

_DAY = 86400.0
_CHANGES = (
    "chmod", "link", "mkdir", "remove", "rename", "replace", "rmdir", "symlink", "truncate",
    "unlink", "utime",
)  # fmt: skip
_TWO_PATHS = {"link", "rename", "replace", "symlink"}
# Files of these are their own, each process's or one's, not the program's.
_OTHER_PACKAGES = {"jax", "jaxlib", "importlib", "tempfile", "transpile", "zipimport"}
_OTHERS = ("ivy_core.backends.", "ivy_core.distributed.", "_frozen_importlib")
# Names may have a process's number in them, or a random one.
_NUMBERS = re.compile(r"[0-9a-f]*[0-9][0-9a-f]*")


class SharedFiles:
    """Patch of ``open`` and of the functions of ``os`` that change files.

    Parameters
    ----------
    group : ProcessGroup
        The processes.
    is_ending : callable
        Returns whether a failure ends the processes, which do not wait then.
    """

    def __init__(self, group: ProcessGroup, is_ending: Callable[[], bool]) -> None:
        self._group, self._is_ending, self._process = group, is_ending, os.getpid()
        self._numbers = itertools.count()
        self._written: set[str] = set()
        self._own: set[str] = set()  # made by `tempfile` for this process
        self._decided = ""  # the last change, in process 0's words
        self._open, self._stat, self._unlink = io.open, os.stat, os.unlink
        builtins.open = io.open = self._open_once
        os.stat = self._stat_written
        for name in _CHANGES:
            setattr(os, name, self._once(name, getattr(os, name)))
        for name in ("mkdtemp", "mkstemp", "NamedTemporaryFile"):
            setattr(tempfile, name, self._own_maker(getattr(tempfile, name)))

    def _once(self, name: str, change: Callable) -> Callable:
        """Return a function of ``os`` that process 0 calls for all."""
        paths = 2 if name in _TWO_PATHS else 1

        @functools.wraps(change)
        def call(*args, **options):
            if not self._is_programs(args[0]) or all(map(self._is_own, args[:paths])):
                return change(*args, **options)
            shown = [self._name(each) for each in args[:paths]]
            what = f"os.{name}({', '.join(shown)})"
            result = self._decide(what, lambda: change(*args, **options))
            if self._group.index and name in ("rename", "replace"):
                # C code has written it here, too, under a random name: HDF5 does
                is_made_here = what != self._decided and os.path.lexists(args[0])
                if self._is_own(args[0]) or is_made_here and not os.path.isdir(args[0]):
                    self._unlink(args[0])
            return result

        return call

    def _open_once(self, file, mode="r", *args, **options):
        if not self._is_programs(file) or self._is_own(file):
            return self._open(file, mode, *args, **options)
        key = _key(file)
        if not set(mode) & set("wax+"):
            self._wait_for_writer(key)
            return self._open(file, mode, *args, **options)
        opened = []

        def begin() -> bytes:
            before = b"" if set(mode) & set("wx") else self._content(file)
            opened.append(self._open(file, mode, *args, **options))
            return before

        before = self._decide(f"open({self._name(file)}, {mode!r})", begin)
        self._written.add(key)
        return opened[0] if opened else self._nameless(file, mode, before, args, options)

    def _nameless(self, file, mode: str, before: bytes, args: tuple, options: dict):
        """Return a file like the one that process 0 has opened, which goes when it is closed."""
        with tempfile.TemporaryFile() as made:
            made.write(before)
            made.flush()
            if "a" not in mode:
                made.seek(0)
            options = {key: value for key, value in options.items() if key != "opener"}
            stream = self._open(os.dup(made.fileno()), mode.replace("x", "w"), *args, **options)
        buffer = getattr(stream, "buffer", stream)
        getattr(buffer, "raw", buffer).name = file
        return stream

    def _content(self, file) -> bytes:
        """Return the bytes of a file that is opened for more; none where it is not there."""
        try:
            with self._open(file, "rb") as stream:
                return stream.read()
        except OSError:  # `open` itself says what is wrong, if anything is
            return b""

    def _stat_written(self, path, *args, **options):
        if self._written and self._is_programs(path):
            self._wait_for_writer(_key(path))
        return self._stat(path, *args, **options)

    def _own_maker(self, make: Callable) -> Callable:
        """Return a function of `tempfile` whose files are known as this process's own."""

        @functools.wraps(make)
        def call(*args, **options):
            made = make(*args, **options)
            name = made[1] if isinstance(made, tuple) else getattr(made, "name", made)
            self._own.add(_key(name))
            return made

        return call

    def _wait_for_writer(self, key: str) -> None:
        """Wait until process 0 is where this process is, if the program has written the file."""
        if key in self._written:
            self._decide(f"read({self._name(key)})", bytes)

    def _decide(self, what: str, act: Callable):
        """Return the result of process 0's action, or raise its exception, in all processes.

        Raises
        ------
        IvyException
            If process 0 does something else: the processes have parted.
        """
        self._group.meet(f"files/{next(self._numbers)}", _DAY)
        outcome = None
        if self._group.index == 0:
            try:
                outcome = (what, act(), None)
            except OSError as error:
                outcome = (what, None, error)
            self._group.share(pickle.dumps(outcome))
        else:
            outcome = pickle.loads(self._group.share(b""))
        first, result, error = outcome
        self._decided = first
        if _NUMBERS.sub("#", first) != _NUMBERS.sub("#", what):
            raise IvyException(
                f"process {self._group.index} of {self._group.count} came to {what}, process 0 to "
                f"{first}: the program goes different ways in its processes"
            )
        if error is not None:
            raise error
        return result

    def _is_programs(self, file) -> bool:
        """Return whether a call that is given a file is one of the program's main thread."""
        if type(file) is int or threading.current_thread() is not threading.main_thread():
            return False
        if self._is_ending() or os.getpid() != self._process or not _is_called_by_program():
            return False
        return not _key(file).startswith(("/dev/", "/proc/"))

    def _is_own(self, file) -> bool:
        """Return whether `tempfile` has made a file for this process, or the folder it is in."""
        key = _key(file)
        return any(key == own or key.startswith(own + os.sep) for own in self._own)

    def _name(self, file) -> str:
        """Return a file's name as all processes have it."""
        return "<temporary>" if self._is_own(file) else repr(os.fspath(file))


def _key(file) -> str:
    return os.path.realpath(os.fsdecode(file))


def _is_called_by_program() -> bool:
    """Return whether the program's own code has called, by way of libraries that write for it."""
    frame = sys._getframe(3)
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if name == "__main__":
            return True
        if name.startswith(_OTHERS) or name.partition(".")[0] in _OTHER_PACKAGES:
            return False
        frame = frame.f_back
    return False
