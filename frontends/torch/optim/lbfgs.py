"""Limited-memory BFGS.

References
----------
PyTorch documentation, ``torch.optim.LBFGS``; J. Nocedal and S. Wright, "Numerical Optimization",
2006, algorithms 7.4 (two loops), 3.5 and 3.6 (strong Wolfe conditions).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch import native as torch_native
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from .optimizer import Optimizer, as_number, check_lr

# what a step keeps for the next one, written when it ends: an error of the closure leaves it
_OF_LAST_ITERATION = (
    "d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss",
)  # fmt: skip


@dataclass(slots=True)
class _Point:
    """Point of a line search: step, loss, gradient, and the slope along the line."""

    t: float
    loss: float
    grad: object
    slope: float


def _minimize_cubic(a: _Point, b: _Point, bounds: tuple[float, float] | None = None) -> float:
    """Return the step of the cubic's minimum in ``bounds``, or between; the middle without one."""
    low, high = bounds or (min(a.t, b.t), max(a.t, b.t))
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1 * d1 - a.slope * b.slope
    if square < 0 or math.isnan(square):
        return (low + high) / 2.0
    d2 = math.sqrt(square)
    if a.t > b.t:
        a, b = b, a
    minimizer = b.t - (b.t - a.t) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    return min(max(minimizer, low), high)


def _strong_wolfe_line_search(
    look: Callable[[float], _Point],
    start: _Point,
    t: float,
    largest_change: float,
    max_tries: int,
    c1: float = 1e-4,
    c2: float = 0.9,
    tolerance: float = 1e-9,
) -> tuple[_Point, int]:
    """Return (best point by strong Wolfe conditions, count of ``look(...)``); try ``t`` first."""
    before, new = start, look(t)
    looked, tries = 1, 0
    bracket = None
    while tries < max_tries:
        too_high = new.loss > start.loss + c1 * new.t * start.slope
        if too_high or (tries > 1 and new.loss >= before.loss):
            bracket = [before, new]
            break
        if abs(new.slope) <= -c2 * start.slope:
            return new, looked
        if new.slope >= 0:
            bracket = [before, new]
            break
        bounds = (new.t + 0.01 * (new.t - before.t), new.t * 10)
        t = _minimize_cubic(before, new, bounds)
        before, new = new, look(t)
        looked += 1
        tries += 1
    if bracket is None:
        bracket = [start, new]
    stuck = False
    bracket.sort(key=lambda point: point.loss)  # the better one first; equal ones stay in order
    while tries < max_tries:
        best, other = bracket
        low, high = min(best.t, other.t), max(best.t, other.t)
        if (high - low) * largest_change < tolerance:
            break
        t = _minimize_cubic(best, other)
        margin = 0.1 * (high - low)
        if min(high - t, t - low) < margin:
            # twice near an end, or at it: a step inside in its place
            if stuck or t >= high or t <= low:
                t = high - margin if abs(t - high) < abs(t - low) else low + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        new = look(t)
        looked += 1
        tries += 1
        if new.loss > start.loss + c1 * new.t * start.slope or new.loss >= best.loss:
            bracket[1] = new
            bracket.sort(key=lambda point: point.loss)
        else:
            if abs(new.slope) <= -c2 * start.slope:
                return new, looked
            if new.slope * (other.t - best.t) >= 0:
                bracket[1] = best
            bracket[0] = new
    return bracket[0], looked


@citing("``torch.optim.{}``")
class LBFGS(Optimizer):
    """Steps along directions of which the last gradients tell the curvature.

    Parameters
    ----------
    params : iterable of Tensor
        In one group.
    lr : float
    max_iter : int
        Iterations a step.
    max_eval : int, optional
        Evaluations a step; ``1.25 * max_iter`` by default.
    tolerance_grad, tolerance_change : float
    history_size : int
    line_search_fn : {"strong_wolfe"}, optional
    """

    def __init__(
        self,
        params,
        lr=1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ):
        check_lr(lr)
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def step(self, closure):
        """Iterate up to ``max_iter`` times; ``closure`` computes the loss and its gradients."""
        with torch.no_grad():
            return _run_iterations(self, closure)


def _parameters(optimizer) -> list:
    """Return ``_params``, which programs set too; of a loaded optimizer those of its group."""
    found = vars(optimizer).get("_params")
    return optimizer.param_groups[0]["params"] if found is None else found


def _flat_gradient(optimizer):
    """Return all gradients as one vector, complex ones as pairs and missing ones as zeros."""
    parts = []
    for param in _parameters(optimizer):
        grad = torch.zeros_like(param) if param.grad is None else param.grad
        if grad.dtype.is_complex:
            grad = torch.view_as_real(grad)
        parts.append(grad.reshape(-1))
    return torch.cat(parts, 0)


def _add_to_parameters(optimizer, t, direction) -> None:
    """Add ``t * direction``, one real vector for all parameters, to them in place."""
    start = 0
    for param in _parameters(optimizer):
        if param.dtype.is_complex:
            param = torch.view_as_real(param)
        stop = start + param.numel()
        param.add_(direction[start:stop].view_as(param), alpha=t)
        start = stop


