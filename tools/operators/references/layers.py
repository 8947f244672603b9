"""Cases of layers, losses, norms, interpolation, recurrent networks and optimizers."""

from __future__ import annotations

import numpy as np

from .case import (
    Case,
    between,
    counts,
    integers,
    normal,
    of,
    probabilities,
)  # fmt: skip

_AXES = {1: "W", 2: "HW", 3: "DHW"}
_IMAGE = {1: (3, 8, 30), 2: (3, 8, 14, 15), 3: (2, 8, 6, 7, 8)}


def _first(dims: int) -> dict:
    return {"data_format": f"NC{_AXES[dims]}"}


def _convolutions():
    for dims in (1, 2, 3):
        arrays = [normal(*_IMAGE[dims]), normal(6, 8, *(3,) * dims)]
        layout = _first(dims) | {"filter_format": "channel_first"}
        yield Case(
            f"conv{dims}d", f"torch.nn.functional.conv{dims}d", [*arrays, 2, 1], layout,
            relative="largest", call=lambda f, x, w, *more: f(x, w, None, *more),
        )  # fmt: skip
        turned = [normal(*_IMAGE[dims]), normal(8, 6, *(3,) * dims)]
        yield Case(
            f"conv{dims}d_transpose", f"torch.nn.functional.conv_transpose{dims}d",
            [*turned, 2, 1], layout, relative="largest",
            call=lambda f, x, w, stride, padding: f(x, w, None, stride, padding),
        )  # fmt: skip
    general = {"data_format": "channel_first", "filter_format": "channel_first"}
    x, w = normal(*_IMAGE[2]), normal(6, 4, 3, 3)
    grouped = general | {"feature_group_count": 2, "dilations": 2}
    for name in ("conv", "conv_general_dilated"):
        yield Case(
            name, "torch.nn.functional.conv2d", [x, w, 1, 2], grouped, relative="largest",
            call=lambda f, x, w, *_: f(x, w, None, 1, 2, 2, 2),
        )  # fmt: skip
    yield Case(
        "conv_general_transpose", "torch.nn.functional.conv_transpose2d",
        [x, normal(8, 3, 3, 3), 2, 1], general | {"feature_group_count": 2}, relative="largest",
        call=lambda f, x, w, *_: f(x, w, None, 2, 1, 0, 2),
    )  # fmt: skip
    yield Case(
        "depthwise_conv2d", "torch.nn.functional.conv2d", [x, normal(3, 3, 8), 1, 1],
        {"data_format": "NCHW"}, relative="largest",
        call=lambda f, x, w, *_: f(x, np.moveaxis(w, 2, 0)[:, None].copy(), None, 1, 1, 1, 8),
    )  # fmt: skip


def _pooling():
    for dims in (1, 2, 3):
        x, layout = normal(*_IMAGE[dims]), _first(dims)
        yield Case(
            f"avg_pool{dims}d", f"torch.nn.functional.avg_pool{dims}d", [x, 3, 2, 1], layout,
            relative="one", call=lambda f, *args: f(*args, count_include_pad=False),
        )  # fmt: skip
        yield Case(f"max_pool{dims}d", f"torch.nn.functional.max_pool{dims}d", [x, 3, 2, 1], layout)
        positive = between(0.1, 3, *_IMAGE[dims])
        yield Case(
            f"lp_pool{dims}d", f"torch.nn.functional.lp_pool{dims}d", [positive, 3, 2, 2], layout
        )
        for kind in ("avg", "max"):
            name = f"adaptive_{kind}_pool{dims}d"
            yield Case(name, f"torch.nn.functional.{name}", [x, 4], layout, relative="one")
    x = normal(*_IMAGE[2])
    yield Case(
        "pool", "torch.nn.functional.avg_pool2d", [x, 2, "AVG"], _first(2) | {"strides": 2},
        call=lambda f, x, *_: f(x, 2, 2), relative="one",
    )  # fmt: skip
    yield Case("adaptive_pool", "torch.nn.functional.adaptive_avg_pool2d", [x, 5, "AVG"],
               _first(2), call=lambda f, x, *_: f(x, 5), relative="one")  # fmt: skip
    yield Case("max_pool_with_indices", "torch.nn.functional.max_pool2d", [x, 3],
               _first(2) | {"strides": 2},
               call=lambda f, x, *_: f(x, 3, 2, return_indices=True))  # fmt: skip
    yield Case("adaptive_max_pool_with_indices", "torch.nn.functional.adaptive_max_pool2d", [x, 5],
               _first(2), call=lambda f, x, *_: f(x, 5, return_indices=True))  # fmt: skip
    yield Case("col2im", "torch.nn.functional.fold", [normal(2, 18, 36), 8, 3],
               relative="one")  # fmt: skip
    yield Case(
        "reduce_window", "torch.nn.functional.avg_pool1d", [normal(20, 30), 0.0, _sum, (1, 3)],
        call=lambda f, x, *_: f(x, 3, 1) * 3, relative="one",
    )  # fmt: skip


