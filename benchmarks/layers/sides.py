"""Both sides of a case: ours, and the framework's own words."""

from __future__ import annotations

from collections.abc import Callable

import ivy_core as ivy

from .cases import OURS, Case
from .natives import native


def sides(case: Case, backend: str, sizes: tuple | None = None) -> tuple[Callable, Callable]:
    """Return a function without arguments for ours, and one for native."""
    words, values = native(backend), case.arrays(sizes)
    mine, theirs = [ivy.asarray(v) for v in values], [words.make(v) for v in values]
    ours, function = OURS[case.kind], words.functions[case.kind]
    return lambda: ours(case.option, *mine), lambda: function(case.option, *theirs)


def is_measured(case: Case, backend: str) -> bool:
    """Return whether both sides have the case: NumPy has no gradients."""
    return case.kind in native(backend).functions and not (
        backend == "numpy" and "gradient" in case.kind
    )
