"""Layers against PyTorch's: repr, state_dict, outputs and gradients from the same weights."""

from __future__ import annotations

import copy
import math
import pickle
import warnings

import numpy as np
import pytest
import torch as real

import frontends.torch as torch
from tests.frontends.torch.layers import CASES, close, ours, random

TRAINABLE = ("jax", "tensorflow", "torch")  # backends that have gradients


def build(make):
    """Return PyTorch's module and ours, with PyTorch's weights."""
    real.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, mine = make(real.nn), make(torch.nn)
    mine.load_state_dict({k: ours(v) for k, v in theirs.state_dict().items()})
    return theirs, mine


@pytest.mark.parametrize("name", CASES)
def test_layer_is_pytorchs(backend, name):
    make, shapes = CASES[name]
    theirs, mine = build(make)
    assert repr(mine) == repr(theirs)
    assert list(mine.state_dict()) == list(theirs.state_dict())
    assert [n for n, _ in mine.named_parameters()] == [n for n, _ in theirs.named_parameters()]
    theirs.eval(), mine.eval()
    inputs = [random(shape) for shape in shapes]
    with torch.no_grad(), real.no_grad():
        close(mine(*map(ours, inputs)), theirs(*inputs))


LEARNING = [
    "linear", "bilinear", "layer_norm", "embedding", "conv2d", "batch_norm2d", "lstm", "mha",
    "lstm projected", "gru", "rnn", "lstm cell", "gru cell", "encoder", "cross_entropy", "prelu",
    "rms_norm", "group_norm",
]  # fmt: skip


@pytest.mark.parametrize("name", LEARNING)
def test_gradients_are_pytorchs(backend, name):
    if backend not in TRAINABLE:
        pytest.skip("NumPy has no gradients")
    make, shapes = CASES[name]
    theirs, mine = build(make)
    inputs = [random(shape) for shape in shapes]
    given = [ours(x) for x in inputs]
    for x, y in zip(inputs, given, strict=True):
        if x.is_floating_point():
            x.requires_grad_(), y.requires_grad_()
    expected, found = theirs(*inputs), mine(*given)
    while isinstance(expected, tuple):
        expected, found = expected[0], found[0]
    (expected * expected).sum().backward()
    (found * found).sum().backward()
    for (key, p), q in zip(theirs.named_parameters(), mine.parameters(), strict=True):
        assert key and (p.grad is None) == (q.grad is None)
        if p.grad is not None:
            close(q.grad, p.grad, 1e-4)
    for x, y in zip(inputs, given, strict=True):
        if x.is_floating_point():
            close(y.grad, x.grad, 1e-4)


def test_state_dict_goes_both_ways(backend):
    make, _ = CASES["encoder"]
    theirs, mine = make(real.nn), make(torch.nn)
    theirs.load_state_dict({k: real.tensor(v.numpy()) for k, v in mine.state_dict().items()})
    for key, value in theirs.state_dict().items():
        close(mine.state_dict()[key], value, 0)
    assert mine.state_dict()._metadata == theirs.state_dict()._metadata


def test_real_tensors_are_loaded(backend):
    theirs, mine = real.nn.Linear(3, 2), torch.nn.Linear(3, 2)
    mine.load_state_dict(theirs.state_dict())
    close(mine.weight, theirs.weight, 0)


def test_batch_norm_keeps_running_statistics(backend):
    theirs, mine = build(lambda nn: nn.BatchNorm1d(4))
    for seed in range(3):
        x = random((5, 4), seed)
        with torch.no_grad(), real.no_grad():
            close(mine(ours(x)), theirs(x))
    for key, value in theirs.state_dict().items():
        close(mine.state_dict()[key], value)


def test_batch_norm_of_equal_weights(backend):
    theirs, mine = build(lambda nn: nn.BatchNorm1d(4, momentum=None, affine=False))
    for seed in range(3):
        theirs(random((5, 4), seed)), mine(ours(random((5, 4), seed)))
    close(mine.running_var, theirs.running_var)


