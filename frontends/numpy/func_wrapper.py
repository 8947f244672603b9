"""What stands between NumPy's API and the core: arrays in and out, errors, and host fallback.

``ivy`` here is the core bound to this frontend's array class: its functions take ``ndarray`` on the
fast path and give ``ndarray`` (scalars, where a result has no dimensions) without another box.
"""

from __future__ import annotations

import functools

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS, array_parameters, host_array
from ivy_core import backend_handler
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of
from ivy_core.binding.dialect import Dialect
from ivy_core.utils.tracebacks import take_place_of

from .errors import NUMPY_ERRORS
from .fallback import UnsupportedDtype, from_host, host_call
from .ndarray import ivy, ndarray
from .scalar_types import HELD_DTYPES, BackendScalar, on_backend, on_host, scalar, scalar_on

BackendScalar.array_class = ndarray
NUMPY = Dialect(ndarray, scalar_on, frozenset({BackendScalar}))
backend_handler.publish(ivy, NUMPY)


def asarray(value, dtype=None):
    """Return ``value`` as ndarray; a scalar as one of the backend.

    UnsupportedDtype is raised for strings and the like, and for a masked array or another subclass
    of NumPy's ndarray: real NumPy lets it compute as it sees fit.
    """
    kind = type(value)
    if kind is ndarray or kind is BackendScalar or issubclass(kind, ndarray):
        return value if dtype is None else value.astype(dtype)
    if issubclass(kind, np.generic) and value.dtype in HELD_DTYPES:
        return on_backend(value if dtype is None else value.astype(dtype))
    if isinstance(value, Array):
        return new_array(ndarray, read(value))
    if backend_of(value) not in (None, "numpy"):
        return ivy.asarray(value)
    if is_real_subclass(value):
        raise UnsupportedDtype(f"class {type(value).__name__}")
    host = host_array(value, dtype)
    if host.dtype not in HELD_DTYPES:
        if not host.dtype.isnative and host.dtype.newbyteorder("=") in HELD_DTYPES:
            host = host.astype(host.dtype.newbyteorder("="))
        else:
            raise UnsupportedDtype(host.dtype)
    return ivy.asarray(host)


def is_real_subclass(value) -> bool:
    """Return whether ``value`` is an array of a class derived from NumPy's, a file's apart."""
    if not isinstance(value, np.ndarray) or type(value) is np.ndarray:
        return False
    return not isinstance(value, np.memmap)


@from_host.register(np.ndarray)
def _backend_array(value):
    if type(value) is not np.ndarray:
        return value
    try:
        return asarray(value)
    except UnsupportedDtype:
        return value


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
    arrays_at, sequences_at = array_parameters(function, "ArrayLike")
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
                    return on_host(result)
                if any(result is argument for argument in (*args, *kwargs.values())):
                    return result  # it was given as `out`
                return scalar(read(result))
            except UnsupportedDtype:
                pass  # real NumPy answers, outside of this clause: its errors have no context then
            return host_call(call.real, args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, real_name)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    call.handle_exceptions = True
    call.real = _real_function(function.__module__, real_name)
    return call


def _real_function(module: str, name: str):
    """Return NumPy's own function of that name, for the fallback and for signature checks."""
    namespace = np
    for part in module.split(".")[2:]:
        if part in ("linalg", "fft", "random"):
            namespace = getattr(np, part)
    return getattr(namespace, name, None)


def _array(value, keep_scalar: bool):
    if keep_scalar and type(value) in PYTHON_NUMBERS:
        return value
    return asarray(value)
