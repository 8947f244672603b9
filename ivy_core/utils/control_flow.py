"""What the backends' control flow shares: the plain forms, and the state of the traced ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .. import defaults
from ..backend_handler import load_backend
from ..dtypes import promote_dtypes
from .exceptions import IvyValueError
from .leaves import as_tuple, leaves_of, paths_of, rebuilt

_SCALARS = frozenset({bool, int, float, complex})


def call(function: Callable, values):
    """Call a function with variables: by their names if they are a dict, else by position."""
    return function(**values) if isinstance(values, dict) else function(*positional(values))


def positional(values) -> tuple:
    """Return variables as a tuple; one array makes one of its own."""
    if isinstance(values, dict):
        return tuple(dict.values(values))
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


def new_values(name: str, result, count: int) -> tuple:
    """Return what a loop's body returned as a tuple of as many values as there are variables."""
    found = () if result is None and not count else as_tuple(result)
    if len(found) != count:
        raise IvyValueError(
            f"{name}: body_fn returned {len(found)} values; {count} are needed, one a variable"
        )
    return found


def if_else(cond, body_fn: Callable, orelse_fn: Callable, values):
    """Call one of two functions, by the value of the condition."""
    chosen = call(cond, values) if callable(cond) else cond
    return call(body_fn if chosen else orelse_fn, values)


def while_loop(test_fn: Callable, body_fn: Callable, values: tuple) -> tuple:
    """Call the body as long as the test holds."""
    while test_fn(*values):
        values = new_values("while_loop", body_fn(*values), len(values))
    return values


def for_loop(iterable, body_fn: Callable, values: tuple) -> tuple:
    """Call the body once for each item."""
    for item in iterable:
        values = new_values("for_loop", body_fn(item, values), len(values))
    return values


class State:
    """A nest of values as a list of native arrays; what is no array stays in its place.

    Parameters
    ----------
    backend : str
        Name of the backend.
    nest : nest
        Native arrays, NumPy arrays, Python scalars; other leaves are constants.
    """

    __slots__ = ("arrays", "backend", "leaves", "nest", "places")

    def __init__(self, backend: str, nest):
        self.backend, self.nest = load_backend(backend), nest
        self.leaves = leaves_of(nest)
        self.places = [at for at, leaf in enumerate(self.leaves) if self._is_array(leaf)]
        self.arrays = [self._array(self.leaves[at]) for at in self.places]

    def _is_array(self, leaf) -> bool:
        return (
            type(leaf) in _SCALARS
            or isinstance(leaf, (np.ndarray, np.generic))
            or self.backend.is_native(leaf)
        )

    def _array(self, leaf):
        if self.backend.is_native(leaf):
            return leaf
        if type(leaf) in _SCALARS:
            return self.backend.from_host(
                np.asarray(leaf, defaults.of_scalar(type(leaf)).as_numpy_dtype)
            )
        return self.backend.from_host(np.asarray(leaf))

    def filled(self, arrays):
        """Return the nest with these arrays."""
        leaves = list(self.leaves)
        for at, array in zip(self.places, arrays, strict=True):
            leaves[at] = array
        return rebuilt(self.nest, leaves)

    def arrays_of(self, nest, what: str) -> list:
        """Return the arrays of another nest, which must be of this structure."""
        other = State(self.backend.NAME, nest)
        self.check(other, what)
        return other.arrays

    def check(self, other: State, what: str) -> None:
        """Raise if another state is of another structure, or has other constants."""
        if list(paths_of(self.nest)) != list(paths_of(other.nest)) or self.places != other.places:
            raise IvyValueError(f"{what}; traced, both must be of one structure")
        constant = set(range(len(self.leaves))) - set(self.places)
        if any(self.leaves[at] is not other.leaves[at] for at in constant):
            raise IvyValueError(f"{what}; traced, nothing but arrays may differ")


def settled(state: State, results_of: Callable, what: str) -> list:
    """Return a loop's first arrays, in dtypes that its body keeps.

    Parameters
    ----------
    state : State
        Of the loop's variables.
    results_of : callable
        From arrays to what the body makes of them: objects with a shape and a dtype.
    what : str
        Beginning of the error's message.

    Raises
    ------
    IvyValueError
        If the body changes a shape.
    """
    backend, arrays = state.backend, state.arrays
    for _ in range(3):  # one dtype may widen the next
        results = results_of(arrays)
        for array, result in zip(arrays, results, strict=True):
            check_shapes(array, result, f"{what} changes a shape")
        wanted = [common_dtype(backend, a, b) for a, b in zip(arrays, results, strict=True)]
        if all(a.dtype == dtype for a, dtype in zip(arrays, wanted, strict=True)):
            break
        arrays = cast_all(backend, arrays, wanted)
    return arrays


def check_shapes(a, b, what: str) -> None:
    """Raise if two shapes differ; lengths that are not known yet may be anything."""
    shapes = tuple(a.shape), tuple(b.shape)
    same = len(shapes[0]) == len(shapes[1]) and all(
        m == n or m is None or n is None for m, n in zip(*shapes, strict=True)
    )
    if not same:
        raise IvyValueError(f"{what}: {shapes[0]} and {shapes[1]}; traced, they must be equal")


def common_dtype(backend, a, b):
    """Return the native dtype that two arrays promote to."""
    pair = backend.ivy_dtype(a.dtype), backend.ivy_dtype(b.dtype)
    return backend.to_native_dtype(promote_dtypes(pair, frozenset()))


def cast_all(backend, arrays, dtypes) -> list:
    """Return the arrays in these dtypes."""
    return [
        array if array.dtype == dtype else backend.cast(array, dtype)
        for array, dtype in zip(arrays, dtypes, strict=True)
    ]
