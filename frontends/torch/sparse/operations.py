"""Functions of sparse tensors: elementwise, reductions, shapes."""

from __future__ import annotations

import functools
from typing import Any

from ..compat import standins
from ..dispatch.func_wrapper import torch_function
from ..operations.creation import as_tensor
from ..operations.joining import cat, stack
from ..tensors.layouts import sparse_coo, sparse_csc, sparse_csr
from ..tensors.own_methods import wrapped
from ..tensors.tensor import Tensor
from .sparse_tensor import (
    SparseTensor,
    as_coo,
    coalesced,
    coo,
    coordinates,
    find_pairs,
    flat_indices,
    implements,
    in_layout,
    sparse_dim,
    sparse_sizes,
    sum_by_group,
    with_elements,
)

TensorLike = Any

# elementwise

_ZERO_AT_ZERO = """
    abs absolute asin asinh arcsin arcsinh atan atanh arctan arctanh ceil deg2rad erf erfinv expm1
    floor isinf isnan log1p rad2deg relu round sgn sign sin sinh sqrt square tan tanh trunc
""".split()


def _of_values(name: str, input: SparseTensor, *args, **options) -> SparseTensor:
    """Compute a function that is zero at zero, of the values."""
    x = coalesced(input) if input.layout is sparse_coo else input
    return with_elements(x, getattr(x.elements, name)(*args, **options))


for _name in _ZERO_AT_ZERO:
    implements(_name)(functools.partial(_of_values, _name))


@implements("neg", "negative")
def neg(input):
    return with_elements(input, -input.elements)


@implements("clone")
def clone(input, *, memory_format=None):
    made = with_elements(input, input.elements.clone())
    made.places = tuple([each.clone() for each in input.places])
    return made


@implements("pow")
def pow(input, exponent):
    if not isinstance(input, SparseTensor) or isinstance(exponent, SparseTensor):
        raise standins.refuse("torch.sparse: torch.pow with a sparse exponent")
    if not exponent:
        raise RuntimeError("pow: 0 raised to 0 is 1, and the result would not be sparse")
    return _of_values("pow", input, exponent)


def _is_scalar(value) -> bool:
    return not isinstance(value, Tensor) or not value.ndim


@implements("mul", "multiply", "__rmul__")
def mul(input, other):
    """Multiply by a number, by a dense tensor at the indices, or by a sparse one at common ones."""
    x, y = (input, other) if isinstance(input, SparseTensor) else (other, input)
    if _is_scalar(y):
        return with_elements(x, x.elements * y)
    if not isinstance(y, SparseTensor):
        return with_elements(x, x.elements * _at_indices(y.expand(x.shape), x))
    if x.shape != y.shape:
        raise RuntimeError(
            f"mul operands have incompatible sizes: {list(x.shape)} and {list(y.shape)}"
        )
    if x.places[0] is y.places[0] and x.layout is y.layout and x.is_unique:
        return with_elements(x, x.elements * y.elements)
    a, b, sizes = coalesced(as_coo(x)), coalesced(as_coo(y)), sparse_sizes(x)
    keys = flat_indices(cat([a.places[0], b.places[0]], 1), sizes)
    _, keys = keys.unique(return_inverse=True)
    count = a.places[0].shape[1]
    first, second = find_pairs(keys[count:], keys[:count], keys.shape[0])
    made = coo(a.places[0][:, first], a.elements[first] * b.elements[second], x.shape, True)
    return in_layout(made, x.layout)


def _at_indices(dense: Tensor, x: SparseTensor) -> Tensor:
    """Return the elements of a dense tensor at the indices of a sparse one, (nnz, ...)."""
    indices = coordinates(x)
    return dense[tuple([indices[row] for row in range(indices.shape[0])])]


@implements("div", "divide", "true_divide")
def div(input, other, *, rounding_mode=None):
    if not isinstance(input, SparseTensor) or not _is_scalar(other):
        raise RuntimeError(
            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
            f"{list(other.shape)} for divisor)"
        )
    return with_elements(input, input.elements.div(other, rounding_mode=rounding_mode))


