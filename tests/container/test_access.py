"""Containers: entries by key, key chain, attribute and index; attributes of the leaves."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import (
    IvyAttributeError,
    IvyException,
    IvyKeyError,
    IvyTypeError,
    IvyValueError,
)

Container = ivy.Container


def text(x):
    return str(x)


@pytest.fixture
def x():
    return Container(
        a=ivy.asarray([0.0]), b={"a": ivy.asarray([[0.0]]), "b": ivy.asarray([1.0, 2, 3])}
    )


SHAPES = """{
    a: [
        1
    ],
    b: {
        a: [
            1,
            1
        ],
        b: [
            3
        ]
    }
}"""
NDIMS = """{
    a: 1,
    b: {
        a: 2,
        b: 1
    }
}"""


@pytest.mark.checklist("C15", "C21")
def test_keys_are_attributes_and_key_chains_are_indices():
    x = Container(a=1, b={"c": {"d": 2}})
    assert x.a == x["a"] == 1 and x.b is x["b"]
    assert x["b/c/d"] == x["b.c.d"] == x["b"]["c/d"] == x.b.c.d == 2
    assert x[""] is x
    assert x.get("b/c/d") == 2 and x.get("b/x", 5) == 5 and x.get("z") is None
    assert x.cont_at_key_chain("b/c") is x.b.c


@pytest.mark.checklist("C21")
@pytest.mark.parametrize("chain", ["z", "b/z", "a/b", "b/c/d/e"])
def test_a_missing_key_chain_is_a_key_error_that_names_it(chain):
    x = Container(a=1, b={"c": {"d": 2}})
    with pytest.raises(KeyError) as caught:
        x[chain]
    assert isinstance(caught.value, IvyException) and repr(chain) in str(caught.value)
    assert str(caught.value)[0] != '"'  # a message, not a quoted key
    with pytest.raises(IvyKeyError):
        del x[chain]


@pytest.mark.checklist("C20", "C22")
def test_entries_are_set_by_attribute_key_and_key_chain():
    x = Container(a=1)
    x.b = 2
    x["c/d"] = 3
    x["e.f.g"] = 4
    x.h = {"i": {"j": 5}}
    x._private = 6
    assert dict.__getitem__(x, "b") == 2
    assert x.cont_to_dict() == {
        "a": 1, "b": 2, "c": {"d": 3}, "e": {"f": {"g": 4}}, "h": {"i": {"j": 5}}, "_private": 6,
    }  # fmt: skip
    assert type(x.e.f) is type(x.h.i) is Container and x._private == 6
    with pytest.raises(IvyValueError, match="cannot set key chain 'a/b': there is a leaf at 'a'"):
        x["a/b"] = 1
    setattr(x, "c/k", 7)
    assert x.c.k == 7


def test_entries_are_deleted():
    x = Container(a=1, b={"c": 2, "d": 3}, e=4)
    del x["b/c"], x.e, x["a"]
    assert x.cont_to_dict() == {"b": {"d": 3}}
    with pytest.raises(IvyAttributeError):
        del x.zzz


def test_methods_of_dicts_take_key_chains():
    x = Container(a=1, b={"c": 2})
    assert x.pop("b/c") == 2 and x.pop("b/c", None) is None and "c" not in x.b
    with pytest.raises(KeyError):
        x.pop("b/c")
    assert x.setdefault("b/d", 5) == 5 and x.setdefault("b/d", 6) == 5
    x.update({"b/e": {"f": 1}}, g=2)
    assert x.cont_to_dict() == {"a": 1, "b": {"d": 5, "e": {"f": 1}}, "g": 2}
    assert type(x.b.e) is Container
    assert list(x.items())[0] == ("a", 1) and len(x) == 3 and bool(x)
    assert type(Container.fromkeys(["a", "b/c"], 0)) is Container


@pytest.mark.checklist("C23")
def test_contains():
    arrays = [ivy.asarray([n]) for n in range(3)]
    inner = Container(c=arrays[1], d=arrays[2])
    x = Container(a=arrays[0], b=inner)
    assert "a" in x and "b" in x and "b/c" in x and "b.d" in x
    assert "c" not in x and "b/e" not in x and "a/b" not in x and 3 not in x


@pytest.mark.checklist("C23")
def test_contains_containers():
    arrays = [ivy.asarray([n]) for n in range(3)]
    inner = Container(c=arrays[1], d=arrays[2])
    x = Container(a=arrays[0], b=inner)
    assert inner in x and x in x
    assert Container(c=ivy.asarray([5]), d=ivy.asarray([6])) not in x


@pytest.mark.checklist("C16", "C17")
def test_attributes_of_the_leaves(backend, x):
    assert text(x.shape) == SHAPES
    assert text(x.ndim) == NDIMS
    num_dims = x.shape.__len__()
    assert text(num_dims) == NDIMS
    assert text(num_dims.real) == NDIMS
    assert type(num_dims) is Container
    assert x.shape.b.__len__().cont_to_dict() == {"a": 2, "b": 1}
    assert isinstance(x.shape, Container) and type(x.shape * 2) is Container
    assert x.dtype.b.a == "float64" and x.T.b.a.shape == (1, 1)
    assert type(x.T) is Container


@pytest.mark.checklist("C17")
def test_methods_of_the_leaves_are_called_on_each(backend, x):
    words = Container(a="one", b={"c": "two"})
    assert words.upper().cont_to_dict() == {"a": "ONE", "b": {"c": "TWO"}}
    assert "'upper'" in repr(words.upper)
    lists = Container(a=[3, 1], b=[2])
    lists.reverse()
    assert lists.a == [1, 3]


@pytest.mark.checklist("C18")
def test_arguments_are_handed_to_the_leaves_methods():
    y = Container(l1=[1, 2, 3], c1=Container(l1=[3, 2, 1], l2=[4, 5, 6]))
    assert (
        text(y.__getattr__("count", 1))
        == """{
    c1: {
        l1: 1,
        l2: 0
    },
    l1: 1
}"""
    )
    assert (
        text(y.__getattr__("__add__", [10]))
        == """{
    c1: {
        l1: [
            3,
            2,
            1,
            10
        ],
        l2: [
            4,
            5,
            6,
            10
        ]
    },
    l1: [
        1,
        2,
        3,
        10
    ]
}"""
    )
    assert y.__getattr__("__len__").cont_to_dict() == {"c1": {"l1": 3, "l2": 3}, "l1": 3}
    words = Container(a="a-b")
    assert words.__getattr__("split", sep="-").a == ["a", "b"]
    assert y.__getattr__("c1", 5) is y.c1


@pytest.mark.checklist("C19")
def test_documented_limits(x):
    assert len(x.shape) == 2 and type(len(x.shape)) is int
    with pytest.raises(TypeError):
        bin(x.shape.__len__())
    y = Container(l1=[1, 2, 3])
    with pytest.raises(IvyTypeError, match=r"write x.__getattr__\('count', ...\)"):
        y.count(1)
    documented = Container.__doc__
    for words in ("len(x.shape)", "bin(x)", "x.count(1)", 'x.__getattr__("count", 1)', "cont_map("):
        assert words in documented


@pytest.mark.checklist("C16")
def test_an_attribute_that_a_leaf_lacks_is_an_attribute_error_that_names_the_leaf(x):
    x.b.c = "text"
    with pytest.raises(AttributeError, match="str at key chain 'b/c'"):
        x.shape  # noqa: B018
    assert not hasattr(x, "no_such") and hasattr(x, "b")
    with pytest.raises(IvyAttributeError, match="has no leaves"):
        Container(a={}).shape  # noqa: B018
    with pytest.raises(AttributeError):
        x.cont_no_such()


@pytest.mark.checklist("C16")
@pytest.mark.parametrize(
    "name",
    "__array__ __array_interface__ __array_struct__ __jax_array__ __torch_function__ _repr_html_ "
    "_ipython_display_ __dlpack__ __dict__ __wrapped__ __name__ _fields __fspath__ __index__ "
    "__array_namespace__ __cuda_array_interface__ __tf_tensor__ __call__".split(),
)
def test_protocols_of_python_do_not_fall_through(x, name):
    assert not hasattr(x, name)


def test_numpy_does_not_take_a_container_apart(x):
    assert np.asarray(x).dtype == object
    with pytest.raises(TypeError, match="__array_ufunc__"):
        np.add(x, 1)


def test_dir_has_the_keys():
    assert {"a", "cont_map", "add"} <= set(dir(Container(a=1, b=2)))


@pytest.mark.checklist("C21")
def test_other_indices_go_to_the_leaves(backend):
    x = Container(a=ivy.asarray([[0.0], [1.0]]), b={"c": ivy.asarray([[1.0], [2.0]])})
    assert ivy.to_list(x[1].a) == [1.0] and ivy.to_list(x[1].b.c) == [2.0]
    assert x[:, 0].shape.b.c == (2,) and x[..., None].shape.a == (2, 1, 1)
    where = Container(a=0, b={"c": 1})
    assert ivy.to_list(x[where].b.c) == [2.0]
    assert ivy.to_list(x[x > 0.5].a) == [1.0]
    y = Container(a=[1, 2], b=None, c=ivy.asarray(3), d=[])
    assert y[1].cont_to_dict()["a"] == 2 and y[1].b is None and y[1].c is y.c and y[1].d == []
    lists = Container(a=[[ivy.asarray(1), ivy.asarray(2)]])
    assert type(lists[0]) is Container and len(lists[0].a) == 2


@pytest.mark.checklist("C22")
def test_writing_at_other_indices_goes_to_the_leaves(backend):
    x = Container(a=ivy.asarray([1.0, 2.0]), b={"c": ivy.asarray([3.0, 4.0])})
    a = x.a
    x[0] = 9.0
    x[1:] = Container(a=ivy.asarray([5.0]), b={"c": 6.0})
    assert ivy.to_list(x.a) == [9.0, 5.0] and ivy.to_list(x.b.c) == [9.0, 6.0] and x.a is a
    x[0] += 1
    assert ivy.to_list(x.a) == [10.0, 5.0]
    with pytest.raises(IvyKeyError, match="there are no leaves"):
        Container()[0] = 1


def test_keys_that_are_no_strings_come_before_indices():
    x = Container({0: "zero", "a": [1, 2]})
    assert x[0] == "zero" and 0 in x
    x[0] = "none"
    assert x[0] == "none"
    x.update({1: {"b": 2}})
    assert type(x[1]) is Container
    assert x.pop(0) == "none" and x[1] is x.pop(1)


def test_properties_of_subclasses_stay_theirs():
    class Named(Container):
        @property
        def name(self):
            return self["n"]

        @name.setter
        def name(self, value):
            self["n"] = value.upper()

    x = Named(a=1)
    x.name = "x"
    assert x.name == "X" and "name" not in x
    with pytest.raises(AttributeError):
        x.cont_shape = [1]
