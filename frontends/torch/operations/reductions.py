"""Functions that reduce dimensions: sums, means, extremes, truth, norms."""

from __future__ import annotations

import builtins
import math
from typing import Any

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import waiting

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors import dtypes
from ..tensors.dtypes import as_dtype, get_default_dtype
from ..tensors.tensor import Tensor
from . import host_forms
from .pointwise import in_floats
from .views import at, wrapped

TensorLike = Number = Any


@citing(None)
def axes_of(dim, ndim: int):
    """Return the axes that ``dim`` names: None for all of them.

    Raises: IndexError if there is no such dimension.
    Raises: RuntimeError if one is named twice.
    """
    if dim is None or isinstance(dim, (tuple, list)) and not dim:
        return None
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    axes = tuple(wrapped(d, ndim) for d in dims)
    for d in axes:
        if axes.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return axes if ndim else None


def in_sums(x: Tensor, dtype) -> Tensor:
    """Return a tensor in the type that its elements are added up in."""
    own = x.dtype
    if dtype is None:
        kind = dtypes.int64 if own.kind in "iub" else own
    else:
        kind = as_dtype(dtype)
    return x if kind is own else ivy.astype(x, kind.core)


# sums


@torch_function
def sum(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Add up elements; whole numbers as int64.

    >>> torch.sum(torch.tensor([[1, 2], [3, 4]]), dim=0).tolist()
    [4, 6]
    """
    x, kind = input, input.dtype
    if dtype is not None or kind.kind in "iub":
        x = in_sums(input, dtype)
        kind = x.dtype
    axes = None if dim is None else axes_of(dim, x.ndim)
    # of most, what the core's sums are in anyway
    options = {} if kind.itemsize > 2 and kind.kind in "fc" else {"dtype": kind.core}
    return ivy.sum(x, axis=axes, keepdims=keepdim, **options)


@torch_function
def nansum(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Add up the elements that are no nan."""
    if input.dtype.is_complex:
        raise RuntimeError("nansum does not support complex inputs")
    x = in_sums(input, dtype)
    if x.dtype.is_floating_point:
        x = ivy.where(ivy.isnan(x), 0, x)
    return ivy.sum(x, axis=axes_of(dim, x.ndim), keepdims=keepdim, dtype=x.dtype.core)


@torch_function
def prod(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Multiply elements; whole numbers as int64."""
    if dim is not None and not isinstance(dim, int):
        raise TypeError(f"prod(): argument 'dim' must be int, not {type(dim).__name__}")
    x = in_sums(input, dtype)
    return ivy.prod(x, axis=axes_of(dim, x.ndim), keepdims=keepdim, dtype=x.dtype.core)


def _cast_or_refuse_integers(x: Tensor, name: str, dtype=None) -> Tensor:
    """Return a tensor in ``dtype`` (or its own); raise RuntimeError if that is an integer type."""
    kind = as_dtype(dtype) or x.dtype
    if kind.kind in "iub":
        which = "Input" if dtype is None else "Optional"
        raise RuntimeError(
            f"{name}(): could not infer output dtype. {which} dtype must be either a floating "
            f"point or complex dtype. Got: {shown(kind)}"
        )
    return cast(x, kind)


@torch_function
def mean(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Average elements.

    Raises: RuntimeError for whole numbers without ``dtype``.
    """
    x = _cast_or_refuse_integers(input, "mean", dtype)
    axes = axes_of(dim, x.ndim)
    if 0 in x.shape:
        total = ivy.sum(x, axis=axes, keepdims=keepdim)
        return ivy.divide(total, _count_along_axes(x, axes))
    return ivy.mean(x, axis=axes, keepdims=keepdim)


def _count_along_axes(x: Tensor, axes: tuple[int, ...] | None) -> int:
    lengths = x.shape if axes is None else [x.shape[a] for a in axes]
    return math.prod(lengths)


@torch_function
def nanmean(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Average the elements that are no nan."""
    x = _cast_or_refuse_integers(input, "nanmean", dtype)
    axes, missing = axes_of(dim, x.ndim), ivy.isnan(x)
    total = ivy.sum(ivy.where(missing, 0, x), axis=axes, keepdims=keepdim)
    count = ivy.sum(ivy.astype(ivy.logical_not(missing), "int64"), axis=axes, keepdims=keepdim)
    return ivy.divide(total, ivy.astype(count, total.dtype.core))


def _variance_and_mean(
    x: Tensor, dim, unbiased, correction, keepdim: bool
) -> tuple[Tensor, Tensor]:
    """Return variance and mean; the deprecated flag ``unbiased`` may stand where ``dim`` does."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if unbiased is not None:
        correction = 1 if unbiased else 0
    correction = 1 if correction is None else correction
    axes = axes_of(dim, x.ndim)
    count = _count_along_axes(x, axes)
    middle = ivy.divide(ivy.sum(x, axis=axes, keepdims=True), count if count else math.nan)
    error = ivy.subtract(x, middle)
    squares = ivy.square(ivy.abs(error)) if x.dtype.is_complex else ivy.square(error)
    total = ivy.sum(squares, axis=axes, keepdims=keepdim)
    freedom = builtins.max(0, count - correction)
    variance = ivy.divide(total, freedom) if freedom else ivy.multiply(
        total, math.nan if not count else math.inf
    )  # fmt: skip
    if not freedom and count:
        variance = ivy.divide(total, 0.0)
    if not keepdim:
        middle = ivy.squeeze(middle, axis=tuple(range(x.ndim)) if axes is None else axes)
    return variance, middle


def _check_inexact(x: Tensor, name: str) -> Tensor:
    """Return ``x``; raise RuntimeError if it has integers or bools."""
    if x.dtype.kind in "iub":
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    return x


@torch_function
def var(
    input: TensorLike, dim=None, unbiased=None, keepdim: bool = False, *, correction=None, out=None
) -> Tensor:
    """Compute the variance, divided by the count less ``correction``."""
    return _variance_and_mean(
        _check_inexact(input, "std and var"), dim, unbiased, correction, keepdim
    )[0]


@torch_function
def std(
    input: TensorLike, dim=None, unbiased=None, keepdim: bool = False, *, correction=None, out=None
) -> Tensor:
    """Compute the standard deviation, of the variance by the count less ``correction``."""
    return ivy.sqrt(
        _variance_and_mean(
            _check_inexact(input, "std and var"), dim, unbiased, correction, keepdim
        )[0]
    )


@torch_function
def var_mean(
    input: TensorLike, dim=None, unbiased=None, keepdim: bool = False, *, correction=None, out=None
) -> tuple[Tensor, Tensor]:
    """Compute variance and mean."""
    return _variance_and_mean(_check_inexact(input, "var_mean"), dim, unbiased, correction, keepdim)


@torch_function
def std_mean(
    input: TensorLike, dim=None, unbiased=None, keepdim: bool = False, *, correction=None, out=None
) -> tuple[Tensor, Tensor]:
    """Compute standard deviation and mean."""
    variance, middle = _variance_and_mean(
        _check_inexact(input, "std_mean"), dim, unbiased, correction, keepdim
    )
    return ivy.sqrt(variance), middle


@torch_function
def logsumexp(input: TensorLike, dim, keepdim: bool = False, *, out=None) -> Tensor:
    """Compute the logarithm of the sum of exponentials, without overflow."""
    x, axes = in_floats(input), axes_of(dim, input.ndim)
    if 0 in x.shape:
        return ivy.log(ivy.sum(ivy.exp(x), axis=axes, keepdims=keepdim))
    real = ivy.real(x) if x.dtype.is_complex else x
    high = ivy.max(real, axis=axes, keepdims=True)
    high = ivy.where(ivy.isfinite(high), high, 0)
    total = ivy.sum(ivy.exp(ivy.subtract(x, high)), axis=axes, keepdims=True)
    found = ivy.add(ivy.log(total), high)
    if keepdim:
        return found
    return ivy.squeeze(found, axis=tuple(range(x.ndim)) if axes is None else axes)


# truth and counts


def _declare_all_or_any(name: str):
    def body(input: TensorLike, dim=None, keepdim: bool = False, *, out=None) -> Tensor:
        found = cast(input, dtypes.bool_)
        if dim is None or not isinstance(dim, (tuple, list)) or dim:  # no dimension is none
            found = getattr(ivy, name)(found, axis=axes_of(dim, input.ndim), keepdims=keepdim)
        return cast(found, input.dtype) if input.dtype is dtypes.uint8 else found

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Test whether {name} elements are true."
    return torch_function(body, differentiable=False, host=getattr(host_forms, name))


any, all = _declare_all_or_any("any"), _declare_all_or_any("all")


@torch_function(differentiable=False)
def count_nonzero(input: TensorLike, dim=None) -> Tensor:
    """Count the elements that are not zero."""
    truth = ivy.astype(ivy.not_equal(input, 0), "int64")
    return ivy.sum(truth, axis=axes_of(dim, input.ndim))


# extremes


def _check_real(x: Tensor, name: str) -> Tensor:
    """Return ``x``; raise RuntimeError if it has complex numbers."""
    if x.dtype.is_complex:
        raise RuntimeError(f"{name}: does not support complex input")
    return x


def _check_extreme_dim(x: Tensor, dim: int, name: str) -> int:
    """Return ``dim`` counted from the front; raise IndexError if it has no elements."""
    axis = wrapped(dim, x.ndim)
    if x.ndim and not x.shape[axis]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    return axis


def _extreme_indices(x: Tensor, axis: int, argmin_or_argmax: str, keepdim: bool) -> Tensor:
    """Return int64 indices along ``axis`` >= 0 by the core's function; 0 of a 0-d tensor."""
    if not x.ndim:
        return ivy.zeros((), dtype="int64")
    x = ivy.astype(x, "uint8") if x.dtype.kind == "b" else x
    found = getattr(ivy, argmin_or_argmax)(x, axis=axis, keepdims=keepdim)
    return cast(found, dtypes.int64)


def taken(x: Tensor, indices: Tensor, axis: int, keepdim: bool) -> Tensor:
    """Return the elements at indices along an axis: what a gradient flows back to."""
    if not x.ndim:
        return ivy.copy_array(x)
    at = indices if keepdim else ivy.expand_dims(indices, axis=axis)
    found = ivy.take_along_axis(x, at, axis=axis)
    return found if keepdim else ivy.squeeze(found, axis=axis)


def _declare_min_or_max(name: str):
    """Declare ``min`` or ``max``: of all, (values, indices) by ``dim``, or of two tensors."""

    def body(input: TensorLike, dim=None, keepdim: bool = False, *, other=None, out=None):
        _check_real(input, name)
        if isinstance(dim, Tensor) or other is not None:
            return getattr(ivy, f"{name}imum")(input, dim if other is None else other)
        if dim is None:
            if not input.shape.numel():
                raise RuntimeError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
                    "Specify the reduction dim with the 'dim' argument."
                )
            return getattr(ivy, name)(input)
        axis = _check_extreme_dim(input, dim, name)
        indices = _extreme_indices(input, axis, f"arg{name}", keepdim)
        return getattr(return_types, name)((taken(input, indices, axis, keepdim), indices))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"Return the {name}imum of all elements, or values and indices along a dimension.\n\n"
        f"    With another tensor, the {name}ima of pairs of elements.\n\n"
        f"    References: PyTorch documentation, torch.{name}."
    )
    return torch_function(body, host=getattr(host_forms, name))


max, min = _declare_min_or_max("max"), _declare_min_or_max("min")


def _declare_amin_or_amax(name: str):
    def body(input: TensorLike, dim=(), keepdim: bool = False, *, out=None) -> Tensor:
        _check_real(input, name)
        axes = axes_of(dim, input.ndim)
        if 0 in (input.shape if axes is None else [input.shape[a] for a in axes]):
            raise (RuntimeError if axes is None else IndexError)(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify "
                "the reduction dim with the 'dim' argument."
            )
        return getattr(ivy, name[1:])(input, axis=axes, keepdims=keepdim)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return the {name[1:]}ima along dimensions."
    return torch_function(body)


amax, amin = _declare_amin_or_amax("amax"), _declare_amin_or_amax("amin")


@torch_function
def aminmax(input: TensorLike, *, dim=None, keepdim: bool = False, out=None):
    """Return the minima and the maxima."""
    if dim is None and not input.shape.numel():
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    axis = None if dim is None else axes_of(dim, input.ndim)
    for each in axis or ():
        if input.ndim and not input.shape[each]:
            raise IndexError(f"aminmax: Expected reduction dim {each} to have non-zero size.")
    found = [getattr(ivy, name)(input, axis=axis, keepdims=keepdim) for name in ("min", "max")]
    return return_types.aminmax(found)


def _declare_argmin_or_argmax(name: str):
    def body(input: TensorLike, dim: int | None = None, keepdim: bool = False, *, out=None):
        _check_real(input, name)
        if dim is None:
            if not input.shape.numel():
                raise IndexError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
                )
            flat = _extreme_indices(ivy.reshape(input, (-1,)), 0, name, keepdim=False)
            return ivy.reshape(flat, (1,) * input.ndim) if keepdim else flat
        return _extreme_indices(input, _check_extreme_dim(input, dim, name), name, keepdim)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return the index of the {name[3:]}imum."
    return torch_function(body, differentiable=False, host=getattr(host_forms, name))


