"""Picking and setting elements by index arrays, masks and conditions; iteration over positions."""

from __future__ import annotations

import inspect
import operator
from typing import Any

import numpy as np
from numpy import index_exp, ndindex, s_

from frontends.common.conversion import is_recorded, is_sharded
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.lens_builders import diagonal_lens
from ivy_core.arrays.lenses import Diagonal
from ivy_core.arrays.views import functional_view, new_array
from ivy_core.backends.loading import backend_for
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.dynamic_slices import true_indices
from ivy_core.utils.exceptions import IvyValueError

from .arguments import axis_of, integers
from .conversion import array_from_host, as_array, as_ndarray, of_common_dtype
from .errors import entry
from .fallback import UnsupportedDtype, from_host, host_call, to_host, written_natively
from .func_wrapper import ivy, numpy_function
from .manipulation import take_places
from .ndarray import ndarray
from .one_calls import one_call
from .protocols import overridable
from .ufuncs.out import fill_out, single_out

ArrayLike = Scalar = Any
_PYTHON = frozenset({int, float, complex, bool})


def _position_array(indices) -> ndarray:
    """Return indices as integers, a list's floats cut off; TypeError for an array of floats."""
    if not isinstance(indices, (Array, np.ndarray, np.generic)):
        return array_from_host(np.array(to_host(indices), np.int64))  # floats in lists, too
    indices = as_array(indices)
    if indices.dtype.kind not in "biu":
        raise TypeError(
            f"Cannot cast array data from {indices.dtype!r} to dtype('int64') according to the "
            "rule 'safe'"
        )
    return indices


def _apply_index_mode(indices: ndarray, length: int, mode: str, where: str = ""):
    """Wrap, clip or check ints (may stay < 0) as NumPy's; traced: as ours, "raise" unchecked."""
    modes = {"raise": "raise", "wrap": "wrap", "clip": "clip", 0: "clip", 1: "wrap", 2: "raise"}
    if mode not in modes:
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    mode = modes[mode]
    if is_recorded(indices):
        indices = ivy.astype(indices, np.dtype(np.int64), copy=False)
        if mode == "wrap":
            return ivy.remainder(indices, length)
        return ivy.minimum(ivy.maximum(indices, 0), length - 1) if mode == "clip" else indices
    host = to_numpy(indices).astype(np.int64)
    if mode == "wrap":
        return host % length if length else host
    if mode == "clip":
        return np.clip(host, 0, max(length - 1, 0))
    if host.size and (int(host.max()) >= length or int(host.min()) < -length):
        bad = int(host.max()) if int(host.max()) >= length else int(host.min())
        raise IndexError(f"index {bad} is out of bounds for {where}size {length}")
    return host


# reading


@numpy_function(kind="move")
@one_call(takes_indices=True)
def take(a: ArrayLike, indices, axis=None, out=None, mode="raise"):
    """Return the elements at positions along an axis.

    Parameters
    ----------
    a : array-like
        Where to take from.
    indices : array-like of int
        Positions.
    axis : int, optional
        None takes from the flattened array.
    out : ndarray, optional
        Filled with the result, and returned.
    mode : {'raise', 'wrap', 'clip'}
        What to do about positions out of bounds.

    References
    ----------
    NumPy reference, numpy.take.
    """
    a = as_ndarray(a)
    indices = _position_array(indices)
    if axis is None:
        a, axis = ivy.reshape(a, (-1,)), 0
    axis = axis_of(axis, max(a.ndim, 1))
    if a.ndim == 0:
        a = ivy.reshape(a, (1,))
    length = a.shape[axis]
    if not length and indices.size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    places = _apply_index_mode(indices, length, mode, f"axis {axis} with " if a.ndim > 1 else "")
    result = as_array(take_places(a, places, axis))
    if result.ndim != a.ndim - 1 + indices.ndim:
        result = ivy.reshape(result, a.shape[:axis] + indices.shape + a.shape[axis + 1 :])
    out = single_out(out)
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError("output array does not match result of ndarray.take")
    fill_out(out, result, "unsafe", "take")
    return out


def _index_along_axis(shape, indices: ndarray, axis: int) -> tuple:
    """Return the index with ``indices`` along one axis, and with ``arange`` along the others."""
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if len(shape) != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    ndim = len(shape)
    return tuple([
        indices if i == axis else np.arange(n).reshape((1,) * i + (n,) + (1,) * (ndim - i - 1))
        for i, n in enumerate(shape)
    ])  # fmt: skip


