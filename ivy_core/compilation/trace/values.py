"""Flattening of a name's value into native values, and its reconstruction.

A loop carries native values; a name stands for a number, an array, a view, a tuple of those.
:func:`taken_apart` gives the values and a :class:`Spec` that makes the like of others.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.lenses import Index
from ivy_core.arrays.views import functional_view, new_array
from ivy_core.backends.holder import Holder, read

from . import trace as tracing
from .dynamic_slices import DynamicSlice
from .runtime_checks import NOTHING
from .symbolic_numbers import PYTHON_NUMBERS, SymbolicScalar, scalar_class, scalar_classes
from .trace import Unrollable


class Spec:
    """Structure of a name's values; ``count`` is how many there are."""

    count = 0

    def build(self, values: Iterator):
        """Return the object that a name stands for."""
        raise NotImplementedError

    def joined(self, other: Spec, name: str) -> Spec:
        """Find the spec that covers both."""
        raise NotImplementedError

    def fitted(self, programs, natives: list) -> list:
        """Return values in the dtypes that this has."""
        return natives

    def made(self, programs) -> list:
        """Return values for a name that has none yet."""
        return []


class Undefined(Spec):
    """A name that has not been bound yet; ``value`` is what stands for that."""

    def __init__(self, value):
        self.value = value

    def build(self, values):
        return self.value

    def joined(self, other, name):
        return other

    def __eq__(self, other):
        return isinstance(other, Undefined)

    __hash__ = None


class Constant(Spec):
    """An object that is not part of a program: it has to stay the same."""

    def __init__(self, value):
        self.value = value

    def build(self, values):
        return self.value

    def joined(self, other, name):
        if isinstance(other, Undefined) or self == other:
            return self
        raise Unrollable(f"'{name}' is bound to different objects")

    def __eq__(self, other):
        return isinstance(other, Constant) and _is_same_constant(self.value, other.value)

    __hash__ = None


def _is_same_constant(a, b) -> bool:
    """Return whether two values are one object, or equal strings, bytes, ranges or slices."""
    if a is b:
        return True
    if isinstance(a, (str, bytes, type(None), range, slice)) and type(a) is type(b):
        return a == b
    return False


class ScalarLeaf(Spec):
    """A number: of Python's (``weak``), or read from an array."""

    count = 1

    def __init__(self, cls: type, dtype: np.dtype):
        self.cls, self.dtype = cls, dtype

    @property
    def weak(self):
        return self.cls is SymbolicScalar

    def build(self, values):
        return new_array(self.cls, next(values))

    def joined(self, other, name):
        if isinstance(other, Undefined):
            return self
        if not isinstance(other, ScalarLeaf):
            raise Unrollable(f"'{name}' is a number here and something else there")
        if self.weak == other.weak:
            dtype = np.promote_types(self.dtype, other.dtype)
        else:  # as an array's and a number's: the number's kind counts, not its size
            strong, weak = (other, self) if self.weak else (self, other)
            dtype = np.result_type(strong.dtype, weak.dtype.type(0).item())
        return ScalarLeaf(
            SymbolicScalar if self.weak and other.weak else _strong_leaf_class(self, other), dtype
        )

    def fitted(self, programs, natives):
        native = programs.strong(natives[0], self.dtype)
        return [programs.as_number(native) if self.weak else native]

    def made(self, programs):
        return self.fitted(programs, [programs.zeros((), self.dtype)])

    def __eq__(self, other):
        return isinstance(other, ScalarLeaf) and (self.cls, self.dtype) == (other.cls, other.dtype)

    __hash__ = None


def _strong_leaf_class(a: ScalarLeaf, b: ScalarLeaf) -> type:
    """Return the Array class of ``a`` if ``b`` is weak (a Python number), else that of ``b``."""
    return a.cls if b.weak else b.cls


class ArrayLeaf(Spec):
    """An array of its own."""

    count = 1

    def __init__(self, cls, shape, dtype):
        self.cls, self.shape, self.dtype = cls, shape, dtype

    def build(self, values):
        return new_array(self.cls, next(values))

    def joined(self, other, name):
        if isinstance(other, Undefined):
            return self
        if not isinstance(other, ArrayLeaf) or self.shape != other.shape:
            seen = f" of shape {other.shape}" if isinstance(other, ArrayLeaf) else ""
            raise Unrollable(
                f"'{name}' is an array of shape {self.shape}, and something else{seen}"
            )
        dtype = np.promote_types(self.dtype, other.dtype)
        return ArrayLeaf(self.cls, self.shape, dtype)

    def fitted(self, programs, natives):
        return [programs.strong(natives[0], self.dtype)]

    def made(self, programs):
        return [programs.zeros(self.shape, self.dtype)]

    def __eq__(self, other):
        mine = (self.cls, self.shape, self.dtype)
        return isinstance(other, ArrayLeaf) and mine == (other.cls, other.shape, other.dtype)

    __hash__ = None


