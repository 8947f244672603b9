"""The error boundary of a frontend as a decorator.

What is called for each element of a script's loop holds the boundary in its body, where it costs
nothing; everything else is decorated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ivy_core.utils.exceptions import Dialect, IvyException
from ivy_core.utils.tracebacks import take_place_of


def entry_of(dialect: Dialect) -> Callable:
    """Return the decorator that makes a function or a method an entry of a frontend.

    What fails in an entry is raised as the framework has it: of its class, naming its function.

    Parameters
    ----------
    dialect : Dialect
        How the framework says what went wrong.

    Returns
    -------
    callable
        ``@entry``, or ``@entry(name=...)`` where messages call the function by another name.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import Dialect
    >>> entry = entry_of(Dialect(lambda err: None))
    >>> @entry
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """

    def entry(function: Callable | None = None, *, name: str | None = None) -> Callable:
        if function is None:
            return functools.partial(entry, name=name)
        shown = name or function.__name__

        @functools.wraps(function)
        def call(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except Exception as err:
                if dialect.passes(err, shown):
                    raise
                try:
                    raise dialect.translated(err, shown)
                except IvyException as raised:
                    take_place_of(raised, err)
                    raise

        call.handle_exceptions = True
        return call

    return entry


__all__ = ["entry_of"]
