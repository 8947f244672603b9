"""A backend that computes with NumPy and writes down each primary function that is called.

Its arrays are immutable, so that a view is read through its lenses and a write gives another array:
what is written down is a pure graph of values. What Python learns of a value is written down as
well, as a check. :mod:`ivy_core.compilation.graph.graph` registers it while it records.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ivy_core.arrays.lenses import Index
from ivy_core.backends.contract import Capabilities
from ivy_core.backends.frameworks import Framework
from ivy_core.backends.holder import Holder, read
from ivy_core.backends.loading import backend_of, load_backend
from ivy_core.compilation.source.conversion import is_users
from ivy_core.compilation.trace.trace import Unsupported
from ivy_core.dtypes import as_dtype, to_numpy_dtype
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyValueError

NAME = "recorder"
CAPABILITIES = Capabilities(
    mutable=False, native_views=False, functional_views=True, differentiates=False
)
FRAMEWORK = Framework(
    NAME,
    (__name__,),
    "ivy-frontends",
    array="Value",
    dtype=np.dtype,
    backend=__name__,
    is_internal=True,
)


class Value:
    """An array of the graph: what it was while the graph was recorded, and its place there."""

    __slots__ = ("array", "number", "recording")
    ivy_backend = NAME

    def __init__(self, recording: Recording, number: int, array: np.ndarray):
        self.recording, self.number, self.array = recording, number, array

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: self.array.dtype)
    ndim = property(lambda self: self.array.ndim)
    size = property(lambda self: self.array.size)
    itemsize = property(lambda self: self.array.itemsize)

    def __bool__(self):
        return bool(to_host(self))

    def __int__(self):
        return int(to_host(self))

    __index__ = __int__

    def __float__(self):
        return float(to_host(self))

    def __complex__(self):
        return complex(to_host(self))

    def __array__(self, dtype=None, copy=None):
        return np.array(to_host(self), dtype)

    def __repr__(self):
        return f"%{self.number}"


class Node(NamedTuple):
    """A step of a graph.

    ``args`` and ``kwargs`` hold a :class:`Place` where an array goes in; ``results`` is how the
    arrays that come out are nested, in their places too.
    """

    name: str
    args: tuple
    kwargs: dict
    results: object
    file: str
    line: int
    stack: tuple = ()  # the lenses that it reads or writes through


class Place(NamedTuple):
    """The number of a value of a graph."""

    number: int


class Recording:
    """A graph that is being written down."""

    def __init__(self):
        self.nodes: list[Node] = []
        self.values: list[Value] = []  # by number: kept, so that none is found by another's id
        self._constants: dict[int, tuple] = {}

    def input(self, array: np.ndarray) -> Value:
        """Return a value that is given to the graph."""
        value = Value(self, len(self.values), array)
        self.values.append(value)
        return value

    def call(self, name, function: Callable, args: tuple, kwargs=None, stack=()):
        """Call a function with NumPy's arrays, return values, and write the step down."""
        kwargs = kwargs or {}
        args, kwargs = _map_leaves(self.value_of, args), _map_leaves(self.value_of, kwargs)
        result = function(*_map_leaves(_to_array, args), **_map_leaves(_to_array, kwargs))
        results = _map_leaves(self._value_of_result, result)
        places = [_map_leaves(_to_place, each) for each in (args, kwargs, results)]
        self.nodes.append(Node(name, *places, *_user_line(), stack))
        return results

    def constant(self, array: np.ndarray) -> Value:
        """Return a value that is the same whenever the graph runs."""
        value = self.input(array)
        self.nodes.append(Node("constant", (array,), {}, Place(value.number), *_user_line()))
        return value

    def check(self, value: Value) -> None:
        """Write down that Python has learnt a value."""
        known = Place(value.number)
        if not any(node.name == "check" and node.args[0] == known for node in self.nodes):
            self.nodes.append(Node("check", (known, value.array), {}, None, *_user_line()))

    def _value_of_result(self, leaf):
        """Return a new Value for a NumPy array, else the leaf as it is."""
        if isinstance(leaf, (np.ndarray, np.generic)):
            return self.input(np.array(leaf))  # a copy: a view of NumPy's would see writes
        return leaf

    def value_of(self, leaf):
        """Return an array of another backend, or of another graph, as a constant."""
        if isinstance(leaf, Holder):
            leaf = read(leaf)
        if type(leaf) is Value:
            return leaf if leaf.recording is self else self.constant(leaf.array)
        name = None if isinstance(leaf, np.generic) else backend_of(leaf)
        if name is None:
            return leaf
        found = self._constants.get(id(leaf))
        if found is None:
            host = np.array(load_backend(name).to_host(leaf))
            found = self._constants[id(leaf)] = leaf, self.constant(host)
        return found[1]


recording: Recording | None = None  # the one that is being written


def _active_recording() -> Recording:
    """Return the recording that runs; IvyValueError if there is none."""
    if recording is None:
        raise IvyValueError("an array of a graph is used, and no graph is being recorded")
    return recording


def _to_array(leaf):
    """Return the NumPy array of a Value, other leaves as they are."""
    return leaf.array if type(leaf) is Value else leaf


