"""The one place that changes what an existing array holds.

``x[i] = v``, ``x += y``, ``out=``, ``x.data = native``, ``x.shape = ...``, ``resize``,
``inplace_update``: all of them end here. How a backend writes fast (NumPy's own assignment, kernels
of JAX that take over an unshared buffer, TensorFlow's updates of parts) is a strategy behind these
functions. A function has written, or it has not and raises: never half of it, and a native call
that may have written is never made again.

Who must see each write (a version counter, a tape, a trace that carries what its body writes) puts
an :class:`Observer` into :data:`observer`, or uses :func:`observed_by`. Without one a write costs a
look at that variable more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from typing import Any, Protocol

import numpy as np

from ..backends.common import outer_writes
from ..backends.common.memory import PLAIN, put
from ..backends.common.shapes import check_fits, check_int_fits, fits
from ..backends.holder import Holder, held, read, ties, waiting
from ..backends.loading import backend_for, backend_of, backend_of_class
from ..dtypes import as_dtype, same_kind
from ..modes import current
from ..utils.exceptions import (
    InplaceUpdateException,
    IvyBroadcastShapeError,
    IvyDtypePromotionError,
    IvyTypeError,
    IvyValueError,
    describe_error,
)
from ..utils.tracebacks import replace_exception
from .indices import (
    array_of,
    basic_lens,
    host_index,
    is_plainly_basic,
    is_traced,
    native_index,
    places_on_host,
)
from .lenses import Index, Real, bitcast, last_recast
from .memory import (
    forget_memory,
    is_element,
    store_on_host,
    update_on_host,
    write_element,
    write_on_host,
    write_part,
    writing,
)
from .outside import OutsideMemory
from .placing import placed_like
from .policy import FILLED_BYTES, MASKED_ELEMENTS
from .views import (
    View,
    functional_view,
    is_functional,
    is_item_of,
    is_read_only,
    memory_of,
    never_traced,
    new_array,
    read_through,
    refitted,
)


class Observer(Protocol):
    """Object that is told of each write: a version counter, a tape, a trace.

    ``base`` is the array whose data change: that of a functional view, else the array that is
    written to. Native views (on NumPy and PyTorch) are arrays of their own: other arrays may share
    the memory of ``base``. ``lenses`` lead from the base to the elements that are written; empty,
    they are all. ``index`` is an advanced index into what the lenses show; None if there is none.

    The functions run outside of any protection: what they raise before a write prevents it.
    """

    def before_write(self, base: Any, lenses: tuple, index: Any) -> None:
        """Look at the data that are about to change: ``base.data`` still gives them.

        A reference to them that is kept has the backend write into a copy.
        """

    def after_write(self, base: Any, lenses: tuple, index: Any) -> None:
        """Look at the data as they are now; not called if the write has failed."""

    def carries(self, base: Any) -> bool:
        """Return whether a traced value may go into an array made outside of the trace.

        Who answers True must put other data into the base before the trace ends
        (:func:`replace`); for anybody else such a write is an error.
        """


observer: Observer | None = None


@contextlib.contextmanager
def observed_by(who: Observer | None) -> Iterator[None]:
    """Let an observer be told of each write of the process within a ``with`` block.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> class Versions(dict):
    ...     def before_write(self, base, lenses, index):
    ...         pass
    ...     def after_write(self, base, lenses, index):
    ...         self[id(base)] = self.get(id(base), 0) + 1
    ...     def carries(self, base):
    ...         return False
    >>> x, versions = ivy.asarray([1, 2, 3]), Versions()
    >>> with observed_by(versions):
    ...     x[0] = 5
    ...     x += 1
    >>> versions[id(x)]
    2
    """
    global observer
    previous, observer = observer, who
    try:
        yield
    finally:
        observer = previous


def _write_with_observer(x: Holder, lenses: tuple, index, call: Callable, *args):
    """Return ``call(*args)``, a write; tell the observer, at ``lenses`` beyond those of ``x``."""
    seen, base = observer, x
    if hasattr(x, "_view"):
        base, lenses = x._view.base, (*x._view.stack, *lenses)
    seen.before_write(base, lenses, index)
    result = call(*args)
    seen.after_write(base, lenses, index)
    return result


# Over a whole array


def store(target: Holder, value, exact: bool = False) -> None:
    """Write a native value (or Python scalar) over the whole of ``target``, in ``target``'s dtype.

    Parameters
    ----------
    target : Array
        Plain array or view of any kind; every alias of it sees the new values.
    value : native array or scalar
        Broadcasts to the target's shape; with ``exact`` the shapes must be equal.

    Raises
    ------
    IvyBroadcastShapeError
        If the value does not fit; the target is as it was.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2, 3])
    >>> store(x[1:], 7)
    >>> x
    ivy.array([1, 7, 7])
    """
    functional = hasattr(target, "_view")
    wanted = target._view.shape if functional else tuple(target._data.shape)
    given = tuple(getattr(value, "shape", ()))
    if given != wanted and not (not exact and fits(given, wanted)):
        raise IvyBroadcastShapeError(
            f"inplace_update: cannot write a value of shape {given} into shape {wanted}"
        )
    if functional and target._view.read_only:
        raise IvyValueError("assignment destination is read-only")
    if observer is None:
        _store_value(target, value, wanted)
    else:
        _write_with_observer(target, (), None, _store_value, target, value, wanted)


def _store_value(target: Holder, value, shape: tuple[int, ...]) -> None:
    """Write a native value, cast and broadcast, into what ``target`` shows; no observer is told."""
    if hasattr(target, "_view"):
        _store_through_view(target._view, value)
        return
    native = target._data
    ops = backend_of_class(type(native))
    if ops.CAPABILITIES.mutable:
        ops.assign(native, value)
    elif not (current.host_execution and store_on_host(target, ops, value)):
        replace(target, placed_like(ops.fitted(value, native.dtype, shape), target))


def _store_through_view(view: View, value) -> None:
    """Write a value that fits the view's shape through the view's lenses to its base."""
    base, stack = view.base, view.stack
    if view.read_only:
        raise IvyValueError("assignment destination is read-only")
    with writing:
        # no local name for the base's data: JAX writes into a buffer without other references
        ops = view.backend
        if current.host_execution and not ops.CAPABILITIES.mutable:
            if write_on_host(base, ops, stack, ..., value, view.shape):
                return
        if len(stack) > 1 or type(stack[0]) is not Index:
            at = last_recast(stack)
            if at is not None:
                _store_through_recast(base, stack, at, value)
                return
        new = ops.write_stack(base, stack, view.starts, value, view.shape)
        if ops.CAPABILITIES.mutable:
            ops.assign(base._data, new)
        else:
            replace(base, new)


def _store_through_recast(base: Holder, stack: tuple, at: int, value) -> None:
    """Write through a change of dtype: the value is cast to the dtype that the view shows."""
    cls, before, after = type(base), stack[: at + 1], stack[at + 1 :]
    seen = new_array(cls, read_through(base, before))
    _store_through_lenses(seen, after, value)
    if type(stack[at]) is Real:
        _store_through_view(functional_view(base, before, cls)._view, read(seen))
    else:
        _store_through_lenses(base, stack[:at], bitcast(read(seen), stack[at].before))


def _store_through_lenses(x: Holder, lenses: tuple, value) -> None:
    """Write a native value through ``lenses`` (none: to all of ``x``); no observer is told."""
    if lenses:
        _store_through_view(functional_view(x, lenses, type(x))._view, value)
    else:
        _store_value(x, value, tuple(x._data.shape))


def store_in_place(target: Holder, result: Holder, function: str) -> None:
    """Write the result of an augmented assignment, ``x += y``; it may not need a wider dtype.

    Parameters
    ----------
    target, result : Array
    function : str
        Name of the function that was computed, for what is said.

    Raises
    ------
    IvyDtypePromotionError
        If the dtype of the result is of another kind than the target's.
    IvyBroadcastShapeError
        If the result has another shape.
    """
    if not same_kind(result.dtype, target.dtype):
        raise IvyDtypePromotionError(
            f"{function}: cannot write {result.dtype} in place into {target.dtype}"
        )
    if result.shape != target.shape:
        raise IvyBroadcastShapeError(
            f"{function}: the result has shape {result.shape}, which does not fit in place into "
            f"{target.shape}"
        )
    store(target, held(result))


def adopt_result(target: Holder, result: Holder) -> bool:
    """Give ``target`` the values of a fresh ``result`` of its own dtype and shape.

    Where arrays are immutable nothing is copied: the target holds the result's buffer from now on,
    and the caller does not use the result any more. Elsewhere the values are written into the
    target's memory; a functional view puts them into its base.

    Returns
    -------
    bool
        Whether that was possible; if not, nothing has changed, and :func:`store` casts and copies.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("jax"):
    ...     x = ivy.asarray([1.0, 2.0])
    ...     adopt_result(x, x + 1), adopt_result(x, ivy.asarray([1, 2]))
    (True, False)
    """
    if type(target) is not type(result) or hasattr(result, "_view"):
        return False
    new = result._data
    cls = type(new)
    if not hasattr(target, "_view"):
        old = target._data
        if not (type(old) is cls or _are_interchangeable(type(old), cls)):
            return False
        if old.dtype != new.dtype or old.shape != new.shape:
            return False
        # a variable of TensorFlow, which keeps its identity, is of another class than results
        ops = backend_of_class(cls)
        change, changed = (ops.assign, old) if ops.CAPABILITIES.mutable else (replace, target)
        if observer is None:
            change(changed, new)
        else:
            _write_with_observer(target, (), None, change, changed, new)
        return True
    view = target._view
    if view.read_only or tuple(new.shape) != view.shape:
        return False
    if not (type(view.base._data) is cls or _are_interchangeable(type(view.base._data), cls)):
        return False
    if len(view.stack) > 1 or type(view.stack[0]) is not Index:
        return False  # a lens may change the dtype
    if view.base._data.dtype != new.dtype:
        return False
    if observer is None:
        _store_through_view(view, new)
    else:
        _write_with_observer(target, (), None, _store_through_view, view, new)
    return True


def store_fresh(target: Holder, native) -> None:
    """Write a native array that is never written to over the whole of ``target``.

    Where arrays are immutable a target of its own dtype and shape holds it from now on, without a
    copy, and so does the base of a view that shows all of it as it is; else it is written as by
    :func:`store`.

    Examples
    --------
    >>> import numpy
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1.0, 2.0])
    >>> store_fresh(x, numpy.zeros(2, dtype="float32"))
    >>> x
    ivy.array([0., 0.])
    """
    base = target
    if hasattr(target, "_view"):
        view = target._view
        base = view.base if view.shows_all() else None
    if observer is not None or base is None:
        store(target, native)
        return
    old, kind = base._data, type(native)
    if (
        (type(old) is kind or _are_interchangeable(type(old), kind))
        and old.dtype == native.dtype
        and old.shape == native.shape
        and not backend_of_class(kind).CAPABILITIES.mutable
    ):
        on_host = kind in waiting and type(old) in waiting  # neither lies in parts
        replace(base, native if on_host else placed_like(native, base))
    else:
        store(target, native)


def update_view(target: Holder, core: str, update: np.ufunc, value) -> bool:
    """Write ``update(target, value)`` over what a functional view shows, on the host's memory.

    Parameters
    ----------
    target : Array
        A functional view.
    core : str
        Name of the function.
    update : numpy.ufunc
        That of NumPy's which computes it.
    value : Array or scalar

    Returns
    -------
    bool
        False, and nothing is written, where the backend does not have NumPy compute such a call, or
        where the base owns no memory.
    """
    view = target._view
    base = view.base
    if observer is not None or type(base) is OutsideMemory or not current.host_execution:
        return False
    # no name for the data of the base: what refers to them is counted
    if view.read_only or len(view.stack) > 1 or type(base._data) not in waiting:
        return False
    lens, ops = view.stack[0], backend_of_class(type(base._data))
    if type(lens) is not Index or lens.unknown or not lens.shape:
        return False
    may_update = getattr(ops.implementations.get(core), "updates_memory", None)
    if may_update is None:
        return False
    if isinstance(value, Holder):
        value = held(value)
        if type(value) not in waiting:
            return False
        value = ops.memory_on_host(value)
        if value is None:
            return False
    if not may_update(lens.shape, base._data.dtype, value):
        return False
    return update_on_host(base, ops, view.stack, update, value)


def _are_interchangeable(one: type, other: type) -> bool:
    """Return whether native data of one class may replace data of the other in an Array.

    So it is with what stands for an array of a framework; a variable keeps its identity.
    """
    return (one in waiting or other in waiting) and backend_of_class(one) is backend_of_class(other)


# Through an index


def store_item(x: Holder, index, value) -> None:
    """Write ``x[index] = value``; every alias of ``x`` sees it.

    Parameters
    ----------
    x : Array
    index : anything that NumPy takes
        Arrays of any backend may stand in it, and ints of unknown value while a function is traced.
    value : Array, native array, scalar, or (nested) list of those
        The view ``x[index]`` itself means that it has been written already: ``x[index] += y``.

    Raises
    ------
    IvyIndexError, IvyBroadcastShapeError, IvyValueError
        If the index or the value does not fit, or the array is read-only; it is as it was.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1, 2, 3])
    >>> store_item(x, slice(1, None), [5, 6])
    >>> x
    ivy.array([1, 5, 6])
    """
    try:
        if isinstance(value, Holder):
            if observer is not None:
                _refuse_complex_number(x, value)
            if hasattr(value, "_view"):
                if is_item_of(value, x, index):
                    return
            try:
                value = value._data
            except AttributeError:
                value = value._view.read(value)
        elif type(value) is list or type(value) is tuple:
            value = array_of(value)
        if observer is not None:
            _store_item_observed(x, index, value)
        elif hasattr(x, "_view"):
            _store_item_of_view(x, index, value)
        else:
            ops = backend_of_class(type(x._data))
            if not ops.CAPABILITIES.native_views:
                _replace_data_with_item(ops, x, index, value)
            elif ops.CAPABILITIES.indexes_as_numpy:
                kind = type(index)
                x._data[index if kind is int or kind is slice else native_index(index)] = value
            else:
                _assign_native_item(ops, x._data, index, value)
    except Exception as err:
        try:
            raise describe_error(err, (backend_for(memory_of(x)).NAME, "set_item"))
        except Exception as raised:
            replace_exception(raised, err)
            raise


def _refuse_complex_number(x: Holder, value: Holder) -> None:
    """Raise TypeError for a traced complex number of Python's that is written to real numbers."""
    if getattr(value, "python_type", None) is complex and x.dtype.kind in "iuf":
        (float if x.dtype.kind == "f" else int)(1j)  # Python's own error


