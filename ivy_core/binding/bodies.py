"""Bodies written with other ivy functions: cloned for a backend, guarded, and mixed with native."""

from __future__ import annotations

import types
from collections.abc import Callable

import numpy as np

from ..arrays.array import Array
from ..arrays.views import new_array
from ..backends.holder import held
from ..registry import FunctionSpec
from ..utils.calls import signature_mismatch
from ..utils.exceptions import IvyTypeError
from .dialect import Dialect
from .naming import named
from .nestable import holds_container, is_container, map_function
from .results import finisher
from .special_arguments import (
    SPECIAL,
    call_override,
    call_with_containers,
    overrides_in,
    without_out,
)  # fmt: skip


def clone_body(body: Callable, bound: types.ModuleType, clones: dict) -> Callable:
    """Return ``body`` with the name ``ivy`` in its module meaning ``bound``.

    A compositional function then calls the bound functions of its own backend, whichever backend
    is set globally, and pays nothing for it. So do the functions of its module, and those that this
    imports from modules written with ``ivy``, as ``functional/operands.py``.

    Parameters
    ----------
    bound : module
        The backend's namespace.
    clones : dict
        The cloned globals of modules by name, which bodies of one module share.
    """
    source = body.__globals__
    scope = clones.get(source["__name__"])
    if scope is None:
        scope = clones[source["__name__"]] = dict(source)
        scope["ivy"] = bound
        for name, value in source.items():
            if not isinstance(value, types.FunctionType):
                continue
            if value.__globals__ is source:
                scope[name] = _copy_with_globals(value, scope)
            elif "ivy" in value.__globals__:  # a helper of another module
                scope[name] = clone_body(value, bound, clones)
    return scope[body.__name__]


def _copy_with_globals(function: types.FunctionType, scope: dict) -> types.FunctionType:
    copy = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__doc__ = function.__doc__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = function.__module__
    return copy


def in_dialect(body: Callable, spec: FunctionSpec, dialect: Dialect) -> Callable:
    """Return a compositional body that computes with plain Arrays, and gives those of a dialect."""
    finish = finisher(spec, dialect, None)

    def call(*args, out=None, **kwargs):
        args = [_as_plain_arrays(a) for a in args]
        kwargs = {name: _as_plain_arrays(value) for name, value in kwargs.items()}
        if out is not None:
            body(*args, out=out, **kwargs)
            return out
        result = body(*args, **kwargs)
        return finish(_unwrap_nested(result))

    return call


def _as_plain_arrays(value):
    """Return a frontend's array as a plain Array, in lists and tuples too; others as they are."""
    if isinstance(value, Array) and type(value) is not Array:
        return new_array(Array, held(value))
    if type(value) in (list, tuple):
        return type(value)([_as_plain_arrays(v) for v in value])
    return value


def _unwrap_nested(result):
    """Return a result with native arrays for Arrays, and lists for tuples."""
    if isinstance(result, Array):
        return held(result)
    if isinstance(result, (list, tuple)):
        return [_unwrap_nested(r) for r in result]
    return result


def before_body(body: Callable, spec: FunctionSpec) -> Callable:
    """Compose what looks at the arguments of a body: Containers, and objects of other classes.

    An explicitly nestable function is called once a leaf. Else Containers as arrays reach the inner
    calls, and only one that is an option, which the body itself reads, has it called once a leaf.
    """
    if spec.kind == "standalone" and not spec.nestable:
        return body
    every, special = spec.nestable, SPECIAL
    mapped = spec.parameter_names if every else frozenset(spec.options)
    positional = spec.positional_names
    sequences = "arrays" in spec.carried and any(
        p.positional and p.carries == "arrays" for p in spec.parameters
    )

    def call(*args, **kwargs):
        for value in args:
            if special[type(value)]:
                return special_call(args, kwargs)
        if kwargs:
            for value in kwargs.values():
                if special[type(value)]:
                    return special_call(args, kwargs)
        if sequences:
            if overrides_in((args, kwargs)):
                return special_call(args, kwargs)
            if every and any(type(v) in (list, tuple) and holds_container(v) for v in args):
                return call_with_containers(spec.name, call, args, kwargs)
        return body(*args, **kwargs)

    def special_call(args, kwargs):
        overrides = overrides_in((args, kwargs)) if spec.kind != "standalone" else []
        if overrides:
            return call_override(call, overrides, args, kwargs)
        # what goes into `*arrays` counts as the last positional parameter
        names = (*positional, *positional[-1:] * (len(args) - len(positional)))
        given = [*zip(names, args, strict=False), *kwargs.items()]
        if any(name in mapped and is_container(value) for name, value in given):
            if every:
                return call_with_containers(spec.name, call, args, kwargs)
            return map_function(call, args, *without_out(kwargs))
        return body(*args, **kwargs)

    return named(call, spec.body, spec.wrappers)


def native_where_covered(
    native: Callable, composed: Callable, covers: Callable, spec: FunctionSpec
) -> Callable:
    """Compose a partial mixed function: native where ``covers`` the inputs, else composed."""
    arrays = frozenset(spec.array_parameters)
    names = spec.positional_names
    special, nests = SPECIAL, frozenset({list, tuple, dict})

    def call(*args, **kwargs):
        for value in (*args, *kwargs.values()):
            kind = type(value)
            if special[kind] or kind in nests:
                if holds_container(args) or holds_container(kwargs.values()):
                    return call_with_containers(spec.name, call, args, kwargs)
                if special[kind]:
                    return call_override(call, overrides_in((args, kwargs)), args, kwargs)
        if len(args) > len(names):
            raise IvyTypeError(signature_mismatch(spec.body, args, kwargs))
        args = [
            _as_array_or_raise(value) if name in arrays and value is not None else value
            for name, value in zip(names, args, strict=False)
        ]
        if covers(*args, **{name: value for name, value in kwargs.items() if name != "out"}):
            return native(*args, **kwargs)
        return composed(*args, **kwargs)

    return named(call, spec.body, spec.native_wrappers)


def _as_array_or_raise(value):
    """Return arrays of any kind as they are, else NumPy's array; IvyTypeError if not of numbers."""
    if isinstance(value, Array) or hasattr(value, "ndim"):
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV":
        raise IvyTypeError(f"an array is needed, not {type(value).__name__}")
    return array
