"""Fourier transforms of the NumPy backend: NumPy's own."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.fft import (
    frequencies,
    require_real,
    shift_axes,
    transform,
    transforms,
)


def _bfloat16_to_single(x):
    """Return bfloat16 in single precision (NumPy takes it for double), other arrays as they are."""
    return x.astype(np.float32) if x.dtype.kind == "V" else x


def _make_transform_along_axis(name, half_input=False, real_input=False):
    """Return NumPy's transform: ``half_input`` of half a spectrum, ``real_input`` of reals."""
    native = getattr(np.fft, name)

    def function(x, /, *, n=None, axis=-1, norm="backward"):
        require_real(real_input and x.dtype.kind == "c", name)
        n, axis = transform(x.shape, n, axis, norm, half_input)
        return native(_bfloat16_to_single(x), n=n, axis=axis, norm=norm)

    function.__name__ = function.__qualname__ = name
    return function


def _make_transform_along_axes(name, half_input=False, real_input=False):
    """Return NumPy's transform: ``half_input`` of half a spectrum, ``real_input`` of reals."""
    native = getattr(np.fft, name)

    def function(x, /, *, s=None, axes=None, norm="backward"):
        require_real(real_input and x.dtype.kind == "c", name)
        s, axes = transforms(x.shape, s, axes, norm, half_input)
        return native(_bfloat16_to_single(x), s=s, axes=axes, norm=norm)

    function.__name__ = function.__qualname__ = name
    return function


fft = _make_transform_along_axis("fft")
ifft = _make_transform_along_axis("ifft")
rfft = _make_transform_along_axis("rfft", real_input=True)
irfft = _make_transform_along_axis("irfft", half_input=True)
hfft = _make_transform_along_axis("hfft", half_input=True)
ihfft = _make_transform_along_axis("ihfft", real_input=True)
fftn = _make_transform_along_axes("fftn")
ifftn = _make_transform_along_axes("ifftn")
rfftn = _make_transform_along_axes("rfftn", real_input=True)
irfftn = _make_transform_along_axes("irfftn", half_input=True)


def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return frequencies(n, d, half=False).astype(dtype or np.float64, copy=False)


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return frequencies(n, d, half=True).astype(dtype or np.float64, copy=False)


def fftshift(x, /, *, axes=None):
    return np.fft.fftshift(x, shift_axes(axes, x.ndim))


def ifftshift(x, /, *, axes=None):
    return np.fft.ifftshift(x, shift_axes(axes, x.ndim))
