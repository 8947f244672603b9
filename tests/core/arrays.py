"""Arrays of the backend under test, and their values."""

from __future__ import annotations

import numpy as np

import ivy_core as ivy
from ivy_core.backends.loading import load_backend


def array(backend, values) -> ivy.Array:
    """Return an Array of a backend with a copy of the values, whatever backend is set."""
    return ivy.Array(load_backend(backend).from_host(np.array(values)))


def equal(x, expected) -> None:
    """Assert that an array has these values."""
    np.testing.assert_array_equal(np.asarray(x), expected)
