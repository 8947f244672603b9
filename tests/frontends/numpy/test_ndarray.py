"""Methods, attributes, operators and protocols of ndarray, against real NumPy."""

from __future__ import annotations

import copy
import operator
import pickle
import sys

import numpy as real
import pytest

import frontends.numpy as ours
from tests.frontends.numpy.differential import names_of, same


def _a(np):
    return np.arange(6).reshape(2, 3)


def _f(np):
    return np.array([[3.5, -1.0, 2.0], [0.0, 4.0, -2.5]])


def _z(np):
    return np.array([1 + 2j, 3 - 4j])


CASES = [
    lambda np: np.array([0, 1, 2]).choose([1, 2, 3], [4, 5, 6], [7, 8, 9]),
    lambda np: np.array([0, 1]).choose([[1, 2], [3, 4]], mode="clip"),
    lambda np: _f(np).conj(np.zeros((2, 3))),
    lambda np: _z(np).conjugate(np.zeros(2, complex)),
    lambda np: (_f(np).flags.fortran, _f(np).T.flags.fortran),
    lambda np: setattr(_f(np), "device", "cpu"),
    lambda np: delattr(_f(np).flags, "aligned"),
    # shapes
    lambda np: _a(np).reshape(3, 2),
    lambda np: _a(np).reshape((3, 2)),
    lambda np: _a(np).reshape(-1),
    lambda np: _a(np).reshape([6]),
    lambda np: _a(np).reshape(3, -1, order="F"),
    lambda np: _a(np).reshape(np.int64(3), 2),
    lambda np: _a(np).reshape(4),
    lambda np: _a(np).reshape(),
    lambda np: _a(np).transpose(),
    lambda np: _a(np).transpose(1, 0),
    lambda np: _a(np).transpose((1, 0)),
    lambda np: _a(np).transpose(None),
    lambda np: _a(np).transpose(0),
    lambda np: _a(np).T,
    lambda np: _a(np).mT,
    lambda np: np.arange(3).mT,
    lambda np: _a(np).ravel(),
    lambda np: _a(np).ravel("F"),
    lambda np: _a(np).ravel(order="K"),
    lambda np: _a(np).flatten(),
    lambda np: _a(np).flatten("F"),
    lambda np: np.array(5).flatten(),
    lambda np: _a(np).swapaxes(0, 1),
    lambda np: np.ones((1, 3)).squeeze(),
    lambda np: np.ones((1, 3)).squeeze(axis=0),
    lambda np: _a(np).repeat(2, axis=0),
    # reductions
    lambda np: _a(np).sum(),
    lambda np: _a(np).sum(1),
    lambda np: _a(np).sum(axis=(0, 1)),
    lambda np: _a(np).sum(axis=0, keepdims=True),
    lambda np: _f(np).mean(0),
    lambda np: _f(np).std(),
    lambda np: _f(np).var(axis=1, ddof=1),
    lambda np: _f(np).max(),
    lambda np: _f(np).min(axis=0),
    lambda np: _a(np).prod(),
    lambda np: _a(np).all(),
    lambda np: _a(np).any(axis=0),
    lambda np: _a(np).argmax(),
    lambda np: _f(np).argmin(axis=1),
    lambda np: _a(np).cumsum(),
    lambda np: _a(np).cumprod(axis=1),
    lambda np: _a(np).trace(),
    lambda np: _a(np).dot([1, 2, 3]),
    lambda np: _f(np).clip(0, 2),
    lambda np: _f(np).clip(min=0),
    lambda np: _f(np).round(),
    lambda np: np.array([1.256, 2.5]).round(1),
    lambda np: _f(np).argsort(),
    lambda np: _f(np).argsort(axis=0),
    lambda np: np.array([1, 3, 5]).searchsorted(4),
    lambda np: np.array([1, 3, 5]).searchsorted([0, 3], side="right"),
    lambda np: _a(np).sum(5),
    # conversion
    lambda np: _f(np).astype(int),
    lambda np: _f(np).astype("f4"),
    lambda np: _f(np).astype(np.float32),
    lambda np: _f(np).astype(bool),
    lambda np: _f(np).astype(complex),
    lambda np: _f(np).astype(str).dtype,
    lambda np: _f(np).astype(object).dtype,
    lambda np: _f(np).astype(int, casting="safe"),
    lambda np: _f(np).astype("nonsense"),
    lambda np: _a(np).astype(np.uint8, copy=False),
    lambda np: _a(np).item(1),
    lambda np: _a(np).item(1, 2),
    lambda np: _a(np).item((1, 2)),
    lambda np: np.array(5).item(),
    lambda np: _a(np).item(),
    lambda np: _a(np).item(10),
    lambda np: _a(np).tolist(),
    lambda np: np.array(5).tolist(),
    lambda np: _f(np).tolist(),
    lambda np: _z(np).tolist(),
    lambda np: _a(np).tobytes(),
    lambda np: _a(np).tobytes("F"),
    lambda np: bytes(_a(np)),
    lambda np: _a(np).copy(),
    lambda np: _a(np).copy("F").strides,
    lambda np: _a(np).T.copy().strides,
    lambda np: _a(np).byteswap(),
    lambda np: _a(np).to_device("cpu"),
    # attributes
    lambda np: _a(np).shape,
    lambda np: _a(np).ndim,
    lambda np: _a(np).size,
    lambda np: _a(np).itemsize,
    lambda np: _a(np).nbytes,
    lambda np: _a(np).dtype,
    lambda np: _a(np).dtype.name,
    lambda np: _a(np).dtype == np.int64,
    lambda np: _a(np).dtype is np.dtype(int),
    lambda np: _a(np).strides,
    lambda np: _a(np).T.strides,
    lambda np: _a(np)[:, ::-2].strides,
    lambda np: _a(np).device,
    lambda np: _a(np).flags.c_contiguous,
    lambda np: _a(np).T.flags["C_CONTIGUOUS"],
    lambda np: _a(np).T.flags.f_contiguous,
    lambda np: _a(np)[:, 1].flags.contiguous,
    lambda np: _a(np).flags.writeable,
    lambda np: _a(np).copy().flags.owndata,
    lambda np: _a(np)[1:].flags.owndata,
    lambda np: repr(_a(np).flags),
    lambda np: _a(np).copy().base,
    lambda np: _a(np).copy()[1:].base,
    lambda np: [v.base is x for x in (np.ones((2, 3)),) for v in (x[1:], x[1:][:, 1:], x.T, x)],
    lambda np: sys.getsizeof(np.ones(3)) - sys.getsizeof(np.ones(3)[1:]),
    lambda np: _z(np).real,
    lambda np: _z(np).imag,
    lambda np: _a(np).real,
    lambda np: _a(np).imag,
    lambda np: _a(np).flat[2],
    lambda np: _a(np).flat[-1],
    lambda np: _a(np).flat[1:4],
    lambda np: _a(np).flat[[0, 2]],
    lambda np: _a(np).T.flat[1:4],
    lambda np: _a(np).flat[6],
    lambda np: list(_a(np).flat),
    lambda np: len(_a(np).flat),
    lambda np: [it.coords for it in [_a(np).flat] for _ in it],
    lambda np: next(_a(np).flat),
    lambda np: np.asarray(_a(np).flat),
    lambda np: _a(np).flat == 2,
    # operators
    lambda np: _a(np) + 1,
    lambda np: 1 + _a(np),
    lambda np: _a(np) + 1.5,
    lambda np: 2 - _a(np),
    lambda np: _a(np) * _f(np),
    lambda np: _a(np) / 2,
    lambda np: 1 / (_a(np) + 1),
    lambda np: _a(np) // 2,
    lambda np: 7 // (_a(np) + 1),
    lambda np: _a(np) % 4,
    lambda np: _a(np) ** 2,
    lambda np: 2 ** _a(np),
    lambda np: np.array([True, False]) ** 2,  # by its square: int8
    lambda np: _f(np) ** 0.5,
    lambda np: _a(np) @ _a(np).T,
    lambda np: [1, 2] @ _a(np),
    lambda np: divmod(_a(np), 4),
    lambda np: divmod(7, _a(np) + 1),
    lambda np: -_a(np),
    lambda np: +_a(np),
    lambda np: abs(_f(np)),
    lambda np: ~_a(np),
    lambda np: _a(np) & 3,
    lambda np: 1 | _a(np),
    lambda np: _a(np) ^ _a(np).copy(),
    lambda np: _a(np) << 1,
    lambda np: _a(np) >> 1,
    lambda np: _a(np) == 2,
    lambda np: _a(np) != [[0, 1, 5], [3, 4, 5]],
    lambda np: _a(np) < 3,
    lambda np: 3 >= _a(np),
    lambda np: _a(np) == None,  # noqa: E711
    lambda np: _a(np) != None,  # noqa: E711
    lambda np: _a(np) == "a",
    lambda np: _a(np) != "a",
    lambda np: _a(np) == object(),
    lambda np: _a(np) < "a",
    lambda np: _a(np) == np.ones(4),
    lambda np: _a(np) + np.ones(4),
    lambda np: _a(np) + "a",
    lambda np: _a(np) + None,
    lambda np: _a(np) @ _a(np),
    lambda np: _f(np) & 1,
    lambda np: _a(np) + [1, 2, 3],
    lambda np: (1, 2, 3) * _a(np),
    lambda np: _a(np) + np.float32(1),
    lambda np: np.ones(2, np.float32) + np.float64(1),
    lambda np: np.ones(2, np.float32) + 1.0,
    lambda np: np.ones(2, np.uint8) + 300,
    lambda np: np.ones(2, np.int8) * np.ones(2, np.uint8),
    lambda np: np.array([True, False]) + np.array([True, True]),
    lambda np: np.array([True, False]) - np.array([True, True]),
    lambda np: -np.array([True]),
    # Python's protocols
    lambda np: len(_a(np)),
    lambda np: len(np.array(5)),
    lambda np: list(np.arange(3)),
    lambda np: [row.tolist() for row in _a(np)],
    lambda np: list(np.array(5)),
    lambda np: 3 in _a(np),
    lambda np: 30 in _a(np),
    lambda np: bool(np.array([1])),
    lambda np: bool(_a(np)),
    lambda np: bool(np.array([])),
    lambda np: bool(np.array(0.0)),
    lambda np: int(np.array(3)),
    lambda np: int(_a(np)),
    lambda np: int(np.array([3])),
    lambda np: float(np.array(3)),
    lambda np: float(_a(np)),
    lambda np: complex(np.array(3)),
    lambda np: operator.index(np.array(3)),
    lambda np: operator.index(np.array(3.0)),
    lambda np: operator.index(_a(np)),
    lambda np: hash(_a(np)),
    lambda np: {_a(np): 1},
    lambda np: str(_a(np)),
    lambda np: repr(_a(np)),
    lambda np: repr(np.array([], dtype=np.float32)),
    lambda np: f"{np.array(3)}",
    lambda np: f"{np.array(3.25):.1f}",
    lambda np: f"{_a(np):d}",
    lambda np: "%s" % np.arange(3),  # noqa: UP031
    lambda np: "%d" % np.array(3),  # noqa: UP031
    lambda np: max(np.array([1, 3, 2])),
    lambda np: sorted(np.array([1, 3, 2])),
    lambda np: sum(np.arange(4)),
    lambda np: any(np.array([0, 1])),
    lambda np: list(reversed(np.arange(3))),
    lambda np: dict(zip(np.arange(2), "ab", strict=True))[1],
    lambda np: list(map(int, np.arange(3))),
    lambda np: tuple(np.arange(6).reshape(2, 3).shape),
    lambda np: pickle.loads(pickle.dumps(_a(np))),
    lambda np: copy.copy(_a(np)),
    lambda np: copy.deepcopy([_a(np)]),
    lambda np: _a(np).__array_namespace__() is np,
    lambda np: isinstance(_a(np), np.ndarray),
    lambda np: isinstance(_a(np)[0, 0], np.ndarray),
    lambda np: type(_a(np)) is np.ndarray,
    lambda np: type(_a(np)).__name__,
    lambda np: np.ndarray(()).shape,
    lambda np: _a(np).nothing,
    lambda np: _a(np)(),
    lambda np: np.ndarray[int] is not None,
    lambda np: _a(np).__delitem__(0),
]


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_ndarray_matches_numpy(backend, case):
    same(case)


