"""Shared parts of the backends' control flow: plain forms, and the state of traced ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ivy_core import defaults
from ivy_core.dtypes import promote_dtypes
from ivy_core.utils.exceptions import IvyValueError
from ivy_core.utils.nests import as_tuple, leaves_of, paths_of, rebuilt

from ..loading import load_backend
from .axes import axis_of

_WIDER = (bool, int, float, complex)
_SCALARS = frozenset(_WIDER)


def call(function: Callable, values):
    """Call a function with variables: by their names if they are a dict, else by position."""
    return function(**values) if isinstance(values, dict) else function(*positional(values))


def positional(values) -> tuple:
    """Return variables as a tuple; one array makes one of its own."""
    if isinstance(values, dict):
        return tuple(dict.values(values))
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


def new_values(name: str, result, count: int) -> tuple:
    """Check a loop body's result and return it as a tuple of one value for each variable."""
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


def scanned_axes(leaves: list, axis: int) -> list[int]:
    """Return of each array which axis ``associative_scan`` goes along, counted from the front.

    Raises
    ------
    IvyIndexError
        If an array has no such axis.
    IvyValueError
        If their lengths along it differ.
    """
    axes = [axis_of(axis, len(leaf.shape)) for leaf in leaves]
    lengths = {leaf.shape[at] for leaf, at in zip(leaves, axes, strict=True)}
    if len(lengths) > 1:
        raise IvyValueError(
            f"associative_scan: lengths {sorted(lengths)} along axis {axis} were given; all must "
            "be the same"
        )
    return axes


def combined_leaves(nest, count: int) -> list:
    """Return the arrays of what a function of ``associative_scan`` returned; raise unless as many
    as it was given."""
    found = leaves_of(nest)
    if len(found) != count:
        raise IvyValueError(
            f"associative_scan: fn returned {len(found)} arrays; {count} are needed"
        )
    return found


class State:
    """A nest of values as a list of native arrays; what is no array stays in its place.

    Parameters
    ----------
    backend : str
        Name of the backend.
    nest : nest
        Native arrays, NumPy arrays, Python scalars; other leaves are constants.

    Attributes
    ----------
    arrays : list
        Native arrays, those of Python scalars among them.
    kinds : list
        Of each its dtype, or the Python type of a scalar, which takes the dtype of what it meets.
    """

    __slots__ = ("arrays", "backend", "kinds", "leaves", "nest", "places")

    def __init__(self, backend: str, nest):
        self.backend, self.nest = load_backend(backend), nest
        self.leaves = leaves_of(nest)
        self.places, self.arrays, self.kinds = [], [], []
        for at, leaf in enumerate(self.leaves):
            if type(leaf) in _SCALARS:
                dtype = defaults.of_scalar(type(leaf)).as_numpy_dtype
                array = self.backend.from_host(np.asarray(leaf, dtype))
            elif self.backend.is_native(leaf):
                array = leaf
            elif isinstance(leaf, (np.ndarray, np.generic)):
                array = self.backend.from_host(np.asarray(leaf))
            else:
                continue
            self.places.append(at)
            self.arrays.append(array)
            scalar = type(leaf) in _SCALARS
            self.kinds.append(type(leaf) if scalar else self.backend.ivy_dtype(array.dtype))

    def filled(self, arrays):
        """Return the nest with these arrays; where one is None, with what was there first."""
        leaves = list(self.leaves)
        for at, array in zip(self.places, arrays, strict=True):
            if array is not None:
                leaves[at] = array
        return rebuilt(self.nest, leaves)

    def strong(self, arrays) -> list:
        """Return the arrays with None for Python scalars, which widen nothing as they are."""
        return [
            None if kind in _SCALARS else array
            for array, kind in zip(arrays, self.kinds, strict=True)
        ]

    def check(self, other: State, what: str) -> None:
        """Raise if another state is of another structure, or has other constants."""
        if list(paths_of(self.nest)) != list(paths_of(other.nest)) or self.places != other.places:
            raise IvyValueError(f"{what} nests; traced, both must be of one structure")
        constant = set(range(len(self.leaves))) - set(self.places)
        if any(self.leaves[at] != other.leaves[at] for at in constant):
            raise IvyValueError(f"{what} constants; traced, nothing but arrays may differ")
        for a, b in zip(self.arrays, other.arrays, strict=True):
            shapes = tuple(a.shape), tuple(b.shape)
            if len(shapes[0]) != len(shapes[1]) or any(
                m != n and m is not None and n is not None for m, n in zip(*shapes, strict=True)
            ):
                raise IvyValueError(
                    f"{what} shapes, {shapes[0]} and {shapes[1]}; traced, they must be equal"
                )

    def widened(self, kinds: list) -> list:
        """Promote the arrays' kinds and others to one."""
        return [self._common_dtype(a, b) for a, b in zip(self.kinds, kinds, strict=True)]

    def _common_dtype(self, a, b):
        """Return the promotion of dtypes or classes of Python numbers; a class if both are."""
        scalars = frozenset({kind for kind in (a, b) if kind in _SCALARS})
        dtypes = tuple([kind for kind in (a, b) if kind not in _SCALARS])
        return promote_dtypes(dtypes, scalars) if dtypes else max(scalars, key=_WIDER.index)

    def cast(self, arrays, kinds) -> list:
        """Return the arrays in the dtypes of their kinds."""
        dtypes = [
            self.backend.to_native_dtype(defaults.of_scalar(kind) if kind in _SCALARS else kind)
            for kind in kinds
        ]
        return [
            array if array.dtype == dtype else self.backend.cast(array, dtype)
            for array, dtype in zip(arrays, dtypes, strict=True)
        ]


