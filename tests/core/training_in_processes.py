"""Trains three small models, each in steps; ``test_processes.py`` has them rewritten."""

import json
import sys

import torch
from torch import nn
from torch.nn import functional as F


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(16, 32)
        layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(32, 16)

    def forward(self, x):
        return self.head(self.layers(self.table(x))).mean(dim=1)


MODELS = {
    "mlp": lambda: nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 16)),
    "cnn": lambda: nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(128, 16),
    ),
    "transformer": Transformer,
}  # fmt: skip
INPUTS = {
    "mlp": lambda: torch.randn(16, 32),
    "cnn": lambda: torch.randn(16, 1, 8, 8),
    "transformer": lambda: torch.randint(16, (16, 8)),
}


def train(name, compiled):
    torch.manual_seed(0)
    model = MODELS[name]()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    x, y = INPUTS[name](), torch.randint(16, (16,))

    def step(x, y):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    run = compiled(step)
    return [run(x, y).item() for _ in range(4)]


def losses(ways):
    """Return the losses of each model's steps, by model and way."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        return {f"{name} {way}": train(name, ways[way]) for name in MODELS for way in ways}
    finally:
        torch.set_default_dtype(before)


def main(path):
    ways = {"eager": lambda step: step}
    try:
        import ivy_core as ivy
    except ImportError:
        pass
    else:
        ways["compiled"] = ivy.compile
    with open(path, "w") as file:
        json.dump(losses(ways), file)


if __name__ == "__main__":
    main(sys.argv[1])
