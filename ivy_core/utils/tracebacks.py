"""Which frames a user sees of an error: the trace modes, and the trimming of a traceback to them.

Every entry to the library is a boundary: it catches, lets :func:`trim` take out of the exception's
traceback what the mode hides, and goes on with a bare ``raise``, which adds no entry for the
boundary's own frame. So a trace reads the same on a terminal, in a log and in a test's report, and
``sys.excepthook`` stays the user's. A call that succeeds pays nothing.
"""

from __future__ import annotations

import functools
import os
import sysconfig
from types import TracebackType

from ..modes import current as modes

_HINT = (
    "<stack trace is truncated to {} specific files, "
    "call `ivy.set_exception_trace_mode('full')` to view the full trace>"
)
_WRAPPER_HINT = (
    "<func_wrapper.py stack trace is squashed, "
    "call `ivy.set_show_func_wrapper_trace_mode(True)` in order to view this>"
)
_HINTS = (_HINT.format("frontend"), _HINT.format("ivy"), _WRAPPER_HINT)

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_OURS = {
    os.path.join(_ROOT, "ivy_core", ""): "ivy",
    os.path.join(_ROOT, "frontends", ""): "frontend",
}
_FRAMEWORKS = frozenset(
    {"jax", "jaxlib", "keras", "ml_dtypes", "numpy", "opt_einsum", "tensorflow", "torch"}
)
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib")})
_STANDARD = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})


@functools.cache
def owner(filename: str) -> str:
    """Return whose frames a file's are.

    Returns
    -------
    str
        'ivy', 'frontend', 'wrapper' (of either), 'native', 'user', or 'python' for the standard
        library and frozen modules, whose frames belong to whoever called them.
    """
    for folder, whose in _OURS.items():
        if filename.startswith(folder):
            return "wrapper" if filename.endswith("func_wrapper.py") else whose
    if filename.startswith("<frozen "):
        return "python"
    for folder in _LIBRARIES:
        if filename.startswith(folder):
            package = filename[len(folder) :].lstrip(os.sep).partition(os.sep)[0]
            return "native" if package in _FRAMEWORKS else "user"
    if filename.startswith(_STANDARD):
        return "python"
    return "user"


def is_users(err: BaseException) -> bool:
    """Return whether the user's own code raised: the last frame is the user's."""
    entry = err.__traceback__
    whose = "ivy"
    while entry is not None:
        found = owner(entry.tb_frame.f_code.co_filename)
        if found != "python":
            whose = found
        entry = entry.tb_next
    return whose == "user"


def trim(err: BaseException) -> None:
    """Take out of an exception's traceback, and of those it came from, what the modes hide."""
    mode, show = modes.exception_trace, modes.show_func_wrapper_trace
    if mode == "full" and show:
        return
    hidden = _hidden(mode, show)
    dropped = _rebuild(err, hidden)
    if mode == "frontend":
        dropped |= _cut_chain(err)
    else:
        for other in _chain(err):
            dropped |= _rebuild(other, hidden)
    _add_hints(err, mode, dropped)


def _hidden(mode: str, show: bool) -> frozenset[str]:
    hidden = {"full": set(), "ivy": {"native"}, "frontend": {"native", "ivy"}}[mode]
    return frozenset(hidden if show else hidden | {"wrapper"})


def _rebuild(err: BaseException, hidden: frozenset[str]) -> set[str]:
    """Keep the frames that are not hidden; return whose were dropped."""
    entries, entry, whose, dropped = [], err.__traceback__, "user", set()
    while entry is not None:
        found = owner(entry.tb_frame.f_code.co_filename)
        whose = whose if found == "python" else found
        if whose in hidden:
            dropped.add(whose)
        else:
            entries.append(entry)
        entry = entry.tb_next
    if dropped:
        kept = None
        for entry in reversed(entries):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
        err.__traceback__ = kept
    return dropped


def _cut_chain(err: BaseException) -> set[str]:
    """Leave of the chain only what was there before the failing call: the user's own."""
    cause = err.__cause__
    if cause is None or cause is not getattr(err, "native_error", None):
        return set()
    err.__cause__ = None
    err.__context__ = cause.__context__
    err.__suppress_context__ = cause.__suppress_context__
    return {"native"}


def _chain(err: BaseException):
    seen = {id(err)}
    while True:
        err = err.__cause__ or (None if err.__suppress_context__ else err.__context__)
        if err is None or id(err) in seen:
            return
        seen.add(id(err))
        yield err


def _add_hints(err: BaseException, mode: str, dropped: set[str]) -> None:
    notes = getattr(err, "__notes__", [])
    hints = [note for note in notes if note in _HINTS]
    if dropped - {"wrapper"} and _HINT.format(mode) not in hints:
        hints.insert(0, _HINT.format(mode))
    if "wrapper" in dropped and _WRAPPER_HINT not in hints:
        hints.append(_WRAPPER_HINT)
    if hints:
        err.__notes__ = [note for note in notes if note not in _HINTS] + hints


def passes(err: BaseException) -> bool:
    """Return whether a boundary shall raise ``err`` on, unchanged but for its trimmed traceback."""
    if isinstance(err, _exception_class()) or is_users(err):
        trim(err)
        return True
    return False


def settle(raised: BaseException, err: BaseException) -> None:
    """Trim what was raised while ``err`` was looked at, whose own context is the user's."""
    if raised.__context__ is err and raised.__cause__ is not err:
        raised.__context__ = err.__context__
    trim(raised)


@functools.cache
def _exception_class() -> type:
    from .exceptions import IvyException

    return IvyException