def _shape(np, x):
    alias = x[1:]
    x.shape = (3, 2)
    x[0, 0] = 70
    alias[...] += 1


def _bad_shape(np, x):
    x.shape = (4,)


def _strided_shape(np, x):
    y = x.T
    y.shape = (6,)


def _view_shape(np, x):
    y = x[:, :]
    y.shape = 6
    y[2] = 9


def _dtype(np, x):
    x.dtype = np.uint64


def _flat(np, x):
    x.flat = 7


def _flat_cycled(np, x):
    x.T.flat = [1, 2]


def _flat_parts(np, x):
    x.flat[3] = 9
    x.flat[::2] = [7, 8]
    x.flat[x.flat[:] > 100] = 0
    x.T.flat[[0, 1]] = -1


def _real(np, x):
    x.real = 3


def _iadd(np, x):
    y = x
    y += 5
    x[0] -= [1, 2, 3]
    x[:, 1] *= 2
    y //= 2
    y %= 7
    y **= 2
    y <<= 1
    y |= 1
    y &= 7
    y ^= 2
    y >>= 1


def _iadd_float(np, x):
    x += 1.5


def _idiv(np, x):
    x /= 2


def _iadd_larger(np, x):
    x += np.ones((2, 2, 3), int)


def _iadd_overflow(np, x):
    x += 2**70


