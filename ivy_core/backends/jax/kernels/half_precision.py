"""Half precision on JAX: what loses digits, or leaves the range, is computed in single."""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax.numpy as jnp

__all__ = ["in_single"]


def in_single(function: Callable) -> Callable:
    """Let a function compute in single precision what has fewer digits: it would lose them.

    Its first argument is a floating array, and it gives one.
    """

    @functools.wraps(function)
    def apply(x, *args, **options):
        if x.dtype.itemsize > 2:
            return function(x, *args, **options)
        return function(x.astype(jnp.float32), *args, **options).astype(x.dtype)

    return apply
