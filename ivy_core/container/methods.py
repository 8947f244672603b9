"""API methods of Container: the functional API, called on every leaf."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable

from ..array.array import Array
from ..registry import FUNCTIONS, FunctionSpec
from ..utils.tracebacks import trim

# Functions of anything, an array or not: `self` is their first argument.
_OF_ANYTHING = frozenset(
    {
        "all_equal",
        "asarray",
        "exists",
        "is_array",
        "is_ivy_array",
        "is_native_array",
        "isscalar",
        "native_array",
        "to_ivy",
        "to_native",
    }
)


def add_ivy_container_instance_methods(
    cls: type, modules: Iterable[types.ModuleType], static: bool = False
) -> None:
    """Attach to ``cls`` each function of ``modules`` that it has no method for yet.

    Parameters
    ----------
    cls : type
        The class of Containers.
    modules : iterable of module
        Category modules of :mod:`ivy_core.functional`.
    static : bool, optional
        Attach static methods, ``static_add`` for ``add``, for functions that take part in the
        computation; else instance methods for those that take an array, which ``self`` stands for.
    """
    names = {module.__name__.rsplit(".", 1)[-1] for module in modules}
    for spec in FUNCTIONS.values():
        if spec.category not in names:
            continue
        if static:
            name, method = f"static_{spec.name}", _static_method(spec)
        else:
            name, method = spec.name, _method(spec)
        if method is not None and not hasattr(cls, name):
            setattr(cls, name, _described(method, spec, f"{cls.__name__}.{name}"))


def _method(spec: FunctionSpec) -> Callable | None:
    # what is an attribute of Arrays (`shape`, `real`) is one of Containers too: `__getattr__`
    if isinstance(getattr(Array, spec.name, None), property):
        return None
    name = spec.name
    place = spec.placer()
    if name in _OF_ANYTHING:
        place = _first
    elif place is None:
        return None

    def method(self, *args, **kwargs):
        try:
            args, kwargs = place(self, args, kwargs)
            return self.cont_multi_map_in_function(name, *args, **kwargs)
        except Exception as err:
            trim(err)
            raise

    def in_place(self, *args, **kwargs):
        try:
            if _MAPPING.isdisjoint(kwargs):
                return self._cont_ivy.__dict__[name](self, *args, **kwargs)
            return method(self, *args, **kwargs)
        except Exception as err:
            trim(err)
            raise

    return in_place if name.startswith("inplace_") else method


# with one of these a method works on some of the leaves
_MAPPING = frozenset({"key_chains", "to_apply", "prune_unapplied", "map_sequences"})


def _first(x, args, kwargs):
    return (x, *args), kwargs


def _static_method(spec: FunctionSpec) -> staticmethod | None:
    if spec.convenience and spec.name not in _OF_ANYTHING:
        return None
    name = spec.name

    def method(*args, **kwargs):
        from .base import ContainerBase

        try:
            return ContainerBase.cont_multi_map_in_function(name, *args, **kwargs)
        except Exception as err:
            trim(err)
            raise

    return method


def _described(method: Callable, spec: FunctionSpec, qualified: str):
    method.__name__ = qualified.rpartition(".")[2]
    method.__qualname__ = qualified
    method.__doc__ = spec.body.__doc__
    method.__wrapped__ = spec.body
    return staticmethod(method) if method.__name__.startswith("static_") else method
