"""Conversion of live arrays when the backend changes under them."""

from __future__ import annotations

import gc
import types

import numpy as np

from ..backends.loading import backend_for
from .array import Array


def convert_live_arrays(backend: types.ModuleType) -> None:
    """Bring every Array alive to ``backend``, in place.

    Functional views stay views of their bases. Arrays that are native views of one another (NumPy,
    PyTorch) become arrays of their own on a backend without native views.

    Parameters
    ----------
    backend : module
        The backend package that shall hold the data.
    """
    arrays = [x for x in gc.get_objects() if issubclass(type(x), Array)]
    for x in arrays:
        if hasattr(x, "_view"):
            if hasattr(x, "_data"):
                del x._data
            x._view._version = None
        elif hasattr(x, "_data") and not backend.is_native(x._data):
            native = x._data
            x._data = backend.from_host(np.asarray(backend_for(native).to_host(native)))
            if hasattr(x, "_views"):
                x._views.fresh.clear()
    if backend.NAME == "numpy":
        for x in arrays:
            if hasattr(x, "_view"):
                _make_native(x)


def _make_native(x: Array) -> None:
    """Replace the lenses of a functional view by NumPy's own view."""
    native = x._view.base._data
    for lens in x._view.stack:
        native = getattr(native, lens.part) if hasattr(lens, "part") else lens.view(native)
    del x._view
    x._data = native
