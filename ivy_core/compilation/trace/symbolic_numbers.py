"""Numbers of Python's whose values are not known until a compiled program runs.

A loop's counter, a float among the arguments. They compute as Python's own do, promote as those do
beside arrays, and never change: ``s += 1`` binds the name anew.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import Holder, read
from ivy_core.backends.loading import backend_for

PYTHON_NUMBERS = frozenset({bool, int, float, complex})
_TYPES = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


class Unsupported(BaseException):
    """Refusal of a part that no compiled program can have; the function runs eagerly instead.

    No Exception, so that neither a function's own ``except`` nor an error boundary takes it.

    Attributes
    ----------
    is_final : bool
        Whether the part has none either where the loop about it is written out.
    """

    is_final = False


class SymbolicScalar(Array):
    """A number of Python's, traced: its native value has no dimensions and promotes weakly."""

    __slots__ = ()

    @property
    def python_type(self) -> type:
        """The class that it stands for."""
        return _TYPES[trace.programs.dtype_of(self._data).kind]

    @property
    def real(self):
        if self.python_type is complex:
            return SymbolicScalar.of(_compute(_real, self._data))
        return self * 1 if self.python_type is bool else self

    @property
    def imag(self):
        return (
            self.python_type(0).imag
            if self.python_type is not complex
            else SymbolicScalar.of(_compute(_imag, self._data))
        )

    @classmethod
    def of(cls, native) -> SymbolicScalar:
        return new_array(cls, native)

    def __repr__(self):
        if trace is not None:
            raise Unsupported("the text of a number that only the program knows")
        return f"<{self.python_type.__name__} of unknown value>"

    __str__ = __repr__

    def __format__(self, spec):
        return repr(self)

    def conjugate(self):
        if self.python_type is not complex:
            return self.real
        return of_traced(read(sys.modules["ivy_core"].conj(Array(self._data))), trace.programs)

    def is_integer(self):
        return self == self // 1


trace = None  # the trace that is running, and has the backend's functions for programs
_real, _imag = operator.attrgetter("real"), operator.attrgetter("imag")


def _compute(function: Callable, *values):
    """Compute an operator of numbers, as a step of the trace."""
    return trace.programs.computed(function, *values)


def of_traced(native, programs) -> SymbolicScalar | None:
    """Return the one element of a traced array as Python's number: ``x.item()``.

    None if it is no traced one.
    """
    if not programs.is_tracer(native):
        return None
    wide = {"f": np.float64, "i": np.int64, "u": np.int64}.get(programs.dtype_of(native).kind)
    element = programs.reshaped(native, ())
    made = programs.as_number(programs.strong(element, wide))
    if wide is np.int64 and trace is not None:
        trace.checks.of_int(made, element)
    return SymbolicScalar.of(made)


def check_real(value) -> None:
    """Raise TypeError for a complex number of Python's, which is no int or float."""
    if type(value) is SymbolicScalar and value.python_type is complex:
        raise TypeError("must be a real number, not 'complex'")


def as_bool(x) -> bool | SymbolicScalar:
    """Return the truth of one element: a bool, a :class:`SymbolicScalar` where it is traced."""
    if trace is not None and isinstance(x, Holder):
        found = of_traced(read(x), trace.programs)
        if found is not None:
            return found
    return bool(x)


scalar_classes: list[type] = []  # what the frontends have for scalars that only the program knows


def scalar_class() -> type:
    """Return the class of scalars that are read from arrays: a frontend's, where it has one."""
    return scalar_classes[0] if scalar_classes else Array


def _unwrap_number(value):
    """Return a number as Python or its framework computes with it, and whether it is a bool."""
    if type(value) is SymbolicScalar:
        return value._data, value.python_type is bool
    return value, type(value) is bool


def _is_complex(value) -> bool:
    """Return whether a number, Python's or a native one, is complex."""
    native = trace.programs.is_tracer(value)
    return trace.programs.dtype_of(value).kind == "c" if native else isinstance(value, complex)


_OF_REAL_NUMBERS = frozenset(
    {operator.lt, operator.le, operator.gt, operator.ge, operator.floordiv, operator.mod}
)


def _operator_pair(name: str, function: Callable, keeps_bool: bool):
    """Make the methods ``__name__`` and ``__rname__`` of an operator."""

    def compute(a, b):
        a, a_bool = _unwrap_number(a)
        b, b_bool = _unwrap_number(b)
        if a_bool and b_bool and not keeps_bool:  # True + True is 2
            a, b = _compute(operator.mul, a, 1), _compute(operator.mul, b, 1)
        if function in _OF_REAL_NUMBERS and (_is_complex(a) or _is_complex(b)):
            raise TypeError(f"{name} is not supported between 'complex' numbers")
        if function is operator.pow and type(b) is int and b < 0:
            a = _compute(operator.mul, a, 1.0)
        native = _compute(function, a, b)
        trace.checks.of_operator(function, native, a, b)
        return SymbolicScalar.of(native)

    def beside_others(a, b, other):
        # one of NumPy's scalars, or an array of the framework: as with an array without dimensions
        known = read(a if type(a) is SymbolicScalar else b)
        made = new_array(scalar_class(), backend_for(known).from_host(np.asarray(other)))
        return function(made, b) if other is a else function(a, made)

    def forward(self, other):
        if type(other) is SymbolicScalar or type(other) in PYTHON_NUMBERS:
            return compute(self, other)
        if issubclass(type(other), np.generic):
            return beside_others(self, other, other)
        return NotImplemented

    def reflected(self, other):
        if type(other) in PYTHON_NUMBERS:
            return compute(other, self)
        if issubclass(type(other), np.generic):
            return beside_others(other, self, other)
        if isinstance(other, Holder):
            return getattr(Array, f"__r{name}__")(self, other)
        return NotImplemented

    return forward, reflected


def _make_unary_operator(function: Callable):
    """Make the method of an operator of one number, in which a bool counts as an int."""

    def method(self):
        native, is_bool = _unwrap_number(self)
        native = _compute(operator.mul, native, 1) if is_bool else native
        result = _compute(function, native)
        trace.checks.of_operator(function, result, native)
        return SymbolicScalar.of(result)

    return method


_ARITHMETIC = "add sub mul truediv floordiv mod pow lshift rshift".split()
_LOGIC = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
_REFLECTED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}

for _name in _ARITHMETIC + list(_LOGIC):
    _function = _LOGIC.get(_name) or getattr(operator, _name)
    _forward, _backward = _operator_pair(_name, _function, _name in _LOGIC)
    for _method, _body in ((_name, _forward), (f"r{_name}", _backward), (f"i{_name}", _forward)):
        setattr(SymbolicScalar, f"__{_method}__", _body)
for _name in _REFLECTED:
    setattr(
        SymbolicScalar, f"__{_name}__", _operator_pair(_name, getattr(operator, _name), True)[0]
    )
for _name in ("neg", "pos", "abs", "invert"):
    setattr(SymbolicScalar, f"__{_name}__", _make_unary_operator(getattr(operator, _name)))


def _divmod(self, other):
    return self // other, self % other


SymbolicScalar.__divmod__ = _divmod
SymbolicScalar.__rdivmod__ = lambda self, other: (other // self, other % self)
