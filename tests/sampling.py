"""Which of a test's cases an ordinary run makes; ``--full`` and a case asked for by name make all.

A case is a test function with its parameters; one of them is mostly the backend. What each backend
computes by itself is compared on each. The rest is drawn, the same cases in each run:

* *once*: what depends on how functions are bound (mistakes, Containers, lists in place of arrays)
  is one code for all backends: a case runs on one of them, drawn by a hash of the case.
* *covering*: of function x dtype x backend each pair is tested once: promotion is one table, and a
  kernel that is wrong for one dtype is found by that pair of function and backend.
* *each nth*: where a backend is the reference itself (NumPy's functions on NumPy's arrays) a fifth
  of the cases tells whether arguments, results and ``out`` are passed on; where another backend
  makes all cases of one common code, each second or fourth tells whether it is bound.
* *budget*: of a test whose cases take long, a backend makes as many as its seconds allow, drawn by
  a hash of the case, and one at least. costs.json has what a case takes (``make test-costs``
  measures it). Where one alone takes more, it is made on JAX, and a fourth of them elsewhere; where
  it takes seconds, on JAX alone. Cases of one process (:data:`WHOLE`) are all made.

A test module itself says which of its cases are for ``--full`` alone: ``only_with_full(params)``.
"""

from __future__ import annotations

import collections
import functools
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

BACKENDS = ("numpy", "jax", "torch", "tensorflow")
_TESTS = Path(__file__).parent

# Files and folders whose cases depend on the binding alone, or the functions of a file.
ONCE = {
    "container": None,
    "errors/test_generated_mistakes.py": None,
    "errors/test_mistakes.py": None,
    "errors/test_layer_mistakes.py": None,
    "errors/test_torch_mistakes.py": None,
    "core/test_wrappers.py": None,
    "core/test_operands.py": None,
    "core/test_convenience.py": None,
    "core/test_every_function.py": None,
    "core/test_out_of_every_function.py": (
        "test_without_an_out_of_its_own_a_function_refuses_one",
        "test_out_of_a_wrong_shape_is_refused_and_stays_as_it_was",
    ),
}
# Of which files and folders a backend makes each so many of a test's cases: the first entry counts.
EACH = {
    "frontends/numpy/test_native_route.py": {},  # our own code beside NumPy's functions
    "frontends/numpy/test_interop.py": {},
    "frontends/numpy/test_ndarray.py": {},
    "frontends/numpy/test_ufunc.py": {},
    "frontends/numpy/test_libraries.py": {"jax": 2, "numpy": 5},  # conversions, one code for all
    "compile": {"tensorflow": 4, "torch": 4},
    # neither fills arrays itself: the wrapper of all functions copies into them
    "core/test_out_of_every_function.py": {"jax": 8, "tensorflow": 3},
    # names of nodes are one code; PyTorch's own tensors have real nodes, JAX takes seconds for all
    "frontends/torch/test_node_names.py": {"jax": 4, "torch": 5, "numpy": 4},
    "frontends/numpy": {"numpy": 5, "tensorflow": 2, "torch": 2},
    "frontends/torch": {"tensorflow": 2, "torch": 5, "numpy": 4},
}
# Seconds of CPU that a backend has for the cases of one test; what is quick is made whole.
BUDGET = {"numpy": 0.1, "jax": 0.2, "torch": 0.1, "tensorflow": 0.1}
QUICK = 0.02  # seconds a case
# Tests whose cases are checks of one process: a case alone would cost what all of them do.
WHOLE = frozenset({"core/test_placement.py::test_on_eight_devices"})
LONG = 2.0  # seconds: a case that takes more elsewhere is made on JAX alone, if it is there
# backend -> test -> seconds that a case takes on the average, of those that are not quick; JAX has
# those, too, that are not quick elsewhere
COSTS: dict[str, dict[str, float]] = json.loads((_TESTS / "costs.json").read_text())
FEWEST = len(BACKENDS)  # dtypes, and cases of each: fewer would leave pairs out


@functools.cache
def _entry(keys: tuple[str, ...], path: Path) -> str | None:
    """Return which of the keys of a table a test file stands under; None where it is none."""
    for key in keys:
        if path == _TESTS / key or _TESTS / key in path.parents:
            return key
    return None


