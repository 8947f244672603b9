"""PyTorch backend: native views and in-place writes, but for negative steps and flips."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.devices import Device, device_named
from ivy_core.dtypes import DTYPES as _ALL
from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyDeviceError, IvyRecordedException

from ..contract import Capabilities
from ..placement import Placement, placement_named, single_device
from .kernels.single_calls import ONE_CALLS as one_calls
from .ops.gradients import solve_on_host
from .ops.indexing import (
    assign_lens,
    broadcast_native,
    complex_native,
    copy_into,
    counted_from_start,
    get_advanced,
    get_native,
    get_traced,
    imag_native,
    is_read_only,
    is_recorded,
    is_tracer,
    is_transforming,
    is_unknown,
    made_by,
    permute_native,
    read_stack,
    real_native,
    reshape_native,
    set_advanced,
    set_traced,
    share_memory,
    slice_read,
    slice_write,
    take_native,
    tensor_from_host,
    unmapped,
    view_native,
    windows_native,
    write_stack,
)
from .runtime.differentiation import depth
from .runtime.in_place import in_place, into
from .runtime.internals import without_transformations
from .runtime.memory import (
    adopt,
    is_eager,
    listed,
    memory_on_host,
    put_on_host,
    release_memory,
    scalar_on_host,
    write_by_host,
)

NAME = "torch"
CAPABILITIES = Capabilities(
    mutable=True,
    native_views=True,
    functional_views=frozenset({"flip", "fliplr", "flipud", "rot90"}),
    versioned=True,
    records=True,
)
DTYPES = tuple(_ALL)

NativeArray = torch.Tensor
NativeShape = torch.Size

__all__ = [
    "adopt", "assign_lens", "broadcast_native", "complex_native", "copy_into", "counted_from_start",
    "get_advanced", "get_native", "get_traced", "imag_native", "in_place", "into",
    "is_eager", "listed",
    "is_read_only", "is_recorded", "is_tracer", "is_unknown", "made_by", "memory_on_host",
    "permute_native",
    "put_on_host", "read_stack", "real_native", "release_memory", "reshape_native",
    "scalar_on_host", "one_calls",
    "set_advanced", "set_traced", "slice_read", "slice_write", "solve_on_host", "take_native",
    "unmapped",
    "view_native", "windows_native", "write_by_host", "write_stack",
]  # fmt: skip

_DTYPES = {name: getattr(torch, name) for name in _ALL}
_KNOWN = _DTYPES | {native: native for native in _DTYPES.values()}
_KNOWN |= {np.dtype(name): native for name, native in _DTYPES.items() if name != "bfloat16"}
_KNOWN |= {cls: _DTYPES[as_dtype(cls)] for cls in (bool, int, float, complex)}
_TOO_LARGE, _EXACT = 2**63, 2**53
_SCALAR_DTYPES = {bool: torch.bool, int: torch.int64, float: torch.float64}


def is_native(value) -> bool:
    return isinstance(value, torch.Tensor)


def from_host(array):
    return tensor_from_host(np.array(array))


def taken_from_host(array, like=None):
    return tensor_from_host(array)


def to_host(native) -> np.ndarray:
    memory = memory_on_host(native)
    if memory is not None:
        return memory
    if native.requires_grad and depth.value:
        raise IvyRecordedException
    if not is_transforming() or is_tracer(native):
        return _copy_on_host(native)
    with without_transformations():  # torch.func wraps what is made of a constant, too
        return _copy_on_host(native)


def _copy_on_host(native) -> np.ndarray:
    native = native.detach().resolve_conj().resolve_neg().cpu()
    if native.dtype is torch.bfloat16:
        import ml_dtypes

        return native.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return native.numpy()


def from_scalar(value, dtype):
    kind = type(value)
    # torch.scalar_tensor takes half of the time, and only what its dtype holds
    if kind is float and dtype in (torch.float64, None):
        return torch.scalar_tensor(value, dtype=torch.float64)
    if kind is int and dtype is torch.float64 and -_EXACT <= value <= _EXACT:
        return torch.scalar_tensor(value, dtype=dtype)
    if kind is int and dtype in (torch.int64, None) and -_TOO_LARGE <= value < _TOO_LARGE:
        return torch.scalar_tensor(value, dtype=torch.int64)
    # through NumPy: torch wraps an int that does not fit, NumPy raises OverflowError
    if type(value) is int and dtype not in (None, torch.bfloat16) and not dtype.is_floating_point:
        return tensor_from_host(np.asarray(value, str(dtype).removeprefix("torch.")))
    return torch.tensor(value, dtype=dtype or _SCALAR_DTYPES.get(type(value), torch.complex128))


def cast(native, dtype):
    return native.to(dtype)


def bitcast_native(x, dtype):
    if x.is_complex() and dtype is x.dtype.to_real():  # `view` has no derivative
        return torch.view_as_real(x).flatten(-2)
    if dtype.is_complex and dtype is x.dtype.to_complex():
        return torch.view_as_complex(x.unflatten(-1, (x.shape[-1] // 2, 2)))
    return x.view(dtype)


def strides_of(native):
    return None if native.is_contiguous() else native.stride()


def needs_gradient(native) -> bool:
    return native.requires_grad


def copy_native(native):
    return native.clone(memory_format=torch.contiguous_format)  # as NumPy copies: in C order


def copied_from(native, base):
    if native.is_contiguous() and not share_memory(native, base):
        return native
    return copy_native(native)


def to_native_dtype(dtype) -> torch.dtype:
    try:
        return _KNOWN[dtype]
    except (KeyError, TypeError):  # NumPy's class, another framework's, or no dtype at all
        return dtype if isinstance(dtype, torch.dtype) else _DTYPES[as_dtype(dtype)]


def to_native_device(device):
    device = single_device(device, NAME, devices())
    if device is None or isinstance(device, torch.device):
        return device
    try:
        found = torch.device(str(device))
    except RuntimeError:
        found = None
    if found is None or (found.type != "cpu" and str(device).partition(":")[0] not in devices()):
        raise IvyDeviceError(
            f"torch: device {device!r} is not available; allowed are {', '.join(devices())}"
        )
    return found


def placement_of(native) -> Placement:
    return placement_named(str(native.device))


def devices() -> list[Device]:
    names = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
    return [device_named(name) for name in names]


def alias_fills_out(function) -> bool:
    # torch's own functions say it in the first line of their docstring
    return type(function) is type(torch.sin) and ", out=None)" in (function.__doc__ or "")


def fills_out(function, args, out) -> bool:
    """Return whether torch would fill ``out`` without resizing, casting or recording a gradient."""
    return not out.requires_grad and all(
        isinstance(arg, torch.Tensor)
        and arg.shape == out.shape
        and arg.dtype == out.dtype
        and not arg.requires_grad
        for arg in args
    )


def assign(native, value) -> None:
    if type(value) is torch.Tensor and value.shape == native.shape and value.dtype is native.dtype:
        copy_into(native, value)
        return
    if not isinstance(value, torch.Tensor):
        if not isinstance(value, (np.ndarray, np.generic)):
            native.fill_(value)
            return
        value = from_host(value)
    if value.is_complex() and not native.is_complex():
        value = value.real
    while value.ndim > native.ndim:
        value = value[0]
    copy_into(native, value)
