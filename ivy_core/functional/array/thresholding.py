"""Functions that bound, shrink or threshold elements, most of them activations.

Booleans and integers are brought to the default floating dtype, but where an activation picks or
bounds elements and so keeps integers.
"""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional, handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, as_inexact, check_real


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def hardshrink(x: Array, /, *, lambd: float = 0.5, out: Array | None = None) -> Array:
    """``x``, and zero where it is in ``[-lambd, lambd]``.

    Parameters
    ----------
    x, any real dtype: Values.
    lambd: Bound of what becomes zero.

    Returns: of the same shape, floating.

    Raises: IvyTypeError if ``x`` is complex.

    >>> ivy.hardshrink(ivy.asarray([-1.0, 0.25, 0.5, 0.75]))
    ivy.array([-1.  ,  0.  ,  0.  ,  0.75])
    """
    x = as_inexact(x)
    check_real("hardshrink", x)
    small = ivy.logical_and(ivy.greater_equal(x, -lambd), ivy.less_equal(x, lambd))
    return ivy.where(small, 0, x, out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def hardtanh(
    x: Array, /, *, max_val: float = 1, min_val: float = -1, out: Array | None = None
) -> Array:
    """``x`` bounded to ``[min_val, max_val]``.

    Parameters
    ----------
    x, any real dtype: Values.
    max_val, min_val : float, optional
        The bounds.

    Returns: of the same shape; integers stay integers.

    Raises: IvyValueError if ``min_val`` is greater than ``max_val``.
    Raises: IvyTypeError if ``x`` is complex.

    >>> ivy.hardtanh(ivy.asarray([-2.0, 0.5, 2.0]))
    ivy.array([-1. ,  0.5,  1. ])
    """
    if min_val > max_val:
        raise IvyValueError(
            f"hardtanh: min_val {min_val} and max_val {max_val} were given; "
            "the first must not be greater"
        )
    x = as_array(x)
    check_real("hardtanh", x)
    return ivy.minimum(ivy.maximum(x, min_val), max_val, out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def softshrink(x: Array, /, *, lambd: float = 0.5, out: Array | None = None) -> Array:
    """``x`` moved by ``lambd`` towards zero, and zero where it is in ``[-lambd, lambd]``.

    Parameters
    ----------
    x, any real dtype: Values.
    lambd: How far; not negative.

    Returns: of the same shape, floating.

    Raises: IvyValueError if ``lambd`` is negative.
    Raises: IvyTypeError if ``x`` is complex.

    >>> ivy.softshrink(ivy.asarray([-1.0, 0.25, 0.75]))
    ivy.array([-0.5 ,  0.  ,  0.25])
    """
    if lambd < 0:
        raise IvyValueError(f"softshrink: lambd {lambd} was given; it must not be negative")
    x = as_inexact(x)
    check_real("softshrink", x)
    bounded = ivy.minimum(ivy.maximum(x, -lambd), lambd)
    return ivy.subtract(x, bounded, out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def tanhshrink(x: Array, /, *, out: Array | None = None) -> Array:
    """``x - tanh(x)``.

    Parameters
    ----------
    x, any dtype, complex too: Values.

    Returns: of the same shape; floating, or complex as ``x``.

    >>> ivy.tanhshrink(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 0.23840584])
    """
    x = as_inexact(x)
    return ivy.subtract(x, ivy.tanh(x), out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def threshold(x: Array, /, *, threshold: float, value: float, out: Array | None = None) -> Array:
    """``x`` where it is greater than a threshold, else another value.

    Parameters
    ----------
    x, any real dtype: Values.
    threshold: What is replaced up to.
    value: What takes its place.

    Returns: of the same shape; integers stay integers.

    Raises: IvyTypeError if ``x`` is complex.

    >>> ivy.threshold(ivy.asarray([-1.0, 0.5, 2.0]), threshold=0.5, value=-3.0)
    ivy.array([-3., -3.,  2.])
    """
    x = as_array(x)
    check_real("threshold", x)
    return ivy.where(ivy.less_equal(x, threshold), value, x, out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def thresholded_relu(x: Array, /, *, threshold: float = 0, out: Array | None = None) -> Array:
    """``x`` where it is greater than a threshold, else zero.

    Parameters
    ----------
    x, any real dtype: Values.
    threshold: What becomes zero up to.

    Returns: of the same shape; integers stay integers.

    Raises: IvyTypeError if ``x`` is complex.

    References: ONNX, ``ThresholdedRelu``.

    >>> ivy.thresholded_relu(ivy.asarray([-1.0, 0.5, 2.0]), threshold=1.0)
    ivy.array([0., 0., 2.])
    """
    return ivy.threshold(x, threshold=threshold, value=0, out=out)


@compositional
@handle_nestable
def binarizer(x: Array, /, *, threshold: float = 0, out: Array | None = None) -> Array:
    """Ones where elements exceed a threshold, else zeros.

    Parameters
    ----------
    x, any real dtype: Values; nan exceeds nothing.
    threshold: What is to be exceeded.

    Returns: of the same shape and dtype; of a boolean array the default integer dtype.

    References: ONNX operators, ``Binarizer``.

    >>> ivy.binarizer(ivy.asarray([-1.0, 0.5, 2.0]), threshold=1)
    ivy.array([0., 0., 1.])
    """
    x = as_array(x)
    dtype = ivy.default_int_dtype() if x.dtype.is_bool else x.dtype
    return ivy.astype(ivy.greater(x, threshold), dtype, out=out)


@compositional
def soft_thresholding(x: Array, /, threshold: Array | float, *, out: Array | None = None) -> Array:
    """Elements shrunk towards zero, ``sign(x) * max(|x| - threshold, 0)``.

    Parameters
    ----------
    x, any real dtype: Values.
    threshold, real: By how much; it broadcasts with ``x``.

    Returns: of the broadcast shape and the promoted dtype.

    References
    ----------
    D. L. Donoho, "De-noising by soft-thresholding", IEEE Transactions on Information Theory 41,
    1995; TensorLy, ``soft_thresholding``.

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
    x, any real dtype: Values.
    card: How many stay; of equal magnitudes at the limit all do.

    Returns: of the same shape and dtype.

    Raises: IvyValueError if ``card`` is negative.

    References: TensorLy, ``tensorly.tenalg.proximal.hard_thresholding``.

    >>> ivy.sparsify_tensor(ivy.asarray([1.0, -4.0, 2.0, 3.0]), 2)
    ivy.array([ 0., -4.,  0.,  3.])
    """
    x = as_array(x)
    if card < 0:
        raise IvyValueError(f"sparsify_tensor: card {card} was given; 0 and more are allowed")
    if card >= x.size:
        return ivy.positive(x, out=out)
    if not card:
        return ivy.multiply(x, 0, out=out)
    size = ivy.abs(x)
    limit = ivy.sort(ivy.reshape(size, (-1,)))[x.size - card]
    return ivy.where(ivy.greater_equal(size, limit), x, 0, out=out)
