"""The name, the docstring and the traits of what is composed: those of the function it serves."""

from __future__ import annotations

from collections.abc import Callable


def named(call: Callable, body: Callable, wrappers: tuple[str, ...]) -> Callable:
    """Give a composed callable the name, signature and docstring of ``body``, and its traits."""
    call.__name__ = call.__qualname__ = body.__name__
    call.__doc__ = body.__doc__
    call.__module__ = body.__module__
    call.__wrapped__ = body
    if hasattr(body, "mixed_backend_wrappers"):
        call.mixed_backend_wrappers = body.mixed_backend_wrappers
    for name in wrappers:
        setattr(call, name, True)
    return call
