# ruff: noqa: B023 (the cases are called at once)
"""Mathematics: sums, differences, rounding, convolution, polynomials, windows."""

from __future__ import annotations

import importlib
import inspect

import numpy as real
import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import names_of, same

MODULES = (
    "mathematics",
    "reductions",
    "statistics",
    "sorting",
    "sets",
    "logic",
    "functional",
    "polynomial_legacy",
)
pytestmark = pytest.mark.filterwarnings("ignore")


def table(np, dtype="f8"):
    return np.array([[3, 1, 2], [6, 5, 4]], dtype)


def holes(np):
    return np.array([[1.0, float("nan"), 3.0], [float("nan"), float("nan"), float("nan")]])


def filled(np, f, shape=(3,), dtype="f8"):
    out = np.zeros(shape, dtype)
    assert f(out) is out
    return out


REDUCTIONS = [
    "sum", "prod", "max", "min", "amax", "amin", "nansum", "nanprod", "ptp",
]  # fmt: skip


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(backend, full, name):
    for dtype in ("f8", "i1", "u4", "?", "c16", "f4", "f2") if full else ("f8", "i1", "c16"):
        if name == "ptp" and dtype == "?":
            continue
        same(lambda np: getattr(np, name)(table(np, dtype)))
        same(lambda np: getattr(np, name)(table(np, dtype), axis=1))
        same(lambda np: getattr(np, name)(table(np, dtype), axis=(0, 1), keepdims=True))
    same(lambda np: getattr(np, name)(holes(np), axis=0))
    same(lambda np: getattr(np, name)([[1, 2], [3, 4]], 0))
    same(lambda np: getattr(np, name)(5))
    same(lambda np: getattr(np, name)(np.float32(5)))
    same(lambda np: getattr(np, name)(table(np), axis=2))
    same(lambda np: getattr(np, name)([]))
    same(lambda np: filled(np, lambda out: getattr(np, name)(table(np), axis=0, out=out)))
    if name != "ptp":
        same(lambda np: getattr(np, name)(table(np), axis=0, initial=4))
        same(lambda np: getattr(np, name)(table(np), axis=0, initial=4, where=table(np) > 2))


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "nancumsum", "nancumprod"])
def test_cumulative(backend, name):
    same(lambda np: getattr(np, name)(table(np)))
    same(lambda np: getattr(np, name)(table(np, "i1"), axis=1))
    same(lambda np: getattr(np, name)(holes(np), axis=0))
    same(lambda np: getattr(np, name)(5))
    same(lambda np: getattr(np, name)([1, 2], dtype="f4"))
    same(lambda np: filled(np, lambda out: getattr(np, name)([1, 2, 3], out=out)))
    same(lambda np: getattr(np, name)(table(np), axis=2))


