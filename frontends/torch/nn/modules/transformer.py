"""Transformers: encoder, decoder, and their layers.

References
----------
PyTorch documentation, ``torch.nn``, Transformer Layers; A. Vaswani et al., "Attention is all you
need", 2017.
"""

from __future__ import annotations

import copy

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from ivy_core.compilation.trace import trace as tracing

from .activation import GELU, MultiheadAttention, ReLU, additive_mask
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm


def _causal_mask(size: int, device=None, dtype=None):
    """Make the mask that hides later positions: -inf above the diagonal."""
    full = torch.full((size, size), float("-inf"), dtype=dtype, device=device)
    return torch.triu(full, diagonal=1)


def _mask_is_causal(mask, is_causal: bool | None, like, batch_first: bool) -> bool:
    """Return whether a mask is the causal one; looked at only where the caller does not say."""
    if is_causal is not None or mask is None:
        return is_causal is True
    if tracing.current is not None:  # which elements are hidden the mask says as well
        return False
    length = like.size(0) if like.dim() == 2 else like.size(1 if batch_first else 0)
    causal = _causal_mask(length, mask.device, mask.dtype)
    return tuple(mask.size()) == tuple(causal.size()) and bool((mask == causal).all())


def activation_of(name):
    if not isinstance(name, str):
        return name
    if name not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {name}")
    return getattr(F, name)


class _Layer(Module):
    """Base of both kinds of layers: attentions, a feed-forward net, norms around each."""

    attentions_: tuple[str, ...]

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation=F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        where = {"bias": bias, "device": device, "dtype": dtype}
        for name in self.attentions_:
            made = MultiheadAttention(
                d_model, nhead, dropout=dropout, batch_first=batch_first, **where
            )
            self.add_module(name, made)
        self.linear1 = Linear(d_model, dim_feedforward, **where)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **where)
        self.norm_first = norm_first
        count = len(self.attentions_) + 1
        for i in range(1, count + 1):
            self.add_module(f"norm{i}", LayerNorm(d_model, eps=layer_norm_eps, **where))
        for i in range(1, count + 1):
            self.add_module(f"dropout{i}", Dropout(dropout))
        self.activation = activation_of(activation)

    def __setstate__(self, state):
        super().__setstate__({"activation": F.relu, **state})


def _residual(layer, x, norm, block):
    """Return ``x + block(norm(x))`` if ``norm_first``, else ``norm(x + block(x))``."""
    return x + block(norm(x)) if layer.norm_first else norm(x + block(x))


def _feed_forward(layer, x, dropout):
    return dropout(layer.linear2(layer.dropout(layer.activation(layer.linear1(x)))))


@citing("``torch.nn.{}``")
class TransformerEncoderLayer(_Layer):
    """Self-attention and a feed-forward net.

    Parameters
    ----------
    d_model, nhead, dim_feedforward : int
        Width, number of heads, width of the feed-forward net.
    dropout : float
    activation : callable, or {"relu", "gelu"}
    layer_norm_eps : float
    batch_first, norm_first, bias : bool
    """

    attentions_ = ("self_attn",)

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation=F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__(
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
            device,
            dtype,
        )
        kinds = ((F.relu, ReLU), (F.gelu, GELU))
        self.activation_relu_or_gelu = next(
            (
                i
                for i, (f, c) in enumerate(kinds, 1)
                if self.activation is f or isinstance(activation, c)
            ),
            0,
        )

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal: bool = False):
        padding = additive_mask(
            src_key_padding_mask, "src_key_padding_mask", src.dtype, src_mask, "src_mask"
        )
        mask = additive_mask(src_mask, "src_mask", src.dtype)
        x = _residual(self, src, self.norm1, lambda x: self._sa_block(x, mask, padding, is_causal))
        return _residual(self, x, self.norm2, self._ff_block)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal: bool = False):
        attended = self.self_attn(
            x,
            x,
            x,
            attn_mask=attn_mask,
            key_padding_mask=key_padding_mask,
            need_weights=False,
            is_causal=is_causal,
        )
        return self.dropout1(attended[0])

    def _ff_block(self, x):
        return _feed_forward(self, x, self.dropout2)


