"""Sampling of images at the points of a grid, on whatever a backend computes with.

Coordinates of -1 and 1 are the ends of an image, as in PyTorch's ``grid_sample``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

MODES = ("bilinear", "nearest", "bicubic")
PADDING_MODES = ("zeros", "border", "reflection")


class Primitives(NamedTuple):
    """Operations of a backend that grid sampling is computed with.

    Attributes
    ----------
    picking : callable
        ``picking(x)`` returns a function of places, of shape (N, P): the elements of ``x``, of
        shape (N, C, S), that lie there, as an array of shape (N, C, P).
    floor, round, abs, clip, where, isfinite, reshape
        As in NumPy; ``round`` takes halves to even numbers.
    cast : callable
        ``cast(x, dtype)``.
    whole, wide : dtype
        int32 and float32.
    """

    picking: Callable
    floor: Callable
    round: Callable
    abs: Callable
    clip: Callable
    where: Callable
    isfinite: Callable
    reshape: Callable
    cast: Callable
    whole: object
    wide: object


def check(x, grid, mode: str, padding_mode: str) -> None:
    """Raise for arguments that do not fit each other.

    Raises
    ------
    IvyTypeError
        If one of the arrays is not floating.
    IvyValueError
        If a mode is not known, or shapes do not fit.
    """
    options = (("mode", mode, MODES), ("padding_mode", padding_mode, PADDING_MODES))
    for name, value, allowed in options:
        if value not in allowed:
            raise IvyValueError(
                f"grid_sample: {name} {value!r} was given; "
                f"{', '.join(map(repr, allowed))} are allowed"
            )
    for array in (x, grid):
        if not as_dtype(array.dtype).is_float:
            raise IvyTypeError(f"grid_sample: {array.dtype} was given; floating dtypes are allowed")
    shape, points = tuple(x.shape), tuple(grid.shape)
    axes = len(shape) - 2
    if axes not in (2, 3) or len(points) != axes + 2 or points[-1] != axes or (
        None not in (points[0], shape[0]) and points[0] != shape[0]
    ):  # fmt: skip
        raise IvyValueError(
            f"grid_sample: x of shape {shape} and grid of shape {points} were given; (N, C, H, W) "
            "and (N, h, w, 2), or (N, C, D, H, W) and (N, d, h, w, 3), are needed"
        )
    if 0 in shape[2:]:
        raise IvyValueError(f"grid_sample: x of shape {shape} was given; all axes must be positive")
    if mode == "bicubic" and axes == 3:
        raise IvyValueError("grid_sample: mode 'bicubic' has two spatial axes, 3 were given")


def sample(p: Primitives, x, grid, mode: str, padding_mode: str, align_corners: bool):
    """Return the images at the points of the grid."""
    dtype = x.dtype
    if as_dtype(dtype).itemsize < 4:
        x, grid = p.cast(x, p.wide), p.cast(grid, p.wide)
    lengths, target = tuple(x.shape[2:]), tuple(grid.shape[1:-1])
    taps = [
        [_mask_tap_outside(p, tap, length) for tap in axis]
        for axis, length in zip(
            weighted_places(p, grid, lengths, mode, padding_mode, align_corners), lengths,
            strict=True,
        )
    ]  # fmt: skip
    pick, total = p.picking(p.reshape(x, (*x.shape[:2], math.prod(lengths)))), None
    for tap in itertools.product(*taps):
        place = weight = valid = None
        for (at, part, inside), length in zip(tap, lengths, strict=True):
            place = at if place is None else place * length + at
            weight = product_of(weight, part)
            valid = inside if valid is None else valid & inside
        term = pick(place)
        term = term if weight is None else term * weight[:, None]
        # an element that does not exist counts nothing; what was picked in its place may be nan
        term = p.where(valid[:, None], term, _finite_zeros_like(p, term))
        total = term if total is None else total + term
    return p.cast(p.reshape(total, (*x.shape[:2], *target)), dtype)


def product_of(a, b):
    """Return the product of two weights, of which those that are None are 1."""
    if a is None or b is None:
        return b if a is None else a
    return a * b


def weighted_places(p, grid, lengths, mode, padding_mode, align_corners, bounded=False):
    """Return a list for each axis of what points are made of: places, and their weights.

    Places are whole numbers of a floating dtype, of shape (N, points), which may be beyond the
    image, or nan; where they are ``bounded``, none is further away than six elements, or nan. A
    weight of None is 1.
    """
    count = math.prod(grid.shape[1:-1])
    points = p.reshape(grid, (grid.shape[0], count, len(lengths)))
    found = []
    for axis, length in enumerate(lengths):  # the grid has the last axis first
        at = points[..., len(lengths) - 1 - axis]
        if align_corners:
            at = (at + 1) * ((length - 1) / 2)
        else:
            at = ((at + 1) * length - 1) / 2
        if bounded and padding_mode == "zeros":  # four elements away, no tap is in the image
            at = p.clip(p.where(at == at, at, -4.0), -4.0, length + 3.0)
        found.append(_weighted_neighbours(p, at, length, mode, padding_mode, align_corners))
    return found


def _weighted_neighbours(p, coordinates, length, mode, padding_mode, align_corners) -> list:
    """Return [(index, weight), ...] around coordinates along one axis; weight None of "nearest"."""
    if mode == "bicubic":
        low = p.floor(coordinates)
        part = coordinates - low
        weights = (
            _cubic_kernel_above_one(1 + part),
            _cubic_kernel_below_one(part),
            _cubic_kernel_below_one(1 - part),
            _cubic_kernel_above_one(2 - part),
        )
        return [(_bring_into_image(p, low + k - 1, length, padding_mode, align_corners), w)
                for k, w in enumerate(weights)]  # fmt: skip
    coordinates = _bring_into_image(p, coordinates, length, padding_mode, align_corners)
    if mode == "nearest":
        return [(p.round(coordinates), None)]
    low = p.floor(coordinates)
    return [(low, low + 1 - coordinates), (low + 1, coordinates - low)]


def _mask_tap_outside(p, tap, length) -> tuple:
    """Return a tap's index (0 outside of the image), its weight, and whether it lies inside."""
    place, weight = tap
    inside = (place >= 0) & (place <= length - 1)  # False of nan
    place = p.where(inside, place, _finite_zeros_like(p, place))
    return p.cast(place, p.whole), weight, inside


