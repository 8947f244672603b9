"""Plan of a convolution, made of shapes and options alone: equal on all backends.

A plan is made once for each combination, and kept. It says what is wrong with what was given, so
that every backend refuses the same, in the same words.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .sliding import (
    channels_are_last,
    extent,
    frozen,
    named_padding,
    paddings,
    pairs,
    per_axis,
    same_padding,
    whole,
)

_DILATED, _TRANSPOSED = "conv_general_dilated", "conv_general_transpose"


class ConvolutionPlan(NamedTuple):
    """Plan of a convolution, or of a transposed one.

    Attributes
    ----------
    dims : int
        Number of spatial axes.
    batched : bool
        Whether there is an axis of batches.
    channels_last, filters_last : bool
        Whether the channels are behind the spatial axes, of the array and of the filters.
    groups : int
        Number of groups of channels.
    channels, features : int
        Number of channels of the array, and of the result.
    kernel : tuple of int
        Lengths of the filters.
    strides, x_dilations, dilations : tuple of int
        One for each spatial axis.
    pads : tuple of (int, int)
        Elements that are put before and behind each spatial axis. Of a transposed convolution:
        elements of the full result that are left out before and behind; negative where the result
        is longer than the full one.
    lengths : tuple of int
        Lengths of the result's spatial axes.
    """

    dims: int
    batched: bool
    channels_last: bool
    filters_last: bool
    groups: int
    channels: int
    features: int
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    x_dilations: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]


def planned(
    x, filters, strides, padding, *, dims, data_format, filter_format, feature_group_count,
    x_dilations, dilations, bias,
) -> ConvolutionPlan:  # fmt: skip
    """Return the plan of a convolution, from its arguments.

    Raises
    ------
    IvyValueError
        If shapes and options do not fit each other.
    """
    return _convolution_plan(
        x.dtype, tuple(x.shape), tuple(filters.shape), None if bias is None else tuple(bias.shape),
        frozen(strides), frozen(padding), dims, data_format, filter_format, feature_group_count,
        frozen(x_dilations), frozen(dilations),
    )  # fmt: skip


def planned_transpose(
    x, filters, strides, padding, *, dims, output_shape, filter_format, data_format, dilations,
    feature_group_count, output_padding, bias,
) -> ConvolutionPlan:  # fmt: skip
    """Return the plan of a transposed convolution, from its arguments; see :func:`planned`."""
    return _transpose_plan(
        x.dtype, tuple(x.shape), tuple(filters.shape), None if bias is None else tuple(bias.shape),
        frozen(strides), frozen(padding), dims, frozen(output_shape), filter_format, data_format,
        frozen(dilations), feature_group_count, frozen(output_padding),
    )  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _convolution_plan(
    dtype, x, filters, bias, strides, padding, dims, data_format, filter_format, groups,
    x_dilations, dilations,
) -> ConvolutionPlan:  # fmt: skip
    """Check a convolution of arrays of these shapes, and return its plan."""
    layout = _check_layout(_DILATED, dtype, x, filters, dims, data_format, filter_format, groups)
    last, filters_last, batched, spatial, channels, kernel, (depth, features) = layout
    if channels != depth * groups:
        raise IvyValueError(
            f"{_DILATED}: {channels} channels and {groups} groups were given for filters of "
            f"{depth} channels; {depth * groups} channels are needed"
        )
    if features % groups:
        raise IvyValueError(
            f"{_DILATED}: {features} filters were given for {groups} groups, which must divide them"
        )
    _check_bias_shape(_DILATED, bias, features)
    strides = per_axis(_DILATED, "strides", strides, dims)
    x_dilations = per_axis(_DILATED, "x_dilations", x_dilations, dims)
    dilations = per_axis(_DILATED, "dilations", dilations, dims)
    dilated = tuple([extent(n, d) if n else 0 for n, d in zip(spatial, x_dilations, strict=True)])
    reaches = tuple([extent(k, d) for k, d in zip(kernel, dilations, strict=True)])
    pads = paddings(_DILATED, padding, dilated, reaches, strides)
    lengths = []
    for n, (before, behind), reach, stride in zip(dilated, pads, reaches, strides, strict=True):
        padded = n + before + behind
        if padded < reach:
            raise IvyValueError(
                f"{_DILATED}: a kernel over {reach} elements was given for an axis of {padded}, "
                "padding and dilation included; the axis must be as long at least"
            )
        lengths.append((padded - reach) // stride + 1)
    return ConvolutionPlan(
        dims, batched, last, filters_last, groups, channels, features, kernel, strides,
        x_dilations, dilations, pads, tuple(lengths),
    )  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _transpose_plan(
    dtype, x, filters, bias, strides, padding, dims, output_shape, filter_format, data_format,
    dilations, groups, output_padding,
) -> ConvolutionPlan:  # fmt: skip
    """Check a transposed convolution of arrays of these shapes, and return its plan."""
    layout = _check_layout(_TRANSPOSED, dtype, x, filters, dims, data_format, filter_format, groups)
    last, filters_last, batched, spatial, channels, kernel, (features, depth) = layout
    features *= groups
    if channels != depth or channels % groups:
        raise IvyValueError(
            f"{_TRANSPOSED}: {channels} channels and {groups} groups were given for filters of "
            f"{depth} channels; {depth} channels are needed, which the groups divide"
        )
    _check_bias_shape(_TRANSPOSED, bias, features)
    strides = per_axis(_TRANSPOSED, "strides", strides, dims)
    dilations = per_axis(_TRANSPOSED, "dilations", dilations, dims)
    further = per_axis(_TRANSPOSED, "output_padding", output_padding, dims, least=0)
    for more, stride, dilation in zip(further, strides, dilations, strict=True):
        if more >= max(stride, dilation):
            raise IvyValueError(
                f"{_TRANSPOSED}: output_padding {more} was given for a stride of {stride} and a "
                f"dilation of {dilation}; it must be smaller than one of them"
            )
    wanted = _spatial_output_lengths(output_shape, x, batched, last, features, dims)
    if wanted is not None and any(further):
        raise IvyValueError(
            f"{_TRANSPOSED}: output_shape {output_shape} and output_padding {output_padding} were "
            "given; one of them says how long the result is"
        )
    name = named_padding(_TRANSPOSED, padding)
    numbers = None if name else pairs(_TRANSPOSED, padding, dims)
    pads, lengths = [], []
    for axis, n in enumerate(spatial):
        reach = extent(kernel[axis], dilations[axis])
        full = (n - 1) * strides[axis] + reach if n else 0
        length = None if wanted is None else wanted[axis]
        if name == "SAME":
            length = n * strides[axis] + further[axis] if length is None else length
            before, _ = same_padding(length, reach, strides[axis])
            back = -(-length // strides[axis])
        elif name == "VALID":
            before = 0
            if length is None:
                length = n * strides[axis] + max(reach - strides[axis], 0) + further[axis]
            back = (length - reach) // strides[axis] + 1
        else:
            before, behind = numbers[axis]
            length = full - before - behind + further[axis] if length is None else length
            back = (length + before + behind - reach) // strides[axis] + 1
        if length < 1:
            raise IvyValueError(
                f"{_TRANSPOSED}: padding {padding!r} was given for a full length of {full}, which "
                f"leaves {length}; 1 is the least"
            )
        if wanted is not None and back != n:
            raise IvyValueError(
                f"{_TRANSPOSED}: output_shape {output_shape} was given, of which a convolution "
                f"makes {back} elements along an axis; the array has {n}"
            )
        pads.append((before, full - before - length))
        lengths.append(length)
    return ConvolutionPlan(
        dims, batched, last, filters_last, groups, channels, features, kernel, strides,
        (1,) * dims, dilations, tuple(pads), tuple(lengths),
    )  # fmt: skip


def _check_layout(name, dtype, x_shape, filters, dims, data_format, filter_format, groups) -> tuple:
    """Return channels_last, filters_last, batched, lengths, channels, kernel, others; may raise."""
    if as_dtype(dtype) == "bool":
        raise IvyTypeError(f"{name}: booleans were given; numbers are needed")
    if dims not in (1, 2, 3):
        raise IvyValueError(f"{name}: dims {dims!r} was given; 1, 2 and 3 are allowed")
    last = channels_are_last(name, "data_format", data_format, dims)
    if filter_format not in ("channel_last", "channel_first"):
        raise IvyValueError(
            f"{name}: filter_format {filter_format!r} was given; 'channel_last' and "
            "'channel_first' are allowed"
        )
    if len(x_shape) not in (dims + 1, dims + 2) or len(filters) != dims + 2:
        raise IvyValueError(
            f"{name}: an array of shape {x_shape} and filters of shape {filters} were given; for "
            f"{dims} spatial axes they must have {dims + 2} axes each ({dims + 1} without batches)"
        )
    if whole(name, "feature_group_count", groups) < 1:
        raise IvyValueError(f"{name}: {groups} groups were given; 1 is the least")
    filters_last = filter_format == "channel_last"
    batched = len(x_shape) == dims + 2
    axes = x_shape[1:] if batched else x_shape
    spatial, channels = (axes[:-1], axes[-1]) if last else (axes[1:], axes[0])
    kernel, others = (
        (filters[:dims], filters[dims:]) if filters_last else (filters[2:], filters[1::-1])
    )
    if 0 in kernel:
        raise IvyValueError(f"{name}: filters of shape {filters} were given; 1 is the least")
    return last, filters_last, batched, spatial, channels, kernel, others


def _check_bias_shape(function, bias_shape, features) -> None:
    if bias_shape is not None and bias_shape != (features,):
        raise IvyValueError(
            f"{function}: bias of shape {bias_shape} was given for {features} features; "
            f"it must have shape {(features,)}"
        )


def _spatial_output_lengths(output_shape, x_shape, batched, last, features, dims):
    """Return the spatial lengths of an ``output_shape``, which may be of all axes or of these."""
    if output_shape is None or len(output_shape) == dims:
        return output_shape
    spatial = output_shape[-dims - 1 : -1] if last else output_shape[-dims:]
    full = (*spatial, features) if last else (features, *spatial)
    full = (x_shape[0], *full) if batched else full
    if len(output_shape) != len(full) or tuple(output_shape) != full:
        raise IvyValueError(
            f"{_TRANSPOSED}: output_shape {output_shape} was given; {dims} lengths are allowed, or "
            f"a shape like {full}"
        )
    return spatial


def forward_of(plan: ConvolutionPlan) -> ConvolutionPlan:
    """Return the convolution that is a transposed one: of dilated elements, by turned filters.

    The filters are those of :func:`turned`; a negative pad leaves elements out.
    """
    reaches = [extent(k, d) for k, d in zip(plan.kernel, plan.dilations, strict=True)]
    pads = [
        (reach - 1 - before, reach - 1 - behind)
        for reach, (before, behind) in zip(reaches, plan.pads, strict=True)
    ]
    return plan._replace(strides=(1,) * plan.dims, x_dilations=plan.strides, pads=tuple(pads))


def turned(filters, plan: ConvolutionPlan, permuted, reversed_, reshaped):
    """Return a transposed convolution's filters as those of :func:`forward_of`, in its layout.

    Parameters
    ----------
    filters : native array
        Of shape (*kernel, O / groups, I), or (I, O / groups, *kernel).
    permuted, reversed_, reshaped : callable
        Of an array and axes, or a shape: with its axes in this order, with these turned around, and
        with this shape.
    """
    dims, groups = plan.dims, plan.groups
    into, out = plan.channels // groups, plan.features // groups
    if plan.filters_last:
        axes = tuple(range(dims))
        filters = reversed_(filters, axes)
        if groups == 1:
            return permuted(filters, (*axes, dims + 1, dims))
        filters = reshaped(filters, (*plan.kernel, out, groups, into))
        filters = permuted(filters, (*axes, dims + 2, dims + 1, dims))
        return reshaped(filters, (*plan.kernel, into, plan.features))
    axes = tuple(range(2, dims + 2))
    filters = reversed_(filters, axes)
    if groups == 1:
        return permuted(filters, (1, 0, *axes))
    filters = reshaped(filters, (groups, into, out, *plan.kernel))
    filters = permuted(filters, (0, 2, 1, *[axis + 1 for axis in axes]))
    return reshaped(filters, (plan.features, into, *plan.kernel))
