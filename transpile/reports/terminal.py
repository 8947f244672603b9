"""The report as tables for a terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from transpile.errors import TranspileError
from transpile.reports.catalogue import Status
from transpile.reports.entries import Name, Pattern

_STYLES = {
    Status.UNKNOWN: "bold red",
    Status.UNSUPPORTED: "red",
    Status.NOT_YET: "magenta",
    Status.FALLBACK: "yellow",
    Status.PASSTHROUGH: "cyan",
    Status.NATIVE: "green",
}
_SHOWN = 3  # places of a name


def tables(
    names: Collection[Name],
    patterns: Collection[Pattern],
    failures: Collection[TranspileError],
    *,
    summary: str,
) -> Group:
    """Make a report's tables for `rich`, and its summary below."""
    parts = [_names_table(names)] if names else []
    if patterns:
        parts.append(_patterns_table(patterns))
    not_read = [Text(f"not read: {failure}", style="bold red") for failure in failures]
    return Group(*parts, *not_read, Text(summary))


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
