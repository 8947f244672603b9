"""The table of files that define the package's functions."""

from __future__ import annotations

import importlib
import types

from frontends.common.sections import read_sections

from ..operations import pointwise

# A file is imported when one of its functions is first asked for.
AREAS = read_sections(__file__, "areas.txt")
AREAS["operations.pointwise"] = " ".join(pointwise.__all__)
HOMES = {name: area for area, names in AREAS.items() for name in names.split()}


def home_of(name: str) -> types.ModuleType | None:
    """Return the file that defines a function, imported; None where there is no such function.

    Examples
    --------
    >>> home_of("cat").__name__
    'frontends.torch.operations.joining'
    """
    area = HOMES.get(name)
    return None if area is None else importlib.import_module(f"frontends.torch.{area}")


__all__ = ["AREAS", "HOMES", "home_of"]
