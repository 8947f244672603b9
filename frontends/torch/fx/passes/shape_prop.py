"""Shapes and dtypes of a graph's values, found by a run of it."""

from __future__ import annotations

from typing import NamedTuple

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ..interpreter import Interpreter
from ..node import Node, map_aggregate


class TensorMetadata(NamedTuple):
    """Facts about a tensor."""

    shape: torch.Size
    dtype: torch.dtype
    requires_grad: bool
    stride: tuple[int, ...]
    memory_format: torch.memory_format | None
    is_quantized: bool
    qparams: dict


def _describe(value):
    if not isinstance(value, torch.Tensor):
        return value
    memory_format = torch.contiguous_format if value.is_contiguous() else None
    facts = value.shape, value.dtype, value.requires_grad, value.stride()
    return TensorMetadata(*facts, memory_format, False, {})


@citing("torch.fx.passes.shape_prop.{}")
class ShapeProp(Interpreter):
    """Runs a graph, and writes ``tensor_meta`` and ``type`` into the ``meta`` of each node."""

    def run_node(self, n: Node):
        """Run one node, and describe its value."""
        result = super().run_node(n)
        found: list[torch.Tensor] = []
        map_aggregate(result, lambda x: isinstance(x, torch.Tensor) and found.append(x))
        if found:
            n.meta["tensor_meta"] = map_aggregate(result, _describe)
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        """Run the graph."""
        return super().run(*args)


__all__ = ["ShapeProp", "TensorMetadata"]