argmax, argmin = _declare_argmin_or_argmax("argmax"), _declare_argmin_or_argmax("argmin")


# running


@torch_function(host=host_forms.cumsum)
def cumsum(input: TensorLike, dim: int, *, dtype=None, out=None) -> Tensor:
    """Add up elements along a dimension, keeping each sum."""
    sums = _accumulate(ivy.cumsum, "cumsum_out_cpu", input, dim, dtype)
    if not input.ndim or sums.dtype.kind not in "fc":
        return sums
    return ivy.add(sums, 0)  # PyTorch adds to 0: none is -0.0


def _accumulate(accumulate, kernel_name: str, input: Tensor, dim: int, dtype) -> Tensor:
    """Return running results in the dtype of sums; NotImplementedError for bool; copy 0-d ones."""
    x, axis = in_sums(input, dtype), wrapped(dim, input.ndim)
    if x.dtype.kind == "b":
        raise NotImplementedError(f"\"{kernel_name}\" not implemented for 'Bool'")
    return accumulate(x, axis=axis, dtype=x.dtype.core) if x.ndim else ivy.copy_array(x)


@torch_function
def cumprod(input: TensorLike, dim: int, *, dtype=None, out=None) -> Tensor:
    """Multiply elements along a dimension, keeping each product."""
    return _accumulate(ivy.cumprod, "cumprod_out_cpu", input, dim, dtype)


