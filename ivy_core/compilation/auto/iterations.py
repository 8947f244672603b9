"""The iterations of a watched loop, part by part: of a range, or of arrays."""

from __future__ import annotations

import dis
import itertools
import types

from ivy_core.backends.holder import Holder

_WITHOUT_END = range(2**63 - 1)  # what the iterations of a `while` loop are numbered by


class Range:
    """The iterations of a loop through a range, part by part."""

    def __init__(self, numbers: range):
        self.numbers = numbers
        self.count = len(numbers)
        self.is_without_end = numbers == _WITHOUT_END

    def part(self, at: int, size: int) -> range:
        """Take the part of the function's iterable for some iterations."""
        return self.numbers[at : at + size]

    def traced(self, at: int, size: int):
        """Take the part of a program's iterable for the same iterations."""
        from .program_cache import LoopRange  # it loads what compiles

        if self.is_without_end:
            return LoopRange(self.part(at, size))
        part = self.part(at, size)  # its end may lie a step beyond that of the whole
        ends_before = part[-1] + (1 if part.step > 0 else -1)
        return LoopRange(range(part.start, ends_before, part.step), self.numbers)


class Items:
    """The iterations of a loop through arrays and ranges, which stay what they are: part by part.

    Parameters
    ----------
    make : callable or None
        ``zip``, ``enumerate`` or None.
    operands : tuple
    iterator : iterator
        What Python goes through; there is no other reference to it.
    count : int
    """

    is_without_end = False

    def __init__(self, make, operands: tuple, iterator, count: int):
        self.make, self.operands, self._iterator, self.count = make, operands, iterator, count
        self._at = 0

    def part(self, at: int, size: int):
        for _ in itertools.islice(self._iterator, at - self._at):
            pass  # what a program has gone through
        self._at = min(at + size, self.count)
        return itertools.islice(self._iterator, self._at - at)

    def traced(self, at: int, size: int):
        from .program_cache import LoopItems  # as above

        return LoopItems(self.make, self.operands, range(at, min(at + size, self.count)))


def iterations_in_parts(iterations, operands: tuple, options: dict):
    """Return (a Range or Items, None, ""), or (None, what Python goes through, reason why)."""
    if type(iterations) is range and not operands:
        return Range(iterations), None, ""
    make = None
    if operands or options:
        make, iterated = iterations, iterations(*operands, **options)
    else:
        iterated, operands = iterations, (iterations,)
    is_known = (
        make in (None, zip) and not options or make is enumerate and set(options) <= {"start"}
    )
    if not is_known:
        return None, iterated, "what it goes through is not known"
    arrays = operands[:1] if make is enumerate else operands
    for each in arrays:
        if not (type(each) is range or isinstance(each, Holder) and len(each.shape)):
            what = f"it goes through a {type(each).__name__}, not through arrays and ranges"
            return None, iterated, what
    if make is enumerate:
        operands = (*operands, *options.values())
        if any(type(each) is not int for each in operands[1:]):
            return None, iterated, "what it goes through is not known"
    count = min(map(len, arrays))
    return Items(make, operands, iter(iterated), count), None, ""


def has_return_true(code: types.CodeType) -> bool:
    """Return whether a loop's function can return True: that it was left by ``break``."""
    previous = None
    for each in dis.get_instructions(code):
        if each.opname == "RETURN_CONST" and each.argval is True:
            return True
        if each.opname == "RETURN_VALUE" and previous is not None and previous.argval is True:
            return True
        previous = each
    return False
