"""Functions of networks, held against real PyTorch's."""

import functools

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from tests.frontends.torch.comparing import (
    assert_same,
    assert_same_error,
    assert_same_gradients,
)

rng = np.random.default_rng(0)
POINTS = np.array([-25.0, -3.0, -1.0, -0.5, 0.0, 0.3, 0.5, 1.0, 3.0, 6.0, 25.0, np.nan], np.float32)
MATRIX = rng.normal(size=(3, 4)).astype(np.float32)
CUBE = rng.normal(size=(2, 3, 4)).astype(np.float32)
IMAGES = rng.normal(size=(2, 3, 4, 5)).astype(np.float32)
WEIGHT = rng.normal(size=(5, 4)).astype(np.float32)
CLASSES = np.array([0, 3, 1])

ACTIVATIONS = {
    "celu": lambda t, F: F.celu(t.tensor(POINTS), 0.7),
    "elu": lambda t, F: F.elu(t.tensor(POINTS), alpha=1.3),
    "gelu": lambda t, F: F.gelu(t.tensor(POINTS)),
    "gelu tanh": lambda t, F: F.gelu(t.tensor(POINTS), approximate="tanh"),
    "glu": lambda t, F: F.glu(t.tensor(MATRIX), -1),
    "hardshrink": lambda t, F: F.hardshrink(t.tensor(POINTS), 0.5),
    "hardsigmoid": lambda t, F: F.hardsigmoid(t.tensor(POINTS)),
    "hardswish": lambda t, F: F.hardswish(t.tensor(POINTS)),
    "hardtanh": lambda t, F: F.hardtanh(t.tensor(POINTS), -0.5, 2.0),
    "hardtanh int": lambda t, F: F.hardtanh(t.tensor([-3, 0, 3])),
    "leaky_relu": lambda t, F: F.leaky_relu(t.tensor(POINTS), 0.1),
    "log_softmax": lambda t, F: F.log_softmax(t.tensor(MATRIX), 1),
    "log_softmax implicit": lambda t, F: F.log_softmax(t.tensor(CUBE)),
    "logsigmoid": lambda t, F: F.logsigmoid(t.tensor(POINTS)),
    "mish": lambda t, F: F.mish(t.tensor(POINTS)),
    "prelu": lambda t, F: F.prelu(t.tensor(CUBE), t.tensor([0.1, 0.2, 0.3])),
    "prelu one": lambda t, F: F.prelu(t.tensor(POINTS), t.tensor([0.1])),
    "relu": lambda t, F: F.relu(t.tensor(POINTS)),
    "relu int": lambda t, F: F.relu(t.tensor([-1, 2])),
    "relu half": lambda t, F: F.relu(t.tensor(POINTS).half()),
    "relu6": lambda t, F: F.relu6(t.tensor(POINTS)),
    "rrelu": lambda t, F: F.rrelu(t.tensor(POINTS), 0.1, 0.3),
    "selu": lambda t, F: F.selu(t.tensor(POINTS)),
    "sigmoid": lambda t, F: F.sigmoid(t.tensor([0, 1])),
    "silu": lambda t, F: F.silu(t.tensor(POINTS)),
    "softmax": lambda t, F: F.softmax(t.tensor(CUBE), dim=-2),
    "softmax typed": lambda t, F: F.softmax(t.tensor([1, 2]), 0, dtype=t.float64),
    "softmax of one": lambda t, F: F.softmax(t.tensor(2.0), 0),
    "softmin": lambda t, F: F.softmin(t.tensor(MATRIX), 0),
    "softplus": lambda t, F: F.softplus(t.tensor(POINTS), 2, 3),
    "softshrink": lambda t, F: F.softshrink(t.tensor(POINTS), 0.4),
    "softsign": lambda t, F: F.softsign(t.tensor(POINTS)),
    "tanh": lambda t, F: F.tanh(t.tensor(POINTS)),
    "tanhshrink": lambda t, F: F.tanhshrink(t.tensor(POINTS)),
    "threshold": lambda t, F: F.threshold(t.tensor(POINTS), 0.4, 20.0),
}


