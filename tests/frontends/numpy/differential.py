"""Compare an expression evaluated on real NumPy and on the frontend."""

from __future__ import annotations

import numpy as real

import frontends.numpy as ours
from frontends.numpy.scalar_types import HELD_DTYPES
from tests.conftest import assert_matches


def matches(actual, expected, what: str = "", array_class: type = ours.ndarray) -> None:
    """Assert equal value, dtype, shape and kind of object, through tuples and lists."""
    if isinstance(expected, (tuple, list)):
        assert type(actual) is type(expected), (what, type(actual))
        assert len(actual) == len(expected), (what, actual, expected)
        for a, e in zip(actual, expected, strict=True):
            matches(a, e, what, array_class)
    elif isinstance(expected, real.generic):
        assert type(actual) is type(expected), (what, type(actual), type(expected))
        if expected.dtype in HELD_DTYPES:
            assert_matches(actual, expected)
        else:
            assert actual == expected
    elif isinstance(expected, real.ndarray):
        if expected.dtype in HELD_DTYPES:
            assert type(actual) in (ours.ndarray, array_class), (what, type(actual))
            assert isinstance(actual, ours.ndarray)
            assert_matches(actual, expected)
        else:
            assert type(actual) is real.ndarray, (what, type(actual))
            assert actual.dtype == expected.dtype
            real.testing.assert_array_equal(actual, expected)
    elif isinstance(expected, float):
        assert type(actual) is float, (what, type(actual))
        assert actual == expected or (actual != actual and expected != expected)
    else:
        assert type(actual) is type(expected), (what, type(actual), type(expected))
        assert actual == expected, (what, actual, expected)


def same(case, array_class: type = ours.ndarray) -> None:
    """Assert that ``case(np)`` is the same on both; an error is of NumPy's class.

    An array is of the frontend's class or of ``array_class``: what NumPy's own scalars make is
    NumPy's.
    """
    with real.errstate(all="ignore"):
        try:
            expected = case(real)
        except Exception as err:
            kind = next(c for c in type(err).__mro__ if c.__module__ in _KNOWN)
            try:
                found = case(ours)
            except kind:
                return
            raise AssertionError(f"{kind.__name__} expected ({err}), no error: {found!r}") from None
        matches(case(ours), expected, array_class=array_class)


_KNOWN = ("builtins", "numpy.exceptions", "numpy.linalg")


def outcome(case, np):
    """Return what the case gives, or the class of its error."""
    try:
        return case(np)
    except Exception as err:
        return err


def compare(case, assert_matches, rtol=None) -> None:
    """Assert that ``case(np)`` is the same on both, in as many digits as its dtype has."""
    expected, actual = outcome(case, real), outcome(case, ours)
    if isinstance(expected, Exception):
        assert isinstance(actual, Exception), f"{expected!r} expected, got {actual!r}"
        builtin = next(c for c in type(expected).__mro__ if c.__module__ == "builtins")
        assert isinstance(actual, builtin), (actual, expected)
        return
    if isinstance(actual, Exception):
        raise actual
    for a, e in zip(
        *[x if isinstance(x, tuple) else (x,) for x in (actual, expected)], strict=True
    ):
        assert_matches(a, e, rtol={"float16": 2e-2, "float32": 1e-4}.get(str(e.dtype), rtol))
        assert type(a).__name__.rstrip("_") == type(e).__name__.rstrip("_")


def names_of(cases) -> list[str]:
    """Return an identifier for each case: its line in the source."""
    return [f"line{case.__code__.co_firstlineno}-{i}" for i, case in enumerate(cases)]
