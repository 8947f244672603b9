"""NumPy's calls for JAX's primitives, in programs that the host computes.

A rule takes an :class:`Equation` and returns a function of NumPy's arrays, that gives one array, or
a tuple where the primitive has several results. It raises :class:`NotOnHostError` for what NumPy
does otherwise than XLA. Results may be views of the operands; no rule writes to one.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ivy_core.backends.loading import load_backend

from .policy import HOST_CONVOLUTION_POSITIONS


class NotOnHostError(Exception):
    """A primitive, or options of it, that NumPy does not compute as XLA does."""


class Spec(NamedTuple):
    """Shape and dtype of an operand or result."""

    shape: tuple[int, ...]
    dtype: np.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Equation(NamedTuple):
    """An equation of a jaxpr in plain values, which can be written to disk.

    Attributes
    ----------
    name : str
        Of the primitive.
    params : dict
        Its options: numbers, names of dtypes and modes, tuples and dicts of these.
    operands, results : list of Spec
    many : bool
        Whether the primitive has several results.
    """

    name: str
    params: dict
    operands: list[Spec]
    results: list[Spec]
    many: bool


RULES: dict[str, Callable] = {}


def _rule(*names: str):
    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


# element by element


def _logistic(x):
    return np.reciprocal(np.exp(-x) + x.dtype.type(1))


def _reciprocal_root(x):
    return np.reciprocal(np.sqrt(x))


_OF_NUMBERS = {
    "add": np.add, "add_any": np.add, "sub": np.subtract, "mul": np.multiply, "neg": np.negative,
    "abs": np.absolute, "max": np.maximum, "min": np.minimum, "square": np.square,
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "is_finite": np.isfinite, "sign": np.sign,
}  # fmt: skip
# of integers these are other functions, or may divide by zero
_OF_FLOATS = {
    "div": np.divide, "pow": np.power, "rem": np.fmod, "exp": np.exp, "exp2": np.exp2,
    "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "tanh": np.tanh, "sqrt": np.sqrt,
    "cbrt": np.cbrt, "sin": np.sin, "cos": np.cos, "floor": np.floor, "ceil": np.ceil,
    "logistic": _logistic, "rsqrt": _reciprocal_root, "atan2": np.arctan2,
}  # fmt: skip
_OF_BITS = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert}
_SPECIAL = {"erf": "erf", "erfc": "erfc", "erf_inv": "erfinv", "lgamma": "lgamma"}


@_rule(*_OF_NUMBERS)
def _numbers(eqn):
    return _OF_NUMBERS[eqn.name]


@_rule(*_OF_FLOATS)
def _floats(eqn):
    if any(each.dtype.kind != "f" for each in eqn.operands):
        raise NotOnHostError
    return _OF_FLOATS[eqn.name]


@_rule(*_OF_BITS)
def _bits(eqn):
    return _OF_BITS[eqn.name]


@_rule(*_SPECIAL)
def _special(eqn):
    _floats_only(eqn)
    return load_backend("numpy").implementations[_SPECIAL[eqn.name]]


def _floats_only(eqn) -> None:
    if eqn.operands[0].dtype.kind != "f":
        raise NotOnHostError


@_rule("integer_pow")
def _integer_power(eqn):
    exponent = eqn.params["y"]
    if not 0 < abs(exponent) <= 16 or exponent < 0 and eqn.operands[0].dtype.kind != "f":
        raise NotOnHostError

    def power(x):
        result, factor, left = None, x, abs(exponent)
        while left:
            if left & 1:
                result = factor if result is None else result * factor
            left >>= 1
            factor = factor * factor if left else factor
        return np.reciprocal(result) if exponent < 0 else result

    return power


@_rule("round")
def _round(eqn):
    if eqn.params["rounding_method"] != "TO_NEAREST_EVEN":
        raise NotOnHostError
    return np.rint


@_rule("copy", "copy_p", "stop_gradient", "name", "optimization_barrier")
def _same(eqn):
    return (lambda *xs: xs) if eqn.many else (lambda x: x)


@_rule("select_n")
def _select(eqn):
    if eqn.operands[0].dtype.kind not in "bi" or len(eqn.operands) != 3:
        raise NotOnHostError
    return lambda which, other, chosen: np.where(which, chosen, other)


@_rule("clamp")
def _clamp(eqn):
    return lambda least, x, most: np.minimum(np.maximum(x, least), most)


@_rule("convert_element_type")
def _convert(eqn):
    before, dtype = eqn.operands[0].dtype, np.dtype(eqn.params["new_dtype"])
    if before.kind == "f" and dtype.kind in "iu":
        raise NotOnHostError  # out of range, NumPy gives what the processor does
    return lambda x: x.astype(dtype, copy=False)


# shapes


@_rule("broadcast_in_dim")
def _broadcast(eqn):
    shape, axes = eqn.params["shape"], eqn.params["broadcast_dimensions"]
    if len(eqn.operands) > 1:
        raise NotOnHostError  # lengths known to the program alone
    wide = [1] * len(shape)
    for axis, length in zip(axes, eqn.operands[0].shape, strict=True):
        wide[axis] = length
    if tuple(wide) == tuple(shape):
        return lambda x: x.reshape(wide)
    return lambda x: np.broadcast_to(x.reshape(wide), shape)


@_rule("reshape", "squeeze", "expand_dims")
def _reshape(eqn):
    shape = eqn.results[0].shape
    order = eqn.params["dimensions"] if eqn.name == "reshape" else None
    if len(eqn.operands) > 1:
        raise NotOnHostError  # lengths known to the program alone
    if order is not None:
        return lambda x: x.transpose(order).reshape(shape)
    return lambda x: x.reshape(shape)


@_rule("transpose")
def _transpose(eqn):
    axes = eqn.params["permutation"]
    return lambda x: x.transpose(axes)


@_rule("rev")
def _reverse(eqn):
    turned, ndim = eqn.params["dimensions"], eqn.operands[0].ndim
    index = tuple([slice(None, None, -1 if axis in turned else None) for axis in range(ndim)])
    return lambda x: x[index]


@_rule("concatenate")
def _concatenate(eqn):
    axis = eqn.params["dimension"]
    return lambda *xs: np.concatenate(xs, axis)


@_rule("tile")
def _tile(eqn):
    counts = eqn.params["reps"]
    return lambda x: np.tile(x, counts)


@_rule("stack")
def _stack(eqn):
    axis = eqn.params["axis"]
    return lambda *xs: np.stack(xs, axis)


@_rule("unstack")
def _unstack(eqn):
    axis = eqn.params["axis"]
    return lambda x: tuple(np.moveaxis(x, axis, 0))


@_rule("split")
def _split(eqn):
    axis = eqn.params["axis"]
    ends = list(itertools.accumulate(map(int, eqn.params["sizes"])))[:-1]
    return lambda x: tuple(np.split(x, ends, axis))


@_rule("slice")
def _slice(eqn):
    starts, ends = eqn.params["start_indices"], eqn.params["limit_indices"]
    steps = eqn.params["strides"] or (1,) * len(starts)
    index = tuple([slice(*each) for each in zip(starts, ends, steps, strict=True)])
    return lambda x: x[index]


@_rule("pad")
def _pad(eqn):
    config = [tuple(map(int, each)) for each in eqn.params["padding_config"]]
    shape = eqn.results[0].shape

    def pad(x, value):
        return padded(x, config, shape, value)

    return pad


def padded(x, config, shape, value=0):
    """Return ``x`` with elements put before, behind and between; negative numbers leave some out.

    Parameters
    ----------
    x : numpy.ndarray
    config : sequence of (int, int, int)
        An axis each: how many before, behind, and between two.
    shape : tuple of int
        Of the result.
    value : scalar
    """
    made = np.full(shape, value, x.dtype)
    if not made.size or not x.size:
        return made
    into, of = [], []
    for length, kept, (before, _, between) in zip(x.shape, shape, config, strict=True):
        step = between + 1
        first = max(0, -(before // step)) if before < 0 else 0  # the first that is not left out
        begin = before + first * step
        count = min(length - first, (kept - 1 - begin) // step + 1)
        if count < 1:
            return made
        of.append(slice(first, first + count))
        into.append(slice(begin, begin + (count - 1) * step + 1, step))
    made[tuple(into)] = x[tuple(of)]
    return made


@_rule("empty2")
def _any_elements(eqn):
    spec = eqn.results[0]
    return lambda: np.zeros(*spec)  # what a branch of a gradient gives where it needs none


@_rule("iota")
def _iota(eqn):
    shape, axis = eqn.params["shape"], eqn.params["dimension"]
    wide = [1] * len(shape)
    wide[axis] = shape[axis]
    made = np.arange(shape[axis], dtype=eqn.params["dtype"]).reshape(wide)
    made = np.broadcast_to(made, shape)
    return lambda: made


@_rule("dynamic_slice")
def _dynamic_slice(eqn):
    sizes, shape = eqn.params["slice_sizes"], eqn.operands[0].shape
    if len(eqn.operands) != len(shape) + 1:
        raise NotOnHostError
    return lambda x, *starts: x[_window(starts, sizes, shape)]


@_rule("dynamic_update_slice")
def _dynamic_update_slice(eqn):
    shape, sizes = eqn.operands[0].shape, eqn.operands[1].shape

    def update(x, value, *starts):
        made = x.copy()
        made[_window(starts, sizes, shape)] = value
        return made

    return update


def _window(starts, sizes, shape) -> tuple:
    """Return the index of a window, which is moved until it lies within the array."""
    begins = [
        min(max(int(start), 0), length - size)
        for start, size, length in zip(starts, sizes, shape, strict=True)
    ]
    return tuple([slice(at, at + size) for at, size in zip(begins, sizes, strict=True)])


# reductions

_REDUCTIONS = {
    "reduce_sum": np.add, "reduce_prod": np.multiply, "reduce_max": np.maximum,
    "reduce_min": np.minimum, "reduce_and": np.bitwise_and, "reduce_or": np.bitwise_or,
    "reduce_xor": np.bitwise_xor,
}  # fmt: skip
_SCANS = {"cumsum": np.add, "cumprod": np.multiply, "cummax": np.maximum, "cummin": np.minimum}


@_rule(*_REDUCTIONS)
def _reduce(eqn):
    function, axes = _REDUCTIONS[eqn.name].reduce, tuple(eqn.params["axes"])
    dtype = eqn.results[0].dtype
    if not math.prod(eqn.operands[0].shape):
        raise NotOnHostError  # of no elements NumPy has no maximum
    return lambda x: function(x, axes, dtype)


@_rule(*_SCANS)
def _accumulate(eqn):
    function, axis = _SCANS[eqn.name].accumulate, eqn.params["axis"]
    dtype = eqn.results[0].dtype
    if eqn.params["reverse"]:
        return lambda x: np.flip(function(np.flip(x, axis), axis, dtype), axis)
    return lambda x: function(x, axis, dtype)


@_rule("argmax", "argmin")
def _argmax(eqn):
    function, (axis,) = getattr(np, eqn.name), eqn.params["axes"]
    dtype = np.dtype(eqn.params["index_dtype"])
    if not eqn.operands[0].shape[axis]:
        raise NotOnHostError
    return lambda x: function(x, axis).astype(dtype)


@_rule("sort")
def _sort(eqn):
    axis = eqn.params["dimension"]
    if eqn.params["num_keys"] != 1:
        raise NotOnHostError

    def sort(*operands):
        order = np.argsort(operands[0], axis, kind="stable")  # nan last, as XLA has it
        return [np.take_along_axis(x, order, axis) for x in operands]

    return sort


@_rule("top_k")
def _top_k(eqn):
    (x,), (_, indices) = eqn.operands, eqn.results
    count, axis = eqn.params["k"], eqn.params.get("axis", x.ndim - 1)
    if x.dtype.kind not in "iu":
        raise NotOnHostError

    def top(x):
        order = np.argsort(~x, axis, kind="stable")  # of equal ones the first comes first
        order = np.take(order, np.arange(count), axis)
        return np.take_along_axis(x, order, axis), order.astype(indices.dtype)

    return top


@_rule("bitcast_convert_type")
def _bitcast(eqn):
    before, dtype = eqn.operands[0].dtype, eqn.results[0].dtype
    if before.itemsize != dtype.itemsize or bool in (before, dtype):
        raise NotOnHostError
    return lambda x: np.ascontiguousarray(x).view(dtype)


# products


@_rule("dot_general")
def _product(eqn):
    (of_one, of_other), (batch_one, batch_other) = eqn.params["dimension_numbers"]
    one, other = eqn.operands
    result = eqn.results[0]
    if not one.dtype == other.dtype == result.dtype:
        raise NotOnHostError
    free_one = [axis for axis in range(one.ndim) if axis not in (*of_one, *batch_one)]
    free_other = [axis for axis in range(other.ndim) if axis not in (*of_other, *batch_other)]
    axes_one = (*batch_one, *free_one, *of_one)
    axes_other = (*batch_other, *of_other, *free_other)
    batch = [one.shape[axis] for axis in batch_one]
    common = math.prod([one.shape[axis] for axis in of_one])
    rows = (*batch, math.prod([one.shape[axis] for axis in free_one]), common)
    columns = (*batch, common, math.prod([other.shape[axis] for axis in free_other]))
    shape = result.shape

    def product(a, b):
        a = a.transpose(axes_one).reshape(rows)
        return np.matmul(a, b.transpose(axes_other).reshape(columns)).reshape(shape)

    return product


@_rule("conv_general_dilated")
def _convolution(eqn):
    options, result = eqn.params, eqn.results[0]
    numbers = options["dimension_numbers"]
    x, filters = eqn.operands
    if not x.dtype == filters.dtype == result.dtype or x.dtype.kind != "f":
        raise NotOnHostError
    if not 1 <= x.ndim - 2 <= 3 or not result.size:
        raise NotOnHostError
    lengths = tuple([result.shape[axis] for axis in numbers["out_spec"][2:]])
    kernel = tuple([filters.shape[axis] for axis in numbers["rhs_spec"][2:]])
    given = (
        lengths, kernel, tuple(options["window_strides"]), tuple(map(tuple, options["padding"])),
        tuple(options["lhs_dilation"]), tuple(options["rhs_dilation"]),
    )  # fmt: skip
    groups, batch_groups = options["feature_group_count"], options["batch_group_count"]
    few = math.prod(lengths) <= HOST_CONVOLUTION_POSITIONS
    if batch_groups > 1:
        if not few:
            raise NotOnHostError
        convolve = functools.partial(_convolve_by_positions, *given, groups, batch_groups)
    elif few and math.prod(lengths) < math.prod(kernel):
        convolve = functools.partial(_convolve_by_positions, *given, groups, 1)
    elif max(given[4]) > 1 and set(given[2]) == {1}:
        convolve = functools.partial(_convolve_by_taps, *given, groups)
    else:
        convolve = functools.partial(_convolve_by_columns, *given, groups)
    back = tuple(np.argsort(numbers["out_spec"]))
    return lambda x, filters: convolve(
        x.transpose(numbers["lhs_spec"]), filters.transpose(numbers["rhs_spec"])
    ).transpose(back)


def _dilated(x, pads, dilations):
    """Return images with their padding, and zeros between their elements."""
    if not any(map(any, pads)) and max(dilations) == 1:
        return x
    config, shape = [(0, 0, 0)] * 2, list(x.shape[:2])
    for length, (before, behind), dilation in zip(x.shape[2:], pads, dilations, strict=True):
        config.append((before, behind, dilation - 1))
        shape.append(before + behind + ((length - 1) * dilation + 1 if length else 0))
    return padded(x, config, shape)


def _convolve_by_columns(lengths, kernel, strides, pads, dilations, spread, groups, x, filters):
    """Convolve as NumPy's backend does."""
    if any(min(pair) < 0 for pair in pads):
        x, pads, dilations = _dilated(x, pads, dilations), [(0, 0)] * len(pads), 1
    return load_backend("numpy").implementations["conv_general_dilated"](
        x, filters, strides, list(pads), dims=len(lengths), data_format="channel_first",
        filter_format="channel_first", feature_group_count=groups, x_dilations=dilations,
        dilations=spread,
    )  # fmt: skip


