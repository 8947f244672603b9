"""The methods that files of this package declare on tensors, by name."""

from __future__ import annotations

from collections.abc import Callable

from ..dispatch.errors import entry
from ..dispatch.func_wrapper import torch_function

METHODS: dict[str, Callable] = {}


def declare_method(body=None, **options):
    """Declare a method of tensors by its body."""
    if body is None:
        return lambda body: declare_method(body, **options)
    made = torch_function(body, name=f"torch.Tensor.{body.__name__}", **options)
    METHODS[body.__name__] = made
    return made


def declare_plain_method(function, name: str | None = None):
    """Declare a method that only calls others: no Function, but an error boundary."""
    name = name or function.__name__
    function.__name__ = function.__qualname__ = name
    METHODS[name] = entry(function)
    return METHODS[name]
