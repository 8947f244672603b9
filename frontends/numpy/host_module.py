"""Modules of NumPy that have no native form: its own functions, given arrays of the frontend.

A function gets real arrays for the frontend's, and what it returns comes back to the backend; what
it has written into an array reaches that array. Classes stay NumPy's own.
"""

from __future__ import annotations

import functools
import importlib
import sys
import types
from importlib.machinery import PathFinder

import numpy as np

from frontends.common.host_call import HostCall
from frontends.common.whole_module import found_names, present_whole
from ivy_core.arrays.array import Array
from ivy_core.utils.tracebacks import trim

from .fallback import from_host, set_host_call, to_host
from .ndarray import ndarray
from .scalar_types import BackendScalar

# The parameter of a function that takes a function of arrays.
FUNCTION_PARAMETERS = {
    "apply_along_axis": "func1d",
    "apply_along_fields": "func",
    "apply_over_axes": "func",
    "assert_array_compare": "comparison",
    "chebinterpolate": "func",
    "fromfunction": "function",
}

# Functions that hand their arguments to the caller's own code, or run it: they get what was given.
_UNCHANGED = frozenset({
    "assert_", "assert_no_gc_cycles", "assert_no_warnings", "assert_raises",
    "assert_raises_regex", "assert_warns", "break_cycles", "decorate_methods", "measure",
    "rundocs", "run_threaded", "runstring", "tempdir", "temppath",
})  # fmt: skip


def host_module(name: str):
    """Make the function that has a module of the frontend present a module of NumPy's.

    Parameters
    ----------
    name : str
        The frontend's module: ``frontends.numpy.ma``. It may define names of its own.

    Returns
    -------
    __getattr__, __dir__ : callable
    __all__ : list of str
        To be assigned to these names in the module.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.testing.assert_allclose(np.arange(2.0), [0, 1])
    >>> np.polynomial.polynomial.polyval(2.0, np.array([1.0, 3.0]))
    np.float64(7.0)
    """
    real = importlib.import_module(name.removeprefix("frontends."))

    def find(attribute: str):
        if attribute in found_names(name):  # of a module that has copied this function
            raise AttributeError(f"module {real.__name__!r} has no attribute {attribute!r}")
        try:
            value = getattr(real, attribute)
        except AttributeError as err:
            trim(err)
            raise
        shown = _present_value(value, name, attribute)
        if type(shown) is not ndarray:  # one of these belongs to the backend of the moment
            setattr(sys.modules[name], attribute, shown)
        return shown

    def names():
        return sorted({*found_names(name), *dir(real)})

    present_whole(name, lambda: list(vars(real)))
    public = getattr(real, "__all__", None) or [n for n in dir(real) if not n.startswith("_")]
    return find, names, list(public)


def present_module(real: types.ModuleType) -> types.ModuleType:
    """Return the frontend's form of a module of NumPy's; the module itself where there is none."""
    package, *parts = f"frontends.{real.__name__}".split(".")
    name, places = package, sys.modules[package].__path__
    for part in parts:
        name = f"{name}.{part}"
        spec = PathFinder.find_spec(name, places)
        if spec is None:
            return real
        places = spec.submodule_search_locations or ()
    return importlib.import_module(name)


_presented_before: dict[int, tuple[object, object]] = {}


def _present_value(value, module: str, name: str):
    """Return the value of a name of NumPy's as the frontend has it: boxed, wrapped or as it is."""
    if isinstance(value, types.ModuleType):
        return present_module(value)
    if type(value) is np.ndarray:
        return from_host(value)
    if isinstance(value, (type, np.generic)) or not callable(value) or name in _UNCHANGED:
        return value
    known = _presented_before.get(id(value))
    if known is None:
        # the real one is kept beside: its id is its own for as long as it lives
        known = _presented_before[id(value)] = (value, _make_host_callable(value, module, name))
    return known[1]


