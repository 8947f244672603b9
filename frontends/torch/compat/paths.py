"""Modules of the package that no file stands for, and what is found in those that files do.

PyTorch has some thousand modules, and programs import from any of them. Those without a file here
are made when they are imported, of the table of PyTorch's names; a name that a file lacks is looked
up in the same way. A path that PyTorch does not have raises what importing it would raise there.
"""

from __future__ import annotations
import __future__

import importlib
import sys
import types
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

from ivy_core.utils.import_adapters import find_within

from . import name_table

_ABOVE = len("frontends.")  # frontends.torch.nn is PyTorch's torch.nn

# namespaces.py, which knows all of the package, enters here how a name of a module is found.
find_name: list[Callable[[str, str], object]] = []


def _find_spec(
    fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
) -> ModuleSpec | None:
    """Return the spec of a module, by file or name table; None elsewhere; raise if unknown."""
    parent = sys.modules.get(fullname.rpartition(".")[0])
    if parent is None:
        return None
    if list(path or ()) != list(parent.__path__):
        return None  # a caller looks for the file in other folders, as pytest does
    spec = PathFinder.find_spec(fullname, path, target)
    namespace = fullname[_ABOVE:]
    if spec is None:
        if not name_table.has_module(namespace):
            raise ModuleNotFoundError(
                f"No module named {namespace!r}{_why_namespace_is_missing(namespace)}",
                name=fullname,
            )
        is_package = namespace in name_table.packages()
        return ModuleSpec(fullname, _OfTable(), origin=namespace, is_package=is_package)
    if type(spec.loader) is SourceFileLoader:
        spec.loader = _OfFile(spec.loader.name, spec.loader.path)
    return spec


def _why_namespace_is_missing(namespace: str) -> str:
    """Return the end of an error message, that a namespace is private; empty if it is not."""
    if not any(part.startswith("_") for part in namespace.split(".")):
        return ""
    return (
        ": it is private to PyTorch, and not among the modules whose names are known here; use "
        "what is public, or real PyTorch for this part"
    )


class _Package(types.ModuleType):
    """A package in which another name hides a module: ``torch.multiprocessing.spawn``.

    Importing a module enters it in its package; there, PyTorch's own has put the other back.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not isinstance(value, types.ModuleType):
            super().__setattr__(name, value)


class _OfTable:
    """Load a module that has no file: all of its names are looked up."""

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        return None

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        namespace = module.__spec__.name[_ABOVE:]
        package, _, name = module.__spec__.name.rpartition(".")
        if name in name_table.names(package[_ABOVE:]):
            sys.modules[package].__class__ = _Package
        module.__doc__ = f"``{namespace}``, as this package has it."
        module.__getattr__ = look_up(namespace, vars(module))
        module.__dir__ = lambda: sorted({*vars(module), *name_table.names(namespace)})


class _OfFile(SourceFileLoader):
    """Load a file, and have names that it lacks looked up."""

    def exec_module(self, module: types.ModuleType) -> None:
        super().exec_module(module)
        names = vars(module)
        if isinstance(names.get("annotations"), __future__._Feature):
            del names["annotations"]  # it would hide the module torch.jit.annotations
        names.setdefault("__path__", [])  # PyTorch may have a package where a file is enough here
        names["__getattr__"] = look_up(
            module.__spec__.name[_ABOVE:], names, names.get("__getattr__")
        )


def look_up(namespace: str, names: dict, own: Callable | None = None) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module: its own if it has one, then files, then the table.

    Parameters
    ----------
    namespace : str
        PyTorch's path of the module.
    names : dict
        The module's ``globals()``, where what is found is kept.
    own : callable, optional
        The module's own ``__getattr__``, which is asked first.
    """
    home = names["__spec__"].name

    def __getattr__(name: str):
        if own is not None:
            try:
                return own(name)
            except AttributeError:
                pass  # the table may know it
        is_special = name.startswith("__") and name.endswith("__") and name != "__all__"
        if is_special or not find_name:
            raise AttributeError(f"module {namespace!r} has no attribute {name!r}")
        if PathFinder.find_spec(f"{home}.{name}", names.get("__path__", [])) is not None:
            return importlib.import_module(f"{home}.{name}")
        value = names[name] = find_name[0](namespace, name)
        return value

    return __getattr__


find_within("frontends.torch", _find_spec)
__all__ = ["find_name", "look_up"]
