"""The boundary as a decorator, for entries that are not called often enough to hold it themselves.

A function that holds it pays nothing for it; this costs one more frame a call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from .tracebacks import replace_exception, trim


def error_boundary(body: Callable, replacement: Callable) -> Callable:
    """Return a function that raises, for what fails in ``body``, what ``replacement`` gives.

    Parameters
    ----------
    body : callable
        Any function.
    replacement : callable
        Takes the exception, the positional and the keyword arguments of the call. Returns the
        exception itself where it goes on as it is, already trimmed, else what takes its place, with
        its ``__cause__`` set.

    Returns
    -------
    callable
        It has no name yet.

    Examples
    --------
    >>> from ivy_core.utils.boundaries import error_boundary
    >>> error_boundary(len, lambda err, args, kwargs: ValueError("no length"))(3)
    Traceback (most recent call last):
    ValueError: no length
    """

    def call(*args, **kwargs):
        try:
            return body(*args, **kwargs)
        except Exception as err:
            other = replacement(err, args, kwargs)
            if other is err:
                raise
            try:
                raise other
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def trim_traceback(body: Callable, is_named: bool = True) -> Callable:
    """Return a function whose errors leave it as they are, without the frames the mode hides.

    For entries that reach the backends through others, which have translated what failed. With
    ``is_named`` it has the name of ``body``; hundreds of methods are named later, by their class.
    """

    def call(*args, **kwargs):
        try:
            return body(*args, **kwargs)
        except Exception as err:
            trim(err)
            raise

    return functools.wraps(body)(call) if is_named else call
