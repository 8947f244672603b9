"""A state machine of views and writes: every alias agrees with real NumPy after each step.

Set IVY_VIEW_EXAMPLES for more than the 120 programs of an ordinary run.
"""

from __future__ import annotations

import os

import numpy as real
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

import frontends.numpy as ours

EXAMPLES = int(os.environ.get("IVY_VIEW_EXAMPLES", "120"))
SHAPES = [(4,), (6,), (3, 4), (2, 3, 2)]  # few: JAX compiles a kernel for each shape
s_ = real.s_
INDICES = [
    s_[1:], s_[:-1], s_[::2], s_[::-1], s_[::-2], s_[0], s_[-1:], s_[..., 0], s_[None], s_[:, 1:],
    s_[:, ::-1], s_[1:, :-1], s_[..., None], s_[1:2], s_[...], s_[2:1],
]  # fmt: skip
VIEWS = {
    "reshape(-1)": lambda np, x: x.reshape(-1),
    "reshape(2, -1)": lambda np, x: x.reshape(2, -1),
    "ravel": lambda np, x: x.ravel(),
    "T": lambda np, x: x.T,
    "transpose": lambda np, x: np.transpose(x, (1, 2, 0)),
    "swapaxes": lambda np, x: x.swapaxes(0, -1),
    "moveaxis": lambda np, x: np.moveaxis(x, 0, -1),
    "expand_dims": lambda np, x: np.expand_dims(x, 1),
    "squeeze": lambda np, x: x.squeeze(),
    "flip": lambda np, x: np.flip(x),
    "flipud": lambda np, x: np.flipud(x),
    "fliplr": lambda np, x: np.fliplr(x),
    "rot90": lambda np, x: np.rot90(x),
    "split": lambda np, x: np.array_split(x, 2, axis=-1)[0],
    "atleast_3d": lambda np, x: np.atleast_3d(x),
    "broadcast_to": lambda np, x: np.broadcast_to(x, (2, *x.shape)),
    "windows": lambda np, x: np.lib.stride_tricks.sliding_window_view(x, 2, axis=-1),
    "real": lambda np, x: x.real,
    "view(int64)": lambda np, x: x.view("i8").view("f8"),
    "copy": lambda np, x: x.copy(),
}
WRITES = {
    "set": lambda np, x, i, v: x.__setitem__(i, v),
    "set list": lambda np, x, i, v: x.__setitem__(i, [v] * x.shape[-1]),
    "add": lambda np, x, i, v: x.__setitem__(i, x[i] + v),
    "mask": lambda np, x, i, v: x.__setitem__(x > v, v),
    "integers": lambda np, x, i, v: x.__setitem__([0, -1, 0], v),
    "reversed": lambda np, x, i, v: x.__setitem__(s_[::-1], x[i]),
    "out": lambda np, x, i, v: np.multiply(x, v, out=x),
    "out where": lambda np, x, i, v: np.add(x, v, out=x, where=x < v),
    "add.at": lambda np, x, i, v: np.add.at(x, [0, 0, -1], v),
    "fill": lambda np, x, i, v: x.fill(v),
    "sort": lambda np, x, i, v: x.sort(),
    "put": lambda np, x, i, v: np.put(x, [0, -1], [v, v + 1]),
    "copyto": lambda np, x, i, v: np.copyto(x, v),
    "flat": lambda np, x, i, v: x.flat.__setitem__(0, v),
}


OTHERS = [s_[:], s_[:], s_[0], s_[-1:], s_[::-1]]  # few: each is one more kernel


