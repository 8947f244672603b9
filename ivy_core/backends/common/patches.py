"""Patches of images as columns of matrices, and back: of shapes alone, by slices and sums."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

from ivy_core.utils.exceptions import IvyValueError

from .sliding import extent, frozen, pairs, per_axis


class PatchPlan(NamedTuple):
    """Layout of patches in the spatial axes.

    Attributes
    ----------
    batched : bool
        Whether there is an axis of batches.
    channels : int
    lengths, windows : tuple of int
        Lengths of the spatial axes, and numbers of patches along them.
    kernel, strides, dilations : tuple of int
    pads : tuple of (int, int)
    """

    batched: bool
    channels: int
    lengths: tuple[int, ...]
    windows: tuple[int, ...]
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]

    @property
    def is_even(self) -> bool:
        """Whether there is as much padding before as behind."""
        return all(before == behind for before, behind in self.pads)

    def slices(self, axis: int):
        """Yield the slice of the first elements of all patches along an axis, of the second, ..."""
        reach = (self.windows[axis] - 1) * self.strides[axis] + 1
        for at in range(self.kernel[axis]):
            begin = at * self.dilations[axis]
            yield slice(begin, begin + reach, self.strides[axis])


def planned(x, kernel_size, dilation, padding, stride) -> PatchPlan:
    """Return the plan of taking patches of an array.

    Raises
    ------
    IvyValueError
        If shapes and options do not fit each other.
    """
    return _patch_plan(
        "im2col", tuple(x.shape), None, frozen(kernel_size), frozen(dilation), frozen(padding),
        frozen(stride),
    )  # fmt: skip


def planned_back(x, output_size, kernel_size, dilation, padding, stride) -> PatchPlan:
    """Return the plan of putting patches together; see :func:`planned`."""
    return _patch_plan(
        "col2im", tuple(x.shape), frozen(output_size), frozen(kernel_size), frozen(dilation),
        frozen(padding), frozen(stride),
    )  # fmt: skip


@functools.lru_cache(maxsize=512)
def _patch_plan(name, shape, output_size, kernel, dilation, padding, stride) -> PatchPlan:
    """Return the plan to cut patches, or of ``output_size``, to add patches up to an array."""
    dims = len(kernel) if isinstance(kernel, tuple) else 2
    if isinstance(output_size, tuple):
        dims = len(output_size)
    kernel = per_axis(name, "kernel_size", kernel, dims)
    axes = dims + 2 if output_size is None else 3
    if dims not in (1, 2, 3) or len(shape) not in (axes - 1, axes):
        raise IvyValueError(
            f"{name}: an array of shape {shape} and a kernel of {dims} axes were given; it must "
            f"have {axes} axes ({axes - 1} without batches), and the kernel 1 to 3"
        )
    batched = len(shape) == axes
    strides = per_axis(name, "stride", stride, dims)
    dilations = per_axis(name, "dilation", dilation, dims)
    pads = pairs(name, padding, dims)
    elements = math.prod(kernel)
    if output_size is None:
        lengths, channels = shape[-dims:], shape[-dims - 1]
    else:
        lengths = per_axis(name, "output_size", output_size, dims)
        channels = shape[-2] // elements
        if shape[-2] % elements:
            raise IvyValueError(
                f"{name}: {shape[-2]} rows were given for patches of {elements} elements, which "
                "must divide them"
            )
    windows = []
    for n, (before, behind), k, s, d in zip(lengths, pads, kernel, strides, dilations, strict=True):
        reach, padded = extent(k, d), n + before + behind
        if padded < reach:
            raise IvyValueError(
                f"{name}: a kernel over {reach} elements was given for an axis of {padded}, "
                "padding and dilation included; the axis must be as long at least"
            )
        windows.append((padded - reach) // s + 1)
    if output_size is not None and shape[-1] != math.prod(windows):
        raise IvyValueError(
            f"{name}: {shape[-1]} patches were given; of lengths {lengths} there are "
            f"{math.prod(windows)}"
        )
    return PatchPlan(
        batched, channels, tuple(lengths), tuple(windows), kernel, strides, dilations, pads
    )  # fmt: skip


def taken(x, plan: PatchPlan, pad: Callable, stack: Callable, reshape: Callable):
    """Return the patches of an array of shape (N, C, *spatial) as columns.

    Parameters
    ----------
    pad, stack, reshape : callable
        As ``numpy.pad`` with a list of pairs, ``numpy.stack`` and ``numpy.reshape``.
    """
    x = x if plan.batched else x[None]
    if any(map(any, plan.pads)):
        x = pad(x, [(0, 0), (0, 0), *plan.pads])
    dims = len(plan.kernel)
    for axis in range(dims):  # (N, C, *kernel so far, *windows so far, *spatial axes left)
        index = (slice(None),) * (2 + 2 * axis)
        x = stack([x[(*index, part)] for part in plan.slices(axis)], 2 + axis)
    rows = plan.channels * math.prod(plan.kernel)
    x = reshape(x, (x.shape[0], rows, math.prod(plan.windows)))
    return x if plan.batched else x[0]


def put_back(x, plan: PatchPlan, pad: Callable, reshape: Callable):
    """Return an array of shape (N, C, *spatial) to which each patch has been added in its place."""
    x = x if plan.batched else x[None]
    x = reshape(x, (x.shape[0], plan.channels, *plan.kernel, *plan.windows))
    dims = len(plan.kernel)
    for axis in reversed(range(dims)):  # the kernel's axis is 2 + axis, that of windows the last
        at, last = 2 + axis, 2 + axis + axis + 1
        total = plan.lengths[axis] + sum(plan.pads[axis])
        parts = []
        for i, part in enumerate(plan.slices(axis)):
            taken_at = x[(slice(None),) * at + (i,)]
            parts.append(_scatter_slice_into_zeros(taken_at, last - 1, part, total, pad, reshape))
        x = functools.reduce(lambda a, b: a + b, parts)
    inner = [
        slice(before, before + n) for (before, _), n in zip(plan.pads, plan.lengths, strict=True)
    ]
    x = x[(slice(None), slice(None), *inner)]
    return x if plan.batched else x[0]


def _scatter_slice_into_zeros(x, axis, part, total, pad, reshape):
    """Return zeros, ``total`` along an axis, with ``x`` in the elements of the slice ``part``."""
    count, step = x.shape[axis], part.step
    shape = tuple(x.shape)
    if step > 1:
        around = [(0, 0)] * (len(shape) + 1)
        around[axis + 1] = (0, step - 1)
        x = pad(reshape(x, (*shape[: axis + 1], 1, *shape[axis + 1 :])), around)
        x = reshape(x, (*shape[:axis], count * step, *shape[axis + 1 :]))
        x = x[(slice(None),) * axis + (slice(0, (count - 1) * step + 1),)]
    around = [(0, 0)] * len(shape)
    around[axis] = (part.start, total - part.start - (count - 1) * step - 1)
    return pad(x, around)
