"""What stands between NumPy's API and the core: arrays in and out, errors, and host fallback.

``ivy`` here is the core bound to this frontend's array class: its functions take ``ndarray`` on the
fast path and give ``ndarray`` (scalars, where a result has no dimensions) without another box.
"""

from __future__ import annotations

import functools
import inspect
import types

import numpy as np

from ivy_core import backend_handler
from ivy_core.arrays.array import Array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of
from ivy_core.binding.dialect import Dialect
from ivy_core.dtypes import DTYPES, to_numpy_dtype
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.tracebacks import take_place_of

from .errors import already_handled, translated
from .fallback import UnsupportedDtype, host_call
from .ndarray import ndarray
from .scalar_types import generic, scalar

NUMPY = Dialect(ndarray, scalar, frozenset(generic.classes.values()))
ivy = types.ModuleType("frontends.numpy.ivy", "The core, giving arrays of this frontend.")
backend_handler.publish(ivy, NUMPY)

_SUPPORTED = frozenset(to_numpy_dtype(d) for d in DTYPES.values() if d != "bfloat16")


def asarray(value, dtype=None):
    """Return ``value`` as ndarray (or scalar, if it is one).

    UnsupportedDtype is raised for strings and the like, and for a masked array or another subclass
    of NumPy's ndarray: real NumPy lets it compute as it sees fit.
    """
    if isinstance(value, (ndarray, generic)):
        return value if dtype is None else value.astype(dtype)
    if isinstance(value, Array):
        array = ndarray.__new__(ndarray)
        array._data = read(value)
        return array
    if backend_of(value) not in (None, "numpy"):
        return ivy.asarray(value)
    if is_real_subclass(value):
        raise UnsupportedDtype(f"class {type(value).__name__}")
    host = to_host_array(value, dtype)
    if host.dtype not in _SUPPORTED:
        if not host.dtype.isnative and host.dtype.newbyteorder("=") in _SUPPORTED:
            host = host.astype(host.dtype.newbyteorder("="))
        else:
            raise UnsupportedDtype(host.dtype)
    return ivy.asarray(host)


def is_real_subclass(value) -> bool:
    """Return whether ``value`` is an array of a class derived from NumPy's, a file's apart."""
    if not isinstance(value, np.ndarray) or type(value) is np.ndarray:
        return False
    return not isinstance(value, np.memmap)


def to_host_array(value, dtype=None) -> np.ndarray:
    """Return a real NumPy array of anything array-like, also of lists that hold our arrays."""
    if isinstance(value, (list, tuple)):
        value = _unboxed(value)
    return np.asarray(value, dtype)


def _unboxed(values):
    return [
        np.asarray(v)
        if isinstance(v, Array)
        else _unboxed(v)
        if isinstance(v, (list, tuple))
        else v
        for v in values
    ]


def numpy_function(function=None, *, keep_0d: bool = False):
    """Make a NumPy function of a body written with ``ivy``.

    Parameters annotated ``ArrayLike`` arrive as arrays (a Python scalar stays one where the
    annotation is ``ArrayLike | Scalar``), ``list[ArrayLike]`` as a list of them. An ``out``
    parameter is filled by the body. What the backend cannot hold goes to real NumPy on the host.

    Parameters
    ----------
    keep_0d : bool
        Whether a result without dimensions stays an array (creation and manipulation do so).
    """
    if function is None:
        return functools.partial(numpy_function, keep_0d=keep_0d)
    arrays_at, sequences_at = _array_parameters(function)
    real_name = function.__name__

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            try:
                args = list(args)
                for at, name, keeps in arrays_at:
                    if at < len(args):
                        value = args[at]
                        if type(value) is not ndarray and value is not None:
                            args[at] = _array(value, keeps)
                    elif name in kwargs:
                        value = kwargs[name]
                        if type(value) is not ndarray and value is not None:
                            kwargs[name] = _array(value, keeps)
                for at, name in sequences_at:
                    if at < len(args):
                        args[at] = [_array(v, False) for v in args[at]]
                    elif name in kwargs:
                        kwargs[name] = [_array(v, False) for v in kwargs[name]]
                result = function(*args, **kwargs)
                if keep_0d or type(result) is not ndarray or result.ndim:
                    return result
                if any(result is given for given in (*args, *kwargs.values())):
                    return result  # an `out`
                return scalar(read(result))
            except UnsupportedDtype:
                pass  # answered below, where this is no context of what may fail there
            return host_call(call.real, args, kwargs)
        except Exception as err:
            if already_handled(err, real_name):
                raise
            try:
                raise translated(err, real_name)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    call.handle_exceptions = True
    call.real = _real(function.__module__, real_name)
    return call


def _array_parameters(function) -> tuple[tuple, tuple]:
    """Return position, name and whether a scalar stays one of each array, and of each sequence.

    From the code object: inspect.signature takes ten times as long, for hundreds of functions.
    """
    code = function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:named])
    if code.co_flags & inspect.CO_VARARGS:  # in a signature it stands before keyword-only ones
        names.insert(code.co_argcount, code.co_varnames[named])
    arrays, sequences = [], []
    for at, name in enumerate(names):
        annotation = str(function.__annotations__.get(name, ""))
        if annotation.startswith(("list[ArrayLike", "tuple[ArrayLike")):
            sequences.append((at, name))
        elif "ArrayLike" in annotation:
            arrays.append((at, name, "Scalar" in annotation))
    return tuple(arrays), tuple(sequences)


def _real(module: str, name: str):
    """Return NumPy's own function of that name, for the fallback and for signature checks."""
    place = np
    for part in module.split(".")[2:-1] + [module.rsplit(".", 1)[-1]]:
        place = getattr(place, part, place) if part in ("linalg", "fft", "random") else place
    return getattr(place, name, None)


def _array(value, keep_scalar: bool):
    if keep_scalar and type(value) in (bool, int, float, complex):
        return value
    return asarray(value)
