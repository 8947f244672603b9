"""``torch.autograd.forward_ad``: derivatives along tangents, of code that runs between two calls.

A dual tensor is recorded as one that requires gradients. The tangent of a result is the gradient of
a vector-Jacobian product by its vector: ``J t`` is linear in ``t`` as ``u J`` is in ``u``, so two
backward passes give it, on each backend. What runs under ``no_grad`` has no tangent therefore.

References
----------
PyTorch documentation, ``torch.autograd.forward_ad``.
"""

from __future__ import annotations

from typing import NamedTuple

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .calls import grad
from .grad_mode import enable_grad


class UnpackedDualTensor(NamedTuple):
    """A tensor, and its tangent or None.

    Attributes
    ----------
    primal : Tensor
    tangent : Tensor or None
    """

    primal: torch.Tensor
    tangent: torch.Tensor | None


class _Dual(NamedTuple):
    """A tensor that results are differentiated by, its tangent, whether a caller records both."""

    primal: torch.Tensor
    tangent: torch.Tensor
    is_recorded: bool


_levels: list[list[_Dual]] = []  # of the level that is entered, its dual tensors


@citing("torch.autograd.forward_ad.{}")
def enter_dual_level() -> int:
    """Enter a level, in which dual tensors can be made; return its number.

    Raises: RuntimeError if a level is entered already.
    """
    if _levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _levels.append([])
    return 0


@citing("torch.autograd.forward_ad.{}")
def exit_dual_level(*, level: int | None = None) -> None:
    """Leave the level: its tangents are forgotten.

    Raises: RuntimeError if `level` is not the last one that was entered.
    """
    if not _levels or level not in (None, len(_levels) - 1):
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This "
            "is not supported."
        )
    _levels.pop()


@citing("torch.autograd.forward_ad.{}")
class dual_level:
    """Enter a level for a ``with`` block.

    >>> import frontends.torch.autograd.forward_ad as forward_ad
    >>> from ivy_core import with_backend
    >>> with with_backend("jax"), forward_ad.dual_level():
    ...     x = forward_ad.make_dual(torch.tensor(3.0), torch.tensor(1.0))
    ...     forward_ad.unpack_dual(x * x).tangent
    tensor(6.)
    """

    def __enter__(self) -> int:
        return enter_dual_level()

    def __exit__(self, *error) -> None:
        exit_dual_level()


@citing("torch.autograd.forward_ad.{}")
def make_dual(tensor, tangent, *, level: int | None = None):
    """Give a tensor a tangent; return it as a dual tensor, whose results have tangents, too.

    Raises: RuntimeError outside of a level, or if their shapes differ; ValueError if one of them is
        neither floating-point nor complex.
    """
    if not _levels:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first."
        )
    for name, value in (("primal", tensor), ("tangent", tangent)):
        if not (value.is_floating_point() or value.is_complex()):
            raise ValueError(
                f"Expected {name} to be floating point or complex, but got: {value.dtype}"
            )
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            f"Expected primal and tangent to have the same size, but got: {list(tensor.shape)} "
            f"and {list(tangent.shape)}"
        )
    is_recorded = tensor.requires_grad or tangent.requires_grad
    with enable_grad():
        primal = tensor.clone() if tensor.requires_grad else tensor.detach().requires_grad_()
        _levels[-1].append(_Dual(primal, tangent, is_recorded))
        return primal.clone()  # no leaf: it may be written in place


@citing("torch.autograd.forward_ad.{}")
def unpack_dual(tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return a tensor and its tangent; None for one that no dual tensor leads to, or no level."""
    if not _levels or not tensor.requires_grad:
        return UnpackedDualTensor(tensor, None)
    duals = _levels[-1]
    is_recorded = any(dual.is_recorded for dual in duals)
    with enable_grad():
        vector = torch.zeros_like(tensor, requires_grad=True)
        primals = [dual.primal for dual in duals]
        products = grad(tensor, primals, vector, create_graph=True, allow_unused=True)
        pairs = [
            (product, dual.tangent)
            for product, dual in zip(products, duals, strict=True)
            if product is not None
        ]
        if not pairs:
            return UnpackedDualTensor(tensor, None)
        tangent = _differentiate_by_vector(pairs, vector, is_recorded)
    if is_recorded:
        return UnpackedDualTensor(tensor, tangent)
    return UnpackedDualTensor(tensor.detach(), tangent.detach())


def _differentiate_by_vector(pairs: list, vector, create_graph: bool):
    """Return ``sum(J t)`` of pairs (product ``u J``, tangent ``t``); the vector ``u`` is zero."""
    linear = [(product, tangent) for product, tangent in pairs if product.requires_grad]
    if not linear:
        return torch.zeros_like(vector)
    found = grad(
        [product for product, _ in linear],
        vector,
        [tangent for _, tangent in linear],
        create_graph=create_graph,
        allow_unused=True,
    )[0]
    return torch.zeros_like(vector) if found is None else found


__all__ = [
    "UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual",
    "unpack_dual",
]  # fmt: skip
