"""New DTensors: ``zeros``, ``ones``, ``full``, ``rand`` and their kin, each rank makes its part.

References
----------
PyTorch documentation, ``torch.distributed.tensor``.
"""

from __future__ import annotations

import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ..device_mesh import current_mesh
from .dtensors import DTensor, made
from .placement_types import REPLICATE, normalized
from .redistribution import local_shape, on_devices


def _made_by(
    create, size, *given, dtype=None, layout=None, requires_grad=False, device_mesh=None,
    placements=None,
) -> DTensor:  # fmt: skip
    """Return the DTensor of which ``create(shape, *given)`` makes a rank's part."""
    if len(size) == 1 and isinstance(size[0], (list, tuple)):
        size = size[0]
    mesh = device_mesh or current_mesh()
    placements = placements or [REPLICATE] * mesh.ndim
    if len(placements) != mesh.ndim:
        raise AssertionError("mesh dimension does not match the length of placements")
    if layout not in (None, torch.strided):
        raise AssertionError("layout value not supported!")
    placements = normalized(placements, len(size))
    is_member = mesh.get_coordinate() is not None
    shape = local_shape(size, mesh, placements) if is_member else [0]
    options = {"dtype": dtype, "device": mesh.device_type}
    part = on_devices(create(shape, *given, **options), mesh, placements)
    return made(part.detach().requires_grad_(requires_grad), mesh, placements, size)


def _warn_of_draws(name: str) -> None:
    warnings.warn(
        f"{name}: each rank draws its part by its own generator, so parts are equal where seeds "
        "are; PyTorch refuses this on CPUs",
        stacklevel=3,
    )


@citing("torch.distributed.tensor.{}")
def zeros(*size, **options) -> DTensor:
    """Return a DTensor of zeros; ``placements`` and ``device_mesh`` say how it lies."""
    return _made_by(torch.zeros, size, **options)


@citing("torch.distributed.tensor.{}")
def ones(*size, **options) -> DTensor:
    """Return a DTensor of ones; ``placements`` and ``device_mesh`` say how it lies.

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.tensor import Shard, ones
    >>> with with_backend("jax"):
    ...     mesh = torch.distributed.init_device_mesh("cpu", (1,))
    ...     x = ones(2, 3, device_mesh=mesh, placements=[Shard(0)])
    ...     torch.distributed.destroy_process_group()
    ...     x.shape
    torch.Size([2, 3])
    """
    return _made_by(torch.ones, size, **options)


@citing("torch.distributed.tensor.{}")
def empty(*size, **options) -> DTensor:
    """Return a DTensor without values yet; ``placements`` and ``device_mesh`` say how it lies."""
    return _made_by(torch.empty, size, **options)


@citing("torch.distributed.tensor.{}")
def full(size, fill_value, **options) -> DTensor:
    """Return a DTensor of one value; ``placements`` and ``device_mesh`` say how it lies."""
    return _made_by(torch.full, (size,), fill_value, **options)


@citing("torch.distributed.tensor.{}")
def rand(*size, **options) -> DTensor:
    """Return a DTensor of numbers from [0, 1), of which each rank draws its part."""
    _warn_of_draws("rand")
    return _made_by(torch.rand, size, **options)


@citing("torch.distributed.tensor.{}")
def randn(*size, **options) -> DTensor:
    """Return a DTensor of normal numbers, of which each rank draws its part."""
    _warn_of_draws("randn")
    return _made_by(torch.randn, size, **options)


__all__ = ["empty", "full", "ones", "rand", "randn", "zeros"]