def store_number(x: Holder, index, value) -> bool:
    """Write a number where ints, slices or arrays point in an array that is no functional view.

    Returns
    -------
    bool
        False, and nothing is written, where it takes more than NumPy and memory on the host.
    """
    if type(value) not in PLAIN or observer is not None or not current.host_execution:
        return False
    if not hasattr(x, "_data") or hasattr(x, "_view"):
        return False
    ops = backend_of_class(type(x._data))
    if ops.CAPABILITIES.native_views:
        if type(index) is not int and not (is_plainly_basic(index) or is_element(index)):
            index = places_on_host(ops, index)
            if index is None:
                return False
        return not ops.is_read_only(x._data) and ops.put_on_host(x._data, index, value)
    if isinstance(index, Holder):
        if not hasattr(x, "_memory"):
            return _fill_in_small_copy(ops, x, held(index), value)
        places = places_on_host(ops, index)
        is_small = places is not None and places.nbytes <= FILLED_BYTES
        return is_small and _fill_on_memory(ops, x, places, value)
    if not is_element(index):
        return is_plainly_basic(index) and _fill_on_memory(ops, x, index, value)
    if write_element(x, ops, index, value):
        return True
    with writing:
        return write_on_host(x, ops, (), index, value)


def store_view(x: Holder, index, value: Holder) -> bool:
    """Write an array where a native view, or index arrays, lie on the memory of another.

    Returns
    -------
    bool
        False, and nothing is written, where it takes more: a cast, a broadcast, a lens. True as
        well if the value is the view ``x[index]`` itself, which shows what it is assigned.
    """
    if hasattr(value, "_view"):
        # `x[1:] += y` has written to the view `x[1:]` before it is assigned
        if is_plainly_basic(index) and is_item_of(value, x, index):
            return True
        if type(getattr(value, "_data", None)) not in waiting:
            return False
    if observer is not None or hasattr(x, "_view"):
        return False
    given = value._data
    if type(given) in waiting:
        # without a name for the data of `x`: what refers to them is counted
        ops, kind = backend_of_class(type(x._data)), type(index)
        if isinstance(index, Holder):
            index = places_on_host(ops, index)
            if index is None:
                return False
        elif kind not in _PARTS and not _has_slice(index):
            return False
        return current.host_execution and write_part(x, ops, index, given)
    native = x._data
    ops = backend_of_class(type(native))
    if type(given) is not type(native) or not ops.CAPABILITIES.native_views:
        return False
    if given.dtype is not native.dtype or ops.is_read_only(native):
        return False
    if isinstance(index, Holder):
        places = places_on_host(ops, index) if current.host_execution else None
        return places is not None and ops.put_on_host(native, places, given)
    whole = index is Ellipsis
    if type(index) is slice and native.ndim:  # no `==`: a bound may be a traced array
        whole = index.start is index.stop is index.step is None
    target = native if whole else ops.get_native(native, index)
    if target is None or target.shape != given.shape:
        return False
    ops.copy_into(target, given)
    return True


