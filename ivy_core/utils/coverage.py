"""What the predicates of partial mixed functions ask of a call's arrays."""

from __future__ import annotations

from ..dtypes import as_dtype


def alike(*arrays) -> bool:
    """Return whether arrays are floating and of one dtype; None does not count.

    A kernel of a framework then needs no promotion, and gives what NumPy's rules give.
    """
    dtypes = {getattr(x, "dtype", None) for x in arrays if x is not None}
    if len(dtypes) > 1:
        dtypes = {dtype if dtype is None else as_dtype(dtype) for dtype in dtypes}
    if len(dtypes) != 1:
        return False
    (dtype,) = dtypes
    return dtype is not None and as_dtype(dtype).is_float


def same_shape(x, y) -> bool:
    """Return whether two arrays have one shape."""
    return tuple(x.shape) == tuple(y.shape)
