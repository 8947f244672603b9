"""Methods of Array: the functional API with ``self`` in place of the first array parameter."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable

from ..registry import FUNCTIONS, FunctionSpec
from ..utils.tracebacks import trim


def add_ivy_array_instance_methods(cls: type, modules: Iterable[types.ModuleType]) -> None:
    """Attach to ``cls`` each function of ``modules`` that takes an array and is no method yet.

    Parameters
    ----------
    cls : type
        The array class.
    modules : iterable of module
        Category modules of :mod:`ivy_core.functional`.
    """
    names = {module.__name__.rsplit(".", 1)[-1] for module in modules}
    for spec in FUNCTIONS.values():
        if spec.category in names and not hasattr(cls, spec.name):
            method = _method(spec)
            if method is not None:
                setattr(cls, spec.name, method)


def _method(spec: FunctionSpec):
    place = spec.placer()
    if place is None:
        return None
    ivy, name = sys.modules["ivy_core"].__dict__, spec.name
    if spec.parameters[0].carries == "array" and spec.parameters[0].positional:

        def method(self, *args, **kwargs):
            try:
                return ivy[name](self, *args, **kwargs)
            except Exception as err:
                trim(err)
                raise

    else:

        def method(self, *args, **kwargs):
            try:
                args, kwargs = place(self, args, kwargs)
                return ivy[name](*args, **kwargs)
            except Exception as err:
                trim(err)
                raise

    method.__name__ = name
    method.__qualname__ = f"Array.{name}"
    method.__doc__ = spec.body.__doc__
    method.__wrapped__ = spec.body
    return method
