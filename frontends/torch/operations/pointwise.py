"""Functions of each element: PyTorch's pointwise operations."""

from __future__ import annotations

import builtins
import inspect
import math
import types
from typing import Any

import numpy as np

from ivy_core.arrays.host import to_numpy
from ivy_core.backends.holder import held, waiting
from ivy_core.backends.loading import backend_for
from ivy_core.compilation.trace.symbolic_numbers import as_bool

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors.devices import chosen_devices
from ..tensors.dtypes import checked_number, float64, get_default_dtype, int8
from ..tensors.half_precision import with_rounded_number
from ..tensors.tensor import Tensor
from . import host_forms

TensorLike = Number = Any
builtin_abs, builtin_bool, builtin_complex = builtins.abs, builtins.bool, builtins.complex

# PyTorch's name and the core's, where one call of the core is the whole function
_OF_ONE = {
    "abs": "abs", "absolute": "abs", "neg": "negative", "negative": "negative",
    "acos": "acos", "arccos": "acos", "acosh": "acosh", "arccosh": "acosh",
    "asin": "asin", "arcsin": "asin", "asinh": "asinh", "arcsinh": "asinh",
    "atan": "atan", "arctan": "atan", "atanh": "atanh", "arctanh": "atanh",
    "cos": "cos", "cosh": "cosh", "sin": "sin", "sinh": "sinh", "tan": "tan", "tanh": "tanh",
    "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2",
    "sqrt": "sqrt", "ceil": "ceil", "floor": "floor", "trunc": "trunc",
    "fix": "trunc", "erf": "erf", "erfc": "erfc", "erfinv": "erfinv", "digamma": "digamma",
    "lgamma": "lgamma", "i0": "i0", "deg2rad": "deg2rad", "rad2deg": "rad2deg",
}  # fmt: skip
_OF_TWO = {
    "mul": "multiply", "multiply": "multiply", "atan2": "atan2", "arctan2": "atan2",
    "maximum": "maximum", "minimum": "minimum", "fmax": "fmax", "fmin": "fmin", "fmod": "fmod",
    "hypot": "hypot", "logaddexp2": "logaddexp2",
    "copysign": "copysign", "nextafter": "nextafter", "gcd": "gcd",
    "lcm": "lcm", "igamma": "igamma", "igammac": "igammac",
}  # fmt: skip
# functions of two tensors, which take no number for the second
_OF_TENSORS = frozenset({
    "atan2", "arctan2", "maximum", "minimum", "fmax", "fmin", "hypot", "logaddexp2", "nextafter",
    "gcd", "lcm", "igamma", "igammac", "logical_and", "logical_or", "logical_xor",
})  # fmt: skip
_TESTING = {
    "isfinite": "isfinite",
    "isnan": "isnan",
    "signbit": "signbit",
    "logical_not": "logical_not",
}
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


def in_floats(x: Tensor) -> Tensor:
    """Return a tensor of whole numbers in the default type; any other as it is."""
    kind = x.dtype
    if kind.is_floating_point or kind.is_complex:
        return x
    return ivy.astype(x, get_default_dtype().core)


@torch_function
def pow(input: TensorLike | Number, exponent: TensorLike | Number, *, out=None) -> Tensor:
    """Raise to a power.

    Raises: RuntimeError for whole numbers and a negative whole exponent.
    """
    if isinstance(exponent, int) and exponent < 0 and input.dtype.kind in "iub":
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if isinstance(exponent, Tensor) and exponent.dtype.kind == "i":
        if not isinstance(input, (float, builtin_complex)) and _is_integral_or_number(input):
            return _integer_power(input, exponent)
    return ivy.pow(input, exponent)


def _is_integral_or_number(x) -> builtin_bool:
    """Return whether ``x`` is no tensor, or one of integers or bools."""
    return not isinstance(x, Tensor) or x.dtype.kind in "iub"


def _integer_power(x: Tensor | int, exponent: Tensor) -> Tensor:
    """Return integer powers; for a negative exponent 0, unless ``x`` is 1 or -1."""
    negative = ivy.less(exponent, 0)
    found = ivy.pow(x, ivy.where(negative, 0, exponent))
    odd = ivy.equal(ivy.bitwise_and(exponent, 1), 1)
    of_minus_one = ivy.logical_and(negative, ivy.equal(x, -1))
    found = ivy.where(ivy.logical_and(negative, ivy.not_equal(x, 1)), 0, found)
    found = ivy.where(of_minus_one, ivy.where(odd, -1, 1), found)
    return ivy.astype(found, ivy.pow(x, ivy.where(negative, 0, exponent)).dtype.core)


