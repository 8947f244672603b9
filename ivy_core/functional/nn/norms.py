"""Normalization."""

from __future__ import annotations

import math
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, filled


@mixed
@handle_partial_mixed_function
def layer_norm(
    x: Array,
    normalized_idxs: Sequence[int],
    /,
    *,
    scale: Array | None = None,
    offset: Array | None = None,
    eps: float = 1e-5,
    new_std: float = 1.0,
    out: Array | None = None,
) -> Array:
    """Bring the values along some axes to mean 0 and standard deviation 1.

    Parameters
    ----------
    x, real: Values.
    normalized_idxs: The axes.
    scale, offset : Array, optional
        What the normalized values are multiplied by, and what is added then; they broadcast.
    eps: Added to the variance.
    new_std: What the result is multiplied by in the end.

    Returns: Array, of the shape of x, floating

    Raises: IvyIndexError if an axis is out of bounds.

    References: Ba, Kiros and Hinton, "Layer Normalization", 2016.

    >>> x = ivy.asarray([[1.0, 3.0], [0.0, 20.0]])
    >>> ivy.layer_norm(x, [1], eps=0.0, scale=ivy.asarray([1.0, 2.0]), offset=ivy.asarray(1.0))
    ivy.array([[0., 3.],
               [0., 3.]])
    """
    axes = tuple(normalized_idxs)
    mean = ivy.mean(x, axis=axes, keepdims=True)
    variance = ivy.var(x, axis=axes, keepdims=True)
    deviation = ivy.sqrt(ivy.add(variance, eps))
    steps = [(ivy.divide, deviation)]
    if scale is not None:
        steps.append((ivy.multiply, scale))
    if offset is not None:
        steps.append((ivy.add, offset))
    if new_std != 1:
        steps.append((ivy.multiply, new_std))
    return _apply_in_sequence(ivy.subtract(x, mean), steps, out)


