"""Lengths that Python sees while a forward is traced, and what it decides by them.

A forward that is traced at one length is a program for others only if its Python code does the same
there. While a trace is watched, the sizes of tensors are ints that note what they are compared
with; :class:`Decisions` tells of another length whether all comparisons come out as they did.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import sys
import threading
from collections.abc import Callable, Iterator, Sequence

from frontends.torch.tensors.size import size_of
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.common.affine import NotAffineError, affine_of, at

_COMPARED = ("lt", "le", "eq", "ne", "gt", "ge")
_SUMS = ("add", "sub", "mul")
_DIVIDED = ("floordiv", "mod")
# what makes something else of an int, of which nothing is known any more
_ENDS = ("float", "int", "trunc", "truediv", "pow", "hash", "str", "repr", "format", "round")
# whose functions mean the same at each length, but for what runs the user's statements
_OURS, _CONVERTED = frozenset({"frontends", "ivy_core", "jax", "numpy"}), "ivy_core.compilation."
_METHODS = "size", "numel", "nelement", "stride", "storage_offset"
_PROPERTIES = "shape", "nbytes"
_watching = threading.RLock()  # one trace at a time


class Length(int):
    """A size that notes what it is compared with.

    Attributes
    ----------
    notes : list of (str, tuple of int, result)
        Operators with their operands.
    """

    notes: list

    @classmethod
    def of(cls, value: int, notes: list) -> Length:
        """Make one of an int."""
        made = int.__new__(cls, value)
        made.notes = notes
        return made

    def note(self, name: str, operands: tuple, result) -> None:
        """Note an operator that the user's code applies; what the library does is its own."""
        if _is_users(sys._getframe(2)):
            self.notes.append((name, operands, result))

    def __bool__(self) -> bool:
        self.note("bool", (_plain(self),), _plain(self) != 0)
        return _plain(self) != 0

    def __neg__(self):
        return Length.of(-_plain(self), self.notes)

    def item(self) -> int:
        """Return the int, as scalars do: the library asks what is no number of Python's own."""
        return _plain(self)

    def __divmod__(self, other):
        return self // other, self % other

    def __reduce__(self):
        return int, (_plain(self),)


_as_int = int.__int__  # which the class below notes


def _plain(value):
    return _as_int(value) if isinstance(value, Length) else value


def _comparison(name: str) -> Callable:
    compare = getattr(operator, name)

    def method(self, other):
        if not isinstance(other, int):
            if isinstance(other, float):
                self.note("end", (_plain(self),), name)
            return getattr(int, f"__{name}__")(self, other)
        operands = _plain(self), _plain(other)
        result = compare(*operands)
        self.note(name, operands, result)
        return result

    return method


def _arithmetic(name: str, is_reflected: bool) -> Callable:
    compute = getattr(operator, name)

    def method(self, other):
        if not isinstance(other, int) or isinstance(other, bool):
            self.note("end", (_plain(self),), name)
            return getattr(int, f"__{'r' * is_reflected}{name}__")(self, other)
        operands = _plain(self), _plain(other)
        operands = operands[::-1] if is_reflected else operands
        result = compute(*operands)
        # a product of two lengths is no sum: what it leads to is compared at three lengths
        if name in _DIVIDED or name == "mul" and isinstance(other, Length):
            self.note(name, operands, result)
        return Length.of(result, self.notes)

    return method


def _end(name: str) -> Callable:
    compute = getattr(int, f"__{name}__")

    def method(self, *others):
        self.note("end", (_as_int(self),), name)
        return compute(_as_int(self), *map(_plain, others))

    return method


for _name in _COMPARED:
    setattr(Length, f"__{_name}__", _comparison(_name))
for _name in (*_SUMS, *_DIVIDED):
    setattr(Length, f"__{_name}__", _arithmetic(_name, False))
    setattr(Length, f"__r{_name}__", _arithmetic(_name, True))
for _name in (*_ENDS, "rtruediv", "rpow"):
    setattr(Length, f"__{_name}__", _end(_name))


def _is_users(frame) -> bool:
    """Return whether a frame runs the user's code, or what stands for its statements."""
    module = frame.f_globals.get("__name__", "")
    return module.partition(".")[0] not in _OURS or module.startswith(_CONVERTED)


def _as_lengths(value, notes: list):
    """Return an int, or ints in a tuple, as lengths that note what is done with them."""
    if type(value) is int:
        return Length.of(value, notes)
    if isinstance(value, tuple):
        return size_of(tuple([Length.of(each, notes) for each in value]))
    return value


@contextlib.contextmanager
def watched(notes: list) -> Iterator[None]:
    """Have sizes of tensors note in a list what this thread's code does with them."""
    thread = threading.get_ident()

    def noting(function: Callable) -> Callable:
        @functools.wraps(function)
        def of_users(self, *args, **kwargs):
            found = function(self, *args, **kwargs)
            is_watched = threading.get_ident() == thread and _is_users(sys._getframe(1))
            return _as_lengths(found, notes) if is_watched else found

        return of_users

    def noted_len(self) -> int:
        found = count(self)
        if threading.get_ident() == thread and _is_users(sys._getframe(1)):
            notes.append(("end", (found,), "len"))  # Python takes an int alone
        return found

    count = Tensor.__len__
    with _watching:
        before = {name: getattr(Tensor, name) for name in (*_METHODS, *_PROPERTIES)}
        for name in _METHODS:
            setattr(Tensor, name, noting(before[name]))
        for name in _PROPERTIES:
            setattr(Tensor, name, property(noting(before[name].fget)))
        Tensor.__len__ = noted_len
        try:
            yield
        finally:
            for name, each in before.items():
                setattr(Tensor, name, each)
            Tensor.__len__ = count


class UnlikeError(Exception):
    """Python's code does something else by the length."""


class Decisions:
    """Decisions of Python by lengths, the same ones at some of them.

    Parameters
    ----------
    lengths : sequence of int
    notes : sequence of list
        Those of the traces at the lengths.

    Raises
    ------
    UnlikeError
        If it decided otherwise at one of them, or by something other than sums of the length.
    """

    def __init__(self, lengths: Sequence[int], notes: Sequence[list]):
        found: dict = {}
        if len({len(each) for each in notes}) > 1:
            raise UnlikeError("Python does more, or less, by the length")
        for several in zip(*notes, strict=True):
            name, operands, result = several[0]
            if any(each[0] != name for each in several):
                raise UnlikeError("Python does something else by the length")
            try:
                operands = [
                    affine_of(lengths, each)
                    for each in zip(*[each[1] for each in several], strict=True)
                ]
                if all(type(each) is int for each in operands):
                    continue
                if name == "end":
                    raise UnlikeError(f"Python computes with the length ({result})")
                result = affine_of(lengths, [each[2] for each in several])
            except NotAffineError as err:
                raise UnlikeError(f"Python decides by the length ({name}): {err}") from err
            found[name, tuple(operands), result] = None
        self._notes = list(found)
        self._known: dict[int, bool] = {}

    def hold_at(self, length: int) -> bool:
        """Return whether Python decides alike at a length."""
        found = self._known.get(length)
        if found is None:
            found = self._known[length] = all(
                _computed(name, [at(each, length) for each in operands]) == at(result, length)
                for name, operands, result in self._notes
            )
        return found


def _computed(name: str, operands: list[int]):
    if name == "bool":
        return operands[0] != 0
    if name in _DIVIDED and not operands[1]:
        return None  # it raises there
    return getattr(operator, name)(*operands)


__all__ = ["Decisions", "Length", "UnlikeError", "watched"]
