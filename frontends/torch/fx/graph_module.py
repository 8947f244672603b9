"""Modules that compute what a graph says, by the code that is made of it."""

from __future__ import annotations

import copy
import itertools
import linecache

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .graph import Graph

_numbers = itertools.count()
tracers: list[type] = []  # the one that takes all modules for leaves, entered where it is defined


@citing("torch.fx.{}")
class GraphModule(torch.nn.Module):
    """Module of a graph: ``forward`` is code that is made of it.

    Parameters
    ----------
    root : Module or dict
        Has the modules, parameters and buffers that nodes name.
    graph : Graph
    class_name : str, optional
        What the module's class is called.
    """

    def __new__(cls, *args, **kwargs):
        # `forward` is the class's, so each module has its own
        parent = next(each for each in cls.__mro__ if "_is_of_one_graph" not in vars(each))
        return object.__new__(type(parent.__name__, (parent,), {"_is_of_one_graph": True}))

    def __init__(self, root, graph: Graph, class_name: str = "GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        if isinstance(root, torch.nn.Module):
            self.training = vars(root).get("training", True)
        for node in graph.nodes:
            if node.op in ("get_attr", "call_module"):
                _copy_attribute(root, self, node.target)
        self.graph = graph
        self.meta = dict(getattr(root, "meta", {}) or {}) if hasattr(root, "meta") else {}

    @property
    def graph(self) -> Graph:
        """The graph; setting it makes the code anew."""
        return self._graph

    @graph.setter
    def graph(self, g: Graph) -> None:
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self) -> str:
        """The code of ``forward``."""
        return self._code

    def recompile(self):
        """Make the code anew, after the graph was changed; return it with its global names."""
        made = self._graph.python_code("self")
        self._code = made.src
        type(self).forward = _function_of(made.src, made.globals)
        return made

    def add_submodule(self, target: str, m: torch.nn.Module) -> bool:
        """Put a module under a dotted name; return whether that was possible."""
        *parts, name = target.split(".")
        owner = self
        for part in parts:
            if not hasattr(owner, part):
                setattr(owner, part, torch.nn.Module())
            owner = getattr(owner, part)
            if not isinstance(owner, torch.nn.Module):
                return False
        owner.add_module(name, m)
        return True

    def delete_submodule(self, target: str) -> bool:
        """Delete the module of a dotted name; return whether there was one."""
        path, _, name = target.rpartition(".")
        try:
            owner = self.get_submodule(path)
        except AttributeError:
            return False
        if name not in owner._modules:
            return False
        del owner._modules[name]
        return True

    def delete_all_unused_submodules(self) -> None:
        """Delete the modules that no node names."""
        used = [node.target for node in self.graph.nodes if node.op in ("call_module", "get_attr")]
        for name in [name for name, _ in self.named_modules() if name]:
            if not any(
                f"{each}.".startswith(f"{name}.") or name.startswith(f"{each}.") for each in used
            ):
                self.delete_submodule(name)

    def print_readable(self, print_output: bool = True, **options) -> str:
        """Return the code within its class, and print it."""
        body = self._code.strip().replace("\n", "\n    ")
        text = f"class {type(self).__name__}(torch.nn.Module):\n    {body}"
        if print_output:
            print(text)
        return text

    def __str__(self) -> str:
        hint = "# To see more debug info, please use `graph_module.print_readable()`"
        return "\n".join([super().__str__(), self._code, hint])

    def __deepcopy__(self, memo) -> GraphModule:
        root = torch.nn.Module()
        skipped = ("_graph", "_code")
        for name, value in vars(self).items():
            if name not in skipped:
                vars(root)[name] = copy.deepcopy(value, memo)
        return _copied(self, root, copy.deepcopy(self._graph, memo))

    def __copy__(self) -> GraphModule:
        root = torch.nn.Module()
        vars(root).update(vars(self))
        return _copied(self, root, copy.copy(self._graph))

    def __reduce__(self):
        state = {name: value for name, value in vars(self).items() if name != "_graph"}
        made = self._graph.python_code("self")
        names = {key: value for key, value in made.globals.items() if key != "torch"}
        return _from_pickle, (type(self).__name__, state, made.src, names)


def _copied(module, root: torch.nn.Module, graph: Graph) -> GraphModule:
    made = GraphModule(root, graph, type(module).__name__)
    for name, value in vars(root).items():
        if name not in ("_graph", "_code", "meta"):
            vars(made)[name] = value
    made.meta = getattr(module, "meta", {})
    return made


def _function_of(source: str, names: dict):
    """Return the function that a source defines; tracebacks show its lines."""
    file = f"<eval_with_key>.{next(_numbers)}"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace = dict(names)
    exec(compile(source, file, "exec"), namespace)
    return namespace["forward"]


def _from_pickle(name: str, state: dict, source: str, names: dict) -> GraphModule:
    """Make a module of its code: that is traced, and all modules are leaves."""
    root = type(
        name, (torch.nn.Module,), {"forward": _function_of(source, {**names, "torch": torch})}
    )()
    vars(root).update(state)
    made = GraphModule(root, tracers[0]().trace(root), name)
    for key, value in state.items():
        if key not in ("_code",):
            vars(made)[key] = value
    return made


def _copy_attribute(root, module: torch.nn.Module, target: str) -> None:
    """Give a module what `root` has under a dotted name, under the same name."""
    if isinstance(root, dict):
        if target not in root:
            raise RuntimeError(
                f"Node referenced target {target} but that target was not provided in ``root``!"
            )
        value = root[target]
    else:
        value = root
        for part in target.split("."):
            if not hasattr(value, part):
                return
            value = getattr(value, part)
    *parts, name = target.split(".")
    for part in parts:
        if not hasattr(module, part):
            setattr(module, part, torch.nn.Module())
        module = getattr(module, part)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        module.register_buffer(name, value)
    else:
        setattr(module, name, value)


__all__ = ["GraphModule", "tracers"]
