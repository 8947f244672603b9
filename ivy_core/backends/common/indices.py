"""Advanced indices and positions along an axis, as the backends' indexing functions share them."""

from __future__ import annotations

import math

import numpy as np

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyIndexError, IvyValueError

from .shapes import check_fits

NO_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
    "arrays are valid indices"
)


def resolved(xp, indices, length: int):
    """Return places within bounds, and where indices were not; negative ones count from the end."""
    outside = (indices < -length) | (indices >= length)
    places = xp.where(indices < 0, indices + length, indices)
    return xp.where(outside, xp.zeros_like(places), places), outside


def flat_positions(xp, shape: tuple[int, ...], index, as_int64):
    """Return the positions, in the flattened array, of what an advanced index picks.

    For indices that hold arrays of unknown values; masks of known values may stand beside them.

    Parameters
    ----------
    xp : module
        TensorFlow or PyTorch, for ``where``, ``reshape``, ``broadcast_to``.
    as_int64 : callable
        Makes a native int64 array of an index entry.
    """
    entries = list(index) if isinstance(index, tuple) else [index]
    entries = [part for entry in entries for part in _mask_to_positions(entry)]
    given = sum(entry is not None and entry is not Ellipsis for entry in entries)
    if given > len(shape):
        raise IvyIndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, but {given} were "
            "indexed"
        )
    at = next((i for i, e in enumerate(entries) if e is Ellipsis), len(entries))
    entries[at : at + 1] = [slice(None)] * (len(shape) - given)
    arrays = [i for i, e in enumerate(entries) if e is not None and not isinstance(e, slice)]
    together = arrays == list(range(arrays[0], arrays[-1] + 1))
    for i in arrays:
        if as_dtype(getattr(entries[i], "dtype", int)).kind not in "iu":
            raise IvyIndexError(
                "arrays used as indices must be of integer (or boolean) type; a boolean one whose "
                "values are not known yet stands alone"
            )
    picked = {i: as_int64(entries[i]) for i in arrays}
    wide = np.broadcast_shapes(*[tuple(each.shape) for each in picked.values()])
    # the axes of the result: those of the arrays where the first of them stands, or at the front
    axes, places, axis = [], [], 0
    for i, entry in enumerate(entries):
        if i == (arrays[0] if together else 0):
            axes += wide
        if entry is None:
            axes.append(1)
            continue
        stride = int(np.prod(shape[axis + 1 :], dtype=np.int64))
        if isinstance(entry, slice):
            line = np.arange(*entry.indices(shape[axis])) * stride
            places.append((len(axes), as_int64(line)))
            axes.append(len(line))
        else:
            place = picked[i]
            places.append((None, xp.where(place < 0, place + shape[axis], place) * stride))
        axis += 1
    end_of_wide = (arrays[0] if together else 0) + len(wide)
    flat = None
    for start, place in places:
        after = len(axes) - (end_of_wide if start is None else start + 1)
        place = xp.reshape(place, (*place.shape, *[1] * after))
        flat = place if flat is None else flat + place
    return xp.broadcast_to(flat, tuple(axes))


def _mask_to_positions(entry):
    """Yield the positions where a NumPy mask is true, an array an axis; any other entry itself."""
    if isinstance(entry, (np.ndarray, bool, np.bool_)) and np.asarray(entry).dtype == bool:
        yield from np.asarray(entry).nonzero()
    else:
        yield entry


