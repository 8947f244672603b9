"""Statistics on JAX arrays."""

from __future__ import annotations

import builtins
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.axes import reduced_shape
from ivy_core.backends.common.half_precision import in_single
from ivy_core.backends.common.quantiles import interpolated, neighbours
from ivy_core.backends.common.reductions import check_contraction
from ivy_core.backends.holder import unwrapped
from ivy_core.utils.exceptions import IvyValueError, refuse

from ..compiler.limits import SHORT_EXTREMES_ELEMENTS
from ..kernels.axes import normal_axes, normal_axis
from ..kernels.reductions import complex_argextreme, on_host
from ..runtime.advanced_indices import bounds
from ..runtime.memory import taken_from_host
from ..runtime.processes import gathered
from ..runtime.sharding import is_sharded
from ..runtime.stored_programs import jit, jit_of_layer
from .comparison import alike

KEEPS_NAN_ELEMENTS = 1024  # up to here XLA's reductions on the CPU keep a nan


def _compile_with_static_options(function):
    """Compile ``function``; of its parameters axis, dtype and keepdims are static."""
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    names = [name for name in ("axis", "dtype", "keepdims") if name in parameters]
    return jit(function, static_argnames=names)


def sum_dtype(dtype):
    """Return the dtype that NumPy sums an array of ``dtype`` in."""
    if dtype.kind in "biu" and dtype.itemsize < 8:
        return np.dtype("uint64" if dtype.kind == "u" else "int64")
    return dtype


def _inexact_dtype(dtype):
    """Return the dtype, or float64 if it is of integers or bool."""
    return dtype if jnp.issubdtype(dtype, jnp.inexact) else np.dtype("float64")


def _accumulator_dtype(dtype):
    """Return float32 for half precision, which NumPy adds up in single; else ``dtype``."""
    is_half = dtype.itemsize == 2 and jnp.issubdtype(dtype, jnp.floating)
    return np.dtype("float32") if is_half else dtype


def _compile_accumulating(reduce):
    """Compile a reduction that adds up as NumPy: small ints in 64 bits, half precision in 32."""

    @_compile_with_static_options
    def function(x, /, *, axis=None, dtype=None, keepdims=False):
        axes = normal_axes(axis, x.ndim)
        dtype = np.dtype(dtype or sum_dtype(x.dtype))
        # JAX accumulates in the very dtype that it is given
        return reduce(x, axis=axes, dtype=_accumulator_dtype(dtype), keepdims=keepdims).astype(
            dtype
        )

    return function


sum = _compile_accumulating(jnp.sum)
prod = _compile_accumulating(jnp.prod)
nansum = _compile_accumulating(jnp.nansum)
nanprod = _compile_accumulating(jnp.nanprod)


def _compose_extreme(reduce, largest):
    """Return max (``largest``) or min that keeps nan, and orders complex numbers."""
    by_size = _compile_extreme(reduce, largest, KEEPS_NAN_ELEMENTS)
    of_any_size = _compile_extreme(reduce, largest, 0)

    def function(x, /, *, axis=None, keepdims=False):
        kernel = of_any_size if alike.at_each_size else by_size
        return kernel(x, axis=axis, keepdims=keepdims)

    return function


def _compile_extreme(reduce, largest, elements: int):
    """Return a kernel that looks for nan in arrays of more than so many elements."""

    @_compile_with_static_options
    def function(x, /, *, axis=None, keepdims=False):
        axes = normal_axes(axis, x.ndim)
        if not jnp.iscomplexobj(x) or not x.size:
            found = reduce(x, axis=axes, keepdims=keepdims)
            if not jnp.issubdtype(x.dtype, jnp.floating) or x.size <= elements:
                return found
            if (
                len(axes) > 1
                and math.prod(map(x.shape.__getitem__, axes)) <= SHORT_EXTREMES_ELEMENTS
            ):
                short = _short_largest if largest else _short_least
                return jnp.expand_dims(short(x, axes), axes) if keepdims else short(x, axes)
            # XLA's kernels for the CPU lose a nan; no sum does, and it takes as long as they do
            return lax.cond(
                jnp.isnan(jnp.sum(x)),
                lambda: jnp.where(jnp.isnan(x).any(axes, keepdims=keepdims), jnp.nan, found),
                lambda: found,
            )
        rows = _join_axes_last(x, axes)  # XLA's own reduction loses a nan
        best = jnp.take_along_axis(rows, complex_argextreme(rows, largest)[..., None], -1)
        return best.reshape(reduced_shape(x.shape, axes, keepdims))

    return function


