"""SciPy's and scikit-learn's tests of the array API: what is listed passes with our namespace.

A process of its own runs them. In an ordinary run a part of what is listed, with one case each;
with ``--full`` all. ``python -m tools.conformance_namespace --write`` renews the lists.
"""

from __future__ import annotations

import pytest

from tools.conformance import list_path, read_list
from tools.conformance_namespace import SUITES, expected_of, figures, run, text_of
from tools.conformance_numpy import Drawn
from tools.suite_journal import function_of
from tools.suite_namespace import STRICT

# In an ordinary run: two files of each, where importing the packages takes the most.
QUICK_FILES = {
    "scipy": ("special/tests/test_logsumexp.py", "stats/tests/test_variation.py"),
    "sklearn": ("utils/tests/test_extmath.py", "preprocessing/tests/test_label.py"),
}


def only_with_full(params):
    return params.get("backend", "jax") != "jax"


@pytest.mark.timeout(4 * 3600)  # with --full
@pytest.mark.parametrize("package", ["scipy", "sklearn"])
def test_what_is_listed_passes(backend, package, full, tmp_path):
    pytest.importorskip(package)
    listed = list_path(backend, package)
    if not (pairs := read_list(listed)):
        pytest.skip(f"nothing is listed of {backend} yet")
    drawn, paths = Drawn(cases=1), QUICK_FILES[package]
    if full:
        drawn, paths = Drawn(cases=SUITES[package].cases), ()
    found = run(package, backend, tmp_path / "journal.jsonl", drawn, paths, listed)
    names = {"::".join(pair) for pair in pairs}
    files = {name.partition("::")[0] for name in names}
    failed = {
        test: entry["why"]
        for test, entry in found.items()
        if entry["outcome"] == "failed" and function_of(test) in names | files
    }
    assert found and not failed


CASES = {f"x.py::t[{STRICT}-1]": "passed", f"x.py::t[{STRICT}-2]": "failed", "x.py::u": "passed"}
ENTRIES = {case: {"outcome": outcome, "why": ""} for case, outcome in CASES.items()}


def test_a_case_counts_that_passes_with_array_api_strict():
    assert expected_of(ENTRIES) == {f"x.py::t[{STRICT}-1]"}


def test_the_page_has_a_row_for_each_package():
    row = figures("scipy", {case for case in CASES if STRICT in case}, ENTRIES)
    assert row["failed"] == ["x.py::t"]
    line = text_of({"scipy jax": row}).splitlines()[-1]
    assert line.startswith("| scipy | jax |") and "| 50.0 % |" in line
