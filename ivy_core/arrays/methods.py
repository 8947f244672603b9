"""Methods of Array: the functional API with ``self`` in place of the first array parameter."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable

from ..method_sources import Attachment
from ..registry import FunctionSpec, standalone
from ..utils.tracebacks import trim


@standalone(convenience=True)
def add_ivy_array_instance_methods(cls: type, modules: Iterable[types.ModuleType]) -> None:
    """Attach to ``cls`` each function of ``modules`` that takes an array and is no method yet.

    Parameters
    ----------
    cls : type
        The array class.
    modules : iterable of module
        Category modules of :mod:`ivy_core.functional`, or modules of your own: what their
        ``__all__`` lists, else the functions that they define without a leading underscore.
        ``self`` stands for the first parameter that is annotated as an array; where no annotation
        says, for the first one.

    Raises
    ------
    IvyTypeError
        If something else than a module is given.
    IvyValueError
        If a module of your own has no function that can be a method.

    Warns
    -----
    UserWarning
        Names functions of your own that take no array, or whose name the class has already.

    Examples
    --------
    >>> import types
    >>> import ivy_core as ivy
    >>> class Signal(ivy.Array):
    ...     pass
    >>> filters = types.ModuleType("filters")
    >>> exec("def smooth(x, weight=0.5): return x * weight", vars(filters))
    >>> ivy.add_ivy_array_instance_methods(Signal, [filters])
    >>> Signal(ivy.asarray([2.0, 4.0])).smooth()
    ivy.array([1., 2.])
    """
    Attachment(cls, "add_ivy_array_instance_methods").attach(modules, "", _make_array_method)


def _make_array_method(spec: FunctionSpec, name_or_function: str | Callable) -> Callable | None:
    """Return the method of a function; None if no parameter of it takes an array for self."""
    place = spec.placer()
    if place is None:
        return None
    if callable(name_or_function):

        def method(self, *args, **kwargs):
            args, kwargs = place(self, args, kwargs)
            return name_or_function(*args, **kwargs)

        return method
    ivy, name = sys.modules["ivy_core"].__dict__, name_or_function
    if spec.self_leads:

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

    return method