@implements("add", "__radd__")
def add(input, other, *, alpha=1):
    """Add sparse tensors, or a sparse one to a dense one."""
    if isinstance(input, SparseTensor) and isinstance(other, SparseTensor):
        if input.shape != other.shape:
            raise RuntimeError(
                f"add: expected sizes of 'self' and 'other' to match, but {list(input.shape)} != "
                f"{list(other.shape)}"
            )
        a, b = as_coo(input), as_coo(other)
        more = b.elements if alpha == 1 else b.elements * alpha
        made = coo(cat([a.places[0], b.places[0]], 1), cat([a.elements, more]), a.shape)
        return in_layout(coalesced(made), input.layout)
    if isinstance(input, SparseTensor) and (
        input.layout is sparse_coo or not isinstance(other, Tensor)
    ):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    dense, x = (other, input) if isinstance(input, SparseTensor) else (input, other)
    if x is input:
        return to_dense(x) + dense * alpha
    return dense + to_dense(x) * alpha


@implements("sub", "subtract")
def sub(input, other, *, alpha=1):
    return add(input, other, alpha=-alpha)


@implements("rsub", "__rsub__")
def rsub(input, other, *, alpha=1):
    return add(other, input, alpha=-alpha)


def _declare_in_place(name: str, function) -> None:
    """Declare ``name_``, which gives the tensor the result's indices and values."""

    @implements(f"{name}_")
    def write(input, *args, **options):
        made = function(input, *args, **options)
        if not isinstance(input, SparseTensor):
            return input.copy_(made)
        if input.marked:
            raise RuntimeError(
                "a leaf Variable that requires grad is being used in an in-place operation."
            )
        input.places, input.is_unique = made.places, made.is_unique
        input.elements = made.elements.to(input.dtype)
        return input


for _name, _function in {"add": add, "sub": sub, "mul": mul, "div": div, "neg": neg,
                         "pow": pow}.items():  # fmt: skip
    _declare_in_place(_name, _function)


@implements("zeros_like")
def zeros_like(input, *, dtype=None, **options):
    dims = input.ndim if input.layout is sparse_coo else 2
    made = coo(
        input.places[0].new_zeros((dims, 0)), input.elements.new_zeros((0,), dtype=dtype),
        input.shape, is_unique=True,
    )  # fmt: skip
    return in_layout(made, input.layout)


_declare_in_place("zero", zeros_like)


# to dense


def to_dense(x: SparseTensor, dtype=None, *, masked_grad=None) -> Tensor:
    """Return all elements as a plain tensor."""
    elements = x.elements if dtype is None else x.elements.to(dtype)
    sizes = sparse_sizes(x)
    count = 1
    for length in sizes:
        count *= length
    made = sum_by_group(elements, flat_indices(coordinates(x), sizes), count)
    return made.reshape(x.shape)


# reductions


@torch_function(composed=True, name="torch.sparse.sum")
def sum(input: TensorLike, dim=None, dtype=None):
    """Add up the elements, along dimensions or all.

    What remains of dimensions that indices are kept of is sparse.

    References: PyTorch documentation, torch.sparse.sum.
    """
    if not isinstance(input, SparseTensor):
        raise RuntimeError("torch.sparse.sum: the input is not sparse")
    return _sum_along(input, dim, dtype=dtype)


implements("sparse.sum")(sum.function.body)


@implements("sum")
def _sum_along(input, dim=None, keepdim=False, *, dtype=None):
    elements = input.elements if dtype is None else input.elements.to(dtype)
    if dim is None or dim == () or dim == []:
        return elements.sum()
    if input.layout is not sparse_coo:
        raise RuntimeError("reduction operations on CSR tensors with keepdim=False is unsupported")
    if keepdim:
        raise standins.refuse("torch.sparse: torch.sum with keepdim")
    dims = {wrapped(each, input.ndim) for each in ([dim] if isinstance(dim, int) else dim)}
    count, indices = sparse_dim(input), input.places[0]
    dense = [each - count + 1 for each in dims if each >= count]
    elements = elements.sum(dense) if dense else elements
    kept = [row for row in range(count) if row not in dims]
    if not kept:
        return elements.sum(0)
    sizes = [length for at, length in enumerate(input.shape) if at not in dims]
    if len(kept) == count:
        return coo(indices, elements, sizes, input.is_unique)
    return coalesced(coo(stack([indices[row] for row in kept]), elements, sizes))


