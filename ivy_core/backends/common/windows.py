"""Elements of window functions and of filter banks, computed on the host in double precision.

They depend on sizes and options alone, so that in a trace they are constants.
"""

from __future__ import annotations

import numpy as np


def cosine_sum(size: int, periodic: bool, *factors: float) -> np.ndarray:
    """Return ``sum(factors[k] * cos(k * angle))``, where ``angle`` goes from -pi to pi.

    A periodic window is a symmetric one, longer by one, without its last element. A window of one
    element is a one, whatever the factors.

    Examples
    --------
    >>> cosine_sum(4, True, 0.5, 0.5)
    array([0. , 0.5, 1. , 0.5])
    """
    if size == 1:
        return np.ones(1)
    steps = np.arange(size) / (size if periodic else size - 1)
    # about the middle, so that both halves have the same bits
    angle = 2 * np.pi * (steps - 0.5)
    return sum(factor * np.cos(k * angle) for k, factor in enumerate(factors))


def kaiser(size: int, periodic: bool, beta: float) -> np.ndarray:
    """Return ``i0(beta * sqrt(1 - t**2)) / i0(beta)``, where ``t`` goes from -1 to 1.

    Examples
    --------
    >>> kaiser(3, False, 0.0)
    array([1., 1., 1.])
    """
    if size == 1:
        return np.ones(1)
    t = 2 * np.arange(size) / (size if periodic else size - 1) - 1
    return np.i0(beta * np.sqrt(np.maximum(1 - t * t, 0))) / np.i0(beta)


def kaiser_bessel_derived(size: int, beta: float) -> np.ndarray:
    """Return roots of the sums of a symmetric Kaiser window of half the length.

    Examples
    --------
    >>> kaiser_bessel_derived(2, 12.0) ** 2
    array([0.5, 0.5])
    """
    sums = np.cumsum(kaiser(size // 2 + 1, False, beta))
    half = np.sqrt(sums[:-1] / sums[-1])
    return np.concatenate([half, half[::-1]])


def vorbis(size: int) -> np.ndarray:
    """Return ``sin(pi / 2 * sin(pi * (n + 0.5) / size)**2)``.

    Examples
    --------
    >>> vorbis(2) ** 2
    array([0.5, 0.5])
    """
    return np.sin(np.pi / 2 * np.sin(np.pi * (np.arange(size) + 0.5) / size) ** 2)


def mel_weights(bins: int, spectrum: int, rate: float, lower: float, upper: float) -> np.ndarray:
    """Return triangles over the frequencies of a spectrum, equally far apart in mels.

    The first frequency, zero, has no weight.

    Examples
    --------
    >>> mel_weights(1, 3, 4.0, 0.0, 2.0).shape
    (3, 1)
    """
    frequencies = _hertz_to_unscaled_mels(np.linspace(0, rate / 2, spectrum))[:, None]
    edges = np.linspace(_hertz_to_unscaled_mels(lower), _hertz_to_unscaled_mels(upper), bins + 2)
    low, center, high = edges[:-2], edges[1:-1], edges[2:]
    rising = (frequencies - low) / (center - low)
    falling = (high - frequencies) / (high - center)
    weights = np.maximum(np.minimum(rising, falling), 0)
    weights[:1] = 0
    return weights


def _hertz_to_unscaled_mels(hertz):
    return np.log1p(np.asarray(hertz) / 700)  # times 1127, which the weights do not depend on
