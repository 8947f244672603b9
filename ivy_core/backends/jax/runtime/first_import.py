"""JAX's import, without what a program on one CPU does not use.

JAX looks for plugins of ROCm by the names of all packages, and parses the metadata of each: with
119 packages 25 of the 290 ms that its import takes. It is shown those alone that can be one. And
some of the modules that it imports are executed when something is first asked of them: those that
serve TPUs, GPUs, and a limit for JAX's cache on disk, 16 ms.

Measured with JAX 0.10.2 (``jax/_src/numpy/array_constructors.py``). To be retired when JAX looks
for names without parsing, and imports these modules where it uses them.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import sys
from collections.abc import Iterable, Iterator

from ivy_core.backends.common.later_imports import executing_later

# CPU milliseconds, with what each imports that nothing else does. None puts another module in its
# place as it is executed, as `pygments.lexers` (4 ms) does.
LATER = {
    "filelock": 6.9,  # of `lru_cache.py`, where `jax_compilation_cache_max_size` is set
    "jaxlib.mosaic.python.tpu": 5.3,  # of `lib/__init__.py`: lowering for TPUs
    "jaxlib.mosaic.python.mosaic_gpu": 3.8,  # the same for GPUs
}
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


with showing_few_packages(), executing_later(LATER):
    import jax  # noqa: F401
