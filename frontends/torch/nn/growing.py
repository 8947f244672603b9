"""Forwards whose arguments grow by one from call to call: one program for many lengths.

A sentence that grows by a word has a decoder called with (1, 8), (1, 9), (1, 10) tokens. After some
such calls a program is made for all lengths up to a bucket's: the forward is traced at three
lengths, what the traces have in common is computed for arguments that are padded, and told how many
elements count. Where the traces are not alike, or Python decides by the length
(:mod:`.lengths`), the forward runs as it is. It is made of calls without gradients alone, of models
in ``eval()``, and used while the arguments go on growing, by later sentences from their first word
on: any other call sees nothing of it.
"""

from __future__ import annotations

import functools
import math
import operator
import threading
import types
import weakref
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

import numpy as np

from frontends.torch.policy import (
    FAILED_GROWING_PROGRAMS,
    FAILED_KINDS_OF_GROWING_MODULES,
    GROWING_CACHE_CALLS_BEFORE_PROGRAM,
    GROWING_CALLS_BEFORE_PROGRAM,
    GROWING_CALLS_IN_A_ROW,
    LONGEST_DOUBLED_BUCKET_POSITIONS,
    MATCHERS_OF_GROWING_CALLS,
    ROUNDING_OF_GROWING_VALUES,
    SHORTEST_BUCKET_POSITIONS,
)
from frontends.torch.tensors.devices import chosen_devices
from frontends.torch.tensors.dtypes import default_slot
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backend_handler import active_backend
from ivy_core.backends.buffer import is_base_shared
from ivy_core.backends.common.affine import Affine, NotAffineError, affine_of, at
from ivy_core.backends.common.patience import patience
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import programs_of
from ivy_core.compilation.call.call_source import UNLIKE
from ivy_core.compilation.call.function import CompileError
from ivy_core.compilation.call.states import reading
from ivy_core.compilation.source.callers import without_watcher
from ivy_core.compilation.source.calls_alone import calls_alone
from ivy_core.compilation.source.conversion import traceable
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.runtime_checks import ChecksFailed
from ivy_core.compilation.trace.trace import Unsupported

from .arguments import (
    NotTakenApartError,
    Parts,
    held_at,
    matcher_of,
    put_into,
    put_together,
    replaced,
    taken_apart,
)
from .growing_views import FormsAtLengths
from .lengths import Decisions, Length, UnlikeError, watched
from .programs import ModuleProgram, is_of_program

_FIRST = operator.itemgetter(0)
_SHORTEST = 2  # of one element alone much is special


