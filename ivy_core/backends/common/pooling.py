"""Pooling: what windows hold, of shapes and options alone, and how it is folded together.

Windows are products of intervals, so an array is folded along one axis after the other: over the
slices that begin at the first element of each window, at the second, and so on. That takes as many
passes as a window is long, not as it has elements, and any framework can do it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .sliding import channels_are_last, extent, frozen, paddings, per_axis, whole

KINDS = ("MAX", "AVG")


class Axis(NamedTuple):
    """The windows along one axis.

    Attributes
    ----------
    length : int
        Elements of the axis.
    before, behind : int
        Elements of padding, with what a window that is rounded up needs.
    wanted : int
        Elements of padding behind that were asked for: those count where padding does.
    kernel, stride, dilation : int
    windows : int
        Number of windows.
    bounds : tuple of (int, int), or None
        Begin and end of each window, where these are of different lengths.
    """

    length: int
    before: int
    behind: int
    wanted: int
    kernel: int
    stride: int
    dilation: int
    windows: int
    bounds: tuple[tuple[int, int], ...] | None = None

    def slices(self):
        """Yield the slice of the first elements of all windows, of the second, and so on."""
        reach = (self.windows - 1) * self.stride + 1
        for at in range(self.kernel):
            yield slice(at * self.dilation, at * self.dilation + reach, self.stride)

    def counts(self, with_padding: bool) -> np.ndarray:
        """Count the elements of each window."""
        if self.bounds is not None:
            return np.array([end - begin for begin, end in self.bounds])
        at = np.arange(self.windows)[:, None] * self.stride
        at = at + np.arange(self.kernel) * self.dilation
        first = 0 if with_padding else self.before
        end = self.before + self.length + (self.wanted if with_padding else 0)
        return np.sum((at >= first) & (at < end), axis=1)

    def indices(self) -> np.ndarray:
        """Return the indices of each window's elements, the last one again where it is shorter."""
        bounds = np.array(self.bounds)
        longest = np.max(bounds[:, 1] - bounds[:, 0])
        return np.minimum(bounds[:, :1] + np.arange(longest), bounds[:, 1:] - 1)


class PoolingPlan(NamedTuple):
    """Plan of a pooling.

    Attributes
    ----------
    kind : {'MAX', 'AVG'}
    dims : int
        Number of spatial axes.
    batched, channels_last : bool
        Whether there is an axis of batches, and where that of the channels is.
    axes : tuple of Axis
        The windows along each spatial axis.
    with_padding : bool
        Whether padding counts as elements in an average.
    divisor : int or None
        What sums are divided by, in place of the number of elements.
    rounded_up : bool
        Whether the last window may reach beyond the padding.
    """

    kind: str
    dims: int
    batched: bool
    channels_last: bool
    axes: tuple[Axis, ...]
    with_padding: bool
    divisor: int | None
    rounded_up: bool

    @property
    def first(self) -> int:
        """Position of the first spatial axis."""
        return int(self.batched) + int(not self.channels_last)

    @property
    def pads(self) -> tuple[tuple[int, int], ...]:
        return tuple([(axis.before, axis.behind) for axis in self.axes])

    def divisors(self) -> np.ndarray:
        """Count the elements of each window, in a shape that broadcasts to the result's."""
        return _average_divisors(self)

    def places(self) -> np.ndarray:
        """Return the index, in all spatial axes, of each element, one of the nearest of padding."""
        lengths = [axis.length for axis in self.axes]
        each = [
            np.clip(np.arange(-axis.before, axis.length + axis.behind), 0, axis.length - 1)
            for axis in self.axes
        ]
        places = np.ravel_multi_index(np.meshgrid(*each, indexing="ij"), lengths)
        return places[..., None] if self.channels_last else places


