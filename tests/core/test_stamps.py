"""Stamps tell of each write that puts another object into what they are made of."""

from __future__ import annotations

import functools
import operator
import random
import types
from collections import OrderedDict

import pytest

from ivy_core.utils.stamps import (
    Stamps,
    dict_of_class,
    has_stamps,
    word_of_class,
    word_of_dict,
    word_of_length,
    word_of_order,
    word_of_slot,
)

pytestmark = pytest.mark.skipif(not has_stamps(), reason="this Python's objects have no versions")


class Thing:
    """Is written to."""

    first, second = 0, ()


def _function(x=(), *, y=0):
    return x, y


def _other(x=1, *, y=2):
    return y, x


def _world():
    """Return dictionaries, functions, a class and a cell, and what can be written to them."""
    cls = type("Made", (Thing,), {"first": 1, "third": 2})
    x = cls()
    x.a, x.b = 1, 2
    namespace = {"__name__": "world", "a": 1, "b": [], 3: 4}
    function = types.FunctionType(_function.__code__, {}, "f", ((),))
    function.__kwdefaults__ = {"y": 0}
    cell = types.CellType(1)
    dictionaries = [dict_of_class(cls), vars(x), namespace, function.__kwdefaults__]
    writes = [
        lambda n: setattr(cls, "first", n % 3),
        lambda n: setattr(cls, f"new{n % 3}", n),
        lambda n: setattr(x, "a", n % 4),
        lambda n: setattr(x, "b", x.b),
        lambda n: vars(x).update(b=n % 2),
        lambda n: vars(x).pop("c", None),
        lambda n: vars(x).setdefault("c", n % 2),
        lambda n: exec(f"a = {n % 3}", namespace),
        lambda n: exec("global b\nb = b", namespace),
        lambda n: namespace["b"].append(n),
        lambda n: namespace.__setitem__(3, n % 2),
        lambda n: function.__kwdefaults__.__setitem__("y", n % 2),
        lambda n: setattr(function, "__defaults__", (n % 2,)),
        lambda n: setattr(function, "__code__", (_function, _other)[n % 2].__code__),
        lambda n: setattr(function, "note", n),
        lambda n: setattr(cell, "cell_contents", n % 3),
        lambda n: setattr(cls, "__bases__", (Thing,)),
        lambda n: None,
    ]
    return dictionaries, (function, cls, cell), writes


def _objects_in(dictionaries, others) -> list:
    function, cls, cell = others
    of_function = function.__code__, function.__defaults__, function.__kwdefaults__
    values = [value for each in dictionaries for value in each.values()]
    return [*values, *of_function, cls.__mro__, cell.cell_contents]


@pytest.mark.parametrize("seed", range(8))
def test_drawn_writes_are_seen_where_an_object_is_another_one(seed):
    draw = random.Random(seed)
    dictionaries, others, writes = _world()
    read = [(each, each.values) for each in dictionaries]
    stamps, before = Stamps(read, others), _objects_in(dictionaries, others)
    for n in range(300):
        draw.choice(writes)(n)
        now = _objects_in(dictionaries, others)
        is_same = len(now) == len(before) and all(map(operator.is_, now, before))
        assert stamps.are_as_before() == is_same
        if not is_same:
            stamps, before = Stamps(read, others), now


def test_a_write_beside_what_is_read_leaves_stamps_as_they_are():
    names = {"a": 1, "b": 2}
    stamps = Stamps([(names, functools.partial(map, names.__getitem__, ("a",)))])
    names["b"] = 3
    assert stamps.are_as_before()
    names["c"] = names.pop("a")
    with pytest.raises(KeyError):
        stamps.are_as_before()


def test_an_emptied_cell_is_another_one():
    cell = types.CellType(1)
    stamps = Stamps((), [cell])
    del cell.cell_contents
    assert not stamps.are_as_before()


class Slotted:
    """Has two slots and no dictionary."""

    __slots__ = ("first", "second")


class Renamed(Slotted):
    __slots__ = ()


def _set_second(x, value):
    x.second = value


@pytest.mark.parametrize("seed", range(8))
def test_drawn_writes_to_objects_lists_sets_and_orders_are_seen(seed):
    draw = random.Random(seed)
    x, slotted = Thing(), Slotted()
    slotted.first = slotted.second = None
    items, chosen, order = [], set(), OrderedDict.fromkeys("abcd")
    words = [
        word_of_class(slotted), word_of_dict(x), word_of_slot(slotted, "first"),
        word_of_length(items), word_of_length(chosen), word_of_order(order),
    ]  # fmt: skip
    assert None not in words
    writes = [
        lambda n: setattr(slotted, "__class__", (Slotted, Renamed)[n % 2]),
        lambda n: setattr(x, "__dict__", {"a": n}),
        lambda n: setattr(x, "a", n),
        lambda n: setattr(slotted, "first", n % 3),
        lambda n: _set_second(slotted, n),
        lambda n: items.append(n),
        lambda n: items.clear(),
        lambda n: chosen.add(n % 3),
        lambda n: chosen.discard(n % 2),
        lambda n: order.move_to_end("abcd"[n % 4], bool(n % 3)),
    ]

    def found() -> tuple:
        attributes = id(vars(x)), id(slotted.first)
        return type(slotted), *attributes, len(items), len(chosen), tuple(order)

    kept = [vars(x)]  # whose memory no other dictionary may take
    stamps, before = Stamps((), (), words), found()
    for n in range(300):
        draw.choice(writes)(n)
        kept.append(vars(x))
        if stamps.are_as_before():
            assert found() == before
        else:
            stamps, before = Stamps((), (), words), found()
    assert stamps.are_as_before()
