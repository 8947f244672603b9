"""Convolutions of one to three spatial axes, and transposed ones."""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array

Shape = Sequence[int]


@primary(promote=("x", "filters", "bias"))
def conv_general_dilated(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    dims: int = 2,
    data_format: str = "channel_last",
    filter_format: str = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve one, two or three spatial axes, with all options.

    As in all frameworks for neural networks the filters are not turned around: it is a
    cross-correlation.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), numeric
        What is convolved; the axis of batches may be left out.
    filters, shape (*kernel, C / groups, O), or (O, C / groups, *kernel): Weights.
    strides: Steps from window to window, in elements.
    padding : str, int, sequence of int, or sequence of (int, int)
        'VALID': none. 'SAME': so many zeros that there is a window for each stride, one more at
        the end where their number is odd. Else numbers of zeros for each side of each spatial axis.
    dims : {2, 1, 3}, optional
        Number of spatial axes.
    data_format : str, optional
        Where the channels of ``x`` and of the result are: 'channel_last' or 'channel_first', or
        'NWC', 'NHWC', 'NDHWC', 'NCW', 'NCHW' and 'NCDHW'.
    filter_format : {'channel_last', 'channel_first'}, optional
        Where the channels of the filters are: see there.
    feature_group_count : int, optional
        Number of groups: features see the channels of their group only. It divides C and O.
    x_dilations : int or sequence of int, optional
        Distances of the elements of ``x``: zeros are put between them before anything else.
    dilations: Distances of the elements that a filter sees.
    bias, shape (O,): What is added to each feature.

    Returns: Array, shape (N, *lengths, O), or (N, O, *lengths), of the promoted dtype

    Raises
    ------
    IvyValueError
        If shapes and options do not fit each other: axes, channels and groups, a kernel larger than
        the padded axis, a negative padding, an unknown format.
    IvyTypeError
        If the arrays hold booleans, or an option that counts is no integer.

    References: JAX, ``jax.lax.conv_general_dilated``. PyTorch, ``torch.nn.functional.conv2d``.
    TensorFlow, ``tf.nn.convolution``, for 'SAME'.

    >>> x = ivy.reshape(ivy.asarray([1.0, 2.0, 4.0, 7.0]), (1, 4, 1))
    >>> difference = ivy.reshape(ivy.asarray([-1.0, 1.0]), (2, 1, 1))
    >>> ivy.conv_general_dilated(x, difference, 1, "VALID", dims=1)[0, :, 0]
    ivy.array([1., 2., 3.])
    """
    return current_backend(x, filters, bias).conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=dims,
        data_format=data_format,
        filter_format=filter_format,
        feature_group_count=feature_group_count,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
        out=out,
    )


@primary(promote=("x", "filters", "bias"), like=conv_general_dilated)
def conv_general_transpose(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    dims: int = 2,
    output_shape: Shape | None = None,
    filter_format: str = "channel_last",
    data_format: str = "channel_last",
    dilations: int | Sequence[int] = 1,
    feature_group_count: int = 1,
    output_padding: int | Sequence[int] = 0,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve with strides the other way round: the gradient of a convolution of its input.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C), or (N, C, *spatial), numeric
        What is spread; the axis of batches may be left out.
    filters : Array, shape (*kernel, O / groups, C), or (C, O / groups, *kernel)
        Weights, in the form in which the convolution from O to C features has them.
    strides: Distances in the result of what two neighbours are spread to.
    padding : str, int, sequence of int, or sequence of (int, int)
        That of the convolution which makes ``x`` of the result. 'SAME': the result is as long as
        ``x`` times the strides; 'VALID': as long as all windows, one stride each at least. Numbers
        of elements are left out at the sides of the full result.
    output_shape : sequence of int, optional
        Lengths of the result's spatial axes, or of all, of which the convolution makes those of
        ``x``; several would, if there are strides.
    data_format : str, optional
        Where the channels of ``x`` and of the result are; see :func:`conv_general_dilated`.
    dilations: Distances of the elements of a filter.
    feature_group_count: Number of groups of channels and features.
    output_padding: How much longer the result is, at the end of each spatial axis.

    Raises: IvyValueError if shapes and options do not fit each other.
    Raises: IvyTypeError if the arrays hold booleans, or an option that counts is no integer.

    References
    ----------
    PyTorch, ``torch.nn.functional.conv_transpose2d``. TensorFlow, ``tf.nn.conv_transpose``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 2.0]), (1, 2, 1))
    >>> filters = ivy.reshape(ivy.asarray([1.0, 10.0, 100.0]), (3, 1, 1))
    >>> ivy.conv_general_transpose(x, filters, 2, "VALID", dims=1)[0, :, 0]
    ivy.array([  1.,  10., 102.,  20., 200.])
    """
    return current_backend(x, filters, bias).conv_general_transpose(
        x,
        filters,
        strides,
        padding,
        dims=dims,
        output_shape=output_shape,
        filter_format=filter_format,
        data_format=data_format,
        dilations=dilations,
        feature_group_count=feature_group_count,
        output_padding=output_padding,
        bias=bias,
        out=out,
    )


