"""Functions under PyTorch's further names: ``_copy`` forms of views, ``_`` forms of functions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..dispatch.func_wrapper import Function, ivy, published
from ..tensors.tensor import Tensor
from .areas import home_of

TensorLike = Number = Any


def find(name: str) -> Callable | None:
    """Return the function of that name where it is made of another one, else None.

    Examples
    --------
    >>> find("permute_copy").__name__, find("no_such_function")
    ('permute_copy', None)
    """
    if name.endswith("_copy"):
        return _make_view_copy_function(name)
    if name.endswith("_") and not name.endswith("__"):
        # looked up as an attribute: what lies in the class may be made at its first look-up
        return _method_as_function(name, getattr(Tensor, name)) if name in vars(Tensor) else None
    return None


def _method_as_function(name: str, method: Callable) -> Callable:
    """Return ``torch.<name>``: it calls the method of its input, and looks like ``method``."""

    @functools.wraps(method)
    def function(input, *args, **kwargs):
        return getattr(input, name)(*args, **kwargs)

    function.__module__ = "torch"
    return function


def _return_input(input: TensorLike) -> Tensor:
    return input


def _make_view_copy_function(name: str) -> Callable | None:
    """Return ``torch.<name>``, which copies a view function's result; None for no such view."""
    base = name.removesuffix("_copy")
    home = home_of(base)
    if home is not None:
        function = getattr(home, base).function
    elif base in ("expand", "unfold", "view"):
        function = vars(Tensor)[base].function
    elif base == "alias":  # a view of the whole, which has no name of its own
        function = Function(_return_input, "torch.alias", view=True)
    else:
        return None
    if not function.view:
        return None
    view = function.body

    @functools.wraps(view)
    def body(*args, **kwargs):
        found = view(*args, **kwargs)
        if isinstance(found, tuple):
            return tuple(ivy.copy_array(each) for each in found)
        return ivy.copy_array(found)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return a copy of what :func:`{base}` shows."
    made = Function(body, f"torch.{name}", variadic=function.variadic)
    made.has_out = True
    return published(made, None, body)


__all__ = ["find"]
