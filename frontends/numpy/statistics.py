"""Statistics: averages, spread, order statistics, correlation, histograms."""

from __future__ import annotations

import builtins
import math
import operator
import sys
import warnings
from typing import Any

import numpy as _np

from frontends.common.conversion import host_array, is_recorded, is_sharded
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import read
from ivy_core.compilation.trace import trace as tracing
from ivy_core.utils.exceptions import (
    IvyDtypePromotionError,
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
)
from ivy_core.utils.tracebacks import level_of_user

from .arguments import axes_of, value_or
from .conversion import as_array, flattened, is_inexact, real_and_imaginary, scalar_if_0d
from .creation import linspace
from .fallback import UnsupportedDtype
from .func_wrapper import asarray, is_real_subclass, ivy, numpy_function
from .host_call import mean_of_few
from .mathematics import without_nan
from .one_calls import one_call
from .sorting import argmax, argmin, searchsorted
from .ufuncs.out import result_or_out, where_mask
from .ufuncs.table import UFUNCS
from .watching import unreported

ArrayLike = Scalar = Any
_NO_VALUE = _np._NoValue
_FLOATS = frozenset({_np.dtype(_np.float32), _np.dtype(_np.float64)})
_add, _divide, _multiply = UFUNCS["add"], UFUNCS["divide"], UFUNCS["multiply"]


_NO_ELEMENTS = "Mean of empty slice"
_NO_FREEDOM = "Degrees of freedom <= 0 for slice"
_NO_NUMBERS = "All-NaN slice encountered"
_NO_NUMBERS_ON_AXIS = "All-NaN axis encountered"  # NumPy's words for lists, which bodies are given


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=level_of_user(sys._getframe()))


def _count_elements(a, axes, where, keepdims):
    """Count the elements of a reduction: a number, or an array where a mask is given."""
    if where is True:
        return math.prod(a.shape[i] for i in axes)
    mask = ivy.broadcast_to(where_mask(where), a.shape)
    return _add.reduce(mask, axes, _np.int64, keepdims=keepdims)


def _mean(a, axis, dtype, keepdims, where):
    """Return the mean, of float16 computed in float32; integers become float64."""
    axes = axes_of(axis, a.ndim)
    if dtype is None and where is True and axes and a.dtype in _FLOATS and a.size:
        return ivy.mean(a, axis=axes, keepdims=keepdims)
    narrow = a.dtype == _np.float16 and dtype is None
    if dtype is None and not is_inexact(a):
        dtype = _np.float64
    total = _add.reduce(a, axes, _np.float32 if narrow else dtype, keepdims=keepdims, where=where)
    result = _divide_by_count(total, _count_elements(a, axes, where, keepdims))
    result = asarray(result)
    if narrow:
        return result.astype(_np.float16)
    return result if dtype is None else result.astype(dtype, copy=False)


def _divide_by_count(total, count):
    """Divide by a count that may be an array, or 0."""
    if type(count) in (int, float):
        return _divide(total, count)
    return _divide(total, count.astype(_np.float64).astype(_real_dtype(total)))


def _real_dtype(x):
    """Return the dtype of real parts; float64 for integers and booleans."""
    return _np.empty(0, x.dtype).real.dtype if is_inexact(x) else _np.dtype(_np.float64)


@numpy_function(kind="composed", host=mean_of_few, keep_0d=True)
def mean(a: ArrayLike, axis=None, dtype=None, out=None, keepdims=_NO_VALUE, *, where=_NO_VALUE):
    """Arithmetic mean along axes.

    >>> np.mean([[1, 2], [3, 4]], axis=0)
    array([2., 3.])
    """
    keepdims, where = builtins.bool(value_or(keepdims)), value_or(where, True)
    if not a.size and where is True and not _count_elements(a, axes_of(axis, a.ndim), True, False):
        _warn(_NO_ELEMENTS)
    return result_or_out(_mean(a, axis, dtype, keepdims, where), out, "mean", "unsafe")


def _var(a, axis, dtype, ddof, keepdims, where, mean_):
    """Return the variance, of float16 computed in float32; ``mean_`` is None or known already."""
    axes = axes_of(axis, a.ndim)
    a = as_array(a)
    if (
        where is True
        and type(ddof) in (int, float)
        and _count_elements(a, axes, True, False) <= ddof
    ):
        _warn(_NO_FREEDOM)
    plain = dtype is None and where is True and mean_ is None and type(ddof) in (int, float)
    if plain and axes and a.dtype in _FLOATS and a.size:
        return ivy.var(a, axis=axes, correction=float(ddof), keepdims=keepdims)
    if dtype is None and not is_inexact(a):
        dtype = _np.float64
    narrow = a.dtype == _np.float16 and dtype is None
    if narrow:
        a = a.astype(_np.float32)
    if mean_ is None:
        mean_ = _mean(a, axis, dtype, True, where)
    else:
        mean_ = asarray(mean_)
    apart = a - mean_
    if apart.dtype.kind == "c":
        squares = _multiply(apart, UFUNCS["conjugate"](apart))
        squares = real_and_imaginary(squares)[0]
    else:
        squares = _multiply(apart, apart)
    total = _add.reduce(as_array(squares), axes, dtype, keepdims=keepdims, where=where)
    count = _count_elements(a, axes, where, keepdims)
    if isinstance(count, int):
        count = builtins.max(count - ddof, 0)
    else:
        count = UFUNCS["maximum"](count - ddof, 0)
    result = asarray(_divide_by_count(total, count))
    wanted = _np.float16 if narrow else dtype
    return result if wanted is None else result.astype(wanted, copy=False)


