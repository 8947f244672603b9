"""``torch.fx``: programs as graphs of calls, which Python code is made of.

A function or a module is traced with proxies in place of its tensors; a graph can also be written
by hand. :class:`GraphModule` computes what a graph says.

References
----------
PyTorch documentation, ``torch.fx``.
"""

from ._symbolic_trace import ProxyableClassMeta, Tracer, symbolic_trace, wrap
from .graph import CodeGen, Graph
from .graph_module import GraphModule
from .interpreter import Interpreter, Transformer
from .node import Node, has_side_effect, map_arg
from .proxy import Proxy

__all__ = [
    "CodeGen", "Graph", "GraphModule", "Interpreter", "Node", "Proxy", "ProxyableClassMeta",
    "Tracer", "Transformer", "has_side_effect", "map_arg", "symbolic_trace", "wrap",
]  # fmt: skip
