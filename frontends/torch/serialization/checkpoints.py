"""Saving objects with tensors to PyTorch's files, and loading them.

PyTorch pickles an object, but for the memory of its tensors, which the pickle refers to by
persistent ids. A tensor is pickled as a call of ``torch._utils._rebuild_tensor_v2``. Those names
are written without PyTorch, and read as what stands for them here (:class:`TensorAccess`).
"""

from __future__ import annotations

import io
import pickle
import struct
import sys
import types
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pickle import UnpicklingError
from typing import IO

import numpy as np

from ivy_core.backends.placement import Placement

from ..tensors.dtypes import host_dtype
from .archives import ArchiveReader, ArchiveWriter, swapped
from .storages import (
    DTYPES_OF_STORAGES,
    STORAGE_TYPES,
    UNTYPED_STORAGE,
    Described,
    Storage,
    StoredTensor,
    TensorAccess,
)
from .weights_unpickler import Allowed, InertUnpickler, Named, WeightsUnpickler

# What files begin with that are no archives: a number, and the version of that format.
_LEGACY_MAGIC, _LEGACY_VERSION = 0x1950A86A20F9469CFC6C, 1001
_PLAIN = frozenset({int, float, bool, complex, str, bytes, type(None), list, tuple, dict, set})


# writing


# The pickler in Python, not the one in C: that looks every name up before it writes it, and finds
# either no module of PyTorch's, or another object than ours in it.
class _Pickler(pickle._Pickler):
    def __init__(self, file, protocol: int, access: TensorAccess):
        super().__init__(file, protocol=protocol)
        self._access = access
        self._names: dict[tuple[str, str], Named] = {}
        self._keys: dict[object, _Saved] = {}

    @property
    def saved(self) -> list[_Saved]:
        """The storages of the tensors that have been pickled, in their order."""
        return list(self._keys.values())

    def persistent_id(self, obj):
        if type(obj) is not _Saved:
            return None
        kind = STORAGE_TYPES.get(obj.dtype)
        named = (
            self._global_name("torch", kind)
            if kind
            else self._global_name("torch.storage", "UntypedStorage")
        )
        return ("storage", named, obj.key, obj.location, obj.numbers)

    def reducer_override(self, obj):
        kind = type(obj)
        if kind in _PLAIN or kind is OrderedDict:
            return NotImplemented
        if kind is Named:
            return obj.name
        if isinstance(obj, self._access.tensor_class):
            if hasattr(obj, "_as_leaf_of_"):  # a DTensor: its part, and how it lies
                return obj.__reduce_ex__(pickle.DEFAULT_PROTOCOL)
            return self._reduce_tensor(obj)
        if isinstance(obj, (type, types.FunctionType)) or self._access.name_of(obj):
            found = self._access.name_of(obj)
            return NotImplemented if found is None else found[1]
        found = self._access.reduced(obj)
        if found is None:
            return NotImplemented
        module, name, arguments = found
        return self._global_name(module, name), arguments

    def save_reduce(self, func, args, *others, obj=None, **options):
        if func is type(None):  # what modules keep of their calls: a name that no loader allows
            self.save(None)
            return
        super().save_reduce(func, args, *others, obj=obj, **options)

    def save_global(self, obj, name=None):
        found = (obj.module, obj.name) if type(obj) is Named else self._access.name_of(obj)
        if found is None:
            super().save_global(obj, name)
            return
        module, name = found
        self.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
        self.memoize(obj)

    def _global_name(self, module: str, name: str) -> Named:
        """Return the `Named` of a name, one for all its uses: pickle then refers to the first."""
        return self._names.setdefault((module, name), Named(module, name))

    def _reduce_tensor(self, tensor):
        """Return (a `Named` function of PyTorch's, the arguments to rebuild a tensor by it)."""
        about = self._access.describe(tensor)
        if self._access.is_parameter(tensor):
            arguments = (self._access.values_of(tensor), about.requires_grad, OrderedDict())
            if about.state:
                named = self._global_name("torch._utils", "_rebuild_parameter_with_state")
                return named, (*arguments, about.state)
            return self._global_name("torch._utils", "_rebuild_parameter"), arguments
        make, arguments = self._reduce_plain_tensor(about)
        if about.subclass is None and not about.state:
            return make, arguments
        kind = about.subclass or self._global_name("torch", "Tensor")
        arguments = (make, kind, arguments, about.state or {})
        return self._global_name("torch._tensor", "_rebuild_from_type_v2"), arguments

    def _reduce_plain_tensor(self, about: Described):
        """Return PyTorch's function to rebuild by, and arguments; note the memory in ``_keys``."""
        if about.location == "meta":  # there is no memory
            arguments = (about.size, about.stride, about.requires_grad)
            named = self._global_name("torch._utils", "_rebuild_meta_tensor_no_storage")
            return named, (self._global_name("torch", about.dtype), *arguments)
        typed = about.dtype in STORAGE_TYPES
        saved = self._keys.get(about.key)
        if saved is None:
            dtype = about.dtype if typed else UNTYPED_STORAGE
            numbers = about.nbytes // (host_dtype(about.dtype).itemsize if typed else 1)
            saved = _Saved(str(len(self._keys)), dtype, about.location, numbers, about)
            self._keys[about.key] = saved
        elif saved.dtype != (about.dtype if typed else UNTYPED_STORAGE):
            raise RuntimeError(
                "Cannot save multiple tensors or storages that view the same data as different "
                "types"
            )
        name = "_rebuild_tensor_v2" if typed else "_rebuild_tensor_v3"
        arguments = [saved, about.offset, tuple(about.size), tuple(about.stride)]
        arguments += [about.requires_grad, OrderedDict()]
        if not typed:
            arguments.append(self._global_name("torch", about.dtype))
        bits = {name: True for name in ("conj", "neg") if getattr(about, name)}
        if bits:
            arguments.append(bits)
        return self._global_name("torch._utils", name), tuple(arguments)


