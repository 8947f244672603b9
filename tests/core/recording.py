"""Namespaces composed anew around implementations that note their calls, or that fail."""

from __future__ import annotations

import contextlib
import types

import numpy as np

import ivy_core as ivy
from ivy_core import backend_handler
from ivy_core.backend_handler import load_backend
from ivy_core.func_wrapper import ARRAY, compose_all

_TRAITS = ("partial_mixed_handler", "support_native_out")
# The frames of what fails below are a framework's, as those of its own functions are.
_FAILING = """
def failing(*args, **kwargs):
    raise ValueError("no such luck")
"""


class Calls(list):
    """What implementations were called with and returned: (name, args, kwargs, result) each."""

    def of(self, name):
        return [call for call in self if call[0] == name]


def recorded(backend: str, flavour=ARRAY, without=()):
    """Return a namespace of a backend, and the list of the calls of its implementations.

    ``without`` names implementations that are left out, so that the bodies run.
    """
    calls = Calls()

    def noting(name, native, module):
        def note(*args, **kwargs):
            # lists are copied: the wrapper may go on to write into its own
            given = [list(a) if type(a) is list else a for a in args]
            result = native(*args, **kwargs)
            calls.append((name, given, kwargs, result))
            return result

        if _takes_copy(native):
            return with_copy(note, native, module)
        return _with_traits(note, native, module)

    def with_copy(note, native, module):
        def call(*args, copy=None, **kwargs):
            return note(*args, copy=copy, **kwargs)

        return _with_traits(call, native, module)

    return compose_all(_copied(backend, noting, without), flavour), calls


def failing(backend: str):
    """Return a namespace of a backend whose implementations all raise ``ValueError``."""

    def replaced(name, native, module):
        scope = {}
        exec(compile(_FAILING, f"{np.__path__[0]}/failing.py", "exec"), scope)
        return _with_traits(scope["failing"], native, module)

    return compose_all(_copied(backend, replaced), ARRAY)


def _copied(backend, replace, without=()):
    module = load_backend(backend)
    copy = types.ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    copy.namespaces = {}
    copy.implementations = {
        name: replace(name, native, module)
        for name, native in module.implementations.items()
        if name not in without
    }
    return copy


def _with_traits(call, native, module):
    call.support_native_out = module.alias_fills_out(native)
    for trait in _TRAITS:
        if hasattr(native, trait):
            setattr(call, trait, getattr(native, trait))
    return call


def _takes_copy(native) -> bool:
    code = getattr(native, "__code__", None)
    return code is not None and "copy" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def leaves(value):
    """Yield what a nest of lists, tuples and dicts holds."""
    if isinstance(value, dict) and not isinstance(value, ivy.Container):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for member in value:
            yield from leaves(member)
    else:
        yield value


class Guarded(np.ndarray):
    """An array of a fifth backend: NumPy's functions refuse it outside of implementations."""

    __module__ = "numpy.guarded"  # by which the handler knows the backend of a class

    def __array_function__(self, function, types, args, kwargs):
        raise AssertionError(f"numpy.{function.__name__} was called on the array of a backend")

    def __array_ufunc__(self, ufunc, method, *args, **kwargs):
        raise AssertionError(f"numpy.{ufunc.__name__} was called on the array of a backend")


@contextlib.contextmanager
def guarded_backend(without=()):
    """Have a backend set whose arrays only its implementations can compute with."""

    def replaced(name, native, module):
        def call(*args, **kwargs):
            result = native(*_mapped(args, _opened), **_mapped(kwargs, _opened))
            return _mapped(result, _closed)

        def with_copy(*args, copy=None, **kwargs):
            return call(*args, copy=copy, **kwargs)

        call.support_native_out = False
        return with_copy if _takes_copy(native) else call

    loaded, module = vars(backend_handler)["_loaded"], load_backend("numpy")
    loaded["numpy"] = _copied("numpy", replaced, without)
    try:
        with ivy.with_backend("numpy") as bound:
            yield bound
    finally:
        loaded["numpy"] = module


def _opened(value):
    return value.view(np.ndarray) if isinstance(value, Guarded) else value


def _closed(value):
    return np.asarray(value).view(Guarded) if isinstance(value, (np.ndarray, np.generic)) else value


def _mapped(value, leaf):
    if isinstance(value, dict):
        return {key: _mapped(v, leaf) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        members = [_mapped(v, leaf) for v in value]
        return type(value)(*members) if hasattr(value, "_fields") else type(value)(members)
    return leaf(value)