@functools.lru_cache(maxsize=256)
def _average_divisors(plan: PoolingPlan) -> np.ndarray:
    """Return one number if all windows have it, else an array that broadcasts to the output."""
    if plan.divisor is not None:
        return np.array(plan.divisor)
    counts = [axis.counts(plan.with_padding) for axis in plan.axes]
    if all((c == c[0]).all() for c in counts):
        return np.array(int(np.prod([c[0] for c in counts])))
    product = functools.reduce(np.multiply.outer, counts)
    return product[..., None] if plan.channels_last else product


class Operations(NamedTuple):
    """Operations of a framework that folding needs beside slicing; each as NumPy's of that name."""

    pad: Callable  # of an array, pairs and a value
    where: Callable
    maximum: Callable
    take: Callable  # of an array, indices and an axis
    array: Callable  # of NumPy's, as an array like the second argument's dtype; its own if None


def planned(
    x, kernel, strides, padding, kind, *, dims, data_format, dilation, ceil_mode,
    count_include_pad=False, divisor_override=None,
) -> PoolingPlan:  # fmt: skip
    """Return the plan of a pooling, from its arguments.

    Raises
    ------
    IvyValueError
        If shapes and options do not fit each other.
    IvyTypeError
        If the elements have no order, or no mean.
    """
    return _pooling_plan(
        x.dtype, tuple(x.shape), frozen(kernel), frozen(strides), frozen(padding), kind, dims,
        data_format or "channel_last", 1 if dilation is None else frozen(dilation),
        bool(ceil_mode), bool(count_include_pad), divisor_override,
    )  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _pooling_plan(
    dtype, shape, kernel, strides, padding, kind, dims, data_format, dilation, ceil_mode,
    with_padding, divisor,
) -> PoolingPlan:  # fmt: skip
    """Check a pooling of arrays of this shape, and return its plan."""
    kind, last, batched, lengths = _check_layout("pool", dtype, shape, kind, dims, data_format)
    dims = len(lengths)
    kernel = per_axis("pool", "kernel", kernel, dims)
    strides = kernel if strides is None else per_axis("pool", "strides", strides, dims)
    dilation = per_axis("pool", "dilations", dilation, dims)
    if divisor is not None and whole("pool", "divisor_override", divisor) == 0:
        raise IvyValueError("pool: divisor_override 0 was given; it must not be zero")
    reaches = tuple([extent(k, d) for k, d in zip(kernel, dilation, strict=True)])
    pads = paddings("pool", padding, lengths, reaches, strides)
    axes = []
    options = zip(lengths, kernel, strides, dilation, reaches, pads, strict=True)
    for n, k, stride, d, reach, (before, behind) in options:
        if max(before, behind) >= reach:
            raise IvyValueError(
                f"pool: padding of {max(before, behind)} elements was given for a kernel over "
                f"{reach}; a window would see padding alone"
            )
        room = before + n + behind - reach
        windows = room // stride + 1
        if ceil_mode and room % stride and windows * stride < before + n:
            windows += 1
        if windows < 1 or n < 1:
            raise IvyValueError(
                f"pool: a kernel over {reach} elements was given for an axis of {n} and "
                f"{before + behind} of padding; the axis must be as long at least"
            )
        needed = max((windows - 1) * stride + reach - before - n, behind)
        axes.append(Axis(n, before, needed, behind, k, stride, d, windows))
    return PoolingPlan(kind, dims, batched, last, tuple(axes), with_padding, divisor, ceil_mode)


def planned_adaptive(x, output_size, kind, *, dims, data_format) -> PoolingPlan:
    """Return the plan of a pooling to a number of windows; see :func:`planned`.

    A size of None is that of the axis.
    """
    return _adaptive_pooling_plan(
        x.dtype, tuple(x.shape), frozen(output_size), kind, dims, data_format or "channel_last"
    )  # fmt: skip


