"""Memory of the host that JAX's arrays lie on: looked at by NumPy, or handed over, not copied.

To hand memory over takes 2.7 us, whoever computes; NumPy adds two small arrays in 0.3. So what the
host has computed of small arrays stays NumPy's: a :class:`HostArray` stands for it in the slot
``_data`` of an Array, and the next call that the host does takes it from there. Who asks for the
native array (:func:`ivy_core.backends.holder.read`) is given one of JAX's, made then and kept.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding

from ivy_core.backends.buffer import host_resident
from ivy_core.backends.holder import shown_at_once, waiting
from ivy_core.dtypes import DTYPES, to_numpy_dtype
from ivy_core.modes import current as modes

from ..host.policy import (
    HOST_COPY_BYTES,
    LOOK_COPY_BYTES,
    SHOWN_COPY_BYTES,
    SHOWN_STRIDED_BYTES,
)
from .internals import (
    HAS_HOST_SLOT,
    IS_COMPLETE,
    EagerArray,
    device_of,
    eval_trace,
    is_committed,
    let_go,
    put,
    trace_state,
)

# What is on the host before JAX has it stays in the slot of JAX's own for what is read.
KEPT = HOST_COPY_BYTES if HAS_HOST_SLOT else -1
_WAITING = KEPT if IS_COMPLETE else -1
_NO_MEMORY = np.empty(0)
_LOOKED_AT = min(LOOK_COPY_BYTES, KEPT)
HELD = frozenset(map(to_numpy_dtype, DTYPES))
waiting_values = operator.attrgetter("_npy_value")  # of a HostArray, in no frame of Python's
_aval = functools.lru_cache(maxsize=4096)(ShapedArray)
_new = object.__new__


if trace_state is not None:

    def is_eager() -> bool:
        return trace_state.value is eval_trace

else:

    def is_eager() -> bool:
        # an operation on numbers alone gives a tracer where something is traced
        return not isinstance(jax.lax.add(1, 1), jax.core.Tracer)


def memory_on_host(native) -> np.ndarray | None:
    # within a trace also what is done to an array of outside is a step of the program
    if type(native) is HostArray:  # there are none without `trace_state`
        return native._npy_value if trace_state.value is eval_trace else None
    if type(native) is GivenArray:
        native = native._native
    if type(native) is not EagerArray:
        return None
    if trace_state.value is not eval_trace if trace_state is not None else not is_eager():
        return None
    sharding = native.sharding
    if type(sharding) is SingleDeviceSharding and device_of(sharding).platform == "cpu":
        host = native._npy_value if HAS_HOST_SLOT else None
        return np.asarray(native) if host is None or native.is_deleted() else host
    return None


def looked_at(native) -> np.ndarray:
    """Return NumPy's array of what an array on the CPU holds, of a small one a copy that stays.

    A view that stayed would count as a reference to the memory.
    """
    host = np.asarray(native)
    if host.nbytes <= _LOOKED_AT and not native.is_deleted():
        host = host.copy()
        host.setflags(False)
        native._npy_value = host
    return host


def adopt(memory: np.ndarray, like=None):
    # of any size: an array whose rows are written one by one is JAX's when a kernel reads it
    if _may_wait(memory, like):
        return held(memory.view())  # its owner counts who refers to it before a write
    sharding = _default_sharding() if like is None else like.sharding
    committed = like is not None and is_committed(like)
    aval = _aval(memory.shape, memory.dtype)
    return put(aval, sharding, [memory], [device_of(sharding)], committed)


def taken_over(memory: np.ndarray, like=None):
    """Return a native array of memory that is never written to again."""
    if _may_stay_on_host(memory, like):
        return held(memory if memory.flags.c_contiguous else memory.copy())
    like = settled(like)
    if like is None:
        sharding, committed = _default_sharding(), False
    else:
        sharding, committed = like.sharding, is_committed(like)
    aval = _aval(memory.shape, memory.dtype)
    native = put(aval, sharding, [memory], [device_of(sharding)], committed)
    if memory.nbytes <= KEPT:
        memory.setflags(False)
        native._npy_value = memory
    return native


def memory_at_home(native) -> np.ndarray | None:
    """Return the memory of JAX's own array if it is on the default CPU, else None."""
    if type(native) is not EagerArray or native.is_deleted():
        return None
    place = native.sharding
    if type(place) is not SingleDeviceSharding or device_of(place) is not HOME.device:
        return None
    host = native._npy_value
    return np.asarray(native) if host is None else host


def memories_at_home(natives: Sequence) -> list[np.ndarray]:
    """Return the memory of several arrays, of others than :func:`memory_at_home` has a copy."""
    found, home = [], None
    for native in natives:
        host = None
        if type(native) is EagerArray and not native.is_deleted():
            place = native.sharding
            if place is home or (
                type(place) is SingleDeviceSharding and device_of(place) is HOME.device
            ):
                home, host = place, native._npy_value
        found.append(np.asarray(native) if host is None else host)
    return found


