"""Choice of a ufunc's loop: kinds of the operands, and permitted casts."""

from __future__ import annotations

import functools
import operator

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS
from ivy_core.arrays.array import Array
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyValueError

from ..func_wrapper import asarray, ivy
from ..ndarray import ndarray
from ..protocols import answers_ufuncs
from ..scalar_types import BackendScalar

# Operands whose values the host has: of these alone, the answer is NumPy's own.
NUMBERS = PYTHON_NUMBERS | HOST_SCALARS
# Classes of operands for which no protocol, subclass or conversion needs to be looked for.
DIRECT_CLASSES = frozenset({ndarray, BackendScalar, *NUMBERS})
COMPARISONS = {
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip
_INTEGERS = frozenset([int, *(cls for cls in HOST_SCALARS if issubclass(cls, np.integer))])
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def check_choices(casting, order):
    if casting != "same_kind" and casting not in _CASTINGS:
        allowed = ", ".join(repr(c) for c in _CASTINGS)
        raise IvyValueError(f"casting must be one of {allowed} (got {casting!r})")
    if order != "K" and order not in ("C", "F", "A", None):
        raise IvyValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")


def is_foreign(value) -> bool:
    """Return whether NumPy would leave the call to the operand: a subclass, or a protocol."""
    cls = type(value)
    if cls in DIRECT_CLASSES or cls is np.ndarray or cls is list or issubclass(cls, np.generic):
        return False
    if issubclass(cls, Array):
        return answers_ufuncs(cls)
    if issubclass(cls, np.ndarray):
        return not issubclass(cls, np.memmap)
    return hasattr(cls, "__array_ufunc__")


def operand_types(operands):
    """Describe operands for :func:`resolved_loop`: an array's dtype, a Python number's type."""
    return tuple([type(v) if type(v) in PYTHON_NUMBERS else v.dtype for v in operands])


def parsed_signature(signature, count):
    if isinstance(signature, str):
        text = signature.replace("->", "")
        if len(text) == count and count > 1:
            return tuple(np.dtype(c) for c in text)
        signature = (signature,)
    if not isinstance(signature, tuple):
        raise TypeError("the signature must be a string or a tuple of dtypes")
    if len(signature) == 1:
        raise TypeError("a signature of one type is ambiguous: use 'dtype', or fill up with None")
    return tuple(None if d is None else np.dtype(d) for d in signature)


@functools.lru_cache(maxsize=4096)
def resolved_loop(real, described, casting, signature):
    """Return the loop's dtypes; raises what NumPy raises where a cast is not allowed."""
    described = tuple(np.dtype(bool) if d is bool else d for d in described)
    if all(d in (int, float, complex) for d in described[: real.nin]):
        described = tuple(np.dtype(d) for d in described[: real.nin]) + described[real.nin :]
    options = {} if signature is None else {"signature": signature}
    return real.resolve_dtypes(described, casting=casting, **options)


@functools.lru_cache(maxsize=1024)
def reduction_loop(real, array, dtype, out):
    """Return the dtypes of a reduction's loop; small integers add up in the default one."""
    options = {} if dtype is None else {"signature": (dtype, None, None)}
    return real.resolve_dtypes((out, array, None), casting="unsafe", reduction=True, **options)


def check_exponent(x1, x2):
    if type(x2) in _INTEGERS and x2 < 0 and (type(x1) is int or x1.dtype.kind == "i"):
        raise IvyValueError("Integers to negative integer powers are not allowed.")


def compare_out_of_range(name, x1, x2):
    """Compare an integer array with a Python integer beyond its dtype: one answer for all."""
    number, array = (x1, x2) if type(x1) is int else (x2, x1)
    if type(number) is not int or type(array) in PYTHON_NUMBERS:
        return None
    array = asarray(array)
    if array.dtype.kind not in "iu":
        return None
    beyond = (number, 0) if number is x1 else (0, number)
    return (
        ivy.full(array.shape, COMPARISONS[name](*beyond), dtype="bool")
        if array.ndim
        else np.bool_(COMPARISONS[name](*beyond))
    )
