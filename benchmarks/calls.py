"""Cost of one call against the native call, on one backend; prints JSON.

``python -m benchmarks.calls jax``
"""

from __future__ import annotations

import json
import sys

import numpy

import ivy_core as ivy

from .everyday.arrays import consumers, native_scope, our_scope, ready
from .everyday.case import function
from .timing import ratio

SLICE_WRITE = "2000 x 2000 slice write, against NumPy's"
# What DESIGN holds us to: (case, limit of the ratio).
LIMITS = {
    ("numpy", "ivy.add(p, q)"): 2.0,
    ("numpy", "np.add(x, y)"): 2.5,
    ("numpy", "x + y"): 2.5,
    ("numpy", "x[1]"): 3.5,
    ("numpy", "x[1] = 2.0"): 3.5,
    ("numpy", "X[1:-1, 1:-1]"): 6.0,
    ("torch", "np.add(x, y)"): 1.9,
    ("torch", "x + y"): 1.9,
    ("jax", "np.add(x, y)"): 1.1,
    ("jax", "x + y"): 1.1,
    ("jax", "X[1:-1, 1:-1]"): 0.5,
    ("jax", "X[1:-1, 1:-1] = V"): 0.2,
    ("jax", "L[1:-1] += l"): 0.15,
    ("jax", SLICE_WRITE): 2.0,
    ("tensorflow", SLICE_WRITE): 2.0,
}
# (ours, in torch's words, TensorFlow's, JAX's; the array that is changed)
CASES = [
    ("ivy.add(p, q)", "torch.add(x, y)", "tf.add(x, y)", "np.add(x, y)"),
    ("ivy.sin(p)", "torch.sin(x)", "tf.sin(x)", "np.sin(x)"),
    ("np.add(x, y)", "torch.add(x, y)", "tf.add(x, y)", None),
    ("x + y", None, None, None),
    ("x * 2.0", None, None, None),
    ("np.sin(x)", "torch.sin(x)", "tf.sin(x)", None),
    ("np.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)", None),
    ("x[1] * x[2]", None, None, None),
    ("x[1]", None, None, None),
    ("x[1] = 2.0", None, "tf.tensor_scatter_nd_update(x, [[1]], u)", "x.at[1].set(2.0)", "x"),
    ("X[1:-1, 1:-1]", None, None, None),
    (
        "X[1:-1, 1:-1] = V",
        None,
        "tf.raw_ops.TensorStridedSliceUpdate("
        "input=X, begin=(1, 1), end=(-1, -1), strides=(1, 1), value=V)",
        "X.at[1:-1, 1:-1].set(V)",
        "X",
    ),
    (
        "L[1:-1] += l",
        None,
        "tf.raw_ops.TensorStridedSliceUpdate("
        "input=L, begin=(1,), end=(-1,), strides=(1,), value=L[1:-1] + l)",
        "L.at[1:-1].add(l)",
        "L",
    ),
]
FRAMEWORKS = ("torch", "tensorflow", "jax")
VALUES = {
    "x": numpy.array([1.0, 2.0, 3.0]),
    "y": numpy.array([4.0, 5.0, 6.0]),
    "u": numpy.array([2.0]),
    "X": numpy.ones((100, 100)),
    "V": numpy.ones((98, 98)),
    "L": numpy.ones(1000),
    "l": numpy.zeros(998),
}


def cases(backend: str):
    """Yield (label, ours, native) for one backend."""
    for code, *words in CASES:
        target = words[3] if len(words) > 3 else None
        if backend == "numpy":
            native = words[2] if "ivy." in code else code
        else:
            native = words[FRAMEWORKS.index(backend)] or code
        ours, theirs = our_scope(VALUES), native_scope(backend, VALUES)
        ours |= {"ivy": ivy, "p": ivy.asarray(theirs["x"]), "q": ivy.asarray(theirs["y"])}
        changed = target if native == code else None
        mine, native_one = (None, None) if target else consumers(function(code, ours)())
        yield (
            code,
            function(code, ours, target, mine),
            function(native, theirs, changed, native_one),
        )
    yield SLICE_WRITE, *slice_write()


def slice_write():
    """Return a write of a large slice, ours and NumPy's."""
    values = {"x": numpy.ones((2000, 2000)), "y": numpy.ones((1998, 1998))}
    ours, theirs = our_scope(values), native_scope("numpy", values)
    code = "x[1:-1, 1:-1] = y"
    return function(code, ours, "x", ready), function(code, theirs, "x", ready)


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
