"""Fourier transforms along one or several dimensions."""

from __future__ import annotations

from typing import Any

from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..operations.views import wrapped
from ..tensors.dtypes import get_default_dtype
from ..tensors.tensor import Tensor

TensorLike = Number = Any
_INVERSE = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def _norm_or_default(norm: str | None) -> str:
    """Return ``norm``, "backward" for None; raise RuntimeError for an unknown one."""
    if norm is None:
        return "backward"
    if norm not in _INVERSE:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    return norm


def _cast_to_float(x: Tensor, name: str, only_real: bool = False) -> Tensor:
    """Return integers in the default float type; refuse 16 bits, and complex if ``only_real``."""
    kind = x.dtype
    if only_real and kind.is_complex:
        raise RuntimeError(f"{name} expects a real input tensor, but got {shown(kind)}")
    if kind.itemsize == 2 and kind.is_floating_point:
        raise RuntimeError(f"Unsupported dtype {shown(kind)}")
    return x if kind.is_floating_point or kind.is_complex else cast(x, get_default_dtype())


def _cast_to_complex(x: Tensor) -> Tensor:
    return cast(x, x.dtype.to_complex())


def _checked_axis(x: Tensor, dim: int, n: int | None) -> int:
    """Return ``dim`` counted from 0; refuse a 0-d tensor, or fewer than one point (``n``)."""
    at = wrapped(dim, x.ndim)
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    count = x.shape[at] if n is None else n
    if count < 1:
        raise RuntimeError(f"Invalid number of data points ({count}) specified")
    return at


