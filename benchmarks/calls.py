"""Cost of one call against the native call, on one backend; prints JSON.

``python -m benchmarks.calls jax``
"""

from __future__ import annotations

import json
import sys

import numpy

import frontends.numpy as np
import ivy_core as ivy

from .timing import ratio

# What DESIGN holds us to: (case, limit of the ratio).
LIMITS = {
    ("numpy", "core add(x, y)"): 2.5,
    ("numpy", "np.add(x, y)"): 4.0,
    ("numpy", "x + y"): 4.0,
    ("jax", "np.add(x, y)"): 1.4,
    ("jax", "x + y"): 1.4,
    ("jax", "X[1:-1, 1:-1]"): 0.5,
    ("jax", "X[1:-1, 1:-1] = v"): 0.2,
    ("jax", "2000 x 2000 slice write, against NumPy's"): 2.0,
}


def cases(backend: str):
    """Yield (label, ours, native) for one backend."""
    module = {"jax": "jax.numpy", "numpy": "numpy", "torch": "torch"}.get(backend, "tensorflow")
    native = sys.modules.get(module) or __import__(module, fromlist=["_"])
    x, y = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
    a, b = x._data, y._data
    core_x, core_y = ivy.asarray(a), ivy.asarray(b)
    scalar = x[0]
    plain = a[0]
    yield "core add(x, y)", lambda: ivy.add(core_x, core_y), lambda: native.add(a, b)
    yield "core sin(x)", lambda: ivy.sin(core_x), lambda: native.sin(a)
    yield "np.add(x, y)", lambda: np.add(x, y), lambda: native.add(a, b)
    yield "x + y", lambda: x + y, lambda: a + b
    yield "x * 2.0", lambda: x * 2.0, lambda: a * 2.0
    yield "np.sin(x)", lambda: np.sin(x), lambda: native.sin(a)
    reduce = native.reduce_sum if backend == "tensorflow" else native.sum
    yield "np.sum(x)", lambda: np.sum(x), lambda: reduce(a)
    yield "x[1] * x[2]", lambda: scalar * scalar, lambda: plain * plain
    yield "x[1]", lambda: x[1], lambda: a[1]
    X, V = np.ones((100, 100)), np.ones((98, 98))
    A, W = X._data, V._data
    yield (
        "X[1:-1, 1:-1]",
        lambda: _look(X[1:-1, 1:-1]),
        lambda: A[1:-1, 1:-1],
    )
    if backend == "jax":
        yield (
            "X[1:-1, 1:-1] = v",
            lambda: X.__setitem__(_INNER, V),
            lambda: A.at[1:-1, 1:-1].set(W),
        )
    elif backend != "tensorflow":
        yield (
            "X[1:-1, 1:-1] = v",
            lambda: X.__setitem__(_INNER, V),
            lambda: A.__setitem__(_INNER, W),
        )
    big, value = np.ones((2000, 2000)), np.ones((1998, 1998))
    host, host_value = numpy.ones((2000, 2000)), numpy.ones((1998, 1998))

    def write():
        big[1:-1, 1:-1] = value
        ready = getattr(big._data, "block_until_ready", None)
        if ready is not None:
            ready()

    yield (
        "2000 x 2000 slice write, against NumPy's",
        write,
        lambda: host.__setitem__(_INNER, host_value),
    )


_INNER = (slice(1, -1), slice(1, -1))


def _look(view):
    return view.data if hasattr(view, "_view") else view


def main(backend: str) -> None:
    ivy.set_backend(backend)
    rows = []
    for label, ours, native in cases(backend):
        mine, theirs = ratio(ours, native)
        limit = LIMITS.get((backend, label))
        rows.append({"case": label, "ours": mine, "native": theirs, "limit": limit})
    print(json.dumps(rows))


if __name__ == "__main__":
    main(sys.argv[1])