class ViewLeaf(Spec):
    """A view of an array that lives on; where it begins is carried."""

    def __init__(self, cls, base, stack, shape, read_only, moves):
        self.cls, self.base, self.stack, self.shape = cls, base, stack, shape
        self.read_only, self.moves = read_only, moves
        self.count = sum(len(lens.starts) for lens in stack) if moves else 0

    def build(self, values):
        stack = self.stack
        if self.moves:
            stack = []
            for lens in self.stack:
                if type(lens) is Index:
                    starts = tuple([next(values) for _ in lens.starts])
                    lens = dataclasses.replace(lens, starts=starts, unknown=starts)
                stack.append(lens)
        return functional_view(self.base, tuple(stack), self.cls)

    def joined(self, other, name):
        if isinstance(other, Undefined):
            return self
        if (
            not isinstance(other, ViewLeaf)
            or self.base is not other.base
            or not self._has_same_lenses(other)
        ):
            raise Unrollable(f"'{name}' is a view of one array here and something else there")
        same = not (self.moves or other.moves) and all(
            a.starts == b.starts for a, b in zip(self.stack, other.stack, strict=True)
        )
        return ViewLeaf(self.cls, self.base, self.stack, self.shape, self.read_only, not same)

    def _has_same_lenses(self, other: ViewLeaf) -> bool:
        """Return whether two views have lenses of equal keys; their starts may differ."""
        return len(self.stack) == len(other.stack) and all(
            type(a) is type(b) and a.key == b.key
            for a, b in zip(self.stack, other.stack, strict=True)
        )

    def fitted(self, programs, natives):
        return [programs.strong(native, np.dtype(np.int64)) for native in natives]

    def made(self, programs):
        return [programs.zeros((), np.dtype(np.int64)) for _ in range(self.count)]

    def __eq__(self, other):
        return (
            isinstance(other, ViewLeaf)
            and self.base is other.base
            and self.moves == other.moves
            and self._has_same_lenses(other)
        )

    __hash__ = None


class MaskedLeaf(Spec):
    """Elements that a mask picks, of an array of its own, with the mask."""

    count = 2

    def __init__(self, cls, shape, dtype, mask_shape):
        self.cls, self.shape, self.dtype, self.mask_shape = cls, shape, dtype, mask_shape

    def build(self, values):
        source = new_array(self.cls, next(values))
        return DynamicSlice(source, (None,) * len(self.shape), next(values))

    def joined(self, other, name):
        if isinstance(other, Undefined):
            return self
        mine = self.shape, self.mask_shape
        if not isinstance(other, MaskedLeaf) or mine != (other.shape, other.mask_shape):
            raise Unrollable(f"'{name}' is what a mask picks here and something else there")
        dtype = np.promote_types(self.dtype, other.dtype)
        return MaskedLeaf(self.cls, self.shape, dtype, self.mask_shape)

    def fitted(self, programs, natives):
        return [programs.strong(natives[0], self.dtype), natives[1]]

    def made(self, programs):
        flags = programs.zeros(self.mask_shape, np.dtype(bool))
        return [programs.zeros(self.shape, self.dtype), flags]

    def __eq__(self, other):
        mine = (self.cls, self.shape, self.dtype, self.mask_shape)
        return isinstance(other, MaskedLeaf) and mine == (
            other.cls,
            other.shape,
            other.dtype,
            other.mask_shape,
        )

    __hash__ = None


def equal_masks(values) -> dict[int, int]:
    """Find the values that are picked by one mask: the index of the first, for each."""
    leaders: dict[int, int] = {}
    for k, value in enumerate(values):
        if type(value) is DynamicSlice and value.mask is not None:
            alike = [j for j in set(leaders.values()) if _have_equal_masks(values[j], value)]
            leaders[k] = min(alike, default=k)
    return leaders


def _have_equal_masks(one: DynamicSlice, other: DynamicSlice) -> bool:
    if tuple(one.mask.shape) != tuple(other.mask.shape):
        return False
    return tracing.current.programs.is_equal(one.mask, other.mask)


def share_masks(values, leaders: dict[int, int]) -> None:
    """Let values that are picked by equal masks know it: they have one and the same."""
    for k, leader in leaders.items():
        values[k].mask = values[leader].mask


