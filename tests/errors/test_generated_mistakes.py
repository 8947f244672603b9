"""Calls that are wrong in one argument: one class on every backend, and texts that can be read."""

from __future__ import annotations

import functools
import re

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyException
from tests.errors import generated
from tests.errors.leaks import leak

# Where a backend differs from the numpy backend, and why. The list may only get shorter.
_HARMLESS = "NumPy's own code fails by accident; there is nothing wrong with the call"
KNOWN = {
    ("clip", "x: bool"): _HARMLESS,  # without bounds it calls `positive`
    ("fftshift", "x: no axes"): _HARMLESS,
    ("ifftshift", "x: no axes"): _HARMLESS,
    ("quantile", "a: bool"): _HARMLESS,  # it interpolates by subtracting
    ("quantile", "a: empty"): "nan, as NumPy's median of nothing",
}
# The same for NumPy's own functions.
_WRONG_WEIGHTS = (
    "no axes", "seven", "3 by 5", "five axes", "empty", "complex", "bool", "ints",
)  # fmt: skip
_ONE_AXIS = ("cumulative_prod", "cumulative_sum", "linspace", "logspace", "unstack")
KNOWN_OF_NUMPY = {
    **{(name, "axis: twice"): "an axis of the core is one int" for name in _ONE_AXIS},
    **{(name, "axis: one too many"): "an axis of the core is one int" for name in _ONE_AXIS},
    **{
        ("cov", f"{weights}: {mistake}"): "NumPy refuses weights of a wrong shape by RuntimeError"
        for weights in ("aweights", "fweights")
        for mistake in _WRONG_WEIGHTS
    },
    **{
        ("cov", f"{weights}: no array: text"): "a text is no number: TypeError, as everywhere"
        for weights in ("aweights", "fweights")
    },
    ("choose", "out: of another shape"): "the same class for `out` in every function",
    ("cov", "ddof: text"): "an option of a wrong class is a TypeError, as in every function",
    ("gradient", "edge_order: -3"): "NumPy's own code fails, with IndexError",
    ("gradient", "edge_order: text"): "NumPy's own code fails, comparing",
    (
        "histogram",
        "bins: no axes",
    ): "an Array without axes is no number, but edges of a wrong shape",
    ("polyval", "coeffs: no axes"): "NumPy's own code fails, iterating",
    ("trim_zeros", "trim: 3"): "NumPy's own code fails, with AttributeError",
    ("vander", "N: 1.5"): "NumPy looks at x first",
    ("vander", "N: text"): "NumPy looks at x first",
    ("full_like", "fill_value: text"): "a text is no number: TypeError, as in every function",
    ("nanmean", "dtype: floaty"): "NumPy's own code fails, with AttributeError",
    ("nanmean", "out: a list"): "NumPy's own code fails, with AttributeError",
    ("nanmean", "dtype: 3"): "NumPy's own code fails, with AttributeError",
}


@functools.cache
def refused(name):
    """Return the mistakes in calls of a function, each with NumPy's error."""
    reference = ivy.get_backend("numpy")
    made = [(mistake, mistake.made(reference)) for mistake in generated.mistakes(name)]
    return [(mistake, err) for mistake, err in made if err is not None]


@functools.cache
def outcomes(name, backend):
    """Return what a backend makes of those mistakes: an exception, or None."""
    bound = ivy.get_backend(backend)
    return [mistake.made(bound) for mistake, _ in refused(name)]


def test_there_are_many():
    assert len(generated.names()) > 260
    assert sum(len(refused(name)) for name in generated.names()) > 4000


@pytest.mark.checklist("E13")
@pytest.mark.parametrize("name", generated.names())
def test_the_class_is_the_same_on_every_backend(backend, name):
    differing = {}
    for (mistake, reference), err in zip(refused(name), outcomes(name, backend), strict=True):
        wanted, found = generated.class_name(reference), generated.class_name(err)
        if found != wanted and (name, mistake.label) not in KNOWN:
            differing[mistake.label] = f"{found} instead of {wanted}"
    assert differing == {}


@pytest.mark.parametrize("name", generated.names())
def test_the_text_is_of_the_function_that_was_called(backend, name):
    for (mistake, _), err in zip(refused(name), outcomes(name, backend), strict=True):
        if err is not None:
            assert leak(err) is None, mistake.label
        if isinstance(err, IvyException):
            assert re.match(rf"{backend}: [a-z_]\w*: \S", str(err)), (mistake.label, str(err))


# NumPy's functions of the same name


def caught_by(err) -> set[type]:
    """Return the classes of Python's own that catch an error."""
    common = (Exception, BaseException, object)
    return {c for c in type(err).__mro__ if c.__module__ == "builtins" and c not in common}


@pytest.mark.checklist("E13")
@pytest.mark.parametrize("name", [n for n in generated.names() if callable(getattr(np, n, None))])
def test_what_catches_numpys_error_catches_ours(name):
    differing = {}
    for mistake, err in refused(name):
        if (name, mistake.label) in KNOWN_OF_NUMPY:
            continue
        real = mistake.made(np)
        if real is None or is_left_out(mistake, real) or caught_by(err) & caught_by(real):
            continue
        differing[mistake.label] = f"{err!r} instead of {real!r}"
    assert differing == {}


def is_left_out(mistake, real) -> bool:
    """Return whether NumPy's error is of something else than the mistake.

    Its functions make an array of objects of anything, which then has no axes; and they have other
    parameters.
    """
    no_call = mistake.label == "too few arguments"
    unknown = type(real) is TypeError and "argument" in str(real)
    unknown = unknown or "unsupported keyword arguments" in str(real)  # of `pad`: ValueError
    return "no array" in mistake.label or unknown or no_call
