"""Indexing for TensorFlow: raw strided-slice operations take 5 us where ``x[...]`` takes 50."""

from __future__ import annotations

import math
import sys

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.indices import (
    check_along_axis,
    check_bounds,
    check_same_ndim,
    fill_value_of,
    flat_positions,
    mask_alone,
    positions_that_stay,
    resolved,
)
from ivy_core.backends.common.lens_folding import fold_read, fold_write, windows_by_index
from ivy_core.backends.common.reductions import check_scatter_reduction
from ivy_core.utils.exceptions import refuse

from ..runtime.internals import EagerTensor, should_record, update_by_xla
from ..runtime.waiting import GivenArray, settled, settling

_raw = tf.raw_ops


def is_tracer(native) -> bool:
    return isinstance(native, tf.Tensor) and not isinstance(native, EagerTensor)


is_unknown = is_tracer


def is_recorded(*values) -> bool:
    """Return whether a value is traced, or a tf.GradientTape watches it."""
    tensors = [value for value in values if isinstance(value, tf.Tensor)]
    tensors += [value.settled() for value in values if type(value) is GivenArray]
    # a tape watches what is read of a variable, not the variable
    tensors += [value.read_value() for value in values if isinstance(value, tf.Variable)]
    return any(map(is_tracer, tensors)) or should_record(tensors)


def in_one_trace(a, b) -> bool:
    """Return whether two native arrays belong to one graph, or both to none."""
    graphs = [native.graph if is_tracer(native) else None for native in (a, b)]
    return graphs[0] is graphs[1]


@settling
def counted_from_start(index, length: int):
    """Return a symbolic index with negative values replaced by what they mean."""
    index = tf.cast(index, tf.int64)
    return tf.where(index < 0, index + length, index)


def unmapped(native):
    return native


_STEPS = {
    "AddV2": "add", "Add": "add", "Sub": "subtract", "Mul": "multiply", "Neg": "negative",
    "Cast": "same", "Identity": "same", "Reshape": "same", "Squeeze": "same", "ExpandDims": "same",
}  # fmt: skip


def made_by(value):
    """Get the origin of a symbolic integer: :func:`ivy_core.arrays.indices.difference`."""
    constant = tf.get_static_value(value)
    if constant is not None:
        return int(constant)
    if value.op.type == "Placeholder":  # it may stand for a value of the graph around this one
        for outer, inner in getattr(value.graph, "captures", ()):
            if inner is value:
                return "same", (outer,)
    step = _STEPS.get(value.op.type)
    operands = value.op.inputs[:1] if step == "same" else value.op.inputs
    if step is None or not operands[0].dtype.is_integer:
        return "unknown", value.ref()
    return step, operands


# The lenses' primitives


def _strided_slice_arguments(key, starts) -> tuple:
    """Return begin, end, strides, end mask and shrink mask of a strided slice, no new axes."""
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
            if type(stop) is int and stop < 0:  # a negative bound would count from the end
                end_mask |= 1 << at
        begin.append(start)
        end.append(stop)
        strides.append(step)
        at += 1
    return begin, end, strides, end_mask, shrink


def _make_steps_positive(key, starts) -> tuple:
    """Return key and starts, steps positive if a start is unknown, and the axes to reverse then.

    Whether a slice of unknown start, stepping back, ends before the array is not known.
    """
    if all(type(start) is int for start in starts):
        return key, starts, []
    key, starts, axes, at = list(key), list(starts), [], 0
    for position, entry in enumerate(key):
        if entry is None:
            continue
        if entry != "int" and entry[1] < 0:
            length, step = entry
            starts[at] += (length - 1) * step
            key[position] = (length, -step)
            axes.append(sum(1 for e in key[:position] if e is not None and e != "int"))
        at += 1
    return key, starts, axes


class Marks:
    """Attributes of graphs that are bodies of compiled functions."""

    PROGRAM = "_ivy_program"  # a slice at an unknown place that lies outside is no error there
    XLA = "_ivy_by_xla"  # it is XLA that compiles it


def _has_start_in_program(starts) -> bool:
    """Return whether a start is known only when a compiled program runs."""
    return any(is_tracer(start) and hasattr(start.graph, Marks.PROGRAM) for start in starts)


