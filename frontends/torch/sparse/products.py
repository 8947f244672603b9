"""Products of sparse matrices, with dense ones and with each other."""

from __future__ import annotations

from typing import Any

from ..compat import standins
from ..dispatch.func_wrapper import torch_function
from ..operations.creation import arange
from ..operations.joining import stack
from ..tensors.layouts import sparse_coo
from ..tensors.tensor import Tensor
from .operations import t
from .sparse_tensor import (
    SparseTensor,
    as_coo,
    coalesced,
    coo,
    coordinates,
    find_pairs,
    implements,
    in_layout,
    sparse_dim,
    sum_by_group,
    with_elements,
)

TensorLike = Any
_REDUCTIONS = {"mean": "mean", "amax": "amax", "max": "amax", "amin": "amin", "min": "amin"}


def _check_matrices(first: Tensor, second: Tensor) -> None:
    """Raise RuntimeError if the sizes of two matrices do not go together."""
    for x in (first, second):
        dims = sparse_dim(x) if isinstance(x, SparseTensor) else x.ndim
        if dims != 2 or x.ndim != 2:
            raise RuntimeError(f"addmm: matrices expected, got {dims}D tensor")
    if first.shape[1] != second.shape[0]:
        (m, k), (n, p) = first.shape, second.shape
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({m}x{k} and {n}x{p})")


def _times_dense(x: SparseTensor, dense: Tensor, reduce: str = "sum") -> Tensor:
    """Multiply a sparse by a dense matrix, (m, k) and (k, n), and reduce terms to (m, n)."""
    indices = coordinates(x)
    terms = x.elements.unsqueeze(1) * dense.index_select(0, indices[1])
    if reduce == "sum":
        return sum_by_group(terms, indices[0], x.shape[0])
    zeros = terms.new_zeros((x.shape[0], dense.shape[1]))
    where = indices[0].unsqueeze(1).expand(terms.shape)
    return zeros.scatter_reduce(0, where, terms, reduce, include_self=False)


def _times_sparse(first: SparseTensor, second: SparseTensor) -> SparseTensor:
    """Multiply two sparse matrices, (m, k) and (k, n): as many terms as pairs of values meet."""
    a, b = as_coo(first), coalesced(as_coo(second))
    at, other = find_pairs(b.places[0][0], a.places[0][1], b.shape[0])
    indices = stack([a.places[0][0][at], b.places[0][1][other]])
    made = coo(indices, a.elements[at] * b.elements[other], (first.shape[0], second.shape[1]))
    return in_layout(coalesced(made), first.layout)


@implements("mm")
def matrix_product(input, mat2):
    """Multiply two matrices of which one is sparse, or both."""
    _check_matrices(input, mat2)
    if isinstance(input, SparseTensor):
        multiply = _times_sparse if isinstance(mat2, SparseTensor) else _times_dense
        return multiply(input, mat2)
    return _times_dense(t(mat2), input.t()).t()


@torch_function(composed=True, name="torch.sparse.mm")
def mm(mat1: TensorLike, mat2: TensorLike, reduce="sum"):
    """Multiply matrices, of which the first is sparse.

    Parameters
    ----------
    mat1, mat2 : Tensor, shapes (m, k) and (k, n)
        The result is sparse if both are.
    reduce : {'sum', 'mean', 'amax', 'amin', 'max', 'min'}
        What becomes of the terms of an element; of CSR times dense only.

    References: PyTorch documentation, torch.sparse.mm.
    """
    if reduce == "sum":
        if not isinstance(mat1, SparseTensor) and not isinstance(mat2, SparseTensor):
            return mat1.mm(mat2)
        return matrix_product(mat1, mat2)
    if reduce not in _REDUCTIONS or not isinstance(mat1, SparseTensor):
        raise standins.refuse(f"torch.sparse: torch.sparse.mm with reduce={reduce!r}")
    _check_matrices(mat1, mat2)
    return _times_dense(mat1, mat2, _REDUCTIONS[reduce])


implements("sparse.mm")(mm.function.body)


@implements("mv")
def matrix_times_vector(input, vec):
    return matrix_product(input, vec.unsqueeze(1))[:, 0]


