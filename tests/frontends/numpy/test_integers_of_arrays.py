"""Integers that come out of arrays, wherever an index, an axis, a count or a shape is wanted.

Each call is made with our integer scalars, with our arrays without dimensions, and with NumPy's own
integers, and must do what real NumPy does with its own.
"""

from __future__ import annotations

import inspect
import itertools
import math
import operator
import struct

import numpy as real
import pytest

import frontends.numpy as ours
from tests.frontends.numpy.differential import matches

# What the integer is on either side.
KINDS = {
    "int64": (lambda n: real.int64(n), lambda n: ours.int64(n)),
    "int8": (lambda n: real.int8(n), lambda n: ours.int8(n)),
    "0-d": (lambda n: real.array(n), lambda n: ours.array(n)),
    "view": (lambda n: real.array([[n]])[0, ..., 0], lambda n: ours.array([[n]])[0, ..., 0]),
    "real int64": (lambda n: real.int64(n), lambda n: real.int64(n)),
    "real 0-d": (lambda n: real.array(n), lambda n: real.array(n)),
}  # fmt: skip


def _v(np):
    return np.arange(6.0)


def _m(np):
    return np.arange(12).reshape(3, 4) % 5


def _c(np):
    return np.arange(24.0).reshape(2, 3, 4)


def _after(x, change):
    change(x)
    return x


