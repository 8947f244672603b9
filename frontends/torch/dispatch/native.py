"""Real PyTorch, where tensors are its own: arguments are unwrapped for it, results come back boxed.

Nothing here imports it: that happens when its backend is loaded, or a host fallback wants it.
"""

from __future__ import annotations

import functools
import sys
import threading
import types
from collections.abc import Callable, Iterable

import numpy as np

from frontends.common.shown_classes import SHOWN_CLASSES
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import new_array
from ivy_core.backends.frameworks import FRAMEWORKS
from ivy_core.backends.holder import read
from ivy_core.backends.loading import load_backend, loaded_backends, on_load
from ivy_core.backends.placement import Placement
from ivy_core.utils.exceptions import IvyBackendNotInstalled

from ..compat import standins
from ..return_types import result_type
from ..tensors.devices import device
from ..tensors.dtypes import dtype, get_default_dtype, of_native, on_default_change
from ..tensors.layouts import NAMES, layout, memory_format
from ..tensors.size import Size
from ..tensors.tensor import Tensor


class Absent:
    """The class of real tensors while real PyTorch is not there: nothing is one."""


# By exact class: what a tensor's slot holds on PyTorch's backend. Rebound when that is loaded.
tensor_class: type = Absent
backend: types.ModuleType | None = None  # PyTorch's, once it is loaded
on_real: list[Callable[[types.ModuleType], None]] = []  # called with real torch, once it is there
_unwrappers: dict[type, Callable] = {}
_boxers: dict[type, Callable] = {}
_own_classes: dict[type, Callable] = {}


@citing(None)
def real_module() -> types.ModuleType:
    """Return real PyTorch, importing it where that has not been done.

    Raises: IvyBackendException if it is not installed.
    """
    if tensor_class is Absent:
        load_backend("torch")
    return sys.modules["torch"]


def is_there() -> bool:
    """Return whether real PyTorch is loaded."""
    return tensor_class is not Absent


class _HandedOn(threading.local):
    """Whether a class's ``__torch_function__`` has handed a call on: it is not asked again."""

    on = False


handed_on = _HandedOn()


def call_without_overrides(func: Callable, types: Iterable, args=(), kwargs=None):
    """Call a function as of plain tensors: what a class sets as its ``__torch_function__``."""
    before, handed_on.on = handed_on.on, True
    try:
        return func(*args, **(kwargs or {}))
    finally:
        handed_on.on = before


def is_real(kind: type) -> bool:
    """Return whether a class is real PyTorch's tensor, whoever has loaded that."""
    real = sys.modules.get("torch")
    return issubclass(kind, getattr(real, "Tensor", Absent))


@functools.lru_cache(maxsize=4096)
def overrides(kind: type) -> bool:
    """Return whether functions ask a class by its ``__torch_function__``.

    A class derived from Tensor is asked by what it inherits: results are of that class, too.
    """
    method = getattr(kind, "__torch_function__", None)
    if method in (None, call_without_overrides) or is_real(kind):
        return False
    method = getattr(method, "__func__", method)
    if method is Tensor.__torch_function__.__func__:
        return SHOWN_CLASSES.get(kind, kind) is not Tensor
    return method is not Array.__torch_function__.__func__


@citing(None)
def named(path: str):
    """Look up real PyTorch's object of a dotted name such as ``torch.linalg.det``, or None.

    Raises: IvyBackendNotInstalled if PyTorch is not, with the name and the line that asks for it.
    """
    try:
        found = real_module()
    except IvyBackendNotInstalled:
        raise IvyBackendNotInstalled(
            f"{path}{standins.program_location()}: it is not native here and runs in real PyTorch, "
            f"which is not installed; {FRAMEWORKS['torch'].installation}, or ask for a native form "
            f"in {standins.ISSUE_TRACKER}"
        ) from None
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def _register_real_torch(name: str) -> None:
    """Fill the tables of boxers and unwrappers once the module imported under ``name`` is torch."""
    if name != "torch" or tensor_class is not Absent:
        return
    import torch

    from ivy_core.backends import torch as of_torch

    globals().update(tensor_class=torch.Tensor, backend=of_torch)
    for cls in (torch.Tensor, torch.nn.Parameter):
        _boxers[cls] = boxed_tensor
    _boxers[torch.Size] = Size
    _boxers[torch.dtype] = of_native
    _boxers[torch.device] = lambda value: device(value.type, value.index)
    _boxers[torch.layout] = _boxers[torch.memory_format] = lambda value: NAMES[
        str(value).partition(".")[2]
    ]
    _unwrappers[dtype] = lambda value: getattr(torch, value.name)
    _unwrappers[device] = lambda value: torch.device(str(value))
    _unwrappers[Placement] = of_torch.to_native_device
    _unwrappers[layout] = _unwrappers[memory_format] = lambda value: getattr(torch, value.name)
    _pass_default_dtype_to_real()
    for tell in on_real:
        tell(torch)


def _pass_default_dtype_to_real() -> None:
    """Set real PyTorch's default dtype to the one that is set here, if it is imported."""
    if is_there():
        sys.modules["torch"].set_default_dtype(unwrap(get_default_dtype()))


