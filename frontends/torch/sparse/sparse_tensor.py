"""Tensors of which only some elements are kept: their indices, and their values.

Indices and values are plain tensors, so all backends have such tensors, a tape records what becomes
of the values, and a compiled function may hold them as long as their number is known. Functions
reach them by ``__torch_function__``, which looks up :data:`OPERATIONS`; what is not in that table
raises. On PyTorch's own backend nothing of this is used: its tensors are real PyTorch's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from frontends.common.shown_classes import SHOWN_CLASSES
from frontends.torch.dispatch.docstrings import citing

from ..autograd.grad_mode import mode
from ..compat import standins
from ..dispatch.func_wrapper import ivy, torch_function
from ..operations.creation import arange
from ..operations.joining import cat, stack
from ..operations.sorting import searchsorted, sort, unique
from ..tensors.devices import device
from ..tensors.dtypes import LEGACY_NAMES, bool_, dtype, get_default_dtype, int64, uint8
from ..tensors.layouts import layout, sparse_coo, sparse_csc, sparse_csr
from ..tensors.printing import sparse_text
from ..tensors.size import Size
from ..tensors.tensor import Tensor, to_numpy

TensorLike = Any
# What functions do with sparse tensors, by their name in PyTorch behind "torch." or "torch.Tensor."
OPERATIONS: dict[str, Callable] = {}
_LAYOUT_NAMES = {sparse_coo: "Sparse", sparse_csr: "SparseCsr", sparse_csc: "SparseCsc"}


def implements(*names: str) -> Callable:
    """Return a decorator that enters a function in :data:`OPERATIONS` under each of ``names``."""

    def enter(function: Callable) -> Callable:
        OPERATIONS.update(dict.fromkeys(names, function))
        return function

    return enter


class SparseTensor(Tensor):
    """Tensor in one of the layouts COO, CSR and CSC.

    Attributes
    ----------
    layout : layout
    places : tuple of Tensor
        COO: the indices, shape (sparse_dim, nnz). CSR and CSC: compressed indices, shape
        (rows + 1,) or (columns + 1,), and plain ones, shape (nnz,).
    elements : Tensor, shape (nnz, *dense sizes)
    is_unique : bool
        Whether the indices of COO are known to be sorted, each of them once: ``is_coalesced()``.
    marked : bool
        Whether gradients were asked for of this tensor itself: it is a leaf then.
    """

    __slots__ = ("layout", "places", "elements", "_sizes", "is_unique", "marked")

    def __new__(cls, layout, places, elements, sizes, is_unique=False, marked=False):
        made = object.__new__(cls)
        made.layout, made.places, made.elements = layout, places, elements
        made._sizes, made.is_unique, made.marked = Size(sizes), is_unique, marked
        return made

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too

    @property
    def _data(self):
        raise standins.refuse(f"torch.sparse: this use of a tensor of layout {self.layout}")

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.function.name.removeprefix("torch.").removeprefix("Tensor.")
        function = OPERATIONS.get(name)
        if function is None or kwargs.get("out") is not None:
            raise standins.refuse(f"torch.sparse: torch.{name}")
        return function(*args, **kwargs)

    # facts

    shape = property(lambda self: self._sizes)
    ndim = property(lambda self: len(self._sizes))
    dtype: dtype = property(lambda self: self.elements.dtype)
    device: device = property(lambda self: self.elements.device)
    is_sparse = property(lambda self: self.layout is sparse_coo)
    is_sparse_csr = property(lambda self: self.layout is sparse_csr)

    def type(self, dtype=None, non_blocking=False, **options):
        if dtype is not None:
            return with_elements(self, self.elements.type(dtype))
        if self.layout is not sparse_coo:
            raise RuntimeError(f"Unimplemented backend {_LAYOUT_NAMES[self.layout]}CPU")
        return f"torch.sparse.{LEGACY_NAMES[self.dtype.name]}"

    def to(self, *args, **options):
        if options.pop("layout", self.layout) is not self.layout:
            raise standins.refuse("torch.sparse: Tensor.to with a layout")
        elements = self.elements.to(*args, **options)
        if elements is self.elements:
            return self
        made = with_elements(self, elements)
        made.places = tuple([each.to(elements.device) for each in self.places])
        return made

    def cpu(self, memory_format=None):
        return self.to("cpu")

    def cuda(self, device=None, non_blocking=False, memory_format=None):
        return self.to("cuda" if device is None else device)

    def is_contiguous(self, memory_format=None) -> bool:
        return False

    # gradients: those of the values

    grad_fn = property(lambda self: None if self.marked else self.elements.grad_fn)
    is_leaf = property(lambda self: self.marked or not self.requires_grad)

    @property
    def requires_grad(self) -> bool:
        return self.elements.requires_grad

    @requires_grad.setter
    def requires_grad(self, wanted: bool) -> None:
        self.requires_grad_(wanted)

    def requires_grad_(self, requires_grad: bool = True):
        self.elements = self.elements if self.requires_grad else self.elements.detach()
        self.elements.requires_grad_(requires_grad)
        self.marked = bool(requires_grad) and self.elements.is_leaf
        return self

    @property
    def grad(self):
        found = self.elements.grad if self.marked else None
        return None if found is None else with_elements(self, found)

    @grad.setter
    def grad(self, value) -> None:
        self.elements.grad = None if value is None else value.elements

    def detach(self):
        return with_elements(self, self.elements.detach())

    # Python's protocols

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        made, axis = self, 0
        for each in index:
            if isinstance(each, slice) and each == slice(None):
                axis += 1
            elif isinstance(each, (int, np.integer)):
                made = made.select(axis, int(each))
            else:
                raise standins.refuse(f"torch.sparse: indexing by {each!r}")
        return made

    def __repr__(self, *, tensor_contents=None) -> str:
        grad_fn = self.grad_fn
        hosts = [to_numpy(each) for each in self.places]
        return sparse_text(
            dict(zip(_NAMES[self.layout], hosts, strict=True)),
            to_numpy(self.elements.detach()),
            self.dtype.name,
            tuple(self.shape),
            repr(self.layout),
            default_dtype=get_default_dtype().name,
            device=None if self.device.type == "cpu" else str(self.device),
            grad_fn=None if grad_fn is None else grad_fn.name().rpartition("::")[2],
            requires_grad=self.requires_grad,
        )

    def __deepcopy__(self, memo: dict):
        if id(self) not in memo:
            memo[id(self)] = _rebuilt(*copy.deepcopy(self._facts(), memo))
        return memo[id(self)]

    def __copy__(self):
        return _rebuilt(*self._facts())

    def __reduce_ex__(self, protocol: int):
        return _rebuilt, self._facts()

    def _facts(self) -> tuple:
        """List layout, parts and sizes, as the constructor takes them."""
        elements = self.elements
        return self.layout, self.places, elements, tuple(self.shape), self.is_unique, self.marked


SparseTensor.__name__ = SparseTensor.__qualname__ = "Tensor"
SHOWN_CLASSES[SparseTensor] = Tensor
_NAMES = {
    sparse_coo: ("indices",),
    sparse_csr: ("crow_indices", "col_indices"),
    sparse_csc: ("ccol_indices", "row_indices"),
}


def _rebuilt(*facts) -> SparseTensor:
    return SparseTensor(*facts)


# parts


def with_elements(x: SparseTensor, elements: Tensor) -> SparseTensor:
    """Return a sparse tensor with the indices of ``x`` and other values, (nnz, *dense sizes)."""
    sizes = (*x.shape[: sparse_dim(x)], *elements.shape[1:])
    return SparseTensor(x.layout, x.places, elements, sizes, x.is_unique)


def coo(indices: Tensor, elements: Tensor, sizes, is_unique: bool = False) -> SparseTensor:
    """Return a tensor in the layout COO, of indices (sparse_dim, nnz) and values (nnz, ...)."""
    return SparseTensor(sparse_coo, (indices,), elements, sizes, is_unique)


def sparse_dim(x: SparseTensor) -> int:
    """Count the dimensions that indices are kept of."""
    return x.places[0].shape[0] if x.layout is sparse_coo else 2


def sparse_sizes(x: SparseTensor) -> tuple[int, ...]:
    """Return the lengths of the dimensions that indices are kept of."""
    return tuple(x.shape[: sparse_dim(x)])


def coordinates(x: SparseTensor) -> Tensor:
    """Return the indices of the values in any layout, shape (sparse_dim, nnz)."""
    if x.layout is sparse_coo:
        return x.places[0]
    compressed, plain = x.places
    # of each value, the last row that begins at it or before: its shape does not depend on values
    counted = arange(plain.shape[0], dtype=plain.dtype, device=plain.device)
    major = (searchsorted(compressed, counted, right=True) - 1).to(plain.dtype)
    return stack([major, plain] if x.layout is sparse_csr else [plain, major])


@citing(None)
def as_coo(x: SparseTensor) -> SparseTensor:
    """Return a tensor of any layout as COO; itself if it is."""
    if x.layout is sparse_coo:
        return x
    made = coo(coordinates(x).to(int64), x.elements, x.shape, is_unique=x.layout is sparse_csr)
    return coalesced(made)


def in_layout(x: SparseTensor, wanted: layout) -> SparseTensor:
    """Return a tensor of any layout in one of COO, CSR and CSC; itself if it is."""
    if x.layout is wanted:
        return x
    x = coalesced(as_coo(x))
    if wanted is sparse_coo:
        return x
    if wanted not in _NAMES:
        raise standins.refuse(f"torch.sparse: a tensor of {wanted}")
    if sparse_dim(x) != 2:
        raise standins.refuse(f"torch.sparse: {wanted} of {x.ndim} dimensions")
    (rows, columns), elements = x.places[0], x.elements
    major, plain, count = rows, columns, x.shape[0]
    if wanted is sparse_csc:
        major, order = sort(columns, stable=True)
        plain, count, elements = rows[order], x.shape[1], elements[order]
    starts = arange(count + 1, dtype=major.dtype, device=major.device)
    compressed = searchsorted(major.contiguous(), starts)
    return SparseTensor(wanted, (compressed, plain), elements, x.shape)


def flat_indices(indices: Tensor, sizes: tuple[int, ...]) -> Tensor:
    """Number indices in C order: (dims, nnz) to (nnz,)."""
    found = indices.new_zeros((indices.shape[1],))
    for row, length in enumerate(sizes):
        found = found * length + indices[row]
    return found


def unflat_indices(flat: Tensor, sizes: tuple[int, ...]) -> Tensor:
    """Return the indices of numbers in C order: (nnz,) to (dims, nnz)."""
    rows: list[Tensor] = []
    for length in reversed(sizes):
        rows.insert(0, flat % max(length, 1))
        flat = flat // max(length, 1)
    return stack(rows) if rows else flat.new_zeros((0, flat.shape[0]))


def coalesced(x: SparseTensor) -> SparseTensor:
    """Return a tensor of COO with sorted indices, the values of equal ones added up."""
    if x.is_unique:
        return x
    sizes, elements = sparse_sizes(x), x.elements
    flat, which = unique(flat_indices(x.places[0], sizes), return_inverse=True)
    made = sum_by_group(elements, which, flat.shape[0])
    return coo(unflat_indices(flat, sizes), made, x.shape, is_unique=True)


def sum_by_group(terms: Tensor, which: Tensor, count: int) -> Tensor:
    """Add up terms by their groups: (n, ...) and numbers (n,) below ``count`` to (count, ...)."""
    if terms.dtype is bool_:
        return sum_by_group(terms.to(uint8), which, count).to(bool_)
    return terms.new_zeros((count, *terms.shape[1:])).index_add(0, which, terms)


def find_pairs(keys: Tensor, queries: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Find, for each query, the keys that are equal to it.

    Parameters
    ----------
    keys, queries : Tensor of one dimension
        Whole numbers in range(count).

    Returns
    -------
    tuple of Tensor
        The positions of queries and of keys of all pairs, by queries and then by keys.
    """
    ordered, order = sort(keys, stable=True)
    starts = searchsorted(ordered, arange(count + 1, dtype=keys.dtype, device=keys.device))
    counts = (starts[1:] - starts[:-1])[queries]
    query = arange(queries.shape[0], device=keys.device).repeat_interleave(counts)
    before = cat([counts.new_zeros((1,)), counts.cumsum(0)[:-1]])
    within = arange(query.shape[0], device=keys.device) - before[query]
    return query, order[starts[queries][query] + within]


@torch_function(name="torch._sparse_coo_tensor_with_dims_and_tensors")
def of_leaf(values: TensorLike):
    """Return values as a node of the graph: those of a sparse tensor that is no leaf itself."""
    return ivy.positive(values)


def elements_of(values: Tensor, requires_grad: bool) -> tuple[Tensor, bool]:
    """Return the values of a new sparse tensor, and whether that is to be a leaf."""
    if requires_grad:
        return values.detach().clone().requires_grad_(), True
    return of_leaf(values) if values.requires_grad and mode.enabled else values, False


__all__ = [
    "OPERATIONS", "SparseTensor", "as_coo", "coalesced", "coo", "coordinates", "elements_of",
    "find_pairs", "flat_indices", "implements", "in_layout", "sparse_dim", "sparse_sizes",
    "sum_by_group", "with_elements",
]  # fmt: skip
