"""Functions of one or two operands over the leaves of Containers, without more ado.

Python's operators and the indexing of leaves come this way; :mod:`.mapping` is for calls with any
arguments and several results.
"""

from __future__ import annotations

from collections.abc import Callable

from ..array.array import Array
from ..backend_handler import backend_of
from .mapping import is_container, refuse


def is_array(value) -> bool:
    """Return whether a leaf is an Array or a native array."""
    return isinstance(value, Array) or backend_of(value) is not None


def mapped(fn: Callable, container, chain: tuple = ()):
    """Return a Container of ``fn(leaf)``."""
    results = {}
    for key, value in container.items():
        if is_container(value):
            results[key] = mapped(fn, value, (*chain, key))
        else:
            try:
                results[key] = fn(value)
            except Exception as err:
                _note(err, (*chain, key))
                raise
    return type(container)._build(results, container._config)


def paired(fn: Callable, left, right, chain: tuple = ()):
    """Return a Container of ``fn(a, b)`` over two operands; at least one is a Container.

    What is no Container goes to every leaf of the other.

    Raises
    ------
    IvyValueError
        If the structures are not shared.
    """
    if not is_container(left):
        return mapped(lambda leaf: fn(left, leaf), right, chain)
    if not is_container(right):
        return mapped(lambda leaf: fn(leaf, right), left, chain)
    if left.keys() != right.keys():
        refuse(left, right, chain)
    results = {}
    for key, a in left.items():
        b = dict.__getitem__(right, key)
        if is_container(a) or is_container(b):
            results[key] = paired(fn, a, b, (*chain, key))
        else:
            try:
                results[key] = fn(a, b)
            except Exception as err:
                _note(err, (*chain, key))
                raise
    return type(left)._build(results, left._config)


def check_shared(left, right, chain: tuple = ()) -> None:
    """Raise IvyValueError if two operands share no structure."""
    if is_container(left) and is_container(right):
        if left.keys() != right.keys():
            refuse(left, right, chain)
        for key, value in left.items():
            check_shared(value, dict.__getitem__(right, key), (*chain, key))


def update_in_place(fn: Callable, target, other, chain: tuple = ()) -> None:
    """Put ``fn(leaf, other's leaf)`` in the place of each leaf of ``target``."""
    for key, value in list(target.items()):
        here = dict.__getitem__(other, key) if is_container(other) else other
        if is_container(value):
            update_in_place(fn, value, here, (*chain, key))
        else:
            try:
                dict.__setitem__(target, key, fn(value, here))
            except Exception as err:
                _note(err, (*chain, key))
                raise


def _note(err: Exception, chain: tuple) -> None:
    err.add_note(f"at key chain {'/'.join(map(str, chain))!r}")
