"""PyTorch's module and qualified name of each class and function here, for code that asks.

``BatchNorm2d.__module__`` is ``torch.nn.modules.batchnorm`` in PyTorch, wherever the class stands
here; the class itself says where it stands, as pickles need it. ``definitions.txt``, which
``python -m tools.torch_names`` writes, has what is defined elsewhere than `name_table` shows it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator

from frontends.common.definitions import FINDERS, Definition
from frontends.common.sections import read_sections

from . import name_table

_FRONTENDS = "frontends."


def definition_of(value: type | object) -> object:
    """Return the Definition of a class or function of this package; another value as it is.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> found = definition_of(torch.nn.BatchNorm2d)
    >>> found.__module__, found.__qualname__
    ('torch.nn.modules.batchnorm', 'BatchNorm2d')
    """
    home, qualname = value.__module__, getattr(value, "__qualname__", None)
    if qualname is None:
        return value
    if home.startswith(_FRONTENDS):
        return _find_definition(home, qualname)
    # an object that has PyTorch's name of a module already, or real PyTorch's own
    module = sys.modules.get(_FRONTENDS + home)
    is_ours = module is not None and vars(module).get(value.__name__) is value
    return _definition_at(_table_path(home, value.__name__)) if is_ours else value


@functools.cache
def _find_definition(home: str, qualname: str) -> Definition:
    """Return the Definition of what has a name in a module here: a method's is in its class's."""
    name, dot, inner = qualname.partition(".")
    value = vars(sys.modules[home]).get(name)
    for path in _possible_paths(home.removeprefix(_FRONTENDS), name):
        module, _, shown = path.rpartition(".")
        there = sys.modules.get(_FRONTENDS + module)
        if value is not None and there is not None and getattr(there, shown, None) is value:
            found = _definition_at(path)
            return Definition(found.__module__, found.__qualname__ + dot + inner)
    return Definition(home.removeprefix(_FRONTENDS), qualname)  # of no name of PyTorch's


def _possible_paths(namespace: str, name: str) -> Iterator[str]:
    """Yield the paths of the table at which a name stands, those near a module first."""
    while namespace:
        if name in name_table.names(namespace):
            yield _table_path(namespace, name)
        namespace = namespace.rpartition(".")[0]
    for module in name_table.modules_with(name):
        yield _table_path(module, name)


def _table_path(namespace: str, name: str) -> str:
    """Return the path under which the table has the object of a name, wherever that is shown."""
    entry = name_table.names(namespace).get(name)
    return entry.detail if entry is not None and entry.kind == "from" else f"{namespace}.{name}"


def _definition_at(path: str) -> Definition:
    """Return the Definition of the object that the table has at a path."""
    module, _, name = path.rpartition(".")
    return Definition(*_defined_elsewhere().get(path, (module, name)))


@functools.cache
def _defined_elsewhere() -> dict[str, tuple[str, str]]:
    """Return ``__module__`` and ``__qualname__`` by path, of what is defined under another."""
    found = {}
    for home, text in read_sections(__file__, "definitions.txt").items():
        for line in text.strip().split("\n"):
            path, *names = line.split()
            for each in names:
                name, _, shown = each.partition(":")
                qualname = shown + name if shown.endswith(".") else shown or name
                found[f"{path}.{name}"] = home, qualname
    return found


FINDERS["torch"] = definition_of
__all__ = ["definition_of"]
