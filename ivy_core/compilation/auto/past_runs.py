"""Earlier runs of a program: how often its watched functions were called, and what compiling cost.

A first run has to guess what lies ahead of a function, and may find out too late that it pays to
compile it, or that it does not. A later run of the same command reads what the first one has found
out. Only when something is compiled depends on it, never what is computed.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import json
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from ivy_core.utils.user_folders import cache_folder, is_private_folder

from ..policy import MOST_KEPT_FUNCTIONS

VARIABLE = "IVY_AUTO_CACHE"
_OFF = ("0", "false", "no", "off")


class PastRun(NamedTuple):
    """Past run of one function; times in seconds.

    Attributes
    ----------
    calls : int
    eager : float
        The usual time of an eager call.
    compiled : float or None
        That of a call of its program, None if it had none.
    trace, compile : float
        What it took to trace and to compile one program: of a process that found it on disk.
    has_failed : bool
        Whether a trace has shown that there can be none.
    is_on_disk : bool
        Whether a program has been compiled, which later processes find.
    is_improved : bool
        Whether it has been compiled thoroughly: of a step of training.
    has_loops : bool
        Whether its loops were watched, or might have been.
    """

    calls: int
    eager: float
    compiled: float | None
    trace: float
    compile: float
    has_failed: bool
    is_on_disk: bool = False
    is_improved: bool = False
    has_loops: bool = True

    @property
    def cost(self) -> float:
        return self.trace + self.compile


def key_of(codes: Iterable[types.CodeType], *more: str) -> str:
    """Return a name for a function by its code, that of others, and some strings.

    Examples
    --------
    >>> key_of([key_of.__code__]) == key_of([key_of.__code__], "jax")
    False
    """
    digest = hashlib.sha256(repr((sys.version, *more)).encode())
    pending = list(codes)
    while pending:
        code = pending.pop()
        digest.update(code.co_code)
        digest.update(repr((code.co_name, code.co_names, code.co_varnames)).encode())
        inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
        constants = [each for each in code.co_consts if not isinstance(each, types.CodeType)]
        digest.update(repr([each for each in constants if type(each) is not frozenset]).encode())
        pending += inner
    return digest.hexdigest()


@functools.cache
def folder() -> Path | None:
    """Return the folder of what is kept; None where nothing is.

    The environment variable ``IVY_AUTO_CACHE`` switches it off (``0``) or names another folder.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted.lower() in _OFF:
        return None
    found = Path(wanted).expanduser() if wanted else cache_folder() / "auto"
    return found if is_private_folder(found) else None


class _Kept:
    is_on = False


def keep_runs(runs: Callable[[], dict[str, PastRun]]) -> None:
    """Read from earlier runs from now on, and keep this one's when the process ends.

    Parameters
    ----------
    runs : callable
        Gives the runs of this process by their keys.
    """
    if not _Kept.is_on:
        _Kept.is_on = True
        atexit.register(lambda: _write(runs()))


def is_kept() -> bool:
    """Return whether this process reads and keeps runs."""
    return _Kept.is_on and folder() is not None


def find(key: str) -> PastRun | None:
    """Return the last run that was kept under a key, if there is one."""
    try:
        return PastRun(**json.loads((folder() / key).read_bytes()))
    except (OSError, ValueError, TypeError):  # none, or of another version
        return None


def _write(runs: dict[str, PastRun]) -> None:
    kept = folder()
    if kept is None:
        return
    with contextlib.suppress(OSError):  # a full disk: the next run guesses again
        for key, run in runs.items():
            with tempfile.NamedTemporaryFile("w", dir=kept, delete=False) as file:
                json.dump(run._asdict(), file)
            os.replace(file.name, kept / key)
        paths = list(kept.iterdir())
        if len(paths) > MOST_KEPT_FUNCTIONS:
            paths.sort(key=lambda path: path.stat().st_mtime)
            for path in paths[: len(paths) // 2]:
                path.unlink(missing_ok=True)
