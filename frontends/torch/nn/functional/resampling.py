"""Images in other sizes."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast
from frontends.torch.tensors.tensor import Tensor

from .declaring import require_kind

TensorLike = Number = Any
_DIMS = {"linear": 1, "bilinear": 2, "bicubic": 2, "lanczos": 2, "trilinear": 3}
_ANY = ("nearest", "nearest-exact", "area")


@torch_function
def interpolate(
    input: TensorLike,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """Resample the spatial dimensions to other lengths.

    Parameters
    ----------
    input : Tensor, shape (N, C, *spatial)
        Of one to three spatial dimensions.
    size : int or tuple of int, optional
        The new lengths.
    scale_factor : float or tuple of float, optional
        Or these, as multiples of the old ones.
    mode : {'nearest', 'nearest-exact', 'linear', 'bilinear', 'bicubic', 'trilinear', 'area'}
    align_corners : bool, optional
        Whether the centers of the outermost elements stay where they are.
    recompute_scale_factor : bool, optional
        Whether the lengths' true ratio is used.
    antialias : bool
        Whether each new element is made of all that it covers.

    Raises
    ------
    ValueError, NotImplementedError
        If options do not fit each other, or the tensor.
    """
    return resampled(
        input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias
    )


def resampled(x, size, scale_factor, mode, align_corners, recompute, antialias=False) -> Tensor:
    """Compute :func:`interpolate`, for it and its like under other names."""
    lengths, factors = _check_resize_options(
        x, size, scale_factor, mode, align_corners, recompute, antialias
    )
    if lengths is None:
        goal = [math.floor(n * f) for n, f in zip(x.shape[2:], factors, strict=True)]
    else:
        goal = [int(n) for n in lengths]
    _check_sizes(x, goal)
    is_copied = mode in ("nearest", "nearest-exact")
    is_uint8 = x.dtype.name == "uint8"
    takes = x.dtype.kind == "f" or is_uint8 and (is_copied or x.ndim == 4)
    require_kind(x.dtype, f"compute_indices_weights_{mode}", takes)
    if not x.shape.numel():
        return ivy.zeros((*x.shape[:2], *goal), dtype=x.dtype.core)
    if is_uint8 and mode in _SUPPORT:
        return _resampled_bytes(x, goal, factors, mode, bool(align_corners), antialias)
    found = ivy.interpolate(
        ivy.astype(x, "float32") if is_uint8 and not is_copied else x,
        None if lengths is None else goal,
        mode=mode.replace("-", "_"),
        scale_factor=None if lengths is not None else [float(f) for f in factors],
        align_corners=bool(align_corners),
        antialias=antialias,
    )
    if is_uint8 and not is_copied:
        found = ivy.round(ivy.clip(found, 0.0, 255.0))
    return cast(found, x.dtype)


_SUPPORT = {"bilinear": 2, "bicubic": 4}  # taps, of an image that is not made smaller


def _resampled_bytes(x: Tensor, goal, factors, mode: str, align_corners: bool, antialias: bool):
    """Resample images of uint8, shape (N, C, height, width), as PyTorch does: in integers.

    Rows first, then columns, each rounded to uint8; the weights are multiples of a power of 1/2.
    """
    for axis in (3, 2):
        length, wanted = x.shape[axis], goal[axis - 2]
        factor = None if factors is None else float(factors[axis - 2])
        weights = _weights(length, wanted, factor, mode, align_corners, antialias)
        bits = 0
        while bits < 22 and int(0.5 + weights.max() * 2.0 ** (bits + 1)) < 2**15:
            bits += 1
        whole = np.trunc(weights * 2.0**bits + np.where(weights < 0, -0.5, 0.5))
        table = ivy.asarray(whole if axis == 2 else whole.T)
        values = ivy.astype(x, "float64")  # it holds these whole numbers exactly
        total = ivy.matmul(table, values) if axis == 2 else ivy.matmul(values, table)
        total = ivy.floor((total + 2.0 ** (bits - 1)) / 2.0**bits)
        x = ivy.astype(ivy.clip(total, 0.0, 255.0), "uint8")
    return x


def _weights(length, wanted, factor, mode: str, align_corners: bool, antialias: bool) -> np.ndarray:
    """Return the share of each element in each new one, shape (wanted, length)."""
    if align_corners:
        scale = (length - 1) / (wanted - 1) if wanted > 1 else 0.0
    else:
        scale = 1.0 / factor if factor is not None and factor > 0 else length / wanted
    taps, found = _SUPPORT[mode], np.zeros((wanted, length))
    share = _linear_share if mode == "bilinear" else _cubic_share
    for i in range(wanted):
        if antialias:
            wide = max(scale, 1.0)
            center, reach = scale * (i + 0.5), taps * 0.5 * wide
            first, end = max(int(center - reach + 0.5), 0), min(int(center + reach + 0.5), length)
            at = np.arange(first, end)
            row = share((at - center + 0.5) / wide, -0.5)
            row = row / row.sum()
        else:
            place = scale * i if align_corners else scale * (i + 0.5) - 0.5
            place = max(place, 0.0) if taps == 2 else place
            whole = min(math.floor(place), length - 1)
            rest = min(max(place - whole, 0.0), 1.0)
            steps = np.arange(1 - taps // 2, taps // 2 + 1)
            at, row = np.clip(whole + steps, 0, length - 1), share(steps - rest, -0.75)
        np.add.at(found[i], at, row)
    return found


def _linear_share(distance: np.ndarray, a: float) -> np.ndarray:
    return np.maximum(1.0 - np.abs(distance), 0.0)


def _cubic_share(distance: np.ndarray, a: float) -> np.ndarray:
    """Return Keys' cubic convolution kernel of parameter ``a``."""
    x = np.abs(distance)
    near = ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    far = (((x - 5.0) * x + 8.0) * x - 4.0) * a
    return np.where(x < 1.0, near, np.where(x < 2.0, far, 0.0))


