"""Creation of arrays, from values or from shapes."""

from __future__ import annotations

from ..array.array import Array
from ..backend_handler import current_backend
from ..dtypes import Dtype
from ..registry import primary


@primary
def asarray(obj, /, *, dtype: Dtype | None = None, device: Device | None = None, copy: bool | None = None) -> Array:
    """Convert an object to an array."""
    return current_backend(obj).asarray(obj, dtype=dtype, device=device, copy=copy)
