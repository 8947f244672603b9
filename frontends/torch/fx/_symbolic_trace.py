"""Tracing: a function or module runs once, on proxies, and what it does is written down."""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import math
import sys
import types
from collections.abc import Callable, Iterator

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.optimized import (
    unpatched_nn_module_call,
    unpatched_nn_module_getattr,
)

from .graph import Graph
from .graph_module import GraphModule, tracers
from .node import map_aggregate
from .proxy import Proxy, TracerBase

_wrapped: dict[tuple[int, str], dict] = {}  # global names, by the id of the globals and the name
_tracing: list[Tracer] = []
_ASSERT = "_assert"  # private, and so no name to import


def is_fx_tracing() -> bool:
    """Return whether a program is traced now."""
    return bool(_tracing)


is_fx_symbolic_tracing = is_fx_tracing


class ProxyableClassMeta(type):
    """Class of classes whose instances can be made of proxies within a traced program."""

    def __call__(cls, *args, **kwargs):
        found: list[TracerBase] = []
        map_aggregate((args, kwargs), lambda x: isinstance(x, Proxy) and found.append(x.tracer))
        if found:
            return found[0].create_proxy("call_function", cls, args, kwargs)
        return super().__call__(*args, **kwargs)


@citing("torch.fx.{}")
def wrap(fn_or_name):
    """Have calls of a global function be nodes, not traced into; also a decorator.

    Parameters
    ----------
    fn_or_name : str or callable
        A name at the module level of the caller, or the function.
    """
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    frame = sys._getframe(1)
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped[id(frame.f_globals), name] = frame.f_globals
    return fn_or_name


