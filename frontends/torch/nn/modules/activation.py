"""Activations, and attention of several heads.

References
----------
PyTorch documentation, ``torch.nn``, Non-linear Activations.
"""

from __future__ import annotations

import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from frontends.torch.nn.parameter import Parameter

from .linear import NonDynamicallyQuantizableLinear
from .module import Module


class _Activation(Module):
    """Base of activations: the options that are shown, and ``inplace=True`` where it is so."""

    shown_: tuple[str, ...] = ()

    def extra_repr(self) -> str:
        parts = [f"{name}={getattr(self, name)!r}" for name in self.shown_]
        if getattr(self, "inplace", False):
            parts.append("inplace=True")
        return ", ".join(parts)


class _InplaceOnly(_Activation):
    """An activation whose only option is ``inplace``: write the result over the input."""

    def __init__(self, inplace: bool = False):
        super().__init__()
        self.inplace = inplace


class Threshold(_Activation):
    """``x`` where it is above ``threshold``, else ``value``. PyTorch: ``torch.nn.Threshold``."""

    shown_ = ("threshold", "value")

    def __init__(self, threshold: float, value: float, inplace: bool = False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


@citing(None)
class ReLU(_InplaceOnly):
    """``max(0, x)``. PyTorch: ``torch.nn.ReLU``.

    >>> torch.nn.ReLU()(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def forward(self, input):
        return F.relu(input, inplace=self.inplace)


class RReLU(_Activation):
    """``max(0, x) + a min(0, x)``, ``a`` drawn in training. PyTorch: ``torch.nn.RReLU``."""

    shown_ = ("lower", "upper")

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3, inplace: bool = False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Hardtanh(_Activation):
    """``x`` held between ``min_val`` and ``max_val``. PyTorch: ``torch.nn.Hardtanh``."""

    shown_ = ("min_val", "max_val")

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ):
        super().__init__()
        for old, value in (("min", min_value), ("max", max_value)):
            if value is not None:
                warnings.warn(
                    f"keyword argument `{old}_value` is deprecated and renamed to `{old}_val`",
                    FutureWarning,
                    stacklevel=2,
                )
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(
                f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})"
            )

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)


class ReLU6(Hardtanh):
    """``min(max(0, x), 6)``. PyTorch: ``torch.nn.ReLU6``."""

    shown_ = ()

    def __init__(self, inplace: bool = False):
        super().__init__(0.0, 6.0, inplace)


class Sigmoid(Module):
    """``1 / (1 + exp(-x))``. PyTorch: ``torch.nn.Sigmoid``."""

    def forward(self, input):
        return torch.sigmoid(input)


class Hardsigmoid(_InplaceOnly):
    """``min(max(0, x + 3), 6) / 6``. PyTorch: ``torch.nn.Hardsigmoid``."""

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> str:
        return ""


class Tanh(Module):
    """Hyperbolic tangent. PyTorch: ``torch.nn.Tanh``."""

    def forward(self, input):
        return torch.tanh(input)


class SiLU(_InplaceOnly):
    """``x sigmoid(x)``. PyTorch: ``torch.nn.SiLU``."""

    def forward(self, input):
        return F.silu(input, inplace=self.inplace)


class Mish(_InplaceOnly):
    """``x tanh(softplus(x))``. PyTorch: ``torch.nn.Mish``."""

    def forward(self, input):
        return F.mish(input, inplace=self.inplace)


class Hardswish(_InplaceOnly):
    """``x hardsigmoid(x)``. PyTorch: ``torch.nn.Hardswish``."""

    def forward(self, input):
        return F.hardswish(input, self.inplace)

    def extra_repr(self) -> str:
        return ""


class ELU(_Activation):
    """``x``, or ``alpha (exp(x) - 1)`` below zero. PyTorch: ``torch.nn.ELU``."""

    shown_ = ("alpha",)

    def __init__(self, alpha: float = 1.0, inplace: bool = False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class CELU(_Activation):
    """``max(0, x) + min(0, alpha (exp(x / alpha) - 1))``. PyTorch: ``torch.nn.CELU``."""

    shown_ = ("alpha",)

    def __init__(self, alpha: float = 1.0, inplace: bool = False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class SELU(_InplaceOnly):
    """The self-normalising ELU. PyTorch: ``torch.nn.SELU``."""

    def forward(self, input):
        return F.selu(input, self.inplace)


class GLU(_Activation):
    """One half along ``dim`` times the sigmoid of the other. PyTorch: ``torch.nn.GLU``."""

    shown_ = ("dim",)

    def __init__(self, dim: int = -1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)


class GELU(_Activation):
    """``x`` times the normal distribution of ``x``. PyTorch: ``torch.nn.GELU``."""

    shown_ = ("approximate",)

    def __init__(self, approximate: str = "none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)


class Hardshrink(Module):
    """``x``, or 0 within ``lambd`` of 0. PyTorch: ``torch.nn.Hardshrink``."""

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        return str(self.lambd)


class LeakyReLU(_Activation):
    """``x``, or ``negative_slope x`` below zero. PyTorch: ``torch.nn.LeakyReLU``."""

    shown_ = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class LogSigmoid(Module):
    """Logarithm of the sigmoid. PyTorch: ``torch.nn.LogSigmoid``."""

    def forward(self, input):
        return F.logsigmoid(input)


class Softplus(_Activation):
    """``log(1 + exp(beta x)) / beta``. PyTorch: ``torch.nn.Softplus``."""

    shown_ = ("beta", "threshold")

    def __init__(self, beta: float = 1.0, threshold: float = 20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)


class Softshrink(Module):
    """``x`` moved towards 0 by ``lambd``. PyTorch: ``torch.nn.Softshrink``."""

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self) -> str:
        return str(self.lambd)


class PReLU(_Activation):
    """``x``, or ``weight x`` below zero, with ``weight`` learned. PyTorch: ``torch.nn.PReLU``."""

    shown_ = ("num_parameters",)

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(torch.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the weights to their first value."""
        init.constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)