@torch_function
def remainder(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Compute the remainder of a division rounded down: it has the sign of the divisor."""
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        raise TypeError(
            "remainder() received an invalid combination of arguments - got "
            f"({type(input).__name__}, {type(other).__name__}), but expected a Tensor among them"
        )
    return _divide_rounded("remainder", input, other)


def _divide_rounded(core: str, input, other) -> Tensor:
    """Call a division of the core's; refuse what PyTorch's kernels of whole numbers refuse.

    Raises
    ------
    NotImplementedError
        For bools.
    RuntimeError
        For a divisor that is zero.
    """
    result = getattr(ivy, core)(input, other)
    kind = result.dtype
    if kind.kind in "iu":
        if kind is int8 and _are_bools(input, other):
            raise NotImplementedError(f""""{_KERNELS[core]}_cpu" not implemented for 'Bool'""")
        if _has_zero(other) and result.numel():
            raise RuntimeError("ZeroDivisionError")
    return result


_KERNELS = {"floor_divide": "div_floor", "trunc_divide": "div_trunc", "remainder": "remainder"}


def _are_bools(*values) -> builtin_bool:
    return all(
        x.dtype.kind == "b" if isinstance(x, Tensor) else isinstance(x, builtin_bool)
        for x in values
    )


def _has_zero(x: Tensor | Number) -> builtin_bool:
    """Return whether a zero can be seen in the memory of the host: not in a trace."""
    if not isinstance(x, Tensor):
        return (x == 0) is True
    there = held(x)
    if type(there) not in waiting:
        if x.is_meta or backend_for(there).is_tracer(there) or x.device.type != "cpu":
            return False
    values = to_numpy(x)
    # what stands for meta tensors, where shapes alone are computed, holds zeros
    return np.count_nonzero(values) < values.size and not chosen_devices[-1:] == [None]


@torch_function
def floor_divide(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Divide, and round down."""
    return _divide_rounded("floor_divide", input, other)


@torch_function
def positive(input: TensorLike) -> Tensor:
    """Return the tensor itself.

    Raises: RuntimeError for booleans.
    """
    if input.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def _declare_pointwise(name: str, body, core: str, differentiable: bool = True):
    """Return the public function of a body that calls the core's ``core``, named and described."""
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Compute the core's ``{core}`` of each element, in PyTorch's types."
    return torch_function(body, core=core, differentiable=differentiable)


def _declare_unary(name: str, core: str, differentiable: bool = True):
    def body(input: TensorLike, *, out=None) -> Tensor:
        return getattr(ivy, core)(input)

    return _declare_pointwise(name, body, core, differentiable)


def _declare_binary(name: str, core: str, differentiable: bool = True):
    def body(input: TensorLike, other: TensorLike | Number, *, out=None) -> Tensor:
        return getattr(ivy, core)(input, other)

    if name in _OF_TENSORS:
        body.__annotations__ = body.__annotations__ | {"other": "TensorLike"}
    if core == "multiply":  # as `add`, `sub` and `div`, also of a number and a tensor
        body.__annotations__ = body.__annotations__ | {"input": "TensorLike | Number"}
    return _declare_pointwise(name, body, core, differentiable)


for _name, _core in _OF_ONE.items():
    globals()[_name] = _declare_unary(_name, _core)
for _name, _core in _OF_TWO.items():
    globals()[_name] = _declare_binary(_name, _core)
for _name, _core in _TESTING.items():
    globals()[_name] = _declare_unary(_name, _core, differentiable=False)
bitwise_not = _declare_unary("bitwise_not", "bitwise_invert")
for _name, _core in {**_COMPARING, **_OF_BITS}.items():
    globals()[_name] = _declare_binary(_name, _core, differentiable=False)


def _are_whole(*values) -> bool:
    """Return whether tensors and numbers give whole numbers, or bools, together."""
    return all(
        x.dtype.kind in "iub" if isinstance(x, Tensor) else isinstance(x, int) for x in values
    )


def _check_factor(input, other, alpha: Number) -> None:
    """Refuse a factor that is no whole number where the result is one."""
    if isinstance(alpha, float) and _are_whole(input, other):
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )


@with_rounded_number
def _add_scaled(input: Tensor, other: Tensor, alpha: Number) -> Tensor:
    """Return ``input + alpha * other``, rounded once."""
    _check_factor(input, other, alpha)
    return ivy.add(input, ivy.multiply(other, alpha))


@with_rounded_number
def _subtract_scaled(input: Tensor, other: Tensor, alpha: Number) -> Tensor:
    """Return ``input - alpha * other``, rounded once."""
    _check_factor(input, other, alpha)
    return ivy.subtract(input, ivy.multiply(other, alpha))


@torch_function(core="add")
def add(
    input: TensorLike | Number, other: TensorLike | Number, *, alpha: Number = 1, out=None
) -> Tensor:
    """Add ``alpha`` times ``other``.

    >>> torch.add(torch.tensor([1, 2]), 10).tolist()
    [11, 12]
    """
    return ivy.add(input, other) if (alpha == 1) is True else _add_scaled(input, other, alpha)


@torch_function(core="subtract")
def sub(
    input: TensorLike | Number, other: TensorLike | Number, *, alpha: Number = 1, out=None
) -> Tensor:
    """Subtract ``alpha`` times ``other``."""
    if (alpha == 1) is True:
        return ivy.subtract(input, other)
    return _subtract_scaled(input, other, alpha)


@torch_function(core="divide")
def div(
    input: TensorLike | Number,
    other: TensorLike | Number,
    *,
    rounding_mode: str | None = None,
    out=None,
) -> Tensor:
    """Divide; rounded towards zero or minus infinity if ``rounding_mode`` says so.

    Raises: RuntimeError for another ``rounding_mode`` than ``'trunc'``, ``'floor'`` or None.
    """
    if rounding_mode is None:
        return ivy.divide(input, other)
    if rounding_mode == "floor":
        return _divide_rounded("floor_divide", input, other)
    if rounding_mode == "trunc":
        return _divide_rounded("trunc_divide", input, other)
    raise RuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
        f"'{rounding_mode}'"
    )


@torch_function
def reciprocal(input: TensorLike, *, out=None) -> Tensor:
    """Divide one by each element."""
    return ivy.divide(1.0, input)


@torch_function
def rsqrt(input: TensorLike, *, out=None) -> Tensor:
    """Divide one by the square root of each element."""
    return ivy.divide(1.0, ivy.sqrt(input))


@torch_function
def square(input: TensorLike, *, out=None) -> Tensor:
    """Multiply each element by itself; booleans as int64."""
    return ivy.square(ivy.astype(input, "int64") if input.dtype.kind == "b" else input)


@torch_function
def sigmoid(input: TensorLike, *, out=None) -> Tensor:
    """Compute the logistic function."""
    return ivy.sigmoid(in_floats(input))


def declare_alias(name: str, function, /, **options):
    """Declare another of PyTorch's names for a function; options are ``torch_function``'s."""
    body, core = copy_of_function(function.function.body, name), function.function.core
    return torch_function(body, core=core, **options)


def copy_of_function(body, name: str):
    """Return a function of the same code under another name, without what is wrapped around it."""
    body = inspect.unwrap(body)
    made = types.FunctionType(
        body.__code__, body.__globals__, name, body.__defaults__, body.__closure__
    )
    made.__kwdefaults__, made.__doc__ = body.__kwdefaults__, body.__doc__
    made.__annotations__, made.__module__ = body.__annotations__, body.__module__
    made.__qualname__ = name
    return made


subtract, divide = declare_alias("subtract", sub), declare_alias("divide", div)
true_divide = declare_alias("true_divide", div)


@torch_function
def rsub(input: TensorLike, other: TensorLike | Number, *, alpha: Number = 1) -> Tensor:
    """Subtract ``alpha`` times the tensor from ``other``."""
    _check_factor(input, other, alpha)
    return ivy.subtract(other, input if (alpha == 1) is True else ivy.multiply(input, alpha))


