"""Creation of arrays: from values, from shapes and ranges, from other objects."""

from __future__ import annotations

import builtins
import functools
import inspect
import itertools
import operator
from typing import Any

import numpy as np

from frontends.common.conversion import (
    PYTHON_NUMBERS,
    holds_recorded,
    is_recorded,
    is_sharded,
    made_by_numpy,
    with_real_arrays,
)
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array, shadow
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_of, backend_of_class

from .arguments import check_device, lengths, supported_dtype
from .conversion import (
    array_from_host,
    array_on_memory,
    as_array,
    as_ndarray,
    copied,
    in_memory_order,
    memory_axes,
)
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import asarray as _converted
from .func_wrapper import is_real_subclass, ivy, numpy_function, stacked
from .ndarray import ndarray
from .protocols import HostSubclass, PlainView
from .scalar_types import HELD_DTYPES, BackendScalar
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any


# from values


@numpy_function(kind="value", keep_0d=True)
def array(object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, ndmax=0, like=None):
    """Create an array.

    Parameters
    ----------
    object : array-like
        Arrays, scalars, native arrays of a backend, or nested sequences of them. What no backend
        can hold (strings, objects, dates) becomes a real NumPy array.
    dtype : dtype-like, optional
        As NumPy infers it, if not given.
    copy : bool or None
        False raises where a copy is needed; None copies only then.
    order : {'K', 'C', 'F', 'A'}
        Memory order.
    ndmin : int
        The least number of dimensions; ones are put before the shape.

    Returns: ndarray

    References
    ----------
    NumPy reference, numpy.array.

    >>> np.array([[1, 2], [3, 4.5]])
    array([[1. , 2. ],
           [3. , 4.5]])
    """
    if type(copy) is np._CopyMode:
        copy = {np._CopyMode.ALWAYS: True, np._CopyMode.NEVER: False}.get(copy)
    if ndmax:
        raise UnsupportedDtype("ndmax makes arrays of objects")
    if subok and is_real_subclass(object):
        raise UnsupportedDtype(f"class {type(object).__name__}")
    dtype = supported_dtype(dtype)
    order = "K" if order is None else order
    made = None if isinstance(object, Array) else _array_of_program(object, dtype, copy)
    if made is not None:
        result = _array_from_array(made, dtype, None, order)
    elif isinstance(object, Array):
        result = _array_from_array(object, dtype, copy, order)
    elif not copy and _shows_memory(object, dtype, order):
        result = object.view(PlainView)
    else:
        result = _array_from_value(object, dtype, copy, order)
    if result.ndim < ndmin:
        result = result[(None,) * (ndmin - result.ndim)]
    return result


@functools.lru_cache(maxsize=64)
def _takes_copy(method) -> bool:
    """Return whether an ``__array__`` may be given ``copy``."""
    parameters = inspect.signature(method).parameters
    return "copy" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _array_of_program(value, dtype, copy):
    """Return the array that a program's object gives by ``__array__``; None where it is not ours.

    That very array, as with NumPy: what is written to it reaches the object.
    """
    makes = getattr(getattr(type(value), "__array__", None), "unconverted", None)
    if makes is None or isinstance(value, np.ndarray):  # NumPy takes the memory of one
        return None
    if copy is not None and not _takes_copy(makes):
        return None  # without `copy` it is called twice: NumPy warns, and knows how
    given = () if dtype is None else (dtype,)
    made = makes(value, *given) if copy is None else makes(value, *given, copy=copy)
    return made if isinstance(made, Array) else None


def _shows_memory(value, dtype, order) -> bool:
    """Return whether an array of a program's class is to be shown on the host, where it stays.

    What is written to NumPy's plain array of it reaches it, which a copy on a backend has lost.
    """
    if not isinstance(value, HostSubclass) or active_backend().CAPABILITIES.on_host:
        return False
    fits = order in ("K", "A") or value.flags[order]
    return fits and (dtype is None or dtype == value.dtype)


