"""``torch.jit``: what compiles Python functions in PyTorch; here they run as they are.

References
----------
PyTorch documentation, ``torch.jit``.
"""

from __future__ import annotations

import builtins as _builtins
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing


@citing("torch.jit.{}")
def script(obj=None, optimize=None, _frames_up=0, _rcb=None, example_inputs=None) -> Callable:
    """Return a function, class or module as it is: it runs eagerly, with the same results."""
    return obj


@citing("torch.jit.{}")
def trace(func, example_inputs=None, *args, **options) -> Callable:
    """Return a function or module as it is; it is run once, as PyTorch does to record it."""
    if example_inputs is not None:
        # torch.jit.isinstance has a stand-in, which hides the builtin here once it is asked for
        is_several = _builtins.isinstance(example_inputs, (tuple, list))
        func(*(example_inputs if is_several else (example_inputs,)))
    return func


@citing("torch.jit.{}")
def ignore(drop: bool | Callable = False, **options) -> Callable:
    """Return a function as it is, or a decorator that does: nothing is compiled."""
    return drop if callable(drop) else export


@citing("torch.jit.{}")
def export(fn: Callable) -> Callable:
    """Return a method as it is: nothing is compiled."""
    return fn


unused = script_if_tracing = export


def is_scripting() -> bool:
    """Return False: nothing is compiled."""
    return False


is_tracing = is_scripting
