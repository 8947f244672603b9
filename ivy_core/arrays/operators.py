"""Operators of Array, and its conversions to Python's scalars, as one table of methods.

An operator calls the function of its name in the published namespace. What it fails with has been
translated there: the operator takes its own frame out of the trace and raises it on.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable

import numpy as np

from ..backends.holder import Holder
from ..backends.loading import backend_of
from ..utils.exceptions import backend_name, describe_error
from ..utils.tracebacks import replace_exception, trim
from .host import shown, to_numpy
from .write import store_in_place

_NUMBERS = {bool, int, float, complex}
_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "pow", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift", "divmod": "divmod",
}  # fmt: skip
_COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal",
    "gt": "greater", "ge": "greater_equal",
}  # fmt: skip
_UNARY = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
_CONVERSIONS = {
    "__bool__": bool, "__int__": int, "__float__": float, "__complex__": complex,
    "__index__": operator.index,
}  # fmt: skip


def _published_functions() -> dict:
    return sys.modules["ivy_core"].__dict__


def _binary_operators(function: str):
    """Return three operators of a function: plain, reflected, and augmented assignment."""

    def forward(self, other):
        if not _is_operand(other):
            return NotImplemented
        try:
            return _published_functions()[function](self, other)
        except Exception as err:
            trim(err)
            raise

    def reflected(self, other):
        if not _is_operand(other):
            return NotImplemented
        try:
            return _published_functions()[function](other, self)
        except Exception as err:
            trim(err)
            raise

    def in_place(self, other):
        if not _is_operand(other):
            return NotImplemented
        try:
            store_in_place(self, _published_functions()[function](self, other), function)
        except Exception as err:
            trim(err)
            raise
        return self

    return forward, reflected, in_place


def _is_operand(other) -> bool:
    """Return whether an operator takes it: a scalar, Array or native array, but no list."""
    cls = type(other)
    return (
        cls in _NUMBERS or isinstance(other, (Holder, np.generic)) or backend_of(other) is not None
    )


def _unary_operator(function: str):
    """Return the operator that calls the published function of this name, looked up each time."""

    def method(self):
        try:
            return _published_functions()[function](self)
        except Exception as err:
            trim(err)
            raise

    return method


def _conversion_method(name: str, convert):
    """Return the method ``name``, e.g. ``__float__``: ``convert`` of the array as NumPy's."""
    look = shown if convert in (bool, int) else to_numpy  # a float has a gradient, which is lost

    def method(self):
        try:
            return convert(look(self))
        except Exception as err:
            try:
                raise describe_error(err, (backend_name((self,)), name))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    method.__name__ = name
    method.__qualname__ = f"Array.{name}"
    return method


def operators() -> dict[str, Callable]:
    """Return the methods behind Python's operators and comparisons: {name: method}."""
    methods = {}
    for name, function in _OPERATORS.items():
        forward, reflected, in_place = _binary_operators(function)
        methods |= {f"__{name}__": forward, f"__r{name}__": reflected}
        if name != "divmod":
            methods[f"__i{name}__"] = in_place
    for name, function in _COMPARISONS.items():
        methods[f"__{name}__"] = _binary_operators(function)[0]
    for name, method in methods.items():
        method.__name__ = name
    for name, function in _UNARY.items():
        methods[f"__{name}__"] = _unary_operator(function)
    return methods


def conversions() -> dict[str, Callable]:
    """Return the methods by which Python makes scalars of its own of an array: {name: method}."""
    return {name: _conversion_method(name, convert) for name, convert in _CONVERSIONS.items()}
