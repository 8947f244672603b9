"""Tensors in other shapes: views where PyTorch's are."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from ivy_core.arrays.indexing import get_item
from ivy_core.arrays.lenses import Bitcast
from ivy_core.arrays.views import functional_view
from ivy_core.arrays.write import store

from ..autograd.tape import derivative
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors.dtypes import as_dtype, of_native
from ..tensors.own_methods import METHODS, owner_of, shape_with, wrapped
from ..tensors.tensor import Tensor, read
from . import host_forms
from .creation import making
from .pointwise import conj, declare_alias

TensorLike = Number = Any


@torch_function(view=True, variadic=1)
def reshape(input: TensorLike, shape) -> Tensor:
    """Return the elements in another shape: a view where the elements lie so."""
    return ivy.reshape(input, shape_with(input.shape, shape))


@torch_function(view=True)
def transpose(input: TensorLike, dim0: int, dim1: int) -> Tensor:
    """Return a view with two dimensions exchanged."""
    if not input.ndim:
        wrapped(dim0, 0), wrapped(dim1, 0)
        return ivy.reshape(input, ())
    return ivy.swapaxes(input, wrapped(dim0, input.ndim), wrapped(dim1, input.ndim))


@torch_function(view=True)
def t(input: TensorLike) -> Tensor:
    """Return a matrix transposed, as a view; fewer dimensions stay as they are.

    Raises: RuntimeError for more than two dimensions.
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    if input.ndim < 2:
        return ivy.reshape(input, tuple(input.shape))
    return ivy.swapaxes(input, 0, 1)


@torch_function(view=True)
def adjoint(input: TensorLike) -> Tensor:
    """Return a matrix transposed, and conjugated where it is complex."""
    if input.ndim == 0:
        return conj.function.body(input)
    if input.ndim == 1:
        raise RuntimeError(
            "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor."
        )
    turned = ivy.swapaxes(input, -2, -1)
    return ivy.conj(turned) if input.dtype.is_complex else turned


@torch_function(view=True, variadic=1)
def permute(input: TensorLike, dims) -> Tensor:
    """Return a view with the dimensions in another order."""
    dims, ndim = (dims,) if isinstance(dims, int) else tuple(dims), input.ndim
    if len(dims) != ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = tuple([wrapped(d, ndim) for d in dims])
    if len(set(order)) != len(order):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return ivy.permute_dims(input, order)


@torch_function(view=True)
def unbind(input: TensorLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Return the slices along a dimension, as views."""
    if not input.ndim:
        wrapped(dim, 0)
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    axis = wrapped(dim, input.ndim)
    return tuple(at(input, axis, i) for i in range(input.shape[axis]))


@torch_function(host=host_forms.clone)
def clone(input: TensorLike, *, memory_format=None) -> Tensor:
    """Return a copy."""
    return ivy.copy_array(input)


@torch_function(view=True)
def flatten(input: TensorLike, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Make one dimension of several that follow each other.

    Raises: RuntimeError if the first comes after the last.
    """
    if not input.ndim:
        wrapped(start_dim, 0), wrapped(end_dim, 0)
        return ivy.reshape(input, (1,))
    first, last = wrapped(start_dim, input.ndim), wrapped(end_dim, input.ndim)
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if first == last:
        return input
    shape = input.shape
    middle = math.prod(shape[first : last + 1])
    return ivy.reshape(input, (*shape[:first], middle, *shape[last + 1 :]))


@torch_function(view=True)
def ravel(input: TensorLike) -> Tensor:
    """Make one dimension of all."""
    return ivy.reshape(input, (-1,))


@torch_function(view=True)
def unflatten(input: TensorLike, dim: int, sizes) -> Tensor:
    """Make several dimensions of one."""
    axis, sizes = wrapped(dim, input.ndim), (sizes,) if isinstance(sizes, int) else tuple(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    length = input.shape[axis]
    known = math.prod(n for n in sizes if n != -1)
    if -1 in sizes and known:
        sizes = tuple(length // known if n == -1 else n for n in sizes)
    if math.prod(sizes) != length:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {axis} "
            f"({length}) in the input tensor"
        )
    return ivy.reshape(input, (*input.shape[:axis], *sizes, *input.shape[axis + 1 :]))


@torch_function(view=True)
def squeeze(input: TensorLike, dim=None) -> Tensor:
    """Leave out dimensions of length one: all of them, or those that are named."""
    dims = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    axes = {wrapped(d, input.ndim) for d in dims}
    if dim is not None and not isinstance(dim, int) and len(axes) < len(dims):
        raise RuntimeError("dim appears multiple times in the list of dims")
    shape = tuple(n for at, n in enumerate(input.shape) if n != 1 or at not in axes)
    return ivy.reshape(input, shape)


@torch_function(view=True)
def unsqueeze(input: TensorLike, dim: int) -> Tensor:
    """Put in a dimension of length one."""
    return ivy.expand_dims(input, axis=wrapped(dim, input.ndim + 1))


@torch_function(view=True)
def movedim(input: TensorLike, source, destination) -> Tensor:
    """Move dimensions to other positions; the others keep their order."""
    from_, to = [(d,) if isinstance(d, int) else tuple(d) for d in (source, destination)]
    if len(from_) != len(to):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(from_)} dims) should "
            f"contain the same number of dims as destination ({list(to)} dims)"
        )
    given = from_, to
    from_, to = [tuple(wrapped(d, input.ndim) for d in dims) for dims in given]
    for name, dims, asked in zip(("source", "destination"), (from_, to), given, strict=True):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(asked)})")
    return ivy.moveaxis(input, from_, to) if input.ndim else ivy.reshape(input, ())


