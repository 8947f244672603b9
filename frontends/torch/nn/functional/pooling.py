"""Pooling: what windows see, reduced to one value each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from frontends.torch.autograd.formulas.common import expanded
from frontends.torch.autograd.tape import derivative
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast
from frontends.torch.random.functions import rand
from frontends.torch.tensors.tensor import Tensor, to_numpy

from .declaring import composed, require_kind, values_of
from .windows_of import each_of

TensorLike = Number = Any
_FIRST = "channel_first"


def _count_windows(sizes, kernel, stride, pads, dilation, ceil_mode: bool) -> list[int]:
    """Count the windows along each dimension."""
    found = []
    for n, k, s, p, d in zip(sizes, kernel, stride, pads, dilation, strict=True):
        room = n + 2 * p - d * (k - 1) - 1
        count = (room + (s - 1 if ceil_mode else 0)) // s + 1
        if ceil_mode and (count - 1) * s >= n + p:
            count -= 1  # the last window would begin in the padding at the end
        found.append(count)
    return found


def _check_pool_ndim(x: Tensor, name: str, dims: int) -> None:
    if x.ndim not in (dims + 1, dims + 2):
        if dims == 1:
            raise RuntimeError(
                f"Expected 2 to 3 dimensions, but got {x.ndim}-dimensional tensor for argument #1 "
                f"'self' (while checking arguments for {name})"
                if name.startswith("avg")
                else f"{name}: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch "
                f"size for input, but got:{list(x.shape)}"
            )
        raise RuntimeError(
            f"non-empty {dims + 1}D or {dims + 2}D (batch mode) tensor expected for input"
        )


def _check_windows(name: str, kernel, stride, padding, dilation) -> None:
    if name == "max_pool1d":
        limits = ("kernel_size", kernel), ("stride", stride), ("dilation", dilation)
        for what, given in limits:
            if given[0] <= 0:
                raise RuntimeError(f"{name}() {what} must be greater than zero, but got {given[0]}")
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    if min(stride) < 0:
        raise RuntimeError(
            f"stride should be greater than zero, but got {_sizes_as_text(stride, 'd')}"
        )
    if min(kernel) <= 0:
        raise RuntimeError(
            f"kernel size should be greater than zero, but got {_sizes_as_text(kernel, 'k')}"
        )
    if min(dilation) <= 0:
        told = _sizes_as_text(dilation, "dilation")
        raise RuntimeError(f"dilation should be greater than zero, but got {told}")
    for p, k, d in zip(padding, kernel, dilation, strict=True):
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > (d * (k - 1) + 1) // 2:
            if name == "max_pool1d":
                raise RuntimeError(
                    f"{name}() padding should be at most half of kernel size, but got padding={p} "
                    f"and kernel_size={k}"
                )
            raise RuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation={d}"
            )


def _check_sizes(x: Tensor, name: str, dims: int) -> None:
    """Raise RuntimeError if a dimension other than the batch is empty."""
    if dims == 3 and 0 in x.shape[x.ndim - 4 :]:
        at = tuple(x.shape[x.ndim - 4 :]).index(0)
        raise RuntimeError(
            f"{name}_out_cpu_template(): Expected input's non-batch dimensions to have positive "
            f"length, but input has a shape of {list(x.shape)} and non-batch dimension {at} has "
            "length zero!"
        )
    if 0 in x.shape[-dims - 1 :]:
        raise RuntimeError(
            f"Expected {dims + 1}D or {dims + 2}D (batch mode) tensor with optional 0 dim batch "
            f"size for input, but got:{list(x.shape)}"
        )


def _raise_too_small(x: Tensor, name: str, dims: int, counts) -> None:
    if name == "max_pool1d":
        raise RuntimeError(f"{name}() Invalid computed output size: {counts[0]}")
    channels = x.shape[-dims - 1]
    sizes = [(channels, *s) for s in (x.shape[-dims:], counts)]
    if dims == 1:
        sizes = [(s[0], 1, s[1]) for s in sizes]
    first, second = ("x".join(str(n) for n in s) for s in sizes)
    raise RuntimeError(
        f"Given input size: ({first}). Calculated output size: ({second}). Output size is too small"
    )


def _fit_pool_options(
    x: Tensor, name: str, dims: int, kernel, stride, padding, dilation, ceil_mode
):
    """Return (kernel, strides, paddings, dilations, window counts), one a dimension; or raise."""
    kernel = each_of(kernel, dims, "kernel_size", name)
    no_stride = stride is None or isinstance(stride, (tuple, list)) and not len(stride)
    stride = kernel if no_stride else each_of(stride, dims, "stride", name)
    padding = each_of(padding, dims, "padding", name)
    dilation = each_of(dilation, dims, "dilation", name)
    _check_pool_ndim(x, name, dims)
    _check_windows(name, kernel, stride, padding, dilation)
    _check_sizes(x, name, dims)
    counts = _count_windows(x.shape[-dims:], kernel, stride, padding, dilation, ceil_mode)
    if min(counts) < 1:
        _raise_too_small(x, name, dims, counts)
    return kernel, stride, padding, dilation, counts


def _sizes_as_text(values, what: str) -> str:
    axes = {1: "W", 2: "HW", 3: "TWH" if what == "k" else "THW"}[len(values)]
    return " ".join(f"{what}{axis}: {n}" for axis, n in zip(axes, values, strict=True))


def _zero_result(x: Tensor, dims: int, counts) -> Tensor:
    return ivy.zeros((*x.shape[:-dims], *counts), dtype=x.dtype.core)


def maxima(x: Tensor, kernel, stride, padding, dilation, ceil_mode, with_indices: bool, dims: int):
    """Return the largest elements of windows, and where they are if ``with_indices``."""
    name = f"max_pool{dims}d{'_with_indices' if with_indices else ''}"
    require_kind(x.dtype, name, x.dtype.kind in "iuf")
    kernel, stride, padding, dilation, counts = _fit_pool_options(
        x, name, dims, kernel, stride, padding, dilation, ceil_mode
    )
    if not x.shape.numel():
        empty = _zero_result(x, dims, counts)
        return (empty, ivy.astype(empty, "int64")) if with_indices else empty
    options = {
        "dims": dims,
        "strides": stride,
        "padding": [(n, n) for n in padding],
        "data_format": _FIRST,
        "dilations": dilation,
        "ceil_mode": ceil_mode,
    }
    if with_indices:
        return ivy.max_pool_with_indices(x, kernel, **options)
    return ivy.pool(x, kernel, "MAX", **options)


def _declare_max_pool(dims: int, with_indices: bool | None):
    """Declare ``max_pool``; True: the variant that always returns indices, None: by its option."""

    def body(
        input: TensorLike,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ):
        wanted = return_indices if with_indices is None else with_indices
        return maxima(input, kernel_size, stride, padding, dilation, ceil_mode, wanted, dims)

    name = f"max_pool{dims}d{'_with_indices' if with_indices else ''}"
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""Return the largest elements of windows over {dims} dimension(s).

    Parameters
    ----------
    input : Tensor, shape (N, C, *spatial) or (C, *spatial)
    kernel_size, stride, padding, dilation : int or tuple of int
        Lengths of windows, steps between them (their lengths unless given), how far they may begin
        before the first element, and steps inside.
    ceil_mode : bool
        Whether there is a last window that reaches beyond the end.
    return_indices : bool
        Whether the indices of the elements come too, in the flattened spatial dimensions.

    Raises
    ------
    RuntimeError
        If the windows do not fit.

    References: PyTorch documentation, torch.nn.functional.{name}.
    """
    return torch_function(body)


