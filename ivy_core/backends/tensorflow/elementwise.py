"""Elementwise functions of the tensorflow backend: raw operations, detours for dtypes they lack.

A raw operation takes 5 us where ``tf.add``, which converts its arguments first, takes 10. Looking a
dtype up in a set takes 0.3 us, so the frequent functions compare with ``is``.
"""

from __future__ import annotations

import ast
import functools
import math
import operator

import tensorflow as tf

_raw = tf.raw_ops

BITS = {tf.float16: tf.int16, tf.bfloat16: tf.int16, tf.float32: tf.int32, tf.float64: tf.int64}
MANTISSA = {tf.float16: 10, tf.bfloat16: 7, tf.float32: 23, tf.float64: 52}
SIGNED = {tf.uint8: tf.int8, tf.uint16: tf.int16, tf.uint32: tf.int32, tf.uint64: tf.int64}
COMPLEX = frozenset({tf.complex64, tf.complex128})
FLOATS = frozenset(BITS)
_UNORDERED = frozenset({tf.bool, *COMPLEX})
_WHOLE = frozenset({tf.bool, tf.int8, tf.int16, tf.int32, tf.int64, *SIGNED})
_UNSIGNED_OR_BOOL = frozenset({tf.bool, *SIGNED})


def unary(operation):
    """Return a function of one tensor that runs a raw operation."""

    def apply(x, /):
        return operation(x=x)

    return apply


def binary(operation):
    """Return a function of two tensors that runs a raw operation."""

    def apply(x1, x2, /):
        return operation(x=x1, y=x2)

    return apply


def select(condition, x1, x2):
    """Return ``x1`` where the condition holds, else ``x2``; at most one is a Python number."""
    if not isinstance(x1, tf.Tensor):
        x1 = constant(x1, x2)
    elif not isinstance(x2, tf.Tensor):
        x2 = constant(x2, x1)
    return _raw.SelectV2(condition=condition, t=x1, e=x2)


def constant(value, like):
    """Return a number as a tensor of the dtype that another one has; made once (10 us)."""
    return _constant(like.dtype, repr(value))


@functools.lru_cache(maxsize=1024)
def _constant(dtype, value):
    with tf.init_scope():  # an eager tensor, also while a graph is traced
        return tf.constant(_NUMBERS.get(value) or ast.literal_eval(value), dtype)


_NUMBERS = {
    "inf": math.inf, "-inf": -math.inf, "nan": math.nan, "(nan+nanj)": complex(math.nan, math.nan),
}  # fmt: skip


def bitcast(x, dtype):
    return _raw.Bitcast(input=x, type=dtype)


def _unary_unless(dtypes, operation, detour):
    """Return the raw operation for most dtypes, ``detour`` for those in ``dtypes``."""

    def apply(x, /):
        return detour(x) if x.dtype in dtypes else operation(x=x)

    return apply


def _unless_bool(operation, logical):
    """Return the raw operation, and another one for booleans."""
    boolean = tf.bool

    def apply(x1, x2, /):
        if x1.dtype is boolean:
            return logical(x=x1, y=x2)
        return operation(x=x1, y=x2)

    return apply


def _compares(operation, python):
    """Return a comparison of all dtypes, int64 with uint64 included."""

    def compare(x1, x2, /):
        dtype = x1.dtype
        if dtype is not x2.dtype and dtype != x2.dtype:
            # a negative number lies below all unsigned ones
            signed, answer = (x1, python(-1, 0)) if dtype == tf.int64 else (x2, python(0, -1))
            found = operation(x=tf.cast(x1, tf.uint64), y=tf.cast(x2, tf.uint64))
            return select(signed < 0, answer, found)
        if dtype in _UNORDERED:
            if dtype != tf.bool:
                return lexicographic(operation, x1, x2)
            x1, x2 = tf.cast(x1, tf.uint8), tf.cast(x2, tf.uint8)
        return operation(x=x1, y=x2)

    return compare


def _equality(operation, differ):
    def compare(x1, x2, /):
        if x1.dtype is not x2.dtype and x1.dtype != x2.dtype:
            signed = x1 if x1.dtype == tf.int64 else x2
            found = operation(x=tf.cast(x1, tf.uint64), y=tf.cast(x2, tf.uint64))
            return select(signed < 0, differ, found)
        return operation(x=x1, y=x2)

    return compare