def _with_parameters(shape, *parameters):
    draw = np.random.default_rng(0).normal
    return [draw(size=each) for each in (shape, *parameters)]


PATCHES = [
    ((2, 3, 64, 64), (8, 3, 16, 16), 16), ((2, 3, 9, 7), (4, 3, 2, 3), (2, 3)),
    ((2, 3, 10), (4, 3, 4), 4), ((2, 4, 5, 6), (3, 2, 2, 2, 2), 2),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "filters", "stride"), PATCHES)
def test_convolutions_whose_positions_share_no_element(backend, shape, filters, stride):
    def found(t):
        xs = [t.tensor(x) for x in _with_parameters(shape, filters)]
        xs = [x.requires_grad_() for x in xs] if backend in TRAINABLE else xs
        y = getattr(t.nn.functional, f"conv{len(filters) - 2}d")(*xs, stride=stride)
        return (y, *t.autograd.grad((y**2).sum(), xs)) if backend in TRAINABLE else (y,)

    for mine, theirs in zip(found(torch), found(real), strict=True):
        assert mine.shape == theirs.shape
        np.testing.assert_allclose(mine.detach().numpy(), theirs.detach().numpy(), atol=1e-9)


@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (3, 2)])
def test_convolutions_of_rows_longer_than_the_cache(backend, stride, dilation):
    xs = [x.astype(np.float32) for x in _with_parameters((2, 80, 5000), (8, 80, 3), (8,))]
    mine, theirs = (
        t.nn.functional.conv1d(*map(t.tensor, xs), stride, 1, dilation) for t in (torch, real)
    )
    np.testing.assert_allclose(mine.numpy(), theirs.numpy(), rtol=1e-4, atol=1e-4)


CONVOLUTIONS = [  # of x, filters, and options: strided, dilated, grouped, without a batch
    ((2, 3, 9, 7), (4, 3, 3, 2), {"stride": (2, 1), "padding": (1, 0)}),
    ((2, 4, 8, 9), (4, 1, 3, 5), {"groups": 4, "padding": (1, 2)}),
    ((2, 4, 9, 40), (4, 1, 2, 3), {"groups": 4, "stride": 2, "dilation": (2, 3)}),
    ((3, 4, 6), (8, 1, 4), {"groups": 4, "padding": "same"}),
    ((4, 7, 6), (6, 2, 3, 3), {"groups": 2, "dilation": 2}),
    ((2, 3, 5, 5), (2, 3, 1, 1), {"padding": 1, "stride": 2}),
    ((1, 2, 4, 5, 4), (4, 1, 3, 1, 2), {"groups": 2, "padding": (1, 0, 1)}),
    ((3, 3, 4, 5, 4), (3, 1, 2, 2, 3), {"groups": 3, "stride": (2, 1, 1)}),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "filters", "options"), CONVOLUTIONS)
def test_gradients_of_convolutions_and_theirs(backend, shape, filters, options):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")

    def found(t, dtype, wanted):
        xs = [t.tensor(x, dtype=dtype) for x in _with_parameters(shape, filters, filters[:1])]
        for at in wanted:
            xs[at].requires_grad_()
        y = getattr(t.nn.functional, f"conv{len(filters) - 2}d")(*xs, **options)
        wanted = [xs[at] for at in wanted]
        first = t.autograd.grad((y**2).sum(), wanted, create_graph=True)
        return [*first, *t.autograd.grad(sum((each**2).sum() for each in first), wanted)]

    for dtype, accuracy in (("float64", 1e-9), ("float32", 1e-4)):
        for wanted in ((0, 1, 2), (0,), (1,)):
            by_both = [found(t, getattr(t, dtype), wanted) for t in (torch, real)]
            for mine, theirs in zip(*by_both, strict=True):
                assert (mine.shape, str(mine.dtype)) == (theirs.shape, str(theirs.dtype))
                theirs = theirs.numpy(force=True)
                scale = accuracy * np.abs(theirs).max()
                np.testing.assert_allclose(mine.detach().numpy(), theirs, accuracy, scale)


