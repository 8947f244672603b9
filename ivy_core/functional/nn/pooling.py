"""Pooling: the largest elements, and means, of windows that slide over spatial axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.pooling import unpooled_lengths
from ivy_core.backends.common.sliding import channels_are_last
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from ..operands import as_array, filled


@primary
def pool(
    x: Array,
    window_shape: int | Sequence[int],
    pool_type: str,
    /,
    *,
    dims: int | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | int | Sequence[int | tuple[int, int]] = "VALID",
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Pool one, two or three spatial axes, with all options.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), real
        What is pooled; the axis of batches may be left out. Floating, or complex, for means.
    window_shape: Lengths of the windows.
    pool_type : {'MAX', 'AVG'}
        Whether the largest elements are wanted, or means. What is not a number is the largest.
    dims : {1, 2, 3}, optional
        Number of spatial axes; two fewer than ``x`` has axes if None.
    strides: Steps from window to window, in elements; the lengths of the windows if None.
    padding : str, int, sequence of int, or sequence of (int, int), optional
        'VALID': none. 'SAME': so much that there is a window for each stride. Else numbers of
        elements for each side of each spatial axis. Padding is never the largest.
    data_format: Where the channels are; see :func:`conv_general_dilated`. None is 'channel_last'.
    dilations: Distances of the elements that a window sees.
    ceil_mode: Whether there is a last window that reaches beyond the end, if it begins before it.
    count_include_pad: Whether padding counts as elements, zeros, in a mean.
    divisor_override: What sums are divided by, in place of the number of elements.

    Returns: Array, of the layout and the dtype of x

    Raises: IvyValueError if shapes and options do not fit each other.
    Raises: IvyTypeError if such elements have no order, or no mean.

    References: TensorFlow, ``tf.nn.pool``. PyTorch, ``torch.nn.functional.avg_pool2d``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 5.0, 2.0, 0.0, 4.0]), (1, 5, 1))
    >>> ivy.pool(x, 2, "MAX")[0, :, 0], ivy.pool(x, 2, "AVG", ceil_mode=True)[0, :, 0]
    (ivy.array([5., 2.]), ivy.array([3., 1., 4.]))
    """
    return current_backend(x).pool(
        x,
        window_shape,
        pool_type,
        dims=dims,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
        ceil_mode=ceil_mode,
        count_include_pad=count_include_pad,
        divisor_override=divisor_override,
        out=out,
    )


@primary
def max_pool_with_indices(
    x: Array,
    window_shape: int | Sequence[int],
    /,
    *,
    dims: int | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | int | Sequence[int | tuple[int, int]] = "VALID",
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    ceil_mode: bool = False,
) -> tuple[Array, Array]:
    """Return the largest elements of windows, and where they are.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), real
        What is pooled; the axis of batches may be left out.
    window_shape, dims, strides, padding, data_format, dilations, ceil_mode
        As in :func:`pool`.

    Returns
    -------
    values : Array, of the layout and the dtype of x
        The largest elements.
    indices : Array of int64, of the same shape
        Their positions in the flattened spatial axes of ``x``. Of several the first one counts; of
        those that are not a number the last.

    Raises: IvyValueError if shapes and options do not fit each other.

    References: PyTorch, ``torch.nn.functional.max_pool2d`` with ``return_indices``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 5.0, 2.0, 0.0]), (1, 4, 1))
    >>> values, indices = ivy.max_pool_with_indices(x, 2)
    >>> values[0, :, 0], indices[0, :, 0]
    (ivy.array([5., 2.]), ivy.array([1, 2]))
    """
    return current_backend(x).max_pool_with_indices(
        x,
        window_shape,
        dims=dims,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
        ceil_mode=ceil_mode,
    )


