"""Statistics on PyTorch tensors."""

from __future__ import annotations

import math

import numpy as np
import torch

from ivy_core.backends.common.axes import reduced_shape
from ivy_core.backends.common.quantiles import interpolated, neighbours
from ivy_core.backends.common.reductions import check_contraction
from ivy_core.backends.holder import unwrapped
from ivy_core.dtypes import as_dtype, promote_dtypes
from ivy_core.utils.exceptions import (
    IvyDtypePromotionError,
    IvyTypeError,
    IvyValueError,
    refuse,
    refuse_natively,
)

from .. import to_native_dtype
from ..host.kernels import host_memory
from ..kernels.axes import normal_axes, normal_axis
from ..kernels.dtype_sets import FLOATS
from ..kernels.reductions import WIDER, comparable, complex_argextreme, restored
from .indexing import is_tracer
from .sorting import sort

_INT64, _UINT64 = torch.int64, torch.uint64
_INF = math.inf

_SUM_DTYPES = {
    torch.bool: _INT64, torch.int8: _INT64, torch.int16: _INT64, torch.int32: _INT64,
    torch.uint8: _UINT64, torch.uint16: _UINT64, torch.uint32: _UINT64,
}  # fmt: skip
# Dtypes that every kernel of products knows.
_FAST = frozenset({torch.float32, torch.float64, torch.complex64, torch.complex128})
# Dtypes whose extremes torch finds.
_ORDERED = frozenset({
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, _INT64,
    torch.float16, torch.bfloat16, torch.float32, torch.float64,
})  # fmt: skip
# Dtypes that torch sums as NumPy does.
_PLAIN = frozenset(
    {_INT64, torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128}
)
# Dtypes that torch sums in int64 by itself.
_WIDENED = frozenset({torch.bool, torch.int8, torch.int16, torch.int32, torch.uint8})


def sum_dtype(dtype):
    """Return the dtype that NumPy sums a tensor of ``dtype`` in."""
    return _SUM_DTYPES.get(dtype, dtype)


def _inexact_dtype(dtype):
    return dtype if dtype.is_floating_point or dtype.is_complex else torch.float64


def joined(x, axes):
    """Return ``x`` with the axes to reduce as one, at the end."""
    if len(axes) == 1 and axes[0] == x.ndim - 1:
        return x
    kept = [i for i in range(x.ndim) if i not in axes]
    shape = [x.shape[i] for i in kept]
    return x.permute((*kept, *axes)).reshape(*shape, math.prod(x.shape[i] for i in axes))


def _compute_in_dtype(x, dtype, compute):
    """Compute in ``dtype``; sums and products of uint64 have the bits of those of int64."""
    if dtype is _UINT64:
        x = x.view(_INT64) if x.dtype is _UINT64 else x.to(_INT64)
        return compute(x).view(_UINT64)
    if dtype in WIDER or dtype is torch.uint8:
        return compute(x.to(_INT64)).to(dtype)
    x = x if x.dtype is dtype else x.to(dtype)
    result = compute(x)
    return result if result.dtype is dtype else result.to(dtype)


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    if dtype is None:
        dtype = x.dtype
        if dtype in _PLAIN:
            if axis is None and not keepdims:
                return torch.sum(x)
            axes = normal_axes(axis, x.ndim)
            return torch.sum(x, axes, keepdims) if axes else x.clone()
        if dtype in _WIDENED and x.ndim:
            axes = normal_axes(axis, x.ndim)
            if axes:
                found = torch.sum(x, axes, keepdims)  # in int64
                return found.view(_UINT64) if dtype is torch.uint8 else found
        dtype = _SUM_DTYPES.get(dtype, dtype)
    axes = normal_axes(axis, x.ndim)
    if not axes:
        return x.to(dtype, copy=True)
    return _compute_in_dtype(x, dtype, lambda x: torch.sum(x, axes, keepdims))


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    dtype = sum_dtype(x.dtype) if dtype is None else dtype
    axes = normal_axes(axis, x.ndim)
    if not axes:
        return x.to(dtype, copy=True)
    if len(axes) == 1:
        return _compute_in_dtype(x, dtype, lambda x: torch.prod(x, axes[0], keepdims))
    result = _compute_in_dtype(joined(x, axes), dtype, lambda x: torch.prod(x, -1))
    return result.reshape(reduced_shape(x.shape, axes, keepdims))


