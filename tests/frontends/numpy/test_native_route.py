"""NumPy's own functions on its own arrays: what is unwrapped, what comes back, and when not."""

from __future__ import annotations

import threading

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core import modes
from ivy_core.arrays import write
from tests.frontends.numpy.differential import same


class Count:
    def __init__(self):
        self.writes = []

    def before_write(self, base, lenses, index):
        pass

    def after_write(self, base, lenses, index):
        self.writes.append(base)

    def carries(self, base):
        return False


def test_a_block_of_numpys_backend(backend):
    x = np.ones(3)
    with ivy.with_backend("numpy"):
        inside = np.sort(np.ones(3)), np.ones(3).cumsum()
    assert all(type(y.data) is memoryview and y.tolist() for y in inside)
    assert all(type(ivy.to_native(y)) is real.ndarray for y in inside)
    assert type(ivy.to_native(np.sort(x))) is type(ivy.to_native(x))


def test_a_thread_with_another_backend(backend):
    found, x = [], np.asarray([2.0, 1.0])

    def run():
        ivy.set_backend("numpy")
        found.append(np.sort(np.asarray([2.0, 1.0])))
        found.append(np.mean(found[0], axis=0))
        ivy.previous_backend()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found[0].tolist() == [1.0, 2.0] and found[1] == 1.5
    assert type(ivy.to_native(np.sort(x))) is type(ivy.to_native(x))


WRITES = {
    "out": lambda np, x: np.cumsum(np.ones(3), out=x),
    "out by position": lambda np, x: np.cumsum(np.ones(3), 0, None, x),
    "clip into itself": lambda np, x: np.clip(x, 0.5, 0.75, out=x),
    "method with out": lambda np, x: np.ones((2, 3)).sum(0, out=x),
    "method with out alone": lambda np, x: np.ones(3).cumsum(out=x),
    "sort": lambda np, x: x.sort(),
    "partition": lambda np, x: x.partition(1),
    "fill": lambda np, x: x.fill(4.0),
    "put": lambda np, x: x.put([0, 2], 9.0),
    "nan_to_num": lambda np, x: np.nan_to_num(x, copy=False),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes_are_seen_and_told(backend, name):
    def written(np):
        x = np.asarray([3.0, 1.0, 2.0])
        view = x[::-1]
        result = WRITES[name](np, x)
        return x, view, result is x, result is None

    same(written)
    x, seen = np.asarray([3.0, 1.0, 2.0]), Count()
    with write.observed_by(seen):
        WRITES[name](np, x)
    assert any(base is x for base in seen.writes)


ALIASES = {
    "asarray": lambda np, x: np.asarray(x) is x,
    "asanyarray": lambda np, x: np.asanyarray(x) is x,
    "atleast_1d": lambda np, x: [y is x for y in np.atleast_1d(x, x)],
    "astype": lambda np, x: x.astype(float, copy=False) is x,
    "copy": lambda np, x: x.copy() is x,
    "broadcast_arrays": lambda np, x: len(np.broadcast_arrays(x, 1.0)),
}


@pytest.mark.parametrize("name", ALIASES)
def test_what_was_given_is_given_back(backend, name):
    same(lambda np: ALIASES[name](np, np.asarray([1.0, 2.0])))


CALLS = {
    "a list of arrays and numbers": lambda np, x: np.concatenate([x, [1, 2], (3.0,)]),
    "lists in lists": lambda np, x: np.block([[x, x], [x, 1.0]]),
    "slice": lambda np, x: np.delete(x, slice(1, None)),
    "slice of arrays": lambda np, x: np.delete(x, slice(np.argmax(x), None)),
    "scalars": lambda np, x: np.clip(x, x[0], x[1]),
    "a type": lambda np, x: x.astype(np.float32),
    "the type of Python": lambda np, x: np.sum(x, dtype=int),
    "a name": lambda np, x: np.sum(x, dtype="complex64"),
    "a mask": lambda np, x: np.mean(x, where=x > 1),
    "foreign order": lambda np, x: np.zeros(2, ">i4") + x,
    "text": lambda np, x: np.sort(["b", "a"]),
    "objects": lambda np, x: np.sum(x, dtype=object),
    "several": lambda np, x: np.unique(x, return_index=True, return_counts=True),
    "a callable": lambda np, x: np.apply_along_axis(lambda row: type(row) is np.ndarray, 0, x),
    "a mask's function": lambda np, x: np.mask_indices(2, np.triu),
    "empty": lambda np, x: np.sort(x[:0]),
    "nothing": lambda np, x: np.concatenate([]),
    "no such option": lambda np, x: np.sort(x, colour=1),
    "no such axis": lambda np, x: x.mean(axis=3),
    "axis of an array": lambda np, x: np.expand_dims(x, np.asarray([0, 1])),
    "initial": lambda np, x: np.max(x, initial=9.0),
}


@pytest.mark.parametrize("name", CALLS)
def test_arguments_of_each_kind(backend, name):
    same(lambda np: CALLS[name](np, np.asarray([1.0, 3.0])))


def test_numpys_array_as_out_is_filled_and_given_back(backend):
    out = real.zeros(2)
    assert np.cumsum(np.asarray([1.0, 2.0]), out=out) is out
    assert out.tolist() == [1.0, 3.0]


@pytest.mark.parametrize("make", [real.asarray, np.asarray], ids=["real", "ours"])
def test_what_is_given_back_is_no_memory_of_an_argument(backend, make):
    edges = make([0.0, 1.0, 2.0])
    _, found = np.histogram(np.asarray([0.5, 1.5]), bins=edges)
    if backend != "numpy":  # where it is the edges themselves, as in NumPy
        edges[0] = -7.0
        assert found.tolist() == [0.0, 1.0, 2.0]
    x = np.asarray([1.0, 2.0])
    clipped = np.clip(x, 0.0, 3.0)
    x[0] = 9.0
    assert clipped.tolist() == [1.0, 2.0]


def test_the_switch_of_computing_on_the_host(backend, monkeypatch):
    x = np.asarray([2.0, 1.0, 2.0])
    wanted = np.unique(x, return_counts=True), np.median(x), np.interp(1.5, x[1:], x[1:])
    monkeypatch.setattr(modes.current, "host_execution", False)
    found = np.unique(x, return_counts=True), np.median(x), np.interp(1.5, x[1:], x[1:])
    for one, other in zip(found[0], wanted[0], strict=True):
        assert one.tolist() == other.tolist()
    assert [float(y) for y in found[1:]] == [float(y) for y in wanted[1:]]


def test_memory_of_numpys_arrays_is_shared_on_its_backend(backend):
    if backend != "numpy":
        pytest.skip("another framework's memory")
    given = real.asarray([[1.0, 2.0]])
    np.ravel(given)[0] = 7.0
    assert given[0, 0] == 7.0


def test_subclasses_of_numpys_arrays_stay_what_they_are(backend):
    masked = real.ma.array([1.0, 2.0], mask=[True, False])
    assert np.mean(masked) == 2.0


def test_an_observer_is_told_of_arrays_as_indices(backend):
    x, seen = np.asarray([3.0, 1.0, 2.0]), Count()
    with write.observed_by(seen):
        x[np.asarray([0, 2])] = np.asarray([5.0, 6.0])
        x[1:] = np.asarray([7.0, 8.0])
        np.add.at(x, np.asarray([0, 0]), 1.0)
    assert x.tolist() == [7.0, 7.0, 8.0]
    assert len(seen.writes) >= 3 and all(base is x for base in seen.writes)
