"""Graphs run node by node."""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .graph import Graph
from .graph_module import GraphModule
from .node import Node, map_arg
from .proxy import GraphAppendingTracer, Proxy


@citing("torch.fx.{}")
class Interpreter:
    """Runs a graph node by node; a class derived from it says what else is done with each.

    >>> traced = torch.fx.symbolic_trace(lambda x: x * 2)
    >>> torch.fx.Interpreter(traced).run(torch.tensor(3))
    tensor(6)
    """

    def __init__(
        self,
        module: torch.nn.Module,
        garbage_collect_values: bool = True,
        graph: Graph | None = None,
    ):
        self.module, self.graph = module, module.graph if graph is None else graph
        self.submodules = dict(module.named_modules())
        self.env: dict[Node, object] = {}
        self.name, self.extra_traceback = "Interpreter", True
        self.last_users_: dict[Node, list[Node]] = {}
        if garbage_collect_values:
            seen: set[Node] = set()
            for node in reversed(self.graph.nodes):
                last = [used for used in node.all_input_nodes if used not in seen]
                seen.update(last)
                self.last_users_[node] = last

    def run(self, *args, initial_env: dict | None = None, enable_io_processing: bool = True):
        """Run the graph; return its output."""
        self.env, self.args_iter = dict(initial_env or {}), iter(args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            if node.op == "output":
                return self.env[node]
            for used in self.last_users_.get(node, ()):
                del self.env[used]
        return None

    def run_node(self, n: Node):
        """Run one node; return its value."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target: str, args: tuple, kwargs: dict):
        """Return the next argument, or the default."""
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
        raise RuntimeError(
            f"Expected positional argument for parameter {target}, but one was not passed in!"
        )

    def get_attr(self, target: str, args: tuple, kwargs: dict):
        """Return an attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target, args: tuple, kwargs: dict):
        """Call a function."""
        return target(*args, **kwargs)

    def call_method(self, target: str, args: tuple, kwargs: dict):
        """Call a method of the first argument."""
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target: str, args: tuple, kwargs: dict):
        """Call a submodule."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target: str, args: tuple, kwargs: dict):
        """Return the result."""
        return args[0]

    def fetch_attr(self, target: str):
        """Return the attribute of a dotted name."""
        found = self.module
        for i, part in enumerate(parts := target.split(".")):
            if not hasattr(found, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(parts[: i + 1])}")
            found = getattr(found, part)
        return found

    def fetch_args_kwargs_from_env(self, n: Node) -> tuple[tuple, dict]:
        """Return a node's arguments, with values in place of nodes."""
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n: Node):
        """Return nested arguments with values in place of nodes."""

        def load(node: Node):
            if node not in self.env:
                raise RuntimeError(
                    f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose "
                    "such issues"
                )
            return self.env[node]

        return map_arg(args, load)


@citing("torch.fx.{}")
class Transformer(Interpreter):
    """Runs a graph on proxies, which makes a new one."""

    def __init__(self, module: GraphModule):
        super().__init__(module)
        self.new_graph = Graph()
        self.tracer = GraphAppendingTracer(self.new_graph)

    def placeholder(self, target: str, args: tuple, kwargs: dict) -> Proxy:
        """Insert an input."""
        default = args[0] if args else ...
        return Proxy(self.new_graph.placeholder(target, default_value=default), self.tracer)

    def get_attr(self, target: str, args: tuple, kwargs: dict) -> Proxy:
        """Insert a read of an attribute."""
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target: str, args: tuple, kwargs: dict) -> Proxy:
        """Insert a call of a submodule."""
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target, args: tuple, kwargs: dict) -> Proxy:
        """Insert a call of a function."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self) -> GraphModule:
        """Return the module of the new graph."""
        result = super().run()
        if result is not None:
            self.new_graph.output(self.tracer.create_arg(result))
        return GraphModule(self.module, self.new_graph)


__all__ = ["Interpreter", "Transformer"]
