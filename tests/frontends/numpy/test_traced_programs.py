"""Random programs of views and writes at traced integers, compiled, against NumPy run eagerly.

Set IVY_VIEW_EXAMPLES as for the state machine; a fortieth as many programs are compiled.
"""

from __future__ import annotations

import os

import numpy as real
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import frontends.numpy as ours
from ivy_core.backends.holder import read

PROGRAMS = max(int(os.environ.get("IVY_VIEW_EXAMPLES", "240")) // 40, 1)
SHAPES = [(5,), (4, 3), (2, 3, 4)]
s_ = real.s_

# what an index may hold, made of the traced integers; slices come with their length
INTS = [
    lambda i, j: i, lambda i, j: j, lambda i, j: -i - 1, lambda i, j: i + 1, lambda i, j: i - j,
    lambda i, j: 1, lambda i, j: -1,
]  # fmt: skip
SLICES = [
    (1, lambda i, j: slice(i, i + 1)),
    (2, lambda i, j: slice(i, i + 2)),
    (2, lambda i, j: slice(i + 1, 3 + i)),
    (2, lambda i, j: slice(i * 2, (i + 1) * 2)),
    (1, lambda i, j: slice(-i - 2, -i - 1)),
    (2, lambda i, j: slice(i + 2, i, -1)),
    (2, lambda i, j: slice(j, j + 3, 2)),
    (0, lambda i, j: slice(j, j)),
    (None, lambda i, j: slice(None)),
    (None, lambda i, j: slice(1, None)),
    (None, lambda i, j: slice(None, None, -1)),
]
VIEWS = {
    "flat": lambda np, x: x.reshape(-1),
    "T": lambda np, x: x.T,
    "flip": lambda np, x: np.flip(x),
    "expand": lambda np, x: np.expand_dims(x, 0),
    "copy": lambda np, x: x.copy(),
}


def _augment(x, index, value):
    x[index] += value


WRITES = {
    "set": lambda np, x, at, i, v: x.__setitem__(at, v),
    "augment": lambda np, x, at, i, v: _augment(x, at, v),
    "through": lambda np, x, at, i, v: np.multiply(x[at], v, out=x[at]),
    "copied": lambda np, x, at, i, v: x.__setitem__(at, x[at] * v),
    "reversed": lambda np, x, at, i, v: x.__setitem__(at, x[at][..., ::-1]),
    "add.at": lambda np, x, at, i, v: np.add.at(x, at, v),
    "mask": lambda np, x, at, i, v: x.__setitem__(x > x[at].max(), v),
    "integers": lambda np, x, at, i, v: x.__setitem__(np.asarray([0, 1]) * i, v),
    "read": lambda np, x, at, i, v: x.__setitem__(0, x[np.asarray([0, 1]) * i].sum()),
}


@st.composite
def entries(draw, shape):
    """Draw the parts of an index into an array of some shape."""
    parts = []
    for _ in range(draw(st.integers(1, len(shape)))):
        kind = draw(st.sampled_from("iis"))
        parts.append((kind, draw(st.integers(0, len(INTS if kind == "i" else SLICES) - 1))))
    return tuple(parts), draw(st.booleans()) and len(parts) < len(shape)


def index_of(parts, i, j):
    chosen, ellipsis = parts
    made = [INTS[at](i, j) if kind == "i" else SLICES[at][1](i, j) for kind, at in chosen]
    return (..., *made) if ellipsis else made[0] if len(made) == 1 else tuple(made)


def is_defined(parts, shape, i, j) -> bool:
    """Return whether each part of an index lies within the array: only then are lengths static."""
    chosen, ellipsis = parts
    lengths = shape[len(shape) - len(chosen) :] if ellipsis else shape
    for (kind, at), n in zip(chosen, lengths, strict=False):
        if kind == "i":
            if not -n <= INTS[at](i, j) < n:
                return False
            continue
        length, make = SLICES[at]
        if length is not None and (
            len(range(*make(i, j).indices(n))) != length or not -n <= make(i, j).start <= n - length
        ):
            return False
    return True


@st.composite
def programs(draw):
    """Draw steps that NumPy takes, by taking them, and what the traced integers stand for."""
    i, j = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    shape = draw(st.sampled_from(SHAPES))
    arrays = [start(shape)]
    steps = []
    for _ in range(draw(st.integers(2, 6))):
        at = draw(st.integers(0, len(arrays) - 1))
        x = arrays[at]
        if x.ndim and draw(st.integers(0, 3)):
            parts = draw(entries(x.shape))
            if not is_defined(parts, x.shape, i, j):
                continue
            name = draw(st.sampled_from(["view", *WRITES]))
            step = (name, at, parts, float(draw(st.integers(-9, 9))))
        else:
            step = (draw(st.sampled_from(sorted(VIEWS))), at, None, 0.0)
        before = [a.copy() for a in arrays[:1]]
        try:
            take(real, arrays, step, i, j)
        except (ValueError, IndexError, TypeError):  # shapes that do not fit, an element as `out`
            arrays[0][...] = before[0]
            continue
        steps.append(step)
        if not isinstance(arrays[-1], real.ndarray):
            arrays.pop()
    return shape, steps, i, j


def start(shape):
    return real.arange(float(real.prod(shape))).reshape(shape) - 3


def take(np, arrays, step, i, j):
    name, at, parts, value = step
    x = arrays[at]
    if name in VIEWS:
        arrays.append(VIEWS[name](np, x))
    elif name == "view":
        arrays.append(x[index_of(parts, i, j)])
    else:
        WRITES[name](np, x, index_of(parts, i, j), i, value)


def run(steps, native, i, j):
    arrays = [ours.asarray(native)]
    if not isinstance(i, int):  # a traced one; to NumPy an array without dimensions means a copy
        i, j = ours.asarray(i), ours.asarray(j)
    for step in steps:
        take(ours, arrays, step, i, j)
        if type(arrays[-1]) is not ours.ndarray:
            arrays.pop()
    return [read(x) for x in arrays]


def compiled(backend, steps, a):
    """Return the program as a function of NumPy arrays, compiled by the backend's own tracer."""
    if backend == "jax":
        import jax

        return jax.jit(lambda *args: run(steps, *args))
    if backend == "tensorflow":
        import tensorflow as tf

        function = tf.function(lambda *args: run(steps, *args), autograph=False)
        return lambda *args: function(*map(tf.constant, args))
    if backend == "torch":
        import torch
        from torch.fx.experimental.proxy_tensor import make_fx

        def native(*args):
            return run(steps, args[0].clone(), *args[1:])

        recorded = make_fx(native)(torch.tensor(a * 0), torch.tensor(0), torch.tensor(0))
        return lambda *args: recorded(*map(torch.tensor, args))
    return lambda native, *args: run(steps, native.copy(), *args)


@settings(
    max_examples=PROGRAMS,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
@given(program=programs())
def check(backend, program):
    shape, steps, i, j = program
    expected = [start(shape)]
    for step in steps:
        take(real, expected, step, i, j)
        if not isinstance(expected[-1], real.ndarray):
            expected.pop()
    found = compiled(backend, steps, start(shape))(start(shape), i, j)
    assert len(found) == len(expected)
    for x, a in zip(found, expected, strict=True):
        real.testing.assert_allclose(real.asarray(x), a, rtol=1e-12)


def test_compiled_programs_give_what_numpy_gives(backend):
    check(backend)
