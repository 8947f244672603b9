"""Memory and load of the JAX backend's devices."""

from __future__ import annotations

import jax
from jax.sharding import Sharding

from ivy_core.backends.common import machine
from ivy_core.utils.exceptions import IvyDeviceError, IvyNotImplementedException

from .. import to_native_device
from ..runtime.sharding import placement_of_sharding
from .device import as_ivy_dev


def _require_one_device(function, device) -> jax.Device:
    """Return the native device; raise if a placement on several is given."""
    device = to_native_device(device)
    if isinstance(device, Sharding):
        raise IvyDeviceError(
            f"jax: {function}: {placement_of_sharding(device, ())!r} was given; a single device is "
            "allowed"
        )
    return device


def clear_cached_mem_on_dev(device, /):
    _require_one_device(
        "clear_cached_mem_on_dev", device
    )  # JAX has no call that empties its allocator


def dev_util(device, /):
    if _require_one_device("dev_util", device).platform == "cpu":
        return machine.utilisation()
    raise IvyNotImplementedException(
        f"jax: dev_util: JAX does not tell how busy {as_ivy_dev(device)} is"
    )


def total_mem_on_dev(device, /):
    device = _require_one_device("total_mem_on_dev", device)
    if device.platform == "cpu":
        return machine.total_memory()
    return device.memory_stats()["bytes_limit"] / machine.GIGABYTE


def used_mem_on_dev(device, /, *, process_specific=False):
    device = _require_one_device("used_mem_on_dev", device)
    if device.platform == "cpu":
        return machine.used_memory(process_specific)
    return device.memory_stats()["bytes_in_use"] / machine.GIGABYTE
