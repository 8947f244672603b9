"""Both sides of a case: ours, and the framework's own words."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import ivy_core as ivy
from ivy_core.backends.holder import read

from .cases import Case
from .functions import ON_TORCH, Function


def sides(case: Case, backend: str, sizes: tuple | None = None) -> tuple[Callable, Callable]:
    """Return a function without arguments for ours, and one for native.

    Both compute with the same native arrays: where one lies makes up to a factor of two.
    """
    native, ours = _native(case.function, backend), case.function.ours
    mine = [ivy.asarray(v) for v in case.arrays(sizes)]
    theirs = [read(each) for each in mine]
    return lambda: ours(*mine), lambda: native(*theirs)


def is_measured(case: Case, backend: str) -> bool:
    """Return whether both sides have the case: NumPy has no gradients."""
    words = getattr(case.function, backend)
    return words is not None and not (backend == "numpy" and "gradient" in case.name)


def _native(function: Function, backend: str) -> Callable:
    """Return the words of a backend's framework, which is imported for it; JAX compiles its own."""
    words = getattr(function, backend)
    if words == ON_TORCH:
        torch = importlib.import_module("torch")
        return lambda *arrays: function.torch(torch, *map(torch.from_numpy, arrays))
    module = importlib.import_module(backend)
    if backend == "jax" and function.is_jitted:
        return module.jit(lambda *arrays: words(module, *arrays))
    return lambda *arrays: words(module, *arrays)
