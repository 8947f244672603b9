"""Elements by their indices: gathered, scattered, masked, picked by indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.indexing import get_item
from ivy_core.backends.holder import waiting
from ivy_core.compilation.source import calls_alone
from ivy_core.compilation.trace.index_checks import check_read, watch_range

from ..autograd.bodies import computed
from ..autograd.tape import is_traced
from ..dispatch.func_wrapper import Function, ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors import dtypes
from ..tensors.dtypes import checked_number
from ..tensors.indexing import write_item
from ..tensors.tensor import Tensor
from . import host_forms
from .joining import broadcast_shapes
from .views import at, wrapped

TensorLike = Number = Any


def _cast_index(index: Tensor, name: str) -> Tensor:
    """Return an int32 or int64 index as int64; raise RuntimeError for another dtype."""
    if index.dtype.name not in ("int64", "int32"):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    return cast(index, dtypes.int64)


def _at_least_1d(x: Tensor) -> Tensor:
    return x if x.ndim else ivy.reshape(x, (1,))


def _mesh_indices(index: Tensor, axis: int) -> tuple:
    """Return an index for each axis: ``index`` for ``axis``, an open mesh for the others."""
    grids = []
    for d, length in enumerate(index.shape):
        shape = [1] * index.ndim
        shape[d] = length
        grids.append(index if d == axis else ivy.reshape(ivy.arange(length, dtype="int64"), shape))
    return tuple(grids)


def _check_index_shape(index: Tensor, x: Tensor, axis: int, name: str) -> None:
    """Raise RuntimeError unless ``index`` has the rank of ``x``, and fits but along ``axis``."""
    if index.ndim != x.ndim:
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {name} tensor")
    for d in range(x.ndim):
        if d != axis and index.shape[d] > x.shape[d]:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                f"larger than {name} {list(x.shape)} apart from dimension {axis}"
            )


@torch_function(host=host_forms.gather)
def gather(
    input: TensorLike, dim: int, index: TensorLike, *, sparse_grad: bool = False, out=None
) -> Tensor:
    """Return the elements at indices along a dimension.

    Raises: RuntimeError if the index has other dimensions, or leads outside.
    """
    axis = wrapped(dim, input.ndim)
    if not index.shape.numel():
        return ivy.zeros(tuple(index.shape), dtype=input.dtype.core)
    index = _cast_index(index, "gather")
    x, positions = _at_least_1d(input), _at_least_1d(index)
    _check_index_shape(positions, x, axis, "input")
    _check_index_range(positions, x.shape[axis], axis)
    inner = at_most(x, positions.shape, axis)
    found = ivy.take_along_axis(inner, positions, axis=axis)
    return found if index.ndim else ivy.reshape(found, ())


def at_most(x: Tensor, shape, axis: int) -> Tensor:
    """Return the first slices of a tensor: as many as a shape has, but along one axis all."""
    for d, length in enumerate(shape):
        if d != axis and length != x.shape[d]:
            x = at(x, d, slice(0, length))
    return x


def _extremes(index: Tensor, least: int, length: int) -> tuple[int, ...]:
    """Return the smallest and the largest index; () where there are none, or while traced.

    () as well if it is seen at one look that int64 indices are all in [0, ``length``). A program
    that watches bounds looks whether they are in [``least``, ``length``).
    """
    if type(getattr(index, "_data", None)) in waiting:
        host = to_numpy(index)
        if not host.size or length and host.view(np.uint64).max() < length:
            return ()
        return int(host.min()), int(host.max())
    if not index.shape.numel():
        return ()
    if is_traced(index):
        watch_range(index, least, length)
        return ()
    return ivy.min(index).item(), ivy.max(index).item()


def _check_index_range(index: Tensor, length: int, axis: int) -> None:
    """Raise RuntimeError if an index is negative or too large; tracers are not checked."""
    for found in _extremes(index, 0, length):
        if not 0 <= found < length:
            raise RuntimeError(
                f"index {found} is out of bounds for dimension {axis} with size {length}"
            )


@torch_function(host=host_forms.take_along_dim)
def take_along_dim(input: TensorLike, indices: TensorLike, dim=None, *, out=None) -> Tensor:
    """Return the elements at indices along a dimension; shapes are broadcast, indices wrap."""
    if indices.dtype.kind not in "iu":
        raise RuntimeError(
            "torch.take_along_dim(): dtype of indices should be Long but got "
            f"{shown(indices.dtype)}"
        )
    if dim is None:
        return gather.function.body(ivy.reshape(input, (-1,)), 0, ivy.reshape(indices, (-1,)))
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {input.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    axis = wrapped(dim, input.ndim)
    shapes = [list(t.shape) for t in (input, indices)]
    for shape in shapes:
        del shape[axis]
    common = tuple(broadcast_shapes(*shapes))
    x = ivy.broadcast_to(input, (*common[:axis], input.shape[axis], *common[axis:]))
    positions = ivy.broadcast_to(indices, (*common[:axis], indices.shape[axis], *common[axis:]))
    length = x.shape[axis]
    if length:
        positions = ivy.remainder(cast(positions, dtypes.int64), length)
    else:
        _check_range_with_negative(positions, 0, axis)
    return ivy.take_along_axis(x, positions, axis)


def _wrap_indices(index: Tensor, length: int, axis: int) -> Tensor:
    """Return int64 indices counted from the front; raise IndexError if out of range."""
    _check_range_with_negative(index, length, axis)
    index = cast(index, dtypes.int64)
    return ivy.where(ivy.less(index, 0), ivy.add(index, length), index)


def _check_range_with_negative(index: Tensor, length: int, axis: int) -> None:
    """Raise IndexError outside of [-length, length); do nothing while traced."""
    for found in _extremes(index, -length, length):
        if not -length <= found < length:
            raise IndexError(
                f"index {found} is out of bounds for dimension {axis} with size {length}"
            )


@torch_function(host=host_forms.index_select)
def index_select(input: TensorLike, dim: int, index: TensorLike, *, out=None) -> Tensor:
    """Return slices along a dimension."""
    axis = wrapped(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    index = ivy.reshape(_cast_index(index, "index_select"), (-1,))
    _check_vector_index(index, _at_least_1d(input).shape[axis])
    found = ivy.take(_at_least_1d(input), index, axis=axis)
    return found if input.ndim else ivy.reshape(found, ())


def _check_vector_index(index: Tensor, length: int, written: tuple | None = None) -> None:
    """Raise IndexError if negative or too large; ``written``: (dimension, length) for its text."""
    for found in _extremes(index, 0, length):
        if not 0 <= found < length:
            raise IndexError(
                "index out of range in self"
                if written is None
                else f"index_copy_(): index {found} is out of bounds for dimension {written[0]} "
                f"with size {written[1]}"
            )


@torch_function
def take(input: TensorLike, index: TensorLike, *, out=None) -> Tensor:
    """Return elements by their indices in the tensor laid out flat."""
    if index.dtype is not dtypes.int64:
        raise RuntimeError(
            f"take(): Expected a long tensor for index, but got {shown(index.dtype)}"
        )
    flat = ivy.reshape(input, (-1,))
    count = flat.shape[0]
    if index.shape.numel() and not count:
        raise IndexError("take(): tried to take from an empty tensor")
    positions = _wrap_flat_indices(index, count)
    return ivy.reshape(ivy.take(flat, ivy.reshape(positions, (-1,)), axis=0), tuple(index.shape))


def _wrap_flat_indices(index: Tensor, count: int) -> Tensor:
    """Return indices counted from 0; IndexError out of range, unchecked while traced."""
    for found in _extremes(index, -count, count):
        if not -count <= found < count:
            raise IndexError(
                f"out of range: tried to access index {found} on a tensor of {count} elements."
            )
    return ivy.where(ivy.less(index, 0), ivy.add(index, count), index)


@torch_function
def masked_select(input: TensorLike, mask: TensorLike, *, out=None) -> Tensor:
    """Return the elements where a mask is true, in one dimension."""
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = tuple(broadcast_shapes(input.shape, mask.shape))
    x = ivy.broadcast_to(input, shape)
    if not shape:
        x, mask, shape = ivy.reshape(x, (1,)), ivy.reshape(mask, (1,)), (1,)
    return get_item(x, ivy.broadcast_to(mask, shape), Tensor)


@torch_function(host=host_forms.masked_fill)
def masked_fill(input: TensorLike, mask: TensorLike, value: TensorLike | Number) -> Tensor:
    """Replace the elements where a mask is true."""
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype "
                           f"{mask.dtype}")  # fmt: skip
    return ivy.where(mask, _cast_written_value(value, input, "masked_fill_"), input)


def _cast_written_value(value, x: Tensor, name: str):
    """Return a number or 0-d tensor as a tensor of the dtype of ``x``; RuntimeError for others."""
    if isinstance(value, Tensor):
        if value.ndim:
            raise RuntimeError(
                f"{name} only supports a 0-dimensional value tensor, but got tensor with "
                f"{value.ndim} dimension(s)."
            )
        if value.dtype.is_complex and not x.dtype.is_complex:
            name = f"{x.dtype.name}_t" if x.dtype.kind in "iu" else shown(x.dtype).lower()
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return cast(value, x.dtype)
    if isinstance(value, complex) and not x.dtype.is_complex:
        raise RuntimeError(f"value cannot be converted to type {shown(x.dtype)} without overflow")
    value = bool(value) if x.dtype.kind == "b" else checked_number(value, x.dtype)
    return ivy.asarray(value, dtype=x.dtype.core)


@torch_function(host=host_forms.masked_scatter)
def masked_scatter(input: TensorLike, mask: TensorLike, source: TensorLike) -> Tensor:
    """Replace the elements where a mask is true by those of another tensor, one after the other."""
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_scatter_ only supports boolean masks, but got mask with dtype "
                           f"{shown(mask.dtype)}")  # fmt: skip
    if input.dtype is not source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got "
            f"{shown(input.dtype)} and {shown(source.dtype)}"
        )
    shape = tuple(broadcast_shapes(input.shape, mask.shape))
    mask = ivy.reshape(ivy.broadcast_to(mask, shape), (-1,))
    rank = ivy.subtract(ivy.cumsum(ivy.astype(mask, "int64"), axis=0), 1)
    flat = ivy.reshape(source, (-1,))
    if not is_traced(mask) and ivy.sum(ivy.astype(mask, "int64")).item() > flat.shape[0]:
        raise RuntimeError(
            "masked_scatter: expected the number of elements in source to be at least the number "
            "of ones in mask"
        )
    if not flat.shape[0]:
        return ivy.copy_array(ivy.broadcast_to(input, shape))
    taken = ivy.take(flat, ivy.minimum(ivy.maximum(rank, 0), flat.shape[0] - 1), axis=0)
    x = ivy.reshape(ivy.broadcast_to(input, shape), (-1,))
    return ivy.reshape(ivy.where(mask, taken, x), shape)


# written at indices


_REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


def _scatter_combined(
    x: Tensor, axis: int, index: Tensor, source, reduce, include_self: bool = True
):
    """Return a copy combined with ``source`` at ``index`` along an axis; ``reduce`` None writes."""
    if not index.shape.numel():
        return ivy.copy_array(x)
    whole, positions = _at_least_1d(x), _at_least_1d(index)
    axis = wrapped(axis, whole.ndim)
    _check_index_range(positions, whole.shape[axis], axis)
    if isinstance(source, Tensor):
        source = at_most_all(_at_least_1d(source), positions.shape)
    else:
        source = ivy.full(tuple(positions.shape), source, dtype=x.dtype.core)
    # what looks at no values is a body of its own, which is compiled where it comes often
    found = computed(_PLACED, [whole, axis, positions, source, reduce, include_self], {})
    return ivy.reshape(found, tuple(x.shape))


def _combine_at_positions(
    x: TensorLike, axis: int, index: TensorLike, source: TensorLike, reduce, include_self: bool
):
    """Return ``x`` with ``source`` combined into it along ``axis`` >= 0; look at no values."""
    return combined(x, _mesh_indices(index, axis), source, reduce, include_self)


_PLACED = Function(_combine_at_positions, "torch._combine_at_positions")


def at_most_all(x: Tensor, shape) -> Tensor:
    """Return the first slices of a tensor along each axis: as many as a shape has."""
    for d, length in enumerate(shape):
        if length != x.shape[d]:
            x = at(x, d, slice(0, length))
    return x


def combined(x: Tensor, positions: tuple, source: Tensor, reduce, include_self: bool) -> Tensor:
    """Return a copy of a tensor with values combined with what is at indices.

    Parameters
    ----------
    positions : tuple of Tensor
        Indices of the leading axes, which are broadcast.
    reduce : {None, 'sum', 'prod', 'mean', 'amax', 'amin'}
        None writes: of several values for one index, any.
    include_self : bool
        Whether what is there counts.
    """
    if reduce is None and calls_alone.is_on():
        # in a trace for many lengths axes that grow stay apart, as they do not in a flat index
        made = ivy.copy_array(x)
        write_item(made, positions, source)
        return made
    lead = len(positions)
    shape, rest = x.shape[:lead], tuple(x.shape[lead:])
    count = 1
    flat = None
    for index, length in zip(reversed(positions), reversed(shape), strict=True):
        part = ivy.multiply(index, count)
        flat = part if flat is None else ivy.add(flat, part)
        count *= length
    flat = ivy.reshape(flat, (-1,))
    rows = ivy.reshape(x, (count, *rest))
    values = ivy.reshape(ivy.broadcast_to(source, (*_common_shape(positions), *rest)), (-1, *rest))
    values = cast(values, x.dtype)
    found = scattered_rows(rows, flat, values, reduce, include_self)
    return ivy.reshape(found, tuple(x.shape))


def _common_shape(positions: tuple) -> tuple[int, ...]:
    return tuple(broadcast_shapes(*[p.shape for p in positions]))


def scattered_rows(rows: Tensor, at_rows: Tensor, values: Tensor, reduce, include_self: bool):
    """Return rows with values combined with those whose numbers are given."""
    count = rows.shape[0]
    if reduce is None:
        return _overwrite_rows(rows, at_rows, values)
    if rows.dtype.kind == "b":  # of truth values a sum is "or", a product "and"
        parts = [cast(each, dtypes.uint8) for each in (rows, values)]
        reduce = {"sum": "amax", "prod": "amin"}.get(reduce, reduce)
        return cast(scattered_rows(parts[0], at_rows, parts[1], reduce, include_self), rows.dtype)
    hits = ivy.unsorted_segment_sum(ivy.ones((at_rows.shape[0],), dtype="int64"), at_rows, count)
    hit = ivy.reshape(ivy.greater(hits, 0), (-1, *(1,) * (rows.ndim - 1)))
    if reduce in ("sum", "mean"):
        total = ivy.unsorted_segment_sum(values, at_rows, count)
        total = ivy.add(total, rows) if include_self else total
        if reduce == "mean":
            number = ivy.reshape(hits, (-1, *(1,) * (rows.ndim - 1)))
            number = ivy.maximum(ivy.add(number, int(include_self)), 1)
            if total.dtype.kind in "iu":
                total = ivy.floor_divide(total, number)
            else:
                total = ivy.divide(total, ivy.astype(number, total.dtype.to_real().core))
        return ivy.where(hit, cast(total, rows.dtype), rows)
    if reduce == "prod":
        total = _segment_products(values, at_rows, count)
        total = ivy.multiply(total, rows) if include_self else total
        return ivy.where(hit, cast(total, rows.dtype), rows)
    extreme = ivy.unsorted_segment_max if reduce == "amax" else ivy.unsorted_segment_min
    choose = ivy.maximum if reduce == "amax" else ivy.minimum
    best = extreme(values, at_rows, count)
    best = choose(best, rows) if include_self else best
    return ivy.where(hit, best, rows)


_ROWS = Function(scattered_rows, "torch._scattered_rows")


def _overwrite_rows(rows: Tensor, row_numbers: Tensor, values: Tensor) -> Tensor:
    """Return a copy of rows with ``values`` at ``row_numbers``; of equal numbers the last wins."""
    whole = ivy.copy_array(rows)
    write_item(whole, row_numbers, values)
    return whole


def _segment_products(values: Tensor, at_rows: Tensor, count: int) -> Tensor:
    """Return ``count`` rows: row i is the product of ``values`` where ``at_rows`` is i, or 1."""
    length = values.shape[0]
    if not length:
        return ivy.ones((count, *values.shape[1:]), dtype=values.dtype.core)
    order = ivy.argsort(at_rows, axis=0, stable=True)
    keys, ordered = ivy.take(at_rows, order, axis=0), ivy.take(values, order, axis=0)
    step = 1
    while step < length:  # each row is multiplied by the one so many before, of the same number
        same = ivy.equal(keys[step:], keys[:-step])
        same = ivy.reshape(same, (-1, *(1,) * (values.ndim - 1)))
        more = ivy.where(same, ordered[:-step], 1)
        ordered = ivy.concat([ordered[:step], ivy.multiply(ordered[step:], more)], axis=0)
        step *= 2
    last = ivy.concat([ivy.not_equal(keys[1:], keys[:-1]), ivy.ones((1,), dtype="bool")], axis=0)
    ones = ivy.ones((count + 1, *values.shape[1:]), dtype=values.dtype.core)
    positions = ivy.where(last, keys, count)  # the others go beyond the last index
    return _overwrite_rows(ones, positions, ordered)[:count]


def _check_scatter_source(input: Tensor, index: Tensor, source, dim: int, name: str):
    """Raise RuntimeError unless ranks, lengths and, of a tensor ``source``, the dtype agree."""
    if isinstance(source, Tensor):
        if source.dtype is not input.dtype:
            raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
        if index.shape.numel():
            a, i, s = _at_least_1d(input), _at_least_1d(index), _at_least_1d(source)
            if not a.ndim == i.ndim == s.ndim:
                raise RuntimeError(
                    "Index tensor must have the same number of dimensions as self tensor"
                    if i.ndim != a.ndim
                    else "Index tensor must have the same number of dimensions as src tensor"
                )
            axis = wrapped(dim, a.ndim)
            for d in range(a.ndim):
                if i.shape[d] > s.shape[d] or d != axis and i.shape[d] > a.shape[d]:
                    raise RuntimeError(
                        f"Expected index {list(i.shape)} to be no larger than self "
                        f"{list(a.shape)} apart from dimension {axis} and to be no larger size "
                        f"than src {list(s.shape)}"
                    )
    else:
        checked_number(source, input.dtype)
        if index.shape.numel() and _at_least_1d(index).ndim != _at_least_1d(input).ndim:
            raise RuntimeError(
                "Index tensor must have the same number of dimensions as self tensor"
            )


@torch_function(host=host_forms.scatter)
def scatter(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike | Number = None, *,
    value: Number = None, reduce: str | None = None, out=None,
) -> Tensor:  # fmt: skip
    """Return a copy with values written at indices along a dimension."""
    source = value if src is None else src
    wrapped(dim, input.ndim)
    index = _cast_index(index, "scatter")
    _check_scatter_source(input, index, source, dim, "scatter")
    if reduce not in (None, "add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    kind = {None: None, "add": "sum", "multiply": "prod"}[reduce]
    return _scatter_combined(input, dim, index, source, kind)


@torch_function(host=host_forms.scatter_add)
def scatter_add(input: TensorLike, dim: int, index: TensorLike, src: TensorLike, *, out=None):
    """Return a copy with values added at indices along a dimension."""
    wrapped(dim, input.ndim)
    index = _cast_index(index, "scatter_add")
    _check_scatter_source(input, index, src, dim, "scatter_add")
    return _scatter_combined(input, dim, index, src, "sum")


@torch_function
def scatter_reduce(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, *,
    include_self: bool = True, out=None,
) -> Tensor:  # fmt: skip
    """Return a copy with values combined with what is at indices along a dimension."""
    if reduce not in _REDUCTIONS:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    wrapped(dim, input.ndim)
    index = _cast_index(index, "scatter_reduce")
    _check_scatter_source(input, index, src, dim, "scatter_reduce")
    return _scatter_combined(input, dim, index, src, reduce, include_self)


def _axis_first(x: Tensor, axis: int) -> Tensor:
    return ivy.moveaxis(_at_least_1d(x), axis, 0)


def _combine_slices(
    x: Tensor, dim: int, index: Tensor, source, reduce, name: str, include_self: bool = True
) -> Tensor:
    """Return a copy; its slices ``index`` along ``dim`` are combined with those of ``source``."""
    shape = tuple(x.shape)
    axis = wrapped(dim, len(shape))
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index should have dimension 1 or 0 (got {index.ndim})")
    index = _at_least_1d(_cast_index(index, name))
    whole = x if shape else ivy.reshape(x, (1,))
    shape = shape or (1,)
    if name == "index_add" and len(shape) > 1:  # PyTorch's error of it is another class
        _check_index_range(index, shape[axis], axis)
    else:
        written = (axis, shape[axis]) if name == "index_copy" else None
        _check_vector_index(index, shape[axis], written)
    (count,) = index.shape
    if not count:
        return ivy.copy_array(x)
    if isinstance(source, Tensor):
        values, along = _at_least_1d(source), wrapped(dim, source.ndim)
        of_values = tuple(values.shape)
        if of_values[along] != count:
            raise RuntimeError(
                f"{name}(): Number of indices ({count}) should be equal to source.size"
                f"(dim): ({of_values[along]}), for dim: {dim}"
            )
        if values.dtype is not x.dtype:
            raise RuntimeError(
                f"{name}(): self ({shown(x.dtype)}) and source ({shown(values.dtype)}) must have "
                "the same scalar type"
            )
        adds = reduce == "sum" and include_self and x.dtype.kind != "b"
        if adds and len(of_values) == len(shape):
            wanted = (*shape[:axis], count, *shape[axis + 1 :])
            if of_values != wanted:
                values = ivy.broadcast_to(values, wanted)
            return _add_slices(x, whole, axis, index, values)
        values = _axis_first(values, along)
    else:
        values = source
    rows = _axis_first(whole, axis)
    if not isinstance(values, Tensor):
        values = ivy.full((count, *rows.shape[1:]), values, dtype=x.dtype.core)
    values = ivy.broadcast_to(values, (count, *rows.shape[1:]))
    found = computed(_ROWS, [rows, index, values, reduce, include_self], {})
    return ivy.reshape(ivy.moveaxis(found, 0, axis), tuple(x.shape))


def _add_slices(x: Tensor, whole: Tensor, axis: int, index: Tensor, values: Tensor) -> Tensor:
    """Return ``x``, which ``whole`` shows with an axis, and slices added to it one by one."""
    if whole.ndim > 1:
        index = ivy.reshape(index, [-1 if d == axis else 1 for d in range(whole.ndim)])
    found = ivy.put_along_axis(whole, index, values, axis, mode="sum")
    return found if x.ndim else ivy.reshape(found, ())


@torch_function(host=host_forms.index_add)
def index_add(
    input: TensorLike, dim: int, index: TensorLike, source: TensorLike, *, alpha: Number = 1,
    out=None,
) -> Tensor:  # fmt: skip
    """Return a copy with slices added along a dimension."""
    if source.ndim != input.ndim and (index.ndim or not source.ndim or not input.ndim):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(input.shape)} source.shape = {list(source.shape)}"
        )
    values = source if (alpha == 1) is True else cast(ivy.multiply(source, alpha), source.dtype)
    return _combine_slices(input, dim, index, values, "sum", "index_add")


@torch_function(host=host_forms.index_copy)
def index_copy(
    input: TensorLike, dim: int, index: TensorLike, source: TensorLike, *, out=None
) -> Tensor:
    """Return a copy with slices replaced along a dimension."""
    return _combine_slices(input, dim, index, source, None, "index_copy")


@torch_function(host=host_forms.index_fill)
def index_fill(
    input: TensorLike, dim: int, index: TensorLike, value: TensorLike | Number
) -> Tensor:
    """Return a copy with slices along a dimension filled with a value."""
    axis = wrapped(dim, input.ndim)
    value = _cast_written_value(value, input, "index_fill_")
    length = _at_least_1d(input).shape[axis]
    index = _wrap_indices(ivy.reshape(_cast_index(index, "index_fill"), (-1,)), length, axis)
    hit = ivy.any(
        ivy.equal(ivy.expand_dims(ivy.arange(length, dtype="int64"), axis=1), index), axis=1
    )
    if not input.ndim:
        return ivy.where(ivy.reshape(hit, ()), value, input)
    hit = ivy.reshape(hit, (length, *(1,) * (input.ndim - axis - 1)))
    return ivy.where(hit, value, input)


@torch_function
def index_reduce(
    input: TensorLike, dim: int, index: TensorLike, source: TensorLike, reduce: str, *,
    include_self: bool = True, out=None,
) -> Tensor:  # fmt: skip
    """Return a copy with slices combined with others along a dimension."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(
            f"reduce argument must be either prod, mean, amax or amin, got {reduce}."
        )
    return _combine_slices(input, dim, index, source, reduce, "index_reduce", include_self)


