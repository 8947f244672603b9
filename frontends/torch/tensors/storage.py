"""The memory of a tensor as ``Tensor.storage()`` and ``untyped_storage()`` show it."""

from __future__ import annotations

import weakref

import numpy as np

from ivy_core.backends.holder import read

from ..dispatch import native
from .sharing import base_or_self
from .strided_results import in_memory_order, is_laid
from .tensor import Tensor, to_numpy

# id of what owns memory -> its bytes, where a program has resized the storage
_given_sizes: dict[int, int] = {}


def _owner_of_memory(tensor: Tensor) -> object:
    """Find the object that tensors of one memory have in common, where there are no storages."""
    found = read(tensor)
    if not isinstance(found, np.ndarray):
        return base_or_self(tensor)
    while isinstance(found.base, np.ndarray):
        found = found.base
    return found


def forget_size(tensor: Tensor) -> None:
    """Forget the size that the storage of a tensor was given: it shows other memory now."""
    _given_sizes.pop(id(_owner_of_memory(tensor)), None)


def _memory_as_vector(tensor: Tensor) -> np.ndarray:
    """Return all elements of a tensor's storage, what its base shows, as a 1-D NumPy array."""
    data = read(tensor)
    if isinstance(data, native.tensor_class):
        data = data.detach()
        count = data.untyped_storage().nbytes() // data.element_size()
        return native.backend.to_host(data.as_strided((count,), (1,), 0))
    if isinstance(data, np.ndarray):
        while isinstance(data.base, np.ndarray):
            data = data.base
        return data.reshape(-1).view(to_numpy(tensor).dtype)
    if hasattr(tensor, "_view") and is_laid(tensor._view):
        return to_numpy(in_memory_order(tensor._view)).reshape(-1)
    base = tensor._base
    return to_numpy((tensor if base is None else base).detach()).reshape(-1)


class UntypedStorage:
    """The bytes that a tensor and its views share.

    Parameters
    ----------
    tensor : Tensor
        One of them.
    """

    def __init__(self, tensor: Tensor):
        base = tensor._base
        self.owner_ = tensor if base is None else base

    @property
    def device(self):
        return self.owner_.device

    @property
    def _cdata(self) -> int:
        return self.data_ptr()

    def data_ptr(self) -> int:
        """Return a number that tensors of one memory have in common."""
        if isinstance(read(self.owner_), (np.ndarray, native.tensor_class)):
            return _memory_as_vector(self.owner_).__array_interface__["data"][0]
        owner = self.owner_
        return owner.data_ptr() - owner.storage_offset() * owner.dtype.itemsize

    def nbytes(self) -> int:
        """Return the number of bytes."""
        owner = self.owner_
        if owner.is_meta:
            return owner.nbytes
        given = _given_sizes.get(id(_owner_of_memory(owner)))
        if given is not None:
            return given
        data = read(owner)
        if isinstance(data, native.tensor_class):
            return data.untyped_storage().nbytes()  # which a look from NumPy would fix
        return _memory_as_vector(owner).nbytes

    def size(self) -> int:
        """Return the length."""
        return len(self)

    def resize_(self, size: int) -> UntypedStorage:
        """Give the memory another length.

        Only PyTorch's backend gives memory back and grows it by hand. Elsewhere the length is
        noted, and the elements stay what they were: with PyTorch they are undefined.
        """
        bytes_ = size * self.bytes_of_each_()
        data = read(self.owner_)
        if isinstance(data, native.tensor_class) and data.untyped_storage().resizable():
            data.untyped_storage().resize_(bytes_)
            return self
        owner = _owner_of_memory(self.owner_)
        if id(owner) not in _given_sizes:
            weakref.finalize(owner, _given_sizes.pop, id(owner), None)
        _given_sizes[id(owner)] = bytes_
        return self

    def bytes_of_each_(self) -> int:
        return 1

    def tolist(self) -> list:
        """Return the elements."""
        return self.host_memory_().tolist()

    def host_memory_(self):
        return _memory_as_vector(self.owner_).view("u1")

    def __len__(self) -> int:
        return self.nbytes()

    def __getitem__(self, index):
        return self.host_memory_()[index].tolist()

    def __iter__(self):
        return iter(self.tolist())

    def __eq__(self, other) -> bool:
        return type(other) is type(self) and other.data_ptr() == self.data_ptr()

    def __hash__(self) -> int:
        return self.data_ptr()


class TypedStorage(UntypedStorage):
    """The elements that a tensor and its views share, one after the other."""

    @property
    def dtype(self):
        return self.owner_.dtype

    def host_memory_(self):
        return _memory_as_vector(self.owner_)

    def bytes_of_each_(self) -> int:
        return self.dtype.itemsize

    def __len__(self) -> int:
        return self.nbytes() // self.dtype.itemsize

    def _data_ptr(self) -> int:
        return self.data_ptr()

    def _size(self) -> int:
        return len(self)

    def untyped(self) -> UntypedStorage:
        """Return the bytes."""
        return UntypedStorage(self.owner_)


__all__ = ["TypedStorage", "UntypedStorage"]
