"""Products of matrices and vectors, and what statistics make of them."""

from __future__ import annotations

import math
from typing import Any, NoReturn

from ..autograd.tape import is_traced
from ..dispatch.docstrings import citing
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors import dtypes
from ..tensors.tensor import Tensor
from . import host_forms
from .pointwise import copy_of_function, declare_alias, in_floats
from .reductions import vector_norm
from .views import at, wrapped

TensorLike = Number = Any


def _check_same_dtype(name: str, *tensors: Tensor) -> None:
    """Raise RuntimeError for tensors of several dtypes: products do not promote in PyTorch."""
    first = tensors[0]
    for other in tensors[1:]:
        if other.dtype is not first.dtype:
            raise RuntimeError(
                f"expected m1 and m2 to have the same dtype, but got: {spoken(first.dtype)} != "
                f"{spoken(other.dtype)}"
            )


def spoken(kind) -> str:
    """Return the C++ name of a type, as some of PyTorch's messages have it."""
    return _C_NAMES.get(kind.name, shown(kind))


_C_NAMES = {
    "float32": "float", "float64": "double", "int64": "long", "int32": "int", "int16": "short",
    "int8": "signed char", "uint8": "unsigned char", "bool": "bool", "float16": "c10::Half",
    "bfloat16": "c10::BFloat16", "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}  # fmt: skip


def product(x: Tensor, y: Tensor) -> Tensor:
    """Return a product of matrices; NotImplementedError for booleans, unless there are none."""
    if x.dtype.kind == "b":
        if 0 not in (*x.shape, *y.shape):
            _refuse_bools()
        return cast(ivy.matmul(ivy.astype(x, "uint8"), ivy.astype(y, "uint8")), dtypes.bool_)
    return ivy.matmul(x, y)


@citing(None)
def _refuse_bools() -> NoReturn:
    """Raise NotImplementedError: PyTorch's products have no kernel for bools."""
    raise NotImplementedError("\"addmm_impl_cpu_\" not implemented for 'Bool'")


@torch_function(host=host_forms.matmul)
def matmul(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply matrices, vectors, or stacks of them.

    Raises
    ------
    RuntimeError
        If their shapes or types do not fit.

    >>> torch.matmul(torch.tensor([[1, 2]]), torch.tensor([3, 4])).tolist()
    [11]
    """
    if not input.ndim or not other.ndim:
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{input.ndim}D and {other.ndim}D"
        )
    _check_same_dtype("matmul", input, other)
    rows = input.shape[-1]
    columns = other.shape[-2] if other.ndim > 1 else other.shape[0]
    if rows != columns:
        raise RuntimeError(_shape_mismatch_text(input, other))
    return product(input, other)


def _shape_mismatch_text(x: Tensor, y: Tensor) -> str:
    if x.ndim == y.ndim == 1:
        return (
            f"inconsistent tensor size, expected tensor [{x.shape[0]}] and src [{y.shape[0]}] to "
            "have the same number of elements, but got "
            f"{x.shape[0]} and {y.shape[0]} elements respectively"
        )
    if x.ndim == 2 and y.ndim == 1:
        return (
            f"size mismatch, got input ({x.shape[0]}), mat ({x.shape[0]}x{x.shape[1]}), vec "
            f"({y.shape[0]})"
        )
    rows = math.prod(x.shape[:-1])
    there = y.shape[-2:] if y.ndim > 1 else (y.shape[0], 1)
    return (
        f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and "
        f"{there[0]}x{there[1]})"
    )


def _check_matrix(x: Tensor, name: str) -> None:
    if x.ndim != 2:
        raise RuntimeError(f"{name} must be a matrix")


@torch_function(host=host_forms.mm)
def mm(input: TensorLike, mat2: TensorLike, *, out=None) -> Tensor:
    """Multiply two matrices."""
    _check_matrix(input, "self")
    _check_matrix(mat2, "mat2")
    _check_same_dtype("mm", input, mat2)
    if input.shape[1] != mat2.shape[0]:
        raise RuntimeError(_shape_mismatch_text(input, mat2))
    return product(input, mat2)


@torch_function
def bmm(input: TensorLike, mat2: TensorLike, *, out=None) -> Tensor:
    """Multiply two stacks of matrices."""
    for name, x in (("batch1", input), ("batch2", mat2)):
        if x.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    _check_same_dtype("bmm", input, mat2)
    if input.shape[0] != mat2.shape[0] or input.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{input.shape[0]}, "
            f"{input.shape[2]}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    return product(input, mat2)


@torch_function
def mv(input: TensorLike, vec: TensorLike, *, out=None) -> Tensor:
    """Multiply a matrix and a vector."""
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.ndim}, {vec.ndim}")
    _check_same_dtype("mv", input, vec)
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(_shape_mismatch_text(input, vec))
    return product(input, vec)


@torch_function
def dot(input: TensorLike, tensor: TensorLike, *, out=None) -> Tensor:
    """Multiply two vectors."""
    _check_two_vectors(input, tensor)
    return product(input, tensor)


def _check_two_vectors(x: Tensor, y: Tensor) -> None:
    """Raise RuntimeError unless both are 1-D, of one dtype and one length."""
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors")
    if x.dtype is not y.dtype:
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {shown(x.dtype)} and "
            f"{shown(y.dtype)}"
        )
    if x.shape != y.shape:
        raise RuntimeError(_shape_mismatch_text(x, y))


@torch_function
def vdot(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply two vectors, the first conjugated."""
    _check_two_vectors(input, other)
    return product(ivy.conj(input) if input.dtype.is_complex else input, other)


@torch_function
def inner(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply along the last dimensions of both."""
    if not input.ndim or not other.ndim:
        return ivy.multiply(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            f"inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    _check_same_dtype("inner", input, other)
    return ivy.tensordot(input, other, axes=((-1,), (-1,)))


@torch_function
def outer(input: TensorLike, vec2: TensorLike, *, out=None) -> Tensor:
    """Multiply each element of a vector with each of another."""
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    return ivy.multiply(ivy.expand_dims(input, axis=1), vec2)


ger = declare_alias("ger", outer)


def _scaled_sum(input: Tensor, found: Tensor, beta, alpha) -> Tensor:
    """Return ``beta * input + alpha * found``; with ``beta`` 0 not even nan of the input counts."""
    if found.dtype.kind in "iub":  # PyTorch takes both in the type of the tensors
        kind = bool if found.dtype.kind == "b" else int
        alpha, beta = kind(alpha), kind(beta)
    found = found if (alpha == 1) is True else ivy.multiply(found, alpha)
    if beta == 0:
        return found
    scaled = input if (beta == 1) is True else ivy.multiply(input, beta)
    total = ivy.add(scaled, found)
    if total.shape != found.shape:
        raise RuntimeError(
            f"The expanded size of the tensor ({found.shape[-1]}) must match the existing size "
            f"({input.shape[-1]}) at non-singleton dimension {found.ndim - 1}.  Target sizes: "
            f"{list(found.shape)}.  Tensor sizes: {list(input.shape)}"
        )
    return cast(total, found.dtype)


def _declare_scaled_sum(name: str, multiply, first: str, second: str):
    """Declare ``beta * input + alpha * multiply(a, b)``, where a, b are called first, second."""

    def body(
        input: TensorLike, a: TensorLike, b: TensorLike, *, beta: Number = 1, alpha: Number = 1,
        out=None,
    ) -> Tensor:  # fmt: skip
        found = multiply.function.body(a, b)
        if beta != 0:
            _check_same_dtype(name, input, found)
        return _scaled_sum(input, found, beta, alpha)

    body = renamed(body, {"a": first, "b": second})
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return ``beta * input + alpha * {multiply.__name__}({first}, {second})``."
    return torch_function(body)


def renamed(body, names: dict[str, str]):
    """Return a function with other names of parameters."""
    code = body.__code__
    made = copy_of_function(body, body.__name__)
    made.__code__ = code.replace(co_varnames=tuple(names.get(n, n) for n in code.co_varnames))
    made.__annotations__ = {names.get(n, n): v for n, v in body.__annotations__.items()}
    return made


addmm = _declare_scaled_sum("addmm", mm, "mat1", "mat2")
addmv = _declare_scaled_sum("addmv", mv, "mat", "vec")
baddbmm = _declare_scaled_sum("baddbmm", bmm, "batch1", "batch2")
addr = _declare_scaled_sum("addr", outer, "vec1", "vec2")


@torch_function
def addbmm(
    input: TensorLike, batch1: TensorLike, batch2: TensorLike, *, beta: Number = 1,
    alpha: Number = 1, out=None,
) -> Tensor:  # fmt: skip
    """Add the sum of products of stacks of matrices."""
    found = ivy.sum(bmm.function.body(batch1, batch2), axis=0, dtype=batch1.dtype.core)
    return _scaled_sum(input, found, beta, alpha)


@torch_function(variadic=0)
def chain_matmul(matrices: list[TensorLike], *, out=None) -> Tensor:
    """Multiply several matrices, in the order that takes least."""
    return ivy.multi_dot(matrices) if len(matrices) > 1 else ivy.copy_array(matrices[0])


@torch_function
def tensordot(a: TensorLike, b: TensorLike, dims=2, out=None) -> Tensor:
    """Multiply and add up along several dimensions of both."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        pairs = (tuple(range(a.ndim - dims, a.ndim)), tuple(range(dims)))
    else:
        pairs = tuple((d,) if isinstance(d, int) else tuple(d) for d in dims)
    if len(pairs[0]) != len(pairs[1]):
        raise RuntimeError("both dimension lists should have same length")
    pairs = tuple(
        tuple(wrapped(d, x.ndim) for d in dims_) for x, dims_ in zip((a, b), pairs, strict=True)
    )
    for one, other in zip(*pairs, strict=True):
        if a.shape[one] != b.shape[other] and 1 in (a.shape[one], b.shape[other]):
            if a.shape[one] == 1:  # it stands for as many as the other one has
                b = ivy.sum(b, axis=other, keepdims=True, dtype=b.dtype.core)
            else:
                a = ivy.sum(a, axis=one, keepdims=True, dtype=a.dtype.core)
        if a.shape[one] != b.shape[other]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[one]} in dim "
                f"{one} and second has size {b.shape[other]} in dim {other}"
            )
    return ivy.tensordot(a, b, axes=pairs)


@torch_function(name="torch.einsum")
def einsum(equation, *operands: TensorLike) -> Tensor:
    """Multiply and add up as subscripts say."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    if not isinstance(equation, str):  # operands and lists of numbers, one after the other
        rest = [equation, *operands]
        tensors = rest[0 : len(rest) - len(rest) % 2 : 2]
        subscripts = [_subscripts_from_numbers(s) for s in rest[1::2]]
        equation = ",".join(subscripts)
        if len(rest) % 2:
            equation += "->" + _subscripts_from_numbers(rest[-1])
        operands = tensors
    equation = equation.replace(" ", "")
    _check_subscripts(equation, operands)
    given, arrow, result = equation.partition("->")
    if operands[0].dtype.kind in "biu":
        alone, common = _added_up(given.split(","), arrow, result)
        if alone and len(operands) == 1:  # as `sum`
            operands = [ivy.astype(operands[0], "int64")]
        elif common and not alone and all(x.dtype.kind == "b" for x in operands):
            _refuse_bools()
    if arrow and "..." in given and "..." not in result:  # what it stands for is added up
        terms = zip(given.split(","), operands, strict=True)
        count = max(x.ndim - len(term) + 3 for term, x in terms if "..." in term)
        found = ivy.einsum(f"{given}->...{result}", *operands)
        return ivy.sum(found, axis=tuple(range(count)), dtype=found.dtype.core)
    return ivy.einsum(equation, *operands)


def _added_up(terms: list[str], arrow: str, result: str) -> tuple[bool, bool]:
    """Return whether there are letters of one term, and of several, that the result lacks."""
    letters = "".join(terms)
    dropped = {c for c in letters if (c not in result if arrow else letters.count(c) > 1)} - {"."}
    counts = [sum(c in term for term in terms) for c in dropped]
    return 1 in counts, any(count > 1 for count in counts)


def _check_subscripts(equation: str, operands) -> None:
    """Raise RuntimeError if subscripts do not suit operands; an ellipsis is not checked."""
    given, _, result = equation.partition("->")
    terms = given.split(",")
    if "." in equation or len(terms) != len(operands):
        return
    lengths: dict[str, int] = {}
    for index, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        if len(term) != operand.ndim:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(term)}) does not match "
                f"the number of dimensions ({operand.ndim}) for operand {index} and no ellipsis "
                "was given"
            )
        own: dict[str, int] = {}
        for letter, length in zip(term, operand.shape, strict=True):
            if own.setdefault(letter, length) != length:
                raise RuntimeError(
                    f"einsum(): subscript {letter} is repeated for operand {index} but the sizes "
                    f"don't match, {length} != {own[letter]}"
                )
        for letter, length in own.items():
            seen = lengths.get(letter, 1)
            if 1 not in (seen, length) and seen != length:
                raise RuntimeError(
                    f"einsum(): subscript {letter} has size {length} for operand {index} which "
                    f"does not broadcast with previously seen size {seen}"
                )
            lengths[letter] = max(seen, length) if 0 not in (seen, length) else 0
    for letter in result:
        if letter not in lengths:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any "
                "input operand"
            )


def _subscripts_from_numbers(numbers) -> str:
    """Return letters for numbers from 0 to 51, as ``einsum`` counts, and dots for Ellipsis."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "".join("..." if n is Ellipsis else alphabet[n] for n in numbers)


@torch_function
def kron(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Compute the Kronecker product."""
    ndim = max(input.ndim, other.ndim)
    x = ivy.reshape(input, (*(1,) * (ndim - input.ndim), *input.shape))
    y = ivy.reshape(other, (*(1,) * (ndim - other.ndim), *other.shape))
    pairs = list(zip(x.shape, y.shape, strict=True))
    x = ivy.reshape(x, tuple(n for a, _ in pairs for n in (a, 1)))
    y = ivy.reshape(y, tuple(n for _, b in pairs for n in (1, b)))
    return ivy.reshape(ivy.multiply(x, y), tuple(a * b for a, b in pairs))


@torch_function
def cross(input: TensorLike, other: TensorLike, dim: int | None = None, *, out=None) -> Tensor:
    """Compute the cross product along a dimension of length three: the first if none is named."""
    if dim is None:
        lengths = [at_ for at_, n in enumerate(input.shape) if n == 3]
        if not lengths:
            raise RuntimeError("no dimension of size 3 in input")
        dim = lengths[0]
    axis = wrapped(dim, input.ndim)
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if input.shape[axis] != 3 or other.shape[wrapped(dim, other.ndim)] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got "
            f"{input.shape[axis]} and {other.shape[axis]}"
        )
    a = [at(input, axis, k) for k in range(3)]
    b = [at(other, axis, k) for k in range(3)]
    parts = [
        ivy.subtract(ivy.multiply(a[i], b[j]), ivy.multiply(a[j], b[i]))
        for i, j in ((1, 2), (2, 0), (0, 1))
    ]
    return ivy.stack(parts, axis=axis)


@torch_function
def trace(input: TensorLike) -> Tensor:
    """Add up the diagonal of a matrix."""
    if input.ndim != 2:
        raise RuntimeError("trace: expected a matrix")
    x = ivy.astype(input, "int64") if input.dtype.kind in "iub" else input
    return ivy.sum(ivy.diagonal(x, axis1=0, axis2=1), dtype=x.dtype.core)


# statistics


def _check_weights(name: str, weights: Tensor, count: int) -> None:
    """Raise RuntimeError if ``cov``'s weights do not suit their name or ``count`` observations."""
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with "
            f"{weights.ndim} dimensions"
        )
    kinds, kind = ("iu", "integral") if name == "fweights" else ("f", "floating point")
    if weights.dtype.kind not in kinds:
        raise RuntimeError(
            f"cov(): expected {name} to have {kind} dtype but got {name} with "
            f"{shown(weights.dtype)} dtype"
        )
    if weights.shape.numel() != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input "
            f"but got {weights.shape.numel()} != {count}"
        )
    if not is_traced(weights) and count and ivy.min(weights).item() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


