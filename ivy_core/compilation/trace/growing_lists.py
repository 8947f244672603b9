"""Lists that a loop appends to: what its iterations append are rows of arrays of the program.

While a body is traced, such a list holds a :class:`Hidden` in place of its elements, since their
number and their values are those of one iteration alone. A body that looks at them is written out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import base_or_self, new_array
from ivy_core.backends.holder import Holder, read, unwrapped

from ..call.containers import contents
from ..policy import MOST_APPENDED_ELEMENTS, MOST_UNROLLED_ITERATIONS
from . import trace as tracing
from .symbolic_numbers import SymbolicScalar
from .trace import Unrollable, arrays_in
from .values import ArrayLeaf, ScalarLeaf, Spec, TupleNode, taken_apart

_READS = "a list that it appends to is read in the loop"
_IS_COUNTED = "a list of which only the program knows how long it is"


class Hidden:
    """Stands for the elements of a list that the loop being traced appends to."""

    __hash__ = None
    _is_opaque = True  # it is not searched for containers

    def _raise_unrollable(self, *_):
        raise Unrollable(_READS)

    def __getattribute__(self, name):
        if name in ("__class__", "__dict__"):
            return object.__getattribute__(self, name)
        raise Unrollable(_READS)


for _name in (
    "array bool repr str format len iter float int index complex getitem setitem eq ne lt le "
    "gt ge add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul "
    "rmatmul neg pos abs invert and rand or ror xor rxor contains reduce_ex"
).split():
    setattr(Hidden, f"__{_name}__", vars(Hidden)["_raise_unrollable"])


def check_readable(items) -> None:
    """Refuse to look at what a list holds that the loop being traced appends to, or how much.

    Raises
    ------
    Unrollable
    """
    if tracing.current.appends and _has_hidden_elements(items):
        is_hidden = any(type(each) is Hidden for each in items)
        raise Unrollable(_READS if is_hidden else _IS_COUNTED)


def readable(items):
    """Return an operand of a comparison, or what is unpacked; see :func:`check_readable`."""
    if tracing.is_tracing():
        check_readable(items)
    return items


def check_call(function, args) -> None:
    """Refuse that what is no converted code is called with such a list: it may look at it.

    Raises
    ------
    Unrollable
    """
    if function in _BLIND:
        return
    owner = getattr(function, "__self__", None)
    if type(owner) is list and function.__name__ not in ("append", "extend"):
        check_readable(owner)
    for each in args:
        check_readable((each,))
        check_readable(each)
        if type(each) in (list, tuple):
            for one in each:
                check_readable(one)


def _has_hidden_elements(items) -> bool:
    if type(items) not in (list, tuple):
        return False
    return any(issubclass(type(each), Hidden) for each in items)


_BLIND = (isinstance, id, type)  # they ask what a list is, not what it holds


@dataclass(eq=False)
class Growing:
    """A list, and what each iteration appends to it.

    Attributes
    ----------
    items : list
    specs : list of Spec
        How each of the elements that an iteration appends is put together.
    stacks : list of list of Array
        For each of them the arrays with a row for each iteration, one for each native value.
    values : list
        What the last trace of the body has appended, and whether it was made in the body.
    """

    items: list
    specs: list[Spec]
    stacks: list[list[Array]] = field(default_factory=list)
    values: list[tuple[Any, bool]] = field(default_factory=list)


class Regrown(BaseException):
    """Ends a trace: what is appended has other dtypes than was known."""


def grown_lists(watched) -> list[Growing]:
    """Return the lists that became longer at their ends and changed in nothing else."""
    found = []
    for container in watched.changed():
        held = watched.held[id(container)][1]
        if type(container) is not list or len(container) <= len(held):
            if type(held) in (list, set) or contents(container).keys() != held.keys():
                return []
            continue
        if any(a is not b for a, b in zip(container, held, strict=False)):
            return []
        new = container[len(held) :]
        found.append(Growing(container, [_structure_of(value) for value in new]))
    return found


def changed_lists(watched) -> list[tuple[list, Spec | None]]:
    """Return the lists that changed if nothing else did, each with the structure of an element.

    None where code may see them that is not converted: a property, or ``__len__``, of a class.
    """
    found = watched.changed()
    if any(type(container) is not list for container in found) or watched.has_local_classes():
        return []
    outside = {*map(id, tracing.current.containers), *map(id, watched.attributes())}
    if any(id(items) in outside for items in found):
        return []
    lists = []
    for items in found:
        known = items or watched.held[id(items)][1]
        lists.append((items, _structure_of(known[-1]) if known else None))
    return lists


def _structure_of(value) -> Spec:
    return taken_apart(value, tracing.current.programs)[0]


class Appended:
    """The lists that a loop of a known number of iterations appends to.

    Parameters
    ----------
    lists : list of Growing
    length : int
    run_first : callable
        Runs the first iteration as if it were written out.
    """

    def __init__(self, lists: list[Growing], length: int, run_first: Callable):
        self.lists, self.length, self._run_first = lists, length, run_first
        self.made: Any = None
        trace = tracing.current
        if length * sum(len(each.specs) for each in lists) > MOST_APPENDED_ELEMENTS:
            reason = f"it appends more than {MOST_APPENDED_ELEMENTS} elements to lists"
            raise Unrollable(reason, changed=[(each.items, each.specs[-1]) for each in lists])
        for each in lists:
            for spec in each.specs:
                _require_stackable(spec)
            each.stacks = [
                [
                    new_array(Array, trace.programs.zeros((length, *shape), dtype))
                    for shape, dtype in _shapes_and_dtypes_of(spec)
                ]
                for spec in each.specs
            ]

    @contextlib.contextmanager
    def iteration(self, number) -> Iterator[None]:
        """Trace an iteration: what it appends is written to the rows of its number."""
        trace = tracing.current
        held = [list(each.items) for each in self.lists]
        for each in self.lists:
            each.items[:] = [Hidden()]
        trace.appends += 1
        try:
            yield
            new = [self._appended_values(each) for each in self.lists]
        finally:
            trace.appends -= 1
            for each, before in zip(self.lists, held, strict=True):
                each.items[:] = before
        at = SymbolicScalar.of(trace.programs.as_number(number))
        for each, values in zip(self.lists, new, strict=True):
            each.values = [(value, _is_made_inside(value)) for value in values]
            for k, value in enumerate(values):
                self._write_row_or_regrow(each, k, value, at)

    def _appended_values(self, growing: Growing) -> list:
        """Return all values that an iteration appended; raise if the list changed otherwise."""
        items = growing.items
        if len(items) != 1 + len(growing.specs) or type(items[0]) is not Hidden:
            raise Unrollable("a list changes in the loop otherwise than by what is appended")
        if any(type(each) is Hidden for each in items[1:]):
            raise Unrollable(_READS)
        return items[1:]

    def _write_row_or_regrow(self, growing: Growing, k: int, value, at: SymbolicScalar) -> None:
        """Write an appended value into row ``at``; raise Regrown if the spec has to be widened."""
        spec, natives = taken_apart(value, tracing.current.programs)
        joined = growing.specs[k].joined(spec, "what is appended")
        if not joined == growing.specs[k]:
            growing.specs[k] = joined
            raise Regrown
        fitted = joined.fitted(tracing.current.programs, natives)
        for stack, native in zip(growing.stacks[k], fitted, strict=True):
            stack[at] = new_array(Array, tracing.current.programs.strong(native, stack.dtype))

    def without_stacks(self, bases: list[Holder]) -> list[Holder]:
        """Return those of some arrays that are not its own."""
        own = {id(x) for each in self.lists for stacks in each.stacks for x in stacks}
        return [base for base in bases if id(base) not in own]

    def check(self, made) -> None:
        """Refuse what would not be the same objects, or arrays, as in Python's list.

        Raises
        ------
        Unrollable
        """
        self.made = made
        if any(type(value) is Hidden for value in made.names_out):
            raise Unrollable(_READS)
        seen: set[int] = set()
        is_traced = False
        for each in self.lists:
            for value, is_inside in each.values:
                arrays = list(arrays_in(value))
                is_traced = is_traced or bool(arrays) or isinstance(value, (Holder, tuple))
                for array in arrays:
                    base = base_or_self(array)
                    if not is_inside or id(base) in seen or id(base) in made.scope.written:
                        raise Unrollable("it appends an array that has other names")
                    if getattr(array, "requires_grad", False):
                        raise Unrollable("it appends a tensor that requires gradients")
                    seen.add(id(base))
                    self._refuse_second_name(value, base)
        if not is_traced:
            raise Unrollable("it appends to a list what Python knows")
        has_ints = any(_holds_python_int(spec) for each in self.lists for spec in each.specs)
        if has_ints and self.length <= MOST_UNROLLED_ITERATIONS and self._appends_known_ints():
            raise Unrollable("it appends ints, which Python may have to know, to a list")

    def _appends_known_ints(self) -> bool:
        """Return whether the first iteration appends ints that Python knows, written out."""
        found: list = []

        def first():
            lengths = [len(each.items) for each in self.lists]
            self._run_first()
            for each, length in zip(self.lists, lengths, strict=True):
                found.extend(each.items[length:])

        tracing.current.tried(self.made.state, first)
        return any(map(_is_known_int, found))

    def _refuse_second_name(self, value, base) -> None:
        """Refuse an array that a name stands for as well, unless it is that very object."""
        names_in, names_out = self.made.names_in, self.made.names_out
        for old, new in zip(names_in, names_out, strict=True):
            is_old, is_new = (
                any(base_or_self(x) is base for x in arrays_in(each)) for each in (old, new)
            )
            if not (is_old or is_new):
                continue
            if is_old and is_new or value is not (old if is_old else new):
                raise Unrollable("it appends an array that has other names")
            if any(id(base_or_self(x)) in self.made.scope.own for x in arrays_in(old)):
                raise Unrollable("it appends an array that is written to in a later iteration")

    def end(self) -> None:
        """Append what all iterations have appended, behind the loop."""
        state = self.made.state
        names = list(state.get())
        new = [self._build_elements(each, names) for each in self.lists]
        state.set(tuple(names))
        for each, elements in zip(self.lists, new, strict=True):
            each.items += elements

    def _build_elements(self, growing: Growing, names: list) -> list:
        """Return the elements that all iterations append; in ``names``, rebind one of the last."""
        trace, specs = tracing.current, growing.specs
        rows = [
            [[read(stack[n]) for stack in stacks] for n in range(self.length)]
            for stacks in growing.stacks
        ]
        found = []
        for n in range(self.length):
            for k, (spec, (value, _)) in enumerate(zip(specs, growing.values, strict=True)):
                before, after = self._name_positions_of(value)
                if n == 0 and before is not None:
                    made = self.made.before[before]
                else:
                    made = spec.build(iter(spec.fitted(trace.programs, rows[k][n])))
                if n == self.length - 1 and after is not None and isinstance(spec, ArrayLeaf):
                    names[after] = made
                if len(specs) == 1 and not isinstance(spec, TupleNode):
                    trace.rows[id(made)] = made, unwrapped(made), growing.stacks[0][0], n
                found.append(made)
        return found

    def _name_positions_of(self, value) -> list[int | None]:
        """Return the positions, or None, of a value among names before and after an iteration."""
        both = self.made.names_in, self.made.names_out
        return [next((k for k, x in enumerate(names) if x is value), None) for names in both]


def _is_made_inside(value) -> bool:
    """Return whether arrays were made in the body, and are no views that a backend makes itself."""
    trace = tracing.current
    for array in arrays_in(value):
        if not trace.is_inside(base_or_self(array)):
            return False
        if trace.programs.WRITES_IN_PLACE and trace.programs.is_view(read(array)):
            return False
    return True


def _require_stackable(spec: Spec) -> None:
    """Refuse what cannot be a row of an array: all but numbers, arrays and tuples of them."""
    if isinstance(spec, TupleNode) and type(spec.like) is tuple:
        for part in spec.parts:
            _require_stackable(part)
    elif not isinstance(spec, (ScalarLeaf, ArrayLeaf)):
        raise Unrollable("it appends to a list what is neither a number nor an array")


def _holds_python_int(spec: Spec) -> bool:
    """Return whether it is an int or bool of Python's, or a tuple that holds one."""
    if isinstance(spec, TupleNode):
        return any(map(_holds_python_int, spec.parts))
    return isinstance(spec, ScalarLeaf) and spec.weak and spec.dtype.kind in "iub"


