"""Shapes and lengths: what functions are asked for, in NumPy's words; no memory is touched."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable

import numpy as np

from ivy_core.utils.exceptions import IvyBroadcastShapeError

from .axes import axis_of


@functools.lru_cache(maxsize=128)
def blank(shape: tuple[int, ...]) -> np.ndarray:
    """Return an array of one byte an element whose memory is never touched, to ask NumPy about.

    Examples
    --------
    >>> blank((2, 3)).reshape(-1).shape
    (6,)
    """
    try:
        return np.empty(shape, np.bool_)
    except MemoryError:  # an array in parts may have more elements than the host has bytes
        one = np.empty(1, np.bool_)
        strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
        return np.lib.stride_tricks.as_strided(one, shape, strides)


def wanted_lengths(shape, given: tuple[int, ...], allowzero: bool = True) -> tuple[int, ...]:
    """Return the shape that ``reshape`` is asked for as a tuple of ints.

    Without ``allowzero`` a zero stands for the length of the same axis of the array.
    """
    if type(shape) is not tuple:
        shape = tuple(shape) if hasattr(shape, "__iter__") else (shape,)
    shape = tuple([n if type(n) is int else operator.index(n) for n in shape])
    if not allowzero:
        shape = tuple([given[i] if n == 0 else n for i, n in enumerate(shape)])
    return shape


def repetitions_of(given) -> tuple[int, ...]:
    """Count ``tile``'s repetitions along each axis; a text is converted by NumPy."""
    return wanted_lengths(int(given) if type(given) is str else given, ())


def flat_shape(shape: tuple[int, ...], start_dim: int, end_dim: int) -> tuple[int, ...]:
    """Return the shape after the axes from ``start_dim`` to ``end_dim`` have become one."""
    first, last = axis_of(start_dim, max(len(shape), 1)), axis_of(end_dim, max(len(shape), 1))
    if first > last:
        raise ValueError(f"start_dim {start_dim} comes after end_dim {end_dim}")
    count = int(np.prod(shape[first : last + 1], dtype=np.int64))
    return (*shape[:first], count, *shape[last + 1 :])


def unflat_shape(given: tuple[int, ...], dim: int, shape) -> tuple[int, ...]:
    """Return the shape after axis ``dim`` has become several, one of them maybe -1."""
    at = axis_of(dim, len(given))
    parts = blank(given[at : at + 1]).reshape(wanted_lengths(shape, given)).shape
    return (*given[:at], *parts, *given[at + 1 :])


def expanded_shape(given: tuple[int, ...], shape) -> tuple[int, ...]:
    """Return a shape to broadcast to, in which -1 stands for the length that the array has."""
    shape = wanted_lengths(shape, given)
    lead = len(shape) - len(given)
    return tuple([given[i - lead] if n == -1 and i >= lead else n for i, n in enumerate(shape)])


def joined(function: Callable, arrays, *args) -> tuple[int, ...]:
    """Return the shape that NumPy's ``function`` gives for such arrays, or let it raise."""
    return function([np.broadcast_to(False, tuple(x.shape)) for x in arrays], *args).shape


def split_sizes(length: int, num_or_size_splits, with_remainder: bool = False) -> list[int]:
    """Return the lengths of the pieces that :func:`split` cuts an axis into.

    Raises
    ------
    ValueError
        If the pieces do not make up the axis.
    """
    wanted = num_or_size_splits
    if wanted is None:
        return [1] * length
    if hasattr(wanted, "__len__") and not getattr(wanted, "shape", (1,)) == ():
        sizes = [operator.index(n) for n in wanted]
        if sizes.count(-1) == 1:
            sizes[sizes.index(-1)] = length - (sum(sizes) + 1)
        if sum(sizes) != length or any(n < 0 for n in sizes):
            raise ValueError(f"split: pieces of {sizes} do not make up an axis of length {length}")
        return sizes
    count = operator.index(wanted)
    if count <= 0:
        raise ValueError(f"split: the number of pieces must be positive, not {count}")
    if not length % count:
        return [length // count] * count
    if not with_remainder:
        raise ValueError(f"split: an axis of length {length} has no {count} equal pieces")
    size = -(-length // count)
    full, rest = divmod(length, size)
    return [size] * full + ([rest] if rest else [])


def split_bounds(length: int, indices_or_sections) -> list[tuple[int, int]]:
    """Compute the bounds of the pieces that ``numpy.array_split`` cuts an axis into."""
    if hasattr(indices_or_sections, "__len__"):
        cuts = [operator.index(i) for i in indices_or_sections]
        ends = [slice(0, cut).indices(length)[1] for cut in [*cuts, length]]
        starts = [0, *[slice(cut, None).indices(length)[0] for cut in cuts]]
        return [(s, max(s, e)) for s, e in zip(starts, ends, strict=True)]
    count = operator.index(indices_or_sections)
    if count <= 0:
        raise ValueError("number sections must be larger than 0.")
    each, extra = divmod(length, count)
    ends = np.cumsum([each + 1] * extra + [each] * (count - extra)).tolist()
    return list(zip([0, *ends[:-1]], ends, strict=True))


def fits(given: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Return whether a value of one shape can be assigned to an array of another.

    NumPy drops leading axes of length one of what is assigned.
    """
    while len(given) > len(wanted) and given[0] == 1:
        given = given[1:]
    if len(given) > len(wanted):
        return False
    tail = wanted[len(wanted) - len(given) :]
    return all(g in (1, w) for g, w in zip(given, tail, strict=True))


def check_fits(value, wanted: tuple[int, ...]) -> None:
    """Raise NumPy's error if a value cannot be assigned to an array of the wanted shape."""
    given = tuple(getattr(value, "shape", ()))
    if given != wanted and not fits(given, wanted):
        raise IvyBroadcastShapeError(
            f"could not broadcast input array from shape {_format_shape(given)} into shape "
            f"{_format_shape(wanted)}"
        )


def check_int_fits(value: int, dtype) -> None:
    """Raise NumPy's error for a Python int that the dtype cannot hold, where others wrap it."""
    if dtype.is_int:
        np.asarray(value, dtype.as_numpy_dtype)


def _format_shape(shape: tuple[int, ...]) -> str:
    """Spell a shape without spaces, as NumPy's errors do: ``(2,3)``, ``(2,)``."""
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
