"""Shapes, axes, joining, cutting and repeating; memory that arrays share."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS, is_recorded
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown, to_numpy
from ivy_core.arrays.lens_builders import broadcast_lens
from ivy_core.arrays.lenses import Bitcast, Real, Reshape
from ivy_core.arrays.outside import OutsideMemory
from ivy_core.arrays.views import functional_view, new_array, shadow
from ivy_core.backends.common.shapes import blank
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.utils.exceptions import IvyException

from .arguments import (
    along_axis,
    axes_of,
    axis_of,
    check_device,
    integers,
    supported_dtype,
)  # fmt: skip
from .conversion import array_from_host, as_array, as_ndarray, copied, of_common_dtype
from .errors import entry
from .fallback import UnsupportedDtype, to_host, written_natively
from .func_wrapper import is_real_subclass, ivy, numpy_function
from .ndarray import ndarray
from .protocols import overridable
from .scalar_types import BackendScalar
from .ufuncs.out import fill_out, single_out

ArrayLike = Scalar = Any


# other shapes


@numpy_function(kind="view", core="reshape", keep_0d=True)
def reshape(a: ArrayLike, /, shape, order="C", *, copy=None):
    """Return the elements in another shape, as a view where their memory allows it.

    Parameters
    ----------
    a : array-like
        Array to look at.
    shape : int or tuple of int
        One of them may be -1.
    order : {'C', 'F', 'A'}
        Order in which elements are read and placed.
    copy : bool or None
        True copies; False raises ValueError where no view is possible.

    References
    ----------
    NumPy reference, numpy.reshape.
    """
    given, a = a, as_ndarray(a)
    shape = integers(shape)
    if order not in ("C", "F", "A"):
        order = _valid_reshape_order(order)
    if shape.count(-1) == 1 and a.size == 0:
        shape = np.empty(a.shape, np.bool_).reshape(shape).shape  # raises what NumPy raises
    return _keep_given_scalar(given, ivy.reshape(a, shape, order=order, copy=copy))


def _keep_given_scalar(given, result: ndarray):
    """Return the given scalar where the result has no axes, otherwise the result."""
    return given if type(given) is BackendScalar and not result.ndim else result


def _valid_reshape_order(order):
    """Return the order for a lower-case one or None; ValueError for "k" and anything else."""
    known = {"c": "C", "f": "F", "a": "A", "k": "K", None: "C"}
    if order not in known:
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    if known[order] == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    return known[order]


@numpy_function(kind="view", core="ravel", keep_0d=True)
def ravel(a: ArrayLike, order="C"):
    """Return the elements in one dimension, as a view where their memory allows it."""
    a = as_ndarray(a)
    if order not in ("C", "F", "A", "K"):
        order = {"c": "C", "f": "F", "a": "A", "k": "K"}.get(order) or _valid_reshape_order(order)
    return ivy.ravel(a, order=order)


@entry
@overridable(np.shape)
def shape(a):
    """Return the shape of an array.

    References: NumPy reference, numpy.shape.
    """
    return _attribute_of_array_like(a, "shape")


@entry
@overridable(np.ndim)
def ndim(a):
    """Return the number of dimensions of an array.

    References: NumPy reference, numpy.ndim.
    """
    return _attribute_of_array_like(a, "ndim")


@entry
@overridable(np.size)
def size(a, axis=None):
    """Return the number of elements of an array, or its length along axes.

    References: NumPy reference, numpy.size.
    """
    if axis is None:
        return _attribute_of_array_like(a, "size")
    lengths_ = _attribute_of_array_like(a, "shape")
    count = 1
    for each in axes_of(axis, len(lengths_), "axis"):
        count *= lengths_[each]
    return count


def _attribute_of_array_like(a, name):
    """Return an attribute of ``a``, or of NumPy's array of it if it has none; shapes as tuples."""
    found = getattr(a, name, None)
    if found is None:
        found = getattr(np.asarray(to_host(a)), name)
    return tuple(found) if name == "shape" else found


@numpy_function(kind="view", core="squeeze", keep_0d=True)
def squeeze(a: ArrayLike, axis=None):
    """Return a view without axes of length one."""
    if type(a) is BackendScalar and axis in (None, 0, -1, ()):
        return a
    a = as_ndarray(a)
    if axis is None:
        dropped = [i for i, n in enumerate(a.shape) if n == 1]
    else:
        if not a.shape and axis in (0, -1):
            return a
        dropped = axes_of(axis, a.ndim, "axis")
        if any(a.shape[i] != 1 for i in dropped):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    if not dropped:
        return a[...] if axis is None else a
    return a[(*[0 if i in dropped else slice(None) for i in range(a.ndim)], Ellipsis)]


