"""What a training step's program holds until its backward pass, against what PyTorch saves."""

from __future__ import annotations

import importlib

import pytest

import ivy_core as ivy

real_torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")
pytestmark = [
    pytest.mark.parametrize("backend", ["jax"], indirect=True),
    pytest.mark.usefixtures("backend"),
]
BATCH, WORDS, WIDTH, BLOCKS = 16, 64, 96, 2


def blocks_of(torch):
    """Return blocks of a vision transformer."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.last_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
            self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
            self.inner, self.outer = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

        def heads(self, x):
            return x.view(BATCH, WORDS, 4, WIDTH // 4).transpose(1, 2)

        def forward(self, x):
            normed = self.norm(x)
            query, key, value = map(
                self.heads, (self.query(normed), self.key(normed), self.value(normed))
            )
            scores = query @ key.transpose(-1, -2) / (WIDTH // 4) ** 0.5
            mixed = torch.softmax(scores, dim=-1) @ value
            x = x + self.out(mixed.transpose(1, 2).reshape(BATCH, WORDS, WIDTH))
            return x + self.outer(nn.functional.gelu(self.inner(self.last_norm(x))))

    return nn.Sequential(*[Block() for _ in range(BLOCKS)])


def prepared(torch):
    """Return blocks whose parameters are drawn, their optimizer and an input."""
    numbers = importlib.import_module("numpy").random.default_rng(0)
    blocks = blocks_of(torch)
    with torch.no_grad():
        for each in blocks.parameters():
            each.copy_(torch.tensor(numbers.normal(0, 0.1, tuple(each.shape)).astype("float32")))
    x = torch.tensor(numbers.normal(size=(BATCH, WORDS, WIDTH)).astype("float32"))
    return blocks, torch.optim.AdamW(blocks.parameters(), lr=1e-3), x


def step_of(blocks, optimizer):
    def step(x):
        optimizer.zero_grad()
        loss = blocks(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    return step


def bytes_saved() -> int:
    """Return the bytes of what PyTorch saves for the backward pass; parameters are held anyway."""
    blocks, _, x = prepared(real_torch)
    held = {each.data_ptr() for each in (x, *blocks.parameters())}
    found = {}

    def save(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in held:
            found[storage.data_ptr()] = storage.nbytes(), tensor
        return tensor

    with real_torch.autograd.graph.saved_tensors_hooks(save, lambda tensor: tensor):
        loss = blocks(x).square().mean()
    assert loss.grad_fn is not None  # what is saved is there until here
    return sum(size for size, _ in found.values())


def test_a_step_holds_what_pytorch_saves(backend):
    """GELU, softmax and norms are computed again, weights' gradients are not put off."""
    torch = importlib.import_module("frontends.torch")
    blocks, optimizer, x = prepared(torch)
    step = ivy.compile(step_of(blocks, optimizer), fallback="raise")
    losses = [float(step(x).detach()) for _ in range(4)]
    held = step.lower(x).compile().memory_analysis().temp_size_in_bytes
    assert held <= 1.2 * bytes_saved(), (held, bytes_saved())
    expected = step_of(*(given := prepared(real_torch))[:2])
    assert losses == pytest.approx([expected(given[2]).item() for _ in range(4)], rel=1e-5)
