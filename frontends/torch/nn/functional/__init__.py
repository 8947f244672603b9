"""``torch.nn.functional``: the functions of networks.

References
----------
PyTorch documentation, ``torch.nn.functional``.
"""

from __future__ import annotations

import importlib as _importlib
import importlib.util as _util

from ivy_core.utils.exceptions import IvyAttributeError as _IvyAttributeError

from frontends.torch.dispatch import native as _native
from frontends.torch.dispatch.func_wrapper import on_host_function as _on_host_function

# Which file defines which functions; a file is imported when one of them is first asked for.
_AREAS = {
    "activations": """
        celu celu_ elu elu_ gelu glu hardshrink hardsigmoid hardswish hardtanh hardtanh_ leaky_relu
        leaky_relu_ log_softmax logsigmoid mish prelu relu relu6 selu selu_ sigmoid silu
        softmax softmin softplus softshrink softsign tanh tanhshrink threshold threshold_
    """,
    "products": "bilinear linear",
    "dropouts": """
        alpha_dropout dropout dropout1d dropout2d dropout3d feature_alpha_dropout gumbel_softmax
        rrelu rrelu_
    """,
    "normalizations": """
        batch_norm group_norm instance_norm layer_norm local_response_norm normalize rms_norm
    """,
    "losses": """
        binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy
        gaussian_nll_loss hinge_embedding_loss huber_loss kl_div l1_loss linear_cross_entropy
        margin_ranking_loss mse_loss nll_loss poisson_nll_loss smooth_l1_loss soft_margin_loss
    """,
    "embeddings": "embedding embedding_bag one_hot",
    "padding": "pad",
    "convolutions": """
        conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d
    """,
    "pooling": """
        adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d
        adaptive_max_pool1d_with_indices adaptive_max_pool2d adaptive_max_pool2d_with_indices
        fractional_max_pool2d fractional_max_pool2d_with_indices fractional_max_pool3d
        fractional_max_pool3d_with_indices
        adaptive_max_pool3d adaptive_max_pool3d_with_indices avg_pool1d avg_pool2d avg_pool3d
        lp_pool1d lp_pool2d lp_pool3d max_pool1d max_pool1d_with_indices max_pool2d
        max_pool2d_with_indices max_pool3d max_pool3d_with_indices max_unpool1d max_unpool2d
        max_unpool3d
    """,
    "distances": "cosine_similarity pairwise_distance pdist",
    "vision": """
        affine_grid channel_shuffle fold grid_sample native_channel_shuffle pixel_shuffle
        pixel_unshuffle unfold
    """,
    "resampling": "interpolate upsample upsample_bilinear upsample_nearest",
    "margins": """
        ctc_loss multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss
        triplet_margin_loss triplet_margin_with_distance_loss
    """,
    "attention": "multi_head_attention_forward scaled_dot_product_attention",
}
_HOMES = {name: area for area, names in _AREAS.items() for name in names.split()}
__all__ = [*_HOMES]  # noqa: PLE0604  (names of the table, all of them strings)


def __getattr__(name: str):
    """Find a function of an area."""
    if name not in _HOMES:  # relu_, for one, is the package's own
        raise AttributeError(name)
    value = getattr(_importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOMES})
