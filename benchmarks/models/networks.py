"""Small models written out in ``torch.nn``: a tagger, and two GPTs in the manner of their authors.

Each is a function of the module that is ``torch``, so that ours and PyTorch's are one text.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

import numpy


def tagger(torch: ModuleType):
    """Return an LSTM that tags words, its sentences (16 of 20 words) and their tags."""
    nn = torch.nn

    class Tagger(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(1000, 64)
            self.lstm = nn.LSTM(64, 64, batch_first=True)
            self.head = nn.Linear(64, 12)

        def forward(self, words):
            outputs, _ = self.lstm(self.embedding(words))
            return self.head(outputs)

    return Tagger(), (16, 20, 1000), (16, 20), 12


def mini_gpt(torch: ModuleType):
    """Return a GPT of 3 layers of width 48, its sentences (8 of 32 words) and the words behind."""
    nn, functional = torch.nn, torch.nn.functional
    width, heads, length, words = 48, 3, 32, 64

    class Gelu(nn.Module):
        def forward(self, x):
            inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))
            return 0.5 * x * (1.0 + torch.tanh(inner))

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv = nn.Linear(width, 3 * width)
            self.out = nn.Linear(width, width)
            self.dropout = nn.Dropout(0.1)
            mask = torch.tril(torch.ones(length, length)).view(1, 1, length, length)
            self.register_buffer("mask", mask)

        def forward(self, x):
            batch, size, _ = x.size()
            q, k, v = self.qkv(x).split(width, dim=2)
            q, k, v = (
                each.view(batch, size, heads, width // heads).transpose(1, 2) for each in (q, k, v)
            )
            scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            scores = scores.masked_fill(self.mask[:, :, :size, :size] == 0, float("-inf"))
            y = self.dropout(functional.softmax(scores, dim=-1)) @ v
            return self.out(y.transpose(1, 2).contiguous().view(batch, size, width))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.attention = nn.LayerNorm(width), Attention()
            self.norm2 = nn.LayerNorm(width)
            self.mlp = nn.Sequential(
                nn.Linear(width, 4 * width), Gelu(), nn.Linear(4 * width, width), nn.Dropout(0.1)
            )

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            return x + self.mlp(self.norm2(x))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.positions = nn.Embedding(words, width), nn.Embedding(length, width)
            self.blocks = nn.ModuleList([Block() for _ in range(3)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

        def forward(self, tokens):
            positions = torch.arange(0, tokens.size(1), dtype=torch.long).unsqueeze(0)
            x = self.tokens(tokens) + self.positions(positions)
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x))

    return GPT(), (8, length, words), (8, length), words


def nano_gpt(torch: ModuleType):
    """Return a GPT of 3 layers of width 96 that shares its embedding, sentences as above."""
    nn, functional = torch.nn, torch.nn.functional
    width, heads, length, words = 96, 4, 64, 65

    class LayerNorm(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.ones(width)), None

        def forward(self, x):
            return functional.layer_norm(x, self.weight.shape, self.weight, self.bias, 1e-5)

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.c_attn = nn.Linear(width, 3 * width, bias=False)
            self.c_proj = nn.Linear(width, width, bias=False)
            self.resid_dropout = nn.Dropout(0.1)

        def forward(self, x):
            batch, size, channels = x.size()
            parts = self.c_attn(x).split(width, dim=2)
            q, k, v = (
                each.view(batch, size, heads, channels // heads).transpose(1, 2) for each in parts
            )
            y = functional.scaled_dot_product_attention(
                q, k, v, dropout_p=0.1 if self.training else 0.0, is_causal=True
            )
            y = y.transpose(1, 2).contiguous().view(batch, size, channels)
            return self.resid_dropout(self.c_proj(y))

    class MLP(nn.Module):
        def __init__(self):
            super().__init__()
            self.c_fc = nn.Linear(width, 4 * width, bias=False)
            self.gelu, self.dropout = nn.GELU(), nn.Dropout(0.1)
            self.c_proj = nn.Linear(4 * width, width, bias=False)

        def forward(self, x):
            return self.dropout(self.c_proj(self.gelu(self.c_fc(x))))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln_1, self.attn, self.ln_2, self.mlp = LayerNorm(), Attention(), LayerNorm(), MLP()

        def forward(self, x):
            x = x + self.attn(self.ln_1(x))
            return x + self.mlp(self.ln_2(x))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.transformer = nn.ModuleDict(
                {
                    "wte": nn.Embedding(words, width),
                    "wpe": nn.Embedding(length, width),
                    "drop": nn.Dropout(0.1),
                    "h": nn.ModuleList([Block() for _ in range(3)]),
                    "ln_f": LayerNorm(),
                }
            )
            self.lm_head = nn.Linear(width, words, bias=False)
            self.transformer.wte.weight = self.lm_head.weight

        def forward(self, tokens):
            size = tokens.size()[1]
            assert size <= length, f"a sentence of {size} is longer than {length}"
            positions = torch.arange(0, size, dtype=torch.long, device=tokens.device)
            embedded = self.transformer.wte(tokens) + self.transformer.wpe(positions)
            x = self.transformer.drop(embedded)
            for block in self.transformer.h:
                x = block(x)
            return self.lm_head(self.transformer.ln_f(x))

    return GPT(), (8, length, words), (8, length), words


MODELS: dict[str, Callable] = {
    "minGPT nano": mini_gpt,
    "nanoGPT tiny": nano_gpt,
    "LSTM tagger": tagger,
}


class Batch(NamedTuple):
    """What a model of a library is given at each step.

    Attributes
    ----------
    given : dict
        Its arguments, by name.
    loss_of : callable
        Of what it returns, and of labels that it is not given.
    labels : Tensor or None
    """

    given: dict
    loss_of: Callable
    labels: object = None

    def loss(self, made):
        """Return the loss of what the model returns."""
        return self.loss_of(made, self.labels)

    def first(self, count: int) -> Batch:
        """Return a batch of the first examples alone."""
        given = {name: x[:count].clone() for name, x in self.given.items()}
        labels = None if self.labels is None else self.labels[:count].clone()
        return Batch(given, self.loss_of, labels)


class Training:
    """A model with its batch and optimizer; the phases of a step are methods.

    Parameters
    ----------
    torch : module
        PyTorch, or the frontend.
    make : callable
        Of ``MODELS``, here or in ``libraries.py``: gives a model with the sizes of its batch and of
        the labels and the number of classes, or with a :class:`Batch`.
    """

    def __init__(self, torch: ModuleType, make: Callable):
        draw = numpy.random.default_rng(0)
        torch.manual_seed(0)
        self.torch = torch
        self.model, *made = make(torch)
        with torch.no_grad():
            for parameter in self.model.parameters():
                values = draw.normal(0.0, 0.05, tuple(parameter.shape)).astype(numpy.float32)
                parameter.copy_(torch.tensor(values) + (1.0 if parameter.ndim == 1 else 0.0))
        self.model.train()
        self.batch = made[0] if isinstance(made[0], Batch) else self._drawn(draw, *made)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.loss = None

    def _drawn(self, draw, size: tuple, of_labels: tuple, classes: int) -> Batch:
        """Return sentences (how many, how long, of how many words) with labels."""
        x = self.torch.tensor(draw.integers(0, size[2], size[:2]))
        labels = self.torch.tensor(draw.integers(0, classes, of_labels))
        entropy = self.torch.nn.functional.cross_entropy
        name = next(iter(inspect.signature(self.model.forward).parameters))
        return Batch(
            {name: x},
            lambda made, labels: entropy(made.view(-1, classes), labels.view(-1)),
            labels,
        )

    def forward(self) -> None:
        """Compute the loss of the batch."""
        self.loss = self.batch.loss(self.model(**self.batch.given))

    def backward(self) -> None:
        """Compute the gradients of all parameters."""
        self.optimizer.zero_grad()
        self.loss.backward()

    def update(self) -> None:
        """Change the parameters as the optimizer wants."""
        self.optimizer.step()

    def wait(self) -> float:
        """Return the loss once all that a step has begun is done."""
        parameters = list(self.model.parameters())
        for x in (*parameters, *(parameter.grad for parameter in parameters)):
            native = getattr(x, "_data", None)
            if hasattr(native, "block_until_ready"):
                native.block_until_ready()
        return float(self.loss.detach())

    def step(self) -> float:
        """Do all of a step and return its loss."""
        self.forward()
        self.backward()
        self.update()
        return self.wait()
