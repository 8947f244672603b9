"""Memory of the host that JAX's arrays lie on: looked at by NumPy, or handed over, not copied."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding

from ...dtypes import DTYPES, to_numpy_dtype
from .internals import (
    HAS_HOST_SLOT,
    EagerArray,
    device_of,
    eval_trace,
    is_committed,
    let_go,
    put,
    trace_state,
)

# What is on the host before JAX has it stays in the slot of JAX's own for what somebody looks at.
KEPT = 1 << 17 if HAS_HOST_SLOT else -1  # bytes; JAX may hold a copy
_LOOKED_AT = min(1 << 12, KEPT)  # bytes: to copy so many takes less time than to look again
HELD = frozenset(map(to_numpy_dtype, DTYPES))


if trace_state is not None:

    def is_eager() -> bool:
        return trace_state.value is eval_trace

else:

    def is_eager() -> bool:
        # an operation on numbers alone gives a tracer where something is traced
        return not isinstance(jax.lax.add(1, 1), jax.core.Tracer)


def memory_on_host(native) -> np.ndarray | None:
    # within a trace also what is done to an array of outside is a step of the program
    if type(native) is not EagerArray or not is_eager():
        return None
    place = native.sharding
    if type(place) is SingleDeviceSharding and device_of(place).platform == "cpu":
        host = native._npy_value if HAS_HOST_SLOT else None
        return np.asarray(native) if host is None or native.is_deleted() else host
    return None


def looked_at(native) -> np.ndarray:
    """Return NumPy's array of what an array on the CPU holds, of a small one a copy that stays.

    A view that stayed would count as somebody who refers to the memory.
    """
    host = np.asarray(native)
    if host.nbytes <= _LOOKED_AT and not native.is_deleted():
        host = host.copy()
        host.setflags(False)
        native._npy_value = host
    return host


def adopt(memory: np.ndarray, like=None):
    place = _default_place() if like is None else like.sharding
    committed = like is not None and is_committed(like)
    aval = _aval(memory.shape, memory.dtype)
    return put(aval, place, [memory], [device_of(place)], committed)


def taken_over(memory: np.ndarray, like=None):
    """Return a native array of memory that nobody will ever write to again."""
    if like is None:
        place, committed = _default_place(), False
    else:
        place, committed = like.sharding, is_committed(like)
    aval = _aval(memory.shape, memory.dtype)
    native = put(aval, place, [memory], [device_of(place)], committed)
    if memory.nbytes <= KEPT:
        memory.setflags(False)
        native._npy_value = memory
    return native


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
    dtype = array.dtype
    if type(array) is not np.ndarray or dtype not in HELD or not is_eager():
        return jnp.array(array)  # e.g. dates: it says which dtype that is
    if like is None:
        return taken_over(array)
    # `taken_over` once more: of a call of 4 us this saves a tenth
    place = like.sharding
    native = put(_aval(array.shape, dtype), place, [array], [device_of(place)], is_committed(like))
    if array.nbytes <= KEPT:
        array.setflags(False)
        native._npy_value = array
    return native


def release_memory() -> None:
    let_go()


_aval = functools.lru_cache(maxsize=4096)(ShapedArray)


def _default_place() -> SingleDeviceSharding:
    return _place_on(jax.config.jax_default_device)


@functools.lru_cache(maxsize=64)
def _place_on(device) -> SingleDeviceSharding:
    if device is None or isinstance(device, str):
        device = jax.local_devices(backend=device)[0]
    return SingleDeviceSharding(device)
