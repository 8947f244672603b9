"""Convolutions whose rows are filtered by few products: of several rows of the result at once.

Along the rows, ``m`` results of a filter of ``r`` elements are made of ``m + r - 1`` products where
the plain way takes ``m * r``: both sides are evaluated, as polynomials, at small whole numbers.
Along the other axis what the filter sees is laid side by side, so each product is one of matrices.
A stride parts rows and filters: the first of each ``stride`` rows meet the first of each ``stride``
rows of the filters, and so on; all of these have their products at the same numbers, and so become
one product of longer matrices.

References
----------
S. Winograd, "Arithmetic Complexity of Computations", SIAM, 1980, chapter V. A. Lavin, S. Gray,
"Fast Algorithms for Convolutional Neural Networks", arXiv:1509.09308, section 4.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import numpy as np

from .winograd import is_bounded

_NUMBERS = (0.0, 1.0, -1.0, 0.5, -2.0, 2.0)  # at which both sides are evaluated
_PART = 1 << 20  # elements laid out at a time: few enough for a cache, enough for BLAS
_FEW = 16  # channels, of which a copy of one element's takes longer than of a row's
_MOST_TAPS = 5  # of a filter that meet every ``stride``-th row: more cost digits
_LEAST_ROWS = 8
_LEAST_POSITIONS = 512


class Parting(NamedTuple):
    """The part of an algorithm that is of every ``stride``-th row.

    Attributes
    ----------
    rows : ndarray, shape (products, rows of the array)
        What of the array each product multiplies.
    filters : ndarray, shape (products, rows of the filter)
        What of the filter it multiplies that by.
    products : tuple of int
        Which products of the algorithm these are.
    """

    rows: np.ndarray
    filters: np.ndarray
    products: tuple[int, ...]


class Algorithm(NamedTuple):
    """How ``m`` rows of a result are made.

    Attributes
    ----------
    partings : tuple of Parting
        One for each row of a stride.
    results : ndarray, shape (m, products)
        How the products add up.
    """

    partings: tuple[Parting, ...]
    results: np.ndarray


@functools.cache
def algorithm(m: int, length: int, stride: int) -> Algorithm:
    """Return the algorithm for ``m`` results of a filter of ``length`` rows."""
    counts = [m + len(range(j, length, stride)) - 1 for j in range(stride)]
    most = max(counts)
    partings = []
    for n in counts:
        numbers, r = np.array(_NUMBERS[: n - 1]), n - m + 1
        rows, filters = np.zeros((n, n)), np.zeros((n, r))
        for i, number in enumerate(numbers):
            others = np.delete(numbers, i)
            rows[i, : n - 1] = np.polynomial.polynomial.polyfromroots(others)
            filters[i] = number ** np.arange(r) / np.prod(number - others)
        rows[-1] = np.polynomial.polynomial.polyfromroots(numbers)
        filters[-1, -1] = 1
        partings.append(Parting(rows, filters, (*range(n - 1), most - 1)))
    numbers = np.array(_NUMBERS[: most - 1])
    results = np.zeros((m, most))
    results[:, :-1] = numbers ** np.arange(m)[:, None]
    results[-1, -1] = 1
    return Algorithm(tuple(partings), results)


def fits(x, filters, plan) -> bool:
    """Return whether a convolution may be computed so, and gains by it."""
    if plan.dims != 2 or plan.groups > 1 or set(plan.dilations + plan.x_dilations) != {1}:
        return False
    depth, taps = plan.channels * plan.kernel[0] * plan.kernel[1], _taps(plan)
    positions = x.shape[0] * plan.lengths[0] * plan.lengths[1]
    if taps < 3:  # a sixth is saved
        gains = depth >= 512 and plan.features >= 64 and positions >= 8 * _LEAST_POSITIONS
    else:
        gains = depth >= 128 and plan.features >= 32
    return (
        gains
        and 1 < taps <= _MOST_TAPS
        and x.dtype.kind == "f"
        and plan.lengths[0] >= _LEAST_ROWS
        and positions >= _LEAST_POSITIONS
        and is_bounded(x, filters)
    )


def _taps(plan):
    """Return how many rows of a filter meet every ``stride``-th row."""
    return -(-plan.kernel[0] // plan.strides[0])


def _together(plan):
    """Return how many rows of the result are made at once: four lose more digits than two."""
    taps, rows = _taps(plan), plan.lengths[0]
    if plan.channels < _FEW:
        return 4 if 2 < taps < 5 else 2
    # copies of rows cost less with the channels last; what is made beyond the end is lost
    return 4 if taps == 2 and plan.channels_last and 10 * (-rows % 4) <= rows else 2


def convolve(x, filters, plan, m=None):
    """Return the convolution of an array that is not padded yet.

    Parameters
    ----------
    x : ndarray, shape (N, H, W, C), or (N, C, H, W)
        The array.
    filters : ndarray, shape (kernel rows, kernel columns, C, O)
        The filters.
    plan : Plan
        For which :func:`fits` holds.
    m : int, optional
        How many rows of the result are made at once.
    """
    out, last = plan.features, plan.channels_last
    y = np.empty((x.shape[0], *plan.lengths, out) if last else (x.shape[0], out, *plan.lengths),
                 x.dtype)  # fmt: skip
    kind = _Rows if last and plan.channels >= _FEW else _Columns
    source = x.transpose((1, 0, 2, 3) if kind is _Rows else (1, 3, 0, 2) if last else (2, 1, 0, 3))
    target = y if last else y.transpose(0, 2, 3, 1)
    m = m or _together(plan)
    found = algorithm(m, plan.kernel[0], plan.strides[0])
    matrices = _matrices(found, filters, plan)
    tiles = -(-plan.lengths[0] // m)
    some, rows = _parts(x.shape[0], tiles, plan, found)
    works = {}  # by shape: the last part may be smaller
    for image in range(0, x.shape[0], some):
        images = slice(image, min(image + some, x.shape[0]))
        for row in range(0, tiles, rows):
            shape = (images.stop - image, min(rows, tiles - row))
            if shape not in works:
                works[shape] = kind(shape, found, plan, x.dtype)
            work = works[shape]
            work.read(source[kind.select(images)], row * m * plan.strides[0])
            work.lay_out()
            work.multiply(matrices)
            work.join(target[images, row * m : (row + shape[1]) * m])
    return y


def _parts(images, tiles, plan, found):
    """Return how many images, and how many tiles of rows, a part has."""
    depth = sum(len(p.products) for p in found.partings) * plan.kernel[1] * plan.channels
    one = (depth + len(found.results[0]) * plan.features) * plan.lengths[1]
    wanted = max(1, _PART // one)
    rows = min(tiles, wanted)
    rows = -(-tiles // -(-tiles // rows))  # parts of about one size
    some = max(1, wanted // tiles) if rows == tiles else 1
    return min(some, images), rows


def _matrices(found, filters, plan):
    """Return a matrix for each product, of shape (partings, columns and channels; features)."""
    turned = filters.strides[2] < filters.strides[3]  # as they lie in memory
    filters = np.ascontiguousarray(filters.swapaxes(2, 3) if turned else filters)
    parts = [[] for _ in found.results[0]]
    for j, parting in enumerate(found.partings):
        own = filters[j :: plan.strides[0]].reshape(parting.filters.shape[1], -1)
        own = parting.filters.astype(filters.dtype) @ own
        own = own.reshape(-1, *filters.shape[1:])
        for product, matrix in zip(parting.products, own, strict=True):
            parts[product].append(matrix)
    if not turned:
        return [np.concatenate(each).reshape(-1, plan.features) for each in parts]
    parts = [np.concatenate([m.swapaxes(0, 1) for m in each], 1) for each in parts]
    return [each.reshape(plan.features, -1).T for each in parts]


class _Work:
    """Memory of a part: rows, what of them is multiplied, what the filters see, and products."""

    def __init__(self, shape, found, plan, dtype, row):
        self.images, self.tiles = shape
        self.found, self.plan = found, plan
        self.m = len(found.results)
        stride = plan.strides[0]
        high = stride * (self.m * self.tiles - 1) + plan.kernel[0]
        self.padded = np.zeros((high, *row), dtype)
        self.combinations, self.combined, depths = [], [], [0] * found.results.shape[1]
        step, size = self.padded.strides[0], math.prod(row)
        for j, parting in enumerate(found.partings):
            factors = parting.rows.astype(dtype)
            tiles = np.lib.stride_tricks.as_strided(
                self.padded[j:], (self.tiles, len(factors), size),
                (step * stride * self.m, step * stride, dtype.itemsize),
            )  # fmt: skip
            combined = np.empty((self.tiles, len(factors), size), dtype)
            self.combinations.append((factors, tiles, combined))
            combined = combined.reshape(self.tiles, len(factors), *row)
            for which, product in enumerate(parting.products):
                self.combined.append((product, depths[product], combined[:, which]))
                depths[product] += 1
        self.depths = depths
        self.factors = found.results.astype(dtype)

    def lay_out(self):
        """Combine rows, and lay side by side what the filters see of them."""
        for factors, tiles, combined in self.combinations:
            np.matmul(factors, tiles, out=combined)
        for product, place, rows in self.combined:
            self.see(product, place, rows)

    def _rows_of(self, first, length):
        """Return which rows of an array of a length go where, from a padded row on."""
        (before, _), high = self.plan.pads[0], len(self.padded)
        begin, stop = max(first - before, 0), min(first - before + high, length)
        top = min(begin - (first - before), high)
        bottom = max(top, stop - begin + top)
        self.padded[:top] = 0
        self.padded[bottom:] = 0
        return slice(top, bottom), slice(begin, begin + bottom - top)


class _Rows(_Work):
    """Channels last: a row of a matrix for each position."""

    select = staticmethod(lambda images: (slice(None), images))

    def __init__(self, shape, found, plan, dtype):
        into, length = plan.channels, plan.lengths[1]
        width = plan.strides[1] * (length - 1) + plan.kernel[1]
        super().__init__(shape, found, plan, dtype, (shape[0], width, into))
        inner = (*shape, length)
        self.seen = [np.empty((*inner, n, plan.kernel[1], into), dtype) for n in self.depths]
        self.made = np.empty((len(self.depths), *inner, plan.features), dtype)

    def read(self, source, first):
        to, of = self._rows_of(first, source.shape[0])
        left = self.plan.pads[1][0]
        width = min(source.shape[2], self.padded.shape[2] - left)
        self.padded[to, :, left : left + width] = source[of, :, :width]

    def see(self, product, place, rows):
        stride, length = self.plan.strides[1], self.plan.lengths[1]
        seen, rows = self.seen[product][..., place, :, :], rows.swapaxes(0, 1)
        for at in range(self.plan.kernel[1]):
            seen[..., at, :] = rows[:, :, at : at + (length - 1) * stride + 1 : stride]

    def multiply(self, matrices):
        for seen, made, matrix in zip(self.seen, self.made, matrices, strict=True):
            np.matmul(seen.reshape(-1, len(matrix)), matrix, out=made.reshape(-1, made.shape[-1]))

    def join(self, target):
        _join(self.factors, self.made, target)


class _Columns(_Work):
    """Channels first, or few: a column of a matrix for each position."""

    select = staticmethod(lambda images: (slice(None), slice(None), images))

    def __init__(self, shape, found, plan, dtype):
        into, stride, length = plan.channels, plan.strides[1], plan.lengths[1]
        self.wide = -(-(stride * (length - 1) + plan.kernel[1]) // stride)
        # columns that a stride leaves out lie apart
        super().__init__(shape, found, plan, dtype, (stride, into, shape[0], self.wide))
        inner = (*shape, length)
        self.seen = [np.empty((n, plan.kernel[1], into, *inner), dtype) for n in self.depths]
        shape = (*inner, plan.features) if plan.channels_last else (plan.features, *inner)
        self.made = np.empty((len(self.depths), *shape), dtype)

    def read(self, source, first):
        to, of = self._rows_of(first, source.shape[0])
        stride, left = self.plan.strides[1], self.plan.pads[1][0]
        for column in range(stride):
            # of the padded columns `column + stride * i` those that there are
            low = max(0, -(-(left - column) // stride))
            high = max(low, min(self.wide, -(-(source.shape[3] + left - column) // stride)))
            at = column + stride * low - left
            columns = slice(at, at + stride * (high - low), stride)
            self.padded[to, column, :, :, low:high] = source[of, :, :, columns]

    def see(self, product, place, rows):
        stride, length = self.plan.strides[1], self.plan.lengths[1]
        seen, rows = self.seen[product][place], rows.transpose(1, 2, 3, 0, 4)
        for at in range(self.plan.kernel[1]):
            begin, column = divmod(at, stride)
            seen[at] = rows[column, ..., begin : begin + length]

    def multiply(self, matrices):
        last = self.plan.channels_last
        for seen, made, matrix in zip(self.seen, self.made, matrices, strict=True):
            flat = seen.reshape(len(matrix), -1)
            if last:
                np.matmul(flat.T, matrix, out=made.reshape(-1, made.shape[-1]))
            else:
                np.matmul(matrix.T, flat, out=made.reshape(len(made), -1))

    def join(self, target):
        last = self.plan.channels_last
        _join(self.factors, self.made if last else self.made.transpose(0, 2, 3, 4, 1), target)


def _join(factors, made, target):
    """Add the products up, into the rows of a result, which are seen with the channels last."""
    m = len(factors)
    if np.count_nonzero(factors) == 2 * m:
        for i, row in enumerate(factors):
            to = target[:, i::m]
            (one, other) = [made[k][:, : to.shape[1]] for k in np.flatnonzero(row)]
            np.add(one, other, out=to)
        return
    if made.flags.c_contiguous and target.flags.c_contiguous and target.shape[1] % m == 0:
        tiles = (target.shape[0], target.shape[1] // m)
        products = made.reshape(len(made), *tiles, -1).transpose(1, 2, 0, 3)
        np.matmul(factors, products, out=target.reshape(*tiles, m, -1))
        return
    memory = made if made.flags.c_contiguous else made.transpose(0, 4, 1, 2, 3)
    rows = factors @ memory.reshape(len(made), -1)
    rows = rows.reshape(m, *memory.shape[1:])
    rows = rows if memory is made else rows.transpose(0, 2, 3, 4, 1)
    for i, row in enumerate(rows):
        to = target[:, i::m]
        to[...] = row[:, : to.shape[1]]