@primary
def adaptive_pool(
    x: Array,
    output_size: int | Sequence[int | None] | None,
    pool_type: str,
    /,
    *,
    dims: int | None = None,
    data_format: str | None = None,
    out: Array | None = None,
) -> Array:
    """Pool spatial axes to a number of windows, which are as even as they can be.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), real
        What is pooled; the axis of batches may be left out.
    output_size : int, or sequence of int or None
        Numbers of windows; None is as many as there are elements.
    pool_type : {'MAX', 'AVG'}
        Whether the largest elements are wanted, or means.
    dims : {1, 2, 3}, optional
        Number of spatial axes; two fewer than ``x`` has axes if None.
    data_format: Where the channels are; None is 'channel_last'.

    Returns
    -------
    Array, of the layout and the dtype of x
        Of an axis of L elements and n windows, window i begins at ``i * L // n`` and ends before
        ``ceil((i + 1) * L / n)``.

    Raises: IvyValueError if there are no windows or elements, or the sizes do not fit the axes.

    References: PyTorch, ``torch.nn.functional.adaptive_avg_pool2d``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 5.0, 2.0, 0.0, 4.0]), (1, 5, 1))
    >>> ivy.adaptive_pool(x, 2, "MAX")[0, :, 0], ivy.adaptive_pool(x, 2, "AVG")[0, :, 0]
    (ivy.array([5., 4.]), ivy.array([2.66666667, 2.        ]))
    """
    return current_backend(x).adaptive_pool(
        x, output_size, pool_type, dims=dims, data_format=data_format, out=out
    )


@primary
def adaptive_max_pool_with_indices(
    x: Array,
    output_size: int | Sequence[int | None] | None,
    /,
    *,
    dims: int | None = None,
    data_format: str | None = None,
) -> tuple[Array, Array]:
    """Return the largest elements of a number of windows, and where they are.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), real
        What is pooled; the axis of batches may be left out.
    output_size, dims, data_format
        As in :func:`adaptive_pool`.

    Returns
    -------
    values, indices : Array
        As of :func:`max_pool_with_indices`.

    Raises: IvyValueError if there are no windows or elements, or the sizes do not fit the axes.

    References: PyTorch, ``torch.nn.functional.adaptive_max_pool2d`` with ``return_indices``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 5.0, 2.0, 0.0, 4.0]), (1, 5, 1))
    >>> ivy.adaptive_max_pool_with_indices(x, 2)[1][0, :, 0]
    ivy.array([1, 4])
    """
    return current_backend(x).adaptive_max_pool_with_indices(
        x, output_size, dims=dims, data_format=data_format
    )


