"""``torch.cuda``: what scripts ask before they choose a device.

The accelerators are those that the set backend sees. Without one the answers are PyTorch's on a
machine without a GPU: there is none, its memory is empty, and to wait for it is an error.

References
----------
PyTorch documentation, ``torch.cuda``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

import contextlib

from ..tensors import legacy_types
from ..random import generator
from ..compat.accelerators import accelerators, index_of
from ..tensors.devices import device as _device
from . import amp as amp

_NONE_HERE = "Torch not compiled with CUDA enabled"


@citing("torch.cuda.{}")
def is_available() -> bool:
    """Return whether the backend sees an accelerator."""
    return bool(accelerators())


@citing("torch.cuda.{}")
def device_count() -> int:
    """Count the accelerators that the backend sees."""
    return len(accelerators())


def is_initialized() -> bool:
    """Return whether accelerators are in use: as soon as there is one."""
    return is_available()


def init() -> None:
    """Do nothing: frameworks begin to use accelerators by themselves."""


def _checked_device_name(device=None) -> str:
    """Return an accelerator's name; raise AssertionError if there is none of that index."""
    there = accelerators()
    if not there:
        raise AssertionError(_NONE_HERE)
    index = index_of(device)
    if not 0 <= index < len(there):
        raise AssertionError(f"Invalid device id: {index} of {len(there)} accelerators")
    return there[index]


class _Current:
    index = 0


@citing(None)
def current_device() -> int:
    """Return the index of the accelerator that ``"cuda"`` means.

    Raises: AssertionError if there is none.
    """
    _checked_device_name()
    return _Current.index


@citing(None)
def set_device(device) -> None:
    """Choose the accelerator that ``"cuda"`` means.

    Raises: AssertionError if there is none of that index.
    """
    _checked_device_name(device)
    _Current.index = index_of(device)


@citing(None)
def get_device_name(device=None) -> str:
    """Return the name of an accelerator.

    Raises: AssertionError if there is none.
    """
    return _checked_device_name(device)


@citing(None)
def synchronize(device=None) -> None:
    """Return when all that has been asked of an accelerator is done.

    Values are waited for wherever they are looked at, so nothing is left to wait for here.

    Raises: AssertionError if there is no accelerator.
    """
    _checked_device_name(device)


def manual_seed(seed: int) -> None:
    """Seed the accelerator's numbers, which are the CPU's here: does nothing."""
    int(seed)


manual_seed_all = manual_seed


def seed() -> None:
    """Do nothing: the numbers of accelerators are the CPU's."""


seed_all = seed


@citing(None)
def initial_seed() -> int:
    """Return the seed of the numbers.

    Raises: AssertionError if there is no accelerator.
    """
    _checked_device_name()
    return generator.initial_seed()


def empty_cache() -> None:
    """Do nothing: frameworks keep no memory that could be given back on a CPU."""


def ipc_collect() -> None:
    """Do nothing: no memory is shared with other processes."""


def memory_allocated(device=None) -> int:
    """Return the bytes in use on an accelerator: 0, as they are not counted."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def reset_peak_memory_stats(device=None) -> None:
    """Do nothing: memory is not counted."""


reset_max_memory_allocated = reset_peak_memory_stats


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Return whether an accelerator has bfloat16."""
    return is_available()


@contextlib.contextmanager
def device(device):
    """Let ``"cuda"`` mean one accelerator for the length of a ``with`` block.

    A negative index, as PyTorch has it, means none and changes nothing.
    """
    before = _Current.index
    if index_of(device) >= 0 and not (isinstance(device, _device) and device.type == "cpu"):
        set_device(device)
    try:
        yield
    finally:
        _Current.index = before


globals().update(legacy_types.LEGACY_TYPES)
