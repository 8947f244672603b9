"""Run SciPy's and scikit-learn's tests of the array API with ours in place of array-api-strict.

``python -m tools.conformance_namespace scipy sklearn`` runs the tests of the installed packages
that take a namespace: once with array-api-strict, then with the core's namespace on a backend
(``--backend jax``). A case counts that passes with array-api-strict. ``--write`` renews the list
of the tests of which all cases pass, which may only grow
(``tests/conformance/<package>_<backend>.txt``), and the package's row in ``docs/conformance.md``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.conformance import list_path, renew_list
from tools.conformance_numpy import Drawn, outcomes, percent, run_to_the_end
from tools.suite_journal import function_of
from tools.suite_namespace import STRICT

ROOT = Path(__file__).resolve().parents[1]
JOURNALS = ROOT / "build" / "conformance"
RESULTS = ROOT / "tools" / "conformance_namespace.json"
PAGE = ROOT / "docs" / "conformance.md"
BACKENDS = ("jax", "torch", "tensorflow", "numpy")
SECONDS = 120  # that one test may take
# Not run: an array of 3.6 GB, whose memory NumPy's np.empty does not touch
LARGE = (
    "ndimage/tests/test_interpolation.py::TestMapCoordinates::test_map_coordinates_large_data",
)
HEAD = (
    "What passes on {} of the tests that take a namespace: `python -m tools.conformance_namespace`."
)
_BEGIN, _END = "<!-- namespaces -->", "<!-- end of namespaces -->"


class Suite(NamedTuple):
    """A package's tests: how to tell those that take a namespace, and what has them run."""

    files: str  # pattern of what their files contain
    select: tuple[str, ...]  # pytest's options
    environment: dict[str, str]
    cases: int  # of a test at most; 0: all


SUITES = {
    "scipy": Suite(
        r"\bxp\b",
        ("-m", "array_api_backends and not slow"),
        {"SCIPY_ARRAY_API": json.dumps([STRICT])},
        cases=6,
    ),
    "sklearn": Suite(
        r"_array_api_for_tests|yield_namespace_device",
        ("-k", STRICT),
        {"SCIPY_ARRAY_API": "1"},
        cases=0,
    ),
}


