"""``x.data = native``: what the array holds then, and what its views show."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError
from tests.core.arrays import array


def native(backend, a, dtype=None):
    return load_backend(backend).from_host(np.asarray(a, dtype))


def values(x):
    return np.asarray(x).tolist()


def functional(x):
    return hasattr(x, "_view")


@pytest.mark.checklist("A03")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (np.array([1.0, 2, 3]), np.array([[4.0, 5], [6, 7]])),
        (np.array([1.0, 2, 3]), np.array([4, 5, 6], "int32")),
        (np.array([1, 2]), np.array([0.5, 1.5])),
        (np.array([1.0, 2, 3]), np.array([4.0])),
        (np.array([1.0]), np.array(2j)),
        (np.ones((2, 3)), np.ones((0, 3))),
        (np.array([True]), np.array([1.0, 2], "float32")),
    ],
)
def test_another_shape_or_dtype_takes_the_place(backend, before, after):
    x = ivy.Array(native(backend, before))
    new = native(backend, after)
    x.data = new
    assert x.data is new
    assert x.shape == after.shape and x.dtype == str(after.dtype)
    np.testing.assert_array_equal(np.asarray(x), after)
    np.testing.assert_array_equal(np.asarray(x + x), after + after)


@pytest.mark.checklist("A03")
def test_same_shape_and_dtype_reaches_every_view(backend):
    x = ivy.Array(native(backend, [1.0, 2.0, 3.0]))
    views = x[1:], x[::-1], x[1:][::-1], ivy.reshape(x, (3, 1), copy=False)
    for view in views[:2]:
        values(view)
    x.data = native(backend, [4.0, 5.0, 6.0])
    assert [values(v) for v in views] == [[5, 6], [6, 5, 4], [6, 5], [[4], [5], [6]]]


def test_another_dtype_is_read_through_the_lenses(backend):
    x = ivy.Array(native(backend, [1.0, 2.0, 3.0]))
    view, other, chain = x[1:], x[::-1], x[1:][::-1]
    values(view), values(chain)
    if not functional(view):
        x.data = native(backend, [4, 5, 6], "int32")
        assert values(view) == [2, 3]  # a native view stays with its memory
        return
    x.data = native(backend, [4, 5, 6], "int32")
    assert [values(v) for v in (view, other, chain)] == [[5, 6], [6, 5, 4], [6, 5]]
    assert view.dtype == "int32"
    view[0] = 9
    assert values(x) == [4, 9, 6]
    x[2] = 0
    assert values(chain) == [0, 9]


def test_another_shape_is_read_through_the_lenses_that_fit(backend):
    x = ivy.Array(native(backend, [1.0, 2.0, 3.0]))
    first, last, rest, table = x[:2], x[-1:], x[1:], ivy.reshape(x, (3, 1), copy=False)
    if not functional(first):
        pytest.skip("native views stay with their memory, which the array held before")
    values(rest)
    x.data = native(backend, [4.0, 5.0, 6.0, 7.0])
    assert values(first) == [4, 5] and values(last) == [7]
    for view in (rest, table):
        for look in (
            lambda v=view: v.data,
            lambda v=view: v + 1,
            lambda v=view: v[0],
            lambda v=view: ivy.sum(v),
            lambda v=view: v.__setitem__(0, 1.0),
            lambda v=view: v.__iadd__(1.0),
        ):
            with pytest.raises(IvyValueError, match=r"base now has the shape \(4,\)"):
                look()
    assert values(x) == [4, 5, 6, 7]
    first[0] = 0
    assert values(x) == [0, 5, 6, 7]
    x.data = native(backend, [1.0, 2.0, 3.0])  # what fits again is read again
    assert values(rest) == [2, 3] and values(table) == [[1], [2], [3]]
    assert values(first) == [1, 2] and values(last) == [3]


def test_parts_and_casts_need_their_dtype(backend):
    x = ivy.Array(native(backend, [1 + 2j, 3 + 4j]))
    part = ivy.real(x)
    if not functional(part):
        pytest.skip("no functional view")
    x.data = native(backend, [1.0, 2.0])
    with pytest.raises(IvyValueError, match="data type float64"):
        values(part)
    x.data = native(backend, [5 + 6j, 7 + 8j], "complex64")
    assert values(part) == [5, 7] and part.dtype == "float32"


def test_a_view_writes_through_and_keeps_its_shape(backend):
    x = ivy.Array(native(backend, [1.0, 2.0, 3.0]))
    view = x[1:]
    view.data = native(backend, [8.0, 9.0])
    assert values(x) == [1, 8, 9]
    if not functional(view):
        return
    view.data = native(backend, [5, 6], "int32")
    assert values(x) == [1, 5, 6] and x.dtype == view.dtype == "float64"
    for wrong in ([1.0], [1.0, 2, 3], [[1.0, 2]]):
        with pytest.raises(IvyBroadcastShapeError):
            view.data = native(backend, wrong)
    assert values(x) == [1, 5, 6]


def test_an_array_is_taken_and_nothing_else(backend):
    x, y = ivy.Array(native(backend, [1.0, 2.0])), ivy.Array(native(backend, [[3.0]]))
    x.data = y
    assert x.data is y.data
    for wrong in (1.0, [1.0, 2.0], "text", None):
        with pytest.raises(IvyTypeError, match="native array"):
            x.data = wrong
    assert values(x) == [[3]]


def test_an_array_of_another_backend_is_held_as_it_is(backend):
    other = "numpy" if backend != "numpy" else "torch"
    x = ivy.Array(native(backend, [1.0, 2.0]))
    new = native(other, [3.0, 4.0])
    x.data = new
    assert x.data is new and values(x) == [3, 4]


def test_memory_that_may_not_be_written_is_replaced(backend):
    if backend != "numpy":
        pytest.skip("only NumPy's arrays can be read-only")
    held = np.array([1.0, 2.0])
    held.setflags(write=False)
    x = ivy.Array(held)
    x.data = np.array([3.0, 4.0])
    assert values(x) == [3, 4] and held.tolist() == [1, 2]


def test_a_variable_keeps_its_identity(backend):
    if backend != "tensorflow":
        pytest.skip("only TensorFlow has variables")
    import tensorflow as tf

    variable = tf.Variable([1.0, 2.0])
    x = ivy.Array(variable)
    x.data = tf.constant([3.0, 4.0])
    assert x.data is variable and variable.numpy().tolist() == [3, 4]
    x.data = tf.constant([5.0])
    assert values(x) == [5] and variable.numpy().tolist() == [3, 4]


@pytest.mark.checklist("A03")
def test_data_is_the_native_array_and_can_be_set(backend):
    x = array(backend, [1.0, 2.0, 3.0])
    assert isinstance(x.data, load_backend(backend).NativeArray)
    view = x[::-1]
    np.asarray(view)
    x.data = array(backend, [4.0, 5.0, 6.0]).data
    np.testing.assert_array_equal(np.asarray(x), [4.0, 5.0, 6.0])
    np.testing.assert_array_equal(np.asarray(view), [6.0, 5.0, 4.0])
    view.data = array(backend, [1.0, 2.0, 3.0]).data
    np.testing.assert_array_equal(np.asarray(x), [3.0, 2.0, 1.0])


@pytest.mark.checklist("A03")
def test_data_of_another_dtype_or_shape_is_a_new_value(backend):
    x = array(backend, [1.0, 2.0, 3.0])
    view = x[::-1]
    followed = x._view_refs  # a native view stays with the memory that it looks at
    np.asarray(view)
    held = array(backend, np.array([4, 5, 6], "int32")).data
    x.data = held
    assert x.data is held and x.dtype == "int32"
    np.testing.assert_array_equal(np.asarray(x), [4, 5, 6])
    np.testing.assert_array_equal(np.asarray(view), [6, 5, 4] if followed else [3, 2, 1])
    assert bool(followed) == (backend != "numpy")
    y = array(backend, [1.0, 2.0, 3.0])
    held = array(backend, np.ones((2, 2), "float32")).data
    y.data = held
    assert y.data is held and y.shape == (2, 2) and y.dtype == "float32" and y.size == 4
    np.testing.assert_array_equal(np.asarray(y + 1.0), np.full((2, 2), 2.0))
