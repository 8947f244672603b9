"""One program: a function traced for one kind of inputs, compiled, and called."""

from __future__ import annotations

import contextlib
import dataclasses
import math

import numpy as np

from ivy_core.arrays.views import View, new_array
from ivy_core.arrays.write import observed_by, replace, swap_view
from ivy_core.backends.holder import read

from ..source.conversion import traceable
from ..trace.host_calls import HostCalls, kept
from ..trace.iteration import of_loop_items, of_loop_range
from ..trace.runtime_checks import MOST_GIVEN, TOO_LARGE, ChecksFailed
from ..trace.symbolic_numbers import PYTHON_NUMBERS, SymbolicScalar, scalar_class
from ..trace.trace import Again, Note, Trace, Unsupported, traced_by
from ..trace.unrolling_budget import CompileBudget
from ..trace.values import is_undefined, undefined
from .buffer_binding import BufferBinding
from .containers import ClassAttributes, Watched, get_slot, put_back, set_slot
from .outputs import Call, OutputTree, made_state
from .signature import LoopItems, LoopRange, moving_starts
from .slots import ABSENT, read_from, write_to
from .states import States

_MOST_TRIALS = 5


class TraceEnv:
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

    def __init__(self, programs, array, scalar_of, convert=traceable, outcome=OutputTree):
        self.programs, self.array, self.scalar_of = programs, array, scalar_of
        self.convert, self.outcome = convert, outcome