max = _compose_extreme(jnp.max, True)
min = _compose_extreme(jnp.min, False)


def _compose_short_extreme(reduce, is_chosen, first: float):
    """Return an extreme of few elements each, by steps of XLA's own that keep a nan."""

    @functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
    def function(x, axes):
        def chosen(one, other):
            return lax.select(is_chosen(one, other) | (one != one), one, other)

        return lax.reduce(x, np.asarray(first, x.dtype), chosen, axes)

    @function.defjvp
    def derivative(axes, primals, tangents):
        _, found = jax.jvp(lambda x: reduce(x, axis=axes), primals, tangents)
        return function(*primals, axes), found

    return function


_short_largest = _compose_short_extreme(jnp.max, lax.ge, -np.inf)
_short_least = _compose_short_extreme(jnp.min, lax.le, np.inf)


def _compose_nan_extreme(reduce, worst):
    """Return a reduction without nan; ``worst`` (an infinity) stands for nan."""

    @_compile_with_static_options
    def function(x, /, *, axis=None, keepdims=False):
        axes = normal_axes(axis, x.ndim)
        if not jnp.issubdtype(x.dtype, jnp.inexact):
            return reduce(x, axis=axes, keepdims=keepdims)
        missing = jnp.isnan(x)
        value = reduce(
            jnp.where(missing, _worst_value(x.dtype, worst), x), axis=axes, keepdims=keepdims
        )
        return jnp.where(missing.all(axis=axes, keepdims=keepdims), jnp.nan, value)

    return function


def _worst_value(dtype, worst):
    """Return a number as an array without axes; both parts of a complex one have it."""
    return jnp.array(complex(worst, worst) if dtype.kind == "c" else worst, dtype)


nanmax = _compose_nan_extreme(jnp.max, -jnp.inf)
nanmin = _compose_nan_extreme(jnp.min, jnp.inf)


