"""The report as an HTML page: one file, without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template

from transpile.errors import TranspileError
from transpile.reports.catalogue import Status
from transpile.reports.entries import Name, Pattern, Place

_CLASSES = {
    Status.UNKNOWN: "unknown",
    Status.UNSUPPORTED: "unsupported",
    Status.NOT_YET: "not-yet",
    Status.FALLBACK: "fallback",
    Status.PASSTHROUGH: "passthrough",
    Status.NATIVE: "native",
}
_MEANINGS = {
    Status.UNKNOWN: "no such name: the code fails there",
    Status.UNSUPPORTED: "can be imported, and raises an error that says what to use instead",
    Status.NOT_YET: "the framework has no frontend yet",
    Status.FALLBACK: "runs in real NumPy on the host, and comes back",
    Status.PASSTHROUGH: "the framework's own object, unchanged",
    Status.NATIVE: "implemented on the backend",
}

_PAGE = Path(__file__).with_name("page.html")


def page(
    names: Collection[Name],
    patterns: Collection[Pattern],
    failures: Collection[TranspileError],
    *,
    title: str,
    summary: str,
    counts: Mapping[Status, int],
) -> str:
    """Write a report as one HTML page that needs nothing else.

    Every text that comes from the code is escaped; the page may load nothing.
    """
    sections = [
        _failures_html(failures) if failures else "",
        _patterns_html(patterns) if patterns else "",
        _names_html(names) if names else "<p>No use of a source framework.</p>",
    ]
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(title),
        summary=escape(summary),
        overview=_status_bar_html(counts) if names else "",
        sections="\n".join(filter(None, sections)),
    )


def _status_bar_html(counts: Mapping[Status, int]) -> str:
    bar = "".join(
        f'<i class="{_CLASSES[status]}" style="flex: {count}" title="{count} {status}"></i>'
        for status, count in counts.items()
    )
    return f'<div class="bar" aria-hidden="true">{bar}</div>'


def _names_html(names: Iterable[Name]) -> str:
    names = list(names)
    present = [status for status in Status if any(name.status is status for name in names)]
    chips = "\n".join(
        f'<label class="chip {_CLASSES[status]}" title="{escape(_MEANINGS[status])}">'
        f'<input type="checkbox" value="{_CLASSES[status]}" checked>'
        f'<span class="status">{sum(name.status is status for name in names)} {status}</span>'
        "</label>"
        for status in present
    )
    rows = "\n".join(_name_row_html(name) for name in names)
    return f"""\
<h2>Names (<span id="shown">{len(names)}</span>)</h2>
<div class="controls">
<input type="search" id="words" placeholder="Filter by name, file or code" aria-label="Filter">
{chips}
</div>
<div class="scroll"><table>
<thead><tr><th>name</th><th>status</th><th class="count">uses</th><th>where</th></tr></thead>
<tbody>
{rows}
</tbody></table></div>"""


def _name_row_html(name: Name) -> str:
    kind = _CLASSES[name.status]
    hint = f'<p class="dim">{escape(name.hint)}</p>' if name.hint else ""
    return (
        f'<tr class="{kind}" data-kind="{kind}"><td><code>{escape(name.name)}</code>{hint}</td>'
        f'<td class="status">{name.status}</td><td class="count">{name.count}</td>'
        f"<td>{_places_html(name.places)}</td></tr>"
    )


def _places_html(places: tuple[Place, ...]) -> str:
    first, *others = places
    opening = f'<span class="place">{escape(str(first))}</span>'
    if others:
        opening += f" and {len(others)} more"
    return (
        f"<details><summary>{opening}</summary><ol>"
        + "".join(f"<li>{_place_html(place)}</li>" for place in places)
        + "</ol></details>"
    )


def _place_html(place: Place) -> str:
    where, code = escape(str(place)), escape(place.text)
    return f'<span class="place">{where}</span><code class="line">{code}</code>'


def _patterns_html(patterns: Iterable[Pattern]) -> str:
    rows = "\n".join(
        f'<tr><td>{escape(found.pattern)}<p class="dim">{escape(found.message)}</p></td>'
        f"<td>{_place_html(found.place)}</td></tr>"
        for found in patterns
    )
    return f"""\
<h2>To look at</h2>
<div class="scroll"><table>
<thead><tr><th>pattern</th><th>where</th></tr></thead>
<tbody>
{rows}
</tbody></table></div>"""


def _failures_html(failures: Iterable[TranspileError]) -> str:
    items = "\n".join(
        f'<p class="unknown"><code class="status">{escape(str(failure))}</code></p>'
        for failure in failures
    )
    return f"<h2>Not read</h2>\n{items}"
