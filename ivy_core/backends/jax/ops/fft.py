"""Fourier transforms of the JAX backend, each compiled once for its lengths, axes and scaling."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.fft import (
    OTHER_NORM,
    frequencies,
    require_real,
    shift_axes,
    transform,
    transform_axis_by_axis,
    transforms,
)

from ..runtime.stored_programs import jit
from .creation import array

_jit = partial(jit, static_argnames=("n", "axis", "norm"))
_jit_n = partial(jit, static_argnames=("s", "axes", "norm"))


def _to_fft_precision(x):
    """Return integers as float64, half precision as float32, other arrays as they are."""
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        return x.astype(jnp.float64)
    return x.astype(jnp.float32) if x.dtype.itemsize == 2 else x


def _to_float16_if_given(result, x):
    """Return a real result in float16, as NumPy does, if ``x`` has that dtype; else as it is."""
    return result.astype(x.dtype) if x.dtype == jnp.float16 else result


def _is_complex(x) -> bool:
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


@_jit
def fft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    return jnp.fft.fft(_to_fft_precision(x), n, axis, norm)


@_jit
def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    return jnp.fft.ifft(_to_fft_precision(x), n, axis, norm)


@_jit
def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(_is_complex(x), "rfft")
    n, axis = transform(x.shape, n, axis, norm)
    return jnp.fft.rfft(_to_fft_precision(x), n, axis, norm)


@_jit
def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    return _to_float16_if_given(jnp.fft.irfft(_to_fft_precision(x), n, axis, norm), x)


@_jit
def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    return _to_float16_if_given(
        jnp.fft.irfft(_to_fft_precision(x).conj(), n, axis, OTHER_NORM[norm]), x
    )


@_jit
def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(_is_complex(x), "ihfft")
    n, axis = transform(x.shape, n, axis, norm)
    return jnp.fft.rfft(_to_fft_precision(x), n, axis, OTHER_NORM[norm]).conj()


def _takes_native_axes(axes) -> bool:
    """Return whether XLA transforms ``axes`` at once: up to three, each of them once."""
    return len(set(axes)) == len(axes) <= 3


@_jit_n
def _fftn(x, s, axes, norm):
    s, axes = transforms(x.shape, s, axes, norm)
    if _takes_native_axes(axes):
        return jnp.fft.fftn(_to_fft_precision(x), s, axes, norm)
    return transform_axis_by_axis(fft, x, s, axes, norm)


@_jit_n
def _ifftn(x, s, axes, norm):
    s, axes = transforms(x.shape, s, axes, norm)
    if _takes_native_axes(axes):
        return jnp.fft.ifftn(_to_fft_precision(x), s, axes, norm)
    return transform_axis_by_axis(ifft, x, s, axes, norm)


@_jit_n
def _rfftn(x, s, axes, norm):
    require_real(_is_complex(x), "rfftn")
    s, axes = transforms(x.shape, s, axes, norm)
    x = rfft(x, n=s[-1], axis=axes[-1], norm=norm)
    return transform_axis_by_axis(fft, x, s[:-1], axes[:-1], norm)


@_jit_n
def _irfftn(x, s, axes, norm):
    """Return the real inverse of half a spectrum; float16 is kept along one axis alone."""
    s, axes = transforms(x.shape, s, axes, norm, half=True)
    y = _to_fft_precision(x)
    for n, axis in zip(s[:-1], axes[:-1], strict=True):
        y = ifft(y, n=n, axis=axis, norm=norm)
    found = irfft(y, n=s[-1], axis=axes[-1], norm=norm)
    return _to_float16_if_given(found, x) if len(axes) == 1 else found


def _as_static_tuple(values) -> tuple | None:
    return None if values is None else tuple(values)


def fftn(x, /, *, s=None, axes=None, norm="backward"):
    return _fftn(x, _as_static_tuple(s), _as_static_tuple(axes), norm)


def ifftn(x, /, *, s=None, axes=None, norm="backward"):
    return _ifftn(x, _as_static_tuple(s), _as_static_tuple(axes), norm)


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    return _rfftn(x, _as_static_tuple(s), _as_static_tuple(axes), norm)


def irfftn(x, /, *, s=None, axes=None, norm="backward"):
    return _irfftn(x, _as_static_tuple(s), _as_static_tuple(axes), norm)


def _put_on_device(values, dtype, device):
    """Return values in a dtype (None: float64) on a native device (None: where new arrays lie)."""
    return array(values.astype(dtype or np.float64), device=device, copy=None)


def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _put_on_device(frequencies(n, d, half=False), dtype, device)


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _put_on_device(frequencies(n, d, half=True), dtype, device)


@partial(jit, static_argnames="axes")
def _fftshift(x, axes):
    return jnp.fft.fftshift(x, shift_axes(axes, x.ndim))


@partial(jit, static_argnames="axes")
def _compiled_ifftshift(x, axes):
    return jnp.fft.ifftshift(x, shift_axes(axes, x.ndim))


def fftshift(x, /, *, axes=None):
    return _fftshift(x, tuple(axes) if isinstance(axes, list) else axes)


def ifftshift(x, /, *, axes=None):
    return _compiled_ifftshift(x, tuple(axes) if isinstance(axes, list) else axes)
