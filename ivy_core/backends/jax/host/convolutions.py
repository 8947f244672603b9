"""Convolutions and their gradients by NumPy, from plans: no trace is needed to compute a first one.

Channels are first, in arrays and filters, and nothing lies between the elements of an array. Where
each channel has a filter of its own, a row of it is a banded matrix from the last axis of the array
to that of the result; all else is products of matrices, one for each element of the kernel.

Measured on 7 x 240 x 8 x 8 with 5 x 5, a filter a channel: 0.6 ms by bands, 2.5 by a product of
elements for each of the kernel's; a program of NumPy's calls takes 5 to 40 ms to trace.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from ivy_core.backends.common.convolutions import ConvolutionPlan
from ivy_core.backends.loading import load_backend

from .policy import (
    COLUMN_ELEMENTS,
    HOST_BAND_ELEMENTS,
    HOST_CALL_SECONDS,
    HOST_ELEMENT_SECONDS,
    HOST_MULTIPLICATION_SECONDS,
)
from .primitives import Spec, padded
from .programs import WrittenProgram

_OF_HOST = frozenset("fd")
_EQUATIONS = 4  # of which a convolution is a program, about; for bands as many more each row


def written(x, filters, bias, *, plan: ConvolutionPlan) -> WrittenProgram | None:
    """Return NumPy's part of a convolution, None where it is left to a trace."""
    if not _is_for_host(plan, x, filters, bias):
        return None
    batch = (x.shape[0],) if plan.batched else ()
    result = Spec((*batch, plan.features, *plan.lengths), x.dtype)

    def run(arrays):
        x, filters, *others = arrays
        return [convolved(x, filters, others[0] if others else None, plan)]

    return WrittenProgram(run, [result], *_costs(plan, 1, x, filters, result))


def written_gradients(x, filters, bias, grad, *, plan, wanted) -> WrittenProgram | None:
    """Return NumPy's part of a convolution's gradients, None where it is left to a trace."""
    if not _is_for_host(plan, x, filters, bias, grad):
        return None
    chosen = [each for each, is_wanted in zip((x, filters, bias), wanted, strict=True) if is_wanted]
    results = [Spec(tuple(each.shape), each.dtype) for each in chosen]

    def run(arrays):
        return gradients(arrays[0], arrays[1], arrays[-1], plan, wanted)

    products = wanted[0] + wanted[1]
    return WrittenProgram(run, results, *_costs(plan, products, x, filters, grad), is_list=True)


def _is_for_host(plan: ConvolutionPlan, *arrays) -> bool:
    """Return whether NumPy computes convolutions of a plan: real ones of one dtype, not empty."""
    if plan.channels_last or plan.filters_last or set(plan.x_dilations) != {1}:
        return False
    given = [x for x in arrays if x is not None]
    if any(getattr(x, "weak_type", False) or not math.prod(x.shape) for x in given):
        return False
    dtypes = {x.dtype for x in given}
    return len(dtypes) == 1 and dtypes.pop().char in _OF_HOST


def _costs(plan: ConvolutionPlan, products: int, x, filters, result) -> tuple[float, int]:
    """Return a call's seconds, and the number of equations that XLA would compile instead."""
    positions, count = math.prod(result.shape), _EQUATIONS
    each = plan.channels // plan.groups * math.prod(plan.kernel)
    if _has_bands(plan):
        rows = math.prod(plan.kernel[:-1])
        each, count = rows * _span(plan), count * (1 + rows)
    elements = positions + math.prod(x.shape) + math.prod(filters.shape)
    seconds = elements * HOST_ELEMENT_SECONDS + positions * each * HOST_MULTIPLICATION_SECONDS
    return count * HOST_CALL_SECONDS + max(products, 1) * seconds, max(products, 1) * count


def convolved(x, filters, bias, plan: ConvolutionPlan) -> np.ndarray:
    """Return the convolution of an array, with a bias where one is given.

    Parameters
    ----------
    x : numpy.ndarray, shape (N, C, *spatial), or (C, *spatial) if ``plan.batched`` is False
    filters : numpy.ndarray, shape (O, C / groups, *kernel)
    bias : numpy.ndarray, shape (O,), or None
    plan : ConvolutionPlan
    """
    if _has_bands(plan) and _are_finite(x, filters):
        x = x if plan.batched else x[None]
        bands, rows = _banded(filters, plan), _stacked_rows(_with_zeros(x, plan), plan)
        y = np.matmul(rows, bands).reshape(plan.channels, len(x), *plan.lengths)
        y = np.ascontiguousarray(y.swapaxes(0, 1))
        if bias is not None:
            y += bias.reshape(-1, *(1,) * plan.dims)
        return y if plan.batched else y[0]
    return load_backend("numpy").implementations["conv_general_dilated"](
        x, filters, plan.strides, list(plan.pads), dims=plan.dims, data_format="channel_first",
        filter_format="channel_first", feature_group_count=plan.groups, dilations=plan.dilations,
        bias=bias,
    )  # fmt: skip


