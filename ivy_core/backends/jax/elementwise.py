"""Elementwise functions of the jax backend: compiled, since eager dispatch costs more than a call.

``jax.jit(jnp.add)`` takes 3.3 us where ``jnp.add`` takes 4.1; what is composed of several
operations becomes one kernel. Branches on the dtype are taken while tracing and cost nothing.
"""

from __future__ import annotations

import functools
import operator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

_jit = jax.jit

abs = _jit(jnp.abs)
add = _jit(jnp.add)
atan = _jit(jnp.arctan)
atan2 = _jit(jnp.arctan2)
atanh = _jit(jnp.arctanh)
bitwise_and = _jit(jnp.bitwise_and)
bitwise_invert = _jit(jnp.invert)
bitwise_left_shift = _jit(jnp.left_shift)
bitwise_or = _jit(jnp.bitwise_or)
bitwise_right_shift = _jit(jnp.right_shift)
bitwise_xor = _jit(jnp.bitwise_xor)
ceil = _jit(jnp.ceil)
conj = _jit(jnp.conjugate)
copysign = _jit(jnp.copysign)
cos = _jit(jnp.cos)
cosh = _jit(jnp.cosh)
divide = _jit(jnp.divide)
exp = _jit(jnp.exp)
expm1 = _jit(jnp.expm1)
floor = _jit(jnp.floor)
hypot = _jit(jnp.hypot)
imag = _jit(jnp.imag)
isfinite = _jit(jnp.isfinite)
isnan = _jit(jnp.isnan)
log = _jit(jnp.log)
log1p = _jit(jnp.log1p)
logaddexp = _jit(jnp.logaddexp)
logical_and = _jit(jnp.logical_and)
logical_not = _jit(jnp.logical_not)
logical_or = _jit(jnp.logical_or)
logical_xor = _jit(jnp.logical_xor)
multiply = _jit(jnp.multiply)
negative = _jit(jnp.negative)
nextafter = _jit(jnp.nextafter)
positive = _jit(jnp.positive)
real = _jit(jnp.real)
signbit = _jit(jnp.signbit)
sin = _jit(jnp.sin)
sinh = _jit(jnp.sinh)
square = _jit(jnp.square)
subtract = _jit(jnp.subtract)
tan = _jit(jnp.tan)
tanh = _jit(jnp.tanh)
trunc = _jit(jnp.trunc)


def _with_signs(function, real=None, imag=None):
    """Compile a complex function whose parts have the signs of those of the argument.

    On its branch cuts jax.numpy looks at the value of a zero and not at its sign. ``real`` and
    ``imag`` are 1 where the parts have the argument's signs, -1 where they have the opposite ones.
    """

    def apply(x):
        result = function(x)
        if not jnp.iscomplexobj(x):
            return result
        a, b = result.real, result.imag
        return lax.complex(
            a if real is None else jnp.copysign(a, real * x.real),
            b if imag is None else jnp.copysign(b, imag * x.imag),
        )

    return _jit(apply)


acos = _with_signs(jnp.arccos, imag=-1)
acosh = _with_signs(jnp.arccosh, imag=1)
asin = _with_signs(jnp.arcsin, real=1, imag=1)
asinh = _with_signs(jnp.arcsinh, real=1, imag=1)
sqrt = _with_signs(jnp.sqrt, imag=1)


def _compares(function, below, above):
    """Compile a comparison; int64 meets uint64 exactly, where jax.numpy would go through float64.

    ``below`` and ``above`` are the answers for a negative number on the left, on the right.
    """

    def compare(x1, x2):
        if x1.dtype == x2.dtype:
            if jnp.iscomplexobj(x1) and function not in (jnp.equal, jnp.not_equal):
                return lexicographic(function, x1, x2)
            return function(x1, x2)
        signed, answer = (x1, below) if x1.dtype == jnp.int64 else (x2, above)
        return jnp.where(signed < 0, answer, function(x1.astype(jnp.uint64), x2.astype(jnp.uint64)))

    return _jit(compare)


