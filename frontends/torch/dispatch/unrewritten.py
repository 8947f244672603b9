"""Search for the package that uses real PyTorch, unrewritten, for error messages."""

from __future__ import annotations

import sys
from collections.abc import Iterator

_OURS = ("torch", "torchgen", "functorch", "frontends", "ivy_core", "transpile", "__main__")
_NOT_NAMED = frozenset(_OURS) | sys.stdlib_module_names


def how_to_rewrite(value: object) -> str:
    """Return advice to have the package rewritten that a real tensor or module comes from.

    It is that of the object's class, else the first on the stack that uses real PyTorch, else
    those that are loaded and do.
    """
    own = _root(type(value).__module__)
    found = [] if own in _NOT_NAMED else [own]
    found = found or list(_packages_on_the_stack())[:1] or sorted(set(_loaded_packages()))
    if not found:
        return "have the package that made it rewritten too: name it with `--packages NAME`"
    advice = " or ".join(f"`--packages {name}`" for name in found)
    return f"have the package that made it rewritten too: name it with {advice}"


def _root(module: object) -> str:
    return str(module).partition(".")[0]


def _packages_on_the_stack() -> Iterator[str]:
    """Yield the packages of the frames that use real PyTorch, the innermost first."""
    frame = sys._getframe(1)
    while frame is not None:
        name = _root(frame.f_globals.get("__name__"))
        if name not in _NOT_NAMED and _has_real_torch(frame.f_globals):
            yield name
        frame = frame.f_back


def _loaded_packages() -> Iterator[str]:
    """Yield the packages of the loaded modules that use real PyTorch."""
    for path, module in list(sys.modules.items()):
        if _root(path) not in _NOT_NAMED and _has_real_torch(getattr(module, "__dict__", {})):
            yield _root(path)


def _has_real_torch(names: dict) -> bool:
    """Return whether a module's globals have real PyTorch under one of its usual names."""
    real = sys.modules.get("torch")
    usual = {
        "torch": real,
        "nn": getattr(real, "nn", None),
        "Tensor": getattr(real, "Tensor", None),
    }
    return any(each is not None and names.get(name) is each for name, each in usual.items())


__all__ = ["how_to_rewrite"]
