"""Mistakes in a call itself, found by the function's public signature.

It is looked at when a call has failed. What Python says of an implementation that does not take its
arguments would name a function that the user has not called.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable

from .boundaries import error_boundary
from .exceptions import (
    IvyException,
    IvyTypeError,
    already_handled,
    backend_name,
    locate,
    translate,
)

_LOOKED_AT = frozenset({str, int, float, complex, tuple, list})


def error_of_call(
    err: Exception, body: Callable, backend: str | None, args, kwargs, name: str | None = None
) -> IvyException:
    """Return the error that stands for what a call of a function has ended with.

    Parameters
    ----------
    err : Exception
        What was raised below.
    body : callable
        The function as it is declared, with the public signature.
    backend : str or None
        Name of the backend, None for the current one.
    args, kwargs : sequence, dict
        The arguments of the call, which may have been converted.
    name : str, optional
        Name of the function; that of ``body`` by default.

    Returns
    -------
    IvyException
        IvyTypeError for a call that the signature does not take, without a cause, and for an option
        of a wrong class; else what ``err`` translates to. Its cause is set.
    """
    name, cls = name or body.__name__, None
    least, most = _positional_counts(body)
    # operands alone, as many as the function takes, are no mistake of the call itself
    if kwargs or not least <= len(args) <= most or not _LOOKED_AT.isdisjoint(map(type, args)):
        if (mismatch := signature_mismatch(body, args, kwargs)) is not None:
            raised = IvyTypeError(mismatch)
            locate(raised, backend, name)
            raised.__suppress_context__ = True
            return raised
        cls = IvyTypeError if _has_wrong_option(body, args, kwargs) else None
    raised = translate(err, name, backend, cls, lambda: _operands(body, args, kwargs))
    raised.__cause__ = err
    return raised


def translate_errors(
    body: Callable,
    place: tuple[str | None, str] | None = None,
    declared: Callable | None = None,
    names_itself: bool = False,
) -> Callable:
    """Return a function that raises what fails in ``body`` as an IvyException.

    Parameters
    ----------
    body : callable
        Any function of the library's.
    place : (str or None, str), optional
        Names of its backend and of it, which the message begins with. Without a backend it is the
        one that is set, else that of the arguments.
    declared : callable, optional
        The function with the signature that is public, if it is not ``body``.
    names_itself : bool
        Whether the message names this function also where one that it calls has failed: the user
        has not called that one.

    Examples
    --------
    >>> from ivy_core.utils.calls import translate_errors
    >>> translate_errors([].pop, ("jax", "take"))()
    Traceback (most recent call last):
    ivy_core.utils.exceptions.IvyIndexError: jax: take: IndexError: pop from empty list
    """
    backend, name = place or (None, body.__name__)
    declared = declared or body

    def replacement(err, args, kwargs):
        here = backend or backend_name(args, kwargs)
        if already_handled(err, (here, name), again=names_itself):
            return err
        return error_of_call(err, declared, here, args, kwargs, name)

    call = error_boundary(body, replacement)
    return functools.wraps(body)(call) if place is None else call


def signature_mismatch(body: Callable, args, kwargs) -> str | None:
    """Return why a function does not take these arguments; None if it does.

    Examples
    --------
    >>> from ivy_core.utils.calls import signature_mismatch
    >>> signature_mismatch(lambda x, /, *, axis=None: x, (), {"colour": 1})
    "missing a required argument: 'x'"
    """
    signature = _signature(body)
    known = signature.parameters
    given = {name: value for name, value in kwargs.items() if value is not None or name in known}
    try:
        signature.bind(*args, **given)
    except TypeError as err:
        return str(err)
    return None


_signature = functools.cache(inspect.signature)


@functools.cache
def _option_class_checks(body: Callable) -> dict[str, Callable]:
    """Return, by name, the predicate that accepts an option's value, e.g. of ``axis: int``."""
    found = {}
    for name, parameter in _signature(body).parameters.items():
        annotation = str(parameter.annotation).removesuffix(" | None")
        if name == "axis" and annotation.startswith("int | "):
            annotation = "Axis"
        if annotation in _TAKES:
            found[name] = _TAKES[annotation]
    return found


@functools.cache
def _positional_counts(body: Callable) -> tuple[float, float]:
    """Return the least and the greatest number of positional arguments that a function takes."""
    least = most = 0
    for parameter in _signature(body).parameters.values():
        needed = parameter.default is parameter.empty
        if parameter.kind is parameter.VAR_POSITIONAL:
            most = math.inf
        elif parameter.kind is parameter.KEYWORD_ONLY:
            least = math.inf if needed else least
        elif parameter.kind is not parameter.VAR_KEYWORD:
            least, most = least + needed, most + 1
    return least, most


def _has_wrong_option(body: Callable, args, kwargs) -> bool:
    """Return whether an option has a plain value that is not of its annotation's class."""
    options = _option_class_checks(body)
    if not options:
        return False
    given = _signature(body).bind_partial(*args).arguments | dict(kwargs)
    return any(
        name in given and type(given[name]) in _LOOKED_AT and not takes(given[name])
        for name, takes in options.items()
    )


def _operands(body: Callable, args, kwargs) -> dict:
    """Return the arguments of a call by the names of its public signature, if that takes them."""
    try:
        return dict(_signature(body).bind_partial(*args, **kwargs).arguments)
    except TypeError:  # e.g. an option that only the closure knows
        return {f"operand {i}": value for i, value in enumerate(args, 1)} | dict(kwargs)


def _is_index(value) -> bool:
    return hasattr(type(value), "__index__")


def _is_number(value) -> bool:
    return isinstance(value, (int, float, complex))


def _is_axis_or_axes(value) -> bool:
    return all(map(_is_index, value)) if isinstance(value, (tuple, list)) else _is_index(value)


_TAKES = {
    "int": _is_index,
    "Axis": _is_axis_or_axes,
    "float": _is_number,
    "complex": _is_number,
}