@torch_function
def index_put(input: TensorLike, indices, values: TensorLike, accumulate: bool = False) -> Tensor:
    """Return a copy with values written, or added, where index tensors lead."""
    whole = ivy.copy_array(input)
    index = tuple(slice(None) if each is None else each for each in indices)
    if values.dtype is not input.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{shown(input.dtype)} for the destination and {shown(values.dtype)} for the source."
        )
    check_read(input, index)
    if not accumulate:
        write_item(whole, index, values)
        return whole
    numbers = ivy.reshape(ivy.arange(input.shape.numel(), dtype="int64"), tuple(input.shape))
    positions = get_item(numbers, index, Tensor)
    flat = ivy.reshape(positions, (-1,))
    source = ivy.reshape(ivy.broadcast_to(values, tuple(positions.shape)), (-1,))
    found = scattered_rows(ivy.reshape(whole, (-1,)), flat, source, "sum", include_self=True)
    return ivy.reshape(found, tuple(input.shape))


@torch_function
def put(
    input: TensorLike, index: TensorLike, source: TensorLike, accumulate: bool = False
) -> Tensor:
    """Return a copy with values written, or added, at indices of the tensor laid out flat."""
    if index.dtype is not dtypes.int64:
        raise RuntimeError(
            f"put_(): Expected a long tensor for index, but got {shown(index.dtype)}"
        )
    if source.dtype is not input.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{shown(input.dtype)} and source.dtype = {shown(source.dtype)}"
        )
    if source.shape.numel() != index.shape.numel():
        raise RuntimeError(
            f"put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.shape.numel()}, index.numel() = {index.shape.numel()}"
        )
    if not index.shape.numel():
        return ivy.copy_array(input)
    flat = ivy.reshape(input, (-1,))
    positions = ivy.reshape(_wrap_flat_indices(index, flat.shape[0]), (-1,))
    reduce = "sum" if accumulate else None
    found = scattered_rows(flat, positions, ivy.reshape(source, (-1,)), reduce, include_self=True)
    return ivy.reshape(found, tuple(input.shape))


