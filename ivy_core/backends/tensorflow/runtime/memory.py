"""Memory of the host that tensors lie on: looked at by NumPy, or handed over, not copied."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.memory import Slab

from .internals import CPU, EagerTensor, made_on, memory_of, no_tape, thread

_from_dlpack = tf.experimental.dlpack.from_dlpack


def is_eager() -> bool:
    return no_tape() and thread.is_eager


def memory_on_host(native) -> np.ndarray | None:
    # a symbolic tensor is of another class; what a tape records, and what is done to a tensor of
    # outside while a function is traced, must be done by TensorFlow
    if (
        type(native) is EagerTensor
        and no_tape()
        and thread.is_eager
        and native.device.endswith("CPU:0")
    ):
        host = memory_of(native)
        return host if type(host) is np.ndarray else np.asarray(host)  # without dimensions: copied
    return None


def adopt(memory: np.ndarray, like=None):
    if type(memory.base) is Slab:  # by dlpack in a third of the time
        try:
            return _from_dlpack(memory.__dlpack__())
        except BufferError:
            pass  # bfloat16, which NumPy knows no code for
    # shares memory that begins at a multiple of 64 bytes, and copies any other, of which kernels
    # that are given it by dlpack end the process
    try:
        return made_on(memory, CPU, None)
    except SystemError:  # TensorFlow has done nothing yet
        tf.config.list_logical_devices()
        return made_on(memory, CPU, None)


def release_memory() -> None:
    pass  # a tensor gives its memory up when it ends, and what views of NumPy's held before
