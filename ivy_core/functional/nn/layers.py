"""Layers of neural networks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError

from ..operands import as_array, filled


def _as_array_or_none(x):
    return None if x is None else as_array(x)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def linear(
    x: Array, weight: Array, /, *, bias: Array | None = None, out: Array | None = None
) -> Array:
    """Linear transformation, ``x @ weight.T + bias``, of batches of weights as well.

    Parameters
    ----------
    x, shape (*outer, *inner, in_features): What is transformed.
    weight : Array, shape (*outer, out_features, in_features)
        Weights, one matrix for each batch in ``outer``.
    bias, shape (*outer, out_features): What is added.

    Returns: Array, shape (*outer, *inner, out_features), of the promoted dtype

    Raises: IvyValueError if the numbers of features, or the batches, do not fit each other.

    >>> x, weight = ivy.asarray([1.0, 2.0]), ivy.asarray([[1.0, 0.0], [1.0, 1.0], [0.0, 3.0]])
    >>> ivy.linear(x, weight, bias=ivy.asarray([0.0, 0.0, -1.0]))
    ivy.array([1., 3., 5.])
    """
    x, weight, bias = as_array(x), as_array(weight), _as_array_or_none(bias)
    outer = weight.ndim - 2
    if outer < 0 or x.ndim <= outer or x.shape[-1] != weight.shape[-1]:
        raise IvyValueError(
            f"linear: x of shape {x.shape} and weight of shape {weight.shape} were given; "
            "their last axes must be as long, and x must have the weight's batches"
        )
    inner = x.ndim - outer - 1
    batches = weight.shape[:-2]
    matrix = ivy.matrix_transpose(weight)
    if outer and inner > 1:
        matrix = ivy.reshape(matrix, (*batches, *(1,) * (inner - 1), *matrix.shape[-2:]))
    if outer and not inner:  # a row for each batch
        y = ivy.squeeze(ivy.matmul(ivy.expand_dims(x, axis=-2), matrix), axis=-2)
        if bias is None:
            return filled(out, y)
    else:
        y = ivy.matmul(x, matrix, out=out if bias is None else None)
    if bias is None:
        return y
    if outer:
        bias = ivy.reshape(bias, (*batches, *(1,) * inner, bias.shape[-1]))
    return ivy.add(y, bias, out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def dropout(
    x: Array,
    prob: float,
    /,
    *,
    scale: bool = True,
    dtype: Dtype | None = None,
    training: bool = True,
    seed: int | None = None,
    noise_shape: Sequence[int | None] | None = None,
    out: Array | None = None,
) -> Array:
    """Set elements to zero at random, and scale up the others so that the mean stays.

    Parameters
    ----------
    x, real: Values.
    prob: Probability of a zero, in [0, 1].
    scale: Whether the elements that stay are divided by ``1 - prob``.
    dtype: Data type to work in and of the result; that of ``x`` if None.
    training: If False, a copy of ``x`` comes back.
    seed: Start of a generator for this call alone.
    noise_shape : sequence of int or None, optional
        Shape of what is drawn, which broadcasts to that of ``x``: elements along an axis of length
        one are set to zero together. None stands for the length in ``x``.

    Returns: Array, of the shape of x

    Raises: IvyValueError if ``prob`` is not in [0, 1].

    References
    ----------
    PyTorch, ``torch.nn.functional.dropout``. TensorFlow, ``tf.nn.dropout``, for ``noise_shape``.

    >>> x = ivy.dropout(ivy.ones((1000,)), 0.5)
    >>> bool(ivy.all((x == 0) | (x == 2))), 400 < int(ivy.count_nonzero(x)) < 600
    (True, True)
    """
    if not 0 <= prob <= 1:
        raise IvyValueError(f"dropout: prob {prob} was given; it must be in [0, 1]")
    x = as_array(x)
    if dtype is not None:
        x = ivy.astype(x, dtype)
    if not training or not prob:
        return ivy.copy_array(x, out=out)
    if prob == 1:
        return ivy.multiply(x, 0, out=out)
    shape = x.shape
    if noise_shape is not None:
        lengths = zip(noise_shape, shape, strict=True)
        shape = tuple([n if given is None else given for given, n in lengths])
    noise = ivy.random_uniform(shape=shape, dtype="float32", seed=seed, device=x.device)
    kept = ivy.multiply(x, 1 / (1 - prob)) if scale else x
    return ivy.where(ivy.less(noise, prob), 0, kept, out=out)


@compositional
@handle_nestable
def dropout1d(
    x: Array,
    prob: float,
    /,
    *,
    training: bool = True,
    data_format: str = "NWC",
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Set whole channels of sequences to zero at random, and scale up the others.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C) or (*spatial, C), real
        Sequences, of one spatial axis; channels stand where ``data_format`` says.
    prob: Probability of a zero, in [0, 1]; the other channels are divided by ``1 - prob``.
    training: If False, a copy of ``x`` comes back.
    data_format : {'NWC', 'NCW'}, optional
        Whether the axis of the channels is the last one, or stands before the spatial ones.
    seed: Start of a generator for this call alone.

    Returns: Array, of the shape of x

    Raises
    ------
    IvyValueError
        If ``prob`` is not in [0, 1], there is no such format, or ``x`` has other numbers of axes.

    References: Tompson et al., "Efficient object localization using convolutional networks",
    arXiv:1411.4280. PyTorch, ``torch.nn.functional.dropout1d``.

    >>> x = ivy.dropout1d(ivy.ones((5, 100)), 0.5)
    >>> bool(ivy.all(ivy.equal(x, x[0, :])))
    True
    """
    return _dropout_channels("NWC", x, prob, training, data_format, seed, out)


