"""Creation of JAX arrays."""

from __future__ import annotations

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Sharding, SingleDeviceSharding

from ivy_core.backends.common.host.values import SCALARS, host_array, refuse_copy
from ivy_core.backends.common.memory import filled
from ivy_core.backends.holder import Holder, held, read_or_padded, unwrapped
from ivy_core.defaults import current, of_scalar
from ivy_core.utils.assertions import check_less
from ivy_core.utils.exceptions import IvyRecordedException, IvyTypeError, IvyValueError

from .. import cast, copy_native, is_tracer, to_native_device, to_native_dtype
from ..host.policy import FILL_ELEMENTS
from ..kernels.axes import normal_axis
from ..runtime.memory import HostArray, settled, taken_from_host
from ..runtime.padded import filled as filled_in_place
from ..runtime.padded import is_padded, padding_for, placed
from ..runtime.sharding import fitted_to, moved, placed_like
from ..runtime.stored_programs import jit

_FLOAT64 = np.dtype("float64")


def _default_float_dtype() -> np.dtype:
    return _FLOAT64 if current.dtype == "float64" else to_native_dtype(current.dtype)


def _device_or_current(device, shape):
    """Return the native device or sharding, the current one for None, fitted to a shape."""
    return fitted_to(_native_device(device), shape)


def _native_device(device):
    """Return the native device or sharding, the current one for None."""
    return to_native_device(current.device) if device is None else device


def _from_host(value, device):
    """Return a NumPy array, without other reference, as native on a device (None: current)."""
    made = taken_from_host(value)
    if device is None and current.device is None:
        return made
    return placed(made, _native_device(device))


def _fill(shape, value, dtype, device):
    """Return a filled array on a native device (None: current); small ones come from the host."""
    # on the host: a kernel of JAX's would be compiled for each shape (20 ms)
    if device is None and current.device is None or math.prod(shape) <= FILL_ELEMENTS:
        return _from_host(filled(shape, value, dtype), device)
    return filled_in_place(tuple(shape), np.asarray(value, dtype), dtype, _native_device(device))


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    start, stop, step = unwrapped(start), unwrapped(stop), unwrapped(step)
    if is_tracer(start) or is_tracer(stop) or is_tracer(step):
        return jnp.arange(start, stop, step, dtype)
    if dtype is None:
        scalars = {type(start), type(stop), type(step)}
        if scalars <= SCALARS:
            dtype = to_native_dtype(of_scalar(int if scalars <= {int, bool} else float))
    are_ints = {type(start), type(stop), type(step)} == {int}
    if step and are_ints and dtype is not None and dtype.kind in "iu":  # NumPy refuses a step of 0
        count = len(range(start, stop, step))
        is_placed = device is not None or current.device is not None
        is_even = is_placed and padding_for(_native_device(device), (count,)) is None
        if count > FILL_ELEMENTS and is_even:
            return jnp.arange(start, stop, step, dtype, device=_device_or_current(device, (count,)))
    return _from_host(np.arange(start, stop, step, dtype), device)


def array(obj, /, *, dtype=None, device=None, copy=True):
    value = obj
    if isinstance(obj, Holder):
        value = held(obj)
        if type(value) is not HostArray:  # which is copied, or cast, where it waits
            value = read_or_padded(obj)
    if type(value) is HostArray or isinstance(value, jax.Array) or is_padded(value):
        if dtype is not None and value.dtype != dtype:
            refuse_copy(copy)
            value = cast(value, dtype)
        elif copy and not is_tracer(value):
            value = copy_native(value)
        return value if device is None else _move_to_device(value, device, copy)
    refuse_copy(copy)
    try:
        return _from_host(host_array(value, dtype), device)
    except (jax.errors.TracerArrayConversionError, IvyRecordedException):
        return _stack_promoted(value, dtype)


