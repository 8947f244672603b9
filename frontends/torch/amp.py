"""``torch.amp``: mixed precision.

``autocast`` is PyTorch's own where PyTorch computes; for the other frameworks arguments are cast as
PyTorch's lists of operations say (:mod:`.autograd.precision`). :class:`GradScaler` is PyTorch's
algorithm on each backend.

References
----------
P. Micikevicius et al., "Mixed Precision Training", ICLR 2018. PyTorch documentation, ``torch.amp``.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections import abc
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend
from ivy_core.utils.tracebacks import level_of_user

from .autograd import precision
from .autograd.grad_mode import no_grad
from .compat.accelerators import accelerators
from .dispatch import native
from .operations import creation, reductions
from .tensors.dtypes import bfloat16, dtype, float16
from .tensors.tensor import Tensor

_KINDS = ("cpu", "cuda", "xpu", "mps", "hpu", "xla", "meta")


@citing("torch.{}")
class autocast:
    """Let operations choose their precision, in a ``with`` block or a function.

    Parameters
    ----------
    device_type : str
        Of the tensors: ``'cpu'``, ``'cuda'``.
    dtype : torch.dtype, optional
        What is computed in; bfloat16 on the CPU by default, float16 on accelerators.
    enabled, cache_enabled : bool

    Raises
    ------
    RuntimeError
        For another kind of device.

    >>> with torch.autocast("cpu", dtype=torch.bfloat16):
    ...     torch.is_autocast_enabled("cpu")
    True
    """

    def __init__(self, device_type, dtype=None, enabled: bool = True, cache_enabled=None):
        if device_type not in _KINDS:
            raise RuntimeError(
                f"User specified an unsupported autocast device_type '{device_type}'"
            )
        self.device = device_type
        self.fast_dtype = dtype or (bfloat16 if device_type == "cpu" else float16)
        self._enabled = bool(enabled)
        if self._enabled and (reason := self.reason_to_disable_()):
            warnings.warn(reason, UserWarning, stacklevel=level_of_user(sys._getframe()))
            self._enabled = False
        self._cache_enabled = True if cache_enabled is None else bool(cache_enabled)
        self.real_: list = []

    def reason_to_disable_(self) -> str | None:
        if self.device != "cpu":
            unavailable = "CUDA is not available or torch_xla is imported. Disabling autocast."
            return None if accelerators() else unavailable
        if self.fast_dtype in (bfloat16, float16):
            return None
        return (
            "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
            "CPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently."
        )

    def casts_here_(self) -> bool:
        """Return whether the frontend casts arguments: not where real PyTorch does."""
        return self._enabled and not self.real_

    def keeps_casts_(self) -> bool:
        """Return whether a parameter is cast once in the outermost block."""
        return self._cache_enabled

    def __enter__(self) -> autocast:
        precision.enter(self)
        if active_backend().CAPABILITIES.records:
            real = native.real_module()
            block = real.autocast(
                self.device, getattr(real, self.fast_dtype.name), self._enabled, self._cache_enabled
            )
            block.__enter__()
            self.real_.append(block)
        return self

    def __exit__(self, *raised) -> None:
        precision.leave()
        if self.real_:
            self.real_.pop().__exit__(*raised)

    def __call__(self, function: Callable) -> Callable:
        @functools.wraps(function)
        def call(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return call


@citing("torch.{}")
def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Return whether an :class:`autocast` block of a kind of device is in force."""
    block = precision.innermost_block("cuda" if device_type is None else device_type)
    return block is not None and block._enabled


@citing("torch.{}")
def get_autocast_dtype(device_type: str) -> dtype:
    """Get the data type that an :class:`autocast` block of a kind of device computes in."""
    block = precision.innermost_block(device_type)
    if block is not None:
        return block.fast_dtype
    return bfloat16 if device_type == "cpu" else float16


def _warn_of_old_name(old: str, new: str) -> None:
    """Warn the caller's caller that a call of ``torch`` is deprecated, and say which to use."""
    warnings.warn(
        f"torch.{old} is deprecated. Please use torch.{new} instead.",
        DeprecationWarning,
        stacklevel=3,
    )


def is_autocast_cpu_enabled() -> bool:
    """Return whether an :class:`autocast` block of the CPU is in force."""
    _warn_of_old_name("is_autocast_cpu_enabled()", "is_autocast_enabled('cpu')")
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype() -> dtype:
    """Get the data type that an :class:`autocast` block of the CPU computes in."""
    _warn_of_old_name("get_autocast_cpu_dtype()", "get_autocast_dtype('cpu')")
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype() -> dtype:
    """Get the data type that an :class:`autocast` block of a GPU computes in."""
    _warn_of_old_name("get_autocast_gpu_dtype()", "get_autocast_dtype('cuda')")
    return get_autocast_dtype("cuda")


@citing("torch.amp.{}")
def is_autocast_available(device_type: str) -> bool:
    """Return whether there is an :class:`autocast` for a kind of device."""
    return device_type in _KINDS


@citing("torch.amp.{}")
def custom_fwd(fwd: Callable | None = None, *, device_type: str = "cuda", cast_inputs=None):
    """Return the ``forward`` of an ``autograd.Function`` for use within :class:`autocast`.

    Parameters
    ----------
    fwd : callable, optional
        A decorator is returned without it.
    device_type : str
    cast_inputs : torch.dtype, optional
        What floating tensors of that device are cast to within a block, which is switched off for
        the call then; without it the block stays in force.
    """
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorated(*args, **kwargs):
        if cast_inputs is None or not is_autocast_enabled(device_type):
            return fwd(*args, **kwargs)
        with autocast(device_type, enabled=False):
            args, kwargs = (
                precision.cast_nest(each, cast_inputs, False) for each in (args, kwargs)
            )
            return fwd(*args, **kwargs)

    return decorated


