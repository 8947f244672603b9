"""Decoders written by hand: the whole sentence at each word, or a cache that grows."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

WORDS = 256  # that it knows


class Sizes(NamedTuple):
    """How large a decoder is."""

    width: int = 48
    heads: int = 3
    layers: int = 3
    length: int = 64


class Attention(nn.Module):
    """Causal attention by a product, a mask and a softmax; or by PyTorch's own function."""

    def __init__(self, sizes: Sizes, fused: bool):
        super().__init__()
        self.heads, self.fused = sizes.heads, fused
        self.qkv = nn.Linear(sizes.width, 3 * sizes.width)
        self.out = nn.Linear(sizes.width, sizes.width)
        length = sizes.length
        mask = torch.tril(torch.ones(length, length)).view(1, 1, length, length)
        self.register_buffer("mask", mask)

    def forward(self, x):
        batch, size, width = x.size()
        q, k, v = (
            each.view(batch, size, self.heads, width // self.heads).transpose(1, 2)
            for each in self.qkv(x).split(width, dim=2)
        )
        if self.fused:
            y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            scores = scores.masked_fill(self.mask[:, :, :size, :size] == 0, float("-inf"))
            y = functional.softmax(scores, dim=-1) @ v
        return self.out(y.transpose(1, 2).contiguous().view(batch, size, width))


class Gelu(nn.Module):
    """The approximation by a hyperbolic tangent, written out."""

    def forward(self, x):
        inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))
        return 0.5 * x * (1.0 + torch.tanh(inner))


class Block(nn.Module):
    """A layer of a decoder."""

    def __init__(self, sizes: Sizes, fused: bool):
        super().__init__()
        width = sizes.width
        self.norm1, self.attention = nn.LayerNorm(width), Attention(sizes, fused)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU() if fused else Gelu(),
            nn.Linear(4 * width, width),
        )  # fmt: skip

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT(nn.Module):
    """A decoder that is given the sentence's last words, up to a length, for each new word.

    Parameters
    ----------
    sizes : Sizes
    fused : bool
        As nanoGPT has it: PyTorch's own attention, and the head for the last word alone. Else as
        minGPT.
    """

    def __init__(self, sizes: Sizes, fused: bool):
        super().__init__()
        self.length, self.fused = sizes.length, fused
        self.tokens = nn.Embedding(WORDS, sizes.width)
        self.positions = nn.Embedding(sizes.length, sizes.width)
        self.blocks = nn.ModuleList([Block(sizes, fused) for _ in range(sizes.layers)])
        self.norm = nn.LayerNorm(sizes.width)
        self.head = nn.Linear(sizes.width, WORDS, bias=False)

    def forward(self, tokens):
        positions = torch.arange(0, tokens.size(1), dtype=torch.long)
        x = self.tokens(tokens) + self.positions(positions)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return self.head(x[:, [-1], :] if self.fused else x)

    @torch.no_grad()
    def generate(self, tokens, count: int, top: int | None = None):
        """Return the sentences with ``count`` more words, each drawn from the ``top`` likeliest."""
        for _ in range(count):
            known = tokens if tokens.size(1) <= self.length else tokens[:, -self.length :]
            scores = self(known)[:, -1, :] / 0.9
            if top is not None:
                best, _ = torch.topk(scores, min(top, scores.size(-1)))
                scores[scores < best[:, [-1]]] = -float("inf")
            drawn = torch.multinomial(functional.softmax(scores, dim=-1), num_samples=1)
            tokens = torch.cat((tokens, drawn), dim=1)
        return tokens