def _helper(np, x):
    def f(v):
        v += 10
        return v

    f(x[0])
    f(x[:, ::-1])


def _imatmul(np, x):
    x @= np.array([[0, 1, 0], [1, 0, 0], [0, 0, 2]])


def _mask(np, x):
    x[x > 2] *= 2
    m = x < 3
    x[m] = -x[m]


def _setflags(np, x):
    y = x[:]
    x.setflags(write=False)
    y[0, 0] = 9
    assert not x.flags.writeable
    x[0, 0] = 5


def _setflags_views(np, x):
    x.flags.writeable = False
    x[1:][0] = 5


def _setflags_inplace(np, x):
    x.setflags(write=False)
    x += 1


def _setflags_back(np, x):
    x.setflags(write=False)
    x.setflags(write=True)
    x[0, 0] = 5


WRITES = [
    _shape, _bad_shape, _strided_shape, _view_shape, _dtype, _flat, _flat_cycled, _flat_parts,
    _real, _iadd, _iadd_float, _idiv, _iadd_larger, _iadd_overflow, _helper, _imatmul, _mask,
    _setflags, _setflags_views, _setflags_inplace, _setflags_back,
    lambda np, x: x.fill(3),
    lambda np, x: x[:, 1].fill(3.7),
    lambda np, x: x.fill("a"),
    lambda np, x: x.fill([1, 2]),
    lambda np, x: (-x).sort(),
    lambda np, x: x[:, ::-1].sort(),
    lambda np, x: x.T.sort(axis=0),
    lambda np, x: x[::-1].sort(0),
    lambda np, x: x.sort(axis=2),
    lambda np, x: x.partition(1),
    lambda np, x: x.put([0], 9),
    lambda np, x: x.byteswap(inplace=True),
    lambda np, x: x.sum(axis=0, out=x[0]),
    lambda np, x: np.add(x, 1, x),
    lambda np, x: np.multiply(x, 2, out=x[:, :]),
    lambda np, x: x.cumsum(axis=1, out=x),
    lambda np, x: x.clip(1, 3, out=x),
    lambda np, x: x.view()[0].fill(8),
    lambda np, x: x.imag.fill(1),
    lambda np, x: x.reshape(6).__setitem__(slice(None, None, 2), 0),
    lambda np, x: x.ravel().__setitem__(0, 9),
    lambda np, x: x.flatten().__setitem__(0, 9),
]  # fmt: skip


