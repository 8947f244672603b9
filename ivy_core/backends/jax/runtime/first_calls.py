"""The first calls of a compiled function, which the host computes from its jaxpr.

See ``host/programs.py``. What is counted is calls alike, and nothing is timed. JAX compiles at once
where arrays lie on other devices or in parts, where several processes compute together, and what
gives up its arguments' memory.

What the host does for a call lies on disk as well, under a key that needs no tracing: JSON,
compressed, behind a hash.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

import jax
import numpy as np
from jax.core import ShapedArray

from ivy_core.backends.common.patience import patience
from ivy_core.modes import current as modes
from ivy_core.utils import collector

from ..host.policy import COUNTED_SHAPES
from ..host.programs import HostProgram, WrittenProgram, remembered, translated, without_warnings
from .internals import IS_COMPLETE, is_committed
from .memory import HOME, given_to_jax, memory_at_home

_NUMBERS = (bool, int, float)
_OF_HOST = (*_NUMBERS, np.ndarray, np.generic)


class _Served:
    """A program for calls alike, and how many of them are the host's.

    Attributes
    ----------
    most, count : int
        How many are the host's, but for the patience of a loop that trains; how many there were.
    program : HostProgram or WrittenProgram or None
        None where there is none, and when the host has had its calls.
    """

    __slots__ = ("avals", "count", "dtypes", "most", "program", "tree")

    def __init__(
        self, program: HostProgram | WrittenProgram | None, most: int, tree, avals, dtypes
    ):
        self.program, self.tree, self.avals, self.dtypes = program, tree, avals, dtypes
        self.count, self.most = 0, 0 if program is None else program.calls(most)
        if not self.most:
            self.program = None


class FirstCalls:
    """Counts of the calls of one function, by their arguments; the host computes the first ones.

    Parameters
    ----------
    most : int
        Calls alike that the host computes at most, but for the patience of a loop that trains.
    find_path : callable
        ``find_path(function, info, args, kwargs)`` gives the path of what lies on disk for a call;
        None where it has no name.
    write : callable, optional
        ``write(*args, **kwargs)`` gives the WrittenProgram of a call, for which nothing is traced
        then; None where the call has none.
    """

    def __init__(self, most: int, find_path: Callable, write: Callable | None = None):
        self._most, self._find_path, self._write = most, find_path, write
        self._known: dict = {}

    def serve(self, trace: Callable, function, info, context: tuple, args, kwargs) -> tuple:
        """Return (whether it was one of the first calls, whether the last of them, its results).

        Parameters
        ----------
        trace : callable
            Gives JAX's parameters of the call and its operands, flat.
        function, info
            What is compiled, and JAX's description of it.
        context : tuple
            Options of JAX that a trace depends on.
        args, kwargs
            Of the call.
        """
        static, operands, tree = _given(info, args, kwargs)
        arrays = _on_host(operands)
        if arrays is None:
            return False, False, None
        key = (static, tree, context, *map(_kind, operands))
        try:
            found = self._known.get(key)
        except TypeError:  # a static argument without a hash: JAX says so
            return False, False, None
        if found is None:
            found = self._new(trace, function, info, args, kwargs, operands)
            if len(self._known) > COUNTED_SHAPES:
                self._known.clear()
            self._known[key] = found
        if found.program is None:
            return False, False, None
        found.count += not patience.lengths_change
        arrays = [
            x.astype(dtype, copy=False) for x, dtype in zip(arrays, found.dtypes, strict=True)
        ]
        committed = any(map(_is_bound, operands))
        made = without_warnings(found.program.run, arrays)
        made = _boxed(made, arrays, found.avals, committed)
        is_last = found.count >= found.most and not patience.extends(found.count, found.most)
        if is_last:
            found.program = None  # its constants are no longer needed
        return True, is_last, found.tree.unflatten(made)

    def _new(self, trace, function, info, args, kwargs, operands) -> _Served:
        written = None if self._write is None else self._write(*args, **kwargs)
        if written is not None:
            return _served_as_written(written, self._most, operands)
        path = self._find_path(function, info, args, kwargs)
        told = None if path is None else _read(path)
        if told is not None:
            return self._remembered(told)
        with collector.seldom():
            parameters, flat = trace()
            closed = parameters.params["jaxpr"]
            is_plain = len(flat) == len(operands) and all(map(_same, flat, operands))
            program = translated(closed) if is_plain else None
        dtypes = [aval.dtype for aval in closed.in_avals]
        if path is not None:
            _write(path, _told(program, parameters.out_tree, closed.out_avals, dtypes))
        return _Served(program, self._most, parameters.out_tree, closed.out_avals, dtypes)

    def _remembered(self, told: dict) -> _Served:
        if told["program"] is None:
            return _Served(None, 0, None, (), ())
        registry, packed = jax.tree_util.default_registry, base64.b64decode(told["tree"])
        tree = jax.tree_util.PyTreeDef.deserialize_using_proto(registry, packed)
        avals = [
            ShapedArray(tuple(shape), np.dtype(dtype), weak_type=weak)
            for shape, dtype, weak in told["results"]
        ]
        dtypes = list(map(np.dtype, told["dtypes"]))
        return _Served(remembered(told["program"]), self._most, tree, avals, dtypes)


class CountedCalls:
    """Counts of calls with the same bits from host and kernel: the host computes the first ones.

    Parameters
    ----------
    most : int
        Calls of a kind that are the host's.

    Examples
    --------
    >>> calls = CountedCalls(2)
    >>> [calls.is_early(kind) for kind in "aaba"]
    [True, True, True, False]
    """

    def __init__(self, most: int):
        self._most, self._times = most, {}

    def is_early(self, kind) -> bool:
        """Return whether a call of a kind is one of the first; count it."""
        found = self._times.get(kind, 0)
        if found >= self._most and not patience.extends(found, self._most):
            return False
        if len(self._times) > COUNTED_SHAPES:
            self._times.clear()
        self._times[kind] = found + 1
        return True


def _served_as_written(written: WrittenProgram, most: int, operands: list) -> _Served:
    avals = [ShapedArray(*each) for each in written.results]
    tree = jax.tree.structure(avals if written.is_list else avals[0])
    dtypes = [np.asarray(x).dtype if isinstance(x, _NUMBERS) else x.dtype for x in operands]
    return _Served(written, most, tree, avals, dtypes)


def may_be_served() -> bool:
    """Return whether the host may compute calls of functions that JAX compiles."""
    if not IS_COMPLETE or not modes.host_execution:
        return False
    config = jax.config
    if config.jax_debug_nans or config.jax_debug_infs or not _is_alone():
        return False
    return HOME.device is not None


@functools.cache
def _is_alone() -> bool:
    return jax.process_count() == 1


def _given(info, args, kwargs) -> tuple:
    """Return (static arguments, the other ones flat, their structure)."""
    if info.static_argnums or info.static_argnames:
        numbers, names = info.static_argnums, info.static_argnames
        static = [(at, args[at]) for at in numbers if at < len(args)]
        static += [(name, kwargs[name]) for name in names if name in kwargs]
        args = [x for at, x in enumerate(args) if at not in numbers]
        kwargs = {name: x for name, x in kwargs.items() if name not in names}
        static = tuple([(where, type(x), x) for where, x in static])
    else:
        static = ()
    operands, tree = jax.tree.flatten((tuple(args), kwargs))
    return static, operands, tree


def _kind(x) -> tuple:
    """Return the part of a key that an operand makes up."""
    if isinstance(x, (np.ndarray, np.generic)):
        return x.shape, x.dtype, False
    if isinstance(x, _OF_HOST):
        return (type(x),)
    return x.shape, x.dtype, x.weak_type


def _same(one, other) -> bool:
    return one is other


def _on_host(operands: list) -> list[np.ndarray] | None:
    """Return the operands' memory; None if one of them is not on the default CPU alone."""
    arrays = []
    for x in operands:
        memory = np.asarray(x) if isinstance(x, _OF_HOST) else memory_at_home(x)
        if memory is None:
            return None
        arrays.append(memory)
    return arrays


