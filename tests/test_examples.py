"""Whole programs: each example on real NumPy and, transpiled, on every backend, results equal."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as real
import pytest

import frontends.numpy
import ivy_core as ivy
from transpile import transpile_source

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples" / "numpy"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py"))
BY_COMMAND = ("floyd_warshall", "random_walks")
NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?", re.IGNORECASE)
RTOL = 1e-9


def run(name: str, code: str, filename: str):
    """Execute a script as a module of another name, and return what ``main`` returns and prints."""
    scope = {"__name__": f"example_{name}", "__file__": filename}
    exec(compile(code, filename, "exec"), scope)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        results = scope["main"]()
    return results, printed.getvalue()


@functools.cache
def original(name: str):
    path = FOLDER / f"{name}.py"
    return run(name, path.read_text(), str(path))


@functools.cache
def printed_by_script(name: str) -> str:
    return command(str(FOLDER / f"{name}.py"))


def command(*arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def assert_same_results(actual: dict, expected: dict) -> None:
    assert actual.keys() == expected.keys()
    for key, value in expected.items():
        wanted, found = real.asarray(value), real.asarray(actual[key])
        assert found.shape == wanted.shape, key
        assert found.dtype == wanted.dtype, key
        if wanted.dtype.kind in "fc":
            finite = real.abs(wanted[real.isfinite(wanted)])
            # a sum that cancels to zero has no relative precision of its own
            scale = float(finite.max(initial=0.0))
            real.testing.assert_allclose(found, wanted, rtol=RTOL, atol=RTOL * scale, err_msg=key)
        else:
            real.testing.assert_array_equal(found, wanted, err_msg=key)


def assert_same_text(actual: str, expected: str) -> None:
    """Compare printed text: numbers up to the last digit that is shown, the rest exactly."""
    assert NUMBER.sub("#", actual) == NUMBER.sub("#", expected)
    for found, wanted in zip(NUMBER.findall(actual), NUMBER.findall(expected), strict=True):
        if found != wanted:
            digits = wanted.lower().partition("e")[0].partition(".")[2]
            assert digits, (found, wanted)  # whole numbers are exact
            exponent = int(wanted.lower().partition("e")[2] or 0)
            unit = 10.0 ** (exponent - len(digits))
            difference = abs(float(found) - float(wanted))
            assert difference <= max(1.01 * unit, RTOL * abs(float(wanted))), (found, wanted)


def only_with_full(params) -> bool:
    """Return whether a script is written and run on JAX: NumPy does, and JAX runs the others."""
    return "script" in params and params["backend"] == "jax"


@pytest.fixture
def all_native():
    """Take back the backend that a transpiled script sets; nothing in it may run on the host."""
    before = frontends.numpy.set_fallback("error")
    yield
    frontends.numpy.set_fallback(before)
    ivy.unset_backend()


@pytest.mark.checklist("T01")
@pytest.mark.parametrize("name", SCRIPTS)
def test_transpiled_gives_the_same(backend, all_native, name):
    path = FOLDER / f"{name}.py"
    code = transpile_source(path.read_text(), to=backend, filename=str(path))
    results, printed = run(name, code, str(path))
    expected, expected_text = original(name)
    assert_same_results(results, expected)
    assert_same_text(printed, expected_text)


@pytest.mark.parametrize("name", BY_COMMAND)
def test_command_line_runs(backend, name):
    script = str(FOLDER / f"{name}.py")
    printed = command("-m", "transpile", script, "--to", backend, "--run")
    assert_same_text(printed, printed_by_script(name))


@pytest.mark.parametrize("script", BY_COMMAND)
def test_written_file_runs(backend, script, tmp_path):
    written = str(tmp_path / f"{script}_{backend}.py")
    command("-m", "transpile", str(FOLDER / f"{script}.py"), "--to", backend, "-o", written)
    assert_same_text(command(written), printed_by_script(script))