@pytest.mark.parametrize("write", WRITES, ids=lambda w: w.__name__.replace("<lambda>", "write"))
def test_methods_in_place_match_numpy(backend, write):
    def case(np):
        x = np.arange(6).reshape(2, 3).copy()
        write(np, x)
        return x

    same(case)


def _resized(np, *shape):
    x = np.arange(4)
    x.resize(*shape, refcheck=False)
    return x


def _owner_is_needed(np):
    x = np.arange(4)[1:]
    x.resize(2)


def _complex_parts(np):
    z = np.array([1 + 2j, 3 - 4j])
    z.real = [5, 6]
    z.imag[0] = 9
    z.real[1:] += 1
    return z


def _no_imaginary_part(np):
    x = np.arange(2.0)
    x.imag = 5


@pytest.mark.parametrize(
    "case",
    [
        lambda np: _resized(np, (2, 3)),
        lambda np: _resized(np, 2, 1),
        lambda np: _resized(np, 3),
        _owner_is_needed,
        _complex_parts,
        _no_imaginary_part,
    ],
)
def test_corners(backend, case):
    same(case)


def test_casting_complex_to_real_warns(backend):
    with pytest.warns(real.exceptions.ComplexWarning):
        x = ours.array([1 + 2j]).astype(float)
    assert x.tolist() == [1.0]


