"""Drawing of recorded graphs: as lines of text, in Graphviz' language, as SVG and as a page."""

from __future__ import annotations

import html
import json
from typing import NamedTuple

import numpy as np

from ivy_core.arrays.lenses import Index

from ..policy import DRAWN_CONSTANT_ELEMENTS
from .recorder import Node, Place, places_in

_WIDTH, _HEIGHT, _GAP = 168, 44, 26  # of a box, and between boxes, in pixels
_COLOURS = {"input": "#dbe9ff", "constant": "#eeeeee", "check": "#ffe3d6", "output": "#dff5e1"}


class Description(NamedTuple):
    """Description of a graph to show; values go by their numbers.

    ``inputs`` are (value, name), ``kinds`` dtype and shape by value, ``changed`` (name, value) for
    the arrays that are written to, ``results`` the values of what comes out.
    """

    name: str
    inputs: list[tuple[int, str]]
    nodes: list[Node]
    kinds: dict[int, str]
    changed: list[tuple[str, int]]
    results: list[int]


def _as_text(value) -> str:
    """Return a step's argument as text: a Place as ``%n``, a large array by dtype and shape."""
    if type(value) is Place:
        return f"%{value.number}"
    if isinstance(value, np.ndarray):
        if value.size <= DRAWN_CONSTANT_ELEMENTS:
            return str(value.tolist())
        return f"{value.dtype.name}{list(value.shape)}"
    if isinstance(value, slice):
        ends = ("" if end is None else _as_text(end) for end in (value.start, value.stop))
        return ":".join(ends) + ("" if value.step is None else f":{_as_text(value.step)}")
    if value is Ellipsis:
        return "..."
    if isinstance(value, (list, tuple)):
        inside = ", ".join(map(_as_text, value))
        if isinstance(value, list):
            return f"[{inside}]"
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, np.dtype):
        return value.name
    return repr(value)


def _index_as_text(value) -> str:
    """Return an index as text, the entries of a tuple without parentheses."""
    if isinstance(value, tuple) and type(value) is not Place:
        return ", ".join(map(_as_text, value)) or "()"
    return _as_text(value)


def _lenses_text(of: str, node: Node) -> str:
    """Return an array as lenses show it: ``%3[1:, 0]``, ``%3.reshape(2, 3)``."""
    for lens in node.stack:
        if type(lens) is Index:
            of += f"[{_index_as_text(lens.raw)}]"
        else:
            shown = getattr(lens, "axes", lens.shape)
            of += f".{type(lens).__name__.lower()}{_as_text(tuple(shown))}"
    return of


def expression(node: Node) -> str:
    """Return a step as it would stand in Python."""
    args = [_as_text(each) for each in node.args]
    if node.name == "read":
        return _lenses_text(args[0], node)
    if node.name == "write":
        return f"{_lenses_text(args[0], node)} = {args[1]}"
    if node.name in ("index", "set_index"):
        shown = f"{args[0]}[{_index_as_text(node.args[1])}]"
        return shown if node.name == "index" else f"{shown} = {args[2]}"
    if node.name == "check":
        return f"check {args[0]} is {args[1]}"
    options = [f"{key}={_as_text(each)}" for key, each in node.kwargs.items() if each is not None]
    return f"{node.name}({', '.join([*args, *options])})"


def _result_names(results) -> str:
    return ", ".join(f"%{number}" for number in places_in(results))


def _file_and_line(node: Node) -> str:
    """Return "file:line" of a step, "" if its file is not known."""
    return f"{node.file}:{node.line}" if node.file else ""


def as_text(graph: Description) -> str:
    """Return a line a step."""
    rows = [(f"%{n} = {name}", graph.kinds[n], "input") for n, name in graph.inputs]
    for node in graph.nodes:
        made = places_in(node.results)
        kinds = ", ".join(graph.kinds[n] for n in made if n in graph.kinds)
        shown = expression(node)
        shown = f"{_result_names(node.results)} = {shown}" if made else shown
        rows.append((shown, kinds, _file_and_line(node)))
    wide = [max((len(row[i]) for row in rows), default=0) for i in (0, 1)]
    count = len(str(len(rows)))
    lines = [f"graph of {graph.name}"]
    for number, (shown, kind, place) in enumerate(rows, 1):
        text = f"{number:>{count}}  {shown:<{wide[0]}}  {kind:<{wide[1]}}"
        lines.append(f"{text}  # {place}" if place else text.rstrip())
    lines += [f"writes {name} = %{n}" for name, n in graph.changed]
    if graph.results:
        lines.append("returns " + ", ".join(f"%{n}" for n in graph.results))
    return "\n".join(lines)


