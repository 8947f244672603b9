"""Methods of ufuncs that reduce: reduce, accumulate and reduceat."""

from __future__ import annotations

import functools

import numpy as np

from frontends.common.conversion import is_recorded
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import held
from ivy_core.utils.exceptions import IvyValueError

from ..arguments import axis_of
from ..fallback import UnsupportedDtype, to_host
from ..func_wrapper import asarray, ivy
from ..scalar_types import HELD_DTYPES, scalar
from .loops import reduction_loop
from .out import fill_out, shape_text, single_out, where_mask

_NO_VALUE = np._NoValue


def reduce_array(function, array, axis, dtype, out, keepdims, initial, where):
    out = single_out(out)
    result = _reduce_array(function, array, axis, dtype, out, keepdims, initial, where)
    if out is not None:
        if tuple(result.shape) != out.shape:
            raise IvyValueError(
                f"output parameter for reduction operation {function.__name__} has the wrong shape "
                f"{shape_text(out.shape)}; it should be {shape_text(result.shape)}"
            )
        fill_out(out, result, "unsafe", function.__name__)
        return out
    if isinstance(result, Array) and not result.ndim:
        return scalar(held(result))
    return result


def accumulate_array(function, array, axis, dtype, out):
    if array.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if axis is None or isinstance(axis, tuple):
        axes = reduction_axes(axis, array.ndim)
        if len(axes) != 1:
            raise IvyValueError("accumulate does not allow multiple axes")
        axis = axes[0]
    (axis,) = reduction_axes(axis, array.ndim)
    out = single_out(out)
    dtype = None if dtype is None else np.dtype(dtype)
    loop = reduction_loop(
        function.real_ufunc, array.dtype, dtype, None if out is None else out.dtype
    )
    if loop[0] not in HELD_DTYPES:
        raise UnsupportedDtype
    if function.accumulation is not None and loop[0].kind != "b":
        given = array.astype(loop[0], copy=False)
        result = getattr(ivy, function.accumulation)(given, axis=axis, dtype=loop[0])
    elif is_recorded(array):
        totals = []
        for part in ivy.unstack(array.astype(loop[0]), axis=axis):
            totals.append(function(totals[-1], part) if totals else part)
        result = ivy.stack(totals, axis=axis) if totals else array
    else:
        result = asarray(function.real_ufunc.accumulate(to_numpy(array), axis, loop[0]))
    if out is not None:
        fill_out(out, result, "unsafe", function.__name__)
        return out
    return result


def reduceat_array(function, array, indices, axis, dtype, out):
    out = single_out(out)
    dtype = None if dtype is None else np.dtype(dtype)
    if is_recorded(array):
        (axis,) = reduction_axes(axis, array.ndim)
        firsts = [int(i) for i in to_host(indices)]
        take, parts = (slice(None),) * axis, []
        for at, first in enumerate(firsts):
            last = firsts[at + 1] if at + 1 < len(firsts) else array.shape[axis]
            part = array[(*take, slice(first, max(last, first + 1)))]
            parts.append(function.reduce(part, axis=axis, dtype=dtype))
        result = ivy.stack([asarray(p) for p in parts], axis=axis)
    else:
        result = asarray(
            function.real_ufunc.reduceat(to_numpy(array), to_host(indices), axis, dtype)
        )
    if out is not None:
        fill_out(out, result, "unsafe", function.__name__)
        return out
    return result


def reduction_axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not ndim and axes in ((0,), (-1,)):
        return ()
    axes = tuple([axis_of(a, ndim) for a in axes])
    if len(set(axes)) != len(axes):
        raise IvyValueError("duplicate value in 'axis'")
    return axes


@functools.cache
def _is_reorderable(real) -> bool:
    """Return whether a ufunc reduces along two axes at once, as tried on one element; cached."""
    try:
        kind = real.resolve_dtypes((None, np.dtype(bool), None), reduction=True)[0]
        real.reduce(np.ones((1, 1), kind), axis=(0, 1))
    except (TypeError, ValueError):
        return False
    return True


