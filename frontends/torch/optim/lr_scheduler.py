"""Schedules of learning rates.

References
----------
PyTorch documentation, ``torch.optim``, How to adjust learning rate.
"""

from __future__ import annotations

import math
import types
import warnings
from bisect import bisect_right
from collections import Counter
from functools import wraps
from math import inf
from weakref import ref

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .optimizer import Optimizer, as_number

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, "
    "where available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)
_ORDER = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and "
    "later, you should call them in the opposite order: `optimizer.step()` before "
    "`lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value "
    "of the learning rate schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
_REPLACED = (
    "Seems like `optimizer.step()` has been overridden after learning rate scheduler "
    "initialization. Please, make sure to call `optimizer.step()` before `lr_scheduler.step()`. "
    "See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
_NOT_RESUMED = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with "
    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 "
    "for a fresh training run (not recommended)"
)


def _check_optimizer(optimizer) -> None:
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _clone_if_tensor(value):
    return value.clone() if isinstance(value, torch.Tensor) else value


def for_each_group(name: str, optimizer, value) -> list:
    """Return an option as one value of each group."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [_clone_if_tensor(value) for _ in range(count)]
    if len(value) != count:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has "
            f"{len(value)} values, param_groups has {count}."
        )
    return list(map(_clone_if_tensor, value))


def _values_of_groups(optimizer, key: str) -> list:
    """Return an option's value in each group; tensors as copies."""
    return [_clone_if_tensor(group[key]) for group in optimizer.param_groups]


def _set_group_lr(group: dict, value) -> None:
    """Set a group's rate; one that is a tensor is filled in place."""
    if isinstance(group["lr"], torch.Tensor):
        group["lr"].fill_(as_number(value))
    else:
        group["lr"] = value


def _note_optimizer_steps(optimizer) -> None:
    """Wrap ``optimizer.step``, once, to set ``_opt_called``; without it schedulers warn."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    function, optimizer_ref = optimizer.step.__func__, ref(optimizer)

    @wraps(function)
    def step(*args, **kwargs):
        self = optimizer_ref()
        self._opt_called = True
        return function.__get__(self, type(self))(*args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step


@citing("``torch.optim.lr_scheduler.{}``")
class LRScheduler:
    """Base of schedules: ``get_lr()`` says the rates of step ``last_epoch``.

    Parameters
    ----------
    optimizer : Optimizer
    last_epoch : int
        The step to go on from; -1 begins.
    """

    _get_lr_called_within_step: bool = False
    _is_initial: bool = False

    def __init__(self, optimizer, last_epoch: int = -1):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _clone_if_tensor(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(_NOT_RESUMED.format(i))
        self.base_lrs = _values_of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _note_optimizer_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        """Step once while ``_is_initial`` is True, which sets the first rates."""
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict:
        """Return all attributes but the optimizer."""
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict: dict) -> None:
        """Take what ``state_dict`` returned, here or in PyTorch."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list:
        """Return the rates that were set last."""
        return self._last_lr

    def get_lr(self) -> list:
        """Return the rates of step ``last_epoch``; ``step`` calls it."""
        raise NotImplementedError

    def warn_outside_step_(self) -> None:
        """Warn if the user calls ``get_lr``, and not a scheduler's step."""
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.",
                UserWarning,
                stacklevel=3,
            )

    def step(self, epoch: int | None = None) -> None:
        """Go one step on, and set the groups' rates."""
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
                warnings.warn(_REPLACED, UserWarning, stacklevel=2)
            elif not getattr(self.optimizer, "_opt_called", False):
                warnings.warn(_ORDER, UserWarning, stacklevel=2)
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        """Count, or set ``last_epoch`` to ``epoch``, and set rates, then in closed form if any."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_get_closed_form_lr", None)
        _set_lrs(self, self.get_lr if epoch is None or closed is None else closed)


def _current_lrs(scheduler) -> list:
    """Return the groups' rates, tensors as copies."""
    return _values_of_groups(scheduler.optimizer, "lr")


