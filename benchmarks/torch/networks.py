"""A perceptron of four layers, written through ``torch.nn``, and steps of its training."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy

from ..everyday.arrays import ready

BATCH, WIDTHS = 64, (64, 64, 64, 32, 10)  # as in examples/torch/perceptron.py, one layer more
FORWARD, BOTH = "perceptron, forward, no_grad", "perceptron, forward and backward"
LIMITS = {("jax", BOTH): 2.0}
OPTIMIZERS = {"SGD": {"momentum": 0.9}, "Adam": {}, "AdamW": {}}


def _made(torch: ModuleType):
    """Return the model, its input and the labels: the same numbers in ours and in PyTorch."""
    draw = numpy.random.default_rng(0)
    layers: list = []
    for size, following in zip(WIDTHS, WIDTHS[1:], strict=False):
        layers += [torch.nn.Linear(size, following), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter in model.parameters():
            values = draw.uniform(-0.1, 0.1, tuple(parameter.shape)).astype(numpy.float32)
            parameter.copy_(torch.tensor(values))
    x = torch.tensor(draw.uniform(0.0, 1.0, (BATCH, WIDTHS[0])).astype(numpy.float32))
    return model, x, torch.tensor(draw.integers(0, WIDTHS[-1], BATCH))


def forward(torch: ModuleType) -> Callable:
    """Return what computes the perceptron without gradients."""
    model, x, _ = _made(torch)

    def run():
        with torch.no_grad():
            result = model(x)
        ready(result)

    return run


def forward_and_backward(torch: ModuleType) -> Callable:
    """Return what computes the perceptron and the gradients of all its parameters."""
    model, x, _ = _made(torch)
    parameters = list(model.parameters())

    def run():
        model.zero_grad()
        model(x).sum().backward()
        ready([parameter.grad for parameter in parameters])

    return run


def training_step(torch: ModuleType, optimizer: str) -> Callable:
    """Return a step of training: loss, gradients, and what an optimizer makes of them."""
    model, x, labels = _made(torch)
    parameters = list(model.parameters())
    # a rate of zero: what has been learnt has gradients too small for a processor to be quick
    stepped = getattr(torch.optim, optimizer)(parameters, lr=0.0, **OPTIMIZERS[optimizer])
    criterion = torch.nn.CrossEntropyLoss()

    def run():
        stepped.zero_grad()
        criterion(model(x), labels).backward()
        stepped.step()
        ready(parameters)

    return run


def cases() -> dict[str, Callable]:
    """Return what is timed, by name: each makes, of ours or PyTorch's module, what is called."""
    steps = {
        f"perceptron, a step with {name}": lambda torch, name=name: training_step(torch, name)
        for name in OPTIMIZERS
    }
    return {FORWARD: forward, BOTH: forward_and_backward, **steps}
