"""Operators of ndarray and of the scalar types, and what they leave to the other operand."""

from __future__ import annotations

import operator

import numpy as np

from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import shown_by
from ivy_core.backends.loading import backend_for, backend_of
from ivy_core.contexts import common as is_numpy
from ivy_core.utils import routes
from ivy_core.utils.tracebacks import replace_exception

from . import watching
from .errors import NUMPY_ERRORS, entry
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import asarray, ivy
from .ndarray import ndarray
from .protocols import PlainView
from .scalar_types import BackendScalar
from .ufuncs.loops import COMPARISONS, DIRECT_CLASSES, NUMBERS, check_exponent, is_foreign
from .ufuncs.native import (
    FAILURES,
    MISSING,
    boxed,
    compute_directly,
    computes_natively,
    find_native,
    is_watched,
    native_functions,
)
from .ufuncs.out import fill_out
from .ufuncs.table import UFUNCS

_bound, _new, _array = ivy.__dict__, object.__new__, np.ndarray


def _defers_to_operand(other) -> bool:
    """Return whether the other operand's class computes: NumPy's subclass, or one that asks."""
    cls = type(other)
    if (
        cls in DIRECT_CLASSES
        or issubclass(cls, (Array, np.generic, list, tuple))
        or cls is np.ndarray
        or cls is PlainView
    ):
        return False
    if not issubclass(cls, np.ndarray) and backend_of(other) is not None:
        return False  # a framework's own array is an operand like any other
    if getattr(cls, "__array_ufunc__", 0) is None:
        return True
    if issubclass(cls, np.ndarray):  # a subclass computes as it sees fit
        return not issubclass(cls, np.memmap)
    return not hasattr(cls, "__array_ufunc__") and getattr(cls, "__array_priority__", -1) > 1.0


def _in_place_defers(other) -> bool:
    """Return whether ``x += y`` defers: never to a class with ``__array_ufunc__``, even None."""
    return not hasattr(type(other), "__array_ufunc__") and _defers_to_operand(other)


def _call_deferred_operator(operate, x1, x2):
    """Return ``operate`` of host values if one is NumPy's array; else NotImplemented.

    A subclass such as ``np.matrix`` multiplies real arrays only; Python asks other operands.
    """
    if not (isinstance(x1, np.ndarray) or isinstance(x2, np.ndarray)):
        return NotImplemented
    return from_host(operate(to_host(x1), to_host(x2)))


def _make_operator(name: str, operate, checked: bool = False):
    """Return an ndarray's forward and reflected operator; ``checked``: the ufunc sees numbers, too.

    ``operate`` is Python's own operator.
    """
    function = UFUNCS[name]
    core, real = function.core_name, function.real_ufunc

    def forward(self, other):
        try:
            kind = type(other)
            if kind is ndarray:
                if is_numpy.on_host and (function.is_native or function.find_native()):
                    try:
                        result = real(self._data, other._data)
                    except FAILURES:  # the core says why, or reads a foreign view
                        if is_watched():
                            raise
                        return _bound[core](self, other)
                    if type(result) is _array:
                        y = _new(ndarray)
                        y._data = result
                        return y
                    return boxed(result)
                return _bound[core](self, other)
            if kind in NUMBERS and not checked:
                return _bound[core](self, other)
            if kind in DIRECT_CLASSES:
                result = compute_directly(function, self, other)
                if result is not NotImplemented:
                    return result
            if _defers_to_operand(other):
                return _call_deferred_operator(operate, self, other)
            return function(self, other)
        except Exception as err:
            try:
                return function.recover(err, (self, other))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    def reflected(self, other):
        try:
            kind = type(other)
            if kind is ndarray or kind in NUMBERS and not checked:
                return _bound[core](other, self)
            if kind in DIRECT_CLASSES:
                result = compute_directly(function, other, self)
                if result is not NotImplemented:
                    return result
            if _defers_to_operand(other):
                return _call_deferred_operator(operate, other, self)
            return function(other, self)
        except Exception as err:
            try:
                return function.recover(err, (other, self))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return routes.entry_of(name, forward), routes.entry_of(name, reflected)


_POWERS = {2: "square", 0.5: "sqrt", -1: "reciprocal"}


def _own_power(x, exponent) -> str | None:
    """Return the name of the function that computes a power, of an exponent that has one."""
    function, kind = _POWERS.get(exponent), x.dtype.kind
    whole = kind in "iub" and type(exponent) is int and exponent == 2
    return function if kind in "fc" or whole else None


def _make_power_operator(forward):
    """Wrap ``**``: some exponents have functions of their own, such as square, as in NumPy."""
    array = np.ndarray

    def power(self, other):
        try:
            if type(other) in NUMBERS:
                try:
                    data = self._data
                except AttributeError:  # a functional view not read yet
                    data = None
                if type(data) is array:
                    return boxed(data**other)
            if type(other) in (int, float):
                function = _own_power(self, other)
                if function:
                    return UFUNCS[function](self)
            return forward(self, other)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "power")
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return power


