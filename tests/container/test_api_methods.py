"""The functional API as methods of Container."""

from __future__ import annotations

import pytest

import ivy_core as ivy
from ivy_core.container import add_ivy_container_instance_methods
from ivy_core.container.base import ContainerBase
from ivy_core.functional import CATEGORIES
from ivy_core.registry import FUNCTIONS

Container = ivy.Container


def arrays(**nest):
    return Container(nest).cont_map(lambda leaf, _: ivy.asarray(leaf))


def lists(x):
    return x.cont_with_entries_as_lists().cont_to_dict()


@pytest.mark.checklist("C08")
def test_every_method_of_array_is_one_of_container():
    methods = {
        name
        for name in FUNCTIONS
        if hasattr(ivy.Array, name) and not isinstance(getattr(ivy.Array, name), property)
    }
    assert len(methods) > 100
    assert [name for name in sorted(methods) if not hasattr(Container, name)] == []
    differing = [
        name
        for name in sorted(methods)
        if getattr(Container, name).__wrapped__ is not FUNCTIONS[name].body
    ]
    assert differing == []


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

    second.__module__ = by_name.__module__ = "ivy_core.functional.elementwise"
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

    elementwise = [m for m in CATEGORIES if m.__name__.endswith(".elementwise")]
    add_ivy_container_instance_methods(Made, elementwise)
    assert hasattr(Made, "sin") and not hasattr(Made, "argmax")
    sin = Made.sin
    add_ivy_container_instance_methods(Made, CATEGORIES)
    assert Made.sin is sin and hasattr(Made, "argmax") and not hasattr(Made, "static_sin")
    add_ivy_container_instance_methods(Made, elementwise, static=True)
    assert hasattr(Made, "static_sin") and Made.static_sin.__name__ == "static_sin"


@pytest.mark.checklist("C12", "N15")
def test_every_nestable_function_has_a_static_method():
    lacking = [
        name
        for name, spec in FUNCTIONS.items()
        if spec.nestable and not hasattr(Container, f"static_{name}")
    ]
    assert lacking == []


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
