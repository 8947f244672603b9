"""Classes of context managers that decorate functions, as libraries derive their own from.

References
----------
PyTorch's ``torch.utils._contextlib``; Python documentation, ``contextlib.ContextDecorator``.
"""

from __future__ import annotations

import functools
import inspect
import sys
import warnings

from frontends.torch.autograd.grad_mode import decorated_generator
from ivy_core.utils.tracebacks import level_of_user


def context_decorator(ctx, func):
    """Return a function that runs each call, or each step of a generator, within a context.

    Parameters
    ----------
    ctx : context manager or callable
        A manager that can be entered again and again, or what makes one for each call.
    func : function

    Raises
    ------
    AssertionError
        If ``ctx`` is both.
    RuntimeError
        If ``func`` is a class: whether its methods are meant as well is not known.

    Examples
    --------
    >>> import contextlib
    >>> context_decorator(lambda: contextlib.nullcontext(), lambda x: x + 1)(2)
    3
    """
    if callable(ctx) and hasattr(ctx, "__enter__"):
        raise AssertionError(
            f"{ctx} is callable and a context manager: give a function that returns "
            "the one that is meant"
        )
    if inspect.isclass(func):
        raise RuntimeError("Cannot decorate classes: decorate the methods that are meant")
    make = ctx if callable(ctx) else lambda: ctx
    if inspect.isgeneratorfunction(func):
        return decorated_generator(make, func)

    @functools.wraps(func)
    def decorate_context(*args, **kwargs):
        with make():
            return func(*args, **kwargs)

    return decorate_context


class _DecoratorContextManager:
    """A context manager that is a decorator too; classes derived from it enter and exit."""

    def __call__(self, orig_func):
        if not inspect.isclass(orig_func):
            return context_decorator(self.clone, orig_func)
        warnings.warn(
            "Decorating classes is deprecated and will be disabled in future versions.",
            FutureWarning,
            stacklevel=level_of_user(sys._getframe()),
        )
        return context_decorator(self.clone, lambda *args, **kwargs: orig_func(*args, **kwargs))

    def __enter__(self) -> None:
        raise NotImplementedError

    def __exit__(self, exc_type, exc_value, traceback) -> None:
        raise NotImplementedError

    def clone(self):
        """Return the manager of one call; classes whose constructor takes arguments override it."""
        return type(self)()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """A context manager that decorates with parentheses and without."""

    def __new__(cls, orig_func=None):
        return super().__new__(cls) if orig_func is None else cls()(orig_func)