max_pool1d, max_pool2d, max_pool3d = (_declare_max_pool(n, None) for n in (1, 2, 3))
max_pool1d_with_indices, max_pool2d_with_indices, max_pool3d_with_indices = (
    _declare_max_pool(n, True) for n in (1, 2, 3)
)


def means(
    x: Tensor, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override, dims: int
) -> Tensor:
    """Return the means of windows."""
    name = f"avg_pool{dims}d"
    kernel, stride, padding, _, counts = _fit_pool_options(
        x, name, dims, kernel, stride, padding, 1, ceil_mode
    )
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    require_kind(x.dtype, f"{name}_out_frame", x.dtype.name == "int64" or x.dtype.kind == "f")
    if not x.shape.numel():
        return _zero_result(x, dims, counts)
    wide = ivy.astype(x, "float64") if x.dtype.kind in "iu" else x
    y = ivy.pool(
        wide,
        kernel,
        "AVG",
        dims=dims,
        strides=stride,
        padding=[(n, n) for n in padding],
        data_format=_FIRST,
        ceil_mode=ceil_mode,
        count_include_pad=count_include_pad,
        divisor_override=divisor_override,
    )
    return cast(ivy.trunc(y) if wide is not x else y, x.dtype)


_AVERAGE = """Return the means of windows over {dims} dimension(s).

    Parameters
    ----------
    input : Tensor, shape (N, C, *spatial) or (C, *spatial)
    kernel_size, stride, padding : int or tuple of int
        As in ``max_pool{dims}d``.
    ceil_mode : bool
        Whether there is a last window that reaches beyond the end.
    count_include_pad : bool
        Whether padding counts as elements, zeros.
    divisor_override : int, optional
        What sums are divided by instead.

    Raises
    ------
    RuntimeError
        If the windows do not fit.

    References: PyTorch documentation, torch.nn.functional.avg_pool{dims}d.
    """


