"""Helpers that distributions share: broadcasting, probabilities and log odds, lazy properties.

References
----------
PyTorch documentation, ``torch.distributions.utils``.
"""

from __future__ import annotations

import functools
import numbers

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.overrides import is_tensor_like

euler_constant = 0.57721566490153286060  # Euler's and Mascheroni's, to the last digit of a double


@citing("``torch.distributions.utils.{}``")
def broadcast_all(*values):
    """Return numbers and tensors as tensors of one shape; numbers take the type of the tensors.

    >>> [x.tolist() for x in broadcast_all(torch.tensor([1.0, 2.0]), 3)]
    [[1.0, 2.0], [3.0, 3.0]]
    """
    tensors = [value for value in values if is_tensor_like(value)]
    others = [value for value in values if not is_tensor_like(value)]
    if not all(isinstance(value, numbers.Number) for value in others):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
            "__torch_function__."
        )
    if others:
        like = next((x for x in tensors if torch.is_tensor(x)), None)
        options = {"dtype": torch.get_default_dtype()}
        if like is not None:
            options = {"dtype": like.dtype, "device": like.device}
        values = [x if is_tensor_like(x) else torch.tensor(x, **options) for x in values]
    return torch.broadcast_tensors(*values)


def parameters_of(*values):
    """Return parameters of one shape, and the shape of the batch: () if all are numbers."""
    tensors = broadcast_all(*values)
    if all(isinstance(value, numbers.Number) for value in values):
        return *tensors, torch.Size()
    return *tensors, tensors[0].size()


def standard_normal(shape, dtype, device):
    """Return numbers of the normal distribution: those that ``normal_`` draws."""
    return torch.empty(shape, dtype=dtype, device=device).normal_()


def sum_rightmost(value, dim: int):
    """Return a tensor summed over its last ``dim`` dimensions."""
    return value if not dim else value.reshape((*value.shape[:-dim], -1)).sum(-1)


def logits_to_probs(logits, is_binary: bool = False):
    """Return probabilities for log odds, or for logarithms that are normalised along the last axis.

    References
    ----------
    PyTorch documentation, ``torch.distributions.utils``.
    """
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


@citing("``torch.distributions.utils``")
def clamp_probs(probs):
    """Return probabilities, none nearer to 0 and 1 than the precision of their type."""
    least = torch.finfo(probs.dtype).eps
    return probs.clamp(min=least, max=1 - least)


@citing("``torch.distributions.utils``")
def probs_to_logits(probs, is_binary: bool = False):
    """Return the log odds of probabilities, or their logarithms."""
    inside = clamp_probs(probs)
    logs = torch.log(inside)
    return logs - torch.log1p(-inside) if is_binary else logs


@citing("``torch.distributions.utils``")
class lazy_property:
    """An attribute that is computed when it is first read, with gradients, and kept."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        functools.update_wrapper(self, wrapped)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


@citing("``torch.distributions.utils``")
def tril_matrix_to_vec(mat, diag: int = 0):
    """Return the elements on and below a diagonal of square matrices, row by row."""
    n = mat.shape[-1]
    if not -n <= diag < n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    rows, columns = torch.tril_indices(n, n, diag)
    return mat[..., rows, columns]


@citing("``torch.distributions.utils``")
def vec_to_tril_matrix(vec, diag: int = 0):
    """Return square matrices with the elements of vectors on and below a diagonal."""
    count = vec.shape[-1]
    n = next((n for n in range(count + abs(diag) + 2) if _count_below(n, diag) >= count), 0)
    if _count_below(n, diag) != count:
        raise ValueError(
            f"The size of last dimension is {count} which cannot be expressed as the lower "
            "triangular part of a square D x D matrix."
        )
    rows, columns = torch.tril_indices(n, n, diag)
    mat = vec.new_zeros((*vec.shape[:-1], n, n))
    mat[..., rows, columns] = vec
    return mat


def _count_below(n: int, diag: int) -> int:
    """Count the elements of an n x n matrix on and below a diagonal."""
    return sum(min(max(row + diag + 1, 0), n) for row in range(n))


__all__ = [
    "broadcast_all", "clamp_probs", "euler_constant", "is_tensor_like", "lazy_property",
    "logits_to_probs", "parameters_of", "probs_to_logits", "standard_normal", "sum_rightmost",
    "tril_matrix_to_vec", "vec_to_tril_matrix",
]  # fmt: skip
