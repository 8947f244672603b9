"""Attributes by which arrays keep their elements, and which classes of users must leave alone.

They are slots or attributes of the class, and hot paths read them by name. A class derived from
Array, or from a frontend's, that defines one or sets one on an instance is told so: it would
compute with other elements, and not say so.
"""

from __future__ import annotations

import sys

import numpy as np

from ..backends.holder import Holder
from ..backends.loading import backend_of_class
from ..utils.exceptions import IvyAttributeError, IvyTypeError

_OURS = ("ivy_core", "frontends")
_by_class: dict[type, frozenset[str]] = {}


def reserve(cls: type, *names: str) -> None:
    """Let no class derived from ``cls`` define ``names``, nor its instances set them.

    Parameters
    ----------
    cls : type
        Array, or a class of a frontend that is derived from it.

    Examples
    --------
    >>> class Labelled:
    ...     label = None
    >>> reserve(Labelled, "label")
    >>> "label" in names_reserved(Labelled)
    True
    """
    _by_class[cls] = frozenset(names)


def names_reserved(cls: type) -> frozenset[str]:
    """Return the names that a class derived from ``cls`` must not define.

    Examples
    --------
    >>> class Labelled:
    ...     label = None
    >>> reserve(Labelled, "label")
    >>> sorted(names_reserved(type("Derived", (Labelled,), {})))
    ['label']
    """
    return frozenset().union(*(_by_class.get(base, ()) for base in cls.__mro__))


def protect(cls: type) -> None:
    """Raise if a user's class defines a reserved name; let its instances refuse to set one.

    Raises
    ------
    IvyTypeError
        If the class body defines such a name.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> type("Named", (ivy.Array,), {"_view": None, "__module__": "of_a_user"})  # which calls it
    Traceback (most recent call last):
        ...
    ivy_core.utils.exceptions.IvyTypeError: class Named defines _view, the name of an attribute ...
    """
    if _is_ours(cls.__module__):
        return
    names = names_reserved(cls)
    for name in vars(cls).keys() & names:
        raise IvyTypeError(f"class {cls.__qualname__} defines {_reason(name)}")
    own = vars(cls).get("__setattr__")
    if own is None and any(_is_users(base) for base in cls.__mro__[1:]):
        return  # it inherits what is made here for its base
    put = cls.__setattr__ if own is None else own

    def __setattr__(self, name, value):
        if name in names and not (_set_by_this_library() or _is_data(name, value)):
            raise IvyAttributeError(f"{type(self).__qualname__} sets {_reason(name)}")
        put(self, name, value)

    cls.__setattr__ = __setattr__


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _is_users(cls: type) -> bool:
    return not _by_class.keys().isdisjoint(cls.__mro__) and not _is_ours(cls.__module__)


def _set_by_this_library() -> bool:
    """Return whether the code that sets an attribute, past methods that hand it on, is ours."""
    frame = sys._getframe(2)
    while frame.f_code.co_name == "__setattr__" and frame.f_back is not None:
        frame = frame.f_back
    return _is_ours(frame.f_globals.get("__name__", ""))


def _is_data(name: str, value: object) -> bool:
    """Return whether data is set that an Array may hold, as a user's own dialect does."""
    if name != "_data" or isinstance(value, Holder):
        return False
    kind = type(value)
    backend = backend_of_class(kind)
    return _is_ours(kind.__module__) or (
        # NumPy computes scalars of arrays without dimensions
        backend is not None and isinstance(value, (backend.NativeArray, np.generic))
    )


def _reason(name: str) -> str:
    return (
        f"{name}, the name of an attribute by which arrays of this library keep their elements: "
        "give it another name"
    )
