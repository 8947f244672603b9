"""NumPy backend: native views and in-place writes, so functions are mostly NumPy's own."""

from __future__ import annotations

import functools

import numpy as np

from ivy_core.devices import Device
from ivy_core.dtypes import DTYPES as _ALL
from ivy_core.dtypes import as_dtype, to_numpy_dtype
from ivy_core.utils.exceptions import IvyDeviceError, IvyTypeError

from ..common.defaults import basic_index
from ..contract import Capabilities
from ..holder import Holder, read
from ..placement import Placement, single_device
from .kernels import flags, half_precision

NAME = "numpy"
CAPABILITIES = Capabilities(
    mutable=True,
    native_views=True,
    indexes_as_numpy=True,
    functional_views=False,
    promotes=True,
    gives_scalars=True,
    differentiates=False,
    on_host=True,
)
DTYPES = tuple(name for name in _ALL if name != "bfloat16")

NativeArray = np.ndarray


def is_native(value) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def to_native(value):
    """Return the native array in an Array; arrays of NumPy and Python scalars as they are."""
    if isinstance(value, Holder):
        return read(value)
    if isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        return value
    if isinstance(value, (list, tuple)) or hasattr(value, "__array__"):
        return np.asarray(value)
    raise IvyTypeError(f"an array is needed, not {type(value).__name__}")


def from_host(array: np.ndarray):
    return np.array(array)


def to_host(native) -> np.ndarray:
    return np.asarray(native)


def adopt(memory, like=None):
    return memory


def taken_from_host(array, like=None):
    return array


def from_scalar(value, dtype):
    return np.asarray(value, dtype)


def cast(native, dtype):
    return native.astype(dtype)


def unreported(function):
    return flags.unreported(function)


def bitcast_native(x, dtype):
    return x.view(dtype)


def strides_of(native):
    if native.flags.c_contiguous:
        return None
    return tuple([step // native.itemsize for step in native.strides])


def copy_native(native):
    return native.copy()


def to_native_dtype(dtype) -> np.dtype:
    return dtype if isinstance(dtype, np.dtype) else to_numpy_dtype(as_dtype(dtype))


def to_native_device(device) -> str:
    device = single_device(device, NAME, devices())
    if device not in (None, "cpu", "cpu:0"):
        raise IvyDeviceError(f"numpy: device {device!r} is not available; allowed is 'cpu'")
    return "cpu"


_CPU = Device("cpu")
_PLACEMENT = Placement(_CPU)


def placement_of(native) -> Placement:
    return _PLACEMENT


def devices() -> list[Device]:
    return [_CPU]


def compose(implementations) -> None:
    half_precision.compose(implementations)


def alias_fills_out(function) -> bool:
    return isinstance(function, np.ufunc) and function.signature is None  # matmul has one


def fills_out(function, args, out) -> bool:
    """Return whether the shapes are equal, and the dtypes such that NumPy casts into ``out``.

    A ufunc alone would also broadcast into ``out``, and refuse to cast down.
    """
    if not isinstance(function, np.ufunc):
        return True
    shapes = {getattr(arg, "shape", ()) for arg in args} - {()}
    if shapes != {out.shape} and np.broadcast_shapes(*shapes) != out.shape:
        return False
    return _can_cast_result(
        function, tuple([getattr(arg, "dtype", type(arg)) for arg in args]), out.dtype
    )


@functools.lru_cache(maxsize=4096)
def _can_cast_result(function, operand_types, out_dtype) -> bool:
    """Return whether a ufunc's result of these dtypes or number classes casts to ``out_dtype``."""
    try:
        loop = function.resolve_dtypes((*map(_NUMBERS.get, operand_types, operand_types), None))
    except TypeError:
        return False
    return np.can_cast(loop[-1], out_dtype, "same_kind")


# a Python boolean is no weak number; in resolve_dtypes it must be a dtype
_NUMBERS = {bool: np.dtype(bool)}


def is_read_only(native) -> bool:
    return not native.flags.writeable


def assign(native, value) -> None:
    np.copyto(native, value, casting="unsafe")


# views; indexing is NumPy's own


def slice_read(x, key, starts, shape):
    return x[basic_index(key, starts)]