def _search_direction(state: dict, last: dict, grad, history_size: int):
    """Return an approximate Newton step; update the history of curvatures in ``last``."""
    if state["n_iter"] == 1:
        last.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
        return grad.neg()
    y = grad.sub(last["prev_flat_grad"])
    s = last["d"].mul(last["t"])
    ys = y.dot(s)
    dirs, steps, ro = last["old_dirs"], last["old_stps"], last["ro"]
    if ys.item() > 1e-10:
        if len(dirs) == history_size:
            for kept in (dirs, steps, ro):
                kept.pop(0)
        dirs.append(y)
        steps.append(s)
        ro.append(1.0 / ys)
        last["H_diag"] = ys / y.dot(y)
    state.setdefault("al", [None] * history_size)
    al, scale = state["al"], last["H_diag"]
    found = _two_loops_on_host(grad, scale, dirs, steps, ro)
    if found is not None:
        direction, al[: len(dirs)] = found
        return direction
    q = grad.neg()
    for i in reversed(range(len(dirs))):
        al[i] = steps[i].dot(q) * ro[i]
        q = q - dirs[i] * al[i]
    direction = q * scale
    for i in range(len(dirs)):
        direction = direction + steps[i] * (al[i] - dirs[i].dot(direction) * ro[i])
    return direction


def _two_loops_on_host(grad, scale, dirs: list, steps: list, ro: list):
    """Compute a direction and its coefficients in NumPy's memory; None where that is not possible.

    Of a history of 100 that is 400 operations, each of which costs more than its few thousand
    elements.
    """
    like = held(grad)
    ops = backend_for(like)
    if isinstance(like, torch_native.tensor_class) or not ops.is_eager():
        return None
    values = [held(x) if isinstance(x, torch.Tensor) else x for x in (grad, scale, *dirs)]
    values += [held(x) for x in (*steps, *ro)]
    made = ops.call_on_host(_two_loops, values, {}, like, math.inf)
    if made is None:
        return None
    direction, *coefficients = (
        new_array(torch.Tensor, ops.taken_from_host(x, like))
        for x in (made[0][0], *map(np.array, made[0][1]))  # views of one array take ten times it
    )
    return direction, coefficients


def _two_loops(grad, scale, *history):
    """Return (the approximate Newton step, coefficients) by the curvatures that are kept."""
    count = len(history) // 3
    dirs, steps, ro = history[:count], history[count : 2 * count], history[2 * count :]
    q, al = -grad, np.empty(count, grad.dtype)
    part = np.empty_like(q)
    for i in reversed(range(count)):
        al[i] = steps[i].dot(q) * ro[i]
        q -= np.multiply(dirs[i], al[i], out=part)
    q *= scale
    for i in range(count):
        q += np.multiply(steps[i], al[i] - dirs[i].dot(q) * ro[i], out=part)
    return q, al


def _loss_and_gradient(optimizer, closure) -> tuple:
    """Return (loss as ``closure`` gives it, flat gradient), computed with gradients on."""
    with torch.enable_grad():
        loss = closure()
    return loss, _flat_gradient(optimizer)


def _line_search(optimizer, closure, start: _Point, t, direction, most: int) -> tuple[_Point, int]:
    """Return (the point found, count of evaluations); the parameters end where they were."""
    kept = [param.clone() for param in _parameters(optimizer)]

    def look(step) -> _Point:
        _add_to_parameters(optimizer, step, direction)
        loss, grad = _loss_and_gradient(optimizer, closure)
        for param, value in zip(_parameters(optimizer), kept, strict=True):
            param.copy_(value)
        return _Point(step, float(loss), grad, grad.dot(direction).item())

    return _strong_wolfe_line_search(look, start, t, direction.abs().max().item(), most)


def _run_iterations(optimizer, closure):
    """Run up to ``max_iter`` iterations; return the loss before the first of them."""
    group = optimizer.param_groups[0]
    lr, max_iter = as_number(group["lr"]), group["max_iter"]
    tolerance = group["tolerance_change"]
    search = group["line_search_fn"]
    state = optimizer.state[_parameters(optimizer)[0]]
    state.setdefault("func_evals", 0)
    state.setdefault("n_iter", 0)
    first_loss, grad = _loss_and_gradient(optimizer, closure)
    loss = float(first_loss)
    evaluated = 1
    state["func_evals"] += 1
    if grad.abs().max().item() <= group["tolerance_grad"]:
        return first_loss
    last = {name: state.get(name) for name in _OF_LAST_ITERATION}
    for iteration in range(1, max_iter + 1):
        state["n_iter"] += 1
        direction = _search_direction(state, last, grad, group["history_size"])
        last["d"] = direction
        if last["prev_flat_grad"] is None:
            last["prev_flat_grad"] = grad.clone()
        else:
            last["prev_flat_grad"].copy_(grad)
        last["prev_loss"] = before = loss
        t = lr
        if state["n_iter"] == 1:
            t = min(1.0, 1.0 / grad.abs().sum().item()) * lr
        last["t"] = t
        slope = grad.dot(direction).item()
        if slope > -tolerance:
            break
        looked = 0
        if search is not None:
            if search != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            start = _Point(0, loss, grad, slope)
            most = group["max_eval"] - evaluated
            found, looked = _line_search(optimizer, closure, start, t, direction, most)
            loss, grad, t = found.loss, found.grad, found.t
            last["t"] = t
            _add_to_parameters(optimizer, t, direction)
        else:
            _add_to_parameters(optimizer, t, direction)
            if iteration != max_iter:
                value, grad = _loss_and_gradient(optimizer, closure)
                loss, looked = float(value), 1
        evaluated += looked
        state["func_evals"] += looked
        if (
            evaluated >= group["max_eval"]
            or grad.abs().max().item() <= group["tolerance_grad"]
            or direction.mul(t).abs().max().item() <= tolerance
            or abs(loss - before) < tolerance
        ):
            break
    state.update(last)
    return first_loss
