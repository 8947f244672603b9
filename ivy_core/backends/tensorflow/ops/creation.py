"""Creation of TensorFlow tensors."""

from __future__ import annotations

import contextlib
import math

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.host.values import SCALARS, holds_arrays, host_array, refuse_copy
from ivy_core.backends.common.memory import filled
from ivy_core.backends.holder import unwrapped
from ivy_core.defaults import current, of_scalar
from ivy_core.modes import current as modes
from ivy_core.utils.assertions import check_less
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .. import is_tracer, to_native_device, to_native_dtype
from ..host.policy import FILL_ELEMENTS
from ..kernels.axes import normal_axis
from ..runtime.waiting import (
    OF_HOST,
    cast_on_host,
    memory_on_host,
    settled,
    settled_within,
    taken_from_host,
)
from .indexing import is_recorded

_raw = tf.raw_ops
_TENSORS = (tf.Tensor, tf.Variable)


def _default_float_dtype() -> tf.DType:
    return tf.float64 if current.dtype == "float64" else to_native_dtype(current.dtype)


def _device_scope(device):
    """Return a context of a native device, None: of the current default, if there is one."""
    device = to_native_device(current.device) if device is None else device
    return contextlib.nullcontext() if device is None else tf.device(device)


def _from_host(value, device):
    """Return a NumPy array, without other reference, as a tensor on a device (None: current)."""
    if device is None and current.device is None:
        return taken_from_host(value)
    with _device_scope(device):
        return tf.identity(tf.constant(value))


def _numpy_dtype(dtype: tf.DType | None):
    return None if dtype is None else dtype.as_numpy_dtype


def _fill(shape, value, dtype, device):
    """Return a filled tensor on a device (None: current); small ones come from the host."""
    if device is None and current.device is None or math.prod(shape) <= FILL_ELEMENTS:
        return _from_host(filled(shape, value, np.dtype(_numpy_dtype(dtype))), device)
    with _device_scope(device):
        return tf.fill(shape, tf.constant(np.asarray(value, _numpy_dtype(dtype))))


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    start, stop, step = unwrapped(start), unwrapped(stop), unwrapped(step)
    if any(isinstance(v, _TENSORS) and is_tracer(v) for v in (start, stop, step)):
        result = tf.range(start, stop, step)
        return result if dtype is None else tf.cast(result, dtype)
    if dtype is None:
        scalars = {type(start), type(stop), type(step)}
        if scalars <= SCALARS:
            dtype = to_native_dtype(of_scalar(int if scalars <= {int, bool} else float))
    return _from_host(np.arange(start, stop, step, _numpy_dtype(dtype)), device)


def array(obj, /, *, dtype=None, device=None, copy=True):
    value = obj if type(obj) in OF_HOST else unwrapped(obj)
    if type(value) in OF_HOST:
        if device is None and modes.host_execution and (copy or dtype not in (None, value.dtype)):
            memory = memory_on_host(value)
            if dtype is not None and value.dtype != dtype:
                refuse_copy(copy)
                return cast_on_host(value, dtype)
            if memory is not None:
                return taken_from_host(memory.copy(), value)
        elif device is None and dtype in (None, value.dtype):
            return value
        value = value.settled()
    if isinstance(value, _TENSORS):
        if dtype is not None and value.dtype != dtype:
            refuse_copy(copy)
            value = cast_on_host(value, dtype)
            if type(value) in OF_HOST:
                if device is None:
                    return value
                value = value.settled()
        elif copy:
            # a copy of the memory has no gradient; what a tape records is never written in place
            whole = not is_recorded(value)
            value = _raw.DeepCopy(x=value) if whole else tf.identity(value)
        if device is None or is_tracer(value) or value.device.lower().endswith(device.lower()):
            return value
        refuse_copy(copy)
        with tf.device(device):
            return tf.identity(value)
    refuse_copy(copy)
    value = settled_within(value)
    if isinstance(value, (list, tuple)) and holds_arrays(value, _TENSORS):
        return _stack_promoted(value, dtype, device)
    return _from_host(host_array(value, _numpy_dtype(dtype)), device)


def cast_as_numpy(x, dtype):
    return settled(cast_on_host(x, dtype))