@torch_function
def addcmul(
    input: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1, out=None
) -> Tensor:
    """Add ``value`` times the product of two tensors."""
    product = ivy.multiply(tensor1, tensor2)
    if isinstance(value, float) and _are_whole(input, product):
        value = int(value)  # as PyTorch's kernel of whole numbers takes it
    # `is True`: equality with a number that only a program knows is one too
    return ivy.add(input, product if (value == 1) is True else ivy.multiply(product, value))


@torch_function
def addcdiv(
    input: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1, out=None
) -> Tensor:
    """Add ``value`` times the quotient of two tensors.

    Raises: RuntimeError for whole numbers.
    """
    if tensor1.dtype.kind in "iub" and tensor2.dtype.kind in "iub":
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv "
            "behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2))."
            "to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for "
            "float inputs."
        )
    return ivy.add(input, ivy.multiply(ivy.divide(tensor1, tensor2), value))


@torch_function
def lerp(input: TensorLike, end: TensorLike, weight: TensorLike | Number, *, out=None) -> Tensor:
    """Interpolate linearly between two tensors."""
    if input.dtype is not end.dtype:
        raise RuntimeError(
            f"expected dtype {shown(input.dtype).lower()} for `end` but got dtype "
            f"{shown(end.dtype).lower()}"
        )
    distance = ivy.subtract(end, input)
    near = ivy.add(input, ivy.multiply(distance, weight))
    if not isinstance(weight, Tensor):
        if builtin_abs(weight) < 0.5:
            return near
        rest = 1 - weight
        if input.dtype.itemsize < 8 and isinstance(weight, float):  # PyTorch's has been rounded
            rest = float(np.float32(1) - np.float32(weight))
        return ivy.subtract(end, ivy.multiply(distance, rest))
    far = ivy.subtract(end, ivy.multiply(distance, ivy.subtract(1, weight)))
    return ivy.where(ivy.less(ivy.abs(weight), 0.5), near, far)


def _check_clamp(name: str, x: Tensor, low, high) -> None:
    if low is None and high is None:
        raise RuntimeError(f"torch.{name}: At least one of 'min' or 'max' must not be None")
    if x.dtype.is_complex:
        raise NotImplementedError("clamp is not supported for complex types")


@torch_function
def clamp(
    input: TensorLike,
    min: TensorLike | Number = None,
    max: TensorLike | Number = None,
    *,
    out=None,
) -> Tensor:
    """Limit elements to a range; where ``min`` is greater than ``max``, to ``max``.

    Raises: RuntimeError if there is neither ``min`` nor ``max``.
    """
    _check_clamp("clamp", input, min, max)
    result = input
    for bound, choose in ((min, ivy.maximum), (max, ivy.minimum)):
        if bound is not None:
            result = choose(result, _number_beside(bound, input))
    return result


clip = declare_alias("clip", clamp)


def _number_beside(value, x):
    """Convert a number to the type of ``x``, if of its kind; RuntimeError beyond its range."""
    if type(value) not in _KINDS or not isinstance(x, Tensor):
        return value
    return checked_number(value, x.dtype) if x.dtype.kind in _KINDS[type(value)] else value


_KINDS = {int: "iuf", float: "f"}


@torch_function
def clamp_min(input: TensorLike, min: TensorLike | Number, *, out=None) -> Tensor:
    """Limit elements from below."""
    return ivy.maximum(input, _number_beside(min, input))


@torch_function
def clamp_max(input: TensorLike, max: TensorLike | Number, *, out=None) -> Tensor:
    """Limit elements from above."""
    return ivy.minimum(input, _number_beside(max, input))


@torch_function
def round(input: TensorLike, *, decimals: int = 0, out=None) -> Tensor:
    """Round to so many decimals; halves to even.

    Raises: NotImplementedError for integers and a number of decimals.
    """
    if input.dtype.kind in "iu":
        if decimals:
            raise NotImplementedError(f"\"round_cpu\" not implemented for '{shown(input.dtype)}'")
        return ivy.copy_array(input)
    if not decimals:
        return ivy.round(input)
    scale = 10.0 ** builtin_abs(decimals)
    if decimals > 0:
        return ivy.divide(ivy.round(ivy.multiply(input, scale)), scale)
    return ivy.multiply(ivy.round(ivy.divide(input, scale)), scale)


