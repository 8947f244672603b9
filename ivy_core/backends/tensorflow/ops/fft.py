"""Fourier transforms of the TensorFlow backend; its kernels know the last axis and one scaling."""

from __future__ import annotations

import math

import tensorflow as tf

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
    if not (x.dtype.is_floating or x.dtype.is_complex):
        return tf.cast(x, tf.float64)
    return tf.cast(x, tf.float32) if x.dtype.size == 2 else x


def _to_complex(x):
    """Return a tensor as complex numbers of the precision that NumPy transforms it in."""
    x = _to_fft_precision(x)
    if x.dtype.is_complex:
        return x
    return tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64)


def _to_float16_if_given(result, x):
    """Return a real result in float16, as NumPy does, if ``x`` has that dtype; else as it is."""
    return tf.cast(result, x.dtype) if x.dtype == tf.float16 else result


def _swap_with_last_axis(x, axis):
    """Return ``x`` with an axis and the last one swapped."""
    last = x.shape.rank - 1
    if axis == last:
        return x
    order = list(range(last + 1))
    order[axis], order[last] = last, axis
    return tf.transpose(x, order)


def _crop_or_pad_last_axis(x, n):
    """Return ``x`` cut, or padded with zeros, to length ``n`` of the last axis."""
    size = x.shape[-1]
    if size > n:
        return x[..., :n]
    return tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - size]]) if size < n else x


def _multiply_unless_one(x, factor):
    return x if factor == 1 else x * tf.constant(factor, x.dtype)


def _forward_factor(norm, n) -> float:
    """Return the factor of a forward transform of length n, by its ``norm``."""
    return {"backward": 1, "ortho": 1 / math.sqrt(n), "forward": 1 / n}[norm]


def _backward_factor(norm, n) -> float:
    """Return the factor of an inverse transform that TensorFlow has multiplied by 1 / n already."""
    return {"backward": 1, "ortho": math.sqrt(n), "forward": n}[norm]


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    found = tf.signal.fft(_crop_or_pad_last_axis(_swap_with_last_axis(_to_complex(x), axis), n))
    return _swap_with_last_axis(_multiply_unless_one(found, _forward_factor(norm, n)), axis)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm)
    found = tf.signal.ifft(_crop_or_pad_last_axis(_swap_with_last_axis(_to_complex(x), axis), n))
    return _swap_with_last_axis(_multiply_unless_one(found, _backward_factor(norm, n)), axis)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(x.dtype.is_complex, "rfft")
    n, axis = transform(x.shape, n, axis, norm)
    found = tf.signal.rfft(
        _crop_or_pad_last_axis(_swap_with_last_axis(_to_fft_precision(x), axis), n)
    )
    return _swap_with_last_axis(_multiply_unless_one(found, _forward_factor(norm, n)), axis)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    found = tf.signal.irfft(
        _crop_or_pad_last_axis(_swap_with_last_axis(_to_complex(x), axis), n // 2 + 1), [n]
    )
    return _to_float16_if_given(
        _swap_with_last_axis(_multiply_unless_one(found, _backward_factor(norm, n)), axis), x
    )


def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    n, axis = transform(x.shape, n, axis, norm, half=True)
    found = irfft(tf.math.conj(_to_complex(x)), n=n, axis=axis, norm=OTHER_NORM[norm])
    return _to_float16_if_given(found, x)


def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    require_real(x.dtype.is_complex, "ihfft")
    n, axis = transform(x.shape, n, axis, norm)
    return tf.math.conj(rfft(x, n=n, axis=axis, norm=OTHER_NORM[norm]))


def fftn(x, /, *, s=None, axes=None, norm="backward"):
    return transform_axis_by_axis(fft, x, *transforms(x.shape, s, axes, norm), norm)


def ifftn(x, /, *, s=None, axes=None, norm="backward"):
    return transform_axis_by_axis(ifft, x, *transforms(x.shape, s, axes, norm), norm)


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    require_real(x.dtype.is_complex, "rfftn")
    s, axes = transforms(x.shape, s, axes, norm)
    x = rfft(x, n=s[-1], axis=axes[-1], norm=norm)
    return transform_axis_by_axis(fft, x, s[:-1], axes[:-1], norm)


def irfftn(x, /, *, s=None, axes=None, norm="backward"):
    s, axes = transforms(x.shape, s, axes, norm, half=True)
    y = _to_complex(x)
    for n, axis in zip(s[:-1], axes[:-1], strict=True):
        y = ifft(y, n=n, axis=axis, norm=norm)
    found = irfft(y, n=s[-1], axis=axes[-1], norm=norm)
    return _to_float16_if_given(found, x) if len(axes) == 1 else found


def _constant_on_device(values, dtype, device):
    """Return a constant of ``dtype``, float64 if it is None."""
    with tf.device(device):
        return tf.cast(tf.constant(values), dtype or tf.float64)


def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _constant_on_device(frequencies(n, d, half=False), dtype, device)


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    return _constant_on_device(frequencies(n, d, half=True), dtype, device)


def _roll_half_length(x, axes, sign):
    """Roll axes (None: all) by half their lengths times ``sign``; copy if there are none."""
    axes = shift_axes(axes, x.shape.rank)
    if not axes:
        return tf.identity(x)
    return tf.roll(x, [sign * (x.shape[a] // 2) for a in axes], axes)


def fftshift(x, /, *, axes=None):
    return _roll_half_length(x, axes, 1)


def ifftshift(x, /, *, axes=None):
    return _roll_half_length(x, axes, -1)
