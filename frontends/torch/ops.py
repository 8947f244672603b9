"""``torch.ops``: operators by namespace, ``torch.ops.aten.add.Tensor`` and those of programs.

What a program has made with :mod:`torch.library` is found, PyTorch's own by the function of the
package of that name, and those of a package that has a replacement
(:mod:`ivy_core.utils.replacements`). Others that a library registers in C++ compute on the host
where PyTorch is installed; elsewhere they can be named, not called.
"""

from __future__ import annotations

import functools
import os

import frontends.torch as torch
from ivy_core.utils.exceptions import IvyBackendNotInstalled
from ivy_core.utils.replacements import replacement_of

from .compat import standins
from .dispatch import native
from .dispatch.docstrings import citing
from .dispatch.func_wrapper import on_host_function
from .library import find_operator

_OWN = ("aten", "prims")  # PyTorch's namespaces


class _Namespace:
    """Operators of one namespace."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(f"torch.ops.{self._name} has no attribute {name!r}")
        found = find_operator(f"{self._name}::{name}")
        if found is not None:
            return found
        return _Packet(self._name, name) if self._name in _OWN else _foreign(self._name, name)

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


def _foreign(namespace: str, name: str):
    """Return an operator that a library has registered with PyTorch; else what raises when used."""
    path = f"torch.ops.{namespace}.{name}"
    is_real = bool(_loaded) and native.named(path) is not None
    return on_host_function(path) if is_real else standins.value(path)


_loaded: set[str] = set()  # libraries that real PyTorch has loaded


@citing(None)
def load_library(path) -> None:
    """Load a library of operators: real PyTorch does, unless its package has a replacement.

    Raises
    ------
    OSError
        If it cannot be loaded, or PyTorch is not installed.
    """
    path = os.fspath(path)
    if any(replacement_of(f"torch.ops.{part}") for part in path.split(os.sep)):
        return
    try:
        native.real_module().ops.load_library(path)
    except IvyBackendNotInstalled:
        raise OSError(str(standins.refuse("torch.ops.load_library", (path,)))) from None
    _loaded.add(path)


_namespace = functools.cache(_Namespace)


def __getattr__(name: str):
    """Return a namespace."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _namespace(name)
