"""Lengths that keep changing: of shapes that differ in one of them, only the first are compiled.

A sentence that grows by a word has its functions called with (1, 8, 48), (1, 9, 48) and so on. The
calls of one function whose shapes, dtypes and options differ in one length alone are a *family*. A
family gets a kernel for each of its first lengths; whatever else comes is for who needs no kernel.
"""

from __future__ import annotations

from collections.abc import Callable

from .patience import patience


class Lengths:
    """Decide by the lengths that came before whether a call of a function is compiled.

    The decision for a call never changes, so equal calls give equal bits.

    Parameters
    ----------
    most : int
        Lengths of a family that are compiled.
    families : int
        Families that are known at most; what belongs to none is compiled.

    Examples
    --------
    >>> lengths = Lengths(2, 100)
    >>> [lengths.are_compiled(((1, n, 48),), "float32") for n in (8, 9, 10, 8)]
    [True, True, False, True]
    >>> with patience.while_lengths_change():
    ...     lengths.are_compiled(((1, 7, 96),), "float32")
    False
    >>> lengths.are_compiled(((1, 7, 96),), "float32")
    False
    """

    __slots__ = ("_families", "_families_limit", "_known", "_left", "_most")

    def __init__(self, most: int, families: int):
        self._most, self._families_limit = most, families
        self._families: dict[tuple, set[int]] = {}
        self._known: dict[tuple, bool] = {}
        self._left: set[tuple] = set()  # calls that first came while lengths were changing

    def are_compiled(
        self, shapes: tuple[tuple[int, ...], ...], others, is_light: Callable | None = None
    ) -> bool:
        """Return whether a call is compiled.

        Parameters
        ----------
        shapes : tuple of shapes
            Of the arrays, in order.
        others : hashable
            What else the kernel depends on: dtypes, options.
        is_light : callable, optional
            Says whether the host is nearly as quick: it computes such calls if they first come
            when a loop has trained for long.

        Returns
        -------
        bool
        """
        key = shapes, others
        found = self._known.get(key)
        if found is None:
            families = self._families_of(shapes, others)
            found = not self._is_left(key, families, is_light) and self._decide(families)
            if len(self._known) >= self._families_limit:
                self._known.clear()  # the families say the same of each of them again
            self._known[key] = found
        return found

    def _is_left(self, key: tuple, families: list, is_light: Callable | None) -> bool:
        """Return whether a call first came, or comes now, when nothing new is compiled."""
        if key in self._left:
            return True
        is_late = patience.lengths_change
        if patience.is_over and is_light is not None:
            is_new = any(length not in known for known, length in families)
            is_late = is_late or is_new and is_light()
        if not is_late or len(self._left) >= self._families_limit:
            return False
        self._left.add(key)
        return True

    def _families_of(self, shapes, others) -> list[tuple[set[int], int]]:
        """Return the lengths that each family of a call has had, with the call's own one."""
        found = []
        for length in sorted({n for shape in shapes for n in shape if n > 1}):
            family = tuple([tuple([0 if n == length else n for n in shape]) for shape in shapes])
            key = family, others
            if key not in self._families and len(self._families) >= self._families_limit:
                continue
            found.append((self._families.setdefault(key, set()), length))
        return found

    def _decide(self, families: list) -> bool:
        if any(len(known) >= self._most and length not in known for known, length in families):
            return False
        for known, length in families:
            known.add(length)
        return True


__all__ = ["Lengths"]
