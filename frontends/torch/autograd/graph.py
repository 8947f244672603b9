"""Public access to the graph: ``torch.autograd.graph``."""

from __future__ import annotations

import contextlib
import sys
from typing import NamedTuple

from frontends.torch.dispatch.docstrings import citing

from ..tensors.tensor import Tensor
from .attributes import real
from .meta import bump
from .nodes import Node, edge_of
from .saved import hooks, saved_tensors_hooks


@citing("torch.autograd.graph.{}")
class GradientEdge(NamedTuple):
    """One result of one node; it stands for a tensor in ``autograd.grad``."""

    node: Node
    output_nr: int


@citing("torch.autograd.graph.{}")
def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Find the edge that a tensor's gradient goes along."""
    if not tensor.requires_grad:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    return GradientEdge(*edge_of(tensor))


@citing("torch.autograd.graph.{}")
def increment_version(tensor) -> None:
    """Count a write to a tensor, or to each of several."""
    for x in (tensor,) if isinstance(tensor, Tensor) else tensor:
        native = real(x)
        if native is None:
            bump(x)
        else:
            sys.modules["torch"].autograd.graph.increment_version(native)


@citing("torch.autograd.graph.{}")
class save_on_cpu(saved_tensors_hooks):
    """Keep tensors that are saved for the backward pass on the CPU, within a ``with`` block.

    Parameters
    ----------
    pin_memory : bool
        Without effect.
    device_type : str
        The accelerator whose tensors they are.
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda"):
        super().__init__(
            lambda tensor: (tensor.device, tensor.cpu()), lambda saved: saved[1].to(saved[0])
        )


@contextlib.contextmanager
@citing("torch.autograd.graph.{}")
def disable_saved_tensors_hooks(error_message: str):
    """Refuse hooks on saved tensors within a ``with`` block."""
    before, hooks.disabled = hooks.disabled, error_message
    try:
        yield
    finally:
        hooks.disabled = before


__all__ = [
    "GradientEdge", "Node", "disable_saved_tensors_hooks", "get_gradient_edge",
    "increment_version", "save_on_cpu", "saved_tensors_hooks",
]  # fmt: skip
