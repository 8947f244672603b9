"""Shared parts of the backends' ``vmap``: axes spread over nests, and results put together."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import numpy as np

from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError
from ivy_core.utils.nests import leaves_of, members_of, rebuilt

from ..loading import load_backend
from .axes import axis_of


class Map:
    """A function being called for all entries at once.

    Attributes
    ----------
    by_entry : bool
        Whether what it calls asks for being called for one entry after another instead: then it
        raises, and has left everything as it was.
    """

    by_entry = False


class _Maps(threading.local):
    current: Map | None = None


_maps = _Maps()


def current_map() -> Map | None:
    """Return the innermost map that is at work in this thread."""
    return _maps.current


@contextlib.contextmanager
def _enter_map() -> Iterator[Map]:
    """Install a new Map as the current one; restore the one before afterwards."""
    before, entered = _maps.current, Map()
    _maps.current = entered
    try:
        yield entered
    finally:
        _maps.current = before


def vmap(backend: str, run: Callable, stack: Callable, func, in_axes, out_axes) -> Callable:
    """Return ``func`` mapped over an axis of its arguments.

    Parameters
    ----------
    backend : str
        Name of the backend.
    run : callable
        ``run(function, leaves, axes)`` calls ``function``, from a list of native arrays to one,
        once for each entry along ``axes``, and returns the results, each along a new first axis.
    stack : callable
        The framework's: of native arrays, along a new first axis.
    func : callable
        Function of nests of native arrays.
    in_axes : int, None or sequence of them
        Axis to map over; of each argument, or of members of nested ones, where it is a sequence.
    out_axes : int, None or nest of them
        Where the mapped axis comes in the results; None takes one of the results.
    """
    native = load_backend(backend)

    def call(*args, **kwargs):
        leaves = leaves_of(args)
        prefix = tuple(in_axes) if isinstance(in_axes, (list, tuple)) else in_axes
        axes = list(_axes_of_leaves(prefix, args, "in_axes"))
        places = [at for at, axis in enumerate(axes) if axis is not None]
        mapped = [_as_mapped_array(native, leaves[at]) for at in places]
        axes = [_normal_mapped_axis(axes[at], x) for at, x in zip(places, mapped, strict=True)]
        _check_mapped_lengths(mapped, axes)
        nest = None

        def one(entries):
            nonlocal nest
            given = list(leaves)
            for at, entry in zip(places, entries, strict=True):
                given[at] = entry
            nest = func(*rebuilt(args, given), **kwargs)
            return [_as_mapped_array(native, leaf) for leaf in leaves_of(nest)]

        with _enter_map() as at_work:
            try:
                found = run(one, mapped, axes)
            except Exception:
                if not at_work.by_entry or not mapped[0].shape[axes[0]]:
                    raise
                found = None
        if found is None:
            found = _map_entry_by_entry(native, stack, one, mapped, axes)
        ends = _axes_of_leaves(out_axes, nest, "out_axes")
        moved = [_move_first_axis(native, x, end) for x, end in zip(found, ends, strict=True)]
        return rebuilt(nest, moved)

    return call


def _map_entry_by_entry(backend, stack: Callable, function: Callable, mapped, axes) -> list:
    """Call a function once for each entry of the mapped axes, and stack the results."""
    places = [(slice(None),) * axis for axis in axes]
    results = [
        # copies: a function may write into what it is given
        function([backend.copy_native(x[(*at, i)]) for x, at in zip(mapped, places, strict=True)])
        for i in range(mapped[0].shape[axes[0]])
    ]
    return [stack(list(entries)) for entries in zip(*results, strict=True)]


def _axes_of_leaves(prefix, nest, what: str) -> Iterator:
    """Yield the mapped axis of each leaf; an axis given for a subtree holds for all its leaves."""
    if prefix is None or isinstance(prefix, int):
        yield from [prefix] * len(leaves_of(nest))
        return
    axes, members = members_of(prefix), members_of(nest)
    if axes is None or members is None or dict(axes).keys() != dict(members).keys():
        raise IvyValueError(f"vmap: {what} {prefix!r} does not fit; an axis for each is needed")
    for (_, axis), (_, value) in zip(axes, members, strict=True):
        yield from _axes_of_leaves(axis, value, what)


def _as_mapped_array(backend, leaf):
    """Return a native array as it is, a Python number or NumPy array as native; else raise."""
    if backend.is_native(leaf):
        return leaf
    if type(leaf) in (bool, int, float, complex) or isinstance(leaf, (np.ndarray, np.generic)):
        return backend.from_host(np.asarray(leaf))
    raise IvyTypeError(f"vmap: arrays are needed, not {type(leaf).__name__}")


def _normal_mapped_axis(axis: int, x) -> int:
    """Return the axis, not negative; raise the library's index error if it is out of bounds."""
    try:
        return axis_of(axis, len(x.shape))
    except np.exceptions.AxisError as err:
        raise IvyIndexError(f"vmap: {err}") from None


def _check_mapped_lengths(mapped, axes) -> None:
    lengths = {x.shape[axis] for x, axis in zip(mapped, axes, strict=True)}
    if len(lengths) != 1:
        found = "no argument is mapped" if not lengths else f"lengths {sorted(lengths)} were given"
        raise IvyValueError(f"vmap: {found}; mapped axes of one length are needed")


def _move_first_axis(backend, x, end):
    """Move the first axis to position ``end``; for None, return its first entry alone."""
    if end == 0:
        return x
    if end is None:
        return x[0, ...]
    order = list(range(1, len(x.shape)))
    order.insert(_normal_mapped_axis(end, x), 0)
    return backend.permute_native(x, tuple(order))