on_default_change.append(_pass_default_dtype_to_real)


def register(cls: type, convert: Callable) -> None:
    """Say how values of a class of ours are given to real PyTorch."""
    _own_classes[cls] = convert


# there

_AS_THEY_ARE = frozenset({int, float, bool, str, complex, type(None), type(Ellipsis), range})


def unwrap(value):
    """Return a value as real PyTorch takes it, tensors in sequences and mappings too."""
    kind = type(value)
    if kind is Tensor:
        return unwrap_tensor(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is tuple or kind is list:
        return kind([v if type(v) in _AS_THEY_ARE else _unwrap_sequence_item(v) for v in value])
    if kind is Size:
        return tuple(value)
    if kind in _unwrappers:
        return _unwrappers[kind](value)
    if isinstance(value, Array):
        return unwrap_tensor(value)
    if kind is dict:
        return {key: unwrap(v) for key, v in value.items()}
    if kind is slice:
        return slice(unwrap(value.start), unwrap(value.stop), unwrap(value.step))
    for cls, convert in _own_classes.items():
        if isinstance(value, cls):
            return convert(value)
    if isinstance(value, type):
        return _unwrap_class(value)
    if isinstance(value, (list, tuple)):
        items = [_unwrap_sequence_item(v) for v in value]
        return value._make(items) if hasattr(value, "_make") else kind(items)
    return value


def _unwrap_sequence_item(value):
    """Unwrap an item of a sequence; an array of the NumPy frontend becomes NumPy's, no tensor."""
    if type(value) is not Tensor and isinstance(value, Array) and isinstance(value.dtype, np.dtype):
        return to_numpy(value)
    return unwrap(value)


def _unwrap_class(cls: type):
    """Return real PyTorch's ``Tensor`` for our class; any other class as it is."""
    return tensor_class if cls is Tensor else cls


def unwrap_tensor(value: Array):
    """Return the real tensor that an array holds; the values of another backend's, copied."""
    native = read(value)
    if isinstance(native, tensor_class):
        return native
    return on_host(value)


def on_host(value: Array):
    """Return the values of an array of any backend as a real tensor of its own."""
    native = read(value)
    torch = real_module()
    if isinstance(native, tensor_class):
        return native.detach().clone()
    host = to_numpy(value)
    if host.dtype.name == "bfloat16":
        return (
            torch.tensor(host.view("uint16").astype("int32")).to(torch.uint16).view(torch.bfloat16)
        )
    return torch.tensor(host.copy())


# back


def boxed_tensor(native) -> Tensor:
    """Return a tensor of ours that holds a real one."""
    box = object.__new__(Tensor)
    box._data = native
    return box


def boxed(value):
    """Return a result of real PyTorch's as one of ours."""
    box = _boxers.get(type(value))
    if box is not None:
        return box(value)
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, tuple):
        items = [boxed(v) for v in value]
        if type(value) is tuple:
            return tuple(items)
        if type(value).__module__ == "torch.return_types":
            return named_result(type(value).__name__, items)
        return value._make(items) if hasattr(value, "_make") else type(value)(items)
    if type(value) is list:
        return [boxed(v) for v in value]
    if isinstance(value, tensor_class):
        return boxed_tensor(value)
    return value


def named_result(name: str, items: list):
    """Return a result with names, as ``torch.max`` along a dimension gives it."""
    return result_type(name)(items)


def rewrap(result, given: dict[int, Tensor]):
    """Return a result boxed; a real tensor that was given is the tensor of ours that held it.

    Parameters
    ----------
    given : dict
        The tensors of the call, by the ``id`` of the real ones.
    """
    known = given.get(id(result))
    if known is not None:
        return known
    if isinstance(result, (tuple, list)) and any(id(value) in given for value in result):
        # torch.max(x, 0, out=(a, b)), or broadcast_tensors of one tensor
        items = [rewrap(value, given) for value in result]
        if type(result).__module__ == "torch.return_types":
            return named_result(type(result).__name__, items)
        return type(result)(items)
    return boxed(result)


def _record_unwrapped_tensors(value, there, given: dict[int, Tensor]) -> None:
    """Set ``given[id(real)] = tensor`` for each pair of a nest and its unwrapped twin ``there``."""
    if isinstance(value, Tensor):
        given[id(there)] = value
    elif type(value) is tuple or type(value) is list:
        for each, unwrapped_each in zip(value, there, strict=True):
            _record_unwrapped_tensors(each, unwrapped_each, given)


def called(real: Callable, args: tuple, kwargs: dict):
    """Call a function of real PyTorch's with the arguments unwrapped, and box what it gives."""
    there = [unwrap(value) for value in args]
    options = {name: unwrap(value) for name, value in kwargs.items()}
    result = real(*there, **options)
    given: dict[int, Tensor] = {}
    for value, unwrapped_value in zip(args, there, strict=True):
        _record_unwrapped_tensors(value, unwrapped_value, given)
    for name, value in kwargs.items():
        _record_unwrapped_tensors(value, options[name], given)
    return rewrap(result, given)


new_tensor = new_array
on_load.append(_register_real_torch)
for _backend in loaded_backends():
    _register_real_torch(_backend.NAME)