moveaxis = declare_alias("moveaxis", movedim, view=True)
swapaxes, swapdims = (
    declare_alias("swapaxes", transpose, view=True),
    declare_alias("swapdims", transpose, view=True),
)


@torch_function(view=True, variadic=1)
def broadcast_to(input: TensorLike, size) -> Tensor:
    """Return a view with dimensions of length one repeated."""
    return METHODS["expand"].function.body(input, size)


@torch_function(view=True)
def select(input: TensorLike, dim: int, index: int) -> Tensor:
    """Return one slice along a dimension, as a view."""
    if not input.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    axis = wrapped(dim, input.ndim)
    length = input.shape[axis]
    if not -length <= index < length:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at "
            f"dimension {axis}"
        )
    return at(input, axis, int(index))


def at(x: Tensor, axis: int, index) -> Tensor:
    """Index or slice a tensor along one axis, counted from 0, as a view."""
    return get_item(x, (*(slice(None),) * axis, index, Ellipsis), Tensor)


@torch_function(view=True)
def narrow(input: TensorLike, dim: int, start: int, length: int) -> Tensor:
    """Return ``length`` slices from ``start`` on along a dimension, as a view."""
    if not input.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if isinstance(start, Tensor) and (start.ndim or start.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    axis, start = wrapped(dim, input.ndim), int(start)
    size = input.shape[axis]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start = start + size if start < 0 else start
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return at(input, axis, slice(start, start + int(length)))


def _split_along(x: Tensor, axis: int, lengths) -> tuple[Tensor, ...]:
    """Return views that follow each other along ``axis``, which counts from 0."""
    ends = list(itertools.accumulate(lengths))
    return tuple(at(x, axis, slice(end - n, end)) for end, n in zip(ends, lengths, strict=True))


@torch_function(view=True)
def split(tensor: TensorLike, split_size_or_sections, dim: int = 0) -> tuple[Tensor, ...]:
    """Cut along a dimension into parts of a length, or of the lengths given; views all."""
    if not tensor.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    axis = wrapped(dim, tensor.ndim)
    length, wanted = tensor.shape[axis], split_size_or_sections
    if not isinstance(wanted, int):
        return split_with_sizes.function.body(tensor, wanted, dim)
    if wanted < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={wanted}")
    if not wanted:
        if length:
            raise RuntimeError(
                "split_size can only be 0 if dimension size is 0, but got dimension size of "
                f"{length}"
            )
        return _split_along(tensor, axis, (0,))
    count = max(-(-length // wanted), 1)
    return _split_along(tensor, axis, [min(wanted, length - k * wanted) for k in range(count)])


@torch_function(view=True)
def split_with_sizes(input: TensorLike, split_sizes, dim: int = 0) -> tuple[Tensor, ...]:
    """Cut along a dimension into parts of the lengths given."""
    axis, sizes = wrapped(dim, input.ndim), [int(n) for n in split_sizes]
    for n in sizes:
        if n < 0:
            raise RuntimeError(
                "split_with_sizes expects split_sizes have only non-negative entries, but got "
                f"split_sizes={sizes}"
            )
    if sum(sizes) != input.shape[axis]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {input.shape[axis]} (input "
            f"tensor's size at dimension {axis}), but got split_sizes={sizes}"
        )
    return _split_along(input, axis, sizes)


@torch_function(view=True)
def chunk(input: TensorLike, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Cut along a dimension into so many parts, or fewer."""
    if not input.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks < 1:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    axis = wrapped(dim, input.ndim)
    length = input.shape[axis]
    size = -(-length // chunks)
    if not size:
        return _split_along(input, axis, [0] * chunks)
    return split.function.body(input, size, axis)


@torch_function(view=True)
def tensor_split(
    input: TensorLike, indices_or_sections=None, dim: int = 0, *, indices=None, sections=None
) -> tuple[Tensor, ...]:
    """Cut along a dimension into so many parts, or at the indices given."""
    wanted = next(w for w in (indices_or_sections, indices, sections) if w is not None)
    if not input.ndim:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    axis = wrapped(dim, input.ndim)
    length = input.shape[axis]
    if isinstance(wanted, Tensor):
        wanted = wanted.tolist()
    if isinstance(wanted, int):
        if wanted <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {wanted}")
        small, longer = divmod(length, wanted)
        return _split_along(input, axis, [small + (k < longer) for k in range(wanted)])
    edges = [0, *[int(w) for w in wanted], None]
    return tuple(
        at(input, axis, slice(start, end)) if end is None or end >= (start or 0) or end < 0
        else at(input, axis, slice(start, start))
        for start, end in itertools.pairwise(edges)
    )  # fmt: skip


unsafe_split, unsafe_chunk = (
    declare_alias("unsafe_split", split, view=True),
    declare_alias("unsafe_chunk", chunk, view=True),
)
unsafe_split_with_sizes = declare_alias("unsafe_split_with_sizes", split_with_sizes, view=True)


def _declare_axis_split(name: str, axis: int, min_ndim: int):
    """Declare a ``tensor_split`` along ``axis``; of 1-D along 0; it raises below ``min_ndim``."""

    def body(input: TensorLike, indices_or_sections) -> tuple[Tensor, ...]:
        if input.ndim < min_ndim:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {min_ndim} dimension, but got a "
                f"tensor with {input.ndim} dimensions!"
            )
        dim = axis if input.ndim > 1 else 0
        wanted, length = indices_or_sections, input.shape[dim]
        if isinstance(wanted, str):
            raise TypeError(
                f"{name}() received an invalid combination of arguments - got (Tensor, str), but "
                "expected one of:\n * (Tensor input, int sections)\n * (Tensor input, tuple of "
                "ints indices)\n"
            )
        if isinstance(wanted, int) and (wanted <= 0 or length % wanted):
            raise RuntimeError(
                f"torch.{name} attempted to split along dimension {dim}, but the size of the "
                f"dimension {length} is not divisible by the split_size {wanted}!"
            )
        return tensor_split.function.body(input, wanted, dim)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Cut along dimension {axis}."
    return torch_function(body, view=True)


hsplit, vsplit, dsplit = (
    _declare_axis_split("hsplit", 1, 1),
    _declare_axis_split("vsplit", 0, 2),
    _declare_axis_split("dsplit", 2, 3),
)


@torch_function(view=True)
def diagonal(input: TensorLike, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return a diagonal in a last dimension, as a view."""
    axes = wrapped(dim1, input.ndim), wrapped(dim2, input.ndim)
    if axes[0] == axes[1]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return ivy.diagonal(input, offset=offset, axis1=axes[0], axis2=axes[1])


@torch_function(view=True, composed=True)
def as_strided(input: TensorLike, size, stride, storage_offset: int | None = None) -> Tensor:
    """Return a view of the memory with the strides given, in elements."""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    held = _place_in_memory(input, owner_of(input))
    # only what is tracked has to be recorded
    form = _as_strided_from.function.body if type(input) is Tensor else _as_strided_from
    return form(input, tuple(size), tuple(stride), storage_offset, held)


@torch_function(view=True)
def _as_strided_from(input: TensorLike, size, stride, storage_offset, held) -> Tensor:
    """Return a view of the memory in which ``input`` lies as ``held`` says."""
    item, owner = input.dtype.itemsize, owner_of(input)
    offset = held[1] if storage_offset is None else storage_offset
    if owner is None or _place_in_memory(input, owner) != held:
        return _elements_by_strides(input, size, stride, offset, held)
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    if 0 not in size and last >= owner.shape.numel():
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and "
            f"itemsize {item} requiring a storage size of {(last + 1) * item} are out of bounds "
            f"for storage of size {owner.shape.numel() * item}"
        )
    return ivy.as_strided(
        ivy.reshape(owner, (-1,)), size, tuple(s * item for s in stride), offset=offset * item
    )


_as_strided_from.function.differentiated_as = "as_strided"


def _place_in_memory(input: Tensor, owner: Tensor | None) -> tuple:
    """Return strides, offset, and how many elements the memory has; None where no tensor has it."""
    count = None if owner is None else owner.shape.numel()
    return tuple(input.stride()), input.storage_offset(), count


def _elements_by_strides(input: Tensor, size, stride, offset: int, held) -> Tensor:
    """Return the elements of a strided view of the memory that ``input`` has been copied from.

    Where the memory is not ``input``'s there are zeros. The gradients of this are those of the
    view: they are taken of a copy, which has strides of its own.
    """
    own = _positions_in_memory(tuple(input.shape), held[0], held[1]).ravel()
    wanted = _positions_in_memory(size, stride, offset)
    numbers = np.full(max(own.max(initial=-1), wanted.max(initial=-1)) + 1, -1)
    numbers[own] = np.arange(own.size)
    numbers = numbers[wanted]
    known = numbers >= 0
    found = ivy.take(ivy.reshape(input, (-1,)), ivy.asarray(np.where(known, numbers, 0)), axis=0)
    return found if known.all() else ivy.where(ivy.asarray(known), found, 0)


def _positions_in_memory(size, stride, offset: int) -> np.ndarray:
    """Return the offset of each element of a strided tensor, counted in elements."""
    found = np.asarray(offset)
    for n, step in zip(size, stride, strict=True):
        found = found[..., None] + np.arange(n) * step
    return found


@torch_function(view=True)
def view_as_real(input: TensorLike) -> Tensor:
    """Return complex numbers as pairs in a last dimension, as a view."""
    if not input.dtype.is_complex:
        raise RuntimeError("view_as_real is only supported for complex tensors")
    before, after = [d.core.as_numpy_dtype for d in (input.dtype, input.dtype.to_real())]
    pairs = ivy.expand_dims(input, axis=-1)
    return functional_view(pairs, Bitcast(before, after, (*input.shape, 2)), Tensor)


@torch_function(view=True)
def view_as_complex(input: TensorLike) -> Tensor:
    """Return pairs in the last dimension as complex numbers, as a view."""
    if not input.dtype.is_floating_point:
        raise RuntimeError(
            "view_as_complex is only supported for half, float and double tensors, but got a "
            f"tensor of scalar type: {shown(input.dtype)}"
        )
    if not input.ndim or input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    whole = METHODS["view"].function.body(input, input.dtype.to_complex())
    return ivy.reshape(whole, tuple(input.shape[:-1]))


# copies


@torch_function(variadic=1)
def tile(input: TensorLike, dims) -> Tensor:
    """Lay the tensor out several times along its last dimensions."""
    return ivy.tile(input, (dims,) if isinstance(dims, int) else tuple(dims))


@torch_function(variadic=1, host=host_forms.flip)
def flip(input: TensorLike, dims) -> Tensor:
    """Reverse the order of elements along dimensions: a copy, unlike NumPy's."""
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    axes = tuple(wrapped(d, input.ndim) for d in dims)
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    if not axes or not input.ndim:
        return ivy.copy_array(input)
    return ivy.copy_array(ivy.flip(input, axis=axes))


@torch_function
def fliplr(input: TensorLike) -> Tensor:
    """Reverse the columns."""
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return ivy.copy_array(ivy.flip(input, axis=1))


@torch_function
def flipud(input: TensorLike) -> Tensor:
    """Reverse the rows."""
    if not input.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return ivy.copy_array(ivy.flip(input, axis=0))


@torch_function
def roll(input: TensorLike, shifts, dims=None) -> Tensor:
    """Move elements along dimensions; those that leave at one end come in at the other."""
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if dims is None or not isinstance(dims, int) and not dims:
        if len(shifts) != 1:
            raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:0")
        flat = ivy.roll(ivy.reshape(input, (-1,)), shifts[0])
        return ivy.reshape(flat, tuple(input.shape))
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(dims) != len(shifts):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    axes = tuple(wrapped(d, input.ndim) for d in dims)
    return ivy.roll(input, shifts, axis=axes)


@torch_function
def rot90(input: TensorLike, k: int = 1, dims=(0, 1)) -> Tensor:
    """Turn by right angles in the plane of two dimensions."""
    dims = tuple(dims)
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    axes = tuple(wrapped(d, input.ndim) for d in dims)
    if axes[0] == axes[1]:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    return ivy.copy_array(ivy.rot90(input, k=k, axes=axes))


@torch_function
def repeat_interleave(input: TensorLike, repeats=None, dim=None, *, output_size=None) -> Tensor:
    """Repeat each element, or each slice along a dimension.

    With a tensor of counts alone, numbers are returned, each as often as its count says.
    """
    if repeats is None:
        input, repeats, dim = ivy.arange(input.shape[0], dtype="int64"), input, 0
    if dim is None:
        input, dim = ivy.reshape(input, (-1,)), 0
    axis = wrapped(dim, input.ndim)
    if not input.ndim:
        input = ivy.reshape(input, (1,))
    if isinstance(repeats, Tensor):
        if repeats.dtype.name not in ("int32", "int64"):
            raise RuntimeError("repeats has to be Long or Int tensor")
        if repeats.ndim > 1:
            raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
        if repeats.ndim and repeats.shape[0] not in (1, input.shape[axis]):
            raise RuntimeError(
                "repeats must have the same size as input along dim, but got repeats.size(0) = "
                f"{repeats.shape[0]} and input.size({axis}) = {input.shape[axis]}"
            )
        if not repeats.ndim or repeats.shape[0] == 1:
            repeats = int(repeats.item())
    elif not isinstance(repeats, int):
        repeats = ivy.asarray(repeats, dtype="int64")
    if not isinstance(repeats, Tensor) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    return ivy.repeat(input, repeats, axis=axis)


def _declare_triangle_part(name: str):
    def body(input: TensorLike, diagonal: int = 0, *, out=None) -> Tensor:
        if input.ndim < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        return getattr(ivy, name)(input, k=diagonal)

    body.__name__ = body.__qualname__ = name
    side = "lower" if name == "tril" else "upper"
    body.__doc__ = f"Keep the {side} triangle of matrices; zeros elsewhere."
    return torch_function(body)


tril, triu = _declare_triangle_part("tril"), _declare_triangle_part("triu")


@torch_function(host=host_forms.diag)
def diag(input: TensorLike, diagonal: int = 0, *, out=None) -> Tensor:
    """Return a diagonal of a matrix, or a matrix with a vector as diagonal."""
    if input.ndim == 1:
        return diag_embed.function.body(input, diagonal)
    if input.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    return ivy.copy_array(ivy.diagonal(input, offset=diagonal, axis1=0, axis2=1))


@torch_function
def diagflat(input: TensorLike, offset: int = 0) -> Tensor:
    """Return a matrix with all elements as diagonal."""
    return diag_embed.function.body(ivy.reshape(input, (-1,)), offset)


@torch_function(host=host_forms.diag_embed)
def diag_embed(input: TensorLike, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Return matrices with the last dimension as diagonal."""
    ndim = input.ndim + 1
    axes = wrapped(dim1, ndim), wrapped(dim2, ndim)
    if axes[0] == axes[1]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    length = input.shape[-1] + abs(offset)
    rows = ivy.expand_dims(ivy.arange(length, dtype="int64"), axis=1)
    columns = ivy.expand_dims(ivy.arange(length, dtype="int64"), axis=0)
    padding = [(0, 0)] * (ndim - 2) + [(max(offset, 0), max(-offset, 0))]
    spread = ivy.constant_pad(input, padding)  # in columns: the index is the column's
    nothing = False if input.dtype.kind == "b" else 0
    matrix = ivy.where(
        ivy.equal(ivy.subtract(columns, rows), offset), ivy.expand_dims(spread, axis=-2), nothing
    )
    return ivy.copy_array(ivy.moveaxis(matrix, (-2, -1), axes))


def _declare_triangle_indices(triangle: str):
    def body(row: int, col: int, offset: int = 0, *, dtype=None) -> Tensor:
        for text, length in (("row", row), ("col", col)):
            if length < 0:
                raise RuntimeError(f"{text} must be non-negative, got {length}")
        pairs = np.stack(getattr(np, f"{triangle}_indices")(row, offset, col))
        kind = as_dtype(dtype) or of_native(np.dtype("int64"))
        return ivy.asarray(pairs.astype(kind.name))

    body.__name__ = body.__qualname__ = f"{triangle}_indices"
    body.__doc__ = "Return rows and columns of the indices in a triangle of a matrix."
    return making(body)


tril_indices, triu_indices = _declare_triangle_indices("tril"), _declare_triangle_indices("triu")


# other tensors written into a copy


@torch_function
def select_scatter(input: TensorLike, src: TensorLike, dim: int, index: int) -> Tensor:
    """Return a copy with one slice along a dimension replaced."""
    whole = ivy.copy_array(input)
    part = select.function.body(whole, dim, index)
    return _write_part(whole, part, src)


@torch_function
def slice_scatter(
    input: TensorLike, src: TensorLike, dim: int = 0, start=None, end=None, step: int = 1, *,
    out=None,
) -> Tensor:  # fmt: skip
    """Return a copy with some slices along a dimension replaced."""
    whole = ivy.copy_array(input)
    part = at(whole, wrapped(dim, input.ndim), slice(start, end, step))
    return _write_part(whole, part, src)


@torch_function
def diagonal_scatter(
    input: TensorLike, src: TensorLike, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Tensor:
    """Return a copy with a diagonal replaced."""
    whole = ivy.copy_array(input)
    return _write_part(whole, diagonal.function.body(whole, offset, dim1, dim2), src)


@torch_function
def as_strided_scatter(
    input: TensorLike, src: TensorLike, size, stride, storage_offset: int | None = None
) -> Tensor:
    """Return a copy with the places of a strided view replaced."""
    whole = ivy.copy_array(input)
    return _write_part(whole, as_strided.function.body(whole, size, stride, storage_offset), src)


def _as_strided_scatter_gradients(
    grad: Tensor, needs, input, src, size, stride, storage_offset=None
) -> tuple:
    """Return PyTorch's gradients: ``input``'s (or None) is not 0 at the replaced elements alone."""
    part = ivy.copy_array(as_strided.function.body(grad, size, stride, storage_offset))
    if not needs[0]:
        return None, part
    zeros = ivy.zeros(tuple(grad.shape), dtype=grad.dtype.core)
    return _write_part(
        zeros, as_strided.function.body(zeros, size, stride, storage_offset), part
    ), part


derivative("as_strided_scatter")(_as_strided_scatter_gradients)


def _write_part(whole: Tensor, part: Tensor, value: Tensor) -> Tensor:
    """Write ``value`` into ``part``, which must be a view of ``whole``, and return ``whole``."""
    if part.shape != value.shape:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = "
            f"{list(value.shape)}, slice size = {list(part.shape)}"
        )
    store(part, read(cast(value, whole.dtype)))
    return whole


__all__ = [
    "adjoint", "as_strided", "as_strided_scatter", "at", "broadcast_to", "chunk", "clone", "diag",
    "diag_embed", "diagflat", "diagonal", "diagonal_scatter", "dsplit", "flatten", "flip",
    "fliplr", "flipud", "hsplit", "moveaxis", "movedim", "narrow", "permute", "ravel",
    "repeat_interleave", "reshape", "roll", "rot90", "select", "select_scatter", "slice_scatter",
    "split", "split_with_sizes", "squeeze", "swapaxes", "swapdims", "t", "tensor_split", "tile",
    "transpose", "tril", "tril_indices", "triu", "triu_indices", "unbind", "unflatten",
    "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze",
    "view_as_complex", "view_as_real", "vsplit", "wrapped",
]  # fmt: skip
