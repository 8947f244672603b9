"""``support_native_out`` stands on the implementations in ``backends/<backend>/<category>.py``."""

from __future__ import annotations

import functools
import importlib
import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS

NATIVELY = {"numpy", "torch"}


def implementation(backend, name):
    """Return a function as it stands in its file; one made of a lens stands in none."""
    package = load_backend(backend)
    found = package.implementations[name]
    if getattr(found, "__module__", "") == "ivy_core.arrays.lens_builders":
        return found
    return getattr(
        importlib.import_module(f"{package.__name__}.ops.{FUNCTIONS[name].category}"), name
    )


@pytest.mark.checklist("I15")
@pytest.mark.parametrize("backend", BACKENDS)
def test_tan(backend):
    load_backend(backend)
    file = importlib.import_module(f"ivy_core.backends.{backend}.ops.transcendental")
    assert getattr(file.tan, "support_native_out", False) == (backend in NATIVELY)
    assert hasattr(file.tan, "support_native_out") == (backend in NATIVELY)
    x = load_backend(backend).from_host(np.array([0.5, 1.0]))
    np.testing.assert_allclose(np.asarray(file.tan(x)), np.tan([0.5, 1.0]))


@pytest.mark.checklist("I14")
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_bound_function_says_the_same(backend):
    bound, marked = ivy.get_backend(backend), []
    for name in load_backend(backend).implementations:
        says = getattr(implementation(backend, name), "support_native_out", False)
        spec = FUNCTIONS[name]
        if spec.has_out and hasattr(getattr(bound, name), "support_native_out"):
            assert getattr(bound, name).support_native_out == says, name
            marked += [name] * says
    assert (len(marked) >= 20) == (backend in NATIVELY), len(marked)
    assert bool(marked) == (backend in NATIVELY)


# arguments that functions of one or two arrays take
FLOATS, INTS, FLAGS = np.array([0.25, 0.5]), np.array([2, 1]), np.array([True, False])
SQUARE = np.array([[2.0, 0.5], [0.5, 1.0]])


@pytest.mark.checklist("I14")
@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::UserWarning")
@pytest.mark.parametrize("backend", sorted(NATIVELY))
def test_what_says_so_fills_out_itself(backend):
    """Each marked function is called with a native ``out``, which then holds its result."""
    package, filled = load_backend(backend), []
    for name in package.implementations:
        native, spec = implementation(backend, name), FUNCTIONS[name]
        if not getattr(native, "support_native_out", False) or not spec.has_out:
            continue
        count = sum(p.carries == "array" and p.name != "out" for p in spec.parameters)
        for value in (FLOATS, INTS, FLAGS, SQUARE):
            args = [package.from_host(value.copy()) for _ in range(count)]
            try:
                expected = native(*args)
            except Exception:  # not for this dtype or rank, or it needs more than arrays
                continue
            if isinstance(expected, (tuple, list)):
                continue
            host = np.array(package.to_host(expected))
            out = package.from_host(np.full(host.shape, 7).astype(host.dtype))
            native(*args, out=out)
            np.testing.assert_array_equal(package.to_host(out), host, err_msg=name)
            filled.append(name)
            break
    assert len(filled) >= 20


@pytest.mark.checklist("I14")
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_ignores_out_does_not_say_so(backend):
    for name, native in load_backend(backend).implementations.items():
        written = implementation(backend, name)
        if inspect.isfunction(native) and native.__module__.startswith("ivy_core."):
            takes = "out" in inspect.signature(native).parameters
            assert takes or not getattr(written, "support_native_out", False), name


@pytest.mark.checklist("F06", "I14")
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_bound_is_the_frameworks_own_function(backend):
    """The mark costs a call nothing: the binding holds what the file's alias names."""
    for name, native in load_backend(backend).implementations.items():
        assert not isinstance(native, functools.partial), name
        written = implementation(backend, name)
        alias = written.func if isinstance(written, functools.partial) else written
        # `Backend.compose` may have put the host's share in front of it
        assert alias in (native, getattr(native, "__wrapped__", None)), name
        assert getattr(written, "__doc__", None) == native.__doc__
