"""Creation of arrays: from values, from shapes and ranges, from other objects."""

from __future__ import annotations

import functools
import inspect
import operator
from typing import Any

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array, shadow
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, backend_of

from .errors import entry
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import asarray as _converted
from .func_wrapper import is_real_subclass, ivy, numpy_function
from .ndarray import ndarray
from .scalar_types import generic
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any
_PYTHON = frozenset({int, float, complex, bool})


# what creation and manipulation share


def supported(dtype) -> np.dtype | None:
    """Return NumPy's dtype object; raises UnsupportedDtype for one that no backend holds."""
    if dtype is None:
        return None
    found = np.dtype(dtype)
    if found in generic.classes:
        return found
    native = found.newbyteorder("=")
    if native in generic.classes:
        return native
    raise UnsupportedDtype(found)


def owned(x) -> ndarray:
    """Return an ndarray as it is, and a scalar as a 0-d array with memory of its own."""
    if type(x) is ndarray or isinstance(x, ndarray):
        return x
    data = read(x)
    ops = backend_for(data)
    if isinstance(data, (np.ndarray, np.generic)):
        return new_array(ndarray, np.array(data))
    return new_array(ndarray, ops.copy_native(data) if ops.MUTABLE else data)


def as_array(value) -> ndarray:
    """Return an array of anything array-like: never a scalar."""
    return owned(_converted(value))


def is_traced(x) -> bool:
    """Return whether the values of an array are not known yet (``jax.jit``, ``tf.function``)."""
    if not isinstance(x, Array):
        return False
    data = read(x)
    return backend_for(data).is_tracer(data)


