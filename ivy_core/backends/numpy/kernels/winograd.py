"""Convolutions by 3 x 3 filters in 16 products of matrices where the plain way takes 36.

An output of 2 x 2 elements is made of 4 x 4 inputs: both sides are transformed by sums and
differences alone, between which each of 16 numbers is multiplied by itself. Rounding is that of the
plain way within a small factor of the largest element in a tile, and small whole numbers stay
exact, because all that is divided by is 4.

References
----------
A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", arXiv:1509.09308,
section 4.1.
"""

from __future__ import annotations

import numpy as np

_FILTERS = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
_SIDES = np.kron(_FILTERS, _FILTERS)
_PART = 1 << 19  # transformed elements at a time: few enough for a cache, enough for BLAS
_LEAST_TILES = 128  # at a time, so that BLAS does not read the filters more often than it computes
_LEAST_CHANNELS = 16


def fits(x, filters, plan) -> bool:
    """Return whether a convolution may be computed so, and gains by it."""
    return (
        plan.kernel == (3, 3)
        and plan.strides == plan.dilations == plan.x_dilations == (1, 1)
        and plan.groups == 1
        and x.dtype.kind == "f"
        and min(plan.channels, plan.features) >= _LEAST_CHANNELS
        and x.shape[0] * plan.lengths[0] * plan.lengths[1] >= 4 * _LEAST_TILES
        and is_bounded(x, filters)
    )


def is_bounded(x, filters) -> bool:
    """Return whether all products, and their sums, are finite.

    Elements that are not finite, or that are so large that a sum could become infinite, would
    reach outputs which they have nothing to do with.
    """
    return _square(x) * _square(filters) < np.finfo(x.dtype).max


def _square(x):
    flat = x.reshape(-1, order="A") if x.flags.forc else x.ravel()
    with np.errstate(all="ignore"):
        return float(np.dot(flat, flat))