def _array_from_array(x, dtype, copy, order):
    """Return ``np.array`` of an Array: itself if that will do, else a copy if allowed."""
    scalar = type(x) is BackendScalar
    if not scalar and type(x) is not ndarray:
        x = _converted(x)
    casts = dtype is not None and dtype != x.dtype
    if copy is False and (scalar or casts):
        raise ValueError(_no_copy_message())
    if casts:
        cast = ivy.astype(as_ndarray(x), dtype)
        axes = memory_axes(as_ndarray(x), order)
        return cast if axes is None else copied(cast, order if order == "F" else "C")
    if scalar:
        return as_ndarray(x)
    if copy:
        return copied(x, order)
    if order in ("C", "F"):
        layout = read(x) if isinstance(getattr(x, "_data", None), np.ndarray) else shadow(x)
        fits = layout.flags.c_contiguous if order == "C" else layout.flags.f_contiguous
        if not fits:
            if copy is False:
                raise ValueError(_no_copy_message())
            return copied(x, order)
    return x


def _no_copy_message() -> str:
    """Return the text of NumPy's error for ``copy=False`` where a copy is needed."""
    try:
        np.array([0], copy=False)
    except ValueError as err:
        return str(err)
    raise AssertionError("a list is an array without a copy")


def _is_mutable(native) -> bool:
    backend = backend_of_class(type(native))
    return backend.CAPABILITIES.mutable or backend.is_assignable(native)


def _array_from_value(value, dtype, copy, order):
    """Return ``np.array(value)`` of what is no array of ours: native, nested or a number."""
    if backend_of(value) not in (None, "numpy"):
        if copy is False:
            raise ValueError(_no_copy_message())
        result = new_array(ndarray, value)  # a native array of a backend
        if dtype is not None and dtype != result.dtype:
            return ivy.astype(result, dtype)
        return copied(result, order) if copy and _is_mutable(value) else result
    if isinstance(value, (list, tuple)):
        if holds_recorded(value):
            if copy is False:
                raise ValueError(_no_copy_message())
            return stacked(value, dtype)
        value = with_real_arrays(value, to_host)
    if copy is False and not active_backend().CAPABILITIES.on_host:
        if isinstance(value, (np.ndarray, np.generic)) and value.dtype not in HELD_DTYPES:
            raise UnsupportedDtype(value.dtype)  # it stays on the host, as it lies
        raise ValueError(_no_copy_message())
    if active_backend().CAPABILITIES.compiles:
        copy = None  # what the backend gets is a copy
    return array_from_host(made_by_numpy(value, dtype, copy=copy, order=order), order)


@numpy_function(kind="value", keep_0d=True)
def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Convert to an array; one that is as wanted is returned itself."""
    check_device(device)
    return array.__wrapped__(a, dtype, copy=copy, order=order)


@numpy_function(kind="value", keep_0d=True)
def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Convert to an array."""
    check_device(device)
    return array.__wrapped__(a, dtype, copy=copy, order=order, subok=True)


@numpy_function
def ascontiguousarray(a, dtype=None, *, like=None):
    """Return an array of at least one dimension, contiguous in C order."""
    return array.__wrapped__(a, dtype, copy=None, order="C", ndmin=1)


@numpy_function
def asfortranarray(a, dtype=None, *, like=None):
    """Return an array of at least one dimension, contiguous in Fortran order."""
    return array.__wrapped__(a, dtype, copy=None, order="F", ndmin=1)


@numpy_function(keep_0d=True)
def asarray_chkfinite(a, dtype=None, order=None):
    """Convert to an array; raises ValueError if a value is nan or inf."""
    result = array.__wrapped__(a, dtype, copy=None, order=order)
    if result.dtype.kind in "fc" and not bool(ivy.all(ivy.isfinite(result))):
        raise ValueError("array must not contain infs or NaNs")
    return result


@numpy_function(kind="value", keep_0d=True)
def copy(a, order="K", subok=False):
    """Return a copy of an array."""
    return array.__wrapped__(a, copy=True, order=order, subok=subok)


