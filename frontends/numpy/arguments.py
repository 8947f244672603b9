"""Arguments that are no arrays: axes, shapes, dtypes, options."""

from __future__ import annotations

import operator

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.backends.placement import Placement

from .fallback import UnsupportedDtype, to_host
from .scalar_types import HELD_DTYPES


def check_device(device) -> None:
    """Raise NumPy's ValueError unless ``device`` is None or "cpu"; say what to do for a placement.

    Examples
    --------
    >>> check_device("cpu")
    """
    if isinstance(device, Placement):
        raise ValueError(
            f'Device not understood. Only "cpu" is allowed, as in NumPy, but received: {device}; '
            "use x.to_placement(...), or ivy.set_default_placement(...) for new arrays"
        )
    if device not in (None, "cpu"):
        raise ValueError(f'Device not understood. Only "cpu" is allowed, but received: {device}')


def axes_of(axis, ndim: int, name: str | None = None, repeated: bool = False) -> tuple[int, ...]:
    """Return one axis or several as a tuple of numbers from 0; all of them for None.

    Parameters
    ----------
    axis : int, iterable of int or None
        Axes, those below 0 counted from the end.
    ndim : int
        Number of dimensions.
    name : str, optional
        What a message calls the argument.
    repeated : bool
        Whether an axis may come twice.
    """
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, (tuple, list)):
        try:
            axis = (operator.index(axis),)
        except TypeError:
            axis = tuple(axis)
    axes = tuple([axis_of(a, ndim) for a in axis])
    if not repeated and len(set(axes)) != len(axes):
        raise ValueError(f"repeated axis in `{name}` argument" if name else "repeated axis")
    return axes


def int_axis(axis):
    """Return an axis as an int, a tuple of them as one of ints, and None as it is."""
    if axis is None or type(axis) is int:
        return axis
    return integers(axis) if type(axis) is tuple else operator.index(axis)


def along_axis(axis: int, *index) -> tuple:
    """Return the index that picks ``index`` at an axis, and everything along those before it."""
    return (slice(None),) * axis + index


def integers(value) -> tuple[int, ...]:
    """Return an integer, or a sequence of them, of whatever class, as a tuple of ints."""
    if type(value) is int:
        return (value,)
    if type(value) is not tuple:
        if isinstance(value, (Array, np.ndarray)):
            value = np.asarray(to_host(value)).tolist()
        if not hasattr(value, "__iter__"):
            return (operator.index(value),)
    return tuple([n if type(n) is int else operator.index(n) for n in value])


def lengths(shape) -> tuple[int, ...]:
    """Return a shape as a tuple of ints, with NumPy's errors."""
    shape = integers(shape)
    if shape and min(shape) < 0:
        raise ValueError("negative dimensions are not allowed")
    return shape


_CLASS_OF_DTYPES = type(np.dtypes.Float64DType)


def supported_dtype(dtype) -> np.dtype | None:
    """Return NumPy's dtype object; raises UnsupportedDtype for one that no backend holds.

    Such is one of foreign byte order: who asks for it writes the bytes to a file.
    """
    if dtype is None:
        return None
    # a class of dtypes, which `np.dtype` takes for a class of objects
    found = np.dtype(dtype.type if type(dtype) is _CLASS_OF_DTYPES else dtype)
    if found in HELD_DTYPES:
        return found
    raise UnsupportedDtype(found)


def value_or(value, default=False):
    """Return an optional argument, or its default where it was not given."""
    return default if value is np._NoValue else value
