"""A stack of lenses over a native array, folded: read through, and written through.

A lens is any object with ``starts``, ``read`` and ``write``: see :mod:`ivy_core.arrays.lenses`.
"""

from __future__ import annotations

import numpy as np


def fold_read(ops, x, stack, starts):
    """Return ``x`` seen through the stack.

    Parameters
    ----------
    ops : module or class
        The backend's primitives: ``slice_read``, ``reshape_native``, ``permute_native`` ...
    x : native array
    stack : tuple of lenses
        The first one lies on ``x``.
    starts : sequence of int or native vector
        The starts of all lenses, one after the other.
    """
    at = 0
    for lens in stack:
        count = len(lens.starts)
        x = lens.read(ops, x, starts[at : at + count])
        at += count
    return x


def fold_write(ops, x, stack, starts, value):
    """Return ``x`` with ``value`` where the stack shows it; ``x`` itself stays as it is."""
    seen, at, written = x, 0, []
    for place, lens in enumerate(stack):
        count = len(lens.starts)
        own = starts[at : at + count]
        at += count
        if written and is_index_of_permuted(stack[place - 1 : place + 1]):
            order, before, _ = written.pop()
            written.append(((order, lens), before, own))
        else:
            written.append((lens, seen, own))
        if lens is not stack[-1]:
            seen = lens.read(ops, seen, own)
    for lens, before, own in reversed(written):
        if isinstance(lens, tuple):
            value = write_permuted(ops, before, *lens, own, value)
        else:
            value = lens.write(ops, before, value, own)
    return value


def is_index_of_permuted(pair) -> bool:
    """Return whether the second of two lenses indexes what the first has but put in order."""
    order, index = pair
    if not hasattr(order, "axes") or not index.starts:
        return False
    return len(index.key) == len(order.axes) == len(index.starts) and None not in index.key


def write_permuted(ops, x, order, index, starts, value):
    """Return ``x`` with ``value`` where an index of its axes in another order points.

    The index is brought to the axes as they are: else all of ``x`` would be moved, there and back.
    """
    own = sorted(range(len(order.axes)), key=order.axes.__getitem__)
    block = [1 if entry == "int" else entry[0] for entry in index.key]
    value = ops.permute_native(ops.reshape_native(value, tuple(block)), tuple(own))
    key = tuple([index.key[axis] for axis in own])
    value = ops.reshape_native(value, tuple([entry[0] for entry in key if entry != "int"]))
    return ops.slice_write(x, key, tuple([starts[axis] for axis in own]), value)


def diagonal_span(shape, offset: int, axis1: int, axis2: int):
    """Describe a diagonal in its two axes taken as one: (first, step, order of the axes).

    Examples
    --------
    >>> diagonal_span((3, 4), 1, 0, 1)
    (1, 5, (0, 1))
    """
    ndim = len(shape)
    first, second = axis1 % ndim, axis2 % ndim
    order = tuple(i for i in range(ndim) if i not in (first, second)) + (first, second)
    columns = int(shape[second])
    return max(-offset, 0) * columns + max(offset, 0), columns + 1, order


def read_diagonal(ops, x, offset: int, axis1: int, axis2: int, shape: tuple[int, ...]):
    """Return the diagonal of two axes of ``x`` as the last axis of a result of that shape."""
    first, step, order = diagonal_span(x.shape, offset, axis1, axis2)
    moved = ops.permute_native(x, order)
    flat = ops.reshape_native(moved, last_two_as_one(moved))
    return ops.slice_read(flat, *along_last_axis(flat, first, shape[-1], step), shape)


def write_diagonal(ops, x, offset: int, axis1: int, axis2: int, value):
    """Return ``x`` with ``value`` on the diagonal of two axes."""
    first, step, order = diagonal_span(x.shape, offset, axis1, axis2)
    moved = ops.permute_native(x, order)
    shape = tuple(moved.shape)
    flat = ops.reshape_native(moved, last_two_as_one(moved))
    at = along_last_axis(flat, first, int(value.shape[-1]), step)
    moved = ops.reshape_native(ops.slice_write(flat, *at, value), shape)
    return ops.permute_native(moved, tuple(np.argsort(order).tolist()))


def last_two_as_one(x) -> tuple[int, ...]:
    """Return the shape of ``x`` with its last two axes as one."""
    return (*x.shape[:-2], int(x.shape[-2]) * int(x.shape[-1]))


def along_last_axis(x, first: int, length: int, step: int):
    """Return (key, starts) of the index ``x[..., first : first + length * step : step]``."""
    lead = tuple((int(n), 1, True) for n in x.shape[:-1])
    return (*lead, (length, step)), (0,) * len(lead) + (first,)


def windows_by_index(ops, x, window: tuple[int, ...], axes: tuple[int, ...]):
    """Return sliding windows of a native array, taken index by index.

    Parameters
    ----------
    ops : module or object
        The primitives of a backend.
    x : native array
    window, axes : tuple of int
        Lengths, and the axes along which they slide; a new axis for each comes last.
    """
    for size, axis in zip(window, axes, strict=True):
        count = int(x.shape[axis]) - size + 1
        index = np.arange(count)[:, None] + np.arange(size)
        taken = ops.take_native(x, index.reshape(-1), axis)
        shape = tuple(taken.shape)
        split = ops.reshape_native(taken, (*shape[:axis], count, size, *shape[axis + 1 :]))
        order = [i for i in range(len(shape) + 1) if i != axis + 1] + [axis + 1]
        x = ops.permute_native(split, tuple(order))
    return x