def given_to_jax(memory: np.ndarray, aval: ShapedArray, committed: bool) -> jax.Array:
    """Return JAX's own array of memory that is never written to again, on the default CPU."""
    native = put(aval, HOME.sharding, [memory], [HOME.device], committed)
    if memory.nbytes <= KEPT:
        memory.setflags(False)
        native._npy_value = memory
    return native


def all_taken_over(memories: Sequence[np.ndarray]) -> list:
    """Return native arrays of several arrays' memory, each as :func:`taken_over` gives it."""
    if not _may_stay_on_host(_NO_MEMORY, None):
        return list(map(taken_over, memories))
    return [
        held(x)
        if x.nbytes <= _WAITING and x.dtype.num < 24 and x.flags.c_contiguous
        else taken_over(x)
        for x in memories
    ]


def from_host(array: np.ndarray) -> jax.Array:
    """Return a copy of a NumPy array that JAX takes to where the other operands of a call are.

    While a program is traced it is a constant of the program.
    """
    # JAX may read the memory after this function's end, jnp.array too: that must be unshared
    return settled(taken_from_host(np.array(array, order="C")))


def taken_from_host(array: np.ndarray, like=None) -> jax.Array:
    """Return an array of JAX's for one of NumPy's that the caller gives up, as ``adopt`` does.

    While a program is traced it is a constant of the program.
    """
    dtype = array.dtype
    if type(like) is HostArray and type(array) is np.ndarray and array.nbytes <= _WAITING:
        # as below, without frames of its own
        if dtype in HELD and dtype.num < 24:
            if modes.host_execution and trace_state.value is eval_trace:
                return held(array if array.flags.c_contiguous else array.copy())
    if type(array) is not np.ndarray or dtype not in HELD or not is_eager():
        return jnp.array(array)  # e.g. dates: it says which dtype that is
    if like is None:
        return taken_over(array)
    # `taken_over` once more: of a call of 4 us this saves a tenth
    if array.nbytes <= _WAITING and _may_stay_on_host(array, like):
        return held(array if array.flags.c_contiguous else array.copy())
    like = settled(like)
    sharding, aval = like.sharding, _aval(array.shape, dtype)
    native = put(aval, sharding, [array], [device_of(sharding)], is_committed(like))
    if array.nbytes <= KEPT:
        array.setflags(False)
        native._npy_value = array
    return native


def release_memory() -> None:
    let_go()


def _may_stay_on_host(memory: np.ndarray, like) -> bool:
    """Return whether memory may wait as a HostArray on the device of ``like`` (None: default)."""
    return memory.nbytes <= _WAITING and _may_wait(memory, like)


def _may_wait(memory: np.ndarray, like) -> bool:
    """Return whether memory may wait there, whatever its size."""
    # `_WAITING` is below 0 where there is no `trace_state`
    if _WAITING < 0 or not modes.host_execution:
        return False
    if trace_state.value is not eval_trace:
        return False
    if type(like) in (HostArray, GivenArray):
        return memory.dtype.num < 24
    if like is None:
        device = device_of(_sharding_on(jax.config.jax_default_device))
    elif is_committed(like) or type(like.sharding) is not SingleDeviceSharding:
        return False
    else:
        device = device_of(like.sharding)
    return device is HOME.device and memory.dtype.num < 24


def _default_sharding() -> SingleDeviceSharding:
    return _sharding_on(jax.config.jax_default_device)


@functools.lru_cache(maxsize=64)
def _sharding_on(device) -> SingleDeviceSharding:
    """Return the sharding of a device, of a platform's first device, or of the first one (None)."""
    if device is None or isinstance(device, str):
        device = jax.local_devices(backend=device)[0]
    return SingleDeviceSharding(device)


# what is not JAX's yet


class HostArray:
    """An immutable array on the default CPU, bound to no device, which NumPy's memory holds.

    It is a native array of this backend, but for JAX itself, which takes it by ``__jax_array__``.
    ``_npy_value`` has the name of the slot in which JAX keeps what it knows on the host: it is read
    only; its memory is written to by its owner alone, who counts the references to it.
    """

    __slots__ = ("__weakref__", "_native", "_npy_value", "dtype", "ndim", "shape")

    ivy_backend = "jax"
    _committed = False

    def __getattr__(self, name: str):
        """Fill the slot of a part of a pack, which is empty until the part is read."""
        if name != "_npy_value":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        memory = self._native.memory_of(self)
        memory.setflags(False)
        self._npy_value = memory
        return memory

    def settled(self) -> jax.Array:
        """Return JAX's array of it, which is made when first asked for."""
        host = self._npy_value
        native = put(_aval(host.shape, host.dtype), HOME.sharding, [host], [HOME.device], False)
        if host.base is None:  # memory that is never written to
            native._npy_value = host
        self._native, self.__class__ = native, GivenArray  # in this order, for other threads
        return native

    def __jax_array__(self) -> jax.Array:
        return settled(self)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(settled(self) if self.is_deleted() else self._npy_value, dtype, copy=copy)

    @property
    def sharding(self) -> SingleDeviceSharding:
        return HOME.sharding

    @property
    def size(self) -> int:
        return self._npy_value.size

    def shown(self, show: Callable) -> HostArray | None:
        """Apply a function to a few elements, None where there are more of them to be shared.

        None as well while something is traced, and of a view without dimensions.
        """
        if trace_state.value is not eval_trace:
            return None
        seen = show(self._npy_value)
        if seen.nbytes > SHOWN_COPY_BYTES:
            return _shown_strided(seen)
        host = seen.copy()  # from here on as `held`, without its frame
        host.setflags(False)
        array = _new(HostArray)
        array._npy_value, array.dtype = host, host.dtype
        array.shape, array.ndim = host.shape, host.ndim
        return array

    def block_until_ready(self) -> HostArray:
        return self

    def devices(self) -> set:
        return HOME.sharding.device_set

    def is_deleted(self) -> bool:
        return False