@torch_function
def frac(input: TensorLike, *, out=None) -> Tensor:
    """Compute the fractional part of each element: ``x - trunc(x)``."""
    return ivy.subtract(input, ivy.trunc(input))


@torch_function(host=host_forms.sign)
def sign(input: TensorLike, *, out=None) -> Tensor:
    """Return -1, 0 or 1; 0 for nan."""
    if input.dtype.is_complex:
        raise RuntimeError(
            "Unlike NumPy, torch.sign doesn't allow complex inputs. To use it with complex inputs "
            "use torch.sgn() instead"
        )
    if input.dtype.kind == "b":
        return ivy.copy_array(input)
    found = ivy.sign(input)
    return ivy.where(ivy.isnan(input), 0.0, found) if input.dtype.is_floating_point else found


@torch_function
def sgn(input: TensorLike, *, out=None) -> Tensor:
    """Return the sign; of a complex number, the number of length one in its direction."""
    if not input.dtype.is_complex:
        return sign.function.body(input)
    length = ivy.abs(input)
    nothing = ivy.equal(length, 0)
    return ivy.where(nothing, 0.0, ivy.divide(input, ivy.where(nothing, 1.0, length)))


@torch_function
def logit(input: TensorLike, eps: Number | None = None, *, out=None) -> Tensor:
    """Compute the inverse of the logistic function; ``eps`` keeps elements from 0 and 1."""
    x = in_floats(input)
    if eps is not None:
        x = ivy.minimum(ivy.maximum(x, eps), 1 - eps)
    return ivy.log(ivy.divide(x, ivy.subtract(1, x)))


@torch_function
def nan_to_num(
    input: TensorLike,
    nan: Number | None = None,
    posinf: Number | None = None,
    neginf: Number | None = None,
    *,
    out=None,
) -> Tensor:
    """Replace nan and the infinities; these by the largest numbers unless others are given."""
    if input.dtype.kind in "iub":
        return ivy.copy_array(input)
    if input.dtype.is_complex:
        parts = [nan_to_num.function.body(part, nan, posinf, neginf)
                 for part in (ivy.real(input), ivy.imag(input))]  # fmt: skip
        return ivy.complex(*parts)
    limits = ivy.finfo(input.dtype.core)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    x = ivy.where(ivy.isnan(input), 0.0 if nan is None else nan, input)
    x = ivy.where(ivy.equal(x, math.inf), high, x)
    return ivy.where(ivy.equal(x, -math.inf), low, x)


@torch_function
def sinc(input: TensorLike, *, out=None) -> Tensor:
    """Compute ``sin(pi x) / (pi x)``."""
    x = in_floats(input)
    nothing = ivy.equal(x, 0)
    angle = ivy.multiply(ivy.where(nothing, 1.0, x), math.pi)
    return ivy.where(nothing, 1.0, ivy.divide(ivy.sin(angle), angle))


