"""Pooling by folding slices, compiled.

XLA's own windows, ``reduce_window``, take up to 20 times as long on the CPU, and their gradients 4
to 20 times. Of dilated windows they have no gradient.
"""

from __future__ import annotations

import functools

import jax.numpy as jnp

from ivy_core.backends.common.pooling import (
    Operations,
    planned,
    planned_adaptive,
    pooled,
    pooled_with_places,
)  # fmt: skip

from ..runtime.stored_programs import jit_of_layer


def _pad(x, pairs, value):
    return jnp.pad(x, pairs, constant_values=value)


def _as_array_like(array, like):
    """Return a JAX array, of the dtype of ``like`` unless that is None."""
    return jnp.asarray(array, None if like is None else like.dtype)


def _maximum_preferring_first(one, other):
    """Return the larger elements; of equal ones the first has the gradient, as in PyTorch."""
    better = other > one
    if jnp.issubdtype(other.dtype, jnp.floating):
        better = better | (other != other)
    return jnp.where(better, other, one)


_OPERATIONS = Operations(_pad, jnp.where, _maximum_preferring_first, jnp.take, _as_array_like)


@functools.partial(jit_of_layer, static_argnames="plan")
def _pool(x, *, plan):
    if plan.kind == "AVG" and x.dtype.itemsize == 2:  # sums of half precision lose digits
        return pooled(x.astype("float32"), plan, _OPERATIONS).astype(x.dtype)
    return pooled(x, plan, _OPERATIONS)


def pool(
    x, window_shape, pool_type, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False, count_include_pad=False, divisor_override=None,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, pool_type, dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
        divisor_override=divisor_override,
    )  # fmt: skip
    return _pool(x, plan=plan)


def max_pool_with_indices(
    x, window_shape, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, "MAX", dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode,
    )  # fmt: skip
    return _pool_with_indices(x, plan=plan)


@functools.partial(jit_of_layer, static_argnames="plan")
def _pool_with_indices(x, *, plan):
    return pooled_with_places(x, plan, _OPERATIONS)


def adaptive_pool(x, output_size, pool_type, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, pool_type, dims=dims, data_format=data_format)
    return _pool(x, plan=plan)


def adaptive_max_pool_with_indices(x, output_size, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, "MAX", dims=dims, data_format=data_format)
    return _pool_with_indices(x, plan=plan)
