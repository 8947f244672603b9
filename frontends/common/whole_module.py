"""Modules whose names are found when first asked for, and all of them when their dict is."""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Callable


class WholeModule(types.ModuleType):
    """Module of a frontend: ``vars(module)`` has every name that the framework's module has.

    When the dict is first read, missing names are found, and the module becomes
    a plain one.
    """

    @property
    def __dict__(self):
        namespace = super().__dict__
        self.__class__ = types.ModuleType
        find, names = namespace["__getattr__"], _missing.pop(namespace["__name__"])
        try:
            for name in names():
                if name not in namespace:
                    namespace[name] = find(name)
        except AttributeError as err:  # for this Python would ask the module's `__getattr__`
            raise RuntimeError(f"{namespace['__name__']} lacks a name that it lists") from err
        return namespace

    def __reduce__(self):  # cloudpickle and dill know modules by their very class
        return importlib.import_module, (self.__name__,)

    def __dir__(self):  # that of plain modules asks for the dict first
        namespace = super().__dict__
        return namespace["__dir__"]() if "__dir__" in namespace else sorted(namespace)


_missing: dict[str, Callable] = {}  # by module: what lists the names that its dict is to have


def present_whole(module: str, names: Callable) -> None:
    """Have a module show all its names in its dict.

    Parameters
    ----------
    module : str
        The frontend's module, which has ``__getattr__``.
    names : callable
        Returns the names; called when the dict is first asked for.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> "zeros" in vars(np)
    True
    """
    _missing[module] = names
    sys.modules[module].__class__ = WholeModule


def found_names(module: str) -> dict[str, object]:
    """Return a module's dict as it is, without looking for missing names."""
    found = sys.modules[module]
    return _dict_of(found) if isinstance(found, types.ModuleType) else vars(found)


_dict_of = types.ModuleType.__dict__["__dict__"].__get__

__all__ = ["WholeModule", "found_names", "present_whole"]
