"""Attributes of an argument that a function reads: the others are no part of its program's key.

A method's object may hold a counter, an environment or a log beside what the method computes with.
Which attributes are read is seen in the code where it does nothing with the object but to ask for
attributes by name, and to call methods that do the same. Anything else, such as handing the object
on, keeps all of them in the key.
"""

from __future__ import annotations

import dis
import functools
import types
from typing import NamedTuple

from ..policy import MOST_PROGRAMS
from ..source.source_map import is_users

_READS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_LOADS = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_DEREF", "LOAD_CLASSDEREF"})
# they name the object, and do not use it
_CELLS = frozenset({"LOAD_CLOSURE", "MAKE_CELL"})
# what may find the object in its frame, without its name
_LOOKS_AT_FRAMES = frozenset(
    {"super", "locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "stack"}
)
_MISSING = object()


class ReadAttributes(NamedTuple):
    """The attributes of an argument that a function reads.

    Attributes
    ----------
    names : frozenset of str
        The attributes.
    keeps_private : bool
        Whether what begins with an underscore is read too: by the ``__getattr__`` of a framework.
    cls : type
    found : tuple of (str, object)
        What the class has by these names: where that is another now, nothing of this holds.
    codes : tuple of (function, code)
        Those that were looked at.
    """

    names: frozenset
    keeps_private: bool
    cls: type
    found: tuple
    codes: tuple

    def is_valid(self) -> bool:
        """Return whether the class and the functions are as they were."""
        cls = self.cls
        return all(_of_class(cls, name) is value for name, value in self.found) and all(
            function.__code__ is code for function, code in self.codes
        )

    def of(self, held: dict) -> dict:
        """Return those among an object's attributes."""
        names = self.names
        if self.keeps_private:
            return {k: v for k, v in held.items() if k in names or k[:1] == "_"}
        return {k: v for k, v in held.items() if k in names}


def read_attributes(function, position: int, cls: type) -> ReadAttributes | None:
    """Find what a function reads of its argument at a position, which is of a class.

    Returns
    -------
    ReadAttributes or None
        None where it may read any attribute, or sets one.
    """
    found = _read_attributes(function, position, cls)
    if found is not None and not found.is_valid():
        _read_attributes.cache_clear()
        found = _read_attributes(function, position, cls)
    return found


@functools.lru_cache(MOST_PROGRAMS)
def _read_attributes(function, position: int, cls: type) -> ReadAttributes | None:
    if type(function) is not types.FunctionType or issubclass(cls, types.ModuleType):
        return None
    if cls.__getattribute__ is not object.__getattribute__:
        return None
    getter = _of_class(cls, "__getattr__")
    if getter is not _MISSING and is_users(getter):
        return None
    names: set[str] = set()
    found: dict[str, object] = {"__getattr__": getter}
    codes: dict = {}
    coming = [(function, position)]
    while coming:
        each, at = coming.pop()
        if each in codes:
            if codes[each][1] != at:
                return None
            continue
        codes[each] = each.__code__, at
        asked = _names_asked_for(each.__code__, at)
        if asked is None:
            return None
        for name in asked - names:
            value = found[name] = _of_class(cls, name)
            called = _called_with_object(value)
            if called is None:
                return None
            coming += [(one, 0) for one in called]
        names |= asked
    pairs = tuple((each, code) for each, (code, _) in codes.items())
    is_private = getter is not _MISSING
    return ReadAttributes(frozenset(names), is_private, cls, tuple(found.items()), pairs)


def _of_class(cls: type, name: str):
    """Return the attribute of a class as its dictionary, or that of a base, holds it."""
    for base in cls.__mro__:
        held = vars(base)
        if name in held:
            return held[name]
    return _MISSING


def _called_with_object(value) -> list | None:
    """Return the functions that are given the object where it is asked for this one of its class.

    None where they are not known.
    """
    while hasattr(value, "__ivy_compiled__") and hasattr(value, "__wrapped__"):
        value = value.__wrapped__  # the function behind a watcher
    if isinstance(value, types.FunctionType):
        return [value] if is_users(value) else None
    if type(value) is property:
        is_known = isinstance(value.fget, types.FunctionType) and is_users(value.fget)
        return [value.fget] if is_known else None
    if isinstance(value, staticmethod | classmethod):
        return []
    return None if hasattr(type(value), "__get__") else []


def _names_asked_for(code: types.CodeType, position: int) -> frozenset | None:
    """Return the attributes that code asks its argument at a position for; None if it does more."""
    if position >= code.co_argcount:
        return None
    name = code.co_varnames[position]
    names: set[str] = set()
    coming = [code]
    while coming:
        each = coming.pop()
        if not _LOOKS_AT_FRAMES.isdisjoint(each.co_names):
            return None
        before = None
        for instruction in dis.get_instructions(each):
            is_object = instruction.argval == name or (
                isinstance(instruction.argval, tuple) and name in instruction.argval
            )
            if before is not None:
                if instruction.opname not in _READS or _is_special(instruction.argval):
                    return None
                names.add(instruction.argval)
            before = None
            if not is_object or instruction.opname not in _NAMING:
                continue
            if instruction.opname in _LOADS:
                before = instruction
            elif instruction.opname not in _CELLS:
                return None
        coming += [
            inner
            for inner in each.co_consts
            if isinstance(inner, types.CodeType) and name in inner.co_freevars
        ]
    return frozenset(names)


def _is_special(name: str) -> bool:
    """Return whether it is such an attribute as ``__dict__``, by which all others are found."""
    return name.startswith("__") and name.endswith("__")


# the instructions that name a local variable, or one of a closure
_NAMING = frozenset(
    name
    for name, code in dis.opmap.items()
    if code in dis.haslocal or code in dis.hasfree or "_FAST" in name
)
