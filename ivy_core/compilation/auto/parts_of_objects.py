"""Parts of objects: what a watched function reads of its ``self``, in place of all of it."""

from __future__ import annotations


class Part:
    """Some attributes of an object."""


def part_of(x, names: tuple[str, ...], part: Part) -> Part:
    """Return ``part`` with the attributes of ``x`` of these names.

    Examples
    --------
    >>> part_of(1j, ("real", "imag"), Part()).imag
    1.0
    """
    held = vars(part)
    for name in names:
        held[name] = getattr(x, name)
    return part
