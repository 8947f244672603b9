"""Print what PyTorch's names are on each backend: ``python -m tools.torch_coverage [NAMESPACE]``.

| mark | what a name is |
| --- | --- |
| native | the frontend's own, or on PyTorch's backend real PyTorch's with unwrapped tensors |
| host | a function of real PyTorch's that runs on the host |
| real | real PyTorch's own object, which knows nothing of the frontend's tensors |
| refused | there, and raises NotImplementedError when it is used |
| missing | not there |

The names are those of tiers core and extended (``tools/torch_api.txt``). What is not native on
each backend comes last, with the reason that docs/differences.md gives.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections import Counter
from functools import cache

from rich.console import Console
from rich.table import Table

import ivy_core as ivy
from tools.coverage import BACKENDS, ROOT
from tools.name_lists import read_names
from transpile.reports.catalogue import Catalogue, Status

MARKS = ("native", "host", "real", "refused", "missing")
_MARK = {
    Status.NATIVE: "native",
    Status.FALLBACK: "host",
    Status.PASSTHROUGH: "real",
    Status.UNSUPPORTED: "refused",
    Status.UNKNOWN: "missing",
}
_SECTION = "### Names that are not native"
_ROW = re.compile(r"\| (.+?) \| (.+) \|")
_CONTEXT = "torch.autograd.Function"  # its names are also those of the ``ctx`` of its functions


def names() -> dict[str, list[str]]:
    """Return PyTorch's names of tiers core and extended, by namespace."""
    found: dict[str, list[str]] = {}
    text = (ROOT / "tools/torch_api.txt").read_text(encoding="utf-8")
    for head, each in read_names(text).items():
        found.setdefault(head.split()[0], []).extend(each)
    return found


def mark_of(catalogue: Catalogue, name: str) -> str:
    """Return what a name is on the backend of a catalogue, one of ``MARKS``."""
    mark = _MARK[catalogue.verdict(name).status]
    if mark == "real" and _is_constant(name):
        return "native"
    if mark == "missing" and name.startswith(f"{_CONTEXT}."):
        return "native" if hasattr(_context(), name.rpartition(".")[2]) else mark
    return mark


def _is_constant(name: str) -> bool:
    """Return whether a name leads to a number or a text, which is the same there and here."""
    found = importlib.import_module("frontends.torch")
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found is None or isinstance(found, (bool, int, float, str))


@cache
def _context() -> type:
    """Return the class of ``ctx``, as the forward of a function is given it."""
    torch = importlib.import_module("frontends.torch")
    seen = []

    class Noted(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            seen.append(type(ctx))
            return x.clone()

    ivy.set_backend("numpy")
    try:
        Noted.apply(torch.ones(2).requires_grad_())
    finally:
        ivy.unset_backend()
    return seen[0]


def rows(namespace: str | None = None) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return by namespace and name its mark on each of ``BACKENDS``."""
    catalogues = [Catalogue("torch", to=backend) for backend in BACKENDS]
    return {
        place: {name: tuple(mark_of(c, f"{place}.{name}") for c in catalogues) for name in each}
        for place, each in names().items()
        if namespace in (None, place)
    }


def reasons(text: str) -> dict[str, str]:
    """Return why a name is not native, by its full name, as docs/differences.md has it.

    Examples
    --------
    >>> reasons("### Names that are not native\\n\\n| `torch.f`, `torch.g` | none |\\n## More")
    {'torch.f': 'none', 'torch.g': 'none'}
    """
    section = re.split(r"\n##+ ", text.partition(_SECTION)[2])[0]
    found = {}
    for listed, reason in _ROW.findall(section):
        found.update(dict.fromkeys(re.findall(r"`([\w.]+)`", listed), reason))
    return found


def not_native() -> dict[str, str | None]:
    """Return the names that are not native on each backend, with the reason or None."""
    why = reasons((ROOT / "docs/differences.md").read_text(encoding="utf-8"))
    return {
        f"{place}.{name}": why.get(f"{place}.{name}")
        for place, each in rows().items()
        for name, marks in each.items()
        if set(marks) != {"native"}
    }


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; the exit status is 1 if a name is not native without a reason."""
    parser = argparse.ArgumentParser(prog="python -m tools.torch_coverage", description=__doc__)
    parser.add_argument("namespace", nargs="?", help="each name of this one")
    options = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 110, highlight=False)
    found = rows(options.namespace)
    if options.namespace is not None and not found:
        console.print(f"{options.namespace}: no such namespace; allowed are {', '.join(names())}")
        return 2
    if options.namespace is not None:
        table = Table("name", *BACKENDS, title=options.namespace)
        for name, marks in found[options.namespace].items():
            table.add_row(name, *marks)
        console.print(table)
        return 0
    table = Table("namespace", "names", *BACKENDS)
    totals = [Counter() for _ in BACKENDS]
    for place, each in found.items():
        counts = [Counter(marks[at] for marks in each.values()) for at in range(len(BACKENDS))]
        for total, count in zip(totals, counts, strict=True):
            total.update(count)
        table.add_row(place, str(len(each)), *map(_text, counts))
    table.add_section()
    table.add_row("all", str(sum(map(len, found.values()))), *map(_text, totals))
    console.print(table)
    absent = not_native()
    console.print(f"\nOf these names {len(absent)} are not native on each backend:")
    for reason in dict.fromkeys(absent.values()):
        listed = ", ".join(name for name, why in absent.items() if why == reason)
        console.print(f"* {listed}: {reason or 'docs/differences.md gives no reason'}")
    return 1 if None in absent.values() else 0


def _text(counts: Counter) -> str:
    return ", ".join(f"{counts[mark]} {mark}" for mark in MARKS if counts[mark])


if __name__ == "__main__":
    sys.exit(main())
