"""What tests of layers share: one case a kind, random inputs, comparison with PyTorch."""

from __future__ import annotations

import numpy as np
import torch as real

import frontends.torch as torch

# name: (makes the module, shapes of its inputs); {"ids": ...} and the like are classes or masks
CASES = {
    "identity": (lambda nn: nn.Identity(3, a=1), [(2, 3)]),
    "linear": (lambda nn: nn.Linear(3, 4), [(5, 3)]),
    "linear without bias": (lambda nn: nn.Linear(3, 4, bias=False), [(5, 3)]),
    "bilinear": (lambda nn: nn.Bilinear(3, 4, 2), [(5, 3), (5, 4)]),
    "layer_norm": (lambda nn: nn.LayerNorm((3, 4)), [(2, 3, 4)]),
    "layer_norm plain": (lambda nn: nn.LayerNorm(4, elementwise_affine=False), [(2, 3, 4)]),
    "layer_norm no bias": (lambda nn: nn.LayerNorm(4, bias=False, eps=1e-3), [(2, 3, 4)]),
    "rms_norm": (lambda nn: nn.RMSNorm(4), [(2, 4)]),
    "group_norm": (lambda nn: nn.GroupNorm(2, 4), [(2, 4, 3)]),
    "local_response_norm": (lambda nn: nn.LocalResponseNorm(2), [(2, 4, 3)]),
    "batch_norm1d": (lambda nn: nn.BatchNorm1d(4), [(3, 4)]),
    "batch_norm2d": (lambda nn: nn.BatchNorm2d(4, affine=False), [(3, 4, 2, 2)]),
    "batch_norm3d": (lambda nn: nn.BatchNorm3d(2), [(3, 2, 2, 2, 2)]),
    "sync_batch_norm": (lambda nn: nn.SyncBatchNorm(4), [(3, 4, 2)]),
    "cross_map_lrn": (lambda nn: nn.CrossMapLRN2d(3, 0.5, k=2), [(2, 5, 2, 2)]),
    "cross_map_lrn even": (lambda nn: nn.CrossMapLRN2d(4, 0.5), [(2, 5, 2, 2)]),
    "data_parallel": (lambda nn: nn.DataParallel(nn.Linear(3, 4)), [(5, 3)]),
    "instance_norm1d": (lambda nn: nn.InstanceNorm1d(4, affine=True), [(3, 4, 5)]),
    "instance_norm2d": (lambda nn: nn.InstanceNorm2d(4), [(4, 5, 3)]),
    "embedding": (lambda nn: nn.Embedding(7, 3, padding_idx=-1), ["ids"]),
    "embedding_bag": (lambda nn: nn.EmbeddingBag(7, 3, mode="sum"), ["ids"]),
    "dropout": (lambda nn: nn.Dropout(0.3), [(2, 3)]),
    "dropout2d": (lambda nn: nn.Dropout2d(0.3, inplace=True), [(2, 3, 2, 2)]),
    "alpha_dropout": (lambda nn: nn.AlphaDropout(), [(2, 3)]),
    "flatten": (lambda nn: nn.Flatten(), [(2, 3, 4)]),
    "unflatten": (lambda nn: nn.Unflatten(1, (2, 3)), [(2, 6)]),
    "conv1d": (lambda nn: nn.Conv1d(2, 4, 3, padding="same", dilation=2), [(2, 2, 8)]),
    "conv1d circular": (
        lambda nn: nn.Conv1d(2, 4, 3, padding=1, padding_mode="circular"),
        [(2, 2, 8)],
    ),
    "conv2d": (lambda nn: nn.Conv2d(2, 4, (3, 2), stride=2, groups=2), [(2, 2, 8, 7)]),
    "conv3d": (lambda nn: nn.Conv3d(2, 3, 2, bias=False), [(1, 2, 3, 3, 3)]),
    "conv_transpose1d": (lambda nn: nn.ConvTranspose1d(2, 4, 3, stride=2), [(2, 2, 4)]),
    "conv_transpose2d": (
        lambda nn: nn.ConvTranspose2d(2, 4, 3, 2, 1, output_padding=1, groups=2),
        [(2, 2, 4, 4)],
    ),
    "max_pool1d": (lambda nn: nn.MaxPool1d(2), [(2, 3, 7)]),
    "max_pool2d": (lambda nn: nn.MaxPool2d(3, 2, 1, ceil_mode=True), [(2, 3, 6, 7)]),
    "max_pool3d": (lambda nn: nn.MaxPool3d(2), [(1, 2, 4, 4, 4)]),
    "avg_pool1d": (lambda nn: nn.AvgPool1d(2, padding=1), [(2, 3, 7)]),
    "avg_pool2d": (lambda nn: nn.AvgPool2d((2, 3)), [(2, 3, 6, 7)]),
    "avg_pool3d": (lambda nn: nn.AvgPool3d(2, divisor_override=3), [(1, 2, 4, 4, 4)]),
    "lp_pool2d": (lambda nn: nn.LPPool2d(2, 3), [(2, 3, 6, 7)]),
    "adaptive_avg_pool1d": (lambda nn: nn.AdaptiveAvgPool1d(3), [(2, 3, 7)]),
    "adaptive_avg_pool2d": (lambda nn: nn.AdaptiveAvgPool2d((3, None)), [(2, 3, 7, 5)]),
    "adaptive_max_pool1d": (lambda nn: nn.AdaptiveMaxPool1d(3), [(2, 3, 7)]),
    "adaptive_max_pool2d": (lambda nn: nn.AdaptiveMaxPool2d((3, 2)), [(2, 3, 7, 5)]),
    "reflection_pad1d": (lambda nn: nn.ReflectionPad1d(2), [(2, 3, 5)]),
    "reflection_pad2d": (lambda nn: nn.ReflectionPad2d((1, 2, 0, 1)), [(2, 3, 5, 5)]),
    "replication_pad1d": (lambda nn: nn.ReplicationPad1d((1, 2)), [(2, 3, 5)]),
    "replication_pad2d": (lambda nn: nn.ReplicationPad2d(1), [(2, 3, 5, 5)]),
    "constant_pad1d": (lambda nn: nn.ConstantPad1d(1, 2.5), [(2, 3)]),
    "constant_pad2d": (lambda nn: nn.ConstantPad2d((1, 0, 2, 0), -1), [(2, 3, 4)]),
    "zero_pad1d": (lambda nn: nn.ZeroPad1d(1), [(2, 3)]),
    "zero_pad2d": (lambda nn: nn.ZeroPad2d((1, 0, 2, 0)), [(2, 3, 4)]),
    "circular_pad1d": (lambda nn: nn.CircularPad1d(2), [(2, 3, 4)]),
    "upsample": (lambda nn: nn.Upsample(scale_factor=2), [(2, 3, 4)]),
    "upsample bilinear": (
        lambda nn: nn.Upsample((5, 3), mode="bilinear", align_corners=True),
        [(2, 3, 4, 4)],
    ),
    "upsampling_nearest2d": (lambda nn: nn.UpsamplingNearest2d(scale_factor=2), [(1, 2, 3, 3)]),
    "upsampling_bilinear2d": (lambda nn: nn.UpsamplingBilinear2d(6), [(1, 2, 3, 3)]),
    "pixel_shuffle": (lambda nn: nn.PixelShuffle(2), [(2, 8, 3, 3)]),
    "pixel_unshuffle": (lambda nn: nn.PixelUnshuffle(2), [(2, 2, 4, 4)]),
    "channel_shuffle": (lambda nn: nn.ChannelShuffle(2), [(2, 4, 3, 3)]),
    "unfold": (lambda nn: nn.Unfold((2, 2)), [(2, 3, 4, 4)]),
    "fold": (lambda nn: nn.Fold((4, 4), (2, 2)), [(2, 12, 9)]),
    "rnn": (lambda nn: nn.RNN(3, 4, nonlinearity="relu"), [(5, 2, 3)]),
    "lstm": (lambda nn: nn.LSTM(3, 4, 2, batch_first=True), [(2, 5, 3)]),
    "lstm projected": (lambda nn: nn.LSTM(3, 4, proj_size=2, bidirectional=True), [(5, 3)]),
    "gru": (lambda nn: nn.GRU(3, 4, bias=False, bidirectional=True), [(5, 2, 3)]),
    "rnn cell": (lambda nn: nn.RNNCell(3, 4, nonlinearity="relu"), [(2, 3)]),
    "lstm cell": (lambda nn: nn.LSTMCell(3, 4), [(2, 3)]),
    "gru cell": (lambda nn: nn.GRUCell(3, 4, bias=False), [(3,)]),
    "mha": (lambda nn: nn.MultiheadAttention(8, 2), [(5, 2, 8), (3, 2, 8), (3, 2, 8)]),
    "mha of widths": (
        lambda nn: nn.MultiheadAttention(
            8, 2, kdim=3, vdim=4, add_bias_kv=True, add_zero_attn=True, bias=False
        ),
        [(5, 2, 8), (3, 2, 3), (3, 2, 4)],
    ),
    "encoder layer": (
        lambda nn: nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", norm_first=True),
        [(5, 2, 8)],
    ),
    "encoder": (
        lambda nn: nn.TransformerEncoder(
            nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), 2, nn.LayerNorm(8)
        ),
        [(2, 5, 8)],
    ),
    "decoder": (
        lambda nn: nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, bias=False), 2),
        [(5, 2, 8), (3, 2, 8)],
    ),
    "transformer": (
        lambda nn: nn.Transformer(8, 2, 1, 1, 16, batch_first=True),
        [(2, 5, 8), (2, 3, 8)],
    ),
    "cosine_similarity": (lambda nn: nn.CosineSimilarity(), [(2, 5), (2, 5)]),
    "pairwise_distance": (lambda nn: nn.PairwiseDistance(keepdim=True), [(2, 5), (2, 5)]),
    "l1": (lambda nn: nn.L1Loss(), [(2, 5), (2, 5)]),
    "mse": (lambda nn: nn.MSELoss(reduction="sum"), [(2, 5), (2, 5)]),
    "cross_entropy": (
        lambda nn: nn.CrossEntropyLoss(ignore_index=2, label_smoothing=0.1),
        [(4, 7), "classes"],
    ),
    "nll": (lambda nn: nn.NLLLoss(reduction="none"), [(4, 7), "classes"]),
    "kl_div": (lambda nn: nn.KLDivLoss(reduction="batchmean", log_target=True), [(2, 5)] * 2),
    "bce": (lambda nn: nn.BCELoss(), ["share", "share"]),
    "bce_with_logits": (lambda nn: nn.BCEWithLogitsLoss(), [(2, 3), "share"]),
    "smooth_l1": (lambda nn: nn.SmoothL1Loss(beta=0.5), [(2, 5), (2, 5)]),
    "huber": (lambda nn: nn.HuberLoss(delta=0.5), [(2, 5), (2, 5)]),
    "poisson_nll": (lambda nn: nn.PoissonNLLLoss(full=True), [(2, 3), "share"]),
    "gaussian_nll": (lambda nn: nn.GaussianNLLLoss(), [(2, 3), (2, 3), "share"]),
    "hinge_embedding": (lambda nn: nn.HingeEmbeddingLoss(), [(4,), "signs"]),
    "soft_margin": (lambda nn: nn.SoftMarginLoss(), [(4,), "signs"]),
    "margin_ranking": (lambda nn: nn.MarginRankingLoss(0.1), [(4,), (4,), "signs"]),
    "cosine_embedding": (lambda nn: nn.CosineEmbeddingLoss(), [(4, 3), (4, 3), "signs"]),
    "multi_margin": (lambda nn: nn.MultiMarginLoss(p=2), [(4, 7), "classes"]),
    "multilabel_soft_margin": (lambda nn: nn.MultiLabelSoftMarginLoss(), [(2, 3), "share"]),
    "triplet_margin": (lambda nn: nn.TripletMarginLoss(swap=True), [(4, 3)] * 3),
    "triplet distance": (lambda nn: nn.TripletMarginWithDistanceLoss(), [(4, 3)] * 3),
    "prelu": (lambda nn: nn.PReLU(3), [(2, 3)]),
    "softmax": (lambda nn: nn.Softmax(dim=1), [(2, 3)]),
    "log_softmax": (lambda nn: nn.LogSoftmax(-1), [(2, 3)]),
    "softmin": (lambda nn: nn.Softmin(dim=0), [(2, 3)]),
    "softmax2d": (lambda nn: nn.Softmax2d(), [(2, 3, 4, 4)]),
    "glu": (lambda nn: nn.GLU(), [(2, 4)]),
    "sequential": (
        lambda nn: nn.Sequential(nn.Linear(3, 4), nn.ReLU(True), nn.Linear(4, 1)),
        [(2, 3)],
    ),
}
POINTWISE = {
    "ReLU": {"inplace": True}, "RReLU": {}, "Hardtanh": {"max_val": 0.5}, "ReLU6": {},
    "Sigmoid": {}, "Hardsigmoid": {"inplace": True}, "Tanh": {}, "SiLU": {}, "Mish": {},
    "Hardswish": {}, "ELU": {"alpha": 0.5}, "CELU": {"alpha": 2.0}, "SELU": {},
    "GELU": {"approximate": "tanh"}, "Hardshrink": {}, "LeakyReLU": {"inplace": True},
    "LogSigmoid": {}, "Softplus": {"beta": 2}, "Softshrink": {"lambd": 0.3}, "Softsign": {},
    "Tanhshrink": {}, "Threshold": {"threshold": 0.1, "value": 2},
}  # fmt: skip
for _name, _options in POINTWISE.items():
    CASES[_name] = (lambda nn, n=_name, o=_options: getattr(nn, n)(**o), [(2, 5)])


