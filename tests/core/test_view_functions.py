"""NumPy decides which functions return views: those declare ``handle_view``, and have ``copy``."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.registry import FUNCTIONS

ARRAYS = [
    np.arange(4.0).reshape(2, 2), np.arange(3.0), np.arange(8.0).reshape(2, 2, 2), np.array(3.0),
    np.array([1 + 2j, 3]), np.array([True, False]), np.array([[0, 1], [2, 0]]),
]  # fmt: skip
ARGUMENTS = [
    (), (0,), (2,), ((4,),), (0, 1), (1, 0), ((1, 0),), ((2, 2),), ((3, 2, 2),), ("float64",),
    ("int64",), (0.0, 9.0),
]  # fmt: skip
# They give the array itself if it is as wanted, which is no view of it; and what the documents
# list under "The core against NumPy" (docs/differences.md).
OF_THE_ARRAY_ITSELF = {"array", "asarray", "astype", "from_dlpack", "nan_to_num"}
DIFFERENT = {"diag", "diff", "einsum", "meshgrid"}
# of a buffer, which is no array; without axes to transform there is nothing to compute
OTHERS = {"frombuffer", "fftn", "ifftn"}


def views_of_numpy():
    """Return the names of functions whose result shares memory with their first argument."""
    found = set()
    for name in FUNCTIONS:
        functions = [getattr(m, name, None) for m in (np, np.linalg, np.lib.stride_tricks, np.fft)]
        for function in functions:
            if callable(function) and not isinstance(function, type):
                if any(_shares(function, a.copy(), args) for a in ARRAYS for args in ARGUMENTS):
                    found.add(name)
    return found


def _shares(function, a, args) -> bool:
    for given in (a, [a, a]):
        for options in ({}, {"copy": False}):
            try:
                made = function(given, *args, **options)
            except Exception:  # these arguments are none for this function
                continue
            parts = made if isinstance(made, (list, tuple)) else [made]
            arrays = [part for part in parts if isinstance(part, np.ndarray) and part.size]
            if any(np.shares_memory(part, a) for part in arrays):
                return True
    return False


@pytest.mark.checklist("V02", "I22")
def test_functions_that_numpy_returns_views_from_declare_it():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        views = views_of_numpy()
    assert {"reshape", "atleast_1d", "broadcast_arrays", "diagonal", "split"} <= views
    declared = {
        name
        for name, spec in FUNCTIONS.items()
        if {"handle_view", "handle_view_indexing"} & set(spec.wrappers)
    }
    assert views - declared == OF_THE_ARRAY_ITSELF | DIFFERENT | OTHERS
    for name in declared | OF_THE_ARRAY_ITSELF:
        copy = inspect.signature(FUNCTIONS[name].body).parameters["copy"]
        assert copy.kind is copy.KEYWORD_ONLY, name


@pytest.mark.checklist("V02", "W07")
@pytest.mark.parametrize("backend", BACKENDS)
def test_bound_functions_carry_the_declaration(backend):
    bound = ivy.get_backend(backend)
    for name, spec in FUNCTIONS.items():
        carried = getattr(getattr(bound, name), "handle_view", False)
        assert carried == ("handle_view" in spec.wrappers), name
    for name in ("atleast_1d", "atleast_2d", "atleast_3d", "broadcast_arrays"):
        assert getattr(ivy, name).handle_view and getattr(bound, name).handle_view


@pytest.mark.checklist("V01", "V02", "I23")
@pytest.mark.parametrize("name", ["atleast_1d", "atleast_2d", "atleast_3d"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 1, 3), (2, 1, 3, 1)])
def test_more_dimensions_alias_what_they_are_given(backend, assert_matches, name, shape):
    a = np.arange(np.prod(shape, dtype=int), dtype=float).reshape(shape)
    x = ivy.array(a)
    view, seen = getattr(ivy, name)(x), getattr(np, name)(a)
    copied = getattr(ivy, name)(x, copy=True)
    assert_matches(view, seen)
    x[...] = a[...] = 7.0
    assert_matches(view, seen)
    view[...] = 8.0
    assert_matches(x, np.full(shape, 8.0))
    np.testing.assert_array_equal(np.asarray(copied).reshape(-1), np.arange(max(a.size, 0)))
    one, two = getattr(ivy, name)(x, 5.0)
    one[...] = 9.0
    assert_matches(x, np.full(shape, 9.0))
    assert_matches(two, getattr(np, name)(5.0))


@pytest.mark.checklist("V01", "V02", "I23")
def test_broadcast_arrays_alias_what_they_are_given(backend, assert_matches):
    x, y = ivy.array([[1.0], [2.0]]), ivy.array([3.0, 4.0, 5.0])
    wide, high = ivy.broadcast_arrays(x, y)
    copies = ivy.broadcast_arrays(x, y, copy=True)
    x[0] = 9.0
    y[1] = 8.0
    assert_matches([wide, high], np.broadcast_arrays([[9.0], [2.0]], [3.0, 8.0, 5.0]))
    assert_matches(copies, np.broadcast_arrays([[1.0], [2.0]], [3.0, 4.0, 5.0]))
    with pytest.raises(ValueError, match="read-only"):
        wide[...] = 0.0
    copies[0][...] = 0.0
    assert_matches(x, np.array([[9.0], [2.0]]))


SCALARS = {
    "broadcast_to": ((2,), np.broadcast_to), "expand_dims": ((), lambda a: np.expand_dims(a, 0)),
    "expand": ((2,), np.broadcast_to), "flatten": ((), np.ravel), "flip": ((), np.flip),
    "imag": ((), np.imag), "permute_dims": (((),), np.transpose), "ravel": ((), np.ravel),
    "real": ((), np.real), "reshape": (((1, 1),), np.reshape), "squeeze": ((), np.squeeze),
}  # fmt: skip


@pytest.mark.checklist("V02", "W14")
@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize("scalar", [2.5, 3, True, 1 + 2j])
def test_view_functions_take_scalars(backend, assert_matches, name, scalar):
    args, reference = SCALARS[name]
    args = ((2,),) if name in ("broadcast_to", "expand") else args
    assert_matches(getattr(ivy, name)(scalar, *args), reference(np.asarray(scalar), *args))
