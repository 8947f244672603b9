"""Layers that PyTorch has kernels for."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.predicates import of_one_float_dtype
from ivy_core.dtypes import as_dtype

_functional = torch.nn.functional


def linear(x, weight, /, *, bias=None):
    return _functional.linear(x, weight, bias)


linear.partial_mixed_handler = lambda x, weight, *, bias=None, **_: (
    weight.ndim == 2
    and x.ndim > 0
    and x.shape[-1] == weight.shape[1]
    and of_one_float_dtype(x, weight, bias)
)


def dropout(x, prob, /, *, scale=True, dtype=None, training=True, seed=None, noise_shape=None):
    return _functional.dropout(x if dtype is None else x.to(dtype), prob)


def _allows_native_dropout(
    x, prob, /, *, scale=True, dtype=None, training=True, seed=None, noise_shape=None
):
    # torch's dropout draws from the default generator; where it drops nothing it returns x itself
    drawn = scale and training and 0 < prob < 1 and seed is None and noise_shape is None
    return drawn and (of_one_float_dtype(x) if dtype is None else as_dtype(dtype).is_float)


dropout.partial_mixed_handler = _allows_native_dropout


def scaled_dot_product_attention(
    query, key, value, /, *, scale=None, mask=None, dropout_p=0.0, is_causal=False, training=False
):
    return _functional.scaled_dot_product_attention(
        query, key, value, mask, dropout_p if training else 0.0, is_causal, scale=scale
    )


def _allows_native_attention(query, key, value, /, *, mask=None, is_causal=False, **_) -> bool:
    """Return whether batches and one float dtype agree, and the mask suits PyTorch's kernel."""
    batches = {tuple(x.shape[:-2]) for x in (query, key, value)}
    return (
        len(batches) == 1
        and of_one_float_dtype(query, key, value)
        and _allows_native_mask(query, mask, is_causal)
    )


def _allows_native_mask(query, mask, is_causal=False) -> bool:
    """Return whether a mask is None, or, without causality, of bools or the query's dtype."""
    if mask is None:
        return True
    dtype = getattr(mask, "dtype", None)
    return not is_causal and dtype is not None and (
        as_dtype(dtype) == "bool" or of_one_float_dtype(query, mask)
    )  # fmt: skip


scaled_dot_product_attention.partial_mixed_handler = _allows_native_attention


def multi_head_attention(
    query, /, *, key=None, value=None, batch_first=True, num_heads=8, scale=None,
    attention_mask=None, in_proj_weights=None, q_proj_weights=None, k_proj_weights=None,
    v_proj_weights=None, out_proj_weights=None, in_proj_bias=None, out_proj_bias=None,
    is_causal=False, key_padding_mask=None, bias_k=None, bias_v=None, static_k=None,
    static_v=None, add_zero_attn=False, return_attention_weights=False,
    average_attention_weights=True, dropout=0.0, training=False, to_out_fn=None,
):  # fmt: skip
    key = query if key is None else key
    value = key if value is None else value
    turned = batch_first and query.ndim == 3
    if turned:
        query, key, value = (x.transpose(0, 1) for x in (query, key, value))
    if is_causal:
        length = query.shape[0], key.shape[0]
        attention_mask = torch.from_numpy(~np.tri(*length, dtype=bool)).to(query.device)
    result, _ = _functional.multi_head_attention_forward(
        query, key, value, query.shape[-1], num_heads, in_proj_weights, in_proj_bias, bias_k,
        bias_v, add_zero_attn, dropout, out_proj_weights, out_proj_bias, training=training,
        key_padding_mask=key_padding_mask, need_weights=False, attn_mask=attention_mask,
        use_separate_proj_weight=in_proj_weights is None, q_proj_weight=q_proj_weights,
        k_proj_weight=k_proj_weights, v_proj_weight=v_proj_weights,
    )  # fmt: skip
    return result.transpose(0, 1) if turned else result


def _allows_native_multi_head(
    query, /, *, key=None, value=None, batch_first=True, num_heads=8, scale=None,
    attention_mask=None, in_proj_weights=None, q_proj_weights=None, k_proj_weights=None,
    v_proj_weights=None, out_proj_weights=None, in_proj_bias=None, out_proj_bias=None,
    is_causal=False, key_padding_mask=None, bias_k=None, bias_v=None, static_k=None, static_v=None,
    return_attention_weights=False, to_out_fn=None, **_,
):  # fmt: skip
    """Return whether PyTorch's kernel takes the call: all is projected, no weights are wanted.

    A causal mask and masks of another kind would have to be one for it. Shapes that it does not
    take are left to the body: some of them broadcast, of the others all backends raise the same.
    """
    first = (q_proj_weights, k_proj_weights, v_proj_weights)
    weights = first if in_proj_weights is None else (in_proj_weights,)
    key = query if key is None else key
    value = key if value is None else value
    inputs = (query, key, value)
    arrays = (*inputs, *weights, out_proj_weights, in_proj_bias, out_proj_bias, bias_k, bias_v)
    return (
        scale is None and to_out_fn is None and not return_attention_weights
        and static_k is None and static_v is None and (bias_k is None) == (bias_v is None)
        and all(w is not None for w in (out_proj_weights, *weights)) and of_one_float_dtype(*arrays)
        and all(x.ndim == 3 for x in inputs) and query.shape[-1] % num_heads == 0
        and weights[0].shape[0] == query.shape[-1] * (3 if in_proj_weights is not None else 1)
        and not (is_causal and (attention_mask is not None or bias_k is not None))
        and _allows_native_mask(query, attention_mask)
        and _allows_native_mask(query, key_padding_mask)
        and _have_native_shapes(
            inputs, batch_first, num_heads, attention_mask, key_padding_mask, in_proj_bias,
            out_proj_weights, out_proj_bias, bias_k, bias_v,
        )
    )  # fmt: skip


def _have_native_shapes(
    inputs, batch_first, num_heads, attention_mask, key_padding_mask, in_proj_bias,
    out_proj_weights, out_proj_bias, bias_k, bias_v,
):  # fmt: skip
    """Return whether inputs of three axes and what else is given have PyTorch's own shapes."""
    query, key, value = inputs
    own = tuple(query.shape)
    others = [own if x is query else tuple(x.shape) for x in (key, value)]
    shapes = [own, *others]
    if not batch_first:
        shapes = [(batch, length, features) for length, batch, features in shapes]
    (batch, length, features), key, value = shapes
    heads = batch * num_heads
    out = tuple(out_proj_weights.shape)
    return (
        key[:2] == value[:2] and key[0] == batch and len(out) == 2 and out[1] == features
        and _is_none_or_of_shape(attention_mask, (length, key[1]), (heads, length, key[1]))
        and _is_none_or_of_shape(key_padding_mask, key[:2])
        and _is_none_or_of_shape(in_proj_bias, (3 * features,))
        and _is_none_or_of_shape(out_proj_bias, out[:1])
        and _is_none_or_of_shape(bias_k, (1, 1, features))
        and _is_none_or_of_shape(bias_v, (1, 1, features))
    )  # fmt: skip


def _is_none_or_of_shape(x, *shapes) -> bool:
    return x is None or tuple(x.shape) in shapes


multi_head_attention.partial_mixed_handler = _allows_native_multi_head
