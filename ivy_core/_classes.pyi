# Written by tools/stubs.py: run `make stubs`.

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

class Device(str):
    def __new__(cls, device="cpu") -> Device: ...

class Dialect:
    def __init__(self, native_class: Callable[..., Any]) -> None: ...
    def passes(self, err: Exception, function: str) -> bool: ...
    def knows(self, err: Exception, function: str) -> bool: ...
    def translated(
        self, err: Exception, function: str, own: Exception | None = None
    ) -> IvyException: ...

class Dtype(str):
    def __new__(cls, name) -> Dtype: ...
    @property
    def kind(self) -> str: ...
    @property
    def is_bool(self) -> bool: ...
    @property
    def is_int(self) -> bool: ...
    @property
    def is_uint(self) -> bool: ...
    @property
    def is_float(self) -> bool: ...
    @property
    def is_complex(self) -> bool: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def as_numpy_dtype(self) -> np.dtype: ...

class EigResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any

class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any

class Finfo:
    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype
    @property
    def tiny(self) -> float: ...
    @property
    def resolution(self) -> float: ...

class Iinfo:
    bits: int
    max: int
    min: int
    dtype: Dtype

class IvyException(Exception):
    native_error: BaseException | None
    _bases: tuple[type[Any], ...] | None
    _place: tuple[str, str] | None
    _text: str
    _dialect: Dialect | None
    def __init__(self, *messages, include_backend: bool = False) -> None: ...

class LstsqResult(NamedTuple):
    solution: Any
    residuals: Any
    rank: Any
    singular_values: Any

class NamespaceInfo:
    def capabilities(self) -> dict[str, object]: ...
    def default_device(self) -> str: ...
    def devices(self) -> list[str]: ...
    def default_dtypes(self, *, device=None) -> dict[str, Dtype]: ...
    def dtypes(self, *, device=None, kind=None) -> dict[str, Dtype]: ...

class QRResult(NamedTuple):
    Q: Any
    R: Any

class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any

class Setting:
    def __init__(self, name: str) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exc) -> None: ...

class Shape(tuple[int, ...]):
    def __new__(cls, lengths=()) -> Shape: ...

class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any

class UniqueAll(NamedTuple):
    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any

class UniqueCounts(NamedTuple):
    values: Any
    counts: Any

class UniqueInverse(NamedTuple):
    values: Any
    inverse_indices: Any
