"""Indexing for TensorFlow: raw strided-slice operations take 5 us where ``x[...]`` takes 50."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ...array.indexing import check_bounds, check_same_ndim, fill_value_of, resolved
from ...array.views import fold_read, fold_write
from ...utils.reductions import check_way

_raw = tf.raw_ops


try:
    from tensorflow.python.eager.record import should_record_backprop
except ImportError:  # no public name says it: then every value counts as watched, which is slower

    def should_record_backprop(tensors) -> bool:
        return True


def is_tracer(native) -> bool:
    return isinstance(native, tf.Tensor) and not hasattr(native, "_numpy")


def is_recorded(*values) -> bool:
    """Return whether a tf.GradientTape watches a value: what the host does is no part of it."""
    tensors = [value for value in values if isinstance(value, (tf.Tensor, tf.Variable))]
    return should_record_backprop(tensors)


def has_tracer(native, index) -> bool:
    """Return whether an array, or an array in an index, is symbolic."""
    if is_tracer(native):
        return True
    entries = index if isinstance(index, tuple) else (index,)
    return any(is_tracer(getattr(entry, "_data", entry)) for entry in entries)


# The lenses' primitives


def _bounds(key, starts):
    """Return begin, end, strides and the masks of the strided-slice operations."""
    begin, end, strides, end_mask, shrink, at = [], [], [], 0, 0, 0
    for entry in key:
        if entry is None:
            continue
        start = starts[at]
        if entry == "int":
            shrink |= 1 << at
            stop, step = start + 1, 1
        else:
            step = entry[1]
            stop = start + entry[0] * step
            if stop < 0:  # a negative bound would count from the end
                end_mask |= 1 << at
        begin.append(start)
        end.append(stop)
        strides.append(step)
        at += 1
    return begin, end, strides, end_mask, shrink


def slice_read(x, key, starts, shape):
    begin, end, strides, end_mask, shrink = _bounds(key, starts)
    if begin:
        x = _raw.StridedSlice(
            input=x, begin=begin, end=end, strides=strides, end_mask=end_mask,
            shrink_axis_mask=shrink,
        )  # fmt: skip
    return tf.reshape(x, shape) if None in key else x


def slice_write(x, key, starts, value):
    if 0 in value.shape:
        return x
    begin, end, strides, end_mask, shrink = _bounds(key, starts)
    if None in key:
        value = tf.reshape(value, [e[0] for e in key if e is not None and e != "int"])
    if not begin:
        return tf.reshape(value, x.shape)
    return _raw.TensorStridedSliceUpdate(
        input=x, begin=begin, end=end, strides=strides, value=value, end_mask=end_mask,
        shrink_axis_mask=shrink,
    )  # fmt: skip


def reshape_native(x, shape):
    return tf.reshape(x, shape)


def permute_native(x, axes):
    return tf.transpose(x, axes)


def broadcast_native(x, shape):
    return tf.broadcast_to(x, shape)


def take_native(x, index, axis):
    return tf.gather(x, index, axis=axis)


def real_native(x):
    return tf.math.real(x)


def imag_native(x):
    return tf.math.imag(x) if x.dtype.is_complex else tf.zeros_like(x)


def complex_native(real, imag):
    return tf.complex(real, imag)


class _Ops:
    slice_read = staticmethod(slice_read)
    slice_write = staticmethod(slice_write)
    reshape_native = staticmethod(reshape_native)
    permute_native = staticmethod(permute_native)
    broadcast_native = staticmethod(broadcast_native)
    take_native = staticmethod(take_native)
    real_native = staticmethod(real_native)
    imag_native = staticmethod(imag_native)
    complex_native = staticmethod(complex_native)


def read_stack(x, stack, starts):
    return fold_read(_Ops, x, stack, starts)


def write_stack(base, stack, starts, value, shape):
    x = base._data
    return fold_write(_Ops, x, stack, starts, fitted(value, x.dtype, shape))


def fitted(value, dtype, shape):
    """Return ``value`` in another dtype and shape, as an assignment wants it."""
    if not isinstance(value, tf.Tensor):
        value = tf.constant(np.asarray(value))
    if value.dtype != dtype:
        if value.dtype.is_complex and not dtype.is_complex:
            value = tf.math.real(value)
        value = tf.cast(value, dtype)
    while value.ndim > len(shape):
        value = tf.reshape(value, value.shape[1:])
    return value if tuple(value.shape) == tuple(shape) else tf.broadcast_to(value, shape)


# Advanced indexing: on the host, whose memory an eager CPU tensor shares


def get_advanced(x, index):
    """Return a copy of what an index with arrays picks."""
    if is_tracer(x) or is_recorded(x):
        return _traced_get(x, index)
    return tf.constant(np.asarray(memoryview(x) if _exports(x) else x.numpy())[index])


def _exports(x) -> bool:
    return x.dtype not in (tf.bfloat16, tf.bool) and "CPU" in x.device


def set_advanced(x, index, value):
    """Return ``x`` with ``value`` written where an index with arrays points."""
    if is_tracer(x) or is_recorded(x, value):
        return _traced_set(x, index, value)
    host = np.array(x.numpy())
    host[index] = value.numpy() if isinstance(value, tf.Tensor) else value
    return tf.constant(host)


def _traced_get(x, index):
    mask = _symbolic_mask(index)
    if mask is not None:
        return tf.boolean_mask(x, mask)
    return tf.gather(tf.reshape(x, (-1,)), _flat_positions(x.shape, index))


def _traced_set(x, index, value):
    mask = _symbolic_mask(index)
    if mask is not None:
        if getattr(value, "shape", ()) not in ((), tf.TensorShape(())):
            raise NotImplementedError("a symbolic mask can be written a scalar, not an array")
        mask = tf.reshape(mask, mask.shape + [1] * (x.ndim - mask.ndim))
        return tf.where(mask, fitted(value, x.dtype, ()), x)
    flat = _flat_positions(x.shape, index)
    value = tf.reshape(fitted(value, x.dtype, tuple(flat.shape)), (-1,))
    places = tf.reshape(flat, (-1, 1))
    return tf.reshape(tf.tensor_scatter_nd_update(tf.reshape(x, (-1,)), places, value), x.shape)


def _symbolic_mask(index):
    """Return the mask that is all of an index and whose values are not known yet, else None."""
    entry = index[0] if isinstance(index, tuple) and len(index) == 1 else index
    if isinstance(entry, tf.Tensor) and entry.dtype == tf.bool and is_tracer(entry):
        return entry
    return None


def _flat_positions(shape, index):
    """Return the positions, in the flattened array, of what an advanced index picks."""
    entries = list(index) if isinstance(index, tuple) else [index]
    entries = [part for entry in entries for part in _parts(entry)]
    given = sum(entry is not None and entry is not Ellipsis for entry in entries)
    full = [slice(None)] * (len(shape) - given)
    at = next((i for i, e in enumerate(entries) if e is Ellipsis), len(entries))
    entries[at : at + 1] = full
    arrays = [i for i, e in enumerate(entries) if e is not None and not isinstance(e, slice)]
    together = arrays == list(range(arrays[0], arrays[-1] + 1))
    picked = _broadcast([entries[i] for i in arrays])
    wide = picked[0].shape if picked else tf.TensorShape(())
    # the axes of the result: those of the arrays where the first of them stands, or at the front
    axes, places, axis, strides = [], [], 0, np.cumprod([1, *shape[:0:-1]])[::-1].astype(np.int64)
    for i, entry in enumerate(entries):
        if i == (arrays[0] if together else 0):
            axes += list(wide)
        if entry is None:
            axes.append(1)
            continue
        if isinstance(entry, slice):
            line = np.arange(*entry.indices(shape[axis])) * strides[axis]
            places.append((len(axes), 1, tf.constant(line)))
            axes.append(len(line))
        else:
            place = picked[arrays.index(i)]
            place = tf.where(place < 0, place + shape[axis], place) * int(strides[axis])
            places.append((None, len(wide), place))
        axis += 1
    lead = sum(1 for e in entries[: arrays[0]]) if together else 0
    flat = tf.zeros(axes, tf.int64)
    for start, count, place in places:
        start = lead if start is None else start
        flat += tf.reshape(place, (*place.shape, *[1] * (len(axes) - start - count)))
    return flat


def _parts(entry):
    """Yield an index entry: a mask of known values as the positions where it is true."""
    if isinstance(entry, (np.ndarray, bool, np.bool_)) and np.asarray(entry).dtype == bool:
        yield from np.asarray(entry).nonzero()
    else:
        yield entry


def _broadcast(index):
    index = [tf.cast(i, tf.int64) for i in index]
    shape = index[0].shape if index else ()
    for i in index[1:]:
        shape = tf.broadcast_static_shape(shape, i.shape)
    return [tf.broadcast_to(i, shape) for i in index]


# Functions

_axis_index = np.lib.array_utils.normalize_axis_index


def _within(indices, length, axis, mode):
    """Return indices from zero up to the length, and where they were out of bounds (or None)."""
    if not indices.dtype.is_integer:
        raise TypeError(f"indices must be integers, not {indices.dtype.name}")
    indices = tf.cast(indices, tf.int64)
    if mode == "wrap":
        return indices % length, None
    if mode == "clip":
        return tf.clip_by_value(indices, 0, length - 1), None
    if mode == "raise" and not is_tracer(indices):
        host = indices.numpy()
        check_bounds(host, length, axis)
        return (
            tf.where(indices < 0, indices + length, indices) if (host < 0).any() else indices
        ), None
    if mode not in ("raise", "fill"):
        raise ValueError(f"mode must be 'raise', 'wrap', 'clip' or 'fill', not {mode!r}")
    return resolved(tf, indices, length)


def _filled(picked, outside, fill_value):
    if outside is None:
        return picked
    if fill_value is None:
        fill_value = fill_value_of(np.dtype(picked.dtype.as_numpy_dtype))
    fill = tf.constant(np.asarray(fill_value).astype(picked.dtype.as_numpy_dtype))
    return tf.where(outside, fill, picked)


def take(x, indices, /, *, axis=None, mode="raise", fill_value=None):
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = _axis_index(axis, x.ndim)
    places, outside = _within(indices, x.shape[axis], axis, mode)
    picked = tf.gather(x, places, axis=axis)
    if outside is not None:
        outside = tf.reshape(outside, (*outside.shape, *[1] * (x.ndim - axis - 1)))
    return _filled(picked, outside, fill_value)


def _lines(x, axis):
    """Return ``x`` with the axis last, and the order that puts it back."""
    order = [i for i in range(x.ndim) if i != axis] + [axis]
    return tf.transpose(x, order), np.argsort(order)


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(x.shape, indices)
    places, outside = _within(indices, x.shape[axis], axis, mode)
    lines, back = _lines(x, axis)
    places, _ = _lines(places, axis)
    try:
        lead = tf.broadcast_static_shape(lines.shape[:-1], places.shape[:-1])
    except ValueError as err:  # NumPy raises IndexError
        raise IndexError(str(err)) from None
    lines = tf.broadcast_to(lines, [*lead, lines.shape[-1]])
    places = tf.broadcast_to(places, [*lead, places.shape[-1]])
    picked = tf.gather(lines, places, axis=-1, batch_dims=x.ndim - 1)
    return _filled(tf.transpose(picked, back), outside, None)


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_way("put_along_axis", "mode", mode)
    shape = x.shape
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(x.shape, indices)
    places, _ = _within(indices, x.shape[axis], axis, "raise")
    wanted = [n if i != axis else places.shape[axis] for i, n in enumerate(x.shape)]
    # positions in the flattened array
    strides = np.cumprod([1, *x.shape[:0:-1]])[::-1].astype(np.int64)
    flat = places * int(strides[axis])
    for i, length in enumerate(x.shape):
        if i != axis:
            line = np.arange(length) * strides[i]
            flat += line.reshape((-1,) + (1,) * (x.ndim - i - 1))
    flat = tf.reshape(tf.broadcast_to(flat, wanted), (-1,))
    values = tf.reshape(fitted(values, x.dtype, wanted), (-1,))
    result = _reduced(tf.reshape(x, (-1,)), flat, values, mode)
    return tf.reshape(result, shape)


def _reduced(x, flat, values, mode):
    at = flat[:, None]
    if mode == "replace":
        return tf.tensor_scatter_nd_update(x, at, values)
    if mode == "sum":
        return tf.tensor_scatter_nd_add(x, at, values)
    if mode == "min":
        return tf.tensor_scatter_nd_min(x, at, values)
    if mode == "max":
        return tf.tensor_scatter_nd_max(x, at, values)
    if mode == "mul":
        return x * tf.math.unsorted_segment_prod(values, flat, x.shape[0])
    count = tf.tensor_scatter_nd_add(tf.ones_like(x), at, tf.ones_like(values))
    return tf.cast(tf.tensor_scatter_nd_add(x, at, values) / count, x.dtype)
