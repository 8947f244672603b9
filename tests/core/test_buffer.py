"""Memory that may be written: references to it are counted; where they cannot be, all is copied."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core import modes
from ivy_core.backends import buffer
from ivy_core.backends.buffer import OWNS_MEMORY, are_exclusive, is_exclusive
from ivy_core.backends.holder import read
from tests.core.arrays import equal

ROOT = Path(__file__).resolve().parents[2]

immutable = pytest.mark.parametrize("backend", ("jax", "tensorflow"), indirect=True)


def owner(size: int):
    """Return an array that owns its memory: it has been written to."""
    x = ivy.asarray(np.arange(float(size)))
    x[0] = 0.0
    return x


SHARES = {
    "native array": lambda x: x._data,
    "framework's array": read,
    "view of the memory": lambda x: x._memory.memory[1:][::-1],
    "buffer of the memory": lambda x: memoryview(x._memory.memory),
    "buffer of the native array": lambda x: memoryview(np.asarray(read(x))),
    "array of NumPy": lambda x: np.asarray(x._data),
    "array": lambda x: ivy.Array(x._data),
}


@immutable
@pytest.mark.parametrize("size", [6, 3000, 100_000])
@pytest.mark.parametrize("name", SHARES)
def test_memory_with_another_reference_is_copied_before_a_write(backend, size, name):
    x = owner(size)
    shared = SHARES[name](x)
    before = np.array(np.asarray(shared))
    x[1:-1] += 5.0
    x[2] = 9.0
    equal(np.asarray(shared), before)
    expected = np.arange(float(size))
    expected[1:-1] += 5.0
    expected[2] = 9.0
    equal(x, expected)


@immutable
@pytest.mark.parametrize("size", [6, 3000, 100_000])
def test_names_for_an_array_and_its_buffer_change_nothing(backend, size):
    """The counts are of slots: what a refactoring calls a local variable is no reference."""
    x = owner(size)
    also, memory, at = x, x._memory, x._memory.memory.__array_interface__["data"][0]

    def write(given):
        local = given
        local[1:3] = 7.0
        local[1:3] += 1.0
        local[4] = 3.0
        return local

    assert write(also) is x
    equal(x[1:5], [8.0, 8.0, 3.0, 3.0])
    assert x._memory is memory and memory.memory.__array_interface__["data"][0] == at


class _Holder:
    def __init__(self):
        self._data = object()


def test_one_slot_is_one_reference():
    holder = _Holder()
    assert OWNS_MEMORY, "CPython with its GIL counts as it should"
    assert is_exclusive(holder) and are_exclusive([holder])
    shared = holder._data
    assert not is_exclusive(holder) and not are_exclusive([holder])
    assert are_exclusive([holder], 1) and not are_exclusive([holder, _Holder()], 1)
    del shared
    assert is_exclusive(holder)
    del holder._data
    assert not are_exclusive([holder])  # an empty slot


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("hold", [lambda x: None, lambda x: x._data], ids=["alone", "shared"])
def test_a_kernel_gets_the_buffer_of_an_array_that_nothing_else_refers_to(
    backend, hold, monkeypatch
):
    monkeypatch.setattr(modes.current, "host_execution", False)
    x = ivy.add(ivy.asarray(np.arange(100_000.0)), 0.0)
    x[1:-1] = 5.0  # the kernel is compiled
    held = hold(x)
    at = read(x).unsafe_buffer_pointer()
    x[1:-1] = 6.0
    assert (read(x).unsafe_buffer_pointer() == at) == (held is None)
    assert held is None or float(held[1]) == 5.0
    assert float(x[1]) == 6.0


def _shift(x):
    x[1:] = x[:-1] * 2.0
    return x.sum()


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("size", [10, 100_000])
def test_a_program_does_not_end_an_array_that_another_array_holds(backend, size):
    """A small array computed on the host was donated although two Arrays held it."""
    compiled = ivy.compile(_shift, fallback="raise")
    values = np.arange(float(size))
    for _ in range(3):
        x = fnp.asarray(values)
        native, other = x._data, ivy.Array(x._data)
        compiled(x)
        equal(other, values)
        equal(np.asarray(native), values)
        assert float(x[2]) == 2.0


def test_an_unexpected_count_switches_it_off(monkeypatch):
    """Counts of an interpreter that borrows references, or that keeps one more, are not trusted."""
    count = sys.getrefcount
    assert buffer._can_trust_reference_counts()
    for other in (lambda x: count(x) - 2, lambda x: 1, lambda x: 2, lambda x: 1 << 32):
        monkeypatch.setattr(buffer, "getrefcount", other)
        assert not buffer._can_trust_reference_counts()
    monkeypatch.undo()
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: False, raising=False)
    assert not buffer._can_trust_reference_counts()
    monkeypatch.undo()
    monkeypatch.setattr(sys, "implementation", type("Of", (), {"name": "pypy"}))
    assert not buffer._can_trust_reference_counts()


PROGRAM = """
import numpy as np
import ivy_core as ivy
from ivy_core.backends.buffer import OWNS_MEMORY
assert not OWNS_MEMORY
ivy.set_backend("{backend}")

