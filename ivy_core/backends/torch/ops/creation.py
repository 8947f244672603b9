"""Creation of PyTorch tensors."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.host.values import SCALARS, holds_arrays, host_array, refuse_copy
from ivy_core.backends.common.memory import aligned_copy
from ivy_core.backends.holder import unwrapped
from ivy_core.defaults import current, of_scalar
from ivy_core.dtypes import as_dtype
from ivy_core.utils.assertions import check_less
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .. import from_scalar, tensor_from_host, to_native_device, to_native_dtype
from ..host.policy import ALIGNED_COPY_BYTES

_PLAIN = "?bBhHiIlLefdFD"
_UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)  # few kernels know these


def _default_float_dtype() -> torch.dtype:
    return torch.float64 if current.dtype == "float64" else to_native_dtype(current.dtype)


def _device_or_current(device) -> torch.device | None:
    if device is None and current.device is not None:
        return to_native_device(current.device)
    return device


def _from_host(value, device):
    """Return a NumPy array as a tensor on its memory, or moved to a device (None: current)."""
    tensor = tensor_from_host(value)
    device = _device_or_current(device)
    return tensor if device is None else tensor.to(device)


def _numpy_dtype(dtype: torch.dtype | None):
    return None if dtype is None else as_dtype(dtype).as_numpy_dtype


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    scalars = {type(start), type(stop), type(step)}
    if dtype is None and scalars <= SCALARS:
        dtype = to_native_dtype(of_scalar(int if scalars <= {int, bool} else float))
    if scalars == {int} and dtype is torch.int64 and step:
        # torch.arange refuses an interval that runs against its step; for NumPy it is empty
        stop = start if (stop - start) * step < 0 else stop
        return torch.arange(start, stop, step, dtype=dtype, device=_device_or_current(device))
    values = np.arange(unwrapped(start), unwrapped(stop), unwrapped(step), _numpy_dtype(dtype))
    return _from_host(values, device)


def array(obj, /, *, dtype=None, device=None, copy=True):
    value = unwrapped(obj)
    if isinstance(value, torch.Tensor):
        if (dtype is not None and value.dtype is not dtype) or (
            device is not None and value.device != device
        ):
            refuse_copy(copy)
            return value.to(device=device, dtype=dtype)
        return value.clone() if copy else value
    if copy is False:
        if not isinstance(value, np.ndarray) or (dtype and value.dtype != _numpy_dtype(dtype)):
            refuse_copy(copy)
        return torch.from_numpy(value)
    if isinstance(value, (list, tuple)) and holds_arrays(value, torch.Tensor):
        return _stack_promoted(value, dtype, device)
    if (
        type(value) is np.ndarray
        and value.nbytes >= ALIGNED_COPY_BYTES
        and value.dtype.char in _PLAIN
        and value.flags.c_contiguous
        and dtype in (None, to_native_dtype(value.dtype))
    ):
        # memory of NumPy's begins anywhere, of which PyTorch's kernels read a fifth slower
        return _from_host(aligned_copy(value), device)
    return _from_host(host_array(value, _numpy_dtype(dtype)), device)


def _stack_promoted(values, dtype, device):
    """Stack a list's values, made tensors of ``dtype`` (None: of their own), in a common dtype."""
    # unlike a way over NumPy, this keeps gradients
    parts = [array(value, dtype=dtype, device=device, copy=None) for value in values]
    common = np.result_type(*[_numpy_dtype(part.dtype) for part in parts])
    common = to_native_dtype(common)
    return torch.stack([part.to(common) for part in parts])


def diag(x, /, *, k=0):
    if x.ndim not in (1, 2):
        raise IvyValueError(f"diag: the array must have one axis or two, not {x.ndim}")
    result = torch.diag(x, k)
    return result.clone() if x.ndim == 2 else result


def empty(shape, *, dtype=None, device=None):
    return torch.empty(
        shape,
        dtype=_default_float_dtype() if dtype is None else dtype,
        device=_device_or_current(device),
    )


def empty_like(x, /, *, dtype=None, device=None):
    return torch.empty(x.shape, dtype=dtype or x.dtype, device=device or x.device)


def eye(n_rows, n_cols=None, /, *, k=0, batch_shape=None, dtype=None, device=None):
    dtype = _default_float_dtype() if dtype is None else dtype
    if k == 0 and dtype not in _UNSIGNED:
        n_cols = n_rows if n_cols is None else n_cols
        matrix = torch.eye(n_rows, n_cols, dtype=dtype, device=_device_or_current(device))
    else:
        matrix = _from_host(np.eye(n_rows, n_cols, k, _numpy_dtype(dtype)), device)
    if batch_shape is None:
        return matrix
    return matrix.expand(*batch_shape, *matrix.shape).contiguous()


def from_dlpack(x, /, *, device=None, copy=None):
    return torch.from_dlpack(unwrapped(x), device=device, copy=copy)


def frombuffer(buffer, dtype=None, count=-1, offset=0):
    dtype = to_native_dtype(current.float) if dtype is None else dtype
    return _from_host(np.frombuffer(buffer, _numpy_dtype(dtype), count, offset).copy(), None)