def _sum(x, y):
    return x + y


_LOSSES = {
    "l1_loss": ([normal(20, 30), normal(20, 30)], {}),
    "smooth_l1_loss": ([normal(20, 30), normal(20, 30)], {"beta": 1.5}),
    "huber_loss": ([normal(20, 30), normal(20, 30)], {"delta": 0.8}),
    "soft_margin_loss": ([normal(20, 30), of(lambda rng: rng.choice([-1.0, 1.0], (20, 30)))], {}),
    "hinge_embedding_loss": (
        [normal(20, 30), of(lambda rng: rng.choice([-1.0, 1.0], (20, 30)))], {"margin": 2.0}
    ),
    "kl_div": ([normal(20, 30), probabilities(20, 30)], {}),
    "poisson_nll_loss": ([normal(20, 30), counts(0, 30, 20, 30)], {"full": True}),
}  # fmt: skip


def _losses():
    for name, (arguments, options) in _LOSSES.items():
        # PyTorch warns of kl_div's mean
        for reduction in ("none", "batchmean" if name == "kl_div" else "mean"):
            more = options | {"reduction": reduction}
            yield Case(
                name, f"torch.nn.functional.{name}", arguments, more, relative="one",
                variant=reduction, call=lambda f, *args, more=more: f(*args, **more),
            )  # fmt: skip
    for reduction in ("none", "mean"):
        yield Case(
            "binary_cross_entropy", "torch.nn.functional.binary_cross_entropy",
            [between(0, 1, 20, 30), between(0.001, 0.999, 20, 30)], {"reduction": reduction},
            call=lambda f, true, pred, how=reduction: f(pred, true, reduction=how),
            variant=reduction,
        )  # fmt: skip
    yield Case(
        "binary_cross_entropy", "torch.nn.functional.binary_cross_entropy_with_logits",
        [between(0, 1, 20, 30), normal(20, 30, scale=9)],
        {"from_logits": True, "reduction": "none"}, variant="of logits",
        call=lambda f, true, pred: f(pred, true, reduction="none"),
    )  # fmt: skip
    yield Case(
        "cross_entropy", "numpy", [probabilities(20, 30), probabilities(20, 30)],
        call=lambda np, true, pred: -(true * np.log(pred)).mean(-1),
    )  # fmt: skip
    yield Case(
        "sparse_cross_entropy", "numpy", [integers(0, 30, 20), probabilities(20, 30)],
        call=lambda np, true, pred: -np.log(np.take_along_axis(pred, true[:, None], 1))[:, 0] / 30,
    )  # fmt: skip
    yield Case(
        "log_poisson_loss", "torch.nn.functional.poisson_nll_loss",
        [counts(0, 30, 20, 30), normal(20, 30)], {"compute_full_loss": True}, relative="one",
        call=lambda f, true, pred: f(pred, true, full=True, reduction="none"),
    )  # fmt: skip
    yield Case("wasserstein_loss_discriminator", "numpy", [normal(300), normal(300, shift=3)],
               call=lambda np, p, q: q.mean() - p.mean())  # fmt: skip
    yield Case("wasserstein_loss_generator", "numpy", [normal(300, shift=3)],
               call=lambda np, p: -p.mean())  # fmt: skip
    yield Case("ssim_loss", "scipy.ndimage.uniform_filter",
               [between(0, 1, 1, 1, 20, 21), between(0, 1, 1, 1, 20, 21)], call=_ssim)  # fmt: skip