def bucket_of(length: int, has_cache: bool = False) -> int:
    """Return the length to which arguments of a length are padded.

    What grows within objects, as a cache of keys and values, is little of the work, and a library's
    model takes long to compile: these buckets begin with twice the longest one that is doubled.

    Examples
    --------
    >>> [bucket_of(length) for length in (5, 64, 65, 129, 300)], bucket_of(5, True)
    ([64, 64, 128, 256, 384], 256)
    """
    if has_cache:
        length = max(length, 2 * LONGEST_DOUBLED_BUCKET_POSITIONS)
    if length <= LONGEST_DOUBLED_BUCKET_POSITIONS:
        return max(SHORTEST_BUCKET_POSITIONS, 1 << (length - 1).bit_length())
    return -(-length // LONGEST_DOUBLED_BUCKET_POSITIONS) * LONGEST_DOUBLED_BUCKET_POSITIONS


class _Traced(NamedTuple):
    """Trace of a forward at one length.

    Attributes
    ----------
    program
        The backend's.
    notes : list
        What Python's code did with lengths.
    number : int
        Among the results of the family.
    slots : list of (int, name)
        Of which objects among the arguments it replaces tensors.
    numbers : list of (int, name, int)
        Of which it replaces ints, and by which.
    mark
        The first element of what a :class:`ModuleProgram` gives.
    """

    program: object
    notes: list
    number: int
    slots: list[tuple]
    numbers: list[tuple]
    mark: object


class _Made(NamedTuple):
    """Result of a call, and (object, name, value) for what it puts into its arguments."""

    result: object
    slots: list[tuple]

    def put(self) -> None:
        """Put the tensors and ints into the arguments."""
        for x, name, value in self.slots:
            put_into(x, name, value)

    def is_alike(self, result) -> bool:
        """Return whether the forward has returned the like, and put the like into its arguments."""
        slots = all(is_alike(value, held_at(x, name)) for x, name, value in self.slots)
        return slots and is_alike(self.result, result)


class _Bounds(NamedTuple):
    """Bounds of one program: the lengths that it is for, and the shapes that it gives.

    Attributes
    ----------
    shortest, longest : int
    decisions : Decisions
        What Python decides by the length.
    outputs : list of tuple
        Shapes of the tensors that it gives.
    forms : FormsAtLengths
        What becomes of these, as views.
    compared : list of int
        The lengths at which a result has been compared with the forward's own.
    slots : list of (int, name)
        Where it puts its last results.
    numbers : list of (int, name, int or Affine)
        Where it puts ints.
    is_on_host : bool
        Whether NumPy computes it, of arrays as they are.
    """

    shortest: int
    longest: int
    decisions: Decisions
    outputs: list[tuple]
    forms: FormsAtLengths
    compared: list[int]
    slots: list[tuple]
    numbers: list[tuple]
    is_on_host: bool

    def is_new_at(self, length: int) -> bool:
        """Return whether a result is to be compared; it is not at the next call.

        A decision of Python's that no note tells of would show: by a length that is no longer than
        all before, by the longest one, or by one between.
        """
        known = self.compared
        if known and min(known) <= length < min(4 * max(known), self.longest):
            return False
        if length in known:
            return False
        known.append(length)
        return True

    def hold_at(self, length: int) -> bool:
        """Return whether the program is one for a length."""
        is_between = self.shortest <= length <= self.longest
        return is_between and self.decisions.hold_at(length)

    def first_before(self, length: int) -> int | None:
        """Return the shortest length that the program is for; None if none is below a length."""
        return next(filter(self.decisions.hold_at, range(self.shortest, length)), None)


class _Family(ModuleProgram):
    """The program of a forward for the lengths of one bucket.

    Parameters
    ----------
    function : function
        The forward, as its class has it.
    structure : tuple
        Of the arguments, see :class:`.arguments.Parts`.
    names : tuple of str
        Of the last arguments, which the forward takes by name.
    pattern : tuple
        For each tensor among the arguments its shape, with an :class:`Affine` for each axis that
        grows; then the ints of objects, if there are any, in one tuple.
    count : int
        How many tensors there are.
    length, bucket : int
        That of the call it is made for, and the longest one.

    Attributes
    ----------
    bounds : _Bounds or None
        Those of the program that was made last.
    bucket : int
    is_dropped : bool
        Whether there can be no program.
    """

    _most_iterations = math.inf  # each word of a deep model pays
    _check = None  # a lookup outside is told by `outside`

    def __init__(self, function, structure, names, pattern: tuple, count: int, length, bucket: int):
        super().__init__(function, (), names)
        self._structure = structure
        self._pattern, self._length, self.bucket = pattern[:count], length, bucket
        self._growing_ints = pattern[count] if len(pattern) > count else ()
        self._native = None
        self._lengths: dict[int, object] = {}  # native ints
        self._stand_ins: tuple | None = None
        self._is_made = False  # whether it has been called with them
        self.is_dropped = False
        self.bounds: _Bounds | None = None
        self._bounds: dict[int, _Bounds] = {}  # by the number of the trace

    def is_for(self, length: int) -> bool:
        """Return whether its last program is one for a length, or there is none yet."""
        if self.bounds is None:
            return length <= self.bucket
        return self.bounds.shortest <= length <= self.bounds.longest

    def _convert(self, given, function):
        def traced(module, *values):
            *values, count = values
            with calls_alone(), tracing.current.programs.alike_at_each_size():
                body = traceable(function)
                return self._padded(functools.partial(body, module), values, count, given)

        return traced

    def _padded(self, body: Callable, values: list, count: Tensor, given) -> tuple:
        """Return the results for padded arguments, of which so many elements count."""
        programs = tracing.current.programs
        traced = functools.partial(self._traced, body, values, given, programs)
        lengths, found, (_, longest, is_whole) = self._probed(traced, programs)
        try:
            try:
                parts = self._in_common(programs, traced, lengths, found, longest, longest)
            except (NotAffineError, UnlikeError, programs.NotOneTemplateError):
                if not is_whole:  # where a slice is the whole array there may be none in the trace
                    raise
                parts = self._in_common(programs, traced, lengths, found, longest - 1, longest)
            found, ints, decisions, forms, template = parts
            natives = list(map(read, values))
            reduced = programs.without_unread_rows(template, True)
            results = programs.host_program(reduced, natives, read(count))
            is_on_host, outside = results is not None, []
            if not is_on_host:
                length = read(count).reshape(())
                reduced = programs.without_unread_rows(template, False)
                reduced = programs.without_guards(reduced)
                results = programs.padded_program(reduced, natives, length, outside)
        except (NotAffineError, UnlikeError, programs.NotOneTemplateError) as err:
            raise Unsupported(f"by the length of what it is given: {err}") from err
        shortest = max(_SHORTEST, template.least)
        numbers = [each.number for each in found]
        self.bounds = _Bounds(
            shortest, longest, decisions, template.output_shapes, forms, [], found[0].slots,
            ints, is_on_host,
        )  # fmt: skip
        self._bounds[numbers[-1]] = self.bounds
        return found[-1].mark, numbers[-1], [_boxed(native) for native in (*results, *outside)]

    def _in_common(self, programs, traced: Callable, lengths, found, third: int, longest: int):
        """Return three traces, and what they have in common: ints, decisions, forms, template."""
        if third <= lengths[1]:
            third = lengths[0] - 1
        lengths, found = _in_order([*lengths, third], [*found, traced(third)])
        numbers = [each.number for each in found]
        if any(self.results[each].nest != self.results[numbers[0]].nest for each in numbers):
            raise Unsupported("its result is another one by the length")
        if any(each.slots != found[0].slots for each in found):
            raise Unsupported("it puts tensors elsewhere by the length")
        ints = _affine_numbers(lengths, [each.numbers for each in found])
        decisions = Decisions(lengths, [each.notes for each in found])
        forms = FormsAtLengths(lengths, [self.results[each].form for each in numbers])
        template = programs.Template(lengths, [each.program for each in found], longest)
        return found, ints, decisions, forms, programs.with_negatives_told(template)

    def _probed(self, traced: Callable, programs) -> tuple[list[int], list, tuple]:
        """Return two lengths next to each other, their traces, and their :meth:`_reach`.

        They are far from the call's if all is so there as at the call's, or only there.
        """
        middle, far = (self._length + self.bucket) // 2, None
        known: dict = {}

        def probe(length: int) -> tuple:
            lengths = [length - 1, length]
            for each in lengths:
                if each not in known:
                    known[each] = traced(each)
            found = [known[each] for each in lengths]
            return lengths, found, self._reach(programs, lengths, found)

        if middle - 1 > self._length:
            for length in (middle, middle - 1):  # the first one may be the longest there is
                try:
                    far = probe(length)
                    if far[2][0] <= self._length:
                        return far
                    break
                except (Exception, Unsupported):  # perhaps too long for it: look at the call's own
                    if self._length <= _SHORTEST:
                        raise
                    if len(known) < 2:
                        break
        try:
            return probe(self._length)
        except Unsupported:
            if far is None:
                raise
            return far

    def arguments_at(self, length: int, values: list) -> tuple[list, list, list, dict]:
        """Return a call's tensors cut to a length, objects that hold them, and both arguments."""
        cut = [
            _boxed(self._native.cropped_to(held(x), [at(n, length) for n in shape]))
            for x, shape in zip(values, self._pattern, strict=True)
        ]
        numbers = [at(n, length) for n in self._growing_ints]
        nested, objects = put_together(self._structure, cut, numbers)
        count = len(nested) - len(self._names)
        named = dict(zip(self._names, nested[count:], strict=True))
        return cut, [x for x, _ in objects], nested[:count], named

    def called_at(self, module, values: list, length: int):
        """Call the program with a call's values; None where they are not on the host."""
        if self._native is None:
            self._native = programs_of(active_backend(values, {}))
        if self.bounds is None or not self.bounds.is_on_host:
            inputs = self._padded_inputs(values, length)
            return None if inputs is None else self(module, *inputs)
        memories = self._native.memories(list(map(held, values)))
        if memories is None:
            return None
        if (
            self._stand_ins is None
        ):  # of the shapes it was made for; of what they hold nothing is read
            padded = self._padded_inputs(values, length)
            self._stand_ins = tuple([_boxed(read(x)) for x in padded])
        try:
            return self._native.told(length, memories, self._called_again, module)
        except self._native.OutsideError:  # an index is: the forward itself raises what it raises
            return None

    def _called_again(self, module):
        """Call the program with its stand-ins, to which no other code has references."""
        if self._is_made:
            before, reading.ignores_gradients = reading.ignores_gradients, self._ignores_gradients
            try:
                made = self.call_again(self._stand_ins)
            finally:
                reading.ignores_gradients = before
            if made is not UNLIKE:
                return made
        self._is_made = True
        return self(module, *self._stand_ins)

    def _padded_inputs(self, values: list, length: int) -> list | None:
        """Return a call's values, padded, and the length; None where they are not on the host."""
        found: list = []
        for x, shape in zip(values, self._pattern, strict=True):
            sizes = [at(each, self.bucket) for each in shape]
            native = self._native.padded_to(held(x), sizes)
            if native is None:
                return None
            found.append(_boxed(native))
        known = self._lengths.get(length)
        if known is None:  # kept: JAX is given each once, which takes 5 us
            known = self._lengths[length] = self._native.length_of(length)
        found.append(_boxed(known))
        return found

    def result_at(self, made: tuple, length: int, objects: list) -> _Made | None:
        """Return the forward's result at a length; None if the program is not one for it.

        Parameters
        ----------
        made : tuple
            What the program gives.
        length : int
        objects : list
            The lists, dictionaries and objects among the arguments.
        """
        _, number, padded = made
        bounds = self._bounds[number]
        if not bounds.hold_at(length):
            return None
        if len(padded) > len(bounds.outputs):
            *padded, is_outside = padded
            if bool(np.asarray(read(is_outside))):  # the forward itself raises what it raises
                return None
        fresh = list(padded)  # the host gives them as long as they are
        if not bounds.is_on_host:
            for n, (x, shape) in enumerate(zip(padded, bounds.outputs, strict=True)):
                sizes = tuple([at(each, length) for each in shape])
                native = read(x)
                if tuple(native.shape) != sizes:
                    fresh[n] = _boxed(self._native.cropped_to(native, sizes))
        count = len(fresh) - len(bounds.slots)
        slots = [
            (objects[which], name, x)
            for (which, name), x in zip(bounds.slots, fresh[count:], strict=True)
        ]
        slots += [(objects[which], name, at(n, length)) for which, name, n in bounds.numbers]
        form = bounds.forms.at(length)
        return _Made(self.result_of(number, fresh[:count], (), (), (), objects, form=form), slots)

    def _reach(self, programs, lengths: list[int], found: list) -> tuple[int, int, bool]:
        """Return the shortest and longest length, and whether slices of that are whole arrays.

        The shortest is the longest where Python decides otherwise at the call's own length.
        """
        try:
            decisions = Decisions(lengths, [each.notes for each in found])
            template = programs.Template(lengths, [each.program for each in found])
        except (UnlikeError, programs.NotOneTemplateError) as err:
            raise Unsupported(f"by the length of what it is given: {err}") from err
        longest = self.bucket if template.most is None else min(template.most, self.bucket)
        while longest > self._length and not decisions.hold_at(longest):
            longest -= 1
        if longest < max(self._length, *lengths):
            raise Unsupported("its code, or a slice, is for shorter arguments")
        shortest = template.least if decisions.hold_at(self._length) else longest
        return shortest, longest, longest == template.most

    def _traced(self, body: Callable, values: list, given, programs, length: int) -> _Traced:
        """Trace the forward at one length."""
        notes: list = []
        made: list = []
        trace = tracing.current

        def run(*natives):
            with trace.scope(programs.trace_of(natives[0])) as scope, watched(notes):
                tensors = list(map(_boxed, natives))
                numbers = [
                    Length.of(at(n, length), notes) if type(n) is Affine else n
                    for n in self._growing_ints
                ]
                nested, objects = put_together(self._structure, tensors, numbers)
                self.objects = {id(x): n for n, (x, _) in enumerate(objects)}
                positional = len(nested) - len(self._names)
                named = dict(zip(self._names, nested[positional:], strict=True))
                unchanged = trace.holds_what_it_held()
                returned = body(*nested[:positional], **named)
                if not unchanged():
                    raise Unsupported("it changes what it finds outside")
                mark, number, fresh, *others = self._described(returned, given)
                outputs = self.results[number].form.outputs
                if any(others):
                    raise Unsupported("what it returns has a graph")
                if any(each.steps for each in outputs):
                    raise Unsupported("what it returns does not lie in order")
                if any(x._data is not each for x, each in zip(tensors, natives, strict=True)):
                    raise Unsupported("it writes to what it is given")
                try:
                    found = replaced(objects)
                except NotTakenApartError as err:
                    raise Unsupported(f"of what it is given {err}") from err
                slots, numbers = _tensors_and_numbers(found, [x._data for x in fresh])
                if scope.written or scope.draws or scope.draws_otherwise:
                    raise Unsupported("it draws, or writes to an array of outside")
                made[:] = mark, number, [(each.at, each.name) for each in slots], numbers
                return [read(x) for x in (*fresh, *[each.value for each in slots])]

        arguments = [
            np.empty([at(each, length) for each in shape], programs.dtype_of(read(x)))
            for x, shape in zip(values, self._pattern, strict=True)
        ]
        try:
            program = programs.traced(run, arguments)
        finally:
            self.objects = {}
        return _Traced(program, notes, *made[1:], made[0])


def _tensors_and_numbers(found: list, returned: list) -> tuple[list, list]:
    """Return the slots that got tensors, and (object, name, int) of the others.

    Raises
    ------
    Unsupported
        For tensors that anything else refers to, the ``returned`` among them.
    """
    slots = [each for each in found if type(each.value) is Tensor]
    numbers = [
        (*each[:2], int.__int__(each.value)) for each in found if type(each.value) is not Tensor
    ]
    if any(_may_share_memory(each.value) for each in slots):
        raise Unsupported("it puts a view into what it is given")
    if any(read(each.value) is x for each in slots for x in returned):
        raise Unsupported("it returns what it puts into what it is given")
    return slots, numbers


def _may_share_memory(x: Tensor) -> bool:
    """Return whether a tensor is a view of what anything else refers to."""
    return hasattr(x, "_view") and is_base_shared(x._view)


def _affine_numbers(lengths: list[int], found: list[list[tuple]]) -> list[tuple]:
    """Return (object, name, int or Affine) for the ints that traces at some lengths put there.

    Raises
    ------
    UnlikeError, NotAffineError
        If they are no sums of the length.
    """
    if len({tuple([each[:2] for each in numbers]) for numbers in found}) > 1:
        raise UnlikeError("Python keeps other numbers by the length")
    return [
        (*several[0][:2], affine_of(lengths, [each[2] for each in several]))
        for several in zip(*found, strict=True)
    ]


def _in_order(lengths: list[int], found: list) -> tuple[list[int], list]:
    """Return lengths in ascending order, and what belongs to each."""
    pairs = sorted(zip(lengths, found, strict=True), key=_FIRST)
    return [length for length, _ in pairs], [each for _, each in pairs]


def _boxed(native) -> Tensor:
    x = object.__new__(Tensor)
    x._data = native
    return x


# calls


class _Growth:
    """Growth of what a module is given, and its programs.

    Attributes
    ----------
    count, total : int
        How many calls were longer by one than those before them, in a row and in all.
    reason : str
        Why it has no programs; empty while it may have some.
    options : tuple
        What tells the module from others of its class.
    """

    _is_opaque = True  # no part of the module's own state, for those that compile with it

    __slots__ = (
        "_found", "_kind", "_matchers", "_next", "_pattern", "_patterns", "_remembered", "_seen",
        "_shapes", "_steps", "count", "families", "options", "reason", "reasons", "total",
    )  # fmt: skip

    def __init__(self):
        self._kind = self._shapes = self._pattern = self._next = None
        self._steps: list[int] = []
        self._remembered: tuple = None, None
        self._patterns: dict[tuple, set] = {}  # by which calls of a kind have grown
        self.count, self.total, self.reason = 0, 0, ""
        self.families: dict[tuple, list[_Family]] = {}
        self.options: tuple = ()
        self._found: tuple = None, None, None, []
        self.reasons: list[str] = []
        # structures of arguments, the last one's first, with what takes such arguments apart
        self._matchers: list[tuple] = []
        self._seen: dict[tuple, None] = {}  # structures that have none yet

    def __deepcopy__(self, memo) -> None:
        """Leave a copy of the module without programs: they are of the module's own tensors."""

    def __reduce__(self):
        return type(None), ()

    def parts_of(self, values: tuple) -> Parts | None:
        """Return the parts of a call's arguments as :func:`taken_apart` does."""
        for n, (structure, match) in enumerate(self._matchers):
            found = match(values)
            if found is not None:
                if n:
                    self._matchers.insert(0, self._matchers.pop(n))
                return Parts(structure, *found)
        parts = taken_apart(values)
        if parts is not None and parts.objects:
            structure = parts.structure
            if structure not in self._seen:
                self._seen[structure] = None
            elif self.families:  # a sentence's first call comes once for each
                self._matchers.insert(0, (structure, matcher_of(structure)))
                del self._seen[structure], self._matchers[MATCHERS_OF_GROWING_CALLS:]
            if len(self._seen) > MATCHERS_OF_GROWING_CALLS:
                del self._seen[next(iter(self._seen))]
        return parts

    def is_due(self, has_objects: bool) -> bool:
        """Return whether calls have grown for long enough that a program is made."""
        most = GROWING_CACHE_CALLS_BEFORE_PROGRAM if has_objects else GROWING_CALLS_BEFORE_PROGRAM
        return self.count >= min(GROWING_CALLS_IN_A_ROW, most) and self.total >= most

    def drop(self, family: _Family, reason: str) -> None:
        """Use a program no more; let others be made if all have come to nothing so often."""
        family.is_dropped = True
        self.reasons.append(reason)
        _failed.setdefault(family.__wrapped__, Counter())[self.options] += 1
        made = [each for families in self.families.values() for each in families]
        dropped = [each for each in made if each.is_dropped]
        if len(dropped) == len(made) >= FAILED_GROWING_PROGRAMS:
            self.reason = reason

    def stays(self, x) -> bool:
        """Return whether a call's one argument is of the last one's shape, which had not grown."""
        if self._pattern is not None or type(x) is not Tensor or self._shapes is None:
            return False
        return self._shapes == (tuple(held(x).shape),)

    def note(self, kind: tuple, shapes: tuple) -> tuple | None:
        """Note a call; return (pattern, length) if it goes on growing as those before it did."""
        before, self._shapes = self._shapes, shapes
        if kind != self._kind:
            self._kind, self.count, self._pattern, self._next = kind, 0, None, None
            return None
        if self._next is not None:
            sizes = list(chain.from_iterable(shapes))
            if sizes == self._next:  # as all calls of a sentence but the first ones
                self._next = list(map(operator.add, sizes, self._steps))
                self.count += 1
                self.total += 1
                return self._pattern, sizes[self._steps.index(1)]
            self._next = None
        if shapes == before:
            if self._pattern is None:
                return None
        else:
            pattern = _pattern_of(before, shapes)
            if pattern is None or pattern != self._pattern:
                self._pattern, self.count = pattern, int(pattern is not None)
                return None
            self.count += 1
            self.total += 1
            sizes = chain.from_iterable(pattern)
            self._steps = [each.step if type(each) is Affine else 0 for each in sizes]
            self._next = list(map(operator.add, chain.from_iterable(shapes), self._steps))
        return self._pattern, _length_of(self._pattern, shapes)

    def families_of(self, function, pattern: tuple, make_key: Callable) -> list[_Family]:
        """Return the programs of calls of the last kind that grow by a pattern.

        A key that is made of all that a cache consists of takes long to hash: the last one is kept.
        """
        *known, families = self._found
        wanted = self._kind, pattern, function
        if not all(map(operator.is_, known, wanted)):
            families = self.families.setdefault(make_key(), [])
            self._found = *wanted, families
        return families

    def remember(self, pattern: tuple) -> None:
        """Remember that calls of the last kind grow by a pattern."""
        if self._remembered[0] is not self._kind or self._remembered[1] is not pattern:
            self._patterns.setdefault(self._kind, set()).add(pattern)
            self._remembered = self._kind, pattern

    def as_remembered(self, kind: tuple, shapes: tuple) -> tuple | None:
        """Return (pattern, length) of a call that fits a pattern of earlier ones.

        The next sentence begins so: its first words need not show that they grow.
        """
        for pattern in self._patterns.get(kind, ()):
            length = _length_of(pattern, shapes)
            if _shapes_at(pattern, length) == shapes:
                return pattern, length
        return None


def _length_of(pattern: tuple, shapes: tuple) -> int:
    """Return the length of the first axis that grows."""
    for wanted, shape in zip(pattern, shapes, strict=True):
        for size, n in zip(wanted, shape, strict=True):
            if type(size) is Affine:
                return n
    raise ValueError("no axis grows")


def _shapes_at(pattern: tuple, length: int) -> tuple:
    return tuple([tuple([at(n, length) for n in shape]) for shape in pattern])


def _pattern_of(before: tuple, now: tuple) -> tuple | None:
    """Return the shapes with an :class:`Affine` for each axis that is longer by one; else None.

    Examples
    --------
    >>> _pattern_of(((1, 8), (1,)), ((1, 9), (1,)))
    ((1, Affine(start=0, step=1)), (1,))
    """
    found, first = [], None
    for one, other in zip(before, now, strict=True):
        sizes: list = []
        for n, m in zip(one, other, strict=True):
            if m == n + 1:
                first = m if first is None else first
                sizes.append(Affine(m - first, 1))
            elif m == n:
                sizes.append(m)
            else:
                return None
        found.append(tuple(sizes))
    return None if first is None else tuple(found)


class _Nested(threading.local):
    is_inside = False  # a forward that may become a program


_nested = _Nested()
# by forward and options of its modules: how many programs
_failed: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
_PLAIN = frozenset({bool, int, float, str, type(None)})
_SLOT = "_growth_of_forward"  # among a module's attributes


def _options_of(module) -> tuple:
    """Return the children, options and sizes by which modules of one class are told apart."""
    found = []
    for each in module.modules():
        found.append((type(each).__qualname__, _plain_of(each)))
        for name, value in vars(each).items():  # a configuration
            if hasattr(value, "__dict__") and not isinstance(value, (Tensor, type, _Growth)):
                found.append((name, _plain_of(value)))
    return tuple(found)


def _plain_of(x) -> tuple:
    return tuple([(name, each) for name, each in vars(x).items() if type(each) in _PLAIN])


def _has_failed(function, options: tuple) -> bool:
    """Return whether there was no program for a module as this one, or for many of its class."""
    failed = _failed.get(function, {})
    if failed.get(options, 0) >= FAILED_GROWING_PROGRAMS:
        return True
    return len(failed) >= FAILED_KINDS_OF_GROWING_MODULES


def growth_of(module) -> _Growth:
    """Return a module's record of calls whose arguments grow; make it the first time."""
    growth = module.__dict__.get(_SLOT)
    if growth is None:
        growth = module.__dict__[_SLOT] = _Growth()
    return growth


def call_growing(module, args: tuple, kwargs: dict, may_be_program: Callable):
    """Call a module's forward without gradients, by a program if what it is given grows.

    Parameters
    ----------
    module : Module
        Without hooks of its own.
    args, kwargs
        As it is called.
    may_be_program : callable
        Returns of ``(module, args)`` whether nothing is at work that has to see each function.
    """
    if _nested.is_inside or module.training or not module._modules:
        return module.forward(*args, **kwargs)
    growth = growth_of(module)
    if growth.reason:
        return module.forward(*args, **kwargs)
    if len(args) == 1 and not kwargs and growth.stays(args[0]):
        return _called_eagerly(module, args, kwargs)
    parts = growth.parts_of((*args, *kwargs.values()))
    if parts is None or not parts.tensors:
        return module.forward(*args, **kwargs)
    kind, shapes = _kind_of(parts, len(args), kwargs), _shapes_of(parts.tensors)
    if parts.numbers:
        shapes = (*shapes, tuple(parts.numbers))
    grown = growth.note(kind, shapes)
    if growth.families:
        if grown is None:
            grown = growth.as_remembered(kind, shapes)
        else:
            growth.remember(grown[0])
    if grown is not None and (growth.families or growth.is_due(bool(parts.objects))):
        family = _family_of(module, growth, *grown, parts, args, kwargs, may_be_program)
        if family is not None:
            made = _called(module, growth, family, parts, grown[1], args, kwargs)
            if made is not None:
                return made[0]
    if growth.count:
        with patience.while_lengths_change():
            return _called_eagerly(module, args, kwargs)
    return _called_eagerly(module, args, kwargs)


def _called_eagerly(module, args: tuple, kwargs: dict):
    _nested.is_inside = True
    try:
        return module.forward(*args, **kwargs)
    finally:
        _nested.is_inside = False


def _shapes_of(tensors: list) -> tuple:
    return tuple([tuple(held(x).shape) for x in tensors])


def _kind_of(parts: Parts, positional: int, kwargs: dict) -> tuple:
    """Return the kind of a call: of those that differ in lengths alone it is one."""
    natives = [(x.dtype, x.ndim) for x in map(held, parts.tensors)]
    return (default_slot[0], positional, *kwargs, *chosen_devices[-1:], parts.structure, *natives)


def _family_of(module, growth: _Growth, pattern, length, parts, args, kwargs, may_be_program):
    """Return the program for a call's length; None if there is none."""
    forward = module.forward
    if type(forward) is not types.MethodType or forward.__self__ is not module:
        return None
    if type(forward.__func__) is not types.FunctionType or not may_be_program(module, args):
        return None
    function, names = without_watcher(forward.__func__), tuple(kwargs)
    if not growth.families:
        growth.options = _options_of(module)
        if _has_failed(function, growth.options):
            growth.reason = "there was no program for another module of its class"
            growth.reasons.append(growth.reason)
            return None

    def key() -> tuple:
        return function, len(args), names, pattern, parts.structure

    families = growth.families_of(function, pattern, key)
    for family in families:
        if not family.is_dropped and family.is_for(length):
            return family
    bucket = bucket_of(length, bool(parts.objects))
    alike = [each for each in families if each.bucket == bucket]
    if len(alike) >= FAILED_GROWING_PROGRAMS or length < 2 * _SHORTEST:
        return None
    if any(each.bounds is not None and length < each.bounds.shortest for each in alike):
        return None
    count = len(parts.tensors)
    family = _Family(function, parts.structure, names, pattern, count, length, bucket)
    families.append(family)
    return family


def _called(module, growth: _Growth, family: _Family, parts: Parts, length: int, args, kwargs):
    """Return [the result of a program's call]; None if the forward is to run as it is."""
    bounds = family.bounds
    if bounds is not None and not bounds.hold_at(length):
        return None
    try:
        made = family.called_at(module, parts.tensors, length)
    except ChecksFailed:
        growth.drop(family, "Python may raise an error of its numbers")
        return None
    except (CompileError, Unsupported) as err:
        growth.drop(family, str(err))
        return None
    except Exception as err:  # the forward itself raises again what is the user's
        growth.drop(family, f"its program raised {type(err).__name__}: {err}")
        return None
    if made is None:
        return None
    if not is_of_program(made):
        growth.drop(family, "its program does not run")
        return None
    made = family.result_at(made, length, parts.objects)
    if made is None:
        return None
    if not family.bounds.is_new_at(length):
        made.put()
        return [made.result]
    # the first results of a program are compared with the forward's own
    with patience.while_lengths_change():
        expected = _called_eagerly(module, args, kwargs)
    if not made.is_alike(expected):
        growth.drop(family, "its program gave another result than the forward itself")
    elif family.bounds.compared == [length]:
        _compare_shortest(module, family, parts, length)
    return [expected]


def _compare_shortest(module, family: _Family, parts: Parts, length: int) -> None:
    """Compare a program's result at its shortest length, so that the next sentence need not.

    What the call was given is cut to that length. Where the forward raises then, or
    gives another result, calls of shorter lengths are compared when they come.
    """
    short = family.bounds.first_before(length)
    if short is None:
        return
    tensors, objects, args, kwargs = family.arguments_at(short, parts.tensors)
    try:
        made = family.called_at(module, tensors, short)
        made = made and family.result_at(made, short, objects)
        with patience.while_lengths_change():
            expected = made and _called_eagerly(module, args, kwargs)
    except Exception:  # the cut arguments may be no valid call
        return
    if made and made.is_alike(expected):
        family.bounds.compared.append(short)


def is_alike(one, other) -> bool:
    """Return whether two results of a forward are the same but for rounding.

    Examples
    --------
    >>> is_alike((1, "a"), (1, "a")), is_alike([1], [2])
    (True, False)
    """
    if one is other:
        return True
    if isinstance(other, Tensor):
        if type(one) is not type(other) or one.shape != other.shape or one.dtype != other.dtype:
            return False
        a, b = np.asarray(one), np.asarray(other)
        if not other.is_floating_point():
            return np.array_equal(a, b)
        a, b = a.astype(np.float64), b.astype(np.float64)
        finite = np.isfinite(b)
        scale = np.abs(b[finite]).max(initial=0.0)
        is_near = np.allclose(a[finite], b[finite], 0.0, ROUNDING_OF_GROWING_VALUES * scale)
        return is_near and np.array_equal(a[~finite], b[~finite], equal_nan=True)
    if type(one) is not type(other):
        return False
    if isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(map(is_alike, one, other))
    if isinstance(other, dict):
        return list(one) == list(other) and all(map(is_alike, one.values(), other.values()))
    if hasattr(other, "__dict__"):
        return is_alike(vars(one), vars(other))
    return one == other


def growth_note(module) -> tuple[str, str] | None:
    """Tell how a module runs whose arguments have grown, and why not by a program.

    Returns
    -------
    tuple of str, or None
        None if they have not.
    """
    growth = module.__dict__.get(_SLOT)
    if growth is None or not (growth.families or growth.reasons):
        return None
    has_program = any(each.bounds for families in growth.families.values() for each in families)
    reasons = "; ".join(dict.fromkeys(growth.reasons))
    return "a program for lengths that grow" if has_program else "eager", reasons


__all__ = ["bucket_of", "call_growing", "growth_note", "growth_of"]
