"""Devices of ranks: on CPUs a second client of JAX, beside the one that has each rank's arrays.

JAX counts the devices of all processes when its first array is made, and a rank's script may make
arrays before it joins the others, or never join them. So the first client knows this process alone,
whatever launcher has started it, and the ranks' own client, made when they join, does the
collectives. Both have the same memory: an array goes from one to the other without a copy.
"""

from __future__ import annotations

import inspect
import warnings

import jax

from .internals import connect, make_client_of_ranks

_CAN_JOIN_LATE = connect is not None


class _State:
    """The devices that exchange tensors, the first of each rank; JAX's own without them."""

    devices: list | None = None


def join_beside(options: dict) -> bool:
    """Join the other ranks beside the devices in use; False where this JAX cannot.

    Parameters
    ----------
    options : dict
        Of ``jax.distributed.initialize``, with ``process_id`` and ``num_processes``.

    Raises
    ------
    RuntimeError
        If the others do not come.
    """
    if not _CAN_JOIN_LATE:
        return False
    jax.devices()  # made before JAX knows of the others: these devices stay this process's own
    known = inspect.signature(connect).parameters
    given = {**options, "cluster_detection_method": "deactivate", "local_device_ids": None}
    connect(**{name: value for name, value in given.items() if name in known})
    client = make_client_of_ranks(options["process_id"], options["num_processes"])
    _State.devices = client.devices()
    return True


def warn_of_host() -> bool:
    """Return True; warn where accelerators' arrays will be exchanged by way of the host."""
    if jax.default_backend() != "cpu":
        warnings.warn(
            "init_process_group: devices are in use already, so that what ranks exchange goes "
            "through the host's memory; call it before the first tensor, and before "
            "torch.cuda.is_available(), for an exchange between the devices",
            RuntimeWarning,
            stacklevel=5,
        )
    return True


def devices_of_ranks() -> dict[int, jax.Device]:
    """Return the first device of each process, by the process's index."""
    first: dict[int, jax.Device] = {}
    for device in jax.devices() if _State.devices is None else _State.devices:
        first.setdefault(device.process_index, device)
    return first


__all__ = ["devices_of_ranks", "join_beside", "warn_of_host"]
