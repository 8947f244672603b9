"""``torch.utils._foreach_utils``: tensors by device and type, for optimizers of packages.

References
----------
PyTorch source, ``torch.utils._foreach_utils``.
"""

from __future__ import annotations

from collections.abc import Sequence

import frontends.torch as torch


def _group_tensors_by_device_and_dtype(
    tensorlistlist: Sequence[Sequence], with_indices: bool = False
) -> dict[tuple, tuple[list[list], list[int]]]:
    """Return the lists' tensors by the first list's device and type, and which these were.

    Parameters
    ----------
    tensorlistlist : sequence of sequences of tensors or None
        Lists of one length; the first has no None.
    with_indices : bool
        Whether the places in the first list are given too.

    Raises
    ------
    RuntimeError
        If there is no list, or the lists differ in length.
    """
    if not tensorlistlist:
        raise RuntimeError("at least one list of tensors is expected, none was given")
    lengths = [len(each) for each in tensorlistlist]
    if set(lengths) != {lengths[0]}:
        raise RuntimeError(f"lists of one length are expected, {lengths} were given")
    groups = {}
    for place, first in enumerate(tensorlistlist[0]):
        lists, places = groups.setdefault(
            (first.device, first.dtype), ([[] for _ in tensorlistlist], [])
        )
        for group, each in zip(lists, tensorlistlist, strict=True):
            group.append(each[place])
        if with_indices:
            places.append(place)
    return groups


def _get_foreach_kernels_supported_devices() -> list[str]:
    """Return the kinds of devices with functions for lists of tensors."""
    return ["cuda", "xpu", "mtia"]


def _get_fused_kernels_supported_devices() -> list[str]:
    """Return the kinds of devices with steps of optimizers that are one kernel."""
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia"]


def _device_has_foreach_support(device: torch.device) -> bool:
    """Return whether a device has functions for lists of tensors, or is the CPU."""
    return device.type in (*_get_foreach_kernels_supported_devices(), "cpu")


def _has_foreach_support(tensors: Sequence, device: torch.device) -> bool:
    """Return whether a device has functions for these lists of tensors, which may have None."""
    return _device_has_foreach_support(device) and all(
        each is None or isinstance(each, torch.Tensor) for each in tensors
    )