def test_every_core_method_is_there():
    for name in dir(real.ndarray):
        if name in _NOT_HERE or name.startswith("__") and name not in dir(ours.ndarray):
            continue
        assert hasattr(ours.ndarray, name), name


_NOT_HERE = {"setfield"}


def test_errors_of_array_and_ivy_are_one(backend):
    import ivy_core as ivy

    with pytest.raises(IndexError) as caught:
        ours.arange(3)[7]
    assert isinstance(caught.value, ivy.utils.exceptions.IvyException)
    with pytest.raises(real.exceptions.AxisError) as caught:
        ours.moveaxis(ours.arange(3), 1, 0)
    assert isinstance(caught.value, ivy.utils.exceptions.IvyException)


def test_ndarray_constructor(backend):
    def case(np):
        a = np.ndarray(shape=(2, 3), dtype=np.float64)
        a[:] = 1
        b = np.ndarray((2,), int)
        b.fill(3)
        return a, b

    same(case)


def test_assigned_shape(backend):
    def case(np):
        a = np.arange(6)
        a.shape = (2, 3)
        a[0, 0] = 7
        a.shape = -1
        return a

    same(case)


def test_reshape_with_two_numbers(backend):
    same(lambda np: np.arange(4).reshape(2, 2))
    same(lambda np: np.arange(4).reshape(-1, 1))


def test_view_of_the_bits(backend):
    def case(np):
        x = np.array([1.5, -2.0], dtype=np.float32)
        i = x.view("i4")
        i &= 0x7FFFFFFF
        return x, i

    same(case)


def test_attributes_that_name_dtypes(backend):
    names = """float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_
    complex64 complex128 intp int_ single double half csingle cdouble byte short"""
    for name in names.split():
        same(lambda np, name=name: np.ones(2, dtype=getattr(np, name)))
        same(lambda np, name=name: np.ones(2, dtype=getattr(np, name)).dtype == getattr(np, name))
    same(lambda np: np.array([1, 2], dtype=np.array([1.5]).dtype))


def test_unpacking_and_shapes(backend):
    def case(np):
        a = np.arange(6).reshape(2, 3)
        rows, columns = a.shape
        first, second = a
        (x, y, z) = first
        return rows, columns, second, x + y + z, a.shape[0] * 2, a.shape == (2, 3), a.shape + (1,)

    same(case)


def test_numbers_of_an_array(backend):
    def case(np):
        a = np.array([3, 1, 2])
        n = a[0]
        return [0] * n.item(), list(range(a[2])), "x" * a[1], a.argmax(), {int(a[0]): a[1].item()}

    same(case)


def test_complex_numbers(backend):
    def case(np):
        z = np.array([1 + 1j, 2 - 1j])
        z.real[0] = 5
        z.imag += 1
        return z, z.conj(), abs(z), z[0].real, np.abs(z[1]), z * 1j, z.T.conj()

    same(case)


def test_empty_arrays(backend):
    same(lambda np: np.array([]).sum())
    same(lambda np: np.zeros((0, 3)).sum(axis=0))
    same(lambda np: np.concatenate([np.array([]), [1.0]]))
    same(lambda np: np.arange(3)[3:])
    same(lambda np: len(np.zeros((0, 3))))
    same(lambda np: np.array([]).max())