@dataclass(eq=False, slots=True)
class _Saved:
    """Memory that is being saved; the pickler writes its persistent id in place of it."""

    key: str
    dtype: str
    location: str
    numbers: int
    about: Described


def _pickler_for_module(pickle_module) -> type[_Pickler]:
    """Return our pickler, for other modules than pickle on theirs; ValueError if that is C's."""
    if pickle_module is pickle:
        return _Pickler
    base = pickle_module.Pickler
    if not issubclass(base, pickle._Pickler):
        raise ValueError(
            f"torch.save: pickle_module={pickle_module.__name__} has a pickler in C, which cannot "
            "write PyTorch's names without PyTorch; leave the argument out, or give a module "
            "whose Pickler extends that of pickle in Python, as dill's does"
        )
    return type("Pickler", (_Pickler, base), {})


def write_archive(
    obj: object,
    file: IO[bytes],
    name: str,
    access: TensorAccess,
    *,
    pickle_module: types.ModuleType = pickle,
    protocol: int = 2,
    byteorder: bool = True,
) -> None:
    """Write an object as a zip file of PyTorch's.

    Parameters
    ----------
    obj : object
        What can be pickled, with tensors in it.
    file : file object, binary
        It has ``write``.
    name : str
        Name of the folder in the archive.
    access : TensorAccess
        What is known of tensors.
    pickle_module : module, optional
        Whose pickler is used.
    protocol : int, optional
        Of the pickle.
    byteorder : bool, optional
        Whether the order of bytes is recorded.

    References
    ----------
    PyTorch documentation, "Serialization semantics", "Serialized file format for torch.save".
    """
    written = io.BytesIO()
    pickler = _pickler_for_module(pickle_module)(written, protocol, access)
    pickler.dump(obj)
    archive = ArchiveWriter(file, name)
    archive.write("data.pkl", written.getvalue())
    if byteorder:
        archive.write("byteorder", sys.byteorder.encode())
    for saved in pickler.saved:
        archive.write(f"data/{saved.key}", np.ascontiguousarray(saved.about.memory()))
    archive.close()


def write_legacy(obj: object, file: IO[bytes], access: TensorAccess, *, protocol: int = 2) -> None:
    """Write an object in the format that PyTorch had before 1.6: pickles, then memory.

    Parameters
    ----------
    obj, file, access, protocol
        As for :func:`write_archive`.
    """
    sizes = {"short": 2, "int": 4, "long": 4}
    system = {
        "protocol_version": _LEGACY_VERSION,
        "little_endian": sys.byteorder == "little",
        "type_sizes": sizes,
    }
    for part in (_LEGACY_MAGIC, _LEGACY_VERSION, system):
        pickle.dump(part, file, protocol)
    pickler = _LegacyPickler(file, protocol, access)
    pickler.dump(obj)
    saved = {each.key: each for each in pickler.saved}
    pickle.dump(sorted(saved), file, protocol)
    for key in sorted(saved):
        memory = np.ascontiguousarray(saved[key].about.memory())
        file.write(struct.pack("<q", saved[key].numbers))
        file.write(memory.data)


