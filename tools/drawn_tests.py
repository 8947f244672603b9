"""A plugin for pytest: run some tests of a suite, drawn by a seed, and write down how each ended.

``-p tools.drawn_tests --draw 100 --seed 0 --outcomes FILE``: FILE gets a JSON object, test ->
``[outcome, seconds of CPU time]``. The same tests are drawn whatever runs them.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

_outcomes: dict[str, str] = {}
_seconds: dict[str, float] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("drawn tests")
    group.addoption("--draw", type=int, default=0, help="how many tests; 0: all")
    group.addoption("--seed", type=int, default=0, help="what they are drawn by")
    group.addoption("--outcomes", type=Path, help="the file that says how each ended")


def _name(item: pytest.Item) -> str:
    """Return a test's name with its file, which a node id lacks where that is an installed one."""
    return "::".join(["/".join(item.path.parts[-3:]), *item.nodeid.split("::")[1:]])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests that are drawn."""
    count = config.getoption("draw")
    names = sorted({_name(item) for item in items})
    if not 0 < count < len(names):
        return
    drawn = set(random.Random(config.getoption("seed")).sample(names, count))
    config.hook.pytest_deselected(items=[item for item in items if _name(item) not in drawn])
    items[:] = [item for item in items if _name(item) in drawn]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure the CPU time that a test takes, its fixtures included."""
    begun = time.process_time()
    yield
    _seconds[_name(item)] = time.process_time() - begun


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Keep the worst outcome of a test's stages: failed, then skipped, then passed."""
    report = (yield).get_result()
    order = ("passed", "skipped", "failed")
    before = _outcomes.get(_name(item), "passed")
    _outcomes[_name(item)] = max(before, report.outcome, key=order.index)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the file."""
    path = session.config.getoption("outcomes")
    if path is not None:
        found = {name: (kind, _seconds[name]) for name, kind in _outcomes.items()}
        path.write_text(json.dumps(found, indent=0), encoding="utf-8")
