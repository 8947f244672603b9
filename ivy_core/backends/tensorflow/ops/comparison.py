"""Comparisons, extremes, logic and the kinds of numbers, of the TensorFlow backend."""

from __future__ import annotations

import math
import operator

import tensorflow as tf

from ..kernels.raw_operations import COMPLEX, FLOATS, constant, differs_from_zero, select
from .elementwise import imag, real

_raw = tf.raw_ops

_UNORDERED = frozenset({tf.bool, *COMPLEX})


def _comparison_of_all_dtypes(operation, on_int):
    """Return a comparison of all dtypes, int64 with uint64 too; ``on_int`` compares Python ints."""

    def compare(x1, x2, /):
        dtype = x1.dtype
        if dtype is not x2.dtype and dtype != x2.dtype:
            # a negative number lies below all unsigned ones
            signed, answer = (x1, on_int(-1, 0)) if dtype == tf.int64 else (x2, on_int(0, -1))
            found = operation(x=tf.cast(x1, tf.uint64), y=tf.cast(x2, tf.uint64))
            return select(signed < 0, answer, found)
        if dtype in _UNORDERED:
            if dtype != tf.bool:
                return lexicographic(operation, x1, x2)
            x1, x2 = tf.cast(x1, tf.uint8), tf.cast(x2, tf.uint8)
        return operation(x=x1, y=x2)

    return compare


def _equality_of_all_dtypes(operation, answer):
    """Return a comparison of all dtypes: ``answer`` for a negative int64 beside a uint64."""

    def compare(x1, x2, /):
        if x1.dtype is not x2.dtype and x1.dtype != x2.dtype:
            signed = x1 if x1.dtype == tf.int64 else x2
            found = operation(x=tf.cast(x1, tf.uint64), y=tf.cast(x2, tf.uint64))
            return select(signed < 0, answer, found)
        return operation(x=x1, y=x2)

    return compare


def lexicographic(operation, x1, x2):
    """Compare complex numbers as NumPy does: by real, then by imaginary part."""
    strictly = operator.lt if operation in (_raw.Less, _raw.LessEqual) else operator.gt
    a, b, c, d = real(x1), real(x2), imag(x1), imag(x2)
    ordinary = ~(_raw.IsNan(x=c) | _raw.IsNan(x=d))
    return (strictly(a, b) & ordinary) | (_raw.Equal(x=a, y=b) & operation(x=c, y=d))


def _extremum_of_all_dtypes(operation, logical, compare):
    """Return maximum or minimum of all dtypes; nan wins."""

    def choose(x1, x2, /):
        if x1.dtype in _UNORDERED:
            if x1.dtype == tf.bool:
                return logical(x=x1, y=x2)
            return select(lexicographic(compare, x1, x2) | isnan(x1), x1, x2)
        found = operation(x=x1, y=x2)
        if tf.executing_eagerly() or x1.dtype not in FLOATS:
            return found
        # a graph may be compiled by XLA, whose kernels lose a nan
        missing = _raw.LogicalOr(x=_raw.IsNan(x=x1), y=_raw.IsNan(x=x2))
        return select(missing, _raw.AddV2(x=x1, y=x2), found)

    return choose


def _logical_of_all_dtypes(operation):
    """Return a logical function of any dtypes: elements count as True if they are not zero."""

    def apply(x1, x2, /):
        if x1.dtype is not tf.bool:
            x1, x2 = differs_from_zero(x1), differs_from_zero(x2)
        return operation(x=x1, y=x2)

    return apply


equal = _equality_of_all_dtypes(_raw.Equal, False)
greater = _comparison_of_all_dtypes(_raw.Greater, operator.gt)
greater_equal = _comparison_of_all_dtypes(_raw.GreaterEqual, operator.ge)
less = _comparison_of_all_dtypes(_raw.Less, operator.lt)
less_equal = _comparison_of_all_dtypes(_raw.LessEqual, operator.le)
logical_and = _logical_of_all_dtypes(_raw.LogicalAnd)
logical_or = _logical_of_all_dtypes(_raw.LogicalOr)
logical_xor = _logical_of_all_dtypes(_raw.NotEqual)
maximum = _extremum_of_all_dtypes(_raw.Maximum, _raw.LogicalOr, _raw.GreaterEqual)
minimum = _extremum_of_all_dtypes(_raw.Minimum, _raw.LogicalAnd, _raw.LessEqual)
not_equal = _equality_of_all_dtypes(_raw.NotEqual, True)


def clip(x, /, min=None, max=None):
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def _test_of_complex_parts(operation, answer_for_integers, join):
    """Return a test for nan and infinities; of integers its answer is ``answer_for_integers``."""

    def test(x, /):
        if x.dtype in FLOATS:
            return operation(x=x)
        if x.dtype in COMPLEX:
            return join(operation(x=real(x)), operation(x=imag(x)))
        return tf.fill(tf.shape(x), answer_for_integers)

    return test


isfinite = _test_of_complex_parts(_raw.IsFinite, True, operator.and_)
isnan = _test_of_complex_parts(_raw.IsNan, False, operator.or_)
_isinf = _test_of_complex_parts(_raw.IsInf, False, operator.or_)


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or x.dtype in COMPLEX:
        return _isinf(x)
    if x.dtype in FLOATS and (detect_positive or detect_negative):
        return _raw.Equal(x=x, y=constant(math.inf if detect_positive else -math.inf, x))
    return tf.fill(tf.shape(x), False)


def logical_not(x, /):
    if x.dtype is tf.bool:
        return _raw.LogicalNot(x=x)
    return _raw.Equal(x=x, y=constant(0, x))


def _extremum_ignoring_nan(extremum, compare):
    """Return maximum or minimum that is nan only where both operands are."""

    def choose(x1, x2, /):
        if x1.dtype in FLOATS:
            x1, x2 = select(_raw.IsNan(x=x1), x2, x1), select(_raw.IsNan(x=x2), x1, x2)
        elif x1.dtype in COMPLEX:
            return select(lexicographic(compare, x1, x2) | isnan(x2), x1, x2)
        return extremum(x1, x2)

    return choose


fmax = _extremum_ignoring_nan(maximum, _raw.GreaterEqual)
fmin = _extremum_ignoring_nan(minimum, _raw.LessEqual)


def isreal(x, /):
    if x.dtype in COMPLEX:
        part = imag(x)
        return _raw.Equal(x=part, y=constant(0, part))
    return tf.fill(tf.shape(x), True)