@citing("``torch.nn.{}``")
class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to the encoder's output, and a feed-forward net.

    Parameters as of ``TransformerEncoderLayer``.
    """

    attentions_ = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ):
        x = _residual(
            self,
            tgt,
            self.norm1,
            lambda x: self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal),
        )
        x = _residual(
            self,
            x,
            self.norm2,
            lambda x: self._mha_block(
                x, memory, memory_mask, memory_key_padding_mask, memory_is_causal
            ),
        )
        return _residual(self, x, self.norm3, self._ff_block)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal: bool = False):
        attended = self.self_attn(
            x,
            x,
            x,
            attn_mask=attn_mask,
            key_padding_mask=key_padding_mask,
            is_causal=is_causal,
            need_weights=False,
        )
        return self.dropout1(attended[0])

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal: bool = False):
        attended = self.multihead_attn(
            x,
            mem,
            mem,
            attn_mask=attn_mask,
            key_padding_mask=key_padding_mask,
            is_causal=is_causal,
            need_weights=False,
        )
        return self.dropout2(attended[0])

    def _ff_block(self, x):
        return _feed_forward(self, x, self.dropout3)


class _Stack(Module):
    """Copies of a layer, one after the other, and a norm behind them."""

    def __init__(self, layer, num_layers: int, norm=None):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm


def _normalize_if_set(stack, x):
    return x if stack.norm is None else stack.norm(x)


@citing("``torch.nn.{}``")
class TransformerEncoder(_Stack):
    """Encoder layers, one after the other.

    Parameters
    ----------
    encoder_layer : TransformerEncoderLayer
        Of which copies are made.
    num_layers : int
    norm : Module, optional
        Behind the last layer.
    enable_nested_tensor, mask_check : bool
        Kept as attributes: they choose between ways of computing the same in PyTorch.
    """

    def __init__(
        self,
        encoder_layer,
        num_layers: int,
        norm=None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ):
        super().__init__(encoder_layer, num_layers, norm)
        self.enable_nested_tensor = self.use_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal: bool | None = None):
        padding = additive_mask(
            src_key_padding_mask, "src_key_padding_mask", src.dtype, mask, "mask"
        )
        mask = additive_mask(mask, "mask", src.dtype)
        causal = _mask_is_causal(mask, is_causal, src, self.layers[0].self_attn.batch_first)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
        return _normalize_if_set(self, output)


@citing("``torch.nn.{}``")
class TransformerDecoder(_Stack):
    """Decoder layers, one after the other. Parameters as of ``TransformerEncoder``."""

    def __init__(self, decoder_layer, num_layers: int, norm=None):
        super().__init__(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ):
        causal = _mask_is_causal(tgt_mask, tgt_is_causal, tgt, self.layers[0].self_attn.batch_first)
        output = tgt
        for layer in self.layers:
            output = layer(
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )
        return _normalize_if_set(self, output)


@citing("``torch.nn.{}``")
class Transformer(Module):
    """An encoder and a decoder.

    Parameters
    ----------
    d_model, nhead : int
    num_encoder_layers, num_decoder_layers, dim_feedforward : int
    dropout : float
    activation : callable, or {"relu", "gelu"}
    custom_encoder, custom_decoder : Module, optional
    layer_norm_eps : float
    batch_first, norm_first, bias : bool
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation=F.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        layer = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        layer += (batch_first, norm_first, bias, device, dtype)
        norm = {"eps": layer_norm_eps, "bias": bias, "device": device, "dtype": dtype}
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            made = TransformerEncoderLayer(*layer)
            self.encoder = TransformerEncoder(made, num_encoder_layers, LayerNorm(d_model, **norm))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            made = TransformerDecoderLayer(*layer)
            self.decoder = TransformerDecoder(made, num_decoder_layers, LayerNorm(d_model, **norm))
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self) -> None:
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ):
        batch_dim = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch_dim) != tgt.size(batch_dim):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(
            src,
            mask=src_mask,
            src_key_padding_mask=src_key_padding_mask,
            is_causal=src_is_causal,
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device=None, dtype=None):
        """Return the (sz, sz) mask by which no position sees a later one."""
        return _causal_mask(sz, device, dtype)
