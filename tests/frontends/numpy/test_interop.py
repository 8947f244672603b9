"""Our arrays among real NumPy's, and among what takes arrays and numbers."""

from __future__ import annotations

import array
import bisect
import collections
import collections.abc
import copy
import csv
import fractions
import functools
import heapq
import importlib
import io
import itertools
import json
import math
import numbers
import operator
import pickle
import random
import statistics
import struct
import subprocess
import sys
import textwrap
import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from tests.frontends.numpy.differential import matches, same


def _both(case):
    """Check that a mixed expression has the value of the real one, and is ours."""
    expected = case(real, real)
    matches(case(ours, real), expected)


MIXED = [
    lambda np, real: real.arange(3) + np.arange(3),
    lambda np, real: np.arange(3) + real.arange(3),
    lambda np, real: real.float32(2) * np.arange(3.0),
    lambda np, real: np.arange(3) * real.int8(2),
    lambda np, real: real.float64(2) * np.float64(3),
    lambda np, real: real.arange(3) @ np.arange(3),
    lambda np, real: real.arange(3) < np.array([2, 2, 2]),
    lambda np, real: real.arange(3) == np.arange(3),
    lambda np, real: real.add(real.arange(3), np.arange(3)),
    lambda np, real: real.sin(np.arange(3.0)),
    lambda np, real: real.add.reduce(np.arange(3)),
    lambda np, real: real.add.outer(np.arange(2), real.arange(2)),
    lambda np, real: real.sum(np.arange(3)),
    lambda np, real: real.mean(np.arange(4.0).reshape(2, 2), axis=0),
    lambda np, real: real.concatenate([real.arange(2), np.arange(2)]),
    lambda np, real: real.stack([np.arange(2), real.arange(2)]),
    lambda np, real: real.where(np.array([True, False]), 1, 2),
    lambda np, real: real.dot(real.eye(2), np.arange(2.0)),
    lambda np, real: real.reshape(np.arange(4), (2, 2)),
    lambda np, real: real.cumsum(np.arange(4)),
    lambda np, real: real.linalg.norm(np.array([3.0, 4.0])),
    lambda np, real: np.concatenate([real.arange(2), np.arange(2)]),
    lambda np, real: np.add(real.arange(3), 1),
    lambda np, real: np.zeros(3, dtype=real.float32),
    lambda np, real: np.zeros(real.int64(2)),
    lambda np, real: np.arange(6)[real.array([0, 5])],
    lambda np, real: np.arange(6)[real.arange(6) > 3],
]


@pytest.mark.parametrize("case", MIXED, ids=range(len(MIXED)))
def test_mixed_expressions_come_out_as_ours(backend, case):
    _both(case)


class Tagged(real.ndarray):
    """A subclass of NumPy's array that adds nothing."""


SUBCLASSES = {"matrix": real.matrix, "subclass": lambda values: real.array(values).view(Tagged)}
OPERATIONS = [
    "mul", "add", "sub", "truediv", "floordiv", "matmul", "pow", "divmod", "lt", "eq", "and_",
]  # fmt: skip


@pytest.mark.parametrize("ours_on_the_left", [True, False])
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("kind", SUBCLASSES)
def test_subclasses_of_real_arrays_compute_with_our_values(backend, kind, name, ours_on_the_left):
    operate = divmod if name == "divmod" else getattr(operator, name)
    subclass = SUBCLASSES[kind]([[1, 2], [3, 4]])
    values = real.array([[2, 1], [1, 3]])
    for real_one, our_one in ((values, ours.asarray(values)), (values[0, 0], ours.int64(2))):

        def outcome(operand):
            pair = (operand, subclass) if ours_on_the_left else (subclass, operand)  # noqa: B023
            try:
                return operate(*pair)
            except Exception as err:
                return err

        expected, found = outcome(real_one), outcome(our_one)
        if isinstance(expected, Exception):
            assert isinstance(found, type(expected)), found
            continue
        pairs = zip(expected, found, strict=True) if name == "divmod" else [(expected, found)]
        for wanted, result in pairs:
            assert type(result) is type(wanted)
            real.testing.assert_array_equal(result, wanted)