@implements("norm")
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    if len({wrapped(each, input.ndim) for each in dims}) != input.ndim or keepdim:
        raise RuntimeError(
            "norm_sparse currently only supports full reductions, so 'dim' must either be empty or "
            "contain all dimensions of the input"
        )
    x = coalesced(input) if input.layout is sparse_coo else input
    return x.elements.norm(p, dtype=dtype)


# softmax


def _group_by_others(x: SparseTensor, dim: int) -> tuple[Tensor, int]:
    """Number values by all indices but one's: return the numbers, (nnz,), and their bound."""
    sizes, indices, count = sparse_sizes(x), x.places[0], 1
    kept = [row for row in range(len(sizes)) if row != dim]
    for row in kept:
        count *= sizes[row]
    if not kept:
        return indices.new_zeros((indices.shape[1],)), 1
    others = stack([indices[row] for row in kept])
    return flat_indices(others, tuple([sizes[row] for row in kept])), count


def _log_softmax_parts(input: SparseTensor, dim: int, dtype):
    """Return a coalesced tensor, its values less the group's greatest, their groups, how many."""
    x = coalesced(as_coo(input))
    elements = x.elements if dtype is None else x.elements.to(dtype)
    which, count = _group_by_others(x, dim)
    top = elements.detach()
    least = top.new_full((count, *top.shape[1:]), float("-inf"))
    top = least.index_reduce(0, which, top, "amax")[which]
    return x, elements - top, which, count


def _declare_softmax(name: str, is_log: bool):
    def body(input: TensorLike, dim, *, dtype=None):
        dim, count = wrapped(dim, input.ndim), sparse_dim(input)
        if dim >= count:
            elements = input.elements
            made = getattr(elements, name)(dim - count + 1, dtype=dtype)
            return with_elements(input, made)
        x, shifted, which, groups = _log_softmax_parts(input, dim, dtype)
        sums = sum_by_group(shifted.exp(), which, groups)[which]
        return with_elements(x, shifted - sums.log() if is_log else shifted.exp() / sums)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"""Compute ``{name}`` along a dimension, of the values that are kept.

    References: PyTorch documentation, torch.sparse.{name}.
    """
    made = torch_function(body, composed=True, name=f"torch.sparse.{name}")
    implements(f"sparse.{name}")(body)
    return made


softmax = _declare_softmax("softmax", is_log=False)
log_softmax = _declare_softmax("log_softmax", is_log=True)


# shapes


@implements("t")
def t(input):
    if input.ndim > 2 and input.layout is not sparse_coo:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    if input.ndim > 2 or sparse_dim(input) < input.ndim:
        dims = f"{sparse_dim(input)} sparse and {input.ndim - sparse_dim(input)} dense"
        raise RuntimeError(
            f"t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got {dims} "
            "dimensions"
        )
    return permute(input, tuple(range(input.ndim))[::-1])


@implements("transpose", "swapaxes", "swapdims")
def transpose(input, dim0, dim1):
    if input.layout is not sparse_coo and input.ndim > 2:
        raise RuntimeError(
            "transpose(): hybrid sparse compressed tensors with dense dimensions are not supported"
        )
    dims = list(range(input.ndim))
    dim0, dim1 = wrapped(dim0, input.ndim), wrapped(dim1, input.ndim)
    dims[dim0], dims[dim1] = dims[dim1], dims[dim0]
    return permute(input, tuple(dims))


@implements("permute")
def permute(input, *dims):
    """Move dimensions; those of a CSR tensor make it CSC."""
    dims = dims[0] if len(dims) == 1 and not isinstance(dims[0], int) else dims
    dims, count = tuple([wrapped(dim, input.ndim) for dim in dims]), sparse_dim(input)
    if dims == tuple(range(input.ndim)):
        return input
    sizes = [input.shape[dim] for dim in dims]
    if input.layout is not sparse_coo and input.ndim == 2:
        other = sparse_csc if input.layout is sparse_csr else sparse_csr
        return SparseTensor(other, input.places, input.elements, sizes)
    if input.layout is not sparse_coo or sorted(dims[:count]) != list(range(count)):
        raise standins.refuse("torch.sparse: torch.permute of sparse with dense dimensions")
    indices = input.places[0]
    elements = input.elements
    if input.ndim > count:
        elements = elements.permute([0, *[dim - count + 1 for dim in dims[count:]]])
    made = stack([indices[dim] for dim in dims[:count]])
    return coo(made, elements, sizes, dims[:count] == tuple(range(count)) and input.is_unique)