def _is_bound(x) -> bool:
    return not isinstance(x, _OF_HOST) and is_committed(x)


def _boxed(made: list, operands: list, avals, committed: bool) -> list[jax.Array]:
    """Return JAX's arrays of what the host has computed, each with memory of its own."""
    taken, results = set(map(id, operands)), []
    for y, aval in zip(made, avals, strict=True):
        y = np.asarray(y)
        if y.base is not None or not y.flags.c_contiguous or id(y) in taken:
            y = np.array(y, order="C")
        taken.add(id(y))
        results.append(given_to_jax(y, aval, committed))
    return results


# on disk


def _told(program: HostProgram | None, tree, avals, dtypes) -> dict | None:
    """Return plain values for the next process; None for results of a class that it may lack."""
    if program is None:
        return {"program": None}
    try:
        packed = base64.b64encode(tree.serialize_using_proto()).decode()
    except ValueError:
        return None
    results = [(aval.shape, aval.dtype.name, aval.weak_type) for aval in avals]
    names = [dtype.name for dtype in dtypes]
    return {"program": program.told(), "tree": packed, "results": results, "dtypes": names}


def _write(path: Path, told: dict | None) -> None:
    if told is None:
        return
    content = zlib.compress(json.dumps(told).encode(), 1)
    with contextlib.suppress(OSError):  # a full disk: traced anew next time
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=path.name, delete=False) as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(file.name, path)


def _read(path: Path) -> dict | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[32:]).digest() != content[:32]:
        return None
    return json.loads(zlib.decompress(content[32:]))
