"""What importing costs over ``import numpy``; prints JSON.

``python -m benchmarks.startup``
"""

from __future__ import annotations

import json
import subprocess
import sys

STATEMENTS = ("numpy", "ivy_core", "frontends.numpy")
# Of the time of `import numpy`: what the NumPy frontend, the core included, may take besides.
LIMIT = 1.2
REPEATS = 25
_CODE = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"


def measure(repeats: int = REPEATS) -> dict[str, float]:
    """Return the seconds that each import takes in a fresh process: the least of many, in turns."""
    best = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(repeats):
        for name in STATEMENTS:
            shown = subprocess.check_output([sys.executable, "-c", _CODE.format(name)])
            best[name] = min(best[name], float(shown))
    return best


if __name__ == "__main__":
    print(json.dumps(measure()))