@numpy_function(keep_0d=True)
def require(a, dtype=None, requirements=None, *, like=None):
    """Return an array of a dtype that meets requirements on its memory."""
    names = {
        "C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F": "F", "F_CONTIGUOUS": "F",
        "FORTRAN": "F", "A": "A", "ALIGNED": "A", "W": "W", "WRITEABLE": "W", "O": "O",
        "OWNDATA": "O", "E": "E", "ENSUREARRAY": "E",
    }  # fmt: skip
    wanted = {names[each.upper()] for each in requirements or ()}
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in wanted else "C" if "C" in wanted else "A"
    result = array.__wrapped__(a, dtype, copy=None, order=order, subok="E" not in wanted)
    if "O" in wanted and not result.flags["O"] or "W" in wanted and not result.flags["W"]:
        result = copied(result, order)
    return result


@numpy_function(keep_0d=True)
def frombuffer(buffer, dtype=None, count=-1, offset=0, *, like=None):
    """Return an array on the memory of a buffer, which refuses writes where the buffer does."""
    host = np.frombuffer(to_host(buffer), np.dtype(dtype or float), count, offset)
    return array_from_host(host) if isinstance(buffer, Array) else array_on_memory(host)


@numpy_function(keep_0d=True)
def fromstring(string, dtype=float, count=-1, *, sep, like=None):
    """Read numbers from text."""
    return array_from_host(np.fromstring(string, np.dtype(dtype), count, sep=sep))


@numpy_function(keep_0d=True)
def fromiter(iter, dtype, count=-1, *, like=None):
    """Collect the values of an iterable in a one-dimensional array."""
    dtype = np.dtype(dtype)
    iterator = builtins.iter(iter)
    first = list(itertools.islice(iterator, 1))
    if first and is_recorded(first[0]):
        if count >= 0:
            iterator = itertools.islice(iterator, max(count - 1, 0))
        return stacked([*first, *iterator], dtype)
    values = (to_host(v) if isinstance(v, Array) else v for v in itertools.chain(first, iterator))
    host = np.fromiter(values, dtype, count)  # an iterator can be gone through only once
    held = dtype.newbyteorder("=") in HELD_DTYPES
    return array_from_host(host) if held else host


@numpy_function(keep_0d=True)
def from_dlpack(x, /, *, device=None, copy=None):
    """Convert an object that speaks DLPack."""
    check_device(device)
    if isinstance(x, Array):
        return x[...] if not copy else copied(x)
    if backend_of(x) == active_backend().NAME and not copy:
        return new_array(ndarray, x)
    return array_from_host(np.from_dlpack(x), copy=copy)


# from shapes


