"""The other CPythons of this machine, on which ``make test`` runs a part of the tests.

Reference counts, opcodes and private slots differ between versions: these tests are the ones that
ask for them. Each version has an environment of its own, ``.venv-3.12`` for example, with NumPy and
JAX alone. Called as a program this file sets them up, and says which it found; a version that is
not installed, or whose packages cannot be installed, is named and left out.
"""

from __future__ import annotations

import glob
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PACKAGES = (
    "numpy", "jax", "libcst", "click", "rich", "optree", "einops", "pathspec", "psutil",
    "diastatic-malt", "pytest", "pytest-timeout", "hypothesis",
)  # fmt: skip

# At most three minutes for each version, with JAX's kernels on disk.
CORE = ("buffer", "host_arrays", "host_memory", "indexing", "inplace", "views", "write")
COMPILE = (
    "carried_arrays", "caught_errors", "function", "inner_loops", "iterators_and_texts",
    "python_errors", "repeated_calls",
)  # fmt: skip
ARGUMENTS = [
    *(f"tests/core/test_{name}.py" for name in CORE),
    *(f"tests/compile/test_{name}.py" for name in COMPILE),
    *("--backend", "numpy", "--backend", "jax"),
]


def others() -> list[str]:
    """Return the versions besides the one that runs this."""
    return [each for each in VERSIONS if each != "{}.{}".format(*sys.version_info)]


def environment(version: str) -> Path:
    return ROOT / f".venv-{version}"


def ready() -> dict[str, str]:
    """Return the Python of each environment that is set up, by its version."""
    made = {each: environment(each) for each in others()}
    return {each: str(at / "bin/python") for each, at in made.items() if (at / ".ready").exists()}


def find(version: str) -> str | None:
    """Return an interpreter of a version: on the path, or one that pyenv has installed."""
    pyenv = Path.home() / ".pyenv/versions"
    on_path = shutil.which(f"python{version}")
    for path in [on_path, *sorted(glob.glob(f"{pyenv}/{version}.*/bin/python{version}"))]:
        # what pyenv puts on the path starts nothing unless that version is chosen
        if path is not None and _run(path, "-c", "import ensurepip, venv").returncode == 0:
            return path
    return None


def _run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def set_up(version: str, python: str) -> str:
    """Make the environment of a version; return what went wrong, in one line, or nothing."""
    made = environment(version)
    pip = (str(made / "bin/python"), "-m", "pip", "install", "-q", "-c", "constraints.txt")
    for command in ((python, "-m", "venv", str(made)), (*pip, *PACKAGES)):
        done = _run(*command)
        if done.returncode:
            return (done.stderr or done.stdout).strip().splitlines()[-1]
    (made / ".ready").touch()
    return ""


def main() -> None:
    print(f"CPython {sys.version.split()[0]}: all tests")
    for version in others():
        python = find(version)
        if python is None:
            print(f"CPython {version}: not installed")
            continue
        wrong = "" if version in ready() else set_up(version, python)
        print(f"CPython {version}: {f'left out, {wrong}' if wrong else 'core, arrays, compile'}")


if __name__ == "__main__":
    main()
