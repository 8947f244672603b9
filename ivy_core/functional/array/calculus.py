"""Derivatives and integrals of functions that are known at samples."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.registry import compositional, handle_nestable
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array


def _as_floating(x):
    """Return ``x`` as an Array: integers and bools as float64, others in their dtype."""
    x = as_array(x)
    return x if x.dtype.is_float or x.dtype.is_complex else ivy.astype(x, "float64")


@compositional
@handle_nestable
def gradient(
    x: Array,
    /,
    *,
    spacing: float | Sequence[float] | Sequence[Array] = 1,
    edge_order: int = 1,
    axis: int | Sequence[int] | None = None,
) -> Array | list[Array]:
    """Derivatives along axes of a function's samples, by differences of second order.

    Parameters
    ----------
    x, any real dtype: The samples.
    spacing : float or sequence, optional
        Distance of samples; or for each axis its distance, or the coordinates along it.
    edge_order : {1, 2}, optional
        Order of the one-sided differences at the edges.
    axis: Axes to differentiate along; all if None.

    Returns
    -------
    Array or list of Array
        Of the shape of ``x``, floating; a list, one for each axis, unless there is one only.

    Raises
    ------
    IvyValueError
        If there is no such order at the edges, an axis has too few samples for it, or the spacings
        do not fit the axes.

    References: NumPy ``gradient``; PyTorch ``gradient``.

    >>> ivy.gradient(ivy.asarray([1.0, 2.0, 4.0, 7.0]), edge_order=2)
    ivy.array([0.5, 1.5, 2.5, 3.5])
    """
    x = _as_floating(x)
    if edge_order not in (1, 2):
        raise IvyValueError(f"gradient: edge_order {edge_order} was given; 1 and 2 are allowed")
    axes = range(x.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    axes = [axis_of(each, x.ndim) for each in axes]
    spacings = _spacing_per_axis(spacing, axes)
    found = [
        _gradient_along(x, each, h, edge_order) for each, h in zip(axes, spacings, strict=True)
    ]
    return found[0] if len(found) == 1 else found


def _spacing_per_axis(spacing, axes):
    """Return the distance of samples along each axis, or their coordinates."""
    if isinstance(spacing, (list, tuple)):
        numbers = not any(
            isinstance(each, (list, tuple)) or getattr(each, "ndim", 0) for each in spacing
        )
        if len(axes) == 1 and (numbers and len(spacing) != 1):
            spacing = [spacing]  # the coordinates along the only axis
        if len(spacing) != len(axes):
            raise IvyValueError(
                f"gradient: {len(spacing)} spacings were given for {len(axes)} axes; "
                "one for each is needed"
            )
        return list(spacing)
    if getattr(spacing, "ndim", 0):
        if len(axes) != 1:
            raise IvyValueError(
                f"gradient: the coordinates of 1 axis were given for {len(axes)}; a list is needed"
            )
        return [spacing]
    return [spacing] * len(axes)


def _gradient_along(x, axis, spacing, edge_order):
    """Differentiate along one axis; ``spacing`` is a step or the coordinates of all samples."""
    length = x.shape[axis]
    if length <= edge_order:
        raise IvyValueError(
            f"gradient: axis {axis} has {length} samples; edge_order {edge_order} needs at least "
            f"{edge_order + 1}"
        )
    x = ivy.moveaxis(x, axis, -1)
    if isinstance(spacing, (list, tuple)) or getattr(spacing, "ndim", 0):
        inner, low, high = _uneven_differences(x, _as_floating(spacing), edge_order, axis)
    else:
        inner, low, high = _even_differences(x, spacing, edge_order)
    return ivy.moveaxis(ivy.concat([low, inner, high], axis=-1), -1, axis)


def _even_differences(x, h, edge_order):
    """Return slopes along the last axis: inside, at the first, at the last; samples ``h`` apart."""
    inner = ivy.divide(x[..., 2:] - x[..., :-2], 2.0 * h)
    if edge_order == 1:
        low, high = x[..., 1:2] - x[..., :1], x[..., -1:] - x[..., -2:-1]
    else:
        low = -1.5 * x[..., :1] + 2.0 * x[..., 1:2] - 0.5 * x[..., 2:3]
        high = 1.5 * x[..., -1:] - 2.0 * x[..., -2:-1] + 0.5 * x[..., -3:-2]
    return inner, ivy.divide(low, h), ivy.divide(high, h)


def _uneven_differences(x, points, edge_order, axis):
    """Return slopes inside, at the first and the last sample: of parabolas through ``points``."""
    if tuple(points.shape) != (x.shape[-1],):
        raise IvyValueError(
            f"gradient: coordinates of shape {tuple(points.shape)} were given for axis {axis} with "
            f"{x.shape[-1]} samples; one for each is needed"
        )
    h = points[1:] - points[:-1]
    slopes = (x[..., 1:] - x[..., :-1]) / h
    before, after = h[:-1], h[1:]
    inner = (slopes[..., :-1] * after + slopes[..., 1:] * before) / (before + after)
    low, high = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:
        low = low - (slopes[..., 1:2] - low) * h[:1] / (h[:1] + h[1:2])
        high = high + (high - slopes[..., -2:-1]) * h[-1:] / (h[-1:] + h[-2:-1])
    return inner, low, high


@compositional
@handle_nestable
def trapz(
    y: Array,
    /,
    *,
    x: Array | None = None,
    dx: float = 1.0,
    axis: int = -1,
    out: Array | None = None,
) -> Array:
    """Integral along an axis by the trapezoidal rule.

    Parameters
    ----------
    y, any numeric dtype: Samples of a function.
    x: Where they lie; it broadcasts with ``y``, or has the length of the axis.
    dx: Their distance, where ``x`` is not given.
    axis: The axis, which the result lacks.

    Returns: floating or complex.

    References: NumPy ``trapezoid``.

    >>> ivy.trapz(ivy.asarray([1.0, 2.0, 3.0]), dx=2.0)
    ivy.array(8.)
    """
    y = ivy.moveaxis(_as_floating(y), axis, -1)
    means = ivy.multiply(ivy.add(y[..., 1:], y[..., :-1]), 0.5)
    if x is None:
        return ivy.sum(ivy.multiply(means, dx), axis=-1, out=out)
    x = _as_floating(x)
    if x.ndim > 1:
        x = ivy.moveaxis(x, axis, -1)
    return ivy.sum(ivy.multiply(means, x[..., 1:] - x[..., :-1]), axis=-1, out=out)