def _declare_1d_transform(name: str, doc: str, only_real: bool = False, gives_real: bool = False):
    """Declare a transform along one dimension."""

    def body(
        input: TensorLike, n: int | None = None, dim: int = -1, norm: str | None = None, *, out=None
    ) -> Tensor:
        x = _cast_to_float(input, name, only_real)
        wide = x.dtype
        count = n
        if n is None and gives_real and x.ndim > 0:
            count = 2 * (x.shape[wrapped(dim, x.ndim)] - 1)
        at = _checked_axis(x, dim, count)
        by = _norm_or_default(norm)
        if not only_real:
            x = _cast_to_complex(x)
        found = getattr(ivy, name)(x, n=n, axis=at, norm=by)
        return cast(found, wide.to_real() if gives_real else wide.to_complex())

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""{doc}

    Parameters
    ----------
    input : Tensor
    n : int, optional
        Length of the transform: the tensor is cut, or zeros are added, at the end.
    dim : int
        The dimension.
    norm : {{'backward', 'ortho', 'forward'}}, optional
        Which direction is divided by ``n``; both by its root for 'ortho'.

    Raises
    ------
    RuntimeError
        If the length or the mode is not allowed.

    References: PyTorch documentation, torch.fft.{name}.
    """
    return torch_function(body)


fft = _declare_1d_transform("fft", "Transform along a dimension.")
ifft = _declare_1d_transform("ifft", "Undo :func:`fft`.")
rfft = _declare_1d_transform(
    "rfft", "Transform real values: the half that is not redundant.", only_real=True
)
irfft = _declare_1d_transform("irfft", "Undo :func:`rfft`: real values.", gives_real=True)
hfft = _declare_1d_transform(
    "hfft", "Transform Hermitian-symmetric values, given by half.", gives_real=True
)
ihfft = _declare_1d_transform("ihfft", "Undo :func:`hfft`.", only_real=True)


def _shape_and_axes(x: Tensor, s, dim, gives_real: bool) -> tuple[list[int], list[int]]:
    """Return (lengths, axes) of a transform by ``s`` and ``dim``; raise if they do not fit."""
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else tuple(dim)
        if dims and not x.ndim:
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
        axes = [wrapped(d, x.ndim) for d in dims]
        if len(set(axes)) != len(axes):
            raise RuntimeError("FFT dims must be unique")
    if s is not None:
        s = (s,) if isinstance(s, int) else tuple(s)
        if dim is not None and len(s) != len(axes):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
        if len(s) > x.ndim:
            raise RuntimeError(
                f"Got shape with {len(s)} values but input tensor only has {x.ndim} dimensions."
            )
        if dim is None:
            axes = list(range(x.ndim - len(s), x.ndim))
    elif dim is None:
        axes = list(range(x.ndim))
    lengths = [x.shape[a] for a in axes]
    if gives_real and axes:
        lengths[-1] = 2 * (lengths[-1] - 1)
    if s is not None:
        lengths = [old if new == -1 else int(new) for old, new in zip(lengths, s, strict=True)]
    for n in lengths:
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return lengths, axes


def _complex_transform(x: Tensor, s, dim, norm, name: str, inverse: bool) -> Tensor:
    """Return ``fftn`` or ``ifftn`` of ``x``, made complex; a copy if there are no axes."""
    x = _cast_to_complex(_cast_to_float(x, name))
    lengths, axes = _shape_and_axes(x, s, dim, False)
    by = _norm_or_default(norm)
    if not axes:
        return x * 1
    found = (ivy.ifftn if inverse else ivy.fftn)(x, s=lengths, axes=axes, norm=by)
    return cast(found, x.dtype)


def _real_to_complex(x: Tensor, s, dim, norm: str, name: str) -> Tensor:
    """Return ``rfftn`` of real ``x``; RuntimeError, for ``name``, if there are no axes."""
    x = _cast_to_float(x, name, only_real=True)
    lengths, axes = _shape_and_axes(x, s, dim, False)
    if not axes:
        raise RuntimeError(f"{name} must transform at least one axis")
    found = ivy.rfftn(x, s=lengths, axes=axes, norm=norm)
    return cast(found, x.dtype.to_complex())


def _checked_irfftn(x: Tensor, s, dim, norm: str, name: str) -> Tensor:
    """Return ``irfftn`` of ``x``, made complex; RuntimeError if there are no axes."""
    x = _cast_to_complex(_cast_to_float(x, name))
    lengths, axes = _shape_and_axes(x, s, dim, True)
    if not axes:
        raise RuntimeError(f"{name} must transform at least one axis")
    found = ivy.irfftn(x, s=lengths, axes=axes, norm=norm)
    return cast(found, x.dtype.to_real())


def _transform_nd(x: Tensor, s, dim, norm, name: str) -> Tensor:
    """Return the transform ``name``, as "rfft2" or "ihfftn"; ``dim`` None: all, or by ``s``."""
    kind = name.rstrip("2n")
    if kind in ("fft", "ifft"):
        return _complex_transform(x, s, dim, norm, name, kind == "ifft")
    by = _norm_or_default(norm)
    if kind == "rfft":
        return _real_to_complex(x, s, dim, by, name)
    if kind == "irfft":
        return _checked_irfftn(x, s, dim, by, name)
    if kind == "hfft":  # the inverse of a transform of real values, turned round
        turned = ivy.conj(x) if x.dtype.is_complex else x
        return _checked_irfftn(turned, s, dim, _INVERSE[by], name)
    return ivy.conj(_real_to_complex(x, s, dim, _INVERSE[by], name))


def _declare_nd_transform(name: str, doc: str):
    """Declare a transform along two dimensions or any number of them."""
    if name.endswith("2"):

        def body(
            input: TensorLike, s=None, dim=(-2, -1), norm: str | None = None, *, out=None
        ) -> Tensor:
            return _transform_nd(input, s, dim, norm, name)

    else:

        def body(
            input: TensorLike, s=None, dim=None, norm: str | None = None, *, out=None
        ) -> Tensor:
            return _transform_nd(input, s, dim, norm, name)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""{doc}

    Parameters
    ----------
    input : Tensor
    s : sequence of int, optional
        Lengths of the transform; -1 leaves one as it is.
    dim : sequence of int, optional
        The dimensions: {"the last two" if name.endswith("2") else "all, or the last of ``s``"}.
    norm : {{'backward', 'ortho', 'forward'}}, optional
        Which direction is divided by the number of elements; both by its root for 'ortho'.

    Raises
    ------
    RuntimeError
        If lengths, dimensions or the mode do not fit.

    References: PyTorch documentation, torch.fft.{name}.
    """
    return torch_function(body)


_DOCS = {
    "fft": "Transform along dimensions.",
    "ifft": "Undo ``fft`` along dimensions.",
    "rfft": "Transform real values, halved along the last dimension.",
    "irfft": "Undo ``rfft`` along dimensions: real values.",
    "hfft": "Transform Hermitian-symmetric values, given by half.",
    "ihfft": "Undo ``hfft`` along dimensions.",
}
fft2, ifft2, rfft2, irfft2, hfft2, ihfft2 = (
    _declare_nd_transform(f"{name}2", doc) for name, doc in _DOCS.items()
)
fftn, ifftn, rfftn, irfftn, hfftn, ihfftn = (
    _declare_nd_transform(f"{name}n", doc) for name, doc in _DOCS.items()
)

__all__ = [
    "fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ihfft", "ihfft2",
    "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn",
]  # fmt: skip