@citing("torch.amp.{}")
def custom_bwd(bwd: Callable | None = None, *, device_type: str = "cuda"):
    """Return the ``backward`` of an ``autograd.Function`` as it is."""
    return functools.partial(custom_bwd, device_type=device_type) if bwd is None else bwd


@citing("torch.amp.{}")
class GradScaler:
    """Multiply losses so that small gradients of 16 bits do not vanish, and divide gradients again.

    Parameters
    ----------
    device : str
        Kind of device; scaling is switched off where there is none of that kind.
    init_scale : float
        What losses are multiplied by at first.
    growth_factor, backoff_factor : float
        What that is multiplied by after ``growth_interval`` steps of finite gradients, and after
        one of others, which is left out.
    growth_interval : int
    enabled : bool

    >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
    >>> scaler.scale(torch.tensor(0.5))
    tensor(2.)
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._device = device
        self._enabled = bool(enabled) and (device == "cpu" or bool(accelerators()))
        self._scale, self._growth_tracker = float(init_scale), 0
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval, self.is_used_ = growth_interval, False
        # by optimizer: whether its gradients are divided, have been stepped, were finite
        self._per_optimizer_states: dict[int, dict] = {}

    def scale(self, outputs):
        """Return a tensor, or each of a list of them, multiplied."""
        if not self._enabled:
            return outputs
        self.is_used_ = True
        if isinstance(outputs, Tensor):
            return outputs * creation.tensor(self._scale, device=outputs.device)
        if isinstance(outputs, abc.Iterable):
            made = map(self.scale, outputs)
            return type(outputs)(made) if isinstance(outputs, (list, tuple)) else made
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def unscale_(self, optimizer) -> None:
        """Divide the gradients of an optimizer's parameters, once before a step.

        Raises
        ------
        RuntimeError
            If that has been done since the last :meth:`update`.
        AssertionError
            If no loss has been scaled yet.
        """
        if not self._enabled:
            return
        if not self.is_used_:
            raise AssertionError(
                "Attempted unscale_ but _scale is None.  This may indicate your script did not use "
                "scaler.scale(loss or outputs) earlier in the iteration."
            )
        state = _get_or_make_state(self, optimizer)
        if state["stage"] == "unscaled":
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        if state["stage"] == "stepped":
            raise RuntimeError("unscale_() is being called after step().")
        state["is_finite"], state["stage"] = True, "unscaled"
        with no_grad():
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    if parameter.grad is None:
                        continue
                    if parameter.grad.dtype is float16:
                        raise ValueError("Attempting to unscale FP16 gradients.")
                    parameter.grad.mul_(1.0 / self._scale)
                    state["is_finite"] &= bool(reductions.all(parameter.grad.isfinite()))

    def step(self, optimizer, *args, **kwargs):
        """Call ``optimizer.step``, unless a gradient is infinite or nan; return what that returns.

        Raises
        ------
        RuntimeError
            If that has been done since the last :meth:`update`, or a closure is given.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        state = _get_or_make_state(self, optimizer)
        if state["stage"] == "stepped":
            raise RuntimeError("step() has already been called since the last update().")
        if state["stage"] == "ready":
            self.unscale_(optimizer)
        state["stage"] = "stepped"
        return optimizer.step(*args, **kwargs) if state["is_finite"] else None

    def update(self, new_scale: float | Tensor | None = None) -> None:
        """Choose the next factor by what the gradients were; or take a given one.

        Raises
        ------
        AssertionError
            If no gradients have been looked at.
        """
        if not self._enabled:
            return
        if new_scale is not None:
            self._scale = float(new_scale)
        else:
            seen = [
                s["is_finite"]
                for s in self._per_optimizer_states.values()
                if s["is_finite"] is not None
            ]
            if not seen:
                raise AssertionError("No inf checks were recorded prior to update.")
            if not all(seen):
                self._scale, self._growth_tracker = self._scale * self._backoff_factor, 0
            else:
                self._growth_tracker += 1
                if self._growth_tracker == self._growth_interval:
                    self._scale, self._growth_tracker = self._scale * self._growth_factor, 0
        self._per_optimizer_states.clear()

    def get_scale(self) -> float:
        """Get the factor that losses are multiplied by; 1.0 where scaling is off."""
        return self._scale if self._enabled else 1.0

    def is_enabled(self) -> bool:
        """Return whether anything is multiplied."""
        return self._enabled

    def get_growth_factor(self) -> float:
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        self._growth_interval = new_interval

    def state_dict(self) -> dict:
        """Return the factors; empty where nothing is multiplied."""
        if not self._enabled:
            return {}
        return {
            "scale": self._scale,
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict: dict) -> None:
        """Take the factors of another.

        Raises
        ------
        RuntimeError
            If they are empty.
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        self._scale = float(state_dict["scale"])
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]


def _get_or_make_state(scaler, optimizer) -> dict:
    return scaler._per_optimizer_states.setdefault(
        id(optimizer), {"stage": "ready", "is_finite": None}
    )


__all__ = [
    "GradScaler", "autocast", "custom_bwd", "custom_fwd", "get_autocast_dtype",
    "is_autocast_available", "is_autocast_enabled",
]  # fmt: skip