def _has_slice(index) -> bool:
    """Return whether an index is a tuple of slices, one at least, ints, None and Ellipsis."""
    return (
        type(index) is tuple and slice in map(type, index) and _ENTRIES.issuperset(map(type, index))
    )


_PARTS = frozenset({int, slice})
_ENTRIES = frozenset({int, slice, type(None), type(Ellipsis)})


def _store_item_observed(x: Holder, index, value) -> None:
    """Write ``x[index] = value`` and tell the observer before and after it."""
    shape = x._view.shape if hasattr(x, "_view") else tuple(x._data.shape)
    lens = basic_lens(index, shape)
    lenses, advanced = ((), index) if lens is None else ((lens,), None)
    _write_with_observer(x, lenses, advanced, _store_item, x, index, value)


def _store_item(x: Holder, index, value) -> None:
    """Write ``x[index] = value`` as it is computed; no observer is told."""
    if hasattr(x, "_view"):
        _store_item_of_view(x, index, value)
        return
    ops = backend_of_class(type(x._data))
    if not ops.CAPABILITIES.native_views:
        _replace_data_with_item(ops, x, index, value)
    elif ops.CAPABILITIES.indexes_as_numpy:
        x._data[native_index(index)] = value
    else:
        _assign_native_item(ops, x._data, index, value)


