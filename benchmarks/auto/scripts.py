"""The forty scripts: the examples, small programs, and training loops drawn from parts."""

from __future__ import annotations

import inspect
from pathlib import Path

from .. import programs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# How often an example's ``main`` is called, so that it takes some seconds
REPEATS = (
    ("floyd_warshall", 60), ("game_of_life", 60), ("heat_equation", 20), ("heat_equation", 200),
    ("image_filters", 20), ("jacobi_gauss_seidel", 20), ("kmeans", 20), ("mandelbrot", 20),
    ("mlp", 10), ("n_body", 20), ("n_body", 80), ("pca_svd", 40), ("random_walks", 20),
    ("spectral_filter", 40),
)  # fmt: skip
CALLS = {"kalman_filter": 60, "element_loop": 12}

_TRAINING = """\
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)


{model}

model = Model()
optimizer = torch.optim.{optimizer}
for step in range({steps}):
    x = {x}
    y = {y}
    optimizer.zero_grad()
    loss = {loss}
    loss.backward()
{clip}    optimizer.step()
    if step % 20 == 0:
        print(step, f"{{loss.item():.4f}}")
"""
_CLASS = """\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
{parts}

    def forward(self, x):
{forward}
"""
# By name: attributes, forward, the batch, the target, the loss
MODELS = {
    "perceptron": (
        ["self.a, self.b = nn.Linear(16, 64), nn.Linear(64, 4)"],
        ["return self.b(torch.relu(self.a(x)))"],
        "torch.randn(32, 16)", "torch.randint(4, (32,))", "F.cross_entropy(model(x), y)",
    ),
    "deep perceptron": (
        ["self.parts = nn.ModuleList([nn.Linear(32, 32) for _ in range(6)])"],
        ["for part in self.parts:", "    x = F.gelu(part(x))", "return x"],
        "torch.randn(16, 32)", "x.roll(1, 1)", "F.mse_loss(model(x), y)",
    ),
    "autoencoder": (
        [
            "self.encode = nn.Sequential(nn.Linear(64, 32), nn.Tanh(), nn.Linear(32, 8))",
            "self.decode = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 64))",
        ],
        ["return self.decode(self.encode(x))"],
        "torch.rand(32, 64)", "x", "F.mse_loss(model(x), y)",
    ),
    "convolutions": (
        [
            "self.a, self.b = nn.Conv2d(1, 8, 3), nn.Conv2d(8, 8, 3)",
            "self.c, self.drop = nn.Linear(8 * 16, 10), nn.Dropout(0.2)",
        ],
        [
            "x = F.max_pool2d(torch.relu(self.b(torch.relu(self.a(x)))), 2)",
            "return self.c(self.drop(x.flatten(1)))",
        ],
        "torch.randn(16, 1, 12, 12)", "torch.randint(10, (16,))", "F.cross_entropy(model(x), y)",
    ),
    "LSTM": (
        ["self.cells, self.out = nn.LSTM(8, 24, batch_first=True), nn.Linear(24, 1)"],
        ["return self.out(self.cells(x)[0][:, -1])"],
        "torch.randn(16, 12, 8)", "x.mean((1, 2)).unsqueeze(1)", "F.mse_loss(model(x), y)",
    ),
    "GRU": (
        [
            "self.words, self.cells = nn.Embedding(50, 16), nn.GRU(16, 16, batch_first=True)",
            "self.out = nn.Linear(16, 5)",
        ],
        ["return self.out(self.cells(self.words(x))[0]).transpose(1, 2)"],
        "torch.randint(50, (8, 10))", "x % 5", "F.cross_entropy(model(x), y)",
    ),
    "transformer": (
        [
            "self.words, self.out = nn.Embedding(40, 32), nn.Linear(32, 40)",
            "self.layer = nn.TransformerEncoderLayer(32, 2, 64, 0.1, batch_first=True)",
        ],
        ["return self.out(self.layer(self.words(x))).transpose(1, 2)"],
        "torch.randint(40, (8, 12))", "x.roll(-1, 1)", "F.cross_entropy(model(x), y)",
    ),
}  # fmt: skip
# By name: optimizer, whether gradients are clipped, steps
WAYS = {
    "SGD, 150 steps": ("SGD(model.parameters(), lr=0.05, momentum=0.9)", False, 150),
    "Adam, 400 steps": ("Adam(model.parameters(), lr=1e-3)", False, 400),
    "AdamW, clipped, 1,600 steps": ("AdamW(model.parameters(), lr=1e-3)", True, 1600),
}


def scripts() -> dict[str, str]:
    """Return the texts of the scripts by their names."""
    found = {}
    for name, repeats in REPEATS:
        text = (EXAMPLES / "numpy" / f"{name}.py").read_text(encoding="utf-8")
        ending = f"for _ in range({repeats - 1}):\n    main()\n"
        found[f"{name}, {repeats} times"] = f"{text}\n\n{ending}"
    for path in sorted((EXAMPLES / "torch").glob("*.py")):
        found[f"{path.stem} (torch)"] = path.read_text(encoding="utf-8")
    for name, calls in CALLS.items():
        body = inspect.getsource(getattr(programs, name))
        ending = (
            f"run = {name}(np)\nfor _ in range({calls}):\n    result = run()\nprint(result[-1])"
        )
        text = f"import numpy as np\n\n\n{body}\n\n{ending}\n"
        found[f"{name}, {calls} times"] = text
    for name in MODELS:
        for way in WAYS:
            found[f"{name}, {way}"] = _training(name, way)
    return found


def _training(name: str, way: str) -> str:
    parts, forward, x, y, loss = MODELS[name]
    optimizer, is_clipped, steps = WAYS[way]
    lines = ["\n".join(" " * 8 + line for line in each) for each in (parts, forward)]
    model = _CLASS.format(parts=lines[0], forward=lines[1])
    clip = "    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n" if is_clipped else ""
    return _TRAINING.format(
        model=model, optimizer=optimizer, steps=steps, x=x, y=y, loss=loss, clip=clip
    )
