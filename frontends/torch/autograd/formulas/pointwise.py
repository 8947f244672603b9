"""Gradients of functions of single elements."""

from __future__ import annotations

import math

from frontends.torch.tensors.half_precision import in_single
from frontends.torch.tensors.tensor import Tensor, ivy

from ..tape import derivative
from .common import conj, is_complex, masked

BOTH = {"input": "other", "other": "input"}  # each is wanted where the other one's gradient is


def _scale_gradient(grad, factor):
    """``grad * factor``; ``grad`` itself for the Python number 1."""
    return grad if isinstance(factor, (int, float)) and factor == 1 else ivy.multiply(grad, factor)


# arithmetic


@derivative("add", "__add__", "__radd__", shapes=False)
def add(grad, needs, input, other, *, alpha=1):
    return grad, _scale_gradient(grad, conj(alpha)) if needs[1] else None


@derivative("sub", "subtract", "__sub__", shapes=False)
def sub(grad, needs, input, other, *, alpha=1):
    return grad, ivy.negative(_scale_gradient(grad, conj(alpha))) if needs[1] else None


@derivative("rsub", "__rsub__")
def rsub(grad, needs, input, other, *, alpha=1):
    return ivy.negative(_scale_gradient(grad, conj(alpha))), grad


@derivative("mul", "multiply", "__mul__", "__rmul__", saves=BOTH, shapes=False)
def mul(grad, needs, input, other):
    return (
        ivy.multiply(grad, conj(other)) if needs[0] else None,
        ivy.multiply(grad, conj(input)) if needs[1] else None,
    )


@derivative("div", "divide", "true_divide", saves={"input": "other", "other": None})
def div(grad, needs, input, other, *, rounding_mode=None):
    if rounding_mode is not None:
        zeros = ivy.zeros_like(grad)
        return zeros, zeros
    by = ivy.divide(grad, conj(other))
    if not needs[1]:
        return by, None
    return by, ivy.negative(ivy.multiply(by, conj(ivy.divide(input, other))))


@derivative("__rtruediv__", saves={"input": "other", "other": "input", "result": "input"})
def rtruediv(grad, needs, input, other, *, result=None):
    by_input = None
    if needs[0]:
        if isinstance(other, Tensor):
            inverse = ivy.where(ivy.equal(other, 0), 0, ivy.divide(result, other))
        else:
            inverse = ivy.multiply(result, 1 / other if other else 0)
        by_input = ivy.negative(ivy.multiply(grad, conj(ivy.multiply(result, inverse))))
    return by_input, ivy.divide(grad, conj(input)) if needs[1] else None


@derivative("remainder", saves={"input": "other", "other": "other"})
def remainder(grad, needs, input, other):
    if not needs[1]:
        return grad, None
    # not the floor of the quotient, which may be rounded up to the next whole number: 1 / 0.2
    return grad, ivy.negative(ivy.multiply(grad, ivy.floor_divide(input, other)))


@derivative("fmod", saves={"input": "other", "other": "other"})
def fmod(grad, needs, input, other):
    if not needs[1]:
        return grad, None
    return grad, ivy.negative(ivy.multiply(grad, ivy.trunc(ivy.divide(input, other))))


@derivative("neg", "negative", "__neg__", shapes=False)
def neg(grad, needs, input):
    return ivy.negative(grad)


@derivative(
    "pow", "__pow__", "float_power",
    saves={"input": None, "exponent": None, "result": "exponent"},
)  # fmt: skip
def pow(grad, needs, input, exponent, *, result=None):
    found = [None, None]
    if needs[0]:
        if isinstance(exponent, Tensor):
            lower = ivy.pow(input, ivy.subtract(exponent, 1))
            slope = ivy.multiply(exponent, ivy.where(ivy.equal(exponent, 0), 0, lower))
        elif exponent == 0:
            slope = ivy.zeros_like(input)
        elif exponent == 2:
            slope = ivy.multiply(input, 2)
        elif exponent == 1:
            return grad, None
        else:
            slope = ivy.multiply(ivy.pow(input, exponent - 1), exponent)
        found[0] = ivy.multiply(grad, conj(slope))
    if needs[1]:
        base = input
        if not isinstance(base, Tensor):
            if base == 0:
                slope = ivy.multiply(result, -math.inf)
                slope = ivy.where(ivy.greater_equal(exponent, 0), 0, slope)
                return None, ivy.multiply(grad, slope)
            log = complex(base) if isinstance(base, complex) or base < 0 else float(base)
            if isinstance(log, complex):
                return NotImplemented
            found[1] = ivy.multiply(grad, ivy.multiply(result, math.log(log)))
        else:
            if is_complex(base) or is_complex(exponent):
                return NotImplemented
            zero = ivy.logical_and(ivy.equal(base, 0), ivy.greater_equal(exponent, 0))
            slope = ivy.multiply(result, ivy.log(ivy.where(zero, 1, base)))
            found[1] = ivy.multiply(grad, slope)
    return tuple(found)


