"""Convolutions as one compiled program each."""

from __future__ import annotations

import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.convolutions import forward_of, planned, planned_transpose, turned

from ..host.convolutions import written, written_gradients
from ..host.policy import BAND_POSITIONS, BANDED_PRODUCTS, GATHERED_POSITIONS, SHIFTED_PRODUCTS
from ..host.programs import EITHER
from ..runtime.stored_programs import jit_of_layer

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


@functools.partial(jit_of_layer, static_argnames="plan", write=written)
def _convolve(x, filters, bias, *, plan):
    """Convolve as ``plan`` describes; half precision is summed in single. ``bias`` may be None."""
    dtype = x.dtype
    if dtype.name in _HALVES:  # XLA's kernel for the CPU sums in half precision
        x, filters = x.astype("float32"), filters.astype("float32")
    y = _way(plan)(x if plan.batched else x[None], filters, plan)
    if bias is not None:
        y = y + (bias if plan.channels_last else bias.reshape(-1, *(1,) * plan.dims))
    y = y.astype(dtype)
    return y if plan.batched else y[0]


def convolution_gradients(x, filters, bias, grad, /, *, strides, padding, wanted, **options):
    plan = planned(
        x, filters, strides, padding, data_format="channel_first", filter_format="channel_first",
        x_dilations=1, bias=bias, **options,
    )  # fmt: skip
    return _gradients(x, filters, bias, grad, plan=plan, wanted=wanted)


@functools.partial(jit_of_layer, static_argnames=("plan", "wanted"), write=written_gradients)
def _gradients(x, filters, bias, grad, *, plan, wanted):
    """Return a list of the wanted ones of the gradients of ``x``, ``filters`` and ``bias``."""
    given = [x, filters, bias]
    at = [index for index, each in enumerate(wanted) if each]

    def convolve(*variables):
        for index, each in zip(at, variables, strict=True):
            given[index] = each
        return _convolve(*given, plan=plan)

    return list(jax.vjp(convolve, *[given[index] for index in at])[1](grad))


def _way(plan):
    """Return the function that computes a convolution without bias: XLA's, or a quicker one.

    XLA's kernels for the CPU take 10 to 100 times as long as the arithmetic needs where each
    channel has a filter of its own, or the result has few positions.
    """
    if jax.default_backend() != "cpu" or plan.channels_last or plan.filters_last:
        return _by_xla
    if any(each != 1 for each in plan.x_dilations):
        return _by_xla
    size = math.prod(plan.kernel)
    if 1 < plan.groups == plan.channels == plan.features and 0 < size <= BANDED_PRODUCTS:
        return _by_shifts if size <= SHIFTED_PRODUCTS else _by_bands
    if plan.groups != 1 or not 0 < math.prod(plan.lengths) or not plan.channels or not size:
        return _by_xla
    if size == 1 and not any(map(any, plan.pads)) and math.prod(plan.strides) == 1:
        return _by_product
    if plan.kernel == plan.strides and not any(map(any, plan.pads)) and set(plan.dilations) == {1}:
        return _by_patches
    if size > 1 and math.prod(plan.lengths) <= GATHERED_POSITIONS:
        return _by_gathering
    return _by_xla


def _by_xla(x, filters, plan):
    axes = _SPATIAL[plan.dims]
    layout = f"N{axes}C" if plan.channels_last else f"NC{axes}"
    return lax.conv_general_dilated(
        x,
        filters,
        plan.strides,
        plan.pads,
        plan.x_dilations,
        plan.dilations,
        (layout, f"{axes}IO" if plan.filters_last else f"OI{axes}", layout),
        plan.groups,
    )


def _shifted(x, plan):
    """Yield, for each element of the kernel, its index and the elements of ``x`` that it meets."""
    x = _padded(x, plan)
    for at in itertools.product(*map(range, plan.kernel)):
        starts = [i * d for i, d in zip(at, plan.dilations, strict=True)]
        ends = [
            start + (n - 1) * stride + 1
            for start, n, stride in zip(starts, plan.lengths, plan.strides, strict=True)
        ]
        first, last = (0, 0, *starts), (*x.shape[:2], *ends)
        yield at, lax.slice(x, first, last, (1, 1, *plan.strides))


def _by_shifts(x, filters, plan):
    """Convolve each channel with its own filter: a product for each element of the kernel."""
    y = 0
    for at, part in _shifted(x, plan):
        y = y + part * filters[(slice(None), 0, *at)].reshape(-1, *(1,) * plan.dims)
    return y


def either_is_right(condition, quick, exact, *operands):
    """Return ``quick(*operands)`` where a condition holds, else ``exact(*operands)``.

    Where it holds both are right; NumPy, which computes the first calls, takes the exact one.
    """
    functions = [jax.checkpoint(each, prevent_cse=False) for each in (exact, quick)]

    def chosen(condition, *operands):
        return lax.cond(condition, functions[1], functions[0], *operands)

    chosen.__name__ = EITHER
    return jax.jit(chosen)(condition, *operands)


def _by_bands(x, filters, plan):
    """Convolve each channel with its own filter, by products of matrices.

    The quick ones have zeros beside a filter's elements, which infinite elements must not meet.
    """
    return either_is_right(
        jnp.isfinite(x).all() & jnp.isfinite(filters).all(),
        functools.partial(_by_banded_matrices, plan=plan),
        functools.partial(_by_rows, plan=plan),
        x,
        filters,
    )


