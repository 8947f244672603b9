"""Transforms of frames that PyTorch computes in one call."""

from __future__ import annotations

import torch

from ivy_core.backends.common.predicates import of_one_float_dtype


def stft(
    signals, frame_length, frame_step, /, *, fft_length=None, window_fn=None, pad_end=False,
    window=None, center=False, pad_mode="reflect", normalized=False, onesided=True,
):  # fmt: skip
    flat = signals if signals.ndim < 3 else signals.reshape(-1, signals.shape[-1])
    found = torch.stft(
        flat, frame_length, frame_step, frame_length,
        flat.new_ones(frame_length) if window is None else window, center, pad_mode, normalized,
        onesided, True,
    ).mT  # fmt: skip
    return found if flat is signals else found.reshape(*signals.shape[:-1], *found.shape[1:])


def _allows_native_stft(
    signals, frame_length, frame_step, /, *, fft_length=None, window_fn=None, pad_end=False,
    window=None, center=False, pad_mode="reflect", **_,
):  # fmt: skip
    """Return whether frames are as long as transforms, of real signals and windows of one dtype."""
    if window_fn is not None or pad_end or not hasattr(signals, "ndim"):
        return False
    if not (type(frame_length) is type(frame_step) is int and min(frame_length, frame_step) > 0):
        return False
    length = 1 << (frame_length - 1).bit_length() if fft_length is None else fft_length
    shown = None if window is None else tuple(getattr(window, "shape", ()))
    if length != frame_length or shown not in (None, (frame_length,)):
        return False
    shape = tuple(signals.shape)
    fits = len(shape) > 0 and 0 not in shape and shape[-1] >= frame_length
    return fits and (not center or pad_mode in ("reflect", "constant")) and (
        of_one_float_dtype(signals, window) and str(signals.dtype).endswith(("32", "64"))
    )  # fmt: skip


stft.partial_mixed_handler = _allows_native_stft
