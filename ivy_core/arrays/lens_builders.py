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

from ..backends.common.axes import axis_of
from ..backends.common.shapes import (
    blank,
    expanded_shape,
    flat_shape,
    split_bounds,
    split_sizes,
    unflat_shape,
    wanted_lengths,
)
from ..backends.common.strided import strided_places, strided_steps
from ..backends.holder import Holder
from ..backends.loading import derived_implementations
from ..dtypes import as_dtype
from ..registry import FunctionSpec
from .indices import basic_lens
from .lenses import Broadcast, Diagonal, Index, Permute, Real, Reshape, Strided, Windows
from .views import native_view, new_array, read_through, shadow

_INT = frozenset({int})


class _Operand(Holder):
    """A native array with what a builder asks of an Array."""

    __slots__ = ("_data",)
    shape = property(lambda self: tuple(self._data.shape))
    dtype = property(lambda self: as_dtype(self._data.dtype))


def implementation(builder: Callable) -> Callable:
    """Return the view function for native arrays of a backend that has none: the lens, read.

    NumPy's arrays show a view of their own through it.
    """

    def function(x, /, *args, **kwargs):
        operand = new_array(_Operand, x)
        lens = builder(operand, *args, **kwargs)
        if type(x) is np.ndarray:
            show = functools.partial(native_view, x)
        else:
            show = functools.partial(read_through, operand)
        return [show(each) for each in lens] if type(lens) is list else show(lens)

    function.reads_lens = True

    function.__signature__ = inspect.signature(builder)
    function.__name__ = function.__qualname__ = builder.__name__.removesuffix("_lens")
    return function


def implementation_by_lens(spec: FunctionSpec) -> Callable | None:
    """Make the function that a backend without its own view function runs; None for others."""
    return None if spec.view is None else implementation(spec.view)


derived_implementations.append(implementation_by_lens)


# shapes


def _reshape_lens(shadow_of_x: np.ndarray, wanted: tuple[int, ...]) -> Reshape:
    """Return the lens of a reshape, one that ``copies`` where no strides show the result."""
    try:
        return Reshape(shadow_of_x.reshape(wanted, copy=False).shape)
    except ValueError:  # strided memory, or sizes that differ: then the next line raises
        return Reshape(blank(shadow_of_x.shape).reshape(wanted).shape, copies=True)


def reshape_lens(x: Holder, /, shape, *, order: str = "C", allowzero: bool = True):
    a = shadow(x)
    wanted = wanted_lengths(shape, a.shape, allowzero)
    if order == "A":
        order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
    if order == "F":
        lens = _reshape_lens(a.T, wanted[::-1])
        return _reversed_axes_lens(a.T.shape), lens, _reversed_axes_lens(lens.shape[::-1])
    if order != "C":
        cls = ValueError if isinstance(order, str) else TypeError
        raise cls(f"order must be one of 'C', 'F' or 'A' (got {order!r})")
    return _reshape_lens(a, wanted)


def _reversed_axes_lens(shape: tuple[int, ...]) -> Permute:
    return Permute(tuple(range(len(shape)))[::-1], shape)


def ravel_lens(x: Holder, /, *, order: str = "C"):
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


def flatten_lens(x: Holder, /, *, start_dim: int = 0, end_dim: int = -1, order: str = "C"):
    return reshape_lens(x, flat_shape(x.shape, start_dim, end_dim), order=order)


def unflatten_lens(x: Holder, /, dim: int, shape):
    return reshape_lens(x, unflat_shape(x.shape, dim, shape))


# new and dropped axes


def _basic_index_lens(x: Holder, raw: tuple) -> Index:
    return basic_lens(raw, shadow(x).shape)


def expand_dims_lens(x: Holder, /, axis=0) -> Index:
    a = shadow(x)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = a.ndim + len(axes)
    new = np.lib.array_utils.normalize_axis_tuple(axes, ndim)
    return _basic_index_lens(x, tuple([None if i in new else slice(None) for i in range(ndim)]))


