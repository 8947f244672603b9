"""Operators of arrays: each calls one function of the core, also reflected and in place."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import ivy_core as ivy
from tests.core.arrays import array

OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "pow", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
    "ge": "greater_equal",
}  # fmt: skip
UNARY = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
BINARY = OPERATORS | COMPARISONS
IN_PLACE = [name for name in OPERATORS if name not in ("truediv", "matmul")]  # of integers
A, B = np.array([[5, 6], [7, 9]]), np.array([[2, 3], [1, 2]])


def by_name(name):
    """Return the function of the `operator` module, whose `and` and `or` end in an underscore."""
    return getattr(operator, name, None) or getattr(operator, f"{name}_")


@pytest.fixture
def called(monkeypatch):
    """Note the calls of the functional API: (function, arguments) each."""
    calls = []

    def noting(function, real):
        return lambda *args, **kwargs: calls.append((function, args)) or real(*args, **kwargs)

    for function in (*BINARY.values(), *UNARY.values()):
        monkeypatch.setitem(vars(ivy), function, noting(function, getattr(ivy, function)))
    return calls


def the_same(calls, function, *operands):
    """Assert that one function was called, once, with these operands themselves."""
    ((name, args),) = calls
    assert name == function and len(args) == len(operands)
    assert all(a is b for a, b in zip(args, operands, strict=True))


@pytest.mark.checklist("A04")
def test_there_is_a_function_for_each_operator_of_numpys_arrays():
    special = {n for n in dir(np.ndarray) if by_name_or_none(n.strip("_")) and n.startswith("__")}
    special -= {"__contains__", "__getitem__", "__setitem__", "__delitem__", "__index__"}
    known = {f"__{prefix}{name}__" for name in OPERATORS for prefix in ("", "r", "i")}
    known |= {f"__{name}__" for name in (*COMPARISONS, *UNARY)}
    assert special <= known
    assert [name for name in known if not hasattr(ivy.Array, name)] == []


def by_name_or_none(name):
    return getattr(operator, name, None) or getattr(operator, f"{name}_", None)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", BINARY)
def test_operators_call_the_functional_api(backend, called, assert_matches, name):
    x, y = array(backend, A), array(backend, B)
    assert_matches(by_name(name)(x, y), by_name(name)(A, B))
    the_same(called, BINARY[name], x, y)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", UNARY)
def test_unary_operators_call_the_functional_api(backend, called, assert_matches, name):
    x = array(backend, A - 6)
    assert_matches(by_name(name)(x), by_name(name)(A - 6))
    the_same(called, UNARY[name], x)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", [n for n in BINARY if n != "matmul"])
@pytest.mark.parametrize("left", [3, 3.5, True])
def test_reflected_operators_take_python_scalars(backend, called, assert_matches, name, left):
    if isinstance(left, float) and name in ("and", "or", "xor", "lshift", "rshift"):
        left = 3
    x = array(backend, B)
    assert_matches(by_name(name)(left, x), by_name(name)(left, B))
    mirrored = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.get(name, name)
    operands = (x, left) if name in COMPARISONS else (left, x)  # `3 < x` is `x > 3` to Python
    the_same(called, BINARY[mirrored], *operands)


# Their operators make an array of their own of what stands on the right (docs/differences.md).
KEEP_THEIR_CLASS = {"jax", "tensorflow"}


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", BINARY)
def test_reflected_operators_serve_foreign_left_operands(backend, assert_matches, name):
    """The left operand is the framework's own array, or NumPy's.

    JAX's and TensorFlow's operators convert an Array, by the protocol of their functions.
    """
    x = array(backend, B)
    native = array(backend, A).data
    converted = backend in KEEP_THEIR_CLASS and hasattr(type(native), f"__{name}__")
    for left in (native, A):
        result = by_name(name)(left, x)
        if converted and left is native:
            assert type(result) is type(native)
            result = ivy.asarray(result)
        assert type(result) is ivy.Array
        assert_matches(result, by_name(name)(A, B))
        assert type(result.data) is type(x.data)
    if name in OPERATORS:
        assert_matches(getattr(x, f"__r{name}__")(array(backend, A).data), by_name(name)(A, B))


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", IN_PLACE)
def test_operators_in_place_write_into_the_array(backend, called, assert_matches, name):
    x, y = array(backend, A), array(backend, B)
    view, before = x[::-1], x
    np.asarray(view)
    x = getattr(operator, f"i{name}")(x, y)
    expected = getattr(operator, f"i{name}")(A.copy(), B)
    assert x is before
    the_same(called, OPERATORS[name], x, y)
    assert_matches(x, expected)
    assert_matches(view, expected[::-1])


@pytest.mark.checklist("A04")
def test_quotients_and_products_in_place(backend, assert_matches):
    for name in ("truediv", "matmul"):
        x, expected = array(backend, A * 1.0), A * 1.0
        view = x[::-1]
        expected = getattr(operator, f"i{name}")(expected, B * 1.0)
        getattr(operator, f"i{name}")(x, array(backend, B * 1.0))
        assert_matches(view, expected[::-1])
    x = array(backend, A)
    with pytest.raises(TypeError):  # the quotient of integers is floating
        x /= 2
    assert_matches(x, A)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("name", [*OPERATORS, "lt"])
def test_operators_refuse_what_is_no_operand(backend, name):
    x = array(backend, B)
    for other in ("text", object(), None):
        for left, right in ((x, other), (other, x)):
            if name == "mod" and left == "text":
                continue  # it formats the text
            with pytest.raises(TypeError):
                by_name(name)(left, right)