def lexicographic(operation, x1, x2):
    """Compare complex numbers as NumPy does: by real, then by imaginary part."""
    strictly = operator.lt if operation in (_raw.Less, _raw.LessEqual) else operator.gt
    a, b, c, d = real(x1), real(x2), imag(x1), imag(x2)
    ordinary = ~(_raw.IsNan(x=c) | _raw.IsNan(x=d))
    return (strictly(a, b) & ordinary) | (_raw.Equal(x=a, y=b) & operation(x=c, y=d))


def _extremum(operation, logical, compare):
    """Return maximum or minimum of all dtypes; nan wins."""

    def choose(x1, x2, /):
        if x1.dtype in _UNORDERED:
            if x1.dtype == tf.bool:
                return logical(x=x1, y=x2)
            return select(lexicographic(compare, x1, x2) | isnan(x1), x1, x2)
        return operation(x=x1, y=x2)

    return choose


def _logical(operation):
    def apply(x1, x2, /):
        if x1.dtype is not tf.bool:
            x1, x2 = truth(x1), truth(x2)
        return operation(x=x1, y=x2)

    return apply


def truth(x):
    """Return whether elements are not zero."""
    return _raw.NotEqual(x=x, y=constant(0, x))


acos = unary(_raw.Acos)
acosh = unary(_raw.Acosh)
add = _unless_bool(_raw.AddV2, _raw.LogicalOr)
asin = unary(_raw.Asin)
asinh = unary(_raw.Asinh)
atan = unary(_raw.Atan)
atanh = unary(_raw.Atanh)
bitwise_and = _unless_bool(_raw.BitwiseAnd, _raw.LogicalAnd)
bitwise_invert = _unary_unless({tf.bool}, _raw.Invert, tf.logical_not)
bitwise_or = _unless_bool(_raw.BitwiseOr, _raw.LogicalOr)
bitwise_xor = _unless_bool(_raw.BitwiseXor, _raw.NotEqual)
ceil = _unary_unless(_WHOLE, _raw.Ceil, tf.identity)
conj = _unary_unless(_WHOLE | FLOATS, lambda x: _raw.Conj(input=x), tf.identity)
cos = unary(_raw.Cos)
cosh = unary(_raw.Cosh)
divide = binary(_raw.RealDiv)
equal = _equality(_raw.Equal, False)
exp = unary(_raw.Exp)
expm1 = unary(_raw.Expm1)
floor = _unary_unless(_WHOLE, _raw.Floor, tf.identity)
greater = _compares(_raw.Greater, operator.gt)
greater_equal = _compares(_raw.GreaterEqual, operator.ge)
less = _compares(_raw.Less, operator.lt)
less_equal = _compares(_raw.LessEqual, operator.le)
log = unary(_raw.Log)
log1p = unary(_raw.Log1p)
logical_and = _logical(_raw.LogicalAnd)
logical_or = _logical(_raw.LogicalOr)
logical_xor = _logical(_raw.NotEqual)
maximum = _extremum(_raw.Maximum, _raw.LogicalOr, _raw.GreaterEqual)
minimum = _extremum(_raw.Minimum, _raw.LogicalAnd, _raw.LessEqual)
multiply = _unless_bool(_raw.Mul, _raw.LogicalAnd)
not_equal = _equality(_raw.NotEqual, True)
positive = tf.identity
sin = unary(_raw.Sin)
sinh = unary(_raw.Sinh)
sqrt = unary(_raw.Sqrt)
square = unary(_raw.Square)
subtract = binary(_raw.Sub)
tan = unary(_raw.Tan)
tanh = unary(_raw.Tanh)


def abs(x, /):
    if x.dtype in COMPLEX:
        return _raw.ComplexAbs(x=x, Tout=x.dtype.real_dtype)
    return tf.identity(x) if x.dtype in _UNSIGNED_OR_BOOL else _raw.Abs(x=x)


def atan2(x1, x2, /):
    return _raw.Atan2(y=x1, x=x2)


def bitwise_left_shift(x1, x2, /):
    inside = _inside(x1, x2)
    return select(inside, _raw.LeftShift(x=x1, y=select(inside, x2, 0)), 0)


def bitwise_right_shift(x1, x2, /):
    # TensorFlow shifts by one place less than there are bits at most; one more takes the last one
    if x1.dtype in SIGNED:
        inside = _inside(x1, x2)
        return select(inside, _raw.RightShift(x=x1, y=select(inside, x2, 0)), 0)
    last = x1.dtype.size * 8 - 1
    return _raw.RightShift(x=x1, y=select((x2 < 0) | (x2 > last), last, x2))


