"""One program: a function traced for one kind of inputs, compiled, and called."""

from __future__ import annotations

import sys

import numpy as np

from ..arrays.views import new_array
from ..arrays.write import observed_by, replace
from ..backends.holder import read
from .containers import Watched, put_back
from .conversion import converted
from .inputs import ABSENT, Rounds, read_from, write_to
from .numbers import PYTHON_NUMBERS, Number
from .operators import range_
from .outcome import Call, Outcome, made_state
from .states import States
from .trace import Again, Trace, traced_by
from .values import is_undefined, undefined

_MOST_TRIALS = 5


class Surroundings:
    """What a program needs to know of backend and dialect.

    Parameters
    ----------
    programs : module
        The backend's functions for programs.
    array : type
        Class of what stands for NumPy's own arrays among the arguments.
    scalar_of : callable
        Makes a scalar of the dialect of a native value without dimensions.
    convert : callable, optional
        Gives what is traced of a function.
    outcome : type, optional
        The class of what describes results: that of a program that is saved keeps data.
    """

    def __init__(self, programs, array, scalar_of, convert=converted, outcome=Outcome):
        self.programs, self.array, self.scalar_of = programs, array, scalar_of
        self.convert, self.outcome = convert, outcome


class Program:
    """A function compiled for one kind of inputs.

    Parameters
    ----------
    function : function
    given : Given
        The inputs, as :class:`.inputs.Given` found them.
    captured : Captured
    args, kwargs
        As the function was called.
    static : frozenset
        Positions and names of the arguments in which floats are not traced.
    surroundings : Surroundings
    loops : {'auto', 'roll', 'unroll'}
    donate : bool
    """

    def __init__(
        self, function, given, captured, args, kwargs, static, surroundings, loops, donate
    ):
        self.surroundings, self.static = surroundings, static
        self.pinned: list = []
        self.trace = None
        self.function = function
        body = surroundings.convert(function)
        programs = surroundings.programs
        for way in programs.WAYS:
            with programs.compiled_by(way):
                self._trace_until_settled(body, given, captured, args, kwargs, loops)
                donated = [at for at in self.changed if donate and programs.DONATES]
                try:
                    self.compiled = programs.Compiled(self.program, donated)
                    break
                except programs.Refused:
                    if way == programs.WAYS[-1]:
                        raise
        self.notes = list(self.trace.notes.values())
        self.trace = None
        self.donated = tuple(donated)
        self._call = self.compiled.call

    # tracing

    def _trace_until_settled(self, *given) -> None:
        for _ in range(_MOST_TRIALS):
            try:
                self._trace(*given)
                return
            except Again:
                continue
        raise RuntimeError("what the function writes to does not settle")

    def _trace(self, body, given, captured, args, kwargs, loops) -> None:
        programs, static = self.surroundings.programs, self.static
        self.trace = trace = Trace(programs, loops)
        trace.containers = given.containers
        bases = [*given.bases, *self.pinned]
        inputs = [read(base) for base in bases] + given.hosts + given.natives + given.numbers
        self.is_empty = not inputs
        watched = Watched(given.containers)
        states = States([*given.leaves, *bases])
        captures = captured.values()

        def run(*flat):
            token = programs.trace_of(flat[0])
            with trace.scope(token) as scope:
                for base, native in zip(bases, flat, strict=False):
                    scope.written[id(base)] = base, base._data
                    replace(base, native)
                count = len(bases)
                stand_ins = _StandIns(given, flat[count:], self.surroundings)
                new_args = [
                    each if i in static else stand_ins.of(each) for i, each in enumerate(args)
                ]
                new_kwargs = {
                    name: each if name in static else stand_ins.of(each)
                    for name, each in kwargs.items()
                }
                for i, (namespace, name) in enumerate(captured.places):
                    if captures[i] is ABSENT:  # the function may bind it in one block of several
                        write_to(namespace, name, undefined(name))
                    elif i in captured.carried and type(captures[i]) in PYTHON_NUMBERS:
                        write_to(namespace, name, stand_ins.carried(captures[i]))
                before = Watched(given.containers)
                result = body(*new_args, **new_kwargs)
                more = [
                    b for b, _ in scope.written.values() if all(b is not each for each in bases)
                ]
                if more:
                    self.pinned += more
                    raise Again
                outcome = self.surroundings.outcome(
                    given, self.pinned, programs, self.surroundings.scalar_of
                )
                for hosts in (stand_ins.hosts, given.hosts):
                    outcome.hosts |= {id(host): i for i, host in enumerate(hosts)}
                self.changed = [
                    i
                    for i, (base, native) in enumerate(zip(bases, flat, strict=False))
                    if base._data is not native
                ]
                self.hosts_changed = []
                for i, (host, native) in enumerate(
                    zip(stand_ins.hosts, flat[count:], strict=False)
                ):
                    if host._data is not native:
                        self.hosts_changed.append((i, len(outcome.natives)))
                        outcome.natives.append(host._data)
                self.result = outcome.maker(stand_ins.originals(result))
                self._describe_effects(outcome, given, before, captured, captures, stand_ins)
                changes = states.changes()
                self.states = [(at, rules, outcome.state_maker(c)) for at, rules, c in changes]
                self.classes, self.fresh_states = outcome.classes, outcome.states
                return [bases[i]._data for i in self.changed] + outcome.natives

        arguments = inputs or [np.int64(0)]
        try:
            with traced_by(trace), observed_by(trace):
                self.program = programs.traced(run, arguments)
        finally:
            states.restore()
            watched.restore()
            for (namespace, name), value in zip(captured.places, captures, strict=True):
                if read_from(namespace, name) is not value:
                    write_to(namespace, name, value)

    def _describe_effects(self, outcome, given, before, captured, captures, stand_ins) -> None:
        """Keep how containers, globals and closures are to be changed on each call."""
        order = {id(container): i for i, container in enumerate(given.containers)}
        self.effects = []
        for container in before.changed():
            if id(container) not in order:
                continue
            at = order[id(container)]
            if type(container) in (list, set):
                make = outcome.maker([stand_ins.originals(each) for each in container])
            else:
                held = container if isinstance(container, dict) else vars(container)
                items = {k: outcome.maker(stand_ins.originals(v)) for k, v in held.items()}
                make = _DictMaker(items)
            self.effects.append((at, make))
        self.bindings = []
        for (namespace, name), value in zip(captured.places, captures, strict=True):
            new = read_from(namespace, name)
            if new is not value and not is_undefined(new):
                self.bindings.append((namespace, name, outcome.maker(new)))

    # the call

    def __call__(self, given, compiled=None):
        bases = given.bases
        if self.pinned:
            bases = [*bases, *self.pinned]
        flat = [read(base) for base in bases]
        for at in self.donated:
            if is_shared(flat, at, bases[at]):
                flat[at] = self.surroundings.programs.copied(flat[at])
        if given.hosts or given.natives or given.numbers:
            flat += given.hosts
            flat += given.natives
            flat += given.numbers
        if not flat:
            flat = [np.int64(0)]
        outs = (compiled or self._call)(*flat)
        changed = self.changed
        for at, native in zip(changed, outs, strict=False):
            replace(bases[at], native)
        rest = outs[len(changed) :] if changed else outs
        call = Call(rest, given, self.classes, self.fresh_states)
        for at, out in self.hosts_changed:
            np.copyto(given.hosts[at], np.asarray(rest[out]))
        result = self.result(call)
        if self.states:
            arrays = [*given.leaves, *bases]
            for at, rules, state in self.states:
                rules.apply(arrays[at], made_state(state, call))
        if self.effects:
            built = [(given.containers[at], make(call)) for at, make in self.effects]
            for container, held in built:
                put_back(container, held)
        for namespace, name, make in self.bindings:
            write_to(namespace, name, make(call))
        return result