def squeeze_lens(x: Holder, /, axis=None) -> Index:
    a = shadow(x)
    a.squeeze(_list_to_tuple(axis))  # NumPy raises its own error
    if axis is None:
        dropped = [i for i, n in enumerate(a.shape) if n == 1]
    else:
        axes = axis if isinstance(axis, (tuple, list)) else (axis,)
        dropped = [i % a.ndim for i in axes] if a.ndim else []
    return _basic_index_lens(
        x, (*[0 if i in dropped else slice(None) for i in range(a.ndim)], Ellipsis)
    )


def _list_to_tuple(axis):
    return tuple(axis) if isinstance(axis, list) else axis


# axes in another order


@functools.lru_cache(maxsize=64)
def _array_numbering_axes(ndim: int) -> np.ndarray:
    """Return an array without memory, whose axes have lengths 1, 2, 3, ..., to tell them apart."""
    return np.broadcast_to(False, tuple(range(1, ndim + 1)))


def _permutation_lens(x: Holder, function: Callable, *args) -> Permute:
    """Return the lens that orders axes as ``function`` orders those of a NumPy array."""
    lengths, axes = tuple(map(int, x.shape)), []
    for length in function(_array_numbering_axes(len(lengths)), *args).shape:
        axes.append(length - 1)
    return Permute(tuple(axes), tuple(map(lengths.__getitem__, axes)))


def permute_dims_lens(x: Holder, /, axes=None) -> Permute:
    if type(axes) is tuple and _INT.issuperset(map(type, axes)):
        lengths = x.shape
        if sorted(axes) == list(range(len(lengths))):  # to ask NumPy takes 3 us more
            return Permute(axes, tuple([int(lengths[axis]) for axis in axes]))
    return _permutation_lens(x, np.transpose, axes)


def swapaxes_lens(x: Holder, axis0: int, axis1: int, /) -> Permute:
    return _permutation_lens(x, np.swapaxes, axis0, axis1)


def moveaxis_lens(x: Holder, source, destination, /) -> Permute:
    return _permutation_lens(x, np.moveaxis, source, destination)


def matrix_transpose_lens(x: Holder, /, *, conjugate: bool = False) -> Permute | None:
    if conjugate and as_dtype(x.dtype).is_complex:
        return None
    return _permutation_lens(x, np.matrix_transpose)


# axes turned round


def flip_lens(x: Holder, /, *, axis=None) -> Index:
    a = shadow(x)
    if axis is None:
        turned = range(a.ndim)
    else:
        turned = np.lib.array_utils.normalize_axis_tuple(axis, a.ndim, "axis")
    return _basic_index_lens(x, _reversing_index(a.ndim, turned))


def _reversing_index(ndim: int, axes) -> tuple:
    """Return the index that reverses ``axes``, none of which is negative."""
    return tuple([slice(None, None, -1) if i in axes else slice(None) for i in range(ndim)])


def fliplr_lens(x: Holder, /) -> Index:
    ndim = np.fliplr(shadow(x)).ndim
    return _basic_index_lens(x, _reversing_index(ndim, (1,)))


def flipud_lens(x: Holder, /) -> Index:
    ndim = np.flipud(shadow(x)).ndim
    return _basic_index_lens(x, _reversing_index(ndim, (0,)))


def rot90_lens(x: Holder, /, *, k: int = 1, axes: Sequence[int] = (0, 1)):
    a = shadow(x)
    shape = np.rot90(a, k, axes).shape
    first, second = (axis % a.ndim for axis in axes)
    k %= 4
    if k in (0, 2):
        return _basic_index_lens(x, _reversing_index(a.ndim, (first, second) if k else ()))
    swap = list(range(a.ndim))
    swap[first], swap[second] = second, first
    transpose = Permute(tuple(swap), shape)
    if k == 1:
        return _basic_index_lens(x, _reversing_index(a.ndim, (second,))), transpose
    return transpose, basic_lens(_reversing_index(a.ndim, (second,)), a.transpose(swap).shape)


# parts


def diagonal_lens(x: Holder, /, offset: int = 0, axis1: int = -2, axis2: int = -1) -> Diagonal:
    shape = np.diagonal(shadow(x), offset, axis1, axis2).shape
    return Diagonal(operator.index(offset), axis1, axis2, shape)


