"""Names of the nodes that are recorded, which printing a tensor shows: real PyTorch's."""

from __future__ import annotations

import numpy as np
import pytest
import torch as real

import frontends.torch as ours

_DRAWN = np.random.RandomState(0)
_X, _Y = (_DRAWN.rand(4, 5).astype("float32") for _ in range(2))
_LABELS = np.array([0, 3, 1, 4])
_REDUCTIONS = ("mean", "sum", "none")

LOSSES = {
    "cross_entropy": lambda F, x, y, t, r: F.cross_entropy(x, t, reduction=r),
    "smoothed": lambda F, x, y, t, r: F.cross_entropy(x, t, label_smoothing=0.1, reduction=r),
    "probabilities": lambda F, x, y, t, r: F.cross_entropy(x, y.softmax(1), reduction=r),
    "of_images": lambda F, x, y, t, r: F.cross_entropy(
        x.view(1, 5, 2, 2), t.view(1, 2, 2), reduction=r
    ),
    "nll_loss": lambda F, x, y, t, r: F.nll_loss(x, t, reduction=r),
    "mse_loss": lambda F, x, y, t, r: F.mse_loss(x, y, reduction=r),
    "l1_loss": lambda F, x, y, t, r: F.l1_loss(x, y, reduction=r),
    "kl_div": lambda F, x, y, t, r: F.kl_div(x, y, reduction=r),
    "kl_div_of_logs": lambda F, x, y, t, r: F.kl_div(x, y, reduction=r, log_target=True),
    "poisson": lambda F, x, y, t, r: F.poisson_nll_loss(x, y, reduction=r),
    "gaussian": lambda F, x, y, t, r: F.gaussian_nll_loss(x, y, y + 0.1, reduction=r),
    "hinge": lambda F, x, y, t, r: F.hinge_embedding_loss(x, (y - 0.5).sign(), reduction=r),
    "soft_margin": lambda F, x, y, t, r: F.multilabel_soft_margin_loss(x, y.round(), reduction=r),
    "ranking": lambda F, x, y, t, r: F.margin_ranking_loss(x, y, (y - 0.5).sign(), reduction=r),
    "triplets": lambda F, x, y, t, r: F.triplet_margin_loss(x, y, y.flip(0), reduction=r),
    "triplets_by_distance": lambda F, x, y, t, r: F.triplet_margin_with_distance_loss(
        x, y, y.flip(0), reduction=r
    ),
    "cosine": lambda F, x, y, t, r: F.cosine_embedding_loss(
        x, y, (y[:, 0] - 0.5).sign(), reduction=r
    ),
}
LAYERS = {
    "max_pool": lambda F, x: F.max_pool2d(x, 2),
    "average_pool": lambda F, x: F.avg_pool2d(x, 2),
    "global_average": lambda F, x: F.adaptive_avg_pool2d(x, 1),
    "adaptive_average": lambda F, x: F.adaptive_avg_pool2d(x, 2),
    "adaptive_max": lambda F, x: F.adaptive_max_pool2d(x, 2),
    "transposed_convolution": lambda F, x: F.conv_transpose2d(x, x.detach()[:, :, :2, :2]),
    "nearest": lambda F, x: F.interpolate(x, scale_factor=2),
    "bilinear": lambda F, x: F.interpolate(x, scale_factor=2, mode="bilinear"),
    "bicubic": lambda F, x: F.interpolate(x, size=(3, 3), mode="bicubic"),
    "instance_norm": lambda F, x: F.instance_norm(x),
    "reflected": lambda F, x: F.pad(x, (1, 1, 1, 1), mode="reflect"),
    "replicated": lambda F, x: F.pad(x[0], (1, 1), mode="replicate"),
    "zeros_around": lambda F, x: F.pad(x, (1, 1)),
    "patches": lambda F, x: F.unfold(x, 2),
    "slices": lambda F, x: x.unfold(2, 2, 1),
    "prelu": lambda F, x: F.prelu(x, x.detach()[0, 0, 0, :1]),
    "copied_to_be_reshaped": lambda F, x: x.transpose(2, 3).reshape(-1),
    "shown_in_another_shape": lambda F, x: x.reshape(-1),
    "matrix_transposed": lambda F, x: x[0, 0].T,
    "einsum": lambda F, x: _package(F).einsum("bcij,bckj->bik", x, x),
    "einsum_of_one": lambda F, x: _package(F).einsum("bcij->bi", x),
    "outer": lambda F, x: _package(F).outer(x[0, 0, 0], x[0, 0, 0].detach()),
    "lerp": lambda F, x: _package(F).lerp(x, x.detach(), 0.5),
    "hstack": lambda F, x: _package(F).hstack([x, x]),
}
MODULES = {
    "BatchNorm2d": lambda nn, x: nn.BatchNorm2d(1)(x),
    "Embedding": lambda nn, x: nn.Embedding(3, 2)(x.detach().long()),
    "LSTM": lambda nn, x: nn.LSTM(5, 3)(x[0])[0],
    "GRU": lambda nn, x: nn.GRU(5, 3)(x[0])[0],
    "GRU_both_ways": lambda nn, x: nn.GRU(5, 3, bidirectional=True)(x[0])[0],
    "LSTM_batch_first": lambda nn, x: nn.LSTM(5, 3, batch_first=True)(x[0])[0],
    "RNN_batch_first": lambda nn, x: nn.RNN(5, 3, batch_first=True)(x[0])[0],
    "LSTMCell": lambda nn, x: nn.LSTMCell(5, 3)(x[0, 0])[0],
    "GRUCell": lambda nn, x: nn.GRUCell(5, 3)(x[0, 0]),
    "RNNCell": lambda nn, x: nn.RNNCell(5, 3)(x[0, 0]),
    "Bilinear": lambda nn, x: nn.Bilinear(5, 5, 3)(x, x),
}


