"""Python's operators on tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.backends.loading import backend_of
from ivy_core.utils.tracebacks import replace_exception

from ..dispatch import native
from ..dispatch.errors import TORCH_ERRORS
from ..dispatch.func_wrapper import Function, ivy, published
from ..dispatch.inplace import in_place
from ..operations.creation import as_tensor
from .tensor import Tensor

TensorLike = Number = Any
_NUMBERS = frozenset({int, float, bool, complex})

# The operator, the function of the package that does it, and whether it has an in-place form
_OPERATORS = {
    "add": ("add", True), "sub": ("sub", True), "mul": ("mul", True), "truediv": ("div", True),
    "floordiv": ("floor_divide", True), "mod": ("remainder", True), "pow": ("pow", True),
    "matmul": ("matmul", False), "eq": ("eq", False), "ne": ("ne", False), "lt": ("lt", False),
    "le": ("le", False), "gt": ("gt", False), "ge": ("ge", False),
    "and_": ("bitwise_and", True), "or_": ("bitwise_or", True), "xor": ("bitwise_xor", True),
    "lshift": ("bitwise_left_shift", True), "rshift": ("bitwise_right_shift", True),
}  # fmt: skip
_ORDERS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_COMPARISONS = frozenset({"eq", "ne", *_ORDERS})


def attach_operators(functions: dict[str, Callable]) -> None:
    """Give Tensor its operators, by the functions of the package."""
    for name, (of, has_in_place) in _OPERATORS.items():
        call, plain = functions[of], name.rstrip("_")
        setattr(Tensor, f"__{plain}__", _binary_op(f"__{plain}__", name, call))
        if name not in _COMPARISONS:
            reflected = _exchange_operands(call.function, f"__r{plain}__")
            setattr(Tensor, f"__r{plain}__", _reflected_op(f"__r{plain}__", name, reflected))
        if has_in_place:
            method = in_place(call.function, f"{of}_")
            setattr(Tensor, f"__i{plain}__", _inplace_op(method))
    Tensor.__div__, Tensor.__rdiv__ = Tensor.__truediv__, Tensor.__rtruediv__  # PyTorch has both
    Tensor.__idiv__ = Tensor.__itruediv__
    Tensor.__neg__, Tensor.__abs__ = _unary_op(functions["neg"]), _unary_op(functions["abs"])
    Tensor.__imatmul__ = _refused  # PyTorch has none: ``x @= y`` is ``x = x @ y``
    Tensor.__pos__ = _unary_op(functions["positive"])
    Tensor.__invert__ = _unary_op(functions["bitwise_not"])
    Tensor.__hash__ = object.__hash__


def _unary_op(function: Callable) -> Callable:
    def method(self):
        return function(self)

    return method


def _binary_op(name: str, operator_name: str, function: Callable) -> Callable:
    """Return an operator, Python's if both are real PyTorch's; it may give NotImplemented."""
    of_real, new = getattr(operator, operator_name), object.__new__
    compares = operator_name in _COMPARISONS

    def method(self, other):
        try:
            kind = type(other)
            if type(self) is Tensor and (kind is Tensor or kind in _NUMBERS):
                a = getattr(self, "_data", None)  # empty in a view not read yet
                if type(a) is native.tensor_class:
                    if kind is not Tensor:
                        y = new(Tensor)
                        y._data = of_real(a, other)
                        return y
                    b = other._data
                    if type(b) is native.tensor_class:
                        y = new(Tensor)
                        y._data = of_real(a, b)
                        return y
            elif not _is_operand(other):
                if compares and isinstance(other, np.ndarray):
                    return _compare_to_numpy(operator_name, function, self, other)
                return NotImplemented
            return function(self, other)
        except Exception as err:
            try:
                TORCH_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    method.__name__ = method.__qualname__ = name
    return method


def _exchange_operands(function: Function, name: str) -> Callable:
    """Return the function with its operands exchanged, for a number on the left."""
    body_of = function.body

    def exchanged(input: TensorLike, other: TensorLike | Number) -> Tensor:
        return body_of(other, input)

    def divided(input: TensorLike, other: TensorLike | Number) -> Tensor:
        # PyTorch's has another last digit than a quotient: it multiplies by the reciprocal
        reciprocal = body_of(1.0, input)
        return reciprocal if (other == 1) is True else ivy.multiply(reciprocal, other)

    body = divided if name == "__rtruediv__" else exchanged

    body.__name__ = name
    made = Function(body, f"torch.Tensor.{name}", differentiable=function.differentiable)
    return published(made, None, body)


def _reflected_op(name: str, operator_name: str, reflected: Callable) -> Callable:
    """Return an operator for a number on the left: ``reflected``, or Python's on real PyTorch."""
    of_real, new = getattr(operator, operator_name), object.__new__

    def method(self, other):
        try:
            if type(self) is Tensor and type(other) in _NUMBERS:
                a = getattr(self, "_data", None)
                if type(a) is native.tensor_class:
                    y = new(Tensor)
                    y._data = of_real(other, a)
                    return y
            elif not _is_operand(other):
                return NotImplemented
            return reflected(self, other)
        except Exception as err:
            try:
                TORCH_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    method.__name__ = method.__qualname__ = name
    return method


def _inplace_op(function: Callable) -> Callable:
    """Return the method of ``function``, NotImplemented for what is no operand."""

    def method(self, other):
        return function(self, other) if _is_operand(other) else NotImplemented

    return method


def _is_operand(value) -> bool:
    """Return whether operators take a value; for any other they return NotImplemented.

    They return it for NumPy's arrays, whose reflected operators compute with the tensor's values.
    """
    if isinstance(value, np.ndarray):
        return False
    return isinstance(value, (int, float, complex, Array)) or (
        hasattr(type(value), "__torch_function__") or backend_of(value) is not None
    )


def _compare_to_numpy(name: str, function: Callable, x: Tensor, y: np.ndarray):
    """Compare to an array of NumPy's as PyTorch: by ``eq`` if it holds numbers, else by identity.

    Raises
    ------
    TypeError
        By an operator of orders.
    """
    if name == "eq" and y.dtype.kind in "biufc":
        return function(x, as_tensor(y))
    if name in _ORDERS:
        raise TypeError(
            f"'{_ORDERS[name]}' not supported between instances of 'Tensor' and 'numpy.ndarray'"
        )
    return name == "ne"


def _refused(self, other):
    return NotImplemented


__all__ = ["attach_operators", "ivy"]
