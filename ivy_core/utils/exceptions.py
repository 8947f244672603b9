"""Exception classes, and the one translation from a native error to them.

Every class is also a subclass of the builtin that fits, so ``except ValueError`` still catches.
"""

from __future__ import annotations

import functools


class IvyException(Exception):
    """Base of every error that the library raises.

    Parameters
    ----------
    *messages : object
        Parts of the message, joined by a blank; by ``": "`` after the backend's name.
    include_backend : bool
        Whether the current backend's name comes first.
    """

    def __init__(self, *messages, include_backend: bool = False):
        single = len(messages) == 1 and isinstance(messages[0], BaseException)
        self.native_error = messages[0] if single and not include_backend else None
        super().__init__(_combine_messages(*messages, include_backend=include_backend))


def _combine_messages(*messages, include_backend: bool) -> str:
    if not include_backend:
        return " ".join(str(message) for message in messages)
    from ..backend_handler import current_backend_str

    return ": ".join([current_backend_str() or "numpy", *(str(message) for message in messages)])


class IvyError(IvyException):
    """The general case."""


class IvyBackendException(IvyException):
    """A failure inside a backend that fits no other class."""


class IvyIndexError(IvyException, IndexError):
    """An index or an axis is out of bounds."""


class IvyValueError(IvyException, ValueError):
    """A value is not allowed."""


class IvyTypeError(IvyException, TypeError):
    """An argument is of a wrong type."""


class IvyAttributeError(IvyException, AttributeError):
    """An attribute is not defined."""


class IvyBroadcastShapeError(IvyException, ValueError):
    """Shapes do not broadcast."""


class IvyDtypePromotionError(IvyException, TypeError):
    """Data types do not promote, or may not be cast so."""


class IvyNotImplementedException(IvyException, NotImplementedError):
    """The backend cannot do what is asked."""


class IvyBackendNotInstalled(IvyException, ImportError):
    """A backend's framework is not installed."""


@functools.cache
def modes():
    from ..modes import current  # it needs the classes above

    return current


@functools.cache
def _backend_class(native: type) -> type[IvyBackendException]:
    """Return IvyBackendException, also derived from the builtin that ``native`` derives from."""
    for builtin in native.__mro__:
        if builtin.__module__ == "builtins" and builtin not in (Exception, BaseException):
            try:
                return type("IvyBackendException", (IvyBackendException, builtin), {})
            except TypeError:  # layouts that do not mix (OSError, SyntaxError)
                break
    return IvyBackendException


def _class_for(err: BaseException) -> type[IvyException]:
    text = str(err)
    if _means_axis(text) or isinstance(err, IndexError):
        return IvyIndexError
    if _means_broadcast(text):
        return IvyBroadcastShapeError
    if isinstance(err, ValueError):
        return IvyValueError
    if isinstance(err, AttributeError):
        return IvyAttributeError
    if isinstance(err, NotImplementedError):
        return IvyNotImplementedException
    return _backend_class(type(err))


def _means_axis(text: str) -> bool:
    return (
        ("axis" in text and "out of bounds" in text)
        or "Dimension out of range" in text
        or ("Invalid reduction dimension" in text)
    )


def _means_broadcast(text: str) -> bool:
    return (
        "could not be broadcast" in text
        or "Incompatible shapes" in text
        or "must match the size of tensor" in text
        or "incompatible shapes for broadcasting" in text
        or "required broadcastable shapes" in text
    )


def translate(err: Exception, function: str, backend: str) -> IvyException:
    """Return the IvyException that stands for a native error; an IvyException stays itself.

    The message names the native class in trace mode 'full' only.
    """
    if isinstance(err, IvyException):
        return err
    native = f"{type(err).__name__}: " if modes().exception_trace == "full" else ""
    raised = _class_for(err)(f"{backend}: {function}: {native}{err}")
    raised.native_error = err
    return raised