def positions_that_stay(shape: tuple[int, ...], index):
    """Return the elements that an index with arrays writes, and which of the values each keeps.

    An element that is written more than once holds the last value, and no other has a gradient.

    Parameters
    ----------
    shape : tuple of int
        Of the array that is written to.
    index : index
        With arrays whose values are known.

    Returns
    -------
    tuple of numpy.ndarray, or None
        Positions in the flat array, each once, and for each the position of its value among all
        that are written, flat too; None if no element is written twice.

    Examples
    --------
    >>> positions_that_stay((3,), np.array([0, -3, 1]))
    (array([0, 1]), array([1, 2]))
    >>> positions_that_stay((3,), np.array([2, 0]))
    """
    if not _may_repeat(index if isinstance(index, tuple) else (index,)):
        return None
    size = math.prod(shape)
    flat = np.arange(size).reshape(shape)[index].reshape(-1)
    last = np.full(size, -1)
    last[flat] = np.arange(flat.size)  # NumPy writes them in order
    places = np.flatnonzero(last >= 0)
    return None if places.size == flat.size else (places, last[places])


def _may_repeat(entries: tuple) -> bool:
    """Return whether an index may name an element twice; masks and differing numbers do not."""
    arrays = [
        np.asarray(entry)
        for entry in entries
        if not isinstance(entry, (slice, type(None), type(Ellipsis)))
    ]
    numbers = [array for array in arrays if array.dtype != bool]
    if not numbers:
        return False
    if len(numbers) < len(arrays) or any((array < 0).any() for array in numbers):
        return True
    key = 0
    for array in numbers:
        key = key * (int(array.max(initial=0)) + 1) + array
    return np.unique(key).size < key.size


def mask_alone(index):
    """Return the one entry of an index, for a look at whether it is a mask; None if it has more."""
    if isinstance(index, tuple):
        return index[0] if len(index) == 1 else None
    return index


def fill_value_of(dtype):
    """Get the value that an index out of bounds reads."""
    kind = dtype.kind
    if kind == "b":
        return True
    if kind in "iu":
        return np.iinfo(dtype).min if kind == "i" else np.iinfo(dtype).max
    return np.nan


def check_bounds(indices: np.ndarray, length: int, axis: int | None) -> None:
    """Raise NumPy's error if an index on the host is out of bounds."""
    if not indices.size:
        return
    indices = np.asarray(indices)
    if indices.dtype.kind == "i":  # taken for unsigned, negative ones are large: one look at all
        unsigned = indices.view(f"u{indices.dtype.itemsize}")
        if int(unsigned.max()) < length:
            return
    low, high = int(indices.min()), int(indices.max())
    if low < -length or high >= length:
        bad = high if high >= length else low
        where = f" for axis {axis} with size" if axis is not None else " for size"
        raise IvyIndexError(f"index {bad} is out of bounds{where} {length}")


def along_axis(shape: tuple[int, ...], indices, axis: int) -> tuple:
    """Return the advanced index of the elements at ``indices`` along an axis; checks dimensions."""
    axis = np.lib.array_utils.normalize_axis_index(axis, len(shape))
    check_same_ndim(shape, indices)
    places = []
    for i, length in enumerate(shape):
        if i == axis:
            places.append(indices)
        else:
            places.append(np.arange(length).reshape((-1,) + (1,) * (len(shape) - i - 1)))
    return tuple(places)


def check_along_axis(shape: tuple[int, ...], indices, axis: int, values=None) -> None:
    """Raise where NumPy cannot pick along an axis, or put ``values`` there, by NumPy's class.

    ``shape`` is that of an array with the axes of ``indices``. It is for calls that a framework has
    refused.
    """
    others = [1 if i == axis else n for i, n in enumerate(shape)]
    try:
        picked = np.broadcast_shapes(tuple(indices.shape), others)
    except ValueError as err:
        raise IvyIndexError(str(err)) from err
    check_fits(values, picked)


def check_same_ndim(shape: tuple[int, ...], indices) -> None:
    """Raise if indices along an axis are no integers, or have not the dimensions of the array."""
    if "int" not in str(indices.dtype):
        raise IvyIndexError("`indices` must be an integer array")
    if indices.ndim != len(shape):
        raise IvyValueError(
            f"indices have {indices.ndim} dimensions, the array has {len(shape)}; they must agree"
        )
