"""Arrays on memory of the host: read there by NumPy's own views, and written in place.

Where native arrays are immutable, an Array that is written to owns memory (a
:class:`~ivy_core.backends.buffer.Buffer` in its slot ``_memory``) on which its native array lies
without a copy. A write asks the buffer whether anything else lies there: a native array, a pending
computation, a view of NumPy's. If not, NumPy writes in place; else into a copy. So what was ever
handed out stays as it is, and nothing is compiled.

Only for arrays on the CPU, on one device, while nothing is traced or recorded, and while
``modes.current.host_execution`` says so; else the backend's own kernels serve.
"""

from __future__ import annotations

import _thread
import threading

import numpy as np

from ..backends.buffer import Buffer
from ..backends.common.host.float_errors import host_context
from ..backends.common.memory import ALIGNMENT, PLAIN, aligned_copy, aligned_empty, put
from ..backends.common.shapes import check_fits
from ..backends.holder import Holder, ties, waiting
from .lenses import Bitcast, Diagonal, Index, Laid, Permute, Real, Reshape, Strided
from .outside import OutsideMemory
from .policy import COPIED_BYTES, READ_COPIED_BYTES, UNSHARED_BYTES

# Lenses that show of any memory what they show of shapes, and a view each time.
SHOWING = frozenset({Permute, Reshape})
# Held by a write to immutable native memory, from reading the base's data to setting them: two
# threads that fill parts of one array would else each put their copy of the whole there.
writing = threading.RLock()
_REAL = frozenset("biuf")  # kinds of data types between which a cast is silent
_count_threads = _thread._count  # those beside the main thread
_INTS = frozenset({int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])})


def is_element(index) -> bool:
    """Return whether an index is of ints alone, Python's or NumPy's."""
    if type(index) is not tuple:
        return type(index) in _INTS
    for entry in index:
        if type(entry) not in _INTS:
            return False
    return True


def host_of(x: Holder, ops) -> np.ndarray | None:
    """Return NumPy's view of the elements of an array that is no functional view, else None."""
    if ops.CAPABILITIES.native_views or not hasattr(x, "_memory"):
        return ops.memory_on_host(x._data)
    return x._memory.memory if ops.is_eager() else None


def host_view(x: Holder, ops) -> np.ndarray | None:
    """Return NumPy's view of the elements that any array shows, None where there is none."""
    if not hasattr(x, "_view"):
        return host_of(x, ops)
    if hasattr(x, "_data"):
        return ops.memory_on_host(x._data)
    host = host_of(x._view.base, ops)
    return None if host is None else seen_on_host(host, x._view.stack)


def element_on_host(x: Holder, ops, index):
    """Return the element that an index of ints picks, as NumPy's scalar; None if it picks more.

    None as well where the elements are not on the host.
    """
    host = host_view(x, ops)
    if host is None:
        return None
    picked = host[index]
    return None if type(picked) is np.ndarray else picked


def adopted(picked, ops, like):
    """Return a native array with what NumPy has picked: an array of its own, or a scalar."""
    if type(picked) is not np.ndarray or not picked.flags.c_contiguous:
        picked = aligned_copy(np.asarray(picked))
    return ops.adopt(picked, like)


def seen_on_host(host: np.ndarray, stack) -> np.ndarray | None:
    """Return NumPy's view that lenses show of an array; None if there is none.

    A reshape of strided memory gives a copy.
    """
    for lens in stack:
        kind = type(lens)
        if kind is Index:
            if lens.unknown:
                return None
            seen = host[lens.raw]
            # ints alone pick an element, not a view
            host = seen if type(seen) is np.ndarray else host[(*lens.raw, Ellipsis)]
        elif kind is Reshape:
            host = host.reshape(lens.shape)
        elif kind is Permute:
            host = host.transpose(lens.axes)
        elif kind is Laid:
            continue  # the memory itself is in C order
        elif kind is Strided and not _has_strides_of(host, lens.layout):
            return None
        elif kind is Real:
            host = getattr(host, lens.part)
        elif kind is Bitcast:
            host = _bitcast_on_host(host, lens)
            if host is None:
                return None
        elif kind is Diagonal:
            writeable = host.flags.writeable
            host = lens.view(host)
            host.flags.writeable = writeable
        else:
            host = lens.view(host)
    return host


