"""Outputs of a program: its results, and its changes, put together on each call."""

from __future__ import annotations

import collections
import copy
import dataclasses
import functools
import types
from collections.abc import Callable
from itertools import count

import numpy as np

from ivy_core.arrays.lenses import Index
from ivy_core.arrays.views import new_array, view_through
from ivy_core.backends.holder import Holder, read

from ..source.source_map import is_converted
from ..trace.counted_lists import rows_of
from ..trace.dynamic_slices import DynamicSlice
from ..trace.host_calls import is_source_of_trace
from ..trace.symbolic_numbers import SymbolicScalar, scalar_classes
from ..trace.trace import Unsupported
from ..trace.values import Spec, TupleNode, is_undefined
from .containers import is_plain_object, put_back
from .states import StateRules, rules_of


class Call:
    """Inputs of the makers of results: the program's results, and the inputs of the call."""

    __slots__ = ("composites", "fresh", "given", "outs")

    def __init__(self, outs, given, classes, states):
        self.outs = outs
        self.given = given
        self.composites: dict[int, Holder] = {}
        self.fresh = [new_array(cls, outs[at]) for cls, at in classes] if classes else []
        for at, rules, state, is_constant in states:
            rules.give(self.fresh[at], state if is_constant else made_state(state, self))


def made_state(state: dict, call: Call) -> dict:
    """Return the state of an array in a call."""
    return {name: make(call) for name, make in state.items()}


def moved_to(lens: Index, starts: list[int]) -> Index:
    """Return the lens of an index that begins at other indices."""
    raw, steps = [], iter(zip([e for e in lens.key if e is not None], starts, strict=True))
    for entry in lens.key:
        if entry is None:
            raw.append(None)
            continue
        entry, start = next(steps)
        if entry == "int":
            raw.append(start)
        else:
            length, step = entry[:2]
            stop = start + length * step
            raw.append(slice(start, None if stop < 0 else stop, step))
    return dataclasses.replace(lens, raw=tuple(raw), starts=tuple(starts), unknown=())


_HOLDING = (bytearray, collections.deque, functools.partial, types.MethodType)


def _needs_new_object(kind: type, value) -> bool:
    """Return whether each call needs an object of its own: made while tracing, no constant.

    It may hold values of the trace, or change: each call has to have its own.
    """
    if kind is types.FunctionType:
        return is_converted(value.__code__.co_filename)
    return hasattr(value, "__next__") or kind in _HOLDING