@compositional
@handle_nestable
def conv(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    transpose: bool = False,
    dims: int = 2,
    output_shape: Shape | None = None,
    data_format: str = "channel_last",
    filter_format: str = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve, or with ``transpose`` the other way round.

    Parameters
    ----------
    x, shape (N, *spatial, C), or (N, C, *spatial), numeric: What is convolved.
    filters: Weights, as :func:`conv_general_dilated` or :func:`conv_general_transpose` takes them.
    strides, padding, dims, data_format, filter_format, feature_group_count, dilations, bias
        As there.
    transpose: Which of the two it is.
    output_shape: Lengths of a transposed convolution's result.
    x_dilations: Distances of the elements of ``x``, if it is not transposed.

    Returns: Array, shape (N, *lengths, O), or (N, O, *lengths), of the promoted dtype

    Raises: IvyValueError if shapes and options do not fit each other, or ``transpose`` the options.

    References: JAX, ``jax.lax.conv_general_dilated`` and ``jax.lax.conv_transpose``.

    >>> ivy.conv(ivy.ones((1, 4, 4, 3)), ivy.ones((2, 2, 3, 5)), 2, "VALID").shape
    (1, 2, 2, 5)
    """
    if transpose:
        given = x_dilations if isinstance(x_dilations, Sequence) else (x_dilations,)
        if set(given) != {1}:
            raise IvyValueError(
                f"conv: x_dilations {x_dilations} were given for a transposed convolution; 1 is "
                "allowed"
            )
        return ivy.conv_general_transpose(
            x, filters, strides, padding, dims=dims, output_shape=output_shape,
            filter_format=filter_format, data_format=data_format, dilations=dilations,
            feature_group_count=feature_group_count, bias=bias, out=out,
        )  # fmt: skip
    if output_shape is not None:
        raise IvyValueError(
            f"conv: output_shape {output_shape} was given; a transposed convolution alone has one"
        )
    return ivy.conv_general_dilated(
        x, filters, strides, padding, dims=dims, data_format=data_format,
        filter_format=filter_format, feature_group_count=feature_group_count,
        x_dilations=x_dilations, dilations=dilations, bias=bias, out=out,
    )  # fmt: skip


@compositional
@handle_nestable
def conv1d(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve one spatial axis.

    Parameters
    ----------
    x : Array, shape (N, W, C), or (N, C, W), numeric
        What is convolved; the axis of batches may be left out.
    filters, shape (kernel, C, O), or (O, C, kernel): Weights.
    strides: Steps from window to window, in elements.
    padding : str, int, sequence of int, or sequence of (int, int)
        'VALID', 'SAME', or numbers of zeros; see :func:`conv_general_dilated`.
    data_format : {'NWC', 'NCW'}, optional
        Where the channels of ``x`` and of the result are.
    filter_format : {'channel_last', 'channel_first'}, optional
        Where the channels of the filters are.
    x_dilations, dilations : int or sequence of int, optional
        Distances of the elements of ``x``, and of those that a filter sees.
    bias, shape (O,): What is added to each feature.

    Returns: Array, of the layout of x, with O features and of the promoted dtype

    Raises: IvyValueError if shapes and options do not fit each other.

    References: TensorFlow, ``tf.nn.conv1d``. PyTorch, ``torch.nn.functional.conv1d``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 2.0, 4.0, 7.0]), (1, 4, 1))
    >>> ivy.conv1d(x, ivy.ones((2, 1, 1)), 2, "VALID")[0, :, 0]
    ivy.array([ 3., 11.])
    """
    return ivy.conv_general_dilated(
        x, filters, strides, padding, dims=1, data_format=data_format,
        filter_format=filter_format, x_dilations=x_dilations, dilations=dilations, bias=bias,
        out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def conv1d_transpose(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    output_shape: Shape | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NWC",
    dilations: int | Sequence[int] = 1,
    output_padding: int | Sequence[int] = 0,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve one spatial axis the other way round: the gradient of a convolution of its input.

    Parameters
    ----------
    x, shape (N, W, C), or (N, C, W), numeric: What is spread; the axis of batches may be left out.
    filters : Array, shape (kernel, O, C), or (C, O, kernel)
        Weights, in the form in which the convolution from O to C features has them.
    strides: Distances in the result of what two neighbours are spread to.
    padding : str, int, sequence of int, or sequence of (int, int)
        That of the convolution which makes ``x`` of the result; see
        :func:`conv_general_transpose`.
    output_shape: Lengths of the result's spatial axes, or of all.
    dilations: Distances of the elements of a filter.
    output_padding: How much longer the result is, at the end of each spatial axis.

    References
    ----------
    TensorFlow, ``tf.nn.conv1d_transpose``. PyTorch, ``torch.nn.functional.conv_transpose1d``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 2.0]), (1, 2, 1))
    >>> ivy.conv1d_transpose(x, ivy.ones((2, 1, 1)), 2, "VALID")[0, :, 0]
    ivy.array([1., 1., 2., 2.])
    """
    return ivy.conv_general_transpose(
        x, filters, strides, padding, dims=1, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        output_padding=output_padding, bias=bias, out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def conv2d(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NHWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve two spatial axes.

    Parameters
    ----------
    x : Array, shape (N, H, W, C), or (N, C, H, W), numeric
        What is convolved; the axis of batches may be left out.
    filters, shape (*kernel, C, O), or (O, C, *kernel): Weights.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels of ``x`` and of the result are.

    References: TensorFlow, ``tf.nn.conv2d``. PyTorch, ``torch.nn.functional.conv2d``.

    >>> x = ivy.reshape(ivy.asarray([1.0, 2.0, 3.0, 4.0]), (1, 2, 2, 1))
    >>> ivy.conv2d(x, ivy.ones((2, 2, 1, 1)), 1, "SAME")[0, :, :, 0]
    ivy.array([[10.,  6.],
               [ 7.,  4.]])
    """
    return ivy.conv_general_dilated(
        x, filters, strides, padding, dims=2, data_format=data_format,
        filter_format=filter_format, x_dilations=x_dilations, dilations=dilations, bias=bias,
        out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def conv2d_transpose(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    output_shape: Shape | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = 1,
    output_padding: int | Sequence[int] = 0,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve two spatial axes the other way round: the gradient of a convolution of its input.

    Parameters
    ----------
    x : Array, shape (N, H, W, C), or (N, C, H, W), numeric
        What is spread; the axis of batches may be left out.
    filters : Array, shape (*kernel, O, C), or (C, O, *kernel)
        Weights, in the form in which the convolution from O to C features has them.
    strides: Distances in the result of what two neighbours are spread to.
    padding : str, int, sequence of int, or sequence of (int, int)
        That of the convolution which makes ``x`` of the result; see
        :func:`conv_general_transpose`.
    output_shape: Lengths of the result's spatial axes, or of all.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels of ``x`` and of the result are.
    dilations: Distances of the elements of a filter.
    output_padding: How much longer the result is, at the end of each spatial axis.

    References
    ----------
    TensorFlow, ``tf.nn.conv2d_transpose``. PyTorch, ``torch.nn.functional.conv_transpose2d``.

    >>> ivy.conv2d_transpose(ivy.ones((1, 2, 2, 3)), ivy.ones((3, 3, 5, 3)), 2, "SAME").shape
    (1, 4, 4, 5)
    """
    return ivy.conv_general_transpose(
        x, filters, strides, padding, dims=2, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        output_padding=output_padding, bias=bias, out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def conv3d(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NDHWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve three spatial axes.

    Parameters
    ----------
    x : Array, shape (N, D, H, W, C), or (N, C, D, H, W), numeric
        What is convolved; the axis of batches may be left out.
    filters, shape (*kernel, C, O), or (O, C, *kernel): Weights.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels of ``x`` and of the result are.

    References: TensorFlow, ``tf.nn.conv3d``. PyTorch, ``torch.nn.functional.conv3d``.

    >>> ivy.conv3d(ivy.ones((1, 3, 3, 3, 2)), ivy.ones((3, 3, 3, 2, 1)), 1, "VALID")
    ivy.array([[[[[54.]]]]])
    """
    return ivy.conv_general_dilated(
        x, filters, strides, padding, dims=3, data_format=data_format,
        filter_format=filter_format, x_dilations=x_dilations, dilations=dilations, bias=bias,
        out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def conv3d_transpose(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    output_shape: Shape | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NDHWC",
    dilations: int | Sequence[int] = 1,
    output_padding: int | Sequence[int] = 0,
    bias: Array | None = None,
    out: Array | None = None,
) -> Array:
    """Convolve three spatial axes the other way round: the gradient of a convolution of its input.

    Parameters
    ----------
    x : Array, shape (N, D, H, W, C), or (N, C, D, H, W), numeric
        What is spread; the axis of batches may be left out.
    filters : Array, shape (*kernel, O, C), or (C, O, *kernel)
        Weights, in the form in which the convolution from O to C features has them.
    strides: Distances in the result of what two neighbours are spread to.
    padding : str, int, sequence of int, or sequence of (int, int)
        That of the convolution which makes ``x`` of the result; see
        :func:`conv_general_transpose`.
    output_shape: Lengths of the result's spatial axes, or of all.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Where the channels of ``x`` and of the result are.
    dilations: Distances of the elements of a filter.
    output_padding: How much longer the result is, at the end of each spatial axis.

    References
    ----------
    TensorFlow, ``tf.nn.conv3d_transpose``. PyTorch, ``torch.nn.functional.conv_transpose3d``.

    >>> x, filters = ivy.ones((1, 2, 2, 2, 3)), ivy.ones((3, 3, 3, 5, 3))
    >>> ivy.conv3d_transpose(x, filters, 2, 1, output_padding=1).shape
    (1, 4, 4, 4, 5)
    """
    return ivy.conv_general_transpose(
        x, filters, strides, padding, dims=3, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        output_padding=output_padding, bias=bias, out=out,
    )  # fmt: skip


@compositional(like=conv1d)
@handle_nestable
def depthwise_conv2d(
    x: Array,
    filters: Array,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | tuple[int, int]],
    /,
    *,
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """Convolve each channel of images by itself.

    Parameters
    ----------
    x, shape (N, H, W, C), or (N, C, H, W), numeric: Images; the axis of batches may be left out.
    filters, shape (*kernel, C) or (*kernel, C, M): Weights, of M features for each channel.
    data_format : {'NHWC', 'NCHW'}, optional
        Where the channels of ``x`` and of the result are.
    dilations: Distances of the elements that a filter sees.

    Returns: Array, of the layout of x, with C * M features: those of the first channel first

    References: TensorFlow, ``tf.nn.depthwise_conv2d``.

    >>> x = ivy.asarray([[[[1.0, 2.0], [3.0, 4.0]]]])
    >>> ivy.depthwise_conv2d(x, ivy.asarray([[[1.0, 10.0], [1.0, 10.0]]]), 1, "VALID")
    ivy.array([[[[ 4., 60.]]]])
    """
    filters = as_array(filters)
    if filters.ndim not in (3, 4):
        raise IvyValueError(
            f"depthwise_conv2d: filters of shape {filters.shape} were given; they must have 3 or 4 "
            "axes"
        )
    channels = filters.shape[2]
    filters = ivy.reshape(filters, (*filters.shape[:2], 1, -1))
    return ivy.conv_general_dilated(
        x, filters, strides, padding, data_format=data_format, dilations=dilations,
        feature_group_count=channels, out=out,
    )  # fmt: skip
