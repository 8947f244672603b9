"""Adam and its kin: steps by running means of the gradient and of its square.

References
----------
PyTorch documentation, ``torch.optim``; D. Kingma and J. Ba, 2014 (Adam, Adamax); I. Loshchilov
and F. Hutter, 2017 (AdamW); T. Dozat, 2016 (NAdam); L. Liu et al., 2019 (RAdam).
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .optimizer import (
    ElementwiseOptimizer,
    apart,
    as_number,
    check_betas,
    check_lr,
    check_positive,
    count_step,
    decayed,
    gradient_of_step,
    rate_of,
)


def _check_adam_options(lr, eps, betas, weight_decay) -> None:
    check_lr(lr)
    if not 0.0 <= eps:
        raise ValueError(f"Invalid epsilon value: {eps}")
    check_betas(betas)
    check_positive(weight_decay=weight_decay)


def _update_moments(group: dict, grad, state: dict):
    """Update the running means of gradient and its square in ``state`` in place; return both."""
    beta1, beta2 = map(as_number, group["betas"])
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    mean.lerp_(grad, 1 - beta1)
    square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    return mean, square


def _decayed(group: dict, decay: float, param, grad) -> tuple:
    """Return (parameter, gradient) as a compiled step goes by them: one of the two is decayed."""
    if not group["decoupled_weight_decay"]:
        return param, gradient_of_step(group, param, grad)
    grad = -grad if group["maximize"] else grad
    return (param if group["weight_decay"] == 0 else param * decay), grad


@citing("``torch.optim.{}``")
class Adam(ElementwiseOptimizer):
    """Steps by the running mean of the gradient over the root of that of its square.

    Parameters
    ----------
    params : iterable of Tensor or dict
    lr : float
    betas : (float, float)
        Decays of both means.
    eps, weight_decay : float
    amsgrad : bool
        Whether the largest mean of the square so far counts.
    foreach, capturable, fused : bool, optional
        How PyTorch computes a step; here the backend decides.
    maximize, differentiable, decoupled_weight_decay : bool
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ):
        _check_adam_options(lr, eps, betas, weight_decay)
        kinds = [isinstance(beta, torch.Tensor) for beta in betas]
        if not (all(kinds) or all(isinstance(beta, float) for beta in betas)):
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if kinds[i] and beta.numel() != 1:
                raise ValueError(f"Tensor betas[{i}] must be 1-element")
        self.check_exclusive_options_(foreach, differentiable, fused)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        names = ["exp_avg", "exp_avg_sq"] + ["max_exp_avg_sq"] * group["amsgrad"]
        return {name: torch.zeros_like(param) for name in names}

    def update_(self, group, param, grad, state) -> None:
        lr, weight_decay = rate_of(group), group["weight_decay"]
        beta1, beta2 = map(as_number, group["betas"])
        step = count_step(state)
        if group["decoupled_weight_decay"]:
            if weight_decay != 0:
                param.mul_(1 - lr * weight_decay)
        else:
            grad = decayed(grad, param, weight_decay)
        mean, square = _update_moments(group, grad, state)
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            largest.copy_(torch.maximum(apart(largest, group), square))
            square = largest
        root = (square.sqrt() / (1 - beta2**step) ** 0.5).add_(group["eps"])
        size = lr / (1 - beta1**step)
        if isinstance(size, torch.Tensor):  # a learning rate whose gradient is wanted
            param.add_(mean.clone() / root * -size)
        else:
            param.addcdiv_(apart(mean, group), root, value=-size)

    def update_lists_(self, lists, group, step, params, grads, means, squares, *largest) -> None:
        lr, weight_decay = group["lr"], group["weight_decay"]
        beta1, beta2 = map(as_number, group["betas"])
        if weight_decay != 0:
            if group["decoupled_weight_decay"]:
                lists.mul_(params, 1 - lr * weight_decay)
            else:
                grads = lists.add(grads, params, alpha=weight_decay)
        lists.lerp_(means, grads, 1 - beta1)
        lists.mul_(squares, beta2)
        lists.addcmul_(squares, grads, grads, 1 - beta2)
        for each in largest:  # one list, or none
            lists.copy_(each, lists.maximum(each, squares))
            squares = each
        roots = lists.sqrt(squares)
        lists.div_(roots, (1 - beta2**step) ** 0.5)
        lists.add_(roots, group["eps"])
        lists.addcdiv_(params, means, roots, -(lr / (1 - beta1**step)))

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")[: 2 + group["amsgrad"]]

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        names = ("eps", "weight_decay", "amsgrad", "maximize", "decoupled_weight_decay")
        return (*(group[name] for name in names), *map(as_number, group["betas"]))

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: decay, root of a correction, size of the step."""
        lr = as_number(group["lr"])
        beta1, beta2 = map(as_number, group["betas"])
        root = (1 - beta2**step) ** 0.5
        return [1 - lr * group["weight_decay"], root, lr / (1 - beta1**step)]

    def changed_(self, group, numbers, param, grad, *kept) -> list:
        """Return a parameter after a step, and its means."""
        decay, correction, size = numbers
        beta1, beta2 = map(as_number, group["betas"])
        param, grad = _decayed(group, decay, param, grad)
        mean, square, *largest = kept
        mean = mean + (grad - mean) * (1 - beta1)
        square = square * beta2 + grad * grad * (1 - beta2)
        kept = [mean, square]
        if group["amsgrad"]:
            square = torch.maximum(largest[0], square)
            kept.append(square)
        root = square.sqrt() / correction + group["eps"]
        return [param - mean / root * size, *kept]


@citing("``torch.optim.{}``")
class AdamW(Adam):
    """Adam whose weight decay is no part of the gradient. Parameters as of ``Adam``."""

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )

    def __setstate__(self, state) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True


class Adamax(ElementwiseOptimizer):
    """Adam by the largest magnitude in place of the mean square. PyTorch: ``optim.Adamax``."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ):
        _check_adam_options(lr, eps, betas, weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        return {name: torch.zeros_like(param) for name in ("exp_avg", "exp_inf")}

    def update_(self, group, param, grad, state) -> None:
        beta1, beta2 = group["betas"]
        step = count_step(state)
        grad = decayed(grad, param, group["weight_decay"])
        mean, largest = state["exp_avg"], state["exp_inf"]
        mean.lerp_(grad, 1 - beta1)
        largest.copy_(torch.maximum(largest * beta2, grad.abs() + group["eps"]))
        size = rate_of(group) / (1 - beta1**step)
        param.addcdiv_(apart(mean, group), apart(largest, group), value=-as_number(size))

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("exp_avg", "exp_inf")

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        return group["eps"], group["weight_decay"], group["maximize"], *group["betas"]

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: its size."""
        return [as_number(group["lr"]) / (1 - group["betas"][0] ** step)]

    def changed_(self, group, numbers, param, grad, mean, largest) -> list:
        """Return a parameter after a step, its mean, and the largest magnitude."""
        beta1, beta2 = group["betas"]
        grad = gradient_of_step(group, param, grad)
        mean = mean + (grad - mean) * (1 - beta1)
        largest = torch.maximum(largest * beta2, grad.abs() + group["eps"])
        return [param - mean / largest * numbers[0], mean, largest]


class NAdam(ElementwiseOptimizer):
    """Adam with Nesterov's momentum. PyTorch: ``torch.optim.NAdam``."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ):
        _check_adam_options(lr, eps, betas, weight_decay)
        check_positive(momentum_decay=momentum_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        product = torch.tensor(1.0, dtype=torch.float32)
        means = {name: torch.zeros_like(param) for name in ("exp_avg", "exp_avg_sq")}
        return {"mu_product": product, **means}

    def update_(self, group, param, grad, state) -> None:
        lr, weight_decay = as_number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        step = count_step(state)
        if group["decoupled_weight_decay"]:
            if weight_decay != 0:
                param.mul_(1 - lr * weight_decay)
        else:
            grad = decayed(grad, param, weight_decay)
        decay = group["momentum_decay"]
        mu, following = (beta1 * (1.0 - 0.5 * 0.96 ** (n * decay)) for n in (step, step + 1))
        product = state["mu_product"]
        product *= mu
        product = product.item()
        mean, square = _update_moments(group, grad, state)
        root = square.div(1 - beta2**step).sqrt().add_(group["eps"])
        param.addcdiv_(grad, root, value=-lr * (1.0 - mu) / (1.0 - product))
        size = -lr * following / (1.0 - product * following)
        param.addcdiv_(apart(mean, group), root, value=size)


class RAdam(ElementwiseOptimizer):
    """Adam whose variance is rectified in the first steps. PyTorch: ``torch.optim.RAdam``."""

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ):
        _check_adam_options(lr, eps, betas, weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        return {name: torch.zeros_like(param) for name in ("exp_avg", "exp_avg_sq")}

    def update_(self, group, param, grad, state) -> None:
        lr, weight_decay = rate_of(group), group["weight_decay"]
        beta1, beta2 = group["betas"]
        step = count_step(state)
        if group["decoupled_weight_decay"]:
            if weight_decay != 0:
                param.mul_(1 - lr * weight_decay)
        else:
            grad = decayed(grad, param, weight_decay)
        mean, square = _update_moments(group, grad, state)
        move = mean / (1 - beta1**step) * lr
        left = 1 - beta2**step
        most = 2 / (1 - beta2) - 1  # the length of the mean of the square, and after `step` steps
        length = most - 2 * step * beta2**step / left
        is_long = length > 5.0
        if is_long is not False:  # a traced step does not know its number
            rest = abs((length - 4) * (length - 2)) * most
            rectified = (rest / ((most - 4) * (most - 2) * length)) ** 0.5
            longer = move * (left**0.5 / square.sqrt().add_(group["eps"])) * rectified
            move = longer if is_long is True else torch.where(is_long, longer, move)
        param.add_(move, alpha=-1.0)

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("exp_avg", "exp_avg_sq")

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        names = ("eps", "weight_decay", "maximize", "decoupled_weight_decay")
        return (*[group[name] for name in names], *group["betas"])

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: decay, size of the step, and the rectification or 0."""
        lr = as_number(group["lr"])
        beta1, beta2 = group["betas"]
        left = 1 - beta2**step
        most = 2 / (1 - beta2) - 1  # as above
        length = most - 2 * step * beta2**step / left
        rectified = 0.0
        if length > 5.0:
            rest = (length - 4) * (length - 2) * most
            rectified = (left * rest / ((most - 4) * (most - 2) * length)) ** 0.5
        return [1 - lr * group["weight_decay"], lr / (1 - beta1**step), rectified]

    def changed_(self, group, numbers, param, grad, mean, square) -> list:
        """Return a parameter after a step, and its means."""
        decay, size, rectified = numbers
        beta1, beta2 = group["betas"]
        param, grad = _decayed(group, decay, param, grad)
        mean = mean + (grad - mean) * (1 - beta1)
        square = square * beta2 + grad * grad * (1 - beta2)
        move = mean * size
        longer = move * rectified / (square.sqrt() + group["eps"])
        return [param - torch.where(rectified > 0.0, longer, move), mean, square]
