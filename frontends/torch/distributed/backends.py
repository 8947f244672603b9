"""The names of what carries messages between processes, and which of them are there."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

_NAMES = ("undefined", "gloo", "nccl", "xccl", "ucc", "mpi", "fake")


class Backend(str):
    """Names of backends: called with one, in any case, it returns that name in lower case.

    Attributes
    ----------
    UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE : str
        The names.
    backend_list : list of str
        All of them.
    default_device_backend_map : dict
        The backend of each kind of device.
    backend_capability : dict
        The kinds of device that each backend serves.

    Raises
    ------
    ValueError
        If what is given is no string.

    Examples
    --------
    >>> Backend("GLOO") == Backend.GLOO == "gloo"
    True

    References
    ----------
    PyTorch documentation, ``torch.distributed.Backend``.
    """

    UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE = _NAMES
    backend_list = list(_NAMES)
    default_device_backend_map = {"cpu": GLOO, "cuda": NCCL, "xpu": XCCL, "mps": GLOO}
    backend_capability = {
        GLOO: ["cpu", "cuda"], NCCL: ["cuda"], XCCL: ["xpu"], UCC: ["cpu", "cuda"],
        MPI: ["cpu", "cuda"], FAKE: ["cpu", "cuda", "hpu", "xpu"],
    }  # fmt: skip

    def __new__(cls, name: str) -> str:
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return name.lower()


@citing("torch.distributed.{}")
def is_nccl_available() -> bool:
    """Return False: no messages go through NCCL."""
    return False


@citing("torch.distributed.{}")
def is_mpi_available() -> bool:
    """Return False: no messages go through MPI."""
    return False


@citing("torch.distributed.{}")
def is_ucc_available() -> bool:
    """Return False: no messages go through UCC."""
    return False


@citing("torch.distributed.{}")
def is_xccl_available() -> bool:
    """Return False: no messages go through XCCL."""
    return False


@citing("torch.distributed.{}")
def is_gloo_available() -> bool:
    """Return True: between CPUs the backend JAX uses gloo."""
    return True


@citing("torch.distributed.{}")
def is_backend_available(backend: str) -> bool:
    """Return whether this is ``gloo``."""
    chosen = backend
    return chosen.lower() == "gloo"


__all__ = [
    "Backend", "is_backend_available", "is_gloo_available", "is_mpi_available", "is_nccl_available",
    "is_ucc_available", "is_xccl_available",
]  # fmt: skip
