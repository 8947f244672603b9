"""Gradients of functions by PyTorch's own rules: what a function computes is recorded.

A backend that differentiates a function as a whole knows nothing of what PyTorch's autograd is told
within it: ``detach``, ``no_grad``, an ``autograd.Function``, and gradients at kinks and ties.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from ivy_core.utils.nests import map_leaves

from ..autograd.calls import grad
from ..autograd.function import count_rules
from ..autograd.grad_mode import enable_grad, is_grad_enabled
from ..autograd.meta import HistoryLeftOut, detached, requires_grad
from ..autograd.nodes import AccumulateGrad, edge_of
from ..random.generator import pass_on, watchers
from ..tensors.tensor import Tensor, ivy


class HistoryLost(Exception):
    """The backend transforms a function whose results depend on what is recorded outside of it."""


class HistoryOfOthers(HistoryLost):
    """HistoryLost, of tensors that no call being recorded is differentiated by."""


class RuleLeftOut(HistoryOfOthers, NotImplementedError):
    """A backend would differentiate the steps of an ``autograd.Function`` in place of its rule."""


def refuse_rule(function: type) -> None:
    """Raise RuleLeftOut of a user's function."""
    raise RuleLeftOut(
        f"{function.__name__}: the backend differentiates this call, and knows no rule of "
        "autograd.Function"
    )


def refuse_rule_forwards(function: type) -> None:
    """Raise RuntimeError, as PyTorch, for a user's function without ``jvp``; else RuleLeftOut."""
    if not hasattr(function, "jvp"):
        raise RuntimeError(
            "You must implement the jvp function for custom autograd.Function to use it with "
            "forward mode AD."
        )
    refuse_rule(function)


class _Depth(threading.local):
    """Count, for each thread, of the calls that are being recorded, and what they are taken by."""

    count = 0
    variables: tuple[Tensor, ...] = ()


_depth = _Depth()


def refuse_history(results) -> None:
    """Raise HistoryLost if a call that is being recorded would lose the history of some results."""
    if _depth.count and any(isinstance(x, Tensor) and requires_grad(x) for x in results):
        raise HistoryLost


def refuse_history_of_others(results) -> None:
    """Raise HistoryOfOthers if results depend on what is tracked outside of recorded calls."""
    if depends_on_others(results):
        raise HistoryOfOthers


def depends_on_others(results) -> bool:
    """Return whether results depend on what is tracked outside of the calls being recorded."""
    return _leads_beyond(_depth.variables, results)


def call_or_loop(mapped: Callable, looped: Callable):
    """Call a mapped function; a loop in its place, with the same draws, where it loses history."""
    drawn: list = []
    watchers.append(drawn)
    try:
        return mapped()
    except HistoryOfOthers:
        draw_again(drawn)
    finally:
        watchers.pop()
    return looped()


def draw_again(drawn: list) -> None:
    """Set generators back to where they were before some draws."""
    for twister, before in reversed(drawn):
        twister.state = before


def _leads_beyond(variables, tensors) -> bool:
    """Return whether tensors depend on a tracked tensor otherwise than through variables."""
    waiting = [edge_of(x)[0] for x in tensors if isinstance(x, Tensor) and requires_grad(x)]
    if not waiting:
        return False
    own = {id(x) for x in variables}
    seen = {edge_of(x)[0] for x in variables}
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if not isinstance(node, AccumulateGrad):
            waiting += [to for to, _ in node.edges_]
        elif id(node.variable) not in own:
            return True
    return False


def _without_history(x: Tensor) -> Tensor:
    """Return a tensor as ``detach()`` gives it; a transform around the call differentiates it."""
    return detached(x, HistoryLeftOut)


class RecordedCall:
    """A call of a function, with its graph.

    Parameters
    ----------
    func : callable
        Takes nests of tensors.
    args : tuple
        What it is differentiated by.

    Attributes
    ----------
    result : object
        What it gave, its tensors with their history.
    has_rules : bool
        Whether it called a user's ``autograd.Function``.
    """

    def __init__(self, func: Callable, args: tuple):
        self._is_kept = is_grad_enabled()
        self._variables: list[Tensor] = []
        drawn: list = []
        watchers.append(drawn)
        outer, rules = _depth.variables, count_rules()
        _depth.count += 1
        try:
            with enable_grad():
                self._args = map_leaves(self._as_variable, args)
                _depth.variables = (*outer, *self._variables)
                self.result = func(*self._args)
            self.has_rules = count_rules() != rules
        except HistoryLost:  # the function is called again, and draws the same numbers
            draw_again(drawn)
            raise
        finally:
            _depth.count -= 1
            _depth.variables = outer
            watchers.pop()
            pass_on(drawn)

    def _as_variable(self, x):
        """Return a tensor that gradients are taken by, which others' graphs lead through."""
        if not isinstance(x, Tensor):
            return x
        made = x.clone() if requires_grad(x) else _without_history(x).requires_grad_()
        self._variables.append(made)
        return made

    def gradients(self, outputs: list, cotangents: list | None = None, *, again: bool = False):
        """Return the nest of gradients by the arguments of the sum of some outputs.

        Parameters
        ----------
        outputs : list of Tensor
        cotangents : list of Tensor, optional
            By the outputs; an output of one element needs none.
        again : bool
            Whether others will be asked for.
        """
        given = [None] * len(outputs) if cotangents is None else cotangents
        pairs = [(x, by) for x, by in zip(outputs, given, strict=True) if requires_grad(x)]
        if not pairs:
            return map_leaves(lambda x: ivy.zeros_like(x.detach()), self._args)
        outputs, given = map(list, zip(*pairs, strict=True))
        is_recorded = self.leads_outside([*outputs, *[x for x in given if x is not None]])
        found = grad(outputs, self._variables, given, retain_graph=again or is_recorded,
                     create_graph=is_recorded, materialize_grads=True)  # fmt: skip
        of_variable = iter(found)
        return map_leaves(lambda x: next(of_variable) if isinstance(x, Tensor) else x, self._args)

    def outside(self, nest):
        """Return results as the caller is to see them: with the history of others' alone."""
        return map_leaves(self._without_own_history, nest)

    def _without_own_history(self, x):
        is_own = isinstance(x, Tensor) and requires_grad(x) and not self.leads_outside([x])
        return _without_history(x) if is_own else x

    def leads_outside(self, tensors: list) -> bool:
        """Return whether tensors depend on what is tracked beside the arguments."""
        if not self._is_kept:
            return False
        own = {id(x) for x in self._variables}
        waiting, seen = [edge_of(x)[0] for x in tensors if requires_grad(x)], set()
        while waiting:
            node = waiting.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            if isinstance(node, AccumulateGrad):
                if id(node.variable) not in own:
                    return True
            else:
                waiting += [to for to, _ in node.edges_]
        return False


__all__ = [
    "HistoryLost", "HistoryOfOthers", "RecordedCall", "call_or_loop", "depends_on_others",
    "draw_again", "refuse_history", "refuse_history_of_others", "refuse_rule",
    "refuse_rule_forwards",
]  # fmt: skip
