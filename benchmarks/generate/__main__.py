"""Time generation of text: ``python -m benchmarks.generate [--only TEXT] [--words N]``."""

from __future__ import annotations

import argparse
import json

from .report import WORDS, measure, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.generate", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name has this")
    parser.add_argument("--words", type=int, default=WORDS, help="that are generated")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    rows = measure(options.words, options.only)
    print(json.dumps(rows) if options.json else "\n".join(table(rows)))


if __name__ == "__main__":
    main()