CALLS = [
    # indices
    lambda np, i: _v(np)[i(2)],
    lambda np, i: _v(np)[i(-1)],
    lambda np, i: _v(np)[i(1) : i(5)],
    lambda np, i: _v(np)[i(-2) :: i(-2)],
    lambda np, i: _m(np)[i(1)],
    lambda np, i: _m(np)[i(1), i(-1)],
    lambda np, i: _m(np)[..., i(0)],
    lambda np, i: _m(np)[:, i(2)],
    lambda np, i: _m(np)[i(1), 1:],
    lambda np, i: _m(np)[[0, 2], i(1)],
    lambda np, i: _m(np)[[i(0), i(2)]],
    lambda np, i: _m(np)[None, i(1)],
    lambda np, i: _after(_v(np), lambda x: x.__setitem__(i(2), 9)),
    lambda np, i: _after(_m(np), lambda x: x.__setitem__((i(1), i(2)), 9)),
    lambda np, i: _after(_m(np), lambda x: x.__setitem__((slice(i(1), None), i(0)), 9)),
    lambda np, i: _after(_v(np), lambda x: operator.iadd(x[i(1) : i(3)], 5)),
    lambda np, i: _m(np).flat[i(5)],
    lambda np, i: _m(np).flat[i(-1)],
    lambda np, i: _m(np).flat[i(1) : i(7) : i(2)],
    lambda np, i: _m(np).flat[[i(1), 3]],
    lambda np, i: _m(np).flat[i(12)],
    lambda np, i: _after(_m(np), lambda x: x.flat.__setitem__(i(5), 9)),
    lambda np, i: _after(_m(np), lambda x: x.flat.__setitem__(slice(i(5), i(7)), 9)),
    lambda np, i: _m(np).item(i(5)),
    lambda np, i: _m(np).item(i(1), i(2)),
    lambda np, i: np.float64(2)[()],
    # positions
    lambda np, i: np.take(_v(np), i(2)),
    lambda np, i: np.take(_m(np), i(1), axis=i(1)),
    lambda np, i: np.take(_m(np), [i(1), 0], i(0)),
    lambda np, i: _m(np).take(i(3)),
    lambda np, i: np.take_along_axis(_m(np), np.zeros((3, 1), int), axis=i(1)),
    lambda np, i: np.choose(i(1), [[1, 2], [3, 4]]),
    lambda np, i: np.compress([True, False, True], _m(np), axis=i(0)),
    lambda np, i: _after(_v(np), lambda x: np.put(x, i(1), 9)),
    lambda np, i: _after(_v(np), lambda x: x.put(i(1), i(9))),
    lambda np, i: _after(_v(np), lambda x: np.put(x, [i(1), 2], [9, 8])),
    lambda np, i: _after(
        _m(np), lambda x: np.put_along_axis(x, np.zeros((3, 1), int), 9, axis=i(1))
    ),
    lambda np, i: np.insert(_v(np), i(1), 9),
    lambda np, i: np.insert(_m(np), i(1), 9, axis=i(1)),
    lambda np, i: np.insert(_v(np), [i(1), 2], [9, 8]),
    lambda np, i: np.insert(_v(np), slice(i(1), i(3)), 9),
    lambda np, i: np.delete(_v(np), i(1)),
    lambda np, i: np.delete(_m(np), i(-1), axis=i(0)),
    lambda np, i: np.delete(_v(np), [i(1), i(2)]),
    lambda np, i: np.delete(_v(np), slice(None, None, i(2))),
    lambda np, i: np.unravel_index(i(5), (3, 4)),
    lambda np, i: np.unravel_index(5, (i(3), i(4))),
    lambda np, i: np.ravel_multi_index((i(1), i(2)), (i(3), i(4))),
    lambda np, i: np.diagonal(_m(np), i(1)),
    lambda np, i: np.diagonal(_c(np), i(0), i(1), i(2)),
    lambda np, i: np.trace(_m(np), i(-1)),
    lambda np, i: np.trace(_c(np), axis1=i(0), axis2=i(1)),
    lambda np, i: np.searchsorted(_v(np), i(3)),
    lambda np, i: np.partition(_v(np)[::-1], i(2)),
    lambda np, i: np.argpartition(_v(np), i(2))[2],
    lambda np, i: _after(_v(np)[::-1], lambda x: x.partition(i(2))),
    lambda np, i: np.indices((i(2), i(3))),
    lambda np, i: list(np.ndindex(i(2), i(2))),
    lambda np, i: list(np.ndindex((i(2), 1))),
    lambda np, i: np.mask_indices(i(3), np.triu, i(1)),
    # shapes
    lambda np, i: np.zeros(i(3)),
    lambda np, i: np.zeros((i(3), 2)),
    lambda np, i: np.ones([i(3), i(2)]),
    lambda np, i: np.full(i(3), i(2)),
    lambda np, i: np.full((i(2), i(2)), 1.5),
    lambda np, i: np.empty((i(3), 0)),
    lambda np, i: np.zeros_like(_v(np), shape=(i(2), 2)),
    lambda np, i: np.full_like(_v(np), i(2)),
    lambda np, i: np.ones_like(_v(np), shape=i(2)),
    lambda np, i: np.empty_like(_v(np), shape=(i(0), 2)),
    lambda np, i: np.ndarray((i(2), 0)),
    lambda np, i: np.reshape(_v(np), (i(2), i(3))),
    lambda np, i: np.reshape(_v(np), i(-1)),
    lambda np, i: _v(np).reshape(i(2), i(3)),
    lambda np, i: _v(np).reshape((i(2), -1)),
    lambda np, i: _m(np).reshape(i(12)),
    lambda np, i: _m(np).reshape([i(4), 3]),
    lambda np, i: _after(_v(np), lambda x: setattr(x, "shape", (i(2), i(3)))),
    lambda np, i: _after(_v(np), lambda x: x.resize(i(4), refcheck=False)),
    lambda np, i: _after(_v(np), lambda x: x.resize((i(4), 2), refcheck=False)),
    lambda np, i: np.resize(_v(np), i(4)),
    lambda np, i: np.resize(_v(np), (i(4), 2)),
    lambda np, i: np.broadcast_to(_v(np), (i(2), i(6))),
    lambda np, i: np.broadcast_to(1.0, i(3)),
    lambda np, i: np.broadcast_shapes((i(2), 1), (1, i(3))),
    lambda np, i: np.eye(i(3)),
    lambda np, i: np.eye(i(3), i(4), i(1)),
    lambda np, i: np.eye(3, k=i(-1)),
    lambda np, i: np.identity(i(3)),
    lambda np, i: np.tri(i(3), i(4), i(1)),
    lambda np, i: np.fromfunction(lambda x, y: x + y, (i(2), i(3))),
    lambda np, i: np.fromiter([1, 2, 3], int, count=i(2)),
    lambda np, i: np.frombuffer(b"\1\2\3\4", np.uint8, i(2), i(1)),
    lambda np, i: np.lib.stride_tricks.sliding_window_view(_v(np), i(3)),
    lambda np, i: np.lib.stride_tricks.sliding_window_view(_m(np), (i(2), i(2))),
    lambda np, i: np.lib.stride_tricks.sliding_window_view(_m(np), i(2), axis=i(1)),
    lambda np, i: np.lib.stride_tricks.as_strided(_v(np), (i(2), i(2)), (i(8), i(16))),
    lambda np, i: np.tile(_v(np), i(2)),
    lambda np, i: np.tile(_v(np), (i(2), i(2))),
    lambda np, i: np.repeat(_v(np), i(2)),
    lambda np, i: np.repeat(_m(np), i(2), axis=i(1)),
    lambda np, i: np.repeat(_m(np), [i(1), 0, 2], axis=0),
    lambda np, i: _v(np).repeat(i(2)),
    lambda np, i: np.pad(_v(np), i(2)),
    lambda np, i: np.pad(_v(np), (i(2), i(1)), constant_values=i(7)),
    lambda np, i: np.pad(_m(np), ((i(1), 0), (0, i(1))), mode="edge"),
    # counts
    lambda np, i: np.arange(i(3)),
    lambda np, i: np.arange(i(1), i(7), i(2)),
    lambda np, i: np.arange(1.5, i(4)),
    lambda np, i: np.linspace(0, 1, i(5)),
    lambda np, i: np.linspace(i(0), i(4), num=i(5)),
    lambda np, i: np.linspace([0, 1], [2, 3], i(3), axis=i(1)),
    lambda np, i: np.logspace(0, i(2), i(3)),
    lambda np, i: np.geomspace(1, i(8), i(4)),
    lambda np, i: np.vander(_v(np), i(3)),
    lambda np, i: np.diag(_v(np)[:2], i(1)),
    lambda np, i: np.diag(_m(np), i(-1)),
    lambda np, i: np.diagflat(_v(np)[:2], i(1)),
    lambda np, i: np.triu(_m(np), i(1)),
    lambda np, i: np.tril(_m(np), k=i(-1)),
    lambda np, i: np.triu_indices(i(3), i(1), i(4)),
    lambda np, i: np.tril_indices(i(3), k=i(1)),
    lambda np, i: np.triu_indices_from(_m(np), i(1)),
    lambda np, i: np.diag_indices(i(2), 3),
    lambda np, i: np.roll(_v(np), i(2)),
    lambda np, i: np.roll(_m(np), i(1), axis=i(1)),
    lambda np, i: np.roll(_m(np), (i(1), i(2)), axis=(i(0), i(1))),
    lambda np, i: np.rot90(_m(np), i(3)),
    lambda np, i: np.rot90(_c(np), i(1), (i(0), i(1))),
    lambda np, i: np.split(_v(np), i(3)),
    lambda np, i: np.split(_v(np), [i(2), i(4)]),
    lambda np, i: np.split(_m(np), i(2), axis=i(1)),
    lambda np, i: np.array_split(_v(np), i(4)),
    lambda np, i: np.hsplit(_m(np), i(2)),
    lambda np, i: np.vsplit(_m(np), i(3)),
    lambda np, i: np.dsplit(_c(np), i(2)),
    lambda np, i: np.unstack(_m(np), axis=i(1)),
    lambda np, i: np.diff(_v(np), i(2)),
    lambda np, i: np.diff(_m(np), n=i(1), axis=i(0)),
    lambda np, i: np.bincount([0, 1, 1], minlength=i(5)),
    lambda np, i: np.histogram(_v(np), i(3)),
    lambda np, i: np.histogram(_v(np), bins=i(3), range=(i(0), i(4))),
    lambda np, i: np.histogram_bin_edges(_v(np), i(3)),
    lambda np, i: np.round(_v(np) / 7, i(2)),
    lambda np, i: (_v(np) / 7).round(i(1)),
    lambda np, i: np.around(_v(np) / 7, decimals=i(1)),
    lambda np, i: np.polyfit(_v(np), _v(np) ** 2, i(2)).round(6) + 0.0,
    lambda np, i: np.polyder(_v(np), i(2)),
    lambda np, i: np.polyint(_v(np), i(2)),
    lambda np, i: np.bartlett(i(4)),
    lambda np, i: np.hanning(i(4)),
    lambda np, i: np.hamming(i(4)),
    lambda np, i: np.blackman(i(4)),
    lambda np, i: np.kaiser(i(4), i(2)),
    lambda np, i: np.std(_v(np), ddof=i(1)),
    lambda np, i: np.var(_m(np), i(1), ddof=i(1)),
    lambda np, i: np.cov(_m(np), ddof=i(0)),
    lambda np, i: np.nanstd(_v(np), ddof=i(1)),
    lambda np, i: np.linalg.matrix_power(np.eye(2) * 2, i(3)),
    lambda np, i: np.linalg.norm(_v(np), i(1)),
    lambda np, i: np.linalg.norm(_m(np), axis=i(1)),
    lambda np, i: np.linalg.norm(_c(np), axis=(i(0), i(1))),
    lambda np, i: np.linalg.tensorinv(np.eye(4).reshape(4, 2, 2), i(1)),
    lambda np, i: np.tensordot(_m(np), _m(np).T, i(1)),
    lambda np, i: np.tensordot(_m(np), _m(np), axes=(i(0), i(0))),
    lambda np, i: np.tensordot(_m(np), _m(np), axes=([i(0)], [i(0)])),
    lambda np, i: np.fft.fft(_v(np), i(4)),
    lambda np, i: np.fft.rfft(_m(np), n=i(3), axis=i(0)),
    lambda np, i: np.fft.fftn(_m(np), s=(i(2), i(2)), axes=(i(0), i(1))),
    lambda np, i: np.fft.irfft(_v(np), i(4)),
    lambda np, i: np.fft.fftfreq(i(4)),
    lambda np, i: np.fft.rfftfreq(i(4), i(2)),
    lambda np, i: np.fft.fftshift(_m(np), axes=i(1)),
    lambda np, i: np.random.default_rng(i(3)).random(i(2)),
    lambda np, i: np.random.default_rng(3).integers(i(2), i(9), size=(i(2), i(2))),
    lambda np, i: np.random.default_rng(3).normal(size=i(3)),
    lambda np, i: np.random.default_rng(3).permutation(i(4)),
    lambda np, i: np.random.default_rng(3).choice(i(4), i(2)),
    lambda np, i: np.random.default_rng(3).permuted(_m(np), axis=i(1)),
    lambda np, i: np.random.RandomState(int(i(3))).randn(i(2), i(2)),
    lambda np, i: np.random.RandomState(3).randint(i(5), size=i(2)),
    lambda np, i: np.array([1, 2], ndmin=i(2)),
    lambda np, i: np.base_repr(i(5), i(2)),
    lambda np, i: np.binary_repr(i(5), i(8)),
    # axes
    lambda np, i: np.expand_dims(_v(np), i(0)),
    lambda np, i: np.expand_dims(_v(np), (i(0), i(2))),
    lambda np, i: np.squeeze(_v(np)[None], i(0)),
    lambda np, i: np.squeeze(_v(np)[None], axis=(i(0),)),
    lambda np, i: np.swapaxes(_c(np), i(0), i(2)),
    lambda np, i: _c(np).swapaxes(i(0), i(2)),
    lambda np, i: np.moveaxis(_c(np), i(0), i(2)),
    lambda np, i: np.moveaxis(_c(np), [i(0), 1], [i(2), 0]),
    lambda np, i: np.rollaxis(_c(np), i(2), i(1)),
    lambda np, i: np.transpose(_c(np), (i(2), i(0), i(1))),
    lambda np, i: _c(np).transpose(i(2), i(0), i(1)),
    lambda np, i: _v(np).transpose(i(0)),
    lambda np, i: np.flip(_m(np), i(1)),
    lambda np, i: np.flip(_m(np), (i(0), i(1))),
    lambda np, i: np.concatenate([_m(np), _m(np)], i(1)),
    lambda np, i: np.stack([_m(np), _m(np)], axis=i(-1)),
    lambda np, i: np.append(_m(np), _m(np), axis=i(0)),
    lambda np, i: np.apply_along_axis(lambda v: v.sum(), i(1), _m(np)),
    lambda np, i: np.apply_over_axes(np.sum, _c(np), [i(0), i(2)]),
    lambda np, i: np.cross(np.eye(3), _c(np)[0, :, :3], axis=i(0)),
    lambda np, i: np.trapezoid(_m(np), dx=i(2), axis=i(0)),
    lambda np, i: np.gradient(_m(np), i(2), axis=i(1)),
    lambda np, i: np.unwrap(_m(np), axis=i(0)),
    lambda np, i: np.interp(i(2), _v(np), _v(np)),
    lambda np, i: np.lexsort((_v(np), _v(np)), axis=i(0)),
    lambda np, i: np.unique(_m(np), axis=i(0)),
    lambda np, i: np.packbits(_m(np), axis=i(1)),
    lambda np, i: np.shape(np.nditer(np.arange(i(3))).itersize),
    lambda np, i: np.size(_m(np), i(1)),
    lambda np, i: _after(_m(np), lambda x: x.sort(i(0))),
    lambda np, i: np.add.reduce(_m(np), i(1)),
    lambda np, i: np.add.accumulate(_m(np), i(0)),
    lambda np, i: np.add.reduceat(_v(np), [i(0), i(3)]),
    lambda np, i: _after(_v(np), lambda x: np.add.at(x, i(1), 5)),
    lambda np, i: np.matmul(_c(np), _c(np), axes=[(i(-2), i(-1)), (i(-1), i(-2)), (-2, -1)]),
    lambda np, i: np.percentile(_v(np), i(50)),
    lambda np, i: np.quantile(_m(np), 0.5, axis=i(1)),
    lambda np, i: np.clip(_v(np), i(1), i(3)),
    # Python's own
    lambda np, i: list(range(i(1), i(5), i(2))),
    lambda np, i: [1, 2, 3][i(1)],
    lambda np, i: [1, 2, 3][i(1) :],
    lambda np, i: "abc"[i(0) : i(2)],
    lambda np, i: (1, 2, 3)[: i(2)],
    lambda np, i: bytes(i(2)),
    lambda np, i: operator.index(i(2)),
    lambda np, i: "x" * int(i(2)),
    lambda np, i: math.factorial(i(3)),
    lambda np, i: math.comb(i(5), i(2)),
    lambda np, i: round(2.567, i(1)),
    lambda np, i: list(itertools.islice([1, 2, 3], i(1), i(3))),
    lambda np, i: list(itertools.repeat(0, i(2))),
    lambda np, i: struct.pack("i", i(2)),
    lambda np, i: hex(i(12)),
    lambda np, i: chr(i(65)),
    lambda np, i: int(i(3)) + float(i(3)),
    lambda np, i: [0] * 2 + list(range(i(2))),
    lambda np, i: sum(range(i(4))),
    lambda np, i: slice(i(1), i(4)).indices(i(3)),
    lambda np, i: f"{int(i(3)):03d}",
    lambda np, i: i(3) in [1, 2, 3],
    lambda np, i: not i(0),
]  # fmt: skip

