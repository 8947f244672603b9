"""Functions of the user's that a primary function calls: which class of arrays they are given.

``ivy.grad`` and its kin take a function. It is given arrays of the class that the caller gave, so
that a function which is written for a frontend finds that frontend's methods, and results are of
that class, too.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from ..arrays.views import new_array
from ..backends.holder import Holder, unwrapped
from ..utils.boundaries import trim_traceback
from ..utils.nests import leaves_of, map_leaves
from .dialect import ARRAY, Dialect, dialect_of_class


class _Handing(threading.local):
    """The dialect of the call at work that may call a function of the user's; None outside."""

    dialect: Dialect | None = None


_handing = _Handing()


def _dialect_of(nest, default: Dialect) -> Dialect:
    """Return the dialect of the first array in a nest whose class is a frontend's."""
    for leaf in leaves_of(nest):
        if isinstance(leaf, Holder):
            dialect = dialect_of_class(type(leaf))
            if dialect is not ARRAY:
                return dialect
    return default


def _calling(call: Callable, dialect: Dialect, args, kwargs):
    """Call with a dialect at work; it may be set otherwise by calls within."""
    before, _handing.dialect = _handing.dialect, dialect
    try:
        return call(*args, **kwargs)
    finally:
        _handing.dialect = before


def remembering(general: Callable, default: Dialect) -> Callable:
    """Return a primary function that takes functions and arrays as one that notes their class."""

    def call(*args, **kwargs):
        return _calling(general, _dialect_of((args, kwargs), default), args, kwargs)

    return trim_traceback(call, is_named=False)  # errors leave ``general`` trimmed, and pass here


@functools.cache
def box_leaf(backend, dialect: Dialect) -> Callable:
    """Make the function that boxes a native leaf of a nest; other leaves stay as they are."""
    cls, is_native = dialect.array, backend.is_native
    return lambda leaf: new_array(cls, leaf) if is_native(leaf) else leaf


@functools.cache
def _box_result(backend, dialect: Dialect) -> Callable:
    """Make the function that boxes a native leaf of a result, as a scalar where one is due."""
    if dialect.scalar_on is None:
        return box_leaf(backend, dialect)
    cls, is_native, scalar = dialect.array, backend.is_native, dialect.scalar_on(backend)

    def box(leaf):
        if not is_native(leaf):
            return leaf
        return new_array(cls, leaf) if leaf.ndim else scalar(leaf)

    return box


def of_native_arrays(function: Callable, backend, default: Dialect) -> Callable:
    """Return a user's function of arrays as one of native arrays; what is no function, unwrapped.

    An array without dimensions is given as such, not as a scalar: the caller may have had either.
    """
    if not callable(function):
        return unwrapped(function)  # a condition may be a value

    def call(*args, **kwargs):
        leaf = box_leaf(backend, _handing.dialect or default)
        args, kwargs = map_leaves(leaf, args), map_leaves(leaf, kwargs)
        return map_leaves(unwrapped, function(*args, **kwargs))

    return functools.wraps(function, updated=())(call)


def of_arrays(native: Callable, backend, default: Dialect) -> Callable:
    """Return a backend's function of native arrays as one of arrays, which may call the user's."""

    def compute(*args, **kwargs):
        box = _box_result(backend, _handing.dialect or default)
        args, kwargs = map_leaves(unwrapped, args), map_leaves(unwrapped, kwargs)
        return map_leaves(box, native(*args, **kwargs))

    default = _handing.dialect or default
    return functools.wraps(native, updated=())(remembering(compute, default))


def results_boxed(backend, default: Dialect) -> Callable:
    """Make the function that boxes a nest of results, and functions in it, as they were given."""

    def boxed(nest):
        box = _box_result(backend, _handing.dialect or default)
        return map_leaves(
            lambda leaf: of_arrays(leaf, backend, default) if callable(leaf) else box(leaf), nest
        )

    return boxed
