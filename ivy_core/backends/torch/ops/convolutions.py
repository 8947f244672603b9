"""Convolutions by PyTorch's kernels, which have the channels first."""

from __future__ import annotations

import torch

from ivy_core.backends.common.convolutions import planned, planned_transpose

_functional = torch.nn.functional
_FORWARD = {1: torch.conv1d, 2: torch.conv2d, 3: torch.conv3d}
_TRANSPOSED = {
    1: torch.conv_transpose1d,
    2: torch.conv_transpose2d,
    3: torch.conv_transpose3d,
}


def conv_general_dilated(
    x, filters, strides, padding, /, *, dims=2, data_format="channel_last",
    filter_format="channel_last", feature_group_count=1, x_dilations=1, dilations=1, bias=None,
):  # fmt: skip
    plan = planned(
        x, filters, strides, padding, dims=dims, data_format=data_format,
        filter_format=filter_format, feature_group_count=feature_group_count,
        x_dilations=x_dilations, dilations=dilations, bias=bias,
    )  # fmt: skip
    x = _to_batched_channels_first(x, plan)
    if plan.filters_last:
        filters = filters.permute(dims + 1, dims, *range(dims))
    for axis, dilation in enumerate(plan.x_dilations):
        x = _insert_zeros(x, axis - dims, dilation)
    even = tuple([min(pair) for pair in plan.pads])
    if any(before != behind for before, behind in plan.pads):
        x = _functional.pad(x, _remaining_pads(plan.pads, even))
    y = _FORWARD[dims](
        x, filters, bias, plan.strides, even, plan.dilations, plan.groups
    )  # fmt: skip
    return _restore_layout(y, plan)


def _remaining_pads(pads, even) -> list:
    """Return the padding for ``pad``, last axis first, that the kernel's own does not cover."""
    return [n - least for pair, least in zip(pads[::-1], even[::-1], strict=True) for n in pair]


def _insert_zeros(x, axis, dilation):
    """Return an array with zeros between the elements along an axis, a negative number."""
    length = x.shape[axis]
    if dilation == 1 or length < 2:
        return x
    shape = list(x.shape)
    shape[axis] = length * dilation
    behind = (0, 0) * (-1 - axis) + (0, dilation - 1)
    spread = _functional.pad(x.unsqueeze(axis + x.ndim + 1), behind).reshape(shape)
    return spread.narrow(axis, 0, (length - 1) * dilation + 1)


def _to_batched_channels_first(x, plan):
    x = x if plan.batched else x[None]
    return x.movedim(-1, 1) if plan.channels_last else x


def _restore_layout(y, plan):
    y = y.movedim(1, -1) if plan.channels_last else y
    return y if plan.batched else y[0]


def conv_general_transpose(
    x, filters, strides, padding, /, *, dims=2, output_shape=None, filter_format="channel_last",
    data_format="channel_last", dilations=1, feature_group_count=1, output_padding=0, bias=None,
):  # fmt: skip
    plan = planned_transpose(
        x, filters, strides, padding, dims=dims, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        feature_group_count=feature_group_count, output_padding=output_padding, bias=bias,
    )  # fmt: skip
    dtype = x.dtype
    if not dtype.is_floating_point and not dtype.is_complex:  # of integers, int64 has a kernel
        x, filters = x.long(), filters.long()
        bias = None if bias is None else bias.long()
    x = _to_batched_channels_first(x, plan)
    if plan.filters_last:
        filters = filters.permute(dims + 1, dims, *range(dims))
    transposed = _TRANSPOSED[dims]
    before = tuple([pair[0] for pair in plan.pads])
    further = tuple([first - last for first, last in plan.pads])
    limits = zip(further, plan.strides, plan.dilations, strict=True)
    if all(0 <= more < max(stride, dilation) for more, stride, dilation in limits):
        y = transposed(
            x, filters, bias, plan.strides, before, further, plan.groups, plan.dilations
        )  # fmt: skip
    else:  # more is left out behind than before: of the full result
        y = transposed(x, filters, None, plan.strides, 0, 0, plan.groups, plan.dilations)
        y = _functional.pad(y, [-n for pair in plan.pads[::-1] for n in pair])
        if bias is not None:
            y = y + bias.reshape(-1, *(1,) * dims)
    return _restore_layout(y.to(dtype), plan)