@numpy_function(kind="shape", keep_0d=True)
def zeros(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array of zeros.

    >>> np.zeros((2, 2), dtype=int)
    array([[0, 0],
           [0, 0]])
    """
    return _create_in_order(ivy.zeros, shape, dtype, order, device)


@numpy_function(kind="shape", keep_0d=True)
def ones(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array of ones."""
    return _create_in_order(ivy.ones, shape, dtype, order, device)


@numpy_function(kind="shape", keep_0d=True)
def empty(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array whose values are not initialised."""
    return _create_in_order(ivy.empty, shape, dtype, order, device)


def _create_in_order(make, shape, dtype, order, device):
    """Return ``make(shape, dtype)`` in a memory order; float64 and "C" for None."""
    if device is not None:
        check_device(device)
    dtype = supported_dtype(float if dtype is None else dtype)
    shape = lengths(shape)
    order = "C" if order is None else order.upper() if isinstance(order, str) else order
    if order == "C":
        return make(shape, dtype=dtype)
    if order not in ("F", "A", "K"):
        raise ValueError("only 'C' or 'F' order is permitted")
    axes = tuple(range(len(shape)))[::-1] if order == "F" and len(shape) > 1 else None
    return in_memory_order(lambda s: make(s, dtype=dtype), shape, axes)


@numpy_function(kind="creation", keep_0d=True)
def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """Return an array filled with a value, or with values that broadcast to its shape."""
    check_device(device)
    dtype = supported_dtype(dtype)
    shape = lengths(shape)
    if type(fill_value) in PYTHON_NUMBERS:
        value = np.full((), fill_value, dtype)
        dtype = value.dtype
        return _create_in_order(
            lambda s, dtype: ivy.full(s, value.item(), dtype=dtype), shape, dtype, order, None
        )
    values = as_array(fill_value)
    dtype = values.dtype if dtype is None else dtype
    result = _create_in_order(ivy.empty, shape, dtype, order, None)
    result[...] = values
    return result


@numpy_function(kind="like", keep_0d=True)
def zeros_like(a: ArrayLike, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Return zeros in the shape and dtype of an array."""
    return _create_like(ivy.zeros, a, dtype, order, shape, device)


@numpy_function(kind="like", keep_0d=True)
def ones_like(a: ArrayLike, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Return ones in the shape and dtype of an array."""
    return _create_like(ivy.ones, a, dtype, order, shape, device)


@numpy_function(kind="like", keep_0d=True)
def empty_like(
    prototype: ArrayLike, /, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """Return an array of the shape and dtype of another, with values not initialised."""
    return _create_like(ivy.empty, prototype, dtype, order, shape, device)


@numpy_function(kind="like", keep_0d=True)
def full_like(
    a: ArrayLike, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """Return an array of the shape and dtype of another, filled with a value."""
    result = _create_like(ivy.empty, a, dtype, order, shape, device)
    if type(fill_value) in PYTHON_NUMBERS:
        fill_value = np.full((), fill_value, result.dtype)
    result[...] = fill_value
    return result


def _create_like(make, a, dtype, order, shape, device):
    """Return ``make(shape, dtype)`` with what is None as in ``a``; ``device`` is only checked."""
    check_device(device)
    dtype = a.dtype if dtype is None else supported_dtype(dtype)
    if shape is not None:
        shape = lengths(shape)
        if order in ("A", "K") and len(shape) == a.ndim:
            axes = memory_axes(a, order)
        else:
            is_fortran = order == "F" or order == "A" and a.ndim > 1 and a.flags.fnc
            axes = tuple(range(len(shape)))[::-1] if is_fortran and len(shape) > 1 else None
    else:
        shape = a.shape
        axes = memory_axes(a, order) if a.ndim > 1 else None
    if axes is None and is_sharded(a):
        return make(shape, dtype=dtype, device=a.placement)
    return in_memory_order(lambda s: make(s, dtype=dtype), shape, axes)


@numpy_function(kind="creation")
def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    """Return ones on a diagonal and zeros elsewhere."""
    check_device(device)
    dtype = supported_dtype(float if dtype is None else dtype)
    rows = operator.index(N)
    columns = rows if M is None else operator.index(M)
    k = operator.index(k)
    lengths((rows, columns))
    if order == "F":
        result = ivy.eye(columns, rows, k=-k, dtype=dtype)
        return ivy.permute_dims(result, (1, 0))
    return ivy.eye(rows, columns, k=k, dtype=dtype)


@numpy_function(kind="creation")
def identity(n, dtype=None, *, like=None):
    """Return the identity matrix."""
    return eye.__wrapped__(n, dtype=float if dtype is None else dtype)


# ranges


def _arange_signature(start_or_stop, /, stop=None, step=1, *, dtype=None, device=None, like=None):
    """Return evenly spaced values in a half-open interval.

    References: NumPy reference, numpy.arange.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.arange(2, 8, 2)
    array([2, 4, 6])
    """


@functools.wraps(_arange_signature)
def _arange_on_host(*args, dtype=None, device=None, like=None, **bounds):
    """Return NumPy's ``arange`` of host numbers as our array; ``bounds``: those given by name."""
    check_device(device)
    if any(map(is_recorded, (*args, *bounds.values()))):
        return _recorded_arange(args, bounds, dtype)
    args = tuple([to_host(a) for a in args])
    bounds = {name: to_host(value) for name, value in bounds.items()}
    # the host has NumPy's own roundings, and the values cross over once
    return from_host(np.arange(*args, dtype=None if dtype is None else np.dtype(dtype), **bounds))


def _recorded_arange(args, bounds, dtype):
    """Return NumPy's ``arange`` with the derivative by its first number and by its step."""
    known = [to_host(ivy.stop_gradient(v)) if is_recorded(v) else to_host(v) for v in args]
    named = {
        name: to_host(ivy.stop_gradient(v)) if is_recorded(v) else to_host(v)
        for name, v in bounds.items()
    }
    result = from_host(np.arange(*known, dtype=dtype, **named))
    if result.dtype.kind != "f":
        return result
    given = dict(zip(("start", "stop", "step"), args, strict=False)) | bounds
    if given.get("stop") is None:
        given = {"stop": given.get("start"), "step": given.get("step")}
    start, step = given.get("start"), given.get("step")
    if is_recorded(start):  # the difference is 0: the values stay NumPy's
        result = result + (start - ivy.stop_gradient(start))
    if is_recorded(step):
        places = array_from_host(np.arange(result.size, dtype=result.dtype))
        result = result + places * (step - ivy.stop_gradient(step))
    return result


_arange_on_host.__name__ = _arange_on_host.__qualname__ = "arange"
arange = numpy_function(_arange_on_host, kind="creation", keep_0d=True)
arange.__signature__ = inspect.signature(_arange_signature)


@numpy_function(kind="creation", keep_0d=True)
def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """Return evenly spaced numbers over an interval.

    Parameters
    ----------
    start, stop : array-like
        Ends of the interval.
    num : int
        How many.
    endpoint : bool
        Whether ``stop`` is the last of them.
    retstep : bool
        Whether the spacing is returned too.
    dtype : dtype-like, optional
        A float by default, even for integers.
    axis : int
        Where the new axis goes, if the ends are arrays.

    References
    ----------
    NumPy reference, numpy.linspace.
    """
    check_device(device)
    dtype = supported_dtype(dtype)
    if not (is_recorded(start) or is_recorded(stop)):
        host = np.linspace(
            to_host(start), to_host(stop), operator.index(num), endpoint, retstep, dtype, axis
        )
        if retstep:
            return array_from_host(host[0]), from_host(host[1])
        return array_from_host(host)
    start, stop = as_array(start), as_array(stop)
    num = operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    intervals = num - 1 if endpoint else num
    result_dtype = np.result_type(start.dtype, stop.dtype, float(num))
    start = ivy.astype(start, result_dtype)
    delta = ivy.astype(stop, result_dtype) - start
    steps = array_from_host(np.arange(num, dtype=result_dtype).reshape((-1,) + (1,) * delta.ndim))
    step = delta / intervals if intervals > 0 else delta * np.nan
    values = (steps * step if intervals > 0 else steps * delta) + start
    if endpoint and num > 1:
        values[-1, ...] = stop
    if axis != 0:
        values = ivy.moveaxis(values, 0, axis)
    if dtype is not None:
        values = UFUNCS["floor"](values) if dtype.kind in "iu" else values
        values = ivy.astype(values, dtype)
    return (values, step) if retstep else values


@numpy_function
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Return numbers spaced evenly on a log scale."""
    dtype = supported_dtype(dtype)
    if any(is_recorded(v) for v in (start, stop, base)):
        exponents = linspace.__wrapped__(start, stop, num, endpoint, axis=axis)
        result = UFUNCS["power"](base, exponents)
        return result if dtype is None else ivy.astype(result, dtype)
    return array_from_host(
        np.logspace(
            to_host(start), to_host(stop), operator.index(num), endpoint, to_host(base), dtype, axis
        )
    )


@numpy_function
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Return numbers spaced evenly on a log scale, a geometric progression."""
    dtype = supported_dtype(dtype)
    if is_recorded(start) or is_recorded(stop):
        start, stop = as_array(start), as_array(stop)
        sign = UFUNCS["sign"](start)
        log = UFUNCS["log10"]
        exponents = linspace.__wrapped__(log(start / sign), log(stop / sign), num, endpoint)
        result = sign * UFUNCS["power"](10.0, exponents)
        result = ivy.moveaxis(result, 0, axis) if axis else result
        return result if dtype is None else ivy.astype(result, dtype)
    return array_from_host(
        np.geomspace(to_host(start), to_host(stop), operator.index(num), endpoint, dtype, axis)
    )


__all__ = [
    "arange", "array", "asanyarray", "asarray", "asarray_chkfinite", "ascontiguousarray",
    "asfortranarray", "copy", "empty", "empty_like", "eye", "from_dlpack", "frombuffer", "fromiter",
    "fromstring", "full", "full_like", "geomspace", "identity", "linspace", "logspace", "ones",
    "ones_like", "require", "zeros", "zeros_like",
]  # fmt: skip
