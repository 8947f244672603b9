"""Convolutions as one compiled program each."""

from __future__ import annotations

import functools

import jax.numpy as jnp
from jax import lax

from ivy_core.backends.common.convolutions import forward_of, planned, planned_transpose, turned

from ..runtime.stored_programs import jit

_HALVES = frozenset(("float16", "bfloat16"))
_SPATIAL = {1: "W", 2: "HW", 3: "DHW"}


def conv_general_dilated(
    x, filters, strides, padding, /, *, dims=2, data_format="channel_last",
    filter_format="channel_last", feature_group_count=1, x_dilations=1, dilations=1, bias=None,
):  # fmt: skip
    plan = planned(
        x, filters, strides, padding, dims=dims, data_format=data_format,
        filter_format=filter_format, feature_group_count=feature_group_count,
        x_dilations=x_dilations, dilations=dilations, bias=bias,
    )  # fmt: skip
    return _convolve(x, filters, bias, plan=plan)


@functools.partial(jit, static_argnames="plan")
def _convolve(x, filters, bias, *, plan):
    """Convolve as ``plan`` describes; half precision is summed in single. ``bias`` may be None."""
    dtype = x.dtype
    if dtype.name in _HALVES:  # XLA's kernel for the CPU sums in half precision
        x, filters = x.astype("float32"), filters.astype("float32")
    axes = _SPATIAL[plan.dims]
    layout = f"N{axes}C" if plan.channels_last else f"NC{axes}"
    y = lax.conv_general_dilated(
        x if plan.batched else x[None],
        filters,
        plan.strides,
        plan.pads,
        plan.x_dilations,
        plan.dilations,
        (layout, f"{axes}IO" if plan.filters_last else f"OI{axes}", layout),
        plan.groups,
    )
    if bias is not None:
        y = y + (bias if plan.channels_last else bias.reshape(-1, *(1,) * plan.dims))
    y = y.astype(dtype)
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
    return _convolve_transposed(x, filters, bias, plan=plan)


@functools.partial(jit, static_argnames="plan")
def _convolve_transposed(x, filters, bias, *, plan):
    """Return the transposed convolution, as the convolution that ``forward_of(plan)`` describes."""
    filters = turned(filters, plan, jnp.transpose, lax.rev, jnp.reshape)
    return _convolve(x, filters, bias, plan=forward_of(plan))