def mean(x, /, *, axis=None, dtype=None, keepdims=False):
    dtype = _inexact_dtype(x.dtype) if dtype is None else dtype
    inexact = _inexact_dtype(dtype)
    x = x if x.dtype is inexact else x.to(inexact)
    if axis is None and not keepdims:
        result = torch.mean(x)
    else:
        axes = normal_axes(axis, x.ndim)
        result = torch.mean(x, axes, keepdims) if axes else x.clone()
    return result if result.dtype is dtype else result.to(dtype)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    dtype = _inexact_dtype(x.dtype)
    x = x if x.dtype is dtype else x.to(dtype)
    axes = normal_axes(axis, x.ndim)
    if not axes:
        off = x - x
        return (off.real if dtype.is_complex else off) / (1.0 if correction < 1 else 0.0)
    if correction <= math.prod(x.shape[i] for i in axes):
        return torch.var(x, axes, correction=correction, keepdim=keepdims)
    # NumPy divides by no less than zero
    return torch.var(x, axes, correction=0, keepdim=keepdims) / 0.0


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return torch.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def _reduce_to_extreme(x, axis, keepdims, kernel, name):
    """Return the extremes by ``kernel`` (amax or amin); raise for none, clone without axes."""
    axes = normal_axes(axis, x.ndim)
    if not axes:
        return x.clone()
    if not x.numel() and not math.prod(x.shape[i] for i in axes):
        known = IvyValueError(f"zero-size array to reduction operation {name}")
        refuse_natively(known, kernel, x, axes, keepdims)
    if x.dtype.is_complex:
        x_ = joined(x, axes)
        at = complex_argextreme(x_, largest=name == "maximum")
        result = torch.take_along_dim(x_, at[..., None], -1)
        return result.reshape(reduced_shape(x.shape, axes, keepdims))
    return restored(kernel(comparable(x), axes, keepdims), x.dtype)


def max(x, /, *, axis=None, keepdims=False):
    if axis is None and not keepdims and x.dtype in _ORDERED and x.ndim and x.numel():
        return torch.amax(x)
    return _reduce_to_extreme(x, axis, keepdims, torch.amax, "maximum")


def min(x, /, *, axis=None, keepdims=False):
    if axis is None and not keepdims and x.dtype in _ORDERED and x.ndim and x.numel():
        return torch.amin(x)
    return _reduce_to_extreme(x, axis, keepdims, torch.amin, "minimum")


# without nan
def _replace_nan(x, value):
    """Return ``x`` with ``value`` for nan, itself if its dtype has none."""
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        return x
    return torch.where(torch.isnan(x), torch.full((), value, dtype=x.dtype, device=x.device), x)


def nansum(x, /, *, axis=None, dtype=None, keepdims=False):
    if dtype is None and x.dtype in FLOATS and x.ndim:
        axes = normal_axes(axis, x.ndim)
        return torch.nansum(x, axes, keepdims) if axes else torch.nan_to_num(x, 0, _INF, -_INF)
    return sum(_replace_nan(x, 0), axis=axis, dtype=dtype, keepdims=keepdims)


def nanprod(x, /, *, axis=None, dtype=None, keepdims=False):
    return prod(_replace_nan(x, 1), axis=axis, dtype=dtype, keepdims=keepdims)


def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        return mean(x, axis=axis, dtype=dtype, keepdims=keepdims)
    # half precision is summed in single, as NumPy does
    if dtype is None and x.dtype in _FAST and not x.dtype.is_complex and x.ndim and axis != ():
        return torch.nanmean(x, normal_axes(axis, x.ndim), keepdims)
    wide = torch.float32 if x.dtype is torch.float16 else dtype
    total = nansum(x, axis=axis, dtype=wide, keepdims=keepdims)
    count = sum(~torch.isnan(x), axis=axis, keepdims=keepdims)
    return (total / count).to(x.dtype if dtype is None else dtype)


def _extreme_ignoring_nan(x, axis, keepdims, reduce, worst):
    """Reduce with ``worst``, an infinity, in place of nan; nan where there is nothing else."""
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        return reduce(x, axis=axis, keepdims=keepdims)
    value = complex(worst, worst) if x.dtype.is_complex else worst
    axes = normal_axes(axis, x.ndim)
    if x.dtype in FLOATS and axes and x.numel() and not is_tracer(x):
        kernel = torch.amax if worst < 0 else torch.amin
        result = kernel(torch.nan_to_num(x, worst, _INF, -_INF), axes, keepdims)
        if not (result == worst).any():  # else all may have been nan
            return result
    result = reduce(_replace_nan(x, value), axis=axis, keepdims=keepdims)
    missing = torch.all(torch.isnan(x), axes, keepdims) if axes else torch.isnan(x)
    return torch.where(missing, torch.full((), math.nan, dtype=x.dtype, device=x.device), result)