@numpy_function(kind="view", core="expand_dims")
def expand_dims(a: ArrayLike, axis):
    """Return a view with new axes of length one."""
    a = as_ndarray(a)
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    new = axes_of(axis, a.ndim + len(axis))
    return a[tuple([None if i in new else slice(None) for i in range(a.ndim + len(axis))])]


@numpy_function(keep_0d=True)
def atleast_1d(*arys):
    """Return arrays with at least one dimension."""
    return _index_by_ndim(arys, {0: (None,)})


@numpy_function(keep_0d=True)
def atleast_2d(*arys):
    """Return arrays with at least two dimensions."""
    return _index_by_ndim(arys, {0: (None, None), 1: (None,)})


@numpy_function(keep_0d=True)
def atleast_3d(*arys):
    """Return arrays with at least three dimensions."""
    return _index_by_ndim(
        arys, {0: (None, None, None), 1: (None, slice(None), None), 2: (..., None)}
    )


def _index_by_ndim(arrays, index_of_ndim):
    """Return each array indexed by the entry of its ndim, if any; one alone, several in a tuple."""
    results = []
    for a in arrays:
        a = as_array(a)
        results.append(a[index_of_ndim[a.ndim]] if a.ndim in index_of_ndim else a)
    return results[0] if len(results) == 1 else tuple(results)


# axes in another order


@numpy_function(kind="view", core="permute_dims", keep_0d=True)
def transpose(a: ArrayLike, axes=None):
    """Return a view with the axes in another order, reversed by default."""
    given, a = a, as_ndarray(a)
    if axes is None:
        order = tuple(range(a.ndim))[::-1]
    else:
        axes = integers(axes)
        if len(axes) != a.ndim:
            raise ValueError("axes don't match array")
        order = tuple([axis_of(axis, a.ndim) for axis in axes])
        if len(set(order)) != len(order):
            raise ValueError("repeated axis in transpose")
    return _keep_given_scalar(given, ivy.permute_dims(a, order))


permute_dims = transpose


@numpy_function(kind="view", core="matrix_transpose", keep_0d=True)
def matrix_transpose(x: ArrayLike, /):
    """Return a view with the last two axes exchanged."""
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return ivy.permute_dims(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


@numpy_function(kind="view", core="moveaxis", keep_0d=True)
def moveaxis(a: ArrayLike, source, destination):
    """Return a view with some axes moved to other positions."""
    a = as_ndarray(a)
    source = axes_of(source, a.ndim, "source")
    destination = axes_of(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    order = [axis for axis in range(a.ndim) if axis not in source]
    for to, axis in sorted(zip(destination, source, strict=True)):
        order.insert(to, axis)
    return ivy.permute_dims(a, tuple(order))


@numpy_function(keep_0d=True)
def rollaxis(a: ArrayLike, axis, start=0):
    """Return a view with one axis moved before another."""
    a = as_ndarray(a)
    axis = axis_of(axis, a.ndim)
    start = operator.index(start)
    if not -a.ndim <= start <= a.ndim:
        raise np.exceptions.AxisError(
            f"'start' arg requires {-a.ndim} <= start < {a.ndim + 1}, but {start} was passed in"
        )
    start = start + a.ndim if start < 0 else start
    order = [each for each in range(a.ndim) if each != axis]
    order.insert(start - 1 if axis < start else start, axis)
    return ivy.permute_dims(a, tuple(order))


@numpy_function(kind="view", core="swapaxes", keep_0d=True)
def swapaxes(a: ArrayLike, axis1, axis2):
    """Return a view with two axes exchanged."""
    a = as_ndarray(a)
    axis1, axis2 = axis_of(axis1, a.ndim), axis_of(axis2, a.ndim)
    order = list(range(a.ndim))
    order[axis1], order[axis2] = axis2, axis1
    return ivy.permute_dims(a, tuple(order))


@numpy_function(keep_0d=True)
def flip(m: ArrayLike, axis=None):
    """Return a view with the order of the elements along axes reversed."""
    m = as_ndarray(m)
    axes = range(m.ndim) if axis is None else axes_of(axis, m.ndim)
    if not m.ndim:
        return m[()]
    return m[tuple([slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim)])]


@numpy_function
def fliplr(m: ArrayLike):
    """Return a view with the columns in reverse order."""
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


@numpy_function
def flipud(m: ArrayLike):
    """Return a view with the rows in reverse order."""
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1, ...]