@numpy_function
@one_call(takes_indices=True)
def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis=-1):
    """Return values of the vectors along an axis, at positions of their own for each."""
    arr, indices = as_ndarray(arr), as_ndarray(indices)
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        arr, axis = ivy.reshape(arr, (-1,)), 0
    axis = axis_of(axis, arr.ndim)
    return arr[_index_along_axis(arr.shape, indices, axis)]


@numpy_function(kind="composed")
def choose(a: ArrayLike, choices, out=None, mode="raise"):
    """Build an array from several, an index array says which."""
    a = _position_array(a)
    if a.dtype == np.uint64:
        raise TypeError(
            "Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule "
            "'safe'"
        )
    if isinstance(choices, (ndarray, np.ndarray)):
        given = as_array(choices)
        options = [given[i : i + 1].reshape(given.shape[1:]) for i in range(given.shape[0])]
    else:
        choices = list(choices)
        options = of_common_dtype(choices, [as_array(c) for c in choices])
    if not options:
        raise ValueError("0-length sequence.")
    shape = np.broadcast_shapes(a.shape, *[c.shape for c in options])
    traced = is_recorded(a)
    places = (
        _apply_index_mode(a, len(options), mode)
        if traced
        else _choice_indices(a, len(options), mode)
    )
    stacked = ivy.stack([ivy.broadcast_to(c, shape) for c in options], axis=0)
    places = ivy.broadcast_to(places, shape) if traced else np.broadcast_to(places, shape)
    grid = [np.arange(n).reshape((n,) + (1,) * (len(shape) - i - 1)) for i, n in enumerate(shape)]
    result = as_array(stacked[(places, *grid)])
    result = ivy.reshape(result, shape) if result.shape != shape else result
    out = single_out(out)
    if out is None:
        return result
    fill_out(out, result, "unsafe", "choose")
    return out


def _choice_indices(a, count, mode):
    """Return indices brought into range by ``mode``; "raise" refuses negative ones, too."""
    host = to_numpy(a).astype(np.int64)
    if mode in ("raise", 2) and host.size and (host.min() < 0 or host.max() >= count):
        raise ValueError("invalid entry in choice array")
    return _apply_index_mode(a, count, mode)


@numpy_function(kind="composed")
def compress(condition, a: ArrayLike, axis=None, out=None):
    """Return the parts along an axis where a condition holds."""
    condition = np.asarray(to_host(condition), bool)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    return take.__wrapped__(as_ndarray(a), np.flatnonzero(condition), axis, out)


@numpy_function(kind="composed")
def extract(condition: ArrayLike, arr: ArrayLike):
    """Return the elements where a condition holds."""
    places = np.flatnonzero(to_numpy(condition))
    flat = ivy.reshape(as_ndarray(arr), (-1,))
    if places.size and places[-1] >= flat.size:
        raise IndexError(f"index {places[-1]} is out of bounds for axis 0 with size {flat.size}")
    return flat[places]


