"""Spectra: cosine transforms, transforms of frames of a signal, and ONNX's Fourier transform."""

from __future__ import annotations

import math
from collections.abc import Callable

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common import cosines
from ivy_core.registry import compositional, handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError

from ..operands import as_array, filled


def _from_host_like(host, x):
    """Convert a NumPy array to an Array with the precision and the device of ``x``."""
    single = x.dtype.itemsize < (16 if x.dtype.is_complex else 8)
    kind = "complex" if host.dtype.kind == "c" else "float"
    bits = {"complex": (64, 128), "float": (32, 64)}[kind][not single]
    return ivy.asarray(host, dtype=f"{kind}{bits}", device=x.device)


@compositional
@handle_nestable
def dct(
    x: Array,
    /,
    *,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    out: Array | None = None,
) -> Array:
    """Discrete cosine transform along an axis.

    Parameters
    ----------
    x, numeric: Values; of complex ones both parts are transformed.
    type : {1, 2, 3, 4}, optional
        Which transform. The sum of type 2 is ``2 * x[j] * cos(pi * k * (2 * j + 1) / (2 * n))``.
    n : int, optional
        Length of the transform; the input is cut, or padded with zeros, at the end. By default that
        of the axis.
    axis: Axis of the transform.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Which direction is scaled by 1 / (2 * n), or 1 / (2 * (n - 1)) for type 1; both, by its
        square root, for 'ortho', and the matrix is orthogonal then. None is 'backward'.

    Returns: of the dtype of ``x``, or the default floating one for integers.

    Raises
    ------
    IvyValueError
        If there is no such type or norm, or the length is too small: one, or two for type 1.
    IvyIndexError
        If the axis is out of bounds.

    References
    ----------
    J. Makhoul: A fast cosine transform in one and two dimensions. IEEE Transactions on Acoustics,
    Speech, and Signal Processing 28 (1980). SciPy, ``scipy.fft.dct``.

    >>> ivy.dct(ivy.asarray([3.0, 1.0]))
    ivy.array([8.        , 2.82842712])
    """
    return _cosine_transform("dct", x, type, n, axis, norm or "backward", out)


@compositional(like=dct)
@handle_nestable
def idct(
    x: Array,
    /,
    *,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    out: Array | None = None,
) -> Array:
    """Inverse of :func:`dct`.

    Parameters
    ----------
    type : {1, 2, 3, 4}, optional
        Which transform is undone.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        As for :func:`dct`.

    References: SciPy, ``scipy.fft.idct``.

    >>> ivy.idct(ivy.asarray([8.0, 0.0]))
    ivy.array([2., 2.])
    """
    norm = {"backward": "forward", "forward": "backward"}.get(norm or "backward", norm)
    return _cosine_transform("idct", x, cosines.INVERSE.get(type, type), n, axis, norm, out)


def _cosine_transform(function: str, x, type, n, axis, norm, out):
    """Compute a DCT of type 1 to 4, cut or padded to ``n``; ``function`` is for messages."""
    x = as_array(x)
    if type not in cosines.INVERSE:
        raise IvyValueError(f"{function}: type {type!r} was given; 1, 2, 3 and 4 are allowed")
    if norm not in ("backward", "ortho", "forward"):
        raise IvyValueError(
            f"{function}: norm {norm!r} was given; None, 'backward', 'ortho' and 'forward' are "
            "allowed"
        )
    if not -x.ndim <= axis < x.ndim:
        raise IvyIndexError(f"{function}: axis {axis} was given for {x.ndim} axes")
    count, least = x.shape[axis] if n is None else n, 2 if type == 1 else 1
    if count < least:
        raise IvyValueError(
            f"{function}: a transform of {count} values was asked for; type {type} has {least} at "
            "least"
        )
    if x.dtype.is_complex:
        parts = [
            _cosine_transform(function, part, type, n, axis, norm, None)
            for part in (ivy.real(x), ivy.imag(x))
        ]
        return ivy.add(parts[0], ivy.multiply(parts[1], 1j), out=out)
    dtype = x.dtype if x.dtype.is_float else ivy.default_float_dtype()
    wide = dtype if dtype.itemsize >= 4 else "float32"
    x = ivy.moveaxis(ivy.astype(x, wide, copy=False), axis, -1)
    x = _fit_length(x, count)
    root = math.sqrt(2)
    if norm == "ortho" and type in (1, 3):
        x = ivy.multiply(
            x, _from_host_like(cosines.ends(count, root, root if type == 1 else 1.0), x)
        )
    y = (_unscaled_dct_1, _unscaled_dct_2, _unscaled_dct_3, _unscaled_dct_4)[type - 1](x, count)
    factor = cosines.scale(type, count, norm)
    if norm == "ortho" and type in (1, 2):
        last = 1 / root if type == 1 else 1.0
        y = ivy.multiply(y, _from_host_like(factor * cosines.ends(count, 1 / root, last), y))
    elif factor != 1:
        y = ivy.multiply(y, factor)
    y = ivy.moveaxis(ivy.astype(y, dtype, copy=False), -1, axis)
    return filled(out, y)


