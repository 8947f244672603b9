"""Conditions on a call's arrays for the predicates of partial mixed functions."""

from __future__ import annotations

from ivy_core.dtypes import as_dtype


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


def is_plain_attention(query, key, value, /, *, mask=None, dropout_p=0.0, training=False, **_):
    """Return whether attention has no mask and no dropout, and arrays of one kind that fit."""
    if mask is not None or training and dropout_p or not of_one_float_dtype(query, key, value):
        return False
    queries, keys, values = (tuple(x.shape) for x in (query, key, value))
    return (
        1 < len(queries) == len(keys) == len(values)
        and queries[:-2] == keys[:-2] == values[:-2]
        and queries[-1] == keys[-1] and keys[-2] == values[-2]
        and 0 not in keys and as_dtype(query.dtype).itemsize > 2
    )  # fmt: skip