def _inside(x1, x2):
    bits = constant(x1.dtype.size * 8, x2)
    below = _raw.Less(x=x2, y=bits)
    return below if x2.dtype in SIGNED else below & (x2 >= 0)


def clip(x, /, min=None, max=None):
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def copysign(x1, x2, /):
    bits = BITS[x1.dtype]
    both = _raw.BitwiseXor(x=bitcast(x1, bits), y=bitcast(x2, bits))
    differ = _raw.Less(x=both, y=_constant(bits, "0"))
    return _raw.SelectV2(condition=differ, t=_raw.Neg(x=x1), e=x1)


def floor_divide(x1, x2, /):
    if x1.dtype not in FLOATS:
        return _quotient(_raw.FloorDiv, x1, x2)
    rest = truncated_remainder(x1, x2)
    plain = _raw.RealDiv(x=x1, y=x2)
    # x1 - rest is a multiple of x2: the quotient is whole, but for an error of rounding
    whole = _raw.Round(x=_raw.RealDiv(x=_raw.Sub(x=x1, y=rest), y=x2))
    signs = _raw.Mul(x=_raw.Sign(x=rest), y=_raw.Sign(x=x2))
    down = _raw.Less(x=signs, y=constant(0, x2))
    whole = _raw.SelectV2(condition=down, t=_raw.Sub(x=whole, y=constant(1, x2)), e=whole)
    zero = _raw.Equal(x=x2, y=constant(0, x2))
    return _raw.SelectV2(condition=zero, t=plain, e=copysign(_raw.Abs(x=whole), plain))


def hypot(x1, x2, /):
    a, b = _raw.Abs(x=x1), _raw.Abs(x=x2)
    large, small = _raw.Maximum(x=a, y=b), _raw.Minimum(x=a, y=b)
    one, infinity = constant(1, a), constant(math.inf, a)
    zero = _raw.Equal(x=large, y=constant(0, a))
    ratio = _raw.RealDiv(x=small, y=select(zero, 1, large))
    length = _raw.Mul(x=large, y=_raw.Sqrt(x=_raw.AddV2(x=one, y=_raw.Square(x=ratio))))
    infinite = _raw.LogicalOr(x=_raw.Equal(x=a, y=infinity), y=_raw.Equal(x=b, y=infinity))
    return _raw.SelectV2(condition=infinite, t=infinity, e=length)


def imag(x, /):
    return _raw.Imag(input=x, Tout=x.dtype.real_dtype) if x.dtype in COMPLEX else tf.zeros_like(x)


def _on_parts(operation, whole, join):
    """Return a test for nan and infinities: ``whole`` is its answer for integers."""

    def test(x, /):
        if x.dtype in FLOATS:
            return operation(x=x)
        if x.dtype in COMPLEX:
            return join(operation(x=real(x)), operation(x=imag(x)))
        return tf.fill(tf.shape(x), whole)

    return test


isfinite = _on_parts(_raw.IsFinite, True, operator.and_)
isnan = _on_parts(_raw.IsNan, False, operator.or_)
_isinf = _on_parts(_raw.IsInf, False, operator.or_)


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or x.dtype in COMPLEX:
        return _isinf(x)
    if x.dtype in FLOATS and (detect_positive or detect_negative):
        return _raw.Equal(x=x, y=constant(math.inf if detect_positive else -math.inf, x))
    return tf.fill(tf.shape(x), False)


def _logarithm(base):
    """Return the logarithm to a base: whole numbers for its powers, where division misses a bit."""

    def apply(x, /):
        natural = _raw.Log(x=x)
        if x.dtype in COMPLEX:  # a complex product has nan at infinity
            factor = 1 / math.log(base)
            parts = real(natural) * factor, imag(natural) * factor
            return _raw.Complex(real=parts[0], imag=parts[1], Tout=x.dtype)
        result = _raw.RealDiv(x=natural, y=constant(math.log(base), x))
        whole = _raw.Round(x=result)
        error = _raw.Sub(x=whole, y=result)
        limit = _raw.Mul(x=_raw.Abs(x=whole), y=constant(2.0 ** (1 - MANTISSA[x.dtype]), x))
        near = _raw.LessEqual(x=_raw.Abs(x=error), y=limit)
        # the derivative stays that of the logarithm
        return _raw.AddV2(x=result, y=tf.stop_gradient(select(near, error, 0)))

    return apply


