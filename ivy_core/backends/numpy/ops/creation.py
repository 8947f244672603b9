"""Creation of NumPy arrays."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.host.values import SCALARS, host_array, refuse_copy
from ivy_core.backends.holder import unwrapped
from ivy_core.defaults import current, of_scalar
from ivy_core.utils.assertions import check_less

from .. import to_native_dtype

_FLOAT64 = np.dtype("float64")


def _default_float_dtype() -> np.dtype:
    return _FLOAT64 if current.dtype == "float64" else to_native_dtype(current.dtype)


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    result = np.arange(start, stop, step, dtype)
    if dtype is None and not current.plain:
        kind = {"i": int, "f": float}.get(result.dtype.kind)
        if kind is not None and {type(start), type(stop), type(step)} <= SCALARS:
            result = result.astype(to_native_dtype(of_scalar(kind)))
    return result


def array(obj, /, *, dtype=None, device=None, copy=True):
    value = unwrapped(obj)
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "biufc" and value.dtype.isnative:
            return np.array(value, dtype, copy=copy)
        return host_array(value, dtype)
    refuse_copy(copy)
    return host_array(value, dtype)


def diag(x, /, *, k=0):
    result = np.diag(x, k)
    return result.copy() if x.ndim == 2 else result


def empty(shape, *, dtype=None, device=None):
    return np.empty(shape, _default_float_dtype() if dtype is None else dtype)


def empty_like(x, /, *, dtype=None, device=None):
    return np.empty(x.shape, x.dtype if dtype is None else dtype)


def eye(n_rows, n_cols=None, /, *, k=0, batch_shape=None, dtype=None, device=None):
    matrix = np.eye(n_rows, n_cols, k, _default_float_dtype() if dtype is None else dtype)
    if batch_shape is None:
        return matrix
    return np.broadcast_to(matrix, (*batch_shape, *matrix.shape)).copy()


def from_dlpack(x, /, *, device=None, copy=None):
    return np.from_dlpack(x, copy=copy)


def frombuffer(buffer, dtype=None, count=-1, offset=0):
    dtype = to_native_dtype(current.float) if dtype is None else dtype
    return np.frombuffer(buffer, dtype, count, offset).copy()


def full(shape, fill_value, *, dtype=None, device=None):
    if dtype is None and type(fill_value) in SCALARS:
        dtype = to_native_dtype(of_scalar(type(fill_value)))
    return np.full(shape, _fill_value_on_host(fill_value), dtype)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return np.full(x.shape, _fill_value_on_host(fill_value), x.dtype if dtype is None else dtype)


def _fill_value_on_host(value):
    return value if type(value) in SCALARS else host_array(unwrapped(value))


def linspace(start, stop, /, num=50, *, axis=None, endpoint=True, dtype=None, device=None):
    if dtype is None and not current.plain and type(start) in SCALARS and type(stop) in SCALARS:
        dtype = _default_inexact_dtype(start, stop)
    return np.linspace(start, stop, num, endpoint, dtype=dtype, axis=axis or 0)


def _default_inexact_dtype(start, stop):
    """Return the default float dtype, complex if one is exactly a Python complex."""
    return to_native_dtype(of_scalar(complex if complex in (type(start), type(stop)) else float))


def meshgrid(*arrays, sparse=False, indexing="xy"):
    return list(np.meshgrid(*arrays, sparse=sparse, indexing=indexing))


def one_hot(
    indices, depth, /, *, on_value=None, off_value=None, axis=None, dtype=None, device=None
):
    message = f"one_hot: depth {depth} was given; it must not be negative"
    check_less(0, depth, allow_equal=True, message=message)
    if dtype is None:
        given = [v for v in (on_value, off_value) if v is not None]
        dtype = np.result_type(*map(np.asarray, given)) if given else _default_float_dtype()
    hot = np.asarray(indices)[..., None] == np.arange(depth)
    on, off = (np.asarray(v, dtype) for v in _on_off_values(on_value, off_value))
    result = np.where(hot, on, off)
    return result if axis is None else np.moveaxis(result, -1, axis)


def _on_off_values(on_value, off_value) -> tuple:
    return 1 if on_value is None else on_value, 0 if off_value is None else off_value


def ones(shape, *, dtype=None, device=None):
    return np.ones(shape, _default_float_dtype() if dtype is None else dtype)


def ones_like(x, /, *, dtype=None, device=None):
    return np.ones(x.shape, x.dtype if dtype is None else dtype)


def tril(x, /, *, k=0):
    return np.tril(x, k)


def tril_indices(n_rows, n_cols=None, k=0, *, device=None):
    return np.tril_indices(n_rows, k, n_cols)


def triu(x, /, *, k=0):
    return np.triu(x, k)


def triu_indices(n_rows, n_cols=None, k=0, *, device=None):
    return np.triu_indices(n_rows, k, n_cols)


def zeros(shape, *, dtype=None, device=None):
    return np.zeros(shape, _default_float_dtype() if dtype is None else dtype)


def zeros_like(x, /, *, dtype=None, device=None):
    return np.zeros(x.shape, x.dtype if dtype is None else dtype)
