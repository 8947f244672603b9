"""Searching in PyTorch tensors."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.utils.exceptions import IvyValueError, refuse_natively

from ..host.kernels import host_memory
from ..kernels.axes import normal_axes, normal_axis
from ..kernels.dtype_sets import FLOATS
from ..kernels.reductions import comparable, complex_argextreme


def argmax(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _find_argextreme(torch.argmax, x, axis, keepdims, dtype, select_last_index, "argmax")


def argmin(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _find_argextreme(torch.argmin, x, axis, keepdims, dtype, select_last_index, "argmin")


def _find_argextreme(search, x, axis, keepdims, dtype, last_equal, name):
    """Return the indices of extremes by ``search``, nan counting; axis None flattens."""
    ndim = x.ndim
    if axis is None and x.dtype in FLOATS and x.numel() and not (keepdims or last_equal or dtype):
        return search(x)
    flat = axis is None or not ndim
    if flat:
        normal_axes(axis, ndim)
        x, axis = x.reshape(-1), 0
    else:
        axis = normal_axis(axis, ndim)
    if not x.shape[axis]:
        known = IvyValueError(f"attempt to get {name} of an empty sequence")
        refuse_natively(known, search, x, axis)
    x = torch.flip(x, (axis,)) if last_equal else x
    if x.dtype.is_complex:
        at = complex_argextreme(torch.movedim(x, axis, -1), name == "argmax")
    else:
        at = search(x.to(torch.uint8) if x.dtype is torch.bool else comparable(x), axis)
    at = x.shape[axis] - 1 - at if last_equal else at
    if keepdims:
        at = at.reshape((1,) * ndim) if flat else at.unsqueeze(axis)
    return at if dtype is None else at.to(dtype)


def _to_bool(x):
    # torch.nonzero has no kernel for the larger unsigned dtypes
    return x.to(torch.bool)


def argwhere(x, /):
    return torch.argwhere(_to_bool(x))


def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None):
    dtype = torch.int64 if dtype is None else dtype
    if axis is None and not keepdims and (memory := host_memory(x)) is not None:
        return torch.scalar_tensor(int(np.count_nonzero(memory)), dtype=dtype)
    axes = normal_axes(axis, x.ndim)
    x = _to_bool(x)
    count = torch.sum(x, axes, keepdims) if axes else x
    return count if count.dtype is dtype else count.to(dtype)


def nonzero(x, /, *, size=None, fill_value=0):
    if not x.ndim:
        raise IvyValueError("nonzero: an array without axes has no indices")
    found = torch.nonzero(_to_bool(x), as_tuple=True)
    if size is None:
        return found
    missing = max(size - found[0].shape[0], 0)
    return [torch.nn.functional.pad(at[:size], (0, missing), value=fill_value) for at in found]


def where(condition, x1, x2, /):
    if type(condition) is bool:
        condition = torch.tensor(condition, device=x1.device)
    elif condition.dtype is not torch.bool:
        condition = condition.to(torch.bool)
    return torch.where(condition, x1, x2)
