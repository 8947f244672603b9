"""Table, for a terminal, of functions that were to be compiled."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Protocol

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

_STYLES = {"compiled": "green", "ran eagerly": "yellow", "reverted": "bold red"}


class FunctionRecord(Protocol):
    """Facts of one function; times are in seconds, None where they are not known."""

    name: str
    file: str
    line: int
    status: str
    calls: int
    eager: float | None
    compiled: float | None
    compile_time: float | None
    reasons: Collection[str]


def compilation_report(records: Collection[FunctionRecord]) -> Group:
    """Return a table of functions: what became of each, calls, times and reasons.

    Parameters
    ----------
    records : collection of FunctionRecord
        As ``ivy_core.compilation_records()`` gives them. ``eager`` and ``compiled`` are the times
        of one call, in the mean.
    """
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("function", overflow="fold")
    table.add_column("what became of it", no_wrap=True)
    for heading in ("calls", "eager", "compiled", "compile time"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("where and why", overflow="fold")
    for record in sorted(records, key=lambda each: (each.file, each.line)):
        place = f"{_relative_path(record.file)}:{record.line}"
        table.add_row(
            Text(record.name),
            Text(record.status, _STYLES.get(record.status, "")),
            str(record.calls),
            _format_seconds(record.eager),
            _format_seconds(record.compiled),
            _format_seconds(record.compile_time or None),
            Text("\n".join([place, *map(_strip_working_folder, record.reasons)])),
        )
    shown = [*_STYLES, *dict.fromkeys(r.status for r in records if r.status not in _STYLES)]
    counts = [f"{sum(r.status == status for r in records)} {status}" for status in shown]
    count = len(records)
    summary = f"{count} function{'' if count == 1 else 's'}: {', '.join(counts)}"
    return Group(*([table] if records else []), Text(summary))


def _format_seconds(seconds: float | None) -> str:
    if seconds is None:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def _relative_path(file: str) -> str:
    """Return a file's path from the working folder; unchanged if it lies outside of that."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # on another drive
        return file
    return file if relative.startswith("..") else relative


def _strip_working_folder(reason: str) -> str:
    return reason.replace(os.getcwd() + os.sep, "")
