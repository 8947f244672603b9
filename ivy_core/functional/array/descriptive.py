"""Descriptive statistics: covariances, correlations, histograms, and extremes by further names."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array


@compositional
def amax(
    x: Array,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Largest elements, as :func:`max`.

    Parameters
    ----------
    x, any real dtype: Values; nan spreads.
    axis: Axes to reduce; all if None.
    keepdims: Whether reduced axes stay, of length 1.

    Returns: Array

    References: NumPy ``amax``.

    >>> ivy.amax(ivy.asarray([[1, 5], [2, 3]]), axis=1)
    ivy.array([5, 3])
    """
    axis = tuple(axis) if isinstance(axis, list) else axis
    return ivy.max(x, axis=axis, keepdims=keepdims, out=out)


@compositional(like=amax)
def amin(
    x: Array,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Least elements, as :func:`min`.

    References: NumPy ``amin``.

    >>> ivy.amin(ivy.asarray([[1, 5], [2, 3]]), axis=1)
    ivy.array([1, 2])
    """
    axis = tuple(axis) if isinstance(axis, list) else axis
    return ivy.min(x, axis=axis, keepdims=keepdims, out=out)


def _rows_of_variables(name, x1, x2, by_rows, dtype=None):
    """Stack the variables of ``x1`` and ``x2`` as rows of one floating array."""
    found = []
    for x in (x1, x2):
        if x is None:
            continue
        x = as_array(x)
        if x.ndim > 2:
            raise IvyValueError(
                f"{name}: an array of {x.ndim} dimensions was given; 2 at most are allowed"
            )
        if dtype is not None:
            x = ivy.astype(x, dtype)
        elif not (x.dtype.is_float or x.dtype.is_complex):
            x = ivy.astype(x, "float64")
        if x.ndim < 2:
            x = ivy.reshape(x, (1, -1))
        elif not by_rows and x.shape[0] != 1:
            x = ivy.matrix_transpose(x)
        found.append(x)
    if len(found) == 2 and found[0].shape[1] != found[1].shape[1]:
        raise IvyValueError(
            f"{name}: {found[0].shape[1]} and {found[1].shape[1]} observations were given; "
            "as many of each variable are needed"
        )
    return found[0] if len(found) == 1 else ivy.concat(found, axis=0)


@compositional
@handle_nestable
def cov(
    x1: Array,
    x2: Array | None = None,
    /,
    *,
    rowVar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Array | None = None,
    aweights: Array | None = None,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Covariance matrix of variables, of which observations are given.

    Parameters
    ----------
    x1, shape (variables, observations) or (observations,), any numeric dtype: Observations.
    x2: Those of further variables.
    rowVar: Whether a row is a variable; else a column is.
    bias: Whether to divide by the number of observations, not by one less.
    ddof: What is subtracted from that number, in place of what ``bias`` says.
    fweights, shape (observations,), integer: How often each observation counts.
    aweights, shape (observations,), real: How much it weighs.
    dtype: Floating dtype of the result.

    Returns
    -------
    Array, shape (variables, variables) or ()
        Floating or complex.

    Raises
    ------
    IvyValueError
        If an array has more than two dimensions, or the numbers of observations or of weights
        differ.

    References: NumPy ``cov``; PyTorch ``cov``.

    >>> ivy.cov(ivy.asarray([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    ivy.array([[ 1., -1.],
               [-1.,  1.]])
    """
    x = _rows_of_variables("cov", x1, x2, rowVar, dtype)
    number = x.shape[1]
    weights = None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        given = as_array(given)
        if given.shape != (number,):
            raise IvyValueError(
                f"cov: {name} of shape {tuple(given.shape)} were given; {(number,)} is needed"
            )
        given = ivy.astype(given, ivy.real(x).dtype)
        weights = given if weights is None else weights * given
    correction = (0 if bias else 1) if ddof is None else ddof
    if weights is None:
        centered = x - ivy.mean(x, axis=1, keepdims=True)
        weighted, factor = centered, number - correction
        if factor <= 0:  # the result is infinite or nan: Python's own division would raise
            factor = ivy.zeros((), dtype=ivy.real(x).dtype)
    else:
        total = ivy.sum(weights)
        centered = x - ivy.sum(x * weights, axis=1, keepdims=True) / total
        weighted = centered * weights
        if correction == 0:
            factor = total
        elif aweights is None:
            factor = total - correction
        else:
            squares = ivy.astype(as_array(aweights), total.dtype) * weights
            factor = total - correction * ivy.sum(squares) / total
        factor = ivy.maximum(factor, 0)
    product = ivy.matmul(weighted, ivy.conj(ivy.matrix_transpose(centered)))
    product = ivy.reshape(product, ()) if x.shape[0] == 1 else product
    return ivy.divide(product, factor, out=out)


@compositional
@handle_nestable
def corrcoef(
    x: Array,
    /,
    *,
    y: Array | None = None,
    rowvar: bool = True,
    out: Array | None = None,
) -> Array:
    """Correlation coefficients of variables, of which observations are given.

    Parameters
    ----------
    x, shape (variables, observations) or (observations,), any numeric dtype: Observations.
    y: Those of further variables.
    rowvar: Whether a row is a variable; else a column is.

    Returns
    -------
    Array, shape (variables, variables) or ()
        Floating or complex, between -1 and 1; nan for what does not vary.

    Raises
    ------
    IvyValueError
        If an array has more than two dimensions, or the numbers of observations differ.

    References: NumPy ``corrcoef``; PyTorch ``corrcoef``.

    >>> ivy.corrcoef(ivy.asarray([[0.0, 1.0, 2.0], [4.0, 2.0, 0.0]]))
    ivy.array([[ 1., -1.],
               [-1.,  1.]])
    """
    found = ivy.cov(x, y, rowVar=rowvar)
    if not found.ndim:
        return ivy.divide(found, found, out=out)
    deviations = ivy.sqrt(ivy.real(ivy.diagonal(found)))
    found = found / deviations[:, None] / deviations[None, :]
    if found.dtype.is_complex:
        return ivy.add(
            ivy.clip(ivy.real(found), -1, 1), 1j * ivy.clip(ivy.imag(found), -1, 1), out=out
        )
    return ivy.clip(found, -1, 1, out=out)


@compositional
@handle_nestable
def histogram(
    a: Array,
    /,
    *,
    bins: Array | int | None = None,
    axis: int | None = None,
    extend_lower_interval: bool = False,
    extend_upper_interval: bool = False,
    dtype: Dtype | None = None,
    range: tuple[float, float] | None = None,
    weights: Array | None = None,
    density: bool = False,
    out: Array | None = None,
) -> Array:
    """Count the elements in each of several intervals.

    Parameters
    ----------
    a, any real dtype: Values; what lies in no interval, and nan, does not count.
    bins : int or Array, shape (n + 1,), optional
        Number of equal intervals, or their edges, which rise; ten if None. An interval has its
        lower edge, the last one both.
    axis: The axis along which to count; all elements count together if None.
    extend_lower_interval, extend_upper_interval : bool, optional
        Whether the first interval reaches to minus infinity, the last one to infinity.
    dtype: Dtype of the result; that of the weights if None, else the default integer one.
    range : (float, float), optional
        Where equal intervals begin and end; the least and the largest element if None.
    weights, of the shape of a, real: How much each element counts.
    density: Whether counts are divided by their sum and by the lengths of the intervals.

    Returns: Array, shape (n,), or with n in place of the axis

    Raises: IvyValueError if there are no bins, the range falls, or the weights have another shape.

    References: NumPy ``histogram``; TensorFlow Probability, ``tfp.stats.histogram``.

    >>> ivy.histogram(ivy.asarray([0.5, 1.0, 1.5, 4.0]), bins=ivy.asarray([0.0, 1.0, 2.0]))
    ivy.array([1, 2])
    """
    a, bins = as_array(a), 10 if bins is None else bins
    if weights is not None:
        weights = as_array(weights)
        if weights.shape != a.shape:
            raise IvyValueError(
                f"histogram: weights of shape {tuple(weights.shape)} were given for values of "
                f"shape {tuple(a.shape)}; the same is needed"
            )
    edges = _histogram_edges(a, bins, range)
    number = edges.shape[0] - 1
    values = a if a.dtype.is_float else ivy.astype(a, "float64")
    if axis is None:
        rows, lead = ivy.reshape(values, (1, -1)), ()
        counted = None if weights is None else ivy.reshape(weights, (1, -1))
    else:
        axis = axis_of(axis, a.ndim)
        moved = ivy.moveaxis(values, axis, -1)
        lead = tuple(moved.shape[:-1])
        rows = ivy.reshape(moved, (-1, moved.shape[-1]))
        counted = None
        if weights is not None:
            counted = ivy.reshape(ivy.moveaxis(weights, axis, -1), rows.shape)
    place = ivy.searchsorted(edges, ivy.reshape(rows, (-1,)), side="right") - 1
    place = ivy.reshape(ivy.astype(place, "int64"), rows.shape)
    place = ivy.where(rows == edges[-1], number - 1, place)  # the last interval has both edges
    inside = ivy.logical_and(rows >= edges[0], rows <= edges[-1])
    if extend_lower_interval:
        inside = ivy.logical_or(inside, rows < edges[0])
    if extend_upper_interval:
        inside = ivy.logical_or(inside, rows > edges[-1])
    place = ivy.clip(place, 0, number - 1)
    place = place + number * ivy.arange(rows.shape[0])[:, None]
    spare = number * rows.shape[0]  # one more, for what lies in no interval
    place = ivy.reshape(ivy.where(inside, place, spare), (-1,))
    if counted is None:
        counted = ivy.ones_like(place)
    counted = ivy.reshape(counted, (-1,))
    counts = ivy.scatter_flat(place, counted, size=spare + 1, reduction="sum")[:spare]
    counts = ivy.reshape(counts, (*lead, number))
    if density:
        widths = edges[1:] - edges[:-1]
        counts = counts / ivy.sum(counts, axis=-1, keepdims=True) / widths
    elif weights is not None and dtype is None:
        dtype = weights.dtype
    elif dtype is None:
        dtype = ivy.default_int_dtype()
    if axis is not None:
        counts = ivy.moveaxis(counts, -1, axis)
    return ivy.astype(counts, counts.dtype if dtype is None else dtype, out=out)


def _histogram_edges(a, bins, range):
    """Return floating edges: ``bins`` if it has them, else equal bins in ``range`` (None: a's)."""
    if not isinstance(bins, int):
        bins = as_array(bins)
        if bins.ndim != 1 or bins.shape[0] < 2:
            raise IvyValueError(
                f"histogram: edges of shape {tuple(bins.shape)} were given; at least 2 in one "
                "dimension are needed"
            )
        return bins if bins.dtype.is_float else ivy.astype(bins, "float64")
    if bins < 1:
        raise IvyValueError(f"histogram: {bins} bins were asked for; 1 and more are allowed")
    dtype = a.dtype if a.dtype.is_float else "float64"
    if range is not None:
        low, high = range
        if low > high:
            raise IvyValueError(f"histogram: the range from {low} to {high} falls; it must rise")
        low, high = ivy.asarray(float(low), dtype=dtype), ivy.asarray(float(high), dtype=dtype)
    elif not a.size:
        low, high = ivy.asarray(0.0, dtype=dtype), ivy.asarray(1.0, dtype=dtype)
    else:
        low, high = (ivy.astype(f(a), dtype) for f in (ivy.min, ivy.max))
    flat = low == high
    low, high = ivy.where(flat, low - 0.5, low), ivy.where(flat, high + 0.5, high)
    share = ivy.arange(bins + 1, dtype=dtype) / bins
    between = low + share * (high - low)
    return ivy.where(share == 1, high, between)