class _LegacyPickler(_Pickler):
    def persistent_id(self, obj):
        found = super().persistent_id(obj)
        return None if found is None else (*found, None)  # None: the memory is no part of another


# reading


class _StorageType:
    """Class that a file names to give the dtype of memory."""

    __slots__ = ("dtype",)

    def __init__(self, dtype: str):
        self.dtype = dtype


class _WeightsUnpickler(WeightsUnpickler):
    """Finds what the user has allowed of PyTorch's under any name that PyTorch has for it."""

    def find(self, module, name):
        try:
            return super().find(module, name)
        except UnpicklingError:
            if module.partition(".")[0] != "torch" or not self.allowed.of_user:
                raise
            try:
                found = self.of_pytorch(module, name)
            except AttributeError:
                found = None
            if found is None or not self.allowed.is_of_user(found):
                raise
            return found


@dataclass(slots=True)
class Loader:
    """Makes the objects of one file.

    Attributes
    ----------
    access : TensorAccess
        What is known of tensors.
    map_location : None, str, device, dict or callable
        Where tensors shall live, as ``torch.load`` takes it.
    memory : callable
        ``memory(key, dtype, nbytes)``, the memory of one storage of the file, in the byte order
        of this machine.
    of_user : dict, optional
        What the user allows a file to name, by full names.
    """

    access: TensorAccess
    map_location: object
    memory: Callable[[str, str, int], np.ndarray]
    of_user: Mapping[str, object]
    storages: dict[str, Storage] = field(default_factory=dict)

    def load_weights(self, file: IO[bytes], encoding: str) -> object:
        """Return an object; its file may name what PyTorch's files of weights do, no more."""
        allowed = Allowed(self.names(), dict(self.of_user))
        machine = _WeightsUnpickler(file, allowed, self.storage, encoding)
        machine.of_pytorch = self.access.find
        return machine.load()

    def load_any(self, file: IO[bytes], pickle_module: types.ModuleType, options: dict) -> object:
        """Return an object; its file may name anything, which is called."""
        names, find, storage = self.names(), self.access.find, self.storage

        class Unpickler(pickle_module.Unpickler):
            def find_class(self, module, name):
                path = f"{module}.{name}"
                if path in names and module.partition(".")[0] == "torch":
                    return names[path]
                if module.partition(".")[0] == "torch":
                    return find("torch._tensor" if module == "torch.tensor" else module, name)
                return super().find_class(module, name)

            def persistent_load(self, saved):
                return storage(saved)

        return Unpickler(file, **options).load()

    def names(self) -> dict[str, object]:
        """Map the names that files of weights may use to objects."""
        access = self.access
        names = {
            "collections.OrderedDict": OrderedDict,
            "collections.Counter": Counter,
            "_codecs.encode": _encode_text,
            "builtins.bytearray": bytearray,
            "builtins.set": set,
            "builtins.complex": complex,
            "torch.Tensor": access.tensor_class,
            "torch.nn.parameter.Parameter": access.parameter,
            "torch.Size": access.find("torch", "Size"),
            "torch.device": access.find("torch", "device"),
            "torch.serialization._get_layout": self._find_layout,
            "torch._utils._rebuild_tensor": self._make_tensor,
            "torch._utils._rebuild_tensor_v2": self._make_tensor_v2,
            "torch._utils._rebuild_tensor_v3": self._make_tensor_v3,
            "torch._utils._rebuild_meta_tensor_no_storage": self._make_meta_tensor,
            "torch._utils._rebuild_parameter": self._make_parameter,
            "torch._utils._rebuild_parameter_with_state": self._make_parameter_with_state,
            "torch._tensor._rebuild_from_type_v2": self._rebuild_as_subclass,
            "torch.storage.UntypedStorage": _StorageType("uint8"),
        }
        names |= {f"torch.{name}": _StorageType(of) for name, of in DTYPES_OF_STORAGES.items()}
        for dtype in (*STORAGE_TYPES, "uint16", "uint32", "uint64"):
            names[f"torch.{dtype}"] = access.find("torch", dtype)
        return names

    def storage(self, saved: object) -> Storage:
        """Return the memory of a persistent id."""
        if not isinstance(saved, tuple) or saved[0] not in ("storage", b"storage"):
            if isinstance(saved, tuple) and saved[0] == "module":
                return saved[1]  # a class, with the source that it had
            raise RuntimeError(f"Unknown saved id type: {saved!r}")
        _, kind, key, location, numbers = saved[:5]
        if not isinstance(kind, _StorageType) or not isinstance(numbers, int):
            raise UnpicklingError(f"persistent_load: {kind!r} is no storage")
        key = str(key)
        if key not in self.storages:
            memory = self.memory(key, kind.dtype, numbers * host_dtype(kind.dtype).itemsize)
            location = location.decode("ascii") if isinstance(location, bytes) else location
            self.storages[key] = self._place_storage(Storage(memory, kind.dtype), location)
        return self.storages[key]

    def _place_storage(self, storage: Storage, location: str) -> Storage:
        """Return ``storage``, moved as ``map_location`` says; RuntimeError if it cannot be."""
        wanted = self.map_location
        if isinstance(wanted, Placement):
            location = wanted
        elif isinstance(wanted, dict):
            location = wanted.get(location, location)
        elif callable(wanted):
            found = wanted(storage, location)
            if found is not None:
                return found
        elif wanted is not None:
            location = wanted.decode("ascii") if isinstance(wanted, bytes) else str(wanted)
        if isinstance(location, Placement):
            return storage.to(location)
        if location.startswith("cpu"):
            return storage
        if self.access.there(location):
            return storage.to(location)
        if location.startswith("cuda"):
            raise RuntimeError(
                "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() "
                "is False. If you are running on a CPU-only machine, please use torch.load with "
                "map_location=torch.device('cpu') to map your storages to the CPU."
            )
        raise RuntimeError(
            "don't know how to restore data location of torch.storage.UntypedStorage (tagged with "
            f"{location})"
        )

    def _make_tensor(self, storage, offset, size, stride):
        """Return a tensor on part of a storage, as oldest files have it, without gradient."""
        return self._make_tensor_v2(storage, offset, size, stride, False, None)

    def _make_tensor_v2(
        self, storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None
    ):
        del backward_hooks  # PyTorch writes none
        return self._rebuild_from_storage(
            storage, storage.dtype, storage_offset, size, stride, requires_grad, metadata
        )

    def _make_tensor_v3(
        self,
        storage,
        storage_offset,
        size,
        stride,
        requires_grad,
        backward_hooks,
        dtype,
        metadata=None,
    ):
        del backward_hooks
        return self._rebuild_from_storage(
            storage,
            str(dtype).removeprefix("torch."),
            storage_offset,
            size,
            stride,
            requires_grad,
            metadata,
        )

    def _rebuild_from_storage(self, storage, dtype, offset, size, stride, requires_grad, metadata):
        """Return a tensor on part of a storage, in the dtype of that name, made by ``access``."""
        metadata = metadata or {}
        stored = StoredTensor(
            storage,
            dtype,
            tuple(size),
            tuple(stride),
            offset,
            bool(requires_grad),
            bool(metadata.get("conj")),
            bool(metadata.get("neg")),
        )
        return self.access.rebuild(stored)

    def _make_meta_tensor(self, dtype, size, stride, requires_grad):
        name = str(dtype).removeprefix("torch.")
        storage = Storage(np.empty(0, np.uint8), name, "meta")
        return self._rebuild_from_storage(storage, name, 0, size, stride, requires_grad, None)

    def _make_parameter(self, data, requires_grad, backward_hooks):
        del backward_hooks
        return self.access.parameter(data, requires_grad)

    def _make_parameter_with_state(self, data, requires_grad, backward_hooks, state):
        return _set_tensor_state(self._make_parameter(data, requires_grad, backward_hooks), state)

    def _rebuild_as_subclass(self, function, kind, arguments, state):
        """Return ``function(*arguments)`` as an instance of ``kind``, its attributes set."""
        made = function(*arguments)
        if kind is not self.access.tensor_class and type(made) is not kind:
            made = self.access.as_subclass(made, kind)
        return _set_tensor_state(made, state)

    def _find_layout(self, name):
        return self.access.find("torch", name.removeprefix("torch."))


