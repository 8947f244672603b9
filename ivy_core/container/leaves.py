"""Functions of one or two operands over the leaves of Containers, without more ado.

Python's operators and the indexing of leaves come this way; :mod:`.mapping` is for calls with any
arguments and several results.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ..arrays.array import Array
from ..arrays.views import is_read_only
from ..arrays.write import store
from ..backends.holder import read
from ..backends.loading import backend_of
from ..binding.nestable import is_container, refuse
from ..dtypes import same_kind
from ..utils.exceptions import IvyBroadcastShapeError, IvyDtypePromotionError, IvyValueError


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
                _add_key_chain_note(err, (*chain, key))
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
                _add_key_chain_note(err, (*chain, key))
                raise
    return type(left)._build(results, left._config)


def update_in_place(fn: Callable, forward: Callable, target, other) -> None:
    """Put ``fn(leaf, other's leaf)`` in the place of each leaf of ``target``.

    The leaves that are Arrays are updated all, or none if a result does not fit: ``forward``
    computes it apart.
    """
    writes = []
    _collect_updates(fn, forward, target, other, (), writes)
    for write_leaf in writes:
        write_leaf()


def _collect_updates(fn, forward, target, other, chain, writes) -> None:
    """Append to ``writes`` the calls that will update ``target``; write nothing yet."""
    for key, value in target.items():
        here = dict.__getitem__(other, key) if is_container(other) else other
        if is_container(value):
            _collect_updates(fn, forward, value, here, (*chain, key), writes)
            continue
        try:
            if type(value) is Array:
                result = forward(value, here)
                _check_fits(value, result, forward.__name__)
                writes.append(functools.partial(store, value, read(result)))
            else:
                # arrays of a framework and lists are changed in place, when all else is known to do
                late = is_array(value) or isinstance(value, list)
                new = functools.partial(fn, value, here) if late else fn(value, here)
                writes.append(functools.partial(_set_item_with_note, target, key, new, late))
        except Exception as err:
            _add_key_chain_note(err, (*chain, key))
            raise


def _check_fits(leaf: Array, result: Array, function: str) -> None:
    """Raise unless a result can be written over ``leaf``: kind of dtype, shape, read-only."""
    if not same_kind(result.dtype, leaf.dtype):
        raise IvyDtypePromotionError(
            f"{function}: cannot write {result.dtype} in place into {leaf.dtype}"
        )
    if result.shape != leaf.shape:
        raise IvyBroadcastShapeError(
            f"{function}: the result has shape {result.shape}, which does not fit in place into "
            f"{leaf.shape}"
        )
    if is_read_only(leaf):
        raise IvyValueError(f"{function}: assignment destination is read-only")


def _set_item_with_note(target, key, new, calls_new: bool) -> None:
    """Set an item to ``new``, or ``new()`` if ``calls_new``; an error gets a note of the key."""
    try:
        dict.__setitem__(target, key, new() if calls_new else new)
    except Exception as err:
        _add_key_chain_note(err, (key,))
        raise


def _add_key_chain_note(err: Exception, chain: tuple) -> None:
    err.add_note(f"at key chain {'/'.join(map(str, chain))!r}")
