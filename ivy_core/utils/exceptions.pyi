# Written by tools/stubs.py: run `make stubs`.

from collections.abc import Callable
from typing import Any

class IvyException(Exception):
    native_error: BaseException | None
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None
    def __init__(self, *messages, include_backend: bool = False) -> None: ...

class IvyError(IvyException):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyBackendException(IvyException):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyIndexError(IvyException, IndexError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyValueError(IvyException, ValueError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyTypeError(IvyException, TypeError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyAttributeError(IvyException, AttributeError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyBroadcastShapeError(IvyException, ValueError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyDtypePromotionError(IvyException, TypeError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyNotImplementedException(IvyException, NotImplementedError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyLinAlgError(IvyException, LinAlgError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyInvalidBackendException(IvyValueError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyBackendNotInstalled(IvyException, ImportError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class IvyDeviceError(IvyException, ValueError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class InplaceUpdateException(IvyException, TypeError):
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None

class Dialect:
    def __init__(self, native_class: Callable[..., Any]) -> None: ...
    def passes(self, err: Exception, function: str) -> bool: ...
    def knows(self, err: Exception, function: str) -> bool: ...
    def translated(
        self, err: Exception, function: str, own: Exception | None = None
    ) -> IvyException: ...

def handle_exceptions(fn: Callable[..., Any]) -> Callable[..., Any]: ...
def locate(err: IvyException, backend: str | None, function: str, again: bool = False) -> None: ...
def means_axis(text: str) -> bool: ...
def native_text(err: BaseException) -> str: ...
def translate(err: Exception, function: str, backend: str | None) -> IvyException: ...
