"""What an array holds, exchanged as a whole: ``x.data = native``.

A native array of the same shape and data type is written over the one that is held, which every
alias shares. Any other takes its place; then the functional views read through their lenses, where
these still give the shapes that the views have.
"""

from __future__ import annotations

import numpy as np

from ..backends.holder import read
from ..utils.exceptions import IvyException, IvyTypeError, IvyValueError
from .array import Array
from .indexing import basic_index
from .views import Bitcast, Index, Real, Reshape, View, blank, is_read_only, write


def hold(x: Array, native) -> None:
    """Let ``x`` hold the values of a native array, or of an Array.

    Parameters
    ----------
    x : Array
        A functional view writes through to its base, and takes nothing of another shape.
    native : native array or Array

    Raises
    ------
    IvyTypeError
        If it is none.
    IvyBroadcastShapeError
        If ``x`` is a functional view of another shape.
    """
    from ..backends.loading import backend_of

    native = read(native) if isinstance(native, Array) else native
    if backend_of(native) is None:
        raise IvyTypeError(f"data must be a native array, not {type(native).__name__}")
    if hasattr(x, "_view") or _takes_values(x, native):
        write(x, native, exact=True)
        return
    x._data = native
    if hasattr(x, "_views"):
        x._views.empty()
        for view in x._views.live():
            view._view = _refitted(view._view)


def _takes_values(x: Array, native) -> bool:
    """Return whether the values go into the memory that ``x`` has now, where views see them."""
    held = x._data
    same = type(held) is type(native) or hasattr(held, "assign")
    return (
        same
        and held.dtype == native.dtype
        and tuple(held.shape) == tuple(native.shape)
        and not is_read_only(x)
    )


class _Outgrown(View):
    """A view whose lenses do not fit the array any more: it says so when it is looked at."""

    __slots__ = ("held",)

    def __init__(self, view: View):
        self.base, self.shape = view.base, view.shape
        self._shadow = self._version = None
        self.held = view.stack if not isinstance(view, _Outgrown) else view.held

    @property
    def stack(self):
        raise IvyValueError(
            f"a view of shape {self.shape} cannot be read: its base now has the shape "
            f"{tuple(self.base._data.shape)} and the data type {self.base.dtype}"
        )


def _refitted(view: View) -> View:
    """Return the view with its lenses as they lie over what the base holds now."""
    native = view.base._data
    seen, dtype = blank(tuple(native.shape)), view.base.dtype
    stack = []
    try:
        for lens in view.held if isinstance(view, _Outgrown) else view.stack:
            if isinstance(lens, Index):
                lens = basic_index(lens.raw, seen)
            if isinstance(lens, Real):
                dtype = _part(dtype)
            elif isinstance(lens, Bitcast):
                dtype = lens.after if str(lens.before) == str(dtype) else None
            shown = lens.view(seen)
            copied = isinstance(lens, Reshape) and not np.may_share_memory(shown, seen)
            if dtype is None or copied or np.shape(shown) != tuple(lens.shape):
                return _Outgrown(view)
            stack.append(lens)
            seen = shown
    except (ValueError, IndexError, IvyException):
        return _Outgrown(view)
    if seen.shape != view.shape:
        return _Outgrown(view)
    return View(view.base, tuple(stack), view.shape)


def _part(dtype):
    """Return the data type of the parts of a complex one, None for any other."""
    return {"complex64": "float32", "complex128": "float64"}.get(str(dtype))
