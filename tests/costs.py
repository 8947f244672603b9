"""What cases cost: ``make test-costs`` measures it, and writes costs.json, which sampling.py reads.

An ordinary run with ``--record-costs`` makes all cases of each test, without a budget, and each
process leaves a file of seconds of CPU. This program puts the files together: of a test whose cases
take longer than ``QUICK`` on the average, and all of them longer than the budget, the average.
"""

from __future__ import annotations

import collections
import json
import os
import resource
from pathlib import Path

from tests.sampling import BACKENDS, BUDGET, QUICK, name_of
from tests.surroundings import CACHE

FOLDER = CACHE / "costs"
SKIPPED = 0.01  # seconds: what takes less is skipped, or all but skipped
TABLE = Path(__file__).with_name("costs.json")


def _seconds() -> float:
    """Return the CPU time of this process and of those that it has waited for."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Recorder:
    """The plugin of pytest that takes the time of each case, and writes a file at the end."""

    def __init__(self):
        self._costs: dict = collections.defaultdict(list)  # (backend, test) -> seconds
        self._last = 0.0
        self._items: dict[str, tuple[str, str]] = {}

    def pytest_collection_finish(self, session):
        for item in session.items:
            backend = getattr(getattr(item, "callspec", None), "params", {}).get("backend")
            if backend in BACKENDS:
                self._items[item.nodeid] = backend, name_of(item)
        self._last = _seconds()

    def pytest_runtest_logfinish(self, nodeid):
        now = _seconds()
        if nodeid in self._items:
            self._costs[self._items[nodeid]].append(now - self._last)
        self._last = now

    def pytest_sessionfinish(self):
        FOLDER.mkdir(parents=True, exist_ok=True)
        rows = [[*key, seconds] for key, seconds in self._costs.items()]
        (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(rows))


def table(rows) -> dict[str, dict[str, float]]:
    """Return backend -> test -> seconds a case, of rows of backend, test, seconds of its cases.

    Examples
    --------
    >>> rows = [("torch", "x.py::test", [1.0, 2.0]), ("jax", "x.py::test", [0.015] * 9)]
    >>> table(rows)["torch"], table(rows)["jax"]
    ({'x.py::test': 1.5}, {'x.py::test': 0.015})
    """
    found: dict[str, dict[str, float]] = {backend: {} for backend in BACKENDS}
    means = {(backend, name): sum(costs) / len(costs) for backend, name, costs in sorted(rows)}
    totals = {(backend, name): sum(costs) for backend, name, costs in rows}
    for (backend, name), mean in means.items():
        if mean > QUICK and totals[backend, name] > BUDGET[backend]:
            found[backend][name] = round(mean, 3)
    for name in set().union(*found.values()) - found["jax"].keys():
        if means.get(("jax", name), 0) > SKIPPED:
            found["jax"][name] = round(means["jax", name], 3)
    return {backend: dict(sorted(costs.items())) for backend, costs in found.items()}


def main() -> None:
    files = sorted(FOLDER.glob("*.json"))
    rows = [row for file in files for row in json.loads(file.read_text())]
    TABLE.write_text(json.dumps(table(rows), indent=1) + "\n")
    for file in files:
        file.unlink()
    print(f"{TABLE.name}: {sum(map(len, table(rows).values()))} tests that take long")


if __name__ == "__main__":
    main()
