"""numpy.pad and its modes."""

from __future__ import annotations

from typing import Any

import numpy as np

from frontends.common.conversion import holds_recorded, is_recorded, is_sharded
from ivy_core.arrays.array import Array
from ivy_core.arrays.placing import placement_in_parts

from . import reductions, statistics
from .arguments import along_axis, axis_of
from .conversion import as_array, copied
from .fallback import UnsupportedDtype, host_call, to_host
from .func_wrapper import asarray, ivy, numpy_function
from .manipulation import take_places
from .one_calls import one_call
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any


@numpy_function(keep_0d=True)
@one_call
def pad(array, pad_width, mode="constant", **kwargs):
    """Pad an array at its edges.

    Parameters
    ----------
    array : array-like
        What to pad.
    pad_width : int, sequence or dict
        (before, after) for each axis, or one pair for all, or one number.
    mode : str or callable
        'constant', 'edge', 'linear_ramp', 'maximum', 'mean', 'median', 'minimum', 'reflect',
        'symmetric', 'wrap', 'empty' or a function.
    constant_values, end_values, stat_length, reflect_type
        As the mode wants them.

    References
    ----------
    NumPy reference, numpy.pad.
    """
    try:
        x = as_array(array)
    except UnsupportedDtype:
        return host_call(np.pad, (array, pad_width, mode), kwargs)
    widths = to_host(pad_width)
    odd = kwargs.get("reflect_type", "even") != "even"
    if callable(mode) or odd and not (mode in ("reflect", "symmetric") and is_recorded(x)):
        return host_call(np.pad, (x, widths, mode), kwargs)
    np.pad(np.empty((0,) * x.ndim, np.bool_), 0, mode, **_replace_option_values(kwargs))
    if isinstance(widths, dict):
        full = [(0, 0)] * x.ndim
        for axis, pair in widths.items():
            full[axis_of(axis, x.ndim)] = (pair, pair) if isinstance(pair, int) else tuple(pair)
        widths = full
    requested = np.asarray(widths)
    if requested.dtype.kind != "i" and requested.size:
        raise TypeError("`pad_width` must be of integral type.")
    pairs = np.broadcast_to(requested, (x.ndim, 2)).tolist()
    if any(n < 0 for pair in pairs for n in pair):
        raise ValueError("index can't contain negative values")
    if mode not in ("constant", "empty"):
        _check_padded_axes(x, pairs)
    if odd and any(
        max(pair) > n - (mode == "reflect") for pair, n in zip(pairs, x.shape, strict=True)
    ):
        return host_call(np.pad, (x, widths, mode), kwargs)  # what is reflected is reflected again
    padded = _PADDERS[mode](x, pairs, kwargs)
    # an array in parts lies in C order: to look at its flags would bring it together
    if x.ndim > 1 and not is_recorded(x) and placement_in_parts(x) is None:
        if x.flags.fnc and not padded.flags.f_contiguous:
            return copied(padded, "F")
    return padded


def _replace_option_values(kwargs):
    """Return options with neutral values: NumPy checks their names."""
    neutral = {"reflect_type": "even", "stat_length": None}
    return {name: neutral.get(name, 0) for name in kwargs}


def _check_padded_axes(x, pairs) -> None:
    """Raise NumPy's error where an axis without elements is to be padded with its own."""
    for axis, pair in enumerate(pairs):
        if any(pair) and not x.shape[axis]:
            raise ValueError(
                f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
            )


def _pairs_per_axis(value, ndim):
    """Return NumPy's array of (before, after) for each axis, broadcast from a number or pairs."""
    if isinstance(value, Array):
        value = to_host(value)
    return np.broadcast_to(np.asarray(to_host(value)), (ndim, 2))


def _concat_edges(x, axis, before: Array | None, after: Array | None):
    return ivy.concat([part for part in (before, x, after) if part is not None], axis=axis)


def _edge_shape(x, axis, width) -> tuple[int, ...]:
    return x.shape[:axis] + (width,) + x.shape[axis + 1 :]


def _pad_constant(x, pairs, kwargs):
    """Pad with ``constant_values``, by default 0; always a copy."""
    values = kwargs.get("constant_values", 0)
    if isinstance(values, (list, tuple)) and holds_recorded(values):
        values = asarray(values)
    if is_recorded(values):
        values = ivy.astype(ivy.broadcast_to(values, (x.ndim, 2)), x.dtype)
        return _pad_recorded(x, pairs, values)
    values = _pairs_per_axis(values, x.ndim)
    for axis, (pair, ends) in enumerate(zip(pairs, values, strict=True)):
        edges = [
            ivy.full(_edge_shape(x, axis, n), np.asarray(end, x.dtype).item(), dtype=x.dtype)
            if n
            else None
            for n, end in zip(pair, ends, strict=True)
        ]
        x = _concat_edges(x, axis, *edges) if any(pair) else x
    return x if any(map(any, pairs)) else copied(x)


