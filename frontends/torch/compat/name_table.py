"""Names of each module of PyTorch, read from ``public_names.txt`` when first asked for.

``python -m tools.torch_names`` writes the table out of an installed PyTorch. A line ``[torch.nn]``
begins a module; ``all`` behind it says that the module has an ``__all__``. The lines below it say
what its names are: ``class``, ``function``, ``error`` (a class of exceptions), ``enum`` with its
members, ``type`` (of annotations), ``literal`` with its value, ``module`` (of Python's, that a
private file has imported), ``value`` (anything else), and ``from M``: the same object as in the
module M, under the name behind the colon if there is one. A name marked ``-``, or an underscore
name without ``+``, is not among what ``import *`` takes.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import NamedTuple

from frontends.common.sections import read_sections

_FILE = Path(__file__).with_name("public_names.txt")


class Entry(NamedTuple):
    """A name of a module.

    Attributes
    ----------
    kind : str
        ``class``, ``function``, ``error``, ``enum``, ``type``, ``literal``, ``module``, ``value``
        or ``from``.
    listed : bool
        Whether ``import *`` takes it.
    detail : str
        The module of a name ``from`` elsewhere, the value of a literal, the members of an enum, a
        module's own name.
    """

    kind: str
    listed: bool
    detail: str = ""


@functools.cache
def _read_module_blocks() -> dict[str, str]:
    """Return a dict from a module's path to its lines of the table, as one text."""
    return read_sections(__file__, _FILE.name)


def version() -> str:
    """Return the version of PyTorch whose names these are.

    Examples
    --------
    >>> version()
    '2.13.0'
    """
    with _FILE.open() as file:
        return file.readline().split()[2].rstrip(":")


def modules() -> list[str]:
    """Return the paths of all modules.

    Examples
    --------
    >>> "torch.nn.modules.batchnorm" in modules()
    True
    """
    return list(_read_module_blocks())


def modules_with(name: str) -> list[str]:
    """Return the paths of the modules that have a name.

    Examples
    --------
    >>> modules_with("get_swa_avg_fn")
    ['torch.optim.swa_utils']
    """
    blocks = _read_module_blocks().items()
    return [path for path, text in blocks if name in text and name in names(path)]


def has_module(path: str) -> bool:
    """Return whether PyTorch has a module of that path.

    Examples
    --------
    >>> has_module("torch.optim.adamw"), has_module("torch.optim.adamx")
    (True, False)
    """
    return path in _read_module_blocks()


@functools.cache
def packages() -> frozenset[str]:
    """Return the paths of the modules that have others within.

    Examples
    --------
    >>> "torch.nn" in packages(), "torch.nn.init" in packages()
    (True, False)
    """
    return frozenset(path.rpartition(".")[0] for path in _read_module_blocks())


@functools.cache
def names(path: str) -> dict[str, Entry]:
    """Return the names of a module, none where there is no such module.

    Examples
    --------
    >>> names("torch.nn.modules.batchnorm")["BatchNorm2d"]
    Entry(kind='from', listed=True, detail='torch.nn.BatchNorm2d')
    """
    found: dict[str, Entry] = {}
    for line in _read_module_blocks().get(path, "").split("\n")[1:]:
        kind, _, rest = line.partition(" ")
        if kind == "literal":
            name, _, value = rest.partition("=")
            _enter_name(found, kind, name, value)
        elif kind == "enum":
            for each in rest.split():
                name, _, members = each.partition("(")
                _enter_name(found, kind, name, members.removesuffix(")"))
        elif kind == "from":
            home, *each_name = rest.split()
            for each in each_name:
                name, _, other = each.partition(":")
                _enter_name(found, kind, name, f"{home}.{other or name.lstrip('+-')}")
        elif kind == "module":
            for each in rest.split():
                name, _, other = each.partition(":")
                _enter_name(found, kind, name, other or name.lstrip("+-"))
        else:
            for each in rest.split():
                _enter_name(found, kind, each, "")
    return found


def _enter_name(found: dict[str, Entry], kind: str, marked: str, detail: str) -> None:
    """Add a name to ``found``: listed if marked ``+``, unlisted if ``-``, else by its ``_``."""
    name = marked.lstrip("+-")
    listed = not name.startswith("_") if name == marked else marked[0] == "+"
    found[name] = Entry(kind, listed, detail)


def all_of(path: str) -> list[str] | None:
    """List the names that ``import *`` takes of a module.

    Examples
    --------
    >>> all_of("torch.nn.modules.flatten")
    ['Flatten', 'Unflatten']
    """
    return [name for name, entry in names(path).items() if entry.listed]


def members_of(entry: Entry) -> dict[str, int | str]:
    """Return the members of an enumeration.

    Examples
    --------
    >>> members_of(names("torch.nn.attention")["SDPBackend"])["MATH"]
    0
    """
    pairs = (pair.partition("=") for pair in entry.detail.split(","))
    return {name: ast.literal_eval(value) for name, _, value in pairs}


__all__ = [
    "Entry",
    "all_of",
    "has_module",
    "members_of",
    "modules",
    "modules_with",
    "names",
    "packages",
    "version",
]