def files_of(package: str) -> list[str]:
    """Return the files of a package's tests that take a namespace, from the package's folder."""
    folder = _folder_of(package)
    pattern = re.compile(SUITES[package].files)
    found = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("tests/test_*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    return sorted(found)


def run(
    package: str,
    kind: str,
    journal: Path,
    drawn: Drawn,
    paths: Iterable[str] = (),
    listed: Path | None = None,
) -> dict[str, dict]:
    """Run a package's tests with `STRICT` or on a backend; return the entries by test.

    The tests are named from the package's folder. What the journal has is not run again.
    """
    suite, folder = SUITES[package], _folder_of(package)
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", *suite.select]
    command += ["-c", os.devnull, "--rootdir", str(folder.parent)]
    command += ["-p", "no:cacheprovider", "-p", "no:logging"]
    command += ["-p", "tools.suite_journal", "-p", "tools.suite_namespace"]
    command += ["--timeout", str(SECONDS), "--continue-on-collection-errors"]
    command += ["--journal", str(journal), "--share", drawn.share, "--cases", str(drawn.cases)]
    command += [f"--deselect={package}/{test}" for test in LARGE]
    if listed is not None:
        command += ["--listed", str(listed)]
    if kind != STRICT:
        command += ["--namespace", kind]
    command += [str(folder / path) for path in paths or files_of(package)]
    environment = {**os.environ, **suite.environment, "PYTHONPATH": str(ROOT)}
    environment |= {"PYTHONSAFEPATH": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    journal.parent.mkdir(parents=True, exist_ok=True)
    entries = run_to_the_end(command, journal, journal.parent, environment)
    return {test.removeprefix(f"{package}/"): entry for test, entry in entries.items()}


def _folder_of(package: str) -> Path:
    return Path(importlib.import_module(package).__file__).parent


def expected_of(strict: dict[str, dict]) -> set[str]:
    """Return the cases that pass with array-api-strict.

    Examples
    --------
    >>> passed = {"outcome": "passed"}
    >>> expected_of({"a[array_api_strict]": passed, "b": passed})
    {'a[array_api_strict]'}
    """
    return {
        case for case, entry in strict.items() if entry["outcome"] == "passed" and STRICT in case
    }


def figures(package: str, expected: set[str], found: dict[str, dict]) -> dict[str, object]:
    """Return a package's row: how many cases and tests pass, and the names of those that fail."""
    ran = outcomes(expected, found)
    failed = {case for case in expected if not _passes(case, found)}
    return {
        "version": importlib.import_module(package).__version__,
        "cases": len(expected),
        "passed": len(expected) - len(failed),
        "tests": len(ran),
        "tests_passed": sum(ran.values()),
        "failed": sorted({function_of(case) for case in failed}),
    }


def _passes(case: str, found: dict[str, dict]) -> bool:
    return found.get(case, {}).get("outcome") == "passed"


def text_of(results: dict[str, dict]) -> str:
    """Return the page's table of the results kept."""
    titles = "package | backend | version | cases | pass | tests | all cases pass"
    lines = [f"| {titles} |", "| --- " * 7 + "|"]
    for name, row in sorted(results.items()):
        package, backend = name.split()
        cells = [package, backend, row["version"], row["cases"]]
        cells += [percent(row["passed"], row["cases"]), row["tests"]]
        cells += [percent(row["tests_passed"], row["tests"])]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def keep(package: str, backend: str, row: dict, ran: dict, shrink: bool = False) -> bool:
    """Write a row of the page, and its list; return whether the list lost no name."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results[f"{package} {backend}"] = row
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    before, rest = PAGE.read_text(encoding="utf-8").split(_BEGIN)
    after = rest.split(_END)[1]
    text = f"{before}{_BEGIN}\n\n{text_of(results)}\n\n{_END}{after}"
    PAGE.write_text(text, encoding="utf-8")
    return renew_list(list_path(backend, package), ran, backend, shrink, HEAD)


def main() -> int:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", nargs="*", metavar="package", help="default: all")
    parser.add_argument("--backend", choices=BACKENDS, default="jax")
    parser.add_argument("--share", default="0/1", help="I/N: the I-th part of N of the tests")
    parser.add_argument("--cases", type=int, help="of a test at most; 0: all")
    parser.add_argument("--path", action="append", default=[], help="a file below the package")
    parser.add_argument("--again", action="store_true", help="forget what earlier runs have found")
    parser.add_argument("--write", action="store_true", help="renew lists and page")
    parser.add_argument("--shrink", action="store_true", help="with --write: a list may lose names")
    options = parser.parse_args()
    if wrong := set(options.packages) - SUITES.keys():
        parser.error(f"{', '.join(sorted(wrong))}: the packages are {', '.join(SUITES)}")
    is_kept = True
    for package in options.packages or SUITES:
        cases = SUITES[package].cases if options.cases is None else options.cases
        drawn = Drawn(options.share, cases)
        name = "-".join([package, *drawn.share.split("/"), str(drawn.cases), *options.path])
        folder = JOURNALS / name.replace("/", ".")
        if options.again:
            shutil.rmtree(folder, ignore_errors=True)
        strict, found = [
            run(package, kind, folder / f"{kind}.jsonl", drawn, options.path)
            for kind in (STRICT, options.backend)
        ]
        expected = expected_of(strict)
        row = figures(package, expected, found)
        print(f"{package}: {row['passed']} of {row['cases']} cases pass")
        for case in sorted(expected):
            if not _passes(case, found):
                why = found.get(case, {"why": "not collected"})["why"]
                print(f"  {case}: {why.partition(chr(10))[0]}")
        if options.write:
            ran = outcomes(expected, found)
            is_kept &= keep(package, options.backend, row, ran, options.shrink)
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
