"""Discrete cosine transforms: what follows from a length alone, on the host."""

from __future__ import annotations

import functools

import numpy as np

# The transform that undoes each type, but for its scale.
INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


@functools.lru_cache(maxsize=64)
def order(count: int) -> np.ndarray:
    """Return the even places and then the odd ones backwards.

    A transform of type 2 is a Fourier transform of the values in this order (Makhoul 1980).
    """
    return np.concatenate([np.arange(0, count, 2), np.arange(1, count, 2)[::-1]])


@functools.lru_cache(maxsize=64)
def rank(count: int) -> np.ndarray:
    """Return the place of each value in :func:`order`."""
    return np.argsort(order(count))


@functools.lru_cache(maxsize=64)
def rotation(count: int, length: int, offset: float = 0.0) -> np.ndarray:
    """Return ``exp(-1j * pi * (k + offset) / (2 * length))`` for the first ``count`` numbers k."""
    return np.exp(-0.5j * np.pi * (np.arange(count) + offset) / length)


def scale(type: int, count: int, norm: str) -> float:
    """Return the factor of a transform: ``norm`` says which direction is scaled."""
    whole = 2 * (count - 1 if type == 1 else count)
    return {"backward": 1.0, "ortho": whole**-0.5, "forward": 1 / whole}[norm]


@functools.lru_cache(maxsize=64)
def ends(count: int, first: float, last: float) -> np.ndarray:
    """Return ones, with other factors at both ends."""
    factors = np.ones(count)
    factors[0], factors[-1] = first, last
    return factors
