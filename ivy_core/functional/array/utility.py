"""Truth of all or of any elements, and differences of neighbours."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary(follows="array_api")
def all(
    x: Array,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether all elements are true, that is, not zero; True of none.

    Parameters
    ----------
    x: Values; a nan is true.
    axis: Axes to reduce; None is all of them.

    Returns: of dtype bool.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.all(ivy.asarray([[1, 0], [1, 2]]), axis=1)
    ivy.array([False,  True])
    """
    return current_backend(x).all(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="array_api", like=all)
def any(
    x: Array,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether any element is true, that is, not zero; False of none.

    >>> ivy.any(ivy.asarray([[1, 0], [0, 0]]), axis=1)
    ivy.array([ True, False])
    """
    return current_backend(x).any(x, axis=axis, keepdims=keepdims, out=out)


@primary(promote=("x", "prepend", "append"), follows="array_api")
def diff(
    x: Array,
    /,
    *,
    n: int = 1,
    axis: int = -1,
    prepend: Array | complex | None = None,
    append: Array | complex | None = None,
    out: Array | None = None,
) -> Array:
    """Differences of neighbours along an axis, ``n`` times over.

    Parameters
    ----------
    x, with at least one axis: Values; of booleans, whether neighbours differ.
    n: How often; 0 gives ``x`` itself.
    axis: Axis along which the neighbours lie.
    prepend, append : Array or scalar, optional
        Put before and after ``x`` along the axis first.

    Returns: shorter than ``x`` by ``n`` along the axis.

    Raises: IvyValueError if ``n`` is negative, or ``x`` has no axes.
    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.diff(ivy.asarray([1, 4, 9, 16]))
    ivy.array([3, 5, 7])
    """
    return current_backend(x).diff(x, n=n, axis=axis, prepend=prepend, append=append, out=out)