def _pad_recorded(x, pairs, values):
    """Pad with values that a gradient is recorded of, two an axis; always a copy."""
    for axis, pair in enumerate(pairs):
        edges = [
            ivy.broadcast_to(values[axis, side], _edge_shape(x, axis, n)) if n else None
            for side, n in enumerate(pair)
        ]
        x = _concat_edges(x, axis, *edges) if any(pair) else x
    return x if any(map(any, pairs)) else copied(x)


def _pad_empty(x, pairs, kwargs):
    return _pad_constant(x, pairs, {})


def _index_padder(mode):
    """Make the padder of a mode that repeats elements: at the positions that NumPy pads with."""

    def padded(x, pairs, kwargs):
        odd = kwargs.get("reflect_type", "even") == "odd"
        for axis, pair in enumerate(pairs):
            if any(pair):
                places = np.pad(np.arange(x.shape[axis]), pair, mode)
                x = (_take_opposite if odd else _take_with_edges)(x, places, pair[0], axis)
        return x if any(map(any, pairs)) else copied(x)

    return padded


def _take_with_edges(x, places, before: int, axis: int):
    """Take positions: some first ones, the whole axis in order, and some last ones."""
    if not (is_sharded(x) or is_recorded(x)):
        return take_places(x, places, axis)
    edges = places[:before], places[before + x.shape[axis] :]  # more would be a gather of the array
    return _concat_edges(
        x, axis, *[take_places(x, part, axis) if len(part) else None for part in edges]
    )


def _take_opposite(x, places, before: int, axis: int):
    """Take positions as `_take_with_edges` does, each edge less than twice the axis's last."""
    edges = []
    for part, end in ((places[:before], 0), (places[before + x.shape[axis] :], -1)):
        last = take_places(x, np.arange(x.shape[axis])[[end]], axis)
        edges.append(2 * last - take_places(x, part, axis) if len(part) else None)
    return _concat_edges(x, axis, *edges)


def _pad_ramp(x, pairs, kwargs):
    """Pad with ramps to ``end_values``, by default 0, rounded down in integers; always a copy."""
    ends = kwargs.get("end_values", 0)
    if isinstance(ends, (list, tuple)) and holds_recorded(ends):
        ends = asarray(ends)
    if is_recorded(ends):
        ends = ivy.broadcast_to(ends, (x.ndim, 2))
    else:
        ends = _pairs_per_axis(ends, x.ndim)
    for axis, pair in enumerate(pairs):
        values, edges = (ends[axis, 0], ends[axis, 1]), []
        for side, (n, end) in enumerate(zip(pair, values, strict=True)):
            if not n:
                edges.append(None)
                continue
            at = x.shape[axis] - 1 if side else 0
            inner = x[along_axis(axis, slice(at, at + 1))]
            weights = np.arange(n, dtype=np.float64).reshape((n,) + (1,) * (x.ndim - axis - 1))
            step = ivy.divide(ivy.subtract(inner, as_array(end).astype(np.float64)), n)
            ramp = ivy.add(ivy.multiply(as_array(weights), step), as_array(end))
            if x.dtype.kind in "iu":
                ramp = ivy.floor(ramp)
            ramp = ivy.astype(ramp, x.dtype)
            edges.append(ivy.flip(ramp, axis=axis) if side else ramp)
        x = _concat_edges(x, axis, *edges) if any(pair) else x
    return x if any(map(any, pairs)) else copied(x)


def _statistic_padder(statistic):
    """Make the padder that repeats a statistic of the ``stat_length`` elements at each end."""

    def padded(x, pairs, kwargs):
        spans = [(None, None)] * x.ndim
        if kwargs.get("stat_length") is not None:
            spans = _pairs_per_axis(kwargs["stat_length"], x.ndim).tolist()
            if min(map(min, spans), default=0) < 0:
                raise ValueError("index can't contain negative values")
            if statistic in (reductions.max, reductions.min) and any(0 in pair for pair in spans):
                raise ValueError("stat_length of 0 yields no value for padding")
        for axis, (pair, span) in enumerate(zip(pairs, spans, strict=True)):
            edges = []
            count = x.shape[axis]
            for side, (n, over) in enumerate(zip(pair, span, strict=True)):
                if not n:
                    edges.append(None)
                    continue
                over = count if over is None else min(over, count)
                part = slice(count - over, count) if side else slice(0, over)
                value = statistic(x[along_axis(axis, part)], axis=axis, keepdims=True)
                if x.dtype.kind in "iu":
                    value = UFUNCS["rint"](value)
                value = ivy.astype(as_array(value), x.dtype)
                edges.append(ivy.broadcast_to(value, _edge_shape(x, axis, n)))
            x = _concat_edges(x, axis, *edges) if any(pair) else x
        return x if any(map(any, pairs)) else copied(x)

    return padded


_PADDERS = {
    "constant": _pad_constant, "empty": _pad_empty, "linear_ramp": _pad_ramp,
    "maximum": _statistic_padder(reductions.max), "minimum": _statistic_padder(reductions.min),
    "mean": _statistic_padder(statistics.mean), "median": _statistic_padder(statistics.median),
} | {mode: _index_padder(mode) for mode in ("edge", "reflect", "symmetric", "wrap")}  # fmt: skip


__all__ = ["pad"]
