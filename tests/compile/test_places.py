"""Each kind of place that a name can be read from: what stands there changes between calls."""

from __future__ import annotations

import builtins
import collections
import dataclasses
import enum
import functools
import importlib.util
import sys
import types

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

LEVEL = 2.0
TABLE = None


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """A module of the user's: it is told from libraries by its file."""
    path = tmp_path / "settings_of_places.py"
    path.write_text("rate = 2.0\nsteps = 3\ndef scale(x):\n    return x * rate\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, path.stem, module)
    return module


# each gives a function that reads a place, and one that lets this hold something else


def global_name(np, settings):
    def put(value):
        global LEVEL
        LEVEL = value

    return (lambda x: x * LEVEL), put


def global_of_a_function_that_is_called(np, settings):
    def put(value):
        global LEVEL
        LEVEL = value

    def inner(x):
        return x * LEVEL

    return (lambda x: inner(x) + 1), put


def closure(np, settings):
    level = 2.0

    def put(value):
        nonlocal level
        level = value

    return (lambda x: x * level), put


def attribute_of_an_instance(np, settings):
    plate = types.SimpleNamespace(level=2.0)
    return (lambda x: x * plate.level), functools.partial(setattr, plate, "level")


class Plate:
    level = 2.0
    other = 1.0

    def scaled(self, x):
        return x * self.level


class Heated(Plate):
    pass


def attribute_of_a_class(np, settings):
    return (lambda x: x * Plate.level), functools.partial(setattr, Plate, "level")


def attribute_that_is_inherited(np, settings):
    plate = Heated()
    return (lambda x: plate.scaled(x)), functools.partial(setattr, Plate, "level")


def attribute_that_covers_an_inherited_one(np, settings):
    plate = Heated()
    return (lambda x: plate.scaled(x)), functools.partial(setattr, Heated, "level")


def attribute_of_the_class_of_an_argument(np, settings):
    plate = Heated()

    def step(x, plate=plate):
        return x * type(plate).level

    return step, functools.partial(setattr, Plate, "level")


def attribute_asked_for_by_its_name(np, settings):
    return (lambda x: x * getattr(Plate, "le" + "vel")), functools.partial(setattr, Plate, "level")


def attribute_in_the_dictionary_of_a_class(np, settings):
    return (lambda x: x * Plate.__dict__["level"]), functools.partial(setattr, Plate, "level")


def attribute_of_a_class_in_a_list(np, settings):
    classes = [Plate]
    return (lambda x: x * classes[0].level), functools.partial(setattr, Plate, "level")


def attribute_of_a_class_within_a_class(np, settings):
    class Outer:
        inner = Plate

    return (lambda x: x * Outer.inner.level), functools.partial(setattr, Plate, "level")


def attribute_of_a_metaclass(np, settings):
    class Meta(type):
        level = 2.0

    class Made(metaclass=Meta):
        pass

    return (lambda x: x * Made.level), functools.partial(setattr, Meta, "level")


def class_method(np, settings):
    class Known:
        level = 2.0

        @classmethod
        def scaled(cls, x):
            return x * cls.level

    return (lambda x: Known.scaled(x)), functools.partial(setattr, Known, "level")


def static_method(np, settings):
    class Known:
        @staticmethod
        def scaled(x):
            return x * Plate.level

    return (lambda x: Known().scaled(x)), functools.partial(setattr, Plate, "level")


def what_a_property_reads(np, settings):
    class Known:
        @property
        def level(self):
            return Plate.level * 2

    known = Known()
    return (lambda x: x * known.level), functools.partial(setattr, Plate, "level")


def what_a_descriptor_reads(np, settings):
    class Scaled:
        factor = 1.0

        def __get__(self, instance, owner):
            return self.factor * 2

    class Known:
        level = Scaled()

    known = Known()
    return (lambda x: x * known.level), functools.partial(setattr, Scaled, "factor")


def what_an_operator_reads(np, settings):
    class Scale:
        level = 2.0

        def __mul__(self, x):
            return x * self.level

    scale = Scale()
    return (lambda x: scale * x), functools.partial(setattr, Scale, "level")


def what_a_constructor_reads(np, settings):
    class Known:
        def __init__(self):
            self.level = Plate.level

    return (lambda x: x * Known().level), functools.partial(setattr, Plate, "level")


def attribute_of_a_function(np, settings):
    def scaled(x):
        return x * scaled.level

    scaled.level = 2.0
    return (lambda x: scaled(x)), functools.partial(setattr, scaled, "level")


def attribute_of_a_module(np, settings):
    return (lambda x: x * settings.rate), functools.partial(setattr, settings, "rate")


def global_of_another_module(np, settings):
    scale = settings.scale
    return (lambda x: scale(x)), functools.partial(setattr, settings, "rate")


def attribute_of_a_module_imported_within(np, settings):
    def step(x):
        from settings_of_places import rate

        return x * rate

    return step, functools.partial(setattr, settings, "rate")


def default(np, settings):
    def scaled(x, level=2.0):
        return x * level

    def put(value):
        scaled.__defaults__ = (value,)

    return (lambda x: scaled(x)), put


def default_of_the_function_itself(np, settings):
    def scaled(x, level=2.0):
        return x * level

    def put(value):
        scaled.__defaults__ = (value,)

    return scaled, put


def default_of_a_keyword(np, settings):
    def scaled(x, *, level=2.0):
        return x * level

    def put(value):
        scaled.__kwdefaults__["level"] = value

    return (lambda x: scaled(x)), put


def place_of_a_list(np, settings):
    levels = [1.0, 2.0]
    return (lambda x: x * levels[1]), functools.partial(levels.__setitem__, 1)


def place_of_a_dictionary(np, settings):
    levels = collections.OrderedDict(level=2.0)
    return (lambda x: x * levels["level"]), functools.partial(levels.__setitem__, "level")


def argument_that_a_partial_holds(np, settings):
    held = {"level": 2.0}
    scaled = functools.partial(lambda held, x: x * held["level"], held)
    return (lambda x: scaled(x)), functools.partial(held.__setitem__, "level")


def member_of_a_dataclass(np, settings):
    @dataclasses.dataclass
    class Known:
        level: float = 2.0

    known = Known()
    return (lambda x: x * known.level), functools.partial(setattr, known, "level")


def default_of_a_dataclass(np, settings):
    @dataclasses.dataclass
    class Known:
        other: float
        level: float = 2.0

        def __post_init__(self):
            self.both = self.other * type(self).level

    return (lambda x: x * Known(2.0).both), functools.partial(setattr, Known, "level")


def member_of_a_named_tuple(np, settings):
    Levels = collections.namedtuple("Levels", "low high")
    held = {"levels": Levels(1.0, 2.0)}

    def put(value):
        held["levels"] = Levels(0.5, value)

    return (lambda x: x * held["levels"].high), put


def object_with_slots(np, settings):
    class Known:
        __slots__ = ("level",)

    known = Known()
    known.level = 2.0
    return (lambda x: x * known.level), functools.partial(setattr, known, "level")


def attribute_of_a_number(np, settings):
    class Length(float):
        pass

    length = Length(3.0)
    length.level = 2.0
    return (lambda x: x * length.level), functools.partial(setattr, length, "level")


def attribute_of_a_text(np, settings):
    class Word(str):
        pass

    word = Word("a")
    word.level = 2.0
    return (lambda x: x * word.level), functools.partial(setattr, word, "level")


def bound_method_of_a_global(np, settings):
    plate = Plate()
    plate.level = 2.0
    scaled = plate.scaled
    return (lambda x: scaled(x)), functools.partial(setattr, plate, "level")


ANY = [
    global_name, global_of_a_function_that_is_called, closure, attribute_of_an_instance,
    attribute_of_a_class, attribute_that_is_inherited, attribute_that_covers_an_inherited_one,
    attribute_of_the_class_of_an_argument, attribute_asked_for_by_its_name,
    attribute_in_the_dictionary_of_a_class, attribute_of_a_class_in_a_list,
    attribute_of_a_class_within_a_class, attribute_of_a_metaclass, class_method, static_method,
    what_a_property_reads, what_a_descriptor_reads, what_an_operator_reads,
    what_a_constructor_reads, attribute_of_a_function, attribute_of_a_module,
    global_of_another_module, attribute_of_a_module_imported_within, default,
    default_of_the_function_itself, default_of_a_keyword, place_of_a_list, place_of_a_dictionary,
    argument_that_a_partial_holds, member_of_a_dataclass, default_of_a_dataclass,
    member_of_a_named_tuple, object_with_slots, attribute_of_a_number, attribute_of_a_text,
    bound_method_of_a_global,
]  # fmt: skip
EAGER = {object_with_slots, attribute_of_a_number, attribute_of_a_text}  # which say so


@pytest.fixture(autouse=True)
def as_before():
    """Let the classes and globals of this file hold what they held."""
    global LEVEL
    held = [(cls, dict(vars(cls))) for cls in (Plate, Heated)]
    yield
    LEVEL = 2.0
    for cls, attributes in held:
        for name in set(vars(cls)) - set(attributes):
            delattr(cls, name)
        for name in ("level", "scaled"):
            if name in attributes:
                setattr(cls, name, attributes[name])


def compared(make, values, settings) -> list:
    """Return what a function gives eagerly and compiled, with values put into what it reads."""
    found = []
    for np in (real, ours):
        step, put = make(np, settings)
        step = step if np is real else ivy.compile(step, fallback="silent")
        put(values[0](np))
        results = []
        for value in values:
            put(value(np))
            for _ in range(2):
                results.append(step(np.arange(3.0)))
        found.append([real.asarray(each) for each in results])
    return found


@pytest.mark.parametrize("make", ANY, ids=lambda make: make.__name__)
def test_another_value_stands_there(backend, make, settings):
    values = [
        lambda np: 2.0, lambda np: 3.0, lambda np: 3, lambda np: 7, lambda np: np.full(3, 0.5),
        lambda np: np.arange(3), lambda np: True, lambda np: 2.0,
    ]  # fmt: skip
    eager, compiled = compared(make, values, settings)
    for want, got in zip(eager, compiled, strict=True):
        real.testing.assert_array_equal(got, want)
        assert got.dtype == want.dtype


@pytest.mark.parametrize("make", [m for m in ANY if m not in EAGER], ids=lambda make: make.__name__)
def test_what_stands_there_is_part_of_a_program(backend, make, settings):
    """It is no reason to run eagerly, and once a number has changed it is traced."""
    if backend == "numpy":
        pytest.skip("numpy: nothing is compiled")
    step, put = make(ours, settings)
    step = ivy.compile(step, fallback="raise")
    # each value of these has a program of its own
    constants = {
        default, default_of_the_function_itself, default_of_a_keyword, member_of_a_named_tuple
    }  # fmt: skip
    for n in range(4):
        put(2.0 + n)
        step(ours.arange(3.0))
    assert step.cache_info().misses <= (4 if make in constants else 2)


def replaced_method(np):
    plate = Heated()

    def change():
        Plate.scaled = lambda self, x: x + self.level

    return (lambda x: plate.scaled(x)), change


def method_of_one_object(np):
    plate = Heated()

    def change():
        plate.scaled = lambda x: x - 1

    return (lambda x: plate.scaled(x)), change


def replaced_class(np):
    held = types.SimpleNamespace(kind=Plate)

    class Other:
        def scaled(self, x):
            return x - 7

    def change():
        held.kind = Other

    return (lambda x: held.kind().scaled(x)), change


def class_of_an_object(np):
    class Other:
        def scaled(self, x):
            return x - 7

    plate = Plate()

    def change():
        plate.__class__ = Other

    return (lambda x: plate.scaled(x)), change


def replaced_bases(np):
    class Other(Plate):
        level = 5.0

    class Last(Heated):
        pass

    plate = Last()

    def change():
        Last.__bases__ = (Other,)

    return (lambda x: plate.scaled(x)), change


def replaced_property(np):
    class Known:
        @property
        def level(self):
            return 2.0

    known = Known()

    def change():
        Known.level = property(lambda self: 3.0)

    return (lambda x: x * known.level), change


def replaced_function(np):
    def inner(x):
        return x * 2

    table = {"f": inner}

    def change():
        table["f"] = lambda x: x - 1

    return (lambda x: table["f"](x)), change


def replaced_code(np):
    def inner(x):
        return x * 2

    def other(x):
        return x - 3

    def change():
        inner.__code__ = other.__code__

    return (lambda x: inner(x)), change


def name_that_a_global_hides(np):
    def change():
        globals()["abs"] = lambda x: x * 100

    return (lambda x: x + abs(-2.0)), change


def built_in_name_that_is_replaced(np):
    def change():
        builtins.level_of_places = 5.0

    builtins.level_of_places = 2.0
    return (lambda x: x + level_of_places), change  # noqa: F821


def array_of_a_class_that_is_written_to(np):
    class Known:
        table = np.ones(3)

    def change():
        Known.table[1] = 8.0

    return (lambda x: x * Known.table), change


def list_of_a_class_that_grows(np):
    class Known:
        seen = [1.0]

    return (lambda x: x * len(Known.seen)), lambda: Known.seen.append(2.0)


def length_of_a_dictionary(np):
    seen = {"a": 1}
    return (lambda x: x * len(seen)), lambda: seen.update(b=2)


def length_of_a_set(np):
    seen = {1}
    return (lambda x: x * len(seen)), lambda: seen.add(2)


def member_that_is_in_a_list(np):
    seen = ["a"]
    return (lambda x: x * (3 if "b" in seen else 2)), lambda: seen.append("b")


def member_of_an_enum(np):
    class Color(enum.Enum):
        RED = 2
        BLUE = 5

    held = {"color": Color.RED}

    def change():
        held["color"] = Color.BLUE

    return (lambda x: x * (2 if held["color"] is Color.RED else held["color"].value)), change


def name_that_comes_to_be(np):
    class Known:
        pass

    def change():
        Known.level = 4.0

    return (lambda x: x * getattr(Known, "level", 2.0)), change


def name_that_is_gone(np):
    class Known(Plate):
        level = 4.0

    def change():
        del Known.level

    return (lambda x: x * Known.level), change


def attribute_of_a_function_that_comes_to_be(np):
    def inner(x):
        return x * (inner.level if hasattr(inner, "level") else 2.0)

    return (lambda x: inner(x)), lambda: setattr(inner, "level", 9.0)


def registered_implementation(np):
    @functools.singledispatch
    def scaled(kind, x):
        return x * 2

    held = {"by": 5.0}

    @scaled.register
    def _(kind: int, x):
        return x * held["by"]

    return (lambda x: scaled(1, x)), lambda: held.update(by=7.0)


def function_that_a_decorator_wraps(np):
    def logged(function):
        @functools.wraps(function)
        def call(x):
            return function(x) + call.offset

        call.offset = 1.0
        return call

    @logged
    def inner(x):
        return x * 2

    return (lambda x: inner(x)), lambda: setattr(inner, "offset", 5.0)


def replaced_special_method(np):
    class Known:
        def __call__(self, x):
            return x * 2

    known = Known()

    def change():
        Known.__call__ = lambda self, x: x * 5

    return (lambda x: known(x)), change


CHANGES = [
    replaced_method, method_of_one_object, replaced_class, class_of_an_object, replaced_bases,
    replaced_property, replaced_function, replaced_code, name_that_a_global_hides,
    built_in_name_that_is_replaced, array_of_a_class_that_is_written_to,
    list_of_a_class_that_grows, length_of_a_dictionary, length_of_a_set,
    member_that_is_in_a_list, member_of_an_enum, name_that_comes_to_be, name_that_is_gone,
    attribute_of_a_function_that_comes_to_be, registered_implementation,
    function_that_a_decorator_wraps, replaced_special_method,
]  # fmt: skip


@pytest.mark.parametrize("make", CHANGES, ids=lambda make: make.__name__)
def test_something_else_stands_there(backend, make):
    found = []
    for np in (real, ours):
        step, change = make(np)
        step = step if np is real else ivy.compile(step, fallback="silent")
        results = [step(np.arange(3.0)), step(np.arange(3.0))]
        change()
        results += [step(np.arange(3.0)), step(np.arange(3.0))]
        found.append([real.asarray(each).tolist() for each in results])
        Plate.scaled = lambda self, x: x * self.level
        globals().pop("abs", None)
    assert found[1] == found[0]
    assert found[0][0] != found[0][2]


def test_what_a_new_base_gets_afterwards_is_seen(backend):
    class Plain:
        level = 2.0

    class Other:
        level = 5.0

    class Last(Plain):
        pass

    def scaled(x):
        return x * Last.level

    compiled, x = ivy.compile(scaled), ours.ones(2)
    found = [float(compiled(x)[0]) for _ in range(3)]
    Last.__bases__ = (Other,)
    found += [float(compiled(x)[0]) for _ in range(3)]
    Other.level = 7.0
    found += [float(compiled(x)[0]) for _ in range(3)]
    assert found == [2.0] * 3 + [5.0] * 3 + [7.0] * 3