def gradients(x, filters, grad, plan: ConvolutionPlan, wanted: tuple[bool, bool, bool]) -> list:
    """Return the gradients of a convolution's array, filters and bias; those that are wanted.

    Parameters
    ----------
    x, filters : numpy.ndarray
        As :func:`convolved` takes them.
    grad : numpy.ndarray
        Of the result's shape.
    plan : ConvolutionPlan
    wanted : (bool, bool, bool)
    """
    if not plan.batched:
        x, grad = x[None], grad[None]
    by_x, by_filters, by_bias = wanted
    found = []
    if by_x or by_filters:
        if _has_bands(plan) and _are_finite(x, filters, grad):
            found += _gradients_by_bands(x, filters, grad, plan, by_x, by_filters)
        else:
            found += _gradients_by_taps(x, filters, grad, plan, by_x, by_filters)
        if by_x and not plan.batched:
            found[0] = found[0][0]
    if by_bias:
        found.append(grad.sum((0, *range(2, grad.ndim))))
    return found


def _are_finite(*arrays) -> bool:
    """Return whether no element would spoil others by a product with zero."""
    return all(np.isfinite(x).all() for x in arrays)


def _with_zeros(x, plan):
    """Return an array with its padding."""
    if not any(map(any, plan.pads)):
        return x
    shape = (*x.shape[:2], *_padded_lengths(x, plan))
    return padded(x, [(0, 0, 0)] * 2 + [(*pair, 0) for pair in plan.pads], shape)


def _padded_lengths(x, plan) -> list[int]:
    return [n + sum(pair) for n, pair in zip(x.shape[2:], plan.pads, strict=True)]


def _without_padding(x, plan):
    """Return the gradient of an array from that of the array with its padding."""
    kept = [
        slice(before, n - behind)
        for n, (before, behind) in zip(x.shape[2:], plan.pads, strict=True)
    ]
    return np.ascontiguousarray(x[(..., *kept)])


def _windows(plan, axes: int) -> list[tuple]:
    """Return, for each element of a kernel on its first axes, the index of what it meets there."""
    found = []
    for tap in itertools.product(*map(range, plan.kernel[:axes])):
        options = zip(tap, plan.lengths, plan.strides, plan.dilations, strict=False)
        found.append((slice(None), slice(None), *[
            slice(i * dilation, i * dilation + (n - 1) * stride + 1, stride)
            for i, n, stride, dilation in options
        ]))  # fmt: skip
    return found


# a filter for each channel


def _has_bands(plan) -> bool:
    """Return whether each channel has one filter, of rows short enough for banded matrices."""
    if not 1 < plan.groups == plan.channels == plan.features:
        return False
    return plan.kernel[-1] > 1 and max(plan.lengths[-1], plan.kernel[-1]) <= HOST_BAND_ELEMENTS


def _on_bands(matrices, plan) -> Iterator[np.ndarray]:
    """Yield, for each element of a row, views of where it stands in matrices: (..., positions)."""
    count, stride = plan.lengths[-1], plan.strides[-1]
    for begin in range(0, plan.kernel[-1] * plan.dilations[-1], plan.dilations[-1]):
        square = matrices[..., begin : begin + (count - 1) * stride + 1 : stride, :]
        yield np.einsum("...ii->...i", square)


def _span(plan) -> int:
    """Return the length of the last axis that the result depends on."""
    reach = (plan.kernel[-1] - 1) * plan.dilations[-1]
    return (plan.lengths[-1] - 1) * plan.strides[-1] + reach + 1


def _banded(filters, plan) -> np.ndarray:
    """Return the filters as matrices, (channels, rows of the kernel and length, positions)."""
    rows = math.prod(plan.kernel[:-1])
    matrices = np.zeros((plan.channels, rows, _span(plan), plan.lengths[-1]), filters.dtype)
    elements = filters.reshape(plan.channels, rows, -1)
    for at, band in enumerate(_on_bands(matrices, plan)):
        band[...] = elements[..., at : at + 1]
    return matrices.reshape(plan.channels, -1, plan.lengths[-1])


