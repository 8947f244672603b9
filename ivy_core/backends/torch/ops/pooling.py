"""Pooling by PyTorch's kernels, which have the channels first."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.pooling import (
    Operations,
    least,
    planned,
    planned_adaptive,
    pooled,
    pooled_with_places,
)  # fmt: skip
from ivy_core.dtypes import as_dtype

_functional = torch.nn.functional
_LARGEST = {1: torch.max_pool2d, 2: torch.max_pool2d, 3: torch.max_pool3d}
_LARGEST_AT = {1: _functional.max_pool2d, 2: _functional.max_pool2d, 3: _functional.max_pool3d}
_MEAN = {1: _functional.avg_pool2d, 2: _functional.avg_pool2d, 3: _functional.avg_pool3d}
_ADAPTIVE = {
    "AVG": {
        1: _functional.adaptive_avg_pool1d,
        2: _functional.adaptive_avg_pool2d,
        3: _functional.adaptive_avg_pool3d,
    },
    "MAX": {
        1: _functional.adaptive_max_pool1d,
        2: _functional.adaptive_max_pool2d,
        3: _functional.adaptive_max_pool3d,
    },
}


def _pad(x, pairs, value):
    """Pad the last axes, a (before, after) pair for each; negative ones crop."""
    return _functional.pad(x, [n for pair in pairs[::-1] for n in pair], value=value)


def _as_tensor_like(array, like):
    """Return a NumPy array as a tensor of ``like``'s dtype and device, or of its own for None."""
    array = torch.from_numpy(np.ascontiguousarray(array))
    return array if like is None else array.to(like)


def _take(x, indices: np.ndarray, axis):
    """Return the elements of ``x`` along an axis at indices, a vector of NumPy's."""
    return x.index_select(axis, torch.from_numpy(np.ascontiguousarray(indices)).to(x.device))


def _maximum_preferring_first(one, other):
    """Return the larger elements; of equal ones the first has the gradient."""
    better = other > one
    if other.is_floating_point():
        better = better | (other != other)
    return torch.where(better, other, one)


_OPERATIONS = Operations(_pad, torch.where, _maximum_preferring_first, _take, _as_tensor_like)


def _has_kernel(x, plan) -> bool:
    """Return whether PyTorch has a kernel for this pooling of elements of this dtype."""
    if plan.kind == "AVG":
        return x.is_floating_point() and all(axis.dilation == 1 for axis in plan.axes)
    integers = x.dtype in (torch.int32, torch.int64, torch.uint8, torch.int8, torch.int16)
    return (x.is_floating_point() or integers) and 0 not in x.shape


def _pool(x, plan):
    """Pool by PyTorch's kernel, where it has one; where it pads otherwise, after padding."""
    if not _has_kernel(x, plan):
        return pooled(x, plan, _OPERATIONS)
    if plan.kind == "AVG" and plan.dims == 3 and as_dtype(x.dtype).itemsize == 2:
        return _pool(x.float(), plan).to(x.dtype)
    x, (kernel, strides, pads, dilations) = _to_image_layout(x, plan)
    if pads is None:
        around = plan.pads if plan.dims > 1 else ((0, 0), *plan.pads)
        x = _pad(x, around, least(x.dtype) if plan.kind == "MAX" else 0)
    up = plan.rounded_up and pads is not None
    if plan.kind == "MAX":
        y = _LARGEST[plan.dims](x, kernel, strides, pads or 0, dilations, up)
    elif pads is not None:
        given = plan.with_padding, plan.divisor
        y = _MEAN[plan.dims](x, kernel, strides, pads, up, *given)
    else:
        y = _MEAN[plan.dims](x, kernel, strides, divisor_override=1)
        divisors = plan._replace(channels_last=False).divisors()
        y = y / _as_tensor_like(divisors, y)
    return _restore_layout(y, plan)


def _to_image_layout(x, plan) -> tuple:
    """Return an array with channels first and two spatial axes or more, and kernel options.

    Of the options the paddings are None where a kernel does not pad so.
    """
    x = x.movedim(-1, plan.first) if plan.channels_last else x
    options = [(a.kernel, a.stride, a.before, a.dilation) for a in plan.axes]
    fits = all(a.before == a.wanted and 2 * a.before <= a.kernel for a in plan.axes)
    if plan.dims == 1:
        x, options = x.unsqueeze(-2), [(1, 1, 0, 1), *options]
    kernel, strides, pads, dilations = zip(*options, strict=True)
    return x, (kernel, strides, pads if fits else None, dilations)


def _restore_layout(y, plan):
    y = y.squeeze(-2) if plan.dims == 1 else y
    return y.movedim(-1 - plan.dims, -1) if plan.channels_last else y


def _pool_with_indices(x, plan):
    """Return maxima and their indices, those of the array before padding."""
    if not _has_kernel(x, plan):
        return pooled_with_places(x, plan, _OPERATIONS)
    x, (kernel, strides, pads, dilations) = _to_image_layout(x, plan)
    if pads is None:
        around = plan.pads if plan.dims > 1 else ((0, 0), *plan.pads)
        x = _pad(x, around, least(x.dtype))
    up = plan.rounded_up and pads is not None
    options = kernel, strides, pads or 0, dilations, up
    values, indices = _LARGEST_AT[plan.dims](x, *options, return_indices=True)
    if pads is None:  # which are those of the padded array
        indices = _as_tensor_like(plan.places().ravel(), None).to(indices.device)[indices]
    return _restore_layout(values, plan), _restore_layout(indices, plan)


def pool(
    x, window_shape, pool_type, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False, count_include_pad=False, divisor_override=None,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, pool_type, dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
        divisor_override=divisor_override,
    )  # fmt: skip
    return _pool(x, plan)


def max_pool_with_indices(
    x, window_shape, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, "MAX", dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode,
    )  # fmt: skip
    return _pool_with_indices(x, plan)


def adaptive_pool(x, output_size, pool_type, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, pool_type, dims=dims, data_format=data_format)
    if not x.is_floating_point() or 0 in x.shape:
        return pooled(x, plan, _OPERATIONS)
    x = x.movedim(-1, plan.first) if plan.channels_last else x
    y = _ADAPTIVE[plan.kind][plan.dims](x, [axis.windows for axis in plan.axes])
    return y.movedim(-1 - plan.dims, -1) if plan.channels_last else y


def adaptive_max_pool_with_indices(x, output_size, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, "MAX", dims=dims, data_format=data_format)
    if not x.is_floating_point() or 0 in x.shape:
        return pooled_with_places(x, plan, _OPERATIONS)
    x = x.movedim(-1, plan.first) if plan.channels_last else x
    sizes = [axis.windows for axis in plan.axes]
    found = _ADAPTIVE["MAX"][plan.dims](x, sizes, return_indices=True)
    return tuple([y.movedim(-1 - plan.dims, -1) if plan.channels_last else y for y in found])
