"""Host fallback: what the frontend or a backend has not got runs in real NumPy and comes back."""

from __future__ import annotations

import functools
import sys

import numpy as np

from frontends.common import compiled
from frontends.common.host import HostFallback, ValueConverter
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import is_read_only
from ivy_core.arrays.write import write_natively
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of_class
from ivy_core.modes import current
from ivy_core.utils.exceptions import IvyRecordedException, IvyTypeError

from .errors import entry
from .policy import COPIED_ELEMENTS


class UnsupportedDtype(IvyTypeError):
    """Raised inside the frontend when data must stay in real NumPy (strings, objects, dates)."""

    def __init__(self, dtype=None):
        super().__init__(f"arrays of dtype {dtype or 'object'} are held by real NumPy alone")


# A value with every array in it on the host, and with every array that a backend can hold on the
# backend. The files of the classes register how theirs are converted.
to_host, from_host = ValueConverter(), ValueConverter()


@to_host.register(Array)
def _array_to_host(array):
    """Return an Array's own NumPy memory where that is writable, else NumPy's array of it."""
    memory = getattr(array, "_data", None)
    if type(memory) is np.ndarray and memory.flags.writeable:
        return memory
    if getattr(memory, "requires_grad", False):  # PyTorch's own graph
        raise IvyRecordedException
    return np.asarray(array)


_HOST = HostFallback("numpy", "NumPy", to_host, from_host, entry)
host_call, fallback_function = _HOST.call, _HOST.function


def give_implementation(call, real) -> None:
    """Give a function the attribute of NumPy's own by which classes call it without a dispatch.

    ``__array_function__`` of a class does so with ``function._implementation(*args)``.
    """
    implementation = getattr(real, "_implementation", None)
    if implementation is not None:
        call._implementation = functools.partial(_call_on_host_values, implementation)


def _call_on_host_values(function, /, *args, **kwargs):
    return _HOST.host_call_class().call(function, args, kwargs)  # what it writes reaches the arrays


def before_fallback(decorator) -> None:
    """Have ``decorator(real)`` wrapped around functions that run on the host, made from now on."""
    _HOST.before = decorator


def set_host_call(host_call_class, array_class: type) -> None:
    """Have calls that may write on the host take arrays of a class by ``host_call_class()``.

    These are calls that fill an ``out``, and those of packages' compiled functions.
    """
    _HOST.host_call_class = host_call_class
    compiled.register(array_class, _HOST)


@entry
def set_fallback(mode: str) -> str:
    """Choose what happens when a function runs on the host in real NumPy.

    Parameters
    ----------
    mode : {'warn', 'error', 'silent'}
        Warn once per function (the default), raise FallbackError, or say nothing.

    Returns
    -------
    str
        The mode before.

    Raises
    ------
    IvyValueError
        If there is no such mode.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> previous = np.set_fallback("silent")
    >>> np.set_fallback(previous)
    'silent'
    """
    return _HOST.set_mode(mode)


def array_from_pickle(host: np.ndarray):
    """Return the array that was pickled as ``host``.

    It is not beside the class: dill takes ``frontends.numpy.ndarray`` for the class, not the file.
    """
    return sys.modules["frontends.numpy"].array(host)


def written_natively(real, target, *args) -> bool:
    """Have a real NumPy function write into the memory of an array: NumPy's own, or the host's.

    Returns
    -------
    bool
        False where it is elsewhere; nothing is done then.
    """
    native = getattr(target, "_data", None)
    if type(native) is not np.ndarray:
        return _write_on_memory(real, target, native, args)
    write_natively((target,), real, native, *[native_or_host(value) for value in args])
    return True


def _write_on_memory(real, target, native, args) -> bool:
    """Let NumPy's ``real`` write ``target``'s memory, or a copy; return whether it was done."""
    if native is None:  # a functional view not read yet
        native = read(target)
    backend = backend_of_class(type(native))
    if backend is None or not current.host_execution:
        return False
    if not backend.CAPABILITIES.native_views:
        return _write_on_copy(real, target, native, backend, args)
    if write.observer is not None or hasattr(target, "_view") or backend.is_read_only(native):
        return False
    given = []
    for value in args:
        if isinstance(value, Array):
            value = read(value)
            if type(value) is not type(native):
                return False
        elif type(value) not in _PLAIN:
            return False
        given.append(value)
    return backend.write_by_host(native, real, given)


def _write_on_copy(real, target, native, backend, args) -> bool:
    """Write to a copy of few elements and set the data to it; return whether it was done."""
    if write.observer is not None:
        return False
    memory = backend.memory_on_host(native)
    if memory is None or memory.size > COPIED_ELEMENTS:
        return False
    given = []
    for value in args:
        if isinstance(value, Array):
            value = backend.memory_on_host(read(value))
            if value is None:
                return False
        elif type(value) not in _PLAIN and not _is_list_of_scalars(value):
            return False
        given.append(value)
    copy = memory.copy()
    copy.flags.writeable = not is_read_only(target)
    real(copy, *given)
    write.store(target, backend.taken_from_host(copy, native))
    return True


def _is_list_of_scalars(value) -> bool:
    return type(value) in (list, tuple) and _PLAIN.issuperset(map(type, value))


_PLAIN = frozenset({bool, int, float, str, type(None)})
_HOST_CLASSES = frozenset({bool, int, float, complex, str, slice, type(None), np.ndarray})


def native_or_host(value):
    """Convert a value for a real NumPy function: NumPy's own array as it lies."""
    if type(value) in _HOST_CLASSES:
        return value
    if type(value) is tuple:
        return tuple([native_or_host(each) for each in value])
    native = getattr(value, "_data", None) if isinstance(value, Array) else None
    return native if type(native) is np.ndarray else to_host(value)
