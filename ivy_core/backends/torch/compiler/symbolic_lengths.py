"""Lengths of a recorded operation's axes that are known only when the program runs.

A tensor that shows a slice between bounds that only the program knows has the slice's length when
the program comes to it. While it is recorded a fake tensor stands for it that is as long as the
whole axis, and `Value.lengths` says which of its axes are such, and what is known of how long they
are. An operation takes part whose result has lengths that follow from those of its operands; of
any other, which may have been told the length of the fake, nothing can be recorded.
"""

from __future__ import annotations

import torch

from ..runtime.internals import schema_of

aten = torch.ops.aten


class Unfollowed(BaseException):
    """The lengths of an operation's result do not follow from those of its operands.

    No Exception, so that no error boundary on the way takes it for an error of the user's.
    """


_LIKE_FIRST = {
    aten._to_copy.default, aten.zeros_like.default, aten.ones_like.default,
    aten.full_like.default, aten.empty_like.default, aten.cumsum.default, aten.cumprod.default,
    aten.flip.default, aten.alias.default, aten.detach.default, aten.view_as_complex.default,
}  # fmt: skip
_REDUCTIONS = {
    aten.sum.default, aten.sum.dim_IntList, aten.nansum.default, aten.prod.default,
    aten.prod.dim_int, aten.amax.default, aten.amin.default, aten.max.default, aten.min.default,
    aten.any.default, aten.any.dim, aten.any.dims, aten.all.default, aten.all.dim, aten.all.dims,
    aten.argmax.default, aten.argmin.default, aten.count_nonzero.default,
    aten.count_nonzero.dim_IntList, aten.linalg_vector_norm.default,
}  # fmt: skip
_BROADCAST = {aten.copy_.default, aten.floor_divide.default, aten.where.self}


def lengths_of(tensor) -> dict:
    """Look up the symbolic lengths of a fake tensor's axes: {axis: length}."""
    known = getattr(tensor, "_ivy", None)
    return known.lengths if known is not None else {}


def followed(func, args, kwargs, tensors) -> dict:
    """Return the lengths of what an operation gives of some tensors, as :func:`lengths_of` does.

    Raises
    ------
    Unfollowed
        If they do not follow from those of the tensors.
    """
    if torch.Tag.pointwise in func.tags or func in _BROADCAST:
        found = _lengths_of_broadcast(tensors)
        if (
            "out" in kwargs
            or schema_of(func).is_mutable
            and found.keys() != lengths_of(tensors[0]).keys()
        ):
            raise Unfollowed(str(func))
        return found
    names = [argument.name for argument in schema_of(func).arguments]
    given = dict(zip(names, args, strict=False)) | kwargs
    first = tensors[0]
    lengths, ndim = lengths_of(first), first.ndim
    if func in _LIKE_FIRST:
        return lengths
    if func in _REDUCTIONS:
        return _lengths_of_reduction(lengths, ndim, given)
    if func is aten.permute.default:
        dims = [dim % ndim for dim in given["dims"]]
        return {at: lengths[dim] for at, dim in enumerate(dims) if dim in lengths}
    if func in (aten.t.default, aten.transpose.int):
        a, b = (0, ndim - 1) if func is aten.t.default else (given["dim0"], given["dim1"])
        swapped = {a % ndim: b % ndim, b % ndim: a % ndim} if ndim > 1 else {}
        return {swapped.get(axis, axis): length for axis, length in lengths.items()}
    if func is aten.unsqueeze.default:
        at = given["dim"] % (ndim + 1)
        return {axis + (axis >= at): length for axis, length in lengths.items()}
    if func is aten.select.int and given["dim"] % ndim not in lengths:
        at = given["dim"] % ndim
        return {axis - (axis > at): length for axis, length in lengths.items()}
    if func in (aten.mm.default, aten.mv.default, aten.dot.default, aten.vdot.default):
        return _lengths_of_matmul(*tensors)
    raise Unfollowed(str(func))


def _lengths_of_broadcast(tensors) -> dict:
    """Return {axis: symbolic length} of broadcast tensors; raise beside an axis of known length."""
    ndim = max(tensor.ndim for tensor in tensors)
    found: dict = {}
    for tensor in tensors:
        for axis, length in lengths_of(tensor).items():
            at = axis + ndim - tensor.ndim
            # two lengths that may differ give one of which nothing is known
            found[at] = length if found.get(at, length) == length else object()
    for tensor in tensors:
        for axis, size in enumerate(tensor.shape):
            if axis + ndim - tensor.ndim in found and size != 1 and axis not in lengths_of(tensor):
                raise Unfollowed("an axis of known length beside one of unknown length")
    return found


def _lengths_of_reduction(lengths: dict, ndim: int, kwargs: dict) -> dict:
    """Return {axis: symbolic length} of a reduction's result."""
    axes = kwargs.get("dim")
    axes = range(ndim) if _means_all_axes(axes) else [axes] if type(axes) is int else axes
    axes = {axis % ndim for axis in axes}
    kept = [axis for axis in range(ndim) if kwargs.get("keepdim") or axis not in axes]
    return {at: lengths[a] for at, a in enumerate(kept) if a in lengths and a not in axes}


def _means_all_axes(axes) -> bool:
    """Return whether a reduction's ``dim`` stands for all axes."""
    return axes is None or isinstance(axes, (list, tuple)) and not axes


def _lengths_of_matmul(a, b) -> dict:
    """Return {axis: symbolic length} of a product; raise if only one contracted axis has one."""
    left, right = lengths_of(a), lengths_of(b)
    if (a.ndim - 1 in left) != (0 in right):
        raise Unfollowed("an axis of known length beside one of unknown length")
    found = {0: left[0]} if a.ndim == 2 and 0 in left else {}
    if b.ndim == 2 and 1 in right:
        found[a.ndim - 1] = right[1]
    return found


def inserted_axes(before, after) -> list[int] | None:
    """Return the axes of length 1 of a shape that another has not got.

    None if the shapes differ in more than that.
    """
    indices, at = [], 0
    for index, size in enumerate(after):
        if at < len(before) and before[at] == size:
            at += 1
        elif size == 1:
            indices.append(index)
        else:
            return None
    return indices if at == len(before) else None
