"""Sets: the distinct elements of an array."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays.array import Array
from ..backend_handler import current_backend
from ..registry import primary


class UniqueAll(NamedTuple):
    """What :func:`unique_all` returns."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """What :func:`unique_counts` returns."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """What :func:`unique_inverse` returns."""

    values: Array
    inverse_indices: Array


@primary
def unique_all(x: Array, /) -> UniqueAll:
    """Distinct elements, where each occurs first, which one each element is, and their counts.

    Parameters
    ----------
    x : Array
        Values, of any shape. Each nan is distinct from every other.

    Returns
    -------
    UniqueAll
        ``values``, sorted, ``indices`` into the flattened ``x``, ``inverse_indices`` of the shape
        of ``x`` and ``counts``; all but the values int64.

    References
    ----------
    Array API standard 2024.12, ``unique_all``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unique_all(ivy.asarray([3, 1, 3])).indices
    ivy.array([1, 0])
    """
    return current_backend(x).unique_all(x)


@primary
def unique_counts(x: Array, /) -> UniqueCounts:
    """Distinct elements, and how often each occurs.

    Parameters
    ----------
    x : Array
        Values, of any shape. Each nan is distinct from every other.

    Returns
    -------
    UniqueCounts
        ``values``, sorted, and ``counts``, int64.

    References
    ----------
    Array API standard 2024.12, ``unique_counts``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unique_counts(ivy.asarray([3, 1, 3]))
    UniqueCounts(values=ivy.array([1, 3]), counts=ivy.array([1, 2]))
    """
    return current_backend(x).unique_counts(x)


@primary
def unique_inverse(x: Array, /) -> UniqueInverse:
    """Distinct elements, and which one each element is.

    Parameters
    ----------
    x : Array
        Values, of any shape. Each nan is distinct from every other.

    Returns
    -------
    UniqueInverse
        ``values``, sorted, and ``inverse_indices`` of the shape of ``x``, int64.

    References
    ----------
    Array API standard 2024.12, ``unique_inverse``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unique_inverse(ivy.asarray([3, 1, 3]))
    UniqueInverse(values=ivy.array([1, 3]), inverse_indices=ivy.array([1, 0, 1]))
    """
    return current_backend(x).unique_inverse(x)


@primary
def unique_values(x: Array, /, *, out: Array | None = None) -> Array:
    """Distinct elements.

    Parameters
    ----------
    x : Array
        Values, of any shape. Each nan is distinct from every other.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        One-dimensional, sorted.

    References
    ----------
    Array API standard 2024.12, ``unique_values``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.unique_values(ivy.asarray([3, 1, 3]))
    ivy.array([1, 3])
    """
    return current_backend(x).unique_values(x, out=out)
