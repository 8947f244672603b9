"""The report as tables for a terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from transpile.report_names import Status

if TYPE_CHECKING:
    from transpile.report import Name, Pattern, Report

_STYLES = {
    Status.UNKNOWN: "bold red",
    Status.NOT_YET: "magenta",
    Status.FALLBACK: "yellow",
    Status.PASSTHROUGH: "cyan",
    Status.NATIVE: "green",
}
_SHOWN = 3  # places of a name


def tables(report: Report) -> Group:
    """Return a report as what `rich` prints."""
    parts = [_names_table(report.names)] if report.names else []
    if report.patterns:
        parts.append(_patterns_table(report.patterns))
    failures = [Text(f"not read: {failure}", style="bold red") for failure in report.failures]
    return Group(*parts, *failures, Text(report.summary()))


def _names_table(names: Collection[Name]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("name", overflow="fold")
    table.add_column("status", no_wrap=True)
    table.add_column("uses", justify="right", no_wrap=True)
    table.add_column("where", overflow="fold")
    for name in names:
        style = _STYLES[name.status]
        shown = [str(place) for place in name.places[:_SHOWN]]
        if name.count > _SHOWN:
            shown.append(f"and {name.count - _SHOWN} more")
        where = Text("\n".join(shown))
        if name.hint:
            where = Text.assemble((name.hint, "italic"), "\n", where)
        table.add_row(Text(name.name), Text(name.status, style), str(name.count), where)
    return table


def _patterns_table(patterns: Collection[Pattern]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("to look at", no_wrap=True)
    table.add_column("where", overflow="fold")
    table.add_column("why")
    for found in patterns:
        table.add_row(Text(found.pattern, "yellow"), Text(str(found.place)), Text(found.message))
    return table
