"""Tensors on memory that others write to as well: NumPy's arrays, and other processes.

Where a backend's arrays do not change, such a tensor is a view of an
:class:`ivy_core.arrays.outside.OutsideMemory`: it is read at each look, and written in place.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from multiprocessing import reduction

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.conversions import live_arrays
from ivy_core.arrays.lenses import Everything, Permute, Strided
from ivy_core.arrays.memory import seen_on_host
from ivy_core.arrays.outside import OutsideMemory
from ivy_core.arrays.views import base_or_self, functional_view, move_outside, outside_memory
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

from ..autograd.meta import StorageAlias, VersionCounter, counter_of, meta_of
from ..dispatch import native
from . import memory_order
from .strided_results import apart, is_laid
from .tensor import Tensor, to_numpy


class Block(mmap.mmap):
    """Memory that processes share: a file without a name, which ends with its last process.

    Parameters
    ----------
    nbytes : int
        How large it is.
    fd : int, optional
        A descriptor of the file, where another process has made it.
    """

    def __new__(cls, nbytes: int, fd: int | None = None):
        length = max(nbytes, 1)
        if fd is None:
            fd = _open_anonymous_file()
            os.ftruncate(fd, length)
        block = super().__new__(cls, fd, length)
        block.fd = fd
        return block

    def __reduce__(self):
        return _open_block, (len(self), reduction.DupFd(self.fd))

    def __del__(self, close=os.close):  # at the end of a process the module may be empty
        close(self.fd)


def _open_anonymous_file() -> int:
    """Return the descriptor of a new file without a name, whose memory processes can share."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("tensors")
    if os.name != "posix":
        raise RuntimeError(
            "share_memory_(): processes share tensors only where files have descriptors that can "
            "be sent; use threads, or queues, which send copies"
        )
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _open_block(nbytes: int, handle) -> Block:
    return Block(nbytes, handle.detach())


# processes


def put_in_shared_memory(x: Tensor) -> None:
    """Move a tensor, with all that shares its memory, to where other processes can have it.

    Raises
    ------
    RuntimeError
        If the tensor is traced, or not on the CPU, or the system has no such memory.
    """
    if block_of(x) is not None:
        return
    data = read(x)
    backend = backend_for(data)
    if backend.is_tracer(data) or x.device.type != "cpu":
        raise RuntimeError(
            f"share_memory_(): {backend.NAME} has this tensor on {x.device}, or traces it; bring "
            "it to the CPU, and call this before a function is compiled"
        )
    if isinstance(data, np.ndarray):
        _move_numpy_memory_to_block(data)
        return
    base = base_or_self(x)
    host = base.memory if type(base) is OutsideMemory else to_numpy(base)
    move(x, np.ndarray(host.shape, host.dtype, Block(host.nbytes)))


def _move_numpy_memory_to_block(data: np.ndarray) -> None:
    """Move NumPy memory to a block for several processes, and make all live tensors show that."""
    root = data
    while isinstance(root.base, np.ndarray):
        root = root.base
    block = Block(root.nbytes)
    moved = np.ndarray(root.shape, root.dtype, block, strides=_strides_of_dense_copy(root))
    moved[...] = root
    begin = _memory_address(root)
    for x in live_arrays():
        owner = shown = getattr(x, "_data", None)
        while isinstance(owner, np.ndarray) and owner is not root:
            owner = owner.base
        if owner is root:
            at = _memory_address(shown) - begin
            x._data = np.ndarray(shown.shape, shown.dtype, block, at, shown.strides)


def _strides_of_dense_copy(root: np.ndarray) -> tuple[int, ...]:
    return root.strides if root.flags.f_contiguous else np.empty_like(root).strides


def address_of_memory(x: Tensor) -> int:
    """Return a number that tells apart what owns memory: where that is the host's, its address."""
    base = base_or_self(x)
    return _memory_address(base.memory) if type(base) is OutsideMemory else id(base)


def _memory_address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def block_of(x: Tensor) -> Block | None:
    """Return the block of shared memory that a tensor lies on, None if it lies on none."""
    base = base_or_self(x)
    found = base.memory if type(base) is OutsideMemory else getattr(base, "_data", None)
    while isinstance(found, np.ndarray):
        found = found.base
    return found if type(found) is Block else None


def parts_in_block(x: Tensor) -> tuple:
    """Describe a tensor on shared memory: the arguments of :func:`on_block`."""
    block, host = block_of(x), _numpy_view_or_none(x)
    at = _memory_address(host) - _memory_address(np.frombuffer(block, np.uint8))
    return block, host.dtype, host.shape, at, host.strides


def on_block(block: Block, dtype: np.dtype, shape: tuple, at: int, strides: tuple) -> Tensor:
    """Return a tensor on shared memory."""
    return on_memory(np.ndarray(shape, dtype, block, at, strides))


