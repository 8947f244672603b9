"""Tables of names that are kept as text: a file of sections beside the module that reads it.

A line ``[heading]`` begins a section, whose names stand behind it and on the lines below. What
stands before the first heading says what the table is.
"""

from __future__ import annotations

from pathlib import Path


def read_sections(module_file: str, name: str) -> dict[str, str]:
    """Return a dict from headings to the text below each, of the file ``name`` beside a module.

    Parameters
    ----------
    module_file : str
        The module's ``__file__``.
    name : str
        Such as ``areas.txt``.

    Examples
    --------
    >>> from frontends import numpy
    >>> read_sections(numpy.__file__, "areas.txt")["sums"].split()
    ['sum']
    """
    _, *sections = Path(module_file).with_name(name).read_text(encoding="utf-8").split("\n[")
    return dict([section.split("]", 1) for section in sections])


__all__ = ["read_sections"]
