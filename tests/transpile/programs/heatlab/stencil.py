"""Differences on a grid."""

import numpy as np


def laplacian(values):
    """Second differences of the inner values."""
    return values[2:] - 2 * values[1:-1] + values[:-2]


def matrix(size, factor):
    """Matrix of the implicit step for the inner values."""
    off = np.full(size - 1, -factor)
    return np.diag(np.full(size, 1 + 2 * factor)) + np.diag(off, 1) + np.diag(off, -1)
