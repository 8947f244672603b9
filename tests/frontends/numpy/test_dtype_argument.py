"""Every function that takes ``dtype``, of an array that has another one."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from tests.frontends.numpy.differential import matches

SPELLINGS = [float, real.float64, "float64", "d", real.dtype("float64"), "float32", complex]
WITHOUT_VALUES = {"empty", "empty_like", "fromfile", "genfromtxt"}


def functions(module) -> dict:
    """Return NumPy's own functions and ufuncs of a module that have a parameter ``dtype``."""
    found = {}
    for name in dir(module):
        function = getattr(module, name)
        if name.startswith("_") or not callable(function) or isinstance(function, type):
            continue
        try:
            parameters = inspect.signature(function).parameters
        except ValueError:  # a function of C without a signature
            parameters = {"dtype": None} if "dtype=" in (function.__doc__ or "") else {}
        if "dtype" in parameters and name not in WITHOUT_VALUES:
            found[name] = function
    return found


CASES = [
    (part, name)
    for part in ("", "linalg", "fft")
    for name in functions(getattr(real, part) if part else real)
]


def arguments(function) -> tuple:
    """Return arguments that NumPy's function takes, among them an array of integers."""
    x = real.arange(1, 5).reshape(2, 2)
    for given in ((x,), (x, x), ([x, x],), (0, x), (x, 2)):
        try:
            with real.errstate(all="ignore"):
                function(*given, dtype=float)
        except (TypeError, ValueError):
            continue
        return given
    return ()


def converted(value):
    if isinstance(value, list):
        return [converted(each) for each in value]
    return ours.array(value) if isinstance(value, real.ndarray) else value


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("part", "name"), CASES, ids=[f"{p}.{n}".strip(".") for p, n in CASES])
def test_the_result_has_the_dtype_asked_for(backend, part, name):
    function = getattr(getattr(real, part) if part else real, name)
    own = getattr(getattr(ours, part) if part else ours, name)
    for dtype in SPELLINGS:
        if given := arguments(function):
            try:
                expected = function(*given, dtype=dtype)
            except TypeError:  # it has no loop of this dtype
                continue
            actual = own(*converted(given), dtype=dtype)
            matches(_dtypes(actual), _dtypes(expected), f"{name}, {dtype!r}")


def _dtypes(value):
    if isinstance(value, (tuple, list)):
        return [_dtypes(each) for each in value]
    return str(getattr(value, "dtype", type(value)))


@pytest.mark.parametrize("dtype", SPELLINGS[:5], ids=repr)
def test_arrays_of_whatever_are_cast(backend, dtype):
    x = ours.array([1, 2, 3])
    assert ours.asarray([x, x], dtype=dtype).dtype == "float64"
    assert ours.asarray(x[::2], dtype=dtype).dtype == "float64"
    assert ours.asarray(x._data, dtype=dtype).dtype == "float64"
    assert ours.array(x, copy=False, dtype=int) is x
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        ours.array(x, copy=False, dtype=dtype)


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "add", "multiply"])
def test_small_integers_accumulate_in_the_dtype_asked_for(backend, name):
    with ivy.set_host_execution_mode(False):  # as arrays do that are not small
        for dtype in ("u1", "i2", bool, "f4", int):
            found = []
            for np in (ours, real):
                function = getattr(np, name)
                function = getattr(function, "accumulate", function)
                found.append(function(np.array([[3, 0, 200], [1, 2, 2]]), 1, dtype=dtype))
            matches(*found, f"{name}, {dtype}")


REFUSED = {
    "std": lambda np, x: np.std(x, 1, dtype=int),
    "nanstd": lambda np, x: np.nanstd(np.round(x), 1, dtype=int),
    "nanmean": lambda np, x: np.nanmean(x, dtype=int),
    "nanvar": lambda np, x: np.nanvar(x, dtype=bool),
    "cov": lambda np, x: np.cov(x, dtype=int),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_integers_cannot_hold_is_refused(backend, name):
    for np in (real, ours):
        with pytest.raises(TypeError):
            REFUSED[name](np, np.array([[1.5, 2.0, 9.0], [0.0, 1.0, 1.0]]))
    x = [1, 5, 9]
    matches(ours.std(ours.array(x), dtype=int), real.std(real.array(x), dtype=int), "std")


def test_clip_casts_as_it_is_told(backend):
    for dtype in ("u1", bool, "i4"):
        found = [
            np.clip(np.array([1.5, 9.0]), 0, 3, dtype=dtype, casting="unsafe")
            for np in (ours, real)
        ]
        matches(*found, dtype)
