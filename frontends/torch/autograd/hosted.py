"""Gradients of functions that run in real PyTorch on the host: its own engine computes them."""

from __future__ import annotations

from collections.abc import Callable

from ..dispatch import native
from ..tensors.tensor import GradTensor, Tensor
from .meta import AutogradMeta, requires_grad
from .names import node_name
from .nodes import Node, described, edge_of, node_class
from .saved import raise_released
from .tape import is_inexact


class HostedNode(Node):
    """The node of a call on the host, with the real tensors that it took and that came back."""

    __slots__ = ("arguments", "bring", "function", "given", "made", "variables")

    def release_(self) -> None:
        self.made = self.given = None

    def apply(self, grads, create_graph):
        if self.made is None:
            raise_released()
        if create_graph:
            found = self.bring(self._pull_back_in_real, (list(grads), *self.arguments), {})
            return [each if isinstance(each, Tensor) else None for each in found]
        torch = native.real_module()
        outputs, given = [], []
        for output, grad in zip(self.made, grads, strict=True):
            if output is not None and output.requires_grad and grad is not None:
                outputs.append(output)
                given.append(native.on_host(grad))
        found = torch.autograd.grad(
            outputs, self.given, given, retain_graph=True, allow_unused=True
        )
        found = self.bring(lambda *args: found, (self.variables[0],), {})
        result, left = [], iter(found)
        for node, _ in self.edges_:
            result.append(None if node is None else next(left))
        return result

    def _pull_back_in_real(self, grads, args, kwargs):
        """Return gradients, one an edge, on real PyTorch's tape: to be differentiated again."""
        torch = native.real_module()
        with torch.enable_grad():
            given = [x for x in _collect_real_tensors((args, kwargs)) if x.requires_grad]
            outputs, taken = [], []
            for output, grad in zip(_as_list(self.function(*args, **kwargs)), grads, strict=True):
                if isinstance(output, torch.Tensor) and output.requires_grad and grad is not None:
                    outputs.append(output)
                    taken.append(grad)
            found = torch.autograd.grad(outputs, given, taken, create_graph=True, allow_unused=True)
        found = iter(found)
        return [None if node is None else next(found) for node, _ in self.edges_]


def _as_list(result) -> list:
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _collect_real_tensors(nest) -> list:
    """Return real PyTorch's tensors in nested dicts, lists and tuples as one flat list."""
    torch = native.real_module()
    if isinstance(nest, torch.Tensor):
        return [nest]
    if isinstance(nest, dict):
        nest = list(nest.values())
    if isinstance(nest, (list, tuple)):
        return [x for each in nest for x in _collect_real_tensors(each)]
    return []


def record_hosted(
    function: Callable, args, kwargs, unwrapped: list, made, found, name: str, bring: Callable
):
    """Give the results of a call on the host their node.

    Parameters
    ----------
    function : callable
        Of real PyTorch.
    args, kwargs
        What it was called with.
    unwrapped : list of tuples
        Each tensor of ours among that, in order, and the real one that took its place.
    made, found
        What it gave, and that as tensors of ours.
    name : str
        The function's name in PyTorch.
    bring : callable
        ``bring(function, args, kwargs)`` makes another call on the host.
    """
    results, reals = _as_list(found), _as_list(made)
    wanted = [(x, there) for x, there in unwrapped if isinstance(x, Tensor)]
    edges = [
        edge_of(x) if isinstance(x, GradTensor) and requires_grad(x) else (None, 0)
        for x, _ in wanted
    ]
    outputs = [described(x) if isinstance(x, Tensor) else None for x in results]
    node = node_class(node_name(name, args, kwargs), HostedNode)(edges, outputs)
    node.function, node.bring, node.arguments = function, bring, (list(args), kwargs)
    node.variables = [x for x, there in wanted if there.requires_grad]
    node.given = [there for _, there in wanted if there.requires_grad]
    node.made = [each if isinstance(each, native.tensor_class) else None for each in reals]
    for nr, (x, there) in enumerate(zip(results, reals, strict=True)):
        if type(x) is Tensor and is_inexact(outputs[nr][1]) and there.requires_grad:
            x.__class__ = GradTensor
            x._autograd = AutogradMeta(False, node, nr)
    return found


__all__ = ["record_hosted"]
