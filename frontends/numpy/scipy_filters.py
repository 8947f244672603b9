"""Derivatives of SciPy's filters, transforms and sums: what is linear in an array.

``scipy.fft``, ``scipy.signal``, ``scipy.ndimage`` and ``scipy.integrate`` on arrays that a gradient
is recorded of; the values are SciPy's own where they are known (:mod:`.scipy_rules`).
"""

from __future__ import annotations

import functools
import importlib
import operator
import sys
from collections.abc import Callable, Sequence

import numpy as np

from frontends.common.conversion import holds_recorded

from .fallback import to_host
from .func_wrapper import asarray, ivy
from .linear_systems import System, moved, solution
from .policy import IDENTITY_ROWS
from .scipy_rules import NoDerivative, NoRule

frontend = sys.modules[__package__]


def _constants(*values) -> list:
    """Return NumPy's own of what no rule differentiates by; raises NoRule where it is recorded."""
    if holds_recorded(values):
        raise NoRule
    return [to_host(value) for value in values]


def _floating(x):
    x = asarray(x)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


# What is linear along an axis: its matrix is what SciPy makes of the identity


def _by_scipy(module: str, name: str, y, axis: int, /, *args, before=(), **kwargs):
    """Call a function of SciPy's that is linear along an axis of ``y``.

    Its other arguments, those ``before`` and those behind ``y``, are constants.
    """
    x = _floating(y)
    axis = operator.index(axis)
    if not -x.ndim <= axis < x.ndim or x.shape[axis] > IDENTITY_ROWS:
        raise NoRule
    before, args, values = _constants(before, args, [*kwargs.values()])
    kwargs = dict(zip(kwargs, values, strict=True))
    function = getattr(importlib.import_module(module), name)
    dtype = x.dtype if x.dtype.kind == "f" else np.zeros(0, x.dtype).real.dtype
    matrix = function(*before, np.eye(x.shape[axis], dtype=dtype), *args, axis=0, **kwargs)
    return _times(matrix, x, axis)


def _times(matrix, x, axis: int):
    """Multiply each column along an axis with a constant matrix, or with one row of it."""
    found = frontend.tensordot(matrix, frontend.moveaxis(x, axis, 0), 1)
    return frontend.moveaxis(found, 0, axis) if matrix.ndim > 1 else found


# Fourier transforms


def _transform(name: str) -> Callable:
    function = getattr(frontend.fft, name)
    if name.endswith("n"):
        return lambda x, s=None, axes=None, norm=None: function(asarray(x), s, axes, norm)
    if name.endswith("2"):
        return lambda x, s=None, axes=(-2, -1), norm=None: function(asarray(x), s, axes, norm)
    return lambda x, n=None, axis=-1, norm=None: function(asarray(x), n, axis, norm)


_TRANSFORMS = (
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn",
    "ifftn", "rfftn", "irfftn",
)  # fmt: skip


def _real_transform(name: str) -> Callable:
    def rule(x, type=2, n=None, axis=-1, norm=None, orthogonalize=None):
        return _by_scipy(
            "scipy.fft", name, x, axis, type=type, n=n, norm=norm, orthogonalize=orthogonalize
        )

    return rule


# Convolutions


def _convolve(in1, in2, mode="full"):
    in1, in2 = asarray(in1), asarray(in2)
    if in1.ndim != in2.ndim or not in1.size or not in2.size or not in1.ndim:
        raise NoRule
    lengths = [n + m - 1 for n, m in zip(in1.shape, in2.shape, strict=True)]
    if in1.ndim == 1:
        full = frontend.convolve(in1, in2)
    else:
        is_real = "c" not in in1.dtype.kind + in2.dtype.kind
        names = ("rfftn", "irfftn") if is_real else ("fftn", "ifftn")
        there, back = [getattr(frontend.fft, name) for name in names]
        axes = tuple(range(in1.ndim))
        full = back(there(in1, lengths, axes) * there(in2, lengths, axes), lengths, axes)
    if mode == "full":
        return full
    if mode == "same":
        return _centred(full, in1.shape)
    if mode != "valid":
        raise NoRule
    differences = [n - m for n, m in zip(in1.shape, in2.shape, strict=True)]
    if min(differences) < 0 < max(differences):
        raise NoRule
    return _centred(full, [abs(each) + 1 for each in differences])


