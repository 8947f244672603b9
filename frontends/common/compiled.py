"""Compiled functions of packages, called with arrays of a frontend: these cross through the host.

C code takes a framework's own arrays alone. A function with a replacement
(:mod:`ivy_core.utils.replacements`) never comes here.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable

from .host import PLAIN, HostFallback

_COMPILED = (types.BuiltinFunctionType,)
_CYTHON = frozenset({"cython_function_or_method", "fused_cython_function"})
_hosts: dict[type, HostFallback] = {}  # by the frontend's class of arrays


def register(cls: type, host: HostFallback) -> None:
    """Have arrays of a class cross as the calls of a frontend's host fallback do."""
    _hosts[cls] = host
    _host_of_class.cache_clear()


def let_arrays_cross(module: types.ModuleType) -> None:
    """Wrap the functions of a compiled module, and of the modules that it has made within it.

    Its classes stay as they are. So does what frees the objects of a module that SWIG made: C code
    reads how these functions take their arguments when a class is registered.
    """
    is_swig = any(name.endswith("_swigregister") for name in vars(module))
    for name, value in list(vars(module).items()):
        if is_swig and name.startswith("delete_"):
            continue
        if isinstance(value, types.ModuleType):
            if value.__name__ == f"{module.__name__}.{name}":
                let_arrays_cross(value)
        elif isinstance(value, _COMPILED) or type(value).__name__ in _CYTHON:
            if getattr(value, "__module__", None) in (module.__name__, None):
                setattr(module, name, crossing(value, f"{module.__name__}.{name}"))


def crossing(function: Callable, name: str) -> Callable:
    """Return a compiled function that takes arrays of frontends, too, and then gives such arrays.

    Examples
    --------
    >>> crossing(len, "builtins.len")("four")
    4
    """

    @functools.wraps(function)
    def call(*args, **kwargs):
        host = _host_of((*args, *kwargs.values()))
        if host is None:
            return function(*args, **kwargs)
        return host.call_compiled(function, name, args, kwargs)

    return call


def _host_of(values: tuple) -> HostFallback | None:
    """Return the host fallback of the first array among values, in lists too; None without one."""
    for value in values:
        kind = type(value)
        if kind in PLAIN:
            continue
        found = _host_of(value) if issubclass(kind, (list, tuple)) else _host_of_class(kind)
        if found is not None:
            return found
    return None


@functools.lru_cache(maxsize=256)
def _host_of_class(kind: type) -> HostFallback | None:
    return next((_hosts[cls] for cls in _hosts if issubclass(kind, cls)), None)


__all__ = ["crossing", "let_arrays_cross", "register"]