FOREIGN_ORDER = {
    "astype": lambda np: np.array([1, 256, 770]).astype(">u2").tobytes(),
    "array": lambda np: np.array([1, 2], dtype=">f4").tobytes(),
    "zeros": lambda np: np.zeros(2, ">i2").dtype.str,
    "written": lambda np: _written_in_foreign_order(np).tobytes(),
    "view of bytes": lambda np: np.array([0, 1, 1, 0], np.uint8).view(">u2").astype(int).tolist(),
    "byteswap": lambda np: np.array([1, 2], np.int16).byteswap().view(">i2").tolist(),
    "computed with": lambda np: (np.array([1, 2], ">f8") @ np.eye(2)).tolist(),
    "the machine's": lambda np: np.array([1, 2], "=i4").dtype.str,
}


def _written_in_foreign_order(np):
    x = np.zeros(3, ">i2")
    x[1] = 5
    x += np.arange(3)
    return x


@pytest.mark.parametrize("name", FOREIGN_ORDER)
def test_bytes_in_foreign_order(backend, name):
    """Who asks for an order of bytes writes them to a file."""
    assert FOREIGN_ORDER[name](ours) == FOREIGN_ORDER[name](real)


def test_classes_that_scripts_print(backend):
    for case in (lambda np: type(np.arange(3)), lambda np: np.ndarray, lambda np: [np.ndarray]):
        assert str(case(ours)) == str(case(real))
        assert f"{case(ours)}" == f"{case(real)}"
    assert [str(type(f)) for f in (ours.sin, ours.add, ours.matmul)] == [
        "<class 'numpy.ufunc'>"
    ] * 3
    assert pickle.loads(pickle.dumps(ours.ndarray)) is ours.ndarray
    assert pickle.loads(pickle.dumps(ours.add)) is ours.add


def test_fields_are_written(backend):
    def case(np):
        x = np.array([1.0, 2.0])
        x.setfield(np.array([3, 4], "f4"), "f4", 4)
        y = np.zeros(2, "i8")
        y.setfield(5, "i2", offset=2)
        return x, y, x.getfield("i4", 4)

    same(case)


@pytest.mark.parametrize("index", ("0", "()", "...", "slice(None)", "[0, 1]"))
@pytest.mark.parametrize("value", ("np.timedelta64(3, 's')", "np.ulonglong(2**64 - 1)"))
@pytest.mark.parametrize("dtype", ("i1", "i8", "f4"))
def test_scalars_are_assigned_by_numpys_rules(backend, dtype, value, index):
    def case(np):
        x = np.zeros(3, dtype)
        try:
            x[eval(index)] = eval(value, {"np": real})
        except (TypeError, OverflowError) as err:
            return x, next(c.__name__ for c in type(err).__mro__ if c.__module__ == "builtins")
        return x

    same(case)


def test_copies_of_the_copy_module_keep_the_order(backend):
    def case(np):
        x = np.array(np.arange(6.0).reshape(2, 3), order="F")
        y, z = copy.copy(x), copy.deepcopy(x)
        return y, z, y.flags.f_contiguous, z.strides, copy.copy(x[:, ::2]).flags.f_contiguous

    same(case)


def test_out_of_band_pickles_of_views(backend):
    x, buffers = ours.arange(12.0).reshape(3, 4), []
    for view in (x, x.T, x[:, :2], x[::-1]):
        buffers.clear()
        made = pickle.dumps(view, 5, buffer_callback=buffers.append)
        assert pickle.loads(made, buffers=buffers).tolist() == view.tolist()


def test_an_iterator_over_its_own_memory_writes_there(backend):
    def case(np):
        x = np.zeros((2, 3))
        with np.nditer(x, op_flags=["readwrite"]) as it:
            for each in it:
                each[...] = it.iterindex
        it = np.nditer([x, None])
        while True:
            it[1] = it[0] * 2
            if not it.iternext():
                break
        other = it.copy()
        return x, it.operands[1], other.finished

    same(case)


def test_flat_takes_a_range(backend):
    def case(np):
        x = np.empty((2, 3))
        x.flat = range(6)
        return x

    same(case)
