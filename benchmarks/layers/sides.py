"""Both sides of a case: ours, and the framework's own words."""

from __future__ import annotations

from collections.abc import Callable

import ivy_core as ivy
from ivy_core.backends.holder import read

from .cases import OURS, Case
from .natives import native


def sides(case: Case, backend: str, sizes: tuple | None = None) -> tuple[Callable, Callable]:
    """Return a function without arguments for ours, and one for native.

    Both compute with the same native arrays: where one lies makes up to a factor of two.
    """
    function = native(backend)[case.kind]
    mine = [ivy.asarray(v) for v in case.arrays(sizes)]
    theirs = [read(each) for each in mine]
    ours = OURS[case.kind]
    return lambda: ours(case.option, *mine), lambda: function(case.option, *theirs)


def is_measured(case: Case, backend: str) -> bool:
    """Return whether both sides have the case: NumPy has no gradients."""
    return case.kind in native(backend) and not (backend == "numpy" and "gradient" in case.kind)
