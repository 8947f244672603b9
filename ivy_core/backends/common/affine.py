"""Ints that grow with a length: ``start + step * length``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class NotAffineError(ValueError):
    """Ints at several lengths are no such sum."""


class Affine(NamedTuple):
    """An int that grows with the length: ``start + step * length``, ``step`` not 0."""

    start: int
    step: int

    def at(self, length):
        """Return the int for a length, which may be traced."""
        return self.start + self.step * length


def at(value, length):
    """Return an int, which may be an :class:`Affine`, for a length.

    Examples
    --------
    >>> at(Affine(1, 2), 10), at(7, 10)
    (21, 7)
    """
    return value.at(length) if type(value) is Affine else value


def total(one, other):
    """Return the sum of two ints, each of which may be an :class:`Affine`.

    Examples
    --------
    >>> total(Affine(1, 2), 3), total(Affine(1, 2), Affine(0, -2))
    (Affine(start=4, step=2), 1)
    """
    start = step = 0
    for each in (one, other):
        first, by = each if type(each) is Affine else (int(each), 0)
        start, step = start + first, step + by
    return Affine(start, step) if step else start


def negative(value):
    """Return an int, which may be an :class:`Affine`, with the other sign.

    Examples
    --------
    >>> negative(Affine(1, 2)), negative(3)
    (Affine(start=-1, step=-2), -3)
    """
    return Affine(-value.start, -value.step) if type(value) is Affine else -value


def affine_of(lengths: Sequence[int], values: Sequence[int]):
    """Return the int, or the :class:`Affine`, that has some values at some lengths.

    Raises
    ------
    NotAffineError
        If there is none.

    Examples
    --------
    >>> affine_of([8, 9, 16], [17, 19, 33]), affine_of([8, 9, 16], [3, 3, 3])
    (Affine(start=1, step=2), 3)
    """
    first = values[0]
    if all(each == first for each in values):
        return first
    step, rest = divmod(values[1] - first, lengths[1] - lengths[0])
    start = first - step * lengths[0]
    pairs = zip(lengths, values, strict=True)
    if rest or any(start + step * length != each for length, each in pairs):
        raise NotAffineError(f"an int is {list(values)} at the lengths {list(lengths)}")
    return Affine(start, step)


__all__ = ["Affine", "NotAffineError", "affine_of", "at", "negative", "total"]