def _is_known_int(value) -> bool:
    """Return whether a value is an int or bool that Python knows, or a tuple that holds one."""
    return any(map(_is_known_int, value)) if type(value) is tuple else isinstance(value, int)


def _shapes_and_dtypes_of(spec: Spec) -> list[tuple[tuple, np.dtype]]:
    """Return the shape and dtype of each native value of a spec."""
    if isinstance(spec, TupleNode):
        return [each for part in spec.parts for each in _shapes_and_dtypes_of(part)]
    return [(getattr(spec, "shape", ()), spec.dtype)]


def rows_of_loop(items) -> Array | None:
    """Return the array whose rows are the elements of a list, all of them in order; or None.

    So ``np.array(losses)`` behind a loop is the array that the loop has written.
    """
    rows = tracing.current.rows if tracing.current is not None else None
    if not rows or type(items) is not list or not items or id(items[0]) not in rows:
        return None
    stack = rows[id(items[0])][2]
    if stack.shape[0] != len(items):
        return None
    for n, each in enumerate(items):
        known = rows.get(id(each))
        if known is None or known[0] is not each or known[1] is not unwrapped(each):
            return None  # it is another object, or has been written to
        if known[2] is not stack or known[3] != n:
            return None
    programs, native = tracing.current.programs, read(stack)
    # rows of memory that is written in place are the elements themselves
    return new_array(Array, programs.copied(native) if programs.WRITES_IN_PLACE else native)