@numpy_function
def rot90(m: ArrayLike, k=1, axes=(0, 1)):
    """Return a view rotated by quarter turns in the plane of two axes."""
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    if any(not -m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    first, second = (axis % m.ndim for axis in axes)
    try:
        k = operator.index(k) % 4
    except TypeError:
        k = float(k) % 4  # of NumPy's comparisons none holds for 2.5, so that it turns thrice
        k = int(k) if k in (0, 1, 2) else 3
    turned = [slice(None)] * m.ndim
    if k in (1, 2):
        turned[second] = slice(None, None, -1)
    if k in (2, 3):
        turned[first] = slice(None, None, -1)
    if k in (0, 2):
        return m[tuple(turned)]
    order = list(range(m.ndim))
    order[first], order[second] = second, first
    return ivy.permute_dims(m[tuple(turned)], tuple(order))


@numpy_function(kind="move", core="roll", keep_0d=True)
def roll(a: ArrayLike, shift, axis=None):
    """Move elements along axes; those that leave one end come in at the other."""
    a = as_ndarray(a)
    shift = to_host(shift)
    if axis is None:
        total = int(np.sum(shift))
        flat = ivy.roll(ivy.reshape(a, (-1,)), total % max(a.size, 1), axis=0)
        return ivy.reshape(flat, a.shape)
    axes = axes_of(axis, a.ndim, repeated=True)
    shifts, places = np.broadcast_arrays(np.asarray(shift), np.asarray(axes))
    if shifts.ndim > 1:
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    totals: dict[int, int] = {}
    for by, place in zip(np.ravel(shifts).tolist(), np.ravel(places).tolist(), strict=True):
        totals[place] = totals.get(place, 0) + operator.index(by)
    if not totals or not a.size:
        return copied(a)
    moved = {place: by % a.shape[place] for place, by in totals.items()}
    return ivy.roll(a, tuple(moved.values()), axis=tuple(moved))


# larger shapes


def _lens_of_broadcast(x, shape, subok=False):
    """Return the lens of ``broadcast_to``; ValueError for lengths below 0; ``subok`` is ignored."""
    shape = integers(shape)
    if any(n < 0 for n in shape):
        raise ValueError("all elements of broadcast shape must be non-negative")
    return broadcast_lens(x, shape)


@numpy_function(kind="view", lens=_lens_of_broadcast, keep_0d=True)
def broadcast_to(array: ArrayLike, shape, subok=False):
    """Return a read-only view of a larger shape."""
    array = as_ndarray(array)
    if isinstance(getattr(array, "_data", None), np.ndarray):
        shape = _lens_of_broadcast(array, shape).shape
        return new_array(ndarray, np.broadcast_to(array._data, shape))
    if isinstance(array, Array) and hasattr(read(array), "shape"):
        return functional_view(array, _lens_of_broadcast(array, shape), ndarray)
    return ivy.broadcast_to(array, integers(shape))


@numpy_function(keep_0d=True)
def broadcast_arrays(*args, subok=False):
    """Return views of arrays in the shape that they broadcast to."""
    arrays = [as_array(a) for a in args]
    shape = np.broadcast_shapes(*[a.shape for a in arrays])
    return tuple([a if a.shape == shape else broadcast_to(a, shape) for a in arrays])


# joining


def _join_arrays(arrays, dtype, casting, join, out=None):
    """Return ``join(arrays)``, cast to ``dtype`` by NumPy's rules, or ``out`` filled with it."""
    if isinstance(out, tuple):
        out = single_out(out)
    if dtype is not None and out is not None:
        raise TypeError(
            "concatenate() only takes `out` or `dtype` as an argument, but both were provided."
        )
    dtype = supported_dtype(dtype)
    if dtype is not None:
        for a in arrays:
            if not np.can_cast(a.dtype, dtype, casting):
                raise TypeError(
                    f"Cannot cast array data from {a.dtype!r} to {dtype!r} according to the rule "
                    f"'{casting}'"
                )
        arrays = [ivy.astype(a, dtype, copy=False) for a in arrays]
    result = join(arrays)
    if out is not None:
        if out.shape != result.shape:
            raise ValueError("Output array is the wrong shape")
        fill_out(out, result, casting, "concatenate")
        return out
    return result


def _arrays_of_sequence(arrays) -> list[ndarray]:
    """Return a sequence's members, or an array's rows, as arrays; TypeError for no sequence."""
    if isinstance(arrays, Array):
        return [arrays[i : i + 1].reshape(arrays.shape[1:]) for i in range(len(arrays))]
    if not isinstance(arrays, (list, tuple)) and not hasattr(arrays, "__getitem__"):
        raise TypeError(
            'arrays to stack must be passed as a "sequence" type such as list or tuple.'
        )
    return [as_array(a) for a in arrays]


@numpy_function(kind="join", core="concat", keep_0d=True)
def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Join arrays along an existing axis.

    Parameters
    ----------
    arrays : sequence of array-like
        Equal in shape but along ``axis``.
    axis : int or None
        None joins the flattened arrays.
    out : ndarray, optional
        Filled with the result, and returned.
    dtype, casting
        The dtype of the result, and which casts to it are allowed.

    References
    ----------
    NumPy reference, numpy.concatenate.
    """
    members = _arrays_of_sequence(arrays)
    if not members:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        if dtype is None and isinstance(arrays, (list, tuple)):
            members = of_common_dtype(arrays, members)
        members = [ivy.reshape(m, (-1,)) for m in members]
        axis = 0
    if any(m.ndim == 0 for m in members):
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = axis_of(axis, members[0].ndim)
    if dtype is None and out is None:
        try:
            return ivy.concat(members, axis=axis)
        except IvyException:
            _check_joinable_shapes(members, axis)
            raise
    _check_joinable_shapes(members, axis)
    return _join_arrays(members, dtype, casting, lambda m: ivy.concat(m, axis=axis), out)


def _check_joinable_shapes(members, axis) -> None:
    """Raise NumPy's ValueError unless shapes agree but for ``axis``, which is not negative."""
    first = members[0].shape
    for at, m in enumerate(members):
        if m.ndim != len(first):
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match "
                f"exactly, but along dimension 0, the array at index 0 has {len(first)} "
                f"dimension(s) and the array at index {at} has {m.ndim} dimension(s)"
            )
        for i, (n, wanted) in enumerate(zip(m.shape, first, strict=True)):
            if i != axis and n != wanted:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match "
                    f"exactly, but along dimension {i}, the array at index 0 has size {wanted} "
                    f"and the array at index {at} has size {n}"
                )


