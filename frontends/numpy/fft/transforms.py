"""Discrete Fourier transforms along one axis, two, or several."""

from __future__ import annotations

import operator
import warnings
from typing import Any

from ..func_wrapper import ivy, numpy_function
from ..ufuncs.out import fill_out, single_out

ArrayLike = Scalar = Any


@numpy_function(keep_0d=True)
def fft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Fourier transform along an axis.

    References: NumPy reference, numpy.fft.fft.

    Parameters
    ----------
    a : array_like
        Input, which may be complex.
    n : int, optional
        Length of the transform; the input is cut, or padded with zeros, at the end.
    axis : int, optional
        Axis of the transform.
    norm : {'backward', 'ortho', 'forward'}, optional
        Which direction is scaled by 1 / n; both, by its square root, for 'ortho'.
    out : ndarray, optional
        Filled with the result, and returned.

    Returns
    -------
    ndarray
        Complex, of length ``n`` along the axis; double precision but for input in single or half.

    >>> np.fft.fft([1.0, 0.0])
    array([1.+0.j, 1.+0.j])
    """
    return _transform_along_axis("fft", a, n, axis, norm, out)


@numpy_function(keep_0d=True)
def ifft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Inverse Fourier transform along an axis."""
    return _transform_along_axis("ifft", a, n, axis, norm, out)


@numpy_function(keep_0d=True)
def rfft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Fourier transform of real input: the half with frequencies that are not negative."""
    return _transform_along_axis("rfft", a, n, axis, norm, out)


@numpy_function(keep_0d=True)
def irfft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Inverse of :func:`rfft`; real, of length ``n``, by default twice the input's less two."""
    return _transform_along_axis("irfft", a, n, axis, norm, out)


@numpy_function(keep_0d=True, fills_out=False)
def hfft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Fourier transform of a signal with Hermitian symmetry, given by its first half; real."""
    return _transform_along_axis("hfft", a, n, axis, norm, out)


@numpy_function(keep_0d=True)
def ihfft(a: ArrayLike, n=None, axis=-1, norm=None, out=None):
    """Inverse of :func:`hfft`: the first half of the signal."""
    return _transform_along_axis("ihfft", a, n, axis, norm, out)


@numpy_function(keep_0d=True)
def fftn(a: ArrayLike, s=None, axes=None, norm=None, out=None):
    """Fourier transform along several axes, all by default."""
    return _transform_along_axes("fftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True)
def ifftn(a: ArrayLike, s=None, axes=None, norm=None, out=None):
    """Inverse Fourier transform along several axes, all by default."""
    return _transform_along_axes("ifftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True)
def rfftn(a: ArrayLike, s=None, axes=None, norm=None, out=None):
    """Fourier transform of real input along several axes; the last is halved."""
    return _transform_along_axes("rfftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True)
def irfftn(a: ArrayLike, s=None, axes=None, norm=None, out=None):
    """Inverse of :func:`rfftn`; real."""
    return _transform_along_axes("irfftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True)
def fft2(a: ArrayLike, s=None, axes=(-2, -1), norm=None, out=None):
    """Fourier transform along two axes."""
    return _transform_along_axes("fftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True, fills_out=False)
def ifft2(a: ArrayLike, s=None, axes=(-2, -1), norm=None, out=None):
    """Inverse Fourier transform along two axes."""
    return _transform_along_axes("ifftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True)
def rfft2(a: ArrayLike, s=None, axes=(-2, -1), norm=None, out=None):
    """Fourier transform of real input along two axes; the last is halved."""
    return _transform_along_axes("rfftn", a, s, axes, norm, out)


@numpy_function(keep_0d=True, fills_out=False)
def irfft2(a: ArrayLike, s=None, axes=(-2, -1), norm=None, out=None):
    """Inverse of :func:`rfft2`; real."""
    return _transform_along_axes("irfftn", a, s, axes, norm, out)


def _transform_along_axis(name, a, n, axis, norm, out):
    """Return the core's transform ``name``, or ``out`` filled with it; ``norm`` may be None."""
    n, axis = None if n is None else operator.index(n), _axis_int(axis)
    result = ivy.__dict__[name](a, n=n, axis=axis, norm=_norm_or_backward(norm))
    return _result_or_out(result, out)


def _transform_along_axes(name, a, s, axes, norm, out):
    """Return the n-D transform ``name``, or ``out``; no axes: ``a``, IndexError for real ones."""
    norm = _norm_or_backward(norm)
    s, axes = _lengths_and_axes(a, s, axes, halved=name == "irfftn")
    if not axes:
        if "r" in name:
            raise IndexError("list index out of range")
        return _result_or_out(a, out)
    if len({axis % a.ndim for axis in axes}) == len(axes):
        result = ivy.__dict__[name](a, s=tuple(s), axes=tuple(axes), norm=norm)
    else:
        result = _transform_axis_by_axis(name, a, s, axes, norm)
    return _result_or_out(result, out)


def _transform_axis_by_axis(name, a, s, axes, norm):
    """Transform along one axis after another, as is needed where an axis comes twice."""
    pairs = list(zip(s, axes, strict=True))
    steps = {
        "fftn": [("fft", *pair) for pair in reversed(pairs)],
        "ifftn": [("ifft", *pair) for pair in reversed(pairs)],
        "rfftn": [("rfft", *pairs[-1])] + [("fft", *pair) for pair in reversed(pairs[:-1])],
        "irfftn": [("ifft", *pair) for pair in pairs[:-1]] + [("irfft", *pairs[-1])],
    }[name]
    for step, n, axis in steps:
        a = ivy.__dict__[step](a, n=n, axis=axis, norm=norm)
    return a


def _lengths_and_axes(a, s, axes, halved):
    """Return lists of lengths and axes, all by default; ``halved``: ``a`` has half a spectrum."""
    if axes is None:
        if s is not None:
            warnings.warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0).",
                DeprecationWarning,
                stacklevel=5,
            )
        axes = range(-(a.ndim if s is None else len(s)), 0)
    elif not hasattr(axes, "__len__"):
        axes = [axes]
    axes = [_axis_int(axis) for axis in axes]
    lengths = [a.shape[axis] for axis in axes]
    if s is None:
        if halved and lengths:
            lengths[-1] = 2 * (lengths[-1] - 1)
        return lengths, axes
    s = list(s)
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    if None in s:
        warnings.warn(
            "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0.",
            DeprecationWarning,
            stacklevel=5,
        )
        if halved and s[-1] is None:
            s[-1] = 2 * (lengths[-1] - 1)
    whole = (None, -1)
    return [m if n in whole else operator.index(n) for n, m in zip(s, lengths, strict=True)], axes


def _axis_int(axis) -> int:
    return axis if type(axis) is int else operator.index(axis)


def _norm_or_backward(norm):
    """Return ``norm``, "backward" for None; raise NumPy's ValueError for an unknown one."""
    if norm is None:
        return "backward"
    if norm not in ("backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    return norm


def _result_or_out(result, out):
    """Return the result, or ``out`` filled by same-kind casts; ValueError for another shape."""
    if out is None:
        return result
    out = single_out(out)
    if tuple(out.shape) != tuple(result.shape):
        raise ValueError("output array has wrong shape.")
    fill_out(out, result, "same_kind", "fft")
    return out


__all__ = [
    "fft", "fft2", "fftn", "hfft", "ifft", "ifft2", "ifftn", "ihfft", "irfft", "irfft2", "irfftn",
    "rfft", "rfft2", "rfftn",
]  # fmt: skip
