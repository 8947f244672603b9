"""Arithmetic of numbers in Python, where PyTorch takes ten times as long for each.

By the kind of the operands, and as PyTorch does: ints wrap round, and a division by zero is no
error.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import torch

aten = torch.ops.aten


def _wrap_to_int64(function: Callable) -> Callable:
    """Return a function of two Python ints that overflows as int64 does."""

    def wrapped(a, b):
        found = function(a, b)
        if -_LIMIT <= found < _LIMIT:
            return found
        return (found + _LIMIT) % (2 * _LIMIT) - _LIMIT

    wrapped.__name__ = f"wrapped_{function.__name__}"
    return wrapped


_LIMIT = 2**63


def divided(a, b):
    if b:
        return a / b
    if not a or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def square_root(a):
    return math.sqrt(a) if a >= 0 else math.nan if a == a else a


def larger(a, b):
    return a if a != a or a >= b else b


def smaller(a, b):
    return a if a != a or a <= b else b


def picked(condition, a, b):
    return a if condition else b


def taken_from(a, b):
    return b - a


def remaining(a, b):
    return a % b


def _same_for_kinds(function, kinds="bif") -> dict:
    return dict.fromkeys(kinds, function)


# by the kind of the operands: bools, ints, floats, complex numbers
ON_NUMBERS = {
    aten.add.Tensor: {"f": operator.add, "i": _wrap_to_int64(operator.add)},
    aten.sub.Tensor: {"f": operator.sub, "i": _wrap_to_int64(operator.sub)},
    aten.rsub.Scalar: {"f": taken_from, "i": _wrap_to_int64(taken_from)},
    aten.mul.Tensor: {"f": operator.mul, "i": _wrap_to_int64(operator.mul)},
    aten.div.Tensor: {"f": divided},
    aten.neg.default: {"f": operator.neg},
    aten.abs.default: {"f": operator.abs},
    aten.sqrt.default: {"f": square_root},
    aten.maximum.default: _same_for_kinds(larger, "if"),
    aten.minimum.default: _same_for_kinds(smaller, "if"),
    aten.bitwise_and.Tensor: _same_for_kinds(operator.and_, "bi"),
    aten.bitwise_or.Tensor: _same_for_kinds(operator.or_, "bi"),
    aten.bitwise_xor.Tensor: _same_for_kinds(operator.xor, "bi"),
    aten.logical_and.default: {"b": operator.and_},
    aten.logical_or.default: {"b": operator.or_},
    aten.logical_not.default: {"b": operator.not_},
    aten.bitwise_not.default: {"b": operator.not_},
    aten.gt.Tensor: _same_for_kinds(operator.gt), aten.lt.Tensor: _same_for_kinds(operator.lt),
    aten.ge.Tensor: _same_for_kinds(operator.ge), aten.le.Tensor: _same_for_kinds(operator.le),
    aten.eq.Tensor: _same_for_kinds(operator.eq), aten.ne.Tensor: _same_for_kinds(operator.ne),
    aten.gt.Scalar: _same_for_kinds(operator.gt), aten.lt.Scalar: _same_for_kinds(operator.lt),
    aten.ge.Scalar: _same_for_kinds(operator.ge), aten.le.Scalar: _same_for_kinds(operator.le),
    aten.eq.Scalar: _same_for_kinds(operator.eq), aten.ne.Scalar: _same_for_kinds(operator.ne),
}  # fmt: skip
# what is written between operands
INFIX = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/",
    operator.floordiv: "//", operator.mod: "%", operator.gt: ">", operator.lt: "<",
    operator.ge: ">=", operator.le: "<=", operator.eq: "==", operator.ne: "!=",
    operator.and_: "&", operator.or_: "|", operator.xor: "^", operator.pow: "**",
    operator.lshift: "<<", operator.rshift: ">>",
}  # fmt: skip
