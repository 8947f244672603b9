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

A test module itself says which of its cases are for ``--full`` alone: ``only_with_full(params)``.
"""

from __future__ import annotations

import collections
import zlib
from pathlib import Path

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
    "compile": {"tensorflow": 4, "torch": 4},
    "frontends/numpy": {"numpy": 5, "tensorflow": 2, "torch": 2},
    "frontends/torch": {"tensorflow": 2, "torch": 5, "numpy": 4},
}
FEWEST = len(BACKENDS)  # dtypes, and cases of each: fewer would leave pairs out


def _entry(table: dict, path: Path):
    """Return the key of a table under which a test file stands, or None."""
    for key in table:
        if path == _TESTS / key or _TESTS / key in path.parents:
            return key
    return None


def _cell(params: dict) -> tuple[str, str]:
    """Return the dtype of a case, and a text of its other parameters without the backend."""
    others = sorted(params.keys() - {"backend", "dtype"})
    return str(params["dtype"]), ", ".join(f"{key}={params[key]!r}" for key in others)


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

    def takes(self, item) -> bool:
        """Return whether an ordinary run makes the case of an item."""
        callspec = getattr(item, "callspec", None)
        if callspec is None or "backend" not in callspec.params:
            return True
        params = callspec.params
        if params["backend"] not in BACKENDS:
            return True
        once = _entry(ONCE, item.path)
        if once is not None and (ONCE[once] is None or item.originalname in ONCE[once]):
            return self._is_drawn(item)
        if not self._is_covered(item.function, params):
            return False
        each = EACH.get(_entry(EACH, item.path), {}).get(params["backend"], 1)
        case = item.function, params["backend"]
        self._counts[case] += 1
        return self._counts[case] % each == 1 % each

    def _is_drawn(self, item) -> bool:
        """Return whether the backend of a case is the one drawn for it."""
        backend = item.callspec.params["backend"]
        others = [part for part in item.callspec.id.split("-") if part != backend]
        name = f"{item.originalname}[{'-'.join(others)}]"
        return zlib.crc32(name.encode()) % len(BACKENDS) == BACKENDS.index(backend)

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