@torch_function
def avg_pool1d(
    input: TensorLike,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Return the means of windows over one dimension."""
    return means(input, kernel_size, stride, padding, ceil_mode, count_include_pad, None, 1)


def _declare_avg_pool(dims: int):
    def body(
        input: TensorLike,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        *,
        out=None,
    ) -> Tensor:
        return means(
            input,
            kernel_size,
            stride,
            padding,
            ceil_mode,
            count_include_pad,
            divisor_override,
            dims,
        )

    body.__name__ = body.__qualname__ = f"avg_pool{dims}d"
    body.__doc__ = _AVERAGE.format(dims=dims)
    return torch_function(body)


avg_pool2d, avg_pool3d = _declare_avg_pool(2), _declare_avg_pool(3)


# norms


def _window_norms(
    x: Tensor, norm_type: float, kernel, stride, ceil_mode: bool, dims: int
) -> Tensor:
    """Return ``lp_pool``'s result; an infinite norm takes the largest size."""
    if isinstance(norm_type, (int, float)) and math.isinf(norm_type):
        sign = 1 if norm_type > 0 else -1
        size = ivy.abs(x)
        return sign * maxima(sign * size, kernel, stride, 0, 1, ceil_mode, False, dims)
    powers = ivy.pow(x, norm_type)
    mean = means(powers, kernel, stride, 0, ceil_mode, True, None, dims)
    count = math.prod(each_of(kernel, dims, "kernel_size", f"lp_pool{dims}d"))
    total = ivy.where(mean == 0, 0, mean) * count  # no slope at zero, where the root's is infinite
    return ivy.pow(total, 1.0 / norm_type)


def _declare_lp_pool(dims: int):
    def body(
        input: TensorLike, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False
    ) -> Tensor:
        return _window_norms(input, norm_type, kernel_size, stride, ceil_mode, dims)

    body.__name__ = body.__qualname__ = f"lp_pool{dims}d"
    body.__doc__ = f"""Return the norms of windows, ``sum(x ** p) ** (1 / p)``.

    References: PyTorch documentation, torch.nn.functional.lp_pool{dims}d.
    """
    return torch_function(body)


lp_pool1d, lp_pool2d, lp_pool3d = map(_declare_lp_pool, (1, 2, 3))


# windows as even as they can be


def _adaptive_output_sizes(x: Tensor, output_size, dims: int, name: str) -> tuple[int, ...]:
    """Return one int an axis, the input's own size for None; raise if they misfit."""
    spatial = x.shape[-dims:]
    given = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * dims
    if len(given) != dims:
        if dims == 1:
            raise RuntimeError(
                f"{name}() argument 'output_size' should contain one int (got {len(given)})"
            )
        if "max" in name:
            raise RuntimeError(f"{name}(): internal error: output_size.size() must be {dims}")
        raise RuntimeError(f"{name}: output_size must be {dims}")
    sizes = tuple(n if each is None else int(each) for each, n in zip(given, spatial, strict=True))
    if min(sizes) < 0 and "max" in name:
        shape = [*x.shape[:-dims], *((1,) if dims == 1 else ()), *sizes]
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(sizes)}: {shape}")
    if min(sizes) < 0:
        told = ", ".join(str(n) for n in sizes)
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{told}}}"
        )
    return sizes


def _check_adaptive(x: Tensor, dims: int, name: str) -> None:
    if x.ndim in (dims + 1, dims + 2):
        for at in range(x.ndim - dims, x.ndim):
            if not x.shape[at]:
                raise RuntimeError(
                    f"{name}(): Expected input to have non-zero size for non-batch dimensions, but "
                    f"input has sizes {list(x.shape)} with dimension {at} being empty"
                )
        return
    if dims == 1:
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {x.ndim}-dimensional tensor for argument #1 "
            f"'self' (while checking arguments for {name})"
        )
    raise RuntimeError(
        f"{name}(): Expected {dims + 1}D or {dims + 2}D tensor, but got {list(x.shape)}"
    )


