"""Lists, dictionaries and objects that a traced function may change: watched, and put back."""

from __future__ import annotations

import copyreg
import functools
import sys
from collections import OrderedDict, deque
from itertools import starmap
from operator import is_
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodType,
    ModuleType,
    NoneType,
    SimpleNamespace,
)

from ivy_core.backends.holder import Holder

from ..policy import MOST_WATCHED_LEVELS
from ..source.source_map import is_converted, is_users
from .slots import ABSENT, read_from, write_to

# Objects of classes derived from these hold what their attributes do not show
_VALUES = (int, float, complex, str, bytes, bytearray, tuple, list, set, frozenset, deque)
_SEQUENCES = (list, set, deque, bytearray)  # and classes derived from these
# What a trace meets most often among what names stand for: known without a look at attributes
_WITHOUT_CONTENTS = frozenset(
    {int, float, complex, bool, str, bytes, NoneType, FunctionType, BuiltinFunctionType, MethodType}
)


def contents(container):
    """Copy the contents of a list, dictionary, set or plain object; None of others."""
    kind = type(container)
    if kind in _WITHOUT_CONTENTS:
        return None
    if kind is list:
        return list(container)
    if kind is dict or kind is set:
        return kind(container)
    if isinstance(container, dict):
        return dict(dict.items(container))  # a class may make its elements when they are asked for
    if is_plain_object(container):
        return dict(vars(container))
    return None


def is_plain_object(value) -> bool:
    """Return whether a value is an object with attributes of its own, no function or class.

    One that can be called is such an object if it is a module, or if its class says itself how.
    """
    if isinstance(value, (type, Holder, *_VALUES)):
        return False
    if type(value) is SimpleNamespace:
        return True
    if callable(value) and not (hasattr(value, "parameters") or is_users(type(value).__call__)):
        return False
    module = type(value).__module__
    if module in ("builtins", "types", "numpy", "functools") or not hasattr(value, "__dict__"):
        return False
    if module == "logging" and type(value).__name__ == "Manager":
        return False  # which leads from each logger to all others
    if getattr(type(value), "_is_opaque", False):  # e.g. what keeps programs
        return False
    if has_filled_slots(value):
        return False
    return not is_module_of_a_file(value) and module.split(".")[0] not in (
        "jax", "jaxlib", "numpy", "importlib", "malt",
    )  # fmt: skip


def has_filled_slots(value) -> bool:
    """Return whether an object of a user's class, or a context, holds values in ``__slots__``."""
    kind = type(value)
    if getattr(kind, "_hides_state", False):
        return True
    if kind.__module__ in sys.builtin_module_names:
        return False
    if not any(hasattr(value, name) for name in copyreg._slotnames(kind)):
        return False
    module = sys.modules.get(kind.__module__)
    return kind.__module__ == "__main__" or module is not None and is_users_module(module)


def is_users_module(module) -> bool:
    """Return whether a module is the user's: neither ours, nor a library's."""
    path = getattr(module, "__file__", None)
    return path is not None and is_users(
        SimpleNamespace(__code__=SimpleNamespace(co_filename=path))
    )


def is_module_of_a_file(value) -> bool:
    """Return whether a value is a module: the names of one that was made by hand are attributes."""
    return isinstance(value, ModuleType) and hasattr(value, "__file__")


def _all_contents(container):
    """Copy what a container holds, as :func:`contents`; a list of what no program can carry holds.

    That are a deque, a bytearray, and what is derived from a list or a set.
    """
    found = contents(container)
    if found is None and isinstance(container, _SEQUENCES):
        return list(container)
    return found


def put_back(container, held) -> None:
    """Let a container hold what :func:`contents` gave."""
    if isinstance(container, list):
        list.__setitem__(container, slice(None), held)
    elif isinstance(container, bytearray):
        container[:] = bytes(held)
    elif isinstance(container, deque):
        deque.clear(container)
        deque.extend(container, held)
    elif isinstance(container, set):
        set.clear(container)
        set.update(container, held)
    else:
        inside = container if isinstance(container, dict) else vars(container)
        if not has_same_keys(inside, held):
            inside.clear()
        if isinstance(inside, OrderedDict):  # it keeps the order of its keys beside the dictionary
            inside.update(held)
        else:
            dict.update(inside, held)  # that of a Counter adds


def is_same(a, b) -> bool:
    """Return whether two contents are the same objects in the same slots."""
    if type(a) is set:
        return a == b
    if type(a) is list:
        return len(a) == len(b) and all(map(is_, a, b))
    return has_same_keys(a, b) and all(map(is_, a.values(), b.values()))