@torch_function
def cov(
    input: TensorLike, *, correction: int = 1, fweights: TensorLike = None,
    aweights: TensorLike = None,
) -> Tensor:  # fmt: skip
    """Compute the covariances of variables, which are rows."""
    if input.ndim > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    if input.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = in_floats(input if input.ndim == 2 else ivy.reshape(input, (1, -1)))
    count = x.shape[1]
    weights = None
    for text, given in (("fweights", fweights), ("aweights", aweights)):
        if given is not None:
            _check_weights(text, given, count)
            weights = given if weights is None else ivy.multiply(weights, given)
    if weights is None:
        total = float(count)
        middle = ivy.divide(ivy.sum(x, axis=1, keepdims=True), count or math.nan)
    else:
        total = ivy.sum(weights)
        middle = ivy.divide(ivy.sum(ivy.multiply(x, weights), axis=1, keepdims=True), total)
    if aweights is not None and correction:
        share = ivy.sum(ivy.multiply(weights, aweights))
        share = ivy.divide(share, total)
        freedom = ivy.subtract(total, ivy.multiply(share, correction))
    else:
        freedom = total - correction if weights is None else ivy.subtract(total, correction)
    error = ivy.subtract(x, middle)
    scaled = error if weights is None else ivy.multiply(error, weights)
    other = ivy.conj(scaled) if x.dtype.is_complex else scaled
    found = ivy.matmul(error, ivy.swapaxes(other, 0, 1))
    freedom = max(freedom, 0.0) if weights is None else ivy.maximum(freedom, 0)
    found = ivy.divide(found, freedom) if weights is not None or freedom else _divide_by_zero(found)
    return found if input.ndim == 2 and input.shape[0] != 1 else ivy.reshape(found, ())


