"""Functions of functions on the torch backend: real PyTorch's own, of functions of ours."""

from __future__ import annotations

from collections.abc import Callable

from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import held

from ..dispatch import native
from ..tensors.tensor import Tensor


def asks_real(nest) -> bool:
    """Return whether tensors are real PyTorch's, or there are none and its backend is set."""
    found = _is_first_tensor_real(nest)
    return active_backend().CAPABILITIES.records if found is None else found


def _is_first_tensor_real(nest) -> bool | None:
    """Return whether the first tensor of a nest is PyTorch's own; None if there is none."""
    if isinstance(nest, Tensor):
        return isinstance(held(nest), native.tensor_class)
    if isinstance(nest, dict):
        nest = list(nest.values())
    if isinstance(nest, (list, tuple)):
        for each in nest:
            found = _is_first_tensor_real(each)
            if found is not None:
                return found
    return None


def boxed(value):
    """Box the results of real PyTorch as tensors of ours, in dicts too."""
    if isinstance(value, dict):
        return {key: boxed(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)([boxed(each) for each in value])
    if callable(value) and not isinstance(value, type):
        return of_real(value)
    return native.boxed(value)


def for_real(function: Callable) -> Callable:
    """Return a function of ours as one of real tensors."""

    def called(*args, **kwargs):
        return native.unwrap(function(*[boxed(each) for each in args], **boxed(kwargs)))

    return called


def of_real(function: Callable) -> Callable:
    """Return a function of real PyTorch's as one of our tensors."""

    def called(*args, **kwargs):
        return boxed(function(*native.unwrap(args), **native.unwrap(kwargs)))

    return called


def through_real(name: str, func: Callable, *args, **kwargs):
    """Call what real PyTorch has under a name with a function of ours, and box what it gives."""
    function = native.named(f"torch.{name}")
    return boxed(function(for_real(func), *native.unwrap(args), **native.unwrap(kwargs)))


__all__ = ["asks_real", "boxed", "for_real", "of_real", "through_real"]
