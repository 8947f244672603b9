"""Functions that move elements, in NumPy's words: for small tensors that lie on the host.

Their bodies are written with the core for all backends, some ten calls of it each, which take more
than the moving, and so with small products. Each function takes the arguments of PyTorch's, with
arrays for tensors. It returns NotImplemented for what it does not cover: the body computes that, or
says what is wrong.
"""

from __future__ import annotations

import builtins
import functools
import math

import numpy as np

from ivy_core.backends.loading import load_backend

from .. import return_types
from ..policy import (
    HOST_FORM_ELEMENTS,
    HOST_FORM_MULTIPLICATIONS,
    HOST_FORM_PAIRS,
    HOST_FORM_PRODUCT_ELEMENTS,
    HOST_FORM_SHARES_ELEMENTS,
    HOST_FORM_TOPK_ELEMENTS,
    LONG_ROW_ELEMENTS,
    PARTED_ELEMENTS,
)

_INT64 = np.dtype(np.int64)


@functools.lru_cache(maxsize=1024)
def _mesh(shape: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return NumPy's open mesh of indices of all elements of a shape."""
    return np.ix_(*map(np.arange, shape))


def _axis_of(dim: int, ndim: int) -> int | None:
    """Return a dimension counted from the front, None if there is none such."""
    if type(dim) is not int or not -ndim <= dim < ndim:
        return None
    return dim % ndim


def _are_within(index: np.ndarray, length: int) -> bool:
    """Return whether an index is of int64 in [0, ``length``): as unsigned, none is larger."""
    return index.dtype == _INT64 and (not index.size or index.view(np.uint64).max() < length)


def _places(x: np.ndarray, dim: int, index: np.ndarray, source=None) -> tuple | None:
    """Return an index of NumPy's for one along a dimension; None if it does not fit."""
    axis = _axis_of(dim, x.ndim)
    if axis is None or index.ndim != x.ndim or not index.size:
        return None
    for d, length in enumerate(index.shape):
        if d != axis and length > x.shape[d] or source is not None and length > source.shape[d]:
            return None
    if not _are_within(index, x.shape[axis]):
        return None
    found = list(_mesh(index.shape))
    found[axis] = index
    return tuple(found)


def gather(input, dim, index, *, sparse_grad=False):
    """Return the elements at indices along a dimension."""
    places = _places(input, dim, index)
    return NotImplemented if places is None else input[places]


def take_along_dim(input, indices, dim=None, *, out=None):
    """Return the elements at indices along a dimension; the others are broadcast, indices wrap."""
    axis = None if dim is None else _axis_of(dim, input.ndim)
    if axis is None or input.ndim != indices.ndim or not indices.size:
        return NotImplemented
    if not _are_within(indices, input.shape[axis]):
        if indices.dtype != _INT64 or not input.shape[axis]:
            return NotImplemented
        indices = indices % input.shape[axis]
    shape = []
    for d, (n, m) in enumerate(zip(input.shape, indices.shape, strict=True)):
        if d != axis and n != m and 1 not in (n, m):
            return NotImplemented
        shape.append(m if d == axis or n == 1 else n)
    places: list = list(_mesh(tuple(shape)))
    for d, n in enumerate(input.shape):
        if n == 1:
            places[d] = 0
    places[axis] = indices
    return input[tuple(places)]


@functools.cache
def _bounds(dtype: np.dtype, kind: type) -> tuple[float, float]:
    """Return the bounds between which a number, an int or float, is written as it is."""
    if kind is int and dtype.kind == "f" and dtype.itemsize > 2:
        return -(2**63), 2**63 - 1  # the body refuses integers of more than 64 bits
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    number = float if dtype.kind == "f" else int
    return number(limits.min), number(limits.max)


def _is_source(input, index, src) -> bool:
    """Return whether a tensor or number may be written at indices as it is."""
    if isinstance(src, np.ndarray):
        return src.dtype == input.dtype and src.ndim == index.ndim
    if type(src) is bool:
        return input.dtype.kind == "b"
    if type(src) is not int and (type(src) is not float or input.dtype.kind != "f"):
        return False
    if input.dtype.kind not in "fi":
        return False
    low, high = _bounds(input.dtype, type(src))
    return low <= src <= high or not math.isfinite(src)


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    """Return a copy with values written at indices along a dimension."""
    source = value if src is None else src
    if reduce is not None or not _is_source(input, index, source):
        return NotImplemented
    if input.dtype.kind not in "fib":
        return NotImplemented
    is_array = isinstance(source, np.ndarray)
    places = _places(input, dim, index, source if is_array else None)
    if places is None:
        return NotImplemented
    made = input.copy()
    made[places] = source[tuple(map(slice, index.shape))] if is_array else source
    return made


def scatter_add(input, dim, index, src):
    """Return a copy with values added at indices along a dimension."""
    if not _is_source(input, index, src) or input.dtype.kind not in "fi":
        return NotImplemented
    places = _places(input, dim, index, src)
    if places is None:
        return NotImplemented
    made = input.copy()
    np.add.at(made, places, src[tuple(map(slice, index.shape))])
    return made


def index_select(input, dim, index):
    """Return slices along a dimension."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or index.ndim != 1 or not _are_within(index, input.shape[axis]):
        return NotImplemented
    return input.take(index, axis)


def index_add(input, dim, index, source, *, alpha=1):
    """Return a copy with slices added along a dimension."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or index.ndim != 1 or alpha != 1 or source.ndim != input.ndim:
        return NotImplemented
    if source.dtype != input.dtype or input.dtype.kind not in "fi":
        return NotImplemented
    before, after = input.shape[:axis], input.shape[axis + 1 :]
    if source.shape != (*before, *index.shape, *after):
        return NotImplemented
    if not _are_within(index, input.shape[axis]):
        return NotImplemented
    made = input.copy()
    np.add.at(made, (*(slice(None),) * axis, index) if axis else index, source)
    return made


def _with_slices(input, axis: int, index: np.ndarray, value):
    """Return a copy with a value in slices along an axis; NotImplemented for an index outside."""
    if not _are_within(index, input.shape[axis]):
        return NotImplemented
    made = input.copy()
    made[(*(slice(None),) * axis, index)] = value
    return made


def index_copy(input, dim, index, source):
    """Return a copy with slices replaced along a dimension."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or index.ndim != 1 or source.dtype != input.dtype:
        return NotImplemented
    if source.shape != (*input.shape[:axis], *index.shape, *input.shape[axis + 1 :]):
        return NotImplemented
    return _with_slices(input, axis, index, source)


def index_fill(input, dim, index, value):
    """Return a copy with slices filled with a number."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or index.ndim != 1 or not _is_source(input, index, value):
        return NotImplemented
    if isinstance(value, np.ndarray) or input.dtype.kind not in "fi":
        return NotImplemented
    return _with_slices(input, axis, index, value)


def masked_fill(input, mask, value):
    """Return a copy with a number where a mask is true."""
    if mask.dtype.kind != "b" or mask.ndim > input.ndim or input.dtype.kind not in "fi":
        return NotImplemented
    if isinstance(value, np.ndarray) or not _is_source(input, mask, value):
        return NotImplemented
    made = input.copy()
    try:
        np.copyto(made, value, where=mask)
    except ValueError:  # the mask has more elements: the result, too
        return NotImplemented
    return made


def nonzero(input, *, as_tuple=False):
    """Return the indices of the elements that are not zero, as rows."""
    if as_tuple or not input.ndim or not input.size:
        return NotImplemented
    return np.ascontiguousarray(np.array(input.nonzero(), _INT64).T)


def _sorting_order(x: np.ndarray, axis: int, descending: bool) -> np.ndarray | None:
    """Return the stable order of elements along an axis; nan is the largest."""
    if not descending:
        return x.argsort(axis, kind="stable")
    if x.dtype.kind not in "fi" or x.dtype.kind == "f" and _has_nan(x):
        return None
    if x.dtype.kind == "i":
        return np.invert(x).argsort(axis, kind="stable")
    return np.negative(x).argsort(axis, kind="stable")


def _first_in_order(x: np.ndarray, k: int, descending: bool) -> tuple | None:
    """Return the first ``k`` of the stable order along the last axis, and where they stand.

    None where equal ones tell. NumPy sorts and parts in any order by vector instructions: of floats
    that differ it is the same.
    """
    n = x.shape[-1]
    if not k or descending and _has_nan(x):
        return None
    keys = np.negative(x) if descending else x
    if x.size == n:
        keys = keys.reshape(-1)
        if n >= PARTED_ELEMENTS:
            order = _first_of_row(keys, k)
            return None if order is None else _in_shape(x, order)
    if n < PARTED_ELEMENTS:
        order = keys.argsort()[..., : k + 1]
        values = _in_rows(keys, order)
    else:
        order = keys.argpartition(builtins.min(k, n - 1))[..., : k + 1]
        values = _in_rows(keys, order)
        by_value = values.argsort()
        order, values = _in_rows(order, by_value), _in_rows(values, by_value)
    rising = values[..., 1:] > values[..., :-1]
    if np.count_nonzero(rising) != rising.size:
        return None
    if x.size == n:
        return _in_shape(x, order[:k])
    return _in_order(x, x.ndim - 1, order[..., :k])


def _first_of_row(keys: np.ndarray, k: int) -> np.ndarray | None:
    """Return the places of the ``k`` least of a row, equal ones in their order; None for nan.

    Numbers are parted in half the time of their places.
    """
    parted = np.partition(keys, k - 1)
    places = (keys <= parted[k - 1]).nonzero()[0]
    if len(places) < k:
        return None
    return places.take(keys.take(places).argsort(kind="stable")[:k])


def _in_shape(x: np.ndarray, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the elements of an array of one row at places, and these, as rows."""
    shape = (*x.shape[:-1], len(order))
    return x.take(order).reshape(shape), order.reshape(shape)


def _in_rows(x: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the elements at places along the last axis."""
    return x.take(places) if x.ndim == 1 else x[(*_mesh(places.shape)[:-1], places)]


def _has_nan(x: np.ndarray) -> bool:
    """Return whether an element is nan, which the largest of all is then."""
    largest = np.maximum.reduce(x, None) if x.size else 0
    return bool(largest != largest)


def _in_order(x: np.ndarray, axis: int, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the elements in an order along an axis, and the order."""
    places = list(_mesh(order.shape))
    places[axis] = order
    return x[tuple(places)], order


def sort(input, dim=-1, descending=False, stable=None):
    """Return the elements in order along a dimension, and their indices."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or input.dtype.kind not in "fi" or type(descending) is not bool:
        return NotImplemented
    order = _sorting_order(input, axis, descending)
    return NotImplemented if order is None else return_types.sort(_in_order(input, axis, order))


def argsort(input, dim=-1, descending=False, stable=False):
    """Return the indices that put elements in order."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or input.dtype.kind not in "fi" or type(descending) is not bool:
        return NotImplemented
    order = _sorting_order(input, axis, descending)
    return NotImplemented if order is None else order


def topk(input, k, dim=-1, largest=True, sorted=True):
    """Return the first elements in order along a dimension, and their indices."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or type(k) is not int or not 0 <= k <= input.shape[axis]:
        return NotImplemented
    if input.dtype.kind not in "fi":
        return NotImplemented
    if input.dtype.kind == "f" and axis == input.ndim - 1:
        found = _first_in_order(input, k, bool(largest))
        if found is not None:
            return return_types.topk(found)
    order = _sorting_order(input, axis, bool(largest))
    if order is None:
        return NotImplemented
    order = order[(*(slice(None),) * axis, slice(0, k))].copy()
    return return_types.topk(_in_order(input, axis, order))


topk.most_elements = HOST_FORM_TOPK_ELEMENTS
topk.waits_for_programs = True  # also of what these have computed, as a model its scores


def bincount(input, weights=None, minlength=0):
    """Count how often each number occurs."""
    if weights is not None or input.ndim != 1 or input.dtype != _INT64:
        return NotImplemented
    if type(minlength) is not int or minlength < 0 or input.size and input.min() < 0:
        return NotImplemented
    return np.bincount(input, minlength=minlength)


def flip(input, dims):
    """Return a copy with dimensions reversed."""
    dims = (dims,) if type(dims) is int else dims
    axes = {_axis_of(each, input.ndim) for each in dims}
    if None in axes or not axes or len(axes) != len(dims):
        return NotImplemented
    return np.flip(input, tuple(axes)).copy()


def diag(input, diagonal=0):
    """Return a diagonal, or a matrix with a vector as its diagonal."""
    if input.ndim != 1 or type(diagonal) is not int:
        return NotImplemented
    return np.diag(input, diagonal)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Return the different elements in order."""
    if dim is not None or not input.size or input.dtype.kind not in "fi":
        return NotImplemented
    flat = input.ravel()
    order = flat.argsort(kind="stable")
    ordered = flat[order]
    is_new = np.ones(flat.shape, bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    found = [ordered[is_new]]
    if return_inverse:
        inverse = np.empty(flat.shape, _INT64)
        inverse[order] = is_new.cumsum() - 1
        found.append(inverse.reshape(input.shape))
    if return_counts:
        found.append(np.diff(np.append(is_new.nonzero()[0], flat.size)))
    return found[0] if len(found) == 1 else tuple(found)


def max(input, dim=None, keepdim=False, *, other=None):
    """Return the largest elements along a dimension, and their indices."""
    return _extreme(input, "argmax", return_types.max, dim, keepdim, other)


def min(input, dim=None, keepdim=False, *, other=None):
    """Return the smallest elements along a dimension, and their indices."""
    return _extreme(input, "argmin", return_types.min, dim, keepdim, other)


def _extreme(input, name, kind, dim, keepdim, other):
    if other is not None or type(keepdim) is not bool:
        return NotImplemented
    if dim is None:
        if not input.size or input.dtype.kind not in "fi" or keepdim:
            return NotImplemented
        return np.asarray(_EXTREMES[name].reduce(input, None))
    axis = _axis_of(dim, input.ndim)
    if axis is None or input.dtype.kind not in "fi" or not input.shape[axis]:
        return NotImplemented
    order = getattr(input, name)(axis, keepdims=True)
    values, order = _in_order(input, axis, order)
    return kind((values, order) if keepdim else (values.squeeze(axis), order.squeeze(axis)))


_EXTREMES = {"argmax": np.maximum, "argmin": np.minimum}


def argmax(input, dim=None, keepdim=False):
    """Return the indices of the largest elements."""
    return _index_of_extreme(input, "argmax", dim, keepdim)


def argmin(input, dim=None, keepdim=False):
    """Return the indices of the smallest elements."""
    return _index_of_extreme(input, "argmin", dim, keepdim)


def _index_of_extreme(input, name, dim, keepdim):
    axis = None if dim is None else _axis_of(dim, input.ndim)
    if axis is None or type(keepdim) is not bool or input.dtype.kind not in "fi":
        return NotImplemented
    if not input.size:
        return NotImplemented
    return np.asarray(getattr(input, name)(axis, keepdims=keepdim))


def clone(input):
    """Return a copy."""
    return input.copy()


def cat(*tensors, dim=0):
    """Join tensors along a dimension."""
    first = tensors[0]
    axis = _axis_of(dim, first.ndim)
    if axis is None or builtins.any(
        x.ndim != first.ndim or x.dtype != first.dtype for x in tensors
    ):
        return NotImplemented
    try:
        return np.concatenate(tensors, axis)
    except ValueError:  # of other sizes: the body says which
        return NotImplemented


def stack(*tensors, dim=0):
    """Join tensors of one shape along a new dimension."""
    first = tensors[0]
    shape = first.shape
    axis = _axis_of(dim, first.ndim + 1)
    if axis is None or builtins.any(x.shape != shape or x.dtype != first.dtype for x in tensors):
        return NotImplemented
    shape = (*shape[:axis], 1, *shape[axis:])
    return np.concatenate([x.reshape(shape) for x in tensors], axis)


def where(condition, input=None, other=None):
    """Choose from two arrays of one type, or from one and a number that it can hold."""
    if not isinstance(condition, np.ndarray):
        return NotImplemented
    if input is other is None and condition.ndim:
        return condition.nonzero()
    if condition.dtype.kind != "b":
        return NotImplemented
    if isinstance(input, np.ndarray):
        if not _is_choice(input, other):
            return NotImplemented
    elif not isinstance(other, np.ndarray) or not _is_choice(other, input):
        return NotImplemented
    try:
        return np.where(condition, input, other)
    except ValueError:  # their shapes do not fit: the body says which
        return NotImplemented


def _is_choice(x: np.ndarray, value) -> bool:
    """Return whether NumPy chooses between an array and a value in the array's own type."""
    if isinstance(value, np.ndarray):
        return value.dtype == x.dtype
    return _is_source(x, x, value)


def any(input, dim=None, keepdim=False):
    """Test whether any elements are true, all of them or those along a dimension."""
    return _truth_of(input, np.logical_or, dim, keepdim)


def all(input, dim=None, keepdim=False):
    """Test whether all elements are true, all of them or those along a dimension."""
    return _truth_of(input, np.logical_and, dim, keepdim)


def _truth_of(input, ufunc, dim, keepdim):
    if input.dtype.kind not in "bfi":  # of uint8 the result is uint8
        return NotImplemented
    if dim is None:
        return NotImplemented if keepdim is not False else np.asarray(ufunc.reduce(input, None))
    axis = _axis_of(dim, input.ndim)
    if axis is None or type(keepdim) is not bool:
        return NotImplemented
    return np.asarray(ufunc.reduce(input, axis, keepdims=keepdim))


def cumsum(input, dim, *, dtype=None):
    """Add up elements along a dimension, keeping each sum; in the precision of PyTorch's sums."""
    axis = _axis_of(dim, input.ndim)
    if axis is None or dtype is not None:
        return NotImplemented
    if input.dtype.kind in "biu":
        return np.add.accumulate(input, axis, _INT64)
    if input.dtype.kind != "f":
        return NotImplemented
    with np.errstate(all="ignore"):
        sums = np.add.accumulate(input, axis, _SUMMED_IN[input.dtype.itemsize])
        sums += 0.0  # PyTorch adds to 0: a first -0.0 has no sign
        return sums.astype(input.dtype, copy=False)


_SUMMED_IN = {2: np.dtype(np.float32), 4: np.dtype(np.float64), 8: np.dtype(np.float64)}


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Test which elements are among others."""
    if not (isinstance(elements, np.ndarray) and isinstance(test_elements, np.ndarray)):
        return NotImplemented
    if elements.dtype != test_elements.dtype or elements.dtype.kind in "bc":
        return NotImplemented
    if not test_elements.size:
        return NotImplemented
    if elements.size * test_elements.size > HOST_FORM_PAIRS or type(invert) is not bool:
        return NotImplemented
    found = (elements[..., None] == test_elements.ravel()).any(-1)
    return np.asarray(np.invert(found) if invert else found)


def one_hot(tensor, num_classes=-1):
    """Return vectors with a one at the index of each class."""
    if type(num_classes) is not int or num_classes < 1 or not _are_within(tensor, num_classes):
        return NotImplemented
    if not tensor.size:
        return NotImplemented
    made = np.zeros((tensor.size, num_classes), _INT64)
    made[_mesh((tensor.size,))[0], tensor.ravel()] = 1
    return made.reshape((*tensor.shape, num_classes))


def pad(input, pad, mode="constant", value=None):
    """Add borders along the last dimensions."""
    widths = _border_widths(input, pad)
    if widths is None or input.dtype.kind not in "fi":
        return NotImplemented
    if mode != "constant":
        return NotImplemented if value else _pad_from_input(input, widths, mode)
    if value is not None and not _is_source(input, input, value):
        return NotImplemented
    shape, inside = list(input.shape), [slice(None)] * input.ndim
    for axis, (before, after) in widths.items():
        inside[axis] = slice(before, before + shape[axis])
        shape[axis] += before + after
    made = np.full(shape, 0 if value is None else value, input.dtype)
    made[tuple(inside)] = input
    return made


def _border_widths(x: np.ndarray, pad) -> dict[int, tuple[int, int]] | None:
    """Return (before, after) by axis; None if a width is negative, or they do not fit."""
    if type(pad) not in (tuple, list) or len(pad) % 2 or len(pad) > 2 * x.ndim:
        return None
    for width in pad:
        if type(width) is not int or width < 0:
            return None
    return {x.ndim - 1 - at: tuple(pad[2 * at : 2 * at + 2]) for at in range(len(pad) // 2)}


# Numbers of dimensions of what is padded with its own elements, by how many dimensions are
_SPATIAL = {1: (2, 3), 2: (3, 4), 3: (4, 5)}


def _pad_from_input(x: np.ndarray, widths: dict, mode: str):
    count = len(widths)
    if x.ndim not in _SPATIAL.get(count, ()) or mode not in ("reflect", "replicate", "circular"):
        return NotImplemented
    if mode == "circular" and count + 2 != x.ndim or not x.size:
        return NotImplemented
    for axis, (before, after) in widths.items():
        length = x.shape[axis]
        most = {"reflect": length - 1, "circular": length}.get(mode, before + after)
        if builtins.max(before, after) > most:
            return NotImplemented
        x = x.take(_border_indices(length, before, after, mode), axis)
    return x


@functools.lru_cache(maxsize=1024)
def _border_indices(length: int, before: int, after: int, mode: str) -> np.ndarray:
    """Return the indices of the elements along an axis with its borders."""
    index = np.arange(-before, length + after)
    if mode == "circular":
        return index % length
    if mode == "replicate":
        return index.clip(0, length - 1)
    index = np.abs(index)
    return np.where(index < length, index, 2 * (length - 1) - index)


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Return matrices with the last dimension as their diagonals."""
    if not input.ndim or (dim1, dim2) != (-2, -1) or type(offset) is not int:
        return NotImplemented
    length = input.shape[-1]
    made = np.zeros((*input.shape[:-1], length + abs(offset), length + abs(offset)), input.dtype)
    rows = np.arange(length)
    made[..., rows + builtins.max(-offset, 0), rows + builtins.max(offset, 0)] = input
    return made


def masked_scatter(input, mask, source):
    """Replace the elements where a mask is true by those of another tensor."""
    if mask.dtype.kind != "b" or source.dtype != input.dtype or mask.shape != input.shape:
        return NotImplemented
    count = np.count_nonzero(mask)
    if count > source.size:
        return NotImplemented
    made = input.copy()
    made[mask] = source.ravel()[:count]
    return made


def matmul(input, other):
    """Multiply matrices and vectors."""
    if input.dtype != other.dtype or input.dtype.kind != "f" or not input.ndim:
        return NotImplemented
    if other.ndim not in (1, 2) or other.shape[0] != input.shape[-1] or input.dtype.itemsize < 4:
        return NotImplemented
    return np.asarray(input @ other)


def mm(input, mat2):
    """Multiply two matrices."""
    return matmul(input, mat2) if input.ndim == mat2.ndim == 2 else NotImplemented


def linear(input, weight, bias=None):
    """Transform the last dimension."""
    if input.dtype != weight.dtype or input.dtype.kind != "f" or weight.ndim != 2:
        return NotImplemented
    if not input.ndim or weight.shape[1] != input.shape[-1] or input.dtype.itemsize < 4:
        return NotImplemented
    if input.size * len(weight) > HOST_FORM_MULTIPLICATIONS:
        return NotImplemented
    made = input @ weight.T
    if bias is not None:
        if bias.dtype != made.dtype or bias.shape != weight.shape[:1]:
            return NotImplemented
        made += bias
    return made


linear.most_elements = HOST_FORM_PRODUCT_ELEMENTS


def rows(weight, indices, padding_idx, scale_grad_by_freq):
    """Return rows of a table."""
    if weight.ndim != 2 or padding_idx is not None or scale_grad_by_freq:
        return NotImplemented
    return weight.take(indices, 0) if _are_within(indices, len(weight)) else NotImplemented


def sign(input):
    """Return -1, 0 or 1; 0 for nan."""
    if input.dtype.kind not in "fi":
        return NotImplemented
    made = np.sign(input)
    if input.dtype.kind == "f":
        made[np.isnan(made)] = 0
    return made


@functools.cache
def _numpys(name: str):
    """Return NumPy's backend's function, which small calls of the core go to as well."""
    return load_backend("numpy").implementations[name]


def _shares(name: str, x: np.ndarray, dim, dtype):
    if dtype is not None or x.dtype.kind != "f" or x.dtype.itemsize < 4 or not x.size:
        return NotImplemented
    axis = _axis_of(dim, x.ndim)
    if axis is None or x.size > HOST_FORM_ELEMENTS and not _is_of_long_rows(x, axis):
        return NotImplemented
    return _numpys(name)(x, axis=axis)


def _is_of_long_rows(x: np.ndarray, axis: int) -> bool:
    """Return whether an axis is of long rows of memory, whose sums NumPy rounds little."""
    return axis == x.ndim - 1 and x.shape[axis] >= LONG_ROW_ELEMENTS and x.flags.c_contiguous


def softmax(input, dim, dtype=None):
    """Return exponentials as parts of their sum along a dimension."""
    return _shares("softmax", input, dim, dtype)


def log_softmax(input, dim, dtype=None):
    """Return the logarithm of ``softmax``."""
    return _shares("log_softmax", input, dim, dtype)


def functional_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Return ``softmax`` by the arguments of ``nn.functional``."""
    return _shares("softmax", input, dim, dtype)


def functional_log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Return ``log_softmax`` by the arguments of ``nn.functional``."""
    return _shares("log_softmax", input, dim, dtype)


for _form in (softmax, log_softmax, functional_softmax, functional_log_softmax):
    _form.most_elements = HOST_FORM_SHARES_ELEMENTS


__all__ = [
    "all", "any", "argmax", "argmin", "argsort", "bincount", "cat", "clone", "cumsum", "diag",
    "diag_embed", "flip",
    "functional_log_softmax", "functional_softmax", "gather", "index_add", "index_copy",
    "index_fill", "index_select", "isin", "linear", "log_softmax", "masked_fill", "masked_scatter",
    "matmul", "max", "min", "mm", "nonzero", "one_hot", "pad", "rows", "scatter", "scatter_add",
    "sign", "softmax", "sort", "stack", "take_along_dim", "topk", "unique", "where",
]  # fmt: skip
