"""Indexing, ``take`` and their kin against NumPy: every form of index, read and written."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from tests.core.arrays import array


def values(shape, dtype="float64"):
    count = int(np.prod(shape))
    return (np.arange(count) % 7 - 2).astype(dtype).reshape(shape)


def same(x, a):
    a = np.asarray(a)
    assert tuple(x.shape) == a.shape
    assert str(x.dtype) == a.dtype.name
    np.testing.assert_array_equal(np.asarray(x), a)


s_ = np.s_
BASIC = {
    "int": [s_[0], s_[-1], s_[5], s_[-6], s_[0, 1], s_[-1, -1], s_[0, 9], s_[0, 1, 2],
        s_[np.int8(1)]],
    "slice": [
        s_[:], s_[1:], s_[:-1], s_[1:-1], s_[::2], s_[1::2], s_[::-1], s_[::-2], s_[2:0:-1],
        s_[-1:0:-1], s_[3:1], s_[1:1], s_[9:], s_[-9:9], s_[:, 1:], s_[1:, ::-1], s_[::-1, ::-2],
        s_[:, :, ::-1], s_[1:2, :, 1:], s_[np.int64(1):], s_[::-1, 0], s_[0, ::-1], s_[0, 1:1],
    ],
    "ellipsis": [s_[...], s_[..., 0], s_[0, ...], s_[..., 1:, 0], s_[0, ..., 0], s_[..., ...]],
    "newaxis": [s_[None], s_[:, None], s_[..., None], s_[None, 0], s_[None, ::-1, None],
        s_[0, None, 1]],
    "empty": [()],
}  # fmt: skip
ADVANCED = {
    "integer": [
        np.array([0, 1]), np.array([1, -1, 0]), np.array([[0, 1], [1, 0]]), np.array(1),
        np.array([5]),
        np.array([-6]), np.array([], int), [0, 1], [1, -1], [], [[0, 1]], np.array([0, 1],
        np.uint8),
        np.array([1.0]), np.array([0, 0, 1]),
    ],
    "boolean": [
        np.array([True, False]), np.array([True, False, True]), np.array([False] * 2), True, False,
        np.True_, np.array(True), [True, False], "full", "none", "leading", s_[True, 0],
        s_[None, True],
    ],
    "mixed": [
        s_[[0, 1], 1], s_[1, [0, 1]], s_[[0, 1], [1, 0]], s_[[0, 1], [[1], [0]]], s_[:, [0, 1]],
        s_[[1, 0], :, [0, 1]], s_[[0], None, [1]], s_[..., [0, 1]], s_[[0, 1], ...],
        s_[0, :, [0, 1]],
        s_[[0, 1], 1:, 0], s_[:, 0, [1, 0]], s_[::-1, [0, 1]], s_[[0, 1], ::-1],
        s_[[0, 1, 1], [0, 1]],
        s_[:, [5]], s_[None, [0, 1]], s_[[True, False], 1], s_[:, np.array([True, False, True])],
        s_[[True, False], [0]], s_[np.array([[0], [1]]), np.array([0, 1])], s_[1, np.array(0)],
        (np.array([0, 1]), slice(None), None, np.array([1, 0])), ([0, 1], [0, 2]), (np.array(1), 2),
        s_[[0, 1], [0, 1], [1, 1]], s_[1:, [True, False, True]],
    ],
    "wrong": ["a", 1.5, s_[1.5], s_[:, 1.0], {}, s_[0, "a"]],
}  # fmt: skip
SHAPES = [(), (2,), (3,), (2, 3), (2, 3, 4)]
SOME_SHAPES = [(), (3,), (2, 3)]


def only_with_full(params):
    """JAX compiles a kernel for each index and shape."""
    return params.get("backend") == "jax" and params.get("shape", ()) not in SOME_SHAPES


def indices_for(index, shape):
    if isinstance(index, str) and index in ("full", "none", "leading"):
        mask = values(shape) % 2 == 0
        if index == "leading":
            return mask if mask.ndim < 2 else mask[..., 0]
        return mask if index == "full" else np.zeros(shape, bool)
    return index


def raises(function):
    try:
        function()
    except Exception as err:
        return err
    return None


def check_read(backend, index, shape):
    a = values(shape)
    x = array(backend, a)
    index = indices_for(index, shape)
    wrong = raises(lambda: a[index])
    if wrong is not None:
        with pytest.raises(type(wrong)):
            x[index]
        return
    same(x[index], a[index])
    same(x, a)
    x[index]  # again, from the caches
    if not np.isscalar(a[index]) and a[index].base is not None and a[index].size:
        view, expected = x[index], a[index]
        view += 10
        expected += 10
        same(x, a)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("form", [*BASIC, *ADVANCED])
def test_read_matches_numpy(backend, full, form, shape):
    for index in {**BASIC, **ADVANCED}[form]:
        check_read(backend, index, shape)


VALUES = [
    5, 2.5, True, np.float32(3), "same", "row", "leading", "wider", "int", np.ones((7, 7)),
    [1.0], "list", "none",
]  # fmt: skip
SOME_VALUES = [5, "same", "row", "leading", np.ones((7, 7)), "list"]


def value_for(kind, target):
    if not isinstance(kind, str):
        return kind
    full = np.asarray(np.arange(target.size, dtype=float).reshape(target.shape) + 100)
    return {
        "same": full,
        "row": full[:1] if full.ndim else full,
        "leading": full[None, None],
        "wider": np.broadcast_to(full, (2, *full.shape)),
        "int": full.astype("int16"),
        "list": full.tolist(),
        "none": np.ones(0),
    }[kind]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("form", [*BASIC, *ADVANCED])
def test_write_matches_numpy(backend, full, form, shape):
    kinds = VALUES if full or backend != "jax" else SOME_VALUES
    for index in {**BASIC, **ADVANCED}[form]:
        index = indices_for(index, shape)
        for kind in kinds:
            a = values(shape)
            x = array(backend, a)
            picked = a[index] if raises(lambda: a[index]) is None else np.ones(2)  # noqa: B023
            value = value_for(kind, np.asarray(picked))
            wrong = raises(lambda: a.__setitem__(index, value))  # noqa: B023
            as_array = isinstance(kind, str) and isinstance(value, np.ndarray)
            given = array(backend, value) if as_array else value
            if wrong is not None:
                if "setting an array element" in str(wrong):
                    continue  # an array of one value is taken for an element here
                got = raises(lambda: x.__setitem__(index, given))  # noqa: B023
                assert got is not None, (index, kind, wrong)
                fine = isinstance(got, type(wrong)) or isinstance(wrong, TypeError)
                assert fine, (index, kind, wrong, got)
                continue
            x[index] = given
            same(x, a)


def slices(length):
    """Yield every slice with bounds from two before an axis to two behind it."""
    bounds = [None, *range(-length - 2, length + 3)]
    for start, stop in itertools.product(bounds, bounds):
        for step in (-3, -2, -1, 1, 2, 3):
            yield slice(start, stop, step)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_every_slice_reads_and_writes_as_numpys(backend, length):
    a = np.arange(1.0, length + 1)
    for index in slices(length):
        x = array(backend, a)
        np.testing.assert_array_equal(np.asarray(x[index]), a[index], str(index))
        row, values = x[index], np.arange(a[index].size) + 50.0
        x[index] = ivy.asarray(values)
        expected = a.copy()
        expected[index] = values
        np.testing.assert_array_equal(np.asarray(x), expected, str(index))
        x[index] += 1
        expected[index] += 1
        row += 1
        np.testing.assert_array_equal(np.asarray(x)[index], expected[index] + 1, str(index))


def test_a_slice_that_starts_before_the_array_and_steps_back_is_empty(backend):
    x = array(backend, np.arange(3.0))
    assert x[-4::-1].shape == x[-4:-3:-1].shape == (0,)
    assert np.asarray(x[-4::-1]).shape == np.asarray(x[-4:-3:-1]).shape == (0,)
    x[-4::-1] += 1
    x[-4:-3:-1] = 7
    np.testing.assert_array_equal(np.asarray(x), np.arange(3.0))


@pytest.mark.parametrize("source", ["numpy", "jax", "torch", "tensorflow"])
def test_arrays_of_every_backend_index(backend, source):
    if pytest.importorskip(source) is None:
        return
    a = values((3, 4))
    x = array(backend, a)
    for index in (
        np.array([0, 2]),
        a > 0,
        np.array([[0], [1]]),
        np.array(1),
        np.array([True, False, True]),
    ):
        native = load_backend(source).from_host(index)
        for given in (array(source, index), native):
            same(x[given], a[index])
            b, y = a.copy(), array(backend, a)
            b[index] = 9
            y[given] = 9
            same(y, b)
    rows, columns = np.array([0, 2]), np.array([1, 1])
    same(x[array(source, rows), array(source, columns)], a[rows, columns])
    same(x[[array(source, np.array(0)), 1]], a[[0, 1]])
    same(x[array(source, np.array(1)) :], a[1:])


def test_slice_bounds_and_ints_of_any_kind(backend):
    a = values((4, 3))
    x = array(backend, a)
    one = array(backend, np.array(1))
    same(x[one:, np.int8(-1)], a[1:, -1])
    same(x[one, one], a[1, 1])
    with pytest.raises((IndexError, TypeError)):
        x[1.0:]


def test_repeated_indices_the_last_one_wins(backend):
    a = np.zeros(4)
    x = array(backend, a)
    for index in (np.array([1, 1, 2, 1]), np.array([-1, 3, 3, -1])):
        a[index] = [1.0, 2.0, 3.0, 4.0]
        x[index] = [1.0, 2.0, 3.0, 4.0]
        same(x, a)


def test_increment_at_repeated_indices_counts_once(backend):
    a = np.zeros(4)
    x = array(backend, a)
    index = np.array([1, 1, 2])
    a[index] += 1
    x[index] += 1
    same(x, a)


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int64", "float32", "float64", "complex64"]
)
def test_values_are_cast_to_the_arrays_dtype(backend, dtype):
    a = values((3, 3), dtype)
    x = array(backend, a)
    for value in (True, 1, np.array([1, 0, 1]), np.array([1.7, 0.0, 3.2]), np.float32(2.5)):
        for index in (s_[0], s_[1, 1:], s_[[0, 2]], s_[a == 1], s_[...], s_[::-1, 0]):
            if np.shape(value) and np.shape(a[index])[-1:] != np.shape(value):
                continue
            a[index] = value
            x[index] = value
            same(x, a)


def test_an_int_that_does_not_fit_is_an_error(backend):
    for dtype, value in (("int8", 300), ("uint8", -1), ("int32", 2**31)):
        x = array(backend, np.zeros(3, dtype))
        for index in (0, s_[1:], [0, 1], s_[::-1], ...):
            with pytest.raises(OverflowError):
                x[index] = value
        same(x, np.zeros(3, dtype))
    x = array(backend, np.zeros(3))
    x[0] = 2**40
    same(x, np.array([2.0**40, 0.0, 0.0]))


def test_self_overlapping_writes_see_the_old_values(backend):
    for target, source in [
        (s_[1:], s_[:-1]), (s_[:-1], s_[1:]), (s_[::-1], s_[:]), (s_[:2], s_[2:0:-1]),
    ]:  # fmt: skip
        a = values((5,))
        x = array(backend, a)
        a[target] = a[source]
        x[target] = x[source]
        same(x, a)
    a = values((4, 4))
    x = array(backend, a)
    a[...] = a.T
    x[...] = x.T
    same(x, a)
    a[1:, 1:] += a[:-1, :-1]
    x[1:, 1:] += x[:-1, :-1]
    same(x, a)
    a[[0, 1]] = a[[1, 0]]
    x[[0, 1]] = x[[1, 0]]
    same(x, a)
    a[:, 0], a[:, 1] = a[:, 1], a[:, 0].copy()
    x[:, 0], x[:, 1] = x[:, 1], ivy.copy_array(x[:, 0])
    same(x, a)


@pytest.mark.checklist("V01", "V13")
def test_writes_through_views_of_views(backend):
    a = values((4, 6))
    x = array(backend, a)
    for b, y in ((a, x),):
        u, v = b[1:, ::2], y[1:, ::2]
        u2, v2 = u[::-1].T, v[::-1].T
        u2[0, 1:] = 50
        v2[0, 1:] = 50
        same(x, a)
        u2[u2 > 2] = -9
        v2[v2 > 2] = -9
        same(x, a)
        u2[[0, 2], 1] = [7, 8]
        v2[[0, 2], 1] = [7, 8]
        same(x, a)
        u[...] = np.arange(3)
        v[...] = np.arange(3)
        same(x, a)
        same(v2, u2)


def test_zero_dimensions(backend):
    a = np.array(3.0)
    x = array(backend, a)
    same(x[()], a[()])
    same(x[...], a[...])
    for index in ((), ..., True, None):
        a[index] = 4 if index is not True else 5
        x[index] = 4 if index is not True else 5
        same(x, a)
    with pytest.raises(IndexError):
        x[0]
    with pytest.raises(TypeError):
        len(x)


@pytest.mark.checklist("V03")
def test_an_element_is_a_copy(backend):
    x = array(backend, values((2, 3)))
    element = x[0, 1]
    x[0, 1] = 50
    assert float(element) == -1.0


@pytest.mark.checklist("V03")
def test_iteration_and_unpacking_give_views(backend):
    a = values((2, 3))
    x = array(backend, a)
    for row in x:
        row += 1
    same(x, a + 1)


def test_errors_are_ivy_and_builtin(backend):
    x = array(backend, values((2, 3)))
    for index in (5, (0, 7), (0, 0, 0), [5], (slice(None), [9])):
        with pytest.raises(IndexError) as caught:
            x[index]
        assert isinstance(caught.value, ivy.IvyException)
        with pytest.raises(IndexError) as caught:
            x[index] = 1
        assert isinstance(caught.value, ivy.IvyException)
    for index, value in (
        (0, np.ones(2)),
        ([0, 1], np.ones(5)),
        (np.ones((2, 3), bool), np.ones(4)),
    ):
        before = np.array(x)
        with pytest.raises(ValueError) as caught:
            x[index] = value
        assert isinstance(caught.value, ivy.IvyException)
        same(x, before)


TAKEN = [[0], [0, -1], [[1, 0], [0, 0]], [], 1, [-1], [2, 0], [5], [-9]]


@pytest.mark.parametrize("shape", [(3,), (2, 3), (3, 2, 4), (0,), ()])
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
def test_take_matches_numpy(backend, shape, mode):
    a = values(shape)
    x = array(backend, a)
    for axis in (None, 0, -1, 1, 4):
        for taken in TAKEN:
            index = np.asarray(taken, dtype=int)
            wrong = raises(lambda: np.take(a, index, axis, mode=mode))  # noqa: B023
            if not a.size and index.size or isinstance(wrong, ZeroDivisionError):
                continue  # nothing to take
            if not shape and axis is not None:
                continue  # NumPy takes a 0-d array for one of length one here
            if wrong is not None:
                with pytest.raises(IndexError):
                    ivy.take(x, array(backend, index), axis=axis, mode=mode)
                continue
            same(
                ivy.take(x, array(backend, index), axis=axis, mode=mode),
                np.take(a, index, axis, mode=mode),
            )


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float32", "complex64"])
def test_take_of_every_dtype_and_fill(backend, dtype):
    a = values((3, 2), dtype)
    x = array(backend, a)
    same(ivy.take(x, array(backend, np.array([2, 0], "uint8")), axis=0), a[[2, 0]])
    index = array(backend, np.array([0, 9, -1, -7]))
    picked = np.asarray(ivy.take(x, index, axis=0, mode="fill"))
    np.testing.assert_array_equal(picked[[0, 2]], a[[0, 2]])
    wanted = {"b": True, "i": np.iinfo(a.dtype).min if a.dtype.kind == "i" else 0,
              "u": 255}.get(a.dtype.kind, np.nan)  # fmt: skip
    np.testing.assert_array_equal(picked[[1, 3]].real, np.full((2, 2), wanted, picked.real.dtype))
    picked = ivy.take(x, index, axis=0, mode="fill", fill_value=1)
    np.testing.assert_array_equal(np.asarray(picked)[1], np.ones(2, dtype))


ALONG = [
    ((3, 4), (3, 2), 1), ((3, 4), (1, 2), 1), ((3, 4), (2, 4), 0), ((3, 4), (2, 4), -2),
    ((1, 4), (3, 2), 1), ((2, 3, 4), (2, 1, 4), 1), ((5,), (3,), 0), ((3, 4), (6,), None),
    ((3, 4), (3,), 1), ((3, 4), (3, 2), 5), ((3, 4), (2, 2), 1), ((3, 4), (3, 0), 1),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "index_shape", "axis"), ALONG)
def test_take_along_axis_matches_numpy(backend, shape, index_shape, axis):
    a = values(shape)
    x = array(backend, a)
    for index in (values(index_shape, "int64") % 3, -1 - values(index_shape, "int64") % 3):
        wrong = raises(lambda: np.take_along_axis(a, index, axis))  # noqa: B023
        if wrong is not None:
            with pytest.raises((ValueError, IndexError)):
                ivy.take_along_axis(x, array(backend, index), axis)
            continue
        same(
            ivy.take_along_axis(x, array(backend, index), axis), np.take_along_axis(a, index, axis)
        )
    with pytest.raises((IndexError, ValueError)):
        ivy.take_along_axis(x, array(backend, np.full((1,) * len(shape), 99)), axis)


@pytest.mark.parametrize(("shape", "index_shape", "axis"), ALONG)
def test_put_along_axis_matches_numpy(backend, shape, index_shape, axis):
    a = values(shape)
    x = array(backend, a)
    index = values(index_shape, "int64") % 3
    for value in (7.0, np.arange(index.size, dtype=float).reshape(index_shape)):
        expected = a.copy()
        wrong = raises(lambda: np.put_along_axis(expected, index, value, axis))  # noqa: B023
        if wrong is None and shape[0] == 1:
            continue
        given = array(backend, value) if isinstance(value, np.ndarray) else value
        if wrong is not None:
            with pytest.raises((ValueError, IndexError, RuntimeError)):
                ivy.put_along_axis(x, array(backend, index), given, axis)
            continue
        same(ivy.put_along_axis(x, array(backend, index), given, axis), expected)
        same(x, a)
        y = array(backend, a)
        assert ivy.put_along_axis(y, array(backend, index), given, axis, out=y) is y
        same(y, expected)


@pytest.mark.parametrize("mode", ["sum", "mul", "min", "max", "mean"])
def test_put_along_axis_reduces(backend, mode):
    x = array(backend, [[1.0, 2.0, 3.0]])
    put = ivy.put_along_axis(
        x, array(backend, [[0, 0, 2]]), array(backend, [[5.0, 6.0, 7.0]]), 1, mode=mode
    )
    expected = {
        "sum": [12.0, 2.0, 10.0], "mul": [30.0, 2.0, 21.0], "min": [1.0, 2.0, 3.0],
        "max": [6.0, 2.0, 7.0], "mean": [4.0, 2.0, 5.0],
    }[mode]  # fmt: skip
    same(put, [expected])


@pytest.mark.parametrize("index", [1.5, np.float32(1), [1.0]], ids=repr)
def test_floats_are_no_indices_while_a_function_is_traced_either(compiled, index):
    for read in (lambda x, i: x[i], lambda x, i: x[..., i], lambda x, i: x[i : i + 1]):
        with pytest.raises((IndexError, TypeError)):
            compiled(read, np.arange(4.0), np.asarray(index))


def test_a_traced_mask_beside_another_index_is_refused_or_right(compiled):
    x, mask = np.arange(6.0).reshape(3, 2), np.array([True, False, True])
    try:
        found = compiled(lambda x, mask: x[mask, 1], x, mask)
    except (IndexError, TypeError):
        return  # how many elements it has is not known while the function is traced
    same(found, x[mask, 1])