def _assign_native_item(ops, native, index, value) -> None:
    """Write into native memory of a framework whose indexing differs from NumPy's."""
    if ops.is_read_only(native):
        raise ValueError("assignment destination is read-only")  # what broadcast_to gives
    hosted = current.host_execution
    if hosted:
        if type(value) in PLAIN and is_element(index):
            if ops.put_on_host(native, index, value):
                return
        else:
            places = places_on_host(ops, index)
            if places is not None and ops.put_on_host(native, places, value):
                return
    lens = basic_lens(index, tuple(native.shape))
    if lens is not None:
        if getattr(value, "shape", None) != lens.shape:
            check_fits(value, lens.shape)
        # ints alone pick an element, not a view
        raw = lens.raw if lens.shape or Ellipsis in lens.raw else (*lens.raw, Ellipsis)
        if not (hosted and ops.put_on_host(native, raw, value)):
            ops.assign_lens(native, lens, value)
    elif is_traced(ops, native, index, value):
        ops.set_traced(native, native_index(index), value)
    else:
        index = host_index(index)
        if not (hosted and type(value) in PLAIN and ops.put_on_host(native, index, value)):
            ops.set_advanced(native, index, value)


def _replace_data_with_item(ops, x: Holder, index, value) -> None:
    """Write an item by giving an Array of immutable native memory new data."""
    with writing:
        hosted = current.host_execution
        if hosted and type(value) in PLAIN and is_element(index):
            if write_element(x, ops, index, value) or write_on_host(x, ops, (), index, value):
                return
        shape = tuple(x._data.shape)
        if type(value) is int and not 0 <= value < 128:
            check_int_fits(value, as_dtype(x._data.dtype))
        lens = basic_lens(index, shape)
        if lens is not None:
            check_fits(value, lens.shape)
            if not (hosted and write_on_host(x, ops, (lens,), ..., value)):
                replace(x, ops.write_stack(x, (lens,), lens.starts, value, lens.shape))
        elif is_traced(ops, x._data, index, value):
            replace(x, ops.set_traced(x._data, native_index(index), value))
        else:
            index = host_index(index)
            hosted = hosted and not _is_large_masked_fill(ops, x._data, index, value)
            if not (hosted and write_on_host(x, ops, (), index, value)):
                replace(x, ops.set_advanced(x._data, index, value))