def _ssim(box, true, pred):
    """One less the mean structural similarity, over 3x3 pixels, fewer at the borders."""
    whole = box(np.ones(true.shape[2:]), 3, mode="constant")

    def mean(x):
        return box(x, 3, mode="constant") / whole

    x, y = true[0, 0], pred[0, 0]
    mx, my, c1, c2 = mean(x), mean(y), 0.01**2, 0.03**2
    vx, vy, both = mean(x * x) - mx**2, mean(y * y) - my**2, mean(x * y) - mx * my
    top, bottom = (2 * mx * my + c1) * (2 * both + c2), (mx**2 + my**2 + c1) * (vx + vy + c2)
    return 1 - np.mean(top / bottom)


def _norms():
    x, channels = normal(6, 8, 10, 5, shift=2), [normal(8), between(0.5, 2, 8)]
    affine = {"offset": normal(8), "scale": between(0.5, 2, 8)}
    for name in ("batch_norm", "instance_norm"):
        for training in (False, True):
            yield Case(
                name, f"torch.nn.functional.{name}", [x, *channels],
                {"training": training, "data_format": "NCS", "eps": 1e-5}, affine,
                relative="largest", variant="training" if training else "",
                call=_with_running(training),
            )  # fmt: skip
    yield Case(
        "group_norm", "torch.nn.functional.group_norm", [x, 4],
        {"data_format": "NCS"}, affine, relative="largest",
        call=lambda f, x, groups, offset, scale: f(x, groups, scale, offset),
    )  # fmt: skip
    yield Case(
        "layer_norm", "torch.nn.functional.layer_norm", [x, [2, 3]],
        named={"scale": normal(10, 5), "offset": normal(10, 5)},
        relative="largest", call=lambda f, x, _, scale, offset: f(x, (10, 5), scale, offset),
    )  # fmt: skip
    yield Case(
        "local_response_norm", "torch.nn.functional.local_response_norm", [x, 5],
        {"data_format": "NCHW", "average": True, "alpha": 0.1, "beta": 0.75},
        call=lambda f, x, size: f(x, size, 0.1, 0.75, 1.0),
    )  # fmt: skip
    for name, order in (("l1_normalize", 1), ("l2_normalize", 2), ("lp_normalize", 3)):
        more = {"p": 3} if order == 3 else {}
        yield Case(
            name, "torch.nn.functional.normalize", [x], {"axis": 1} | more,
            call=lambda f, x, order=order: f(x, order, 1),
        )  # fmt: skip


def _with_running(training):
    def call(norm, x, mean, variance, offset, scale):
        y = norm(x, mean, variance, scale, offset, training, 0.1, 1e-5)
        return y, mean, variance  # the running ones, which PyTorch has changed

    return call


