"""The global modes: settable, stacked, and cheap to read.

What is in force stands in :data:`current`, so whoever obeys a mode reads one attribute. For users
each value is an attribute of the package under its public name, ``ivy.min_base`` (:func:`value`).
"""

from __future__ import annotations

import os
from collections.abc import Callable

from .utils import tracebacks
from .utils.exceptions import IvyAttributeError, IvyValueError

TRACE_MODES = ("full", "ivy", "frontend")
FALLBACK_MODES = ("warn", "error", "silent")
_OFF, _ON = ("0", "false", "no", "off"), ("1", "true", "yes", "on")


def _mode_from_environment(variable: str, allowed: tuple[str, ...]) -> str:
    """Return an environment variable, the first allowed where unset; raise if it is no mode."""
    mode = os.environ.get(variable, allowed[0])
    if mode not in allowed:
        raise IvyValueError(f"{variable}: {mode!r} is no mode; allowed are {', '.join(allowed)}")
    return mode


def _switch_from_environment(variable: str, unset: str = "true") -> bool:
    """Return whether an environment variable, or what it is where unset, is on; or raise."""
    value = os.environ.get(variable, unset)
    if value.lower() not in (*_ON, *_OFF):
        raise IvyValueError(f"{variable}: {value!r} is neither true nor false")
    return value.lower() in _ON


# What frontends begin with. With "error" nothing that a framework can do is done by NumPy, either.
FALLBACK = _mode_from_environment("IVY_FALLBACK", FALLBACK_MODES)
_DEFAULTS = {
    "array": True,
    "nestable": True,
    "inplace": "lenient",
    "precise": True,
    "shape_array": False,
    "soft_device": False,
    "dynamic_backend": False,
    "nan_policy": "nothing",
    "warning_level": "all",
    "array_significant_figures": None,
    "array_decimal_values": None,
    "min_base": 1e-5,
    "min_denominator": 1e-12,
    "queue_timeout": 15.0,
    "tmp_dir": os.environ.get("TMPDIR", "/tmp"),
    "exception_trace": _mode_from_environment("IVY_EXCEPTION_TRACE_MODE", TRACE_MODES),
    "show_func_wrapper_trace": _switch_from_environment("IVY_SHOW_FUNC_WRAPPER_TRACE"),
    "host_execution": _switch_from_environment(
        "IVY_HOST_EXECUTION", unset="false" if FALLBACK == "error" else "true"
    ),
}
_SWITCHES = frozenset({"array", "nestable", "inplace", "precise", "shape_array", "soft_device"} | {
    "exception_trace", "show_func_wrapper_trace", "host_execution",
})  # fmt: skip
on_change: dict[str, Callable[[], None]] = {}  # what a change of a mode has to do at once
_PUBLIC = {f"{name}_mode" if name in _SWITCHES else name: name for name in _DEFAULTS}
_stacks: dict[str, list] = {name: [] for name in _DEFAULTS}


class Current:
    """The modes in force.

    ``array``: functions return Arrays, not native arrays. ``nestable``: they take Containers.
    ``inplace``: 'lenient' or 'strict'. ``precise``: dtypes promote without loss. ``shape_array``:
    shapes are arrays. ``soft_device``: arguments are moved to the default device. ``min_base`` and
    ``min_denominator`` are what the stable functions add; ``queue_timeout`` is in seconds.
    ``host_execution``: what no framework does otherwise is done on the host's memory.
    ``dynamic_backend``: arrays move with ``set_backend``. ``nan_policy``: what functions do about
    nan. ``warning_level``: which warnings are shown. ``array_significant_figures`` and
    ``array_decimal_values``: how Arrays are printed, None as NumPy does.
    """

    __slots__ = tuple(_DEFAULTS)


current = Current()


class Setting:
    """Result of a setter: used in a ``with`` block, it takes the mode back at the end."""

    __slots__ = ("_name",)

    def __init__(self, name: str):
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc) -> None:
        unset(self._name)


def set(name: str, value) -> Setting:
    """Put a mode into force, over the one that was; its setter has looked at ``value``."""
    _stacks[name].append(value)
    _set_mode(name, value)
    return Setting(name)


def unset(name: str) -> None:
    """Take back the last :func:`set`; without one, do nothing."""
    stack = _stacks[name]
    if stack:
        stack.pop()
    _set_mode(name, stack[-1] if stack else _DEFAULTS[name])


def _set_mode(name: str, value) -> None:
    """Set a mode, unchecked; if that changes its value, call the mode's ``on_change`` function."""
    changed = getattr(current, name) != value
    setattr(current, name, value)
    if changed and name in on_change:
        on_change[name]()


def value(attribute: str):
    """Return the mode that the package shows under a name: ``min_base``, ``nestable_mode_stack``.

    Raises
    ------
    IvyAttributeError
        If there is no such mode; so it can serve as a module's ``__getattr__``.
    """
    if attribute in _PUBLIC:
        return getattr(current, _PUBLIC[attribute])
    name = _PUBLIC.get(attribute.removesuffix("_stack"))
    if name is None:
        raise IvyAttributeError(f"module 'ivy_core' has no attribute {attribute!r}")
    return list(_stacks[name])


for _name, _default in _DEFAULTS.items():
    setattr(current, _name, _default)


def _update_traceback_modes() -> None:
    """Copy the modes of tracebacks to ``tracebacks.shown``, which the error boundary reads."""
    tracebacks.shown.mode = current.exception_trace
    tracebacks.shown.wrappers = current.show_func_wrapper_trace


on_change["exception_trace"] = on_change["show_func_wrapper_trace"] = _update_traceback_modes
_update_traceback_modes()