@derivative("__rpow__", saves={"input": None, "other": None, "result": "input"})
def rpow(grad, needs, input, other, *, result=None):
    found = pow(grad, needs[::-1], other, input, result=result)
    return found if found is NotImplemented else found[::-1]


@derivative("square", saves="input")
def square(grad, needs, input):
    return ivy.multiply(grad, ivy.multiply(conj(input), 2))


@derivative("sqrt", saves="result")
def sqrt(grad, needs, input, *, result):
    return ivy.divide(grad, ivy.multiply(conj(result), 2))


@derivative("rsqrt", saves="result")
def rsqrt(grad, needs, input, *, result):
    cube = conj(ivy.multiply(result, ivy.multiply(result, result)))
    return ivy.multiply(ivy.multiply(grad, -0.5), cube)


@derivative("reciprocal", saves="result")
def reciprocal(grad, needs, input, *, result):
    return ivy.negative(ivy.multiply(grad, conj(ivy.multiply(result, result))))


@derivative("abs", "absolute", "__abs__", saves="input")
def abs(grad, needs, input):
    if is_complex(input):
        return NotImplemented
    slope = ivy.where(ivy.isnan(input), 0, ivy.sign(input))  # a masked nan leaves no nan, as there
    return ivy.multiply(grad, slope)


@derivative("nextafter", saves=("input", "other"))
def nextafter(grad, needs, input, other):
    return masked(grad, ivy.not_equal(input, other)), ivy.zeros_like(grad)


@derivative("frexp", saves="result")
def frexp(grads, needs, input, *, result):
    exponent = ivy.astype(result[1], ivy.dtype(grads[0]))
    return ivy.divide(grads[0], ivy.pow(2.0, exponent))


# exponentials and logarithms


@derivative("exp", saves="result", shapes=False)
def exp(grad, needs, input, *, result):
    return ivy.multiply(grad, conj(result))


@derivative("exp2", saves="result")
def exp2(grad, needs, input, *, result):
    return ivy.multiply(grad, ivy.multiply(conj(result), math.log(2)))


@derivative("expm1", saves="result")
def expm1(grad, needs, input, *, result):
    return ivy.multiply(grad, ivy.add(conj(result), 1))


@derivative("log", saves="input")
def log(grad, needs, input):
    return ivy.divide(grad, conj(input))


@derivative("log2", saves="input")
def log2(grad, needs, input):
    return ivy.divide(grad, ivy.multiply(conj(input), math.log(2)))


@derivative("log10", saves="input")
def log10(grad, needs, input):
    return ivy.divide(grad, ivy.multiply(conj(input), math.log(10)))


@derivative("log1p", saves="input")
def log1p(grad, needs, input):
    return ivy.divide(grad, ivy.add(conj(input), 1))


@derivative("sigmoid", "expit", saves="result")
@in_single
def sigmoid(grad, needs, input, *, result):
    slope = conj(ivy.multiply(ivy.subtract(1, result), result))
    return ivy.multiply(grad, slope)


@derivative("tanh", saves="result")
@in_single
def tanh(grad, needs, input, *, result):
    return ivy.multiply(grad, conj(ivy.subtract(1, ivy.multiply(result, result))))


@derivative("sin", saves="input")
def sin(grad, needs, input):
    return ivy.multiply(grad, conj(ivy.cos(input)))


