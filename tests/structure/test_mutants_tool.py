"""``make mutants``: faults are drawn alike, make other programs, and tests that fail kill them."""

from __future__ import annotations

import ast

import pytest

from tools import mutants

SOURCE = '''
def clipped(x: int, low: int = 0, *, high=10):
    """Return x within its bounds; 3 is no number of the program."""
    if x < low or not high:
        raise ValueError(f"{x + 1} is below {low}")
    return x if x <= high else high
'''


def made(tmp_path, source=SOURCE):
    path = tmp_path / "clip.py"
    path.write_text(source)
    return mutants.mutants_of(path, tmp_path)


def test_each_mutant_is_another_program(tmp_path):
    programs = set()
    for mutant in made(tmp_path):
        text = SOURCE[: mutant.start] + mutant.after + SOURCE[mutant.end :]
        programs.add(ast.dump(ast.parse(text)))
    assert ast.dump(ast.parse(SOURCE)) not in programs
    assert len(programs) == len(made(tmp_path))


def test_kinds_of_faults(tmp_path):
    found = {(mutant.kind, mutant.before, mutant.after) for mutant in made(tmp_path)}
    assert {
        ("comparison", "x < low", "(x <= low)"),
        ("and, or", "x < low or not high", "(x < low and (not high))"),
        ("not dropped", "not high", "(high)"),
        ("branch dropped", "x < low or not high", "(False)"),
        ("branch dropped", "x if x <= high else high", "(high)"),
        ("off by one", "10", "(11)"),
    } <= found


def test_messages_annotations_and_docstrings_stay(tmp_path):
    assert not {mutant.before for mutant in made(tmp_path)} & {"1", "3", "x + 1", "int"}


def test_bytes_before_a_fault_may_be_of_any_language(tmp_path):
    source = 'NAME = "übergröße"; more = 1 < 2\n'
    mutant = next(m for m in made(tmp_path, source) if m.kind == "comparison")
    text = source.encode()
    assert text[mutant.start : mutant.end] == b"1 < 2"


def test_a_seed_draws_the_same_of_each_part(monkeypatch):
    parts = ("ivy_core/func_wrapper.py", "frontends/numpy/func_wrapper.py")
    monkeypatch.setattr(mutants, "TESTED_BY", {name: mutants.TESTED_BY[name] for name in parts})
    one, other = mutants.drawn(20, seed=3), mutants.drawn(20, seed=3)
    assert one == other and len(one) == 20
    assert one != mutants.drawn(20, seed=4)
    assert {mutants.part_of(mutant.path) for mutant in one} == set(mutants.TESTED_BY)


@pytest.mark.parametrize(
    "test, killer",
    [
        ("assert clipped(0) == 0", "tests/test_clip.py::test [none]"),
        ("assert clipped(5) == 5", ""),
    ],
)
def test_the_first_test_that_fails_kills(tmp_path, monkeypatch, test, killer):
    (mutant,) = (m for m in made(tmp_path) if m.after == "(x <= low)")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--backend')\n"
    )
    (tmp_path / "tests" / "test_clip.py").write_text(
        "from clip import clipped\n\ndef test_fails_anyhow():\n    assert clipped(3) == 4\n\n"
        f"def test():\n    {test}\n"
    )
    monkeypatch.setattr(mutants, "TESTED_BY", {"clip.py": (("none",), ["test_clip.py"])})
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # hypothesis takes half of the time
    unsound: set[str] = set()
    assert mutants.killer_of(mutant, tmp_path, False, unsound) == killer
    assert unsound == {"tests/test_clip.py::test_fails_anyhow"}
    assert (tmp_path / "clip.py").read_text() == SOURCE


def test_the_parts_and_their_tests_are_there():
    for name, (_, files) in mutants.TESTED_BY.items():
        paths = [mutants.ROOT / name, *(mutants.ROOT / "tests" / file for file in files)]
        assert [path for path in paths if not path.exists()] == []