def _divide_by_zero(x: Tensor) -> Tensor:
    return ivy.divide(x, ivy.zeros((), dtype=x.dtype.to_real().core))


@torch_function
def corrcoef(input: TensorLike) -> Tensor:
    """Compute the correlation coefficients of variables, which are rows."""
    if input.ndim > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    found = cov.function.body(input)
    if not found.ndim:
        return ivy.divide(found, found)
    spread = ivy.sqrt(ivy.diagonal(found, axis1=0, axis2=1))
    spread = ivy.real(spread) if spread.dtype.is_complex else spread
    found = ivy.divide(ivy.divide(found, ivy.expand_dims(spread, axis=1)), spread)
    if found.dtype.is_complex:
        parts = [ivy.clip(p, -1.0, 1.0) for p in (ivy.real(found), ivy.imag(found))]
        return ivy.complex(*parts)
    return ivy.minimum(ivy.maximum(found, -1.0), 1.0)


@torch_function
def cdist(
    x1: TensorLike,
    x2: TensorLike,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """Compute the distances of all pairs of rows of two matrices."""
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    error = ivy.subtract(ivy.expand_dims(x1, axis=-2), ivy.expand_dims(x2, axis=-3))
    if not error.shape[-1]:
        return ivy.zeros(tuple(error.shape[:-1]), dtype=error.dtype.core)
    if p == 2:
        squares = ivy.sum(ivy.square(error), axis=-1)
        nothing = ivy.equal(squares, 0)  # whose root has no slope
        return ivy.where(nothing, 0.0, ivy.sqrt(ivy.where(nothing, 1.0, squares)))
    # by its sign, as a slope: at zero PyTorch has zero, absolute values on JAX one
    size = ivy.multiply(error, ivy.stop_gradient(ivy.sign(error)))
    return vector_norm(size, float(p), -1, keepdim=False)


@torch_function
def diff(
    input: TensorLike, n: int = 1, dim: int = -1, prepend: TensorLike = None,
    append: TensorLike = None, *, out=None,
) -> Tensor:  # fmt: skip
    """Compute differences of neighbours along a dimension."""
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    axis = wrapped(dim, input.ndim)
    if not n:
        return ivy.copy_array(input)
    parts = [t for t in (prepend, input, append) if t is not None]
    x = ivy.concat(parts, axis=axis) if len(parts) > 1 else input
    for _ in range(min(n, x.shape[axis])):
        ahead, behind = at(x, axis, slice(1, None)), at(x, axis, slice(None, -1))
        if x.dtype.kind == "b":
            x = ivy.logical_xor(ahead, behind)
        else:
            x = ivy.subtract(ahead, behind)
    return x


def _trapezoid_areas(y: Tensor, x, dx, dim: int) -> Tensor:
    """Return each area between neighbours along ``dim``; ``dx`` counts if ``x`` is None."""
    axis = wrapped(dim, y.ndim)
    sides = ivy.add(at(y, axis, slice(1, None)), at(y, axis, slice(None, -1)))
    if x is None:
        return ivy.multiply(sides, 0.5 * dx)
    if x.ndim == 1:
        x = ivy.reshape(x, (-1, *(1,) * (y.ndim - axis - 1)))
    along = wrapped(dim, x.ndim) if x.ndim >= y.ndim else x.ndim - (y.ndim - axis)
    width = ivy.subtract(at(x, along, slice(1, None)), at(x, along, slice(None, -1)))
    return ivy.multiply(ivy.multiply(width, sides), 0.5)


@torch_function
def trapezoid(y: TensorLike, x: TensorLike = None, *, dx: Number = 1, dim: int = -1) -> Tensor:
    """Integrate by the trapezoidal rule."""
    if not y.shape[wrapped(dim, y.ndim)]:
        shape = list(y.shape)
        del shape[wrapped(dim, y.ndim)]
        return ivy.zeros(tuple(shape), dtype=y.dtype.core)
    return ivy.sum(_trapezoid_areas(y, x, dx, dim), axis=wrapped(dim, y.ndim))


trapz = declare_alias("trapz", trapezoid)


@torch_function
def cumulative_trapezoid(
    y: TensorLike, x: TensorLike = None, *, dx: Number = 1, dim: int = -1
) -> Tensor:
    """Integrate by the trapezoidal rule, keeping each sum."""
    return ivy.cumsum(_trapezoid_areas(y, x, dx, dim), axis=wrapped(dim, y.ndim))


@torch_function
def renorm(input: TensorLike, p: float, dim: int, maxnorm: float, *, out=None) -> Tensor:
    """Scale the slices along a dimension whose norm is greater than ``maxnorm``."""
    if input.ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions"
        )
    axis = wrapped(dim, input.ndim)
    others = tuple(d for d in range(input.ndim) if d != axis)
    size = vector_norm(input, float(p), others, keepdim=True)
    factor = ivy.where(ivy.greater(size, maxnorm), ivy.divide(maxnorm, ivy.add(size, 1e-7)), 1.0)
    return ivy.multiply(input, factor)


@torch_function
def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the powers of elements, as rows."""
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = x.shape[0] if N is None else N
    if count < 0:
        raise RuntimeError("N must be non-negative.")
    x = ivy.astype(x, "int64") if x.dtype.kind in "iub" else x
    if not count:
        return ivy.zeros((x.shape[0], 0), dtype=x.dtype.core)
    columns = [ivy.ones_like(x)]
    for _ in range(count - 1):
        columns.append(ivy.multiply(columns[-1], x))
    return ivy.stack(columns if increasing else columns[::-1], axis=1)


__all__ = [
    "addbmm", "addmm", "addmv", "addr", "baddbmm", "bmm", "cdist", "chain_matmul", "corrcoef",
    "cov", "cross", "cumulative_trapezoid", "diff", "dot", "einsum", "ger", "inner", "kron",
    "matmul", "mm", "mv", "outer", "product", "renamed", "renorm", "spoken", "tensordot", "trace",
    "trapezoid", "trapz", "vander", "vdot",
]  # fmt: skip