class OutputTree:
    """Describes results while a function is traced; ``natives`` are the program's.

    Parameters
    ----------
    given : CallSignature
    pinned : list of Array
        Arrays that are inputs though the caller did not pass them.
    programs : module
    scalar_of : callable
        Makes a frontend's scalar of a native value without dimensions.
    numbers : sequence of SymbolicScalar
        What stands for ``given.numbers`` and ``given.varied`` while tracing.
    """

    def __init__(self, given, pinned, programs, scalar_of, numbers=()):
        self.natives: list = []
        self.classes: list[tuple[type, int]] = []
        # of the arrays that come out: number, rules, the state or its makers, and which of the two
        self.states: list[tuple[int, StateRules, dict, bool]] = []
        self.hosts: dict[int, int] = {}  # NumPy's own arrays, and what stands for them
        self._programs, self._scalar_of = programs, scalar_of
        listed = given.leaves, given.bases, given.containers, given.callables, given.sources
        self._composites = dict(zip(map(id, given.composites), count(), strict=False))
        self._made_composites: dict[int, Callable[[Call], object]] = {}
        by_id = []  # of each list: the indices by identity
        for objects in (*listed, numbers):
            by_id.append(dict(zip(map(id, objects), count(), strict=False)))
        self._leaves, self._bases, self._containers, self._callables = by_id[:4]
        self._sources, self._numbers = by_id[4:]
        self._of_arguments = len(given.numbers)
        self._pinned = set(map(id, pinned))
        # of the call's leaves and bases, those that makers take
        self.leaves_taken: set[int] = set()
        self.bases_taken: set[int] = set()
        self._fresh: dict[int, int] = {}
        self._hidden: set[int] = set()  # those of them that views alone show
        self._kept: list = []
        # of makers, by identity: their expressions, for a call that is written out as source
        self._texts: dict[int, tuple[Callable, str]] = {}
        self.constants: list = []  # that these refer to

    def text_of(self, make: Callable) -> str | None:
        """Return the expression of what a maker builds; None where it has none.

        It is one for ``str.format``, with the fields ``out``, ``leaf``, ``base``, ``fresh``,
        ``number`` and ``constant``: the names of the program's results and the call's inputs.
        """
        return self._texts.get(id(make), (None, None))[1]

    def _with_text(self, make: Callable, text: str, *constants) -> Callable:
        """Note a maker's expression, in which ``{}`` stands for each constant; return the maker."""
        first = len(self.constants)
        self.constants += constants
        fields = [f"{{constant[{n}]}}" for n in range(first, len(self.constants))]
        for field in fields:
            text = text.replace("{}", field, 1)
        self._texts[id(make)] = make, text
        return make

    def _add_output(self, native) -> int:
        """Make a native value a result of the program, and return its index."""
        self.natives.append(native)
        return len(self.natives) - 1

    def maker(self, value) -> Callable[[Call], object]:
        """Make the function that builds the value of a call."""
        kind = type(value)
        if id(value) in self.hosts:
            at = self.hosts[id(value)]
            return lambda call: call.given.hosts[at]
        if isinstance(value, Holder):
            if kind._facts is not None:
                return self._composite_maker(kind, value)
            return self._array_maker(kind, value)
        if kind is DynamicSlice:
            return self._dynamic_slice_maker(value)
        if self._programs.is_tracer(value):
            at = self._add_output(value)
            return self._with_text(lambda call: call.outs[at], f"{{out[{at}]}}")
        if id(value) in self._containers:
            at = self._containers[id(value)]
            return lambda call: call.given.containers[at]
        if kind is list and (rows := rows_of(value)) is not None:
            return self._counted_list_maker(rows)
        if kind in (tuple, list):
            return self._sequence_maker(kind, [self.maker(each) for each in value])
        if isinstance(value, tuple):
            made = [self.maker(each) for each in value]
            if hasattr(kind, "_fields"):
                return lambda call: kind(*[make(call) for make in made])
            return lambda call: kind([make(call) for make in made])  # as PyTorch's return types
        if kind is dict:
            return self.items(value)
        if is_undefined(value):
            return self._with_text(lambda call: None, "None")
        if isinstance(value, dict) or is_plain_object(value):
            return self._object_maker(kind, value)
        if kind is set:
            members = [self.maker(each) for each in value]
            return lambda call: {make(call) for make in members}
        if id(value) in self._callables:
            at = self._callables[id(value)]
            return lambda call: call.given.callables[at]
        if id(value) in self._sources:
            at = self._sources[id(value)]
            return lambda call: call.given.sources[at]
        if _needs_new_object(kind, value) or is_source_of_trace(value):
            raise Unsupported(f"a {kind.__name__} comes out of it")
        return self._with_text(lambda call: value, "{}", value)

    def _sequence_maker(self, kind, makers):
        """Return the function that builds a tuple or list, given the makers of its elements."""
        make, texts = self._sequence_function(kind, makers), list(map(self.text_of, makers))
        if None in texts:
            return make
        inside = "".join([f"{text}, " for text in texts])
        return self._with_text(make, f"({inside})" if kind is tuple else f"[{inside}]")

    def _sequence_function(self, kind, makers):
        """Return the maker of a tuple or list, without its text."""
        if not makers:
            return lambda call: kind()
        if kind is tuple:
            if len(makers) == 2:
                first, second = makers
                return lambda call: (first(call), second(call))
            return lambda call: tuple([make(call) for make in makers])
        return lambda call: [make(call) for make in makers]

    def items(self, held: dict, original: Callable = lambda value: value) -> Callable:
        """Make the function that builds a dictionary; ``original`` maps tracers to values."""
        values = {key: self.maker(original(each)) for key, each in held.items()}
        # as in an optimizer's state, whose keys are parameters: those of the call
        keys = {key: self.maker(key) for key in held if self._belongs_to_call(key)}
        if not keys:
            return lambda call: {key: make(call) for key, make in values.items()}
        return lambda call: {
            keys[key](call) if key in keys else key: make(call) for key, make in values.items()
        }

    def _belongs_to_call(self, key) -> bool:
        """Return whether a dictionary's key is an array, or a container among the call's inputs."""
        return isinstance(key, Holder) or id(key) in self._containers

    def _object_maker(self, kind, value):
        """Return the function that builds an object, or a dictionary of a derived class."""
        if isinstance(value, dict):
            items = self.items(value)
            empty = copy.copy(value)  # a defaultdict keeps what makes its values
            empty.clear()

            def make_dict(call):
                made = copy.copy(empty)
                put_back(made, items(call))
                return made

            return make_dict
        attributes = {name: self.maker(each) for name, each in vars(value).items()}
        new = kind.__new__ if kind is types.SimpleNamespace else object.__new__

        def make(call):
            made = new(kind)
            made.__dict__.update({name: make(call) for name, make in attributes.items()})
            return made

        return make

    def _array_maker(self, kind, value):
        """Return the function that builds an array or number: an input, a view, a new array."""
        if id(value) in self._leaves:
            at = self._leaves[id(value)]
            self.leaves_taken.add(at)
            return self._with_text(lambda call: call.given.leaves[at], f"{{leaf[{at}]}}")
        if id(value) in self._numbers:
            at = self._numbers[id(value)]
            if at >= self._of_arguments:
                at -= self._of_arguments
                return lambda call: call.given.varied[at]
            return self._with_text(lambda call: call.given.numbers[at], f"{{number[{at}]}}")
        if kind is SymbolicScalar:
            at, python = self._add_output(value._data), value.python_type
            return self._with_text(
                lambda call: python(np.asarray(call.outs[at])[()]),
                f"{{}}({{}}({{out[{at}]}})[()])", python, np.asarray,
            )  # fmt: skip
        if kind in scalar_classes:
            at, scalar_of = self._add_output(read(value)), self._scalar_of
            return self._with_text(
                lambda call: scalar_of(call.outs[at]), f"{{}}({{out[{at}]}})", scalar_of
            )
        view = getattr(value, "_view", None)
        if view is None:
            return self._base_maker(value)
        if id(view.base) in self.hosts:
            return self._host_view_maker(self.hosts[id(view.base)], view.stack)
        stack, rules = view.stack, rules_of(value)
        base = self._base_maker(view.base, rules is not None and rules.hides_history(stack))
        if not any(self._programs.is_tracer(start) for start in view.starts):
            if rules is None:
                return self._view_maker(base, stack, kind)
            return self._stateful_view_maker(kind, base, stack, rules, rules.of_result(value))
        if rules is not None and rules.of_result(value):
            raise Unsupported("a view that requires gradients begins where only the program knows")
        makers = [self._lens_maker(lens) for lens in stack]

        def make(call):
            return view_through(base(call), tuple([lens(call) for lens in makers]), kind)

        return make

    def _composite_maker(self, kind, value):
        """Return the function that builds an array of others, one a call, or gives an input."""
        if kind._of_facts is None:
            raise Unsupported(f"a {kind.__name__} without data of its own comes out of it")
        if id(value) in self._composites:
            at = self._composites[id(value)]
            return lambda call: call.given.composites[at]
        if id(value) in self._made_composites:
            return self._made_composites[id(value)]
        key, of_facts = len(self._kept), kind._of_facts
        self._kept.append(value)  # so that no other one has its identity
        makers = [self.maker(each) for each in value._facts()]

        def make(call):
            if key not in call.composites:
                call.composites[key] = of_facts(*[make(call) for make in makers])
            return call.composites[key]

        self._made_composites[id(value)] = make
        return make

    def _view_maker(self, base, stack, kind):
        """Return the function that builds a view without a state of its own."""
        text = self.text_of(base)
        if text is None:
            return lambda call: view_through(base(call), stack, kind)
        return self._with_text(
            lambda call: view_through(base(call), stack, kind),
            f"{{}}({text}, {{}}, {{}})", view_through, stack, kind,
        )  # fmt: skip

    def _stateful_view_maker(self, kind, base, stack, rules, state):
        """Return the function that builds a view and gives it its state; None is a new view's."""
        rules.lenses(stack)  # raises where they cannot come out
        if state is None:
            return lambda call: view_through(base(call), rules.lenses(stack), kind)
        state = self.state_maker(state)

        def make(call):
            view = view_through(base(call), rules.lenses(stack), kind)
            rules.give(view, made_state(state, call))
            return view

        return make

    def state_maker(self, state: dict) -> dict[str, Callable]:
        """Make the function that builds the parts of an array's state."""
        return {name: self._state_part_maker(value) for name, value in state.items()}

    def _state_part_maker(self, value):
        """Return the function that gives a part of a state: an array, or the constant."""
        return self.maker(value) if isinstance(value, Holder) else lambda call: value

    def _host_view_maker(self, at: int, stack: tuple):
        """Return the function that applies lenses to NumPy array number ``at`` of the call."""
        makers = [self._lens_maker(lens) for lens in stack]

        def make(call):
            seen = call.given.hosts[at]
            for lens in makers:
                seen = lens(call).view(seen)
            return seen

        return make

    def _lens_maker(self, lens):
        """Make the function that builds a lens whose starts the program computes."""
        if not any(self._programs.is_tracer(start) for start in lens.starts):
            return lambda call: lens
        starts = [
            (True, self._add_output(start)) if self._programs.is_tracer(start) else (False, start)
            for start in lens.starts
        ]

        def make(call):
            return moved_to(lens, [int(call.outs[s]) if traced else s for traced, s in starts])

        return make

    def _dynamic_slice_maker(self, part):
        """Make the function that builds an array whose length the program computes."""
        source = self.maker(part.source)
        if part.mask is not None:
            at = self._add_output(part.mask)
            return lambda call: source(call)[np.asarray(call.outs[at])]
        bounds = [
            None
            if bound is None
            else [self._int_maker(x) for x in (bound.start, bound.stop, bound.step)]
            for bound in part.bounds
        ]

        def make(call):
            index = [slice(None) if b is None else slice(*[x(call) for x in b]) for b in bounds]
            found = source(call)[tuple(index)]
            return found if part.is_view else self._compact(found)

        return make

    def _counted_list_maker(self, rows):
        """Make the function that builds a list whose length the program computes."""
        stacks = [self._add_output(read(stack)) for stack in rows.stacks]
        first, end = self._add_output(read(rows.first)), self._add_output(read(rows.count))
        spec = rows.known_spec()

        def make(call):
            begin, stop = (int(np.asarray(call.outs[each])[0]) for each in (first, end))
            columns = iter([np.asarray(call.outs[each])[begin:stop] for each in stacks])
            return self._elements(spec, columns)

        return make

    def _elements(self, spec: Spec, columns) -> list:
        """Return the elements of a list, of which ``columns`` has the native values."""
        if isinstance(spec, TupleNode):
            parts = [self._elements(part, columns) for part in spec.parts]
            return list(zip(*parts, strict=True))
        values = next(columns)
        return values.tolist() if spec.weak else list(values)

    def _compact(self, x):
        """Return a part of a computed array as an array of its own memory, as eager code makes."""
        if x.ndim < 2 or getattr(x, "_autograd", None) is not None:
            return x
        native, programs = read(x), self._programs
        return new_array(type(x), programs.copied(native) if programs.WRITES_IN_PLACE else native)

    def _int_maker(self, value):
        """Return the function that gives an int: a constant, or a result of the program."""
        if not self._programs.is_tracer(value):
            return lambda call: int(value)
        at = self._add_output(value)
        return lambda call: int(call.outs[at])

    def _base_maker(self, base, is_hidden: bool = False):
        """Return the function that gives a base: an input, a pinned array, a new one per call.

        A new base has no history where views alone come out, which do not tell of it.
        """
        if id(base) in self._bases:
            at = self._bases[id(base)]
            self.bases_taken.add(at)
            return self._with_text(lambda call: call.given.bases[at], f"{{base[{at}]}}")
        if id(base) in self._pinned:
            return lambda call: base
        at = self._fresh.get(id(base))
        if at is None:
            at = self._fresh[id(base)] = len(self.classes)
            rules, cls = rules_of(base), type(base)
            if is_hidden:
                self._hidden.add(at)
                cls, state = rules.of_hidden_result(base)
            else:
                state = None if rules is None else rules.of_result(base)
            self.classes.append((cls, self._add_output(base._data)))
            self._kept.append(base)
            if state is not None:
                constant = not any(isinstance(value, Holder) for value in state.values())
                state = state if constant else self.state_maker(state)
                self.states.append((at, rules, state, constant))
        if at in self._hidden and not is_hidden:
            raise Unsupported("an array comes out of it, and a view that hides its history")
        return self._with_text(lambda call: call.fresh[at], f"{{fresh[{at}]}}")
