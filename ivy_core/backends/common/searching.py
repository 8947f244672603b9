"""Checks of the backends' searches."""

from __future__ import annotations

import operator

from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .axes import axis_of


def check_keys(keys) -> None:
    """Raise unless NumPy would sort by ``keys``, a sequence of native arrays.

    Raises
    ------
    IvyTypeError
        If there are none.
    IvyValueError
        If their shapes differ.
    """
    shapes = [tuple(key.shape) for key in keys]
    if not shapes:
        raise IvyTypeError("lexsort: at least one key is needed")
    if any(shape != shapes[0] for shape in shapes):
        raise IvyValueError(f"lexsort: keys must be of one shape, not {shapes}")


def check_search(x, side: str, sorter) -> None:
    """Raise unless NumPy would search so in ``x``, a native array with one axis.

    Raises
    ------
    IvyTypeError
        For a side that is no text, and for a sorter that is no vector of integers.
    IvyValueError
        For any other side, and for a sorter of another length.
    """
    if side not in ("left", "right"):
        cls = IvyValueError if isinstance(side, str) else IvyTypeError
        raise cls(f"searchsorted: side must be 'left' or 'right', not {side!r}")
    if sorter is not None:
        if len(sorter.shape) != 1 or "int" not in str(sorter.dtype):
            raise IvyTypeError("searchsorted: sorter must be a vector of integers")
        if sorter.shape[0] != x.shape[0]:
            raise IvyValueError("searchsorted: sorter must have one index for each element")


def check_top_k(x, k, axis: int) -> tuple[int, int]:
    """Return ``k`` and the axis of ``top_k`` as ints, the axis counted from the front.

    Raises
    ------
    IvyIndexError
        If the axis is out of bounds.
    IvyValueError
        If there are not as many elements along it.
    """
    axis, k = axis_of(axis, len(x.shape)), operator.index(k)
    if not 0 <= k <= x.shape[axis]:
        raise IvyValueError(
            f"top_k: k {k} was given for an axis of {x.shape[axis]} elements; it must be in 0 to "
            f"{x.shape[axis]}"
        )
    return k, axis
