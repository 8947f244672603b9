"""Operators between arrays of several kinds: what class comes out, and what is written.

The rule: an operator or a comparison with an Array on either side gives an Array, a frontend's
array where one of them is that; so do NumPy's ufuncs. An augmented assignment leaves the left
operand what it is: a NumPy array or a torch tensor is written.
"""

from __future__ import annotations

import operator

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from frontends.numpy.scalar_types import BackendScalar
from ivy_core.arrays.views import new_array
from ivy_core.utils.exceptions import IvyException
from tests.core.arrays import equal

ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
BITWISE = ("and_", "or_", "xor", "lshift", "rshift")
OPERATORS = {
    name: getattr(operator, name) for name in (*ARITHMETIC, *COMPARISONS, *BITWISE, "matmul")
}
OPERATORS["divmod"] = divmod
NO_SHIFTS = {"lshift", "rshift", "divmod"}  # TensorFlow's tensors have no such operators


def operands(name):
    """Return two operands as lists, of a kind that the operator takes."""
    if name == "matmul":
        return [[1.0, 2], [3, 4]], [[5.0, 6], [7, 8]]
    return ([6, 3], [1, 2]) if name in BITWISE else ([6.5, 3.0], [1.0, 2.0])


def native(values):
    return ivy.asarray(values).data


ARRAYS = {"core": (ivy.asarray, ivy.Array), "frontend": (fnp.array, fnp.ndarray)}
OTHERS = {
    "native": native,
    "native without dimensions": lambda v: native(np.asarray(v).flat[0]),
    "NumPy array": np.array,
    "NumPy scalar": lambda v: np.asarray(v).flat[0],
    "Python number": lambda v: np.asarray(v).flat[0].item(),
}


def check(result, cls, expected):
    pairs = zip(result, expected, strict=True) if type(result) is tuple else [(result, expected)]
    for found, wanted in pairs:
        assert type(found) is cls
        host = np.asarray(found)
        assert host.shape == np.shape(wanted)
        np.testing.assert_allclose(host, wanted)


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", OPERATORS)
def test_array_on_the_left_gives_an_array(backend, kind, other, name):
    make, cls = ARRAYS[kind]
    first, second = operands(name)
    if name == "matmul" and np.ndim(OTHERS["NumPy array"](OTHERS[other](second))) == 0:
        return
    function = OPERATORS[name]
    right = OTHERS[other](second)
    check(function(make(first), right), cls, function(np.array(first), np.asarray(right)))


@pytest.mark.checklist("A04")
@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", OPERATORS)
def test_array_on_the_right_gives_an_array(backend, kind, other, name):
    make, cls = ARRAYS[kind]
    first, second = operands(name)
    left, function = OTHERS[other](first), OPERATORS[name]
    if name == "matmul" and np.ndim(left) == 0:
        return
    result = function(left, make(second))
    own = other.startswith("native") and (
        backend == "jax" or backend == "tensorflow" and name not in NO_SHIFTS
    )
    if own:  # the framework's operator reads the Array, as its functions do (docs/differences.md)
        cls = type(left) if backend == "jax" else type(native([1.0]))
    check(result, cls, function(np.asarray(left), np.array(second)))


@pytest.mark.parametrize("name", OPERATORS)
def test_a_frontend_array_beside_a_core_array_is_a_frontend_array(backend, name):
    first, second = operands(name)
    expected = OPERATORS[name](np.array(first), np.array(second))
    check(OPERATORS[name](fnp.array(first), ivy.asarray(second)), fnp.ndarray, expected)
    check(OPERATORS[name](ivy.asarray(first), fnp.array(second)), fnp.ndarray, expected)


def test_scalars_of_the_frontend_beside_native_arrays(backend):
    # one whose value the host has not got; NumPy's own scalars leave it to the native array
    x = new_array(BackendScalar, native(2.0))
    assert type(x - native([1.0, 2.0])) is fnp.ndarray
    assert type(x < native([1.0, 2.0])) is fnp.ndarray
    if backend in ("numpy", "torch"):
        assert type(native([1.0, 2.0]) - x) is fnp.ndarray


def test_promotion_is_the_same_on_either_side(backend):
    x = ivy.asarray([1.5], dtype="float32")
    for n in (np.array([1], "int32"), np.int32(1), np.array(1, "int32")):
        assert (x + n).dtype == (n + x).dtype == "float64"
    if backend in ("numpy", "torch"):
        n = native(np.array([1], "int32"))
        assert (x + n).dtype == (n + x).dtype == "float64"


# in place


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("name", ("iadd", "isub", "imul", "itruediv", "ipow"))
def test_augmented_assignment_leaves_the_left_operand_what_it_is(backend, kind, name):
    make, cls = ARRAYS[kind]
    function = getattr(operator, name)
    first, second = [6.5, 3.0], [1.0, 2.0]
    expected = function(np.array(first), np.array(second)).tolist()
    for other in OTHERS.values():
        x = make(first)
        result = function(x, other(second))
        assert result is x and type(x) is cls
        assert x.to_list() if kind == "core" else x.tolist()
    host = np.array(first)
    alias = host[:]
    assert function(host, make(second)) is host
    assert alias.tolist() == expected
    left = native(first)
    result = function(left, make(second))
    if backend in ("numpy", "torch"):
        assert result is left
    assert np.asarray(result).tolist() == expected


