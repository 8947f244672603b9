"""Programs that write into their arrays: through arguments, slices, masks, aliases and loops."""

from __future__ import annotations

import warnings

import pytest

import frontends.numpy as ours
from tests.frontends.numpy.differential import same


def test_writes_to_arguments_reach_the_caller(backend):
    def case(np):
        def smooth(u, steps):
            for _ in range(steps):
                u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1]) / 2
                u[0] += 1

        def scale(u):
            u *= 2

        u = np.arange(16.0).reshape(4, 4)
        smooth(u, 2)
        scale(u[:, 0])
        return u

    same(case)


def test_slices_mixed_with_integers(backend):
    def case(np):
        a = np.zeros((3, 4))
        a[0, 1:] = 1
        a[1:, 0] = [2, 3]
        a[-1, ::-1] = np.arange(4)
        a[:, 2] -= a[:, 1]
        return a

    same(case)


def test_all_scalar_indices(backend):
    def case(np):
        a = np.zeros((3, 3))
        for i in range(3):
            for j in range(3):
                a[i, j] = i * a[i - 1, j] + j
        a[i][j] = -1
        return a

    same(case)


def test_whole_array_assignment(backend):
    def case(np):
        a = np.zeros((2, 3))
        b = a
        a[:] = 3
        a[...] = a + [1, 2, 3]
        return a, b

    same(case)


def test_augmented_assignment_of_an_argument(backend):
    def case(np):
        def grow(x):
            x += 1
            x[0] -= 5

        a = np.arange(4)
        grow(a)
        grow(a[1:3])
        return a

    same(case)


def test_mask_stores(backend):
    def case(np):
        a = np.arange(-3, 4)
        a[a < 0] = 0
        big = a > 2
        a[big] = a[big] * 10
        a[~big] += 1
        a[np.logical_and(a > 1, a < 4)] = -1
        return a

    same(case)


