"""Index functions, and reading and writing by index, against real NumPy."""

from __future__ import annotations

import array
import collections
import inspect

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from frontends.numpy import indexing
from tests.frontends.numpy.differential import names_of, same


def _a(np):
    return np.arange(6).reshape(2, 3) * 10


CASES = [
    lambda np: np.take(_a(np), [0, 5]),
    lambda np: np.take(_a(np), 2),
    lambda np: np.take(_a(np), [[0, 1], [2, 3]]),
    lambda np: np.take(_a(np), [0, -1], axis=1),
    lambda np: np.take(_a(np), 1, axis=0),
    lambda np: np.take(_a(np), [[0], [1]], axis=1),
    lambda np: np.take(_a(np), [7, -8], mode="wrap"),
    lambda np: np.take(_a(np), [7, -8], mode="clip"),
    lambda np: np.take(_a(np), [7]),
    lambda np: np.take(_a(np), [3], axis=1),
    lambda np: np.take(_a(np), [0], axis=2),
    lambda np: np.take(_a(np), [0.5]),
    lambda np: np.take(_a(np), [True, False]),
    lambda np: np.take(_a(np), []),
    lambda np: np.take([], [0]),
    lambda np: np.take(5, 0),
    lambda np: np.take([4, 5], np.array([1, 0], np.uint8)),
    lambda np: np.take(_a(np), [0, 1], out=np.zeros(2, int)),
    lambda np: np.take(_a(np), [0, 1], mode="x"),
    lambda np: np.take_along_axis(_a(np), np.argsort(-_a(np), axis=1), axis=1),
    lambda np: np.take_along_axis(_a(np), np.array([[1, 0, 1]]), axis=0),
    lambda np: np.take_along_axis(_a(np), np.array([5, 0]), axis=None),
    lambda np: np.take_along_axis(_a(np), np.array([[0.5]]), axis=1),
    lambda np: np.take_along_axis(_a(np), np.array([0]), axis=1),
    lambda np: np.choose([1, 0], [[1, 2], [3, 4]]),
    lambda np: np.choose([[1, 0], [2, 1]], [10, [20, 30], 40]),
    lambda np: np.choose(1, [5, 6]),
    lambda np: np.choose([5, -1], [[1, 2], [3, 4]], mode="clip"),
    lambda np: np.choose([1, -1], [[1, 2], [3, 4]], mode=1),
    lambda np: np.choose([5, -1], [[1, 2], [3, 4]], mode="wrap"),
    lambda np: np.choose([2], [[1], [3]]),
    lambda np: np.choose([0, 1], [[1, 2], [3.5, 4]]),
    lambda np: np.compress([True, False, True], [1, 2, 3]),
    lambda np: np.compress([0, 1], _a(np), axis=0),
    lambda np: np.compress([False, True, True], _a(np), axis=1),
    lambda np: np.compress([0, 1, 1], _a(np)),
    lambda np: np.compress([0, 0, 0, 1], [1, 2, 3]),
    lambda np: np.extract([True, False, True], [1, 2, 3]),
    lambda np: np.extract(_a(np) > 20, _a(np)),
    lambda np: np.where(_a(np) > 20, 1, 0),
    lambda np: np.where(_a(np) > 20, _a(np), -1.5),
    lambda np: np.where([True, False], np.float32(1), 2.0),
    lambda np: np.where([True, False], [1, 2], [[3.0], [4.0]]),
    lambda np: np.where([1, 0], np.array([1, 2], np.int8), 5),
    lambda np: np.where(True, 1, 2.0),
    lambda np: np.where([0, 2], [1, 2], [3, 4]),
    lambda np: np.where(_a(np) > 20),
    lambda np: np.where([True, False], "a", "b"),
    lambda np: np.where([True, False], [1, 2, 3], 4),
    lambda np: np.where([True, False], np.array([1, 2], np.int8), 500),
    lambda np: np.where([True], 1),
    lambda np: np.select([_a(np) < 20, _a(np) > 30], [_a(np), _a(np) ** 2], 42),
    lambda np: np.select([[True, False], [True, True]], [1, 2.5]),
    lambda np: np.select([True], [3]),
    lambda np: np.select([[1, 0]], [[1, 2]]),
    lambda np: np.select([], []),
    lambda np: np.select([[True]], []),
    lambda np: np.nonzero(_a(np)),
    lambda np: np.nonzero([0, 1.5]),
    lambda np: np.nonzero(5),
    lambda np: np.argwhere(_a(np) > 20),
    lambda np: np.argwhere(5),
    lambda np: np.argwhere([[0, 1]]),
    lambda np: np.flatnonzero(_a(np) > 20),
    lambda np: np.diagonal(_a(np)),
    lambda np: np.diagonal(_a(np), 1),
    lambda np: np.diagonal(_a(np), -1),
    lambda np: np.diagonal(np.arange(24).reshape(2, 3, 4), 0, 1, 2),
    lambda np: np.diagonal([1, 2]),
    lambda np: np.diagonal(_a(np), 0, 0, 0),
    lambda np: np.diagonal(_a(np), 0, 0, 2),
    lambda np: np.ix_([0, 1], [2, 0]),
    lambda np: np.ix_([True, False], [1]),
    lambda np: np.ix_([], [1]),
    lambda np: np.ix_([[1]]),
    lambda np: _a(np)[np.ix_([0, 1], [2, 0])],
    lambda np: np.unravel_index(5, (2, 3)),
    lambda np: np.unravel_index([5, 0], (2, 3)),
    lambda np: np.unravel_index(np.array([[5], [0]]), (2, 3), order="F"),
    lambda np: np.unravel_index(6, (2, 3)),
    lambda np: np.unravel_index(np.argmax(_a(np)), _a(np).shape),
    lambda np: np.ravel_multi_index((1, 2), (2, 3)),
    lambda np: np.ravel_multi_index(([0, 1], [1, 2]), (2, 3)),
    lambda np: np.ravel_multi_index(np.array([[0, 1], [1, 2]]), (2, 3), order="F"),
    lambda np: np.ravel_multi_index((5, 5), (2, 3), mode="clip"),
    lambda np: np.ravel_multi_index((5, 5), (2, 3)),
    lambda np: list(np.ndindex(2, 2)),
    lambda np: list(np.ndindex((1, 2))),
    lambda np: list(np.ndindex(_a(np).shape)),
    lambda np: list(np.ndenumerate(_a(np))),
    lambda np: list(np.ndenumerate(5)),
    lambda np: [int(x) for x in np.nditer(_a(np))],
    lambda np: np.s_[1:3, ..., None],
    lambda np: np.index_exp[2],
    # reading by index
    lambda np: _a(np)[1],
    lambda np: _a(np)[1, 2],
    lambda np: _a(np)[-1, -1],
    lambda np: _a(np)[np.int64(1), np.uint8(2)],
    lambda np: _a(np)[np.array(1)],
    lambda np: _a(np)[..., 0],
    lambda np: _a(np)[1, 2, ...],
    lambda np: _a(np)[1, 2][()],
    lambda np: np.array(5)[()],
    lambda np: np.array(5)[...],
    lambda np: np.arange(3)[..., 0],
    lambda np: _a(np)[:, None],
    lambda np: _a(np)[np.newaxis, 0],
    lambda np: _a(np)[:, ::-1],
    lambda np: _a(np)[::2][:, 1:],
    lambda np: _a(np)[1:1],
    lambda np: _a(np)[np.int64(0) : np.int64(2), : np.uint8(2)],
    lambda np: _a(np)[np.int8(-1) : None : np.int64(-1), np.array(1) : np.uint8(9)],
    lambda np: _a(np)[[0, 1], [1, 2]],
    lambda np: _a(np)[[1, 0]],
    lambda np: _a(np)[[[1], [0]], [0, 1]],
    lambda np: _a(np)[:, [2, 0]],
    lambda np: _a(np)[(0, 1), (1, 2)],
    lambda np: _a(np)[np.array([1, 0], np.uint16)],
    lambda np: _a(np)[_a(np) > 20],
    lambda np: _a(np)[[True, False]],
    lambda np: _a(np)[:, [True, False, True]],
    lambda np: _a(np)[[True, False], 1],
    lambda np: _a(np)[np.array([True, False]), [0, 1]],
    lambda np: _a(np)[True],
    lambda np: _a(np)[False],
    lambda np: _a(np)[[]],
    lambda np: _a(np)[real.array([1, 0])],
    lambda np: _a(np)[real.int64(1)],
    lambda np: _a(np)[2],
    lambda np: _a(np)[0, 3],
    lambda np: _a(np)[0, 0, 0],
    lambda np: _a(np)[1.0],
    lambda np: _a(np)[[1.0]],
    lambda np: _a(np)["a"],
    lambda np: _a(np)[["a"]],
    lambda np: _a(np)[[0, 7]],
    lambda np: _a(np)[[True, False, True]],
    lambda np: _a(np)[..., ...],
    lambda np: _a(np)[object()],
    lambda np: _a(np)[[0, 1], [0, 1, 2]],
    lambda np: np.arange(3)[np.float64(1)],
    lambda np: np.arange(3)[: np.float64(1)],
    lambda np: np.arange(24).reshape(2, 3, 4)[0, :, [1, 2]],
    lambda np: np.arange(24).reshape(2, 3, 4)[:, [0, 2], 1:3],
    lambda np: np.arange(24).reshape(2, 3, 4)[[0, 1], :, [1, 2]],
    lambda np: np.arange(24).reshape(2, 3, 4)[:, None, [0, 2]],
    # methods
    lambda np: _a(np).take([0, 1]),
    lambda np: _a(np).compress([True, False], axis=0),
    lambda np: np.array([0, 1]).choose([[1, 2], [3, 4]]),
    lambda np: _a(np).nonzero(),
    lambda np: _a(np).diagonal(),
    lambda np: _a(np).repeat(2),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_indexing_matches_numpy(backend, case):
    same(case)


def _put(np, x):
    np.put(x, [0, -1], [7, 8])


def _chained(np, x):
    y = np.zeros(3, int)
    x[0] = y[:] = 4
    y[0] = 9


def _slice_of_slice(np, x):
    x[:, ::2][:, 1:] = 0


def _masked_in_place(np, x):
    x[x > 20] *= 2


def _element_in_place(np, x):
    x[1, 2] += 5
    x[0, 0] -= 1


def _repeated_index(np, x):
    x[0, [0, 0, 1]] += 1


def _row_of_row(np, x):
    x[1][2] = 99


def _helper(np, x):
    def fill(target):
        target[...] = 3

    fill(x[:, 1])


def _flat(np, x):
    x.flat[1] = 9
    x.flat[[2, 3]] = [5, 6]
    x.T.flat[4:] = 1


def _swap(np, x):
    x[0], x[1] = x[1].copy(), x[0].copy()


def _swap_columns(np, x):
    x[:, [0, 1]] = x[:, [1, 0]]


def _overlap(np, x):
    x[:, 1:] = x[:, :-1]


def _self(np, x):
    x[:] = x[::-1]


def test_iterators_write_to_memory_that_a_backend_shows(backend):
    if backend not in ("numpy", "torch"):
        pytest.skip("an iterator's writes come to the array when it ends")

    def case(np):
        x = np.arange(6).reshape(2, 3).T
        with np.nditer(x, op_flags=["readwrite"]) as it:
            for each in it:
                each[...] = x.sum()  # of what was written before
        return x

    same(case)


def _left_early(np, x):
    for each in np.nditer(x, op_flags=["readwrite"]):
        each[...] = 70
        break
    return x


def _allocated(np, x):
    with np.nditer([x, None]) as it:
        for each, made in it:
            made[...] = 2 * each
        return it.operands[1]


def _moved_iterator(np, x):
    it = np.nditer(x, ["multi_index"])
    it.multi_index = (1, 1)
    return int(it[0])


def _nditer(np, x):
    with np.nditer(x, op_flags=["readwrite"]) as it:
        for v in it:
            v[...] = 2 * v


@pytest.mark.parametrize("axes", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
def test_iterators_take_the_order_of_memory(backend, axes):
    def case(np):
        x = np.arange(24).reshape(2, 3, 4).transpose(axes)[::-1]
        it = np.nditer(x, ["multi_index"])
        return [(it.multi_index, int(it[0])) for _ in it]

    same(case)


WRITES = [
    lambda np, x: x.__setitem__(0, 5),
    lambda np, x: x.__setitem__((0, 1), 5),
    lambda np, x: x.__setitem__((1, 2), 5.9),
    lambda np, x: x.__setitem__((slice(None), 1), [7, 8]),
    lambda np, x: x.__setitem__((slice(None), None, 1), [[7], [8]]),
    lambda np, x: x.__setitem__(slice(None), 4),
    lambda np, x: x.__setitem__(Ellipsis, [[1, 2, 3]]),
    lambda np, x: x.__setitem__(Ellipsis, np.ones((1, 1, 2, 3))),
    lambda np, x: x.__setitem__([0, 1], 9),
    lambda np, x: x.__setitem__(([0, 1], [1, 2]), [4, 5]),
    lambda np, x: x.__setitem__(x > 20, 0),
    lambda np, x: x.__setitem__(x > 20, [1, 2, 3]),
    lambda np, x: x.__setitem__(x > 20, [1, 2]),
    lambda np, x: x.__setitem__([True, False], 1),
    lambda np, x: x.__setitem__((slice(None), [True, False, True]), [[1, 2], [3, 4]]),
    lambda np, x: x.__setitem__((slice(None), slice(None, None, -1)), [[1, 2, 3], [4, 5, 6]]),
    lambda np, x: x.__setitem__(np.array([0, 1], np.uint8), -1),
    lambda np, x: x.__setitem__((np.int64(0), np.uint8(1)), np.int8(-1)),
    lambda np, x: x.__setitem__(0, np.array([1.7, 2.2, 3.9])),
    lambda np, x: x.__setitem__(0, real.array([7, 8, 9])),
    lambda np, x: x.__setitem__(0, (np.int64(1), 2, np.float32(3))),
    lambda np, x: x.__setitem__(0, [1, 2]),
    lambda np, x: x.__setitem__(slice(None), np.ones((3, 3))),
    lambda np, x: x.__setitem__(5, 1),
    lambda np, x: x.__setitem__((0, 7), 1),
    lambda np, x: x.__setitem__([0, 5], 1),
    lambda np, x: x.__setitem__(1.5, 1),
    lambda np, x: x.__setitem__("a", 1),
    lambda np, x: x.__setitem__((0, 0), "a"),
    lambda np, x: x.__setitem__((0, 0), "12"),
    lambda np, x: x.__setitem__((0, 0), None),
    lambda np, x: x.__setitem__((0, 0), [1, 2]),
    lambda np, x: x.__setitem__((0, 0), 1j),
    lambda np, x: x.__setitem__((0, 0), 2**70),
    lambda np, x: x.__setitem__((0, 0), real.nan),
    lambda np, x: x.__setitem__(0, True),
    lambda np, x: x.__setitem__((0, 0, 0), 1),
    lambda np, x: x.__setitem__([], 3),
    _put,
    _chained,
    _slice_of_slice,
    _masked_in_place,
    _element_in_place,
    _repeated_index,
    _row_of_row,
    _helper,
    _flat,
    _swap,
    _swap_columns,
    _overlap,
    _self,
    _nditer,
    _left_early,
    _allocated,
    _moved_iterator,
    lambda np, x: [int(each) for each in np.nditer(x[::-1, ::2])],
    lambda np, x: [it.multi_index for it in [np.nditer(x.T[::-1], ["multi_index"])] for _ in it],
    lambda np, x: np.put(x, [0, 7], 1, mode="wrap"),
    lambda np, x: np.put(x, [0, 7], 1, mode="clip"),
    lambda np, x: np.put(x, [0, 7], 1),
    lambda np, x: np.put(x.T, [1, 2], [5, 6]),
    lambda np, x: np.put(x, [0, 1, 2], [5, 6]),
    lambda np, x: np.put(x, 2, 5.5),
    lambda np, x: x.put([1], 4),
    lambda np, x: np.put_along_axis(x, np.array([[0], [2]]), 99, axis=1),
    lambda np, x: np.put_along_axis(x, np.argmax(x, axis=0, keepdims=True), [[1, 2, 3]], axis=0),
    lambda np, x: np.put_along_axis(x, np.array([0, 5]), [7, 8], axis=None),
    lambda np, x: np.place(x, x > 20, [1, 2]),
    lambda np, x: np.place(x, x > 90, [1, 2]),
    lambda np, x: np.place(x, x > 20, []),
    lambda np, x: np.place(x, [True], [1]),
    lambda np, x: np.putmask(x, x > 20, [1, 2, 3, 4]),
    lambda np, x: np.putmask(x, x > 20, x * 2),
    lambda np, x: np.putmask(x, x > 20, 5),
    lambda np, x: np.putmask(x, [True], 5),
    lambda np, x: np.putmask(x, x > 20, 1.5),
    lambda np, x: np.fill_diagonal(x, 5),
    lambda np, x: np.fill_diagonal(x, [1, 2]),
    lambda np, x: np.fill_diagonal(x.T, 5),
    lambda np, x: np.fill_diagonal(x.reshape(6, 1).repeat(2, 1), 5, wrap=True),
    lambda np, x: np.fill_diagonal(x[0], 5),
    lambda np, x: np.fill_diagonal(x.T, [1, 2, 3], wrap=True),
    lambda np, x: np.take(x, [0, 1, 2], axis=1, out=x),
    lambda np, x: np.add.at(x, ([0, 0], [1, 1]), 5),
]


@pytest.mark.parametrize("write", WRITES, ids=names_of(WRITES))
def test_writes_match_numpy(backend, write):
    def case(np):
        x = np.arange(6).reshape(2, 3) * 10
        alias = x[:, 1:]
        write(np, x)
        return x, alias

    same(case)


def test_writes_to_real_arrays_through_our_functions(backend):
    x = real.arange(4)
    ours.put(x, [0], [9])
    ours.place(x, x == 9, [7])
    ours.putmask(x, ours.array([False, True, False, False]), 5)
    ours.copyto(x[3:], ours.array([8]))
    assert x.tolist() == [7, 5, 2, 8]


def test_every_dtype_reads_and_writes(backend, full):
    dtypes = "? i1 u8 f2 f4 c8 c16".split() if full else ("?", "u1", "f4", "c16")
    for dtype in dtypes:
        for index in ((0, 1), (slice(None), 0), ([1, 0], [0, 1]), (slice(None, None, -1),)):

            def case(np, dtype=dtype, index=index):
                x = np.array([[0, 1], [1, 0]], dtype)
                y = x[index]
                x[index] = 1
                return x, y if not isinstance(y, np.ndarray) else y.copy()

            same(case)


def test_signatures_are_numpys():
    for name in indexing.__all__:
        if name in ("ndindex", "nditer", "ndenumerate", "s_", "index_exp"):
            continue
        expected = inspect.signature(getattr(real, name))
        found = inspect.signature(getattr(ours, name))
        assert list(found.parameters) == list(expected.parameters), name
        for each, wanted in expected.parameters.items():
            default = found.parameters[each].default
            assert default is wanted.default or default == wanted.default, (name, each)
            assert found.parameters[each].kind == wanted.kind, (name, each)


def test_unsigned_index_arrays(backend):
    def case(np):
        a = np.arange(5)
        i = np.array([3, 1], dtype=np.uint8)
        a[i] += 10
        return a[i], a[np.uint64(2)], a[i.astype(np.uint64)]

    same(case)


def _large(np, low=-200):
    rng = real.random.default_rng(0)
    return np.array(rng.random((200, 200))), np.array(rng.integers(low, 200, (200, 200)))


LARGE_GATHERS = {
    "along the last axis": lambda np, x, at: np.take_along_axis(x, at, 1),
    "along the first, by one row": lambda np, x, at: np.take_along_axis(x, at[:1], 0),
    "along all": lambda np, x, at: np.take_along_axis(x, at.ravel(), None),
    "rows": lambda np, x, at: np.take(x, at[0], 0),
    "of all": lambda np, x, at: np.take(x, at),
    "wrapped": lambda np, x, at: np.take(x, at + 40_000, mode="wrap"),
    "of many products": lambda np, x, at: np.outer(x[0], x.ravel()[:2000]),
}


@pytest.mark.parametrize("name", LARGE_GATHERS)
def test_gathers_of_many_elements(name, backend):
    gather = LARGE_GATHERS[name]
    expected = gather(real, *_large(real))
    result = gather(ours, *_large(ours))
    assert result.dtype == expected.dtype
    real.testing.assert_array_equal(real.asarray(result), expected)


@pytest.mark.parametrize("wrong", [200, -201])
def test_many_positions_out_of_bounds(wrong, backend):
    for np in (real, ours):
        x, at = _large(np)
        at[3, 4] = wrong
        with pytest.raises(IndexError, match=f"index {wrong} is out of bounds for axis 1"):
            np.take_along_axis(x, at, 1)


OF_SEQUENCES = [
    lambda: range(2),
    lambda: (range(2), [1, 0]),
    lambda: (slice(None), range(0, 3, 2)),
    lambda: (1, range(0)),
    lambda: collections.deque([True, False]),
    lambda: array.array("q", [1, 1]),
    lambda: {0: 1}.keys(),
    lambda: "a",
    lambda: set(),
]


@pytest.mark.parametrize("index", OF_SEQUENCES)
def test_any_sequence_is_an_index(backend, index):
    same(lambda np: _a(np)[index()])

    def write(np):
        x = _a(np)
        x[index()] += 7
        return x

    same(write)


@pytest.mark.filterwarnings("error:.*runs eagerly")
def test_a_range_is_an_index_in_compiled_code(backend):
    def one_hot(x, labels):
        x[range(2), labels] = 1
        return x[:, range(1, 3)]

    compiled = ivy.compile(one_hot)
    x, labels = ours.zeros((2, 3)), ours.array([2, 0])
    assert compiled(x, labels).tolist() == [[0, 1], [0, 0]]
    assert x.tolist() == [[0, 0, 1], [1, 0, 0]]


def test_what_numpy_refuses_to_write_or_choose(backend):
    def written(np, write):
        x = np.zeros((2, 2))
        write(x)
        return x

    for values in ([1], [1, 2], 2.0, real.array([1.0])):
        same(lambda np: written(np, lambda x: x.flat.__setitem__(0, values)))  # noqa: B023
    same(lambda np: written(np, lambda x: np.fill_diagonal(x, 1j)))
    same(lambda np: np.choose(np.array([1, 0], "u8"), [1, 2]))
