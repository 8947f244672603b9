"""The same mistake raises the same class on every backend, and NumPy's own through the frontend."""

from __future__ import annotations

import warnings

import numpy
import pytest

import frontends.numpy
import ivy_core as ivy
from ivy_core.utils import exceptions
from tests.errors import mistakes

PRIVATE = (numpy._core._exceptions._ArrayMemoryError,)  # nobody catches it but as MemoryError


def failure(expression, **names) -> Exception:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as caught:
            eval(compile(expression, "<mistake>", "eval"), names)
    return caught.value


def core_arrays():
    return {
        "v": ivy.asarray([1.0, 2.0, 3.0]),
        "m": ivy.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": ivy.asarray([1, 2, 3]),
        "b": ivy.asarray([True, False, True]),
        "e": ivy.zeros((0,)),
        "z": ivy.asarray(1.0),
    }


def numpy_arrays(np):
    return {
        "v": np.array([1.0, 2.0, 3.0]),
        "m": np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": np.array([1, 2, 3]),
        "b": np.array([True, False, True]),
        "e": np.zeros((0,)),
    }


def test_there_are_many():
    assert len(mistakes.CORE) > 60
    assert len(mistakes.NUMPY) > 60


@pytest.mark.checklist("E13", "E14", "E06", "E07", "E08", "E09", "E10", "E11")
@pytest.mark.parametrize("expression", mistakes.CORE)
def test_of_the_core(backend, expression):
    err = failure(expression, ivy=ivy, **core_arrays())
    assert type(err).__name__ == mistakes.CORE[expression]
    assert isinstance(err, getattr(exceptions, mistakes.CORE[expression]))


@pytest.mark.checklist("E13", "T03")
@pytest.mark.parametrize("expression", mistakes.NUMPY)
def test_of_the_numpy_frontend(backend, expression):
    real = failure(expression, np=numpy, **numpy_arrays(numpy))
    err = failure(expression, np=frontends.numpy, **numpy_arrays(frontends.numpy))
    assert type(err).__name__ == mistakes.NUMPY[expression]
    assert isinstance(err, getattr(exceptions, mistakes.NUMPY[expression]))
    caught_by = type(real) if not isinstance(real, PRIVATE) else MemoryError
    assert isinstance(err, caught_by)
