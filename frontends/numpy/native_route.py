"""NumPy's own functions on the arrays of a backend whose arrays are NumPy's own.

Where such a backend is set, a function that has a namesake in NumPy is that namesake: it is given
the native arrays, and what it gives is boxed. Its answers, views, ``out`` and errors are NumPy's.
What a call holds that NumPy does not know (a Container, a function of the user's, an array of
another framework) sends it to our own body, as an observer of writes does.

Whether it applies is worked out when a backend is set: ``contexts.common``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ivy_core import contexts
from ivy_core.arrays import write
from ivy_core.contexts import common
from ivy_core.utils.routes import entry_of
from ivy_core.utils.tracebacks import replace_exception, trim

from .errors import NUMPY_ERRORS
from .host_call import compiles
from .ndarray import ndarray
from .protocols import as_arrays, may_override
from .scalar_types import HELD_DTYPES
from .unwrapping import PLAIN, UNBOXED, NotNative, rewrap, unwrap, unwrap_options

_OF_SEVERAL_ARRAYS = frozenset({"choose", "clip", "compress", "dot", "put", "searchsorted"})


def applies() -> bool:
    """Return whether NumPy's own functions run in this context."""
    if not contexts.are_different():
        return contexts.common.on_host
    backend = contexts.selected.get().backend  # with none set, the arrays decide
    return backend is None or backend.CAPABILITIES.on_host


def _unwrap_call(args, kwargs):
    """Return a list and a dict of arguments as NumPy's function takes them, or None for both."""
    natives: list = []
    try:
        for value in args:  # a comprehension would be another frame
            natives.append(value if type(value) in PLAIN else unwrap(value))
        return natives, unwrap_options(kwargs) if kwargs else kwargs
    except NotNative:
        return None, None


def method(name: str, own: Callable, tried: tuple[tuple, tuple] = ((), ())) -> Callable:
    """Return a method of ndarray: that of NumPy's arrays where they are native, else ``own``.

    ``tried`` are the routes before ``own``, as :func:`.host_call.routes` gives them.
    """
    real, new, array, is_numpy = getattr(np.ndarray, name), object.__new__, np.ndarray, common
    takes_arrays = name in _OF_SEVERAL_ARRAYS  # as other arguments than ``where``

    @functools.wraps(own)
    def call(self, *args, **kwargs):
        if is_numpy.on_host and type(self) is ndarray and write.observer is None:
            try:
                data, natives, options = getattr(self, "_data", None), args, kwargs
                for value in (*args, *kwargs.values()) if kwargs else args:
                    if type(value) not in PLAIN:
                        natives, options = _unwrap_call(args, kwargs)
                        break
                # a functional view may have no data
                if type(data) is array and natives is not None:
                    result = real(data, *natives, **options)
                    if type(result) is array:
                        if result is data:
                            return self
                        # as they were given: none is an array, which `out` may give back
                        is_plain = natives is args and options is kwargs
                        if is_plain and result.dtype in HELD_DTYPES:
                            y = new(ndarray)
                            y._data = result
                            return y
                    elif type(result) in UNBOXED:
                        return result
                    return rewrap(result, natives, args, kwargs, options)
            except Exception as err:
                try:
                    NUMPY_ERRORS.raise_translated(err, name)
                except Exception as raised:
                    replace_exception(raised, err)
                    raise
            data = None  # memory that is referred to is copied before a write
        try:
            if type(self) is ndarray and len(args) < 2:  # not `out` by position
                given = (self, *args)
                for route in tried[compiles[type(getattr(self, "_data", None))]]:
                    found = route(given, kwargs)
                    if found is not NotImplemented:
                        return found
            if (takes_arrays or "where" in kwargs) and may_override(args, kwargs):
                args, kwargs = as_arrays(args), as_arrays(kwargs)  # methods ask no protocol
            return own(self, *args, **kwargs)
        except Exception as err:
            trim(err)  # the message is already translated: only drop this frame
            raise

    return entry_of(f"ndarray.{name}", call)