@compositional(like=dropout1d)
@handle_nestable
def dropout2d(
    x: Array,
    prob: float,
    /,
    *,
    training: bool = True,
    data_format: str = "NHWC",
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Set whole channels of images to zero at random, and scale up the others.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C) or (*spatial, C), real
        Images, of two spatial axes; channels stand where ``data_format`` says.
    data_format : {'NHWC', 'NCHW'}, optional
        Whether the axis of the channels is the last one, or stands before the spatial ones.

    References: Tompson et al., "Efficient object localization using convolutional networks",
    arXiv:1411.4280. PyTorch, ``torch.nn.functional.dropout2d``.

    >>> x = ivy.dropout2d(ivy.ones((5, 5, 100)), 0.5)
    >>> bool(ivy.all(ivy.equal(x, x[0, 0, :])))
    True
    """
    return _dropout_channels("NHWC", x, prob, training, data_format, seed, out)


@compositional(like=dropout1d)
@handle_nestable
def dropout3d(
    x: Array,
    prob: float,
    /,
    *,
    training: bool = True,
    data_format: str = "NDHWC",
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Set whole channels of volumes to zero at random, and scale up the others.

    Parameters
    ----------
    x : Array, shape (N, *spatial, C) or (*spatial, C), real
        Volumes, of three spatial axes; channels stand where ``data_format`` says.
    data_format : {'NDHWC', 'NCDHW'}, optional
        Whether the axis of the channels is the last one, or stands before the spatial ones.

    References: Tompson et al., "Efficient object localization using convolutional networks",
    arXiv:1411.4280. PyTorch, ``torch.nn.functional.dropout3d``.

    >>> x = ivy.dropout3d(ivy.ones((5, 5, 5, 100)), 0.5)
    >>> bool(ivy.all(ivy.equal(x, x[0, 0, 0, :])))
    True
    """
    return _dropout_channels("NDHWC", x, prob, training, data_format, seed, out)


