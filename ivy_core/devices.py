"""Device: the name of a device, as arrays give it."""

from __future__ import annotations

import functools
import re

from .utils.exceptions import IvyValueError

_NAME = re.compile(r"[a-z_]+(:\d+)?")


class Device(str):
    """Name of a device, as arrays give it; compares equal to the plain string.

    Parameters
    ----------
    device : str or native device
        Name, or object of any framework.

    Raises
    ------
    IvyValueError
        If it names no device.

    Examples
    --------
    >>> Device("cuda:0") == "cuda:0", Device("/device:GPU:1")
    (True, 'gpu:1')
    """

    __slots__ = ()

    def __new__(cls, device="cpu") -> Device:
        name = f"{device.platform}:{device.id}" if hasattr(device, "platform") else str(device)
        name = name.lower().rpartition("device:")[2]
        if not _NAME.fullmatch(name):
            raise IvyValueError(
                f"Device: {device!r} was given; allowed are a kind ('cpu'), also with a number "
                "('cuda:0'), and the frameworks' own devices"
            )
        return super().__new__(cls, name)


@functools.cache
def device_named(name: str) -> Device:
    """Return the device of a name that a framework gave; made once.

    Examples
    --------
    >>> device_named("cpu") is device_named("cpu")
    True
    """
    return Device(name)