def _to_place(leaf):
    """Return the Place of a Value, other leaves as they are."""
    return Place(leaf.number) if type(leaf) is Value else leaf


def _map_leaves(function: Callable, nest):
    """Return lists, tuples and dictionaries with a function applied to what they hold."""
    kind = type(nest)
    if kind is list:
        return [_map_leaves(function, each) for each in nest]
    if isinstance(nest, tuple) and kind is not Place:
        made = [_map_leaves(function, each) for each in nest]
        return kind(*made) if hasattr(nest, "_fields") else tuple(made)
    if kind is dict:
        return {key: _map_leaves(function, each) for key, each in nest.items()}
    if kind is slice:
        return slice(*[_map_leaves(function, each) for each in (nest.start, nest.stop, nest.step)])
    return function(nest)


def mapped_places(function: Callable, nest):
    """Return a nest with what a function gives of each place in it.

    Examples
    --------
    >>> mapped_places(lambda number: number + 1, (Place(1), [2, Place(3)]))
    (2, [2, 4])
    """
    return _map_leaves(lambda leaf: function(leaf.number) if type(leaf) is Place else leaf, nest)


def places_in(nest) -> list[int]:
    """Return the numbers of the values in a nest.

    Examples
    --------
    >>> places_in((Place(1), {"x": [Place(3)]}))
    [1, 3]
    """
    found: list[int] = []
    mapped_places(found.append, nest)
    return found


def _user_line() -> tuple[str, int]:
    """Return file and line of the innermost frame of the user's; ("", 0) without one."""
    frame = sys._getframe(2)
    while frame is not None:
        if is_users(types.SimpleNamespace(__code__=frame.f_code)):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return "", 0


# the contract


def _numpy_backend() -> types.ModuleType:
    return load_backend("numpy")


def from_host(array):
    return _active_recording().constant(np.array(array))


def to_host(native):
    _active_recording().check(native)
    return native.array.copy()


def to_native_dtype(dtype):
    return to_numpy_dtype(as_dtype(dtype))


def is_eager():
    return False


def is_tracer(native):
    return type(native) is Value


def is_unknown(native):
    return False


def in_one_trace(a, b):
    return type(a) is type(b)


def cast(native, dtype):
    return _active_recording().call("astype", _numpy_backend().cast, (native, dtype))


def copy_native(native):
    return native  # it is not written to


def fitted(value, dtype, shape):
    def fit(value, dtype, shape):
        value = np.asarray(value)
        if value.dtype.kind == "c" and np.dtype(dtype).kind != "c":
            value = value.real
        value = value.reshape(value.shape[max(value.ndim - len(shape), 0) :])
        return np.broadcast_to(value.astype(dtype), shape)

    if type(value) is Value and value.dtype == dtype and value.shape == tuple(shape):
        return value
    return _active_recording().call("fitted", fit, (value, dtype, tuple(shape)))


def bitcast_native(x, dtype):
    return _active_recording().call("bitcast", lambda x, dtype: x.view(dtype), (x, dtype))


def _view_through(x, stack):
    """Return the view of a NumPy array that a stack of lenses shows."""
    for lens in stack:
        x = lens.view(x)
    return x


def read_stack(x, stack, starts):
    return _active_recording().call(
        "read", lambda x: _view_through(x, stack), (x,), stack=tuple(stack)
    )


def write_stack(base, stack, starts, value, shape):
    def write(x, value):
        x = x.copy()
        seen = _view_through(x, stack[:-1])
        if not np.shares_memory(seen, x) and seen.size:
            raise Unsupported("a write through what is no view of NumPy's")
        if type(stack[-1]) is Index:
            seen[stack[-1].raw] = value
        else:
            stack[-1].view(seen)[...] = value
        return x

    value = fitted(value, base._data.dtype, shape)
    return _active_recording().call("write", write, (base._data, value), stack=tuple(stack))


def get_traced(x, index):
    return _active_recording().call("index", lambda x, index: x[index], (x, index))


def set_traced(x, index, value):
    def write(x, index, value):
        x = x.copy()
        value = np.asarray(value)
        x[index] = value if x.dtype.kind == "c" else value.real
        return x

    return _active_recording().call("set_index", write, (x, index, value))


get_advanced, set_advanced = get_traced, set_traced


def _make_recorded(name: str, native: Callable) -> Callable:
    """Make the function that calls NumPy's and writes the call down as a step of the graph."""

    @functools.wraps(native, updated=())
    def call(*args, **kwargs):
        return _active_recording().call(name, native, args, kwargs)

    return call


def compose(implementations):
    """Take NumPy's functions of arrays; one that is given functions is called with values.

    View functions are there already: they read lenses.
    """
    for name, native in _numpy_backend().implementations.items():
        spec = FUNCTIONS[name]
        if spec.kind != "primary" or spec.view is not None:
            continue
        carried = {parameter.carries for parameter in spec.parameters}
        if "function" in carried or spec.category == "control_flow":
            implementations[name] = native
        else:
            implementations[name] = _make_recorded(name, native)
