"""Windows, and Fourier transforms of the frames of signals."""

from __future__ import annotations

import math
import warnings
from typing import Any

from ..dispatch.func_wrapper import ivy, published, torch_function, torch_name
from ..dispatch.outputs import cast, shown
from ..nn.functional.padding import pad
from ..tensors.dtypes import get_default_dtype
from ..tensors.tensor import Tensor
from .creation import Creation

TensorLike = Number = Any


def _declare_creation(body):
    """Return the public function of a body that makes a tensor without gradient."""
    return published(Creation(body, torch_name(body), differentiable=False), None, body)


def _window(name: str, length: int, dtype, periodic: bool, function_of_phase) -> Tensor:
    """Return ``function_of_phase`` of phases from 0 to 1; raise RuntimeError if not allowed."""
    kind = dtype or get_default_dtype()
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError(f"{name} expects floating point dtypes, got: {shown(kind)}")
    if length < 0:
        raise RuntimeError(
            f"{name} requires non-negative window_length, got window_length={length}"
        )
    if length < 2:
        return ivy.ones((length,), dtype=kind.core)
    steps = length if periodic else length - 1
    phases = ivy.astype(ivy.arange(length), "float64") / steps
    return ivy.astype(function_of_phase(phases), kind.core)


@_declare_creation
def hann_window(window_length: int, periodic: bool = True, *, dtype=None, out=None) -> Tensor:
    """Return the Hann window, ``0.5 - 0.5 * cos(t)``, where ``t`` goes round once.

    >>> torch.hann_window(4).tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    return _window(
        "hann_window",
        window_length,
        dtype,
        periodic,
        lambda t: 0.5 - 0.5 * ivy.cos(2 * math.pi * t),
    )


@_declare_creation
def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype=None,
    out=None,
) -> Tensor:
    """Return the Hamming window, ``alpha - beta * cos(t)``, where ``t`` goes round once."""
    return _window(
        "hamming_window",
        window_length,
        dtype,
        periodic,
        lambda t: alpha - beta * ivy.cos(2 * math.pi * t),
    )


@_declare_creation
def blackman_window(window_length: int, periodic: bool = True, *, dtype=None, out=None) -> Tensor:
    """Return the Blackman window, ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)``."""

    def values(t):
        w = 0.42 - 0.5 * ivy.cos(2 * math.pi * t) + 0.08 * ivy.cos(4 * math.pi * t)
        return ivy.abs(w)  # not below zero at the ends by rounding

    return _window("blackman_window", window_length, dtype, periodic, values)


@_declare_creation
def bartlett_window(window_length: int, periodic: bool = True, *, dtype=None, out=None) -> Tensor:
    """Return the Bartlett window, which rises and falls linearly."""
    return _window(
        "bartlett_window",
        window_length,
        dtype,
        periodic,
        lambda t: 1.0 - ivy.abs(2.0 * t - 1.0),
    )


@_declare_creation
def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype=None, out=None
) -> Tensor:
    """Return the Kaiser window, ``i0(beta * sqrt(1 - t**2)) / i0(beta)``, ``t`` from -1 to 1."""
    kind = dtype or get_default_dtype()
    if window_length == 1 or not kind.is_floating_point or window_length <= 0:
        return _window("kaiser_window", window_length, dtype, periodic, None)
    found = ivy.kaiser_window(window_length, periodic=periodic, beta=float(beta), dtype="float64")
    return ivy.astype(found, kind.core)


# frames of signals


def _center_window(window: Tensor | None, win_length: int, n_fft: int, x: Tensor) -> Tensor:
    """Return a window, of ones if None, padded with zeros on both sides to ``n_fft`` values."""
    if window is None:
        window = ivy.ones((win_length,), dtype=x.dtype.to_real().core)
    left = (n_fft - win_length) // 2
    if win_length == n_fft:
        return window
    return ivy.constant_pad(window, [(left, n_fft - win_length - left)], value=0)


def _hop_and_window_lengths(n_fft: int, hop_length, win_length) -> tuple[int, int]:
    """Return both lengths; for None ``n_fft // 4`` and ``n_fft``."""
    hop = n_fft // 4 if hop_length is None else hop_length
    return hop, n_fft if win_length is None else win_length


