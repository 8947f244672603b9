"""The lists of names beside these files: of Ivy's functions, of PyTorch's API."""

from __future__ import annotations


def read_names(text: str) -> dict[str, list[str]]:
    """Return names by category.

    Examples
    --------
    >>> read_names("# names\\n\\n[general]\\nadd sub\\nmul\\n")
    {'general': ['add', 'sub', 'mul']}
    """
    names: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            current = names[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            current += line.split()
    return names
