"""Optimizers of matrices: second moments as products, and steps without a preferred direction.

References
----------
N. Shazeer and M. Stern, "Adafactor", 2018; K. Jordan et al., "Muon", 2024.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .optimizer import ElementwiseOptimizer, as_number, count_step


@citing("``torch.optim.{}``")
class Adafactor(ElementwiseOptimizer):
    """Steps over the root of squared gradients that only their rows' and columns' means tell.

    Parameters
    ----------
    params : iterable of Tensor or dict
    lr : float or Tensor
    beta2_decay : float
        Power of the step by which the newest gradient counts.
    eps : (float or None, float)
        Least variance, and least step relative to the parameter's size.
    d : float
        How large a step may be, on the average.
    weight_decay : float
    """

    real_views_ = by_elements_ = False

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0,
                 weight_decay=0.0, *, foreach=None, maximize=False):  # fmt: skip
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for right, text in (
            (lr >= 0.0, f"Learning rate should be >= 0 but is: {lr}"),
            (beta2_decay <= 0.0, f"beta2_decay should be <= 0 but is: {beta2_decay}"),
            (eps[0] is None or eps[0] >= 0.0, f"epsilon1 should be >= 0 but is: {eps[0]}"),
            (eps[1] >= 0.0, f"epsilon2 should be >= 0 but is: {eps[1]}"),
            (d >= 1.0, f"Clipping threshold d should be >= 1 but is: {d}"),
            (weight_decay >= 0.0, f"weight_decay should be >= 0 but is: {weight_decay}"),
        ):
            if not right:
                raise ValueError(text)
        defaults = {
            "lr": lr,
            "beta2_decay": beta2_decay,
            "eps": eps,
            "d": d,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def first_state_(self, group, param) -> dict:
        if torch.is_complex(param):
            raise RuntimeError("Adafactor does not support complex parameters")
        if param.dim() < 2:
            return {"variance": torch.zeros_like(param)}
        *others, rows, columns = param.shape
        return {
            "row_var": param.detach().new_zeros((*others, rows, 1)),
            "col_var": param.detach().new_zeros((*others, 1, columns)),
        }

    def update_(self, group, param, grad, state) -> None:
        lr, (least, least_step) = as_number(group["lr"]), group["eps"]
        least = torch.finfo(param.dtype).eps if least is None else least
        step = count_step(state)
        newest = step ** group["beta2_decay"]
        size = param.norm(2).item() / math.sqrt(param.numel())
        rate = max(least_step, size) * min(lr, 1 / math.sqrt(step))
        if group["weight_decay"]:
            param.mul_(1 - lr * group["weight_decay"])
        if grad.dim() > 1:
            rows, columns = state["row_var"], state["col_var"]
            for mean, dim in ((rows, -1), (columns, -2)):
                square = torch.norm(grad, dim=dim, keepdim=True).square() / grad.size(dim)
                mean.lerp_(square, newest)
            variance = (rows @ columns) / rows.mean(dim=-2, keepdim=True).clamp(min=least)
        else:
            variance = state["variance"].lerp_(grad * grad, newest)
        change = variance.clamp(min=least * least).rsqrt() * grad
        mean_change = change.norm(2).item() / (math.sqrt(change.numel()) * group["d"])
        param.add_(change, alpha=-rate / max(1.0, mean_change))


@citing("``torch.optim.{}``")
class Muon(ElementwiseOptimizer):
    """Steps of momentum whose singular values are all made nearly 1, of matrices alone.

    Parameters
    ----------
    params : iterable of Tensor or dict
        Matrices.
    lr, weight_decay, momentum : float
    nesterov : bool
    ns_coefficients : (float, float, float)
        Of the polynomial that moves singular values towards 1.
    eps : float
        Least norm.
    ns_steps : int
        How often it is applied.
    adjust_lr_fn : {None, 'original', 'match_rms_adamw'}
        How the rate depends on the shape.
    """

    real_views_ = counts_ = by_elements_ = False

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=(3.4445, -4.7750, 2.0315), eps=1e-7, ns_steps=5,
                 adjust_lr_fn=None):  # fmt: skip
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for name, value in (
            ("Learning rate", lr),
            ("momentum", momentum),
            ("weight decay", weight_decay),
        ):
            if not value >= 0.0:
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        defaults = {
            "lr": lr,
            "weight_decay": weight_decay,
            "momentum": momentum,
            "nesterov": nesterov,
            "ns_coefficients": ns_coefficients,
            "eps": eps,
            "ns_steps": ns_steps,
            "adjust_lr_fn": adjust_lr_fn,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for param in group["params"]:
                if param.ndim != 2:
                    raise ValueError(
                        "Muon only supports 2D parameters whereas we found a parameter with size: "
                        f"{param.size()}"
                    )

    def update_(self, group, param, grad, state) -> None:
        lr, momentum = as_number(group["lr"]), group["momentum"]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(param)
        mean = state["momentum_buffer"].lerp_(grad, 1 - momentum)
        wanted = grad.lerp(mean, momentum) if group["nesterov"] else mean
        change = _orthogonalize_newton_schulz(wanted, group)
        rows, columns = param.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            ratio = 0.2 * math.sqrt(max(rows, columns))
        else:
            ratio = math.sqrt(max(1, rows / columns))
        param.mul_(1 - lr * group["weight_decay"])
        param.add_(change.to(param.dtype), alpha=-lr * ratio)


def _orthogonalize_newton_schulz(x, group):
    """Return a bfloat16 matrix: singular vectors of ``x``, singular values near 1."""
    if group["ns_steps"] >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(group["ns_coefficients"]) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = group["ns_coefficients"]
    tall = x.size(0) > x.size(1)
    x = x.bfloat16().T if tall else x.bfloat16()
    x = x / x.norm().clamp(min=group["eps"])
    for _ in range(group["ns_steps"]):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


__all__ = ["Adafactor", "Muon"]
