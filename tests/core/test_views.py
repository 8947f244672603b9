"""Views: random programs of views and writes against real NumPy, donation, and what views know."""

from __future__ import annotations

import gc
import os
import random

import numpy as np
import pytest

import ivy_core as ivy
from tests.core.arrays import array

EXAMPLES = int(os.environ.get("IVY_VIEW_EXAMPLES", "60"))
STEPS = int(os.environ.get("IVY_VIEW_STEPS", "12"))
SHAPES = [(4,), (6,), (3, 4), (4, 3), (2, 3, 2)]  # few: JAX compiles a kernel for each


# what a program may do: pairs of the same on an Array and on a NumPy array

s_ = np.s_
INDICES = [
    s_[1:], s_[:-1], s_[::2], s_[::-1], s_[::-2], s_[0], s_[-1], s_[..., 0], s_[None], s_[:, 1:],
    s_[:, ::-1], s_[1:, :-1], s_[..., None], s_[1:2], s_[...], s_[:, 0], s_[2:1],
]  # fmt: skip
MAKERS = [
    *[(f"[{i}]", lambda x, i=i: x[i], lambda a, i=i: a[i]) for i in INDICES],
    ("flat", lambda x: ivy.reshape(x, (-1,)), lambda a: a.reshape(-1)),
    ("reshape 2", lambda x: ivy.reshape(x, (2, -1)), lambda a: a.reshape(2, -1)),
    ("reshape 3", lambda x: ivy.reshape(x, (-1, 3)), lambda a: a.reshape(-1, 3)),
    ("reshape F", lambda x: ivy.reshape(x, (-1, 2), order="F"),
     lambda a: a.reshape((-1, 2), order="F")),
    ("ravel", lambda x: ivy.ravel(x), np.ravel),
    ("ravel F", lambda x: ivy.ravel(x, order="F"), lambda a: a.ravel("F")),
    ("T", lambda x: x.T, lambda a: a.T),
    ("permute", lambda x: ivy.permute_dims(x, (1, 2, 0)), lambda a: a.transpose(1, 2, 0)),
    ("swapaxes", lambda x: ivy.swapaxes(x, 0, -1), lambda a: a.swapaxes(0, -1)),
    ("moveaxis", lambda x: ivy.moveaxis(x, 0, -1), lambda a: np.moveaxis(a, 0, -1)),
    ("expand", lambda x: ivy.expand_dims(x, axis=1), lambda a: np.expand_dims(a, 1)),
    ("squeeze", lambda x: ivy.squeeze(x), np.squeeze),
    ("flip", lambda x: ivy.flip(x), lambda a: np.flip(a)),
    ("flip 0", lambda x: ivy.flip(x, axis=0), lambda a: np.flip(a, 0)),
    ("fliplr", lambda x: ivy.fliplr(x), np.fliplr),
    ("flipud", lambda x: ivy.flipud(x), np.flipud),
    ("rot90", lambda x: ivy.rot90(x), np.rot90),
    ("rot90 3", lambda x: ivy.rot90(x, k=3), lambda a: np.rot90(a, 3)),
    ("unstack", lambda x: ivy.unstack(x)[-1], lambda a: a[-1, ...]),
    ("split", lambda x: ivy.array_split(x, 2, axis=-1)[0], lambda a: np.array_split(a, 2, -1)[0]),
    ("atleast_3d", lambda x: ivy.atleast_3d(x), np.atleast_3d),
    ("copy", lambda x: ivy.copy_array(x), lambda a: a.copy()),
    ("copy=True", lambda x: ivy.flip(x, copy=True), lambda a: np.flip(a).copy()),
]  # fmt: skip
MAKERS.append(("diagonal", lambda x: ivy.diagonal(x), lambda a: _diagonal(a)))


def _diagonal(a):
    found = np.diagonal(a, 0, -2, -1)
    found.flags.writeable = True
    return found


def _add(x, i, value):
    x[i] += value


def _add_all(x, i, value):
    x += value


def _set(x, i, value):
    x[i] = value


def _mask(x, i, value):
    x[x > value] = value


def _integers(x, i, value):
    x[[0, -1, 0]] = value


def _reversed(x, i, value):
    x[::-1] = x[i]


