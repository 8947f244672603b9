"""Convolutions, pooling, sampling and other functions of images, held against real PyTorch's."""

import numpy as np
import pytest

from tests.frontends.torch.comparing import (
    assert_same,
    assert_same_error,
    assert_same_gradients,
)

rng = np.random.default_rng(1)


def values(*shape):
    return rng.normal(size=shape).astype(np.float32)


LINE, IMAGE, VOLUME = values(2, 4, 9), values(2, 4, 6, 8), values(1, 4, 4, 6, 4)
BY_DIMS = {1: LINE, 2: IMAGE, 3: VOLUME}
WEIGHTS = {d: values(6, 2, *(3, 2, 2)[:d]) for d in (1, 2, 3)}
TURNED = {d: values(4, 3, *(3, 2, 2)[:d]) for d in (1, 2, 3)}
BIAS, LOGITS = values(6), values(3, 5)
CLASSES = np.array([0, 4, 2])


def convolve(dims, transposed=False, unbatched=False, **options):
    name = f"conv{'_transpose' if transposed else ''}{dims}d"
    x, weight = BY_DIMS[dims], (TURNED if transposed else WEIGHTS)[dims]

    def expression(t, F):
        return getattr(F, name)(
            t.tensor(x[0] if unbatched else x),
            t.tensor(weight),
            t.tensor(BIAS),
            groups=2,
            **options,
        )

    return expression


def pool(name, *args, x=None, **options):
    value = BY_DIMS[int(name.split("pool")[1][0])] if x is None else x
    return lambda t, F: getattr(F, name)(t.tensor(value), *args, **options)


def resample(mode, x, **options):
    return lambda t, F: F.interpolate(t.tensor(x), mode=mode, **options)


