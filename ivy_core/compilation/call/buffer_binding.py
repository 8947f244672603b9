"""What a program is handed on a call, and what becomes of the arrays that it changes.

Reading and writing arrays takes as long as a small program. So inputs that are not needed are left
out, buffers that nobody else refers to are given away, and small arrays that containers keep for
programs alone come and go as one, where a backend can do that.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import attrgetter

import numpy as np

from ivy_core.arrays.write import are_plain, replace_all, replace_plain
from ivy_core.backends.holder import read, waiting

from ..trace.runtime_checks import ChecksFailed
from .containers import contents
from .states import rules_of

_data_of = attrgetter("_data")


class Exchange:
    """Which native values a program takes, and which arrays are given what it returns.

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
        The inputs whose buffers it takes over.
    may_fail : bool
        Whether it is known after the call alone that what is watched for was met.
    """

    def __init__(
        self, programs, program, bases: Sequence[int], others: int, changed: list[int], counts=False
    ):
        self._programs, self.program, self.donated = programs, program, ()
        self.counts = self.may_fail = counts
        self._condition = None  # what gives the count beforehand
        self._bases, self._others = list(bases), None  # None: all of them
        self._count_of_others = others
        self._changed = self._stored = changed
        self._results = self._order = None
        self._parts: list[int] = []

    def simplify(self) -> None:
        """Leave out inputs that are not needed, and have results that are the same given once."""
        find = getattr(self._programs, "simplified", None)
        if find is None:
            return
        count = len(self._bases)
        self.program, inputs, self._results = find(self.program)
        self._bases = [self._bases[at] for at in inputs if at < count]
        others = [at - count for at in inputs if at >= count]
        if len(others) < self._count_of_others:
            self._others = others
        if self._results != list(range(len(self._results))):
            self._order = self._results

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
        others = list(range(self._count_of_others)) if self._others is None else self._others
        begin = len(self._bases)
        numbers = [begin + place for place, at in enumerate(others) if at >= first]
        at = -1 if self._results is None else self._results[-1]
        found = find(self.program, at, numbers)
        if found is not None:
            self._condition, inputs = found
            self._decisive = [others[place - begin] for place in inputs]
            self._passed: list = []  # the numbers of the last call that was let through
            self.may_fail = False

    def _check(self, others: Sequence) -> None:
        numbers = [others[at] for at in self._decisive]
        if numbers != self._passed:
            if int(self._condition(*numbers)):
                raise ChecksFailed
            self._passed = numbers

    def donate(self, shared: set[int]) -> None:
        """Give the buffers of changed bases away, but for those that share their data."""
        changed = set(self._changed) - shared
        self.donated = tuple([n for n, at in enumerate(self._bases) if at in changed])

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
        held = {id(x) for each in given.containers for x in _values(each)} - set(map(id, direct))
        pairs, bases = [], []
        for n in self.donated:
            at = self._bases[n]
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
            self._join(*found)

    def _join(self, program, parts: list[tuple[int, int]], layout) -> None:
        self._unpacked = self.program, self._bases, self.donated, self._order
        self.program, self._layout = program, layout
        inputs, outs = [n for n, _ in parts], {out for _, out in parts}
        self._parts = [self._bases[n] for n in inputs]
        left = [n for n in range(len(self._bases)) if n not in inputs]
        donated = [place for place, n in enumerate(left, 1) if n in self.donated]
        self.donated = (0, *donated)
        self._bases = [self._bases[n] for n in left]
        self._stored = [at for at in self._changed if at not in self._parts]
        kept = sorted(set(self._results) - outs)
        place = {out: n for n, out in enumerate(kept, 1)}
        self._order = [place[out] for out in self._results if out not in outs]

    def compile(self) -> None:
        """Compile the program."""
        self.compiled = self._programs.Compiled(self.program, self.donated)
        self._call = self.compiled.call

    def _unpack(self) -> None:
        """Take all arrays one by one from now on."""
        self.program, self._bases, self.donated, self._order = self._unpacked
        self._stored, self._parts = self._changed, []
        self.compile()

    # a call

    def __call__(self, bases: list, others: list, plain: bool, call=None) -> list:
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
        """
        if self._condition is not None:
            self._check(others)
        if plain:
            flat = [bases[at]._data for at in self._bases]
            if not waiting.isdisjoint(map(type, flat)):
                flat = [read(bases[at]) for at in self._bases]
        else:
            flat = [read(bases[at]) for at in self._bases]
        pack = None
        if self._parts:
            parts = [bases[at] for at in self._parts]
            natives = list(map(_data_of, parts))
            pack = self._programs.pack_of(natives, self._layout)
            if pack is None:
                vector = self._programs.vector_of(natives, self._layout)
                if vector is None:  # they lie on several devices
                    self._unpack()
                    return self(bases, others, plain)
            else:
                vector = pack.vector
                if not (plain or are_plain(parts)) or is_any_known(natives):
                    pack.settle()  # somebody may look at a part of what it is before this call
                    pack = None
            del natives
            flat.insert(0, vector)
            del vector
        if self.donated and is_any_shared(flat, self.donated):
            self._keep_shared(flat, bases)
        if others:
            flat += others if self._others is None else [others[at] for at in self._others]
        if not flat:
            flat = [np.int64(0)]
        outs = (call or self._call)(*flat)
        if self._parts:
            if pack is not None:
                pack.vector = outs[0]
            else:
                replace_all(parts, self._programs.Pack(self._layout, outs[0]).parts)
        if self._order is not None:
            outs = [outs[at] for at in self._order]
        if self.counts:
            *outs, count = outs
            if self.may_fail and int(count):
                raise ChecksFailed
        stored = self._stored
        if not stored:
            return outs
        written = [bases[at] for at in stored]
        replace_plain(written, outs) if plain else replace_all(written, outs)
        return outs[len(stored) :]

    def _keep_shared(self, flat: list, bases: list) -> None:
        """Hand over copies of what others refer to, where its buffer would be given away."""
        first = 1 if self._parts else 0
        for at in self.donated:
            if at < first:
                shared = sys.getrefcount(flat[at]) > _ALONE  # less: it has just been made
            else:
                shared = is_shared(flat, at, bases[self._bases[at - first]])
            if shared:
                flat[at] = self._programs.copied(flat[at])


def _values(container):
    held = contents(container)
    return held.values() if isinstance(held, dict) else held


def is_shared(flat: list, at: int, base) -> bool:
    """Return whether anybody but an array refers to its native data."""
    return sys.getrefcount(flat[at]) != _ALONE or base._data is not flat[at]


def is_any_shared(flat: list, donated) -> bool:
    """Return whether more is to be looked at: somebody may refer to native data besides arrays."""
    counts = list(map(sys.getrefcount, flat))
    return [counts[at] for at in donated].count(_ALONE_IN_LIST) != len(donated)


def is_any_known(natives: list) -> bool:
    """Return whether somebody refers to parts of a pack besides arrays, the pack, and this list."""
    return list(map(sys.getrefcount, natives)).count(_ALONE_IN_PACK) != len(natives)


class _Sample:
    __slots__ = ("_data",)


def _count(flat, at, base):
    return sys.getrefcount(flat[at])


def _calibrate() -> int:
    sample = _Sample()
    sample._data = object()
    flat = [sample._data]
    return _count(flat, 0, sample)


def _calibrate_in_list() -> int:
    sample = _Sample()
    sample._data = object()
    flat = [sample._data]
    return list(map(sys.getrefcount, flat))[0]


_ALONE, _ALONE_IN_LIST = _calibrate(), _calibrate_in_list()
_ALONE_IN_PACK = _ALONE_IN_LIST + 1