def test_infinite_elements_spoil_no_others_of_a_convolution(backend):
    x, filters = _with_parameters((1, 4, 6, 6), (4, 1, 3, 3))
    x[0, 1, 2, 3], x[0, 2, 0, 0] = np.inf, np.nan
    mine, theirs = (
        t.nn.functional.conv2d(t.tensor(x), t.tensor(filters), padding=1, groups=4)
        for t in (torch, real)
    )
    np.testing.assert_allclose(mine.numpy(), theirs.numpy(), atol=1e-9)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("name", ["cross_entropy", "nll_loss"])
def test_gradients_of_losses_of_classes_and_theirs(backend, name, reduction):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")

    def found(t, shape, ignored):
        logits, weight = (t.tensor(x) for x in _with_parameters(shape, (5,)))
        logits.requires_grad_()
        of_targets = shape[:1] + shape[2:] if len(shape) > 1 else ()
        target = (t.arange(math.prod(of_targets)) % 5).reshape(of_targets)
        target = target * 0 if ignored == "all" else target
        options = {"ignore_index": -100 if ignored is None else 0, "reduction": reduction}
        loss = getattr(t.nn.functional, name)(logits, target, weight.abs(), **options)
        (first,) = t.autograd.grad((loss**2).sum(), logits, create_graph=True)
        return [first, *t.autograd.grad((first**2).sum(), logits, allow_unused=True)]

    for shape in ((5,), (4, 5), (2, 5, 3)):
        for ignored in (None, "some", "all"):
            by_both = [found(t, shape, ignored) for t in (torch, real)]
            for mine, theirs in zip(*by_both, strict=True):
                if theirs is not None and mine is not None:
                    theirs = theirs.numpy(force=True)
                    np.testing.assert_allclose(mine.detach().numpy(), theirs, 1e-9, 1e-9)


@pytest.mark.parametrize(
    ("approximate", "dtype"), [("none", "float32"), ("none", "float64"), ("tanh", "float64")]
)
def test_gradients_of_gelu_and_theirs_from_one_end_to_the_other(backend, approximate, dtype):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")
    values = np.concatenate([np.linspace(-16, 16, 20_001), [0.0, -0.0, 1e-31, -1e-30]])

    def found(t):
        x = t.tensor(values, dtype=getattr(t, dtype), requires_grad=True)
        y = t.nn.functional.gelu(x, approximate=approximate)
        (first,) = t.autograd.grad(y.sum(), x, create_graph=True)
        return first, t.autograd.grad((first**2).sum(), x)[0]

    tolerance = 2e-6 if dtype == "float32" else 1e-12
    for mine, theirs in zip(found(torch), found(real), strict=True):
        np.testing.assert_allclose(mine.detach().numpy(), theirs.numpy(force=True), 0, tolerance)


@pytest.mark.parametrize(
    ("shape", "size"), [((2, 3, 5, 4), 1), ((3, 5, 4), (1, 1)), ((2, 1, 4, 3), 1)]
)
def test_gradients_of_means_of_all_positions_and_theirs(backend, shape, size):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")

    def found(t):
        (x,) = (t.tensor(x, requires_grad=True) for x in _with_parameters(shape))
        y = t.nn.functional.adaptive_avg_pool2d(x, size)
        (first,) = t.autograd.grad((y**3).sum(), x, create_graph=True)
        return first, t.autograd.grad((first**2).sum(), x)[0]

    for mine, theirs in zip(found(torch), found(real), strict=True):
        np.testing.assert_allclose(mine.detach().numpy(), theirs.numpy(force=True), 1e-9, 1e-12)


