"""Print for each line of docs/checklist.md what pins it: ``python -m tools.checklist``.

A test pins a line by ``@pytest.mark.checklist("F14")``; a line that is reached in another way has
an entry ``* F14: ...`` in the section "Lines of the checklist" of docs/differences.md.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REQUIRED = frozenset({1, 2, 3, 4, 5, 6, 7, 9})  # sections that --strict wants complete
_SECTION = re.compile(r"## (\d+)\. ")
_LINE = re.compile(r"- ([A-Z]\d\d) (.+)")
_REPLACED = re.compile(r"\* ((?:[A-Z]\d\d(?:, )?)+): (.+)")
_REPLACED_TITLE = "## Lines of the checklist"
_NOT_RUN = frozenset({"xfail", "skip"})


@dataclass
class Line:
    """One line of the checklist, and what holds it."""

    id: str
    section: int
    title: str
    tests: dict[str, list[str]] = field(default_factory=dict)  # by file
    replaced: str | None = None

    @property
    def is_open(self) -> bool:
        return not self.tests and self.replaced is None

    def __str__(self) -> str:
        shown = [f"{self.id} {self.title}"]
        shown += [f"      {file}: {', '.join(names)}" for file, names in self.tests.items()]
        if self.replaced is not None:
            shown.append(f"      in another way: {self.replaced}")
        if self.is_open:
            shown.append("      open")
        return "\n".join(shown)


def read_lines(text: str) -> dict[str, Line]:
    """Return the lines of a checklist by id.

    Examples
    --------
    >>> read_lines("## 1. Kinds\\n\\n- F01 One kind a function\\n")["F01"].title
    'One kind a function'
    """
    lines, section = {}, 0
    for row in text.splitlines():
        if found := _SECTION.match(row):
            section = int(found[1])
        elif found := _LINE.match(row):
            lines[found[1]] = Line(found[1], section, found[2])
    return lines


def replacements(text: str) -> dict[str, str]:
    """Return what the section of docs/differences.md says, by id.

    Examples
    --------
    >>> replacements("## Lines of the checklist\\n\\n* I07, I23: an alias\\n")
    {'I07': 'an alias', 'I23': 'an alias'}
    """
    _, _, section = text.partition(_REPLACED_TITLE)
    section = section.partition("\n## ")[0].replace("\n  ", " ")  # an entry may be wrapped
    return {
        name: found[2]
        for row in section.splitlines()
        if (found := _REPLACED.match(row))
        for name in found[1].split(", ")
    }


def pins(source: str) -> Iterator[tuple[str, str]]:
    """Yield (id, test) for each marker in a test module; the test is '*' for a whole module.

    A test that is skipped or expected to fail pins nothing.

    Examples
    --------
    >>> list(pins('@pytest.mark.checklist("F14", "F15")\\ndef test_it(): ...'))
    [('F14', 'test_it'), ('F15', 'test_it')]
    """
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield from _pins_of(node)
        elif isinstance(node, ast.Assign) and _is_pytestmark(node):
            yield from ((name, "*") for name in _ids(node.value))


def _is_pytestmark(node: ast.Assign) -> bool:
    return any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
    )


def _pins_of(node: ast.FunctionDef | ast.ClassDef, within: str = "") -> Iterator[tuple[str, str]]:
    name = within + node.name
    if not any(_marker(decorator) in _NOT_RUN for decorator in node.decorator_list):
        for decorator in node.decorator_list:
            yield from ((identity, name) for identity in _ids(decorator))
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef):
                yield from _pins_of(inner, f"{name}.")


def _ids(node: ast.AST) -> Iterator[str]:
    """Yield the ids of the checklist markers anywhere in an expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _marker(call) == "checklist":
            yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant))


def _marker(node: ast.AST) -> str | None:
    """Return the name of ``pytest.mark.<name>`` and ``pytest.mark.<name>(...)``."""
    node = node.func if isinstance(node, ast.Call) else node
    marks = node.value if isinstance(node, ast.Attribute) else None
    return node.attr if isinstance(marks, ast.Attribute) and marks.attr == "mark" else None


def collect(root: Path = ROOT) -> tuple[dict[str, Line], dict[str, list[str]]]:
    """Return the lines, with what holds them, and unknown ids with the places that name them."""
    lines = read_lines((root / "docs/checklist.md").read_text())
    unknown: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        file = str(path.relative_to(root))
        for identity, test in pins(path.read_text()):
            if identity not in lines:
                unknown.setdefault(identity, []).append(f"{file}: {test}")
                continue
            names = lines[identity].tests.setdefault(file, [])
            if test not in names:
                names.append(test)
    for identity, text in replacements((root / "docs/differences.md").read_text()).items():
        if identity in lines:
            lines[identity].replaced = text
        else:
            unknown.setdefault(identity, []).append("docs/differences.md")
    return lines, unknown


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.checklist", description=__doc__)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="exit with 1 if a line of sections 1 to 7 or 9 is open, or an id is unknown",
    )
    parser.add_argument("--open", action="store_true", help="print the open lines only")
    options = parser.parse_args(arguments)
    lines, unknown = collect(root)
    for line in lines.values():
        if line.is_open or not options.open:
            print(line)
    for identity, places in unknown.items():
        print(f"{identity} is no line of the checklist: {', '.join(places)}")
    still = [line for line in lines.values() if line.is_open]
    pinned = sum(bool(line.tests) for line in lines.values())
    otherwise = sum(line.replaced is not None for line in lines.values())
    print(
        f"{len(lines)} lines: {pinned} pinned by tests, {otherwise} reached in another way, "
        f"{len(still)} open"
    )
    missing = unknown or any(line.section in REQUIRED for line in still)
    return 1 if options.strict and missing else 0


if __name__ == "__main__":
    sys.exit(main())
