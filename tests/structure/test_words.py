"""The words of docstrings, comments, pages and commits, as docs/glossary.md and STYLE have them."""

from __future__ import annotations

import ast
import functools
import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

from tests.structure.trees import nodes_of

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
LAST_WITHOUT_RULE = "1d05fcb"  # commits behind this one follow the rule for subjects


@functools.cache
def docstrings(path: Path) -> list[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [found for node in nodes_of(ROOT / path, *kinds) if (found := ast.get_docstring(node))]


def comments(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def test_docstrings_begin_with_what_the_function_does():
    found = [
        f"{path}: {docstring.splitlines()[0]}"
        for path in FILES
        for docstring in docstrings(path)
        if NO_BEGINNING.match(docstring.splitlines()[0])
    ]
    assert not found


def test_comments_and_docstrings_name_their_subject():
    found = [
        f"{path}: {line.strip()}"
        for path in FILES
        for text in [(ROOT / path).read_text()]
        if NO_WORDS.search(text)  # most files have none, and are read no further
        for part in (*docstrings(path), *comments(text))
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
    assert not long_lines(page)


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
