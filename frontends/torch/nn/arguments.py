"""Arguments of a forward, taken apart into tensors and what they are held in.

A decoder is given its cache of keys and values as an object of lists of objects of tensors, and
puts longer ones in their place. :func:`taken_apart` says what such arguments consist of, as a key;
:func:`put_together` makes copies of all but the tensors, for a trace to change; and
:func:`replaced` says of which objects the tensors have been replaced.
"""

from __future__ import annotations

import collections
import dataclasses
import types
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from frontends.torch.policy import OBJECTS_OF_ARGUMENTS_SLOTS
from frontends.torch.tensors.devices import device
from frontends.torch.tensors.dtypes import dtype
from frontends.torch.tensors.layouts import layout
from frontends.torch.tensors.size import Size
from frontends.torch.tensors.strided_results import lies_in_order
from frontends.torch.tensors.tensor import Tensor

_CONSTANTS = frozenset(
    {bool, int, float, str, type(None), dtype, Size, device, layout, types.FunctionType}
)
_TENSOR, _CONSTANT, _AGAIN, _NUMBER = "tensor", "constant", "again", "number"
_RECORD = collections.OrderedDict  # of which data classes of results are derived


class NotTakenApartError(Exception):
    """An argument is none that a program can be given."""


class Parts(NamedTuple):
    """Parts of a call's arguments.

    Attributes
    ----------
    structure : tuple
        Hashable: what the arguments are but for tensors and objects themselves.
    tensors : list of Tensor
        Each once.
    objects : list
        The lists, dictionaries and objects.
    numbers : list of int
        Attributes of objects: how many words a cache has seen grows as its tensors do.
    """

    structure: tuple
    tensors: list
    objects: list
    numbers: list


class Replaced(NamedTuple):
    """A tensor or int in the place of another one: in which object, and by which name."""

    at: int
    name: object
    value: Tensor | int


def taken_apart(values: Sequence) -> Parts | None:
    """Return the parts of some arguments; None if one is no tensor, constant or nest of these.

    Examples
    --------
    >>> from frontends import torch
    >>> taken_apart([torch.ones(2), 3]).structure
    (('tensor', 0), ('constant', <class 'int'>, 3))
    """
    parts = Parts((), [], [], [])
    seen: dict[int, tuple] = {}
    try:
        structure = tuple([_structure(x, parts, seen) for x in values])
        hash(structure)
    except (NotTakenApartError, TypeError):  # what cannot be hashed is no constant
        return None
    return parts._replace(structure=structure)


def _structure(x, parts: Parts, seen: dict) -> tuple:
    kind = type(x)
    if kind in _CONSTANTS or isinstance(x, type):
        return (
            (_CONSTANT, kind, x) if x != 0.0 or kind is not float else (_CONSTANT, kind, x, str(x))
        )
    known = seen.get(id(x))
    if known is not None:
        return known
    if kind is Tensor:
        if hasattr(x, "_view") and not lies_in_order(x):
            raise NotTakenApartError
        made = seen[id(x)] = _TENSOR, len(parts.tensors)
        parts.tensors.append(x)
        return made
    if kind is tuple:
        return kind, tuple([_structure(each, parts, seen) for each in x])
    if len(parts.objects) > OBJECTS_OF_ARGUMENTS_SLOTS:
        raise NotTakenApartError
    seen[id(x)] = _AGAIN, len(parts.objects)
    if kind is list:
        parts.objects.append(x)
        return kind, tuple([_structure(each, parts, seen) for each in x])
    if kind is dict:
        parts.objects.append(x)
        return kind, tuple(x), tuple([_structure(each, parts, seen) for each in x.values()])
    if not _is_plain_class(kind):
        raise NotTakenApartError
    parts.objects.append(x)
    attributes = vars(x)
    names = tuple(attributes)
    values = tuple(
        [
            _numbered(each, parts) if type(each) is int else _structure(each, parts, seen)
            for each in attributes.values()
        ]
    )
    if issubclass(kind, _RECORD):
        items = tuple([_structure(each, parts, seen) for each in x.values()])
        return kind, names, values, tuple(x), items
    return kind, names, values


def _numbered(x: int, parts: Parts) -> tuple:
    parts.numbers.append(x)
    return _NUMBER, len(parts.numbers) - 1


# arguments like earlier ones


