"""Names that older programs use, windows, histograms, factors by projection, pruning."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
import torch as real

import frontends.torch as torch

from .comparing import assert_same, assert_same_error

# real PyTorch has them only once they are imported
for _name in ("torch.nn.utils.prune", "torch.signal"):
    importlib.import_module(_name)

SAME = {
    "real": lambda t: t.tensor([1 + 2j, 3j]).real,
    "imag": lambda t: t.tensor([1 + 2j, 3j]).imag,
    "real_of_real": lambda t: t.tensor([1.0, 2.0]).real,
    "detach": lambda t: t.detach(t.ones(2)),
    "detach_copy": lambda t: t.detach_copy(t.ones(2)),
    "slice_copy": lambda t: t.slice_copy(t.arange(10.0), 0, 1, 9, 3),
    "frobenius_norm": lambda t: t.frobenius_norm(t.ones(2, 3), (0, 1), True),
    "nuclear_norm": lambda t: t.nuclear_norm(t.tensor([[1.0, 2.0], [3.0, 4.0]])),
    "norm_except_dim": lambda t: t.norm_except_dim(t.arange(6.0).reshape(2, 3), 2, 1),
    "new": lambda t: tuple(t.ones(2, dtype=t.float64).new(2, 3).shape),
    "new_of_values": lambda t: t.ones(2, dtype=t.float64).new([0.1, 2]),
    "new_without_elements": lambda t: t.ones(2).new(),
    "to_dense": lambda t: t.ones(2).to_dense(),
    "fill_diagonal": lambda t: t.zeros(3, 4).fill_diagonal_(2.0),
    "fill_diagonal_of_three": lambda t: t.zeros(2, 2, 2).fill_diagonal_(2.0),
    "fill_diagonal_below": lambda t: t.zeros(8, 3).fill_diagonal_(2.0, wrap=True),
    "doubles": lambda t: t.DoubleTensor([0.1, 2]),
    "integers": lambda t: t.LongTensor([[1, 2]]),
    "a Size": lambda t: [
        cls(t.ones(2, 3)[..., :2].shape).shape for cls in (t.FloatTensor, t.LongTensor, t.Tensor)
    ],
    "a tensor": lambda t: (lambda x: (t.DoubleTensor(x).fill_(2), x))(t.ones(2, dtype=t.float64)),
    "shape": lambda t: (t.FloatTensor(2, 3).shape == (2, 3), t.FloatTensor().dtype is t.float32),
    "is_typed": lambda t: (
        isinstance(t.ones(2), t.FloatTensor), isinstance(t.ones(2), t.LongTensor)
    ),
    "vmap": lambda t: t.vmap(lambda x: x * 2)(t.arange(3.0)),
    "functional": lambda t: t.functional.einsum("ij->ji", t.arange(6.0).reshape(2, 3)),
    "histogram": lambda t: tuple(t.histogram(t.tensor([1.0, 2.0, 2.0, 5.0]), 4)),
    "histogram_by_edges": lambda t: tuple(
        t.histogram(t.tensor([1.0, 2.0, 5.0]), t.tensor([0.0, 2.0, 5.0]), density=True)
    ),
    "histogram_of_one": lambda t: tuple(t.histogram(t.tensor([1.0, 1.0]), 2)),
    "low_rank": lambda t: (
        t.manual_seed(0) and t.svd_lowrank(t.arange(20.0).reshape(4, 5), 2)[1]
    ),
    "components": lambda t: (
        t.manual_seed(0) and t.pca_lowrank(t.arange(20.0).reshape(5, 4) ** 2, 2)[1]
    ),
    "reflections": lambda t: tuple(t.geqrf(t.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]))),
    "complex_reflections": lambda t: tuple(t.geqrf(t.tensor([[1j, 2.0], [3.0, 4.0 - 1j]]))),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_values(backend, name):
    assert_same(lambda t, F: SAME[name](t))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
def test_products_with_reflections(backend, left, transpose):
    def product(t, F):
        x = t.tensor([[1 + 1j, 2.0], [3.0, 4.0j], [5.0, 7.0]])
        other = t.arange(9.0).reshape(3, 3).to(t.complex64)
        return t.ormqr(*t.geqrf(x), other, left, transpose)

    assert_same(product, 1e-4)


def test_parts_can_be_written(backend):
    def written(t, F):
        x = t.tensor([1 + 2j, 3j])
        x.real = t.tensor([5.0, 6.0])
        x.imag.mul_(2)
        return x

    assert_same(written)


def test_control_flow(backend):
    x = torch.tensor(3.0)
    assert torch.cond(x > 2, lambda v: v + 1, lambda v: v - 1, (x,)).item() == 4
    (n,) = torch.while_loop(lambda n: n < 10, lambda n: (n * 2,), (x,))
    assert n.item() == 12


def test_default_types_by_class(backend):
    try:
        torch.set_default_tensor_type(torch.DoubleTensor)
        assert torch.ones(1).dtype is torch.float64
        torch.set_default_tensor_type("torch.FloatTensor")
        assert torch.ones(1).dtype is torch.float32
        with pytest.raises(TypeError):
            torch.set_default_tensor_type(torch.LongTensor)
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("name", ["eig", "symeig", "lstsq", "matrix_rank", "solve"])
def test_functions_that_were_taken_out(backend, name):
    with pytest.raises(RuntimeError, match="torch.linalg"):
        getattr(torch, name)(torch.eye(2), torch.eye(2))


WINDOWS = {
    "bartlett": {}, "blackman": {}, "cosine": {}, "exponential": {"tau": 2.0},
    "gaussian": {"std": 1.5}, "general_cosine": {"a": [0.4, 0.5, 0.1]},
    "general_hamming": {"alpha": 0.6}, "hamming": {}, "hann": {}, "kaiser": {"beta": 5.0},
    "nuttall": {},
}  # fmt: skip


@pytest.mark.parametrize("name", WINDOWS)
def test_windows(backend, name):
    for count in (0, 1, 2, 7):
        for sym in (True, False):
            assert_same(
                lambda t, F, count=count, sym=sym: getattr(t.signal.windows, name)(
                    count, sym=sym, **WINDOWS[name]
                )
            )
    assert_same(
        lambda t, F: getattr(t.signal.windows, name)(5, dtype=t.float64, **WINDOWS[name]), 1e-6
    )


@pytest.mark.parametrize(
    "mistake",
    [
        lambda t: t.signal.windows.hann(-1),
        lambda t: t.signal.windows.gaussian(3, std=-1.0),
        lambda t: t.signal.windows.hann(3, dtype=t.int64),
        lambda t: t.zeros(3).fill_diagonal_(1),
        lambda t: t.zeros(3, 2, 3).fill_diagonal_(1),
        lambda t: t.pca_lowrank(t.ones(3, 2), q=5),
        lambda t: t.geqrf(t.ones(3)),
        lambda t: t.histogramdd(t.ones(5, 6), [1, 1]),
        lambda t: t.optim.Adafactor([t.ones(2)], lr=-1.0),
        lambda t: t.nn.AdaptiveLogSoftmaxWithLoss(4, 10, [3, 2]),
        lambda t: t.nn.utils.prune.l1_unstructured(t.nn.Linear(2, 2), "weight", amount=-1),
        lambda t: t.nn.utils.prune.l1_unstructured(t.nn.Linear(2, 2), "weight", amount=9),
        lambda t: t.nn.utils.prune.ln_structured(t.nn.Linear(2, 2), "bias", 1, 2, 0),
        lambda t: t.nn.utils.prune.remove(t.nn.Linear(2, 2), "weight"),
        lambda t: t.nn.utils.skip_init(t.nn.Sequential),
    ],
)
def test_mistakes(backend, mistake):
    assert_same_error(lambda t, F: mistake(t), says=False)


def layer_of(t, rows: int = 5, columns: int = 4):
    t.manual_seed(2)
    return t.nn.Linear(columns, rows)


PRUNED = {
    "l1": lambda p, layer, t: p.l1_unstructured(layer, "weight", amount=0.3),
    "l1_by_scores": lambda p, layer, t: p.l1_unstructured(
        layer, "weight", 7, importance_scores=t.arange(20.0).reshape(5, 4)
    ),
    "random": lambda p, layer, t: p.random_unstructured(layer, "weight", amount=6),
    "random_rows": lambda p, layer, t: p.random_structured(layer, "weight", 2, 0),
    "columns": lambda p, layer, t: p.ln_structured(layer, "weight", 0.5, 2, dim=1),
    "mask": lambda p, layer, t: p.custom_from_mask(layer, "bias", t.tensor([1, 0, 1, 0, 1])),
    "identity": lambda p, layer, t: p.identity(layer, "weight"),
    "twice": lambda p, layer, t: p.ln_structured(
        p.l1_unstructured(layer, "weight", amount=0.3), "weight", 1, 1, dim=0
    ),
    "together": lambda p, layer, t: (
        p.global_unstructured([(layer, "weight"), (layer, "bias")], p.L1Unstructured, amount=0.4)
        or layer
    ),
}


@pytest.mark.parametrize("name", PRUNED)
def test_pruning(backend, name):
    def pruned(t, F):
        layer = PRUNED[name](t.nn.utils.prune, layer_of(t), t)
        called = layer(t.arange(8.0).reshape(2, 4))
        return [
            called, layer.weight, layer.bias, sorted(layer.state_dict()),
            [name for name, _ in layer.named_parameters()], t.nn.utils.prune.is_pruned(layer),
        ]  # fmt: skip

    def restored(t, F):
        layer = PRUNED[name](t.nn.utils.prune, layer_of(t), t)
        for which in ("weight", "bias"):
            if hasattr(layer, f"{which}_mask"):
                t.nn.utils.prune.remove(layer, which)
        return [layer.weight, sorted(layer.state_dict()), t.nn.utils.prune.is_pruned(layer)]

    assert_same(pruned)
    assert_same(restored)


def test_adaptive_softmax(backend):
    def outcome(t, F):
        t.manual_seed(1)
        layer = t.nn.AdaptiveLogSoftmaxWithLoss(8, 12, [3, 7], head_bias=True)
        x = t.arange(32.0).reshape(4, 8) / 16
        output, loss = layer(x, t.tensor([0, 4, 11, 2]))
        single = layer(x[0], t.tensor(5)).output
        return output, loss, single, layer.log_prob(x), layer.predict(x)

    assert_same(outcome)


def test_linear_cross_entropy(backend):
    def outcome(t, F):
        t.manual_seed(1)
        layer = t.nn.LinearCrossEntropyLoss(8, 5, bias=True, label_smoothing=0.1)
        return layer(t.arange(32.0).reshape(4, 8) / 16, t.tensor([0, 4, 1, 2])), repr(layer)

    assert_same(outcome)


@pytest.mark.parametrize("transpose", [False, True])
def test_batch_normalisation_taken_into_weights(backend, transpose):
    torch.manual_seed(0)
    kind = torch.nn.ConvTranspose2d if transpose else torch.nn.Conv2d
    conv, bn = kind(2, 3, 2), torch.nn.BatchNorm2d(3)
    x = torch.randn(4, 2, 5, 5)
    bn(conv(x))
    conv.eval(), bn.eval()
    fused = torch.nn.utils.fusion.fuse_conv_bn_eval(conv, bn, transpose)
    wanted, found = bn(conv(x)).detach().numpy(), fused(x).detach().numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    linear, bn = torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3)
    bn(linear(torch.randn(4, 2)))
    linear.eval(), bn.eval()
    fused, x = torch.nn.utils.fuse_linear_bn_eval(linear, bn), torch.randn(4, 2)
    np.testing.assert_allclose(
        fused(x).detach().numpy(), bn(linear(x)).detach().numpy(), rtol=1e-4, atol=1e-5
    )


def test_batch_norms_are_converted(backend):
    network = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    found = torch.nn.SyncBatchNorm.convert_sync_batchnorm(network)
    assert type(found[1]) is torch.nn.SyncBatchNorm and found[1].running_mean.shape == (3,)


def test_modules_without_drawing(backend):
    torch.manual_seed(3)
    layer = torch.nn.utils.skip_init(torch.nn.Linear, 2, 3)
    assert layer.weight.shape == (3, 2)
    found = torch.rand(2)
    torch.manual_seed(3)
    assert torch.equal(found, torch.rand(2))


def test_a_module_called_with_other_parameters(backend):
    layer = torch.nn.Linear(2, 1)
    given = {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}
    with pytest.warns(FutureWarning, match="torch.func.functional_call"):
        found = torch.nn.utils.stateless.functional_call(layer, given, torch.ones(2))
    assert found.item() == 2


def test_names_are_pytorchs():
    assert set(torch.signal.windows.__all__) == set(real.signal.windows.__all__)
    assert set(torch.nn.utils.prune.__all__) <= set(dir(real.nn.utils.prune))
