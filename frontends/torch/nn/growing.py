"""Forwards whose arguments grow by one from call to call: one program for many lengths.

A sentence that grows by a word has a decoder called with (1, 8), (1, 9), (1, 10) tokens. After some
such calls a program is made for all lengths up to a bucket's: the forward is traced at three
lengths, what the traces have in common is computed for arguments that are padded, and told how many
elements count. Where the traces are not alike, or Python decides by the length
(:mod:`.lengths`), the forward runs as it is. It is made of calls without gradients alone, of models
in ``eval()``, and used while the arguments go on growing: any other call sees nothing of it.
"""

from __future__ import annotations

import functools
import operator
import threading
import types
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from frontends.torch.policy import (
    FAILED_GROWING_PROGRAMS,
    GROWING_CALLS_BEFORE_PROGRAM,
    LONGEST_DOUBLED_BUCKET_POSITIONS,
    ROUNDING_OF_GROWING_VALUES,
    SHORTEST_BUCKET_POSITIONS,
)
from frontends.torch.tensors.devices import chosen_devices
from frontends.torch.tensors.dtypes import default_slot, dtype
from frontends.torch.tensors.size import Size
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backend_handler import active_backend
from ivy_core.backends.common.affine import Affine, at
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import programs_of
from ivy_core.compilation.call.function import CompileError
from ivy_core.compilation.source.conversion import traceable
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.runtime_checks import ChecksFailed
from ivy_core.compilation.trace.trace import Unsupported

from .lengths import Decisions, UnlikeError, watched
from .programs import ModuleProgram, flatten_values, is_of_program, nested_values

_FIRST = operator.itemgetter(0)
_SHORTEST = 2  # of one element alone much is special
_PLAIN = frozenset({bool, int, float, str, type(None), dtype, Size})