NORMS = {
    "batch": (lambda f, x, w, b: f.batch_norm(x, None, None, w, b, True), ((4, 3, 5), 3, 3)),
    "batch alone": (lambda f, x: f.batch_norm(x, None, None, training=True), ((4, 3, 2, 2),)),
    "batch, given": (
        lambda f, x, w, b: f.batch_norm(x, b.detach(), b.detach() ** 2 + 1, w, b), ((4, 3), 3, 3),
    ),
    "instance": (lambda f, x, w, b: f.instance_norm(x, None, None, w, b), ((4, 3, 5), 3, 3)),
    "layer": (
        lambda f, x, w, b: f.layer_norm(x, (3, 5), w, b), ((4, 3, 5), (3, 5), (3, 5)),
    ),
    "layer, all of it": (lambda f, x, w: f.layer_norm(x, [4], w, eps=1e-3), ((4,), (4,))),
    "layer alone": (lambda f, x: f.layer_norm(x, (5,)), ((4, 3, 5),)),
}  # fmt: skip


@pytest.mark.parametrize("name", NORMS)
def test_gradients_of_norms_and_theirs(backend, name):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")
    norm, shapes = NORMS[name]

    def found(t):
        xs = [t.tensor(x).requires_grad_() for x in _with_parameters(*shapes)]
        y = norm(t.nn.functional, *xs)
        weights = t.arange(y.numel()).reshape(y.shape) / 7
        first = t.autograd.grad((y * weights).sum(), xs, create_graph=True)
        (second,) = t.autograd.grad(sum((each**2).sum() for each in first), xs[:1])
        return y, *first, second

    for mine, theirs in zip(found(torch), found(real), strict=True):
        assert mine.shape == theirs.shape
        np.testing.assert_allclose(mine.detach().numpy(), theirs.detach().numpy(), atol=1e-9)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_gradients_of_norms_of_half_precision(backend, dtype):
    if backend not in TRAINABLE:
        pytest.skip("NumPy computes no gradients")

    def found(t, wide):
        x, w, b = [t.tensor(x).to(getattr(t, dtype)) for x in _with_parameters((4, 3), 3, 3)]
        w, b = (w.float(), b.float()) if wide else (w, b)
        xs = [each.requires_grad_() for each in (x, w, b)]
        f = t.nn.functional
        y = f.batch_norm(x, None, None, w, b, True) if wide else f.layer_norm(x, (3,), w, b)
        return t.autograd.grad((y * t.arange(12).reshape(4, 3)).sum(), xs)

    for wide in (False, True):
        for mine, theirs in zip(found(torch, wide), found(real, wide), strict=True):
            assert str(mine.dtype) == str(theirs.dtype)
            close(mine.float(), theirs.float(), 3e-2)


def test_dropout_drops_in_training_only(backend):
    layer = torch.nn.Dropout(0.25)
    x = torch.ones(2000)
    y = layer(x)
    dropped = (y == 0).sum().item()
    assert 400 < dropped < 600 and set(np.unique(y.numpy())) == {0, np.float32(4 / 3)}
    layer.eval()
    assert (layer(x) == x).all()


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_gradients_of_packed_sequences(backend, kind):
    if backend not in TRAINABLE:
        pytest.skip("NumPy has no gradients")
    theirs, mine = build(lambda nn: getattr(nn, kind)(3, 4))
    values = [random((n, 3), n) for n in (2, 1)]
    expected = theirs(real.nn.utils.rnn.pack_sequence(values))[0].data
    found = mine(torch.nn.utils.rnn.pack_sequence([ours(v) for v in values]))[0].data
    (expected * expected).sum().backward()
    (found * found).sum().backward()
    for p, q in zip(theirs.parameters(), mine.parameters(), strict=True):
        close(q.grad, p.grad, 1e-4)


