"""What importing costs over ``import numpy``, and a script of 0.2 s costs; prints JSON.

``python -m benchmarks.startup``
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time

from ivy_core.backends.frameworks import BACKENDS

STATEMENTS = ("numpy", "ivy_core", "frontends.numpy")
# Of the time of `import numpy`: what the NumPy frontend, the core included, may take besides.
LIMIT = 1.2
REPEATS = 25
_CODE = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"

SCRIPT = """
x, y = np.arange(20.0).reshape(4, 5), np.ones((4, 5))
for _ in range(7_000):
    x += y
    z = np.dot(x, y.T)
    z[1:3] *= 2
    s = np.sum(z, axis=0)
    t = np.concatenate([s, np.sort(s)[::-1], np.where(z > 10, z, 0).mean(axis=1)])
print(x, float(s[0]), t)
"""
_REAL = "import numpy as np\n"
_OURS = "import ivy_core as ivy\nimport frontends.numpy as np\nivy.set_backend({!r})\n"
SCRIPT_LIMIT = 2  # of the time of the process on real NumPy
FIRST_CALL_SECONDS = 0.15  # over `import numpy`: until the NumPy backend has done a first call
SCRIPT_REPEATS = 7


def measure(repeats: int = REPEATS) -> dict[str, float]:
    """Return the seconds that each import takes in a fresh process: the least of many, in turns."""
    best = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(repeats):
        for name in STATEMENTS:
            shown = subprocess.check_output([sys.executable, "-c", _CODE.format(name)])
            best[name] = min(best[name], float(shown))
    return best


def measure_scripts(repeats: int = SCRIPT_REPEATS) -> dict[str, tuple[float, float]]:
    """Return CPU and wall seconds of processes, by name: the least of each, in turns.

    They are `SCRIPT` on real NumPy and on each backend, ``import numpy`` and a first call on the
    NumPy backend.
    """
    codes = {"real NumPy": _REAL + SCRIPT}
    codes |= {name: _OURS.format(name) + SCRIPT for name in BACKENDS}
    codes |= {"import numpy": _REAL, "first call": _OURS.format("numpy") + "np.ones(3) + 1"}
    best = dict.fromkeys(codes, (float("inf"), float("inf")))
    for _ in range(repeats):
        for name, code in codes.items():
            best[name] = tuple(map(min, best[name], _process_seconds(code)))
    return best


def _process_seconds(code: str) -> tuple[float, float]:
    """Return CPU and wall seconds of a Python process."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


if __name__ == "__main__":
    print(json.dumps({"imports": measure(), "scripts": measure_scripts()}))
