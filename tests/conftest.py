"""Fixtures: the backend under test, comparison with the reference; and what a run costs."""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import os
import sys

import numpy as np
import psutil
import pytest
from hypothesis import HealthCheck, settings

import ivy_core as ivy
from tests.costs import Recorder
from tests.sampling import BACKENDS, Case, Sampling
from tests.surroundings import surround


def pytest_addoption(parser):
    parser.addoption(
        "--backend",
        action="append",
        choices=(*BACKENDS, "none"),
        help="run the tests of this backend only (may be repeated); 'none': those of no backend",
    )
    parser.addoption("--full", action="store_true", help="the full matrix of dtypes and shapes")
    parser.addoption("--record-costs", action="store_true", help="for costs.py: without a budget")


# how long an example takes is the machine's load, not a fault
settings.register_profile(
    "at any load", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("at any load")


def pytest_configure(config):
    surround(os.environ, full=config.getoption("--full"))
    if config.getoption("--record-costs"):
        config.pluginmanager.register(Recorder())


LEFT_OUT = pytest.StashKey[list]()  # the cases that stand for tests of which none is drawn


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc):
    """Give the fixture ``backend`` its parameters, and keep the cases that an ordinary run makes.

    The backends are those of the command line, or all. Cases are drawn before pytest makes a test
    of each: it would make 40,000 in each process, of which three quarters are dropped.
    """
    if "backend" in metafunc.fixturenames and not _gives_backends(metafunc.definition):
        chosen = metafunc.config.getoption("--backend") or BACKENDS
        # for "none" one is made, because pytest reports a test without parameters as skipped
        names = [name for name in BACKENDS if name in chosen] or BACKENDS[:1]
        metafunc.parametrize("backend", names, indirect=True)
    yield
    callspecs = metafunc._calls  # pytest has no public name for what has been parametrized
    if callspecs:
        kept = _drawn(metafunc, callspecs)
        if not kept:
            kept = callspecs[:1]
            metafunc.config.stash.setdefault(LEFT_OUT, []).extend(kept)
        metafunc._calls = kept


def _drawn(metafunc, callspecs) -> list:
    """Return the cases of a test that are of the chosen backends, and that this run makes.

    Of a test that is named on the command line (``file::test``) all cases are made.
    """
    config, test = metafunc.config, metafunc.definition
    chosen = config.getoption("--backend")
    kept = [each for each in callspecs if _backend_of(each) in (chosen or [_backend_of(each)])]
    if config.getoption("--full") or any("::" in argument for argument in config.args):
        return kept
    is_left_to_full = getattr(metafunc.module, "only_with_full", lambda params: False)
    kept = [each for each in kept if not is_left_to_full(each.params)]
    if "light" in metafunc.fixturenames:
        kept = [each for each in kept if not _is_heavy(each.params)]

    def cases(specs):
        return [Case(each, test.function, test.path, test.originalname) for each in specs]

    with_budget = not config.getoption("--record-costs")
    drawn = Sampling(cases(callspecs)).chosen(cases(kept), with_budget=with_budget)
    return [case.callspec for case in drawn]


def _backend_of(callspec) -> str:
    return callspec.params.get("backend", "none")


def _gives_backends(definition) -> bool:
    """Return whether a test names its backends itself, in a mark."""
    marks = definition.iter_markers("parametrize")
    return any("backend" in _names(*mark.args, **mark.kwargs) for mark in marks)


def _names(argnames, *_, **__):
    return [n.strip() for n in argnames.split(",")] if isinstance(argnames, str) else argnames


def pytest_collection_modifyitems(config, items):
    """Drop tests without cases, and those without parameters where a backend is chosen."""
    chosen = config.getoption("--backend")
    left_out = {id(each) for each in config.stash.get(LEFT_OUT, [])}
    kept, dropped = [], []
    for item in items:
        if hasattr(item, "callspec"):
            wanted = id(item.callspec) not in left_out
        else:
            wanted = not chosen or "none" in chosen
        (kept if wanted else dropped).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect tests without the garbage collector: of what is imported and made, all stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish():
    """Take what collection made out of each later run of the garbage collector."""
    gc.collect()
    gc.freeze()


# Bytes of memory from which on compiled programs are thrown away. One takes up to 2 MB; the test
# that compiles most, 500; what is needed again is found on disk, for half of the CPU time.
MANY_BYTES = 1_900_000_000
MORE_BYTES = 200_000_000  # than what a collection has left: another would free no more
_PROCESS = psutil.Process()


class _Bound:
    bytes = MANY_BYTES


@pytest.fixture(scope="module", autouse=True)
def few_survive():
    """Take what a module of tests leaves out of each later run of the garbage collector.

    Modules, functions, caches: millions of objects, through which it went again and again.
    """
    yield
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish():
    """Keep a process below 3 GB: forget what JAX has compiled, and return what is free."""
    if _PROCESS.memory_info().rss < _Bound.bytes:
        return
    if "jax" in sys.modules:
        sys.modules["jax"].clear_caches()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)  # glibc keeps what is freed for the process
    _Bound.bytes = max(MANY_BYTES, _PROCESS.memory_info().rss + MORE_BYTES)


FEW_DTYPES = ("bool", "int32", "uint64", "float16", "float64", "complex64")


def _is_heavy(params) -> bool:
    """Return whether a case of a test that asks for ``light`` costs JAX one more compilation."""
    return params.get("backend") == "jax" and params.get("dtype", "bool") not in FEW_DTYPES


@pytest.fixture(scope="module")
def backend(request):
    """Set each backend in turn, for all tests of a module: see pytest_generate_tests."""
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    ivy.set_backend(request.param)
    yield request.param
    ivy.unset_backend()


@pytest.fixture
def no_backend():
    """Have no backend set, whatever a fixture of the module has set, for one test."""
    names = []
    while ivy.current_backend_str():
        names.append(ivy.previous_backend().backend)
    yield
    for name in reversed(names):
        ivy.set_backend(name)


@pytest.fixture
def few_objects():
    """Have Python's garbage collector know only what a test makes, of millions of objects.

    So a test that looks through all of them takes milliseconds, in place of seconds.
    """
    gc.freeze()


@pytest.fixture
def full(request) -> bool:
    return request.config.getoption("--full")


_RTOL = {"f2": 1e-2, "f4": 2e-5, "f8": 1e-11, "c8": 2e-5, "c16": 1e-11}


def assert_matches(actual, expected, *, rtol=None, atol=None):
    """Assert that a result has the value, the dtype and the shape of NumPy's."""
    if isinstance(expected, (tuple, list)):
        assert len(actual) == len(expected)
        for a, b in zip(actual, expected, strict=True):
            assert_matches(a, b, rtol=rtol, atol=atol)
        return
    expected = np.asarray(expected)
    assert tuple(actual.shape) == expected.shape
    assert str(np.dtype(str(actual.dtype))) == str(expected.dtype)
    values = np.asarray(actual)
    if expected.dtype.kind in "fc":
        code = expected.dtype.kind + str(expected.dtype.itemsize)
        rtol = _RTOL[code] if rtol is None else rtol
        atol = rtol if atol is None else atol
        np.testing.assert_allclose(values, expected, rtol=rtol, atol=atol)
    else:
        np.testing.assert_array_equal(values, expected)


@pytest.fixture(name="assert_matches", scope="session")
def assert_matches_fixture():
    return assert_matches