@numpy_function(kind="move", core="where", keep_0d=True)
def where(
    condition: ArrayLike,
    x: ArrayLike | Scalar | None = None,
    y: ArrayLike | Scalar | None = None,
    /,
):
    """Choose elements from ``x`` or from ``y``; with a condition alone, its true positions.

    Parameters
    ----------
    condition : array-like of bool
        Where true, take from ``x``.
    x, y : array-like
        Broadcast with the condition; Python scalars do not widen the dtype.

    Returns: ndarray, or tuple of ndarray

    References
    ----------
    NumPy reference, numpy.where.
    """
    if x is None and y is None:
        return nonzero.__wrapped__(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    if condition.dtype != np.bool_:
        condition = ivy.not_equal(condition, 0)
    if type(x) in _PYTHON or type(y) in _PYTHON:
        kinds = [type(v)(0) if type(v) in _PYTHON else v.dtype for v in (x, y)]
        dtype = np.result_type(*kinds)
        x, y = (
            array_from_host(np.asarray(v).astype(dtype))
            if type(v) in _PYTHON
            else ivy.astype(as_ndarray(v), dtype, copy=False)
            for v in (x, y)
        )
    if not condition.shape == x.shape == y.shape:
        np.broadcast_shapes(condition.shape, x.shape, y.shape)  # raises NumPy's ValueError
    return as_ndarray(ivy.where(condition, x, y))


@numpy_function(keep_0d=True)
def select(condlist, choicelist, default=0):
    """Return elements from the choice whose condition is the first to hold."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    conditions = [as_array(c) for c in condlist]
    for at, c in enumerate(conditions):
        if c.dtype != np.bool_:
            raise TypeError(f"invalid entry {at} in condlist: should be boolean ndarray")
    values = [v if type(v) in _PYTHON else as_array(v) for v in (*choicelist, default)]
    dtype = np.result_type(*[v if type(v) in _PYTHON else v.dtype for v in values])
    values = [
        array_from_host(np.asarray(v, dtype))
        if type(v) in _PYTHON
        else ivy.astype(v, dtype, copy=False)
        for v in values
    ]
    shape = np.broadcast_shapes(*[v.shape for v in (*conditions, *values[:-1])])
    result = ivy.broadcast_to(values.pop(), shape)
    for c, v in zip(reversed(conditions), reversed(values), strict=True):
        result = as_ndarray(ivy.where(c, v, result))
    return result


# positions


@numpy_function(kind="exact")
def nonzero(a: ArrayLike):
    """Return the positions of the elements that are not zero, one array an axis."""
    if a.ndim == 0:
        raise ValueError(
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() "
            "instead. If the context of this error is of the form `arr[nonzero(cond)]`, just use "
            "`arr[cond]`."
        )
    if tracing.is_tracing() and is_recorded(a):
        return true_indices(a)
    if is_sharded(a):
        return tuple([as_ndarray(p) for p in ivy.nonzero(a)])
    return tuple([array_from_host(np.array(p)) for p in np.nonzero(to_numpy(a))])


@numpy_function(kind="exact")
def argwhere(a: ArrayLike):
    """Return the positions of the elements that are not zero, a row each."""
    if is_sharded(a):
        return as_ndarray(ivy.argwhere(a))
    return array_from_host(np.argwhere(to_numpy(a)), "C")


@numpy_function(kind="exact")
def flatnonzero(a: ArrayLike):
    """Return the positions of the elements that are not zero in the flattened array."""
    if tracing.is_tracing() and is_recorded(a):
        return true_indices(ivy.reshape(a, (-1,)))[0]
    if is_sharded(a):
        return nonzero(ivy.reshape(a, (-1,)))[0]
    return array_from_host(np.flatnonzero(to_numpy(a)))


@entry
@overridable(np.ix_)
def ix_(*args):
    """Make index arrays for all pairs of sequences, so that they pick a block.

    References: NumPy reference, numpy.ix_.
    """
    result = []
    for at, sequence in enumerate(args):
        try:
            array = as_array(sequence)
        except UnsupportedDtype:
            return host_call(np.ix_, args, {})
        if not array.size and not isinstance(sequence, (Array, np.ndarray)):
            array = array_from_host(np.zeros(array.shape, np.intp))  # `[]` and `range(0)`
        if array.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if array.dtype == np.bool_:
            (array,) = nonzero(array)
        result.append(ivy.reshape(array, (1,) * at + (array.size,) + (1,) * (len(args) - at - 1)))
    return tuple(result)


@numpy_function
def unravel_index(indices, shape, order="C"):
    """Turn positions in a flattened array into coordinates."""
    shape = integers(shape)
    if is_recorded(indices):
        axes = range(len(shape)) if order == "F" else reversed(range(len(shape)))
        parts, rest = [None] * len(shape), indices
        for axis in axes:
            parts[axis] = ivy.remainder(rest, shape[axis])
            rest = ivy.floor_divide(rest, shape[axis])
        return tuple(parts)
    found = np.unravel_index(to_host(indices), shape, order)
    return tuple([_array_or_scalar(p) for p in found])


@numpy_function
def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Turn coordinates into positions in the flattened array."""
    if isinstance(multi_index, (ndarray, np.ndarray)):
        multi_index = tuple(multi_index)
    dims = integers(dims)
    if any(is_recorded(i) for i in multi_index):
        total, step = 0, 1
        pairs = list(zip(multi_index, dims, strict=True))
        for index, length in pairs if order == "F" else reversed(pairs):
            total, step = index * step + total, step * length
        return total
    host = tuple([to_host(i) for i in multi_index])
    return _array_or_scalar(np.ravel_multi_index(host, dims, mode, order))


def _array_or_scalar(host):
    """Return a copy of NumPy's values as an array of ours, of one without axes as a scalar."""
    array = array_from_host(np.array(host))
    return array if array.ndim else array[()]


# views of diagonals


class _ReadOnlyDiagonal(Diagonal):
    """The diagonal as NumPy's function gives it, read-only."""

    __slots__ = ()
    read_only = True

    @property
    def key(self):
        return ("read-only diagonal", self.offset, self.axis1, self.axis2)

    @property
    def writeable(self) -> Diagonal:
        """Writeable flag; it is kept once it was set."""
        return Diagonal(self.offset, self.axis1, self.axis2, self.shape)

    def write(self, ops, x, value, starts):
        raise IvyValueError("assignment destination is read-only")


def _read_only_diagonal_lens(x, offset=0, axis1=0, axis2=1):
    """Return the lens of NumPy's read-only ``diagonal``; ValueError for one or equal axes."""
    ndim = len(x.shape)
    if ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first, second = axis_of(axis1, ndim), axis_of(axis2, ndim)
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    lens = diagonal_lens(x, operator.index(offset), first, second)
    return _ReadOnlyDiagonal(lens.offset, lens.axis1, lens.axis2, lens.shape)


@numpy_function(kind="view", lens=_read_only_diagonal_lens)
def diagonal(a: ArrayLike, offset=0, axis1=0, axis2=1):
    """Return a read-only view of a diagonal."""
    data = getattr(a, "_data", None)
    options = offset, axis1, axis2
    if isinstance(data, np.ndarray):
        return new_array(ndarray, data.diagonal(*options))
    return functional_view(a, _read_only_diagonal_lens(a, *options), ndarray)


# writing


def _check_target_array(a, name: str) -> ndarray:
    """Return ``a``; raise TypeError, for the function ``name``, if it is no Array."""
    if not isinstance(a, Array):
        raise TypeError(f"{name}: argument 1 must be numpy.ndarray, not {type(a).__name__}")
    return a


@entry
@overridable(np.put)
def put(a, ind, v, mode="raise"):
    """Set elements at positions of the flattened array; values are repeated as needed.

    References: NumPy reference, numpy.put.
    """
    if isinstance(a, np.ndarray):
        return np.put(a, to_host(ind), to_host(v), mode)
    a = _check_target_array(a, "put")
    if written_natively(np.put, a, ind, v, mode):
        return None
    if not a.flags.writeable:
        raise ValueError("put: output array is read-only")
    places = _position_array(ind)
    places = _apply_index_mode(places, a.size, mode)
    places = np.ravel(places)
    values = _values_in_dtype(v, a.dtype)
    if places.size and values.size:
        _set_flat_positions(a, places, _repeat_to_length(values, places.size))
    return None


def _values_in_dtype(values, dtype) -> ndarray:
    """Return values to write as an array; cast those that are no arrays to ``dtype``."""
    if (
        isinstance(values, (Array, np.ndarray, np.generic))
        or _holds_array(values)
        or is_recorded(values)
    ):
        return as_array(np.asarray(values) if isinstance(values, np.ndarray) else values)
    return array_from_host(np.array(values, dtype))


def _holds_array(values) -> bool:
    return isinstance(values, (list, tuple)) and any(isinstance(v, Array) for v in values)


def _repeat_to_length(values: ndarray, count: int) -> ndarray:
    """Return ``count`` values, taken over and over again."""
    flat = ivy.reshape(values, (-1,))
    if flat.size == count:
        return flat
    if flat.size == 1:
        return ivy.broadcast_to(flat, (count,))
    return flat[np.arange(count) % flat.size]


def _set_flat_positions(a: ndarray, positions: np.ndarray, values) -> None:
    """Write values at positions of the flattened array, each taken modulo its size."""
    if a.shape:
        a[np.unravel_index(positions % a.size, a.shape)] = values
    else:  # every position is the one element: the last value stays
        a[()] = values[-1] if values.ndim else values


@entry
@overridable(np.put_along_axis)
def put_along_axis(arr, indices, values, axis):
    """Set values of the vectors along an axis, at positions of their own for each.

    References: NumPy reference, numpy.put_along_axis.
    """
    if isinstance(arr, np.ndarray):
        return np.put_along_axis(arr, to_host(indices), to_host(values), axis)
    arr = _check_target_array(arr, "put_along_axis")
    if written_natively(np.put_along_axis, arr, indices, values, axis):
        return None
    indices = as_array(indices)
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        _set_flat_positions(arr, to_numpy(indices), values)
        return None
    axis = axis_of(axis, arr.ndim)
    arr[_index_along_axis(arr.shape, indices, axis)] = values
    return None


@entry
@overridable(np.place)
def place(arr, mask, vals):
    """Set the elements where a mask is true to values, in turn and repeated as needed.

    References: NumPy reference, numpy.place.
    """
    if isinstance(arr, np.ndarray):
        return np.place(arr, to_host(mask), to_host(vals))
    arr = _check_target_array(arr, "place")
    if written_natively(np.place, arr, mask, vals):
        return None
    if not arr.flags.writeable:
        raise ValueError("place: output array is read-only")
    chosen = np.flatnonzero(to_numpy(as_array(mask)))
    values = _values_in_dtype(vals, arr.dtype)
    if to_numpy(as_array(mask)).size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    if not chosen.size:
        return None
    if not values.size:
        raise ValueError("Cannot insert from an empty array!")
    _set_flat_positions(arr, chosen, _repeat_to_length(values, chosen.size))
    return None


@entry
@overridable(np.putmask)
def putmask(a, /, mask, values):
    """Set the elements where a mask is true to those of values at the same positions.

    References: NumPy reference, numpy.putmask.
    """
    if isinstance(a, np.ndarray):
        return np.putmask(a, to_host(mask), to_host(values))
    a = _check_target_array(a, "putmask")
    if written_natively(np.putmask, a, mask, values):
        return None
    mask, values = as_array(mask), _values_in_dtype(values, a.dtype)
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    if not values.size:
        return None
    if mask.dtype != np.bool_:
        mask = ivy.not_equal(mask, 0)
    values = ivy.reshape(_repeat_to_length(values, a.size), a.shape)
    a[...] = as_ndarray(
        ivy.where(ivy.reshape(mask, a.shape), ivy.astype(values, a.dtype, copy=False), a)
    )
    return None


@entry
@overridable(np.fill_diagonal)
def fill_diagonal(a, val, wrap=False):
    """Set the main diagonal of an array.

    References: NumPy reference, numpy.fill_diagonal.
    """
    if isinstance(a, np.ndarray):
        return np.fill_diagonal(a, to_host(val), wrap)
    a = _check_target_array(a, "fill_diagonal")
    if type(val) is complex:
        np.empty((), a.dtype)[()] = val  # raises NumPy's TypeError for real arrays
    if written_natively(np.fill_diagonal, a, val, wrap):
        return None
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    end = None
    if a.ndim == 2:
        step = a.shape[1] + 1
        end = None if wrap else a.shape[1] * a.shape[1]
    else:
        if len(set(a.shape)) > 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + sum(a.shape[0] ** k for k in range(1, a.ndim))
    values = val if type(val) in (float, bool) else as_array(val)
    if a.ndim == 2 and not (wrap or getattr(values, "ndim", 0)):
        ivy.diagonal(a)[...] = values
        return None
    places, values = np.arange(a.size)[:end:step], as_array(values)
    if places.size:
        _set_flat_positions(
            a, places, _repeat_to_length(values, places.size) if values.ndim else values
        )
    return None


for _function in (put, put_along_axis, place, putmask, fill_diagonal):
    _function.real = getattr(np, _function.__name__)
    _function.is_numpys_own = True  # where the memory is


# iteration


class ndenumerate:
    """Iterator over the positions and elements of an array.

    References: NumPy reference, numpy.ndenumerate.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> [(at, int(v)) for at, v in np.ndenumerate(np.array([[1, 2]]))]
    [((0, 0), 1), ((0, 1), 2)]
    """

    @entry(name="ndenumerate")
    def __init__(self, arr):
        self.array_ = as_array(arr)
        self.places_ = np.ndindex(self.array_.shape)

    def __next__(self):
        at = next(self.places_)
        return at, self.array_[at]

    def __iter__(self):
        return self


class nditer:
    """NumPy's own iterator, over host copies; what it has written comes back to the arrays.

    References: NumPy reference, numpy.nditer.
    """

    @entry(name="nditer")
    def __init__(self, op, *args, **kwargs):
        self.arrays_ = list(op) if isinstance(op, (list, tuple)) else [op]
        hosts = self.hosts_ = list(map(_host_of_operand, self.arrays_))
        flags = args[1] if len(args) > 1 else kwargs.get("op_flags", ())
        self.writes_ = "write" in str(flags)
        self.real_ = np.nditer(
            hosts if isinstance(op, (list, tuple)) else hosts[0], *args, **kwargs
        )

    def __enter__(self):
        self.real_.__enter__()
        return self

    def __exit__(self, *exc):
        self.real_.__exit__(*exc)
        _write_back(self)

    def __iter__(self):
        try:
            yield from self.real_
        finally:  # also where the loop is left early
            _write_back(self)

    def __len__(self):
        return len(self.real_)

    def __next__(self):
        try:
            return next(self.real_)
        except StopIteration:
            _write_back(self)
            raise

    def close(self, /):
        """Finish, and write back what was written."""
        self.real_.close()
        _write_back(self)

    @entry
    def copy(self, /):
        """Return an iterator over the same arrays, in the same state."""
        made = object.__new__(nditer)
        vars(made).update(vars(self), real_=self.real_.copy())
        return made

    @entry
    def iternext(self, /):
        """Go to the next element; return whether there is one."""
        if self.real_.iternext():
            return True
        _write_back(self)
        return False

    def __getattr__(self, name):
        return getattr(self.real_, name)

    def __setattr__(self, name, value):
        if name in _OF_ITERATION:
            setattr(self.real_, name, value)
        else:
            object.__setattr__(self, name, value)

    @property
    def operands(self):
        """The arrays that are iterated over: those given, and those that were allocated."""
        _write_back(self)
        return tuple([
            given if isinstance(given, Array) else from_host(made)
            for given, made in zip(self.arrays_, self.real_.operands, strict=True)
        ])  # fmt: skip

    @entry
    def __getitem__(self, index):
        return self.real_[index]

    @entry
    def __setitem__(self, index, value):
        self.real_[index] = to_host(value)

    @entry
    def __delitem__(self, index):
        del self.real_[index]


def _make_delegating_method(name: str):
    def method(self, /, *args):
        return getattr(self.real_, name)(*args)

    method.__name__, method.__doc__ = name, getattr(np.nditer, name).__doc__
    return method


for _name in "debug_print enable_external_loop remove_axis remove_multi_index reset".split():
    setattr(nditer, _name, entry(_make_delegating_method(_name)))
nditer.__signature__ = inspect.signature(np.nditer)
_OF_ITERATION = frozenset({"index", "iterindex", "iterrange", "multi_index"})


def _host_of_operand(operand):
    """Return an operand's own memory for NumPy to iterate over where that is NumPy's, or a copy."""
    if not isinstance(operand, Array):
        return to_host(operand)
    native = getattr(operand, "_data", None)
    if type(native) is np.ndarray:
        return native
    memory = _shared_memory(operand)
    return _copy_of_layout(operand) if memory is None else memory


def _shared_memory(array: Array) -> np.ndarray | None:
    """Return an array's own memory, to be written to; None where writes are to be told of."""
    native = getattr(array, "_data", None)
    if native is None or hasattr(array, "_view") or write.observer is not None:
        return None
    backend = backend_for(native)
    return backend.memory_on_host(native) if backend.CAPABILITIES.native_views else None


def _copy_of_layout(array: Array) -> np.ndarray:
    """Return a host copy with the order of axes of an array, and its directions."""
    host, strides = to_numpy(array), array.strides
    order = sorted(range(host.ndim), key=lambda axis: -abs(strides[axis]))
    directions = tuple([slice(None, None, -1 if step < 0 else 1) for step in strides])
    copy = np.array(host[directions].transpose(order), order="C")
    return copy.transpose(np.argsort(order))[directions]


def _write_back(iterator):
    """Write each host array to the array that it was made of, if the iterator writes."""
    if iterator.writes_:
        for array, host in zip(iterator.arrays_, iterator.hosts_, strict=True):
            if isinstance(array, Array) and not _is_memory_of(array, host):
                array[...] = host


def _is_memory_of(array: Array, host: np.ndarray) -> bool:
    """Return whether a host array is an array's own memory, and no copy."""
    if getattr(array, "_data", None) is host:
        return True
    memory = _shared_memory(array)
    return memory is not None and np.may_share_memory(memory, host)


__all__ = [
    "argwhere", "choose", "compress", "diagonal", "extract", "fill_diagonal", "flatnonzero",
    "index_exp", "ix_", "ndenumerate", "ndindex", "nditer", "nonzero", "place", "put",
    "put_along_axis", "putmask", "ravel_multi_index", "s_", "select", "take", "take_along_axis",
    "unravel_index", "where",
]  # fmt: skip
