"""Distinct elements of NumPy arrays."""

from __future__ import annotations

import functools

import numpy as np

_unique = functools.partial(np.unique, equal_nan=False)


def unique_all(x, /):
    values, indices, inverse, counts = _unique(
        x, return_index=True, return_inverse=True, return_counts=True
    )
    return values, indices, inverse.reshape(x.shape), counts


def unique_counts(x, /):
    return _unique(x, return_counts=True)


def unique_inverse(x, /):
    values, inverse = _unique(x, return_inverse=True)
    return values, inverse.reshape(x.shape)


def unique_values(x, /):
    return _unique(x)