def memory_axes(x: ndarray, order: str) -> tuple[int, ...] | None:
    """Return the axes from the slowest to the fastest in memory; None where that is C order."""
    if order not in ("C", "F", "A", "K", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    ndim = x.ndim
    if ndim < 2 or order == "C":
        return None
    if order == "F":
        return tuple(range(ndim))[::-1]
    layout = read(x) if isinstance(getattr(x, "_data", None), np.ndarray) else shadow(x)
    if layout.flags.c_contiguous:
        return None
    if layout.flags.f_contiguous:
        return tuple(range(ndim))[::-1]
    if order == "A":
        return None
    axes = tuple(sorted(range(ndim), key=lambda axis: -abs(layout.strides[axis])))
    return None if axes == tuple(range(ndim)) else axes


def in_memory_order(make, shape: tuple[int, ...], axes) -> ndarray:
    """Return ``make(shape)`` laid out in memory as ``axes`` say."""
    if axes is None:
        return make(shape)
    base = make(tuple([shape[axis] for axis in axes]))
    return ivy.permute_dims(base, tuple(np.argsort(axes).tolist()))


def copied(x, order="C") -> ndarray:
    """Return a copy with a memory order."""
    x = owned(x)
    axes = memory_axes(x, order)
    if axes is None:
        return _plain_copy(x)
    base = _plain_copy(ivy.permute_dims(x, axes))
    return ivy.permute_dims(base, tuple(np.argsort(axes).tolist()))


def _plain_copy(x: ndarray) -> ndarray:
    data = read(x)
    if isinstance(data, np.ndarray):
        return new_array(ndarray, np.array(data, order="C"))
    copy = backend_for(data).copy_native(data)
    if hasattr(copy, "contiguous"):
        copy = copy.contiguous()
    return new_array(ndarray, copy)


def array_from_host(host: np.ndarray, order: str = "K", copy: bool | None = None) -> ndarray:
    """Return an array of the values of a real one, in its memory order."""
    host = _holdable(host)
    backend = active_backend()
    if backend.NAME == "numpy":
        return new_array(ndarray, np.array(host, order=order, copy=copy))
    if order in ("C", None) or host.ndim < 2 or host.flags.c_contiguous:
        if order == "F" and host.ndim > 1:
            return _transposed_of(host)
        return new_array(ndarray, backend.from_host(np.ascontiguousarray(host).reshape(host.shape)))
    if host.flags.f_contiguous or order == "F":
        return _transposed_of(host)
    return new_array(ndarray, backend.from_host(np.ascontiguousarray(host)))


def _transposed_of(host):
    return ivy.permute_dims(array_from_host(host.T, "C"), tuple(range(host.ndim))[::-1])


def _holdable(host: np.ndarray) -> np.ndarray:
    dtype = supported(host.dtype)
    return host if host.dtype == dtype else host.astype(dtype)


def _check_device(device) -> None:
    if device not in (None, "cpu"):
        raise ValueError(f'Device not understood. Only "cpu" is allowed, but received: {device}')


def integers(value) -> tuple[int, ...]:
    """Return an integer, or a sequence of them, of whatever class, as a tuple of ints."""
    if type(value) is int:
        return (value,)
    if type(value) is not tuple:
        if isinstance(value, (Array, np.ndarray)):
            value = np.asarray(to_host(value)).tolist()
        if not hasattr(value, "__iter__"):
            return (operator.index(value),)
    return tuple([n if type(n) is int else operator.index(n) for n in value])


def whole_axis(axis):
    """Return an axis as an int, a tuple of them as one of ints, and None as it is."""
    if axis is None or type(axis) is int:
        return axis
    return integers(axis) if type(axis) is tuple else operator.index(axis)


def lengths(shape) -> tuple[int, ...]:
    """Return a shape as a tuple of ints, with NumPy's errors."""
    shape = integers(shape)
    if shape and min(shape) < 0:
        raise ValueError("negative dimensions are not allowed")
    return shape


# from values


@numpy_function(keep_0d=True)
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

    Returns
    -------
    ndarray

    References
    ----------
    NumPy reference, numpy.array.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.array([[1, 2], [3, 4.5]])
    array([[1. , 2. ],
           [3. , 4.5]])
    """
    if ndmax:
        raise UnsupportedDtype("ndmax makes arrays of objects")
    if subok and is_real_subclass(object):
        raise UnsupportedDtype(f"class {type(object).__name__}")
    dtype = supported(dtype)
    order = "K" if order is None else order
    if isinstance(object, Array):
        result = _of_array(object, dtype, copy, order)
    else:
        result = _of_other(object, dtype, copy, order)
    if result.ndim < ndmin:
        result = result[(None,) * (ndmin - result.ndim)]
    return result


def _of_array(x, dtype, copy, order):
    scalar = isinstance(x, generic)
    if not isinstance(x, (ndarray, generic)):
        x = _converted(x)
    if copy is False and (scalar or dtype not in (None, x.dtype)):
        raise ValueError(_NO_COPY)
    if dtype not in (None, x.dtype):
        cast = ivy.astype(owned(x), dtype)
        axes = memory_axes(owned(x), order)
        return cast if axes is None else copied(cast, order if order == "F" else "C")
    if scalar:
        return owned(x)
    if copy:
        return copied(x, order)
    if order in ("C", "F"):
        layout = read(x) if isinstance(getattr(x, "_data", None), np.ndarray) else shadow(x)
        fits = layout.flags.c_contiguous if order == "C" else layout.flags.f_contiguous
        if not fits:
            if copy is False:
                raise ValueError(_NO_COPY)
            return copied(x, order)
    return x


_NO_COPY = "Unable to avoid copy while creating an array as requested."


def _of_other(value, dtype, copy, order):
    if backend_of(value) not in (None, "numpy"):
        if copy is False:
            raise ValueError(_NO_COPY)
        result = new_array(ndarray, value)  # a native array of a backend
        return ivy.astype(result, dtype) if dtype not in (None, result.dtype) else result
    if isinstance(value, (list, tuple)):
        if _holds_tracer(value):
            if copy is False:
                raise ValueError(_NO_COPY)
            return _stacked(value, dtype)
        value = _on_host(value)
    if copy is False and active_backend().NAME != "numpy":
        raise ValueError(_NO_COPY)
    return array_from_host(np.array(value, dtype, copy=copy, order=order), order)


def _on_host(values):
    """Return nested sequences with our arrays in them replaced by real ones."""
    return [
        v
        if type(v) in _PYTHON
        else to_host(v)
        if isinstance(v, Array)
        else _on_host(v)
        if isinstance(v, (list, tuple))
        else v
        for v in values
    ]


def _holds_tracer(values) -> bool:
    for v in values:
        if type(v) in _PYTHON:
            continue
        if isinstance(v, (list, tuple)):
            if _holds_tracer(v):
                return True
        elif is_traced(v):
            return True
    return False


def _stacked(values, dtype):
    parts = [_stacked(v, dtype) if isinstance(v, (list, tuple)) else as_array(v) for v in values]
    result = ivy.stack(parts, axis=0)
    return result if dtype in (None, result.dtype) else ivy.astype(result, dtype)


@numpy_function(keep_0d=True)
def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Convert to an array; one that is as wanted is returned itself.

    References: NumPy reference, numpy.asarray.
    """
    _check_device(device)
    return array.__wrapped__(a, dtype, copy=copy, order=order)


@numpy_function(keep_0d=True)
def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Convert to an array.

    References: NumPy reference, numpy.asanyarray.
    """
    _check_device(device)
    return array.__wrapped__(a, dtype, copy=copy, order=order, subok=True)


@numpy_function
def ascontiguousarray(a, dtype=None, *, like=None):
    """Return an array of at least one dimension, contiguous in C order.

    References: NumPy reference, numpy.ascontiguousarray.
    """
    return array.__wrapped__(a, dtype, copy=None, order="C", ndmin=1)


@numpy_function
def asfortranarray(a, dtype=None, *, like=None):
    """Return an array of at least one dimension, contiguous in Fortran order.

    References: NumPy reference, numpy.asfortranarray.
    """
    return array.__wrapped__(a, dtype, copy=None, order="F", ndmin=1)


@numpy_function(keep_0d=True)
def asarray_chkfinite(a, dtype=None, order=None):
    """Convert to an array; raises ValueError if a value is nan or inf.

    References: NumPy reference, numpy.asarray_chkfinite.
    """
    result = array.__wrapped__(a, dtype, copy=None, order=order)
    if result.dtype.kind in "fc" and not bool(ivy.all(ivy.isfinite(result))):
        raise ValueError("array must not contain infs or NaNs")
    return result


@numpy_function(keep_0d=True)
def copy(a, order="K", subok=False):
    """Return a copy of an array.

    References: NumPy reference, numpy.copy.
    """
    return array.__wrapped__(a, copy=True, order=order, subok=subok)


@numpy_function(keep_0d=True)
def require(a, dtype=None, requirements=None, *, like=None):
    """Return an array of a dtype that meets requirements on its memory.

    References: NumPy reference, numpy.require.
    """
    names = {
        "C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F": "F", "F_CONTIGUOUS": "F",
        "FORTRAN": "F", "A": "A", "ALIGNED": "A", "W": "W", "WRITEABLE": "W", "O": "O",
        "OWNDATA": "O", "E": "E", "ENSUREARRAY": "E",
    }  # fmt: skip
    wanted = {names[each.upper()] for each in requirements or ()}
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in wanted else "C" if "C" in wanted else "A"
    result = array.__wrapped__(a, dtype, copy=None, order=order)
    if "O" in wanted and not result.flags["O"] or "W" in wanted and not result.flags["W"]:
        result = copied(result, order)
    return result


@numpy_function(keep_0d=True)
def frombuffer(buffer, dtype=None, count=-1, offset=0, *, like=None):
    """Read the bytes of a buffer as an array.

    References: NumPy reference, numpy.frombuffer.
    """
    return array_from_host(np.frombuffer(to_host(buffer), np.dtype(dtype or float), count, offset))


@numpy_function(keep_0d=True)
def fromstring(string, dtype=float, count=-1, *, sep, like=None):
    """Read numbers from text.

    References: NumPy reference, numpy.fromstring.
    """
    return array_from_host(np.fromstring(string, np.dtype(dtype), count, sep=sep))


@numpy_function(keep_0d=True)
def fromiter(iter, dtype, count=-1, *, like=None):
    """Collect the values of an iterable in a one-dimensional array.

    References: NumPy reference, numpy.fromiter.
    """
    dtype = np.dtype(dtype)
    values = (to_host(v) if isinstance(v, Array) else v for v in iter)
    host = np.fromiter(values, dtype, count)  # it can be gone through once
    held = dtype.newbyteorder("=") in generic.classes
    return array_from_host(host) if held else host


@numpy_function(keep_0d=True)
def from_dlpack(x, /, *, device=None, copy=None):
    """Convert an object that speaks DLPack.

    References: NumPy reference, numpy.from_dlpack.
    """
    _check_device(device)
    if isinstance(x, Array):
        return x[...] if not copy else copied(x)
    if backend_of(x) == active_backend().NAME and not copy:
        return new_array(ndarray, x)
    return array_from_host(np.from_dlpack(x), copy=copy)


# from shapes


@numpy_function(keep_0d=True)
def zeros(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array of zeros.

    References: NumPy reference, numpy.zeros.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.zeros((2, 2), dtype=int)
    array([[0, 0],
           [0, 0]])
    """
    return _filled(ivy.zeros, shape, dtype, order, device)


@numpy_function(keep_0d=True)
def ones(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array of ones.

    References: NumPy reference, numpy.ones.
    """
    return _filled(ivy.ones, shape, dtype, order, device)


@numpy_function(keep_0d=True)
def empty(shape, dtype=None, order="C", *, device=None, like=None):
    """Return an array whose values nobody has set.

    References: NumPy reference, numpy.empty.
    """
    return _filled(ivy.empty, shape, dtype, order, device)


def _filled(make, shape, dtype, order, device):
    if device is not None:
        _check_device(device)
    dtype = supported(float if dtype is None else dtype)
    shape = lengths(shape)
    order = "C" if order is None else order.upper() if isinstance(order, str) else order
    if order == "C":
        return make(shape, dtype=dtype)
    if order not in ("F", "A", "K"):
        raise ValueError("only 'C' or 'F' order is permitted")
    axes = tuple(range(len(shape)))[::-1] if order == "F" and len(shape) > 1 else None
    return in_memory_order(lambda s: make(s, dtype=dtype), shape, axes)


@numpy_function(keep_0d=True)
def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """Return an array filled with a value, or with values that broadcast to its shape.

    References: NumPy reference, numpy.full.
    """
    _check_device(device)
    dtype = supported(dtype)
    shape = lengths(shape)
    if type(fill_value) in _PYTHON:
        value = np.full((), fill_value, dtype)
        dtype = value.dtype
        return _filled(
            lambda s, dtype: ivy.full(s, value.item(), dtype=dtype), shape, dtype, order, None
        )
    values = as_array(fill_value)
    dtype = values.dtype if dtype is None else dtype
    result = _filled(ivy.empty, shape, dtype, order, None)
    result[...] = values
    return result


@numpy_function(keep_0d=True)
def zeros_like(a: ArrayLike, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Return zeros in the shape and dtype of an array.

    References: NumPy reference, numpy.zeros_like.
    """
    return _like(ivy.zeros, a, dtype, order, shape, device)


@numpy_function(keep_0d=True)
def ones_like(a: ArrayLike, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Return ones in the shape and dtype of an array.

    References: NumPy reference, numpy.ones_like.
    """
    return _like(ivy.ones, a, dtype, order, shape, device)


@numpy_function(keep_0d=True)
def empty_like(
    prototype: ArrayLike, /, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """Return an array of the shape and dtype of another, whose values nobody has set.

    References: NumPy reference, numpy.empty_like.
    """
    return _like(ivy.empty, prototype, dtype, order, shape, device)


@numpy_function(keep_0d=True)
def full_like(
    a: ArrayLike, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """Return an array of the shape and dtype of another, filled with a value.

    References: NumPy reference, numpy.full_like.
    """
    result = _like(ivy.empty, a, dtype, order, shape, device)
    if type(fill_value) in _PYTHON:
        fill_value = np.full((), fill_value, result.dtype)
    result[...] = fill_value
    return result


def _like(make, a, dtype, order, shape, device):
    _check_device(device)
    dtype = a.dtype if dtype is None else supported(dtype)
    if shape is not None:
        shape = lengths(shape)
        if order == "K" and len(shape) == a.ndim or order == "A":
            axes = memory_axes(a, order) if len(shape) == a.ndim else None
        else:
            axes = tuple(range(len(shape)))[::-1] if order == "F" and len(shape) > 1 else None
    else:
        shape = a.shape
        axes = memory_axes(a, order) if a.ndim > 1 else None
    return in_memory_order(lambda s: make(s, dtype=dtype), shape, axes)


@numpy_function
def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    """Return ones on a diagonal and zeros elsewhere.

    References: NumPy reference, numpy.eye.
    """
    _check_device(device)
    dtype = supported(float if dtype is None else dtype)
    rows = operator.index(N)
    columns = rows if M is None else operator.index(M)
    k = operator.index(k)
    lengths((rows, columns))
    if order == "F":
        result = ivy.eye(columns, rows, k=-k, dtype=dtype)
        return ivy.permute_dims(result, (1, 0))
    return ivy.eye(rows, columns, k=k, dtype=dtype)


@numpy_function
def identity(n, dtype=None, *, like=None):
    """Return the identity matrix.

    References: NumPy reference, numpy.identity.
    """
    return eye.__wrapped__(n, dtype=float if dtype is None else dtype)


# ranges


def _arange(start_or_stop, /, stop=None, step=1, *, dtype=None, device=None, like=None):
    """Return evenly spaced values in a half-open interval.

    References: NumPy reference, numpy.arange.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.arange(2, 8, 2)
    array([2, 4, 6])
    """


@entry(name="arange")
@functools.wraps(_arange)
def arange(*args, dtype=None, device=None, like=None, **bounds):
    _check_device(device)
    args = tuple([to_host(a) for a in args])
    bounds = {name: to_host(value) for name, value in bounds.items()}
    if not bounds and dtype is None and all(type(a) is int for a in args) and 0 < len(args) < 4:
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
        if step and stop is not None:
            return ivy.arange(start, stop, step, dtype=np.dtype(int))
    # the host has NumPy's own roundings, and the values cross over once
    return from_host(np.arange(*args, dtype=None if dtype is None else np.dtype(dtype), **bounds))


arange.__name__ = arange.__qualname__ = "arange"
arange.__signature__ = inspect.signature(_arange)
arange.real = np.arange


@numpy_function(keep_0d=True)
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
    _check_device(device)
    dtype = supported(dtype)
    if not (is_traced(start) or is_traced(stop)):
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
    """Return numbers spaced evenly on a log scale.

    References: NumPy reference, numpy.logspace.
    """
    dtype = supported(dtype)
    if any(is_traced(v) for v in (start, stop, base)):
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
    """Return numbers spaced evenly on a log scale, a geometric progression.

    References: NumPy reference, numpy.geomspace.
    """
    dtype = supported(dtype)
    if is_traced(start) or is_traced(stop):
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


# matrices


@numpy_function
def diag(v: ArrayLike, k=0):
    """Take a diagonal, or make a matrix with one.

    References: NumPy reference, numpy.diag.
    """
    if v.ndim == 1:
        size = v.shape[0] + abs(k)
        result = ivy.zeros((size, size), dtype=v.dtype)
        if v.shape[0]:
            first = abs(k) * size if k < 0 else k
            result.reshape(-1)[first : first + v.shape[0] * (size + 1) : size + 1] = v
        return result
    if v.ndim == 2:
        from .indexing import diagonal

        return diagonal(v, k)
    raise ValueError("Input must be 1- or 2-d.")


@numpy_function
def diagflat(v: ArrayLike, k=0):
    """Return a matrix with the flattened values on a diagonal.

    References: NumPy reference, numpy.diagflat.
    """
    return diag.__wrapped__(ivy.reshape(owned(v), (-1,)), k)


@numpy_function
def tri(N, M=None, k=0, dtype=float, *, like=None):
    """Return ones at and below a diagonal, zeros above it.

    References: NumPy reference, numpy.tri.
    """
    dtype = supported(float if dtype is None else dtype)
    shape = lengths((max(operator.index(N), 0), max(operator.index(N if M is None else M), 0)))
    return ivy.tril(ivy.ones(shape, dtype=dtype), k=operator.index(k))


@numpy_function
def tril(m: ArrayLike, k=0):
    """Return an array with the elements above a diagonal set to zero.

    References: NumPy reference, numpy.tril.
    """
    return ivy.tril(_matrix(m), k=operator.index(k))


@numpy_function
def triu(m: ArrayLike, k=0):
    """Return an array with the elements below a diagonal set to zero.

    References: NumPy reference, numpy.triu.
    """
    return ivy.triu(_matrix(m), k=operator.index(k))


def _matrix(m):
    if m.ndim == 0:
        raise TypeError("tri() missing 1 required positional argument: 'N'")
    return ivy.broadcast_to(m, (m.shape[0],) * 2) if m.ndim == 1 else m


@numpy_function
def vander(x: ArrayLike, N=None, increasing=False):
    """Return the matrix of the powers of a vector's elements.

    References: NumPy reference, numpy.vander.
    """
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    count = len(x) if N is None else operator.index(N)
    dtype = np.promote_types(x.dtype, int)
    result = ivy.ones((len(x), count), dtype=dtype)
    if count > 1:
        columns = ivy.broadcast_to(ivy.astype(x, dtype)[:, None], (len(x), count - 1))
        result[:, 1:] = UFUNCS["multiply"].accumulate(columns, axis=1)
    return result if increasing else ivy.flip(result, axis=1)


# grids


@numpy_function
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Return coordinate arrays from coordinate vectors.

    Parameters
    ----------
    *xi : array-like
        Vectors.
    copy : bool
        False gives views of them.
    sparse : bool
        Whether each has its own axis alone, so that they broadcast to the grid.
    indexing : {'xy', 'ij'}
        Order of the first two axes.

    References
    ----------
    NumPy reference, numpy.meshgrid.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    shape0 = (1,) * ndim
    parts = [
        ivy.reshape(as_array(x), shape0[:i] + (-1,) + shape0[i + 1 :]) for i, x in enumerate(xi)
    ]
    if indexing == "xy" and ndim > 1:
        parts[0] = ivy.reshape(parts[0], (1, -1) + shape0[2:])
        parts[1] = ivy.reshape(parts[1], (-1, 1) + shape0[2:])
    if not sparse:
        shape = np.broadcast_shapes(*[p.shape for p in parts])
        parts = [ivy.broadcast_to(p, shape) for p in parts]
    return tuple([copied(p) if copy else p for p in parts])


class _Grid:
    """``np.mgrid`` and ``np.ogrid``: a grid written as an index."""

    def __init__(self, real):
        self._real = real

    @entry
    def __getitem__(self, key):
        return from_host(self._real[_plain_key(key)])

    def __len__(self):
        return 0


def _plain_key(key):
    if isinstance(key, tuple):
        return tuple([_plain_key(k) for k in key])
    if isinstance(key, slice):
        return slice(to_host(key.start), to_host(key.stop), to_host(key.step))
    return to_host(key)


mgrid = _Grid(np.mgrid)
ogrid = _Grid(np.ogrid)


class _Concatenator:
    """``np.r_`` and ``np.c_``: pieces joined along an axis, written as an index."""

    def __init__(self, real, axis, ndmin, trans1d):
        self._real = real
        self._settings = axis, ndmin, trans1d

    @entry
    def __getitem__(self, key):
        axis, ndmin, trans1d = self._settings
        key = key if isinstance(key, tuple) else (key,)
        if any(isinstance(k, str) for k in key):
            if not _is_axes(key[0]):
                return self._real[tuple([_plain_key(k) for k in key])]  # a matrix: host only
            numbers = [int(n) for n in key[0].split(",")]
            axis, ndmin, trans1d = (*numbers, *(axis, ndmin, trans1d)[len(numbers) :])
            key = key[1:]
        pieces, kinds = [], []
        for item in key:
            if isinstance(item, slice):
                piece = array_from_host(np.r_[_plain_key(item)])
                depth = 1
                kinds.append(piece.dtype)
            elif type(item) in _PYTHON or isinstance(item, (generic, np.generic)):
                kinds.append(item if type(item) in _PYTHON else item.dtype)
                piece = as_array(item).reshape(1)
                depth = 0
            else:
                piece = as_array(item)
                kinds.append(piece.dtype)
                depth = piece.ndim
            pieces.append(self._raised(piece, depth, ndmin, trans1d))
        dtype = np.result_type(*kinds)
        from .manipulation import concatenate

        return concatenate([ivy.astype(p, dtype, copy=False) for p in pieces], axis)

    def _raised(self, piece, depth, ndmin, trans1d):
        missing = ndmin - piece.ndim
        if missing <= 0:
            return piece
        if depth == 0:
            return piece.reshape((1,) * ndmin)
        piece = piece.reshape((1,) * missing + piece.shape)
        if trans1d != -1:
            order = list(range(ndmin))
            at = trans1d + missing + 1 if trans1d < 0 else trans1d
            axes = order[:at] + order[missing:] + order[at:missing]
            piece = ivy.permute_dims(piece, tuple(axes))
        return piece

    def __len__(self):
        return 0


def _is_axes(directive) -> bool:
    try:
        return bool([int(n) for n in directive.split(",")])
    except (AttributeError, ValueError):
        return False


r_ = _Concatenator(np.r_, 0, 1, -1)
c_ = _Concatenator(np.c_, -1, 2, 0)


@numpy_function
def indices(dimensions, dtype=int, sparse=False):
    """Return the indices of a grid, one array an axis.

    References: NumPy reference, numpy.indices.
    """
    shape = lengths(tuple(dimensions))
    dtype = supported(dtype)
    ndim = len(shape)
    parts = [
        ivy.reshape(
            array_from_host(np.arange(n, dtype=dtype)), (1,) * i + (n,) + (1,) * (ndim - i - 1)
        )
        for i, n in enumerate(shape)
    ]
    if sparse:
        return tuple(parts)
    if not parts:
        return ivy.empty((0,), dtype=dtype)
    return ivy.stack([ivy.broadcast_to(p, shape) for p in parts], axis=0)


@entry
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """Return what a function makes of the coordinate arrays of a grid.

    References: NumPy reference, numpy.fromfunction.
    """
    return function(*indices(shape, dtype=dtype), **kwargs)


fromfunction.real = np.fromfunction


# positions of triangles and diagonals


@numpy_function
def tril_indices(n, k=0, m=None):
    """Return the positions of the lower triangle of a matrix.

    References: NumPy reference, numpy.tril_indices.
    """
    return tuple([array_from_host(i) for i in np.tril_indices(to_host(n), to_host(k), to_host(m))])


@numpy_function
def triu_indices(n, k=0, m=None):
    """Return the positions of the upper triangle of a matrix.

    References: NumPy reference, numpy.triu_indices.
    """
    return tuple([array_from_host(i) for i in np.triu_indices(to_host(n), to_host(k), to_host(m))])


@numpy_function
def tril_indices_from(arr: ArrayLike, k=0):
    """Return the positions of the lower triangle of an array.

    References: NumPy reference, numpy.tril_indices_from.
    """
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices.__wrapped__(arr.shape[-2], k, arr.shape[-1])


@numpy_function
def triu_indices_from(arr: ArrayLike, k=0):
    """Return the positions of the upper triangle of an array.

    References: NumPy reference, numpy.triu_indices_from.
    """
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices.__wrapped__(arr.shape[-2], k, arr.shape[-1])


@numpy_function
def diag_indices(n, ndim=2):
    """Return the positions of the main diagonal.

    References: NumPy reference, numpy.diag_indices.
    """
    return (arange(n),) * ndim


@numpy_function
def diag_indices_from(arr: ArrayLike):
    """Return the positions of the main diagonal of an array.

    References: NumPy reference, numpy.diag_indices_from.
    """
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices.__wrapped__(arr.shape[0], arr.ndim)


@numpy_function
def mask_indices(n, mask_func, k=0):
    """Return the positions that a mask function leaves in an n by n array.

    References: NumPy reference, numpy.mask_indices.
    """
    from .indexing import nonzero

    return nonzero(mask_func(ivy.ones((n, n), dtype=np.dtype(int)), k) != 0)


__all__ = [
    "arange", "array", "asanyarray", "asarray", "asarray_chkfinite", "ascontiguousarray",
    "asfortranarray", "c_", "copy", "diag", "diag_indices", "diag_indices_from", "diagflat",
    "empty", "empty_like", "eye", "from_dlpack", "frombuffer", "fromfunction", "fromiter",
    "fromstring", "full", "full_like", "geomspace", "identity", "indices", "linspace", "logspace",
    "mask_indices", "meshgrid", "mgrid", "ogrid", "ones", "ones_like", "r_", "require", "tri",
    "tril", "tril_indices", "tril_indices_from", "triu", "triu_indices", "triu_indices_from",
    "vander", "zeros", "zeros_like",
]  # fmt: skip
