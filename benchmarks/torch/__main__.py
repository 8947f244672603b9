"""Time the PyTorch frontend on one backend: ``python -m benchmarks.torch jax [--only TEXT]``.

Single calls and everyday operations go against the framework's own call, networks against real
PyTorch run eagerly: in the same process, in turns.
"""

from __future__ import annotations

import argparse
import importlib
import json

import ivy_core as ivy

from ..timing import ratio
from . import networks
from .cases import CALLS, EVERYDAY, pair
from .report import EVERYDAY_LIMITS, told

BACKENDS = ("torch", "jax")


def _timed(ours, native, limit: float | None, budget: float = 0.6) -> dict:
    mine, theirs = ratio(ours, native, budget=budget)
    for _ in range(2):  # perhaps somebody else was busy: the least counts
        if limit is not None and mine > limit * theirs:
            again = ratio(ours, native, budget=budget)
            mine, theirs = min(mine, again[0]), min(theirs, again[1])
    return {"ours": mine, "native": theirs}


def _calls(backend: str, only: str) -> list[dict]:
    rows = []
    for call in CALLS:
        for tracked in (False, True):
            limit = call.limits.get((backend, tracked))
            name = f"`{call.case.code}`{', requiring gradients' if tracked else ''}"
            if only in name:
                row = _timed(*pair(call.case, backend, tracked), limit)
                rows.append({"case": name, "limit": limit, **row})
    return rows


def _networks(backend: str, only: str) -> list[dict]:
    modules = importlib.import_module("frontends.torch"), importlib.import_module("torch")
    rows = []
    for name, make in networks.cases().items():
        if only in name:
            limit = networks.LIMITS.get((backend, name))
            row = _timed(*map(make, modules), limit, budget=1.5)
            rows.append({"case": name, "limit": limit, **row})
    return rows


def _everyday(backend: str, tracked: bool, only: str) -> list[dict]:
    rows, limit = [], EVERYDAY_LIMITS[backend, tracked][1]
    for case in EVERYDAY:
        if only not in case.code or tracked and case.target:
            continue  # what is written to, a leaf, may not require gradients
        row = {"case": case.code, "native_call": case.native(backend)}
        rows.append(row)
        try:
            row.update(_timed(*pair(case, backend, tracked), limit, budget=0.2))
        except Exception as err:  # told in the table, which fails
            row["error"] = f"{type(err).__name__}: {err}"
    return rows


def measure(backend: str, only: str = "") -> dict[str, list[dict]]:
    """Return the rows of each table: case, seconds of ours and of native, and the bar."""
    return {
        "calls": _calls(backend, only),
        "networks": _networks(backend, only),
        "everyday": _everyday(backend, False, only),
        "tracked": _everyday(backend, True, only),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.torch", description=__doc__)
    parser.add_argument("backend", choices=BACKENDS)
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name has this text")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    ivy.set_backend(options.backend)
    found = measure(options.backend, options.only)
    print(json.dumps(found) if options.json else "\n".join(told(options.backend, found)[0]))


if __name__ == "__main__":
    main()
