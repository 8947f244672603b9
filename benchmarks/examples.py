"""The twelve examples, original on NumPy against transpiled, on one backend; prints JSON.

``python -m benchmarks.examples jax`` runs each in a fresh process, ``... jax n_body`` that one
here: the first run, what it compiles, and then by turns with the original.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import subprocess
import sys
import types
from pathlib import Path

import ivy_core as ivy
import transpile

from .programs import CAPTURED, count_kernels, fresh
from .timing import now, ratio, since

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "numpy"
# Geometric mean of the times, once compiled, against NumPy's.
LIMITS = {"numpy": 1.6, "torch": 4.0, "jax": 10.0, "tensorflow": 20.0}
# From cold on JAX, before small things ran on the host: (kernels, CPU seconds of the first run).
BEFORE = {
    "floyd_warshall": (64, 2.55),
    "game_of_life": (39, 1.80),
    "heat_equation": (36, 2.03),
    "image_filters": (94, 5.50),
    "jacobi_gauss_seidel": (50, 2.24),
    "kmeans": (57, 2.36),
    "mandelbrot": (56, 3.45),
    "mlp": (74, 3.37),
    "n_body": (98, 4.04),
    "pca_svd": (77, 3.68),
    "random_walks": (91, 5.04),
    "spectral_filter": (93, 4.22),
}
KERNELS, SECONDS = 1 / 3, 1 / 2  # of which this much is allowed


def _quietly(main):
    def run():
        with contextlib.redirect_stdout(io.StringIO()):
            main()

    return run


def measure(name: str, backend: str) -> dict:
    """Return the times of one example: ours the first time and later, NumPy's, and the kernels."""
    ivy.set_backend(backend)
    path = FOLDER / f"{name}.py"
    original = _quietly(runpy.run_path(str(path))["main"])
    original()
    code = transpile.transpile_source(path.read_text(), to=backend, filename=str(path))
    module = types.ModuleType(name)
    exec(compile(code, str(path), "exec"), module.__dict__)  # our own example, rewritten
    ours = _quietly(module.main)
    kernels = count_kernels(backend)
    begun = now()
    ours()
    first, compiled = since(begun), len(kernels)
    again, native = ratio(ours, original, budget=1.5)
    return {"example": name, "numpy": native, "first": first, "kernels": compiled, "again": again}


def in_fresh_process(name: str, backend: str) -> dict:
    """Return the same, measured in a process that finds no kernels of earlier ones."""
    command = [sys.executable, "-m", "benchmarks.examples", backend, name]
    done = subprocess.run(command, **CAPTURED, env=fresh())
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def cold_limits(row: dict) -> str:
    """Return which bar of a cold start an example on JAX misses, if it does."""
    kernels, seconds = BEFORE.get(row["example"], (float("inf"), float("inf")))
    missed = []
    if row["kernels"] > kernels * KERNELS:
        missed.append(f"kernels > {kernels * KERNELS:.0f}")
    if row["first"] > seconds * SECONDS:
        missed.append(f"first run > {seconds * SECONDS:.2f} s")
    return ", ".join(missed)


def names() -> list[str]:
    """Return the examples' names."""
    return [path.stem for path in sorted(FOLDER.glob("*.py"))]


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(json.dumps(measure(sys.argv[2], sys.argv[1])))
    else:
        print(json.dumps([in_fresh_process(name, sys.argv[1]) for name in names()]))
