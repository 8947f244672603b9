"""Methods of Array: which functions have one, and how those of a user's module get one."""

from __future__ import annotations

import types

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.container.base import ContainerBase
from ivy_core.functional import CATEGORIES
from ivy_core.functional.array import elementwise, statistical, transcendental
from ivy_core.registry import FUNCTIONS
from tests.core.arrays import array

Container = ivy.Container

# Functions of anything, an array among others; table and registry tell of the others by themselves.
OF_ANYTHING = [
    "all_equal", "asarray", "default", "exists", "from_dlpack", "is_array", "is_ivy_array",
    "is_ivy_container", "is_native_array", "isscalar", "native_array", "to_ivy", "to_native",
    "to_new_backend",
]  # fmt: skip


def methods_of(cls):
    return {
        name
        for name in FUNCTIONS
        if hasattr(cls, name) and not isinstance(getattr(cls, name), property)
    }


@pytest.mark.checklist("A01", "C08")
def test_arrays_and_containers_have_the_same_methods():
    methods = methods_of(ivy.Array)
    assert methods == methods_of(Container)
    assert set(OF_ANYTHING) <= methods and len(methods) > 300


@pytest.mark.checklist("A01", "C08", "C09", "C10")
def test_a_function_is_a_method_where_it_takes_an_array():
    takes = {name for name, spec in FUNCTIONS.items() if spec.self_parameter is not None}
    attributes = {n for n in FUNCTIONS if isinstance(getattr(ivy.Array, n, None), property)}
    assert methods_of(ivy.Array) == takes - attributes
    for name in takes - attributes:
        assert FUNCTIONS[name].self_parameter.name != "out", name


@pytest.mark.checklist("A01", "C08")
def test_methods_of_both_are_made_of_the_same_functions():
    for name in methods_of(ivy.Array):
        spec = FUNCTIONS[name]
        for cls in (ivy.Array, Container):
            method = vars(cls)[name]
            if hasattr(method, "__wrapped__"):
                assert method.__wrapped__ is spec.body, (cls, name)
                assert method.__doc__ == spec.body.__doc__, (cls, name)
                assert method.__name__ == name
                assert method.__qualname__ == f"{cls.__name__}.{name}"


# what the methods give


@pytest.mark.checklist("A01", "C08")
def test_methods_of_functions_of_anything(backend):
    x = ivy.asarray([1.0, 2.0])
    c = Container(a=x, b={"c": ivy.asarray([3.0])})
    for name in ("exists", "is_array", "is_ivy_array"):
        assert getattr(x, name)() is True
        assert getattr(c, name)().cont_to_dict() == {"a": True, "b": {"c": True}}
    for name in ("isscalar", "is_native_array"):
        assert getattr(x, name)() is False
        assert getattr(c, name)().cont_to_dict() == {"a": False, "b": {"c": False}}
    assert x.is_ivy_array(exclusive=True) is True
    assert x.all_equal(ivy.asarray([1.0, 2.0])) is True
    assert x.all_equal(ivy.asarray([1.0, 2.5])) is False
    assert c.all_equal(c).cont_to_dict() == {"a": True, "b": {"c": True}}
    for native in (x.to_native(), x.native_array(), c.to_native().a, c.native_array().a):
        assert isinstance(native, ivy.NativeArray)
    assert ivy.dtype(x.native_array(dtype="float32")) == "float32"
    assert x.to_ivy() is x
    assert isinstance(c.to_native().to_ivy().b.c, ivy.Array)
    assert x.asarray(dtype="float32").dtype == c.asarray(dtype="float32").a.dtype == "float32"
    assert x.asarray(copy=True) is not x
    out = ivy.zeros(2)
    assert x.asarray(out=out) is out
    np.testing.assert_array_equal(np.asarray(out), [1.0, 2.0])
    assert x.default(3) is x
    assert Container(a=None, b=x).default(3).a == 3
    np.testing.assert_array_equal(np.asarray(x.from_dlpack()), [1.0, 2.0])
    assert x.is_ivy_container() is False
    assert c.is_ivy_container() is Container.static_is_ivy_container(c) is True
    assert isinstance(x.to_new_backend(), ivy.NativeArray)


