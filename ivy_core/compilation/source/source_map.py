"""Map from frames of converted code to lines of the user's."""

from __future__ import annotations

import linecache
import os
import re
import sys
import sysconfig
import types
import weakref
from pathlib import Path

from ..policy import MOST_SOURCE_MAPS

_OURS = str(Path(__file__).resolve().parents[2]) + os.sep
_FRONTENDS = str(Path(__file__).resolve().parents[3] / "frontends") + os.sep
_LIBRARIES = tuple(
    {
        path + os.sep
        for name in ("stdlib", "purelib", "platlib")
        if (path := sysconfig.get_paths().get(name))
    }
)
# Libraries whose models are traced: their special methods, imports and constructors of results do
# nothing but compute
KNOWN_LIBRARIES = frozenset({"transformers", "diffusers", "timm"})
_maps: dict[str, dict] = {}  # by converted file: file and line by its lines
_locations: dict[str, tuple[str, int, int]] = {}  # by the file names of texts: file, line, shift
_MOVED = re.compile(r"# moved down by (\d+) lines\n")


def remember(code: types.CodeType, origins: dict) -> None:
    """Keep the lines that converted code was made of; they go with the code, and so does its text.

    Parameters
    ----------
    code : code
    origins : dict
        File and line by lines of the code.
    """
    filename = code.co_filename
    if len(_maps) >= MOST_SOURCE_MAPS:
        _maps.pop(next(iter(_maps)))
    weakref.finalize(code, _forget, filename).atexit = False
    lines: dict[int, tuple[str, int]] = {}
    for line, (name, source_line) in origins.items():
        path, _, shift = _locations.get(name) or (os.path.normpath(name), 0, 0)
        lines[line] = path, max(1, source_line - shift)
    _maps[filename] = lines


def _forget(filename: str) -> None:
    """Forget the source map of converted code, and its text."""
    _maps.pop(filename, None)
    linecache.cache.pop(filename, None)


def function_of(source: str, like: types.FunctionType) -> types.FunctionType:
    """Return a function with a source of its own, which says in other words what one does.

    Parameters
    ----------
    source : str
        The text of the function, each line where the file of ``like`` has it; or below that, as
        the first line says then: :func:`lines_before`.
    like : function
        Whose name, globals and defaults it has.
    """
    path = like.__code__.co_filename
    name = os.path.join(
        os.path.dirname(path), ".", f"{like.__code__.co_firstlineno}", "..", os.path.basename(path)
    )
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    moved = _MOVED.match(source)
    _locations[name] = (
        os.path.normpath(path),
        like.__code__.co_firstlineno,
        int(moved[1]) if moved else 0,
    )
    pending = [compile(source, name, "exec")]
    while pending:
        code = pending.pop()
        if code.co_name == like.__name__:
            break
        pending += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return types.FunctionType(code, like.__globals__, like.__name__, like.__defaults__)


def lines_before(count: int) -> str:
    """Return empty lines that go before a text, so that its lines are those of a file.

    Where the file has fewer than are needed (``count`` is negative), a line that says by how much
    all lies below.

    Examples
    --------
    >>> lines_before(2), lines_before(-1)
    ('\\n\\n', '# moved down by 2 lines\\n')
    """
    return "\n" * count if count >= 0 else f"# moved down by {1 - count} lines\n"


def location_of(function) -> tuple[str, int]:
    """Return file and line of a function, also of one that :func:`function_of` has made."""
    code = getattr(function, "__code__", None)
    if code is None:
        return "<unknown>", 0
    found = _locations.get(code.co_filename)
    return (code.co_filename, code.co_firstlineno) if found is None else found[:2]


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
    """Return whether a function is the user's: neither ours, nor a library's.

    Libraries of models that are rewritten count as the user's, wherever they are installed.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    path = code.co_filename
    if path.startswith(("<", _OURS, _FRONTENDS)) or is_converted(path):
        return False
    return not path.startswith(_LIBRARIES) or is_of_known_library(function)


def is_of_known_library(value) -> bool:
    """Return whether a class or function is of a library of models, rewritten for a frontend."""
    name = (getattr(value, "__module__", None) or "").partition(".")[0]
    if name not in KNOWN_LIBRARIES:
        return False
    loader = getattr(getattr(sys.modules.get(name), "__spec__", None), "loader", None)
    return type(loader).__module__.partition(".")[0] == "transpile"
