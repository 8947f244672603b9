"""Stand-ins for the values of a traced program: what is done with one becomes a node."""

from __future__ import annotations

import dis
import operator
import sys
from collections.abc import Callable, Iterator

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .graph import FORMATS, Graph
from .node import Node, map_aggregate


class TraceError(ValueError):
    """A program asks for a value that only a run of it has."""


class TracerBase:
    """Makes nodes and proxies of what a program does."""

    graph: Graph

    def create_node(self, kind: str, target, args, kwargs, name=None, type_expr=None) -> Node:
        """Insert a node."""
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node: Node) -> Proxy:
        """Return the proxy of a node."""
        return Proxy(node, self)

    def create_proxy(
        self, kind: str, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None
    ) -> Proxy:
        """Insert a node whose arguments may hold proxies; return its proxy."""
        args, kwargs = self.create_arg(args), self.create_arg(kwargs)
        node = self.create_node(kind, target, args, kwargs, name, type_expr)
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a):
        """Return an argument as nodes have it: nodes in place of proxies."""
        return map_aggregate(a, self.argument_)

    def argument_(self, a):
        return a.node if isinstance(a, Proxy) else a

    def to_bool(self, obj: Proxy) -> bool:
        """Raise TraceError: which branch is taken is not known."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj: Proxy) -> Iterator:
        """Raise TraceError: how many elements there are is not known."""
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a "
            "loop or as a *args or **kwargs function argument. See the torch.fx docs on "
            "pytorch.org for a more detailed explanation of what types of control flow can be "
            "traced, and check out the Proxy docstring for help troubleshooting Proxy iteration "
            "errors"
        )

    def keys(self, obj: Proxy):
        """Return a proxy of the keys, for ``**`` in a call."""
        return Attribute(obj, "keys")()


class GraphAppendingTracer(TracerBase):
    """Tracer of a graph that is written by means of proxies."""

    def __init__(self, graph: Graph):
        self.graph = graph


@citing("torch.fx.{}")
class Proxy:
    """Stand-in for a value: operators, methods and functions of it insert nodes."""

    def __init__(self, node: Node, tracer: TracerBase | None = None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self) -> str:
        return f"Proxy({self.node.name})"

    def __getattr__(self, name: str) -> Attribute:
        if name in ("node", "tracer"):  # of one that is being copied
            raise AttributeError(name)
        return Attribute(self, name)

    def __call__(self, *args, **kwargs) -> Proxy:
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self) -> Iterator:
        frame = sys._getframe(1)
        for instruction in dis.get_instructions(frame.f_code):
            if instruction.offset == frame.f_lasti and instruction.opname == "UNPACK_SEQUENCE":
                return (self[i] for i in range(instruction.argval))
        return self.tracer.iter(self)

    def __bool__(self) -> bool:
        return self.tracer.to_bool(self)

    def __len__(self) -> int:
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be "
            "recorded, please call torch.fx.wrap('len') at module scope"
        )

    def keys(self):
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, orig_method: Callable, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        found: list[TracerBase] = []
        map_aggregate((args, kwargs), lambda x: isinstance(x, Proxy) and found.append(x.tracer))
        name = orig_method.__name__
        if getattr(torch.Tensor, name, None) is orig_method:
            return found[0].create_proxy("call_method", name, args, kwargs)
        return found[0].create_proxy("call_function", orig_method, args, kwargs)


class Attribute(Proxy):
    """Proxy of an attribute; a call of it is one of a method."""

    def __init__(self, root: Proxy, attr: str):
        self.root, self.attr, self.tracer = root, attr, root.tracer
        self._node: Node | None = None

    @property
    def node(self) -> Node:
        """The node of the attribute, made when it is asked for."""
        if self._node is None:
            made = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {})
            self._node = made.node
        return self._node

    def __call__(self, *args, **kwargs) -> Proxy:
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


def _operator_method(function: Callable, is_reflected: bool) -> Callable:
    def call(self, *others):
        args = (*others, self) if is_reflected else (self, *others)
        return self.tracer.create_proxy("call_function", function, args, {})

    return call


_REFLECTED = "add sub mul floordiv truediv mod matmul pow lshift rshift and_ or_ xor".split()
for _name in (*FORMATS, "abs"):
    _function = getattr(operator, _name)
    setattr(Proxy, f"__{_name.rstrip('_')}__", _operator_method(_function, False))
    if _name in _REFLECTED:
        setattr(Proxy, f"__r{_name.rstrip('_')}__", _operator_method(_function, True))
Proxy.__hash__ = object.__hash__  # `==` makes a node

__all__ = ["Attribute", "GraphAppendingTracer", "Proxy", "TraceError", "TracerBase"]