@derivative("cos", saves="input")
def cos(grad, needs, input):
    return ivy.negative(ivy.multiply(grad, conj(ivy.sin(input))))


@derivative("tan", saves="result")
def tan(grad, needs, input, *, result):
    return ivy.multiply(grad, conj(ivy.add(1, ivy.multiply(result, result))))


@derivative("sinh", saves="input")
def sinh(grad, needs, input):
    return ivy.multiply(grad, conj(ivy.cosh(input)))


@derivative("cosh", saves="input")
def cosh(grad, needs, input):
    return ivy.multiply(grad, conj(ivy.sinh(input)))


@derivative("atan", "arctan", saves="input")
def atan(grad, needs, input):
    return ivy.divide(grad, conj(ivy.add(ivy.multiply(input, input), 1)))


@derivative("erf", saves="input")
def erf(grad, needs, input):
    bell = ivy.exp(ivy.negative(ivy.multiply(input, input)))
    return ivy.multiply(grad, ivy.multiply(bell, 2 / math.sqrt(math.pi)))


@derivative("atan2", "arctan2", saves=("input", "other"))
def atan2(grad, needs, input, other):
    square = ivy.add(ivy.square(input), ivy.square(other))
    share = ivy.divide(grad, ivy.where(ivy.equal(square, 0), math.inf, square))  # 0 at the origin
    return ivy.multiply(share, other), ivy.negative(ivy.multiply(share, input))


@derivative("logaddexp", saves=("input", "other"))
def logaddexp(grad, needs, input, other):
    """By the difference of the operands: the result of two large equal ones is like them."""
    if is_complex(input) or is_complex(other):
        return NotImplemented
    above = ivy.subtract(other, input)
    return (
        ivy.divide(grad, ivy.add(1, ivy.exp(above))) if needs[0] else None,
        ivy.divide(grad, ivy.add(1, ivy.exp(ivy.negative(above)))) if needs[1] else None,
    )


@derivative("hypot", saves=("input", "other", "result"))
def hypot(grad, needs, input, other, *, result):
    return (
        ivy.multiply(grad, ivy.divide(input, result)) if needs[0] else None,
        ivy.multiply(grad, ivy.divide(other, result)) if needs[1] else None,
    )


@derivative("copysign", saves=("input", "result"))
def copysign(grad, needs, input, other, *, result):
    sign = ivy.where(ivy.equal(input, 0), 0, ivy.divide(result, input))
    return ivy.multiply(grad, sign), ivy.zeros_like(grad)


@derivative("logit", saves="input")
def logit(grad, needs, input, eps=None):
    least, outside = (0, math.nan) if eps is None else (eps, 0.0)
    within = ivy.logical_and(ivy.greater_equal(input, least), ivy.less_equal(input, 1 - least))
    slope = ivy.divide(grad, ivy.multiply(input, ivy.subtract(1, input)))
    return ivy.where(within, slope, outside)


# steps: no slope anywhere


@derivative("sign", "sgn_of_reals", "floor", "ceil", "trunc", "fix", "round")
def steps(grad, needs, input, *args, **kwargs):
    return ivy.zeros_like(grad), ivy.zeros_like(grad)


# functions whose derivatives PyTorch does not have


@derivative("floor_divide", "__floordiv__", "__rfloordiv__")
def floor_divide(grad, needs, *args, **kwargs):
    raise RuntimeError("derivative for aten::floor_divide is not implemented")


@derivative("heaviside")
def heaviside(grad, needs, *args, **kwargs):
    raise RuntimeError("derivative for aten::heaviside is not implemented")


@derivative("igamma", "gammainc", saves={"input": "other", "other": "other"})
def igamma(grad, needs, input, other):
    if needs[0]:
        raise NotImplementedError("the derivative for 'igamma: input' is not implemented.")
    return None, ivy.multiply(grad, _density_of_gamma(input, other))


@derivative("igammac", "gammaincc", saves={"input": "other", "other": "other"})
def igammac(grad, needs, input, other):
    if needs[0]:
        raise NotImplementedError("the derivative for 'igammac: input' is not implemented.")
    return None, ivy.negative(ivy.multiply(grad, _density_of_gamma(input, other)))