class Program:
    """A function compiled for one kind of inputs.

    Parameters
    ----------
    function : function
    given : CallSignature
        The inputs, as :class:`.inputs.CallSignature` found them.
    captured : ClosureState
    args, kwargs
        As the function was called.
    static : frozenset
        Positions and names of the arguments in which floats are not traced.
    surroundings : TraceEnv
    loops : {'auto', 'roll', 'unroll'}
    donate : bool
    seconds : float, optional
        How long it may take to trace and compile what is written out.
    checks_bounds : bool, optional
        Whether indices are watched that only the program knows.

    Attributes
    ----------
    sites : dict
        What it watches for, and in which lines; see :class:`.checks.Checks`.
    counts : bool
        Whether its last result is how often that was met.
    """

    def __init__(
        self, function, given, captured, args, kwargs, static, env, loops, donate,
        seconds=math.inf, checks_bounds=False,
    ):  # fmt: skip
        self.env, self.static, self.checks_bounds = env, static, checks_bounds
        self.pinned: list = []
        self.failures = 0  # calls in which a check has failed, and the function raised no error
        self.host_calls = HostCalls()
        self.trace = None
        body, programs = env.convert(function), env.programs
        self.function, self._budget = function, CompileBudget(seconds, programs)
        for way in programs.WAYS:
            with programs.compiled_by(way):
                self._trace_until_settled(body, given, captured, args, kwargs, loops)
                self._budget.check_compilation(self.program)
                direct = [*args, *kwargs.values(), *captured.values()]
                self._binding = self._bound(given, direct, donate and programs.DONATES)
                try:
                    self._binding.compile()
                    break
                except programs.Refused:
                    if way == programs.WAYS[-1]:
                        raise
        self.notes = list(self.trace.notes.values())
        self.trace = None

    def _bound(self, given, direct: list, donates: bool) -> BufferBinding:
        """Return what hands inputs over; ``direct`` are values that stand in no container."""
        programs = self.env.programs
        made = BufferBinding(
            programs, self.program, self._distinct, self._others, self.changed, self.counts
        )
        if self.env.outcome is OutputTree:  # a file says where each input goes
            made.simplify()
            made.check_beforehand(len(given.hosts) + len(given.natives))
        self._may_fail = made.may_fail or bool(programs.WRITES_IN_PLACE and self.sites)
        if donates and not made.may_fail:  # what it is given is needed once more if a check fails
            made.donate(self._shared)
            made.pack(given, direct)
        return made

    @property
    def compiled(self):
        """The program as the backend has compiled it."""
        return self._binding.compiled

    def note_of_checks(self, file: str, line: int) -> Note:
        """Return why a call was run eagerly; ``file`` and ``line`` are the function's."""
        places = list(self.sites.values())
        place = places[0] if len(places) == 1 else (file, line)
        return Note("eager", *place, self.reason_of_checks)

    @property
    def reason_of_checks(self) -> str:
        """What it watches for, in one line."""
        return " or ".join(self.sites) or TOO_LARGE

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
        programs, static = self.env.programs, self.static
        self.trace = trace = Trace(programs, loops, self._budget, self.checks_bounds)
        trace.host_calls = self.host_calls
        self.host_calls.begin_trace(given.sources)
        trace.containers = given.containers
        trace.places, trace.classes = captured.places, captured.classes()
        bases = [*given.bases, *self.pinned]
        self._distinct = [at for at in range(len(bases)) if at not in given.same]
        self._shared = {*given.same, *given.same.values()}
        others = _others_of(given)
        self._others = len(others)
        self._has_ints = any(type(each) is int for each in others)
        inputs = [read(bases[at]) for at in self._distinct] + others
        self.is_empty = not inputs
        place = {at: n for n, at in enumerate(self._distinct)}
        source = [place[given.same.get(at, at)] for at in range(len(bases))]
        watched = Watched(given.containers)
        attributes = ClassAttributes(captured.classes())
        states = States([*given.leaves, *bases])
        captures = captured.values()
        views = [(leaf, leaf._view) for leaf in given.moved]

        def run(*distinct):
            token = programs.trace_of(distinct[0])
            flat = [*[distinct[at] for at in source], *distinct[len(place) :]]
            with trace.scope(token) as scope:
                for base, native in zip(bases, flat, strict=False):
                    scope.written[id(base)] = base, base._data
                    replace(base, native)
                _move(trace, given, flat[len(flat) - len(given.starts) :])
                count = len(bases)
                stand_ins = _Tracers(given, flat[count:], self.env)
                new_args = [
                    each if i in static else stand_ins.of(each, i in given.counted)
                    for i, each in enumerate(args)
                ]
                new_kwargs = {
                    name: each if name in static else stand_ins.of(each, name in given.counted)
                    for name, each in kwargs.items()
                }
                for i, (namespace, name) in enumerate(captured.places):
                    if i not in captured.carried:
                        continue
                    if captures[i] is ABSENT:  # the function may bind it in one block of several
                        write_to(namespace, name, undefined(name))
                    else:
                        write_to(namespace, name, stand_ins.carried(captures[i]))
                for container, name, which in given.places:
                    number = get_slot(container, name)
                    if which is None:
                        made = stand_ins.of_number()
                    else:
                        made = tuple(
                            [
                                stand_ins.of_number() if i in which else x
                                for i, x in enumerate(number)
                            ]
                        )
                    set_slot(container, name, made)
                before = Watched(given.containers)
                of_classes = ClassAttributes(captured.classes())
                bound = captured.values()
                result = body(*new_args, **new_kwargs)
                known = set(map(id, given.containers))
                if (name := of_classes.changed_inside(known)) is not None:
                    raise Unsupported(f"it changes {name}, which belongs to a class")
                more = [
                    b for b, _ in scope.written.values() if all(b is not each for each in bases)
                ]
                if more:
                    self.pinned += more
                    raise Again
                outcome = self.env.outcome(
                    given, self.pinned, programs, self.env.scalar_of, stand_ins.numbers
                )
                for hosts in (stand_ins.hosts, given.hosts):
                    outcome.hosts |= {id(host): i for i, host in enumerate(hosts)}
                self.changed = [
                    i
                    for i, (base, native) in enumerate(zip(bases, flat, strict=False))
                    if base._data is not native
                ]
                self._written = [i for i, base in enumerate(bases) if id(base) in scope.own]
                self.hosts_changed = []
                for i, (host, native) in enumerate(
                    zip(stand_ins.hosts, flat[count:], strict=False)
                ):
                    if host._data is not native:
                        self.hosts_changed.append((i, len(outcome.natives)))
                        outcome.natives.append(host._data)
                self.result = outcome.maker(stand_ins.originals(result))
                self._describe_effects(outcome, given, before, stand_ins)
                self._describe_bindings(outcome, captured, bound, of_classes.changes(), stand_ins)
                self._describe_states(states.changes(), outcome)
                self.classes, self.fresh_states = outcome.classes, outcome.states
                results = [bases[i]._data for i in self.changed] + outcome.natives
                count = trace.checks.native
                self.counts, self.sites = count is not None, trace.checks.sites
                return results if count is None else [*results, count]

        arguments = inputs or [np.int64(0)]
        try:
            with traced_by(trace), observed_by(trace):
                self.program = programs.traced(run, arguments)
        finally:
            for leaf, view in views:
                swap_view(leaf, view)
            states.restore()
            watched.restore()
            attributes.restore()
            for (namespace, name), value in zip(captured.places, captures, strict=True):
                if read_from(namespace, name) is not value:
                    write_to(namespace, name, value)

    def _describe_states(self, changes, outcome) -> None:
        """Keep what becomes of the state of arrays: how often each is written to, and the rest."""
        self.states, self._writes, self._own, self._rules = [], [], [], None
        for at, rules, change in changes:
            self._rules = rules
            if "writes" in change:
                self._writes.append((at, change.pop("writes")))
            if "own" in change:
                own = change.pop("own")
                self._own.append((at, None if own is None else outcome.maker(own)))
            if change:
                self.states.append((at, rules, outcome.state_maker(change)))

    def _describe_effects(self, outcome, given, before, stand_ins) -> None:
        """Keep how containers are to be changed on each call."""
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
                make = outcome.items(held, stand_ins.originals)
            self.effects.append((at, make))

    def _describe_bindings(self, outcome, captured, bound, of_classes, stand_ins) -> None:
        """Keep how names and attributes of functions and classes are to be bound on each call.

        Parameters
        ----------
        bound : list
            What the places held before, with numbers of the trace.
        of_classes : list of (class, str)
            The attributes of classes that hold something else.
        """
        self.bindings = []
        places = [
            place
            for place, value in zip(captured.places, bound, strict=True)
            if read_from(*place) is not value
        ]
        for namespace, name in [*places, *of_classes]:
            new = read_from(namespace, name)
            if isinstance(namespace, type) and type(namespace).__setattr__ is not type.__setattr__:
                raise Unsupported(f"it sets {namespace.__name__}.{name}, by a rule of its own")
            if not is_undefined(new):
                make = outcome.maker(stand_ins.originals(new))
                self.bindings.append((namespace, name, make))

    # the call

    def __call__(self, given, compiled=None, plain=False):
        """Return the result of a call.

        Parameters
        ----------
        given : CallSignature
        compiled : callable, optional
            What is called in place of the program that was compiled.
        plain : bool, optional
            Whether all bases are known to be their data alone.
        """
        bases = given.bases
        if self.pinned:
            bases = [*bases, *self.pinned]
        others = _others_of(given) if self._others else ()
        if self._has_ints and not _are_usual(others):
            raise ChecksFailed
        if self._may_fail:
            rest = self._tried(given, bases, others, plain, compiled)
        elif self.host_calls.are_made:
            with self.host_calls.served(given.sources, self.env.programs):
                rest = self._binding(bases, others, plain, compiled)
        else:
            rest = self._binding(bases, others, plain, compiled)
        call = Call(rest, given, self.classes, self.fresh_states)
        for at, out in self.hosts_changed:
            np.copyto(given.hosts[at], np.asarray(rest[out]))
        result = self.result(call)
        if self._rules is not None:
            arrays = [*given.leaves, *bases]
            self._rules.count_writes(arrays, self._writes)
            for at, own in self._own:
                self._rules.set_own(arrays[at], None if own is None else own(call))
            for at, rules, state in self.states:
                rules.apply(arrays[at], made_state(state, call))
        if self.effects:
            built = [(given.containers[at], make(call)) for at, make in self.effects]
            for container, held in built:
                put_back(container, held)
        for namespace, name, make in self.bindings:
            write_to(namespace, name, make(call))
        return result

    def _tried(self, given, bases: list, others, plain, compiled) -> list:
        """Call a program that watches for something; put all back that it has changed if it fails.

        Raises
        ------
        ChecksFailed
            If what it watches for was met.
        """
        programs, calls = self.env.programs, self.host_calls
        sources = [*given.sources, *calls.constant_sources.values()] if calls.are_made else []
        generators = list(map(kept, sources))
        arrays, hosts, failures = [], [], (ChecksFailed,)
        if programs.WRITES_IN_PLACE:  # and raises by itself what Python's numbers raise
            natives = [read(bases[at]) for at in {*self.changed, *self._written}]
            arrays = [(native, programs.copied(native)) for native in natives]
            hosts = [(host, host.copy()) for host in given.hosts]
            failures = ChecksFailed, Exception
        calls.told.is_kept = True
        serving = contextlib.nullcontext()
        if calls.are_made:
            serving = calls.served(given.sources, programs)
        try:
            with serving:
                rest = self._binding(bases, others, plain, compiled)
            if calls.told.is_used:
                programs.await_told()
        except failures as err:
            if isinstance(err, getattr(programs, "Unlike", ())):
                raise
            calls.told.drop()
            for native, copy in arrays:
                programs.put_back(native, copy)
            for host, copy in hosts:
                np.copyto(host, copy)
            for put_back_state in generators:
                put_back_state()
            raise ChecksFailed from None
        calls.told.end()
        return rest