class _Matcher:
    """Writes the function that takes arguments of one structure apart.

    Going through a structure that is known takes a third of the time that describing it does.
    """

    def __init__(self):
        self.lines: list[str] = []
        self.names: dict[str, object] = {"Tensor": Tensor, "lies_in_order": lies_in_order}
        self._objects: list[str] = []
        self._numbers: list[str] = []
        self._tensors: list[str] = []
        self._count = 0

    def write(self, structure: tuple) -> Callable:
        """Return a function of arguments: the tensors, objects and numbers, or None."""
        names = [f"x{n}" for n in range(len(structure))]
        self._unpack(names, "values")
        for name, each in zip(names, structure, strict=True):
            self._node(name, each)
        apart = [*self._tensors, *self._objects]
        if len(apart) > 1:
            ids = ", ".join([f"id({each})" for each in apart])
            self._refuse_if(f"len({{{ids}}}) != {len(apart)}")
        found = [", ".join(each) for each in (self._tensors, self._objects, self._numbers)]
        result = f"    return [{found[0]}], [{found[1]}], [{found[2]}]"
        source = "\n".join(["def match(values):", *self.lines, result])
        exec(compile(source, "<arguments>", "exec"), self.names)
        return self.names.pop("match")

    def _refuse_if(self, condition: str) -> None:
        self.lines.append(f"    if {condition}: return None")

    def _named(self, value) -> str:
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def _unpack(self, names: list[str], values: str) -> None:
        self._refuse_if(f"len({values}) != {len(names)}")
        if names:
            self.lines.append(f"    {', '.join(names)}, = {values}")

    def _inner(self, nodes: tuple, values: str) -> None:
        names = [f"x{self._count}_{n}" for n in range(len(nodes))]
        self._count += 1
        self._unpack(names, values)
        for name, each in zip(names, nodes, strict=True):
            self._node(name, each)

    def _node(self, x: str, node: tuple) -> None:
        kind = node[0]
        if kind is _CONSTANT:
            known, of = self._named(node[2]), self._named(node[1])
            unlike = f"type({x}) is not {of} or {x} != {known}"
            if len(node) > 3:
                unlike += f" or str({x}) != {node[3]!r}"
            self._refuse_if(f"{x} is not {known} and ({unlike})")
        elif kind is _NUMBER:
            self._refuse_if(f"type({x}) is not int")
            self._numbers.append(x)
        elif kind is _TENSOR and node[1] == len(self._tensors):
            self._refuse_if(f"type({x}) is not Tensor")
            self._refuse_if(f"hasattr({x}, '_view') and not lies_in_order({x})")
            self._tensors.append(x)
        elif kind is _TENSOR or kind is _AGAIN:
            found = self._tensors if kind is _TENSOR else self._objects
            self._refuse_if(f"{x} is not {found[node[1]]}")
        else:
            self._nest(x, node)

    def _nest(self, x: str, node: tuple) -> None:
        kind = node[0]
        self._refuse_if(f"type({x}) is not {self._named(kind)}")
        if kind is tuple:
            self._inner(node[1], x)
            return
        self._objects.append(x)
        if kind is list:
            self._inner(node[1], x)
            return
        held = x if kind is dict else f"vars({x})"
        self._refuse_if(f"tuple({held}) != {self._named(node[1])}")
        self._inner(node[2], f"{held}.values()")
        if issubclass(kind, _RECORD):
            self._refuse_if(f"tuple({x}) != {self._named(node[3])}")
            self._inner(node[4], f"{x}.values()")


def matcher_of(structure: tuple) -> Callable:
    """Return a function that takes arguments of a structure apart.

    Returns
    -------
    callable
        Gives of arguments the tensors, objects and numbers of :class:`Parts`; None for arguments
        of another structure.

    Examples
    --------
    >>> from frontends import torch
    >>> match = matcher_of(taken_apart([torch.ones(2), {"a": 3}]).structure)
    >>> match([torch.zeros(1), {"a": 3}])
    ([tensor([0.])], [{'a': 3}], [])
    >>> match([torch.zeros(1), {"a": 4}])
    """
    return _Matcher().write(structure)


_plain_classes: dict[type, bool] = {}


