"""NumPy backend: native views and in-place writes, so functions are mostly NumPy's own."""

from __future__ import annotations

import functools

import numpy as np

from ...devices import Device
from ...dtypes import DTYPES as _ALL
from ...dtypes import Dtype, as_dtype, to_numpy_dtype
from ...utils.exceptions import IvyDeviceError, IvyTypeError
from ..common.lens_folding import fold_read

NAME = "numpy"
NATIVE_VIEWS = True
INDEXES_AS_NUMPY = True
MUTABLE = True
VERSIONED = False
FUNCTIONAL_VIEWS = frozenset()
DTYPES = tuple(name for name in _ALL if name != "bfloat16")

NativeArray = np.ndarray
NativeShape = tuple


def is_native(value) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def to_native(value):
    """Return the native array in an Array; arrays of NumPy and Python scalars as they are."""
    from ...arrays.array import Array
    from ..holder import read

    if isinstance(value, Array):
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


def from_scalar(value, dtype):
    return np.asarray(value, dtype)


def cast(native, dtype):
    return native.astype(dtype)


def copy_native(native):
    return native.copy()


def to_native_dtype(dtype) -> np.dtype:
    return dtype if isinstance(dtype, np.dtype) else to_numpy_dtype(as_dtype(dtype))


def ivy_dtype(dtype) -> Dtype:
    return as_dtype(dtype)


def to_native_device(device) -> str:
    if device not in (None, "cpu", "cpu:0"):
        raise IvyDeviceError(f"numpy: device {device!r} is not available; allowed is 'cpu'")
    return "cpu"


_CPU = Device("cpu")


def device_of(native) -> Device:
    return _CPU


def devices() -> list[Device]:
    return [_CPU]


def is_tracer(native) -> bool:
    return False


def is_unknown(native) -> bool:
    return False


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
    return _casts(function, tuple([getattr(arg, "dtype", type(arg)) for arg in args]), out.dtype)


@functools.lru_cache(maxsize=4096)
def _casts(function, operands, out) -> bool:
    """Return whether a ufunc takes operands of these dtypes and casts its result to that of out."""
    try:
        loop = function.resolve_dtypes((*map(_NUMBERS.get, operands, operands), None))
    except TypeError:
        return False
    return np.can_cast(loop[-1], out, "same_kind")


# a Python boolean is no weak number; in resolve_dtypes it must be a dtype
_NUMBERS = {bool: np.dtype(bool)}


def is_read_only(native) -> bool:
    return not native.flags.writeable


def assign(native, value) -> None:
    np.copyto(native, value, casting="unsafe")


# views; indexing is NumPy's own


def read_stack(native, stack, starts):
    return fold_read(_lens_ops, native, stack, starts)


class _lens_ops:
    """What lenses need; NumPy's own views do the rest."""

    @staticmethod
    def slice_read(x, key, starts, shape):
        return x[tuple(_slices(key, starts))]


def _slices(key, starts):
    at = 0
    for entry in key:
        if entry is None:
            yield None
            continue
        start = starts[at]
        at += 1
        if entry == "int":
            yield start
        else:
            stop = start + entry[0] * entry[1]
            yield slice(start, None if stop < 0 else stop, entry[1])