class Softsign(Module):
    """``x / (1 + |x|)``. PyTorch: ``torch.nn.Softsign``."""

    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    """``x - tanh(x)``. PyTorch: ``torch.nn.Tanhshrink``."""

    def forward(self, input):
        return F.tanhshrink(input)


class _AlongDim(_Activation):
    """An activation along one dimension."""

    shown_ = ("dim",)

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim


class Softmin(_AlongDim):
    """Softmax of ``-x`` along ``dim``. PyTorch: ``torch.nn.Softmin``."""

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)


class Softmax(_AlongDim):
    """``exp(x)`` over its sum along ``dim``. PyTorch: ``torch.nn.Softmax``."""

    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """Softmax over the channels of images. PyTorch: ``torch.nn.Softmax2d``."""

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(
                f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead"
            )
        return F.softmax(input, -3, _stacklevel=5)


class LogSoftmax(_AlongDim):
    """Logarithm of the softmax along ``dim``. PyTorch: ``torch.nn.LogSoftmax``."""

    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)


def additive_mask(mask, name: str, target, other=None, other_name: str = ""):
    """Return an attention mask as numbers to add: a boolean one is -inf where it is True.

    Parameters
    ----------
    mask : Tensor or None
    name : str
        What the mask is called in errors.
    target : torch.dtype
        Dtype of the result where the mask is boolean.
    other : Tensor, optional
        Another mask; that both have the same dtype is the caller's business, and told if not.
    """
    if mask is None:
        return None
    floating = mask.dtype.is_floating_point
    if mask.dtype != torch.bool and not floating:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype != mask.dtype:
        warnings.warn(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for "
            "both instead.",
            stacklevel=3,
        )
    if floating:
        return mask
    return torch.zeros_like(mask, dtype=target).masked_fill_(mask, float("-inf"))


class MultiheadAttention(Module):
    """Attention of several heads, with projections of queries, keys and values.

    Parameters
    ----------
    embed_dim, num_heads : int
        Width of the model, which ``num_heads`` divides.
    dropout : float
        Probability with which a weight of the attention is dropped in training.
    bias, add_bias_kv, add_zero_attn : bool
    kdim, vdim : int, optional
        Widths of keys and values; ``embed_dim`` by default.
    batch_first : bool
        Whether arrays are (batch, length, width) in place of (length, batch, width).

    References
    ----------
    PyTorch documentation, ``torch.nn.MultiheadAttention``; A. Vaswani et al., "Attention is all
    you need", 2017.
    """

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
                f"num_heads={num_heads} instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        where = {"device": device, "dtype": dtype}

        def parameter(wanted, *shape):
            return Parameter(torch.empty(shape, **where)) if wanted else None

        one = self._qkv_same_embed_dim
        made = {
            "in_proj_weight": parameter(one, 3 * embed_dim, embed_dim),
            "q_proj_weight": parameter(not one, embed_dim, embed_dim),
            "k_proj_weight": parameter(not one, embed_dim, self.kdim),
            "v_proj_weight": parameter(not one, embed_dim, self.vdim),
            "in_proj_bias": parameter(bias, 3 * embed_dim),
        }
        # those that are None come first or last as PyTorch registers them: orders of state_dicts
        order = ["in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"]
        for name in [*(order if one else [*order[1:], order[0]]), "in_proj_bias"]:
            self.register_parameter(name, made[name])
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **where)
        self.bias_k = parameter(add_bias_kv, 1, 1, embed_dim)
        self.bias_v = parameter(add_bias_kv, 1, 1, embed_dim)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            for weight in (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def __setstate__(self, state):
        super().__setstate__({"_qkv_same_embed_dim": True, **state})

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        """Return the attention's output, and its weights if ``need_weights``, else None.

        Parameters
        ----------
        query, key, value : Tensor, shape (L, N, E), (S, N, kdim), (S, N, vdim)
            (N, L, E) and so on with ``batch_first``; without N for one sequence.
        key_padding_mask : Tensor, shape (N, S), optional
            True, or -inf, where a key is ignored.
        attn_mask : Tensor, shape (L, S) or (N * num_heads, L, S), optional
        """
        key_padding_mask = additive_mask(
            key_padding_mask, "key_padding_mask", query.dtype, attn_mask, "attn_mask"
        )
        attn_mask = additive_mask(attn_mask, "attn_mask", query.dtype)
        swap = self.batch_first and query.dim() == 3
        if swap:
            # one transposed tensor for equal ones: the projections are then one product
            turned = {id(x): x.transpose(1, 0) for x in (query, key, value)}
            query, key, value = (turned[id(x)] for x in (query, key, value))
        separate = not self._qkv_same_embed_dim
        output, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=separate,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (output.transpose(1, 0) if swap else output), weights

    def merge_masks(self, attn_mask, key_padding_mask, query):
        """Return both masks as one to add, and what kind it is: 1 of keys, 2 of all, None.

        Raises nothing; masks are those that ``forward`` takes, as numbers.
        """
        if attn_mask is None:
            return key_padding_mask, None if key_padding_mask is None else 1
        batch, length, _ = query.shape
        if attn_mask.dim() == 3:
            merged = attn_mask.view(batch, -1, length, length)
        else:
            merged = attn_mask.view(1, 1, length, length)
            merged = merged.expand(batch, self.num_heads, -1, -1)
        if key_padding_mask is not None:
            keys = key_padding_mask.view(batch, 1, 1, length)
            merged = merged + keys.expand(-1, self.num_heads, -1, -1)
        return merged, 2