WRITERS = {
    "set": _set, "set row": _set, "add": _add, "add all": _add_all, "mask": _mask,
    "integers": _integers, "reversed": _reversed,
}  # fmt: skip


class Program:
    """A random program, run on a backend and on NumPy at once."""

    def __init__(self, backend, seed):
        self.backend = backend
        self.random = random.Random(seed)
        self.log = []
        self.bases = 0
        self.pairs = []
        self.new_base()

    def new_base(self):
        shape = self.random.choice(SHAPES)
        a = np.arange(float(np.prod(shape))).reshape(shape) + 100 * self.bases
        self.bases += 1
        self.log.append(f"base {shape}")
        self.pairs.append((array(self.backend, a), a.copy()))

    def view(self):
        x, a = self.random.choice(self.pairs)
        name, function, reference = self.random.choice(MAKERS)
        try:
            expected = reference(a)
        except Exception:
            return
        if not isinstance(expected, np.ndarray) or expected.ndim > 4:
            return
        self.log.append(f"{len(self.pairs)} = {name} of {self.place(x)}")
        actual = function(x)
        if not np.shares_memory(expected, a) and expected.size:
            # a copy: its memory order is NumPy's own business, so both take C order
            actual, expected = ivy.copy_array(actual), np.array(expected, order="C")
        self.pairs.append((actual, expected))

    def place(self, x):
        return next(i for i, (y, _) in enumerate(self.pairs) if y is x)

    def write(self):
        x, a = self.random.choice(self.pairs)
        name = self.random.choice([*WRITERS, "all", "out"])
        index = self.random.choice(INDICES)
        value = float(self.random.randrange(-9, 9))
        self.log.append(f"{name} {index} {value} into {self.place(x)}")
        if name == "all":
            y, b = self.random.choice(self.pairs)
            self.log[-1] += f" from {self.place(y)}"
            try:
                a[...] = b
            except ValueError:
                return
            x[...] = y
        elif name == "out":
            result = ivy.add(x, value, out=x)
            assert result is x
            np.add(a, value, out=a)
        else:
            if name == "set row":
                value = np.arange(float(a.shape[-1])) if a.ndim else 1.0
            try:
                before = a.copy()
                WRITERS[name](a, index, value)
            except (ValueError, IndexError, TypeError):
                a[...] = before
                return
            WRITERS[name](x, index, array(self.backend, value) if name == "set row" else value)

    def forget(self):
        if len(self.pairs) > 2:
            self.pairs.pop(self.random.randrange(len(self.pairs)))
            self.log.append("forgot one")
            gc.collect(0)

    def step(self):
        self.random.choice([self.view] * 5 + [self.write] * 5 + [self.new_base, self.forget])()
        for pair in self.pairs:
            if self.random.random() < 0.4:
                self.check(*pair)

    def check(self, x, a):
        assert tuple(x.shape) == a.shape, "\n".join(self.log)
        if not np.array_equal(np.asarray(x), a):
            raise AssertionError("\n".join([*self.log, f"{self.place(x)} is", str(x), f"not {a}"]))

    def run(self):
        for _ in range(STEPS):
            self.step()
        for pair in self.pairs:
            self.check(*pair)


@pytest.mark.checklist("V01", "V12", "V13", "V14")
@pytest.mark.parametrize("part", range(4))
def test_random_programs_give_what_numpy_gives(backend, part):
    for seed in range(part, EXAMPLES, 4):
        program = Program(backend, seed)
        try:
            program.run()
        except AssertionError:
            raise
        except Exception as err:
            raise AssertionError(f"seed {seed}\n" + "\n".join(program.log)) from err


# donation: what somebody else holds stays as it was


def _writes():
    return {
        "slice": lambda x: x.__setitem__(s_[1:-1], 50.0),
        "element": lambda x: x.__setitem__(0, 50.0),
        "add": lambda x: x.__setitem__(s_[1:], x[1:] + 50.0),
        "mask": lambda x: x.__setitem__(x > 1, 50.0),
        "integers": lambda x: x.__setitem__([0, 2], 50.0),
        "all": lambda x: x.__setitem__(..., 50.0),
        "view": lambda x: ivy.flip(x).__setitem__(s_[:2], 50.0),
        "views": lambda x: x[1:][::-1].__setitem__(s_[:2], 50.0),
    }