def adaptive(x: Tensor, output_size, dims: int, kind: str, with_indices: bool = False):
    """Reduce each spatial dimension to a number of windows: ``kind`` is 'AVG' or 'MAX'."""
    name = f"adaptive_{kind.lower()}_pool{dims}d"
    if dims > 1 and isinstance(output_size, (tuple, list)) and x.ndim <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    _check_adaptive(x, dims, name)
    sizes = _adaptive_output_sizes(x, output_size, dims, name)
    require_kind(x.dtype, name, x.dtype.kind == "f" or kind == "MAX" and x.dtype.kind in "iu")
    if not x.shape.numel() or 0 in sizes:
        empty = _zero_result(x, dims, sizes)
        return (empty, ivy.astype(empty, "int64")) if with_indices else empty
    if with_indices:
        return ivy.adaptive_max_pool_with_indices(x, sizes, dims=dims, data_format=_FIRST)
    if kind == "AVG" and set(sizes) == {1} and x.dtype.itemsize > 2:
        return ivy.mean(x, axis=tuple(range(-dims, 0)), keepdims=True)
    return ivy.adaptive_pool(x, sizes, kind, dims=dims, data_format=_FIRST)


@derivative("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", saves="input")
def _adaptive_avg_backward(grad, needs, input, output_size):
    """Spread the gradient of the one window that sees all."""
    sizes = (output_size,) if isinstance(output_size, int) else output_size
    shape = tuple(input.shape)
    if not math.prod(shape) or any(size != 1 for size in sizes):
        return NotImplemented
    seen = math.prod(shape) // math.prod(grad.shape)
    return expanded(ivy.divide(grad, seen), shape)


def _declare_adaptive_avg(dims: int):
    def body(input: TensorLike, output_size) -> Tensor:
        return adaptive(input, output_size, dims, "AVG")

    body.__name__ = body.__qualname__ = f"adaptive_avg_pool{dims}d"
    body.__doc__ = f"""Return means of windows that are as even as they can be.

    References: PyTorch documentation, torch.nn.functional.adaptive_avg_pool{dims}d.
    """
    return torch_function(body)


