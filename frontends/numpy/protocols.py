"""Classes of the user's that take part in NumPy's calls: by its protocols, or derived from ndarray.

A class with ``__array_ufunc__`` or ``__array_function__`` is asked as NumPy asks it, with the ufunc
or the function that the user knows, which is ours, and with the arrays as they lie. A class that is
derived from ``ndarray`` is derived from NumPy's own: what it makes of memory, of slots that C
fills and of ``__array_finalize__`` only NumPy can do, so its arrays stay on the host.
"""

from __future__ import annotations

import functools
import sys

import numpy as np

from ivy_core.arrays.array import Array

from .fallback import to_host

_ARRAY_FUNCTION, _ARRAY_UFUNC = "__array_function__", "__array_ufunc__"


def own_of(real):
    """Return the frontend's function or ufunc for one of NumPy's; itself where there is none."""
    place = sys.modules[__package__]
    for part in (getattr(real, "__module__", None) or "numpy").split(".")[1:]:
        place = getattr(place, part, place)
    return getattr(place, real.__name__, real)


def has_override(value, protocol: str = _ARRAY_FUNCTION) -> bool:
    """Return whether the class of a value, no array, answers calls of NumPy's by itself."""
    cls = type(value)
    return hasattr(cls, protocol) and not issubclass(cls, (Array, np.ndarray, np.generic))


def _in_order(values, protocol: str) -> list:
    """Return a value of each class that has the protocol, as NEP 13 and NEP 18 order them."""
    found: list = []
    for value in values:
        cls = type(value)
        if not hasattr(cls, protocol) or any(type(other) is cls for other in found):
            continue
        above = [i for i, other in enumerate(found) if issubclass(cls, type(other))]
        found.insert(above[0] if above else len(found), value)
    return found


def call_array_function(function, relevant, args, kwargs):
    """Have the values that override a function of NumPy's answer a call of it.

    Parameters
    ----------
    function : callable
        The frontend's function.
    relevant : list
        The arguments that may override it.
    args, kwargs
        Of the call.

    Raises
    ------
    TypeError
        If all of them decline.

    References
    ----------
    NEP 18, "A dispatch mechanism for NumPy's high level array functions".
    """
    asked = _in_order(relevant, _ARRAY_FUNCTION)
    kinds = tuple([type(value) for value in asked])
    for value in asked:
        if has_override(value):
            result = value.__array_function__(function, kinds, args, kwargs)
            if result is not NotImplemented:
                return result
    name = f"{function.real.__module__}.{function.__name__}"
    raise TypeError(
        f"no implementation found for '{name}' on types that implement __array_function__: "
        f"{list(kinds)}"
    )


def call_array_ufunc(ufunc, method: str, inputs, kwargs):
    """Have the operands that override ufuncs answer a call; NotImplemented where none does.

    Parameters
    ----------
    ufunc : ufunc
        The frontend's.
    method : str
        ``__call__``, ``reduce``, ...
    inputs : tuple
        The operands, and behind them what is given for ``out`` by position.
    kwargs : dict
        Of the call.

    Raises
    ------
    TypeError
        If all of them decline.

    References
    ----------
    NEP 13, "A mechanism for overriding ufuncs".
    """
    count = ufunc.nin if method == "__call__" else 2 if method == "outer" else len(inputs)
    inputs, outs = inputs[:count], inputs[count:]
    if outs:
        kwargs = kwargs | {"out": (*outs, *(None,) * (ufunc.nout - len(outs)))}
    elif kwargs.get("out") is not None and type(kwargs["out"]) is not tuple:
        kwargs = kwargs | {"out": (kwargs["out"],)}
    operands = (*inputs, *(kwargs.get("out") or ()))
    asked = [value for value in operands if has_override(value, _ARRAY_UFUNC)]
    if not asked:
        return NotImplemented
    for value in _in_order(asked, _ARRAY_UFUNC):
        if type(value).__array_ufunc__ is None:
            name = type(value).__name__
            raise TypeError(f"operand '{name}' does not support ufuncs (__array_ufunc__=None)")
        result = value.__array_ufunc__(ufunc, method, *inputs, **kwargs)
        if result is not NotImplemented:
            return result
    shown = ", ".join([repr(ufunc), repr(method), *map(repr, inputs)])
    shown += "".join([f", {name}={value!r}" for name, value in kwargs.items()])
    kinds = ", ".join([repr(type(value).__name__) for value in operands])
    raise TypeError(
        f"operand type(s) all returned NotImplemented from __array_ufunc__({shown}): {kinds}"
    )


class HostSubclass(np.ndarray):
    """Base, in ndarray's place, of what a program derives from it: NumPy's own array."""

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        return np.ndarray.__new__(cls, shape, dtype, to_host(buffer), offset, strides, order)

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        for protocol, translated in _TRANSLATED.items():
            if callable(method := cls.__dict__.get(protocol)):
                setattr(cls, protocol, translated(method))

    def view(self, *args, **kwargs):
        """Return a view; of the class ``ndarray`` it is NumPy's own array, on the same memory."""
        args = [np.ndarray if _is_ours(value) else value for value in args]
        kwargs = {n: np.ndarray if _is_ours(value) else value for n, value in kwargs.items()}
        return super().view(*args, **kwargs)

    def __array_function__(self, function, types, args, kwargs):
        return super().__array_function__(getattr(function, "real", function), types, args, kwargs)


@functools.cache
def for_both(name: str, own=None):
    """Return a method by its name in ndarray: ``own``, and NumPy's where a real array is given.

    A derived class calls ``np.ndarray.__getitem__(self, index)``, and its ``self`` is a real array.
    None where NumPy's class has no such method of its own.
    """
    real = _OF_CLASS.get(name)
    if real is None or own is None:
        return real if name in _ONLY_REAL else None

    @functools.wraps(own)
    def call(self, *args, **kwargs):
        if isinstance(self, np.ndarray):
            return real(self, *to_host(args), **to_host(kwargs))
        return own(self, *args, **kwargs)

    return call


_METHODS = (type(np.ndarray.sum), type(np.ndarray.__len__))
_OF_CLASS = {name: value for name, value in vars(np.ndarray).items() if isinstance(value, _METHODS)}
_ONLY_REAL = frozenset({"__array_finalize__", "__array_wrap__", "__setstate__"})

HostSubclass.__name__ = HostSubclass.__qualname__ = "ndarray"
HostSubclass.__module__ = "numpy"


def _is_ours(value) -> bool:
    return isinstance(value, type) and issubclass(value, Array)


def _with_our_ufunc(method):
    """Let a user's ``__array_ufunc__`` know the ufunc by the name that the program has for it."""

    @functools.wraps(method)
    def __array_ufunc__(self, ufunc, way, *inputs, **kwargs):
        return method(self, own_of(ufunc), way, *to_host(inputs), **to_host(kwargs))

    return __array_ufunc__


def _with_our_function(method):
    @functools.wraps(method)
    def __array_function__(self, function, types, args, kwargs):
        return method(self, own_of(function), types, to_host(args), to_host(kwargs))

    return __array_function__


_TRANSLATED = {_ARRAY_UFUNC: _with_our_ufunc, _ARRAY_FUNCTION: _with_our_function}


__all__ = [
    "HostSubclass", "call_array_function", "call_array_ufunc", "for_both", "has_override", "own_of",
]  # fmt: skip