def bucket_of(length: int) -> int:
    """Return the length to which arguments of a length are padded.

    Examples
    --------
    >>> [bucket_of(length) for length in (5, 64, 65, 129, 300)]
    [64, 64, 128, 256, 384]
    """
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
    mark
        The first element of what a :class:`ModuleProgram` gives.
    """

    program: object
    notes: list
    number: int
    mark: object


class _Bounds(NamedTuple):
    """Bounds of one program: the lengths that it is for, and the shapes that it gives.

    Attributes
    ----------
    shortest, longest : int
    decisions : Decisions
        What Python decides by the length.
    outputs : list of tuple
        Shapes of the tensors that it gives.
    compared : list of int
        The lengths at which a result has been compared with the forward's own.
    """

    shortest: int
    longest: int
    decisions: Decisions
    outputs: list[tuple]
    compared: list[int]

    def is_new_at(self, length: int) -> bool:
        """Return whether a result is to be compared; it is not at the next call.

        A decision of Python's that no note tells of would show: by a length that is no longer than
        all before, by the longest one, or by one between.
        """
        known = self.compared
        if known and min(known) <= length < min(4 * max(known), self.longest):
            return False
        is_new = length not in known
        known.append(length)
        return is_new

    def hold_at(self, length: int) -> bool:
        """Return whether the program is one for a length."""
        is_between = self.shortest <= length <= self.longest
        return is_between and self.decisions.hold_at(length)


class _Family(ModuleProgram):
    """The program of a forward for the lengths of one bucket.

    Parameters
    ----------
    function, shapes, names
        As of a :class:`ModuleProgram`.
    pattern : tuple
        For each argument its shape, with an :class:`Affine` for each axis that grows; None for one
        that is no tensor.
    length, bucket : int
        That of the call it is made for, and the longest one.

    Attributes
    ----------
    bounds : _Bounds or None
        Those of the program that was made last.
    bucket : int
    """

    def __init__(self, function, shapes, names, pattern: tuple, length: int, bucket: int):
        super().__init__(function, shapes, names)
        self._pattern, self._length, self.bucket = pattern, length, bucket
        self._native = None
        self.bounds: _Bounds | None = None
        self._bounds: dict[int, _Bounds] = {}  # by the number of the trace

    def is_for(self, length: int) -> bool:
        """Return whether its last program is one for a length, or there is none yet."""
        if self.bounds is None:
            return length <= self.bucket
        return self.bounds.shortest <= length <= self.bounds.longest

    def _convert(self, given, function):
        body = traceable(function)

        def traced(module, *values):
            *values, count = values
            return self._padded(functools.partial(body, module), values, count, given)

        return traced

    def _padded(self, body: Callable, values: list, count: Tensor, given) -> tuple:
        """Return the results for padded arguments, of which so many elements count."""
        programs = tracing.current.programs
        traced = functools.partial(self._traced, body, values, given, programs)
        lengths, found = self._probed(traced)
        longest, is_whole = self._longest(programs, lengths, found)
        # where a slice is the whole array there is none in the trace
        third = longest - is_whole
        if third <= lengths[1]:
            third = lengths[0] - 1
        lengths.append(third)
        found.append(traced(third))
        found = [each for _, each in sorted(zip(lengths, found, strict=True), key=_FIRST)]
        lengths.sort()
        numbers = [each.number for each in found]
        if any(self.results[each].nest != self.results[numbers[0]].nest for each in numbers):
            raise Unsupported("its result is another one by the length")
        try:
            decisions = Decisions(lengths, [each.notes for each in found])
            template = programs.Template(lengths, [each.program for each in found], longest)
            natives = [read(x) for x, shape in zip(values, self._pattern, strict=True) if shape]
            results = programs.padded_program(template, natives, read(count).reshape(()))
        except (UnlikeError, programs.NotOneTemplateError) as err:
            raise Unsupported(f"by the length of what it is given: {err}") from err
        shortest = max(_SHORTEST, template.least)
        self.bounds = _Bounds(shortest, longest, decisions, template.output_shapes, [])
        self._bounds[numbers[-1]] = self.bounds
        return found[-1].mark, numbers[-1], list(map(_boxed, results))

    def _probed(self, traced: Callable) -> tuple[list[int], list]:
        """Return two lengths next to each other, if possible far from the call's, and traces."""
        middle = (self._length + self.bucket) // 2
        if middle - 1 > self._length:
            lengths = [middle - 1, middle]
            try:
                return lengths, list(map(traced, lengths))
            except Exception:  # perhaps these are too long for the forward: look at the call's own
                if self._length <= _SHORTEST:
                    raise
        lengths = [self._length - 1, self._length]
        return lengths, list(map(traced, lengths))

    def inputs_of(self, values: list, length: int) -> list | None:
        """Return a call's values, padded, and the length; None where they are not on the host."""
        if self._native is None:
            self._native = programs_of(active_backend(values, {}))
        found: list = []
        for x, shape in zip(values, self._pattern, strict=True):
            if shape is None:
                found.append(x)
                continue
            sizes = [at(each, self.bucket) for each in shape]
            native = self._native.padded_to(held(x), sizes)
            if native is None:
                return None
            found.append(_boxed(native))
        found.append(_boxed(self._native.length_of(length)))
        return found

    def result_at(self, made: tuple, length: int) -> list | None:
        """Return [the forward's result at a length]; None if the program is not one for it."""
        _, number, padded = made
        bounds = self._bounds[number]
        if not bounds.hold_at(length):
            return None
        fresh = []
        for x, shape in zip(padded, bounds.outputs, strict=True):
            sizes = tuple([at(each, length) for each in shape])
            native = read(x)
            if tuple(native.shape) != sizes:
                x = _boxed(self._native.cropped_to(native, sizes))
            fresh.append(x)
        return [self.result_of(number, fresh)]

    def _longest(self, programs, lengths: list[int], found: list) -> tuple[int, bool]:
        """Return the longest length of the bucket, and whether slices of it are whole arrays."""
        try:
            decisions = Decisions(lengths, [each.notes for each in found])
            most = programs.Template(lengths, [each.program for each in found]).most
        except (UnlikeError, programs.NotOneTemplateError) as err:
            raise Unsupported(f"by the length of what it is given: {err}") from err
        longest = self.bucket if most is None else min(most, self.bucket)
        while longest > self._length and not decisions.hold_at(longest):
            longest -= 1
        if longest < max(self._length, *lengths):
            raise Unsupported("its code, or a slice, is for shorter arguments")
        return longest, longest == most

    def _traced(self, body: Callable, values: list, given, programs, length: int) -> _Traced:
        """Trace the forward at one length."""
        notes: list = []
        made: list = []
        trace = tracing.current

        def run(*natives):
            left = iter(natives)
            with trace.scope(programs.trace_of(natives[0])) as scope, watched(notes):
                tensors = [
                    x if shape is None else _boxed(next(left))
                    for x, shape in zip(values, self._pattern, strict=True)
                ]
                flat = iter(tensors)
                nested = [nested_values(each, flat) for each in self._shapes]
                positional = len(nested) - len(self._names)
                named = dict(zip(self._names, nested[positional:], strict=True))
                returned = body(*nested[:positional], **named)
                mark, number, fresh, *others = self._described(returned, given)
                if any(others) or any(each.view for each in self.results[number].form.outputs):
                    raise Unsupported("what it returns is a view, or has a graph")
                now = [x for x, shape in zip(tensors, self._pattern, strict=True) if shape]
                if any(x._data is not native for x, native in zip(now, natives, strict=True)):
                    raise Unsupported("it writes to what it is given")
                if scope.written or scope.draws or scope.draws_otherwise:
                    raise Unsupported("it draws, or writes to an array of outside")
                made[:] = mark, number
                return [read(x) for x in fresh]

        arguments = [
            np.empty([at(each, length) for each in shape], programs.dtype_of(read(x)))
            for x, shape in zip(values, self._pattern, strict=True)
            if shape
        ]
        program = programs.traced(run, arguments)
        mark, number = made
        return _Traced(program, notes, number, mark)


