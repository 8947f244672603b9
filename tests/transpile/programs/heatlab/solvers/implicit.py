"""Backward in time."""

import numpy.linalg as la

from .. import stencil
from ..compat import np


def step(rod, factor):
    """Advance the rod by one step, in place."""
    right = rod.inner.copy()
    right[0] += factor * rod.temperatures[0]
    right[-1] += factor * rod.temperatures[-1]
    system = stencil.matrix(len(right), factor)
    rod.inner[:] = la.solve(system, right)
    assert np.allclose(system @ rod.inner, right)
