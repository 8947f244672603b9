"""The trace of a call: its converted body runs once on tracers, and gives a :class:`TraceResult`.

What the body writes, binds and returns is told here by indices of the program's results and of the
call's inputs, so that each later call can do the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ivy_core.backends.holder import read_or_padded

from ..source.effects import takes_part_in_autograd
from ..trace.counted_lists import at_most_as_long
from ..trace.trace import Trace, Unsupported
from ..trace.values import is_undefined
from .outputs import OutputTree
from .signature import CallSignature
from .slots import read_from
from .states import StateRules
from .trace_context import TraceContext
from .tracers import Tracers


@dataclass(frozen=True, slots=True)
class InputLayout:
    """Order of a call's values as inputs of the program: those of arrays, then all others.

    Attributes
    ----------
    arrays : list of int
        The bases whose data are inputs: one for each value.
    input_of : list of int
        For each base the index of the input that has its value.
    shared : frozenset of int
        The bases that hold one value with another one.
    other_count : int
        How many inputs follow those of the bases.
    has_ints : bool
        Whether ints of Python's are among these.
    """

    arrays: list[int]
    input_of: list[int]
    shared: frozenset[int]
    other_count: int
    has_ints: bool

    @classmethod
    def of(cls, given: CallSignature, base_count: int) -> InputLayout:
        """Return the layout of a call's inputs; of equal values the first one is taken."""
        arrays = [at for at in range(base_count) if at not in given.same]
        index = {at: n for n, at in enumerate(arrays)}
        input_of = [index[given.same.get(at, at)] for at in range(base_count)]
        others = other_inputs(given)
        shared = frozenset(given.same) | frozenset(given.same.values())
        has_ints = int in set(map(type, others))
        return cls(arrays, input_of, shared, len(others), has_ints)

    def natives(self, inputs: tuple) -> list:
        """Return a native value for each base, then the other inputs."""
        return [*[inputs[n] for n in self.input_of], *inputs[len(self.arrays) :]]


def other_inputs(given: CallSignature) -> list:
    """Return the inputs of a program besides the data of arrays."""
    return [*given.hosts, *given.natives, *given.numbers, *given.varied, *given.starts]


@dataclass(frozen=True, slots=True)
class StateChanges:
    """Changes of arrays' state; each is told by its index among leaves and bases.

    Attributes
    ----------
    rules : StateRules or None
        Those of one of the arrays; None where none has a state that changes.
    writes : list of (int, int)
        How often each is written to.
    own : list of (int, callable or None)
        What makes the array that is another one's own, as a gradient is.
    others : list of (int, StateRules, dict)
        What makes the rest of the state.
    """

    rules: StateRules | None
    writes: list[tuple]
    own: list[tuple]
    others: list[tuple]


@dataclass(frozen=True, slots=True)
class TraceResult:
    """Result of a trace: a program, and the use that a call makes of its results.

    Attributes
    ----------
    program
        Its results are the new data of the changed bases, then those that makers of outputs take,
        then the count of failed checks if there are any.
    inputs : InputLayout
    changed : list of int
        The bases that are given other data.
    written : list of int
        The bases that a program which writes in place may write to.
    hosts_changed : list of (int, int)
        NumPy's arrays that are written to, and the index of what they hold then.
    result : callable
        Makes what the function returns, of an ``outputs.Call``.
    result_text : str or None
        The same as an expression, see :meth:`.OutputTree.text_of`, and the ``constants`` in it.
    classes, fresh_states : list
        Of arrays that come out: their classes with indices of data, and their states.
    effects : list of (int, callable)
        The containers that are changed, and what makes their contents.
    bindings : list of (namespace, name, callable)
        The names and attributes that are bound, and what makes their values.
    states : StateChanges
    has_checks : bool
        Whether the program's last result counts the checks that have failed.
    sites : dict
        What it watches for, and in which lines; see :class:`.runtime_checks.Checks`.
    is_first_step : bool
        Whether it fills the state of an optimizer: all other calls find that, and are of another
        kind.
    leaves_taken, bases_taken : set of int
        The leaves and bases of the call that results or changes have in them.
    """

    program: Any
    inputs: InputLayout
    changed: list[int]
    written: list[int]
    hosts_changed: list[tuple[int, int]]
    result: Callable
    result_text: str | None
    constants: list
    classes: list
    fresh_states: list
    effects: list[tuple]
    bindings: list[tuple]
    states: StateChanges
    has_checks: bool
    sites: dict
    is_first_step: bool
    leaves_taken: set[int]
    bases_taken: set[int]


