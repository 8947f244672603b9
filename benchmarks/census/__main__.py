"""Take the census: ``python -m benchmarks.census [--dtype D] [--edge N] [--only TEXT]``."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys

from .report import summary, table

os.environ.setdefault("OMP_NUM_THREADS", "1")


def measure(parts: list[str], dtype: str, edge: int, only: str, most: int) -> list[dict]:
    """Return a row a call: its name, its variant, and the microseconds of both sides."""
    ivy, torch = map(importlib.import_module, ("ivy_core", "torch"))
    ivy.set_backend("jax")
    frontend = importlib.import_module("frontends.torch")
    times = importlib.import_module(f"{__package__}.measuring").times
    torch.set_num_threads(1)
    rows = []
    for part in parts:
        module = importlib.import_module(f"{__package__}.{part}")
        module.quiet()
        module.resize(edge)
        for name, variant, made in module.drawn(frontend, dtype, only, most):
            row = {"case": name, "variant": variant, "dtype": dtype, "edge": edge}
            rows.append(row)
            try:
                theirs, ours = times(*made())
            except Exception as err:  # counted in the summary
                row["error"] = f"{type(err).__name__}: {' '.join(str(err).split())[:120]}"
            else:
                row |= {"torch": theirs * 1e6, "ours": ours * 1e6}
            print(row, file=sys.stderr, flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.census", description=__doc__)
    parser.add_argument("--parts", default="statements,operators")
    parser.add_argument("--dtype", default="float32", choices=("float32", "int64", "bool"))
    parser.add_argument("--edge", type=int, default=8, help="the length of most axes")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name has this text")
    parser.add_argument("--most", type=int, default=1, help="samples of an operator")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    parts = options.parts.split(",")
    rows = measure(parts, options.dtype, options.edge, options.only, options.most)
    print(json.dumps(rows) if options.json else "\n".join([*table(rows), "", *summary(rows)]))


if __name__ == "__main__":
    main()
