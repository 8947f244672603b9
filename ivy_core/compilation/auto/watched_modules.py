"""Functions and methods of a module: those that are watched (``watching.py``) from its end on."""

from __future__ import annotations

import types

from .watching import HowWatched, watch

# names that show that a function looks at who called it: it would see the watcher
_LOOKS_AT_CALLERS = frozenset(
    {"_getframe", "currentframe", "stack", "warn", "locals", "exec", "eval", "extract_stack"}
)


def _is_watchable(function, module: str) -> bool:
    """Return whether it is a plain function of ``module``: not wrapped, recursive, a generator."""
    if not isinstance(function, types.FunctionType) or function.__module__ != module:
        return False
    code = function.__code__
    if hasattr(function, "__ivy_compiled__") or hasattr(function, "__wrapped__"):
        return False
    if code.co_flags & 0x2A0:  # generators, coroutines: a call of them computes nothing
        return False
    # a function that calls itself would come to Python's limit of frames in half the depth
    names = {*code.co_names, *code.co_freevars}
    return function.__name__ not in names and not names & _LOOKS_AT_CALLERS


def watch_module(module: types.ModuleType, check: bool) -> None:
    """Have the functions and methods of a module watched."""
    name = module.__name__
    for attribute, value in list(vars(module).items()):
        if _is_watchable(value, name):
            setattr(module, attribute, watch(value, HowWatched(check)))
        elif isinstance(value, type) and value.__module__ == name:
            _watch_methods(value, name, check)


def _watch_methods(cls: type, module: str, check: bool) -> None:
    """Watch a class's methods from ``module``, in place; of special ones ``__call__`` alone."""
    for attribute, value in list(vars(cls).items()):
        inner = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        is_special = attribute.startswith("__") and attribute != "__call__"
        if is_special or not _is_watchable(inner, module):
            continue
        new = watch(inner, HowWatched(check))
        setattr(cls, attribute, new if inner is value else type(value)(new))
