"""Which line of the user's a frame of converted code stands for."""

from __future__ import annotations

import linecache
import os
import sysconfig
import types
import weakref
from pathlib import Path

_OURS = str(Path(__file__).resolve().parents[1]) + os.sep
_FRONTENDS = str(Path(__file__).resolve().parents[2] / "frontends") + os.sep
_LIBRARIES = tuple(
    {
        path + os.sep
        for name in ("stdlib", "purelib", "platlib")
        if (path := sysconfig.get_paths().get(name))
    }
)
_maps: dict[str, dict] = {}  # by converted file: malt's map of its lines
_MOST = 4096


def remember(code: types.CodeType, source_map: dict) -> None:
    """Keep the lines that the file of converted code was made of; both go with the code."""
    filename = code.co_filename
    if len(_maps) >= _MOST:
        _maps.pop(next(iter(_maps)))
    weakref.finalize(code, _forget, filename).atexit = False  # malt removes files at exit
    lines: dict[int, tuple[str, int]] = {}
    for place, made_of in source_map.items():
        # the text of a loop at module level is known by its file's path, written otherwise
        lines[place.lineno] = os.path.normpath(made_of.loc.filename), made_of.loc.lineno
    _maps[filename] = lines


def _forget(filename: str) -> None:
    _maps.pop(filename, None)
    Path(filename).unlink(missing_ok=True)


def function_of(source: str, like: types.FunctionType) -> types.FunctionType:
    """Return a function with a source of its own, which says in other words what one does.

    Parameters
    ----------
    source : str
        The text of the function, each line where the file of ``like`` has it.
    like : function
        Whose name, globals and defaults it has.
    """
    path = like.__code__.co_filename
    name = os.path.join(
        os.path.dirname(path), ".", f"{like.__code__.co_firstlineno}", "..", os.path.basename(path)
    )
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    pending = [compile(source, name, "exec")]
    while pending:
        code = pending.pop()
        if code.co_name == like.__name__:
            break
        pending += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return types.FunctionType(code, like.__globals__, like.__name__, like.__defaults__)


def origin(frame) -> tuple[str, int]:
    """Return file and line that a frame stands for: its own if nothing was converted."""
    return line_of(frame.f_code.co_filename, frame.f_lineno)


def line_of(filename: str, line: int) -> tuple[str, int]:
    lines = _maps.get(filename)
    if not lines:
        return filename, line
    found = lines.get(line)
    if found is None:  # a line that stands for nothing: what comes before it
        before = [at for at in lines if at <= line]
        found = lines[max(before)] if before else (filename, line)
    return found


def is_converted(filename: str) -> bool:
    return filename in _maps


def is_ours(function: types.FunctionType) -> bool:
    """Return whether a function is of the core or of a frontend."""
    return function.__code__.co_filename.startswith((_OURS, _FRONTENDS))


def is_users(function) -> bool:
    """Return whether a function is the user's: neither ours, nor a library's."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    path = code.co_filename
    if path.startswith(("<", _OURS, _FRONTENDS)) or is_converted(path):
        return False
    return not path.startswith(_LIBRARIES)
