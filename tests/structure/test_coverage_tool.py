"""``python -m tools.coverage``: who computes a function, and which names of Ivy's are not here."""

from __future__ import annotations

import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from tools import coverage


def test_marks_say_who_computes():
    found = {name: marks for each in coverage.rows().values() for name, marks in each.items()}
    assert found.keys() == FUNCTIONS.keys()
    assert found["add"] == ("primary", "own", "own", "own", "own")
    assert found["flip"][2] == "lens" and found["exists"][1:] == ("-",) * 4
    assert found["conv2d"][1:] == ("body",) * 4
    assert not [name for name, marks in found.items() if "none" in marks]


def test_a_body_is_what_runs_where_the_mark_says_so():
    """A mark is believed only if calls without the backend's own function agree with it."""
    for backend in coverage.BACKENDS:
        namespace = ivy.get_backend(backend)
        implementations = load_backend(backend).implementations
        for name, marks in coverage.rows("transcendental")["transcendental"].items():
            mark = marks[1 + coverage.BACKENDS.index(backend)]
            assert (name in implementations) == (mark in ("own", "shared", "lens", "host")), name
            assert callable(getattr(namespace, name))


def test_every_name_that_is_left_out_has_its_reason():
    absent = coverage.missing()
    assert not [name for name, reason in absent.items() if reason is None]
    why = coverage.reasons((coverage.ROOT / "docs/differences.md").read_text(encoding="utf-8"))
    assert not [name for name in why if hasattr(ivy, name)]  # a reason for what is here


def test_the_table_is_printed(capsys):
    assert coverage.main(["transcendental"]) == 0
    assert "arctan2" not in (printed := capsys.readouterr().out) and "atan2" in printed
    assert coverage.main(["nonsense"]) == 2
    assert "no such category" in capsys.readouterr().out


@pytest.mark.parametrize("reason", [None, "there is none"])
def test_a_name_without_a_reason_fails(monkeypatch, capsys, reason):
    monkeypatch.setattr(coverage, "missing", lambda: {"new_function": reason})
    assert coverage.main([]) == (reason is None)
    assert "new_function" in capsys.readouterr().out
