"""Backends with something around their implementations: a note of each call, an error, a guard."""

from __future__ import annotations

import contextlib
import types

import numpy as np

import ivy_core as ivy
from ivy_core.backends import loading
from ivy_core.backends.frameworks import on_register
from ivy_core.backends.loading import load_backend
from ivy_core.binding.dialect import ARRAY
from ivy_core.binding.namespaces import compose_all

_TRAITS = ("partial_mixed_handler", "support_native_out")
# The frames of what fails below are a framework's, as those of its own functions are.
_RAISE = """
def fail(*args, **kwargs):
    raise ValueError("no such luck")
"""


class Calls(list):
    """What implementations were called with and returned: (name, args, kwargs, result) each."""

    def of(self, name):
        return [call for call in self if call[0] == name]


def recorded(backend: str, without=()):
    """Return a namespace of a backend, and the list of the calls of its implementations.

    ``without`` names implementations that are left out, so that the bodies run.
    """
    calls = Calls()
    return compose_all(_copied(backend, _noting(calls), without), ARRAY), calls


def noting_backend(backend: str):
    """Return a backend that notes the calls of its implementations, and the list of these."""
    calls = Calls()
    return _copied(backend, _noting(calls)), calls


def failing(backend: str):
    """Return a namespace of a backend whose implementations all raise ``ValueError``."""

    def replaced(name, native, module):
        scope = {}
        exec(compile(_RAISE, f"{np.__path__[0]}/failing.py", "exec"), scope)
        return _with_traits(scope["fail"], native, module)

    return compose_all(_copied(backend, replaced), ARRAY)


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

    with in_the_place_of("numpy", _copied("numpy", replaced, without)) as bound:
        yield bound


def leaves(value):
    """Yield what a nest of lists, tuples and dicts holds."""
    if isinstance(value, dict) and not isinstance(value, ivy.Container):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for member in value:
            yield from leaves(member)
    else:
        yield value


def _noting(calls):
    def noting(name, native, module):
        def note(*args, **kwargs):
            # lists are copied: the wrapper may go on to write into its own
            given = [list(a) if type(a) is list else a for a in args]
            result = native(*args, **kwargs)
            calls.append((name, given, kwargs, result))
            return result

        def with_copy(*args, copy=None, **kwargs):
            return note(*args, copy=copy, **kwargs)

        return _with_traits(with_copy if _takes_copy(native) else note, native, module)

    return noting


def _copied(backend, replace, without=()):
    """Return a backend's module with its implementations replaced."""
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


@contextlib.contextmanager
def in_the_place_of(name, module):
    """Have a module stand for a backend, and set it."""
    loaded, before = vars(loading)["_loaded"], load_backend(name)
    loaded[name] = module
    try:
        with ivy.with_backend(name) as bound:
            yield bound
    finally:
        loaded[name] = before
        for forget in on_register:  # classes first seen meanwhile are remembered as the module's
            forget()


def _with_traits(call, native, module):
    call.support_native_out = module.alias_fills_out(native)
    for trait in _TRAITS:
        if hasattr(native, trait):
            setattr(call, trait, getattr(native, trait))
    return call


def _takes_copy(native) -> bool:
    code = getattr(native, "__code__", None)
    if code is None:
        return False
    return "copy" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


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
