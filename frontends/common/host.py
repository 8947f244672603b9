"""Host fallback: what a frontend has not got runs in the real framework, on the host."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import sysconfig
import warnings
from collections.abc import Callable

import numpy as np

from ivy_core.arrays import write
from ivy_core.arrays.views import memory_of
from ivy_core.backends.holder import Holder
from ivy_core.backends.loading import backend_for
from ivy_core.modes import FALLBACK, FALLBACK_MODES
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyNotImplementedException
from ivy_core.utils.tracebacks import level_of_user, line_of_user

# Classes of values that are the same on the host.
PLAIN = frozenset({int, float, complex, bool, str, bytes, type(None)})

# How the files of installed libraries, and of Python's own, begin.
INSTALLED = tuple(
    os.path.join(path, "")
    for path in {sysconfig.get_path(n) for n in ("stdlib", "platstdlib", "purelib", "platlib")}
) + ("<frozen ",)


class FallbackError(IvyNotImplementedException):
    """A function has no native implementation, and fallback is switched off."""


class FallbackWarning(UserWarning):
    """A function ran in the real framework, on the host."""


class ValueConverter:
    """Conversion of a value, or of all values in nested lists, tuples and dicts, by class.

    The file that defines a class registers how its instances are converted; what has not been
    registered stays as it is.

    Examples
    --------
    >>> texts = ValueConverter()
    >>> _ = texts.register(int, str)
    >>> texts([1, {"x": 2}, 3.0])
    ['1', {'x': '2'}, 3.0]
    """

    __slots__ = ("_convert", "register")

    def __init__(self):
        self._convert = functools.singledispatch(lambda value: value)
        self.register = self._convert.register

    def __call__(self, value):
        kind = type(value)
        if kind is list or kind is tuple:
            return kind([self(v) for v in value])
        if kind is dict:
            return {key: self(v) for key, v in value.items()}
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return kind(*[self(v) for v in value])
        # by its type: `__class__` of a scalar is what a frontend shows
        return self._convert.dispatch(kind)(value)


class HostFallback:
    """The calls of a frontend that run in the real framework.

    Parameters
    ----------
    package : str
        Name under which messages show a function, such as ``numpy``.
    framework : str
        Name of the framework in messages, such as ``NumPy``.
    to_host, from_host : callable
        Take a value's arrays to the framework's own, and back to the frontend's.
    entry : callable
        The frontend's error boundary.
    """

    __slots__ = (
        "_announced", "_mode", "before", "entry", "framework", "from_host", "host_call_class",
        "package", "to_host",
    )  # fmt: skip

    def __init__(
        self,
        package: str,
        framework: str,
        to_host: Callable,
        from_host: Callable,
        entry: Callable,
    ):
        self.package, self.framework = package, framework
        self.to_host, self.from_host, self.entry = to_host, from_host, entry
        # makes a decorator, of a function of the framework, for what runs before it is announced
        self.before: Callable | None = None
        # makes the HostCall of a call that fills an argument
        self.host_call_class: Callable | None = None
        self._mode = FALLBACK
        self._announced: set[str] = set()

    def set_mode(self, mode: str) -> str:
        """Set the mode: 'warn' (once a function), 'error' or 'silent'. Return the one before."""
        check_elem_in_list(
            mode,
            FALLBACK_MODES,
            message=f"set_fallback: mode is 'warn', 'error' or 'silent', not {mode!r}",
        )
        before, self._mode = self._mode, mode
        return before

    def call(self, real: Callable, args, kwargs):
        """Call a function of the real framework with the arguments on the host."""
        if self.host_call_class is not None:
            if kwargs.get("out") is not None or len(args) > position_of_out(real):
                return self.host_call_class().call(real, args, kwargs)
        return self.from_host(real(*self.to_host(tuple(args)), **self.to_host(kwargs)))

    def call_compiled(self, compiled: Callable, name: str, args, kwargs):
        """Call a package's compiled function on the host; what it writes to arrays reaches ours."""
        self._warn_once(name, f"{name} is compiled: arrays of frontends cross through the host")
        if self.host_call_class is not None:
            return self.host_call_class().call(compiled, args, kwargs)
        return self.call(compiled, args, kwargs)

    def function(self, real: Callable, name: str, announced: bool = True) -> Callable:
        """Return ``real`` as a function of the frontend that runs on the host.

        It says so, unless it is not ``announced``: where no backend could do it (files, dates).
        """

        @functools.wraps(real)
        def call(*args, **kwargs):
            if announced:
                self._warn_of_fallback(name)
            return self.call(real, args, kwargs)

        if self.before is not None:
            call = self.before(real)(call)
        call.is_fallback, call.real = True, real
        return self.entry(call, name=name)

    def _warn_of_fallback(self, name: str) -> None:
        """Say that a function of the frontend runs on the host."""
        where = f"it runs on the host in real {self.framework}"
        self._warn_once(name, f"{self.package}.{name} is not native here: {where}")

    def _warn_once(self, name: str, text: str) -> None:
        """Warn once for each name; raise FallbackError in mode "error", do nothing in "silent"."""
        if self._mode == "silent":
            return
        if self._mode == "error":
            switch = f"frontends.{self.package}.set_fallback('warn')"
            where = line_of_user(sys._getframe())
            raise FallbackError(f"{text}, for {where}; allow it with {switch}")
        if name not in self._announced:
            self._announced.add(name)
            warnings.warn(text, FallbackWarning, stacklevel=level_of_user(sys._getframe()))


@functools.cache
def position_of_out(real: Callable) -> int:
    """Count the positional arguments before ``out``; many where there is none."""
    if isinstance(real, np.ufunc):
        return real.nin
    try:
        names = list(inspect.signature(real).parameters)
    except ValueError:  # C code without a signature
        return sys.maxsize
    return names.index("out") if "out" in names else sys.maxsize


def store_from_host(target: Holder, host: np.ndarray) -> None:
    """Write values from the host over the whole of an array."""
    write.store(target, backend_for(memory_of(target)).from_host(host))


__all__ = [
    "INSTALLED", "PLAIN", "FallbackError", "FallbackWarning", "HostFallback", "ValueConverter",
    "position_of_out", "store_from_host",
]  # fmt: skip
