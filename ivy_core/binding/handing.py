"""Functions of the user's that a primary function calls: which class of arrays they are given.

``ivy.grad`` and its kin take a function. It is given arrays of the class that the caller gave, so
that a function which is written for a frontend finds that frontend's methods, and results are of
that class, too. For NumPy's own arrays, which SciPy hands on, it is given those of the frontend
that its module imports.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable

import numpy as np

from ..arrays.views import new_array
from ..backends.holder import Holder, unwrapped
from ..utils.boundaries import trim_traceback
from ..utils.nests import leaves_of, map_leaves
from .dialect import ARRAY, Dialect, dialect_of_class


class _Handing(threading.local):
    """The dialect and arguments of the call at work that may call a function of the user's."""

    dialect: Dialect | None = None
    given: tuple = ()
    call: Callable | None = None


_handing = _Handing()
# The dialects of frontends whose functions take NumPy's arrays, by the frontends' modules: a
# program that has such a module is given that frontend's arrays for NumPy's.
for_numpys_arrays: dict[str, Dialect] = {}
# What makes a program of a function that is always one; the floor above sets it.
program_makers: list[Callable] = []


def _dialect_of(nest, default: Dialect, of_program: Dialect | None) -> Dialect:
    """Return the dialect of the first array in a nest whose class is a frontend's.

    Where there are but NumPy's, that of the program to be called.
    """
    ours = numpys = False
    for leaf in leaves_of(nest):
        if isinstance(leaf, Holder):
            dialect = dialect_of_class(type(leaf))
            if dialect is not ARRAY:
                return dialect
            ours = True
        elif isinstance(leaf, np.ndarray):
            numpys = True
    if numpys and not ours:
        return of_program or _dialect_of_program(nest) or default
    return default


def _dialect_of_program(nest) -> Dialect | None:
    """Return the dialect that a function in a nest is written for, by what its module imports."""
    for leaf in leaves_of(nest):
        if not callable(leaf):
            continue
        if (found := getattr(leaf, "dialect_of_program", None)) is not None:
            return found  # of what `of_arrays` has made of a function
        while (inner := getattr(leaf, "__wrapped__", getattr(leaf, "func", None))) is not None:
            leaf = inner
        names = getattr(leaf, "__globals__", {}).values()
        for module, dialect in for_numpys_arrays.items():
            known = sys.modules.get(module)
            if any(value is known for value in names):
                return dialect
    return None


def _calling(call: Callable, dialect: Dialect, args, kwargs):
    """Call with a dialect at work; it may be set otherwise by calls within."""
    before = _handing.dialect, _handing.given, _handing.call
    _handing.dialect, _handing.given, _handing.call = dialect, (args, kwargs), call
    try:
        return call(*args, **kwargs)
    finally:
        _handing.dialect, _handing.given, _handing.call = before


def remembering(general: Callable, default: Dialect, of_program: Dialect | None = None) -> Callable:
    """Return a primary function that takes functions and arrays as one that notes their class."""

    def call(*args, **kwargs):
        dialect = _dialect_of((args, kwargs), default, of_program)
        return _calling(general, dialect, args, kwargs)

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
    of_program = _dialect_of_program(_handing.given)
    function = functools.wraps(native, updated=())(remembering(compute, default, of_program))
    function.dialect_of_program = of_program
    if getattr(native, "is_transformed", False):
        args, kwargs = _handing.given
        function.made_anew = functools.partial(_made_anew, _handing.call, default, args, kwargs)
        if native.is_program:
            return program_makers[-1](function)
    return function


def _made_anew(call: Callable, dialect: Dialect, args, kwargs, convert: Callable) -> Callable:
    """Return a transformed function, made of the user's function as ``convert`` gives it."""
    kwargs = {name: convert(value) for name, value in kwargs.items()}
    found = _calling(call, dialect, [convert(value) for value in args], kwargs)
    return found if hasattr(found, "made_anew") else found.__wrapped__


def results_boxed(backend, default: Dialect) -> Callable:
    """Make the function that boxes a nest of results, and functions in it, as they were given."""

    def boxed(nest):
        box = _box_result(backend, _handing.dialect or default)
        return map_leaves(
            lambda leaf: of_arrays(leaf, backend, default) if callable(leaf) else box(leaf), nest
        )

    return boxed