def test_a_matrix_refuses_our_array_of_another_shape(backend):
    matrix, x = real.matrix([[1, 2], [3, 4]]), ours.ones((3, 3))
    for operate in (lambda: matrix * x, lambda: x * matrix, lambda: matrix + x):
        with pytest.raises(ValueError):
            operate()


def test_real_arrays_take_our_indices_and_values(backend):
    x = real.arange(10)
    assert x[ours.array([1, 2])].tolist() == [1, 2]
    assert x[ours.arange(10) > 7].tolist() == [8, 9]
    assert x[ours.int64(3)] == 3
    assert x[ours.int64(1) : ours.int64(3)].tolist() == [1, 2]
    x[...] = ours.arange(10) * 2
    x[2:4] = ours.array([7, 8])
    x[0] = ours.float64(5)
    assert x.tolist() == [5, 2, 7, 8, 8, 10, 12, 14, 16, 18]


def test_real_arrays_in_place(backend):
    x = real.arange(3)
    same = x
    x += ours.arange(3)
    assert x is same and type(x) is real.ndarray
    assert x.tolist() == [0, 2, 4]
    out = real.zeros(3)
    assert real.add(ours.arange(3), 1, out=out) is out
    assert out.tolist() == [1, 2, 3]
    assert real.sum(ours.ones((2, 3)), axis=0, out=out) is out
    assert out.tolist() == [2, 2, 2]
    real.add.at(x, [0, 0], ours.array([1, 1]))
    assert x[0] == 2
    real.copyto(x, ours.array([7, 8, 9]))
    assert x.tolist() == [7, 8, 9]


def test_our_arrays_in_place_with_real_ones(backend):
    x = ours.arange(3)
    alias = x[:]
    x += real.arange(3)
    assert type(x) is ours.ndarray
    x[0] = real.int64(9)
    assert alias.tolist() == [9, 2, 4]


def test_conversion_to_real(backend):
    x = ours.arange(3)
    host = real.asarray(x)
    assert type(host) is real.ndarray and host.dtype == real.int64
    assert real.asarray(x, dtype=float).dtype == real.float64
    copied = real.array(x)
    copied[0] = 9
    assert x.tolist() == [0, 1, 2]
    assert real.asarray(ours.float32(2)).shape == ()
    assert real.asarray(ours.float32(2)).dtype == real.float32
    assert real.array([x, x]).shape == (2, 3)
    assert real.asarray(x[::-1]).tolist() == [2, 1, 0]
    assert real.from_dlpack(ours.arange(3.0)).tolist() == [0, 1, 2]
    assert float(real.float64(ours.float64(2.5))) == 2.5
    assert list(real.ndenumerate(x))[1] == ((1,), 1)
    assert real.dtype(ours.float32) == real.float32
    assert ours.dtype("f4") == ours.float32


