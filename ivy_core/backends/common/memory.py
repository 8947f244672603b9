"""Aligned memory of the host that a framework's arrays may lie on without a copy."""

from __future__ import annotations

import math
from pickle import PickleBuffer

import numpy as np

from .host.policy import MASK_BLOCK_ELEMENTS, MASK_ELEMENTS, SLAB_BYTES, SLAB_PIECES

ALIGNMENT = 64  # bytes: XLA and TensorFlow take such memory as it is, and copy any other

# real numbers, which NumPy writes as they are
PLAIN = frozenset({
    bool, int, float, np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16,
    np.uint32, np.uint64, np.float16, np.float32, np.float64,
})  # fmt: skip


class Slab(bytearray):
    """Memory that is cut into pieces, each of which begins at a multiple of 64.

    What has it for its ``base`` is such a piece.
    """


_BYTES = np.dtype(np.uint8)
_free: list[list[memoryview]] = [[] for _ in range(SLAB_BYTES // ALIGNMENT + 1)]


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return an array of unset elements, in C order, whose memory begins at a multiple of 64.

    The views that NumPy makes of it refer to this very array, so that they are counted
    (:mod:`ivy_core.backends.buffer`).

    Examples
    --------
    >>> x = aligned_empty((2, 3), np.dtype("float32"))
    >>> x.shape, x.dtype.name, x.ctypes.data % ALIGNMENT
    ((2, 3), 'float32', 0)
    """
    count = math.prod(shape) * dtype.itemsize
    if count > SLAB_BYTES:
        raw = np.empty(count + ALIGNMENT, _BYTES)
        # on a buffer that is no array: views of what is made here refer to it, not to `raw`
        return np.ndarray(shape, dtype, PickleBuffer(raw), _bytes_to_alignment(raw))
    units = (count + ALIGNMENT - 1) // ALIGNMENT
    try:
        piece = _free[units].pop()  # one thread alone gets it
    except IndexError:
        piece = _aligned_piece(units)
    return np.ndarray(shape, dtype, piece)


def _bytes_to_alignment(raw: np.ndarray) -> int:
    """Compute the distance from the beginning of memory to the next multiple of 64, in bytes."""
    return -raw.__array_interface__["data"][0] % ALIGNMENT


def _aligned_piece(units: int) -> memoryview:
    """Return ``units`` * 64 bytes of a new aligned slab; the other pieces are kept for later."""
    size = max(units, 1) * ALIGNMENT
    # NumPy takes a piece of it three times as fast as of an array
    raw = Slab((SLAB_PIECES + 1) * size)
    first = _bytes_to_alignment(np.frombuffer(raw, _BYTES))
    slab = memoryview(raw)
    pieces = [slab[at : at + size] for at in range(first, first + SLAB_PIECES * size, size)]
    _free[units].extend(pieces[1:])
    return pieces[0]


def aligned_zeros(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return an array of zeros on such memory; the system has cleared it, if it is large."""
    raw = np.zeros(math.prod(shape) * dtype.itemsize + ALIGNMENT, _BYTES)
    return np.ndarray(shape, dtype, PickleBuffer(raw), _bytes_to_alignment(raw))


def filled(shape: tuple[int, ...], value, dtype: np.dtype) -> np.ndarray:
    """Return an array of one value, which a framework takes over without a copy if it is large.

    One of at most 1,024 elements is copied in less time than it takes to find such memory.

    Examples
    --------
    >>> filled((2,), 3, np.dtype("int64"))
    array([3, 3])
    """
    is_zero = type(value) is int and not value
    if math.prod(shape) <= 1024:
        if is_zero:
            return np.zeros(shape, dtype)
        return np.full(shape, value, dtype)
    if is_zero:
        return aligned_zeros(shape, dtype)
    made = aligned_empty(shape, dtype)
    made[...] = np.full((), value, dtype)
    return made


def aligned_copy(array: np.ndarray) -> np.ndarray:
    """Return the elements on such memory."""
    made = aligned_empty(array.shape, array.dtype)
    made[...] = array
    return made


def _fill_masked(target: np.ndarray, mask: np.ndarray, value) -> None:
    """Write a value where a mask is true, both C-contiguous: by bits, as branches take long."""
    cell = np.empty((), target.dtype)
    cell[...] = value  # raises what an assignment raises
    bits = _BITS.get(target.dtype.itemsize)
    if bits is None:
        target[np.flatnonzero(mask)] = cell
        return
    target, wanted, truth = target.view(bits), cell.view(bits), mask.view(np.int8)
    chosen = np.empty(min(MASK_BLOCK_ELEMENTS, target.size), bits)
    byte = np.empty(chosen.size, np.int8)  # a mask of bytes, made wider: in less time than at once
    other = None if not wanted else np.empty_like(chosen)
    for start in range(0, target.size, MASK_BLOCK_ELEMENTS):
        block = slice(start, start + MASK_BLOCK_ELEMENTS)
        old, true = target[block], truth[block]
        picked = chosen[: old.size]
        if other is None:  # a zero: all other bits stay
            picked[...] = np.subtract(true, 1, out=byte[: old.size])
            np.bitwise_and(old, picked, out=old)
        else:
            changed = other[: old.size]
            picked[...] = np.negative(true, out=byte[: old.size])
            np.bitwise_xor(old, wanted, out=changed)
            np.bitwise_and(changed, picked, out=changed)
            np.bitwise_xor(old, changed, out=old)


_BITS = {size: np.dtype(f"i{size}") for size in (1, 2, 4, 8)}  # by the size of an element, in bytes


def _is_dense_mask(target: np.ndarray, index) -> bool:
    """Return whether an index is a mask large and dense enough to be written by bit operations."""
    return (
        type(index) is np.ndarray
        and index.dtype == np.bool_
        and index.size > MASK_ELEMENTS
        and index.shape == target.shape
        and target.flags.c_contiguous
        and index.flags.c_contiguous
        and np.count_nonzero(index) * 20 > index.size
    )


def put(target: np.ndarray, index, value) -> None:
    """Write an array or a real number where an index points; raise before anything is written.

    Of a complex value for real elements the real part is written, for truth values if it is not 0.
    """
    if type(value) in PLAIN or value.dtype == target.dtype:
        if not getattr(value, "shape", ()) and _is_dense_mask(target, index):
            _fill_masked(target.reshape(-1), index.reshape(-1), value)
        else:
            target[index] = value
        return
    if value.dtype.kind == "c" and target.dtype.kind not in "cb":
        value = value.real
    with np.errstate(all="ignore"):  # NumPy would raise when it has written
        target[index] = value.astype(target.dtype)
