"""Entries of a report: names and patterns, and their positions in the code."""

from __future__ import annotations

from dataclasses import dataclass

from transpile.reports.catalogue import Status


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Position in the code: file, line and column, both counted from one, and the line's text."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Name:
    """A framework's name: what becomes of it, and where it is used.

    Attributes
    ----------
    name : str
        Its qualified name: ``"numpy.linalg.norm"``.
    status : Status
        ``"native"``, ``"host fallback"``, ``"passthrough"`` (NumPy's own object), ``"unknown"``,
        or ``"not yet"`` while its framework has no frontend.
    hint : str or None
        What to use instead.
    places : tuple of Place
        Where it is used.
    """

    name: str
    status: Status
    hint: str | None
    places: tuple[Place, ...]

    @property
    def count(self) -> int:
        """Number of uses."""
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A place to look at, the pattern that it follows, and what that means."""

    pattern: str
    message: str
    place: Place
