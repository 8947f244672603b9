"""Writing values over whole arrays: first all that can be wrong is looked at, then it is done."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ..arrays import views
from ..arrays.array import Array
from ..backends.holder import read
from ..backends.loading import backend_for, backend_of, load_backend
from ..binding.nestable import is_container
from ..container.leaves import check_shared
from ..dtypes import same_kind
from ..modes import current as modes
from .assertions import check_inplace_sizes_valid
from .exceptions import (
    InplaceUpdateException,
    IvyDtypePromotionError,
    IvyTypeError,
    IvyValueError,
)


def update(x, val, ensure_in_backend: bool, keep_input_dtype: bool):
    """Write ``val`` over ``x`` and return it; ``val`` where one of them is no array."""

    def prepare(leaf, value):
        if not _is_target(leaf) or not _is_value(value):
            return None
        return _prepared("inplace_update", leaf, value, ensure_in_backend, keep_input_dtype)

    if modes.nestable and (is_container(x) or is_container(val)):
        return _update_leaves("inplace_update", x, val, prepare, lambda leaf, value: value)
    write = prepare(x, val)
    if write is None:
        return val
    write()
    return x


def augment(function: str, x, val, operation: Callable):
    """Write ``operation(x, val)`` over ``x`` and return it."""

    def prepare(leaf, value):
        if not _is_target(leaf):
            return None
        target = leaf if isinstance(leaf, Array) else Array(leaf)
        result = operation(target, value)
        if not same_kind(result.dtype, target.dtype):
            raise IvyDtypePromotionError(
                f"{function}: {result.dtype} is of a kind that {target.dtype} cannot hold"
            )
        return _prepared(function, leaf, result)

    if modes.nestable and (is_container(x) or is_container(val)):
        return _update_leaves(function, x, val, prepare, operation)
    write = prepare(x, val)
    if write is None:
        raise IvyTypeError(f"{function}: an array is needed, not {type(x).__name__}")
    write()
    return x


def _is_target(x) -> bool:
    # NumPy's scalars count as native arrays, but nobody can write into one
    return isinstance(x, Array) or backend_of(x) is not None and not isinstance(x, np.generic)


def _is_value(val) -> bool:
    return isinstance(val, Array) or backend_of(val) is not None


def _prepared(function, x, val, ensure_in_backend=False, keep_input_dtype=False) -> Callable:
    """Return what writes ``val`` into ``x``, if that can be done."""
    native = x
    if isinstance(x, Array):
        native = x._view.base._data if views.is_functional(x) else x._data
    backend = backend_for(native)
    if not backend.MUTABLE and not hasattr(native, "assign"):
        what = f"{backend.NAME}: {function}: {type(native).__name__} cannot be written in place; "
        if not isinstance(x, Array):
            raise InplaceUpdateException(what + "hold it in an Array")
        if ensure_in_backend:
            raise InplaceUpdateException(what + "leave ensure_in_backend out")
        if modes.inplace == "strict":
            raise InplaceUpdateException(what + "the mode is 'strict': set_inplace_mode('lenient')")
    target = x if isinstance(x, Array) else Array(x)
    if views.is_read_only(target):
        raise IvyValueError(f"{function}: assignment destination is read-only")
    check_inplace_sizes_valid(target, val)
    return functools.partial(_write, target, native, backend, val, keep_input_dtype)


def _write(target: Array, native, backend, val, keep_input_dtype) -> None:
    """Write into an Array whose memory, or whose base's, is ``native``."""
    value = read(val) if isinstance(val, Array) else val
    owner = backend_of(value)
    if owner != backend.NAME:
        value = backend.from_host(np.asarray(load_backend(owner).to_host(value)))
    if keep_input_dtype:
        value = backend.cast(value, native.dtype)
    variable = hasattr(native, "assign")  # of TensorFlow
    if not variable and not getattr(native, "requires_grad", False):
        views.write(target, value)
        return
    # a detached tensor shares memory and version counter with its origin, and takes writes
    memory = Array(backend.copy_native(native) if variable else native.detach())
    functional = views.is_functional(target)
    seen = views.functional_view(memory, target._view.stack, Array) if functional else memory
    views.write(seen, value if variable else value.detach())
    if variable:
        native.assign(memory._data)
        views.replace(target._view.base if functional else target, native)


def _update_leaves(function, x, val, prepare: Callable, replacement: Callable):
    """Update a Container and its leaves: all of them, or none if one cannot be.

    ``prepare`` returns what writes a value into a leaf, None for what is no array; such a leaf is
    exchanged for its ``replacement``.
    """
    if not is_container(x):
        raise IvyValueError(
            f"{function}: a Container was given as the values of {type(x).__name__}; allowed are "
            "an array, or a Container for a Container"
        )
    check_shared(x, val)
    writes = []

    def collect(target, values, chain):
        for key, leaf in target.items():
            value = dict.__getitem__(values, key) if is_container(values) else values
            here = (*chain, key)
            if is_container(leaf):
                collect(leaf, value, here)
                continue
            try:
                if is_container(value):
                    raise IvyValueError(f"{function}: a Container was given for a leaf")
                write = prepare(leaf, value)
                if write is None:
                    new = replacement(leaf, value)
                    write = functools.partial(dict.__setitem__, target, key, new)
                writes.append(write)
            except Exception as err:
                err.add_note(f"at key chain {'/'.join(map(str, here))!r}")
                raise

    collect(x, val, ())
    for write in writes:
        write()
    return x
