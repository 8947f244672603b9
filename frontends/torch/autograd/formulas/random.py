"""Gradients of what is drawn: nothing of it depends on the values of tensors, as PyTorch has it."""

from __future__ import annotations

from frontends.torch.tensors.tensor import ivy

from ..tape import derivative


@derivative(
    "bernoulli", "bernoulli_", "binomial", "cauchy_", "exponential_", "geometric_", "log_normal_",
    "normal", "normal_", "poisson", "random_", "uniform_",
)  # fmt: skip
def drawn(grad, needs, *inputs, **options):
    return tuple([ivy.zeros_like(grad) if need else None for need in needs])
