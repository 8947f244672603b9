"""Linear algebra of the PyTorch backend, around the dtypes its kernels lack."""

from __future__ import annotations

import math

import torch

from ivy_core.backends.common.linear_algebra import (
    MATRIX_ORDERS,
    check_choice,
    check_cond,
    check_cross,
    check_matmul,
    check_vector_order,
    dot_axes,
    inner_axes,
    is_turned,
    linalg_dtype,
    matrix_axes,
    require_square,
    require_two_axes,
    require_vectors,
    tensordot_plan,
    vector_axes,
)
from ivy_core.utils.exceptions import (
    IvyValueError,
    refuse,
    refuse_natively,
    standing_for,
)

from ..kernels.axes import normal_axis
from ..kernels.bits import SIGNED
from .decompositions import dtype_name

# Products. Unsigned integers have the sums and products of signed ones, bit by bit.
_WHOLE = frozenset(
    {torch.bool, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64, *SIGNED}
)
_FLOATING = frozenset({torch.float32, torch.float64, torch.complex64, torch.complex128})


def matmul(x1, x2, /):
    if x1.dtype in _WHOLE:
        return _integer_matmul(x1, x2)
    try:
        return torch.matmul(x1, x2)
    except RuntimeError as err:
        refuse(err, check_matmul, x1.shape, x2.shape)


def _integer_matmul(x1, x2):
    """Return the product of bools or integers of one dtype, also on a GPU."""
    check_matmul(x1.shape, x2.shape)
    dtype = x1.dtype
    if dtype is torch.bool:
        # a sum of zeros and ones is zero only where all of them are
        return torch.matmul(x1.to(torch.float32), x2.to(torch.float32)) != 0
    signed = SIGNED.get(dtype, dtype)
    x1, x2 = x1.view(signed), x2.view(signed)
    return (_matmul_in_limbs(x1, x2) if x1.is_cuda else torch.matmul(x1, x2)).view(dtype)


# Sums of this many products of two 16-bit limbs are exact in float64.
_EXACT_LENGTH = 1 << 20