def _interpolation():
    modes = {
        "linear": (1, "linear"), "bilinear": (2, "bilinear"), "trilinear": (3, "trilinear"),
        "bicubic": (2, "bicubic"), "area": (2, "area"), "nearest": (2, "nearest"),
    }  # fmt: skip
    sizes = {1: (47,), 2: (23, 9), 3: (9, 4, 11)}
    for mode, (dims, native) in modes.items():
        yield Case(
            "interpolate", "torch.nn.functional.interpolate", [normal(*_IMAGE[dims]), sizes[dims]],
            {"mode": mode}, relative="one", variant=mode,
            call=lambda f, x, size, native=native: f(x, size, mode=native),
        )  # fmt: skip
    for mode in ("bilinear", "bicubic"):
        yield Case(
            "interpolate", "torch.nn.functional.interpolate", [normal(*_IMAGE[2]), (9, 8)],
            {"mode": mode, "antialias": True}, relative="one", variant=f"{mode} antialias",
            call=lambda f, x, size, mode=mode: f(x, size, mode=mode, antialias=True),
        )  # fmt: skip
    yield Case(
        "area_interpolate", "torch.nn.functional.interpolate",
        [normal(*_IMAGE[2]), 2, (7, 5), (2.0, 3.0)], relative="one",
        call=lambda f, x, dims, size, _: f(x, size, mode="area"),
    )  # fmt: skip
    yield Case(
        "nearest_interpolate", "torch.nn.functional.interpolate",
        [normal(*_IMAGE[2]), 2, (28, 30), (0.5, 0.5), True],
        call=lambda f, x, dims, size, *_: f(x, size, mode="nearest-exact"),
    )  # fmt: skip
    yield Case("affine_grid", "torch.nn.functional.affine_grid", [normal(3, 2, 3), (3, 2, 9, 10)],
               relative="one", call=lambda f, t, size: f(t, size, align_corners=False),
               )  # fmt: skip
    for mode in ("bilinear", "bicubic"):
        yield Case(
            "grid_sample", "torch.nn.functional.grid_sample",
            [normal(3, 4, 9, 10), between(-1.1, 1.1, 3, 7, 8, 2)], {"mode": mode},
            relative="largest", variant=mode,
            call=lambda f, x, grid, mode=mode: f(x, grid, mode=mode, align_corners=False),
        )  # fmt: skip
    yield Case("interp", "numpy.interp",
               [between(-1, 21), of(lambda rng: np.arange(20.0)), normal(20)],
               relative="one")  # fmt: skip


_T, _B, _F, _H = 12, 4, 5, 6
_GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def _recurrent():
    for name, gates in _GATES.items():
        weights = [
            between(-0.4, 0.4, *shape)
            for width in (_F, 2 * _H)
            for _ in range(2)
            for shape in ((gates * _H, width), (gates * _H, _H), (gates * _H,), (gates * _H,))
        ]
        state = normal(4, _B, _H)
        first = [state, normal(4, _B, _H)] if name == "lstm" else state
        yield Case(
            name, f"torch.{name}", [normal(_T, _B, _F), first, weights, 2, 0.0, False, True],
            relative="one",
            call=lambda f, x, states, w, layers, p, train, two: f(
                x, states, w, True, layers, p, train, two, False
            ),
        )  # fmt: skip
    yield Case(
        "lstm_update", "numpy",
        [normal(_B, _T, _F), normal(_B, _H), normal(_B, _H), between(-0.4, 0.4, _F, 4 * _H),
         between(-0.4, 0.4, _H, 4 * _H)],
        named={"bias": normal(4 * _H), "recurrent_bias": normal(4 * _H)},
        relative="one", call=_lstm,
    )  # fmt: skip