def test_dropout_between_recurrent_layers(backend):
    layer = torch.nn.LSTM(3, 4, 2, dropout=0.5, bidirectional=True)
    x = ours(random((5, 2, 3)))
    with torch.no_grad():
        first, second = layer(x)[0], layer(x)[0]
        assert not torch.equal(first, second)
        layer.eval()
        (out, (h, c)), (again, _) = layer(x), layer(x)
    assert torch.equal(out, again) and tuple(h.shape) == tuple(c.shape) == (4, 2, 4)


def test_packed_sequences(backend):
    lengths = [2, 4, 1]
    values = [random((n, 3), n) for n in lengths]
    theirs, mine = build(lambda nn: nn.LSTM(3, 4, 2, bidirectional=True))
    expected = real.nn.utils.rnn.pack_sequence(values, enforce_sorted=False)
    found = torch.nn.utils.rnn.pack_sequence([ours(v) for v in values], enforce_sorted=False)
    for a, b in zip(found, expected, strict=True):
        close(a, b, 0)
    with torch.no_grad(), real.no_grad():
        (out, state), (eout, estate) = mine(found), theirs(expected)
    close(state, estate)
    padded = torch.nn.utils.rnn.pad_packed_sequence(out, batch_first=True, padding_value=-1.0)
    close(padded, real.nn.utils.rnn.pad_packed_sequence(eout, True, -1.0))


@pytest.mark.parametrize("side", ["right", "left"])
def test_pad_sequence(backend, side):
    values = [random((n, 2), n) for n in (3, 1, 2)]
    found = torch.nn.utils.rnn.pad_sequence([ours(v) for v in values], True, 7.0, side)
    close(found, real.nn.utils.rnn.pad_sequence(values, True, 7.0, side))


def test_masks_of_attention(backend):
    theirs, mine = build(lambda nn: nn.MultiheadAttention(8, 2, batch_first=True))
    theirs.eval(), mine.eval()
    x = random((2, 4, 8))
    causal = real.triu(real.ones(4, 4, dtype=real.bool), 1)
    padding = real.tensor([[False, False, False, True], [False] * 4])
    with torch.no_grad(), real.no_grad():
        expected = theirs(x, x, x, attn_mask=causal, key_padding_mask=padding)
        y = ours(x)
        found = mine(y, y, y, attn_mask=ours(causal), key_padding_mask=ours(padding))
    close(found, expected)


def test_transformer_with_a_causal_mask(backend):
    theirs, mine = build(lambda nn: nn.Transformer(8, 2, 1, 1, 16, dropout=0.0))
    src, tgt = random((5, 2, 8)), random((4, 2, 8), 1)
    mask = real.nn.Transformer.generate_square_subsequent_mask(4)
    assert (torch.nn.Transformer.generate_square_subsequent_mask(4) == ours(mask)).all()
    with torch.no_grad(), real.no_grad():
        close(mine(ours(src), ours(tgt), tgt_mask=ours(mask)), theirs(src, tgt, tgt_mask=mask))