def full(shape, fill_value, *, dtype=None, device=None):
    kind = type(fill_value)
    if kind in SCALARS:
        dtype = to_native_dtype(of_scalar(kind)) if dtype is None else dtype
        if kind is float and dtype.is_floating_point or kind is bool:
            return torch.full(shape, fill_value, dtype=dtype, device=_device_or_current(device))
        filled = np.full(shape, fill_value, _numpy_dtype(dtype))  # checks that the value fits
        return _from_host(filled, device)
    value = array(fill_value, dtype=dtype, device=device, copy=None)
    return value.expand(shape).clone(memory_format=torch.contiguous_format)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device or x.device)


def linspace(start, stop, /, num=50, *, axis=None, endpoint=True, dtype=None, device=None):
    if num < 0:
        raise IvyValueError(f"linspace: num must not be negative, but it is {num}")
    inexact = start.dtype
    if not (inexact.is_floating_point or inexact.is_complex):
        inexact = torch.float64
    start, stop = torch.broadcast_tensors(start.to(inexact), stop.to(inexact))
    real = inexact.to_real()
    intervals = num - 1 if endpoint else num
    delta = stop - start
    position = torch.arange(num, dtype=real, device=start.device)
    position = position.reshape((num,) + (1,) * start.ndim)
    if intervals > 0:
        step = delta / intervals
        # where the step underflows, NumPy divides last
        value = torch.where(step == 0, position / intervals * delta, position * step)
    else:
        value = position * delta
    value = value + start
    if endpoint and num > 1:
        value[-1] = stop
    if dtype is None and not current.plain and start.ndim == 0 and inexact is torch.float64:
        dtype = to_native_dtype(current.float)
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        value = torch.floor(value)
    return torch.movedim(value, 0, axis or 0).to(device=device, dtype=dtype or inexact)


def meshgrid(*arrays, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise IvyValueError(f"meshgrid: indexing must be 'xy' or 'ij', not {indexing!r}")
    count = len(arrays)
    grids = []
    for i, x in enumerate(arrays):
        shape = [1] * count
        axis = 1 - i if indexing == "xy" and count > 1 and i < 2 else i
        shape[axis] = x.numel()
        grids.append(x.reshape(shape))
    if not sparse:
        grids = torch.broadcast_tensors(*grids) if grids else []
    return [grid.clone(memory_format=torch.contiguous_format) for grid in grids]


def one_hot(
    indices, depth, /, *, on_value=None, off_value=None, axis=None, dtype=None, device=None
):
    message = f"one_hot: depth {depth} was given; it must not be negative"
    check_less(0, depth, allow_equal=True, message=message)
    if dtype is None:
        given = [np.asarray(v) for v in (on_value, off_value) if v is not None]
        dtype = to_native_dtype(np.result_type(*given)) if given else _default_float_dtype()
    on = from_scalar(1 if on_value is None else on_value, dtype).to(indices.device)
    off = from_scalar(0 if off_value is None else off_value, dtype).to(indices.device)
    hot = indices[..., None] == torch.arange(depth, device=indices.device)
    result = torch.where(hot, on, off)
    if axis is not None:
        result = torch.movedim(result, -1, axis).contiguous()
    return result if device is None else result.to(device)


def ones(shape, *, dtype=None, device=None):
    return torch.ones(
        shape,
        dtype=_default_float_dtype() if dtype is None else dtype,
        device=_device_or_current(device),
    )


def ones_like(x, /, *, dtype=None, device=None):
    return torch.ones(x.shape, dtype=dtype or x.dtype, device=device or x.device)


def tril(x, /, *, k=0):
    if x.ndim < 2 or x.dtype in _UNSIGNED:
        return _mask_triangle(x, np.tri, k)
    return torch.tril(x, k)


def triu(x, /, *, k=0):
    if x.ndim < 2 or x.dtype in _UNSIGNED:
        return _mask_triangle(x, lambda n, m, k: ~np.tri(n, m, k - 1, bool), k)
    return torch.triu(x, k)


def _mask_triangle(x, make_mask, k):
    """Return ``x``, zero where the mask is False; a vector is repeated as rows, as NumPy does."""
    if not x.ndim:
        raise IvyTypeError("an array with at least one axis is needed")
    shape = x.shape[-2:] if x.ndim > 1 else (x.shape[0], x.shape[0])
    mask = torch.from_numpy(np.asarray(make_mask(*shape, k), bool)).to(x.device)
    return torch.where(mask, x, torch.zeros((), dtype=x.dtype, device=x.device))


def tril_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.tril_indices(n_rows, k, n_cols)]


def triu_indices(n_rows, n_cols=None, k=0, *, device=None):
    return [_from_host(each, device) for each in np.triu_indices(n_rows, k, n_cols)]


def zeros(shape, *, dtype=None, device=None):
    return torch.zeros(
        shape,
        dtype=_default_float_dtype() if dtype is None else dtype,
        device=_device_or_current(device),
    )


def zeros_like(x, /, *, dtype=None, device=None):
    return torch.zeros(x.shape, dtype=dtype or x.dtype, device=device or x.device)