def _set_tensor_state(tensor, state):
    """Set the attributes that a tensor was saved with, in place; return it."""
    set_state = getattr(type(tensor), "__setstate__", None)
    if set_state is not None:
        set_state(tensor, state)
        return tensor
    slots = {}
    if isinstance(state, tuple):
        state, slots = state
    for name, value in {**(state or {}), **(slots or {})}.items():
        setattr(tensor, name, value)
    return tensor


def _encode_text(text, encoding):
    """Return latin1 text of a protocol 2 pickle as bytes; raise for another encoding."""
    if encoding not in ("latin1", "latin-1"):
        raise UnpicklingError(f"bytes are written as latin1 text, not as {encoding}")
    return text.encode("latin1")


@dataclass(frozen=True, slots=True)
class Reading:
    """Options of reading a file.

    Attributes
    ----------
    access : TensorAccess
        What is known of tensors.
    map_location : None, str, device, dict or callable
        Where tensors shall live.
    of_user : dict
        What the user allows files of weights to name.
    pickle_module : module, optional
        Whose unpickler calls what the file names; None: files of weights alone.
    options : dict
        What that unpickler takes besides: ``encoding``, ``errors``.
    """

    access: TensorAccess
    map_location: object
    of_user: Mapping[str, object]
    pickle_module: types.ModuleType | None
    options: dict

    def load(self, file: IO[bytes], memory) -> object:
        loader = Loader(self.access, self.map_location, memory, self.of_user)
        if self.pickle_module is None:
            return loader.load_weights(file, self.options.get("encoding", "utf-8"))
        return loader.load_any(file, self.pickle_module, self.options)


