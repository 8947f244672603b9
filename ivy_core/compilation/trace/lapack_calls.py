"""Calls of SciPy's wrappers of LAPACK, `lapack.dgtsv(dl, d, du, b)`, on arrays that are traced.

They have no side effects, and how long their results are follows from the arguments' shapes alone:
a program calls them on the host, or has the backend's own kernel where that is the same routine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import numpy as np

from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import Holder, read, unwrapped

from . import trace as tracing
from .host_calls import called_on_host
from .symbolic_numbers import SymbolicScalar
from .trace import Unsupported

_MODULE = "scipy.linalg.lapack"  # asked for where it has been imported, and only there
_FORTRAN = "fortran"  # the name of f2py's class, which no module has
_REQUIRED = re.compile(r"=\s*\w+\(([^)\[]*)")  # the arguments before those in brackets


def is_lapack(function) -> bool:
    """Return whether a function is one of ``scipy.linalg.lapack``'s.

    Examples
    --------
    >>> is_lapack(sum)
    False
    """
    routine = getattr(function, "__wrapped__", function)  # that of a frontend's adapter
    if type(routine).__name__ != _FORTRAN:
        return False
    own = getattr(sys.modules.get(_MODULE), _name_of(routine), None)
    return getattr(own, "__wrapped__", own) is routine


def _name_of(function) -> str:
    return function.__name__.rpartition(" ")[2]  # of "function dgtsv"


def lapack_call(function: Callable, args, kwargs):
    """Call a function of LAPACK, on the host when the program comes to it if arrays are traced.

    Raises
    ------
    Unsupported
        If it may write to its arguments, or an option is known to the program alone.
    """
    programs = tracing.current.programs
    named = [*enumerate(args), *kwargs.items()]
    at = [key for key, x in named if isinstance(x, Holder) and programs.is_tracer(read(x))]
    if not at:
        return function(*args, **kwargs)
    _check_is_pure(function, args, kwargs)
    given = dict(named)
    if any(type(given[key]) is SymbolicScalar for key in at):
        raise Unsupported(f"{_name_of(function)} with an option that only the program knows")
    kind = type(given[at[0]])
    natives = [unwrapped(given[key]) for key in at]
    kernel = getattr(programs, "lapack_kernel", lambda *_: None)(_name_of(function), natives)
    if kernel is not None and not kwargs and len(at) == len(args):
        return tuple([_value(kind, each) for each in kernel()])

    def call(*hosts) -> list:
        values = {**given, **dict(zip(at, hosts, strict=True))}
        found = function(*[values[k] for k in range(len(args))], **{k: values[k] for k in kwargs})
        return list(found) if isinstance(found, tuple) else [found]

    # what it gives for other numbers says how long results are: LAPACK tells bad ones by `info`
    stand_ins = [np.ones(x.shape, programs.dtype_of(x)) for x in natives]
    kinds = [(np.shape(each), np.asarray(each).dtype) for each in call(*stand_ins)]
    found = [_value(kind, each) for each in called_on_host(call, natives, kinds)]
    return tuple(found) if len(found) > 1 else found[0]


def _check_is_pure(function: Callable, args, kwargs) -> None:
    """Raise Unsupported if a call overwrites arguments, or says so by position."""
    required = _REQUIRED.search(function.__doc__ or "")
    most = len(required[1].split(",")) if required else 0
    if len(args) > most or any(key.startswith("overwrite") and kwargs[key] for key in kwargs):
        raise Unsupported(f"{_name_of(function)} may write to its arguments")


def _value(kind: type, native):
    """Return an array of a class, or one of Python's numbers for what LAPACK says as such."""
    if native.shape:
        return new_array(kind, native)
    return SymbolicScalar.of(tracing.current.programs.as_number(native))