def _make_scalar_operator(name: str, operate):
    """Return forward and reflected operators of the scalar types."""
    function = UFUNCS[name]
    core = function.core_name

    def forward(self, other):
        try:
            kind = type(other)
            if kind in DIRECT_CLASSES:
                if computes_natively(core):
                    # NumPy's scalars have arithmetic of their own, faster than its ufuncs
                    try:
                        x2 = other if kind in NUMBERS else other._data
                    except AttributeError:  # a functional view, of another backend's array
                        return function(self, other)
                    return boxed(operate(self._data, x2))
                result = compute_directly(function, self, other)
                if result is not NotImplemented:
                    return result
            if _defers_to_operand(other):
                return _call_deferred_operator(operate, self, other)
            return function(self, other)
        except Exception as err:
            try:
                return function.recover(err, (self, other))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    def reflected(self, other):
        try:
            kind = type(other)
            if kind in DIRECT_CLASSES:
                if computes_natively(core):
                    try:
                        x1 = other if kind in NUMBERS else other._data
                    except AttributeError:  # a functional view, of another backend's array
                        return function(other, self)
                    return boxed(operate(x1, self._data))
                result = compute_directly(function, other, self)
                if result is not NotImplemented:
                    return result
            if _defers_to_operand(other):
                return _call_deferred_operator(operate, other, self)
            return function(other, self)
        except Exception as err:
            try:
                return function.recover(err, (other, self))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return forward, reflected


def _make_list_multiply(operator_):
    """Return a multiplication of a scalar type that repeats a list, as Python's own would."""

    def multiply(self, other):
        try:
            if isinstance(other, (list, tuple, str, bytes)):
                if self.dtype.kind in "iu":
                    return other * int(self)
                raise TypeError(
                    f"can't multiply sequence by non-int of type 'numpy.{self.dtype.type.__name__}'"
                )
            return operator_(self, other)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, "multiply")
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return multiply


def _power(x, exponent):
    """Return a power as ``**`` computes it, of an array or a native one."""
    check_exponent(x, exponent)
    own = type(exponent) in (int, float) and _own_power(x, exponent)
    return _bound[UFUNCS[own].core_name](x) if own else _bound["pow"](x, exponent)


def _fill_watched(function, x, other):
    """Do an augmented assignment as a call that fills ``out``, which reports errors."""
    own = function.core_name == "pow" and type(other) in (int, float) and _own_power(x, other)
    return UFUNCS[own](x, out=(x,)) if own else function(x, other, out=(x,))


def _make_in_place_operator(name: str, operate):
    """Return the augmented assignment of ndarray: the result goes into the array.

    On the NumPy backend ``operate``, Python's own, does it with the native arrays: what NumPy has
    written when it raises stays written, and nothing is written twice.
    """
    function = UFUNCS[name]
    core = function.core_name
    updates: dict = {type(None): None}  # by class of native arrays; a functional view has none

    def find_update(x):
        backend = backend_for(x._data)
        is_watched = watching.watch.is_on  # then it is a call that fills `out`
        found = watching.refuse if is_watched else backend.in_place(core)
        updates[type(x._data)] = found
        return found

    def forget_updates():
        updates.clear()
        updates[type(None)] = watching.refuse if watching.watch.is_on else None

    watching.on_exchange.append(forget_updates)

    def in_place(self, other):
        try:
            if type(other) not in DIRECT_CLASSES:
                if _in_place_defers(other):
                    return NotImplemented
                return function(self, other, out=(self,))
            try:
                data = self._data
            except AttributeError:  # a functional view not read yet
                data = None
            if type(data) is not _array and write.observer is None:
                update = updates.get(type(data), MISSING)
                if update is MISSING:
                    update = find_update(self)
                if update is not None:
                    operand = other if type(other) in NUMBERS else getattr(other, "_data", None)
                    if update(data, operand):
                        return self
            bound = _bound[core]
            native = native_functions.get(bound, MISSING)
            if native is MISSING:
                native = find_native(bound, core)
            if native is not None:
                try:
                    operand = other if type(other) in NUMBERS else other._data
                except AttributeError:  # a functional view, of another backend's array
                    data = None
                if data is None:
                    return function(self, other, out=(self,))
                if write.observer is None:
                    result = operate(data, operand)
                else:
                    result = write.write_natively((self,), operate, data, operand)
                if result is not data:  # NumPy left it to an operand of another framework
                    fill_out(self, asarray(result), "same_kind", name)
                return self
            del data  # memory that is referred to is copied before a write
            shown = self
            if hasattr(self, "_view"):
                if write.update_view(self, core, function.real_ufunc, other):
                    return self
                shown = shown_by(self)
            result = _power(shown, other) if core == "pow" else bound(shown, other)
            if not write.adopt_result(self, result):
                fill_out(self, result, "same_kind", name)
            return self
        except watching.Refused:
            pass  # errors of the call below have no context then
        except Exception as err:
            try:
                return function.recover(err, (self, other))
            except Exception as raised:
                replace_exception(raised, err)
                raise
        return _fill_watched(function, self, other)

    return in_place


