"""Attention: values weighted by how well their keys fit queries."""

from __future__ import annotations

import math
import warnings
from typing import Any

from frontends.torch.autograd.tape import derivative
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast
from frontends.torch.tensors.half_precision import HALVES
from frontends.torch.tensors.memory_order import of_elements
from frontends.torch.tensors.strided_results import laid, lies_in_order
from frontends.torch.tensors.tensor import Tensor, strides_of

from .declaring import composed
from .dropouts import dropped
from .products import SCALAR_NAMES, linear

TensorLike = Number = Any


@composed
def scaled_dot_product_attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    attn_mask: TensorLike | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """Weight values by how well their keys fit, ``softmax(query @ key.T * scale + mask) @ value``.

    Parameters
    ----------
    query : Tensor, shape (*, L, E)
    key : Tensor, shape (*, S, E)
    value : Tensor, shape (*, S, V)
    attn_mask : Tensor, broadcast to (*, L, S), optional
        True, or what is added, where a value takes part.
    dropout_p : float
        Probability of a weight to be dropped.
    is_causal : bool
        Whether each query sees the keys up to its own index alone.
    scale : float, optional
        ``1 / sqrt(E)`` unless given.
    enable_gqa : bool
        Whether keys and values have fewer heads, each for several of the queries'.

    Raises: RuntimeError if shapes or types do not fit.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017); PyTorch documentation,
    torch.nn.functional.scaled_dot_product_attention.
    """
    _check_attention(query, key, value, attn_mask, dropout_p, is_causal)
    half = query.dtype
    if half in HALVES:  # PyTorch's kernel keeps weights and sums in single
        query, key, value = query.float(), key.float(), value.float()
    if enable_gqa:
        key, value = (_repeat_to_head_count(each, query.shape[-3]) for each in (key, value))
    weights = _attention_weights(query, key, attn_mask, is_causal, scale)
    if dropout_p:
        weights = dropped(weights, dropout_p, tuple(weights.shape), False)
    found = (weights @ value).to(half)
    return found if dropout_p else _match_query_layout(found, query, key, value)


def _match_query_layout(x: Tensor, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
    """Return ``x`` with the queries' axis order where PyTorch's fused kernel gives it that."""
    if x.ndim != 4 or lies_in_order(query) or query.shape[-1] != value.shape[-1]:
        return x
    if any(strides_of(each)[-1] != 1 for each in (query, key, value)):
        return x
    return laid(x, of_elements([(tuple(x.shape), strides_of(query))], tuple(x.shape)))


def _check_attention(query, key, value, mask, dropout_p, is_causal) -> None:
    """Raise RuntimeError for dtypes, dimensions, a mask or dropout that attention refuses."""
    kinds = [each.dtype for each in (query, key, value)]
    if len(set(kinds)) > 1:
        names = [SCALAR_NAMES[kind.name] for kind in kinds]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{names[0]} key.dtype: {names[1]} and value.dtype: {names[2]} instead."
        )
    dims = [each.ndim for each in (query, key, value)]
    if min(dims) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{dims[0]} key.dim: {dims[1]} and value.dim: {dims[2]} instead."
        )
    if mask is not None:
        if mask.dtype.name not in ("bool", "float32") and mask.dtype is not query.dtype:
            raise RuntimeError(
                "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
                f"attn_mask.dtype: {SCALAR_NAMES[mask.dtype.name]} and  query.dtype: "
                f"{SCALAR_NAMES[query.dtype.name]} instead."
            )
        if is_causal:
            raise RuntimeError(
                "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
                "is_causal=True"
            )
    if not 0 <= dropout_p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")