def _centred(full, shape: Sequence[int]):
    starts = [(n - m) // 2 for n, m in zip(full.shape, shape, strict=True)]
    return full[tuple([slice(at, at + n) for at, n in zip(starts, shape, strict=True)])]


def _correlate(in1, in2, mode="full"):
    in1, in2 = asarray(in1), asarray(in2)
    if mode == "valid" and any(n < m for n, m in zip(in1.shape, in2.shape, strict=False)):
        raise NoRule
    return _convolve(in1, frontend.flip(in2).conj(), mode)


def _convolve2d(in1, in2, mode="full"):
    if asarray(in1).ndim != 2:
        raise NoRule
    return _convolve(in1, in2, mode)


def _correlate2d(in1, in2, mode="full"):
    if mode == "same":
        raise NoRule  # its centre is another one
    return _correlate(in1, in2, mode)


# Recursive filters: linear systems whose matrix is triangular, and has the same on each diagonal


def _solve_filter(parameters, wanted):
    return importlib.import_module("scipy.signal").lfilter([1.0], parameters[0], wanted, axis=0)


def _solve_filter_backwards(parameters, wanted):
    return _solve_filter(parameters, wanted[::-1])[::-1]


def _multiply_filter(given, x):
    (coefficients,) = given
    return sum(coefficients[k] * moved(x, k) for k in range(len(coefficients)))


def _multiply_filter_backwards(given, x):
    (coefficients,) = given
    return sum(coefficients[k] * moved(x, -k) for k in range(len(coefficients)))


_FILTER = System(_solve_filter, _multiply_filter, lambda given: (_BACKWARDS, given))
_BACKWARDS = System(
    _solve_filter_backwards, _multiply_filter_backwards, lambda given: (_FILTER, given)
)


def _lfilter(b, a, x, axis=-1, zi=None):
    b, a = asarray(b), asarray(a)
    if b.ndim != 1 or a.ndim != 1:
        raise NoRule
    x = frontend.moveaxis(_floating(x), axis, 0)
    wanted = _multiply_filter([b], x)
    if zi is not None:
        state = frontend.moveaxis(asarray(zi), axis, 0)[: len(x)]
        rest = frontend.zeros((len(x) - len(state), *state.shape[1:]), dtype=state.dtype)
        wanted = wanted + a[0] * frontend.concatenate([state, rest])
    if len(a) > 1:
        found = solution(_FILTER, [a], wanted)
    else:
        found = wanted / a[0]
    found = frontend.moveaxis(found, 0, axis)
    return found if zi is None else (found, NoDerivative())


def _sosfilt(sos, x, axis=-1):
    sos = asarray(sos)
    for row in sos:
        x = _lfilter(row[:3], row[3:], x, axis)
    return x


def _filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None):
    options = {"padtype": padtype, "padlen": padlen}
    return _by_scipy("scipy.signal", "filtfilt", x, axis, before=(b, a), **options)


def _sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    options = {"padtype": padtype, "padlen": padlen}
    return _by_scipy("scipy.signal", "sosfiltfilt", x, axis, before=(sos,), **options)


def _savgol_filter(
    x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp"
):  # fmt: skip
    return _by_scipy(
        "scipy.signal", "savgol_filter", x, axis, window_length, polyorder, deriv=deriv,
        delta=delta, mode=mode,
    )  # fmt: skip


def _detrend(data, axis=-1, type="linear", bp=0):
    return _by_scipy("scipy.signal", "detrend", data, axis, type=type, bp=bp)


def _hilbert(x, N=None, axis=-1):
    return _by_scipy("scipy.signal", "hilbert", x, axis, N=N)


def _resample(x, num, axis=0):
    return _by_scipy("scipy.signal", "resample", x, axis, num)


# Filters of images


_PADDING = {
    "reflect": "symmetric", "grid-mirror": "symmetric", "mirror": "reflect", "nearest": "edge",
    "wrap": "wrap", "grid-wrap": "wrap", "constant": "constant", "grid-constant": "constant",
}  # fmt: skip


def _padded(x, before: int, behind: int, axis: int, mode: str, cval):
    """Return an array, longer at both ends of an axis as ``scipy.ndimage`` sees it."""
    if mode not in _PADDING:
        raise NoRule
    if _PADDING[mode] == "constant":
        widths = [(0, 0)] * x.ndim
        widths[axis] = before, behind
        return frontend.pad(x, widths, constant_values=cval)
    places = np.pad(np.arange(x.shape[axis]), (before, behind), _PADDING[mode])
    return frontend.take(x, places, axis=axis)


