"""Methods of tensors that ask for a layout, or change it."""

from __future__ import annotations

from collections.abc import Callable

from ivy_core.backends.holder import held

from ..dispatch import native
from ..dispatch.errors import entry
from ..tensors.layouts import sparse_coo, sparse_csc, sparse_csr, strided
from ..tensors.tensor import Tensor
from . import operations
from .sparse_tensor import (
    SparseTensor,
    coalesced,
    coo,
    in_layout,
)

METHODS: dict[str, Callable] = {}
_LAYOUT_NAMES = {strided: "Strided", sparse_coo: "Sparse", sparse_csr: "SparseCsr",
                 sparse_csc: "SparseCsc"}  # fmt: skip


def _real_of(x: Tensor):
    """Return real PyTorch's tensor that a tensor holds; None if it holds none."""
    if isinstance(x, SparseTensor):
        return None
    there = held(x)
    return there if isinstance(there, native.tensor_class) else None


def _declare_method(function: Callable) -> Callable:
    """Declare a method; of real PyTorch's tensors it is theirs."""
    name = function.__name__

    def method(self, *args, **options):
        there = _real_of(self)
        if there is None:
            return function(self, *args, **options)
        return native.called(getattr(there, name), args, options)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = function.__doc__
    METHODS[name] = entry(method)
    return function


def _check_layout(x: Tensor, name: str, wanted: tuple, kind: str) -> None:
    if x.layout not in wanted:
        shown = _LAYOUT_NAMES[x.layout]
        raise RuntimeError(f"{name} expected sparse {kind}tensor layout but got {shown}")


# facts


@_declare_method
def sparse_dim(self) -> int:
    """Count the dimensions that indices are kept of."""
    return 0 if not isinstance(self, SparseTensor) else self.ndim - dense_dim(self)


@_declare_method
def dense_dim(self) -> int:
    """Count the dimensions of each value."""
    return self.elements.ndim - 1 if isinstance(self, SparseTensor) else self.ndim


@_declare_method
def _nnz(self) -> int:
    """Count the values that are kept."""
    _check_layout(self, "_nnz", (sparse_coo, sparse_csr, sparse_csc), "")
    return self.elements.shape[0]


@_declare_method
def is_coalesced(self) -> bool:
    """Return whether indices are known to be sorted, each of them there once."""
    _check_layout(self, "is_coalesced", (sparse_coo,), "coordinate ")
    return self.is_unique


@_declare_method
def _coalesced_(self, coalesced: bool):
    """Say that indices are sorted, each of them there once, or not."""
    self.is_unique = bool(coalesced)
    return self


# parts


@_declare_method
def coalesce(self):
    """Return the tensor with sorted indices, the values of equal ones added up."""
    _check_layout(self, "coalesce", (sparse_coo,), "coordinate ")
    return coalesced(self)


@_declare_method
def indices(self):
    """Return the indices, shape (sparse_dim, nnz)."""
    _check_layout(self, "indices", (sparse_coo,), "coordinate ")
    _check_coalesced(self, "indices")
    return self.places[0]


@_declare_method
def values(self):
    """Return the values, shape (nnz, *dense sizes)."""
    _check_layout(self, "values", (sparse_coo, sparse_csr, sparse_csc), "")
    _check_coalesced(self, "values")
    return self.elements


def _check_coalesced(x: SparseTensor, name: str) -> None:
    if x.layout is sparse_coo and not x.is_unique:
        raise RuntimeError(
            f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first"
        )


@_declare_method
def _indices(self):
    """Return the indices as they are kept."""
    _check_layout(self, "_indices", (sparse_coo,), "coordinate ")
    return self.places[0]


@_declare_method
def _values(self):
    """Return the values as they are kept, without history."""
    _check_layout(self, "_values", (sparse_coo,), "coordinate ")
    return self.elements.detach()


def _declare_places(name: str, wanted, kind: str, at: int) -> None:
    def part(self):
        _check_layout(self, name, (wanted,), f"{kind} compressed ")
        return self.places[at]

    part.__name__, part.__doc__ = name, f"Return the {name.replace('_', ' ')} of such a layout."
    _declare_method(part)


_declare_places("crow_indices", sparse_csr, "row", 0)
_declare_places("col_indices", sparse_csr, "row", 1)
_declare_places("ccol_indices", sparse_csc, "column", 0)
_declare_places("row_indices", sparse_csc, "column", 1)


# conversions


@_declare_method
def to_dense(self, dtype=None, *, masked_grad=None):
    """Return all elements as a plain tensor.

    References: PyTorch documentation, torch.Tensor.to_dense.
    """
    if isinstance(self, SparseTensor):
        return operations.to_dense(self, dtype)
    return self if dtype is None else self.to(dtype)


@_declare_method
def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """Return the tensor in a sparse layout, COO if none is named.

    Parameters
    ----------
    sparse_dim : int, optional
        How many dimensions indices are kept of; all if not given.
    layout : layout, optional

    References: PyTorch documentation, torch.Tensor.to_sparse.
    """
    made = self if isinstance(self, SparseTensor) else _nonzeros(self, sparse_dim)
    return in_layout(made, sparse_coo if layout is None else layout)


def _nonzeros(x: Tensor, count: int | None) -> SparseTensor:
    """Return a dense tensor as COO, its first ``count`` dimensions by indices."""
    count = x.ndim if count is None else count
    mask = x.detach() != 0
    for _ in range(x.ndim - count):
        mask = mask.any(-1)
    found = mask.nonzero().t()
    return coo(found, x[tuple([found[row] for row in range(count)])], x.shape, is_unique=True)


@_declare_method
def to_sparse_coo(self):
    """Return the tensor in the layout COO."""
    return to_sparse(self)


@_declare_method
def to_sparse_csr(self, dense_dim=None):
    """Return the tensor in the layout CSR, compressed by rows."""
    return to_sparse(self, layout=sparse_csr)


@_declare_method
def to_sparse_csc(self, dense_dim=None):
    """Return the tensor in the layout CSC, compressed by columns."""
    return to_sparse(self, layout=sparse_csc)


@_declare_method
def sparse_mask(self, mask):
    """Return the elements at the indices of a sparse tensor."""
    return operations.sparse_mask(self, mask)


__all__ = ["METHODS"]