def _reduce_array(function, array, axis, dtype, out, keepdims, initial, where):
    """Return the reduction; ``out`` helps to choose the loop only, the caller fills it."""
    axes = reduction_axes(axis, array.ndim)
    loop = _resolve_reduction_loop(function, array, axes, dtype, out)
    identity = function.identity if initial is _NO_VALUE else None
    if identity is None and not _is_array(initial) and initial in (None, _NO_VALUE):
        _check_without_identity(function, array, axes, where)
    start = None
    if initial is not _NO_VALUE and initial is not None:
        start = asarray(initial).astype(loop[0])
    if function.reduction is None and not is_recorded(array):
        options = {} if initial is _NO_VALUE else {"initial": start}
        if where is not True:
            options["where"] = where_mask(where)
        options = {"keepdims": bool(keepdims), **to_host(options)}
        return asarray(function.real_ufunc.reduce(to_numpy(array), axes, loop[0], **options))
    if where is not True:
        neutral = (
            start if function.identity is None else asarray(function.identity).astype(array.dtype)
        )
        array = ivy.where(where_mask(where), array, neutral)
    if not axes:
        result = array.astype(loop[0])
    elif function.reduction in ("sum", "prod"):
        result = getattr(ivy, function.reduction)(
            array, axis=axes, keepdims=keepdims, dtype=loop[0]
        )
    elif any(array.shape[a] == 0 for a in axes):
        fill = identity if start is None else start.item()
        return ivy.full(_reduced_shape(array.shape, axes, keepdims), fill, dtype=loop[0])
    else:
        result = _reduce_by_core(function, array, axes, keepdims, loop[1])
    return result if start is None else function(result, start)


def _resolve_reduction_loop(function, array, axes, dtype, out):
    """Return the dtypes of the ufunc's loop; raise where it may not reduce along several axes."""
    real = function.real_ufunc
    if len(axes) > 1 and not _is_reorderable(real):
        raise IvyValueError(
            f"reduction operation '{function.__name__}' is not reorderable, so at most one axis "
            "may be specified"
        )
    dtype = None if dtype is None else np.dtype(dtype)
    loop = reduction_loop(real, array.dtype, dtype, None if out is None else out.dtype)
    if loop[0] not in HELD_DTYPES:
        raise UnsupportedDtype
    return loop


def _check_without_identity(function, array, axes, where) -> None:
    """Raise NumPy's error for a mask or an empty axis where the ufunc has no identity."""
    if where is not True:
        raise IvyValueError(
            f"reduction operation '{function.__name__}' does not have an identity, so to use a "
            "where mask one has to specify 'initial'"
        )
    if not array.size and any(array.shape[a] == 0 for a in axes):
        raise IvyValueError(
            f"zero-size array to reduction operation {function.__name__} which has no identity"
        )


def _reduced_shape(shape, axes, keepdims) -> tuple[int, ...]:
    if keepdims:
        return tuple([1 if i in axes else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in axes])


def _reduce_by_core(function, array, axes, keepdims, dtype):
    """Reduce, all and any apart, in ``dtype``: by ``function.reduction``, or element by element."""
    if function.reduction in ("all", "any"):
        if array.dtype.kind == "c":
            array = ivy.not_equal(array, 0)
    elif array.dtype != dtype:
        array = array.astype(dtype)
    if function.reduction is None:
        return _fold_elements(function, array, axes, keepdims)
    return getattr(ivy, function.reduction)(array, axis=axes, keepdims=keepdims)


def _is_array(value) -> bool:
    return isinstance(value, (Array, np.ndarray))


def _fold_elements(function, array, axes, keepdims):
    """Reduce element by element (only while a program is traced: else the host does it)."""
    for axis in sorted(axes, reverse=True):
        parts = ivy.unstack(array, axis=axis)
        array = functools.reduce(function, parts)
    return ivy.expand_dims(array, axis=tuple(sorted(axes))) if keepdims else array