def _density_of_gamma(shape, x):
    """``exp((shape - 1) log x - x - lgamma(shape))``."""
    power = ivy.subtract(ivy.multiply(ivy.subtract(shape, 1), ivy.log(x)), x)
    return ivy.exp(ivy.subtract(power, ivy.lgamma(shape)))


@derivative("xlogy", saves=("input", "other"))
def xlogy(grad, needs, input, other):
    """Give a factor of 0 no gradient where the other has no logarithm."""
    by_other = None
    if needs[1]:
        by_other = ivy.divide(ivy.multiply(grad, input), other)
    if not needs[0]:
        return None, by_other
    without = ivy.logical_and(ivy.equal(input, 0), ivy.less_equal(other, 0))
    return ivy.where(without, 0, ivy.xlogy(grad, other)), by_other


@derivative("angle", saves="input")
def angle(grad, needs, input):
    if not is_complex(input):
        return ivy.zeros_like(grad)
    size = ivy.square(ivy.abs(input))
    slope = ivy.divide(ivy.multiply(input, 1j), size)
    return ivy.where(ivy.equal(input, 0), 0, ivy.multiply(grad, slope))


@derivative("compared_in_place")
def compared_in_place(grad, needs, input, other):
    """Give nothing: what was compared is written over."""
    return ivy.zeros_like(grad) if needs[0] else None, ivy.zeros_like(grad) if needs[1] else None


# choices


@derivative("relu", saves="result", shapes=False)
def relu(grad, needs, input, inplace=False, *, result):
    return masked(grad, ivy.greater(result, 0))


@derivative("leaky_relu", saves="input")
@in_single
def leaky_relu(grad, needs, input, negative_slope=0.01, inplace=False):
    return ivy.where(ivy.greater(input, 0), grad, ivy.multiply(grad, negative_slope))


@derivative("silu", saves="input")
@in_single
def silu(grad, needs, input, inplace=False):
    s = ivy.sigmoid(input)
    slope = ivy.multiply(s, ivy.add(1, ivy.multiply(input, ivy.subtract(1, s))))
    return ivy.multiply(grad, slope)


@derivative("softplus", saves="input")
@in_single
def softplus(grad, needs, input, beta=1, threshold=20):
    z = ivy.multiply(input, beta)
    slope = ivy.where(ivy.greater(z, threshold), 1.0, ivy.sigmoid(z))
    return ivy.multiply(grad, slope)


@derivative("where", saves=("condition",))
def where(grad, needs, condition, input=None, other=None):
    return (
        None,
        masked(grad, condition) if needs[1] else None,
        ivy.where(condition, 0, grad) if needs[2] else None,
    )


@derivative("where_of_tensor", saves=("condition",))
def where_of_tensor(grad, needs, input, condition, other):
    _, chosen, rest = where(grad, (False, needs[0], needs[2]), condition)
    return chosen, None, rest


@derivative("masked_fill", saves=("mask",))
def masked_fill(grad, needs, input, mask, value):
    return (
        ivy.where(mask, 0, grad) if needs[0] else None,
        None,
        ivy.sum(masked(grad, mask)) if needs[2] else None,
    )


@derivative("maximum", saves=("input", "other"))
def maximum(grad, needs, input, other):
    share = _share_of_extreme(grad, input, other)
    return (
        ivy.where(ivy.less(input, other), 0, share) if needs[0] else None,
        ivy.where(ivy.greater(input, other), 0, share) if needs[1] else None,
    )


@derivative("minimum", saves=("input", "other"))
def minimum(grad, needs, input, other):
    share = _share_of_extreme(grad, input, other)
    return (
        ivy.where(ivy.greater(input, other), 0, share) if needs[0] else None,
        ivy.where(ivy.less(input, other), 0, share) if needs[1] else None,
    )


def _share_of_extreme(grad, input, other):
    """Return half of the gradient of an extreme where both are it, all of it elsewhere."""
    return ivy.where(ivy.equal(input, other), ivy.multiply(grad, 0.5), grad)


@derivative("elu", saves="input")
@in_single
def elu(grad, needs, input, alpha=1.0, inplace=False):
    return ivy.multiply(grad, _slope_of_elu(input, alpha, 1.0))