def _cell(params: dict) -> tuple[str, str]:
    """Return the dtype of a case, and a text of its other parameters without the backend."""
    others = sorted(params.keys() - {"backend", "dtype"})
    return str(params["dtype"]), ", ".join(f"{key}={params[key]!r}" for key in others)


def _drawn(name: str) -> str:
    """Return the backend that is drawn for a name: the same one in each run."""
    return BACKENDS[zlib.crc32(name.encode()) % len(BACKENDS)]


def _backend_of(item) -> str:
    """Return the backend of a case, or "" where it has none."""
    backend = getattr(getattr(item, "callspec", None), "params", {}).get("backend", "")
    return backend if backend in BACKENDS else ""


def name_of(item) -> str:
    """Return the name under which costs.json has the test of an item."""
    return f"{item.path.relative_to(_TESTS).as_posix()}::{item.originalname}"


class Case(NamedTuple):
    """A case that pytest has not made a test of: what its item would have."""

    callspec: Any
    function: Callable
    path: Path
    originalname: str


class Sampling:
    """Decide case by case, in the order in which pytest has collected them."""

    def __init__(self, items):
        self._counts: collections.Counter = collections.Counter()
        self._rows: dict = collections.defaultdict(dict)  # of each test: dtype -> number
        self._columns: dict = collections.defaultdict(dict)  # the other parameters -> number
        for item in items:
            params = getattr(getattr(item, "callspec", None), "params", {})
            if "dtype" in params and "backend" in params:
                row, column = _cell(params)
                for numbers, key in ((self._rows, row), (self._columns, column)):
                    numbers[item.function].setdefault(key, len(numbers[item.function]))

    def chosen(self, items, with_budget: bool = True) -> list:
        """Return the items of which an ordinary run makes the cases."""
        found = [item for item in items if self.takes(item)]
        return self._within_budget(found) if with_budget else found

    def _within_budget(self, items) -> list:
        """Return the items without those for which the budget of their test is too small."""
        cases: dict = collections.defaultdict(list)
        for item in items:
            backend = _backend_of(item)
            name = name_of(item)
            if backend and name not in WHOLE and COSTS[backend].get(name, 0) > QUICK:
                cases[name, backend].append(item)
        dropped = set()
        for (name, backend), found in cases.items():
            cost = COSTS[backend][name]
            number = max(1, int(BUDGET[backend] / cost))
            is_left = backend != "jax" and name in COSTS["jax"]
            if is_left and cost > (LONG if _drawn(name) == backend else BUDGET[backend]):
                number = 0
            found.sort(key=lambda item: zlib.crc32(item.callspec.id.encode()))
            dropped.update(map(id, found[number:]))
        return [item for item in items if id(item) not in dropped]

    def takes(self, item) -> bool:
        """Return whether an ordinary run makes the case of an item."""
        if not _backend_of(item):
            return True
        params = item.callspec.params
        once = _entry(tuple(ONCE), item.path)
        if once is not None and (ONCE[once] is None or item.originalname in ONCE[once]):
            return self._is_drawn(item)
        if not self._is_covered(item.function, params):
            return False
        each = EACH.get(_entry(tuple(EACH), item.path), {}).get(params["backend"], 1)
        case = item.function, params["backend"]
        self._counts[case] += 1
        return self._counts[case] % each == 1 % each

    def _is_drawn(self, item) -> bool:
        """Return whether the backend of a case is the one drawn for it."""
        backend = item.callspec.params["backend"]
        others = [part for part in item.callspec.id.split("-") if part != backend]
        name = f"{item.originalname}[{'-'.join(others)}]"
        return _drawn(name) == backend

    def _is_covered(self, function, params: dict) -> bool:
        """Return whether a case is in the covering array of its test; True where there is none.

        Rows are the dtypes, columns the other parameters: case (i, j) is for backend (i + j) modulo
        their number. That takes each pair of row and column once and, because there are at least
        as many rows and columns as backends, each of them with each backend.
        """
        rows, columns = self._rows[function], self._columns[function]
        if "dtype" not in params or min(len(rows), len(columns)) < FEWEST:
            return True
        row, column = _cell(params)
        return (rows[row] + columns[column]) % len(BACKENDS) == BACKENDS.index(params["backend"])