def _dropout_channels(format_with_channels_last, x, prob, training, data_format, seed, out):
    """Drop whole channels; ``format_with_channels_last`` ("NWC", ...) tells how many axes."""
    axes = len(format_with_channels_last) - 2
    function, x = f"dropout{axes}d", as_array(x)
    channels_first = format_with_channels_last[0] + "C" + format_with_channels_last[1:-1]
    check_elem_in_list(
        data_format,
        (format_with_channels_last, channels_first),
        message=f"{function}: data_format {data_format!r} was given; "
        f"{format_with_channels_last!r} and {channels_first!r} are allowed",
    )
    if x.ndim not in (axes + 1, axes + 2):
        raise IvyValueError(
            f"{function}: x of shape {x.shape} was given; it must have {axes + 1} axes, or "
            f"{axes + 2} with one of batches"
        )
    spatial = [i - axes - 1 for i in range(axes)]  # counted from the end
    if data_format == channels_first:
        spatial = [i + 1 for i in spatial]
    shape = list(x.shape)
    for axis in spatial:
        shape[axis] = 1
    options = {"training": training, "seed": seed, "noise_shape": shape}
    return ivy.dropout(x, prob, out=out, **options)


def _count_occurrences(indices, row_count):
    """Return for each index how often it occurs among all, of ``row_count`` rows."""
    rows = ivy.reshape(ivy.astype(indices, "int64", copy=False), (-1,))
    rows = ivy.where(ivy.less(rows, 0), ivy.add(rows, row_count), rows)
    counts = ivy.unsorted_segment_sum(ivy.ones_like(rows), rows, row_count)
    return ivy.reshape(ivy.take(counts, rows, axis=0), indices.shape)


@compositional
@handle_nestable
def embedding(
    weights: Array,
    indices: Array,
    /,
    *,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    padding_idx: int | None = None,
    scale_grad_by_freq: bool = False,
    out: Array | None = None,
) -> Array:
    """Rows of a table of vectors.

    Parameters
    ----------
    weights, shape (N, D): The table.
    indices, integer: Which rows; negative ones count from the end.
    max_norm: Rows with a larger norm are scaled down to it; the table itself stays as it is.
    norm_type: Order of the norm.
    padding_idx: A row that stands for nothing: it gets no gradient.
    scale_grad_by_freq : bool, optional
        Whether the gradient of a row is divided by how often it is among the indices.

    Returns
    -------
    Array, shape (*indices.shape, D)
        Of the dtype of ``weights``.

    Raises
    ------
    IvyIndexError
        If an index is out of bounds (if its value is known), or the row that stands for nothing.
    IvyTypeError
        If the indices are no integers.
    IvyValueError
        If the table has not two axes.

    References: PyTorch, ``torch.nn.functional.embedding``, which scales the table's own rows down.

    >>> ivy.embedding(ivy.asarray([[0.5, 1.0], [1.5, 2.0]]), ivy.asarray([1, 0, 1]))
    ivy.array([[1.5, 2. ],
               [0.5, 1. ],
               [1.5, 2. ]])
    """
    weights, indices = as_array(weights), as_array(indices)
    if weights.ndim != 2:
        raise IvyValueError(
            f"embedding: weights of shape {weights.shape} were given; they must have two axes"
        )
    if not indices.dtype.is_int:
        raise IvyTypeError(
            f"embedding: indices of {indices.dtype} were given; they must be integers"
        )
    number = weights.shape[0]
    if padding_idx is not None and not -number <= padding_idx < number:
        raise IvyIndexError(
            f"embedding: padding_idx {padding_idx} was given; the table has {number} rows"
        )
    if max_norm is None and padding_idx is None and not scale_grad_by_freq:
        return ivy.take(weights, indices, axis=0, out=out)
    rows = ivy.take(weights, indices, axis=0)
    if scale_grad_by_freq:
        # the value stays, and what it moves by is divided
        known = ivy.stop_gradient(rows)
        moved = ivy.where(ivy.isfinite(known), ivy.subtract(rows, known), 0)
        times = ivy.astype(_count_occurrences(indices, number), rows.dtype)
        rows = ivy.add(known, ivy.divide(moved, ivy.expand_dims(times, axis=-1)))
    if padding_idx is not None:
        behind = ivy.equal(indices, padding_idx % number)
        before = ivy.equal(indices, padding_idx % number - number)
        padded = ivy.expand_dims(ivy.logical_or(behind, before), axis=-1)
        rows = ivy.where(padded, ivy.stop_gradient(rows), rows)
    if max_norm is not None:
        # PyTorch scales the table outside of what it differentiates
        lengths = ivy.vector_norm(ivy.stop_gradient(rows), axis=-1, keepdims=True, ord=norm_type)
        large = ivy.greater(lengths, max_norm)
        factor = ivy.divide(max_norm, ivy.add(ivy.where(large, lengths, 1), 1e-7))
        rows = ivy.multiply(rows, ivy.where(large, factor, 1))
    return filled(out, rows)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    /,
    *,
    scale: float | None = None,
    mask: Array | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = False,
    out: Array | None = None,
) -> Array:
    """Values weighted by how well their keys fit, ``softmax(query @ key.T * scale) @ value``.

    Parameters
    ----------
    query, shape (..., L, E), floating: Queries.
    key, shape (..., S, E), floating: Keys.
    value, shape (..., S, F), floating: Values.
    scale: Factor of the scores; one over the square root of E if None.
    mask : Array, broadcasts to (..., L, S), optional
        True, or an integer that is not zero, where a query may use a key; a floating mask is added
        to the scores. A query that may use no key gives zeros.
    dropout_p: Probability that a weight is set to zero while training.
    is_causal: Whether a query uses the keys up to its own place only.
    training: Whether there is dropout.

    Returns: Array, shape (..., L, F)

    Raises: IvyValueError if there is a mask, and ``is_causal`` as well.

    >>> x = ivy.asarray([[1.0, 0.0], [3.0, 5.0]])
    >>> ivy.scaled_dot_product_attention(x, ivy.zeros((2, 2)), x)
    ivy.array([[2. , 2.5],
               [2. , 2.5]])
    """
    query, key, value, mask = (
        as_array(query),
        as_array(key),
        as_array(value),
        _as_array_or_none(mask),
    )
    if query.ndim < 2:
        raise IvyValueError(f"query must have at least 2 axes, it has {query.ndim}")
    if is_causal:
        if mask is not None:
            raise IvyValueError(
                "scaled_dot_product_attention: mask and is_causal were given; one is allowed"
            )
        mask = _causal_mask(query.shape[-2], key.shape[-2], query.device)
    if mask is not None and not mask.dtype.is_float:
        mask = ivy.logical_not(mask)
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    weights = _attention_weights(query, key, scale, mask)
    if training and dropout_p:
        weights = ivy.dropout(weights, dropout_p)
    return ivy.matmul(weights, value, out=out)