MISTAKES = {
    "dropout": lambda nn, t: nn.Dropout(1.5),
    "groups": lambda nn, t: nn.GroupNorm(3, 4),
    "conv groups": lambda nn, t: nn.Conv2d(3, 4, 3, groups=2),
    "same and stride": lambda nn, t: nn.Conv1d(2, 2, 3, stride=2, padding="same"),
    "padding mode": lambda nn, t: nn.ConvTranspose2d(2, 2, 3, padding_mode="circular"),
    "output size": lambda nn, t: nn.ConvTranspose1d(2, 2, 3)(t.ones(1, 2, 5), (1, 2)),
    "heads": lambda nn, t: nn.MultiheadAttention(5, 2),
    "no heads": lambda nn, t: nn.MultiheadAttention(4, 0),
    "padding_idx": lambda nn, t: nn.Embedding(3, 2, padding_idx=5),
    "weights": lambda nn, t: nn.Embedding(3, 2, _weight=t.ones(2, 2)),
    "rank": lambda nn, t: nn.BatchNorm2d(2)(t.ones(2, 2)),
    "features": lambda nn, t: nn.InstanceNorm1d(3, affine=True)(t.ones(2, 4, 5)),
    "hardtanh": lambda nn, t: nn.Hardtanh(1.0, -1.0),
    "unflatten": lambda nn, t: nn.Unflatten(1, (2, 2.0)),
    "huber": lambda nn, t: nn.HuberLoss(delta="a"),
    "margin": lambda nn, t: nn.TripletMarginLoss(margin=0),
    "hidden size": lambda nn, t: nn.RNN(2, 0),
    "hidden type": lambda nn, t: nn.LSTM(2, 2.0),
    "projection": lambda nn, t: nn.GRU(2, 3, proj_size=1),
    "nonlinearity": lambda nn, t: nn.RNN(2, 3, nonlinearity="sin"),
    "rnn rank": lambda nn, t: nn.RNN(2, 3)(t.ones(2)),
    "rnn dtype": lambda nn, t: nn.LSTM(2, 3)(t.ones(2, 2, dtype=t.float64)),
    "rnn size": lambda nn, t: nn.GRU(2, 3)(t.ones(2, 4, 3)),
    "state size": lambda nn, t: nn.LSTM(2, 3)(t.ones(4, 2, 2), (t.ones(1, 2, 4), t.ones(1, 2, 3))),
    "cell rank": lambda nn, t: nn.GRUCell(2, 3)(t.ones(1, 2, 2)),
    "cell input": lambda nn, t: nn.RNNCell(3, 2)(t.ones(1, 4)),
    "cell state": lambda nn, t: nn.GRUCell(3, 2)(t.ones(1, 3), t.ones(1, 4)),
    "cell of a cell": lambda nn, t: nn.LSTMCell(3, 2)(t.ones(1, 3), (t.ones(1, 2), t.ones(1, 4))),
    "cell batches": lambda nn, t: nn.GRUCell(3, 2)(t.ones(2, 3), t.ones(1, 2)),
    "lengths": lambda nn, t: nn.utils.rnn.pack_padded_sequence(t.ones(3, 2, 1), [1, 3]),
    "no length": lambda nn, t: nn.utils.rnn.pack_padded_sequence(t.ones(3, 2, 1), [1, 0]),
    "d_model": lambda nn, t: nn.Transformer(8, 2, 1, 1, 8)(t.ones(2, 1, 8), t.ones(2, 1, 6)),
    "activation": lambda nn, t: nn.TransformerEncoderLayer(8, 2, activation="tanh"),
    "pooling ratio": lambda nn, t: nn.FractionalMaxPool2d(2, output_ratio=(0.5, 2)),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    with pytest.raises(Exception) as expected:
        MISTAKES[name](real.nn, real)
    with pytest.raises(type(expected.value)) as found:
        MISTAKES[name](torch.nn, torch)
    # errors of functions also name the backend and the function, in front
    assert str(found.value).endswith(str(expected.value))


PRODUCTS = {
    "mm": [(3, 4), (4, 2)], "bmm": [(2, 3, 4), (2, 4, 2)], "mv": [(3, 4), (4,)],
    "dot": [(4,), (4,)], "vdot": [(4,), (4,)],
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.parametrize("at", [0, 1])
def test_gradients_of_products_of_one_factor(backend, name, at):
    if backend not in TRAINABLE:
        pytest.skip("NumPy has no gradients")
    factors = [random(shape, i) for i, shape in enumerate(PRODUCTS[name])]
    given = [ours(x) for x in factors]
    factors[at].requires_grad_(), given[at].requires_grad_()
    getattr(real, name)(*factors).sum().backward()
    getattr(torch, name)(*given).sum().backward()
    close(given[at].grad, factors[at].grad)


LAZY = {
    "LazyLinear": (lambda nn: nn.LazyLinear(3), (2, 4)),
    "LazyConv2d": (lambda nn: nn.LazyConv2d(4, 3, groups=2, bias=False), (1, 2, 5, 5)),
    "LazyConvTranspose1d": (lambda nn: nn.LazyConvTranspose1d(4, 3), (1, 2, 5)),
    "LazyBatchNorm1d": (lambda nn: nn.LazyBatchNorm1d(), (3, 4)),
    "LazyInstanceNorm2d": (lambda nn: nn.LazyInstanceNorm2d(affine=True), (1, 3, 4, 4)),
}


@pytest.mark.filterwarnings("ignore:Lazy modules")
@pytest.mark.parametrize("name", LAZY)
def test_lazy_layers(backend, name):
    make, shape = LAZY[name]
    theirs, mine = make(real.nn), make(torch.nn)
    assert repr(mine) == repr(theirs)
    theirs(random(shape)), mine(ours(random(shape)))
    assert repr(mine) == repr(theirs) and type(mine).__name__ == type(theirs).__name__
    assert list(mine.state_dict()) == list(theirs.state_dict()) and not mine._forward_pre_hooks
    mine.load_state_dict(theirs.state_dict())
    fresh = make(torch.nn)
    fresh.load_state_dict(theirs.state_dict())  # takes the shapes from it
    with torch.no_grad(), real.no_grad():
        expected = theirs.eval()(random(shape, 1))
        close(mine.eval()(ours(random(shape, 1))), expected)
        close(fresh.eval()(ours(random(shape, 1))), expected)


@pytest.mark.filterwarnings("ignore:Lazy modules")
def test_lazy_layers_load_the_state_of_others(backend):
    def loaded(torch):
        lazy, other = torch.nn.LazyLinear(3), torch.nn.LazyLinear(3)
        made = torch.nn.LazyLinear(3)
        made(torch.ones(2, 4))
        found = [str(lazy.load_state_dict(other.state_dict())), repr(lazy.weight)]
        found += [str(lazy.load_state_dict(made.state_dict())), tuple(lazy.weight.shape)]
        with pytest.raises(RuntimeError):
            made.load_state_dict(other.state_dict())
        with torch.no_grad(), pytest.raises(RuntimeError, match="must match"):
            other.weight.copy_(torch.ones(2, 4))
        return [*found, (lazy.weight == made.weight).all().item()]

    assert loaded(torch) == loaded(real)


@pytest.mark.parametrize(
    "convert",
    [
        lambda m, torch: m.to("cpu"),
        lambda m, torch: m.double(),
        lambda m, torch: copy.deepcopy(m.to(torch.float64).cpu()),
        lambda m, torch: pickle.loads(pickle.dumps(m.to("cpu"))),
    ],
)
@pytest.mark.filterwarnings("ignore:Lazy modules")
def test_lazy_layers_are_moved_and_cast_before_they_have_shapes(backend, convert):
    def facts(torch):
        module = convert(torch.nn.LazyLinear(3), torch)
        lazy = repr(module.weight), tuple(module.weight.size()), str(module.weight.dtype)
        made = module(torch.ones(2, 4, dtype=module.weight.dtype))
        weight = module.weight
        return *lazy, str(made.dtype), str(weight.dtype), tuple(weight.shape), weight.requires_grad

    assert facts(torch) == facts(real)


@pytest.mark.parametrize("sizes", [(16, 128, 128), (1, 84, 202), (3000, 1, 3000), (300, 100, 9)])
def test_layers_of_some_size_are_pytorchs(backend, sizes):
    rows, inner, units = sizes
    draws = np.random.default_rng(0)
    x, weight = draws.random((rows, inner), np.float32), draws.random((units, inner), np.float32)
    bias = draws.random(units, np.float32)
    wanted = real.nn.functional.linear(*map(real.from_numpy, (x, weight, bias))).numpy()
    found = torch.nn.functional.linear(*map(torch.tensor, (x, weight, bias)))
    np.testing.assert_allclose(found.numpy(), wanted, 1e-5)