def nanmax(x, /, *, axis=None, keepdims=False):
    return _extreme_ignoring_nan(x, axis, keepdims, max, -math.inf)


def nanmin(x, /, *, axis=None, keepdims=False):
    return _extreme_ignoring_nan(x, axis, keepdims, min, math.inf)


# running
def _flatten_scalar_or_without_axis(x, axis) -> tuple:
    """Return (flat ``x``, 0) if it is 0-d or ``axis`` None, else x and its axis, not negative."""
    if axis is None or (not x.ndim and axis in (0, -1)):
        return x.reshape(-1), 0
    return x, normal_axis(axis, x.ndim)


def _accumulate(x, axis, exclusive, reverse, dtype, kernel, start):
    """Accumulate in ``dtype`` (None: a sum's), from ``start`` if exclusive; axis None flattens."""
    dtype = sum_dtype(x.dtype) if dtype is None else dtype
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    x = torch.flip(x, (axis,)) if reverse else x
    y = _compute_in_dtype(x, dtype, lambda x: kernel(x, axis))
    if exclusive and y.shape[axis]:
        y = torch.cat(
            [_full_edge_slice(y, axis, start), y.narrow(axis, 0, y.shape[axis] - 1)], axis
        )
    return torch.flip(y, (axis,)) if reverse else y


def _full_edge_slice(y, axis, value):
    """Return ``value`` in an array like ``y``, of length 1 along an axis."""
    shape = list(y.shape)
    shape[axis] = 1
    return torch.full(shape, value, dtype=y.dtype, device=y.device)


