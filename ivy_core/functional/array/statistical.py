"""Statistics: reductions and running reductions."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, primary
from ivy_core.utils.exceptions import IvyValueError

Axis = int | tuple[int, ...] | None


@primary(follows="numpy")
def bincount(
    x: Array,
    /,
    *,
    weights: Array | None = None,
    minlength: int = 0,
    out: Array | None = None,
) -> Array:
    """Number of times that each value occurs, from 0 on.

    Parameters
    ----------
    x, shape (N,), integer: Values, none of them negative.
    weights, shape (N,): What each one counts.
    minlength: Least length of the result.

    Returns: of shape (max(x) + 1,) or longer; int64, or float64 with weights.

    Raises: IvyValueError if a value or ``minlength`` is negative, or the shapes do not fit.

    >>> ivy.bincount(ivy.asarray([1, 1, 3]))
    ivy.array([0, 2, 0, 1])
    """
    return current_backend(x).bincount(x, weights=weights, minlength=minlength, out=out)


@primary
def contract(equation: str, operands: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Sum of products over repeated labels: :func:`einsum` of a list of operands.

    Parameters
    ----------
    equation: Labels of the axes, in Einstein's notation.
    operands: What to multiply.

    Returns: with the axes that the equation says, of the dtype that the operands promote to.

    References: NumPy, ``numpy.einsum``.

    >>> ivy.contract("i,i", [ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    ivy.array(11)
    """
    return current_backend(*operands).contract(equation, operands, out=out)


