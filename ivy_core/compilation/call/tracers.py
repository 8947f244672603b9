"""Tracers for a call: what takes the place of arguments, floats and arrays while it is traced."""

from __future__ import annotations

import numpy as np

from ivy_core.arrays.views import new_array

from ..trace.iteration import of_loop_items, of_loop_range
from ..trace.symbolic_numbers import PYTHON_NUMBERS, SymbolicScalar, scalar_class
from .signature import CallSignature, LoopItems, LoopRange


class Tracers:
    """Tracers of floats, native arrays and NumPy's arrays while a function is traced.

    Parameters
    ----------
    given : CallSignature
    natives : list
        Native values of the trace: those of ``given.hosts``, of ``given.natives``, then of numbers.
    env : TraceEnv

    Attributes
    ----------
    hosts : list of Array
        Those that stand for NumPy's arrays.
    numbers : list
        Those that stand for ``given.numbers`` and ``given.varied``, in their order.
    """

    def __init__(self, given: CallSignature, natives: list, env):
        self._programs, self._traces_scalar = env.programs, given.traces_scalar
        self._counted = given.counted
        count, more = len(given.hosts), len(given.natives)
        self.hosts = [new_array(env.array, native) for native in natives[:count]]
        self._host = dict(zip(map(id, given.hosts), self.hosts, strict=True))
        self._back = dict(zip(map(id, self.hosts), given.hosts, strict=True))
        traced = natives[count : count + more]
        self._natives = dict(zip(map(id, given.natives), traced, strict=True))
        for view, made in given.stand_ins:
            self._natives[id(view)], self._back[id(made)] = made, view
        self._numbers = iter(natives[count + more :])
        self.numbers: list[SymbolicScalar] = []  # in their order
        self._has_numbers = bool(given.numbers)  # a graph has none
        self._done: set[int] = set()

    def of(self, value, is_counted: bool = False):
        """Make the tracer of a value; lists and dictionaries are filled in place."""
        kind = type(value)
        if is_counted:
            return self.of_number()
        if kind is float or kind is complex:
            return self.of_number() if self._has_numbers else value
        if isinstance(value, np.generic):
            is_traced = self._has_numbers and self._traces_scalar(value)
            return self.of_scalar(kind) if is_traced else value
        if kind is LoopRange and self._has_numbers:
            return of_loop_range(value, self.of_number(), self.of_number())
        if kind is LoopItems:
            return of_loop_items(value, self.of_number(), self.of_number())
        if kind is np.ndarray:
            return self._host[id(value)]
        if id(value) in self._natives:
            return self._natives[id(value)]
        if isinstance(value, tuple):
            made = [self.of(each) for each in value]
            return kind(*made) if hasattr(kind, "_fields") else kind(made)
        if (kind is list or kind is dict) and id(value) not in self._done:
            self._done.add(id(value))
            self._fill_with_tracers(value)
        return value

    def _fill_with_tracers(self, container: list | dict) -> None:
        """Replace a container's elements or values in place by their tracers."""
        pairs = enumerate(container) if type(container) is list else container.items()
        for key, each in list(pairs):
            container[key] = self.of(each)

    def of_number(self) -> SymbolicScalar:
        """Make the tracer of the next number."""
        made = SymbolicScalar.of(next(self._numbers))
        self.numbers.append(made)
        return made

    def of_slot(self, value, which: frozenset | None):
        """Make the tracer of a number in a container, or of elements ``which`` of a tuple."""
        if which is None:
            return self.of_number()
        return tuple([self.of_number() if i in which else x for i, x in enumerate(value)])

    def of_arguments(self, args: tuple, kwargs: dict, static: frozenset) -> tuple[list, dict]:
        """Make the tracers of a call's arguments; those in ``static`` stay as they are."""
        positional = [
            each if i in static else self.of(each, i in self._counted)
            for i, each in enumerate(args)
        ]
        named = {
            name: each if name in static else self.of(each, name in self._counted)
            for name, each in kwargs.items()
        }
        return positional, named

    def of_scalar(self, kind: type):
        """Make the tracer of the next number, one of NumPy's scalars: its dtype is kept."""
        native = self._programs.strong(next(self._numbers), np.dtype(kind))
        made = new_array(scalar_class(), native)
        self.numbers.append(made)
        return made

    def carried(self, value):
        """Make the tracer of a global name's value that is bound anew, if it is a number."""
        if self._traces_scalar(value, True):
            return self.of_scalar(type(value))
        is_static = type(value) is bool or type(value) is int and abs(value) >= 2**63
        is_number = type(value) in PYTHON_NUMBERS
        return self.of_number() if is_number and not is_static else value

    def originals(self, value):
        """Return NumPy's own array for what stood for it."""
        return self._back.get(id(value), value)
