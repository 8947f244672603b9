"""API methods of Container: the functional API, called on every leaf."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable

from ..arrays.array import Array
from ..binding.nestable import GENERATED, own_static
from ..method_sources import Attachment
from ..registry import FunctionSpec, standalone
from ..utils.boundaries import trim_traceback
from .base import ContainerBase


@standalone(convenience=True)
def add_ivy_container_instance_methods(
    cls: type, modules: Iterable[types.ModuleType], static: bool = False
) -> None:
    """Attach to ``cls`` each function of ``modules`` that it has no method for yet.

    Parameters
    ----------
    cls : type
        The class of Containers.
    modules : iterable of module
        Category modules of :mod:`ivy_core.functional`, or modules of your own: what their
        ``__all__`` lists, else the functions that they define without a leading underscore.
    static : bool, optional
        Attach static methods, ``static_add`` for ``add``, for functions that take part in the
        computation; else instance methods for those that take an array. ``self`` stands for it; of
        your own functions it is the first parameter where no annotation says.

    Raises
    ------
    IvyTypeError
        If something else than a module is given.
    IvyValueError
        If a module of your own has no function that can be attached.

    Warns
    -----
    UserWarning
        Names functions of your own that take no array, or whose name the class has already.

    Examples
    --------
    >>> import types
    >>> import ivy_core as ivy
    >>> class Weights(ivy.Container):
    ...     pass
    >>> decays = types.ModuleType("decays")
    >>> exec("def decay(x, rate=0.5): return x * rate", vars(decays))
    >>> ivy.add_ivy_container_instance_methods(Weights, [decays])
    >>> ivy.add_ivy_container_instance_methods(Weights, [decays], static=True)
    >>> Weights(a=2.0).decay().a, Weights.static_decay(Weights(a=2.0), rate=3).a
    (1.0, 6.0)
    """
    attachment = Attachment(cls, "add_ivy_container_instance_methods")
    attachment.attach(
        modules,
        "static_" if static else "",
        _make_static_method if static else _make_container_method,
    )


# Functions that are asked about a Container itself, not about its leaves.
OF_CONTAINERS = frozenset({"is_ivy_container"})


def _make_container_method(spec: FunctionSpec, function: str | Callable) -> Callable | None:
    """Return a method that maps a function over the leaves; None for what takes no Container."""
    # what is an attribute of Arrays (`shape`, `real`) is one of Containers too: `__getattr__`
    if isinstance(getattr(Array, spec.name, None), property):
        return None
    place, name = spec.placer(), spec.name
    if place is None:
        return None

    def method(self, *args, **kwargs):
        args, kwargs = place(self, args, kwargs)
        static = own_static(name, (self,))
        if static is not None:
            return static(*args, **kwargs)
        return self.cont_multi_map_in_function(function, *args, **kwargs)

    def of_the_whole(self, *args, **kwargs):
        if _MAPPING.isdisjoint(kwargs):
            return self._cont_ivy.__dict__[name](self, *args, **kwargs)
        return method(self, *args, **kwargs)

    whole = name.startswith("inplace_") or name in OF_CONTAINERS
    body = of_the_whole if whole and not callable(function) else method
    return trim_traceback(body, is_named=False)


# with one of these a method works on some of the leaves
_MAPPING = frozenset({"key_chains", "to_apply", "prune_unapplied", "map_sequences"})


def _make_static_method(spec: FunctionSpec, function: str | Callable) -> staticmethod | None:
    """Return the static method; None for a convenience function that is not ``of_anything``."""
    if spec.convenience and not spec.of_anything:
        return None
    name = spec.name

    def method(*args, **kwargs):
        return ContainerBase.cont_multi_map_in_function(function, *args, **kwargs)

    def of_the_whole(*args, **kwargs):
        return sys.modules["ivy_core"].__dict__[name](*args, **kwargs)

    made = of_the_whole if name in OF_CONTAINERS else trim_traceback(method, is_named=False)
    GENERATED.add(made)
    return staticmethod(made)
