"""Graphs: nodes in their order, and the Python code that they stand for."""

from __future__ import annotations

import builtins
import contextlib
import copy
import keyword
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .node import Node, map_arg, qualified_name

# how code spells calls of the operator module, by the function's name
FORMATS = {
    **{
        name: f"{{}} {sign} {{}}"
        for name, sign in zip(
            "eq ne lt gt le ge add sub mul floordiv truediv mod matmul pow lshift rshift and_ or_ "
            "xor".split(),
            "== != < > <= >= + - * // / % @ ** << >> & | ^".split(),
            strict=True,
        )
    },
    "neg": "-{}",
    "pos": "+{}",
    "invert": "~{}",
    "getitem": "{}[{}]",
}
_IN_PLACE = {
    f"i{name.rstrip('_')}": f"{{}} {sign}= {{}}"
    for name, sign in zip(
        "add sub mul floordiv truediv mod matmul pow lshift rshift and or xor".split(),
        "+ - * // / % @ ** << >> & | ^".split(),
        strict=True,
    )
}


class _Namespace:
    """Names that are taken, each by an object or by none."""

    def __init__(self):
        self._taken: dict[str, object] = {}

    def create_name(self, candidate: str, obj: object = None) -> str:
        """Return a name like `candidate` that is a free one, or that of the same object."""
        candidate = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        if candidate[0].isdigit():
            candidate = f"_{candidate}"
        name, (base, number) = candidate, _numbered(candidate)
        while self._is_taken(name, obj):
            number += 1
            name = f"{base}_{number}"
        self._taken[name] = obj
        return name

    def _is_taken(self, name: str, obj: object) -> bool:
        if name in self._taken:
            return obj is None or self._taken[name] is not obj
        if keyword.iskeyword(name) or name in ("inf", "nan", "NoneType", "torch", "device"):
            return True
        return hasattr(builtins, name) and getattr(builtins, name) is not obj


def _numbered(name: str) -> tuple[str, int]:
    found = re.fullmatch(r"(.*)_(\d+)", name)
    return (found[1], int(found[2])) if found else (name, 0)


@dataclass
class PythonCode:
    """Source of a function ``forward``, and the global names that it reads."""

    src: str
    globals: dict[str, object]


class CodeGen:
    """Writes the code of a graph."""

    def code_of_(self, graph: Graph, root_module: str) -> PythonCode:
        """Return the code of a graph, which reads attributes of `root_module`."""
        return _Writer(graph, root_module).code()


class _NodeList:
    """The nodes of a graph in their order; what is inserted or erased meanwhile is seen."""

    def __init__(self, graph: Graph, direction: str = "_next"):
        self._graph, self._direction = graph, direction

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Node]:
        root = self._graph._root
        node = getattr(root, self._direction)
        while node is not root:
            if not node._erased:
                yield node
            node = getattr(node, self._direction)

    def __reversed__(self) -> _NodeList:
        return _NodeList(self._graph, "_prev" if self._direction == "_next" else "_next")