class _DictMaker:
    def __init__(self, items):
        self.items = items

    def __call__(self, call):
        return {key: make(call) for key, make in self.items.items()}


class _StandIns:
    """What stands for floats, native arrays and NumPy's arrays while a function is traced."""

    def __init__(self, given, natives, surroundings):
        count, more = len(given.hosts), len(given.natives)
        self.hosts = [new_array(surroundings.array, native) for native in natives[:count]]
        self._host = {id(host): made for host, made in zip(given.hosts, self.hosts, strict=True)}
        self._back = {id(made): host for host, made in zip(given.hosts, self.hosts, strict=True)}
        pairs = zip(given.natives, natives[count : count + more], strict=True)
        self._natives = {id(native): traced for native, traced in pairs}
        for view, made in given.stand_ins:
            self._natives[id(view)], self._back[id(made)] = made, view
        self._numbers = iter(natives[count + more :])
        self._has_numbers = bool(given.numbers)  # a graph has none
        self._done: set[int] = set()

    def of(self, value):
        """Return what stands for a value; lists and dictionaries are given it in place."""
        kind = type(value)
        if kind is float or kind is complex:
            return Number.of(next(self._numbers)) if self._has_numbers else value
        if kind is Rounds and self._has_numbers:
            start, stop = (Number.of(next(self._numbers)) for _ in range(2))
            return range_(start, stop, value.range.step)
        if kind is np.ndarray:
            return self._host[id(value)]
        if id(value) in self._natives:
            return self._natives[id(value)]
        if kind is tuple:
            return tuple([self.of(each) for each in value])
        if isinstance(value, tuple):
            made = [self.of(each) for each in value]
            return kind(*made) if hasattr(kind, "_fields") else kind(made)
        if kind is list and id(value) not in self._done:
            self._done.add(id(value))
            value[:] = [self.of(each) for each in value]
        elif kind is dict and id(value) not in self._done:
            self._done.add(id(value))
            for key, each in value.items():
                value[key] = self.of(each)
        return value

    def carried(self, value):
        """Return what stands for a number that a global name holds and is bound to anew."""
        is_static = type(value) is bool or type(value) is int and abs(value) >= 2**63
        return value if is_static else Number.of(next(self._numbers))

    def originals(self, value):
        """Return NumPy's own array for what stood for it."""
        return self._back.get(id(value), value)


def is_shared(flat: list, at: int, base) -> bool:
    """Return whether anybody but an array refers to its native data."""
    return sys.getrefcount(flat[at]) != _ALONE or base._data is not flat[at]


class _Sample:
    __slots__ = ("_data",)


def _count(flat, at, base):
    return sys.getrefcount(flat[at])


def _calibrate() -> int:
    sample = _Sample()
    sample._data = object()
    flat = [sample._data]
    return _count(flat, 0, sample)


_ALONE = _calibrate()
