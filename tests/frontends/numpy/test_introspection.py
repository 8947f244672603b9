"""Where the frontend's functions and classes say that they are: for programs, and for pickle."""

from __future__ import annotations

import importlib
import inspect
import pickle

import numpy as real
import pytest

import frontends.numpy as ours
from frontends.numpy.introspection import class_of, original_of

MODULES = (
    "", "linalg", "fft", "random", "lib.stride_tricks", "lib.scimath", "testing", "ma", "char",
    "strings", "polynomial.polynomial", "rec",
)  # fmt: skip


def module(package: str, name: str):
    return importlib.import_module(".".join(filter(None, (package, name))))


def public(name: str) -> dict[str, tuple]:
    """Return what both have under a module's public names and can be called, where they differ."""
    theirs, mine = module("numpy", name), module("frontends.numpy", name)
    names = [n for n in dir(theirs) if n[0] != "_" and callable(getattr(theirs, n))]
    found = {n: (getattr(theirs, n), getattr(mine, n)) for n in names}
    return {n: pair for n, pair in found.items() if pair[0] is not pair[1]}


def place(value) -> tuple:
    return getattr(value, "__module__", None), getattr(value, "__qualname__", None)


@pytest.mark.parametrize("name", MODULES)
def test_a_program_is_told_numpys_module_and_name(name):
    # `row_stack` is `vstack` here
    found = {n: pair for n, pair in public(name).items() if n != "row_stack"}
    assert found
    places = {n: place(original_of(own)) for n, (_, own) in found.items()}
    assert places == {n: place(theirs) for n, (theirs, _) in found.items()}


@pytest.mark.parametrize("name", MODULES)
def test_functions_are_pickled_as_they_are(name):
    # `test` runs NumPy's own suite, and is made for the module that asks
    found = {n: own for n, (_, own) in public(name).items() if n not in ("test", "ufunc")}
    assert [n for n, own in found.items() if pickle.loads(pickle.dumps(own)) is not own] == []


def test_classes_of_what_is_no_array():
    values = [3, "text", None, [1], int, real.float64(1), real.float64, ours]
    assert [class_of(value) for value in values] == [type(value) for value in values]
    assert [original_of(value) for value in values] == values
    assert class_of(real.add) is class_of(ours.add) is ours.ufunc


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
class TestOnBackends:
    def test_named_tuples_are_of_numpys_classes(self, backend):
        def kinds(np):
            x = np.array([[2.0, 1.0], [1.0, 3.0]])
            names = ("svd", "qr", "eig", "eigh", "slogdet")
            results = [getattr(np.linalg, name)(x) for name in names]
            results += [np.unique_all(x), np.unique_counts(x), np.unique_inverse(x)]
            return [type(result) for result in results]

        assert kinds(ours) == kinds(real)

    @pytest.mark.parametrize(
        "call",
        [
            lambda np, q: (x := np.arange(3.0), x.put([0, 1], q([7.0, 8.0])))[0],
            lambda np, q: (x := np.arange(3.0), x.put(q([0, 1]), 7.0))[0],
            lambda np, q: np.arange(3.0).searchsorted(q([1.0, 2.0])),
            lambda np, q: np.arange(2.0).dot(q([1.0, 2.0])),
            lambda np, q: np.array([0, 1]).choose([q([1, 2]), q([3, 4])]),
            lambda np, q: np.arange(2.0).compress(q([True, False])),
            lambda np, q: np.arange(3.0).clip(q([1, 1, 1]), 2),
            lambda np, q: np.arange(3.0).sum(where=q([True, False, True])),
        ],
    )
    def test_methods_ask_no_argument_by_the_protocol_of_functions(self, backend, call):
        def told(np) -> str:
            class Asked:
                def __init__(self, values):
                    self.values = real.asarray(values)

                def __array__(self, dtype=None, copy=None):
                    return self.values

                def __array_function__(self, function, types, args, kwargs):
                    return "asked"

            return repr(call(np, Asked))

        assert told(ours) == told(real)

    def test_the_flag_of_a_diagonal_lets_it_be_written(self, backend):
        def written(np):
            x = np.zeros((2, 3, 3))
            y = np.diagonal(x, 0, -1, -2)
            flags = [y.flags.writeable]
            y.flags.writeable = True
            y[:] = [1.0, 2.0, 3.0]
            x.flags.writeable = False
            with pytest.raises(ValueError):
                np.diagonal(x).flags.writeable = True
            return flags, x.tolist()

        assert written(ours) == written(real)


@pytest.mark.parametrize("name", ["Inf", "float", "trapz", "find_common_type", "nothing"])
def test_a_name_that_numpy_has_removed_says_what_took_its_place(name):
    with pytest.raises(AttributeError) as theirs:
        getattr(real, name)
    with pytest.raises(AttributeError) as caught:
        getattr(ours, name)
    assert str(caught.value) == str(theirs.value)


# signatures

_OWN_SIGNATURES = {"fromstring"}  # NumPy's own cannot be read


def _signature_of(value):
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return None


@pytest.mark.parametrize("area", ("", "linalg", "fft", "random"))
def test_functions_have_numpys_signatures(area):
    theirs, found = module("numpy", area), module("frontends.numpy", area)
    for name in set(dir(theirs)) - _OWN_SIGNATURES:
        value = getattr(theirs, name)
        if callable(value) and not isinstance(value, type) and not name.startswith("_"):
            assert _signature_of(getattr(found, name)) == _signature_of(value), name


def test_methods_and_classes_have_numpys_signatures():
    for name in dir(real.ndarray):
        value = getattr(real.ndarray, name)
        if callable(value) and not name.startswith("_"):
            assert _signature_of(getattr(ours.ndarray, name)) == _signature_of(value), name
    for name in ("ndarray", "nditer", "broadcast", "ufunc", "matrix", "errstate", "poly1d"):
        assert _signature_of(getattr(ours, name)) == _signature_of(getattr(real, name)), name
    for name in ("close", "copy", "iternext", "reset", "remove_axis"):
        wanted = inspect.signature(getattr(real.nditer, name)).parameters["self"].kind
        assert inspect.signature(getattr(ours.nditer, name)).parameters["self"].kind is wanted
