"""Nodes of a graph: one call each, or an input, an attribute, the output."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

_side_effects: set[Callable] = set()


@citing("torch.fx.{}")
def has_side_effect(fn: Callable) -> Callable:
    """Keep the calls of a function whether their results are used or not; return it."""
    _side_effects.add(fn)
    return fn


def map_aggregate(a, fn: Callable):
    """Map a function over what is in nested tuples, lists, dicts and slices."""
    if isinstance(a, tuple):
        found = [map_aggregate(each, fn) for each in a]
        return type(a)(*found) if hasattr(a, "_fields") else tuple(found)
    if isinstance(a, list):
        return [map_aggregate(each, fn) for each in a]
    if isinstance(a, dict):
        return {key: map_aggregate(each, fn) for key, each in a.items()}
    if isinstance(a, slice):
        return slice(*(map_aggregate(each, fn) for each in (a.start, a.stop, a.step)))
    return fn(a)


@citing("torch.fx.{}")
def map_arg(a, fn: Callable):
    """Map a function over the nodes in nested arguments; the rest stays."""
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def qualified_name(func: Callable) -> str:
    """Return a function's dotted name, as code spells it."""
    name = func.__name__
    if getattr(builtins, name, None) is func:
        return name
    module = getattr(func, "__module__", None) or "builtins"
    if module == "_operator":
        return f"_operator.{name}"
    if getattr(func, "__objclass__", None) is not None:
        module = f"{func.__objclass__.__module__}.{func.__objclass__.__name__}"
    if module.startswith("frontends.torch"):
        is_public = getattr(torch, name, None) is func
        module = "torch" if is_public else module.removeprefix("frontends.")
    return f"{module}.{name}"


@citing("torch.fx.{}")
class Node:
    """One step of a graph.

    Attributes
    ----------
    op : {'placeholder', 'get_attr', 'call_function', 'call_module', 'call_method', 'output'}
    target : str or callable
        What is called, or the name of what is read.
    args, kwargs
        Arguments: nodes, and values, which may be nested.
    users : dict
        The nodes that have this one among their arguments.
    meta : dict
        What passes write down.
    """

    def __init__(self, graph, name: str, op: str, target, args, kwargs, return_type=None):
        self.graph, self.name, self.op, self.target = graph, name, op, target
        self.type, self.meta, self.users = return_type, {}, {}
        self._input_nodes: dict[Node, None] = {}
        self._prev = self._next = self
        self._erased = False
        self._args, self._kwargs = (), {}
        _set_arguments(self, args, kwargs)

    def use_(self, node: Node) -> Node:
        self._input_nodes[node] = None
        node.users[self] = None
        return node

    @property
    def args(self) -> tuple:
        """Positional arguments."""
        return self._args

    @args.setter
    def args(self, args) -> None:
        _set_arguments(self, args, self._kwargs)

    @property
    def kwargs(self) -> dict:
        """Keyword arguments."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, kwargs) -> None:
        _set_arguments(self, self._args, kwargs)

    @property
    def all_input_nodes(self) -> list[Node]:
        """The nodes among the arguments, each once."""
        return list(self._input_nodes)

    @property
    def next(self) -> Node:
        """The node behind this one."""
        return self._next

    @property
    def prev(self) -> Node:
        """The node before this one."""
        return self._prev

    def prepend(self, x: Node) -> None:
        """Put a node before this one."""
        if x is self:
            return
        x.unlink_()
        x._prev, x._next = self._prev, self
        self._prev._next = self._prev = x

    def append(self, x: Node) -> None:
        """Put a node behind this one."""
        self._next.prepend(x)

    def unlink_(self) -> None:
        self._prev._next, self._next._prev = self._next, self._prev

    def update_arg(self, idx: int, arg) -> None:
        """Replace a positional argument."""
        args = list(self._args)
        args[idx] = arg
        self.args = args

    def insert_arg(self, idx: int, arg) -> None:
        """Insert a positional argument."""
        self.args = (*self._args[:idx], arg, *self._args[idx:])

    def update_kwarg(self, key: str, arg) -> None:
        """Replace a keyword argument."""
        self.kwargs = {**self._kwargs, key: arg}

    def replace_input_with(self, old_input: Node, new_input: Node) -> None:
        """Replace a node among the arguments by another one."""
        change = lambda node: new_input if node is old_input else node
        _set_arguments(self, map_arg(self._args, change), map_arg(self._kwargs, change))

    def replace_all_uses_with(
        self, replace_with: Node, delete_user_cb: Callable = lambda user: True, *,
        propagate_meta: bool = False,
    ) -> list[Node]:  # fmt: skip
        """Have the users of this node use another one; return those that do."""
        if propagate_meta:
            replace_with.meta.update(self.meta)
        changed = [user for user in list(self.users) if delete_user_cb(user)]
        for user in changed:
            user.replace_input_with(self, replace_with)
        return changed

    def is_impure(self, impure_random: bool = True) -> bool:
        """Return whether the step stays though its result is not used."""
        if self.op in ("placeholder", "output"):
            return True
        return self.op == "call_function" and (
            self.target in _side_effects
            or self.target in (operator.setitem, setattr)
            or self.target.__name__ == "_assert"
        )

    def format_node(self, placeholder_names=None, maybe_return_typename=None) -> str | None:
        """Return a line that shows the node."""
        kind = "" if self.type is None else f"{_type_name(self.type)} "
        target = self.target
        if not isinstance(target, str):
            target = qualified_name(target).replace("_operator.", "operator.")
            target = target if "." in target else f"builtins.{target}"
        begin = f"%{self.name} : {kind}[num_users={len(self.users)}] = {self.op}[target={target}]"
        if self.op == "output":
            return f"return {self.args[0]}"
        if self.op == "placeholder":
            return f"{begin}(default={self.args[0]})" if self.args else begin
        if self.op == "get_attr":
            return begin
        return f"{begin}(args = {_shown(self.args)}, kwargs = {_shown(self.kwargs)})"

    def __repr__(self) -> str:
        return self.name


def _set_arguments(user, args, kwargs) -> None:
    for node in user._input_nodes:
        node.users.pop(user, None)
    user._input_nodes = {}
    user._args, user._kwargs = (map_arg(each, user.use_) for each in (tuple(args), dict(kwargs)))


def _type_name(kind) -> str:
    """Return a type's name with its module, unless that is built in."""
    if not hasattr(kind, "__name__"):
        return str(kind)
    is_tensor = kind.__name__ == "Tensor" and "torch" in kind.__module__
    module = "torch" if is_tensor else kind.__module__
    return kind.__name__ if module == "builtins" else f"{module}.{kind.__name__}"


def _shown(value) -> str:
    """Return an argument's text: nodes by name, strings without quotes."""
    if isinstance(value, Node):
        return f"%{value.name}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(each)}' for key, each in value.items())}}}"
    return str(value)


__all__ = ["Node", "has_side_effect", "map_aggregate", "map_arg", "qualified_name"]
