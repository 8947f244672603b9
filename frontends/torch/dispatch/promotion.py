"""Promotion as PyTorch has it: tensors with dimensions count before those without, and Python's
numbers last; a number of a higher category (bool, integer, floating point, complex) still wins.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from frontends.torch.dispatch.docstrings import citing
from ivy_core import dtypes as core
from ivy_core.binding.dialect import Dimensionless
from ivy_core.dtypes import DTYPES, Dtype
from ivy_core.registry import FunctionSpec

from ..tensors.dtypes import dtype, dtype_named, get_default_dtype, shown
from .refusals import refuse_operands

_BOOL, _INT64 = DTYPES["bool"], DTYPES["int64"]
_CATEGORIES = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_BARE = frozenset({"uint16", "uint32", "uint64"})  # PyTorch promotes them with floats alone
# functions of floating-point numbers: integers among their operands become such first
_OF_FLOATS = frozenset({
    "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "cbrt", "copysign",
    "cos", "cosh", "deg2rad", "divide", "exp", "exp2", "expm1", "hypot", "log", "log10", "log1p",
    "log2", "logaddexp", "logaddexp2", "rad2deg", "sin", "sinh", "sqrt", "tan", "tanh",
    "true_divide",
})  # fmt: skip
# functions whose number of Python's wraps beside small integers, as PyTorch's kernels have it
WRAPPING = frozenset({
    "add", "bitwise_and", "bitwise_or", "bitwise_xor", "equal", "floor_divide", "fmod", "greater",
    "greater_equal", "left_shift", "less", "less_equal", "multiply", "not_equal", "remainder",
    "right_shift", "subtract",
})  # fmt: skip
HOW_TO_INVERT = (
    "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
)
_SCALING = frozenset({"multiply", "divide", "true_divide", "floor_divide", "trunc_divide"})
_HALVES = frozenset({DTYPES["float16"], DTYPES["bfloat16"]})


@functools.cache
@citing(None)
def promote_pair(first: Dtype, second: Dtype) -> Dtype:
    """Promote two data types, as ``torch.promote_types`` does.

    Raises: RuntimeError for an unsigned type of more than 8 bits and another whole one.
    """
    if first == second:
        return first
    one, other = sorted((first, second), key=_dtype_category)
    if _dtype_category(one) == _dtype_category(other) == 1:
        if one.name in _BARE or other.name in _BARE:
            raise RuntimeError(
                "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
                f"{shown(first)} and {shown(second)}"
            )
        return core.promote_pair(first, second)
    if _dtype_category(one) < 2:
        return other  # whole numbers do not widen others
    if {first.name, second.name} == {"bfloat16", "float16"}:
        return DTYPES["float32"]
    if _dtype_category(one) == 2 == _dtype_category(other):
        return one if one.itemsize > other.itemsize else other
    wide = "float64" in (first, second) or "complex128" in (first, second)
    return DTYPES["complex128" if wide else "complex64"]


_CATEGORY = {name: _CATEGORIES[dtype.kind] for name, dtype in DTYPES.items()}


def _dtype_category(kind: Dtype) -> int:
    """Return 0 for bool, 1 for integers, 2 for floats, 3 for complex dtypes."""
    return _CATEGORY[kind.name]


def _promote_two_ranks(higher: Dtype | None, lower: Dtype | None) -> Dtype | None:
    """Promote a dtype with one of a lower rank (0-d, number), of which only the category counts."""
    if higher is None or lower is None:
        return higher if lower is None else lower
    high, low = _CATEGORY[higher.name], _CATEGORY[lower.name]
    if high >= 2 and low < 3 or high == 3:
        return higher
    if high == 2:
        return dtype_named(higher.name).to_complex().core
    if higher == _BOOL or low >= 2:
        return promote_pair(higher, lower)
    return higher


def _python_number_dtype(number_class: type) -> Dtype:
    if number_class is bool:
        return _BOOL
    if number_class is int:
        return _INT64
    default = get_default_dtype()
    return default.core if number_class is float else default.to_complex().core


def common_dtype(kinds: Iterable) -> Dtype:
    """Return the type that operands compute in.

    Parameters
    ----------
    kinds : iterable
        For each operand a Dtype, a Dimensionless, or the class of a Python number.
    """
    ranks: list[Dtype | None] = [None, None, None]
    for kind in kinds:
        if isinstance(kind, type):
            rank, found = 2, _python_number_dtype(kind)
        elif type(kind) is Dimensionless:
            rank, found = 1, kind.dtype
        else:
            rank, found = 0, kind
        if ranks[rank] is not found:  # as in most calls
            ranks[rank] = found if ranks[rank] is None else promote_pair(ranks[rank], found)
    if ranks[1] is None and ranks[2] is None:
        return ranks[0]
    return _promote_two_ranks(ranks[0], _promote_two_ranks(ranks[1], ranks[2]))


@citing(None)
def promote(spec: FunctionSpec, kinds: tuple) -> tuple[Dtype, ...] | None:
    """Return the types that a function of the core computes in; a rule of a ``Dialect``.

    Raises: RuntimeError for a difference with a bool among its operands.
    """
    common = kinds[0]  # of all, as a rule: then without another frame
    if {Dtype} != set(map(type, kinds)) or kinds.count(common) < len(kinds):
        common = common_dtype(kinds)
    refuse_operands(spec.name, common)
    if spec.ufunc in _OF_FLOATS and _dtype_category(common) < 2:
        common = get_default_dtype().core
    if spec.ufunc == "subtract":
        _refuse_bools(kinds)
    if _rounded_to(spec.ufunc, kinds) is not None:
        common = DTYPES["float32"]
    return (common,) * len(kinds)


@citing(None)
def _refuse_bools(kinds: tuple) -> None:
    """Raise RuntimeError if an operand of a difference is of bool, a number too."""
    bools = [
        kind is bool or (kind.dtype if type(kind) is Dimensionless else kind) == _BOOL
        for kind in kinds
    ]
    if all(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
            "`^` or `logical_xor()` operator instead."
        )
    if any(bools):
        raise RuntimeError(
            f"Subtraction, the `-` operator, with a bool tensor is not supported. {HOW_TO_INVERT}"
        )


def rounded_to(spec: FunctionSpec, kinds: tuple) -> Dtype | None:
    """Return the half precision that a product or quotient with a number is rounded to, or None.

    PyTorch's kernels take a number of Python's in single though the tensor is of half precision,
    and so a second operand without dimensions; a first one they round to it.
    """
    return _rounded_to(spec.ufunc, kinds)


def _rounded_to(ufunc: str | None, kinds: tuple) -> Dtype | None:
    if ufunc not in _SCALING or len(kinds) != 2:
        return None
    array, number = kinds
    if ufunc == "multiply" and (array is int or array is float):
        array, number = number, array
    if number is int or number is float:
        half = array.dtype if type(array) is Dimensionless else array
    else:
        half = array if type(number) is Dimensionless else None
    return half if half in _HALVES else None


@citing("torch.{}")
def promote_types(type1: dtype, type2: dtype) -> dtype:
    """Return the smallest type that both promote to.

    >>> torch.promote_types(torch.int64, torch.float16)
    torch.float16
    """
    return dtype_named(promote_pair(type1.core, type2.core).name)
