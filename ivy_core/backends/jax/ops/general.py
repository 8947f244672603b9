"""General functions of the JAX backend."""

from __future__ import annotations

import jax.numpy as jnp

from ..runtime.stored_programs import jit


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    return _isin(elements, test_elements, invert)


@jit
def _isin_elements(elements, test_elements):
    return jnp.isin(elements, test_elements)


def _isin(elements, test_elements, invert):
    found = _isin_elements(elements, test_elements)
    return jnp.logical_not(found) if invert else found