@pytest.mark.parametrize("value", [0, 2.5, -3])
@pytest.mark.parametrize("count", [20_001, 300_001])
@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "int8", "bool"])
def test_mask_stores_of_many_elements(backend, count, value, kind):
    def case(np):
        x = (np.sin(np.arange(float(count))) * 9).astype(kind)
        view, found = x[1:], []
        for limit in (8, 5, 2, -1, -4):  # a store that comes again is one of a kernel's
            x[x > limit] = value
            found += [x[:5].copy(), view[-3:].copy(), x[count // 2 : count // 2 + 4].copy()]
            x[2] = 1
        return [*found, x.sum(), x.dtype]

    same(case)


def test_mask_stores_of_nan(backend):
    def case(np):
        x = np.arange(100_000.0)
        for start in range(5):
            x[x % 7 == start] = np.nan
        return np.isnan(x).sum(), x[:9]

    same(case)


def test_chained_assignment(backend):
    def case(np):
        c = np.zeros(4)
        v = np.ones(2)
        c[:2] = c[2:] = v
        v[0] = 9
        a = b = c
        a[0] = 5
        return b

    same(case)


def test_loops_that_fill_arrays(backend):
    def case(np):
        n = 4
        values = np.empty(n)
        for i, v in enumerate(np.linspace(0, 1, n)):
            values[i] = v**2 if v > 0.5 else -v
        total = 0
        for v in values:
            total += v
        return values, total, np.array([v * 2 for v in values]), np.array([[v, 1] for v in values])

    same(case)


def test_aliases_of_rows(backend):
    def case(np):
        a = np.zeros((2, 3))
        row = a[1]
        row[:] = [1, 2, 3]
        column = a[:, 0]
        column += 5
        a[::2][:, 1:] = 9
        diagonal = a.reshape(-1)[::4]
        diagonal[...] = -1
        return a, row, column

    same(case)


def test_swaps(backend):
    def case(np):
        a, b = np.zeros(3), np.ones(3)
        for _ in range(3):
            a, b = b, a
            a[1] += 1
        m = np.arange(4).reshape(2, 2)
        m[[0, 1]] = m[[1, 0]]
        return a, b, m

    same(case)


_BASES = {
    "vector": lambda np: np.arange(3.0),
    "matrix": lambda np: np.arange(6).reshape(2, 3),
    "bytes": lambda np: np.arange(6, dtype="u1").reshape(2, 3),
    "view": lambda np: np.arange(6.0).reshape(2, 3)[:, ::-1],
}
_INDICES = {
    "an int": lambda np: 0,
    "one that is not there": lambda np: 7,
    "a slice": lambda np: slice(1, None),
    "all": lambda np: ...,
    "a new axis": lambda np: (None, 0),
    "an array of ints": lambda np: np.array([1, 0]),
    "an array of bytes": lambda np: np.array([0, 1, 1], "u1"),
    "a mask": lambda np: np.array([True, False, True]),
    "an array without dimensions": lambda np: np.array(1),
    "an array of floats": lambda np: np.array([0.5]),
    "an array of no ints": lambda np: np.array([], int),
    "ints that are not there": lambda np: np.array([7]),
    "a list": lambda np: [0, 1],
    "an array and an int": lambda np: (np.array([0, 1]), 0),
    "an int and an array": lambda np: (0, np.array([2, 0])),
    "two arrays": lambda np: (np.array([0, 1]), np.array([0, 2])),
    "an array in the middle": lambda np: (None, np.array([0, 1]), ...),
    "a mask of rows": lambda np: (np.array([True, False]), slice(None)),
}
_VALUES = {
    "a number": lambda np: 2,
    "a scalar": lambda np: np.float64(2.5),
    "an array": lambda np: np.array([1.5, 2.5, 3.5]),
    "two": lambda np: np.array([7, 8]),
    "one": lambda np: np.array([5]),
    "an array without dimensions": lambda np: np.array(5),
    "nothing": lambda np: np.array([]),
}


@pytest.mark.parametrize("base", _BASES)
@pytest.mark.parametrize("index", _INDICES)
def test_arrays_as_indices_and_values(backend, base, index):
    same(lambda np: _BASES[base](np)[_INDICES[index](np)])
    for value in _VALUES.values():

        def written(np, value=value):
            array = _BASES[base](np)
            alias = array[:1]
            array[_INDICES[index](np)] = value(np)
            return array, alias

        same(written)


def test_what_is_picked_by_an_array_is_a_copy(backend):
    def case(np):
        a = np.arange(6.0).reshape(2, 3)
        rows, places = a[np.array([1])], a[np.array([0, 1]), np.array([1, 2])]
        rows[...] = -1
        places += 10
        return a, rows, places

    same(case)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64", "uint8", "complex128"])
@pytest.mark.parametrize("update", ["+= {}", "-= {}", "*= {}", "/= {}"])
@pytest.mark.parametrize("place", ["a[1]", "a[1:3, ::-2]", "a[:, 2]", "a[..., 1:2]", "a[None]"])
def test_augmented_assignments_to_parts_of_an_array_that_was_written(dtype, update, place, backend):
    def case(np, value):
        a = np.array([[7, 2, 3], [1, 4, 5], [2, 2, 9], [6, 3, 1]], dtype)
        b = np.array([2, 1, 3], dtype)
        a[0, 0] = 8  # from here on it owns its memory
        known, seen, kept = a + 0, a[1:], a.T
        values = {"a": a, "b": b}
        exec(f"{place} {update.format(value)}", values)
        return a, seen, kept, known

    for value in ("2", "2.5", "300", "True", "b[0]", "b[:, None][:1]", "a[::-1][:1, 1]", "b", "a"):
        same(lambda np, value=value: case(np, value))


def test_what_an_augmented_assignment_cannot_hold_is_named(backend):
    a = ours.zeros((3, 4))
    a[0] = 1  # from here on it owns its memory
    with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output from dtype.'complex128'"):
        a[1:, :2] += 1j
    assert a.tolist() == [[1.0] * 4, [0.0] * 4, [0.0] * 4]


def test_an_augmented_assignment_is_done_before_its_warning_is_raised(backend):
    def case(np):
        a = np.arange(1.0, 7.0).reshape(2, 3)
        a[0, 0] = 5
        with warnings.catch_warnings(), np.errstate(all="warn"):
            warnings.simplefilter("error")
            try:
                a[1] /= 0
            except RuntimeWarning:
                pass
        return a[0]

    same(case)


def test_a_large_array_whose_columns_are_written_one_by_one(backend):
    def case(np):
        for _ in range(4):  # JAX compiles what comes for the third time
            a = np.ones((300, 300)) + 0
            kept = a[:2, :2]
            for j in range(1, 40):
                a[:, j] = a[:, j - 1] + 1
                if j == 20:
                    before = a + 0
            a[5] *= 2
        return a, before, kept

    same(case)


@pytest.mark.parametrize(
    "place",
    ["a[1:3]", "a[::2, 1]", "a[1, ::-1]", "a[..., 1:]", "a[None, 1:]", "a[9:]", "a[:, 5]",
     "a[1:, 'x']", "a[np.int64(1):]", "a[:, np.int64(2)]", "a[:, [0, 2]]", "a[i[0]:]",
     "a[True, 1:]"],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["float64", "int8", "complex128", "bool"])
def test_arrays_and_views_written_to_parts_of_an_array_that_was_written(place, dtype, backend):
    def case(np, value):
        a = np.array([[7, 2, 3], [1, 4, 5], [2, 2, 9], [6, 3, 1]], dtype)
        b, i = np.array([1.5, -2.0, 300.0]), np.array([1, 2])
        a[0, 0] = 8  # from here on it owns its memory
        c = b.copy()
        c[0] = 5
        known, seen, kept = a + 0, a[1:], a.T
        exec(f"{place} = {value}", {"a": a, "b": b, "c": c, "i": i, "np": np})
        return a, seen, kept, known

    values = [
        "b",
        "b[:1]",
        "c[1:2]",
        "a[0]",
        "a[:-1]",
        "a[::-1]",
        "b[0]",
        "b * 1j",
        "b[:, None]",
        "i",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for value in values:
            if value in ("b", "c[1:2]", "b[0]", "b[:, None]") and dtype in ("int8", "bool"):
                continue  # what C does with 300 in eight bits is the compiler's
            same(lambda np, value=value: case(np, value))


@pytest.mark.parametrize("value", [7.0, [7.0, 8.0], [1.0, 2.0, 3.0], "itself"])
@pytest.mark.parametrize(
    "index", [[2, 0], [-1, -1], [True, False, True], [0, 3], [True, False], [0.5, 1.0]]
)
def test_array_that_was_written_to_is_written_at_an_array_of_places(backend, index, value):
    def case(np):
        x = np.array([1.0, 2.0, 3.0])
        x[0] = 4.0  # from now on it owns memory
        view, kept = x[1:], x.copy()
        given = x if value == "itself" else value if type(value) is float else np.array(value)
        try:
            x[np.array(index)] = given
        except (IndexError, ValueError):
            return x
        return x, view, kept, x[np.array(index)]

    same(case)


@pytest.mark.parametrize("value", [7, 2.5, True, 300, float("nan"), float("inf")])
@pytest.mark.parametrize(
    "index",
    [
        slice(1, None),
        slice(None, None, -2),
        (slice(None), 1),
        (..., 0),
        None,
        (0, slice(5)),
        (1, 9),
    ],
    ids=str,
)
def test_array_that_was_written_to_is_filled_where_slices_point(backend, index, value):
    def case(np):
        x = np.arange(6, dtype=np.int8).reshape(2, 3).copy()
        x[0, 0] = 4  # from now on it owns memory
        view, kept = x[1], x.copy()
        try:
            x[index] = value
        except (IndexError, ValueError, OverflowError):
            return x
        return x, view, kept

    same(case)
