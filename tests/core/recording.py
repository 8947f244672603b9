"""Namespaces composed anew around implementations that note their calls, or that fail."""

from __future__ import annotations

import types

import numpy as np

import ivy_core as ivy
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

    return _composed(backend, noting, flavour, without), calls


def failing(backend: str):
    """Return a namespace of a backend whose implementations all raise ``ValueError``."""

    def replaced(name, native, module):
        scope = {}
        exec(compile(_FAILING, f"{np.__path__[0]}/failing.py", "exec"), scope)
        return _with_traits(scope["failing"], native, module)

    return _composed(backend, replaced, ARRAY)


def _composed(backend, replace, flavour, without=()):
    module = load_backend(backend)
    copy = types.ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    copy.namespaces = {}
    copy.implementations = {
        name: replace(name, native, module)
        for name, native in module.implementations.items()
        if name not in without
    }
    return compose_all(copy, flavour)


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
