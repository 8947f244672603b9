"""``torch.jit``: what compiles Python functions in PyTorch; here they run as they are.

References
----------
PyTorch documentation, ``torch.jit``.
"""

from __future__ import annotations

import builtins as _python
import types
import typing
import warnings
from collections.abc import Callable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .futures import Future


class TracerWarning(Warning):
    """Warning of a trace in PyTorch; nothing here gives it."""


# an assertion, or an error raised, becomes one where the module was compiled
Error = torch.JITException
INTERPRETER_ERROR = "The following operation failed in the TorchScript interpreter.\n{err}"


class _ScriptModuleType(type(torch.nn.Module)):
    """Class of the classes of compiled modules: those that were given to `script` or `trace`."""

    def __instancecheck__(cls, instance) -> bool:
        return _python.isinstance(instance, torch.nn.Module) and _MARK in vars(instance)


_MARK = "_is_scripted"


@citing("torch.jit.{}")
class ScriptModule(torch.nn.Module, metaclass=_ScriptModuleType):
    """Module that was given to :func:`script` or :func:`trace`, of whatever class it is."""


RecursiveScriptModule = TopLevelTracedModule = ScriptModule


def _mark(obj):
    """Return a function or module; a module says from now on that it was compiled."""
    if _python.isinstance(obj, torch.nn.Module):
        vars(obj)[_MARK] = True
    return obj


@citing("torch.jit.{}")
def script(obj=None, optimize=None, _frames_up=0, _rcb=None, example_inputs=None) -> Callable:
    """Return a function, class or module as it is: it runs eagerly, with the same results."""
    return _mark(obj)


@citing("torch.jit.{}")
def trace(func, example_inputs=None, *args, **options) -> Callable:
    """Return a function or module as it is; it is run once, as PyTorch does to record it."""
    if example_inputs is not None:
        is_several = _python.isinstance(example_inputs, (tuple, list))
        func(*(example_inputs if is_several else (example_inputs,)))
    return _mark(func)


@citing("torch.jit.{}")
def trace_module(mod, inputs: dict, *args, **options):
    """Return a module as it is; its methods are run once, as PyTorch does to record them."""
    for name, given in inputs.items():
        getattr(mod, name)(*(given if _python.isinstance(given, (tuple, list)) else (given,)))
    return _mark(mod)


@citing("torch.jit.{}")
def ignore(drop: bool | Callable = False, **options) -> Callable:
    """Return a function as it is, or a decorator that does: nothing is compiled."""
    return drop if callable(drop) else export


@citing("torch.jit.{}")
def export(fn: Callable) -> Callable:
    """Return a method as it is: nothing is compiled."""
    return fn


unused = script_if_tracing = export


def annotate(the_type, the_value):
    """Return a value as it is: its type is for TorchScript."""
    return the_value


def _has_type(obj, kind) -> bool:
    """Return whether an object is of a class, or of a generic such as ``List[Dict[str, int]]``."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if not arguments and (kind in (list, dict, tuple, typing.Optional) or origin is not None):
        name = getattr(kind, "_name", None) or kind.__name__
        lacking, wanted, example = (
            ("contained types", "contained type", "int, int")
            if name.endswith("ict")
            else ("a contained type", "a contained type", "int")
        )
        raise RuntimeError(
            f"Attempted to use {name} without {lacking}. Please add {wanted}, e.g. "
            f"{name}[{example}]"
        )
    if origin is None:
        return _python.isinstance(obj, kind)
    if origin in (typing.Union, types.UnionType):  # None is always fine in PyTorch
        return obj is None or any(_has_type(obj, each) for each in arguments)
    if not _python.isinstance(obj, origin):
        return False
    if not obj:
        warnings.warn(
            "The inner type of a container is lost when calling torch.jit.isinstance in eager "
            "mode. For example, List[int] would become list and therefore falsely return True for "
            "List[float] or List[str].",
            stacklevel=3,
        )
    if origin is dict:
        key, value = arguments
        return all(_has_type(k, key) and _has_type(v, value) for k, v in obj.items())
    if origin is tuple:
        return len(obj) == len(arguments) and all(map(_has_type, obj, arguments))
    return all(_has_type(each, arguments[0]) for each in obj)


@citing("torch.jit.{}")
def isinstance(obj, target_type) -> bool:
    """Return whether an object is of a type; of a list's, tuple's or dict's contents, too.

    >>> from typing import List
    >>> torch.jit.isinstance([1, 2], List[int]), torch.jit.isinstance([1, "a"], List[int])
    (True, False)
    """
    kinds = target_type if _python.isinstance(target_type, tuple) else (target_type,)
    return any(_has_type(obj, kind) for kind in kinds)


@citing("torch.jit.{}")
def fork(func: Callable, *args, **kwargs) -> Future:
    """Call a function or module at once; return the future of its result, which is there.

    >>> torch.jit.wait(torch.jit.fork(torch.add, torch.ones(2), 1)).tolist()
    [2.0, 2.0]
    """
    made = Future()
    made.set_result(func(*args, **kwargs))
    return made


@citing("torch.jit.{}")
def wait(future: Future):
    """Return the result of a future that :func:`fork` has given."""
    return future.wait()


def is_scripting() -> bool:
    """Return False: nothing is compiled."""
    return False


is_tracing = is_scripting