CASES = [
    lambda np: np.sum(5),
    lambda np: np.sum([]),
    lambda np: np.sum(table(np), dtype="i4"),
    lambda np: table(np).sum(),
    lambda np: table(np).sum(0),
    lambda np: table(np).max(axis=1),
    lambda np: np.sum([True, True]),
    lambda np: np.sum(table(np), where=[True, False, True]),
    lambda np: np.sum(table(np), axis=()),
    lambda np: np.sum(np.ones((2, 0)), axis=1),
    lambda np: np.max(np.ones((2, 0)), axis=1),
    lambda np: np.sum(table(np), 0, None, None, True),
    lambda np: np.cumulative_sum([1, 2, 3]),
    lambda np: np.cumulative_sum([[1, 2]]),
    lambda np: np.cumulative_sum([1, 2], include_initial=True),
    lambda np: np.cumulative_sum(table(np, "i4"), axis=1, include_initial=True),
    lambda np: np.cumulative_prod(table(np), axis=0, dtype="f4"),
    lambda np: np.cumulative_prod([1, 2], include_initial=True),
    lambda np: np.diff([1, 4, 9, 16]),
    lambda np: np.diff([1, 4, 9, 16], n=2),
    lambda np: np.diff(table(np), axis=0),
    lambda np: np.diff([True, False, False]),
    lambda np: np.diff([1, 4], prepend=0),
    lambda np: np.diff(table(np), append=table(np)),
    lambda np: np.diff([1, 4], prepend=[0.5, 2], append=9),
    lambda np: np.diff(5),
    lambda np: np.diff([1, 2], n=-1),
    lambda np: np.diff(np.array([1, 2]), n=0),
    lambda np: np.diff([1], n=3),
    lambda np: np.diff(np.array([3, 1], "u1")),
    lambda np: np.diff(table(np), axis=5),
    lambda np: np.ediff1d([1, 4, 9]),
    lambda np: np.ediff1d(table(np), to_begin=0, to_end=[1, 2]),
    lambda np: np.ediff1d([1, 4], to_end=1.5),
    lambda np: np.ediff1d([1]),
    lambda np: np.gradient([1.0, 2, 4, 7, 11]),
    lambda np: np.gradient([1, 2, 4, 7], 2.0),
    lambda np: np.gradient([1.0, 2, 4, 7], [0, 1, 3, 4.5]),
    lambda np: np.gradient([1.0, 2, 4, 7], [0, 1, 3, 4.5], edge_order=2),
    lambda np: np.gradient([1.0, 2, 4, 7], edge_order=2),
    lambda np: np.gradient(table(np)),
    lambda np: np.gradient(table(np), axis=1),
    lambda np: np.gradient(table(np), 2.0, [0, 1, 3]),
    lambda np: np.gradient(table(np, "f4")),
    lambda np: np.gradient([1.0]),
    lambda np: np.gradient(table(np), 1, 2, 3),
    lambda np: np.cross([1, 2, 3], [4, 5, 6]),
    lambda np: np.cross(table(np), [1.0, 0, 2]),
    lambda np: np.cross([1, 2], [3, 4]),
    lambda np: np.cross([1, 2], [3, 4, 5]),
    lambda np: np.cross(table(np)[:, :2], table(np)[::-1, 1:]),
    lambda np: np.cross(table(np), table(np)[:, :2]),
    lambda np: np.cross(table(np).T, table(np).T, axis=0),
    lambda np: np.cross(table(np).T, table(np), axisa=0, axisc=0),
    lambda np: np.cross([1, 2, 3, 4], [1, 2, 3, 4]),
    lambda np: np.cross(1, [1, 2, 3]),
    lambda np: np.trapezoid([1, 2, 3]),
    lambda np: np.trapezoid([1, 2, 3], x=[4, 6, 8]),
    lambda np: np.trapezoid([1, 2, 3], dx=2),
    lambda np: np.trapezoid(table(np), axis=0),
    lambda np: np.trapezoid(table(np), x=table(np)),
    lambda np: np.trapezoid(table(np), [0, 1, 3]),
    lambda np: np.clip([1, 5, 9], 2, 6),
    lambda np: np.clip(table(np), 2, None),
    lambda np: np.clip(table(np), None, [3, 4, 3]),
    lambda np: np.clip([1, 2, 3], 2.5, None),
    lambda np: np.clip(np.array([1, 200], "u1"), 0, 300),
    lambda np: np.clip(5, 1, 3),
    lambda np: np.clip(table(np), min=2, max=3),
    lambda np: np.clip(table(np), max=3),
    lambda np: np.clip(table(np), 2),
    lambda np: np.clip(table(np), 1, 2, min=3),
    lambda np: np.clip([1.0, float("nan")], 0, 2),
    lambda np: np.clip([1, 2], None, None),
    lambda np: np.clip(table(np, "f4"), 1.5, 4),
    lambda np: table(np).clip(2, 4),
    lambda np: filled(np, lambda out: np.clip([1, 5, 9], 2, 6, out=out)),
    lambda np: np.round([1.5, 2.5, -0.5]),
    lambda np: np.round(2.567, 2),
    lambda np: np.round([15, 25], -1),
    lambda np: np.around([1.25, 1.35], 1),
    lambda np: np.round(table(np, "f4") / 7, 3),
    lambda np: np.round(True),
    lambda np: np.round(1 + 2.7j),
    lambda np: filled(np, lambda out: np.round([1.5, 2, 3], 0, out)),
    lambda np: table(np).round(1),
    lambda np: np.fix([-1.5, 1.5]),
    lambda np: np.fix([1, 2]),
    lambda np: np.real_if_close([1 + 1e-15j]),
    lambda np: np.real_if_close([1 + 1j]),
    lambda np: np.real_if_close([1.5]),
    lambda np: np.angle([1, 1j, -1, 1 + 1j]),
    lambda np: np.angle(1),
    lambda np: np.angle([1j, -1], deg=True),
    lambda np: np.angle([-1.0, 1]),
    lambda np: np.unwrap([0, 3, 7, 10.5, 20]),
    lambda np: np.unwrap([0, 3, 6, 9], period=4),
    lambda np: np.unwrap([0, 1, 2, -1, 0], period=4),
    lambda np: np.unwrap(table(np) * 3, axis=0),
    lambda np: np.unwrap([0.0, 3.5, 7], discont=4),
    lambda np: np.sinc([0, 0.5, 1.5]),
    lambda np: np.sinc(0.0),
    lambda np: np.sinc(np.float32([0, 0.5])),
    lambda np: np.i0([0.0, 1, 30]),
    lambda np: np.i0(3),
    lambda np: np.i0(1j),
    lambda np: np.i0(np.float32([0.5, 4])),
    lambda np: np.nan_to_num([float("nan"), float("inf"), -float("inf"), 1]),
    lambda np: np.nan_to_num([float("nan"), float("inf")], nan=1, posinf=2),
    lambda np: np.nan_to_num(np.float32([float("nan"), -float("inf")])),
    lambda np: np.nan_to_num(np.array([complex("nan"), 1j])),
    lambda np: np.nan_to_num([1, 2]),
    lambda np: np.nan_to_num(float("nan")),
    lambda np: np.convolve([1, 2, 3], [0, 1, 0.5]),
    lambda np: np.convolve([1, 2], [3, 4, 5], "same"),
    lambda np: np.convolve([1, 2, 3], [0, 1], "valid"),
    lambda np: np.convolve([1, 2, 3, 4], [1, 1, 1], "same"),
    lambda np: np.convolve([1, 2, 3, 4], [1, 2], "same"),
    lambda np: np.convolve([], [1]),
    lambda np: np.convolve([True, False], [True, True]),
    lambda np: np.convolve(np.int8([100]), np.int8([2])),
    lambda np: np.convolve(np.arange(50.0), np.arange(40.0)),
    lambda np: np.convolve([[1]], [1]),
    lambda np: np.correlate([1, 2, 3], [0, 1, 0.5]),
    lambda np: np.correlate([1, 2, 3], [0, 1, 0.5], "full"),
    lambda np: np.correlate([1, 2, 3], [0, 1, 0.5], "same"),
    lambda np: np.correlate([1, 2], [1, 2, 3], "full"),
    lambda np: np.correlate([1, 2], [1, 2, 3, 4], "same"),
    lambda np: np.correlate([1, 2, 3, 4], [1, 2], "same"),
    lambda np: np.correlate([1, 2j], [1j, 2], "full"),
    lambda np: np.correlate([1], [1, 2j, 3]),
    lambda np: np.correlate([1, 2], [3, 4], mode="x"),
    lambda np: np.correlate([1, 2], 2.0),
    lambda np: np.interp(2.5, [1, 2, 3], [3, 2, 0]),
    lambda np: np.interp([0, 1, 1.5, 9], [1, 2, 3], [3, 2, 0]),
    lambda np: np.interp([0, 9], [1, 2, 3], [3, 2, 0], left=-1, right=7),
    lambda np: np.interp(
        [[-180, 170], [185, 10]], [190, -190, 350, -350], [5, 10, 3, 4], period=360
    ),
    lambda np: np.interp([1.5, float("nan")], [1, 2], [1j, 2]),
    lambda np: np.interp([1], [1, 2], [1]),
    lambda np: np.interp([1, 2], [], []),
    lambda np: np.interp([0, 1, 2], [1], [5]),
    lambda np: np.hanning(5),
    lambda np: np.hamming(5),
    lambda np: np.hamming(np.float32(1)),
    lambda np: np.blackman(np.float16(0)),
    lambda np: np.blackman(5),
    lambda np: np.bartlett(5),
    lambda np: np.kaiser(5, 14),
    lambda np: np.hanning(1),
    lambda np: np.bartlett(0),
    lambda np: np.kaiser(1, 2),
    lambda np: np.blackman(4.5),
    lambda np: np.hamming(6),
    lambda np: np.poly([1, 2, 3]),
    lambda np: np.poly([]),
    lambda np: np.poly([1j, -1j]),
    lambda np: np.poly([0.5, 2]),
    lambda np: np.poly([[1.0, 2], [3, 4]]),
    lambda np: np.roots([1, 2]),
    lambda np: np.roots([1, 2, 0]),
    lambda np: np.sort(np.roots([1, -3, 2]).real),
    lambda np: np.roots([0, 0]),
    lambda np: np.roots([[1]]),
    lambda np: np.roots([0, 1, -1]),
    lambda np: np.polyval([3, 0, 1], 5),
    lambda np: np.polyval([3, 0.5], [1, 2]),
    lambda np: np.polyval(np.array([3, 0.5, -2.0]), np.linspace(-1.0, 1.0, 20_000)),
    lambda np: np.polyval(np.array([0.5]), np.linspace(-1.0, 1.0, 20_000)),
    lambda np: np.polyval([3, 1], table(np)),
    lambda np: np.polyval([], 2),
    lambda np: np.polyadd([1, 2], [9, 5, 4]),
    lambda np: np.polysub([2, 10, -2], [3, 10]),
    lambda np: np.polymul([1, 2, 3], [9, 5]),
    lambda np: np.polymul([0, 1, 2], [0, 3]),
    lambda np: np.polydiv([3.0, 5, 2], [2.0, 1]),
    lambda np: np.polydiv([1, 2], [1, 2, 3]),
    lambda np: np.polyder([1, 1, 1, 1]),
    lambda np: np.polyder([1, 1, 1, 1], 2),
    lambda np: np.polyder([1.5], -1),
    lambda np: np.polyint([1.0, 1, 1]),
    lambda np: np.polyint([1, 1, 1], 2, k=[6, 5]),
    lambda np: np.polyint([1], -1),
    lambda np: np.polyfit([0.0, 1, 2, 3], [1.0, 3, 7, 13.5], 2),
    lambda np: np.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 1, w=[1, 2, 1, 1]),
    lambda np: np.polyfit([0.0, 1, 2, 3], table(np, "f8").T[[0, 1, 2, 2]], 1),
    lambda np: np.polyfit([0.0, 1, 2, 3, 4], [1.0, 3, 7, 13.5, 20], 1, cov=True),
    lambda np: np.polyfit([1, 2], [1], 1),
    lambda np: np.polyfit([0.0, 1, 2, 3, 4], [1.0, 3, 7, 13.5, 20], 1, full=True)[1:],
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)


