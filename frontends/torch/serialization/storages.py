"""Tensors as files have them: memory, and what part of it each tensor shows.

What a tensor class has to offer for that is a :class:`TensorAccess`; how files are made of it
stands in ``checkpoints.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import numpy as np

from ivy_core.backends.placement import Placement

from ..tensors.dtypes import host_dtype

# Names that PyTorch's files have for typed memory; other dtypes come with untyped memory.
STORAGE_TYPES = {
    "float64": "DoubleStorage",
    "float32": "FloatStorage",
    "float16": "HalfStorage",
    "bfloat16": "BFloat16Storage",
    "int64": "LongStorage",
    "int32": "IntStorage",
    "int16": "ShortStorage",
    "int8": "CharStorage",
    "uint8": "ByteStorage",
    "bool": "BoolStorage",
    "complex128": "ComplexDoubleStorage",
    "complex64": "ComplexFloatStorage",
}
DTYPES_OF_STORAGES = {name: dtype for dtype, name in STORAGE_TYPES.items()}
UNTYPED_STORAGE = "UntypedStorage"


@dataclass(eq=False, slots=True)
class Storage:
    """Memory on the host that tensors share while they are loaded.

    Attributes
    ----------
    memory : numpy.ndarray, shape (bytes,), uint8
        All of it.
    dtype : str
        Name of the dtype of its numbers; ``'uint8'`` where the file does not say it.
    location : str or Placement
        Where tensors of it shall live: ``'cpu'``, ``'cuda:0'``.
    made : dict
        What the tensor class keeps here, so that the tensors of one storage find each other.
    """

    memory: np.ndarray
    dtype: str
    location: str | Placement = "cpu"
    made: dict = field(default_factory=dict)

    @property
    def device(self) -> str | Placement:
        """Device that its tensors are made on."""
        return self.location

    def nbytes(self) -> int:
        """Size in bytes."""
        return self.memory.size

    def size(self) -> int:
        """Number of elements."""
        return self.memory.size // host_dtype(self.dtype).itemsize

    def cpu(self) -> Storage:
        """Return this memory, for tensors on the CPU."""
        return self.to("cpu")

    def cuda(self, device: object = None) -> Storage:
        """Return this memory, for tensors on a GPU."""
        index = 0 if device is None else device
        return self.to(f"cuda:{index}" if isinstance(index, int) else str(index))

    def to(self, device: object) -> Storage:
        """Return this memory, for tensors on ``device``."""
        location = device if isinstance(device, Placement) else str(device)
        return Storage(self.memory, self.dtype, location)


@dataclass(slots=True)
class StoredTensor:
    """A tensor that lies in a storage.

    Attributes
    ----------
    storage : Storage
        The memory.
    dtype : str
        Name of its dtype.
    size, stride : tuple of int
        Lengths of the dimensions, and steps along them in elements.
    offset : int
        Where it begins in the storage, in elements.
    requires_grad : bool
        Whether it wants gradients.
    conj, neg : bool
        Whether what stands in memory is the conjugate, or the negative, of its values.
    """

    storage: Storage
    dtype: str
    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int = 0
    requires_grad: bool = False
    conj: bool = False
    neg: bool = False

    def on_host(self) -> np.ndarray:
        """Return its elements: a view of the storage's memory, unless they are to be conjugated.

        Raises
        ------
        RuntimeError
            If it does not lie within the storage.
        """
        kind = host_dtype(self.dtype)
        numbers = self.storage.memory.size // kind.itemsize
        last = self.offset + sum((n - 1) * s for n, s in zip(self.size, self.stride, strict=True))
        empty = 0 in self.size
        if min((self.offset, *self.size, *self.stride)) < 0 or not (empty or last < numbers):
            raise RuntimeError(
                f"setStorage: sizes {list(self.size)}, strides {list(self.stride)}, storage offset "
                f"{self.offset}, requiring a storage size of {(last + 1) * kind.itemsize} are out "
                f"of bounds for storage of size {self.storage.memory.size}"
            )
        if empty:
            return np.empty(self.size, kind)
        memory = self.storage.memory[: numbers * kind.itemsize].view(kind)
        strides = [step * kind.itemsize for step in self.stride]
        shown = np.ndarray(self.size, kind, memory, self.offset * kind.itemsize, strides)
        if self.conj:
            shown = shown.conj()
        return -shown if self.neg else shown


@dataclass(slots=True)
class Described:
    """A tensor that is to be saved or copied.

    Attributes
    ----------
    key : hashable
        Equal for tensors that share memory, as long as they live.
    memory : callable
        Returns all of their memory on the host: ``numpy.ndarray``, shape (bytes,), uint8.
    nbytes : int
        How many bytes that is.
    dtype, size, stride, offset, requires_grad, conj, neg
        As in :class:`StoredTensor`.
    location : str
        Where it lives, ``'cpu'``.
    subclass : type, optional
        Its class, where that is one of the user's.
    state : dict, optional
        Attributes that were set on it.
    """

    key: Hashable
    memory: Callable[[], np.ndarray]
    nbytes: int
    dtype: str
    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int = 0
    requires_grad: bool = False
    location: str = "cpu"
    conj: bool = False
    neg: bool = False
    subclass: type | None = None
    state: dict | None = None


@dataclass(frozen=True, slots=True)
class TensorAccess:
    """Access of files to a tensor class.

    Attributes
    ----------
    tensor_class : type
        The class of tensors, parameters among them.
    is_parameter : callable
        ``is_parameter(tensor)``, whether it is a parameter of a module.
    describe : callable
        ``describe(tensor) -> Described``.
    rebuild : callable
        ``rebuild(stored) -> tensor``, from a :class:`StoredTensor`.
    as_subclass : callable
        ``as_subclass(tensor, kind)``, the tensor as one of the user's class.
    parameter : callable
        ``parameter(tensor, requires_grad)``, a parameter with the tensor's memory.
    values_of : callable
        ``values_of(tensor)``, the tensor without its graph and without its class, on the same
        memory.
    find : callable
        ``find(module, name)``, what stands for PyTorch's object of that name, say
        ``("torch", "float32")``; AttributeError or ImportError if there is none.
    name_of : callable
        ``name_of(obj)``, the module and the name that PyTorch has for a class, a function or a
        dtype; None for what is not PyTorch's.
    reduced : callable
        ``reduced(obj)``, for other objects of PyTorch's: the module and the name of what makes
        them, and its arguments, ``("torch", "Size", ((2, 3),))``; else None.
    there : callable
        ``there(location)``, whether tensors can live there: ``'cuda:0'``.
    """

    tensor_class: type
    is_parameter: Callable
    describe: Callable
    rebuild: Callable
    as_subclass: Callable
    parameter: Callable
    values_of: Callable
    find: Callable
    name_of: Callable
    reduced: Callable
    there: Callable


__all__ = [
    "DTYPES_OF_STORAGES",
    "STORAGE_TYPES",
    "UNTYPED_STORAGE",
    "Described",
    "Storage",
    "StoredTensor",
    "TensorAccess",
]
