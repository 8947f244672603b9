"""Averages of a model's parameters over its training.

References
----------
PyTorch documentation, ``torch.optim.swa_utils``; P. Izmailov et al., 2018.
"""

from __future__ import annotations

import copy
import itertools
import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module

from .lr_scheduler import LRScheduler, for_each_group


def _check_decay(decay: float) -> None:
    if decay < 0.0 or decay > 1.0:
        raise ValueError(
            f"Invalid decay value {decay} provided. Please provide a value in [0,1] range."
        )


def get_ema_avg_fn(decay: float = 0.999):
    """Return the function of an exponential moving average: of average, parameter and count."""
    _check_decay(decay)

    def ema_update(ema_param, current_param, num_averaged):
        with torch.no_grad():
            return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """Return the function of a plain average: of average, parameter and count."""

    def swa_update(averaged_param, current_param, num_averaged):
        with torch.no_grad():
            return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def _average_lists_in_place(average, weight=None):
    """Return a function that writes averages of lists of parameters in place.

    With ``weight``, which gives a part for a count, floating-point parameters go that part of the
    way: its last digits are not those of ``average``.
    """

    def update(averaged, current, num_averaged) -> None:
        with torch.no_grad():
            for mean, parameter in zip(averaged, current, strict=True):
                if weight is not None and mean.dtype.kind in "fc":
                    mean.lerp_(parameter, weight(num_averaged))
                else:
                    mean.copy_(average(mean, parameter, num_averaged))

    return update


def get_ema_multi_avg_fn(decay: float = 0.999):
    """Return ``get_ema_avg_fn`` for lists of parameters, in place."""
    return _average_lists_in_place(get_ema_avg_fn(decay), lambda count: 1 - decay)


def get_swa_multi_avg_fn():
    """Return ``get_swa_avg_fn`` for lists of parameters, in place."""
    return _average_lists_in_place(get_swa_avg_fn(), lambda count: 1 / (count + 1))


@citing("``torch.optim.swa_utils.{}``")
class AveragedModel(Module):
    """A copy of a model whose parameters are averages of the model's.

    Parameters
    ----------
    model : Module
    device : optional
    avg_fn, multi_avg_fn : callable, optional
        How averages are computed; plain ones by default.
    use_buffers : bool
        Whether buffers are averaged too, in place of copied.
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = copy.deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        count = torch.tensor(0, dtype=torch.long, device=device)
        self.register_buffer("n_averaged", count)
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model) -> None:
        """Let the model's parameters count in the averages."""
        means, current = _averaged_tensors(self, self.module), _averaged_tensors(self, model)
        with torch.no_grad():
            if self.n_averaged.item() == 0:
                for mean, value in zip(means, current, strict=True):
                    mean.copy_(value)
            else:
                update = self.multi_avg_fn or _average_lists_in_place(
                    self.avg_fn or get_swa_avg_fn()
                )
                update(means, current, self.n_averaged)
            if not self.use_buffers:
                pairs = zip(self.module.buffers(), model.buffers(), strict=True)
                for mine, theirs in pairs:
                    mine.detach().copy_(theirs.detach())
            self.n_averaged += 1


def _averaged_tensors(averaged, model) -> list:
    """List a model's parameters and, with ``use_buffers``, buffers, all detached."""
    buffers = model.buffers() if averaged.use_buffers else ()
    return [x.detach() for x in itertools.chain(model.parameters(), buffers)]


@citing("``torch.optim.swa_utils.{}``")
def update_bn(loader, model, device=None) -> None:
    """Compute the running statistics of batch norms anew, from one pass over the data."""
    momenta = {
        module: module.momentum
        for module in model.modules()
        if hasattr(module, "reset_running_stats") and hasattr(module, "num_batches_tracked")
    }
    if not momenta:
        return
    was_training = model.training
    model.train()
    for module in momenta:
        module.reset_running_stats()
        module.momentum = None  # all batches count alike
    with torch.no_grad():
        for batch in loader:
            batch = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(batch if device is None else batch.to(device))
    for module, momentum in momenta.items():
        module.momentum = momentum
    model.train(was_training)


@citing("``torch.optim.swa_utils.{}``")
class SWALR(LRScheduler):
    """Rates to those of the averaging, in so many steps, and then no more.

    Parameters
    ----------
    optimizer : Optimizer
    swa_lr : float or list of float
    anneal_epochs : int
    anneal_strategy : {"cos", "linear"}
    """

    def __init__(
        self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch: int = -1
    ):
        rates = for_each_group("swa_lr", optimizer, swa_lr)
        for rate, group in zip(rates, optimizer.param_groups, strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self.warn_outside_step_()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = _anneal_progress(self, step - 1), _anneal_progress(self, step)
        rates = []
        for group in self.optimizer.param_groups:
            final = group["swa_lr"]
            first = final if before == 1 else (group["lr"] - before * final) / (1 - before)
            rates.append(final * now + first * (1 - now))
        return rates


def _anneal_progress(scheduler, step: int) -> float:
    """Return the share, 0 to 1, of the way to the final rates at a step."""
    t = max(0, min(1, step / max(1, scheduler.anneal_epochs)))
    return (1 - math.cos(math.pi * t)) / 2 if scheduler._anneal_strategy == "cos" else t
