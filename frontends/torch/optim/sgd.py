"""Stochastic gradient descent.

References
----------
PyTorch documentation, ``torch.optim.SGD``; I. Sutskever et al., 2013.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .optimizer import ElementwiseOptimizer, as_number, check_lr, gradient_of_step, rate_of


@citing("``torch.optim.{}``")
class SGD(ElementwiseOptimizer):
    """``param -= lr * grad``, with momentum and weight decay.

    Parameters
    ----------
    params : iterable of Tensor or dict
    lr : float
        Learning rate.
    momentum, dampening, weight_decay : float
    nesterov : bool
    maximize : bool
        Whether to go up in place of down.
    foreach, fused : bool, optional
        How PyTorch computes a step; here the backend decides.
    differentiable : bool
        Whether steps are part of the graph.

    >>> x = torch.tensor([1.0, 2.0])
    >>> x.grad = torch.tensor([1.0, 1.0])
    >>> torch.optim.SGD([x], lr=0.5).step()
    >>> x
    tensor([0.5000, 1.5000])
    """

    real_views_ = counts_ = False

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay=0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ):
        check_lr(lr)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        self.check_exclusive_options_(foreach, differentiable, fused)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def update_(self, group, param, grad, state) -> None:
        weight_decay, momentum = group["weight_decay"], group["momentum"]
        if isinstance(weight_decay, torch.Tensor) and weight_decay.requires_grad:
            grad = grad.addcmul(param.clone(), weight_decay)
        elif weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if momentum != 0:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                buffer = state["momentum_buffer"] = grad.detach().clone()
            else:
                buffer.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        lr = rate_of(group)
        if isinstance(lr, torch.Tensor) and lr.requires_grad:
            param.addcmul_(grad, lr, value=-1)
        else:
            param.add_(grad, alpha=-lr)

    def update_lists_(self, lists, group, step, params, grads, *buffers) -> None:
        momentum = group["momentum"]
        if group["weight_decay"] != 0:
            grads = lists.add(grads, params, alpha=group["weight_decay"])
        for each in buffers:  # one list, or none
            lists.mul_(each, momentum)
            lists.add_(each, grads, alpha=1 - group["dampening"])
            grads = lists.add(grads, each, alpha=momentum) if group["nesterov"] else each
        lists.add_(params, grads, alpha=-group["lr"])

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("momentum_buffer",) if group["momentum"] != 0 else ()

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        return (
            group["momentum"], group["dampening"], group["nesterov"], group["maximize"],
            as_number(group["weight_decay"]),
        )  # fmt: skip

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: the learning rate."""
        return [as_number(group["lr"])]

    def changed_(self, group, numbers, param, grad, *kept) -> list:
        """Return a parameter after a step, and its momentum."""
        grad, momentum = gradient_of_step(group, param, grad), group["momentum"]
        if momentum != 0:
            buffer = kept[0] * momentum + grad * (1 - group["dampening"])
            kept = [buffer]
            grad = grad + buffer * momentum if group["nesterov"] else buffer
        return [param - grad * numbers[0], *kept]