@torch_function
def ldexp(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply by two to the power of ``other``."""
    if input.dtype.is_floating_point and other.dtype.kind in "iu":
        # by two factors, which double precision holds wherever it holds the result
        half = ivy.floor_divide(cast(other, float64), 2)
        found = ivy.multiply(cast(input, float64), ivy.pow(2.0, half))
        return cast(ivy.multiply(found, ivy.pow(2.0, ivy.subtract(other, half))), input.dtype)
    return ivy.multiply(input, ivy.pow(2.0, other))


@torch_function
def heaviside(input: TensorLike, values: TensorLike, *, out=None) -> Tensor:
    """Return 0 below zero, 1 above it, and ``values`` at zero.

    Raises: RuntimeError if the types differ.
    """
    if input.dtype is not values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    if input.dtype.kind in "fc":  # of nan it is 0, not nan as NumPy's
        return ivy.heaviside(ivy.where(ivy.equal(input, input), input, -1.0), values)
    one, zero = (True, False) if input.dtype.kind == "b" else (1, 0)
    sign = ivy.where(ivy.astype(input, "bool"), one, zero)
    if input.dtype.kind == "i":
        sign = ivy.where(ivy.less(input, 0), 0, sign)
    return ivy.astype(ivy.where(ivy.equal(input, zero), values, sign), input.dtype.core)


@torch_function
def conj_physical(input: TensorLike, *, out=None) -> Tensor:
    """Return the complex conjugates, computed now."""
    return ivy.conj(input) if input.dtype.is_complex else ivy.copy_array(input)


@torch_function
def logaddexp(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Compute the logarithm of the sum of exponentials without overflow."""
    if not (input.dtype.is_complex or other.dtype.is_complex):
        return ivy.logaddexp(input, other)
    larger = ivy.greater_equal(ivy.real(input), ivy.real(other))
    high, low = ivy.where(larger, input, other), ivy.where(larger, other, input)
    return ivy.add(high, ivy.log1p(ivy.exp(ivy.subtract(low, high))))


@torch_function
def frexp(input: TensorLike, *, out=None) -> tuple[Tensor, Tensor]:
    """Return mantissa and exponent."""
    mantissa, exponent = ivy.frexp(input)
    return return_types.frexp((mantissa, ivy.astype(exponent, "int32")))


@torch_function
def float_power(input: TensorLike | Number, exponent: TensorLike | Number, *, out=None) -> Tensor:
    """Raise to a power in double precision."""
    operands = (input, exponent)
    is_complex = any(
        isinstance(v, builtin_complex) or isinstance(v, Tensor) and v.dtype.is_complex
        for v in operands
    )
    wide = "complex128" if is_complex else "float64"
    return ivy.pow(*[ivy.astype(v, wide) if isinstance(v, Tensor) else ivy.asarray(v, dtype=wide)
                     for v in operands])  # fmt: skip


@torch_function
def xlogy(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Compute ``input * log(other)``, zero where ``input`` is."""
    return ivy.xlogy(input, other)


@torch_function
def polygamma(n: int, input: TensorLike, *, out=None) -> Tensor:
    """Compute the ``n``-th derivative of the digamma function.

    Raises: RuntimeError if ``n`` is negative.
    """
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return ivy.polygamma(n, in_floats(input))


@torch_function
def mvlgamma(input: TensorLike, p: int, *, out=None) -> Tensor:
    """Compute the logarithm of the multivariate gamma function of a dimension."""
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    return ivy.multigammaln(in_floats(input), p)


@torch_function(differentiable=False)
def isinf(input: TensorLike) -> Tensor:
    """Test for infinities."""
    if input.dtype.kind in "iub":
        return ivy.zeros(tuple(input.shape), dtype="bool")
    if input.dtype.is_complex:
        return ivy.logical_or(ivy.isinf(ivy.real(input)), ivy.isinf(ivy.imag(input)))
    return ivy.isinf(input)


@torch_function(differentiable=False)
def isposinf(input: TensorLike, *, out=None) -> Tensor:
    """Test for infinity."""
    return _equals_infinity(input, math.inf, "isposinf")


@torch_function(differentiable=False)
def isneginf(input: TensorLike, *, out=None) -> Tensor:
    """Test for minus infinity."""
    return _equals_infinity(input, -math.inf, "isneginf")


def _equals_infinity(x: Tensor, infinity: float, name: str) -> Tensor:
    """Return ``x == infinity``, False for integers; raise RuntimeError for complex numbers."""
    if x.dtype.is_complex:
        raise RuntimeError(f"{name} does not support complex inputs.")
    if x.dtype.kind in "iub":
        return ivy.zeros(tuple(x.shape), dtype="bool")
    return ivy.equal(x, infinity)


@torch_function(differentiable=False)
def isreal(input: TensorLike) -> Tensor:
    """Test for numbers without an imaginary part."""
    if input.dtype.is_complex:
        return ivy.equal(ivy.imag(input), 0)
    return ivy.ones(tuple(input.shape), dtype="bool")


@torch_function(differentiable=False)
def isclose(
    input: TensorLike,
    other: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Test which elements are close to each other.

    Raises: RuntimeError if the types differ, or a tolerance is negative.
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{shown(input.dtype)} did not match {shown(other.dtype)}")
    for text, given in (("rtol", rtol), ("atol", atol)):
        if given < 0:
            raise RuntimeError(f"{text} must be greater than or equal to zero, but got {given:g}")
    same = ivy.equal(input, other)
    if input.dtype.kind in "iub":
        if not rtol and not atol:
            return same
        input, other = in_floats(input), in_floats(other)
    elif equal_nan:
        same = ivy.logical_or(same, ivy.logical_and(ivy.isnan(input), ivy.isnan(other)))
    error = ivy.abs(ivy.subtract(input, other))
    allowed = ivy.add(atol, ivy.abs(ivy.multiply(rtol, other)))
    near = ivy.logical_and(ivy.isfinite(error), ivy.less_equal(error, allowed))
    return ivy.logical_or(same, near)


@torch_function(differentiable=False)
def allclose(
    input: TensorLike,
    other: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Test whether all elements are close to each other."""
    return as_bool(ivy.all(isclose.function.body(input, other, rtol, atol, equal_nan)))


@torch_function(differentiable=False)
def equal(input: TensorLike, other: TensorLike) -> bool:
    """Test whether two tensors have the same shape and elements."""
    if input.shape != other.shape:
        return False
    return as_bool(ivy.all(ivy.equal(input, other)))


@torch_function(view=True)
def real(input: TensorLike) -> Tensor:
    """Return the real parts, as a view."""
    return ivy.real(input) if input.dtype.is_complex else input


@torch_function(view=True)
def imag(input: TensorLike) -> Tensor:
    """Return the imaginary parts, as a view.

    Raises: RuntimeError for real tensors.
    """
    if not input.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return ivy.imag(input)


@torch_function
def angle(input: TensorLike, *, out=None) -> Tensor:
    """Return the angles of complex numbers; 0 or pi for real ones."""
    if input.dtype.is_complex:
        return ivy.atan2(ivy.imag(input), ivy.real(input))
    x = in_floats(input)
    return ivy.where(ivy.isnan(x), x, ivy.where(ivy.less(x, 0), math.pi, 0.0 * x))


@torch_function(view=True)
def conj(input: TensorLike) -> Tensor:
    """Return the conjugates; of real numbers the tensor itself."""
    return ivy.conj(input) if input.dtype.is_complex else input


@torch_function(view=True, name="torch.resolve_conj")
def _resolved(input: TensorLike) -> Tensor:
    """Return the tensor: conjugates are computed at once here."""
    return input


resolve_conj = _resolved
resolve_neg = torch_function(_resolved.function.body, name="torch.resolve_neg")


def _choice_beside(value, x):
    """Return ``_number_beside``; what is too large for half precision becomes infinity."""
    if type(value) is float and isinstance(x, Tensor) and x.dtype.kind in "iub":
        return checked_number(value, get_default_dtype())
    is_half = isinstance(x, Tensor) and x.dtype.kind == "f" and x.dtype.itemsize == 2
    return value if is_half else _number_beside(value, x)


@torch_function(host=host_forms.where)
def where(
    condition: TensorLike,
    input: TensorLike | Number = None,
    other: TensorLike | Number = None,
    *,
    out=None,
) -> Tensor:
    """Choose from one tensor where a condition holds, from another elsewhere.

    With the condition alone, the indices where it holds are returned, as by ``nonzero``.
    """
    if input is None and other is None:
        found = ivy.nonzero(condition if condition.ndim else ivy.reshape(condition, (1,)))
        return tuple(ivy.astype(v, "int64") for v in found)
    if condition.dtype.kind not in "bu" or condition.dtype.itemsize != 1:
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{shown(condition.dtype)}"
        )
    if condition.dtype.kind == "u":
        condition = ivy.astype(condition, "bool")
    input, other = _choice_beside(input, other), _choice_beside(other, input)
    return ivy.where(condition, input, other)


__all__ = [  # noqa: PLE0604  (names of the tables, all of them strings)
    *_OF_ONE, *_OF_TWO, *_COMPARING, *_OF_BITS, *_TESTING, "add", "addcdiv", "addcmul", "allclose",
    "angle", "bitwise_not", "clamp", "clamp_max", "clamp_min", "clip", "conj",
    "conj_physical", "div", "divide", "equal", "float_power", "floor_divide", "frac", "frexp",
    "heaviside", "imag", "isclose", "isinf", "logaddexp",
    "isneginf", "isposinf", "isreal", "ldexp", "lerp", "logit", "mvlgamma", "nan_to_num",
    "polygamma", "positive", "pow", "real", "reciprocal", "remainder", "resolve_conj",
    "resolve_neg", "round", "rsqrt", "rsub", "sgn", "sigmoid", "sign", "sinc", "square", "sub",
    "subtract", "true_divide", "where", "xlogy",
]  # fmt: skip