def _matmul_in_limbs(x1, x2):
    """Multiply integer matrices, which CUDA cannot, by exact float64 products of 16-bit limbs."""
    length = x1.shape[-1]
    if length > _EXACT_LENGTH:
        head, tail = slice(None, _EXACT_LENGTH), slice(_EXACT_LENGTH, None)
        return _matmul_in_limbs(x1[..., head], _select_rows(x2, head)) + _matmul_in_limbs(
            x1[..., tail], _select_rows(x2, tail)
        )
    count = max(x1.dtype.itemsize // 2, 1)
    left, right = _split_into_limbs(x1, count), _split_into_limbs(x2, count)
    total = 0
    for i in range(count):
        for j in range(count - i):
            total = total + (torch.matmul(left[i], right[j]).to(torch.int64) << 16 * (i + j))
    return total.to(x1.dtype)


def _select_rows(x, rows):
    return x[rows] if x.ndim == 1 else x[..., rows, :]


def _split_into_limbs(x, count) -> list:
    """Return ``count`` float64 tensors, x = sum(limb << 16 * i) but for what wraps around."""
    x = x.to(torch.int64)
    if count == 1:
        return [x.to(torch.float64)]
    return [((x >> 16 * i) & 0xFFFF).to(torch.float64) for i in range(count)]


def _contract_axes(x1, x2, axes):
    """Return ``tensordot``; where axes do not fit, PyTorch's own error is raised."""
    try:
        order1, shape1, order2, shape2, shape = tensordot_plan(x1.shape, x2.shape, axes)
    except IvyValueError as known:
        refuse_natively(known, torch.tensordot, x1, x2, axes)
    rows = _as_matrix(x1, order1, shape1)
    if shape1[0] == 1 == shape2[1]:  # two vectors: a quarter of the time of two matrices
        return matmul(rows[0], x2.permute(order2).reshape(-1)).reshape(shape)
    return matmul(rows, _as_matrix(x2, order2, shape2)).reshape(shape)


def _as_matrix(x, order, shape):
    """Return ``x`` with its axes in an order and put together to two."""
    if is_turned(order, tuple(x.shape), shape[1]):
        return x.reshape(shape[::-1]).T  # of two axes: no copy
    return x.permute(order).reshape(shape)


def tensordot(x1, x2, /, *, axes=2):
    return _contract_axes(x1, x2, axes)


def vecdot(x1, x2, /, *, axis=-1):
    ndim1, ndim2 = x1.ndim, x2.ndim
    if ndim1 == 1 == ndim2 and axis in (-1, 0) and x1.shape == x2.shape:
        return matmul(x1.conj(), x2)
    require_vectors(x1, x2, "vecdot")
    x1 = x1.movedim(normal_axis(axis, ndim1), -1)
    x2 = x2.movedim(normal_axis(axis, ndim2), -1)
    if x1.shape[-1] != x2.shape[-1]:
        raise IvyValueError(f"vecdot: vectors of {x1.shape[-1]} and {x2.shape[-1]} elements")
    return matmul(x1.conj().unsqueeze(-2), x2.unsqueeze(-1))[..., 0, 0]


def outer(x1, x2, /):
    if x1.ndim == 1 == x2.ndim:
        return torch.outer(x1, x2)
    return x1.reshape(-1, 1) * x2.reshape(1, -1)


def inner(x1, x2, /):
    ndim1, ndim2 = x1.ndim, x2.ndim
    if not ndim1 or not ndim2:
        return x1 * x2
    if ndim2 <= 2 and x1.shape[-1] == x2.shape[-1]:
        return matmul(x1, x2 if ndim2 == 1 else x2.mT)
    return _contract_axes(x1, x2, inner_axes(ndim1, ndim2))


def dot(x1, x2, /):
    ndim1, ndim2 = x1.ndim, x2.ndim
    if ndim1 == 1 == ndim2 and x1.dtype in _FLOATING and x1.numel() == x2.numel():
        return torch.dot(x1, x2)
    if not ndim1 or not ndim2:
        return x1 * x2
    if ndim2 <= 2 and x1.shape[-1] == x2.shape[0]:
        return matmul(x1, x2)
    return _contract_axes(x1, x2, dot_axes(ndim1, ndim2))


def cross(x1, x2, /, *, axis=-1):
    dtype, shape = x1.dtype, x1.shape
    if shape == x2.shape and dtype in _FLOATING and shape and shape[-1] == 3 and axis == -1:
        return torch.linalg.cross(x1, x2)
    require_vectors(x1, x2, "cross")
    x1 = x1.movedim(normal_axis(axis, x1.ndim), -1)
    x2 = x2.movedim(normal_axis(axis, x2.ndim), -1)
    check_cross(x1, x2, -1, x1.dtype is torch.bool)
    signed = SIGNED.get(dtype, dtype)
    x1, x2 = torch.broadcast_tensors(x1.view(signed), x2.view(signed))
    return torch.linalg.cross(x1, x2, dim=-1).view(dtype).movedim(-1, axis)


def _sum_dtype(dtype):
    """Return the dtype in which NumPy sums, that of the platform's integers or wider."""
    if dtype.is_floating_point or dtype.is_complex:
        return dtype
    return torch.uint64 if not dtype.is_signed and dtype is not torch.bool else torch.int64


def _sum_last_axis(x, dtype):
    if dtype in SIGNED:  # PyTorch sums no wide unsigned integers
        return x.to(dtype).view(SIGNED[dtype]).sum(-1, dtype=SIGNED[dtype]).view(dtype)
    return x.sum(-1, dtype=dtype)


def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None):
    plain = offset == 0 and axis1 == 0 and axis2 == 1 and dtype is None
    if plain and x.ndim == 2 and x.dtype in _FLOATING:
        return torch.trace(x)
    diag = diagonal(x, offset=offset, axis1=axis1, axis2=axis2)
    if dtype is None and diag.dtype in _FLOATING:
        return diag.sum(-1)
    return _sum_last_axis(diag, dtype or _sum_dtype(x.dtype))


