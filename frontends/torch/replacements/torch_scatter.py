"""Operators of torch_scatter: reductions over groups of elements that an index names.

References
----------
torch_scatter documentation, "Scatter", "Segment COO", "Segment CSR".
"""

from __future__ import annotations

import functools

import frontends.torch as torch


def cuda_version() -> int:
    """Return -1: nothing is compiled for CUDA."""
    return -1


def _reduce(name: str, src, index, dim: int, out, size: int):
    """Reduce the elements of each group along a dimension; `index`, of src's shape, names groups.

    With 'min' and 'max' a second result says which element each is, src's length without one.

    Parameters
    ----------
    name : {'sum', 'mean', 'mul', 'min', 'max'}
    out : Tensor or None
        What is reduced with the elements, and then holds the result.
    size : int
        How many groups there are, unless `out` says it.
    """
    shape = list(src.shape)
    shape[dim] = size if out is None else out.size(dim)
    if name in ("min", "max"):
        return _extremes(name, src, index, dim, out, shape)
    if out is None:
        base = src.new_ones(shape) if name == "mul" else src.new_zeros(shape)
    else:
        base = out.detach()
    if name == "mul":
        src = src.masked_fill(src == 0, 0)  # which have no gradient in torch_scatter
        found = base.scatter_reduce(dim, index, src, "prod")
    else:
        found = base.scatter_add(dim, index, src)
    if name == "mean":
        count = torch.zeros_like(base).scatter_add(dim, index, torch.ones_like(src)).clamp(min=1)
        found = (
            found / count if found.is_floating_point() else found.div(count, rounding_mode="trunc")
        )
    return found if out is None else out.copy_(found)


def _extremes(name: str, src, index, dim: int, out, shape: list[int]):
    """Return the least or greatest element of each group, 0 without one, and which it is."""
    length, values = src.size(dim), src.detach()
    if out is None:
        info = torch.finfo if src.is_floating_point() else torch.iinfo
        base = src.new_full(shape, getattr(info(src.dtype), "max" if name == "min" else "min"))
    else:
        base = out.detach()
    best = base.scatter_reduce(dim, index, values, f"a{name}")
    is_best = (values == best.gather(dim, index)) & (values != base.gather(dim, index))
    places = torch.arange(length, device=src.device).view(-1, *[1] * (src.dim() - dim - 1))
    places = torch.where(is_best, places, length)
    at = index.new_full(shape, length).scatter_reduce(dim, index, places, "amin")
    if src.numel() == 0:
        return (base.zero_() if out is None else out), at
    default = torch.zeros_like(base) if out is None else base
    found = torch.where(at < length, src.gather(dim, at.clamp(max=length - 1)), default)
    return (found if out is None else out.copy_(found)), at


def _scatter(name: str, src, index, dim: int, out=None, dim_size: int | None = None):
    """Reduce the elements of groups that are named in any order."""
    dim += src.dim() if dim < 0 else 0
    if index.dim() == 1:
        index = index.view(*[1] * dim, -1)
    index = index.view(*index.shape, *[1] * (src.dim() - index.dim())).expand(src.shape)
    size = dim_size if dim_size is not None else int(index.max()) + 1 if index.numel() else 0
    return _reduce(name, src, index, dim, out, size)


def _expand_over(src, index):
    """Return an index along its last dimension, expanded to the shape of `src`."""
    index = index.expand(*src.shape[: index.dim() - 1], index.size(-1))
    shape = *index.shape, *src.shape[index.dim() :]
    return index.view(*index.shape, *[1] * (src.dim() - index.dim())).expand(shape)


def _segment_coo(name: str, src, index, out=None, dim_size: int | None = None):
    """Reduce the elements of groups that are named in rising order along the index's last axis."""
    index, dim = _expand_over(src, index), index.dim() - 1
    size = dim_size if dim_size is not None else int(index.max()) + 1 if index.numel() else 0
    return _reduce(name, src, index, dim, out, size)


def _groups_of(indptr, length: int):
    """Return the group of each of `length` elements: group i begins at ``indptr[..., i]``.

    Elements behind all groups have one more; those before all the same.
    """
    count = indptr.size(-1) - 1
    at = torch.arange(length, device=indptr.device).expand(*indptr.shape[:-1], length).contiguous()
    groups = torch.searchsorted(indptr.contiguous(), at, right=True) - 1
    return groups.masked_fill(groups < 0, count)


def _segment_csr(name: str, src, indptr, out=None):
    """Reduce the elements between the bounds that `indptr` has along its last dimension."""
    dim, count = indptr.dim() - 1, indptr.size(-1) - 1
    indptr = indptr.expand(*src.shape[:dim], indptr.size(-1))
    index = _expand_over(src, _groups_of(indptr, src.size(dim)))
    found = _reduce(name, src, index, dim, None, count + 1)
    several = found if isinstance(found, tuple) else (found,)
    several = [each.narrow(dim, 0, count) for each in several]
    if out is not None:
        several[0] = out.copy_(several[0])
    return tuple(several) if isinstance(found, tuple) else several[0]


def gather_coo(src, index, out=None):
    """Return the value of each element's group, which `index` names along its last dimension."""
    found = src.gather(index.dim() - 1, _expand_over(src, index))
    return found if out is None else out.copy_(found)


def gather_csr(src, indptr, out=None):
    """Return the value of each element's group, the bounds of which are in `indptr`."""
    dim = indptr.dim() - 1
    length = int(indptr.flatten()[-1]) if src.numel() else 0
    indptr = indptr.expand(*src.shape[:dim], indptr.size(-1))
    found = src.gather(dim, _expand_over(src, _groups_of(indptr, length)))
    return found if out is None else out.copy_(found)


scatter_sum, scatter_mean, scatter_mul, scatter_min, scatter_max = (
    functools.partial(_scatter, name) for name in ("sum", "mean", "mul", "min", "max")
)
segment_sum_coo, segment_mean_coo, segment_min_coo, segment_max_coo = (
    functools.partial(_segment_coo, name) for name in ("sum", "mean", "min", "max")
)
segment_sum_csr, segment_mean_csr, segment_min_csr, segment_max_csr = (
    functools.partial(_segment_csr, name) for name in ("sum", "mean", "min", "max")
)

__all__ = [
    "cuda_version", "gather_coo", "gather_csr", "scatter_max", "scatter_mean", "scatter_min",
    "scatter_mul", "scatter_sum", "segment_max_coo", "segment_max_csr", "segment_mean_coo",
    "segment_mean_csr", "segment_min_coo", "segment_min_csr", "segment_sum_coo", "segment_sum_csr",
]  # fmt: skip
