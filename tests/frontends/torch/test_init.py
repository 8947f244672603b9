"""First values of parameters against PyTorch's: the same draws from the same seed."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as torch
from tests.frontends.torch.layers import close

DRAWS = {
    "uniform_": ((4, 5), {"a": -1.0, "b": 2.0}),
    "normal_": ((40, 5), {"mean": 1.0, "std": 2.0}),
    "trunc_normal_": ((40, 5), {"std": 1.5}),
    "constant_": ((3, 2), {"val": 2.5}),
    "ones_": ((3, 2), {}),
    "zeros_": ((3, 2), {}),
    "eye_": ((3, 4), {}),
    "dirac_": ((4, 2, 3), {"groups": 2}),
    "xavier_uniform_": ((4, 5), {"gain": 2.0}),
    "xavier_normal_": ((8, 5, 3), {}),
    "kaiming_uniform_": ((4, 5), {"mode": "fan_out", "nonlinearity": "relu"}),
    "kaiming_normal_": ((8, 5, 3), {"a": 0.1}),
    "orthogonal_": ((5, 3), {"gain": 2.0}),
    "sparse_": ((6, 5), {"sparsity": 0.3}),
}


@pytest.mark.parametrize("name", DRAWS)
def test_values_are_pytorchs_of_the_same_seed(backend, name):
    shape, options = DRAWS[name]
    real.manual_seed(3)
    expected = getattr(real.nn.init, name)(real.empty(shape), **options)
    torch.manual_seed(3)  # on PyTorch's backend it is the same generator
    given = torch.empty(shape)
    assert getattr(torch.nn.init, name)(given, **options) is given
    close(given, expected, 1e-4)


def test_wide_matrices_are_orthogonal(backend):
    q = torch.nn.init.orthogonal_(torch.empty(2, 6))
    close(q @ q.t(), real.eye(2), 1e-4)


def test_rare_truncated_normals(backend):
    drawn = torch.nn.init.trunc_normal_(torch.empty(2000), 0.0, 1.0, 1.5, 2.5)
    assert 1.5 <= drawn.min().item() and drawn.max().item() <= 2.5
    assert drawn.mean().item() == pytest.approx(1.84, abs=0.03)  # that of the density


def test_parameters_are_written_without_a_graph(backend):
    p = torch.nn.Parameter(torch.empty(2, 2))
    torch.nn.init.xavier_uniform_(p)
    torch.nn.init.eye_(p)
    assert p.grad_fn is None and p.requires_grad and p.tolist() == [[1.0, 0.0], [0.0, 1.0]]


GAINS = [("linear", None), ("conv2d", None), ("tanh", None), ("relu", None), ("selu", None),
         ("leaky_relu", None), ("leaky_relu", 0.3)]  # fmt: skip


@pytest.mark.parametrize(("name", "param"), GAINS)
def test_gains(name, param):
    gain = torch.nn.init.calculate_gain(name, param)
    assert gain == real.nn.init.calculate_gain(name, param)


MISTAKES = {
    "gain": lambda t: t.nn.init.calculate_gain("sin"),
    "slope": lambda t: t.nn.init.calculate_gain("leaky_relu", "a"),
    "mode": lambda t: t.nn.init.kaiming_normal_(t.ones(2, 2), mode="fan"),
    "fan": lambda t: t.nn.init.xavier_normal_(t.ones(2)),
    "eye": lambda t: t.nn.init.eye_(t.ones(2)),
    "dirac": lambda t: t.nn.init.dirac_(t.ones(2, 2)),
    "groups": lambda t: t.nn.init.dirac_(t.ones(3, 2, 2), groups=2),
    "orthogonal": lambda t: t.nn.init.orthogonal_(t.ones(2)),
    "sparse": lambda t: t.nn.init.sparse_(t.ones(2), 0.1),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    with pytest.raises(Exception) as expected:
        MISTAKES[name](real)
    with pytest.raises(type(expected.value)) as found:
        MISTAKES[name](torch)
    assert str(found.value) == str(expected.value)


def test_old_names_are_warned_of(backend):
    with pytest.warns(FutureWarning, match="deprecated in favor of `nn.init.ones_`|constant_"):
        torch.nn.init.constant(torch.empty(2), 1.0)
    with pytest.warns(UserWarning, match="no-op"):
        torch.nn.init.kaiming_uniform_(torch.empty(0, 2))


@pytest.mark.parametrize(
    "make",
    [
        lambda nn: nn.Linear(3, 4),
        lambda nn: nn.Conv2d(2, 4, 3),
        lambda nn: nn.LSTM(2, 3),
        lambda nn: nn.MultiheadAttention(4, 2),
        lambda nn: nn.Embedding(4, 3, padding_idx=1),
        lambda nn: nn.Bilinear(2, 3, 4),
    ],
)
def test_layers_begin_as_pytorchs_of_the_same_seed(backend, make):
    real.manual_seed(7)
    expected = make(real.nn).state_dict()
    torch.manual_seed(7)
    found = make(torch.nn).state_dict()
    for key, value in expected.items():
        close(found[key], value)
