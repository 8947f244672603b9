"""Memory of the host that JAX's arrays lie on: looked at by NumPy, or handed over, not copied."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding
from jaxlib import _jax

from ...dtypes import DTYPES, to_numpy_dtype

# JAX's own way in: `jax.device_put` takes eight times as long (20 us)
_put = _jax.batched_device_put
_EagerArray = _jax.ArrayImpl  # of which what is traced is no instance

# Where JAX keeps NumPy's array of what an array holds, once somebody has looked: to read it there
# takes 0.05 us, the buffer protocol 0.7. What is on the host before JAX has it is put there.
# It outlives the array's deletion, and is read only. No public name says it: a JAX without it
# is looked at by the protocol.
KEPT = 1 << 17 if hasattr(_EagerArray, "_npy_value") else -1  # bytes; JAX may hold a copy
_HELD = frozenset(map(to_numpy_dtype, DTYPES))

try:
    from jax._src.core import eval_trace
    from jax._src.core import trace_state_strong_ref as _trace
except ImportError:  # no public name says it; then an operation is asked what it gives

    def is_eager() -> bool:
        return not isinstance(jax.lax.add(1, 1), jax.core.Tracer)

else:

    def is_eager() -> bool:
        return _trace.value is eval_trace


def memory_on_host(native) -> np.ndarray | None:
    # within a trace also what is done to an array of outside is a step of the program
    if type(native) is not _EagerArray or not is_eager():
        return None
    place = native.sharding
    if type(place) is SingleDeviceSharding and place._device.platform == "cpu":
        host = getattr(native, "_npy_value", None)
        return np.asarray(native) if host is None or native.is_deleted() else host
    return None


def adopt(memory: np.ndarray, like=None):
    place = _default_place() if like is None else like.sharding
    committed = like is not None and like._committed
    return _put(_aval(memory.shape, memory.dtype), place, [memory], [place._device], committed)


def taken_over(memory: np.ndarray, like=None):
    """Return a native array of memory that nobody will ever write to again."""
    place = _default_place() if like is None else like.sharding
    committed = like is not None and like._committed
    aval = _aval(memory.shape, memory.dtype)
    native = _put(aval, place, [memory], [place._device], committed)
    if memory.nbytes <= KEPT:
        memory.setflags(write=False)
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
    if type(array) is np.ndarray and array.dtype in _HELD and is_eager():
        return taken_over(array, like)
    return jnp.array(array)  # e.g. dates: it says which dtype that is


def release_memory() -> None:
    _jax.collect_garbage()  # JAX keeps references of its own until it is next called


_aval = functools.lru_cache(maxsize=4096)(ShapedArray)


def _default_place() -> SingleDeviceSharding:
    return _place_on(jax.config.jax_default_device)


@functools.lru_cache(maxsize=64)
def _place_on(device) -> SingleDeviceSharding:
    if device is None or isinstance(device, str):
        device = jax.local_devices(backend=device)[0]
    return SingleDeviceSharding(device)
