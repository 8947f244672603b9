"""Construction of complex numbers from their parts."""

from __future__ import annotations

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyTypeError


def dtype_of_parts(dtype) -> str:
    """Return the floating dtype that parts of a dtype take before they become complex numbers.

    Examples
    --------
    >>> dtype_of_parts("float16"), dtype_of_parts("int8")
    ('float32', 'float64')
    """
    dtype = as_dtype(dtype)
    if dtype.is_complex:
        raise IvyTypeError(f"complex: parts of {dtype} were given; they must be real")
    return "float32" if dtype.is_float and dtype.itemsize <= 4 else "float64"
