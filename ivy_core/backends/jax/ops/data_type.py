"""Data types of the JAX backend."""

from __future__ import annotations

import jax.numpy as jnp

from ivy_core.dtypes import as_dtype

from .. import DTYPES, broadcast_native, to_native_dtype


def as_native_dtype(dtype_in, /):
    return to_native_dtype(dtype_in)


def broadcast_to(x, /, shape):
    return broadcast_native(x, shape)


def type_promote_arrays(x1, x2, /):
    return jnp.asarray(x1), jnp.asarray(x2)  # a list has come as a NumPy array


def valid_dtype(dtype_in, /):
    return dtype_in is None or as_dtype(dtype_in) in DTYPES
