"""``torch.overrides``: what asks and calls ``__torch_function__`` of classes that define it.

References
----------
PyTorch documentation, ``torch.overrides``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from frontends.torch.dispatch.docstrings import citing

from .dispatch import native
from .dispatch.native import call_without_overrides
from .tensors.tensor import Tensor


@citing("torch.overrides.{}")
def is_tensor_like(inp) -> bool:
    """Return whether a value is a tensor, or its class overrides PyTorch's functions."""
    return isinstance(inp, Tensor) or hasattr(type(inp), "__torch_function__")


@citing("torch.overrides.{}")
def has_torch_function(relevant_args: Iterable) -> bool:
    """Return whether the class of one of the arguments overrides functions.

    >>> torch.overrides.has_torch_function((torch.ones(2), 1))
    False
    """
    return any(native.overrides(type(each)) for each in relevant_args)


def has_torch_function_unary(arg) -> bool:
    """Return whether the class of the argument overrides functions."""
    return native.overrides(type(arg))


def has_torch_function_variadic(*args) -> bool:
    """Return whether the class of one of the arguments overrides functions."""
    return has_torch_function(args)


@citing("torch.overrides.{}")
def handle_torch_function(public_api: Callable, relevant_args: Iterable, *args, **kwargs):
    """Call the override that the classes of the arguments define.

    Raises: TypeError if none of them does.
    """
    kinds = tuple(dict.fromkeys(type(x) for x in relevant_args if native.overrides(type(x))))
    for kind in sorted(kinds, key=lambda k: -len(k.__mro__)):  # a subclass before its base
        result = kind.__torch_function__(public_api, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
    home = public_api.__module__.removeprefix("frontends.")
    name = f"{home}.{public_api.__name__}"
    raise TypeError(
        f"no implementation found for '{name}' on types that implement __torch_function__: "
        f"{list(kinds)}"
    )


@citing(None)
class DisableTorchFunctionSubclass:
    """Ask no class for its override in a ``with`` block: its tensors count as plain ones."""

    def __enter__(self) -> None:
        self._before, native.handed_on.on = native.handed_on.on, True

    def __exit__(self, *error) -> None:
        native.handed_on.on = self._before


def is_tensor_method_or_property(func: Callable) -> bool:
    """Return whether a function is one of a tensor's methods."""
    return getattr(Tensor, getattr(func, "__name__", ""), None) is func


__all__ = [
    "DisableTorchFunctionSubclass", "call_without_overrides",
    "handle_torch_function", "has_torch_function", "is_tensor_like",
    "is_tensor_method_or_property",
]  # fmt: skip