def _has_strides_of(host: np.ndarray, layout: tuple) -> bool:
    """Return whether an array has the shape and the strides (in elements) of a layout."""
    shape, steps = layout
    if host.shape != tuple(shape):
        return False
    triples = zip(shape, steps, host.strides, strict=True)
    return all(n < 2 or step * host.itemsize == stride for n, step, stride in triples)


def _bitcast_on_host(host: np.ndarray, lens: Bitcast) -> np.ndarray | None:
    """Return a view of the same bits in another dtype; None if the strides do not allow one."""
    try:
        return host.view(lens.after).reshape(lens.shape)
    except ValueError:  # elements of another size, on strided memory
        return None


def read_on_host(base: Holder, ops, stack, is_copy: bool = False):
    """Return the native array that lenses show of a base; None where a kernel has to read it.

    A copy shares no memory with the base.
    """
    memory = getattr(base, "_memory", None)
    if memory is None:
        host = ops.memory_on_host(base._data)
    else:
        host = memory.memory if ops.is_eager() else None
    if host is None:
        return None
    seen = seen_on_host(host, stack)
    if seen is None:
        return None
    if seen.nbytes > UNSHARED_BYTES:
        is_aligned = seen.__array_interface__["data"][0] % ALIGNMENT == 0
        if is_aligned and seen.flags.c_contiguous and not is_copy:
            return ops.adopt(seen, base._data)
        is_apart = seen.nbytes > READ_COPIED_BYTES and seen.strides[-1] != seen.itemsize
        if is_apart and ops.is_worth_compiling("read", base._data, stack):
            return None
        return ops.taken_from_host(aligned_copy(seen), base._data)
    if memory is None and seen.flags.c_contiguous and not is_copy:
        return ops.taken_from_host(seen, base._data)  # that memory is never written to
    # a framework copies so few elements in less time than it takes to find memory that it shares
    return ops.taken_from_host(seen.copy(), base._data)


# Writes


def store_on_host(x: Holder, ops, value) -> bool:
    """Write a value that fits over the whole of a base; False if kernels have to."""
    host = host_of(x, ops)
    if host is None:
        return False
    value = _value_on_host(value, ops)
    if value is None:
        return False
    memory = aligned_empty(host.shape, host.dtype)
    put(memory, ..., value)
    native = ops.adopt(memory, x._data)
    forget_memory(x)
    x._data = native
    if hasattr(x, "_views"):
        x._views.empty()
    return True


def write_on_host(base: Holder, ops, stack, index, value, shape=None) -> bool:
    """Write a value where an index points in what lenses show of a base.

    Parameters
    ----------
    base : Array
        No functional view; its views read again afterwards.
    stack : tuple of lenses
    index : anything that NumPy takes
    value : native array, NumPy array, scalar
    shape : tuple of int, optional
        The shape that the value has to fit, where that is known; else NumPy looks at it.

    Returns
    -------
    bool
        False if kernels have to do it; nothing has changed.
    """
    if not ops.is_eager():
        return False
    if type(value) not in PLAIN:
        is_native = type(value) in waiting
        value = ops.memory_on_host(value) if is_native else _value_on_host(value, ops)
        if value is None:
            return False
        if shape is not None and getattr(value, "shape", None) != shape:
            check_fits(value, shape)
    if hasattr(base, "_views"):
        base._views.empty()  # before references are counted
    memory = _memory_for_write(base, ops, stack, index)
    if memory is None:
        return False
    target = seen_on_host(memory, stack) if stack else memory
    if target is None:
        return False
    if not (target is memory or target.base is memory):
        if type(base) is not OutsideMemory or not np.may_share_memory(target, memory):
            return False
    put(target, index, value)
    if not hasattr(base, "_memory"):
        base._data = ops.adopt(memory, base._data)
    return True


def write_element(x: Holder, ops, index, value) -> bool:
    """Write a real number where ints point in an array; False if that needs a closer look.

    What :func:`write_on_host` does, for an array that owns its memory, in a third of the time.
    """
    if not hasattr(x, "_memory") or not ops.is_eager():
        return False
    is_shared = _count_threads()  # alone, the lock would cost 0.15 us for nothing
    if is_shared:
        writing.acquire()
    try:
        if hasattr(x, "_views"):
            x._views.empty()
        memory = x._memory.try_exclusive(x, ops)
        if memory is None:
            return False
        memory[index] = value
        return True
    finally:
        if is_shared:
            writing.release()