class TupleNode(Spec):
    """A tuple of values."""

    def __init__(self, parts: list[Spec], like: tuple):
        self.parts, self.like = parts, like
        self.count = sum(part.count for part in parts)

    def build(self, values):
        built = [part.build(values) for part in self.parts]
        kind = type(self.like)
        return kind(*built) if hasattr(kind, "_fields") else kind(built)

    def joined(self, other, name):
        if isinstance(other, Undefined):
            return self
        if not isinstance(other, TupleNode) or len(self.parts) != len(other.parts):
            raise Unrollable(f"'{name}' is a tuple of another length")
        pairs = zip(self.parts, other.parts, strict=True)
        return TupleNode([a.joined(b, f"{name}[{i}]") for i, (a, b) in enumerate(pairs)], self.like)

    def fitted(self, programs, natives):
        result, at = [], 0
        for part in self.parts:
            result += part.fitted(programs, natives[at : at + part.count])
            at += part.count
        return result

    def made(self, programs):
        return [native for part in self.parts for native in part.made(programs)]

    def __eq__(self, other):
        return isinstance(other, TupleNode) and self.parts == other.parts

    __hash__ = None


def check_equal_dtypes(one: Spec, other: Spec, name: str) -> None:
    """Raise where an array has another dtype on the other side of a branch: a program has one.

    So it is with two numbers that were read from arrays. A number of Python's fits to any.

    Raises
    ------
    Unrollable
    """
    if isinstance(one, TupleNode) and isinstance(other, TupleNode):
        for i, pair in enumerate(zip(one.parts, other.parts, strict=False)):
            check_equal_dtypes(*pair, f"{name}[{i}]")
    elif type(one) is type(other) and isinstance(one, (ArrayLeaf, MaskedLeaf, ScalarLeaf)):
        is_number = isinstance(one, ScalarLeaf) and (one.weak or other.weak)
        if one.dtype != other.dtype and not is_number:
            raise Unrollable(f"'{name}' is of {one.dtype} on one side and of {other.dtype} there")


def ints_in(value) -> list:
    """Return Python's ints that a value is, or a tuple of them holds: native ones if traced."""
    if type(value) in (bool, int):
        return [int(value)]
    if type(value) is SymbolicScalar:
        return [value._data] if value.python_type in (bool, int) else []
    if isinstance(value, tuple):
        return [native for each in value for native in ints_in(each)]
    return []


def undefined(name: str):
    """Make the stand-in for a name that has no value yet."""
    from malt.operators.variables import Undefined

    return Undefined(name)


def is_undefined(value) -> bool:
    return value is NOTHING or type(value).__name__ in ("Undefined", "UndefinedReturnValue")


def numpy_dtype(native) -> np.dtype:
    return tracing.current.programs.dtype_of(native)


def taken_apart(value, programs, lives_on=None) -> tuple[Spec, list]:
    """Flatten an object: its structure, and its native values.

    Parameters
    ----------
    value : object
    programs : module
        The backend's functions for programs.
    lives_on : callable, optional
        Says of an array whether it lives on after the body: then a view of it stays one.
    """
    kind = type(value)
    if kind in PYTHON_NUMBERS:
        native = programs.as_number(value)
        if kind is int:
            tracing.current.checks.limit(native, value, value)
        return ScalarLeaf(SymbolicScalar, numpy_dtype(native)), [native]
    if issubclass(kind, np.generic) and value.dtype.kind in "biufc":
        native = programs.strong(value)
        return ScalarLeaf(scalar_class(), numpy_dtype(native)), [native]
    if kind is SymbolicScalar or kind in scalar_classes:
        native = read(value)
        return ScalarLeaf(kind, numpy_dtype(native)), [native]
    if isinstance(value, Holder):
        view = getattr(value, "_view", None)
        if view is not None and lives_on is not None and lives_on(view.base):
            # always carried: it is known too late whether it moves
            natives = [start for lens in view.stack for start in lens.starts]
            spec = ViewLeaf(kind, view.base, view.stack, view.shape, view.read_only, True)
            return spec, natives
        native = read(value)
        return ArrayLeaf(kind, tuple(native.shape), numpy_dtype(native)), [native]
    if kind is DynamicSlice and value.mask is not None:
        native = read(value.source)
        shapes = tuple(native.shape), tuple(value.mask.shape)
        spec = MaskedLeaf(type(value.source), shapes[0], numpy_dtype(native), shapes[1])
        return spec, [native, value.mask]
    if isinstance(value, tuple):
        parts = [taken_apart(each, programs, lives_on) for each in value]
        return TupleNode([s for s, _ in parts], value), [n for _, each in parts for n in each]
    if is_undefined(value):
        return Undefined(value), []
    return Constant(value), []


def is_traced(value, programs) -> bool:
    """Return whether a value, or one in a tuple of them, is known only when the program runs."""
    if isinstance(value, Array):
        return programs.is_tracer(read(value))
    if isinstance(value, tuple):
        return any(is_traced(each, programs) for each in value)
    return programs.is_tracer(value)
