"""Settings of the process: threads, determinism, precision of products, compilation.

Where PyTorch computes, they are PyTorch's own; the other frameworks have no such switch, so there
they are remembered and told again.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend

from ..dispatch import native
from ..dispatch.errors import entry

_PRECISIONS = ("highest", "high", "medium")


class _Settings:
    """Values of the settings."""

    threads = interop_threads = os.cpu_count() or 1
    deterministic = warn_only = False
    precision = "highest"


def _real_torch_if_active():
    """Return real PyTorch where it computes, else None."""
    return native.real_module() if active_backend().CAPABILITIES.records else None


def _checked_thread_count(value: int, function: str) -> int:
    """Return ``value``; raise RuntimeError, for a function's name, unless it is an int above 0."""
    if type(value) is not int:
        raise RuntimeError(f"{function} expects an int, but got {type(value).__name__}")
    if value <= 0:
        raise RuntimeError(f"{function} expects a positive integer")
    return value


@citing("torch.{}")
def get_num_threads() -> int:
    """Return with how many threads one operation may run."""
    real = _real_torch_if_active()
    return _Settings.threads if real is None else real.get_num_threads()


@entry
@citing("torch.{}")
def set_num_threads(int: int) -> None:
    """Set with how many threads one operation may run; JAX and TensorFlow have no such switch.

    Raises: RuntimeError if it is no positive int.
    """
    _Settings.threads = _checked_thread_count(int, "set_num_threads")
    if (real := _real_torch_if_active()) is not None:
        real.set_num_threads(int)


@citing("torch.{}")
def get_num_interop_threads() -> int:
    """Get the number of operations that may run at once."""
    real = _real_torch_if_active()
    return _Settings.interop_threads if real is None else real.get_num_interop_threads()


@entry
@citing("torch.{}")
def set_num_interop_threads(int: int) -> None:
    """Set how many operations may run at once; JAX and TensorFlow have no such switch.

    Raises: RuntimeError if it is no positive int.
    """
    _Settings.interop_threads = _checked_thread_count(int, "set_num_interop_threads")
    if (real := _real_torch_if_active()) is not None:
        real.set_num_interop_threads(int)


@citing("torch.{}")
def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Set whether only functions that give the same bits each time may run.

    On the CPU all of them do, on each backend.
    """
    _Settings.deterministic, _Settings.warn_only = bool(mode), bool(mode and warn_only)
    if (real := _real_torch_if_active()) is not None:
        real.use_deterministic_algorithms(mode, warn_only=warn_only)


@citing("torch.{}")
def are_deterministic_algorithms_enabled() -> bool:
    """Tell whether :func:`use_deterministic_algorithms` is on."""
    return _Settings.deterministic


@citing("torch.{}")
def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Tell whether :func:`use_deterministic_algorithms` was set with ``warn_only``."""
    return _Settings.warn_only


@entry
@citing("torch.{}")
def set_float32_matmul_precision(precision: str) -> None:
    """Set how exactly float32 matrices are multiplied; CPUs multiply in float32 whatever is set.

    Parameters
    ----------
    precision : {'highest', 'high', 'medium'}

    Raises: RuntimeError for another word.
    """
    if precision not in _PRECISIONS:
        raise RuntimeError(
            f"set_float32_matmul_precision: {precision!r} was given; "
            f"it must be one of {', '.join(_PRECISIONS)}"
        )
    _Settings.precision = precision
    if (real := _real_torch_if_active()) is not None:
        real.set_float32_matmul_precision(precision)


@citing("torch.{}")
def get_float32_matmul_precision() -> str:
    """Get the precision set by :func:`set_float32_matmul_precision`."""
    return _Settings.precision


of_compiled: dict[type, Callable] = {}  # what a compiled object of a class is


@citing("torch.{}")
def compile(model: Callable | None = None, **options) -> Callable:
    """Return the function as it is, a module within another: it runs eagerly, with equal results.

    Parameters
    ----------
    model : callable, optional
        Without it a decorator is returned.
    **options
        ``fullgraph``, ``dynamic``, ``backend``, ``mode``, ``options``, ``disable``, which say how
        PyTorch's compiler works.
    """
    if model is None:
        return functools.partial(compile, **options)
    for kind, make in of_compiled.items():
        if isinstance(model, kind):
            return make(model)
    return model


__all__ = [
    "are_deterministic_algorithms_enabled", "compile", "get_float32_matmul_precision",
    "get_num_interop_threads", "get_num_threads",
    "is_deterministic_algorithms_warn_only_enabled", "set_float32_matmul_precision",
    "set_num_interop_threads", "set_num_threads", "use_deterministic_algorithms",
]  # fmt: skip