def read_archive(archive: ArchiveReader, reading: Reading, path: str | None = None) -> object:
    """Return the object in a zip file of PyTorch's.

    Parameters
    ----------
    archive : ArchiveReader
        The file.
    reading : Reading
        How it is read.
    path : str, optional
        Where it lies, if memory shall be mapped from there.

    Raises
    ------
    pickle.UnpicklingError
        If it names what is not allowed.
    RuntimeError
        If it is damaged.
    """
    order = archive.read("byteorder") if "byteorder" in archive else b"little"

    def memory(key, dtype, nbytes):
        record = f"data/{key}"
        found = archive.memory(record) if path is None else archive.mapped(record, path)
        if found.size != nbytes:
            raise RuntimeError(
                f"storage has wrong byte size: expected {nbytes} got {found.size} ({record})"
            )
        return swapped(found, _byte_swap_size(dtype), order)

    return reading.load(io.BytesIO(archive.read("data.pkl")), memory)


def _byte_swap_size(dtype: str) -> int:
    """Return the bytes of one number whose order is swapped: half of a complex element."""
    kind = host_dtype(dtype)
    return kind.itemsize // 2 if kind.kind == "c" else kind.itemsize


def read_legacy(file: IO[bytes], reading: Reading) -> object:
    """Return the object in a file of the format that PyTorch had before 1.6.

    Memory stands behind the pickle that refers to it. Tensors are made of memory here, so the
    pickle is read twice: first for its end, and for the dtypes of the storages, with nothing
    called.

    Parameters
    ----------
    file : file object, binary and seekable
        It stands at the beginning.
    reading : Reading
        How it is read.

    Raises
    ------
    pickle.UnpicklingError
        If it is no such file, or names what is not allowed.
    RuntimeError
        If it begins with another number.
    """

    def part():
        return WeightsUnpickler(file, Allowed({})).load()

    if part() != _LEGACY_MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    if (version := part()) != _LEGACY_VERSION:
        raise RuntimeError(f"Invalid protocol version: {version}")
    order = b"little" if part().get("little_endian", True) else b"big"
    begin, dtypes = file.tell(), {}

    def note(saved):
        if isinstance(saved, tuple) and len(saved) > 2 and isinstance(saved[1], Named):
            dtypes[str(saved[2])] = DTYPES_OF_STORAGES.get(saved[1].name, "uint8")
        return saved

    InertUnpickler(file, Allowed({}), note).load()
    stored = {}
    for key in part():
        dtype = dtypes.get(str(key), "uint8")
        (numbers,) = struct.unpack("<q", file.read(8))
        nbytes = numbers * host_dtype(dtype).itemsize
        data = file.read(nbytes)
        if len(data) != nbytes:
            raise RuntimeError(f"unexpected EOF, expected {nbytes - len(data)} more bytes")
        memory = np.frombuffer(bytearray(data), np.uint8)
        stored[str(key)] = swapped(memory, _byte_swap_size(dtype), order)
    end = file.tell()
    file.seek(begin)
    result = reading.load(file, lambda key, dtype, nbytes: stored[key])
    file.seek(end)
    return result


__all__ = ["Loader", "Reading", "read_archive", "read_legacy", "write_archive", "write_legacy"]