class GivenArray(HostArray):
    """One that JAX has been given: from now on its array is asked, which may be deleted."""

    __slots__ = ()

    ivy_backend = "jax"

    def settled(self) -> jax.Array:
        return self._native

    def block_until_ready(self) -> GivenArray:
        self._native.block_until_ready()
        return self

    def shown(self, show: Callable) -> HostArray | None:
        return None if self._native.is_deleted() else HostArray.shown(self, show)

    def is_deleted(self) -> bool:
        return self._native.is_deleted()


def _shown_strided(seen: np.ndarray) -> HostArray | None:
    """Return a copy of what is shown; None where it may be shared, or its rows lie in pieces.

    A transposed matrix BLAS multiplies as it lies.
    """
    if seen.nbytes > SHOWN_STRIDED_BYTES or seen.strides[-1] != seen.itemsize:
        return None
    if seen.flags.c_contiguous:
        return None
    return held(seen.copy())


OF_HOST = frozenset({HostArray, GivenArray})
waiting.update(OF_HOST)
host_resident.add(HostArray)
shown_at_once.update({HostArray: HostArray.shown, GivenArray: GivenArray.shown})


def _shown_elements(native, show: Callable) -> HostArray | None:
    """Return a copy of ``show(memory)``; None if large, not computed, or not on the default CPU."""
    if trace_state.value is not eval_trace or native._committed:
        return None
    sharding = native.sharding
    if type(sharding) is not SingleDeviceSharding or device_of(sharding) is not HOME.device:
        return None
    dtype = native.dtype
    if dtype.num >= 24 or native.is_deleted():  # bfloat16 and such are JAX's
        return None
    host = native._npy_value
    if host is None:
        if not native.is_ready():
            return None
        host = np.asarray(native)
    seen = show(host)
    return _shown_strided(seen) if seen.nbytes > SHOWN_COPY_BYTES else held(seen.copy())


if IS_COMPLETE:
    shown_at_once[EagerArray] = _shown_elements


def held(host: np.ndarray) -> HostArray:
    """Return the array that memory of the host holds, which is read-only from now on."""
    host.setflags(False)
    array = _new(HostArray)
    array._npy_value, array.dtype = host, host.dtype
    array.shape, array.ndim = host.shape, host.ndim
    return array


def lazily_held(pack, dtype: np.dtype, shape: tuple[int, ...]) -> HostArray:
    """Return an array that has its memory from a pack when it is read."""
    array = _new(HostArray)
    array._native, array.dtype, array.shape, array.ndim = pack, dtype, shape, len(shape)
    return array


class _Home:
    """Device and sharding of host arrays; found when asked for: that starts JAX's devices."""

    @functools.cached_property
    def device(self) -> jax.Device | None:
        """JAX's first device, None where that is no CPU."""
        device = jax.local_devices()[0]
        return device if device.platform == "cpu" else None

    @functools.cached_property
    def sharding(self) -> SingleDeviceSharding:
        return SingleDeviceSharding(self.device)


HOME = _Home()


def settled(native):
    """Return JAX's own array for what may be one of these."""
    return native.settled() if type(native) in waiting else native


def settling(function):
    """Return a function of JAX's that is given no array of this class."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        for x in args:
            kind = type(x)
            if kind in waiting or kind in _NESTS and not _INT.issuperset(map(type, x)):
                return function(*map(settled_within, args), **kwargs)
        return function(*args, **kwargs)

    return call


_NESTS, _INT = frozenset({list, tuple}), frozenset({int})  # a shape holds no arrays


def settled_within(x):
    """Return an argument with JAX's own arrays for those of this class in it."""
    kind = type(x)
    if kind in waiting:
        return x.settled()
    if kind is list or kind is tuple:
        if not (waiting.isdisjoint(map(type, x)) and _NESTS.isdisjoint(map(type, x))):
            return kind([settled_within(each) for each in x])
    return x