REDUCTIONS = """
all amax amin any argmax argmin average count_nonzero cumprod cumsum cumulative_prod cumulative_sum
max mean median min nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanprod
nanstd nansum nanvar prod ptp std sum var sort argsort
""".split()

CALLS += [
    lambda np, i, name=name, n=n: getattr(np, name)(_m(np) * 1.0, axis=i(n))
    for name in REDUCTIONS
    for n in (1, -2)
]
CALLS += [
    lambda np, i, name=name: getattr(np, name)(_c(np), axis=(i(0), i(2)))
    for name in ("all", "max", "mean", "median", "nanmax", "nansum", "prod", "std", "sum", "var")
]
CALLS += [
    lambda np, i, name=name: getattr(_m(np), name)(i(1))
    for name in ("all", "any", "argmax", "argsort", "cumsum", "max", "mean", "min", "prod", "std")
]


def _outcome(case, np, make):
    try:
        with real.errstate(all="ignore"):
            return case(np, make), None
    except Exception as err:
        return None, err


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_integers_of_arrays_are_taken_as_real_numpy_takes_its_own(backend, kind):
    of_real, of_ours = KINDS[kind]
    failures = []
    for case in CALLS:
        expected, refused = _outcome(case, real, of_real)
        found, err = _outcome(case, ours, of_ours)
        source = _source(case)
        if refused is not None and kind in ("0-d", "view", "real 0-d"):
            continue  # NumPy refuses arrays in some places where the frontend takes them
        if refused is not None:
            kinds = next(c for c in type(refused).__mro__ if c.__module__ in _KNOWN)
            if not isinstance(err, kinds):
                failures.append(
                    f"{source} {kinds.__name__} expected ({refused}), not {err or found}"
                )
        elif err is not None:
            failures.append(f"{source} {type(err).__name__}: {err}")
        else:
            try:
                matches(found, expected)
            except AssertionError as wrong:
                failures.append(f"{source} {str(wrong)[:200]}")
    assert not failures, "\n".join(failures)


