"""Pooling by folding slices."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.pooling import (
    Operations,
    planned,
    planned_adaptive,
    pooled,
    pooled_with_places,
)  # fmt: skip


def _pad(x, pairs, value):
    return np.pad(x, pairs, constant_values=value)


def _as_dtype_of(array, like):
    return array if like is None else array.astype(like.dtype)


def _take(x, indices, axis):
    return np.take(x, indices, axis)


_OPERATIONS = Operations(_pad, np.where, np.maximum, _take, _as_dtype_of)


def _pool(x, plan):
    """Pool; means of half precision in single. The result is no view of ``x``."""
    if plan.kind == "AVG" and x.dtype.itemsize == 2:  # sums of half precision lose digits
        return pooled(x.astype("float32"), plan, _OPERATIONS).astype(x.dtype)
    y = pooled(x, plan, _OPERATIONS)
    return y.copy() if np.may_share_memory(y, x) else y


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


def _pool_with_indices(x, plan) -> tuple:
    values, indices = pooled_with_places(x, plan, _OPERATIONS)
    return values.copy() if np.may_share_memory(values, x) else values, indices


def adaptive_pool(x, output_size, pool_type, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, pool_type, dims=dims, data_format=data_format)
    return _pool(x, plan)


def adaptive_max_pool_with_indices(x, output_size, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, "MAX", dims=dims, data_format=data_format)
    return _pool_with_indices(x, plan)