@torch_function
def logcumsumexp(input: TensorLike, dim: int, *, out=None) -> Tensor:
    """Compute the logarithms of running sums of exponentials, without overflow."""
    axis = wrapped(dim, input.ndim)
    if not input.ndim or 0 in input.shape:
        return ivy.copy_array(input)
    if input.dtype.is_complex:
        return _complex_logcumsumexp(input, axis)
    # sums of 2, 4, 8 ... elements: less the largest of all, what is far below it would be lost
    sums, step = input, 1
    while step < input.shape[axis]:
        longer = ivy.logaddexp(
            at(sums, axis, slice(step, None)), at(sums, axis, slice(None, -step))
        )
        sums = ivy.concat([at(sums, axis, slice(None, step)), longer], axis=axis)
        step *= 2
    return ivy.copy_array(sums) if sums is input else sums


def _complex_logcumsumexp(x: Tensor, axis: int) -> Tensor:
    """Return the logarithms of running sums of exponentials of complex numbers.

    One after the other: which of the logarithms is meant, all multiples of 2 pi i apart, depends
    on the order, as each adds the smaller number's share to the one of the larger real part.
    """
    sums = [at(x, axis, slice(0, 1))]
    for k in range(1, x.shape[axis]):
        one, other = at(x, axis, slice(k, k + 1)), sums[-1]
        first = ivy.less(ivy.real(one), ivy.real(other))
        low, high = ivy.where(first, one, other), ivy.where(first, other, one)
        sums.append(ivy.add(high, ivy.log1p(ivy.exp(ivy.subtract(low, high)))))
    return ivy.concat(sums, axis=axis)


