"""NumPy's own tests: what tests/conformance lists passes on its backend.

A process of its own runs them, rewritten. In an ordinary run a part of the listed, on JAX, with
few cases each; with ``--full`` all. ``python -m tools.conformance_numpy --write`` renews the lists.
"""

from __future__ import annotations

import json

import pytest

from tools.conformance import list_path, read_list
from tools.conformance_numpy import Drawn, figures, outcomes, reachable, run, text_of
from tools.suite_journal import function_of, read_journal

# Of what is listed, in an ordinary run: 5 seconds of CPU. To rewrite and import all 70 files alone
# takes a minute.
SHARE = "0/3"
QUICK_FILES = ("lib/tests/test_function_base.py", "_core/tests/test_indexing.py")


def only_with_full(params):
    return params.get("backend", "jax") != "jax"


@pytest.mark.timeout(4 * 3600)  # with --full
def test_what_is_listed_passes(backend, full, tmp_path):
    listed = list_path(backend, "numpy")
    if not read_list(listed):
        pytest.skip(f"nothing is listed of {backend} yet")
    drawn = Drawn() if full else Drawn(SHARE, 1)
    paths = () if full else QUICK_FILES
    found = run(backend, tmp_path / "journal.jsonl", drawn, paths, listed)
    names = {"::".join(pair) for pair in read_list(listed)}
    files = {name.partition("::")[0] for name in names}
    failed = {
        test: entry["why"]
        for test, entry in found.items()
        if entry["outcome"] == "failed" and function_of(test) in names | files
    }
    assert found and not failed


PASSED, FAILED = {"outcome": "passed", "why": ""}, {"outcome": "failed", "why": "TypeError"}


def test_reachable_is_what_needs_numpy():
    real = {"a": PASSED, "b": PASSED, "c": FAILED, "d": PASSED}
    empty = {"a": FAILED, "b": PASSED, "c": FAILED}
    assert reachable(real, empty) == {"a"}


def test_a_test_passes_only_with_all_its_cases():
    found = {"x.py::t[1]": PASSED, "x.py::t[2]": FAILED, "x.py::u": PASSED}
    assert outcomes({*found, "y.py::v"}, found) == {
        ("x.py", "t"): False,
        ("x.py", "u"): True,
        ("y.py", "v"): False,  # was not collected
    }


def test_the_page_has_a_row_for_each_backend_and_cause():
    row = figures({"x.py::t[1]", "x.py::u"}, {"x.py::t[1]": FAILED, "x.py::u": PASSED})
    lines = text_of({"jax": row | {"share": "0/3"}}).splitlines()
    assert any(line.startswith("| jax |") and "50.0 %" in line for line in lines)
    assert any("`t`" in line and "| 1 |" in line for line in lines)


def test_a_journal_goes_on_after_a_crash(tmp_path):
    path = tmp_path / "journal.jsonl"
    lines = [{"test": "a", "outcome": "failed", "why": "the process has crashed"}]
    lines += [lines[0] | {"outcome": "passed"}, lines[0] | {"test": "b"}]
    path.write_text("".join([json.dumps(line) + "\n" for line in lines]), encoding="utf-8")
    assert [entry["outcome"] for entry in read_journal(path)] == ["passed", "failed"]
