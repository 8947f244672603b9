"""Reading through an index: ``x[index]`` is a view for a basic index, else an array of its own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..backends.holder import Holder, held, read_or_padded
from ..backends.loading import backend_for, backend_of_class
from ..dtypes import HOST_SCALARS
from ..modes import current
from ..utils.exceptions import describe_error
from ..utils.tracebacks import replace_exception
from .indices import basic_lens, host_index, is_traced, native_index, places_on_host
from .memory import adopted, element_on_host, host_of, host_view, is_element
from .views import functional_view, like_of, memory_of, new_array, view_of_plain


def get_item(x: Holder, index, cls, scalar=None, refused: bool = False) -> object:
    """Return ``x[index]``.

    Parameters
    ----------
    x : Array
    index : anything that NumPy takes
        Arrays of any backend may stand in it, and ints of unknown value while a function is traced.
    cls : type
        Class of the result.
    scalar : callable, optional
        Makes an element of a native array without dimensions, or of NumPy's scalar where the memory
        is the host's; without it that is an array as well.
        An index of integers alone picks an element, which is copied.
    refused : bool, optional
        Whether the backend's ``get_native`` has been asked, and picks nothing.

    Raises
    ------
    IvyIndexError
        If the index does not fit, in NumPy's words.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> get_item(ivy.asarray([1, 2, 3]), slice(1, None), ivy.Array)
    ivy.array([2, 3])
    """
    try:
        picks_more = refused  # whether the index is known to pick more than one element
        if hasattr(x, "_view"):
            ops, data, shape = x._view.backend, None, x._view.shape
        else:
            data = x._data
            ops = backend_of_class(type(data))
            if ops.CAPABILITIES.native_views:
                if ops.CAPABILITIES.indexes_as_numpy:
                    kind = type(index)
                    picked = data[index if kind in _NUMPYS else native_index(index)]
                    if isinstance(picked, np.ndarray):
                        array = object.__new__(cls)
                        array._data = picked
                        return array
                    return scalar(picked) if scalar else new_array(cls, np.asarray(picked))
                picked = None if refused else ops.get_native(data, index)
                if picked is not None:
                    array = object.__new__(cls)
                    array._data = picked
                    return array
                found, picks_more = _index_on_host(ops, data, index, cls, scalar)
            else:
                found = _pick_by_array(ops, x, index, cls) if isinstance(index, Holder) else None
            if found is not None:
                return found
            shape = tuple(data.shape)
        if not picks_more and (scalar or current.host_execution):
            if type(index) is not slice and _picks_element(index, len(shape)):
                picked = element_on_host(x, ops, index)
                if picked is not None:
                    return _box_element(picked, ops, like_of(x), cls, scalar)
        lens = basic_lens(index, shape)
        if lens is None:
            return _index_by_arrays(ops, x, index, cls, scalar)
        if lens.shape == () and _is_index_of_ints(lens):
            return _read_element_by_kernel(ops, x, lens, cls, scalar)
        if data is None:
            return functional_view(x, lens, cls)
        if ops.CAPABILITIES.native_views:
            picked = ops.view_native(data, lens)
            if picked is not None:
                return new_array(cls, picked)
        return view_of_plain(x, lens, cls)
    except Exception as err:
        try:
            raise describe_error(err, (backend_for(memory_of(x)).NAME, "get_item"))
        except Exception as raised:
            replace_exception(raised, err)
            raise


_NUMPYS = frozenset({int, slice})  # classes of indices that NumPy takes as they are


def _pick_by_array(ops, x, index, cls) -> Holder | None:
    """Index memory on the host by one array; None where that takes a closer look."""
    places = places_on_host(ops, index) if current.host_execution else None
    host = None if places is None else host_of(x, ops)
    return None if host is None else new_array(cls, adopted(host[places], ops, x._data))


def _picks_element(index, axes: int) -> bool:
    """Return whether an index is of as many ints as there are axes: fewer pick a row."""
    if type(index) is not tuple:
        return axes < 2 and is_element(index)
    return len(index) == axes and is_element(index)


def _index_on_host(ops, data, index, cls, scalar: Callable | None):
    """Return (result, None if NumPy cannot take it; whether ``index`` is no slice, no element)."""
    if type(index) is slice:
        return None, False
    if not isinstance(index, Holder) and is_element(index):
        memory = ops.memory_on_host(data)
        if memory is not None and type(picked := memory[index]) is not np.ndarray:
            return _box_element(picked, ops, data, cls, scalar), False
        return None, False
    places = places_on_host(ops, index)
    memory = None if places is None else ops.memory_on_host(data)
    if memory is None:
        return None, True
    return new_array(cls, adopted(memory[places], ops, data)), True


def _box_element(picked, ops, like, cls, scalar: Callable | None):
    """Return an element read by NumPy: boxed, or by ``scalar``, NumPy's scalars as they are."""
    if scalar and type(picked) in HOST_SCALARS:
        return picked
    picked = adopted(picked, ops, like)
    return scalar(picked) if scalar else new_array(cls, picked)


def _is_index_of_ints(lens) -> bool:
    """Return whether an index is of integers alone: no slice, no new axis."""
    for entry in lens.raw:
        if type(entry) is not int:
            return False
    return True


def _read_element_by_kernel(ops, x, lens, cls, scalar: Callable | None):
    """Return a copy of the element that a lens of ints alone shows."""
    picked = ops.read_stack(held(x), (lens,), lens.starts)
    if ops.CAPABILITIES.mutable:
        picked = ops.copy_native(picked)
    return scalar(picked) if scalar else new_array(cls, picked)


def _index_by_arrays(ops, x, index, cls, scalar: Callable | None):
    """Index ``x`` by arrays (advanced indexing): return a new array, or a scalar of one element."""
    native = like_of(x)
    traced = is_traced(ops, native, index)
    if not traced and current.host_execution and not ops.CAPABILITIES.native_views:
        host = host_view(x, ops)
        if host is not None:
            found = host[host_index(index)]
            if scalar and type(found) in HOST_SCALARS:
                return found
            found = adopted(found, ops, native)
            return scalar(found) if found.shape == () and scalar else new_array(cls, found)
    data = read_or_padded(x)
    if traced or is_traced(ops, data, index):
        found = ops.get_traced(data, native_index(index))
    else:
        found = ops.get_advanced(data, host_index(index))
    # without dimensions, it has been picked by index arrays without any: an element
    return scalar(found) if found.shape == () and scalar else new_array(cls, found)