@compositional(follows="torch.nn.functional")
@handle_nestable
def max_pool1d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of windows over one spatial axis.

    Parameters
    ----------
    x, shape (N, W, C), or (N, C, W), real: What is pooled; the axis of batches may be left out.
    kernel, strides : int or sequence of int
        Lengths of the windows, and steps from window to window; None: the lengths.
    padding : str, int, sequence of int, or sequence of (int, int)
        'VALID', 'SAME', or numbers of elements; see :func:`pool`.
    data_format : {'NWC', 'NCW'}, optional
        Where the channels are.
    dilation: Distances of the elements that a window sees.
    ceil_mode: Whether there is a last window that reaches beyond the end.
    return_indices: Whether the indices come as well: see :func:`max_pool_with_indices`.
    out: Filled with the largest elements, and returned.

    Returns
    -------
    Array, of the layout and the dtype of x
        With ``return_indices`` a tuple of it and of the indices.

    Raises: IvyValueError if shapes and options do not fit each other.

    >>> ivy.max_pool1d(ivy.ones((1, 4, 2)), 2, 2, "VALID").shape
    (1, 2, 2)
    """
    options = {"dims": 1, "strides": strides, "padding": padding, "data_format": data_format}
    options |= {"dilations": dilation, "ceil_mode": ceil_mode}
    if not return_indices:
        return ivy.pool(x, kernel, "MAX", **options, out=out)
    values, indices = ivy.max_pool_with_indices(x, kernel, **options)
    return filled(out, values), indices


@compositional(follows="torch.nn.functional")
@handle_nestable
def avg_pool1d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Return the means of windows over one spatial axis.

    Parameters
    ----------
    x : Array, shape (N, W, C), or (N, C, W), floating or complex
        What is pooled; the axis of batches may be left out.
    kernel, strides : int or sequence of int
        Lengths of the windows, and steps from window to window; None: the lengths.
    padding : str, int, sequence of int, or sequence of (int, int)
        'VALID', 'SAME', or numbers of zeros; see :func:`pool`.
    data_format : {'NWC', 'NCW'}, optional
        Where the channels are.
    count_include_pad: Whether padding counts as elements.
    ceil_mode: Whether there is a last window that reaches beyond the end.
    divisor_override: What sums are divided by, in place of the number of elements.

    Returns: Array, of the layout and the dtype of x

    Raises: IvyValueError if shapes and options do not fit each other.

    >>> ivy.avg_pool1d(ivy.ones((1, 4, 2)), 3, 2, "SAME").shape
    (1, 2, 2)
    """
    return ivy.pool(
        x, kernel, "AVG", dims=1, strides=strides, padding=padding, data_format=data_format,
        count_include_pad=count_include_pad, ceil_mode=ceil_mode,
        divisor_override=divisor_override, out=out,
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=avg_pool1d)
@handle_nestable
def lp_pool1d(
    x: Array,
    norm_type: float,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    /,
    *,
    data_format: str = "NWC",
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the p-norms of windows over one spatial axis, ``sum(x ** p) ** (1 / p)``.

    Parameters
    ----------
    x, shape (N, W, C), or (N, C, W), floating: What is pooled; the axis of batches may be left out.
    norm_type : float
        The power p. Of a negative sum, as there may be of odd powers, there is no root: it is nan.
    ceil_mode : bool, optional
        Whether there is a last window that reaches beyond the end: the sum of a whole window that
        has the mean of its elements counts.

    Raises: IvyValueError if shapes and options do not fit each other, or the power is zero.

    >>> ivy.lp_pool1d(ivy.ones((1, 4, 2)), 1, 2)[0, ..., 0]
    ivy.array([2., 2.])
    """
    return _lp_pool(x, norm_type, kernel, strides, 1, data_format, ceil_mode, out)


@compositional(follows="torch.nn.functional")
@handle_nestable
def max_unpool1d(
    input: Array,
    indices: Array,
    kernel_size: int | Sequence[int],
    /,
    *,
    strides: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    data_format: str = "NCW",
    output_size: Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Put the largest elements of windows back where they were, and zeros elsewhere.

    Parameters
    ----------
    input, shape (N, W, C), or (N, C, W): The elements; the axis of batches may be left out.
    indices : Array of integers, of the same shape
        Their positions, as :func:`max_pool1d` returns them.
    kernel_size, strides, padding : int or sequence of int
        Those of the pooling: they say how long the result is.
    data_format : {'NWC', 'NCW'}, optional
        Where the channels are.
    output_size : sequence of int, optional
        Lengths of the result's spatial axes, or of all of its axes. Several lengths are pooled to
        the same number of windows.

    Returns: Array, of the layout and the dtype of input

    Raises
    ------
    IvyTypeError
        If ``indices`` are no integers.
    IvyValueError
        If shapes do not fit each other, or the length is not pooled to that of ``input``.

    >>> x = ivy.reshape(ivy.arange(4.0), (1, 1, 4))
    >>> values, indices = ivy.max_pool1d(x, 2, 2, 0, data_format="NCW", return_indices=True)
    >>> ivy.sum(ivy.max_unpool1d(values, indices, 2)) == ivy.sum(values)
    ivy.array(True)
    """
    return _max_unpool(
        input, indices, kernel_size, strides, padding, 1, data_format, output_size, out
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=max_pool1d)
@handle_nestable
def max_pool2d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of windows over two spatial axes.

    Parameters
    ----------
    x : Array, shape (N, H, W, C), or (N, C, H, W), real
        What is pooled; the axis of batches may be left out.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.

    >>> ivy.max_pool2d(ivy.ones((1, 4, 4, 2)), 2, 2, "VALID").shape
    (1, 2, 2, 2)
    """
    options = {"dims": 2, "strides": strides, "padding": padding, "data_format": data_format}
    options |= {"dilations": dilation, "ceil_mode": ceil_mode}
    if not return_indices:
        return ivy.pool(x, kernel, "MAX", **options, out=out)
    values, indices = ivy.max_pool_with_indices(x, kernel, **options)
    return filled(out, values), indices


@compositional(follows="torch.nn.functional", like=avg_pool1d)
@handle_nestable
def avg_pool2d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Return the means of windows over two spatial axes.

    Parameters
    ----------
    x : Array, shape (N, H, W, C), or (N, C, H, W), floating or complex
        What is pooled; the axis of batches may be left out.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.

    >>> ivy.avg_pool2d(ivy.ones((1, 4, 4, 2)), 3, 2, "SAME").shape
    (1, 2, 2, 2)
    """
    return ivy.pool(
        x, kernel, "AVG", dims=2, strides=strides, padding=padding, data_format=data_format,
        count_include_pad=count_include_pad, ceil_mode=ceil_mode,
        divisor_override=divisor_override, out=out,
    )  # fmt: skip


@compositional(follows="torch.nn.functional")
@handle_nestable
def lp_pool2d(
    x: Array,
    norm_type: float,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    /,
    *,
    data_format: str = "NHWC",
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the p-norms of windows over two spatial axes, ``sum(x ** p) ** (1 / p)``.

    Parameters
    ----------
    x : Array, shape (N, H, W, C), or (N, C, H, W), floating
        What is pooled; the axis of batches may be left out.
    norm_type : float
        The power p. Of a negative sum, as there may be of odd powers, there is no root: it is nan.
    kernel, strides : int or sequence of int
        Lengths of the windows, and steps from window to window; None: the lengths.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.
    ceil_mode : bool, optional
        Whether there is a last window that reaches beyond the end: the sum of a whole window that
        has the mean of its elements counts.

    Returns: Array, of the layout and the dtype of x

    Raises: IvyValueError if shapes and options do not fit each other, or the power is zero.

    >>> ivy.lp_pool2d(ivy.ones((1, 4, 4, 2)), 1, 2)[0, ..., 0]
    ivy.array([[4., 4.],
               [4., 4.]])
    """
    return _lp_pool(x, norm_type, kernel, strides, 2, data_format, ceil_mode, out)


@compositional(follows="torch.nn.functional", like=max_unpool1d)
@handle_nestable
def max_unpool2d(
    input: Array,
    indices: Array,
    kernel_size: int | Sequence[int],
    /,
    *,
    strides: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    data_format: str = "NCHW",
    output_size: Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Put the largest elements of windows back where they were, and zeros elsewhere.

    Parameters
    ----------
    input, shape (N, H, W, C), or (N, C, H, W): The elements; the axis of batches may be left out.
    indices : Array of integers, of the same shape
        Their positions, as :func:`max_pool2d` returns them.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels are.

    >>> x = ivy.reshape(ivy.arange(16.0), (1, 1, 4, 4))
    >>> values, indices = ivy.max_pool2d(x, 2, 2, 0, data_format="NCHW", return_indices=True)
    >>> ivy.sum(ivy.max_unpool2d(values, indices, 2)) == ivy.sum(values)
    ivy.array(True)
    """
    return _max_unpool(
        input, indices, kernel_size, strides, padding, 2, data_format, output_size, out
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=max_pool1d)
@handle_nestable
def max_pool3d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NDHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the largest elements of windows over three spatial axes.

    Parameters
    ----------
    x : Array, shape (N, D, H, W, C), or (N, C, D, H, W), real
        What is pooled; the axis of batches may be left out.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> ivy.max_pool3d(ivy.ones((1, 4, 4, 4, 2)), 2, 2, "VALID").shape
    (1, 2, 2, 2, 2)
    """
    options = {"dims": 3, "strides": strides, "padding": padding, "data_format": data_format}
    options |= {"dilations": dilation, "ceil_mode": ceil_mode}
    if not return_indices:
        return ivy.pool(x, kernel, "MAX", **options, out=out)
    values, indices = ivy.max_pool_with_indices(x, kernel, **options)
    return filled(out, values), indices


@compositional(follows="torch.nn.functional", like=avg_pool1d)
@handle_nestable
def avg_pool3d(
    x: Array,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NDHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Return the means of windows over three spatial axes.

    Parameters
    ----------
    x : Array, shape (N, D, H, W, C), or (N, C, D, H, W), floating or complex
        What is pooled; the axis of batches may be left out.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> ivy.avg_pool3d(ivy.ones((1, 4, 4, 4, 2)), 3, 2, "SAME").shape
    (1, 2, 2, 2, 2)
    """
    return ivy.pool(
        x, kernel, "AVG", dims=3, strides=strides, padding=padding, data_format=data_format,
        count_include_pad=count_include_pad, ceil_mode=ceil_mode,
        divisor_override=divisor_override, out=out,
    )  # fmt: skip


@compositional(follows="torch.nn.functional", like=lp_pool2d)
@handle_nestable
def lp_pool3d(
    x: Array,
    norm_type: float,
    kernel: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    /,
    *,
    data_format: str = "NDHWC",
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the p-norms of windows over three spatial axes, ``sum(x ** p) ** (1 / p)``.

    Parameters
    ----------
    x : Array, shape (N, D, H, W, C), or (N, C, D, H, W), floating
        What is pooled; the axis of batches may be left out.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> ivy.lp_pool3d(ivy.ones((1, 4, 4, 4, 2)), 1, 2)[0, 0, 0, 0]
    ivy.array([8., 8.])
    """
    return _lp_pool(x, norm_type, kernel, strides, 3, data_format, ceil_mode, out)


@compositional(follows="torch.nn.functional", like=max_unpool1d)
@handle_nestable
def max_unpool3d(
    input: Array,
    indices: Array,
    kernel_size: int | Sequence[int],
    /,
    *,
    strides: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    data_format: str = "NCDHW",
    output_size: Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Put the largest elements of windows back where they were, and zeros elsewhere.

    Parameters
    ----------
    input : Array, shape (N, D, H, W, C), or (N, C, D, H, W)
        The elements; the axis of batches may be left out.
    indices : Array of integers, of the same shape
        Their positions, as :func:`max_pool3d` returns them.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels are.

    >>> x = ivy.reshape(ivy.arange(64.0), (1, 1, 4, 4, 4))
    >>> values, indices = ivy.max_pool3d(x, 2, 2, 0, data_format="NCDHW", return_indices=True)
    >>> ivy.sum(ivy.max_unpool3d(values, indices, 2)) == ivy.sum(values)
    ivy.array(True)
    """
    return _max_unpool(
        input, indices, kernel_size, strides, padding, 3, data_format, output_size, out
    )  # fmt: skip


def _lp_pool(x, p, kernel, strides, dims, data_format, ceil_mode, out):
    """Return ``sum(x ** p) ** (1 / p)`` of each window: of the elements, not their sizes."""
    if p == 0:
        raise IvyValueError("norm_type 0 was given; it must not be zero")
    x = as_array(x)
    means = ivy.pool(
        ivy.pow(x, p), kernel, "AVG", dims=dims, strides=strides, data_format=data_format,
        ceil_mode=ceil_mode,
    )  # fmt: skip
    lengths = kernel if isinstance(kernel, Sequence) else (kernel,)
    elements = math.prod(lengths * dims if len(lengths) == 1 else lengths)
    return ivy.pow(ivy.multiply(means, elements), 1 / p, out=out)


def _max_unpool(x, indices, kernel, strides, padding, dims, data_format, output_size, out):
    """Put ``x`` at ``indices`` of each channel's flattened output; zeros are elsewhere."""
    x = as_array(x)
    indices = as_array(indices)
    if tuple(x.shape) != tuple(indices.shape) or x.ndim not in (dims + 1, dims + 2):
        raise IvyValueError(
            f"max_unpool{dims}d: an array of shape {x.shape} and indices of shape {indices.shape} "
            f"were given; both must be the same, of {dims + 2} axes ({dims + 1} without batches)"
        )
    if not ivy.is_int_dtype(indices):
        raise IvyTypeError(
            f"max_unpool{dims}d: indices of {indices.dtype} were given; they must be integers"
        )
    lengths = unpooled_lengths(
        tuple(x.shape), kernel, strides, padding, dims, data_format, output_size
    )
    last = channels_are_last("max_unpool", "data_format", data_format, dims)
    if last:
        x, indices = (ivy.moveaxis(a, -1, -1 - dims) for a in (x, indices))
    channels = x.shape[:-dims]
    windows = math.prod(x.shape[-dims:])
    rows = math.prod(channels)
    elements = math.prod(lengths)
    flat = ivy.reshape(x, (rows * windows,))
    at = ivy.reshape(ivy.astype(indices, "int64"), (rows, windows))
    at = at + ivy.expand_dims(ivy.arange(rows, dtype="int64", device=x.device) * elements, axis=1)
    zeros = ivy.zeros((rows * elements,), dtype=x.dtype, device=x.device)
    y = ivy.put_along_axis(zeros, ivy.reshape(at, (rows * windows,)), flat, 0)
    y = ivy.reshape(y, (*channels, *lengths))
    y = ivy.moveaxis(y, -1 - dims, -1) if last else y
    return filled(out, y)
