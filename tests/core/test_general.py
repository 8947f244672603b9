"""General functions: looking at arrays, converting, gathering, scattering, writing in place."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend


def native(backend, a):
    return load_backend(backend).from_host(np.asarray(a))


def array(backend, a):
    return ivy.Array(native(backend, a))


@pytest.mark.checklist("V03", "I22")
def test_get_item_and_set_item(backend, assert_matches):
    a = np.arange(6.0).reshape(2, 3)
    x = array(backend, a)
    view = ivy.get_item(x, (slice(None), 1))
    copied = ivy.get_item(x, (slice(None), 1), copy=True)
    assert ivy.set_item(x, (0, 1), 9.0) is x
    a[0, 1] = 9.0
    assert_matches(x, a)
    assert_matches(view, a[:, 1])
    assert_matches(copied, [1.0, 4.0])
    other = ivy.set_item(x, x > 3, 0.0, copy=True)
    assert_matches(x, a)
    assert_matches(other, np.where(a > 3, 0.0, a))
    assert_matches(ivy.get_item(native(backend, a), 1), a[1])
    assert_matches(x.get_item([1, 0]), a[[1, 0]])


# gather and scatter


def test_gather_matches_numpy(backend, assert_matches):
    a = np.arange(24.0).reshape(2, 3, 4)
    x = array(backend, a)
    index = np.array([[0, 2], [1, -1]])
    for axis in (0, 1, 2, -1, -2):
        taken = index % 2 if axis == 0 else index
        assert_matches(ivy.gather(x, array(backend, taken), axis=axis), np.take(a, taken, axis))
    for axis in (1, 2, -1):
        expected = np.stack(
            [np.take(a[i], index[i], axis - 1 if axis > 0 else axis) for i in (0, 1)]
        )
        assert_matches(ivy.gather(x, array(backend, index), axis=axis, batch_dims=1), expected)
    deep = np.array([[[0, 1], [3, 2], [1, 1]]] * 2)
    expected = np.stack([[a[i, j][deep[i, j]] for j in range(3)] for i in range(2)])
    assert_matches(ivy.gather(x, array(backend, deep), axis=2, batch_dims=2), expected)
    for wrong in ([[0, 3]], [[-4, 0]]):
        with pytest.raises(IndexError):
            ivy.gather(x, array(backend, wrong), axis=1)
    with pytest.raises(ValueError):
        ivy.gather(x, array(backend, np.zeros((3, 1), int)), axis=1, batch_dims=1)


def test_gather_nd_matches_numpy(backend, assert_matches):
    a = np.arange(24.0).reshape(2, 3, 4)
    x = array(backend, a)
    index = np.array([[0, 2], [1, 1]])
    assert_matches(ivy.gather_nd(x, array(backend, index)), a[[0, 1], [2, 1]])
    assert_matches(ivy.gather_nd(x, array(backend, index[:, None])), a[[[0], [1]], [[2], [1]]])
    assert_matches(ivy.gather_nd(x, array(backend, [[1]])), a[[1]])
    full = np.array([[0, 2, 3], [1, 1, 0]])
    assert_matches(ivy.gather_nd(x, array(backend, full)), np.array([a[0, 2, 3], a[1, 1, 0]]))
    expected = np.stack([a[0, 0, 2], a[1, 1, 1]])
    assert_matches(ivy.gather_nd(x, array(backend, index), batch_dims=1), expected)
    with pytest.raises(IndexError):
        ivy.gather_nd(x, array(backend, [[0, 5]]))


@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
@pytest.mark.parametrize("reduction", ["sum", "min", "max", "mul", "mean", "replace"])
def test_scatter_flat_reduces(backend, reduction, dtype, assert_matches):
    index, updates = np.array([0, 2, 0, -1]), np.array([4, 5, 8, 7], dtype)
    expected = {
        "sum": [12, 0, 5, 7], "min": [4, 0, 5, 7], "max": [8, 0, 5, 7], "mul": [32, 0, 5, 7],
        "mean": [6, 0, 5, 7], "replace": [8, 0, 5, 7],
    }[reduction]  # fmt: skip
    given = array(backend, index), array(backend, updates)
    assert_matches(ivy.scatter_flat(*given, size=4, reduction=reduction), np.array(expected, dtype))


def test_scatter_writes_into_out(backend, assert_matches):
    out = array(backend, [1.0, 1.0, 1.0])
    index, updates = array(backend, [0, 0, 2]), array(backend, [2.0, 3.0, 4.0])
    assert ivy.scatter_flat(index, updates, out=out) is out
    assert_matches(out, np.array([6.0, 1.0, 5.0]))
    table = array(backend, np.zeros((2, 3)))
    ivy.scatter_nd(array(backend, [[1, 0]]), array(backend, [5.0]), reduction="replace", out=table)
    assert_matches(table, np.array([[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]]))


def test_scatter_nd_of_values_and_slices(backend, assert_matches):
    index = array(backend, [[0, 1], [1, 2], [0, 1]])
    updates = array(backend, [5.0, 6.0, 7.0])
    assert_matches(ivy.scatter_nd(index, updates, (2, 3)), [[0.0, 12.0, 0.0], [0.0, 0.0, 6.0]])
    rows = array(backend, [[1], [1]])
    updates = array(backend, [[1.0, 2.0], [3.0, 4.0]])
    assert_matches(ivy.scatter_nd(rows, updates, (3, 2)), [[0.0, 0.0], [4.0, 6.0], [0.0, 0.0]])
    with pytest.raises(IndexError):
        ivy.scatter_nd(array(backend, [[0, 3]]), array(backend, [1.0]), (2, 3))
    with pytest.raises(ValueError):
        ivy.scatter_nd(index, updates)


# writing in place


@pytest.mark.checklist("I01", "I02")
def test_inplace_update_writes_and_returns_its_first_argument(backend, assert_matches):
    x = array(backend, [1.0, 2.0, 3.0])
    view = x[1:]
    assert ivy.inplace_update(x, array(backend, [4.0, 5.0, 6.0])) is x
    assert_matches(view, np.array([5.0, 6.0]))
    assert ivy.inplace_update(view, array(backend, [7.0, 8.0])) is view
    assert_matches(x, np.array([4.0, 7.0, 8.0]))
    ivy.inplace_update(x, native(backend, [1.0]))  # native values, broadcast
    assert_matches(x, np.ones(3))


@pytest.mark.checklist("I03")
@pytest.mark.parametrize("keep", [False, True])
def test_inplace_update_keeps_the_dtype(backend, keep, assert_matches):
    x = array(backend, np.zeros(2, "float32"))
    ivy.inplace_update(x, array(backend, [1.5, 2.5]), keep_input_dtype=keep)
    assert_matches(x, np.array([1.5, 2.5], "float32"))


@pytest.mark.checklist("I05")
def test_inplace_update_of_strided_memory(backend, assert_matches):
    x = array(backend, np.arange(6.0).reshape(2, 3))
    ivy.inplace_update(x.T, array(backend, np.zeros((3, 2))))
    assert_matches(x, np.zeros((2, 3)))


@pytest.mark.checklist("I08")
def test_inplace_update_of_what_is_no_array_returns_the_value(backend):
    x = array(backend, [1.0])
    assert ivy.inplace_update(x, 5) == 5
    assert ivy.inplace_update(3, x) is x


@pytest.mark.checklist("I09")
def test_inplace_update_rejects_what_does_not_fit(backend, assert_matches):
    x = array(backend, [1.0, 2.0, 3.0])
    with pytest.raises(ValueError):
        ivy.inplace_update(x, array(backend, [1.0, 2.0]))
    assert_matches(x, np.array([1.0, 2.0, 3.0]))


@pytest.mark.checklist("I04", "I05", "I06", "I07")
def test_inplace_update_in_the_backend(backend, assert_matches):
    x = array(backend, [1.0, 2.0])
    held = x.data
    value = array(backend, [3.0, 4.0])
    if backend in ("jax", "tensorflow"):
        with pytest.raises(ivy.IvyException):
            ivy.inplace_update(x, value, ensure_in_backend=True)
        with pytest.raises(ivy.IvyException):
            ivy.inplace_update(held, value)
        assert not ivy.inplace_arrays_supported()
        return
    ivy.inplace_update(x, value, ensure_in_backend=True)
    np.testing.assert_array_equal(np.asarray(held), [3.0, 4.0])
    assert ivy.inplace_update(held, array(backend, [5.0, 6.0])) is held
    assert_matches(x, np.array([5.0, 6.0]))
    assert ivy.inplace_arrays_supported()


@pytest.mark.checklist("I06")
def test_inplace_update_of_a_tensorflow_variable():
    tf = pytest.importorskip("tensorflow")
    with ivy.with_backend("tensorflow"):
        variable = tf.Variable([1.0, 2.0])
        x = ivy.Array(variable)
        ivy.inplace_update(x, ivy.Array(tf.constant([3.0, 4.0])), ensure_in_backend=True)
        assert x.data is variable
        np.testing.assert_array_equal(variable.numpy(), [3.0, 4.0])
        ivy.inplace_update(variable, tf.constant([5.0, 6.0]))
        np.testing.assert_array_equal(variable.numpy(), [5.0, 6.0])
        assert ivy.is_native_array(variable)
        assert not ivy.is_native_array(variable, exclusive=True)


@pytest.mark.checklist("I07")
def test_inplace_update_of_a_torch_tensor_that_needs_gradients():
    torch = pytest.importorskip("torch")
    with ivy.with_backend("torch"):
        leaf = torch.tensor([1.0, 2.0], requires_grad=True)
        x = ivy.Array(leaf)
        ivy.inplace_update(x, torch.tensor([3.0, 4.0]))
        assert x.data is leaf and leaf.requires_grad
        np.testing.assert_array_equal(leaf.detach().numpy(), [3.0, 4.0])


def test_inplace_increment_and_decrement(backend, assert_matches):
    x = array(backend, [1.0, 2.0])
    view = x[::-1]
    assert ivy.inplace_increment(x, array(backend, [10.0, 20.0])) is x
    assert ivy.inplace_decrement(view, 1.0) is view
    assert_matches(x, np.array([10.0, 21.0]))
    with pytest.raises(TypeError):
        ivy.inplace_increment(array(backend, [1, 2]), 0.5)


# copies and conversions


@pytest.mark.checklist("I12")
def test_copy_array_is_independent(backend, assert_matches):
    a = np.arange(6.0).reshape(2, 3)
    x = array(backend, a)
    for copied in (ivy.copy_array(x), ivy.copy_array(x[:]), x.__copy__(), x.T.__deepcopy__({}).T):
        copied[0] = 9.0
        assert_matches(x, a)
    out = array(backend, np.zeros((2, 3)))
    assert ivy.copy_array(x, out=out) is out
    assert_matches(out, a)
    assert ivy.is_native_array(ivy.copy_array(x, to_ivy_array=False))


def test_conversions_to_python_and_numpy(backend):
    a = np.arange(6.0).reshape(2, 3)
    x = array(backend, a)
    host = ivy.to_numpy(x)
    assert type(host) is np.ndarray and host.flags.writeable
    host[0] = 9.0
    np.testing.assert_array_equal(ivy.to_numpy(x, copy=False), a)
    assert ivy.to_list(x) == a.tolist() == x.to_list()
    assert ivy.to_list(array(backend, 3)) == 3
    assert ivy.to_scalar(array(backend, [[5]])) == 5
    assert type(ivy.to_scalar(array(backend, 5.0))) is float
    with pytest.raises(ValueError):
        ivy.to_scalar(x)
    if backend != "numpy":
        half = ivy.Array(
            load_backend(backend).cast(x.data, load_backend(backend).to_native_dtype("bfloat16"))
        )
        assert ivy.to_list(half) == a.tolist()
        assert ivy.itemsize(half) == 2


def test_looking_at_arrays(backend):
    x = array(backend, np.zeros((2, 3), "float32"))
    assert ivy.shape(x) == (2, 3)
    assert ivy.to_list(ivy.shape(x, as_array=True)) == [2, 3]
    assert ivy.get_num_dims(x) == 2
    assert ivy.to_list(ivy.get_num_dims(x, as_array=True)) == 2
    assert ivy.size(x) == 6
    assert ivy.itemsize(x) == 4
    assert ivy.strides(x) == (12, 4)
    assert ivy.strides(ivy.permute_dims(x, (1, 0))) == (4, 12)
    assert ivy.shape([[1, 2]]) == (1, 2)
    assert ivy.get_num_dims(5) == 0


def test_equality(backend):
    x = array(backend, [1, 2])
    assert ivy.array_equal(x, array(backend, [1, 2]))
    assert not ivy.array_equal(x, array(backend, [1, 3]))
    assert not ivy.array_equal(x, array(backend, [[1, 2]]))
    assert ivy.all_equal(x, x, array(backend, [1, 2]))
    assert not ivy.all_equal(x, array(backend, [2, 2]))
    assert ivy.all_equal(1, 1, 1) and not ivy.all_equal("a", "b")
    matrix = ivy.all_equal(x, array(backend, [2, 2]), x, equality_matrix=True)
    assert ivy.to_list(matrix) == [[True, False, True], [False, True, False], [True, False, True]]


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float32", "float64", "complex128"])
def test_isin_matches_numpy(backend, dtype, invert, assert_matches):
    a, b = np.arange(6).reshape(2, 3).astype(dtype), np.array([1, 4, 9]).astype(dtype)
    given = array(backend, a), array(backend, b)
    assert_matches(ivy.isin(*given, invert=invert), np.isin(a, b, invert=invert))
    assert_matches(ivy.isin(given[0], array(backend, b[:0])), np.isin(a, b[:0]))


def test_isin_promotes_and_knows_no_nan(backend, assert_matches):
    a, b = np.array([1, 2]), np.array([2.0, np.nan, 1.5])
    assert_matches(ivy.isin(array(backend, a), array(backend, b)), np.isin(a, b))
    assert_matches(ivy.isin(array(backend, b), array(backend, b)), np.isin(b, b))


# what something is


def test_kinds_of_arrays(backend):
    x = array(backend, [1.0])
    assert ivy.is_ivy_array(x) and not ivy.is_native_array(x) and ivy.is_array(x)
    assert ivy.is_native_array(x.data) and not ivy.is_ivy_array(x.data) and ivy.is_array(x.data)
    for other in (1, [1.0], None, "a"):
        assert not ivy.is_array(other)
    assert ivy.is_array(x, exclusive=True)
    assert ivy.isscalar(1.0) and not ivy.isscalar(x)


def test_exists_and_default():
    assert ivy.exists(0) and not ivy.exists(None)
    assert ivy.default(None, 3) == 3
    assert ivy.default(1, 3) == 1
    assert ivy.default(1, 3, rev=True) == 3
    assert ivy.default(lambda: 1 / 0, 3, catch_exceptions=True) == 3
    assert ivy.default(lambda: None, lambda: 3, with_callable=True) == 3
    with pytest.raises(ZeroDivisionError):
        ivy.default(lambda: 1 / 0, 3, with_callable=True)


Pair = collections.namedtuple("Pair", "first second")


def test_nests_of_arrays_to_native_and_back(backend):
    x = array(backend, [1.0])
    assert ivy.to_native(x) is x.data
    assert ivy.to_native([x])[0] is x
    nest = ivy.to_native({"a": [x, (x, 3)]}, nested=True)
    assert nest["a"][0] is x.data and nest["a"][1] == (x.data, 3)
    assert isinstance(ivy.to_ivy(nest, nested=True)["a"][1][0], ivy.Array)
    assert ivy.to_native(Pair(x, 1), nested=True).first is x
    pair = ivy.to_native(Pair(x, 1), nested=True, include_derived={"tuple": True})
    assert type(pair) is Pair and pair.first is x.data
    assert ivy.to_native(x, to_ignore=ivy.Array) is x
    args, kwargs = ivy.args_to_native(x, [x], key=x)
    assert args[0] is x.data and args[1][0] is x.data and kwargs["key"] is x.data
