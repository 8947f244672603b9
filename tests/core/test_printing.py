"""How arrays are printed: significant figures, decimal places."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy

NUMBERS = [3.14159265, 2718.28182845, -0.000123456, 0.0, float("inf")]


def numbers_of(text):
    return [float(each) for each in text.removeprefix("ivy.array([").rstrip("])").split(",")]


def test_significant_figures_are_what_is_printed(backend):
    x = ivy.asarray(NUMBERS)
    usual = repr(x)
    for figures in (1, 3, 12):
        with ivy.set_array_significant_figures(figures):
            assert numbers_of(repr(x)) == [float(f"{n:.{figures - 1}e}") for n in NUMBERS]
    assert repr(x) == usual and x.to_list() == NUMBERS


def test_decimal_places_are_what_is_printed(backend):
    x = ivy.asarray(NUMBERS)
    for places in (0, 2, 9):
        with ivy.set_array_decimal_values(places):
            assert numbers_of(repr(x)) == [round(n, places) for n in NUMBERS]
    with ivy.set_array_significant_figures(3), ivy.set_array_decimal_values(1):
        assert numbers_of(repr(x)) == [3.1, 2720.0, 0.0, 0.0, float("inf")]


def test_only_floating_point_numbers_are_rounded(backend):
    with ivy.set_array_significant_figures(1):
        assert repr(ivy.asarray([1234, -5])) == "ivy.array([1234,   -5])"
        assert repr(ivy.asarray([True])) == "ivy.array([ True])"
        assert eval(repr(ivy.asarray(1.26 - 0.044j))[10:-1]) == 1 - 0.04j


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_vec_sig_fig_rounds_each_number_by_itself(dtype):
    size = np.finfo(dtype)
    x = np.array([0.0012345, 123.456, -9.995, 0.0, np.nan, np.inf, size.max, size.tiny], dtype)
    for figures in (1, 2, 3):
        found = ivy.vec_sig_fig(x, figures)
        with np.errstate(over="ignore"):
            wanted = np.array([float(f"{float(n):.{figures - 1}e}") for n in x], dtype)
        assert found.dtype == dtype
        np.testing.assert_allclose(found, wanted, rtol=4 * float(size.eps))
    np.testing.assert_array_equal(ivy.vec_sig_fig(np.array([12345])), [12345])
    np.testing.assert_allclose(ivy.vec_sig_fig(np.array([12345 - 6.789j])), [12300 - 6.79j])


def test_subnormal_numbers_are_rounded_too():
    found = ivy.vec_sig_fig([5.12345e-310, 1.2345e-301])
    np.testing.assert_allclose(found, [5.12e-310, 1.23e-301], rtol=1e-13)


@pytest.mark.parametrize("count", [0, -1, 2.0, True])
def test_counts_of_figures_that_make_no_sense_are_refused(count):
    error = (ivy.IvyTypeError, ivy.IvyValueError)
    for call in (ivy.set_array_significant_figures, lambda n: ivy.vec_sig_fig([1.0], n)):
        with pytest.raises(error, match="was given"):
            call(count)


@pytest.mark.parametrize(("value", "spec"), [(1.25, ".3f"), (3, ">5d"), (1 + 2j, ".1f")])
def test_an_array_without_dimensions_is_formatted_as_its_number(backend, value, spec):
    assert format(ivy.asarray(value), spec) == format(np.asarray(value), spec)


def test_an_array_with_dimensions_takes_no_format(backend):
    x = ivy.asarray([1, 2])
    assert f"{x}" == str(x)
    with pytest.raises(TypeError, match="format"):
        format(x, ".1f")