def _convolve_by_positions(
    lengths, kernel, strides, pads, dilations, spread, groups, batch_groups, x, filters
):
    """Convolve with large filters: one product of matrices for each position of the result.

    So are gradients of filters, which the gradient of the result is then the filter of.
    """
    x = _dilated(x, pads, dilations)
    into = filters.shape[1]
    out, depth, apart = filters.shape[0], into * math.prod(kernel), groups * batch_groups
    weights = filters.reshape(apart, out // apart, depth).swapaxes(1, 2)
    batch = x.shape[0] // batch_groups
    y = np.empty((batch, apart, out // apart, *lengths), x.dtype)
    for at in itertools.product(*map(range, lengths)):
        window = [
            slice(i * stride, i * stride + (k - 1) * step + 1, step)
            for i, stride, k, step in zip(at, strides, kernel, spread, strict=True)
        ]
        seen = x[(..., *window)]
        if batch_groups > 1:
            seen = seen.reshape(batch_groups, batch, depth)
        else:
            seen = seen.reshape(batch, groups, depth).swapaxes(0, 1)
        y[(..., *at)] = np.matmul(seen, weights).swapaxes(0, 1)
    return y.reshape(batch, out, *lengths)


def _convolve_by_taps(lengths, kernel, strides, pads, dilations, spread, groups, x, filters):
    """Convolve images with zeros between: add each kernel element's products where they belong."""
    batch, channels, *spatial = x.shape
    out, into = filters.shape[0] // groups, channels // groups
    columns = x.reshape(batch, groups, into, math.prod(spatial))
    weights = filters.reshape(groups, out, into, math.prod(kernel))
    begins, whole, kept = [], [], []
    for n, k, step, (before, _), dilation, length in zip(
        spatial, kernel, spread, pads, dilations, lengths, strict=True
    ):
        first = before - (k - 1) * step  # where the last kernel element puts the first one
        base = min(first, 0)
        begins.append([first - base + (k - 1 - tap) * step for tap in range(k)])
        whole.append(max(begins[-1][0] + (n - 1) * dilation + 1, length - base))
        kept.append(slice(-base, length - base))
    full = np.zeros((batch, groups * out, *whole), x.dtype)
    for number, tap in enumerate(itertools.product(*map(range, kernel))):
        made = np.matmul(weights[..., number], columns).reshape(batch, groups * out, *spatial)
        index = [
            slice(begin[i], begin[i] + (n - 1) * dilation + 1, dilation)
            for begin, i, n, dilation in zip(begins, tap, spatial, dilations, strict=True)
        ]
        full[(..., *index)] += made
    return full[(..., *kept)]


# indices


@_rule("gather")
def _gather(eqn):
    options, numbers = eqn.params, eqn.params["dimension_numbers"]
    x, result = eqn.operands[0], eqn.results[0]
    sizes, mode = tuple(options["slice_sizes"]), options["mode"]
    hidden = (*numbers["collapsed_slice_dims"], *numbers["operand_batching_dims"])
    if mode not in _MODES or not x.size or not numbers["start_index_map"]:
        raise NotOnHostError
    windows = numbers["offset_dims"]
    order = (*[axis for axis in range(result.ndim) if axis not in windows], *windows)
    back = tuple(np.argsort(order))
    paired = (numbers["operand_batching_dims"], numbers["start_indices_batching_dims"])
    fill = options["fill_value"]
    if fill is None:
        fill = np.nan if x.dtype.kind == "f" else _fill_of(x.dtype)

    def gather(x, indices):
        starts, valid = _starts(x.shape, sizes, indices, numbers["start_index_map"], paired)
        flat = _flat_index(x.shape, sizes, starts, hidden)
        made = x.reshape(-1)[flat]
        if mode == "FILL_OR_DROP" and not valid.all():
            made[~valid.reshape(-1)] = fill
        kept = [size for axis, size in enumerate(sizes) if axis not in hidden]
        return made.reshape(*indices.shape[:-1], *kept).transpose(back)

    return gather


_COMBINING = {
    "scatter": None, "scatter-add": np.add, "scatter_add": np.add, "scatter-mul": np.multiply,
    "scatter_mul": np.multiply, "scatter-min": np.minimum, "scatter_min": np.minimum,
    "scatter-max": np.maximum, "scatter_max": np.maximum,
}  # fmt: skip


@_rule(*_COMBINING)
def _scatter(eqn):
    options, numbers = eqn.params, eqn.params["dimension_numbers"]
    x, _, updates = eqn.operands
    mode, combine = options["mode"], _COMBINING[eqn.name]
    hidden = (*numbers["inserted_window_dims"], *numbers["operand_batching_dims"])
    if mode not in _MODES or not x.size or x.dtype == bool and combine is not None:
        raise NotOnHostError
    if not numbers["scatter_dims_to_operand_dims"]:
        raise NotOnHostError
    windows = numbers["update_window_dims"]
    lengths = iter([updates.shape[axis] for axis in windows])
    sizes = tuple([1 if axis in hidden else next(lengths) for axis in range(x.ndim)])
    order = (*[axis for axis in range(updates.ndim) if axis not in windows], *windows)
    paired = (numbers["operand_batching_dims"], numbers["scatter_indices_batching_dims"])

    def scatter(x, indices, updates):
        starts, valid = _starts(
            x.shape, sizes, indices, numbers["scatter_dims_to_operand_dims"], paired
        )
        flat = _flat_index(x.shape, sizes, starts, hidden)
        values = np.ascontiguousarray(updates.transpose(order)).reshape(flat.shape)
        if mode != "CLIP" and not valid.all():  # XLA drops them, whatever was promised
            kept = valid.reshape(-1)
            flat, values = flat[kept], values[kept]
        made = x.flatten()
        if combine is None:
            made[flat.reshape(-1)] = values.reshape(-1)
        else:
            combine.at(made, flat.reshape(-1), values.reshape(-1))
        return made.reshape(x.shape)

    return scatter


_MODES = frozenset({"CLIP", "FILL_OR_DROP", "PROMISE_IN_BOUNDS"})


def _fill_of(dtype):
    """Return the element that JAX gives for an index that is not there."""
    if dtype.kind == "b":
        return True
    return np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max


def _starts(shape, sizes, indices, axes, paired) -> tuple[dict, np.ndarray]:
    """Return the starts of windows by axis, moved into the array, and a mask of those not moved."""
    outer = indices.shape[:-1]
    valid = np.ones(outer, bool)
    starts = {}
    for at, axis in enumerate(axes):
        begin, most = indices[..., at].astype(np.int64), shape[axis] - sizes[axis]
        valid &= (begin >= 0) & (begin <= most)
        starts[axis] = np.clip(begin, 0, most)
    for axis, outer_axis in zip(*paired, strict=True):
        wide = [1] * len(outer)
        wide[outer_axis] = outer[outer_axis]
        starts[axis] = np.broadcast_to(np.arange(outer[outer_axis]).reshape(wide), outer)
    return starts, valid


def _flat_index(shape, sizes, starts, hidden) -> np.ndarray:
    """Return indices into the flattened array: (windows, elements of one)."""
    first, inner, stride = 0, np.zeros(1, np.int64), 1
    for axis in reversed(range(len(shape))):
        if axis in starts:
            first = first + starts[axis] * stride
        if axis not in hidden:
            each = np.arange(sizes[axis]) * stride
            inner = (each[:, None] + inner).reshape(-1)
        stride *= shape[axis]
    return np.asarray(first).reshape(-1, 1) + inner
