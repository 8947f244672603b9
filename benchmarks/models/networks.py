"""Small models of four kinds, in ``torch.nn``: a residual network, a tagger, transformers.

Each is a function of the module that is ``torch``, so that ours and PyTorch's are one text.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType

import numpy


def residual_network(torch: ModuleType):
    """Return a ResNet-18 of quarter width, its images (8 of 64 x 64) and their labels."""
    nn, functional = torch.nn, torch.nn.functional

    class Block(nn.Module):
        def __init__(self, inside, outside, stride):
            super().__init__()
            self.conv1 = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
            self.bn1 = nn.BatchNorm2d(outside)
            self.conv2 = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
            self.bn2 = nn.BatchNorm2d(outside)
            self.downsample = None
            if stride != 1 or inside != outside:
                self.downsample = nn.Sequential(
                    nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside)
                )

        def forward(self, x):
            shortcut = x if self.downsample is None else self.downsample(x)
            x = functional.relu(self.bn1(self.conv1(x)))
            x = self.bn2(self.conv2(x))
            x += shortcut
            return functional.relu(x)

    class ResNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.stem = nn.Sequential(
                nn.Conv2d(3, 16, 7, 2, 3, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True),
                nn.MaxPool2d(3, 2, 1),
            )  # fmt: skip
            blocks, inside = [], 16
            for at, outside in enumerate((16, 32, 64, 128)):
                for stride in (1 if at == 0 else 2, 1):
                    blocks.append(Block(inside, outside, stride))
                    inside = outside
            self.blocks = nn.Sequential(*blocks)
            self.pool = nn.AdaptiveAvgPool2d(1)
            self.fc = nn.Linear(inside, 10)

        def forward(self, x):
            x = self.blocks(self.stem(x))
            return self.fc(torch.flatten(self.pool(x), 1))

    return ResNet(), (8, 3, 64, 64), (8,), 10


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


def transformer(torch: ModuleType):
    """Return an encoder of 4 layers of width 128, its sentences (16 of 32 words), their labels."""
    nn = torch.nn

    class Classifier(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(1000, 128)
            self.position = nn.Parameter(torch.zeros(1, 32, 128))
            layer = nn.TransformerEncoderLayer(128, 4, 256, dropout=0.1, batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, 4)
            self.head = nn.Linear(128, 10)

        def forward(self, words):
            x = self.encoder(self.embedding(words) + self.position)
            return self.head(x.mean(dim=1))

    return Classifier(), (16, 32, 1000), (16,), 10


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


MODELS: dict[str, Callable] = {
    "resnet18, quarter width": residual_network,
    "LSTM tagger": tagger,
    "transformer, 4 x 128": transformer,
    "minGPT nano": mini_gpt,
}


class Training:
    """A model with its batch and optimizer; the phases of a step are methods.

    Parameters
    ----------
    torch : module
        PyTorch, or the frontend.
    make : callable
        One of ``MODELS``.
    """

    def __init__(self, torch: ModuleType, make: Callable):
        draw = numpy.random.default_rng(0)
        torch.manual_seed(0)
        self.torch = torch
        self.model, size, of_labels, classes = make(torch)
        with torch.no_grad():
            for parameter in self.model.parameters():
                values = draw.normal(0.0, 0.05, tuple(parameter.shape)).astype(numpy.float32)
                parameter.copy_(torch.tensor(values) + (1.0 if parameter.ndim == 1 else 0.0))
        if len(size) == 3:  # words: how many sentences, how long, of how many words
            self.x = torch.tensor(draw.integers(0, size[2], size[:2]))
        else:
            self.x = torch.tensor(draw.normal(0.0, 1.0, size).astype(numpy.float32))
        self.labels = torch.tensor(draw.integers(0, classes, of_labels))
        self.classes = classes
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.loss = None

    def forward(self) -> None:
        """Compute the loss of the batch."""
        made = self.model(self.x).view(-1, self.classes)
        self.loss = self.torch.nn.functional.cross_entropy(made, self.labels.view(-1))

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