def _recording(function: Callable) -> Callable:
    """Return a function that inserts a node where one of its arguments is a proxy."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        found: list[TracerBase] = []
        map_aggregate((args, kwargs), lambda x: isinstance(x, Proxy) and found.append(x.tracer))
        if not found:
            return function(*args, **kwargs)
        return found[0].create_proxy("call_function", function, args, kwargs)

    return call


_orig_module_call, _orig_module_getattr = unpatched_nn_module_call, unpatched_nn_module_getattr
_NONE = object()


class _Patcher:
    """Context in which names of classes and namespaces have other values; they get theirs back."""

    def __init__(self):
        self._before: list[tuple[type | dict, str, object]] = []
        self.visited: set[int] = set()

    def __enter__(self) -> _Patcher:
        return self

    def __exit__(self, *exc_info) -> None:
        self.revert_all_patches()
        self.visited.clear()

    def patch(self, frame_dict: dict, name: str, new_fn: Callable, deduplicate: bool = True):
        """Set a name of a namespace."""
        self._before.append((frame_dict, name, frame_dict.get(name, _NONE)))
        frame_dict[name] = new_fn

    def patch_method(self, cls: type, name: str, new_fn: Callable, deduplicate: bool = True):
        """Set an attribute of a class."""
        self._before.append((cls, name, vars(cls).get(name, _NONE)))
        setattr(cls, name, new_fn)

    def visit_once(self, thing: object) -> bool:
        """Return whether this context has not been asked for an object before."""
        is_new = id(thing) not in self.visited
        self.visited.add(id(thing))
        return is_new

    def revert_all_patches(self) -> list:
        """Give the names back what they had, the last one first."""
        done = [*self._before]
        while self._before:
            owner, name, value = self._before.pop()
            if isinstance(owner, type):
                delattr(owner, name) if value is _NONE else setattr(owner, name, value)
            elif value is _NONE:
                del owner[name]
            else:
                owner[name] = value
        return done


def _patch_wrapped_functions(patcher: _Patcher) -> None:
    """Have the functions that `wrap` was told of become nodes."""
    for (_, name), names in _wrapped.items():
        patcher.patch(names, name, _recording(names.get(name, getattr(builtins, name, None))))


def _autowrap_check(patcher: _Patcher, frame_dict: dict, function_ids: set[int]) -> None:
    """Have functions of a namespace become nodes whose ids are among those given."""
    if not patcher.visit_once(frame_dict):
        return
    for name, value in [*frame_dict.items()]:
        if id(value) in function_ids:
            patcher.patch(frame_dict, name, _recording(value))


@citing("torch.fx.{}")
class Tracer(TracerBase):
    """Traces functions and modules.

    Parameters
    ----------
    autowrap_modules : tuple of modules
        The functions of these become nodes.
    autowrap_functions : tuple of callables
        These do, too.
    """

    def __init__(
        self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant: bool = False
    ):
        self._autowrap_function_ids = {id(f) for f in autowrap_functions}
        for module in autowrap_modules:
            functions = (f for name, f in vars(module).items() if name[:1] != "_" and callable(f))
            self._autowrap_function_ids.update(map(id, functions))
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.root: torch.nn.Module | None = None
        self.tensor_attrs: dict[torch.Tensor, str] = {}

    def is_leaf_module(self, m: torch.nn.Module, module_qualified_name: str) -> bool:
        """Return whether a module becomes one node: those of ``torch.nn`` do."""
        home = m.__module__.removeprefix("frontends.")
        is_of_torch = home.startswith(("torch.nn", "torch.ao.nn"))
        return is_of_torch and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod: torch.nn.Module) -> str:
        """Return the dotted name of a submodule; NameError if it is none."""
        for name, module in self.root.named_modules():
            if module is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m: torch.nn.Module, forward: Callable, args: tuple, kwargs: dict):
        """Call a module: a leaf becomes a node, another one is traced into."""
        path = self.path_of_module(m)
        if self.is_leaf_module(m, path):
            return self.create_proxy("call_module", path, args, kwargs)
        return forward(*args, **kwargs)

    def getattr(self, attr: str, attr_val, parameter_proxy_cache: dict):
        """Return an attribute of a module: a parameter or buffer becomes a node."""
        if not isinstance(attr_val, torch.Tensor):
            return attr_val
        path = _paths_of_tensors(self).get(id(attr_val))
        if path is None:
            return attr_val
        if path not in parameter_proxy_cache:
            parameter_proxy_cache[path] = self.create_proxy(
                "get_attr", path, (), {}, path.replace(".", "_")
            )
        return parameter_proxy_cache[path]

    def argument_(self, a):
        if not isinstance(a, torch.Tensor):
            return super().argument_(a)
        path = _paths_of_tensors(self).get(id(a)) or self.tensor_attrs.get(a)
        if path is None:  # a constant of the program
            number = len(self.tensor_attrs)
            while hasattr(self.root, f"_tensor_constant{number}"):
                number += 1
            path = self.tensor_attrs[a] = f"_tensor_constant{number}"
            setattr(self.root, path, a)
        return self.create_node("get_attr", path, (), {}, path.replace(".", "_"))

    def create_args_for_root(
        self, root_fn: Callable, is_module: bool, concrete_args: dict | None = None
    ) -> tuple[Callable, list]:
        """Return the function, and a proxy for each parameter without a value given for it."""
        code, parameters = root_fn.__code__, inspect.signature(root_fn).parameters
        names = code.co_varnames[: len(parameters)]  # those with stars come last
        args, given = [self.root] if is_module else [], concrete_args or {}
        for name in names[len(args) :]:
            parameter = parameters[name]
            stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
            default = () if parameter.default is parameter.empty else (parameter.default,)
            if name in given:
                args.append(given[name])
                _specialize(self, name, default, given[name])
                continue
            kind = root_fn.__annotations__.get(name)
            made = self.create_proxy(
                "placeholder",
                stars.get(parameter.kind, "") + name,
                default,
                {},
                type_expr=kind if isinstance(kind, type) else None,
            )
            args.append(made)
        stars = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
        if not code.co_flags & stars and not code.co_kwonlyargcount:
            return root_fn, args
        code = code.replace(
            co_flags=code.co_flags & ~stars, co_argcount=len(names), co_kwonlyargcount=0
        )
        plain = types.FunctionType(
            code, root_fn.__globals__, root_fn.__name__, None, root_fn.__closure__
        )
        return plain, args

    def trace(self, root, concrete_args: dict | None = None) -> Graph:
        """Return the graph of a module or function."""
        is_module = isinstance(root, torch.nn.Module)
        self.root = root if is_module else torch.nn.Module()
        self.tensor_attrs = {}
        self.graph = Graph(tracer_cls=type(self))
        function = type(root).forward if is_module else root
        function = inspect.unwrap(function)
        traced, args = self.create_args_for_root(function, is_module, concrete_args)
        _tracing.append(self)
        try:
            with self.patched_(function):
                result = traced(*args)
                self.create_node("output", "output", (self.create_arg(result),), {})
        finally:
            _tracing.pop()
        return self.graph

    @contextlib.contextmanager
    def patched_(self, function: Callable) -> Iterator[None]:
        """Have modules and wrapped functions ask this tracer, within the context."""
        cache: dict = {}
        tracer = self

        def call(module, *args, **kwargs):
            forward = functools.partial(_orig_module_call, module)
            return tracer.call_module(module, forward, args, kwargs)

        def get(module, name):
            return tracer.getattr(name, _orig_module_getattr(module, name), cache)

        with _Patcher() as patcher:
            patcher.patch_method(torch.nn.Module, "__call__", call, deduplicate=False)
            patcher.patch_method(torch.nn.Module, "__getattr__", get, deduplicate=False)
            _patch_wrapped_functions(patcher)
            for names in [function.__globals__, *map(vars, self._autowrap_search)]:
                _autowrap_check(patcher, names, self._autowrap_function_ids)
            yield


def _paths_of_tensors(tracer) -> dict[int, str]:
    """Return the names of parameters and buffers, by id."""
    several = (tracer.root.named_parameters(), tracer.root.named_buffers())
    return {id(value): name for pairs in several for name, value in pairs}


def _specialize(tracer, name: str, default: tuple, value: object) -> None:
    """Insert an input that has to be the value with which it is traced."""
    made = tracer.create_proxy("placeholder", f"{name}_1", default, {})
    if isinstance(value, (bool, int, float, str)):
        text = f"{name} has been specialized to have value {value} but got another value"
        assertion = getattr(torch, _ASSERT)
        tracer.create_proxy("call_function", assertion, (made == value, text), {})


class _KeepModules(Tracer):
    """Tracer to which all modules are leaves."""

    def is_leaf_module(self, m: torch.nn.Module, module_qualified_name: str) -> bool:
        """Return True."""
        return True


tracers.append(_KeepModules)


@citing("torch.fx.{}")
def symbolic_trace(root, concrete_args: dict | None = None) -> GraphModule:
    """Trace a module or function; return what computes the same from the graph.

    >>> traced = torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1)
    >>> [node.op for node in traced.graph.nodes]
    ['placeholder', 'call_function', 'call_function', 'output']
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    is_module = isinstance(root, torch.nn.Module)
    name = type(root).__name__ if is_module else root.__name__
    return GraphModule(tracer.root, graph, name)


__all__ = ["ProxyableClassMeta", "Tracer", "is_fx_symbolic_tracing", "is_fx_tracing",
           "symbolic_trace", "wrap"]  # fmt: skip
