"""What the tests share: a command line to call, and stand-ins for the other packages."""

import os
import subprocess
import sys

import pytest

from tests.transpile.forks import LONGEST_CALL_SECONDS, REPOSITORY, Source

FAKE_CORE = """
stack = []

def set_backend(name):
    stack.append(name)

def previous_backend():
    return stack.pop()
"""

FAKE_NUMPY = """
import ivy_core
name = "fake numpy"
pi = 3

def backend():
    return ivy_core.stack[-1]

def fail():
    raise ValueError("no such axis")
"""


@pytest.fixture
def fakes(tmp_path_factory):
    """Return a folder with tiny packages `ivy_core` and `frontends`, to put first on the path."""
    folder = tmp_path_factory.mktemp("fakes")
    files = {
        "ivy_core/__init__.py": FAKE_CORE,
        "frontends/__init__.py": "",
        "frontends/numpy/__init__.py": FAKE_NUMPY,
        "frontends/numpy/linalg.py": "norm = 'fake norm'\n",
        "frontends/numpy/introspection.py": (
            "class_of = type\n\ndef original_of(x): return x\n\ndef module_key(name): return name\n"
            "import_by_name = __import__\n\ndef generated_source(source): return source\n"
        ),
        "frontends/numpy/lib/__init__.py": "",
        "frontends/numpy/lib/deep.py": "here = True\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def environment(fakes):
    """Return environment variables under which Python finds the stand-ins first."""
    path = os.pathsep.join([str(fakes), str(REPOSITORY)])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # pytest by itself: hypothesis, which each would load, takes as long as all else
    return kept | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


@pytest.fixture(scope="session")
def forked():
    """Return a source of processes."""
    source = Source()
    yield source
    source.close()


@pytest.fixture(scope="session")
def reporting():
    """Return a source of processes for reports, which ask the real frontends."""
    source = Source("frontends.numpy", "numpy", "rich.console", "transpile.reports.terminal")
    yield source
    source.close()


@pytest.fixture
def transpile(tmp_path, environment, forked):
    """Return a function that runs the command line in `tmp_path`; output comes as bytes.

    In a process that is `started` for it a program begins and ends as it does at a user's.
    """

    def run(*arguments, stdin=None, started=False):
        if not started:
            return forked.call(arguments, tmp_path, environment, stdin)
        return subprocess.run(
            [sys.executable, "-P", "-m", "transpile", *map(str, arguments)],
            cwd=tmp_path,
            env=environment,
            input=stdin,
            capture_output=True,
            timeout=LONGEST_CALL_SECONDS,
        )

    return run
