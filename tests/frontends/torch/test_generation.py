"""Lengths that change, of sentences and batches: PyTorch's answers, and few programs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import frontends.torch as ours

theirs = pytest.importorskip("torch", reason="answers are compared with PyTorch's")
only_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
WORDS, HEADS, LENGTH = 40, 2, 24


def decoder(torch, width=16):
    """Return a decoder of two layers that may be given the keys and values of earlier words."""
    nn, functional = torch.nn, torch.nn.functional

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

        def forward(self, x, cache):
            q, k, v = (
                each.view(*x.shape[:2], HEADS, width // HEADS).transpose(1, 2)
                for each in self.qkv(x).split(width, dim=2)
            )
            if cache is not None:
                if cache:
                    k, v = torch.cat((cache[0], k), dim=2), torch.cat((cache[1], v), dim=2)
                cache[:] = k, v
            scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
            mask = torch.ones(q.shape[2], k.shape[2]).tril(k.shape[2] - q.shape[2])
            shares = functional.softmax(scores.masked_fill(mask == 0, -float("inf")), dim=-1)
            return self.out((shares @ v).transpose(1, 2).reshape(x.shape))

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attention = Attention()
            self.mlp = nn.Sequential(nn.Linear(width, 32), nn.SiLU(), nn.Linear(32, width))

        def forward(self, x, cache):
            x = x + self.attention(self.norm1(x), cache)
            return x + self.mlp(self.norm2(x))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.places = nn.Embedding(WORDS, width), nn.Embedding(LENGTH, width)
            self.layers = nn.ModuleList([Layer(), Layer()])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, WORDS, bias=False)

        def forward(self, words, begin=0, caches=(None, None)):
            x = self.words(words) + self.places(torch.arange(begin, begin + words.shape[1]))
            for layer, cache in zip(self.layers, caches, strict=True):
                x = layer(x, cache)
            return self.head(self.norm(x))[:, -1]

    model = Decoder()
    drawn = np.random.default_rng(1)
    with torch.no_grad():
        for parameter in model.parameters():
            values = drawn.normal(size=tuple(parameter.shape)).astype(np.float32)
            parameter.copy_(torch.tensor(values) + (parameter.ndim == 1))
    return model.eval()


def with_cache(torch, model):
    """Return the words that are likeliest, computed with a cache that grows."""
    words = last = torch.tensor([[3, 1, 4], [1, 5, 9]])
    caches = [], []
    with torch.no_grad():
        while words.shape[1] < LENGTH:
            scores = model(last, words.shape[1] - last.shape[1], caches)
            last = scores.argmax(-1, keepdim=True)
            words = torch.cat((words, last), dim=1)
    return words


def of_whole_sentences(torch, model):
    """Return words drawn from the five likeliest, computed from the whole sentence each time."""
    torch.manual_seed(0)
    words = torch.tensor([[3, 1, 4], [1, 5, 9]])
    with torch.no_grad():
        for _ in range(12):
            scores = model(words)
            best, _ = torch.topk(scores, 5)
            scores[scores < best[:, [-1]]] = -float("inf")
            drawn = torch.multinomial(torch.softmax(scores, dim=-1), 1)
            words = torch.cat((words, drawn), dim=1)
    return words


@pytest.mark.parametrize("generate", [with_cache, of_whole_sentences])
def test_the_words_are_those_of_pytorch(backend, generate):
    wanted = generate(theirs, decoder(theirs)).tolist()
    model = decoder(ours)
    assert [generate(ours, model).tolist() for _ in range(2)] == [wanted, wanted]


@pytest.fixture
def programs(backend, monkeypatch):
    """Return a list that grows by one with each program that XLA compiles."""
    import jax

    from ivy_core.backends.jax.runtime import stored_programs

    monkeypatch.setattr(stored_programs, "_folder", None)  # what is found there is not compiled
    seen = []

    def listen(event, seconds, **_):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(seconds)

    jax.monitoring.register_event_duration_secs_listener(listen)
    yield seen
    jax.monitoring.unregister_event_duration_listener(listen)


@only_jax
def test_lengths_that_change_compile_at_most_four_programs(programs):
    model = decoder(ours, 20)  # of which no other test has compiled anything
    programs.clear()
    for generate in (with_cache, of_whole_sentences):
        generate(ours, model)
    assert len(programs) <= 4


def trained(torch, sizes, between=lambda: None):
    """Return the losses of batches of some sizes; ``between`` is called before the last batch."""
    nn, functional = torch.nn, torch.nn.functional
    drawn = np.random.default_rng(2)

    def tensor(*shape):
        return torch.tensor(drawn.normal(0.0, 0.3, shape).astype(np.float32))

    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(8 * 14 * 14, 30), nn.LayerNorm(30), nn.GELU(), nn.Linear(30, 10),
    )  # fmt: skip
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(tensor(*parameter.shape))
    optimizer, losses = torch.optim.SGD(model.parameters(), lr=0.05), []
    for at, size in enumerate(sizes):
        images, labels = tensor(size, 3, 28, 28), torch.tensor(drawn.integers(0, 10, size))
        if at == len(sizes) - 1:
            between()
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@only_jax
def test_a_shorter_last_batch_compiles_nothing(programs):
    sizes = [13, 13, 5]
    losses = trained(ours, sizes, between=programs.clear)
    assert not programs
    np.testing.assert_allclose(losses, trained(theirs, sizes), rtol=2e-5)
