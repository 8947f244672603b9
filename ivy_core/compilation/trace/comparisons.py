"""Truths and comparisons of converted code: what Python knows, or a number of the program."""

from __future__ import annotations

import builtins
import math
import operator

from ivy_core.backends.holder import Holder, read

from . import trace as tracing
from .counted_lists import rows_of
from .dynamic_slices import DynamicSlice
from .growing_lists import check_readable, readable
from .symbolic_numbers import SymbolicScalar

_SEQUENCES = frozenset({tuple, list})
_COLLECTIONS = _SEQUENCES | {set, frozenset}


def is_traced(value) -> bool:
    if isinstance(value, Holder):
        return tracing.current.programs.is_tracer(read(value))
    return tracing.current.programs.is_tracer(value)


def truth(value):
    """Return whether a value is true: a bool, or a native one if only the program knows."""
    if type(value) is bool:
        return value
    programs = tracing.current.programs
    if isinstance(value, Holder):
        native = read(value)
    elif programs.is_tracer(value):
        native = value
    else:
        rows = rows_of(value)
        if rows is not None:
            return rows.truth()
        check_readable(value)
        return builtins.bool(value)
    if not programs.is_tracer(native):
        return builtins.bool(value)
    if math.prod(native.shape) != 1:
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. Use a.any() or "
            "a.all()"
        )
    return programs.as_truth(native)


def bool_(*args):
    test = truth(*args) if args else False
    return test if type(test) is bool else SymbolicScalar.of(test)


def truth_of_list(x):
    """Return an operand of ``and`` and ``or`` in a test, the truth of it if it is a list."""
    return x if rows_of(x) is None else bool_(x)


def not_(value):
    test = truth(value)
    return (
        not test
        if type(test) is bool
        else SymbolicScalar.of(tracing.current.programs.computed(operator.invert, test))
    )


def eq(a, b):
    """Compute ``a == b``: element by element of lists and tuples that only the program knows."""
    a, b = readable(a), readable(b)
    if type(a) not in _SEQUENCES or type(b) is not type(a):
        return a == b
    if not (_has_traced(a) or _has_traced(b)):
        return a == b
    if len(a) != len(b):
        return False
    found = True
    for one, other in zip(a, b, strict=True):
        equal = one is other or bool_(eq(one, other))
        if equal is False:
            return False
        found = equal if found is True else found & equal
    return found


def not_eq(a, b):
    if type(a) in _SEQUENCES and type(b) is type(a):
        return not_(eq(a, b))
    return readable(a) != readable(b)


def _has_traced(value) -> bool:
    """Return whether only the program knows a value, or an element of a tuple or list."""
    if type(value) in _SEQUENCES:
        return any(map(_has_traced, value))
    return is_traced(value)


def in_(value, items):
    """Compute ``value in items``, a number where only the program knows it."""
    if type(items) is range and is_traced(value):
        if not items:
            return False
        least, most = sorted((items[0], items[-1]))
        inside = bool_(least <= value) & bool_(value <= most)
        return inside & bool_((value - least) % items.step == 0)
    if type(items) in _COLLECTIONS and (_has_traced(value) or any(map(_has_traced, items))):
        found = False
        for each in items:
            found = found | bool_(each is value or eq(each, value))
        return found
    if (
        isinstance(items, DynamicSlice)
        or isinstance(items, Holder)
        and type(items) is not SymbolicScalar
    ):
        if isinstance(items, DynamicSlice) or is_traced(value) or is_traced(items):
            return bool_((items == value).any())
    return value in items
