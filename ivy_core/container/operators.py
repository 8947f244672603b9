"""Operators of Container: Python's ``operator`` functions, leaf by leaf."""

from __future__ import annotations

import operator
from collections.abc import Callable

from ..binding.nestable import check_shared, is_container
from ..utils.boundaries import trim_traceback
from ..utils.tracebacks import trim
from .leaves import mapped, paired, update_in_place

_BINARY = (
    "pow", "add", "sub", "mul", "mod", "truediv", "floordiv", "matmul", "and", "or", "xor",
    "lshift", "rshift",
)  # fmt: skip
_COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
_UNARY = ("pos", "neg", "abs", "invert")


def attach_operators(cls: type) -> None:
    """Give a class the operators, their reflected and their in-place forms."""
    for name in _BINARY:
        forward = getattr(operator, f"__{name}__")
        _attach_operator(cls, name, _binary_operator(forward))
        _attach_operator(cls, f"r{name}", _reflected_operator(forward))
        _attach_operator(
            cls, f"i{name}", _in_place_operator(getattr(operator, f"__i{name}__"), forward)
        )
    for name in _COMPARISONS:
        _attach_operator(cls, name, _binary_operator(getattr(operator, f"__{name}__")))
    for name in _UNARY:
        _attach_operator(cls, name, _unary_operator(getattr(operator, f"__{name}__")))
    # divmod of each leaf is a pair: the number of results does not depend on Containers
    _attach_operator(
        cls, "divmod", trim_traceback(lambda self, other: (self // other, self % other))
    )
    _attach_operator(
        cls, "rdivmod", trim_traceback(lambda self, other: (other // self, other % self))
    )
    cls.__hash__ = None


def _attach_operator(cls: type, name: str, method: Callable) -> None:
    """Set a method as ``__name__`` of a class, and rename the method itself so."""
    method.__name__ = f"__{name}__"
    method.__qualname__ = f"{cls.__qualname__}.__{name}__"
    setattr(cls, method.__name__, method)


# boundaries, each with its own `try`: a call more would be a twentieth of an operator


def _binary_operator(function: Callable) -> Callable:
    def method(self, other):
        try:
            return paired(function, self, _as_container_operand(self, other))
        except Exception as err:
            trim(err)
            raise

    return method


def _reflected_operator(function: Callable) -> Callable:
    def method(self, other):
        try:
            return paired(function, _as_container_operand(self, other), self)
        except Exception as err:
            trim(err)
            raise

    return method


def _in_place_operator(function: Callable, forward: Callable) -> Callable:
    """Return ``x op= y``: ``forward`` stored into Arrays, ``function`` for all other leaves."""

    def method(self, other):
        try:
            other = _as_container_operand(self, other)
            check_shared(self, other)
            update_in_place(function, forward, self, other)
            return self
        except Exception as err:
            trim(err)
            raise

    return method


def _unary_operator(function: Callable) -> Callable:
    def method(self):
        try:
            return mapped(function, self)
        except Exception as err:
            trim(err)
            raise

    return method


def _as_container_operand(container, other):
    """Return the other operand; a plain dict as a Container."""
    if isinstance(other, dict) and not is_container(other):
        return container._entry(other, container._config)
    return other
