"""Patches of arrays: as columns of matrices and back, side by side, or reduced to one element."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.sliding import extent, paddings, per_axis
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array


@primary
def im2col(
    x: Array,
    kernel_size: int | Sequence[int],
    /,
    *,
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int | tuple[int, int]] = 0,
    stride: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """Lay out the patches of images as the columns of matrices.

    Parameters
    ----------
    x : Array, shape (N, C, *spatial), numeric
        Images; the axis of batches may be left out. Of one or three spatial axes as well, by the
        length of ``kernel_size``.
    kernel_size: Lengths of the patches.
    dilation: Distances of the elements of a patch.
    padding : int, sequence of int, or sequence of (int, int), optional
        Numbers of zeros at the sides of the spatial axes.
    stride: Steps from patch to patch.

    Returns
    -------
    Array, shape (N, C * prod(kernel_size), L), of the dtype of x
        A column for each of L patches, in row-major order.

    Raises: IvyValueError if shapes and options do not fit each other.

    References: PyTorch, ``torch.nn.functional.unfold``.

    >>> x = ivy.reshape(ivy.arange(6), (1, 1, 2, 3))
    >>> ivy.im2col(x, 2)
    ivy.array([[[0, 1],
                [1, 2],
                [3, 4],
                [4, 5]]])
    """
    return current_backend(x).im2col(
        x, kernel_size, dilation=dilation, padding=padding, stride=stride, out=out
    )


@primary
def col2im(
    x: Array,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    /,
    *,
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int | tuple[int, int]] = 0,
    stride: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """Put the columns of matrices back as patches of images; where they overlap, they are summed.

    Parameters
    ----------
    x : Array, shape (N, C * prod(kernel_size), L), numeric
        The patches; the axis of batches may be left out.
    output_size: Lengths of the spatial axes.
    kernel_size, dilation, padding, stride
        As in :func:`im2col`.

    Returns: Array, shape (N, C, *output_size), of the dtype of x

    Raises: IvyValueError if shapes and options do not fit each other.

    References: PyTorch, ``torch.nn.functional.fold``.

    >>> ivy.col2im(ivy.ones((1, 4, 2)), (2, 3), 2)
    ivy.array([[[[1., 2., 1.],
                 [1., 2., 1.]]]])
    """
    return current_backend(x).col2im(
        x, output_size, kernel_size, dilation=dilation, padding=padding, stride=stride, out=out
    )


@compositional
@handle_nestable
def sliding_window(
    input: Array,
    kernel_size: int | Sequence[int],
    /,
    *,
    stride: int | Sequence[int] = 1,
    dilation: int | Sequence[int] = 1,
    padding: str | int | Sequence[int | tuple[int, int]] = "VALID",
    out: Array | None = None,
) -> Array:
    """Lay out what a window sees that slides over the last axes.

    Parameters
    ----------
    input, shape (..., *lengths), any dtype: What it slides over.
    kernel_size: Lengths of the window, along as many of the last axes; an int along all.
    stride, dilation : int or sequence of int, optional
        Steps from window to window, and distances of the elements that one sees.
    padding : str, int, sequence of int, or sequence of (int, int), optional
        'VALID', 'SAME', or numbers of zeros; see :func:`pool`.

    Returns: Array, shape (..., *windows, prod(kernel_size)), of the dtype of input

    Raises: IvyValueError if shapes and options do not fit each other.

    References: TensorFlow, ``tf.image.extract_patches``.

    >>> ivy.sliding_window(ivy.asarray([[1, 2, 3], [4, 5, 6]]), (2, 2))
    ivy.array([[[1, 2, 4, 5],
                [2, 3, 5, 6]]])
    """
    x = as_array(input)
    name = "sliding_window"
    several = isinstance(kernel_size, Sequence)
    dims = len(kernel_size) if several else x.ndim
    windows = _window_geometry(name, x.shape, kernel_size, dims, stride, padding, 1, dilation)
    leading = x.ndim - dims
    x = _pad_if_needed(x, [axis.pads for axis in windows], leading, 0)
    for i, axis in enumerate(windows):  # behind the axes before it: elements of its windows last
        index = (slice(None),) * (leading + i)
        x = ivy.stack([x[(*index, part)] for part in axis.slices()], axis=-1)
    lengths = [w.count for w in windows]
    lengths.append(math.prod(w.kernel for w in windows))
    return ivy.reshape(x, (*x.shape[:leading], *lengths), out=out)


@compositional
@handle_nestable
def reduce_window(
    operand: Array,
    init_value: float,
    computation: Callable,
    window_dimensions: int | Sequence[int],
    /,
    *,
    window_strides: int | Sequence[int] = 1,
    padding: str | int | Sequence[int | tuple[int, int]] = "VALID",
    base_dilation: int | Sequence[int] = 1,
    window_dilation: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """Reduce what a window sees, that slides over all axes, by a function of two arrays.

    Parameters
    ----------
    operand, any dtype: What the window slides over.
    init_value : scalar
        What a reduction begins with, and what padding consists of: for a sum 0.
    computation : callable
        Of two Arrays, element by element, and associative, e.g. ``ivy.add`` or ``ivy.maximum``.
    window_dimensions: Lengths of the window, one for each axis.
    window_strides, window_dilation : int or sequence of int, optional
        Steps from window to window, and distances of the elements that one sees.
    padding : str, int, sequence of int, or sequence of (int, int), optional
        'VALID', 'SAME', or numbers of elements; see :func:`pool`.
    base_dilation: Distances of the elements of ``operand``: initial values are put between them.

    Returns: Array, of as many axes as operand, an element for each window

    Raises: IvyValueError if shapes and options do not fit each other.

    References: JAX, ``jax.lax.reduce_window``.

    >>> ivy.reduce_window(ivy.asarray([1, 2, 3, 4, 5]), 0, ivy.add, 3)
    ivy.array([ 6,  9, 12])
    """
    x = as_array(operand)
    name = "reduce_window"
    dilations = per_axis(name, "base_dilation", base_dilation, x.ndim)
    windows = _window_geometry(
        name, x.shape, window_dimensions, x.ndim, window_strides, padding, dilations,
        window_dilation,
    )  # fmt: skip
    for axis, dilation in enumerate(dilations):
        x = _dilate_axis(x, axis, dilation, init_value)
    x = _pad_if_needed(x, [axis.pads for axis in windows], 0, init_value)
    for i in reversed(range(x.ndim)):
        parts = [x[(slice(None),) * i + (part,)] for part in windows[i].slices()]
        x = parts[0]
        for part in parts[1:]:
            x = computation(x, part)
    result = computation(ivy.full_like(x, init_value), x)
    return result if out is None else ivy.copy_array(result, out=out)


class _Windows:
    """The windows along one axis."""

    def __init__(self, count, kernel, stride, dilation, pads):
        self.count, self.kernel, self.stride = count, kernel, stride
        self.dilation, self.pads = dilation, pads

    def slices(self):
        """Return the slices of the first elements of all windows, of the second, and so on."""
        reach = (self.count - 1) * self.stride + 1
        begins = [at * self.dilation for at in range(self.kernel)]
        return [slice(begin, begin + reach, self.stride) for begin in begins]


def _window_geometry(name, shape, kernel, dims, stride, padding, base_dilation, dilation):
    """Check a window, and return a _Windows for each of the last ``dims`` axes."""
    if not 0 < dims <= len(shape):
        raise IvyValueError(
            f"{name}: a window of {dims} axes was given for an array of shape {tuple(shape)}; it "
            "must have one axis at least, and no more than the array"
        )
    lengths = tuple(shape)[len(shape) - dims :]
    kernel = per_axis(name, "kernel", kernel, dims)
    strides = per_axis(name, "strides", stride, dims)
    dilations = per_axis(name, "dilations", dilation, dims)
    bases = per_axis(name, "base_dilation", base_dilation, dims)
    lengths = tuple([extent(n, d) if n else 0 for n, d in zip(lengths, bases, strict=True)])
    reaches = tuple([extent(k, d) for k, d in zip(kernel, dilations, strict=True)])
    pads = paddings(name, padding, lengths, reaches, strides)
    found = []
    for i, reach in enumerate(reaches):
        padded = lengths[i] + sum(pads[i])
        if padded < reach:
            raise IvyValueError(
                f"{name}: a window over {reach} elements was given for an axis of {padded}, with "
                "padding and dilation; the axis must be as long at least"
            )
        count = (padded - reach) // strides[i] + 1
        found.append(_Windows(count, kernel[i], strides[i], dilations[i], pads[i]))
    return found


def _pad_if_needed(x, pads, leading, value):
    """Pad the axes behind the ``leading`` first; return ``x`` itself if all pads are 0."""
    if not any(map(any, pads)):
        return x
    return ivy.pad(x, [(0, 0)] * leading + list(pads), constant_values=value)


def _dilate_axis(x, axis, dilation, value):
    """Insert ``dilation - 1`` elements ``value`` between the elements along an axis."""
    length = x.shape[axis]
    if dilation == 1 or length < 2:
        return x
    shape = list(x.shape)
    shape[axis] = length * dilation
    around = [(0, 0)] * (x.ndim + 1)
    around[axis + 1] = (0, dilation - 1)
    x = ivy.pad(ivy.expand_dims(x, axis=axis + 1), around, constant_values=value)
    x = ivy.reshape(x, shape)
    return x[(slice(None),) * axis + (slice(0, (length - 1) * dilation + 1),)]