def cumsum(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    if axis is None and x.ndim == 1 and dtype is None and x.dtype in _PLAIN:
        if not (exclusive or reverse):
            return torch.cumsum(x, 0)
    return _accumulate(x, axis, exclusive, reverse, dtype, torch.cumsum, 0)


def cumprod(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    return _accumulate(x, axis, exclusive, reverse, dtype, torch.cumprod, 1)


def _accumulate_with_initial(x, axis, dtype, include_initial, kernel, start, name):
    """Accumulate, with ``start`` put first if wanted; axis None is for one axis alone."""
    if axis is None and x.ndim > 1:
        raise IvyValueError(f"{name}: an array with {x.ndim} axes needs one of them named")
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    y = _accumulate(x, axis, False, False, dtype, kernel, start)
    return torch.cat([_full_edge_slice(y, axis, start), y], axis) if include_initial else y


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return _accumulate_with_initial(
        x, axis, dtype, include_initial, torch.cumsum, 0, "cumulative_sum"
    )


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return _accumulate_with_initial(
        x, axis, dtype, include_initial, torch.cumprod, 1, "cumulative_prod"
    )


def _accumulate_extreme(x, axis, reverse, dtype, kernel, largest):
    """Return running maxima or minima along an axis (None: flat), nan winning."""
    x = x if dtype is None else x.to(dtype)
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    x = torch.flip(x, (axis,)) if reverse else x
    if x.dtype.is_complex:
        y = _accumulate_complex_extreme(x, axis, largest)
    elif x.numel():
        y = restored(kernel(comparable(x), axis).values, x.dtype)
    else:
        y = x.clone()
    return torch.flip(y, (axis,)) if reverse else y


def _accumulate_complex_extreme(x, axis, largest):
    # in log2(n) steps: each element against the one 1, 2, 4 ... places before
    step, length = 1, x.shape[axis]
    while step < length:
        pair = torch.stack(
            [x.narrow(axis, 0, length - step), x.narrow(axis, step, length - step)], -1
        )
        at = complex_argextreme(pair, largest)
        later = torch.take_along_dim(pair, at[..., None], -1)[..., 0]
        x = torch.cat([x.narrow(axis, 0, step), later], axis)
        step *= 2
    return x


def cummax(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate_extreme(x, axis, reverse, dtype, torch.cummax, True)


def cummin(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate_extreme(x, axis, reverse, dtype, torch.cummin, False)


def _median_on_host(x, axes, keepdims):
    """Return the median computed by NumPy; None where NumPy may not compute it."""
    memory = None if x.is_complex() or not axes or not x.numel() else host_memory(x)
    if memory is None:
        return None
    return torch.from_numpy(np.asarray(np.median(memory, axes, keepdims=keepdims)))


def _sort_over_axes(x, axes):
    """Return ``x`` in an inexact dtype, the axes joined as a last one and sorted along it."""
    x = joined(x, axes)
    return sort(x if x.ndim else x.reshape(1), axis=-1).to(_inexact_dtype(x.dtype))


def median(x, /, *, axis=None, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    if (found := _median_on_host(x, axes, keepdims)) is not None:
        return found
    values = _sort_over_axes(x, axes)
    count = values.shape[-1]
    if count:
        result = (values[..., (count - 1) // 2] + values[..., count // 2]) / 2
        last = values[..., -1]
        result = torch.where(torch.isnan(last), last, result)
    else:
        result = values.new_full(values.shape[:-1], math.nan)
    return result.reshape(reduced_shape(x.shape, axes, keepdims))


def nanmedian(x, /, *, axis=None, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    values = _sort_over_axes(x, axes)
    if not values.shape[-1]:
        return median(x, axis=axis, keepdims=keepdims)
    count = (~torch.isnan(values)).sum(-1, keepdim=True)
    low = torch.take_along_dim(values, ((count - 1) // 2).clamp(min=0), -1)
    high = torch.take_along_dim(values, count // 2, -1)
    result = torch.where(count == 0, values[..., :1], (low + high) / 2)
    return result.reshape(reduced_shape(x.shape, axes, keepdims))


def quantile(a, q, /, *, axis=None, keepdims=False, interpolation="linear"):
    if a.is_complex():
        raise IvyTypeError("quantile: a must be an array of real numbers")
    axes = normal_axes(axis, a.ndim)
    values = _sort_over_axes(a, axes)
    q = unwrapped(q)
    if type(q) in (int, float):
        q = torch.tensor(q, dtype=values.dtype, device=a.device)
    elif not isinstance(q, torch.Tensor):
        q = torch.from_numpy(np.array(q, float)).to(a.device)
    if not bool(((q >= 0) & (q <= 1)).all()):
        raise IvyValueError("quantile: q must be between 0 and 1")
    shape = (*q.shape, *reduced_shape(a.shape, axes, keepdims))
    low, high, weight = neighbours(torch, values.shape[-1], q.reshape(-1), interpolation)
    if not values.shape[-1]:
        return values.new_full(shape, math.nan)
    low, high = values[..., low.to(_INT64)], values[..., high.to(_INT64)]
    result = interpolated(torch, low, high, weight)
    result = torch.where(torch.isnan(values[..., -1:]), math.nan, result)
    return torch.movedim(result, -1, 0).reshape(shape)


def bincount(x, /, *, weights=None, minlength=0):
    if x.ndim != 1 or minlength < 0 or (weights is not None and weights.shape != x.shape):
        raise IvyValueError("bincount: one axis of values, as many weights, and no negative length")
    if x.dtype.is_floating_point or x.dtype.is_complex:
        raise IvyDtypePromotionError(f"bincount: values must be integers, not {x.dtype}")
    x = x.to(_INT64)
    if x.numel() and int(x.min()) < 0:  # of amin the CPU's kernel takes eight times as long
        raise IvyValueError("bincount: values must not be negative")
    return torch.bincount(x, None if weights is None else weights.to(torch.float64), minlength)


def contract(equation, operands, /):
    try:
        return _einsum_promoted(equation, operands)
    except Exception as err:
        refuse(err, check_contraction, equation, operands)


def _einsum_promoted(equation, operands):
    """Return einsum, no view, in the promoted dtype; short integers are computed in int64."""
    first = operands[0].dtype
    if first in _FAST and len(operands) == 2 and operands[1].dtype is first:
        return torch.einsum(equation, *operands)  # a product: never a view of an operand
    dtype = to_native_dtype(promote_dtypes(tuple([as_dtype(each.dtype) for each in operands])))
    if dtype in (torch.bool, *WIDER, _UINT64, torch.uint8, torch.int8, torch.int16):
        whole = torch.einsum(equation, *[operand.to(_INT64) for operand in operands])
        return whole != 0 if dtype is torch.bool else whole.to(dtype)
    return torch.einsum(equation, *[operand.to(dtype) for operand in operands]).clone()
