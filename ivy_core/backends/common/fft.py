"""Fourier transforms: lengths, axes and scalings, looked at the same way on every backend."""

from __future__ import annotations

import numpy as np

from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .axes import axis_of

# hfft is the inverse transform of the conjugate, scaled as the other direction is
OTHER_NORM = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _check_lengths_and_norm(lengths, norm: str) -> None:
    if norm not in OTHER_NORM:
        shown = ", ".join(repr(name) for name in OTHER_NORM)
        raise IvyValueError(f"fft: norm {norm!r} is not defined; allowed are {shown}")
    if any(n < 1 for n in lengths):
        raise IvyValueError(f"fft: a transform of {min(lengths)} points is not defined")


def transform(shape, n: int | None, axis: int, norm: str, half: bool = False) -> tuple[int, int]:
    """Return length and axis of a transform; ``half`` says that half of the values are given."""
    axis = axis_of(axis, len(shape))
    if n is None:
        n = 2 * (shape[axis] - 1) if half else shape[axis]
    _check_lengths_and_norm([n], norm)
    return n, axis


def transforms(shape, s, axes, norm: str, half: bool = False) -> tuple[tuple, tuple]:
    """Return lengths and axes of a transform along several axes."""
    if axes is None:
        axes = range(len(shape)) if s is None else range(-len(s), 0)
    axes = tuple(axis_of(axis, len(shape)) for axis in axes)
    if s is None:
        lengths = [shape[axis] for axis in axes]
        if half:
            lengths[-1] = 2 * (lengths[-1] - 1)
    elif len(s) != len(axes):
        raise IvyValueError(f"fft: {len(s)} lengths and {len(axes)} axes are given")
    else:
        lengths = [shape[axis] if n == -1 else n for n, axis in zip(s, axes, strict=True)]
    if not lengths:
        raise IvyValueError("fft: at least one axis is needed")
    _check_lengths_and_norm(lengths, norm)
    return tuple(lengths), axes


def require_real(is_complex: bool, function: str) -> None:
    """Raise for complex input."""
    if is_complex:
        raise IvyTypeError(f"{function}: not defined for complex input")


def shift_axes(axes, ndim: int) -> tuple[int, ...]:
    """Return the axes of a shift, counted from the front; None is all of them."""
    if axes is None:
        return tuple(range(ndim))
    axes = (axes,) if isinstance(axes, int) else axes
    return tuple(axis_of(axis, ndim) for axis in axes)


def frequencies(n: int, d: float, half: bool) -> np.ndarray:
    """Return the frequencies of a transform, on the host."""
    if not issubclass(type(n), (int, np.integer)) or n < 1:
        raise IvyValueError(f"fft: the length must be a positive int, not {n!r}")
    return np.fft.rfftfreq(n, d) if half else np.fft.fftfreq(n, d)


def transform_axis_by_axis(function, x, s, axes, norm):
    """Apply a one-dimensional transform along each axis, the last one first."""
    for n, axis in zip(reversed(s), reversed(axes), strict=True):
        x = function(x, n=n, axis=axis, norm=norm)
    return x
