"""Host fallback: what the frontend or a backend has not got runs in real NumPy and comes back."""

from __future__ import annotations

import numpy as np

from frontends.common.host import HostFallback, ValueConverter
from ivy_core.arrays.array import Array
from ivy_core.arrays.write import write_natively
from ivy_core.utils.exceptions import IvyTypeError

from .errors import entry


class UnsupportedDtype(IvyTypeError):
    """Raised inside the frontend when data must stay in real NumPy (strings, objects, dates)."""

    def __init__(self, dtype=None):
        super().__init__(f"arrays of dtype {dtype or 'object'} are held by real NumPy alone")


# A value with every array in it on the host, and with every array that a backend can hold on the
# backend. The files of the classes register how theirs are converted.
to_host, from_host = ValueConverter(), ValueConverter()
to_host.register(Array, np.asarray)

_HOST = HostFallback("numpy", "NumPy", to_host, from_host, entry)
host_call, fallback_function = _HOST.call, _HOST.function


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


def written_natively(real, target, *args) -> bool:
    """Have a real NumPy function write into an array of the NumPy backend.

    Returns
    -------
    bool
        False where the memory is another framework's; nothing is done then.
    """
    native = getattr(target, "_data", None)
    if type(native) is not np.ndarray:
        return False
    write_natively((target,), real, native, *[native_or_host(value) for value in args])
    return True


_HOST_CLASSES = frozenset({bool, int, float, complex, str, slice, type(None), np.ndarray})


def native_or_host(value):
    """Return what a real NumPy function is given for a value: NumPy's own array as it lies."""
    if type(value) in _HOST_CLASSES:
        return value
    if type(value) is tuple:
        return tuple([native_or_host(each) for each in value])
    native = getattr(value, "_data", None) if isinstance(value, Array) else None
    return native if type(native) is np.ndarray else to_host(value)