log2 = _logarithm(2)
log10 = _logarithm(10)


def logaddexp(x1, x2, /):
    return add_logarithms(x1, x2, exp, log1p, math.log(2))


def add_logarithms(x1, x2, power, logarithm, two):
    """Return the logarithm of the sum of two powers.

    ``logarithm`` is that of ``1 + x``; ``two`` is that of 2.
    """
    # equal operands apart: the difference of infinities is nan, and each has half of the gradient
    equal = _raw.Equal(x=x1, y=x2)
    half = constant(0.5, x1)
    mean = _raw.AddV2(x=_raw.Mul(x=x1, y=half), y=_raw.Mul(x=x2, y=half))
    gap = _raw.Neg(x=_raw.Abs(x=_raw.Sub(x=x1, y=x2)))
    added = logarithm(power(select(equal, 0, gap)))
    return _raw.SelectV2(
        condition=equal,
        t=_raw.AddV2(x=mean, y=constant(two, x1)),
        e=_raw.AddV2(x=_raw.Maximum(x=x1, y=x2), y=added),
    )


def logical_not(x, /):
    if x.dtype is tf.bool:
        return _raw.LogicalNot(x=x)
    return _raw.Equal(x=x, y=constant(0, x))


def negative(x, /):
    if x.dtype in SIGNED:
        return _raw.Sub(x=_raw.ZerosLike(x=x), y=x)
    return _raw.Neg(x=x)


def nextafter(x1, x2, /):
    """Step through the bits, which are in order but for the sign."""
    dtype = BITS[x1.dtype]
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    x1, x2 = tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape)
    bits = bitcast(x1, dtype)
    zero = (bits & constant(dtype.max, bits)) == 0
    sign_bit = bitcast(x2, dtype) & dtype.min
    away = _above(x1, x2) == (bits >= 0)
    step = select(away, tf.ones_like(bits), -1)
    moved = bitcast(select(zero, sign_bit | 1, bits + step), x1.dtype)
    both_zero = zero & ((bitcast(x2, dtype) & dtype.max) == 0)
    moved = select(both_zero | (bits == bitcast(x2, dtype)), x2, moved)
    return select(_raw.IsNan(x=x1) | _raw.IsNan(x=x2), math.nan, moved)


def _above(x1, x2):
    """Return whether ``x2 > x1``, subnormal numbers told apart (kernels flush them to zero)."""
    dtype = BITS[x1.dtype]
    keys = []
    for x in (x1, x2):
        bits = bitcast(x, dtype)
        keys.append(select(bits < 0, tf.constant(dtype.min, dtype) - bits, bits))
    return keys[1] > keys[0]


def pow(x1, x2, /):
    if x1.dtype in SIGNED:
        signed = SIGNED[x1.dtype]
        exponent = bitcast(x2, signed)
        # modulo 2**n the odd numbers have an order that divides 2**(n-2), and the even ones vanish
        quarter = tf.constant(1 << (signed.size * 8 - 2), signed)
        exponent = select(exponent < 0, (exponent & (quarter - 1)) | quarter, exponent)
        return bitcast(_raw.Pow(x=bitcast(x1, signed), y=exponent), x1.dtype)
    if x1.dtype in COMPLEX:
        # TensorFlow goes through the logarithm, which zero has not
        zero = select(real(x2) > 0, constant(0, x1), complex(math.nan, math.nan))
        found = select(_raw.Equal(x=x1, y=constant(0, x1)), zero, _raw.Pow(x=x1, y=x2))
        return select(_raw.Equal(x=x2, y=constant(0, x2)), 1, found)
    return _raw.Pow(x=x1, y=x2)


def real(x, /):
    return _raw.Real(input=x, Tout=x.dtype.real_dtype) if x.dtype in COMPLEX else tf.identity(x)


def reciprocal(x, /):
    if x.dtype in _WHOLE:
        # 1 over anything but 1 and -1 rounds to 0
        unit = _raw.Equal(x=x if x.dtype in SIGNED else _raw.Abs(x=x), y=constant(1, x))
        return select(unit, x, 0)
    return _raw.Reciprocal(x=x)


