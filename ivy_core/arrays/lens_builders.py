"""Lens builders: from the arguments of a view function to the lens of the view that it returns.

A builder takes what its function takes, but for ``copy`` and ``out``. It gives a lens; a tuple of
lenses that are looked through one after the other; a list where the function returns several
views; or None where these arguments make no view. NumPy is the oracle: its function is applied to
the shadow of the array, and what comes out (or is raised) is the answer.
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Sequence

import numpy as np

from ..dtypes import as_dtype
from .array import Array
from .indexing import basic_index
from .views import (
    Broadcast,
    Diagonal,
    Index,
    Permute,
    Real,
    Reshape,
    Windows,
    blank,
    read_through,
    shadow,
)


def implementation(builder: Callable) -> Callable:
    """Return the view function for native arrays of a backend without views: the lens, read."""

    def function(x, /, *args, **kwargs):
        x = Array(x)
        lens = builder(x, *args, **kwargs)
        if type(lens) is list:
            return [read_through(x, each) for each in lens]
        return read_through(x, lens)

    function.__signature__ = inspect.signature(builder)
    function.__name__ = function.__qualname__ = builder.__name__.removesuffix("_lens")
    return function


# shapes


def wanted_lengths(shape, given: tuple[int, ...], allowzero: bool = True) -> tuple[int, ...]:
    """Return the shape that ``reshape`` is asked for as a tuple of ints.

    Without ``allowzero`` a zero stands for the length of the same axis of the array.
    """
    if type(shape) is not tuple:
        shape = tuple(shape) if hasattr(shape, "__iter__") else (shape,)
    shape = tuple([n if type(n) is int else operator.index(n) for n in shape])
    if not allowzero:
        shape = tuple([given[i] if n == 0 else n for i, n in enumerate(shape)])
    return shape


def repetitions_of(given) -> tuple[int, ...]:
    """Return how often ``tile`` repeats along each axis; of a text NumPy makes a number."""
    return wanted_lengths(int(given) if type(given) is str else given, ())


def _reshaped(a: np.ndarray, wanted: tuple[int, ...]) -> Reshape:
    try:
        return Reshape(a.reshape(wanted, copy=False).shape)
    except ValueError:  # strided memory, or sizes that differ: then the next line raises
        return Reshape(blank(a.shape).reshape(wanted).shape, copies=True)


def reshape_lens(x: Array, /, shape, *, order: str = "C", allowzero: bool = True):
    a = shadow(x)
    wanted = wanted_lengths(shape, a.shape, allowzero)
    if order == "A":
        order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
    if order == "F":
        lens = _reshaped(a.T, wanted[::-1])
        return _reversed(a.T.shape), lens, _reversed(lens.shape[::-1])
    if order != "C":
        cls = ValueError if isinstance(order, str) else TypeError
        raise cls(f"order must be one of 'C', 'F' or 'A' (got {order!r})")
    return _reshaped(a, wanted)


def _reversed(shape: tuple[int, ...]) -> Permute:
    return Permute(tuple(range(len(shape)))[::-1], shape)


def ravel_lens(x: Array, /, *, order: str = "C"):
    a = shadow(x)
    if order != "K":
        found = reshape_lens(x, (-1,), order=order)
        if order == "A":
            order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
        if not (a.flags.f_contiguous if order == "F" else a.flags.c_contiguous):
            # NumPy's ravel copies strided memory, even where a reshape would see it
            (found[1] if isinstance(found, tuple) else found).copies = True
        return found
    axes = tuple(sorted(range(a.ndim), key=lambda axis: -abs(a.strides[axis])))
    moved = a.transpose(axes)
    return Permute(axes, moved.shape), Reshape((a.size,), copies=not moved.flags.c_contiguous)


def flatten_lens(x: Array, /, *, start_dim: int = 0, end_dim: int = -1, order: str = "C"):
    return reshape_lens(x, flat_shape(x.shape, start_dim, end_dim), order=order)


def flat_shape(shape: tuple[int, ...], start_dim: int, end_dim: int) -> tuple[int, ...]:
    """Return the shape after the axes from ``start_dim`` to ``end_dim`` have become one."""
    first, last = _axis(start_dim, max(len(shape), 1)), _axis(end_dim, max(len(shape), 1))
    if first > last:
        raise ValueError(f"start_dim {start_dim} comes after end_dim {end_dim}")
    count = int(np.prod(shape[first : last + 1], dtype=np.int64))
    return (*shape[:first], count, *shape[last + 1 :])


def unflatten_lens(x: Array, /, dim: int, shape):
    return reshape_lens(x, unflat_shape(x.shape, dim, shape))


def unflat_shape(given: tuple[int, ...], dim: int, shape) -> tuple[int, ...]:
    """Return the shape after axis ``dim`` has become several, one of them maybe -1."""
    at = _axis(dim, len(given))
    parts = blank(given[at : at + 1]).reshape(wanted_lengths(shape, given)).shape
    return (*given[:at], *parts, *given[at + 1 :])


def _axis(axis, ndim: int) -> int:
    return np.lib.array_utils.normalize_axis_index(operator.index(axis), ndim)


# new and dropped axes


def _basic(x: Array, raw: tuple) -> Index:
    return basic_index(raw, shadow(x))


def expand_dims_lens(x: Array, /, axis=0) -> Index:
    a = shadow(x)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = a.ndim + len(axes)
    new = np.lib.array_utils.normalize_axis_tuple(axes, ndim)
    return _basic(x, tuple([None if i in new else slice(None) for i in range(ndim)]))


def squeeze_lens(x: Array, /, axis=None) -> Index:
    a = shadow(x)
    a.squeeze(_as_axes(axis))  # raises what is to be raised
    if axis is None:
        dropped = [i for i, n in enumerate(a.shape) if n == 1]
    else:
        axes = axis if isinstance(axis, (tuple, list)) else (axis,)
        dropped = [i % a.ndim for i in axes] if a.ndim else []
    return _basic(x, (*[0 if i in dropped else slice(None) for i in range(a.ndim)], Ellipsis))


def _as_axes(axis):
    return tuple(axis) if isinstance(axis, list) else axis


# axes in another order


@functools.lru_cache(maxsize=64)
def _ruler(ndim: int) -> np.ndarray:
    """Return an array whose lengths number its axes from 1; it has no memory of its own."""
    return np.broadcast_to(False, tuple(range(1, ndim + 1)))


def _permuted(x: Array, function: Callable, *args) -> Permute:
    a = shadow(x)
    axes = tuple([n - 1 for n in function(_ruler(a.ndim), *args).shape])
    return Permute(axes, tuple([a.shape[axis] for axis in axes]))


def permute_dims_lens(x: Array, /, axes=None) -> Permute:
    return _permuted(x, np.transpose, axes)


def swapaxes_lens(x: Array, axis0: int, axis1: int, /) -> Permute:
    return _permuted(x, np.swapaxes, axis0, axis1)


def moveaxis_lens(x: Array, source, destination, /) -> Permute:
    return _permuted(x, np.moveaxis, source, destination)


def matrix_transpose_lens(x: Array, /, *, conjugate: bool = False) -> Permute | None:
    if conjugate and as_dtype(x.dtype).is_complex:
        return None
    return _permuted(x, np.matrix_transpose)


# axes turned round


def flip_lens(x: Array, /, *, axis=None) -> Index:
    a = shadow(x)
    if axis is None:
        turned = range(a.ndim)
    else:
        turned = np.lib.array_utils.normalize_axis_tuple(axis, a.ndim, "axis")
    return _basic(x, _turned(a.ndim, turned))


def _turned(ndim: int, axes) -> tuple:
    return tuple([slice(None, None, -1) if i in axes else slice(None) for i in range(ndim)])


def fliplr_lens(x: Array, /) -> Index:
    ndim = np.fliplr(shadow(x)).ndim
    return _basic(x, _turned(ndim, (1,)))


def flipud_lens(x: Array, /) -> Index:
    ndim = np.flipud(shadow(x)).ndim
    return _basic(x, _turned(ndim, (0,)))


def rot90_lens(x: Array, /, *, k: int = 1, axes: Sequence[int] = (0, 1)):
    a = shadow(x)
    shape = np.rot90(a, k, axes).shape
    first, second = (axis % a.ndim for axis in axes)
    k %= 4
    if k in (0, 2):
        return _basic(x, _turned(a.ndim, (first, second) if k else ()))
    swap = list(range(a.ndim))
    swap[first], swap[second] = second, first
    transpose = Permute(tuple(swap), shape)
    if k == 1:
        return _basic(x, _turned(a.ndim, (second,))), transpose
    return transpose, basic_index(_turned(a.ndim, (second,)), a.transpose(swap))


# parts


def diagonal_lens(x: Array, /, offset: int = 0, axis1: int = -2, axis2: int = -1) -> Diagonal:
    shape = np.diagonal(shadow(x), offset, axis1, axis2).shape
    return Diagonal(operator.index(offset), axis1, axis2, shape)


def real_lens(x: Array, /):
    if not as_dtype(x.dtype).is_complex:
        return _basic(x, (Ellipsis,))
    return Real("real", x.shape)


def imag_lens(x: Array, /) -> Real | None:
    return (
        Real("imag", x.shape) if as_dtype(x.dtype).is_complex else None
    )  # no view: zeros are made


def broadcast_lens(x: Array, /, shape) -> Broadcast:
    return Broadcast(np.broadcast_to(shadow(x), wanted_lengths(shape, ())).shape)


def expand_lens(x: Array, shape, /) -> Broadcast:
    return broadcast_lens(x, expanded_shape(x.shape, shape))


def expanded_shape(given: tuple[int, ...], shape) -> tuple[int, ...]:
    """Return a shape to broadcast to, in which -1 stands for the length that the array has."""
    shape = wanted_lengths(shape, given)
    lead = len(shape) - len(given)
    return tuple([given[i - lead] if n == -1 and i >= lead else n for i, n in enumerate(shape)])


def sliding_window_lens(x: Array, /, window_shape, axis=None) -> Windows:
    a = shadow(x)
    shape = np.lib.stride_tricks.sliding_window_view(a, window_shape, axis).shape
    window = window_shape if isinstance(window_shape, (tuple, list)) else (window_shape,)
    if axis is None:
        axes = range(a.ndim)
    else:
        axes = np.lib.array_utils.normalize_axis_tuple(axis, a.ndim, allow_duplicate=True)
    return Windows(tuple(map(int, window)), tuple(axes), shape)


def joined(function: Callable, arrays, *args) -> tuple[int, ...]:
    """Return the shape that NumPy's ``function`` gives for such arrays, or let it raise."""
    return function([np.broadcast_to(False, tuple(x.shape)) for x in arrays], *args).shape