def _enclosing_block(key, starts, shape) -> tuple:
    """Return the start and lengths of the smallest block that holds a slice.

    It lies within the array: a compiled function computes what Python would not come to, the second
    operand of an ``and``, and TensorFlow's kernels would stop the program there.
    """
    begin, sizes = [], []
    for entry, start, length in zip([e for e in key if e is not None], starts, shape, strict=False):
        count, step = (1, 1) if entry == "int" else entry[:2]
        size = min((count - 1) * step + 1, length) if count else 0
        if is_tracer(start):
            start = tf.clip_by_value(tf.cast(start, tf.int64), 0, length - size)
        begin.append(tf.cast(start, tf.int64))
        sizes.append(size)
    rest = shape[len(begin) :]
    return tf.stack([*begin, *[tf.constant(0, tf.int64)] * len(rest)]), [*sizes, *rest]


def _steps_of(key) -> list[int]:
    """Return one step for each indexed axis, 1 for an int; a new axis has none."""
    return [1 if entry == "int" else entry[1] for entry in key if entry is not None]


def _read_block(x, key, starts):
    """Read the elements of a slice at an index that is known when the program runs."""
    begin, sizes = _enclosing_block(key, starts, tuple(x.shape))
    block = tf.slice(x, begin, sizes)
    steps = _steps_of(key)
    if any(step > 1 for step in steps):
        block = block[tuple([slice(None, None, step) for step in steps])]
    entries = [entry for entry in key if entry is not None]
    kept = [n for n, entry in zip(block.shape, entries, strict=False) if entry != "int"]
    return tf.reshape(block, [*kept, *block.shape[len(entries) :]])