def traced_call(
    body: Callable, given: CallSignature, args, kwargs, static: frozenset, trace: Trace, env,
    pinned: list,
) -> TraceResult:  # fmt: skip
    """Trace a function, called with arguments.

    Parameters
    ----------
    body : callable
        The converted function.
    given : CallSignature
        The arguments and all that is found, flattened.
    static : frozenset
        Positions and names of the arguments that are not traced.
    trace : Trace
    env : TraceEnv
    pinned : list of Array
        Further arrays that are inputs; what the body writes to is added.

    Raises
    ------
    Again
        If an array has been added: the function is to be traced once more.
    Unsupported
        If the function does what no program can do.
    """
    context = TraceContext(trace, given, pinned)
    layout = InputLayout.of(given, len(context.bases))
    found: list[TraceResult] = []

    def run(*inputs):
        natives = layout.natives(inputs)
        with trace.scope(env.programs.trace_of(inputs[0])) as scope:
            context.bind_arrays(natives, scope)
            tracers = Tracers(given, natives[len(context.bases) :], env)
            traced_args, traced_kwargs = tracers.of_arguments(args, kwargs, static)
            context.bind_slots(tracers)
            with at_most_as_long():
                returned = body(*traced_args, **traced_kwargs)
            context.check_classes()
            context.pin_arrays(scope)
            made, results = _describe_trace(returned, context, layout, natives, scope, tracers, env)
            found[:] = [made]
            return results

    bases = [context.bases[at] for at in layout.arrays]
    inputs = list(map(read_or_padded, bases)) + other_inputs(given)
    with context.entered():
        program = env.programs.traced(run, inputs or [np.int64(0)])
    return dataclasses.replace(found[0], program=program)


def _describe_trace(returned, context, layout, natives, scope, tracers, env):
    """Return a TraceResult that lacks its program, and the native results for that."""
    given, trace, bases = context.signature, context.trace, context.bases
    outputs = env.outputs(given, context.pinned, env.programs, env.scalar_of, tracers.numbers)
    for hosts in (tracers.hosts, given.hosts):
        outputs.hosts |= {id(host): i for i, host in enumerate(hosts)}
    pairs = list(enumerate(zip(bases, natives, strict=False)))
    changed = [i for i, (base, native) in pairs if base._data is not native]
    hosts_changed = []
    for i, (host, native) in enumerate(zip(tracers.hosts, natives[len(bases) :], strict=False)):
        if host._data is not native:
            hosts_changed.append((i, len(outputs.natives)))
            outputs.natives.append(host._data)
    count = trace.checks.native
    result = outputs.maker(tracers.originals(returned))
    made = TraceResult(
        program=None,
        inputs=layout,
        changed=changed,
        written=[i for i, base in enumerate(bases) if id(base) in scope.own],
        hosts_changed=hosts_changed,
        result=result,
        result_text=outputs.text_of(result),
        constants=outputs.constants,
        effects=_container_changes(outputs, context, tracers),
        bindings=_changed_bindings(outputs, context, tracers),
        states=_state_changes(outputs, context),
        classes=outputs.classes,
        fresh_states=outputs.states,
        has_checks=count is not None,
        sites=trace.checks.sites,
        is_first_step=context.before.has_grown() and takes_part_in_autograd(given),
        leaves_taken=outputs.leaves_taken,
        bases_taken=outputs.bases_taken,
    )
    results = [bases[i]._data for i in changed] + outputs.natives
    return made, results if count is None else [*results, count]


def _container_changes(outputs: OutputTree, context: TraceContext, tracers: Tracers) -> list[tuple]:
    """List (index of a container, maker of its contents) of those that the body changed."""
    index = {id(container): i for i, container in enumerate(context.signature.containers)}
    found = []
    for container in context.before.changed():
        if id(container) not in index:
            continue
        if type(container) in (list, set):
            make = outputs.maker([tracers.originals(each) for each in container])
        else:
            held = container if isinstance(container, dict) else vars(container)
            make = outputs.items(held, tracers.originals)
        found.append((index[id(container)], make))
    return found


def _changed_bindings(outputs: OutputTree, context: TraceContext, tracers: Tracers) -> list[tuple]:
    """List (namespace, name, maker of the value) of the names that the body has bound."""
    found = []
    for namespace, name in context.changed_slots():
        if isinstance(namespace, type) and type(namespace).__setattr__ is not type.__setattr__:
            raise Unsupported(f"it sets {namespace.__name__}.{name}, by a rule of its own")
        value = read_from(namespace, name)
        if not is_undefined(value):
            found.append((namespace, name, outputs.maker(tracers.originals(value))))
    return found


def _state_changes(outputs: OutputTree, context: TraceContext) -> StateChanges:
    """Return the changes of arrays' state: counts of writes, gradients, and the rest."""
    last_rules, writes, own, others = None, [], [], []
    for at, rules, change in context.states.changes():
        last_rules = rules
        if "writes" in change:
            writes.append((at, change.pop("writes")))
        if "own" in change:
            value = change.pop("own")
            own.append((at, None if value is None else outputs.maker(value)))
        if change:
            others.append((at, rules, outputs.state_maker(change)))
    return StateChanges(last_rules, writes, own, others)
