"""Nests of arrays: to Arrays, to native arrays, and from one framework to another."""

from __future__ import annotations

import collections
import importlib.util

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend

Pair = collections.namedtuple("Pair", "first second")


def native(backend, a):
    return load_backend(backend).from_host(np.asarray(a))


@pytest.mark.checklist("F40")
def test_args_to_native_and_back(backend):
    x = native(backend, [1.0, 2.0])
    args, kwargs = ivy.args_to_ivy(x, [x, (x, 3)], key={"a": x}, axis=0)
    assert isinstance(args[0], ivy.Array) and args[0].data is x
    assert isinstance(args[1][1][0], ivy.Array) and args[1][1][1] == 3
    assert isinstance(kwargs["key"]["a"], ivy.Array) and kwargs["axis"] == 0
    args, kwargs = ivy.args_to_native(*args, **kwargs)
    assert args[0] is x and args[1][0] is x and args[1][1] == (x, 3)
    assert kwargs == {"key": {"a": x}, "axis": 0}


@pytest.mark.checklist("F40")
def test_args_to_ivy_looks_into_derived_classes_when_asked(backend):
    x = native(backend, [1.0])
    (plain,), _ = ivy.args_to_ivy(Pair(x, 1))
    assert plain.first is x
    (pair,), _ = ivy.args_to_ivy(Pair(x, 1), include_derived={"tuple": True})
    assert type(pair) is Pair and isinstance(pair.first, ivy.Array)
    given = [x]
    (made,), _ = ivy.args_to_ivy(given)
    assert given[0] is x and made is not given  # the caller's list stays as it is


def other_frameworks(backend):
    names = ("numpy", "jax", "torch", "tensorflow")
    # the two whose arrays can be written, and the one under test: loading all four takes seconds
    return [n for n in names if n in {"numpy", "torch", backend} and importlib.util.find_spec(n)]


@pytest.mark.checklist("F40")
@pytest.mark.parametrize("dtype", ["bool", "int32", "float32", "complex128"])
def test_to_new_backend(backend, dtype, assert_matches):
    a = np.array([[0, 1], [2, 3]]).astype(dtype)
    for source in other_frameworks(backend):
        x = native(source, a)
        made = ivy.to_new_backend(x)
        assert load_backend(backend).is_native(made)
        assert (made is x) is (source == backend)
        made = ivy.to_new_backend(ivy.Array(x), native=False)
        assert isinstance(made, ivy.Array)
        assert_matches(made, a)
        if source in ("numpy", "torch") and source != backend:
            x[0, 0] = 1
            assert_matches(made, a)  # a copy, whoever can share memory


@pytest.mark.checklist("F40")
def test_to_new_backend_of_bfloat16(backend):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.array([1.5, 2.0], ml_dtypes.bfloat16)
    made = ivy.to_new_backend(x)
    assert load_backend(backend).is_native(made)
    assert ivy.to_list(ivy.Array(made)) == [1.5, 2.0] and ivy.itemsize(ivy.Array(made)) == 2


@pytest.mark.checklist("F40")
def test_to_new_backend_of_nests(backend):
    source = "torch" if backend == "numpy" else "numpy"
    x = native(source, [1.0])
    given = {"a": [x, "text", None, 3], "b": (Pair(x, 1),)}
    assert ivy.to_new_backend(given) is given
    made = ivy.to_new_backend(given, nested=True)
    is_native = load_backend(backend).is_native
    assert is_native(made["a"][0]) and made["a"][1:] == ["text", None, 3]
    assert made["b"][0].first is x and given["a"][0] is x
    made = ivy.to_new_backend(given, nested=True, include_derived=True, to_ignore=list)
    assert made["a"] is given["a"] and is_native(made["b"][0].first)
    made = ivy.to_new_backend(given, nested=True, shallow=True)
    assert made is given and is_native(given["a"][0])


@pytest.mark.checklist("F40")
def test_args_to_new_backend(backend):
    source = "torch" if backend == "numpy" else "numpy"
    is_native = load_backend(backend).is_native
    x = native(source, [1.0])
    given = [x]
    args, kwargs = ivy.args_to_new_backend(ivy.Array(x), given, shallow=False, key=x, axis=1)
    assert is_native(args[0]) and is_native(args[1][0]) and is_native(kwargs["key"])
    assert kwargs["axis"] == 1 and given[0] is x
    args, _ = ivy.args_to_new_backend(given, native=False)
    assert args[0] is given and isinstance(given[0], ivy.Array) and is_native(given[0].data)


def test_numpy_scalars_stay_as_they_are(backend):
    scalar = np.float32(2.5)
    assert ivy.to_new_backend(scalar) is scalar


def test_without_a_backend_set_numpy_is_the_target(no_backend):
    torch = pytest.importorskip("torch")
    assert type(ivy.to_new_backend(torch.tensor([1.0]))) is np.ndarray


def test_containers_are_converted_in_place_when_asked(backend):
    source = "torch" if backend == "numpy" else "numpy"
    is_native = load_backend(backend).is_native
    x = native(source, [1.0])
    given = ivy.Container(a=x, b={"c": [x]})
    made = ivy.to_new_backend(given, nested=True)
    assert type(made) is ivy.Container and is_native(made.a) and is_native(made.b.c[0])
    assert given.a is x
    made = ivy.to_new_backend([given], nested=True, cont_inplace=True)
    assert made[0] is given and is_native(given.a) and is_native(given.b.c[0])
    (made,), _ = ivy.args_to_ivy(ivy.Container(a=native(backend, [1.0])))
    assert type(made) is ivy.Container and isinstance(made.a, ivy.Array)
