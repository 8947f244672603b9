"""What the wrapper costs over the native call, for every function that is bound.

On the NumPy backend, three elements, so that little else is measured. Three questions: the cost of
a call of one and of two arrays, of a compositional function over its inner calls, and of Containers
a leaf over the plain calls.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import time

import numpy as np

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS

# Seconds, on a machine where NumPy adds three elements in REFERENCE: they grow with what it takes.
LIMITS = {1: 0.5e-6, 2: 0.7e-6}
REFERENCE = 0.25e-6
COMPOSITIONAL_LIMIT = 0.3e-6
LEAF_LIMIT = 2e-6
SET_BACKEND_LIMITS = (25e-3, 0.5e-3)


def _once(function, arguments, count):
    begun = time.perf_counter()
    for _ in range(count):
        function(*arguments)
    return (time.perf_counter() - begun) / count


def difference(ours, theirs, our_arguments, their_arguments, count=1000, rounds=15) -> float:
    """Return the difference of the fastest of neighbouring runs, in seconds."""
    runs = [
        (_once(ours, our_arguments, count), _once(theirs, their_arguments, count))
        for _ in range(rounds)
    ]
    return min(run[0] for run in runs) - min(run[1] for run in runs)


def _samples(count):
    for values in (([0.5, 0.25, 0.75], [0.1, 0.2, 0.3]), ([1, 2, 3], [1, 1, 2])):
        yield [ivy.asarray(v) for v in values[:count]]


def _required(spec):
    parameters = inspect.signature(spec.body).parameters.values()
    return [p for p in parameters if p.default is p.empty and p.kind not in (2, 4)]


def native_calls() -> list[dict]:
    """Return the cost of each primary function that takes one or two arrays and no more."""
    backend, rows = load_backend("numpy"), []
    for name, spec in FUNCTIONS.items():
        required = _required(spec)
        if spec.kind != "primary" or any(p.name not in spec.array_parameters for p in required):
            continue
        if len(required) not in LIMITS or spec.category == "random":
            continue
        ours, native = getattr(ivy, name), backend.implementations[name]
        for arrays in _samples(len(required)):
            natives = [x.data for x in arrays]
            try:
                ours(*arrays)
                native(*natives)
            except (ivy.IvyException, TypeError, ValueError, np.linalg.LinAlgError):
                continue  # of other shapes or dtypes
            cost = difference(ours, native, arrays, natives)
            single = spec.returns == "Array"  # each further result costs a box of its own
            row = {"function": name, "arrays": len(required), "cost": cost, "single": single}
            rows.append(row)
            break
    return rows


def speed() -> float:
    """Return how many times as long as on the machine of the limits NumPy takes here."""
    x = np.array([0.5, 0.25, 0.75])
    return min(_once(np.add, (x, x), 5000) for _ in range(20)) / REFERENCE


def composition() -> float:
    """Return what is wrapped around a compositional function's body costs."""
    true, pred = ivy.asarray([0.0, 1.0, 0.0]), ivy.asarray([0.2, 0.4, 0.6])
    bound = ivy.get_backend("numpy").cross_entropy
    body = bound
    while "body" in (inner := inspect.getclosurevars(body).nonlocals):
        body = inner["body"]
    return difference(bound, body, (true, pred), (true, pred), count=200, rounds=60)


def leaves(count=16) -> float:
    """Return what a leaf costs in a call with Containers, over the plain call."""
    x = ivy.Container({f"k{i}": ivy.asarray([1.0, 2.0, 3.0]) for i in range(count)})
    arrays = list(x.values())

    def plain(x, y):
        for a in arrays:
            ivy.add(a, a)

    return difference(ivy.add, plain, (x, x), (x, x), count=100) / count


def setting() -> tuple[float, float]:
    """Return the seconds of the first and of a further ``set_backend``, NumPy imported already."""
    code = (
        "import time, numpy, ivy_core as ivy; t = time.perf_counter(); ivy.set_backend('numpy');"
        "a = time.perf_counter(); ivy.unset_backend(); b = time.perf_counter();"
        "ivy.set_backend('numpy'); print(a - t, time.perf_counter() - b)"
    )
    runs = [
        [float(v) for v in subprocess.check_output([sys.executable, "-c", code]).split()]
        for _ in range(15)
    ]
    return min(r[0] for r in runs), min(r[1] for r in runs)


def main() -> None:
    ivy.set_backend("numpy")
    np.seterr(all="ignore")
    report = {
        "speed": speed(),
        "functions": native_calls(),
        "composition": composition(),
        "leaf": leaves(),
        "set_backend": setting(),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
