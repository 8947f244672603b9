"""What the stubs say of arguments. It is there for type checkers only: there is no such module."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from .arrays.array import Array
from .backends.placement import Placement

@runtime_checkable
class NativeArray(Protocol):
    """Array of one of the frameworks: told by what they have in common."""

    @property
    def dtype(self) -> Any: ...
    @property
    def ndim(self) -> int: ...
    @property
    def shape(self) -> Any: ...

@runtime_checkable
class NativeDtype(Protocol):
    """Data type of one of the frameworks."""

    @property
    def itemsize(self) -> int: ...

class _TorchDevice(Protocol):
    @property
    def index(self) -> Any: ...
    @property
    def type(self) -> str: ...

class _JaxDevice(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def platform(self) -> str: ...

NativeDevice: TypeAlias = str | _TorchDevice | _JaxDevice

ArrayLike: TypeAlias = Array | NativeArray | Sequence[Any] | complex
DeviceLike: TypeAlias = NativeDevice | Placement
DtypeLike: TypeAlias = str | type | NativeDtype
Operand: TypeAlias = Array | NativeArray | complex
ShapeLike: TypeAlias = int | Sequence[int]
