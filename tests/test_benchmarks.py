"""The two sides of each benchmark compute the same."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
from benchmarks.everyday import arrays, large, small
from benchmarks.everyday.case import function
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

# Their values are objects of the framework.
UNLIKE = {"A.dtype", "A.shape"}
# The order of their elements is nobody's promise.
UNORDERED = {"np.partition(x, N // 2)", "np.argpartition(x, N // 2)"}


def leaves(value):
    """Yield the arrays of a result, as NumPy's."""
    if isinstance(value, (tuple, list)):
        for each in value:
            yield from leaves(each)
    else:
        yield real.asarray(value)


def assert_same(case, backend, values):
    results = []
    for code, scope, target in arrays.sides(case, backend, values):
        result = function(code, scope, target)()
        if target is not None:
            result = scope[target]
        results.append(list(leaves(result)))
    for found, wanted in zip(*results, strict=True):
        assert found.shape == wanted.shape
        if case.code in UNORDERED:
            found, wanted = real.sort(found), real.sort(wanted)
        real.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("case", small.CASES, ids=lambda case: case.code)
def test_small_case_computes_what_the_framework_does(backend, case):
    if case.code not in UNLIKE:
        assert_same(case, backend, arrays.small())


@pytest.mark.parametrize("case", large.CASES, ids=lambda case: case.code)
def test_large_case_computes_what_the_framework_does(backend, case):
    if (
        case.native(backend) != case.code
    ):  # the words of the others are ours, to be compiled for long
        assert_same(case, backend, arrays.large(rows=20))


def test_waiting_for_a_result_brings_nothing_to_the_host(backend, monkeypatch):
    def to_host(native):
        raise AssertionError("the time of a copy to the host would count as ours")

    x = np.ones((3, 4))
    monkeypatch.setattr(backend_for(read(x)), "to_host", to_host)
    view = np.reshape(x, (12,))
    arrays.ready([x + x, view])
    assert hasattr(view, "_data")  # a view was read
