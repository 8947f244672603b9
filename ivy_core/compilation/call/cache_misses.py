"""Explanation of repeated cache misses: the values that change from call to call."""

from __future__ import annotations

from ..policy import MISSED_CALLS_IN_A_ROW, MOST_SHOWN_BITS

_SHOWN = (int, float, complex, str, bool, type(None))


class Changes:
    """Compares the calls of a function that found no program, one with the next."""

    __slots__ = ("_count", "_facts", "_hits", "_parts", "_said")

    def __init__(self):
        self._count, self._hits = 0, -1
        self._parts: dict[tuple, tuple] = {}
        self._facts: tuple = ()
        self._said = False

    def note(self, given, hits: int, names: tuple[str, ...]) -> str | None:
        """Take up a call; return what has changed if it is the fifth in a row, and none before.

        Parameters
        ----------
        given : CallSignature
            With parts.
        hits : int
            How many calls have found their program.
        names : tuple of str
            Those of the function's arguments.
        """
        self._count = self._count + 1 if hits == self._hits else 1
        self._hits = hits
        ends = [at for _, _, at in given.parts[1:]]
        key = given.key
        slices = zip(given.parts, [*ends, len(key)], strict=True)
        parts = {(id(owner), name): (owner, name, key[at:end]) for (owner, name, at), end in slices}
        before, self._parts = self._parts, parts
        facts, self._facts = self._facts, given.captured.facts
        if self._count < MISSED_CALLS_IN_A_ROW or self._said:
            return None
        self._said = True
        found = []
        for slot, (owner, name, part) in parts.items():
            if slot in before and before[slot][2] != part:
                if owner is given.captured:
                    found.append(_describe_changed_fact(facts, self._facts))
                else:
                    found.append(_describe_changed_slot(owner, name, before[slot][2], part, names))
        return (
            f"{MISSED_CALLS_IN_A_ROW} calls in a row were of another kind each: {'; '.join(found)}"
        )


def _describe_changed_slot(owner, name, before: tuple, now: tuple, names: tuple[str, ...]) -> str:
    """Return a phrase: an argument or slot has changed, from one constant to another if known."""
    from .closure_state import called

    if owner is not None:
        what = called(owner, name)
    else:
        name = names[name] if type(name) is int and name < len(names) else name
        what = f"the argument {name!r}"
    pairs = [(a, b) for a, b in zip(before, now, strict=False) if a != b]
    if pairs and all(map(_is_shown, pairs[0])):
        return f"{what} has changed ({pairs[0][0]!r}, then {pairs[0][1]!r})"
    return f"{what} has changed"


def _is_shown(value) -> bool:
    """Return whether a constant is written out where it has changed."""
    if isinstance(value, tuple):
        return all(map(_is_shown, value))
    is_long = isinstance(value, int) and value.bit_length() > MOST_SHOWN_BITS
    return isinstance(value, _SHOWN) and not is_long


def _describe_changed_fact(before: tuple, now: tuple) -> str:
    """Return a phrase that names the first function, class or constant not among ``before``."""
    for owner, name, fact in now:
        if (owner, name, fact) not in before:
            of = getattr(owner, "__name__", None)
            return f"{of}.{name} has changed" if of else f"{name or 'a function'} has changed"
    return "a function has changed"