def _stack_promoted(values, dtype, device):
    """Stack a list's values, made tensors of ``dtype`` (None: of their own), in a common dtype."""
    # unlike a way over NumPy, this keeps gradients, and works on symbolic tensors
    parts = [settled(array(v, dtype=dtype, device=device, copy=None)) for v in values]
    common = tf.as_dtype(np.result_type(*[_numpy_dtype(part.dtype) for part in parts]))
    return tf.stack([tf.cast(part, common) for part in parts])


def diag(x, /, *, k=0):
    if len(x.shape) == 1:
        return tf.linalg.diag(x, k=k)
    if len(x.shape) != 2:
        raise IvyValueError(f"diag: the array must have one axis or two, not {len(x.shape)}")
    rows, columns = x.shape
    length = min(rows, columns - k) if k >= 0 else min(rows + k, columns)
    if length <= 0:
        return tf.zeros((0,), x.dtype)
    return tf.linalg.diag_part(x, k=k)


def empty(shape, *, dtype=None, device=None):
    return _fill(shape, 0, _default_float_dtype() if dtype is None else dtype, device)


def empty_like(x, /, *, dtype=None, device=None):
    return zeros_like(x, dtype=dtype, device=device)


def eye(n_rows, n_cols=None, /, *, k=0, batch_shape=None, dtype=None, device=None):
    dtype = _default_float_dtype() if dtype is None else dtype
    matrix = _from_host(np.eye(n_rows, n_cols, k, _numpy_dtype(dtype)), device)
    if batch_shape is None:
        return matrix
    return tf.broadcast_to(settled(matrix), (*batch_shape, *matrix.shape))


def from_dlpack(x, /, *, device=None, copy=None):
    value = unwrapped(x)
    if not isinstance(value, _TENSORS):
        if isinstance(value, np.ndarray):  # it may be written to while the tensor is alive
            return array(value, device=device, copy=copy)
        if copy is True:
            return array(value, device=device)
        value = tf.experimental.dlpack.from_dlpack(value.__dlpack__())
    return array(value, device=device, copy=copy)


def frombuffer(buffer, dtype=None, count=-1, offset=0):
    dtype = to_native_dtype(current.float) if dtype is None else dtype
    return _from_host(np.frombuffer(buffer, _numpy_dtype(dtype), count, offset), None)


def full(shape, fill_value, *, dtype=None, device=None):
    if type(fill_value) in SCALARS:
        if dtype is None:
            dtype = to_native_dtype(of_scalar(type(fill_value)))
        return _fill(shape, fill_value, dtype, device)
    value = settled(array(fill_value, dtype=dtype, device=device, copy=None))
    return tf.broadcast_to(value, shape)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    dtype = x.dtype if dtype is None else dtype
    if _has_known_shape(x):
        return full(tuple(x.shape), fill_value, dtype=dtype, device=device)
    value = settled(array(fill_value, dtype=dtype, device=device, copy=None))
    return tf.broadcast_to(value, tf.shape(x))


def _has_known_shape(x) -> bool:
    return type(x) in OF_HOST or x.shape.is_fully_defined()


def linspace(start, stop, /, num=50, *, axis=None, endpoint=True, dtype=None, device=None):
    if num < 0:
        raise IvyValueError(f"linspace: num must not be negative, but it is {num}")
    inexact = start.dtype
    if not (inexact.is_floating or inexact.is_complex):
        inexact = tf.float64
    start, stop = tf.cast(start, inexact), tf.cast(stop, inexact)
    shape = tf.broadcast_static_shape(start.shape, stop.shape)
    start, stop = tf.broadcast_to(start, shape), tf.broadcast_to(stop, shape)
    intervals = num - 1 if endpoint else num
    delta = stop - start
    position = tf.constant(
        np.arange(num).astype(_numpy_dtype(inexact)).reshape((num,) + (1,) * len(shape))
    )
    if intervals > 0:
        step = delta / tf.cast(intervals, inexact)
        # where the step underflows, NumPy divides last
        value = tf.where(step == 0, position / tf.cast(intervals, inexact) * delta, position * step)
    else:
        value = position * delta
    value = value + start
    if endpoint and num > 1:
        value = tf.concat([value[:-1], stop[None]], 0)
    if dtype is None and not current.plain and not len(shape) and inexact == tf.float64:
        dtype = to_native_dtype(current.float)
    if dtype is not None and not (dtype.is_floating or dtype.is_complex):
        value = tf.floor(value)
    if axis:
        order = list(range(1, len(shape) + 1))
        order.insert(normal_axis(axis, len(shape) + 1), 0)
        value = tf.transpose(value, order)
    value = value if dtype is None else cast_as_numpy(value, dtype)
    return value if device is None else array(value, device=device, copy=None)


