"""Whole programs give the same output before and after, run or written, on every backend.

The programs are in ``programs/``: a package of eleven modules with relative imports, a data file
and tests of its own, and a script that works in processes.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import BACKENDS

REPOSITORY = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
METHODS = ("fork", "spawn", "forkserver")
USUAL = {
    ("numpy", "package"),
    ("numpy", "tests"),
    ("numpy", "spawn"),
    ("jax", "fork"),
    ("numpy", "written"),
    ("torch", "fork"),
    ("tensorflow", "package"),
}

pytestmark = pytest.mark.parametrize("backend", BACKENDS)


def only_with_full(params):
    """Return whether a case is for ``--full`` alone: a process with its backend takes seconds."""
    return (params["backend"], params["case"]) not in USUAL


def for_case(*cases):
    return pytest.mark.parametrize("case", cases)


def run(*arguments, cwd):
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    environment |= {"PYTHONPATH": str(REPOSITORY), "TF_CPP_MIN_LOG_LEVEL": "3"}
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def copy_programs(folder):
    for name in ("heatlab", "tests"):
        shutil.copytree(
            PROGRAMS / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ("pool.py", "pytest.ini"):
        shutil.copy(PROGRAMS / name, folder)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "programs"
    folder.mkdir()
    copy_programs(folder)
    return folder


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """Return what a program prints on real NumPy, run once per module."""
    folder = tmp_path_factory.mktemp("before")
    copy_programs(folder)

    @functools.cache
    def before(*arguments):
        environment = os.environ | {"PYTHONPATH": str(folder)}
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        assert len(done.stdout) > 100
        return done.stdout

    return before


@for_case("package")
def test_package_run_as_a_module(folder, before, backend, case):
    texts = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = run(
        "-m", "transpile", "--to", backend, "-m", "heatlab", "--", "--size", "30", cwd=folder
    )
    assert (done.returncode, done.stdout) == (0, before("-m", "heatlab", "--size", "30")), (
        done.stderr
    )
    assert {path: path.read_bytes() for path in texts} == texts
    assert len(list(folder.rglob("*.transpile-*.pyc"))) == 11


@for_case("written")
def test_package_written_out(folder, before, backend, case):
    out = folder.parent / "written"
    done = run("-m", "transpile", str(folder), "--to", backend, "-o", str(out), cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    assert (out / "heatlab/data/materials.csv").read_bytes() == (
        folder / "heatlab/data/materials.csv"
    ).read_bytes()
    done = run(
        "-c",
        "import sys; sys.path.insert(0, ''); from heatlab.__main__ import main; main([])",
        cwd=out,
    )
    assert (done.returncode, done.stdout) == (0, before("-m", "heatlab")), done.stderr
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", cwd=out)
    assert "2 failed, 9 passed" in done.stdout


@for_case("tests")
def test_own_test_suite_on_another_backend(folder, backend, case):
    plugin = ["-p", "transpile.pytest_plugin", "--transpile-to", backend]
    done = run("-m", "pytest", *plugin, "-p", "no:cacheprovider", "tests", cwd=folder)
    assert f"transpile: numpy and torch on {backend}" in done.stdout
    assert re.search(r"\b2 failed, 9 passed\b", done.stdout), done.stdout + done.stderr
    assert "AssertionError: asked for\nE       assert np.float64(" in done.stdout
    assert '>       assert np.sum(rod.inner[:2]) == 0, "asked for"' in done.stdout
    kind, _ = json.loads((folder / "kind.json").read_text())
    assert kind == "frontends.numpy"


@for_case(*METHODS)
def test_script_that_works_in_processes(folder, before, backend, case):
    done = run("-m", "transpile", "pool.py", "--to", backend, "--run", "--", case, cwd=folder)
    assert (done.returncode, done.stdout) == (0, before("pool.py", case)), done.stderr
    changed = backend in ("jax", "tensorflow") and case == "fork"
    assert ("forked processes compute with NumPy" in done.stderr) == changed