# functions of a user's modules


def module(source: str, name: str = "filters") -> types.ModuleType:
    made = types.ModuleType(name)
    exec(source, vars(made))
    return made


SOURCE = '''
import math
import ivy_core as ivy
from ivy_core import Array

def smooth(x, weight=0.5):
    """Scale."""
    return ivy.multiply(x, weight)

def scaled(factor: float, x: "ivy.Array", /, *, out: ivy.Array | None = None) -> ivy.Array:
    return ivy.multiply(x, factor, out=out)

def by_name(factor: float, *, x: Array):
    return x * factor

def joined(arrays: list[ivy.Array], axis: int = 0):
    return ivy.concat(arrays, axis=axis)

def _private(x):
    return x

rate = 3.0
'''


class Signal(ivy.Array):
    __slots__ = ()


@pytest.mark.checklist("W18")
def test_functions_of_a_users_module_become_methods(backend, recwarn):
    class Made(Signal):
        __slots__ = ()

    own = module(SOURCE)
    ivy.add_ivy_array_instance_methods(Made, [own])
    x = Made(ivy.asarray([2.0, 4.0]))
    np.testing.assert_array_equal(np.asarray(x.smooth()), [1.0, 2.0])
    np.testing.assert_array_equal(np.asarray(x.smooth(2)), [4.0, 8.0])
    np.testing.assert_array_equal(np.asarray(x.scaled(3.0)), [6.0, 12.0])
    np.testing.assert_array_equal(np.asarray(x.by_name(3.0)), [6.0, 12.0])
    out = ivy.zeros(2)
    assert x.scaled(3.0, out=out) is out
    np.testing.assert_array_equal(np.asarray(x.joined([out])), [2.0, 4.0, 6.0, 12.0])
    assert Made.smooth.__name__ == "smooth" and Made.smooth.__doc__ == "Scale."
    assert Made.smooth.__wrapped__ is own.smooth
    assert Made.smooth.__qualname__ == "Made.smooth"
    assert not hasattr(Made, "_private") and not hasattr(Made, "math")
    assert not hasattr(ivy.Array, "smooth")
    ivy.add_ivy_array_instance_methods(Made, [own])  # they are there already: nothing to say
    assert [w.message for w in recwarn] == []


@pytest.mark.checklist("W18")
def test_all_says_what_a_module_exports():
    class Made(Signal):
        __slots__ = ()

    own = module("__all__ = ['tangent']\nfrom ivy_core import tan as tangent\ndef half(x): ...")
    ivy.add_ivy_array_instance_methods(Made, [own])
    np.testing.assert_allclose(np.asarray(Made(np.array([1.0])).tangent()), np.tan([1.0]))
    assert not hasattr(Made, "half")


@pytest.mark.checklist("W18")
def test_what_cannot_be_attached_is_named():
    class Made(Signal):
        __slots__ = ()

    own = module("def half(x): ...\ndef load(path: str): ...\ndef now(): ...\ndef sum(x): ...")
    with pytest.warns(UserWarning) as said:
        ivy.add_ivy_array_instance_methods(Made, [own])
    (warning,) = said
    assert str(warning.message) == (
        "add_ivy_array_instance_methods: not attached: filters.load takes no array; filters.now "
        "takes no array; filters.sum, as Made.sum is something else"
    )
    assert warning.filename == __file__
    assert hasattr(Made, "half") and not hasattr(Made, "load")
    assert Made.sum is ivy.Array.sum


@pytest.mark.checklist("W18", "W19")
@pytest.mark.parametrize("attach", ["array", "container"])
def test_a_module_with_nothing_to_attach_is_an_error(attach):
    attach = getattr(ivy, f"add_ivy_{attach}_instance_methods")
    own = module("import math\ndef load(path: str): ...", "files_of_mine")
    with pytest.raises(ValueError, match="'files_of_mine' has no public function .*load takes no"):
        attach(Signal, [own])
    with pytest.raises(TypeError, match="must hold modules, not 'filters'"):
        attach(Signal, ["filters"])