def _ddof_or_correction(ddof, correction):
    """Return ``correction``, ``ddof`` if it is not given; raise IvyValueError for both."""
    if correction is _NO_VALUE:
        return ddof
    if ddof != 0:
        raise IvyValueError("ddof and correction can't be provided simultaneously.")
    return correction


@numpy_function(kind="composed", keep_0d=True)
def var(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NO_VALUE,
    *,
    where=_NO_VALUE,
    mean=_NO_VALUE,
    correction=_NO_VALUE,
):
    """Variance along axes: mean of the squared distances from the mean."""
    found = _var(
        a, axis, dtype, _ddof_or_correction(ddof, correction), builtins.bool(value_or(keepdims)),
        value_or(where, True), value_or(mean, None),
    )  # fmt: skip
    return result_or_out(found, out, "var", "unsafe")


def _sqrt_in_dtype(found):
    """Return the square root of variances in their own dtype, as NumPy writes it over them."""
    root = UFUNCS["sqrt"](found)
    if root.dtype == found.dtype:
        return root
    if root.ndim:
        return UFUNCS["sqrt"](found, out=as_array(found))  # raises: integers hold no roots
    return root.astype(found.dtype)


@numpy_function(kind="composed", keep_0d=True)
def std(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NO_VALUE,
    *,
    where=_NO_VALUE,
    mean=_NO_VALUE,
    correction=_NO_VALUE,
):
    """Standard deviation along axes: square root of the variance."""
    found = _var(
        a, axis, dtype, _ddof_or_correction(ddof, correction), builtins.bool(value_or(keepdims)),
        value_or(where, True), value_or(mean, None),
    )  # fmt: skip
    return result_or_out(_sqrt_in_dtype(found), out, "std", "unsafe")