concat = concatenate


@numpy_function(kind="join", core="stack")
def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Join arrays along a new axis."""
    members = _arrays_of_sequence(arrays)
    if not members:
        raise ValueError("need at least one array to stack")
    if len({m.shape for m in members}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = axis_of(axis, members[0].ndim + 1)
    return _join_arrays(members, dtype, casting, lambda m: ivy.stack(m, axis=axis), out)


@numpy_function(kind="join", core="hstack")
def hstack(tup, *, dtype=None, casting="same_kind"):
    """Join arrays along the second axis, 1-d ones along the first."""
    members = _apply_at_least_nd(tup, atleast_1d)
    axis = 0 if members and members[0].ndim == 1 else 1
    return concatenate.__wrapped__(members, axis, dtype=dtype, casting=casting)


@numpy_function(kind="join", core="vstack")
def vstack(tup, *, dtype=None, casting="same_kind"):
    """Join arrays along the first axis, 1-d ones as rows."""
    return concatenate.__wrapped__(
        _apply_at_least_nd(tup, atleast_2d), 0, dtype=dtype, casting=casting
    )


row_stack = vstack


@numpy_function(kind="join", core="dstack")
def dstack(tup):
    """Join arrays along the third axis."""
    return concatenate.__wrapped__(_apply_at_least_nd(tup, atleast_3d), 2)


def _apply_at_least_nd(arrays, at_least) -> list[ndarray]:
    return [at_least.__wrapped__(m) for m in _arrays_of_sequence(arrays)]


@numpy_function(kind="join", core="column_stack")
def column_stack(tup):
    """Join arrays along the second axis, 1-d ones as columns."""
    members = [m if m.ndim > 1 else ivy.reshape(m, (-1, 1)) for m in _arrays_of_sequence(tup)]
    return concatenate.__wrapped__(members, 1)


@numpy_function(keep_0d=True)
def block(arrays):
    """Put an array together from nested lists of blocks."""
    depth = _block_depth(arrays, ())
    leaves: list = []
    blocks = _collect_block_arrays(arrays, leaves)
    ndim = max([depth, *[leaf.ndim for leaf in leaves]])
    result = _join_blocks(blocks, depth, ndim)
    return copied(result) if not isinstance(arrays, list) else result


def _block_depth(arrays, position) -> int:
    """Return the depth of nested lists, 0 for none; raise for mixed depths, tuples, empty lists."""
    if isinstance(arrays, tuple):
        raise TypeError(
            f"{_block_position_text(position)} is a tuple. Only lists can be used to arrange blocks"
        )
    if not isinstance(arrays, list):
        return 0
    if not arrays:
        raise ValueError(f"List at {_block_position_text(position)} cannot be empty")
    depths = [_block_depth(each, (*position, i)) for i, each in enumerate(arrays)]
    if len(set(depths)) != 1:
        raise ValueError(
            f"List depths are mismatched. First element was at depth {depths[0] + 1}, but there "
            f"is an element at depth {next(d for d in depths if d != depths[0]) + 1}"
        )
    return depths[0] + 1


def _block_position_text(position: tuple[int, ...]) -> str:
    return "arrays" + "".join(f"[{i}]" for i in position)


def _collect_block_arrays(arrays, leaves):
    """Return nested lists with leaves converted to arrays; append these to ``leaves``, too."""
    if isinstance(arrays, list):
        return [_collect_block_arrays(each, leaves) for each in arrays]
    leaves.append(as_array(arrays))
    return leaves[-1]


def _join_blocks(blocks, depth, ndim):
    """Join nested lists, the inner ones along the last axis; raise arrays to ``ndim`` axes."""
    if not isinstance(blocks, list):
        return blocks[(None,) * (ndim - blocks.ndim)] if blocks.ndim < ndim else blocks
    joined = [_join_blocks(each, depth - 1, ndim) for each in blocks]
    return concatenate.__wrapped__(joined, -depth)


@numpy_function(kind="move")
def append(arr: ArrayLike, values: ArrayLike, axis=None):
    """Return an array with values added at the end."""
    arr, values = as_ndarray(arr), as_ndarray(values)
    if axis is None:
        arr, values = ivy.reshape(arr, (-1,)), ivy.reshape(values, (-1,))
        axis = 0
    return concatenate.__wrapped__([arr, values], axis)


# cutting


def _split_points_to_host(indices_or_sections):
    """Convert the cuts for the host: a number of parts, or positions."""
    cuts = to_host(indices_or_sections)
    return cuts[()] if isinstance(cuts, np.ndarray) else cuts


@numpy_function(kind="view", core="array_split", keep_0d=True)
def array_split(ary, indices_or_sections, axis=0):
    """Cut an array into views, which need not be of equal size."""
    ary = as_array(ary)
    axis = axis_of(axis, ary.ndim)
    length = ary.shape[axis]
    cuts = _split_points_to_host(indices_or_sections)
    if hasattr(cuts, "__len__"):
        bounds = [0, *[operator.index(c) for c in cuts], length]
    else:
        sections = int(cuts)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = divmod(length, sections)
        sizes = [each + 1] * extra + [each] * (sections - extra)
        bounds = [0]
        for n in sizes:
            bounds.append(bounds[-1] + n)
    return [
        ary[along_axis(axis, slice(start, stop))]
        for start, stop in zip(bounds[:-1], bounds[1:], strict=True)
    ]


@numpy_function(kind="view", keep_0d=True)
def split(ary, indices_or_sections, axis=0):
    """Cut an array into views of equal size, or at given positions."""
    cuts = _split_points_to_host(indices_or_sections)
    if not hasattr(cuts, "__len__"):
        ary = as_array(ary)
        if ary.shape[axis_of(axis, ary.ndim)] % cuts:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, cuts) if axis == 0 else array_split(ary, cuts, axis)


@numpy_function(kind="view", core="hsplit", keep_0d=True)
def hsplit(ary, indices_or_sections):
    """Cut an array along its second axis, a 1-d one along the first."""
    ary = as_array(ary)
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@numpy_function(kind="view", core="vsplit", keep_0d=True)
def vsplit(ary, indices_or_sections):
    """Cut an array along its first axis."""
    ary = as_array(ary)
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


@numpy_function(kind="view", core="dsplit", keep_0d=True)
def dsplit(ary, indices_or_sections):
    """Cut an array along its third axis."""
    ary = as_array(ary)
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


@numpy_function(keep_0d=True)
def unstack(x: ArrayLike, /, *, axis=0):
    """Return the views that lie along an axis, as a tuple."""
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    axis = axis_of(axis, x.ndim)
    return tuple([x[along_axis(axis, i)] for i in range(x.shape[axis])])


# repeating


@numpy_function(kind="move", core="tile")
def tile(A: ArrayLike, reps):
    """Repeat an array along each axis."""
    A = as_ndarray(A)
    try:
        reps = integers(int(reps) if type(reps) is str else reps)  # of a text NumPy makes a number
    except TypeError:
        np.tile(blank(A.shape), reps)  # NumPy's own class of error: negative ones are wrong values
        raise
    ndim = max(A.ndim, len(reps))
    reps = (1,) * (ndim - len(reps)) + reps
    A = A[(None,) * (ndim - A.ndim)] if A.ndim < ndim else A
    if not ndim or all(n == 1 for n in reps):
        return copied(A)
    return ivy.tile(A, reps)


@numpy_function(kind="move", core="repeat")
def repeat(a: ArrayLike, repeats, axis=None):
    """Repeat each element.

    Parameters
    ----------
    a : array-like
        Array to take elements from.
    repeats : int or sequence of int
        How often; one for all elements along the axis, or one for each.
    axis : int, optional
        None takes the elements of the flattened array.

    References
    ----------
    NumPy reference, numpy.repeat.
    """
    a = as_ndarray(a)
    if axis is None:
        a, axis = ivy.reshape(a, (-1,)), 0
    axis = axis_of(axis, a.ndim)
    length = a.shape[axis]
    places = np.repeat(np.arange(length), to_host(repeats))  # NumPy checks `repeats`
    return take_places(a, places, axis)


def take_places(a: ndarray, places, axis: int) -> ndarray:
    """Return the parts of an array at an array of places along an axis."""
    if axis and is_recorded(a):
        # an index array alone: TensorFlow cannot trace one that comes after slices
        taken = ivy.moveaxis(a, axis, 0)[places]
        new = tuple(range(places.ndim))
        return ivy.moveaxis(taken, new, tuple([axis + i for i in new]))
    return a[along_axis(axis, places)]


@numpy_function(kind="composed")
def resize(a: ArrayLike, new_shape):
    """Return an array of a new shape, its elements repeated as often as needed."""
    a = as_ndarray(a)
    new_shape = integers(new_shape)
    if any(n < 0 for n in new_shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    count = int(np.prod(new_shape, dtype=np.int64))
    if not a.size or not count:
        return ivy.zeros(new_shape, dtype=a.dtype)
    flat = ivy.reshape(a, (-1,))
    times = -(-count // a.size)
    flat = ivy.tile(flat, (times,))[:count] if times > 1 else flat[:count]
    return copied(ivy.reshape(flat, new_shape))


@numpy_function(kind="move")
def delete(arr: ArrayLike, obj, axis=None):
    """Return an array without some of its parts along an axis."""
    arr = as_ndarray(arr)
    if axis is None:
        arr, axis = ivy.reshape(arr, (-1,)), 0
    axis = axis_of(axis, arr.ndim)
    length = arr.shape[axis]
    obj = slice(*map(to_host, (obj.start, obj.stop, obj.step))) if type(obj) is slice else obj
    if isinstance(obj, (list, tuple)):
        obj = [to_host(o) for o in obj]
    if type(obj) is int and -length <= obj < length:  # two moves of blocks, and no index
        before = arr[along_axis(axis, slice(None, obj))]
        after = arr[along_axis(axis, slice(obj + 1 or length, None))]
        return ivy.concat([before, after], axis=axis)
    try:
        kept = np.delete(np.arange(length), to_host(obj))
    except IndexError as err:
        raise IndexError(str(err).replace("axis 0", f"axis {axis}")) from None
    return take_places(arr, kept, axis)


@numpy_function(kind="move")
def insert(arr: ArrayLike, obj, values: ArrayLike, axis=None):
    """Return an array with values put in along an axis, before positions of it."""
    arr, values = as_ndarray(arr), as_ndarray(values)
    if axis is None:
        arr, axis = ivy.reshape(arr, (-1,)), 0
    axis = axis_of(axis, arr.ndim)
    length = arr.shape[axis]
    places = _slice_to_host(obj) if type(obj) is slice else to_host(obj)
    if type(places) in (list, tuple) or hasattr(places, "__array__"):
        places = np.asarray(to_host(list(places) if type(places) is tuple else places))
    one = type(places) is not slice and np.ndim(places) == 0
    if one:
        # values lie along the axis: as many places as there are of them
        values = values[(None,) * (arr.ndim - values.ndim)] if values.ndim < arr.ndim else values
        values = ivy.moveaxis(values, 0, axis)
        place = operator.index(places)
        count = values.shape[axis]
        if count == 0:
            return copied(arr)
        if -length <= place <= length and arr.ndim:  # three moves of blocks, and no index
            place += length if place < 0 else 0
            block = (*arr.shape[:axis], count, *arr.shape[axis + 1 :])
            values = ivy.broadcast_to(values.astype(arr.dtype, copy=False), block)
            before = arr[along_axis(axis, slice(None, place))]
            after = arr[along_axis(axis, slice(place, None))]
            return ivy.concat([before, values, after], axis=axis)
        places = np.full(count, place)
    try:
        count = len(np.insert(np.arange(length), places, -1)) - length
        old = np.insert(np.arange(length), places, -1 - np.arange(count))
    except IndexError as err:
        raise IndexError(str(err).replace("axis 0", f"axis {axis}")) from None
    shape = arr.shape[:axis] + (len(old),) + arr.shape[axis + 1 :]
    result = ivy.empty(shape, dtype=arr.dtype)
    result[along_axis(axis, np.flatnonzero(old >= 0))] = arr
    new = np.argsort(old)[:count][::-1]  # where each value goes: places may be in any order
    result[along_axis(axis, new)] = values
    return result


def _slice_to_host(s: slice) -> slice:
    return slice(to_host(s.start), to_host(s.stop), to_host(s.step))


@entry
@overridable(np.trim_zeros)
def trim_zeros(filt, trim="fb", axis=None):
    """Return the part of an array that lies between its outer zeros, as a view.

    References: NumPy reference, numpy.trim_zeros.
    """
    if is_real_subclass(filt):
        return np.trim_zeros(filt, trim, axis)
    try:
        a = as_array(filt)
    except UnsupportedDtype:  # texts and objects
        return np.trim_zeros(to_host(filt), trim, axis)
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = range(a.ndim) if axis is None else axes_of(axis, a.ndim)
    host = shown(a) != 0
    index = [slice(None)] * a.ndim
    for each in axes:
        rest = tuple(i for i in range(a.ndim) if i != each)
        used = np.flatnonzero(host.any(axis=rest) if rest else host)
        first, last = (int(used[0]), int(used[-1]) + 1) if used.size else (a.shape[each],) * 2
        if not used.size:
            first, last = (a.shape[each], a.shape[each]) if "f" in trim else (0, 0)
        index[each] = slice(first if "f" in trim else None, last if "b" in trim else None)
    if isinstance(filt, (list, tuple)) and a.ndim == 1:
        return filt[index[0]]
    return a[tuple(index)]


# other dtypes, other memory


@numpy_function(keep_0d=True)
def astype(x, dtype, /, *, copy=True, device=None):
    """Return an array in another dtype."""
    if isinstance(x, np.generic):
        return np.astype(x, dtype, copy=copy, device=device)
    if not isinstance(x, (ndarray, np.ndarray)):
        raise TypeError(f"Input should be a NumPy array or scalar. It is a {type(x)} instead.")
    check_device(device)
    return as_array(x).astype(dtype, copy=copy)


@entry
@overridable(np.real)
def real(val):
    """Return the real part; a view of a complex array.

    References: NumPy reference, numpy.real.
    """
    return val.real if hasattr(val, "real") else _as_ours_or_numpys_array(val).real


def _as_ours_or_numpys_array(val) -> ndarray | np.ndarray:
    try:
        return as_array(val)
    except UnsupportedDtype:  # strings and objects are NumPy's own
        return np.asanyarray(to_host(val))


@entry
@overridable(np.imag)
def imag(val):
    """Return the imaginary part; a view of a complex array.

    References: NumPy reference, numpy.imag.
    """
    return val.imag if hasattr(val, "imag") else _as_ours_or_numpys_array(val).imag


@entry
@overridable(np.copyto)
def copyto(dst, src, casting="same_kind", where=True):
    """Copy values into an array, where a mask says so.

    References: NumPy reference, numpy.copyto.
    """
    if not isinstance(dst, Array):
        if isinstance(dst, np.ndarray):
            return np.copyto(dst, to_host(src), casting, to_host(where))
        raise TypeError(f"copyto() argument 1 must be numpy.ndarray, not {type(dst).__name__}")
    if written_natively(np.copyto, dst, src, casting, where):
        return None
    if type(src) in PYTHON_NUMBERS:
        # NumPy's own check of the value and of the cast
        np.copyto(np.empty((), dst.dtype), src, casting)
        if where is True:
            dst[...] = src
            return None
        if isinstance(where, Array) and where.dtype == np.bool_ and where.shape == dst.shape:
            dst[where] = src
            return None
        src = array_from_host(np.full((), src, dst.dtype))
    else:
        src = as_array(np.asarray(src) if is_real_subclass(src) else src)
        if not np.can_cast(src.dtype, dst.dtype, casting):
            raise TypeError(
                f"Cannot cast array data from {src.dtype!r} to {dst.dtype!r} according to the rule "
                f"'{casting}'"
            )
    if where is True:
        dst[...] = src
        return None
    listed = isinstance(where, (list, tuple, bool, int))
    mask = array_from_host(np.array(to_host(where), bool)) if listed else as_array(where)
    if mask.dtype != np.bool_:
        raise TypeError(
            f"Cannot cast array data from {mask.dtype!r} to dtype('bool') according to the rule "
            "'safe'"
        )
    chosen = ivy.where(mask, ivy.astype(src, dst.dtype, copy=False), dst)
    dst[...] = as_array(chosen)
    return None


@entry
def view_of(a, dtype=None):
    """Return a view of the same memory, in another dtype if one is given.

    Parameters
    ----------
    a : ndarray or scalar
        What to look at.
    dtype : dtype-like, optional
        Of another item size only where the last axis is contiguous and its bytes divide evenly.

    Returns
    -------
    ndarray or scalar
        Writing to it writes to ``a``.
    """
    if dtype is None or dtype is ndarray or dtype is np.ndarray:
        return a if type(a) is BackendScalar else a[...]
    if isinstance(dtype, type) and issubclass(dtype, np.ndarray):
        memory = to_numpy(a)
        if a.flags.writeable and not memory.flags.writeable:
            memory = np.array(memory)  # another framework's memory is not to be written to
        return memory.view(dtype)
    try:
        wanted = supported_dtype(dtype)
    except UnsupportedDtype:
        return to_numpy(a).view(np.dtype(dtype))
    if type(a) is BackendScalar:
        return as_array(to_numpy(a).view(wanted))[()]
    if wanted == a.dtype:
        return a[...]
    data = getattr(a, "_data", None) if not hasattr(a, "_view") else None
    if isinstance(data, np.ndarray):
        return new_array(ndarray, data.view(wanted))
    model = _strided_shadow(a, a.dtype).view(wanted)  # NumPy checks that the dtype fits
    ops = backend_for(read(a))
    native = ops.to_native_dtype(wanted)
    if data is not None and ops.CAPABILITIES.native_views and hasattr(data, "view"):
        try:
            return new_array(ndarray, ops.bitcast_native(data, native))
        except RuntimeError:  # unaligned: PyTorch has no such view, NumPy's array shares the memory
            return to_numpy(a).view(wanted)
    return functional_view(a, Bitcast(a.dtype, wanted, model.shape), ndarray)


def _strided_shadow(a, dtype) -> np.ndarray:
    """Return a real array of the shape and strides of ``a``; its memory is never touched."""
    layout = shadow(a)
    size = np.dtype(dtype).itemsize
    blank = np.empty(layout.shape, dtype)
    return np.lib.stride_tricks.as_strided(blank, layout.shape, [n * size for n in layout.strides])


@entry
@overridable(np.shares_memory)
def shares_memory(a, b, /, max_work=-1):
    """Return whether two arrays have memory in common; exact.

    References: NumPy reference, numpy.shares_memory.
    """
    return _is_memory_shared(a, b, lambda x, y: np.shares_memory(x, y, max_work))


@entry
@overridable(np.may_share_memory)
def may_share_memory(a, b, /, max_work=0):
    """Return whether two arrays might have memory in common, by their bounds.

    References: NumPy reference, numpy.may_share_memory.
    """
    return _is_memory_shared(a, b, lambda x, y: np.may_share_memory(x, y, max_work))


def _is_memory_shared(a, b, numpys_test) -> bool:
    """Apply NumPy's test to two arrays' memory; False for no array, or immutable of other bases."""
    if not isinstance(a, ndarray) and not isinstance(a, np.ndarray):
        return False
    if not isinstance(b, ndarray) and not isinstance(b, np.ndarray):
        return False
    base_a, base_b = (x._view.base if hasattr(x, "_view") else x for x in (a, b))
    if base_a is not base_b or type(base_a) is OutsideMemory:
        hosts = [_host_memory_of(x) for x in (a, b)]
        if any(host is None for host in hosts):
            return False
        return bool(numpys_test(*hosts))
    whole = _strided_shadow(base_a, base_a.dtype)
    return bool(numpys_test(_memory_seen(a, whole), _memory_seen(b, whole)))


def _memory_seen(x: ndarray, whole: np.ndarray) -> np.ndarray:
    """Return the part of its base's memory, ``whole``, that ``x`` sees: addresses, never read."""
    for lens in x._view.stack if hasattr(x, "_view") else ():
        if type(lens) is Bitcast:
            whole = whole.view(lens.after)
        elif type(lens) is Real:
            whole = getattr(whole, lens.part)
        elif type(lens) is Reshape and lens.copies:
            whole = np.empty(lens.shape, whole.dtype)
        else:
            whole = lens.view(whole)
    return whole