def write_part(x: Holder, ops, index, value) -> bool:
    """Write an array to a row, or where slices point; False if that needs a closer look.

    What :func:`write_on_host` does, for an array that owns its memory, in less than half the time.
    The index is an int, a slice, or a tuple of such that has a slice: it picks no element.
    """
    if not hasattr(x, "_memory") or not ops.is_eager():
        return False
    host, memory = ops.memory_on_host(value), x._memory.memory
    if host is None or type(index) is int and (not memory.ndim or host.shape != memory.shape[1:]):
        return False
    if host.dtype != memory.dtype and not _REAL.issuperset((host.dtype.kind, memory.dtype.kind)):
        return False
    del memory  # what refers to it is counted
    is_shared = _count_threads()
    if is_shared:
        writing.acquire()
    try:
        if hasattr(x, "_views"):
            x._views.empty()
        memory = x._memory.try_exclusive(x, ops)
        if memory is None:
            return False
        put(memory, index, host)
        return True
    except (IndexError, TypeError, ValueError):  # of index or shape: nothing is written
        return False
    finally:
        if is_shared:
            writing.release()


def update_on_host(base: Holder, ops, stack, update, value) -> bool:
    """Have a ufunc of NumPy's write its result over what lenses show of an array that owns memory.

    False, and nothing is written, if that needs a closer look.
    """
    if not hasattr(base, "_memory") or not ops.is_eager():
        return False
    is_shared = _count_threads()
    if is_shared:
        writing.acquire()
    try:
        base._views.empty()  # before references are counted
        memory = base._memory.try_exclusive(base, ops)
        seen = None if memory is None else seen_on_host(memory, stack)
        if seen is None or seen.base is not memory:
            return False
        host_context.run(update, seen, value, seen)
        return True
    except (TypeError, ValueError, OverflowError):  # a cast or a shape: before it has written
        return False
    finally:
        if is_shared:
            writing.release()


def forget_memory(x: Holder) -> None:
    """Let an array own no memory, because it is about to hold other data."""
    if hasattr(x, "_memory") and type(x) is not OutsideMemory:
        del x._memory


def _value_on_host(value, ops) -> np.ndarray | float | None:
    """Return a value in a form that NumPy can assign; None if it is not in host memory."""
    cls = type(value)
    if cls is np.ndarray or cls in PLAIN:
        return value
    if cls is complex or isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    return ops.memory_on_host(value)


def _memory_for_write(base: Holder, ops, stack, index) -> np.ndarray | None:
    """Return memory that only a base refers to; None off the host, or if a kernel is faster.

    Memory that the base does not own yet is a copy: the native array has to be made anew.
    """
    if hasattr(base, "_memory"):
        if type(base) is OutsideMemory:
            return base.memory
        memory = base._memory.try_exclusive(base, ops)
        return _copy_to_owned_memory(base, ops, base._memory.memory) if memory is None else memory
    host = ops.memory_on_host(base._data)
    if host is None:
        return None
    if host.nbytes > COPIED_BYTES and index is Ellipsis:
        if ops.is_worth_compiling("write", base._data, stack):
            return None
    return _copy_to_owned_memory(base, ops, host)


def _copy_to_owned_memory(base: Holder, ops, host: np.ndarray) -> np.ndarray:
    """Return new memory with a copy; the base owns it if its native array can lie on it."""
    buffer = Buffer(aligned_copy(host))
    forget_memory(base)
    native = buffer.export(ops, base._data)
    if buffer.is_exclusive() and _lies_on_memory(ops, native, buffer.memory):
        base._memory, base._data = buffer, native
        ties.count += 1
    return buffer.memory


_adopted: dict[tuple, bool] = {}  # {backend, dtype, whether it has dimensions: no copy is made}


def _lies_on_memory(ops, native, memory: np.ndarray) -> bool:
    """Return whether native arrays of such a dtype lie on the memory they are made from."""
    key = ops.NAME, memory.dtype, bool(memory.shape)
    found = _adopted.get(key)
    if found is None:
        seen = ops.memory_on_host(native)
        found = _adopted[key] = _first_element_address(seen) == _first_element_address(memory)
    return found


def _first_element_address(array: np.ndarray) -> int:
    """Return the address of an array's first element."""
    return array.__array_interface__["data"][0]