ENDS = {"of the points": {}, "given": {"left": -1.5, "right": 7}, "of a period": {"period": 0.7}}


@pytest.mark.parametrize("ends", ENDS)
def test_interpolation_at_many_places(backend, ends):
    def at_many(np):
        rng = real.random.default_rng(0)
        points = real.sort(rng.random(50))
        points[7] = points[8]  # a step
        values = rng.random(50)
        values[20:23] = real.inf, real.inf, -real.inf
        places = rng.uniform(-0.2, 1.2, 20_000)
        places[:50] = points  # where the values are exact
        places[50:53] = real.nan, real.inf, -real.inf
        return np.interp(np.array(places), np.array(points), np.array(values), **ENDS[ends])

    same(lambda np: at_many(np)[:50])
    same(at_many)


def test_nan_to_num_in_place(backend):
    x = fnp.array([[1.0, float("nan")], [float("nan"), 2.0]])
    row = x[0]
    assert fnp.nan_to_num(row, copy=False) is row
    assert x[0].tolist() == [1, 0] and real.isnan(x.tolist()[1][0])


def test_round_of_halves_agrees(backend, full):
    values = real.linspace(-5, 5, 41)
    for decimals in (0, 1, -1):
        same(lambda np: np.round(np.array(values), decimals))


def test_bools_have_no_differences_or_decimals(backend):
    same(lambda np: np.gradient(np.array([True, False, True])))
    same(lambda np: np.gradient(np.array([True, False, True]), [0.0, 1.0, 3.0], edge_order=2))
    same(lambda np: np.round(np.array([True, False]), 1))
    same(lambda np: np.around(np.array([], bool), -1))
    same(lambda np: np.round(np.array([True, False])))


@pytest.mark.parametrize("module", MODULES)
def test_signatures_are_numpys(module):
    module = importlib.import_module(f"frontends.numpy.{module}")
    for name in module.__all__:
        try:
            theirs = inspect.signature(getattr(real, name))
        except ValueError:
            continue
        ours = inspect.signature(getattr(fnp, name))
        shown = [
            [(p.name, p.kind, p.default) for p in s.parameters.values()] for s in (ours, theirs)
        ]
        assert shown[0] == shown[1], name
