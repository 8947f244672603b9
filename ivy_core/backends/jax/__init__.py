"""JAX backend: immutable arrays, so views are lenses and writes are compiled kernels."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from ...devices import Device, device_named
from ...dtypes import DTYPES as _ALL
from ...dtypes import as_dtype, to_numpy_dtype
from ...utils.exceptions import IvyDeviceError
from ..contract import Capabilities
from . import compilation_cache
from .indexing import (
    broadcast_native,
    complex_native,
    counted_from_start,
    fitted,
    get_advanced,
    get_traced,
    imag_native,
    in_one_trace,
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
    write_stack,
)
from .transfer import from_host

# NumPy's default types are 64-bit; without this JAX would silently compute in 32.
jax.config.update("jax_enable_x64", True)
compilation_cache.enable()

NAME = "jax"
CAPABILITIES = Capabilities(mutable=False, native_views=False, functional_views=True)
DTYPES = tuple(_ALL)

NativeArray = jax.Array

__all__ = [
    "broadcast_native", "complex_native", "counted_from_start", "fitted", "from_host",
    "get_advanced", "get_traced", "imag_native", "in_one_trace", "is_tracer", "is_unknown",
    "made_by", "permute_native", "read_stack", "real_native", "reshape_native", "set_advanced",
    "set_traced", "slice_read", "slice_write", "take_native", "unmapped", "write_stack",
]  # fmt: skip


def is_native(value) -> bool:
    return isinstance(value, jax.Array)


def to_host(native) -> np.ndarray:
    return np.asarray(native)


def from_scalar(value, dtype):
    # a NumPy array, not a device array: it becomes an argument of the compiled call
    return np.asarray(value, dtype)


def cast(native, dtype):
    return native.astype(dtype)


def bitcast_native(x, dtype):
    return x.view(dtype)


def copy_native(native):
    return jnp.array(native)


def to_native_dtype(dtype) -> np.dtype:
    return dtype if isinstance(dtype, np.dtype) else to_numpy_dtype(as_dtype(dtype))


def to_native_device(device):
    if device is None or isinstance(device, jax.Device):
        return device
    kind, _, index = str(device).partition(":")
    try:
        return jax.devices(kind)[int(index or 0)]
    except (RuntimeError, IndexError, ValueError):
        raise IvyDeviceError(
            f"jax: device {device!r} is not available; allowed are {', '.join(devices())}"
        ) from None


def device_of(native) -> Device:
    if is_tracer(native):
        return device_named(jax.default_backend() + ":0")
    (device,) = native.devices()
    return device_named(f"{device.platform}:{device.id}")


def devices() -> list[Device]:
    return [Device(device) for device in jax.devices()]
