"""The graph of what has been recorded: nodes, and the ends at which gradients are added up.

A node stands for one call of a function. Its edges lead to the nodes that computed the arguments;
an edge is a node, or None, and a number: which result of that node it was.
"""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict
from collections.abc import Sequence
from weakref import ref

from frontends.torch.dispatch.docstrings import citing

from ..tensors.tensor import Tensor
from .meta import AutogradMeta, requires_grad

_sequence = itertools.count()
FIRST = float("inf")  # the order of what adds gradients up: before anything else that waits


@citing("torch.utils.hooks.{}")
class RemovableHandle:
    """Handle of a registered hook: it takes the hook off again."""

    _numbers = itertools.count()

    def __init__(self, hooks: dict):
        self._hooks = ref(hooks)
        self.id = next(RemovableHandle._numbers)

    def remove(self) -> None:
        hooks = self._hooks()
        if hooks is not None:
            hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exc) -> None:
        self.remove()


RemovableHandle.__module__ = "torch.utils.hooks"


def add_hook(hooks: dict, hook) -> RemovableHandle:
    """Put a hook to others, and return the handle that takes it off."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


class Node:
    """One recorded call.

    The node of a user's function is the ``ctx`` to which that function sets attributes of any name.
    The engine's own names end in an underscore.

    Attributes
    ----------
    edges_ : list of tuples
        For each tensor among the arguments the node that computed it, None for one that requires no
        gradients, and which of its results it was.
    outputs_ : list of tuples
        Shape and native dtype of each result.
    sequence_ : int
        Nodes made later are run earlier.
    """

    __slots__ = (
        "__dict__", "__weakref__", "edges_", "hooks_", "outputs_", "prehooks_", "retained_",
        "sequence_", "tensor_hooks_",
    )  # fmt: skip
    shown_in_ = "builtins"  # the module in the ``repr`` of a node

    def __init__(self, edges: list, outputs: list):
        self.edges_ = edges
        self.outputs_ = outputs
        self.sequence_ = next(_sequence)
        self.hooks_ = self.prehooks_ = self.tensor_hooks_ = self.retained_ = None

    # what a script sees

    def name(self) -> str:
        return type(self).__name__

    @property
    def next_functions(self) -> tuple:
        return tuple([(node, nr if node is not None else 0) for node, nr in self.edges_])

    @property
    def metadata(self) -> dict:
        return self.__dict__.setdefault("_metadata", {})

    def register_hook(self, hook) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the node; it may replace the first."""
        if self.hooks_ is None:
            self.hooks_ = OrderedDict()
        return add_hook(self.hooks_, hook)

    def register_prehook(self, hook) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the node; it may replace them."""
        if self.prehooks_ is None:
            self.prehooks_ = OrderedDict()
        return add_hook(self.prehooks_, hook)

    def _sequence_nr(self) -> int:
        return self.sequence_

    # what the engine asks

    def hooks_of_(self, output_nr: int) -> dict:
        """Return the hooks on the gradient of one result."""
        if self.tensor_hooks_ is None:
            self.tensor_hooks_ = {}
        return self.tensor_hooks_.setdefault(output_nr, OrderedDict())

    def apply(self, grads: list, create_graph: bool) -> Sequence:
        """Return the gradients by the arguments, one an edge; None where there is none."""
        raise NotImplementedError

    def release_(self) -> None:
        """Forget what was saved: the node has been run for the last time."""


class AccumulateGrad(Node):
    """The end of a path: it adds to ``grad`` of a leaf."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor):
        self.edges_, self.outputs_, self.sequence_ = [], [described(variable)], FIRST
        self.hooks_ = self.prehooks_ = self.tensor_hooks_ = self.retained_ = None
        self.variable = variable

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"

    def _sequence_nr(self) -> int:
        return 2**64 - 1


AccumulateGrad.__module__ = "builtins"


def described(x: Tensor) -> tuple:
    """Return shape and native dtype of a tensor."""
    try:
        native = x._data
        shape = native.shape
    except AttributeError:
        shape, native = x._view.shape, x._view.sample(x)
    return (shape if type(shape) is tuple else tuple(shape)), native.dtype


@functools.lru_cache(maxsize=4096)
def node_class(name: str, base: type[Node]) -> type[Node]:
    """Return the class of nodes of a name, as ``AddBackward0``, with the behaviour of ``base``."""
    made = type(name, (base,), {"__slots__": (), "__module__": base.shown_in_})
    made.__qualname__ = name
    return made


def accumulator_of(x: Tensor, meta: AutogradMeta) -> AccumulateGrad:
    """Return the node that adds to ``grad`` of a leaf."""
    node = meta.accumulator() if meta.accumulator is not None else None
    if node is None:
        node = AccumulateGrad(x)
        meta.accumulator = ref(node)
    return node


def edge_of(x: Tensor) -> tuple:
    """Return the edge to what computed a tracked tensor; ``(None, 0)`` if nothing did."""
    meta = x._autograd
    if meta.view is not None:
        from_base = current_history(x)
        if from_base is not None:
            return from_base
    if meta.grad_fn is not None:
        return meta.grad_fn, meta.output_nr
    if meta.requires_grad:  # not what has it of its base alone: a view made under no_grad
        return accumulator_of(x, meta), 0
    return None, 0


_regenerate = None  # set by tape.py: makes the node of a view whose base has been written to


def set_regenerate(function) -> None:
    """Say how the node of a view is made anew."""
    global _regenerate
    _regenerate = function


def current_history(x: Tensor):
    """Return the edge to what computed a view, made anew if its memory has been written to."""
    meta = x._autograd
    counter = meta.counter
    if counter is None or counter.count == meta.seen:
        return None
    if meta.grad_fn is None and not requires_grad(meta.view.base):
        return None
    return _regenerate(x, meta)


def grad_fn_of(x) -> Node | None:
    """Return the node that computed a tensor: ``Tensor.grad_fn``."""
    meta = getattr(x, "_autograd", None)
    if meta is None:
        return None
    if meta.view is not None:
        current_history(x)
    return meta.grad_fn


__all__ = [
    "AccumulateGrad", "Node", "RemovableHandle", "accumulator_of", "add_hook",
    "described", "edge_of", "grad_fn_of", "node_class", "set_regenerate",
]  # fmt: skip
