"""Bodies that a framework replaces by one call of its own, on large arrays.

What a body composes of a dozen functions goes over the arrays a dozen times. The framework's call
is taken where it means the same as NumPy's: for arrays of one floating dtype and plain options.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from ivy_core import contexts, modes
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read_or_padded
from ivy_core.backends.loading import backend_of_class

from .host_call import REFUSALS, on_memory
from .ndarray import ndarray
from .policy import ONE_CALL_ELEMENTS

_FLOATS = frozenset({np.dtype(np.float32), np.dtype(np.float64)})
_INTEGERS = frozenset(map(np.dtype, "bBhHiIlLqQ"))
_OPTIONS = frozenset({bool, int, float, str, type(None)})


def one_call(
    body: Callable | None = None, *, on_host: bool = False, takes_indices: bool = False
) -> Callable:
    """Return a body that is the framework's own call of the same name where there is one.

    What is traced or recorded is the body's, as is whatever the framework refuses: it says why.

    Parameters
    ----------
    body : callable
    on_host : bool
        Whether NumPy's own function comes before the body, on the host's memory.
    takes_indices : bool
        Whether further arrays may be of integers.
    """
    if body is None:
        return functools.partial(one_call, on_host=on_host, takes_indices=takes_indices)
    name = body.__name__
    real = getattr(np, name)

    @functools.wraps(body)
    def run(*args, **kwargs):
        found = _call_framework(name, args, kwargs, takes_indices)
        if found is not NotImplemented:
            return found
        if on_host and modes.current.host_execution:
            try:
                return on_memory(real, args, kwargs)
            except REFUSALS:  # nothing was written
                pass
        return body(*args, **kwargs)

    return run


def _call_framework(name, args, kwargs, takes_indices):
    """Return the framework's one call, boxed; NotImplemented for few elements or an error."""
    first = next((value for value in args if type(value) is ndarray), None)
    if first is None or first.dtype not in _FLOATS:
        return NotImplemented
    backend = backend_of_class(type(read_or_padded(first)))
    call = backend.one_calls.get(name) if backend is not None else None
    if call is None or contexts.selected.get().backend not in (None, backend):
        return NotImplemented
    dtypes = _INTEGERS | {first.dtype} if takes_indices else {first.dtype}
    natives = [_unwrap_argument(value, dtypes, backend) for value in args]
    given = {key: _unwrap_argument(value, dtypes, backend) for key, value in kwargs.items()}
    values = (*natives, *given.values())
    if any(value is _OTHER for value in values):
        return NotImplemented
    if sum(math.prod(getattr(value, "shape", ())) for value in values) <= ONE_CALL_ELEMENTS:
        return NotImplemented
    try:
        found = call(*natives, **given)
    except (TypeError, ValueError, IndexError, RuntimeError):
        return NotImplemented  # nothing was written: the body says what is wrong
    if found is NotImplemented or type(found) is bool:
        return found
    if type(found) is tuple:
        return tuple([new_array(ndarray, each) for each in found])
    return new_array(ndarray, found)


_OTHER = object()


def _is_nest_of_ints(values: tuple) -> bool:
    return all(type(v) is int or type(v) is tuple and _is_nest_of_ints(v) for v in values)


def _unwrap_argument(value, dtypes, backend):
    """Unwrap a value for the framework; return ``_OTHER`` for one that it must not get."""
    kind = type(value)
    if kind in _OPTIONS or kind is tuple and _is_nest_of_ints(value):
        return value
    if kind is ndarray and value.dtype in dtypes:
        native = read_or_padded(value)
        if backend.memory_on_host(native) is not None:  # not traced, recorded, or elsewhere
            return native
    return _OTHER
