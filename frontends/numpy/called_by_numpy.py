"""Calls from NumPy: its ufuncs and functions that were called with one of our arrays.

A result follows the code that called NumPy (:mod:`.callers`): a library that knows NumPy alone gets
NumPy's own arrays, which its C code and its tests for a class take; a rewritten program gets ours.
"""

from __future__ import annotations

import sys

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.loading import backend_for
from ivy_core.utils.tracebacks import replace_exception

from .callers import is_foreign
from .errors import NUMPY_ERRORS
from .fallback import host_call, to_host
from .host_module import NumpyHostCall
from .protocols import of_recorded, own_of, ufuncs
from .scalar_types import BackendScalar


def __array_ufunc__(self, function, method, *inputs, **kwargs):
    """Answer a call of a ufunc of NumPy's."""
    if isinstance(self, np.ndarray):  # of a class derived from ours, which calls it by its name
        return np.ndarray.__array_ufunc__(self, function, method, *inputs, **kwargs)
    try:
        if not function.nout:  # numba's that declare no result write into an input
            return LibraryHostCall().call(function, inputs, kwargs)
        if is_foreign(sys._getframe(1)) and _are_values_known((*inputs, *kwargs.values())):
            called = function if method == "__call__" else getattr(function, method)
            if method == "at" or kwargs.get("out") is not None:
                _refuse_out_in_steps(sys._getframe(1))
                return LibraryHostCall().call(called, inputs, kwargs)
            kwargs = {name: _arrays_to_host_memory(value) for name, value in kwargs.items()}
            return called(*[_arrays_to_host_memory(value) for value in inputs], **kwargs)
        if method == "__call__" and not kwargs:
            ours = ufuncs.get(function)
            if ours is not None:
                return ours(*inputs)
        return _call_frontend_ufunc(function, method, inputs, kwargs)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, function.__name__)
        except Exception as raised:
            replace_exception(raised, err)
            raise


def __array_function__(self, function, types, args, kwargs):
    """Answer a call of a function of NumPy's that its arguments may override."""
    if isinstance(self, np.ndarray):  # of a class derived from ours, which calls it by its name
        return np.ndarray.__array_function__(self, function, types, args, kwargs)
    try:
        if isinstance(kwargs.get("out"), np.ndarray):
            return function(*to_host(args), **to_host(kwargs))
        values = [*args, *kwargs.values()]
        if not _contains_frontend_array(values):
            # NumPy found an array of ours inside of another object: what calls itself for that
            # object must not be called by itself again
            return function._implementation(*args, **kwargs)
        if is_foreign(sys._getframe(1)) and _are_values_known(values):
            if function.__name__ in _WRITING or kwargs.get("out") is not None:
                return LibraryHostCall().call(function, args, kwargs)
            kwargs = {name: _arrays_to_host_memory(value) for name, value in kwargs.items()}
            result = function(*_arrays_to_host_memory(args), **kwargs)
            return result if function.__name__ in _READ_ONLY else _copy_read_only_arrays(result)
        ours = own_of(function)
        if ours is function:
            return host_call(function, args, kwargs)
        if getattr(ours, "is_host", False):  # handed on with what is recorded: NumPy's own body
            return function._implementation(*args, **kwargs)
        return ours(*args, **kwargs)
    except Exception as err:
        try:
            NUMPY_ERRORS.raise_translated(err, function.__name__)
        except Exception as raised:
            replace_exception(raised, err)
            raise


# Functions that write into an argument, and those whose results NumPy makes read-only.
_WRITING = frozenset({"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"})
_READ_ONLY = frozenset({"broadcast_arrays", "broadcast_to", "diagonal", "sliding_window_view"})


class LibraryHostCall(NumpyHostCall):
    """Arrays of ours that a function of NumPy's writes into; what else it gives stays NumPy's."""

    __slots__ = ()

    def box(self, result):
        return result


def _arrays_to_host_memory(value):
    """Replace each array of ours in nested values by its host memory, which may be read-only."""
    kind = type(value)
    if isinstance(value, Array):
        return to_host(value) if kind is BackendScalar else to_numpy(value)
    if kind is list or kind is tuple:
        return kind([_arrays_to_host_memory(each) for each in value])
    if kind is dict:
        return {key: _arrays_to_host_memory(each) for key, each in value.items()}
    return value


def _copy_read_only_arrays(result):
    """Return a result with copies of its read-only arrays, which show a framework's memory."""
    kind = type(result)
    if kind is np.ndarray:
        return result if result.flags.writeable else result.copy()
    if kind is list or kind is tuple:
        return kind([_copy_read_only_arrays(each) for each in result])
    return result


def _are_values_known(values) -> bool:
    """Return whether the values of all arrays of ours are known, and no gradient is recorded."""
    return not any(
        not _is_value_known(v)
        if isinstance(v, Array)
        else type(v) in (list, tuple) and not _are_values_known(v)
        for v in values
    )


def _is_value_known(array: Array) -> bool:
    """Return whether NumPy may read it: it is in host memory, or neither traced nor recorded."""
    native = getattr(array, "_data", None)
    if native is None:  # a functional view not read yet
        native = array._view.base._data
    backend = backend_for(native)
    if backend.memory_on_host(native) is not None:
        return True
    is_recorded = not backend.is_eager() or getattr(native, "requires_grad", False)
    return not is_recorded and not backend.is_tracer(native)


def _refuse_out_in_steps(frame) -> None:
    """Raise TypeError if NumPy's mean or var is the caller: it would leave a sum in our ``out``."""
    if frame.f_globals is _METHODS and frame.f_code.co_name in _IN_STEPS:
        name = frame.f_code.co_name.removeprefix("_")
        raise TypeError(f"{name} of an array of NumPy's own: 'out' must be one as well")


_METHODS = np._core._methods.__dict__
_IN_STEPS = frozenset({"_mean", "_var"})


def _call_frontend_ufunc(function: np.ufunc, method: str, inputs: tuple, kwargs: dict):
    """Call our ufunc for NumPy's ``function``, or NumPy's own where it writes to a real array."""
    if kwargs.get("out") is not None:
        _refuse_out_in_steps(sys._getframe(2))
    if _writes_real_array(method, inputs, kwargs):
        # NumPy's own array is written, and returned as the very object
        return getattr(function, method)(*to_host(inputs), **to_host(kwargs))
    ours = ufuncs.get(function)
    if ours is None:
        if method == "at":
            return NumpyHostCall().call(function.at, inputs, kwargs)
        if function in of_recorded and method == "__call__" and not kwargs:
            if not _are_values_known(inputs):
                return of_recorded[function](function, inputs)
        return host_call(getattr(function, method), inputs, kwargs)
    called = ours if method == "__call__" else getattr(ours, method)
    return called(*inputs, **kwargs)


def _writes_real_array(method, inputs, kwargs) -> bool:
    """Return whether ``out``, or the first input of ``at``, is or has an array of NumPy's own."""
    outs = kwargs.get("out") or ()
    if method == "at":
        outs = inputs[:1]
    return any(isinstance(o, np.ndarray) for o in (outs if type(outs) is tuple else (outs,)))


def _contains_frontend_array(values) -> bool:
    """Return whether an Array is among values, or within their lists, tuples and dicts."""
    return any(
        isinstance(v, Array)
        or type(v) in (list, tuple)
        and _contains_frontend_array(v)
        or type(v) is dict
        and _contains_frontend_array(v.values())
        for v in values
    )


__all__ = ["LibraryHostCall", "__array_function__", "__array_ufunc__"]
