"""``python -m tools.checklist``: what pins a line, and what it says of lines that nothing pins."""

from __future__ import annotations

import pytest

from tools import checklist

CHECKLIST = """# Checklist

## 1. Kinds

- F01 first
- F02 second
- F03 third

## 8. Exceptions

- E01 fourth
"""
TESTS = """
import pytest

@pytest.mark.parametrize("x", [1, 2])
@pytest.mark.checklist("F01", "F02")
def test_two_lines(x): ...

@pytest.mark.xfail(reason="not yet")
@pytest.mark.checklist("F03")
def test_expected_to_fail(): ...

@pytest.mark.skip
@pytest.mark.checklist("F03")
class TestSkipped:
    @pytest.mark.checklist("F03")
    def test_within(self): ...

class TestGroup:
    @pytest.mark.checklist("F02")
    def test_method(self): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.checklist("F01"))])
def test_of_one_case(x): ...
"""


@pytest.fixture
def project(tmp_path):
    for name, text in (
        ("docs/checklist.md", CHECKLIST),
        ("docs/differences.md", "# Differences\n\n* F03: not in the section\n"),
        ("tests/core/test_it.py", TESTS),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_lines_are_pinned_by_markers(project):
    lines, unknown = checklist.collect(project)
    assert list(lines) == ["F01", "F02", "F03", "E01"]
    assert lines["F01"].tests == {"tests/core/test_it.py": ["test_two_lines", "test_of_one_case"]}
    assert lines["F02"].tests == {
        "tests/core/test_it.py": ["test_two_lines", "TestGroup.test_method"]
    }
    assert [line.id for line in lines.values() if line.is_open] == ["F03", "E01"]
    assert (lines["F03"].section, lines["E01"].section) == (1, 8)
    assert unknown == {}


def test_a_module_pins_with_pytestmark():
    source = "pytestmark = [pytest.mark.checklist('F01'), pytest.mark.slow]\ndef test_it(): ..."
    assert list(checklist.pins(source)) == [("F01", "*")]


def test_replaced_lines_are_shown_with_their_reason(project, capsys):
    with (project / "docs/differences.md").open("a") as file:
        file.write("\n## Lines of the checklist\n\n* F03: a better way.\n\n## Other\n\n* E01: no\n")
    assert checklist.main(["--strict"], project) == 0  # section 8 may be open
    shown = capsys.readouterr().out.splitlines()
    assert shown == [
        "F01 first",
        "      tests/core/test_it.py: test_two_lines, test_of_one_case",
        "F02 second",
        "      tests/core/test_it.py: test_two_lines, TestGroup.test_method",
        "F03 third",
        "      in another way: a better way.",
        "E01 fourth",
        "      open",
        "4 lines: 2 pinned by tests, 1 reached in another way, 1 open",
    ]


def test_strict_fails_where_a_line_is_open(project, capsys):
    assert checklist.main(["--strict"], project) == 1
    assert checklist.main(["--open"], project) == 0
    shown = capsys.readouterr().out
    assert shown.endswith(
        "F03 third\n      open\nE01 fourth\n      open\n"
        "4 lines: 2 pinned by tests, 0 reached in another way, 2 open\n"
    )


def test_unknown_ids_are_named(project, capsys):
    path = project / "tests/core/test_it.py"
    path.write_text('@pytest.mark.checklist("F01", "F02", "F03", "F99")\ndef test_it(): ...\n')
    assert checklist.main(["--strict"], project) == 1
    shown = capsys.readouterr().out
    assert "F99 is no line of the checklist: tests/core/test_it.py: test_it\n" in shown


def test_every_marker_of_this_project_names_a_line():
    lines, unknown = checklist.collect()
    assert unknown == {}
    assert {line.section for line in lines.values()} == set(range(1, 11))
