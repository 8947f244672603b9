"""Host fallback: what the frontend or a backend has not got runs in real NumPy and comes back."""

from __future__ import annotations

import functools
import warnings

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend_str
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyException, IvyNotImplementedException, IvyTypeError
from ivy_core.utils.tracebacks import take_place_of

from .errors import already_handled, entry, translated

_mode = "warn"
_warned: set[str] = set()


class UnsupportedDtype(IvyTypeError):
    """Raised inside the frontend when data must stay in real NumPy (strings, objects, dates)."""

    def __init__(self, dtype=None):
        super().__init__(f"arrays of dtype {dtype or 'object'} are held by real NumPy alone")


class FallbackError(IvyNotImplementedException):
    """A function has no native implementation, and fallback is switched off."""


class FallbackWarning(UserWarning):
    """A function ran in real NumPy on the host."""


@entry
def set_fallback(mode: str) -> str:
    """Choose what happens when a function runs on the host in real NumPy.

    Parameters
    ----------
    mode : {'warn', 'error', 'silent'}
        Warn once per function (the default), raise FallbackError, or say nothing.

    Returns
    -------
    str
        The mode before.

    Raises
    ------
    IvyValueError
        If there is no such mode.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> previous = np.set_fallback("silent")
    >>> np.set_fallback(previous)
    'silent'
    """
    global _mode
    check_elem_in_list(
        mode,
        ("warn", "error", "silent"),
        message=f"set_fallback: mode is 'warn', 'error' or 'silent', not {mode!r}",
    )
    before, _mode = _mode, mode
    return before


def host_call(real, args, kwargs):
    """Run a real NumPy function on the arguments on the host."""
    return from_host(real(*to_host(args), **to_host(kwargs)))


def runs_in_numpy() -> bool:
    """Return whether NumPy is the backend: its functions take the arrays as they are.

    They warn, and raise under ``errstate``, of what their own steps meet; a function that takes
    other steps asks here first.
    """
    return current_backend_str() == "numpy"


def native_call(real, *args, **kwargs):
    """Run a real NumPy function on the arrays of the NumPy backend; ``out`` is filled by it."""
    natives = [_native(value) for value in args]
    options = {name: _native(value) for name, value in kwargs.items()}
    result = real(*natives, **options)
    filled = [*zip(args, natives, strict=True), *((kwargs[n], v) for n, v in options.items())]
    for given, native in filled:
        if native is result and isinstance(given, Array):
            return given  # it stands in `out`
    return from_host(result)


def _native(value):
    native = getattr(value, "_data", None) if isinstance(value, Array) else None
    return native if isinstance(native, (np.ndarray, np.generic)) else to_host(value)


def fallback_function(real, name: str):
    """Return ``real`` as a function of this frontend that runs on the host."""

    @functools.wraps(real)
    def call(*args, **kwargs):
        try:
            _announce(name)
            return host_call(real, args, kwargs)
        except Exception as err:
            if already_handled(err, name):
                raise
            try:
                raise translated(err, name)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    call.handle_exceptions = call.is_fallback = True
    call.real = real
    return call


def _announce(name: str) -> None:
    if _mode == "silent":
        return
    text = f"numpy.{name} is not native here: it runs on the host in real NumPy"
    if _mode == "error":
        raise FallbackError(text + "; allow it with frontends.numpy.set_fallback('warn')")
    if name not in _warned:
        _warned.add(name)
        warnings.warn(text, FallbackWarning, stacklevel=3)


def to_host(value):
    """Return ``value`` with every array in it on the host."""
    if isinstance(value, Array):
        host = np.asarray(value)
        return host[()] if _is_scalar(value) else host
    if type(value) in (list, tuple):
        return type(value)([to_host(v) for v in value])
    if type(value) is dict:
        return {key: to_host(v) for key, v in value.items()}
    if callable(value) and hasattr(value, "real_ufunc"):
        return value.real_ufunc
    return value


def _is_scalar(value) -> bool:
    from .scalar_types import generic

    return isinstance(value, generic)


def from_host(value):
    """Return ``value`` with every NumPy array that a backend can hold on the backend."""
    from .func_wrapper import asarray
    from .scalar_types import host_scalar

    if type(value) is np.ndarray:
        try:
            return asarray(value)
        except UnsupportedDtype:
            return value
    if isinstance(value, np.generic):
        return host_scalar(value)
    if type(value) in (list, tuple):
        return type(value)([from_host(v) for v in value])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[from_host(v) for v in value])
    return value
