"""Conversion of arguments for a backend, by what each parameter carries."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Collection
from typing import NamedTuple

from ..backends.holder import Holder, computed, held, read_or_padded, unwrapped, waiting
from ..registry import FunctionSpec
from ..utils.exceptions import IvyTypeError
from ..utils.nests import map_leaves
from .dialect import Dialect
from .handing import of_native_arrays

_ARRAYS = frozenset({"array", "varargs", "arrays", "nest", "function"})


class Arguments:
    """Conversions of one function's arguments for one backend.

    Parameters
    ----------
    keeps_scalars : collection of str
        Parameters whose Python scalars the promotion, or the native function, makes arrays of.

    Attributes
    ----------
    positional : tuple of (str, callable or None)
        Name of each positional parameter, and what converts its argument.
    by_name : dict of str to callable
        What converts an argument by the parameter's name, for those that are converted.
    needed_arrays : tuple of int
        Positions where None is no array.
    sequences : tuple of int
        Positions of sequences of arrays.
    nests : bool
        Whether a parameter is a nest; a Container is one, and does not map the call over leaves.
    variadic : bool
        Whether there are ``*arrays``.
    lone_scalars : tuple of bool
        For each position whether a Python scalar becomes an array by itself.
    """

    __slots__ = (
        "by_name", "lone_scalars", "needed_arrays", "nests", "positional", "sequences",
        "variadic",
    )  # fmt: skip

    def __init__(
        self,
        spec: FunctionSpec,
        backend,
        dialect: Dialect,
        wrappers,
        keeps_scalars: Collection[str],
    ):
        converters, layout = _converters_by_kind(backend, dialect), _parameter_layout(spec)
        if "inputs_to_native_arrays" not in wrappers and spec.kind == "mixed":
            # its arrays reach the implementation as they are
            converters = {k: c for k, c in converters.items() if k not in _ARRAYS}
        found = [converters.get(carries) for carries in layout.carries]
        positional = found
        if spec.view is None and "array" in converters:
            positional = [
                converters["held"] if carries == "array" else convert
                for carries, convert in zip(layout.carries, found, strict=True)
            ]
        self.positional = tuple(zip(layout.positional, positional, strict=False))
        self.by_name = {name: c for name, c in zip(layout.names, found, strict=True) if c}
        self.needed_arrays, self.sequences = layout.needed_arrays, layout.sequences
        self.nests, self.variadic = "nest" in layout.carries, layout.variadic
        self.lone_scalars = tuple(
            [
                carries == "array" and name not in keeps_scalars
                for name, carries in zip(layout.positional, layout.carries, strict=False)
            ]
        )


class _Layout(NamedTuple):
    """The parameters of a function, the positional ones first; the same on every backend."""

    names: tuple[str, ...]
    carries: tuple[str | None, ...]
    positional: tuple[str, ...]
    needed_arrays: tuple[int, ...]
    sequences: tuple[int, ...]
    variadic: bool


@functools.cache
def _parameter_layout(spec: FunctionSpec) -> _Layout:
    """Return the names, kinds and indices of parameters; cached, the same on every backend."""
    parameters = sorted(spec.parameters, key=lambda p: not p.positional)
    code, defaults = spec.body.__code__, spec.body.__defaults__ or ()
    annotations = spec.body.__annotations__
    return _Layout(
        tuple([p.name for p in parameters]),
        tuple([p.carries for p in parameters]),
        tuple([p.name for p in parameters if p.positional]),
        tuple(
            [
                at
                for at, p in enumerate(parameters[: code.co_argcount - len(defaults)])
                if p.carries == "array" and "None" not in annotations.get(p.name, "")
            ]
        ),
        tuple([i for i, p in enumerate(parameters) if p.carries == "arrays" and p.positional]),
        bool(code.co_flags & inspect.CO_VARARGS),
    )


@functools.cache
def _converters_by_kind(backend: types.ModuleType, dialect: Dialect) -> dict[str, Callable]:
    """Return a converter of arguments to the backend for each kind of parameter."""
    to_native = _make_native_converter(backend)
    return {
        "array": to_native,
        "held": _make_held_converter(backend),
        "varargs": to_native,
        "arrays": lambda values: [to_native(value) for value in values],
        "nest": lambda nest: map_leaves(unwrapped, nest),
        "function": lambda function: of_native_arrays(function, backend, dialect),
        "dtype": backend.to_native_dtype,
        "device": backend.to_native_device,
        "shape": as_shape,
    }


def _make_native_converter(backend: types.ModuleType) -> Callable:
    """Make the converter to native arrays: unwrap an Array, convert anything else."""
    convert, native_class = backend.to_native, backend.NativeArray

    def to_native(value):
        if isinstance(value, Holder):
            value = read_or_padded(value)
            if type(value) is native_class or type(value) in waiting:
                return value
        return convert(value)

    return to_native


def _make_held_converter(backend: types.ModuleType) -> Callable:
    """Make the converter to what the fast path hands on, which may stand for a native array."""
    convert, native_class, name = backend.to_native, backend.NativeArray, backend.NAME

    def to_held(value):
        if isinstance(value, Holder):
            value = computed(held(value))
            kind = type(value)
            if kind is native_class or kind in waiting and value.ivy_backend == name:
                return value
            if kind in waiting:
                value = value.settled()
        return convert(value)

    return to_held


def as_shape(value) -> tuple[int, ...]:
    """Return a shape, given as an int or as a sequence of them, as a tuple of ints.

    Raises
    ------
    IvyTypeError
        If it is neither.

    Examples
    --------
    >>> from ivy_core.binding.arguments import as_shape
    >>> as_shape(3), as_shape([2, 3])
    ((3,), (2, 3))
    """
    if isinstance(value, int):
        return (value,)
    try:
        return tuple([int(n) for n in value])
    except (TypeError, ValueError):
        try:
            return (value.__index__(),)
        except AttributeError:
            raise IvyTypeError(f"a shape is an int or a sequence of ints, not {value!r}") from None