def written(name, *args):
    """Return an expression that writes by ``name_`` or ``inplace=``, and what was written to."""

    def expression(t, F):
        x = t.tensor(POINTS)
        if name.endswith("_"):
            y = getattr(F, name)(x, *args)
        else:
            y = getattr(F, name)(x, *args, inplace=True)
        return y is x, x

    return expression


def written_at_top(name, *args):
    """Return an expression that writes by a function of the package itself."""

    def expression(t, F):
        x = t.tensor(POINTS)
        y = getattr(t, name)(x, *args)
        return y is x, x

    return expression


WRITING = {
    **{
        name: written(name)
        for name in "celu elu hardsigmoid hardswish hardtanh leaky_relu mish relu relu6 rrelu selu "
        "silu celu_ elu_ hardtanh_ leaky_relu_ relu_ rrelu_ selu_".split()
    },
    "threshold": written("threshold", 0.4, 20.0),
    "threshold_": written("threshold_", 0.4, 20.0),
    "torch.relu_": written_at_top("relu_"),
    "torch.celu_": written_at_top("celu_"),
    "torch.threshold_": written_at_top("threshold_", 0.4, 20.0),
}

LAYERS = {
    "linear": lambda t, F: F.linear(t.tensor(CUBE), t.tensor(WEIGHT), t.ones(5)),
    "linear no bias": lambda t, F: F.linear(t.tensor(MATRIX), t.tensor(WEIGHT)),
    "linear vector": lambda t, F: F.linear(t.tensor(MATRIX), t.tensor(WEIGHT[0])),
    "linear ints": lambda t, F: F.linear(t.tensor([1, 2]), t.tensor([[1, 2], [3, 4]])),
    "bilinear": lambda t, F: F.bilinear(
        t.tensor(MATRIX[:, :2]), t.tensor(MATRIX), t.tensor(IMAGES[0, :, :2, :4].copy()), t.ones(3)
    ),
    "layer_norm": lambda t, F: F.layer_norm(t.tensor(CUBE), (3, 4)),
    "layer_norm weight": lambda t, F: F.layer_norm(
        t.tensor(CUBE), [4], t.tensor(WEIGHT[0]), t.tensor(WEIGHT[1]), 1e-3
    ),
    "rms_norm": lambda t, F: F.rms_norm(t.tensor(CUBE), (4,), t.tensor(WEIGHT[0])),
    "group_norm": lambda t, F: F.group_norm(
        t.tensor(IMAGES[:, :2]), 2, t.tensor([1.0, 2.0]), t.tensor([0.5, 1.5])
    ),
    "local_response_norm": lambda t, F: F.local_response_norm(t.tensor(IMAGES), 2, 0.1, 0.5, 2.0),
    "local_response_norm 3D": lambda t, F: F.local_response_norm(t.tensor(CUBE), 3),
    "normalize": lambda t, F: F.normalize(t.tensor(MATRIX)),
    "normalize p": lambda t, F: F.normalize(t.tensor(MATRIX), 3.0, 0),
    "instance_norm": lambda t, F: F.instance_norm(t.tensor(IMAGES), weight=t.tensor([1.0, 2, 3])),
    "embedding": lambda t, F: F.embedding(t.tensor([[0, 4], [2, 2]]), t.tensor(WEIGHT)),
    "embedding padding": lambda t, F: F.embedding(t.tensor([1]), t.tensor(WEIGHT), padding_idx=-1),
    "embedding_bag": lambda t, F: F.embedding_bag(t.tensor([[0, 4], [2, 2]]), t.tensor(WEIGHT)),
    "embedding_bag offsets": lambda t, F: F.embedding_bag(
        t.tensor([0, 4, 2]), t.tensor(WEIGHT), t.tensor([0, 1, 1]), mode="max"
    ),
    "embedding_bag weights": lambda t, F: F.embedding_bag(
        t.tensor([0, 4, 2]), t.tensor(WEIGHT), t.tensor([0, 2, 3]), mode="sum",
        per_sample_weights=t.tensor([1.0, 2.0, 3.0]), include_last_offset=True, padding_idx=4,
    ),
    "one_hot": lambda t, F: F.one_hot(t.tensor([[0, 2], [1, 0]])),
    "one_hot classes": lambda t, F: F.one_hot(t.tensor([0, 2]), 5),
    "dropout evaluating": lambda t, F: F.dropout(t.tensor(MATRIX), 0.5, False),
    "dropout all": lambda t, F: F.dropout(t.tensor(MATRIX), 1.0),
    "alpha_dropout all": lambda t, F: F.alpha_dropout(t.tensor(MATRIX), 1.0, True),
    "torch.softmax": lambda t, F: t.softmax(t.tensor(MATRIX), 1),
    "torch.layer_norm": lambda t, F: t.layer_norm(t.tensor(MATRIX), (4,)),
    "Tensor.softmax": lambda t, F: t.tensor(MATRIX).softmax(dim=0, dtype=t.float64),
    "Tensor.relu": lambda t, F: t.tensor(MATRIX).relu(),
}  # fmt: skip