def _package(F):
    return ours if F is ours.nn.functional else real


def _name(made) -> str:
    return made.grad_fn.name()


@pytest.fixture
def grads(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")
    return backend


@pytest.mark.parametrize("reduction", _REDUCTIONS)
@pytest.mark.parametrize("name", LOSSES)
def test_losses_end_in_their_reduction(grads, name, reduction):
    found = []
    for t in (ours, real):
        x = t.tensor(_X, requires_grad=True)
        made = LOSSES[name](t.nn.functional, x, t.tensor(_Y), t.tensor(_LABELS), reduction)
        found.append(_name(made))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", LAYERS)
def test_functions(grads, name):
    found = []
    for t in (ours, real):
        x = t.tensor(_X.reshape(1, 1, 4, 5), requires_grad=True)
        found.append(_name(LAYERS[name](t.nn.functional, x)))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", MODULES)
def test_modules(grads, name):
    x = _X.reshape(1, 1, 4, 5)
    found = [_name(MODULES[name](t.nn, t.tensor(x, requires_grad=True))) for t in (ours, real)]
    assert found[0] == found[1]


def test_ctc_loss(grads):
    found = []
    for t in (ours, real):
        log_probs = t.tensor(_X.reshape(4, 1, 5), requires_grad=True)
        for reduction in _REDUCTIONS:
            loss = t.nn.functional.ctc_loss(
                log_probs, t.tensor([[1, 2]]), t.tensor([4]), t.tensor([2]), reduction=reduction
            )
            found.append(_name(loss))
    assert found[:3] == found[3:]


def test_ends_and_functions_of_users(grads):
    found = []
    for t in (ours, real):

        class Double(t.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2

        y = Double.apply(t.tensor(_X, requires_grad=True))
        found.append(repr(y.grad_fn).partition(" at ")[0])
        found.append(y.grad_fn.next_functions[0][0].name())
    assert found[:2] == found[2:]


def test_a_copy_that_was_reshaped_forgets_what_a_product_saved(grads):
    """``UnsafeViewBackward0`` is also the last step of a product, which saves tensors."""
    for t in (ours, real):
        x = t.tensor(_X.reshape(1, 4, 5), requires_grad=True)
        loss = (x @ x.transpose(1, 2)).sum()
        loss.backward()
        with pytest.raises(RuntimeError, match="second time"):
            loss.backward()


# Nodes that PyTorch keeps no tensors for may run twice, others may not

RUN_TWICE = {
    "adaptive_avg_pool2d": lambda t, F, x: F.adaptive_avg_pool2d(x, 1),
    "adaptive_avg_pool2d, larger": lambda t, F, x: F.adaptive_avg_pool2d(x, 2),
    "unfold": lambda t, F, x: F.unfold(x, 2),
    "fold": lambda t, F, x: F.fold(x.view(1, 4, 4), (3, 3), 2),
    "pixel_shuffle": lambda t, F, x: F.pixel_shuffle(x.view(1, 4, 2, 2), 2),
    "interpolate": lambda t, F, x: F.interpolate(x, scale_factor=2, mode="bicubic"),
    "lerp": lambda t, F, x: t.lerp(x, x, 0.5),
    "lerp by a tensor": lambda t, F, x: t.lerp(x, x, x),
    "trapezoid": lambda t, F, x: t.trapezoid(x),
    "trapezoid at places": lambda t, F, x: t.trapezoid(x, x.detach()),
    "diff": lambda t, F, x: x.diff(2),
    "irfft": lambda t, F, x: t.fft.irfft(x),
    "select_scatter": lambda t, F, x: x.select_scatter(x[0], 0, 0),
}


@pytest.mark.parametrize("name", RUN_TWICE)
def test_nodes_that_keep_no_tensors_run_twice(grads, name):
    found = []
    for t in (ours, real):
        x = t.arange(16.0).view(1, 1, 4, 4).requires_grad_()
        loss = RUN_TWICE[name](t, t.nn.functional, x).sum()
        loss.backward()
        try:
            loss.backward()
            found.append("runs")
        except RuntimeError:
            found.append("raises")
        found.append(x.grad.numpy())
    assert found[0] == found[2]
    np.testing.assert_allclose(found[1], found[3], rtol=1e-5, atol=1e-5)
