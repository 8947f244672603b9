"""Run NumPy's own tests with the NumPy frontend: ``python -m tools.conformance_numpy jax``.

The tests are those of the NumPy that is installed. They are copied into a folder, and rewritten as
pytest imports them (``transpile.pytest_plugin``). What counts is *reachable*: it passes with real
NumPy, fails where NumPy's names are taken out of the test's module, and asks neither for C code
nor for memory's allocation. A test passes if all its cases do, or those that are drawn
(``--cases``). ``--write`` renews the list of what passes, which may only grow
(``tests/conformance/numpy_<backend>.txt``), and what fails, by cause, in ``docs/conformance.md``.
With ``--share 0/3`` a third of the tests runs: the page has their figures, the list keeps others.
A test has at most ten cases here, drawn by a hash, which are all of nine tests in ten.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy

from tests.surroundings import CACHE
from tools.conformance import list_path, renew_list
from tools.suite_journal import function_of, read_journal

ROOT = Path(__file__).resolve().parents[1]
JOURNALS = ROOT / "build" / "conformance"
RESULTS = ROOT / "tools" / "conformance_numpy.json"
PAGE = ROOT / "docs" / "conformance.md"
BACKENDS = ("numpy", "jax", "torch", "tensorflow")
REAL, EMPTY = "real", "empty"  # NumPy itself, and nothing in its place
SUITE = "suite"  # the folder's name, which is the package of all tests
AREAS = ("_core", "lib", "linalg", "fft", "random", "matrixlib", "polynomial", "ma")
# Whole files on C code, processors, other interpreters and memory's allocation.
INTERNAL = (
    *("argparse", "arraymethod", "cpu_dispatcher", "cpu_features", "custom_dtypes", "cython"),
    *("extint128", "hashtable", "limited_api", "mem_policy", "multiprocessing", "simd"),
    *("simd_module", "umath_accuracy", "extending"),
)
SECONDS = 60  # that one test may take
PROCESSES = 20  # at most, one after the other: each ends at 2.5 GB
LARGEST = 12  # causes that the page shows of each backend
HEAD = "Of NumPy's own tests, what passes on {}: `python -m tools.conformance_numpy`."
_BEGIN, _END = "<!-- figures -->", "<!-- end of figures -->"


class Drawn(NamedTuple):
    """Which tests run: a part of so many, and at most so many cases of each (0: all)."""

    share: str = "0/1"
    cases: int = 10


def suite_folder() -> Path:
    """Return the folder with a copy of NumPy's tests, made now where there is none."""
    folder = CACHE / "conformance" / f"numpy-{numpy.__version__}"
    if folder.exists():
        return folder
    source = Path(numpy.__file__).parent
    made = folder.with_name(f"{folder.name}.{os.getpid()}")
    internal = [f"test_{name}.py" for name in INTERNAL]
    left_out = shutil.ignore_patterns("__pycache__", "examples", *internal)
    for area in AREAS:
        tests = made / SUITE / area / "tests"
        shutil.copytree(source / area / "tests", tests, ignore=left_out)
        for package in (tests, tests.parent, tests.parent.parent):
            (package / "__init__.py").touch()
    (made / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    made.rename(folder)
    return folder


def run(
    kind: str, journal: Path, drawn: Drawn, paths: Iterable[str] = (), listed: Path | None = None
) -> dict[str, dict]:
    """Run the tests on a backend, `REAL` or `EMPTY`; return the journal's entries by test.

    What the journal has is not run again. A process that has ended early is followed by another.
    """
    folder = suite_folder()
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--rootdir", "."]
    command += ["--tb=no" if kind in (REAL, EMPTY) else "--tb=short"]
    command += ["-p", "no:cacheprovider", "-p", "no:logging", "-p", "tools.suite_journal"]
    command += ["-m", "not slow", "--timeout", str(SECONDS), "--continue-on-collection-errors"]
    command += ["--journal", str(journal), "--share", drawn.share, "--cases", str(drawn.cases)]
    if listed is not None:
        command += ["--listed", str(listed)]
    if kind == EMPTY:
        command += ["--without-numpy"]
    elif kind != REAL:
        command += ["-p", "transpile.pytest_plugin", "--transpile-to", kind]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    environment["PYTHONSAFEPATH"] = "1"
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the rewritten modules are kept
    command += [f"{SUITE}/{path}" for path in paths] or [SUITE]
    entries = run_to_the_end(command, journal, folder, environment)
    return {test.removeprefix(f"{SUITE}/"): entry for test, entry in entries.items()}


def run_to_the_end(
    command: list[str], journal: Path, folder: Path, environment: dict[str, str]
) -> dict[str, dict]:
    """Run pytest in a folder until its journal says that all is done; return entries by test.

    Raises
    ------
    RuntimeError
        Where the last process has ended before the end of the suite.
    """
    journal.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(PROCESSES):
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        entries = {entry["test"]: entry for entry in read_journal(journal)}
        if entries.pop("", None) is not None:
            return entries
    raise RuntimeError(f"{journal}: {done.stdout[-2000:]}{done.stderr[-2000:]}")


def reachable(real: dict[str, dict], empty: dict[str, dict]) -> set[str]:
    """Return the cases that ask for NumPy's API, by how they ended with it and without.

    Examples
    --------
    >>> passed, failed = {"outcome": "passed"}, {"outcome": "failed"}
    >>> sorted(reachable({"a": passed, "b": passed, "c": failed}, {"a": failed, "b": passed}))
    ['a']
    """
    return {
        test
        for test, entry in real.items()
        if entry["outcome"] == "passed" and empty.get(test, {}).get("outcome") == "failed"
    }


# What tells a cause: a part of the test's name, or of what failed. The first that fits.
_CAUSES = (
    ("the buffer protocol before Python 3.12", "", r"memoryview: a bytes|buffer API|bytes-like"),
    ("`inspect.signature`", r"(?i)signature", r"_ParameterKind|__(text_)?signature__"),
    ("floating-point errors and warnings", "", r"FloatingPointError|(Runtime|Complex)Warning"),
    ("subclasses of `ndarray`", r"(?i)subclass|subok|finalize|array_wrap|matrix", r"sub-type"),
    ("`__array_struct__` and its kin", r"array_interface|ctypes|dlpack|\[__array", r"__array_s"),
    ("pickles", r"(?i)pickl", ""),
    ("`nditer`", r"test_nditer", ""),
    ("masked arrays", r"^ma/", ""),
    (
        "memory layout: strides, order, flags, `base`, overlap",
        r"(?i)order|layout|contig|strid|base|flags|overlap|align|resize|copy|degemv|view",
        "",
    ),
    ("texts, records and objects", r"(?i)string|record|void|flexible|struct|object", r"object"),
)


def cause_of(test: str, why: str) -> str:
    """Return under which cause a failed test stands on the page."""
    for cause, name, reason in _CAUSES:
        if (name and re.search(name, test)) or (reason and re.search(reason, why)):
            return cause
    file = test.partition("::")[0].replace("/tests/test_", "/").removesuffix(".py")
    return f"others of `{file}`"


def outcomes(expected: set[str], found: dict[str, dict]) -> dict[tuple[str, str], bool]:
    """Return for each test, as its file and its name there, whether all its cases pass.

    Examples
    --------
    >>> cases = {"lib/test_io.py::test_read[a]", "lib/test_io.py::test_read[b]"}
    >>> outcomes(cases, {"lib/test_io.py::test_read[a]": {"outcome": "passed"}})
    {('lib/test_io.py', 'test_read'): False}
    """
    ran: dict[tuple[str, str], bool] = {}
    for case in expected:
        file, _, name = function_of(case).partition("::")
        passed = found.get(case, {}).get("outcome") == "passed"
        ran[file, name] = ran.get((file, name), True) and passed
    return ran


def figures(expected: set[str], found: dict[str, dict]) -> dict[str, object]:
    """Return a backend's row of the results: cases, how many pass, and why the others fail."""
    ran = outcomes(expected, found)
    missing = {"outcome": "failed", "why": "not collected"}
    failed = {case: found.get(case, missing) for case in expected}
    failed = {case: entry for case, entry in failed.items() if entry["outcome"] != "passed"}
    causes: dict[str, list[str]] = defaultdict(list)
    for case, entry in sorted(failed.items()):
        causes[cause_of(case, entry["why"])].append(case)
    counts = sorted(causes.items(), key=lambda item: (-len(item[1]), item[0]))
    return {
        "version": numpy.__version__,
        "cases": len(expected),
        "passed": len(expected) - len(failed),
        "tests": len(ran),
        "tests_passed": sum(ran.values()),
        "causes": {cause: [len(cases), function_of(cases[0])] for cause, cases in counts},
    }


def text_of(results: dict[str, dict]) -> str:
    """Return the page's tables of the results kept."""
    kept = [name for name in BACKENDS if name in results]
    titles = "backend | NumPy | share | cases | pass | tests | all cases pass"
    lines = [f"| {titles} |", "| --- " * 7 + "|"]
    for name in kept:
        row = results[name]
        cells = [name, row["version"], row["share"], row["cases"]]
        cells += [percent(row["passed"], row["cases"])]
        cells += [row["tests"], percent(row["tests_passed"], row["tests"])]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    total: Counter = Counter()
    for name in kept:
        total.update({cause: count for cause, (count, _) in results[name]["causes"].items()})
    lines += ["", f"| cause | {' | '.join(kept)} | for example |", "| --- " * (len(kept) + 2) + "|"]
    for cause, _ in total.most_common(LARGEST):
        of_cause = [results[name]["causes"].get(cause) for name in kept]
        example = next(found for found in of_cause if found)[1]
        counts = [str(found[0]) if found else "0" for found in of_cause]
        lines.append(f"| {cause} | {' | '.join(counts)} | `{example.split('::', 1)[-1]}` |")
    return "\n".join(lines)


def percent(passed: int, of: int) -> str:
    """Return a share in tenths of a percent, 100 for all of them alone."""
    return f"{passed * 1000 // of / 10:.1f} %"


def write_page(results: dict[str, dict]) -> None:
    """Replace the tables in the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(_BEGIN)
    after = rest.split(_END)[1]
    text = f"{before}{_BEGIN}\n\n{text_of(results)}\n\n{_END}{after}"
    PAGE.write_text(text, encoding="utf-8")


def keep(backend: str, row: dict, ran: dict[tuple[str, str], bool], shrink: bool = False) -> bool:
    """Write a backend's row of the page, and its list; return whether the list lost no name."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results[backend] = row
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    write_page(results)
    return renew_list(list_path(backend, "numpy"), ran, backend, shrink, HEAD)


def main() -> int:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("backends", nargs="*", metavar="backend", help="default: all")
    parser.add_argument("--share", default="0/1", help="I/N: the I-th part of N of the tests")
    parser.add_argument("--cases", type=int, default=10, help="of a test at most; 0: all")
    parser.add_argument("--path", action="append", default=[], help="a file or test of the suite")
    parser.add_argument("--again", action="store_true", help="forget what earlier runs have found")
    parser.add_argument("--write", action="store_true", help="renew lists and page")
    parser.add_argument("--shrink", action="store_true", help="with --write: a list may lose names")
    options = parser.parse_args()
    if wrong := set(options.backends) - set(BACKENDS):
        parser.error(f"{', '.join(sorted(wrong))}: the backends are {', '.join(BACKENDS)}")
    drawn = Drawn(options.share, options.cases)
    name = "-".join([*drawn.share.split("/"), str(drawn.cases), *options.path])
    folder = JOURNALS / name.replace("/", ".")
    if options.again:
        shutil.rmtree(folder, ignore_errors=True)
    real, empty = [
        run(kind, folder / f"{kind}.jsonl", drawn, options.path) for kind in (REAL, EMPTY)
    ]
    expected = reachable(real, empty)
    is_kept = True
    for backend in options.backends or BACKENDS:
        found = run(backend, folder / f"{backend}.jsonl", drawn, options.path)
        row = figures(expected, found) | {"share": drawn.share}
        print(f"{backend}: {row['passed']} of {row['cases']} cases pass")
        for case in sorted(expected):
            entry = found.get(case, {"outcome": "failed", "why": "not collected"})
            if entry["outcome"] != "passed":
                print(f"  {case}: {entry['why'].partition(chr(10))[0]}")
        if options.write:
            is_kept &= keep(backend, row, outcomes(expected, found), options.shrink)
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
