"""The twelve examples, original on NumPy against transpiled, on one backend; prints JSON.

``python -m benchmarks.examples jax``
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import time
import types
from pathlib import Path

import ivy_core as ivy
import transpile

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "numpy"


def _timed(main) -> float:
    with contextlib.redirect_stdout(io.StringIO()):
        begun = time.perf_counter()
        main()
        return time.perf_counter() - begun


def measure(path: Path, backend: str) -> dict:
    """Return the times of one example: NumPy's, ours the first time, and ours once compiled."""
    original = runpy.run_path(str(path))["main"]
    code = transpile.transpile_source(path.read_text(), to=backend, filename=str(path))
    module = types.ModuleType(path.stem)
    exec(compile(code, str(path), "exec"), module.__dict__)  # our own example, rewritten
    _timed(original)
    native = min(_timed(original) for _ in range(3))
    first = _timed(module.main)
    again = min(_timed(module.main) for _ in range(2))
    return {"example": path.stem, "numpy": native, "first": first, "again": again}


def main(backend: str) -> None:
    ivy.set_backend(backend)
    print(json.dumps([measure(path, backend) for path in sorted(FOLDER.glob("*.py"))]))


if __name__ == "__main__":
    main(sys.argv[1])
