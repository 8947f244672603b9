"""Parametrized weights against PyTorch's: values, gradients, state_dicts, errors."""

from __future__ import annotations

import copy

import pytest
import torch as real

import frontends.torch as torch
from tests.frontends.torch.layers import close, ours, random

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")
NORMS = {
    "weight_norm": lambda t, m: t.nn.utils.weight_norm(m),
    "weight_norm, one length": lambda t, m: t.nn.utils.weight_norm(m, dim=None),
    "spectral_norm": lambda t, m: t.nn.utils.spectral_norm(m),
    "parametrized weight_norm": lambda t, m: t.nn.utils.parametrizations.weight_norm(m, dim=1),
    "parametrized spectral_norm": lambda t, m: t.nn.utils.parametrizations.spectral_norm(m, dim=1),
}


def pair(name):
    """Return PyTorch's layer and ours under a norm, with PyTorch's weights."""
    theirs, mine = (NORMS[name](t, t.nn.Linear(4, 3)) for t in (real, torch))
    mine.load_state_dict(theirs.state_dict())
    return theirs, mine


@pytest.mark.parametrize("name", NORMS)
def test_norms_of_weights(backend, name):
    theirs, mine = pair(name)
    assert repr(mine) == repr(theirs)
    assert list(mine.state_dict()) == list(theirs.state_dict())
    x = random((2, 4))
    for _ in range(3):
        expected, found = theirs(x), mine(ours(x))
        close(found, expected)
    close(mine.weight, theirs.weight)
    if backend != "numpy":
        (expected * expected).sum().backward()
        (found * found).sum().backward()
        for p, q in zip(theirs.parameters(), mine.parameters(), strict=True):
            close(q.grad, p.grad, 1e-4)


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
def test_norms_are_taken_back(backend, kind):
    theirs, mine = pair(kind)
    for t, layer in ((real, theirs), (torch, mine)):
        getattr(t.nn.utils, f"remove_{kind}")(layer)
    assert list(mine.state_dict()) == list(theirs.state_dict())
    assert not mine._forward_pre_hooks and isinstance(mine.weight, torch.nn.Parameter)
    close(mine.weight, theirs.weight)
    with pytest.raises(ValueError, match=f"{kind} of 'weight' not found"):
        getattr(torch.nn.utils, f"remove_{kind}")(mine)


def symmetric(t):
    class Symmetric(t.nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).transpose(-1, -2)

        def right_inverse(self, x):
            return x.triu()

    return Symmetric()


def test_parametrizations_of_the_users(backend):
    def of(t):
        parametrize = t.nn.utils.parametrize
        layer = t.nn.Linear(2, 2, bias=False)
        with t.no_grad():
            layer.weight.copy_(t.tensor([[1.0, 2.0], [3.0, 4.0]]))
        parametrize.register_parametrization(layer, "weight", symmetric(t))
        told = [layer.weight.tolist(), list(layer.state_dict()), type(layer).__name__, repr(layer)]
        told.append(parametrize.is_parametrized(layer, "bias"))
        told.append(parametrize.type_before_parametrizations(layer).__name__)
        layer.weight = t.tensor([[5.0, 6.0], [6.0, 7.0]])
        told.append(layer.parametrizations.weight.original.tolist())
        with parametrize.cached():
            told.append(layer.weight is layer.weight)
        told.append(copy.deepcopy(layer).weight.tolist())
        parametrize.remove_parametrizations(layer, "weight")
        told += [type(layer).__name__, layer.weight.tolist(), list(layer.state_dict())]
        return told

    assert of(torch) == of(real)


@pytest.mark.parametrize("orthogonal_map", ["matrix_exp", "cayley", "householder"])
def test_orthogonal_weights(backend, orthogonal_map):
    layer = torch.nn.utils.parametrizations.orthogonal(
        torch.nn.Linear(3, 5), "weight", orthogonal_map
    )
    q = layer.weight
    close(q.t() @ q, real.eye(3), 1e-4)


MISTAKES = {
    "no such": lambda t, p: p.register_parametrization(t.nn.Linear(1, 1), "x", t.nn.Tanh()),
    "not parametrized": lambda t, p: p.remove_parametrizations(t.nn.Linear(1, 1), "weight"),
    "shape": lambda t, p: p.register_parametrization(t.nn.Linear(2, 1), "weight", t.nn.Flatten(0)),
    "none": lambda t, p: p.ParametrizationList([], t.ones(1)),
    "iterations": lambda t, p: t.nn.utils.spectral_norm(t.nn.Linear(1, 1), n_power_iterations=0),
    "twice": lambda t, p: t.nn.utils.weight_norm(t.nn.utils.weight_norm(t.nn.Linear(1, 1))),
    "vector": lambda t, p: t.nn.utils.parametrizations.orthogonal(t.nn.Linear(1, 1), "bias"),
    "map": lambda t, p: t.nn.utils.parametrizations.orthogonal(
        t.nn.Linear(1, 1), orthogonal_map="x"
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    with pytest.raises(Exception) as expected:
        MISTAKES[name](real, real.nn.utils.parametrize)
    with pytest.raises(type(expected.value)) as found:
        MISTAKES[name](torch, torch.nn.utils.parametrize)
    assert str(found.value) == str(expected.value)
