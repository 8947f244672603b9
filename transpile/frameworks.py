"""Which modules are rewritten to which frontends, and the backends they run on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from transpile.errors import TranspileError

CORE = "ivy_core"
BACKENDS = ("numpy", "jax", "torch", "tensorflow")


@dataclass(frozen=True, slots=True)
class Framework:
    """A source framework: its module, the package that replaces it, and whether it is rewritten."""

    module: str
    frontend: str
    enabled: bool


FRAMEWORKS = (
    Framework("numpy", "frontends.numpy", enabled=True),
    Framework("torch", "frontends.torch", enabled=False),  # until its frontend runs whole programs
)


def enabled_frontends() -> Mapping[str, str]:
    """Return source module -> frontend package, for the frameworks that are rewritten.

    Examples
    --------
    >>> enabled_frontends()["numpy"]
    'frontends.numpy'
    """
    return {row.module: row.frontend for row in FRAMEWORKS if row.enabled}


def check_backend(name: str) -> None:
    """Raise a `TranspileError` unless `name` is a backend.

    Examples
    --------
    >>> check_backend("jax")
    >>> check_backend("theano")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: unknown backend 'theano': choose from numpy, jax, torch, tensorflow
    """  # noqa: E501  (a doctest compares the whole line)
    if name not in BACKENDS:
        raise TranspileError(f"unknown backend {name!r}: choose from {', '.join(BACKENDS)}")


def check_installed(name: str) -> None:
    """Raise a `TranspileError` that names the extra to install unless `name` can be imported.

    Examples
    --------
    >>> check_installed("numpy")
    """
    check_backend(name)
    if find_spec(name) is None:  # finds it without importing it
        raise TranspileError(
            f"backend {name!r} is not installed: pip install ivy-frontends[{name}]"
        )