def _scaled_lrs(scheduler, factor: float) -> list:
    return [group["lr"] * factor for group in scheduler.optimizer.param_groups]


def _set_lrs(scheduler, compute_lrs) -> None:
    """Set the groups' rates to the list ``compute_lrs()``, and ``_last_lr`` to copies."""
    scheduler._get_lr_called_within_step = True
    try:
        values = compute_lrs()
    finally:
        scheduler._get_lr_called_within_step = False
    for group, value in zip(scheduler.optimizer.param_groups, values, strict=True):
        _set_group_lr(group, value)
    scheduler._last_lr = _current_lrs(scheduler)


_LRScheduler = LRScheduler  # scripts import the name that PyTorch 1 had


class _ByFunctions(LRScheduler):
    """Schedules of a function of the step, or of one a group."""

    def __init__(self, optimizer, lr_lambda, last_epoch: int = -1):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(lr_lambda, (list, tuple)):
            if len(lr_lambda) != count:
                raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * count
        self.check_lr_functions_()
        super().__init__(optimizer, last_epoch)

    def check_lr_functions_(self) -> None:
        """Accept any functions: PyTorch checks those of MultiplicativeLR alone."""

    def state_dict(self) -> dict:
        """Return all attributes but the optimizer; of objects that are called, theirs."""
        state = super().state_dict()
        state["lr_lambdas"] = [
            None if isinstance(fn, types.FunctionType) else fn.__dict__.copy()
            for fn in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict) -> None:
        """Take what ``state_dict`` returned; functions stay those of this schedule."""
        saved = dict(state_dict)
        attributes = saved.pop("lr_lambdas")
        self.__dict__.update(saved)
        for fn, values in zip(self.lr_lambdas, attributes, strict=False):
            if values is not None:
                fn.__dict__.update(values)


class LambdaLR(_ByFunctions):
    """First rates times a function of the step. PyTorch: ``lr_scheduler.LambdaLR``."""

    def get_lr(self) -> list:
        self.warn_outside_step_()
        pairs = zip(self.base_lrs, self.lr_lambdas, strict=True)
        return [rate * fn(self.last_epoch) for rate, fn in pairs]


class MultiplicativeLR(_ByFunctions):
    """Last rates times a function of the step. PyTorch: ``lr_scheduler.MultiplicativeLR``."""

    def check_lr_functions_(self) -> None:
        for fn in self.lr_lambdas:
            if not callable(fn):
                raise TypeError(f"lr_lambda should be a function, but got {type(fn).__name__}")

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self._is_initial:
            return _current_lrs(self)
        pairs = zip(self.optimizer.param_groups, self.lr_lambdas, strict=True)
        return [group["lr"] * fn(self.last_epoch) for group, fn in pairs]


