"""Conversion of live arrays when the backend changes under them."""

from __future__ import annotations

import gc
import types

import numpy as np

from ..backends.frameworks import FRAMEWORKS
from ..backends.loading import backend_for
from .array import Array
from .outside import OutsideMemory
from .views import View, native_view, new_array
from .write import convert


def live_arrays() -> list[Array]:
    """Return the arrays alive now that have values.

    What stands for one while a function is traced or its graph recorded may outlive that, in a
    cache or because it waits for the garbage collector.
    """
    found = []
    for x in gc.get_objects():
        if not issubclass(type(x), Array) or type(x)._facts is not None:
            continue  # what is made of other arrays is found by those
        # an array with neither data nor view is just being made
        if hasattr(x, "_data") or hasattr(x, "_view"):
            base = x._view.base if hasattr(x, "_view") else x
            if type(base) is OutsideMemory:
                found.append(x)
                continue
            native = getattr(base, "_data", None)
            backend = None if native is None else backend_for(native)
            if backend is not None and not FRAMEWORKS[backend.NAME].is_internal:
                if not backend.is_tracer(native):
                    found.append(x)
    return found


def convert_live_arrays(backend: types.ModuleType, arrays: list[Array] | None = None) -> None:
    """Bring every Array alive to ``backend``, in place.

    Functional views stay views of their bases. Arrays that are native views of one another (NumPy,
    PyTorch) become arrays of their own on a backend without native views.

    Parameters
    ----------
    backend : module
        The backend package that shall hold the data.
    arrays : list of Array, optional
        What :func:`live_arrays` gives, where that is known.
    """
    arrays = live_arrays() if arrays is None else arrays
    for x in arrays:
        if hasattr(x, "_view"):
            x._view.forget()
            if type(x._view.base) is OutsideMemory:
                x._view.base.backend = backend
        elif hasattr(x, "_data") and not backend.is_native(x._data):
            native = x._data
            convert(x, backend.from_host(np.asarray(backend_for(native).to_host(native))))
    if backend.CAPABILITIES.on_host:
        for x in arrays:
            if hasattr(x, "_view"):
                base = x._view.base
                memory = base.memory if type(base) is OutsideMemory else base._data
                convert(x, native_view(memory, x._view.stack))
    elif backend.CAPABILITIES.native_views:
        bases: dict[int, Array] = {}
        for x in arrays:
            if hasattr(x, "_view") and type(x._view.base) is OutsideMemory:
                _put_on_outside_memory(x, backend, bases)


def _put_on_outside_memory(x: Array, backend: types.ModuleType, bases: dict[int, Array]) -> None:
    """Base ``x``, a view of outside memory, on a native array of it: its own or of ``bases``."""
    seen = x._view
    shown = native_view(seen.base.memory, seen.stack)
    if shown.flags.writeable and min(shown.strides, default=0) >= 0:
        convert(x, backend.taken_from_host(shown))
        return
    base = bases.get(id(seen.base))
    if base is None:
        base = bases[id(seen.base)] = new_array(Array, backend.taken_from_host(seen.base.memory))
        base._views = seen.base._views
    x._view = View(base, seen.stack, seen.shape, seen.starts, seen.read_only)
