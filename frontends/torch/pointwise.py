"""Functions of each element: PyTorch's pointwise operations."""

from __future__ import annotations

from typing import Any

from .dtypes import get_default_dtype
from .func_wrapper import ivy, torch_function
from .tensors import Tensor

TensorLike = Number = Any

# PyTorch's name and the core's, where one call of the core is the whole function
_OF_ONE = {
    "abs": "abs", "absolute": "abs", "neg": "negative", "negative": "negative",
    "acos": "acos", "arccos": "acos", "acosh": "acosh", "arccosh": "acosh",
    "asin": "asin", "arcsin": "asin", "asinh": "asinh", "arcsinh": "asinh",
    "atan": "atan", "arctan": "atan", "atanh": "atanh", "arctanh": "atanh",
    "cos": "cos", "cosh": "cosh", "sin": "sin", "sinh": "sinh", "tan": "tan", "tanh": "tanh",
    "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2",
    "sqrt": "sqrt", "square": "square",
}  # fmt: skip
_OF_TWO = {
    "mul": "multiply", "multiply": "multiply", "atan2": "atan2", "arctan2": "atan2",
    "maximum": "maximum", "minimum": "minimum", "fmax": "fmax", "fmin": "fmin", "fmod": "fmod",
}  # fmt: skip
_OF_BITS = {
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "bitwise_left_shift": "bitwise_left_shift", "bitwise_right_shift": "bitwise_right_shift",
}  # fmt: skip
_COMPARING = {
    "eq": "equal", "ne": "not_equal", "not_equal": "not_equal", "lt": "less", "less": "less",
    "le": "less_equal", "less_equal": "less_equal", "gt": "greater", "greater": "greater",
    "ge": "greater_equal", "greater_equal": "greater_equal",
    "logical_and": "logical_and", "logical_or": "logical_or", "logical_xor": "logical_xor",
}  # fmt: skip


def _declared(name: str, body, core: str, differentiable: bool = True):
    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"Compute the core's ``{core}`` of each element, in PyTorch's types.\n\n"
        f"References: PyTorch documentation, torch.{name}."
    )
    return torch_function(body, core=core, differentiable=differentiable)


def _of_one(name: str, core: str):
    def body(input: TensorLike, *, out=None) -> Tensor:
        return getattr(ivy, core)(input)

    return _declared(name, body, core)


def _of_two(name: str, core: str, differentiable: bool = True):
    def body(input: TensorLike, other: TensorLike | Number, *, out=None) -> Tensor:
        return getattr(ivy, core)(input, other)

    return _declared(name, body, core, differentiable)


for _name, _core in _OF_ONE.items():
    globals()[_name] = _of_one(_name, _core)
for _name, _core in _OF_TWO.items():
    globals()[_name] = _of_two(_name, _core)
bitwise_not = _of_one("bitwise_not", "bitwise_invert")
for _name, _core in {**_COMPARING, **_OF_BITS}.items():
    globals()[_name] = _of_two(_name, _core, differentiable=False)


@torch_function(core="add")
def add(input: TensorLike, other: TensorLike | Number, *, alpha: Number = 1, out=None) -> Tensor:
    """Add ``alpha`` times ``other``.

    References: PyTorch documentation, torch.add.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.add(torch.tensor([1, 2]), 10).tolist()
    [11, 12]
    """
    return ivy.add(input, other if alpha == 1 else ivy.multiply(other, alpha))


@torch_function(core="subtract")
def sub(input: TensorLike, other: TensorLike | Number, *, alpha: Number = 1, out=None) -> Tensor:
    """Subtract ``alpha`` times ``other``.

    References: PyTorch documentation, torch.sub.
    """
    return ivy.subtract(input, other if alpha == 1 else ivy.multiply(other, alpha))


@torch_function
def div(
    input: TensorLike, other: TensorLike | Number, *, rounding_mode: str | None = None, out=None
) -> Tensor:
    """Divide; rounded towards zero or minus infinity if ``rounding_mode`` says so.

    Raises
    ------
    RuntimeError
        For another ``rounding_mode`` than ``'trunc'``, ``'floor'`` or None.

    References: PyTorch documentation, torch.div.
    """
    if rounding_mode is None:
        return ivy.divide(input, other)
    if rounding_mode == "floor":
        return ivy.floor_divide(input, other)
    if rounding_mode == "trunc":
        return ivy.trunc_divide(input, other)
    raise RuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
        f"'{rounding_mode}'"
    )


@torch_function
def reciprocal(input: TensorLike, *, out=None) -> Tensor:
    """Divide one by each element.

    References: PyTorch documentation, torch.reciprocal.
    """
    return ivy.divide(1.0, input)


@torch_function
def rsqrt(input: TensorLike, *, out=None) -> Tensor:
    """Divide one by the square root of each element.

    References: PyTorch documentation, torch.rsqrt.
    """
    return ivy.divide(1.0, ivy.sqrt(input))


@torch_function
def sigmoid(input: TensorLike, *, out=None) -> Tensor:
    """Compute the logistic function.

    References: PyTorch documentation, torch.sigmoid.
    """
    return ivy.sigmoid(in_floats(input))


def in_floats(x: Tensor) -> Tensor:
    """Return a tensor of whole numbers in the default type; any other as it is."""
    kind = x.dtype
    if kind.is_floating_point or kind.is_complex:
        return x
    return ivy.astype(x, get_default_dtype().core)


@torch_function(core="pow")
def pow(input: TensorLike | Number, exponent: TensorLike | Number, *, out=None) -> Tensor:
    """Raise to a power.

    Raises
    ------
    RuntimeError
        For whole numbers and a negative whole exponent.

    References: PyTorch documentation, torch.pow.
    """
    if isinstance(exponent, int) and exponent < 0 and input.dtype.kind in "iub":
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return ivy.pow(input, exponent)


@torch_function
def remainder(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Compute the remainder of a division rounded down: it has the sign of the divisor.

    References: PyTorch documentation, torch.remainder.
    """
    return ivy.remainder(input, other)


@torch_function
def floor_divide(input: TensorLike, other: TensorLike | Number, *, out=None) -> Tensor:
    """Divide, and round down.

    References: PyTorch documentation, torch.floor_divide.
    """
    return ivy.floor_divide(input, other)


@torch_function
def positive(input: TensorLike) -> Tensor:
    """Return the tensor itself.

    Raises
    ------
    RuntimeError
        For booleans.

    References: PyTorch documentation, torch.positive.
    """
    if input.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


__all__ = [  # noqa: PLE0604  (names of the tables, all of them strings)
    *_OF_ONE, *_OF_TWO, *_COMPARING, *_OF_BITS, "add", "bitwise_not", "div", "floor_divide",
    "positive", "pow", "reciprocal", "remainder", "rsqrt", "sigmoid", "sub",
]  # fmt: skip