def _fit_length(x, count):
    """Return ``x`` with its last axis cut, or padded with zeros, to ``count`` elements."""
    length = x.shape[-1]
    if length > count:
        return x[..., :count]
    if length < count:
        return ivy.pad(x, ((0, 0),) * (x.ndim - 1) + ((0, count - length),))
    return x


def _unscaled_dct_1(x, count):
    """Compute the unnormalised DCT-I of the last axis, which has ``count`` elements."""
    mirrored = ivy.flip(x[..., 1:-1], axis=-1)
    return ivy.real(ivy.rfft(ivy.concat([x, mirrored], axis=-1)))


def _unscaled_dct_2(x, count):
    """Compute the unnormalised DCT-II of the last axis, which has ``count`` elements."""
    ordered = ivy.take(x, ivy.asarray(cosines.order(count), device=x.device), axis=-1)
    spectrum = ivy.rfft(ordered)
    half = count // 2 + 1
    turned = ivy.multiply(spectrum, _from_host_like(2 * cosines.rotation(half, count), x))
    # the other half of the spectrum is the conjugate of this one
    rest = ivy.flip(ivy.imag(turned)[..., 1 : (count + 1) // 2], axis=-1)
    return ivy.concat([ivy.real(turned), ivy.negative(rest)], axis=-1)


def _unscaled_dct_3(x, count):
    """Compute the unnormalised DCT-III of the last axis, which has ``count`` elements."""
    half = count // 2 + 1
    other = ivy.concat([ivy.zeros_like(x[..., :1]), ivy.flip(x[..., 1:], axis=-1)], axis=-1)
    spectrum = ivy.subtract(x[..., :half], ivy.multiply(other[..., :half], 1j))
    factor = _from_host_like(count * cosines.rotation(half, count).conj(), x)
    ordered = ivy.irfft(ivy.multiply(spectrum, factor), n=count)
    return ivy.take(ordered, ivy.asarray(cosines.rank(count), device=x.device), axis=-1)


def _unscaled_dct_4(x, count):
    """Compute the unnormalised DCT-IV of the last axis, which has ``count`` elements."""
    turned = ivy.multiply(x, _from_host_like(cosines.rotation(count, count), x))
    spectrum = ivy.fft(turned, n=2 * count)[..., :count]
    factor = _from_host_like(2 * cosines.rotation(count, count, 0.5), x)
    return ivy.real(ivy.multiply(spectrum, factor))


@compositional
@handle_nestable
def dft(
    x: Array,
    /,
    *,
    axis: int = 1,
    inverse: bool = False,
    onesided: bool = False,
    dft_length: int | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array:
    """Fourier transform along an axis, forwards or backwards, of all or half of the frequencies.

    Parameters
    ----------
    x : Array, any numeric or boolean dtype
        Input. ONNX writes complex values as pairs along the last axis; here they are complex.
    axis: Axis of the transform.
    inverse: Whether it is the inverse transform.
    onesided : bool, optional
        Whether only the first ``dft_length // 2 + 1`` values are returned, which are all that
        matters of the transform of real values.
    dft_length : int, optional
        Length of the transform; the input is cut, or padded with zeros, at the end. By default that
        of the axis.
    norm : {'backward', 'ortho', 'forward'}, optional
        Which direction is scaled by 1 / dft_length; both, by its square root, for 'ortho'.

    Returns: complex, of the shape of ``x`` but for its length along the axis.

    Raises: IvyValueError if the length is less than one, or there is no such ``norm``.
    Raises: IvyIndexError if the axis is out of bounds.

    References: ONNX, operator DFT (version 17).

    >>> ivy.dft(ivy.asarray([[1.0, 0.0, 0.0, 0.0]]), onesided=True)
    ivy.array([[1.+0.j, 1.+0.j, 1.+0.j]])
    """
    x = as_array(x)
    options = {"n": dft_length, "axis": axis, "norm": norm}
    if onesided and not inverse and not x.dtype.is_complex:
        return ivy.rfft(x, out=out, **options)
    transform = ivy.ifft if inverse else ivy.fft
    if not onesided:
        return transform(x, out=out, **options)
    found = ivy.moveaxis(transform(x, **options), axis, -1)
    found = ivy.moveaxis(found[..., : found.shape[-1] // 2 + 1], -1, axis)
    return ivy.copy_array(found, out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def stft(
    signals: Array,
    frame_length: int,
    frame_step: int,
    /,
    *,
    fft_length: int | None = None,
    window_fn: Callable | None = None,
    pad_end: bool = False,
    window: Array | None = None,
    center: bool = False,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool = True,
    out: Array | None = None,
) -> Array:
    """Fourier transforms of the frames of signals.

    Parameters
    ----------
    signals, shape (..., samples): Signals, real, or complex if not ``onesided``.
    frame_length: Number of samples of a frame.
    frame_step: Number of samples from one frame to the next.
    fft_length : int, optional
        Length of the transforms; the frames are padded with zeros at the end. By default the
        smallest power of two that is no less than ``frame_length``.
    window_fn: ``window_fn(frame_length, dtype=...)`` returns what each frame is multiplied with.
    pad_end: Whether there is a frame at each step, of zeros where the signal has ended.
    window, shape (frame_length,): What each frame is multiplied with, in place of ``window_fn``.
    center : bool, optional
        Whether frames are centered where they would begin: the signals are padded at both ends by
        ``frame_length // 2`` samples.
    pad_mode: How: a mode of :func:`pad`.
    normalized: Whether the result is divided by the square root of ``fft_length``.
    onesided: Whether there are only the frequencies that are not redundant for real signals.

    Returns
    -------
    Array, shape (..., frames, frequencies), complex
        Frames come before frequencies, as in TensorFlow; PyTorch has them the other way.

    Raises: IvyTypeError if the signals are complex and ``onesided`` is set.
    Raises: IvyValueError if lengths do not fit each other.

    References
    ----------
    J. Allen: Short term spectral analysis, synthesis, and modification by discrete Fourier
    transform. IEEE Transactions on Acoustics, Speech, and Signal Processing 25 (1977). TensorFlow,
    ``tf.signal.stft``. PyTorch, ``torch.stft``.

    >>> ivy.stft(ivy.ones((8,)), 4, 2).shape
    (3, 3)
    """
    x = as_array(signals)
    fft_length = _check_frame_lengths("stft", frame_length, frame_step, fft_length)
    if not x.ndim:
        raise IvyValueError("stft: a signal without axes was given; it needs one at least")
    if not (x.dtype.is_float or x.dtype.is_complex):
        x = ivy.astype(x, "float64")
    window = _stft_window("stft", frame_length, window_fn, window, x)
    if onesided and (x.dtype.is_complex or window is not None and window.dtype.is_complex):
        raise IvyTypeError("stft: complex signals or windows have both sides; onesided was set")
    if center:
        half = frame_length // 2
        if pad_mode == "reflect" and x.shape[-1] <= half:
            raise IvyValueError(
                f"stft: {x.shape[-1]} samples were given, which {half} cannot be reflected of; "
                f"more than {half} are needed"
            )
        x = ivy.pad(x, ((0, 0),) * (x.ndim - 1) + ((half, half),), mode=pad_mode)
    samples = x.shape[-1]
    if pad_end:
        count = -(-samples // frame_step)
        x = _fit_length(x, max(samples, (count - 1) * frame_step + frame_length))
    else:
        count = max(0, 1 + (samples - frame_length) // frame_step)
    starts = ivy.arange(count, dtype="int64", device=x.device) * frame_step
    places = ivy.expand_dims(starts, axis=1) + ivy.arange(
        frame_length, dtype="int64", device=x.device
    )
    frames = ivy.take(x, places, axis=-1)
    if window is not None:
        frames = ivy.multiply(frames, window)
    if onesided:
        found = ivy.rfft(frames, n=fft_length)
    else:
        found = ivy.fft(frames, n=fft_length)
    if normalized:
        return ivy.multiply(found, fft_length**-0.5, out=out)
    return filled(out, found)


@compositional
@handle_nestable
def istft(
    stfts: Array,
    frame_length: int,
    frame_step: int,
    /,
    *,
    fft_length: int | None = None,
    window_fn: Callable | None = None,
    window: Array | None = None,
    center: bool = False,
    normalized: bool = False,
    onesided: bool = True,
    length: int | None = None,
    return_complex: bool = False,
    out: Array | None = None,
) -> Array:
    """Signals of which :func:`stft` gives the transforms: its inverse, by least squares.

    Parameters
    ----------
    stfts, shape (..., frames, frequencies), complex: Transforms of frames.
    frame_length, frame_step, fft_length, window_fn, window, center, normalized, onesided
        As for :func:`stft`.
    length: Number of samples of the result; it is cut, or padded with zeros, at the end.
    return_complex: Whether the signals are complex; ``onesided`` must be False then.

    Returns
    -------
    Array, shape (..., samples)
        Where all windows are zero, or there are no frames, the samples are zero.

    Raises: IvyTypeError if complex signals are asked for and ``onesided`` is set.
    Raises: IvyValueError if lengths do not fit each other.

    References
    ----------
    D. Griffin, J. Lim: Signal estimation from modified short-time Fourier transform. IEEE
    Transactions on Acoustics, Speech, and Signal Processing 32 (1984). PyTorch, ``torch.istft``.

    >>> x = ivy.asarray([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> ivy.istft(ivy.stft(x, 4, 2), 4, 2)
    ivy.array([1., 2., 3., 4., 5., 6.])
    """
    x = as_array(stfts)
    fft_length = _check_frame_lengths("istft", frame_length, frame_step, fft_length)
    bins = fft_length // 2 + 1 if onesided else fft_length
    if x.ndim < 2 or x.shape[-1] != bins or not x.shape[-2]:
        raise IvyValueError(
            f"istft: transforms of shape {x.shape} were given; (..., frames, {bins}) is needed, "
            "with one frame at least"
        )
    if return_complex and onesided:
        raise IvyTypeError("istft: complex signals have both sides; onesided was set")
    if return_complex:
        frames = ivy.ifft(x, n=fft_length)
    else:  # of a real signal the other half of the frequencies says nothing more
        frames = ivy.irfft(x[..., : fft_length // 2 + 1], n=fft_length)
    frames = frames[..., :frame_length]
    if normalized:
        frames = ivy.multiply(frames, fft_length**0.5)
    window = _stft_window("istft", frame_length, window_fn, window, frames)
    if window is None:
        window = ivy.ones((frame_length,), dtype=frames.dtype, device=frames.device)
    count = x.shape[-2]
    y = _overlap_add(ivy.multiply(frames, window), frame_step)
    squares = ivy.broadcast_to(ivy.square(window), (count, frame_length))
    weight = _overlap_add(squares, frame_step)
    y = ivy.divide(y, ivy.where(ivy.abs(weight) > 1e-11, weight, 1))
    start = frame_length // 2 if center else 0
    stop = y.shape[-1] - start
    if length is not None:
        y = _fit_length(y[..., start:], length)
    else:
        y = y[..., start:stop]
    return ivy.copy_array(y, out=out)


def _check_frame_lengths(function, frame_length, frame_step, fft_length):
    """Check the lengths of the frames and return the length of their Fourier transforms."""
    if fft_length is None:
        fft_length = 1 << max(frame_length - 1, 0).bit_length()
    if frame_length < 1 or frame_step < 1 or fft_length < frame_length:
        raise IvyValueError(
            f"{function}: frames of {frame_length} samples each {frame_step}, and transforms of "
            f"{fft_length} were given; all are positive, and a transform is no shorter than a frame"
        )
    return fft_length


def _stft_window(function, frame_length, window_fn, window, x):
    """Return the window, a real one in the precision of ``x``; None if there is none."""
    if window is not None and window_fn is not None:
        raise IvyValueError(f"{function}: window and window_fn were given; one is allowed")
    if window_fn is not None:
        window = window_fn(frame_length, dtype=ivy.real(x).dtype)
    if window is None:
        return None
    window = as_array(window)
    if window.shape != (frame_length,):
        raise IvyValueError(
            f"{function}: a window of shape {window.shape} was given for frames of {frame_length} "
            "samples"
        )
    return window if window.dtype.is_complex else ivy.astype(window, ivy.real(x).dtype, copy=False)


def _overlap_add(frames, step):
    """Return the sum of frames, shape (..., F, L), each laid ``step`` samples after the last.

    Each is cut into K parts of ``step`` samples. With K rows of zeros after the F ones of each part
    and a row less in a line, the k-th parts lie k rows later: one reshape moves them all.
    """
    *batch, count, length = frames.shape
    parts = -(-length // step)
    frames = _fit_length(frames, parts * step)
    frames = ivy.reshape(frames, (*batch, count, parts, step))
    frames = ivy.swapaxes(frames, -2, -3)
    frames = ivy.pad(frames, ((0, 0),) * (len(batch) + 1) + ((0, parts), (0, 0)))
    frames = ivy.reshape(frames, (*batch, parts * (count + parts), step))
    rows = count + parts - 1
    frames = ivy.reshape(frames[..., : parts * rows, :], (*batch, parts, rows, step))
    summed = ivy.reshape(ivy.sum(frames, axis=-3), (*batch, rows * step))
    return summed[..., : (count - 1) * step + length]
