"""Wrappers of real NumPy's random functions: they take and give arrays of a backend."""

from __future__ import annotations

import functools
import inspect

import numpy as np

from frontends.common.host import store_from_host
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.placing import placed_by_default
from ivy_core.arrays.views import new_array
from ivy_core.arrays.write import write_natively
from ivy_core.backend_handler import active_backend
from ivy_core.compilation.trace.host_calls import in_programs
from ivy_core.utils.exceptions import IvyRecordedException
from ivy_core.utils.tracebacks import replace_exception

from ..errors import NUMPY_ERRORS
from ..fallback import from_host, to_host
from ..ndarray import ndarray
from ..scalar_types import HELD_DTYPES, BackendScalar
from .differentiated import draw_with_gradient
from .in_programs import Drawing

_GLOBAL = np.random.mtrand._rand  # the generator of NumPy's functions
_PLAIN = frozenset({int, float, bool, str, bytes, type(None), np.ndarray})
_DONE = frozenset({int, float, bool, bytes, type(None)})


def drawing(real, *, method: bool = False):
    """Return ``real`` as a function of the frontend: array-likes in, arrays of the backend out.

    Parameters
    ----------
    real : callable
        Function of ``numpy.random``, or (with ``method``) of one of its classes.
    method : bool
        Whether the first argument is one of our generators, which holds the real one as ``_real``.

    Returns
    -------
    callable
        It has the name and the signature of ``real``.
    """
    signature = inspect.signature(real)
    written = _written_parameter(real.__name__, list(signature.parameters), method)
    name = real.__name__
    if method:

        def call(self, *args, **kwargs):
            try:
                if args or kwargs:
                    return _draw_by_numpy(
                        functools.partial(real, self.real_), args, kwargs, written
                    )
                result = real(self.real_)
                return result if type(result) in _DONE else _arrays_to_backend(result)
            except Exception as err:
                try:
                    NUMPY_ERRORS.raise_translated(err, name)
                except Exception as raised:
                    replace_exception(raised, err)
                    raise

    else:

        def call(*args, **kwargs):
            try:
                if args or kwargs:
                    return _draw_by_numpy(real, args, kwargs, written)
                result = real()
                return result if type(result) in _DONE else _arrays_to_backend(result)
            except Exception as err:
                try:
                    NUMPY_ERRORS.raise_translated(err, name)
                except Exception as raised:
                    replace_exception(raised, err)
                    raise

    call.handle_exceptions = True
    call.__name__ = name
    call.__qualname__ = getattr(real, "__qualname__", real.__name__)
    call.__signature__ = signature
    call.__doc__ = _docstring_summary(real)
    call.__module__ = "numpy.random"
    if not method:  # where pickle finds it again
        call.__module__, call.__qualname__ = __package__, name
    call.real = real
    _let_programs_draw(call, real, written, method)
    return call


def _let_programs_draw(call, real, written, method: bool) -> None:
    """Have compiled functions draw by real NumPy in each call of their programs."""
    if method:

        def in_program(self, *args, **kwargs):
            return Drawing(real, self, written)(*args, **kwargs)

    else:
        function = getattr(np.random.RandomState, real.__name__, None)
        if getattr(real, "__self__", None) is not _GLOBAL or function is None:

            def function(_, *args, **kwargs):
                return real(*args, **kwargs)

        def in_program(*args, **kwargs):
            return Drawing(function, _GLOBAL, written)(*args, **kwargs)

    in_programs[call] = in_program


def _written_parameter(name: str, parameters: list[str], method: bool) -> tuple[str, int] | None:
    """Return (name, position without self) of the parameter written to; None if there is none."""
    written = "x" if name == "shuffle" else "out"
    if written not in parameters:
        return None
    return written, parameters.index(written) - method


def _docstring_summary(real) -> str:
    """Return the first sentence of NumPy's docstring and where to read on."""
    paragraphs = (real.__doc__ or "").replace("--\n", "\n").split("\n\n")
    text = [p for p in paragraphs if p.strip() and not p.strip().startswith(real.__name__ + "(")]
    summary = " ".join(text[0].split()) if text else f"Call ``{real.__name__}``."
    return f"{summary}\n\nReferences: NumPy reference, ``numpy.random``, {real.__name__}.\n"


def _draw_by_numpy(real, args, kwargs, written):
    """Return the draw of ``real``; ``written`` is None or (name, position) of what it fills."""
    for value in args:
        if type(value) not in _PLAIN:
            break
    else:
        if not kwargs:
            return _arrays_to_backend(real(*args))
    if written is not None:
        name, position = written
        target = args[position] if len(args) > position >= 0 else kwargs.get(name)
        if isinstance(target, Array) and type(target) is not BackendScalar:
            return _draw_into_array(real, args, kwargs, written, target)
        if target is not None:
            return _draw_into_host(real, args, kwargs, written, target)
    try:
        args_on_host, kwargs_on_host = [*map(_value_to_host, args)], _items_to_host(kwargs)
    except IvyRecordedException:
        of_class = isinstance(real, functools.partial)
        return draw_with_gradient(real, (real.func if of_class else real).__name__, args, kwargs)
    return _arrays_to_backend(real(*args_on_host, **kwargs_on_host))


def _draw_into_array(real, args, kwargs, written, target):
    """Fill an array of ours, in its memory or by a copy; return it, or None as ``real`` does."""
    native = getattr(target, "_data", None)
    if isinstance(native, np.ndarray):
        result = write_natively((target,), _draw_into_host, real, args, kwargs, written, native)
        return None if result is None else target
    if written[0] == "out" and not target.flags.c_contiguous:
        raise ValueError(
            "Supplied output array must be contiguous, writable, aligned, and in machine "
            "byte-order."
        )
    host = np.array(to_numpy(target))
    result = _draw_into_host(real, args, kwargs, written, host)
    store_from_host(target, host)
    return None if result is None else target


def _draw_into_host(real, args, kwargs, written, host):
    """Draw into ``host`` itself: a NumPy array, a list, or another mutable sequence."""
    name, position = written
    if len(args) > position >= 0:
        args = [host if i == position else _value_to_host(v) for i, v in enumerate(args)]
        return real(*args, **_items_to_host(kwargs))
    kwargs = {key: host if key == name else _value_to_host(v) for key, v in kwargs.items()}
    return real(*map(_value_to_host, args), **kwargs)


def _value_to_host(value):
    if type(value) in _PLAIN:
        return value
    return to_host(value)


def _items_to_host(kwargs):
    return {name: _value_to_host(value) for name, value in kwargs.items()}


def _arrays_to_backend(value):
    """Return ``value`` with its arrays on the backend, also those of a state given as a dict."""
    if type(value) in _DONE:
        return value
    if type(value) is np.ndarray and value.dtype in HELD_DTYPES:
        backend = active_backend()
        # drawn just now: there is no other reference, so no copy is needed
        make = backend.adopt if value.base is None else backend.from_host
        return new_array(ndarray, placed_by_default(make(value)))
    if type(value) is dict:
        return {key: _arrays_to_backend(v) for key, v in value.items()}
    return from_host(value)


__all__ = ["drawing"]
