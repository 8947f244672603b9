"""Convolutions as products of matrices: what a kernel sees is laid side by side, part by part.

References
----------
K. Chellapilla, S. Puri, P. Simard, "High Performance Convolutional Neural Networks for Document
Processing", 2006.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ivy_core.backends.common.convolutions import planned, planned_transpose
from ivy_core.dtypes import as_dtype

from ..host.policy import (
    CONVOLUTION_BLOCK_ELEMENTS,
    CONVOLUTION_MERGED_POSITIONS,
    CONVOLUTION_ROW_CHANNELS,
)


def conv_general_dilated(
    x, filters, strides, padding, /, *, dims=2, data_format="channel_last",
    filter_format="channel_last", feature_group_count=1, x_dilations=1, dilations=1, bias=None,
):  # fmt: skip
    x, filters, bias, dtype = _to_common_dtype(x, filters, bias)
    plan = planned(
        x, filters, strides, padding, dims=dims, data_format=data_format,
        filter_format=filter_format, feature_group_count=feature_group_count,
        x_dilations=x_dilations, dilations=dilations, bias=bias,
    )  # fmt: skip
    x = x if plan.batched else x[None]
    if not plan.filters_last:
        filters = filters.transpose(*range(2, dims + 2), 1, 0)
    first = 1 if plan.channels_last else 2
    x = _pad_and_dilate(x, plan, first)
    if plan.groups > 1 and plan.groups == plan.channels:
        y = _convolve_depthwise(x, filters, plan, first)
    else:
        y = (_convolve_channels_last if plan.channels_last else _convolve_channels_first)(
            x, filters, plan
        )
    return _add_bias_and_cast(y, bias, plan, dtype)


def _to_common_dtype(x, filters, bias) -> tuple:
    """Return the arrays in the dtype to compute in, and the dtype of the result."""
    arrays = [np.asarray(a) for a in (x, filters, bias) if a is not None]
    dtype = np.result_type(*arrays)
    halved = dtype.itemsize == 2 and as_dtype(dtype).is_float
    wide = np.dtype("float32") if halved else dtype
    x, filters, *others = [a.astype(wide, copy=False) for a in arrays]
    return x, filters, (others[0] if others else None), dtype


def _add_bias_and_cast(y, bias, plan, dtype):
    """Add the bias in place; return ``y`` in ``dtype``, without a batch axis if ``x`` had none."""
    if bias is not None:
        y += bias if plan.channels_last else bias.reshape(-1, *(1,) * plan.dims)
    y = y.astype(dtype, copy=False)
    return y if plan.batched else y[0]


def _pad_and_dilate(x, plan, first_spatial):
    """Return ``x`` with zeros between and around the elements of its spatial axes, or itself."""
    if not any(map(any, plan.pads)) and set(plan.x_dilations) == {1}:
        return x
    shape, inner = list(x.shape), [slice(None)] * x.ndim
    options = zip(plan.x_dilations, plan.pads, strict=True)
    for axis, (dilation, (before, behind)) in enumerate(options, first_spatial):
        length = (x.shape[axis] - 1) * dilation + 1 if x.shape[axis] else 0
        shape[axis] = before + length + behind
        inner[axis] = slice(before, before + length, dilation)
    padded = np.zeros(shape, x.dtype)
    padded[tuple(inner)] = x
    return padded


def _kernel_taps(plan, leading_axes, rows=None):
    """Yield each kernel element's position, and the index of the input that it multiplies.

    ``rows`` is the part of the first spatial axis of the result that is wanted.
    """
    lengths, first = plan.lengths, 0
    if rows is not None:
        lengths, first = (rows.stop - rows.start, *lengths[1:]), rows.start * plan.strides[0]
    index = [slice(None)] * leading_axes
    offsets = (first, *(0,) * (plan.dims - 1))
    axes = [*zip(offsets, plan.dilations, lengths, plan.strides, strict=True)]
    for tap in itertools.product(*map(range, plan.kernel)):
        spatial = [
            slice(begin := offset + i * dilation, begin + (length - 1) * stride + 1, stride)
            for i, (offset, dilation, length, stride) in zip(tap, axes, strict=True)
        ]
        yield tap, (*index, *spatial)


def _cache_sized_parts(x, plan):
    """Yield slices of batches and of the result's first spatial axis: parts that fit the cache."""
    one_row = math.prod(plan.kernel) * plan.channels * math.prod(plan.lengths[1:])
    rows = min(plan.lengths[0], max(1, CONVOLUTION_BLOCK_ELEMENTS // max(one_row, 1)))
    rows = -(-plan.lengths[0] // -(-plan.lengths[0] // rows))  # parts of about one size
    some = (
        max(1, CONVOLUTION_BLOCK_ELEMENTS // max(one_row * rows, 1))
        if rows == plan.lengths[0]
        else 1
    )
    for begin in range(0, x.shape[0], some):
        batches = slice(begin, min(begin + some, x.shape[0]))
        for row in range(0, plan.lengths[0], rows):
            yield batches, slice(row, min(row + rows, plan.lengths[0]))


def _is_pointwise(plan) -> bool:
    return set(plan.kernel) == {1} and set(plan.strides) == {1}


def _convolve_channels_last(x, filters, plan):
    """Convolve channels that are last: (positions, kernel and channels) @ (.., features)."""
    groups, taps = plan.groups, math.prod(plan.kernel)
    into, out = plan.channels // groups, plan.features // groups
    matrices = filters.reshape(taps, into, groups, out).transpose(2, 0, 1, 3)
    matrices = matrices.reshape(groups, taps * into, out)
    y = np.empty((x.shape[0], *plan.lengths, plan.features), x.dtype)
    if groups == 1 and _is_pointwise(plan):
        np.matmul(x.reshape(-1, into), matrices[0], out=y.reshape(-1, out))
        return y
    if into < CONVOLUTION_ROW_CHANNELS:
        x = np.ascontiguousarray(np.moveaxis(x, -1, 1))
        matrices = filters.reshape(taps, into, groups, out).transpose(2, 1, 0, 3)
        matrices = matrices.reshape(groups, into * taps, out)
        for batches, rows, columns in _im2col_parts(x, plan):
            part = y[batches, rows].reshape(len(columns), -1, groups, out)
            np.matmul(columns.swapaxes(2, 3), matrices, out=part.swapaxes(1, 2))
        return y
    buffers = {}  # by shape: the last part may be smaller
    for batches, rows in _cache_sized_parts(x, plan):
        some = x[batches]
        positions = (some.shape[0], rows.stop - rows.start, *plan.lengths[1:])
        shape = (groups, *positions, taps, into)
        if shape not in buffers:
            buffers[shape] = np.empty(shape, x.dtype)
        buffer = buffers[shape]
        grouped = np.moveaxis(some.reshape(*some.shape[:-1], groups, into), -2, 0)
        for i, (_, index) in enumerate(_kernel_taps(plan, 2, rows)):
            buffer[..., i, :] = grouped[index]
        flat = buffer.reshape(groups, -1, taps * into)
        if groups == 1:  # of several batches all rows, of one batch some: side by side in memory
            np.matmul(flat[0], matrices[0], out=y[batches, rows].reshape(-1, out))
        else:
            made = np.matmul(flat, matrices).reshape(groups, *positions, out)
            y[batches, rows] = np.moveaxis(made, 0, -2).reshape(*positions, plan.features)
    return y


def _convolve_channels_first(x, filters, plan):
    """Convolve channels that are first: (features, channels and kernel) @ (.., positions)."""
    groups, taps, positions = plan.groups, math.prod(plan.kernel), math.prod(plan.lengths)
    into, out = plan.channels // groups, plan.features // groups
    matrices = filters.reshape(taps, into, groups, out).transpose(2, 3, 1, 0)
    matrices = np.ascontiguousarray(matrices.reshape(groups, out, into * taps))
    y = np.empty((x.shape[0], plan.features, *plan.lengths), x.dtype)
    by_group = y.reshape(x.shape[0], groups, out, positions)
    if _is_pointwise(plan):
        np.matmul(matrices, x.reshape(x.shape[0], groups, into, positions), out=by_group)
        return y
    row = math.prod(plan.lengths[1:])
    # small images are laid side by side, so that BLAS reads the filters once for all of them
    merged = groups == 1 and positions < CONVOLUTION_MERGED_POSITIONS
    for batches, rows, columns in _im2col_parts(x, plan, merged):
        part = slice(rows.start * row, rows.stop * row)
        if merged:
            made = np.matmul(matrices[0], columns).reshape(out, -1, part.stop - part.start)
            by_group[batches, 0, :, part] = made.swapaxes(0, 1)
        else:
            np.matmul(matrices, columns, out=by_group[batches, :, :, part])
    return y


def _im2col_parts(x, plan, merged=False):
    """Yield slices of batches and rows, and the input under the kernel there as columns.

    Columns: (batches, groups, channels and kernel, positions), or (channels and kernel, batches
    and positions) if ``merged``. ``x`` has the channels first. The columns are overwritten.
    """
    stride, buffers = plan.strides[-1], {}
    # what a stride leaves out lies elsewhere: a row is then read a cache line at a time
    apart = [np.ascontiguousarray(x[..., begin::stride]) for begin in range(stride)]
    for batches, rows in _cache_sized_parts(x, plan):
        count = batches.stop - batches.start
        depth = (plan.channels, math.prod(plan.kernel))
        spatial = (rows.stop - rows.start, *plan.lengths[1:])
        if (count, spatial) not in buffers:
            shape = (*depth, count, *spatial) if merged else (count, *depth, *spatial)
            buffers[count, spatial] = np.empty(shape, x.dtype)
        whole = buffers[count, spatial]
        buffer = np.moveaxis(whole, 2, 0) if merged else whole
        for i, (_, (_, *index, last)) in enumerate(_kernel_taps(plan, 2, rows)):
            begin, remainder = divmod(last.start, stride)
            # of one spatial axis the rows are its positions, and a part has not all of them
            index = (batches, *index, slice(begin, begin + spatial[-1]))
            buffer[:, :, i] = apart[remainder][index]
        into = plan.channels // plan.groups * depth[1]
        shape = (into, -1) if merged else (count, plan.groups, into, math.prod(spatial))
        yield batches, rows, whole.reshape(shape)


def _convolve_depthwise(x, filters, plan, first_spatial):
    """Convolve each channel by itself, one product of elements for each kernel element."""
    each = plan.features // plan.channels
    if first_spatial == 1:
        x = x[..., None]
        shape = (x.shape[0], *plan.lengths, plan.channels, each)
    else:
        x = x[:, :, None]
        shape = (x.shape[0], plan.channels, each, *plan.lengths)
    factors = filters.reshape(*plan.kernel, plan.channels, each)
    y, product = np.zeros(shape, x.dtype), np.empty(shape, x.dtype)
    behind = (1,) * plan.dims if first_spatial == 2 else ()
    for tap, index in _kernel_taps(plan, 1 if first_spatial == 1 else 3):
        np.multiply(x[index], factors[tap].reshape(plan.channels, each, *behind), out=product)
        y += product
    merged = (*shape[:-2], -1) if first_spatial == 1 else (x.shape[0], plan.features, *plan.lengths)
    return y.reshape(merged)


def conv_general_transpose(
    x, filters, strides, padding, /, *, dims=2, output_shape=None, filter_format="channel_last",
    data_format="channel_last", dilations=1, feature_group_count=1, output_padding=0, bias=None,
):  # fmt: skip
    x, filters, bias, dtype = _to_common_dtype(x, filters, bias)
    plan = planned_transpose(
        x, filters, strides, padding, dims=dims, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        feature_group_count=feature_group_count, output_padding=output_padding, bias=bias,
    )  # fmt: skip
    x = x if plan.batched else x[None]
    y = _scatter_transposed(x, filters, plan)
    return _add_bias_and_cast(y, bias, plan, dtype)


def _scatter_transposed(x, filters, plan):
    """Convolve transposed: add, for each kernel element, its product with the input."""
    groups, dims = plan.groups, plan.dims
    into, out = plan.channels // groups, plan.features // groups
    if not plan.filters_last:
        filters = filters.transpose(*range(2, dims + 2), 1, 0)
    matrices = filters.reshape(*plan.kernel, out, groups, into)
    first = 1 if plan.channels_last else 2
    spatial = x.shape[first : first + dims]
    lengths = [
        max((n - 1) * s + (k - 1) * d + 1, before + length)
        for n, s, k, d, (before, _), length in zip(
            spatial, plan.strides, plan.kernel, plan.dilations, plan.pads, plan.lengths,
            strict=True,
        )
    ]  # fmt: skip
    if plan.channels_last:
        full = np.zeros((x.shape[0], *lengths, plan.features), x.dtype)
        rows = np.moveaxis(x.reshape(-1, groups, into), 1, 0)
    else:
        full = np.zeros((x.shape[0], plan.features, *lengths), x.dtype)
        columns = x.reshape(x.shape[0], groups, into, math.prod(spatial))
    for tap in itertools.product(*map(range, plan.kernel)):
        index = tuple([
            slice(i * d, i * d + (n - 1) * s + 1, s)
            for i, d, n, s in zip(tap, plan.dilations, spatial, plan.strides, strict=True)
        ])  # fmt: skip
        matrix = matrices[tap].transpose(1, 0, 2)  # (groups, out, into)
        if plan.channels_last:
            made = np.matmul(rows, matrix.swapaxes(1, 2))
            made = np.moveaxis(made, 0, 1).reshape(x.shape[0], *spatial, plan.features)
            full[(slice(None), *index)] += made
        else:
            made = np.matmul(matrix, columns)
            made = made.reshape(x.shape[0], plan.features, *spatial)
            full[(slice(None), slice(None), *index)] += made
    kept = tuple([
        slice(before, before + n)
        for (before, _), n in zip(plan.pads, plan.lengths, strict=True)
    ])  # fmt: skip
    return np.ascontiguousarray(full[(slice(None),) * first + kept])
