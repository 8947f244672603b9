"""The functional API as methods of Container."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.container import add_ivy_container_instance_methods
from ivy_core.container.base import ContainerBase
from ivy_core.functional import CATEGORIES
from ivy_core.registry import FUNCTIONS
from tests.core.recording import leaves
from tools.operators import as_arrays, sample
from tools.operators.nests import array_slots, at_slot, with_argument

Container = ivy.Container


def arrays(**nest):
    return Container(nest).cont_map(lambda leaf, _: ivy.asarray(leaf))


def lists(x):
    return x.cont_with_entries_as_lists().cont_to_dict()


def methods_of(cls):
    """Return the functions of the API that are methods of a class, not attributes."""
    return {
        name
        for name in FUNCTIONS
        if hasattr(cls, name) and not isinstance(getattr(cls, name), property)
    }


@pytest.mark.checklist("C08")
def test_array_and_container_have_the_same_methods():
    assert methods_of(ivy.Array) == methods_of(Container)
    for name in methods_of(Container):
        assert Container.__dict__[name].__wrapped__ is FUNCTIONS[name].body
        described = getattr(ivy.Array, name)
        assert inspect.signature(getattr(described, "__wrapped__", described)).parameters


@pytest.mark.checklist("C08", "C09", "C13")
@pytest.mark.parametrize(
    "name", sorted(n for n, s in FUNCTIONS.items() if s.placer() and sample(n) is not None)
)
def test_self_stands_for_the_same_argument(name):
    """As a method of Array, and of a Container, a function does what it does with all arguments."""
    with ivy.with_backend("numpy"), np.errstate(all="ignore"):
        args, kwargs = sample(name)
        args, kwargs = as_arrays(args), as_arrays(kwargs)
        parameter = FUNCTIONS[name].self_parameter
        places = [p.name for p in FUNCTIONS[name].parameters if p.positional]
        rest, options = list(args), dict(kwargs)
        if parameter.name in options:
            x = options.pop(parameter.name)
        elif parameter.carries == "arrays":
            at = places.index(parameter.name)
            x, rest[at] = rest[at][0], rest[at][1:]
        else:
            x = rest.pop(places.index(parameter.name))
        if isinstance(getattr(ivy.Array, name), property):
            assert name in ("dtype", "imag", "itemsize", "real", "shape", "size", "strides")
            return
        y = ivy.asarray(np.array(x))  # what is updated in place is another array for each call
        z = ivy.asarray(np.array(x))
        expected = getattr(ivy, name)(*args, **kwargs)
        _alike(getattr(y, name)(*rest, **options), expected)
        nested = getattr(Container(a=z), name)(*rest, **options)
        if isinstance(nested, list) and isinstance(expected, (list, tuple)):
            nested = [part["a"] if isinstance(part, Container) else part for part in nested]
        elif isinstance(nested, tuple):
            nested = type(nested)(*[part["a"] for part in nested])
        else:
            nested = nested["a"]
        _alike(nested, expected)


def _alike(result, expected):
    for one, other in zip(leaves(result), leaves(expected), strict=True):
        assert type(one) is type(other)
        if isinstance(other, (ivy.Array, np.ndarray)):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(np.asarray(one), np.asarray(other))
        elif callable(other) or type(other).__name__ == "PyCapsule":  # no two are equal
            continue
        else:
            assert one == other or one != one


@pytest.mark.checklist("C08", "C16")
def test_attributes_of_arrays_are_no_methods():
    properties = [name for name in FUNCTIONS if isinstance(getattr(ivy.Array, name, 0), property)]
    assert {"shape", "dtype", "real"} <= set(properties)
    assert [name for name in properties if hasattr(Container, name)] == []


@pytest.mark.checklist("C08", "C09", "C11")
def test_add(backend):
    x, y = arrays(a=[1.0], b={"c": [2.0]}), arrays(a=[10.0], b={"c": [20.0]})
    assert lists(x.add(y)) == lists(ivy.add(x, y)) == {"a": [11.0], "b": {"c": [22.0]}}
    assert lists(x.add(1)) == {"a": [2.0], "b": {"c": [3.0]}}
    out = arrays(a=[0.0], b={"c": [0.0]})
    assert x.add(y, out=out) is out and lists(out) == {"a": [11.0], "b": {"c": [22.0]}}
    assert Container.add.__name__ == "add" and Container.add.__qualname__ == "Container.add"
    assert Container.add.__doc__ == ivy.add.__doc__


@pytest.mark.checklist("C08")
def test_methods_take_key_chains(backend):
    x = arrays(a=[1.0], b={"c": [2.0]})
    assert lists(x.negative(key_chains=["a"])) == {"a": [-1.0], "b": {"c": [2.0]}}
    assert lists(x.negative(key_chains=["a"], to_apply=False)) == {"a": [1.0], "b": {"c": [-2.0]}}
    assert lists(x.negative(key_chains=["a"], prune_unapplied=True)) == {"a": [-1.0]}
    y = Container(a=[ivy.asarray([1.0])])
    assert ivy.to_list(y.negative(map_sequences=True).a[0]) == [-1.0]


@pytest.mark.checklist("C09")
def test_self_is_the_first_array_wherever_it_stands(monkeypatch):
    from ivy_core import registry

    def second(n: int, x: Array, y: Array, /) -> Array:  # noqa: F821
        """Stand-in."""

    def by_name(n: int, /, *, x: Array) -> Array:  # noqa: F821
        """Stand-in."""

    def body_of(name):
        return {"second": lambda n, x, y: (n, x, y), "by_name": lambda n, *, x: (n, x)}[name]

    class Made(Container):
        pass

    second.__module__ = by_name.__module__ = "ivy_core.functional.array.elementwise"
    for function in (second, by_name):
        spec = registry.FunctionSpec(function.__name__, "primary", function, "elementwise")
        monkeypatch.setitem(FUNCTIONS, function.__name__, spec)
        monkeypatch.setitem(vars(ivy), function.__name__, body_of(function.__name__))
    add_ivy_container_instance_methods(Made, CATEGORIES)
    assert Made(a=1).second(5, 6).a == (5, 1, 6)
    assert Made(a=1).by_name(5).a == (5, 1)
    assert not hasattr(Container, "second")


@pytest.mark.checklist("C10")
def test_out_is_never_self():
    for name in ("zeros", "ones", "arange", "linspace"):
        only_out = not FUNCTIONS[name].array_parameters
        assert hasattr(Container, name) is not only_out
    with pytest.raises(AttributeError):
        Container(a=1).zeros  # noqa: B018


@pytest.mark.checklist("C12", "C13")
def test_methods_are_attached_by_category():
    class Made(ContainerBase):
        __slots__ = ()

    transcendental = [m for m in CATEGORIES if m.__name__.endswith(".transcendental")]
    add_ivy_container_instance_methods(Made, transcendental)
    assert hasattr(Made, "sin") and not hasattr(Made, "argmax")
    sin = Made.sin
    add_ivy_container_instance_methods(Made, CATEGORIES)
    assert Made.sin is sin and hasattr(Made, "argmax") and not hasattr(Made, "static_sin")
    add_ivy_container_instance_methods(Made, transcendental, static=True)
    assert hasattr(Made, "static_sin") and Made.static_sin.__name__ == "static_sin"


@pytest.mark.checklist("C12")
def test_every_nestable_function_has_a_static_method():
    lacking = [
        name
        for name, spec in FUNCTIONS.items()
        if spec.nestable and not hasattr(Container, f"static_{name}")
    ]
    assert lacking == []


@pytest.mark.checklist("N15")
@pytest.mark.parametrize("name", sorted(n for n, s in FUNCTIONS.items() if s.nestable))
def test_nestable_functions_call_the_static_method(backend, monkeypatch, name):
    """Whatever stands there is called, with the arguments as they are, once."""
    args, kwargs = sample(name)
    for slot in array_slots(args, kwargs) or [(0,)]:
        value = at_slot(args, kwargs, slot)
        nested = Container(a=as_arrays(value), b={"c": as_arrays(value)})
        many, options = with_argument(as_arrays(args), as_arrays(kwargs), slot, nested)
        calls, made = [], object()

        def static(*args, **kwargs):
            calls.append((args, kwargs))  # noqa: B023
            return made  # noqa: B023

        with monkeypatch.context() as patched:
            patched.setattr(Container, f"static_{name}", staticmethod(static))
            assert getattr(ivy, name)(*many, **options) is made
        ((received, kept),) = calls
        holder = received if isinstance(slot[0], int) else kept
        found = holder[slot[0]]
        assert (found[slot[1]] if len(slot) == 2 else found) is nested
        assert len(received) == len(many) and kept.keys() == options.keys()


@pytest.mark.checklist("N15")
@pytest.mark.parametrize("name", ["add", "cross_entropy", "linear", "tan"])
def test_static_methods_do_what_functions_do(backend, name):
    args, kwargs = sample(name)
    value = as_arrays(args[0])
    nested = Container(a=value, b={"c": value + 0.125})
    result = getattr(Container, f"static_{name}")(nested, *as_arrays(args[1:]), **kwargs)
    for key in ("a", "b/c"):
        expected = getattr(ivy, name)(nested[key], *as_arrays(args[1:]), **kwargs)
        np.testing.assert_array_equal(np.asarray(result[key]), np.asarray(expected))


@pytest.mark.checklist("C08")
def test_some_methods(backend):
    x = arrays(a=[3.0, 1.0], b={"c": [[2.0]]})
    assert lists(x.sum(axis=0)) == {"a": 4.0, "b": {"c": [2.0]}}
    assert lists(x.flip()) == {"a": [1.0, 3.0], "b": {"c": [[2.0]]}}
    assert lists(x.to_native().to_ivy()) == lists(x)
    assert x.exists().cont_to_dict() == x.is_array().cont_to_dict() == {"a": True, "b": {"c": True}}
    assert x.all_equal(x).cont_all_true()
    parts = Container(a=x.a).split(num_or_size_splits=2)
    assert [lists(part) for part in parts] == [{"a": [3.0]}, {"a": [1.0]}]
