"""Arrays of array-likes, as the areas need them: never scalars, in an order of memory."""

from __future__ import annotations

import numpy as np

from frontends.common.conversion import native_copy
from ivy_core.arrays.lenses import Everything, Permute, Strided
from ivy_core.arrays.views import functional_view, new_array, outside_memory, shadow
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read, read_or_padded
from ivy_core.backends.loading import backend_for
from ivy_core.defaults import current

from .arguments import supported_dtype
from .fallback import UnsupportedDtype
from .func_wrapper import asarray, is_real_subclass, ivy, owned_copy
from .ndarray import ndarray
from .scalar_types import scalar


def of_common_dtype(values, arrays: list) -> list:
    """Return the arrays of values, cast to a common dtype where Python's numbers are among them.

    These are weak: beside ``np.float32(1)`` the number ``1.0`` makes no double.
    """
    numbers = [type(value) in (int, float, complex) for value in values]
    if not any(numbers) or all(numbers):
        return arrays
    kinds = [
        value if is_number else array.dtype
        for value, array, is_number in zip(values, arrays, numbers, strict=True)
    ]
    dtype = np.result_type(*kinds)
    return [array.astype(dtype, copy=False) for array in arrays]


def as_ndarray(x) -> ndarray:
    """Return an array as it is, and a scalar as an array without dimensions, of its own memory."""
    if type(x) is ndarray:
        return x
    if issubclass(type(x), np.generic):
        return new_array(ndarray, active_backend().from_host(np.asarray(x)))
    data = read(x)
    ops = backend_for(data)
    if isinstance(data, (np.ndarray, np.generic)):
        return new_array(ndarray, np.array(data))
    return new_array(ndarray, ops.copy_native(data) if ops.CAPABILITIES.mutable else data)


def as_array(value) -> ndarray:
    """Return an array of anything array-like: never a scalar."""
    return value if type(value) is ndarray else as_ndarray(asarray(value))


def scalar_if_0d(x):
    """Return an array without dimensions as the scalar that NumPy gives."""
    return scalar(read(x)) if type(x) is ndarray and not x.ndim else x


def flattened(x):
    """Return ``x`` as an array of one dimension."""
    return ivy.reshape(as_array(x), (-1,))


def real_and_imaginary(x):
    """Return the real and the imaginary parts."""
    x = as_array(x)
    return x.real, x.imag


def is_inexact(x) -> bool:
    """Return whether an array holds floating-point or complex numbers."""
    return x.dtype.kind in "fc"


def as_float(x):
    """Return ``x`` in a floating dtype: its own, or float64 for integers and booleans."""
    return x if is_inexact(x) else x.astype(np.float64)


