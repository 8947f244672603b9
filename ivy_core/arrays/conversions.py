"""Conversion of live arrays when the backend changes under them."""

from __future__ import annotations

import gc
import types

import numpy as np

from ..backends.loading import backend_for
from .array import Array
from .views import native_view
from .write import convert


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
            x._view.forget()
        elif hasattr(x, "_data") and not backend.is_native(x._data):
            native = x._data
            convert(x, backend.from_host(np.asarray(backend_for(native).to_host(native))))
    if backend.CAPABILITIES.on_host:
        for x in arrays:
            if hasattr(x, "_view"):
                convert(x, native_view(x._view.base._data, x._view.stack))
