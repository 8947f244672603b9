"""Time calls on tiny arrays against NumPy: ``python -m benchmarks.tiny torch [--only TEXT]``.

Ours is the NumPy frontend on that backend; NumPy makes the same call, in the same process and in
turns, on arrays of its own.
"""

from __future__ import annotations

import argparse
import ast
import json

import numpy

import frontends.numpy as np
import ivy_core as ivy

from ..timing import ratio
from . import report
from .calls import CALLS, arrays


def function(code: str, np):
    """Return `code`, an expression or a statement, as a function with arrays of `np` in scope."""
    scope = arrays(np)
    body = ast.parse(code).body[0]
    if isinstance(body, ast.Expr):
        return eval(f"lambda: {code}", scope)
    written = body.target if isinstance(body, ast.AugAssign) else body.targets[0]
    declared = f"global {written.id}" if isinstance(written, ast.Name) else "pass"
    exec(f"def run():\n    {declared}\n    {code}", scope)
    return scope["run"]


def measure(only: str = "") -> list[dict]:
    """Return a row a call whose code has the text `only`: its code, seconds of ours and NumPy's."""
    rows = []
    for code in CALLS:
        if only in code:
            ours, native = function(code, np), function(code, numpy)
            mine, theirs = ratio(ours, native, budget=0.1)
            if mine > report.WORST * theirs:  # perhaps somebody else was busy: the least counts
                again = ratio(ours, native, budget=0.1)
                mine, theirs = min(mine, again[0]), min(theirs, again[1])
            rows.append({"call": code, "ours": mine, "numpy": theirs})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.tiny", description=__doc__)
    parser.add_argument("backend", choices=report.MEANS)
    parser.add_argument("--only", default="", metavar="TEXT", help="calls whose code has this text")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    ivy.set_backend(options.backend)
    rows = measure(options.only)
    if not rows:
        parser.error(f"no call has the text {options.only!r} in its code")
    print(json.dumps(rows) if options.json else "\n".join(report.told(options.backend, rows)))


if __name__ == "__main__":
    main()