def test_numpy_array_keeps_its_dtype_and_shape_in_place(backend):
    for make in (ivy.asarray, fnp.array):
        host = np.array([1, 2])
        with pytest.raises(TypeError):
            host += make([0.5, 0.5])
        with pytest.raises(ValueError):
            host += make([[1, 1], [1, 1]])
        assert host.tolist() == [1, 2]


def test_torch_tensor_is_written_with_torchs_rules(backend):
    if backend != "torch":
        pytest.skip("tensors of PyTorch")
    left = native(np.array([1, 2], "int32"))
    with pytest.raises(RuntimeError):
        left += ivy.asarray([0.5, 0.5])
    left <<= ivy.asarray([1, 1])
    left.add_(ivy.asarray([1, 1]), alpha=2)
    assert left.tolist() == [4, 6]
    import torch

    with pytest.raises(TypeError):
        torch.sin(ivy.asarray([1.0]))


# NumPy's ufuncs


def test_ufuncs_of_numpy_give_arrays(backend):
    x, a = ivy.asarray([0.5, 1.0]), np.array([0.5, 1.0])
    for made, expected in (
        (np.sin(x), np.sin(a)),
        (np.arctan2(a, x), np.arctan2(a, a)),
        (np.absolute(-x), a),
        (np.add(a, x, where=np.array([True, False]), out=np.zeros(2)), [1.0, 0.0]),
        (np.add.reduce(x), 1.5),
        (np.multiply.accumulate(x), [0.5, 0.5]),
        (np.subtract.outer(a, x), np.subtract.outer(a, a)),
        (np.hypot(x, 1.0, dtype="float32"), np.hypot(a, 1.0, dtype="float32")),
    ):
        np.testing.assert_allclose(np.asarray(made), expected, rtol=1e-6)
    assert type(np.sin(x)) is type(np.add.reduce(x)) is type(np.subtract.outer(a, x)) is ivy.Array
    fraction, exponent = np.frexp(x)
    assert type(fraction) is type(exponent) is ivy.Array


def test_ufuncs_of_numpy_fill_what_stands_in_out(backend):
    x, host = ivy.asarray([0.5, 1.0]), np.zeros(2)
    assert np.add(x, 1, out=host) is host and host.tolist() == [1.5, 2.0]
    y = ivy.asarray([0.0, 0.0])
    view = y[::-1]
    assert np.add(host, x, out=y) is y
    assert y.to_list() == [2.0, 3.0] and view.to_list() == [3.0, 2.0]
    np.add.at(y, [0, 0], x)
    assert y.to_list() == [3.5, 3.0]
    np.add.at(host, [0, 0], x)
    assert host.tolist() == [3.0, 2.0]
    fraction, exponent = ivy.asarray([0.0, 0.0]), np.zeros(2, "int32")
    made = np.frexp(x, out=(fraction, exponent))
    assert made[0] is fraction and made[1] is exponent
    assert fraction.to_list() == [0.5, 0.5] and exponent.tolist() == [0, 1]


def test_functions_of_the_framework_read_arrays(backend):
    x = ivy.asarray([0.5, 1.0])
    if backend == "jax":
        import jax.numpy as jnp

        found = jnp.sin(x)
    elif backend == "tensorflow":
        import tensorflow as tf

        found = tf.sin(x)
    else:
        found = np.sin(np.asarray(x))
    np.testing.assert_allclose(np.asarray(found), np.sin([0.5, 1.0]))


def test_what_is_no_operand_is_left_to_python(backend):
    x = ivy.asarray([1.0])
    for other in ("text", None, {}, object()):
        for name in (*ARITHMETIC, "matmul"):
            with pytest.raises((TypeError, IvyException)):
                OPERATORS[name](x, other)
            if (name, type(other)) == ("mod", str):
                continue  # Python's formatting of text
            with pytest.raises((TypeError, IvyException)):
                OPERATORS[name](other, x)

    class Decides:
        __array_ufunc__ = None

        def __rsub__(self, other):
            return "mine"

    assert x - Decides() == fnp.array([1.0]) - Decides() == "mine"


# promotion of two operands


@pytest.mark.checklist("F41")
def test_promoted_inputs_are_native_where_native_ones_were_given(backend):
    small, single = np.array([1, 2], "int8"), np.array([0.5], "float32")
    first, second = native(small), native(single)
    cls = type(first)
    for given, wanted in (
        ((first, second), cls),
        ((first, 2), cls),
        ((0.5, second), cls),
        ((first, [0.5]), cls),
        ((ivy.asarray(small), second), ivy.Array),
        ((first, ivy.asarray(single)), ivy.Array),
        ((ivy.asarray(small), 2), ivy.Array),
        ((1, 0.5), ivy.Array),
    ):
        made = ivy.promote_types_of_inputs(*given)
        assert [type(each) for each in made] == [wanted, wanted]
    made = ivy.promote_types_of_inputs(first, second)
    assert [str(np.asarray(each).dtype) for each in made] == ["float32", "float32"]
    assert [np.asarray(each).tolist() for each in made] == [[1, 2], [0.5]]


# arrays of other backends


@pytest.mark.checklist("F30")
def test_an_array_of_another_backend_beside_the_set_one(backend):
    x = ivy.get_backend("numpy").asarray([2.0])
    equal(x + 1, [3.0])
    equal(ivy.multiply(x, x), [4.0])
