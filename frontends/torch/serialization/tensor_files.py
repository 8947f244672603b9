"""Access of files, pickles and copies to tensors' memory, and tensors made of memory."""

from __future__ import annotations

import importlib
import sys
import types

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import held, read
from ivy_core.backends.placement import Placement

from ..dispatch import native
from ..return_types import Result
from ..tensors.devices import device, placement_of
from ..tensors.dtypes import dtype, dtype_named, host_dtype
from ..tensors.layouts import layout, memory_format
from ..tensors.memory_order import is_dense, steps_in_order
from ..tensors.meta_tensors import of_shape
from ..tensors.own_methods import alias, memory_owner
from ..tensors.size import Size
from ..tensors.strided_results import apart, in_memory_order, laid
from ..tensors.tensor import Tensor, ivy
from .storages import Described, Storage, StoredTensor, TensorAccess

_PACKAGE = "frontends.torch"
_PARAMETERS = f"{_PACKAGE}.nn.parameter"


def is_parameter(x: object) -> bool:
    """Return whether a tensor is a parameter of a module."""
    module = sys.modules.get(_PARAMETERS)  # until it is imported there are none
    return module is not None and isinstance(x, module.Parameter)


def parameter(x: Tensor, requires_grad: bool = True) -> Tensor:
    """Return a parameter with the memory of a tensor."""
    return importlib.import_module(_PARAMETERS).Parameter(x, requires_grad)


def subclass_of(x: Tensor) -> type | None:
    """Return the class of a tensor where it is one of the user's, not of this package."""
    kind = type(x)
    module = kind.__module__
    return None if module.partition(".")[0] == "torch" or module.startswith(_PACKAGE) else kind


def values_of(x: Tensor) -> Tensor:
    """Return a tensor without graph and class, on the memory of another."""
    there = read(x)
    if isinstance(there, native.tensor_class):
        return native.boxed_tensor(there.detach())
    return x.detach() if x.is_meta else alias(x)


# memory of tensors


def describe(x: Tensor) -> Described:
    """Describe the position of a tensor's elements in its memory."""
    there = held(x)
    about = (
        _describe_meta_tensor(x)
        if x.is_meta
        else (
            _describe_real_tensor(there)
            if isinstance(there, native.tensor_class)
            else _describe_own_tensor(x, there)
        )
    )
    about.requires_grad = bool(x.requires_grad)
    about.subclass, about.state = subclass_of(x), dict(x.__dict__) or None
    return about


def _describe_meta_tensor(x: Tensor) -> Described:
    """Describe a tensor on the device ``"meta"`` for a file: it has no memory."""
    where = tuple(x.shape), tuple(x.stride())
    return Described(id(x), lambda: None, 0, x.dtype.name, *where, location="meta")


def _describe_real_tensor(tensor) -> Described:
    """Describe a real PyTorch tensor for a file, with all its storage; raise if it is sparse."""
    if tensor.layout != native.real_module().strided:
        raise NotImplementedError(
            f"a tensor of layout {tensor.layout} cannot be saved here; x.to_dense() can"
        )
    storage = tensor.untyped_storage()

    def memory():
        torch = native.real_module()
        flat = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage)
        return flat.cpu().numpy()

    return Described(
        ("torch", storage._cdata),
        memory,
        storage.nbytes(),
        str(tensor.dtype).removeprefix("torch."),
        tuple(tensor.shape),
        tuple(tensor.stride()),
        tensor.storage_offset(),
        location=str(tensor.device),
        conj=tensor.is_conj(),
        neg=tensor.is_neg(),
    )


def _describe_own_tensor(x: Tensor, data) -> Described:
    """Describe a tensor for a file: a view as part of its base's memory if inside, or a copy."""
    kind = x.dtype.name
    if isinstance(data, np.ndarray):
        return _describe_numpy_array(data, kind)
    where = str(x.device)
    base = key = None
    if hasattr(x, "_view"):
        key, base = id(x._view.base), in_memory_order(x._view)
    if base is not None and base.dtype is x.dtype:
        seen = _view_strides_in_base(base, x)
        if seen is not None:
            count = base.shape.numel()
            size, stride, offset = seen
            return Described(
                key,
                lambda: _memory_as_bytes(np.asarray(to_numpy(base), order="C")),
                count * base.dtype.itemsize,
                kind,
                size,
                stride,
                offset,
                location=where,
            )
    host = np.asarray(to_numpy(x), order="C")
    return Described(
        id(x),
        lambda: _memory_as_bytes(host),
        host.nbytes,
        kind,
        host.shape,
        steps_in_order(host.shape),
        location=where,
    )


