"""The forms of each kernel of ``benchmarks.compile`` compute the same, writes included."""

from __future__ import annotations

import importlib.util

import numpy as real
import pytest

from benchmarks.compile import report, sides
from benchmarks.compile.cases import KERNELS
from benchmarks.compile.kernel import flat

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
WITH_NUMBA = KERNELS if importlib.util.find_spec("numba") else {}
each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


def of_numpy(kernel):
    """Return the arguments of a small case, and what NumPy makes of copies of them."""
    arguments = kernel.arguments(kernel.small)
    given = sides.numpy_of(arguments)
    return arguments, kernel.results(sides.in_numpy(kernel)(*given), given)


def assert_same(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        one, other = real.asarray(one), real.asarray(other)
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        real.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@each_kernel
def test_a_kernel_writes_to_the_arguments_that_it_names(kernel):
    arguments = kernel.arguments(kernel.small)
    given = sides.numpy_of(arguments)
    sides.in_numpy(kernel)(*given)
    changed = tuple(
        place
        for place, (one, other) in enumerate(zip(given, arguments, strict=True))
        if not real.array_equal(one, other)
    )
    assert changed == kernel.written


@on_jax
@each_kernel
def test_the_form_by_hand_computes_what_numpy_does(backend, kernel):
    arguments, wanted = of_numpy(kernel)
    for form in (sides.by_hand(kernel, arguments), sides.otherwise(kernel, arguments)):
        if form is not None:
            assert_same(flat(form(*sides.jax_of(arguments))), wanted)


@each_kernel
def test_the_same_text_computes_it_eagerly(backend, kernel):
    arguments, wanted = of_numpy(kernel)
    given = sides.ours_of(arguments)
    assert_same(kernel.results(sides.in_ours(kernel)(*given), given), wanted)


def only_with_full(params) -> bool:
    """Numba compiles a kernel for seconds: each thirtieth of them in an ordinary run."""
    return "numba_kernel" in params and list(KERNELS).index(params["numba_kernel"]) % 30 > 0


@pytest.mark.parametrize("numba_kernel", WITH_NUMBA)
def test_numba_computes_it_or_says_why_not(numba_kernel):
    kernel = KERNELS[numba_kernel]
    arguments, wanted = of_numpy(kernel)
    given = sides.numpy_of(arguments)
    try:
        found = kernel.results(sides.in_numba(kernel)(*given), given)
    except sides.Refused as err:
        assert str(err).startswith("numba: ")
    else:
        assert_same(found, wanted)


def row(name, ours, jax, **more):
    times = {"numpy": 1.0, "numba": None, "refused": None, "first": 1.0, "first_jax": 1.0}
    growth = {"first_small": 1.0, "first_jax_small": 1.0}
    return {"kernel": name, "ours": ours, "jax": jax, "eager": [], **times, **growth, **more}


def missed(rows):
    return [line for line in report.summary(rows)[0] if "MISSED" in line]


def test_bars_that_are_held():
    lines, held = report.summary([row("a", 0.2, 0.2), row("b", 0.1, 0.1, numba=0.2)])
    assert held and not any("MISSED" in line for line in lines)
    assert any("numba, 1 kernels: geometric mean 0.50" in line for line in lines)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (row("b", 0.2, 0.1), "above 1.8"),
        (row("b", 0.15, 0.1), "against JAX by hand"),
        (row("b", 0.9, 0.9), "against NumPy"),
        (row("b", 0.2, 0.2, numba=0.1), "against numba"),
        (row("b", 0.2, 0.2, first=3.0), "compiling, against JAX"),
        (row("b", 0.2, 0.2, first_small=0.3), "takes longer with more steps: MISSED: b 3.3"),
        (row("b", 0.2, 0.2, eager=["f.py:3: a generator"]), "runs eagerly: MISSED: b"),
        ({"kernel": "b", "eager": [], "error": "no"}, "1 of 2 kernels computed"),
    ],
)
def test_a_bar_that_is_missed_is_told(wrong, told):
    rows = [row("a", 0.2, 0.2), wrong]
    lines, held = report.summary(rows)
    assert not held and any(told in line for line in missed(rows)), lines
    assert len(report.table(rows)) == 4
