"""Functions and classes that make sparse tensors of indices and values."""

from __future__ import annotations

from typing import Any

from ..compat import standins
from ..dispatch.func_wrapper import torch_function
from ..operations.creation import as_tensor, zeros
from ..tensors.dtypes import int64
from ..tensors.layouts import sparse_coo, sparse_csc, sparse_csr
from ..tensors.legacy_types import LEGACY_TYPES, LegacyType
from ..tensors.size import Size
from ..tensors.tensor import Tensor
from .sparse_tensor import SparseTensor, coo, elements_of


@torch_function(composed=True, name="torch.sparse_coo_tensor")
def sparse_coo_tensor(
    indices: Any = None, values: Any = None, size: Any = None, *, dtype=None, device=None,
    pin_memory=False, requires_grad=False, check_invariants=None, is_coalesced=None,
):  # fmt: skip
    """Make a sparse tensor of the indices of its elements, and their values.

    Parameters
    ----------
    indices : array-like, shape (sparse_dim, nnz)
        Or the size alone: a tensor without elements.
    values : array-like, shape (nnz, ...)
    size : sequence of int, optional
        The least in which the indices lie.

    Raises: RuntimeError if there are not as many indices as values.

    >>> torch.sparse_coo_tensor([[0, 1]], [3, 4]).to_dense()
    tensor([3, 4])
    """
    if values is None:
        size = indices if size is None else size
        indices = zeros((len(size), 0), dtype=int64, device=device)
        values = zeros((0,), dtype=dtype, device=device)
    else:
        values = as_tensor(values, dtype=dtype, device=device)
        indices = as_tensor(indices, device=values.device).to(int64)  # fractions are cut off
    if indices.ndim != 2:
        raise RuntimeError("indices must be sparse_dim x nnz, but got: " + str(list(indices.shape)))
    if not values.ndim:
        values = values.expand((indices.shape[1],))
    if indices.shape[1] != values.shape[0]:
        raise RuntimeError(
            "indices and values must have same nnz, but got nnz from indices: "
            f"{indices.shape[1]}, nnz from values: {values.shape[0]}"
        )
    if size is None:
        lengths = (indices.amax(1) + 1).tolist() if indices.shape[1] else [0] * indices.shape[0]
        size = (*lengths, *values.shape[1:])
    elif len(size) != indices.shape[0] + values.ndim - 1:
        raise RuntimeError(
            f"number of dimensions must be sparse_dim ({indices.shape[0]}) + dense_dim "
            f"({values.ndim - 1}), but got {len(size)}"
        )
    elif check_invariants:
        _check_bounds(indices, size)
    elements, marked = elements_of(values, requires_grad)
    made = coo(indices, elements, size, bool(is_coalesced))
    made.marked = marked
    return made


def _check_bounds(indices, size) -> None:
    """Raise RuntimeError for an index outside of a sparse tensor's size."""
    if not indices.shape[1]:
        return
    for dim, (low, high) in enumerate(
        zip(indices.amin(1).tolist(), indices.amax(1).tolist(), strict=True)
    ):
        if low < 0:
            raise RuntimeError(f"found negative index {low} for dim {dim}")
        if high >= size[dim]:
            raise RuntimeError(
                f"size is inconsistent with indices: for dim {dim}, size is {size[dim]} but found "
                f"index {high}"
            )


def _compressed(layout, compressed, plain, values, size, *, dtype, device, requires_grad):
    """Return a sparse matrix in the layout CSR or CSC, of its indices and values."""
    values = as_tensor(values, dtype=dtype, device=device)
    compressed, plain = (as_tensor(each, device=values.device) for each in (compressed, plain))
    if compressed.ndim != 1:
        raise standins.refuse(f"torch.sparse: a batch of {layout}")
    if size is None:
        size = (compressed.shape[0] - 1, int(plain.max()) + 1 if plain.shape[0] else 0)
        size = (*(size if layout is sparse_csr else size[::-1]), *values.shape[1:])
    elements, marked = elements_of(values, requires_grad)
    return SparseTensor(layout, (compressed, plain), elements, size, marked=marked)


@torch_function(composed=True, name="torch.sparse_csr_tensor")
def sparse_csr_tensor(
    crow_indices: Any, col_indices: Any, values: Any, size: Any = None, *, dtype=None,
    device=None, pin_memory=False, requires_grad=False, check_invariants=None,
):  # fmt: skip
    """Make a sparse matrix of the places where its rows begin.

    Parameters
    ----------
    crow_indices : array-like, shape (rows + 1,), integer
        Before which value each row begins, and their number.
    col_indices : array-like, shape (nnz,), integer
    values : array-like, shape (nnz, ...)
    size : sequence of int, optional
        The least in which the indices lie.
    """
    return _compressed(
        sparse_csr, crow_indices, col_indices, values, size,
        dtype=dtype, device=device, requires_grad=requires_grad,
    )  # fmt: skip


@torch_function(composed=True, name="torch.sparse_csc_tensor")
def sparse_csc_tensor(
    ccol_indices: Any, row_indices: Any, values: Any, size: Any = None, *, dtype=None,
    device=None, pin_memory=False, requires_grad=False, check_invariants=None,
):  # fmt: skip
    """Make a sparse matrix of the places where its columns begin: see ``sparse_csr_tensor``."""
    return _compressed(
        sparse_csc, ccol_indices, row_indices, values, size,
        dtype=dtype, device=device, requires_grad=requires_grad,
    )  # fmt: skip


@torch_function(composed=True, name="torch.sparse_compressed_tensor")
def sparse_compressed_tensor(
    compressed_indices: Any, plain_indices: Any, values: Any, size: Any = None, *, layout=None,
    **options,
):  # fmt: skip
    """Make a sparse matrix in the layout CSR or CSC.

    Raises: NotImplementedError for layouts of blocks.
    """
    make = {sparse_csr: sparse_csr_tensor, sparse_csc: sparse_csc_tensor}.get(layout)
    if make is None:
        raise standins.refuse(f"torch.sparse: a tensor of {layout}")
    return make(compressed_indices, plain_indices, values, size, **options)


class _SparseType(LegacyType):
    """Metaclass of ``torch.sparse.FloatTensor`` and its kin: sparse tensors of one dtype."""

    def __instancecheck__(cls, instance) -> bool:
        if not (isinstance(instance, Tensor) and instance.layout is sparse_coo):
            return False
        return instance.dtype is cls.dtype

    def __call__(cls, *data, device=None) -> Tensor:
        """Make a sparse tensor of sizes, or of indices, values (of any dtype) and a size."""
        if not data or isinstance(data[0], (int, Size)):
            size = data[0] if data and isinstance(data[0], Size) else data or (0,)
            return sparse_coo_tensor(size=tuple(size), dtype=cls.dtype, device=device)
        indices, values, *size = data
        return sparse_coo_tensor(indices, values, *size, device=device)

    def __repr__(cls) -> str:
        return f"<class 'torch.sparse.{cls.__name__}'>"


SPARSE_TYPES = {
    name: _SparseType(name, (), {"dtype": kind.dtype, "__module__": "torch.sparse"})
    for name, kind in LEGACY_TYPES.items()
    if name != "BoolTensor"
}
__all__ = [
    "SPARSE_TYPES", "sparse_compressed_tensor", "sparse_coo_tensor", "sparse_csc_tensor",
    "sparse_csr_tensor",
]  # fmt: skip