def has_same_keys(a: dict, b: dict) -> bool:
    """Return whether two dictionaries have the same keys in the same order."""
    if len(a) != len(b):
        return False
    return all(map(is_, a, b)) or all(
        x is y or not isinstance(x, Holder) and x == y for x, y in zip(a, b, strict=True)
    )


def get_slot(container, key):
    """Read a slot of a list, a dictionary, an object, a class, or of a cell."""
    if isinstance(container, (list, dict)):
        return container[key]
    return container.cell_contents if type(container) is CellType else vars(container)[key]


def set_slot(container, key, value) -> None:
    if isinstance(container, (list, dict)):
        container[key] = value
    elif type(container) is CellType:
        container.cell_contents = value
    elif isinstance(container, type):
        type.__setattr__(container, key, value)
    else:
        vars(container)[key] = value


def bound_by(*functions) -> list:
    """List the values in the closures of functions: the names that a body uses."""
    found = []
    for function in functions:
        for cell in getattr(function, "__closure__", None) or ():
            try:
                found.append(cell.cell_contents)
            except ValueError:  # a name that has no value yet
                pass
    return found


class Watched:
    """The containers within some values, and what they held; and what some slots held.

    Functions of the user's among the values can change what their closures, defaults and attributes
    hold, and methods what their classes do: these are watched, too.

    Parameters
    ----------
    values : iterable
    slots : sequence of (namespace, name)
    classes : sequence of type
        Whose attributes are slots too.
    cells : collection of cell
        Which are looked after otherwise.
    """

    def __init__(self, values, slots=(), classes=(), cells=()):
        self.held: dict[int, tuple] = {}
        self._slots = list(zip(slots, starmap(read_from, slots), strict=True))
        known = [namespace for namespace, _ in slots if type(namespace) is CellType]
        self._cells = {id(cell): cell for cell in (*cells, *known)}
        self._reached: dict[int, object] = {id(each): each for each in classes}
        self._keep_contents_of(values, 0)
        classes = [each for each in self._reached.values() if isinstance(each, type)]
        self._classes = ClassAttributes(classes) if classes else None

    def _keep_contents_of(self, values, depth: int) -> None:
        """Keep what containers among values hold now, nested ones too, to find changes later."""
        for value in values:
            kind = type(value)
            if kind is FunctionType or kind is MethodType or kind is functools.partial:
                self._keep_what_is_reached_by(value, depth)
                continue
            if kind is BuiltinFunctionType and type(value.__self__) in (list, dict, set):
                self._keep_contents_of([value.__self__], depth)  # of `push = items.append`
                continue
            if kind in _WITHOUT_CONTENTS or isinstance(value, Holder):
                continue
            if id(value) in self.held or depth > MOST_WATCHED_LEVELS:
                continue
            if kind is tuple:
                self._keep_contents_of(value, depth + 1)
                continue
            if "<locals>" in (kind if kind is not type else value).__qualname__:
                self._keep_attributes_of(kind if kind is not type else value, depth)
            held = _all_contents(value)
            if held is not None:
                self.held[id(value)] = value, held
                self._keep_contents_of(held.values() if isinstance(held, dict) else held, depth + 1)
                if isinstance(value, (dict, *_SEQUENCES)) and hasattr(value, "__dict__"):
                    self._keep_contents_of([vars(value)], depth + 1)

    def _keep_what_is_reached_by(self, function, depth: int) -> None:
        """Keep what a function can change that is no argument: of its closure, for instance."""
        if type(function) is MethodType:
            self._keep_contents_of([function.__self__, function.__func__], depth)
            return
        if type(function) is functools.partial:
            given = [function.func, *function.args, *function.keywords.values()]
            self._keep_contents_of(given, depth)
            return
        if id(function) in self._reached or depth > MOST_WATCHED_LEVELS:
            return
        if not (is_users(function) or is_converted(function.__code__.co_filename)):
            return
        self._reached[id(function)] = function
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            if id(cell) not in self._cells:
                self._cells[id(cell)] = cell
                self._slots.append(((cell, name), read_from(cell, name)))
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        self._keep_contents_of([*bound_by(function), *defaults, vars(function)], depth + 1)

    def _keep_attributes_of(self, cls: type, depth: int) -> None:
        """Keep the attributes of a class that a function has made, and what its methods can change.

        Those of other classes are found beforehand.
        """
        if id(cls) in self._reached:
            return
        self._reached[id(cls)] = cls
        for value in list(vars(cls).values()):
            if isinstance(value, property):
                self._keep_contents_of([value.fget, value.fset, value.fdel], depth + 1)
            else:
                self._keep_contents_of([getattr(value, "__func__", value)], depth + 1)

    def changed(self) -> list:
        return [
            container
            for container, held in self.held.values()
            if not is_same(held, _all_contents(container))
        ]

    def attributes(self) -> list:
        """List the values that attributes of objects held, without those of dictionaries."""
        held = [held for value, held in self.held.values() if not isinstance(value, dict)]
        return [each for some in held if type(some) is dict for each in some.values()]

    def has_local_classes(self) -> bool:
        """Return whether there are classes that a function has made."""
        return any(
            isinstance(each, type) and "<locals>" in each.__qualname__
            for each in self._reached.values()
        )

    def has_grown(self) -> bool:
        """Return whether a dictionary, or an object, holds more than it did."""
        return any(
            type(held) is dict and len(held) < len(_all_contents(container))
            for container, held in self.held.values()
        )

    def is_changed(self, container) -> bool:
        known = self.held.get(id(container))
        return known is not None and not is_same(known[1], _all_contents(container))

    def slots(self) -> list[tuple] | None:
        """List the slots that hold other objects now: (container, key) each.

        None if a container has another length, or other keys.
        """
        found = self.changed_slots()
        for slot in found:
            if read_from(*slot) is ABSENT or self._former_value_of(slot) is ABSENT:
                return None
        for container in self.changed():
            held, now = self.held[id(container)][1], _all_contents(container)
            if type(held) is set:
                return None
            if type(held) is list:
                if len(held) != len(now) or type(container) is not list:
                    return None
                found += [(container, i) for i, each in enumerate(held) if each is not now[i]]
            else:
                if not has_same_keys(held, now):
                    return None
                found += [(container, key) for key, each in held.items() if each is not now[key]]
        return found

    def changed_slots(self) -> list[tuple]:
        """List the slots that hold other objects now."""
        found = [slot for slot, value in self._slots if read_from(*slot) is not value]
        return found + (self._classes.changes() if self._classes is not None else [])

    def _former_value_of(self, slot: tuple):
        """Return the value that was kept for a slot; it must be the very tuple that was watched."""
        if isinstance(slot[0], type):
            return self._classes.held_in(*slot)
        return next(value for known, value in self._slots if known is slot)

    def what(self) -> str:
        if not self.changed():
            return "it binds a name or an attribute of outside for the first time"
        kinds = sorted({type(container).__name__ for container in self.changed()})
        return f"it changes what a {' and a '.join(kinds)} holds"

    def restore(self) -> None:
        for container, held in self.held.values():
            if not is_same(held, _all_contents(container)):
                put_back(container, held)
        for slot, value in self._slots:
            if read_from(*slot) is not value:
                write_to(*slot, value)
        if self._classes is not None:
            self._classes.restore()