@derivative("celu", saves="input")
@in_single
def celu(grad, needs, input, alpha=1.0, inplace=False):
    return ivy.multiply(grad, _slope_of_elu(ivy.divide(input, alpha), 1.0, 1.0))


@derivative("selu", saves="input")
@in_single
def selu(grad, needs, input, inplace=False):
    return ivy.multiply(grad, _slope_of_elu(input, _SELU_ALPHA, _SELU_SCALE))


def _slope_of_elu(x, alpha, scale):
    """Return the slope of an exponential unit, whose own at 0 is 0, as PyTorch's."""
    negative = ivy.where(ivy.less(x, 0), x, 0)
    return ivy.where(ivy.greater(x, 0), scale, ivy.multiply(ivy.exp(negative), alpha * scale))


_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772, 1.0507009873554805


@derivative("fmax", saves=("input", "other"))
def fmax(grad, needs, input, other):
    return _give_to_one(grad, ivy.logical_or(ivy.greater_equal(input, other), ivy.isnan(other)))


@derivative("fmin", saves=("input", "other"))
def fmin(grad, needs, input, other):
    return _give_to_one(grad, ivy.logical_or(ivy.less_equal(input, other), ivy.isnan(other)))


@derivative("clamp_min", saves=("input", "min"))
def clamp_min(grad, needs, input, min):
    return _give_to_one(grad, ivy.greater_equal(input, min))


@derivative("clamp_max", saves=("input", "max"))
def clamp_max(grad, needs, input, max):
    return _give_to_one(grad, ivy.less_equal(input, max))


def _give_to_one(grad, first_wins):
    """Return the gradients of a choice that gives the first operand the whole of it in a tie."""
    return masked(grad, first_wins), ivy.where(first_wins, 0, grad)


@derivative("clamp", "clip", saves=("input", "min", "max"))
def clamp(grad, needs, input, min=None, max=None):
    if max is None:
        return *clamp_min(grad, needs, input, min), None
    if min is None:
        by_input, by_max = clamp_max(grad, needs, input, max)
        return by_input, None, by_max
    below, above = ivy.less(input, min), ivy.greater(input, max)
    found = ivy.where(ivy.logical_or(below, above), 0, grad), None, None
    if not (needs[1] or needs[2]):
        return found
    crossed = ivy.greater(min, max)  # then the result is `max` everywhere
    by_min = masked(grad, ivy.logical_and(below, ivy.less(min, max)))
    return found[0], by_min, masked(grad, ivy.logical_or(above, crossed))


@derivative("addcmul", saves={"tensor1": "tensor2", "tensor2": "tensor1"})
def addcmul(grad, needs, input, tensor1, tensor2, *, value=1):
    scaled = _scale_gradient(grad, conj(value))
    return (
        grad,
        ivy.multiply(scaled, conj(tensor2)) if needs[1] else None,
        ivy.multiply(scaled, conj(tensor1)) if needs[2] else None,
    )


@derivative("lerp", saves=("input", "end", "weight"))
def lerp(grad, needs, input, end, weight):
    return (
        ivy.multiply(
            grad, conj(ivy.subtract(1, weight) if isinstance(weight, Tensor) else 1 - weight)
        ),
        ivy.multiply(grad, conj(weight)),
        ivy.multiply(grad, conj(ivy.subtract(end, input))) if needs[2] else None,
    )


# the same values


@derivative("clone", "contiguous", "copy_values", "to_copy", "type_as", "alias", "detach_copy")
def clone(grad, needs, input, *args, **kwargs):
    return (grad, *[None] * 8)


@derivative("to", "float", "double", "half", "bfloat16")
def to(grad, needs, input, *args, **kwargs):
    return (grad, *[None] * 8)


@derivative("zero", "fill", "zero_", "fill_")
def fill(grad, needs, input, value=None, *rest):
    return ivy.zeros_like(grad), ivy.sum(grad) if needs[1:] and needs[1] else None


@derivative("copy", "copy_")
def copy(grad, needs, input, src, non_blocking=False):
    return (ivy.zeros_like(grad) if needs[0] else None), grad, None


@derivative("positive", "__pos__")
def positive(grad, needs, input):
    return grad