def _check_resize_options(x: Tensor, size, scale_factor, mode, align_corners, recompute, antialias):
    """Return the new lengths or None, and the factors or None, once the options fit."""
    if mode in _ANY and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | "
            "bilinear | bicubic | trilinear"
        )
    lengths, factors = _lengths_or_factors(x, x.ndim - 2, size, scale_factor)
    if recompute and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if (mode == "area" and lengths is None) or recompute:
        lengths = [int(n * f) for n, f in zip(x.shape[2:], factors, strict=True)]
        factors = None
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and x.ndim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires "
            "a 4-D tensor as input"
        )
    _check_mode(x, mode)
    if mode == "lanczos":
        raise NotImplementedError("interpolate: mode 'lanczos' exists in real PyTorch alone")
    return lengths, factors


def _lengths_or_factors(x: Tensor, dims: int, size, scale_factor):
    """Return (new lengths, None) or (None, factors), by the option that is given; else raise."""
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if size is not None:
        if not isinstance(size, (list, tuple)):
            return [size] * dims, None
        if len(size) != dims:
            raise ValueError(
                "Input and output must have the same number of spatial dimensions, but got input "
                f"with spatial dimensions of {list(x.shape[2:])} and output size of {size}. Please "
                "provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, "
                "...,oK) format."
            )
        if not all(hasattr(n, "__index__") for n in size):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, "
                f"int, int], but got size with types {[type(n) for n in size]}"
            )
        return list(size), None
    if not isinstance(scale_factor, (list, tuple)):
        return None, [scale_factor] * dims
    if len(scale_factor) != dims:
        raise ValueError(
            "Input and scale_factor must have the same number of spatial dimensions, but got input "
            f"with spatial dimensions of {list(x.shape[2:])} and scale_factor of shape "
            f"{scale_factor}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            "scale_factor in (s1, s2, ...,sK) format."
        )
    return None, list(scale_factor)


def _check_mode(x: Tensor, mode: str) -> None:
    dims = x.ndim - 2
    wanted = _DIMS.get(mode)
    if 1 <= dims <= 3 and (mode in _ANY or wanted == dims):
        return
    if 1 <= dims <= 3 and wanted is not None and mode in ("linear", "bilinear", "trilinear"):
        raise NotImplementedError(f"Got {x.ndim}D input, but {mode} mode needs {wanted + 2}D input")
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {x.ndim}D) for the modes: "
        "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got "
        f"{mode})"
    )


def _check_sizes(x: Tensor, goal) -> None:
    """Raise RuntimeError if a spatial size of ``x`` or of ``goal`` is not positive."""
    if min(goal) > 0 and min(x.shape[2:]) > 0:
        return
    axes = ("D", "H", "W")[-len(goal) :]
    before, after = (
        ", ".join(f"{axis}: {n}" for axis, n in zip(axes, sizes, strict=True))
        for sizes in (x.shape[2:], goal)
    )
    raise RuntimeError(
        f"Input and output sizes should be greater than 0, but got input ({before}) output "
        f"({after})"
    )


def _warn_deprecated(name: str) -> None:
    warnings.warn(
        f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=6,
    )


@torch_function
def upsample(
    input: TensorLike,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """Resample the spatial dimensions to other lengths, with a warning: use ``interpolate``."""
    _warn_deprecated("upsample")
    return resampled(input, size, scale_factor, mode, align_corners, None)


@torch_function
def upsample_nearest(input: TensorLike, size=None, scale_factor=None) -> Tensor:
    """Resample by copies of the nearest elements, with a warning: use ``interpolate``."""
    _warn_deprecated("upsample_nearest")
    return resampled(input, size, scale_factor, "nearest", None, None)


@torch_function
def upsample_bilinear(input: TensorLike, size=None, scale_factor=None) -> Tensor:
    """Resample images linearly, corners aligned, with a warning: use ``interpolate``."""
    _warn_deprecated("upsample_bilinear")
    return resampled(input, size, scale_factor, "bilinear", True, None)


__all__ = ["interpolate", "resampled", "upsample", "upsample_bilinear", "upsample_nearest"]