def _by_banded_matrices(x, filters, *, plan):
    """Convolve each channel with its own filter by one product a channel.

    Each row of a filter is a banded matrix, from a stretch of the last axis to the results there.
    """
    length, stride, dilation = plan.kernel[-1], plan.strides[-1], plan.dilations[-1]
    count = min(plan.lengths[-1], BAND_POSITIONS)
    stretches = -(-plan.lengths[-1] // count)
    span = (count - 1) * stride + (length - 1) * dilation + 1
    bands = np.zeros((length, span, count), x.dtype)
    for at, column in itertools.product(range(length), range(count)):
        bands[at, at * dilation + column * stride, column] = 1
    rows = filters.reshape(plan.channels, -1, length)
    matrices = jnp.tensordot(rows, bands, 1).reshape(plan.channels, -1, count)
    x = jnp.swapaxes(_padded(x, plan), 0, 1)
    missing = (stretches - 1) * count * stride + span - x.shape[-1]
    x = lax.pad(x, jnp.zeros((), x.dtype), [(0, 0, 0)] * (x.ndim - 1) + [(0, missing, 0)])
    firsts = [at * count * stride for at in range(stretches)]
    x = jnp.stack([lax.slice_in_dim(x, at, at + span, axis=-1) for at in firsts], -2)
    parts = jnp.stack([_outer_part(x, at, plan) for at in _outer_elements(plan)], -2)
    y = jnp.matmul(parts.reshape(plan.channels, -1, matrices.shape[1]), matrices)
    y = y.reshape(*x.shape[:2], *plan.lengths[:-1], stretches * count)
    return jnp.swapaxes(lax.slice_in_dim(y, 0, plan.lengths[-1], axis=-1), 0, 1)


def _by_rows(x, filters, *, plan):
    """Convolve each channel with its own filter by one product a channel and a few sums.

    What a row of the filter meets is stacked, and multiplied with all rows of the filter; those of
    the results that belong together are added. No element meets another than in the convolution,
    not even with a factor of zero.
    """
    length, rows = plan.kernel[-1], _outer_elements(plan)
    stride, dilation = plan.strides[-1], plan.dilations[-1]
    x = jnp.swapaxes(_padded(x, plan), 0, 1)
    span = (plan.lengths[-1] - 1) * stride + 1
    parts = [
        lax.slice_in_dim(x, at * dilation, at * dilation + span, stride, axis=-1)
        for at in range(length)
    ]
    columns = jnp.stack(parts, axis=1).reshape(plan.channels, length, -1)
    products = jnp.matmul(filters.reshape(plan.channels, len(rows), length), columns)
    products = products.reshape(plan.channels, len(rows), *x.shape[1:-1], plan.lengths[-1])
    y = sum(_outer_part(products[:, number], at, plan) for number, at in enumerate(rows))
    return jnp.swapaxes(y, 0, 1)


def _padded(x, plan):
    pads = [(0, 0, 0), (0, 0, 0), *((*pair, 0) for pair in plan.pads)]
    return lax.pad(x, jnp.zeros((), x.dtype), pads)


def _outer_elements(plan) -> list[tuple[int, ...]]:
    """Return the indices of a kernel's elements on all axes but the last."""
    return list(itertools.product(*map(range, plan.kernel[:-1])))


def _outer_part(x, at, plan):
    """Return the part that some elements of a kernel meet, by their index but on the last axis."""
    given = zip(at, plan.lengths, plan.strides, plan.dilations, strict=False)
    for axis, (index, count, stride, dilation) in enumerate(given, 2):
        first = index * dilation
        x = lax.slice_in_dim(x, first, first + (count - 1) * stride + 1, stride, axis=axis)
    return x


def _by_gathering(x, filters, plan):
    """Convolve by one product of matrices: what each position of the result meets is a column."""
    parts = jnp.stack([part for _, part in _shifted(x, plan)], axis=2)
    rows, positions = plan.channels * math.prod(plan.kernel), math.prod(plan.lengths)
    columns = parts.reshape(len(x), rows, positions).transpose(1, 0, 2)
    y = filters.reshape(plan.features, rows) @ columns.reshape(rows, len(x) * positions)
    return y.reshape(plan.features, len(x), *plan.lengths).swapaxes(0, 1)


def _by_patches(x, filters, plan):
    """Convolve where no two positions meet the same elements: one product of matrices."""
    ends = [n * k for n, k in zip(plan.lengths, plan.kernel, strict=True)]
    x = lax.slice(x, (0,) * x.ndim, (*x.shape[:2], *ends))
    parts = [each for pair in zip(plan.lengths, plan.kernel, strict=True) for each in pair]
    x = x.reshape(*x.shape[:2], *parts)
    outer, inner = range(2, x.ndim, 2), range(3, x.ndim, 2)
    rows = x.transpose(0, *outer, 1, *inner).reshape(-1, plan.channels * math.prod(plan.kernel))
    y = rows @ filters.reshape(plan.features, -1).T
    return jnp.moveaxis(y.reshape(len(x), *plan.lengths, plan.features), -1, 1)


def _by_product(x, filters, plan):
    """Convolve with a kernel of one element: a product of matrices."""
    x = x.reshape(len(x), plan.channels, math.prod(plan.lengths))
    y = jnp.matmul(filters.reshape(plan.features, plan.channels), x)
    return y.reshape(len(x), plan.features, *plan.lengths)


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


@functools.partial(jit_of_layer, static_argnames="plan")
def _convolve_transposed(x, filters, bias, *, plan):
    """Return the transposed convolution, as the convolution that ``forward_of(plan)`` describes."""
    filters = turned(filters, plan, jnp.transpose, lax.rev, jnp.reshape)
    return _convolve(x, filters, bias, plan=forward_of(plan))
