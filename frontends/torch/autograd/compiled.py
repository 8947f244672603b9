"""Tensors' state for ``ivy.compile``: their gradients and flags, beside the data.

A function that is compiled runs once while the backend traces: the tape records, and backward
passes run, on values that have no numbers yet. This file says what is then an input, what an
effect, and what cannot be either: a graph that has not been run backwards.
"""

from __future__ import annotations

import copy
from operator import attrgetter

from ivy_core.arrays.lenses import Laid
from ivy_core.compilation.call.states import reading
from ivy_core.compilation.trace.trace import Unsupported

from ..tensors.dtypes import default_slot, get_default_dtype
from ..tensors.tensor import GradTensor, Tensor
from .attributes import real
from .grad_mode import mode
from .meta import (
    STANDS_IN,
    AutogradMeta,
    Detached,
    StorageAlias,
    VersionCounter,
    ViewFacts,
    counter_of,
    facts_of,
    meta_of,
)  # fmt: skip
from .nodes import AccumulateGrad
from .precision import blocks_in_force, casting
from .saved import Anomaly, hooks
from .tape import FunctionNode, lenses_from

_SLOTS = (
    "accumulator", "counter", "grad", "grad_fn", "hooks", "output_nr", "post_hooks",
    "requires_grad", "retains_grad", "seen", "shown_by", "view",
)  # fmt: skip
_FLAGS = ("requires_grad", "retains_grad")
_GRAPH = "a graph of gradients that has not been run backwards comes out of it"


_OTHER_FACTS = ("requires_grad", "grad_fn", "counter", "hooks", "post_hooks", "view")
_FACTS = attrgetter("grad", *_OTHER_FACTS)
_FACTS_BUT_GRADIENT = attrgetter("nothing", *_OTHER_FACTS)


