"""Optimizers that scale each element's step by its gradients so far; averaged descent.

References
----------
PyTorch documentation, ``torch.optim``; J. Duchi et al., 2011 (Adagrad); M. Zeiler, 2012
(Adadelta); A. Graves, 2013 (RMSprop); M. Riedmiller and H. Braun, 1993 (Rprop); B. Polyak and
A. Juditsky, 1992 (ASGD).
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .optimizer import (
    ElementwiseOptimizer,
    apart,
    as_number,
    check_lr,
    check_positive,
    count_step,
    decayed,
    gradient_of_step,
)


@citing("``torch.optim.{}``")
class RMSprop(ElementwiseOptimizer):
    """Steps over the root of the running mean of the squared gradient.

    Parameters
    ----------
    params : iterable of Tensor or dict
    lr, alpha, eps, weight_decay, momentum : float
        ``alpha`` is the decay of the mean.
    centered : bool
        Whether the square of the mean is subtracted, which gives the variance.
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ):
        check_lr(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_positive(momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        names = ["square_avg"]
        names += ["momentum_buffer"] * (group["momentum"] > 0) + ["grad_avg"] * group["centered"]
        return {name: torch.zeros_like(param) for name in names}

    def update_(self, group, param, grad, state) -> None:
        lr, alpha = as_number(group["lr"]), group["alpha"]
        state["step"] += 1
        grad = decayed(grad, param, group["weight_decay"])
        square = state["square_avg"]
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        variance = square
        if group["centered"]:
            mean = state["grad_avg"]
            mean.lerp_(grad, 1 - alpha)
            variance = square.addcmul(mean, mean, value=-1)
        root = variance.sqrt() + group["eps"]
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]
            buffer.mul_(group["momentum"]).addcdiv_(grad, root)
            param.add_(buffer, alpha=-lr)
        else:
            param.addcdiv_(grad, root, value=-lr)

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        momentum = ("momentum_buffer",) if group["momentum"] > 0 else ()
        return ("square_avg", *momentum, *(("grad_avg",) if group["centered"] else ()))

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        names = ("alpha", "eps", "weight_decay", "momentum", "centered", "maximize")
        return tuple([group[name] for name in names])

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: the learning rate."""
        return [as_number(group["lr"])]

    def changed_(self, group, numbers, param, grad, square, *kept) -> list:
        """Return a parameter after a step, and its means."""
        alpha, kept = group["alpha"], list(kept)
        grad = gradient_of_step(group, param, grad)
        square = square * alpha + grad * grad * (1 - alpha)
        variance = square
        if group["centered"]:
            kept[-1] = mean = kept[-1] + (grad - kept[-1]) * (1 - alpha)
            variance = square - mean * mean
        move = grad / (variance.sqrt() + group["eps"])
        if group["momentum"] > 0:
            kept[0] = move = kept[0] * group["momentum"] + move
        return [param - move * numbers[0], square, *kept]


class Adagrad(ElementwiseOptimizer):
    """Steps over the root of the sum of squared gradients. PyTorch: ``torch.optim.Adagrad``."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ):
        check_lr(lr)
        check_positive(
            lr_decay=lr_decay,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
        )
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        self.check_exclusive_options_(foreach, differentiable, fused)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:  # the one optimizer with a state before the first step
            for param in group["params"]:
                step = torch.tensor(0.0, dtype=torch.float32)
                self.state[param] = {"step": step, **self.first_state_(group, param)}

    def first_state_(self, group, param) -> dict:
        value = group["initial_accumulator_value"]
        value = complex(value, value) if param.dtype.is_complex else value
        return {"sum": torch.full_like(param, value)}

    def update_(self, group, param, grad, state) -> None:
        step = count_step(state)
        grad = decayed(grad, param, group["weight_decay"])
        rate = as_number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        total = state["sum"]
        total.addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, total.sqrt() + group["eps"], value=-rate)

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("sum",)

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        return group["eps"], group["weight_decay"], group["maximize"]

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: its learning rate."""
        return [as_number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])]

    def changed_(self, group, numbers, param, grad, total) -> list:
        """Return a parameter after a step, and the sum of its squared gradients."""
        grad = gradient_of_step(group, param, grad)
        total = total + grad * grad
        return [param - grad / (total.sqrt() + group["eps"]) * numbers[0], total]


class Adadelta(ElementwiseOptimizer):
    """Steps over the root of running squares, in units of former steps. ``optim.Adadelta``."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ):
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_positive(weight_decay=weight_decay)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        return {name: torch.zeros_like(param) for name in ("square_avg", "acc_delta")}

    def update_(self, group, param, grad, state) -> None:
        rho, eps = group["rho"], group["eps"]
        state["step"] += 1
        grad = decayed(grad, param, group["weight_decay"])
        square, moved = state["square_avg"], state["acc_delta"]
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        root = square.add(eps).sqrt()
        delta = moved.add(eps).sqrt().div(root).mul(grad)
        moved.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-as_number(group["lr"]))

    def kept_names_(self, group) -> tuple[str, ...]:
        """Return the names of what is kept of a parameter."""
        return ("square_avg", "acc_delta")

    def options_of_(self, group) -> tuple:
        """Return the options that a compiled step is made for."""
        return tuple([group[name] for name in ("rho", "eps", "weight_decay", "maximize")])

    def numbers_(self, group, step) -> list[float]:
        """Compute the numbers of one step: the learning rate."""
        return [as_number(group["lr"])]

    def changed_(self, group, numbers, param, grad, square, moved) -> list:
        """Return a parameter after a step, and its means."""
        rho, eps = group["rho"], group["eps"]
        grad = gradient_of_step(group, param, grad)
        square = square * rho + grad * grad * (1 - rho)
        delta = (moved + eps).sqrt() / (square + eps).sqrt() * grad
        moved = moved * rho + delta * delta * (1 - rho)
        return [param - delta * numbers[0], square, moved]