@pytest.mark.parametrize("name", _writes())
def test_what_others_hold_is_not_written(backend, name):
    if backend not in ("jax", "tensorflow"):
        pytest.skip("native arrays there are written in place, as documented")
    write = _writes()[name]
    values = np.arange(6.0)
    for hold in (
        lambda x: x.data,
        lambda x: np.asarray(x.data),
        lambda x: np.asarray(x),
        lambda x: np.from_dlpack(x.data),
        lambda x: ivy.Array(x.data),
        lambda x: ivy.Array(x),
        lambda x: memoryview(np.asarray(x.data)),
        lambda x: ivy.copy_array(x),
        lambda x: ivy.reshape(x, (6,), copy=True),
        lambda x: ivy.flip(x, copy=True)[::-1],
        lambda x: {"nested": [x.data]}["nested"][0],
    ):
        x = array(backend, values)
        held = hold(x)
        write(x)
        expected = values.copy()
        write_numpy(name, expected)
        np.testing.assert_array_equal(np.asarray(x), expected)
        np.testing.assert_array_equal(np.asarray(held), values)
        write(x)  # and again, now that the array is its own
        np.testing.assert_array_equal(np.asarray(held), values)


def write_numpy(name, a):
    {
        "slice": lambda: a.__setitem__(s_[1:-1], 50.0),
        "element": lambda: a.__setitem__(0, 50.0),
        "add": lambda: a.__setitem__(s_[1:], a[1:] + 50.0),
        "mask": lambda: a.__setitem__(a > 1, 50.0),
        "integers": lambda: a.__setitem__([0, 2], 50.0),
        "all": lambda: a.__setitem__(..., 50.0),
        "view": lambda: a[::-1].__setitem__(s_[:2], 50.0),
        "views": lambda: a[1:][::-1].__setitem__(s_[:2], 50.0),
    }[name]()


def test_arrays_made_from_numpy_memory_do_not_share_it(backend):
    if backend not in ("jax", "tensorflow"):
        pytest.skip("native arrays there are written in place, as documented")
    source = np.arange(1000.0)
    x = array(backend, source)
    y = ivy.reshape(source, (10, 100))
    x[1:] = 7.0
    y[1:] = 7.0
    np.testing.assert_array_equal(source, np.arange(1000.0))
    source[...] = 3.0
    assert float(x[0]) == 0.0


def test_writing_what_was_read_keeps_both(backend):
    x = array(backend, np.arange(4.0))
    y = array(backend, np.zeros(4))
    y[...] = x  # y must not take over x's buffer
    y[0] = 9.0
    np.testing.assert_array_equal(np.asarray(x), np.arange(4.0))
    x[...] = y[::-1]
    y[1] = 5.0
    np.testing.assert_array_equal(np.asarray(x), [3.0, 2.0, 1.0, 9.0])
    whole = x[:]
    np.asarray(whole)
    x[0] = 8.0
    np.testing.assert_array_equal(np.asarray(whole), np.asarray(x))


# what views know of themselves


@pytest.mark.checklist("V06", "V07", "V08")
def test_base_and_stack(backend):
    x = array(backend, np.arange(6.0))
    view = ivy.flip(ivy.reshape(x, (2, 3))[1:], axis=1)
    if backend in ("jax", "tensorflow"):
        assert view._base is x
        assert [type(lens).__name__ for lens in view._manipulation_stack] == [
            "Reshape", "Index", "Index",
        ]  # fmt: skip
        assert any(view is known for known in x._view_refs)
    elif backend == "torch":
        assert view._base is not None and view._base._base is None
        assert len(view._manipulation_stack) == 1
        assert any(view is known for known in view._base._view_refs)
    else:
        assert view._base is None
        assert view._manipulation_stack == ()
    assert x._base is None
    assert x._manipulation_stack == ()
    view[0, 0] = 50.0
    np.testing.assert_array_equal(np.asarray(x), [0.0, 1.0, 2.0, 3.0, 4.0, 50.0])


