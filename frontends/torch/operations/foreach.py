"""Functions of lists of tensors, ``torch._foreach_add`` and its kin, and PyTorch's own checks.

References
----------
PyTorch, ``torch._foreach_add``, ``torch._check``.
"""

from __future__ import annotations

from collections.abc import Callable

import frontends.torch as torch

# By how many operands a function takes, each of which is one for all tensors, or a list
_OPERANDS = {
    name: count
    for count, names in {
        0: """
            abs acos asin atan ceil cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p
            log2 neg reciprocal round rsqrt sigmoid sign sin sinh sqrt tan tanh trunc zero
        """,
        1: "add sub mul div pow maximum minimum clamp_max clamp_min copy",
        2: "lerp addcmul addcdiv",
    }.items()
    for name in names.split()
}
_METHODS = {"maximum": "clamp_min", "minimum": "clamp_max"}  # of numbers too, and in place


def _make_method_caller(name: str) -> Callable:
    """Return a function that calls the method of this name on its first argument."""
    return lambda tensor, *args, **options: getattr(tensor, name)(*args, **options)


def _function_of_lists(method_name: str, operand_count: int) -> Callable:
    """Return a function of lists: a method of each; ``operand_count`` arguments may be lists."""
    of_one = _make_method_caller(method_name)

    def function(self, *args, **options):
        tensors = list(self)
        operands = [_repeat_for_each(value, len(tensors)) for value in args[:operand_count]]
        rest = args[operand_count:]
        if operand_count == 2 and rest:  # addcmul(a, b, c, value): of all, or one of each
            values = _repeat_for_each(rest[0], len(tensors))
            each = zip(tensors, *operands, values, strict=True)
            return tuple([of_one(x, *given, value=v) for x, *given, v in each])
        each = zip(tensors, *operands, strict=True)
        return tuple([of_one(x, *given, *rest, **options) for x, *given in each])

    return function


def _repeat_for_each(value, length: int) -> list:
    """Return a list: of a list's values, of a 1-D tensor's if ``length`` many, or one repeated."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, torch.Tensor) and value.ndim == 1 and length == len(value) > 1:
        return list(value)  # scalars of a list, in one tensor
    return [value] * length


def _declare_in_place(name: str, function: Callable) -> Callable:
    """Return ``_foreach_<name>_``: it calls ``function``, itself in place, and returns None."""

    def in_place(self, *args, **options) -> None:
        function(self, *args, **options)

    in_place.__name__ = in_place.__qualname__ = f"_foreach_{name}_"
    in_place.__doc__ = f"Write ``{name}`` of each tensor of a list over it."
    return in_place


def _make_foreach_functions() -> None:
    """Set ``_foreach_<name>`` and ``_foreach_<name>_`` here for all of ``_OPERANDS``."""
    here = globals()
    for name, count in _OPERANDS.items():
        method = _METHODS.get(name, name)
        if name not in ("copy", "zero"):  # which are there in place alone
            function = _function_of_lists(method, count)
            function.__name__ = function.__qualname__ = f"_foreach_{name}"
            function.__doc__ = f"Return ``{name}`` of each tensor of a list."
            here[function.__name__] = function
        here[f"_foreach_{name}_"] = _declare_in_place(name, _function_of_lists(f"{method}_", count))


_make_foreach_functions()


def _foreach_norm(self, ord=2, dtype=None) -> tuple:
    """Return the norm of each tensor of a list."""
    return tuple([torch.linalg.vector_norm(x, ord, dtype=dtype) for x in self])


def _foreach_max(self) -> tuple:
    """Return the largest number of each tensor of a list."""
    return tuple([x.max() for x in self])


# checks, which are Python's


def _assert(condition, message) -> None:
    """Raise AssertionError unless a condition holds; RuntimeError for several elements."""
    if torch.overrides.has_torch_function_unary(condition):
        torch.overrides.handle_torch_function(_assert, (condition,), condition, message)
    elif type(condition) is not torch.Tensor or condition.numel() == 1:
        assert condition, message  # noqa: S101  (PyTorch's class of error)
    else:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")


def _assert_async(input, assert_msg: str | None = None) -> None:
    """Raise RuntimeError if a tensor's one element is zero."""
    if not bool(input):
        raise RuntimeError(assert_msg or "Expected Tensor with single nonzero value, but got zero")


def _make_check(error: type[Exception], default_text: str) -> Callable:
    """Return a function that raises ``error`` if its condition is False, TypeError for no bool."""

    def check(cond, message: Callable[[], str] | None = None) -> None:
        if not isinstance(cond, bool):
            raise TypeError(f"cond must be a bool, but got {type(cond)}")
        if not cond:
            raise error(default_text if message is None else str(message()))

    check.__doc__ = f"Raise {error.__name__} unless a condition holds, with the text of a function."
    return check


_FAILED = "Expected cond to be True, but got False. (Could this error message be improved?)"
_check = _make_check(RuntimeError, _FAILED)
_check_value = _make_check(ValueError, _FAILED)
_check_index = _make_check(IndexError, _FAILED)
_check_type = _make_check(TypeError, _FAILED)
_check_not_implemented = _make_check(NotImplementedError, _FAILED)


def _check_is_size(i, message=None, *, max=None) -> None:
    """Raise RuntimeError unless a number can be a length, at most ``max`` if given."""
    _check(bool(i >= 0), message)
    if max is not None:
        _check(bool(i <= max), message)


def _check_with(error_type, cond, message: Callable[[], str] | None = None) -> None:
    """Raise an error of a class unless a condition holds."""
    _make_check(error_type, _FAILED)(cond, message)


def _check_tensor_all(cond, message=None) -> None:
    """Raise RuntimeError unless all of a tensor is true."""
    _check(bool(cond.all()), message)


# symbolic numbers are numbers here


def sym_int(a) -> int:
    """Return a number as int."""
    return int(a)


def sym_float(a) -> float:
    """Return a number as float."""
    return float(a)


def sym_not(a) -> bool:
    """Return whether something is not so."""
    return not a


def sym_max(a, b):
    """Return the larger of two numbers, a float if one is."""
    return max(float(a), float(b)) if float in (type(a), type(b)) else max(a, b)


def sym_min(a, b):
    """Return the smaller of two numbers, a float if one is."""
    return min(float(a), float(b)) if float in (type(a), type(b)) else min(a, b)


def sym_sum(args):
    """Return the sum of numbers."""
    return sum(args)


def sym_ite(b, t, f):
    """Return one of two numbers."""
    return t if b else f


def _shape_as_tensor(self):
    """Return the lengths of a tensor's dimensions as a tensor."""
    return torch.tensor(list(self.shape), dtype=torch.int64)


__all__ = [name for name in list(globals()) if name.startswith(("_foreach_", "_check", "sym_"))]
