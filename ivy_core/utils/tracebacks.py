"""Trace modes, and the trimming of a traceback to the frames that a mode shows.

Every entry to the library is a boundary: it catches, lets :func:`trim` take out of the exception's
traceback what the mode hides, and goes on with a bare ``raise``, which adds no entry for the
boundary's own frame. So a trace reads the same on a terminal, in a log and in a test's report, and
``sys.excepthook`` stays the user's. A call that succeeds pays nothing.

The rules for a reader are in docs/debugging.md.
"""

from __future__ import annotations

import functools
import opcode
import os
import sysconfig
from types import FrameType, TracebackType


class Shown:
    """Current trace modes; :mod:`ivy_core.modes` writes them when one of the two changes.

    ``mode`` is 'full', 'ivy' or 'frontend'; ``wrappers`` says whether the frames are shown that
    stand between a call and its function.
    """

    __slots__ = ("mode", "wrappers")

    def __init__(self):
        self.mode, self.wrappers = "full", True


shown = Shown()

_HINT = (
    "<stack trace is truncated to {} specific files, "
    "call `ivy.set_exception_trace_mode('full')` to view the full trace>"
)
_WRAPPER_HINT = (
    "<func_wrapper.py stack trace is squashed, "
    "call `ivy.set_show_func_wrapper_trace_mode(True)` in order to view this>"
)
_HINTS = (_HINT.format("frontend"), _HINT.format("ivy"), _WRAPPER_HINT)
_JAX_NOTE = "--------------------\nFor simplicity, JAX has removed its internal frames"

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_OURS = {
    os.path.join(_ROOT, "ivy_core", ""): "ivy",
    os.path.join(_ROOT, "frontends", ""): "frontend",
}
# what stands between a call and its function: it composes boundaries, picks who computes, or is a
# method of one line
_WRAPPERS = (
    "func_wrapper.py", "boundaries.py", "errors.py", "methods.py", "native_route.py",
    f"{os.sep}host{os.sep}call.py", f"numpy{os.sep}host_call.py", f"numpy{os.sep}protocols.py",
    f"jax{os.sep}runtime{os.sep}dispatch.py",
)  # fmt: skip
_COMPOSING = os.path.join(_ROOT, "ivy_core", "binding", "")
_HIDDEN = {"full": set(), "ivy": {"native"}, "frontend": {"native", "ivy"}}
# packages whose frames are native: the frameworks add theirs; of others it depends on the caller
_native_packages = {"einops", "h5py", "optree", "psutil"}
# code that PyTorch and TensorFlow have made of functions, the library's among them
_GENERATED = ("<eval_with_key>", "__autograph_generated_file")
_INSTALLED = ("site-packages", "dist-packages")
_CYTHON = (".pyx", ".pxd", ".pxi")
_STANDARD = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib")})
_RAISE = opcode.opmap["RAISE_VARARGS"]
_NEVER_TRANSLATED = (Warning, StopIteration, StopAsyncIteration, RecursionError)


def add_native_packages(*packages: str) -> None:
    """Count the frames of top-level packages, those of a framework, as native.

    Examples
    --------
    >>> add_native_packages("numpy")
    """
    _native_packages.update(packages)
    owner.cache_clear()


def add_library_folder(folder: str) -> None:
    """Count the frames of the files in a folder as the core's: it implements a backend.

    Examples
    --------
    >>> add_library_folder(os.path.join(_ROOT, "ivy_core"))
    """
    _OURS[os.path.join(folder, "")] = "ivy"
    owner.cache_clear()


@functools.cache
def owner(filename: str) -> str:
    """Name the owner of a file's frames.

    Returns
    -------
    str
        'ivy', 'frontend', 'native' or 'user'; 'package' for another installed package, whose frames
        are native where a framework called it, else the user's; 'python' for the standard library,
        whose frames belong to their callers.
    """
    for folder, whose in _OURS.items():
        if filename.startswith(folder):
            return whose
    if filename.startswith("<frozen "):
        return "python"
    parts = filename.split(os.sep)
    if parts[-1].startswith(_GENERATED):
        return "native"
    if filename.endswith(_CYTHON) and not os.path.isabs(filename):  # as `numpy/random/mtrand.pyx`
        return "native" if parts[0] in _native_packages else "package"
    for folder in _INSTALLED:
        if folder in parts:
            package = parts[parts.index(folder) + 1 :][:1]
            return "native" if _native_packages.issuperset(package) else "package"
    return "python" if filename.startswith(_STANDARD) else "user"


