"""Mixed functions: the native implementation runs with its backend set, the body without one.

Looked at as it happens: which functions are entered while the call runs.
"""

from __future__ import annotations

import inspect
import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import load_backend
from ivy_core.modes import current as modes
from ivy_core.registry import FUNCTIONS
from tests.core.recording import recorded
from tools.operators.nests import map_arrays
from tools.operators.samples import BEYOND, COVERED

MIXED = sorted(name for name, spec in FUNCTIONS.items() if spec.kind == "mixed")


def call_mixed(xp, sample, name, make=None):
    """Call a function of a namespace with the arguments of a row, as arrays of the namespace."""
    args, kwargs = (map_arrays(part, make or xp.asarray) for part in sample)
    return getattr(xp, name)(*args, **kwargs)


class Entered:
    """Records which Python functions are entered while it is open."""

    def __enter__(self):
        self.codes = set()
        sys.setprofile(lambda frame, event, _: self.codes.add(frame.f_code))
        return self

    def __exit__(self, *exc):
        sys.setprofile(None)

    def __contains__(self, function):
        return inspect.unwrap(function).__code__ in self.codes


@pytest.fixture(scope="module")
def spied(backend):
    """Return the namespace of the backend that notes which of its implementations are called."""
    return recorded(backend)


def test_there_is_a_call_of_each_mixed_function():
    assert sorted(COVERED) == MIXED


@pytest.mark.checklist("F10", "F11", "F12", "F14", "F15", "F19")
@pytest.mark.parametrize("name", MIXED)
def test_the_native_implementation_runs_where_its_backend_is_set(backend, name, monkeypatch):
    monkeypatch.setattr(modes, "host_execution", False)  # not NumPy's in its place
    native = load_backend(backend).implementations.get(name)
    body = FUNCTIONS[name].body
    if native is not None and not inspect.isfunction(inspect.unwrap(native)):
        native = None
    with Entered() as entered:
        call_mixed(ivy, COVERED[name], name)
    if native is not None:
        assert native in entered
    assert (body in entered) == (native is None)


@pytest.mark.checklist("F11")
@pytest.mark.parametrize("library", BACKENDS)
@pytest.mark.parametrize("name", MIXED)
def test_the_body_runs_where_no_backend_is_set(no_backend, library, name):
    natives = [load_backend(b).implementations.get(name) for b in BACKENDS]
    with Entered() as entered:
        call_mixed(ivy, COVERED[name], name, ivy.get_backend(library).asarray)
    assert FUNCTIONS[name].body in entered
    assert not [n for n in natives if inspect.isfunction(n) and n in entered]


PARTIAL = sorted(
    name for name in MIXED if getattr(FUNCTIONS[name].body, "handle_partial_mixed_function", False)
)
BODIES = {}  # the namespace in which every mixed function is its body, on NumPy


def expected_of(sample, name):
    if not BODIES:
        BODIES["numpy"], _ = recorded("numpy", without=MIXED)
    return call_mixed(BODIES["numpy"], sample, name)


def test_there_is_a_call_beyond_each_partial_function():
    assert sorted(BEYOND) == PARTIAL


@pytest.mark.checklist("W10", "F10", "F12", "F14", "F15", "F19")
@pytest.mark.parametrize("name", PARTIAL)
@pytest.mark.parametrize("table", [COVERED, BEYOND], ids=["covered", "beyond"])
def test_native_as_far_as_it_reaches_and_composed_beyond(backend, spied, table, name):
    """What ran is noted, and gives on each backend what the body gives on NumPy."""
    xp, calls = spied
    native = load_backend(backend).implementations.get(name)
    partial = hasattr(native, "partial_mixed_handler")
    calls.clear()
    with Entered() as entered:
        result = call_mixed(xp, table[name], name)
    runs = native is not None and (table is COVERED or not partial)
    assert len(calls.of(name)) == runs
    assert (FUNCTIONS[name].body in entered) != runs
    expected = expected_of(table[name], name)
    results = [result] if isinstance(result, ivy.Array) else result
    expected = [expected] if isinstance(expected, ivy.Array) else expected
    for one, other in zip(results, expected, strict=True):
        assert one.dtype == other.dtype
        if name == "dropout":  # draws differ
            kept = np.asarray(one) != 0
            np.testing.assert_allclose(np.asarray(one)[kept], (table[name][0][0] * 2)[kept])
        else:
            np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=2e-5, atol=2e-6)


@pytest.mark.checklist("F14")
@pytest.mark.parametrize("name", PARTIAL)
@pytest.mark.parametrize("holds", [True, False])
def test_the_predicate_alone_decides(backend, monkeypatch, name, holds):
    native = load_backend(backend).implementations.get(name)
    if not hasattr(native, "partial_mixed_handler"):
        return  # its body or its implementation serves all inputs
    asked = []

    def handler(*args, **kwargs):
        asked.append((args, kwargs))
        return holds

    monkeypatch.setattr(native, "partial_mixed_handler", handler)
    xp, calls = recorded(backend)
    with Entered() as entered:
        call_mixed(xp, COVERED[name], name)
    assert len(asked) == 1 and "out" not in asked[0][1]
    assert len(calls.of(name)) == holds
    assert (FUNCTIONS[name].body in entered) != holds


LINEAR = {
    "matrix": ((2, 3), (4, 3), (4,)),
    "batch of inputs": ((5, 2, 3), (4, 3), (4,)),
    "batched weight": ((5, 2, 3), (5, 4, 3), (5, 4)),
    "vector": ((3,), (4, 3), (4,)),
}


@pytest.mark.checklist("F18")
@pytest.mark.parametrize("case", LINEAR)
@pytest.mark.parametrize("with_bias", [True, False])
def test_linear_takes_matrices_and_batches_of_them(backend, spied, case, with_bias):
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(0)
    x, weight, bias = (rng.standard_normal(shape) for shape in LINEAR[case])
    expected = torch.from_numpy(x) @ torch.from_numpy(weight).mT
    if with_bias:
        shift = torch.from_numpy(bias)
        expected = expected + (shift[:, None] if shift.ndim == 2 else shift)
    xp, calls = spied
    calls.clear()
    given = {"bias": xp.asarray(bias)} if with_bias else {}
    result = xp.linear(xp.asarray(x), xp.asarray(weight), **given)
    np.testing.assert_allclose(np.asarray(result), expected.numpy(), rtol=1e-12)
    if backend == "torch":  # its implementation serves matrices
        assert len(calls.of("linear")) == (weight.ndim == 2)
