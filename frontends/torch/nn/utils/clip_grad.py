"""Gradients held within a norm or a value.

References
----------
PyTorch documentation, ``torch.nn.utils.clip_grad_norm_`` and its kin.
"""

from __future__ import annotations

import math
import types
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.optim.together import joined, small_of, write_parts
from frontends.torch.tensors.tensor import read
from ivy_core.backends.loading import backend_for


def _as_list(tensors) -> list:
    return [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)


def _is_traced(x) -> bool:
    """Return whether a tensor is a tracer of a function that is being compiled."""
    return not backend_for(read(getattr(x, "_local_tensor", x))).is_eager()  # a DTensor's part


def _norm_of_parts(tensors: list, norm_type: float):
    """Return the norm of DTensors that are all cut over the ranks of one mesh, else None.

    One number is exchanged; each norm by itself is another exchange. An infinite norm has none of
    the parts that are empty.
    """
    first = getattr(tensors[0], "placements", None) if tensors else None
    if not first or len(first) > 1 or not 0 < norm_type < math.inf:
        return None
    mesh = tensors[0].device_mesh
    if mesh.ranks_along(0) != mesh.size():  # one process has all the parts
        return None
    for x in tensors:
        placements = getattr(x, "placements", ())
        if not placements or not placements[0].is_shard() or x.device_mesh != mesh:
            return None
    norms = [torch.linalg.vector_norm(x.to_local(), norm_type) for x in tensors]
    own = torch.linalg.vector_norm(torch.stack(norms), norm_type) ** norm_type
    tensor = torch.distributed.tensor
    total = tensor.DTensor.from_local(own, mesh, [tensor.Partial()])
    return total.redistribute(placements=[tensor.Replicate()]) ** (1 / norm_type)


def _with_small_joined(tensors: list) -> list:
    """Return tensors of which those are one vector, in a trace, that are small."""
    small, others = small_of(tensors)
    return [*others, joined(small)] if small else tensors


@citing(None)
def get_total_norm(tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach=None):
    """Return the norm of all elements of several tensors together.

    Parameters
    ----------
    tensors : Tensor or iterable of Tensor
    norm_type : float
        ``inf`` gives the largest magnitude.
    error_if_nonfinite : bool
    foreach : bool, optional
        How PyTorch computes it: here there is one way.

    Raises: RuntimeError if the norm is not finite and that is an error.
    """
    norm_type = float(norm_type)
    with torch.no_grad():
        tensors = _as_list(tensors)
        if not tensors:
            return torch.tensor(0.0)
        total = _norm_of_parts(tensors, norm_type)
        if total is None:
            norms = [torch.linalg.vector_norm(x, norm_type) for x in _with_small_joined(tensors)]
            total = torch.linalg.vector_norm(torch.stack(norms), norm_type)
        if error_if_nonfinite and not torch.isfinite(total):
            raise RuntimeError(
                f"The total norm of order {norm_type} for gradients from `parameters` is "
                "non-finite, so it cannot be clipped. To disable this error and scale the "
                "gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
            )
        return total


def clip_grads_with_norm_(parameters, max_norm: float, total_norm, foreach=None) -> None:
    """Scale the gradients of parameters so that ``total_norm`` becomes at most ``max_norm``."""
    with torch.no_grad():
        bound, largest = total_norm + 1e-6, float(max_norm)
        grads = [p.grad for p in _as_list(parameters) if p.grad is not None]
        if _is_traced(bound):
            # XLA computes a product again in each loop that reads it, a quotient once
            is_short = bound <= largest

            def shortened(grad):
                return torch.where(is_short, grad, grad / bound * largest)

            small, others = small_of(grads)
            if small:
                write_parts(shortened(joined(small)), small)
            for grad in others:
                grad.copy_(shortened(grad))
            return
        factor = torch.clamp(largest / bound, max=1.0)
        for grad in grads:
            grad.mul_(factor)  # never asked whether it is 1: that would wait for the value


@citing("``torch.nn.utils.{}``")
def clip_grad_norm_(
    parameters,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach=None,
):
    """Scale gradients so that the norm of all together is at most ``max_norm``.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
    max_norm, norm_type : float
    error_if_nonfinite : bool
    foreach : bool, optional

    Returns
    -------
    Tensor, shape ()
        The norm before.
    """
    found = _as_list(parameters)
    if isinstance(parameters, types.GeneratorType) and not found:
        warnings.warn(
            "`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=2
        )
    grads = [p.grad for p in found if p.grad is not None]
    total = get_total_norm(grads, norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(found, max_norm, total, foreach)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Old name of ``clip_grad_norm_``. Deprecated by PyTorch."""
    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of "
        "`torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@citing("``torch.nn.utils.{}``")
def clip_grad_value_(parameters, clip_value: float, foreach=None) -> None:
    """Hold each element of gradients within ``-clip_value`` and ``clip_value``."""
    bound = float(clip_value)
    with torch.no_grad():
        for parameter in _as_list(parameters):
            if parameter.grad is not None:
                parameter.grad.clamp_(min=-bound, max=bound)
