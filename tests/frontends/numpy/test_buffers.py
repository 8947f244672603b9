"""Arrays on memory that a program or another process has as well."""

from __future__ import annotations

import ctypes
import mmap
import multiprocessing

import numpy as real
import pytest

import frontends.numpy as ours


def _bytearray(np):
    memory = bytearray(16)
    x = np.frombuffer(memory, np.int32)
    x[1] = 7
    x += 1
    memory[0] = 9
    x[2:][:] = 4
    return bytes(memory), x.tolist(), int(x.sum()), (x * 2).tolist(), x.flags.writeable


def _shared_by_processes(np):
    memory = multiprocessing.RawArray("d", 6)
    x = np.frombuffer(memory).reshape(2, 3)
    x[1] = [1, 2, 3]
    memory[0] = 5
    return list(memory), (x @ x.T).tolist()


def _ctypes(np):
    memory = (ctypes.c_int * 3)(1, 2, 3)
    x = np.ctypeslib.as_array(memory)
    x[0] = 5
    memory[2] = 8
    return list(memory), x.tolist()


def _mapped(np):
    memory = mmap.mmap(-1, 32)
    x = np.ndarray((2, 2), dtype=np.float64, buffer=memory)
    x[:] = [[1, 2], [3, 4]]
    turned = np.ndarray((2, 2), np.float64, memory, order="F")
    turned[0, 1] = 9
    steps = np.ndarray((2,), np.float64, memory, 8, (16,))
    steps *= -1
    shared = np.shares_memory(x, steps), np.shares_memory(x[0], x[1]), np.shares_memory(x, x[1])
    return x.tolist(), turned.tolist(), turned.flags.f_contiguous, shared


def _structured(np):
    memory = bytearray(12)
    x = np.ndarray((), [("n", "<i4"), ("v", "<f8")], memory)
    x["n"] = 3
    y = np.frombuffer(memory, x.dtype)
    y["v"] = 2
    return bytes(memory), x.item(), y.tolist(), np.ndarray((2,), "S2", b"abcd").tolist()


@pytest.mark.parametrize(
    "program", [_bytearray, _shared_by_processes, _ctypes, _mapped, _structured]
)
def test_arrays_lie_on_the_memory_of_buffers(program, backend):
    assert program(ours) == program(real)


WRITES = {
    "item": lambda x: x.__setitem__(0, 1),
    "in place": lambda x: x.__iadd__(1),
    "sort": lambda x: x.sort(),
    "fill": lambda x: x.fill(3),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_bytes_refuse_writes(write, backend):
    x = ours.frombuffer(b"dcba", ours.uint8)
    with pytest.raises(ValueError, match="read-only"):
        write(x)
    assert x.tolist() == [100, 99, 98, 97]


def test_what_is_made_of_bytes_takes_writes(backend):
    x = ours.frombuffer(b"abcd", ours.uint8)
    for made in (x + 1, x.copy(), ours.array(x), x.astype(float), x[[0, 1]]):
        assert made.flags.writeable
        made[0] = 0
    for seen in (x[1:], x.reshape(2, 2), x.view(ours.uint16), ours.asarray(x)):
        assert not seen.flags.writeable
    assert x.tobytes() == b"abcd"
