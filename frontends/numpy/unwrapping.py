"""Arguments as NumPy's own functions take them, and their results as this frontend gives them."""

from __future__ import annotations

import numpy as np

from ivy_core.dtypes import HOST_SCALARS

from .fallback import from_host
from .ndarray import ndarray
from .protocols import has_override
from .scalar_types import HELD_DTYPES, BackendScalar

# By exact class: what a result of NumPy's stays, and what NumPy is given as it is.
UNBOXED = frozenset({
    bool, int, float, complex, str, bytes, type(None), *[type(dtype) for dtype in HELD_DTYPES],
    *HOST_SCALARS,
})  # fmt: skip
PLAIN = UNBOXED | {type(Ellipsis), range, type(np._NoValue)}
# ... and classes that stand for a data type.
_DTYPE_CLASSES = frozenset({*HOST_SCALARS, bool, int, float, complex, object, str})


class NotNative(Exception):
    """A value that NumPy's function cannot be given."""


def unwrap(value):
    """Return a value as NumPy's function takes it: native arrays for the arrays in it.

    Raises
    ------
    NotNative
        If it holds what NumPy must not be given.
    """
    kind = type(value)
    if kind is ndarray:
        try:
            value = value._data
        except AttributeError:  # a view on a backend that has no native ones
            raise NotNative from None
        if type(value) is np.ndarray:
            return value
        if isinstance(value, np.generic):
            return np.asarray(value)
        raise NotNative
    if kind is np.ndarray or kind in PLAIN or kind is type and value in _DTYPE_CLASSES:
        return value
    if kind is list or kind is tuple:
        if PLAIN.issuperset(map(type, value)):
            return value
        return kind([v if type(v) in PLAIN else unwrap(v) for v in value])
    if kind is slice:
        return slice(unwrap(value.start), unwrap(value.stop), unwrap(value.step))
    if kind is BackendScalar:  # by `isinstance` it is NumPy's
        if isinstance(value._data, (np.ndarray, np.generic)):
            return value._data[()]
        raise NotNative
    if isinstance(value, (np.generic, np.dtype)):
        return value
    if isinstance(value, np.ndarray) and not isinstance(value, np.memmap):
        if not has_override(value):  # of a derived class (a masked array): NumPy computes with it
            return value
    raise NotNative


def unwrap_options(options: dict) -> dict:
    """Return keyword arguments as NumPy's function takes them."""
    if PLAIN.issuperset(map(type, options.values())):
        return options
    return {n: value if type(value) in PLAIN else unwrap(value) for n, value in options.items()}


def unwrap_options_without_out(options: dict) -> dict:
    """Return keyword arguments for a function of NumPy's that does not give its ``out`` back."""
    if options.get("out") is not None:
        raise NotNative
    return unwrap_options(options)


def rewrap(result, natives=(), args=(), options=None, native_options=None):
    """Return the result of a function of NumPy's with its arrays boxed.

    An array that the call was given is the same object again.
    """
    if type(result) in UNBOXED:
        return result
    if not natives and not native_options:
        return _box_result(result, {})
    owners = dict(zip(map(id, natives), args, strict=True))
    if native_options:
        owners.update((id(native_options[name]), value) for name, value in options.items())
        if type(options.get("out")) is np.ndarray and result is options["out"]:
            return result
    return _box_result(result, owners)


def _box_result(result, owners: dict):
    """Return a result with its arrays boxed; for one that the call was given, its owner."""
    kind = type(result)
    if kind is np.ndarray:
        if owners:
            owner = owners.get(id(result))
            if type(owner) is ndarray:
                return owner
        if result.dtype in HELD_DTYPES:
            array = object.__new__(ndarray)
            array._data = result
            return array
        return result
    if kind is tuple or kind is list:
        return kind([_box_result(each, owners) for each in result])
    if kind in UNBOXED:
        return result
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return kind(*[_box_result(each, owners) for each in result])
    return from_host(result)