def _causal_mask(length, key_count, device):
    """Return a mask of the keys that each query may use: those up to its own index."""
    return ivy.tril(ivy.ones((length, key_count), dtype="bool", device=device))


def _attention_weights(query, key, scale, *masks):
    """Return softmax of scores (0 without a key); masks are added if floating, else True hides."""
    scores = ivy.matmul(ivy.multiply(query, scale), ivy.matrix_transpose(key))
    for mask in masks:
        if mask is None:
            continue
        if mask.dtype.is_float:
            scores = ivy.add(scores, mask)
        else:
            scores = ivy.where(mask, -ivy.inf, scores)
    # a row of -inf, of a query that may use no key, becomes zeros
    largest = ivy.max(scores, axis=-1, keepdims=True)
    largest = ivy.where(ivy.equal(largest, -ivy.inf), 0, largest)
    powers = ivy.exp(ivy.subtract(scores, largest))
    total = ivy.sum(powers, axis=-1, keepdims=True)
    return ivy.divide(powers, ivy.where(ivy.equal(total, 0), 1, total))


@mixed
@handle_partial_mixed_function
@handle_nestable
def multi_head_attention(
    query: Array,
    /,
    *,
    key: Array | None = None,
    value: Array | None = None,
    batch_first: bool = True,
    num_heads: int = 8,
    scale: float | None = None,
    attention_mask: Array | None = None,
    in_proj_weights: Array | None = None,
    q_proj_weights: Array | None = None,
    k_proj_weights: Array | None = None,
    v_proj_weights: Array | None = None,
    out_proj_weights: Array | None = None,
    in_proj_bias: Array | None = None,
    out_proj_bias: Array | None = None,
    is_causal: bool = False,
    key_padding_mask: Array | None = None,
    bias_k: Array | None = None,
    bias_v: Array | None = None,
    static_k: Array | None = None,
    static_v: Array | None = None,
    add_zero_attn: bool = False,
    return_attention_weights: bool = False,
    average_attention_weights: bool = True,
    dropout: float = 0.0,
    training: bool = False,
    to_out_fn: Callable | None = None,
    out: Array | None = None,
) -> Array:
    """Attention of several heads: projected inputs, cut into heads, and put together again.

    Parameters
    ----------
    query : Array, shape (N, L, Eq), floating
        Queries; (L, N, Eq) without ``batch_first``, (L, Eq) without batches.
    key, shape (N, S, Ek): Keys; the queries if None.
    value, shape (N, S, Ev): Values; the keys if None.
    batch_first: Whether the axis of the batches is the first one, not the second.
    num_heads: Number of heads H.
    scale: Factor of the scores; one over the square root of a head's length if None.
    attention_mask : Array, shape (L, S) or (N * H, L, S), optional
        True where a query may not use a key; a floating mask is added to the scores.
    in_proj_weights : Array, shape (3 * E, Eq), optional
        Weights of the projections of queries, keys and values, one below the other.
    q_proj_weights, k_proj_weights, v_proj_weights : Array, optional
        The same apart, of shapes (E, Eq), (E, Ek) and (E, Ev).
    out_proj_weights, shape (O, E): Weights of the projection of the result.
    in_proj_bias, shape (3 * E,): What is added to the projected queries, keys and values.
    out_proj_bias, shape (O,): What is added to the projected result.
    is_causal: Whether a query uses the keys up to its own place only.
    key_padding_mask : Array, shape (N, S), optional
        True for keys that no query may use; a floating mask is added to the scores.
    bias_k, bias_v : Array, shape (1, 1, E), optional
        A further key, and its value.
    static_k, static_v : Array, shape (N * H, S, E / H), optional
        Keys and values of the heads, in place of the projected ones.
    add_zero_attn: Whether there is a further key of zeros, and a value of zeros.
    return_attention_weights: Whether the weights come as well.
    average_attention_weights: Whether these are the mean of those of the heads.
    dropout: Probability that a weight is set to zero while training.
    training: Whether there is dropout.
    to_out_fn: Function of the result that stands in place of its projection.

    Returns
    -------
    Array, shape (N, L, O)
        With the queries' order of axes. With ``return_attention_weights`` a tuple of it and the
        weights, of shape (N, L, S), or (N, H, L, S) if they are not averaged.

    Raises: IvyValueError if shapes or numbers do not fit each other.

    References: PyTorch, ``torch.nn.functional.multi_head_attention_forward``.

    >>> x = ivy.ones((2, 3, 4))
    >>> ivy.multi_head_attention(x, num_heads=2, in_proj_weights=ivy.ones((12, 4))).shape
    (2, 3, 4)
    """
    query = as_array(query)
    key = query if key is None else as_array(key)
    value = key if value is None else as_array(value)
    _check_attention_axes(query, key, value)
    batched = query.ndim == 3
    if not batched:
        query, key, value = (ivy.expand_dims(x, axis=0) for x in (query, key, value))
    elif not batch_first:
        query, key, value = (ivy.swapaxes(x, 0, 1) for x in (query, key, value))
    weights = (in_proj_weights, q_proj_weights, k_proj_weights, v_proj_weights)
    q, k, v = _project_inputs(query, key, value, weights, _as_array_or_none(in_proj_bias))
    batch, length, features = q.shape
    if num_heads < 1 or features % num_heads:
        raise IvyValueError(
            f"multi_head_attention: {num_heads} heads were given for {features} features; "
            "they must divide them"
        )

    def heads(x):
        x = ivy.reshape(x, (batch, x.shape[1], num_heads, x.shape[2] // num_heads))
        return ivy.permute_dims(x, (0, 2, 1, 3))

    def widened(x, further):  # by one key, or value
        further = ivy.broadcast_to(as_array(further), (batch, 1, x.shape[2]))
        return ivy.concat([x, further], axis=1)

    if bias_k is not None and bias_v is not None:
        k, v = widened(k, bias_k), widened(v, bias_v)
    q, k, v = heads(q), heads(k), heads(v)
    if static_k is not None:
        k = ivy.reshape(as_array(static_k), (batch, num_heads, -1, k.shape[3]))
    if static_v is not None:
        v = ivy.reshape(as_array(static_v), (batch, num_heads, -1, v.shape[3]))
    if add_zero_attn:
        k, v = (ivy.pad(x, ((0, 0), (0, 0), (0, 1), (0, 0))) for x in (k, v))
    masks = _head_masks(attention_mask, key_padding_mask, batch, num_heads, k.shape[2])
    if is_causal:
        masks.append(ivy.logical_not(_causal_mask(length, k.shape[2], q.device)))
    scale = q.shape[3] ** -0.5 if scale is None else scale
    attention = _attention_weights(q, k, scale, *masks)
    used = ivy.dropout(attention, dropout) if training and dropout else attention
    result = ivy.permute_dims(ivy.matmul(used, v), (0, 2, 1, 3))
    result = ivy.reshape(result, (batch, length, num_heads * v.shape[3]))
    if not batched:
        result = ivy.squeeze(result, axis=0)
    elif not batch_first:
        result = ivy.swapaxes(result, 0, 1)
    result = _project_result(result, to_out_fn, out_proj_weights, out_proj_bias, out)
    if not return_attention_weights:
        return result
    if average_attention_weights:
        attention = ivy.mean(attention, axis=1)
    return result, attention if batched else ivy.squeeze(attention, axis=0)


def _check_attention_axes(query, key, value) -> None:
    if query.ndim not in (2, 3) or not query.ndim == key.ndim == value.ndim:
        raise IvyValueError(
            f"multi_head_attention: query, key and value of shapes {query.shape}, {key.shape} and "
            f"{value.shape} were given; all three must have two axes, or three"
        )


def _project_result(x, to_out_fn, weights, bias, out):
    """Project the joined heads by a function or by weights, whichever is given."""
    if to_out_fn is not None:
        x = to_out_fn(x)  # takes no `out`
    elif weights is not None:
        return ivy.linear(x, weights, bias=bias, out=out)
    return filled(out, x)


def _project_inputs(query, key, value, weights, bias):
    """Return queries, keys and values times ``weights``: one for all or None, then one for each."""
    packed, *apart = weights
    if packed is not None:
        packed = as_array(packed)
        if packed.shape[0] % 3:
            raise IvyValueError(
                f"multi_head_attention: in_proj_weights of shape {packed.shape} were given; "
                "they must be three matrices of one shape"
            )
        apart = ivy.split(packed, num_or_size_splits=3)
    biases = [None] * 3 if bias is None else ivy.split(bias, num_or_size_splits=3)
    projected = []
    for x, weight, each in zip((query, key, value), apart, biases, strict=True):
        if weight is not None:
            x = ivy.linear(x, weight, bias=each)
        elif each is not None:
            x = ivy.add(x, each)
        projected.append(x)
    return projected


def _head_masks(attention_mask, key_padding_mask, batch, num_heads, key_count):
    """Return the masks in shapes that broadcast to (N, H, L, S), padded for the appended keys."""
    masks = []
    if attention_mask is not None:
        mask = as_array(attention_mask)
        if not mask.ndim:
            raise IvyValueError(
                "multi_head_attention: attention_mask has no axes; the last one is of the keys"
            )
        if mask.ndim == 3:
            mask = ivy.reshape(mask, (batch, num_heads, *mask.shape[1:]))
        masks.append(mask)
    if key_padding_mask is not None:
        mask = as_array(key_padding_mask)
        mask = mask if mask.ndim == 2 else ivy.expand_dims(mask, axis=0)
        masks.append(ivy.expand_dims(mask, axis=(1, 2)))
    widened = []
    for mask in masks:
        if not mask.dtype.is_float:
            mask = ivy.astype(mask, "bool")
        further = key_count - mask.shape[-1]
        if further > 0:  # which no mask forbids
            mask = ivy.pad(mask, ((0, 0),) * (mask.ndim - 1) + ((0, further),))
        widened.append(mask)
    return widened