def _boxed(native) -> Tensor:
    x = object.__new__(Tensor)
    x._data = native
    return x


# calls


class _Growth:
    """Growth of what a module is given, and its programs.

    Attributes
    ----------
    reason : str
        Why it has no programs; empty while it may have some.
    """

    _is_opaque = True  # no part of the module's own state, for those that compile with it

    __slots__ = (
        "_kind", "_pattern", "_shapes", "count", "failures", "families", "reason", "reasons",
    )  # fmt: skip

    def __init__(self):
        self._kind = self._shapes = self._pattern = None
        self.count, self.failures, self.reason = 0, 0, ""
        self.families: dict[tuple, list[_Family]] = {}
        self.reasons: list[str] = []

    def __deepcopy__(self, memo) -> None:
        """Leave a copy of the module without programs: they are of the module's own tensors."""

    def __reduce__(self):
        return type(None), ()

    def drop(self, family: _Family, reason: str) -> None:
        """Use a program no more; none at all once some have come to nothing."""
        for families in self.families.values():
            families[:] = [each for each in families if each is not family]
        self.failures += 1
        self.count = 0
        self.reasons.append(reason)
        if self.failures >= FAILED_GROWING_PROGRAMS:
            self.reason = reason

    def note(self, kind: tuple, shapes: tuple) -> tuple | None:
        """Note a call; return (pattern, length) if it goes on growing as those before it did."""
        before, self._shapes = self._shapes, shapes
        if kind != self._kind:
            self._kind, self.count, self._pattern = kind, 0, None
            return None
        if shapes == before:
            if self._pattern is None:
                return None
        else:
            pattern = _pattern_of(before, shapes)
            if pattern is None or pattern != self._pattern:
                self._pattern, self.count = pattern, int(pattern is not None)
                return None
            self.count += 1
        return self._pattern, _length_of(self._pattern, shapes)


def _length_of(pattern: tuple, shapes: tuple) -> int:
    """Return the length of the first axis that grows."""
    for wanted, shape in zip(pattern, shapes, strict=True):
        for size, n in zip(wanted or (), shape or (), strict=True):
            if type(size) is Affine:
                return n
    raise ValueError("no axis grows")


