"""Helpers that formulas share: conjugates, masks, sums spread over axes."""

from __future__ import annotations

import functools
import math

from frontends.torch.policy import REPEATED_ELEMENTS
from frontends.torch.tensors.dtypes import of_native
from frontends.torch.tensors.tensor import Tensor, ivy
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for, backend_of_class

from ..tape import boxed

_complex: dict = {}


def is_complex(x) -> bool:
    """Return whether an argument is a tensor of complex numbers."""
    if isinstance(x, Tensor):
        native_dtype = held(x).dtype
    elif hasattr(x, "native_dtype"):
        native_dtype = x.native_dtype
    else:
        return type(x) is complex
    found = _complex.get(native_dtype)
    if found is None:
        found = _complex[native_dtype] = of_native(native_dtype).is_complex
    return found


def conj(x):
    """Return the conjugate of a tensor or number; itself where it is real."""
    if not is_complex(x):
        return x
    return ivy.conj(x) if isinstance(x, Tensor) else x.conjugate()


@functools.lru_cache(maxsize=128)
def _cached_native_ones(backend: str, shape: tuple, dtype: str):
    """Return native ones of the current backend; ``backend`` is only a part of the cache's key."""
    return held(ivy.ones(shape, dtype=dtype))


def transposed(x: Tensor) -> Tensor:
    """Return a tensor whose last two axes are exchanged; not as a view, which has to be read."""
    return boxed(held(ivy.swapaxes(x, -1, -2)))


def conjugate_transpose(x):
    """Return the conjugate transpose of the last two axes."""
    return conj(transposed(x))


def expanded(grad: Tensor, shape: tuple) -> Tensor:
    """Return a gradient repeated to a shape that it broadcasts to, on memory of its own."""
    native = held(grad)
    if tuple(native.shape) == shape:
        return grad
    ops = backend_of_class(type(native)) or backend_for(native)
    if math.prod(shape) <= REPEATED_ELEMENTS and not ops.is_tracer(native):
        # a product with ones that are kept: a view would have to be read element by element later
        return ivy.multiply(
            grad, boxed(_cached_native_ones(ops.NAME, shape, str(ops.ivy_dtype(native.dtype))))
        )
    return boxed(ops.implementations["broadcast_to"](native, shape))


def dims_of(dim, ndim: int) -> tuple[int, ...]:
    """Return the axes that an argument ``dim`` names, counted from 0; None and () are all."""
    if dim is None or dim == () or dim == [] or not ndim:
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    return tuple(sorted(d % ndim if ndim else 0 for d in dims))


def unreduced(grad: Tensor, shape: tuple, dim, keepdim: bool) -> Tensor:
    """Return the gradient of a sum, repeated over the axes that were summed."""
    if not keepdim and shape:
        kept = list(shape)
        for d in dims_of(dim, len(shape)):
            kept[d] = 1
        given = tuple(held(grad).shape)
        if tuple(kept) != given and (given or math.prod(kept) != 1):  # a scalar broadcasts anyway
            grad = ivy.reshape(grad, tuple(kept))
    return expanded(grad, shape)


def count_of(shape: tuple, dim) -> int:
    """Count the elements that are reduced to one."""
    return math.prod([shape[d] for d in dims_of(dim, len(shape))])


def masked(grad: Tensor, mask: Tensor) -> Tensor:
    """Return a gradient where a mask is true, zeros elsewhere."""
    return ivy.where(mask, grad, 0)


__all__ = [
    "conj", "conjugate_transpose", "count_of", "dims_of", "expanded", "is_complex", "masked",
    "transposed", "unreduced",
]  # fmt: skip