@st.composite
def indices(draw, shape):
    """Draw a fixed index, or one whose bounds begin two before an axis and end two behind it."""
    if not shape or draw(st.booleans()):
        return draw(st.sampled_from(INDICES))
    axis = draw(st.integers(0, len(shape) - 1))
    bound = st.integers(-shape[axis] - 2, shape[axis] + 2)
    step = st.sampled_from([None, 1, 2, 3, -1, -2, -3])
    parts = st.builds(slice, st.none() | bound, st.none() | bound, step)
    entry = draw(st.one_of(parts, parts, parts, bound))
    rest = [draw(st.sampled_from(OTHERS)) for _ in shape]
    return (*rest[:axis], entry, *rest[axis + 1 : draw(st.integers(axis + 1, len(shape)))])


def _augmented(x, i, v):
    x[i] += v


def _all(x, v):
    x -= v


def _builtin(err: Exception) -> type:
    """Return the builtin class that an except clause for NumPy's error would name."""
    return next(cls for cls in type(err).__mro__ if cls.__module__ == "builtins")


class Machine(RuleBasedStateMachine):
    """Pairs of arrays, ours and NumPy's, that are made and written alike."""

    def __init__(self):
        super().__init__()
        self.pairs = []

    def _pair(self, data):
        if not self.pairs:
            self.base(SHAPES[2])
        return self.pairs[data.draw(st.integers(0, len(self.pairs) - 1), label="array")]

    @rule(shape=st.sampled_from(SHAPES))
    def base(self, shape):
        values = real.arange(float(real.prod(shape))).reshape(shape) + 100 * len(self.pairs)
        self.pairs.append((ours.array(values), values.copy()))

    def _view(self, pair, make):
        x, a = pair
        try:
            expected = make(real, a)
        except (ValueError, IndexError, TypeError) as err:
            with pytest.raises(_builtin(err)):
                make(ours, x)
            return
        if isinstance(expected, real.ndarray) and expected.ndim <= 4:
            self.pairs.append((make(ours, x), expected))

    @rule(data=st.data(), name=st.sampled_from(sorted(VIEWS)))
    def view(self, data, name):
        pair = self._pair(data)
        if name == "view(int64)" and not pair[1].flags.c_contiguous:
            return  # NumPy asks for contiguous memory there; ours need not
        self._view(pair, VIEWS[name])

    @rule(data=st.data())
    def index(self, data):
        pair = self._pair(data)
        index = data.draw(indices(pair[1].shape), label="index")
        self._view(pair, lambda np, x: x[index])

    def _write(self, pair, write):
        x, a = pair
        before = a.copy()
        try:
            write(real, a)
        except (ValueError, IndexError, TypeError) as err:
            if a.flags.writeable:
                a[...] = before
            with pytest.raises(_builtin(err)):
                write(ours, x)
            return
        write(ours, x)

    @rule(
        data=st.data(),
        name=st.sampled_from(sorted(WRITES)),
        value=st.integers(-9, 9).map(float),
    )
    def write(self, data, name, value):
        pair = self._pair(data)
        index = data.draw(indices(pair[1].shape), label="index")
        self._write(pair, lambda np, x: WRITES[name](np, x, index, value))

    @rule(data=st.data(), value=st.integers(-9, 9))
    def augmented(self, data, value):
        pair = self._pair(data)
        index = data.draw(indices(pair[1].shape), label="index")
        self._write(pair, lambda np, x: _augmented(x, index, value))

    @rule(data=st.data(), value=st.integers(-9, 9))
    def augmented_all(self, data, value):
        self._write(self._pair(data), lambda np, x: _all(x, value))

    @rule(data=st.data())
    def from_another(self, data):
        y, b = self._pair(data)
        self._write(self._pair(data), lambda np, x: x.__setitem__(..., b if np is real else y))

    @rule(data=st.data())
    def forget(self, data):
        if len(self.pairs) > 2:
            del self.pairs[data.draw(st.integers(0, len(self.pairs) - 1))]

    @invariant()
    def all_aliases_agree(self):
        for x, a in self.pairs:
            assert x.shape == a.shape
            real.testing.assert_array_equal(real.asarray(x), a)


def test_every_alias_agrees_after_each_step(backend):
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=12,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
