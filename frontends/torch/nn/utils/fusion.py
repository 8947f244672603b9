"""Batch normalisation taken into the weights of the layer before it, for evaluation.

References
----------
PyTorch documentation, ``torch.nn.utils.fusion``.
"""

from __future__ import annotations

import copy

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.parameter import Parameter


def _check_fusable(layer, bn) -> None:
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


@citing("``torch.nn.utils.{}``")
def fuse_conv_bn_eval(conv, bn, transpose: bool = False):
    """Return a convolution that does what it and a batch normalisation do.

    Parameters
    ----------
    conv : Module
        A convolution, in evaluation.
    bn : Module
        A batch normalisation, in evaluation.
    transpose : bool
        Whether the convolution is a transposed one.
    """
    _check_fusable(conv, bn)
    fused = copy.deepcopy(conv)
    state = bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    fused.weight, fused.bias = fuse_conv_bn_weights(conv.weight, conv.bias, *state, transpose)
    return fused


@citing("``torch.nn.utils.{}``")
def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Return the weight and the bias of a convolution with a batch normalisation in them."""
    scale = torch.rsqrt(bn_rv + bn_eps)
    if bn_w is not None:
        scale = scale * bn_w
    bias = torch.zeros_like(bn_rm) if conv_b is None else conv_b
    shift = (bias - bn_rm) * scale
    if bn_b is not None:
        shift = shift + bn_b
    ones = (1,) * (conv_w.dim() - 2)
    weight = conv_w * scale.reshape((1, -1, *ones) if transpose else (-1, 1, *ones))
    return _parameters_like(weight, shift, conv_w, conv_b)


def _parameters_like(weight, bias, old_weight, old_bias) -> tuple[Parameter, Parameter]:
    """Return a weight and a bias as Parameters in the dtypes of the old ones (bias or None)."""
    kind = old_weight.dtype if old_bias is None else old_bias.dtype
    wanted = old_bias is not None and old_bias.requires_grad
    return (
        Parameter(weight.detach().to(old_weight.dtype), old_weight.requires_grad),
        Parameter(bias.detach().to(kind), wanted),
    )


@citing("``torch.nn.utils.{}``")
def fuse_linear_bn_eval(linear, bn):
    """Return a linear layer that does what it and a batch normalisation do."""
    _check_fusable(linear, bn)
    if bn.num_features not in (linear.out_features, 1):
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    fused = copy.deepcopy(linear)
    state = bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    fused.weight, fused.bias = fuse_linear_bn_weights(linear.weight, linear.bias, *state)
    return fused


@citing("``torch.nn.utils.{}``")
def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Return the weight and the bias of a linear layer with a batch normalisation in them."""
    scale = bn_w * torch.rsqrt(bn_rv + bn_eps)
    bias = torch.zeros_like(bn_rm) if linear_b is None else linear_b
    shift = (bias - bn_rm) * scale + bn_b
    return _parameters_like(linear_w * scale.unsqueeze(-1), shift, linear_w, linear_b)


__all__ = [
    "fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights",
]  # fmt: skip