def _lstm(np, x, h, c, kernel, recurrent, bias, recurrent_bias):
    """The loop, with the gates in Keras's order: input, forget, cell, output."""

    def sigmoid(z):
        return 1 / (1 + np.exp(-z))

    outputs = []
    for step in np.moveaxis(x, 1, 0):
        i, f, g, o = np.split(step @ kernel + bias + h @ recurrent + recurrent_bias, 4, -1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        outputs.append(h)
    return np.stack(outputs, 1), h, c


def _attention():
    q, k, v = normal(2, 3, 9, 8), normal(2, 3, 11, 8), normal(2, 3, 11, 6)
    by = "torch.nn.functional.scaled_dot_product_attention"
    yield Case("scaled_dot_product_attention", by, [q, k, v], relative="largest")
    yield Case(
        "scaled_dot_product_attention", by, [q, normal(2, 3, 9, 8), normal(2, 3, 9, 8)],
        {"is_causal": True}, relative="largest", variant="causal",
        call=lambda f, *args: f(*args, is_causal=True),
    )  # fmt: skip
    yield Case(
        "multi_head_attention", "torch.nn.functional.multi_head_attention_forward",
        [normal(3, 7, 8)],
        {"num_heads": 2},
        {"in_proj_weights": normal(24, 8), "in_proj_bias": normal(24),
         "out_proj_weights": normal(8, 8), "out_proj_bias": normal(8)},
        relative="largest", call=_heads,
    )  # fmt: skip


def _heads(attention, x, in_proj_weights, in_proj_bias, out_proj_weights, out_proj_bias):
    turned = np.swapaxes(x, 0, 1)
    made, _ = attention(
        turned, turned, turned, 8, 2, in_proj_weights, in_proj_bias, None, None, False, 0.0,
        out_proj_weights, out_proj_bias, training=False,
    )  # fmt: skip
    return np.swapaxes(made, 0, 1)


def _adam(np, w, g, lr, mw, vw, step):
    mw, vw = 0.9 * mw + 0.1 * g, 0.999 * vw + 0.001 * g**2
    rate = np.sqrt(1 - 0.999**step) / (1 - 0.9**step + 1e-7)
    return w - lr * rate * mw / (np.sqrt(vw) + 1e-7), mw, vw


def _adam_step(np, g, mw, vw, step):
    moved, mw, vw = _adam(np, np.zeros_like(g), g, 1.0, mw, vw, step)
    return -moved, mw, vw


def _lars(np, w, g, lr):
    return w - lr * np.linalg.norm(w) / np.linalg.norm(g) * g


def _lamb(np, w, g, lr, mw, vw, step):
    moved, mw, vw = _adam_step(np, g, mw, vw, step)
    ratio = min(np.linalg.norm(w) / np.linalg.norm(moved), 10)
    return w - lr * ratio * moved, mw, vw


def _optimizers():
    w, g, m, v = normal(400), normal(400), normal(400), between(0.01, 2, 400)
    options = {"relative": "largest"}
    yield Case("adam_step", "numpy", [g, m, v, 3], call=_adam_step, **options)
    yield Case("adam_update", "numpy", [w, g, 0.1, m, v, 3], call=_adam, **options)
    yield Case("lamb_update", "numpy", [w, g, 0.1, m, v, 3], call=_lamb, **options)
    yield Case("lars_update", "numpy", [w, g, 0.1], call=_lars, **options)
    for name in ("gradient_descent_update", "optimizer_update"):
        yield Case(name, "numpy", [w, g, 0.1], call=lambda np, w, g, lr: w - lr * g, **options)


def _roi(interpolate, x, boxes, size):
    """The means of 2x2 bilinear samples of each cell of the boxes."""
    regions = []
    for at, left, top, right, bottom in boxes:
        edges = zip((top, left), (bottom, right), x.shape[2:], strict=True)
        ends = [(low, max(high - low, 1), n) for low, high, n in edges]
        image = x[int(at)]
        for low, length, n in ends:
            points = np.clip(low + (np.arange(2 * size) + 0.5) * length / (2 * size), 0, n - 1)
            spline = interpolate(np.arange(n), image, axis=1)
            image = np.moveaxis(
                spline(points).reshape(-1, size, 2, *image.shape[2:]).mean(2), 1, -1
            )
        regions.append(image)
    return np.stack(regions)


CASES = (
    *_convolutions(),
    *_pooling(),
    *_losses(),
    *_norms(),
    *_interpolation(),
    *_recurrent(),
    *_attention(),
    *_optimizers(),
    Case("linear", "torch.nn.functional.linear", [normal(30, 50), normal(20, 50)],
         named={"bias": normal(20)}, relative="largest"),
    Case("embedding", "torch.nn.functional.embedding", [normal(9, 5), integers(0, 9, 30)],
         call=lambda f, table, at: f(at, table)),
    Case("roi_align", "scipy.interpolate.make_interp_spline",
         [normal(1, 3, 12, 13),
          of(lambda rng: np.array([[0, 1.25, 2.5, 9.75, 8.25], [0, 0.5, 0.75, 3.5, 7.0]])), 4],
         {"sampling_ratio": 2}, relative="one",
         call=lambda f, *args: _roi(lambda p, x, axis: f(p, x, k=1, axis=axis), *args)),
)  # fmt: skip
