"""The tape: which calls are recorded, and how."""

from __future__ import annotations


def records(args, kwargs) -> bool:
    """Return whether a call is to be recorded."""
    return False


def record(function, args, kwargs):
    """Compute a call and record it."""
    raise NotImplementedError


def records_write(target, args, kwargs) -> bool:
    return False


def record_write(function, target, args, kwargs):
    raise NotImplementedError


def record_item_write(function, target, index, value):
    raise NotImplementedError


def wrote(target) -> None:
    pass


def is_traced(x) -> bool:
    from ivy_core.backends.holder import read
    from ivy_core.backends.loading import backend_for

    native = read(x)
    return backend_for(native).is_tracer(native)