def _declare_cummin_or_cummax(name: str):
    def body(input: TensorLike, dim: int, *, out=None):
        axis = wrapped(dim, input.ndim)
        kind = getattr(return_types, name)
        if not input.ndim or 0 in input.shape:
            indices = ivy.zeros(tuple(input.shape), dtype="int64")
            return kind((ivy.copy_array(input), indices))
        values = getattr(ivy, name)(input, axis=axis)
        here = ivy.equal(input, values)
        if input.dtype.is_floating_point:
            here = ivy.logical_or(here, ivy.isnan(input))
        length = input.shape[axis]
        numbers = ivy.reshape(
            ivy.arange(length, dtype="int64"), (length, *(1,) * (input.ndim - axis - 1))
        )
        indices = ivy.cummax(ivy.where(here, numbers, 0), axis=axis)
        return kind((taken(input, indices, axis, keepdim=True), indices))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return the running {name[3:]}ima along a dimension, and their indices."
    return torch_function(body)


cummax, cummin = (
    _declare_cummin_or_cummax("cummax"),
    _declare_cummin_or_cummax("cummin"),
)


# norms


@torch_function
def norm(input: TensorLike, p="fro", dim=None, keepdim: bool = False, out=None, dtype=None):
    """Compute a norm of vectors or matrices."""
    x = _cast_or_refuse_integers(input, "norm", dtype) if dtype is not None else input
    if x.dtype.kind in "iub":
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex dtypes. Got "
            f"{shown(x.dtype)} instead."
        )
    if p == "nuc":
        axes = axes_of(dim, x.ndim) or (0, 1)
        return ivy.matrix_norm(x, ord="nuc", axis=axes, keepdims=keepdim)
    return vector_norm(x, 2.0 if p in ("fro", None) else float(p), axes_of(dim, x.ndim), keepdim)


