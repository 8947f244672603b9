"""Devices as PyTorch names them, and where the tensors of a backend lie."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend
from ivy_core.backends.placement import Mesh, Placement

# What PyTorch names, whatever a machine has; the backends' own accelerators are "cuda" or "xla".
_TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga",
    "maia", "xla", "lazy", "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)  # fmt: skip
_FORM = re.compile(r"([a-z]+)(?::(\d+))?")


@citing("torch.{}")
class device:
    """Device of a tensor.

    Parameters
    ----------
    type : str, int or device
        ``"cpu"``, ``"cuda"``, ``"cuda:1"``; a number means an accelerator.
    index : int, optional
        Which of that type.

    Raises: RuntimeError if it names no type of device.

    >>> torch.device("cuda", 1), torch.device("cpu").type
    (device(type='cuda', index=1), 'cpu')
    """

    __slots__ = ("index", "type")

    def __init__(self, type, index: int | None = None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = "cuda", type
        if not isinstance(type, str):
            if getattr(type, "type", None) is None:
                raise TypeError(f"device(): argument 'type' must be str, not {_class_name(type)}")
            type, index = type.type, type.index  # real PyTorch's
        found = _FORM.fullmatch(type)
        if found is None:
            raise RuntimeError(f"Invalid device string: '{type}'")
        if found[2] is not None:
            if index is not None:
                raise RuntimeError(
                    "type (string) must not include an index because index was passed explicitly: "
                    f"{type}"
                )
            index = int(found[2])
        if found[1] not in _TYPES:
            raise RuntimeError(
                f"Expected one of {', '.join(_TYPES)} device type at start of device string: "
                f"{found[1]}"
            )
        if index is not None and index < 0:
            raise RuntimeError(f"Device index must not be negative, got {index}")
        object.__setattr__(self, "type", found[1])
        object.__setattr__(self, "index", index)

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of 'torch.device' objects is not writable")

    def __eq__(self, other) -> bool:
        if other is self:
            return True
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{index})"

    def __reduce__(self):
        # pickle looks a class up by module and name, and finds PyTorch's own under those of device
        return (_unpickled, (self.type, self.index))

    def __enter__(self) -> device:
        chosen_devices.append(self)
        return self

    def __exit__(self, *raised) -> None:
        chosen_devices.pop()


device.__module__ = "torch"


def _unpickled(type: str, index: int | None) -> device:
    return device(type, index)


CPU = device("cpu")
_ON_CPU = Placement("cpu")
META = Placement("meta")  # where tensors without elements lie: meta_tensors.py
chosen_devices: list[device | None] = []  # by `with torch.device(...)` and set_default_device


def _class_name(value) -> str:
    return type(value).__name__


@functools.lru_cache(maxsize=64)
def device_of_placement(placement: Placement) -> device:
    """Name a backend's device in PyTorch's words; of a mesh the first of its devices."""
    where = placement.where
    first = where.devices[0] if isinstance(where, Mesh) else placement.device
    name, _, index = str(first).partition(":")
    if name in ("cpu", "meta"):
        return CPU if name == "cpu" else device(name)
    kind = "cuda" if name in ("gpu", "cuda") else "xla" if name == "tpu" else name
    return device(kind, int(index or 0))


@citing(None)
def placement_of(value) -> Placement | None:
    """Return the device that an argument ``device=`` names; None for where the backend puts it.

    A placement is returned as it is. ``"meta"`` is :data:`META`, a device of no backend.

    Raises: RuntimeError if there is no such device here: the text says what there is.
    """
    chosen = value if value is not None else (chosen_devices[-1] if chosen_devices else None)
    if chosen is None:
        return None
    if type(chosen) is Placement:
        return chosen
    wanted = chosen if type(chosen) is device else device(chosen)
    if wanted.type == "cpu":
        return _ON_CPU
    if wanted.type == "meta":
        return META
    backend = active_backend()
    there = [d for d in backend.devices() if not str(d).startswith("cpu")]
    index = wanted.index or 0
    if index >= len(there):
        raise RuntimeError(
            f"device {str(wanted)!r} was asked for, but the backend {backend.NAME} sees "
            f"{len(there)} accelerator(s) here; its devices are "
            f"{', '.join(map(str, backend.devices()))}"
        )
    return Placement(str(there[index]))


@citing("torch.{}")
def set_default_device(device_) -> None:
    """Set where new tensors lie; None for the backend's own choice."""
    chosen_devices.clear()
    if device_ is not None:
        chosen_devices.append(device_ if type(device_) is device else device(device_))


@citing("torch.{}")
def get_default_device() -> device:
    """Get the device that new tensors are made on.

    >>> torch.get_default_device()
    device(type='cpu')
    """
    return (chosen_devices[-1] if chosen_devices else None) or CPU


@contextlib.contextmanager
def no_device_chosen() -> Iterator[None]:
    """Have tensors made where the backend puts them, within a ``with torch.device(...)`` too."""
    chosen_devices.append(None)
    try:
        yield
    finally:
        chosen_devices.pop()
