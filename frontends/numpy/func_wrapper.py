"""What stands between NumPy's API and the core: arrays in and out, errors, and host fallback.

``ivy`` here is the core bound to this frontend's array class: its functions take ``ndarray`` on the
fast path and give ``ndarray`` (scalars, where a result has no dimensions) without another box.
"""

from __future__ import annotations

import functools

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS, array_parameters, host_array
from ivy_core import backend_handler
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of
from ivy_core.binding.dialect import Dialect
from ivy_core.contexts import common
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.tracebacks import take_place_of

from .errors import NUMPY_ERRORS
from .fallback import UnsupportedDtype, from_host, host_call
from .native_route import (
    GIVEN,
    PLAIN,
    SUPPORTED,
    NotNative,
    applies,
    given_back,
    lent,
    lent_options,
    lent_without_out,
)
from .ndarray import ivy, ndarray
from .options import OPTIONS, are_options, is_operand, is_option, written_at
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


def numpy_function(
    function=None,
    *,
    keep_0d: bool = False,
    core: str | None = None,
    kind: str | None = None,
    direct: bool = True,
    fills_out: bool = True,
):
    """Make a NumPy function of a body written with ``ivy``.

    Parameters annotated ``ArrayLike`` arrive as arrays (a Python scalar stays one where the
    annotation is ``ArrayLike | Scalar``), ``list[ArrayLike]`` as a list of them. An ``out``
    parameter is filled by the body. What the backend cannot hold goes to real NumPy on the host.

    The body is the general way. Where arrays are NumPy's own, NumPy's own function is called
    (:mod:`.native_route`); elsewhere a function of the core may do.

    Parameters
    ----------
    keep_0d : bool
        Whether a result without dimensions stays an array (creation and manipulation do so).
    core : str, optional
        Name of the core's function that does the same with an array, or a sequence of them, and
        positional options. Where it fails, the body says what is wrong as NumPy says it.
    kind : {'sequence', 'creation'}, optional
        Whether the first argument is a sequence of arrays, or no argument is an array; by default
        the annotations tell.
    direct : bool
        Whether it writes to ``out`` alone.
    fills_out : bool
        Whether NumPy's own function gives ``out`` back, as those that have it should.
    """
    if function is None:
        return functools.partial(
            numpy_function,
            keep_0d=keep_0d,
            core=core,
            kind=kind,
            direct=direct,
            fills_out=fills_out,
        )
    arrays_at, sequences_at = array_parameters(function, "ArrayLike")
    real = _real_function(function.__module__, function.__name__)
    lend = lent_options if fills_out else lent_without_out

    def general(args, kwargs):
        if real is not None and write.observer is None and (common.on_host or applies()):
            try:
                natives = [value if type(value) in PLAIN else lent(value) for value in args]
                given = lend(kwargs) if kwargs else kwargs
            except NotNative:
                pass
            else:
                return given_back(real(*natives, **given), natives, args, kwargs, given)
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
        return host_call(real, args, kwargs)

    if kind is None and len(arrays_at) == 1 and arrays_at[0][0] == 0 and not sequences_at:
        kind = "array"
    compose = _KINDS[kind if direct and real is not None else None]
    composed = compose(general, real, core, function, lend)
    call = functools.wraps(function)(composed)
    call.handle_exceptions = True
    call.real, call.is_numpys_own = real, real is not None
    return call


_MISSING = object()


# the closures of each kind: what is direct, else the general way, in the boundary of the frontend


def natives_of(args) -> list | None:
    """Return options with NumPy's own array for each array; None if one is not on its memory."""
    natives = []
    for value in args:
        if type(value) is ndarray:
            value = getattr(value, "_data", None)
            if type(value) is not np.ndarray:
                return None
        elif not is_operand(value):
            return None
        natives.append(value)
    return natives


def _of_array(general, real, core, function, lend):
    """Compose a function of one array, first, and options."""
    name, new, array = function.__name__, object.__new__, np.ndarray
    functions, is_numpy = ivy.__dict__, common
    most = written_at(function)

    def call(a=_MISSING, /, *args, **kwargs):
        try:
            if type(a) is ndarray:
                try:
                    data = a._data
                except AttributeError:  # a functional view that nobody has looked at
                    data = None
                given = args
                for option in args:
                    if type(option) not in OPTIONS and not is_option(option):
                        given = natives_of(args)
                        break
                if given is not None and len(args) < most:
                    if type(data) is array:
                        if is_numpy.on_host and (not kwargs or are_options(kwargs)):
                            result = real(data, *given, **kwargs)
                            if type(result) is array and result is not data:
                                y = new(ndarray)
                                y._data = result
                                return y
                            return a if result is data else given_back(result)
                    elif given is args and core is not None and not kwargs:
                        try:
                            return functions[core](a, *args)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
            return general((a, *args) if a is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _of_sequence(general, real, core, function, lend):
    """Compose a function of a sequence of arrays, first, and options."""
    name, new, array = function.__name__, object.__new__, np.ndarray
    functions, is_numpy = ivy.__dict__, common

    def call(arrays=_MISSING, /, *args, **kwargs):
        try:
            if (type(arrays) is tuple or type(arrays) is list) and arrays:
                for x in arrays:
                    if type(x) is not ndarray:
                        break
                else:
                    if is_numpy.on_host:
                        natives = [getattr(x, "_data", None) for x in arrays]
                        for native in natives:
                            if type(native) is not array:
                                break
                        else:
                            if (not args or are_options(args)) and are_options(kwargs):
                                y = new(ndarray)
                                y._data = real(natives, *args, **kwargs)
                                return y
                    elif core is not None and not kwargs and len(args) < 2 and are_options(args):
                        try:
                            if args:
                                return functions[core](arrays, axis=args[0])
                            return functions[core](arrays)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
            return general((arrays, *args) if arrays is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _of_options(general, real, core, function, lend):
    """Compose a function that makes arrays: no argument is one."""
    name, new, array, is_numpy = function.__name__, object.__new__, np.ndarray, common

    def call(*args, **kwargs):
        try:
            if is_numpy.on_host:
                for option in args:
                    if type(option) not in OPTIONS and not is_option(option):
                        break
                else:
                    if not kwargs or are_options(kwargs):
                        result = real(*args, **kwargs)
                        if type(result) is array and result.dtype in SUPPORTED:
                            y = new(ndarray)
                            y._data = result
                            return y
                        return given_back(result)
            return general(args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _of_anything(general, real, core, function, lend):
    """Compose a function of arrays, numbers and options in any order."""
    is_direct = real is not None
    name, new, array, is_numpy = function.__name__, object.__new__, np.ndarray, common

    def call(*args, **kwargs):
        try:
            if is_direct and is_numpy.on_host and write.observer is None:
                try:
                    natives = []
                    for value in args:
                        if type(value) is ndarray and type(value._data) is array:
                            natives.append(value._data)
                        else:
                            natives.append(value if type(value) in PLAIN else lent(value))
                    given = lend(kwargs) if kwargs else kwargs
                except (NotNative, AttributeError):  # a functional view may have no data
                    pass
                else:
                    result = real(*natives, **given)
                    kind = type(result)
                    if kind is array and given is kwargs and result.dtype in SUPPORTED:
                        for native in natives:
                            if native is result:
                                break
                        else:
                            y = new(ndarray)
                            y._data = result
                            return y
                    elif kind in GIVEN:
                        return result
                    return given_back(result, natives, args, kwargs, given)
            return general(args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


_KINDS = {
    None: _of_anything,
    "array": _of_array,
    "sequence": _of_sequence,
    "creation": _of_options,
}


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
