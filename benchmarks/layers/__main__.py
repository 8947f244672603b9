"""Time the layers of one backend: ``python -m benchmarks.layers jax [--only TEXT]``.

Both sides run on one thread, in the same process and in turns, and are waited for.
"""

from __future__ import annotations

import argparse
import json
import os

os.environ["OMP_NUM_THREADS"] = "1"  # read when a framework is imported

import ivy_core as ivy

from ..everyday.arrays import ready
from ..timing import ratio
from .cases import CASES, limit_of
from .report import table
from .sides import is_measured, sides


def on_one_core() -> None:
    """Keep this process on one core: not every framework's pool of threads reads a variable."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(backend: str, only: str = "") -> list[dict]:
    """Return a row a case: its name, the seconds of ours and of native, and the bar."""
    rows = []
    for case in CASES:
        if only not in case.name or not is_measured(case, backend):
            continue
        limit = limit_of(case, backend)
        both = [_waited_for(side) for side in sides(case, backend)]
        ours, theirs = ratio(*both, budget=1.5)
        for _ in range(2):  # perhaps somebody else was busy: the least counts
            if limit is not None and ours > limit * theirs:
                again = ratio(*both, budget=1.5)
                ours, theirs = min(ours, again[0]), min(theirs, again[1])
        rows.append({"case": case.name, "ours": ours, "native": theirs, "limit": limit})
    return rows


def _waited_for(side):
    return lambda: ready(side())


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.layers", description=__doc__)
    parser.add_argument("backend", choices=("numpy", "jax", "torch", "tensorflow"))
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name has this text")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    on_one_core()
    ivy.set_backend(options.backend)
    rows = measure(options.backend, options.only)
    print(json.dumps(rows) if options.json else "\n".join(table(rows)))


if __name__ == "__main__":
    main()