_KNOWN = ("builtins", "numpy.exceptions", "numpy.linalg")


def _source(case) -> str:
    name = case.__defaults__[0] if case.__defaults__ else ""
    return f"line {case.__code__.co_firstlineno} {name} {inspect.getsource(case).strip()[:110]}:"


class _Float(float):
    pass


class _Float64(real.float64):
    pass


class _Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class _OfArray:
    def __init__(self, number):
        self.number = number

    def __array__(self, dtype=None, copy=None):
        return real.asarray(self.number)


# Other numbers, and what each of these calls makes of them.
PLAIN = {
    "float": float,
    "derived float": _Float,
    "derived float64": _Float64,
    "float32": real.float32,
    "half": lambda n: n - 0.5,
    "0-d float": lambda n: real.array(float(n)),
}
OF_PLAIN = [
    lambda np, i: np.tri(i(3)),
    lambda np, i: np.tri(3, i(4)),
    lambda np, i: np.tri(3, 4, i(1)),
    lambda np, i: np.tril(_m(np), i(1)),
    lambda np, i: np.triu(_m(np), i(-1)),
    lambda np, i: np.rot90(_m(np), i(3)),
    lambda np, i: np.kaiser(i(5), i(2))[:4],
    lambda np, i: np.hamming(i(5)),
    lambda np, i: np.linspace(i(1), i(3), 4),
    lambda np, i: _v(np).clip(i(3)),
    lambda np, i: _v(np).clip(i(3), None, np.zeros(6)),
]
OF_OBJECTS = [
    (lambda np, i: np.histogram(_v(np), i(3)), _Index),
    (lambda np, i: np.histogram_bin_edges(_v(np), i(3)), _Index),
    (lambda np, i: _v(np).reshape(i(3), i(2)), _Index),
    (lambda np, i: _v(np).repeat(i(2)), _Index),
    (lambda np, i: np.pad(_v(np), 1, constant_values=i(2)), _Index),
    (lambda np, i: np.pad(_v(np), 1, constant_values=None), _Index),
    (lambda np, i: np.insert(_v(np), i(2), 9), _OfArray),
    (lambda np, i: np.insert(_v(np), np.array([1, 2]), 9), _OfArray),
    (lambda np, i: _v(np).clip(i(2)), _OfArray),
    (lambda np, i: _v(np).take(i(2)), _OfArray),
    (lambda np, i: _m(np).sum(i(1)), _Index),
    (lambda np, i: np.lib.stride_tricks.sliding_window_view(_v(np), np.array([i(2)])), int),
    (lambda np, i: (np.real("a"), np.imag(None)), _Index),
]


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # of kaiser(4.5)
def test_other_numbers(backend):
    for (kind, number), call in itertools.product(PLAIN.items(), OF_PLAIN):
        expected, found = call(real, number), call(ours, number)
        matches(found, expected, f"{kind}: {inspect.getsource(call)}")
    for call, kind in OF_OBJECTS:
        expected, found = call(real, kind), call(ours, kind)
        matches(found, expected, inspect.getsource(call))