def level_of_user(frame: FrameType | None) -> int:
    """Return the ``stacklevel`` of a warning in ``frame`` that names the user's line.

    That is the first frame above that is no framework's, ivy's or a frontend's; an installed
    library's only where no program's is above it.
    """
    found, level = None, 1
    while frame is not None:
        whose = owner(frame.f_code.co_filename)
        if whose == "user":
            return level
        if whose == "package":
            found = found or level
        frame, level = frame.f_back, level + 1
    return found or 1


def line_of_user(frame: FrameType) -> str:
    """Return file and line of the first frame above that is neither ours nor a framework's."""
    while frame.f_back is not None and owner(frame.f_code.co_filename) not in ("user", "package"):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


@functools.cache
def _is_wrapper_file(filename: str) -> bool:
    """Return whether a file of the library contains wrappers, not the functions themselves."""
    return owner(filename) in ("ivy", "frontend") and (
        filename.endswith(_WRAPPERS) or _COMPOSING in filename
    )


def _owners_of_entries(err: BaseException) -> list[str]:
    """List the owner of each entry of a traceback: 'ivy', 'frontend', 'native' or 'user'."""
    owners, whose, entry = [], "native", err.__traceback__
    while entry is not None:
        found = owner(entry.tb_frame.f_code.co_filename)
        if found == "package":
            found = "native" if whose == "native" and owners else "user"
        if found != "python":
            whose = found
        owners.append(whose)
        entry = entry.tb_next
    return owners


def came_through_user_code(err: BaseException) -> bool:
    """Return whether an error came through the user's own code: a callback, an ``__array__``."""
    return "user" in _owners_of_entries(err)


def trim(err: BaseException) -> None:
    """Take out of an exception's traceback, and of those it came from, what the modes hide."""
    mode, show = shown.mode, shown.wrappers
    if mode == "full" and show:
        return
    dropped = _drop_hidden_frames(err, mode, show)
    if mode == "frontend":
        dropped |= _drop_library_chain(err)
    else:
        for other in _chain_within_library(err):
            dropped |= _drop_hidden_frames(other, mode, show)
            _set_trace_mode_hints(other, mode, set())
    _set_trace_mode_hints(err, mode, dropped)


def _drop_hidden_frames(err: BaseException, mode: str, show: bool) -> set[str]:
    """Drop the frames that the trace modes hide; return the owners of the dropped ones.

    In mode 'frontend' the frontend's frames between two of the user's are cut down to the function
    that the user called, and the wrapper above it.
    """
    entries, dropped, called = [], set(), False
    hidden, squash, next_entry = _HIDDEN[mode], mode == "frontend", err.__traceback__
    for whose in _owners_of_entries(err):
        entry, next_entry = next_entry, next_entry.tb_next
        wrapper = _is_wrapper_file(entry.tb_frame.f_code.co_filename)
        if whose == "user":
            called = False
        if whose in hidden or called and whose == "frontend":
            dropped.add(whose)
        elif show or not wrapper:
            entries.append(entry)
            called = called or squash and whose == "frontend" and not wrapper
        if wrapper and not show:
            dropped.add("wrapper")
    if dropped:
        kept = None
        for entry in reversed(entries):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
        err.__traceback__ = kept
    return dropped


def _cause_or_context(err: BaseException) -> BaseException | None:
    """Return the exception whose traceback Python prints above that of ``err``."""
    return err.__cause__ or (None if err.__suppress_context__ else err.__context__)


def _chain_within_library(err: BaseException) -> list[BaseException]:
    """List an error's causes and contexts raised inside the library, up to one the user caught."""
    chain, seen = [], {id(err)}
    while True:
        err = err.__cause__ or (None if err.__suppress_context__ else err.__context__)
        if err is None or id(err) in seen or _caught_by_user(err):
            return chain
        seen.add(id(err))
        chain.append(err)


