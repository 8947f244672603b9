"""Backward programs in sections: gradients as PyTorch's, and what was kept is freed on the way."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from frontends.torch.autograd import program

LEAST = 1 << 12  # bytes


@pytest.fixture
def cut(backend, monkeypatch):
    """Have small programs cut; a list of those that were called with what nothing else held."""
    if backend != "jax":
        pytest.skip(f"{backend}: backward programs are not cut")
    from ivy_core.backends.jax.compiler import sections
    from ivy_core.backends.jax.runtime.ahead import CompiledAhead

    monkeypatch.setattr(sections, "SECTIONS_LEAST_BYTES", 2 * LEAST)
    monkeypatch.setattr(sections, "SECTION_BYTES", LEAST)
    monkeypatch.setattr(sections, "SECTIONS", 3)
    monkeypatch.setattr(program, "BACKWARDS_WHILE_COMPILING", 1)
    called, take_over = [], CompiledAhead.take_over

    def note(self, *args):
        call = take_over(self, *args)
        if call is not None:
            called.append(call.func)
        return call

    monkeypatch.setattr(CompiledAhead, "take_over", note)
    return called


def network(torch):
    nn = torch.nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.one, self.two = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 8, 3, padding=1)
            self.norm, self.head = nn.BatchNorm2d(8), nn.Linear(8, 4)
            self.unused = nn.Linear(2, 2)

        def forward(self, x):
            x = torch.relu(self.one(x))
            y = torch.sigmoid(self.norm(self.two(x)))
            z = x * y + torch.nn.functional.gelu(self.two(y))  # weights and values used twice
            return self.head(z.mean((2, 3)))

    torch.manual_seed(0)
    made, draw = Network(), np.random.default_rng(0)
    with torch.no_grad():
        for each in made.parameters():
            each.copy_(torch.tensor(draw.normal(0, 0.3, tuple(each.shape)).astype(np.float32)))
    return made


def trained(torch, steps=8, **options):
    """Return losses and parameters of some steps."""
    model, draw = network(torch), np.random.default_rng(1)
    optimizer, losses = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9), []
    for _ in range(steps):
        x = torch.tensor(draw.normal(size=(4, 3, 6, 6)).astype(np.float32))
        optimizer.zero_grad()
        loss = (model(x) ** 2).mean()
        loss.backward(**options)
        if options:
            loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert model.unused.weight.grad is None
    return [np.array(losses), *[x.detach().numpy() for x in model.parameters()]]


@pytest.mark.parametrize("options", [{}, {"retain_graph": True}], ids=["once", "twice"])
def test_gradients_are_those_of_pytorch(cut, options):
    for got, wanted in zip(trained(ours, **options), trained(real, **options), strict=True):
        np.testing.assert_allclose(got, wanted, 1e-4, 1e-5)
    assert cut


def test_what_was_kept_is_freed_behind_the_section_that_reads_it(cut):
    layers, width, rows = 9, 16, 1 << 15  # more than NumPy computes
    alive = []  # arrays that are there when a section begins
    weights = [ours.randn(width, width, requires_grad=True) for _ in range(layers)]
    for at in range(8):
        x, kept = ours.randn(rows, width), []
        for each in weights:
            x = ours.tanh(x @ each)
            kept.append(weakref.ref(x._data))
        loss = x.sum()
        del x
        if at == 7:
            sections = cut[-1]
            sections._sections = [watched(each, kept, alive) for each in sections._sections]
        loss.backward()
        del loss
    gc.collect()
    assert len(alive) > 2
    assert alive[0] == layers
    assert all(one - other >= layers // 4 for one, other in zip(alive, alive[1:], strict=False))


def watched(section, kept, alive):
    def run(*given):
        alive.append(sum(each() is not None for each in kept))
        return section.run(*given)

    return section._replace(run=run)


def test_what_the_user_holds_stays(cut):
    for _ in range(8):
        x = ours.ones(64, 16, requires_grad=True)
        y = ours.exp(x)
        z = ours.tanh(y)
        (z * y).sum().backward()
    assert cut
    np.testing.assert_allclose(y.detach().numpy(), np.full((64, 16), np.e), 1e-6)
    np.testing.assert_allclose(z.detach().numpy(), np.tanh(np.full((64, 16), np.e)), 1e-6)


def test_errors_are_those_of_pytorch(cut):
    def messages(torch):
        found = []
        for at in range(9):
            x = torch.ones(64, 16, requires_grad=True)
            y = torch.exp(x)
            loss = torch.tanh(torch.tanh(y) * y).sum()
            if at == 7:
                with torch.no_grad():
                    y.mul_(2.0)
            try:
                loss.backward()
                if at == 8:
                    loss.backward()
            except RuntimeError as err:
                found.append(str(err).partition(";")[0])
        return found

    got, wanted = messages(ours), messages(real)
    assert got == wanted
    assert len(got) == 2
    assert cut
