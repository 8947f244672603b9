"""A program: a function compiled for one kind of inputs, and bound to a call's effects."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np

from ivy_core.backends.holder import read

from ..trace.host_calls import HostCalls, kept
from ..trace.runtime_checks import MOST_GIVEN, TOO_LARGE, ChecksFailed
from ..trace.trace import Note
from .buffer_binding import BufferBinding
from .containers import put_back
from .outputs import Call, made_state
from .replaced_arrays import Replaced, let_go, replaced_arrays
from .slots import write_to
from .trace_result import TraceResult, other_inputs


class BoundProgram:
    """A function compiled for one kind of inputs.

    Parameters
    ----------
    function : function
    traced : TraceResult
    binding : BufferBinding
        Hands inputs over, and keeps what has been compiled.
    env : TraceEnv
    pinned : list of Array
        Inputs that the caller does not pass: arrays of outside that it writes to.
    host_calls : HostCalls
    notes : list of Note
        What became of loops and branches.

    Attributes
    ----------
    failures : int
        Calls in which a check has failed, and the function raised no error.
    trial : Trial or None
        While program and function are compared.
    binding : BufferBinding
    replaced : list of Replaced or None
        Gradients that a call replaces and does not read; None before the first.
    is_kept : bool or None
        Whether a :class:`.CachedCall` has been made of one of its calls; None before the first.
    """

    def __init__(
        self, function, traced: TraceResult, binding: BufferBinding, env, pinned: list,
        host_calls: HostCalls, notes: list[Note],
    ):  # fmt: skip
        self.function, self.traced, self.env, self.pinned = function, traced, env, pinned
        self.host_calls, self.notes, self.binding = host_calls, notes, binding
        self.failures, self.trial, self.is_kept = 0, None, None
        writes_in_place = env.programs.WRITES_IN_PLACE
        self.replaced: list[Replaced] | None = None
        self._may_fail = binding.may_fail or bool(writes_in_place and traced.sites)

    @property
    def compiled(self):
        """The program as the backend has compiled it."""
        return self.binding.compiled

    @property
    def is_empty(self) -> bool:
        """Whether it has no inputs."""
        return not self.traced.inputs.arrays and not self.traced.inputs.other_count

    def note_of_checks(self, file: str, line: int) -> Note:
        """Return why a call was run eagerly; ``file`` and ``line`` are the function's."""
        sites = list(self.traced.sites.values())
        site = sites[0] if len(sites) == 1 else (file, line)
        return Note("eager", *site, self.reason_of_checks)

    @property
    def reason_of_checks(self) -> str:
        """Describe its runtime checks in one line."""
        return " or ".join(self.traced.sites) or TOO_LARGE

    def __call__(self, given, compiled=None, plain=False, also_let_go=None):
        """Return the result of a call.

        Parameters
        ----------
        given : CallSignature
        compiled : callable, optional
            What is called in place of the program that was compiled.
        plain : bool, optional
            Whether all bases are known to be their data alone.
        also_let_go : callable, optional
            Lets go of what else refers to the arrays that are replaced.
        """
        traced, bases = self.traced, given.bases
        if self.pinned:
            bases = [*bases, *self.pinned]
        inputs = traced.inputs
        others = other_inputs(given) if inputs.other_count else ()
        if inputs.has_ints and not _are_ints_in_range(others):
            raise ChecksFailed
        if self._may_fail:
            rest = self._call_with_undo(given, bases, others, plain, compiled)
        elif self.host_calls.are_made:
            with self.host_calls.served(given.sources, self.env.programs):
                rest = self.binding(bases, others, plain, compiled)
        else:
            letting_go = None
            if self.replaced or self.replaced is None:
                letting_go = self._letting_go(given, bases, also_let_go)
            rest = self.binding(bases, others, plain, compiled, letting_go)
        call = Call(rest, given, traced.classes, traced.fresh_states)
        for at, out in traced.hosts_changed:
            np.copyto(given.hosts[at], np.asarray(rest[out]))
        result = traced.result(call)
        states = traced.states
        if states.rules is not None:
            arrays = [*given.leaves, *bases]
            states.rules.count_writes(arrays, states.writes)
            for at, own in states.own:
                states.rules.set_own(arrays[at], None if own is None else own(call))
            for at, rules, state in states.others:
                rules.apply(arrays[at], made_state(state, call))
        if traced.effects:
            built = [(given.containers[at], make(call)) for at, make in traced.effects]
            for container, held in built:
                put_back(container, held)
        for namespace, name, make in traced.bindings:
            write_to(namespace, name, make(call))
        return result

    def _letting_go(self, given, bases: list, also_let_go) -> Callable | None:
        """Return a function that lets go of the arrays that a call replaces, or None."""
        if self.replaced is None:
            may_read = self.binding.inputs | {*self.traced.changed, *self.traced.written}
            self.replaced = []
            if self.env.programs.DONATES:
                self.replaced = replaced_arrays(self.traced, given, bases, may_read)
        if not self.replaced:
            return None

        def letting_go():
            let_go(self.replaced, self.traced.states.rules, given, bases)
            if also_let_go is not None:
                also_let_go()

        return letting_go

    def lower(self, given):
        """Return the program as the framework lowers it for the inputs of a call."""
        bases = [*given.bases, *self.pinned] if self.pinned else given.bases
        others = other_inputs(given) if self.traced.inputs.other_count else ()
        return self.binding.lower(bases, others)

    def _call_with_undo(self, given, bases: list, others, plain, compiled) -> list:
        """Return a program's results; if a check fails, undo its writes and raise ChecksFailed."""
        programs, calls, traced = self.env.programs, self.host_calls, self.traced
        sources = [*given.sources, *calls.constant_sources.values()] if calls.are_made else []
        generators = list(map(kept, sources))
        arrays, hosts, failures = [], [], (ChecksFailed,)
        if programs.WRITES_IN_PLACE:  # and raises by itself what Python's numbers raise
            natives = [read(bases[at]) for at in {*traced.changed, *traced.written}]
            arrays = [(native, programs.copied(native)) for native in natives]
            hosts = [(host, host.copy()) for host in given.hosts]
            failures = ChecksFailed, Exception
        calls.told.is_kept = True
        serving = contextlib.nullcontext()
        if calls.are_made:
            serving = calls.served(given.sources, programs)
        try:
            with serving:
                rest = self.binding(bases, others, plain, compiled)
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


def _are_ints_in_range(others: list) -> bool:
    """Return whether all Python ints among the inputs lie in the range that traces assume."""
    return all(-MOST_GIVEN <= each <= MOST_GIVEN for each in others if type(each) is int)