@citing("torch.fx.{}")
class Graph:
    """Nodes of a program, in an order in which each stands behind those that it uses.

    >>> graph = torch.fx.Graph()
    >>> x = graph.placeholder("x")
    >>> _ = graph.output(graph.call_function(torch.relu, (x,)))
    >>> torch.fx.GraphModule(torch.nn.Module(), graph)(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._root = Node(self, "", "root", "", (), {})
        self._insert: Callable = self._root.prepend
        self.names_ = _Namespace()
        self._codegen = CodeGen()
        self.owning_module, self._tracer_cls = owning_module, tracer_cls

    @property
    def nodes(self) -> _NodeList:
        """The nodes, in their order."""
        return _NodeList(self)

    def create_node(
        self, op: str, target, args=(), kwargs=None, name: str | None = None, type_expr=None
    ) -> Node:
        """Make a node, and insert it where nodes are inserted now."""
        if name is None:
            name = target if isinstance(target, str) else target.__name__
            name = name[2:-2] if name.startswith("__") and name.endswith("__") else name
            name = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
        name = self.names_.create_name(name)
        node = Node(self, name, op, target, args, kwargs or {}, type_expr)
        self._insert(node)
        return node

    def placeholder(self, name: str, type_expr=None, default_value=...) -> Node:
        """Insert an input."""
        args = () if default_value is ... else (default_value,)
        return self.create_node("placeholder", name, args, type_expr=type_expr)

    def get_attr(self, qualified_name: str, type_expr=None) -> Node:
        """Insert a read of an attribute of the module."""
        name = qualified_name.replace(".", "_")
        return self.create_node("get_attr", qualified_name, name=name, type_expr=type_expr)

    def call_module(self, module_name: str, args=None, kwargs=None, type_expr=None) -> Node:
        """Insert a call of a submodule."""
        return self.create_node("call_module", module_name, args or (), kwargs, None, type_expr)

    def call_method(self, method_name: str, args=None, kwargs=None, type_expr=None) -> Node:
        """Insert a call of a method of the first argument."""
        return self.create_node("call_method", method_name, args or (), kwargs, None, type_expr)

    def call_function(
        self, the_function: Callable, args=None, kwargs=None, type_expr=None, name=None
    ) -> Node:
        """Insert a call of a function."""
        return self.create_node("call_function", the_function, args or (), kwargs, name, type_expr)

    def output(self, result, type_expr=None) -> Node:
        """Insert the result."""
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def output_node(self) -> Node:
        """Return the node of the result."""
        return next(node for node in reversed(self.nodes) if node.op == "output")

    def find_nodes(self, *, op: str, target=None, sort: bool = True) -> list[Node]:
        """Return the nodes of a kind, and of a target if one is given."""
        found = [node for node in self.nodes if node.op == op]
        return [node for node in found if target is None or node.target == target]

    def node_copy(self, node: Node, arg_transform: Callable = lambda x: x) -> Node:
        """Insert a copy of a node of another graph, its arguments mapped to nodes of this one."""
        args, kwargs = (map_arg(each, arg_transform) for each in (node.args, node.kwargs))
        copied = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        copied.meta = copy.copy(node.meta)
        return copied

    def graph_copy(self, g: Graph, val_map: dict, return_output_node: bool = False):
        """Insert copies of another graph's nodes; return what its output would be."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                found = map_arg(node.args[0], val_map.__getitem__)
                return (found, node) if return_output_node else found
            val_map[node] = self.node_copy(node, val_map.__getitem__)
        return None

    def erase_node(self, to_erase: Node) -> None:
        """Erase a node that nothing uses; RuntimeError if something does."""
        if to_erase.users:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in "
                f"the graph: {to_erase.users}!"
            )
        to_erase.unlink_()
        to_erase._erased = True
        to_erase.args, to_erase.kwargs = (), {}

    def inserting_before(self, n: Node | None = None) -> contextlib.AbstractContextManager:
        """Insert before a node: from now on, or within a ``with`` statement."""
        return _InsertPoint(self, (self._root if n is None else n).prepend)

    def inserting_after(self, n: Node | None = None) -> contextlib.AbstractContextManager:
        """Insert behind a node: from now on, or within a ``with`` statement."""
        return _InsertPoint(self, (self._root if n is None else n).append)

    def eliminate_dead_code(self, is_impure_node: Callable | None = None) -> bool:
        """Erase the nodes that nothing uses; return whether there were any."""
        is_impure, changed = is_impure_node or Node.is_impure, False
        for node in list(reversed(self.nodes)):
            if not node.users and not is_impure(node):
                self.erase_node(node)
                changed = True
        return changed

    def lint(self) -> None:
        """Raise RuntimeError if a node uses one that is not before it in this graph."""
        seen: set[Node] = set()
        for node in self.nodes:
            for used in node.all_input_nodes:
                if used.graph is not self:
                    raise RuntimeError(
                        f"Argument '{used}' of Node '{node}' does not belong to this Graph, but "
                        "was used as an argument! If you are copying nodes from another graph, "
                        f"make sure to use ``arg_transform`` on node_copy() to remap values\n{self}"
                    )
                if used not in seen:
                    raise RuntimeError(
                        f"Argument '{used}' of Node '{node}' was used before it has been defined! "
                        f"Please check that Nodes in the graph are topologically ordered\n{self}"
                    )
            seen.add(node)

    def python_code(self, root_module: str, **options) -> PythonCode:
        """Return the code of the function that the graph stands for."""
        return self._codegen.code_of_(self, root_module)

    def set_codegen(self, codegen: CodeGen) -> None:
        """Have another object write the code."""
        self._codegen = codegen

    def print_tabular(self) -> None:
        """Print the nodes, one a line."""
        for node in self.nodes:
            print(node.op, node.name, node.target, node.args, node.kwargs)

    def __deepcopy__(self, memo) -> Graph:
        made, values = Graph(tracer_cls=self._tracer_cls), {}
        memo[id(self)] = made
        found = made.graph_copy(self, values, return_output_node=True)
        if found is not None:
            result, old = found
            made.output(result, old.type).meta = copy.copy(old.meta)
        return made

    def __str__(self) -> str:
        lines = (node.format_node() for node in self.nodes)
        return "\n    ".join(["graph():", *(line for line in lines if line)])


class _InsertPoint:
    """Context in which a graph inserts nodes elsewhere; leaving it restores the place before."""

    def __init__(self, graph: Graph, insert: Callable):
        self._graph, self._before = graph, graph._insert
        graph._insert = insert

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        self._graph._insert = self._before