def _fill_in_small_copy(ops, x: Holder, mask, value) -> bool:
    """Write a number where a mask is true by giving a small array a copy; False if it takes more.

    That takes half as long as to give the array memory of its own, which a mask seldom fills twice.
    """
    if hasattr(x, "_memory"):
        return False
    native = x._data
    if type(native) not in waiting or type(mask) not in waiting or not mask.ndim:
        return False
    if mask.shape != native.shape:
        return False
    with writing:
        host, where = ops.memory_on_host(native), ops.memory_on_host(mask)
        if host is None or where is None or host.nbytes > FILLED_BYTES or not ops.is_eager():
            return False
        if where.dtype.kind != "b":
            return False
        if type(value) is int and not 0 <= value < 128:
            check_int_fits(value, as_dtype(native.dtype))
        made = host.copy()
        put(made, where, value)
        replace(x, ops.taken_from_host(made, native))
    return True


def _fill_on_memory(ops, x: Holder, index, value) -> bool:
    """Write a number where NumPy's index points in an array with memory; False if it takes more.

    What does not fit is left to the general way as well, which says it in its words.
    """
    try:
        return write_element(x, ops, index, value)
    except (IndexError, TypeError, ValueError, OverflowError):  # before anything is written
        return False


def _is_large_masked_fill(ops, native, index, value) -> bool:
    """Return whether a mask of many elements gets one value: a kernel does that on all cores."""
    return (
        type(index) is np.ndarray
        and index.dtype == np.bool_
        and index.size > MASKED_ELEMENTS
        and index.shape == native.shape
        and type(value) in PLAIN
        and not ops.CAPABILITIES.versioned  # which writes in place
        and ops.is_worth_compiling("mask", native, ())
    )