def matrix_transpose(x, /, *, conjugate=False):
    require_two_axes(x.ndim)
    return x.mT.conj().resolve_conj() if conjugate and x.is_complex() else x.mT


def diagonal(x, /, *, offset=0, axis1=-2, axis2=-1):
    try:
        return torch.diagonal(x, offset, axis1, axis2)
    except IndexError as err:
        if x.ndim < 2:  # of a vector NumPy says that two dimensions are needed, nothing of axes
            raise standing_for(err, IvyValueError) from err
        raise


def kron(x1, x2, /):
    return torch.kron(x1, x2)


# Norms
def _as_floating(x, dtype=None):
    """Cast to ``dtype`` unless it is None; then integers and bools to float64."""
    if dtype is not None:
        x = x.to(dtype)
    return x if x.is_floating_point() or x.is_complex() else x.to(torch.float64)


def matrix_norm(x, /, *, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    check_choice("matrix_norm", "ord", ord, MATRIX_ORDERS)
    x, axes = _as_floating(x, dtype), matrix_axes(axis, x.ndim)
    if x.dtype in _FLOATING and ord != "fro" and x.numel():
        return torch.linalg.matrix_norm(x, ord, axes, keepdims)
    if ord in ("nuc", 2, -2):
        _require_lapack_dtype(x, "matrix_norm")
    if ord == "fro":
        return torch.linalg.vector_norm(x, 2, dim=axes, keepdim=keepdims)
    if ord in ("nuc", 2, -2):
        return torch.linalg.matrix_norm(x, ord, dim=axes, keepdim=keepdims)
    # sums of rows or columns; PyTorch's own refuse half precision
    summed, kept = axes if abs(ord) == 1 else axes[::-1]
    sums = x.abs().sum(summed, keepdim=True)
    found = sums.amax(kept, keepdim=True) if ord > 0 else sums.amin(kept, keepdim=True)
    return found if keepdims else found.squeeze(axes)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    check_vector_order(ord)
    x = _as_floating(x, dtype)
    if axis is None and not keepdims and x.ndim and ord == 2:
        return torch.linalg.vector_norm(x)
    axes = vector_axes(axis, x.ndim)
    if not axes:
        return torch.linalg.vector_norm(x.reshape(1), ord)
    if abs(ord) == math.inf and x.numel() and not x.requires_grad:
        kernel = torch.amax if ord > 0 else torch.amin
        return kernel(x.abs(), axes, keepdims)  # torch's own takes seven times as long
    return torch.linalg.vector_norm(x, ord, dim=axes, keepdim=keepdims)


def _require_lapack_dtype(x, function) -> None:
    """Raise if ``function`` of ``linalg`` refuses the dtype of ``x``."""
    linalg_dtype(dtype_name(x.dtype), function)


def cond(x, /, *, p=None):
    by_values = check_cond(x, p)
    x = x.to(getattr(torch, linalg_dtype(dtype_name(x.dtype), "cond")))
    if by_values:
        found = torch.linalg.cond(x, p)
    else:  # torch's own writes over the inverse, of which the gradient is made
        inverse, info = torch.linalg.inv_ex(x)
        norms = torch.linalg.matrix_norm(x, p), torch.linalg.matrix_norm(inverse, p)
        found = torch.where(info != 0, math.inf, norms[0] * norms[1])
    missing = found.isnan() & ~x.isnan().any(-1).any(-1)  # zero divided by zero
    return torch.where(missing, math.inf, found)


def matrix_exp(x, /):
    require_square(x, "matrix_exp")
    return torch.linalg.matrix_exp(
        x.to(getattr(torch, linalg_dtype(dtype_name(x.dtype), "matrix_exp")))
    )