@_compile_with_static_options
def mean(x, /, *, axis=None, dtype=None, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    dtype = dtype or _inexact_dtype(x.dtype)
    total = jnp.sum(x, axis=axes, dtype=_accumulator_dtype(dtype), keepdims=keepdims)
    return (total / math.prod(x.shape[i] for i in axes)).astype(dtype)


@_compile_with_static_options
def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    dtype = dtype or _inexact_dtype(x.dtype)
    total = jnp.nansum(x, axis=axes, dtype=_accumulator_dtype(dtype), keepdims=keepdims)
    return (total / (~jnp.isnan(x)).sum(axis=axes, keepdims=keepdims)).astype(dtype)


@functools.partial(jit, static_argnames=("axis", "correction", "keepdims"))
def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    dtype = _inexact_dtype(x.dtype)
    x = x.astype(_accumulator_dtype(dtype))
    count = math.prod(x.shape[i] for i in axes)
    off = x - jnp.sum(x, axis=axes, keepdims=True) / count
    squares = off.real**2 + off.imag**2 if dtype.kind == "c" else off * off
    left = float(count - correction) if count > correction else 0.0
    total = jnp.sum(squares, axis=axes, keepdims=keepdims) / left
    return total if dtype.kind == "c" else total.astype(dtype)


@functools.partial(jit, static_argnames=("axis", "correction", "keepdims"))
def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return jnp.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


# running
def _compose_running(accumulate, start):
    """Return cumsum or cumprod in Ivy's form; ``start`` comes first where ``exclusive``."""

    @functools.partial(jit, static_argnames=("axis", "exclusive", "reverse", "dtype"))
    def function(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
        if axis is None or not x.ndim and axis in (0, -1):
            x, axis = x.reshape(-1), 0
        axis = normal_axis(axis, x.ndim)
        y = x.astype(dtype or sum_dtype(x.dtype))
        y = accumulate(y, axis, reverse)
        if exclusive and y.shape[axis]:
            shape = list(y.shape)
            shape[axis] = 1
            first = jnp.full(shape, start, y.dtype)
            if reverse:
                rest = lax.slice_in_dim(y, 1, None, axis=axis)
                return lax.concatenate([rest, first], axis)
            return lax.concatenate([first, lax.slice_in_dim(y, 0, -1, axis=axis)], axis)
        return y

    return function


def _accumulate_in_wide(accumulate):
    """Wrap an accumulation: half precision in single, the result in the given dtype."""

    @functools.wraps(accumulate)
    def function(x, axis, reverse):
        return accumulate(x.astype(_accumulator_dtype(x.dtype)), axis, reverse).astype(x.dtype)

    return function


@_accumulate_in_wide
def _running_sums(x, axis, reverse):
    """Return the cumulative sums along an axis; of bools, whether any was True."""
    if x.dtype == bool:
        return lax.cummax(x.astype("int8"), axis, reverse).astype(bool)
    return lax.cumsum(x, axis, reverse)


@_accumulate_in_wide
def _running_products(x, axis, reverse):
    """Return the cumulative products along an axis; of bools, whether all were True."""
    if x.dtype == bool:
        return lax.cummin(x.astype("int8"), axis, reverse).astype(bool)
    return lax.cumprod(x, axis, reverse)


cumsum = _compose_running(_running_sums, 0)
cumprod = _compose_running(_running_products, 1)


def _compose_cumulative(accumulate, start, name):
    """Return cumulative_sum or cumulative_prod of the standard; ``start`` is the initial."""

    @functools.partial(jit, static_argnames=("axis", "dtype", "include_initial"))
    def function(x, /, *, axis=None, dtype=None, include_initial=False):
        x = x.reshape(1) if not x.ndim else x
        if axis is None:
            if x.ndim > 1:
                raise IvyValueError(f"{name}: an array with {x.ndim} axes needs one of them named")
            axis = 0
        axis = normal_axis(axis, x.ndim)
        y = accumulate(x.astype(dtype or sum_dtype(x.dtype)), axis, False)
        if include_initial:
            shape = list(y.shape)
            shape[axis] = 1
            y = lax.concatenate([jnp.full(shape, start, y.dtype), y], axis)
        return y

    return function


cumulative_sum = _compose_cumulative(_running_sums, 0, "cumulative_sum")
cumulative_prod = _compose_cumulative(_running_products, 1, "cumulative_prod")


def _compose_running_extreme(pick):
    """Return cummax or cummin, of values alone; ``pick`` gives the extremes of two arrays."""

    @functools.partial(jit, static_argnames=("axis", "reverse", "dtype"))
    def function(x, /, *, axis=0, reverse=False, dtype=None):
        x = x.reshape(1) if not x.ndim else x
        x = x if dtype is None else x.astype(dtype)
        return lax.associative_scan(pick, x, reverse=reverse, axis=normal_axis(axis, x.ndim))

    return function


cummax = _compose_running_extreme(jnp.maximum)
cummin = _compose_running_extreme(jnp.minimum)


def _join_axes_last(x, axes):
    """Return ``x`` with the axes to reduce merged into one last axis."""
    kept = [i for i in range(x.ndim) if i not in axes]
    shape = [x.shape[i] for i in kept]
    return x.transpose(*kept, *axes).reshape(*shape, math.prod(x.shape[i] for i in axes))


def median(x, /, *, axis=None, keepdims=False):
    if on_host(x):
        axes = normal_axes(axis, x.ndim)
        return taken_from_host(np.asarray(np.median(np.asarray(x), axes, keepdims=keepdims)))
    return _median(x, axis=axis, keepdims=keepdims)


@_compile_with_static_options
def _median(x, /, *, axis=None, keepdims=False):
    """Return medians in an inexact dtype; nan where a nan or no element is."""
    axes = normal_axes(axis, x.ndim)
    dtype = _inexact_dtype(x.dtype)
    ordered = jnp.sort(_join_axes_last(x, axes).astype(dtype), axis=-1)
    count = ordered.shape[-1]
    if count:
        value = (ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2
        value = jnp.where(jnp.isnan(ordered[..., -1]), jnp.nan, value)
    else:
        value = jnp.full(ordered.shape[:-1], jnp.nan)
    return value.astype(dtype).reshape(reduced_shape(x.shape, axes, keepdims))


_nanmedian_on_host, _quantile_on_host = in_single(np.nanmedian), in_single(np.quantile)


def nanmedian(x, /, *, axis=None, keepdims=False):
    if on_host(x):
        axes = normal_axes(axis, x.ndim)
        found = _nanmedian_on_host(np.asarray(x), axes, keepdims=keepdims)
        return taken_from_host(np.asarray(found))
    return _nanmedian(x, axis=axis, keepdims=keepdims)


@_compile_with_static_options
def _nanmedian(x, /, *, axis=None, keepdims=False):
    axes = normal_axes(axis, x.ndim)
    dtype = _inexact_dtype(x.dtype)
    ordered = jnp.sort(_join_axes_last(x, axes).astype(dtype), axis=-1)
    count = (~jnp.isnan(ordered)).sum(-1, keepdims=True)
    low, high = (
        jnp.take_along_axis(ordered, jnp.maximum(at, 0), -1)
        for at in ((count - 1) // 2, count // 2)
    )
    value = jnp.where(count == 0, jnp.nan, (low + high) / 2)
    return value.astype(dtype).reshape(reduced_shape(x.shape, axes, keepdims))


def quantile(a, q, /, *, axis=None, keepdims=False, interpolation="linear"):
    q = unwrapped(q)
    if on_host(a, q):
        axes = normal_axes(axis, a.ndim)
        q = q if type(q) in (int, float) else np.asarray(q)
        # raises for an unknown interpolation
        neighbours(np, 1, np.zeros(1), interpolation)
        result = _quantile_on_host(
            np.asarray(a), q, axis=axes or None, method=interpolation, keepdims=keepdims
        )
        return taken_from_host(np.asarray(result))
    if type(q) in (int, float):
        q = np.asarray(q, _inexact_dtype(a.dtype))
    return _quantile(a, q, axis=axis, keepdims=keepdims, interpolation=interpolation)


@functools.partial(jit, static_argnames=("axis", "keepdims", "interpolation"))
def _quantile(a, q, *, axis, keepdims, interpolation):
    """Return quantiles along axes, ``q``'s axes first; a row with nan gives nan."""
    axes = normal_axes(axis, a.ndim)
    q = jnp.asarray(q)
    ordered = jnp.sort(_join_axes_last(a, axes).astype(_inexact_dtype(a.dtype)), axis=-1)
    low, high, weight = neighbours(jnp, ordered.shape[-1], q.reshape(-1), interpolation)
    value = interpolated(
        jnp, ordered[..., low.astype("int64")], ordered[..., high.astype("int64")], weight
    )
    value = jnp.where(jnp.isnan(ordered[..., -1:]), jnp.nan, value)
    value = jnp.moveaxis(value, -1, 0)
    return value.reshape(*q.shape, *reduced_shape(a.shape, axes, keepdims))


def bincount(x, /, *, weights=None, minlength=0):
    # the length is read from the values: under a trace this raises JAX's own error
    if is_sharded(x) and x.size:
        low, high = bounds(x)
        np.bincount([low] if low < 0 else [])  # raises NumPy's error
        length = builtins.max(int(high) + 1, minlength)
        return _bincount(x, weights, length)
    if weights is None:
        return taken_from_host(np.bincount(np.asarray(x), minlength=minlength))
    return taken_from_host(np.bincount(np.asarray(x), gathered(weights), minlength))


bincount.takes_padded = True  # bounds and counts are computed by kernels


@functools.partial(jit, static_argnames="length")
def _bincount(x, weights, length):
    """Return counts (int64) or sums of weights (float64) of the integers below ``length``."""
    found = jnp.bincount(x, weights, length=length)
    return found.astype("int64" if weights is None else "float64")


def contract(equation, operands, /):
    try:
        return _einsum_promoted(equation, *operands)
    except Exception as err:
        refuse(err, check_contraction, equation, operands)


@functools.partial(jit_of_layer, static_argnums=0)
def _einsum_promoted(equation, *operands):
    dtype = functools.reduce(np.promote_types, [operand.dtype for operand in operands])
    operands = [operand.astype(dtype) for operand in operands]
    return jnp.einsum(equation, *operands, precision="highest")
