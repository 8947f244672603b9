"""The small things that real NumPy code does, one test each."""

from __future__ import annotations

import warnings

import numpy as real
import pytest

import frontends.numpy as ours
from tests.frontends.numpy.differential import same


def _check(case):
    same(case)


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

    _check(case)


def test_slices_mixed_with_integers(backend):
    def case(np):
        a = np.zeros((3, 4))
        a[0, 1:] = 1
        a[1:, 0] = [2, 3]
        a[-1, ::-1] = np.arange(4)
        a[:, 2] -= a[:, 1]
        return a

    _check(case)


def test_all_scalar_indices(backend):
    def case(np):
        a = np.zeros((3, 3))
        for i in range(3):
            for j in range(3):
                a[i, j] = i * a[i - 1, j] + j
        a[i][j] = -1
        return a

    _check(case)


def test_whole_array_assignment(backend):
    def case(np):
        a = np.zeros((2, 3))
        b = a
        a[:] = 3
        a[...] = a + [1, 2, 3]
        return a, b

    _check(case)


def test_augmented_assignment_of_an_argument(backend):
    def case(np):
        def grow(x):
            x += 1
            x[0] -= 5

        a = np.arange(4)
        grow(a)
        grow(a[1:3])
        return a

    _check(case)


def test_mask_stores(backend):
    def case(np):
        a = np.arange(-3, 4)
        a[a < 0] = 0
        big = a > 2
        a[big] = a[big] * 10
        a[~big] += 1
        a[np.logical_and(a > 1, a < 4)] = -1
        return a

    _check(case)


def test_chained_assignment(backend):
    def case(np):
        c = np.zeros(4)
        v = np.ones(2)
        c[:2] = c[2:] = v
        v[0] = 9
        a = b = c
        a[0] = 5
        return b

    _check(case)


def test_positional_out(backend):
    def case(np):
        a = np.arange(3.0)
        b = np.empty(3)
        assert np.multiply(a, 2, b) is b
        np.add(b, a, b)
        np.sqrt(b, b)
        np.maximum(a, b, out=a)
        np.dot(np.eye(3), a, b)
        return a, b

    _check(case)


def test_ndarray_constructor(backend):
    def case(np):
        a = np.ndarray(shape=(2, 3), dtype=np.float64)
        a[:] = 1
        b = np.ndarray((2,), int)
        b.fill(3)
        return a, b

    _check(case)


def test_assigned_shape(backend):
    def case(np):
        a = np.arange(6)
        a.shape = (2, 3)
        a[0, 0] = 7
        a.shape = -1
        return a

    _check(case)


def test_grids_and_newaxis(backend):
    _check(lambda np: np.mgrid[0:3, 0:2].sum(axis=0))
    _check(lambda np: np.ogrid[0:3, 0:2])
    _check(lambda np: np.arange(3)[:, np.newaxis] * np.arange(2)[np.newaxis])


def test_outer_products_of_ufuncs(backend):
    _check(lambda np: np.add.outer([1, 2], [10, 20, 30]))
    _check(lambda np: np.multiply.outer(np.arange(2), np.arange(3.0)))
    _check(lambda np: np.add.reduce([[1, 2], [3, 4]], axis=1))
    _check(lambda np: np.maximum.accumulate([1, 3, 2]))


def test_reflected_operators(backend):
    _check(lambda np: 1 - np.arange(3))
    _check(lambda np: 2.0 ** np.arange(3))
    _check(lambda np: [1, 2, 3] + np.arange(3))
    _check(lambda np: (1, 2, 3) / np.arange(1, 4))
    _check(lambda np: 7 % np.arange(1, 4))
    _check(lambda np: True & np.array([True, False]))


def test_bool_of_a_comparison(backend):
    def case(np):
        a = np.arange(3)
        found = []
        if a[1] == 1:
            found.append("equal")
        if not a[0]:
            found.append("zero")
        if (a >= 0).all() and np.any(a > 1):
            found.append("all")
        while a[2] > 0:
            a[2] -= 1
        try:
            bool(a == a)
        except ValueError:
            found.append("ambiguous")
        return found

    _check(case)


def test_unsigned_index_arrays(backend):
    def case(np):
        a = np.arange(5)
        i = np.array([3, 1], dtype=np.uint8)
        a[i] += 10
        return a[i], a[np.uint64(2)], a[i.astype(np.uint64)]

    _check(case)