def _correlate1d(input, weights, axis=-1, mode="reflect", cval=0.0, origin=0):
    x, weights = _real(input), asarray(weights)
    count, axis = len(weights), operator.index(axis) % x.ndim
    before = count // 2 + origin
    if weights.ndim != 1 or not 0 <= before < count:
        raise NoRule
    padded = _padded(x, before, count - 1 - before, axis, mode, cval)
    front = (slice(None),) * axis
    parts = [weights[k] * padded[(*front, slice(k, k + x.shape[axis]))] for k in range(count)]
    return functools.reduce(operator.add, parts)


def _real(x):
    x = asarray(x)
    if x.dtype.kind != "f" or not x.ndim:
        raise NoRule
    return x


def _convolve1d(input, weights, axis=-1, mode="reflect", cval=0.0, origin=0):
    weights = asarray(weights)[::-1]
    origin = -origin - (len(weights) % 2 == 0)
    return _correlate1d(input, weights, axis, mode, cval, origin)


def _correlate_image(input, weights, mode="reflect", cval=0.0, origin=0):
    x, weights = _real(input), asarray(weights)
    if weights.ndim != x.ndim or not isinstance(mode, str):
        raise NoRule
    origins = _for_axes(origin, x.ndim)
    befores = [n // 2 + o for n, o in zip(weights.shape, origins, strict=True)]
    padded = x
    for axis, (before, count) in enumerate(zip(befores, weights.shape, strict=True)):
        if not 0 <= before < count:
            raise NoRule
        padded = _padded(padded, before, count - 1 - before, axis, mode, cval)
    parts = [
        weights[at] * padded[tuple([slice(k, k + n) for k, n in zip(at, x.shape, strict=True)])]
        for at in np.ndindex(*weights.shape)
    ]
    return functools.reduce(operator.add, parts)


def _for_axes(value, count: int) -> list:
    return [value] * count if np.isscalar(value) else list(value)


def _convolve_image(input, weights, mode="reflect", cval=0.0, origin=0):
    weights = asarray(weights)
    origins = [
        -o - (n % 2 == 0)
        for o, n in zip(_for_axes(origin, weights.ndim), weights.shape, strict=True)
    ]
    return _correlate_image(input, frontend.flip(weights), mode, cval, origins)


def _gaussian_filter1d(
    input, sigma, axis=-1, order=0, mode="reflect", cval=0.0, truncate=4.0, *, radius=None
):
    sigma, order, truncate, radius = _constants(sigma, order, truncate, radius)
    reach = int(truncate * float(sigma) + 0.5) if radius is None else radius
    filters = importlib.import_module("scipy.ndimage")
    impulse = np.zeros(2 * reach + 1)
    impulse[reach] = 1.0
    # what it makes of an impulse are its weights, which it convolves with
    weights = filters.gaussian_filter1d(
        impulse, sigma, order=order, mode="constant", truncate=truncate, radius=radius
    )
    return _convolve1d(input, weights, axis, mode, cval)


def _gaussian_filter(
    input, sigma, order=0, mode="reflect", cval=0.0, truncate=4.0, *, radius=None
):  # fmt: skip
    x = _real(input)
    sigma, order, radius = _constants(sigma, order, radius)
    each = [_for_axes(value, x.ndim) for value in (sigma, order, mode)]
    reaches = [None] * x.ndim if radius is None else _for_axes(radius, x.ndim)
    for axis, (width, degree, ends, reach) in enumerate(zip(*each, reaches, strict=True)):
        if width > 1e-15:
            x = _gaussian_filter1d(x, width, axis, degree, ends, cval, truncate, radius=reach)
    return x


def _uniform_filter1d(input, size, axis=-1, mode="reflect", cval=0.0, origin=0):
    (size,) = _constants(size)
    return _correlate1d(input, np.full(int(size), 1 / size), axis, mode, cval, origin)


def _uniform_filter(input, size=3, mode="reflect", cval=0.0, origin=0):
    x = _real(input)
    each = [_for_axes(value, x.ndim) for value in (size, mode, origin)]
    for axis, (count, ends, shift) in enumerate(zip(*each, strict=True)):
        if count > 1:
            x = _uniform_filter1d(x, count, axis, ends, cval, shift)
    return x


def _slope_filter(weights) -> Callable:
    """Return the rule of a filter by differences along an axis, and by weights along others."""

    def rule(input, axis=-1, mode="reflect", cval=0.0):
        x = _real(input)
        modes = _for_axes(mode, x.ndim)
        axis = operator.index(axis) % x.ndim
        found = _correlate1d(x, [-1.0, 0.0, 1.0], axis, modes[axis], cval)
        for other in range(x.ndim):
            if other != axis:
                found = _correlate1d(found, weights, other, modes[other], cval)
        return found

    return rule


def _laplace(input, mode="reflect", cval=0.0):
    x = _real(input)
    modes = _for_axes(mode, x.ndim)
    parts = [_correlate1d(x, [1.0, -2.0, 1.0], axis, modes[axis], cval) for axis in range(x.ndim)]
    return functools.reduce(operator.add, parts)


def _map_coordinates(input, coordinates, order=3, mode="constant", cval=0.0):
    """Linear interpolation: of other orders the derivatives are not known."""
    x, at = _real(input), asarray(coordinates)
    if order != 1 or mode not in ("constant", "nearest") or len(at) != x.ndim:
        raise NoRule
    inside, places = True, []
    for points, count in zip(at, x.shape, strict=True):
        if mode == "constant":
            inside = inside & (points >= 0) & (points <= count - 1)
        points = frontend.clip(points, 0, count - 1)
        low = frontend.clip(frontend.floor(ivy.stop_gradient(points)), 0, max(count - 2, 0)).astype(
            int
        )
        places.append((low, points - low, count))
    total = 0.0
    for corner in np.ndindex(*(2,) * x.ndim):
        weight, index = 1.0, []
        for upper, (low, share, count) in zip(corner, places, strict=True):
            weight = weight * (share if upper else 1 - share)
            index.append(frontend.clip(low + upper, 0, count - 1))
        total = total + weight * x[tuple(index)]
    return total if mode == "nearest" else frontend.where(inside, total, cval)


# Sums of samples


def _trapezoid(y, x=None, dx=1.0, axis=-1):
    return frontend.sum(_trapezoids(y, x, dx, axis), axis=axis)


def _trapezoids(y, x, dx, axis):
    """Return the areas between samples along an axis."""
    y = frontend.moveaxis(_floating(y), axis, -1)
    if x is not None:
        x = asarray(x)
        dx = frontend.diff(x if x.ndim == 1 else frontend.moveaxis(x, axis, -1))
    return frontend.moveaxis(dx * (y[..., 1:] + y[..., :-1]) / 2, -1, axis)


def _cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    found = frontend.cumsum(_trapezoids(y, x, dx, axis), axis=axis)
    if initial is None:
        return found
    shape = list(found.shape)
    shape[axis] = 1
    return frontend.concatenate([frontend.full(shape, 0.0), found], axis=axis)


def _simpson(y, x=None, *, dx=1.0, axis=-1):
    x, dx = _constants(x, dx)
    if np.ndim(x) > 1:
        raise NoRule
    return _by_scipy("scipy.integrate", "simpson", y, axis, x=x, dx=dx)


def _romb(y, dx=1.0, axis=-1):
    return _by_scipy("scipy.integrate", "romb", y, axis, dx=dx)


# By the module, and the name in it
RULES = {
    "scipy.fft": {
        **{name: _transform(name) for name in _TRANSFORMS},
        **{name: _real_transform(name) for name in ("dct", "dst", "idct", "idst")},
    },
    "scipy.integrate": {
        "cumulative_trapezoid": _cumulative_trapezoid,
        "romb": _romb,
        "simpson": _simpson,
        "trapezoid": _trapezoid,
    },
    "scipy.ndimage": {
        "convolve": _convolve_image,
        "convolve1d": _convolve1d,
        "correlate": _correlate_image,
        "correlate1d": _correlate1d,
        "gaussian_filter": _gaussian_filter,
        "gaussian_filter1d": _gaussian_filter1d,
        "laplace": _laplace,
        "map_coordinates": _map_coordinates,
        "prewitt": _slope_filter([1.0, 1.0, 1.0]),
        "sobel": _slope_filter([1.0, 2.0, 1.0]),
        "uniform_filter": _uniform_filter,
        "uniform_filter1d": _uniform_filter1d,
    },
    "scipy.signal": {
        "convolve": _convolve,
        "convolve2d": _convolve2d,
        "correlate": _correlate,
        "correlate2d": _correlate2d,
        "detrend": _detrend,
        "fftconvolve": _convolve,
        "filtfilt": _filtfilt,
        "hilbert": _hilbert,
        "lfilter": _lfilter,
        "oaconvolve": _convolve,
        "resample": _resample,
        "savgol_filter": _savgol_filter,
        "sosfilt": _sosfilt,
        "sosfiltfilt": _sosfiltfilt,
    },
}  # fmt: skip

__all__ = ["RULES"]