def _make_in_place_matmul(in_place):
    """Wrap ``@=`` to raise where NumPy does: the product must have the shape of its target."""

    @entry(name="matmul")
    def multiply(self, other):
        knows_ufuncs = getattr(type(other), "__array_ufunc__", self) is not None
        if knows_ufuncs and not _in_place_defers(other) and (not self.ndim or np.ndim(other) < 2):
            raise ValueError(
                "matmul in place: the first operand must have at least one dimension, the second "
                f"at least two, not {self.ndim} and {np.ndim(other)}"
            )
        if knows_ufuncs and not _in_place_defers(other):
            _check_product_shape(self.shape, np.shape(other))
        return in_place(self, other)

    return multiply


def _check_product_shape(target, other) -> None:
    """Raise NumPy's error where a product of fitting operands would be broadcast into its target.

    Examples
    --------
    >>> _check_product_shape((3, 3), (3, 1))
    Traceback (most recent call last):
        ...
    ValueError: output operand of shape (3, 3) does not fit a product of shape (3, 1)
    """
    if target[-1] != other[-2]:
        return  # the product itself raises
    made = (*target[-2:-1], other[-1])
    try:
        made = (*np.broadcast_shapes(target[:-2], other[:-2]), *made)
    except ValueError:
        return  # as above
    if made != target:
        raise ValueError(f"output operand of shape {target} does not fit a product of shape {made}")


def _make_comparison(name: str, forward):
    """Return a comparison that leaves what no backend can hold (strings, None) to real NumPy."""
    compare_host = COMPARISONS[name]

    def compare(self, other):
        try:
            if (
                type(other) in DIRECT_CLASSES
                or isinstance(other, (Array, np.ndarray))
                or _defers_to_operand(other)
            ):
                return forward(self, other)
            try:
                if not is_foreign(other):
                    other = asarray(other)
            except UnsupportedDtype:
                return from_host(compare_host(to_host(self), to_host(other)))
            return forward(self, other)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return compare


def _make_unary_operator(name: str):
    """Return a unary operator of ndarray that computes as the ufunc of that name."""
    function = UFUNCS[name]
    core, real = function.core_name, function.real_ufunc

    def unary(self):
        try:
            if is_numpy.on_host and (function.is_native or function.find_native()):
                try:
                    result = real(self._data)
                except FAILURES:  # the core says why, or reads a foreign view
                    if is_watched():
                        raise
                    return _bound[core](self)
                if type(result) is _array:
                    y = _new(ndarray)
                    y._data = result
                    return y
                return boxed(result)
            return _bound[core](self)
        except Exception as err:
            try:
                return function.recover(err, (self,))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return routes.entry_of(name, unary)


def _make_scalar_unary(name: str, operate):
    """Return a unary operator of the scalar types."""
    function = UFUNCS[name]

    def method(self):
        try:
            if computes_natively(function.core_name):
                return boxed(operate(self._data))
            return function(self)
        except Exception as err:
            try:
                return function.recover(err, (self,))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return method


_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift",
    "rshift": "right_shift", "divmod": "divmod",
}  # fmt: skip
_PYTHON_OPERATORS = {name: getattr(operator, f"__{name}__", divmod) for name in _OPERATORS}
_IN_PLACE = {name: getattr(operator, f"__i{name}__", None) for name in _OPERATORS}
_COMPARISON_UFUNCS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
    "ge": "greater_equal",
}  # fmt: skip
_UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}
_PYTHON_UNARY = {name: getattr(operator, f"__{name}__") for name in _UNARY}


def attach_operators() -> None:
    """Give ndarray and the scalar types the operators that call the ufuncs."""
    for name, function in _OPERATORS.items():
        checked = function in ("power", "matmul")
        forward, reflected = _make_operator(function, _PYTHON_OPERATORS[name], checked)
        setattr(ndarray, f"__{name}__", _make_power_operator(forward) if name == "pow" else forward)
        setattr(ndarray, f"__r{name}__", reflected)
        if name != "divmod":
            in_place = _make_in_place_operator(function, _IN_PLACE[name])
            in_place = _make_in_place_matmul(in_place) if name == "matmul" else in_place
            setattr(ndarray, f"__i{name}__", in_place)
        forward, reflected = _make_scalar_operator(function, _PYTHON_OPERATORS[name])
        if name == "mul":
            forward, reflected = _make_list_multiply(forward), _make_list_multiply(reflected)
        setattr(BackendScalar, f"__{name}__", forward)
        setattr(BackendScalar, f"__r{name}__", reflected)
        if name != "divmod":
            setattr(BackendScalar, f"__i{name}__", forward)  # a scalar is replaced, not changed
    for name, function in _COMPARISON_UFUNCS.items():
        for cls, operators in ((ndarray, _make_operator), (BackendScalar, _make_scalar_operator)):
            forward, _ = operators(function, COMPARISONS[function])
            setattr(cls, f"__{name}__", _make_comparison(function, forward))
    for name, function in _UNARY.items():
        setattr(ndarray, f"__{name}__", _make_unary_operator(function))
        setattr(BackendScalar, f"__{name}__", _make_scalar_unary(function, _PYTHON_UNARY[name]))
    ndarray.__hash__ = None