@citing("``torch.optim.lr_scheduler.{}``")
class StepLR(LRScheduler):
    """Rates times ``gamma`` each ``step_size`` steps.

    >>> optimizer = torch.optim.SGD([torch.tensor([1.0])], lr=1.0)
    >>> schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    >>> rates = []
    >>> for _ in range(4):
    ...     rates += schedule.get_last_lr()
    ...     optimizer.step()
    ...     schedule.step()
    >>> rates
    [1.0, 1.0, 0.5, 0.5]
    """

    def __init__(self, optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return _current_lrs(self)
        return _scaled_lrs(self, self.gamma)

    def _get_closed_form_lr(self) -> list:
        factor = self.gamma ** (self.last_epoch // self.step_size)
        return [rate * factor for rate in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Rates times ``gamma`` at each milestone. PyTorch: ``lr_scheduler.MultiStepLR``."""

    def __init__(self, optimizer, milestones, gamma: float = 0.1, last_epoch: int = -1):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self.last_epoch not in self.milestones:
            return _current_lrs(self)
        return _scaled_lrs(self, self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self) -> list:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [rate * self.gamma**passed for rate in self.base_lrs]


class ConstantLR(LRScheduler):
    """Rates times ``factor`` for ``total_iters`` steps. PyTorch: ``lr_scheduler.ConstantLR``."""

    def __init__(
        self, optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self.last_epoch == 0:
            return _scaled_lrs(self, self.factor)
        if self.last_epoch != self.total_iters:
            return _current_lrs(self)
        return _scaled_lrs(self, 1.0 / self.factor)

    def _get_closed_form_lr(self) -> list:
        over = self.last_epoch >= self.total_iters
        return [rate * (self.factor + over * (1 - self.factor)) for rate in self.base_lrs]


class LinearLR(LRScheduler):
    """Rates from one factor to another in a line. PyTorch: ``lr_scheduler.LinearLR``."""

    def __init__(
        self,
        optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal "
                "to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self.last_epoch == 0:
            return _scaled_lrs(self, self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return _current_lrs(self)
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return _scaled_lrs(self, 1.0 + rise / before)

    def _get_closed_form_lr(self) -> list:
        rise = self.end_factor - self.start_factor
        done = min(self.total_iters, self.last_epoch)
        factor = self.start_factor + rise * done / self.total_iters
        return [rate * factor for rate in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Rates times ``gamma`` each step. PyTorch: ``lr_scheduler.ExponentialLR``."""

    def __init__(self, optimizer, gamma: float, last_epoch: int = -1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        return _current_lrs(self) if self._is_initial else _scaled_lrs(self, self.gamma)

    def _get_closed_form_lr(self) -> list:
        return [rate * self.gamma**self.last_epoch for rate in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Rates to 0 by a power. PyTorch: ``lr_scheduler.PolynomialLR``."""

    def __init__(self, optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self._is_initial or self.last_epoch > self.total_iters:
            return _current_lrs(self)
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return _scaled_lrs(self, (left / before) ** self.power)

    def _get_closed_form_lr(self) -> list:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [rate * left**self.power for rate in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """Rates down to ``eta_min`` along a cosine of half-period ``T_max``.

    References
    ----------
    PyTorch documentation, ``torch.optim.lr_scheduler.CosineAnnealingLR``; I. Loshchilov and
    F. Hutter, "SGDR", 2016.
    """

    def __init__(self, optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        if self._is_initial:
            return _current_lrs(self)
        if self._step_count == 1 and self.last_epoch > 0:
            return self._get_closed_form_lr()
        lowest, half = self.eta_min, self.T_max
        if (self.last_epoch - 1 - half) % (2 * half) == 0:
            # the step before was at the bottom, where the quotient below is 0 / 0
            pairs = zip(self.base_lrs, self.optimizer.param_groups, strict=True)
            rise = 1 - math.cos(math.pi / half)
            return [group["lr"] + (rate - lowest) * rise / 2 for rate, group in pairs]
        steps = (self.last_epoch, self.last_epoch - 1)
        now, before = (1 + math.cos(math.pi * n / half) for n in steps)
        groups = self.optimizer.param_groups
        return [now / before * (group["lr"] - lowest) + lowest for group in groups]

    def _get_closed_form_lr(self) -> list:
        share = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (rate - self.eta_min) * share / 2 for rate in self.base_lrs]


@citing("``torch.optim.lr_scheduler.{}``")
class CosineAnnealingWarmRestarts(LRScheduler):
    """A cosine from the first rates to ``eta_min`` again and again."""

    def __init__(
        self, optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1
    ):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(
                f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}"
            )
        self.T_0 = self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        share = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (rate - self.eta_min) * share / 2 for rate in self.base_lrs]

    def step(self, epoch=None) -> None:
        """Go one step on, or to ``epoch``, which may be a fraction."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        elif epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**n
        self.last_epoch = math.floor(epoch)
        _set_lrs(self, self.get_lr)


class _OfSchedules(LRScheduler):
    """Schedules of schedules of one optimizer."""

    def state_dict(self) -> dict:
        """Return all attributes but the optimizer; of schedules, theirs."""
        state = super().state_dict()
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict: dict) -> None:
        """Take what ``state_dict`` returned."""
        saved = dict(state_dict)
        states = saved.pop("_schedulers")
        self.__dict__.update(saved)
        for scheduler, state in zip(self._schedulers, states, strict=False):
            scheduler.load_state_dict(state)


def _check_schedules(combined, optimizer, schedulers, purpose: str) -> None:
    """Raise unless all have one optimizer, ``optimizer`` if given, and none is on plateau."""
    name = type(combined).__name__
    if len(schedulers) < 1:
        raise ValueError(f"{name} expects at least one scheduler{purpose}, but got no scheduler.")
    optimizer = optimizer or schedulers[0].optimizer
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, "optimizer"):
            raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(
                f"{name} does not support `ReduceLROnPlateau` scheduler as it requires "
                "additional kwargs to be specified when calling `step`, but got one at index "
                f"{i} in the given schedulers sequence."
            )
        if optimizer != scheduler.optimizer:
            raise ValueError(
                f"{name} expects all schedulers to belong to the same optimizer, but got "
                f"scheduler {type(scheduler).__name__} at index {i} has "
                f"{scheduler.optimizer}, which is different from "
                f"{type(optimizer).__name__}."
            )


@citing("``torch.optim.lr_scheduler.{}``")
class SequentialLR(_OfSchedules):
    """Schedules one after the other, from milestone to milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch: int = -1):
        _check_schedules(self, optimizer, schedulers, "")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                "the number of milestone points, but got number of schedulers "
                f"{len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            _set_group_lr(group, group["initial_lr"])
        # the schedules have made their first step as they were made: only one of them counts
        self.recursive_undo()
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched=None) -> None:
        """Take the last step of all schedules back."""
        sched = self if sched is None else sched
        if hasattr(sched, "_schedulers"):
            for scheduler in sched._schedulers:
                self.recursive_undo(scheduler)
        elif hasattr(sched, "last_epoch"):
            sched.last_epoch -= 1

    def step(self) -> None:
        """Go one step on in the schedule whose turn it is."""
        self.last_epoch += 1
        turn = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[turn]
        if turn > 0 and self._milestones[turn - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_OfSchedules):
    """Schedules that all go on at each step. PyTorch: ``lr_scheduler.ChainedScheduler``."""

    def __init__(self, schedulers, optimizer=None):
        _check_schedules(self, optimizer, schedulers, " to be chained")
        self._schedulers = schedulers
        self.optimizer = optimizer or schedulers[0].optimizer
        self._last_lr = _current_lrs(self)

    def step(self) -> None:
        """Go one step on in all schedules."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = _current_lrs(self)


@citing("``torch.optim.lr_scheduler.{}``")
class ReduceLROnPlateau(LRScheduler):
    """Rates times ``factor`` when a metric has not improved for ``patience`` steps.

    Parameters
    ----------
    optimizer : Optimizer
    mode : {"min", "max"}
        Whether smaller or larger is better.
    factor : float
        Below 1.
    patience, cooldown : int
    threshold : float
        What counts as an improvement, a share (``"rel"``) or a difference (``"abs"``).
    threshold_mode : {"rel", "abs"}
    min_lr : float or list of float
    eps : float
        Smaller changes of a rate are not made.
    """

    def __init__(
        self,
        optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr=0,
        eps: float = 1e-8,
    ):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != count:
                raise ValueError(f"expected {count} min_lrs, got {len(min_lr)}")
            self.default_min_lr = None
            self.min_lrs = list(min_lr)
        else:
            self.default_min_lr = min_lr
            self.min_lrs = [min_lr] * count
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = _current_lrs(self)
        _set_mode(self, mode, threshold, threshold_mode)
        self._reset()

    def _reset(self) -> None:
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    @property
    def in_cooldown(self) -> bool:
        """Whether a rate has been reduced just now."""
        return self.cooldown_counter > 0

    def _is_better(self, a, best) -> bool:
        sign = -1 if self.mode == "min" else 1
        if self.threshold_mode == "rel":
            bound = best * (1.0 + sign * self.threshold)
        else:
            bound = best + sign * self.threshold
        return a < bound if self.mode == "min" else a > bound

    def step(self, metrics, epoch=None) -> None:
        """Look at the metric of this step, and reduce the rates where it is time to.

        Parameters
        ----------
        metrics : float, or Tensor of one element
        """
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = epoch
        if self._is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = _current_lrs(self)

    def _reduce_lr(self) -> None:
        """Multiply rates by ``factor``, not below ``min_lrs``; skip changes up to ``eps``."""
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from "
                    f"when `ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due "
                    "to a new param group being added to the optimizer. Please modify the "
                    "`min_lrs` field to match the length of the `optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs, strict=True):
            rate = float(group["lr"])
            reduced = max(rate * self.factor, least)
            if rate - reduced > self.eps:
                _set_group_lr(group, reduced)

    def load_state_dict(self, state_dict: dict) -> None:
        """Take what ``state_dict`` returned."""
        self.__dict__.update(state_dict)
        _set_mode(self, self.mode, self.threshold, self.threshold_mode)


def _set_mode(scheduler, mode: str, threshold: float, threshold_mode: str) -> None:
    """Check and keep the options; set ``mode_worse``, with which ``best`` begins, to +-inf."""
    if mode not in ("min", "max"):
        raise ValueError("mode " + mode + " is unknown!")
    if threshold_mode not in ("rel", "abs"):
        raise ValueError("threshold mode " + threshold_mode + " is unknown!")
    scheduler.mode_worse = inf if mode == "min" else -inf
    scheduler.mode = mode
    scheduler.threshold = threshold
    scheduler.threshold_mode = threshold_mode


class _WithMomentum(LRScheduler):
    """Schedules that may move the momentum, or the first of two betas, the other way."""


def _init_momentum(scheduler, base_momentum, max_momentum, last_epoch: int) -> None:
    """Keep the bounds of each group's momentum or beta1; at the start set it to the largest."""
    optimizer = scheduler.optimizer
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError(
            "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
        )
    scheduler.use_beta1 = "betas" in optimizer.defaults
    scheduler.base_momentums = for_each_group("base_momentum", optimizer, base_momentum)
    scheduler.max_momentums = for_each_group("max_momentum", optimizer, max_momentum)
    if last_epoch != -1:
        return
    bounds = zip(
        optimizer.param_groups, scheduler.base_momentums, scheduler.max_momentums, strict=True
    )
    for group, least, most in bounds:
        _set_momentum(scheduler, group, most)
        group["max_momentum"] = most
        group["base_momentum"] = least


def _set_momentum(scheduler, group: dict, value) -> None:
    """Set a group's ``momentum`` or, if ``use_beta1``, the first of its ``betas``."""
    if scheduler.use_beta1:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


@citing("``torch.optim.lr_scheduler.{}``; L. Smith, 2015")
class CyclicLR(_WithMomentum):
    """Rates up and down between two bounds."""

    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn=None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = for_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for rate, group in zip(base_lrs, optimizer.param_groups, strict=True):
                _set_group_lr(group, rate)
        self.max_lrs = for_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = up if step_size_down is None else float(step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            _init_momentum(self, base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x) -> float:
        """Compute the height of the cycle or step ``x``, as a share."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "exp_range":
            return self.gamma**x
        return 1.0 if self.mode == "triangular" else 1 / 2.0 ** (x - 1)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        rising = x <= self.step_ratio
        height = x / self.step_ratio if rising else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        rates = [
            low + (high - low) * height * scale
            for low, high in zip(self.base_lrs, self.max_lrs, strict=True)
        ]
        if self.cycle_momentum:
            bounds = zip(self.base_momentums, self.max_momentums, strict=True)
            momentums = [high - (high - low) * height * scale for low, high in bounds]
            for group, value in zip(self.optimizer.param_groups, momentums, strict=True):
                _set_momentum(self, group, value)
        return rates

    def state_dict(self) -> dict:
        """Return all attributes but the optimizer; of a scale that is no function, its own."""
        state = super().state_dict()
        fn = state.pop("_scale_fn_custom")
        is_plain = fn is None or isinstance(fn, types.FunctionType)
        state["_scale_fn_custom"] = None if is_plain else fn.__dict__.copy()
        return state

    def load_state_dict(self, state_dict: dict) -> None:
        """Take what ``state_dict`` returned."""
        saved = dict(state_dict)
        attributes = saved.pop("_scale_fn_custom")
        super().load_state_dict(saved)
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)


def _interpolate_cosine(start, end, share):
    return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)


def _interpolate_linearly(start, end, share):
    return (end - start) * share + start


@citing("``torch.optim.lr_scheduler.{}``; L. Smith and N. Topin, 2017")
class OneCycleLR(_WithMomentum):
    """Rates up to ``max_lr`` and down to nearly nothing, once.

    Parameters
    ----------
    optimizer : Optimizer
    max_lr : float or list of float
    total_steps : int, or epochs and steps_per_epoch : int
    pct_start : float
        The share of the steps that go up.
    anneal_strategy : {"cos", "linear"}
    cycle_momentum : bool
    base_momentum, max_momentum : float or list of float
    div_factor, final_div_factor : float
        ``max_lr`` over the first rate, and that over the last.
    three_phase : bool
    """

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_step_count(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self._schedule_phases = _one_cycle_phases(self.total_steps, pct_start, three_phase)
        self._anneal_func_type = anneal_strategy
        highest = for_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, highest, strict=True):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            _init_momentum(self, base_momentum, max_momentum, last_epoch)
            del self.base_momentums, self.max_momentums  # PyTorch keeps them in the groups only
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(
                f"Tried to step {step} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        between = _interpolate_cosine if self._anneal_func_type == "cos" else _interpolate_linearly
        start = 0.0
        phases = self._schedule_phases
        for phase in phases:
            end = phase["end_step"]
            if step <= end or phase is phases[-1]:
                break
            start = end
        share = (step - start) / (end - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(between(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                bounds = group[phase["start_momentum"]], group[phase["end_momentum"]]
                _set_momentum(self, group, between(*bounds, share))
        return rates


def _total_step_count(total_steps, epochs, steps_per_epoch) -> int:
    """Return ``total_steps``, else the product of the others; ValueError for none or bad ones."""
    if total_steps is not None:
        if total_steps <= 0 or not isinstance(total_steps, int):
            raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
        return total_steps
    if epochs is None or steps_per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    for name, value in (("epochs", epochs), ("steps_per_epoch", steps_per_epoch)):
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"Expected positive integer {name}, but got {value}")
    return epochs * steps_per_epoch


def _one_cycle_phases(steps: int, share: float, three: bool) -> list[dict]:
    """Return 2 dicts, or if ``three`` 3: a phase's last step and the keys of its bounds."""

    def phase(end, start_lr, end_lr, start_momentum, end_momentum):
        return {
            "end_step": end,
            "start_lr": start_lr,
            "end_lr": end_lr,
            "start_momentum": f"{start_momentum}_momentum",
            "end_momentum": f"{end_momentum}_momentum",
        }

    up = phase(float(share * steps) - 1, "initial_lr", "max_lr", "max", "base")
    if not three:
        return [up, phase(steps - 1, "max_lr", "min_lr", "base", "max")]
    return [
        up,
        phase(float(2 * share * steps) - 2, "max_lr", "initial_lr", "base", "max"),
        phase(steps - 1, "initial_lr", "min_lr", "max", "max"),
    ]
