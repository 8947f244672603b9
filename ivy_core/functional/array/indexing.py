"""Indexing by arrays of positions: along one axis, or by coordinates."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterator, Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy as _host
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.axes import check_lengths
from ivy_core.backends.common.indices import check_bounds
from ivy_core.backends.common.linear_algebra import check_choice
from ivy_core.backends.common.reductions import check_scatter_reduction
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.registry import compositional, handle_nestable, primary, standalone
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from ..operands import as_array, filled


@primary
def take(
    x: Array,
    indices: Array,
    /,
    *,
    axis: int | None = None,
    mode: str = "raise",
    fill_value: complex | None = None,
    out: Array | None = None,
) -> Array:
    """Pick the elements at some places along an axis.

    Parameters
    ----------
    x, any dtype: Array to pick from.
    indices, integer: Places; negative ones count from the end.
    axis: Axis that they lie along; by default they are places in the flattened array.
    mode : {'raise', 'wrap', 'clip', 'fill'}
        What happens out of bounds: an error; the index is taken modulo the length; the nearest end
        is taken (and negative ones are 0); ``fill_value`` is taken. Compiled code cannot raise:
        there 'raise' works as 'fill'.
    fill_value : scalar, optional
        By default NaN, the least value of signed integers, the greatest of unsigned ones, or True.

    Returns
    -------
    Array, of the dtype of x
        The shape of ``x`` with that of ``indices`` in place of the axis.

    Raises: IvyIndexError if an index or the axis is out of bounds.

    References: Array API standard 2024.12, ``take``; NumPy, ``numpy.take``.

    >>> ivy.take(ivy.asarray([1, 2, 3]), ivy.asarray([0, -1]), axis=0)
    ivy.array([1, 3])
    """
    return current_backend(x).take(x, indices, axis=axis, mode=mode, fill_value=fill_value, out=out)


@primary(follows="array_api")
def take_along_axis(
    x: Array,
    indices: Array,
    /,
    axis: int | None = -1,
    *,
    mode: str = "raise",
    out: Array | None = None,
) -> Array:
    """Pick an element for each index, from the line along an axis that the index lies in.

    Parameters
    ----------
    x, any dtype: Array to pick from.
    indices : Array, integer, of as many dimensions as x
        Places along the axis; the other axes broadcast with those of ``x``.
    axis : int or None
        Axis that the places lie along; None for the flattened array.
    mode : {'raise', 'wrap', 'clip', 'fill'}
        What happens out of bounds, as in :func:`take`.

    Returns: Array, of the dtype of x

    Raises: IvyIndexError if an index or the axis is out of bounds.
    Raises: IvyValueError if the numbers of dimensions differ.

    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.take_along_axis(x, ivy.asarray([[0], [1]]), axis=1)
    ivy.array([[1],
               [4]])
    """
    return current_backend(x).take_along_axis(x, indices, axis, mode=mode, out=out)


@primary(like=take_along_axis)
def put_along_axis(
    x: Array,
    indices: Array,
    values: Array,
    axis: int | None,
    /,
    *,
    mode: str = "replace",
    out: Array | None = None,
) -> Array:
    """Put a value at each index, into the line along an axis that the index lies in.

    The result is an array of its own; ``out=x`` writes in place, as ``numpy.put_along_axis`` does.

    Parameters
    ----------
    x, any dtype: Array into whose copy is put.
    values: Broadcast with the indices, cast to the dtype of ``x``.
    mode : {'replace', 'sum', 'mul', 'min', 'max', 'mean'}
        How a value meets what is there; where an index comes repeatedly, 'replace' leaves the last.

    Returns: Array, of the shape and dtype of x

    References: NumPy, ``numpy.put_along_axis``; PyTorch, ``torch.scatter_reduce``.

    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.put_along_axis(x, ivy.asarray([[0], [1]]), 9, 1)
    ivy.array([[9, 2],
               [3, 9]])
    """
    return current_backend(x).put_along_axis(x, indices, values, axis, mode=mode, out=out)


@compositional(follows="tf")
def gather(
    params: Array,
    indices: Array,
    /,
    *,
    axis: int = -1,
    batch_dims: int = 0,
    out: Array | None = None,
) -> Array:
    """Pick slices along an axis, maybe with indices of their own for each batch.

    Parameters
    ----------
    params, any dtype: Array to pick from.
    indices, integer: Places along the axis.
    axis : int
        Axis that they lie along.
    batch_dims : int
        Number of leading axes that ``params`` and ``indices`` have in common.

    Returns
    -------
    Array, of the dtype of params
        Shape ``params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]``.

    Raises: IvyIndexError if an index or the axis is out of bounds.
    Raises: IvyValueError if the batches do not agree.

    >>> ivy.gather(ivy.asarray([1, 2, 3]), ivy.asarray([2, 0]))
    ivy.array([3, 1])
    """
    if not batch_dims:
        return ivy.take(params, indices, axis=axis, out=out)
    params, indices = as_array(params), as_array(indices)
    shape = params.shape
    axis = axis + len(shape) if axis < 0 else axis
    batch, picks = indices.shape[:batch_dims], indices.shape[batch_dims:]
    if shape[:batch_dims] != batch or axis < batch_dims:
        raise IvyValueError(
            f"gather: the first {batch_dims} axes of params {shape} and of indices "
            f"{indices.shape} must be equal, and come before axis {axis}"
        )
    # the axis right after the batch; each line along it is picked from with the batch's indices
    lines = ivy.moveaxis(params, axis, batch_dims)
    rest = lines.shape[batch_dims + 1 :]
    flat = ivy.reshape(indices, (*batch, -1, *[1] * len(rest)))
    picked = ivy.take_along_axis(lines, flat, batch_dims)
    picked = ivy.reshape(picked, (*batch, *picks, *rest))
    before = axis - batch_dims
    lead, count = list(range(batch_dims)), batch_dims + len(picks)
    moved = list(range(count, count + before))
    order = [*lead, *moved, *range(batch_dims, count), *range(count + before, count + len(rest))]
    return ivy.permute_dims(picked, tuple(order), copy=True, out=out)


@compositional(follows="tf")
@handle_nestable
def gather_nd(
    params: Array, indices: Array, /, *, batch_dims: int = 0, out: Array | None = None
) -> Array:
    """Pick elements or slices by coordinates.

    Parameters
    ----------
    params, any dtype: Array to pick from.
    indices : Array, integer, shape (..., D)
        The last axis holds the first D coordinates (those after the batch).
    batch_dims : int
        Number of leading axes that ``params`` and ``indices`` have in common.

    Returns
    -------
    Array, of the dtype of params
        Shape ``indices.shape[:-1] + params.shape[batch_dims + D:]``.

    Raises: IvyIndexError if a coordinate is out of bounds.

    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.gather_nd(x, ivy.asarray([[0, 1], [1, 0]]))
    ivy.array([2, 3])
    """
    params, indices = as_array(params), as_array(indices)
    lead = indices.shape[:-1]
    grids = [
        ivy.reshape(ivy.arange(n), (-1,) + (1,) * (len(lead) - i - 1))
        for i, n in enumerate(lead[:batch_dims])
    ]
    picked = params[(*grids, *[indices[..., i] for i in range(indices.shape[-1])])]
    return filled(out, picked)


@compositional
@handle_nestable
def scatter_flat(
    indices: Array,
    updates: Array,
    /,
    *,
    size: int | None = None,
    reduction: str = "sum",
    out: Array | None = None,
) -> Array:
    """Scatter values into a vector.

    Parameters
    ----------
    indices, integer, shape (N,): Where each value goes.
    updates, shape (N,), any dtype: The values.
    size: Length of the vector; that of ``out`` by default.
    reduction : {'sum', 'min', 'max', 'mul', 'mean', 'replace'}
        How values meet that go to one place.
    out : Array, optional
        Written into: its own values meet the updates. Without it, places that nothing goes to
        are zero.

    Returns: Array, shape (size,), of the dtype of updates

    Raises: IvyIndexError if an index is out of bounds.
    Raises: IvyValueError if neither ``size`` nor ``out`` is given, or they disagree.

    References: PyTorch, ``torch.scatter_reduce``.

    >>> ivy.scatter_flat(ivy.asarray([0, 2, 0]), ivy.asarray([1, 2, 3]), size=4)
    ivy.array([4, 0, 2, 0])
    """
    if size is None and out is None:
        raise IvyValueError("scatter_flat: size or out must be given")
    if out is not None and out.shape != (out.size if size is None else size,):
        raise IvyValueError(f"scatter_flat: out has the shape {out.shape}; a vector of size {size}")
    return _scatter_by_coordinates(
        ivy.reshape(indices, (-1, 1)), ivy.reshape(updates, (-1,)), (size,), reduction, out
    )


@compositional(follows="tf", like=scatter_flat)
@handle_nestable
def scatter_nd(
    indices: Array,
    updates: Array,
    /,
    shape: Sequence[int] | None = None,
    *,
    reduction: str = "sum",
    out: Array | None = None,
) -> Array:
    """Scatter values or slices into an array by coordinates.

    Parameters
    ----------
    indices : Array, integer, shape (..., D)
        The last axis holds the first D coordinates of where each value goes.
    updates : Array, shape ``indices.shape[:-1] + shape[D:]``, any dtype
        The values; they broadcast to that shape.
    shape: Shape of the result; that of ``out`` by default.

    Returns: Array, of the dtype of updates

    Raises: IvyIndexError if a coordinate is out of bounds.
    Raises: IvyValueError if neither ``shape`` nor ``out`` is given, or they disagree.

    >>> ivy.scatter_nd(ivy.asarray([[0, 1], [1, 0]]), ivy.asarray([5, 6]), (2, 2))
    ivy.array([[0, 5],
               [6, 0]])
    """
    if shape is None and out is None:
        raise IvyValueError("scatter_nd: shape or out must be given")
    wanted = tuple([operator.index(n) for n in shape]) if shape is not None else out.shape
    if out is not None and wanted != out.shape:
        raise IvyValueError(f"scatter_nd: shape {wanted} is not that of out, {out.shape}")
    return _scatter_by_coordinates(as_array(indices), as_array(updates), wanted, reduction, out)


_IDENTITIES = {"sum": 0, "replace": 0, "mul": 1, "mean": 0}


def _scatter_by_coordinates(indices, updates, shape, reduction, out):
    """Reduce ``updates`` into ``out``; else among themselves, in a new array, 0 elsewhere."""
    check_scatter_reduction("scatter", "reduction", reduction)
    shape = out.shape if out is not None else shape
    depth = indices.shape[-1]
    coordinates, rest = shape[:depth], shape[depth:]
    data = read(indices)
    if not backend_for(data).is_tracer(data):
        host = _host(indices)
        for axis, length in enumerate(coordinates):
            check_bounds(host[..., axis], length, axis)
    rows = 0
    for i in range(depth):
        along = indices[..., i]
        along = ivy.where(ivy.less(along, 0), ivy.add(along, coordinates[i]), along)
        rows = ivy.add(ivy.multiply(along, math.prod(coordinates[i + 1 :])), rows)
    rows = ivy.reshape(rows, (-1, 1))
    count, width = math.prod(coordinates), math.prod(rest)
    updates = ivy.broadcast_to(updates, (*indices.shape[:-1], *rest))
    updates = ivy.reshape(updates, (rows.shape[0], width))
    if out is not None:
        table = ivy.reshape(out, (count, width))
        table = ivy.put_along_axis(table, rows, updates, 0, mode=reduction)
        return filled(out, ivy.reshape(table, shape))
    dtype = updates.dtype
    start = _IDENTITIES.get(reduction)
    if start is None:
        start = _reduction_start(dtype, reduction)
    table = ivy.full((count, width), start, dtype=dtype)
    if reduction == "mean":  # the zeros that stand there are no values
        sums = ivy.put_along_axis(table, rows, updates, 0, mode="sum")
        ones = ivy.ones((count, width), dtype=dtype)
        counts = ivy.put_along_axis(table, rows, ivy.ones_like(updates), 0, mode="sum")
        means = ivy.divide(sums, ivy.maximum(counts, ones))
        return ivy.reshape(ivy.astype(means, dtype), shape)
    table = ivy.put_along_axis(table, rows, updates, 0, mode=reduction)
    if start != 0:
        reached = ivy.zeros((count, width), dtype="bool")
        reached = ivy.put_along_axis(reached, rows, ivy.full(updates.shape, True), 0)
        table = ivy.where(reached, table, ivy.zeros((count, width), dtype=dtype))
    return ivy.reshape(table, shape)


def _reduction_start(dtype, reduction):
    """Return the identity of "min" or "max": every other number replaces it."""
    if dtype.is_int:
        info = ivy.iinfo(dtype)
        return info.max if reduction == "min" else info.min
    if dtype.is_bool:
        return reduction == "min"
    return ivy.inf if reduction == "min" else -ivy.inf


@compositional(follows="numpy")
@handle_nestable
def choose(
    arr: Array,
    choices: Sequence[Array],
    /,
    *,
    mode: str | None = None,
    out: Array | None = None,
) -> Array:
    """Take each element from one of several arrays, as an array of their numbers says.

    Parameters
    ----------
    arr, integer: Which one of the choices each element is taken from.
    choices : sequence of Array, or Array
        What is taken from; they broadcast together with ``arr`` and promote. Of an array the first
        axis numbers the choices.
    mode : {'raise', 'wrap', 'clip'}, optional
        What becomes of numbers outside of 0 to ``len(choices) - 1``: an error (None means that; not
        told while tracing), the remainder, or the nearest number.

    Returns: Array, of the shape that all broadcast to

    Raises: IvyValueError if a number is outside, there are no choices, or there is no such mode.
    Raises: IvyTypeError if the numbers are no integers.

    >>> ivy.choose(ivy.asarray([1, 0, 1]), [ivy.asarray([1, 2, 3]), ivy.asarray([10, 20, 30])])
    ivy.array([10,  2, 30])
    """
    arr = as_array(arr)
    mode = "raise" if mode is None else mode
    check_choice("choose", "mode", mode, ("raise", "wrap", "clip"))
    if not (arr.dtype.is_int or arr.dtype.is_bool):
        raise IvyTypeError(f"choose: numbers of {arr.dtype} were given, not integers")
    options = (
        [choices[i, ...] for i in range(choices.shape[0])] if _is_single_array(choices) else choices
    )
    options = [as_array(each) for each in options]
    count = len(options)
    if not count:
        raise IvyValueError("choose: no choices were given; at least one is needed")
    numbers = ivy.astype(arr, "int64")
    if mode == "wrap":
        numbers = ivy.remainder(numbers, count)
    elif mode == "clip":
        numbers = ivy.clip(numbers, 0, count - 1)
    else:
        _require_within("choose: numbers of choices", numbers, count)
    numbers, *options = ivy.broadcast_arrays(numbers, *options)
    stacked = ivy.stack(options, axis=0)
    picked = ivy.take_along_axis(stacked, ivy.expand_dims(numbers, axis=0), 0)
    return ivy.reshape(picked, numbers.shape, out=out)


def _is_single_array(choices) -> bool:
    return hasattr(choices, "shape")


def _require_within(what: str, numbers: Array, count: int) -> None:
    """Raise unless whole numbers lie in 0 to ``count - 1``; traced ones are not checked."""
    data = read(numbers)
    if not numbers.size or backend_for(data).is_tracer(data):
        return
    least, most = int(ivy.min(numbers)), int(ivy.max(numbers))
    if least < 0 or most >= count:
        raise IvyValueError(f"{what} from {least} to {most} given; allowed are 0 to {count - 1}")


@compositional
@handle_nestable
def fill_diagonal(
    a: Array, v: Array | complex, /, *, wrap: bool = False, out: Array | None = None
) -> Array:
    """Array with other elements on its main diagonal, where all its indices are equal.

    Parameters
    ----------
    a : Array, at least two dimensions, all of one length if there are more
        The other elements. It stays as it was.
    v: What comes onto the diagonal, in the dtype of ``a``: taken in C order, again and again.
    wrap : bool, optional
        Whether the diagonal of a tall matrix goes on from the first column, a row further down,
        each time it has come to the last one.

    Returns: Array, of the shape and the dtype of a

    Raises
    ------
    IvyValueError
        If ``a`` has fewer than two dimensions, or more of different lengths, or ``v`` is empty.

    References: NumPy, ``numpy.fill_diagonal``, which writes into its argument; PyTorch,
    ``torch.Tensor.fill_diagonal_``.

    >>> ivy.fill_diagonal(ivy.zeros((2, 3)), ivy.asarray([1.0, 2.0]))
    ivy.array([[1., 0., 0.],
               [0., 2., 0.]])
    """
    a, v = as_array(a), as_array(v)
    shape = a.shape
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise IvyValueError(
            f"fill_diagonal: an array of shape {shape} was given; two dimensions are needed, or "
            "more of one length"
        )
    if not v.size:
        raise IvyValueError("fill_diagonal: v has no elements; at least one is needed")
    if len(shape) == 2:
        step = shape[1] + 1
        end = a.size if wrap else min(a.size, shape[1] * shape[1])
    else:
        step, end = 1 + sum(shape[0] ** k for k in range(1, len(shape))), a.size
    places = ivy.arange(a.size, dtype="int64")
    chosen = ivy.logical_and(ivy.equal(ivy.remainder(places, step), 0), ivy.less(places, end))
    if v.ndim:
        v = ivy.reshape(v, (-1,))
        turn = ivy.remainder(ivy.floor_divide(places, step), v.shape[0])
        v = ivy.reshape(ivy.take(v, turn, axis=0), shape)
    chosen = ivy.reshape(chosen, shape)
    return ivy.where(chosen, ivy.astype(v, a.dtype), a, out=out)


@compositional
@handle_nestable
def unravel_index(indices: Array, shape: Sequence[int], /) -> tuple[Array, ...]:
    """Indices along each axis of elements that are numbered in C order.

    Parameters
    ----------
    indices, integer: Numbers of elements.
    shape: Shape of the array that they belong to.

    Returns
    -------
    tuple of Arrays, int64
        One for each axis, of the shape of ``indices``.

    Raises
    ------
    IvyValueError
        If a number is negative or too large (not told while tracing), or a length is negative.
    IvyTypeError
        If the numbers are no integers.

    References: NumPy, ``numpy.unravel_index``; PyTorch, ``torch.unravel_index``.

    >>> ivy.unravel_index(ivy.asarray([1, 5]), (2, 3))
    (ivy.array([0, 1]), ivy.array([1, 2]))
    """
    indices = as_array(indices)
    shape = tuple(map(operator.index, shape if hasattr(shape, "__iter__") else (shape,)))
    if any(n < 0 for n in shape):
        raise IvyValueError(f"unravel_index: shape {shape} was given; no length may be negative")
    if not indices.dtype.is_int:
        raise IvyTypeError(f"unravel_index: numbers of {indices.dtype} were given, not integers")
    rest = ivy.astype(indices, "int64")
    _require_within(f"unravel_index: numbers of elements of shape {shape}", rest, math.prod(shape))
    parts = []
    for length in shape[::-1]:
        parts.append(ivy.remainder(rest, max(length, 1)))
        rest = ivy.floor_divide(rest, max(length, 1))
    return tuple(parts[::-1])


@compositional(follows="numpy")
def ndenumerate(input) -> Iterator[tuple]:
    """Go through the elements of an array, with their indices, in C order.

    Parameters
    ----------
    input : Array, any dtype
        What is gone through.

    Returns
    -------
    iterator of (tuple of int, Array)
        Index and element; the elements are views.

    >>> [(index, int(x)) for index, x in ivy.ndenumerate(ivy.asarray([[1, 2], [3, 4]]))]
    [((0, 0), 1), ((0, 1), 2), ((1, 0), 3), ((1, 1), 4)]
    """
    x = as_array(input)
    return ((index, x[index]) for index in ivy.ndindex(x.shape))


@standalone(convenience=True, follows="numpy")
def ndindex(shape: int | Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Go through the indices of the elements of an array, in C order.

    Parameters
    ----------
    shape: The array's shape.

    Returns: iterator of tuple of int

    Raises: IvyTypeError if a length is no integer.
    Raises: IvyValueError if a length is negative.

    >>> list(ivy.ndindex((2, 2)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    try:
        lengths = tuple(map(operator.index, lengths))
    except TypeError:
        raise IvyTypeError(f"ndindex: shape {shape!r} was given; integers are needed") from None
    check_lengths(lengths)
    return itertools.product(*map(range, lengths))
