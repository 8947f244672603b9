"""Names that no file here defines: real PyTorch's own, called where tensors are its own.

Elsewhere their functions run on the host (:mod:`frontends.torch.fallback`).
"""

from __future__ import annotations

import importlib.util
import types
from collections.abc import Callable

from ivy_core.utils.exceptions import IvyAttributeError, IvyValueError

from . import native
from .func_wrapper import on_host_function


def look_up(namespace: str, name: str):
    """Return a name of real PyTorch's as one of the frontend.

    Parameters
    ----------
    namespace : str
        Where PyTorch has it, such as ``torch.linalg``.
    name : str

    Returns
    -------
    object
        A function that lends its arguments, a module whose names are found in the same way, or
        the value itself: a class, a number, a data type.

    Raises
    ------
    IvyAttributeError
        If PyTorch has no such name, or is not installed, or if it is a data type without a
        counterpart here.
    """
    value = None
    if not name.startswith("__") and importlib.util.find_spec("torch") is not None:
        value = native.named(f"{namespace}.{name}")
    if value is None:
        raise IvyAttributeError(f"module '{namespace}' has no attribute {name!r}")
    if isinstance(value, types.ModuleType):
        return of_real(f"{namespace}.{name}")
    if callable(value) and not isinstance(value, type):
        return on_host_function(f"{namespace}.{name}")
    try:
        return native.boxed(value)
    except IvyValueError as err:  # a data type that no other backend has, such as torch.complex32
        raise IvyAttributeError(f"module '{namespace}' has no attribute {name!r}: {err}") from err


def rest_of(namespace: str, names: dict) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module that defines a part of a namespace itself.

    Parameters
    ----------
    namespace : str
        PyTorch's, such as ``torch.linalg``.
    names : dict
        ``globals()`` of the module, where what is found is kept.
    """

    def __getattr__(name: str):
        value = names[name] = look_up(namespace, name)
        return value

    return __getattr__


def of_real(namespace: str) -> types.ModuleType:
    """Return a module whose names are all looked up in real PyTorch."""
    module = types.ModuleType(f"frontends.{namespace}")
    module.is_host = True  # as functions on the host say of themselves
    module.__getattr__ = rest_of(namespace, vars(module))
    return module
