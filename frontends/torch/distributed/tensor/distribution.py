"""``distribute_tensor`` and ``distribute_module``.

References
----------
PyTorch documentation, ``torch.distributed.tensor``.
"""

from __future__ import annotations

import inspect
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ..collectives import exchange
from ..device_mesh import current_mesh
from .dtensors import DTensor, made, refuse_mixed_partial
from .placement_types import REPLICATE, Shard, normalized
from .redistribution import moved


@citing("torch.distributed.tensor.{}")
def distribute_tensor(
    tensor, device_mesh=None, placements=None, *, src_data_rank: int | None = 0
) -> DTensor:
    """Return a tensor as a DTensor, of which each rank keeps its part.

    Parameters
    ----------
    tensor : Tensor
        A leaf.
    device_mesh : DeviceMesh, optional
        By default that of the ``with`` block.
    placements : sequence of Placement, optional
        By default each rank keeps the whole tensor.
    src_data_rank : int or None
        Whose tensor counts, by its index along each dimension of the mesh; None: each rank's own.

    Raises: RuntimeError for a tensor with a history; ValueError if placements do not fit the mesh.
    """
    mesh = device_mesh or current_mesh()
    if not tensor.is_leaf:
        raise RuntimeError(
            "`distribute_tensor` should be used to distribute leaf tensors! but found non-leaf "
            "tensor!"
        )
    if mesh.device_type != tensor.device.type and not tensor.is_meta:
        tensor = tensor.to(mesh.device_type)
    placements = [REPLICATE] * mesh.ndim if placements is None else placements
    if len(placements) != mesh.ndim:
        raise ValueError(
            "`placements` must have the same length as `device_mesh.ndim`! Found placements "
            f"length: {len(placements)}, and device_mesh.ndim: {mesh.ndim}."
        )
    refuse_mixed_partial(placements)
    if isinstance(tensor, DTensor):
        return _checked(tensor, mesh, tuple(placements))
    placements = normalized(placements, tensor.ndim)
    for placement in placements:
        if isinstance(placement, Shard) and placement.dim >= tensor.ndim:
            raise AssertionError(
                f"Sharding dim {placement.dim} greater than tensor ndim {tensor.ndim}"
            )
    part = tensor.detach()
    if mesh.get_coordinate() is None:
        part = part.new_empty(0)
    else:
        if src_data_rank is not None and not tensor.is_meta:
            for at in range(mesh.ndim):
                part = exchange("broadcast", part, mesh.get_group(at), src_data_rank)
        part = moved(part, tensor.shape, mesh, (REPLICATE,) * mesh.ndim, placements)
        if any(isinstance(each, Shard) for each in placements):
            part = part.clone()  # else the part would keep the memory of the whole
    return made(part.requires_grad_(tensor.requires_grad), mesh, placements, tensor.shape)


def _checked(tensor: DTensor, mesh, placements: tuple) -> DTensor:
    """Return a DTensor that lies as asked for; ValueError if it does not."""
    if tensor.device_mesh != mesh:
        raise ValueError(
            f"Cannot distribute a DTensor with device mesh {tensor.device_mesh} to a different "
            f"device mesh {mesh}."
        )
    if tensor.placements != placements:
        raise ValueError(
            f"Cannot distribute a DTensor with placements {tensor.placements} to a different "
            f"placements {list(placements)}. do you want to call `redistribute` instead?"
        )
    return tensor


@citing("torch.distributed.tensor.{}")
def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    """Make the parameters and buffers of a module DTensors, and return it.

    Parameters
    ----------
    module : Module
    device_mesh : DeviceMesh, optional
        By default that of the ``with`` block.
    partition_fn : callable, optional
        ``partition_fn(name, submodule, mesh)`` registers parameters as DTensors; what it leaves is
        whole in each rank.
    input_fn, output_fn : callable, optional
        ``input_fn(module, inputs, mesh)`` before each call, ``output_fn(module, outputs, mesh)``
        after it.

    Raises: RuntimeError for a module that has gone through this before.
    """
    mesh = device_mesh or current_mesh()
    if getattr(module, "_distribute_module_applied", False):
        raise RuntimeError(
            "distribute_module should only be called once on a module, but it has already been "
            "called on this module!"
        )
    for name, part in module.named_modules():
        if partition_fn is not None:
            partition_fn(name, part, mesh)
        _make_whole(part, mesh)
    if input_fn is not None:
        before = _taking_module(input_fn, "input_fn", "inputs")
        module.register_forward_pre_hook(lambda mod, inputs: before(mod, inputs, mesh))
    if output_fn is not None:
        after = _taking_module(output_fn, "output_fn", "outputs")
        module.register_forward_hook(lambda mod, inputs, outputs: after(mod, outputs, mesh))
    module._distribute_module_applied = True
    return module


def _make_whole(module, mesh) -> None:
    """Make a module's own parameters and buffers DTensors that each rank has whole."""
    whole = [REPLICATE] * mesh.ndim
    for key, parameter in module._parameters.items():
        if parameter is not None and not isinstance(parameter, DTensor):
            made_whole = torch.nn.Parameter(
                distribute_tensor(parameter.data, mesh, whole), parameter.requires_grad
            )
            module.register_parameter(key, made_whole)
    for key, buffer in module._buffers.items():
        if buffer is not None and not isinstance(buffer, DTensor):
            module._buffers[key] = distribute_tensor(buffer, mesh, whole)


def _taking_module(function, name: str, what: str):
    """Return a function of a module, values and the mesh; a user's may leave out the module."""
    count = len(inspect.signature(function).parameters)
    if count == 2:
        warnings.warn(
            f"Deprecating {name} that takes two arguments ({what}, device_mesh), please use {name} "
            f"that takes in (module, {what}, device_mesh) instead!",
            FutureWarning,
            stacklevel=3,
        )
        return lambda module, values, mesh: function(values, mesh)
    if count != 3:
        raise ValueError(f"{name} should take in 3 arguments, but got {count} arguments!")
    return function


__all__ = ["distribute_module", "distribute_tensor"]