def _others_of(given) -> list:
    """Return the inputs besides arrays."""
    return [*given.hosts, *given.natives, *given.numbers, *given.varied, *given.starts]


def _are_usual(others: list) -> bool:
    """Return whether Python's ints among the inputs are as small as the trace takes them for."""
    return all(-MOST_GIVEN <= each <= MOST_GIVEN for each in others if type(each) is int)


def _move(trace, given, starts) -> None:
    """Let views begin where the program is told."""
    starts = iter(starts)
    for leaf in given.moved:
        view, stack, shape = leaf._view, [], leaf._view.base._data.shape
        for lens in view.stack:
            places = list(lens.starts)
            moving = moving_starts(lens)
            for at, reach in moving:
                start = next(starts)
                trace.limit(start, max(-reach, 0), shape[at] - 1 - max(reach, 0))
                places[at] = trace.programs.strong(start, np.int64)
            if moving:
                lens = dataclasses.replace(lens, starts=tuple(places), unknown=tuple(places))
            stack.append(lens)
            shape = lens.shape
        starts_of_all = tuple([start for lens in stack for start in lens.starts])
        swap_view(leaf, View(view.base, tuple(stack), view.shape, starts_of_all, view.read_only))


class _Tracers:
    """What stands for floats, native arrays and NumPy's arrays while a function is traced."""

    def __init__(self, given, natives, env):
        self._programs, self._traces_scalar = env.programs, given.traces_scalar
        count, more = len(given.hosts), len(given.natives)
        self.hosts = [new_array(env.array, native) for native in natives[:count]]
        self._host = {id(host): made for host, made in zip(given.hosts, self.hosts, strict=True)}
        self._back = {id(made): host for host, made in zip(given.hosts, self.hosts, strict=True)}
        pairs = zip(given.natives, natives[count : count + more], strict=True)
        self._natives = {id(native): traced for native, traced in pairs}
        for view, made in given.stand_ins:
            self._natives[id(view)], self._back[id(made)] = made, view
        self._numbers = iter(natives[count + more :])
        self.numbers: list[SymbolicScalar] = []  # in their order
        self._has_numbers = bool(given.numbers)  # a graph has none
        self._done: set[int] = set()

    def of(self, value, is_counted: bool = False):
        """Return what stands for a value; lists and dictionaries are given it in place."""
        kind = type(value)
        if is_counted:
            return self.of_number()
        if kind is float or kind is complex:
            return self.of_number() if self._has_numbers else value
        if isinstance(value, np.generic):
            is_traced = self._has_numbers and self._traces_scalar(value)
            return self.of_scalar(kind) if is_traced else value
        if kind is LoopRange and self._has_numbers:
            start, stop = (self.of_number() for _ in range(2))
            return of_loop_range(value, start, stop)
        if kind is LoopItems:
            start, stop = (self.of_number() for _ in range(2))
            return of_loop_items(value, start, stop)
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

    def of_number(self) -> SymbolicScalar:
        """Return what stands for the next number."""
        made = SymbolicScalar.of(next(self._numbers))
        self.numbers.append(made)
        return made

    def of_scalar(self, kind: type):
        """Return what stands for the next number, one of NumPy's scalars: its dtype is kept."""
        native = self._programs.strong(next(self._numbers), np.dtype(kind))
        made = new_array(scalar_class(), native)
        self.numbers.append(made)
        return made

    def carried(self, value):
        """Return what stands for what a global name holds and is bound to anew, if a number."""
        if self._traces_scalar(value, True):
            return self.of_scalar(type(value))
        is_static = type(value) is bool or type(value) is int and abs(value) >= 2**63
        is_number = type(value) in PYTHON_NUMBERS
        return self.of_number() if is_number and not is_static else value

    def originals(self, value):
        """Return NumPy's own array for what stood for it."""
        return self._back.get(id(value), value)
