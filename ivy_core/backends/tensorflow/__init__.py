"""TensorFlow backend: immutable tensors; views are lenses, writes strided-slice updates."""

from __future__ import annotations

import functools

from .runtime import first_import  # noqa: F401  imports TensorFlow

# isort: split
import numpy as np
import tensorflow as tf

from ivy_core.devices import Device
from ivy_core.dtypes import DTYPES as _ALL
from ivy_core.dtypes import as_dtype
from ivy_core.modes import current as modes
from ivy_core.utils.exceptions import IvyDeviceError, IvyRecordedException

from ..contract import Capabilities
from ..placement import Placement, placement_named, single_device
from .host.call import call_on_host, compose
from .kernels.single_calls import ONE_CALLS as one_calls
from .ops.gradients import solve_on_host
from .ops.indexing import (
    broadcast_native,
    complex_native,
    counted_from_start,
    fitted,
    get_advanced,
    get_traced,
    imag_native,
    in_one_trace,
    is_recorded,
    is_tracer,
    is_unknown,
    made_by,
    permute_native,
    read_stack,
    real_native,
    reshape_native,
    set_advanced,
    set_traced,
    slice_read,
    slice_write,
    take_native,
    unmapped,
    windows_native,
    write_stack,
)
from .runtime import bitcast
from .runtime.internals import KNOWS_TAPES, EagerTensor, should_record
from .runtime.memory import is_eager, release_memory
from .runtime.waiting import (
    OF_HOST,
    HostArray,
    adopt,
    cast_on_host,
    held,
    memory_on_host,
    settled,
    settling,
    taken_from_host,
)

NAME = "tensorflow"
CAPABILITIES = Capabilities(
    mutable=False, native_views=False, functional_views=True, assignable=True
)
DTYPES = tuple(_ALL)

NativeArray = tf.Tensor
NativeShape = tf.TensorShape

__all__ = [
    "adopt", "bitcast_native", "broadcast_native", "call_on_host", "compiled", "complex_native",
    "compose", "counted_from_start", "fitted", "get_advanced", "get_traced", "imag_native",
    "in_one_trace",
    "is_eager", "is_recorded", "is_tracer", "is_unknown", "made_by", "memory_on_host", "one_calls",
    "permute_native",
    "read_stack", "real_native", "release_memory", "reshape_native", "set_advanced", "set_traced",
    "slice_read", "slice_write", "solve_on_host", "take_native", "unmapped",
    "windows_native", "write_stack",
]  # fmt: skip

_DTYPES = {name: getattr(tf, name) for name in _ALL}


def is_native(value) -> bool:
    return isinstance(value, (tf.Tensor, tf.Variable, HostArray))


def compiled(function, *, first_on_host=False, name=None, donated=(), handed_over=()):
    # a partial: TensorFlow counts traces by code, and would warn of closures as of one function
    return settling(tf.function(functools.partial(function), autograph=False))


def count_steps(function, natives) -> int:
    specs = [tf.TensorSpec(native.shape, native.dtype) for native in natives]
    graph = compiled(function).__wrapped__.get_concrete_function(specs).graph
    return sum(each.type not in _NO_STEPS for each in graph.get_operations())


# what a graph has beside its operations
_NO_STEPS = frozenset({"Placeholder", "Const", "Identity", "NoOp"})


def from_host(array):
    return settled(taken_from_host(np.array(array, order="C")))


def to_host(native) -> np.ndarray:
    if type(native) in OF_HOST:
        host = memory_on_host(native)
        if host is not None:
            return host
        native = native.settled()
    if KNOWS_TAPES and type(native) is EagerTensor and should_record([native]):
        raise IvyRecordedException
    if is_tracer(native):
        raise IvyRecordedException
    host = memory_on_host(native)
    if host is None:
        return native.numpy()
    host.flags.writeable = False  # the tensor's own memory; native.numpy() copies it
    return host


def from_scalar(value, dtype):
    if dtype is None:
        dtype = _DTYPES[as_dtype(type(value))]
    # through NumPy: an int that does not fit raises OverflowError
    value = np.array(value, dtype.as_numpy_dtype)
    if is_eager():
        return taken_from_host(value)
    with tf.init_scope():  # an eager constant, also while a graph is traced: it may be kept
        return tf.constant(value)


def cast(native, dtype):
    if type(native) in OF_HOST:
        return cast_on_host(native, dtype)
    return tf.cast(native, dtype)


def copy_native(native):
    host = memory_on_host(native) if type(native) in OF_HOST and modes.host_execution else None
    return tf.identity(settled(native)) if host is None else held(host.copy())


def bitcast_native(x, dtype):
    return bitcast.bitcast_native(settled(x), dtype)


def to_native_dtype(dtype) -> tf.DType:
    return dtype if isinstance(dtype, tf.DType) else _DTYPES[as_dtype(dtype)]


def to_native_device(device):
    device = single_device(device, NAME, devices())
    if device is None:
        return None
    kind, _, index = str(device).lower().removeprefix("/device:").partition(":")
    found = f"{kind}:{index or 0}"
    if found not in devices():
        raise IvyDeviceError(
            f"tensorflow: device {device!r} is not available; allowed are {', '.join(devices())}"
        )
    return f"/device:{found.upper()}"


def placement_of(native) -> Placement:
    return placement_named(native.device.rsplit("device:", 1)[-1].lower() or "cpu:0")


def devices() -> list[Device]:
    return [Device(device.name) for device in tf.config.list_physical_devices()]


def is_assignable(native) -> bool:
    return isinstance(native, tf.Variable)


needs_gradient = is_assignable


def assign(native, value) -> None:
    native.assign(settled(value))


def to_dlpack(native, stream, max_version, dl_device, copy):
    # TensorFlow's own __dlpack__ refuses both options
    if dl_device not in (None, dlpack_device(native)):
        raise BufferError(f"tensorflow: cannot export to DLPack device {dl_device}")
    native = settled(native)
    native = tf.raw_ops.DeepCopy(x=native) if copy else native
    return tf.experimental.dlpack.to_dlpack(native)


def dlpack_device(native) -> tuple[int, int]:
    kind, _, index = placement_of(native).where.partition(":")
    return ({"cpu": 1, "gpu": 2}[kind], int(index or 0))  # the codes of the DLPack header