def random(shape, seed: int = 0) -> real.Tensor:
    """Return PyTorch's tensor of a shape, or of a kind: classes, ids, shares, signs."""
    draw = np.random.default_rng(seed)
    if shape == "classes":
        return real.tensor([0, 6, 2, 3])
    if shape == "ids":
        return real.tensor([[0, 6], [2, 3]])
    if shape == "share":
        return real.tensor(draw.uniform(0.1, 0.9, (2, 3)), dtype=real.float32)
    if shape == "signs":
        return real.tensor([1.0, -1.0, 1.0, -1.0])
    return real.tensor(draw.standard_normal(shape), dtype=real.float32)


def ours(value: real.Tensor):
    """Return a tensor of the frontend with the values of PyTorch's."""
    return torch.tensor(value.detach().numpy())


def close(found, expected, tolerance: float = 1e-5) -> None:
    """Compare dtype, shape and values; of tuples, each."""
    if isinstance(expected, tuple):
        assert isinstance(found, tuple) and len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            close(a, b, tolerance)
        return
    if expected is None:
        assert found is None
        return
    assert str(found.dtype) == str(expected.dtype)
    assert tuple(found.shape) == tuple(expected.shape)
    np.testing.assert_allclose(
        found.detach().numpy(), expected.detach().numpy(), rtol=tolerance, atol=tolerance
    )