def _make_host_callable(real, module: str, name: str):
    """Return a function that calls ``real`` with real arrays; a HostCallable for an object."""
    if not hasattr(real, "__name__") or not isinstance(real, _FUNCTIONS):
        return HostCallable(real, module, name)

    @functools.wraps(real)
    def call(*args, **kwargs):
        __tracebackhide__ = True  # pytest shows the line of the test that fails, as with NumPy
        return _call_on_host(real, args, kwargs)

    call.__module__, call.__qualname__ = module, name  # where pickle finds it again
    call.real, call.is_host = real, True
    return call


_FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, type(np.sum),
)  # fmt: skip


class HostCallable:
    """A callable object of NumPy's, such as a ufunc or ``numpy.ma.add``, with its attributes."""

    is_host = True

    def __init__(self, real, module: str, name: str):
        self.real = real
        self._place = (module, name)
        self.__doc__ = real.__doc__
        self.__name__ = name

    def __call__(self, *args, **kwargs):
        return _call_on_host(self.real, args, kwargs)

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self.real, name)
        if not callable(value) or isinstance(value, type):
            return value
        return functools.partial(_call_with, value)

    def __reduce__(self):
        return _find_again, self._place

    def __repr__(self) -> str:
        return repr(self.real)


def _find_again(module: str, name: str):
    return getattr(importlib.import_module(module), name)


def _call_with(real, *args, **kwargs):
    """Call ``real`` with real arrays, and return what it gives as the frontend's."""
    return _call_on_host(real, args, kwargs)


def _call_on_host(real, args, kwargs):
    """Call a function of NumPy's with real arrays, and return what it gives as the frontend's."""
    __tracebackhide__ = True
    parameter = FUNCTION_PARAMETERS.get(getattr(real, "__name__", None))
    if parameter is not None:
        args, kwargs = _convert_function_argument(parameter, args, kwargs)
    try:
        return NumpyHostCall().call(real, args, kwargs)
    except Exception as err:
        trim(err)
        raise


def _convert_function_argument(parameter: str, args, kwargs):
    """Return (args, kwargs) with the caller's function, first or named, made to get our arrays."""
    if parameter in kwargs:
        return args, {**kwargs, parameter: _wrap_user_function(kwargs[parameter])}
    return ([_wrap_user_function(args[0]), *args[1:]] if args else args), kwargs


def _wrap_user_function(function):
    """Return a function that NumPy may call: a user's gets boxed arrays, ours gives NumPy's own."""
    if not callable(function):
        return function
    real = getattr(function, "real", None) or getattr(function, "real_ufunc", None)
    if real is not None:
        return real

    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        args, kwargs = from_host(args), {name: from_host(kwargs[name]) for name in kwargs}
        return to_host(function(*args, **kwargs))

    return call


class NumpyHostCall(HostCall):
    """Arrays of the frontend that a function of NumPy's works on: their memory, or copies of it.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> x, host_call = np.arange(3), NumpyHostCall()
    >>> host_call.unwrap([x])[0][1] = 7
    >>> host_call.write_back()
    >>> x
    array([0, 7, 2])
    """

    __slots__ = ()

    def unwrap_array(self, array: Array) -> np.ndarray | np.generic:
        """Return an array's memory, or a copy of it; a real scalar for a scalar type."""
        return to_host(array) if type(array) is BackendScalar else super().unwrap_array(array)

    def unwrap_other(self, value):
        """Return NumPy's own class, ufunc or callable object for one of the frontend."""
        if isinstance(value, type):
            return _numpy_class(value)
        return value.real if isinstance(value, HostCallable) else to_host(value)

    def rewrap(self, result):
        """Return a function's result with arrays of the frontend for real ones."""
        if result is np.ma.nomask:  # compared by identity
            return result
        return super().rewrap(result)

    def box(self, result):
        """Return a result with arrays of the frontend for real ones."""
        return from_host(result)


set_host_call(NumpyHostCall, ndarray)


def _numpy_class(kind: type) -> type:
    """Return ``np.ndarray`` for our ndarray, any other class as it is."""
    return np.ndarray if kind is ndarray else kind


__all__ = ["FUNCTION_PARAMETERS", "HostCallable", "NumpyHostCall", "host_module", "present_module"]
