"""The error boundary of a frontend as a decorator.

What is called for each element of a script's loop holds the boundary in its body, where it costs
nothing; everything else is decorated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ivy_core.utils.exceptions import ErrorDialect


def entry_of(dialect: ErrorDialect) -> Callable:
    """Return the decorator that makes a function or a method an entry of a frontend.

    What fails in an entry is raised as the framework has it: of its class, naming its function.

    Parameters
    ----------
    dialect : ErrorDialect
        How the framework says what went wrong.

    Returns
    -------
    callable
        ``@entry``, or ``@entry(name=...)`` where messages call the function by another name.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import ErrorDialect
    >>> entry = entry_of(ErrorDialect(lambda err: None))
    >>> @entry
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """

    def entry(function: Callable | None = None, *, name: str | None = None) -> Callable:
        if function is None:
            return functools.partial(entry, name=name)
        return dialect.error_boundary(function, name)

    return entry


__all__ = ["entry_of"]
