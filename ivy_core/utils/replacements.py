"""Replacements for compiled functions of other packages, by entry points.

A package whose functions are compiled for a framework's own arrays cannot compute with ours. What
computes them instead is registered in the group ``ivy_frontends.replacements``: the entry point's
name is a module of that package, or a namespace of ``torch.ops``; its value is a module whose
``__all__`` names the functions. Ours are registered in ``pyproject.toml`` as anybody's are.
"""

from __future__ import annotations

import types
from functools import cache
from importlib import metadata

from .exceptions import IvyValueError

GROUP = "ivy_frontends.replacements"


@cache
def registered() -> dict[str, metadata.EntryPoint]:
    """Return the entry points by the module that each replaces; IvyValueError if two replace one.

    Examples
    --------
    >>> "torch.ops.torchvision" in registered()
    True
    """
    found: dict[str, metadata.EntryPoint] = {}
    for entry in metadata.entry_points(group=GROUP):
        known = found.setdefault(entry.name, entry)
        if known.value != entry.value:  # an editable install may be listed twice
            raise IvyValueError(
                f"entry points {GROUP}: {known.value} and {entry.value} both replace {entry.name}"
            )
    return found


@cache
def replacement_of(module: str) -> types.ModuleType | None:
    """Return the module whose functions replace those of ``module``; None if nothing does."""
    entry = registered().get(module)
    return None if entry is None else entry.load()


def put_into(module: types.ModuleType) -> None:
    """Replace names of a module by those of its replacement."""
    replacement = replacement_of(module.__spec__.name if module.__spec__ else module.__name__)
    for name in replacement.__all__:
        setattr(module, name, getattr(replacement, name))
    if module.__doc__ is None:
        module.__doc__ = replacement.__doc__


class ReplacementLoader:
    """Load a module all of whose names are a replacement's: the package has it compiled only."""

    @staticmethod
    def create_module(spec) -> None:
        """Return None: the module is an ordinary one."""

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Fill a module with the names of its replacement."""
        put_into(module)


__all__ = ["GROUP", "ReplacementLoader", "put_into", "registered", "replacement_of"]