def memory_axes(x: ndarray, order: str) -> tuple[int, ...] | None:
    """Return the axes from the slowest to the fastest in memory; None where that is C order."""
    if order not in ("C", "F", "A", "K", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    ndim = x.ndim
    if ndim < 2 or order == "C":
        return None
    if order == "F":
        return tuple(range(ndim))[::-1]
    layout = read(x) if isinstance(getattr(x, "_data", None), np.ndarray) else shadow(x)
    if layout.flags.c_contiguous:
        return None
    if layout.flags.f_contiguous:
        return tuple(range(ndim))[::-1]
    if order == "A":
        return None
    axes = tuple(sorted(range(ndim), key=lambda axis: -abs(layout.strides[axis])))
    return None if axes == tuple(range(ndim)) else axes


def in_memory_order(make, shape: tuple[int, ...], axes) -> ndarray:
    """Return ``make(shape)`` laid out in memory as ``axes`` say."""
    if axes is None:
        return make(shape)
    base = make(tuple([shape[axis] for axis in axes]))
    return ivy.permute_dims(base, tuple(np.argsort(axes).tolist()))


def copied(x, order="C") -> ndarray:
    """Return a copy with a memory order."""
    x = as_ndarray(x)
    axes = memory_axes(x, order)
    if axes is None:
        return _array_of_native_copy(x)
    base = _array_of_native_copy(ivy.permute_dims(x, axes))
    return ivy.permute_dims(base, tuple(np.argsort(axes).tolist()))


def _array_of_native_copy(x: ndarray) -> ndarray:
    return new_array(ndarray, native_copy(read_or_padded(x)))


def array_from_host(host: np.ndarray, order: str = "K", copy: bool | None = None) -> ndarray:
    """Return an array of the values of a real one, in its memory order.

    UnsupportedDtype is raised for one of a derived class, which real NumPy gives as it is.
    """
    if is_real_subclass(host):
        raise UnsupportedDtype(f"class {type(host).__name__}")
    host = _cast_to_supported_dtype(host)
    backend = active_backend()
    if backend.CAPABILITIES.on_host:
        return new_array(ndarray, np.array(host, order=order, copy=copy))
    if order in ("C", None) or host.ndim < 2 or host.flags.c_contiguous:
        if order == "F" and host.ndim > 1:
            return _array_in_fortran_order(host)
        return _box_on_default_device(_native_from_host(backend, host))
    if host.flags.f_contiguous or order == "F":
        return _array_in_fortran_order(host)
    return _box_on_default_device(_native_from_host(backend, host))


def array_on_memory(host: np.ndarray) -> ndarray | np.ndarray:
    """Return an array on the memory of a real one, which others may write to at any time.

    On JAX and TensorFlow each look copies the elements as they are then. It is a copy on an
    accelerator, of steps backwards or between elements, and of a foreign byte order. What cannot be
    written to makes an array that refuses it. The real one itself is returned where no backend
    holds its dtype.
    """
    backend, capabilities = active_backend(), active_backend().CAPABILITIES
    try:
        is_held = not is_real_subclass(host) and supported_dtype(host.dtype) == host.dtype
        if capabilities.on_host or not is_held:
            return array_from_host(host)
    except UnsupportedDtype:
        return host
    if not host.flags.writeable:
        made = array_from_host(host)
        made.setflags(write=False)
        return made
    steps = [stride // host.itemsize for stride in host.strides]
    if not host.size or any(
        step < 0 or step * host.itemsize != stride
        for step, stride in zip(steps, host.strides, strict=True)
    ):
        return array_from_host(host)
    if capabilities.native_views:
        return _box_on_default_device(backend.taken_from_host(host))
    if backend.memory_on_host(backend.taken_from_host(np.zeros(1, np.float32))) is None:
        return array_from_host(host)
    if host.flags.c_contiguous:
        return functional_view(outside_memory(host, backend), Everything(host.shape), ndarray)
    if host.flags.f_contiguous:
        lens = Permute(tuple(range(host.ndim))[::-1], host.shape)
        return functional_view(outside_memory(host.T, backend), lens, ndarray)
    span = 1 + sum((n - 1) * step for n, step in zip(host.shape, steps, strict=True))
    memory = np.lib.stride_tricks.as_strided(host, (span,), (host.itemsize,))
    lens = Strided(((span,), (1,)), tuple(steps), 0, host.shape)
    return functional_view(outside_memory(memory, backend), lens, ndarray)


def _native_from_host(backend, host: np.ndarray):
    """Return a native array, in C order, with the values of a real one."""
    if backend.CAPABILITIES.compiles:  # the copy is its memory
        return backend.taken_from_host(owned_copy(host))
    return backend.from_host(np.ascontiguousarray(host).reshape(host.shape))


def _box_on_default_device(native) -> ndarray:
    array = new_array(ndarray, native)
    return array if current.device is None else ivy.asarray(array, device=current.device)


def _array_in_fortran_order(host: np.ndarray) -> ndarray:
    """Return an array of any order as ours that reports Fortran order: a transposed transpose."""
    return ivy.permute_dims(array_from_host(host.T, "C"), tuple(range(host.ndim))[::-1])


def _cast_to_supported_dtype(host: np.ndarray) -> np.ndarray:
    """Return an array in the dtype for its own; UnsupportedDtype if no backend holds it."""
    dtype = supported_dtype(host.dtype)
    return host if host.dtype == dtype else host.astype(dtype)
