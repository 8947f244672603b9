"""Other environments in which ``make test`` runs a part of the tests; as a program: set them up.

Reference counts, opcodes and private slots differ between versions of CPython: tests that ask for
them run on those that this machine has, each in an environment of its own, ``.venv-3.12`` for
example, with NumPy and JAX alone. A version that is not installed, or whose packages cannot be
installed, is named and left out.

Users have one framework: the PyTorch frontend is held against stored answers where there is none
but JAX, or TensorFlow, beside NumPy. ``.venv-jax`` and ``.venv-tensorflow`` have links to what the
distributions of the running environment have installed, which takes a second and no space.
"""

from __future__ import annotations

import glob
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PACKAGES = (
    "numpy", "libcst", "click", "rich", "optree", "einops", "pathspec", "psutil",
    "diastatic-malt", "pytest", "pytest-timeout", "hypothesis",
)  # fmt: skip

# At most three minutes for each version, with JAX's kernels on disk.
CORE = ("buffer", "host_arrays", "host_memory", "indexing", "inplace", "views", "write")
COMPILE = (
    "carried_arrays", "caught_errors", "function", "inner_loops", "iterators_and_texts",
    "python_errors", "repeated_calls",
)  # fmt: skip
STORED_ANSWERS = "tests/frontends/torch/test_stored_answers.py"
SAFETENSORS = "tests/frontends/torch/test_safetensors.py"
ARGUMENTS = [
    *(f"tests/core/test_{name}.py" for name in CORE),
    *(f"tests/compile/test_{name}.py" for name in COMPILE),
    *("--backend", "numpy", "--backend", "jax"),
]

# The distribution of each framework that is tested without the others.
FRAMEWORKS = {"jax": "jax", "tensorflow": "tensorflow-cpu"}


def others() -> list[str]:
    """Return the versions besides the one that runs this."""
    return [each for each in VERSIONS if each != "{}.{}".format(*sys.version_info)]


def environment(version: str) -> Path:
    return ROOT / f".venv-{version}"


def ready() -> dict[str, str]:
    """Return the Python of each environment that is set up, by its version or framework."""
    made = {each: environment(each) for each in [*others(), *FRAMEWORKS]}
    return {each: str(at / "bin/python") for each, at in made.items() if (at / ".ready").exists()}


def arguments(name: str) -> list[str]:
    """Return the arguments of pytest in the environment of a version, or of a framework."""
    if name not in FRAMEWORKS:
        return ARGUMENTS
    programs = f"{STORED_ANSWERS}::test_a_program_gives_what_pytorch_gave"  # named: all of them
    backends = [f"--backend={each}" for each in ("none", name)]
    return [STORED_ANSWERS, programs, SAFETENSORS, *backends]


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
    for command in ((python, "-m", "venv", str(made)), (*pip, "jax", *PACKAGES)):
        done = _run(*command)
        if done.returncode:
            return (done.stderr or done.stdout).strip().splitlines()[-1]
    (made / ".ready").touch()
    return ""


def needed(names: list[str]) -> set[str]:
    """Return the names of distributions with those of all that they require here."""
    found: set[str] = set()
    while names:
        name = names.pop().lower().replace("_", "-")
        if name not in found:
            found.add(name)
            required = [Requirement(text) for text in distribution(name).requires or ()]
            names += [r.name for r in required if not r.marker or r.marker.evaluate({"extra": ""})]
    return found


def link(framework: str) -> None:
    """Make the environment of a framework, of links to what is installed where this runs."""
    made = environment(framework)
    venv.create(made, clear=True, symlinks=True)
    (site,) = made.glob("lib/python*/site-packages")
    for name in needed([FRAMEWORKS[framework], "safetensors", *PACKAGES]):
        installed = distribution(name)
        tops = {path.parts[0] for path in installed.files or ()} - {"..", "__pycache__"}
        for top in tops:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(installed.locate_file(top))).resolve())
    (made / ".ready").touch()


def main() -> None:
    print(f"CPython {sys.version.split()[0]}: all tests")
    for version in others():
        python = find(version)
        if python is None:
            print(f"CPython {version}: not installed")
            continue
        wrong = "" if version in ready() else set_up(version, python)
        print(f"CPython {version}: {f'left out, {wrong}' if wrong else 'core, arrays, compile'}")
    for framework in FRAMEWORKS:
        link(framework)
        print(f"{framework} and NumPy alone: the PyTorch frontend")


if __name__ == "__main__":
    main()
