"""``torch.ops``: operators by namespace, ``torch.ops.aten.add.Tensor`` and those of programs.

What a program has made with :mod:`torch.library` is found, and PyTorch's own by the function of
the package of that name. Operators that a library registers in C++ can be named, not called.
"""

from __future__ import annotations

import frontends.torch as torch

from .compat import standins
from .library import OPERATORS

_OWN = ("aten", "prims")  # PyTorch's namespaces


class _Namespace:
    """Operators of one namespace."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(f"torch.ops.{self._name} has no attribute {name!r}")
        found = OPERATORS.get(f"{self._name}::{name}")
        if found is not None:
            return found
        return (
            _Packet(self._name, name) if self._name in _OWN else _foreign_stand_in(self._name, name)
        )

    def __repr__(self) -> str:
        return f"<torch.ops.{self._name}>"


class _Packet:
    """An operator of PyTorch's, or one of its forms, which all call the same function."""

    def __init__(self, namespace: str, name: str, form: str = ""):
        self._namespace, self._name, self._form = namespace, name, form

    def __getattr__(self, form: str):
        if form.startswith("__") or self._form:
            raise AttributeError(f"{self!r} has no attribute {form!r}")
        return _Packet(self._namespace, self._name, form)

    def __eq__(self, other) -> bool:
        return isinstance(other, _Packet) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return ".".join(filter(None, (self._namespace, self._name, self._form)))

    def overloads(self) -> list[str]:
        """Return the names of the forms: here there is one."""
        return ["default"]

    def __call__(self, *args, **kwargs):
        for owner in (torch, torch.nn.functional, torch.Tensor):
            function = getattr(owner, self._name, None)
            if function is not None:
                return function(*args, **kwargs)
        raise standins.refuse(f"torch.ops.{self!r}", args)


def _foreign_stand_in(namespace: str, name: str):
    """Return a value for an operator that is not registered: it raises when used."""
    return standins.value(f"torch.ops.{namespace}.{name}")


def load_library(path) -> None:
    """Raise OSError, as where a library cannot be loaded: C++ knows PyTorch's tensors only."""
    raise OSError(str(standins.refuse("torch.ops.load_library", (path,))))


def __getattr__(name: str):
    """Return a namespace."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Namespace(name)
