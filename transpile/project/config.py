"""Options that a project keeps in its ``pyproject.toml``, under ``[tool.transpile]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from transpile.errors import TranspileError

NAME = "pyproject.toml"
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
# What writes or runs is asked for on the command line: these files come with other people's code.
_NOT_HERE = {"output", "in-place", "force", "run", "module", "diff", "check", "report"}
# The others have the name and the meaning that they have there.
KEYS: Mapping[str, type] = {
    "to": str,
    "from": str,
    "device": str,
    "devices": int,
    "mesh": str,
    "partition": str,
    "processes": int,
    "default-dtype": str,
    "doctests": bool,
    "include": list,
    "exclude": list,
    "clear-output": bool,
    "backup": bool,
    "jobs": int,
    "packages": list,
}
_WORDS = {str: "a string", bool: "true or false", list: "a list of strings", int: "a number"}


def read_config(start: Path) -> dict[str, object]:
    """Return the options for code at `start`: the table ``[tool.transpile]`` that is nearest above.

    Parameters
    ----------
    start : Path
        A file or a folder, there or not. The search goes up from there and ends at the root of a
        git repository.

    Returns
    -------
    dict
        Option -> value, under the names of the command line; empty where no file has the table.

    Raises
    ------
    TranspileError
        Where a ``pyproject.toml`` cannot be read, or says what no option means.

    Examples
    --------
    >>> read_config(Path("/no/such/folder"))
    {}
    """
    for folder in _folders_up_to_repository(start):
        path = folder / NAME
        if path.is_file():
            table = _read_config_table(path)
            if table is not None:
                return {key: _checked_option(key, value, path) for key, value in table.items()}
    return {}


def _folders_up_to_repository(start: Path) -> Iterator[Path]:
    start = start.absolute()
    for folder in (start, *start.parents):
        yield folder
        if (folder / ".git").exists():
            return


def _read_config_table(path: Path) -> dict[str, object] | None:
    """Return ``[tool.transpile]`` of a pyproject.toml; None without; raise if it is broken."""
    import tomllib  # most folders of scripts have no such file

    try:
        content = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise TranspileError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except UnicodeDecodeError:
        raise TranspileError("not valid utf-8", file=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line, column = place.groups() if place else (None, None)
        message = _PLACE.sub("", str(error))
        raise TranspileError(message, file=str(path), line=line, column=column) from None
    tools = content.get("tool")
    table = tools.get("transpile") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise TranspileError("tool.transpile must be a table", file=str(path))
    return table


def _checked_option(key: str, value: object, path: Path) -> object:
    """Return ``value`` as it is; raise a `TranspileError` for a wrong key or type."""
    if key in _NOT_HERE:
        message = f"[tool.transpile] {key} must be asked for on the command line"
        raise TranspileError(message, file=str(path))
    if key not in KEYS:
        import difflib

        near = difflib.get_close_matches(key, KEYS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f": choose from {', '.join(KEYS)}"
        raise TranspileError(f"[tool.transpile] has no option {key!r}{hint}", file=str(path))
    wanted = KEYS[key]
    is_right = type(value) is wanted
    if wanted is list and is_right:
        is_right = all(isinstance(item, str) for item in value)
    if not is_right:
        raise TranspileError(
            f"[tool.transpile] {key} must be {_WORDS[wanted]}, not {value!r}", file=str(path)
        )
    return value
