"""The examples of PyTorch: in PyTorch, and under ``transpile`` on each backend.

An ordinary run trains fewer steps of a smaller model; ``--full`` runs the scripts as they stand.
"""

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
SHORTER = {
    "char_transformer": {
        "STEPS = 20": "STEPS = 4",
        "layers=2": "layers=1",
        # one length, as each is compiled anew
        "write_on(model, text[:8], 8)": "write_on(model, text[:LENGTH], 2)",
    },
    "perceptron": {"STEPS = 20": "STEPS = 4"},
}


def only_with_full(params) -> bool:
    """A transformer takes seconds of CPU: on JAX alone, else the other."""
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


def source(name: str, full: bool) -> str:
    """Return the text of a script: as it stands, or with less to compute."""
    text = (FOLDER / f"{name}.py").read_text()
    for old, new in () if full else SHORTER[name].items():
        assert old in text
        text = text.replace(old, new)
    return text


@functools.cache
def original(name: str, full: bool):
    return run(name, source(name, full))


@pytest.fixture
def backend_again():
    """Take back the backend that a transpiled script sets."""
    yield
    ivy.unset_backend()


@pytest.mark.parametrize("name", SHORTER)
def test_losses_are_pytorchs(backend, backend_again, name, full):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    text = source(name, full)
    results, printed = run(name, transpile_source(text, to=backend, filename=f"{name}.py"))
    expected, expected_text = original(name, full)
    assert len(results["losses"]) == (20 if full else 4)
    assert results["losses"] == pytest.approx(expected["losses"], rel=1e-4)
    assert printed.splitlines()[-1] == expected_text.splitlines()[-1]
    assert results.get("loaded") == results.get("accuracy")


def test_a_line_is_fitted(backend, backend_again):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    text = (FOLDER / "line.py").read_text()
    assert_same_line(_printed(transpile_source(text, to=backend, filename="line.py")))


def assert_same_line(found: str) -> None:
    """Assert that a program has printed what ``line.py`` prints in PyTorch."""
    wanted = _printed((FOLDER / "line.py").read_text())
    assert found.splitlines()[:2] == wanted.splitlines()[:2]  # the weight, as PyTorch prints it
    assert float(found.splitlines()[2]) == pytest.approx(float(wanted.splitlines()[2]), rel=1e-6)


@functools.cache
def _printed(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "line", "exec"), {"__name__": "__main__"})
    return printed.getvalue()


def test_the_command_runs_a_script_as_it_stands(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    arguments = ["-m", "transpile", str(FOLDER / "line.py"), "--to", backend, "--run"]
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert_same_line(done.stdout)