class TensorState:
    """The rules of tensors; see :class:`ivy_core.compilation.call.states.StateRules`."""

    def mode(self) -> tuple:
        """Read the settings that decide how functions of tensors are computed."""
        settings = mode.enabled, mode.inference, get_default_dtype(), Anomaly.enabled
        settings = *settings, len(hooks.pairs)
        return (*settings, blocks_in_force()) if casting.count else settings

    def settings_are(self, named) -> list[str] | None:
        """Return expressions, true while :meth:`mode` gives what it gives now."""
        if casting.count or Anomaly.enabled or hooks.pairs:
            return None
        default, now = named(default_slot), named(get_default_dtype())
        return [
            f"{named(mode)}.enabled is {mode.enabled}",
            f"{named(mode)}.inference is {mode.inference}",
            f"{default}[0] is {now} and not {named(casting)}.count",
            f"not ({named(Anomaly)}.enabled or {named(hooks)}.pairs)",
        ]

    def add_to(self, given, x: Tensor) -> None:
        """Add the gradient and the flags of a tensor to the inputs of a call."""
        native = real(x)
        if native is not None:
            if native.requires_grad:
                raise Unsupported("a tensor that PyTorch's own engine tracks is given")
            return
        meta = getattr(x, "_autograd", None)
        if meta is None:
            return
        if meta.grad_fn is not None:
            if not _was_released(meta.grad_fn):
                raise Unsupported(
                    "a tensor that was computed from others that require gradients is given"
                )
            given.facts.append("released")  # no backward can lead through it
        if meta.hooks or meta.post_hooks:
            posts = tuple((meta.post_hooks or {}).values())
            if meta.hooks or not all(getattr(each, "is_traceable", False) for each in posts):
                raise Unsupported("a tensor with a hook on its gradient is given")
            given.facts.append(posts)
        if meta.view is not None:
            given.add(meta.view.base)
            given.facts.append(meta.view.made)
        if meta.grad is not None and not reading.ignores_gradients:
            given.facts.append("grad")
            given.add(meta.grad)
        if meta.requires_grad:
            given.facts.append("requires_grad")

    @property
    def facts(self):
        """The function that reads what tells states apart, the gradient first if that is one."""
        return _FACTS_BUT_GRADIENT if reading.ignores_gradients else _FACTS

    def slots(self) -> tuple[str, ...]:
        """Return the names of what :attr:`facts` gives, but for what all states have."""
        return _OTHER_FACTS if reading.ignores_gradients else ("grad", *_OTHER_FACTS)

    def state_of(self, x: Tensor) -> AutogradMeta:
        """Read a tensor's autograd state; it is empty where nothing is recorded of the tensor."""
        return meta_of(x)

    def is_blank(self, x: Tensor) -> bool:
        """Return whether autograd knows nothing of a tensor but how often it was written to.

        A parameter is never blank: a frozen one keeps its class when it is to be learnt again,
        where a plain tensor takes another.
        """
        if isinstance(x, GradTensor):
            return False
        meta = getattr(x, "_autograd", None)
        return type(meta) is not AutogradMeta or (
            meta.grad is None is meta.grad_fn is meta.view is meta.hooks is meta.post_hooks
            and not meta.requires_grad
        )

    def is_stand_in(self, x: Tensor) -> bool:
        """Return whether a tensor is new, and stands for one with a history: all are alike."""
        meta = getattr(x, "_autograd", None)
        return (
            type(x) is GradTensor
            and type(meta) is AutogradMeta
            and meta.seen == STANDS_IN
            and meta.requires_grad
            and meta.grad is None is meta.grad_fn is meta.view is meta.hooks is meta.post_hooks
        )

    def is_spent(self, x: Tensor) -> bool:
        """Return whether a tensor's graph was run backwards and nothing else is known of it."""
        meta = getattr(x, "_autograd", None)
        return (
            type(x) is GradTensor
            and type(meta) is AutogradMeta
            and not meta.requires_grad  # as of leaves
            and meta.grad is None is meta.view is meta.hooks is meta.post_hooks
            and meta.grad_fn is not None
            and _was_released(meta.grad_fn)
        )

    def before(self, x: Tensor) -> tuple | None:
        """Return the state of a tensor; None of one of PyTorch's own."""
        if real(x) is not None:
            return None
        counter = counter_of(x)
        meta = meta_of(x)
        return type(x), {name: getattr(meta, name) for name in _SLOTS}, counter, counter.count

    own = attrgetter("grad")

    def changes(self, x: Tensor, before: tuple) -> dict | None:
        """Compare a tensor's state with an earlier one and list the differences."""
        if before is None:
            return None
        kind, slots, counter, count = before
        meta = x._autograd
        found = {
            name: getattr(meta, name) for name in _FLAGS if getattr(meta, name) is not slots[name]
        }
        if meta.grad is not slots["grad"]:
            if reading.ignores_gradients:
                raise Unsupported("it changes a gradient")
            found["own"] = meta.grad
        if type(x) is not kind:
            found["class"] = type(x)
        if counter_of(x) is not counter:
            raise Unsupported("it lets a tensor show other memory")
        if counter.count != count and not hasattr(x, "_view"):
            found["writes"] = counter.count - count
        for name in ("grad_fn", "hooks", "post_hooks", "view", "shown_by"):
            if getattr(meta, name) is not slots[name]:
                if name == "grad_fn":
                    raise Unsupported(_GRAPH)
                raise Unsupported(f"it changes what autograd knows of a tensor ({name})")
        return found

    def restore(self, x: Tensor, before: tuple) -> None:
        """Give a tensor its state back."""
        if before is None:
            return
        kind, slots, counter, count = before
        if type(x) is not kind:
            x.__class__ = kind
        meta = x._autograd
        for name, value in slots.items():
            setattr(meta, name, value)
        counter.count = count

    def count_writes(self, arrays: list, writes: list) -> None:
        """Count writes to the memory of tensors."""
        for at, count in writes:
            x = arrays[at]
            try:
                x._autograd.counter.count += count
            except AttributeError:  # not counted so far
                counter_of(x).count += count

    def set_own(self, x: Tensor, value: Tensor | None) -> None:
        """Give a tensor another gradient, or none."""
        try:
            x._autograd.grad = value
        except AttributeError:  # nothing is known of it so far
            meta_of(x).grad = value

    def apply(self, x: Tensor, changes: dict) -> None:
        """Do to the state of a tensor what the program does."""
        for name, value in changes.items():
            if name == "class":
                x.__class__ = value
            else:
                setattr(meta_of(x), name, value)

    def of_result(self, x: Tensor) -> dict | None:
        """Return the state of a tensor that the program gives."""
        meta = getattr(x, "_autograd", None)
        if type(meta) is not AutogradMeta:
            return None
        if meta.hooks or meta.post_hooks:
            raise Unsupported("a tensor with a hook on its gradient comes out of it")
        found = {name: True for name in _FLAGS if getattr(meta, name)}
        if meta.grad is not None:
            found["grad"] = meta.grad
        if meta.view is not None:
            found["view"] = meta.view.made
        elif meta.counter is not None and meta.counter.count and not hasattr(x, "_view"):
            found["writes"] = meta.counter.count
        if meta.grad_fn is not None:
            _release_graph_that_was_run(meta.grad_fn)
            found["history"] = meta.grad_fn, meta.output_nr
        return found or ({} if type(x) is not Tensor else None)

    def why_not_given(self, x: Tensor) -> str:
        """Say that a tensor's graph has not been run backwards; "" where that is not so."""
        meta = getattr(x, "_autograd", None)
        node = meta.grad_fn if type(meta) is AutogradMeta else None
        return _GRAPH if node is not None and _graph_that_was_run(node) is None else ""

    def hides_history(self, stack: tuple) -> bool:
        """Return whether a view is of what ``detach()`` shows: it tells nothing of a graph."""
        return type(stack[0]) is Detached

    def of_hidden_result(self, x: Tensor) -> tuple[type, dict | None]:
        """Return the class and state of a tensor that is seen by ``detach()`` alone."""
        meta = getattr(x, "_autograd", None)
        counter = getattr(meta, "counter", None)
        return Tensor, {"writes": counter.count} if counter is not None and counter.count else None

    def give(self, x: Tensor, state: dict) -> None:
        """Give a tensor that the program gave its state."""
        if len(state) == 1 and "writes" in state:  # as most gradients
            x._autograd = meta = AutogradMeta()
            meta.counter = VersionCounter()
            meta.counter.count = state["writes"]
            return
        node, nr = state.get("history", (None, 0))
        x._autograd = meta = AutogradMeta(state.get("requires_grad", False), node, nr)
        meta.grad, meta.retains_grad = state.get("grad"), state.get("retains_grad", False)
        if "view" in state:
            facts = facts_of(x)
            base = facts.base
            meta.view = ViewFacts(base, lenses_from(base, x), state["view"])
            meta.counter = counter_of(base)
            meta.seen = meta.counter.count
        elif "writes" in state:
            counter_of(x).count = state["writes"]

    def lenses(self, stack: tuple) -> tuple:
        """Return lenses that know nothing of the tensors of the trace."""
        found = []
        for at, lens in enumerate(stack):
            lies = at == 1 and type(stack[0]) is Laid and not (lens.back or lens.earlier)
            if isinstance(lens, StorageAlias) and not lies:
                raise Unsupported("a tensor that was turned in place comes out of it")
            if isinstance(lens, Detached):
                lens = copy.copy(lens)
                lens.tensor = _dead_reference
            found.append(lens)
        return tuple(found)


