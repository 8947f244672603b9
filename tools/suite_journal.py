"""A plugin for pytest: run tests of a large suite, and write a line of JSON as each one ends.

``-p tools.suite_journal --journal FILE``: what FILE names is not run again, so that a suite that
ends early (a process that has grown too large, or that has crashed) goes on where it stopped.
"""

from __future__ import annotations

import gc
import json
import sys
import time
import types
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

FEW_BYTES = 1_900_000_000  # from which on a process forgets what JAX has compiled
MANY_BYTES = 2_500_000_000  # from which on it ends, and another one goes on
settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("journal of a suite")
    group.addoption("--journal", type=Path, help="the file that says how each test ended")
    group.addoption("--listed", type=Path, help="run the tests that this list names only")
    group.addoption("--share", default="0/1", help="I/N: of these the I-th part of N")
    group.addoption("--cases", type=int, default=0, help="at most so many of a test; 0: all")
    group.addoption("--without-numpy", action="store_true", help="take NumPy out of the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks of NumPy's own tests, and have examples drawn alike in each run."""
    settings.load_profile("suite")
    for mark in ("slow", "thread_unsafe", "parallel_threads", "iterations", "leaks_references"):
        config.addinivalue_line("markers", f"{mark}: one of NumPy's marks")
    if config.getoption("journal") is not None:
        config.pluginmanager.register(_Journal(config), "journal")


def function_of(name: str) -> str:
    """Return a test's name without its parameters.

    Examples
    --------
    >>> function_of("lib/tests/test_io.py::TestIO::test_read[a-b]")
    'lib/tests/test_io.py::TestIO::test_read'
    """
    return name.partition("[")[0]


def _below_first_folder(name: str) -> str:
    """Return a test's name as lists have it: without the folder that the whole suite is in."""
    return name.partition("/")[2]


def number_of(name: str) -> int:
    """Return a number that a name has in each process."""
    return zlib.crc32(name.encode())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is asked for, and what the journal does not have yet."""
    part, parts = map(int, config.getoption("share").split("/"))
    kept = [item for item in items if number_of(function_of(item.nodeid)) % parts == part]
    kept = [item for item in kept if not asks_for_internals(item)]
    if (path := config.getoption("listed")) is not None:
        lines = path.read_text(encoding="utf-8").splitlines()
        listed = {"::".join(line.split()) for line in lines if not line.startswith("#")}
        kept = [item for item in kept if function_of(_below_first_folder(item.nodeid)) in listed]
    if (most := config.getoption("cases")) > 0:
        cases: dict[str, list[pytest.Item]] = {}
        for item in kept:
            cases.setdefault(function_of(item.nodeid), []).append(item)
        drawn = {
            id(item)
            for found in cases.values()
            for item in sorted(found, key=lambda item: number_of(item.nodeid))[:most]
        }
        kept = [item for item in kept if id(item) in drawn]
    if (path := config.getoption("journal")) is not None:
        known = {entry["test"] for entry in read_journal(path)}
        kept = [item for item in kept if item.nodeid not in known]
    left = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in left])
    items[:] = kept


def pytest_collection_finish() -> None:
    """Take what collection made out of each later run of the garbage collector."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Take NumPy out of the module of a test while it runs, where that is asked for."""
    if not item.config.getoption("without_numpy"):
        yield
        return
    names = vars(item.module)
    kept = {name: value for name, value in names.items() if _is_numpys(value)}
    names.update(dict.fromkeys(kept, types.ModuleType("empty")))
    try:
        yield
    finally:
        names.update(kept)


def _home(value: object) -> str:
    """Return the module that a value is, or that it says it comes from."""
    if isinstance(value, types.ModuleType):
        return value.__name__
    home = getattr(type(value) if isinstance(value, type) else value, "__module__", None)
    home = getattr(value, "__module__", home)
    return home if isinstance(home, str) else ""


def _is_numpys(value: object) -> bool:
    """Return whether a value of a test's module is NumPy's, its functions for tests aside."""
    home = f"{_home(value)}."
    is_ufunc = type(value).__module__ == "numpy" and type(value).__name__ == "ufunc"
    return is_ufunc or home.startswith("numpy.") and not home.startswith("numpy.testing.")


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


_INTERNAL = {"_multiarray_tests", "_umath_tests", "_rational_tests", "_simd", "getrefcount"}


def asks_for_internals(item: pytest.Item) -> bool:
    """Return whether a test names what NumPy's C code has for tests, or counts references."""
    if not isinstance(item, pytest.Function):
        return False
    names = vars(item.module)
    used: set[str] = set()
    for code in _codes(item.function.__code__):
        used.update(code.co_names)
    values = [names[name] for name in used & names.keys()]
    return bool(used & _INTERNAL) or any(
        _home(value).rpartition(".")[2] in _INTERNAL
        or type(value) is types.BuiltinFunctionType
        and value.__name__.startswith("_")
        for value in values
    )


def read_journal(path: Path) -> list[dict]:
    """Return what a journal has of each test: one that has begun and not ended has crashed."""
    if not path.exists():
        return []
    found: dict[str, dict] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        found[entry["test"]] = entry
    return list(found.values())


class _Journal:
    """The plugin that writes lines, and bounds the memory of its process."""

    def __init__(self, config: pytest.Config) -> None:
        self._file = config.getoption("journal").open("a", encoding="utf-8")
        self._process = psutil.Process()
        self._forget_from = FEW_BYTES

    def _write(self, **entry) -> None:
        self._file.write(json.dumps(entry) + "\n")
        self._file.flush()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write a file that cannot be imported."""
        if report.failed:
            self._write(test=report.nodeid, outcome="failed", why=_reason(report.longreprtext))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Write that a test begins, run it, and write how it ended."""
        self._write(test=item.nodeid, outcome="failed", why="the process has crashed")
        self._worst = ("passed", "")
        begun = time.process_time()
        yield
        outcome, why = self._worst
        seconds = round(time.process_time() - begun, 3)
        self._write(test=item.nodeid, outcome=outcome, why=why, seconds=seconds)
        self._bound_memory(item.session)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the worst outcome of a test's stages: failed, then skipped, then passed."""
        order = ("passed", "skipped", "failed")
        if order.index(report.outcome) > order.index(self._worst[0]):
            why = _reason(report.longreprtext) if report.failed else ""
            self._worst = (report.outcome, why)

    def _bound_memory(self, session: pytest.Session) -> None:
        if self._process.memory_info().rss < self._forget_from:
            return
        if "jax" in sys.modules:
            sys.modules["jax"].clear_caches()
        gc.collect()
        left = self._process.memory_info().rss
        self._forget_from = left + (MANY_BYTES - FEW_BYTES) // 3
        if left > MANY_BYTES:
            session.shouldstop = "too much memory"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close the file."""
        if not session.shouldstop:
            self._write(test="", outcome="finished", why="")
        self._file.close()


def _reason(text: str) -> str:
    """Return the lines of a traceback that say what failed, without the code around them."""
    lines: Iterable[str] = (line[1:].strip() for line in text.splitlines() if line[:1] == "E")
    return "\n".join([line for line in lines if line][:6])
