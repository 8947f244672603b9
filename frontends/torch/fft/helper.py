"""Frequencies of transforms, and their order."""

from __future__ import annotations

from typing import Any

from ..dispatch.func_wrapper import ivy, published, torch_function, torch_name
from ..operations.creation import Creation
from ..operations.reductions import axes_of
from ..tensors.dtypes import dtype as torch_dtype
from ..tensors.dtypes import get_default_dtype
from ..tensors.tensor import Tensor

TensorLike = Number = Any


def _declare_creation(body):
    """Return the public function of a body that makes a tensor without gradient."""
    return published(Creation(body, torch_name(body), differentiable=False), None, body)


@_declare_creation
def fftfreq(n: int, d: float = 1.0, *, out=None, dtype=None) -> Tensor:
    """Return the frequencies of the elements of a transform: zero, positive, negative ones.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float
        Distance of the samples.

    >>> torch.fft.fftfreq(4).tolist()
    [0.0, 0.25, -0.5, -0.25]
    """
    kind = dtype or get_default_dtype()
    indices = [i if i < (n + 1) // 2 else i - n for i in range(n)]
    return _scale_indices(indices, n, d, kind)


@_declare_creation
def rfftfreq(n: int, d: float = 1.0, *, out=None, dtype=None) -> Tensor:
    """Return the frequencies of the elements of a transform of real values."""
    return _scale_indices(list(range(n // 2 + 1)), n, d, dtype or get_default_dtype())


def _scale_indices(indices: list[int], n: int, d: float, kind: torch_dtype) -> Tensor:
    """``indices / (n * d)`` as a tensor; zeros if ``n`` is 0."""
    step = 1.0 / (n * d) if n else 0.0
    return ivy.astype(ivy.asarray([p * step for p in indices], dtype="float64"), kind.core)


@torch_function
def fftshift(input: TensorLike, dim=None) -> Tensor:
    """Move the element of frequency zero to the middle of dimensions."""
    return ivy.fftshift(input, axes=axes_of(dim, input.ndim)) if input.ndim else input * 1


@torch_function
def ifftshift(input: TensorLike, dim=None) -> Tensor:
    """Undo :func:`fftshift`."""
    return ivy.ifftshift(input, axes=axes_of(dim, input.ndim)) if input.ndim else input * 1


__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]