def _apply_in_sequence(x, steps, out):
    """Apply functions of two operands one after the other; the last one fills ``out``."""
    for function, operand in steps[:-1]:
        x = function(x, operand)
    function, operand = steps[-1]
    return function(x, operand, out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def batch_norm(
    x: Array,
    mean: Array | None,
    variance: Array | None,
    /,
    *,
    offset: Array | None = None,
    scale: Array | None = None,
    training: bool = False,
    eps: float = 1e-5,
    momentum: float = 0.1,
    data_format: str = "NSC",
    out: tuple[Array, Array, Array] | None = None,
) -> tuple[Array, Array, Array]:
    """Normalize each channel, by the mean and the variance of a batch or by those given.

    Parameters
    ----------
    x, shape (N, *spatial, C), or (N, C, *spatial), real: Values.
    mean, variance : Array, shape (C,), or None
        Running mean and variance of the channels; None is allowed while training only, and the
        batch's are the first ones then.
    offset, scale : Array, shape (C,), optional
        What is added to the normalized values of a channel, after they are multiplied.
    training: Whether the batch's mean and variance are used, and the running ones updated.
    eps: Added to the variance.
    momentum: Weight of the batch in the running mean and variance.
    data_format : {'NSC', 'NCS'}, optional
        Whether the axis of the channels is the last one, or the second.
    out : tuple of three Arrays, optional
        Filled with the results, and returned.

    Returns
    -------
    tuple of Array
        The normalized values, and the running mean and variance (those given, where they are not
        updated; new arrays, where they are).

    Raises
    ------
    IvyValueError
        If there is no such format, ``x`` has no axis besides the channels, or mean and variance
        are needed.

    >>> x, zeros, ones = ivy.asarray([[1.0], [3.0]]), ivy.zeros((1,)), ivy.ones((1,))
    >>> ivy.batch_norm(x, zeros, ones, training=True, eps=0.0)[:2]
    (ivy.array([[-1.],
           [ 1.]]), ivy.array([0.2]))
    """
    x = as_array(x)
    channels = _checked_channel_axis("batch_norm", x, data_format, 2)
    reduced = tuple(i for i in range(x.ndim) if i != channels)
    count = math.prod(x.shape[i] for i in reduced)
    options = (scale, offset, training, eps, momentum)
    return _normalize_and_update_stats(
        "batch_norm", x, mean, variance, reduced, (), count, options, out
    )


@mixed(follows="torch.nn.functional", like=batch_norm)
@handle_partial_mixed_function
@handle_nestable
def instance_norm(
    x: Array,
    mean: Array | None,
    variance: Array | None,
    /,
    *,
    offset: Array | None = None,
    scale: Array | None = None,
    training: bool = False,
    eps: float = 0.0,
    momentum: float = 0.1,
    data_format: str = "NSC",
    out: tuple[Array, Array, Array] | None = None,
) -> tuple[Array, Array, Array]:
    """Normalize each channel of each instance, by its mean and variance or by those given.

    Parameters
    ----------
    mean, variance : Array, shape (C,), or None
        Running mean and variance of the channels; None is allowed while training only, and the
        mean of the instances' are the first ones then.
    training: Whether each instance's mean and variance are used, and the running ones updated.

    Raises
    ------
    IvyValueError
        If there is no such format, ``x`` has no spatial axis, or mean and variance are needed.

    >>> x = ivy.asarray([[[1.0], [3.0]], [[4.0], [8.0]]])
    >>> ivy.instance_norm(x, None, None, training=True)[0]
    ivy.array([[[-1.],
                [ 1.]],
               [[-1.],
                [ 1.]]])
    """
    x = as_array(x)
    channels = _checked_channel_axis("instance_norm", x, data_format, 3)
    reduced = tuple(i for i in range(1, x.ndim) if i != channels)
    count = math.prod(x.shape[i] for i in reduced)
    options = (scale, offset, training, eps, momentum)
    return _normalize_and_update_stats(
        "instance_norm", x, mean, variance, reduced, (0,), count, options, out
    )


def _checked_channel_axis(function, x, data_format, least_ndim):
    """Return the axis of the channels, counted from 0; raise for other formats or fewer axes."""
    message = f"{function}: data_format {data_format!r} was given; 'NSC' and 'NCS' are allowed"
    check_elem_in_list(data_format, ("NSC", "NCS"), message=message)
    if x.ndim < least_ndim:
        raise IvyValueError(
            f"{function}: x of shape {x.shape} was given; it must have {least_ndim} axes or more"
        )
    return 1 if data_format == "NCS" else x.ndim - 1


def _normalize_and_update_stats(function, x, mean, variance, reduced, apart, count, options, out):
    """Return (``x`` normalized, mean, variance), these updated over ``reduced`` if training."""
    scale, offset, training, eps, momentum = options
    wide = tuple(1 if i in (*reduced, *apart) else n for i, n in enumerate(x.shape))
    running = (mean, variance)
    if training:
        now = ivy.mean(x, axis=reduced, keepdims=True), ivy.var(x, axis=reduced, keepdims=True)
        # the running variance is that of the distribution, not of the sample
        updates = now[0], ivy.multiply(now[1], count / max(count - 1, 1))
        if apart:
            updates = [ivy.mean(each, axis=apart) for each in updates]
        updates = [ivy.reshape(each, (-1,)) for each in updates]
        running = [
            ivy.copy_array(new)
            if old is None
            else ivy.add(ivy.multiply(old, 1 - momentum), ivy.multiply(new, momentum))
            for old, new in zip(running, updates, strict=True)
        ]
    elif mean is None or variance is None:
        raise IvyValueError(f"{function}: mean and variance are needed but while training")
    else:
        running = [as_array(each) for each in running]
        now = [ivy.reshape(each, wide) for each in running]
    deviation = ivy.sqrt(ivy.add(now[1], eps))
    # the scale goes into the small operand: one pass less over x
    factor = 1.0 if scale is None else ivy.reshape(as_array(scale), wide)
    steps = [(ivy.multiply, ivy.divide(factor, deviation))]
    if offset is not None:
        steps.append((ivy.add, ivy.reshape(as_array(offset), wide)))
    centered = ivy.subtract(x, now[0])
    if out is None:
        return (_apply_in_sequence(centered, steps, None), *running)
    _apply_in_sequence(centered, steps, out[0])
    for target, each in zip(out[1:], running, strict=True):
        ivy.inplace_update(target, each)
    return tuple(out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def group_norm(
    x: Array,
    num_groups: int = 1,
    /,
    *,
    offset: Array | None = None,
    scale: Array | None = None,
    eps: float = 1e-5,
    data_format: str = "NSC",
    out: Array | None = None,
) -> Array:
    """Normalize groups of channels of each instance, by their mean and variance.

    Parameters
    ----------
    x, shape (N, *spatial, C), or (N, C, *spatial), real: Values.
    num_groups: Number of groups, which divides C.
    offset, scale : Array, shape (C,), optional
        What is added to the normalized values of a channel, after they are multiplied.
    eps: Added to the variance.
    data_format : {'NSC', 'NCS'}, optional
        Whether the axis of the channels is the last one, or the second.

    Returns: Array, of the shape of x, floating

    Raises: IvyValueError if there is no such format, or the groups do not divide the channels.

    References: Wu and He, "Group Normalization", 2018.

    >>> ivy.group_norm(ivy.asarray([[1.0, 3.0, 4.0, 8.0]]), 2, eps=0.0)
    ivy.array([[-1.,  1., -1.,  1.]])
    """
    x = as_array(x)
    channels = _checked_channel_axis("group_norm", x, data_format, 2)
    length = x.shape[channels]
    if num_groups < 1 or length % num_groups:
        raise IvyValueError(
            f"group_norm: {num_groups} groups were given for {length} channels; "
            "they must divide them"
        )
    grouped = (*x.shape[:channels], num_groups, length // num_groups, *x.shape[channels + 1 :])
    groups = ivy.reshape(x, grouped)
    reduced = tuple(i for i in range(1, len(grouped)) if i != channels)
    mean = ivy.mean(groups, axis=reduced, keepdims=True)
    deviation = ivy.sqrt(ivy.add(ivy.var(groups, axis=reduced, keepdims=True), eps))
    wide = tuple(n if i == channels else 1 for i, n in enumerate(x.shape))
    normalized = ivy.divide(ivy.subtract(groups, mean), deviation)
    normalized = ivy.reshape(normalized, x.shape)
    steps = [
        (function, ivy.reshape(as_array(operand), wide))
        for function, operand in ((ivy.multiply, scale), (ivy.add, offset))
        if operand is not None
    ]
    if steps:
        return _apply_in_sequence(normalized, steps, out)
    return filled(out, normalized)


@mixed
@handle_partial_mixed_function
@handle_nestable
def local_response_norm(
    x: Array,
    size: int,
    /,
    *,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    average: bool = False,
    data_format: str = "NHWC",
    out: Array | None = None,
) -> Array:
    """Values divided by a power of the sum of squares in neighbouring channels.

    Parameters
    ----------
    x, shape (N, *spatial, C), or (N, C, *spatial), real: Values.
    size: Number of channels that are summed, around each of them.
    bias, alpha, beta : float, optional
        The divisor is ``(bias + alpha * sum) ** beta``.
    average: Whether the sum is divided by ``size``.
    data_format : {'NHWC', 'NCHW'}, optional
        Whether the axis of the channels is the last one, or the second.

    Returns: Array, of the shape of x, floating

    Raises: IvyValueError if there is no such format, or ``size`` is not positive.

    References: TensorFlow, ``tf.nn.local_response_normalization``. PyTorch,
    ``torch.nn.functional.local_response_norm``, is that of ``average``.

    >>> x = ivy.asarray([[[[1.0, 1.0, 1.0]]]])
    >>> ivy.local_response_norm(x, 3, bias=0.0, beta=1.0).round(decimals=6)
    ivy.array([[[[0.5     , 0.333333, 0.5     ]]]])
    """
    x = as_array(x)
    message = f"local_response_norm: data_format {data_format!r} was given; NHWC, NCHW are allowed"
    check_elem_in_list(data_format, ("NHWC", "NCHW"), message=message)
    layout = "NSC" if data_format == "NHWC" else "NCS"
    channels = _checked_channel_axis("local_response_norm", x, layout, 2)
    if size < 1:
        raise IvyValueError(f"local_response_norm: size {size} was given; it must be positive")
    widths = [(0, 0)] * x.ndim
    widths[channels] = (size // 2, (size - 1) // 2)
    squares = ivy.pad(ivy.square(x), widths)
    lead = (slice(None),) * channels
    length = x.shape[channels]
    total = squares[(*lead, slice(0, length))]
    for first in range(1, size):
        total = ivy.add(total, squares[(*lead, slice(first, first + length))])
    factor = alpha / size if average else alpha
    divisor = ivy.pow(ivy.add(ivy.multiply(total, factor), bias), beta)
    return ivy.divide(x, divisor, out=out)