@implements("unsqueeze")
def unsqueeze(input, dim):
    x, dim = as_coo(input), wrapped(dim, input.ndim + 1)
    sizes, count = [*x.shape[:dim], 1, *x.shape[dim:]], sparse_dim(x)
    if dim > count:
        return with_elements(x, x.elements.unsqueeze(dim - count + 1))
    indices = x.places[0]
    rows = [indices[:dim], indices.new_zeros((1, indices.shape[1])), indices[dim:]]
    return coo(cat(rows), x.elements, sizes, x.is_unique)


@implements("index_select")
def index_select(input, dim, index):
    """Choose slices along a dimension; those chosen twice are there twice."""
    x, dim = as_coo(input), wrapped(dim, input.ndim)
    sizes, count = [*x.shape[:dim], index.shape[0], *x.shape[dim + 1 :]], sparse_dim(x)
    if dim >= count:
        return with_elements(x, x.elements.index_select(dim - count + 1, index))
    indices = x.places[0]
    where, found = find_pairs(indices[dim], index.to(indices.dtype), x.shape[dim])
    rows = [where if row == dim else indices[row][found] for row in range(count)]
    return coo(stack(rows), x.elements[found], sizes, is_unique=x.is_unique and dim == 0)


@implements("select")
def select(input, dim, index):
    """Take one slice along a dimension: sparse, or plain if no index remains."""
    x, dim = as_coo(input), wrapped(dim, input.ndim)
    length, count, indices = x.shape[dim], sparse_dim(x), x.places[0]
    if not -length <= index < length:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(x.shape)} at "
            f"dimension {dim}"
        )
    sizes = [*x.shape[:dim], *x.shape[dim + 1 :]]
    if dim >= count:
        return coo(indices, x.elements.select(dim - count + 1, index), sizes, x.is_unique)
    found = (indices[dim] == index % length).nonzero()[:, 0]
    rows = [indices[row][found] for row in range(count) if row != dim]
    if not rows:
        return x.elements[found].sum(0)
    return coo(stack(rows), x.elements[found], sizes, x.is_unique)


@implements("cat", "concat", "concatenate")
def concatenate(tensors, dim=0):
    """Join sparse tensors along a dimension that indices are kept of."""
    if not all(isinstance(each, SparseTensor) for each in tensors):
        raise standins.refuse("torch.sparse: torch.cat of sparse with dense tensors")
    parts, dim = [as_coo(each) for each in tensors], wrapped(dim, tensors[0].ndim)
    if dim >= sparse_dim(parts[0]):
        raise standins.refuse("torch.sparse: torch.cat along a dense dimension")
    before, columns = 0, []
    for part in parts:
        rows = [part.places[0][row] for row in range(sparse_dim(part))]
        rows[dim] = rows[dim] + before
        columns.append(stack(rows))
        before += part.shape[dim]
    sizes = [*parts[0].shape[:dim], before, *parts[0].shape[dim + 1 :]]
    unique = dim == 0 and all(part.is_unique for part in parts)
    return coo(cat(columns, 1), cat([part.elements for part in parts]), sizes, unique)


@implements("stack")
def stack_sparse(tensors, dim=0):
    return concatenate([unsqueeze(each, dim) for each in tensors], dim)


# tables of other files


def sparse_mask(dense: Tensor, mask: SparseTensor) -> SparseTensor:
    """Return a dense or sparse tensor's elements at the indices of ``mask``."""
    x = to_dense(dense) if isinstance(dense, SparseTensor) else as_tensor(dense)
    return with_elements(mask, _at_indices(x, mask))


__all__ = [
    "concatenate", "index_select", "log_softmax", "permute", "select", "softmax", "sparse_mask",
    "sum", "t", "to_dense", "transpose",
]  # fmt: skip