# several parts


def _cuts(x: Array, bounds, axis: int) -> list[Index]:
    a = shadow(x)
    lead = (slice(None),) * axis
    return [basic_index((*lead, slice(start, stop)), a) for start, stop in bounds]


def unstack_lens(x: Array, /, *, axis: int = 0, keepdims: bool = False) -> list[Index]:
    a = shadow(x)
    if not a.ndim:
        raise ValueError("unstack: the array must have at least one dimension")
    axis = _axis(axis, a.ndim)
    if keepdims:
        return _cuts(x, [(i, i + 1) for i in range(a.shape[axis])], axis)
    lead = (slice(None),) * axis
    return [basic_index((*lead, i), a) for i in range(a.shape[axis])]


def split_lens(
    x: Array, /, *, num_or_size_splits=None, axis: int = 0, with_remainder: bool = False
) -> list[Index]:
    shape = x.shape
    if not shape:
        return [_basic(x, (Ellipsis,))]
    axis = _axis(axis, len(shape))
    sizes = split_sizes(shape[axis], num_or_size_splits, with_remainder)
    ends = np.cumsum(sizes).tolist()
    return _cuts(x, zip([0, *ends], ends, strict=False), axis)


def split_sizes(length: int, num_or_size_splits, with_remainder: bool = False) -> list[int]:
    """Return the lengths of the pieces that :func:`split` cuts an axis into.

    Raises
    ------
    ValueError
        If the pieces do not make up the axis.
    """
    wanted = num_or_size_splits
    if wanted is None:
        return [1] * length
    if hasattr(wanted, "__len__") and not getattr(wanted, "shape", (1,)) == ():
        sizes = [operator.index(n) for n in wanted]
        if sizes.count(-1) == 1:
            sizes[sizes.index(-1)] = length - (sum(sizes) + 1)
        if sum(sizes) != length or any(n < 0 for n in sizes):
            raise ValueError(f"split: pieces of {sizes} do not make up an axis of length {length}")
        return sizes
    count = operator.index(wanted)
    if count <= 0:
        raise ValueError(f"split: the number of pieces must be positive, not {count}")
    if not length % count:
        return [length // count] * count
    if not with_remainder:
        raise ValueError(f"split: an axis of length {length} has no {count} equal pieces")
    size = -(-length // count)
    full, rest = divmod(length, size)
    return [size] * full + ([rest] if rest else [])


def array_split_lens(x: Array, /, indices_or_sections, *, axis: int = 0) -> list[Index]:
    shape = x.shape
    axis = _axis(axis, max(len(shape), 1))
    if not shape:
        raise IndexError("array_split: the array must have at least one dimension")
    return _cuts(x, split_bounds(shape[axis], indices_or_sections), axis)


def split_bounds(length: int, indices_or_sections) -> list[tuple[int, int]]:
    """Return where the pieces start and stop that ``numpy.array_split`` cuts an axis into."""
    if hasattr(indices_or_sections, "__len__"):
        cuts = [operator.index(i) for i in indices_or_sections]
        ends = [slice(0, cut).indices(length)[1] for cut in [*cuts, length]]
        starts = [0, *[slice(cut, None).indices(length)[0] for cut in cuts]]
        return [(s, max(s, e)) for s, e in zip(starts, ends, strict=True)]
    count = operator.index(indices_or_sections)
    if count <= 0:
        raise ValueError("number sections must be larger than 0.")
    each, extra = divmod(length, count)
    ends = np.cumsum([each + 1] * extra + [each] * (count - extra)).tolist()
    return list(zip([0, *ends[:-1]], ends, strict=True))


def _equal_split(x: Array, indices_or_sections, axis: int) -> list[Index]:
    if not hasattr(indices_or_sections, "__len__"):
        if indices_or_sections > 0 and x.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split_lens(x, indices_or_sections, axis=axis)


def hsplit_lens(x: Array, indices_or_sections, /) -> list[Index]:
    if not x.shape:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return _equal_split(x, indices_or_sections, 1 if len(x.shape) > 1 else 0)


def vsplit_lens(x: Array, indices_or_sections, /) -> list[Index]:
    if len(x.shape) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return _equal_split(x, indices_or_sections, 0)


def dsplit_lens(x: Array, indices_or_sections, /) -> list[Index]:
    if len(x.shape) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return _equal_split(x, indices_or_sections, 2)