def _move_to_device(value, device, copy):
    """Return an array on a device, itself if it is there; if not, raise where ``copy`` is False."""
    if not is_tracer(value) and padding_for(device, tuple(value.shape)) is not None:
        refuse_copy(copy)
        return placed(value, device)
    value, device = settled(value), fitted_to(device, value.shape)
    if not is_tracer(value):
        wanted = device if isinstance(device, Sharding) else SingleDeviceSharding(device)
        if value.sharding.is_equivalent_to(wanted, value.ndim):
            return value
    refuse_copy(copy)
    return moved(value, device)


def _stack_promoted(values, dtype):
    """Return a list's values, made arrays of ``dtype``, as one array of their common dtype."""
    parts = [array(value, dtype=dtype, copy=None) for value in values]
    return jnp.stack([part.astype(jnp.result_type(*parts)) for part in parts])


@functools.partial(jit, static_argnames="k")
def diag(x, /, *, k=0):
    return jnp.diag(x, k)


def empty(shape, *, dtype=None, device=None):
    return _fill(shape, 0, _default_float_dtype() if dtype is None else dtype, device)


def empty_like(x, /, *, dtype=None, device=None):
    return _fill(x.shape, 0, x.dtype if dtype is None else dtype, placed_like(device, x))


def eye(n_rows, n_cols=None, /, *, k=0, batch_shape=None, dtype=None, device=None):
    n_cols = n_rows if n_cols is None else n_cols
    dtype = _default_float_dtype() if dtype is None else dtype
    if device is None and current.device is None or n_rows * n_cols <= FILL_ELEMENTS:
        matrix = _from_host(np.eye(n_rows, n_cols, k, dtype), device)
    else:
        matrix = jnp.eye(
            n_rows, n_cols, k, dtype, device=_device_or_current(device, (n_rows, n_cols))
        )
    return (
        matrix if batch_shape is None else jnp.broadcast_to(matrix, (*batch_shape, *matrix.shape))
    )


def from_dlpack(x, /, *, device=None, copy=None):
    value = unwrapped(x)
    if isinstance(value, jax.Array):
        return array(value, device=device, copy=copy)
    if isinstance(value, np.ndarray):  # it may be written to while the JAX array is alive
        return array(value, device=device, copy=copy)
    return jnp.from_dlpack(value, device=device, copy=copy)


def frombuffer(buffer, dtype=None, count=-1, offset=0):
    dtype = to_native_dtype(current.float) if dtype is None else dtype
    return _from_host(np.frombuffer(buffer, dtype, count, offset), None)


def full(shape, fill_value, *, dtype=None, device=None):
    if type(fill_value) in SCALARS:
        if dtype is None:
            dtype = to_native_dtype(of_scalar(type(fill_value)))
        return _fill(shape, fill_value, dtype, device)
    value = unwrapped(fill_value)
    if not isinstance(value, jax.Array):
        value = host_array(value)
    result = jnp.broadcast_to(value, shape)
    return jnp.array(result, dtype or result.dtype, device=_device_or_current(device, shape))


def full_like(x, /, fill_value, *, dtype=None, device=None):
    dtype = x.dtype if dtype is None else dtype
    return full(x.shape, fill_value, dtype=dtype, device=placed_like(device, x))


def linspace(start, stop, /, num=50, *, axis=None, endpoint=True, dtype=None, device=None):
    if num < 0:
        raise IvyValueError(f"linspace: num must not be negative, but it is {num}")
    if axis:
        normal_axis(axis, max(start.ndim, stop.ndim) + 1)
    if isinstance(start, np.ndarray) and isinstance(stop, np.ndarray):  # Python scalars were given
        if dtype is None and not current.plain:
            kind = complex if "c" in (start.dtype.kind, stop.dtype.kind) else float
            dtype = to_native_dtype(of_scalar(kind))
        return _from_host(np.linspace(start, stop, num, endpoint, dtype=dtype), device)
    result = _linspace(start, stop, num, axis or 0, endpoint, dtype)
    return placed(result, device)