def _view_strides_in_base(base: Tensor, x: Tensor) -> tuple | None:
    """Return (size, stride, offset) of a view; None if steps are negative or leave ``base``."""
    size, stride, offset = tuple(x.shape), tuple(x.stride()), x.storage_offset()
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    inside = 0 in size or (min((0, *stride)) >= 0 and last < base.shape.numel())
    return (size, stride, offset) if inside else None


def _describe_numpy_array(array: np.ndarray, kind: str) -> Described:
    """Describe an array for a file: as part of its root's memory if aligned, or as a copy."""
    root = memory_owner(array)
    low, high = np.lib.array_utils.byte_bounds(root)
    item = array.itemsize
    begin = array.__array_interface__["data"][0] - low
    aligned = begin % item == 0 and all(s >= 0 and s % item == 0 for s in array.strides)
    if not aligned or high - low != root.nbytes:  # the elements of the root lie apart
        host = np.ascontiguousarray(array).reshape(array.shape)
        return Described(
            id(array),
            lambda: _memory_as_bytes(host),
            host.nbytes,
            kind,
            host.shape,
            steps_in_order(host.shape),
        )
    steps = tuple([s // item for s in array.strides])
    return Described(
        id(root),
        lambda: _memory_as_bytes(root),
        root.nbytes,
        kind,
        array.shape,
        steps,
        begin // item,
    )


def _memory_as_bytes(host: np.ndarray) -> np.ndarray:
    """Return an array's elements in memory order as uint8, uncopied if they lie together."""
    flat = host.ravel(order="K")
    return flat.view(np.uint8) if flat.size else np.empty(0, np.uint8)


# tensors of memory


def rebuild(stored: StoredTensor) -> Tensor:
    """Return a tensor of the set backend: tensors of one storage share memory."""
    backend = active_backend()
    if stored.storage.location == "meta" and backend is not native.backend:
        kind = dtype_named(stored.dtype)
        return of_shape(stored.size, kind, stored.stride, requires_grad=stored.requires_grad)
    if backend is native.backend:
        return native.boxed_tensor(_make_real_tensor(stored))
    host = stored.on_host()  # refuses what does not lie within the memory
    own_memory = stored.conj or stored.neg
    if backend.is_native(host) and stored.storage.location == "cpu":
        made = new_array(Tensor, host)
    elif own_memory or not host.size:
        made = _make_tensor_at(np.array(host), stored.storage.location)
    else:
        made = _make_view_of_storage(stored, host)
    return made.requires_grad_() if stored.requires_grad else made


def _make_tensor_at(host: np.ndarray, location: str) -> Tensor:
    made = new_array(Tensor, active_backend().from_host(host))
    return made if location == "cpu" else made.to(location)


def _make_view_of_storage(stored: StoredTensor, host: np.ndarray) -> Tensor:
    """Return a tensor on its storage's base, made at first use; the base if it is all of it."""
    storage = stored.storage
    base = storage.made.get(stored.dtype)
    whole = host.nbytes == storage.memory.size and stored.stride == steps_in_order(host.shape)
    if base is None:
        fills = not stored.offset and host.nbytes == storage.memory.size
        if fills and not whole and is_dense(stored.size, stored.stride):
            made = laid(_make_tensor_at(np.array(host, order="C"), storage.location), stored.stride)
            storage.made[stored.dtype] = in_memory_order(made._view)
            return made
        kind = host_dtype(stored.dtype)
        flat = storage.memory[: storage.memory.size // kind.itemsize * kind.itemsize].view(kind)
        base = _make_tensor_at(np.array(host if whole else flat), storage.location)
        storage.made[stored.dtype] = base
        if whole:
            return base
    if whole:
        return apart(ivy.reshape(base, tuple(stored.size), copy=False))
    flat = ivy.reshape(base, (-1,), copy=False)
    steps = [step * base.dtype.itemsize for step in stored.stride]
    return apart(ivy.as_strided(flat[stored.offset :], tuple(stored.size), steps))


def _make_real_tensor(stored: StoredTensor):
    """Return a real PyTorch tensor on its storage's memory, which is moved at first use."""
    torch, storage = native.real_module(), stored.storage
    if storage.location == "meta":
        kind = getattr(torch, stored.dtype)
        made = torch.empty_strided(stored.size, stored.stride, dtype=kind, device="meta")
        return made.requires_grad_(stored.requires_grad)
    memory = storage.made.get("real")
    if memory is None:
        location = storage.location
        if isinstance(location, Placement):  # which may be a mesh: PyTorch has none
            location = native.backend.to_native_device(location)
        memory = torch.from_numpy(storage.memory).to(location).untyped_storage()
        storage.made["real"] = memory
    kind = getattr(torch, stored.dtype)
    made = torch.empty(0, dtype=kind, device=memory.device)
    made.set_(memory, stored.offset, tuple(stored.size), tuple(stored.stride))
    made = made.conj() if stored.conj else made
    made = torch._neg_view(made) if stored.neg else made
    return made.requires_grad_(stored.requires_grad)


def copied(x: Tensor, memo: dict) -> Tensor:
    """Return a tensor on a copy of the memory; ``memo`` has the copies of one ``deepcopy``."""
    about = describe(x)
    key = ("memory of tensors", about.key)
    if key not in memo:
        memory = np.array(about.memory())
        memo[key] = Storage(memory, about.dtype, about.location)
    return rebuild(
        StoredTensor(
            memo[key],
            about.dtype,
            about.size,
            about.stride,
            about.offset,
            False,
            about.conj,
            about.neg,
        )
    )


@citing(None)
def find(module: str, name: str) -> object:
    """Find the object here for PyTorch's object of that name.

    Raises: AttributeError if there is none.
    """
    parts = module.split(".")
    for end in range(len(parts), 0, -1):
        path = ".".join((_PACKAGE, *parts[1:end]))
        try:
            found = importlib.import_module(path)
        except ModuleNotFoundError as err:
            if not path.startswith(err.name or path):  # a module of another package is missing
                raise
            continue
        for attribute in name.split("."):
            found = getattr(found, attribute, None)
        if found is not None:
            return found
    raise AttributeError(f"the file names {module}.{name}, which this frontend does not have")


def name_of(obj: object) -> tuple[str, str] | None:
    """Return the module and the name that PyTorch has for an object; None if it is not its own."""
    if isinstance(obj, (dtype, memory_format)):
        return "torch", obj.name
    if not isinstance(obj, (type, types.FunctionType)):
        return None
    module, name = obj.__module__ or "", obj.__qualname__
    if module == _PACKAGE or module.startswith(f"{_PACKAGE}."):
        return f"torch{_public_module(obj, module, name)[len(_PACKAGE) :]}", name
    if module.partition(".")[0] != "torch":
        return None
    there = sys.modules.get(module)
    for attribute in name.split("."):
        there = getattr(there, attribute, None)
    return None if there is obj else (module, name)  # None: real PyTorch's own


def _public_module(obj: object, module: str, name: str) -> str:
    """Return the shortest package path of two parts or more with ``obj``, else ``module``."""
    parts = module.split(".")
    for end in range(2, len(parts)):
        path = ".".join(parts[:end])
        if path in sys.modules and vars(sys.modules[path]).get(name) is obj:
            return path
    return module


def reduced(obj: object) -> tuple[str, str, tuple] | None:
    """Return module and name of what makes an object in PyTorch, and its arguments; or None."""
    kind = type(obj)
    if kind is Size:
        return "torch", "Size", (tuple(obj),)
    if kind is device:
        return "torch", "device", (obj.type,) if obj.index is None else (obj.type, obj.index)
    if kind is layout:
        return "torch.serialization", "_get_layout", (str(obj),)
    if isinstance(obj, Result):
        return "torch.return_types", kind.__name__, (tuple(obj), {})
    return None


def is_there(location: str | Placement) -> bool:
    """Return whether tensors can live on a device that a file names, or at a placement."""
    if isinstance(location, Placement):
        return True
    try:
        placement_of(device(location))
    except RuntimeError:
        return False
    return True


def as_subclass(x: Tensor, kind: type) -> Tensor:
    """Return a tensor as one of a class of the user's, on the same memory."""
    made = object.__new__(kind)
    made._data = read(x)
    return made


ACCESS = TensorAccess(
    tensor_class=Tensor,
    is_parameter=is_parameter,
    describe=describe,
    rebuild=rebuild,
    as_subclass=as_subclass,
    parameter=parameter,
    values_of=values_of,
    find=find,
    name_of=name_of,
    reduced=reduced,
    there=is_there,
)

__all__ = ["ACCESS", "copied", "describe", "is_parameter", "parameter", "rebuild", "subclass_of"]