GRID = rng.uniform(-1.3, 1.3, (2, 3, 4, 2)).astype(np.float32)
CASES = {
    **{f"conv{d}d": convolve(d, stride=2, padding=1, dilation=1) for d in (1, 2, 3)},
    **{f"conv{d}d same": convolve(d, padding="same") for d in (1, 2)},
    **{f"conv{d}d unbatched": convolve(d, unbatched=True, padding="valid") for d in (1, 2, 3)},
    "conv2d tuples": convolve(2, stride=(2, 1), padding=(0, 1), dilation=(1, 2)),
    "conv2d empty": lambda t, F: F.conv2d(t.zeros(0, 2, 4, 4), t.ones(3, 2, 2, 2)),
    "conv2d ints": lambda t, F: F.conv2d(
        t.arange(16).reshape(1, 1, 4, 4), t.ones(1, 1, 2, 2, dtype=t.int64)
    ),
    **{
        f"conv_transpose{d}d": convolve(d, True, stride=2, padding=1, output_padding=1)
        for d in (1, 2, 3)
    },
    "conv_transpose2d dilated": convolve(2, True, unbatched=True, dilation=(1, 2)),
    "conv_tbc": lambda t, F: F.conv_tbc(
        t.tensor(LINE), t.tensor(values_of_tbc), t.tensor(BIAS), 1
    ),
    "torch.conv2d": lambda t, F: t.conv2d(t.tensor(IMAGE), t.tensor(WEIGHTS[2]), groups=2),
    **{f"max_pool{d}d": pool(f"max_pool{d}d", 2) for d in (1, 2, 3)},
    **{
        f"max_pool{d}d indices": pool(f"max_pool{d}d", 3, 2, 1, ceil_mode=True, return_indices=True)
        for d in (1, 2, 3)
    },
    "max_pool2d dilated": pool("max_pool2d", (2, 3), dilation=(1, 2), return_indices=True),
    "max_pool2d ints": lambda t, F: F.max_pool2d(t.arange(16).reshape(1, 4, 4), 2),
    "max_pool2d_with_indices": pool("max_pool2d_with_indices", 2, x=IMAGE),
    **{f"avg_pool{d}d": pool(f"avg_pool{d}d", 3, 2, 1) for d in (1, 2, 3)},
    "avg_pool2d ceil": pool("avg_pool2d", 3, 2, 1, True, False),
    "avg_pool2d ceil padded": pool("avg_pool2d", 3, 2, 1, True, True),
    "avg_pool2d divisor": pool("avg_pool2d", 2, divisor_override=3),
    **{f"lp_pool{d}d": pool(f"lp_pool{d}d", 2, 2) for d in (1, 2, 3)},
    "lp_pool1d inf": pool("lp_pool1d", float("inf"), 2),
    **{f"adaptive_avg_pool{d}d": pool(f"adaptive_avg_pool{d}d", 3) for d in (1, 2, 3)},
    **{
        f"adaptive_max_pool{d}d": pool(f"adaptive_max_pool{d}d", 3, return_indices=True)
        for d in (1, 2, 3)
    },
    "adaptive_avg_pool2d None": pool("adaptive_avg_pool2d", (3, None)),
    **{
        f"max_unpool{d}d": lambda t, F, d=d: getattr(F, f"max_unpool{d}d")(
            *getattr(F, f"max_pool{d}d")(t.tensor(BY_DIMS[d][..., :4]), 2, return_indices=True), 2
        )
        for d in (1, 2, 3)
    },
    **{
        f"fractional_max_pool{d}d of no batch": lambda t, F, d=d: getattr(
            F, f"fractional_max_pool{d}d"
        )(
            t.tensor(BY_DIMS[d][0]), 2, output_size=(2,) * d,
            _random_samples=t.full((3, BY_DIMS[d].shape[1], d), 0.4),
        )
        for d in (2, 3)
    },
    "max_unpool2d size": lambda t, F: F.max_unpool2d(
        *F.max_pool2d(t.tensor(IMAGE), 2, return_indices=True), 2, output_size=(7, 8)
    ),
    "grid_sample": lambda t, F: F.grid_sample(t.tensor(IMAGE), t.tensor(GRID), align_corners=False),
    "grid_sample border": lambda t, F: F.grid_sample(
        t.tensor(IMAGE), t.tensor(GRID), "nearest", "border", False
    ),
    "grid_sample reflection": lambda t, F: F.grid_sample(
        t.tensor(IMAGE), t.tensor(GRID), "bicubic", "reflection", True
    ),
    "affine_grid": lambda t, F: F.affine_grid(t.tensor(LOGITS[None, :2, :3]), (1, 1, 3, 4), False),
    "pixel_shuffle": lambda t, F: F.pixel_shuffle(t.tensor(IMAGE), 2),
    "pixel_unshuffle": lambda t, F: F.pixel_unshuffle(t.tensor(IMAGE), 2),
    "channel_shuffle": lambda t, F: F.channel_shuffle(t.tensor(IMAGE), 2),
    "unfold": lambda t, F: F.unfold(t.tensor(IMAGE), (2, 3), dilation=(2, 1), padding=1, stride=2),
    "fold": lambda t, F: F.fold(t.tensor(values_of_columns), (4, 5), 2, padding=1, stride=2),
    "nearest": resample("nearest", IMAGE, size=(5, 11)),
    "nearest factor": resample("nearest", VOLUME, scale_factor=1.6),
    "nearest-exact": resample("nearest-exact", LINE, size=5),
    "linear": resample("linear", LINE, scale_factor=1.7),
    "linear recomputed": resample("linear", LINE, scale_factor=1.7, recompute_scale_factor=True),
    "bilinear": resample("bilinear", IMAGE, size=(3, 12), align_corners=True),
    "bilinear antialias": resample("bilinear", IMAGE, size=(3, 5), antialias=True),
    "bicubic": resample("bicubic", IMAGE, scale_factor=(0.6, 1.9)),
    "bicubic antialias": resample("bicubic", IMAGE, size=(3, 5), antialias=True),
    "trilinear": resample("trilinear", VOLUME, size=6),
    "area": resample("area", IMAGE, size=(3, 5)),
    "upsample": lambda t, F: F.upsample(t.tensor(LINE), scale_factor=2),
    "upsample_bilinear": lambda t, F: F.upsample_bilinear(t.tensor(IMAGE), scale_factor=2),
    "cosine_similarity": lambda t, F: F.cosine_similarity(t.tensor(LINE), t.tensor(LINE[:1]), -1),
    "cosine_similarity short": lambda t, F: F.cosine_similarity(
        t.tensor(LINE), t.tensor(LINE[:1]), -1, eps=2.0
    ),
    "pairwise_distance": lambda t, F: F.pairwise_distance(
        t.tensor(LOGITS), t.tensor(LOGITS[::-1].copy()), 3.0, keepdim=True
    ),
    "pdist": lambda t, F: F.pdist(t.tensor(LOGITS)),
    "cdist": lambda t, F: t.cdist(t.tensor(LINE), t.tensor(LINE[:, :2])),
    "cdist p": lambda t, F: t.cdist(t.tensor(LOGITS), t.tensor(LOGITS), p=1.0),
    "multi_margin_loss": lambda t, F: F.multi_margin_loss(
        t.tensor(LOGITS), t.tensor(CLASSES), p=2, weight=t.tensor(np.abs(LOGITS[0]))
    ),
    "multilabel_margin_loss": lambda t, F: F.multilabel_margin_loss(
        t.tensor(LOGITS), t.tensor([[3, 0, -1, 1, 2], [1, -1, 0, 0, 0], [0, 1, 2, 3, 4]]),
        reduction="none",
    ),
    "multilabel_soft_margin_loss": lambda t, F: F.multilabel_soft_margin_loss(
        t.tensor(LOGITS), t.tensor((LOGITS > 0).astype(np.float32))
    ),
    "triplet_margin_loss": lambda t, F: F.triplet_margin_loss(
        *(t.tensor(LOGITS[np.roll([0, 1, 2], i)]) for i in range(3)), swap=True, reduction="none"
    ),
    "triplet_margin_with_distance_loss": lambda t, F: F.triplet_margin_with_distance_loss(
        *(t.tensor(LOGITS[np.roll([0, 1, 2], i)]) for i in range(3)), margin=2.0, swap=True
    ),
    "ctc_loss": lambda t, F: F.ctc_loss(
        F.log_softmax(t.tensor(values_of_speech), -1), t.tensor([[1, 2, 2], [3, 1, 0]]), (6, 5),
        (3, 2),
    ),
    "ctc_loss lost": lambda t, F: F.ctc_loss(
        F.log_softmax(t.tensor(values_of_speech), -1), t.tensor([1, 2, 2, 3]), t.tensor([3, 6]),
        t.tensor([3, 1]), reduction="none",
    ),
    "ctc_loss zero": lambda t, F: F.ctc_loss(
        F.log_softmax(t.tensor(values_of_speech), -1), t.tensor([1, 2, 2, 3]), t.tensor([3, 6]),
        t.tensor([3, 1]), zero_infinity=True, reduction="sum",
    ),
}  # fmt: skip
values_of_tbc, values_of_columns, values_of_speech = (
    values(3, 9, 6),
    values(2, 12, 9),
    values(6, 2, 4),
)