class Branches:
    """Two functions of one state, made to return arrays of the same dtypes.

    Parameters
    ----------
    backend : str
        Name of the backend.
    body_fn, orelse_fn : callable
        Called with the variables.
    values : tuple or dict
        Variables.
    try_out : callable
        ``try_out(function, arrays)`` calls a function with traced arrays that come to nothing.

    Raises
    ------
    IvyValueError
        If the functions return different structures or shapes.
    """

    __slots__ = ("_ends", "_functions", "_kinds", "state")

    def __init__(self, backend: str, body_fn, orelse_fn, values, try_out: Callable):
        self.state = State(backend, values)
        self._functions, self._ends = (body_fn, orelse_fn), {}
        for which in (0, 1):
            try_out(lambda arrays, which=which: self._run_branch(which, arrays), self.state.arrays)
        ends = self._ends
        ends[0].check(ends[1], "if_else: body_fn and orelse_fn return different")
        self._kinds = ends[0].widened(ends[1].kinds)

    def _run_branch(self, which: int, arrays) -> list:
        """Return the arrays of one branch's result; its State is kept as that branch's end."""
        given = self.state.filled(self.state.strong(arrays))
        result = call(self._functions[which], given)
        self._ends[which] = State(self.state.backend.NAME, result)
        return self._ends[which].arrays

    def body(self, arrays) -> list:
        return self.state.cast(self._run_branch(0, arrays), self._kinds)

    def orelse(self, arrays) -> list:
        return self.state.cast(self._run_branch(1, arrays), self._kinds)

    def filled(self, arrays):
        """Return the nest that the functions return, with these arrays."""
        return self._ends[0].filled(arrays)


class LoopState:
    """The state of a loop and its body, which is made to keep shapes and dtypes.

    The dtypes are those that the loop would come to in Python, where a counter is an int that
    widens nothing. In the traced loop it is an array; what comes of that is cast back.

    Parameters
    ----------
    name : str
        ``"while_loop"`` or ``"for_loop"``.
    backend : str
        Name of the backend.
    values : tuple
        Variables.
    step : callable
        ``step(values, *item)`` returns their new values.
    try_out : callable
        As in :class:`Branches`.
    first : tuple, optional
        The first item, in a tuple, where there are items.

    Raises
    ------
    IvyValueError
        If the body changes the structure or a shape.
    """

    __slots__ = ("_name", "_step", "arrays", "state")

    def __init__(self, name, backend, values, step, try_out, first=()):
        self._name, self._step = name, step
        self.state = state = State(backend, values)
        ends = []

        def turn(arrays):
            ends.append(self._state_after_step(state.strong(arrays), *first))
            return ends[-1].arrays

        kinds = None
        while kinds != state.kinds:  # one dtype may widen the next
            kinds = state.kinds
            try_out(turn, state.cast(state.arrays, kinds))
            state.kinds = state.widened(ends[-1].kinds)
        self.arrays = state.cast(state.arrays, kinds)

    def _state_after_step(self, arrays, *item) -> State:
        """Run the step on a state of these arrays; raise if nest, shapes or constants change."""
        result = self._step(self.state.filled(arrays), *item)
        end = State(self.state.backend.NAME, new_values(self._name, result, len(self.state.nest)))
        self.state.check(end, f"{self._name}: body_fn changes")
        return end

    def body(self, arrays, *item) -> list:
        """Return the arrays after one more turn."""
        return self.state.cast(self._state_after_step(arrays, *item).arrays, self.state.kinds)
