"""Values divided by a norm of theirs."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional


@compositional
def l1_normalize(
    x: Array, /, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
) -> Array:
    """Values divided by the sum of their magnitudes.

    Parameters
    ----------
    x, any numeric dtype: Values.
    axis: Axes of what is normalized; None is all of them.

    Returns
    -------
    Array, of a floating or complex dtype
        Where all values are zero, zeros.

    Raises: IvyIndexError if the axis is out of bounds.

    References: PyTorch, ``torch.nn.functional.normalize``.

    >>> ivy.l1_normalize(ivy.asarray([[1.0, -1.0], [3.0, 1.0]]), axis=1)
    ivy.array([[ 0.5 , -0.5 ],
               [ 0.75,  0.25]])
    """
    return _normalize_by_norm(x, 1, axis, out)


@compositional(like=l1_normalize)
def l2_normalize(
    x: Array, /, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
) -> Array:
    """Values divided by the root of the sum of their squares.

    >>> ivy.l2_normalize(ivy.asarray([3.0, 4.0]))
    ivy.array([0.6, 0.8])
    """
    return _normalize_by_norm(x, 2, axis, out)


@compositional(like=l1_normalize)
def lp_normalize(
    x: Array,
    /,
    *,
    p: float = 2,
    axis: int | tuple[int, ...] | None = None,
    out: Array | None = None,
) -> Array:
    """Values divided by their norm of any order.

    Parameters
    ----------
    p: Order of the norm.

    >>> ivy.lp_normalize(ivy.asarray([2.0, -4.0]), p=float("inf"))
    ivy.array([ 0.5, -1. ])
    """
    return _normalize_by_norm(x, p, axis, out)


def _normalize_by_norm(x, order, axis, out):
    """Divide by the norm of an order along an axis, which counts as 1e-12 at least."""
    norm = ivy.vector_norm(x, axis=axis, keepdims=True, ord=order)
    return ivy.divide(x, ivy.maximum(norm, 1e-12), out=out)
