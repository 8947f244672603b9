"""Time everyday operations of one backend: ``python -m benchmarks.everyday jax [--large]``.

Ours is the NumPy frontend on that backend, native what one would write in the framework itself, on
arrays of its own, in the same process and in turns.
"""

from __future__ import annotations

import argparse
import json

import ivy_core as ivy

from ..timing import ratio
from . import arrays, report, small


def measure(
    backend: str, is_large: bool, only: str = "", exceptions_only: bool = False
) -> list[dict]:
    """Return a row a case: its code, the seconds of ours and of native, and native's words."""
    rows, limit = [], report.LIMITS["large" if is_large else "small"][backend][1]
    if is_large:
        from . import large

        cases, values = large.CASES, arrays.large()
    else:
        cases, values = small.CASES, arrays.small()
    for case in cases:
        if only not in case.code or exceptions_only and backend not in case.whole:
            continue
        row = {"case": case.code, "native_call": case.native(backend)}
        rows.append(row)
        try:
            ours, native = arrays.pair(case, backend, values, wait=is_large)
            row["ours"], row["native"] = mine, theirs = ratio(ours, native)
            if mine > limit * theirs:  # perhaps somebody else was busy: the least counts
                again = ratio(ours, native)
                row["ours"], row["native"] = min(mine, again[0]), min(theirs, again[1])
            if backend in case.whole:
                row["whole_call"] = case.whole[backend]
                mine, row["whole"] = ratio(ours, arrays.whole(case, backend, values))
                row["ours"] = min(row["ours"], mine)
        except Exception as err:  # told in the table, which fails
            row["error"] = f"{type(err).__name__}: {err}"
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.everyday", description=__doc__)
    parser.add_argument("backend", choices=report.LIMITS["small"])
    parser.add_argument("--large", action="store_true", help="on a million elements")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose code has this text")
    parser.add_argument("--exceptions", action="store_true", help="cases with a slower whole call")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    ivy.set_backend(options.backend)
    rows = measure(options.backend, options.large, options.only, options.exceptions)
    if not rows:
        parser.error(f"no case of {options.backend} has the text {options.only!r} in its code")
    if options.json:
        print(json.dumps(rows))
        return
    limits = report.LIMITS["large" if options.large else "small"][options.backend]
    print("\n".join([*report.table(rows), "", *report.summary(rows, limits)[0]]))


if __name__ == "__main__":
    main()
