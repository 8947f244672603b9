"""Writing values over whole arrays: first all that can be wrong is looked at, then it is done."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable

import numpy as np

from ivy_core.arrays import views
from ivy_core.arrays.array import Array
from ivy_core.arrays.write import overwrite
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, backend_of, load_backend
from ivy_core.binding.nestable import check_shared, is_container
from ivy_core.dtypes import same_kind
from ivy_core.modes import current as modes
from ivy_core.registry import handle_nestable, standalone
from ivy_core.utils.assertions import check_inplace_sizes_valid
from ivy_core.utils.exceptions import (
    InplaceUpdateException,
    IvyDtypePromotionError,
    IvyTypeError,
    IvyValueError,
)


@standalone
def inplace_update(
    x: Array,
    val: Array,
    /,
    *,
    ensure_in_backend: bool = False,
    keep_input_dtype: bool = False,
) -> Array:
    """Write the values of one array over those of another, in place; every alias sees them.

    Parameters
    ----------
    x : Array, any dtype
        Array to write into; it keeps its dtype. Of a Container every leaf is written into, and a
        leaf that is no array gives way to its new value.
    val: New values; they broadcast to the shape of ``x``. A Container has values for each leaf.
    ensure_in_backend : bool
        Whether the native array itself must be written into.
    keep_input_dtype : bool
        Whether ``val`` is cast to the dtype of ``x`` first. Arrays keep their dtype either way.

    Returns: ``x``; or ``val`` if one of the two is not an array.

    Raises
    ------
    InplaceUpdateException
        If the native array must be written into and cannot be: a JAX array or a TensorFlow tensor.
        It must be when it is given itself, with ``ensure_in_backend``, and in the mode 'strict' of
        :func:`set_inplace_mode`.
    IvyBroadcastShapeError
        If ``val`` does not fit ``x``.
    IvyValueError
        If ``x`` is read-only, or if Containers share no structure.

    Notes
    -----
    After an error ``x`` is as it was, with all its leaves. A PyTorch tensor that gradients are
    recorded for is written into without recording that; a TensorFlow variable is assigned to.

    References: NumPy, ``numpy.copyto``.

    >>> x = ivy.asarray([1, 2])
    >>> y = ivy.inplace_update(x, ivy.asarray([3, 4]))
    >>> x, y is x
    (ivy.array([3, 4]), True)
    """
    return _inplace_update(x, val, ensure_in_backend, keep_input_dtype)


@standalone
def inplace_increment(x: Array, val: Array) -> Array:
    """Add to an array in place, ``x += val``.

    Parameters
    ----------
    x, numeric: Array to write into. Of a Container every leaf is.
    val : Array or scalar
        What is added; it broadcasts to the shape of ``x``.

    Returns: ``x``.

    Raises
    ------
    IvyDtypePromotionError
        If the sum is of a kind that ``x`` cannot hold.
    InplaceUpdateException
        If the native array must be written into and cannot be: see :func:`inplace_update`.

    References: Python, ``operator.iadd``.

    >>> ivy.inplace_increment(ivy.asarray([1, 2]), ivy.asarray([10, 20]))
    ivy.array([11, 22])
    """
    return _inplace_operation("inplace_increment", x, val, operator.add)


@standalone
def inplace_decrement(x: Array, val: Array) -> Array:
    """Subtract from an array in place, ``x -= val``.

    Parameters
    ----------
    x, numeric: Array to write into. Of a Container every leaf is.
    val : Array or scalar
        What is subtracted; it broadcasts to the shape of ``x``.

    Returns: ``x``.

    Raises
    ------
    IvyDtypePromotionError
        If the difference is of a kind that ``x`` cannot hold.
    InplaceUpdateException
        If the native array must be written into and cannot be: see :func:`inplace_update`.

    References: Python, ``operator.isub``.

    >>> ivy.inplace_decrement(ivy.asarray([11, 22]), ivy.asarray([10, 20]))
    ivy.array([1, 2])
    """
    return _inplace_operation("inplace_decrement", x, val, operator.sub)


@standalone
def inplace_arrays_supported() -> bool:
    """Return whether the backend's native arrays can be written in place.

    Returns: bool

    References: Array API standard 2024.12, "Copy-view behavior and mutability".

    >>> with ivy.with_backend("numpy"):
    ...     ivy.inplace_arrays_supported()
    True
    """
    return active_backend((), {}).CAPABILITIES.mutable


@standalone
def inplace_variables_supported() -> bool:
    """Return whether the backend has variables that can be written in place.

    Returns: bool

    References: TensorFlow, ``tf.Variable``.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.inplace_variables_supported()
    True
    """
    backend = active_backend((), {})
    return backend.CAPABILITIES.mutable or backend.CAPABILITIES.assignable


@standalone
@handle_nestable
def supports_inplace_updates(x: Array, /) -> bool:
    """Return whether an array can be written in place; an Array always can.

    Parameters
    ----------
    x : Array or native array

    Returns: bool

    References: Array API standard 2024.12, "Copy-view behavior and mutability".

    >>> ivy.supports_inplace_updates(ivy.asarray([1]))
    True
    """
    if isinstance(x, Array):
        return True
    if backend_of(x) is None:
        raise IvyValueError(f"supports_inplace_updates: an array is needed, not {x!r}")
    return backend_for(x).CAPABILITIES.mutable or backend_for(x).is_assignable(x)


@standalone
@handle_nestable
def assert_supports_inplace(x: Array, /) -> bool:
    """Return True if an array can be written in place, else raise.

    Parameters
    ----------
    x : Array or native array

    Returns: true.

    Raises: InplaceUpdateException if it cannot be written in place.

    References: Array API standard 2024.12, "Copy-view behavior and mutability".

    >>> ivy.assert_supports_inplace(ivy.asarray([1]))
    True
    """
    if not supports_inplace_updates(x):
        raise InplaceUpdateException(f"{type(x).__name__} cannot be written in place")
    return True


def _inplace_update(x, val, ensure_in_backend: bool, keep_input_dtype: bool):
    """Write ``val`` over ``x`` and return it; if one of them is no array, return ``val``."""

    def prepare(leaf, value):
        if not _is_writable_array(leaf) or not _is_any_array(value):
            return None
        return _writer_of_value("inplace_update", leaf, value, ensure_in_backend, keep_input_dtype)

    if modes.nestable and (is_container(x) or is_container(val)):
        return _update_leaves("inplace_update", x, val, prepare, lambda leaf, value: value)
    write = prepare(x, val)
    if write is None:
        return val
    write()
    return x


def _inplace_operation(function: str, x, val, operation: Callable):
    """Write ``operation(x, val)`` over ``x``, an array or Container, and return it; or raise."""

    def prepare(leaf, value):
        if not _is_writable_array(leaf):
            return None
        target = leaf if isinstance(leaf, Array) else Array(leaf)
        result = operation(target, value)
        if not same_kind(result.dtype, target.dtype):
            raise IvyDtypePromotionError(
                f"{function}: {result.dtype} is of a kind that {target.dtype} cannot hold"
            )
        return _writer_of_value(function, leaf, result)

    if modes.nestable and (is_container(x) or is_container(val)):
        return _update_leaves(function, x, val, prepare, operation)
    write = prepare(x, val)
    if write is None:
        raise IvyTypeError(f"{function}: an array is needed, not {type(x).__name__}")
    write()
    return x


def _is_writable_array(x) -> bool:
    """Return whether ``x`` is an Array or a native array, read-only or not; no NumPy scalar."""
    return isinstance(x, Array) or backend_of(x) is not None and not issubclass(type(x), np.generic)


def _is_any_array(val) -> bool:
    return isinstance(val, Array) or backend_of(val) is not None


def _writer_of_value(function, x, val, ensure_in_backend=False, keep_input_dtype=False) -> Callable:
    """Return a function that writes ``val`` into ``x``; raise if that cannot be done."""
    native = x
    if isinstance(x, Array):
        native = x._view.base._data if views.is_functional(x) else x._data
    backend = backend_for(native)
    if not backend.CAPABILITIES.mutable and not backend.is_assignable(native):
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
    return functools.partial(_write_native_value, target, native, backend, val, keep_input_dtype)


def _write_native_value(target: Array, native, backend, val, keep_input_dtype) -> None:
    """Convert ``val`` to the target's backend and dtype, and write it over ``target``."""
    value = read(val) if isinstance(val, Array) else val
    owner = backend_of(value)
    if owner != backend.NAME:
        value = backend.from_host(np.asarray(load_backend(owner).to_host(value)))
    if keep_input_dtype:
        value = backend.cast(value, native.dtype)
    overwrite(target, value)


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