def _stacked_rows(x, plan) -> np.ndarray:
    """Stack the rows that a kernel meets: (channels, batch and outer positions, rows and length).

    ``x`` has its padding.
    """
    x, span, outer = x.swapaxes(0, 1), _span(plan), plan.lengths[:-1]
    rows = math.prod(plan.kernel[:-1])
    stacked = np.empty((*x.shape[:2], *outer, rows, span), x.dtype)
    for number, window in enumerate(_windows(plan, plan.dims - 1)):
        stacked[..., number, :] = x[(*window, slice(span))]
    return stacked.reshape(len(x), -1, rows * span)


def _gradients_by_bands(x, filters, grad, plan, by_x, by_filters) -> list:
    """Return the gradients of an array and of filters of which each channel has its own."""
    rows, span = math.prod(plan.kernel[:-1]), _span(plan)
    flat = np.ascontiguousarray(grad.swapaxes(0, 1)).reshape(plan.channels, -1, plan.lengths[-1])
    found = []
    if by_x:
        parts = np.matmul(flat, _banded(filters, plan).swapaxes(1, 2))
        parts = parts.reshape(plan.channels, len(x), *plan.lengths[:-1], rows, span)
        whole = np.zeros((plan.channels, len(x), *_padded_lengths(x, plan)), x.dtype)
        for number, window in enumerate(_windows(plan, plan.dims - 1)):
            whole[(*window, slice(span))] += parts[..., number, :]
        found.append(_without_padding(whole.swapaxes(0, 1), plan))
    if by_filters:
        products = np.matmul(_stacked_rows(_with_zeros(x, plan), plan).swapaxes(1, 2), flat)
        products = products.reshape(plan.channels, rows, span, plan.lengths[-1])
        sums = [band.sum(-1) for band in _on_bands(products, plan)]
        found.append(np.stack(sums, -1).reshape(filters.shape))
    return found


# all others


def _gradients_by_taps(x, filters, grad, plan, by_x, by_filters) -> list:
    """Return the gradients of an array and of its filters, a product for each kernel element.

    The channels come first, then batch and positions: each product is one of matrices a group.
    """
    groups, batch, taps = plan.groups, len(x), math.prod(plan.kernel)
    into, out = plan.channels // groups, plan.features // groups
    flat = np.ascontiguousarray(grad.swapaxes(0, 1)).reshape(groups, out, -1)
    weights, windows = filters.reshape(groups, out, into, taps), _windows(plan, plan.dims)
    found = []
    if by_x:
        lengths = _padded_lengths(x, plan)
        shape = (plan.channels, batch, *plan.lengths)
        if taps == 1 and tuple(lengths) == plan.lengths:
            made = np.matmul(weights[..., 0].swapaxes(1, 2), flat).reshape(shape)
        else:
            made = np.zeros((plan.channels, batch, *lengths), x.dtype)
            for parts in _slices(taps, plan.channels * flat.shape[-1]):
                columns = weights[..., parts].reshape(groups, out, -1).swapaxes(1, 2)
                products = np.matmul(columns, flat).reshape(groups, into, -1, *shape[1:])
                for at, window in enumerate(windows[parts]):
                    part = made[window]
                    part += products[:, :, at].reshape(shape)
        found.append(_without_padding(made.swapaxes(0, 1), plan))
    if by_filters:
        x = _with_zeros(x, plan).swapaxes(0, 1)
        sums = np.empty((groups, out, into, taps), x.dtype)
        for parts in _slices(taps, plan.channels * flat.shape[-1]):
            count = parts.stop - parts.start
            columns = np.empty((groups, into, count, batch, *plan.lengths), x.dtype)
            for at, window in enumerate(windows[parts]):
                part = x[window]
                columns[:, :, at] = part.reshape(groups, into, batch, *plan.lengths)
            columns = columns.reshape(groups, into * count, -1).swapaxes(1, 2)
            sums[..., parts] = np.matmul(flat, columns).reshape(groups, out, into, count)
        found.append(sums.reshape(filters.shape))
    return found


def _slices(taps: int, elements: int) -> Iterator[slice]:
    """Yield slices of a kernel's elements, each of so many that their columns fit a cache."""
    count = max(1, COLUMN_ELEMENTS // max(elements, 1))
    for begin in range(0, taps, count):
        yield slice(begin, min(begin + count, taps))