def real_lens(x: Holder, /):
    if not as_dtype(x.dtype).is_complex:
        return _basic_index_lens(x, (Ellipsis,))
    return Real("real", x.shape)


def imag_lens(x: Holder, /) -> Real | None:
    return (
        Real("imag", x.shape) if as_dtype(x.dtype).is_complex else None
    )  # no view: zeros are made


def broadcast_lens(x: Holder, /, shape) -> Broadcast:
    return Broadcast(np.broadcast_to(shadow(x), wanted_lengths(shape, ())).shape)


def expand_lens(x: Holder, shape, /) -> Broadcast:
    return broadcast_lens(x, expanded_shape(x.shape, shape))


def sliding_window_lens(x: Holder, /, window_shape, axis=None) -> Windows:
    a = shadow(x)
    shape = np.lib.stride_tricks.sliding_window_view(a, window_shape, axis).shape
    window = window_shape if isinstance(window_shape, (tuple, list)) else (window_shape,)
    if axis is None:
        axes = range(a.ndim)
    else:
        axes = np.lib.array_utils.normalize_axis_tuple(axis, a.ndim, allow_duplicate=True)
    return Windows(tuple(map(int, window)), tuple(axes), shape)


def as_strided_lens(x: Holder, shape, strides, /, *, offset: int = 0) -> Strided:
    a = shadow(x)
    shape, steps, first = strided_steps(as_dtype(x.dtype).itemsize, shape, strides, offset)
    lens = Strided((a.shape, a.strides), steps, first, shape)
    strided_places(lens.layout, shape, steps, first)  # raises where it would leave the array
    return lens


# several parts


def _slice_lenses(x: Holder, bounds, axis: int) -> list[Index]:
    """Return one lens for each (start, stop) of ``bounds`` along an axis."""
    a = shadow(x)
    lead = (slice(None),) * axis
    return [basic_lens((*lead, slice(start, stop)), a.shape) for start, stop in bounds]


def unstack_lens(x: Holder, /, *, axis: int = 0, keepdims: bool = False) -> list[Index]:
    a = shadow(x)
    if not a.ndim:
        raise ValueError("unstack: the array must have at least one dimension")
    axis = axis_of(axis, a.ndim)
    if keepdims:
        return _slice_lenses(x, [(i, i + 1) for i in range(a.shape[axis])], axis)
    lead = (slice(None),) * axis
    return [basic_lens((*lead, i), a.shape) for i in range(a.shape[axis])]


def split_lens(
    x: Holder, /, *, num_or_size_splits=None, axis: int = 0, with_remainder: bool = False
) -> list[Index]:
    shape = x.shape
    if not shape:
        return [_basic_index_lens(x, (Ellipsis,))]
    axis = axis_of(axis, len(shape))
    sizes = split_sizes(shape[axis], num_or_size_splits, with_remainder)
    ends = np.cumsum(sizes).tolist()
    return _slice_lenses(x, zip([0, *ends], ends, strict=False), axis)


def array_split_lens(x: Holder, /, indices_or_sections, *, axis: int = 0) -> list[Index]:
    shape = x.shape
    axis = axis_of(axis, max(len(shape), 1))
    if not shape:
        raise IndexError("array_split: the array must have at least one dimension")
    return _slice_lenses(x, split_bounds(shape[axis], indices_or_sections), axis)


def _equal_split_lenses(x: Holder, indices_or_sections, axis: int) -> list[Index]:
    """Return the lenses of ``split``: a number must divide the axis, indices may cut anywhere."""
    if not hasattr(indices_or_sections, "__len__"):
        if indices_or_sections > 0 and x.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split_lens(x, indices_or_sections, axis=axis)


def hsplit_lens(x: Holder, indices_or_sections, /) -> list[Index]:
    if not x.shape:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return _equal_split_lenses(x, indices_or_sections, 1 if len(x.shape) > 1 else 0)


def vsplit_lens(x: Holder, indices_or_sections, /) -> list[Index]:
    if len(x.shape) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return _equal_split_lenses(x, indices_or_sections, 0)


def dsplit_lens(x: Holder, indices_or_sections, /) -> list[Index]:
    if len(x.shape) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return _equal_split_lenses(x, indices_or_sections, 2)
