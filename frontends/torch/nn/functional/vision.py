"""Images: points sampled, pixels moved between space and channels, patches."""

from __future__ import annotations

import math
import warnings
from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import shown
from frontends.torch.operations.pointwise import declare_alias
from frontends.torch.tensors.tensor import Tensor

from .windows_of import each_of

TensorLike = Number = Any
_CORNERS = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
    "Please specify align_corners=True if the old behavior is desired. See the documentation of "
    "grid_sample for details."
)
_SAMPLING = ("bilinear", "nearest", "bicubic")
_BEYOND = ("zeros", "border", "reflection")


@torch_function
def grid_sample(
    input: TensorLike,
    grid: TensorLike,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """Sample images at the points of a grid.

    Parameters
    ----------
    input : Tensor, shape (N, C, H, W) or (N, C, D, H, W)
    grid : Tensor, shape (N, h, w, 2) or (N, d, h, w, 3)
        Points, -1 and 1 the ends; the coordinate along the last dimension comes first.
    mode : {'bilinear', 'nearest', 'bicubic'}
    padding_mode : {'zeros', 'border', 'reflection'}
        What lies beyond the ends.
    align_corners : bool, optional
        Whether the ends are the centers of the outermost elements; False, with a warning, unless
        given.

    Raises
    ------
    ValueError, RuntimeError
        If a mode is not known, or shapes or types do not fit.
    """
    if mode not in _SAMPLING:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', "
            f"but got: '{mode}'"
        )
    if padding_mode not in _BEYOND:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    if align_corners is None:
        warnings.warn(_CORNERS, stacklevel=5)
    return sampled(input, grid, mode, padding_mode, bool(align_corners))


def sampled(x: Tensor, grid: Tensor, mode: str, padding_mode: str, align_corners: bool) -> Tensor:
    """Compute :func:`grid_sample`, for it and its like under other names."""
    if x.ndim and grid.ndim and x.shape[0] != grid.shape[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with "
            f"sizes {list(x.shape)} and grid with sizes {list(grid.shape)}"
        )
    if grid.ndim and grid.shape[-1] != x.ndim - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {x.ndim - 2} in last dimension, but got "
            f"grid with sizes {list(grid.shape)}"
        )
    if x.ndim not in (4, 5) or x.ndim != grid.ndim:
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but "
            f"got input with sizes {list(x.shape)} and grid with sizes {list(grid.shape)}"
        )
    for at in range(2, x.ndim):
        if not x.shape[at]:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input "
                f"has sizes {list(x.shape)} with dimension {at} being empty"
            )
    if mode == "bicubic" and x.ndim == 5:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    if x.dtype is not grid.dtype:
        raise RuntimeError(f"expected scalar type {shown(x.dtype)} but found {shown(grid.dtype)}")
    shape = (*x.shape[:2], *grid.shape[1:-1])
    if not math.prod(shape):
        return ivy.zeros(shape, dtype=x.dtype.core)
    return ivy.grid_sample(
        x, grid, mode=mode, padding_mode=padding_mode, align_corners=align_corners
    )


@torch_function
def affine_grid(theta: TensorLike, size, align_corners: bool | None = None) -> Tensor:
    """Return the points of images that are transformed, for ``grid_sample``.

    Parameters
    ----------
    theta : Tensor, shape (N, 2, 3) or (N, 3, 4)
        Affine matrices.
    size : sequence of int
        Shape of the images, (N, C, H, W) or (N, C, D, H, W).

    Raises
    ------
    ValueError, NotImplementedError
        If shapes do not fit.
    """
    if align_corners is None:
        warnings.warn(_CORNERS, stacklevel=5)
        align_corners = False
    told, size = str(size), tuple(size)
    if not theta.dtype.is_floating_point:
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {told}."
        )
    dims = len(size) - 2
    if theta.ndim != 3 or tuple(theta.shape[-2:]) != (dims, dims + 1):
        raise ValueError(
            f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size "
            f"{told}. Got {theta.shape}."
        )
    if align_corners and min(size[2:]) == 1:
        warnings.warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
            "align_corners=True. This is not an intended use case of affine_grid. See the "
            "documentation of affine_grid for details.",
            stacklevel=5,
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {told}")
    return ivy.affine_grid(theta, size, align_corners=align_corners)


@torch_function
def pixel_shuffle(input: TensorLike, upscale_factor: int) -> Tensor:
    """Move channels into space: (*, C * r * r, H, W) becomes (*, C, H * r, W * r).

    Raises: RuntimeError if the channels are not divisible by the square of the factor.

    References
    ----------
    Shi et al., Real-Time Single Image and Video Super-Resolution (2016); PyTorch documentation,
    torch.nn.functional.pixel_shuffle.
    """
    r = upscale_factor
    _check_pixels(input, "pixel_shuffle", "upscale_factor", r)
    *lead, channels, high, wide = input.shape
    if channels % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    n, rest = len(lead), channels // (r * r)
    parts = ivy.reshape(input, (*lead, rest, r, r, high, wide))
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return ivy.reshape(ivy.permute_dims(parts, order), (*lead, rest, high * r, wide * r))


def _check_pixels(x: Tensor, name: str, option: str, factor: int) -> None:
    if x.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {x.ndim} "
            "dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {option}, but got {factor}")


