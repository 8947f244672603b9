"""Arrays of the host that stand for tensors until TensorFlow is to have them.

A tensor of NumPy's memory takes 1.2 us to make, and 2.2 to be asked for its shape; NumPy adds two
small arrays in 0.3. So a :class:`HostArray` stands for the tensor in the slot ``_data`` of an
Array, and the next call that the host does takes it from there. Who asks for the native array
(:func:`ivy_core.backends.holder.read`) is given a tensor, made then and kept: a tape that watches
it watches the array.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import tensorflow as tf

from ivy_core.backends.buffer import host_resident
from ivy_core.backends.common.host.float_errors import host_context
from ivy_core.backends.holder import waiting
from ivy_core.dtypes import DTYPES
from ivy_core.modes import current as modes
from ivy_core.utils.exceptions import IvyRecordedException

from ..host.policy import HOST_ELEMENTS, HOST_RESULT_BYTES
from . import memory as tensors
from . import transfer
from .internals import CPU, IS_COMPLETE, no_tape, thread

# TensorFlow's data types by NumPy's; bfloat16 is none of them
TYPES = {np.dtype(name): getattr(tf, name) for name in DTYPES if name != "bfloat16"}
_KEPT = HOST_RESULT_BYTES if IS_COMPLETE else -1
_new = object.__new__


class HostArray:
    """An immutable array on the first CPU which NumPy's memory holds.

    It is a native array of this backend, but for TensorFlow itself. ``_npy_value`` is read-only;
    its memory is written to by its owner alone, who counts the references to it.
    """

    __slots__ = ("__weakref__", "_native", "_npy_value", "dtype", "ndim", "shape")

    ivy_backend = "tensorflow"
    device = CPU

    def settled(self) -> tf.Tensor:
        """Return the tensor of it, which is made when first asked for."""
        self._native = tensors.adopt(self._npy_value)
        self.__class__ = GivenArray  # in this order, for other threads
        return self._native

    def __tf_tensor__(self, dtype=None, name=None) -> tf.Tensor:
        return tf.convert_to_tensor(self.settled(), dtype, name=name)

    def __array__(self, dtype=None, copy=None):
        if not (no_tape() and thread.is_eager):
            raise IvyRecordedException
        return np.array(self._npy_value, dtype, copy=copy)

    @property
    def size(self) -> int:
        return self._npy_value.size


class GivenArray(HostArray):
    """One that TensorFlow has been given: while it records, the tensor is asked."""

    __slots__ = ()

    ivy_backend = "tensorflow"

    def settled(self) -> tf.Tensor:
        return self._native


OF_HOST = frozenset({HostArray, GivenArray})
waiting.update(OF_HOST)
host_resident.add(HostArray)


def held(host: np.ndarray) -> HostArray:
    """Return the array that memory of the host holds, which is read-only from now on."""
    host.setflags(False)
    array = _new(HostArray)
    array._npy_value, array.dtype = host, TYPES[host.dtype]
    array.shape, array.ndim = host.shape, host.ndim
    return array


def settled(native):
    """Return TensorFlow's own tensor for what may be one of these."""
    return native.settled() if type(native) in OF_HOST else native


def settling(function: Callable) -> Callable:
    """Return a function of TensorFlow's that is given no array of these classes."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        for x in args:
            kind = type(x)
            if kind in OF_HOST or kind in _NESTS and not _INT.issuperset(map(type, x)):
                args = map(settled_within, args)
                break
        for x in kwargs.values():
            kind = type(x)
            if kind in OF_HOST or kind in _NESTS and not _INT.issuperset(map(type, x)):
                kwargs = {key: settled_within(x) for key, x in kwargs.items()}
                break
        return function(*args, **kwargs)

    return call


_NESTS, _INT = frozenset({list, tuple}), frozenset({int})  # a shape holds no arrays


def settled_within(x):
    """Return an argument with TensorFlow's own tensors for those of these classes in it."""
    kind = type(x)
    if kind in OF_HOST:
        return x.settled()
    if kind is list or kind is tuple:
        if not (OF_HOST.isdisjoint(map(type, x)) and _NESTS.isdisjoint(map(type, x))):
            return kind([settled_within(each) for each in x])
    return x


# the contract's


def memory_on_host(native) -> np.ndarray | None:
    if type(native) in OF_HOST:
        return native._npy_value if no_tape() and thread.is_eager else None
    return tensors.memory_on_host(native)


def adopt(memory: np.ndarray, like=None):
    # of any size: an array whose rows are written one by one is TensorFlow's when a kernel reads it
    if IS_COMPLETE and modes.host_execution and memory.dtype in TYPES:
        return held(memory.view())  # its owner counts who refers to it before a write
    return tensors.adopt(memory, like)


def taken_from_host(array: np.ndarray, like=None):
    """Return a native array for an array of NumPy's that the caller gives up, as ``adopt`` does.

    In a graph it is a constant of it.
    """
    if (
        type(array) is np.ndarray
        and array.nbytes <= _KEPT
        and array.dtype in TYPES
        and modes.host_execution
        and no_tape()
        and thread.is_eager
        and (like is not None or transfer.is_on_cpu())
    ):
        return held(array if array.flags.c_contiguous else array.copy())
    return transfer.taken_from_host(array, like)


# Between these NumPy's casts and TensorFlow's have the same values for all that have one; by
# number, as TensorFlow's data types are hashed in Python
_CAST_BY_NUMPY = {
    id(found): dtype for dtype, found in TYPES.items()
    if dtype.name in {"bool", "int8", "int16", "int32", "int64", "uint8", "float32", "float64"}
}  # fmt: skip


def cast_on_host(x, dtype: tf.DType):
    """Return elements in another dtype as NumPy casts them; few of them wait on the host."""
    wanted = _CAST_BY_NUMPY.get(id(dtype))
    if wanted is not None and id(x.dtype) in _CAST_BY_NUMPY and modes.host_execution:
        memory = memory_on_host(x)
        if memory is not None and memory.size <= HOST_ELEMENTS:
            made = host_context.copy().run(memory.astype, wanted, "C")
            return held(made) if IS_COMPLETE else transfer.taken_from_host(made, x)
    x = settled(x)
    if x.dtype.is_complex and not dtype.is_complex:
        x = x != 0 if dtype is tf.bool else tf.math.real(x)
    return tf.raw_ops.Cast(x=x, DstT=dtype)