@numpy_function(kind="composed")
@one_call
def average(
    a: ArrayLike, axis=None, weights: ArrayLike | None = None, returned=False, *, keepdims=_NO_VALUE
):
    """Weighted mean along axes."""
    keepdims = builtins.bool(value_or(keepdims))
    axes = axes_of(axis, a.ndim)
    if weights is None:
        if not a.size and not _count_elements(a, axes, True, False):
            _warn(_NO_ELEMENTS)
        found = _mean(a, axis, None, keepdims, True)
        scale = asarray(_np.asarray(_count_elements(a, axes, True, keepdims), found.dtype))
    else:
        kind = _np.float64 if a.dtype.kind in "iub" else None
        dtype = _np.result_type(*[d for d in (a.dtype, weights.dtype, kind) if d is not None])
        if weights.shape != a.shape:
            if axis is None:
                raise IvyTypeError("Axis must be specified when shapes of a and weights differ.")
            if weights.shape != tuple(a.shape[i] for i in axes):
                raise IvyValueError(
                    "Shape of weights must be consistent with shape of a along specified axis."
                )
            weights = ivy.permute_dims(weights, tuple(_np.argsort(axes).tolist()))
            weights = ivy.reshape(
                weights, tuple(n if i in axes else 1 for i, n in enumerate(a.shape))
            )
        scale = _add.reduce(weights, axes if weights.ndim else None, dtype, keepdims=keepdims)
        if weights.shape == a.shape and _is_any_known_true(scale == 0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        found = _add.reduce(_multiply(a, weights, dtype=dtype), axes, keepdims=keepdims) / scale
    if not returned:
        return found
    if scale.shape != found.shape:
        scale = ivy.broadcast_to(as_array(scale), found.shape).copy()
    return scalar_if_0d(found), scalar_if_0d(scale)


def _is_any_known_true(flags) -> bool:
    """Return whether any flag is true; False while traced, when none is known."""
    return not is_recorded(flags) and builtins.bool(_np.asarray(flags).any())


# without nan


def _not_nan_mask(a, where):
    """Make the mask of elements that count: no nan, and chosen by the caller's mask."""
    mask = ~as_array(ivy.isnan(a))
    return mask if where is True else mask & where_mask(where)


def _warn_where(flags, text: str) -> None:
    """Warn if any flag is true; those of a traced program are not known."""
    if _is_any_known_true(flags):
        _warn(text)


def _check_inexact_dtype(dtype) -> None:
    if dtype is not None and not issubclass(_np.dtype(dtype).type, _np.inexact):
        raise TypeError("If a is inexact, then dtype must be inexact")


@numpy_function(kind="composed", keep_0d=True)
def nanmean(a: ArrayLike, axis=None, dtype=None, out=None, keepdims=_NO_VALUE, *, where=_NO_VALUE):
    """Mean along axes of the elements that are no nan."""
    keepdims, where = builtins.bool(value_or(keepdims)), value_or(where, True)
    if not is_inexact(a):
        return result_or_out(_mean(a, axis, dtype, keepdims, where), out, "mean", "unsafe")
    _check_inexact_dtype(dtype)
    if dtype is None and where is True and a.ndim and a.size and a.dtype in _FLOATS:
        found = ivy.nanmean(a, axis=axes_of(axis, a.ndim), keepdims=keepdims)
        if _is_any_known_true(ivy.isnan(found)):  # it may be that of infinities
            missing = ivy.isnan(a)
            _warn_where(UFUNCS["logical_and"].reduce(missing, axes_of(axis, a.ndim)), _NO_ELEMENTS)
    else:
        mask = _not_nan_mask(a, where)
        with unreported(), _np.errstate(divide="ignore", invalid="ignore"):
            found = _mean(as_array(without_nan(a, 0)), axis, dtype, keepdims, mask)
        _warn_where(_count_elements(a, axes_of(axis, a.ndim), mask, keepdims) == 0, _NO_ELEMENTS)
    return result_or_out(found, out, "mean", "unsafe")


def _nanvar(a, axis, dtype, ddof, keepdims, where, mean_):
    """Return the variance without nan; nan where ``ddof`` or fewer elements count."""
    if not is_inexact(a):
        return _var(a, axis, dtype, ddof, keepdims, where, mean_)
    _check_inexact_dtype(dtype)
    mask = _not_nan_mask(a, where)
    with unreported(), _np.errstate(divide="ignore", invalid="ignore"):
        found = _var(as_array(without_nan(a, 0)), axis, dtype, ddof, keepdims, mask, mean_)
    count = _count_elements(a, axes_of(axis, a.ndim), mask, keepdims)
    _warn_where(count <= ddof, f"{_NO_FREEDOM}.")
    return ivy.where(count <= ddof, asarray(_np.asarray(math.nan, found.dtype)), found)


@numpy_function(kind="composed", keep_0d=True)
def nanvar(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NO_VALUE,
    *,
    where=_NO_VALUE,
    mean=_NO_VALUE,
    correction=_NO_VALUE,
):
    """Variance along axes of the elements that are no nan."""
    found = _nanvar(
        a, axis, dtype, _ddof_or_correction(ddof, correction), builtins.bool(value_or(keepdims)),
        value_or(where, True), value_or(mean, None),
    )  # fmt: skip
    return result_or_out(found, out, "var", "unsafe")


@numpy_function(kind="composed", keep_0d=True)
def nanstd(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NO_VALUE,
    *,
    where=_NO_VALUE,
    mean=_NO_VALUE,
    correction=_NO_VALUE,
):
    """Standard deviation along axes of the elements that are no nan."""
    found = _nanvar(
        a, axis, dtype, _ddof_or_correction(ddof, correction), builtins.bool(value_or(keepdims)),
        value_or(where, True), value_or(mean, None),
    )  # fmt: skip
    return result_or_out(_sqrt_in_dtype(found), out, "std", "unsafe")


def _nan_min_or_max(name, fill, a, axis, out, keepdims, initial, where):
    """Reduce with ``fill`` in place of nan; nan where all are, unless ``initial`` is given."""
    keepdims, where = builtins.bool(value_or(keepdims)), value_or(where, True)
    reduce = UFUNCS[name].reduce
    if not is_inexact(a):
        return reduce(a, axis, None, out, keepdims, initial, where)
    axes = axes_of(axis, a.ndim)
    missing = as_array(ivy.isnan(a))
    covered = as_array(without_nan(a, fill))
    found = reduce(covered, axes, None, None, keepdims, initial, where)
    if initial is _NO_VALUE:
        empty = UFUNCS["logical_and"].reduce(missing, axes, keepdims=keepdims)
        _warn_where(empty, _NO_NUMBERS_ON_AXIS)
        found = ivy.where(empty, asarray(_np.asarray(math.nan, a.dtype)), found)
    return result_or_out(found, out, name)


@numpy_function(kind="exact", keep_0d=True)
def nanmax(
    a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE
):
    """Largest element along axes that is no nan."""
    return _nan_min_or_max("maximum", -math.inf, a, axis, out, keepdims, initial, where)


@numpy_function(kind="exact", keep_0d=True)
def nanmin(
    a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE
):
    """Smallest element along axes that is no nan."""
    return _nan_min_or_max("minimum", math.inf, a, axis, out, keepdims, initial, where)


def _nan_argmin_or_argmax(function, fill, a, axis, out, keepdims):
    """Call ``function`` with ``fill`` for each nan; raise if a slice is all nan, unless traced."""
    if is_inexact(a):
        missing = as_array(ivy.isnan(a))
        if _is_any_known_true(UFUNCS["logical_and"].reduce(missing, axes_of(axis, a.ndim))):
            raise IvyValueError("All-NaN slice encountered")
        a = as_array(without_nan(a, fill))
    return function(a, axis, out, keepdims=keepdims)


@numpy_function(kind="exact", keep_0d=True)
def nanargmax(a: ArrayLike, axis=None, out=None, *, keepdims=_NO_VALUE):
    """Index of the largest element that is no nan."""
    return _nan_argmin_or_argmax(argmax, -math.inf, a, axis, out, keepdims)


@numpy_function(kind="exact", keep_0d=True)
def nanargmin(a: ArrayLike, axis=None, out=None, *, keepdims=_NO_VALUE):
    """Index of the smallest element that is no nan."""
    return _nan_argmin_or_argmax(argmin, math.inf, a, axis, out, keepdims)


# order statistics

_CONTINUOUS = {
    "interpolated_inverted_cdf": (0, 1), "hazen": (0.5, 0.5), "weibull": (0, 0),
    "linear": (1, 1), "median_unbiased": (1 / 3, 1 / 3), "normal_unbiased": (3 / 8, 3 / 8),
}  # fmt: skip
_DISCRETE = ("inverted_cdf", "closest_observation", "lower", "higher", "nearest")
_METHODS = (*_CONTINUOUS, *_DISCRETE, "averaged_inverted_cdf", "midpoint")


def _merge_axes_last(a, axis):
    """Return ``a`` with the axes to reduce as one, the last; and the shape with them kept."""
    a = as_array(a)
    axes = axes_of(axis, a.ndim)
    kept = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    others = tuple(i for i in range(a.ndim) if i not in axes)
    if axes != (a.ndim - 1,):
        a = ivy.permute_dims(a, (*others, *axes))
        a = ivy.reshape(a, (*[kept[i] for i in others], math.prod(a.shape[len(others) :])))
    return a, kept


def _finish_quantile(found, kept_shape, keepdims, out, lead=()):
    """Return the result, or ``out`` filled by any cast; ``lead`` is the shape of the fractions."""
    if keepdims:
        found = ivy.reshape(as_array(found), (*lead, *kept_shape))
    return result_or_out(scalar_if_0d(found), out, "quantile", "unsafe")


def _pick_on_last_axis(ordered, index):
    """Return ordered[..., index]; ``index`` has the shape of the leading axes, or none."""
    if type(index) is int or issubclass(type(index), _np.integer):
        return ordered[..., int(index)]
    index = ivy.expand_dims(as_array(index), axis=-1)
    return ivy.take_along_axis(ordered, index.astype(_np.int64), axis=-1)[..., 0]


def _quantiles(a, q, axis, out, method, keepdims, skip_nan, q_weak):
    """Compute quantiles for each of ``q`` (host numbers) by sorting along the axes."""
    if method not in _METHODS:
        raise IvyValueError(f"{method!r} is not a valid method. Use one of: {_METHODS}")
    if a.dtype.kind == "c":
        raise IvyTypeError("a must be an array of real numbers")
    if a.dtype.kind == "b" and method not in _DISCRETE:
        raise IvyTypeError("numpy boolean subtract, the `-` operator, is not supported")
    a, kept = _merge_axes_last(a, axis)
    size = a.shape[-1]
    lead = q.shape
    dtype = _np.result_type(a.dtype, a.dtype if q_weak and is_inexact(a) else q.dtype)
    if dtype.kind in "iub":
        dtype = _np.dtype(_np.float64)
    if not size:
        if not skip_nan and (method in _DISCRETE or not is_inexact(a)):
            raise IvyIndexError(f"index -1 is out of bounds for axis 0 with size {size}")
        shape = (*lead, *a.shape[:-1])
        return _finish_quantile(ivy.full(shape, math.nan, dtype=dtype), kept, keepdims, out, lead)
    ordered = ivy.sort(a, axis=-1)
    count, nan = size, None
    if is_inexact(a):
        missing = ivy.isnan(ordered)
        if skip_nan:
            count = size - _add.reduce(missing, -1, _np.int64)
            nan = count == 0
            _warn_where(nan, _NO_NUMBERS)
            count = UFUNCS["maximum"](count, 1)
        else:
            nan = missing[..., -1]
    found = []
    for each in q.reshape(-1):
        value = asarray(_one_quantile(ordered, float(each), count, method, dtype))
        if nan is not None:
            value = ivy.where(nan, asarray(_np.asarray(math.nan, value.dtype)), value)
        found.append(as_array(value))
    if lead:
        shape = (*lead, *found[0].shape) if found else (*lead, *a.shape[:-1])
        joined = ivy.stack(found, axis=0) if found else ivy.zeros((0,), dtype=dtype)
        return _finish_quantile(ivy.reshape(joined, shape), kept, keepdims, out, lead)
    return _finish_quantile(found[0], kept, keepdims, out)


def _one_quantile(ordered, q, n, method, dtype):
    """Return one quantile; ``n``, how many elements count, is a number or an array."""
    fixed = isinstance(n, int)
    floor, ceil = (math.floor, math.ceil) if fixed else (UFUNCS["floor"], UFUNCS["ceil"])
    low = lambda x: builtins.max(x, 0) if fixed else UFUNCS["maximum"](x, 0)  # noqa: E731
    high = lambda x: builtins.min(x, n - 1) if fixed else UFUNCS["minimum"](x, n - 1)  # noqa: E731

    def pick(index):
        return _pick_on_last_axis(ordered, high(low(index)))

    if method in ("lower", "higher", "nearest", "inverted_cdf", "closest_observation"):
        if method == "inverted_cdf":
            index = ceil(n * q) - 1
        elif method == "closest_observation":
            index = _closest_observation(n * q, fixed)
        elif method == "lower":
            index = floor((n - 1) * q)
        elif method == "higher":
            index = ceil((n - 1) * q)
        else:
            index = _round_half_even((n - 1) * q, fixed)
        return pick(index)
    if method == "averaged_inverted_cdf":
        place = n * q - 1
        under = floor(place)
        exact = place == under
        gamma = (0.5 if exact else 1.0) if fixed else ivy.where(exact, 0.5, 1.0)
    elif method == "midpoint":
        place = (n - 1) * q
        under = floor(place)
        exact = place == under
        gamma = (0.0 if exact else 0.5) if fixed else ivy.where(exact, 0.0, 0.5)
    else:
        alpha, beta = _CONTINUOUS[method]
        place = n * q + (alpha + q * (1 - alpha - beta)) - 1 if method != "linear" else (n - 1) * q
        under = floor(place)
        gamma = place - under
    a, b = pick(under).astype(dtype), pick(under + 1).astype(dtype)
    step = b - a
    if fixed:
        return a + step * gamma if gamma < 0.5 else b - step * (1 - gamma)
    gamma = asarray(gamma).astype(dtype)
    return ivy.where(gamma < 0.5, a + step * gamma, b - step * (1 - gamma))


def _closest_observation(place, is_number):
    """Return the index of the nearest of observations numbered from 1; of two the even one."""
    if is_number:
        return builtins.round(place) - 1
    return UFUNCS["rint"](place) - 1


def _round_half_even(position, is_number):
    return builtins.round(position) if is_number else UFUNCS["rint"](position)


def _quantile_fractions(q, scale):
    """Return (``q / scale`` on the host, whether a Python number, whether integers, so 0 or 1)."""
    if is_real_subclass(q):
        raise UnsupportedDtype(f"class {type(q).__name__}")
    weak = type(q) in (int, float)
    host = _np.asarray(to_numpy(q) if isinstance(q, Array) else q)
    host = to_numpy(asarray(q)) if host.dtype == object else host
    if host.dtype.kind not in "fiub":
        raise IvyTypeError("q must be real numbers")
    ends = scale == 1 and host.dtype.kind != "f"  # integers: the least element or the largest
    if scale != 1:
        host = host / (host.dtype.type(scale) if host.dtype.kind == "f" else float(scale))
    elif ends:
        host = host.astype(_np.float64)
    return host, weak, ends


def _checked_quantiles(a, q, axis, out, method, keepdims, weights, scale, skip_nan):
    """Return quantiles for ``q / scale``, which must be in 0 to 1; weighted ones by real NumPy."""
    q, weak, picks = _quantile_fractions(q, scale)
    if picks and method == "linear":
        method = "lower"  # every quantile is an element: take it in its own dtype
    if not (_np.all(q >= 0) and _np.all(q <= 1)):
        raise IvyValueError(
            "Percentiles must be in the range [0, 100]" if scale != 1 else
            "Quantiles must be in the range [0, 1]"
        )  # fmt: skip
    keepdims = builtins.bool(value_or(keepdims))
    if weights is None:
        return _quantiles(a, q, axis, out, method, keepdims, skip_nan, weak)
    if method != "inverted_cdf":
        raise IvyValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    return _weighted_quantiles(a, q, axis, out, keepdims, asarray(weights), skip_nan)


def _weighted_quantiles(a, q, axis, out, keepdims, weights, skip_nan):
    """Return weighted quantiles by the inverted distribution function, which NumPy computes."""
    function = _np.nanquantile if skip_nan else _np.quantile
    found = asarray(
        function(
            to_numpy(as_array(a)), q, axis=axis, method="inverted_cdf", keepdims=keepdims,
            weights=to_numpy(as_array(weights)),
        )
    )  # fmt: skip
    return found if out is None else result_or_out(found, out, "quantile", "unsafe")


@numpy_function(kind="exact", keep_0d=True)
def quantile(
    a: ArrayLike,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    """Quantiles along axes.

    Parameters
    ----------
    a : ArrayLike, real
        Values.
    q : float or sequence of float
        Fractions, from 0 to 1.
    axis : int or tuple of int, optional
        Axes to take together; all by default.
    method : str
        How to choose between neighbouring values: 'linear', 'lower', 'higher', 'midpoint',
        'nearest', 'hazen', 'weibull', 'inverted_cdf' ...
    weights : ArrayLike, optional
        Weights, with method 'inverted_cdf'.

    Returns
    -------
    ndarray or scalar; the axes of ``q`` come first

    >>> np.quantile([1, 2, 3, 4], [0.25, 0.5])
    array([1.75, 2.5 ])
    """
    return _checked_quantiles(a, q, axis, out, method, keepdims, weights, 1, False)


@numpy_function(kind="exact", keep_0d=True)
def percentile(
    a: ArrayLike,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    """Percentiles along axes: quantiles of ``q / 100``."""
    return _checked_quantiles(a, q, axis, out, method, keepdims, weights, 100, False)


@numpy_function(kind="exact", keep_0d=True)
def nanquantile(
    a: ArrayLike,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=_NO_VALUE,
    *,
    weights=None,
):
    """Quantiles along axes of the elements that are no nan."""
    return _checked_quantiles(a, q, axis, out, method, keepdims, weights, 1, True)


@numpy_function(kind="exact", keep_0d=True)
def nanpercentile(
    a: ArrayLike,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=_NO_VALUE,
    *,
    weights=None,
):
    """Percentiles along axes of the elements that are no nan."""
    return _checked_quantiles(a, q, axis, out, method, keepdims, weights, 100, True)


def _median(a, axis, out, keepdims, skip_nan):
    """Return the median over ``axis``, or ``out``; one nan makes it nan unless ``skip_nan``."""
    a, kept = _merge_axes_last(a, axis)
    size = a.shape[-1]
    dtype = a.dtype if is_inexact(a) else _np.dtype(_np.float64)
    if not size:
        _warn(_NO_ELEMENTS)
        return _finish_quantile(ivy.full(a.shape[:-1], math.nan, dtype=dtype), kept, keepdims, out)
    ordered = ivy.sort(a, axis=-1)
    nan = None
    if is_inexact(a):
        missing = ivy.isnan(ordered)
        if skip_nan:
            count = size - _add.reduce(missing, -1, _np.int64)
            nan = count == 0
            _warn_where(nan, _NO_NUMBERS)
            low = UFUNCS["maximum"](count - 1, 0) // 2
            pair = (
                _pick_on_last_axis(ordered, low),
                _pick_on_last_axis(ordered, UFUNCS["minimum"](count // 2, size - 1)),
            )
        else:
            nan = missing[..., -1]
    if nan is None or not skip_nan:
        pair = ordered[..., (size - 1) // 2], ordered[..., size // 2]
    low, high = (x.astype(dtype, copy=False) for x in pair)
    found = low + (high - low) * 0.5 if dtype.itemsize == 2 else (low + high) * 0.5
    found = ivy.where(low == high, low, found)  # else inf - inf gives nan
    if nan is not None:
        found = ivy.where(nan, asarray(_np.asarray(math.nan, dtype)), found)
    return _finish_quantile(found.astype(dtype, copy=False), kept, keepdims, out)


@numpy_function(kind="exact", keep_0d=True)
def median(a: ArrayLike, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median along axes.

    >>> np.median([[3, 1, 2], [6, 5, 4]], axis=1)
    array([2., 5.])
    """
    return _median(a, axis, out, keepdims, False)


@numpy_function(kind="exact", keep_0d=True)
def nanmedian(a: ArrayLike, axis=None, out=None, overwrite_input=False, keepdims=_NO_VALUE):
    """Median along axes of the elements that are no nan."""
    return _median(a, axis, out, builtins.bool(value_or(keepdims)), True)


# correlation


@numpy_function(kind="composed", keep_0d=True)
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar=True,
    bias=False,
    ddof=None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype=None,
):
    """Covariance matrix of variables, one in each row."""
    if ddof is not None and ddof != int(ddof):
        raise IvyValueError("ddof must be integer")
    m = as_array(m)
    if m.ndim > 2:
        raise IvyValueError("m has more than 2 dimensions")
    if y is not None and y.ndim > 2:
        raise IvyValueError("y has more than 2 dimensions")
    if dtype is None:
        dtype = _np.result_type(m.dtype, _np.float64, *([] if y is None else [y.dtype]))
    x = _as_rows(m, dtype)
    if not rowvar and m.ndim != 1:
        x = ivy.matrix_transpose(x)
    if not x.shape[0]:
        return ivy.zeros((0, 0), dtype=dtype)
    if y is not None:
        other = _as_rows(y, dtype)
        if not rowvar and other.shape[0] != 1:
            other = ivy.matrix_transpose(other)
        x = ivy.concat([x, other], axis=0)
    if ddof is None:
        ddof = 0 if bias else 1
    w = _combined_weights(fweights, aweights, x.shape[1])
    if w is None:
        total = x.shape[1]
        average_ = _mean(x, 1, None, True, True)
        factor = total - ddof
    else:
        total = _add.reduce(w)
        average_ = ivy.expand_dims(_add.reduce(x * w, 1) / total, axis=-1)
        if ddof == 0:
            factor = total
        elif aweights is None:
            factor = total - ddof
        else:
            factor = total - ddof * _add.reduce(w * aweights) / total
    if x.dtype.kind in "fc":
        x = x - average_
    else:
        x = UFUNCS["subtract"](x, average_, out=x)  # raises: integers hold no distances
    weighted = x if w is None else x * w
    other = ivy.matrix_transpose(weighted)
    found = x @ (UFUNCS["conjugate"](other) if other.dtype.kind == "c" else other)
    found = _divide(found, _at_least_zero(factor))
    return ivy.squeeze(as_array(found), axis=tuple(i for i in (0, 1) if found.shape[i] == 1))


def _at_least_zero(freedom):
    """Return degrees of freedom, none below zero; warn where a number is none."""
    if type(freedom) not in (int, float):
        return UFUNCS["maximum"](freedom, 0)
    if freedom <= 0:
        _warn(_NO_FREEDOM)
    return builtins.max(freedom, 0)


def _as_rows(x, dtype):
    """Return ``x`` in ``dtype``; of fewer than two axes one row."""
    x = as_array(x.astype(dtype, copy=False))
    return ivy.reshape(x, (1, -1)) if x.ndim < 2 else x


def _combined_weights(fweights, aweights, count):
    """Return the float64 product of the weights given; None if there are none."""
    w = None
    if fweights is not None:
        f = fweights.astype(_np.float64)
        if fweights.dtype.kind not in "iub" and _is_any_known_true(f != UFUNCS["rint"](f)):
            raise IvyTypeError("fweights must be integer")
        _check_weights(f, "fweights", count)
        w = f
    if aweights is not None:
        a = aweights.astype(_np.float64)
        _check_weights(a, "aweights", count)
        w = a if w is None else w * a
    return w


def _check_weights(w, name, count) -> None:
    """Raise unless weights are 1-D, ``count`` of them, and not known to be negative."""
    if w.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if w.shape[0] != count:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if _is_any_known_true(w < 0):
        raise IvyValueError(f"{name} cannot be negative")


@numpy_function(kind="composed")
def corrcoef(x: ArrayLike, y: ArrayLike | None = None, rowvar=True, *, dtype=None):
    """Correlation coefficients of variables, one in each row."""
    c = cov(x, y, rowvar, dtype=dtype)
    if not c.ndim:
        return _divide(c, c)
    spread = UFUNCS["sqrt"](real_and_imaginary(ivy.diagonal(c))[0])
    c = c / ivy.expand_dims(spread, axis=-1) / spread
    limit = lambda part: UFUNCS["minimum"](UFUNCS["maximum"](part, -1), 1)  # noqa: E731
    if c.dtype.kind == "c":
        return limit(real_and_imaginary(c)[0]) + 1j * limit(real_and_imaginary(c)[1])
    return limit(c)


# counting


@numpy_function(kind="exact")
def bincount(x: ArrayLike, /, weights: ArrayLike | None = None, minlength=0):
    """Count how often each non-negative integer occurs.

    >>> np.bincount([0, 2, 2])
    array([1, 0, 2])
    """
    minlength = operator.index(minlength)
    if x.ndim != 1:
        raise IvyValueError("object of too small depth for desired array" if not x.ndim else
                            "object too deep for desired array")  # fmt: skip
    if minlength < 0:
        raise IvyValueError("'minlength' must not be negative")
    if not x.shape[0]:
        return ivy.zeros((minlength,), dtype="int64" if weights is None else "float64")
    if not _np.can_cast(x.dtype, _np.int64, "safe"):
        raise IvyDtypePromotionError(
            f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule "
            "'safe'"
        )
    if x.dtype.kind == "u" and _np.iinfo(x.dtype).max < minlength:
        length = minlength  # whatever the values are, which may be traced
    else:
        values = x if is_sharded(x) else to_numpy(x)
        if values.min() < 0:
            raise IvyValueError("'list' argument must have no negative elements")
        length = builtins.max(int(values.max()) + 1, minlength)
    if weights is None and is_sharded(x):
        return _count_in_parts(x, length)
    if weights is None:
        ordered = ivy.sort(x.astype(_np.int64))
        bounds = asarray(_np.arange(length + 1))
        at = ivy.searchsorted(ordered, bounds).astype(_np.int64, copy=False)
        return at[1:] - at[:-1]
    if weights.shape != x.shape:
        raise IvyValueError("The weights and list don't have the same length.")
    if weights.dtype.kind == "c":
        raise IvyTypeError("Cannot cast array data from complex to float64")
    totals = ivy.zeros((length,), dtype="float64")
    _add.at(totals, x, weights.astype(_np.float64))
    return totals


@numpy_function(kind="exact")
def digitize(x: ArrayLike, bins, right=False):
    """Return the index of the bin that each value falls into."""
    if x.dtype.kind == "c":
        raise IvyTypeError("x may not be complex")
    edges = _bins_to_host(bins)
    if edges.dtype.kind == "c":
        raise IvyTypeError(
            "Cannot cast array data from dtype('complex128') to dtype('float64') according to the "
            "rule 'safe'"
        )
    if edges.ndim != 1:
        raise IvyValueError("object too deep for desired array")
    steps = _np.sign(edges[1:].astype(_np.float64) - edges[:-1])
    if not ((steps >= 0).all() or (steps <= 0).all()):
        raise IvyValueError("bins must be monotonically increasing or decreasing")
    side = "left" if right else "right"
    if (steps < 0).any():
        return len(edges) - searchsorted(edges[::-1], x, side)
    return searchsorted(edges, x, side)


@numpy_function
def histogram_bin_edges(a: ArrayLike, bins=10, range=None, weights: ArrayLike | None = None):
    """Return the edges of the bins that ``histogram`` uses."""
    if is_recorded(a) and isinstance(bins, int) and range is None and a.size:
        return _equal_width_edges(a, bins)
    return asarray(_bin_edges(a, bins, range, weights))


def _equal_width_edges(a, bins: int):
    """Return the edges of equally wide bins from the least to the greatest value, while tracing."""
    if bins < 1:
        raise IvyValueError("`bins` must be positive, when an integer")
    first, last = ivy.min(a), ivy.max(a)
    if a.dtype.kind in "biu":
        first, last = first.astype(_np.float64), last.astype(_np.float64)
    if tracing.current is not None:  # NumPy's error is raised by the function, called anew
        is_finite = ivy.isfinite(last - first)
        tracing.current.checks.raise_if(read(ivy.logical_not(is_finite)))
    margin = ivy.where(first == last, 0.5, 0.0).astype(first.dtype)
    return linspace(first - margin, last + margin, bins + 1, dtype=first.dtype)


def _count_in_equal_bins(a, edges, weights):
    """Count or weigh the values of equally wide bins, by the width alone: nothing is sorted."""
    last = edges.shape[0] - 2
    scaled = (a - edges[0]) / (edges[-1] - edges[0]) * (last + 1)
    at = UFUNCS["minimum"](scaled.astype(_np.int64), last)
    at = at - (a < edges[at])
    at = at + ((a >= edges[at + 1]) & (at != last))
    kind = _np.int64 if weights is None else weights.dtype
    totals = ivy.zeros((last + 1,), dtype=kind)
    _add.at(totals, at, 1 if weights is None else weights)
    return totals


def _bin_edges(a, bins, limits, weights):
    """Return NumPy's array of edges; the values are not read if ``bins`` or ``limits`` decide."""
    # a few numbers, computed on the host: to the last bit they are NumPy's
    if not isinstance(bins, str):
        try:
            bins = operator.index(bins)
        except TypeError:
            bins = _bins_to_host(bins)
    if limits is not None:
        limits = tuple(float(bound) for bound in limits)
    if not isinstance(bins, str) and (limits is not None or bins is not None and _np.ndim(bins)):
        host, weights = _np.empty(0, a.dtype), None  # the values are not looked at
    elif type(bins) is int and is_sharded(a) and a.size:
        # both ends decide, which have no weights
        weights = None
        host = _np.array([to_numpy(ivy.min(a)), to_numpy(ivy.max(a))], a.dtype)
    else:
        host = to_numpy(as_array(a))
    return _np.histogram_bin_edges(
        host, bins, limits, None if weights is None else to_numpy(as_array(weights))
    )


@numpy_function(kind="exact")
def histogram(a: ArrayLike, bins=10, range=None, density=None, weights: ArrayLike | None = None):
    """Count the values in each bin.

    Parameters
    ----------
    a : ArrayLike
        Values; flattened.
    bins : int, sequence or str
        How many bins, their edges, or the name of a rule.
    range : (float, float), optional
        Lowest and highest edge; the smallest and largest value by default.
    density : bool, optional
        Whether the integral over the bins is to be 1.
    weights : ArrayLike, optional
        Weight of each value.

    Returns
    -------
    tuple of ndarray
        Counts and edges.

    >>> np.histogram([1, 2, 1], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    """
    if weights is not None and weights.shape != a.shape:
        raise IvyValueError("weights should have the same shape as a.")
    if a.dtype.kind == "b":
        a = a.astype(_np.uint8)
    is_even = is_recorded(a) and isinstance(bins, int) and range is None and a.size
    edges = _equal_width_edges(a, bins) if is_even else asarray(_bin_edges(a, bins, range, weights))
    a = flattened(a)
    kind = _np.result_type(a.dtype, edges.dtype)
    bounds = edges.astype(kind, copy=False)
    a = a.astype(kind, copy=False)
    if is_even and (weights is None or weights.dtype.kind in "iufc"):
        counts = _count_in_equal_bins(a, bounds, None if weights is None else flattened(weights))
    elif weights is None and (is_recorded(a) or is_sharded(a)):  # nothing is sorted
        last = bounds.shape[0] - 2
        at = ivy.searchsorted(bounds, a, side="right") - 1
        at = ivy.where(a == bounds[-1], last, at)
        inside = (a >= bounds[0]) & (a <= bounds[-1])
        counts = _count_in_parts(ivy.where(inside, at, last + 1), last + 2)[:-1]
    elif weights is None:
        at = _count_below_edges(ivy.sort(a), bounds)
        counts = (at[1:] - at[:-1]).astype(_np.int64, copy=False)
    else:
        order = ivy.argsort(a)
        at = _count_below_edges(ivy.take(a, order, axis=0), bounds)
        w = ivy.take(flattened(weights), order, axis=0)
        totals = _add.accumulate(w, 0, w.dtype)
        totals = ivy.concat([ivy.zeros((1,), dtype=w.dtype), totals], axis=0)
        sums = ivy.take(totals, at, axis=0)
        counts = sums[1:] - sums[:-1]
    if density:
        width = (edges[1:] - edges[:-1]).astype(_np.float64)
        return counts / width / _add.reduce(counts), edges
    return counts, edges


def _count_in_parts(x, length: int):
    """Count the integers below ``length``, in an array in parts in each part, then over all."""
    if is_recorded(x):
        totals = ivy.zeros((length,), dtype="int64")
        _add.at(totals, x, 1)
        return totals
    return ivy.bincount(x.astype(_np.int64), minlength=length).astype(_np.int64, copy=False)


def _bins_to_host(values):
    """Return the bins as NumPy's numbers, also while a program is traced."""
    return to_numpy(values) if isinstance(values, Array) else host_array(values)


def _count_below_edges(ordered, bounds):
    """Count the sorted values before each edge; the last edge belongs to its bin."""
    inner = ivy.searchsorted(ordered, bounds[:-1])
    last = ivy.searchsorted(ordered, bounds[-1:], side="right")
    return ivy.concat([inner, last], axis=0).astype(_np.int64, copy=False)


__all__ = [
    "average", "bincount", "corrcoef", "cov", "digitize", "histogram", "histogram_bin_edges",
    "mean", "median", "nanargmax", "nanargmin", "nanmax", "nanmean", "nanmedian", "nanmin",
    "nanpercentile", "nanquantile", "nanstd", "nanvar", "percentile", "quantile", "std", "var",
]  # fmt: skip
