"""The inputs that a program takes on a call, and the arrays that get its results.

Reading and writing arrays takes as long as a small program. So inputs that are not needed are left
out, buffers without another reference are donated, and small arrays that containers keep for
programs alone come and go as one, where a backend can do that.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import numpy as np

from ivy_core.arrays.write import are_plain, replace_all, replace_plain, settle
from ivy_core.backends.buffer import OWNS_MEMORY, are_exclusive
from ivy_core.backends.holder import computed, held, read, waiting

from ..trace.runtime_checks import ChecksFailed
from .containers import contents
from .states import rules_of

_data_of, _vector_of = attrgetter("_data"), attrgetter("vector")


class BufferBinding:
    """Bind the inputs of a program to the data of arrays, and its results to the changed ones.

    Parameters
    ----------
    programs : module
        The backend's functions for programs.
    program
        Its inputs are those of ``bases``, then others; its results what the changed bases hold
        from then on, then the rest.
    bases : sequence of int
    others : int
        How many inputs follow those of the bases.
    changed : list of int
        Which of the bases.
    counts : bool, optional
        Whether the last result says how often what the trace watches for was met.

    Attributes
    ----------
    program
        What is to be compiled: of other inputs and results, once some were left out or joined.
    donated : tuple of int
        The inputs that are donated.
    donated_bases : list of int
        The bases whose data these are.
    bases, others : list of int
        Which bases are inputs, and which of the inputs besides them; None if those all are.
    stored : list of int
        The bases that are given the program's first results.
    order : list of int or None
        Which of what the program gives are its results; None if that is all.
    may_fail : bool
        Whether it is known after the call alone that what is watched for was met.
    """

    def __init__(
        self, programs, program, bases: Sequence[int], others: int, changed: list[int], counts=False
    ):
        self._programs, self.program = programs, program
        self._takes, self._unread = getattr(programs, "TAKES", frozenset()), waiting
        self._at_hand: set[type] = set()  # classes of data that is native, or settles to that
        self.counts = self.may_fail = counts
        self._condition = None  # what gives the count beforehand
        self.bases, self.others = list(bases), None  # None: all of them
        self._count_of_others = others
        self._changed = self.stored = changed
        self._results = self.order = None
        self._parts: list[int] = []
        self._kinds: list | None = None  # of a call's inputs before which arrays may be let go of
        self._compiled, self._call = None, self._compile_and_call
        self._set_donated_inputs(())

    def _set_donated_inputs(self, donated: tuple[int, ...]) -> None:
        """Set donated inputs, and their bases; input 0 is the packed vector if there is one."""
        self.donated, first = donated, 1 if self._parts else 0
        self.donated_bases = [self.bases[n - first] for n in donated if n >= first]
        self._donated_positions = frozenset([n - first for n in donated if n >= first])

    @property
    def inputs(self) -> set[int]:
        """The bases that are inputs, of a vector too."""
        return {*self.bases, *self._parts}

    @property
    def is_packed(self) -> bool:
        """Whether its first input is one vector of small arrays."""
        return bool(self._parts)

    @property
    def has_condition(self) -> bool:
        """Whether a call's numbers have to pass :meth:`check_numbers`."""
        return self._condition is not None

    def simplify(self) -> None:
        """Leave out inputs that are not needed, and have results that are the same given once."""
        find = getattr(self._programs, "simplified", None)
        if find is None:
            return
        count = len(self.bases)
        self.program, inputs, self._results = find(self.program)
        self.bases = [self.bases[at] for at in inputs if at < count]
        others = [at - count for at in inputs if at >= count]
        if len(others) < self._count_of_others:
            self.others = others
        if self._results != list(range(len(self._results))):
            self.order = self._results

    def check_beforehand(self, first: int) -> None:
        """Have the count computed before a call where numbers that are given decide alone.

        Parameters
        ----------
        first : int
            The first of the inputs besides the bases that is a number.
        """
        find = getattr(self._programs, "precondition", None)
        if not self.counts or find is None:
            return
        others = list(range(self._count_of_others)) if self.others is None else self.others
        begin = len(self.bases)
        numbers = [begin + n for n, at in enumerate(others) if at >= first]
        at = -1 if self._results is None else self._results[-1]
        found = find(self.program, at, numbers)
        if found is not None:
            self._condition, inputs = found
            self._decisive = [others[n - begin] for n in inputs]
            self._passed: list = []  # the numbers of the last call that was let through
            self.may_fail = False

    def check_numbers(self, others: Sequence) -> None:
        """Raise ChecksFailed if a call's numbers fail the condition; keep numbers that passed."""
        numbers = [others[at] for at in self._decisive]
        if numbers != self._passed:
            if int(self._condition(*numbers)):
                raise ChecksFailed
            self._passed = numbers

    def donate(self, shared: set[int]) -> None:
        """Donate the buffers of changed bases, but for those that share their data."""
        if OWNS_MEMORY:
            changed = set(self._changed) - shared
            self._set_donated_inputs(tuple([n for n, at in enumerate(self.bases) if at in changed]))

    def pack(self, given, direct: Sequence) -> None:
        """Take small arrays that are changed, and that containers alone hold, as one.

        Parameters
        ----------
        given : CallSignature
        direct : sequence
            What is held elsewhere, and looked at there: arguments, and what globals are bound to.
        """
        find = getattr(self._programs, "packed", None)
        if find is None or self._results is None:
            return
        held = {id(x) for each in given.containers for x in _contained_values(each)}
        held |= {id(x) for each in given.composites for x in each._facts()}
        held -= set(map(id, direct))
        pairs, bases = [], []
        for n in self.donated:
            at = self.bases[n]
            base = given.bases[at] if at < len(given.bases) else None
            out = self._results[self._changed.index(at)]
            if base is None or id(base) not in held or not are_plain([base]):
                continue
            if self._results.count(out) > 1:
                continue
            if (rules := rules_of(base)) is None or rules.is_blank(base):
                pairs.append((n, out))
                bases.append(base)
        found = find(self.program, pairs, list(map(_data_of, bases)))
        if found is not None:
            self._use_packed_program(*found)

    def _use_packed_program(self, program, parts: list[tuple[int, int]], layout) -> None:
        """Switch to a program whose first input is one vector of the small arrays in ``parts``."""
        self._unpacked = self.program, self.bases, self.donated, self.order
        self.program, self._layout = program, layout
        inputs, outs = [n for n, _ in parts], {out for _, out in parts}
        self._parts = [self.bases[n] for n in inputs]
        left = [n for n in range(len(self.bases)) if n not in inputs]
        donated = [position for position, n in enumerate(left, 1) if n in self.donated]
        self.bases = [self.bases[n] for n in left]
        self._set_donated_inputs((0, *donated))
        self.stored = [at for at in self._changed if at not in self._parts]
        kept = sorted(set(self._results) - outs)
        position = {out: n for n, out in enumerate(kept, 1)}
        self.order = [position[out] for out in self._results if out not in outs]

    @property
    def compiled(self):
        """The backend's program, made when it is first asked for."""
        if self._compiled is None:
            self.compile()
        return self._compiled

    def compile(self) -> None:
        """Compile the program."""
        made = self._compiled = self._programs.Compiled(self.program, self.donated)
        self._call = made.call
        self._takes = getattr(made, "takes", self._takes)
        self._unread = waiting - self._takes
        if not getattr(made, "donates", True):  # then none need to be exclusive
            self._set_donated_inputs(())

    def _compile_and_call(self, *flat):
        self.compile()
        return self._call(*flat)

    def compile_in_stages(self, is_quick: bool) -> None:
        """Have the program compiled quickly at first, where the backend can; before a call.

        If not ``is_quick``, as :meth:`improve` would.
        """
        compile_in_stages = getattr(self.compiled, "compile_in_stages", None)
        if compile_in_stages is not None:
            compile_in_stages(is_quick)
            self._call = self.compiled.call

    def improve(self) -> None:
        """Have a program that was compiled quickly compiled thoroughly."""
        improve = getattr(self._call, "improve", None)
        if improve is not None:
            improve()

    def _undo_packing(self) -> None:
        """Return to the program that takes each array as an input, and compile it."""
        self.program, self.bases, donated, self.order = self._unpacked
        self.stored, self._parts = self._changed, []
        self._set_donated_inputs(donated)
        self.compile()

    # a call

    def __call__(self, bases: list, others: list, plain: bool, call=None, let_go=None) -> list:
        """Call the program, give the bases that it changes their new data, and return the rest.

        Parameters
        ----------
        bases : list of Array
        others : list
            The inputs besides them.
        plain : bool
            Whether the bases are known to be their data alone.
        call : callable, optional
            What is called in place of the program that was compiled.
        let_go : callable, optional
            Called right before the program where that is known to run: with inputs of the kinds
            that it has been called with.
        """
        if self._condition is not None:
            self.check_numbers(others)
        vector = pack = None
        if self._parts:
            vector, pack = self._packed_vector(bases, plain)
            if vector is None:  # they lie on several devices
                self._undo_packing()
                return self(bases, others, plain, None, let_go)
        donated = list(map(bases.__getitem__, self.donated_bases))
        # before the list of inputs refers to them
        is_alone = not donated or plain and are_exclusive(donated)
        flat = self._natives_at_hand(bases, plain, bool(donated))
        if flat is None:
            self._settle(donated)
            flat = [self.native(bases[at]) for at in self.bases]
            is_alone = are_exclusive(donated, 1)
        if not is_alone:
            self._copy_shared_donated(flat, bases)
        if vector is not None:
            flat.insert(0, vector)
        if others:
            flat += others if self.others is None else [others[at] for at in self.others]
        if not flat:
            flat = [np.int64(0)]
        if let_go is None:
            outs = (call or self._call)(*flat)
        else:
            kinds = self._kinds_of(flat)
            if kinds is not None and kinds == self._kinds:
                let_go()
            outs = (call or self._call)(*flat)
            self._kinds = kinds
        if self._parts:
            self._store_packed_vector(pack, outs[0], bases)
        if self.order is not None:
            outs = [outs[at] for at in self.order]
        if self.counts:
            outs = self._without_failure_count(outs)
        stored = self.stored
        if not stored:
            return outs
        written = list(map(bases.__getitem__, stored))
        replace_plain(written, outs) if plain else replace_all(written, outs)
        return outs[len(stored) :]

    def _kinds_of(self, flat: list) -> list | None:
        """Return shapes and dtypes of a program's inputs, a number's class; None where unknown."""
        name = self._programs.KIND
        if not self._takes.isdisjoint(map(type, flat)):
            return None
        return [getattr(each, name, None) or type(each) for each in flat]

    def lower(self, bases: list, others: Sequence):
        """Return the program as the framework lowers it for some inputs."""
        if self._parts:
            natives = [read(bases[at]) for at in self._parts]
            if self._programs.vector_of(natives, self._layout) is not None:
                return self.compiled.lower()
            self._undo_packing()  # they lie on several devices
        flat = [self.native(bases[at]) for at in self.bases]
        flat += others if self.others is None else [others[at] for at in self.others]
        return self.compiled.lower(flat)

    def _settle(self, bases: list) -> None:
        """Have bases hold native arrays, or what stands for one and programs take."""
        for base in bases:
            data = getattr(base, "_data", None)
            computed(data)  # from then on it is of another class
            kind = type(data)
            if kind in waiting and kind not in self._takes:
                settle(base)

    def _natives_at_hand(self, bases: list, plain: bool, donates: bool) -> list | None:
        """Return the native arrays of the bases that are inputs; None if one has to be looked for.

        As :meth:`native` does, without its frames.
        """
        if plain:
            found = [bases[at]._data for at in self.bases]
            if self._unread.isdisjoint(map(type, found)):
                return found
            return found if self._settle_read_only(found) else None
        if donates:
            return None
        try:
            found = [bases[at]._data for at in self.bases]
        except AttributeError:
            return None  # a view that was not read yet
        for kind in set(map(type, found)) - self._at_hand:
            if kind is type(None) or kind in self._takes or hasattr(kind, "lies_in_parts"):
                return None
            self._at_hand.add(kind)
        return [data.settled() if type(data) in waiting else data for data in found]

    def _settle_read_only(self, found: list) -> bool:
        """Put native arrays in place of those that wait; False where one is in parts or donated.

        The arrays that have them keep them: a buffer that is never written to, as a mask, waits in
        each call.
        """
        for n, data in enumerate(found):
            kind = type(data)
            if kind in self._unread:
                if hasattr(kind, "lies_in_parts") or n in self._donated_positions:
                    return False
                found[n] = data.settled()
        return True

    def native(self, base):
        """Return the native array of a base, or what stands for it and programs take."""
        data = computed(held(base))
        return data if type(data) in self._takes else read(base)

    def donatable(self, base):
        """Return the native array of a base, a copy where something else refers to it."""
        self._settle([base])
        if are_exclusive((base,)):
            return base._data
        return self._programs.copied(self.native(base))

    def _without_failure_count(self, outs: Sequence) -> list:
        """Return the results but the last, the count of failed checks; raise if that is not 0."""
        *outs, count = outs
        if self.may_fail and int(count):
            raise ChecksFailed
        return outs

    def _copy_shared_donated(self, flat: list, bases: list) -> None:
        """Replace donated native arrays in ``flat`` by copies where another reference exists."""
        first = 1 if self._parts else 0
        for n in self.donated[first:]:
            n -= first
            base = bases[self.bases[n]]
            if not are_exclusive((base,), 1) or base._data is not flat[n]:
                flat[n] = self._programs.copied(flat[n])

    def _packed_vector(self, bases: list, plain: bool) -> tuple:
        """Return (vector of the packed arrays, their Pack, or None if that may not be updated)."""
        parts = [bases[at] for at in self._parts]
        natives = list(map(_data_of, parts))
        pack = self._programs.pack_of(natives, self._layout)
        if pack is None:
            return self._programs.vector_of(natives, self._layout), None
        is_alone = are_exclusive((pack,), slot=_vector_of)
        vector = pack.vector if is_alone else self._programs.copied(pack.vector)
        # a part is in its array's slot, in the pack and in `natives`
        if (plain or are_plain(parts)) and are_exclusive(parts, 2):
            return vector, pack
        pack.settle()  # the user may look at a part of what it is before this call
        return vector, None

    def _store_packed_vector(self, pack, vector, bases: list) -> None:
        """Put a new vector into ``pack``; without one, give the arrays the parts of a new Pack."""
        if pack is not None:
            pack.vector = vector
        else:
            parts = [bases[at] for at in self._parts]
            replace_all(parts, self._programs.Pack(self._layout, vector).parts)


def _contained_values(container):
    """Return the values in a dict, set, list or plain object, without keys; None of others."""
    held = contents(container)
    return held.values() if isinstance(held, dict) else held