class Rprop(ElementwiseOptimizer):
    """Steps of sizes that grow while the sign of the gradient stays. ``torch.optim.Rprop``."""

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ):
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {
            "lr": lr,
            "etas": etas,
            "step_sizes": step_sizes,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        lr = as_number(group["lr"])
        size = complex(lr, lr) if param.dtype.is_complex else lr
        return {"prev": torch.zeros_like(param), "step_size": torch.full_like(param, size)}

    def update_(self, group, param, grad, state) -> None:
        less, more = group["etas"]
        state["step"] += 1
        before, size = state["prev"], state["step_size"]
        sign = grad.mul(apart(before, group)).sign()
        # in the state's type: numbers alone would be of single precision
        more, less, one = [size.new_tensor(eta) for eta in (more, less, 1.0)]
        factor = torch.where(sign > 0, more, torch.where(sign < 0, less, one))
        size.mul_(factor).clamp_(*group["step_sizes"])
        grad = torch.where(sign < 0, torch.zeros_like(grad), grad)
        param.addcmul_(grad.sign(), apart(size, group), value=-1)
        before.copy_(grad)


class ASGD(ElementwiseOptimizer):
    """Descent whose parameters are averaged too, in ``state["ax"]``. ``torch.optim.ASGD``."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ):
        check_lr(lr)
        check_positive(weight_decay=weight_decay)
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        return {
            "eta": torch.tensor(as_number(group["lr"]), dtype=torch.float32),
            "mu": torch.tensor(1.0, dtype=torch.float32),
            "ax": torch.zeros_like(param),
        }

    def update_(self, group, param, grad, state) -> None:
        lr, lambd = as_number(group["lr"]), group["lambd"]
        step = count_step(state)
        grad = decayed(grad, param, group["weight_decay"])
        eta, mu, mean = state["eta"], state["mu"], state["ax"]
        rate, share = eta.item(), mu.item()
        param.mul_(1 - lambd * rate)
        param.add_(grad, alpha=-rate)
        is_mean = share != 1
        if is_mean is False:
            mean.copy_(param)
        else:  # a traced step does not know its number
            averaged = mean + param.sub(mean).mul(share)
            mean.copy_(averaged if is_mean is True else torch.where(is_mean, averaged, param))
        eta.fill_(lr / (1 + lambd * lr * step) ** group["alpha"])
        count = step - group["t0"]
        is_late = count > 1
        share = 1.0 if is_late is False else 1 / count
        mu.fill_(share if type(is_late) is bool else torch.where(is_late, share, 1.0))