def lexicographic(function, x1, x2):
    """Compare complex numbers by real, then by imaginary part; nan never compares."""
    strictly = jnp.less if function in (jnp.less, jnp.less_equal) else jnp.greater
    a, b = x1.real, x2.real
    ordinary = ~(jnp.isnan(x1.imag) | jnp.isnan(x2.imag))
    return (strictly(a, b) & ordinary) | ((a == b) & function(x1.imag, x2.imag))


def extremum(function, compare, numbers_win=False):
    """Compile maximum or minimum; with ``numbers_win`` nan is chosen only over nan."""

    def choose(x1, x2):
        if not jnp.iscomplexobj(x1):
            return function(x1, x2)
        nan = jnp.isnan(x2 if numbers_win else x1)
        return jnp.where(lexicographic(compare, x1, x2) | nan, x1, x2)

    return _jit(choose)


equal = _compares(jnp.equal, False, False)
greater = _compares(jnp.greater, False, True)
greater_equal = _compares(jnp.greater_equal, False, True)
less = _compares(jnp.less, True, False)
less_equal = _compares(jnp.less_equal, True, False)
maximum = extremum(jnp.maximum, jnp.greater_equal)
minimum = extremum(jnp.minimum, jnp.less_equal)
not_equal = _compares(jnp.not_equal, True, True)


@_jit
def clip(x, /, min=None, max=None):
    if min is not None:
        x = jnp.maximum(x, min)
    return x if max is None else jnp.minimum(x, max)


@_jit
def floor_divide(x1, x2, /):
    return divide_with_remainder(x1, x2)[0]


@functools.partial(_jit, static_argnames=("detect_positive", "detect_negative"))
def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or jnp.iscomplexobj(x):
        return jnp.isinf(x)
    if detect_positive:
        return jnp.isposinf(x)
    if detect_negative:
        return jnp.isneginf(x)
    return jnp.zeros(x.shape, jnp.bool_)


def _logarithm(function):
    """Compile a logarithm of which powers of the base are whole numbers.

    ``log(x) / log(10)``, which jax.numpy computes, is 2.9999999999999996 for 1000.
    """

    def apply(x):
        result = function(x)
        if jnp.iscomplexobj(x):
            return result
        whole = jnp.rint(result)
        error = whole - result
        near = jnp.abs(error) <= jnp.abs(whole) * (2 * jnp.finfo(x.dtype).eps)
        return result + lax.stop_gradient(jnp.where(near, error, 0))

    return _jit(apply)


log10 = _logarithm(jnp.log10)
log2 = _logarithm(jnp.log2)


def pow(x1, x2, /):
    # a Python number arrives as a NumPy array; squares are frequent, and faster than powers
    if type(x2) is np.ndarray and not x2.ndim and x2 == 2:
        return square(x1)
    return _power(x1, x2)


@_jit
def _power(x1, x2):
    if jnp.issubdtype(x1.dtype, jnp.integer):
        return _integer_power(x1, x2)
    result = jnp.power(x1, x2)
    if jnp.iscomplexobj(x1):
        # the logarithm, through which XLA goes, is infinite at zero
        zero = jnp.where(x2.real > 0, 0, complex(np.nan, np.nan)).astype(x1.dtype)
        result = jnp.where(x2 == 0, 1, jnp.where(x1 == 0, zero, result))
    return result


def _integer_power(x1, x2):
    """Multiply by squaring; jax.numpy looks at the lowest bits of the exponent only."""
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    one = jnp.ones_like(x1)

    def step(state):
        result, square, left = state
        result = jnp.where(left & 1 == 1, result * square, result)
        return result, square * square, left >> 1

    start = (one, x1, jnp.maximum(x2, 0))
    result, _, _ = lax.while_loop(lambda state: jnp.any(state[2] > 0), step, start)
    if jnp.issubdtype(x1.dtype, jnp.signedinteger):
        # 1 / x1**-x2, rounded to 0 unless x1 is 1 or -1
        unit = jnp.where(x1 == 1, 1, jnp.where(x1 == -1, 1 - 2 * (x2 & 1), 0)).astype(x1.dtype)
        result = jnp.where(x2 < 0, unit, result)
    return result


