"""Gradients of what moves elements and computes nothing."""

from __future__ import annotations

import math

from frontends.torch.tensors.tensor import ivy
from ivy_core.backends.holder import held

from ..tape import derivative


@derivative("view", "reshape", "flatten", "unsqueeze", "squeeze", "view_as", "reshape_as",
            "unflatten", "ravel", "_unsafe_view")  # fmt: skip
def view(grad, needs, input, *args, **kwargs):
    shape = tuple(input.shape)
    if args and hasattr(args[0], "is_floating_point") and not hasattr(args[0], "shape"):
        return NotImplemented  # view(dtype): the bits of other numbers
    return (grad if tuple(held(grad).shape) == shape else ivy.reshape(grad, shape), *[None] * 4)


@derivative("transpose", "swapaxes", "swapdims")
def transpose(grad, needs, input, dim0, dim1):
    return (ivy.swapaxes(grad, dim0, dim1) if input.shape else grad), None, None


@derivative("t")
def t(grad, needs, input):
    return ivy.permute_dims(grad, (1, 0)) if len(input.shape) == 2 else grad


@derivative("mT")
def mT(grad, needs, input):
    return ivy.swapaxes(grad, -1, -2)


@derivative("T")
def T(grad, needs, input):
    return ivy.permute_dims(grad, tuple(range(len(input.shape)))[::-1])


@derivative("permute")
def permute(grad, needs, input, *axes, dims=None):
    dims = axes if dims is None else dims
    if len(dims) == 1 and not isinstance(dims[0], int):
        dims = tuple(dims[0])
    count = len(dims)
    back = [0] * count
    for to, at in enumerate(dims):
        back[at % count] = to
    return (ivy.permute_dims(grad, tuple(back)) if count else grad), None


@derivative("expand", "broadcast_to", "expand_as")
def expand(grad, needs, input, *size, **kwargs):
    return (grad, *[None] * 8)  # the engine sums what has been repeated


@derivative("view_as_real")
def view_as_real(grad, needs, input):
    return ivy.complex(grad[..., 0], grad[..., 1])


@derivative("view_as_complex")
def view_as_complex(grad, needs, input):
    return ivy.stack([ivy.real(grad), ivy.imag(grad)], axis=-1)


@derivative("_put_back", saves=("indices",))
def put_back(grad, needs, input, indices, sizes, dims):
    """Differentiate ``max_unpool``: what is put somewhere has the gradient from there.

    So has each of several elements that are put at one index, where the last one is seen.
    """
    lead = tuple(indices.shape)[:-dims]
    flat, at = [ivy.reshape(x, (math.prod(lead), -1)) for x in (grad, indices)]
    found = ivy.take_along_axis(flat, at, -1)
    return ivy.reshape(found, tuple(indices.shape)), None, None, None


@derivative("gather", saves=("index",))
def gather(grad, needs, input, dim, index, *, sparse_grad=False, out=None):
    """Add to zeros what comes from each place."""
    shape, of_index = tuple(input.shape), tuple(index.shape)
    if not math.prod(of_index):
        return ivy.zeros(shape, dtype=ivy.dtype(grad)), *[None] * 4
    if not shape:
        return ivy.reshape(ivy.sum(grad), ()), *[None] * 4
    axis = dim % len(shape)
    if not of_index:
        grad, index, of_index = ivy.reshape(grad, (1,)), ivy.reshape(index, (1,)), (1,)
    if index.dtype.name != "int64":
        index = ivy.astype(index, "int64")
    read = (*of_index[:axis], shape[axis], *of_index[axis + 1 :])
    zeros = ivy.zeros(read, dtype=ivy.dtype(grad))
    found = ivy.put_along_axis(zeros, index, grad, axis, mode="sum")
    if read != shape:  # the index is smaller elsewhere: nothing is read behind it
        behind = [(0, n - m) for n, m in zip(shape, read, strict=True)]
        found = ivy.constant_pad(found, behind)
    return found, *[None] * 4


@derivative("flip")
def flip(grad, needs, input, dims):
    return (ivy.flip(grad, axis=dims) if input.shape else grad), None


@derivative("roll")
def roll(grad, needs, input, shifts, dims=None):
    shape = tuple(input.shape)
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    back = tuple([-n for n in shifts])
    if dims is None or not isinstance(dims, int) and not dims:
        flat = ivy.roll(ivy.reshape(grad, (-1,)), back[0])
        return ivy.reshape(flat, shape), None, None
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    return ivy.roll(grad, back, axis=tuple([d % len(shape) for d in dims])), None, None


@derivative("cat", "concat", "concatenate")
def cat(grad, needs, tensors, dim=0, **kwargs):
    dim = kwargs.get("axis", dim)
    found, at = [], 0
    ndim = len(held(grad).shape)
    for each in tensors:
        shape = tuple(each.shape)
        if shape == (0,):  # PyTorch takes it as no tensor at all
            found.append(_slice_along_dim(grad, 0, 0, 0) if ndim == 1 else None)
            continue
        n = shape[dim]
        found.append(_slice_along_dim(grad, dim, at, at + n))
        at += n
    return found, None


@derivative("stack")
def stack(grad, needs, tensors, dim=0, **kwargs):
    dim = kwargs.get("axis", dim)
    shape = tuple(held(grad).shape)
    without = shape[: dim % len(shape)] + shape[dim % len(shape) + 1 :]
    return [
        ivy.reshape(_slice_along_dim(grad, dim, at, at + 1), without) for at in range(len(tensors))
    ], None


def _slice_along_dim(grad, dim: int, start: int, stop: int):
    index = [slice(None)] * len(held(grad).shape)
    index[dim] = slice(start, stop)
    return ivy.get_item(grad, tuple(index))


@derivative("tril")
def tril(grad, needs, input, diagonal=0):
    return ivy.tril(grad, k=diagonal), None


@derivative("triu")
def triu(grad, needs, input, diagonal=0):
    return ivy.triu(grad, k=diagonal), None
