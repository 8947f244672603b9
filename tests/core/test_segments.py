"""Reductions by segment, against loops over the segments, and PyTorch's gradients."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError

torch = pytest.importorskip("torch")

RNG = np.random.default_rng(0)
IDS = np.array([2, 0, 2, -1, 5, 0, 2])
NAMES = ("sum", "mean", "min", "max")


def segments(name):
    return getattr(ivy, f"unsorted_segment_{name}")


def reference(name, data, ids, number):
    """Return the reductions of the rows of each segment by NumPy, one segment at a time."""
    limits = np.finfo(data.dtype) if data.dtype.kind == "f" else None
    limits = np.iinfo(data.dtype) if data.dtype.kind in "iu" else limits
    empty = {"sum": 0, "mean": 0, "min": limits and limits.max, "max": limits and limits.min}[name]
    rows = [data[ids == i] for i in range(number)]
    reduced = [getattr(part, name)(axis=0) if len(part) else empty for part in rows]
    dtype = np.true_divide(data[:1], 1).dtype if name == "mean" else data.dtype
    made = np.empty((number, *data.shape[1:]), dtype)
    for i, value in enumerate(reduced):
        made[i] = value
    return made


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(7,), (7, 3), (7, 2, 3), (7, 0)])
def test_of_each_shape(backend, assert_matches, name, shape):
    data = RNG.normal(size=shape)
    x, ids = ivy.asarray(data), ivy.asarray(IDS)
    assert_matches(segments(name)(x, ids, 6), reference(name, data, IDS, 6))
    assert_matches(segments(name)(x, ivy.asarray(IDS.astype("i4")), 8),
                   reference(name, data, IDS, 8))  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8", "uint32", "float32", "float16"])
def test_of_each_dtype(backend, assert_matches, name, dtype):
    data = RNG.integers(0, 30, size=(7, 2)).astype(dtype)
    expected = reference(name, data, IDS, 6)
    result = segments(name)(ivy.asarray(data), ivy.asarray(IDS), 6)
    assert_matches(result, expected, rtol=1e-3 if dtype == "float16" else 1e-6)


def test_complex_sums(backend, assert_matches):
    data = RNG.normal(size=7) + 1j * RNG.normal(size=7)
    for name in ("sum", "mean"):
        result = segments(name)(ivy.asarray(data), ivy.asarray(IDS), 6)
        assert_matches(result, reference(name, data, IDS, 6))


@pytest.mark.parametrize("name", NAMES)
def test_no_rows_and_no_segments(backend, assert_matches, name):
    data, ids = np.zeros((0, 2)), np.zeros(0, int)
    expected = reference(name, data, ids, 3)
    assert_matches(segments(name)(ivy.asarray(data), ivy.asarray(ids), 3), expected)
    assert segments(name)(ivy.asarray(data), ivy.asarray(ids), 0).shape == (0, 2)


@pytest.mark.parametrize("name", NAMES)
def test_traced(backend, compiled, assert_matches, name):
    data = RNG.normal(size=(7, 2))
    ids = np.maximum(IDS, 0)
    result = compiled(lambda x, places: segments(name)(x, places, 6), data, ids)
    assert_matches(result, reference(name, data, ids, 6))


@pytest.mark.parametrize("name", NAMES)
def test_gradients_against_torch(backend, assert_matches, name):
    if backend == "numpy":
        return  # it has no gradients
    data = RNG.normal(size=(7, 2))
    data[2] = data[0]  # extremes that two rows have: each gets half
    weights = RNG.normal(size=(6, 2))
    given = torch.from_numpy(data).requires_grad_()
    total = 0
    for i in range(6):
        rows = given[torch.from_numpy(IDS) == i]
        if len(rows):
            by = {"min": torch.amin, "max": torch.amax, "sum": torch.sum, "mean": torch.mean}[name]
            total = total + (by(rows, 0) * torch.from_numpy(weights[i])).sum()
    total.backward()
    ids, w = ivy.asarray(IDS), ivy.asarray(weights)
    slope = ivy.grad(lambda x: ivy.sum(ivy.multiply(segments(name)(x, ids, 6), w)))
    assert_matches(slope(ivy.asarray(data)), given.grad.numpy(), rtol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_refused(backend, name):
    call, x, ids = segments(name), ivy.asarray(np.ones((3, 2))), ivy.asarray([0, 2, 1])
    with pytest.raises(IvyValueError, match="segment 2 .*num_segments, 2"):
        call(x, ids, 2)
    with pytest.raises(IvyValueError, match="-1 segments"):
        call(x, ids, -1)
    with pytest.raises(IvyBroadcastShapeError, match=r"\(2,\) .*\(3, 2\)"):
        call(x, ids[:2], 3)
    with pytest.raises(IvyTypeError, match="float64 .*integers"):
        call(x, ivy.asarray([0.0, 1.0, 2.0]), 3)
    with pytest.raises(IvyTypeError, match="bool .*integers or reals"):
        call(ivy.asarray([True, False, True]), ids, 3)
    if name in ("min", "max"):
        with pytest.raises(IvyTypeError, match="complex128 .*reals"):
            call(ivy.asarray([1j, 2j, 3j]), ids, 3)


def test_bfloat16(backend):
    if not ivy.valid_dtype("bfloat16"):
        return
    data = ivy.astype(ivy.asarray([1.0, 2.0, 4.0]), "bfloat16")
    ids = ivy.asarray([1, 0, 1])
    for name, expected in (("sum", [2, 5]), ("mean", [2, 2.5]), ("min", [2, 1]), ("max", [2, 4])):
        result = segments(name)(data, ids, 2)
        assert str(result.dtype) == "bfloat16"
        assert ivy.astype(result, "float64").to_list() == expected
    assert bool(ivy.isfinite(ivy.unsorted_segment_min(data, ids, 3))[2])