def remainder(x1, x2, /, *, modulus=True):
    if not modulus:
        return truncated_remainder(x1, x2)
    if x1.dtype not in FLOATS:
        return _raw.FloorMod(x=x1, y=_divisor(x2)[1])
    rest = truncated_remainder(x1, x2)
    zero = constant(0, x2)
    negative = _raw.Less(x=x2, y=zero)
    differ = _raw.NotEqual(x=_raw.Less(x=rest, y=zero), y=negative)
    found = _raw.SelectV2(condition=differ, t=_raw.AddV2(x=rest, y=x2), e=rest)
    signed_zero = _raw.SelectV2(condition=negative, t=constant(-0.0, x2), e=zero)
    return _raw.SelectV2(condition=_raw.Equal(x=rest, y=zero), t=signed_zero, e=found)


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    if x.dtype in COMPLEX:
        return _raw.Complex(
            real=round(real(x), decimals=decimals),
            imag=round(imag(x), decimals=decimals),
            Tout=x.dtype,
        )
    if x.dtype not in FLOATS:
        if x.dtype == tf.bool:
            return tf.cast(x, tf.float16)
        if decimals >= 0:
            return tf.identity(x)
        power = 10.0**-decimals
        return tf.cast(_raw.Round(x=tf.cast(x, tf.float64) / power) * power, x.dtype)
    if decimals == 0:
        return _raw.Round(x=x)
    power = constant(10.0 ** (decimals if decimals > 0 else -decimals), x)
    return _raw.Round(x=x * power) / power if decimals > 0 else _raw.Round(x=x / power) * power


def sign(x, /):
    if x.dtype in SIGNED:
        return tf.cast(truth(x), x.dtype)
    if x.dtype in FLOATS:
        return select(_raw.IsNan(x=x), x, _raw.Sign(x=x))
    return _raw.Sign(x=x)


def signbit(x, /):
    return bitcast(x, BITS[x.dtype]) < 0


def trunc(x, /):
    if x.dtype in _WHOLE:
        return tf.identity(x)
    return select(x < 0, _raw.Ceil(x=x), _raw.Floor(x=x))


_WIDER = {tf.float16: tf.float32, tf.bfloat16: tf.float32}


@tf.RegisterGradient("TruncateMod")
def _truncated_remainder_gradient(operation, gradient):
    x, y = operation.inputs
    quotient = trunc(_raw.RealDiv(x=x, y=y))
    axes = _raw.BroadcastGradientArgs(s0=tf.shape(x), s1=tf.shape(y))
    parts = gradient, -gradient * quotient
    return [
        tf.reshape(tf.reduce_sum(part, axis), tf.shape(operand))
        for part, axis, operand in zip(parts, axes, (x, y), strict=True)
    ]


def truncated_remainder(x1, x2):
    """Return the remainder with the dividend's sign, 0 for integers over zero."""
    dtype = x1.dtype
    if dtype in FLOATS:
        wider = _WIDER.get(dtype)
        if wider is None:
            return _raw.TruncateMod(x=x1, y=x2)
        return tf.cast(_raw.TruncateMod(x=tf.cast(x1, wider), y=tf.cast(x2, wider)), dtype)
    _, safe = _divisor(x2)
    return _raw.Sub(x=x1, y=_raw.Mul(x=_raw.TruncateDiv(x=x1, y=safe), y=safe))


def truncated_quotient(x1, x2):
    """Return the quotient of integers, rounded towards zero, 0 over zero."""
    return _quotient(_raw.TruncateDiv, x1, x2)


def _quotient(operation, x1, x2):
    trivial, safe = _divisor(x2)
    product = _raw.Mul(x=x1, y=x2)
    return _raw.SelectV2(condition=trivial, t=product, e=operation(x=x1, y=safe))


def _divisor(x2):
    """Return where the divisor is 0 or -1, and the divisor with 1 in these places.

    Dividing by them is a product; the division itself fails for zero, and traps for the smallest
    integer over -1.
    """
    zero, one = constant(0, x2), constant(1, x2)
    if x2.dtype in SIGNED:
        trivial = _raw.Equal(x=x2, y=zero)
    else:
        above = _raw.AddV2(x=x2, y=one)  # 0 or 1: no bit but the last one
        trivial = _raw.Equal(x=_raw.BitwiseAnd(x=above, y=constant(-2, x2)), y=zero)
    return trivial, _raw.SelectV2(condition=trivial, t=one, e=x2)


def divide_with_remainder(x1, x2, /):
    return floor_divide(x1, x2), remainder(x1, x2)
