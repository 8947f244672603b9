"""Callers of NumPy: code that was rewritten for this frontend, or code that uses NumPy alone.

A protocol's result follows the code that called it. NumPy's C has no frame of its own, so that is
the first Python frame that is not NumPy's; what its module holds says which kind it is.
"""

from __future__ import annotations

import inspect
import sys
import types
import weakref

import numpy as np

from frontends.common.host import INSTALLED
from frontends.common.whole_module import found_names
from ivy_core.arrays.array import Array

_OWN = frozenset({"frontends", "ivy_core", "transpile"})
# Whose code a module is: NumPy's; an installed library's; a file's that imports real NumPy, whose
# functions may import this frontend all the same; and the rest: what is or may be a program's.
_NUMPYS, _LIBRARYS, _FOR_NUMPY, _USERS = "NumPy", "library", "for NumPy", "a program's"
_FUNCTIONS = (types.FunctionType, np.ufunc, type(np.sum))

# By the id of a module's namespace: how many names it had, and its kind. An entry goes with its
# module. A namespace that is no module's (of ``exec``) is looked through in each call.
_known: dict[int, tuple[int, str]] = {}
_modules: dict[int, weakref.ref] = {}


def is_foreign(frame: types.FrameType | None) -> bool:
    """Return whether a frame, NumPy's own left out, is of code that was not rewritten.

    Parameters
    ----------
    frame : frame
        The one that called NumPy.

    Examples
    --------
    >>> import sys
    >>> import frontends.numpy as np
    >>> from frontends.numpy.callers import is_foreign
    >>> is_foreign(sys._getframe())
    False
    """
    while frame is not None:
        kind = _namespace_kind(frame.f_globals)
        if kind is not _NUMPYS:
            return kind is _LIBRARYS or kind is _FOR_NUMPY and not _imports_frontend(frame)
        frame = frame.f_back
    return False


def is_foreign_method(method) -> bool:
    """Return whether a class's method is of code that was not rewritten, or no Python at all."""
    namespace = getattr(method, "__globals__", None)
    return namespace is None or _namespace_kind(namespace) is not _USERS


def is_foreign_class(cls: type) -> bool:
    """Return whether a class is defined in code that was not rewritten."""
    name = cls.__module__
    return name not in sys.modules or _namespace_kind(found_names(name)) is not _USERS


def _namespace_kind(namespace: dict) -> str:
    """Return the kind of a namespace's code, cached until its length changes; _USERS for good."""
    known = _known.get(id(namespace))
    if known is not None and (known[0] == len(namespace) or known[1] is _USERS):
        return known[1]
    kind = _classify_namespace(namespace)
    _cache_namespace_kind(namespace, kind)
    return kind


def _cache_namespace_kind(namespace: dict, kind: str) -> None:
    """Remember the kind of a loaded module's namespace, as long as the module lives; no other."""
    name = namespace.get("__name__")
    module = sys.modules.get(name)
    if not isinstance(module, types.ModuleType) or found_names(name) is not namespace:
        return
    key = id(namespace)
    _known[key] = len(namespace), kind
    _modules[key] = weakref.ref(module, lambda _: (_known.pop(key, 0), _modules.pop(key, 0)))


def _classify_namespace(namespace: dict) -> str:
    """Return the kind of a namespace's code: NumPy's, a library's, one for NumPy, a program's."""
    if "numpy" in getattr(namespace.get("__loader__"), "rewrites", ()):
        return _USERS
    name = namespace.get("__name__")
    package = name.partition(".")[0] if type(name) is str else ""
    if package == "numpy":
        return _NUMPYS
    if package in _OWN:
        return _USERS
    holds_numpy = False
    for value in list(namespace.values()):
        if _is_frontend_object(value):
            return _USERS
        holds_numpy = holds_numpy or _is_numpy_object(value)
    file = namespace.get("__file__")
    if type(file) is str and file.startswith(INSTALLED):
        return _LIBRARYS
    return _FOR_NUMPY if holds_numpy else _USERS


def _is_frontend_object(value) -> bool:
    """Return whether a value is a module or function of ``frontends``, an Array class or ufunc."""
    kind = type(value)
    if issubclass(kind, types.ModuleType):
        spec = getattr(value, "__spec__", None)
        return spec is not None and spec.name.partition(".")[0] == "frontends"
    if kind is types.FunctionType:
        # an adapter's function stands in a library for the one that it wraps
        home = getattr(inspect.unwrap(value), "__globals__", {}).get("__spec__")
        return home is not None and home.name.partition(".")[0] == "frontends"
    if isinstance(value, type):
        return Array in value.__mro__
    return hasattr(kind, "real_ufunc")


def _is_numpy_object(value) -> bool:
    """Return whether it is a module or function of NumPy's, or its ndarray; no other class."""
    if isinstance(value, types.ModuleType):
        return value.__name__.partition(".")[0] == "numpy"
    if isinstance(value, _FUNCTIONS):
        return (getattr(value, "__module__", None) or "").partition(".")[0] == "numpy"
    return value is np.ndarray


def _imports_frontend(frame: types.FrameType) -> bool:
    """Return whether a frame's code names ``frontends``, or a variable is one of its objects."""
    if any(name.partition(".")[0] == "frontends" for name in frame.f_code.co_names):
        return True
    return any(_is_frontend_object(value) for value in frame.f_locals.values())


__all__ = ["is_foreign", "is_foreign_class", "is_foreign_method"]