def _repeat_to_head_count(x: Tensor, heads: int) -> Tensor:
    """Return keys or values, each head repeated, with ``heads``; raise if no divisor."""
    if x.shape[-3] == heads:
        return x
    if heads % x.shape[-3]:
        raise RuntimeError(
            "Number of heads in key and value must divide the number of heads in query"
        )
    return _repeated(x, heads // x.shape[-3])


@torch_function
def _repeated(input: TensorLike, repeats: int) -> Tensor:
    """Repeat each head, the third dimension from the end, ``repeats`` times."""
    return ivy.repeat(input, repeats, axis=input.ndim - 3)


@torch_function
def _attention_weights(
    query: TensorLike,
    key: TensorLike,
    mask: TensorLike | None,
    is_causal: bool,
    scale: float | None,
) -> Tensor:
    """Compute the weight of each value for each query: rows of sum one, or zero if masked."""
    factor = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = ivy.matmul(query, ivy.swapaxes(key, -1, -2)) * factor
    if is_causal:
        rows, columns = scores.shape[-2:]
        seen = ivy.expand_dims(ivy.arange(rows), axis=1) >= ivy.arange(columns)
        scores = ivy.where(seen, scores, -math.inf)
    elif mask is not None and mask.dtype.kind == "b":
        scores = ivy.where(mask, scores, -math.inf)
    elif mask is not None:
        scores = scores + cast(mask, scores.dtype)
    # a row that sees nothing gives zeros, not nan, and gradients of zero; its largest score tells
    largest = ivy.stop_gradient(ivy.max(scores, axis=-1, keepdims=True))
    blind = largest == -math.inf
    weights = ivy.exp(scores - ivy.where(blind, 0.0, largest))
    return weights / ivy.where(blind, 1.0, ivy.sum(weights, axis=-1, keepdims=True))


@derivative("_attention_weights", saves=("query", "key", "result"))
def _attention_weights_backward(grad, needs, query, key, mask, is_causal, scale, *, result):
    factor = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = result * (grad - (grad * result).sum(-1, keepdim=True))  # zero where masked
    of_query = scores @ key * factor if needs[0] else None
    of_key = scores.transpose(-2, -1) @ query * factor if needs[1] else None
    return of_query, of_key, scores if needs[2] else None, None, None


def _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads: int) -> bool:
    """Return whether there is a batch; AssertionError if the numbers of dimensions do not fit."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            "query should be unbatched 2D or batched 3D tensor but received "
            f"{query.ndim}-D query tensor"
        )
    is_batched = query.ndim == 3
    kind = "batched (3-D)" if is_batched else "unbatched (2-D)"
    if key.ndim != query.ndim or value.ndim != query.ndim:
        raise AssertionError(
            f"For {kind} `query`, expected `key` and `value` to be {query.ndim}-D but found "
            f"{key.ndim}-D and {value.ndim}-D tensors respectively"
        )
    if key_padding_mask is not None and key_padding_mask.ndim != query.ndim - 1:
        raise AssertionError(
            f"For {kind} `query`, expected `key_padding_mask` to be `None` or {query.ndim - 1}-D "
            f"but found {key_padding_mask.ndim}-D tensor instead"
        )
    if attn_mask is not None:
        if attn_mask.ndim not in (2, 3):
            raise AssertionError(
                f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found "
                f"{attn_mask.ndim}-D tensor instead"
            )
        wanted = (num_heads, query.shape[0], key.shape[0])
        if not is_batched and attn_mask.ndim == 3 and tuple(attn_mask.shape) != wanted:
            raise AssertionError(
                f"Expected `attn_mask` shape to be {wanted} but got {attn_mask.shape}"
            )
    return is_batched


def _canonical_mask(mask, name: str, other, target):
    """Return a mask to add to scores: -inf of dtype ``target`` for True; None and floats stay."""
    if mask is None:
        return None
    if mask.dtype.kind != "b" and not mask.dtype.is_floating_point:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and mask.dtype is not other:
        warnings.warn(
            "Support for mismatched key_padding_mask and attn_mask is deprecated. Use same type "
            "for both instead.",
            stacklevel=6,
        )
    if mask.dtype.kind != "b":
        return mask
    return cast(ivy.where(mask, -math.inf, 0.0), target)


def _project_packed(query, key, value, weight, bias):
    """Return (queries, keys, values) by one matrix and bias of three parts, or None for bias."""
    if query is key is value:  # one product is quicker than three
        return linear(query, weight, bias).chunk(3, -1)
    size = query.shape[-1]
    cut = lambda x, i: None if x is None else x[i * size : (i + 1) * size]  # noqa: E731
    return tuple(linear(x, cut(weight, i), cut(bias, i)) for i, x in enumerate((query, key, value)))


def _project_separately(query, key, value, weights, bias):
    """Return (queries, keys, values) by three weights; ``bias`` is one vector, cut in three."""
    size = query.shape[-1]
    for name, x, weight in zip(("query", "key", "value"), (query, key, value), weights,
                               strict=True):  # fmt: skip
        if weight is None:
            raise AssertionError(
                f"use_separate_proj_weight is True but {name[0]}_proj_weight is None"
            )
        wanted = (size, x.shape[-1])
        if tuple(weight.shape) != wanted:
            raise AssertionError(
                f"expecting {name} weights shape of {wanted}, but got {weight.shape}"
            )
    parts = [None if bias is None else bias[i * size : (i + 1) * size] for i in range(3)]
    return tuple(
        linear(x, weight, part)
        for x, weight, part in zip((query, key, value), weights, parts, strict=True)
    )


def _head_size(size: int, wanted: int, num_heads: int) -> int:
    """Return ``size / num_heads``; AssertionError if not ``wanted`` or not divisible."""
    if size != wanted:
        raise AssertionError(f"was expecting embedding dimension of {wanted}, but got {size}")
    if size // num_heads * num_heads != size:
        raise AssertionError(f"embed_dim {size} not divisible by num_heads {num_heads}")
    return size // num_heads


def _project(query, key, value, packed, weights, bias):
    """Project by three ``weights``, or by one packed matrix if None; AssertionError for misfits."""
    if weights is not None:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(
                f"key's sequence and batch dims {key.shape[:2]} do not match value's "
                f"{value.shape[:2]}"
            )
        return _project_separately(query, key, value, weights, bias)
    if key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    if packed is None:
        raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
    return _project_packed(query, key, value, packed, bias)


@torch_function
def _joined(first: TensorLike, second: TensorLike, dim: int) -> Tensor:
    """Put one tensor behind another along ``dim``."""
    return ivy.concat([first, second], axis=dim)


def _add_mask_column(mask):
    """Return a mask with one more key, which is seen."""
    if mask is None:
        return None
    return _joined(mask, ivy.zeros((*mask.shape[:-1], 1), dtype=mask.dtype.core), mask.ndim - 1)


def _has_appended_bias(bias_k, bias_v, static_k, static_v) -> bool:
    """Return whether biases are appended; AssertionError if one is missing or a key static."""
    if (bias_k is None) != (bias_v is None):
        given, missing = ("bias_k", "bias_v") if bias_v is None else ("bias_v", "bias_k")
        raise AssertionError(f"{given} is set but {missing} is None")
    if bias_k is None:
        return False
    if static_k is not None or static_v is not None:
        which = "key" if static_k is not None else "value"
        raise AssertionError(f"bias cannot be added to static {which}.")
    return True


def _split_heads(x, heads: int, size: int, static=None, name: str = ""):
    """Return ``x``, or the ``static`` tensor given in its stead, with heads in the first axis."""
    if static is None:
        return x.reshape(x.shape[0], heads, size).transpose(0, 1)
    for axis, wanted in ((0, heads), (2, size)):
        if static.shape[axis] != wanted:
            raise AssertionError(
                f"expecting {name}.size({axis}) of {wanted}, but got {static.shape[axis]}"
            )
    return static


def _merge_padding_mask(mask, padding, batch: int, num_heads: int, count: int):
    """Return the mask of scores, to which a padding mask of keys is added if there is one."""
    if padding is None:
        return mask
    for axis, wanted in ((0, batch), (1, count)):
        if padding.shape[axis] != wanted:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{axis}] to be {wanted}, but got "
                f"{padding.shape[axis]}"
            )
    wide = padding.reshape(batch, 1, 1, count).expand(-1, num_heads, -1, -1)
    wide = wide.reshape(batch * num_heads, 1, count)
    return wide if mask is None else mask + wide


def _attend(q, k, v, mask, dropout_p: float) -> tuple[Tensor, Tensor]:
    """Return (the heads' results, the weights of their values); ``mask`` is added to scores."""
    scores = (q * math.sqrt(1.0 / q.shape[-1])) @ k.transpose(-2, -1)
    weights = (scores if mask is None else scores + mask).softmax(-1)
    if dropout_p > 0.0:
        weights = dropped(weights, dropout_p, tuple(weights.shape), False)
    return weights @ v, weights


@composed
def multi_head_attention_forward(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: TensorLike | None,
    in_proj_bias: TensorLike | None,
    bias_k: TensorLike | None,
    bias_v: TensorLike | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: TensorLike,
    out_proj_bias: TensorLike | None,
    training: bool = True,
    key_padding_mask: TensorLike | None = None,
    need_weights: bool = True,
    attn_mask: TensorLike | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: TensorLike | None = None,
    k_proj_weight: TensorLike | None = None,
    v_proj_weight: TensorLike | None = None,
    static_k: TensorLike | None = None,
    static_v: TensorLike | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Attend with several heads: project, attend in each head, and project what comes out.

    Parameters
    ----------
    query, key, value : Tensor, shape (L, N, E), (S, N, Ek), (S, N, Ev); or without N
    key_padding_mask : Tensor, shape (N, S), optional
        True, or what is added, where a key is left out.
    attn_mask : Tensor, shape (L, S) or (N * num_heads, L, S), optional
        True, or what is added, where a query does not see a key.

    Returns
    -------
    tuple
        What comes out, shape (L, N, E), and the weights, (N, L, S) if averaged over the heads,
        else (N, num_heads, L, S); None unless ``need_weights``.

    Raises
    ------
    AssertionError, RuntimeError
        If shapes do not fit.
    """
    is_batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not is_batched:
        query, key, value = (x.unsqueeze(1) for x in (query, key, value))
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, size = query.shape
    kind = query.dtype
    other = None if attn_mask is None else attn_mask.dtype
    key_padding_mask = _canonical_mask(key_padding_mask, "key_padding_mask", other, kind)
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
            "method `generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = _canonical_mask(attn_mask, "attn_mask", None, kind)
        is_causal = is_causal and key_padding_mask is None
    head = _head_size(size, embed_dim_to_check, num_heads)
    separate = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = _project(query, key, value, in_proj_weight, separate, in_proj_bias)
    attn_mask = _mask_with_head_axis(attn_mask, length, key.shape[0], batch * num_heads)
    if _has_appended_bias(bias_k, bias_v, static_k, static_v):
        k, v = (
            _joined(x, bias.expand(1, batch, size), 0) for x, bias in ((k, bias_k), (v, bias_v))
        )
        attn_mask, key_padding_mask = (
            _add_mask_column(attn_mask),
            _add_mask_column(key_padding_mask),
        )
    heads = batch * num_heads
    q = _split_heads(q, heads, head)
    k = _split_heads(k, heads, head, static_k, "static_k")
    v = _split_heads(v, heads, head, static_v, "static_v")
    if add_zero_attn:
        zero = ivy.zeros((heads, 1, head), dtype=k.dtype.core)
        k, v = _joined(k, zero, 1), _joined(v, zero, 1)
        attn_mask, key_padding_mask = (
            _add_mask_column(attn_mask),
            _add_mask_column(key_padding_mask),
        )
    count = k.shape[1]
    attn_mask = _merge_padding_mask(attn_mask, key_padding_mask, batch, num_heads, count)
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        found, weights = _attend(q, k, v, attn_mask, dropout_p)
        found = found.transpose(0, 1).reshape(length, batch, size)
    else:
        if attn_mask is not None:
            lead = (1, 1) if attn_mask.shape[0] == 1 else (batch, num_heads)
            attn_mask = attn_mask.reshape(*lead, -1, count)
        q, k, v = (x.reshape(batch, num_heads, -1, head) for x in (q, k, v))
        found = scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal)
        found = found.permute(2, 0, 1, 3).reshape(length, batch, size)
    found = linear(found, out_proj_weight, out_proj_bias)
    if not is_batched:
        found = found.squeeze(1)
    if not need_weights:
        return found, None
    weights = weights.reshape(batch, num_heads, length, count)
    if average_attn_weights:
        weights = weights.mean(dim=1)
    return found, weights if is_batched else weights.squeeze(0)


def _mask_with_head_axis(mask, length: int, count: int, batch_times_heads: int):
    """Return a 3-D mask, of length 1 in front if it was 2-D; None for None; raise if it misfits."""
    if mask is None:
        return None
    wanted = (length, count) if mask.ndim == 2 else (batch_times_heads, length, count)
    if mask.ndim not in (2, 3):
        raise RuntimeError(f"attn_mask's dimension {mask.ndim} is not supported")
    if tuple(mask.shape) != wanted:
        raise RuntimeError(
            f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {wanted}."
        )
    return mask.unsqueeze(0) if mask.ndim == 2 else mask


__all__ = ["multi_head_attention_forward", "scaled_dot_product_attention"]
