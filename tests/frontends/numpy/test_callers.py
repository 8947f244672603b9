"""A protocol's result follows the code that called NumPy: by what its module holds."""

from __future__ import annotations

import io
import sys
import types
import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from frontends.common.host import FallbackError, FallbackWarning
from frontends.numpy.fallback import host_call

CALL = "def called(x, two, join, outer): return [two * x, join([x, x]), outer(x, x)]"
NUMPYS = (real.float64(2), real.concatenate, real.multiply.outer)

MODULES = {  # the text of a module -> whether its calls of NumPy's give our arrays
    "import numpy as np": False,
    "import numpy.linalg": False,
    "from numpy import sin": False,
    "import frontends.numpy as np": True,
    "from frontends.numpy import sin": True,
    "from frontends.numpy import add": True,
    "from frontends.numpy import ndarray": True,
    "from frontends import numpy": True,
    "import numpy as real, frontends.numpy as np": True,
    "pass": True,
    "import math": True,
}


def module(text: str) -> types.ModuleType:
    """Return a module made of a text and the call."""
    made = types.ModuleType("program")
    exec(compile(f"{text}\n{CALL}", "program.py", "exec"), vars(made))
    return made


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
@pytest.mark.parametrize("text", MODULES)
def test_a_result_is_of_the_class_that_the_caller_knows(backend, text):
    x = ours.arange(3.0)
    found = module(text).called(x, *NUMPYS)
    assert [type(each) for each in found] == [ours.ndarray if MODULES[text] else real.ndarray] * 3
    real.testing.assert_array_equal(found[0], [0.0, 2.0, 4.0])
    real.testing.assert_array_equal(found[1], [0.0, 1.0, 2.0, 0.0, 1.0, 2.0])


def test_functions_that_import_this_frontend_themselves_get_our_arrays():
    text = """
import numpy

def local(x, two):
    import frontends.numpy as np
    return two * x

def enclosing():
    import frontends.numpy as np
    return lambda x, two: two * x + 0 * np.ones(3)
"""
    names: dict = {}
    exec(text, names)
    x = ours.arange(3.0)
    assert type(names["local"](x, real.float64(2))) is ours.ndarray
    assert type(names["enclosing"]()(x, real.float64(2))) is ours.ndarray


def test_what_a_module_imports_later_counts_from_then_on():
    made = module("import numpy as np")
    sys.modules["program"] = made
    try:
        x = ours.arange(3.0)
        assert type(made.called(x, *NUMPYS)[0]) is real.ndarray
        made.xp = ours
        assert type(made.called(x, *NUMPYS)[0]) is ours.ndarray
    finally:
        del sys.modules["program"]


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
def test_what_a_library_writes_to_an_array_reaches_it(backend):
    names: dict = {}
    exec(
        """
import numpy as np

def write(x, y):
    assert np.add(x, 1.0, out=x) is x
    np.multiply.at(x, [0], 5.0)
    np.copyto(y, 7.0)
    np.put(y, [1], -1.0)
    np.fill_diagonal(y.reshape(1, 3), 2.0)
    return np.cumsum(x, out=y) is y
""",
        names,
    )
    x, y = ours.arange(3.0), ours.zeros(3)
    assert names["write"](x, y)
    assert (x.tolist(), y.tolist()) == ([5.0, 2.0, 3.0], [5.0, 7.0, 10.0])


def test_traced_arrays_stay_ours():
    jax = pytest.importorskip("jax")
    names: dict = {}
    exec("import numpy as np\ndef f(x): return np.add(x, x) + np.concatenate([x, x])[:3]", names)
    ivy.set_backend("jax")
    try:
        assert jax.jit(names["f"])(ours.arange(3.0)).tolist() == [0.0, 3.0, 6.0]
    finally:
        ivy.unset_backend()


class Mine:
    """A program's class, whose array is made by the frontend."""

    def __init__(self, values):
        self.values = ours.asarray(values)

    @ivy.array_protocol
    def __array__(self, dtype=None, copy=None):
        return self.values


TAKEN = {
    "scalar on the left": lambda np, p: np.float64(1) + p,
    "shape": lambda np, p: np.shape(p),
    "ufunc": lambda np, p: np.sin(p),
    "list": lambda np, p: np.array([p, p]),
    "dtype": lambda np, p: np.asarray(p, dtype=int),
    "function": lambda np, p: np.concatenate([p, p]),
    "product": lambda np, p: np.ones(2) * p,
    "compared": lambda np, p: np.testing.assert_allclose(p, [1.0, 2.0]),
    "called": lambda np, p: p.__array__() * 2,
    "scipy": lambda np, p: pytest.importorskip("scipy.linalg").norm(p),
}


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
@pytest.mark.parametrize("name", TAKEN)
def test_numpy_takes_objects_whose_array_is_ours(backend, name):
    class Real:
        def __array__(self, dtype=None, copy=None):
            return real.asarray([1.0, 2.0])

    expected = TAKEN[name](real, Real())
    found = TAKEN[name](ours, Mine([1.0, 2.0]))
    assert str(found) == str(expected)


def script(text: str) -> list:
    """Run a text as a file of the user's; return its warnings of functions on the host."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(compile(text, "user.py", "exec"), {"np": ours, "io": io})
    return [each for each in caught if issubclass(each.category, FallbackWarning)]


@pytest.mark.parametrize(
    "call", ["np.unpackbits(x)", "np.histogram2d(x, x)", "np.add(np.unpackbits(x), 1)"]
)
def test_a_warning_names_the_users_line(monkeypatch, call):
    monkeypatch.setattr(host_call.__self__, "_announced", set())
    found = script(f"x = np.arange(3, dtype=np.uint8)\n\ny = {call}\n")
    assert [(each.filename, each.lineno) for each in found] == [("user.py", 3)]


def test_an_error_names_the_users_line():
    before = ours.set_fallback("error")
    try:
        with pytest.raises(FallbackError, match=r"numpy\.unpackbits .* for user\.py:2; allow"):
            script("x = np.arange(3, dtype=np.uint8)\nnp.unpackbits(x)\n")
    finally:
        ours.set_fallback(before)


def test_functions_of_files_and_dates_say_nothing(monkeypatch):
    monkeypatch.setattr(host_call.__self__, "_announced", set())
    text = """
assert np.loadtxt(io.StringIO("1 2")).tolist() == [1.0, 2.0]
assert np.genfromtxt(io.StringIO("1 2")).sum() == 3.0
assert type(np.loadtxt(io.StringIO("1 2"))) is np.ndarray
kept = io.BytesIO()
np.save(kept, np.ones(2))
kept.seek(0)
assert type(np.load(kept)) is np.ndarray
assert np.busday_count("2024-01-01", "2024-01-08") == 5
"""
    assert script(text) == []