PADDING = {
    "constant": lambda t, F: F.pad(t.tensor(MATRIX), (1, 2, 0, 1), value=2.5),
    "ints": lambda t, F: F.pad(t.tensor([1, 2]), (1, 1), value=7),
    "bools": lambda t, F: F.pad(t.tensor([True]), (1, 1)),
    "negative": lambda t, F: F.pad(t.tensor(MATRIX), (-1, 2, -1, -1)),
    "reflect": lambda t, F: F.pad(t.tensor(IMAGES), (1, 2, 0, 1), "reflect"),
    "replicate": lambda t, F: F.pad(t.tensor(CUBE), (2, 5), "replicate"),
    "circular": lambda t, F: F.pad(t.tensor(CUBE), (2, 4), "circular"),
    "circular negative": lambda t, F: F.pad(t.tensor(CUBE), (-1, 2), "circular"),
    "replicate negative": lambda t, F: F.pad(t.tensor(CUBE), (-1, 2), "replicate"),
    "reflect unbatched": lambda t, F: F.pad(t.tensor(MATRIX), (1, 0), "reflect"),
    "constant_pad_nd": lambda t, F: t.constant_pad_nd(t.tensor(MATRIX), (1, 1), 3.0),
}

MASK = rng.random((3, 3)) > 0.4
MASK[1] = False


def attend(t, F, **options):
    q, k, v = (t.tensor(CUBE[:, ::step].copy()) for step in (1, 2, 2))
    return F.scaled_dot_product_attention(q, k, v, **options)


ATTENTION = {
    "plain": lambda t, F: attend(t, F),
    "scale": lambda t, F: attend(t, F, scale=0.3),
    "causal": lambda t, F: attend(t, F, is_causal=True),
    "bool mask": lambda t, F: attend(t, F, attn_mask=t.tensor(MASK[:, :2])),
    "float mask": lambda t, F: attend(t, F, attn_mask=t.tensor(MATRIX[:, :2].copy())),
    "grouped": lambda t, F: F.scaled_dot_product_attention(
        t.tensor(np.stack([CUBE[0]] * 4)), t.tensor(CUBE), t.tensor(CUBE), enable_gqa=True
    ),
}

PROBABILITIES = np.exp(CUBE) / np.exp(CUBE).sum(1, keepdims=True)
TARGETS = np.array([[0, 2, 1, -100], [1, 1, 0, 2]])
SIGNS = np.where(MATRIX > 0, 1.0, -1.0).astype(np.float32)


