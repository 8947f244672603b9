"""The report as an HTML page: one file, without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from html import escape
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

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>transpile: $title</title>
<style>
:root {
  color-scheme: light dark;
  --text: #1c2127; --dim: #5d6873; --page: #fff; --soft: #f3f5f7; --line: #d9dee3;
  --unknown: #c62828; --unsupported: #ad4a00; --not-yet: #8e24aa; --fallback: #a66300;
  --passthrough: #00768a; --native: #2e7d32;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8ec; --dim: #9aa5b0; --page: #15191d; --soft: #1f252b; --line: #38414a;
    --unknown: #ff7b72; --unsupported: #ffa657; --not-yet: #d9a3f0; --fallback: #e3b341;
    --passthrough: #56d4e6; --native: #6fcf76;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
code, .place { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.dim, .place { color: var(--dim); }
.bar { display: flex; gap: 2px; height: .75rem; margin: 1rem 0 .75rem; }
.bar i { border-radius: 2px; min-width: 4px; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.controls input[type=search] {
  flex: 1 1 14rem; padding: .4rem .6rem; font: inherit; color: inherit;
  background: var(--soft); border: 1px solid var(--line); border-radius: 6px;
}
.chip {
  display: inline-flex; gap: .35rem; align-items: center; padding: .25rem .6rem;
  border: 1px solid var(--line); border-radius: 999px; cursor: pointer;
}
.chip input { margin: 0; accent-color: var(--own); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: .75rem; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; }
th { color: var(--dim); font-weight: 600; border-bottom: 2px solid var(--line); }
td { border-bottom: 1px solid var(--line); }
.count { text-align: right; font-variant-numeric: tabular-nums; }
.status { color: var(--own); font-weight: 600; white-space: nowrap; }
summary { cursor: pointer; }
details ol { margin: .4rem 0 .2rem; padding: 0; list-style: none; }
details li { padding: .1rem 0; }
.line { display: block; padding: .05rem .5rem; background: var(--soft); }
.unknown { --own: var(--unknown); } .unsupported { --own: var(--unsupported); }
.not-yet { --own: var(--not-yet); } .fallback { --own: var(--fallback); }
.passthrough { --own: var(--passthrough); } .native { --own: var(--native); }
.bar i { background: var(--own); }
[hidden] { display: none; }
@media print { .controls { display: none; } }
</style>
</head>
<body>
<h1>$title</h1>
<p class="dim">$summary</p>
$overview
$sections
<script>
"use strict";
const words = document.getElementById("words");
const boxes = [...document.querySelectorAll(".chip input")];
function show() {
  const wanted = words.value.trim().toLowerCase();
  const kinds = new Set(boxes.filter(box => box.checked).map(box => box.value));
  let shown = 0;
  for (const row of document.querySelectorAll("tr[data-kind]")) {
    row.hidden = !kinds.has(row.dataset.kind) || !row.textContent.toLowerCase().includes(wanted);
    shown += !row.hidden;
  }
  document.getElementById("shown").textContent = shown;
}
if (words) {
  words.addEventListener("input", show);
  boxes.forEach(box => box.addEventListener("change", show));
}
</script>
</body>
</html>
""")


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
    return _PAGE.substitute(
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
