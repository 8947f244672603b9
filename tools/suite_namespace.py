"""A plugin for pytest: put the core's namespace where a suite runs array-api-strict.

SciPy and scikit-learn test what they offer for any namespace of the array API with several of
them. ``-p tools.suite_namespace --namespace jax`` gives ours, on that backend, to the tests that
ask for array-api-strict; it stands under that one's name, so that the names of tests are alike.
Without ``--namespace`` nothing changes.
"""

from __future__ import annotations

import functools
import importlib

import pytest

STRICT = "array_api_strict"
OURS = "ivy_core"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--namespace", help="the backend of the namespace that the tests are given")


def pytest_configure(config: pytest.Config) -> None:
    """Set the backend, and have both suites know ours."""
    if (backend := config.getoption("namespace")) is None:
        return
    importlib.import_module(OURS).set_backend(backend)
    suite = importlib.import_module("scipy._lib._array_api")
    suite.xp_capabilities_table = _Capabilities(suite.xp_capabilities_table)
    helpers = importlib.import_module("sklearn.utils._testing")
    helpers._array_api_for_tests = _with_ours(helpers._array_api_for_tests)


class _Capabilities(dict):
    """What SciPy's functions can do, by function: a wrapper of ours has what its function has."""

    def __missing__(self, function):
        if not hasattr(function, "__wrapped__"):
            raise KeyError(function)
        return self[function.__wrapped__]


def _with_ours(choose):
    """Return scikit-learn's function that gives a test the module of a name, and a device."""

    @functools.wraps(choose)
    def call(array_namespace, device_name=None, dtype_name=None):
        if array_namespace == STRICT:
            array_namespace, device_name = OURS, None  # its devices are pretended ones
        return choose(array_namespace, device_name, dtype_name)

    return call


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Replace the namespaces that SciPy's fixture ``xp`` has as its parameters."""
    fixtures = metafunc._arg2fixturedefs.get("xp", ())
    if not fixtures or metafunc.config.getoption("namespace") is None:
        return
    conftest = importlib.import_module("scipy.conftest")
    conftest.xp_known_backends.add(OURS)  # marks that leave out all but NumPy mean ours, too
    namespace = importlib.import_module(OURS)
    param = pytest.param(namespace, id=STRICT, marks=pytest.mark.array_api_backends)
    for fixture in fixtures:
        if fixture.params:
            fixture.params = (param,)
