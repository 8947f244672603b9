"""Half precision on JAX: what loses digits, or leaves the range, is computed in single."""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax.numpy as jnp

__all__ = ["in_single"]


def in_single(function: Callable) -> Callable:
    """Let a function compute in single what it is given in half precision, and round once.

    PyTorch's kernels do: of several steps, each rounded, the digits of half precision are lost.
    Arrays come by position, all of one dtype, and one array comes back.
    """

    @functools.wraps(function)
    def apply(x, *args, **options):
        if x.dtype.itemsize != 2 or x.dtype.kind not in "fV":
            return function(x, *args, **options)
        wide = [_to_single(value, x.dtype) for value in (x, *args)]
        return function(*wide, **options).astype(x.dtype)

    return apply


def _to_single(value, dtype):
    """Return an array of ``dtype`` in float32, anything else as it is."""
    is_array = getattr(value, "dtype", None) == dtype
    return value.astype(jnp.float32) if is_array else value