class ClassAttributes:
    """The attributes of some classes, lists and dictionaries among them, and what they held."""

    def __init__(self, classes):
        self._held = [(cls, dict(vars(cls))) for cls in classes]
        values = [value for _, held in self._held for value in held.values()]
        self._inside = Watched([value for value in values if type(value) in (list, dict, set)])

    def held_in(self, cls: type, name: str):
        """Get the former value of an attribute, ABSENT if there was none."""
        return next(held.get(name, ABSENT) for each, held in self._held if each is cls)

    def changes(self) -> list[tuple]:
        """List the attributes that hold other objects now: (class, name) each."""
        found = []
        for cls, held in self._held:
            now = vars(cls)
            for name in {**held, **now}:
                if name.startswith("__") and name.endswith("__"):
                    continue  # Python makes some when they are asked for
                if now.get(name, self) is not held.get(name, self):
                    found.append((cls, name))
        return found

    def changed_inside(self, known) -> str | None:
        """Return the name of an attribute whose list holds something else now, if any.

        Parameters
        ----------
        known : set of int
            The identities of lists and dictionaries that need not be looked at.
        """
        for cls, held in self._held:
            for name, value in held.items():
                if id(value) not in known and self._inside.is_changed(value):
                    return f"{cls.__name__}.{name}"
        return None

    def restore(self) -> None:
        self._inside.restore()
        for cls, held in self._held:
            for name, value in list(vars(cls).items()):
                if name.startswith("__") and name.endswith("__"):
                    continue
                if name not in held:
                    type.__delattr__(cls, name)
                elif value is not held[name]:
                    type.__setattr__(cls, name, held[name])
            for name in held.keys() - vars(cls).keys():
                type.__setattr__(cls, name, held[name])
