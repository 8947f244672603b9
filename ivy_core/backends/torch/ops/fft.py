"""Fourier transforms of the PyTorch backend."""

from __future__ import annotations

import torch

from ivy_core.backends.common.fft import (
    OTHER_NORM,
    frequencies,
    require_real,
    shift_axes,
    transform,
    transform_axis_by_axis,
    transforms,
)


def _to_fft_precision(x):
    """Return half precision as float32, integers as float64, other tensors as they are."""
    if not (x.is_floating_point() or x.is_complex()):
        return x.to(torch.float64)
    return x.to(torch.float32) if x.dtype in (torch.float16, torch.bfloat16) else x


def _to_float16_if_given(result, x):
    """Return a real result in float16, as NumPy does, if ``x`` has that dtype; else as it is."""
    return result.to(x.dtype) if x.dtype is torch.float16 else result


def _transform_along_axis(native, x, n, axis, norm, length, real=False):
    """Call a native transform; empty inputs give an empty result of ``length`` elements."""
    x = _to_fft_precision(x)
    if x.numel():
        return native(x, n, axis, norm)
    # PyTorch's kernels refuse a stack of no vectors
    single = x.dtype in (torch.float32, torch.complex64)
    shape = [*x.shape[:axis], length, *x.shape[axis + 1 :]]
    if real:
        return x.new_zeros(shape, dtype=torch.float32 if single else torch.float64)
    return x.new_zeros(shape, dtype=torch.complex64 if single else torch.complex128)


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    return _transform_along_axis(torch.fft.fft, x, n, axis, norm, n)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    return _transform_along_axis(torch.fft.ifft, x, n, axis, norm, n)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(x.is_complex(), "rfft")
    n, axis = transform(x.shape, n, axis, norm)
    return _transform_along_axis(torch.fft.rfft, x, n, axis, norm, n // 2 + 1)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    return _to_float16_if_given(
        _transform_along_axis(torch.fft.irfft, x, n, axis, norm, n, real=True), x
    )


def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    return irfft(x.conj(), n=n, axis=axis, norm=OTHER_NORM[norm])


def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(x.is_complex(), "ihfft")
    n, axis = transform(x.shape, n, axis, norm)
    return rfft(x, n=n, axis=axis, norm=OTHER_NORM[norm]).conj().resolve_conj()


def fftn(x, /, *, s=None, axes=None, norm="backward"):
    s, axes = transforms(x.shape, s, axes, norm)
    if x.numel() and len(set(axes)) == len(axes):
        return torch.fft.fftn(_to_fft_precision(x), s, axes, norm)
    return transform_axis_by_axis(fft, x, s, axes, norm)


def ifftn(x, /, *, s=None, axes=None, norm="backward"):
    s, axes = transforms(x.shape, s, axes, norm)
    if x.numel() and len(set(axes)) == len(axes):
        return torch.fft.ifftn(_to_fft_precision(x), s, axes, norm)
    return transform_axis_by_axis(ifft, x, s, axes, norm)


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    require_real(x.is_complex(), "rfftn")
    s, axes = transforms(x.shape, s, axes, norm)
    if x.numel() and len(set(axes)) == len(axes):
        return torch.fft.rfftn(_to_fft_precision(x), s, axes, norm)
    x = rfft(x, n=s[-1], axis=axes[-1], norm=norm)
    return transform_axis_by_axis(fft, x, s[:-1], axes[:-1], norm)


def irfftn(x, /, *, s=None, axes=None, norm="backward"):
    s, axes = transforms(x.shape, s, axes, norm, half=True)
    y = _to_fft_precision(x)
    for n, axis in zip(s[:-1], axes[:-1], strict=True):
        y = ifft(y, n=n, axis=axis, norm=norm)
    found = irfft(y, n=s[-1], axis=axes[-1], norm=norm)
    return _to_float16_if_given(found, x) if len(axes) == 1 else found


def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return torch.from_numpy(frequencies(n, d, half=False)).to(device, dtype)


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return torch.from_numpy(frequencies(n, d, half=True)).to(device, dtype)


def _roll_half_length(x, axes, sign):
    """Roll axes (None: all) by half their lengths times ``sign``; copy if there are none."""
    axes = shift_axes(axes, x.ndim)
    if not axes:
        return x.clone()
    shifts = [sign * (x.shape[a] // 2) for a in axes]
    return torch.roll(x, shifts, axes)


def fftshift(x, /, *, axes=None):
    return _roll_half_length(x, axes, 1)


def ifftshift(x, /, *, axes=None):
    return _roll_half_length(x, axes, -1)