@functools.partial(jit, static_argnums=(2, 3, 4, 5))
def _linspace(start, stop, num, axis, endpoint, dtype):
    """Return NumPy's linspace of arrays; an integer dtype is floored, None means inexact."""
    inexact = jnp.promote_types(start.dtype, stop.dtype)
    if not jnp.issubdtype(inexact, jnp.inexact):
        inexact = jnp.float64
    start, stop = jnp.broadcast_arrays(start.astype(inexact), stop.astype(inexact))
    intervals = num - 1 if endpoint else num
    delta = stop - start
    position = jnp.arange(num).reshape((num,) + (1,) * start.ndim).astype(start.real.dtype)
    if intervals > 0:
        step = delta / intervals
        # where the step underflows, NumPy divides last
        value = jnp.where(step == 0, position / intervals * delta, position * step)
    else:
        value = position * delta
    value = value + start
    if endpoint and num > 1:
        value = value.at[-1].set(stop)
    if dtype is not None and jnp.issubdtype(dtype, jnp.integer):
        value = jnp.floor(value)
    return jnp.moveaxis(value, 0, axis).astype(dtype or inexact)


def meshgrid(*arrays, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise IvyValueError(f"meshgrid: indexing must be 'xy' or 'ij', not {indexing!r}")
    return list(_meshgrid(arrays, sparse, indexing))


@functools.partial(jit, static_argnums=(1, 2))
def _meshgrid(arrays, sparse, indexing) -> list:
    count = len(arrays)
    grids = []
    for i, x in enumerate(arrays):
        shape = [1] * count
        axis = 1 - i if indexing == "xy" and count > 1 and i < 2 else i
        shape[axis] = x.size
        grids.append(x.reshape(shape))
    return grids if sparse else jnp.broadcast_arrays(*grids)


def one_hot(
    indices, depth, /, *, on_value=None, off_value=None, axis=None, dtype=None, device=None
):
    message = f"one_hot: depth {depth} was given; it must not be negative"
    check_less(0, depth, allow_equal=True, message=message)
    if dtype is None:
        given = [np.asarray(v) for v in (on_value, off_value) if v is not None]
        dtype = np.result_type(*given) if given else _default_float_dtype()
    on = np.asarray(1 if on_value is None else on_value, dtype)
    off = np.asarray(0 if off_value is None else off_value, dtype)
    result = _one_hot(indices, on, off, depth, -1 if axis is None else axis)
    return placed(result, device)


@functools.partial(jit, static_argnums=(3, 4))
def _one_hot(indices, on, off, depth, axis):
    return jnp.moveaxis(jnp.where(indices[..., None] == jnp.arange(depth), on, off), -1, axis)


def ones(shape, *, dtype=None, device=None):
    return _fill(shape, 1, _default_float_dtype() if dtype is None else dtype, device)


def ones_like(x, /, *, dtype=None, device=None):
    return _fill(x.shape, 1, x.dtype if dtype is None else dtype, placed_like(device, x))


@functools.partial(jit, static_argnames="k")
def tril(x, /, *, k=0):
    return jnp.tril(_as_matrix(x), k)


def tril_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.tril_indices(n_rows, k, n_cols)]


@functools.partial(jit, static_argnames="k")
def triu(x, /, *, k=0):
    return jnp.triu(_as_matrix(x), k)


def _as_matrix(x):
    """Return an array of two axes or more; a vector as the rows of a square matrix, as NumPy."""
    if not x.ndim:
        raise IvyTypeError("an array with at least one axis is needed")
    return jnp.broadcast_to(x, (x.shape[0], x.shape[0])) if x.ndim == 1 else x


def triu_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.triu_indices(n_rows, k, n_cols)]


def zeros(shape, *, dtype=None, device=None):
    return _fill(shape, 0, _default_float_dtype() if dtype is None else dtype, device)


def zeros_like(x, /, *, dtype=None, device=None):
    return _fill(x.shape, 0, x.dtype if dtype is None else dtype, placed_like(device, x))
