"""Print who computes each function on each backend: ``python -m tools.coverage [CATEGORY]``.

| mark | who computes |
| --- | --- |
| own | a function in the backend's own files, or the framework's |
| shared | one that several backends share (``ivy_core/backends/common``) |
| lens | nobody: a view of the array |
| body | a body made of other functions |
| host | the NumPy backend, on the host |
| - | a standalone function: no backend |
| none | nobody: it raises IvyNotImplementedException |

The names of Ivy's API (``tools/ivy_functions.txt``) that are not here come last, each with the
reason that docs/differences.md gives.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS

from .name_lists import read_names

ROOT = Path(__file__).resolve().parents[1]
BACKENDS = ("numpy", "jax", "torch", "tensorflow")
MARKS = ("own", "shared", "lens", "body", "host", "-", "none")
_LEFT_OUT = "## The core against Ivy's API"
_ROW = re.compile(r"\| (.+?) \| (.+) \|")


def mark_of(spec, backend) -> str:
    """Return who computes a function on a backend, one of ``MARKS``."""
    if spec.kind == "standalone":
        return "-"
    native = backend.implementations.get(spec.name)
    if spec.kind == "compositional" or native is None:
        body = spec.composed if spec.kind == "primary" else spec.body
        return "none" if body is None else "body"
    if getattr(native, "reads_lens", False):
        return "lens"
    module = getattr(native, "__module__", None) or ""
    if module == "ivy_core.backends.common.defaults":
        return "host" if native.__qualname__ == native.__name__ else "shared"
    return "shared" if module.startswith("ivy_core.backends.common") else "own"


def rows(category: str | None = None) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return by category and function its kind and its mark on each of ``BACKENDS``."""
    backends = [load_backend(name) for name in BACKENDS]
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, spec in sorted(FUNCTIONS.items()):
        if category in (None, spec.category):
            marks = [mark_of(spec, backend) for backend in backends]
            found.setdefault(spec.category, {})[name] = (spec.kind, *marks)
    return dict(sorted(found.items()))


def reasons(text: str) -> dict[str, str]:
    """Return why a function of Ivy's is left out, by its name, as docs/differences.md has it.

    Examples
    --------
    >>> reasons("## The core against Ivy's API\\n\\n| `f`, `g` | none |\\n\\n## More\\n| `h` | x |")
    {'f': 'none', 'g': 'none'}
    """
    section = text.partition(_LEFT_OUT)[2].partition("\n## ")[0]
    found = {}
    for names, reason in _ROW.findall(section):
        found.update(dict.fromkeys(re.findall(r"`(\w+)`", names), reason))
    return found


def missing(root: Path = ROOT) -> dict[str, str | None]:
    """Return the names of Ivy's API that are not here, with the reason or None."""
    why = reasons((root / "docs/differences.md").read_text(encoding="utf-8"))
    names = read_names((root / "tools/ivy_functions.txt").read_text(encoding="utf-8"))
    return {
        name: why.get(name)
        for each in names.values()
        for name in each
        if not hasattr(ivy, name) and not hasattr(ivy.Container, name)
    }


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; the exit status is 1 if a name is missing without a reason."""
    parser = argparse.ArgumentParser(prog="python -m tools.coverage", description=__doc__)
    parser.add_argument("category", nargs="?", help="each function of this one")
    options = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 110, highlight=False)
    found = rows(options.category)
    if options.category is not None and not found:
        console.print(f"{options.category}: no such category; allowed are {', '.join(rows())}")
        return 2
    if options.category is not None:
        table = Table("function", "kind", *BACKENDS, title=options.category)
        for name, marks in found[options.category].items():
            table.add_row(name, *marks)
        console.print(table)
        return 0
    table = Table("category", "functions", *BACKENDS)
    totals = [Counter() for _ in BACKENDS]
    for category, functions in found.items():
        counts = [Counter(marks[at + 1] for marks in functions.values()) for at in range(4)]
        for total, count in zip(totals, counts, strict=True):
            total.update(count)
        table.add_row(category, str(len(functions)), *map(_text, counts))
    every = [marks for functions in found.values() for marks in functions.values()]
    table.add_section()
    table.add_row("all", str(len(every)), *map(_text, totals))
    console.print(table)
    kinds = Counter(marks[0] for marks in every)
    console.print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    absent = missing()
    console.print(f"\nOf Ivy's names {len(absent)} are not here:")
    for reason in dict.fromkeys(absent.values()):
        names = ", ".join(name for name, why in absent.items() if why == reason)
        console.print(f"* {names}: {reason or 'docs/differences.md gives no reason'}")
    return 1 if None in absent.values() else 0


def _text(counts: Counter) -> str:
    return ", ".join(f"{counts[mark]} {mark}" for mark in MARKS if counts[mark])


if __name__ == "__main__":
    sys.exit(main())