def restore_users_context(err: BaseException) -> None:
    """Bring back what the user was handling, where below her something is raised ``from None``."""
    *_, last = err, *_chain_within_library(err)
    if last.__suppress_context__ and last.__cause__ is None:
        other, seen = last.__context__, {id(last)}
        while other is not None and id(other) not in seen and not _caught_by_user(other):
            seen.add(id(other))
            other = other.__context__
        last.__context__ = other
        last.__suppress_context__ = other is None


def _caught_by_user(err: BaseException) -> bool:
    """Return whether the outermost frame of a traceback is the user's, or another package's."""
    entry = err.__traceback__
    return entry is not None and owner(entry.tb_frame.f_code.co_filename) in ("user", "package")


def _drop_library_chain(err: BaseException) -> set[str]:
    """Drop the causes and contexts raised inside the library, up to one with a user's frame."""
    kept, dropped = _cause_or_context(err), set()
    for other in _chain_within_library(err):
        if came_through_user_code(other):
            break
        kept = _cause_or_context(other)
        dropped = {"native"}
    if dropped:
        err.__cause__, err.__context__ = None, kept
        err.__suppress_context__ = kept is None
    return dropped


def _set_trace_mode_hints(err: BaseException, mode: str, dropped: set[str]) -> None:
    """Add notes on how to see the dropped frames; unless the mode is full, drop JAX's own."""
    notes = getattr(err, "__notes__", [])
    others = [note for note in notes if note not in _HINTS]
    if mode != "full":
        others = [note for note in others if not note.startswith(_JAX_NOTE)]
    hints = [note for note in notes if note in _HINTS]
    if dropped - {"wrapper"} and _HINT.format(mode) not in hints:
        hints.insert(0, _HINT.format(mode))
    if "wrapper" in dropped and _WRAPPER_HINT not in hints:
        hints.append(_WRAPPER_HINT)
    if others + hints != notes:
        err.__notes__ = others + hints


def trim_if_not_ours(err: BaseException, around_user_code: bool = False) -> bool:
    """Return whether a boundary has no say in an error, but for its traceback, which is trimmed.

    So it is with one that came through the user's code (unless that is what the boundary stands
    around), a warning that the user has turned into an error, the end of an iteration, and a stack
    that is full.
    """
    if (
        isinstance(err, _NEVER_TRANSLATED)
        or not around_user_code
        and "user" in _owners_of_entries(err)
    ):
        trim(err)
        return True
    return False


def replace_exception(raised: BaseException, err: BaseException) -> None:
    """Trim what a boundary raises in the end, after it has looked at the ``err`` that it caught.

    Parameters
    ----------
    raised : exception
        What goes on to the user: the translation of ``err``, whose context is then the user's, or
        ``err`` itself, which was raised once more in the boundary or below it.
    err : exception
        What the boundary has caught.

    Examples
    --------
    A boundary, in the form that all of them have; its own frames are not told twice:

    >>> from ivy_core.utils.tracebacks import replace_exception
    >>> def retry_general(err):
    ...     raise err
    >>> def call():
    ...     try:
    ...         return 1 / 0
    ...     except Exception as err:
    ...         try:
    ...             return retry_general(err)
    ...         except Exception as raised:
    ...             replace_exception(raised, err)
    ...             raise
    >>> try:
    ...     call()
    ... except ZeroDivisionError as err:
    ...     err.__traceback__.tb_next.tb_next is None
    True
    """
    if raised is err:
        _drop_second_raise(err)
        trim(err)
        return
    if raised.__dict__.pop("_stands_for", None) is err:
        raised.__traceback__ = err.__traceback__  # without this boundary's frame once more
        raised.__cause__, raised.__context__ = err.__cause__, err.__context__
        raised.__suppress_context__ = err.__suppress_context__
    elif raised.__context__ is err and raised.__cause__ is not err:
        raised.__context__ = err.__context__
    restore_users_context(raised)
    trim(raised)


def _drop_second_raise(err: BaseException) -> None:
    """Drop the first traceback entries, up to the second ``raise`` of an error at its boundary."""
    entry = err.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_code[entry.tb_lasti] == _RAISE:
            err.__traceback__ = entry.tb_next
            return
        entry = entry.tb_next