MISTAKES = {
    "conv2d channels": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 5, 2, 2)),
    "conv2d weight": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 2, 2)),
    "conv2d input": lambda t, F: F.conv2d(t.ones(4, 4), t.ones(3, 2, 2, 2)),
    "conv2d bias": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), t.ones(2)),
    "conv2d stride": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), stride=0),
    "conv2d strides": lambda t, F: F.conv2d(
        t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), stride=(1, 1, 1)
    ),
    "conv2d padding": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), padding=-1),
    "conv2d named padding": lambda t, F: F.conv2d(
        t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), padding="no"
    ),
    "conv2d same strides": lambda t, F: F.conv2d(
        t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2), padding="same", stride=2
    ),
    "conv2d kernel": lambda t, F: F.conv2d(t.ones(1, 2, 4, 4), t.ones(3, 2, 5, 5)),
    "conv2d types": lambda t, F: F.conv2d(t.tensor(IMAGE), t.ones(3, 4, 2, 2, dtype=t.float64)),
    "conv2d groups": lambda t, F: F.conv2d(t.ones(1, 4, 4, 4), t.ones(3, 2, 2, 2), groups=2),
    "conv_transpose2d channels": lambda t, F: F.conv_transpose2d(
        t.ones(1, 2, 4, 4), t.ones(3, 2, 2, 2)
    ),
    "conv_transpose2d output_padding": lambda t, F: F.conv_transpose2d(
        t.ones(1, 2, 4, 4), t.ones(2, 2, 2, 2), stride=2, output_padding=2
    ),
    "max_pool2d padding": pool("max_pool2d", 2, padding=2),
    "max_pool2d stride": pool("max_pool2d", 2, stride=0),
    "max_pool2d size": pool("max_pool2d", 9),
    "max_pool2d kernel": pool("max_pool2d", (2, 2, 2)),
    "max_pool2d dims": pool("max_pool2d", 2, x=IMAGE[0, 0]),
    "max_pool1d size": pool("max_pool1d", 10),
    "avg_pool2d divisor": pool("avg_pool2d", 2, divisor_override=0),
    "avg_pool1d dims": pool("avg_pool1d", 2, x=IMAGE),
    "adaptive_avg_pool2d size": pool("adaptive_avg_pool2d", -1),
    "adaptive_avg_pool2d dims": pool("adaptive_avg_pool2d", 2, x=IMAGE[0, 0]),
    "max_unpool2d size": lambda t, F: F.max_unpool2d(
        *F.max_pool2d(t.tensor(IMAGE), 2, return_indices=True), 2, output_size=(9, 9)
    ),
    "max_unpool2d type": lambda t, F: F.max_unpool2d(
        t.ones(1, 2, 2), t.ones(1, 2, 2, dtype=t.int32), 2
    ),
    "grid_sample mode": lambda t, F: F.grid_sample(t.tensor(IMAGE), t.tensor(GRID), "no"),
    "grid_sample grid": lambda t, F: F.grid_sample(t.tensor(IMAGE), t.ones(2, 3, 3, 3)),
    "grid_sample batch": lambda t, F: F.grid_sample(t.tensor(IMAGE), t.ones(1, 3, 3, 2)),
    "affine_grid theta": lambda t, F: F.affine_grid(t.ones(1, 3, 3), (1, 1, 3, 4)),
    "pixel_shuffle channels": lambda t, F: F.pixel_shuffle(t.ones(1, 7, 2, 2), 2),
    "pixel_unshuffle height": lambda t, F: F.pixel_unshuffle(t.ones(1, 2, 3, 4), 2),
    "channel_shuffle groups": lambda t, F: F.channel_shuffle(t.ones(1, 4, 2), 3),
    "unfold size": lambda t, F: F.unfold(t.tensor(IMAGE), 9),
    "fold rows": lambda t, F: F.fold(t.ones(2, 15, 20), (5, 6), 2),
    "fold blocks": lambda t, F: F.fold(t.ones(2, 16, 21), (5, 6), 2),
    "interpolate mode": resample("no", IMAGE, size=3),
    "interpolate dims": resample("linear", IMAGE, size=3),
    "interpolate size": resample("nearest", IMAGE, size=0),
    "interpolate both": resample("nearest", IMAGE, size=2, scale_factor=2),
    "interpolate neither": resample("nearest", IMAGE),
    "interpolate corners": resample("nearest", IMAGE, size=2, align_corners=True),
    "pdist dims": lambda t, F: F.pdist(t.ones(4)),
    "cosine_similarity ints": lambda t, F: F.cosine_similarity(t.arange(3), t.arange(3), 0),
    "cdist columns": lambda t, F: t.cdist(t.ones(4, 3), t.ones(5, 2)),
    "cdist p": lambda t, F: t.cdist(t.ones(4, 3), t.ones(5, 3), -1),
    "multi_margin_loss p": lambda t, F: F.multi_margin_loss(t.ones(2, 3), t.tensor([0, 1]), p=3),
    "multi_margin_loss target": lambda t, F: F.multi_margin_loss(t.ones(2, 3), t.tensor([0, 3])),
    "triplet_margin_loss margin": lambda t, F: F.triplet_margin_loss(
        t.ones(2), t.ones(2), t.ones(2), margin=0
    ),
    **{
        f"fractional_max_pool2d of samples {shape}": lambda t, F, shape=shape: (
            F.fractional_max_pool2d(t.ones(2, 3, 5, 5), 2, 2, _random_samples=t.ones(shape))
        )
        for shape in ((1, 3, 2), (2, 2, 2), (2, 3, 3), (3, 2))
    },
    "ctc_loss blank": lambda t, F: F.ctc_loss(t.ones(3, 4), t.tensor([1]), (3,), (1,), blank=4),
}