@_jit
def reciprocal(x, /):
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.where(x == 0, x, lax.div(jnp.ones_like(x), jnp.where(x == 0, 1, x)))
    return jnp.reciprocal(x)


@functools.partial(_jit, static_argnames="modulus")
def remainder(x1, x2, /, *, modulus=True):
    return divide_with_remainder(x1, x2)[1] if modulus else truncated_remainder(x1, x2)


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    # the power is data: XLA divides by a constant as it multiplies by its reciprocal, 1 ulp off
    return _round(x, 10.0 ** (decimals if decimals > 0 else -decimals), decimals)


@functools.partial(_jit, static_argnums=2)
def _round(x, power, decimals):
    if x.dtype == jnp.bool_:
        return x.astype(jnp.float16)
    if jnp.iscomplexobj(x):
        parts = (_round(part, power, decimals) for part in (x.real, x.imag))
        return lax.complex(*parts)
    if jnp.issubdtype(x.dtype, jnp.integer):
        if decimals >= 0:
            return x
        return (jnp.rint(x.astype(jnp.float64) / power) * power).astype(x.dtype)
    if decimals == 0:
        return jnp.rint(x)
    power = jnp.asarray(power, x.dtype)
    return jnp.rint(x * power) / power if decimals > 0 else jnp.rint(x / power) * power


@_jit
def sign(x, /):
    return jnp.where(x == 0, 0, jnp.sign(x)).astype(x.dtype)  # 0 for -0.0 too


def divide_with_remainder(x1, x2):
    """Return quotient and remainder by NumPy's rules: rounded down, 0 for integers over zero."""
    if jnp.issubdtype(x1.dtype, jnp.integer):
        zero = x2 == 0
        safe = jnp.where(zero, 1, x2)
        quotient, rest = lax.div(*jnp.broadcast_arrays(x1, safe)), truncated_remainder(x1, safe)
        if jnp.issubdtype(x1.dtype, jnp.signedinteger):
            down = (rest != 0) & ((rest < 0) != (safe < 0))
            quotient = jnp.where(down, quotient - 1, quotient)
            rest = jnp.where(down, rest + safe, rest)
        return jnp.where(zero, 0, quotient), jnp.where(zero, 0, rest)
    rest = truncated_remainder(x1, x2)
    quotient = (x1 - rest) / x2
    down = (rest != 0) & ((rest < 0) != (x2 < 0))
    quotient = jnp.where(down, quotient - 1, quotient)
    rest = jnp.where(down, rest + x2, rest)
    opposite = (rest == 0) & (jnp.signbit(rest) != jnp.signbit(x2))
    rest = jnp.where(opposite, jnp.copysign(jnp.zeros_like(rest), x2), rest)
    # (x1 - rest) / x2 is a whole number, but for an error of rounding
    whole = jnp.floor(quotient)
    whole = jnp.where(quotient - whole > 0.5, whole + 1, whole)
    plain = x1 / x2
    whole = jnp.where(quotient == 0, jnp.copysign(jnp.zeros_like(plain), plain), whole)
    return jnp.where(x2 == 0, plain, whole), jnp.where(x2 == 0, jnp.nan, rest)


def truncated_remainder(x1, x2):
    """Return the remainder with the dividend's sign, 0 for integers over zero."""
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    if jnp.issubdtype(x1.dtype, jnp.integer):
        zero = x2 == 0
        return jnp.where(zero, 0, lax.rem(x1, jnp.where(zero, 1, x2)))
    return lax.rem(x1, x2)
