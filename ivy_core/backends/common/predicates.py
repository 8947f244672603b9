"""What the predicates of partial mixed functions ask of a call's arrays."""

from __future__ import annotations

from ...dtypes import as_dtype


def of_one_float_dtype(*arrays) -> bool:
    """Return whether arrays are floating and of one dtype; None does not count.

    A kernel of a framework then needs no promotion, and gives what NumPy's rules give.
    """
    common = None
    for x in arrays:
        if x is None:
            continue
        # of the native array, where it is at hand: this stands before each native call
        dtype = getattr(getattr(x, "_data", x), "dtype", None)
        if common is None and dtype is not None:
            common = dtype
        elif dtype is None or dtype is not common and dtype != common:
            return False
    return common is not None and as_dtype(common).is_float


def same_shape(x, y) -> bool:
    """Return whether two arrays have one shape."""
    return tuple(x.shape) == tuple(y.shape)