def meshgrid(*arrays, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise IvyValueError(f"meshgrid: indexing must be 'xy' or 'ij', not {indexing!r}")
    count = len(arrays)
    grids, lengths = [], [1] * count
    for i, x in enumerate(arrays):
        shape = [1] * count
        axis = 1 - i if indexing == "xy" and count > 1 and i < 2 else i
        shape[axis] = lengths[axis] = math.prod(x.shape)
        grids.append(tf.reshape(x, shape))
    return grids if sparse else [tf.broadcast_to(grid, lengths) for grid in grids]


def one_hot(
    indices, depth, /, *, on_value=None, off_value=None, axis=None, dtype=None, device=None
):
    message = f"one_hot: depth {depth} was given; it must not be negative"
    check_less(0, depth, allow_equal=True, message=message)
    if dtype is None:
        given = [np.asarray(v) for v in (on_value, off_value) if v is not None]
        dtype = tf.as_dtype(np.result_type(*given)) if given else _default_float_dtype()
    on = np.asarray(1 if on_value is None else on_value, _numpy_dtype(dtype))
    off = np.asarray(0 if off_value is None else off_value, _numpy_dtype(dtype))
    axis = -1 if axis is None else normal_axis(axis, indices.shape.rank + 1)
    result = tf.one_hot(tf.cast(indices, tf.int64), depth, on, off, axis)
    return result if device is None else array(result, device=device, copy=None)


def ones(shape, *, dtype=None, device=None):
    return _fill(shape, 1, _default_float_dtype() if dtype is None else dtype, device)


def ones_like(x, /, *, dtype=None, device=None):
    if not _has_known_shape(x):
        return tf.ones_like(x, dtype)
    return _fill(tuple(x.shape), 1, x.dtype if dtype is None else dtype, device)


def tril(x, /, *, k=0):
    if _has_known_matrix_shape(x) and k >= 0:
        return _raw.MatrixBandPart(input=x, num_lower=-1, num_upper=min(k, x.shape[-1]))
    return _mask_triangle(x, np.tri, k)


def triu(x, /, *, k=0):
    if _has_known_matrix_shape(x) and k <= 0:
        return _raw.MatrixBandPart(input=x, num_lower=min(-k, x.shape[-2]), num_upper=-1)
    return _mask_triangle(x, lambda n, m, k, dtype: ~np.tri(n, m, k - 1, dtype), k)


def _has_known_matrix_shape(x) -> bool:
    return (x.shape.rank or 0) > 1 and None not in x.shape[-2:]


def _mask_triangle(x, make_mask, k):
    """Return ``x``, zero where the mask is False; a vector is repeated as rows, as NumPy does."""
    if not x.shape.rank:
        raise IvyTypeError("an array with at least one axis is needed")
    shape = x.shape[-2:] if len(x.shape) > 1 else (x.shape[0], x.shape[0])
    mask = tf.constant(make_mask(*shape, k, bool))
    return _raw.SelectV2(condition=mask, t=x, e=tf.zeros((), x.dtype))


def tril_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.tril_indices(n_rows, k, n_cols)]


def triu_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.triu_indices(n_rows, k, n_cols)]


def zeros(shape, *, dtype=None, device=None):
    return _fill(shape, 0, _default_float_dtype() if dtype is None else dtype, device)


def zeros_like(x, /, *, dtype=None, device=None):
    if not _has_known_shape(x):
        return tf.zeros_like(x, dtype)
    return _fill(tuple(x.shape), 0, x.dtype if dtype is None else dtype, device)
