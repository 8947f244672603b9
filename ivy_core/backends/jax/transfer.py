"""NumPy arrays copied to JAX's device: a buffer that NumPy holds as well must never be donated."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from ...dtypes import DTYPES, to_numpy_dtype
from .memory import is_eager, taken_over

_HELD = frozenset(map(to_numpy_dtype, DTYPES))


def from_host(array: np.ndarray) -> jax.Array:
    """Return a copy of a NumPy array that JAX takes to where the other operands of a call are.

    While a program is traced it is a constant of the program.
    """
    # JAX may read the memory after this function's end, jnp.array too: that must be nobody's
    return taken_from_host(np.array(array, order="C"))


def taken_from_host(array: np.ndarray, like=None) -> jax.Array:
    """Return an array of JAX's for one of NumPy's that the caller gives up, as ``adopt`` does.

    While a program is traced it is a constant of the program.
    """
    if type(array) is np.ndarray and array.dtype in _HELD and is_eager():
        return taken_over(array, like)
    return jnp.array(array)  # e.g. dates: it says which dtype that is