@implements("matmul")
def matmul(input, other):
    """Multiply as ``@`` does: a dense operand may be a vector, or a batch of matrices."""
    if isinstance(input, SparseTensor) and other.ndim == 1:
        return matrix_times_vector(input, other)
    if isinstance(other, SparseTensor) and input.ndim == 1:
        return matrix_times_vector(t(other), input)
    if input.ndim == other.ndim == 3:
        return bmm(input, other)
    if isinstance(input, SparseTensor) and input.ndim == 2 and other.ndim > 2:
        # the batch becomes columns
        columns = other.movedim(-2, 0)
        made = matrix_product(input, columns.reshape(columns.shape[0], -1))
        return made.reshape(-1, *columns.shape[1:]).movedim(0, -2)
    return matrix_product(input, other)


@implements("nn.functional.linear")
def linear(input, weight, bias=None):
    """Multiply by the transposed weight, and add the bias; the result is dense."""
    made = matmul(input, t(weight) if isinstance(weight, SparseTensor) else weight.t())
    return made if bias is None else made + bias


@implements("bmm")
def bmm(input, mat2):
    """Multiply a batch of sparse matrices by a dense one: one product of a block diagonal."""
    if not isinstance(input, SparseTensor) or isinstance(mat2, SparseTensor):
        raise standins.refuse("torch.sparse: torch.bmm but of sparse with dense tensors")
    (batch, m, k), indices = input.shape, as_coo(input).places[0]
    if mat2.shape[:2] != (batch, k):
        raise RuntimeError(
            "bmm: Expected size for first two dimensions of batch2 tensor to be: "
            f"[{batch}, {k}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    blocks = stack([indices[0] * m + indices[1], indices[0] * k + indices[2]])
    made = coo(blocks, as_coo(input).elements, (batch * m, batch * k))
    return _times_dense(made, mat2.reshape(batch * k, -1)).reshape(batch, m, -1)


@implements("addmm")
def _add_product(input, mat1, mat2, *, beta=1, alpha=1):
    product = matrix_product(mat1, mat2)
    if isinstance(input, SparseTensor) != isinstance(product, SparseTensor):
        raise standins.refuse("torch.sparse: torch.addmm of sparse with dense summands")
    product = product if alpha == 1 else product * alpha
    return product + (input if beta == 1 else input * beta)


@torch_function(composed=True, name="torch.sparse.addmm")
def addmm(mat: TensorLike, mat1: TensorLike, mat2: TensorLike, *, beta=1, alpha=1):
    """``beta * mat + alpha * (mat1 @ mat2)``, of a sparse ``mat1`` and a dense ``mat2``.

    References: PyTorch documentation, torch.sparse.addmm.
    """
    return _add_product(mat, mat1, mat2, beta=beta, alpha=alpha)


implements("sparse.addmm")(addmm.function.body)


@torch_function(composed=True, name="torch.dsmm")
def dsmm(input: TensorLike, mat2: TensorLike):
    """Multiply a sparse by a dense matrix; the old name of :func:`torch.mm`."""
    return input.mm(mat2)


@torch_function(composed=True, name="torch.spmm")
def spmm(input: TensorLike, mat2: TensorLike):
    """Multiply matrices, of which the first may be sparse; another old name of :func:`torch.mm`."""
    return input.mm(mat2)


implements("dsmm", "spmm")(dsmm.function.body)


@torch_function(composed=True, name="torch.smm")
def smm(input: TensorLike, mat: TensorLike):
    """Multiply a sparse by a dense matrix, to a sparse one of all elements.

    References: PyTorch documentation, torch.smm.
    """
    dense = matrix_product(input, mat)
    (m, n), options = dense.shape, {"device": dense.device}
    rows = arange(m, **options).repeat_interleave(n)
    return coo(stack([rows, arange(n, **options).repeat(m)]), dense.reshape(-1), (m, n), True)


implements("smm")(smm.function.body)


@torch_function(composed=True, name="torch.sparse.sampled_addmm")
def sampled_addmm(input: TensorLike, mat1: TensorLike, mat2: TensorLike, *, beta=1.0, alpha=1.0):
    """``beta * input + alpha * (mat1 @ mat2)`` at the indices of a sparse ``input``, of CSR.

    References: PyTorch documentation, torch.sparse.sampled_addmm.
    """
    if input.layout is sparse_coo:
        raise RuntimeError("Expected self to have sparse csr layout, but got layout = Sparse")
    indices = coordinates(input)
    terms = (mat1.index_select(0, indices[0]) * mat2.t().index_select(0, indices[1])).sum(1)
    return with_elements(input, input.elements * beta + terms * alpha)


implements("sparse.sampled_addmm")(sampled_addmm.function.body)
__all__ = ["addmm", "dsmm", "mm", "sampled_addmm", "smm", "spmm"]