# where elements are


@torch_function(differentiable=False, host=host_forms.nonzero)
def nonzero(input: TensorLike, *, as_tuple: bool = False, out=None) -> Tensor:
    """Return the indices of the elements that are not zero, as rows or one tensor a dimension."""
    if not input.ndim:
        found = ivy.nonzero(ivy.reshape(input, (1,)))
        count = found[0].shape[0]
        return (
            (ivy.astype(found[0], "int64"),) if as_tuple else ivy.zeros((count, 0), dtype="int64")
        )
    found = [ivy.astype(f, "int64") for f in ivy.nonzero(input)]
    return tuple(found) if as_tuple else ivy.stack(found, axis=1)


@torch_function(differentiable=False)
def argwhere(input: TensorLike) -> Tensor:
    """Return the indices of the elements that are not zero, as rows."""
    return nonzero.function.body(input)


@torch_function(differentiable=False)
def nonzero_static(input: TensorLike, *, size: int, fill_value: int = -1, out=None) -> Tensor:
    """Return the first ``size`` indices of the elements that are not zero, filled up."""
    if size < 0:
        raise RuntimeError(f"nonzero_static: 'size' must be an non-negative integer, got {size}")
    found = nonzero.function.body(input)[:size]
    missing = size - found.shape[0]
    fill = ivy.full((missing, found.shape[1]), fill_value, dtype="int64")
    return ivy.concat([found, fill], axis=0)


__all__ = [
    "argwhere", "combined", "gather", "index_add", "index_copy", "index_fill",
    "index_put", "index_reduce", "index_select", "masked_fill", "masked_scatter",
    "masked_select", "nonzero", "nonzero_static", "put", "scatter", "scatter_add",
    "scatter_reduce", "scattered_rows", "take", "take_along_dim",
]  # fmt: skip