def test_conversion_of_broadcast_arrays_says_nothing(backend):
    first, _ = ours.broadcast_arrays(ours.arange(2), ours.zeros((3, 2)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert real.asarray(first).tolist() == [[0, 1]] * 3


def test_dlpack_between_frameworks(backend):
    torch = pytest.importorskip("torch")
    if backend == "tensorflow":
        pytest.skip("TensorFlow's tensors have no __dlpack__")
    assert torch.from_dlpack(ours.arange(3.0)).tolist() == [0, 1, 2]


def test_native_arrays_are_accepted(backend):
    x = ours.arange(3.0)
    native = x._data
    assert type(ours.asarray(native)) is ours.ndarray
    assert ours.sum(ours.asarray(native)) == 3


SCALARS = [
    lambda np, s: f"{s:5.2f}|{s}|{s!r}|{s:e}",
    lambda np, s: "%d %5.1f %s" % (s, s, s),  # noqa: UP031
    lambda np, s: math.sqrt(s),
    lambda np, s: math.floor(s),
    lambda np, s: round(s),
    lambda np, s: round(s, 1),
    lambda np, s: int(s),
    lambda np, s: float(s),
    lambda np, s: complex(s),
    lambda np, s: bool(s),
    lambda np, s: hash(s) == hash(float(s)),
    lambda np, s: {s: 1}[2.5],
    lambda np, s: s in (1, 2.5),
    lambda np, s: s == 2.5,
    lambda np, s: sorted([s, 1, 3.0])[1],
    lambda np, s: max(s, 1),
    lambda np, s: sum([s, s]),
    lambda np, s: struct.pack("d", s),
    lambda np, s: s.item(),
    lambda np, s: s.tolist(),
    lambda np, s: type(s.item()).__name__,
    lambda np, s: isinstance(s, np.floating),
    lambda np, s: isinstance(s, np.number),
    lambda np, s: isinstance(s, np.integer),
    lambda np, s: np.isscalar(s),
    lambda np, s: s.dtype,
    lambda np, s: s.shape,
    lambda np, s: s.ndim,
    lambda np, s: s.size,
    lambda np, s: s.nbytes,
    lambda np, s: s.real,
    lambda np, s: s.imag,
    lambda np, s: s.T,
    lambda np, s: s.conj(),
    lambda np, s: s + 1,
    lambda np, s: 1 + s,
    lambda np, s: s * [1, 2],
    lambda np, s: [1, 2] * s,
    lambda np, s: s * (1, 2),
    lambda np, s: s + [1, 2],
    lambda np, s: s * np.arange(2),
    lambda np, s: -s,
    lambda np, s: abs(s),
    lambda np, s: s // 1,
    lambda np, s: s % 2,
    lambda np, s: divmod(s, 2),
    lambda np, s: s**2,
    lambda np, s: 2**s,
    lambda np, s: s < 3,
    lambda np, s: not s,
    lambda np, s: s and 5,
    lambda np, s: s == None,  # noqa: E711
    lambda np, s: s == "a",
    lambda np, s: s.astype(int),
    lambda np, s: s.sum(),
    lambda np, s: s.max(),
    lambda np, s: s.reshape(1),
    lambda np, s: s[()],
    lambda np, s: s[...],
    lambda np, s: s[None],
    lambda np, s: np.array(s),
    lambda np, s: s.copy(),
    lambda np, s: s.is_integer(),
    lambda np, s: s.as_integer_ratio(),
    lambda np, s: pickle.loads(pickle.dumps(s)),
    lambda np, s: s.view(np.int64),
    lambda np, s: s.flatten(),
    lambda np, s: s.ravel(),
    lambda np, s: s.squeeze(),
    lambda np, s: s.round(1),
    lambda np, s: s.clip(0, 1),
    lambda np, s: random.Random(0).uniform(0, s) > 0,
    lambda np, s: json.dumps(float(s)),
    lambda np, s: str(s),
    lambda np, s: s.tobytes(),
    lambda np, s: s.itemsize,
]


@pytest.mark.parametrize("case", SCALARS, ids=range(len(SCALARS)))
def test_scalars_work_where_numbers_do(backend, case):
    same(lambda np: case(np, np.float64(2.5)), array_class=real.ndarray)


INTEGERS = [
    lambda np, n: list(range(n)),
    lambda np, n: [1, 2, 3][n],
    lambda np, n: "abc"[:n],
    lambda np, n: "x" * n,
    lambda np, n: [0] * int(n),
    lambda np, n: bin(n),
    lambda np, n: f"{n:03d} {n:x} {n:,}",
    lambda np, n: "%d %x" % (n, n),  # noqa: UP031
    lambda np, n: n.bit_count(),
    lambda np, n: math.factorial(n),
    lambda np, n: math.comb(5, n),
    lambda np, n: struct.pack("i", n),
    lambda np, n: random.Random(int(n)).randint(0, n) >= 0,
    lambda np, n: n / 4,
    lambda np, n: n // 4,
    lambda np, n: n << 2,
    lambda np, n: n & 3,
    lambda np, n: ~n,
    lambda np, n: n + 2.5,
    lambda np, n: n + True,
    lambda np, n: divmod(7, n),
    lambda np, n: np.zeros(n),
    lambda np, n: np.arange(n),
    lambda np, n: np.zeros((n, n)),
    lambda np, n: np.arange(10)[n],
    lambda np, n: np.arange(10)[n : n + 2],
    lambda np, n: np.arange(10).reshape(n, 5),
    lambda np, n: {2: "two"}[n],
    lambda np, n: isinstance(n, np.signedinteger),
    lambda np, n: n.dtype.type is not None,
    lambda np, n: json.dumps(int(n)),
    lambda np, n: n.item(),
    lambda np, n: n == 2,
    lambda np, n: n is n.real,
    lambda np, n: n.numerator,
]


@pytest.mark.parametrize("case", INTEGERS, ids=range(len(INTEGERS)))
def test_integers_work_where_numbers_do(backend, case):
    same(lambda np: case(np, np.int64(2)))


def test_json_refuses_arrays_as_with_numpy(backend):
    for np in (real, ours):
        with pytest.raises(TypeError):
            json.dumps(np.arange(3))
        with pytest.raises(TypeError):
            json.dumps(np.int64(3))
        assert json.dumps(np.arange(3).tolist()) == "[0, 1, 2]"


def test_arrays_in_random_and_itertools(backend):
    rng = random.Random(0)
    x = ours.arange(4)
    assert rng.choice(x) in x
    values = list(x)
    rng.shuffle(values)
    assert sorted(map(int, values)) == [0, 1, 2, 3]


def test_pickle_in_another_process(backend, tmp_path):
    path = tmp_path / "x.pickle"
    path.write_bytes(pickle.dumps({"x": ours.arange(3)[::-1], "s": ours.float32(2)}))
    code = f"""
        import pickle
        found = pickle.load(open({str(path)!r}, "rb"))
        assert found["x"].tolist() == [2, 1, 0], found
        assert type(found["s"]).__name__ == "float32"
    """
    if backend == "numpy":
        subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
    assert pickle.loads(path.read_bytes())["x"].tolist() == [2, 1, 0]


@pytest.mark.parametrize(
    "array",
    [
        lambda np: np.arange(6).reshape(2, 3).T,
        lambda np: np.ones((), "c8"),
        lambda np: np.arange(4)[::2],
    ],
)
def test_reduce_and_setstate(backend, array):
    def made_anew(np):
        make, arguments, state = array(np).__reduce__()
        x = make(*arguments)
        x.__setstate__(state)
        return state, x, x.flags.f_contiguous, x + x

    same(made_anew)
    x = ours.zeros(2)
    x.__setstate__(ours.arange(3).__reduce__()[2])
    x[1:] += 1
    assert x.tolist() == [0, 2, 3]
    with pytest.raises(TypeError):
        x.__setstate__(3)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_saving_and_loading(backend, tmp_path):
    ours.save(tmp_path / "x.npy", ours.arange(3))
    assert ours.load(tmp_path / "x.npy").tolist() == [0, 1, 2]
    text = io.StringIO()
    ours.savetxt(text, ours.arange(4.0).reshape(2, 2), fmt="%g")
    text.seek(0)
    assert ours.loadtxt(text).tolist() == [[0, 1], [2, 3]]
    ours.savez(tmp_path / "x.npz", a=ours.arange(2))
    with ours.load(tmp_path / "x.npz") as file:
        assert list(file["a"]) == [0, 1]
    ours.arange(3).tofile(tmp_path / "raw")
    assert ours.fromfile(tmp_path / "raw", dtype=int).tolist() == [0, 1, 2]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_strings_objects_and_dates_stay_real(backend):
    names = ours.array(["b", "a"])
    assert type(names) is real.ndarray
    assert ours.sort(names).tolist() == ["a", "b"]
    assert ours.unique(ours.array(["x", "x"])).tolist() == ["x"]
    assert ours.array([1, None]).dtype == object
    days = ours.arange("2024-01-01", "2024-01-03", dtype="datetime64[D]")
    assert (days[1] - days[0]).astype(int) == 1
    table = ours.zeros(2, dtype=[("a", float), ("b", int)])
    table["a"] = ours.array([1.5, 2.5])
    assert table["a"].tolist() == [1.5, 2.5]
    assert (ours.array(["a", "b"]) == "a").tolist() == [True, False]
    assert ours.where(ours.array(["a", "b"]) == "a", 1, 2).tolist() == [1, 2]
    assert ours.arange(2)[ours.array(["a", "b"]) == "a"].tolist() == [0]


def test_lapack_leaves_our_arrays_as_they_are(backend):
    """Wrappers of Fortran take what is no array of NumPy's for a copy, and write to it."""
    lapack = pytest.importorskip("scipy.linalg.lapack")
    d = real.array([4.0, 5.0, 6.0, 7.0])
    wanted = lapack.dgtsv(d[1:], d * 4, d[:-1], d)[3]
    mine, b = ours.array(d), ours.array(d)
    found = lapack.dgtsv(mine[1:], mine * 4, mine[:-1], b)[3]
    real.testing.assert_allclose(found, wanted)
    assert mine.tolist() == b.tolist() == d.tolist()


def test_scipy_takes_our_arrays(backend):
    optimize = pytest.importorskip("scipy.optimize")
    ndimage = pytest.importorskip("scipy.ndimage")
    assert abs(optimize.brentq(lambda x: x**2 - ours.float64(2), 0, 2) - math.sqrt(2)) < 1e-9
    found = optimize.minimize(lambda x: ours.sum((ours.asarray(x) - 1) ** 2), ours.zeros(2))
    real.testing.assert_allclose(found.x, 1, atol=1e-4)
    assert ndimage.uniform_filter(ours.arange(5.0), 3).shape == (5,)


def test_matplotlib_takes_our_arrays(backend):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    x = ours.linspace(0, 1, 5)
    axes.plot(x, x**2)
    axes.imshow(ours.arange(6.0).reshape(2, 3))
    axes.scatter(x, x, c=x)
    axes.set_xlim(x[0], x[-1])
    figure.savefig(io.BytesIO(), format="png")
    pyplot.close(figure)


def _csv(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


STANDARD_LIBRARY = [
    lambda np, x, m, i: _csv(m),
    lambda np, x, m, i: _csv([x, [x[0], i]]),
    lambda np, x, m, i: json.dumps({"x": x.tolist(), "i": int(i)}),
    lambda np, x, m, i: float(statistics.mean(x)),
    lambda np, x, m, i: float(statistics.median(x)),
    lambda np, x, m, i: float(statistics.stdev(x)),
    lambda np, x, m, i: statistics.fmean(x),
    lambda np, x, m, i: random.Random(0).choice(x),
    lambda np, x, m, i: random.Random(0).choices(x, k=i),
    lambda np, x, m, i: random.Random(0).sample(list(x), i),
    lambda np, x, m, i: random.Random(0).randrange(i),
    lambda np, x, m, i: sum(x),
    lambda np, x, m, i: sum(m),
    lambda np, x, m, i: sorted(x, reverse=True),
    lambda np, x, m, i: list(map(float, x)),
    lambda np, x, m, i: list(filter(lambda v: v > 2, x)),
    lambda np, x, m, i: [max(x), min(x, key=lambda v: -v)],
    lambda np, x, m, i: list(zip(x, m, strict=False)),
    lambda np, x, m, i: functools.reduce(operator.add, x),
    lambda np, x, m, i: [math.fsum(x), math.dist(x, x), math.hypot(*x)],
    lambda np, x, m, i: math.gcd(i, 4),
    lambda np, x, m, i: bisect.bisect(x, 2),
    lambda np, x, m, i: heapq.nlargest(2, x),
    lambda np, x, m, i: str(fractions.Fraction(i, 3)),
    lambda np, x, m, i: collections.Counter(x)[2.0],
    lambda np, x, m, i: array.array("d", x).tolist(),
    lambda np, x, m, i: struct.pack("3d", *x),
    lambda np, x, m, i: copy.deepcopy([x, m])[1],
    lambda np, x, m, i: pickle.loads(pickle.dumps([x, i, m.T])),
    lambda np, x, m, i: pickle.loads(pickle.dumps(np.float64)) is np.float64,
    lambda np, x, m, i: pickle.loads(pickle.dumps(np.sum)) is np.sum,
    lambda np, x, m, i: pickle.loads(pickle.dumps(np.linalg.norm)) is np.linalg.norm,
    lambda np, x, m, i: "%s %r %d %.1f" % (x, x, i, x[1]),  # noqa: UP031
    lambda np, x, m, i: f"{x} {x[0]:.2f} {i:d} {i!r} {m!r}",
    lambda np, x, m, i: "{:>10} {}".format(x[0], m),  # noqa: UP032
    lambda np, x, m, i: format(i, "b") + str(m),
    lambda np, x, m, i: bytes(x[:1]),
    lambda np, x, m, i: bytes(i),
    lambda np, x, m, i: bytes(np.array(2)),
    lambda np, x, m, i: [isinstance(i, numbers.Integral), isinstance(i, numbers.Real)],
    lambda np, x, m, i: [isinstance(x[0], numbers.Real), isinstance(x[0], numbers.Integral)],
    lambda np, x, m, i: isinstance(x[0] + 1j, numbers.Complex),
    lambda np, x, m, i: isinstance(np.bool_(True), numbers.Number),
    lambda np, x, m, i: isinstance(x, collections.abc.Callable),
    lambda np, x, m, i: isinstance(x, collections.abc.Mapping),
    lambda np, x, m, i: isinstance(x, collections.abc.Hashable),
    lambda np, x, m, i: list(itertools.accumulate(x)),
    lambda np, x, m, i: list(itertools.combinations(x, i)),
    lambda np, x, m, i: [0] * i,
    lambda np, x, m, i: i * (1,),
    lambda np, x, m, i: "ab" * i,
    lambda np, x, m, i: list(range(10))[slice(i)],
    lambda np, x, m, i: range(np.argmax(x)),
    lambda np, x, m, i: m.flat[np.argmin(m)],
]  # fmt: skip


@pytest.mark.parametrize("case", STANDARD_LIBRARY, ids=range(len(STANDARD_LIBRARY)))
def test_the_standard_library_takes_arrays(backend, case):
    same(lambda np: case(np, np.array([1.5, 2.0, 3.25]), np.arange(6).reshape(2, 3), np.int64(2)))


@pytest.mark.checklist("W16")
def test_the_numpy_frontend_converts_what_goes_in_and_comes_out(backend):
    out = ours.zeros(3)
    view = out[::-1]
    assert ours.add([1.0, 2.0, 3.0], 1.0, out=out) is out  # handle_numpy_out
    real.testing.assert_array_equal(real.asarray(view), [4.0, 3.0, 2.0])
    for given in ([1.0, 2.0], (1.0, 2.0), real.array([1.0, 2.0]), ivy.asarray([1.0, 2.0])):
        made = ours.sin(given)  # inputs_to_ivy_arrays_np, outputs_to_numpy_arrays
        assert type(made) is ours.ndarray and isinstance(made, ivy.Array)
    total = ours.sum(out)  # from_zero_dim_arrays_to_scalar
    assert isinstance(total, ours.float64) and hash(total) == hash(9.0)
    assert isinstance(ours.zeros(()), ours.ndarray)


INTERFACES = {
    "whole": lambda x: x,
    "rows turned round": lambda x: x[::-1, ::2],
    "transposed": lambda x: x.T,
    "a column": lambda x: x[:, 1],
    "one element": lambda x: x[1:2, 3:],
    "nothing": lambda x: x[:0, ::2],
    "repeated": lambda x: ours.broadcast_to(x[0], (2, 4)),
    "without dimensions": lambda x: ours.array(3.0),
}


@pytest.mark.parametrize("name", INTERFACES)
def test_libraries_that_look_for_the_interface(backend, name):
    """As Pillow does, which reads shape, type and strides, and has ``tobytes`` called."""
    x = INTERFACES[name](ours.arange(12.0).reshape(3, 4))
    interface = x.__array_interface__
    assert (interface["shape"], interface["typestr"]) == (x.shape, x.dtype.str)
    carrier = type("Carrier", (), {"__array_interface__": interface})()
    assert real.asarray(carrier).tobytes() == x.tobytes()
    assert real.asarray(x).tolist() == x.tolist()


def test_the_interface_shows_native_memory(backend):
    x = ours.arange(6.0).reshape(2, 3)
    seen = real.asarray(x[:, 1:])
    seen[0, 0] = 9.0
    assert x[0, 1] == (9.0 if backend in ("numpy", "torch") else 1.0)
    assert seen.flags.writeable


HELD_BY_NUMPY_ALONE = [
    lambda np: np.r_[np.array(["a", "b"]), "c" and np.array(["c"])],
    lambda np: np.r_[np.array([None, 1], dtype=object), 2],
    lambda np: np.c_[np.array(["a", "b"]), np.array(["c", "d"])],
    lambda np: np.r_["0,2", np.array(["a"]), np.array(["b"])],
    lambda np: np.r_[np.array(["2020-01-01"], dtype="datetime64[D]")],
    lambda np: list(np.ix_(np.array(["a", "b"]), [0, 1])),
    lambda np: list(np.ix_(np.array([1, 2], dtype=object), np.array([0, 1]))),
    lambda np: [np.iscomplexobj(v) for v in (["a"], [None, 1j], [1j], "a", None, {}, np.arange(2))],
    lambda np: [np.isrealobj(v) for v in (["a"], [None, 1j], [1j], "a", None, {}, 1j)],
    lambda np: [np.array_equal(None, [1]), np.array_equal(None, None), np.array_equal([1], None)],
    lambda np: [np.array_equiv(None, [1]), np.array_equiv(None, None)],
    lambda np: np.ravel(None),
    lambda np: np.concatenate([np.arange(2), [None]]),
    lambda np: np.repeat(None, 2),
]


@pytest.mark.parametrize("case", HELD_BY_NUMPY_ALONE)
def test_what_numpy_alone_holds_runs_there(backend, case):
    same(case)


@pytest.mark.parametrize(
    "axes",
    [lambda np: np.array([2, 0, 1]), lambda np: [2, 0, 1], lambda np: np.array([2, 0, 1], "i1")],
)
def test_axes_in_an_array(backend, axes):
    same(lambda np: np.arange(6).reshape(1, 2, 3).transpose(axes(np)))
    same(lambda np: np.transpose(np.arange(6).reshape(1, 2, 3), axes(np)))
    same(lambda np: np.arange(3).transpose(np.array(0)))
    same(lambda np: np.arange(3).transpose(axes(np)))


def test_the_function_that_unpickles_is_found_under_its_modules_name(backend):
    function, *_ = ours.arange(3).__reduce__()
    module = importlib.import_module(function.__module__)
    package, _, name = function.__module__.rpartition(".")
    # as dill looks for it: by attributes, among which a class may have the module's name
    assert getattr(importlib.import_module(package), name) is module
    assert getattr(module, function.__qualname__) is function


def test_modules_are_pickled_by_name():
    """As cloudpickle does for plain modules, which it knows by their class."""
    code = (
        "import pickle, frontends.numpy as np\n"
        "for module in (np, np.linalg, np.ma):\n"
        "    assert pickle.loads(pickle.dumps(module)) is module\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_dill_pickles_the_class_of_arrays_by_name(tmp_path):
    (tmp_path / "dill.py").write_text(
        "import pickle\n"
        "class Pickler(pickle._Pickler):\n"
        "    dispatch = dict(pickle._Pickler.dispatch)\n"
        "    def save_global(self, value, name=None): raise TypeError('by value')\n"
        "def register(kind): return lambda save: Pickler.dispatch.update({kind: save})\n"
    )
    code = (
        f"import io, pickle, sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import dill, frontends.numpy as np\n"
        "file = io.BytesIO()\n"
        "dill.Pickler(file).dump(np.ndarray)\n"
        "assert pickle.loads(file.getvalue()) is np.ndarray\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_ufuncs_of_other_packages_fill_our_arrays(backend):
    special = pytest.importorskip("scipy.special")
    out = ours.zeros(2)
    assert special.gamma(ours.array([1.0, 3.0]), out=out) is out
    assert special.gamma(real.array([1.0, 3.0]), out) is out
    assert out.tolist() == [1.0, 2.0]
    special.exp1.at(out[1:], [0])
    assert out.tolist() == [1.0, special.exp1(2.0)]


def test_methods_of_real_arrays_do_not_leave_a_sum_in_our_array():
    for name in ("mean", "var", "std"):
        with pytest.raises(TypeError, match="'out' must be one as well"):
            getattr(real.arange(4.0).reshape(2, 2), name)(axis=0, out=ours.zeros(2))
    out = ours.zeros(2)
    assert real.arange(4.0).reshape(2, 2).sum(axis=0, out=out) is out
    assert out.tolist() == [2.0, 4.0]