def of_classes(name, logits=MATRIX, target=CLASSES, **options):
    def expression(t, F):
        given = {k: t.tensor(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
        return getattr(F, name)(t.tensor(logits), t.tensor(target), **given)

    return expression


FOUR = np.array([1.0, 2.0, 0.5, 3.0], np.float32)
THREE = FOUR[:3].copy()
OF_CLASSES = {
    "plain": {},
    "one": {"logits": MATRIX[0], "target": np.array(2)},
    "sum": {"reduction": "sum", "weight": FOUR},
    "none": {"reduction": "none", "weight": FOUR},
    "weight": {"weight": FOUR},
    "ignored": {"ignore_index": 3, "weight": FOUR},
    "sequences": {"logits": CUBE, "target": TARGETS, "weight": THREE},
    "images": {"logits": IMAGES, "target": np.abs(IMAGES[:, 0] > 0).astype(int)},
    "older option": {"size_average": False},
}
LOSSES = {
    **{f"nll_loss {name}": of_classes("nll_loss", **case) for name, case in OF_CLASSES.items()},
    **{
        f"cross_entropy {name}": of_classes("cross_entropy", **case)
        for name, case in OF_CLASSES.items()
    },
    "cross_entropy smooth": of_classes("cross_entropy", label_smoothing=0.2, weight=FOUR),
    "cross_entropy smooth none": of_classes(
        "cross_entropy", CUBE, TARGETS, label_smoothing=0.2, weight=THREE, reduction="none"
    ),
    "cross_entropy shares": of_classes("cross_entropy", CUBE, PROBABILITIES, weight=THREE),
    "cross_entropy shares smooth": of_classes(
        "cross_entropy", CUBE, PROBABILITIES, label_smoothing=0.1, reduction="none"
    ),
    "linear_cross_entropy": lambda t, F: F.linear_cross_entropy(
        t.tensor(MATRIX), t.tensor(WEIGHT), t.tensor(CLASSES), linear_bias=t.ones(5)
    ),
}
OF_PAIRS = {
    "mse_loss": [{}, {"weight": np.abs(SIGNS * MATRIX)}],
    "l1_loss": [{}, {"weight": np.abs(SIGNS * MATRIX)}],
    "smooth_l1_loss": [{"beta": 0.5}, {"beta": 0.0}],
    "huber_loss": [{"delta": 0.7}, {"delta": 0.7, "weight": np.abs(MATRIX)}],
    "soft_margin_loss": [{}],
    "hinge_embedding_loss": [{"margin": 0.5}],
    "kl_div": [{}, {"log_target": True}],
    "poisson_nll_loss": [{}, {"full": True}],
    "binary_cross_entropy_with_logits": [{}, {"pos_weight": FOUR, "weight": FOUR}],
    "gaussian_nll_loss": [{"var": 0.5}, {"var": np.abs(MATRIX), "full": True}],
}


def of_pairs(name, options, reduction):
    def expression(t, F):
        given = {k: t.tensor(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
        x, y = t.tensor(MATRIX), t.tensor(SIGNS)
        return getattr(F, name)(x, y, reduction=reduction, **given)

    return expression


for _name, _cases in OF_PAIRS.items():
    for _i, _options in enumerate(_cases):
        for _reduction in ("none", "mean", "sum")[_i > 0 :]:
            LOSSES[f"{_name} {_i} {_reduction}"] = of_pairs(_name, _options, _reduction)
LOSSES |= {
    "kl_div batchmean": of_pairs("kl_div", {}, "batchmean"),
    "mse_loss broadcast": lambda t, F: F.mse_loss(t.tensor(MATRIX), t.tensor(FOUR)),
    "binary_cross_entropy": lambda t, F: F.binary_cross_entropy(
        t.tensor(np.array([0.0, 0.3, 1.0, 1.0], np.float32)), t.tensor([0.0, 1.0, 0.0, 1.0]),
        reduction="none", weight=t.tensor(FOUR),
    ),
    "margin_ranking_loss": lambda t, F: F.margin_ranking_loss(
        t.tensor(MATRIX), t.tensor(SIGNS), t.tensor(SIGNS), margin=0.3
    ),
    "errors of bools": lambda t, F: [
        loss(t.tensor(MATRIX), t.tensor(MATRIX) > 0)
        for loss in (F.mse_loss, F.smooth_l1_loss, F.huber_loss)
    ],
    "losses of two dtypes": lambda t, F: [
        loss(t.tensor(MATRIX).to(one), t.tensor(MATRIX).sigmoid().to(other), reduction="none")
        for loss in (F.huber_loss, F.soft_margin_loss, F.binary_cross_entropy_with_logits)
        for one, other in ((t.float64, t.float32), (t.float32, t.float64), (t.bfloat16, t.float32))
    ],
    "cosine_embedding_loss": lambda t, F: F.cosine_embedding_loss(
        t.tensor(MATRIX), t.tensor(SIGNS), t.tensor([1, -1, 1]), margin=-0.5, reduction="none"
    ),
    "poisson_nll_loss not log": lambda t, F: F.poisson_nll_loss(
        t.tensor(np.abs(MATRIX)), t.tensor(np.abs(MATRIX)), log_input=False
    ),
    "torch.kl_div": lambda t, F: t.kl_div(t.tensor(MATRIX), t.tensor(np.abs(MATRIX)), 2),
}  # fmt: skip

CASES = {
    **ACTIVATIONS,
    **{f"in place: {name}": case for name, case in WRITING.items()},
    **LAYERS,
    **{f"pad: {name}": case for name, case in PADDING.items()},
    **{f"attention: {name}": case for name, case in ATTENTION.items()},
    **LOSSES,
}

MISTAKES = {
    "gelu of ints": lambda t, F: F.gelu(t.tensor([1])),
    "gelu approximate": lambda t, F: F.gelu(t.tensor([1.0]), approximate="no"),
    "relu of bools": lambda t, F: F.relu(t.tensor([True])),
    "softmax of ints": lambda t, F: F.softmax(t.tensor([1, 2]), 0),
    "softmax dim": lambda t, F: F.softmax(t.tensor([1.0, 2.0]), 3),
    "glu odd": lambda t, F: F.glu(t.tensor([1.0])),
    "glu none": lambda t, F: F.glu(t.tensor(1.0)),
    "celu zero": lambda t, F: F.celu(t.tensor([1.0]), 0),
    "prelu weights": lambda t, F: F.prelu(t.tensor(MATRIX), t.ones(3)),
    "softshrink lambd": lambda t, F: F.softshrink(t.tensor([1.0]), -1.0),
    "linear shapes": lambda t, F: F.linear(t.tensor(MATRIX), t.ones(5, 3)),
    "linear types": lambda t, F: F.linear(t.tensor(MATRIX), t.tensor(WEIGHT).double()),
    "linear bias": lambda t, F: F.linear(t.tensor(MATRIX), t.tensor(WEIGHT), t.ones(4)),
    "linear weight": lambda t, F: F.linear(t.tensor(MATRIX), t.ones(1, 5, 4)),
    "layer_norm shape": lambda t, F: F.layer_norm(t.tensor(MATRIX), (3,)),
    "layer_norm weight": lambda t, F: F.layer_norm(t.tensor(MATRIX), (4,), t.ones(3)),
    "layer_norm int": lambda t, F: F.layer_norm(t.tensor(MATRIX), 4),
    "batch_norm one": lambda t, F: F.batch_norm(t.ones(1, 3), None, None, training=True),
    "batch_norm running": lambda t, F: F.batch_norm(t.tensor(MATRIX), None, None),
    "group_norm groups": lambda t, F: F.group_norm(t.tensor(IMAGES), 2),
    "embedding row": lambda t, F: F.embedding(t.tensor([5]), t.tensor(WEIGHT)),
    "embedding negative": lambda t, F: F.embedding(t.tensor([-1]), t.tensor(WEIGHT)),
    "embedding floats": lambda t, F: F.embedding(t.tensor([1.0]), t.tensor(WEIGHT)),
    "embedding padding": lambda t, F: F.embedding(t.tensor([1]), t.tensor(WEIGHT), 7),
    "one_hot type": lambda t, F: F.one_hot(t.tensor([1.0])),
    "one_hot negative": lambda t, F: F.one_hot(t.tensor([-1])),
    "one_hot large": lambda t, F: F.one_hot(t.tensor([3]), 2),
    "dropout p": lambda t, F: F.dropout(t.tensor(MATRIX), 1.5),
    "pad odd": lambda t, F: F.pad(t.tensor(MATRIX), (1,)),
    "pad long": lambda t, F: F.pad(t.tensor(MATRIX), (1,) * 6),
    "pad mode": lambda t, F: F.pad(t.tensor(MATRIX), (1, 1), "no"),
    "pad value": lambda t, F: F.pad(t.tensor(MATRIX), (1, 1), "reflect", 2.0),
    "pad reflect": lambda t, F: F.pad(t.tensor(CUBE), (4, 1), "reflect"),
    "pad circular": lambda t, F: F.pad(t.tensor(CUBE), (5, 1), "circular"),
    "pad dims": lambda t, F: F.pad(t.tensor(MATRIX), (1, 1, 1, 1), "replicate"),
    "attention types": lambda t, F: F.scaled_dot_product_attention(
        t.tensor(CUBE), t.tensor(CUBE), t.tensor(CUBE).double()
    ),
    "attention causal": lambda t, F: attend(t, F, is_causal=True, attn_mask=t.tensor(MASK[:, :2])),
    "cross_entropy batch": of_classes("cross_entropy", target=CLASSES[:2]),
    "cross_entropy class": of_classes("cross_entropy", target=np.array([0, 1, 7])),
    "cross_entropy type": of_classes("cross_entropy", target=CLASSES.astype(np.int32)),
    "cross_entropy weight": of_classes("cross_entropy", weight=THREE),
    "cross_entropy smoothing": of_classes("cross_entropy", label_smoothing=2.0),
    "nll_loss sizes": of_classes("nll_loss", CUBE, TARGETS[:, :3]),
    "nll_loss reduction": of_classes("nll_loss", reduction="no"),
    "mse_loss ints": lambda t, F: F.mse_loss(t.tensor([1]), t.tensor([1])),
    "mse_loss sizes": lambda t, F: F.mse_loss(t.ones(3, 4), t.ones(3, 5)),
    "l1_loss ints": lambda t, F: F.l1_loss(t.tensor([1]), t.tensor([1])),
    "binary_cross_entropy": lambda t, F: F.binary_cross_entropy(t.tensor([2.0]), t.tensor([1.0])),
    "bce sizes": lambda t, F: F.binary_cross_entropy_with_logits(t.ones(2), t.ones(3)),
    "gaussian variance": lambda t, F: F.gaussian_nll_loss(t.ones(2), t.ones(2), -t.ones(2)),
    "huber delta": lambda t, F: F.huber_loss(t.ones(2), t.ones(2), delta=0.0),
}


@pytest.mark.parametrize("name", CASES)
def test_results_are_pytorchs(backend, name):
    assert_same(CASES[name])


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_refused_in_pytorchs_words(backend, name):
    assert_same_error(MISTAKES[name])


def test_batch_norm_updates_running_statistics(backend):
    def expression(t, F):
        mean, variance = t.zeros(3), t.ones(3)
        options = {"weight": t.tensor(THREE), "bias": t.tensor(THREE)}
        y = F.batch_norm(t.tensor(IMAGES), mean, variance, training=True, momentum=0.3, **options)
        z = F.batch_norm(t.tensor(IMAGES), mean, variance, eps=1e-3, **options)
        return y, z, mean, variance

    assert_same(expression)


def test_instance_norm_updates_running_statistics(backend):
    def expression(t, F):
        mean, variance = t.zeros(3), t.ones(3)
        y = F.instance_norm(t.tensor(IMAGES), mean, variance, momentum=0.3)
        z = F.instance_norm(t.tensor(IMAGES), mean, variance, use_input_stats=False)
        return y, z, mean, variance

    assert_same(expression)


def test_embedding_scales_down_rows_that_are_asked_for(backend):
    def expression(t, F):
        weight = t.tensor(WEIGHT)
        return F.embedding(t.tensor([0, 2]), weight, max_norm=1.0), weight

    assert_same(expression)


DRAWN = {
    "dropout": lambda t, F: F.dropout(t.ones(40, 30), 0.3),
    "dropout1d": lambda t, F: F.dropout1d(t.ones(6, 9, 7), 0.3),
    "dropout2d": lambda t, F: F.dropout2d(t.ones(6, 9, 2, 2), 0.3),
    "dropout3d": lambda t, F: F.dropout3d(t.ones(9, 2, 2, 2), 0.3),
    "alpha_dropout": lambda t, F: F.alpha_dropout(t.tensor(IMAGES), 0.3, True),
    "feature_alpha_dropout": lambda t, F: F.feature_alpha_dropout(t.tensor(IMAGES), 0.3, True),
    "gumbel_softmax": lambda t, F: F.gumbel_softmax(t.tensor(MATRIX), 0.5, dim=0),
    "attention": lambda t, F: attend(t, F, dropout_p=0.4),
    "torch.dropout": lambda t, F: t.dropout(t.ones(50), 0.2, True),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_dropped_is_what_pytorch_drops_with_the_same_seed(backend, name):
    def expression(t, F):
        t.manual_seed(3)
        return DRAWN[name](t, F)

    assert_same(expression)


def test_dropout_in_place_writes_into_the_tensor(backend):
    import frontends.torch as torch

    x = torch.ones(100)
    assert torch.nn.functional.dropout(x, 0.5, inplace=True) is x
    assert set(x.tolist()) == {0.0, 2.0}


def test_gumbel_softmax_draws_one_class_a_row(backend):
    import frontends.torch as torch

    y = torch.nn.functional.gumbel_softmax(torch.zeros(50, 3), hard=True).numpy()
    np.testing.assert_allclose(y.sum(1), 1, rtol=1e-6)
    assert set(y.argmax(1)) == {0, 1, 2}


def test_arguments_are_pytorchs_own(backend):
    import inspect

    import torch as real

    import frontends.torch as torch

    for name in torch.nn.functional.__all__:
        ours, theirs = getattr(torch.nn.functional, name), getattr(real.nn.functional, name)
        try:
            wanted = inspect.signature(theirs)
        except ValueError:  # a builtin: its text has the signature, where it has one
            continue
        if list(wanted.parameters) in (["args", "kwargs"], ["input"]):
            continue
        found = inspect.signature(ours)
        assert list(found.parameters) == list(wanted.parameters), name
        for key, parameter in wanted.parameters.items():
            assert found.parameters[key].default == parameter.default, (name, key)


DIFFERENTIATED = (
    "linear", "layer_norm weight", "cross_entropy plain", "attention: causal", "gelu",
    "embedding padding", "pad: reflect", "group_norm", "glu", "softplus", "prelu",
    "log_softmax implicit",
    "normalize p", "instance_norm", "embedding_bag offsets", "pad: circular",
    "attention: bool mask", "cross_entropy shares smooth", "nll_loss plain", "l1_loss 0 mean",
    "smooth_l1_loss 0 mean", "gaussian_nll_loss 1 mean", "kl_div 1 mean", "cosine_embedding_loss",
)  # fmt: skip


def only_with_full(params) -> bool:
    """Of the gradients an ordinary run looks at the first few: each is compiled anew."""
    return params.get("differentiated") in DIFFERENTIATED[8:]


@pytest.mark.parametrize("differentiated", DIFFERENTIATED)
@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_gradients_are_pytorchs(backend, differentiated):
    assert_same_gradients(CASES[differentiated])


@pytest.mark.filterwarnings("ignore")
def test_products_of_groups_keep_the_type_of_their_ends(backend):
    found = []
    for torch in (real, ours):
        a = torch.arange(48.0).reshape(6, 8).to(torch.bfloat16)
        b = torch.ones(3, 8, 8).to(torch.bfloat16)
        ends = torch.tensor([2, 3, 6], dtype=torch.int32)  # no other type is taken
        found.append(torch.nn.functional.grouped_mm(a, b, offs=ends).float().tolist())
    assert found[0] == found[1]


NEAR_0_AND_1 = [0.0, 1e-37, 1e-20, 1e-13, 1e-6, 0.5, 1 - 1e-6, 1 - 1e-13, 1.0]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_binary_cross_entropy_near_0_and_1(backend, dtype):
    def loss_and_gradients(t, F):
        x = t.tensor([NEAR_0_AND_1] * 3, dtype=getattr(t, dtype), requires_grad=backend != "numpy")
        y = t.tensor([[0.0] * 9, [0.3] * 9, [1.0] * 9], dtype=x.dtype)
        y.requires_grad_(backend != "numpy")
        loss = F.binary_cross_entropy(x, y, reduction="none")
        if backend == "numpy":  # which computes no gradients
            return loss
        by_x, by_y = t.autograd.grad(loss.sum(), [x, y], create_graph=True)
        # by targets PyTorch's is infinite at 0 and 1, where the loss is not: docs/differences.md
        return loss.detach(), by_x.detach(), by_y.detach().clamp(-100, 100)

    assert_same(loss_and_gradients)


GROUPS = {  # shapes of both, ends of the groups
    "rows": ((6, 8), (3, 8, 4), [2, 2, 6]),
    "columns": ((3, 5, 8), (8, 4), [1, 2, 4]),
    "inner": ((5, 8), (8, 4), [4, 4, 8]),
    "batches": ((3, 5, 8), (3, 8, 4), None),
}


@pytest.mark.parametrize("case", GROUPS)
def test_products_of_groups_and_their_gradients(backend, case):
    *shapes, ends = GROUPS[case]
    operands = [np.cos(np.arange(np.prod(s))).reshape(s).astype("float32") for s in shapes]

    def program(torch):
        a, b = [torch.tensor(x) for x in operands]
        offs = None if ends is None else torch.tensor(ends, dtype=torch.int32)
        call = functools.partial(torch.nn.functional.grouped_mm, offs=offs)
        if backend == "numpy":  # which has no gradients
            return [call(a, b)]
        y = call(a.requires_grad_(), b.requires_grad_())
        (y * y).sum().backward()
        return [y.detach(), a.grad, b.grad]

    for found, wanted in zip(program(ours), program(real), strict=True):
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("shapes", "options"),
    [
        (((6, 8), (3, 8, 4)), {}),
        (((6, 8), (3, 7, 4)), {"offs": [2, 4, 6]}),
        (((8,), (3, 8, 4)), {"offs": [2, 4, 6]}),
        (((3, 6, 8), (3, 8, 4)), {"offs": [2, 4, 6]}),
    ],
)
def test_products_of_groups_that_do_not_fit(backend, shapes, options):
    found = []
    for torch in (ours, real):
        given = {name: torch.tensor(v, dtype=torch.int32) for name, v in options.items()}
        with pytest.raises(RuntimeError) as caught:
            torch.nn.functional.grouped_mm(*[torch.ones(s) for s in shapes], **given)
        found.append(str(caught.value))
    assert found[0].endswith(found[1])