@pytest.mark.checklist("W19")
def test_functions_of_a_users_module_become_methods_of_containers(backend, recwarn):
    class Made(Container):
        __slots__ = ()

    own = module(SOURCE)
    ivy.add_ivy_container_instance_methods(Made, [own])
    assert not hasattr(Made, "static_smooth")
    c = Made(a=ivy.asarray([2.0]), b={"c": ivy.asarray([4.0])})

    def values(nest):
        return nest.cont_map(lambda leaf, _: ivy.to_list(leaf)).cont_to_dict()

    assert values(c.smooth()) == {"a": [1.0], "b": {"c": [2.0]}}
    assert values(c.smooth(key_chains=["a"])) == {"a": [1.0], "b": {"c": [4.0]}}
    assert values(c.scaled(3.0)) == {"a": [6.0], "b": {"c": [12.0]}}
    assert values(c.by_name(3.0)) == {"a": [6.0], "b": {"c": [12.0]}}
    assert values(c.scaled(Made(a=1.0, b={"c": 2.0}))) == {"a": [2.0], "b": {"c": [8.0]}}
    ivy.add_ivy_container_instance_methods(Made, [own], static=True)
    assert isinstance(vars(Made)["static_smooth"], staticmethod)
    assert values(Made.static_smooth(c, weight=2)) == {"a": [4.0], "b": {"c": [8.0]}}
    assert values(Made.static_scaled(3.0, c)) == {"a": [6.0], "b": {"c": [12.0]}}
    assert Made.static_smooth.__name__ == "static_smooth"
    assert Made.static_smooth.__doc__ == "Scale."
    assert not hasattr(Container, "smooth") and not hasattr(Container, "static_smooth")
    assert [w.message for w in recwarn] == []


@pytest.mark.checklist("W18", "W19")
def test_a_module_that_is_named_like_a_category_is_the_users_own():
    class Made(Container):
        __slots__ = ()

    ivy.add_ivy_container_instance_methods(Made, [module("def half(x): return x / 2", "general")])
    assert Made(a=2.0).half().a == 1.0


# methods


@pytest.mark.checklist("A01")
def test_methods_are_instance_methods_that_call_a_function_each():
    own = {
        name: value
        for name, value in vars(ivy.Array).items()
        if not name.startswith("_") and callable(value)
    }
    assert not [n for n, v in own.items() if isinstance(v, (staticmethod, classmethod))]
    of_functions = [name for name in own if name in FUNCTIONS]
    assert len(of_functions) > 0.98 * len(own)
    for name in of_functions:
        if hasattr(own[name], "__wrapped__"):
            assert own[name].__doc__ == FUNCTIONS[name].body.__doc__


@pytest.mark.checklist("A01")
def test_methods_give_what_functions_give(backend, assert_matches):
    a, b = np.array([1.0, 4.0, 2.0]), np.array([2.0, 2.0, 2.0])
    x, y = array(backend, a), array(backend, b)
    assert_matches(x.add(y), a + b)
    assert_matches(x.sum(axis=0), a.sum(axis=0))
    assert_matches((x > 1.5).where(x, y), np.where(a > 1.5, a, b))
    assert isinstance(x.argmax(), ivy.Array)


# attaching methods


class Wrapped:
    """A class of arrays of the user's own: functions go to what it holds."""

    sin = "kept"

    def __init__(self, x):
        self.x = x

    def __ivy_array_function__(self, function, classes, args, kwargs):
        return function(*[a.x if isinstance(a, Wrapped) else a for a in args], **kwargs)


def users_module():
    """Return a module of the user's, with a function that takes an array first."""

    def twice_plus(x: ivy.Array, more: float = 1.0, *, out: ivy.Array | None = None) -> ivy.Array:
        """Twice x, plus more."""
        return ivy.add(ivy.multiply(x, 2.0), more, out=out)

    def sin(x: ivy.Array) -> ivy.Array:
        """Stand-in: a method of this name is there already."""

    module = types.ModuleType("users_module")
    twice_plus.__module__ = sin.__module__ = module.__name__
    module.twice_plus, module.sin, module._hidden = twice_plus, sin, twice_plus
    return module