@pytest.mark.parametrize("name", CASES)
def test_results_are_pytorchs(backend, name):
    assert_same(CASES[name], tolerance=2e-5)


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_refused_in_pytorchs_words(backend, name):
    assert_same_error(MISTAKES[name])


DIFFERENTIATED = (
    "conv2d tuples", "conv_transpose2d dilated", "bicubic", "grid_sample", "max_pool2d", "fold",
    "cosine_similarity short",
    "ctc_loss", "conv1d", "max_pool2d dilated", "avg_pool2d ceil",
    "lp_pool2d", "adaptive_avg_pool2d", "adaptive_max_pool1d", "max_unpool2d",
    "grid_sample reflection", "unfold", "bilinear antialias", "linear",
    "cdist p", "pdist", "multilabel_margin_loss", "triplet_margin_loss",
    "ctc_loss zero",
)  # fmt: skip


def only_with_full(params) -> bool:
    """Of the gradients an ordinary run looks at the first few: each is compiled anew."""
    return params.get("differentiated") in DIFFERENTIATED[8:]


@pytest.mark.parametrize("differentiated", DIFFERENTIATED)
@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_gradients_are_pytorchs(backend, differentiated):
    assert_same_gradients(CASES[differentiated])


RESIZED = ({"size": (5, 7)}, {"size": (23, 30)}, {"size": (16, 9)}, {"scale_factor": (0.7, 1.9)})


@pytest.mark.parametrize("options", RESIZED, ids=str)
@pytest.mark.parametrize("antialias", (False, True))
@pytest.mark.parametrize("mode", ("bilinear", "bicubic"))
def test_bytes_are_resampled_as_in_pytorch(backend, mode, antialias, options):
    images = rng.integers(0, 256, (2, 3, 16, 21)).astype("uint8")
    for align_corners in (False, True):
        chosen = {**options, "align_corners": align_corners, "antialias": antialias}
        assert_same(
            lambda torch, F: F.interpolate(torch.from_numpy(images.copy()), mode=mode, **chosen),  # noqa: B023
            tolerance=0.0,
        )
