"""``IVY_DEBUG``: calls of NumPy's frontend, shown (``routes``) or compared (``divergence``).

With ``routes`` each call prints one line on the standard error, which says who computes it and why.

A line names the function, its arguments and the exits that the call took, outermost first::

    np.sum float64[8]: NumPy on the host's memory (sums: up to 4096 elements)

With ``divergence`` each is compared between the processes that run one program. Exits are marked
where functions are composed. Without the variable :func:`exit_of` and :func:`entry_of` return the
function that they are given, so that a call pays nothing.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable

_WANTED = os.environ.get("IVY_DEBUG", "").split(",")
ARE_SHOWN, ARE_COMPARED = "routes" in _WANTED, "divergence" in _WANTED
# Each is told of every outermost call, of function and operands, where several processes run.
comparers: list[Callable[[str], object]] = []


class _State(threading.local):
    """The exits taken by the call that runs in this thread; None outside of one."""

    taken: list[str] | None = None
    is_within = False  # whether a call that is compared runs


_state = _State()


def exit_of(route: str, function: Callable, shown: bool = ARE_SHOWN) -> Callable:
    """Return ``function``, marked as an exit; it counts as taken where it gives a result.

    None and NotImplemented say that the exit refused the call, as an exception does.

    Examples
    --------
    >>> entry = entry_of("abs", exit_of("Python", abs, shown=True), shown=True)
    >>> entry(-3)
    3
    """
    if not shown:
        return function

    @functools.wraps(function)
    def noted(*args, **kwargs):
        taken = _state.taken
        if taken is None:
            return function(*args, **kwargs)
        count = len(taken)
        taken.append(route)
        try:
            result = function(*args, **kwargs)
        except BaseException:
            del taken[count:]
            raise
        if result is None or result is NotImplemented:
            del taken[count:]
        return result

    return noted


def exit_named(route: str) -> Callable:
    """Return the decorator form of :func:`exit_of`."""
    return functools.partial(exit_of, route)


def entry_of(
    name: str | None,
    function: Callable,
    shown: bool = ARE_SHOWN,
    compared: bool = ARE_COMPARED,
) -> Callable:
    """Return ``function`` printing its route where it is the outermost call of this thread.

    Without a name the first argument, a ufunc, has it. Where processes are compared, theirs are
    told of the call before it is made.
    """
    if compared:
        function = _comparing(name, function)
    if not shown:
        return function

    @functools.wraps(function)
    def shown_call(*args, **kwargs):
        called, operands = (name, args) if name else (args[0].__name__, args[1:])
        if _state.taken is not None:  # called by the body of another function
            _state.taken.append(called)
            return function(*args, **kwargs)
        _state.taken = taken = []
        outcome = ""
        try:
            return function(*args, **kwargs)
        except BaseException as err:
            outcome = f"raised {type(err).__name__}"
            raise
        finally:
            _state.taken = None
            line = _describe_call(called, operands, kwargs)
            steps = [*dict.fromkeys(taken), *([outcome] if outcome else [])]
            print(f"{line}: {' > '.join(steps) or 'direct'}", file=sys.stderr)

    return shown_call


def _comparing(name: str | None, function: Callable) -> Callable:
    """Return ``function``; the comparers are told of each call that is this thread's outermost."""

    @functools.wraps(function)
    def compared_call(*args, **kwargs):
        if _state.is_within or not comparers:
            return function(*args, **kwargs)
        called, operands = (name, args) if name else (args[0].__name__, args[1:])
        _state.is_within = True
        try:
            for tell in comparers:
                tell(_describe_call(called, operands, kwargs))
            return function(*args, **kwargs)
        finally:
            _state.is_within = False

    return compared_call


def _describe_call(called: str, operands, options: dict) -> str:
    """Describe a call by its function, its operands and its options."""
    shown = [f"{key}={_describe_argument(value)}" for key, value in options.items()]
    return " ".join([f"np.{called}", *map(_describe_argument, operands), *shown])


def _describe_argument(value) -> str:
    """Describe an argument of a call: an array by dtype and shape, a plain value by its text."""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if type(shape) is tuple and dtype is not None:
        return f"{dtype}[{','.join(map(str, shape))}]"
    if type(value) in (list, tuple):
        inner = ", ".join(map(_describe_argument, value[:3])) + (", ..." if len(value) > 3 else "")
        return f"[{inner}]" if type(value) is list else f"({inner})"
    text = repr(value) if isinstance(value, (bool, int, float, complex, str)) else ""
    return text if text and len(text) < 32 else "None" if value is None else type(value).__name__
