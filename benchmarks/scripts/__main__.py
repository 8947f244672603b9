"""Time training scripts of others: ``python -m benchmarks.scripts FOLDER [--only TEXT]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .report import measure, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.scripts", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the sources of the scripts lie")
    parser.add_argument("--only", default="", metavar="TEXT", help="scripts whose name has this")
    options = parser.parse_args()
    rows = list(measure(options.folder, options.only))
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