def _host_memory_of(x) -> np.ndarray | None:
    """Return a real array over an array's memory; None where the backend has no such memory."""
    if isinstance(x, np.ndarray):
        return x
    base = x._view.base if hasattr(x, "_view") else x
    if type(base) is OutsideMemory:
        return _memory_seen(x, base.memory)
    native = base._data
    if not backend_for(native).CAPABILITIES.mutable:
        return None
    return _memory_seen(x, np.asarray(backend_for(native).to_host(native)))


@entry
def isfortran(a):
    """Return whether an array is contiguous in Fortran order and not in C order.

    References: NumPy reference, numpy.isfortran.
    """
    return a.flags.fnc


isfortran.real = np.isfortran

__all__ = [
    "append", "array_split", "astype", "atleast_1d", "atleast_2d", "atleast_3d", "block",
    "broadcast_arrays", "broadcast_to", "column_stack", "concat", "concatenate", "copyto", "delete",
    "dsplit", "dstack", "expand_dims", "flip", "fliplr", "flipud", "hsplit", "hstack", "imag",
    "insert", "isfortran", "matrix_transpose", "may_share_memory", "moveaxis", "ndim",
    "permute_dims", "ravel", "real", "repeat", "reshape", "resize", "roll", "rollaxis", "rot90",
    "row_stack", "shape", "shares_memory", "size", "split", "squeeze", "stack", "swapaxes", "tile",
    "transpose", "trim_zeros", "unstack", "view_of", "vsplit", "vstack",
]  # fmt: skip
