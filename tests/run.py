"""Run the tests, in processes by backend, two at a time; print the total as the last line.

Processes of their own keep JAX's and TensorFlow's thread pools and memory out of each other's way.
What every process sets is in surroundings.py, what bounds its memory in conftest.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pythons
from surroundings import surround

ROOT = Path(__file__).resolve().parents[1]
DOCTESTS = ["ivy_core", "frontends", "tools", "transpile"]
# A backend's own files need its framework; modules that present NumPy's have NumPy's docstrings.
NO_DOCTESTS = [
    # namespaces in which every name is an operator, the one that pytest asks them for, too
    *("frontends/torch/classes.py", "frontends/torch/ops.py"),
    "frontends/numpy/__init__.py",  # functions that run on the host have NumPy's docstrings
    *(f"ivy_core/backends/{name}" for name in ("jax", "numpy", "tensorflow", "torch")),
    *(
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "frontends").rglob("*.py"))
        if "host_module(__name__)" in path.read_text(encoding="utf-8")
    ),
]
# NumPy's, PyTorch's and what needs no backend, which looks at all of them, in one: to collect the
# tests and to import what they compare with takes each process 15 seconds. JAX compiles, and keeps
# that in memory: two processes. The slowest first, so that two at a time end together.
_WITHOUT_JAX = [f"--backend={name}" for name in ("numpy", "torch", "none")]
_PARTS_ALONE = ["tests/structure", "tests/transpile"]
_FIFTH = "tests/backends/test_fifth_backend.py"  # leaves its registration, and strict dtypes
RUNS = {
    "numpy, torch, no backend": [
        "tests",
        *(f"--ignore={part}" for part in [*_PARTS_ALONE, _FIFTH]),
        *_WITHOUT_JAX,
    ],
    "jax": ["tests", "--ignore=tests/frontends", "--backend", "jax"],
    "structure and transpiler": [*_PARTS_ALONE, *_WITHOUT_JAX],
    "tensorflow": ["tests", "--backend", "tensorflow"],
    "jax, frontends": ["tests/frontends", "--backend", "jax"],
    "fifth backend": [_FIFTH, "--backend", "none"],
    "doctests": ["--doctest-modules", *DOCTESTS, *(f"--ignore={path}" for path in NO_DOCTESTS)],
}
# What frameworks do with small arrays where the host computes nothing for them.
_PARTS = ("assignment", "indexing", "logic", "operators", "sorting")
_OFF = [f"tests/frontends/numpy/test_{part}.py" for part in _PARTS]
WITHOUT_HOST = "jax, tensorflow, without the host"
RUNS[WITHOUT_HOST] = [*_OFF, "--backend", "jax", "--backend", "tensorflow"]
# Tests that lie in installed libraries, which run rewritten on JAX: the quick modules of them.
LIBRARIES = "libraries, jax"
_LIBRARIES = {
    "einops": ("tests.test_ops", "tests.test_packing"),
    "emcee": ("tests.unit.test_state",),
    "entmax": ("test_topk",),
    "networkx": ("linalg.tests", "tests.test_convert_numpy"),
    "normflows": ("distributions",),
    "numpy_financial": ("tests",),
    "opt_einsum": ("tests.test_input", "tests.test_paths"),
    "patsy": (),
    "pint": ("testsuite.test_numpy", "testsuite.test_quantity"),
    "tensorly": ("metrics", "tests"),
}
RUNS[LIBRARIES] = [
    *("-p", "transpile.pytest_plugin", "--transpile-to", "jax"),
    *("--transpile-packages", ",".join(_LIBRARIES), "-p", "tools.drawn_tests", "--draw", "150"),
    *("--deselect", "::TestQuantity::test_quantity_creation"),  # asks for the handlers of logs
    "--pyargs",
    *(f"{name}.{part}" for name, parts in _LIBRARIES.items() for part in parts),
    *(name for name, parts in _LIBRARIES.items() if not parts),
]
OTHER_PYTHONS = {}
for _name, _python in pythons.ready().items():
    _title = f"{_name} alone" if _name in pythons.FRAMEWORKS else f"CPython {_name}"
    OTHER_PYTHONS[_title] = _python
    RUNS[_title] = pythons.arguments(_name)
_COUNT = re.compile(r"(\d+) (passed|failed|skipped|xfailed|xpassed|errors?)\b")


def _run(name: str, arguments: list[str]) -> tuple[str, int, dict[str, int]]:
    begun = time.perf_counter()
    environment = dict(os.environ)
    surround(environment, full="--full" in sys.argv)  # the doctests have no conftest to do it
    # else each process rewrites the assertions of 400 files anew, and compiles them: ten seconds
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if name == WITHOUT_HOST:
        environment["IVY_HOST_EXECUTION"] = "0"
    of_libraries = name == LIBRARIES
    if of_libraries:
        environment |= {"EINOPS_TEST_BACKENDS": "numpy,torch,jax", "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [OTHER_PYTHONS.get(name, sys.executable), "-m", "pytest", "-q", "--no-header"]
        + [*arguments, *(() if of_libraries else sys.argv[1:])],
        cwd=ROOT / "tools" if of_libraries else ROOT,  # away from the conftest of our tests
        env=environment,
        capture_output=True,
        text=True,
    )
    counts: dict[str, int] = {}
    lines = done.stdout.strip().splitlines()
    for number, word in _COUNT.findall(lines[-1] if lines else ""):
        counts[word.rstrip("s") if word.startswith("error") else word] = int(number)
    seconds = time.perf_counter() - begun
    if done.returncode not in (0, 5):
        print(f"=== {name}\n{done.stdout}\n{done.stderr[-4000:]}", flush=True)
    print(f"{name}: {lines[-1] if lines else 'no output'} [{seconds:.0f} s]", flush=True)
    return name, done.returncode, counts


def main() -> int:
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda item: _run(*item), RUNS.items()))
    total: dict[str, int] = {}
    for _, _, counts in results:
        for word, number in counts.items():
            total[word] = total.get(word, 0) + number
    broken = sum(code not in (0, 1, 5) for _, code, _ in results)
    failed = total.get("failed", 0) + total.get("error", 0) + broken
    skipped = total.get("skipped", 0) + total.get("xfailed", 0)
    print(f"{total.get('passed', 0)} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or any(code not in (0, 5) for _, code, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
