"""The examples of PyTorch: in PyTorch, and unmodified under ``transpile`` on each backend."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import ivy_core as ivy
from transpile import transpile_source

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "torch"
SCRIPTS = ("char_transformer", "perceptron")


def only_with_full(params) -> bool:
    """Twenty steps of a transformer take half a minute of CPU: on JAX alone, else the other."""
    return params.get("name") == "char_transformer" and params["backend"] != "jax"


def run(name: str, code: str) -> tuple[dict, str]:
    """Execute a script, and return what ``main`` returns and prints."""
    scope = {"__name__": f"example_{name}"}
    exec(compile(code, name, "exec"), scope)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = scope["main"]()
    return results, printed.getvalue()


@functools.cache
def original(name: str):
    return run(name, (FOLDER / f"{name}.py").read_text())


@pytest.fixture
def backend_again():
    """Take back the backend that a transpiled script sets."""
    yield
    ivy.unset_backend()


@pytest.mark.parametrize("name", SCRIPTS)
def test_losses_are_pytorchs(backend, backend_again, name):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    text = (FOLDER / f"{name}.py").read_text()
    results, printed = run(name, transpile_source(text, to=backend, filename=f"{name}.py"))
    expected, expected_text = original(name)
    assert len(results["losses"]) == 20
    assert results["losses"] == pytest.approx(expected["losses"], rel=1e-4)
    assert printed.splitlines()[-1] == expected_text.splitlines()[-1]
    assert results.get("loaded") == results.get("accuracy")


def test_a_line_is_fitted(backend, backend_again):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    text = (FOLDER / "line.py").read_text()
    found, wanted = [
        _printed(code) for code in (transpile_source(text, to=backend, filename="line.py"), text)
    ]
    assert found.splitlines()[:2] == wanted.splitlines()[:2]  # the weight, as PyTorch prints it
    assert float(found.splitlines()[2]) == pytest.approx(float(wanted.splitlines()[2]), rel=1e-6)


def _printed(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "line", "exec"), {"__name__": "__main__"})
    return printed.getvalue()


def test_the_command_runs_a_script_as_it_stands(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    arguments = ["-m", "transpile", str(FOLDER / "perceptron.py"), "--to", backend, "--run"]
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == original("perceptron")[1].splitlines()[-1]