def _declare_adaptive_max(dims: int, with_indices: bool | None):
    """Return the declared pool; None leaves indices to the caller's ``return_indices``."""

    def body(input: TensorLike, output_size, return_indices: bool = False):
        wanted = return_indices if with_indices is None else with_indices
        return adaptive(input, output_size, dims, "MAX", wanted)

    name = f"adaptive_max_pool{dims}d{'_with_indices' if with_indices else ''}"
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""Return the largest elements of windows that are as even as they can be.

    References: PyTorch documentation, torch.nn.functional.{name}.
    """
    return torch_function(body)


adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = map(
    _declare_adaptive_avg, (1, 2, 3)
)
adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d = (
    _declare_adaptive_max(n, None) for n in (1, 2, 3)
)
(
    adaptive_max_pool1d_with_indices,
    adaptive_max_pool2d_with_indices,
    adaptive_max_pool3d_with_indices,
) = (_declare_adaptive_max(n, True) for n in (1, 2, 3))


# back


def _max_unpool(x: Tensor, indices: Tensor, kernel, stride, padding, output_size, dims: int):
    """Check the options; return zeros with ``x`` at ``indices``, flat within a spatial plane."""
    name = f"max_unpool{dims}d"
    kernel = each_of(kernel, dims, "kernel_size", name)
    stride = kernel if stride is None else each_of(stride, dims, "stride", name)
    padding = each_of(padding, dims, "padding", name)
    sizes = _unpooled_sizes(x, kernel, stride, padding, output_size)
    if indices.dtype.name != "int64":
        raise RuntimeError(
            f"elements in indices should be type int64 but got: {indices.dtype.name.capitalize()}"
            if indices.dtype.name != "int32"
            else "elements in indices should be type int64 but got: Int"
        )
    if x.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Input to {name} should be a {dims + 1}d or {dims + 2}d Tensor, but got a tensor with "
            f"{x.ndim} dimensions"
        )
    if indices.shape != x.shape:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(x.shape)}) but got indices tensor with shape: {list(indices.shape)}"
        )
    count = math.prod(sizes)
    values = values_of(indices)
    if values is not None and values.size and (values.min() < 0 or values.max() >= count):
        wrong = values[(values < 0) | (values >= count)].flat[0]
        told = "x".join(str(n) for n in sizes)
        raise RuntimeError(
            f"Found an invalid max index: {wrong} (output volumes are of size {told})"
        )
    return _put_back(x, indices, sizes, dims)


def _unpooled_sizes(x: Tensor, kernel, stride, padding, output_size) -> tuple[int, ...]:
    """Return spatial sizes: ``output_size``, without (N, C), or the usual; ValueError if off."""
    dims = len(kernel)
    usual = [
        (n - 1) * s + k - 2 * p
        for n, s, k, p in zip(x.shape[-dims:], stride, kernel, padding, strict=True)
    ]
    if output_size is None:
        return tuple(usual)
    sizes = tuple(output_size)
    if len(sizes) == dims + 2:
        sizes = sizes[2:]
    if len(sizes) != dims:
        raise ValueError(
            f"output_size should be a sequence containing {dims} or {dims + 2} elements, but it "
            f"has a length of '{len(sizes)}'"
        )
    for d in range(dims):
        low, high = usual[d] - stride[d], usual[d] + stride[d]
        if not low < sizes[d] < high:
            raise ValueError(
                f'invalid output_size "{output_size}" (dim {d} must be between {low} and {high})'
            )
    return sizes


@torch_function
def _put_back(input: TensorLike, indices: TensorLike, sizes: tuple[int, ...], dims: int):
    """Return zeros of spatial ``sizes`` with the elements at their flat ``indices``."""
    lead, count = tuple(input.shape[:-dims]), math.prod(sizes)
    planes = math.prod(lead)
    flat = ivy.reshape(indices, (planes, -1)) + ivy.expand_dims(
        ivy.arange(planes, dtype="int64") * count, axis=1
    )
    values = ivy.reshape(input, (-1,))
    found = ivy.scatter_flat(
        ivy.reshape(flat, (-1,)), values, size=planes * count, reduction="replace"
    )
    return ivy.reshape(found, (*lead, *sizes))


def _declare_max_unpool(dims: int):
    def body(
        input: TensorLike,
        indices: TensorLike,
        kernel_size,
        stride=None,
        padding=0,
        output_size=None,
    ) -> Tensor:
        return _max_unpool(input, indices, kernel_size, stride, padding, output_size, dims)

    body.__name__ = body.__qualname__ = f"max_unpool{dims}d"
    body.__doc__ = f"""Put the largest elements of windows back, and zeros elsewhere.

    Raises
    ------
    RuntimeError, ValueError
        If indices or sizes do not fit.

    References: PyTorch documentation, torch.nn.functional.max_unpool{dims}d.
    """
    return composed(body)


max_unpool1d, max_unpool2d, max_unpool3d = map(_declare_max_unpool, (1, 2, 3))

# windows that begin at random positions


def _fractional_window_starts(
    samples: np.ndarray, size: int, count: int, kernel: int
) -> np.ndarray:
    """Compute the windows' starts along one dimension, by a number in [0, 1) for each plane."""
    if count == 1:
        return np.full((*samples.shape, 1), size - kernel)
    step = samples.dtype.type((size - kernel) / (count - 1))
    positions = np.arange(count - 1, dtype=samples.dtype)
    inner = ((positions + samples[..., None]) * step).astype(np.int64)
    inner -= (samples * step).astype(np.int64)[..., None]
    return np.concatenate([inner, np.full((*samples.shape, 1), size - kernel)], axis=-1)


def _window_indices(samples: np.ndarray, sizes, counts, kernel) -> np.ndarray:
    """Return the flat spatial indices of windows, int64 ndarray (planes, windows, elements)."""
    dims = len(sizes)
    planes = samples.shape[0]
    found = np.zeros((planes,) + (1,) * (2 * dims), np.int64)
    for d in range(dims):
        order = dims - 1 - d if dims == 2 else d  # PyTorch's first sample is of the width
        starts = _fractional_window_starts(samples[:, order], sizes[d], counts[d], kernel[d])
        at = starts[:, :, None] + np.arange(kernel[d])
        shape = [planes] + [1] * (2 * dims)
        shape[1 + d], shape[1 + dims + d] = counts[d], kernel[d]
        found = found * sizes[d] + at.reshape(shape)
    return found.reshape(planes, math.prod(counts), math.prod(kernel))


