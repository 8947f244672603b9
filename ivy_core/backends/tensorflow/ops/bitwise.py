"""Operations on the bits of integers, of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ..kernels.raw_operations import SIGNED, constant, select, unary_unless, unless_bool
from .elementwise import abs

_raw = tf.raw_ops

bitwise_and = unless_bool(_raw.BitwiseAnd, _raw.LogicalAnd)
bitwise_invert = unary_unless({tf.bool}, _raw.Invert, tf.logical_not)
bitwise_or = unless_bool(_raw.BitwiseOr, _raw.LogicalOr)
bitwise_xor = unless_bool(_raw.BitwiseXor, _raw.NotEqual)


def bitwise_left_shift(x1, x2, /):
    inside = _shift_is_in_range(x1, x2)
    return select(inside, _raw.LeftShift(x=x1, y=select(inside, x2, 0)), 0)


def bitwise_right_shift(x1, x2, /):
    # TensorFlow shifts by one place less than there are bits at most; one more takes the last one
    if x1.dtype in SIGNED:
        inside = _shift_is_in_range(x1, x2)
        return select(inside, _raw.RightShift(x=x1, y=select(inside, x2, 0)), 0)
    last = x1.dtype.size * 8 - 1
    return _raw.RightShift(x=x1, y=select((x2 < 0) | (x2 > last), last, x2))


def _shift_is_in_range(x1, x2):
    """Return a mask: whether ``0 <= x2 <`` the number of bits of ``x1``'s dtype."""
    bits = constant(x1.dtype.size * 8, x2)
    below = _raw.Less(x=x2, y=bits)
    return below if x2.dtype in SIGNED else below & (x2 >= 0)


def bitwise_count(x, /):
    return _raw.PopulationCount(x=abs(x))
