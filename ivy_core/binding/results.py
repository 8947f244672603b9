"""Boxing of a backend's results: Arrays, scalars, sequences of them."""

from __future__ import annotations

import types
from collections.abc import Callable

import numpy as np

from ..registry import FunctionSpec
from .dialect import Dialect
from .handing import results_boxed


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
    if backend is not None and ("Nest[" in returns or "ArrayFunction" in returns):
        return results_boxed(backend, dialect)
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