def _check_samples(shape: tuple[int, ...], batch: int, channels: int, dims: int) -> None:
    """Raise RuntimeError unless there is a number a batch, channel and dimension, in that order."""
    if len(shape) != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {len(shape)}")
    if shape[0] < batch:
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if shape[1] != channels:
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if shape[2] != dims:
        raise RuntimeError(f"Expect _random_samples.size(2) equals to {dims}; got {shape[2]}.")


def _fractional_pool(x, kernel, output_size, output_ratio, with_indices, samples, dims: int):
    name = f"fractional_max_pool{dims}d"
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if x.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(f"{name}(): Expected {dims + 1}D or {dims + 2}D tensor, but got: "
                           f"{list(x.shape)}")  # fmt: skip
    kernel = each_of(kernel, dims, "kernel_size", name)
    sizes = tuple(x.shape[-dims:])
    if output_size is None:
        given = output_ratio if isinstance(output_ratio, (tuple, list)) else (output_ratio,) * dims
        if len(given) != dims:
            raise ValueError(
                f"{name} requires output_ratio to either be a single Int or tuple of Ints."
            )
        counts = tuple(int(n * r) for n, r in zip(sizes, given, strict=True))
    else:
        counts = each_of(output_size, dims, "output_size", name)
    for axis, n, count, k in zip(("time", "height", "width")[-dims:], sizes, counts, kernel,
                                 strict=True):  # fmt: skip
        if count + k - 1 > n:
            raise RuntimeError(f"{name}(): pool {axis} {k} too large relative to input {axis} {n}")
    batch = 1 if x.ndim == dims + 1 else x.shape[0]
    channels = x.shape[-dims - 1]
    if samples is None:
        samples = rand((batch, channels, dims), dtype=x.dtype)
    _check_samples(tuple(samples.shape), batch, channels, dims)
    host = to_numpy(samples.detach())[:batch].reshape(-1, dims)
    seen = ivy.asarray(_window_indices(host, sizes, counts, kernel))
    found, indices = _fractional_maxima(x, seen, counts, dims)
    return (found, indices) if with_indices else found


@torch_function
def _fractional_maxima(input: TensorLike, seen: TensorLike, counts: tuple[int, ...], dims: int):
    """Return each window's largest element among the flat indices ``seen``, and its index."""
    planes = seen.shape[0]
    flat = ivy.reshape(input, (planes, math.prod(input.shape[-dims:])))  # of no planes too
    indices = ivy.reshape(seen, (planes, math.prod(seen.shape[1:])))
    values = ivy.reshape(ivy.take_along_axis(flat, indices, axis=1), tuple(seen.shape))
    best = ivy.expand_dims(ivy.argmax(ivy.stop_gradient(values), axis=-1), axis=-1)
    shape = (*input.shape[:-dims], *counts)
    found = ivy.reshape(ivy.take_along_axis(values, best, axis=-1), shape)
    return found, ivy.reshape(ivy.take_along_axis(seen, best, axis=-1), shape)


def _declare_fractional_pool(dims: int, with_indices: bool | None):
    """Return the declared pool; None leaves indices to the caller's ``return_indices``."""

    def body(
        input: TensorLike,
        kernel_size,
        output_size=None,
        output_ratio=None,
        return_indices: bool = False,
        _random_samples: TensorLike | None = None,
    ):
        wanted = return_indices if with_indices is None else with_indices
        return _fractional_pool(
            input, kernel_size, output_size, output_ratio, wanted, _random_samples, dims
        )

    name = f"fractional_max_pool{dims}d{'_with_indices' if with_indices else ''}"
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""Return the largest elements of windows that begin at random positions.

    References
    ----------
    Graham, Fractional Max-Pooling (2014); PyTorch documentation, torch.nn.functional.{name}.
    """
    return composed(body)


fractional_max_pool2d, fractional_max_pool3d = (_declare_fractional_pool(n, None) for n in (2, 3))
fractional_max_pool2d_with_indices, fractional_max_pool3d_with_indices = (
    _declare_fractional_pool(n, True) for n in (2, 3)
)

__all__ = [
    "fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
    "fractional_max_pool3d_with_indices",
    "adaptive", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d",
    "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices", "adaptive_max_pool2d",
    "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d", "adaptive_max_pool3d_with_indices",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "lp_pool1d", "lp_pool2d", "lp_pool3d", "max_pool1d",
    "max_pool1d_with_indices", "max_pool2d", "max_pool2d_with_indices", "max_pool3d",
    "max_pool3d_with_indices", "max_unpool1d", "max_unpool2d", "max_unpool3d", "maxima", "means",
]  # fmt: skip
