"""Chebyshev series of special functions: ``tables.ERF`` and others, out of ``tables.json``.

``tools/special_tables.py`` writes the file, which says of each which function it is of, and the
argument in [-1, 1] that the series has. It is read when a table is first asked for.
"""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("tables.json")


def __getattr__(name: str) -> tuple:
    """Return a table; from then on all are attributes of the module."""
    if name.isupper() and name not in globals():
        import json  # which a program that asks for no table does not need

        found = json.loads(FILE.read_text(encoding="utf-8"))
        globals().update({each: _to_tuples(table["values"]) for each, table in found.items()})
    try:
        return globals()[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def _to_tuples(values: list) -> tuple:
    """Return nested lists as tuples."""
    return tuple([_to_tuples(each) if isinstance(each, list) else each for each in values])