def _store_item_of_view(x: Holder, index, value) -> None:
    """Write ``x[index] = value`` of a functional view to its base; raise if it is read-only."""
    view = x._view
    if view.read_only:  # NumPy says so before it looks at the index
        raise IvyValueError("assignment destination is read-only")
    if type(value) is int and not 0 <= value < 128:
        check_int_fits(value, as_dtype(held(x).dtype))
    lens = basic_lens(index, view.shape)
    if lens is not None:
        check_fits(value, lens.shape)
        stack, starts = (*view.stack, lens), view.starts + lens.starts
        _store_through_view(View(view.base, stack, lens.shape, starts, False), value)
        return
    with writing:
        base = view.base
        ops = view.backend
        if current.host_execution and not ops.CAPABILITIES.mutable:
            if not is_traced(ops, base._data, index, value):
                if write_on_host(base, ops, view.stack, host_index(index), value):
                    return
        data = read(x)
        if ops.CAPABILITIES.mutable:
            data = ops.copy_native(data)  # what the view has read is the base's, or is kept
        if is_traced(ops, data, index, value):
            new = ops.set_traced(data, native_index(index), value)
        else:
            new = ops.set_advanced(data, host_index(index), value)
        _store_through_view(view, new)


# Native calls that write by themselves


def write_natively(targets: Iterable[Holder], function: Callable, *args, **kwargs):
    """Call a native function that writes into the memory of plain arrays, once.

    For a framework's own ``out=`` and augmented assignments. A hot path may call the function
    itself where :data:`observer` is None.

    Parameters
    ----------
    targets : iterable of Array
        Those whose memory is written to.
    function : callable
    *args, **kwargs
        What it is called with.

    Returns
    -------
    object
        What the function returns.

    Examples
    --------
    >>> import operator
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("numpy"):
    ...     x = ivy.asarray([1, 2])
    ...     _ = write_natively((x,), operator.iadd, x.data, 10)
    ...     x
    ivy.array([11, 12])
    """
    told = observer
    if told is None:
        return function(*args, **kwargs)
    for target in targets:
        told.before_write(target, (), None)
    result = function(*args, **kwargs)
    for target in targets:
        told.after_write(target, (), None)
    return result