def _finite_zeros_like(p, x):
    """Return zeros of the shape and dtype of ``x``, even where ``x`` is nan or infinite."""
    return p.cast(p.cast(p.isfinite(x), p.whole) * 0, x.dtype)


def _bring_into_image(p, at, length, padding_mode, align_corners):
    """Clamp or reflect coordinates beyond the image, or leave them, as the padding mode says."""
    if padding_mode == "zeros":
        return at
    if padding_mode == "reflection":
        low, high = (0, 2 * (length - 1)) if align_corners else (-1, 2 * length - 1)
        if low == high:
            return _finite_zeros_like(p, at)
        span = (high - low) / 2
        distance = p.abs(at - low / 2)
        extra, turns = distance % span, p.floor(distance / span)
        at = p.where(turns % 2 == 0, extra + low / 2, span - extra + low / 2)
    # PyTorch takes what is not a number for the first element
    at = p.where(at == at, at, _finite_zeros_like(p, at))
    return p.clip(at, 0, length - 1)


def _cubic_kernel_below_one(x, a=-0.75):
    """Return the cubic convolution kernel (Keys) for ``0 <= x <= 1``."""
    return ((a + 2) * x - (a + 3)) * x * x + 1


def _cubic_kernel_above_one(x, a=-0.75):
    """Return the cubic convolution kernel (Keys) for ``1 < x < 2``."""
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
