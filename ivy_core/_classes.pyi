# Written by tools/stubs.py: run `make stubs`.

from typing import NamedTuple

import numpy as np

from .arrays.array import Array

class Device(str):
    def __new__(cls, device="cpu") -> Device: ...

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
    eigenvalues: Array
    eigenvectors: Array

class EighResult(NamedTuple):
    eigenvalues: Array
    eigenvectors: Array

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

class LstsqResult(NamedTuple):
    solution: Array
    residuals: Array
    rank: Array
    singular_values: Array

class NamespaceInfo:
    def capabilities(self) -> dict[str, object]: ...
    def default_device(self) -> str: ...
    def devices(self) -> list[str]: ...
    def default_dtypes(self, *, device=None) -> dict[str, Dtype]: ...
    def dtypes(self, *, device=None, kind=None) -> dict[str, Dtype]: ...

class QRResult(NamedTuple):
    Q: Array
    R: Array

class SVDResult(NamedTuple):
    U: Array
    S: Array
    Vh: Array

class Setting:
    def __init__(self, name: str) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exc) -> None: ...

class Shape(tuple[int, ...]):
    def __new__(cls, lengths=()) -> Shape: ...

class SlogdetResult(NamedTuple):
    sign: Array
    logabsdet: Array

class UniqueAll(NamedTuple):
    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array

class UniqueCounts(NamedTuple):
    values: Array
    counts: Array

class UniqueInverse(NamedTuple):
    values: Array
    inverse_indices: Array
