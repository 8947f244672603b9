"""Whether what is computed is recorded: ``no_grad``, ``enable_grad``, ``inference_mode``.

The mode belongs to a thread. On the torch backend PyTorch's own mode is set as well.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend


class _Mode(threading.local):
    enabled = True
    inference = False


mode = _Mode()


def real_torch():
    """Return the module of real PyTorch where the torch backend is set, else None."""
    return sys.modules["torch"] if active_backend().CAPABILITIES.records else None


@citing("torch.{}")
def is_grad_enabled() -> bool:
    """Return whether operations are being recorded in this thread.

    >>> with torch.no_grad():
    ...     torch.is_grad_enabled()
    False
    """
    real = real_torch()
    return mode.enabled if real is None else real.is_grad_enabled()


@citing("torch.{}")
def is_inference_mode_enabled() -> bool:
    """Return whether inference mode is on in this thread."""
    real = real_torch()
    return mode.inference if real is None else real.is_inference_mode_enabled()


class _GradMode:
    """A context manager that sets the mode, and a decorator of functions and generators."""

    __slots__ = ("before_",)
    enabled_: bool

    def __init__(self):
        self.before_ = []

    def make_real_mode_(self, torch):
        """Return the context manager of ``torch``, real PyTorch, that sets the same mode."""
        return torch.set_grad_enabled(self.enabled_)

    def __enter__(self):
        real = real_torch()
        block = None
        if real is not None:
            block = self.make_real_mode_(real)
            if not isinstance(block, real.set_grad_enabled):  # whose constructor enters
                block.__enter__()
        self.before_.append((mode.enabled, mode.inference, block))
        mode.enabled = self.enabled_
        return

    def __exit__(self, *exc):
        mode.enabled, mode.inference, block = self.before_.pop()
        if block is not None:
            block.__exit__(*(exc or (None, None, None)))

    def copy_mode_(self):
        """Return a new context manager of the same options, for one decorated call."""
        return type(self)()

    def __call__(self, function):
        if inspect.isclass(function):
            function.__init__ = self(function.__init__)
            return function
        if inspect.isgeneratorfunction(function):
            return decorated_generator(self.copy_mode_, function)

        @functools.wraps(function)
        def decorated(*args, **kwargs):
            with self.copy_mode_():
                return function(*args, **kwargs)

        return decorated


def decorated_generator(make_mode, function):
    """Return a generator function each of whose steps is taken within the mode."""

    @functools.wraps(function)
    def decorated(*args, **kwargs):
        generator = function(*args, **kwargs)
        step, value = generator.send, None
        try:
            while True:
                try:
                    with make_mode():
                        given = step(value)
                except StopIteration as end:
                    return end.value
                try:
                    step, value = generator.send, (yield given)
                except GeneratorExit:
                    raise
                except BaseException as err:  # the consumer's, thrown into the generator
                    step, value = generator.throw, err
        finally:
            with make_mode():
                generator.close()

    return decorated


def _allow_without_parentheses(cls):
    """Set ``cls.__new__`` so that ``@no_grad`` decorates as ``@no_grad()`` does; return ``cls``."""

    def __new__(kind, function=None):
        made = object.__new__(kind)
        if function is None:
            return made
        made.__init__()
        return made(function)

    cls.__new__ = staticmethod(__new__)
    return cls


@_allow_without_parentheses
@citing("torch.{}")
class no_grad(_GradMode):
    """Record nothing within a ``with`` block, or within a function decorated so.

    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    __slots__ = ()
    enabled_ = False


@_allow_without_parentheses
@citing("torch.{}")
class enable_grad(_GradMode):
    """Record within a ``with`` block, also one of :class:`no_grad`.

    >>> with torch.no_grad(), torch.enable_grad():
    ...     torch.is_grad_enabled()
    True
    """

    __slots__ = ()
    enabled_ = True


@citing("torch.{}")
class set_grad_enabled(_GradMode):
    """Set whether operations are recorded: from now on, or for a ``with`` block.

    Parameters
    ----------
    mode : bool

    >>> with torch.set_grad_enabled(False):
    ...     torch.is_grad_enabled()
    False
    """

    __slots__ = ("enabled_", "is_set_")

    def __init__(self, mode: bool):
        self.before_, self.enabled_ = [], bool(mode)
        super().__enter__()
        self.is_set_ = True

    def __enter__(self):
        if not self.is_set_:  # the constructor has done it for the first block
            super().__enter__()
        self.is_set_ = False

    def copy_mode_(self):
        return type(self)(self.enabled_)

    def __call__(self, function):
        if self.is_set_:  # as a decorator it leaves the mode of the surroundings as it was
            self.__exit__()
        return super().__call__(function)


@citing("torch.{}")
class inference_mode(_GradMode):
    """Record nothing, and count no writes, within a ``with`` block.

    Parameters
    ----------
    mode : bool, optional
        False switches it off within the block.

    >>> with torch.inference_mode():
    ...     torch.is_inference_mode_enabled(), torch.is_grad_enabled()
    (True, False)
    """

    __slots__ = ("inference_",)

    def __new__(cls, mode=True):
        made = object.__new__(cls)
        if callable(mode):
            made.__init__()
            return made(mode)
        return made

    def __init__(self, mode: bool = True):
        super().__init__()
        self.inference_ = bool(mode)

    @property
    def enabled_(self):
        return not self.inference_

    def make_real_mode_(self, torch):
        return torch.inference_mode(self.inference_)

    def __enter__(self):
        super().__enter__()
        mode.inference = self.inference_
        return

    def copy_mode_(self):
        return type(self)(self.inference_)


__all__ = [
    "enable_grad", "inference_mode", "is_grad_enabled", "is_inference_mode_enabled", "mode",
    "no_grad", "real_torch", "set_grad_enabled",
]  # fmt: skip