class _Box(NamedTuple):
    kind: str  # 'input', 'constant', 'check', 'output' or 'step'
    title: str
    below: str
    tip: str
    uses: list[int]  # boxes, by their places


def _make_boxes(graph: Description) -> list[_Box]:
    """Make the boxes of a drawing in order: inputs, steps, arrays written to, results."""
    boxes: list[_Box] = []
    made_by: dict[int, int] = {}
    for number, name in graph.inputs:
        made_by[number] = len(boxes)
        boxes.append(_Box("input", name, graph.kinds[number], f"%{number}", []))
    for node in graph.nodes:
        uses = [made_by[n] for n in dict.fromkeys(places_in((node.args, node.kwargs)))]
        made = places_in(node.results)
        for number in made:
            made_by[number] = len(boxes)
        kind = node.name if node.name in _COLOURS else "step"
        below = ", ".join(graph.kinds[n] for n in made if n in graph.kinds)
        step = f"{_result_names(node.results)} = {expression(node)}"
        tip = "\n".join(filter(None, (step, _file_and_line(node))))
        boxes.append(_Box(kind, node.name, below, tip, uses))
    for name, number in graph.changed:
        boxes.append(_Box("output", f"writes {name}", "", f"%{number}", [made_by[number]]))
    for number in graph.results:
        boxes.append(_Box("output", "returns", "", f"%{number}", [made_by[number]]))
    return boxes


def as_dot(graph: Description) -> str:
    """Return the graph for ``dot -Tsvg``."""
    lines = [f"digraph {_dot_string(graph.name)} {{", "  node [shape=box, style=filled];"]
    boxes = _make_boxes(graph)
    for at, box in enumerate(boxes):
        label = _dot_string(f"{box.title}\n{box.below}" if box.below else box.title)
        colour = _dot_string(_COLOURS.get(box.kind, "#ffffff"))
        lines.append(
            f"  n{at} [label={label}, fillcolor={colour}, tooltip={_dot_string(box.tip)}];"
        )
    lines += [f"  n{source} -> n{at};" for at, box in enumerate(boxes) for source in box.uses]
    return "\n".join([*lines, "}"])


def _dot_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def as_svg(graph: Description) -> str:
    """Return a drawing in which each step stands below those that it uses."""
    boxes = _make_boxes(graph)
    rows: list[int] = []
    for box in boxes:
        rows.append(max((rows[source] + 1 for source in box.uses), default=0))
    across = [0] * (max(rows, default=0) + 1)
    places = []
    for row in rows:
        places.append((_GAP + across[row] * (_WIDTH + _GAP), _GAP + row * (_HEIGHT + 2 * _GAP)))
        across[row] += 1
    width = _GAP + max(across) * (_WIDTH + _GAP)
    height = _GAP + len(across) * (_HEIGHT + 2 * _GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>',
    ]
    for (x, y), box in zip(places, boxes, strict=True):
        for source in box.uses:
            a, b = places[source]
            a, b, c = a + _WIDTH / 2, b + _HEIGHT, x + _WIDTH / 2
            parts.append(
                f'<path d="M{a} {b}C{a} {b + _GAP} {c} {y - _GAP} {c} {y}" fill="none" '
                'stroke="#777" marker-end="url(#tip)"/>'
            )
    for (x, y), box in zip(places, boxes, strict=True):
        parts.append(
            f"<g><title>{html.escape(box.tip)}</title>"
            f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" stroke="#777" '
            f'fill="{_COLOURS.get(box.kind, "#ffffff")}"/>'
            f"{_svg_text(x, y + 18, box.title, 'bold')}"
            f"{_svg_text(x, y + 35, box.below, 'normal')}</g>"
        )
    return "\n".join([*parts, "</svg>"])


def _svg_text(x: float, y: float, text: str, weight: str) -> str:
    """Return an SVG text element, centred in a box that begins at ``x``: 24 characters at most."""
    text = text if len(text) <= 24 else text[:23] + "…"
    return (
        f'<text x="{x + _WIDTH / 2}" y="{y}" text-anchor="middle" font-weight="{weight}">'
        f"{html.escape(text)}</text>"
    )


def as_html(graph: Description) -> str:
    """Return a page with the drawing and the steps."""
    name = html.escape(graph.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>'
        f'\n<body><h1 style="font:1.3em sans-serif">{name}</h1>\n{as_svg(graph)}\n'
        f"<pre>{html.escape(as_text(graph))}</pre></body></html>\n"
    )