@pytest.mark.checklist("W18")
def test_array_methods_are_attached_where_there_is_none(backend, assert_matches):
    class Mine(Wrapped):
        pass

    ivy.add_ivy_array_instance_methods(Mine, [elementwise, statistical, transcendental])
    a = np.array([[0.5, 2.0], [1.5, 3.0]])
    x = Mine(array(backend, a))
    assert Mine.sin == "kept"
    assert_matches(x.add(1.0), a + 1.0)
    assert_matches(x.add(x), a + a)
    assert_matches(x.sum(axis=0, keepdims=True), a.sum(0, keepdims=True))
    assert_matches(x.max(), a.max())
    assert not hasattr(Mine, "reshape")  # of another module
    assert Mine.add.__doc__ == ivy.add.__doc__
    attached = {name for name in vars(Mine) if not name.startswith("_")}
    categories = {"elementwise", "statistical", "transcendental"}
    assert attached == {
        n for n, s in FUNCTIONS.items() if s.category in categories and s.placer()
    } - {"sin"}


@pytest.mark.checklist("W18")
def test_array_methods_of_a_users_module(backend, assert_matches):
    class Mine(ivy.Array):
        __slots__ = ()

    ivy.add_ivy_array_instance_methods(Mine, [users_module()])
    a = np.array([0.5, 2.0])
    x, out = Mine(array(backend, a).data), array(backend, np.zeros(2))
    assert_matches(x.twice_plus(), 2 * a + 1)
    assert_matches(x.twice_plus(3.0), 2 * a + 3)
    assert x.twice_plus(more=3.0, out=out) is out
    assert_matches(out, 2 * a + 3)
    assert "Twice x" in Mine.twice_plus.__doc__
    assert_matches(x.sin(), np.sin(a))
    assert not hasattr(Mine, "_hidden")


@pytest.mark.checklist("W19")
def test_container_methods_are_attached_where_there_is_none(backend, assert_matches):
    class Mine(ContainerBase):
        sin = "kept"

    ivy.add_ivy_container_instance_methods(Mine, [elementwise, statistical])
    assert Mine.sin == "kept"
    assert callable(Mine.add) and not hasattr(Mine, "static_add")
    assert not hasattr(Mine, "reshape")
    a = np.array([[0.5, 2.0], [1.5, 3.0]])
    x = Mine(p=array(backend, a), q={"r": array(backend, -a)})
    for result, expected in ((x.add(1.0), a + 1.0), (x.sum(axis=0), a.sum(0)), (x.add(x), a + a)):
        assert isinstance(result, ContainerBase)
        assert_matches(result["p"], expected)
    assert_matches(x.sum(axis=0)["q/r"], -a.sum(0))
    ivy.add_ivy_container_instance_methods(Mine, CATEGORIES, static=True)
    assert isinstance(vars(Mine)["static_add"], staticmethod)
    assert not hasattr(Mine, "reshape")
    assert_matches(Mine.static_reshape(x, (4,))["q/r"], -a.reshape(4))
    assert_matches(Mine.static_add(array(backend, a), 1.0), a + 1.0)


@pytest.mark.checklist("W19")
def test_container_methods_of_a_users_module(backend, assert_matches):
    class Mine(ivy.Container):
        pass

    module = users_module()
    ivy.add_ivy_container_instance_methods(Mine, [module])
    ivy.add_ivy_container_instance_methods(Mine, [module], static=True)
    a = np.array([0.5, 2.0])
    x = Mine(p=array(backend, a), q={"r": array(backend, -a)})
    for result in (x.twice_plus(3.0), Mine.static_twice_plus(x, 3.0)):
        assert_matches(result["p"], 2 * a + 3)
        assert_matches(result["q/r"], -2 * a + 3)
    assert_matches(x.sin()["q/r"], np.sin(-a))
    assert not hasattr(ivy.Container, "twice_plus")