def _dead_reference() -> None:
    """Return None, as a weak reference does whose tensor is not alive any more."""


def _was_released(node) -> bool:
    """Return whether each way back ends at a node that has been run and keeps no values."""
    waiting, seen = [node], set()
    while waiting:
        node = waiting.pop()
        if not isinstance(node, FunctionNode):
            return False
        if node.saved is None or node in seen:
            continue
        if node.saved or node.results or not node.edges_:
            return False
        seen.add(node)
        waiting += [to for to, _ in node.edges_ if to is not None]
    return True


def _graph_that_was_run(node) -> tuple[list, list] | None:
    """Return a result's linear nodes that keep values, and calls of an `autograd.Function`.

    None if the graph keeps values that a backward pass would need yet.
    """
    waiting, seen = [node], set()
    was_run, linear, users = False, [], []
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if type(node) is AccumulateGrad:
            continue
        if hasattr(node, "call_"):  # of an autograd.Function
            if node.call_.saved:
                return None
            users.append(node.call_)
        elif not isinstance(node, FunctionNode):
            function = getattr(node, "function", node)
            if function is not None and (not isinstance(function, FunctionNode) or function.saved):
                return None
        elif node.saved is None:
            was_run = True
        elif node.saved or node.results:
            if not node.is_linear:
                return None
            linear.append(node)
        waiting += [to for to, _ in node.edges_]
    if not was_run and not any(call.is_released for call in users) and (linear or users):
        return None
    return linear, users


def _release_graph_that_was_run(node) -> None:
    """Raise Unsupported if a result's graph keeps values and has not run; drop linear nodes'."""
    found = _graph_that_was_run(node)
    if found is None:
        raise Unsupported(_GRAPH)
    linear, users = found
    for call in users:  # which may keep values of the trace in attributes
        call.is_released = True
    for node in linear:
        node.saved = None


Tensor._state_rules = TensorState()
__all__ = ["TensorState"]