@torch_function
def pixel_unshuffle(input: TensorLike, downscale_factor: int) -> Tensor:
    """Move space into channels: (*, C, H * r, W * r) becomes (*, C * r * r, H, W).

    Raises: RuntimeError if the lengths are not divisible by the factor.
    """
    r = downscale_factor
    _check_pixels(input, "pixel_unshuffle", "downscale_factor", r)
    *lead, channels, high, wide = input.shape
    for name, at, size in (("height", -2, high), ("width", -1, wide)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({at})={size} is not divisible by {r}"
            )
    n = len(lead)
    parts = ivy.reshape(input, (*lead, channels, high // r, r, wide // r, r))
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    shape = (*lead, channels * r * r, high // r, wide // r)
    return ivy.reshape(ivy.permute_dims(parts, order), shape)


@torch_function
def channel_shuffle(input: TensorLike, groups: int) -> Tensor:
    """Take channels from each group in turn.

    Raises: RuntimeError if the channels are not divisible by the groups.
    """
    if input.ndim <= 2:
        raise RuntimeError(
            "channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input.shape)}"
        )
    channels = input.shape[1]
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and {groups} "
            "groups."
        )
    parts = ivy.reshape(input, (input.shape[0], groups, channels // groups, *input.shape[2:]))
    return ivy.reshape(ivy.swapaxes(parts, 1, 2), tuple(input.shape))


native_channel_shuffle = declare_alias("native_channel_shuffle", channel_shuffle)


# patches


def _options_as_pairs(name: str, **options) -> list[tuple[int, ...]]:
    return [each_of(value, 2, option, name) for option, value in options.items()]


def _count_blocks(sizes, kernel, dilation, padding, stride) -> list[int]:
    return [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, d, p, s in zip(sizes, kernel, dilation, padding, stride, strict=True)
    ]


def _check_block_options(kernel, dilation, padding, stride) -> None:
    for what, values, least in (
        ("kernel size", kernel, 1),
        ("dilation", dilation, 1),
        ("stride", stride, 1),
    ):
        if min(values) < least:
            h, w = values
            names = what.replace(" ", "_")
            raise RuntimeError(
                f"{what} should be greater than zero, but got {names}_height: {h} {names}_width: "
                f"{w}"
            )
    if min(padding) < 0:
        h, w = padding
        raise RuntimeError(
            f"padding should be non-negative, but got pad_height: {h} pad_width: {w}"
        )


@torch_function
def unfold(input: TensorLike, kernel_size, dilation=1, padding=0, stride=1) -> Tensor:
    """Lay out the patches of images as the columns of matrices.

    Returns: Tensor, shape (N, C * prod(kernel_size), L)

    Raises: RuntimeError if the patches do not fit.
    """
    kernel, dilation, padding, stride = _options_as_pairs(
        "unfold", kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride
    )
    _check_block_options(kernel, dilation, padding, stride)
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {list(input.shape)}"
        )
    sizes = tuple(input.shape[-2:])
    counts = _count_blocks(sizes, kernel, dilation, padding, stride)
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size {sizes}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, calculated shape of the array of sliding blocks as "
            f"{tuple(counts)}, but its components must be at least one."
        )
    if not input.shape.numel():
        rows = input.shape[-3] * math.prod(kernel)
        return ivy.zeros((0, rows, math.prod(counts)), dtype=input.dtype.core)
    return ivy.im2col(input, kernel, dilation=dilation, padding=padding, stride=stride)


@torch_function
def fold(input: TensorLike, output_size, kernel_size, dilation=1, padding=0, stride=1) -> Tensor:
    """Put the columns of matrices back as patches of images; where they overlap, they are summed.

    Parameters
    ----------
    input : Tensor, shape (N, C * prod(kernel_size), L) or without N

    Raises: RuntimeError if the patches do not fit.
    """
    sizes, kernel, dilation, padding, stride = _options_as_pairs(
        "fold", output_size=output_size, kernel_size=kernel_size, dilation=dilation,
        padding=padding, stride=stride,
    )  # fmt: skip
    _check_block_options(kernel, dilation, padding, stride)
    if input.ndim not in (2, 3) or 0 in input.shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(input.shape)}"
        )
    rows, columns = input.shape[-2:]
    if rows % math.prod(kernel):
        raise RuntimeError(
            f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={rows} and kernel_size={kernel}."
        )
    high, wide = _count_blocks(sizes, kernel, dilation, padding, stride)
    if high * wide != columns or min(high, wide) < 1:
        raise RuntimeError(
            f"Given output_size={sizes}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, stride={stride}, expected size of input's dimension 2 to match "
            f"the calculated number of sliding blocks {high} * {wide} = {high * wide}, but got "
            f"input.size(2)={columns}."
        )
    if not input.shape.numel():
        return ivy.zeros((0, rows // math.prod(kernel), *sizes), dtype=input.dtype.core)
    return ivy.col2im(input, sizes, kernel, dilation=dilation, padding=padding, stride=stride)


__all__ = [
    "affine_grid", "channel_shuffle", "fold", "grid_sample", "native_channel_shuffle",
    "pixel_shuffle", "pixel_unshuffle", "sampled", "unfold",
]  # fmt: skip