def _write_block(x, key, starts, value):
    """Return an array with values written at an index known to the program, in place by XLA."""
    begin, sizes = _enclosing_block(key, starts, tuple(x.shape))
    steps = _steps_of(key)
    counts = [-(-size // step) for size, step in zip(sizes, steps, strict=False)]
    value = tf.reshape(value, [*counts, *sizes[len(counts) :]])
    if any(step > 1 for step in steps):
        block = tf.slice(x, begin, sizes)
        begins = [0] * len(steps)
        value = _raw.TensorStridedSliceUpdate(
            input=block, begin=begins, end=sizes[: len(steps)], strides=steps, value=value
        )
    return update_by_xla(x, value, begin)


@settling
def slice_read(x, key, starts, shape):
    key, starts, axes = _make_steps_positive(key, starts)
    if _has_start_in_program(starts):
        x = _read_block(x, key, starts)
        return tf.reshape(tf.reverse(x, axes) if axes else x, shape)
    begin, end, strides, end_mask, shrink = _strided_slice_arguments(key, starts)
    if begin:
        x = _raw.StridedSlice(
            input=x, begin=begin, end=end, strides=strides, end_mask=end_mask,
            shrink_axis_mask=shrink,
        )  # fmt: skip
    x = tf.reverse(x, axes) if axes else x
    return tf.reshape(x, shape) if None in key or not x.shape.is_fully_defined() else x


@settling
def slice_write(x, key, starts, value):
    if 0 in value.shape:
        return x
    key, starts, axes = _make_steps_positive(key, starts)
    if None in key:
        value = tf.reshape(value, [e[0] for e in key if e is not None and e != "int"])
    if _has_start_in_program(starts):
        if any(is_tracer(start) and hasattr(start.graph, Marks.XLA) for start in starts):
            return _write_block(x, key, starts, tf.reverse(value, axes) if axes else value)
        begin, _ = _enclosing_block(key, starts, tuple(x.shape))
        starts = [begin[at] for at in range(len(starts))]
    begin, end, strides, end_mask, shrink = _strided_slice_arguments(key, starts)
    if not begin:
        return tf.reshape(value, x.shape)
    value = tf.reverse(value, axes) if axes else value
    result = _raw.TensorStridedSliceUpdate(
        input=x, begin=begin, end=end, strides=strides, value=value, end_mask=end_mask,
        shrink_axis_mask=shrink,
    )  # fmt: skip
    return result if result.shape.is_fully_defined() else tf.reshape(result, x.shape)


@settling
def reshape_native(x, shape):
    return tf.reshape(x, shape)


@settling
def permute_native(x, axes):
    return tf.transpose(x, axes)


@settling
def broadcast_native(x, shape):
    return tf.broadcast_to(x, shape)


@settling
def take_native(x, index, axis):
    return tf.gather(x, index, axis=axis)


@settling
def windows_native(x, window, axes):
    return windows_by_index(_PRIMITIVES, x, window, axes)


@settling
def real_native(x):
    return tf.math.real(x)


@settling
def imag_native(x):
    return tf.math.imag(x) if x.dtype.is_complex else tf.zeros_like(x)


@settling
def complex_native(real, imag):
    return tf.complex(real, imag)


_PRIMITIVES = sys.modules[__name__]  # what lenses call: the functions of this file


@settling
def read_stack(x, stack, starts):
    return fold_read(_PRIMITIVES, x, stack, starts)


def write_stack(base, stack, starts, value, shape):
    x = settled(base._data)
    return fold_write(_PRIMITIVES, x, stack, starts, fitted(value, x.dtype, shape))


@settling
def fitted(value, dtype, shape):
    """Return ``value`` in another dtype and shape, as an assignment wants it."""
    if isinstance(value, tf.Variable):
        value = value.read_value()  # a tape watches what is read
    elif not isinstance(value, tf.Tensor):
        value = tf.constant(np.asarray(value))
    if value.dtype != dtype:
        if value.dtype.is_complex and not dtype.is_complex:
            value = value != 0 if dtype == tf.bool else tf.math.real(value)
        value = tf.cast(value, dtype)
    while value.ndim > len(shape):
        value = tf.reshape(value, value.shape[1:])
    return value if tuple(value.shape) == tuple(shape) else tf.broadcast_to(value, shape)


# Advanced indexing: on the host, whose memory an eager CPU tensor shares


@settling
def get_advanced(x, index):
    """Return a copy of what an index with arrays picks."""
    if is_recorded(x):
        return get_traced(x, index)
    return tf.constant(np.asarray(memoryview(x) if _can_export_memory(x) else x.numpy())[index])


def _can_export_memory(x) -> bool:
    return x.dtype not in (tf.bfloat16, tf.bool) and "CPU" in x.device


@settling
def set_advanced(x, index, value):
    """Return ``x`` with ``value`` written where an index with arrays points."""
    if is_recorded(x, value):
        stay = positions_that_stay(tuple(x.shape), index)
        if stay is None:
            return _set_positions(x, index, value, known=True)
        picked = np.broadcast_to(False, tuple(x.shape))[index].shape
        value = tf.gather(tf.reshape(fitted(value, x.dtype, picked), (-1,)), stay[1])
        return _scattered(x, tf.constant(stay[0]), value)
    host = np.array(x.numpy())
    host[index] = value.numpy() if isinstance(value, tf.Tensor) else value
    return tf.constant(host)


@settling
def get_traced(x, index):
    """Read the elements of an index with arrays, of values that are not known yet."""
    mask = _symbolic_mask(index)
    if mask is not None:
        return tf.boolean_mask(x, mask)
    return tf.gather(tf.reshape(x, (-1,)), _flat_positions_of_advanced(x, index))


@settling
def set_traced(x, index, value):
    """Return ``x`` with ``value`` written where an index points, of values not known yet."""
    mask = _symbolic_mask(index)
    if mask is not None:
        return tf.where(_append_mask_axes(mask, x), _values_by_mask_order(mask, value, x), x)
    return _set_positions(x, index, value, known=False)


def _set_positions(x, index, value, known: bool):
    """Write where an index points; ``known`` says that it points to no element twice."""
    flat = _flat_positions_of_advanced(x, index)
    value = tf.reshape(fitted(value, x.dtype, tuple(flat.shape)), (-1,))
    if known or not value.shape[0] or not value.dtype.is_floating | value.dtype.is_complex:
        return _scattered(x, flat, value)
    # what is written more than once holds the last value, and no other has a gradient
    last = tf.tensor_scatter_nd_max(
        tf.fill((math.prod(x.shape),), tf.constant(-1, tf.int64)),
        tf.reshape(flat, (-1, 1)),
        tf.range(value.shape[0], dtype=tf.int64),
    )
    written = tf.gather(value, tf.maximum(last, 0))
    return tf.reshape(tf.where(last < 0, tf.reshape(x, (-1,)), written), x.shape)


def _scattered(x, flat, value):
    """Return ``x`` with values at positions in the flat tensor."""
    places = tf.reshape(flat, (-1, 1))
    return tf.reshape(tf.tensor_scatter_nd_update(tf.reshape(x, (-1,)), places, value), x.shape)


def _append_mask_axes(mask, x):
    """Return a mask with axes of length 1 behind, as many as ``x`` has more."""
    return tf.reshape(mask, mask.shape + [1] * (x.ndim - mask.ndim))


def _values_by_mask_order(mask, value, x):
    """Return the values for a traced mask: at each True ``value``'s next row, if it has several."""
    value = fitted(value, x.dtype, getattr(value, "shape", ()))
    if value.ndim < 1 + x.ndim - mask.ndim or value.shape[0] == 1:
        return value
    indices = tf.cumsum(tf.cast(tf.reshape(mask, (-1,)), tf.int64)) - 1
    indices = tf.clip_by_value(indices, 0, max(value.shape[0] - 1, 0))
    return tf.reshape(tf.gather(value, indices), (*mask.shape, *value.shape[1:]))


def _symbolic_mask(index):
    """Return the mask that is all of an index and whose values are not known yet, else None."""
    entry = mask_alone(index)
    return entry if is_tracer(entry) and entry.dtype == tf.bool else None


def _flat_positions_of_advanced(x, index):
    """Return int64 positions in flat ``x`` of what an index with traced arrays picks."""
    return flat_positions(tf, tuple(x.shape), index, lambda entry: tf.cast(entry, tf.int64))


# Functions

_axis_index = np.lib.array_utils.normalize_axis_index


def _wrap_indices(indices, length, axis, mode):
    """Return indices in ``[0, length)``, and a mask of those out of bounds, or None; may raise."""
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


def _fill_out_of_bounds(picked, outside, fill_value):
    """Fill where the mask is True, nowhere if it is None; value None is nan, an int's extreme."""
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
    places, outside = _wrap_indices(indices, x.shape[axis], axis, mode)
    picked = tf.gather(x, places, axis=axis)
    if outside is not None:
        outside = tf.reshape(outside, (*outside.shape, *[1] * (x.ndim - axis - 1)))
    return _fill_out_of_bounds(picked, outside, fill_value)


def _move_axis_last(x, axis) -> tuple:
    """Return ``x`` with the axis last, and the permutation that moves it back."""
    order = [i for i in range(x.ndim) if i != axis] + [axis]
    return tf.transpose(x, order), np.argsort(order)


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(x.shape, indices)
    places, outside = _wrap_indices(indices, x.shape[axis], axis, mode)
    lines, back = _move_axis_last(x, axis)
    places, _ = _move_axis_last(places, axis)
    try:
        lead = tf.broadcast_static_shape(lines.shape[:-1], places.shape[:-1])
    except ValueError as err:
        refuse(err, check_along_axis, x.shape, indices, axis)
    lines = tf.broadcast_to(lines, [*lead, lines.shape[-1]])
    places = tf.broadcast_to(places, [*lead, places.shape[-1]])
    picked = tf.gather(lines, places, axis=-1, batch_dims=x.ndim - 1)
    return _fill_out_of_bounds(tf.transpose(picked, back), outside, None)


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_scatter_reduction("put_along_axis", "mode", mode)
    shape = x.shape
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = _axis_index(axis, x.ndim)
    check_same_ndim(x.shape, indices)
    places, _ = _wrap_indices(indices, x.shape[axis], axis, "raise")
    wanted = [n if i != axis else places.shape[axis] for i, n in enumerate(x.shape)]
    try:
        flat = tf.reshape(tf.broadcast_to(_flat_indices_along_axis(x, places, axis), wanted), (-1,))
        fitting = tf.reshape(fitted(values, x.dtype, wanted), (-1,))
    except (ValueError, tf.errors.InvalidArgumentError) as err:
        refuse(err, check_along_axis, x.shape, indices, axis, values)
    result = _scatter_into_flat(tf.reshape(x, (-1,)), flat, fitting, mode)
    return tf.reshape(result, shape)


def _flat_indices_along_axis(x, indices, axis):
    """Return indices into the flattened array for indices along an axis."""
    strides = np.cumprod([1, *x.shape[:0:-1]])[::-1].astype(np.int64)
    flat = indices * int(strides[axis])
    for i, length in enumerate(x.shape):
        if i != axis:
            line = np.arange(length) * strides[i]
            flat += line.reshape((-1,) + (1,) * (x.ndim - i - 1))
    return flat


def _scatter_into_flat(x, flat_indices, values, mode):
    """Return flat ``x`` with values put in it; ``mode``: replace, sum, min, max, mul, else mean."""
    at = flat_indices[:, None]
    if mode == "replace":
        return tf.tensor_scatter_nd_update(x, at, values)
    if mode == "sum":
        return tf.tensor_scatter_nd_add(x, at, values)
    if mode == "min":
        return tf.tensor_scatter_nd_min(x, at, values)
    if mode == "max":
        return tf.tensor_scatter_nd_max(x, at, values)
    if mode == "mul":
        return x * tf.math.unsorted_segment_prod(values, flat_indices, x.shape[0])
    count = tf.tensor_scatter_nd_add(tf.ones_like(x), at, tf.ones_like(values))
    return tf.cast(tf.tensor_scatter_nd_add(x, at, values) / count, x.dtype)