def convolve(x, filters, plan):
    """Return the convolution of an array that is not padded yet.

    Parameters
    ----------
    x : ndarray, shape (N, H, W, C), or (N, C, H, W)
        The array.
    filters : ndarray, shape (3, 3, C, O)
        The filters.
    plan : Plan
        For which :func:`fits` holds.
    """
    last = plan.channels_last
    into, out = plan.channels, plan.features
    matrices = _SIDES.astype(x.dtype) @ filters.reshape(9, into * out)
    matrices = matrices.reshape(16, into, out)
    matrices = matrices if last else np.ascontiguousarray(matrices.swapaxes(1, 2))
    y = np.empty((x.shape[0], *plan.lengths, out) if last else (x.shape[0], out, *plan.lengths),
                 x.dtype)  # fmt: skip
    # channels before or behind (images, rows, columns): sources and targets seen in that order
    source, target = (x, y) if last else (x.swapaxes(0, 1), y.swapaxes(0, 1))
    tiles = [-(-n // 2) for n in plan.lengths]
    some, rows = _parts(x.shape[0], tiles, into + out)
    works = {}  # by shape: the last part may be smaller
    for image in range(0, x.shape[0], some):
        images = slice(image, min(image + some, x.shape[0]))
        for row in range(0, tiles[0], rows):
            shape = (images.stop - image, min(rows, tiles[0] - row), tiles[1])
            if shape not in works:
                works[shape] = _Work(shape, into, out, last, x.dtype)
            work = works[shape]
            index = (images,) if last else (slice(None), images)
            work.split(source[index], row, plan.pads)
            work.multiply(matrices)
            work.join(target[index], row)
    return y


def _parts(images, tiles, channels):
    """Return how many images, and how many rows of tiles, a part has."""
    wanted = max(_LEAST_TILES, _PART // (16 * channels))
    rows = min(tiles[0], max(1, wanted // tiles[1]))
    rows = -(-tiles[0] // -(-tiles[0] // rows))  # parts of about one size
    some = max(1, wanted // (tiles[0] * tiles[1])) if rows == tiles[0] else 1
    return min(some, images), rows


class _Work:
    """Memory for a part, in which rows and columns lie apart by parity: tiles side by side."""

    def __init__(self, shape, into, out, last, dtype):
        images, rows, columns = self.shape = shape
        self.last = last
        if last:
            self.halves = np.empty((2, 2, images, rows + 1, columns + 1, into), dtype)
            self.sums = np.empty((4, 2, images, rows, columns + 1, into), dtype)
            self.tiles = np.empty((4, 4, images, rows, columns, into), dtype)
            self.made = np.empty((16, images * rows * columns, out), dtype)
            self.flat = self.tiles.reshape(16, -1, into)
        else:
            # a row has one column more than tiles, so that all rows are one row: a column's
            # neighbour is the next element, and what the last column makes is not looked at
            count = images * rows * (columns + 1)
            self.halves = np.empty((2, 2, into, images, rows + 1, columns + 1), dtype)
            self.row = np.zeros((4, 2, into, count + 1), dtype)
            self.sums = self.row[..., :-1].reshape(4, 2, into, images, rows, columns + 1)
            self.tiles = np.empty((4, 4, into, count), dtype)
            self.made = np.empty((16, out, count), dtype)
            self.flat = self.tiles.reshape(16, into, count)

    def split(self, source, row, pads):
        """Transform what the tiles from a row on see of an array."""
        first = 1 if self.last else 2
        lengths, counts = source.shape[first : first + 2], self.halves.shape[2 + first :]
        leading, halves = (slice(None),) * first, self.halves
        inner = [
            [_seen(begin, counts[axis], parity, pads[axis][0], lengths[axis]) for parity in (0, 1)]
            for axis, begin in enumerate((row, 0))
        ]
        if not all(whole for each in inner for *_, whole in each):
            halves.fill(0)
        for i, (to_row, of_row, _) in enumerate(inner[0]):
            for j, (to_column, of_column, _) in enumerate(inner[1]):
                halves[(i, j, *leading, to_row, to_column)] = source[(*leading, of_row, of_column)]
        behind = 1 if self.last else 0
        _differences(halves[0], halves[1], behind + 1, self.sums)
        sums = self.sums if self.last else self.row
        _differences(sums[:, 0], sums[:, 1], behind, self.tiles.swapaxes(0, 1))

    def multiply(self, matrices):
        """Multiply each of the 16 numbers of a tile by its matrix."""
        pair = (self.flat, matrices) if self.last else (matrices, self.flat)
        np.matmul(*pair, out=self.made)

    def join(self, target, row):
        """Transform the products, and put them into the result from a row of tiles on."""
        images, rows, columns = self.shape
        made = self.made.reshape(4, 4, *self.made.shape[1:])
        _reduce(made)
        made[0] += made[2]
        made[1] -= made[3]
        grid = (images, rows, columns) if self.last else (-1, images, rows, columns + 1)
        for i in (0, 1):
            parts = made[i]
            _reduce(parts)
            for j, (combine, other) in enumerate(((np.add, 2), (np.subtract, 3))):
                place = [slice(2 * row + i, 2 * (row + rows), 2), slice(j, None, 2)]
                leading = (slice(None),) * (1 if self.last else 2)
                to = target[(*leading, *place)]
                shape = (*grid, to.shape[-1]) if self.last else (to.shape[0], *grid[1:])
                n = to.shape[len(leading) : len(leading) + 2]
                seen = (*leading, slice(n[0]), slice(n[1]))
                combine(parts[j].reshape(shape)[seen], parts[other].reshape(shape)[seen], out=to)


def _reduce(made):
    """Make of four ``m`` the sums ``m0 + m1`` and ``m1 - m2``, in their places."""
    made[0] += made[1]
    made[1] -= made[2]


def _seen(begin, count, parity, before, length):
    """Return where elements of one parity lie, of which array's elements, and whether all do."""
    start = max(begin, -((parity - before) // 2))
    stop = max(start, min(begin + count, (length - 1 + before - parity) // 2 + 1))
    first = 2 * start + parity - before
    to, of = slice(start - begin, stop - begin), slice(first, first + 2 * (stop - start), 2)
    return to, of, stop - start == count


def _differences(even, odd, behind, out):
    """Transform four neighbours along the axis that has ``behind`` others behind it."""
    others = (slice(None),) * behind
    here, following = (..., slice(None, -1), *others), (..., slice(1, None), *others)
    np.subtract(even[here], even[following], out=out[0])
    np.add(odd[here], even[following], out=out[1])
    np.subtract(even[following], odd[here], out=out[2])
    np.subtract(odd[here], odd[following], out=out[3])
