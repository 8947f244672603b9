"""Run the tests, a process or two per backend, two at a time; print the total as the last line.

A process per backend keeps JAX's and TensorFlow's thread pools and memory out of each other's way.
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
# What needs no backend looks at all of them, each with its memory: in two parts, as JAX, which
# compiles. The slowest first, so that two at a time end together.
RUNS = {
    "jax, frontends": ["tests/frontends", "--backend", "jax"],
    "jax": ["tests", "--ignore=tests/frontends", "--backend", "jax"],
    "tensorflow": ["tests", "--backend", "tensorflow"],
    "torch": ["tests", "--backend", "torch"],
    "no backend": [
        "tests",
        "--ignore=tests/structure",
        "--ignore=tests/transpile",
        "--backend",
        "none",
    ],
    "structure and transpiler": ["tests/structure", "tests/transpile", "--backend", "none"],
    "numpy": ["tests", "--backend", "numpy"],
    "doctests": ["--doctest-modules", *DOCTESTS, *(f"--ignore={path}" for path in NO_DOCTESTS)],
}
# What frameworks do with small arrays where the host computes nothing for them.
_PARTS = ("assignment", "indexing", "logic", "operators", "sorting")
_OFF = [f"tests/frontends/numpy/test_{part}.py" for part in _PARTS]
WITHOUT_HOST = {
    f"{backend}, without the host": [*_OFF, "--backend", backend]
    for backend in ("jax", "tensorflow")
}
RUNS |= WITHOUT_HOST
OTHER_PYTHONS = {f"CPython {version}": python for version, python in pythons.ready().items()}
RUNS |= dict.fromkeys(OTHER_PYTHONS, pythons.ARGUMENTS)
_COUNT = re.compile(r"(\d+) (passed|failed|skipped|xfailed|xpassed|errors?)\b")


def _run(name: str, arguments: list[str]) -> tuple[str, int, dict[str, int]]:
    begun = time.perf_counter()
    environment = dict(os.environ)
    surround(environment, full="--full" in sys.argv)  # the doctests have no conftest to do it
    # else each process rewrites the assertions of 400 files anew, and compiles them: ten seconds
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if name in WITHOUT_HOST:
        environment["IVY_HOST_EXECUTION"] = "0"
    done = subprocess.run(
        [OTHER_PYTHONS.get(name, sys.executable), "-m", "pytest", "-q", "--no-header"]
        + [*arguments, *sys.argv[1:]],
        cwd=ROOT,
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