@primary
def cummax(
    x: Array,
    /,
    *,
    axis: int = 0,
    reverse: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Largest value so far along an axis; a nan stays to the end.

    Parameters
    ----------
    x, with at least one axis: Values.
    axis: Axis to run along.
    reverse: Run from the end.
    dtype: Data type to compute in, that of ``x`` if None.

    Returns: of the shape of ``x``.

    Raises: IvyIndexError if the axis is out of bounds.

    References: NumPy, ``numpy.maximum.accumulate``.

    >>> ivy.cummax(ivy.asarray([1, 3, 2]))
    ivy.array([1, 3, 3])
    """
    return current_backend(x).cummax(x, axis=axis, reverse=reverse, dtype=dtype, out=out)


@primary(like=cummax)
def cummin(
    x: Array,
    /,
    *,
    axis: int = 0,
    reverse: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Smallest value so far along an axis; a nan stays to the end.

    References: NumPy, ``numpy.minimum.accumulate``.

    >>> ivy.cummin(ivy.asarray([1, 3, 2]))
    ivy.array([1, 1, 1])
    """
    return current_backend(x).cummin(x, axis=axis, reverse=reverse, dtype=dtype, out=out)


@primary
def cumprod(
    x: Array,
    /,
    axis: int | None = 0,
    exclusive: bool = False,
    reverse: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Running product along an axis.

    Parameters
    ----------
    x: Values.
    axis : int or None, optional
        Axis to run along; None is along all elements in C order.
    exclusive: Leave each value out of its own product: the first result is 1.
    reverse: Run from the end.
    dtype: Data type to compute in; by default as for :func:`prod`.

    Returns: of the shape of ``x`` (one-dimensional if ``axis`` is None).

    Raises: IvyIndexError if the axis is out of bounds.

    References: NumPy, ``numpy.cumprod``; ``exclusive`` and ``reverse`` as ``tf.math.cumprod``.

    >>> ivy.cumprod(ivy.asarray([1, 2, 3]))
    ivy.array([1, 2, 6])
    """
    return current_backend(x).cumprod(x, axis, exclusive, reverse, dtype=dtype, out=out)


@primary(like=cumprod)
def cumsum(
    x: Array,
    /,
    axis: int | None = 0,
    exclusive: bool = False,
    reverse: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Running sum along an axis.

    Parameters
    ----------
    exclusive: Leave each value out of its own sum: the first result is 0.
    dtype: Data type to compute in; by default as for :func:`sum`.

    References: NumPy, ``numpy.cumsum``; ``exclusive`` and ``reverse`` as ``tf.math.cumsum``.

    >>> ivy.cumsum(ivy.asarray([1, 2, 3]))
    ivy.array([1, 3, 6])
    """
    return current_backend(x).cumsum(x, axis, exclusive, reverse, dtype=dtype, out=out)


@primary(follows="array_api")
def cumulative_prod(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Running product along an axis, as the array API standard has it.

    Parameters
    ----------
    x, with at least one axis: Values.
    axis: Axis to run along; needed where there are several.
    dtype: Data type to compute in; by default as for :func:`prod`.
    include_initial: Begin with 1, so that the axis becomes longer by one.

    Returns: of the shape of ``x``, but for ``include_initial``.

    Raises: IvyValueError if ``axis`` is None and there are several axes.
    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.cumulative_prod(ivy.asarray([1, 2, 3]), include_initial=True)
    ivy.array([1, 1, 2, 6])
    """
    return current_backend(x).cumulative_prod(
        x, axis=axis, dtype=dtype, include_initial=include_initial, out=out
    )


@primary(follows="array_api", like=cumulative_prod)
def cumulative_sum(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Running sum along an axis, as the array API standard has it.

    Parameters
    ----------
    dtype: Data type to compute in; by default as for :func:`sum`.
    include_initial: Begin with 0, so that the axis becomes longer by one.

    >>> ivy.cumulative_sum(ivy.asarray([1, 2, 3]), include_initial=True)
    ivy.array([0, 1, 3, 6])
    """
    return current_backend(x).cumulative_sum(
        x, axis=axis, dtype=dtype, include_initial=include_initial, out=out
    )


@compositional(follows="numpy")
def einsum(equation: str, *operands: Array, out: Array | None = None) -> Array:
    """Sum of products over repeated labels, in Einstein's notation.

    Parameters
    ----------
    equation : str
        Labels of the operands' axes, separated by commas; after ``->`` those of the result. The
        ellipsis stands for further axes, which broadcast.
    *operands : Array
        What to multiply.

    Returns: with the axes that the equation says, of the dtype that the operands promote to.

    Raises: IvyValueError if equation and operands do not fit each other.

    >>> ivy.einsum("ij,j->i", ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]))
    ivy.array([3, 7])
    """
    if isinstance(equation, str):
        wanted = equation.partition("->")[0].count(",") + 1
        if len(operands) != wanted:
            raise IvyValueError(
                f"einsum: {len(operands)} operands were given; {equation!r} has {wanted}"
            )
    if isinstance(equation, str) and "->" not in equation:
        equation = _add_einsum_result(equation)  # TensorFlow needs it where there is an ellipsis
    return ivy.contract(equation, operands, out=out)


def _add_einsum_result(equation: str) -> str:
    """Add to an einsum equation its implicit result: the labels that occur once, sorted."""
    labels = equation.replace(" ", "").replace(",", "").replace("...", "")
    once = "".join(sorted(label for label in labels if labels.count(label) == 1))
    return f"{equation}->{'...' if '...' in equation else ''}{once}"


@primary(follows="array_api")
def max(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Largest value. A nan is the largest of all.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.

    Returns: of the dtype of ``x``.

    Raises: IvyIndexError if an axis is out of bounds.
    Raises: IvyValueError if there is nothing to take it of: a reduced axis has length zero.

    >>> ivy.max(ivy.asarray([[1, 5], [3, 2]]), axis=0)
    ivy.array([3, 5])
    """
    return current_backend(x).max(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="array_api")
def mean(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Arithmetic mean.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    dtype: Data type to compute in. float64 for ints if None, else that of ``x``.

    Returns: floating or complex.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.mean(ivy.asarray([1, 2, 4, 5]))
    ivy.array(3.)
    """
    return current_backend(x).mean(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary(follows="numpy", like=mean)
def median(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Median: the middle one of the sorted values, or the mean of the middle two.

    Returns: floating or complex; nan where a value is nan.

    >>> ivy.median(ivy.asarray([3, 1, 2, 10]))
    ivy.array(2.5)
    """
    return current_backend(x).median(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="array_api", like=max)
def min(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Smallest value. A nan is the smallest of all.

    >>> ivy.min(ivy.asarray([[1, 5], [3, 2]]), axis=1)
    ivy.array([1, 2])
    """
    return current_backend(x).min(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="numpy", like=max)
def nanmax(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Largest value, nan left out.

    Returns: of the dtype of ``x``; nan where all are nan.

    >>> ivy.nanmax(ivy.asarray([1.0, ivy.nan]))
    ivy.array(1.)
    """
    return current_backend(x).nanmax(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="numpy", like=mean)
def nanmean(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Arithmetic mean, nan left out.

    Returns: floating or complex; nan where all are nan.

    >>> ivy.nanmean(ivy.asarray([1.0, ivy.nan, 3.0]))
    ivy.array(2.)
    """
    return current_backend(x).nanmean(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary(follows="numpy", like=mean)
def nanmedian(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Median, nan left out.

    Returns: floating or complex; nan where all are nan.

    >>> ivy.nanmedian(ivy.asarray([1.0, ivy.nan, 3.0]))
    ivy.array(2.)
    """
    return current_backend(x).nanmedian(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="numpy", like=max)
def nanmin(
    x: Array,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Smallest value, nan left out.

    Returns: of the dtype of ``x``; nan where all are nan.

    >>> ivy.nanmin(ivy.asarray([1.0, ivy.nan]))
    ivy.array(1.)
    """
    return current_backend(x).nanmin(x, axis=axis, keepdims=keepdims, out=out)


@primary(follows="numpy")
def nanprod(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Product of the values, nan left out.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    dtype: Data type to compute in. As for :func:`prod`.

    Returns: of the dtype computed in.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.nanprod(ivy.asarray([3.0, ivy.nan]))
    ivy.array(3.)
    """
    return current_backend(x).nanprod(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary(follows="numpy")
def nansum(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Sum of the values, nan left out.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    dtype: Data type to compute in. As for :func:`sum`.

    Returns: of the dtype computed in.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.nansum(ivy.asarray([1.0, ivy.nan]))
    ivy.array(1.)
    """
    return current_backend(x).nansum(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary(follows="array_api")
def prod(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Product of the values; 1 of none.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    dtype : Dtype, optional
        Data type to compute in. By default an array of small ints is multiplied as int64, one of
        unsigned ints as uint64, any other in its own dtype.

    Returns: of the dtype computed in.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.prod(ivy.asarray([2, 3, 4]))
    ivy.array(24)
    """
    return current_backend(x).prod(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary
def quantile(
    a: Array,
    q: float,
    /,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    interpolation: str = "linear",
    out: Array | None = None,
) -> Array:
    """Quantiles: values below which given parts of the values lie.

    Parameters
    ----------
    a, real: Values.
    q, Array or sequence of float: Parts, between 0 and 1.
    axis: Axes to reduce; None is all of them.
    keepdims: Keep the reduced axes, with length one.
    interpolation : str, optional
        What to take between two values: 'linear', 'lower', 'higher', 'nearest', 'midpoint',
        'hazen', 'weibull', 'median_unbiased', 'normal_unbiased' or 'interpolated_inverted_cdf'.

    Returns: with the axes of ``q`` first; nan where a value is nan.

    Raises: IvyValueError if ``q`` is not between 0 and 1, or there is no such interpolation.

    References: NumPy, ``numpy.quantile``, where ``interpolation`` is called ``method``.

    >>> ivy.quantile(ivy.asarray([1, 2, 3, 4]), 0.5)
    ivy.array(2.5)
    """
    return current_backend(a, q).quantile(
        a, q, axis=axis, keepdims=keepdims, interpolation=interpolation, out=out
    )


@primary(follows="array_api")
def std(
    x: Array,
    /,
    *,
    axis: Axis = None,
    correction: float = 0.0,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Standard deviation: root of the variance.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    correction : float, optional
        What is taken from the number of values before the division: 0 for the variance of the
        values themselves, 1 for the unbiased estimate from a sample.

    Returns: floating; float64 for ints.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.std(ivy.asarray([1.0, 3.0]))
    ivy.array(1.)
    """
    return current_backend(x).std(x, axis=axis, correction=correction, keepdims=keepdims, out=out)


@primary(follows="array_api")
def sum(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Sum of the values; 0 of none.

    Parameters
    ----------
    x: Values.
    axis: Axes to reduce; None is all of them.
    dtype : Dtype, optional
        Data type to compute in. By default an array of small ints is summed as int64, one of
        unsigned ints as uint64, any other in its own dtype.

    Returns: of the dtype computed in.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.sum(ivy.asarray([[1, 2], [3, 4]]), axis=1)
    ivy.array([3, 7])
    """
    return current_backend(x).sum(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@primary(follows="array_api", like=std)
def var(
    x: Array,
    /,
    *,
    axis: Axis = None,
    correction: float = 0.0,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Variance: mean of the squared distances from the mean.

    >>> ivy.var(ivy.asarray([1.0, 2.0, 3.0]), correction=1)
    ivy.array(1.)
    """
    return current_backend(x).var(x, axis=axis, correction=correction, keepdims=keepdims, out=out)
