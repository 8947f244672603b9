"""Functions that a threshold decides: what is below it is set to zero, or taken away."""

from __future__ import annotations

import ivy_core as ivy

from ..arrays.array import Array
from ..registry import compositional, handle_nestable
from ..utils.exceptions import IvyValueError


@compositional
@handle_nestable
def binarizer(x: Array, /, *, threshold: float = 0, out: Array | None = None) -> Array:
    """Ones where elements exceed a threshold, else zeros.

    Parameters
    ----------
    x : Array, any real dtype
        Values; nan exceeds nothing.
    threshold : float, optional
        What is to be exceeded.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype; of a boolean array the default integer dtype.

    References
    ----------
    ONNX operators, ``Binarizer``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.binarizer(ivy.asarray([-1.0, 0.5, 2.0]), threshold=1)
    ivy.array([0., 0., 1.])
    """
    x = x if isinstance(x, Array) else ivy.asarray(x)
    dtype = ivy.default_int_dtype() if x.dtype.is_bool else x.dtype
    return ivy.astype(ivy.greater(x, threshold), dtype, out=out)


@compositional
def soft_thresholding(x: Array, /, threshold: Array | float, *, out: Array | None = None) -> Array:
    """Elements shrunk towards zero, ``sign(x) * max(|x| - threshold, 0)``.

    Parameters
    ----------
    x : Array, any real dtype
        Values.
    threshold : Array or float, real
        By how much; it broadcasts with ``x``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the broadcast shape and the promoted dtype.

    References
    ----------
    D. L. Donoho, "De-noising by soft-thresholding", IEEE Transactions on Information Theory 41,
    1995; TensorLy, ``soft_thresholding``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.soft_thresholding(ivy.asarray([-2.0, 0.5, 3.0]), 1.0)
    ivy.array([-1.,  0.,  2.])
    """
    size = ivy.subtract(ivy.abs(x), threshold)
    return ivy.multiply(ivy.sign(x), ivy.maximum(size, 0), out=out)


@compositional
@handle_nestable
def sparsify_tensor(x: Array, card: int, /, *, out: Array | None = None) -> Array:
    """All elements but those of the largest magnitudes set to zero.

    Parameters
    ----------
    x : Array, any real dtype
        Values.
    card : int
        How many stay; of equal magnitudes at the limit all do.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Of the same shape and dtype.

    Raises
    ------
    IvyValueError
        If ``card`` is negative.

    References
    ----------
    TensorLy, ``tensorly.tenalg.proximal.hard_thresholding``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.sparsify_tensor(ivy.asarray([1.0, -4.0, 2.0, 3.0]), 2)
    ivy.array([ 0., -4.,  0.,  3.])
    """
    x = x if isinstance(x, Array) else ivy.asarray(x)
    if card < 0:
        raise IvyValueError(f"sparsify_tensor: card {card} was given; 0 and more are allowed")
    if card >= x.size:
        return ivy.positive(x, out=out)
    if not card:
        return ivy.multiply(x, 0, out=out)
    size = ivy.abs(x)
    limit = ivy.sort(ivy.reshape(size, (-1,)))[x.size - card]
    return ivy.where(ivy.greater_equal(size, limit), x, 0, out=out)