def test_a_scalar_times_an_array_goes_at_once(backend):
    _check(lambda np: np.float64(2) * np.arange(3))
    _check(lambda np: np.float32(2) * np.arange(3.0))
    _check(lambda np: np.float64(3) * [1, 2])
    a = real.float64(2) * ours.arange(3)  # NumPy's own scalar
    assert type(a) is ours.ndarray and a.tolist() == [0, 2, 4]


def test_functions_in_a_class_body(backend):
    def case(np):
        class Maths:
            array = np.array
            zeros = np.zeros
            total = np.sum
            root = np.sqrt
            minimum = np.minimum

        return Maths.array([1, 2]), Maths.total([1, 2]), Maths.root(4.0), Maths.minimum(1, [0, 2])

    _check(case)


def test_a_ufunc_in_a_class_body_is_no_method(backend):
    def case(np):
        class Maths:
            root = np.sqrt

        return Maths().root(4.0)

    _check(case)


def test_errstate(backend):
    def case(np):
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.array([1.0, 0.0]) / 0
        a[np.isnan(a)] = -1
        return a

    _check(case)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with ours.errstate(all="ignore"):
            ours.log(ours.array([0.0, -1.0]))


def test_reshape_with_two_numbers(backend):
    _check(lambda np: np.arange(4).reshape(2, 2))
    _check(lambda np: np.arange(4).reshape(-1, 1))


def test_view_of_the_bits(backend):
    def case(np):
        x = np.array([1.5, -2.0], dtype=np.float32)
        i = x.view("i4")
        i &= 0x7FFFFFFF
        return x, i

    _check(case)


@pytest.mark.parametrize(
    "dtype",
    ["f4", "float32", "<f4", "=f8", "d", "int", "i8", "uint8", "B", "?", "bool", "complex", "c8",
     "e", float, int, bool, complex, real.float32, real.dtype("i2")],
)  # fmt: skip
def test_spellings_of_dtypes(backend, dtype):
    _check(lambda np: np.zeros(2, dtype))
    _check(lambda np: np.arange(2).astype(dtype))
    _check(lambda np: np.dtype(dtype))


def test_attributes_that_name_dtypes(backend):
    names = """float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_
    complex64 complex128 intp int_ single double half csingle cdouble byte short"""
    for name in names.split():
        _check(lambda np, name=name: np.ones(2, dtype=getattr(np, name)))
        _check(lambda np, name=name: np.ones(2, dtype=getattr(np, name)).dtype == getattr(np, name))
    _check(lambda np: np.array([1, 2], dtype=np.array([1.5]).dtype))


def test_unpacking_and_shapes(backend):
    def case(np):
        a = np.arange(6).reshape(2, 3)
        rows, columns = a.shape
        first, second = a
        (x, y, z) = first
        return rows, columns, second, x + y + z, a.shape[0] * 2, a.shape == (2, 3), a.shape + (1,)

    _check(case)


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

    _check(case)


def test_lists_of_arrays_and_numbers(backend):
    def case(np):
        a = np.arange(3.0)
        rows = []
        for i in range(2):
            rows.append(a + i)
        return np.array(rows), np.vstack(rows), np.array([a[0], 2, a[1]]), np.array([[a[0]], [1]])

    _check(case)


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

    _check(case)


def test_swaps(backend):
    def case(np):
        a, b = np.zeros(3), np.ones(3)
        for _ in range(3):
            a, b = b, a
            a[1] += 1
        m = np.arange(4).reshape(2, 2)
        m[[0, 1]] = m[[1, 0]]
        return a, b, m

    _check(case)


def test_numbers_of_an_array(backend):
    def case(np):
        a = np.array([3, 1, 2])
        n = a[0]
        return [0] * n.item(), list(range(a[2])), "x" * a[1], a.argmax(), {int(a[0]): a[1].item()}

    _check(case)


def test_complex_numbers(backend):
    def case(np):
        z = np.array([1 + 1j, 2 - 1j])
        z.real[0] = 5
        z.imag += 1
        return z, z.conj(), abs(z), z[0].real, np.abs(z[1]), z * 1j, z.T.conj()

    _check(case)


def test_empty_arrays(backend):
    _check(lambda np: np.array([]).sum())
    _check(lambda np: np.zeros((0, 3)).sum(axis=0))
    _check(lambda np: np.concatenate([np.array([]), [1.0]]))
    _check(lambda np: np.arange(3)[3:])
    _check(lambda np: len(np.zeros((0, 3))))
    _check(lambda np: np.array([]).max())