def overwrite(target: Holder, value) -> None:
    """Write over a whole array also where the framework records what is done to its memory.

    A PyTorch tensor that needs gradients is written without a record, a TensorFlow variable is
    assigned to. ``value`` is native, of the target's backend.
    """
    native = memory_of(target)
    ops = backend_for(native)
    variable = ops.is_assignable(native)
    if not ops.needs_gradient(native):
        store(target, value)
    elif observer is None:
        _overwrite_untracked(target, native, variable, value)
    else:
        _write_with_observer(
            target, (), None, _overwrite_untracked, target, native, variable, value
        )


def _overwrite_untracked(target: Holder, native, variable: bool, value) -> None:
    """Write a value without a gradient record: to detached memory, or to a variable."""
    # a detached tensor shares memory and version counter with its origin, and takes writes
    copied = backend_for(native).copy_native(native) if variable else native.detach()
    memory = new_array(type(target), copied)
    _store_through_lenses(
        memory,
        target._view.stack if is_functional(target) else (),
        value if variable else value.detach(),
    )
    if variable:
        backend_for(native).assign(native, memory._data)
        replace(target._view.base if is_functional(target) else target, native)


# What an array holds, exchanged


def replace(base: Holder, native) -> None:
    """Give a base other data of the same shape; its views will read again. No observer is told.

    A TensorFlow variable is assigned to.

    Raises
    ------
    InplaceUpdateException
        If the data belong to a function that is being traced, and the base to its outside.
    """
    cls = type(native)
    old = base._data
    if cls not in never_traced or cls is not type(old) and type(old) not in waiting:
        ops = backend_of_class(type(old)) or backend_for(old)
        if cls is not type(old) and ops.is_assignable(old):
            ops.assign(old, native)
            native = old
        else:
            _check_trace_does_not_leak(base, native)
    base._data = native
    if hasattr(base, "_memory"):
        forget_memory(base)
    try:
        views = base._views
    except AttributeError:
        return  # it never had a functional view
    views.empty()


def replace_all(bases: Iterable[Holder], natives: Iterable) -> None:
    """Give several bases other data, one each; there may be more data than bases."""
    for base, native in zip(bases, natives, strict=False):
        if (
            type(native) is not type(base._data)
            or hasattr(base, "_views")
            or hasattr(base, "_memory")
            or type(native) not in never_traced
        ):
            replace(base, native)
        else:
            base._data = native


def settle(x: Holder) -> None:
    """Put the framework's own array into the slot of what stands for it: the same elements."""
    if type(x) is not OutsideMemory:  # others may have written there since it was read
        x._data = x._data.settled()


def are_plain(arrays: Iterable[Holder]) -> bool:
    """Return whether arrays are their data alone: no views, without any, and without memory.

    They stay so while ``ties.count`` stays what it is.
    """
    arrays = list(arrays)
    # in C: half of what a comprehension takes, of a hundred arrays
    if any(map(hasattr, arrays, repeat("_view"))) or any(map(hasattr, arrays, repeat("_memory"))):
        return False
    return all(x._views.are_gone() for x in arrays if hasattr(x, "_views"))


def replace_plain(bases: Iterable[Holder], natives: Iterable) -> None:
    """Give bases that :func:`are_plain` other data, none of it of a trace; nothing else is told."""
    for base, native in zip(bases, natives, strict=False):
        base._data = native


def _check_trace_does_not_leak(base: Holder, new) -> None:
    """Raise if ``new`` is of a trace and ``base`` is not; note a write within one trace."""
    ops = backend_of_class(type(new)) or backend_for(new)
    if not ops.is_tracer(new):
        never_traced.add(type(new))
    elif not ops.in_one_trace(base._data, new):
        if observer is not None and observer.carries(base):
            return
        raise InplaceUpdateException(
            "an array made outside of a traced function was written to inside: it would keep what "
            "has no value outside; pass the array as an argument, and return it"
        )
    else:
        outer_writes.note(base, replace, observer is not None)