@ivy.compile
def shifted(x):
    x[1:] = x[:-1] * 2.0
    return x.sum()

for size in (6, 3000, 100_000):
    x, expected = ivy.asarray(np.arange(float(size))), np.arange(float(size))
    view, turned = x[1:-1], ivy.flip(x)
    for _ in range(4):
        native = x.data
        before = expected.copy()
        x[0] = 7.0
        x[1:-1] += 2.0
        view[::2] = 3.0
        turned[:2] = 5.0
        x[x > 6.5] = 1.0
        expected[0] = 7.0
        expected[1:-1] += 2.0
        expected[1:-1][::2] = 3.0
        expected[::-1][:2] = 5.0
        expected[expected > 6.5] = 1.0
        assert np.array_equal(np.asarray(x), expected)
        assert np.array_equal(np.asarray(view), expected[1:-1])
        assert np.array_equal(np.asarray(turned), expected[::-1])
        assert "{backend}" == "numpy" or np.array_equal(np.asarray(native), before)
        before = np.array(np.asarray(x))
        held = ivy.Array(x.data) if "{backend}" != "numpy" else before
        shifted(x)
        expected[1:] = expected[:-1] * 2.0
        assert np.array_equal(np.asarray(x), expected)
        assert np.array_equal(np.asarray(held), before)
        assert not hasattr(x, "_memory")
print("right")
"""


@pytest.mark.parametrize("backend", ("numpy", "jax", "tensorflow"), indirect=True)
def test_without_owned_memory_all_is_right(backend):
    environment = os.environ | {"IVY_OWNED_MEMORY": "0", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(backend=backend)],
        env=environment, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert ran.stdout.strip().endswith("right"), ran.stderr[-2000:]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_an_augmented_slice_takes_few_frames(backend):
    x, v = fnp.asarray(np.arange(10.0)), fnp.asarray(np.arange(8.0))

    def write():
        x[1:-1] += v

    for _ in range(5):
        write()
    frames = []
    sys.setprofile(lambda frame, event, _: event == "call" and frames.append(frame.f_code))
    try:
        write()
    finally:
        sys.setprofile(None)
    assert len(frames) - 1 <= 25, [code.co_qualname for code in frames]
    equal(x[1:-1], np.arange(1.0, 9.0) + 6 * np.arange(8.0))


@immutable
def test_a_view_assigned_to_its_own_slice_is_written_once(backend):
    x = fnp.asarray(np.arange(6.0))
    view = x[1:4]
    x[1:4] = view
    x[0:3] = view
    equal(x, [1, 2, 3, 3, 4, 5])
    for index, error in ((slice(1.5, None), TypeError), (slice(1, 4, 0), ValueError)):
        with pytest.raises(error, match="__setitem__"):
            x[index] = view
        equal(x, [1, 2, 3, 3, 4, 5])