@functools.lru_cache(maxsize=256)
def _adaptive_pooling_plan(dtype, shape, sizes, kind, dims, data_format) -> PoolingPlan:
    """Check an adaptive pooling of arrays of this shape, and return its plan."""
    name = "adaptive_pool"
    kind, last, batched, lengths = _check_layout(name, dtype, shape, kind, dims, data_format)
    sizes = sizes if isinstance(sizes, tuple) else (sizes,)
    if len(sizes) not in (1, len(lengths)):
        raise IvyValueError(
            f"{name}: {len(sizes)} sizes were given for {len(lengths)} spatial axes; one is "
            f"needed, or {len(lengths)}"
        )
    sizes = sizes * len(lengths) if len(sizes) == 1 else sizes
    axes = []
    for n, given in zip(lengths, sizes, strict=True):
        size = n if given is None else whole(name, "output_size", given)
        if size < 1 or n < 1:
            raise IvyValueError(
                f"{name}: {size} windows were given for an axis of {n}; 1 is the least of both"
            )
        if n % size == 0:
            k = n // size
            axes.append(Axis(n, 0, 0, 0, k, k, 1, size))
        else:
            bounds = [(i * n // size, -(-(i + 1) * n // size)) for i in range(size)]
            axes.append(Axis(n, 0, 0, 0, 0, 1, 1, size, tuple(bounds)))
    return PoolingPlan(kind, len(lengths), batched, last, tuple(axes), False, None, False)


def _check_layout(name, dtype, shape, kind, dims, data_format) -> tuple:
    """Check the call; return kind, whether channels are last, whether batched, spatial lengths."""
    kind = kind.upper() if isinstance(kind, str) else kind
    if kind not in KINDS:
        raise IvyValueError(
            f"{name}: pool_type {kind!r} was given; {', '.join(map(repr, KINDS))} are allowed"
        )
    dims = len(shape) - 2 if dims is None else dims
    if dims not in (1, 2, 3):
        raise IvyValueError(f"{name}: {dims} spatial axes were given; 1 to 3 are allowed")
    last = channels_are_last(name, "data_format", data_format, dims)
    if len(shape) not in (dims + 1, dims + 2):
        raise IvyValueError(
            f"{name}: an array of shape {shape} was given; for {dims} spatial axes it must "
            f"have {dims + 2} axes ({dims + 1} without batches)"
        )
    dtype = as_dtype(dtype)
    if kind == "MAX" and (dtype == "bool" or dtype.is_complex):
        raise IvyTypeError(f"{name}: {dtype} was given; the largest is one of real numbers")
    if kind == "AVG" and not (dtype.is_float or dtype.is_complex):
        raise IvyTypeError(f"{name}: {dtype} was given; means are floating or complex")
    batched = len(shape) == dims + 2
    axes = shape[1:] if batched else shape
    return kind, last, batched, axes[:-1] if last else axes[1:]


# folding


def least(dtype) -> float | int:
    """Get the smallest value of a data type: no number is below it."""
    dtype = as_dtype(dtype)
    return -np.inf if dtype.is_float else int(np.iinfo(str(dtype)).min)


def pooled(x, plan: PoolingPlan, kernels: Operations):
    """Return the largest elements, or the means, of all windows."""
    if plan.kind == "MAX":
        x = _pad_spatial_axes(x, plan, kernels, least(x.dtype))
        return _combine_window_elements(x, plan, kernels, kernels.maximum)
    x = _pad_spatial_axes(x, plan, kernels, 0)
    y = _combine_window_elements(x, plan, kernels, lambda a, b: a + b)
    return y / kernels.array(plan.divisors(), y)


def _pad_spatial_axes(x, plan, operations, value):
    if not any(map(any, plan.pads)):
        return x
    around = [(0, 0)] * len(x.shape)
    around[plan.first : plan.first + plan.dims] = plan.pads
    return operations.pad(x, around, value)


def _combine_window_elements(x, plan, kernels, combine):
    """Join each window of an array, padded already, into one element by ``combine``."""
    for at, axis in reversed([*enumerate(plan.axes, plan.first)]):  # of equal ones the first counts
        x = functools.reduce(combine, _window_elements(x, at, axis, kernels, plan.kind == "AVG"))
    return x


def _window_elements(x, at, window_axis, kernels, distinct=False):
    """Yield along an axis the first element of every window, then the second, and so on.

    Those of windows that are shorter are zeros at the end if ``distinct``, else come again.
    """
    if window_axis.bounds is None:
        for part in window_axis.slices():
            yield x[(slice(None),) * at + (part,)]
        return
    indices = window_axis.indices()
    for i in range(indices.shape[1]):
        part = kernels.take(x, indices[:, i], at)
        again = indices[:, i] == indices[:, i - 1] if i else np.zeros(len(indices), bool)
        if distinct and again.any():
            shape = [1] * len(x.shape)
            shape[at] = -1
            part = kernels.where(
                kernels.array(again.reshape(shape), None), kernels.array(np.zeros(()), x), part
            )
        yield part


def pooled_with_places(x, plan: PoolingPlan, kernels: Operations):
    """Return the largest elements of all windows, and their indices in all spatial axes.

    Of several the first one counts, and of those that are not a number the last, as in PyTorch.
    """
    floating = as_dtype(x.dtype).is_float
    shape = [1] * len(x.shape)
    places = plan.places()
    begin = plan.first
    shape[begin : begin + plan.dims] = places.shape[: plan.dims]
    found = x, kernels.array(places.reshape(shape), None)
    found = _pad_spatial_axes(x, plan, kernels, least(x.dtype)), found[1]

    def larger(one, other):
        better = other[0] > one[0]
        if floating:
            better = better | (other[0] != other[0])
        return kernels.where(better, other[0], one[0]), kernels.where(better, other[1], one[1])

    for at in reversed(range(begin, begin + plan.dims)):
        axis = plan.axes[at - begin]
        both = [_window_elements(x, at, axis, kernels) for x in found]
        found = functools.reduce(larger, zip(*both, strict=True))
    values, places = found
    if tuple(values.shape) != tuple(places.shape):  # windows of one element: nothing was compared
        places = kernels.where(values == values, places, places)
    return values, places


# the other way round


def unpooled_lengths(shape, kernel, strides, padding, dims, data_format, output_size):
    """Return the lengths of the spatial axes that were pooled to those of a shape.

    Raises
    ------
    IvyValueError
        If the wanted lengths are not pooled to them.
    """
    name = f"max_unpool{dims}d"
    last = channels_are_last(name, "data_format", data_format, dims)
    windows = shape[-dims - 1 : -1] if last else shape[-dims:]
    kernel = per_axis(name, "kernel_size", kernel, dims)
    strides = kernel if strides is None else per_axis(name, "strides", strides, dims)
    pads = per_axis(name, "padding", padding, dims, least=0)
    options = [*zip(windows, kernel, strides, pads, strict=True)]
    usual = tuple([(n - 1) * stride - 2 * pad + k for n, k, stride, pad in options])
    if output_size is None:
        if min(usual) < 1:
            raise IvyValueError(f"{name}: lengths {usual} follow from the options; 1 is the least")
        return usual
    wanted = tuple(output_size)
    if len(wanted) == len(shape):
        wanted = wanted[-dims - 1 : -1] if last else wanted[-dims:]
    if len(wanted) != dims:
        raise IvyValueError(
            f"{name}: output_size {output_size} was given; {dims} lengths are needed, or "
            f"{len(shape)}"
        )
    for length, nearest, stride in zip(wanted, usual, strides, strict=True):
        if not nearest - stride < length < nearest + stride:
            raise IvyValueError(
                f"{name}: output_size {output_size} was given; a length must be between "
                f"{nearest - stride} and {nearest + stride}, not {length}"
            )
    return wanted
