"""``ufunc.at`` while a program is traced: repeated indices count each time."""

from __future__ import annotations

import numpy as np

from frontends.common.conversion import is_recorded
from ivy_core.arrays.array import Array
from ivy_core.arrays.indices import basic_lens, host_index, is_traced
from ivy_core.arrays.views import shadow
from ivy_core.arrays.write import store
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

from ..fallback import written_natively
from ..func_wrapper import asarray, ivy
from .native import MISSING

# The mode of `put_along_axis` that combines values which go to the same place.
_MODES = {
    "add": "sum", "subtract": "sum", "multiply": "mul", "minimum": "min", "maximum": "max",
}  # fmt: skip


def is_traced_at(a, indices, b) -> bool:
    if is_recorded(a) or is_recorded(b):
        return True
    data = read(a)
    value = read(b) if isinstance(b, Array) else b
    return is_traced(backend_for(data), data, indices, value)


def scattered_on_memory(at, a, indices, b) -> bool:
    """Have NumPy's own ``at`` write into the memory of an array of a mutable framework.

    False, and nothing is written, where it is traced or elsewhere, or an index is no array.
    """
    if is_recorded(a) or is_recorded(b):
        return False
    operands = () if b is MISSING else (b,)
    if type(indices) is not tuple:
        return isinstance(indices, Array) and written_natively(at, a, indices, *operands)
    count = len(indices)
    for index in indices:
        if not isinstance(index, Array):
            return False

    def scatter(memory, *values):
        at(memory, values[:count], *values[count:])

    return written_natively(scatter, a, *indices, *operands)


def apply_at_while_traced(function, a, indices, b):
    """Apply a function at ``indices`` while a program is traced."""
    if basic_lens(indices, shadow(a).shape) is not None:  # nothing comes twice
        a[indices] = function(a[indices]) if b is MISSING else function(a[indices], b)
        return
    if not is_traced(backend_for(read(a)), None, indices):
        _apply_at_traced(function, a, host_index(indices), b)
        return
    blank = shadow(a)  # on the host: the shape of a traced array is known, its values are not
    places = ivy.asarray(np.arange(blank.size).reshape(blank.shape))[indices]
    flat_places = ivy.reshape(places, (-1,))
    result = ivy.reshape(a, (-1,)).copy()
    values = None
    if b is not MISSING:
        values = ivy.reshape(ivy.broadcast_to(asarray(b), places.shape), (-1,))
    mode = _MODES.get(function.__name__)
    if values is not None and values.dtype.kind in "fc" and a.dtype.kind in "iub":
        mode = None  # each sum is an integer again, and no value is before it
    if mode is not None:
        values = -values if function.__name__ == "subtract" else values
        result = ivy.put_along_axis(result, flat_places, values, 0, mode=mode)
    else:
        for k in range(flat_places.size):
            at = flat_places[k]
            result[at] = function(result[at]) if values is None else function(result[at], values[k])
    store(a, read(ivy.reshape(result, a.shape)), exact=True)


def _apply_at_traced(function, a, indices, b):
    """Update ``a`` at ``indices`` while tracing: one step for each repetition of an index."""
    blank = shadow(a)
    places = np.arange(blank.size).reshape(blank.shape)[indices]
    flat_places = places.reshape(-1)
    order = np.argsort(flat_places, kind="stable")
    ordered = flat_places[order]
    turn = np.empty(len(order), np.int64)
    turn[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    values = None
    if b is not MISSING:
        values = ivy.reshape(ivy.broadcast_to(asarray(b), places.shape), (-1,))
    result = ivy.reshape(a, (-1,)).copy()
    for each in range(turn.max(initial=-1) + 1):
        chosen = np.flatnonzero(turn == each)
        at = flat_places[chosen]
        operands = (result[at],) if values is None else (result[at], values[chosen])
        result[at] = function(*operands)
    store(a, read(ivy.reshape(result, a.shape)), exact=True)