def set_data(x: Holder, native) -> None:
    """Set the data of ``x`` to a native array: ``x.data = native``.

    A native array of the same shape and data type is written over the present one, which every
    alias shares. Any other replaces it; then the functional views read through their lenses,
    where these still give the shapes that the views have.

    Parameters
    ----------
    x : Array
        A functional view writes through to its base, and takes nothing of another shape.
    native : native array or Array

    Raises
    ------
    IvyTypeError
        If it is none.
    IvyBroadcastShapeError
        If ``x`` is a functional view of another shape.
    """
    native = read(native) if isinstance(native, Holder) else native
    if backend_of(native) is None:
        raise IvyTypeError(f"data must be a native array, not {type(native).__name__}")
    if hasattr(x, "_view") or _is_overwritten_in_place(x, native):
        store(x, native, exact=True)
    elif observer is None:
        _replace_data_and_refit_views(x, native)
    else:
        _write_with_observer(x, (), None, _replace_data_and_refit_views, x, native)


def _is_overwritten_in_place(x: Holder, native) -> bool:
    """Return whether ``native`` fits over the writable memory of ``x``: class, dtype and shape."""
    held = x._data
    same = type(held) is type(native) or _are_interchangeable(type(held), type(native))
    same = same or backend_for(held).is_assignable(held)
    return (
        same
        and held.dtype == native.dtype
        and tuple(held.shape) == tuple(native.shape)
        and not is_read_only(x)
    )


def _replace_data_and_refit_views(x: Holder, native) -> None:
    """Set the native data of ``x``; its live views show the new data from now on."""
    x._data = native
    forget_memory(x)
    if hasattr(x, "_views"):
        x._views.empty()
        for view in x._views.live():
            view._view = refitted(view._view)


def rebind(x: Holder, other: Holder) -> None:
    """Make ``x`` the view, or the array, that ``other`` is: ``x.shape = ...``, ``x.dtype = ...``.

    ``other`` shows elements of ``x``, and is given up.
    """
    if observer is None:
        _rebind_to_other(x, other)
    else:
        _write_with_observer(x, (), None, _rebind_to_other, x, other)


def _rebind_to_other(x: Holder, other: Holder) -> None:
    """Make ``x`` hold the data of ``other``, or be the view that it is."""
    forget_memory(x)
    ties.count += 1
    if not hasattr(other, "_view"):
        x._data = other._data
        return
    view = other._view
    if view.base is x:
        # a base cannot be a view of itself: a hidden array becomes the base
        root = new_array(type(x), x._data)
        root._views = x._views
        for alias in root._views.live():
            alias._view.base = root
        del x._views
        view.base = root
    x._view = view
    if hasattr(x, "_data"):
        del x._data
        # x may have been a view of this base before, which has been read
        refs = view.base._views
        refs.fresh = [ref for ref in refs.fresh if ref() is not x]
    view.base._views.add(x)


def swap_view(x: Holder, view: View) -> View:
    """Replace the lenses of a view by others of the same shape; return the former view."""
    before, x._view = x._view, view
    return before


def detach_storage(x: Holder) -> Holder | None:
    """Move the data of an array to a hidden base of its views, before it gets other data.

    Returns
    -------
    Array or None
        A hidden array that holds the data of the views from now on; None if there are no views.
    """
    if hasattr(x, "_view") or not hasattr(x, "_views"):
        return None
    root = new_array(type(x), x._data)
    root._views = x._views
    for view in root._views.live():
        view._view.base = root
    del x._views
    return root


def set_unaliased(x: Holder, native) -> None:
    """Set the data of an array that has no views, and end its being a view itself."""
    if hasattr(x, "_view"):
        refs = x._view.base._views
        refs.fresh = [ref for ref in refs.fresh if ref() is not x]
        refs.stale = [ref for ref in refs.stale if ref() is not x]
        del x._view
    x._data = native
    forget_memory(x)


def invalidate(x: Holder, reader) -> None:
    """Take an array's data away; ``reader``, in place of a view, raises with the reason."""
    if hasattr(x, "_data"):
        del x._data
        x._view = reader
        ties.count += 1


def convert(x: Holder, native) -> None:
    """Set the data of ``x`` to an equal array of another backend, without telling the observer.

    A functional view becomes an array of its own; those of ``x`` will read again.
    """
    if hasattr(x, "_view"):
        del x._view
    x._data = native
    forget_memory(x)
    if hasattr(x, "_views"):
        x._views.empty()