class _Writer:
    """Writes one function ``forward``."""

    def __init__(self, graph: Graph, root: str):
        self._graph, self._root = graph, root
        self._globals: dict[str, object] = {"torch": torch, "inf": math.inf, "nan": math.nan}
        self._taken = _Namespace()
        for node in graph.nodes:
            self._taken.create_name(node.name, node)

    def code(self) -> PythonCode:
        """Return the source, and its global names."""
        parameters, lines, unused_after = [self._root], [], self._last_uses()
        returned = ""
        for node in self._graph.nodes:
            if node.op == "placeholder":
                parameters.append(self._parameter(node))
                raw = node.target.lstrip("*")
                if raw != node.name:
                    lines.append(f"{node.name} = {raw}")
            elif node.op == "output":
                returned = f" -> {self._global(node.type)}" if node.type is not None else ""
                lines.append(f"return {self._shown(node.args[0])}")
            else:
                kind = f" : {self._global(node.type)}" if node.type is not None else ""
                lines.append(f"{node.name}{kind} = {self._call(node)}{unused_after.get(node, '')}")
        body = "\n    ".join(lines or ["pass"])
        head = f"def forward({', '.join(parameters)}){returned}:"
        return PythonCode(f"\n\n\n{head}\n    {body}\n    ", self._globals)

    def _last_uses(self) -> dict[Node, str]:
        """Return the end of each line: names that are not used any more become None."""
        seen: set[Node] = set()
        found = {}
        for node in reversed(self._graph.nodes):
            last = [used for used in node.all_input_nodes if used not in seen]
            seen.update(last)
            if not node.users and node.op not in ("placeholder", "output"):
                last.append(node)
            if last and node.op != "output":
                found[node] = f";  {' = '.join(each.name for each in last)} = None"
        return found

    def _parameter(self, node: Node) -> str:
        kind = f" : {self._global(node.type)}" if node.type is not None else ""
        default = f" = {self._shown(node.args[0])}" if node.args else ""
        return f"{node.target}{kind}{default}"

    def _call(self, node: Node) -> str:
        args = [self._shown(each) for each in node.args]
        args += [f"{key} = {self._shown(value)}" for key, value in node.kwargs.items()]
        if node.op == "get_attr":
            return self._path(node.target)
        if node.op == "call_module":
            return f"{self._path(node.target)}({', '.join(args)})"
        if node.op == "call_method":
            return f"{args[0]}.{node.target}({', '.join(args[1:])})"
        module, name = getattr(node.target, "__module__", ""), node.target.__name__
        if module == "_operator" and name in FORMATS and not node.kwargs:
            return FORMATS[name].format(*args)
        if module == "_operator" and name in _IN_PLACE:
            return f"{_IN_PLACE[name].format(*args)};  {node.name} = {args[0]}"
        if node.target is getattr and len(args) == 2 and str(node.args[1]).isidentifier():
            return f"{args[0]}.{node.args[1]}"
        return f"{self._global(node.target)}({', '.join(args)})"

    def _path(self, target: str) -> str:
        """Return an expression for an attribute of the root."""
        found = self._root
        for part in target.split("."):
            found += f".{part}" if part.isidentifier() else ""
            found = found if part.isidentifier() else f'getattr({found}, "{part}")'
        return found

    def _shown(self, value) -> str:
        """Return an expression for an argument."""
        if isinstance(value, Node):
            return value.name
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return f"{self._global(type(value))}({', '.join(map(self._shown, value))})"
        if isinstance(value, tuple):
            inside = ", ".join(map(self._shown, value))
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        if isinstance(value, list):
            return f"[{', '.join(map(self._shown, value))}]"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{k!r}: {self._shown(v)}' for k, v in value.items())}}}"
        if isinstance(value, slice):
            return f"slice({', '.join(map(self._shown, (value.start, value.stop, value.step)))})"
        if value is None or value is ... or isinstance(value, (bool, int, float, str, complex)):
            return "..." if value is ... else repr(value)
        if isinstance(value, (torch.dtype, torch.layout)):
            return repr(value)
        return self._global(value)

    def _global(self, value) -> str:
        """Return a name under which an object is a global of the code."""
        if value is type(None):
            return "None"
        names = [type(value).__name__]
        if hasattr(value, "__name__"):
            names = [f"torch.{value.__name__}", qualified_name(value)]
        for name in names:
            if _look_up(name) is value:
                return name
        name = self._taken.create_name(names[-1].replace(".", "_"), value)
        self._globals[name] = value
        return name


def _look_up(name: str):
    """Return the object of a dotted name, of ``torch`` or a built-in one; None without one."""
    first, *rest = name.split(".")
    found = torch if first == "torch" else getattr(builtins, first, None)
    for part in rest:
        found = getattr(found, part, None)
    return found


__all__ = ["FORMATS", "CodeGen", "Graph", "PythonCode"]
