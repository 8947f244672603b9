"""Count the names of NumPy and PyTorch that packages use: ``python -m tools.census FOLDER...``.

Each folder holds the sources of one package. They are parsed, never run; a name is followed through
imports, aliases and the package's own modules, private ones too. A row is a name, the number of
packages and of uses, and what the frontend has for it:

| status | what a name is |
| --- | --- |
| native, host fallback, passthrough, not supported | as in ``transpile --report`` |
| missing | the framework has it, the frontend does not: AttributeError or ImportError |
| unknown | neither has it: of another version, or of a module that cannot be imported here |
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from transpile.errors import TranspileError
from transpile.frameworks import FRAMEWORKS
from transpile.project.paths import find_files
from transpile.reports.catalogue import Catalogue, Status
from transpile.reports.uses import Code, UserModules, module_name
from transpile.rewrite.source import BOM, decode, read_file
from transpile.rewrite.syntax import root

MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Row:
    """A name, in how many packages and how often it is used, and its status."""

    name: str
    packages: int
    uses: int
    status: str


def codes(folder: Path) -> Iterator[Code]:
    """Yield the modules of a package whose text can be parsed; print why another one cannot."""
    for path in find_files(folder):
        if path.suffix != ".py":
            continue
        try:
            text = decode(read_file(path, str(path))[0], str(path)).text.removeprefix(BOM)
            module, is_package = module_name(path)
            yield Code(text, str(path), module=module, is_package=is_package)
        except TranspileError as error:
            print(error, file=sys.stderr)


def uses(folder: Path, catalogues: dict[str, Catalogue]) -> Counter[str]:
    """Count the uses of each framework's name in a package, as the names are spelled."""
    program = [*codes(folder)]
    stars = {name: catalogue.star_names for name, catalogue in catalogues.items()}
    modules = UserModules(program, stars)
    return Counter(use.name for code in program for use in modules.uses(code))


def census(folders: list[Path], to: str) -> list[Row]:
    """Return the rows of some packages' names, those of most packages first."""
    catalogues = {each.module: Catalogue(each.module, to) for each in FRAMEWORKS}
    packages: Counter[str] = Counter()
    total: Counter[str] = Counter()
    statuses: dict[str, str] = {}
    for folder in folders:
        found: Counter[str] = Counter()
        for name, count in uses(folder, catalogues).items():
            verdict = catalogues[root(name)].verdict(name)
            found[verdict.name] += count
            lacking = verdict.status is Status.UNKNOWN and catalogues[root(name)].knows(
                verdict.name
            )
            statuses[verdict.name] = MISSING if lacking else verdict.status
        packages.update(found.keys())
        total.update(found)
    rows = [Row(name, packages[name], total[name], statuses[name]) for name in total]
    return sorted(rows, key=lambda row: (-row.packages, -row.uses, row.name))


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit status is 1 if a name is missing."""
    parser = argparse.ArgumentParser(prog="python -m tools.census", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--to", default="jax", help="the backend that the code would run on")
    parser.add_argument("--status", help="rows of this status alone, such as missing")
    options = parser.parse_args(arguments)
    rows = census(options.folders, options.to)
    table = Table("name", "packages", "uses", "status")
    for row in rows:
        if options.status in (None, row.status):
            table.add_row(row.name, str(row.packages), str(row.uses), row.status)
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    console.print(table)
    counts = Counter(row.status for row in rows)
    console.print(", ".join(f"{count} {status}" for status, count in counts.most_common()))
    return 1 if counts[MISSING] else 0


if __name__ == "__main__":
    sys.exit(main())
