"""JAX's import, without the metadata of each installed package.

JAX looks for plugins of ROCm by the names of all packages, and parses the metadata of each: with
119 packages 25 of the 290 ms that its import takes. It is shown those alone that can be one.

Measured with JAX 0.10.2 (``jax/_src/numpy/array_constructors.py``). To be retired when JAX looks
for names without parsing.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import sys
from collections.abc import Iterable, Iterator

_all_packages = importlib.metadata.distributions


def _packages(*args, **kwargs) -> Iterable:
    """Return the installed packages; if JAX asks, those whose path has ``rocm`` in it."""
    found = _all_packages(*args, **kwargs)
    if not sys._getframe(1).f_globals.get("__name__", "").startswith("jax."):
        return found
    return (each for each in found if "rocm" in str(getattr(each, "_path", "rocm")).lower())


@contextlib.contextmanager
def showing_few_packages() -> Iterator[None]:
    """Have JAX find those packages alone in a ``with`` block that can be plugins of ROCm."""
    if importlib.metadata.distributions is not _all_packages:  # another's
        yield
        return
    importlib.metadata.distributions = _packages
    try:
        yield
    finally:
        importlib.metadata.distributions = _all_packages


with showing_few_packages():
    import jax  # noqa: F401
