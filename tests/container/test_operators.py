"""Operators of Containers, against the same operators on each leaf."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyDtypePromotionError, IvyValueError
from tests.container.method_table import OPERATORS

Container = ivy.Container
BINARY = (
    "pow", "add", "sub", "mul", "mod", "truediv", "floordiv", "and", "or", "xor", "lshift",
    "rshift",
)  # fmt: skip
COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")


def function(name):
    return getattr(operator, f"__{name}__")


@pytest.mark.checklist("C27")
def test_every_operator_of_the_table_is_there():
    assert [name for name in OPERATORS if name not in vars(Container)] == []


@pytest.mark.checklist("C25", "C26")
@pytest.mark.parametrize("name", BINARY + COMPARISONS)
def test_python_numbers(name):
    f = function(name)
    x, y = Container(a=7, b={"c": 5}), Container(a=2, b={"c": 3})
    assert f(x, y).cont_to_dict() == {"a": f(7, 2), "b": {"c": f(5, 3)}}
    assert f(x, 2).cont_to_dict() == {"a": f(7, 2), "b": {"c": f(5, 2)}}
    assert f(x, {"a": 2, "b": {"c": 3}}).cont_to_dict() == f(x, y).cont_to_dict()
    if name not in COMPARISONS:
        assert f(9, y).cont_to_dict() == {"a": f(9, 2), "b": {"c": f(9, 3)}}
    assert x.cont_to_dict() == {"a": 7, "b": {"c": 5}}


@pytest.mark.checklist("C25", "C27")
@pytest.mark.parametrize("name", BINARY)
def test_in_place_on_python_numbers(name):
    x = Container(a=7, b={"c": 5})
    before, b = x, x.b
    x = getattr(operator, f"__i{name}__")(x, Container(a=2, b={"c": 3}))
    assert x is before and x.b is b
    assert x.cont_to_dict() == {"a": function(name)(7, 2), "b": {"c": function(name)(5, 3)}}


@pytest.mark.checklist("C25", "C26", "C27")
@pytest.mark.parametrize("name", BINARY + COMPARISONS)
def test_arrays(backend, assert_matches, name):
    f = function(name)
    values = {"a": np.array([7, 5]), "b/c": np.array([4])}
    others = {"a": np.array([2, 3]), "b/c": np.array([3])}
    x = Container({k: ivy.asarray(v) for k, v in values.items()})
    y = Container({k: ivy.asarray(v) for k, v in others.items()})
    for key in values:
        assert_matches(f(x, y)[key], f(values[key], others[key]))
        assert_matches(f(x, 2)[key], f(values[key], 2))
        if name not in COMPARISONS:
            assert_matches(f(9, y)[key], f(9, others[key]))
            assert_matches(f(ivy.asarray([9]), y)[key], f(np.array([9]), others[key]))


@pytest.mark.checklist("C26")
@pytest.mark.parametrize(
    "name, api", [("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide")]
)
def test_arithmetic_of_arrays_is_the_functional_api(backend, monkeypatch, name, api):
    calls = []
    original = vars(ivy)[api]
    monkeypatch.setitem(vars(ivy), api, lambda *a, **k: calls.append(api) or original(*a, **k))
    x = Container(a=ivy.asarray([1.0]), b={"c": ivy.asarray([2.0]), "d": 3.0})
    function(name)(x, x)
    assert calls == [api, api]


@pytest.mark.checklist("C26")
def test_native_leaves_and_operands(backend):
    native = ivy.to_native(ivy.asarray([1.0, 2.0]))
    x = Container(a=native, b={"c": ivy.asarray([3.0])})
    doubled = x + x
    assert type(doubled.a) is type(native) and isinstance(doubled.b.c, ivy.Array)
    np.testing.assert_array_equal(np.asarray(doubled.a), [2.0, 4.0])
    for result in (native * Container(a=ivy.asarray([2.0, 3.0])), np.float64(2) * Container(a=1.5)):
        assert type(result) is Container
    assert ivy.to_list((native * Container(a=ivy.asarray([2.0, 3.0]))).a) == [2.0, 6.0]


@pytest.mark.checklist("C27")
@pytest.mark.parametrize("name", [n for n in BINARY if n not in ("truediv", "pow")])
def test_in_place_on_arrays_keeps_containers_and_arrays(backend, name):
    x = Container(a=ivy.asarray([7]), b={"c": ivy.asarray([5])})
    a, b, c = x.a, x.b, x.b.c
    y = getattr(operator, f"__i{name}__")(x, Container(a=ivy.asarray([2]), b={"c": 3}))
    assert y is x and x.a is a and x.b is b and x.b.c is c
    assert ivy.to_list(a) == [function(name)(7, 2)] and ivy.to_list(c) == [function(name)(5, 3)]


@pytest.mark.checklist("C27")
def test_in_place_that_fails_at_one_leaf_changes_none(backend):
    x = Container(a=ivy.asarray([1.0, 2.0]), b=ivy.asarray([3.0]))
    with pytest.raises(IvyBroadcastShapeError):
        x += Container(a=1.0, b=ivy.asarray([[1.0, 2.0]]))
    assert np.asarray(x.a).tolist() == [1.0, 2.0]


@pytest.mark.checklist("C27")
def test_in_place_true_division_and_power(backend):
    x = Container(a=ivy.asarray([6.0]), b={"c": ivy.asarray([3.0])})
    a = x.a
    x /= 2
    x **= Container(a=2, b={"c": 1})
    assert x.a is a and ivy.to_list(a) == [9.0] and ivy.to_list(x.b.c) == [1.5]
    with pytest.raises(IvyDtypePromotionError):
        Container(a=ivy.asarray([6])).__itruediv__(2)


@pytest.mark.checklist("C27")
def test_matmul(backend, assert_matches):
    m, v = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 1.0])
    x, y = Container(a=ivy.array(m)), Container(a=ivy.array(v))
    assert_matches((x @ y).a, m @ v)
    assert_matches((ivy.asarray(v) @ x).a, v @ m)
    a = x.a
    x @= x
    assert x.a is a
    assert_matches(a, m @ m)


@pytest.mark.checklist("C27")
def test_unary(backend):
    x = Container(a=ivy.asarray([-1, 2]), b={"c": -3})
    for f in (operator.neg, operator.pos, abs, operator.invert):
        result = f(x)
        assert ivy.to_list(result.a) == [f(-1), f(2)] and result.b.c == f(-3)


@pytest.mark.checklist("C27")
def test_divmod_gives_two_containers(backend):
    x = Container(a=ivy.asarray([7, -7]), b={"c": 9})
    quotient, rest = divmod(x, 4)
    assert ivy.to_list(quotient.a) == [1, -2] and ivy.to_list(rest.a) == [3, 1]
    assert (quotient.b.c, rest.b.c) == divmod(9, 4)
    quotient, rest = divmod(10, Container(a=4, b={"c": 3}))
    assert (quotient.a, rest.a, quotient.b.c, rest.b.c) == (2, 2, 3, 1)


@pytest.mark.checklist("C25")
def test_leaves_decide_what_an_operator_means():
    x = Container(a=[1], b={"c": "t"})
    assert (x * 2).cont_to_dict() == {"a": [1, 1], "b": {"c": "tt"}}
    assert (Container(a=[1]) + [10]).a == [1, 10]
    arrays = Container(a=[ivy.asarray([1])]) + [ivy.asarray([2])]
    assert type(arrays) is Container and len(arrays.a) == 2

    class Reflected:
        def __radd__(self, other):
            return f"{other} + me"

    assert (x.b + Reflected()).c == "t + me"


@pytest.mark.checklist("N10", "C25")
def test_structures_that_are_shared_but_not_equal():
    x, y = Container(a={"b": 2, "c": 4}, d=1), Container(a=2, d=3)
    assert (x / y).cont_to_dict() == {"a": {"b": 1.0, "c": 2.0}, "d": 1 / 3}
    assert (y - x).cont_to_dict() == {"a": {"b": 0, "c": -2}, "d": 2}
    y += x
    assert y.cont_to_dict() == {"a": {"b": 4, "c": 6}, "d": 4}


@pytest.mark.checklist("N13", "N14")
def test_structures_that_are_not_shared():
    x, y = Container(a=1, d={"f": 8}), Container(a=1, d={"g": 14})
    for f in (operator.add, operator.eq, operator.iadd):
        for left, right in ((x, y), (y, x)):
            with pytest.raises(IvyValueError, match="'d/[fg]'"):
                f(left, right)
    assert x.cont_to_dict() == {"a": 1, "d": {"f": 8}}  # nothing was added before


def test_errors_name_the_key_chain():
    x = Container(a=1, b={"c": "t"})
    for fails in (lambda: x + 1, lambda: x + Container(a=1, b={"c": 1}), lambda: x.__iadd__(1)):
        with pytest.raises(TypeError) as caught:
            fails()
        assert caught.value.__notes__ == ["at key chain 'b/c'"]


def test_containers_are_not_hashable():
    with pytest.raises(TypeError):
        hash(Container(a=1))
