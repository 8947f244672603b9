"""Definitions of a framework's objects, for rewritten code that asks for module and name."""

from __future__ import annotations

from collections.abc import Callable


class Definition:
    """Module and name of a framework's object, under the attributes that such code reads."""

    def __init__(self, module: str, qualname: str) -> None:
        self.__module__ = module
        self.__qualname__ = qualname
        self.__name__ = qualname.rpartition(".")[2]


# By a frontend's name: a function from an object of the frontend's to its Definition.
FINDERS: dict[str, Callable[[object], object]] = {}
__all__ = ["FINDERS", "Definition"]