def _describe_call(name, x, n_fft, hop, win, window) -> str:
    """Return a call's text, without the closing bracket, with which PyTorch's messages begin."""
    given = "None"
    if window is not None:
        given = f"torch.{shown(window.dtype)}Tensor{{{list(window.shape)}}}"
    return (
        f"{name}(torch.{shown(x.dtype)}Tensor{list(x.shape)}, n_fft={n_fft}, hop_length={hop}, "
        f"win_length={win}, window={given}"
    )


@torch_function
def stft(
    input: TensorLike,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: TensorLike | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    """Transform the frames of signals.

    Parameters
    ----------
    input : Tensor, shape (L,) or (B, L)
        Signals.
    n_fft : int
        Length of the transforms.
    hop_length : int, optional
        From one frame to the next; a quarter of ``n_fft`` unless given.
    win_length : int, optional
        Length of the window, in the middle of a frame.
    window : Tensor, shape (win_length,), optional
        What frames are multiplied by.
    center : bool
        Whether frames are centered where they would begin: signals are padded at both ends.
    normalized : bool
        Whether the result is divided by the root of ``n_fft``.
    onesided : bool, optional
        Whether there are only the frequencies that are not redundant for real signals.
    return_complex : bool, optional
        Whether the result is complex, or has a last dimension of two parts.

    Returns: Tensor, shape (B, frequencies, frames)

    Raises: RuntimeError if options do not fit.
    """
    hop, win = _hop_and_window_lengths(n_fft, hop_length, win_length)
    call = _describe_call("stft", input, n_fft, hop, win, window)
    is_complex = input.dtype.is_complex or window is not None and window.dtype.is_complex
    if return_complex is None:
        if not is_complex:
            raise RuntimeError(
                "stft requires the return_complex parameter be given for real inputs, and will "
                "further require that return_complex=True in a future PyTorch release."
            )
        return_complex = True
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(f"{call}): expected a tensor of floating point or complex values")
    if input.ndim not in (1, 2):
        raise RuntimeError(f"{call}): expected a 1D or 2D tensor")
    x = input if input.ndim == 2 else ivy.expand_dims(input, axis=0)
    if center:
        x = pad.__wrapped__(x, (n_fft // 2, n_fft // 2), pad_mode)
    length = x.shape[1]
    if not 0 < n_fft <= length:
        raise RuntimeError(f"{call}): expected 0 < n_fft < {length}, but got n_fft={n_fft}")
    if hop <= 0:
        raise RuntimeError(f"{call}): expected hop_length > 0, but got hop_length={hop}")
    if not 0 < win <= n_fft:
        raise RuntimeError(f"{call}): expected 0 < win_length <= n_fft, but got win_length={win}")
    if window is not None and tuple(window.shape) != (win,):
        raise RuntimeError(
            f"{call}): expected a 1D window tensor of size equal to win_length={win}, but got "
            f"window with size {list(window.shape)}"
        )
    if onesided is None:
        onesided = not is_complex
    if onesided and is_complex:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    frames = 1 + (length - n_fft) // hop
    starts = ivy.expand_dims(ivy.arange(frames) * hop, axis=1)
    at = ivy.reshape(starts + ivy.arange(n_fft), (-1,))
    cut = ivy.reshape(ivy.take(x, at, axis=1), (x.shape[0], frames, n_fft))
    cut = cut * _center_window(window, win, n_fft, x)
    by = "ortho" if normalized else "backward"
    if onesided:
        found = ivy.rfft(cut, axis=-1, norm=by)
    else:
        found = ivy.fft(cast(cut, cut.dtype.to_complex()), axis=-1, norm=by)
    found = ivy.swapaxes(cast(found, cut.dtype.to_complex()), 1, 2)
    if input.ndim == 1:
        found = ivy.squeeze(found, axis=0)
    if return_complex:
        return found
    return ivy.stack([ivy.real(found), ivy.imag(found)], axis=-1)


@torch_function
def istft(
    input: TensorLike,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: TensorLike | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Tensor:
    """Return the signals of which :func:`stft` gives the transforms, by least squares.

    Parameters
    ----------
    input : Tensor, shape (B, frequencies, frames) or without B, complex
    n_fft, hop_length, win_length, window, center, normalized, onesided
        As for :func:`stft`.
    length : int, optional
        Length of the signals.
    return_complex : bool
        Whether the signals are complex.

    Raises: RuntimeError if options do not fit, or windows leave out samples.
    """
    hop, win = _hop_and_window_lengths(n_fft, hop_length, win_length)
    call = _describe_call("istft", input, n_fft, hop, win, window)
    if not input.dtype.is_complex:
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with "
            "return_complex=True."
        )
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"{call}): expected a tensor with 2 or 3 dimensions, but got {input.ndim}"
        )
    if not input.shape.numel():
        raise RuntimeError(f"{call}): input tensor cannot be empty.")
    if onesided is None:
        onesided = input.shape[-2] != n_fft
    wanted = n_fft // 2 + 1 if onesided else n_fft
    if input.shape[-2] != wanted:
        told = "n_fft / 2 + 1 when onsided=True" if onesided else "n_fft when onesided=False"
        raise RuntimeError(
            f"{call}): expected the frequency dimension (3rd to the last) of the input tensor to "
            f"match {told}, but got {input.shape[-2]}"
        )
    if not 0 < hop <= win:
        raise RuntimeError(f"{call}): expected 0 < hop_length <= win_length")
    if not 0 < win <= n_fft:
        raise RuntimeError(f"{call}): expected 0 < win_length <= n_fft")
    if window is not None and tuple(window.shape) != (win,):
        raise RuntimeError(
            f"{call}): Invalid window shape. window has to be 1D and length of `win_length`"
        )
    real = input.dtype.to_real()
    full = _center_window(window, win, n_fft, input)
    stacked = ivy.swapaxes(input, -1, -2)
    by = "ortho" if normalized else "backward"
    if return_complex:
        if onesided:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        cut = ivy.ifft(stacked, axis=-1, norm=by)
    else:  # of all frequencies too, half are looked at
        cut = ivy.irfft(stacked[..., : n_fft // 2 + 1], n=n_fft, axis=-1, norm=by)
    frames = stacked.shape[-2]
    total = n_fft + hop * (frames - 1)
    sums = _overlap_add(cut * full, frames, hop, total)
    weights = _overlap_add(ivy.broadcast_to(ivy.square(full), (frames, n_fft)), frames, hop, total)
    start = n_fft // 2 if center else 0
    if length is not None:
        stop = start + length
    else:
        stop = total - n_fft // 2 if center else total
    stop_here = min(stop, total)
    sums, weights = sums[..., start:stop_here], weights[start:stop_here]
    found = sums / ivy.where(weights == 0, 1.0, weights)
    if stop > total:
        warnings.warn(
            "The length of signal is shorter than the length parameter. Result is being padded "
            "with zeros in the tail. Please check your center and hop_length settings.",
            stacklevel=5,
        )
        found = ivy.constant_pad(found, [(0, 0)] * (found.ndim - 1) + [(0, stop - total)], value=0)
    return cast(found, real.to_complex() if return_complex else real)


def _overlap_add(frames: Tensor, count: int, hop: int, total: int) -> Tensor:
    """Return ``total`` values: the sums of ``count`` frames, each ``hop`` later than the last."""
    size = frames.shape[-1]
    pieces = -(-size // hop)
    lead = tuple(frames.shape[:-2])
    none = [(0, 0)] * len(lead)
    wide = ivy.constant_pad(frames, [*none, (0, 0), (0, pieces * hop - size)], value=0)
    parts = ivy.reshape(wide, (*lead, count, pieces, hop))
    found = None
    for i in range(pieces):
        row = ivy.constant_pad(parts[..., i, :], [*none, (i, pieces - 1 - i), (0, 0)], value=0)
        found = row if found is None else found + row
    return ivy.reshape(found, (*lead, -1))[..., :total]


__all__ = [
    "bartlett_window", "blackman_window", "hamming_window", "hann_window", "istft",
    "kaiser_window", "stft",
]  # fmt: skip