def _pattern_of(before: tuple, now: tuple) -> tuple | None:
    """Return the shapes with an :class:`Affine` for each axis that is longer by one; else None.

    Examples
    --------
    >>> _pattern_of(((1, 8), None), ((1, 9), None))
    ((1, Affine(start=0, step=1)), None)
    """
    found, first = [], None
    for one, other in zip(before, now, strict=True):
        if other is None:
            found.append(None)
            continue
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
_SLOT = "_growth_of_forward"  # among a module's attributes


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
    growth = module.__dict__.get(_SLOT)
    if growth is None:
        growth = module.__dict__[_SLOT] = _Growth()
    if growth.reason:
        return module.forward(*args, **kwargs)
    found = _kind_of(args, kwargs)
    if found is None:
        return module.forward(*args, **kwargs)
    grown = growth.note(*found)
    if grown is not None and (growth.families or growth.count >= GROWING_CALLS_BEFORE_PROGRAM):
        family = _family_of(module, growth, *grown, args, kwargs, may_be_program)
        if family is not None:
            made = _called(module, growth, *family, grown[1], args, kwargs)
            if made is not None:
                return made[0]
    _nested.is_inside = True
    try:
        return module.forward(*args, **kwargs)
    finally:
        _nested.is_inside = False


def _kind_of(args: tuple, kwargs: dict) -> tuple | None:
    """Return (kind, shapes) of a call; None if an argument is neither tensor nor constant."""
    kinds: list = [default_slot[0], len(args), *kwargs, *chosen_devices[-1:]]
    shapes: list = []
    if not _add_kinds((*args, *kwargs.values()), kinds, shapes):
        return None
    return tuple(kinds), tuple(shapes)


def _add_kinds(values, kinds: list, shapes: list) -> bool:
    for x in values:
        kind = type(x)
        if kind is Tensor:
            native = held(x)
            shape = tuple(native.shape)
            kinds += native.dtype, len(shape)
            shapes.append(shape)
        elif kind in _PLAIN:
            kinds += kind, x
            shapes.append(None)
        elif kind is tuple:
            kinds.append(len(x))
            if not _add_kinds(x, kinds, shapes):
                return False
        else:
            return False
    return True


def _family_of(module, growth: _Growth, pattern, length, args, kwargs, may_be_program):
    """Return (the program for a call's length, its values, flat); None if there is none."""
    forward = module.forward
    if type(forward) is not types.MethodType or forward.__self__ is not module:
        return None
    if type(forward.__func__) is not types.FunctionType or not may_be_program(module, args):
        return None
    values: list = []
    try:
        shapes = flatten_values((*args, *kwargs.values()), values, {})
    except Unsupported:
        return None  # its elements lie in another order
    function, names = forward.__func__, tuple(kwargs)
    families = growth.families.setdefault((function, shapes, names, pattern), [])
    for family in families:
        if family.is_for(length):
            return family, values
    alike = [each.bounds for each in families if each.bucket == bucket_of(length)]
    if len(alike) > 1 or any(length < each.shortest for each in alike) or length < 2 * _SHORTEST:
        return None
    family = _Family(function, shapes, names, pattern, length, bucket_of(length))
    families.append(family)
    return family, values


def _called(module, growth: _Growth, family: _Family, values: list, length: int, args, kwargs):
    """Return [the result of a program's call]; None if the forward is to run as it is."""
    bounds = family.bounds
    if bounds is not None and not bounds.hold_at(length):
        return None
    inputs = family.inputs_of(values, length)
    if inputs is None:
        return None
    try:
        made = family(module, *inputs)
    except ChecksFailed:
        growth.drop(family, "Python may raise an error of its numbers")
        return None
    except (CompileError, Unsupported) as err:
        growth.drop(family, str(err))
        return None
    except Exception as err:  # the forward itself raises again what is the user's
        growth.drop(family, f"its program raised {type(err).__name__}: {err}")
        return None
    if not is_of_program(made):
        growth.drop(family, "its program does not run")
        return None
    result = family.result_at(made, length)
    if result is None or not family.bounds.is_new_at(length):
        return result
    # the first results of a program are compared with the forward's own
    _nested.is_inside = True
    try:
        expected = module.forward(*args, **kwargs)
    finally:
        _nested.is_inside = False
    if not _is_alike(result[0], expected):
        growth.drop(family, "its program gave another result than the forward itself")
    return [expected]


def _is_alike(one, other) -> bool:
    """Return whether two results of a forward are the same but for rounding."""
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
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(other, dict):
        return list(one) == list(other) and all(map(_is_alike, one.values(), other.values()))
    if hasattr(other, "__dict__"):
        return _is_alike(vars(one), vars(other))
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


__all__ = ["bucket_of", "call_growing", "growth_note"]
