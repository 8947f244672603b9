"""Promotion: operands are brought to the dtypes that the dialect's rule computes in."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Collection

import numpy as np

from ..dtypes import DTYPES_OF_SCALARS
from ..registry import FunctionSpec
from ..utils.calls import signature_mismatch
from ..utils.exceptions import IvyDtypePromotionError, IvyTypeError, IvyValueError
from .dialect import Dialect, Dimensionless, promote_as_numpy

SCALARS = (bool, int, float, complex)
_IF_EXACT = "if the number is exact"
# significant binary digits, and exponents of `math.frexp`: tinier numbers make results that kernels
# of half precision flush to zero
_HALVES = {"float16": (11, -13, 16), "bfloat16": (8, -60, 128)}
_LARGE = 1 << 200  # beyond the range of half precision, and within that of Python's floats

# While a function is compiled: says of a native value which class of Python's numbers it stands
# for, None if it is an array's. A trace sets it.
number_class: Callable | None = None


class ByDtype(dict):
    """By native dtype: what a function says of it. Found out once a dtype."""

    def __init__(self, find: Callable):
        super().__init__()
        self.find = find

    def __missing__(self, dtype):
        found = self[dtype] = self.find(dtype)
        return found


class Promotion:
    """Promotion of one function's operands on one backend.

    Attributes
    ----------
    operands : tuple of str
        The parameters that promote; with ``applies`` they are brought to their dtypes here, without
        it the native function does so, as NumPy's own do.
    positions : tuple of int
        Where they stand; one that is keyword-only comes after all positions.
    is_native : bool
        Whether the native function promotes the operands, as NumPy's own do.
    is_direct : dict
        By native dtype: whether operands that have it all need no conversion.
    plans : dict
        The dtypes that operands are brought to, by the dtypes, or classes of scalars, that they
        have; filled as calls come.
    rounding_plans : dict
        The same where the result is rounded to another dtype, with that dtype.
    weak : dict
        Python scalars as native operands, by the dtype beside them; see :meth:`remember`.
    """

    __slots__ = (
        "_cast", "_keeps_dtype", "applies", "backend", "dialect", "is_direct", "is_native",
        "operands", "plans", "positions", "rounding_plans", "spec", "weak",
    )  # fmt: skip

    def __init__(self, spec: FunctionSpec, backend: types.ModuleType, dialect: Dialect):
        self.spec, self.backend, self.dialect = spec, backend, dialect
        self._cast = backend.cast if dialect.looks_at_flags else backend.unreported(backend.cast)
        self.operands = spec.promote or (spec.array_parameters if spec.ufunc else ())
        natively = backend.CAPABILITIES.promotes and dialect.promote is promote_as_numpy
        self.applies = bool(spec.ufunc or spec.promote) and not natively
        self.is_native = bool(self.operands) and natively
        places = spec.positional_names
        self.positions = tuple(
            places.index(name) if name in places else len(places) for name in self.operands
        )
        self.is_direct = self.weak = self._keeps_dtype = None
        self.plans, self.rounding_plans = {}, {}
        if self.applies:
            self.is_direct, self.weak = ByDtype(self._leaves_dtype_unchanged), {}
            self._keeps_dtype = {}

    @property
    def keeps_scalars(self) -> Collection[str]:
        """The parameters whose Python scalars need no array made of them beforehand."""
        if self.applies or self.spec.ufunc is not None:
            return self.spec.parameter_names
        return self.operands if self.backend.CAPABILITIES.promotes else ()

    def promote_beside_bfloat16(self, args: list, kwargs: dict) -> None:
        """Bring operands, one of them of bfloat16, to their dtypes if one is a Python scalar.

        It is for functions that promote natively: NumPy takes such a scalar for an array.
        """
        if any(
            type(holder[key]) in SCALARS for holder, key in self._iterate_operands(args, kwargs)
        ):
            self.promote(args, kwargs)

    def promote(self, args: list, kwargs: dict):
        """Bring the operands among native arguments to the dtypes of the rule, in place.

        Returns
        -------
        native dtype or None
            What the result is rounded to, None if it stays as it is.
        """
        places, values = [], []
        for name, position in zip(self.operands, self.positions, strict=True):
            if position < len(args):
                holder, key, value = args, position, args[position]
            else:
                holder, key, value = kwargs, name, kwargs.get(name)
            if value is None:
                continue
            if isinstance(value, list):
                places += [(value, i) for i in range(len(value))]
                values += value
            else:
                places.append((holder, key))
                values.append(value)
        if number_class is not None and any(classes := _number_classes_of_tracers(values)):
            return self._promote_with_scalars(places, values, classes)
        if self.dialect.tells_dimensionless:
            key = tuple([type(v) if type(v) in SCALARS else (v.dtype, not v.ndim) for v in values])
        else:
            key = tuple([type(v) if type(v) in SCALARS else v.dtype for v in values])
        plan, rounded = self.plans.get(key), None
        if plan is None:
            if not values and (text := signature_mismatch(self.spec.body, args, kwargs)):
                raise IvyTypeError(text)
            plan, rounded = self.rounding_plans.get(key) or self._plan(key, values)
        for (holder, at), value, target in zip(places, values, plan, strict=True):
            if type(value) in SCALARS:
                holder[at] = self._from_scalar(value, target)
            elif value.dtype != target:
                holder[at] = self._cast(value, target)
        return rounded

    @staticmethod
    def may_be_numbers() -> bool:
        """Return whether operands may stand for numbers of Python's, which their dtypes hide."""
        return number_class is not None

    def _promote_with_scalars(self, places, values, classes):
        """Cast operands in place to their promoted dtypes; leave them where none is defined."""
        kinds = tuple(
            cls or self._promotion_kind(value) for cls, value in zip(classes, values, strict=True)
        )
        wanted = self.dialect.promote(self.spec, kinds)
        if wanted is None:
            return None
        for (holder, at), value, dtype in zip(places, values, wanted, strict=True):
            target = self.backend.to_native_dtype(dtype)
            if type(value) in SCALARS:
                holder[at] = self._from_scalar(value, target)
            else:
                holder[at] = self._cast(value, target)
        return self._rounded_to(kinds)

    def _from_scalar(self, value, dtype):
        """Return a number as a native operand; the dialect says what is done beyond its range."""
        try:
            if not self.dialect.numbers_are_of_c:
                return self.backend.from_scalar(value, dtype)
            if type(value) is int and not -(2**63) <= value < 2**63:
                value = _beyond_64_bits(value, self.backend.ivy_dtype(dtype).kind)
            with np.errstate(over="ignore"):
                return self.backend.from_scalar(value, dtype)
        except OverflowError:
            number = self.dialect.wrapped(self.spec, value, self.backend.ivy_dtype(dtype))
            if number == value:
                raise
            return self.backend.from_scalar(number, dtype)

    def _iterate_operands(self, args, kwargs):
        """Yield (args, position) or (kwargs, name) of each operand that was passed."""
        for name, position in zip(self.operands, self.positions, strict=True):
            if position < len(args):
                yield args, position
            elif name in kwargs:
                yield kwargs, name

    def _plan(self, key: tuple, values: list) -> tuple:
        """Find the plan of operands and what the result is rounded to, and keep them by ``key``."""
        plan = self._promoted_native_dtypes(values)
        rounded = self._rounded_to(tuple(map(self._promotion_kind, values)))
        if rounded is None:
            self.plans[key] = plan
        else:
            self.rounding_plans[key] = plan, rounded
        return plan, rounded

    def _rounded_to(self, kinds: tuple):
        """Return the native dtype that the dialect rounds a result to; None if it does not."""
        find = self.dialect.rounded_to
        dtype = find(self.spec, kinds) if find is not None else None
        return None if dtype is None else self.backend.to_native_dtype(dtype)

    def _promoted_native_dtypes(self, values):
        """Return a native dtype for each value, scalars too; raise where none is defined."""
        spec, backend = self.spec, self.backend
        if not values:
            raise IvyValueError(f"{spec.name}: at least one array is needed")
        kinds = tuple(map(self._promotion_kind, values))
        wanted = self.dialect.promote(spec, kinds)
        if wanted is None:
            shown = ", ".join(k.__name__ if isinstance(k, type) else str(k) for k in kinds)
            raise IvyDtypePromotionError(f"{backend.NAME}: {spec.name}: not defined for {shown}")
        return tuple(map(backend.to_native_dtype, wanted))

    def _promotion_kind(self, value):
        """Return an operand's kind for promotion: Python's class, a Dtype or Dimensionless."""
        if type(value) in SCALARS:
            return type(value)
        dtype = self.backend.ivy_dtype(value.dtype)
        return (
            Dimensionless(dtype) if self.dialect.tells_dimensionless and not value.ndim else dtype
        )

    def _leaves_dtype_unchanged(self, dtype) -> bool:
        """Return whether operands that all have one native dtype keep it in promotion."""
        if self.spec.ufunc is None and self.dialect.promote is promote_as_numpy:
            return True
        ivy_dtype = self.backend.ivy_dtype(dtype)
        found = self.dialect.promote(self.spec, (ivy_dtype,) * len(self.operands))
        return found is not None and found.count(ivy_dtype) == len(found)

    def _stays_beside_scalar(self, dtype, cls: type, position: int) -> bool | str:
        """Return whether an array at ``position`` keeps its dtype beside a scalar (ufuncs only).

        A result that is computed in a wider dtype and rounded is the same where the number is one
        of the array's dtype: ``_IF_EXACT``.
        """
        if self.spec.ufunc is None or cls not in SCALARS and self.dialect.tells_dimensionless:
            return False
        ivy_dtype = self.backend.ivy_dtype(dtype)
        kind = cls if cls in SCALARS else DTYPES_OF_SCALARS[cls]
        kinds = (ivy_dtype, kind) if position == 0 else (kind, ivy_dtype)
        rounded = self._rounded_to(kinds) if cls in SCALARS else None
        if rounded is not None and rounded == dtype:  # NumPy's float64 equals None
            return _IF_EXACT
        wanted = self.dialect.promote(self.spec, kinds)
        return wanted is not None and wanted.count(ivy_dtype) == len(wanted)

    def remember(self, dtype, value, position: int):
        """Return a Python or NumPy scalar as a native operand beside an array; None if it promotes.

        Operands are kept, so that ``2.0 * x`` in a loop converts its constant once: a zero by
        its text, as 0.0 and -0.0 are one dictionary key. ``position`` is where the array,
        of ``dtype``, stands.
        """
        backend, cls = self.backend, type(value)
        key = (dtype, cls, position)
        stays = self._keeps_dtype.get(key)
        if stays is None:
            stays = self._keeps_dtype[key] = self._stays_beside_scalar(dtype, cls, position)
        if not stays:
            return None
        if stays is _IF_EXACT and not _is_exact(value, backend.ivy_dtype(dtype).name):
            return None
        named = value or repr(value)
        key = (dtype, cls, named) if position == 0 else (cls, named, dtype)
        native = None if named is value else self.weak.get(key)
        if native is not None:
            return native
        native = self._from_scalar(value if cls in SCALARS else value.item(), dtype)
        if value == value and not backend.is_tracer(native):  # nan is never found again
            if len(self.weak) > 1024:
                self.weak.clear()
            self.weak[key] = native
        return native


def _beyond_64_bits(value: int, kind: str) -> int | float:
    """Return a large integer as operands of a kind take it; OverflowError if C has no such one."""
    if value >= 2**64:
        raise OverflowError("int too big to convert")
    if value < 0:
        raise OverflowError("can't convert negative int to unsigned")
    return float(value) if kind in "fc" else value  # half precision takes no ints as large


def _is_exact(value: float, name: str) -> bool:
    """Return whether a number is one of a dtype of half precision, and no tiny one."""
    digits, least, most = _HALVES[name]
    if not value:
        return True
    if not -_LARGE < value < _LARGE:
        return False
    fraction, exponent = math.frexp(value)
    return least <= exponent <= most and (fraction * 2.0**digits).is_integer()


def _number_classes_of_tracers(values) -> list:
    """Return for each native operand that traces a number its class (int, ...), else None."""
    return [None if type(value) in SCALARS else number_class(value) for value in values]
