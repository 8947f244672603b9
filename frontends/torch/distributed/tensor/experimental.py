"""``torch.distributed.tensor.experimental``: functions of parts, and plain tensors as whole ones.

References
----------
PyTorch documentation, ``torch.distributed.tensor.experimental``.
"""

from __future__ import annotations

import functools

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .dtensors import DTensor
from .operations import implicit_replication


@citing("torch.distributed.tensor.experimental.{}")
def local_map(
    func=None, out_placements=None, in_placements=None, in_grad_placements=None, device_mesh=None,
    *, redistribute_inputs: bool = False,
):  # fmt: skip
    """Return a function of DTensors that calls one of this rank's tensors.

    Parameters
    ----------
    func : callable
    out_placements : sequence of Placement, or tuple of such
        How each result lies.
    in_placements : tuple of (sequence of Placement or None), optional
        How each argument has to lie.
    in_grad_placements : tuple of (sequence of Placement or None), optional
        How gradients of what the function is given lie.
    device_mesh : DeviceMesh, optional
        By default that of the first DTensor.
    redistribute_inputs : bool
        Whether arguments that lie otherwise are brought to; they are a ValueError else.

    Raises: ValueError if an argument lies otherwise; AssertionError if placements are missing.
    """
    if func is None:
        return functools.partial(
            local_map, out_placements=out_placements, in_placements=in_placements,
            in_grad_placements=in_grad_placements, device_mesh=device_mesh,
            redistribute_inputs=redistribute_inputs,
        )  # fmt: skip

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        given, nest = torch.utils._pytree.tree_flatten(args)
        wanted = _one_for_each(in_placements, given, "in_placements")
        of_grads = _one_for_each(in_grad_placements, given, "in_grad_placements")
        parts, mesh = [], device_mesh
        for x, placements, grads in zip(given, wanted, of_grads, strict=True):
            if isinstance(x, DTensor):
                mesh = mesh or x.device_mesh
                if in_placements is not None:
                    x = _lying_as_wanted(x, placements, redistribute_inputs)
                x = x.to_local(grad_placements=None if grads is None else tuple(grads))
            elif placements is not None and not isinstance(x, torch.Tensor):
                raise AssertionError(
                    f"Non-Tensor input {x} expects None placements but received {placements}!"
                )
            parts.append(x)
        found = func(*torch.utils._pytree.tree_unflatten(parts, nest), **kwargs)
        if not any(isinstance(x, DTensor) for x in given):
            return found
        results, nest = torch.utils._pytree.tree_flatten(found)
        lie = out_placements if isinstance(out_placements, tuple) else (out_placements,)
        if len(results) != len(lie):
            raise AssertionError(
                "local_map requires one PlacementType be provided for each output value, received "
                f"{len(lie)} out_placements but {len(results)} is expected!"
            )
        pairs = zip(results, lie, strict=True)
        return torch.utils._pytree.tree_unflatten(
            [_as_dtensor(x, mesh, each) for x, each in pairs], nest
        )

    return mapped


def _one_for_each(placements, given: list, name: str) -> list:
    """Return the placements of each argument, None where none are given."""
    if placements is None:
        return [None] * len(given)
    if len(placements) != len(given):
        raise AssertionError(
            f"{name} length {len(placements)} does not match the number of input args {len(given)}!"
        )
    return list(placements)


def _lying_as_wanted(x: DTensor, placements, redistributes: bool) -> DTensor:
    if placements is None:
        raise AssertionError(f"DTensor input {x} expects placements but received {placements}!")
    if x.placements == tuple(placements):
        return x
    if not redistributes:
        raise ValueError(
            f"arg {x} in local_map has a mismatched placements: arg placements is {x.placements} "
            f"but the input placements is {tuple(placements)}! If redistribute_inputs is wanted, "
            "set redistribute_inputs=True to local_map."
        )
    return x.redistribute(placements=placements)


def _as_dtensor(x, mesh, placements):
    if isinstance(x, torch.Tensor):
        return DTensor.from_local(x, mesh, placements, run_check=False)
    if placements is not None:
        raise AssertionError(
            f"Non-tensor output {x} expects None placements but received {placements}!"
        )
    return x


__all__ = ["implicit_replication", "local_map"]
