"""The boundary as a decorator, for entries that are not called often enough to hold it themselves.

A function that holds it pays nothing for it; this costs one more frame a call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from .calls import refusal
from .exceptions import IvyException, translate
from .tracebacks import already_handled, take_place_of, trim


def guarded(
    body: Callable,
    place: tuple[str | None, str] | None = None,
    declared: Callable | None = None,
    own: bool = False,
) -> Callable:
    """Return a function that raises what fails in ``body`` as an IvyException.

    Parameters
    ----------
    body : callable
        Any function.
    place : (str or None, str), optional
        Names of its backend and of it, which the message begins with. Without a backend it is the
        one that is set, else that of the arguments.
    declared : callable, optional
        The function with the signature that is public, if it is not ``body``.
    own : bool
        Whether ``body`` is the user's, who wants its errors translated.
    """
    backend, name = place or (None, body.__name__)
    declared = declared or body

    def call(*args, **kwargs):
        try:
            return body(*args, **kwargs)
        except Exception as err:
            here = backend or backend_name(args, kwargs)
            if already_handled(err, (here, name), own):
                raise
            try:
                if own:  # there may be no signature
                    raise translate(err, name, here) from err
                raise refusal(err, declared, here, args, kwargs, name)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    return functools.wraps(body)(call) if place is None else call


def trimmed(body: Callable) -> Callable:
    """Return a function whose errors leave it as they are, without the frames the mode hides.

    For entries that reach the backends through others, which have translated what failed.
    """

    @functools.wraps(body)
    def call(*args, **kwargs):
        try:
            return body(*args, **kwargs)
        except Exception as err:
            trim(err)
            raise

    return call


def backend_name(args, kwargs=None) -> str:
    """Return the name of the backend that is set, else of the one that the arguments belong to."""
    from ..backend_handler import active_backend

    return active_backend(args, kwargs).NAME
