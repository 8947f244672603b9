"""Boxing of a backend's results: Arrays, scalars, sequences of them."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable

import numpy as np

from ..arrays.views import new_array
from ..backends.holder import unwrapped
from ..registry import FunctionSpec
from ..utils.nests import map_leaves
from .dialect import Dialect


def box_leaf(backend: types.ModuleType, dialect: Dialect) -> Callable:
    """Make the function that boxes a native leaf of a nest; other leaves stay as they are."""
    cls, is_native = dialect.array, backend.is_native
    return lambda leaf: new_array(cls, leaf) if is_native(leaf) else leaf


def box(spec: FunctionSpec, dialect: Dialect, backend: types.ModuleType | None) -> Callable:
    """Make the function that boxes one native array."""
    cls, new = dialect.array, object.__new__
    if dialect.gives_scalars(spec):
        scalar = dialect.scalar_on(backend)

        def box_or_scalar(native):
            if not native.ndim:
                return scalar(native)
            array = new(cls)
            array._data = native
            return array

        return box_or_scalar

    ndarray, asarray = np.ndarray, np.asarray

    def box_any(native):
        array = new(cls)
        if type(native) is not ndarray and isinstance(native, np.generic):
            native = asarray(native)  # NumPy's reductions give scalars
        array._data = native
        return array

    return box_any


def finisher(spec: FunctionSpec, dialect: Dialect, backend: types.ModuleType | None) -> Callable:
    """Make the function that boxes a native result, as the annotation says.

    ``backend`` is None for a compositional function, whose nests and functions are boxed already.
    """
    one, returns = box(spec, dialect, backend), spec.returns
    if "Nest[" in returns and backend is not None:
        leaf = box_leaf(backend, dialect)
        if "ArrayFunction" in returns:

            def either(value):
                return array_function(value, leaf) if callable(value) else leaf(value)

            return lambda nest: map_leaves(either, nest)
        return lambda nest: map_leaves(leaf, nest)
    if "ArrayFunction" in returns and backend is not None:
        leaf = box_leaf(backend, dialect)
        return lambda function: array_function(function, leaf)
    if returns == "Array":
        return one
    if returns.startswith(("list[Array", "tuple[Array")):
        if returns == "tuple[Array, Array]":
            return lambda pair: (one(pair[0]), one(pair[1]))
        kind = list if returns.startswith("list") else tuple
        return lambda results: kind(map(one, results))
    named = spec.body.__globals__.get(returns)
    if isinstance(named, type) and hasattr(named, "_fields"):
        return lambda results: named(*map(one, results))
    return identity


def identity(result):
    """Return a result as it is."""
    return result


def array_function(native: Callable, leaf: Callable) -> Callable:
    """Return a backend's function of native arrays as one of Arrays."""

    def call(*args, **kwargs):
        args, kwargs = map_leaves(unwrapped, args), map_leaves(unwrapped, kwargs)
        return map_leaves(leaf, native(*args, **kwargs))

    return functools.wraps(native, updated=())(call)


class Results:
    """Boxing of one function's results.

    ``finish`` makes the public result; ``is_boxed_bare`` says that a result is boxed as it is, also
    one without dimensions; ``is_one_array`` that there is one array.
    """

    __slots__ = ("finish", "is_boxed_bare", "is_one_array")

    def __init__(self, spec, backend, dialect, wrappers):
        self.finish = finisher(spec, dialect, backend)
        if spec.kind == "mixed" and "outputs_to_ivy_arrays" not in wrappers:
            self.finish = identity
        self.is_one_array = spec.returns == "Array"
        self.is_boxed_bare = self.is_one_array and not dialect.gives_scalars(spec)