def _numpy_view_or_none(x: Tensor) -> np.ndarray | None:
    """Return the elements of a tensor on NumPy memory as a NumPy view; None if there is none."""
    base = base_or_self(x)
    if type(base) is not OutsideMemory:
        return x._data
    return seen_on_host(base.memory, x._view.stack) if hasattr(x, "_view") else base.memory


# NumPy's arrays


@citing(None)
def on_memory(host: np.ndarray) -> Tensor | None:
    """Return a tensor on the memory of NumPy's array; None where it has to be a copy.

    Raises: ValueError if PyTorch has no tensors that lie like that.
    """
    backend = active_backend()
    if backend is native.backend:
        return native.boxed_tensor(native.real_module().from_numpy(host))
    if backend.is_native(host):
        return native.new_tensor(Tensor, host)
    if not (host.size and host.flags.writeable and _new_tensors_on_host(backend)):
        return None
    size = host.itemsize
    if host.flags.c_contiguous:
        memory, lenses = host, Everything(host.shape)
    else:
        axes = memory_order.from_outermost(host.shape, [host.strides])
        turned = host.transpose(axes)
        if turned.flags.c_contiguous:
            memory, back = turned, tuple(sorted(range(host.ndim), key=axes.__getitem__))
            lenses = Permute(back, host.shape)
        else:
            reach = sum((n - 1) * s for n, s in zip(host.shape, host.strides, strict=True))
            span = 1 + reach // size
            memory = np.lib.stride_tricks.as_strided(host, (span,), (size,))
            steps = tuple([step // size for step in host.strides])
            lenses = Strided(((span,), (1,)), steps, 0, host.shape)
    made = apart(functional_view(outside_memory(memory, backend), lenses, Tensor))
    made._view.stack[-1].counter = VersionCounter()
    return made


def check_lies_as_tensors(host: np.ndarray) -> None:
    """Raise ValueError, as PyTorch does, for an array that lies as no tensor can."""
    if not host.dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. Conversion "
            "between byte orders is currently not supported."
        )
    for step in host.strides:
        if step < 0:
            raise ValueError(
                "At least one stride in the given numpy array is negative, and tensors with "
                "negative strides are not currently supported. (You can probably work around this "
                "by making a copy of your array  with array.copy().) "
            )
        if step % host.itemsize:
            raise ValueError(
                "given numpy array strides not a multiple of the element byte size. Copy the numpy "
                "array to reallocate the memory."
            )


def numpy_on_memory_of(x: Tensor) -> np.ndarray | None:
    """Return NumPy's array on the memory of a tensor of immutable arrays; None if that cannot be.

    From now on that is memory of the host which both write to.
    """
    base = base_or_self(x)
    if type(base) is not OutsideMemory:
        data = base._data
        backend = backend_for(data)
        if backend.is_tracer(data) or backend.memory_on_host(data) is None or not x.shape.numel():
            return None
        if seen_on_host(np.empty(data.shape, np.uint8), _lenses_of_view(x)) is None:
            return None
        move(x, np.array(to_numpy(base)))
    else:
        base._views.empty()  # what was read while the memory was not shared
    shown = _numpy_view_or_none(x)
    return None if shown is None else shown.view()


def _new_tensors_on_host(backend) -> bool:
    """Return whether new tensors lie on memory of the host."""
    return backend.memory_on_host(backend.taken_from_host(np.zeros(1, np.float32))) is not None


def _lenses_of_view(x: Tensor) -> tuple:
    return x._view.stack if hasattr(x, "_view") else ()


# moving


def move(x: Tensor, memory: np.ndarray) -> None:
    """Move the memory of a tensor of immutable arrays, with all its views, to memory of the host.

    Parameters
    ----------
    x : Tensor
    memory : numpy.ndarray
        Of the shape and data type of what owns the memory; its elements are written.
    """
    base, lens = base_or_self(x), None
    if isinstance(base, Tensor) and not (hasattr(x, "_view") and is_laid(x._view)):
        lens = StorageAlias(tuple(memory.shape))
        lens.of(base)
        lens.counter = counter_of(base)
    elif hasattr(base, "_views"):
        _give_lenses_own_counter(base)
    backend = base.backend if type(base) is OutsideMemory else backend_for(base._data)
    move_outside(x, memory, backend, lens)
    if lens is not None and base is not x and meta_of(base).shown_by is not None:
        x._view.base.former = base  # views ask for its state


def _give_lenses_own_counter(base: Array) -> None:
    """Give each StorageAlias on a hidden base the version counter of its view, which may go."""
    for view in base._views.live():
        for lens in view._view.stack:
            if type(lens) is StorageAlias and getattr(lens, "counter", None) is None:
                lens.counter = counter_of(view)


__all__ = ["address_of_memory", "block_of", "check_lies_as_tensors", "numpy_on_memory_of",
           "on_block", "on_memory", "parts_in_block", "put_in_shared_memory"]  # fmt: skip