def _is_plain_class(kind: type) -> bool:
    """Return whether objects of a class are their attributes, or such a record of results."""
    found = _plain_classes.get(kind)
    if found is None:
        own = [each for each in kind.__mro__ if each is not object]
        is_plain = bool(kind.__dictoffset__) and kind.__reduce_ex__ is object.__reduce_ex__
        if issubclass(kind, _RECORD):
            is_plain = dataclasses.is_dataclass(kind) and bool(kind.__dictoffset__)
        else:
            is_plain = is_plain and kind.__new__ is object.__new__
            is_plain = is_plain and not any(vars(each).get("__slots__") for each in own)
            is_plain = is_plain and kind.__flags__ & _HEAP_TYPE and not issubclass(kind, _NEVER)
        found = _plain_classes[kind] = bool(is_plain)
    return found


_HEAP_TYPE = 1 << 9  # a class that is written in Python
_NEVER = (Tensor, BaseException, types.ModuleType)


def put_together(structure: tuple, tensors: Sequence, numbers: Sequence) -> tuple[list, list]:
    """Return arguments of other tensors and ints, and (object, what it holds) for each object.

    What an object holds are (name, value) pairs.
    """
    objects: list[tuple] = []
    return [_made(each, (tensors, numbers), objects) for each in structure], objects


def _made(node: tuple, given: tuple, objects: list):
    kind = node[0]
    if kind is _TENSOR:
        return given[0][node[1]]
    if kind is _NUMBER:
        return given[1][node[1]]
    if kind is _CONSTANT:
        return node[2]
    if kind is _AGAIN:
        return objects[node[1]][0]
    if kind is tuple:
        return tuple([_made(each, given, objects) for each in node[1]])
    made = kind.__new__(kind)
    held: list[tuple] = []
    objects.append((made, held))
    if kind is list:
        made += [_made(each, given, objects) for each in node[1]]
    elif kind is dict:
        for name, each in zip(node[1], node[2], strict=True):
            made[name] = _made(each, given, objects)
    else:
        for name, each in zip(node[1], node[2], strict=True):
            object.__setattr__(made, name, _made(each, given, objects))
        if issubclass(kind, _RECORD):
            for name, each in zip(node[3], node[4], strict=True):
                _RECORD.__setitem__(made, name, _made(each, given, objects))
    held += _held_by(made)
    return made


def _held_by(x) -> Iterator[tuple]:
    """Go through (name, value) of what an object holds."""
    if type(x) is list:
        yield from enumerate(x)
    elif type(x) is dict:
        yield from x.items()
    else:
        yield from vars(x).items()
        if isinstance(x, _RECORD):
            yield from [(("item", name), each) for name, each in x.items()]


def replaced(objects: list[tuple]) -> list[Replaced]:
    """List the tensors and ints that objects of :func:`put_together` hold in place of others.

    Raises
    ------
    NotTakenApartError
        If anything else has changed.
    """
    found = []
    for at, (x, before) in enumerate(objects):
        now = list(_held_by(x))
        if len(now) != len(before):
            raise NotTakenApartError(f"a {type(x).__name__} holds more, or less")
        for (name, value), (known, old) in zip(now, before, strict=True):
            if name != known:
                raise NotTakenApartError(f"a {type(x).__name__} holds something else")
            if value is old:
                continue
            if type(value) is Tensor and type(old) is Tensor or _are_numbers(x, value, old):
                found.append(Replaced(at, name, value))
            elif type(value) is not type(old) or type(value) not in _CONSTANTS or value != old:
                raise NotTakenApartError(f"{name} of a {type(x).__name__} changes")
    return found


def _are_numbers(x, value, old) -> bool:
    """Return whether an attribute of an object was an int, and is one."""
    if type(x) is list or type(x) is dict or isinstance(x, _RECORD):
        return False
    return all(isinstance(each, int) and type(each) is not bool for each in (value, old))


def put_into(x, name, value: Tensor | int) -> None:
    """Have an object hold another tensor or int by a name, as :class:`Replaced` has it."""
    if type(x) is list or type(x) is dict:
        x[name] = value
    elif type(name) is tuple:
        _RECORD.__setitem__(x, name[1], value)
    else:
        object.__setattr__(x, name, value)


def held_at(x, name):
    """Return the value that an object holds by a name."""
    if type(x) is list or type(x) is dict:
        return x[name]
    return _RECORD.__getitem__(x, name[1]) if type(name) is tuple else vars(x)[name]


__all__ = [
    "NotTakenApartError", "Parts", "Replaced", "held_at", "matcher_of", "put_into", "put_together",
    "replaced", "taken_apart",
]  # fmt: skip
