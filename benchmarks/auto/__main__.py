"""Time scripts with ``--compile auto``: ``python -m benchmarks.auto [--only TEXT] [--json]``."""

from __future__ import annotations

import argparse
import json

from .report import measure, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.auto", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="scripts whose name has this")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    rows = measure(options.only)
    print(json.dumps(rows) if options.json else "\n".join(table(rows)))


if __name__ == "__main__":
    main()