@pytest.mark.checklist("V01")
def test_real_and_imaginary_parts_write_through(backend):
    a = (np.arange(6) + 1j * np.arange(6)).reshape(2, 3)
    x = array(backend, a)
    real, imag = ivy.real(x)[:, ::-1], ivy.imag(x)[1]
    real[0] = [5.0, 6.0, 7.0]
    imag += 3
    a.real[:, ::-1][0] = [5.0, 6.0, 7.0]
    a.imag[1] += 3
    np.testing.assert_array_equal(np.asarray(x), a)
    assert str(real.dtype) == "float64"
    assert ivy.real(x).strides == a.real.strides
    x[...] = 2.0
    np.testing.assert_array_equal(np.asarray(real), np.full((2, 3), 2.0))


@pytest.mark.checklist("V16")
def test_forgotten_views_leave_nothing(backend, few_objects):
    x = array(backend, np.arange(6.0))
    for _ in range(500):
        view = ivy.flip(x)
        np.asarray(view)
    del view
    gc.collect()
    assert x._view_refs == []
    x[0] = 5.0
    if hasattr(x, "_views"):
        assert len(x._views.stale) + len(x._views.fresh) <= 130


@pytest.mark.checklist("V16")
def test_views_keep_their_base_alive(backend, few_objects):
    x = array(backend, np.arange(6.0))
    view = ivy.flip(x)
    view_of_view = view[1:3]
    del x, view
    gc.collect()
    np.testing.assert_array_equal(np.asarray(view_of_view), [4.0, 3.0])
    view_of_view += 1
    np.testing.assert_array_equal(np.asarray(view_of_view), [5.0, 4.0])


@pytest.mark.checklist("V15")
def test_strides_are_those_of_numpy(backend):
    a = np.arange(24.0).reshape(2, 3, 4)
    x = array(backend, a)
    for function in (
        lambda x: x, lambda x: x[1:], lambda x: x[:, ::2], lambda x: x.T, lambda x: x[0].T[1:],
    ):  # fmt: skip
        assert function(x).strides == function(a).strides


@pytest.mark.checklist("V12")
def test_a_write_costs_the_same_with_views_nobody_looks_at(backend):
    x = array(backend, np.arange(6.0))
    views = [x[i:] for i in range(6)]
    x[0] = 9.0
    assert all(not hasattr(view, "_data") for view in views if hasattr(view, "_view"))
    np.testing.assert_array_equal(np.asarray(views[0]), np.asarray(x))


@pytest.mark.checklist("V02")
def test_read_only_views_refuse_to_be_written(backend):
    x = array(backend, np.arange(3.0))
    wide = ivy.expand(x, (2, 3))
    with pytest.raises(ValueError):
        wide[0] = 1.0
    x[0] = 7.0
    np.testing.assert_array_equal(np.asarray(wide), [[7.0, 1.0, 2.0]] * 2)


def test_views_under_tracing():
    jax = pytest.importorskip("jax")

    @jax.jit
    def traced(native):
        x = ivy.Array(native)
        view = ivy.flip(ivy.reshape(x, (2, 3)), axis=1)
        view[0] = 50.0
        view[:, 0] += 1.0
        return x.data

    with ivy.with_backend("jax"):
        a = np.arange(6.0).reshape(2, 3)
        np.asarray(traced(np.arange(6.0)))
        b = a[:, ::-1]
        b[0] = 50.0
        b[:, 0] += 1.0
        np.testing.assert_array_equal(np.asarray(traced(np.arange(6.0))), a.reshape(-1))


def test_views_at_traced_integers_write_through():
    jax = pytest.importorskip("jax")

    def steps(x, i):
        row = x[i]
        row += 5
        x[i : i + 2] *= 2
        x[..., i] -= 1
        x[-i - 1][i] = 9
        return x

    with ivy.with_backend("jax"):
        expected = steps(np.arange(12.0).reshape(3, 4), 1)
        for wrap in (lambda i: i, ivy.Array):  # bare, as a loop of JAX gives it, and in an Array
            traced = jax.jit(lambda native, i: steps(ivy.Array(native), wrap(i)).data)  # noqa: B023
            found = traced(np.arange(12.0).reshape(3, 4), 1)
            np.testing.assert_array_equal(np.asarray(found), expected)
