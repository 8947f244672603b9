"""Indices that may lie outside of an array, and masks that pick another number than is assigned.

Where the trace knows it for certain, or ``check="bounds"`` asks for it, it is counted
(``runtime_checks.py``), and NumPy's error is raised by the function itself. Else reads give the
nearest element, as the framework has it, and writes are left out.
"""

from __future__ import annotations

import operator

import numpy as np

from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import Holder, read

from . import trace as tracing
from .runtime_checks import BOUNDS, LENGTHS
from .symbolic_numbers import SymbolicScalar

_PLAIN = frozenset({int, type(None), type(Ellipsis), slice, str})


def check_read(x: Holder, index) -> None:
    """Count an index to be read that is out of bounds; do nothing outside of a trace."""
    if tracing.current is None:
        return
    found = _out_of_bounds(x, index)
    if found is not None:
        outside, is_certain = found
        if is_certain or tracing.current.checks.bounds:
            tracing.current.checks.fail_if(outside, BOUNDS)


def watch_range(index: Holder, least: int, end: int) -> None:
    """Count an array's indices outside of [``least``, ``end``), where a trace watches bounds.

    For functions that look at indices themselves, and cannot in a trace.
    """
    trace = tracing.current
    if trace is None or not trace.checks.bounds or not trace.programs.is_tracer(read(index)):
        return
    outside = ((index < least) | (index >= end)).any()
    trace.checks.fail_if(trace.programs.as_truth(read(outside)), BOUNDS)


def put(x, index, value, before=None) -> None:
    """Write ``x[index] = value``, or nothing where the index is out of bounds.

    ``before`` is what stood there, if it has been read: written back, it needs no check.
    """
    if not isinstance(x, Holder) or type(x) is SymbolicScalar:
        x[index] = value
        return
    checks = tracing.current.checks
    if value is not before:
        value = _value_to_write(x, index, value)
    with checks.of_view(x):
        x[index] = value


def _value_to_write(x: Holder, index, value):
    """Return the value to write; out of bounds, count an error or return the present element."""
    trace = tracing.current
    if isinstance(index, Holder) and index.shape and index.dtype.kind == "b":
        _count_mask_mismatch(x, index, value)
        return value
    found = _out_of_bounds(x, index)
    if found is None:
        return value
    outside, is_certain = found
    if is_certain or trace.checks.bounds:
        trace.checks.fail_if(outside, BOUNDS)
        return value
    if trace.programs.WRITES_IN_PLACE or tuple(getattr(outside, "shape", ())):
        return value  # it raises the error itself; an index of arrays leaves out what is outside
    trace.checks.made += 1
    before = x[index]
    inside = trace.programs.computed(operator.invert, outside)
    native = trace.programs.chosen_as(inside, _native_for_element(value, before), read(before))
    return new_array(type(before), native)


def _native_for_element(value, before: Holder):
    """Return the native value to write in place of ``before``; a list takes its shape."""
    if isinstance(value, (list, tuple)) and before.ndim:  # of traced numbers perhaps
        made = new_array(type(before), tracing.current.programs.copied(read(before)))
        made[...] = value
        return read(made)
    return read(value) if isinstance(value, Holder) else np.asarray(value)


def _count_mask_mismatch(x: Holder, mask: Holder, value) -> None:
    """Count as an error a mask that does not pick as many elements as are assigned."""
    programs, native = tracing.current.programs, read(mask)
    shape = np.shape(read(value) if isinstance(value, Holder) else value)
    rest = len(x.shape) - len(mask.shape)
    if not programs.is_tracer(native) or len(shape) <= rest or shape[-1 - rest] == 1:
        return
    length = shape[-1 - rest]
    differs = programs.strong(programs.number_of(native), "int64") != length
    tracing.current.checks.fail_if(differs, LENGTHS)


def _out_of_bounds(x: Holder, index):
    """Return (native bool: out of bounds, whether a run surely reaches it); None for no check."""
    entries = index if type(index) is tuple else (index,)
    if all(type(entry) in _PLAIN for entry in entries):
        return None
    shape, axis = tuple(x.shape), 0
    found, is_certain = [], False
    for position, entry in enumerate(entries):
        if entry is None:
            continue
        if entry is Ellipsis:
            later = sum(1 for each in entries[position + 1 :] if each is not None)
            axis = max(len(shape) - later, axis)
            continue
        length = shape[axis] if axis < len(shape) else 0
        axis += 1
        if isinstance(entry, Holder) and (outside := _entry_outside(entry, length)) is not None:
            found.append(outside[0])
            is_certain = is_certain or outside[1]
    if not found:
        return None
    outside = found[0]
    for each in found[1:]:
        outside = tracing.current.programs.computed(operator.or_, outside, each)
    return outside, is_certain


def _entry_outside(entry: Holder, length: int):
    """Return for one entry (native bool: out of bounds, whether surely reached), or None."""
    trace = tracing.current
    programs, native = trace.programs, read(entry)
    if not programs.is_tracer(native) or programs.dtype_of(native).kind not in "iu":
        return None
    if entry.shape:
        if not trace.checks.bounds:
            return None
        outside = ((entry < -length) | (entry >= length)).any()
        return programs.as_truth(read(outside)), False
    ends = trace.checks.limits_if_known(native)
    if ends is not None and -length <= ends[0] and ends[1] < length:
        return None
    number = (
        entry if type(entry) is SymbolicScalar else SymbolicScalar.of(programs.as_number(native))
    )
    outside = read((number < -length) | (number >= length))
    return outside, trace.checks.is_reached(native)