def vector_norm(x: Tensor, order: float, axes, keepdim: bool) -> Tensor:
    """Return the norm of vectors along axes, or of all elements."""
    if order == 2:
        total = ivy.sum(_squared_absolute_values(x), axis=axes, keepdims=keepdim)
        if type(getattr(total, "_data", None)) in waiting:  # values, of which nothing is derived
            return ivy.sqrt(total)
        nothing = ivy.equal(total, 0)  # whose root has a slope of zero, as PyTorch has it
        return ivy.where(nothing, 0.0, ivy.sqrt(ivy.where(nothing, 1.0, total)))
    size = ivy.abs(x)
    if order == math.inf:
        return ivy.max(size, axis=axes, keepdims=keepdim)
    if order == -math.inf:
        return ivy.min(size, axis=axes, keepdims=keepdim)
    if order == 0:
        counted = ivy.astype(ivy.not_equal(size, 0), size.dtype.core)
        return ivy.sum(counted, axis=axes, keepdims=keepdim)
    if order == 1:
        return ivy.sum(size, axis=axes, keepdims=keepdim)
    nothing = ivy.equal(size, 0)
    powers = ivy.where(nothing, 0.0, ivy.pow(ivy.where(nothing, 1.0, size), order))
    total = ivy.sum(powers, axis=axes, keepdims=keepdim)
    if order < 0:
        nothing = ivy.any(nothing, axis=axes, keepdims=keepdim)
    else:
        nothing = ivy.equal(total, 0)
    return ivy.where(nothing, 0.0, ivy.pow(ivy.where(nothing, 1.0, total), 1.0 / order))


def _squared_absolute_values(x: Tensor) -> Tensor:
    """Return squared absolute values with gradient 0 at zero, where that of ``abs`` is nan."""
    if not x.dtype.is_complex:
        return ivy.square(x)
    return ivy.add(ivy.square(ivy.real(x)), ivy.square(ivy.imag(x)))


@torch_function
def dist(input: TensorLike, other: TensorLike, p: float = 2) -> Tensor:
    """Compute the norm of a difference."""
    return vector_norm(ivy.subtract(input, other), float(p), None, keepdim=False)


def default_float(x: Tensor) -> str:
    """Return the core's name of the type that fractions of a tensor have."""
    return (x.dtype if x.dtype.kind in "fc" else get_default_dtype()).name


__all__ = [
    "all", "amax", "amin", "aminmax", "any", "argmax", "argmin", "axes_of", "count_nonzero",
    "cummax", "cummin", "cumprod", "cumsum", "default_float", "dist", "in_sums",
    "logcumsumexp", "logsumexp", "max", "mean", "min", "nanmean", "nansum", "norm", "prod", "std",
    "std_mean", "sum", "taken", "var", "var_mean", "vector_norm",
]  # fmt: skip
