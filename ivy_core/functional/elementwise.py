"""Elementwise functions: one value out for each value in, with broadcasting."""

from __future__ import annotations

from ..array.array import Array
from ..backend_handler import current_backend
from ..registry import primary


@primary(ufunc="add")
def add(x1: Array | complex, x2: Array | complex, /, *, out: Array | None = None) -> Array:
    """Sum of two arrays, ``x1 + x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; they broadcast, and promote as NumPy's do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    Raises
    ------
    IvyBroadcastShapeError
        If the shapes do not broadcast.

    References
    ----------
    Array API standard 2024.12, ``add``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.add(ivy.asarray([1, 2]), ivy.asarray([0.5, 0.5]))
    ivy.array([1.5, 2.5])
    """
    return current_backend(x1, x2).add(x1, x2, out=out)


@primary(ufunc="sin")
def sin(x: Array, /, *, out: Array | None = None) -> Array:
    """Sine of each element, in radians.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Angles, in radians.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape, floating or complex.

    References
    ----------
    Array API standard 2024.12, ``sin``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sin(ivy.asarray([0.0]))
    ivy.array([0.])
    """
    return current_backend(x).sin(x, out=out)
