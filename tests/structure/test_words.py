"""The words of docstrings, comments, pages and commits, as docs/glossary.md and STYLE have them."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT)
    for package in ("ivy_core", "frontends", "transpile")
    for path in (ROOT / package).rglob("*.py")
)
# A docstring says what the function does; `Return the ...` does, `Return what ...` does not.
NO_BEGINNING = re.compile(
    r"(What|Which|How|Where|Who|Whose)\b|Return (what|which|where|how|who|whose)\b|The same\.?$"
)
NO_WORDS = re.compile(r"\b(somebody|nobody|has said|what is to be)\b")
# By area: how many are left. The numbers may only get smaller.
LEFT_BEGINNINGS = {
    "ivy_core/functional": 28,  # what `help` prints of a public function is kept as it is
}
# Lines outside of tables and blocks of code. Tests look for whole lines of the first one.
LEFT_LONG_LINES = {"differences.md": 63}
LAST_WITHOUT_RULE = "1d05fcb"  # commits behind this one follow the rule for subjects


def area_of(path: Path) -> str:
    parts = path.parts[:3] if path.parts[1] == "backends" else path.parts[:2]
    return "/".join(parts)


def docstrings(text: str) -> list[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    return [found for node in nodes if (found := ast.get_docstring(node))]


def comments(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def too_many(found: list[tuple[str, str]], left: dict[str, int]) -> list[str]:
    """List what is found in areas that have more of it than is left."""
    count = Counter(area for area, _ in found)
    return [f"{area}: {text}" for area, text in found if count[area] > left.get(area, 0)]


def test_docstrings_begin_with_what_the_function_does():
    found = [
        (area_of(path), f"{path.name}: {docstring.splitlines()[0]}")
        for path in FILES
        for docstring in docstrings((ROOT / path).read_text())
        if NO_BEGINNING.match(docstring.splitlines()[0])
    ]
    assert not too_many(found, LEFT_BEGINNINGS)


def test_comments_and_docstrings_name_their_subject():
    found = [
        (area_of(path), f"{path.name}: {line.strip()}")
        for path in FILES
        for text in [(ROOT / path).read_text()]
        if NO_WORDS.search(text)  # most files have none, and are read no further
        for part in (*docstrings(text), *comments(text))
        for line in part.splitlines()
        if NO_WORDS.search(line)
    ]
    assert not found


def long_lines(page: Path) -> list[str]:
    """List the lines over 120 characters that could be wrapped: no table's, no code's."""
    found, in_code = [], False
    for line in page.read_text().splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif len(line) > 120 and not in_code and not line.startswith("|"):
            found.append(line)
    return found


@pytest.mark.parametrize(
    "page", [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")], ids=lambda page: page.name
)
def test_lines_of_pages_have_at_most_120_characters(page):
    found = long_lines(page)
    assert len(found) <= LEFT_LONG_LINES.get(page.name, 0), found


def test_subjects_of_commits_name_an_area_and_what_is_done():
    log = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s", f"{LAST_WITHOUT_RULE}..HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if log.returncode:
        pytest.skip("there is no git history that reaches back to where the rule begins")
    odd = [s for s in log.stdout.splitlines() if not re.fullmatch(r"[\w./ -]+: .+", s)]
    assert not odd
    assert not [s for s in log.stdout.splitlines() if len(s) > 72]
